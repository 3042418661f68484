//! The page about JSON and the program say the same: every field is described, and every field that is described is there.

use crate::folder::Folder;
use serde_json::Value;
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../../docs/json.md");

/// Objects with names of joints, numbers of frames and the like for keys.
const BY_NAME: [&str; 4] = ["joints", "support_fractions", "frames", "world"];

/// The text under a heading.
fn section(heading: &str) -> &'static str {
    let head = format!("\n## `{heading}`\n");
    let begin = PAGE
        .find(&head)
        .unwrap_or_else(|| panic!("no section {heading}"))
        + head.len();
    let rest = &PAGE[begin..];
    rest.split("\n## ").next().unwrap_or(rest)
}

/// Words in backquotes.
fn quoted(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The fields in the first column of a section's first table.
fn described(section: &'static str) -> BTreeSet<&'static str> {
    let rows = section.lines().skip_while(|line| !line.starts_with("|---"));
    let rows = rows.skip(1).take_while(|line| line.starts_with('|'));
    rows.flat_map(|row| quoted(row.split('|').nth(1).unwrap_or_default()))
        .collect()
}

/// The fields of an answer; of a list those of its first entry.
fn fields(answer: &Value) -> BTreeSet<&str> {
    let entry = answer.as_array().map_or(answer, |list| &list[0]);
    let object = entry.as_object().expect("an object");
    object.keys().map(String::as_str).collect()
}

/// Every field within fields.
fn inner_fields<'v>(value: &'v Value, depth: usize, found: &mut BTreeSet<&'v str>) {
    match value {
        Value::Array(list) => {
            for entry in list {
                inner_fields(entry, depth, found);
            }
        }
        Value::Object(object) => {
            for (name, value) in object {
                if depth > 0 {
                    found.insert(name);
                }
                if !BY_NAME.contains(&name.as_str()) || value.is_array() {
                    inner_fields(value, depth + 1, found);
                }
            }
        }
        _ => {}
    }
}

#[test]
fn every_field_is_described_and_every_described_field_is_there() {
    let folder = Folder::new();
    folder.text(&[
        "walk", "--steps", "1", "--out", "walk.ron", "--out", "walk.bvh",
    ]);
    folder.text(&["bench", "make-problems", "--count", "3", "--out", "p.json"]);
    let push = "secs_at=0.2 link=chest force=200,0,0";
    let throw = "secs_at=0.4 link=chest";
    for (heading, runs) in [
        ("pose --json", &[&["pose", "--out", "pose.ron"][..]][..]),
        ("explain --json", &[&["explain"], &["explain", "--visits"]]),
        (
            "explain --strategies --json",
            &[&["explain", "--strategies"]],
        ),
        (
            "inspect --json",
            &[&["inspect", "human", "--picture", "human.png"]],
        ),
        ("inspect FILE.bvh --json", &[&["inspect", "walk.bvh"]]),
        ("check --json", &[&["check", "walk.ron"]]),
        (
            "check FOLDER --json",
            &[
                &["check", "walk.ron", "walk.bvh"],
                &["balance", "walk.bvh", "--shard", "1/1"],
                &["convert", "walk.ron", "--out-dir", "d", "--format", "glb"],
                &["picture", "walk.ron", "--out-dir", "d"],
            ],
        ),
        ("balance --json", &[&["balance", "walk.bvh"]]),
        (
            "walk --json",
            &[&["walk", "--steps", "1", "--out", "a.ron", "--out", "a.csv"]],
        ),
        ("convert --json", &[&["convert", "walk.ron", "b.glb"]]),
        ("picture --json", &[&["picture", "walk.ron"]]),
        (
            "ghost --json",
            &[&[
                "ghost",
                "walk.ron",
                "--feedback",
                "--push",
                push,
                "--throw",
                throw,
                "--out",
                "g.bvh",
            ]],
        ),
        ("presets --json", &[&["presets"]]),
        ("presets NAME --json", &[&["presets", "left_leg"]]),
        ("characters --json", &[&["characters"]]),
        ("levels --json", &[&["levels"]]),
        (
            "bench ik --json",
            &[&["bench", "ik", "--problems", "p.json", "--repeat", "1"]],
        ),
        (
            "bench physics --json",
            &[&["bench", "physics", "--secs", "0.1", "--repeat", "1"]],
        ),
    ] {
        let section = section(heading);
        let runs = runs
            .iter()
            .map(|args| folder.json(&[args, &["--json"][..]].concat()));
        let answers: Vec<Value> = runs.collect();
        let there: BTreeSet<&str> = answers.iter().flat_map(fields).collect();
        assert_eq!(there, described(section), "{heading}: there, and described");
        let mut inner = BTreeSet::new();
        for answer in &answers {
            inner_fields(answer, 0, &mut inner);
        }
        let told = quoted(PAGE);
        let untold: Vec<_> = inner.difference(&told).collect();
        assert!(untold.is_empty(), "{heading}: {untold:?}");
    }
}

#[test]
fn a_report_of_a_ghost_is_its_answer() {
    let folder = Folder::new();
    folder.text(&["walk", "--steps", "1", "--out", "walk.ron"]);
    let mut answer = folder.json(&["ghost", "walk.ron", "--report", "r.json", "--json"]);
    let text = std::fs::read_to_string(folder.path("r.json")).expect("a report");
    let mut report: Value = serde_json::from_str(&text).expect("JSON");
    // Only the clock differs from run to run, and this is one run.
    assert_eq!(answer["written"].take(), report["written"].take());
    assert_eq!(answer, report);
}
