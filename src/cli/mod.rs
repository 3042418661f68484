//! The command line: arguments become a valid task, the task an answer.
//!
//! ```text
//! arguments ──clap──> Cli ──Files──> checked ──task──> characters, goals, settings ──> solve ──> table or JSON, pose file, picture
//! ```
//! Every command writes its answer to `out` and warnings to `err`; errors go up to `main`, which prints one line. No command
//! begins before the files that it reads and writes are known to be apart and can be written.

mod answer;
mod balance;
mod balance_report;
mod batch;
mod bench;
mod bench_ik;
mod bench_physics;
mod bench_poses;
mod body;
mod check;
mod check_report;
mod check_table;
mod clip_input;
mod clip_output;
mod convert;
mod demo;
mod error;
mod explain;
mod explain_csv;
mod explain_strategies;
mod explain_visits;
mod figures;
mod files;
mod ghost;
mod ghost_events;
mod ghost_report;
mod goal_args;
mod ground_args;
mod inline_goals;
mod input_list;
mod inspect;
mod inspect_bvh;
mod inspect_json;
mod jump;
mod lab;
mod lab_run;
mod lab_scenario;
mod lab_verdict;
mod lesson;
mod lesson_answer;
mod lesson_handout;
mod lesson_mark;
mod lists;
mod measured;
mod number_args;
mod out_folder;
mod picture;
mod plain_text;
mod pose;
mod posture_args;
mod presets;
mod progress;
mod recorded_poses;
mod scene_args;
mod spread;
mod table;
mod task;
#[cfg(test)]
#[cfg(unix)]
mod tests;
mod verdict;
#[cfg(feature = "viewer")]
mod view;
mod walk;
mod walk_answer;

use error::EXIT_CODES;
pub use error::Error;

use crate::io::file_list::{self, Files};
use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use clap_complete::Shell;
use number_args::with_negative_numbers;
use plain_text::{PlainLines, PlainText, Which};
use std::ffi::OsString;
use std::io::{self, Write};

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
    after_help = format!("Examples:
  contrapposto
  contrapposto figure.pose.ron
  contrapposto pose --reach left_hand=0.5,1.3,0.5 --picture pose.png
  contrapposto pose --stance left --reach right_foot=-0.1,0.6,-0.5 --json
  contrapposto walk --level stairs --steps 14 --out walk.bvh \\
      --picture walk.png
  contrapposto balance recorded.bvh --out balanced.bvh
  contrapposto check walk.bvh --level stairs
  contrapposto ghost walk.ron --push \"secs_at=3 link=chest force=200,0,0\"
  contrapposto inspect chicken

{EXIT_CODES}

Axes: x to the character's left, y up, z forward; metres.

Files that are there already are replaced, whole or not at all; those that the same command reads never are. \
- is standard input or output.")
)]
struct Cli {
    /// What to do.
    #[command(subcommand)]
    command: Option<Command>,
    /// Says nothing but errors, and JSON, a script or a page where it is asked for: no answer, no notes, no progress
    #[arg(long, short, global = true)]
    quiet: bool,
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
    /// Jumps a character up and ahead
    Jump(Box<jump::JumpArgs>),
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
    /// Teaches: lessons about priorities and balance, their exercises marked
    Lesson(lesson::LessonArgs),
    /// Draws the paper's figures, each with the command that makes it
    Figures(figures::FiguresArgs),
    /// Measures the solver and the physics
    Bench(bench::BenchArgs),
    /// Fits what the program has learnt from recordings
    Lab(lab::LabArgs),
    /// Walks the human up the stairs and poses it twice (what happens without a command and a display)
    Demo(demo::DemoArgs),
    /// Prints a script that completes commands in a shell
    #[command(after_help = "Examples:
  contrapposto completions bash \\
      > ~/.local/share/bash-completion/completions/contrapposto
  contrapposto completions fish > ~/.config/fish/completions/contrapposto.fish")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Prints a man page: of the program, or of one of its commands
    #[command(after_help = "Examples:
  contrapposto man > ~/.local/share/man/man1/contrapposto.1
  contrapposto man bench ik | man -l -")]
    Man {
        /// A command, with the one above it
        command: Vec<String>,
    },
}

impl Command {
    /// Lists the files of commands that take many: once, so that what is checked is what is done.
    fn list(&mut self) -> Result<(), Error> {
        match self {
            Self::Balance(args) => args.list(),
            Self::Convert(args) => args.list(),
            Self::Check(args) => args.list(),
            Self::Picture(args) => args.list(),
            _ => Ok(()),
        }
    }

    /// Whether its answer is a text for other programs, which was asked for even by those who want to hear nothing else.
    const fn prints_text(&self) -> bool {
        matches!(self, Self::Completions { .. } | Self::Man { .. })
    }

    /// What it reads and what it writes.
    fn files(&self) -> Files {
        match self {
            #[cfg(feature = "viewer")]
            Self::View(args) => args.files(),
            Self::Pose(args) => args.files(),
            Self::Balance(args) => args.files(),
            Self::Explain(args) => args.files(),
            Self::Inspect(args) => args.files(),
            Self::Walk(args) => args.files(),
            Self::Jump(args) => args.files(),
            Self::Ghost(args) => args.files(),
            Self::Presets(args) => args.files(),
            Self::Convert(args) => args.files(),
            Self::Check(args) => args.files(),
            Self::Picture(args) => args.files(),
            Self::Lesson(args) => args.files(),
            Self::Figures(args) => args.files(),
            Self::Bench(args) => args.files(),
            Self::Lab(args) => args.files(),
            // The demo writes into a folder of its own, and reads nothing.
            Self::Demo(_)
            | Self::Characters(_)
            | Self::Levels(_)
            | Self::Completions { .. }
            | Self::Man { .. } => Files::default(),
        }
    }
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
    let parsed = command_line().try_get_matches_from(args);
    let parsed = parsed.and_then(|found| Ok((Cli::from_arg_matches(&found)?, asks_json(&found))));
    let (mut cli, asks_json) = match parsed {
        Ok(parsed) => parsed,
        // Help and version are answers, not errors.
        Err(e) if e.exit_code() == 0 => {
            write!(out, "{e}")?;
            return Ok(());
        }
        Err(e) => return Err(Error::from_clap(&e)),
    };
    let mut no_out = io::sink();
    let asks_text = asks_json || cli.command.as_ref().is_some_and(Command::prints_text);
    let out: &mut dyn Write = if cli.quiet && !asks_text {
        &mut no_out
    } else {
        out
    };
    let which = if cli.quiet { Which::Errors } else { Which::All };
    if cli.quiet {
        progress::hide();
    }
    let (mut out, mut err) = (PlainText::new(out), PlainLines::new(err, which));
    if let Some(command) = &mut cli.command {
        command.list()?;
    }
    let files = cli.command.as_ref().map(Command::files).unwrap_or_default();
    files.check()?;
    if !files.write_standard_output() {
        return answer(cli.command, &mut out, &mut err);
    }
    // A file has standard output for itself; what is said about it goes beside it.
    let mut beside = Vec::new();
    let done = answer(cli.command, &mut beside, &mut err);
    err.write_all(&beside)?;
    done
}

/// Every command and argument.
fn command_line() -> clap::Command {
    with_negative_numbers(Cli::command())
}

/// Whether the innermost command is asked for JSON.
fn asks_json(found: &ArgMatches) -> bool {
    match found.subcommand() {
        Some((_, below)) => asks_json(below),
        None => matches!(found.try_get_one("json"), Ok(Some(true))),
    }
}

/// Does what was asked for.
fn answer(command: Option<Command>, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), Error> {
    match command {
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
        Some(Command::Jump(args)) => jump::run(&args, out),
        Some(Command::Ghost(args)) => ghost::run(&args, out, err),
        Some(Command::Presets(args)) => presets::run(&args, out),
        Some(Command::Convert(args)) => convert::run(&args, out, err),
        Some(Command::Check(args)) => check::run(&args, out, err),
        Some(Command::Picture(args)) => picture::run(&args, out, err),
        Some(Command::Lesson(args)) => lesson::run(&args, out, err),
        Some(Command::Figures(args)) => figures::run(&args, out, err),
        Some(Command::Bench(args)) => bench::run(&args, out),
        Some(Command::Lab(args)) => lab::run(&args, out),
        Some(Command::Demo(args)) => demo::run(&args, out),
        Some(Command::Completions { shell }) => {
            // Into memory first: the generator panics when a pipe closes.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command_line(), "contrapposto", &mut script);
            out.write_all(&script)?;
            Ok(())
        }
        Some(Command::Man { command }) => man_page(&command, out),
    }
}

/// The man page of the program, or of a command by its words.
fn man_page(words: &[String], out: &mut dyn Write) -> Result<(), Error> {
    let mut whole = command_line();
    whole.build();
    let mut page = &whole;
    for word in words {
        page = page.find_subcommand(word).ok_or_else(|| {
            let valid = page.get_subcommands().map(clap::Command::get_name);
            Error::unknown("man", "command", word, valid)
        })?;
    }
    // Into memory first: the page is written piece by piece.
    let mut text = Vec::new();
    let page = page.clone().version(env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(page).render(&mut text)?;
    out.write_all(&text)?;
    Ok(())
}
