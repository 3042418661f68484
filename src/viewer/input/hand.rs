//! The hand on the mouse: what it is over, what it has selected, what it drags.

use super::drag::{Dragged, MouseDrag};
use crate::character::LinkId;
use crate::document::Setup;
use crate::viewer::panels::{ContactDrag, KeyDrag};
use crate::viewer::signs::footwork::Footwork;

/// What people point at.
#[derive(Debug, Default)]
pub(crate) struct Hand {
    /// The handle that keys act on.
    pub(crate) selected: Option<usize>,
    /// The handle under the mouse.
    pub(crate) hovered: Option<usize>,
    /// Footprints and arcs.
    pub(crate) footwork: Footwork,
    pub(crate) drag: Option<MouseDrag>,
    /// A key that is moved on the timeline.
    pub(crate) key_drag: Option<KeyDrag>,
    /// A contact of a recording that is made longer, shorter or anew.
    pub(crate) contact_drag: Option<ContactDrag>,
    pub(crate) drags_done: u32,
}

impl Hand {
    /// A list of handles is so long now.
    pub(crate) fn forget_beyond(&mut self, handles: usize) {
        self.selected = self.selected.filter(|handle| *handle < handles);
        self.hovered = self.hovered.filter(|handle| *handle < handles);
    }

    /// The handle that is dragged.
    pub(crate) fn dragged_handle(&self) -> Option<usize> {
        match self.drag.as_ref()?.what {
            Dragged::Handle { handle, .. } => Some(handle),
            Dragged::Turn { .. }
            | Dragged::Target { .. }
            | Dragged::Walk { .. }
            | Dragged::Ghost
            | Dragged::Camera(_) => None,
        }
    }

    /// The handle that was selected in one list, in another one with the same names.
    pub(crate) fn selected_in(&self, before: &Setup, now: &Setup) -> Option<usize> {
        let name = &before.handles.get(self.selected?)?.name;
        now.handles.iter().position(|handle| handle.name == *name)
    }

    /// The link of the selected handle.
    pub(crate) fn selected_link(&self, setup: &Setup) -> Option<LinkId> {
        setup.handles.get(self.selected?)?.grip.link()
    }
}
