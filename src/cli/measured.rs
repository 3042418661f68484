//! The audit of a clip, with a progress bar for long ones; recordings without their noise where they are differentiated.

use super::clip_input::LoadedClip;
use super::progress::Progress;
use crate::character::{Character, Pose};
use crate::level::Level;
use crate::motion::audit::Auditor;
use crate::motion::{Audit, Clip, USUAL_CUTOFF_HZ, low_passed};

/// Poses without noise, and where they were cut off.
#[derive(Clone, Debug)]
pub(super) struct LowPassed {
    pub(super) cutoff_hz: f64,
    /// (frames)
    pub(super) poses: Vec<Pose>,
}

impl LowPassed {
    /// Of a clip that is asked to be cut off here, or of a recording; nothing of what was made, or where zero is asked for.
    pub(super) fn of(loaded: &LoadedClip, asked_hz: Option<f64>) -> Option<Self> {
        let usual = loaded.is_recorded.then_some(USUAL_CUTOFF_HZ);
        let cutoff_hz = asked_hz.or(usual).filter(|hz| *hz > 0.0)?;
        let clip = &loaded.clip;
        Some(Self {
            cutoff_hz,
            poses: low_passed(&clip.frames, clip.frame_secs, cutoff_hz),
        })
    }
}

/// Measures a clip. Without a level the ground is flat at height zero.
pub(super) fn measured(character: &Character, clip: &Clip, level: Option<&Level>) -> Audit {
    measured_along(character, clip, None, level)
}

/// Measures a clip whose differences are those of other poses, if any.
pub(super) fn measured_along(
    character: &Character,
    clip: &Clip,
    moving: Option<&LowPassed>,
    level: Option<&Level>,
) -> Audit {
    let mut progress = Progress::new("measuring", clip.frames.len() as u64);
    let mut auditor = Auditor::new(character, level, clip.start_secs, clip.frame_secs);
    for (index, frame) in clip.frames.iter().enumerate() {
        match moving {
            Some(moving) => auditor.push_recorded(frame, &moving.poses[index]),
            None => auditor.push(frame),
        }
        progress.set(index as u64 + 1);
    }
    progress.finish();
    auditor.finish()
}
