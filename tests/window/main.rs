//! The real window, opened on a screen without a monitor and driven by mouse and keys. What counts is what it saves.
#![cfg(feature = "viewer")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod arcs;
mod bench;
mod desktop;
mod driver;
mod events;
mod figures;
mod files;
mod ghost;
mod lessons;
mod long_work;
mod looks;
mod monkey;
mod motion;
mod picture;
mod places;
mod posing;
mod start;
mod three_windows;
