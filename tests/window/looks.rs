//! What is to be seen: the figure in the middle of the view, at every size.

use crate::desktop::wait_for;
use crate::driver::{SOON, Session};
use crate::picture::Picture;

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
