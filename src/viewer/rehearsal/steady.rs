//! What stays where it is while a lesson is read: buttons under figures that change, rings beside marks, one's own work.

use super::Rehearsal;
use crate::viewer::input::actions::Action;
use crate::viewer::session::staging::Mark;
use crate::viewer::session::study::Place;
use crate::viewer::session::studying::Lecture;
use crate::viewer::shell::dialogs::Dialog;
use egui::{Modifiers, Rect};

impl Rehearsal {
    /// Where words that begin so are seen (points).
    fn place_of_words(&mut self, beginning: &str) -> Rect {
        let placed = self.placed_words();
        let found = placed
            .iter()
            .find(|(words, _)| words.starts_with(beginning));
        found
            .unwrap_or_else(|| panic!("nothing says {beginning:?}"))
            .1
    }
}

#[test]
fn what_stands_below_a_text_stays_there_while_its_figures_change() {
    let mut window = Rehearsal::new("human", "flat");
    for (number, page, below) in [
        (1, 0, "A body has"),
        (1, 3, "Cases side by side"),
        (2, 0, "Try it"),
        (3, 0, "Cases side by side"),
        (5, 1, "Try it"),
    ] {
        window.open_lesson(number);
        window.lecture(Lecture::GoTo(Place::Page(page)));
        // The scroll bar is there.
        window.wait(0.5);
        let (place, text) = (window.place_of_words(below), window.page_text());
        for (right, down) in [(40.0, -120.0), (-160.0, 60.0), (60.0, 90.0)] {
            window.drag_handle("left_hand", right, down);
            window.until_studied();
            assert_eq!(
                window.place_of_words(below),
                place,
                "lesson {number}, page {page}"
            );
        }
        assert_ne!(window.page_text(), text, "lesson {number}, page {page}");
        if !window.study().page().unwrap().show_me.is_empty() {
            window.lecture(Lecture::ShowMe);
            assert_eq!(
                window.place_of_words(below),
                place,
                "lesson {number}, page {page}"
            );
        }
    }
}

#[test]
fn buttons_of_an_exercise_stay_there_when_hints_come_and_go() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(2);
    window.lecture(Lecture::Begin);
    let place = window.place_of_words("Begin again");
    let hint = "Drag the diamond";
    assert!(window.says(hint));
    window.app.open_file(&super::lessons::answer(2, "accepted"));
    window.until("it is accepted", |window| window.study().is_accepted());
    assert!(!window.says(hint));
    assert_eq!(window.place_of_words("Begin again"), place);
}

#[test]
fn an_exercise_begins_again_without_a_question_and_undo_brings_the_answer_back() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(1);
    window.lecture(Lecture::Begin);
    let beginning = window.app.document().clone();
    window.drag_handle("left_hand", 20.0, 60.0);
    let made = window.app.document().clone();
    assert!(window.app.is_dirty() && made != beginning);
    window.lecture(Lecture::Begin);
    assert!(window.app.shell.dialog.is_none());
    assert_eq!(*window.app.document(), beginning);
    assert!(!window.app.is_dirty(), "nothing to lose: one may leave");
    window.app.perform(Action::Undo);
    window.frames(2);
    assert_eq!(*window.app.document(), made);
    assert!(window.app.is_dirty());
}

#[test]
fn a_file_of_one_s_own_is_asked_about_before_the_exercise_begins_again() {
    let mut window = Rehearsal::new("human", "flat");
    let path = window.home.path().join("mine.pose.ron");
    window.open_lesson(1);
    window.lecture(Lecture::Begin);
    window.drag_handle("left_hand", 20.0, 60.0);
    window.app.save_as(&path, None);
    assert!(!window.app.is_dirty());
    window.drag_handle("left_hand", -30.0, -20.0);
    let made = window.app.document().clone();
    window.app.lecture(Lecture::Begin);
    window.frames(2);
    assert!(matches!(window.app.shell.dialog, Some(Dialog::Unsaved(_))));
    assert_eq!(*window.app.document(), made);
}

#[test]
fn a_table_of_cases_takes_no_more_room_than_it_needs_and_no_arrows_are_spoken_of_that_are_not_there()
 {
    let mut window = Rehearsal::new("human", "flat");
    let arrows = "Yellow arrows";
    for (number, page, last) in [
        (1, 2, "largest turn of a joint"),
        (3, 3, "error of left hand"),
    ] {
        window.open_lesson(number);
        window.lecture(Lecture::GoTo(Place::Page(page)));
        let has_arrows = window.says(arrows);
        window.lecture(Lecture::CasesBeside);
        assert!(!window.says(arrows), "lesson {number}");
        let floor = window.place_of_words("margin ").top();
        let placed = window.placed_words();
        let rows = placed.iter().filter(|(words, _)| words == last);
        let row = rows.map(|(_, place)| place.bottom()).fold(0.0, f32::max);
        assert!(
            row < floor && floor - row < 24.0,
            "lesson {number}: {row}, {floor}"
        );
        window.lecture(Lecture::CasesBeside);
        assert_eq!(window.says(arrows), has_arrows, "lesson {number}");
    }
}

#[test]
fn a_mark_lies_over_no_ring_that_is_dragged_and_words_of_marks_are_read_side_by_side() {
    let mut window = Rehearsal::new("human", "flat");
    for number in [1, 2, 3, 7, 10, 11] {
        window.open_lesson(number);
        window.lecture(Lecture::Begin);
        window.wait(1.0);
        let marks = window.app.scene.lesson.marks.clone();
        for mark in &marks {
            let at = window.app.panes.lit().project(mark.place).unwrap();
            let body = ["chest", "head", "pelvis", "left_elbow"].map(str::to_owned);
            let others = marks.iter().map(|other| other.handle.clone());
            for other in others.chain(body).filter(|other| *other != mark.handle) {
                let ring = window.seen(&other);
                assert!(
                    ring.distance(at) > 24.0,
                    "lesson {number}: {} {other}",
                    mark.handle
                );
            }
        }
        let placed = window.placed_words();
        let words = placed
            .iter()
            .filter(|(words, _)| words.ends_with("goes here"));
        let words: Vec<(String, Rect)> = words.cloned().collect();
        // Words are read as those of the mark that is nearest.
        for (words, place) in &words {
            let away = |mark: &&Mark| {
                let at = window.app.panes.lit().project(mark.place).unwrap();
                place.distance_to_pos(at)
            };
            let nearest = marks.iter().min_by(|a, b| away(a).total_cmp(&away(b)));
            let handle = nearest.unwrap().handle.replace('_', " ");
            assert!(words.starts_with(&handle), "lesson {number}: {words}");
        }
        let places: Vec<Rect> = words.iter().map(|(_, place)| *place).collect();
        for (index, place) in places.iter().enumerate() {
            let others = &places[index + 1..];
            assert!(
                !others.iter().any(|it| it.intersects(*place)),
                "lesson {number}"
            );
        }
    }
}

#[test]
fn what_an_elbow_shall_point_at_is_said_in_the_view_and_on_the_page() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(5);
    assert!(window.says("what an elbow or a knee shall point at"));
    window.lecture(Lecture::GoTo(Place::Page(1)));
    assert!(!window.says("what an elbow or a knee shall point at"));
    assert!(window.says("left elbow points towards"));
    window.lecture(Lecture::ShowMe);
    assert!(window.says("what an elbow or a knee shall point at"));
}

#[test]
fn the_words_of_the_margin_lie_under_the_rings_of_a_foot_that_does_not_stand() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(6);
    let plate = window.place_of_words("68 mm beyond");
    for handle in ["left_foot", "right_foot", "left_heel", "right_heel"] {
        let ring = window.seen(handle);
        assert!(!plate.contains(ring), "{handle}: {ring} in {plate}");
    }
}

#[test]
fn a_button_that_is_held_for_a_second_does_its_work_when_it_is_let_go_of() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(1);
    let next = window.place_of_words("Next").center();
    window.button(next, true, Modifiers::NONE);
    // So long, or for one slow frame.
    window.wait(1.0);
    window.button(next, false, Modifiers::NONE);
    window.frames(2);
    assert_eq!(window.study().at, Place::Page(1));
}
