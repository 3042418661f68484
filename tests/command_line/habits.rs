//! What the body does where nothing is asked of it: habits by name and from files, fitted and written.

use crate::folder::{Folder, number};
use std::fs;

/// A folder with a recording of somebody in `recordings`, and habits that were fitted to it.
fn folder_with_habits() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path("recordings")).expect("a folder");
    folder.text(&["walk", "-n2", "--out", "recordings/one_walk.bvh"]);
    folder.text(&["lab", "fit-posture", "recordings", "--out", "mine.ron"]);
    folder
}

#[test]
fn habits_that_were_fitted_are_read_again_however_many_kinds_were_asked_for() {
    let folder = folder_with_habits();
    let fit = ["lab", "fit-posture", "recordings", "--out", "h.ron"];
    for kinds in ["1", "2", "32"] {
        let options = ["--kinds", kinds, "--synergies", "3", "--json"];
        let fitted = folder.json(&[&fit[..], &options].concat());
        let count = number(&fitted["kinds"]);
        let asked: f64 = kinds.parse().expect("a number");
        // Poses of one walk are of few kinds.
        assert!((1.0..=asked).contains(&count), "{kinds}: {count}");
        let text = fs::read_to_string(folder.path("h.ron")).expect("habits");
        assert_eq!(text.matches("(share: ").count() as f64, count);
        for habits in ["h.ron", "./h.ron"] {
            let pose = ["pose", "--posture", habits, "--reach"];
            folder.text(&[&pose[..], &["left_hand=0.3,1.2,0.4"]].concat());
        }
    }
}

#[test]
fn habits_come_through_standard_input_and_go_to_standard_output() {
    let folder = folder_with_habits();
    let reach = ["--reach", "left_hand=0.3,1.2,0.4", "--json"];
    let asked = [&["pose", "--posture", "-"][..], &reach].concat();
    let mut command = folder.command(&asked);
    let habits = fs::File::open(folder.path("mine.ron")).expect("habits");
    let output = command.stdin(habits).output().expect("it runs");
    assert!(output.status.success());
    let piped: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let named = folder.json(&[&["pose", "--posture", "mine.ron"][..], &reach].concat());
    assert_eq!(piped["joints"], named["joints"]);
    let fit = ["lab", "fit-posture", "recordings", "--quiet", "--out"];
    let printed = folder.text(&[&fit[..], &["-"]].concat());
    let written = fs::read_to_string(folder.path("mine.ron")).expect("habits");
    assert!(printed.starts_with(&written), "{printed}");
}

#[test]
fn a_posture_that_there_is_not_is_told_with_what_there_is() {
    let folder = Folder::new();
    folder.write("habits", "()");
    for (posture, words) in [
        (
            "peple",
            "there is no posture \"peple\"; did you mean \"people\"?",
        ),
        (
            "None",
            "there is no posture \"None\"; did you mean \"none\"?",
        ),
        (
            "zzzzzzzz",
            "; there are none, generic, people, and .ron files of habits",
        ),
        ("none.ron", "none.ron: cannot be read: No such file"),
        ("./people", "./people: cannot be read: No such file"),
        // A file that has no ending is a file.
        ("habits", "habits:1:"),
        (".", ".: is a folder"),
    ] {
        for command in ["pose", "explain"] {
            let line = folder.complaint(&[command, "--posture", posture]);
            assert!(line.contains(words), "{line}");
        }
    }
}

#[test]
fn wrong_habits_are_pointed_into() {
    let folder = Folder::new();
    let good = include_str!("../../characters/people.habits.ron");
    for (from, to, words) in [
        ("version: 1", "version: 2", "version 2 is not known"),
        (
            "share: 0.2277",
            "share: 0",
            "a share is more than 0 and at most 1, not 0",
        ),
        (
            "share: 0.2277",
            "share: NaN",
            "a share is more than 0 and at most 1, not NaN",
        ),
        (
            "\"left_elbow\"",
            "\"left_elbwo\"",
            "did you mean \"left_elbow\"?",
        ),
        (
            "loose: 0.058",
            "loose: 0",
            "lower_back: loose is 0.0001 to 10 rad",
        ),
        (
            "loose: 0.058",
            "loose: inf",
            "lower_back: loose is 0.0001 to 10 rad",
        ),
        (
            "[[0.021, 0, 0]",
            "[[0.097, 0]",
            "lower_back: 3 numbers below 10 rad",
        ),
        (
            "[[0.021, 0, 0]",
            "[[NaN, 0, 0]",
            "lower_back: 3 numbers below 10 rad",
        ),
        (
            "[[0.021, 0, 0], ",
            "[",
            "has as many synergies as the first",
        ),
        ("kinds: [", "kinds: [], sorts: [", "sorts"),
        ("origin: ", "orgin: ", "orgin"),
    ] {
        assert!(good.contains(from), "{from}");
        folder.write("h.ron", &good.replacen(from, to, 1));
        let line = folder.complaint(&["pose", "--posture", "h.ron"]);
        assert!(line.starts_with("error: h.ron:"), "{line}");
        assert!(line.contains(words), "{to}: {line}");
    }
    let joint = "\"neck\": (loose: 0.1, together: [])";
    let joints = |count: usize| vec![joint; count].join(", ");
    let kind = |joints: &str| format!("(share: 0.1, joints: {{{joints}}})");
    let kinds = |count: usize| vec![kind(joint); count].join(", ");
    let synergies = vec!["[0.1]"; 33].join(", ");
    let crowded = format!("\"left_knee\": (loose: 0.1, together: [{synergies}])");
    for (kinds, words) in [
        (String::new(), "there are 1 to 32 kinds, not 0"),
        (kinds(33), "there are 1 to 32 kinds, not 33"),
        (
            kind(&joints(2)),
            "joint \"neck\" is there twice in one kind",
        ),
        (kind(&crowded), "left_knee: a kind has 32 synergies at most"),
    ] {
        folder.write(
            "h.ron",
            &format!("(version: 1, origin: \"\", kinds: [{kinds}])"),
        );
        let line = folder.complaint(&["pose", "--posture", "h.ron"]);
        assert!(
            line.starts_with("error: h.ron:1:") && line.contains(words),
            "{line}"
        );
    }
    // Whose joints they are.
    folder.write("h.ron", good);
    let line = folder.complaint(&["pose", "-c", "mannequin", "--posture", "h.ron"]);
    assert!(
        line.contains("mannequin has no joint \"left_shoulder\""),
        "{line}"
    );
}

#[test]
fn habits_and_recordings_are_not_written_over() {
    let folder = folder_with_habits();
    let kept = fs::read(folder.path("mine.ron")).expect("habits");
    for (command, option) in [("pose", "--out"), ("explain", "--csv")] {
        let out = match option {
            "--csv" => "mine.csv",
            _ => "mine.ron",
        };
        let _ = fs::hard_link(folder.path("mine.ron"), folder.path("mine.csv"));
        let line = folder.complaint(&[command, "--posture", "mine.ron", option, out]);
        assert!(line.contains("is the file that is read"), "{line}");
    }
    assert_eq!(fs::read(folder.path("mine.ron")).expect("habits"), kept);
    // By its inode, not by its name.
    let recording = folder.path("recordings/one_walk.bvh");
    fs::hard_link(&recording, folder.path("h.ron")).expect("a link");
    let before = fs::read(&recording).expect("a recording");
    let line = folder.complaint(&["lab", "fit-posture", "recordings", "--out", "h.ron"]);
    assert!(line.contains("h.ron: is the file that is read"), "{line}");
    assert_eq!(fs::read(&recording).expect("a recording"), before);
    let line = folder.complaint(&["lab", "fit-posture", "recordings", "--out", "h.bvh"]);
    assert!(
        line.contains("h.bvh: the name of a file of habits ends in .ron"),
        "{line}"
    );
}

#[test]
fn folders_without_a_balanced_pose_are_told_and_nothing_is_written() {
    let folder = folder_with_habits();
    fs::create_dir(folder.path("empty")).expect("a folder");
    for (args, words) in [
        (&["nowhere"][..], "nowhere: No such file"),
        (&["empty"], "empty: there is no .bvh file in it"),
        (
            &["recordings", "--people", "on"],
            "--people: there is no person \"on\"; did you mean \"one\"? There are one",
        ),
    ] {
        let bench = folder.complaint(&[&["bench", "poses"][..], args].concat());
        let fit = [&["lab", "fit-posture", "--out", "h.ron"][..], args].concat();
        let fit = folder.complaint(&fit);
        assert!(bench.contains(words) && fit.contains(words), "{bench}{fit}");
    }
    let fit = ["lab", "fit-posture", "recordings", "--out", "h.ron"];
    let line = folder.complaint(&[&fit[..], &["--without", "thirteen"]].concat());
    assert!(
        line.contains("--without: there is no person \"thirteen\""),
        "{line}"
    );
    let line = folder.complaint(&[&fit[..], &["--without", "one"]].concat());
    assert!(
        line.contains("recordings: no pose in it stands balanced"),
        "{line}"
    );
    folder.write("empty/a.bvh", "HIERARCHY");
    folder.complaint(&["bench", "poses", "empty"]);
    for (option, value) in [("--kinds", "0"), ("--kinds", "33"), ("--synergies", "-1")] {
        folder.complaint(&[&fit[..], &[option, value]].concat());
    }
    assert!(!folder.path("h.ron").exists());
}
