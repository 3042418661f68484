//! What is asked beside the handles: a list, what each got, and a menu of what else could be asked.

use super::desk::{Command, Desk};
use crate::document::{Ask, Edit, Grip};
use crate::ik::{Goal, GoalReport, amount};
use egui::{RichText, Ui};
use glam::DVec3;

/// Width of the names of asks (points).
const NAME: f32 = 180.0;
/// Targets farther away than this are typed wrong [m].
const FARTHEST: f64 = 100.0;

impl Desk<'_> {
    /// Every ask with what it got, numbers of its target, and a way to take it back.
    pub(super) fn ask_rows(&mut self, ui: &mut Ui) {
        let mut edits = Vec::new();
        ui.horizontal(|ui| {
            ui.strong("Also");
            let tip = "Hands together, a level cup, bends, gaze, an even spine";
            let menu = ui.menu_button("+", |ui| edits.extend(self.ask_menu(ui)));
            menu.response.on_hover_text(tip);
        });
        let document = self.document().clone();
        for (index, ask) in document.setup.asks.iter().enumerate() {
            ui.push_id(("ask", index), |ui| {
                ui.horizontal(|ui| {
                    let name = ask.name(&document.character).replace('_', " ");
                    let names = ask.goals(&document.character);
                    let words = got(
                        &names,
                        self.session.editor.goals(),
                        &self.session.editor.report().goals,
                    );
                    ui.add_sized(
                        [NAME, 20.0],
                        egui::Label::new(name).truncate().halign(egui::Align::LEFT),
                    );
                    ui.label(RichText::new(words).small());
                    let remove = ui.small_button("✖").on_hover_text("Ask for it no longer");
                    if remove.clicked() {
                        edits.push(Edit::Unask { index });
                    }
                });
                if let Some(target) = ask.target() {
                    edits.extend(target_numbers(ui, index, target));
                }
            });
        }
        if document.setup.asks.is_empty() {
            ui.weak("Nothing. Select a handle and press +.");
        }
        for edit in edits {
            self.send(Command::Edit(edit));
        }
    }

    /// What could be asked; the edit when something is chosen.
    fn ask_menu(&self, ui: &mut Ui) -> Option<Edit> {
        let mut chosen = None;
        let document = self.document();
        let (setup, character) = (&document.setup, &document.character);
        let kin = setup.kinematics(character);
        let title = |name: &str| name.replace('_', " ");
        let selected = self
            .hand
            .selected
            .and_then(|index| setup.handles.get(index));
        let selected = selected.filter(|handle| handle.grip != Grip::CenterOfMass);
        if let Some((handle, link)) = selected.and_then(|h| Some((h, h.grip.link()?))) {
            let name = title(&handle.name);
            ui.menu_button(format!("{name} together with"), |ui| {
                for other in &setup.handles {
                    let is_other = other.grip.link().is_some_and(|other| other != link);
                    if is_other && ui.button(title(&other.name)).clicked() {
                        chosen = Ask::together(&handle.grip, &other.grip);
                        ui.close();
                    }
                }
            });
            if ui.button(format!("Keep {name} level")).clicked() {
                chosen = Some(Ask::level(&kin, link));
                ui.close();
            }
        } else {
            ui.weak("Select a handle for more");
        }
        ui.menu_button("Hint at a bend", |ui| {
            let poles = (0..setup.handles.len()).filter(|h| setup.is_pole(character, *h));
            let bends = poles.filter_map(|h| character.limb(setup.handles[h].grip.link()?));
            for limb in bends {
                let joint = &character.link(limb.lower).joint.name;
                if ui.button(title(joint)).clicked() {
                    chosen = Some(Ask::pole(&kin, limb));
                    ui.close();
                }
            }
        });
        if ui.button("Look at a point").clicked() {
            chosen = Ask::look(character, &kin);
            ui.close();
        }
        if ui.button("Bend the spine evenly").clicked() {
            chosen = Some(Ask::EvenSpine);
            ui.close();
        }
        chosen.map(Edit::Ask)
    }
}

/// Three numbers that are dragged or typed.
fn target_numbers(ui: &mut Ui, index: usize, target: DVec3) -> Vec<Edit> {
    let mut to = target;
    let (mut is_changed, mut is_ended) = (false, false);
    ui.horizontal(|ui| {
        ui.add_space(8.0);
        for (value, axis) in [(&mut to.x, "x "), (&mut to.y, "y "), (&mut to.z, "z ")] {
            let number = egui::DragValue::new(value)
                .range(-FARTHEST..=FARTHEST)
                .speed(0.01)
                .fixed_decimals(2)
                .prefix(axis)
                .suffix(" m");
            let response = super::number::number(ui, 80.0, number);
            is_changed |= response.changed();
            is_ended |= response.drag_stopped() || response.lost_focus();
        }
    });
    let moved = is_changed.then_some(Edit::MoveTarget { index, to });
    let ended = is_ended.then_some(Edit::EndDrag);
    moved.into_iter().chain(ended).collect()
}

/// What the worst of its goals got: `0.2 mm`, `1.3°`.
fn got(own: &[Goal], goals: &[Goal], got: &[GoalReport]) -> String {
    let is_own = |goal: &Goal| own.iter().any(|own| own.name == goal.name);
    let results = goals.iter().zip(got).filter(|(goal, _)| is_own(goal));
    let worst = results.max_by(|a, b| a.1.after.total_cmp(&b.1.after));
    let words = worst.map(|(goal, got)| amount(goal.kind.unit(), got.after));
    words.unwrap_or_default()
}
