//! What stands around the view: menus, the panel at the right, the timeline, the status line.

mod asks;
mod bars;
pub(crate) mod bench;
mod body;
mod cases;
mod comparison;
mod courses;
mod desk;
mod error_axis;
mod exercise;
mod forms;
mod formula;
mod gave_way;
mod ghost;
mod goals;
mod keys;
mod lesson;
mod lesson_list;
mod library;
mod margin;
mod menu;
mod number;
mod recording;
mod rows;
mod side;
pub(crate) mod solving;
mod span;
mod status;
pub(crate) mod strip;
mod theatre;
mod timeline;
mod visits;
mod walk;

pub(crate) use forms::{Forms, LessonPart, Tab};
pub(super) use keys::KeyDrag;
pub(super) use span::TimeZoom;
