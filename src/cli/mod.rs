//! The command line: arguments become a valid task, the task an answer.
//!
//! ```text
//! arguments ──clap──> Cli ──task──> characters, goals, settings ──> solve ──> table or JSON, pose file, picture
//! ```
//! Every command writes its answer to `out` and warnings to `err`; errors go up to `main`, which prints one line.

mod answer;
mod balance;
mod bench;
mod bench_ik;
mod bench_physics;
mod check;
mod check_report;
mod clip_input;
mod clip_output;
mod convert;
mod demo;
mod error;
mod explain;
mod explain_csv;
mod explain_strategies;
mod explain_visits;
mod files;
mod ghost;
mod ghost_events;
mod ghost_report;
mod goal_args;
mod inline_goals;
mod inspect;
mod inspect_bvh;
mod inspect_json;
mod lists;
mod measured;
mod picture;
mod pose;
mod presets;
mod progress;
mod spread;
mod table;
mod task;
mod verdict;
#[cfg(feature = "viewer")]
mod view;
mod walk;

pub use error::Error;

use clap::{CommandFactory as _, Parser, Subcommand};
use clap_complete::Shell;
use std::ffi::OsString;
use std::io::Write;

/// What the program is and what it does without a command.
#[cfg(feature = "viewer")]
const LONG_ABOUT: &str = "Authors balanced character poses.\n\nWithout a command the window opens, with a project (.pose.ron) or \
                          a motion (.ron, .bvh) if one is named; where there is no display the human walks up the stairs \
                          and takes two poses, written to the folder `out`.";
#[cfg(not(feature = "viewer"))]
const LONG_ABOUT: &str = "Authors balanced character poses.\n\nWithout a command the human walks up the stairs and \
                          takes two poses, written to the folder `out`.";

/// All arguments.
#[derive(Debug, Parser)]
#[command(
    name = "contrapposto",
    version,
    about = "Authors balanced character poses",
    long_about = LONG_ABOUT,
    after_help = "Examples:
  contrapposto
  contrapposto figure.pose.ron
  contrapposto pose --reach left_hand=0.5,1.3,0.5 --picture pose.png
  contrapposto pose --stance left --reach right_foot=-0.1,0.6,-0.5 --json
  contrapposto walk --level stairs --steps 14 --out walk.bvh --picture walk.png
  contrapposto balance recorded.bvh --out balanced.bvh
  contrapposto check walk.bvh --level stairs
  contrapposto ghost walk.bvh --level stairs --push \"secs_at=3 link=chest force=200,0,0\"
  contrapposto inspect chicken

Axes: x to the character's left, y up, z forward; metres."
)]
struct Cli {
    /// What to do.
    #[command(subcommand)]
    command: Option<Command>,
}

/// What to do.
#[derive(Debug, Subcommand)]
enum Command {
    /// Opens the window (what happens without a command)
    #[cfg(feature = "viewer")]
    View(view::ViewArgs),
    /// Finds a balanced pose that reaches goals
    Pose(Box<pose::PoseArgs>),
    /// Makes a recorded motion stand: retargets it and solves every frame again
    Balance(Box<balance::BalanceArgs>),
    /// Shows one solve step by step or visit by visit, or what five priorities make of it
    Explain(Box<explain::ExplainArgs>),
    /// Shows a character: joints, limits, soles, reach; or a motion file
    Inspect(inspect::InspectArgs),
    /// Lists the characters that come with the program
    Characters(lists::CharactersArgs),
    /// Lists the levels that come with the program
    Levels(lists::LevelsArgs),
    /// Walks a character over a level
    Walk(Box<walk::WalkArgs>),
    /// Lets a body with weight and muscles follow a clip, and pushes it
    Ghost(Box<ghost::GhostArgs>),
    /// Lists poses and export settings that have names, or takes such a pose
    Presets(presets::PresetsArgs),
    /// Edits a clip and writes it as another kind of file
    Convert(convert::ConvertArgs),
    /// Measures a clip: balance, sliding feet, depth in the ground, joints
    Check(check::CheckArgs),
    /// Draws a clip: a strip of figures over its margin
    Picture(picture::PictureArgs),
    /// Measures the solver and the physics
    Bench(bench::BenchArgs),
    /// Walks the human up the stairs and poses it twice (what happens without a command and a display)
    Demo(demo::DemoArgs),
    /// Prints a script that completes commands in a shell
    #[command(after_help = "Examples:
  contrapposto completions bash > ~/.local/share/bash-completion/completions/contrapposto
  contrapposto completions fish > ~/.config/fish/completions/contrapposto.fish")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Runs the program with these arguments, the program's own name first.
///
/// # Errors
/// When the arguments or a file are wrong, or something cannot be written.
pub fn run(
    args: impl IntoIterator<Item = OsString>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Error> {
    let args: Vec<OsString> = args.into_iter().collect();
    #[cfg(feature = "viewer")]
    let args = view::with_command(args);
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        // Help and version are answers, not errors.
        Err(e) if e.exit_code() == 0 => {
            write!(out, "{e}")?;
            return Ok(());
        }
        Err(e) => return Err(Error::from_clap(&e)),
    };
    match cli.command {
        #[cfg(feature = "viewer")]
        None => view::run_or_demo(out, err),
        #[cfg(not(feature = "viewer"))]
        None => demo::run(&demo::DemoArgs::default(), out),
        #[cfg(feature = "viewer")]
        Some(Command::View(args)) => view::run(&args, out),
        Some(Command::Pose(args)) => pose::run(&args, out, err),
        Some(Command::Balance(args)) => balance::run(&args, out, err),
        Some(Command::Explain(args)) => explain::run(&args, out, err),
        Some(Command::Inspect(args)) => inspect::run(&args, out, err),
        Some(Command::Characters(args)) => lists::characters(&args, out),
        Some(Command::Levels(args)) => lists::levels(&args, out),
        Some(Command::Walk(args)) => walk::run(&args, out),
        Some(Command::Ghost(args)) => ghost::run(&args, out, err),
        Some(Command::Presets(args)) => presets::run(&args, out),
        Some(Command::Convert(args)) => convert::run(&args, out, err),
        Some(Command::Check(args)) => check::run(&args, out, err),
        Some(Command::Picture(args)) => picture::run(&args, out, err),
        Some(Command::Bench(args)) => bench::run(&args, out, err),
        Some(Command::Demo(args)) => demo::run(&args, out),
        Some(Command::Completions { shell }) => {
            // Into memory first: the generator panics when a pipe closes.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "contrapposto", &mut script);
            out.write_all(&script)?;
            Ok(())
        }
    }
}
