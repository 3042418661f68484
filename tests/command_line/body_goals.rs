//! Options and files that relate parts of the body: together, level, bends, gaze, an even spine, frozen joints.

use crate::folder::{Folder, number, numbers};
use serde_json::Value;

/// What a goal of a kind got, in its own unit.
fn errors(answer: &Value, kind: &str) -> Vec<f64> {
    let goals = answer["goals"].as_array().expect("a list");
    let of_kind = goals.iter().filter(|goal| goal["kind"] == kind);
    let error = |goal: &Value| {
        let value = [&goal["error_mm"], &goal["error_deg"]];
        number(value.into_iter().find(|v| !v.is_null()).expect("an error"))
    };
    of_kind.map(error).collect()
}

/// Where a link is in a written pose, or at rest.
fn place(folder: &Folder, pose: Option<&str>, link: &str) -> Vec<f64> {
    let mut args = vec!["inspect", "human", "--json"];
    args.extend(pose.iter().flat_map(|pose| ["--pose", *pose]));
    let seen = folder.json(&args);
    let links = seen["links"].as_array().expect("links");
    let found = links.iter().find(|seen| seen["name"] == link);
    numbers(&found.expect("the link")["position"])
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f64>().sqrt()
}

/// How far a ball joint is turned [deg].
fn turned(answer: &Value, joint: &str) -> f64 {
    distance(&numbers(&answer["joints"][joint]), &[0.0; 3])
}

#[test]
fn a_hand_goes_to_the_own_knee_and_both_move() {
    let folder = Folder::new();
    let args = ["pose", "--together", "left_hand=left_knee", "--json"];
    let answer = folder.json(&[&args[..], &["--out", "pose.ron"]].concat());
    assert_eq!(answer["outcome"], "reached");
    let errors = errors(&answer, "together");
    assert!(errors.len() == 1 && errors[0] < 0.5, "{errors:?} mm");
    for link in ["left_hand", "left_shank"] {
        let (before, after) = (
            place(&folder, None, link),
            place(&folder, Some("pose.ron"), link),
        );
        let moved = distance(&before, &after);
        assert!(moved > 0.02, "{link} moved by {moved} m");
    }
}

#[test]
fn a_cup_stays_level_while_its_hand_goes_elsewhere() {
    let folder = Folder::new();
    let hand = ["--reach", "left_hand=0.35,1.1,0.45"];
    let free = folder.json(&[&["pose", "--json"][..], &hand].concat());
    assert_eq!(errors(&free, "level").len(), 0);
    for level in ["left_hand", "left_hand=0,-90,0"] {
        let args = ["pose", "--json", "--keep-level", level];
        let answer = folder.json(&[&args[..], &hand].concat());
        assert_eq!(answer["outcome"], "reached", "{level}");
        let off = errors(&answer, "level")[0];
        assert!(off < 0.12, "{off}°");
        assert!(errors(&answer, "position")[1] < 0.5);
    }
}

#[test]
fn what_is_kept_level_stays_as_it_is_in_the_pose_that_it_starts_from() {
    let folder = Folder::new();
    let hand = ["--reach", "left_hand=0.35,1.1,0.45"];
    folder.text(&[&["pose", "--out", "pose.ron"][..], &hand].concat());
    let level = ["pose", "--from", "pose.ron", "--json"];
    folder.write(
        "level.ron",
        "(version: 1, keep_level: [(link: \"left_hand\")])",
    );
    for asked in [["--keep-level", "left_hand"], ["--goals", "level.ron"]] {
        let answer = folder.json(&[&level[..], &asked].concat());
        let goals = answer["goals"].as_array().expect("a list");
        let goal = goals.iter().find(|goal| goal["kind"] == "level");
        assert!(number(&goal.expect("the goal")["before_deg"]) < 1e-6);
    }
}

#[test]
fn an_elbow_points_where_it_is_asked_to() {
    let folder = Folder::new();
    let hand = ["--reach", "left_hand=0.3,1.1,0.4", "--json"];
    for pole in ["left_elbow=1,0.4,0", "left_forearm=0.5,1.9,0.2"] {
        let args = ["pose", "--pole", pole];
        let answer = folder.json(&[&args[..], &hand].concat());
        let off = errors(&answer, "pole")[0];
        assert!(off.abs() < 1.0, "{pole}: {off}°");
        assert!(errors(&answer, "position")[1] < 0.5);
    }
}

#[test]
fn eyes_look_at_a_point_and_the_head_turns_only_as_far_as_they_do_not_reach() {
    let folder = Folder::new();
    let near = folder.json(&["pose", "--look", "0.3,1.6,1.5", "--json"]);
    let far = folder.json(&["pose", "--look", "1.5,1.2,0.3", "--json"]);
    for answer in [&near, &far] {
        let off = errors(answer, "look")[0];
        assert!(off < 0.12, "{off}°");
    }
    let necks = [&near, &far].map(|answer| turned(answer, "neck"));
    assert!(necks[0] < 3.0 && necks[1] > 10.0, "{necks:?}°");
    folder.write(
        "stare.ron",
        "(version: 1, looks: [(at: (0.3, 1.6, 1.5), eyes_reach_deg: 0)])",
    );
    let stare = folder.json(&["pose", "--goals", "stare.ron", "--json"]);
    assert!(errors(&stare, "look")[0] < 0.12);
    assert!(turned(&stare, "neck") > necks[0] + 1.0);
}

#[test]
fn an_even_spine_has_no_joint_that_bends_as_far_as_without() {
    let folder = Folder::new();
    let hand = ["pose", "--reach", "left_hand=0.3,0.3,0.5", "--json"];
    let free = folder.json(&hand);
    let even = folder.json(&[&hand[..], &["--even-spine"]].concat());
    assert_eq!(even["outcome"], "reached");
    assert_eq!(errors(&even, "even").len(), 2);
    let largest = |answer: &Value| {
        let joints = ["lower_back", "upper_back", "neck"].map(|joint| turned(answer, joint));
        joints.into_iter().fold(0.0, f64::max)
    };
    let (free, even) = (largest(&free), largest(&even));
    assert!(even < 0.8 * free, "{even}° instead of {free}°");
}

#[test]
fn a_frozen_elbow_keeps_its_bits_through_every_start_of_a_solve() {
    let folder = Folder::new();
    folder.text(&[
        "pose",
        "--out",
        "start.ron",
        "--reach",
        "left_hand=0.4,1,0.4",
    ]);
    let elbow = |file: &str| {
        let text = std::fs::read_to_string(folder.path(file)).expect("a pose");
        let line = text.lines().find(|line| line.contains("left_elbow"));
        line.expect("the elbow").to_owned()
    };
    // Near enough to arrive, on either foot, and too far: then other starts are tried.
    for (stance, target) in [
        ("both", "left_hand=0.5,1.2,0.3"),
        ("right,left", "left_hand=0.5,1.2,0.3"),
        ("both", "left_hand=0.3,1,1.6"),
    ] {
        for frozen in ["left_elbow", "left_forearm"] {
            folder.text(&[
                "pose",
                "--from",
                "start.ron",
                "--out",
                "end.ron",
                "--reach",
                target,
                "--stance",
                stance,
                "--freeze",
                frozen,
            ]);
            assert_eq!(elbow("end.ron"), elbow("start.ron"), "{stance} {target}");
        }
        folder.text(&[
            "pose",
            "--from",
            "start.ron",
            "--out",
            "end.ron",
            "--reach",
            target,
            "--stance",
            stance,
        ]);
        assert_ne!(elbow("end.ron"), elbow("start.ron"), "{stance} {target}");
    }
}

#[test]
fn a_file_asks_for_the_same_as_options_do() {
    let folder = Folder::new();
    folder.write(
        "goals.ron",
        "(version: 1,
          together: [(first: \"right_hand\", second: \"chest\")],
          keep_level: [(link: \"left_hand\")],
          poles: [(limb: \"left_elbow\", target: (1, 0.4, 0))],
          looks: [(at: (0.8, 1, 1))],
          even_spine: true,
          frozen: [\"right_wrist\"])",
    );
    let file = folder.json(&["pose", "--goals", "goals.ron", "--json"]);
    let options = folder.json(&[
        "pose",
        "--together",
        "right_hand=chest",
        "--keep-level",
        "left_hand",
        "--pole",
        "left_elbow=1,0.4,0",
        "--look",
        "0.8,1,1",
        "--even-spine",
        "--freeze",
        "right_wrist",
        "--json",
    ]);
    for kind in ["together", "level", "pole", "look", "even"] {
        assert_eq!(errors(&file, kind).len(), errors(&options, kind).len());
        assert!(!errors(&file, kind).is_empty(), "{kind}");
    }
    let joints = |answer: &Value| answer["joints"].to_string();
    let words = |answer: &Value| answer["sentence"].to_string();
    assert_eq!(words(&file), words(&options));
    let wrists = [&file, &options].map(|answer| answer["joints"]["right_wrist"].to_string());
    assert_eq!(wrists[0], wrists[1]);
    assert_ne!(joints(&file), "");
    // An option overrules the entry of its name.
    let overruled = folder.json(&[
        "pose",
        "--goals",
        "goals.ron",
        "--pole",
        "left_elbow=0.5,1.9,0",
        "--json",
    ]);
    assert_eq!(errors(&overruled, "pole").len(), 1);
}

#[test]
fn points_of_a_link_that_have_no_name_come_together_too() {
    let folder = Folder::new();
    folder.write(
        "goals.ron",
        "(version: 1, together: [(first: \"left_hand\", second: \"right_thigh\", second_point: (0, -0.3, 0.08))])",
    );
    let answer = folder.json(&["pose", "--goals", "goals.ron", "--json"]);
    assert!(errors(&answer, "together")[0] < 0.5);
    assert_eq!(answer["outcome"], "reached");
}

#[test]
fn explain_shows_these_goals_as_well() {
    let folder = Folder::new();
    let text = folder.text(&[
        "explain",
        "--together",
        "left_hand=left_knee",
        "--look",
        "0.5,1,1",
        "--freeze",
        "left_elbow",
    ]);
    for words in ["left_hand to left_knee mm", "head look °"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

/// Millimetres of a person are leaps of a thumbling and dust to a giant.
#[test]
fn bodies_of_other_sizes_are_posed_as_the_person_is() {
    let folder = Folder::new();
    // Of several answers that are as near to rest as each other any may be kept: the first is compared.
    folder.write("first.ron", "(restarts: 8, settle: 60)");
    let posed = |times: f64, more: &[&str]| {
        let edit = format!("ScaleBody(by: {times}, mass: Keep)");
        let body = format!(
            "(version: 1, base: \"human\", description: \"another size\", edits: [{edit}])"
        );
        folder.write("body.ron", &body);
        let [x, y, z] = [0.5, 1.3, 0.3].map(|metres| metres * times);
        let reach = format!("left_hand={x},{y},{z}");
        let args = ["pose", "-c", "body.ron", "--reach", &reach, "--json"];
        folder.json(&[&args[..], more].concat())
    };
    let first = ["--settings", "first.ron"];
    let person = posed(1.0, &first);
    let joints = person["joints"].as_object().expect("joints");
    for times in [0.05, 20.0] {
        for more in [&[][..], &first] {
            let other = posed(times, more);
            assert_eq!(other["outcome"], "reached", "x{times}");
            assert_eq!(other["restarts"], 0, "x{times}");
            let miss = errors(&other, "position")[0] / times;
            assert!(miss < 0.5, "x{times}: {miss} mm");
        }
        let other = posed(times, &first);
        for (name, turn) in joints {
            let [turn, same] = [turn, &other["joints"][name]].map(|turn| match turn.as_array() {
                Some(_) => numbers(turn),
                None => vec![number(turn)],
            });
            let off = distance(&turn, &same);
            assert!(off < 0.01, "x{times}: {name} is off by {off} deg");
        }
    }
}

#[test]
fn hands_alone_hold_a_body_and_knees_do_with_the_feet_in_the_air() {
    let folder = Folder::new();
    let palms = [
        "--plant",
        "left_hand=0.21,0,0,0,-90,0",
        "--plant",
        "right_hand=-0.21,0,0,0,90,0",
    ];
    // One knee holds all; the other one keeps its place and lets its shank turn: that foot goes aside.
    let knees = [
        "--plant",
        "left_knee=0.1,0,0,112,0,0",
        "--plant",
        "right_knee=-0.1,0,0",
    ];
    let up = ["--look", "chest=0,0,-1"];
    let aside = ["--reach", "right_foot=-0.22,0.2,-0.46"];
    for (plants, wish, pelvis) in [(palms, up, 0.8), (knees, aside, 0.4)] {
        let start = ["pose", "--stance", "none", "--margin-mm", "15", "--json"];
        let args = [&start[..], &plants, &wish, &["--out", "pose.ron"]].concat();
        let answer = folder.json(&args);
        assert_eq!(answer["outcome"], "reached", "{plants:?}");
        let margin = number(&answer["margin_mm"]);
        assert!(margin > 14.0, "{plants:?}: {margin} mm");
        let height = place(&folder, Some("pose.ron"), "pelvis")[1];
        assert!(height > pelvis, "{plants:?}: {height} m");
        for foot in ["left_foot", "right_foot"] {
            let height = place(&folder, Some("pose.ron"), foot)[1];
            assert!(height > 0.09, "{plants:?} {foot}: {height} m");
        }
    }
}
