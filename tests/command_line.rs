//! The program as people run it: arguments in, text, files and an exit code out.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A folder of its own for one test, gone afterwards.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("a file in it");
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_contrapposto"));
        command.args(args).current_dir(self.0.path());
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the program runs")
    }

    /// Standard output of a run that must succeed.
    fn text(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{args:?}: {complaint}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.text(args)).expect("JSON")
    }

    /// The one line of complaint about bad input.
    fn complaint(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let line = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {line}");
        assert!(output.stdout.is_empty(), "{args:?}");
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(line.starts_with("error: "), "{line}");
        line
    }
}

fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is a number"))
}

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().expect("a list");
    list.iter().map(number).collect()
}

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
    let page = include_str!("../docs/goals.md");
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
            "height"
        ]
    );
}

#[test]
fn a_wrong_name_suggests_the_right_one() {
    let folder = Folder::new();
    for (args, hint) in [
        (&["pose", "--character", "humn"][..], "human"),
        (&["pose", "--level", "stiars"], "stairs"),
        (&["pose", "--reach", "left_hnd=0,1,0"], "left_hand"),
        (&["pose", "--look", "haed=0,0,1"], "head"),
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
    }
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
    folder.write("settings.ron", "(\n  damping: NaN)");
    let line = folder.complaint(&["pose", "--settings", "settings.ron"]);
    assert!(line.contains("settings.ron:2:3: damping"), "{line}");
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
fn inspect_names_joints_limits_and_reach() {
    let folder = Folder::new();
    let text = folder.text(&["inspect", "human", "--picture", "human.png"]);
    for words in [
        "left_knee",
        "hinge",
        "0° to 140°",
        "from left_shoulder",
        "37 degrees of freedom",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(folder.path("human.png").is_file());
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
    let sweep = folder.json(&["explain", "--method", "sweep", "--sweeps", "4", "--json"]);
    assert_eq!(sweep["method"], "sweep");
    let lines = sweep["iterations"].as_array().expect("a list");
    assert!(lines.len() > 2);
    let goals = sweep["goals"].as_array().expect("a list").len();
    assert!(
        lines
            .iter()
            .all(|line| line["errors"].as_array().map(Vec::len) == Some(goals))
    );
    // What is kept never costs more.
    let costs: Vec<f64> = lines.iter().map(|line| number(&line["cost"])).collect();
    assert!(costs.windows(2).all(|pair| pair[1] <= pair[0]));
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
fn a_wrong_problem_file_is_pointed_into() {
    let folder = Folder::new();
    let head = "{\"character\": \"mannequin\", \"stance\": \"l_foot\", \"problems\": [\n";
    for (text, place) in [
        (
            "{\"com_xz\": [0, 0], \"targets\": {\"l_hnd\": [0, 1, 0]}}]}",
            "p.json:2:33: ",
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
fn without_a_command_the_demo_writes_pictures_and_poses() {
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
fn the_help_of_every_command_ends_with_examples() {
    let folder = Folder::new();
    for command in [
        &[][..],
        &["pose"],
        &["explain"],
        &["inspect"],
        &["characters"],
        &["levels"],
        &["bench"],
        &["bench", "ik"],
        &["bench", "make-problems"],
        &["demo"],
        &["completions"],
    ] {
        let help = folder.text(&[command, &["--help"]].concat());
        assert!(
            help.contains("Examples:\n  contrapposto"),
            "{command:?}: {help}"
        );
    }
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
