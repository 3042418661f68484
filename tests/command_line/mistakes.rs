//! What people get wrong: one line that says so and how to right it, exit code 2, nothing written.

use crate::folder::Folder;
use serde_json::Value;
use std::process::Stdio;

#[test]
fn a_wrong_name_suggests_the_right_one() {
    let folder = Folder::new();
    for (args, hint) in [
        (&["pose", "--character", "humn"][..], "human"),
        (&["pose", "--level", "stiars"], "stairs"),
        (&["pose", "--reach", "left_hnd=0,1,0"], "left_hand"),
        (&["pose", "--look", "haed=0,0,1"], "head"),
        (&["pose", "--together", "left_hnd=left_knee"], "left_hand"),
        (&["pose", "--together", "left_hand=left_kne"], "left_knee"),
        (&["pose", "--keep-level", "left_han"], "left_hand"),
        (&["pose", "--pole", "left_elbw=1,1,1"], "left_elbow"),
        (&["pose", "--freeze", "left_elbwo"], "left_elbow"),
        (&["explain", "--freeze", "pelvis"], "left_elbow"),
        (&["pose", "--stance", "left_fot"], "left_foot"),
        (&["pose", "--priority", "stirct"], "strict"),
        (&["pose", "--raech", "left_hand=0,1,0"], "--reach"),
        (&["inspect", "chiken"], "chicken"),
        (&["inspect", "human", "--root", "pelvsi"], "pelvis"),
        (&["insepct"], "inspect"),
    ] {
        let line = folder.complaint(args);
        assert!(line.contains(hint), "{args:?}: {line}");
    }
}

#[test]
fn a_sentence_has_no_capital_in_its_middle() {
    let folder = Folder::new();
    for (args, words) in [
        (
            &["pose", "--stance", "zzzzzzzz"][..],
            "; there are left_foot, ",
        ),
        (&["pose", "--level", "zzzzzzzz"], "; shipped are flat, "),
        (&["man", "zzzzzzzz"], "; there are "),
        (&["presets", "zzzzzzzz"], "; there are "),
    ] {
        let line = folder.complaint(args);
        assert!(line.contains(words), "{line}");
    }
}

#[test]
fn a_foot_is_named_once() {
    let folder = Folder::new();
    let twice = "is named already; name every foot once";
    for stance in ["left,left", "left,left_foot", "both,right"] {
        let line = folder.complaint(&["pose", "--stance", stance]);
        assert!(line.contains(twice), "{line}");
    }
    folder.write("goals.ron", "(version: 1, stance: [\"left\", \"left\"])");
    let line = folder.complaint(&["pose", "--goals", "goals.ron"]);
    assert!(
        line.contains("goals.ron:1:") && line.contains(twice),
        "{line}"
    );
    // Which one is held, and that all of them stand.
    let answer = folder.json(&["pose", "--stance", "right,both", "--json"]);
    assert_eq!(answer["stance"][0], "right_foot");
    assert_eq!(answer["stance"][1], "left_foot");
}

#[test]
fn a_clip_is_not_taken_for_a_character_with_mistakes() {
    let folder = Folder::new();
    folder.text(&["walk", "-n1", "--out", "walk.ron"]);
    let line = folder.complaint(&["inspect", "walk.ron"]);
    assert!(
        line.contains("walk.ron: is a clip, not a character; `check` measures it"),
        "{line}"
    );
    let line = folder.complaint(&["check", "walk.txt"]);
    assert!(
        line.ends_with("walk.txt: a clip is read from a .ron or a .bvh\n"),
        "{line}"
    );
}

#[test]
fn a_name_and_a_format_that_say_different_kinds_are_refused() {
    let folder = Folder::new();
    folder.text(&["walk", "-n1", "--out", "walk.ron"]);
    let line = folder.complaint(&["convert", "walk.ron", "new.bvh", "--format", "ron"]);
    assert!(
        line.contains("new.bvh: its name and --format ron say different kinds"),
        "{line}"
    );
    assert!(!folder.path("new.bvh").exists());
    folder.text(&["convert", "walk.ron", "new.bvh", "--format", "bvh"]);
    // A stream needs it, whatever the names beside it say.
    let output = folder.run(&["walk", "-n1", "-o", "-", "-o", "a.bvh", "--format", "csv"]);
    assert!(output.stdout.starts_with(b"time_s,"));
}

#[test]
fn numbers_that_are_none_are_refused() {
    let folder = Folder::new();
    for reach in [
        "left_hand=NaN,1,0",
        "left_hand=inf,1,0",
        "left_hand=1,2",
        "left_hand",
        "left_hand=1e9,0,0",
    ] {
        folder.complaint(&["pose", "--reach", reach]);
        folder.complaint(&["pose", "--pole", &reach.replace("hand", "elbow")]);
    }
    folder.complaint(&["pose", "--look", "0,1"]);
    folder.complaint(&["pose", "--keep-level", "left_hand=0,900,0"]);
    folder.complaint(&["pose", "--together", "left_hand"]);
    folder.complaint(&["pose", "--together", "left_hand=left_wrist"]);
    folder.complaint(&["pose", "--crouch", "NaN"]);
    folder.complaint(&["pose", "--com", "0"]);
}

#[test]
fn a_foot_that_stands_cannot_be_pulled() {
    let folder = Folder::new();
    let line = folder.complaint(&["pose", "--reach", "right_foot=-0.1,0.4,0.2"]);
    assert!(line.contains("--stance left_foot"), "{line}");
    folder.text(&[
        "pose",
        "--stance",
        "left",
        "--reach",
        "right_foot=-0.1,0.4,0.2",
    ]);
}

#[test]
fn a_wrong_goals_file_is_pointed_into_and_nothing_is_written() {
    let folder = Folder::new();
    folder.write("pose.ron", "precious");
    for (text, place) in [
        (
            "(\n version: 1,\n reaches: [(effector: \"left_hnd\", target: (0, 1, 0))],\n)",
            "goals.ron:3:23: ",
        ),
        (
            "(\n version: 1,\n reaches: [(effector: \"left_hand\", target: (0, NaN, 0))],\n)",
            "goals.ron:3:36: ",
        ),
        ("(\n version: 1,\n reeches: [],\n)", "goals.ron:3:"),
        ("(version: 2)", "goals.ron:1:2: "),
        ("(version: 1, stance: [])", "goals.ron:1:14: "),
        ("(version: 1,\nstance: [\"left_fot\"])", "goals.ron:2:10: "),
        ("(version: 1,\n balance: Margin(-3))", "goals.ron:2:"),
        (
            "(version: 1, directions: [(link: \"head\", target: (0, 0, 0))])",
            "goals.ron:1:",
        ),
        (
            "(version: 1,\n together: [(first: \"left_hand\", second: \"left_kne\")])",
            "goals.ron:2:34: together \"left_hand\": second \"left_kne\" does not exist; did you mean \"left_knee\"?",
        ),
        (
            "(version: 1,\n together: [(first: \"left_hnd\", second: \"left_knee\")])",
            "goals.ron:2:21: together \"left_hnd\": does not exist; did you mean \"left_hand\"?",
        ),
        (
            "(version: 1,\n keep_level: [(link: \"left_hand\", about: [\"w\"])])",
            "goals.ron:2:35: link \"left_hand\": about \"w\" is no axis; there are x, y, z",
        ),
        (
            "(version: 1,\n keep_level: [(link: \"tray\")])",
            "goals.ron:2:22: link \"tray\": does not exist; there are left_hand, ",
        ),
        (
            "(version: 1,\n poles: [(limb: \"left_hand\", target: (1, 1, 1))])",
            "goals.ron:2:17: limb \"left_hand\": is no joint within a limb",
        ),
        (
            "(version: 1,\n looks: [(at: (1, 1, 1), eyes_reach_deg: 120)])",
            "goals.ron:2:26: link \"head\": eyes_reach_deg 120 is not between 0 and 90°",
        ),
        (
            "(version: 1,\n looks: [(link: \"haed\", at: (1, 1, 1))])",
            "did you mean \"head\"?",
        ),
        (
            "(version: 1,\n frozen: [\"left_elbow\", \"left_kneee\"])",
            "goals.ron:2:25: joint \"left_kneee\" does not exist; did you mean \"left_knee\"?",
        ),
        (
            "(version: 1,\n poles: [(limb: \"left_elbow\", target: (1, 1, 1)), (limb: \"left_forearm\", target: (1, 1, 1))])",
            "goal \"left_elbow pole\" is there twice",
        ),
    ] {
        folder.write("goals.ron", text);
        let line = folder.complaint(&["pose", "--goals", "goals.ron", "--out", "pose.ron"]);
        assert!(line.contains(place), "{text}: {line}");
        let kept = std::fs::read_to_string(folder.path("pose.ron")).expect("the old file");
        assert_eq!(kept, "precious");
    }
    let line = folder.complaint(&["pose", "--out", "missing/pose.ron"]);
    assert!(line.contains("missing/pose.ron"), "{line}");
}

#[test]
fn solver_settings_are_checked_and_overruled_by_options() {
    let folder = Folder::new();
    folder.write("settings.ron", "(priority: Strict, max_iterations: 50)");
    let args = ["pose", "--settings", "settings.ron", "--json"];
    assert_eq!(folder.json(&args)["priority"], "strict");
    let args = [
        "pose",
        "--settings",
        "settings.ron",
        "--priority",
        "equal",
        "--json",
    ];
    assert_eq!(folder.json(&args)["priority"], "equal");
    for (field, value, valid) in [
        ("damping", "NaN", "between 0.000000001 and 1000 m²"),
        ("damping", "0", "between 0.000000001 and 1000 m²"),
        ("angle_tolerance", "-1", "between 0.000000001 and 1 rad"),
        ("max_turn", "inf", "between 0.000001 and 10 rad"),
        ("rank_ratio", "0.5", "between 1 and 10000"),
        ("posture", "2", "between 0 and 1 m²"),
        ("max_iterations", "0", "between 1 and 10000"),
        ("max_iterations", "4000000000", "between 1 and 10000"),
        ("settle", "10001", "between 0 and 10000"),
        ("restarts", "4000000000", "between 0 and 10000"),
        ("alternatives", "1001", "between 0 and 1000"),
    ] {
        folder.write("settings.ron", &format!("(\n  {field}: {value})"));
        let line = folder.complaint(&["pose", "--settings", "settings.ron"]);
        let told = format!("error: settings.ron:2:3: {field} {value} is not {valid}");
        assert_eq!(line.trim_end(), told);
    }
}

#[test]
fn a_pose_beyond_its_limits_is_shown_with_a_warning() {
    let folder = Folder::new();
    folder.write(
        "pose.ron",
        "(version: 1, character: \"human\", root: (position: (0, 1, 0)), joints_deg: {\"left_knee\": Hinge(-40)})",
    );
    let output = folder.run(&["inspect", "human", "--pose", "pose.ron", "--json"]);
    assert!(output.status.success());
    let warning = String::from_utf8_lossy(&output.stderr);
    assert!(
        warning.contains("warning") && warning.contains("left_knee"),
        "{warning}"
    );
    let seen: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(seen["beyond_limits"], serde_json::json!(["left_knee"]));
}

#[test]
fn a_wrong_problem_file_is_pointed_into() {
    let folder = Folder::new();
    let head = "{\"character\": \"mannequin\", \"stance\": \"l_foot\", \"problems\": [\n";
    for (text, place) in [
        (
            "{\"com_xz\": [0, 0], \"targets\": {\"l_hnd\": [0, 1, 0]}}]}",
            "p.json:2:32: ",
        ),
        (
            "{\"com_xz\": [0, 0], \"targets\": {\"l_foot\": [0, 1, 0]}}]}",
            "p.json:2:",
        ),
        ("{\"com_xz\": [0], \"targets\": {}}]}", "p.json:2:"),
        ("{\"com_xz\": [0, 0], \"targets\": {}}", "p.json:2:"),
        ("]}", "p.json:1:"),
    ] {
        folder.write("p.json", &format!("{head}{text}"));
        let line = folder.complaint(&["bench", "ik", "--problems", "p.json"]);
        assert!(line.contains(place), "{text}: {line}");
    }
}

#[test]
fn problems_for_a_body_that_cannot_balance_are_refused_and_nothing_is_written() {
    let folder = Folder::new();
    folder.write(
        "tipsy.ron",
        "(version: 1, description: \"tipsy\", base: \"planar\", links: [(name: \"anvil\", parent: \"pelvis\", mass: 1000,
          joint: (name: \"strap\", at: (5, 0, 0), kind: Fixed), shapes: [Sphere(radius: 0.1)])])",
    );
    let args = ["bench", "make-problems", "-c", "tipsy.ron", "-o", "p.json"];
    let line = folder.complaint(&args);
    assert_eq!(
        line.trim_end(),
        "error: tipsy finds no balanced pose on left_foot: after 0 of 1000 problems, 100000 tries in a row had the centre \
         of mass beyond the foot or another link at the ground"
    );
    assert!(!folder.path("p.json").exists());
}

#[test]
fn a_closed_pipe_is_no_reason_to_panic() {
    let folder = Folder::new();
    for args in [
        &["inspect", "human", "--json"][..],
        &["completions", "bash"],
        &["--help"],
        &["explain"],
    ] {
        let mut child = folder
            .command(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert!(
            output.stderr.is_empty(),
            "{args:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

#[test]
fn a_preset_that_nothing_would_be_written_by_is_refused() {
    let folder = Folder::new();
    let rule = "--preset three: a preset says how a .bvh is written, and";
    let walk = ["walk", "--steps", "1", "--preset", "three"];
    let line = folder.complaint(&walk);
    assert!(
        line.contains(&format!("{rule} no file is written")),
        "{line}"
    );
    let line = folder.complaint(&[&walk[..], &["--out", "a.glb", "-o", "a.ron"]].concat());
    assert!(
        line.contains(&format!("{rule} a.glb, a.ron is none")),
        "{line}"
    );
    folder.text(&[&walk[..], &["--out", "a.ron", "--out", "a.bvh"]].concat());

    for command in [
        &["convert", "a.ron", "b.glb"][..],
        &["balance", "a.bvh", "--out", "b.glb"],
    ] {
        let line = folder.complaint(&[command, &["--preset", "three"]].concat());
        assert!(line.contains(&format!("{rule} b.glb is none")), "{line}");
        assert!(!folder.path("b.glb").exists());
    }
}

#[test]
fn what_cannot_be_read_is_called_what_it_is_and_what_can_be_read_is_named() {
    let folder = Folder::new();
    for name in ["folder", "folder.ron", "human"] {
        std::fs::create_dir(folder.path(name)).expect("a folder");
    }
    folder.write("walk.glb", "glTF");
    let shown = "inspect shows a character by its name or .ron file, and a motion from a .bvh";
    let clips = "is a folder without a clip, a .ron or a .bvh";
    for (args, what, valid) in [
        (
            ["inspect", "walk.glb"],
            "is a .glb, which is written only",
            shown,
        ),
        (
            ["inspect", "none.csv"],
            "is a .csv, which is written only",
            shown,
        ),
        (["inspect", "folder"], "is a folder", shown),
        (["check", "folder"], "folder: ", clips),
        (["check", "folder.ron"], "folder.ron: ", clips),
        (["picture", "folder"], "folder: ", clips),
        (
            ["balance", "folder"],
            "folder: ",
            "is a folder without a clip, a .bvh",
        ),
        (
            ["ghost", "folder"],
            "folder: ",
            "is a folder; name a clip in it, a .ron or a .bvh",
        ),
    ] {
        let line = folder.complaint(&args);
        assert!(
            line.contains(what) && line.contains(valid),
            "{args:?}: {line}"
        );
    }
    // A folder that happens to be called like a shipped character hides nothing.
    folder.text(&["inspect", "human"]);
}

#[test]
fn the_rate_of_a_walk_has_one_range_in_every_message_and_in_the_help() {
    let folder = Folder::new();
    for rate in ["0", "9.9", "1001", "-30"] {
        let line = folder.complaint(&["walk", "--rate", rate]);
        assert!(line.contains("is not between 10 and 1000"), "{line}");
    }
    let help = folder.text(&["walk", "--help"]);
    assert!(help.contains("Frames per second, 10 to 1000"), "{help}");
}

#[test]
fn a_clip_that_is_not_there_is_told_and_nothing_is_written() {
    let folder = Folder::new();
    for command in ["check", "picture"] {
        let line = folder.complaint(&[command, "nothing.ron"]);
        assert!(
            line.contains("nothing.ron: cannot be read: No such file"),
            "{line}"
        );
    }
    assert!(!folder.path("nothing.png").exists());
    let line = folder.complaint(&["check", "nothing.ron", "--margin-mm", "-3"]);
    assert!(line.contains("--margin-mm"), "{line}");
}

#[test]
fn an_option_that_would_be_forgotten_is_refused() {
    let folder = Folder::new();
    for (words, named) in [
        (
            "--reach left_hand=0.5,1.3,0.4 --reach left_hand=0.3,1.2,0.4",
            "--reach: \"left_hand\"",
        ),
        ("--look 0,1,2 --look 1,1,2", "--look: \"head look\""),
        (
            "--pole left_elbow=1,1,0 --pole left_elbow=0,1,0",
            "--pole: \"left_elbow pole\"",
        ),
        (
            "--keep-level left_hand --keep-level left_hand=0,90,0",
            "--keep-level: \"left_hand level\"",
        ),
    ] {
        let args: Vec<&str> = ["pose"].into_iter().chain(words.split(' ')).collect();
        let line = folder.complaint(&args);
        assert!(
            line.contains(&format!("{named} is asked for twice; keep one")),
            "{line}"
        );
    }
}

#[test]
fn a_group_of_commands_says_which_there_are() {
    let folder = Folder::new();
    for (group, words) in [
        (
            "bench",
            "[subcommands: ik, physics, poses, make-problems, help]",
        ),
        (
            "lab",
            "[subcommands: list, show, run, merge, fit-posture, help]",
        ),
        ("lesson", "which lesson? See lesson list"),
    ] {
        let line = folder.complaint(&[group]);
        assert!(line.contains(words), "{line}");
    }
}

#[test]
fn a_recorded_joint_is_mapped_once() {
    let folder = Folder::new();
    folder.text(&["walk", "-n1", "--out", "walk.bvh"]);
    let map = "(version: 1, map: {\"chest\": \"pelvis\",\n \"chest\": \"chest\"})";
    folder.write("map.ron", map);
    let line = folder.complaint(&["balance", "walk.bvh", "--map", "map.ron"]);
    let told = "error: map.ron:2:2: recorded joint \"chest\" is there twice";
    assert_eq!(line.trim_end(), told);
}
