//! Cases of a lesson's page: one on the stage, or all side by side.

use super::Rehearsal;
use crate::document::Edit;
use crate::viewer::session::bench::Bench;
use crate::viewer::session::bench::wishes::BenchWish;
use crate::viewer::session::study::Place;
use crate::viewer::session::studying::Lecture;
use crate::viewer::session::walking::{WalkClock, WalkWish};
use egui::Key;
use glam::DVec3;

impl Rehearsal {
    /// The centres of mass in two views.
    fn coms(&self) -> [DVec3; 2] {
        let scenes = self.app.panes.open().map(|id| {
            let scene = self.app.panes.get(id).scene(&self.app.scene);
            scene.figure.kin.com
        });
        let coms: Vec<DVec3> = scenes.collect();
        coms.try_into().expect("there are two views")
    }

    fn walk_clock(&self) -> WalkClock {
        match &self.app.session.bench {
            Some(Bench::Cases(cases)) => cases.clock.expect("they walk"),
            _ => panic!("no cases are side by side"),
        }
    }
}

#[test]
fn a_case_is_put_on_the_stage() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(10);
    assert_eq!(window.app.document().character.name, "hobbler");
    window.lecture(Lecture::ShowCase(0));
    assert_eq!(window.app.document().character.name, "human");
    assert!(window.study().is_touched());
    window.lecture(Lecture::Again);
    assert_eq!(window.app.document().character.name, "hobbler");
}

#[test]
fn the_cases_of_a_page_stand_side_by_side_until_the_stage_is_wanted() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(2);
    window.lecture(Lecture::GoTo(Place::Page(2)));
    let usual = window.app.panes.open().count();
    window.lecture(Lecture::CasesBeside);
    let seen: Vec<(String, DVec3)> = (window.app.panes.open())
        .map(|id| {
            let scene = window.app.panes.get(id).scene(&window.app.scene);
            assert!(scene.setup.is_none(), "nobody drags in it");
            let target = DVec3::new(0.25, 1.0, 1.3);
            let aims = &scene.lesson.aims;
            let is_aimed = |(_, wanted): &(DVec3, DVec3)| wanted.distance(target) < 0.5;
            assert!(aims.iter().any(is_aimed), "its target is drawn: {aims:?}");
            (scene.title.clone().unwrap().words, scene.figure.kin.com)
        })
        .collect();
    let names: Vec<&str> = seen.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["near", "middle", "far"]);
    assert!(
        seen.is_sorted_by(|(_, near), (_, far)| near.z < far.z),
        "{seen:?}"
    );
    // The table of the page is below, with a number for every case.
    let study = window.study();
    let number = &study.page().unwrap().table[0];
    let of_case = |name: &&str| {
        let (scene, solved) = study.figures(Some(name)).unwrap();
        number.of(scene, solved).unwrap().to_string()
    };
    let words: Vec<String> = names.iter().map(of_case).collect();
    let below = window.app.panes.lit().rect.bottom();
    let placed = window.placed_words();
    for words in words {
        let is_below = |(other, at): &(String, egui::Rect)| *other == words && at.top() > below;
        assert!(placed.iter().any(is_below), "{words}: {placed:?}");
    }
    // A case is chosen, the stage is changed, or Esc is pressed.
    window.lecture(Lecture::ShowCase(1));
    assert!(window.app.session.bench.is_none());
    assert_eq!(window.app.panes.open().count(), usual);
    window.lecture(Lecture::CasesBeside);
    window.app.edit(Edit::SetMargin(0.031));
    window.frames(2);
    assert!(window.app.session.bench.is_none());
    window.lecture(Lecture::CasesBeside);
    window.key(Key::Escape);
    assert!(window.app.session.bench.is_none());
    assert_eq!(window.app.panes.open().count(), usual);
}

#[test]
fn static_walks_go_side_by_side_by_one_clock_and_the_one_without_a_wish_for_height_sinks() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(9);
    window.lecture(Lecture::GoTo(Place::Page(3)));
    window.app.lecture(Lecture::CasesBeside);
    window.until("both walk", |window| {
        window.coms().iter().all(|com| com.z > 0.4)
    });
    // The button and Space stop both of them.
    window.key(Key::Space);
    let stopped = window.coms();
    window.wait(0.2);
    assert_eq!(window.coms(), stopped);
    assert!(window.says("▶ Play"));
    let length = window.walk_clock().length_secs;
    let mut heights = Vec::new();
    for k in 0..=24 {
        let secs = length * f64::from(k) / 24.0;
        window.app.on_bench(BenchWish::Walk(WalkWish::Seek(secs)));
        window.frames(2);
        for id in window.app.panes.open() {
            // All of the way is seen without a camera that moves: that one sinks shows against the ground.
            let pane = window.app.panes.get(id);
            let figure = pane.scene(&window.app.scene).bounds();
            for corner in figure.corners() {
                let seen = pane.project(corner).unwrap();
                assert!(pane.rect.contains(seen), "{seen} in {}", pane.rect);
            }
        }
        heights.push(window.coms().map(|com| com.y));
    }
    let loss = |walk: usize| {
        let lowest = heights.iter().map(|both| both[walk]);
        1.0 - lowest.fold(f64::INFINITY, f64::min) / heights[0][walk]
    };
    assert!(loss(0) > 0.04, "{}", loss(0));
    assert!(loss(1) < 0.01, "{}", loss(1));
    let told = format!("upright bias · centre at {:.3} m", window.coms()[1].y);
    assert!(window.says(&told), "{told}");
    // At their end they begin again.
    window.key(Key::Space);
    assert!(window.walk_clock().is_playing && window.walk_clock().secs < 1.0);
    window.key(Key::Escape);
    assert!(window.app.session.bench.is_none());
}

#[test]
fn where_goals_want_a_hand_is_seen_in_the_view_of_every_case() {
    let mut window = Rehearsal::new("human", "flat");
    for (number, page) in [(2, 2), (3, 0), (3, 3), (4, 0)] {
        window.open_lesson(number);
        window.lecture(Lecture::GoTo(Place::Page(page)));
        window.lecture(Lecture::CasesBeside);
        window.wait(0.5);
        for id in window.app.panes.open() {
            let pane = window.app.panes.get(id);
            let aims = &pane.scene(&window.app.scene).lesson.aims;
            assert!(!aims.is_empty());
            for (_, wanted) in aims {
                let at = pane.project(*wanted).unwrap();
                let seen = pane.rect.shrink(4.0);
                assert!(seen.contains(at), "lesson {number}: {at} in {seen}");
            }
        }
    }
}

#[test]
fn the_page_after_cases_side_by_side_is_framed() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(9);
    window.lecture(Lecture::GoTo(Place::Page(1)));
    window.lecture(Lecture::CasesBeside);
    assert_eq!(window.app.panes.open().count(), 4);
    window.lecture(Lecture::GoTo(Place::Page(3)));
    window.wait(0.5);
    assert_eq!(window.app.panes.open().count(), 1);
    for secs in [0.1, 6.0, 11.0] {
        window.app.lecture(Lecture::Walk(WalkWish::Seek(secs)));
        window.frames(1);
        let view = window.app.panes.lit();
        for corner in window.app.scene.bounds().corners() {
            let seen = view.project(corner).unwrap();
            assert!(view.rect.contains(seen), "{secs}: {seen} in {}", view.rect);
        }
    }
}

#[test]
fn walks_with_a_ghost_are_not_put_side_by_side() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(12);
    window.lecture(Lecture::GoTo(Place::Page(1)));
    assert!(!window.says("Cases side by side"));
    window.app.lecture(Lecture::CasesBeside);
    assert!(window.app.session.bench.is_none());
    assert!(window.app.shell.refusal.is_some());
}
