//! The arguments that say what a recording stands on.

use super::Error;
use super::files::{write, written_name};
use crate::character::Character;
use crate::io::file_list::{Files, Kind};
use crate::io::{level_text, load_level};
use crate::level::Level;
use crate::motion::{Clip, found_ground};
use clap::Args;
use std::path::PathBuf;

/// Ground of a recording.
#[derive(Debug, Args)]
pub(super) struct GroundArgs {
    /// The ground: found, where feet stand in the recording; flat; or a level by name or file. Unless given, every foot stands as high as it
    /// was recorded
    #[arg(
        long,
        visible_alias = "level",
        short_alias = 'l',
        value_name = "found|NAME|FILE"
    )]
    ground: Option<String>,
    /// Writes the ground that is found as a level: .ron
    #[arg(long, value_name = "FILE")]
    ground_out: Option<PathBuf>,
}

/// The word for ground that is found.
const FOUND: &str = "found";

/// What is known of the ground.
#[derive(Debug)]
pub(super) enum Ground {
    /// Nothing.
    Unknown,
    /// It is to be found.
    Found,
    /// A level.
    Given(Box<Level>),
}

impl GroundArgs {
    /// Who wants the ground written wants it found.
    fn named(&self) -> Option<&str> {
        let found = self.ground_out.as_ref().map(|_| FOUND);
        self.ground.as_deref().or(found)
    }

    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        let files = Files::default().writes(Kind::Level, &self.ground_out);
        match self.named() {
            Some(name) if name != FOUND => files.reads_level(name),
            _ => files,
        }
    }

    /// One file for the ground of many motions is none.
    pub(super) const fn out(&self) -> Option<&PathBuf> {
        self.ground_out.as_ref()
    }

    /// Reads a level, and checks that there is something to write.
    pub(super) fn load(&self) -> Result<Ground, Error> {
        let ground = match self.named() {
            None => Ground::Unknown,
            Some(FOUND) => Ground::Found,
            Some(name) => Ground::Given(Box::new(load_level(name)?)),
        };
        match (&ground, &self.ground_out) {
            (Ground::Unknown | Ground::Given(_), Some(path)) => {
                let path = written_name(path);
                let message = format!(
                    "--ground-out {path}: only ground that is found is written; say --ground {FOUND}"
                );
                Err(Error::Arguments(message))
            }
            _ => Ok(ground),
        }
    }

    /// The ground of a motion whose contacts are marked; what was found is written where that is asked for, and told.
    pub(super) fn under(
        &self,
        ground: &Ground,
        character: &Character,
        clip: &Clip,
    ) -> Result<(Option<Level>, Option<String>), Error> {
        let level = match ground {
            Ground::Unknown => return Ok((None, None)),
            Ground::Given(level) => return Ok((Some(Level::clone(level)), None)),
            Ground::Found => found_ground(character, clip),
        };
        let Some(level) = level else {
            return Ok((
                None,
                Some("no foot stands, so no ground is found".to_owned()),
            ));
        };
        if let Some(path) = &self.ground_out {
            write(path, level_text(&level).as_bytes())?;
        }
        let told = format!("{} ({})", level.description, levels(&level));
        Ok((Some(level), Some(told)))
    }
}

/// How high the pieces of a level lie, each once.
fn levels(level: &Level) -> String {
    let mut heights: Vec<f64> = level.pieces().iter().map(|piece| piece.at.y).collect();
    heights.sort_by(f64::total_cmp);
    heights.dedup();
    let heights: Vec<String> = heights
        .iter()
        .map(|height| format!("{:.0}", 1e3 * height))
        .collect();
    format!("at {} mm", heights.join(", "))
}
