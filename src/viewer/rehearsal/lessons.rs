//! Lessons in the window: nothing is lost, progress stays, figures follow the stage, and every exercise can be done.

use super::Rehearsal;
use crate::document::Edit;
use crate::io::{load_document, shipped_lessons};
use crate::lesson::{Span, mark};
use crate::viewer::input::actions::Action;
use crate::viewer::panels::Tab;
use crate::viewer::session::ghost::OF_PAGE;
use crate::viewer::session::study::{Place, Study};
use crate::viewer::session::studying::Lecture;
use crate::viewer::shell::dialogs::Dialog;
use egui::{Key, Modifiers, Shape};
use glam::DVec3;
use std::path::PathBuf;

const CTRL: Modifiers = Modifiers::CTRL.plus(Modifiers::COMMAND);

impl Rehearsal {
    pub(super) fn study(&self) -> &Study {
        self.app.session.study.as_ref().expect("a lesson is open")
    }

    /// Until the page's figures are worked out and the stage rests; what moves arrives at once.
    pub(super) fn until_studied(&mut self) {
        for _ in 0..2000 {
            if self.is_studied() {
                return self.frames(1);
            }
            self.app.follow_lesson(60.0);
            self.wait(0.005);
        }
        panic!("figures are still to be worked out after ten seconds");
    }

    fn is_studied(&self) -> bool {
        let edits = self.app.session.edits;
        let is_so = |study: &Study| {
            let is_still = study.moving.is_none() && study.unsolved_change(edits).is_none();
            is_still && !study.is_showing && !study.is_solving() && study.ready().is_none()
        };
        self.app.session.study.as_deref().is_none_or(is_so)
    }

    pub(super) fn lecture(&mut self, lecture: Lecture) {
        self.app.lecture(lecture);
        self.frames(2);
        self.until_studied();
    }

    pub(super) fn open_lesson(&mut self, number: usize) {
        self.lecture(Lecture::Open(number.to_string()));
        self.lecture(Lecture::GoTo(Place::Page(0)));
    }

    /// The page's text as it is read.
    pub(super) fn page_text(&self) -> String {
        let study = self.study();
        study.page().unwrap().text.plain(|case| study.figures(case))
    }

    pub(super) fn says(&mut self, part: &str) -> bool {
        self.words().iter().any(|words| words.contains(part))
    }
}

pub(super) fn answer(number: usize, verdict: &str) -> PathBuf {
    let file = format!("lessons/answers/{number:02}_{verdict}.pose.ron");
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file)
}

#[test]
fn the_start_panel_offers_lessons_and_the_tab_lists_them_all() {
    let mut window = Rehearsal::new("human", "flat");
    window.app.perform(Action::Start);
    for way in ["Pose", "Walk", "Learn"] {
        assert!(window.says(way), "{way}");
    }
    window.app.perform(Action::Learn);
    window.frames(2);
    assert_eq!(window.app.forms.tab, Tab::Lesson);
    assert!(window.says("One goal"));
    window.open_lesson(1);
    assert!(window.says("The question of inverse kinematics"));
}

#[test]
fn figures_of_the_text_follow_a_drag_and_again_brings_the_page_back() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(1);
    let first = window.page_text();
    assert!(first.contains("within 0.0 mm"), "{first}");
    let stage = window.app.document().clone();
    window.drag_handle("left_hand", 60.0, 120.0);
    let during = window.page_text();
    window.until_studied();
    let after = window.page_text();
    assert_ne!(during, first);
    assert_ne!(after, first);
    assert!(!window.app.is_dirty(), "a page is no project");
    window.lecture(Lecture::Again);
    assert_eq!(window.page_text(), first);
    assert_eq!(window.app.document(), &stage);
}

#[test]
fn all_lessons_are_listed_while_one_is_read_and_one_goes_back_to_it() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(2);
    window.app.perform(Action::Learn);
    window.frames(2);
    assert!(window.says("Kenwright's bias"));
    assert!(window.says("Back to lesson 2"));
    window.lecture(Lecture::GoTo(Place::Page(1)));
    assert!(window.says("Too far") && !window.says("Kenwright's bias"));
}

#[test]
fn a_ghost_follows_a_walk_while_its_page_is_read_and_the_settings_stay() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(12);
    assert!(
        !window.app.has_ghost(),
        "the first page does not speak of it"
    );
    window.lecture(Lecture::GoTo(Place::Page(2)));
    assert!(window.app.has_ghost() && !window.app.shell.settings.ghost.on);
    assert!(window.app.session.playback.playing);
    window.frames(2);
    assert!(window.app.session.ghost.live.is_some());
    // Its tab shows it as there, and says why it cannot be sent away.
    window.app.forms.tab = Tab::Ghost;
    assert!(window.says("Stand up"));
    assert_eq!(window.app.is_on(Action::Ghost), Some(true));
    window.app.perform(Action::Ghost);
    assert_eq!(window.app.shell.refusal.as_deref(), Some(OF_PAGE));
    assert!(window.app.has_ghost() && !window.app.shell.settings.ghost.on);
    window.lecture(Lecture::Leave);
    assert!(!window.app.has_ghost());
}

#[test]
fn a_hint_says_what_is_in_the_way() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(2);
    window.lecture(Lecture::Begin);
    assert!(window.says("It is planted, and pulled off its place"));
    // It is pinned.
    assert!(window.says("Drag the diamond of the left hand"));
    window.open_lesson(1);
    window.lecture(Lecture::Begin);
    assert!(window.says("Drag the ring of the left hand"));
}

#[test]
fn words_of_the_program_are_set_without_backticks() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(7);
    for page in 0..window.study().lesson.pages.len() {
        window.lecture(Lecture::GoTo(Place::Page(page)));
        assert!(!window.says("`"), "page {page}");
    }
}

#[test]
fn a_wrong_answer_may_be_tried_again_and_a_right_one_says_why() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(1);
    window.lecture(Lecture::Answer(0));
    // It comes into view.
    window.wait(0.5);
    assert!(window.says("Not quite."));
    let key = window.study().key();
    assert!(window.app.shell.progress.of(&key).answered.is_empty());
    window.lecture(Lecture::Answer(2));
    window.wait(0.5);
    assert!(window.says("Right. 3 equations leave 36 angles free."));
    assert_eq!(window.app.shell.progress.of(&key).answered, [0].into());
}

#[test]
fn what_is_said_of_an_answer_is_seen_in_a_low_window() {
    let mut window = Rehearsal::new("human", "flat");
    window.size = egui::vec2(900.0, 600.0);
    window.open_lesson(1);
    for (choice, reply) in [(0, "Not quite."), (2, "Right.")] {
        window.lecture(Lecture::Answer(choice));
        window.wait(0.5);
        let placed = window.placed_words();
        let find = |part: &str| placed.iter().find(|(words, _)| words.starts_with(part));
        let (words, seen) = find(reply).unwrap();
        let (_, next) = find("Next").unwrap();
        assert!(
            seen.height() > 12.0 && seen.bottom() < next.top(),
            "{words}: {seen}"
        );
    }
}

#[test]
fn progress_survives_a_restart_and_one_goes_on_where_one_stopped() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(1);
    window.key(Key::PageDown);
    window.until_studied();
    assert_eq!(window.study().at, Place::Page(1));
    let mut later = Rehearsal::beside(&window);
    later.lecture(Lecture::Open("1".to_owned()));
    assert_eq!(later.study().at, Place::Page(2));
}

#[test]
fn a_damaged_progress_file_never_loses_the_window_and_is_told() {
    let window = Rehearsal::new("human", "flat");
    let file = window.home.path().join("progress.ron");
    std::fs::write(&file, "(lessons: 7").unwrap();
    let mut later = Rehearsal::beside(&window);
    let said = later
        .app
        .shell
        .notice
        .as_ref()
        .map(|(words, _)| words.clone());
    assert!(said.unwrap().starts_with("What was learned cannot be read"));
    later.open_lesson(1);
    assert!(file.is_file() && window.home.path().join("progress_damaged.ron").is_file());
}

#[test]
fn a_lesson_asks_about_unsaved_work_and_brings_it_back_with_its_history() {
    let mut window = Rehearsal::new("human", "stairs");
    window.drag_handle("left_hand", 40.0, 60.0);
    let made = window.app.document().clone();
    window.app.lecture(Lecture::Open("1".to_owned()));
    window.frames(2);
    assert!(matches!(window.app.shell.dialog, Some(Dialog::Unsaved(_))));
    let path = window.home.path().join("mine.pose.ron");
    window.app.shell.files.path = Some(path.clone());
    window.key(Key::Enter);
    assert_eq!(load_document(&path).unwrap(), made);
    window.until_studied();
    assert_eq!(window.app.document().level.name, "flat");
    assert_eq!(window.app.shell.files.path, None, "the page has no file");
    window.lecture(Lecture::Leave);
    assert!(window.app.session.study.is_none());
    assert_eq!(window.app.forms.tab, Tab::Goals);
    assert_eq!(*window.app.document(), made);
    assert_eq!(window.app.shell.files.path, Some(path));
    window.key_with(CTRL, Key::Z);
    assert_ne!(*window.app.document(), made, "its history is there, too");
}

#[test]
fn an_answer_waits_while_a_page_is_read_and_is_asked_about_before_it_is_lost() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(1);
    window.lecture(Lecture::Begin);
    assert!(!window.study().is_accepted() && window.study().marks().len() == 5);
    window.drag_handle("left_hand", 20.0, 60.0);
    assert!(window.app.is_dirty());
    let made = window.app.document().clone();
    window.lecture(Lecture::GoTo(Place::Page(1)));
    assert_ne!(*window.app.document(), made);
    assert!(window.app.is_dirty(), "the answer is aside, and not saved");
    window.lecture(Lecture::GoTo(Place::Exercise));
    assert_eq!(*window.app.document(), made);
    window.lecture(Lecture::GoTo(Place::Page(1)));
    window.app.lecture(Lecture::Leave);
    window.frames(2);
    assert!(matches!(window.app.shell.dialog, Some(Dialog::Unsaved(_))));
    assert_eq!(*window.app.document(), made, "what is asked about is seen");
    window.key(Key::Escape);
    assert!(window.app.session.study.is_some());
}

#[test]
fn a_hand_that_is_dragged_near_its_mark_is_drawn_in() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(1);
    window.lecture(Lecture::Begin);
    window.wait(1.2);
    let mark = DVec3::new(0.40, 1.70, 0.30);
    let to = window.app.panes.lit().project(mark).unwrap() + egui::vec2(7.0, -6.0);
    let from = window.seen("left_hand");
    window.pull(from, to, Modifiers::NONE);
    window.frames(20);
    window.button(to, false, Modifiers::NONE);
    window.frames(2);
    assert!(window.place("left_hand").distance(mark) < 5e-3);
    assert!(window.study().is_accepted(), "{:?}", window.study().marks());
    let learned = window.app.shell.progress.of(&window.study().key());
    assert!(learned.exercise);
    assert!(window.says("Every rule is kept. Well done."));
}

#[test]
fn after_the_last_exercise_there_is_a_way_to_all_lessons() {
    let mut window = Rehearsal::new("human", "flat");
    for (number, way) in [(11, "Next lesson"), (12, "All lessons")] {
        window.open_lesson(number);
        window.lecture(Lecture::Begin);
        assert!(!window.says(way));
        window.app.open_file(&answer(number, "accepted"));
        window.until("it is accepted", |window| window.study().is_accepted());
        assert!(window.says(way), "{number}");
        window.app.shell.files.path = None;
    }
}

#[test]
fn where_the_exercise_wants_a_hand_is_written_over_the_rings_of_the_figure() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(7);
    window.lecture(Lecture::Begin);
    window.frames(1);
    let shapes: Vec<&Shape> = window.output.shapes.iter().map(|it| &it.shape).collect();
    let words = |part: &str| {
        shapes.iter().position(
            |shape| matches!(shape, Shape::Text(text) if text.galley.text().contains(part)),
        )
    };
    let mark = words("left hand goes here").unwrap();
    let ring = shapes
        .iter()
        .rposition(|shape| matches!(shape, Shape::Circle(_)));
    let head = window.seen("head");
    let over_head = |shape: &&&Shape| matches!(shape, Shape::Circle(circle) if circle.center.distance(head) < 2.0);
    assert!(ring.is_some() && !shapes[mark..].iter().any(|shape| over_head(&shape)));
}

#[test]
fn a_project_that_is_opened_over_a_page_closes_the_lesson() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(1);
    window.app.open_file(&answer(9, "refused"));
    window.until("it is open", |window| {
        window.app.document().level.name == "stairs"
    });
    assert!(window.app.session.study.is_none());
    assert_eq!(window.app.forms.tab, Tab::Goals);
}

#[test]
fn a_damaged_lesson_file_is_refused_with_its_place_and_changes_nothing() {
    let mut window = Rehearsal::new("human", "flat");
    let path = window.home.path().join("mine.ron");
    let (_, text) = shipped_lessons()[0];
    std::fs::write(&path, text.replace("left_hand", "left_hnd")).unwrap();
    let before = window.app.document().clone();
    window.drop_file(&path);
    let refusal = window.app.shell.refusal.clone().unwrap();
    assert!(refusal.contains("mine.ron:11:53: "), "{refusal}");
    assert!(window.app.session.study.is_none());
    assert_eq!(*window.app.document(), before);
    std::fs::write(&path, text).unwrap();
    window.drop_file(&path);
    window.until_studied();
    assert_eq!(window.study().lesson.title, "One goal");
}

#[test]
fn every_answer_is_marked_in_the_window_as_on_the_command_line() {
    let mut window = Rehearsal::new("human", "flat");
    for number in 1..=12 {
        for (verdict, is_accepted) in [("refused", false), ("accepted", true)] {
            window.app.open_lesson(&number.to_string());
            window.app.begin_exercise();
            window.until_studied();
            window.app.open_file(&answer(number, verdict));
            window.until("the answer is open", |window| {
                window.app.shell.files.path.is_some()
            });
            window.frames(2);
            let study = window.study();
            let marks = mark(&study.lesson.exercise, window.app.document());
            assert_eq!(study.marks(), marks, "lesson {number}");
            assert_eq!(study.is_accepted(), is_accepted, "lesson {number}");
        }
    }
}

#[test]
fn every_page_of_every_lesson_has_its_figures_and_an_untouched_stage_asks_for_what_the_page_asks() {
    let mut window = Rehearsal::new("human", "flat");
    for number in [1, 2, 3, 4, 5, 6, 7, 8, 10, 11] {
        window.open_lesson(number);
        for page in 0..window.study().lesson.pages.len() {
            window.lecture(Lecture::GoTo(Place::Page(page)));
            let study = window.study();
            let text = study
                .page()
                .unwrap()
                .text
                .filled(|case| study.figures(case));
            let unknown = Span::Figure("?".to_owned());
            let is_whole = !text.concat().contains(&unknown);
            assert!(is_whole, "lesson {number}, page {page}: {text:?}");
            let opening = window.study().opening(page);
            let scene = window.study().scene_of(opening).unwrap();
            assert!(
                !scene.is_changed_by(window.app.document()),
                "lesson {number}, page {page}: {:?}",
                scene.changed_to(window.app.document()).asked
            );
            window.app.edit(Edit::SetMargin(0.031));
            window.until_studied();
            assert!(window.study().figures(None).is_some());
        }
    }
}
