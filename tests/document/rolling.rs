//! Feet that roll: a heel that rises, a foot on its toes, and the same undone, kept and mirrored.

use crate::session::{drag, drag_to, editor, handle, margin, place, sole_shift};
use contrapposto::character::{Footing, JointCoordinate, mirrored};
use contrapposto::document::{Edit, Editor, Poser, in_between};
use contrapposto::io::{Source, read_document, write_document};
use glam::DVec3;
use std::path::Path;

fn footing(editor: &Editor, name: &str) -> Footing {
    let character = &editor.document().character;
    character.find_footing(name).expect("a part of a foot")
}

fn stand_on(editor: &mut Editor, name: &str) {
    let footing = footing(editor, name);
    editor.apply(Edit::StandOn(footing)).unwrap();
}

/// The names of what stands, the held one first.
fn standing(editor: &Editor) -> Vec<String> {
    let document = editor.document();
    let planted = document.setup.planted.iter();
    planted
        .map(|planted| document.character.footing_name(planted.footing()))
        .collect()
}

/// How far the toes of a foot are bent up [rad].
fn toes(editor: &Editor, joint: &str) -> f64 {
    let document = editor.document();
    let joint = document.character.find_joint(joint).expect("a toe joint");
    match document.setup.pose.joint(joint) {
        JointCoordinate::Hinge(angle) => angle,
        _ => panic!("toes are on a hinge"),
    }
}

#[test]
fn a_foot_that_stands_flat_is_one_piece_whatever_the_body_does() {
    let mut editor = editor("human", "flat");
    let hand = place(&editor, "left_hand");
    drag(&mut editor, "left_hand", hand + DVec3::new(0.1, -0.5, 0.6));
    assert_eq!(standing(&editor), ["left_foot", "right_foot"]);
    assert_eq!(
        (toes(&editor, "left_toe"), toes(&editor, "right_toe")),
        (0.0, 0.0)
    );
    assert!(sole_shift(&editor) < 1e-4);
}

#[test]
fn a_heel_that_is_let_go_rises_over_toes_that_stay_and_the_weight_goes_over_what_touches() {
    let mut editor = editor("human", "flat");
    let (heel, ball) = (
        place(&editor, "left_heel"),
        editor.document().setup.planted.len(),
    );
    stand_on(&mut editor, "left_foot.ball+toe");
    assert_eq!(editor.document().setup.planted.len(), ball);
    assert!(place(&editor, "left_heel").y > heel.y + 0.03);
    assert!(
        toes(&editor, "left_toe") > 0.1,
        "toes bend up as the heel rises"
    );
    assert!(sole_shift(&editor) < 1e-4);
    // On both toes, a few centimetres deep, the weight still stands.
    stand_on(&mut editor, "right_foot.ball+toe");
    assert!(margin(&editor) > 0.019, "{}", margin(&editor));
    let polygon = editor
        .document()
        .setup
        .stance(&editor.document().character)
        .polygon;
    let depth = polygon.corners().iter().map(|c| c.y);
    let (low, high) = depth.fold((f64::MAX, f64::MIN), |(l, h), z| (l.min(z), h.max(z)));
    assert!((high - low - 0.085).abs() < 5e-3, "{low} to {high}");
}

#[test]
fn a_heel_is_dragged_up_and_down_again_and_one_undo_takes_the_drag_back() {
    let mut editor = editor("human", "flat");
    let before = editor.document().clone();
    let heel = place(&editor, "left_heel");
    let handle = handle(&editor, "left_heel");
    editor.apply(Edit::BeginDrag { handle }).unwrap();
    for step in 1..=20 {
        drag_to(&mut editor, heel + f64::from(step) * 0.003 * DVec3::Y);
    }
    assert_eq!(standing(&editor)[0], "left_foot.ball+toe");
    let risen = place(&editor, "left_heel").y - heel.y;
    assert!((risen - 0.06).abs() < 0.01, "{risen}");
    for step in (0..20).rev() {
        drag_to(&mut editor, heel + f64::from(step) * 0.003 * DVec3::Y);
    }
    assert_eq!(standing(&editor)[0], "left_foot");
    assert!(place(&editor, "left_heel").distance(heel) < 1e-3);
    editor.apply(Edit::EndDrag).unwrap();
    editor.undo();
    assert!(*editor.document() == before);
}

#[test]
fn a_project_on_tiptoe_is_read_again_as_it_was_and_mirrored_stands_on_the_other_foot() {
    let mut editor = editor("human", "flat");
    stand_on(&mut editor, "left_foot.ball+toe");
    let text = write_document(editor.document(), Path::new(""));
    assert!(
        text.contains("\"left_foot.ball+toe\"") && text.contains("\"right_foot\""),
        "{text}"
    );
    let again = read_document(&Source::new("a.pose.ron", text), Path::new("")).unwrap();
    assert!(again == *editor.document());

    let pose = mirrored(&again.character, &again.setup.pose);
    editor.apply(Edit::Mirror).unwrap();
    assert_eq!(standing(&editor), ["right_foot.ball+toe", "left_foot"]);
    let turn = editor.document().setup.pose.largest_turn_from(&pose);
    assert!(turn < 0.01, "{turn}");
}

#[test]
fn between_a_flat_key_and_one_on_tiptoe_the_toes_stay_and_the_heel_rises_all_the_way() {
    let mut editor = editor("human", "flat");
    editor.apply(Edit::AddKey { secs: 0.0 }).unwrap();
    stand_on(&mut editor, "left_foot.ball+toe");
    editor.apply(Edit::AddKey { secs: 1.0 }).unwrap();
    let document = editor.document();
    let toes = document.character.find_link("left_toes").unwrap();
    let stood = document.setup.kinematics(&document.character);
    let stood = stood.link(toes).translation;
    let mut poser = Poser::default();
    let mut last = -1.0;
    for step in 0..=20 {
        let setup = in_between(&mut poser, document, f64::from(step) / 20.0);
        let kin = setup.kinematics(&document.character);
        assert!(kin.link(toes).translation.distance(stood) < 2e-3);
        let heel = setup
            .handles
            .iter()
            .position(|h| h.name == "left_heel")
            .unwrap();
        let height = setup.place_of(heel, &kin).y;
        assert!(height > last - 2e-3, "{height} after {last}");
        last = height;
    }
    assert!(last > 0.03);
}

#[test]
fn toes_that_bend_in_the_air_begin_to_when_their_foot_leaves_the_ground() {
    let mut editor = editor("human", "flat");
    editor.apply(Edit::AddKey { secs: 0.0 }).unwrap();
    editor.apply(Edit::Lift { foot: 1 }).unwrap();
    let foot = place(&editor, "right_foot");
    drag(
        &mut editor,
        "right_foot",
        foot + DVec3::new(0.0, 0.25, -0.1),
    );
    let toes = editor.document().character.find_link("right_toes").unwrap();
    let setup = editor.document().setup.clone();
    let mut pose = setup.pose.clone();
    pose.joints[toes.index()] = JointCoordinate::Hinge(0.6);
    editor.apply(Edit::SetPose(pose)).unwrap();
    editor.apply(Edit::AddKey { secs: 1.3 }).unwrap();
    let document = editor.document();
    let mut poser = Poser::default();
    let bend =
        |secs: f64, poser: &mut Poser| match in_between(poser, document, secs).pose.joint(toes) {
            JointCoordinate::Hinge(angle) => angle,
            other => panic!("{other:?}"),
        };
    let (mut last, mut most) = (bend(0.0, &mut poser), 0.0_f64);
    for frame in 1..=156 {
        let now = bend(f64::from(frame) / 120.0, &mut poser);
        most = most.max((now - last).abs());
        last = now;
    }
    assert!((last - 0.6).abs() < 1e-3, "{last}");
    assert!(most < 0.03, "{most} rad a frame");
}
