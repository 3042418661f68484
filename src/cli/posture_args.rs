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
    /// [default: people; explain: none, for its steps are what it shows]
    #[arg(long, value_name = "none|generic|people|FILE")]
    posture: Option<PathBuf>,
}

impl PostureArgs {
    /// What is read.
    pub(super) fn files(&self) -> Files {
        match self.name() {
            None | Some("none" | "generic" | "people") => Files::default(),
            _ => Files::default().reads(&self.posture),
        }
    }

    /// As it was given.
    pub(super) fn given(&self) -> String {
        let given = self.posture.as_ref();
        given.map_or_else(
            || "people".to_owned(),
            |posture| posture.display().to_string(),
        )
    }

    fn name(&self) -> Option<&str> {
        self.posture
            .as_ref()
            .map(|posture| posture.to_str().unwrap_or_default())
    }

    /// What that comes to for a body; `usual` when nobody says.
    pub(super) fn load(
        &self,
        character: &Character,
        usual: PostureModel,
    ) -> Result<Option<Arc<Habits>>, Error> {
        let model = match (self.name(), &self.posture) {
            (Some("none"), _) => PostureModel::None,
            (Some("generic"), _) => PostureModel::Generic,
            (Some("people"), _) => PostureModel::People,
            (_, Some(path)) => {
                let habits = read_habits(&Source::read(path)?, character)?;
                return Ok(Some(Arc::new(habits)));
            }
            (_, None) => usual,
        };
        Ok(model.habits(character))
    }
}
