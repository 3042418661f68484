//! Whose body a recording moves: a character's, or its own.

use super::Error;
use super::file_list::Files;
use crate::character::Character;
use crate::io::load_character;
use crate::motion::{
    Clip, OWN, OwnBody, Recording, RetargetReport, RetargetSettings, on_own_skeleton, retarget,
};
use std::borrow::Cow;

/// The flesh of a recording's own skeleton.
const FLESH: &str = "human";

/// Who moves.
#[derive(Debug)]
pub(super) enum Body {
    /// A character, whatever skeleton was recorded.
    Given(Character),
    /// The recorded skeleton with the flesh of a character.
    Own(Character),
}

/// A recording on a body.
pub(super) struct Moving<'a> {
    pub(super) character: Cow<'a, Character>,
    pub(super) clip: Clip,
    pub(super) found: RetargetReport,
    /// The recording's own body, where it is that.
    pub(super) own: Option<OwnBody>,
}

impl Body {
    /// The character of a name or a path, or `own`.
    pub(super) fn load(name: &str) -> Result<Self, Error> {
        Ok(if name == OWN {
            Self::Own(load_character(FLESH)?)
        } else {
            Self::Given(load_character(name)?)
        })
    }

    /// The character itself, or that whose flesh is taken.
    pub(super) const fn flesh(&self) -> &Character {
        match self {
            Self::Given(character) | Self::Own(character) => character,
        }
    }

    /// A recording on it.
    pub(super) fn moved(&self, recording: &Recording, settings: &RetargetSettings) -> Moving<'_> {
        match self {
            Self::Given(character) => {
                let (clip, found) = retarget(character, recording, settings);
                Moving {
                    character: Cow::Borrowed(character),
                    clip,
                    found,
                    own: None,
                }
            }
            Self::Own(flesh) => {
                let own = on_own_skeleton(flesh, recording, settings);
                Moving {
                    character: Cow::Owned(own.character.clone()),
                    clip: own.clip.clone(),
                    found: own.report.clone(),
                    own: Some(own),
                }
            }
        }
    }
}

/// The files that such a name means.
pub(super) fn body_files(name: &str) -> Files {
    if name == OWN {
        Files::default()
    } else {
        Files::default().reads_character(name)
    }
}
