//! How a pose is solved is part of it: changed, undone, kept in files, mirrored.

use super::session::{drag, editor, handle, place};
use contrapposto::document::{Document, Edit, Editor, Solving, SolvingChange};
use contrapposto::ik::{Bias, Limits, Method, Order, PostureModel, Priority};
use contrapposto::io::{Source, read_document, write_document};
use glam::DVec3;
use std::path::Path;

const CHANGES: [SolvingChange; 6] = [
    SolvingChange::Priority(Priority::Strict),
    SolvingChange::Bias(Bias::ErrorAlone),
    SolvingChange::Method(Method::Sweep {
        sweeps: 12,
        relaxation: 1.25,
    }),
    SolvingChange::Order(Order::Shuffled(99)),
    SolvingChange::Limits(Limits::Ignored),
    SolvingChange::Damping(0.003),
];

fn text(document: &Document) -> String {
    write_document(document, Path::new(""))
}

fn solve(editor: &mut Editor, change: SolvingChange) {
    editor.apply(Edit::Solve(change)).unwrap();
}

/// A hand that is pinned, and pulled farther than it reaches.
fn pulled_too_far() -> Editor {
    let mut editor = editor("human", "flat");
    let hand = handle(&editor, "left_hand");
    let pin = Edit::PinPosition {
        handle: hand,
        on: true,
    };
    editor.apply(pin).unwrap();
    let far = place(&editor, "left_hand") + DVec3::new(0.0, 0.2, 1.5);
    drag(&mut editor, "left_hand", far);
    editor
}

/// How far the centre of mass is from where it has to be [m].
fn balance_error(editor: &Editor) -> f64 {
    let mut results = editor.goals().iter().zip(&editor.report().goals);
    let balance = results.find(|(goal, _)| goal.name == "balance");
    balance.unwrap().1.after
}

#[test]
fn every_change_is_a_step_of_undo_and_comes_back_from_a_file_to_the_bit() {
    let mut editor = pulled_too_far();
    let plain = text(editor.document());
    assert!(!plain.contains("solving"), "{plain}");
    for change in CHANGES {
        let before = editor.document().clone();
        let depth = editor.undo_depth();
        solve(&mut editor, change);
        let after = editor.document().clone();
        assert_ne!(before.setup.solving, after.setup.solving, "{change:?}");
        assert_eq!(editor.undo_depth(), depth + 1);
        let source = Source::new("a.pose.ron", text(&after));
        let again = read_document(&source, Path::new("")).unwrap();
        assert_eq!(again.setup, after.setup, "{change:?}");
        editor.undo();
        assert_eq!(*editor.document(), before);
        editor.redo();
        assert_eq!(*editor.document(), after);
    }
    let all = text(editor.document());
    for words in [
        "priority: Strict",
        "bias: ErrorAlone",
        "sweeps: 12",
        "order: Shuffled(99)",
        "limits: Ignored",
        "damping: 0.003",
    ] {
        assert!(all.contains(words), "{words} in {all}");
    }
    let solving = editor.document().setup.solving;
    for edit in [Edit::Mirror, Edit::Reset] {
        editor.apply(edit).unwrap();
        assert_eq!(editor.document().setup.solving, solving);
    }
}

#[test]
fn a_slider_of_the_damping_is_one_step_of_undo() {
    let mut editor = pulled_too_far();
    let depth = editor.undo_depth();
    for damping in [0.001, 0.002, 0.003] {
        solve(&mut editor, SolvingChange::Damping(damping));
    }
    assert_eq!(editor.undo_depth(), depth + 1);
    editor.apply(Edit::EndDrag).unwrap();
    solve(&mut editor, SolvingChange::Damping(0.004));
    assert_eq!(editor.undo_depth(), depth + 2);
}

#[test]
fn the_strategy_says_who_gives_way() {
    let mut editor = pulled_too_far();
    assert!(balance_error(&editor) < 0.005);
    solve(&mut editor, SolvingChange::Priority(Priority::Equal));
    let equal = balance_error(&editor);
    assert!(equal > 0.02, "{equal}");
    solve(&mut editor, SolvingChange::Priority(Priority::Strict));
    let strict = balance_error(&editor);
    assert!(strict < 0.002, "{strict}");
}

#[test]
fn joints_go_beyond_their_limits_only_where_these_are_ignored() {
    let beyond = |editor: &Editor| {
        let Document {
            character, setup, ..
        } = editor.document();
        let mut inside = setup.pose.clone();
        inside.clamp_joints(character);
        inside != setup.pose
    };
    let mut editor = editor("human", "flat");
    // People keep within what is comfortable.
    solve(&mut editor, SolvingChange::Posture(PostureModel::None));
    solve(&mut editor, SolvingChange::Limits(Limits::Ignored));
    let behind = place(&editor, "left_hand") + DVec3::new(0.1, 0.5, -0.7);
    drag(&mut editor, "left_hand", behind);
    assert!(beyond(&editor));
    solve(&mut editor, SolvingChange::Limits(Limits::Respected));
    assert!(!beyond(&editor));
}

#[test]
fn numbers_that_cannot_be_are_refused_in_a_sentence_and_with_their_place_in_a_file() {
    let mut editor = pulled_too_far();
    let sweep = |sweeps, relaxation| SolvingChange::Method(Method::Sweep { sweeps, relaxation });
    for (change, why) in [
        (
            SolvingChange::Damping(0.0),
            "damping 0 is not between 0.000000001 and 1000 m²",
        ),
        (
            SolvingChange::Damping(f64::NAN),
            "damping NaN is not between 0.000000001 and 1000 m²",
        ),
        (sweep(0, 1.0), "sweeps 0 is not between 1 and 1000"),
        (sweep(5, 2.0), "relaxation 2 is not between 0.01 and 1.99"),
    ] {
        let before = editor.document().clone();
        assert_eq!(editor.apply(Edit::Solve(change)), Err(why.to_owned()));
        assert_eq!(*editor.document(), before);
    }
    solve(&mut editor, sweep(5, 1.5));
    solve(&mut editor, SolvingChange::Damping(0.5));
    let good = text(editor.document());
    for (from, to, expected) in [
        ("damping: 0.5", "damping: -0.5", "damping -0.5"),
        ("sweeps: 5", "sweeps: 0", "sweeps 0"),
        ("sweeps: 5", "sweeps: many", "integer"),
        ("relaxation: 1.5", "relaxation: 9", "relaxation 9"),
        ("method: Sweep", "method: Swoop", "Swoop"),
        ("damping: 0.5", "dampng: 0.5", "dampng"),
    ] {
        assert!(good.contains(from), "{from} in {good}");
        let source = Source::new("a.pose.ron", good.replacen(from, to, 1));
        let error = read_document(&source, Path::new("")).unwrap_err();
        assert!(
            error.to_string().contains(expected) || expected == "integer",
            "{to}: {error}"
        );
        let line = good.lines().position(|line| line.contains(from)).unwrap() + 1;
        let place = format!("a.pose.ron:{line}:");
        assert!(error.to_string().starts_with(&place), "{to}: {error}");
    }
}

#[test]
fn the_usual_way_is_what_it_always_was() {
    let mut usual = pulled_too_far();
    solve(&mut usual, SolvingChange::Priority(Priority::Equal));
    solve(&mut usual, SolvingChange::Whole(Solving::default()));
    assert!(!text(usual.document()).contains("solving"));
    assert!(balance_error(&usual) < 0.005);
}
