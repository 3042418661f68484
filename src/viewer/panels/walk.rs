//! How the figure walks and jumps.

use super::desk::{Command, Desk};
use super::jump::jump_words;
use super::number::number;
use crate::character::Character;
use crate::document::{Edit, Take};
use crate::gait::{ArmStyle, Legs, Manner, Walk, WalkSettings};
use crate::physics::BodyScale;
use crate::viewer::input::actions::Action;
use crate::viewer::shell::export::counted;
use egui::{DragValue, Grid, Ui};

/// Width of the fields (points).
pub(super) const NUMBER: f32 = 112.0;

const STEP_WIDTH: &str = "Step width";

impl Desk<'_> {
    pub(super) fn walk_tab(&mut self, ui: &mut Ui) {
        let legs = match Legs::of(&self.document().character) {
            Ok(legs) => legs,
            Err(e) => {
                ui.label(e.to_string());
                return;
            }
        };
        let mut settings = self
            .forms
            .walk
            .settings
            .unwrap_or_else(|| legs.usual_settings(self.session.usual_manner()));
        let before = settings;
        manner_row(ui, &legs, &mut settings);
        ui.add_space(6.0);
        self.walk_rows(ui, &legs, &mut settings);
        if settings != before {
            self.forms.walk.settings = Some(settings);
        }
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let tip = Action::WalkNow.entry().tip();
            if ui.button("Walk").on_hover_text(tip).clicked() {
                self.send(Command::Do(Action::WalkNow));
            }
            let tip = Action::DropTake.entry().tip();
            if self.document().take.is_some()
                && ui.button("Back to keys").on_hover_text(tip).clicked()
            {
                self.send(Command::Do(Action::DropTake));
            }
        });
        ui.add_space(8.0);
        self.jump_rows(ui, &legs);
        ui.add_space(8.0);
        self.take_rows(ui);
    }

    /// Speed, length, width, height and time of steps, and what the arms do.
    fn walk_rows(&mut self, ui: &mut Ui, legs: &Legs, settings: &mut WalkSettings) {
        let most = Most::of(&self.document().character);
        let is_static = settings.manner == Manner::Static;
        Grid::new("walk")
            .num_columns(2)
            .spacing([16.0, 6.0])
            .show(ui, |ui| {
                let tip = "How many steps it takes; then one more closes the feet";
                ui.label("Steps").on_hover_text(tip);
                number(
                    ui,
                    NUMBER,
                    DragValue::new(&mut self.forms.walk.steps).range(1..=400),
                )
                .on_hover_text(tip);
                ui.end_row();
                let tip = "How much it turns to its left with every step; negative: to its right";
                ui.label("Turn each step").on_hover_text(tip);
                number(
                    ui,
                    NUMBER,
                    DragValue::new(&mut self.forms.walk.turn_deg)
                        .range(-20.0..=20.0)
                        .suffix("°")
                        .speed(0.2),
                )
                .on_hover_text(tip);
                ui.end_row();
                if !is_static {
                    speed_row(ui, legs, settings);
                    ui.end_row();
                }
                let rows = [
                    (
                        "Step length",
                        &mut settings.step_length,
                        most.length,
                        " m",
                        "From one footprint to the next one",
                    ),
                    (
                        STEP_WIDTH,
                        &mut settings.step_width,
                        most.width,
                        " m",
                        "From the middle of one sole to the other, across",
                    ),
                    (
                        "Clearance",
                        &mut settings.clearance,
                        most.clearance,
                        " m",
                        "Of a swinging sole over the ground",
                    ),
                    (
                        "Crouch",
                        &mut settings.crouch,
                        most.crouch,
                        " m",
                        "How much lower than with a stretched leg",
                    ),
                ];
                // How low a body in motion is carried is up to its knees.
                let count = if is_static {
                    rows.len()
                } else {
                    rows.len() - 1
                };
                // Bodies on four legs keep the width that they have.
                let is_of_two = matches!(legs, Legs::Two(_));
                let rows = rows.into_iter().take(count);
                for (words, value, farthest, unit, tip) in
                    rows.filter(|row| is_of_two || row.0 != STEP_WIDTH)
                {
                    ui.label(words).on_hover_text(tip);
                    number(
                        ui,
                        NUMBER,
                        DragValue::new(value)
                            .range(0.0..=farthest)
                            .speed(farthest / 160.0)
                            .fixed_decimals(3)
                            .suffix(unit),
                    )
                    .on_hover_text(tip);
                    ui.end_row();
                }
                cadence_row(ui, &most, settings);
                ui.end_row();
                if is_static {
                    upright_row(ui, settings);
                    ui.end_row();
                }
                if is_of_two {
                    arm_row(ui, settings);
                    ui.end_row();
                }
            });
    }

    /// What the take on the timeline came to.
    fn take_rows(&mut self, ui: &mut Ui) {
        match self.document().take.clone() {
            Some(Take::Walk(take)) => {
                let steps = steps_words(take.walk.footsteps.len(), take.order.steps);
                let secs = take.walk.clip.duration_secs();
                ui.label(format!("{steps}, {secs:.1} s."));
                if let Some(words) = slower_words(&take.order.settings, &take.walk) {
                    ui.label(words);
                }
                if let Some(refusal) = &take.walk.refusal {
                    ui.label(format!("It stopped, balanced: {refusal}."));
                }
                match Legs::of(&self.document().character) {
                    Ok(Legs::Many(_)) => {
                        ui.weak("Footprints follow from these numbers: those of two feet alone can be dragged.");
                    }
                    Ok(Legs::Two(_)) | Err(_) => {
                        ui.weak(
                            "Drag a footprint or the dot of an arc in the view: the walk is solved again.",
                        );
                        self.arc_rows(ui, &take.walk.footsteps);
                    }
                }
            }
            Some(Take::Jump(take)) => {
                ui.label(jump_words(&take));
            }
            Some(Take::Recording(_)) | None => {}
        }
    }

    fn arc_rows(&mut self, ui: &mut Ui, footsteps: &[crate::gait::Footstep]) {
        let mut edits = Vec::new();
        let most = Most::of(&self.document().character);
        egui::CollapsingHeader::new("Arcs").show(ui, |ui| {
            for (index, step) in footsteps.iter().enumerate() {
                ui.horizontal(|ui| {
                    let side = if step.foot == 0 { "left" } else { "right" };
                    ui.label(format!("{:>2} {side}", index + 1));
                    let mut height = step.arc.height();
                    let drag = DragValue::new(&mut height)
                        .range(most.clearance / 40.0..=1.5 * most.clearance)
                        .speed(most.clearance / 80.0)
                        .fixed_decimals(3)
                        .suffix(" m");
                    let response =
                        number(ui, NUMBER, drag).on_hover_text("How high the foot is lifted");
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
            self.send(Command::Edit(edit));
        }
    }
}

/// What keeps it on its feet.
fn manner_row(ui: &mut Ui, legs: &Legs, settings: &mut WalkSettings) {
    let mut manner = settings.manner;
    ui.horizontal(|ui| {
        for (choice, words, tip) in [
            (
                Manner::Dynamic,
                "in motion",
                "As people walk: the zero-moment point of the moving body stays over its feet",
            ),
            (
                Manner::Static,
                "at rest",
                "As if it stood still at every moment: slow, it can stop anywhere, and it climbs stairs",
            ),
        ] {
            ui.selectable_value(&mut manner, choice, words)
                .on_hover_text(tip);
        }
    });
    if manner != settings.manner {
        *settings = WalkSettings {
            arms: settings.arms,
            through: settings.through,
            ..legs.usual_settings(manner)
        };
    }
}

/// How many steps it takes.
fn cadence_row(ui: &mut Ui, most: &Most, settings: &mut WalkSettings) {
    let tip = "How many steps it takes in a minute";
    ui.label("Cadence").on_hover_text(tip);
    let field = DragValue::new(&mut settings.cadence)
        .range(10.0..=most.cadence)
        .suffix(" steps/min");
    number(ui, NUMBER, field).on_hover_text(tip);
}

/// How upright it walks as if at rest.
fn upright_row(ui: &mut Ui, settings: &mut WalkSettings) {
    let tip = "How much the trunk keeps upright; 0 lets it lean as balance likes";
    ui.label("Upright").on_hover_text(tip);
    let field = DragValue::new(&mut settings.upright)
        .range(0.0..=10.0)
        .speed(0.05);
    number(ui, NUMBER, field).on_hover_text(tip);
}

/// How fast it walks: cadence, steps and swings are those of people at that speed.
fn speed_row(ui: &mut Ui, legs: &Legs, settings: &mut WalkSettings) {
    let tip = "Steps and cadence follow, as people's do; where the body would tip it goes slower";
    ui.label("Speed").on_hover_text(tip);
    let was = settings.ahead().forward;
    let mut speed = was;
    let fastest = legs.fastest_speed();
    let field = DragValue::new(&mut speed)
        .range(0.1 * fastest..=fastest)
        .speed(fastest / 200.0)
        .fixed_decimals(2)
        .suffix(" m/s");
    if number(ui, NUMBER, field).on_hover_text(tip).changed() {
        *settings = WalkSettings {
            arms: settings.arms,
            through: settings.through,
            step_width: settings.step_width,
            clearance: settings.clearance,
            ..legs.settings_at(Some(speed))
        };
    }
}

/// What a walk is like that was ordered otherwise; nothing where it is as ordered.
fn slower_words(asked: &WalkSettings, made: &Walk) -> Option<String> {
    let was = asked.ahead().forward;
    let is = made.slowest * made.settings.ahead().forward;
    if asked.manner == Manner::Dynamic && made.settings.manner == Manner::Static {
        return Some("Walked as if at rest: in motion it would tip here.".to_owned());
    }
    (is < 0.99 * was)
        .then(|| format!("Slower where it would tip at {was:.2} m/s: {is:.2} at least."))
}

/// What the arms do.
fn arm_row(ui: &mut Ui, settings: &mut WalkSettings) {
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
}

/// The most that can be asked of a walk: what a person can do, for a body of another size.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Most {
    /// Of a step [m].
    length: f64,
    width: f64,
    clearance: f64,
    crouch: f64,
    /// [1/min]
    cadence: f64,
}

impl Most {
    fn of(character: &Character) -> Self {
        let scale = BodyScale::of(character);
        Self {
            length: 0.8 * scale.length,
            width: 0.6 * scale.length,
            clearance: 0.4 * scale.length,
            crouch: 0.3 * scale.length,
            cadence: 150.0 / scale.time(),
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
    use crate::gait::{Biped, WalkOrder, walk};
    use crate::io::{load_character, load_level};

    #[test]
    fn what_can_be_asked_grows_with_the_body_and_holds_what_it_does_by_itself() {
        let mosts = ["chicken", "human"].map(|name| {
            let character = load_character(name).unwrap();
            let own = Biped::new(&character).unwrap().static_settings();
            let most = Most::of(&character);
            for (own, most) in [
                (own.step_length, most.length),
                (own.step_width, most.width),
                (own.clearance, most.clearance),
                (own.crouch, most.crouch),
                (own.cadence, most.cadence),
            ] {
                assert!(own <= most, "{name}: {own} of {most}");
            }
            most
        });
        assert!(mosts[0].length < mosts[1].length && mosts[0].cadence > mosts[1].cadence);
        assert!(
            (mosts[1].length - 0.8).abs() < 1e-3,
            "as it was for a person"
        );
    }

    #[test]
    fn a_walk_that_had_to_be_slower_says_so() {
        let human = load_character("human").unwrap();
        let biped = Biped::new(&human).unwrap();
        let asked = biped.settings_at(1.4);
        let order = WalkOrder::ahead(biped.static_settings(), 1);
        let one_step = walk(&human, &load_level("flat").unwrap(), &order, |_| {}).unwrap();
        let made = |settings: WalkSettings, slowest: f64| Walk {
            settings,
            slowest,
            ..one_step.clone()
        };
        assert_eq!(slower_words(&asked, &made(asked, 1.0)), None);
        let words = slower_words(&asked, &made(asked, 0.8)).unwrap();
        assert!(
            words.contains("1.40") && words.contains("1.12") && words.contains("would tip"),
            "{words}"
        );
        let at_rest = biped.static_settings();
        let stands = made(at_rest, 1.0);
        assert!(slower_words(&asked, &stands).unwrap().contains("at rest"));
        assert_eq!(slower_words(&at_rest, &stands), None);
    }

    #[test]
    fn a_walk_tells_the_steps_that_were_asked_for() {
        assert_eq!(steps_words(15, 14), "14 steps and a closing one");
        assert_eq!(steps_words(2, 1), "1 step and a closing one");
        assert_eq!(steps_words(9, 14), "9 steps", "it stopped on the way");
    }
}
