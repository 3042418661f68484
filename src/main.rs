//! The program `contrapposto`: arguments in, answers on standard output, one line on standard error when something is
//! wrong. All it does is in [`contrapposto::cli`]; `contrapposto --help` lists the commands.

use contrapposto::cli;
use contrapposto::io::remove_temporary_files_on_signals;
use std::io::{self, BufWriter, Write as _};
use std::process::ExitCode;

fn main() -> ExitCode {
    remove_temporary_files_on_signals();
    let mut out = BufWriter::new(io::stdout().lock());
    let mut err = io::stderr().lock();
    let done = cli::run(std::env::args_os(), &mut out, &mut err)
        .and_then(|()| out.flush().map_err(cli::Error::Output));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if let Some(line) = error.line() {
                // Nobody is left to tell when standard error is closed.
                let _ = writeln!(err, "error: {line}");
            }
            ExitCode::from(error.exit_code())
        }
    }
}
