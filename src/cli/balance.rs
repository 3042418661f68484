//! `contrapposto balance`: somebody else's motion in, a motion of one of our characters that stands out.

use super::Error;
use super::answer::{AnswerArgs, write_json};
use super::balance_report::Balanced;
use super::batch::{Batch, Row};
use super::body::{Body, Moving, body_files};
use super::clip_output::{ClipStyleArgs, body_beside};
use super::file_list::{Files, Kind};
use super::files::written_name;
use super::ground_args::{Ground, GroundArgs};
use super::input_list::{
    Item, Listed, ManyArgs, OutDirArgs, refuse_one_file, refuse_standard_input,
};
use super::number_args::amount;
use super::plain_text::path_name;
use super::progress::Progress;
use crate::character::Character;
use crate::correction::{Aim, BalanceSettings, ContactEnds, balance_clip};
use crate::io::bvh::{Origin, read_bvh};
use crate::io::{FileError, Source, map_that_is_needed, read_joint_map};
use crate::kinematics::body_size;
use crate::math::ShortNumber;
use crate::motion::{
    BalanceKind, ContactOverride, GivenMap, LengthUnit, OWN, Recording, RetargetSettings,
    USUAL_CUTOFF_HZ, UpAxis,
};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Arguments of `balance`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto balance walk.bvh --out walk_balanced.bvh
  contrapposto balance walk.bvh --character own --out same_joints.bvh
  contrapposto balance walk.bvh --character tall_thin --feet-only \\
      --out tall.bvh
  contrapposto balance slow.bvh --static --margin-mm 30 --out still.bvh
  contrapposto balance dance.bvh --map map.ron --up z --unit cm \\
      --contacts \"left_foot:120-180=up\" --out dance_balanced.bvh
  contrapposto balance recorded --recursive --out-dir balanced --format bvh

A map file names recorded joints and links: (version: 1, map: {\"Hips\": \"pelvis\", \"Prop\": \"\"}).")]
pub(super) struct BalanceArgs {
    /// The recorded motions, BVH files or folders of them; - is standard input
    #[arg(id = "motion", value_name = "MOTION", required = true)]
    motions: Vec<PathBuf>,
    /// A shipped character or the path of a character file; own is the recording's own skeleton, and a .bvh then comes back with every joint
    #[arg(long, short, value_name = "NAME|FILE|own", default_value = "human")]
    character: String,
    /// Writes the balanced motion: .bvh, .ron, .glb or .csv
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    many: ManyArgs,
    #[command(flatten)]
    out_dir: OutDirArgs,
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
    #[command(flatten)]
    ground: GroundArgs,
    /// Puts the centre of mass over what stands in every frame: a motion that could stop at any moment, and few motions of people
    /// survive it
    #[arg(long = "static", conflicts_with = "feet_only")]
    is_static: bool,
    /// Only keeps feet where they stand, and leaves balance alone
    #[arg(long)]
    feet_only: bool,
    /// Makes only this share of the correction, 0 to 1
    #[arg(
        long,
        value_name = "SHARE",
        default_value_t = 1.0,
        conflicts_with = "is_static"
    )]
    strength: f64,
    /// Distance that the zero-moment point, or with --static the centre of mass, keeps from the edge of the support; unless given 12 for a
    /// person and as much more or less for larger and smaller bodies, with --static 20
    #[arg(long, value_name = "MM", conflicts_with = "feet_only")]
    margin_mm: Option<f64>,
    /// What is faster than this in the recording is taken for noise and cut off [Hz]; 0 cuts nothing off
    #[arg(long, value_name = "HZ", value_parser = amount, default_value_t = USUAL_CUTOFF_HZ, conflicts_with = "is_static")]
    cutoff: f64,
    /// Contacts that you know better: SOLE:FROM-TO=up or =down, frames from 0, separated by commas
    #[arg(long, value_name = "LIST")]
    contacts: Option<String>,
    #[command(flatten)]
    answer: AnswerArgs,
}

impl BalanceArgs {
    /// Lists the motions when there are many.
    pub(super) fn list(&mut self) -> Result<(), Error> {
        if !self.many.are_many(&self.motions) {
            if let Some(out) = self.out_dir.unless_there(self.out.as_ref()) {
                self.many.list_one(&self.motions[0], out);
                return Ok(());
            }
            if !self.out_dir.mean_many() {
                return Ok(());
            }
        }
        refuse_one_file(
            "--out",
            self.out.as_ref(),
            "say --out-dir DIR --format KIND",
        )?;
        refuse_one_file("--ground-out", self.ground.out(), "correct them one by one")?;
        refuse_standard_input("--map", self.map.as_deref())?;
        let folder = self.out_dir.out_dir.as_deref();
        if folder.is_none() && self.out_dir.skip_existing {
            let message = "--skip-existing: nothing is written; say --out-dir DIR --format KIND";
            return Err(Error::Arguments(message.to_owned()));
        }
        let ending = folder
            .map(|folder| self.style.ending_in(folder))
            .transpose()?;
        let output = |motion: &Listed| Some(motion.moved(folder?, ending?));
        self.many.list(&self.motions, &["bvh"], folder, &output)?;
        self.many.make_folders()
    }

    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        let one = || {
            Files::default()
                .reads(&self.motions)
                .writes(Kind::Clip, &self.out)
        };
        let motions = self.many.files(Kind::Clip, &self.out_dir);
        let mut files = motions.unwrap_or_else(one).reads(&self.map);
        let is_ron = |out: &&PathBuf| out.extension().is_some_and(|ending| ending == "ron");
        if self.character == OWN
            && let Some(out) = self.out.as_ref().filter(is_ron)
        {
            files = files.writes(Kind::Character, &[body_beside(out)]);
        }
        files
            .and(body_files(&self.character))
            .and(self.ground.files())
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

/// What is the same for every motion.
struct Setup {
    body: Body,
    ground: Ground,
    settings: BalanceSettings,
    overrides: Vec<ContactOverride>,
    unit: Option<LengthUnit>,
}

impl Setup {
    fn of(args: &BalanceArgs) -> Result<Self, Error> {
        let body = Body::load(&args.character)?;
        let ground = args.ground.load()?;
        let mut settings = settings(args)?;
        if args.margin_mm.is_some() && settings.aim == Aim::Dynamic {
            // What is asked for is meant as it is; what is usual is a person's.
            settings.margin /= body_size(body.flesh());
        }
        let overrides = match &args.contacts {
            Some(text) => ContactOverride::parse_list(text, body.flesh())
                .map_err(|message| Error::Arguments(format!("--contacts {message}")))?,
            None => Vec::new(),
        };
        Ok(Self {
            body,
            ground,
            settings,
            overrides,
            unit: unit(args)?,
        })
    }
}

/// Reads, retargets, corrects, writes, and says what was guessed and gained.
pub(super) fn run(
    args: &BalanceArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Error> {
    let setup = Setup::of(args)?;
    if let Some(mut batch) = Batch::of("balancing", &args.many, &args.out_dir) {
        batch.answers_json = args.answer.json;
        args.style.check_for_many(&batch.items)?;
        let job = |item: &Item, err: &mut dyn Write| {
            let balanced = balance(args, &setup, &item.input, item.output.as_ref(), err)?;
            let row = Row::done(balanced.in_few_words(), &balanced.answer())?;
            let is_missed = args.answer.fail_on_miss && !balanced.keeps_margin();
            Ok(if is_missed { row.out_of_bounds() } else { row })
        };
        return batch.run(job, out, err);
    }
    let balanced = balance(args, &setup, &args.motions[0], args.out.as_ref(), err)?;
    if args.answer.json {
        write_json(&balanced.answer(), out)?;
    } else {
        balanced.say(out)?;
    }
    if balanced.keeps_margin() {
        Ok(())
    } else {
        args.answer.missed()
    }
}

/// Balances one motion and writes it.
fn balance<'a>(
    args: &BalanceArgs,
    setup: &'a Setup,
    input: &Path,
    output: Option<&PathBuf>,
    err: &mut dyn Write,
) -> Result<Balanced<'a>, Error> {
    let style = args.style.of(output)?;
    let bvh = read_bvh(input)?;
    for note in &bvh.notes {
        writeln!(err, "note: {}: {note}", path_name(input))?;
    }
    let recording = bvh.recording();
    if recording.rows() == 0 {
        let file = input.display();
        return Err(Error::Arguments(format!(
            "{file}: has no motion, only a skeleton"
        )));
    }
    let retargeting = retarget_settings(args, setup, &recording)?;

    let Moving {
        character,
        mut clip,
        mut found,
        own,
    } = setup.body.moved(&recording, &retargeting);
    let flesh = setup.body.flesh();
    if let Some(map) = map_that_is_needed(flesh, &recording, &found) {
        writeln!(err, "A map to complete, for --map FILE:\n{}", map.template)?;
        return Err(Error::Input(FileError::of(input, map.sentence)));
    }
    let origin = Origin::of(&recording, &character);
    let known = match &setup.ground {
        Ground::Given(level) => Some(&**level),
        Ground::Unknown | Ground::Found => None,
    };
    origin.mark_contacts(&character, &mut clip, &found.soles, known, &setup.overrides);
    let (level, told) = args.ground.under(&setup.ground, &character, &clip)?;
    found.notes.extend(told);
    let level = level.as_ref();
    let begin = Instant::now();
    let frames = clip.frames.len() as f64;
    let mut progress = Progress::new("balancing", clip.frames.len() as u64);
    let told = &mut |share| progress.set((share * frames) as u64);
    let (mut corrected, report) = balance_clip(&character, &clip, level, &setup.settings, told);
    progress.finish();
    let micros = 1e6 * begin.elapsed().as_secs_f64() / clip.frames.len() as f64;
    if matches!(setup.ground, Ground::Found) && args.ground.out().is_none() {
        // A level that is in no file has no name to be found by.
        corrected.level = None;
    }
    let recorded = own.as_ref().map(|own| (&bvh, own));
    let clips = style.write_recorded(&character, &corrected, recorded)?;
    Ok(Balanced {
        character,
        margin: match (setup.settings.aim, args.margin_mm) {
            (Aim::FeetOnly, _) => None,
            // Narrow soles get less of the usual margin: what counts is that nothing tips.
            (Aim::Dynamic, None) => Some(0.0),
            (_, Some(mm)) => Some(1e-3 * mm),
            (Aim::Static, None) => Some(setup.settings.margin),
        },
        cutoff_hz: (report.balance == BalanceKind::Dynamic && setup.settings.cutoff_hz > 0.0)
            .then_some(setup.settings.cutoff_hz),
        frames: corrected.frames.len(),
        frame_secs: corrected.frame_secs,
        found,
        report,
        micros,
        clips,
        written: output.map(|path| written_name(path)),
    })
}

fn settings(args: &BalanceArgs) -> Result<BalanceSettings, Error> {
    let usual = BalanceSettings::of(match (args.is_static, args.feet_only) {
        (true, _) => Aim::Static,
        (false, true) => Aim::FeetOnly,
        (false, false) => Aim::Dynamic,
    });
    let margin = args.margin_mm.map_or(usual.margin, |mm| 1e-3 * mm);
    if !(0.0..=1.0).contains(&margin) {
        return Err(Error::Arguments(format!(
            "--margin-mm {}: a margin is 0 to 1000 mm",
            ShortNumber(1e3 * margin)
        )));
    }
    if !(0.0..=1.0).contains(&args.strength) {
        return Err(Error::Arguments(format!(
            "--strength {}: a share is 0 to 1",
            ShortNumber(args.strength)
        )));
    }
    Ok(BalanceSettings {
        margin,
        cutoff_hz: args.cutoff,
        strength: args.strength,
        contact_ends: match args.contacts {
            Some(_) => ContactEnds::AsMarked,
            None => usual.contact_ends,
        },
        ..usual
    })
}

/// The unit that was named.
fn unit(args: &BalanceArgs) -> Result<Option<LengthUnit>, Error> {
    let Some(name) = args.unit.as_deref() else {
        return Ok(None);
    };
    let unit = LengthUnit::named(name).ok_or_else(|| {
        let valid = LengthUnit::KNOWN.iter().map(|unit| unit.name);
        Error::unknown("--unit", "unit", name, valid)
    })?;
    Ok(Some(unit))
}

fn retarget_settings(
    args: &BalanceArgs,
    setup: &Setup,
    recording: &Recording,
) -> Result<RetargetSettings, Error> {
    let map = match args.map.as_deref() {
        Some(path) => read_map(path, setup.body.flesh(), recording)?,
        None => Vec::new(),
    };
    Ok(RetargetSettings {
        unit: setup.unit,
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
