//! Everything that happens is answered at once, whatever the mouse does: keys, a covered window, the close button.

use crate::desktop::wait_for;
use crate::driver::{SOON, Session, place};
use crate::places::{CLOSE_WITHOUT_SAVING, FILE_NAME, LEFT_HAND, STAY, VIEW};
use std::time::Duration;
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, WindowClass,
};
use x11rb::rust_connection::RustConnection;

#[test]
fn a_key_is_answered_while_the_mouse_rests() {
    let mut session = Session::with_project("human", "flat");
    // The second key comes at a different moment of the first one's frames each time, and nothing comes after it.
    for pause_ms in (0..200).step_by(9) {
        let before = session.look();
        session.xdotool(&format!("key c sleep {} key F4", f64::from(pause_ms) / 1e3));
        wait_for("the other theme is drawn", SOON, || {
            (session.look().changed(&before, VIEW) > 100_000).then_some(())
        });
        session.assert_alive();
    }
}

#[test]
fn keys_that_come_at_once_act_one_after_the_other() {
    let mut session = Session::with_project("human", "flat");
    session.drag(LEFT_HAND, [600, 250]);
    let before = session.save();
    session.while_it_stands_still(|session| session.xdotool("key --delay 0 ctrl+r ctrl+z"));
    let after = session.save();
    let moved = place(&before, "left_hand").distance(place(&after, "left_hand"));
    assert!(
        moved < 1e-9,
        "undo took the reset back, not the drag; {moved} m"
    );
}

#[test]
fn an_uncovered_window_is_painted_again() {
    let session = Session::with_project("human", "flat");
    let before = session.look();
    let area: [u16; 4] = [200, 100, 700, 500];
    let (display, screen) = x11rb::connect(Some(&session.desktop.name)).unwrap();
    let cover = cover(&display, screen, area);
    wait_for("the window is covered", SOON, || {
        (session.look().changed(&before, area.map(usize::from)) > 100_000).then_some(())
    });
    display.destroy_window(cover).unwrap();
    display.flush().unwrap();
    wait_for("the window is whole again", SOON, || {
        (session.look().changed(&before, VIEW) < 100).then_some(())
    });
}

/// A white window that no desktop asks about, over an area of the screen.
fn cover(display: &RustConnection, screen: usize, [left, top, right, bottom]: [u16; 4]) -> u32 {
    let screen = &display.setup().roots[screen];
    let window = display.generate_id().unwrap();
    let white = CreateWindowAux::new()
        .background_pixel(screen.white_pixel)
        .override_redirect(1);
    display
        .create_window(
            screen.root_depth,
            window,
            screen.root,
            left.cast_signed(),
            top.cast_signed(),
            right - left,
            bottom - top,
            0,
            WindowClass::INPUT_OUTPUT,
            screen.root_visual,
            &white,
        )
        .unwrap();
    display.map_window(window).unwrap();
    display.flush().unwrap();
    window
}

#[test]
fn the_close_button_asks_when_something_is_not_saved() {
    let mut session = Session::with_project("human", "flat");
    session.drag(LEFT_HAND, [600, 250]);
    let before = session.look();
    let middle = [400, 300, 900, 500];
    press_close(&session);
    wait_for("a question covers the middle", SOON, || {
        (session.look().changed(&before, middle) > 3_000).then_some(())
    });
    session.click(STAY);
    assert!(
        session.look().changed(&before, middle) < 100,
        "who stays sees the figure as it was"
    );
    press_close(&session);
    session.settle();
    session.press_and_leave(CLOSE_WITHOUT_SAVING);
    assert!(session.ends_well());
    assert_eq!(session.errors(), "");
}

#[test]
fn the_close_button_closes_when_all_is_saved() {
    let mut session = Session::with_project("human", "flat");
    press_close(&session);
    assert!(session.ends_well());
    assert_eq!(session.errors(), "");
}

/// What a desktop sends when somebody clicks on the cross of a window.
fn press_close(session: &Session) {
    let (display, _) = x11rb::connect(Some(&session.desktop.name)).unwrap();
    let atom = |name: &[u8]| {
        display
            .intern_atom(false, name)
            .unwrap()
            .reply()
            .unwrap()
            .atom
    };
    let window: u32 = session.window.parse().unwrap();
    let data = [atom(b"WM_DELETE_WINDOW"), 0, 0, 0, 0];
    let message = ClientMessageEvent::new(32, window, atom(b"WM_PROTOCOLS"), data);
    display
        .send_event(false, window, EventMask::NO_EVENT, message)
        .unwrap();
    // The answer to any question comes after what was sent before; who hangs up at once may not be heard.
    display.get_input_focus().unwrap().reply().unwrap();
}

#[test]
fn the_text_cursor_blinks_while_nothing_else_happens() {
    let mut session = Session::with_project("human", "flat");
    session.keys(&["ctrl+shift+s"]);
    for _ in 0..3 {
        let before = session.look();
        wait_for("the cursor comes or goes", Duration::from_secs(5), || {
            let changed = session.look().changed(&before, FILE_NAME);
            (changed > 0).then(|| assert!(changed < 200, "only the cursor: {changed}"))
        });
    }
}
