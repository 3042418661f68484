//! How the figure walks.

use crate::document::{Edit, Take};
use crate::gait::{ArmStyle, Biped, WalkSettings};
use crate::viewer::app::App;
use crate::viewer::input::actions::Action;
use crate::viewer::shell::export::counted;
use egui::{DragValue, Grid, Ui};

impl App {
    pub(crate) fn walk_tab(&mut self, ui: &mut Ui) {
        let biped = match Biped::new(&self.document().character) {
            Ok(biped) => biped,
            Err(e) => {
                ui.label(e.to_string());
                return;
            }
        };
        let mut settings = self.forms.walk.settings.unwrap_or_else(|| biped.settings());
        let before = settings;
        self.walk_rows(ui, &mut settings);
        if settings != before {
            self.forms.walk.settings = Some(settings);
        }
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let tip = Action::WalkNow.entry().tip();
            if ui.button("Walk").on_hover_text(tip).clicked() {
                self.perform(Action::WalkNow);
            }
            let tip = Action::DropTake.entry().tip();
            if self.document().take.is_some()
                && ui.button("Back to keys").on_hover_text(tip).clicked()
            {
                self.perform(Action::DropTake);
            }
        });
        ui.add_space(8.0);
        self.take_rows(ui);
    }

    /// Length, width, height and time of steps, and what the arms do.
    fn walk_rows(&mut self, ui: &mut Ui, settings: &mut WalkSettings) {
        Grid::new("walk")
            .num_columns(2)
            .spacing([16.0, 6.0])
            .show(ui, |ui| {
                let tip = "How many steps it takes; then one more closes the feet";
                ui.label("Steps").on_hover_text(tip);
                ui.add(DragValue::new(&mut self.forms.walk.steps).range(1..=400))
                    .on_hover_text(tip);
                ui.end_row();
                let tip = "How much it turns to its left with every step; negative: to its right";
                ui.label("Turn each step").on_hover_text(tip);
                ui.add(
                    DragValue::new(&mut self.forms.walk.turn_deg)
                        .range(-20.0..=20.0)
                        .suffix("°")
                        .speed(0.2),
                )
                .on_hover_text(tip);
                ui.end_row();
                for (words, value, most, unit, tip) in [
                    (
                        "Step length",
                        &mut settings.step_length,
                        0.8,
                        " m",
                        "From one footprint to the next one",
                    ),
                    (
                        "Step width",
                        &mut settings.step_width,
                        0.6,
                        " m",
                        "From the middle of one sole to the other, across",
                    ),
                    (
                        "Clearance",
                        &mut settings.clearance,
                        0.4,
                        " m",
                        "Of a swinging sole over the ground",
                    ),
                    (
                        "Crouch",
                        &mut settings.crouch,
                        0.3,
                        " m",
                        "How much lower than with a stretched leg",
                    ),
                ] {
                    ui.label(words).on_hover_text(tip);
                    ui.add(
                        DragValue::new(value)
                            .range(0.0..=most)
                            .speed(0.005)
                            .fixed_decimals(3)
                            .suffix(unit),
                    )
                    .on_hover_text(tip);
                    ui.end_row();
                }
                let tip = "How many steps it takes in a minute";
                ui.label("Cadence").on_hover_text(tip);
                ui.add(
                    DragValue::new(&mut settings.cadence)
                        .range(10.0..=120.0)
                        .suffix(" steps/min"),
                )
                .on_hover_text(tip);
                ui.end_row();
                let tip = "How much the trunk keeps upright; 0 lets it lean as balance likes";
                ui.label("Upright").on_hover_text(tip);
                ui.add(
                    DragValue::new(&mut settings.upright)
                        .range(0.0..=10.0)
                        .speed(0.05),
                )
                .on_hover_text(tip);
                ui.end_row();
                ui.label("Arms").on_hover_text("What they do meanwhile");
                ui.horizontal(|ui| {
                    for (arms, words, tip) in [
                        (ArmStyle::Still, "still", "They hang"),
                        (ArmStyle::Swing, "swing", "Each goes with the other leg"),
                        (ArmStyle::Out, "out", "Held out to the sides, as on a rope"),
                    ] {
                        ui.selectable_value(&mut settings.arms, arms, words)
                            .on_hover_text(tip);
                    }
                });
                ui.end_row();
            });
    }

    /// What the take on the timeline came to.
    fn take_rows(&mut self, ui: &mut Ui) {
        match self.document().take.clone() {
            Some(Take::Walk(take)) => {
                let steps = steps_words(take.walk.footsteps.len(), take.order.steps);
                let secs = take.walk.clip.duration_secs();
                ui.label(format!("{steps}, {secs:.1} s."));
                if let Some(refusal) = &take.walk.refusal {
                    ui.label(format!("It stopped, balanced: {refusal}."));
                }
                ui.weak(
                    "Drag a footprint or the dot of an arc in the view: the walk is solved again.",
                );
                self.arc_rows(ui, &take.walk.footsteps);
            }
            Some(Take::Recording(_)) | None => {}
        }
    }

    fn arc_rows(&mut self, ui: &mut Ui, footsteps: &[crate::gait::Footstep]) {
        let mut edits = Vec::new();
        egui::CollapsingHeader::new("Arcs").show(ui, |ui| {
            for (index, step) in footsteps.iter().enumerate() {
                ui.horizontal(|ui| {
                    let side = if step.foot == 0 { "left" } else { "right" };
                    ui.label(format!("{:>2} {side}", index + 1));
                    let mut height = step.arc.height();
                    let drag = DragValue::new(&mut height)
                        .range(0.01..=0.6)
                        .speed(0.005)
                        .fixed_decimals(3)
                        .suffix(" m");
                    let response = ui.add(drag).on_hover_text("How high the foot is lifted");
                    if response.changed() {
                        edits.push(Edit::SetArcHeight {
                            index,
                            clearance: height,
                        });
                    }
                    if response.drag_stopped() {
                        edits.push(Edit::EndDrag);
                    }
                });
            }
        });
        for edit in edits {
            self.edit(edit);
        }
    }
}

/// How many steps a walk has, told as they were asked for: the step that closes the feet is one more.
fn steps_words(made: usize, asked: usize) -> String {
    if made == asked + 1 {
        format!("{} and a closing one", counted(asked, "step"))
    } else {
        counted(made, "step")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_tells_the_steps_that_were_asked_for() {
        assert_eq!(steps_words(15, 14), "14 steps and a closing one");
        assert_eq!(steps_words(2, 1), "1 step and a closing one");
        assert_eq!(steps_words(9, 14), "9 steps", "it stopped on the way");
    }
}
