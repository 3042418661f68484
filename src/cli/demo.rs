//! The demo: two poses of the human, drawn and written to a folder.

use super::Error;
use super::answer::{margin_words, outcome_name};
use super::files::{task_picture, write};
use super::goal_args::GoalArgs;
use super::pose::solved;
use super::table::{Side, Table};
use super::task::{Task, authoring};
use crate::io::{FileError, write_pose};
use clap::{Args, Parser};
use std::io::Write;
use std::path::PathBuf;

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
struct SceneArgs {
    #[command(flatten)]
    goals: GoalArgs,
}

/// Solves, draws and writes the scenes.
pub(super) fn run(args: &DemoArgs, out: &mut dyn Write) -> Result<(), Error> {
    std::fs::create_dir_all(&args.out).map_err(|e| {
        Error::Written(FileError {
            file: args.out.display().to_string(),
            place: None,
            message: format!("the folder cannot be made: {e}"),
        })
    })?;
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
        let parsed = SceneArgs::try_parse_from(scene.args).map_err(|e| Error::from_clap(&e))?;
        let task = Task::new(&parsed.goals, authoring(), out)?;
        let (pose, report, micros) = solved(&task);
        let picture = task_picture(&task, &pose, &report, scene.title)?;
        let pose_text = write_pose(&task.character, &pose);
        for (ending, bytes) in [("png", &picture[..]), ("ron", pose_text.as_bytes())] {
            let path = args.out.join(format!("{}.{ending}", scene.name));
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
    writeln!(out, "\nNext: contrapposto pose --help")?;
    Ok(())
}
