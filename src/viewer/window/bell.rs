//! A bell that wakes the sleeping loop: from another thread, after a while, or when the window was uncovered.
//!
//! ```text
//! timer, other threads, Expose ──ring──> a motion to nowhere ──> the loop draws a frame
//! anything that asks for a frame ──nudge──> a message that nobody reads ──> the loop stops waiting
//! ```
//! miniquad 0.4 sleeps in `XNextEvent` and cannot be woken but by an event. It then reads one event more than there were, so
//! that a key which came while a frame was drawn would wait for what comes after it; a nudge is what comes after it. It
//! ignores Expose. And `schedule_update` is no way for a thread: the loop panics when another one holds its lock. So the
//! bell is a second connection to the display, which sends events to our own window.

/// Where a ring moves the mouse to: no window is there.
pub(crate) const NOWHERE: i16 = i16::MIN;

#[cfg(target_os = "linux")]
pub(crate) use x11::{Bell, Watch};

#[cfg(target_os = "linux")]
mod x11 {
    use super::NOWHERE;
    use std::sync::Arc;
    use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
    use std::thread;
    use std::time::{Duration, Instant};
    use x11rb::connection::Connection as _;
    use x11rb::errors::ConnectionError;
    use x11rb::protocol::Event;
    use x11rb::protocol::xproto::{
        AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt as _, EventMask,
        KeyButMask, MOTION_NOTIFY_EVENT, Motion, MotionNotifyEvent, Window,
    };
    use x11rb::rust_connection::RustConnection;

    /// Sees windows that are made, before ours is.
    pub(crate) struct Watch {
        connection: RustConnection,
        root: Window,
    }

    impl Watch {
        /// Nothing where the display does not let us in twice.
        pub(crate) fn begin() -> Option<Self> {
            let (connection, screen) = x11rb::connect(None).ok()?;
            let root = connection.setup().roots.get(screen)?.root;
            select(&connection, root, EventMask::SUBSTRUCTURE_NOTIFY).ok()?;
            // The answer to any question comes after all that was asked before.
            connection.get_input_focus().ok()?.reply().ok()?;
            Some(Self { connection, root })
        }

        /// The bell of the window that was made since, by its class. Another window that was opened at the same moment
        /// would be woken, too, and draw a frame for nothing.
        pub(crate) fn find(self, class: &str) -> Option<Bell> {
            let Self { connection, root } = self;
            connection.get_input_focus().ok()?.reply().ok()?;
            let mut windows = Vec::new();
            while let Some(event) = connection.poll_for_event().ok()? {
                if let Event::CreateNotify(made) = event
                    && class_of(&connection, made.window).is_some_and(|name| name == class)
                {
                    windows.push(made.window);
                }
            }
            select(&connection, root, EventMask::NO_EVENT).ok()?;
            for window in &windows {
                select(&connection, *window, EventMask::EXPOSURE).ok()?;
            }
            connection.flush().ok()?;
            (!windows.is_empty()).then(|| Bell::new(connection, windows))
        }
    }

    fn select(
        connection: &RustConnection,
        window: Window,
        mask: EventMask,
    ) -> Result<(), ConnectionError> {
        let wanted = ChangeWindowAttributesAux::new().event_mask(mask);
        connection.change_window_attributes(window, &wanted)?;
        Ok(())
    }

    /// The second of the two names in `WM_CLASS`.
    fn class_of(connection: &RustConnection, window: Window) -> Option<String> {
        let property = AtomEnum::WM_CLASS;
        let asked = connection.get_property(false, window, property, AtomEnum::STRING, 0, 64);
        let names = asked.ok()?.reply().ok()?.value;
        let class = names.split(|byte| *byte == 0).nth(1)?;
        String::from_utf8(class.to_vec()).ok()
    }

    /// Can be rung by any thread.
    #[derive(Clone)]
    pub(crate) struct Bell {
        rope: Arc<Rope>,
        alarm: Sender<Option<Instant>>,
    }

    /// What leads to the window.
    struct Rope {
        connection: RustConnection,
        windows: Vec<Window>,
    }

    impl Bell {
        fn new(connection: RustConnection, windows: Vec<Window>) -> Self {
            let rope = Arc::new(Rope {
                connection,
                windows,
            });
            let (alarm, alarms) = channel();
            let (clock, eye) = (Arc::clone(&rope), Arc::clone(&rope));
            thread::spawn(move || clock.ring_in_time(&alarms));
            thread::spawn(move || eye.ring_when_uncovered());
            Self { rope, alarm }
        }

        /// Asks the loop for a frame.
        pub(crate) fn ring(&self) {
            self.rope.ring();
        }

        /// Asks for a frame after a while; only the last such wish counts.
        pub(crate) fn ring_after(&self, delay: Duration) {
            // The thread that listens ends with the program.
            let _ = self.alarm.send(Instant::now().checked_add(delay));
        }

        /// Ends the loop's wait, for what it has heard already.
        pub(crate) fn nudge(&self) {
            let rope = &self.rope;
            for window in &rope.windows {
                let nothing = ClientMessageEvent::new(32, *window, AtomEnum::NONE, [0; 5]);
                rope.send(*window, nothing);
            }
            rope.flush();
        }
    }

    impl Rope {
        fn ring(&self) {
            for window in &self.windows {
                let motion = MotionNotifyEvent {
                    response_type: MOTION_NOTIFY_EVENT,
                    detail: Motion::NORMAL,
                    sequence: 0,
                    time: x11rb::CURRENT_TIME,
                    root: *window,
                    event: *window,
                    child: x11rb::NONE,
                    root_x: NOWHERE,
                    root_y: NOWHERE,
                    event_x: NOWHERE,
                    event_y: NOWHERE,
                    state: KeyButMask::default(),
                    same_screen: true,
                };
                self.send(*window, motion);
            }
            self.flush();
        }

        fn send(&self, window: Window, event: impl Into<[u8; 32]>) {
            // A display that is gone takes the window with it: nobody is left to wake.
            let _ = self
                .connection
                .send_event(false, window, EventMask::NO_EVENT, event);
        }

        fn flush(&self) {
            // As above.
            let _ = self.connection.flush();
        }

        fn ring_in_time(&self, alarms: &Receiver<Option<Instant>>) {
            let mut due: Option<Instant> = None;
            loop {
                let heard = match due {
                    Some(due) => alarms.recv_timeout(due.saturating_duration_since(Instant::now())),
                    None => alarms.recv().map_err(RecvTimeoutError::from),
                };
                match heard {
                    Ok(next) => due = next,
                    Err(RecvTimeoutError::Timeout) => {
                        due = None;
                        self.ring();
                    }
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        }

        fn ring_when_uncovered(&self) {
            while let Ok(event) = self.connection.wait_for_event() {
                if matches!(event, Event::Expose(_)) {
                    self.ring();
                }
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) use silent::{Bell, Watch};

/// Elsewhere nothing but input wakes the loop, and it hears all of that.
#[cfg(not(target_os = "linux"))]
mod silent {
    use std::time::Duration;

    pub(crate) enum Watch {}

    impl Watch {
        pub(crate) fn begin() -> Option<Self> {
            None
        }

        pub(crate) fn find(self, _class: &str) -> Option<Bell> {
            match self {}
        }
    }

    #[derive(Clone)]
    pub(crate) enum Bell {}

    impl Bell {
        pub(crate) fn ring(&self) {
            match *self {}
        }

        pub(crate) fn ring_after(&self, _delay: Duration) {
            match *self {}
        }

        pub(crate) fn nudge(&self) {
            match *self {}
        }
    }
}
