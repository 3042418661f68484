//! How the figure jumps.

use super::desk::{Command, Desk};
use super::forms::JumpForm;
use super::number::number;
use super::walk::NUMBER;
use crate::document::JumpTake;
use crate::gait::{JumpOrder, Legs};
use crate::viewer::input::actions::Action;
use egui::{DragValue, Grid, Ui};

impl Desk<'_> {
    /// How high and far the next jump goes.
    pub(super) fn jump_rows(&mut self, ui: &mut Ui, legs: &Legs) {
        if matches!(legs, Legs::Many(_)) {
            ui.weak("Bodies on four feet or more walk and trot; jumps are for two feet.");
            return;
        }
        let before = self.forms.jump.unwrap_or_else(|| JumpForm::usual(legs));
        let mut form = before;
        let fineness = legs.fineness();
        Grid::new("jump")
            .num_columns(2)
            .spacing([16.0, 6.0])
            .show(ui, |ui| {
                for (words, value, range, tip) in [
                    (
                        "Jump, height",
                        &mut form.height,
                        JumpOrder::heights(fineness),
                        "How far the centre of mass rises over where it is when the body stands",
                    ),
                    (
                        "Jump, distance",
                        &mut form.distance,
                        JumpOrder::distances(fineness),
                        "How far ahead the feet land; negative: backward",
                    ),
                ] {
                    ui.label(words).on_hover_text(tip);
                    let field = DragValue::new(value)
                        .range(range)
                        .speed(0.005 * fineness)
                        .fixed_decimals(3)
                        .suffix(" m");
                    number(ui, NUMBER, field).on_hover_text(tip);
                    ui.end_row();
                }
            });
        if form != before {
            self.forms.jump = Some(form);
        }
        let tip = Action::JumpNow.entry().tip();
        if ui.button("Jump").on_hover_text(tip).clicked() {
            self.send(Command::Do(Action::JumpNow));
        }
    }
}

/// What came of a jump.
pub(super) fn jump_words(take: &JumpTake) -> String {
    let JumpTake {
        rise, flight_secs, ..
    } = take;
    let secs = take.jump.clip.duration_secs();
    format!(
        "The centre of mass rises by {rise:.2} m, in the air for {flight_secs:.2} s of {secs:.1} s."
    )
}
