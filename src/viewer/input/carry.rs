//! A point that goes with the mouse: in the plane of the view, over the ground, along an axis; with Shift finely.

use crate::viewer::panes::Pane;
use egui::Pos2;
use glam::DVec3;

/// Where a point may go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Constraint {
    /// In the plane of the view.
    View,
    /// Level with the ground.
    Ground,
    /// In a plane with this normal.
    Plane(DVec3),
    /// Along an axis of the world.
    Axis(DVec3),
}

/// A point that is carried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carry {
    /// Where it was.
    pub(crate) start: DVec3,
    /// Where the mouse was on what the point is bound to, and the wanted place then: fine moves begin here.
    anchor: (DVec3, DVec3),
    pub(crate) constraint: Constraint,
    /// What it is bound to when no axis is.
    free: Constraint,
    is_fine: bool,
}

/// With Shift things move by this share.
pub(crate) const FINE: f64 = 0.2;
/// Ground that is seen flatter than this (sine) is no plane to drag on: a pixel would be metres.
const FLATTEST: f64 = 0.1;

impl Carry {
    /// Takes hold of a point with the mouse near it.
    pub(crate) fn new(view: &Pane, mouse: Pos2, start: DVec3, constraint: Constraint) -> Self {
        let grabbed = place_under(view, mouse, start, constraint).unwrap_or(start);
        Self {
            start,
            anchor: (grabbed, start),
            constraint,
            free: constraint,
            is_fine: false,
        }
    }

    /// Binds it to an axis; to the same one again: lets it go.
    pub(crate) fn toggle_axis(&mut self, view: &Pane, mouse: Pos2, axis: DVec3) {
        self.constraint = if self.constraint == Constraint::Axis(axis) {
            self.free
        } else {
            Constraint::Axis(axis)
        };
        let under = place_under(view, mouse, self.start, self.constraint);
        self.anchor = (under.unwrap_or(self.start), self.start);
    }

    /// Goes on finely, or no longer so, from where it is.
    pub(crate) fn set_fine(&mut self, view: &Pane, mouse: Pos2, is_fine: bool) {
        if self.is_fine == is_fine {
            return;
        }
        if let Some(under) = place_under(view, mouse, self.start, self.constraint) {
            self.anchor = (under, self.carried_to(under));
        }
        self.is_fine = is_fine;
    }

    /// Where the mouse wants the point.
    pub(crate) fn wanted(&self, view: &Pane, mouse: Pos2) -> Option<DVec3> {
        let under = place_under(view, mouse, self.start, self.constraint)?;
        Some(self.carried_to(under))
    }

    fn carried_to(&self, under: DVec3) -> DVec3 {
        let (grabbed, from) = self.anchor;
        let share = if self.is_fine { FINE } else { 1.0 };
        from + share * (under - grabbed)
    }
}

/// Where the mouse is on what a drag is bound to.
fn place_under(view: &Pane, at: Pos2, start: DVec3, constraint: Constraint) -> Option<DVec3> {
    let (_, sight) = view.ray(view.rect.center());
    match constraint {
        Constraint::View => view.on_plane(at, start, sight),
        Constraint::Ground if sight.y.abs() < FLATTEST => {
            // Seen from the side the mouse says how far across, not how deep.
            let across = DVec3::new(sight.x, 0.0, sight.z).normalize_or(DVec3::X);
            let under = view.on_plane(at, start, across)?;
            Some(DVec3::new(under.x, start.y, under.z))
        }
        Constraint::Ground => view.on_plane(at, start, DVec3::Y),
        Constraint::Plane(normal) => view.on_plane(at, start, normal),
        Constraint::Axis(axis) => view.on_line(at, start, axis),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::panes::Look;
    use egui::{Rect, pos2, vec2};

    fn from_the_side() -> Pane {
        let mut pane = Pane::new(Look::Flat);
        pane.rect = Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0));
        pane
    }

    #[test]
    fn a_point_goes_with_the_mouse_along_its_axis_only_and_finely_with_shift() {
        let view = from_the_side();
        let start = DVec3::new(0.1, 0.9, 0.0);
        let mouse = view.project(start).unwrap();
        let there = mouse + vec2(60.0, -40.0);
        let mut carry = Carry::new(&view, mouse, start, Constraint::View);
        let free = carry.wanted(&view, there).unwrap() - start;
        assert!(free.y > 0.05 && free.z.abs() > 0.05 && free.x.abs() < 1e-9);

        carry.toggle_axis(&view, mouse, DVec3::Y);
        let up = carry.wanted(&view, there).unwrap() - start;
        assert!((up - DVec3::new(0.0, free.y, 0.0)).length() < 1e-6, "{up}");
        carry.toggle_axis(&view, mouse, DVec3::Y);
        assert_eq!(carry.constraint, Constraint::View);

        carry.set_fine(&view, mouse, true);
        let fine = carry.wanted(&view, there).unwrap() - start;
        assert!((fine - FINE * free).length() < 1e-6, "{fine}");
        // Without Shift it goes on from there and does not jump.
        carry.set_fine(&view, there, false);
        let still = carry.wanted(&view, there).unwrap() - start;
        assert!((still - fine).length() < 1e-6, "{still}");
    }

    #[test]
    fn on_ground_that_is_seen_from_the_side_a_point_goes_across_and_stays_level() {
        let view = from_the_side();
        let start = DVec3::new(0.1, 0.0, 0.2);
        let mouse = view.project(start).unwrap();
        let carry = Carry::new(&view, mouse, start, Constraint::Ground);
        let there = pos2(mouse.x + 50.0, mouse.y + 30.0);
        let moved = carry.wanted(&view, there).unwrap() - start;
        assert!(moved.z.abs() > 0.05 && moved.y == 0.0 && moved.x.abs() < 1e-9);
    }
}
