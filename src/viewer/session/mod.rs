//! What is worked on: the document, time, the ghost that goes along, and work in the background.

pub(crate) mod deliver;
pub(crate) mod ghost;
pub(crate) mod jobs;
pub(crate) mod playback;
pub(crate) mod time;
pub(crate) mod work;
