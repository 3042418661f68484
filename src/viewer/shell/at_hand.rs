//! The body and the level for a clip that is opened: the clip tells what they are called, and they may be files of one's own.
//!
//! ```text
//! said on the command line ──> that one
//! called as the one on the stage ──> that one
//! else ──> shipped, or the file that the clip names
//! ```

use crate::character::Character;
use crate::document::Document;
use crate::io::{FileError, load_character, load_level};
use crate::level::Level;
use std::path::Path;
use std::sync::Arc;

/// Where a clip says nothing of its ground.
const GROUND: &str = "flat";

/// What is taken from the stage, whatever a clip names.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Overrule {
    pub(crate) character: bool,
    pub(crate) level: bool,
}

/// What is on the stage, and where it came from.
#[derive(Clone, Debug)]
pub(crate) struct AtHand {
    character: (Arc<Character>, String),
    level: (Arc<Level>, String),
    overrule: Overrule,
}

impl AtHand {
    pub(crate) fn of(document: &Document, overrule: Overrule) -> Self {
        Self {
            character: (
                Arc::clone(&document.character),
                document.character_source.clone(),
            ),
            level: (Arc::clone(&document.level), document.level_source.clone()),
            overrule,
        }
    }

    fn has_character(&self, name: &str) -> bool {
        self.overrule.character || self.character.0.name == name
    }

    /// The body of this name.
    ///
    /// # Errors
    /// When there is none, or its file is wrong.
    pub(crate) fn character(&self, name: &str) -> Result<Character, FileError> {
        if self.has_character(name) {
            return Ok(Character::clone(&self.character.0));
        }
        load_character(name).map_err(|e| FileError {
            message: format!(
                "{}; say view --character FILE for a body of your own",
                e.message
            ),
            ..e
        })
    }

    /// Where the body of this name comes from.
    pub(crate) fn character_source(&self, name: &str) -> String {
        if self.has_character(name) {
            self.character.1.clone()
        } else {
            name.to_owned()
        }
    }

    /// The level of this name, and where it comes from.
    ///
    /// # Errors
    /// When there is none, or its file is wrong.
    pub(crate) fn level(
        &self,
        clip: &Path,
        name: Option<&str>,
    ) -> Result<(Arc<Level>, String), FileError> {
        if self.overrule.level || name == Some(self.level.0.name.as_str()) {
            return Ok(self.level.clone());
        }
        let name = name.unwrap_or(GROUND);
        let level = load_level(name).map_err(|e| FileError {
            file: clip.display().to_string(),
            place: None,
            message: format!("names the level {e}; say view --level FILE for a level of your own"),
        })?;
        Ok((Arc::new(level), name.to_owned()))
    }
}
