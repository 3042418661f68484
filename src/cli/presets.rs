//! `contrapposto presets`: poses and export settings that have names.

use super::Error;
use super::answer::write_json;
use super::file_list::{Files, Kind};
use super::files::{png, write, written_name};
use super::scene_args::CharacterArgs;
use super::table::{Side, Table};
use crate::character::Character;
use crate::document::{Posed, Preset as PosePreset};
use crate::io::bvh::Preset;
use crate::io::{one_line, pose_names, preset, write_pose};
use crate::kinematics::{Kinematics, compass};
use crate::picture::{Drawing, GalleryPose, Ground, PoseSheet, gallery, pose_sheet};
use clap::Args;
use glam::DVec2;
use rayon::prelude::*;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `presets`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto presets
  contrapposto presets --picture poses.png
  contrapposto presets left_leg --character chicken --out left_leg.ron
  contrapposto presets lunge --picture lunge.png

The goals of every pose are in characters/poses/, for `contrapposto pose --goals`.")]
pub(super) struct PresetsArgs {
    /// A pose to take; all are listed when nobody says
    pose: Option<String>,
    #[command(flatten)]
    character: CharacterArgs,
    /// Writes the pose to a file
    #[arg(long, short, value_name = "FILE", requires = "pose")]
    out: Option<PathBuf>,
    /// Draws the pose, or all of them on one page, into a PNG
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Prints JSON instead of a table
    #[arg(long)]
    json: bool,
}

impl PresetsArgs {
    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        self.character
            .files()
            .writes(Kind::Pose, &self.out)
            .writes(Kind::Picture, &self.picture)
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
    /// Sentences about poses that the body cannot take; without a picture nobody tried.
    left_out: Vec<String>,
    written: Vec<String>,
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
    let poses = pose_names()
        .iter()
        .map(|(name, description)| Line { name, description });
    let exports = Preset::ALL.iter().map(|preset| Line {
        name: preset.name(),
        description: preset.description(),
    });
    let mut lists = Lists {
        poses: poses.collect(),
        exports: exports.collect(),
        left_out: Vec::new(),
        written: Vec::new(),
    };
    if let Some(path) = &args.picture {
        let (drawing, left_out) = page(&args.character.load()?);
        write(path, &png(&drawing)?)?;
        lists.left_out = left_out;
        lists.written.push(written_name(path));
    }
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
    for sentence in &lists.left_out {
        writeln!(out, "{}", one_line(sentence))?;
    }
    for path in &lists.written {
        writeln!(out, "Wrote {}.", one_line(path))?;
    }
    Ok(())
}

/// All poses that a body can take on one page, and why it cannot take the others.
fn page(character: &Character) -> (Drawing, Vec<String>) {
    let tried = pose_names().par_iter();
    let tried: Vec<_> = tried.map(|(name, _)| posed(name, character)).collect();
    let (mut taken, mut left_out) = (Vec::new(), Vec::new());
    for posed in tried {
        match posed {
            Ok(posed) => taken.push(posed),
            Err(why) => left_out.push(why),
        }
    }
    let entries = taken.iter().map(|(preset, posed)| GalleryPose {
        name: preset.name.clone(),
        pose: &posed.pose,
        stance: &posed.stance,
    });
    let entries: Vec<GalleryPose> = entries.collect();
    let title = format!("{}: poses", character.name.replace('_', " "));
    let caption = format!(
        "{} poses, each made by the goals of a file in characters/poses · coloured: where the centre of mass may be",
        entries.len()
    );
    (gallery(&title, &caption, character, &entries), left_out)
}

/// A pose of a body.
fn posed(name: &str, character: &Character) -> Result<(PosePreset, Posed), String> {
    let preset = preset(name, character)?;
    let posed = preset.posed(character);
    posed.check(character, name)?;
    Ok((preset, posed))
}

fn take(args: &PresetsArgs, name: &str, out: &mut dyn Write) -> Result<(), Error> {
    let mut known = pose_names().iter().map(|(name, _)| *name);
    if !known.any(|known| known == name) {
        let known = pose_names().iter().map(|(name, _)| *name);
        return Err(Error::unknown("presets", "pose", name, known));
    }
    let character = args.character.load()?;
    let (preset, posed) = posed(name, &character).map_err(Error::Arguments)?;
    let com = Kinematics::of(&character, &posed.pose).com;
    let margin = posed.stance.polygon.margin(DVec2::new(com.x, com.z));
    let mut made = Vec::new();
    if let Some(path) = &args.out {
        made.push((path, write_pose(&character, &posed.pose).into_bytes()));
    }
    if let Some(path) = &args.picture {
        made.push((path, png(&sheet(&character, &preset, &posed))?));
    }
    for (path, bytes) in &made {
        write(path, bytes)?;
    }
    let written = made.iter().map(|(path, _)| written_name(path));
    if args.json {
        return write_json(
            &Taken {
                name,
                character: &character.name,
                margin_mm: 1e3 * margin.metres,
                margin_side: compass(margin.direction_xz),
                written: written.collect(),
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
    for path in written {
        writeln!(out, "Wrote {}.", one_line(&path))?;
    }
    Ok(())
}

/// The sheet of one pose.
fn sheet(character: &Character, preset: &PosePreset, posed: &Posed) -> Drawing {
    let body = character.name.replace('_', " ");
    pose_sheet(&PoseSheet {
        character,
        pose: &posed.pose,
        stance: Some(&posed.stance),
        goals: &posed.goals,
        report: Some(&posed.report),
        ground: Ground::default(),
        title: format!("{body}: {}", preset.name.replace('_', " ")),
        caption: format!("characters/poses/{}.ron", preset.name),
        sentence: Some(preset.description.clone()),
    })
}
