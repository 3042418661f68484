//! Figures side by side and the solver theatre, in the real window.

use crate::driver::{Session, place};
use crate::picture::Picture;
use crate::places::{BENCH, BENCH_VIEW, HAND_IN_THIRD, NOTHING};

/// The part of one of five views between their edges.
fn fifth(index: usize) -> [usize; 4] {
    let [left, top, right, bottom] = BENCH_VIEW;
    let width = (right - left) / 5;
    [
        left + index * width,
        top + 60,
        left + (index + 1) * width,
        bottom,
    ]
}

fn assert_figure_in_every_fifth(picture: &Picture) {
    for index in 0..5 {
        let ([warm, plaster, cool], _) = picture.figure(fifth(index));
        let counts = format!("view {index}: warm {warm}, plaster {plaster}, cool {cool}");
        assert!(warm > 500 && plaster > 500 && cool > 500, "{counts}");
    }
}

#[test]
fn a_hand_dragged_in_the_third_of_five_views_moves_all_five_figures() {
    let mut session = Session::with_project("human", "flat");
    let before = place(&session.save(), "left_hand");
    session.xdotool(&format!("mousemove {} {}", NOTHING[0], NOTHING[1]));
    let alone = session.look();
    session.keys(&["F7"]);
    let first = session.look();
    assert_figure_in_every_fifth(&first);
    assert!(first.changed(&alone, BENCH) > 3_000, "the table is there");
    let [x, y] = HAND_IN_THIRD;
    session.drag(HAND_IN_THIRD, [x + 25, y - 120]);
    let second = session.look();
    assert_figure_in_every_fifth(&second);
    for index in 0..5 {
        let changed = second.changed(&first, fifth(index));
        assert!(changed > 800, "view {index}: {changed} pixels");
    }
    assert!(second.changed(&first, BENCH) > 200, "and so do the numbers");
    let after = place(&session.save(), "left_hand");
    assert!(after.y > before.y + 0.1, "{before} {after}");
    session.xdotool(&format!("mousemove {} {}", NOTHING[0], NOTHING[1]));
    session.keys(&["F7"]);
    let timeline = session.look();
    assert!(
        timeline.changed(&second, BENCH) > 3_000,
        "the timeline is back"
    );
}

#[test]
fn a_solve_is_stepped_forward_and_back_to_the_same_picture() {
    let mut session = Session::with_project("human", "flat");
    session.drag(crate::places::LEFT_HAND, [600, 250]);
    session.xdotool(&format!("mousemove {} {}", NOTHING[0], NOTHING[1]));
    session.keys(&["F9"]);
    let start = session.look();
    session.keys(&["Right", "Right", "Right", "Right"]);
    let later = session.look();
    let changed = later.changed(&start, BENCH_VIEW);
    assert!(changed > 1_000, "the figure has moved: {changed} pixels");
    session.keys(&["Left", "Left", "Left", "Left"]);
    let changed = session.look().changed(&start, BENCH_VIEW);
    assert!(changed < 20, "back where it began: {changed} pixels");
    session.keys(&["Escape"]);
    session.assert_alive();
}
