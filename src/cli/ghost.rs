//! `contrapposto ghost`: a body with weight and muscles follows a clip, and things happen to it.

use super::Error;
use super::answer::{AnswerArgs, write_json};
use super::clip_input::{ClipArgs, LoadedClip, load_clip};
use super::clip_output::ClipStyleArgs;
use super::file_list::{Files, Kind};
use super::files::{png, write, written_name};
use super::ghost_events::{read_push, read_throw};
use super::ghost_report::Followed;
use super::progress::Progress;
use crate::character::Character;
use crate::control::{
    ControllerKind, Feedback, GhostSettings, Muscle, Run, RunOrder, VirtualActuatorSettings,
    run as follow,
};
use crate::io::{FileError, load_character, load_level, one_line, pose_names, preset};
use crate::level::Level;
use crate::math::ShortNumber;
use crate::motion::{Clip, Recorder};
use crate::picture::{GhostSheet, ghost_sheet};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// A pose is held so long when nobody says [s], in frames of this length [s].
const HELD_SECS: f64 = 6.0;
const HELD_FRAME_SECS: f64 = 1.0 / 60.0;

const CONTROLLER_HELP: &str = "What drives it: pinned_pd ties planted feet to where the plan has them, pose pulls joints to the plan \
     and nothing else, virtual_actuator balances by itself [default: pinned_pd]";

/// Arguments of `ghost`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto ghost walk.ron --out ghost.bvh --report ghost.json \\
      --picture ghost.png
  contrapposto ghost walk.ron \\
      --push \"frame=120 link=chest force=200,0,0 secs=0.2\" --feedback
  contrapposto ghost rest --controller virtual_actuator \\
      --push \"secs_at=1 link=chest force=0,0,160\" --picture push.png
  contrapposto ghost walk.bvh --level stairs \\
      --throw \"secs_at=1.5 link=chest from=front speed=5 mass=5 radius=0.1\"

A name of `contrapposto presets`, or rest, is a pose that is held for --secs.

A push is a force on a link's centre of mass: frame=N or secs_at=SECONDS says when, link=NAME whom, force=X,Y,Z how hard \
[N, world axes], secs=T how long (0.2 when nobody says). A throw is a ball from a metre away: when and whom as above, from=front, \
back, left, right or above; speed [m/s], mass [kg] and radius [m] are 5, 5 and 0.1 when nobody says.")]
pub(super) struct GhostArgs {
    #[command(flatten)]
    clip: ClipArgs,
    /// Pushes a link, as below; may be given more than once
    #[arg(long, value_name = "WORDS")]
    push: Vec<String>,
    /// Throws a ball at a link, as below; may be given more than once
    #[arg(long, value_name = "WORDS")]
    throw: Vec<String>,
    /// Pushed off course, the plan starts again from where the ghost is
    #[arg(long)]
    feedback: bool,
    /// How firmly joints hold: 1 is limp, 2 relaxed, 4 alert, 6 firm, 10 rigid [Hz]
    #[arg(long, value_name = "HZ")]
    tone: Option<f64>,
    /// Times the strength of an athlete with these joints [default: 2.5]
    #[arg(long, value_name = "X")]
    strength: Option<f64>,
    /// Steps of physics in a second [default: 480]
    #[arg(long, value_name = "N")]
    hz: Option<f64>,
    #[arg(long, value_name = "NAME", help = CONTROLLER_HELP)]
    controller: Option<String>,
    /// Balancing by itself: torque that the ground of a person's foot is trusted with; beyond it feet are helped [default: 20] [N m]
    #[arg(long, value_name = "NM")]
    thr_min: Option<f64>,
    /// Balancing by itself: torque of an ankle at which a person gives up [default: 200] [N m]
    #[arg(long, value_name = "NM")]
    thr_max: Option<f64>,
    /// How long a pose is held [default: 6] [s]
    #[arg(long, value_name = "S")]
    secs: Option<f64>,
    /// Gives no torques in advance: joints sag by what their springs need to carry the body
    #[arg(long)]
    no_anticipation: bool,
    /// Writes the ghost's motion: .bvh, .ron, .glb or .csv; may be given more than once
    #[arg(long, short, value_name = "FILE")]
    out: Vec<PathBuf>,
    #[command(flatten)]
    style: ClipStyleArgs,
    /// Writes every figure as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Draws plan and ghost over the error of the joints into a PNG
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    #[command(flatten)]
    answer: AnswerArgs,
}

impl GhostArgs {
    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        self.clip
            .files()
            .writes(Kind::Clip, &self.out)
            .writes(Kind::Report, &self.report)
            .writes(Kind::Picture, &self.picture)
    }
}

/// Runs the ghost, writes what was asked for, and says how it followed.
pub(super) fn run(args: &GhostArgs, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), Error> {
    let style = args.style.of(&args.out)?;
    let LoadedClip {
        clip,
        character,
        level,
        ..
    } = match held_pose(args)? {
        Some(held) => held,
        None => load_clip(&args.clip.file, &args.clip.overrule, &args.files(), err)?,
    };
    let level = match level {
        Some(level) => level,
        None => load_level("flat")?,
    };
    if clip.frames.len() < 2 {
        return Err(Error::Input(FileError {
            file: args.clip.file.display().to_string(),
            place: None,
            message: "has one frame; a motion to follow has at least two".to_owned(),
        }));
    }
    let order = order(args, &character, &clip)?;

    let begin = Instant::now();
    let done = followed(&character, &level, &clip, &order);
    let secs = begin.elapsed().as_secs_f64();
    if !done.finite {
        let at = done.clip.duration_secs();
        let message = format!("the ghost flew apart after {at:.2} s; more steps (--hz) may help");
        return Err(Error::Arguments(message));
    }
    let report = Followed {
        character: &character,
        clip: &clip,
        level: &level.name,
        order: &order,
        run: &done,
        secs,
    };
    let mut answer = report.answer();
    answer.clips = style.write(&character, &done.clip)?;
    let others = args.report.iter().chain(&args.picture);
    let others: Vec<String> = others.map(|path| written_name(path)).collect();
    answer.written = answer.clips.iter().map(|file| file.path.clone()).collect();
    answer.written.extend(others.iter().cloned());
    if let Some(path) = &args.report {
        let mut text = serde_json::to_string_pretty(&answer).map_err(std::io::Error::from)?;
        text.push('\n');
        write(path, text.as_bytes())?;
    }
    if let Some(path) = &args.picture {
        let drawing = ghost_sheet(&GhostSheet {
            character: &character,
            level: &level,
            run: &done,
            pushes: &order.pushes,
            throws: &order.throws,
            title: format!("{} and its ghost", clip.name.replace('_', " ")),
            sentence: report.sentence(),
        });
        write(path, &png(&drawing)?)?;
    }
    if args.answer.json {
        write_json(&answer, out)?;
    } else {
        report.write(out)?;
        for file in &answer.clips {
            file.say(out)?;
        }
        for path in others {
            writeln!(out, "Wrote {}.", one_line(&path))?;
        }
    }
    if done.tracking.fell {
        args.answer.missed()
    } else {
        Ok(())
    }
}

/// A pose by name, held; nothing where a clip is named.
fn held_pose(args: &GhostArgs) -> Result<Option<LoadedClip>, Error> {
    const AT_REST: &str = "rest";
    let name = args.clip.file.to_str().unwrap_or_default();
    let is_known = name == AT_REST || pose_names().iter().any(|(known, _)| *known == name);
    if !is_known || args.clip.file.exists() {
        if args.secs.is_some() {
            let message = "--secs says how long a pose is held; a clip lasts as long as it does";
            return Err(Error::Arguments(message.to_owned()));
        }
        return Ok(None);
    }
    let secs = within("secs", args.secs, HELD_SECS, (0.1, 600.0))?;
    let overrule = &args.clip.overrule;
    let character = load_character(overrule.character.as_deref().unwrap_or("human"))?;
    let (pose, contacts) = if name == AT_REST {
        let contacts = character.soles_of_feet(character.standing_feet());
        (character.rest.clone(), contacts)
    } else {
        let preset = preset(name, &character).map_err(Error::Arguments)?;
        let posed = preset.posed(&character);
        (posed.check(&character, name)).map_err(Error::Arguments)?;
        (posed.pose.clone(), posed.stance.contacts())
    };
    let level = overrule.level.as_deref().map(load_level).transpose()?;
    let frame = Recorder::new(&character).frame(pose, contacts);
    let clip = Clip {
        name: name.to_owned(),
        character: character.name.clone(),
        level: level.as_ref().map(|level| level.name.clone()),
        balance: None,
        start_secs: 0.0,
        frame_secs: HELD_FRAME_SECS,
        frames: vec![frame; (secs / HELD_FRAME_SECS).ceil() as usize + 1],
    };
    Ok(Some(LoadedClip {
        clip,
        character,
        level,
        is_recorded: false,
    }))
}

/// The number of an option, checked.
fn within(
    name: &str,
    given: Option<f64>,
    default: f64,
    (least, most): (f64, f64),
) -> Result<f64, Error> {
    let value = given.unwrap_or(default);
    if (least..=most).contains(&value) {
        Ok(value)
    } else {
        let value = ShortNumber(value);
        let message = format!("--{name} {value}: valid is {least} to {most}");
        Err(Error::Arguments(message))
    }
}

/// The run, with a progress bar.
fn followed(character: &Character, level: &Level, clip: &Clip, order: &RunOrder) -> Run {
    let frames = clip.frames.len() as f64;
    let mut progress = Progress::new("following", clip.frames.len() as u64);
    let done = follow(character, level, clip, order, &mut |share| {
        progress.set((share * frames) as u64);
    });
    progress.finish();
    done
}

/// What the options ask for, checked.
fn order(args: &GhostArgs, character: &Character, clip: &Clip) -> Result<RunOrder, Error> {
    let usual = GhostSettings::default();
    let muscle = usual.muscle;
    let own = usual.virtual_actuator;
    let controller = match &args.controller {
        None => usual.controller,
        Some(name) => ControllerKind::find(name).ok_or_else(|| {
            let known = ControllerKind::ALL.map(ControllerKind::name);
            Error::unknown("--controller", "controller", name, known)
        })?,
    };
    if controller != ControllerKind::VirtualActuator && (args.thr_min.or(args.thr_max)).is_some() {
        let message = "--thr-min and --thr-max are those of --controller virtual_actuator";
        return Err(Error::Arguments(message.to_owned()));
    }
    let least_torque = within("thr-min", args.thr_min, own.least_torque, (0.0, 1e9))?;
    let most_torque = args.thr_max.unwrap_or(own.most_torque.max(least_torque));
    let settings = GhostSettings {
        muscle: Muscle {
            tone_hz: within("tone", args.tone, muscle.tone_hz, (0.1, 50.0))?,
            strength: within("strength", args.strength, muscle.strength, (0.01, 100.0))?,
            ..muscle
        },
        steps_hz: within("hz", args.hz, usual.steps_hz, (30.0, 20_000.0))?,
        controller,
        anticipates: !args.no_anticipation,
        virtual_actuator: VirtualActuatorSettings {
            least_torque,
            most_torque: within("thr-max", Some(most_torque), 0.0, (least_torque, 1e9))?,
            ..own
        },
        ..usual
    };
    let pushes = args
        .push
        .iter()
        .map(|text| read_push(text, character, clip));
    let throws = args
        .throw
        .iter()
        .map(|text| read_throw(text, character, clip));
    Ok(RunOrder {
        settings,
        pushes: pushes.collect::<Result<_, _>>()?,
        throws: throws.collect::<Result<_, _>>()?,
        feedback: args.feedback.then(Feedback::default),
    })
}
