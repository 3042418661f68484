//! What the cameras show.

use super::Rehearsal;
use crate::viewer::panes::bounds::Bounds;
use crate::viewer::session::study::Place;
use crate::viewer::session::studying::Lecture;
use egui::Key;
use glam::DVec3;

impl Rehearsal {
    /// Whether the whole figure is in the view in use, and no smaller than a third of it.
    fn assert_framed(&self) {
        let pane = self.app.panes.get(self.app.panes.in_use());
        let bounds = Bounds::of_figure(&self.app.document().character, &self.app.scene.figure.kin);
        let mut seen = egui::Rect::NOTHING;
        for corner in bounds.corners() {
            seen.extend_with(pane.project(corner).unwrap());
        }
        let view = pane.rect;
        assert!(view.expand(1.0).contains_rect(seen), "{seen} in {view}");
        assert!(seen.height() > view.height() / 3.0, "{seen} in {view}");
    }
}

#[test]
fn a_view_that_opens_shows_the_whole_figure() {
    for (first, second) in [(Key::F1, Key::F2), (Key::F2, Key::F1)] {
        let mut window = Rehearsal::new("human", "flat");
        window.key(first);
        window.key(Key::Home);
        window.wait(0.3);
        window.assert_framed();
        window.key(second);
        window.assert_framed();
        window.key(Key::F);
        window.key(first);
        window.assert_framed();
    }
}

#[test]
fn the_bar_of_a_view_never_lies_over_the_panel_beside_it() {
    let mut window = Rehearsal::new("human", "flat");
    for (width, scale) in [
        (1280.0, 1.0),
        (660.0, 1.0),
        (1280.0, 1.0),
        (1280.0, 2.0),
        (1280.0, 1.0),
    ] {
        window.size.x = width;
        window.app.shell.settings.scale = scale;
        let mut is_there = false;
        for _ in 0..4 {
            let placed = window.placed_words();
            let end = window.app.panes.lit().rect.right();
            let bar = placed.iter().find(|(words, _)| words.starts_with("camera"));
            is_there = bar.is_some();
            if let Some((_, at)) = bar {
                assert!(at.right() < end, "{width}, x{scale}: {at} beyond {end}");
            }
        }
        assert!(is_there, "{width}, x{scale}");
    }
}

#[test]
fn a_figure_that_climbs_stairs_stays_in_view() {
    let mut window = Rehearsal::new("human", "stairs");
    let start = window.app.panes.lit().camera.clone();
    window.key(Key::W);
    window.until("it has walked", |window| {
        window.app.session.length_secs() > 3.0
    });
    window.key(Key::Space);
    let length = window.app.session.length_secs();
    for k in 1..=30 {
        window.app.seek(length * f64::from(k) / 30.0);
        window.wait(0.03);
    }
    window.wait(0.6);
    let rise = window.app.panes.lit().camera.target.y - start.target.y;
    assert!(rise > 0.3, "the camera rose by {rise} m");
    window.assert_framed();
    window.key(Key::F2);
    window.assert_framed();
    // Back on the keys it is where it was.
    window.key(Key::F1);
    window.key_with(egui::Modifiers::SHIFT, Key::W);
    window.wait(0.6);
    window.assert_framed();
}

#[test]
fn a_framed_figure_stays_framed_though_the_camera_was_still_rising() {
    let mut window = Rehearsal::new("human", "stairs");
    window.key(Key::W);
    window.until("it has walked", |window| {
        window.app.session.length_secs() > 3.0
    });
    window.key(Key::Space);
    window.app.seek(0.0);
    window.key(Key::Home);
    window.wait(0.3);
    let framed = window.app.panes.lit().camera.target;
    let length = window.app.session.length_secs();
    for share in [0.25, 0.2] {
        window.app.seek(share * length);
        window.frames(1);
    }
    window.app.seek(0.0);
    window.key(Key::Home);
    window.wait(0.8);
    let now = window.app.panes.lit().camera.target;
    assert!(now.distance(framed) < 1e-9, "{now} {framed}");
}

#[test]
fn two_fingers_pan_and_orbit_in_both_directions() {
    let mut window = Rehearsal::new("human", "flat");
    let middle = window.app.panes.lit().rect.center();
    let mut scroll = |modifiers| {
        let before = window.app.panes.lit().camera.clone();
        let wheel = egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(30.0, 20.0),
            modifiers,
        };
        window.frame(modifiers, vec![egui::Event::PointerMoved(middle)]);
        window.frame(modifiers, vec![wheel]);
        for _ in 0..20 {
            window.frame(modifiers, Vec::new());
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        (before, window.app.panes.lit().camera.clone())
    };
    let (before, after) = scroll(egui::Modifiers::SHIFT);
    let moved = after.target - before.target;
    assert!(moved.dot(before.right()) < -0.01 && moved.dot(before.up()) > 0.01);
    let (before, after) = scroll(egui::Modifiers::ALT);
    assert!((after.yaw - before.yaw).abs() > 0.05 && after.pitch > before.pitch + 0.05);
    let (before, after) = scroll(egui::Modifiers::NONE);
    assert!(after.distance < before.distance);
}

#[test]
fn a_page_is_looked_at_from_where_what_it_shows_is_seen_and_the_view_comes_back_behind_it() {
    let mut window = Rehearsal::new("human", "flat");
    let before = window.app.panes.lit().camera.angles();
    window.open_lesson(2);
    window.lecture(Lecture::GoTo(Place::Page(1)));
    window.wait(0.6);
    // What the hand lacks lies ahead; from the side nearly all of it is seen.
    let (hand, target) = (window.place("left_hand"), DVec3::new(0.25, 1.0, 1.3));
    let seen = |place| window.app.panes.lit().project(place).unwrap();
    let upright = hand + DVec3::Y * hand.distance(target);
    let per_metre = seen(hand).distance(seen(upright));
    let gap = seen(hand).distance(seen(target));
    assert!(gap > 0.9 * per_metre, "{gap} of {per_metre}");
    // From another page that says from where.
    window.open_lesson(4);
    assert!(window.app.panes.lit().camera.angles().0.abs() < 1e-9);
    window.lecture(Lecture::Leave);
    assert_eq!(window.app.panes.lit().camera.angles(), before);
}
