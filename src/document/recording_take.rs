//! A recording beside its correction, and the contacts in it that people change.

use super::Document;
use crate::character::Contacts;
use crate::correction::{BalanceReport, BalanceSettings, ContactEnds, balance_clip};
use crate::motion::{Clip, Recorder};
use std::ops::Range;

/// A recording put on the character, and its correction.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordingTake {
    /// What people call it; the name of its file.
    pub name: String,
    /// As it was recorded.
    pub recorded: Clip,
    /// Where its contacts begin and end: where somebody has said so, once somebody has.
    pub contact_ends: ContactEnds,
    /// The same, standing.
    pub balanced: Clip,
    /// What the correction did.
    pub report: BalanceReport,
}

/// A foot stands, or does not, for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactChange {
    /// Index into [`crate::character::Character::feet`].
    pub foot: usize,
    /// Of the recording.
    pub frames: Range<usize>,
    /// Whether it stands in all of them from now on. Which parts of it touch follows from the motion.
    pub stands: bool,
}

impl RecordingTake {
    /// A recording of a document's body, balanced on its level; nobody has marked its contacts.
    pub fn balanced_on(
        document: &Document,
        name: String,
        recorded: Clip,
        told: &mut dyn FnMut(f64),
    ) -> Self {
        Self::with_ends(document, name, (recorded, ContactEnds::default()), told)
    }

    /// The same, where somebody may have.
    pub(super) fn with_ends(
        document: &Document,
        name: String,
        (recorded, contact_ends): (Clip, ContactEnds),
        told: &mut dyn FnMut(f64),
    ) -> Self {
        let settings = BalanceSettings {
            contact_ends,
            ..BalanceSettings::default()
        };
        let level = Some(&*document.level);
        let (balanced, report) =
            balance_clip(&document.character, &recorded, level, &settings, told);
        Self {
            name,
            recorded,
            contact_ends,
            balanced,
            report,
        }
    }

    /// The same recording where a foot stands longer, shorter or elsewhere in time, balanced again. All other contacts are marked where
    /// the correction has them, so that they stay there.
    ///
    /// # Errors
    /// A sentence why there is nothing to change.
    pub(super) fn with_contact(
        &self,
        document: &Document,
        change: &ContactChange,
        told: &mut dyn FnMut(f64),
    ) -> Result<Self, String> {
        let ContactChange {
            foot,
            frames,
            stands,
        } = change;
        let count = self.recorded.frames.len();
        let feet = &document.character.feet;
        let Some(patches) = feet.get(*foot).map(|foot| foot.patches) else {
            return Err(format!("there is no foot {foot}, only {}", feet.len()));
        };
        if frames.start >= frames.end || frames.end > count {
            let Range { start, end } = frames;
            return Err(format!(
                "frames {start} to {end} are not in the recording, which has {count}"
            ));
        }
        let mut recorded = self.recorded.clone();
        let mut recorder = Recorder::new(&document.character);
        let all = recorded.frames.iter_mut().zip(&self.balanced.frames);
        for (index, (frame, balanced)) in all.enumerate() {
            let is_changed = frames.contains(&index);
            let touches = !balanced.contacts.shared(patches).is_empty();
            let marked = match (is_changed, stands) {
                (true, true) if !touches => balanced.contacts.union(patches),
                (true, false) => balanced.contacts.minus(patches),
                _ => balanced.contacts,
            };
            if marked != frame.contacts {
                *frame = recorder.frame(frame.pose.clone(), marked);
            }
        }
        let recorded = (recorded, ContactEnds::AsMarked);
        Ok(Self::with_ends(document, self.name.clone(), recorded, told))
    }
}

/// Frames in which any of some soles stands without a break, in the order of time.
pub fn stays(clip: &Clip, soles: Contacts) -> Vec<Range<usize>> {
    let stands = |contacts: Contacts| !contacts.shared(soles).is_empty();
    let mut found: Vec<Range<usize>> = Vec::new();
    for (index, frame) in clip.frames.iter().enumerate() {
        if !stands(frame.contacts) {
            continue;
        }
        match found.last_mut() {
            Some(last) if last.end == index => last.end += 1,
            _ => found.push(index..index + 1),
        }
    }
    found
}
