//! What somebody meets who tries things out on a page or in an exercise: figures stay true, and what came of it is seen.

use super::Rehearsal;
use super::lessons::answer;
use crate::lesson::Number;
use crate::viewer::input::actions::Action;
use crate::viewer::panels::Tab;
use crate::viewer::session::study::Place;
use crate::viewer::session::studying::Lecture;
use crate::viewer::session::walking::WalkWish;
use egui::{Event, Modifiers, Shape, vec2};

impl Rehearsal {
    /// Whether words are in the last frame, and read whole.
    fn is_read_whole(&self, words: &str) -> bool {
        let shapes = self.output.shapes.iter();
        let mut texts = shapes.filter_map(|clipped| match &clipped.shape {
            Shape::Text(text) if text.galley.text() == words => Some(&text.galley),
            _ => None,
        });
        texts.any(|galley| !galley.elided && galley.rows.len() == 1)
    }
}

#[test]
fn a_page_that_counts_steps_counts_them_after_a_drag_too() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(1);
    window.lecture(Lecture::GoTo(Place::Page(3)));
    let miss = |window: &Rehearsal| {
        let (scene, solved) = window.study().figures(Some("δ = 3")).unwrap();
        let number = Number::parse("error of left_hand").unwrap();
        number.of(scene, solved).unwrap().value
    };
    let before = miss(&window);
    assert!(window.says("Figures count the steps of this page"));
    window.drag_handle("left_hand", 80.0, 60.0);
    window.until_studied();
    // The hand follows the mouse; one heavy step would not.
    assert!(miss(&window) > 0.05, "{}", miss(&window));
    assert!(miss(&window) != before);
}

#[test]
fn what_show_me_will_ask_has_its_figure_before_it_is_asked() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(5);
    window.lecture(Lecture::GoTo(Place::Page(1)));
    let note = "Figures are of the stage after";
    assert!(window.says(note) && !window.page_text().contains('?'));
    window.drag_handle("left_hand", 15.0, 15.0);
    window.until_studied();
    assert!(window.study().is_touched());
    assert!(window.says(note) && !window.page_text().contains('?'));
}

#[test]
fn an_answer_that_is_accepted_is_seen_from_every_tab() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(1);
    window.lecture(Lecture::GoTo(Place::Exercise));
    window.app.forms.tab = Tab::Goals;
    assert!(!window.says("Lesson ✔"));
    window.app.open_file(&answer(1, "accepted"));
    window.until("it is accepted", |window| window.study().is_accepted());
    window.app.forms.tab = Tab::Goals;
    assert!(window.says("Lesson ✔"));
    window.app.forms.tab = Tab::Lesson;
    window.lecture(Lecture::GoTo(Place::Page(0)));
    assert!(!window.says("Lesson ✔"), "a page is no exercise");
}

#[test]
fn a_change_in_another_tab_that_does_the_exercise_is_told() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(9);
    window.lecture(Lecture::GoTo(Place::Exercise));
    window.app.perform(Action::WalkNow);
    window.until("it is accepted", |window| window.study().is_accepted());
    assert_eq!(window.app.forms.tab, Tab::Walk);
    assert!(window.says("Accepted: every rule of the exercise is kept."));
}

#[test]
fn who_points_at_a_joint_reads_whose_arrow_is_which() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(1);
    window.lecture(Lecture::GoTo(Place::Page(1)));
    let name = "left elbow: ";
    assert!(!window.says(name));
    let elbow = window.seen("left_elbow");
    window.frame(Modifiers::NONE, vec![Event::PointerMoved(elbow)]);
    let words = window.words();
    let told = words.iter().find(|words| words.starts_with(name)).unwrap();
    // The same figure as in the text.
    let speed = told.trim_start_matches(name);
    assert!(window.page_text().contains(speed), "{told}");
}

#[test]
fn a_page_that_is_seen_best_from_the_front_is_seen_from_there_and_only_it() {
    let mut window = Rehearsal::new("human", "flat");
    let looks = |window: &Rehearsal| window.app.panes.lit().camera.angles();
    let usual = looks(&window);
    window.open_lesson(4);
    let (yaw, _) = looks(&window);
    assert_eq!(yaw, 0.0, "both hands are seen");
    // Who turned the camera since keeps it there on the next page.
    window.app.panes.lit_mut().camera.turn_to((0.3, 0.1));
    window.lecture(Lecture::GoTo(Place::Page(1)));
    assert_eq!(looks(&window), (0.3, 0.1));
    window.lecture(Lecture::Leave);
    assert_eq!(looks(&window), usual);
}

#[test]
fn a_walk_says_in_which_state_it_is() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(9);
    for (secs, words) in [
        (0.1, "Now: shift, both feet stand."),
        (0.9, "Now: swing, left foot stands."),
    ] {
        window.app.lecture(Lecture::Walk(WalkWish::Seek(secs)));
        window.frames(2);
        assert!(window.says(words), "{secs}");
    }
}

#[test]
fn hints_and_names_are_read_whole_in_a_narrow_window() {
    let mut window = Rehearsal::new("human", "flat");
    window.size = vec2(900.0, 600.0);
    window.frames(3);
    assert!(window.is_read_whole("K keeps this pose; change it, and K again."));
    window.size = vec2(1280.0, 1600.0);
    window.app.forms.tab = Tab::Goals;
    window.frames(3);
    assert!(window.is_read_whole("centre of mass"));
}
