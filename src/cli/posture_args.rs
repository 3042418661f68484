//! What a body does where goals leave it free: the argument that says so.

use super::Error;
use super::file_list::Files;
use crate::character::Character;
use crate::ik::{Habits, Readiness};
use crate::io::{Source, people_habits, read_habits};
use clap::Args;
use std::path::PathBuf;

/// `--posture`.
#[derive(Clone, Debug, Args)]
pub(super) struct PostureArgs {
    /// What the body does where goals leave it free: `none` (near rest, all joints alike), `generic` (near rest, each joint as
    /// readily as its strength), `people` (what recorded people do; `generic` for other bodies), or a file of habits
    #[arg(
        long,
        value_name = "none|generic|people|FILE",
        default_value = "people"
    )]
    posture: PathBuf,
}

/// What that comes to for a body.
#[derive(Clone, Debug)]
pub(super) struct PostureChoice {
    pub(super) habits: Option<Habits>,
    pub(super) readiness: Readiness,
}

impl PostureArgs {
    /// What is read.
    pub(super) fn files(&self) -> Files {
        match self.name() {
            Some("none" | "generic" | "people") => Files::default(),
            _ => Files::default().reads([&self.posture]),
        }
    }

    /// As it was given.
    pub(super) fn given(&self) -> String {
        self.posture.display().to_string()
    }

    fn name(&self) -> Option<&str> {
        self.posture.to_str()
    }

    /// Reads it.
    pub(super) fn load(&self, character: &Character) -> Result<PostureChoice, Error> {
        let mut readiness = Readiness::Strength;
        let habits = match self.name() {
            Some("none") => {
                readiness = Readiness::Alike;
                None
            }
            Some("generic") => Some(Habits::generic(character)),
            Some("people") => {
                Some(people_habits(character).unwrap_or_else(|| Habits::generic(character)))
            }
            _ => Some(read_habits(&Source::read(&self.posture)?, character)?),
        };
        Ok(PostureChoice { habits, readiness })
    }
}
