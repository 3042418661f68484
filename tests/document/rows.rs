//! Balance is a row among others; ranks follow the order of the list.

use super::session::{drag, editor, handle, place};
use contrapposto::document::{Document, Edit, Editor, Row, RowPlace, Setup};
use contrapposto::ik::Rank;
use contrapposto::io::{Source, read_document, write_document};
use contrapposto::math::Random;
use glam::DVec3;
use std::path::Path;

fn row(editor: &Editor, name: &str) -> Row {
    match name {
        "balance" => Row::Balance,
        name => Row::Handle(handle(editor, name)),
    }
}

fn name(setup: &Setup, row: Row) -> &str {
    match row {
        Row::Balance => "balance",
        Row::Handle(index) => &setup.handles[index].name,
    }
}

/// The first rows, with their ranks.
fn list(editor: &Editor, count: usize) -> Vec<(String, u8)> {
    let setup = &editor.document().setup;
    let rows = setup.rows().into_iter().take(count);
    rows.map(|row| (name(setup, row).to_owned(), setup.rank_of(row).0))
        .collect()
}

fn put_above(editor: &mut Editor, moved: &str, other: &str) {
    let (row, to) = (row(editor, moved), RowPlace::Above(row(editor, other)));
    editor.apply(Edit::MoveRow { row, to }).unwrap();
}

/// What a goal misses [m].
fn error(editor: &Editor, name: &str) -> f64 {
    let mut results = editor.goals().iter().zip(&editor.report().goals);
    results.find(|(goal, _)| goal.name == name).unwrap().1.after
}

/// A pinned hand that pulls the body over its toes.
fn leaning() -> Editor {
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

#[test]
fn a_rank_2_row_that_is_moved_above_a_rank_1_row_changes_who_gives_way() {
    let mut editor = leaning();
    let (balance, hand) = (error(&editor, "balance"), error(&editor, "left_hand"));
    assert!(balance < 0.005, "{balance}");
    put_above(&mut editor, "left_hand", "balance");
    assert_eq!(
        list(&editor, 2),
        [("left_hand".to_owned(), 1), ("balance".to_owned(), 2)]
    );
    let (lost, nearer) = (error(&editor, "balance"), error(&editor, "left_hand"));
    assert!(lost > 0.05, "balance gives {lost}");
    assert!(nearer < hand - 0.05, "the hand gave {hand}, gives {nearer}");
    // And back: ranks are what they were.
    put_above(&mut editor, "balance", "left_hand");
    assert_eq!(list(&editor, 2)[0], ("balance".to_owned(), 1));
    assert_eq!(list(&editor, 2)[1], ("left_hand".to_owned(), 2));
    let again = error(&editor, "balance");
    assert!(again < 0.005, "{again}");
}

#[test]
fn a_goal_stays_a_goal_and_a_wish_a_wish_unless_it_is_moved_among_the_others() {
    let mut editor = editor("human", "flat");
    put_above(&mut editor, "right_hand", "balance");
    let setup = &editor.document().setup;
    let ranks: Vec<Rank> = setup.handles.iter().map(|handle| handle.rank).collect();
    assert_eq!(ranks.iter().filter(|rank| **rank == Rank(1)).count(), 1);
    let born: Vec<bool> = (0..setup.handles.len())
        .map(|index| setup.is_pole(&editor.document().character, index))
        .collect();
    for (index, rank) in ranks.iter().enumerate() {
        assert_eq!(rank.is_wish(), born[index], "{index}");
    }
    put_above(&mut editor, "left_knee", "left_hand");
    let knee = handle(&editor, "left_knee");
    assert_eq!(editor.document().setup.handles[knee].rank, Rank::EFFECTOR);
    let edit = Edit::MoveRow {
        row: row(&editor, "left_hand"),
        to: RowPlace::Last,
    };
    editor.apply(edit).unwrap();
    let hand = handle(&editor, "left_hand");
    assert!(editor.document().setup.handles[hand].rank.is_wish());
}

#[test]
fn a_row_beside_another_has_its_rank() {
    let mut editor = leaning();
    let edit = Edit::MoveRow {
        row: row(&editor, "left_hand"),
        to: RowPlace::Beside(Row::Balance),
    };
    editor.apply(edit).unwrap();
    assert_eq!(
        list(&editor, 2),
        [("balance".to_owned(), 1), ("left_hand".to_owned(), 1)]
    );
    let lost = error(&editor, "balance");
    let edit = Edit::SetBalanceWeight(30.0);
    editor.apply(edit).unwrap();
    let heavier = error(&editor, "balance");
    assert!(heavier < 0.5 * lost, "{heavier} of {lost}");
}

/// The list, whatever was done to it.
fn check_list(document: &Document) {
    let setup = &document.setup;
    let ranks: Vec<Rank> = setup.rows().iter().map(|row| setup.rank_of(*row)).collect();
    assert!(ranks.is_sorted(), "{ranks:?}");
    let mut names: Vec<&str> = setup.rows().iter().map(|row| name(setup, *row)).collect();
    assert_eq!(names.len(), setup.handles.len() + 1);
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), setup.handles.len() + 1);
}

#[test]
fn no_order_of_the_list_contradicts_ranks_and_files_and_undo_keep_it() {
    let mut editor = editor("human", "flat");
    let mut random = Random::new(11);
    let first = editor.document().clone();
    for _ in 0..200 {
        let rows = editor.document().setup.rows();
        let pick = |random: &mut Random| rows[random.below(rows.len())];
        let (row, other) = (pick(&mut random), pick(&mut random));
        let to = match random.below(5) {
            0 => RowPlace::Last,
            1 => RowPlace::Beside(other),
            _ => RowPlace::Above(other),
        };
        editor.apply(Edit::MoveRow { row, to }).unwrap();
        check_list(editor.document());
        let setup = &editor.document().setup;
        if let (RowPlace::Above(_), Row::Balance) = (to, row) {
            assert!(setup.balance.rank >= Rank::BALANCE);
        }
    }
    editor.apply(Edit::SetBalanceRank(Rank(2))).unwrap();
    let text = write_document(editor.document(), Path::new(""));
    let source = Source::new("a.pose.ron", text.clone());
    let again = read_document(&source, Path::new("")).unwrap();
    assert_eq!(again.setup, editor.document().setup);
    for (from, to, expected) in [
        ("balance: (", "balance: (rank: 0, was: ", "was"),
        ("rank: 2", "rank: 9", "is not between"),
    ] {
        let at = text.find("balance: (").unwrap();
        let changed = format!("{}{}", &text[..at], text[at..].replacen(from, to, 1));
        let source = Source::new("a.pose.ron", changed);
        let error = read_document(&source, Path::new("")).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        assert!(error.place.is_some(), "{error}");
    }
    while editor.undo().is_some() {}
    assert_eq!(*editor.document(), first);
    for edit in [
        Edit::SetBalanceRank(Rank(0)),
        Edit::SetBalanceWeight(0.0),
        Edit::MoveRow {
            row: Row::Handle(99),
            to: RowPlace::Last,
        },
    ] {
        assert!(editor.apply(edit).is_err());
        assert_eq!(*editor.document(), first);
    }
}
