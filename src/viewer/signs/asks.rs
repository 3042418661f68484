//! What is asked beside the handles, in a view: lines between what comes together, arrows to targets, which are dragged.

use super::sketch::Sketch;
use crate::document::Ask;
use crate::viewer::input::drag::Dragged;
use crate::viewer::input::hand::Hand;
use crate::viewer::scene::Scene;
use crate::viewer::theme::color32;
use egui::{Align2, Stroke, vec2};
use glam::DVec3;

impl Scene {
    /// Every ask that has a place.
    pub(super) fn draw_asks(&self, sketch: &Sketch, hand: &Hand) {
        let Some(setup) = &self.setup else {
            return;
        };
        let kin = &self.figure.kin;
        let stroke = Stroke::new(1.5, color32(sketch.theme.accent.faded(0.8)));
        for (index, ask) in setup.asks.iter().enumerate() {
            match ask {
                Ask::Together(both) => {
                    let ends = [both.first, both.second];
                    let ends = ends.map(|end| kin.link(end.link).point(end.point_in_link));
                    sketch.line(&ends, stroke);
                }
                Ask::Look(look) => {
                    let eyes = kin.link(look.link).point(look.eyes_in_link);
                    draw_target(sketch, (eyes, look.target_in_world), stroke);
                }
                Ask::Pole(pole) => {
                    let bend = kin.pivot(pole.lower);
                    draw_target(sketch, (bend, pole.target_in_world), stroke);
                }
                Ask::Level(_) | Ask::EvenSpine => {}
            }
            let dragged = hand.drag.as_ref().map(|drag| &drag.what);
            let is_held =
                matches!(dragged, Some(Dragged::Target { index: held, .. }) if *held == index);
            let at = ask.target().and_then(|target| sketch.pane.project(target));
            if let (true, Some(at)) = (is_held, at) {
                let words = ask.name(&self.character).replace('_', " ");
                let beside = at + vec2(13.0, 0.0);
                sketch.plate(beside, Align2::LEFT_CENTER, &words, sketch.plate_colors());
            }
        }
    }
}

/// An arrow to a target.
fn draw_target(sketch: &Sketch, (from, to): (DVec3, DVec3), stroke: Stroke) {
    sketch.arrow(from, to, stroke);
    if let Some(at) = sketch.pane.project(to) {
        let halo = Stroke::new(4.0, color32(sketch.theme.handle_halo));
        sketch.ring(at, 5.0, halo);
        sketch.ring(at, 5.0, Stroke::new(2.0, color32(sketch.theme.accent)));
    }
}
