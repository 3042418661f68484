//! The views of the figure: a list of panes, each of which draws a scene from where its camera is. Which of them are open and
//! where they lie is data; the usual ones are lit in 3D, flat from the side as in the paper, or both side by side.
//!
//! ```text
//! Panes ── open ones ──arrange──> rectangles of the viewport
//!   └── Pane { look, scene, camera, rect } ──> stage (lit) or line art, then signs
//! ```

pub(crate) mod bounds;
pub(crate) mod camera;
pub(crate) mod flight;
pub(crate) mod layout;
mod lens;
mod lent;
pub(crate) mod viewport;

use super::input::mouse::CameraMotion;
use super::scene::Scene;
use crate::character::Character;
use crate::kinematics::Kinematics;
use bounds::Bounds;
use camera::{Camera, StandardView};
use egui::{Pos2, Rect, Vec2};
use glam::{DVec2, DVec3};
use lent::Lent;

/// The usual views.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PaneMode {
    #[default]
    Solid,
    Flat,
    Both,
}

/// How a view draws its scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Lit, in 3D.
    Solid,
    /// Line art from the side.
    Flat,
}

/// One view: what it shows, where it looks from, and its place in the window (points).
#[derive(Clone, Debug)]
pub(crate) struct Pane {
    pub(crate) look: Look,
    /// What is shown in it; nothing: the document's own scene.
    pub(crate) scene: Option<Box<Scene>>,
    pub(crate) camera: Camera,
    pub(crate) rect: Rect,
    is_open: bool,
}

/// All views.
#[derive(Clone, Debug)]
pub(crate) struct Panes {
    /// Those that are closed keep their cameras. The first is lit, the second flat.
    list: Vec<Pane>,
    /// The view that the mouse was last in.
    touched: PaneId,
    /// From a figure to where its recording stands beside it [m]; as the view was when it was last framed.
    pub(crate) aside: DVec3,
    /// The height under the figure, which no camera goes below [m].
    pub(crate) floor: f64,
    /// How far the cameras have gone along with the figure [m].
    followed: DVec3,
    /// How far up they are going with it [m].
    rise: f64,
    /// The usual views that come back when those of other scenes are put away.
    lent: Option<Lent>,
    /// Whether scenes that are given anew in every frame are shown in the place of the document's own.
    is_instead: bool,
}

/// A place in the list of views.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PaneId(usize);

/// How far a figure has gone since its motion began.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Gone {
    /// (x, z) [m].
    pub(crate) over_ground: DVec2,
    /// With what it stands on; nothing in the air [m].
    pub(crate) rise: Option<f64>,
}

/// Cameras go this far at once [m].
const LEAP: f64 = 0.5;
/// Time in which they go most of the way up to a figure that climbs [s].
const RISE_SECS: f64 = 0.3;

/// Around a figure [m].
const ROOM: f64 = 0.12;

/// Narrower views are closed (points).
const NARROWEST: f32 = 10.0;

/// Views lower than this have little room over the figure, and the bar in their corner is this high (points).
const LOW_VIEW: f32 = 480.0;
const BAR_HEIGHT: f32 = 56.0;

/// From one figure to the other, in heights of the figure.
const APART: f64 = 0.85;

impl Pane {
    /// A view of the document's scene.
    pub(crate) fn new(look: Look) -> Self {
        Self {
            look,
            scene: None,
            camera: match look {
                Look::Solid => Camera::default(),
                Look::Flat => Camera::flat_from(StandardView::Right),
            },
            rect: Rect::from_min_size(Pos2::ZERO, egui::vec2(960.0, 620.0)),
            is_open: true,
        }
    }

    /// What is shown in it, where this is the document's own scene.
    pub(crate) fn scene<'a>(&'a self, own: &'a Scene) -> &'a Scene {
        self.scene.as_deref().unwrap_or(own)
    }
}

impl Default for Panes {
    fn default() -> Self {
        let mut panes = Self {
            list: [Look::Solid, Look::Flat].map(Pane::new).into(),
            touched: PaneId(0),
            aside: DVec3::ZERO,
            floor: 0.0,
            followed: DVec3::ZERO,
            rise: 0.0,
            lent: None,
            is_instead: false,
        };
        panes.set_mode(PaneMode::Solid);
        panes
    }
}

impl Panes {
    /// Opens the usual views and closes all others.
    pub(crate) fn set_mode(&mut self, mode: PaneMode) {
        self.lent = None;
        self.list.truncate(2);
        for pane in &mut self.list {
            pane.scene = None;
            pane.is_open = match pane.look {
                Look::Solid => mode != PaneMode::Flat,
                Look::Flat => mode != PaneMode::Solid,
            };
        }
    }

    /// Which of the usual views are open; nothing where there are others.
    pub(crate) fn mode(&self) -> Option<PaneMode> {
        match self.list.as_slice() {
            [solid, flat] => Some(match (solid.is_open, flat.is_open) {
                (true, true) => PaneMode::Both,
                (false, true) => PaneMode::Flat,
                (_, false) => PaneMode::Solid,
            }),
            _ => None,
        }
    }

    /// Gives the open views their parts of a rectangle; says which of them had none before.
    pub(crate) fn arrange(&mut self, rect: Rect) -> Vec<PaneId> {
        let open: Vec<PaneId> = self.open().collect();
        let mut places = layout::cells(rect, open.len()).into_iter();
        let mut opened = open;
        opened.retain(|id| self.get(*id).rect.width() < NARROWEST);
        for pane in &mut self.list {
            let place = pane.is_open.then(|| places.next()).flatten();
            pane.rect = place.unwrap_or(Rect::NOTHING);
        }
        opened
    }

    pub(crate) fn get(&self, id: PaneId) -> &Pane {
        &self.list[id.0]
    }

    pub(crate) fn get_mut(&mut self, id: PaneId) -> &mut Pane {
        &mut self.list[id.0]
    }

    /// The lit view that commands of the camera mean.
    pub(crate) fn lit(&self) -> &Pane {
        self.get(self.lit_id())
    }

    pub(crate) fn lit_mut(&mut self) -> &mut Pane {
        self.get_mut(self.lit_id())
    }

    fn lit_id(&self) -> PaneId {
        let id = self.in_use();
        match self.get(id).look {
            Look::Solid => id,
            Look::Flat => PaneId(0),
        }
    }

    /// The mouse is in a view.
    pub(crate) fn touch(&mut self, id: PaneId) {
        self.touched = id;
    }

    /// The open view that the mouse was last in.
    pub(crate) fn in_use(&self) -> PaneId {
        let mut open = self.open();
        let is_touched = |id: &PaneId| *id == self.touched;
        let touched = self.open().find(is_touched);
        touched.or_else(|| open.next()).unwrap_or(PaneId(0))
    }

    /// Open views.
    pub(crate) fn open(&self) -> impl Iterator<Item = PaneId> + use<> {
        let open = self.list.iter().enumerate();
        let open = open.filter(|(_, pane)| pane.is_open);
        let open: Vec<PaneId> = open.map(|(index, _)| PaneId(index)).collect();
        open.into_iter()
    }

    /// The part of the window that all open views have together (points).
    pub(crate) fn rect(&self) -> Rect {
        let rects = self.open().map(|id| self.get(id).rect);
        rects.fold(Rect::NOTHING, Rect::union)
    }

    /// Brings figures of a body gently into the open views.
    pub(crate) fn frame_all(&mut self, figures: &Bounds) {
        // They go to where the figure is now, and rise no further.
        self.followed.y = self.rise;
        for id in self.open() {
            let pane = self.get_mut(id);
            pane.camera.frame(&figures.in_room(pane.rect), pane.rect);
        }
    }

    /// Brings them into one view at once.
    pub(crate) fn jump_to(&mut self, id: PaneId, figures: &Bounds) {
        self.go((self.rise - self.followed.y) * DVec3::Y);
        let pane = self.get_mut(id);
        pane.camera.jump_to(&figures.in_room(pane.rect), pane.rect);
    }

    /// Brings a point to the middle of the open views.
    pub(crate) fn frame_point(&mut self, point: DVec3) {
        let bounds = Bounds::EMPTY.with(point).grown(0.35);
        self.followed.y = self.rise;
        for id in self.open() {
            let pane = self.get_mut(id);
            pane.camera.frame(&bounds, pane.rect);
        }
    }

    /// Goes along with a figure that has gone so far: over the ground at once, up and down gently.
    pub(crate) fn follow(&mut self, gone: Gone) {
        let along = gone.over_ground - DVec2::new(self.followed.x, self.followed.z);
        let rise = gone.rise.unwrap_or(self.rise);
        // A loop that begins again is a leap: what is far stays in view, too.
        let is_leap = along.length() > LEAP || (rise - self.rise).abs() > LEAP;
        self.rise = rise;
        let up = if is_leap { rise - self.followed.y } else { 0.0 };
        self.go(DVec3::new(along.x, up, along.y));
    }

    /// Where the figure is now is where the cameras are with it.
    pub(crate) fn stay(&mut self, gone: Gone) {
        self.rise = gone.rise.unwrap_or(self.rise);
        let along = gone.over_ground;
        self.followed = DVec3::new(along.x, self.rise, along.y);
    }

    /// Moves a camera with the mouse: by so much, or nearer by so many notches to what is at a point.
    pub(crate) fn move_camera(
        &mut self,
        id: PaneId,
        motion: CameraMotion,
        moved: Vec2,
        (notches, at): (f64, Pos2),
    ) {
        let floor = self.floor;
        let Pane {
            camera, rect, look, ..
        } = self.get_mut(id);
        match (motion, look) {
            (CameraMotion::Orbit, Look::Solid) => camera.orbit(moved, floor),
            // The view from the side stays one.
            (CameraMotion::Orbit, Look::Flat) | (CameraMotion::Pan, _) => {
                camera.pan(moved, *rect);
            }
            (CameraMotion::Zoom, _) => camera.zoom(notches, at, *rect),
        }
    }

    /// Moves cameras that are on their way.
    pub(crate) fn advance(&mut self, secs: f64) {
        if self.is_rising() {
            let share = 1.0 - libm::exp(-secs / RISE_SECS);
            self.go(share * (self.rise - self.followed.y) * DVec3::Y);
        }
        for pane in &mut self.list {
            pane.camera.advance(secs);
        }
    }

    fn go(&mut self, shift: DVec3) {
        self.followed += shift;
        for pane in &mut self.list {
            pane.camera.follow(shift);
        }
    }

    fn is_rising(&self) -> bool {
        (self.rise - self.followed.y).abs() > 1e-3
    }

    pub(crate) fn are_moving(&self) -> bool {
        self.list.iter().any(|pane| pane.camera.is_moving()) || self.is_rising()
    }
}

/// From the correction to where the recording stands: to the left of whoever looks along a view with this right [m].
pub(crate) fn aside(character: &Character, right: DVec3) -> DVec3 {
    let rest = Kinematics::of(character, &character.rest);
    let links = rest.world_from_link.iter();
    let height = links.map(|link| link.translation.y).fold(0.0, f64::max);
    -APART * height * DVec3::new(right.x, 0.0, right.z).normalize_or(DVec3::X)
}

impl Bounds {
    /// Around another box, too.
    #[must_use]
    pub(crate) fn around(self, other: &Self) -> Self {
        self.with(other.min).with(other.max)
    }

    /// With room around it, and for the bar at the upper edge of a view that is so low that it would hide a head.
    fn in_room(&self, rect: Rect) -> Self {
        let bounds = self.grown(ROOM);
        if rect.height() >= LOW_VIEW {
            return bounds;
        }
        let share = f64::from(BAR_HEIGHT / rect.height().max(1.0));
        let above = share * (bounds.max.y - bounds.min.y);
        bounds.with(bounds.max + above * DVec3::Y)
    }
}

impl Pane {
    /// Where a point of the world is in the window; nothing behind the eye.
    pub(crate) fn project(&self, point: DVec3) -> Option<Pos2> {
        self.camera.project(point, self.rect)
    }

    /// From the eye through a point of the window: origin and unit direction.
    pub(crate) fn ray(&self, point: Pos2) -> (DVec3, DVec3) {
        let ray = self.camera.ray(point, self.rect);
        (ray.origin, ray.direction)
    }

    /// Where the mouse is on a plane through a point; nothing when it looks along the plane.
    pub(crate) fn on_plane(&self, mouse: Pos2, through: DVec3, normal: DVec3) -> Option<DVec3> {
        meet_plane(self.ray(mouse), through, normal)
    }

    /// The point of a line that is nearest to the mouse.
    pub(crate) fn on_line(&self, mouse: Pos2, through: DVec3, along: DVec3) -> Option<DVec3> {
        let (origin, direction) = self.ray(mouse);
        // The plane that holds the line and faces the eye most.
        let normal = along.cross(direction).cross(along).normalize_or_zero();
        let point = meet_plane((origin, direction), through, normal)?;
        Some(through + (point - through).dot(along) * along)
    }
}

/// Where a ray meets a plane; nothing when it runs along it.
fn meet_plane((origin, direction): (DVec3, DVec3), through: DVec3, normal: DVec3) -> Option<DVec3> {
    let slope = direction.dot(normal);
    let along = (through - origin).dot(normal) / slope;
    let point = origin + along * direction;
    (slope.abs() > 1e-3 && point.is_finite()).then_some(point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;

    #[test]
    fn a_recording_stands_level_at_the_left_and_clear_of_its_correction() {
        for name in ["human", "tall_thin", "chicken"] {
            let character = load_character(name).unwrap();
            let rest = Kinematics::of(&character, &character.rest);
            let bounds = Bounds::of_figure(&character, &rest);
            let width = bounds.max.x - bounds.min.x;
            let aside = aside(&character, DVec3::new(0.0, 0.3, -1.0));
            assert!(
                aside.z > width && aside.x == 0.0 && aside.y == 0.0,
                "{name}: {aside}, {width}"
            );
        }
    }
}
