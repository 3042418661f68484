//! What was dragged once holds softly: it stays where it is while something else is dragged, and gives way to that.

use crate::session::{drag, editor, handle, margin, pin, place, take_preset};
use contrapposto::document::{Edit, Editor};
use contrapposto::io::{read_document, write_document};
use glam::DVec3;

/// A drag from where a handle is.
fn drag_by(editor: &mut Editor, name: &str, by: DVec3) {
    let to = place(editor, name) + by;
    drag(editor, name, to);
}

const LEFT: DVec3 = DVec3::new(0.35, 1.25, 0.42);

#[test]
fn a_hand_that_was_placed_stays_while_another_handle_is_dragged() {
    let mut editor = editor("human", "flat");
    drag(&mut editor, "left_hand", LEFT);
    drag(&mut editor, "right_hand", DVec3::new(-0.3, 1.0, 0.55));
    let left = place(&editor, "left_hand").distance(LEFT);
    assert!(left < 0.005, "{left}");
    drag_by(&mut editor, "pelvis", -0.15 * DVec3::Y);
    let left = place(&editor, "left_hand").distance(LEFT);
    assert!(left < 0.01, "{left}");
}

#[test]
fn what_is_dragged_now_and_balance_come_before_what_was_dragged_before() {
    let mut editor = editor("human", "flat");
    let wide = DVec3::new(0.8, 1.3, 0.1);
    drag(&mut editor, "left_hand", wide);
    // Both arms are not as long as from there to here.
    let far = DVec3::new(-1.05, 0.9, 0.1);
    drag(&mut editor, "right_hand", far);
    let right = place(&editor, "right_hand").distance(far);
    let left = place(&editor, "left_hand").distance(wide);
    let mut alone = crate::session::editor("human", "flat");
    drag(&mut alone, "right_hand", far);
    let best = place(&alone, "right_hand").distance(far);
    assert!(right < best + 0.05, "{right} {best}");
    assert!(left > 0.02, "it gave way: {left}");
    assert!(margin(&editor) > 0.018, "{}", margin(&editor));
}

#[test]
fn it_is_released_one_by_one_or_all_at_once_and_undo_brings_it_back() {
    let mut editor = editor("human", "flat");
    drag(&mut editor, "left_hand", LEFT);
    drag_by(&mut editor, "head", DVec3::new(0.05, -0.02, 0.05));
    let held: Vec<usize> = editor.document().setup.touched().collect();
    assert_eq!(
        held,
        [handle(&editor, "left_hand"), handle(&editor, "head")]
    );
    let (hand, both) = (held[0], editor.document().clone());
    editor.apply(Edit::Release { handle: Some(hand) }).unwrap();
    let setup = &editor.document().setup;
    assert_eq!(setup.touched().collect::<Vec<_>>(), held[1..]);
    assert_eq!(setup.pose, both.setup.pose, "nothing moves");
    editor.undo();
    assert_eq!(*editor.document(), both);
    editor.apply(Edit::Release { handle: None }).unwrap();
    assert_eq!(editor.document().setup.touched().count(), 0);
    editor.undo();
    // A drag and what it leaves are one step.
    editor.undo();
    assert_eq!(
        editor.document().setup.touched().collect::<Vec<_>>(),
        [hand]
    );
    editor.undo();
    assert_eq!(editor.document().setup.touched().count(), 0);
}

#[test]
fn a_pin_takes_its_place_and_a_preset_frees_all() {
    let mut editor = editor("human", "flat");
    drag(&mut editor, "left_hand", LEFT);
    let hand = handle(&editor, "left_hand");
    pin(&mut editor, hand, true);
    let handles = |editor: &Editor| editor.document().setup.handles[hand].clone();
    assert!(handles(&editor).touched.is_none() && handles(&editor).position.is_some());
    pin(&mut editor, hand, false);
    drag(&mut editor, "left_hand", LEFT + 0.1 * DVec3::Y);
    assert!(handles(&editor).touched.is_some());
    take_preset(&mut editor, "crouch");
    assert!(handles(&editor).touched.is_none());
}

#[test]
fn feet_that_stand_and_the_reset_figure_hold_nothing() {
    let mut editor = editor("human", "flat");
    let foot = place(&editor, "left_foot");
    drag(&mut editor, "left_foot", foot + DVec3::new(0.1, 0.0, 0.1));
    assert_eq!(editor.document().setup.touched().count(), 0);
    drag(&mut editor, "left_hand", LEFT);
    editor.apply(Edit::Reset).unwrap();
    assert_eq!(editor.document().setup.touched().count(), 0);
}

#[test]
fn it_is_mirrored_and_saved_with_what_carries_beside_the_feet() {
    let mut editor = editor("human", "flat");
    take_preset(&mut editor, "lean_on_table");
    assert_eq!(editor.document().setup.plants.len(), 2);
    assert!(margin(&editor) > 0.02);
    drag_by(&mut editor, "head", DVec3::new(0.08, 0.0, 0.0));
    editor.apply(Edit::Mirror).unwrap();
    let folder = std::path::Path::new(".");
    let text = write_document(editor.document(), folder);
    let again = read_document(
        &contrapposto::io::Source::new("leaning.pose.ron", text),
        folder,
    );
    assert_eq!(again.unwrap().setup, editor.document().setup);
    let touched: Vec<usize> = editor.document().setup.touched().collect();
    assert_eq!(touched, [handle(&editor, "head")]);
    let head = editor.document().setup.handles[touched[0]].touched.unwrap();
    assert!(head.distance(place(&editor, "head")) < 1e-3);
    assert!(head.x < -0.01, "{head}");
}

#[test]
fn a_hand_that_is_dragged_off_the_table_carries_no_longer() {
    let mut editor = editor("human", "flat");
    take_preset(&mut editor, "lean_on_table");
    let both = margin(&editor);
    drag_by(&mut editor, "left_hand", 0.15 * DVec3::Y);
    assert_eq!(editor.document().setup.plants.len(), 1);
    assert!(margin(&editor) > 0.0 && margin(&editor) < both);
    let right = place(&editor, "right_hand");
    let plant = editor.document().setup.plants[0].target_in_world();
    assert!(right.distance(plant) < 1e-3, "{right} {plant}");
}
