//! Bodies on four legs: they trot and crawl like others walk, and what they cannot do is said.

use super::Rehearsal;
use crate::document::{Edit, Take, WalkTake};
use crate::gait::{Legs, Manner};
use crate::io::load_document;
use crate::viewer::input::actions::Action;
use crate::viewer::panels::Tab;
use egui::{Key, Modifiers};
use glam::DVec2;
use std::sync::Arc;

impl Rehearsal {
    fn walk_of_four(&mut self) -> Arc<WalkTake> {
        let before = self.app.document().take.clone();
        self.key(Key::W);
        self.until("it walks", |window| {
            window.app.document().take != before && !window.app.session.work.is_busy()
        });
        match &self.app.document().take {
            Some(Take::Walk(take)) => Arc::clone(take),
            _ => panic!("that is no walk"),
        }
    }
}

#[test]
fn a_quadruped_trots_and_crawls_as_the_panel_says() {
    let mut window = Rehearsal::new("quadruped", "flat");
    window.app.forms.walk.steps = 12;
    // 1 A trot: two feet in the air at once, and the zero-moment point over the others.
    let trot = window.walk_of_four();
    assert_eq!(trot.walk.settings.manner, Manner::Dynamic);
    assert!(window.app.session.playback.playing);
    assert!(trot.walk.margin >= 0.0, "{}", trot.walk.margin);
    let standing = |take: &WalkTake| {
        let frames = take.walk.clip.frames.iter();
        let counts = frames.map(|frame| frame.contacts.iter().count());
        counts.min().unwrap()
    };
    assert_eq!(standing(&trot), 2);
    window.key(Key::Space);
    // 2 What cannot be dragged is not offered, and refused to who asks.
    assert!(window.says("those of two feet alone can be dragged"));
    assert!(window.says("jumps are for two feet"));
    let moved = window.app.session.editor.errand(Edit::MoveFootstep {
        index: 1,
        to_xz: DVec2::ZERO,
        turn: 0.0,
    });
    let why = moved.run(&mut |_| {}).unwrap_err();
    assert_eq!(
        why,
        "footprints stay: quadruped has 4 feet; this needs a body with two"
    );
    window.key_with(Modifiers::SHIFT, Key::J);
    assert!(window.says("quadruped has 4 feet; this needs a body with two"));
    // 3 At rest it crawls: three feet always stand.
    let legs = Legs::of(&window.app.document().character).unwrap();
    window.app.forms.walk.settings = Some(legs.usual_settings(Manner::Static));
    let crawl = window.walk_of_four();
    assert_eq!(crawl.walk.settings.manner, Manner::Static);
    assert!(standing(&crawl) >= 3 && crawl.walk.margin > 0.01);
    // 4 Taken back and saved like any walk.
    let path = window.home.path().join("crawl.pose.ron");
    assert!(window.app.save_to(&path));
    assert_eq!(load_document(&path).unwrap(), *window.app.document());
    window.app.perform(Action::Undo);
    let Some(Take::Walk(back)) = &window.app.document().take else {
        panic!("the trot is there again");
    };
    assert!(Arc::ptr_eq(back, &trot));
}

#[test]
fn a_walk_goes_from_two_legs_to_four_and_back() {
    let mut window = Rehearsal::new("human", "flat");
    window.app.forms.walk.steps = 4;
    window.walk_of_four();
    for name in ["quadruped", "human"] {
        let character = Arc::new(crate::io::load_character(name).unwrap());
        window.app.edit(Edit::SetCharacter {
            source: name.to_owned(),
            character,
        });
        window.until("it is another body", |window| {
            window.app.document().character.name == name && !window.app.session.work.is_busy()
        });
        let Some(Take::Walk(take)) = &window.app.document().take else {
            panic!("{name} does not walk");
        };
        assert_eq!(take.walk.settings.manner, Manner::Dynamic, "{name}");
        assert!(take.walk.margin > 0.0, "{name}");
    }
    window.app.forms.tab = Tab::Walk;
    assert!(window.says("Drag a footprint"));
}
