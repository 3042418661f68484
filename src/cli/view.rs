//! `view`: opens the window. Without a command it opens too, and where no window can open the demo runs instead.

use super::{Error, demo};
use crate::viewer::{OpenError, ViewerOptions, open};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `view`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto view
  contrapposto view figure.pose.ron
  contrapposto view recorded.bvh
  contrapposto view --script tour.ron")]
pub(super) struct ViewArgs {
    /// A project (.pose.ron) or a motion (.bvh) to begin with
    file: Option<PathBuf>,
    /// Does the commands of a file, one after the other
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Samples per pixel: more for smoother outlines, 1 for speed [default: 4, in software 1]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(i32).range(1..=16))]
    samples: Option<i32>,
}

/// Opens the window.
pub(super) fn run(args: &ViewArgs) -> Result<(), Error> {
    let options = ViewerOptions {
        file: args.file.clone(),
        samples: args.samples,
        script: args.script.clone(),
    };
    open(&options).map_err(|error| match error {
        OpenError::NoDisplay(no_display) => Error::Window(no_display.0),
        OpenError::File(file) => Error::Input(file),
    })
}

/// Opens the window, or says why it cannot and runs the demo.
pub(super) fn run_or_demo(out: &mut dyn Write, err: &mut dyn Write) -> Result<(), Error> {
    match open(&ViewerOptions::default()) {
        Ok(()) => Ok(()),
        Err(OpenError::NoDisplay(no_display)) => {
            // Nobody is left to tell when standard error is closed.
            let _ = writeln!(err, "{no_display}; the demo runs instead");
            demo::run(&demo::DemoArgs::default(), out)
        }
        Err(OpenError::File(file)) => Err(Error::Input(file)),
    }
}
