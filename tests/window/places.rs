//! Where things are in a window of 1280 by 800 pixels that has just opened: the camera always begins in the same place.
//!
//! When a panel or a question changes its size, only this table changes.

use crate::driver::At;

pub(crate) const LEFT_HAND: At = [527, 358];
pub(crate) const RIGHT_HAND: At = [419, 341];
pub(crate) const LEFT_FOOT: At = [495, 531];
pub(crate) const HEAD: At = [482, 153];
/// Neither figure nor panel.
pub(crate) const NOTHING: At = [150, 150];

/// The view, between menu, panel, timeline and status.
pub(crate) const VIEW: [usize; 4] = [0, 28, 960, 642];

/// The views over the panel of the bench, and that panel without its edges; a hand at rest in the third of five views.
pub(crate) const BENCH_VIEW: [usize; 4] = [0, 28, 960, 556];
pub(crate) const BENCH: [usize; 4] = [8, 566, 1240, 768];
pub(crate) const HAND_IN_THIRD: At = [532, 305];

/// Buttons of "Save first?".
pub(crate) const CLOSE_WITHOUT_SAVING: At = [631, 432];
pub(crate) const STAY: At = [724, 432];
/// Buttons of the only row in "Unsaved work was kept", for a project called `figure.pose.ron`.
pub(crate) const TAKE_IT_UP: At = [755, 412];
pub(crate) const THROW_AWAY: At = [830, 412];
/// Button of the export.
pub(crate) const WRITE: At = [891, 529];
/// Button of its question about a file that is there already.
pub(crate) const WRITE_OVER: At = [568, 549];
/// Beside work that goes on.
pub(crate) const CANCEL: At = [44, 609];

/// A moment of the timeline, while it shows four seconds.
pub(crate) fn moment(secs: f64) -> At {
    [(22.0 + 1236.0 * secs / 4.0) as i32, 742]
}

/// In the walk's panel: balanced as if it stood still.
pub(crate) const AT_REST: At = [1078, 92];

/// A footprint of a walk over the stairs that no other covers, seen with the figure at its start.
pub(crate) const FOOTPRINT: At = [192, 481];

/// The apex of the third step of a walk over flat ground, at its start and framed.
pub(crate) const APEX: At = [372, 556];

/// The start panel, without what is behind its upper and lower edge.
pub(crate) const START: [usize; 4] = [14, 44, 240, 320];
/// A level in the start panel, and its switch.
pub(crate) const STAIRS: At = [143, 141];
pub(crate) const SHOW_AT_START: At = [80, 356];

/// The field for a file's name when a project is saved.
pub(crate) const FILE_NAME: [usize; 4] = [549, 586, 952, 609];

/// The list of what is drawn over the figure, and its first two ticks.
pub(crate) const OVERLAYS: At = [812, 59];
pub(crate) const FIRST_TICK: At = [789, 92];
pub(crate) const SECOND_TICK: At = [789, 124];

/// "Learn" in the start panel, and the first lesson of the list.
pub(crate) const LEARN: At = [197, 58];
pub(crate) const FIRST_LESSON: At = [1080, 158];
/// The hand and where it should go, when that exercise has just begun.
pub(crate) const EXERCISE_HAND: At = [526, 355];
pub(crate) const EXERCISE_MARK: At = [525, 147];
