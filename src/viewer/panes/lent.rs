//! Views of other scenes than the document's own: side by side with cameras that go together, or in the usual ones.

use super::bounds::tips;
use super::camera::{Camera, FIELD};
use super::{Pane, PaneMode, Panes};
use crate::viewer::scene::Scene;
use egui::Rect;
use glam::{DVec2, DVec3};

/// The share of a view that figures side by side fill, across and up.
const FILLED: DVec2 = DVec2::new(0.94, 0.82);
/// Over their heads is room for the bar, and under their feet for the margin and their names (points); in a low view
/// less than a share of it.
const OVER: f32 = 56.0;
const UNDER: f32 = 68.0;
const MOST_OFF: f32 = 0.4;
/// What is nearer to the edge of a view is hardly seen (points).
const EDGE: f32 = 8.0;

/// Around a place where a goal wants something, for its cross [m].
const AIM: f64 = 0.05;

/// What comes back when the views of other scenes are put away.
#[derive(Clone, Debug)]
pub(super) struct Lent {
    mode: PaneMode,
    /// Of the first view.
    camera: Camera,
}

impl Panes {
    /// Opens lit views of these scenes side by side, from where the first one looks; nothing is the document's own.
    pub(crate) fn compare(&mut self, scenes: impl IntoIterator<Item = Option<Scene>>) {
        self.set_mode(PaneMode::Solid);
        for (index, scene) in scenes.into_iter().enumerate() {
            // A view that had no place is framed when it gets one.
            let pane = Pane {
                scene: scene.map(Box::new),
                rect: Rect::NOTHING,
                ..self.list[0].clone()
            };
            if index == 0 {
                self.list[0] = pane;
            } else {
                self.list.push(pane);
            }
        }
    }

    /// Shows scenes side by side whose cameras go together, until the views are given back.
    pub(crate) fn show_beside(&mut self, scenes: Vec<Scene>) {
        let is_open = self.lent.is_some() && self.open().count() == scenes.len();
        let usual = self.lent.take().unwrap_or_else(|| Lent {
            mode: self.mode().unwrap_or_default(),
            camera: self.list[0].camera.clone(),
        });
        if is_open {
            for (id, scene) in self.open().zip(scenes) {
                self.get_mut(id).scene = Some(Box::new(scene));
            }
        } else {
            self.compare(scenes.into_iter().map(Some));
        }
        (self.lent, self.is_instead) = (Some(usual), true);
    }

    /// Shows a scene in the usual views; nothing: the document's own, where another was shown instead.
    pub(crate) fn show_instead(&mut self, scene: Option<&Scene>) {
        let was_instead = std::mem::replace(&mut self.is_instead, scene.is_some());
        if scene.is_none() && !was_instead {
            return;
        }
        if let Some(usual) = self.lent.take() {
            self.set_mode(usual.mode);
            self.list[0].camera = usual.camera;
        }
        for pane in &mut self.list {
            pane.scene = scene.cloned().map(Box::new);
        }
    }

    /// Whether views of scenes beside each other are open.
    pub(crate) const fn are_lent(&self) -> bool {
        self.lent.is_some()
    }

    /// All cameras look from where the one does that was moved last.
    pub(crate) fn tie(&mut self) {
        if self.lent.is_some() {
            let camera = self.get(self.in_use()).camera.clone();
            for pane in self.list.iter_mut().filter(|pane| pane.is_open) {
                pane.camera.clone_from(&camera);
            }
        }
    }

    /// Brings all figures into their views at once.
    pub(crate) fn jump_beside(&mut self, own: &Scene) {
        if let Some((target, distance)) = self.place_beside(own) {
            let id = self.in_use();
            let camera = &mut self.get_mut(id).camera;
            camera.stand(target, (camera.yaw, camera.pitch), distance);
        }
        self.tie();
    }

    /// The same gently.
    pub(crate) fn frame_beside(&mut self, own: &Scene) {
        if let Some((target, distance)) = self.place_beside(own) {
            let id = self.in_use();
            self.get_mut(id).camera.fly(target, distance);
        }
        self.tie();
    }

    /// Where a camera sees all figures, and where their goals want them, in views of which none is narrower than another by much: so near that the widest of
    /// them fits. (target, distance) [m]
    fn place_beside(&self, own: &Scene) -> Option<(DVec3, f64)> {
        let views = self.open().map(|id| self.get(id).rect);
        let narrowest = views.reduce(|a, b| if b.width() < a.width() { b } else { a });
        let view = narrowest.filter(Rect::is_positive)?;
        let mut balls: Vec<(DVec3, f64)> = Vec::new();
        for id in self.open() {
            let scene = self.get(id).scene(own);
            balls.extend(tips(&scene.character, &scene.figure.kin));
            let aims = scene.lesson.aims.iter();
            balls.extend(aims.map(|(_, wanted)| (*wanted, AIM)));
            if !scene.way.is_empty() {
                balls.extend(scene.way.corners().map(|corner| (corner, 0.0)));
            }
        }
        let camera = &self.get(self.in_use()).camera;
        let axes = [camera.right(), camera.up(), camera.forward()];
        let ends = axes.map(|axis| {
            let along = balls.iter().map(|(at, radius)| (at.dot(axis), radius));
            along.fold(
                (f64::INFINITY, f64::NEG_INFINITY),
                |(low, high), (at, r)| (low.min(at - r), high.max(at + r)),
            )
        });
        let middles = ends.map(|(low, high)| 0.5 * (low + high));
        let [across, up, deep] = ends.map(|(low, high)| 0.5 * (high - low));
        let target: DVec3 = axes.iter().zip(middles).map(|(axis, at)| at * *axis).sum();
        let aspect = f64::from(view.width() / view.height());
        // What the bar and names leave.
        let off = ((OVER + UNDER) / view.height()).min(MOST_OFF);
        let filled = FILLED.min(DVec2::new(1.0, f64::from(1.0 - off)));
        let half = libm::tan(0.5 * FIELD) * filled * DVec2::new(aspect, 1.0);
        let distance = deep + (across / half.x).max(up / half.y);
        let down = f64::from(off * (OVER - UNDER) / (OVER + UNDER));
        let target = target + down * distance * libm::tan(0.5 * FIELD) * camera.up();
        distance.is_finite().then_some((target, distance))
    }

    /// Whether a place is in all open views (m).
    pub(crate) fn all_show(&self, place: DVec3) -> bool {
        self.open().all(|id| {
            let pane = self.get(id);
            let at = pane.project(place);
            at.is_some_and(|at| pane.rect.shrink(EDGE).contains(at))
        })
    }
}
