//! What a body does where goals leave it free: the argument that says so.

use super::Error;
use super::file_list::Files;
use crate::character::{Character, Habits};
use crate::ik::PostureModel;
use crate::io::{Source, is_standard_input, read_habits};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Postures that have names.
const NAMES: [&str; 3] = ["none", "generic", "people"];

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
            Some(name) if NAMES.contains(&name) => Files::default(),
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
                check_is_file(path)?;
                let habits = read_habits(&Source::read(path)?, character)?;
                return Ok(Some(Arc::new(habits)));
            }
            (_, None) => usual,
        };
        Ok(model.habits(character))
    }
}

/// A word that names no file is a name with a mistake.
fn check_is_file(path: &Path) -> Result<(), Error> {
    let is_word = path.extension().is_none() && path.components().count() < 2;
    if !is_word || path.exists() || is_standard_input(path) {
        return Ok(());
    }
    let valid = NAMES.into_iter().chain(["and .ron files of habits"]);
    let name = path.display().to_string();
    Err(Error::unknown("--posture", "posture", &name, valid))
}
