//! The static walk of a page: it plays, stops, and goes to any moment.

use super::Rehearsal;
use crate::viewer::session::study::Place;
use crate::viewer::session::studying::Lecture;
use crate::viewer::session::walking::WalkWish;
use egui::Key;

#[test]
fn the_static_walk_plays_and_sinks_without_a_wish_for_height_and_show_me_plays_it_again() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(9);
    window.app.lecture(Lecture::GoTo(Place::Page(3)));
    window.until("it walks", |window| {
        window.app.scene.figure.kin.com.z > 0.3 && window.study().moving.is_some()
    });
    window.until_studied();
    let arrived = window.app.scene.figure.kin.com;
    let mut lowest_of = |lecture: Lecture| {
        window.app.lecture(lecture);
        window.until("it begins", |window| window.study().moving.is_some());
        let began = window.app.scene.figure.kin.com;
        let mut lowest = began.y;
        while window.study().moving.is_some() {
            window.app.follow_lesson(0.1);
            lowest = lowest.min(window.app.scene.figure.kin.com.y);
        }
        assert!(arrived.z - began.z > 2.0, "{began} {arrived}");
        (1.0 - lowest / began.y, window.app.scene.figure.kin.com)
    };
    let (loss, again) = lowest_of(Lecture::ShowMe);
    assert!(loss > 0.05, "{loss}");
    assert_eq!(again, arrived);
    let (loss, _) = lowest_of(Lecture::ShowCase(1));
    assert!(loss < 0.01, "{loss}");
}

#[test]
fn a_walk_of_a_page_stops_and_goes_on_with_space_and_goes_to_any_moment() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(9);
    let walked = |window: &Rehearsal| window.app.scene.figure.kin.com.z;
    window.app.lecture(Lecture::GoTo(Place::Page(3)));
    window.until("it is on the stage", |window| {
        window.study().moving.is_some()
    });
    window.until("it walks", |window| walked(window) > 0.3);
    assert!(window.says("⏸ Pause"));
    // What walks is not posed: no ring is there to be dragged.
    assert!(window.app.scene.setup.is_none());
    window.key(Key::Space);
    let stopped = walked(&window);
    window.wait(0.2);
    assert_eq!(walked(&window), stopped);
    assert!(window.says("▶ Play"));
    window.app.lecture(Lecture::Walk(WalkWish::Seek(0.5)));
    window.frames(2);
    assert!(walked(&window) < stopped);
    window.key(Key::Space);
    window.until("it goes on", |window| walked(window) > stopped);
    window.key(Key::Backspace);
    assert!(walked(&window) < 0.1, "to its beginning");
    window.key(Key::Space);
    window.until_studied();
    assert!(window.app.scene.setup.is_some());
    // Who has changed the stage sees the page's walk again.
    let arrived = window.app.document().clone();
    window.drag_handle("left_hand", 40.0, 40.0);
    assert_ne!(*window.app.document(), arrived);
    window.key(Key::Space);
    window.until("it walks again", |window| {
        window.study().moving.is_some() && walked(window) > 0.3
    });
    assert_eq!(*window.app.document(), arrived);
}
