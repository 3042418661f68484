//! The program is stopped at any moment: every file is the old one or the new one, and nothing else is left behind.
//!
//! `CONTRAPPOSTO_KILLS=1000 cargo test --test command_line interruptions::` stops it more often than an ordinary run does;
//! `CONTRAPPOSTO_PROGRAM` says which build, where another one is meant.

use contrapposto::math::Random;
use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// So often when nobody says.
const KILLS: usize = 60;
const OLD: &str = "old";

/// A command that writes one file.
struct Case {
    args: &'static [&'static str],
    written: &'static str,
}

const CASES: [Case; 4] = [
    Case {
        args: &["convert", "clip.ron", "converted.glb"],
        written: "converted.glb",
    },
    Case {
        args: &["balance", "clip.bvh", "--out", "balanced.bvh"],
        written: "balanced.bvh",
    },
    Case {
        args: &["walk", "--steps", "12", "--out", "walk.ron"],
        written: "walk.ron",
    },
    Case {
        args: &["check", "clip.ron", "--csv", "frames.csv"],
        written: "frames.csv",
    },
];

fn start(folder: &Path, args: &[&str]) -> Child {
    let built = || env!("CARGO_BIN_EXE_contrapposto").to_owned();
    let program = std::env::var("CONTRAPPOSTO_PROGRAM").unwrap_or_else(|_| built());
    Command::new(program)
        .args(args)
        .current_dir(folder)
        .env_remove("DISPLAY")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

fn run(folder: &Path, args: &[&str]) {
    let status = start(folder, args).wait().expect("it ends");
    assert!(status.success(), "{args:?}: {status}");
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("the folder");
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    entries.flatten().map(name).collect()
}

fn has_temporary(folder: &Path) -> bool {
    names(folder).iter().any(|name| is_temporary(name))
}

fn is_temporary(name: &str) -> bool {
    name.starts_with('.')
}

/// When the signal is sent.
#[derive(Clone, Copy, Debug)]
enum Moment {
    After(Duration),
    /// While something is being written, or at the end.
    TemporaryFile,
}

/// Stops the program at a moment.
fn stopped(folder: &Path, args: &[&str], signal: Signal, moment: Moment) -> ExitStatus {
    let mut child = start(folder, args);
    match moment {
        Moment::After(duration) => std::thread::sleep(duration),
        Moment::TemporaryFile => {
            while !has_temporary(folder) && child.try_wait().expect("its state").is_none() {
                std::hint::spin_loop();
            }
        }
    }
    // Not waited for yet, so its number is its own, even when it has ended already.
    let _ = kill_process(Pid::from_child(&child), signal);
    child.wait().expect("it ends")
}

#[test]
fn whenever_it_is_stopped_every_file_is_the_old_one_or_the_new_one() {
    let kills = match std::env::var("CONTRAPPOSTO_KILLS") {
        Ok(text) => text.parse().expect("a number of kills"),
        Err(_) => KILLS,
    };
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path();
    run(
        folder,
        &[
            "walk", "--steps", "12", "--out", "clip.ron", "--out", "clip.bvh",
        ],
    );
    let inputs = ["clip.ron", "clip.bvh"].map(|name| (name, fs::read(folder.join(name)).unwrap()));

    // What each would write, and how long that takes.
    let whole = CASES.map(|case| {
        let begin = Instant::now();
        run(folder, case.args);
        let bytes = fs::read(folder.join(case.written)).expect("what was written");
        (bytes, begin.elapsed())
    });
    let expected = names(folder);

    let mut random = Random::new(7);
    let (mut stopped_early, mut old, mut new, mut swept) = (0, 0, 0, 0);
    for number in 0..kills {
        let (case, (bytes, duration)) = (&CASES[number % 4], &whole[number % 4]);
        let signal = [Signal::TERM, Signal::INT, Signal::KILL][number / 4 % 3];
        let path = folder.join(case.written);
        fs::write(&path, OLD).expect("the old file");
        let moment = match number / 12 % 2 {
            0 => Moment::After(duration.mul_f64(random.unit())),
            _ => Moment::TemporaryFile,
        };
        let status = stopped(folder, case.args, signal, moment);
        let told = format!("{:?}, {signal:?}, {moment:?}: {status}", case.args);

        let is_stopped = status.signal() == Some(signal.as_raw());
        assert!(is_stopped || status.success(), "{told}");
        stopped_early += usize::from(is_stopped);
        let now = fs::read(&path).unwrap_or_else(|e| panic!("{told}: {e}"));
        assert!(
            now == OLD.as_bytes() || now == *bytes,
            "{told}: half of each"
        );
        assert!(
            is_stopped || now == *bytes,
            "{told}: ended well with the old file"
        );
        old += usize::from(now == OLD.as_bytes());
        new += usize::from(now == *bytes);
        for (name, bytes) in &inputs {
            assert_eq!(
                fs::read(folder.join(name)).unwrap(),
                *bytes,
                "{told}: {name}"
            );
        }
        let strays: Vec<String> = names(folder).difference(&expected).cloned().collect();
        match signal {
            Signal::KILL => assert!(strays.len() <= 1, "{told}: {strays:?}"),
            _ => assert!(strays.is_empty(), "{told}: {strays:?}"),
        }
        if !strays.is_empty() {
            // Swept as soon as anything is written.
            run(folder, CASES[3].args);
            swept += strays.len();
        }
        assert_eq!(names(folder), expected, "{told}");
    }
    eprintln!(
        "{kills} signals: {stopped_early} stopped it early; {old} files were the old ones and {new} the new ones, none \
         half of each; {swept} strays of SIGKILL were swept."
    );
    assert!(stopped_early > 0, "every signal came too late");
}

#[test]
fn a_signal_that_is_ignored_stays_ignored() {
    let home = tempfile::tempdir().expect("a folder");
    let program = env!("CARGO_BIN_EXE_contrapposto");
    // The shell starts the program with SIGINT ignored, as it does in the background of scripts, and then sends it one.
    let send = "i=0; while [ $i -lt 20000 ]; do kill -2 $!; i=$((i + 1)); done";
    let script =
        format!("trap '' INT; '{program}' walk --steps 40 --out walk.ron & {send}; wait $!");
    let mut shell = Command::new("sh");
    let shell = shell.args(["-c", &script]).current_dir(home.path());
    let status = shell.stdout(Stdio::null()).status().expect("a shell");
    assert!(status.success(), "{status}");
    assert!(home.path().join("walk.ron").is_file());
}
