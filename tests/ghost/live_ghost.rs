//! A ghost that goes along with what is posed: pushed, dragged, hit, recorded, and at rest when nothing happens.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use contrapposto::character::Pose;
use contrapposto::control::ControllerKind;
use contrapposto::document::{
    ComesFrom, Document, Edit, Editor, GhostGrip, GhostManner, LiveGhost, RecordingTake, Shove,
    Take,
};
use contrapposto::io::{load_character, load_level};
use contrapposto::kinematics::Kinematics;
use contrapposto::motion::Contacts;
use glam::DVec3;
use std::sync::Arc;

/// A frame of a screen [s].
const FRAME: f64 = 1.0 / 60.0;

fn human() -> Document {
    let body = Arc::new(load_character("human").unwrap());
    let ground = Arc::new(load_level("flat").unwrap());
    Document::new(body, "human", ground, "flat")
}

fn plan(document: &Document) -> (Pose, Contacts) {
    (document.setup.pose.clone(), document.setup.contacts())
}

fn ghost(document: &Document, manner: GhostManner) -> LiveGhost {
    let (pose, contacts) = plan(document);
    let (body, level) = (&document.character, &document.level);
    LiveGhost::new(body, level, (&pose, contacts), 0.0, manner)
}

/// Goes along with the document's pose.
fn go_on(ghost: &mut LiveGhost, document: &Document, secs: f64) {
    let (pose, contacts) = plan(document);
    for _ in 0..(secs / FRAME).round() as usize {
        ghost.advance((&pose, contacts), 0.0, FRAME, 100);
    }
}

fn chest_push(document: &Document, newtons: f64, secs: f64) -> Shove {
    let from = ComesFrom::Behind;
    Shove {
        link: LiveGhost::chest(&document.character),
        force: newtons * from.direction(&document.character, &document.setup.pose),
        secs,
    }
}

#[test]
fn a_ghost_that_nothing_happens_to_comes_to_rest() {
    let document = human();
    let mut ghost = ghost(&document, GhostManner::default());
    assert!(!ghost.is_at_rest(&document.setup.pose), "it has to begin");
    go_on(&mut ghost, &document, 3.0);
    assert!(ghost.is_at_rest(&document.setup.pose));
    assert!(
        ghost.reading().worst.to_degrees() < 1.0,
        "{:?}",
        ghost.reading()
    );
}

#[test]
fn a_push_moves_it_and_it_comes_back_to_the_pose() {
    let document = human();
    let mut ghost = ghost(&document, GhostManner::default());
    go_on(&mut ghost, &document, 1.0);
    ghost.push(chest_push(&document, 200.0, 0.3));
    go_on(&mut ghost, &document, 0.3);
    let pushed = ghost.reading().worst.to_degrees();
    assert!(pushed > 1.0, "{pushed}°");
    go_on(&mut ghost, &document, 4.0);
    assert!(ghost.pushes().is_empty());
    assert!(ghost.is_at_rest(&document.setup.pose));
    let (back, ever) = (ghost.reading().worst, ghost.reading().worst_ever);
    assert!(back < 0.2 * ever && !ghost.reading().fell, "{back} {ever}");
}

#[test]
fn the_ground_carries_the_weight_of_a_pinned_ghost_under_its_centre_of_mass() {
    let document = human();
    let mut ghost = ghost(&document, GhostManner::default());
    go_on(&mut ghost, &document, 3.0);
    let weight = 9.81 * document.character.mass();
    let force = ghost.reading().ground_force;
    assert!(
        (force.y - weight).abs() < 0.01 * weight,
        "{force}, {weight} N"
    );
    let com = Kinematics::of(&document.character, ghost.pose()).com;
    let pressure = ghost.reading().center_of_pressure.unwrap();
    let off = DVec3::new(pressure.x - com.x, 0.0, pressure.z - com.z).length();
    assert!(off < 0.005, "{off} m");
}

#[test]
fn a_limp_ghost_gives_way_farther_than_a_rigid_one() {
    let document = human();
    let pushed = |tone_hz| {
        let mut manner = GhostManner::default();
        manner.muscle.tone_hz = tone_hz;
        let mut ghost = ghost(&document, manner);
        ghost.push(chest_push(&document, 150.0, 0.2));
        go_on(&mut ghost, &document, 1.0);
        ghost.reading().worst_ever
    };
    let (limp, rigid) = (pushed(1.5), pushed(10.0));
    assert!(limp > 2.0 * rigid, "{limp} {rigid}");
}

#[test]
fn a_hand_drags_a_link_and_lets_go() {
    let document = human();
    let mut ghost = ghost(&document, GhostManner::default());
    let link = document.character.find_link("left_hand").unwrap();
    let place = |ghost: &LiveGhost| {
        let kin = Kinematics::of(&document.character, ghost.pose());
        kin.link(link).translation
    };
    go_on(&mut ghost, &document, 2.0);
    let start = place(&ghost);
    assert!(ghost.is_at_rest(&document.setup.pose));
    ghost.grip = Some(GhostGrip {
        link,
        point_in_link: DVec3::ZERO,
        target: start + DVec3::new(0.3, 0.2, 0.0),
    });
    assert!(!ghost.is_at_rest(&document.setup.pose), "a hand wakes it");
    go_on(&mut ghost, &document, 1.0);
    let moved = place(&ghost).distance(start);
    assert!(moved > 0.02, "{moved} m");
    assert!(!ghost.is_at_rest(&document.setup.pose));
    ghost.grip = None;
    go_on(&mut ghost, &document, 3.0);
    assert!(place(&ghost).distance(start) < 0.2 * moved);
}

#[test]
fn a_ball_hits_the_chest_and_twelve_are_enough() {
    let document = human();
    let mut ghost = ghost(&document, GhostManner::default());
    go_on(&mut ghost, &document, 0.5);
    ghost.throw(ComesFrom::Front, 5.0, 8.0).unwrap();
    let still = ghost.reading().worst_ever;
    go_on(&mut ghost, &document, 0.5);
    assert!(ghost.reading().worst_ever > still + 0.01);
    assert_eq!(ghost.loose().count(), 1);
    for _ in 0..11 {
        ghost.throw(ComesFrom::Left, 0.1, 2.0).unwrap();
    }
    assert!(ghost.throw(ComesFrom::Left, 0.1, 2.0).is_err());
    let (pose, contacts) = plan(&document);
    ghost.begin_again((&pose, contacts), 0.0);
    assert_eq!(
        ghost.loose().count(),
        0,
        "who stands up has no balls around"
    );
}

#[test]
fn a_plan_that_leaps_is_a_new_beginning() {
    let document = human();
    let mut ghost = ghost(&document, GhostManner::default());
    go_on(&mut ghost, &document, 0.5);
    let (mut pose, contacts) = plan(&document);
    pose.world_from_root.translation.x += 3.0;
    ghost.advance((&pose, contacts), 0.0, FRAME, 100);
    let there = ghost.pose().world_from_root.translation;
    assert!(
        there.distance(pose.world_from_root.translation) < 0.01,
        "{there}"
    );
    assert!(
        ghost.reading().worst_ever < 0.05,
        "it was not dragged there"
    );
}

#[test]
fn a_recording_is_what_the_ghost_did_and_one_edit() {
    let document = human();
    let mut ghost = ghost(&document, GhostManner::default());
    go_on(&mut ghost, &document, 0.5);
    ghost.record();
    ghost.push(chest_push(&document, 200.0, 0.2));
    go_on(&mut ghost, &document, 1.0);
    let (secs, has_ended) = ghost.recording().unwrap();
    assert!((secs - 1.0).abs() < 0.05 && !has_ended, "{secs} s");
    let clip = ghost.end_recording().unwrap();
    assert_eq!(clip.frames.len(), 60);
    let start = clip.frames[0].com;
    let way = clip.frames.iter().map(|frame| frame.com.distance(start));
    assert!(way.fold(0.0, f64::max) > 0.005, "the push is on it");

    let take = RecordingTake::balanced_on(&document, "ghost".to_owned(), clip.clone(), &mut |_| ());
    let mut editor = Editor::new(document);
    editor.apply(Edit::SetRecording(Arc::new(take))).unwrap();
    let Some(Take::Recording(take)) = &editor.document().take else {
        panic!("there is no recording");
    };
    assert_eq!(take.recorded, clip);
    editor.undo().unwrap();
    assert!(editor.document().take.is_none());
}

#[test]
fn a_slow_machine_leaves_time_out_and_nothing_breaks() {
    let document = human();
    let mut ghost = ghost(&document, GhostManner::default());
    let (pose, contacts) = plan(&document);
    assert_eq!(ghost.advance((&pose, contacts), 0.0, 0.25, 10), 10);
    assert_eq!(ghost.advance((&pose, contacts), 0.0, 0.0005, 10), 0);
    assert_eq!(ghost.advance((&pose, contacts), 0.0, 0.0016, 10), 1);
}

#[test]
fn a_ghost_pinned_in_the_air_or_over_no_ground_has_not_stayed_on_its_feet() {
    let document = human();
    for (x, y) in [(0.0, 200.0), (0.0, 1.0), (1e4, 0.0)] {
        let (mut pose, contacts) = plan(&document);
        pose.world_from_root.translation += DVec3::new(x, y, 0.0);
        let (body, level) = (&document.character, &document.level);
        let manner = GhostManner::default();
        let mut ghost = LiveGhost::new(body, level, (&pose, contacts), 0.0, manner);
        for _ in 0..30 {
            ghost.advance((&pose, contacts), 0.0, FRAME, 100);
        }
        let reading = ghost.reading();
        assert!(reading.fell && reading.left_ground, "{x} {y}");
    }
    let mut standing = ghost(&document, GhostManner::default());
    go_on(&mut standing, &document, 1.0);
    assert!(!standing.reading().fell && !standing.reading().left_ground);
}

#[test]
fn a_ghost_thrown_up_from_its_feet_has_not_stayed_on_them() {
    let document = human();
    let manner = GhostManner {
        controller: ControllerKind::Pose,
        ..GhostManner::default()
    };
    let mut ghost = ghost(&document, manner);
    let link = LiveGhost::chest(&document.character);
    ghost.push(Shove {
        link,
        force: 20_000.0 * DVec3::Y,
        secs: 0.1,
    });
    go_on(&mut ghost, &document, 0.5);
    assert!(ghost.pose().world_from_root.translation.y > 3.0);
    assert!(ghost.reading().left_ground && ghost.reading().fell);
}
