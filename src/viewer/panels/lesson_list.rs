//! All lessons, what each is about, and how far one is in it.

use super::desk::{Command, Desk};
use crate::io::{LessonHead, shipped_lesson_heads};
use crate::viewer::input::actions::Action;
use crate::viewer::session::studying::Lecture;
use crate::viewer::shell::progress::{Learned, lesson_key};
use egui::{Atom, Button, RichText, Ui, vec2};
use std::sync::LazyLock;

/// The lessons that come with the program.
pub(crate) static LESSONS: LazyLock<Vec<LessonHead>> = LazyLock::new(shipped_lesson_heads);

/// How far one is in a lesson: a tick, pages that were read, or nothing.
pub(crate) fn progress_words(head: &LessonHead, learned: &Learned) -> String {
    let read = learned.read.len().min(head.pages);
    match (learned.exercise, read) {
        (true, _) => "✔".to_owned(),
        (false, 0) => String::new(),
        (false, read) => format!("{read} of {}", head.pages),
    }
}

impl Desk<'_> {
    /// Where to go on.
    fn next_of(&self, heads: &[LessonHead]) -> String {
        let learned = |head: &LessonHead| self.progress.of(&lesson_key(head.number, &head.title));
        let is_begun = heads.iter().any(|head| learned(head) != Learned::default());
        let next = heads.iter().find(|head| !learned(head).exercise);
        match next {
            Some(_) if !is_begun => "Begin with the first.".to_owned(),
            Some(next) => format!("Go on with lesson {}.", next.number),
            None => "All of them are done.".to_owned(),
        }
    }

    pub(super) fn lesson_list(&mut self, ui: &mut Ui) {
        if let Some(study) = &self.session.study {
            let lesson = &study.lesson;
            let words = format!("Back to lesson {} · {}", lesson.number, lesson.title);
            if ui.button(words).clicked() {
                self.forms.lists_lessons = false;
            }
        }
        ui.strong("Learn");
        let next = self.next_of(&LESSONS);
        ui.weak(format!(
            "Inverse kinematics, priorities and balance, tried on the stage. {next}"
        ));
        for head in LESSONS.iter() {
            ui.add_space(2.0);
            let learned = self.progress.of(&lesson_key(head.number, &head.title));
            let words = RichText::new(format!("{}  {}", head.number, head.title)).strong();
            let told = RichText::new(progress_words(head, &learned)).weak();
            let button = Button::new((words, Atom::grow(), told));
            let size = vec2(ui.available_width(), 0.0);
            if ui.add(button.min_size(size)).clicked() {
                let name = head.number.to_string();
                self.send(Command::Lesson(Lecture::Open(name)));
            }
            ui.weak(RichText::new(&head.summary).small());
        }
        ui.separator();
        let entry = Action::OpenLesson.entry();
        if ui.button(entry.name).on_hover_text(entry.tip()).clicked() {
            self.send(Command::Do(Action::OpenLesson));
        }
    }
}
