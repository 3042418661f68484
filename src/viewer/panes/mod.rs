//! The views of the figure: lit in 3D, flat from the side as in the paper, or both side by side.

pub(crate) mod bounds;
pub(crate) mod camera;
pub(crate) mod flight;
pub(crate) mod viewport;

use crate::character::Character;
use crate::viewer::input::mouse::CameraMotion;
use crate::viewer::scene::shown::Shown;
use bounds::Bounds;
use camera::{Camera, StandardView};
use egui::{Pos2, Rect, Vec2};
use glam::{DVec2, DVec3};

/// Which views are open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PaneMode {
    #[default]
    Solid,
    Flat,
    Both,
}

/// One view: where it looks from, and its place in the window (points).
#[derive(Clone, Debug)]
pub(crate) struct Pane {
    pub(crate) camera: Camera,
    pub(crate) rect: Rect,
}

/// Both views.
#[derive(Clone, Debug)]
pub(crate) struct Panes {
    pub(crate) mode: PaneMode,
    pub(crate) solid: Pane,
    pub(crate) flat: Pane,
    /// The view that the mouse was last in.
    pub(crate) touched: PaneId,
    /// How far the cameras have gone along with the figure [m].
    followed: DVec3,
    /// How far up they are going with it [m].
    rise: f64,
}

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

/// Which of the two views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PaneId {
    Solid,
    Flat,
}

impl Default for Panes {
    fn default() -> Self {
        let pane = |camera| Pane {
            camera,
            rect: Rect::from_min_size(Pos2::ZERO, egui::vec2(960.0, 620.0)),
        };
        let from_the_side = Camera::flat_from(StandardView::Right);
        Self {
            mode: PaneMode::default(),
            solid: pane(Camera::default()),
            flat: pane(from_the_side),
            touched: PaneId::Solid,
            followed: DVec3::ZERO,
            rise: 0.0,
        }
    }
}

impl Panes {
    /// Gives the open views their parts of a rectangle; says which of them had none before.
    pub(crate) fn arrange(&mut self, rect: Rect) -> Vec<PaneId> {
        let mut opened: Vec<PaneId> = self.open().collect();
        opened.retain(|id| self.get(*id).rect.width() < NARROWEST);
        let (left, right) = rect.split_left_right_at_fraction(0.5);
        let (solid, flat) = match self.mode {
            PaneMode::Solid => (rect, Rect::NOTHING),
            PaneMode::Flat => (Rect::NOTHING, rect),
            PaneMode::Both => (left, right),
        };
        self.solid.rect = solid;
        self.flat.rect = flat;
        opened
    }

    pub(crate) fn get(&self, id: PaneId) -> &Pane {
        match id {
            PaneId::Solid => &self.solid,
            PaneId::Flat => &self.flat,
        }
    }

    pub(crate) fn get_mut(&mut self, id: PaneId) -> &mut Pane {
        match id {
            PaneId::Solid => &mut self.solid,
            PaneId::Flat => &mut self.flat,
        }
    }

    /// The open view that the mouse was last in.
    pub(crate) fn in_use(&self) -> PaneId {
        match self.mode {
            PaneMode::Solid => PaneId::Solid,
            PaneMode::Flat => PaneId::Flat,
            PaneMode::Both => self.touched,
        }
    }

    /// Open views.
    pub(crate) fn open(&self) -> impl Iterator<Item = PaneId> + use<> {
        let mode = self.mode;
        [PaneId::Solid, PaneId::Flat]
            .into_iter()
            .filter(move |id| match id {
                PaneId::Solid => mode != PaneMode::Flat,
                PaneId::Flat => mode != PaneMode::Solid,
            })
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

    /// Moves a camera with the mouse: by so much, or nearer by so many notches to what is at a point.
    pub(crate) fn move_camera(
        &mut self,
        id: PaneId,
        motion: CameraMotion,
        moved: Vec2,
        (notches, at): (f64, Pos2),
    ) {
        let Pane { camera, rect } = self.get_mut(id);
        match (motion, id) {
            (CameraMotion::Orbit, PaneId::Solid) => camera.orbit(moved),
            // The view from the side stays one.
            (CameraMotion::Orbit, PaneId::Flat) | (CameraMotion::Pan, _) => {
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
        self.solid.camera.advance(secs);
        self.flat.camera.advance(secs);
    }

    fn go(&mut self, shift: DVec3) {
        self.followed += shift;
        self.solid.camera.follow(shift);
        self.flat.camera.follow(shift);
    }

    fn is_rising(&self) -> bool {
        (self.rise - self.followed.y).abs() > 1e-3
    }

    pub(crate) fn are_moving(&self) -> bool {
        self.solid.camera.is_moving() || self.flat.camera.is_moving() || self.is_rising()
    }
}

impl Bounds {
    /// Around all figures of a body.
    pub(crate) fn of_figures<'a>(
        character: &Character,
        figures: impl IntoIterator<Item = &'a Shown>,
    ) -> Self {
        figures.into_iter().fold(Self::EMPTY, |bounds, shown| {
            let figure = Self::of_figure(character, &shown.kin);
            bounds.with(figure.min).with(figure.max)
        })
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
