//! What is asked of the pose, and in which order of importance.

use super::desk::{Command, Desk};
use super::number::number;
use crate::document::{Edit, Handle};
use crate::ik::Rank;
use crate::viewer::input::actions::Action;
use crate::viewer::theme::color32;
use egui::{RichText, Sense, Ui, vec2};

/// Width of the names of handles (points).
const NAME: f32 = 100.0;

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
        self.handle_rows(ui);
        ui.add_space(8.0);
        self.ask_rows(ui);
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

    /// Every handle: pins, weight and rank; dragged up and down to reorder.
    fn handle_rows(&mut self, ui: &mut Ui) {
        ui.strong("Handles, the most important first");
        ui.weak("Drag a name up or down to change who gives way. The numbers are weight and rank.");
        let handles = self.document().setup.handles.clone();
        let mut edits = Vec::new();
        let mut moved = None;
        for (index, handle) in handles.iter().enumerate() {
            ui.push_id(index, |ui| {
                ui.horizontal(|ui| {
                    moved = moved.or(self.handle_name(ui, index, handle));
                    let (mut place, mut turn) =
                        (handle.position.is_some(), handle.rotation.is_some());
                    if ui
                        .toggle_value(&mut place, "pin")
                        .on_hover_text("Pin place (P)")
                        .changed()
                    {
                        edits.push(Edit::PinPosition {
                            handle: index,
                            on: place,
                        });
                    }
                    if ui
                        .toggle_value(&mut turn, "turn")
                        .on_hover_text("Pin rotation (Shift+P)")
                        .changed()
                    {
                        edits.push(Edit::PinRotation {
                            handle: index,
                            on: turn,
                        });
                    }
                    let mut weight = handle.weight;
                    let drag = egui::DragValue::new(&mut weight)
                        .range(0.05..=20.0)
                        .speed(0.02)
                        .fixed_decimals(1);
                    let response = ui
                        .add(drag)
                        .on_hover_text("Weight among handles of its rank");
                    if response.changed() {
                        edits.push(Edit::SetWeight {
                            handle: index,
                            weight,
                        });
                    }
                    if response.drag_stopped() {
                        edits.push(Edit::EndDrag);
                    }
                    let mut rank = handle.rank.0;
                    let drag = egui::DragValue::new(&mut rank).range(1..=4).prefix("r");
                    if ui
                        .add(drag)
                        .on_hover_text("Rank: a lower number wins")
                        .changed()
                    {
                        edits.push(Edit::SetRank {
                            handle: index,
                            rank: Rank(rank),
                        });
                    }
                });
            });
        }
        if let Some((from, to)) = moved
            && from != to
        {
            edits.push(Edit::MoveHandle { from, to });
        }
        for edit in edits {
            self.send(Command::Edit(edit));
        }
    }

    /// A name that selects its handle, and is dragged to another place of the list: from and to.
    fn handle_name(
        &mut self,
        ui: &mut Ui,
        index: usize,
        handle: &Handle,
    ) -> Option<(usize, usize)> {
        let is_selected = self.hand.selected == Some(index);
        let name = handle.name.replace('_', " ");
        let words = if handle.rank.is_wish() {
            RichText::new(name).weak()
        } else {
            RichText::new(name)
        };
        let label = egui::Button::selectable(is_selected, words)
            .sense(Sense::click_and_drag())
            .truncate();
        let response = ui.add_sized(vec2(NAME, 20.0), label);
        if response.clicked() {
            self.send(Command::Select(index));
        }
        response.dnd_set_drag_payload(index);
        if let Some(from) = response.dnd_hover_payload::<usize>()
            && *from != index
        {
            // Where it would go: over this one, or under it.
            let rect = response.rect.expand2(vec2(0.0, 4.0));
            let y = if *from > index {
                rect.top()
            } else {
                rect.bottom()
            };
            let line = egui::Stroke::new(2.0, color32(self.theme.accent));
            ui.painter().hline(rect.x_range(), y, line);
        }
        let dropped = response.dnd_release_payload::<usize>();
        response
            .on_hover_cursor(egui::CursorIcon::ResizeVertical)
            .on_hover_text("Click to select, drag up or down to reorder");
        dropped.map(|from| (*from, index))
    }
}
