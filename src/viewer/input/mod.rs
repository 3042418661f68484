//! What people do: the table of commands, keys, the mouse in a view.

pub(crate) mod actions;
pub(crate) mod carry;
pub(crate) mod drag;
pub(crate) mod hand;
pub(crate) mod mouse;
pub(crate) mod perform;
pub(crate) mod picking;
pub(crate) mod shortcuts;
