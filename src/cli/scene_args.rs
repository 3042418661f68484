//! The arguments that say who is where.

use super::Error;
use super::file_list::Files;
use crate::character::Character;
use crate::io::{load_character, load_level};
use crate::level::Level;
use clap::Args;

/// A character.
#[derive(Clone, Debug, Args)]
pub(super) struct CharacterArgs {
    /// A shipped character or the path of a character file
    #[arg(long, short, value_name = "NAME|FILE", default_value = "human")]
    character: String,
}

impl CharacterArgs {
    /// What is read.
    pub(super) fn files(&self) -> Files {
        Files::default().reads_character(&self.character)
    }

    /// Reads it.
    pub(super) fn load(&self) -> Result<Character, Error> {
        Ok(load_character(&self.character)?)
    }

    /// Its name or path, as it was given.
    pub(super) fn given(&self) -> &str {
        &self.character
    }
}

/// A character on a level.
#[derive(Clone, Debug, Args)]
pub(super) struct SceneArgs {
    #[command(flatten)]
    character: CharacterArgs,
    /// A shipped level or the path of a level file; soles stand on its ground
    #[arg(long, short, value_name = "NAME|FILE", default_value = "flat")]
    level: String,
}

impl SceneArgs {
    /// What is read.
    pub(super) fn files(&self) -> Files {
        self.character.files().reads_level(&self.level)
    }

    /// Reads both.
    pub(super) fn load(&self) -> Result<(Character, Level), Error> {
        Ok((self.character.load()?, load_level(&self.level)?))
    }
}
