//! Many files at once: one table and one exit code, whatever the threads, the shares and the stops on the way.

use crate::folder::Folder;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::process::Output;

/// A folder `clips` with three good clips and a broken one, `c.bvh`.
fn folder_with_clips() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path("clips")).expect("a folder");
    folder.text(&[
        "walk",
        "--static",
        "--steps",
        "1",
        "--rate",
        "30",
        "--out",
        "clips/a.bvh",
    ]);
    folder.text(&[
        "walk",
        "--static",
        "--steps",
        "2",
        "--rate",
        "30",
        "--out",
        "clips/d.bvh",
    ]);
    fs::copy(folder.path("clips/a.bvh"), folder.path("clips/b.bvh")).expect("a copy");
    folder.write(
        "clips/c.bvh",
        "HIERARCHY\nROOT Hips\n{\n  OFFSET 0 nought 0\n",
    );
    folder.write("clips/notes.txt", "no clip");
    folder
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// The JSON of a run, whatever its exit code; without the clock, which differs from run to run.
fn answer(output: &Output) -> Value {
    let mut answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    for file in answer["files"].as_array_mut().expect("a list") {
        if let Some(figures) = file["answer"].as_object_mut() {
            figures.remove("micros_per_frame");
        }
    }
    answer
}

/// The verdict on every file.
fn verdicts(answer: &Value) -> BTreeMap<&str, &str> {
    let files = answer["files"].as_array().expect("a list").iter();
    files
        .map(|file| {
            let name = file["file"].as_str().expect("a name");
            (name, file["verdict"].as_str().expect("a word"))
        })
        .collect()
}

/// Everything in a folder, by name.
fn contents(folder: &Folder, name: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder.path(name)).expect("a folder");
    entries
        .map(|entry| {
            let entry = entry.expect("an entry");
            let name = entry.file_name().into_string().expect("UTF-8");
            (name, fs::read(entry.path()).expect("a file"))
        })
        .collect()
}

const TO_GLB: [&str; 4] = ["--out-dir", "made", "--format", "glb"];

#[test]
fn a_bad_file_stops_none_of_the_others_and_the_worst_decides_the_exit_code() {
    let folder = folder_with_clips();
    let output = folder.run(&["check", "clips"]);
    let (text, complaints) = (stdout(&output), stderr(&output));
    assert_eq!(code(&output), Some(2), "{text}");
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows.len(), 6, "{text}");
    for (row, words) in rows[1..].iter().zip([
        "clips/a.bvh  done     keeps every bound",
        "clips/b.bvh  done     keeps every bound",
        "clips/c.bvh  failed   clips/c.bvh:4:",
        "clips/d.bvh  done     keeps every bound",
        "4 files: 3 done, 1 failed.",
    ]) {
        assert!(row.starts_with(words), "{row:?}, {words:?}");
    }
    let errors: Vec<&str> = complaints
        .lines()
        .filter(|line| line.starts_with("error: "))
        .collect();
    for name in ["a", "b", "d"] {
        let note = format!("note: clips/{name}.bvh: taken for human; ");
        assert!(complaints.contains(&note), "{complaints}");
    }
    let alone = stderr(&folder.run(&["check", "clips/c.bvh"]));
    assert_eq!(errors, [alone.trim_end()], "as of one file");

    let strict = ["check", "clips/a.bvh", "clips/b.bvh", "--margin-mm", "500"];
    let output = folder.run(&strict);
    assert_eq!(code(&output), Some(1));
    let text = stdout(&output);
    assert!(
        text.contains("out of bounds  the margin falls to"),
        "{text}"
    );
    assert!(text.ends_with("2 files: 2 out of bounds.\n"), "{text}");
    assert_eq!(
        code(&folder.run(&["check", "clips/a.bvh", "clips/b.bvh"])),
        Some(0)
    );
}

#[test]
fn quiet_leaves_the_error_of_each_bad_file() {
    let folder = folder_with_clips();
    let output = folder.run(&["picture", "clips", "--quiet"]);
    assert_eq!((code(&output), output.stdout.len()), (Some(2), 0));
    let complaints = stderr(&output);
    assert!(
        complaints.starts_with("error: clips/c.bvh:4:"),
        "{complaints}"
    );
    assert_eq!(complaints.lines().count(), 1, "{complaints}");
    assert!(folder.path("clips/d.png").is_file());
}

#[test]
fn every_command_makes_the_same_of_a_folder_with_one_thread_and_with_two() {
    for command in [
        &["check", "clips"][..],
        &["balance", "clips", "--out-dir", "made", "--format", "bvh"],
        &["convert", "clips", "--out-dir", "made", "--format", "ron"],
        &["picture", "clips", "--out-dir", "made"],
    ] {
        let made = ["1", "2"].map(|threads| {
            let folder = folder_with_clips();
            fs::create_dir(folder.path("made")).expect("a folder");
            let mut command = folder.command(&[command, &["--json"]].concat());
            let output = command.env("RAYON_NUM_THREADS", threads).output();
            let output = output.expect("the program runs");
            assert_eq!(code(&output), Some(2));
            let answer = answer(&output);
            assert_eq!((&answer["done"], &answer["failed"]), (&3.into(), &1.into()));
            (answer, stderr(&output), contents(&folder, "made"))
        });
        assert!(made[0] == made[1], "{command:?}");
        let count = if command[0] == "check" { 0 } else { 3 };
        assert_eq!(made[0].2.len(), count, "{command:?}");
    }
}

#[test]
fn one_of_many_is_told_as_it_is_told_alone() {
    let folder = folder_with_clips();
    let many = answer(&folder.run(&["check", "clips", "--json"]));
    assert_eq!(
        many["files"][3]["answer"],
        folder.json(&["check", "clips/d.bvh", "--json"])
    );
    assert!(many["files"][2]["answer"].is_null());
    let error = many["files"][2]["error"].as_str().expect("a sentence");
    assert!(error.starts_with("clips/c.bvh:4:"), "{error}");
}

#[test]
fn all_shares_together_are_the_whole() {
    let folder = folder_with_clips();
    let convert = [&["convert", "clips", "--json"], &TO_GLB[..]].concat();
    let whole = answer(&folder.run(&convert));
    let made = contents(&folder, "made");
    fs::remove_dir_all(folder.path("made")).expect("gone");
    let shares = ["1/3", "2/3", "3/3"].map(|shard| {
        let share = [&convert[..], &["--shard", shard]].concat();
        answer(&folder.run(&share))
    });
    let names = shares
        .each_ref()
        .map(|share| verdicts(share).into_keys().collect::<Vec<_>>());
    assert_eq!(
        names,
        [
            &["clips/a.bvh", "clips/d.bvh"][..],
            &["clips/b.bvh"],
            &["clips/c.bvh"]
        ]
    );
    let together: BTreeMap<_, _> = shares.iter().flat_map(verdicts).collect();
    assert_eq!(together, verdicts(&whole));
    assert_eq!(contents(&folder, "made"), made);
    // More shares than files: some have nothing to do.
    let text = folder.text(&["check", "clips", "--shard", "7/9"]);
    assert!(text.ends_with("No file is in this share.\n"), "{text}");
}

#[test]
fn a_share_that_is_none_is_told_in_one_line() {
    let folder = folder_with_clips();
    for shard in ["0/3", "4/3", "x"] {
        let line = folder.complaint(&["check", "clips", "--shard", shard]);
        let words = "a share is N/M with N from 1 to M, as in 3/8";
        assert!(line.contains(shard) && line.contains(words), "{line}");
    }
}

#[test]
fn what_is_there_is_left_alone_when_a_stopped_run_goes_on() {
    let folder = folder_with_clips();
    fs::create_dir(folder.path("made")).expect("a folder");
    folder.write("made/b.glb", "made before the stop");
    let convert = [
        &["convert", "clips", "--json", "--skip-existing"],
        &TO_GLB[..],
    ]
    .concat();
    let goes_on = answer(&folder.run(&convert));
    let verdict = |answer: &Value| {
        verdicts(answer)
            .into_values()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(verdict(&goes_on), ["done", "skipped", "failed", "done"]);
    assert_eq!(contents(&folder, "made")["b.glb"], b"made before the stop");
    let again = answer(&folder.run(&convert));
    assert_eq!(verdict(&again), ["skipped", "skipped", "failed", "skipped"]);
    fs::remove_file(folder.path("clips/c.bvh")).expect("gone");
    let text = folder.text(&[&["convert", "clips", "--skip-existing"], &TO_GLB[..]].concat());
    assert!(
        text.contains("clips/b.bvh  skipped  made/b.glb is there already"),
        "{text}"
    );
    // Without it, what is there is replaced, as ever.
    folder.text(&[&["convert", "clips"], &TO_GLB[..]].concat());
    assert!(contents(&folder, "made")["b.glb"].starts_with(b"glTF"));
}

#[test]
fn one_clip_that_is_there_already_is_left_alone_too() {
    let folder = Folder::new();
    folder.text(&["walk", "-n1", "--out", "walk.bvh"]);
    for (args, out) in [
        (&["convert", "walk.bvh", "new.ron"][..], "new.ron"),
        (&["balance", "walk.bvh", "--out", "new.bvh"], "new.bvh"),
        (&["picture", "walk.bvh", "--out", "new.png"], "new.png"),
    ] {
        let args = [args, &["--skip-existing"]].concat();
        assert!(folder.text(&args).contains("walk.bvh  done"), "{args:?}");
        assert!(fs::metadata(folder.path(out)).expect("a file").len() > 1000);
        folder.write(out, "mine");
        let text = folder.text(&args);
        let row = format!("walk.bvh  skipped  {out} is there already");
        assert!(text.contains(&row), "{text}");
        assert_eq!(fs::read(folder.path(out)).expect("still there"), b"mine");
    }
}

#[test]
fn folders_within_folders_keep_their_names_and_outputs_are_no_inputs() {
    let folder = folder_with_clips();
    fs::create_dir(folder.path("clips/more")).expect("a folder");
    fs::rename(folder.path("clips/b.bvh"), folder.path("clips/more/a.bvh")).expect("moved");
    fs::remove_file(folder.path("clips/c.bvh")).expect("gone");
    let made = [
        "convert",
        "clips",
        "--out-dir",
        "clips/made",
        "--format",
        "bvh",
        "--json",
    ];
    let flat = folder.json(&made);
    assert_eq!(flat["done"], 2);
    for _ in 0..2 {
        let deep = folder.json(&[&made[..], &["--recursive"]].concat());
        assert_eq!(deep["done"], 3);
        assert!(folder.path("clips/made/more/a.bvh").is_file());
        assert!(!folder.path("clips/made/made").exists());
    }
}

#[test]
fn no_output_is_an_input_or_another_output_in_any_share() {
    let folder = folder_with_clips();
    let before = contents(&folder, "clips");
    folder.text(&["convert", "clips/a.bvh", "clips/a.ron"]);
    let twice = "both clips/a.bvh and clips/a.ron would be written there";
    for args in [
        &[&["convert", "clips"], &TO_GLB[..]].concat()[..],
        &[
            "convert",
            "clips",
            "--out-dir",
            "new",
            "--format",
            "bvh",
            "--shard",
            "1/2",
        ],
        &["picture", "clips"],
        &["picture", "clips", "--out-dir", "new", "--shard", "2/5"],
    ] {
        let line = folder.complaint(args);
        assert!(line.contains(twice), "{line}");
    }
    assert!(!folder.path("made").exists() && !folder.path("new").exists());
    fs::remove_file(folder.path("clips/a.ron")).expect("gone");

    let read = "is the file that is read";
    for args in [
        &["convert", "clips", "--out-dir", "clips", "--format", "bvh"][..],
        &[
            "balance",
            "clips",
            "--out-dir",
            "clips/../clips",
            "--format",
            "bvh",
            "--shard",
            "4/4",
        ],
        // One of them is what the other share makes.
        &[
            "convert",
            "clips/a.bvh",
            "clips/d.bvh",
            "--out-dir",
            "clips",
            "--format",
            "bvh",
            "--shard",
            "1/2",
        ],
    ] {
        let line = folder.complaint(args);
        assert!(line.contains(read), "{line}");
    }
    assert!(contents(&folder, "clips") == before);
}

#[test]
fn what_means_one_file_is_refused_for_many_before_the_work() {
    let folder = folder_with_clips();
    let out = ["--out-dir", "made", "--format", "bvh"];
    for (args, words) in [
        (
            &["check", "clips", "--csv", "a.csv"][..],
            "--csv a.csv: is one file, and there are many clips",
        ),
        (
            &["check", "clips", "--picture", "a.png"],
            "--picture a.png: is one file",
        ),
        (
            &["picture", "clips", "--out", "a.png"],
            "--out a.png: is one file",
        ),
        (
            &["balance", "clips", "--out", "a.bvh"],
            "--out a.bvh: is one file",
        ),
        (
            &["balance", "clips", "--skip-existing"],
            "say --out-dir DIR --format KIND",
        ),
        (
            &["balance", "clips", "--out-dir", "made"],
            "with --format: ron, bvh, csv or glb",
        ),
        (
            &["convert", "clips", "a.glb"],
            "say --out-dir DIR --format KIND",
        ),
        (
            &["convert", "clips/a.bvh"],
            "name the file to write, or the folder",
        ),
        (
            &["convert", "clips/a.bvh", "clips/b.bvh", "c.glb"],
            "say --out-dir DIR --format KIND",
        ),
        (&["check", "clips", "-"], "standard input is one clip"),
        (
            &["check", "clips", "--character", "-"],
            "--character -: standard input can be read once",
        ),
        (
            &["balance", "clips", "--map", "-"],
            "--map -: standard input can be read once",
        ),
        (&["check", "clips", "--level", "stiars"], "stiars"),
        (
            &[&["convert", "clips", "--rate", "0"], &out[..]].concat(),
            "--rate 0 is not",
        ),
        (
            &[&["convert", "clips", "--preset", "blendr"], &out[..]].concat(),
            "--preset",
        ),
    ] {
        let line = folder.complaint(args);
        assert!(line.contains(words), "{args:?}: {line}");
    }
}
