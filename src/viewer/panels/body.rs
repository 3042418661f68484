//! The body itself: poses with names, what stands, every joint by a slider.

use super::desk::{Command, Desk};
use super::number::number;
use crate::character::{Character, Footing, JointCoordinate, JointKind};
use crate::document::Edit;
use crate::kinematics::Planted;
use crate::viewer::input::actions::Action;
use egui::{Button, CollapsingHeader, Slider, Ui};
use std::sync::Arc;

impl Desk<'_> {
    pub(super) fn body_tab(&mut self, ui: &mut Ui) {
        if self.document().take.is_some() {
            ui.label("A walk or recording is not posed by hand: Shift+W goes back to keys.");
            return;
        }
        ui.strong("Poses");
        ui.horizontal_wrapped(|ui| {
            let character = &self.document().character;
            let mut chosen = None;
            for ((name, description), preset) in self.forms.poses.of(character) {
                let button = Button::new(title(name)).small();
                let button = ui.add_enabled(preset.is_ok(), button);
                let button = button.on_hover_text(description);
                match preset {
                    Ok(preset) if button.clicked() => chosen = Some(Arc::clone(preset)),
                    Ok(_) => {}
                    Err(why) => {
                        button.on_disabled_hover_text(why);
                    }
                }
            }
            if let Some(preset) = chosen {
                self.send(Command::Edit(Edit::Preset(preset)));
            }
        });
        ui.horizontal_wrapped(|ui| {
            for action in [Action::Mirror, Action::Copy, Action::Paste, Action::Reset] {
                let entry = action.entry();
                let button = ui.small_button(entry.name);
                if button.on_hover_text(entry.tip()).clicked() {
                    self.send(Command::Do(action));
                }
            }
        });
        ui.add_space(8.0);
        self.library_rows(ui);
        ui.add_space(8.0);
        self.feet_rows(ui);
        ui.add_space(8.0);
        self.joint_rows(ui);
    }

    fn feet_rows(&mut self, ui: &mut Ui) {
        ui.strong("What stands");
        let character = Arc::clone(&self.document().character);
        for foot in character.standing_feet() {
            let own = &character.feet[foot];
            let setup = &self.document().setup;
            let standing = setup.standing(foot).copied();
            let is_held = setup.planted.first().is_some_and(|held| held.foot == foot);
            let mut stands = standing.is_some();
            ui.horizontal(|ui| {
                let tick = ui.checkbox(&mut stands, own.name.replace('_', " "));
                let tip = "Whether this foot stands; a foot that does not can be dragged (L)";
                if tick.on_hover_text(tip).changed() {
                    let edit = if stands {
                        Edit::Plant { foot }
                    } else {
                        Edit::Lift { foot }
                    };
                    self.send(Command::Edit(edit));
                }
                if ui
                    .radio(is_held, "held")
                    .on_hover_text("The tree is seen from this foot; it cannot slip (Shift+L)")
                    .clicked()
                    && !is_held
                {
                    self.send(Command::Edit(Edit::Hold { foot }));
                }
                if let Some(planted) = standing.filter(|_| own.patches.count() > 1) {
                    self.patch_ticks(ui, &character, &planted);
                }
            });
        }
    }

    /// Which soles of a foot stand.
    fn patch_ticks(&mut self, ui: &mut Ui, character: &Character, planted: &Planted) {
        let own = &character.feet[planted.foot];
        for sole in own.patches.iter() {
            let mut touches = planted.patches.contains(sole);
            let name = character.soles[sole]
                .name
                .rsplit('.')
                .next()
                .unwrap_or_default();
            let tick = ui.checkbox(&mut touches, name);
            let tip = "Whether this part of the foot carries weight (N rolls the foot)";
            if tick.on_hover_text(tip).changed() {
                let patches = if touches {
                    planted.patches.with(sole)
                } else {
                    planted.patches.without(sole)
                };
                let foot = planted.foot;
                let edit = if patches.is_empty() {
                    Edit::Lift { foot }
                } else {
                    Edit::StandOn(Footing { foot, patches })
                };
                self.send(Command::Edit(edit));
            }
        }
    }

    /// A slider for every way that a joint can turn, within its limits.
    fn joint_rows(&mut self, ui: &mut Ui) {
        ui.strong("Joints");
        let character = Arc::clone(&self.document().character);
        let mut edits = Vec::new();
        for link in character.link_ids().skip(1) {
            let joint = &character.link(link).joint;
            let coordinate = self.document().setup.pose.joint(link);
            let name = joint.name.replace('_', " ");
            CollapsingHeader::new(name)
                .id_salt(link.index())
                .show(ui, |ui| {
                    let mut frozen = self.document().setup.frozen.contains(&link);
                    if ui
                        .checkbox(&mut frozen, "frozen")
                        .on_hover_text("Does not move (J)")
                        .changed()
                    {
                        edits.push(Edit::Freeze { link, on: frozen });
                    }
                    match (coordinate, &joint.kind) {
                        (JointCoordinate::Hinge(angle), JointKind::Hinge { range, .. }) => {
                            let mut degrees = angle.to_degrees();
                            let (low, high) = (range.low.to_degrees(), range.high.to_degrees());
                            let response =
                                number(ui, 56.0, Slider::new(&mut degrees, low..=high).suffix("°"));
                            if response.changed() {
                                let coordinate = JointCoordinate::Hinge(degrees.to_radians());
                                edits.push(Edit::SetJoint { link, coordinate });
                            }
                            if response.drag_stopped() {
                                edits.push(Edit::EndDrag);
                            }
                        }
                        (JointCoordinate::Ball(turn), JointKind::Ball(limits)) => {
                            let names = ["twist", "flex", "side"].into_iter().enumerate();
                            for (which, words) in names {
                                let range = limits.angles()[which];
                                let mut degrees = limits.angles_of(turn)[which].to_degrees();
                                let (low, high) = (range.low.to_degrees(), range.high.to_degrees());
                                let slider = Slider::new(&mut degrees, low..=high);
                                let response = number(ui, 56.0, slider.suffix("°").text(words));
                                if response.changed() {
                                    let turn = limits.with_angle(turn, which, degrees.to_radians());
                                    let coordinate = JointCoordinate::Ball(turn);
                                    edits.push(Edit::SetJoint { link, coordinate });
                                }
                                if response.drag_stopped() {
                                    edits.push(Edit::EndDrag);
                                }
                            }
                        }
                        _ => {
                            ui.weak("cannot turn");
                        }
                    }
                });
        }
        for edit in edits {
            self.send(Command::Edit(edit));
        }
    }
}

/// `left_leg` as a button says it.
fn title(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_written_like_other_buttons() {
        assert_eq!(
            ["left_leg", "stand", ""].map(title),
            ["Left leg", "Stand", ""]
        );
    }
}
