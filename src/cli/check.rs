//! `contrapposto check`: is a clip balanced, and do its feet stay where they stand?

use super::Error;
use super::answer::write_json;
use super::batch::{Batch, Row};
use super::check_report::{Checked, write_csv};
use super::check_table::write_report;
use super::clip_input::{CLIP_ENDINGS, ClipsArgs, LoadedClip, load_clip};
use super::file_list::{Files, Kind};
use super::files::{png, write, written_name};
use super::input_list::{Item, OutDirArgs, refuse_one_file};
use super::measured::{LowPassed, measured_along};
use super::number_args::amount;
use super::verdict::{Bounds, SaidBy, guessed_balance};
use crate::character::Character;
use crate::control::Exertion;
use crate::gait::Biped;
use crate::io::one_line;
use crate::motion::{Audit, BalanceKind, Clip};
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
  contrapposto check recorded.bvh --cutoff 10
  contrapposto check clips --recursive --json

Exit code: 0 when the clip keeps every bound, 1 when it does not, 2 when it cannot be read. Of many clips \
the highest counts.")]
pub(super) struct CheckArgs {
    #[command(flatten)]
    input: ClipsArgs,
    /// Least distance of the centre of mass from the edge of the support, in every frame with a contact [mm]; unless given 10, for legs
    /// shorter than 25 cm as many times less
    #[arg(long, value_name = "MM", value_parser = amount)]
    margin_mm: Option<f64>,
    /// Holds it to static balance: the centre of mass over what stands in every frame. Without this and --dynamic the
    /// kind is the one that the clip is marked with, or guessed from the motion, and said
    #[arg(long = "static", conflicts_with = "is_dynamic")]
    is_static: bool,
    /// Holds it to dynamic balance: the zero-moment point inside what stands in 99 % of the frames, and never more than 30 mm outside
    #[arg(long = "dynamic", conflicts_with = "margin_mm")]
    is_dynamic: bool,
    /// Farthest that a sole may slide while it stands [mm]
    #[arg(long, value_name = "MM", value_parser = amount, default_value = "1")]
    slide_mm: f64,
    /// Deepest that anything may be in the ground [mm]
    #[arg(long, value_name = "MM", value_parser = amount, default_value = "1")]
    penetration_mm: f64,
    /// Farthest that a joint may be beyond its limits [deg]
    #[arg(long, value_name = "DEG", value_parser = amount, default_value = "0.1")]
    limit_deg: f64,
    /// Cuts off what is faster than this before accelerations are taken, where positions are as they are [Hz]; unless given 6 for a
    /// recording (a .bvh that the program did not make), nothing for other motions. 0 cuts nothing off
    #[arg(long, value_name = "HZ", value_parser = amount)]
    cutoff: Option<f64>,
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

impl CheckArgs {
    /// Lists the clips when there are many.
    pub(super) fn list(&mut self) -> Result<(), Error> {
        if !self.input.many.are_many(&self.input.clips) {
            return Ok(());
        }
        let tip = "name one clip, or draw many with `picture --out-dir`";
        refuse_one_file("--csv", self.csv.as_ref(), "name one clip")?;
        refuse_one_file("--picture", self.picture.as_ref(), tip)?;
        self.input.overrule.check_for_many()?;
        self.input
            .many
            .list(&self.input.clips, &CLIP_ENDINGS, None, &|_| None)
    }

    /// What a clip must keep.
    fn bounds(&self, character: &Character, clip: &Clip, audit: &Audit) -> Bounds {
        let given = self.margin_mm.map(|mm| 1e-3 * mm);
        // Who asks for a margin asks for a motion that could stop.
        let is_static = self.is_static || given.is_some();
        let (balance, said_by) = match (is_static, self.is_dynamic, clip.balance) {
            (true, _, _) => (BalanceKind::Static, SaidBy::Asked),
            (false, true, _) => (BalanceKind::Dynamic, SaidBy::Asked),
            (false, false, Some(marked)) => (marked, SaidBy::Marked),
            (false, false, None) => (guessed_balance(audit), SaidBy::Guessed),
        };
        Bounds {
            balance,
            said_by,
            margin: given.unwrap_or_else(|| usual_margin(character)),
            slide: 1e-3 * self.slide_mm,
            penetration: 1e-3 * self.penetration_mm,
            limit: self.limit_deg.to_radians(),
        }
    }

    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        let many = self.input.many.files(Kind::Table, &OutDirArgs::default());
        let clips = many.unwrap_or_else(|| Files::default().reads(&self.input.clips));
        clips
            .and(self.input.overrule.files())
            .writes(Kind::Table, &self.csv)
            .writes(Kind::Picture, &self.picture)
    }
}

/// Measures the clip or the clips, writes what was asked for, and says whether it keeps its bounds.
pub(super) fn run(args: &CheckArgs, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), Error> {
    let files = args.files();
    if let Some(mut batch) = Batch::of("checking", &args.input.many, &OutDirArgs::default()) {
        batch.answers_json = args.json;
        return batch.run(
            |item, err| check_one_of_many(args, item, &files, err),
            out,
            err,
        );
    }
    let loaded = load_clip(&args.input.clips[0], &args.input.overrule, &files, err)?;
    check(args, &loaded, out)
}

/// What is found in a clip.
struct Found {
    low_passed: Option<LowPassed>,
    audit: Audit,
    exertion: Exertion,
}

impl Found {
    fn of(args: &CheckArgs, loaded: &LoadedClip) -> Self {
        let (clip, character, level) = (&loaded.clip, &loaded.character, loaded.level.as_ref());
        let low_passed = LowPassed::of(loaded, args.cutoff);
        let moving = |frame: usize| match &low_passed {
            Some(moving) => &moving.poses[frame],
            None => &clip.frames[frame].pose,
        };
        Self {
            audit: measured_along(character, clip, low_passed.as_ref(), level),
            exertion: Exertion::new(character, clip, moving, level),
            low_passed,
        }
    }

    fn checked<'a>(&'a self, args: &CheckArgs, loaded: &'a LoadedClip) -> Checked<'a> {
        let (clip, character) = (&loaded.clip, &loaded.character);
        Checked {
            character,
            clip,
            level: loaded.level.as_ref(),
            audit: &self.audit,
            exertion: &self.exertion,
            cutoff_hz: self.low_passed.as_ref().map(|passed| passed.cutoff_hz),
            bounds: args.bounds(character, clip, &self.audit),
        }
    }
}

fn check_one_of_many(
    args: &CheckArgs,
    item: &Item,
    files: &Files,
    err: &mut dyn Write,
) -> Result<Row, Error> {
    let loaded = load_clip(&item.input, &args.input.overrule, files, err)?;
    let found = Found::of(args, &loaded);
    let checked = found.checked(args, &loaded);
    let faults = checked.bounds.faults(checked.character, &found.audit);
    let answer = checked.answer(&faults, Vec::new());
    if faults.is_empty() {
        Row::done("keeps every bound".to_owned(), &answer)
    } else {
        Ok(Row::done(faults.join("; "), &answer)?.out_of_bounds())
    }
}

/// What small soles have, too [m].
fn usual_margin(character: &Character) -> f64 {
    let fineness = Biped::new(character).map_or(1.0, |biped| biped.fineness());
    Bounds::USUAL.margin * fineness.min(1.0)
}

/// The same for a clip that is already there.
fn check(args: &CheckArgs, loaded: &LoadedClip, out: &mut dyn Write) -> Result<(), Error> {
    let found = Found::of(args, loaded);
    let checked = found.checked(args, loaded);
    let (clip, character) = (checked.clip, checked.character);

    // Everything is made before anything is written.
    let mut written = Vec::new();
    if let Some(path) = &args.csv {
        let mut table = Vec::new();
        write_csv(&checked, &mut table)?;
        written.push((path, table));
    }
    if let Some(path) = &args.picture {
        let drawing = strip_sheet(&StripSheet {
            character,
            clip,
            level: checked.level,
            audit: checked.audit,
            title: clip.name.replace('_', " "),
            figures: None,
        });
        written.push((path, png(&drawing)?));
    }
    for (path, bytes) in &written {
        write(path, bytes)?;
    }
    let paths: Vec<String> = written.iter().map(|(path, _)| written_name(path)).collect();

    let faults = checked.bounds.faults(character, checked.audit);
    if args.json {
        write_json(&checked.answer(&faults, paths), out)?;
    } else {
        write_report(&checked, &faults, out)?;
        for path in paths {
            writeln!(out, "Wrote {}.", one_line(&path))?;
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::OutOfBounds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;
    use crate::motion::Recorder;
    use glam::DVec3;
    use serde_json::Value;

    fn arguments() -> CheckArgs {
        CheckArgs {
            input: ClipsArgs::default(),
            margin_mm: None,
            is_static: false,
            is_dynamic: false,
            slide_mm: 1.0,
            penetration_mm: 1.0,
            limit_deg: 0.1,
            cutoff: None,
            json: false,
            csv: None,
            picture: None,
        }
    }

    /// The human at rest, moved a little more in every frame.
    fn drifting(by: DVec3) -> LoadedClip {
        let human = load_character("human").unwrap();
        let mut recorder = Recorder::new(&human);
        let both = human.soles_of_feet([0, 1]);
        let frames = (0..20).map(|k| {
            let mut pose = human.rest.clone();
            pose.world_from_root.translation += f64::from(k) * by;
            recorder.frame(pose, both)
        });
        let clip = Clip {
            name: "drifting".to_owned(),
            character: "human".to_owned(),
            level: None,
            balance: None,
            start_secs: 0.0,
            frame_secs: 0.02,
            frames: frames.collect(),
        };
        LoadedClip {
            clip,
            character: human,
            level: None,
            is_recorded: false,
        }
    }

    fn answer(args: &CheckArgs, by: DVec3) -> (String, u8) {
        let loaded = drifting(by);
        let mut out = Vec::new();
        let done = check(args, &loaded, &mut out);
        let code = done.map_or_else(|error| error.exit_code(), |()| 0);
        (String::from_utf8(out).unwrap(), code)
    }

    #[test]
    fn a_clip_that_keeps_every_bound_passes_and_one_that_slides_does_not() {
        let (text, code) = answer(&arguments(), DVec3::ZERO);
        assert_eq!(code, 0, "{text}");
        assert!(text.ends_with("The clip keeps every bound.\n"), "{text}");

        let (text, code) = answer(&arguments(), 0.0003 * DVec3::Z);
        assert_eq!(code, 1, "{text}");
        assert!(
            text.contains("left_foot.heel slides by 5.70 mm (frame 19, 0.38 s), more than 1 mm"),
            "{text}"
        );
        let wide = CheckArgs {
            slide_mm: 6.0,
            ..arguments()
        };
        assert_eq!(answer(&wide, 0.0003 * DVec3::Z).1, 0);
        let strict = CheckArgs {
            margin_mm: Some(500.0),
            ..arguments()
        };
        let (text, code) = answer(&strict, DVec3::ZERO);
        assert!(
            code == 1 && text.contains("Out of bounds: the margin falls to"),
            "{text}"
        );
    }

    #[test]
    fn a_failed_check_has_said_all_that_there_is_to_say() {
        let error = Error::OutOfBounds;
        assert_eq!((error.line(), error.exit_code()), (None, 1));
    }

    #[test]
    fn json_holds_every_documented_field_and_the_reasons() {
        let args = CheckArgs {
            json: true,
            ..arguments()
        };
        let (text, code) = answer(&args, DVec3::new(0.001, -0.001, 0.0));
        assert_eq!(code, 1);
        let value: Value = serde_json::from_str(&text).unwrap();
        let document = include_str!("../../docs/json.md");
        let section = document.split("## `check --json`").nth(1).unwrap();
        let section = section.split("\n## ").next().unwrap();
        for field in value.as_object().unwrap().keys() {
            assert!(section.contains(&format!("`{field}`")), "{field}");
        }
        assert_eq!(value["frames"], 20);
        assert_eq!(value["contact_frames"], 20);
        assert_eq!(value["dynamic_frames"], 18);
        assert_eq!(value["inside_fraction"], 1.0);
        assert_eq!(value["within_bounds"], false);
        assert_eq!(value["support_fractions"]["2"], 1.0);
        assert!((value["penetration_mm_max"].as_f64().unwrap() - 19.0).abs() < 1e-6);
        assert!((value["slide_mm_max"].as_f64().unwrap() - 19.0).abs() < 1e-6);
        assert!(value["margin_mm"]["min"].as_f64().unwrap() > 10.0);
        assert_eq!(value["reasons"].as_array().unwrap().len(), 2);
    }

    #[test]
    fn the_table_of_frames_and_the_picture_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let args = CheckArgs {
            csv: Some(folder.path().join("frames.csv")),
            picture: Some(folder.path().join("strip.png")),
            ..arguments()
        };
        let (text, code) = answer(&args, DVec3::ZERO);
        assert_eq!(code, 0, "{text}");
        let csv = std::fs::read_to_string(folder.path().join("frames.csv")).unwrap();
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines.len(), 21);
        let columns = lines[0].split(',').count();
        assert!(lines.iter().all(|line| line.split(',').count() == columns));
        let png = std::fs::read(folder.path().join("strip.png")).unwrap();
        assert!(png.starts_with(b"\x89PNG"));
        assert!(
            text.contains("frames.csv.") && text.contains("strip.png."),
            "{text}"
        );
    }
}
