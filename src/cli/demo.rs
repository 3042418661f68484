//! The demo: the human walks up the stairs and takes two poses, drawn and written to a folder.

use super::Error;
use super::answer::{margin_words, outcome_name};
use super::clip_output::ClipStyle;
use super::files::{task_picture, write};
use super::goal_args::GoalArgs;
use super::measured::measured;
use super::pose::solved;
use super::table::{Side, Table};
use super::task::Task;
use super::walk::write_strip;
use super::walk_answer::Walked;
use crate::gait::{Biped, WalkOrder, walk};
use crate::io::{FileError, load_character, load_level, write_pose};
use clap::{Args, Parser};
use std::io::Write;
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
}

impl Default for DemoArgs {
    fn default() -> Self {
        Self { out: "out".into() }
    }
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

/// Walks, solves, draws and writes.
pub(super) fn run(args: &DemoArgs, out: &mut dyn Write) -> Result<(), Error> {
    std::fs::create_dir_all(&args.out).map_err(|e| {
        Error::Written(FileError {
            file: args.out.display().to_string(),
            place: None,
            message: format!("the folder cannot be made: {e}"),
        })
    })?;
    walk_up_the_stairs(&args.out, out)?;
    take_poses(&args.out, out)?;
    let walk = args.out.join("walk");
    let walk = walk.display();
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

/// The walk, as every kind of clip and as a picture.
fn walk_up_the_stairs(folder: &Path, out: &mut dyn Write) -> Result<(), Error> {
    let (human, stairs) = (load_character("human")?, load_level("stairs")?);
    let failed = |e: &dyn std::fmt::Display| Error::Arguments(e.to_string());
    let biped = Biped::new(&human).map_err(|e| failed(&e))?;
    let order = WalkOrder::ahead(biped.settings(), STEPS);
    let begin = Instant::now();
    let made = walk(&human, &stairs, &order, |_| {}).map_err(|e| failed(&e))?;
    let secs = begin.elapsed().as_secs_f64();
    let audit = measured(&human, &made.clip, Some(&stairs));
    writeln!(out, "The human walks up the stairs.")?;
    Walked::new(&made, (&human, &stairs), &audit, secs).say(out)?;
    for ending in ["ron", "bvh", "glb"] {
        let path = folder.join("walk").with_extension(ending);
        for file in ClipStyle::plain(&path)?.write(&human, &made.clip)? {
            file.say(out)?;
        }
    }
    let strip = folder.join("walk.png");
    write_strip(&strip, &human, &stairs, (&made.clip, &audit))?;
    writeln!(out, "Wrote {}.", strip.display())?;
    writeln!(out)?;
    Ok(())
}

/// The poses, each as a file and a picture.
fn take_poses(folder: &Path, out: &mut dyn Write) -> Result<(), Error> {
    let mut table = Table::new([
        ("pose", Side::Left),
        ("outcome", Side::Left),
        ("iterations", Side::Right),
        ("time", Side::Right),
        ("margin of balance", Side::Left),
    ]);
    let mut sentences = Vec::new();
    let mut paths = Vec::new();
    for scene in &SCENES {
        let parsed = DemoGoals::try_parse_from(scene.args).map_err(|e| Error::from_clap(&e))?;
        let task = Task::new(&parsed.goals, out)?;
        let (pose, report, micros) = solved(&task);
        let picture = task_picture(&task, &pose, &report, scene.title)?;
        let pose_text = write_pose(&task.character, &pose);
        for (ending, bytes) in [("png", &picture[..]), ("ron", pose_text.as_bytes())] {
            let path = folder.join(format!("{}.{ending}", scene.name));
            write(&path, bytes)?;
            paths.push(path.display().to_string());
        }
        sentences.push(format!("{}: {}", scene.name, report.sentence(&task.goals)));
        table.row([
            scene.name.to_owned(),
            outcome_name(report.outcome).to_owned(),
            report.iterations.to_string(),
            format!("{micros:.0} µs"),
            margin_words(&report),
        ]);
    }
    table.write(out)?;
    writeln!(out)?;
    for sentence in sentences {
        writeln!(out, "{sentence}")?;
    }
    writeln!(out)?;
    for path in paths {
        writeln!(out, "Wrote {path}.")?;
    }
    Ok(())
}
