//! A body of 5 cm is posed as exactly for its size as a person, and a giant need not be more exact.

use crate::folder::{Folder, number, numbers};
use serde_json::Value;

const TIMES: [f64; 5] = [1.0, 0.0286, 0.3, 3.0, 20.0];

/// What is asked, in a person's metres: goals of every kind, as files have them.
const ASKED: [&str; 5] = [
    "reaches: [(effector: \"left_hand\", target: (0.35, 0.9, 0.45))]",
    "stance: [\"left\"], reaches: [(effector: \"right_foot\", target: (-0.45, 0.75, -0.55))]",
    "reaches: [(effector: \"left_hand\", target: (0.3, 1.1, 0.4))], poles: [(limb: \"left_elbow\", target: (0.9, 0.4, 0))]",
    "reaches: [(effector: \"left_hand\", target: (0.35, 1.6, 0.2))], looks: [(at: (0.5, 1.2, 1))]",
    "reaches: [(effector: \"left_hand\", target: (0.4, 1.2, 0.3))], keep_level: [(link: \"left_hand\")]",
];

/// The same with a hand that is turned, too.
const TURNED: &str = "reaches: [(effector: \"right_hand\", target: (-0.3, 0.4, 0.5))], orientations: [(link: \"right_hand\", rotation_deg: (0, 0, 120))]";

/// A text with all points in it so many times as far away.
fn scaled(asked: &str, times: f64) -> String {
    let mut parts = asked.split(" (");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text += " (";
        let point = part.split_once(')');
        let numbers = point.map(|(inside, _)| inside.split(", ").map(str::parse::<f64>));
        let numbers: Option<Vec<f64>> = numbers.and_then(|all| all.map(Result::ok).collect());
        match (numbers, point) {
            // Turns are the same for all.
            (Some(numbers), Some((_, rest))) if !text.ends_with("_deg: (") => {
                let far: Vec<String> = numbers.iter().map(|x| (times * x).to_string()).collect();
                text += &far.join(", ");
                text += ")";
                text += rest;
            }
            _ => text += part,
        }
    }
    text
}

/// The turns of all joints [deg].
fn turns(answer: &Value) -> Vec<f64> {
    let joints = answer["joints"].as_object().expect("joints");
    let turns = joints.values().map(|turn| match turn {
        Value::Array(_) => numbers(turn),
        hinge => vec![number(hinge)],
    });
    turns.flatten().collect()
}

#[test]
fn a_thumbling_is_posed_as_exactly_for_its_size_as_a_person_and_a_giant_no_more() {
    let folder = Folder::new();
    folder.write(
        "wide.ron",
        "(version: 1, description: \"wide\", ground: [(name: \"floor\", at: (0, 0, -200), form: Plane(length: 400, width: 400))])",
    );
    let both = |asked| ["none", "people"].map(|posture| (asked, posture));
    let asked = ASKED.into_iter().flat_map(both);
    for (asked, posture) in asked.chain([(TURNED, "none")]) {
        let mut person = None;
        for times in TIMES {
            let edit = format!("edits: [ScaleBody(by: {times}, mass: Keep)]");
            let body = format!("(version: 1, base: \"human\", description: \"other\", {edit})");
            folder.write("other.ron", &body);
            folder.write(
                "goals.ron",
                &format!("(version: 1, {})", scaled(asked, times)),
            );
            let pose = [
                "pose",
                "-c",
                "other.ron",
                "-l",
                "wide.ron",
                "-g",
                "goals.ron",
            ];
            let answer = folder.json(&[&pose[..], &["--posture", posture, "--json"]].concat());
            let told = format!("{posture}, x{times}: {asked}");
            assert_eq!(answer["outcome"], "reached", "{told}");
            for goal in answer["goals"].as_array().expect("goals") {
                let [mm, deg] = ["error_mm", "error_deg"].map(|field| goal[field].as_f64());
                assert!(mm.is_none_or(|mm| mm <= 0.5 * times), "{told}: {goal}");
                assert!(deg.is_none_or(|deg| deg < 0.12), "{told}: {goal}");
            }
            let turns = turns(&answer);
            let margin = number(&answer["margin_mm"]) / times;
            let (same_turns, same_margin) = person.get_or_insert((turns.clone(), margin));
            let apart = turns.iter().zip(&*same_turns).map(|(a, b)| (a - b).abs());
            let apart = apart.fold(0.0, f64::max);
            assert!(apart < 0.05, "{told}: {apart}°");
            assert!((margin - *same_margin).abs() < 0.05, "{told}: {margin} mm");
        }
    }
}
