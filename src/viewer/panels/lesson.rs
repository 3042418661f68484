//! The lesson tab: a page with figures that follow the stage, steps that are shown there, cases side by side, a question.
//! Without a lesson it lists them all.

use super::desk::{Command, Desk};
use super::fitting::fitting;
use super::invitation::invitation;
use super::status::feet_words;
use super::unbroken::unbroken;
use super::walk_clock::walk_clock;
use super::{LessonPart, paragraph::widest};
use crate::character::Character;
use crate::kinematics::Stance;
use crate::lesson::{Drawn, Page, Question, SteppedFrame};
use crate::viewer::app::App;
use crate::viewer::input::actions::Action;
use crate::viewer::session::bench::Bench;
use crate::viewer::session::bench::cases::stand_beside;
use crate::viewer::session::study::Study;
use crate::viewer::session::studying::Lecture;
use crate::viewer::theme::color32;
use egui::{Align, Button, Color32, Label, Layout, RichText, Sense, Spinner, TextStyle, Ui, vec2};

/// Of the dots for pages, and from one to the next (points).
const DOT: f32 = 3.5;
const DOT_WIDTH: f32 = 13.0;

/// Beside the name of a case (points).
const CASE_PADDING: f32 = 2.0;
/// So much of the panel is in the colour under a chosen answer.
const ANSWERED: f64 = 0.6;

impl Desk<'_> {
    pub(super) fn lesson_tab(&mut self, ui: &mut Ui) {
        let session = self.session;
        let study = session.study.as_ref().filter(|_| !self.forms.lists_lessons);
        let Some(study) = study else {
            return self.lesson_list(ui);
        };
        let lesson = &study.lesson;
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let tip = Action::LeaveLesson.entry().tip();
                if ui.small_button("✖").on_hover_text(tip).clicked() {
                    self.send(Command::Lesson(Lecture::Leave));
                }
                if study.is_solving() {
                    let spinner = ui.add(Spinner::new().size(14.0));
                    spinner.on_hover_text("Figures are being worked out");
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    // Small: titles fit beside a scroll bar.
                    let words = format!("Lesson {} · {}", lesson.number, lesson.title);
                    ui.add(Label::new(RichText::new(words).small().weak()).truncate());
                });
            });
        });
        match study.page() {
            Some(page) => self.page(ui, study, page),
            None => self.exercise(ui, study),
        }
        ui.add_space(8.0);
    }

    fn page(&mut self, ui: &mut Ui, study: &Study, page: &Page) {
        ui.strong(&page.title);
        for paragraph in page.text.filled(|case| study.figures(case)) {
            self.paragraph(ui, &paragraph);
        }
        // What comes and goes keeps its room: nothing below moves under the mouse.
        let has_steps = !page.show_me.is_empty();
        let words = "Figures are of the stage after \"Show me\".";
        room_for(ui, has_steps, study.speaks_of_later(), words);
        if page.counts_steps() {
            ui.weak(
                "Figures count the steps of this page; what is dragged goes on until it rests.",
            );
        }
        // Views of cases have no arrows.
        let is_beside = matches!(self.session.bench, Some(Bench::Cases(_)));
        for words in page.scene.drawn.iter().map(legend) {
            room_for(ui, true, !is_beside, words);
        }
        self.steps(ui, study, page);
        self.cases(ui, study, page);
        if let Some(question) = &page.question {
            ui.separator();
            self.question(ui, study, question);
        }
        if let Some(words) = invitation(&study.lesson.may_change) {
            ui.separator();
            ui.weak(words);
        }
    }

    /// The clock of the walk on the stage; or a button that shows the page's steps there, and what they are.
    fn steps(&mut self, ui: &mut Ui, study: &Study, page: &Page) {
        // Side by side the walks have a clock of their own.
        let is_beside = matches!(self.session.bench, Some(Bench::Cases(_)));
        if let Some((walk, clock)) = study.walk().filter(|_| !is_beside) {
            if let Some(wish) = walk_clock(ui, &clock) {
                self.send(Command::Lesson(Lecture::Walk(wish)));
            }
            if let Some(frame) = walk.walked_at(clock.secs) {
                ui.weak(state_words(&walk.scene.character, frame));
            }
            return;
        }
        let tip = match (page.show_me.is_empty(), study.plays()) {
            (false, _) => "Does these steps on the stage, one after the other",
            (true, true) => "Plays the walk on the stage from its beginning",
            (true, false) => return,
        };
        if is_beside && page.show_me.is_empty() {
            return;
        }
        let button = Button::new("⏵ Show me").selected(study.is_showing);
        if ui.add(button).on_hover_text(tip).clicked() {
            self.send(Command::Lesson(Lecture::ShowMe));
        }
        let mut stage = page.scene.clone();
        for (index, step) in page.show_me.iter().enumerate() {
            let words = unbroken(&step.words(&stage));
            stage.perform(step);
            let sign = if index < study.steps() { "✔" } else { "○" };
            ui.weak(format!("{sign} {words}"));
        }
    }

    /// Cases in columns: a button that puts one on the stage, and its figures.
    fn cases(&mut self, ui: &mut Ui, study: &Study, page: &Page) {
        if page.cases.is_empty() {
            return;
        }
        ui.add_space(4.0);
        if stand_beside(page) {
            let is_on = matches!(self.session.bench, Some(Bench::Cases(_)));
            let button = Button::new("Cases side by side").selected(is_on).small();
            let tip = "Each case in a view of its own, with the table of this page below";
            let button = ui.add_enabled(!study.is_solving(), button);
            if button.on_hover_text(tip).clicked() {
                self.send(Command::Lesson(Lecture::CasesBeside));
            }
        }
        let count = page.cases.len();
        // Words are not broken: where many are side by side they are small, and stand below each other.
        let style = if count > 3 {
            TextStyle::Small
        } else {
            TextStyle::Button
        };
        ui.columns(count, |columns| {
            let width = columns[0].available_width() - 2.0 * CASE_PADDING;
            let heights = page.cases.iter().map(|case| {
                let font = style.resolve(columns[0].style());
                let ink = Color32::PLACEHOLDER;
                let words = columns[0]
                    .painter()
                    .layout(case.name.clone(), font, ink, width);
                words.size().y + 2.0 * columns[0].spacing().button_padding.y
            });
            let height = heights.fold(0.0, f32::max);
            for (index, (ui, case)) in columns.iter_mut().zip(&page.cases).enumerate() {
                let is_shown = study.shown_case() == Some(index);
                ui.spacing_mut().button_padding.x = CASE_PADDING;
                let name = RichText::new(&case.name).text_style(style.clone());
                let size = vec2(ui.available_width(), height);
                let button = Button::new(name).selected(is_shown).wrap();
                let tip = format!("Puts this case on the stage: {}", case.name);
                if ui.add(button.min_size(size)).on_hover_text(tip).clicked() {
                    self.send(Command::Lesson(Lecture::ShowCase(index)));
                }
            }
        });
        for number in &page.table {
            ui.label(RichText::new(number.words()).small().weak());
            ui.columns(count, |columns| {
                for (ui, case) in columns.iter_mut().zip(&page.cases) {
                    let figures = study.figures(Some(&case.name));
                    let value = figures.and_then(|(scene, solved)| number.of(scene, solved));
                    let value = value.map_or("…".to_owned(), |value| value.to_string());
                    // Columns are narrow.
                    let value = value.replace(" mm per degree", " mm/°");
                    let ink = color32(self.theme.accent);
                    let width = ui.available_width();
                    let room = fitting(ui, unbroken(&widest(&value)), width);
                    ui.set_min_height(height_of(ui, room));
                    let value = fitting(ui, unbroken(&value), width);
                    ui.add(Label::new(value.color(ink)).wrap());
                }
            });
        }
    }

    fn question(&mut self, ui: &mut Ui, study: &Study, question: &Question) {
        ui.strong(unbroken(&question.ask));
        let chosen = study.chosen();
        for (index, choice) in question.choices.iter().enumerate() {
            let is_chosen = chosen == Some(index);
            let sign = match (is_chosen, index == question.right) {
                (false, _) => "○",
                (true, true) => "✔",
                (true, false) => "✖",
            };
            let words = unbroken(&format!("{sign} {choice}"));
            let mut button = Button::selectable(is_chosen, words).wrap().frame(true);
            if is_chosen {
                let is_right = index == question.right;
                let color = if is_right {
                    self.theme.safe
                } else {
                    self.theme.out
                };
                button = button.fill(color32(color.mixed(self.theme.panel, ANSWERED)));
            }
            let size = vec2(ui.available_width(), 0.0);
            if ui.add(button.min_size(size)).clicked() {
                self.send(Command::Lesson(Lecture::Answer(index)));
            }
        }
        let reply = match chosen {
            Some(chosen) if chosen == question.right => {
                unbroken(&format!("Right. {}", question.because))
            }
            Some(_) => {
                "Not quite. Look at the text and the stage again, and try another.".to_owned()
            }
            None => return,
        };
        let reply = ui.label(reply);
        if self.forms.shows_next(LessonPart::Reply) {
            reply.scroll_to_me(None);
        }
    }

    /// Back, where one is, and on; it stays when the page is scrolled.
    pub(super) fn lesson_foot(&mut self, ui: &mut Ui) {
        let session = self.session;
        let Some(study) = &session.study else {
            return;
        };
        let (at, last) = (study.index(), study.lesson.pages.len());
        ui.horizontal(|ui| {
            let entry = Action::PreviousPage.entry();
            let back = ui.add_enabled(at > 0, Button::new("Back"));
            if back.on_hover_text(entry.tip()).clicked() {
                self.send(Command::Do(Action::PreviousPage));
            }
            ui.scope(|ui| self.dots(ui, study));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let words = if at + 1 >= last { "Exercise" } else { "Next" };
                if at < last {
                    let next = Button::new(words).selected(true);
                    let tip = Action::NextPage.entry().tip();
                    if ui.add(next).on_hover_text(tip).clicked() {
                        self.send(Command::Do(Action::NextPage));
                    }
                    let again = ui.add_enabled(study.is_touched(), Button::new("Again"));
                    let tip = "Puts the stage as this page opened";
                    if again.on_hover_text(tip).clicked() {
                        self.send(Command::Lesson(Lecture::Again));
                    }
                } else {
                    self.next_lesson(ui, study);
                }
            });
        });
    }

    /// One for every page and a square for the exercise; a click goes there.
    fn dots(&mut self, ui: &mut Ui, study: &Study) {
        let learned = self.progress.of(&study.key());
        let pages = study.lesson.pages.len();
        ui.spacing_mut().item_spacing.x = 0.0;
        for index in 0..=pages {
            let (rect, response) = ui.allocate_exact_size(vec2(DOT_WIDTH, 20.0), Sense::click());
            let is_here = index == study.index();
            let is_done = if index < pages {
                learned.read.contains(&index)
            } else {
                learned.exercise
            };
            let color = color32(match (is_here, is_done) {
                (true, _) => self.theme.accent,
                (false, true) => self.theme.text_soft,
                (false, false) => self.theme.panel_line,
            });
            let radius = if is_here { DOT + 1.5 } else { DOT };
            let painter = ui.painter();
            if index < pages {
                painter.circle_filled(rect.center(), radius, color);
            } else {
                let square =
                    egui::Rect::from_center_size(rect.center(), 2.0 * vec2(radius, radius));
                painter.rect_filled(square, 1.0, color);
            }
            let tip = match study.lesson.pages.get(index) {
                Some(page) => format!("{}. {}", index + 1, page.title),
                None => "Exercise".to_owned(),
            };
            if response.on_hover_text(tip).clicked() {
                let place = study.place(index);
                self.send(Command::Lesson(Lecture::GoTo(place)));
            }
        }
    }
}

/// Soft words that are there at times, in a place that is there always.
fn room_for(ui: &mut Ui, has_room: bool, are_there: bool, words: impl Into<String>) {
    if has_room {
        ui.scope(|ui| {
            ui.set_opacity(if are_there { 1.0 } else { 0.0 });
            ui.weak(words.into());
        });
    }
}

/// How high words are, set into the room that there is (points).
fn height_of(ui: &Ui, words: RichText) -> f32 {
    let wrap = Some(egui::TextWrapMode::Wrap);
    let words = egui::WidgetText::from(words);
    let galley = words.into_galley(ui, wrap, ui.available_width(), TextStyle::Body);
    galley.size().y
}

/// In which of its states a static walk is at a moment, and what carries it.
fn state_words(character: &Character, frame: &SteppedFrame) -> String {
    let stance = Stance::new(character, frame.stands.clone());
    let feet = feet_words(character, stance.contacts());
    match frame.stands.len() {
        1 => format!("Now: swing, {feet} stands."),
        _ => format!("Now: shift, {feet} stand."),
    }
}

/// What a sign on the stage means.
fn legend(drawn: &Drawn) -> String {
    match drawn {
        Drawn::Arrows(effector) => format!(
            "Yellow arrows: where each joint would take the {}. Point at a joint or at a tip: whose it is, and how fast.",
            effector.replace('_', " ")
        ),
        Drawn::VirtualCenters => "Small balls: the virtual centres of mass.".to_owned(),
        Drawn::CenterArrows => {
            "Yellow arrows there: where the joint would take the centre of mass.".to_owned()
        }
    }
}

impl App {
    /// To where a lesson is chosen.
    pub(crate) fn learn(&mut self) {
        self.forms.tab = super::Tab::Lesson;
        self.forms.open = true;
        self.forms.lists_lessons = true;
    }
}
