//! What is to be seen: the figure in the middle of the view, at every size.

use crate::desktop::wait_for;
use crate::driver::{SOON, Session};
use crate::picture::Picture;
use crate::places::{FIRST_TICK, LEFT_HAND, OVERLAYS, SECOND_TICK};

/// Points that the panel at the right takes, those of the bar at the top, those of timeline and status.
const PANEL: f64 = 320.0;
const MENU: f64 = 28.0;
const BELOW: f64 = 158.0;
/// The last line (pixels).
const STATUS: [usize; 4] = [0, 774, 1280, 800];

/// The figure is in the middle of the view and whole, nothing of it is at the view's edge, and the panel is written on.
fn assert_looks_well(picture: &Picture, scale: f64) {
    let (width, height) = (picture.width, picture.height);
    let points = |v: f64| (v * scale) as usize;
    let (right, top, bottom) = (width - points(PANEL), points(MENU), height - points(BELOW));
    let ([warm, plaster, cool], [x, y]) = picture.figure([0, top, right, bottom]);
    let least = (bottom - top).pow(2) / 200;
    let counts = format!(
        "{width}x{height}: warm {warm}, plaster {plaster}, cool {cool}, each at least {least}"
    );
    assert!(warm > least && plaster > least && cool > least, "{counts}");
    let [x, y] = [x / right as f64, (y - top as f64) / (bottom - top) as f64];
    assert!(
        (0.4..0.6).contains(&x) && (0.3..0.7).contains(&y),
        "{width}x{height}: the figure's middle is at {x:.2}, {y:.2}"
    );
    let (at_left, _) = picture.figure([0, top, right / 10, bottom]);
    assert!(
        at_left.iter().sum::<usize>() < 20,
        "{width}x{height}: the left is empty, but {at_left:?}"
    );
    let written = picture.bright_share([right, top, width, bottom]);
    assert!(
        (0.01..0.3).contains(&written),
        "{width}x{height}: {written:.3} of the panel is bright"
    );
}

#[test]
fn the_figure_stands_in_the_middle_of_the_view_at_every_size() {
    let mut session = Session::with_project("human", "flat");
    assert_looks_well(&session.look(), 1.0);
    for (width, height) in [(900, 600), (1920, 1080), (1280, 800)] {
        let picture = session.resize(width, height);
        assert_looks_well(&picture, 1.0);
    }
}

#[test]
fn twice_as_large_letters_leave_room_for_the_figure() {
    let mut session = Session::new();
    std::fs::create_dir_all(session.home()).unwrap();
    std::fs::write(session.home().join("settings.ron"), "(scale: 2.0)").unwrap();
    session.open(&["view"]);
    session.keys(&["Escape"]);
    let picture = session.resize(1920, 1080);
    assert_looks_well(&picture, 2.0);
}

#[test]
fn a_screenshot_is_what_the_screen_shows() {
    let mut session = Session::with_project("human", "flat");
    let seen = session.look();
    // The dialog has a name to offer.
    session.keys(&["F12", "Return"]);
    let path = session.path("screenshot.png");
    wait_for("the screenshot is written", SOON, || {
        path.is_file().then_some(())
    });
    let written = Picture::from_png(&std::fs::read(path).unwrap());
    assert_eq!((written.width, written.height), (seen.width, seen.height));
    assert_looks_well(&written, 1.0);
    let changed = seen.changed(&written, [0, 0, seen.width, seen.height]);
    assert!(changed < 500, "{changed} pixels differ");
    wait_for("the last line says so", SOON, || {
        (session.look().changed(&seen, STATUS) > 100).then_some(())
    });
}

#[test]
fn both_views_and_both_themes_are_drawn() {
    let mut session = Session::with_project("human", "flat");
    let mut last = session.look();
    for key in ["F2", "F3", "F4", "F1", "F4"] {
        session.keys(&[key]);
        let picture = session.look();
        let changed = picture.changed(&last, crate::places::VIEW);
        assert!(changed > 5_000, "{key} changes {changed} pixels");
        last = picture;
    }
    assert_looks_well(&last, 1.0);
}

#[test]
fn dialogs_open_in_the_middle_of_the_window_at_every_size() {
    let mut session = Session::with_project("human", "flat");
    for (width, height, keys) in [
        (1920, 1080, ["ctrl+comma", "ctrl+e"]),
        (1280, 800, ["ctrl+comma", "ctrl+e"]),
        (900, 600, ["ctrl+e", "shift+slash"]),
    ] {
        session.resize(width, height);
        // Keys go where the mouse is: over nothing, in the bar at the top.
        session.xdotool("mousemove 500 14");
        session.settle();
        let before = session.look();
        for key in keys {
            session.keys(&[key]);
            let after = session.look();
            let [x, y] = middle_of_changes(&before, &after);
            let words = format!("{key} at {width}x{height}: its middle is at {x}, {y}");
            assert!(x.abs_diff(width / 2) < 12, "{words}");
            assert!(y.abs_diff(height / 2) < 12, "{words}");
            let in_menu = after.changed(&before, [0, 0, width, MENU as usize]);
            assert_eq!(in_menu, 0, "{key} at {width}x{height} covers the menu");
            session.keys(&["Escape"]);
        }
    }
}

/// The middle between the first and the last column, and row, in which two pictures differ.
fn middle_of_changes(before: &Picture, after: &Picture) -> [usize; 2] {
    const STEP: usize = 4;
    let (width, height) = (after.width, after.height);
    let middle = |length: usize, strip: &dyn Fn(usize) -> [usize; 4]| {
        let strips = (0..length).step_by(STEP);
        let mut changed = strips.filter(|at| after.changed(before, strip(*at)) > 20);
        let first = changed.next().expect("nothing has changed");
        (first + changed.last().unwrap_or(first) + STEP) / 2
    };
    [
        middle(width, &|x| [x, 0, (x + STEP).min(width), height]),
        middle(height, &|y| [0, y, width, (y + STEP).min(height)]),
    ]
}

#[test]
fn several_overlays_are_ticked_without_opening_their_list_again() {
    let mut session = Session::with_project("human", "flat");
    session.click(OVERLAYS);
    session.click(FIRST_TICK);
    session.click(SECOND_TICK);
    let settings = std::fs::read_to_string(session.home().join("settings.ron")).unwrap();
    for overlay in ["Handles", "CenterOfMass"] {
        assert!(!settings.contains(overlay), "{overlay} in {settings}");
    }
    assert!(settings.contains("Support"), "{settings}");
    // A press elsewhere closes the list, and the handle is dragged.
    let open = session.look();
    session.drag(LEFT_HAND, [LEFT_HAND[0] + 60, LEFT_HAND[1] - 40]);
    let closed = session.look();
    let [x, y] = SECOND_TICK;
    let beside = [
        x as usize + 60,
        y as usize,
        x as usize + 140,
        y as usize + 300,
    ];
    assert!(
        closed.changed(&open, beside) > 1_000,
        "the list is still open"
    );
}
