//! What is asked beside the handles, in a view: lines between what comes together, arrows to targets, which are dragged.

use super::overlays::Sketch;
use crate::document::Ask;
use crate::viewer::app::App;
use crate::viewer::input::carry::{Carry, Constraint};
use crate::viewer::input::drag::{Dragged, HIT_RADIUS};
use crate::viewer::panes::PaneId;
use crate::viewer::theme::color32;
use egui::{Align2, Pos2, Stroke, vec2};
use glam::DVec3;

impl App {
    /// Every ask that has a place.
    pub(crate) fn draw_asks(&self, sketch: &Sketch) {
        let kin = &self.shown.kin;
        let stroke = Stroke::new(1.5, color32(self.theme.accent.faded(0.8)));
        for (index, ask) in self.document().setup.asks.iter().enumerate() {
            match ask {
                Ask::Together(both) => {
                    let ends = [both.first, both.second];
                    let ends = ends.map(|end| kin.link(end.link).point(end.point_in_link));
                    sketch.line(&ends, stroke);
                }
                Ask::Look(look) => {
                    let eyes = kin.link(look.link).point(look.eyes_in_link);
                    self.draw_target(sketch, index, (eyes, look.target_in_world), stroke);
                }
                Ask::Pole(pole) => {
                    let bend = kin.pivot(pole.lower);
                    self.draw_target(sketch, index, (bend, pole.target_in_world), stroke);
                }
                Ask::Level(_) | Ask::EvenSpine => {}
            }
        }
    }

    /// An arrow to a target, and its name while it is dragged.
    fn draw_target(
        &self,
        sketch: &Sketch,
        index: usize,
        (from, to): (DVec3, DVec3),
        stroke: Stroke,
    ) {
        sketch.arrow(from, to, stroke);
        let Some(at) = sketch.pane.project(to) else {
            return;
        };
        let halo = Stroke::new(4.0, color32(self.theme.handle_halo));
        sketch.ring(at, 5.0, halo);
        sketch.ring(at, 5.0, Stroke::new(2.0, color32(self.theme.accent)));
        let dragged = self.drag.as_ref().map(|drag| &drag.what);
        if matches!(dragged, Some(Dragged::Target { index: held, .. }) if *held == index) {
            let document = self.document();
            let name = document.setup.asks[index].name(&document.character);
            let beside = at + vec2(13.0, 0.0);
            let words = name.replace('_', " ");
            sketch.plate(beside, Align2::LEFT_CENTER, &words, self.plate_colors());
        }
    }

    /// The ask whose target the mouse would take, nearest first.
    pub(crate) fn target_at(&self, pane: PaneId, at: Pos2) -> Option<usize> {
        if self.document().take.is_some() {
            return None;
        }
        let pane = self.panes.get(pane);
        let asks = self.document().setup.asks.iter().enumerate();
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
            undo_depth: self.editor.undo_depth(),
        }
    }
}
