//! A solve stepped through: the buttons, one sentence for the moment, what every goal misses before and after it.

use super::bench::{error_words, spoken};
use super::desk::{Command, Desk};
use super::number::number;
use crate::document::Theatre;
use crate::viewer::input::actions::Action;
use crate::viewer::session::bench::performance::{Beat, ONE_FRAME, Performance, TO_REST};
use crate::viewer::session::bench::wishes::BenchWish;
use crate::viewer::theme::color32;
use egui::{Align, Layout, RichText, ScrollArea, Ui, vec2};

/// Width of the list of goals beside the plots (points).
const GOALS: f32 = 264.0;
/// The share of the plots' width that the whole solve has; the rest is the linearisation on stage.
const WHOLE: f32 = 0.55;
const STEPS: std::ops::RangeInclusive<u32> = 1..=TO_REST;
const SPEEDS: std::ops::RangeInclusive<f64> = 0.5..=2000.0;

impl Desk<'_> {
    pub(super) fn theatre(&mut self, ui: &mut Ui, performance: &Performance) {
        let theatre = &performance.theatre;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            self.transport(ui, performance);
            ui.separator();
            let last = theatre.moments() - 1;
            ui.monospace(format!("{:>4} / {last}", theatre.at()))
                .on_hover_text(moments_tip(theatre));
            self.close_bench(ui, Action::Theatre);
        });
        ui.horizontal(|ui| {
            let sentence = format!("{}{}", cut_words(performance.steps), sentence(theatre));
            let sentence = egui::Label::new(sentence).truncate();
            let room = (ui.available_width() - GOALS).max(80.0);
            ui.allocate_ui(vec2(room, 20.0), |ui| ui.add(sentence));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                self.switches(ui, performance);
            });
        });
        ui.horizontal_top(|ui| {
            let (room, height) = (ui.available_width() - GOALS - 16.0, ui.available_height());
            let whole = (WHOLE * room).round();
            self.courses(ui, performance, vec2(whole, height));
            self.visits(ui, performance, vec2(room - whole, height));
            ui.allocate_ui_with_layout(vec2(GOALS, height), Layout::top_down(Align::Min), |ui| {
                self.residuals(ui, performance);
            });
        });
    }

    /// Forward, back, and how fast it plays.
    fn transport(&mut self, ui: &mut Ui, performance: &Performance) {
        let play = if performance.is_playing { "⏸" } else { "▶" };
        for (words, tip, wish) in [
            ("⏮", "To the start (Backspace)", BenchWish::ToStart),
            (
                "◀ lin.",
                "To where this linearisation began, or the one before it",
                BenchWish::PreviousLinearisation,
            ),
            (
                "◀ sweep",
                "To where this sweep began, or the one before it",
                BenchWish::PreviousSweep,
            ),
            ("◀ visit", "One visit back (Left)", BenchWish::Back),
            (
                play,
                "Plays from here, or stops (Space)",
                BenchWish::PlayOrPause,
            ),
            ("visit ▶", "One visit on (Right)", BenchWish::Forward),
            ("sweep ▶", "To the next sweep", BenchWish::NextSweep),
            (
                "lin. ▶",
                "To the next linearisation",
                BenchWish::NextLinearisation,
            ),
            (
                "⏭",
                "To the end: the pose that the document gets",
                BenchWish::ToEnd,
            ),
        ] {
            if ui.button(words).on_hover_text(tip).clicked() {
                self.send(Command::Bench(wish));
            }
        }
        let mut speed = performance.beats_per_sec;
        let per_point = 0.02 * speed;
        let field = egui::DragValue::new(&mut speed)
            .range(SPEEDS)
            .speed(per_point)
            .max_decimals(1);
        let tip = "How fast it plays, up to 2000 a second. Drag, or click and type.";
        if number(ui, 40.0, field).on_hover_text(tip).changed() {
            self.send(Command::Bench(BenchWish::SetSpeed(speed)));
        }
        let beats = [
            (Beat::Visit, "visits/s ⏷", "by visits"),
            (Beat::Sweep, "sweeps/s ⏷", "by sweeps"),
            (Beat::Linearisation, "lin./s ⏷", "by linearisations"),
        ];
        let now = beats.iter().find(|(beat, _, _)| *beat == performance.beat);
        ui.menu_button(now.map_or("", |(_, words, _)| words), |ui| {
            for (beat, _, words) in beats {
                let label = ui.selectable_label(beat == performance.beat, words);
                if label.clicked() {
                    self.send(Command::Bench(BenchWish::SetBeat(beat)));
                    ui.close();
                }
            }
        });
        let mut steps = performance.steps;
        let field = egui::DragValue::new(&mut steps)
            .range(STEPS)
            .speed(0.1)
            .suffix(" lin.");
        let tip = "How many linearisations are kept at most. A step that makes it worse is refused and tried again \
            shorter: that is a linearisation of the solve, too, but none of these.";
        if number(ui, 60.0, field).on_hover_text(tip).changed() {
            self.send(Command::Bench(BenchWish::SetSteps(steps)));
        }
    }

    /// How much of the solve is shown, and how errors are drawn.
    fn switches(&mut self, ui: &mut Ui, performance: &Performance) {
        let mut is_one_frame = performance.steps == ONE_FRAME;
        let tip = "One frame of the drag: at most 8 kept linearisations from the pose before it. \
            Otherwise it goes on until the pose rests, as it does side by side.";
        let label = ui.toggle_value(&mut is_one_frame, "one frame");
        if label.on_hover_text(tip).changed() {
            let steps = if is_one_frame { ONE_FRAME } else { TO_REST };
            self.send(Command::Bench(BenchWish::SetSteps(steps)));
        }
        let mut others = performance.with_others;
        let tip = "The other four strategies from the same start, thin; then each strategy has one colour, as side by side";
        let label = ui.toggle_value(&mut others, "other strategies");
        if label.on_hover_text(tip).changed() {
            self.send(Command::Bench(BenchWish::ShowOthers(others)));
        }
        let mut is_logarithmic = performance.is_logarithmic;
        let tip = "Errors by their powers of ten, or even";
        let label = ui.toggle_value(&mut is_logarithmic, "log");
        if label.on_hover_text(tip).changed() {
            self.send(Command::Bench(BenchWish::DrawLogarithmic(is_logarithmic)));
        }
    }

    /// Every goal, with what it misses before and after this moment; a click draws its line, or not.
    fn residuals(&mut self, ui: &mut Ui, performance: &Performance) {
        let theatre = &performance.theatre;
        let pairs = theatre
            .residual_before()
            .iter()
            .zip(theatre.residual_after());
        let rows = theatre.goals().iter().zip(pairs).enumerate();
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.spacing_mut().interact_size.y = 20.0;
                for (index, (goal, (before, after))) in rows {
                    let dot = ui.id().with(index);
                    let is_shown = !performance.hidden.contains(&goal.name);
                    // With other strategies, colours are those of strategies.
                    let color = if is_shown && performance.with_others {
                        color32(self.theme.text_soft)
                    } else if is_shown {
                        color32(self.theme.series(index))
                    } else {
                        color32(self.theme.text_faint)
                    };
                    let unit = goal.kind.unit();
                    let change = format!(
                        "{} ▶ {}",
                        error_words(*before, unit),
                        error_words(*after, unit)
                    );
                    // What this visit changes stands out.
                    let is_changed = (before - after).abs() > 5e-5;
                    let change = RichText::new(change).small();
                    let change = if is_changed {
                        change.strong()
                    } else {
                        change.weak()
                    };
                    let words = (
                        egui::Atom::custom(dot, vec2(10.0, 10.0)),
                        egui::Atom::from(RichText::new(spoken(&goal.name)).small()),
                        egui::Atom::grow(),
                        change,
                    );
                    let width = ui.available_width() - 4.0;
                    let row = egui::Button::new(words)
                        .frame(false)
                        .min_size(vec2(width, 20.0));
                    let row = row.atom_ui(ui);
                    if let Some(place) = row.rect(dot) {
                        let rim = egui::Stroke::new(1.5, color);
                        let fill = if is_shown { color } else { egui::Color32::TRANSPARENT };
                        ui.painter().circle(place.center(), 4.0, fill, rim);
                    }
                    let tip = "What it misses before and after this visit; a click draws its line, or not";
                    if row.response.on_hover_text(tip).clicked() {
                        let name = goal.name.clone();
                        self.send(Command::Bench(BenchWish::ToggleGoal(name)));
                    }
                }
            });
    }
}

/// What is shown where it is not the whole solve.
fn cut_words(steps: u32) -> String {
    match steps {
        TO_REST => String::new(),
        ONE_FRAME => "One frame of the drag. ".to_owned(),
        steps => format!("At most {steps} kept. "),
    }
}

/// "Linearisation 3, sweep 2: left hand pulls."
fn sentence(theatre: &Theatre) -> String {
    let visit = theatre.visit();
    let (who, what) = visit.words(theatre.goals(), theatre.character());
    let start = match visit.start {
        0 => String::new(),
        start => format!("start {}, ", start + 1),
    };
    let when = match (visit.linearisation, visit.sweep) {
        (0, _) => "Before the first linearisation".to_owned(),
        (step, 0) => format!("Linearisation {step}"),
        (step, sweep) => format!("Linearisation {step}, sweep {sweep}"),
    };
    format!("{when}: {start}{} {what}", spoken(&who))
}

fn moments_tip(theatre: &Theatre) -> String {
    match theatre.unrecorded() {
        0 => "Moments of this solve".to_owned(),
        lost => format!(
            "Moments of this solve; {lost} more before the last one were too many to be kept"
        ),
    }
}
