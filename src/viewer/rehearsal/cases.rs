//! Cases of a lesson's page: one on the stage, or all side by side.

use super::Rehearsal;
use crate::document::Edit;
use crate::viewer::session::study::Place;
use crate::viewer::session::studying::Lecture;
use egui::Key;
use glam::DVec3;

#[test]
fn a_case_is_put_on_the_stage() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(10);
    window.lecture(Lecture::ShowCase(1));
    assert_eq!(window.app.document().character.name, "hobbler");
    assert!(window.study().is_touched());
    window.lecture(Lecture::Again);
    assert_eq!(window.app.document().character.name, "human");
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
fn walks_are_not_put_side_by_side() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(9);
    window.lecture(Lecture::GoTo(Place::Page(2)));
    assert!(!window.says("Cases side by side"));
    window.app.lecture(Lecture::CasesBeside);
    assert!(window.app.session.bench.is_none());
    assert!(window.app.shell.refusal.is_some());
}
