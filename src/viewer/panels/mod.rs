//! What stands around the view: menus, the panel at the right, the timeline, the status line.

mod body;
mod ghost;
mod goals;
mod keys;
mod margin;
mod menu;
mod recording;
mod side;
mod status;
mod timeline;
mod walk;

pub(super) use keys::KeyDrag;
