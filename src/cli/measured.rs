//! The audit of a clip, with a progress bar for long ones.

use super::progress::Progress;
use crate::character::Character;
use crate::level::Level;
use crate::motion::audit::Auditor;
use crate::motion::{Audit, Clip};

/// Measures a clip. Without a level the ground is flat at height zero.
pub(super) fn measured(character: &Character, clip: &Clip, level: Option<&Level>) -> Audit {
    let mut progress = Progress::new("measuring", clip.frames.len() as u64);
    let mut auditor = Auditor::new(character, level, clip.start_secs, clip.frame_secs);
    for (done, frame) in clip.frames.iter().enumerate() {
        auditor.push(frame);
        progress.set(done as u64 + 1);
    }
    progress.finish();
    auditor.finish()
}
