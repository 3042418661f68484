//! The real window, opened on a screen without a monitor and driven by mouse and keys. What counts is what it saves.
#![cfg(feature = "viewer")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "window/arcs.rs"]
mod arcs;
#[path = "window/desktop.rs"]
mod desktop;
#[path = "window/driver.rs"]
mod driver;
#[path = "window/events.rs"]
mod events;
#[path = "window/figures.rs"]
mod figures;
#[path = "window/files.rs"]
mod files;
#[path = "window/ghost.rs"]
mod ghost;
#[path = "window/long_work.rs"]
mod long_work;
#[path = "window/looks.rs"]
mod looks;
#[path = "window/monkey.rs"]
mod monkey;
#[path = "window/motion.rs"]
mod motion;
#[path = "window/picture.rs"]
mod picture;
#[path = "window/places.rs"]
mod places;
#[path = "window/posing.rs"]
mod posing;
#[path = "window/start.rs"]
mod start;
#[path = "window/three_windows.rs"]
mod three_windows;
