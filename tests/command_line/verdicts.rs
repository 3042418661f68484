//! Exit codes: 0 is done, 1 is a bound that is not kept, 2 is not done.

use crate::folder::{Folder, number};

fn code(folder: &Folder, args: &[&str]) -> Option<i32> {
    folder.run(args).status.code()
}

#[test]
fn a_miss_is_a_failure_when_people_say_so() {
    let folder = Folder::new();
    folder.text(&[
        "walk", "--static", "-n2", "--out", "walk.ron", "--out", "walk.bvh",
    ]);
    let push = "secs_at=0.3 link=chest force=4000,0,0 secs=0.5";
    for (kept, missed) in [
        (
            &["pose", "--reach", "left_hand=0.5,1.3,0.4"][..],
            &["pose", "--reach", "left_hand=0.35,1,1.4"][..],
        ),
        (
            &["walk", "--steps", "2"],
            &[
                "walk",
                "--static",
                "-c",
                "mannequin",
                "-l",
                "stepping_stones",
            ],
        ),
        (
            &["pose", "--margin-mm", "100"],
            &["pose", "--margin-mm", "500"],
        ),
        (
            &["walk", "--steps", "2", "--speed", "0.2"],
            &["walk", "--static", "--steps", "2", "--speed", "100"],
        ),
        (
            &["balance", "walk.bvh", "--margin-mm", "10"],
            &["balance", "walk.bvh", "--margin-mm", "60"],
        ),
        (
            &["balance", "walk.bvh", "walk.bvh", "--margin-mm", "10"],
            &["balance", "walk.bvh", "walk.bvh", "--margin-mm", "60"],
        ),
        (
            &["ghost", "walk.ron"],
            &["ghost", "walk.ron", "--controller", "pose", "--push", push],
        ),
    ] {
        for more in [&[][..], &["--json"]] {
            let strict = [more, &["--fail-on-miss"]].concat();
            assert_eq!(
                code(&folder, &[kept, &strict].concat()),
                Some(0),
                "{kept:?}"
            );
            assert_eq!(
                code(&folder, &[missed, more].concat()),
                Some(0),
                "{missed:?}"
            );
            let output = folder.run(&[missed, &strict].concat());
            assert_eq!(output.status.code(), Some(1), "{missed:?}");
            // The answer says it all.
            assert!(
                !output.stdout.is_empty() && output.stderr.is_empty(),
                "{missed:?}"
            );
        }
    }
}

#[test]
fn what_is_not_done_has_a_code_of_its_own() {
    let folder = Folder::new();
    folder.text(&["walk", "--static", "--steps", "1", "--out", "walk.ron"]);
    let strict = ["check", "walk.ron", "--margin-mm", "900"];
    assert_eq!(code(&folder, &strict), Some(1));
    for args in [
        &["check", "none.ron"][..],
        &["pose", "--raech", "x"],
        &["pose", "--out", "missing/pose.ron"],
    ] {
        assert_eq!(code(&folder, args), Some(2), "{args:?}");
    }
    let help = folder.text(&["--help"]);
    assert!(
        help.contains("Exit codes:\n  0  done\n  1  done, but"),
        "{help}"
    );
}

#[test]
fn a_margin_that_no_support_has_is_not_reached_and_the_answer_says_what_it_lacks() {
    let folder = Folder::new();
    folder.write("goals.ron", "(version: 1, balance: Margin(500))");
    for asked in [["--margin-mm", "500"], ["--goals", "goals.ron"]] {
        let text = folder.text(&[&["pose"], &asked[..]].concat());
        assert!(!text.contains("Every goal is reached"), "{text}");
        assert!(
            text.contains("Balance misses its margin by 370 mm: the support is too small for it."),
            "{text}"
        );
        let answer = folder.json(&[&["pose", "--json"], &asked[..]].concat());
        assert_eq!(answer["outcome"], "resting");
        let goals = answer["goals"].as_array().expect("a list");
        let balance = goals.iter().find(|goal| goal["name"] == "balance");
        let balance = balance.expect("balance is a goal");
        assert_eq!(balance["reached"], false);
        let (lacks, has) = (number(&balance["error_mm"]), number(&answer["margin_mm"]));
        assert!((lacks + has - 500.0).abs() < 1.0, "{lacks} {has}");
    }
}

#[test]
fn a_walk_says_which_speed_was_asked_for_and_what_its_steps_allow() {
    let folder = Folder::new();
    let text = folder.text(&["walk", "--static", "--steps", "2", "--speed", "100"]);
    assert!(
        text.contains("Asked for 100 m/s ahead; its steps allow 0.25 m/s."),
        "{text}"
    );
    // A flat body has no side to go to.
    let text = folder.text(&[
        "walk",
        "--static",
        "-c",
        "planar",
        "-n2",
        "--sideways",
        "-0.1",
    ]);
    let words = "Asked for 0.1 m/s to the right; its steps allow 0.00 m/s.";
    assert!(text.contains(words), "{text}");
    let walk = ["walk", "--static", "--steps", "2", "--json", "--speed"];
    let fast = folder.json(&[&walk[..], &["-100"]].concat());
    let speed = &fast["asked"]["speed_m_s"];
    assert_eq!(number(&speed["asked"]), -100.0);
    assert!((number(&speed["allowed"]) + 0.25).abs() < 0.01, "{speed}");
    assert!(fast["asked"]["turn_deg_s"].is_null());
    let slow = folder.json(&[&walk[..], &["0.2"]].concat());
    let speed = &slow["asked"]["speed_m_s"];
    assert!((number(&speed["allowed"]) - 0.2).abs() < 1e-9, "{speed}");
    assert!(folder.json(&walk[..5])["asked"].is_null());
}

#[test]
fn a_walk_that_loses_its_balance_is_not_sound() {
    let folder = Folder::new();
    let hasty = "walk --static -c tall_thin --cadence 200 --clearance 0.3 --level stairs --json";
    let output = folder.run(&hasty.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(1));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let margin = number(&answer["margin_mm_min"]);
    let faults = answer["faults"].to_string();
    assert!(
        margin < 0.0 && faults.contains("the margin falls to -"),
        "{faults}"
    );
}

/// What `check --json` holds a clip to, and who said so.
fn held(folder: &Folder, args: &[&str]) -> [String; 2] {
    let output = folder.run(&[&["check", "--json"], args].concat());
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    ["balance", "balance_said_by"]
        .map(|field| answer["bounds"][field].as_str().unwrap_or("").to_owned())
}

#[test]
fn a_clip_is_held_to_the_balance_that_it_was_made_with() {
    let folder = Folder::new();
    let walk = ["walk", "--steps", "2", "--out"];
    folder.text(&[&walk[..], &["dynamic.ron", "--out", "dynamic.bvh"]].concat());
    folder.text(&[&walk[..], &["static.ron", "--static"]].concat());
    assert_eq!(held(&folder, &["dynamic.ron"]), ["dynamic", "marked"]);
    assert_eq!(held(&folder, &["static.ron"]), ["static", "marked"]);
    assert_eq!(
        held(&folder, &["static.ron", "--dynamic"]),
        ["dynamic", "asked"]
    );
    assert_eq!(
        held(&folder, &["dynamic.ron", "--margin-mm", "1"]),
        ["static", "asked"]
    );
    // Neither a BVH nor an older file says anything.
    assert_eq!(held(&folder, &["dynamic.bvh"]), ["dynamic", "guessed"]);
    let marked = std::fs::read_to_string(folder.path("static.ron")).expect("written");
    assert!(marked.contains("    balance: Static,\n"));
    folder.write("old.ron", &marked.replace("    balance: Static,\n", ""));
    assert_eq!(held(&folder, &["old.ron"]), ["static", "guessed"]);
    // What is mirrored, slowed or cut keeps its mark.
    folder.text(&["convert", "dynamic.ron", "mirrored.ron", "--mirror"]);
    assert_eq!(held(&folder, &["mirrored.ron"]), ["dynamic", "marked"]);
}

#[test]
fn recordings_are_cut_off_before_they_are_differentiated_and_made_motions_are_not() {
    let folder = Folder::new();
    folder.text(&["walk", "-n2", "--out", "made.ron", "--out", "made.bvh"]);
    // Somebody else calls its first joint otherwise.
    let made = std::fs::read_to_string(folder.path("made.bvh")).expect("written");
    folder.write("theirs.bvh", &made.replacen("pelvis", "Hips", 1));
    let cutoff = |args: &[&str]| {
        let output = folder.run(&[&["check", "--json"], args].concat());
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        answer["cutoff_hz"].as_f64()
    };
    assert_eq!(cutoff(&["made.ron"]), None);
    assert_eq!(cutoff(&["made.bvh"]), None);
    assert_eq!(cutoff(&["theirs.bvh"]), Some(6.0));
    assert_eq!(cutoff(&["theirs.bvh", "--cutoff", "0"]), None);
    assert_eq!(cutoff(&["made.ron", "--cutoff", "10"]), Some(10.0));
    let output = folder.run(&["check", "theirs.bvh"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        text.contains("\nAccelerations are those below 6 Hz.\n"),
        "{text}"
    );
}

#[test]
fn a_bvh_of_a_walk_whose_feet_roll_keeps_every_bound_that_its_ron_keeps() {
    let folder = Folder::new();
    folder.text(&["walk", "-n6", "--out", "walk.ron", "--out", "walk.bvh"]);
    let [ron, bvh] = ["walk.ron", "walk.bvh"].map(|file| folder.json(&["check", file, "--json"]));
    for answer in [&ron, &bvh] {
        assert_eq!(answer["within_bounds"], true, "{}", answer["reasons"]);
        assert_eq!(answer["bounds"]["balance"], "dynamic");
    }
    let margin = |answer: &serde_json::Value| number(&answer["dynamic_margin_mm"]["min"]);
    assert!(
        (margin(&ron) - margin(&bvh)).abs() < 0.1,
        "{}",
        margin(&bvh)
    );
    for feet in ["0", "1", "2"] {
        let share = |answer: &serde_json::Value| number(&answer["support_fractions"][feet]);
        assert!((share(&ron) - share(&bvh)).abs() < 0.01, "{feet}");
    }
}
