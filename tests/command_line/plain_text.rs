//! What leaves the program steers no terminal and no spreadsheet, and can be read.

use crate::folder::Folder;

/// The human with another description and another name of a link.
fn human_with(description: &str, hand: &str) -> String {
    let text = include_str!("../../characters/human.ron");
    let begin = text.find("description: \"").expect("it has one") + "description: \"".len();
    let end = begin + text[begin..].find('"').expect("its end");
    let text = format!("{}{description}{}", &text[..begin], &text[end..]);
    text.replace("left_hand", hand)
}

fn is_plain(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    !text.chars().any(|c| c.is_control() && c != '\n')
}

#[test]
fn names_from_files_steer_no_terminal() {
    let folder = Folder::new();
    folder.write(
        "me.ron",
        &human_with("\\u{1b}[31mred\\u{9b}2J\\u{7}", "left_hand"),
    );
    folder.write("bad.ron", "(version: 1, \u{1b}[2J\u{9b}: 3)");
    let motion = "HIERARCHY\nROOT \u{1b}[31mHips\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n\
                  End Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n0 0 0\n";
    folder.write("motion.bvh", motion);
    let path = "\u{1b}[31m.ron";
    for args in [
        &["inspect", "me.ron"][..],
        &["inspect", "me.ron", "--json"],
        &["pose", "--goals", "bad.ron"],
        &["pose", "--character", "\u{1b}[31m"],
        &["pose", "--level", "\u{9b}31m"],
        &["pose", "--reach", "\u{1b}=0,0,0"],
        &["pose", "--\u{1b}[31m"],
        &["pose", "--out", path],
        &["check", path],
        &["convert", "motion.bvh", "new.ron"],
        &["balance", "motion.bvh"],
        &["inspect", "motion.bvh"],
        &["inspect", "motion.bvh", "--json"],
        &["check", "motion.bvh"],
    ] {
        let output = folder.run(args);
        assert!(is_plain(&output.stdout), "{args:?}: {:?}", output.stdout);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(is_plain(&output.stderr), "{args:?}: {told:?}");
    }
    let text = folder.text(&["inspect", "me.ron"]);
    assert!(text.contains("\\u001b[31mred\\u009b2J\\u0007"), "{text}");
    // JSON says what the file says.
    let answer = folder.json(&["inspect", "me.ron", "--json"]);
    assert_eq!(answer["description"], "\u{1b}[31mred\u{9b}2J\u{7}");
}

#[test]
fn an_end_of_a_line_in_a_name_ends_no_line() {
    let folder = Folder::new();
    let named = |ending: &str| format!("a\nFORGED{ending}");
    let [ron, bvh, glb, png, csv, body] =
        [".ron", ".bvh", ".glb", ".png", ".csv", "me.ron"].map(named);
    let (project, problems) = (named(".pose.ron"), named(".json"));
    folder.write(&body, include_str!("../../characters/human.ron"));
    folder.text(&["walk", "--steps", "1", "--out", "w.ron", "--out", "w.bvh"]);
    // Somebody else's skeleton, about which there are notes.
    let recorded = std::fs::read_to_string(folder.path("w.bvh")).expect("a motion");
    let recorded = recorded.replace("JOINT left_", "JOINT Left");
    folder.write(
        "other\nFORGED.bvh",
        &recorded.replace("JOINT right_", "JOINT Right"),
    );
    let none = "none\nFORGED.ron";
    for args in [
        &[
            "walk",
            "--steps",
            "1",
            "--out",
            &ron,
            "--out",
            &bvh,
            "--picture",
            &png,
        ][..],
        &["walk", "--steps", "1", "-c", &body],
        &["check", &ron],
        &["check", &ron, none, "w.ron", "--csv", &csv],
        &["check", &ron, "--csv", &csv, "--picture", &png],
        &["check", none],
        &["check", "other\nFORGED.bvh"],
        &["check", "other\nFORGED.bvh", &ron],
        &["convert", &ron, &glb],
        &["convert", &ron, &named(".txt")],
        &["convert", &ron, "--out-dir", "d\nFORGED", "--format", "glb"],
        &[
            "convert",
            &ron,
            "--out-dir",
            "d\nFORGED",
            "--format",
            "glb",
            "--skip-existing",
        ],
        &["picture", &bvh],
        &["inspect", &bvh],
        &["inspect", &body, "--picture", &png],
        &["pose", "-c", &body, "--out", &ron, "--picture", &png],
        &["pose", "-c", none],
        &["pose", "--level", none],
        &["pose", "--goals", none],
        &["pose", &format!("--{none}")],
        &["pose", none],
        &["pose", "--restarts", none],
        &["explain", "--csv", &csv],
        &["presets", "left_leg", "--out", &ron],
        &["balance", &bvh, "--out", &named("2.bvh")],
        &["lesson", "2", "--project", &project],
        &["lesson", "mark", "2", &project],
        &["lesson", "mark", "2", &project, none],
        &["lesson", "check", "2", none],
        &["lesson", "2", "--handout", "d\nFORGED"],
        &["figures", "--only", "8", "--out", "d\nFORGED"],
        &["demo", "--out", "d\nFORGED"],
        &["bench", "make-problems", "--count", "2", "--out", &problems],
    ] {
        let output = folder.run(args);
        for text in [&output.stdout, &output.stderr] {
            let text = String::from_utf8_lossy(text);
            let is_forged = text.lines().any(|line| line.starts_with("FORGED"));
            assert!(!is_forged, "{args:?}:\n{text}");
        }
    }
    // A name stands once in a message, and says which file it is.
    for args in [&["check", none][..], &["check", none, "w.ron"]] {
        let output = folder.run(args);
        let told = String::from_utf8_lossy(&output.stderr);
        let words = "error: none\\u000aFORGED.ron: cannot be read: ";
        assert!(told.starts_with(words), "{told}");
        assert_eq!(told.matches("FORGED").count(), 1, "{told}");
    }
    // Programs get the name as it is.
    let answer = folder.json(&["walk", "-n1", "--out", &ron, "--json"]);
    assert_eq!(answer["written"][0], ron.as_str());
}

#[test]
fn a_message_has_a_length_that_can_be_read() {
    let folder = Folder::new();
    let name = "x".repeat(1 << 20);
    folder.write("goals.ron", &format!("(version: 1, stance: [\"{name}\"])"));
    folder.write("level.ron", &format!("(version: 1, {name}: 3)"));
    for args in [
        &["pose", "--goals", "goals.ron"][..],
        &["pose", "--level", "level.ron"],
    ] {
        let line = folder.complaint(args);
        assert!(line.chars().count() < 1100, "{}", line.len());
        assert!(
            line.starts_with(&format!("error: {}:1:", args[2])),
            "{line}"
        );
    }
}

#[test]
fn a_huge_number_is_told_with_its_exponent() {
    let folder = Folder::new();
    folder.write("settings.ron", "(damping: 1e308)");
    folder.write(
        "goals.ron",
        "(version: 1, reaches: [(effector: \"left_hand\", target: (1e308, 0, 0))])",
    );
    for args in [
        &["pose", "--crouch", "1e308"][..],
        &["pose", "--settings", "settings.ron"],
        &["pose", "--goals", "goals.ron"],
        &["walk", "--rate", "1e308"],
        &["balance", "none.bvh", "--margin-mm", "1e308"],
        &["bench", "physics", "--secs", "1e308"],
    ] {
        let line = folder.complaint(args);
        assert!(
            line.contains("1e308") && !line.contains("00000000000000"),
            "{line}"
        );
    }
    folder.text(&["walk", "--steps", "1", "--out", "walk.ron"]);
    for option in ["--rate", "--from", "--to"] {
        let args = ["convert", "walk.ron", "new.ron", option, "-1e308"];
        let args = if option == "--rate" {
            ["convert", "walk.ron", "new.ron", option, "1e308"]
        } else {
            args
        };
        let output = folder.run(&args);
        let line = String::from_utf8_lossy(&output.stderr);
        assert!(!line.contains("00000000000000"), "{line}");
    }
}

#[test]
fn a_spreadsheet_takes_no_name_for_a_formula() {
    let folder = Folder::new();
    folder.write("me.ron", &human_with("me", "=1+1"));
    let walk = ["walk", "-c", "me.ron", "--steps", "1"];
    folder.text(&[&walk[..], &["--out", "walk.csv", "--out", "walk.ron"]].concat());
    let reach = ["explain", "-c", "me.ron", "--reach", "=1+1=0.5,1.2,0.4"];
    let output = folder.run(&[&reach[..], &["--csv", "explain.csv"]].concat());
    // A name with an equals sign cannot be reached by an option; a goals file names it.
    assert!(!output.status.success());
    folder.write(
        "goals.ron",
        "(version: 1, reaches: [(effector: \"=1+1\", target: (0.5, 1.2, 0.4))])",
    );
    folder.text(&[
        "explain",
        "-c",
        "me.ron",
        "-g",
        "goals.ron",
        "--visits",
        "--csv",
        "explain.csv",
    ]);
    folder.text(&["check", "walk.ron", "-c", "me.ron", "--csv", "check.csv"]);
    for name in ["walk.csv", "explain.csv", "check.csv"] {
        let text = std::fs::read_to_string(folder.path(name)).expect("a table");
        for cell in text.split([',', '\n']) {
            let is_formula = cell.starts_with(['=', '+', '@'])
                || (cell.starts_with('-') && cell.parse::<f64>().is_err());
            assert!(!is_formula, "{name}: {cell:?}");
        }
    }
}
