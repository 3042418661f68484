//! The ghost: how it holds itself, what is done to it, how well it follows.

use super::desk::{Command, Desk};
use super::number::number;
use crate::control::{BalanceReading, ControllerKind, Muscle};
use crate::document::{ComesFrom, LiveGhost};
use crate::viewer::input::actions::Action;
use crate::viewer::session::ghost::{GhostPlace, OF_PAGE};
use egui::{Checkbox, ComboBox, DragValue, Grid, Slider, Ui};

/// Times that one can look closer, and their words.
const PACES: [(f64, &str); 4] = [(1.0, "1"), (0.5, "1/2"), (0.25, "1/4"), (0.1, "1/10")];

/// Width of the fields of pushes and balls (points).
const NUMBER: f32 = 64.0;

impl Desk<'_> {
    pub(super) fn ghost_tab(&mut self, ui: &mut Ui) {
        let is_of_page = self.session.page_brings_ghost();
        let mut on = self.settings.ghost.on || is_of_page;
        let tip = "A body with weight and muscles that follows the figure (Shift+G)";
        ui.horizontal(|ui| {
            let choice = ui.add_enabled(!is_of_page, Checkbox::new(&mut on, "Ghost"));
            let choice = choice.on_hover_text(tip).on_disabled_hover_text(OF_PAGE);
            if choice.changed() {
                self.send(Command::Do(Action::Ghost));
            }
            if on {
                let mut place = self.settings.ghost.place;
                ui.selectable_value(&mut place, GhostPlace::Over, "over")
                    .on_hover_text("Behind the figure, seen where it leaves it (A)");
                ui.selectable_value(&mut place, GhostPlace::Aside, "set aside")
                    .on_hover_text("Beside the figure, solid (A)");
                if place != self.settings.ghost.place {
                    self.send(Command::Do(Action::GhostAside));
                }
            }
        });
        if !on {
            ui.weak(
                "A body with weight and muscles that follows the figure: what is posed, or what is played. \
                 Push it, throw balls at it, and see whether the motion would hold.",
            );
            return;
        }
        self.time_rows(ui);
        ui.separator();
        self.manner_rows(ui);
        ui.separator();
        self.push_rows(ui);
        ui.separator();
        self.ball_rows(ui);
        ui.separator();
        self.reading_rows(ui);
        ui.separator();
        ui.weak(
            "The right button drags its links. Undo leaves it alone; a recording of it is an edit.",
        );
    }

    fn time_rows(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let words = if self.session.ghost.paused {
                "Go on"
            } else {
                "Pause"
            };
            self.ghost_button(ui, Action::PauseGhost, words);
            self.ghost_button(ui, Action::StepGhost, "Step");
            let tip = "Puts it back into the pose; balls are gone";
            if ui.button("Stand up").on_hover_text(tip).clicked() {
                self.send(Command::StandUp);
            }
            self.record_button(ui);
        });
        ui.horizontal(|ui| {
            ui.label("Speed")
                .on_hover_text("Of the ghost and of what is played");
            for (pace, words) in PACES {
                let is_chosen = self.session.ghost.pace == pace;
                let label = ui.selectable_label(is_chosen, words);
                let tip = format!("{words} of the real speed");
                if label.on_hover_text(tip).clicked() {
                    self.send(Command::SetPace(pace));
                }
            }
        });
    }

    /// A button of an action, under its own words.
    fn ghost_button(&mut self, ui: &mut Ui, action: Action, words: &str) {
        let tip = action.entry().tip();
        if ui.button(words).on_hover_text(tip).clicked() {
            self.send(Command::Do(action));
        }
    }

    /// How it holds itself.
    fn manner_rows(&mut self, ui: &mut Ui) {
        let mut manner = self.settings.ghost.manner;
        let muscle = &mut manner.muscle;
        // Room for the words behind it.
        ui.spacing_mut().slider_width = 112.0;
        Grid::new("muscle")
            .num_columns(2)
            .spacing([16.0, 6.0])
            .show(ui, |ui| {
                ui.label("Tone").on_hover_text(
                    "How fast a joint returns when it is pushed: 1 Hz is limp, 10 Hz is rigid",
                );
                ui.horizontal(|ui| {
                    let slider = Slider::new(&mut muscle.tone_hz, 1.0..=10.0);
                    ui.add(slider.logarithmic(true).show_value(false));
                    ui.monospace(format!("{} {:.1} Hz", tone(muscle), muscle.tone_hz));
                });
                ui.end_row();
                ui.label("Strength")
                    .on_hover_text("Of its joints; 1 is a strong athlete");
                ui.horizontal(|ui| {
                    let slider = Slider::new(&mut muscle.strength, 0.1..=4.0);
                    ui.add(slider.logarithmic(true).show_value(false));
                    ui.monospace(format!("× {:.2}", muscle.strength));
                });
                ui.end_row();
            });
        ui.horizontal(|ui| {
            ui.label("Feet");
            for (kind, words, tip) in [
                (
                    ControllerKind::PinnedPd,
                    "pinned",
                    "Planted feet stay where the plan has them (pinned_pd)",
                ),
                (
                    ControllerKind::VirtualActuator,
                    "balancing",
                    "It stands by itself: pushed, it sways back over its feet, or falls (virtual_actuator)",
                ),
                (
                    ControllerKind::Pose,
                    "stiff",
                    "Friction and contacts alone carry it: it falls as a board does (pose)",
                ),
            ] {
                ui.selectable_value(&mut manner.controller, kind, words)
                    .on_hover_text(tip);
            }
        });
        if manner.controller == ControllerKind::VirtualActuator {
            ui.horizontal(|ui| {
                ui.label("Helped from")
                    .on_hover_text("Feet get from nowhere what ankles ask beyond this (thr_min)");
                let least = DragValue::new(&mut manner.least_torque).range(0.0..=1000.0);
                number(ui, NUMBER, least.suffix(" N m").fixed_decimals(0))
                    .on_hover_text("0 helps always; 1000 never");
                ui.label("gives up at")
                    .on_hover_text("It lets itself fall where an ankle asks for more (thr_max)");
                let low = manner.least_torque;
                let most = DragValue::new(&mut manner.most_torque).range(low..=10_000.0);
                number(ui, NUMBER, most.suffix(" N m").fixed_decimals(0))
                    .on_hover_text("200 is a strong person's; 10000 never");
            });
        }
        ui.horizontal(|ui| {
            ui.checkbox(&mut manner.anticipates, "anticipates")
                .on_hover_text("It gives in advance what the pose needs; else its joints sag");
            ui.checkbox(&mut manner.feedback, "feedback")
                .on_hover_text("Pushed off course, the plan starts again from where it is");
        });
        if manner != self.settings.ghost.manner {
            self.send(Command::SetManner(manner));
        }
    }

    fn push_rows(&mut self, ui: &mut Ui) {
        let character = std::sync::Arc::clone(&self.document().character);
        let form = &mut self.forms.ghost;
        let words = |name: &str| name.replace('_', " ");
        ui.horizontal(|ui| {
            let link = form
                .link
                .filter(|link| link.index() < character.links.len());
            let mut link = link.unwrap_or_else(|| LiveGhost::chest(&character));
            ComboBox::from_id_salt("pushed link")
                .selected_text(words(&character.link(link).name))
                .show_ui(ui, |ui| {
                    for id in character.link_ids() {
                        ui.selectable_value(&mut link, id, words(&character.link(id).name));
                    }
                })
                .response
                .on_hover_text("The link that is pushed");
            form.link = Some(link);
            comes_from(ui, "push", &mut form.from);
        });
        ui.horizontal(|ui| {
            let form = &mut self.forms.ghost;
            let newtons = DragValue::new(&mut form.newtons).range(1.0..=2000.0);
            number(ui, NUMBER, newtons.suffix(" N").fixed_decimals(0))
                .on_hover_text("Force of the push: drag, or click and type");
            let secs = DragValue::new(&mut form.secs).range(0.01..=5.0).speed(0.01);
            number(ui, NUMBER, secs.suffix(" s").fixed_decimals(2))
                .on_hover_text("How long it pushes");
            self.ghost_button(ui, Action::PushGhost, "Push");
        });
    }

    fn ball_rows(&mut self, ui: &mut Ui) {
        let form = &mut self.forms.ghost;
        ui.horizontal(|ui| {
            ui.label("Ball");
            comes_from(ui, "ball", &mut form.ball_from);
        });
        ui.horizontal(|ui| {
            let form = &mut self.forms.ghost;
            let mass = DragValue::new(&mut form.ball_kg).range(0.05..=50.0);
            number(ui, NUMBER, mass.speed(0.05).suffix(" kg").fixed_decimals(2))
                .on_hover_text("Mass of the ball");
            let speed = DragValue::new(&mut form.ball_speed).range(1.0..=20.0);
            number(
                ui,
                NUMBER,
                speed.speed(0.1).suffix(" m/s").fixed_decimals(1),
            )
            .on_hover_text("How fast it is thrown at the chest");
            self.ghost_button(ui, Action::ThrowBall, "Throw ball");
        });
    }

    /// How well it follows.
    fn reading_rows(&self, ui: &mut Ui) {
        let Some(live) = &self.session.ghost.live else {
            return;
        };
        let reading = live.reading();
        let degrees = |angle: f64| format!("{:.1}°", angle.to_degrees());
        let character = &self.document().character;
        let hardest = reading.hardest().map_or_else(
            || "none".to_owned(),
            |(link, effort)| {
                let joint = character.link(link).joint.name.replace('_', " ");
                format!("{joint} {:.0} %", 100.0 * effort)
            },
        );
        Grid::new("reading")
            .num_columns(3)
            .spacing([16.0, 6.0])
            .show(ui, |ui| {
                for (words, tip, value, warning) in [
                    (
                        "Off the plan",
                        "Root of the mean squared error of all joints",
                        degrees(reading.rms),
                        // Here, so that nothing below moves when it happens.
                        match (reading.left_ground, reading.fell) {
                            (true, _) => "In the air.",
                            (false, true) => "It fell.",
                            (false, false) => "",
                        },
                    ),
                    (
                        "Worst joint",
                        "The largest error now, and since it stood up",
                        format!(
                            "{} ({})",
                            degrees(reading.worst),
                            degrees(reading.worst_ever)
                        ),
                        "",
                    ),
                    (
                        "Hardest work",
                        "The joint that gives most of what it can",
                        hardest,
                        "",
                    ),
                ] {
                    ui.label(words).on_hover_text(tip);
                    ui.monospace(value);
                    ui.colored_label(ui.visuals().error_fg_color, warning);
                    ui.end_row();
                }
            });
        if let Some(balance) = &reading.balance {
            torque_bars(ui, balance);
        }
    }

    /// Begins a recording, or ends the one under way and tells how long it is.
    fn record_button(&mut self, ui: &mut Ui) {
        let recording = self
            .session
            .ghost
            .live
            .as_ref()
            .and_then(LiveGhost::recording);
        match recording {
            Some((secs, _)) => {
                self.ghost_button(ui, Action::RecordGhost, "End");
                ui.monospace(format!("{secs:.1} s"));
            }
            None => self.ghost_button(ui, Action::RecordGhost, "Record"),
        }
    }
}

/// The tone in a word.
fn tone(muscle: &Muscle) -> &'static str {
    match muscle.tone_hz {
        hz if hz < 1.5 => "limp",
        hz if hz < 3.0 => "relaxed",
        hz if hz < 5.0 => "alert",
        hz if hz < 8.0 => "firm",
        _ => "rigid",
    }
}

fn comes_from(ui: &mut Ui, salt: &str, from: &mut ComesFrom) {
    let words = |from: ComesFrom| match from {
        ComesFrom::Front => "from the front",
        ComesFrom::Behind => "from behind",
        ComesFrom::Left => "from its left",
        ComesFrom::Right => "from its right",
    };
    ComboBox::from_id_salt(salt)
        .selected_text(words(*from))
        .show_ui(ui, |ui| {
            for one in ComesFrom::ALL {
                ui.selectable_value(from, one, words(one));
            }
        })
        .response
        .on_hover_text(format!("Where the {salt} comes from"));
}

/// What ankles ask of their feet against both thresholds, in the three zones of the topple-free foot: green is borne by the ground, yellow
/// helped from nowhere, red gives up; and how much came from nowhere in all.
fn torque_bars(ui: &mut Ui, balance: &BalanceReading) {
    const SIZE: egui::Vec2 = egui::vec2(220.0, 12.0);
    const ZONES: [egui::Color32; 3] = [
        egui::Color32::from_rgb(70, 150, 90),
        egui::Color32::from_rgb(205, 170, 60),
        egui::Color32::from_rgb(190, 70, 60),
    ];
    // The least is a quarter of the bar, what is beyond the most the last tenth, whatever they are.
    let share = |torque: f64| {
        let (least, most) = (balance.least_torque, balance.most_torque);
        if torque <= least {
            0.25 * torque / least.max(1e-9)
        } else {
            let beyond = (torque - least) / (most - least).max(1e-9);
            (0.25 + 0.65 * beyond).min(1.0)
        }
    };
    for foot in &balance.feet {
        let demanded = foot.demanded.length();
        let (rect, response) = ui.allocate_exact_size(SIZE, egui::Sense::hover());
        let painter = ui.painter();
        let at = |share: f64| rect.left() + share as f32 * rect.width();
        for (zone, from, to) in [(0, 0.0, 0.25), (1, 0.25, 0.9), (2, 0.9, 1.0)] {
            let mut part = rect;
            (part.min.x, part.max.x) = (at(from), at(to));
            painter.rect_filled(part, 0.0, ZONES[zone].gamma_multiply(0.35));
            part.max.x = at(to.min(share(demanded)).max(from));
            painter.rect_filled(part, 0.0, ZONES[zone]);
        }
        response.on_hover_text(format!(
            "What the ankle asks of its foot: {demanded:.0} N m, {:.0} of it from nowhere. Helped from {:.0}, gives up at {:.0}.",
            foot.artificial.length(),
            balance.least_torque,
            balance.most_torque,
        ));
    }
    ui.monospace(format!(
        "{:.1} N m s from nowhere{}",
        balance.artificial_impulse,
        if balance.is_falling { "; gave up" } else { "" }
    ));
}
