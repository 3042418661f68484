//! `contrapposto balance`: somebody else's motion in, a motion of one of our characters that stands out.

use super::Error;
use super::answer::write_json;
use super::clip_output::ClipStyleArgs;
use super::file_list::{Files, Kind};
use super::files::written_name;
use super::progress::Progress;
use super::table::{Side, Table};
use crate::character::Character;
use crate::correction::{BalanceReport, BalanceSettings, ClipFigures, balance_clip};
use crate::io::bvh::{Origin, read_bvh};
use crate::io::{Source, load_character, load_level, read_joint_map};
use crate::math::ShortNumber;
use crate::motion::{
    ContactOverride, GivenMap, LengthUnit, Recording, RetargetReport, RetargetSettings, UpAxis,
    retarget,
};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Arguments of `balance`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto balance walk.bvh --out walk_balanced.bvh
  contrapposto balance walk.bvh --character tall_thin --margin-mm 30 \\
      --out tall.bvh
  contrapposto balance dance.bvh --map map.ron --up z --unit cm \\
      --contacts \"left_foot:120-180=up\" --out dance_balanced.bvh

A map file names recorded joints and links: (version: 1, map: {\"Hips\": \"pelvis\", \"Prop\": \"\"}).")]
pub(super) struct BalanceArgs {
    /// The recorded motion, a BVH file; - is standard input
    motion: PathBuf,
    /// A shipped character or the path of a character file
    #[arg(long, short, value_name = "NAME|FILE", default_value = "human")]
    character: String,
    /// Writes the balanced motion: .bvh, .ron, .glb or .csv
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    style: ClipStyleArgs,
    /// Which recorded joint moves which link, where names do not say
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// The recording's unit: m, ft, dm, cmu, in, cm or mm; guessed otherwise
    #[arg(long)]
    unit: Option<String>,
    /// The recording's axis that points up; guessed otherwise
    #[arg(long)]
    up: Option<UpArg>,
    /// A shipped level or the path of a level file; flat ground otherwise
    #[arg(long, short, value_name = "NAME|FILE")]
    level: Option<String>,
    /// Distance that the centre of mass keeps from the edge of its support
    #[arg(
        long,
        value_name = "MM",
        default_value_t = 20.0,
        allow_negative_numbers = true
    )]
    margin_mm: f64,
    /// Contacts that you know better: SOLE:FROM-TO=up or =down, frames from 0, separated by commas
    #[arg(long, value_name = "LIST")]
    contacts: Option<String>,
    /// Prints one JSON object instead of tables
    #[arg(long)]
    json: bool,
}

impl BalanceArgs {
    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        let files = Files::default()
            .reads([&self.motion])
            .reads(&self.map)
            .reads_character(&self.character)
            .writes(Kind::Clip, &self.out);
        match &self.level {
            Some(name) => files.reads_level(name),
            None => files,
        }
    }
}

/// An axis that points up.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum UpArg {
    /// As here
    Y,
    /// As in Blender
    Z,
}

/// The whole answer as JSON.
#[derive(Serialize)]
struct Answer<'a> {
    character: &'a str,
    frames: usize,
    frame_secs: f64,
    unit: &'a str,
    metres_per_unit: f64,
    up_axis: &'a str,
    scale: f64,
    skipped_rows: usize,
    mapped: &'a [(String, String)],
    unmapped_recorded: &'a [String],
    unmapped_links: &'a [String],
    notes: &'a [String],
    before: Figures,
    after: Figures,
    margin_missed_by_mm: f64,
    hands_p95_mm: f64,
    hands_largest_mm: f64,
    flight_frames: usize,
    micros_per_frame: f64,
    written: Option<String>,
}

#[derive(Serialize)]
struct Figures {
    contact_frames: usize,
    inside_percent: f64,
    worst_margin_mm: f64,
    slide_mm: f64,
    joint_acceleration_max: f64,
}

impl From<&ClipFigures> for Figures {
    fn from(figures: &ClipFigures) -> Self {
        Self {
            contact_frames: figures.contact_frames,
            inside_percent: 100.0 * figures.inside_share(),
            worst_margin_mm: 1e3 * figures.worst_margin,
            slide_mm: 1e3 * figures.slide,
            joint_acceleration_max: figures.hardest_turn,
        }
    }
}

/// Reads, retargets, corrects, writes, and says what was guessed and gained.
pub(super) fn run(
    args: &BalanceArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Error> {
    let character = load_character(&args.character)?;
    let level = args.level.as_deref().map(load_level).transpose()?;
    let settings = settings(args)?;
    let overrides = match &args.contacts {
        Some(text) => ContactOverride::parse_list(text, &character)
            .map_err(|message| Error::Arguments(format!("--contacts {message}")))?,
        None => Vec::new(),
    };
    let style = args.style.of(&args.out)?;
    let bvh = read_bvh(&args.motion)?;
    for note in &bvh.notes {
        writeln!(err, "note: {}: {note}", args.motion.display())?;
    }
    let recording = bvh.recording();
    if recording.rows() == 0 {
        let file = args.motion.display();
        return Err(Error::Arguments(format!(
            "{file}: has no motion, only a skeleton"
        )));
    }
    let retargeting = retarget_settings(args, &character, &recording)?;

    let (mut clip, found) = retarget(&character, &recording, &retargeting);
    let level = level.as_ref();
    let origin = Origin::of(&recording, &character);
    origin.mark_contacts(&character, &mut clip, &found.soles, level, &overrides);
    let begin = Instant::now();
    let frames = clip.frames.len() as f64;
    let mut progress = Progress::new("balancing", clip.frames.len() as u64);
    let (corrected, report) = balance_clip(&character, &clip, level, &settings, &mut |share| {
        progress.set((share * frames) as u64);
    });
    progress.finish();
    let micros = 1e6 * begin.elapsed().as_secs_f64() / clip.frames.len() as f64;
    let clips = style.write(&character, &corrected)?;

    let written = args.out.as_deref().map(written_name);
    if args.json {
        let answer = Answer {
            character: &character.name,
            frames: corrected.frames.len(),
            frame_secs: corrected.frame_secs,
            unit: found.unit.name,
            metres_per_unit: found.unit.metres,
            up_axis: found.up_axis.name(),
            scale: found.scale,
            skipped_rows: found.skipped_rows,
            mapped: &found.mapped,
            unmapped_recorded: &found.unmapped_recorded,
            unmapped_links: &found.unmapped_links,
            notes: &found.notes,
            before: Figures::from(&report.before),
            after: Figures::from(&report.after),
            margin_missed_by_mm: 1e3 * margin_missed_by(&report, &settings),
            hands_p95_mm: 1e3 * report.hand_percentile(0.95),
            hands_largest_mm: 1e3 * report.hand_percentile(1.0),
            flight_frames: report.flight_frames,
            micros_per_frame: micros,
            written,
        };
        return write_json(&answer, out);
    }
    write_found(&found, out)?;
    write_figures(&report, out)?;
    write_missed_margin(&report, &settings, out)?;
    writeln!(out, "{micros:.0} µs a frame.")?;
    for file in &clips {
        file.say(out)?;
    }
    Ok(())
}

fn settings(args: &BalanceArgs) -> Result<BalanceSettings, Error> {
    let margin = 1e-3 * args.margin_mm;
    if !(0.0..=1.0).contains(&margin) {
        return Err(Error::Arguments(format!(
            "--margin-mm {}: a margin is 0 to 1000 mm",
            ShortNumber(args.margin_mm)
        )));
    }
    Ok(BalanceSettings {
        margin,
        ..BalanceSettings::default()
    })
}

fn retarget_settings(
    args: &BalanceArgs,
    character: &Character,
    recording: &Recording,
) -> Result<RetargetSettings, Error> {
    let unit = match args.unit.as_deref() {
        Some(name) => Some(LengthUnit::named(name).ok_or_else(|| {
            let valid = LengthUnit::KNOWN.iter().map(|unit| unit.name);
            Error::unknown("--unit", "unit", name, valid)
        })?),
        None => None,
    };
    let map = match args.map.as_deref() {
        Some(path) => read_map(path, character, recording)?,
        None => Vec::new(),
    };
    Ok(RetargetSettings {
        unit,
        up: args.up.map(|up| match up {
            UpArg::Y => UpAxis::Y,
            UpArg::Z => UpAxis::Z,
        }),
        map,
    })
}

fn read_map(path: &Path, character: &Character, recording: &Recording) -> Result<GivenMap, Error> {
    let joints: Vec<&str> = recording.joints.iter().map(|j| j.name.as_str()).collect();
    Ok(read_joint_map(&Source::read(path)?, character, &joints)?)
}

/// What was guessed, mapped and not mapped.
fn write_found(found: &RetargetReport, out: &mut dyn Write) -> Result<(), Error> {
    writeln!(
        out,
        "{} is up. Unit: {} ({:.4} m); one becomes {:.4} m, so that the legs are alike.",
        found.up_axis.name().to_uppercase(),
        found.unit.name,
        found.unit.metres,
        found.scale
    )?;
    let mapped = found.mapped.iter();
    let mapped: Vec<String> = mapped.map(|(a, b)| format!("{a} > {b}")).collect();
    let lists = [
        ("Mapped", &mapped),
        ("Recorded but not used", &found.unmapped_recorded),
        ("Moved by nothing", &found.unmapped_links),
    ];
    for (what, names) in lists {
        if !names.is_empty() {
            writeln!(out, "{what}: {}.", names.join(", "))?;
        }
    }
    for note in &found.notes {
        writeln!(out, "Note: {note}.")?;
    }
    Ok(())
}

fn write_figures(report: &BalanceReport, out: &mut dyn Write) -> Result<(), Error> {
    let mut table = Table::new([
        ("", Side::Left),
        ("before", Side::Right),
        ("after", Side::Right),
    ]);
    let mut row = |what: &str, value: &dyn Fn(&ClipFigures) -> String| {
        table.row([what.to_owned(), value(&report.before), value(&report.after)]);
    };
    row("contact frames", &|f| f.contact_frames.to_string());
    row("centre of mass over the support", &|f| {
        format!("{:.1} %", 100.0 * f.inside_share())
    });
    row("worst margin", &|f| {
        format!("{:.0} mm", 1e3 * f.worst_margin)
    });
    row("largest slide of a planted sole", &|f| {
        format!("{:.2} mm", 1e3 * f.slide)
    });
    row("hardest turn of a joint", &|f| {
        format!("{:.0} rad/s²", f.hardest_turn)
    });
    table.write(out)?;
    writeln!(
        out,
        "Hands: 95 % within {:.0} mm of the recording, all within {:.0} mm. {} frames without contact follow the recording.",
        1e3 * report.hand_percentile(0.95),
        1e3 * report.hand_percentile(1.0),
        report.flight_frames
    )?;
    Ok(())
}

/// How much of the margin that was asked for the balanced clip lacks in its worst frame [m].
fn margin_missed_by(report: &BalanceReport, settings: &BalanceSettings) -> f64 {
    if report.after.contact_frames == 0 {
        return 0.0;
    }
    (settings.margin - report.after.worst_margin).max(0.0)
}

/// Says so when less margin is kept than was asked for; what the table rounds away is not worth a word.
fn write_missed_margin(
    report: &BalanceReport,
    settings: &BalanceSettings,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let missed_by = margin_missed_by(report, settings);
    if missed_by >= 0.0005 {
        writeln!(
            out,
            "The margin of {} mm that was asked for is not kept: the worst frame lacks {:.0} mm of it.",
            1e3 * settings.margin,
            1e3 * missed_by
        )?;
    }
    Ok(())
}
