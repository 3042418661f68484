//! `contrapposto characters` and `contrapposto levels`: what comes with the program, a line each.

use super::Error;
use super::answer::write_json;
use super::table::{Side, Table};
use crate::character::Character;
use crate::io::{load_character, load_level, shipped_characters, shipped_levels};
use crate::kinematics::Kinematics;
use crate::picture::figure::Figure;
use clap::Args;
use serde::Serialize;
use std::io::Write;

/// Arguments of `characters`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto characters
  contrapposto characters --json")]
pub(super) struct CharactersArgs {
    /// Prints one JSON list instead of a table
    #[arg(long)]
    json: bool,
}

/// Arguments of `levels`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto levels
  contrapposto levels --json")]
pub(super) struct LevelsArgs {
    /// Prints one JSON list instead of a table
    #[arg(long)]
    json: bool,
}

/// One line of the list of characters.
#[derive(Debug, Serialize)]
struct CharacterLine {
    name: String,
    mass_kg: f64,
    height_m: f64,
    links: usize,
    dofs: usize,
    effectors: Vec<String>,
    soles: Vec<String>,
    description: String,
}

/// One line of the list of levels.
#[derive(Debug, Serialize)]
struct LevelLine {
    name: String,
    description: String,
}

/// Lists the characters.
pub(super) fn characters(args: &CharactersArgs, out: &mut dyn Write) -> Result<(), Error> {
    let lines = shipped_characters()
        .iter()
        .map(|(name, _)| load_character(name).map(character_line))
        .collect::<Result<Vec<_>, _>>()?;
    if args.json {
        return write_json(&lines, out);
    }
    let mut table = Table::new([
        ("name", Side::Left),
        ("mass", Side::Right),
        ("height", Side::Right),
        ("DoF", Side::Right),
        ("", Side::Left),
    ]);
    for line in lines {
        table.row([
            line.name,
            format!("{:.0} kg", line.mass_kg),
            format!("{:.2} m", line.height_m),
            line.dofs.to_string(),
            line.description,
        ]);
    }
    table.write(out)?;
    Ok(())
}

/// Lists the levels.
pub(super) fn levels(args: &LevelsArgs, out: &mut dyn Write) -> Result<(), Error> {
    let mut lines = Vec::new();
    for (name, _) in shipped_levels() {
        let level = load_level(name)?;
        lines.push(LevelLine {
            name: level.name,
            description: level.description,
        });
    }
    if args.json {
        return write_json(&lines, out);
    }
    let mut table = Table::new([("name", Side::Left), ("", Side::Left)]);
    for line in lines {
        table.row([line.name, line.description]);
    }
    table.write(out)?;
    Ok(())
}

fn character_line(character: Character) -> CharacterLine {
    let kin = Kinematics::of(&character, &character.rest);
    CharacterLine {
        mass_kg: character.mass(),
        height_m: height(&character, &kin),
        links: character.links.len(),
        dofs: character.joint_dofs(),
        effectors: character.effectors.into_iter().map(|e| e.name).collect(),
        soles: character.soles.into_iter().map(|s| s.name).collect(),
        name: character.name,
        description: character.description,
    }
}

/// From the lowest to the highest point of the body [m].
pub(super) fn height(character: &Character, kin: &Kinematics) -> f64 {
    Figure::new(character, kin).height()
}
