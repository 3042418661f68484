//! Frames without contact: the recorded pose, with the corrections before and after it faded out and in.

use super::difference::Difference;
use super::plan::blend;
use crate::character::{Character, Pose};
use crate::motion::Clip;

/// A correction fades over this time after the last contact, and before the next one [s].
const FADE_SECS: f64 = 0.25;

/// Blends every frame of `poses` that has no contact from the recorded one; all others are solved already.
pub(super) fn blend_flights(
    character: &Character,
    recorded: &Clip,
    is_solved: &[bool],
    poses: &mut [Pose],
) {
    let frames = poses.len();
    let [mut before, mut after] = [Difference::none(character), Difference::none(character)];
    let mut frame = 0;
    while frame < frames {
        if is_solved[frame] {
            frame += 1;
            continue;
        }
        let end = (frame..frames).find(|f| is_solved[*f]).unwrap_or(frames);
        let take_off = frame.checked_sub(1);
        let landing = (end < frames).then_some(end);
        for (difference, edge) in [(&mut before, take_off), (&mut after, landing)] {
            if let Some(edge) = edge {
                difference.measure(&recorded.frames[edge].pose, &poses[edge]);
            }
        }
        for (f, pose) in (frame..end).zip(&mut poses[frame..end]) {
            pose.clone_from(&recorded.frames[f].pose);
            for (difference, edge) in [(&before, take_off), (&after, landing)] {
                if let Some(edge) = edge {
                    let secs = edge.abs_diff(f) as f64 * recorded.frame_secs;
                    difference.apply(character, blend(secs / FADE_SECS), pose);
                }
            }
        }
        frame = end;
    }
}
