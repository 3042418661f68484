//! Signs over a figure, painted with egui: its balance, handles, asks, footprints, the paper's arrows.

pub(crate) mod asks;
pub(crate) mod flat;
pub(crate) mod footwork;
pub(crate) mod ghost;
pub(crate) mod guides;
pub(crate) mod handles;
pub(crate) mod limits;
pub(crate) mod overlays;
pub(crate) mod recording;
