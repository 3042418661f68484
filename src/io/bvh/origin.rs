//! Where a motion comes from, and how its contacts are found therefore.

use super::has_skeleton_of;
use crate::character::Character;
use crate::level::Level;
use crate::motion::{Clip, ContactOverride, ContactSettings, Recording, SoleTracks, mark_contacts};

/// Whose skeleton a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// One of our characters'.
    Ours,
    /// Somebody else's, put on one of ours.
    Retargeted,
}

impl Origin {
    /// Of a recording that becomes a motion of this character.
    pub fn of(recording: &Recording, character: &Character) -> Self {
        if has_skeleton_of(recording, character) {
            Self::Ours
        } else {
            Self::Retargeted
        }
    }

    /// Finds the contacts of a clip: by exact bounds where soles of our own skeleton keep still as only motions that were
    /// solved do, else by those for noisy recordings. A recording that was only put on our skeleton is still noisy: by
    /// exact bounds it would hardly ever touch the ground. Says whether it is such a recording.
    pub fn mark_contacts(
        self,
        character: &Character,
        clip: &mut Clip,
        tracks: &SoleTracks,
        level: Option<&Level>,
        overrides: &[ContactOverride],
    ) -> bool {
        let mut mark = |settings: &ContactSettings| {
            mark_contacts(character, clip, tracks, level, settings, overrides);
            let touching = clip.frames.iter().filter(|f| !f.contacts.is_empty());
            touching.count()
        };
        let in_contact = mark(&ContactSettings::default());
        if self == Self::Retargeted {
            return true;
        }
        let is_noisy = 2 * mark(&ContactSettings::exact()) < in_contact;
        if is_noisy {
            mark(&ContactSettings::default());
        }
        is_noisy
    }
}
