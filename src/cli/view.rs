//! `view`: opens the window. Without a command it opens too, and where no window can open the demo runs instead.

use super::answer::write_json;
use super::clip_input::OverruleArgs;
use super::file_list::Files;
use super::number_args::whole;
use super::spread::Spread;
use super::table::{Side, Table};
use super::{Error, demo};
use crate::io::is_standard_input;
use crate::viewer::{OpenError, Section, Timings, ViewerOptions, open};
use clap::Args;
use serde::Serialize;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Arguments of `view`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto view
  contrapposto view figure.pose.ron
  contrapposto view recorded.bvh
  contrapposto view walk.ron
  contrapposto view walk.ron --character me.ron --level garden.ron
  contrapposto view lessons/01.ron
  contrapposto view --script tour.ron
  contrapposto view --script docs/timings.ron --timings

A script writes over nothing that it reads or has written, but its project's own file. Unsaved work that it takes up and does not \
save stays kept; what it makes itself and does not save goes when it quits.")]
pub(super) struct ViewArgs {
    /// A project (.pose.ron), a motion (.ron, .bvh) or a lesson (.ron) to begin with
    file: Option<PathBuf>,
    #[command(flatten)]
    overrule: OverruleArgs,
    /// Does the commands of a file, one after the other
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Samples per pixel: more for smoother outlines, 1 for speed [default: 4, in software 1]
    #[arg(long, value_name = "NUMBER", value_parser = whole::<i32>(1..=16))]
    samples: Option<i32>,
    /// Says how long the frames took that the script measures
    #[arg(long, requires = "script")]
    timings: bool,
    /// Answers in JSON
    #[arg(long, requires = "timings")]
    json: bool,
}

impl ViewArgs {
    /// Fails when the body or the level comes by a stream: the project of a window names them, to be read again.
    fn check_named(&self) -> Result<(), Error> {
        let OverruleArgs { character, level } = &self.overrule;
        for (option, given) in [("--character", character), ("--level", level)] {
            if given
                .as_ref()
                .is_some_and(|name| is_standard_input(Path::new(name)))
            {
                let message = format!("{option} -: a window reads it again; name a file");
                return Err(Error::Arguments(message));
            }
        }
        Ok(())
    }

    /// What is read; what the window writes it asks for itself.
    pub(super) fn files(&self) -> Files {
        let files = self.overrule.files();
        files.reads(&self.file).reads(&self.script)
    }
}

/// What is said of a window's speed. Times in milliseconds.
#[derive(Debug, Serialize)]
struct TimingsAnswer {
    first_frame_ms: Option<f64>,
    sections: Vec<SectionAnswer>,
}

#[derive(Debug, Serialize)]
struct SectionAnswer {
    name: String,
    frames: usize,
    frames_per_second: f64,
    work_ms: Spread,
    frame_ms: Spread,
}

/// Opens the window.
pub(super) fn run(args: &ViewArgs, out: &mut dyn Write) -> Result<(), Error> {
    args.check_named()?;
    let options = ViewerOptions {
        file: args.file.clone(),
        character: args.overrule.character.clone(),
        level: args.overrule.level.clone(),
        samples: args.samples,
        script: args.script.clone(),
    };
    let timings = open(&options).map_err(|error| match error {
        OpenError::NoDisplay(no_display) => Error::Window(no_display.0),
        OpenError::File(file) => Error::Input(file),
        OpenError::Script(failure) => Error::Script(failure),
    })?;
    let answer = TimingsAnswer::from(&timings);
    match (args.timings, args.json) {
        (true, true) => write_json(&answer, out),
        (true, false) => answer.write(out),
        (false, _) => Ok(()),
    }
}

impl From<&Timings> for TimingsAnswer {
    fn from(timings: &Timings) -> Self {
        Self {
            first_frame_ms: timings.first_frame.map(milliseconds),
            sections: timings.sections.iter().map(SectionAnswer::from).collect(),
        }
    }
}

impl From<&Section> for SectionAnswer {
    fn from(section: &Section) -> Self {
        let frames = || section.frames.iter();
        Self {
            name: section.name.clone(),
            frames: section.frames.len(),
            frames_per_second: section.rate(),
            work_ms: Spread::of(frames().map(|frame| milliseconds(frame.work))),
            frame_ms: Spread::of(frames().map(|frame| milliseconds(frame.whole))),
        }
    }
}

impl TimingsAnswer {
    fn write(&self, out: &mut dyn Write) -> Result<(), Error> {
        if let Some(first) = self.first_frame_ms {
            writeln!(out, "The first frame was there after {first:.0} ms.")?;
        }
        let heading = |words| (words, Side::Right);
        let mut table = Table::new([
            ("", Side::Left),
            heading("frames"),
            heading("a second"),
            heading("work, median [ms]"),
            heading("p99"),
            heading("max"),
            heading("frame, median [ms]"),
            heading("p99"),
            heading("max"),
        ]);
        for section in &self.sections {
            let numbers = [section.work_ms, section.frame_ms];
            let numbers = numbers.map(|spread| [spread.median, spread.p99, spread.max]);
            let numbers = numbers.concat().into_iter().map(|ms| format!("{ms:.2}"));
            let counts = [
                section.name.clone(),
                section.frames.to_string(),
                format!("{:.1}", section.frames_per_second),
            ];
            table.row(counts.into_iter().chain(numbers));
        }
        table.write(out)?;
        Ok(())
    }
}

fn milliseconds(duration: Duration) -> f64 {
    1e3 * duration.as_secs_f64()
}

/// A file as the only argument is opened in the window, or it is said there what can be: no command has a dot in its name.
pub(super) fn with_command(mut args: Vec<OsString>) -> Vec<OsString> {
    if let [_, only] = args.as_slice() {
        let is_option = only.to_string_lossy().starts_with('-');
        if !is_option && Path::new(only).extension().is_some() {
            args.insert(1, "view".into());
        }
    }
    args
}

/// Opens the window, or says why it cannot and runs the demo.
pub(super) fn run_or_demo(out: &mut dyn Write, err: &mut dyn Write) -> Result<(), Error> {
    match open(&ViewerOptions::default()) {
        Ok(_) => Ok(()),
        Err(OpenError::NoDisplay(no_display)) => {
            // Nobody is left to tell when standard error is closed.
            let _ = writeln!(err, "{no_display}; the demo runs instead");
            demo::run(&demo::DemoArgs::default(), out)
        }
        Err(OpenError::File(file)) => Err(Error::Input(file)),
        Err(OpenError::Script(failure)) => Err(Error::Script(failure)),
    }
}
