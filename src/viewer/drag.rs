//! The mouse in a view: handles and footprints are dragged, everything else turns the camera.

use super::app::App;
use super::panes::{Pane, PaneId};
use super::settings::MouseScheme;
use crate::document::{Edit, Take};
use egui::{PointerButton, Pos2, Response, Vec2};
use glam::{DQuat, DVec2, DVec3};

/// What the pressed mouse button does.
#[derive(Clone, Debug)]
pub(super) struct MouseDrag {
    pub(super) pane: PaneId,
    pub(super) what: Dragged,
}

/// What is dragged.
#[derive(Clone, Debug)]
pub(super) enum Dragged {
    /// A handle moves.
    Handle {
        handle: usize,
        /// Where it was.
        start: DVec3,
        /// Where the mouse was on the plane of the drag, and the wanted place then: fine moves begin here.
        anchor: (DVec3, DVec3),
        constraint: Constraint,
        is_fine: bool,
    },
    /// A handle turns about the line of sight.
    Turn {
        start: DQuat,
        center: Pos2,
        from_angle: f32,
    },
    /// A footprint of a walk.
    Footstep {
        index: usize,
        /// Steps of undo before it.
        undo_depth: usize,
    },
    Orbit,
    Pan,
    Zoom,
}

/// Where a handle may go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Constraint {
    /// In the plane of the view.
    View,
    /// Level with the ground.
    Ground,
    /// Along an axis of the world.
    Axis(DVec3),
}

/// How near the mouse has to be to a handle (points).
pub(super) const HIT_RADIUS: f32 = 14.0;
/// With Shift things move by this share.
const FINE: f64 = 0.2;

impl App {
    /// Everything that the mouse does in a view.
    pub(super) fn mouse(&mut self, response: &Response, pane: PaneId) {
        let ctx = response.ctx.clone();
        let pointer = ctx.input(|input| input.pointer.interact_pos());
        if self.drag.is_none() {
            let hover = response.hover_pos();
            self.hovered = hover.and_then(|at| self.handle_at(pane, at));
        }
        if response.hovered() {
            self.wheel(&ctx, pane);
        }
        // A turn goes on without a button until a click.
        if let Some(drag) = &self.drag
            && matches!(drag.what, Dragged::Turn { .. })
        {
            if let Some(at) = pointer {
                self.drag_to(at, &ctx);
            }
            if ctx.input(|input| input.pointer.any_pressed()) {
                self.end_drag();
            }
            return;
        }
        for button in [
            PointerButton::Primary,
            PointerButton::Middle,
            PointerButton::Secondary,
        ] {
            let start = ctx.input(|input| input.pointer.press_origin());
            if response.drag_started_by(button)
                && let Some(at) = start.or(pointer)
            {
                self.begin_drag(pane, at, button, &ctx);
            }
        }
        let is_here = self.drag.as_ref().is_some_and(|drag| drag.pane == pane);
        if is_here {
            if let Some(at) = pointer {
                self.constrain(&ctx);
                self.drag_to(at, &ctx);
                let moved = ctx.input(|input| input.pointer.delta());
                self.move_camera(pane, moved);
            }
            if !ctx.input(|input| input.pointer.any_down()) {
                self.end_drag();
            }
        } else if response.clicked() {
            self.selected = pointer.and_then(|at| self.handle_at(pane, at));
        }
    }

    /// The handle that the mouse would take, nearest first.
    fn handle_at(&self, pane: PaneId, at: Pos2) -> Option<usize> {
        if self.document().take.is_some() {
            return None;
        }
        let pane = self.panes.get(pane);
        let setup = &self.document().setup;
        let handles = setup.handles.iter().enumerate();
        let near = handles.filter_map(|(index, handle)| {
            let place = setup.place_of(index, &self.shown.kin);
            let distance = pane.project(place)?.distance(at);
            // Small ones (knees, elbows) give way to what lies under the same mouse.
            let penalty = if handle.rank.is_wish() { 4.0 } else { 0.0 };
            (distance < HIT_RADIUS).then_some((index, distance + penalty))
        });
        let nearest = near.min_by(|a, b| a.1.total_cmp(&b.1));
        nearest.map(|(index, _)| index)
    }

    /// The footprint under the mouse.
    fn footstep_at(&self, pane: PaneId, at: Pos2) -> Option<usize> {
        let Some(Take::Walk(take)) = &self.document().take else {
            return None;
        };
        let pane = self.panes.get(pane);
        let places = super::overlays::footstep_places(self.document(), take);
        let near = places.iter().enumerate().filter_map(|(index, place)| {
            let distance = pane.project(*place)?.distance(at);
            (distance < 1.5 * HIT_RADIUS).then_some((index, distance))
        });
        near.min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(index, _)| index)
    }

    fn begin_drag(&mut self, pane: PaneId, at: Pos2, button: PointerButton, ctx: &egui::Context) {
        let modifiers = ctx.input(|input| input.modifiers);
        let what = match self.camera_drag(button, modifiers) {
            Some(camera) => camera,
            None => match (self.handle_at(pane, at), self.footstep_at(pane, at)) {
                (Some(handle), _) => {
                    let start = self.document().setup.place_of(handle, &self.shown.kin);
                    if !self.edit(Edit::BeginDrag { handle }) {
                        return;
                    }
                    self.selected = Some(handle);
                    let constraint = if modifiers.ctrl {
                        Constraint::Ground
                    } else {
                        Constraint::View
                    };
                    let view = self.panes.get(pane);
                    let grabbed = place_under(view, at, start, constraint).unwrap_or(start);
                    Dragged::Handle {
                        handle,
                        start,
                        anchor: (grabbed, start),
                        constraint,
                        is_fine: false,
                    }
                }
                (None, Some(index)) => Dragged::Footstep {
                    index,
                    undo_depth: self.editor.undo_depth(),
                },
                (None, None) => Dragged::Orbit,
            },
        };
        self.drag = Some(MouseDrag { pane, what });
    }

    /// What a button does to the camera, whatever lies under the mouse.
    fn camera_drag(&self, button: PointerButton, modifiers: egui::Modifiers) -> Option<Dragged> {
        let scheme = self.settings.mouse;
        let maya = scheme != MouseScheme::Blender && modifiers.alt;
        match (button, maya) {
            (PointerButton::Primary, true) => Some(Dragged::Orbit),
            (PointerButton::Secondary, true) => Some(Dragged::Zoom),
            (PointerButton::Middle, false) if modifiers.ctrl => Some(Dragged::Zoom),
            (PointerButton::Middle, false) if !modifiers.shift => Some(Dragged::Orbit),
            (PointerButton::Middle | PointerButton::Secondary, _) => Some(Dragged::Pan),
            _ => None,
        }
    }

    /// X, Y and Z bind a drag to an axis; the same key again lets it go. Shift makes it fine.
    fn constrain(&mut self, ctx: &egui::Context) {
        let mouse = ctx.input(|input| input.pointer.interact_pos());
        let Some(MouseDrag { pane, what }) = &mut self.drag else {
            return;
        };
        let Dragged::Handle {
            start,
            anchor,
            constraint,
            is_fine,
            ..
        } = what
        else {
            return;
        };
        let mut wanted = *constraint;
        for (key, axis) in [
            (egui::Key::X, DVec3::X),
            (egui::Key::Y, DVec3::Y),
            (egui::Key::Z, DVec3::Z),
        ] {
            if ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, key)) {
                wanted = if wanted == Constraint::Axis(axis) {
                    Constraint::View
                } else {
                    Constraint::Axis(axis)
                };
            }
        }
        let fine = ctx.input(|input| input.modifiers.shift);
        let view = self.panes.get(*pane);
        if wanted != *constraint {
            *constraint = wanted;
            let under = mouse.and_then(|at| place_under(view, at, *start, wanted));
            *anchor = (under.unwrap_or(*start), *start);
        } else if fine != *is_fine {
            let under = mouse.and_then(|at| place_under(view, at, *start, wanted));
            if let Some(under) = under {
                let share = if *is_fine { FINE } else { 1.0 };
                *anchor = (under, anchor.1 + share * (under - anchor.0));
            }
        }
        *is_fine = fine;
    }

    fn drag_to(&mut self, at: Pos2, ctx: &egui::Context) {
        let Some(MouseDrag { pane, what }) = &self.drag else {
            return;
        };
        let view = self.panes.get(*pane);
        match what {
            Dragged::Handle {
                start,
                anchor: (grabbed, from),
                constraint,
                is_fine,
                ..
            } => {
                if let Some(under) = place_under(view, at, *start, *constraint) {
                    let share = if *is_fine { FINE } else { 1.0 };
                    let position = Some(*from + share * (under - *grabbed));
                    self.edit(Edit::DragTo {
                        position,
                        rotation: None,
                    });
                }
            }
            Dragged::Turn {
                start,
                center,
                from_angle,
                ..
            } => {
                let fine = ctx.input(|input| input.modifiers.shift);
                let share = if fine { FINE as f32 } else { 1.0 };
                let angle = share * ((at - *center).angle() - from_angle);
                let (_, sight) = view.ray(*center);
                let turn = DQuat::from_axis_angle(sight, f64::from(angle));
                let rotation = Some((turn * *start).normalize());
                self.edit(Edit::DragTo {
                    position: None,
                    rotation,
                });
            }
            Dragged::Footstep { index, .. } => {
                let index = *index;
                let Some(Take::Walk(take)) = &self.document().take else {
                    return;
                };
                let places = super::overlays::footstep_places(self.document(), take);
                let Some(place) = places.get(index) else {
                    return;
                };
                let under = view.on_plane(at, *place, DVec3::Y);
                let Some(under) = under.filter(|under| under.distance(*place) > 2e-3) else {
                    return;
                };
                self.edit(Edit::MoveFootstep {
                    index,
                    to_xz: DVec2::new(under.x, under.z),
                    turn: 0.0,
                });
            }
            Dragged::Orbit | Dragged::Pan | Dragged::Zoom => {}
        }
    }

    fn move_camera(&mut self, pane: PaneId, moved: Vec2) {
        let Some(MouseDrag { what, .. }) = &self.drag else {
            return;
        };
        let what = what.clone();
        let rect = self.panes.get(pane).rect;
        let camera = &mut self.panes.get_mut(pane).camera;
        match (what, pane) {
            (Dragged::Orbit, PaneId::Solid) => camera.orbit(moved),
            // The view from the side stays one.
            (Dragged::Orbit, PaneId::Flat) | (Dragged::Pan, _) => camera.pan(moved, rect),
            (Dragged::Zoom, _) => camera.zoom(f64::from(-0.1 * moved.y), rect.center(), rect),
            _ => {}
        }
    }

    fn wheel(&mut self, ctx: &egui::Context, pane: PaneId) {
        let (scroll, pinch, at, modifiers) = ctx.input(|input| {
            (
                input.smooth_scroll_delta,
                input.zoom_delta(),
                input.pointer.hover_pos(),
                input.modifiers,
            )
        });
        let Some(at) = at else { return };
        let rect = self.panes.get(pane).rect;
        let camera = &mut self.panes.get_mut(pane).camera;
        if modifiers.shift {
            camera.pan(scroll, rect);
        } else if scroll.y != 0.0 {
            camera.zoom(f64::from(0.02 * scroll.y), at, rect);
        }
        if (pinch - 1.0).abs() > f32::EPSILON {
            camera.zoom(f64::from(8.0 * pinch.ln()), at, rect);
        }
    }

    /// Keeps what was dragged.
    pub(super) fn end_drag(&mut self) {
        let Some(drag) = self.drag.take() else {
            return;
        };
        if matches!(drag.what, Dragged::Footstep { .. }) {
            self.edit(Edit::EndDrag);
        }
        if matches!(drag.what, Dragged::Handle { .. } | Dragged::Turn { .. }) {
            self.edit(Edit::EndDrag);
            self.drags_done += 1;
            let document = self.document();
            // A pose between keys that somebody changed is a key of its own.
            if !document.keys.is_empty() && document.current_key.is_none() {
                let secs = self.playback.secs;
                self.edit(Edit::AddKey { secs });
            }
        }
    }

    /// Takes back what was dragged.
    pub(super) fn cancel_drag(&mut self) -> bool {
        let Some(drag) = self.drag.take() else {
            return false;
        };
        match drag.what {
            Dragged::Handle { .. } | Dragged::Turn { .. } => {
                self.edit(Edit::CancelDrag);
            }
            Dragged::Footstep { undo_depth, .. } => {
                self.edit(Edit::EndDrag);
                if self.editor.undo_depth() > undo_depth {
                    self.editor.undo();
                    self.motion = None;
                    self.look();
                }
            }
            Dragged::Orbit | Dragged::Pan | Dragged::Zoom => {}
        }
        true
    }

    /// Begins to turn the selected handle with the mouse.
    pub(super) fn begin_turn(&mut self, mouse: Option<Pos2>) {
        let Some(handle) = self.selected else {
            self.say("Select a handle first: click on a ring.");
            return;
        };
        let (setup, kin) = (&self.document().setup, &self.shown.kin);
        let (start, place) = (setup.rotation_of(handle, kin), setup.place_of(handle, kin));
        let pane = mouse
            .and_then(|at| self.panes.at(at))
            .unwrap_or(PaneId::Solid);
        let Some(center) = self.panes.get(pane).project(place) else {
            return;
        };
        if self.edit(Edit::BeginDrag { handle }) {
            let from_angle = mouse.map_or(0.0, |at| (at - center).angle());
            self.drag = Some(MouseDrag {
                pane,
                what: Dragged::Turn {
                    start,
                    center,
                    from_angle,
                },
            });
        }
    }
}

/// Where the mouse is on what a drag is bound to.
fn place_under(view: &Pane, at: Pos2, start: DVec3, constraint: Constraint) -> Option<DVec3> {
    match constraint {
        Constraint::View => {
            let (_, sight) = view.ray(view.rect.center());
            view.on_plane(at, start, sight)
        }
        Constraint::Ground => view.on_plane(at, start, DVec3::Y),
        Constraint::Axis(axis) => view.on_line(at, start, axis),
    }
}
