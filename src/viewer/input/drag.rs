//! The mouse in a view: handles and footprints are dragged, everything else turns the camera.

use super::carry::{Carry, Constraint, FINE};
use super::mouse::{CameraMotion, scroll_motion};
use crate::document::Edit;
use crate::viewer::app::App;
use crate::viewer::panes::PaneId;
use crate::viewer::signs::footwork::WalkGrip;
use egui::{CursorIcon, PointerButton, Pos2, Response, Vec2};
use glam::{DQuat, DVec3};

/// What the pressed mouse button does.
#[derive(Clone, Debug)]
pub(crate) struct MouseDrag {
    pub(crate) pane: PaneId,
    pub(crate) what: Dragged,
}

/// What is dragged.
#[derive(Clone, Debug)]
pub(crate) enum Dragged {
    /// A handle moves.
    Handle { handle: usize, carry: Carry },
    /// A handle turns about the line of sight, or about an axis of the world.
    Turn {
        start: DQuat,
        center: Pos2,
        axis: Option<DVec3>,
        /// Where the mouse was last seen from there, with the clock [rad].
        last_angle: Option<f32>,
        /// How far it has turned [rad].
        turned: f32,
    },
    /// What a limb bends towards, or what eyes look at.
    Target {
        index: usize,
        carry: Carry,
        /// Steps of undo before it.
        undo_depth: usize,
    },
    /// A footprint or an arc of a walk.
    Walk {
        grip: WalkGrip,
        carry: Carry,
        /// What it was last asked for.
        asked: Option<DVec3>,
        /// Steps of undo before it.
        undo_depth: usize,
    },
    /// A link of the ghost.
    Ghost,
    /// The camera.
    Camera(CameraMotion),
}

/// So near to its middle the mouse does not turn anything (points).
const NO_TURN: f32 = 10.0;

impl App {
    /// Everything that the mouse does in a view.
    pub(crate) fn mouse(&mut self, response: &Response, pane: PaneId) {
        let ctx = response.ctx.clone();
        let pointer = ctx.input(|input| input.pointer.interact_pos());
        if let (None, Some(at)) = (&self.hand.drag, response.hover_pos()) {
            self.hand.hovered = self.handle_at(pane, at);
            self.hand.footwork.hovered = self.walk_grip_at(pane, at);
            let is_target = self.hand.hovered.is_none() && self.target_at(pane, at).is_some();
            if self.hand.hovered.is_some() || self.hand.footwork.hovered.is_some() || is_target {
                ctx.set_cursor_icon(CursorIcon::PointingHand);
            }
        }
        if response.hovered() {
            self.panes.touch(pane);
            self.wheel(&ctx, pane);
        }
        // A turn goes on without a button until a click.
        if let Some(drag) = &self.hand.drag
            && matches!(drag.what, Dragged::Turn { .. })
        {
            if drag.pane != pane {
                return;
            }
            if let Some(at) = pointer {
                self.constrain(&ctx);
                self.turn_to(at, &ctx);
            }
            // The click that keeps it selects nothing.
            if ctx.input(|input| input.pointer.any_released()) {
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
        let is_here = self
            .hand
            .drag
            .as_ref()
            .is_some_and(|drag| drag.pane == pane);
        if is_here {
            if let Some(at) = pointer {
                self.constrain(&ctx);
                self.drag_to(at);
                let moved = ctx.input(|input| input.pointer.delta());
                self.move_camera(pane, moved);
            }
            if !ctx.input(|input| input.pointer.any_down()) {
                self.end_drag();
            }
        } else if response.double_clicked()
            && let Some(handle) = pointer.and_then(|at| self.handle_at(pane, at))
            && self.is_held(handle)
        {
            self.release(Some(handle));
        } else if response.clicked() {
            self.hand.selected = pointer.and_then(|at| self.handle_clicked(pane, at));
            let grip = pointer.and_then(|at| self.walk_grip_at(pane, at));
            self.hand.footwork.selected = grip.map(WalkGrip::step);
        }
    }

    fn begin_drag(&mut self, pane: PaneId, at: Pos2, button: PointerButton, ctx: &egui::Context) {
        let modifiers = ctx.input(|input| input.modifiers);
        let pushes = button == PointerButton::Secondary && !modifiers.any();
        let what = match self.shell.settings.mouse.motion(button, modifiers) {
            Some(_) if pushes && self.take_ghost(pane, at) => Dragged::Ghost,
            Some(motion) => Dragged::Camera(motion),
            None if button != PointerButton::Primary => return,
            None => match (self.handle_at(pane, at), self.walk_grip_at(pane, at)) {
                (None, None) if let Some(index) = self.target_at(pane, at) => {
                    self.take_target(pane, at, index)
                }
                (Some(handle), _) => {
                    // What is seen is what is dragged.
                    self.pause();
                    let scene = self.panes.get(pane).scene(&self.scene);
                    let Some(start) = scene.place_of(handle) else {
                        return;
                    };
                    if !self.edit(Edit::BeginDrag { handle }) {
                        return;
                    }
                    self.hand.selected = Some(handle);
                    let constraint = if modifiers.ctrl {
                        Constraint::Ground
                    } else {
                        Constraint::View
                    };
                    let carry = Carry::new(self.panes.get(pane), at, start, constraint);
                    Dragged::Handle { handle, carry }
                }
                (None, Some(grip)) => self.take_walk_grip(pane, at, grip),
                (None, None) => Dragged::Camera(CameraMotion::Orbit),
            },
        };
        self.hand.drag = Some(MouseDrag { pane, what });
    }

    /// X, Y and Z bind a drag or a turn to an axis; the same key again lets it go. Shift makes it fine.
    fn constrain(&mut self, ctx: &egui::Context) {
        let Some(mouse) = ctx.input(|input| input.pointer.interact_pos()) else {
            return;
        };
        let Some(MouseDrag { pane, what }) = &mut self.hand.drag else {
            return;
        };
        let view = self.panes.get(*pane);
        for (key, axis) in [
            (egui::Key::X, DVec3::X),
            (egui::Key::Y, DVec3::Y),
            (egui::Key::Z, DVec3::Z),
        ] {
            if ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, key)) {
                match what {
                    Dragged::Handle { carry, .. }
                    | Dragged::Target { carry, .. }
                    | Dragged::Walk { carry, .. } => {
                        carry.toggle_axis(view, mouse, axis);
                    }
                    Dragged::Turn { axis: bound, .. } => {
                        *bound = (*bound != Some(axis)).then_some(axis);
                    }
                    Dragged::Ghost | Dragged::Camera(_) => {}
                }
            }
        }
        if let Dragged::Handle { carry, .. }
        | Dragged::Target { carry, .. }
        | Dragged::Walk { carry, .. } = what
        {
            carry.set_fine(view, mouse, ctx.input(|input| input.modifiers.shift));
        }
    }

    fn drag_to(&mut self, at: Pos2) {
        let Some(MouseDrag { pane, what }) = &self.hand.drag else {
            return;
        };
        let view = self.panes.get(*pane);
        match what {
            Dragged::Handle { carry, handle } => {
                if let Some(wanted) = carry.wanted(view, at) {
                    let wanted = self.drawn_in(*handle, wanted, |place| view.project(place));
                    self.edit(Edit::DragTo {
                        position: Some(wanted),
                        rotation: None,
                    });
                }
            }
            Dragged::Target { index, carry, .. } => {
                if let Some(to) = carry.wanted(view, at) {
                    let index = *index;
                    self.edit(Edit::MoveTarget { index, to });
                }
            }
            Dragged::Walk { carry, .. } => {
                if let Some(wanted) = carry.wanted(view, at) {
                    self.pull_walk(wanted);
                }
            }
            Dragged::Ghost => self.pull_ghost(*pane, at),
            Dragged::Turn { .. } | Dragged::Camera(_) => {}
        }
    }

    /// Turns as the mouse goes round the handle.
    fn turn_to(&mut self, at: Pos2, ctx: &egui::Context) {
        let Some(MouseDrag {
            pane,
            what:
                Dragged::Turn {
                    start,
                    center,
                    axis,
                    last_angle,
                    turned,
                },
        }) = &mut self.hand.drag
        else {
            return;
        };
        let arm = at - *center;
        if arm.length() < NO_TURN {
            *last_angle = None;
            return;
        }
        let angle = arm.angle();
        let by = last_angle.map_or(0.0, |last| egui::emath::normalized_angle(angle - last));
        *last_angle = Some(angle);
        let fine = ctx.input(|input| input.modifiers.shift);
        *turned += if fine { FINE as f32 * by } else { by };
        // With the clock for who looks along the axis.
        let (_, sight) = self.panes.get(*pane).ray(*center);
        let axis = axis.map_or(sight, |axis| axis * axis.dot(sight).signum());
        let turn = DQuat::from_axis_angle(axis, f64::from(*turned));
        let rotation = Some((turn * *start).normalize());
        self.edit(Edit::DragTo {
            position: None,
            rotation,
        });
    }

    fn move_camera(&mut self, pane: PaneId, moved: Vec2) {
        if let Some(MouseDrag {
            what: Dragged::Camera(motion),
            ..
        }) = self.hand.drag
        {
            let middle = self.panes.get(pane).rect.center();
            let notches = f64::from(-0.1 * moved.y);
            self.panes
                .move_camera(pane, motion, moved, (notches, middle));
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
        if scroll != Vec2::ZERO {
            let motion = scroll_motion(modifiers);
            let notches = f64::from(0.02 * scroll.y);
            self.panes.move_camera(pane, motion, scroll, (notches, at));
        }
        if (pinch - 1.0).abs() > f32::EPSILON {
            let notches = f64::from(8.0 * pinch.ln());
            let zoom = CameraMotion::Zoom;
            self.panes
                .move_camera(pane, zoom, Vec2::ZERO, (notches, at));
        }
    }

    /// Keeps what was dragged.
    pub(crate) fn end_drag(&mut self) {
        let Some(drag) = self.hand.drag.take() else {
            return;
        };
        self.release_ghost();
        if matches!(drag.what, Dragged::Walk { .. }) {
            self.edit(Edit::EndDrag);
        }
        if matches!(
            drag.what,
            Dragged::Handle { .. } | Dragged::Target { .. } | Dragged::Turn { .. }
        ) {
            self.edit(Edit::EndDrag);
            self.hand.drags_done += 1;
            self.keep_between_keys();
        }
    }

    /// Takes back what was dragged.
    pub(crate) fn cancel_drag(&mut self) -> bool {
        let Some(drag) = self.hand.drag.take() else {
            return false;
        };
        match drag.what {
            Dragged::Handle { .. } | Dragged::Turn { .. } => {
                self.edit(Edit::CancelDrag);
            }
            Dragged::Target { undo_depth, .. } | Dragged::Walk { undo_depth, .. } => {
                self.edit(Edit::EndDrag);
                if self.session.editor.undo_depth() > undo_depth {
                    self.session.editor.undo();
                    self.edited(true);
                }
            }
            Dragged::Ghost | Dragged::Camera(_) => self.release_ghost(),
        }
        true
    }

    /// Whether a handle stays where it was dragged to, or carries weight.
    fn is_held(&self, handle: usize) -> bool {
        let setup = &self.document().setup;
        let own = setup.handles.get(handle);
        own.is_some_and(|own| {
            let link = own.grip.link();
            let carries = setup.plants.iter().any(|plant| Some(plant.link) == link);
            own.touched.is_some() || carries
        })
    }

    /// What was dragged stays there no longer: this handle, or all when none is chosen.
    pub(crate) fn release(&mut self, handle: Option<usize>) {
        let setup = &self.document().setup;
        let words = match handle {
            Some(handle) if !self.is_held(handle) => {
                let name = setup.handles.get(handle).map_or("", |own| &own.name);
                let name = name.replace('_', " ");
                self.refuse(format!(
                    "{name} is free already: it holds once it was dragged."
                ));
                return;
            }
            None if setup.touched().next().is_none() => {
                self.refuse("Nothing is held: what is dragged holds softly from then on.");
                return;
            }
            Some(handle) => format!("Released {}.", setup.handles[handle].name.replace('_', " ")),
            None => "Released all that was dragged.".to_owned(),
        };
        if self.edit(Edit::Release { handle }) {
            self.say(&words);
        }
    }

    /// Begins to turn the selected handle with the mouse.
    pub(crate) fn begin_turn(&mut self) {
        let Some(handle) = self.hand.selected else {
            self.refuse("Select a handle first: click on a ring.");
            return;
        };
        self.pause();
        let pane = self.panes.in_use();
        let view = self.panes.get(pane);
        // What is seen is what turns.
        let scene = view.scene(&self.scene);
        let (place, start) = (scene.place_of(handle), scene.rotation_of(handle));
        let center = place.and_then(|place| view.project(place));
        let (Some(center), Some(start)) = (center, start) else {
            return self.refuse("This figure has nothing there that turns.");
        };
        if self.document().setup.handles[handle].grip.link().is_none() {
            self.refuse("The centre of mass does not turn.");
            return;
        }
        if self.edit(Edit::BeginDrag { handle }) {
            self.say("Move the mouse round the handle; X, Y, Z for an axis; click to keep it, Esc to take it back.");
            self.hand.drag = Some(MouseDrag {
                pane,
                what: Dragged::Turn {
                    start,
                    center,
                    axis: None,
                    last_angle: None,
                    turned: 0.0,
                },
            });
        }
    }
}
