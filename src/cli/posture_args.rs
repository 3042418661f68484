//! What a body does where goals leave it free: the argument that says so.

use super::Error;
use super::file_list::Files;
use crate::character::{Character, Habits};
use crate::ik::PostureModel;
use crate::io::{Source, read_habits};
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;

/// `--posture`.
#[derive(Clone, Debug, Args)]
pub(super) struct PostureArgs {
    /// What the body does where goals leave it free: `none` (stays near rest), `generic` (even spine, knees with hips, free arms
    /// that hang), `people` (what recorded people do; `generic` for other bodies), or a file of habits
    #[arg(
        long,
        value_name = "none|generic|people|FILE",
        default_value = "people"
    )]
    posture: PathBuf,
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

    /// What that comes to for a body.
    pub(super) fn load(&self, character: &Character) -> Result<Option<Arc<Habits>>, Error> {
        let model = match self.name() {
            Some("none") => PostureModel::None,
            Some("generic") => PostureModel::Generic,
            Some("people") => PostureModel::People,
            _ => {
                let habits = read_habits(&Source::read(&self.posture)?, character)?;
                return Ok(Some(Arc::new(habits)));
            }
        };
        Ok(model.habits(character))
    }
}
