//! Spoilt files of every kind that the program reads, through the program itself: it answers or says one line, in good time.
//!
//! `CONTRAPPOSTO_MUTANTS` says how many; a few hundred when nobody says.

use super::{clip_text, code_block, problems, solving, spoilt, texts};
#[cfg(feature = "viewer")]
use crate::session;
#[cfg(feature = "viewer")]
use contrapposto::document::Edit;
#[cfg(feature = "viewer")]
use contrapposto::io::write_document;
use contrapposto::io::{load_character, shipped_characters, shipped_levels, write_pose};
use contrapposto::lab::random_clip;
use rayon::prelude::*;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

const MUTANTS: u64 = 400;
/// No answer takes longer.
const PATIENCE: Duration = Duration::from_secs(10);

/// A kind of file, how it is read, and good examples to spoil.
struct Kind {
    name: &'static str,
    ending: &'static str,
    /// Command lines; `@` stands for the file.
    lines: &'static [&'static str],
    examples: Vec<String>,
}

/// Every kind of file. `folder` has a motion of somebody, `walk.bvh`.
fn kinds(folder: &Path) -> Vec<Kind> {
    let human = load_character("human").expect("the human is shipped");
    let clip = clip_text(&human, &random_clip(&human, 4, 0.1, 1));
    let motion = std::fs::read_to_string(folder.join("walk.bvh")).expect("a motion");
    let map = r#"(version: 1, map: {"pelvis": "pelvis", "chest": "chest", "head": ""})"#;
    let kind = |name, ending, lines, examples| Kind {
        name,
        ending,
        lines,
        examples,
    };
    vec![
        kind(
            "character",
            "ron",
            &["inspect @", "pose -c @ --restarts 1", "walk -c @ -n 1"],
            texts(shipped_characters()),
        ),
        kind(
            "level",
            "ron",
            &["walk -l @ -n 2", "pose -l @ --restarts 1"],
            texts(shipped_levels()),
        ),
        kind(
            "goals",
            "ron",
            &["pose --goals @ --restarts 1 --json"],
            vec![code_block(include_str!("../../../docs/goals.md"), "ron")],
        ),
        kind(
            "settings",
            "ron",
            &["pose --settings @"],
            solving::settings(),
        ),
        kind(
            "problems",
            "json",
            &["bench ik --problems @ --repeat 1"],
            vec![problems(human.clone())],
        ),
        kind(
            "joint map",
            "ron",
            &["balance walk.bvh --map @"],
            vec![map.to_owned()],
        ),
        kind(
            "pose",
            "ron",
            &["inspect human --pose @", "pose --from @ --restarts 1"],
            vec![write_pose(&human, &human.rest)],
        ),
        kind(
            "clip",
            "ron",
            &[
                "check @ --json",
                "picture @ --out @.png",
                "ghost @",
                "convert @ @.glb",
            ],
            vec![clip],
        ),
        kind(
            "motion",
            "bvh",
            &[
                "check @",
                "balance @ --json",
                "inspect @",
                "convert @ @.ron",
            ],
            vec![motion],
        ),
        #[cfg(feature = "viewer")]
        kind(
            "script",
            "ron",
            &["view --script @"],
            vec![
                include_str!("../../../docs/tour.ron").to_owned(),
                include_str!("../../../docs/timings.ron").to_owned(),
            ],
        ),
        #[cfg(feature = "viewer")]
        kind("document", "pose.ron", &["view @"], vec![document()]),
    ]
}

/// A project with two keys.
#[cfg(feature = "viewer")]
fn document() -> String {
    let mut editor = session::editor("human", "slope");
    for secs in [0.0, 0.7] {
        editor.apply(Edit::AddKey { secs }).expect("a key");
    }
    write_document(editor.document(), Path::new(""))
}

fn program(folder: &Path, line: &str, file: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_contrapposto"));
    command
        .args(line.split(' ').map(|word| word.replace('@', file)))
        .current_dir(folder)
        // Scripts and projects are read before a window would open.
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env("CONTRAPPOSTO_HOME", folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    command
}

/// The exit code and what was said on standard error; the code is nothing after a signal or too long a time.
fn answer(folder: &Path, line: &str, file: &str) -> (Option<i32>, String) {
    let mut command = program(folder, line, file);
    let mut child = command.stderr(Stdio::piped()).spawn().expect("it starts");
    let mut stderr = child.stderr.take().expect("a pipe");
    let (finished, news) = mpsc::channel();
    std::thread::spawn(move || {
        let mut said = Vec::new();
        // The pipe closes when the program ends.
        let _ = stderr.read_to_end(&mut said);
        finished.send(String::from_utf8_lossy(&said).into_owned())
    });
    if let Ok(said) = news.recv_timeout(PATIENCE) {
        (child.wait().expect("it ends").code(), said)
    } else {
        child.kill().expect("it can be ended");
        child.wait().expect("it ends");
        (None, format!("no answer within {PATIENCE:?}"))
    }
}

/// Whether the file is called wrong; a window that cannot open is no fault of its file.
fn refuses(said: &str, file: &str) -> bool {
    said.lines()
        .any(|line| line.starts_with("error: ") && line.contains(file))
}

/// What came of one spoilt file.
struct Outcome {
    kind: &'static str,
    is_refused: bool,
    fault: Option<String>,
}

#[test]
fn no_spoilt_file_makes_the_program_panic_or_hang() {
    let count = std::env::var("CONTRAPPOSTO_MUTANTS");
    let count = count.map_or(MUTANTS, |count| count.parse().expect("a number"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let walk = "walk -n 1 --rate 10 --out walk.bvh";
    assert!(
        program(folder, walk, "")
            .status()
            .expect("it runs")
            .success()
    );
    let kinds = kinds(folder);
    // What is not spoilt is not refused: the faults below are what is met.
    for kind in &kinds {
        let file = format!("good.{}", kind.ending);
        std::fs::write(folder.join(&file), &kind.examples[0]).expect("a file");
        for line in kind.lines {
            let (_, said) = answer(folder, line, &file);
            assert!(!refuses(&said, &file), "{line}: {said}");
        }
    }
    let outcomes: Vec<Outcome> = (0..count)
        .into_par_iter()
        .map(|seed| {
            let place = seed as usize % kinds.len();
            let (kind, turn) = (&kinds[place], seed as usize / kinds.len());
            let example = &kind.examples[turn % kind.examples.len()];
            let line = kind.lines[turn % kind.lines.len()];
            let file = format!("{seed}.{}", kind.ending);
            let text = if kind.name == "settings" {
                // Numbers that could well be meant may ask for hours of work.
                spoilt(example, seed)
            } else {
                solving::mutant(example, seed)
            };
            std::fs::write(folder.join(&file), text).expect("a file");
            let (code, said) = answer(folder, line, &file);
            Outcome {
                kind: kind.name,
                is_refused: refuses(&said, &file),
                // One line of bad input, or an answer; others are panics, signals and hangs.
                fault: (!matches!(code, Some(0..=2)))
                    .then(|| format!("{line}, seed {seed}: {code:?}: {said}")),
            }
        })
        .collect();
    for kind in &kinds {
        let own = || outcomes.iter().filter(|outcome| outcome.kind == kind.name);
        let refused = own().filter(|outcome| outcome.is_refused).count();
        eprintln!("{}: {refused} of {} refused", kind.name, own().count());
    }
    let faults = outcomes.iter().filter_map(|outcome| outcome.fault.clone());
    let faults: Vec<String> = faults.collect();
    assert!(faults.is_empty(), "{}\n{}", faults.len(), faults.join("\n"));
}
