//! `-` is standard input where a file is read, and standard output where one is written.

use crate::folder::Folder;
use std::io::Write as _;
use std::process::{Output, Stdio};

/// Runs the program with a text on standard input.
fn fed(folder: &Folder, args: &[&str], input: &[u8]) -> Output {
    let mut child = folder
        .command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("its input");
    // A program that refuses its arguments reads nothing.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

#[test]
fn a_clip_goes_through_a_pipe_and_its_proof_beside_it() {
    let folder = Folder::new();
    let walk = |out: &str| folder.run(&["walk", "--steps", "1", "--out", out, "--format", "ron"]);
    let named = walk("/dev/stdout");
    let walk = walk("-");
    assert!(walk.status.success() && walk.stdout == named.stdout);
    let told = String::from_utf8_lossy(&walk.stderr);
    assert!(told.contains("Wrote standard output: "), "{told}");
    assert!(told.contains("Read back: "), "{told}");
    let clip = String::from_utf8(walk.stdout.clone()).expect("a RON");
    assert!(clip.starts_with("(\n") && !clip.contains("Wrote"), "{clip}");

    let bvh = fed(
        &folder,
        &["convert", "-", "-", "--format", "bvh"],
        &walk.stdout,
    );
    assert!(bvh.stdout.starts_with(b"HIERARCHY"));
    // Of what comes in, its beginning says what it is.
    for input in [&walk.stdout, &bvh.stdout] {
        let checked = fed(&folder, &["check", "-", "--json"], input);
        assert!(checked.status.success());
        let answer: serde_json::Value = serde_json::from_slice(&checked.stdout).expect("JSON");
        assert_eq!(answer["within_bounds"], true);
        let picture = fed(&folder, &["picture", "-"], input);
        assert!(picture.stdout.starts_with(b"\x89PNG"));
    }
    let balanced = fed(&folder, &["balance", "-", "--out", "b.ron"], &bvh.stdout);
    assert!(balanced.status.success() && folder.path("b.ron").is_file());
}

#[test]
fn files_that_people_write_are_read_from_standard_input_too() {
    let folder = Folder::new();
    let goals = b"(version: 1, stance: [\"left_foot\"])";
    let posed = fed(&folder, &["pose", "--goals", "-", "--json"], goals);
    let answer: serde_json::Value = serde_json::from_slice(&posed.stdout).expect("JSON");
    assert_eq!(answer["stance"], serde_json::json!(["left_foot"]));
    let level = include_bytes!("../../levels/stairs.ron");
    let posed = fed(&folder, &["pose", "--level", "-"], level);
    assert!(posed.status.success());
    let human = include_bytes!("../../characters/human.ron");
    let posed = fed(&folder, &["pose", "--character", "-", "--out", "-"], human);
    assert!(posed.status.success());
    assert!(posed.stdout.starts_with(b"("));
    let wrong = fed(&folder, &["pose", "--goals", "-"], b"(version: 7)");
    let line = String::from_utf8_lossy(&wrong.stderr);
    assert!(line.starts_with("error: standard input:1:2: "), "{line}");
}

#[test]
fn a_stream_is_used_once_and_a_clip_that_goes_there_has_a_kind() {
    let folder = Folder::new();
    for (args, words) in [
        (
            &["pose", "--goals", "-", "--level", "-"][..],
            "standard input is read twice",
        ),
        (
            &["pose", "--out", "-", "--picture", "-"],
            "standard output is written twice",
        ),
        (
            &["walk", "--out", "-"],
            "say what kind of clip is written there with --format",
        ),
    ] {
        let line = folder.complaint(args);
        assert!(line.contains(words), "{line}");
    }
}

#[test]
fn inspect_reads_from_standard_input_what_it_reads_from_a_file() {
    let folder = Folder::new();
    folder.text(&["walk", "--steps", "1", "--out", "walk.bvh"]);
    folder.write(
        "tall.ron",
        "(version: 1, base: \"human\", description: \"tall\", edits: [ScaleBody(by: 1.2)])",
    );
    for (file, words) in [("walk.bvh", "joints, "), ("tall.ron", "tall\n")] {
        let input = std::fs::read(folder.path(file)).expect("it was written");
        let output = fed(&folder, &["inspect", "-"], &input);
        let shown = String::from_utf8(output.stdout).expect("UTF-8");
        let lines = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(lines(&shown), lines(&folder.text(&["inspect", file])));
        assert!(shown.contains(words), "{shown}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_clip_from_a_pipe_without_an_ending_is_known_by_how_it_begins() {
    let folder = Folder::new();
    folder.text(&["walk", "-n1", "--out", "walk.ron", "--out", "walk.bvh"]);
    for clip in ["walk.ron", "walk.bvh"] {
        // As `check <(cat walk.ron)` of a shell.
        let line = format!("cat {clip} | \"$0\" check /dev/fd/3 3<&0 </dev/null");
        let mut shell = std::process::Command::new("sh");
        shell.current_dir(folder.path("."));
        let output = shell.args(["-c", &line, env!("CARGO_BIN_EXE_contrapposto")]);
        let output = output.output().expect("a shell");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{clip}: {told}");
    }
}
