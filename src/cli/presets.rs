//! `contrapposto presets`: poses and export settings that have names.

use super::Error;
use super::answer::write_json;
use super::file_list::{Files, Kind};
use super::files::{write, written_name};
use super::scene_args::CharacterArgs;
use super::table::{Side, Table};
use crate::gait::{Biped, PosePreset, pose_presets};
use crate::io::bvh::Preset;
use crate::io::{one_line, write_pose};
use crate::kinematics::{Kinematics, compass};
use clap::Args;
use glam::DVec2;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `presets`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto presets
  contrapposto presets left_leg --character chicken --out left_leg.ron
  contrapposto inspect human --pose left_leg.ron --picture left_leg.png")]
pub(super) struct PresetsArgs {
    /// A pose to take; all are listed when nobody says
    pose: Option<String>,
    #[command(flatten)]
    character: CharacterArgs,
    /// Writes the pose to a file
    #[arg(long, short, value_name = "FILE", requires = "pose")]
    out: Option<PathBuf>,
    /// Prints JSON instead of a table
    #[arg(long)]
    json: bool,
}

impl PresetsArgs {
    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        self.character.files().writes(Kind::Pose, &self.out)
    }
}

/// One line of a list.
#[derive(Debug, Serialize)]
struct Line {
    name: &'static str,
    description: &'static str,
}

/// Both lists.
#[derive(Debug, Serialize)]
struct Lists {
    poses: Vec<Line>,
    exports: Vec<Line>,
}

/// A pose that was taken.
#[derive(Debug, Serialize)]
struct Taken<'a> {
    name: &'a str,
    character: &'a str,
    margin_mm: f64,
    margin_side: &'a str,
    written: Vec<String>,
}

/// Lists presets, or takes one.
pub(super) fn run(args: &PresetsArgs, out: &mut dyn Write) -> Result<(), Error> {
    match &args.pose {
        Some(name) => take(args, name, out),
        None => list(args, out),
    }
}

fn list(args: &PresetsArgs, out: &mut dyn Write) -> Result<(), Error> {
    let poses = pose_presets().iter().map(|preset| Line {
        name: preset.name,
        description: preset.description,
    });
    let exports = Preset::ALL.iter().map(|preset| Line {
        name: preset.name(),
        description: preset.description(),
    });
    let lists = Lists {
        poses: poses.collect(),
        exports: exports.collect(),
    };
    if args.json {
        return write_json(&lists, out);
    }
    for (title, lines) in [("pose", lists.poses), ("export (--preset)", lists.exports)] {
        let mut table = Table::new([(title, Side::Left), ("", Side::Left)]);
        for line in lines {
            table.row([line.name.to_owned(), line.description.to_owned()]);
        }
        table.write(out)?;
        writeln!(out)?;
    }
    Ok(())
}

fn take(args: &PresetsArgs, name: &str, out: &mut dyn Write) -> Result<(), Error> {
    let known = pose_presets();
    let preset: &PosePreset = known
        .iter()
        .find(|preset| preset.name == name)
        .ok_or_else(|| Error::unknown("presets", "pose", name, known.iter().map(|p| p.name)))?;
    let character = args.character.load()?;
    let biped = Biped::new(&character).map_err(|e| Error::Arguments(e.to_string()))?;
    let Some((stance, pose)) = preset.pose(&character, &biped) else {
        let message = format!("{} cannot take the pose {name}", character.name);
        return Err(Error::Arguments(message));
    };
    let com = Kinematics::of(&character, &pose).com;
    let margin = stance.polygon.margin(DVec2::new(com.x, com.z));
    if let Some(path) = &args.out {
        write(path, write_pose(&character, &pose).as_bytes())?;
    }
    if args.json {
        return write_json(
            &Taken {
                name,
                character: &character.name,
                margin_mm: 1e3 * margin.metres,
                margin_side: compass(margin.direction_xz),
                written: args.out.iter().map(|path| written_name(path)).collect(),
            },
            out,
        );
    }
    writeln!(
        out,
        "{} {}: {}. Margin {:.0} mm, {}.",
        character.name,
        name,
        preset.description,
        1e3 * margin.metres,
        compass(margin.direction_xz),
    )?;
    if let Some(path) = &args.out {
        writeln!(out, "Wrote {}.", one_line(&written_name(path)))?;
    }
    Ok(())
}
