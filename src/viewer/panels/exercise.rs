//! The exercise of a lesson: what is to be done, every rule with its figure, and what helps where one is not kept yet.

use super::desk::{Command, Desk};
use super::lesson_list::LESSONS;
use super::unbroken::unbroken;
use crate::document::{Document, Setup};
use crate::ik::Method;
use crate::lesson::{Marked, Rule, Span};
use crate::viewer::input::actions::Action;
use crate::viewer::session::study::Study;
use crate::viewer::session::studying::Lecture;
use crate::viewer::theme::color32;
use egui::{Button, Color32, Label, RichText, Sense, Stroke, Ui, Vec2, vec2};
use glam::DVec3;

/// The lamp of the mark, and the room that it has with its glow (points).
const RADIUS: f32 = 7.0;
const LAMP: Vec2 = vec2(24.0, 24.0);

impl Desk<'_> {
    pub(super) fn exercise(&mut self, ui: &mut Ui, study: &Study) {
        ui.strong("Exercise");
        let task: Vec<&str> = study.lesson.exercise.task.split_whitespace().collect();
        ui.add(Label::new(unbroken(&task.join(" "))).wrap());
        self.lamp(ui, study);
        if !study.has_begun() {
            ui.weak("The rules that it is held against:");
            for rule in &study.lesson.exercise.rules {
                ui.add(Label::new(unbroken(&format!("○ {}", rule.words()))).wrap());
            }
            return;
        }
        // Over the rules, whose hints come and go.
        self.answer_buttons(ui);
        ui.add_space(4.0);
        for (mark, rule) in listed(study) {
            let (sign, color) = if mark.passed {
                ("✔", self.theme.safe)
            } else {
                ("✖", self.theme.out)
            };
            ui.horizontal_top(|ui| {
                ui.label(RichText::new(sign).color(color32(color)));
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    let rule_and_figure = [
                        Span::Words(format!("{}  ", mark.rule)),
                        Span::Figure(mark.figure.clone()),
                    ];
                    self.paragraph(ui, &rule_and_figure);
                    if let (false, Some(rule)) = (mark.passed, rule) {
                        let document = self.session.editor.document();
                        let words = RichText::new(hint(rule, document)).small().weak();
                        ui.add(Label::new(words).wrap());
                    }
                });
            });
        }
    }

    /// The mark of what is on the stage, as it is now: a lamp that is lit when every rule is kept.
    fn lamp(&self, ui: &mut Ui, study: &Study) {
        ui.horizontal(|ui| {
            let (place, _) = ui.allocate_exact_size(LAMP, Sense::hover());
            let (middle, painter) = (place.center(), ui.painter());
            let ring =
                |color: Color32| painter.circle_stroke(middle, RADIUS, Stroke::new(2.0, color));
            let theme = self.theme;
            let words = if !study.has_begun() {
                ring(color32(theme.text_faint));
                "Not marked yet: what it begins with is worked out.".to_owned()
            } else if study.is_accepted() {
                // Lit, with a glow.
                painter.circle_filled(middle, RADIUS + 4.0, color32(theme.safe.faded(0.3)));
                painter.circle_filled(middle, RADIUS, color32(theme.safe));
                "Accepted. Every rule is kept. Well done.".to_owned()
            } else {
                ring(color32(theme.out));
                let all = listed(study).count();
                let kept = listed(study).filter(|(mark, _)| mark.passed).count();
                match all {
                    1 => "Not accepted yet.".to_owned(),
                    all => format!("Not accepted yet: {kept} of {all} rules kept."),
                }
            };
            let tip = "Marked after every change, as `lesson mark` marks it";
            let words = Label::new(RichText::new(words).strong()).wrap();
            ui.add(words).on_hover_text(tip);
        });
    }

    fn answer_buttons(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let tip = "Writes your answer as a project, which `contrapposto lesson mark` marks by the same rules";
            let save = ui.button("Save answer…").on_hover_text(tip);
            if save.clicked() {
                self.send(Command::Do(Action::SaveAs));
            }
            let tip = "Puts what the exercise began with on the stage";
            if ui.button("Begin again").on_hover_text(tip).clicked() {
                self.send(Command::Lesson(Lecture::Begin));
            }
        });
    }

    /// The way on from an exercise that is done: to the next lesson, or to the list of all.
    pub(super) fn next_lesson(&mut self, ui: &mut Ui, study: &Study) {
        let mut heads = LESSONS.iter();
        let next = heads.find(|head| head.number == study.lesson.number + 1);
        if !study.is_accepted() {
            return;
        }
        let Some(next) = next else {
            let button = Button::new("All lessons").selected(true);
            let tip = Action::Learn.entry().tip();
            if ui.add(button).on_hover_text(tip).clicked() {
                self.send(Command::Do(Action::Learn));
            }
            return;
        };
        let button = Button::new("Next lesson").selected(true);
        if ui.add(button).on_hover_text(&next.title).clicked() {
            let name = next.number.to_string();
            self.send(Command::Lesson(Lecture::Open(name)));
        }
    }
}

/// Marks with their rules. The body is worth a line when it is another one.
fn listed(study: &Study) -> impl Iterator<Item = (&Marked, Option<&Rule>)> {
    let rules = study.lesson.exercise.rules.iter().map(Some);
    let rules = std::iter::once(None).chain(rules);
    let all = study.marks().iter().zip(rules);
    all.filter(|(mark, rule)| rule.is_some() || !mark.passed)
}

/// What helps to keep a rule, by what is in its way.
fn hint(rule: &Rule, document: &Document) -> String {
    let (character, setup) = (&document.character, &document.setup);
    let is_planted = |name: &String| {
        let footing = character.find_footing(name);
        footing.is_some_and(|footing| setup.is_planted(footing.foot))
    };
    let spoken = |name: &str| name.replace('_', " ");
    match rule {
        Rule::Reaches {
            effector,
            target,
            within,
        } if is_asked_there(setup, effector, *target, *within) && matches!(setup.solving.method, Method::Sweep { .. }) => {
            "Its target is there already, and the sweeps stop before it: Goals tab, How it is solved, another method.".to_owned()
        }
        Rule::Reaches {
            effector,
            target,
            within,
        } if is_asked_there(setup, effector, *target, *within) => {
            "Its target is there already, and it gives way: pull less elsewhere, rank it higher, or change the strategy (Goals tab).".to_owned()
        }
        Rule::Reaches { effector, .. } if is_pinned(setup, effector) => format!(
            "Drag the diamond of the {} onto its mark; close to it, it snaps there.",
            spoken(effector)
        ),
        Rule::Reaches { effector, .. } => format!(
            "Drag the ring of the {} onto its mark; close to it, it snaps there. P pins it.",
            spoken(effector)
        ),
        Rule::Margin { .. } => {
            "Goals tab: balance over the feet with this margin; B repairs.".to_owned()
        }
        Rule::Planted(soles) if soles.iter().all(is_planted) => {
            "It is planted, and pulled off its place: ask less of the hand, or rank the feet above it (Goals tab).".to_owned()
        }
        Rule::Planted(_) => "Click on the foot's ring, then L plants it.".to_owned(),
        Rule::Lifted { .. } => "Click on the foot's ring, L lifts it, then drag it up.".to_owned(),
        Rule::Level { link, .. } => format!(
            "Click on the ring of the {}, then Goals tab, Also +, Keep level.",
            spoken(link)
        ),
        Rule::Joint { .. } => "Drag the limb, or move its slider in the Body tab.".to_owned(),
        Rule::ComHeight { .. } => "Drag the pelvis or the black and white ball.".to_owned(),
        Rule::Height { point, .. } if setup.handles.iter().any(|it| it.position.is_some()) => {
            format!(
                "Drag the {} by its ring; or Goals tab, Also +, Hint at a bend.",
                spoken(point)
            )
        }
        Rule::Height { point, .. } => format!(
            "Pin the hand with P, then drag the {}; or Goals tab, Also +, Hint at a bend.",
            spoken(point)
        ),
        Rule::WithinLimits => "Undo, or move the joint's slider in the Body tab.".to_owned(),
        Rule::Rank { handle, .. } => format!(
            "Goals tab: the number before {}; pin shows that it is asked for.",
            spoken(handle)
        ),
        Rule::Priority(_) => "Goals tab, How it is solved: the strategy.".to_owned(),
        Rule::Walk { .. } => "Walk tab: at rest, then Walk, or W. Shorter steps keep more margin.".to_owned(),
    }
}

/// Whether a handle is pinned so near to a place.
fn is_asked_there(setup: &Setup, handle: &str, place: DVec3, within: f64) -> bool {
    let pin = pin_of(setup, handle);
    pin.is_some_and(|pin| pin.distance(place) <= within)
}

fn is_pinned(setup: &Setup, handle: &str) -> bool {
    pin_of(setup, handle).is_some()
}

/// Where a handle is pinned [m].
fn pin_of(setup: &Setup, handle: &str) -> Option<DVec3> {
    let mut handles = setup.handles.iter();
    handles.find(|own| own.name == handle)?.position
}
