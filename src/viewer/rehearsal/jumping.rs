//! A jump beside the walk: asked for, changed, taken back, kept, exported, followed by the ghost.

use super::Rehearsal;
use crate::document::{JumpTake, Take};
use crate::io::{load_character, load_document, read_clip};
use crate::kinematics::Kinematics;
use crate::viewer::panels::Tab;
use crate::viewer::scene::shown::Motion;
use egui::{Key, Modifiers};
use std::sync::Arc;

impl Rehearsal {
    fn jump(&self) -> Option<&Arc<JumpTake>> {
        match &self.app.document().take {
            Some(Take::Jump(take)) => Some(take),
            _ => None,
        }
    }

    /// Of the ghost's centre of mass [m].
    fn ghost_height(&self) -> f64 {
        let ghost = self.app.session.ghost.live.as_ref().unwrap();
        Kinematics::of(&self.app.document().character, ghost.pose())
            .com
            .y
    }

    /// Presses Shift+J, and waits until a jump so high is there.
    fn jumped(&mut self, height: f64) {
        self.key_with(Modifiers::SHIFT, Key::J);
        self.until("it jumps", |window| {
            let jump = window.jump();
            jump.is_some_and(|jump| jump.order.height == height)
                && !window.app.session.work.is_busy()
        });
    }
}

#[test]
fn a_jump_is_made_changed_taken_back_saved_and_exported_like_a_walk() {
    let mut window = Rehearsal::new("human", "flat");
    window.app.forms.tab = Tab::Walk;
    assert!(window.says("Jump, height") && window.says("Jump, distance"));
    // 1 As the panel says, from a key; it plays, and the panel tells what came of it.
    window.jumped(0.3);
    assert!(window.app.session.playback.playing);
    assert!(window.says("rises by 0.30 m, in the air for 0.4"));
    let highest = |window: &Rehearsal| {
        let jump = window.jump().unwrap();
        let coms = jump.jump.clip.frames.iter().map(|frame| frame.com.y);
        coms.fold(0.0, f64::max) - jump.jump.clip.frames[0].com.y
    };
    assert!(
        (highest(&window) - 0.3).abs() < 2e-3,
        "{}",
        highest(&window)
    );
    let first = Arc::clone(window.jump().unwrap());

    // 2 Lower and ahead; one step back is the first one.
    let mut form = crate::viewer::panels::JumpForm {
        height: 0.2,
        distance: 0.4,
    };
    window.app.forms.jump = Some(form);
    window.jumped(0.2);
    let clip = &window.jump().unwrap().jump.clip;
    let [begin, end] = [0, clip.frames.len() - 1].map(|frame| clip.frames[frame].com);
    assert!((end.z - begin.z - 0.4).abs() < 5e-3, "{begin} {end}");
    let second = window.app.document().clone();
    window.key_with(Modifiers::CTRL | Modifiers::COMMAND, Key::Z);
    assert!(Arc::ptr_eq(window.jump().unwrap(), &first));
    window.key_with(Modifiers::CTRL | Modifiers::COMMAND, Key::Y);
    assert_eq!(*window.app.document(), second);

    // 3 Nobody jumps like that: it is said, and the jump stays.
    form.height = 3.0;
    window.app.forms.jump = Some(form);
    window.key_with(Modifiers::SHIFT, Key::J);
    window.until("it is refused", |window| !window.app.session.work.is_busy());
    assert!(window.says("height 3"));
    assert_eq!(*window.app.document(), second);

    // 4 The project has it, and opens with it; the clip is flown in the file, too.
    let path = window.home.path().join("jump.pose.ron");
    assert!(window.app.save_to(&path));
    assert_eq!(load_document(&path).unwrap(), second);
    let clip = window.home.path().join("jump.ron");
    window.app.export_to(&clip, None);
    window.until("it is written", |window| !window.app.session.work.is_busy());
    let (_, read) = read_clip(&clip, &load_character, &mut |_, _| {}).unwrap();
    assert!(read.frames.iter().any(|frame| frame.contacts.is_empty()));
}

#[test]
fn the_strip_shows_the_margin_of_a_jump_and_a_gap_where_nothing_stands() {
    let mut window = Rehearsal::new("human", "flat");
    window.jumped(0.3);
    window.key(Key::Space);
    window.until("it is measured", |window| {
        window.app.session.audit.is_some() && window.app.forms.strip.lowest.is_some()
    });
    // Of the zero-moment point: every frame on the ground is inside.
    let lowest = window.app.forms.strip.lowest.unwrap();
    assert!(lowest.margin > 0.0, "{lowest:?}");
    let Some(motion @ Motion::Jump(_)) = window.app.session.motion.clone() else {
        panic!("the jump is on the timeline");
    };
    let frames = &motion.clip().frames;
    let flies = frames.iter().position(|frame| frame.contacts.is_empty());
    let secs = (flies.unwrap() + 10) as f64 * motion.clip().frame_secs;
    window.app.seek(secs);
    window.frames(2);
    assert!(window.app.scene.figure.margin.is_none());
    assert!(window.says("in the air"));
}

#[test]
fn the_ghost_goes_along_with_a_jump() {
    let mut window = Rehearsal::new("human", "flat");
    window.key_with(Modifiers::SHIFT, Key::G);
    window.jumped(0.3);
    let com = |window: &Rehearsal| window.app.scene.figure.kin.com.y;
    window.app.session.playback.looping = false;
    window.until("it flies", |window| {
        window.app.scene.figure.stance.is_none()
    });
    let (figure, ghost) = (com(&window), window.ghost_height());
    assert!((figure - ghost).abs() < 0.1, "{figure} {ghost}");
    window.until("it has landed", |window| {
        !window.app.session.playback.playing
    });
    let (figure, ghost) = (com(&window), window.ghost_height());
    assert!((figure - ghost).abs() < 0.1, "{figure} {ghost}");
}
