//! What is asked of the pose, and in which order of importance.

use super::desk::{Command, Desk};
use super::number::number;
use crate::document::Edit;
use crate::viewer::input::actions::Action;
use egui::Ui;

impl Desk<'_> {
    pub(super) fn goals_tab(&mut self, ui: &mut Ui) {
        if self.document().take.is_some() {
            self.take_words(ui);
            return;
        }
        self.who_gave_way(ui);
        ui.add_space(8.0);
        self.balance_rows(ui);
        ui.add_space(8.0);
        self.held_rows(ui);
        self.ranked_rows(ui);
        ui.add_space(8.0);
        self.ask_rows(ui);
        ui.add_space(8.0);
        self.solving_rows(ui);
    }

    /// What holds softly since it was dragged, and what carries beside the feet.
    fn held_rows(&mut self, ui: &mut Ui) {
        let document = self.document().clone();
        let setup = &document.setup;
        let carries = |index: &usize| {
            let link = setup.handles[*index].grip.link();
            setup.plants.iter().any(|plant| Some(plant.link) == link)
        };
        let all = 0..setup.handles.len();
        let carrying: Vec<usize> = all.filter(carries).collect();
        let touched: Vec<usize> = setup.touched().collect();
        let lists = [
            (
                "Holds since it was dragged",
                touched,
                "Free again (Q, or a double click on its ring)",
            ),
            (
                "Carries weight beside the feet",
                carrying,
                "Lifts it: it carries no longer",
            ),
        ];
        for (title, handles, tip) in lists {
            if handles.is_empty() {
                continue;
            }
            ui.strong(title);
            ui.horizontal_wrapped(|ui| {
                for handle in handles {
                    let name = setup.handles[handle].name.replace('_', " ");
                    if ui
                        .small_button(format!("{name} ✖"))
                        .on_hover_text(tip)
                        .clicked()
                    {
                        let handle = Some(handle);
                        self.send(Command::Edit(Edit::Release { handle }));
                    }
                }
            });
            ui.add_space(8.0);
        }
    }

    /// What the motion on the timeline is.
    fn take_words(&mut self, ui: &mut Ui) {
        ui.label("The timeline shows a walk or a recording.");
        ui.weak("Footprints and arcs can be dragged in the view; the walk is solved again.");
        ui.add_space(8.0);
        let tip = Action::DropTake.entry().tip();
        if ui.button("Back to keys").on_hover_text(tip).clicked() {
            self.send(Command::Do(Action::DropTake));
        }
    }

    fn balance_rows(&mut self, ui: &mut Ui) {
        ui.strong("Balance");
        let setup = &self.document().setup;
        let mut keeps = setup.keeps_balance;
        let mut margin_mm = 1e3 * setup.margin;
        if ui
            .checkbox(&mut keeps, "stays over the feet")
            .on_hover_text(Action::Balance.entry().tip())
            .changed()
        {
            self.send(Command::Edit(Edit::KeepBalance(keeps)));
        }
        ui.horizontal(|ui| {
            let slider = egui::Slider::new(&mut margin_mm, 0.0..=80.0)
                .suffix(" mm")
                .text("margin");
            let tip = "How far inside the edge of the support the centre of mass stays";
            let response = number(ui, 56.0, slider).on_hover_text(tip);
            if response.changed() {
                self.send(Command::Edit(Edit::SetMargin(1e-3 * margin_mm)));
            }
            if response.drag_stopped() {
                self.send(Command::Edit(Edit::EndDrag));
            }
        });
        if ui
            .button("Repair")
            .on_hover_text("Least change of the pose to this margin (B)")
            .clicked()
        {
            self.send(Command::Do(Action::Repair));
        }
    }
}
