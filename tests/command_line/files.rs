//! What is written where: through links, to devices and pipes, and never over what is read.

use crate::folder::Folder;
use std::fs;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _, symlink};
use std::process::Command;

/// A folder with a level and a body of one's own, and a walk of that body on that level.
fn folder_with_walk() -> Folder {
    let folder = Folder::new();
    folder.write("lv.ron", include_str!("../../levels/flat.ron"));
    folder.write("base.ron", include_str!("../../characters/human.ron"));
    folder.write(
        "me.ron",
        "(version: 1, base: \"base\", description: \"me\", edits: [AddMass(link: \"left_hand\", kg: 1, at: (0, 0, 0))])",
    );
    let walk = ["walk", "-c", "me.ron", "-l", "lv.ron", "--steps", "1"];
    folder.text(&[&walk[..], &["--out", "walk.ron", "--out", "walk.bvh"]].concat());
    folder
}

#[test]
fn a_file_that_another_one_names_is_not_written_over_either() {
    let folder = folder_with_walk();
    let own = ["-c", "me.ron", "-l", "lv.ron"];
    for args in [
        // The body that a body varies.
        &["pose", "-c", "me.ron", "--out", "base.ron"][..],
        &["walk", "-c", "me.ron", "--out", "base.ron"],
        &[
            "convert", "walk.ron", "base.ron", own[0], own[1], own[2], own[3],
        ],
    ] {
        let line = folder.complaint(args);
        assert!(
            line.contains("base.ron: is the file that is read"),
            "{line}"
        );
    }
    // The level and the body that a clip names.
    let clip = fs::read_to_string(folder.path("walk.ron")).expect("a clip");
    let clip = clip.replacen("level: \"lv\"", "level: \"lv.ron\"", 1);
    let clip = clip.replacen("character: \"me\"", "character: \"me.ron\"", 1);
    folder.write("named.ron", &clip);
    folder.text(&["convert", "named.ron", "other.ron"]);
    for out in ["lv.ron", "me.ron", "base.ron"] {
        let before = fs::read(folder.path(out)).expect("it is there");
        let line = folder.complaint(&["convert", "named.ron", out]);
        assert!(line.contains("is the file that is read"), "{line}");
        assert_eq!(fs::read(folder.path(out)).expect("it is there"), before);
    }
}

#[test]
fn a_clip_on_a_level_of_one_s_own_is_read_with_that_level() {
    let folder = folder_with_walk();
    let convert = ["convert", "walk.ron", "new.glb", "-c", "me.ron"];
    let line = folder.complaint(&convert);
    assert!(line.contains("say --level FILE"), "{line}");
    folder.text(&[&convert[..], &["--level", "lv.ron"]].concat());
    folder.text(&["picture", "walk.ron", "-c", "me.ron", "-l", "lv.ron"]);
    folder.text(&[
        "balance",
        "walk.bvh",
        "-l",
        "lv.ron",
        "--out",
        "balanced.ron",
    ]);
}

#[test]
fn a_link_stays_a_link_and_its_file_keeps_its_mode() {
    let folder = Folder::new();
    folder.write("file.ron", "old");
    fs::set_permissions(folder.path("file.ron"), fs::Permissions::from_mode(0o640)).expect("mode");
    symlink("file.ron", folder.path("link.ron")).expect("a link");
    folder.text(&["presets", "left_leg", "--out", "link.ron"]);
    let kind = |name: &str| fs::symlink_metadata(folder.path(name)).expect("it is there");
    assert!(kind("link.ron").is_symlink());
    assert_eq!(kind("file.ron").mode() & 0o777, 0o640);
    let text = fs::read_to_string(folder.path("file.ron")).expect("text");
    assert!(text.contains("left_knee"), "{text}");
}

#[test]
fn a_pipe_stays_a_pipe_and_is_written_through() {
    let folder = Folder::new();
    // Of its own: a mistake here would replace a device of the machine.
    let pipe = folder.path("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    let walk = ["walk", "--steps", "1", "--out", "pipe"];
    let line = folder.complaint(&walk);
    assert!(line.contains("--format: ron, bvh, csv or glb"), "{line}");
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).expect("what comes through")
    });
    folder.text(&[&walk[..], &["--format", "glb"]].concat());
    assert!(reader.join().expect("read").starts_with(b"glTF"));
    assert!(
        fs::symlink_metadata(&pipe)
            .expect("there")
            .file_type()
            .is_fifo()
    );
}

#[test]
fn what_cannot_be_written_is_told_before_the_work() {
    let folder = Folder::new();
    folder.write("kept.ron", "kept");
    fs::set_permissions(folder.path("kept.ron"), fs::Permissions::from_mode(0o444)).expect("mode");
    for (out, words) in [
        ("kept.ron", "kept.ron: is write-protected"),
        // A folder that takes no files, whoever asks.
        ("/proc/walk.ron", "/proc/walk.ron: cannot be written: "),
        (
            "missing/walk.ron",
            "missing/walk.ron: the folder does not exist",
        ),
    ] {
        // So many steps would take minutes.
        let line = folder.complaint(&["walk", "--steps", "10000", "--out", out]);
        assert!(line.contains(words), "{line}");
    }
    assert_eq!(fs::read(folder.path("kept.ron")).expect("kept"), b"kept");
}

#[test]
fn a_folder_is_filled_whole_or_not_at_all() {
    for (command, last) in [
        (&["demo", "--out", "folder"][..], "too_far.png"),
        (&["figures", "--out", "folder"], "README.md"),
        (&["lesson", "7", "--handout", "folder"], "lesson_07_4.png"),
    ] {
        let folder = Folder::new();
        fs::create_dir(folder.path("folder")).expect("a folder");
        let kept = folder.path("folder").join(last);
        fs::write(&kept, "kept").expect("a file in it");
        fs::set_permissions(&kept, fs::Permissions::from_mode(0o444)).expect("mode");
        let line = folder.complaint(command);
        assert!(
            line.contains(&format!("{last}: is write-protected")),
            "{line}"
        );
        let names = fs::read_dir(folder.path("folder")).expect("a folder");
        assert_eq!(names.count(), 1, "{command:?}");
        assert_eq!(fs::read(&kept).expect("kept"), b"kept");
    }
}

#[test]
fn the_end_of_a_name_says_what_is_in_it_everywhere() {
    let folder = folder_with_walk();
    let clip = ["walk.ron", "-c", "me.ron", "-l", "lv.ron"];
    for (command, out, words) in [
        (
            &["pose"][..],
            ["--picture", "p.jpg"],
            "a picture's name ends in .png",
        ),
        (&["pose"], ["--out", "p.txt"], "a pose's name ends in .ron"),
        (
            &["inspect", "human"],
            ["--picture", "p"],
            "a picture's name ends in .png",
        ),
        (
            &["presets", "left_leg"],
            ["--out", "p.json"],
            "a pose's name ends in .ron",
        ),
        (
            &["explain"],
            ["--csv", "p.txt"],
            "a table's name ends in .csv",
        ),
        (
            &["check"],
            ["--csv", "p.xls"],
            "a table's name ends in .csv",
        ),
        (
            &["ghost"],
            ["--report", "p.txt"],
            "a report's name ends in .json",
        ),
        (
            &["walk"],
            ["--out", "p.gltf"],
            "a clip's name ends in .ron, .bvh, .csv or .glb",
        ),
        (
            &["lesson", "7"],
            ["--project", "p.ron"],
            "a project's name ends in .pose.ron",
        ),
        (
            &["bench", "make-problems"],
            ["--out", "p"],
            "the name of a list of problems ends in .json",
        ),
    ] {
        let reads = matches!(command[0], "check" | "ghost");
        let args = [command, if reads { &clip } else { &[] }, &out].concat();
        let line = folder.complaint(&args);
        assert_eq!(line.trim_end(), format!("error: {}: {words}", out[1]));
        assert!(!folder.path(out[1]).exists(), "{args:?}");
    }
}

#[test]
fn a_name_of_255_bytes_is_written_like_any_other() {
    let folder = Folder::new();
    let name = format!("{}.ron", "n".repeat(251));
    folder.text(&["presets", "left_leg", "--out", &name]);
    folder.text(&["presets", "left_leg", "--out", &name]);
    assert!(folder.path(&name).is_file());
}
