//! The panel of the bench, in the place of the timeline: a table of what figures miss, or a solve with its plot.

use super::desk::{Command, Desk};
use crate::ik::Unit;
use crate::viewer::app::App;
use crate::viewer::input::actions::Action;
use crate::viewer::session::bench::Bench;
use egui::{Context, Ui};

/// Higher than the timeline by what a plot needs (points).
const HEIGHT: f32 = 216.0;

impl App {
    /// What is on the bench.
    pub(crate) fn bench_panel(&mut self, ctx: &Context) {
        // No room that is empty: figures have it.
        let height = match &self.session.bench {
            Some(Bench::Cases(cases)) => self.cases_height(cases).min(HEIGHT),
            _ => HEIGHT,
        };
        egui::TopBottomPanel::bottom("bench")
            .exact_height(height)
            .show(ctx, |ui| {
                ui.add_space(2.0);
                ui.spacing_mut().item_spacing.y = 4.0;
                self.at_desk(|desk| match &desk.session.bench {
                    Some(Bench::Comparison(comparison)) => desk.comparison(ui, comparison),
                    Some(Bench::Performance(performance)) => desk.theatre(ui, performance),
                    Some(Bench::Cases(cases)) => desk.cases_beside(ui, cases),
                    None => {}
                });
            });
    }
}

impl Desk<'_> {
    /// A button at the right that goes back to the timeline.
    pub(super) fn close_bench(&mut self, ui: &mut Ui, action: Action) {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let tip = format!("Back to the timeline ({}, Esc)", action.entry().keys());
            if ui.button("✖").on_hover_text(tip).clicked() {
                self.send(Command::Do(action));
            }
        });
    }
}

/// "80.1 mm", "0.3°".
pub(crate) fn error_words(error: f64, unit: Unit) -> String {
    match unit {
        Unit::Metres => format!("{:.1} mm", 1e3 * error),
        Unit::Radians => format!("{:.1}°", error.to_degrees()),
    }
}

/// A name as people read it.
pub(super) fn spoken(name: &str) -> String {
    name.replace('_', " ")
}
