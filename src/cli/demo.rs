//! The demo: the human walks up the stairs and takes two poses, drawn and written to a folder.

use super::Error;
use super::answer::{Answer, margin_words, outcome_name, write_json};
use super::clip_output::ClipStyle;
use super::file_list::{Files, Kind};
use super::files::{task_picture, write};
use super::goal_args::GoalArgs;
use super::measured::measured;
use super::out_folder;
use super::plain_text::path_name;
use super::pose::solved;
use super::table::{Side, Table};
use super::task::Task;
use super::walk::{faults, write_strip};
use super::walk_answer::Walked;
use crate::gait::{Biped, WalkOrder, walk};
use crate::ik::{PostureModel, Report};
use crate::io::{load_character, load_level, one_line, write_pose};
use clap::{Args, Parser};
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Arguments of `demo`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto demo
  contrapposto demo --out pictures")]
pub(super) struct DemoArgs {
    /// The folder for pictures and poses; made when it is not there
    #[arg(long, short, value_name = "FOLDER", default_value = "out")]
    out: PathBuf,
    /// Prints one JSON object instead of tables and sentences
    #[arg(long)]
    json: bool,
}

impl Default for DemoArgs {
    fn default() -> Self {
        Self {
            out: "out".into(),
            json: false,
        }
    }
}

/// What was made, as JSON. `docs/json.md` describes every field.
#[derive(Debug, Serialize)]
struct Shown {
    walk: Walked,
    poses: Vec<Taken>,
    written: Vec<String>,
}

/// A pose of the demo.
#[derive(Debug, Serialize)]
struct Taken {
    name: &'static str,
    #[serde(flatten)]
    answer: Answer,
    #[serde(skip)]
    report: Report,
    #[serde(skip)]
    micros: f64,
    #[serde(skip)]
    sentence: String,
}

/// A pose of the demo: the name of its files, its title, and the arguments of `pose` that make it.
struct Scene {
    name: &'static str,
    title: &'static str,
    args: &'static [&'static str],
}

const SCENES: [Scene; 2] = [
    Scene {
        name: "one_leg",
        title: "On one leg",
        args: &[
            "--stance=left",
            "--reach=left_hand=0.52,0.58,0.5",
            "--reach=right_hand=-0.4,1.55,-0.2",
            "--reach=right_foot=-0.45,0.75,-0.55",
            "--look=head=0.3,-0.1,1",
        ],
    },
    Scene {
        name: "too_far",
        title: "A hand pulled too far",
        args: &[
            "--stance=both",
            "--reach=left_hand=0.35,1.0,1.3",
            "--margin-mm=20",
        ],
    },
];

/// The arguments of `pose` alone.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct DemoGoals {
    #[command(flatten)]
    goals: GoalArgs,
}

/// Steps of the walk: up the whole flight, and two on the landing.
const STEPS: usize = 14;

/// Kinds of clips that the walk is written as.
const CLIP_ENDINGS: [&str; 3] = ["ron", "bvh", "glb"];

/// Walks, solves, draws and writes.
pub(super) fn run(args: &DemoArgs, out: &mut dyn Write) -> Result<(), Error> {
    let folder = &args.out;
    out_folder::prepare(folder, &files(folder))?;
    let walk = walk_up_the_stairs(folder)?;
    let poses = take_poses(folder)?;
    let written = walk.written.iter();
    let written = written.chain(poses.iter().flat_map(|pose| &pose.answer.written));
    let written = written.cloned().collect();
    let shown = Shown {
        walk,
        poses,
        written,
    };
    if args.json {
        return write_json(&shown, out);
    }
    shown.say(folder, out)
}

/// Everything that is written into the folder.
fn files(folder: &Path) -> Files {
    let clips = CLIP_ENDINGS.map(|ending| walk_file(folder, ending));
    let poses = SCENES.each_ref().map(|scene| scene.file(folder, "ron"));
    let pictures = SCENES.each_ref().map(|scene| scene.file(folder, "png"));
    Files::default()
        .writes(Kind::Clip, &clips)
        .writes(Kind::Pose, &poses)
        .writes(Kind::Picture, &pictures)
        .writes(Kind::Picture, [&walk_file(folder, "png")])
}

fn walk_file(folder: &Path, ending: &str) -> PathBuf {
    folder.join("walk").with_extension(ending)
}

impl Scene {
    fn file(&self, folder: &Path, ending: &str) -> PathBuf {
        folder.join(self.name).with_extension(ending)
    }
}

/// The walk, as every kind of clip and as a picture.
fn walk_up_the_stairs(folder: &Path) -> Result<Walked, Error> {
    let (human, stairs) = (load_character("human")?, load_level("stairs")?);
    let failed = |e: &dyn std::fmt::Display| Error::Arguments(e.to_string());
    let biped = Biped::new(&human).map_err(|e| failed(&e))?;
    let order = WalkOrder::ahead(biped.static_settings(), STEPS);
    let begin = Instant::now();
    let made = walk(&human, &stairs, &order, |_| {}).map_err(|e| failed(&e))?;
    let secs = begin.elapsed().as_secs_f64();
    let audit = measured(&human, &made.clip, Some(&stairs));
    let mut walked = Walked::new(&made, (&human, &stairs), &audit, secs);
    walked.faults = faults(&human, &audit, &order.settings);
    for path in CLIP_ENDINGS.map(|ending| walk_file(folder, ending)) {
        let clips = ClipStyle::plain(&path)?.write(&human, &made.clip)?;
        walked.clips.extend(clips);
    }
    let strip = walk_file(folder, "png");
    write_strip(&strip, &human, &stairs, (&made.clip, &audit))?;
    let clips = walked.clips.iter().map(|file| file.path.clone());
    walked.written = clips.chain([strip.display().to_string()]).collect();
    Ok(walked)
}

/// The poses, each as a file and a picture.
fn take_poses(folder: &Path) -> Result<Vec<Taken>, Error> {
    let mut poses = Vec::new();
    for scene in &SCENES {
        let parsed = DemoGoals::try_parse_from(scene.args).map_err(|e| Error::from_clap(&e))?;
        // Scenes are our own: there is nothing to warn of.
        let task = Task::new(&parsed.goals, PostureModel::People, &mut io::sink())?;
        let (pose, report, micros) = solved(&task);
        let mut answer = Answer::new(&task, &pose, &report, micros);
        let picture = task_picture(&task, &pose, &report, scene.title)?;
        let pose_text = write_pose(&task.character, &pose);
        for (ending, bytes) in [("png", &picture[..]), ("ron", pose_text.as_bytes())] {
            let path = scene.file(folder, ending);
            write(&path, bytes)?;
            answer.written.push(path.display().to_string());
        }
        poses.push(Taken {
            name: scene.name,
            answer,
            sentence: report.sentence(&task.goals),
            report,
            micros,
        });
    }
    Ok(poses)
}

impl Shown {
    /// What was made, and what to do with it.
    fn say(&self, folder: &Path, out: &mut dyn Write) -> Result<(), Error> {
        writeln!(out, "The human walks up the stairs.")?;
        self.walk.say(out)?;
        for file in &self.walk.clips {
            file.say(out)?;
        }
        for path in self.walk.written.iter().skip(self.walk.clips.len()) {
            writeln!(out, "Wrote {}.", one_line(path))?;
        }
        writeln!(out)?;
        let mut table = Table::new([
            ("pose", Side::Left),
            ("outcome", Side::Left),
            ("iterations", Side::Right),
            ("time", Side::Right),
            ("margin of balance", Side::Left),
        ]);
        for pose in &self.poses {
            table.row([
                pose.name.to_owned(),
                outcome_name(pose.report.outcome).to_owned(),
                pose.report.iterations.to_string(),
                format!("{:.0} µs", pose.micros),
                margin_words(&pose.report),
            ]);
        }
        table.write(out)?;
        writeln!(out)?;
        for pose in &self.poses {
            writeln!(out, "{}: {}", pose.name, pose.sentence)?;
        }
        writeln!(out)?;
        for path in self.poses.iter().flat_map(|pose| &pose.answer.written) {
            writeln!(out, "Wrote {}.", one_line(path))?;
        }
        let walk = path_name(&folder.join("walk"));
        writeln!(
            out,
            "
{walk}.bvh opens in Blender (File > Import > Motion Capture, scale 0.01), {walk}.glb in any glTF viewer.
Next: contrapposto check {walk}.ron
      contrapposto walk --help
      contrapposto pose --help"
        )?;
        Ok(())
    }
}
