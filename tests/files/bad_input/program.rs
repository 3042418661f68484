//! Spoilt files of every kind that the program reads, through the program itself: it answers or says one line, in good time
//! and with little memory.
//!
//! `CONTRAPPOSTO_MUTANTS` says how many, a few hundred when nobody says; `CONTRAPPOSTO_FIRST_MUTANT` which one comes first, so
//! that many can be tried in parts; `CONTRAPPOSTO_PROGRAM` which build, where another one is quicker.

use super::kinds::{Kind, kinds};
use super::mutants::mutant;
use super::spoilt;
use contrapposto::ik::{Finish, Method};
use contrapposto::io::{Source, read_settings};
use rayon::prelude::*;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

const MUTANTS: u64 = 400;
/// No answer takes longer.
const PATIENCE: Duration = Duration::from_secs(10);
/// Nor does it take longer than this where others hold the processors, or it waits for nothing.
const LONGEST: Duration = Duration::from_mins(1);
/// No answer takes more memory; the program's own code and the stacks of its threads are within it [kB].
const MOST_MEMORY_KB: u32 = 1 << 20;
/// Settings that ask for more passes are meant to take their time.
const MOST_WORK: u64 = 60_000;

/// A folder of its own for one file, and the command that reads it.
struct Trial {
    folder: PathBuf,
    file: String,
}

impl Trial {
    /// Writes a text where the program finds it. `shared` has what other files name.
    fn new(shared: &Path, name: &str, kind: &Kind, text: &str) -> Self {
        let folder = shared.join(name);
        fs::create_dir(&folder).expect("a folder");
        let file = match kind.name {
            "window settings" => "settings.ron".to_owned(),
            _ => format!("spoilt.{}", kind.ending),
        };
        fs::write(folder.join(&file), text).expect("a file");
        Self { folder, file }
    }

    fn program(&self, line: &str) -> Command {
        let words = line.split(' ').map(|word| match word {
            "walk.bvh" => "../walk.bvh".to_owned(),
            _ => word.replace('@', &self.file),
        });
        let mut command = within_memory();
        command
            .args(words)
            .current_dir(&self.folder)
            // Scripts, projects and settings are read before a window would open.
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env("CONTRAPPOSTO_HOME", &self.folder)
            // Threads reserve memory that they never use.
            .env("RAYON_NUM_THREADS", "2")
            .env("MALLOC_ARENA_MAX", "2")
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        command
    }

    /// What the program says of the file.
    fn answer(&self, line: &str) -> Answer {
        answer(&mut self.program(line))
    }

    /// Whether the file is called wrong; a window that cannot open is no fault of its file.
    fn refuses(&self, said: &str) -> bool {
        said.lines()
            .any(|line| line.starts_with("error: ") && line.contains(&self.file))
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        // Fifty thousand of them are many.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The program, ended by its own allocator as soon as it wants more memory than it may have.
fn within_memory() -> Command {
    let built = || env!("CARGO_BIN_EXE_contrapposto").to_owned();
    let program = std::env::var("CONTRAPPOSTO_PROGRAM").unwrap_or_else(|_| built());
    if cfg!(target_os = "linux") {
        let script = format!("ulimit -v {MOST_MEMORY_KB} && exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script, &program]);
        command
    } else {
        Command::new(program)
    }
}

/// What came of a command.
struct Answer {
    /// Nothing after a signal or too long a time.
    code: Option<i32>,
    /// On standard error.
    said: String,
    duration: Duration,
}

impl Answer {
    /// Nothing where it is an answer or one line about bad input; others are panics, signals, hangs and too much memory.
    fn fault(&self) -> Option<String> {
        let Self { code, said, .. } = self;
        (!matches!(code, Some(0..=2))).then(|| format!("{code:?}: {said}"))
    }
}

fn answer(command: &mut Command) -> Answer {
    let begin = Instant::now();
    let mut child = command.stderr(Stdio::piped()).spawn().expect("it starts");
    let mut stderr = child.stderr.take().expect("a pipe");
    let (finished, news) = mpsc::channel();
    std::thread::spawn(move || {
        let mut said = Vec::new();
        // The pipe closes when the program ends.
        let _ = stderr.read_to_end(&mut said);
        finished.send(String::from_utf8_lossy(&said).into_owned())
    });
    let mut said = news.recv_timeout(PATIENCE);
    // On a crowded machine it has hardly worked by then.
    while said.is_err() && begin.elapsed() < LONGEST && worked(child.id()) < PATIENCE {
        said = news.recv_timeout(Duration::from_secs(1));
    }
    if said.is_err() {
        child.kill().expect("it can be ended");
    }
    let status = child.wait().expect("it ends");
    Answer {
        code: status.code().filter(|_| said.is_ok()),
        said: said.unwrap_or_else(|_| format!("no answer within {PATIENCE:?}")),
        duration: begin.elapsed(),
    }
}

/// What a running program has had of processors, where the system tells: all the time that there is where it does not.
fn worked(process: u32) -> Duration {
    const TICKS_PER_SECOND: f64 = 100.0;
    let Ok(line) = fs::read_to_string(format!("/proc/{process}/stat")) else {
        return Duration::MAX;
    };
    // Fields behind the name, which may hold blanks: user time is the 12th, system time the 13th.
    let behind_name = line.rsplit(')').next().unwrap_or_default();
    let ticks = behind_name.split_whitespace().skip(11).take(2);
    let ticks: f64 = ticks.filter_map(|ticks| ticks.parse::<f64>().ok()).sum();
    Duration::from_secs_f64(ticks / TICKS_PER_SECOND)
}

/// A spoilt text of a kind.
fn spoilt_text(kinds: &[Kind], kind: &Kind, turn: usize, seed: u64) -> String {
    let example = &kind.examples[turn % kind.examples.len()];
    let other = &kinds[seed as usize * 7 % kinds.len()].examples[0];
    let text = mutant(example, other, seed);
    if kind.name == "solver settings" && asks_for_much(&text) {
        return spoilt(example, 0);
    }
    text
}

/// Whether valid settings ask for hours of work, as somebody may well mean.
fn asks_for_much(text: &str) -> bool {
    read_settings(&Source::new("settings.ron", text)).is_ok_and(|settings| {
        let steps = match settings.finish {
            Finish::Steps(steps) => steps,
            _ => settings.max_iterations,
        };
        let passes = match settings.method {
            Method::Sweep { sweeps, .. } => sweeps,
            _ => 1,
        };
        let starts = 1 + settings.restarts + settings.alternatives;
        u64::from(starts) * u64::from(steps + settings.settle) * u64::from(passes) > MOST_WORK
    })
}

/// What came of one spoilt file.
struct Outcome {
    kind: &'static str,
    is_refused: bool,
    duration: Duration,
    fault: Option<String>,
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().expect("a number"))
}

#[test]
fn no_spoilt_file_makes_the_program_panic_hang_or_take_a_gigabyte() {
    let count = number("CONTRAPPOSTO_MUTANTS").unwrap_or(MUTANTS);
    let first = number("CONTRAPPOSTO_FIRST_MUTANT").unwrap_or(0);
    let shared = tempfile::tempdir().expect("a temporary folder");
    let shared = shared.path();
    let walk = ["walk", "-n", "1", "--rate", "10", "--out", "walk.bvh"];
    let walked = within_memory()
        .args(walk)
        .current_dir(shared)
        .stdout(Stdio::null())
        .status();
    assert!(walked.expect("it runs").success());
    let kinds = kinds(shared);
    // What is not spoilt is not refused: the faults below are what is met.
    for kind in &kinds {
        for (number, example) in kind.examples.iter().enumerate() {
            let trial = Trial::new(shared, &format!("good {number}"), kind, example);
            for line in kind.lines {
                let answer = trial.answer(line);
                assert!(answer.fault().is_none(), "{line}: {}", answer.said);
                assert!(!trial.refuses(&answer.said), "{line}: {}", answer.said);
            }
        }
    }
    let outcomes: Vec<Outcome> = (first..first + count)
        .into_par_iter()
        .map(|seed| {
            let place = seed as usize % kinds.len();
            let (kind, turn) = (&kinds[place], seed as usize / kinds.len());
            let line = kind.lines[turn % kind.lines.len()];
            let text = spoilt_text(&kinds, kind, turn / kind.lines.len(), seed);
            let trial = Trial::new(shared, &seed.to_string(), kind, &text);
            let answer = trial.answer(line);
            let fault = answer.fault();
            Outcome {
                kind: kind.name,
                is_refused: trial.refuses(&answer.said),
                duration: answer.duration,
                fault: fault.map(|fault| format!("{line}, seed {seed}: {fault}")),
            }
        })
        .collect();
    for kind in &kinds {
        let own = || outcomes.iter().filter(|outcome| outcome.kind == kind.name);
        let refused = own().filter(|outcome| outcome.is_refused).count();
        let slowest = own().map(|outcome| outcome.duration).max();
        eprintln!(
            "{}: {refused} of {} refused; the slowest answer took {:.1} s",
            kind.name,
            own().count(),
            slowest.unwrap_or_default().as_secs_f64(),
        );
    }
    let faults = outcomes.iter().filter_map(|outcome| outcome.fault.clone());
    let faults: Vec<String> = faults.collect();
    assert!(faults.is_empty(), "{}\n{}", faults.len(), faults.join("\n"));
}

/// The measures of the test above measure something.
#[test]
#[cfg(target_os = "linux")]
fn what_hangs_panics_or_takes_a_gigabyte_is_a_fault() {
    let faulty = |script: &str| {
        let limited = format!("ulimit -v {MOST_MEMORY_KB}; {script}");
        answer(Command::new("sh").args(["-c", &limited])).fault()
    };
    assert_eq!(faulty("exit 2"), None);
    // As the program ends when it panics.
    assert!(faulty("exit 101").is_some());
    // Twice the memory that it may have, in one piece; a program that does not get it ends itself.
    let memory = faulty("dd if=/dev/zero of=/dev/null bs=2G count=1 || kill -ABRT $$");
    assert!(memory.is_some_and(|fault| !fault.contains("no answer")));
    let hang = faulty("while :; do :; done");
    assert!(hang.is_some_and(|fault| fault.contains("no answer")));
}
