//! `contrapposto check`: is a clip balanced, and do its feet stay where they stand?

use super::Error;
use super::answer::write_json;
use super::check_report::{Checked, write_csv, write_report};
use super::clip_input::load_clip;
use super::files::{check_can_write, png, write};
use super::goal_args::amount;
use super::verdict::Bounds;
use crate::io::load_level;
use crate::motion::Audit;
use crate::picture::{StripSheet, strip_sheet};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `check`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto check walk.ron --margin-mm 10 --slide-mm 1
  contrapposto check walk.bvh --level stairs --picture walk.png
  contrapposto check walk.ron --json --csv walk.csv

Exit code: 0 when the clip keeps every bound, 1 when it does not, 2 when it cannot be read.")]
pub(super) struct CheckArgs {
    /// The clip
    file: PathBuf,
    /// Least distance of the centre of mass from the edge of the support, in every frame with a contact [mm]
    #[arg(long, value_name = "MM", value_parser = amount, default_value = "10")]
    margin_mm: f64,
    /// Farthest that a sole may slide while it stands [mm]
    #[arg(long, value_name = "MM", value_parser = amount, default_value = "1")]
    slide_mm: f64,
    /// Deepest that anything may be in the ground [mm]
    #[arg(long, value_name = "MM", value_parser = amount, default_value = "1")]
    penetration_mm: f64,
    /// Farthest that a joint may be beyond its limits [deg]
    #[arg(long, value_name = "DEG", value_parser = amount, default_value = "0.1")]
    limit_deg: f64,
    /// A shipped level or the path of a level file, instead of the clip's own
    #[arg(long, short, value_name = "NAME|FILE")]
    level: Option<String>,
    /// Prints one JSON object instead of a table
    #[arg(long)]
    json: bool,
    /// Writes one line of figures for each frame
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draws the clip over its margin into a PNG
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
}

/// Measures the clip, writes what was asked for, and says whether it keeps its bounds.
pub(super) fn run(args: &CheckArgs, out: &mut dyn Write) -> Result<(), Error> {
    check_can_write(args.csv.as_deref())?;
    check_can_write(args.picture.as_deref())?;
    let (clip, character, own_level) = load_clip(&args.file)?;
    let level = match &args.level {
        Some(name) => Some(load_level(name)?),
        None => own_level,
    };
    let audit = Audit::new(&character, &clip, level.as_ref());
    let bounds = Bounds {
        margin: 1e-3 * args.margin_mm,
        slide: 1e-3 * args.slide_mm,
        penetration: 1e-3 * args.penetration_mm,
        limit: args.limit_deg.to_radians(),
    };
    let checked = Checked {
        character: &character,
        clip: &clip,
        level: level.as_ref(),
        audit: &audit,
        bounds,
    };

    // Everything is made before anything is written.
    let mut written = Vec::new();
    if let Some(path) = &args.csv {
        let mut table = Vec::new();
        write_csv(&checked, &mut table)?;
        written.push((path, table));
    }
    if let Some(path) = &args.picture {
        let drawing = strip_sheet(&StripSheet {
            character: &character,
            clip: &clip,
            level: level.as_ref(),
            audit: &audit,
            title: clip.name.replace('_', " "),
            figures: None,
        });
        written.push((path, png(&drawing)?));
    }
    for (path, bytes) in &written {
        write(path, bytes)?;
    }
    let paths: Vec<String> = written
        .iter()
        .map(|(path, _)| path.display().to_string())
        .collect();

    let faults = bounds.faults(&character, &audit);
    if args.json {
        write_json(&checked.answer(&faults, paths), out)?;
    } else {
        write_report(&checked, &faults, out)?;
        for path in paths {
            writeln!(out, "Wrote {path}.")?;
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::OutOfBounds)
    }
}
