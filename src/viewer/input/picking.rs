//! What lies under the mouse in a view, and how it is taken hold of.

use super::carry::{Carry, Constraint};
use super::drag::{Dragged, MouseDrag};
use crate::document::Edit;
use crate::viewer::app::App;
use crate::viewer::input::actions::Overlay;
use crate::viewer::panes::PaneId;
use crate::viewer::signs::footwork::WalkGrip;
use egui::Pos2;
use glam::{DVec2, DVec3};

/// How near the mouse has to be to a handle (points).
pub(crate) const HIT_RADIUS: f32 = 14.0;
/// Knees and elbows give way to what lies under the same mouse by so much (points).
const SMALL: f64 = 4.0;
/// What is behind gives way to what is in front of it by so much [points/m].
const BEHIND: f64 = 60.0;
/// A step's plane that is seen flatter than this (sine) is not dragged in.
const FLATTEST: f64 = 0.35;
/// A pull that is shorter changes nothing [m].
const STILL: f64 = 5e-4;

impl App {
    /// All handles under the mouse, in the order in which they are taken: what is in front comes first.
    fn handles_at(&self, pane: PaneId, at: Pos2) -> Vec<usize> {
        let pane = self.panes.get(pane);
        let scene = pane.scene(&self.scene);
        let Some(setup) = &scene.setup else {
            return Vec::new();
        };
        let handles = setup.handles.iter().enumerate();
        let near = handles.filter_map(|(index, handle)| {
            let place = setup.place_of(index, &scene.figure.kin);
            let distance = pane.project(place)?.distance(at);
            let small = if handle.rank.is_wish() { SMALL } else { 0.0 };
            let behind = BEHIND * pane.camera.depth(place);
            let order = f64::from(distance) + small + behind;
            let handle = scene.handle_of_document(index)?;
            (distance < HIT_RADIUS).then_some((handle, order))
        });
        let mut near: Vec<(usize, f64)> = near.collect();
        near.sort_by(|a, b| a.1.total_cmp(&b.1));
        near.into_iter().map(|(index, _)| index).collect()
    }

    /// The handle that the mouse would take: the one that is selected, if it is there, else the first.
    pub(super) fn handle_at(&self, pane: PaneId, at: Pos2) -> Option<usize> {
        let near = self.handles_at(pane, at);
        let selected = self.hand.selected.filter(|handle| near.contains(handle));
        selected.or(near.first().copied())
    }

    /// The handle that a click selects: where one is selected already, the next one behind it.
    pub(super) fn handle_clicked(&self, pane: PaneId, at: Pos2) -> Option<usize> {
        let near = self.handles_at(pane, at);
        let selected = near
            .iter()
            .position(|near| Some(*near) == self.hand.selected);
        let next = selected.map_or(0, |index| (index + 1) % near.len());
        near.get(next).copied()
    }

    /// The ask whose target the mouse would take, nearest first.
    pub(crate) fn target_at(&self, pane: PaneId, at: Pos2) -> Option<usize> {
        let pane = self.panes.get(pane);
        let setup = pane.scene(&self.scene).setup.as_ref()?;
        let asks = setup.asks.iter().enumerate();
        let near = asks.filter_map(|(index, ask)| {
            let distance = pane.project(ask.target()?)?.distance(at);
            (distance < HIT_RADIUS).then_some((index, distance))
        });
        let nearest = near.min_by(|a, b| a.1.total_cmp(&b.1));
        nearest.map(|(index, _)| index)
    }

    /// Takes hold of a target.
    pub(crate) fn take_target(&mut self, pane: PaneId, at: Pos2, index: usize) -> Dragged {
        self.pause();
        let asks = &self.document().setup.asks;
        let start = asks[index].target().unwrap_or_default();
        Dragged::Target {
            index,
            carry: Carry::new(self.panes.get(pane), at, start, Constraint::View),
            undo_depth: self.session.editor.undo_depth(),
        }
    }

    /// What of a walk the mouse would take.
    pub(crate) fn walk_grip_at(&self, pane: PaneId, at: Pos2) -> Option<WalkGrip> {
        let is_shown = self.shell.settings.shows(Overlay::Footprints);
        is_shown
            .then(|| self.hand.footwork.at(self.panes.get(pane), at))
            .flatten()
    }

    /// Takes hold of a footprint or an arc.
    pub(crate) fn take_walk_grip(&mut self, pane: PaneId, at: Pos2, grip: WalkGrip) -> Dragged {
        let view = self.panes.get(pane);
        let place = self.hand.footwork.place(grip).unwrap_or_default();
        let constraint = match grip {
            WalkGrip::Footprint(_) => Constraint::Ground,
            WalkGrip::Arc(step, _) => {
                let left = self.hand.footwork.swings[step].left();
                let (_, sight) = view.ray(view.rect.center());
                if sight.dot(left).abs() > FLATTEST {
                    Constraint::Plane(left)
                } else {
                    Constraint::View
                }
            }
        };
        let carry = Carry::new(view, at, place, constraint);
        self.hand.footwork.selected = Some(grip.step());
        self.session.playback.playing = false;
        Dragged::Walk {
            grip,
            carry,
            asked: None,
            undo_depth: self.session.editor.undo_depth(),
        }
    }

    /// Pulls at what is held of a walk; the walk is made again.
    pub(crate) fn pull_walk(&mut self, wanted: DVec3) {
        let Some(MouseDrag {
            what: Dragged::Walk {
                grip, carry, asked, ..
            },
            ..
        }) = &mut self.hand.drag
        else {
            return;
        };
        if asked.unwrap_or(carry.start).distance(wanted) < STILL {
            return;
        }
        *asked = Some(wanted);
        let edit = match *grip {
            WalkGrip::Footprint(index) => Edit::MoveFootstep {
                index,
                to_xz: DVec2::new(wanted.x, wanted.z),
                turn: 0.0,
            },
            WalkGrip::Arc(index, grip) => Edit::PullArc {
                index,
                grip,
                to: wanted,
            },
        };
        self.edit(edit);
        self.hand.footwork.follow(self.session.editor.document());
    }
}
