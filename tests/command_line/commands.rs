//! Every command once: what it answers, and what it writes.

use crate::folder::{Folder, number, numbers};
use serde_json::Value;

#[test]
fn a_reach_gives_a_pose_a_picture_and_every_documented_field() {
    let folder = Folder::new();
    let answer = folder.json(&[
        "pose",
        "--reach",
        "left_hand=0.5,1.3,0.4",
        "--out",
        "pose.ron",
        "--picture",
        "pose.png",
        "--json",
    ]);
    let fields = [
        "character",
        "level",
        "stance",
        "priority",
        "method",
        "outcome",
        "sentence",
        "margin_mm",
        "margin_direction",
        "com",
        "iterations",
        "restarts",
        "micros",
        "goals",
        "joints",
        "written",
    ];
    for field in fields {
        assert!(!answer[field].is_null(), "{field}");
    }
    assert_eq!(answer["outcome"], "reached");
    assert!(number(&answer["margin_mm"]) > 50.0);
    let goals = answer["goals"].as_array().expect("a list");
    let hand = goals
        .iter()
        .find(|g| g["name"] == "left_hand")
        .expect("the hand");
    assert_eq!(hand["kind"], "position");
    assert!(number(&hand["error_mm"]) < 0.6 && number(&hand["before_mm"]) > 100.0);
    assert_eq!(hand["reached"], true);

    let png = std::fs::read(folder.path("pose.png")).expect("a picture");
    assert!(png.starts_with(b"\x89PNG"));
    // The written pose is the answer's pose: solved from there, the hand is where it should be before the solve.
    let again = folder.json(&[
        "pose",
        "--from",
        "pose.ron",
        "--reach",
        "left_hand=0.5,1.3,0.4",
        "--json",
    ]);
    for goal in again["goals"].as_array().expect("a list") {
        assert!(goal["before_mm"].as_f64().unwrap_or(0.0) < 0.6, "{goal}");
    }
}

#[test]
fn people_read_what_every_goal_got_and_which_way_the_body_would_tip() {
    let folder = Folder::new();
    let text = folder.text(&[
        "pose",
        "--reach",
        "left_hand=0.3,1.0,1.6",
        "--margin-mm",
        "20",
        "--restarts",
        "1",
    ]);
    for words in [
        "left_hand",
        "gave way",
        "so that",
        "Margin of balance",
        " mm",
        "µs",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn the_example_of_the_documentation_is_a_goals_file() {
    let folder = Folder::new();
    let page = include_str!("../../docs/goals.md");
    let example = page
        .split("```ron\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    folder.write("goals.ron", example.expect("an example"));
    let answer = folder.json(&["pose", "--goals", "goals.ron", "--json"]);
    assert_eq!(answer["stance"], serde_json::json!(["left_foot"]));
    let goals = answer["goals"].as_array().expect("a list");
    let names: Vec<_> = goals
        .iter()
        .filter_map(|goal| goal["name"].as_str())
        .collect();
    assert_eq!(
        names,
        [
            "balance",
            "left_hand",
            "right_foot",
            "pelvis orientation",
            "head direction",
            "right_hand to right_hip",
            "left_hand level",
            "left_elbow pole",
            "lower_back like upper_back",
            "upper_back like neck",
            "height"
        ]
    );
}

#[test]
fn every_character_stands_on_every_level() {
    let folder = Folder::new();
    let names = |args: &[&str]| -> Vec<String> {
        let list = folder.json(args);
        let list = list.as_array().expect("a list");
        let name = |line: &Value| line["name"].as_str().map(str::to_owned);
        list.iter().filter_map(name).collect()
    };
    let levels = names(&["levels", "--json"]);
    for character in names(&["characters", "--json"]) {
        for level in &levels {
            let args = [
                "pose",
                "--character",
                &character,
                "--level",
                level,
                "--json",
            ];
            let answer = folder.json(&args);
            assert!(number(&answer["margin_mm"]) > 0.0, "{character} on {level}");
        }
    }
}

/// Centre of mass of the mannequin with one joint turned about an axis of its link by an angle in degrees.
fn com_with(folder: &Folder, joint: &str, root: &str, axis: usize, angle_deg: f64) -> Vec<f64> {
    let mut turn = [0.0; 3];
    turn[axis] = angle_deg;
    let [x, y, z] = turn;
    folder.write(
        "pose.ron",
        &format!(
            "(version: 1, character: \"mannequin\", root: (position: (0.1, 0.9, 0.2)), joints_deg: {{{joint:?}: Ball({x}, {y}, {z})}})"
        ),
    );
    let seen = folder.json(&[
        "inspect",
        "mannequin",
        "--pose",
        "pose.ron",
        "--root",
        root,
        "--json",
    ]);
    numbers(&seen["com"])
}

#[test]
fn the_jacobian_of_the_centre_of_mass_agrees_with_finite_differences() {
    let folder = Folder::new();
    folder.write(
        "zero.ron",
        "(version: 1, character: \"mannequin\", root: (position: (0.1, 0.9, 0.2)))",
    );
    let free = folder.json(&["inspect", "mannequin", "--pose", "zero.ron", "--json"]);
    let columns = free["columns"].as_array().expect("names");
    assert_eq!(columns.len(), 6 + 39);
    let rows: Vec<Vec<f64>> = free["com_jacobian"]
        .as_array()
        .expect("rows")
        .iter()
        .map(numbers)
        .collect();
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|row| row.len() == columns.len()));
    // A free base carries the centre of mass along.
    for (axis, row) in rows.iter().enumerate() {
        assert!((row[axis] - 1.0).abs() < 1e-12);
    }
    let h_deg = 0.01;
    let joints = free["joints"].as_array().expect("joints");
    for name in joints
        .iter()
        .step_by(4)
        .filter_map(|joint| joint["name"].as_str())
    {
        for (axis, letter) in ["wx", "wy", "wz"].iter().enumerate() {
            let column = format!("{name}.{letter}");
            let place = columns
                .iter()
                .position(|c| *c == column.as_str())
                .expect("a column");
            let plus = com_with(&folder, name, "pelvis", axis, h_deg);
            let minus = com_with(&folder, name, "pelvis", axis, -h_deg);
            for row in 0..3 {
                let slope = (plus[row] - minus[row]) / (2.0 * h_deg.to_radians());
                assert!(
                    (slope - rows[row][place]).abs() < 1e-7,
                    "{column}, row {row}"
                );
            }
        }
    }
    let held = folder.json(&["inspect", "mannequin", "--root", "l_foot", "--json"]);
    assert_eq!(held["base"], "held");
    assert_eq!(held["columns"].as_array().expect("names").len(), 39);
}

#[test]
fn inspect_names_joints_limits_and_reach() {
    let folder = Folder::new();
    let text = folder.text(&["inspect", "human", "--picture", "human.png"]);
    for words in [
        "left_knee",
        "hinge",
        "0° to 140°",
        "from left_shoulder",
        "39 degrees of freedom",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(folder.path("human.png").is_file());
}

#[test]
fn explain_is_short_and_shows_all_steps_when_asked() {
    let folder = Folder::new();
    let asked = [
        "explain",
        "--stance",
        "left",
        "--reach",
        "left_hand=0.5,1.2,0.5",
    ];
    let short = folder.text(&asked);
    let whole = folder.text(&[&asked[..], &["--all"]].concat());
    let ends = short.matches("end of start ").count();
    let starts = 1 + whole.matches("  start ").count();
    assert!(starts > 2 && ends == starts - 1, "{short}\n{whole}");
    let answer = format!(" of {starts}.");
    assert!(short.contains(&answer) && whole.contains(&answer));
    // What is shown in full in the short table stands in the long one word for word.
    let steps: Vec<&str> = short
        .lines()
        .filter(|line| line.contains(" kept "))
        .collect();
    assert!(steps.len() > 3 && short.lines().count() < 30, "{short}");
    assert!(
        steps
            .iter()
            .all(|step| whole.lines().any(|line| words(line) == words(step)))
    );
}

/// However wide its columns are.
fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

#[test]
fn explain_shows_every_iteration() {
    let folder = Folder::new();
    let text = folder.text(&["explain", "--reach", "left_hand=0.5,1.3,0.4"]);
    for words in [
        "damping",
        "begin",
        "kept",
        "left_hand mm",
        "Every goal is reached.",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let sweep = folder.json(&[
        "explain",
        "--method",
        "sweep",
        "--sweeps",
        "4",
        "--restarts",
        "0",
        "--through",
        "--json",
    ]);
    assert_eq!(sweep["method"], "sweep");
    let lines = sweep["iterations"].as_array().expect("a list");
    assert!(lines.len() > 2);
    let goals = sweep["goals"].as_array().expect("a list").len();
    assert!(
        lines
            .iter()
            .all(|line| line["errors"].as_array().map(Vec::len) == Some(goals))
    );
    // What is kept never costs more, from one start.
    let starts = lines.chunk_by(|_, next| next["begins"] == false);
    for start in starts {
        let costs: Vec<f64> = start.iter().map(|line| number(&line["cost"])).collect();
        assert!(costs.windows(2).all(|pair| pair[1] <= pair[0]));
    }
}

#[test]
fn problems_are_made_solved_and_judged() {
    let folder = Folder::new();
    folder.text(&[
        "bench",
        "make-problems",
        "--count",
        "200",
        "--out",
        "problems.json",
    ]);
    let args = [
        "bench",
        "ik",
        "--problems",
        "problems.json",
        "--repeat",
        "1",
        "--json",
    ];
    let summary = folder.json(&args);
    assert_eq!(summary["problems"], 200);
    assert!(number(&summary["reached_percent"]) >= 98.0, "{summary}");
    assert!(number(&summary["micros"]["median"]) > 0.0);
    assert!(number(&summary["iterations"]["p99"]) >= number(&summary["iterations"]["median"]));
    let free = folder.text(&[
        "bench",
        "ik",
        "--problems",
        "problems.json",
        "--repeat",
        "1",
        "--no-limits",
    ]);
    assert!(
        free.contains("of 200 reached") && free.contains("limits ignored"),
        "{free}"
    );
}

#[test]
fn completions_are_printed_for_every_shell() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(
            folder
                .text(&["completions", shell])
                .contains("make-problems"),
            "{shell}"
        );
    }
}

#[test]
fn without_a_command_and_a_display_the_demo_writes_pictures_and_poses() {
    let folder = Folder::new();
    let text = folder.text(&[]);
    for file in ["one_leg.png", "one_leg.ron", "too_far.png", "too_far.ron"] {
        assert!(folder.path("out").join(file).is_file(), "{file}");
        assert!(text.contains(file), "{file}");
    }
    assert!(text.contains("one_leg: Every goal is reached."), "{text}");
    assert!(text.contains("too_far: Left hand gives"), "{text}");
}

#[test]
#[cfg(all(feature = "viewer", target_os = "linux"))]
fn without_a_display_one_line_says_so() {
    let folder = Folder::new();
    let told = |args: &[&str]| {
        let output = folder.run(args);
        let line = String::from_utf8(output.stderr).expect("UTF-8");
        (output.status.code(), line)
    };
    let why = "no window can open here: there is no display (DISPLAY is not set)";
    assert_eq!(told(&["view"]), (Some(2), format!("error: {why}\n")));
    let instead = format!("{why}; the demo runs instead\n");
    assert_eq!(told(&[]), (Some(0), instead));
}

#[test]
#[cfg(feature = "viewer")]
fn a_file_alone_is_opened_in_the_window() {
    let folder = Folder::new();
    let told = |args: &[&str]| {
        let output = folder.run(args);
        let line = String::from_utf8(output.stderr).expect("UTF-8");
        (output.status.code(), line)
    };
    for file in ["missing.pose.ron", "walk.bvh", "WALK.BVH", "picture.png"] {
        assert_eq!(told(&[file]), told(&["view", file]));
    }
    assert_ne!(told(&["wlak"]), told(&["view", "wlak"]));
}

#[test]
fn columns_of_a_table_have_names_without_spaces_and_their_unit() {
    let folder = Folder::new();
    folder.text(&[
        "explain",
        "--even-spine",
        "--together",
        "left_hand=head",
        "--csv",
        "e.csv",
    ]);
    let table = std::fs::read_to_string(folder.path("e.csv")).expect("a table");
    let head = table.lines().next().expect("a head");
    for name in [
        "right_foot_planted_mm",
        "right_foot_flat_deg",
        "left_hand_to_head_mm",
    ] {
        assert!(
            head.split(',').any(|column| column == name),
            "{name}: {head}"
        );
    }
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_,".contains(c);
    assert!(head.chars().all(is_plain), "{head}");
}

/// The longest chain that a file may hold, of links that are all near each other once it is folded.
#[test]
fn a_chain_of_a_thousand_links_is_folded() {
    let link = |index: usize| {
        let at = if index == 1 { 0.01 } else { 0.005 };
        let parent = index - 1;
        format!(
            "(name: \"l{index}\", parent: \"l{parent}\", mass: 0.001, joint: (name: \"j{index}\", at: (0, {at}, 0), \
             kind: Ball(twist_axis: (0, 1, 0), flex_axis: (1, 0, 0), twist_deg: (-9, 9), flex_deg: (-20, 30), side_deg: (-9, 9))), \
             shapes: [Capsule(radius: 0.002, from: (0, 0, 0), to: (0, 0.005, 0))]),"
        )
    };
    let links: String = (1..1000).map(link).collect();
    let corners = "(0.2, -0.01, -0.2), (0.2, -0.01, 0.2), (-0.2, -0.01, 0.2), (-0.2, -0.01, -0.2)";
    let folder = Folder::new();
    folder.write(
        "chain.ron",
        &format!(
            "(version: 1, description: \"a chain\", links: [(name: \"l0\", mass: 1, shapes: [Box(size: (0.4, 0.02, 0.4))]), {links}], \
             effectors: [(name: \"top\", link: \"l999\", point: (0, 0.005, 0))], \
             soles: [(name: \"foot\", link: \"l0\", corners: [{corners}])], rest: (link: \"l0\", position: (0, 0.01, 0)))"
        ),
    );
    for priority in ["weighted", "strict"] {
        let told = folder.text(&[
            "pose",
            "-c",
            "chain.ron",
            "--reach",
            "top=0.3,0.1,0.3",
            "--priority",
            priority,
        ]);
        assert!(told.contains("Every goal is reached"), "{priority}: {told}");
    }
}

#[test]
fn a_pose_stands_on_tiptoe_or_on_a_foot_and_a_heel_and_balances_over_what_touches() {
    let folder = Folder::new();
    let args = [
        "pose",
        "--stance",
        "left_foot.ball+toe,right_foot.ball+toe",
        "--reach",
    ];
    let args = [&args[..], &["left_heel=0.09,0.06,-0.0634", "--json"]].concat();
    let answer = folder.json(&args);
    let stands = serde_json::json!(["left_foot.ball+toe", "right_foot.ball+toe"]);
    assert_eq!(answer["stance"], stands);
    assert_eq!(answer["outcome"], "reached", "{answer}");
    // Half of the depth of ball and toes, 85 mm.
    let margin = answer["margin_mm"].as_f64().expect("a number");
    assert!((30.0..42.6).contains(&margin), "{margin}");

    let split = [
        "pose",
        "--stance",
        "left_foot.ball,left_foot.toe,right_foot.heel",
        "--json",
    ];
    let answer = folder.json(&split);
    assert_eq!(
        answer["stance"],
        serde_json::json!(["left_foot.ball+toe", "right_foot.heel"])
    );
}
