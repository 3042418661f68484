//! The page about JSON and the program say the same: every field is described, and every field that is described is there.

use crate::folder::Folder;
use serde_json::Value;
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../../docs/json.md");

/// What many commands answer to one file is described with each of them.
const DESCRIBED_ELSEWHERE: &str = "files[].answer";

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

/// Words in backquotes in the order of the text.
fn words(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The paths of all fields that the tables of a section describe. A table of the entries of a list stands behind a line that
/// ends with their path: ``of `goals[]`:``. What is `as of` another command is described there, with all that is in it.
fn described(heading: &str) -> BTreeSet<String> {
    let mut paths = BTreeSet::new();
    let (mut within, mut is_table) = (String::new(), false);
    for line in section(heading).lines() {
        let Some(row) = line.strip_prefix("| `") else {
            is_table = is_table && line.starts_with('|');
            if line.ends_with("`:") {
                within = format!("{}.", words(line).pop().unwrap_or_default());
            } else if !line.is_empty() && !line.starts_with('|') {
                within.clear();
            }
            continue;
        };
        let (fields, meaning) = row.split_once(" | ").expect("two columns");
        let elsewhere = meaning.strip_prefix("as of `");
        let elsewhere = elsewhere.and_then(|rest| rest.split('`').next());
        let elsewhere = elsewhere.map(|command| described(&format!("{command} --json")));
        for field in words(&format!("`{fields}")) {
            let below = elsewhere.iter().flatten().filter(|path| {
                let rest = path.strip_prefix(field).unwrap_or_default();
                rest.starts_with(['.', '['])
            });
            paths.extend(below.map(|path| format!("{within}{path}")));
            assert!(
                paths.insert(format!("{within}{field}")),
                "{heading}: {field} twice"
            );
        }
    }
    paths
}

/// The paths of all fields of a value. Entries with names of their own have the name `*`, where the page says so.
fn add_paths(value: &Value, at: &str, page: &BTreeSet<String>, found: &mut BTreeSet<String>) {
    match value {
        _ if at == DESCRIBED_ELSEWHERE => {}
        Value::Array(list) => {
            for entry in list {
                add_paths(entry, &format!("{at}[]"), page, found);
            }
        }
        Value::Object(object) => {
            // An answer that is a list is described by its entries.
            let at = if at.is_empty() || at == "[]" {
                String::new()
            } else {
                format!("{at}.")
            };
            let any = format!("{at}*");
            let has_names = page.contains(&any);
            for (name, value) in object {
                let path = if has_names {
                    any.clone()
                } else {
                    format!("{at}{name}")
                };
                add_paths(value, &path, page, found);
                found.insert(path);
            }
        }
        _ => {}
    }
}

/// The section under the heading describes what these runs answer, and nothing else.
fn assert_told(folder: &Folder, heading: &str, runs: &[&[&str]]) {
    let page = described(heading);
    let mut there = BTreeSet::new();
    for args in runs {
        let output = folder.run(&[args, &["--json"][..]].concat());
        let answer = serde_json::from_slice(&output.stdout).expect("JSON");
        add_paths(&answer, "", &page, &mut there);
    }
    let untold: Vec<_> = there.difference(&page).collect();
    let gone: Vec<_> = page.difference(&there).collect();
    assert!(untold.is_empty(), "{heading}: not described: {untold:?}");
    assert!(
        gone.is_empty(),
        "{heading}: described, but not there: {gone:?}"
    );
}

#[test]
fn every_field_is_described_and_every_described_field_is_there() {
    let folder = Folder::new();
    folder.text(&[
        "walk", "--steps", "1", "--out", "walk.ron", "--out", "walk.bvh",
    ]);
    // Ground and limits that the walk does not keep.
    let stiff = "(version: 1, base: \"human\", description: \"stiff\", edits: [Limit(joint: \"left_knee\", range_deg: (0, 10))])";
    folder.write("stiff.ron", stiff);
    folder.text(&["bench", "make-problems", "--count", "3", "--out", "p.json"]);
    std::fs::create_dir(folder.path("recordings")).expect("a folder");
    let recording = folder.path("recordings/one_walk.bvh");
    std::fs::copy(folder.path("walk.bvh"), recording).expect("a copy");
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
        (
            "check --json",
            &[
                &["check", "walk.ron"],
                &["check", "walk.ron", "--level", "stairs", "-c", "stiff.ron"],
            ],
        ),
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
            &[
                &["walk", "--steps", "1", "--out", "a.ron", "--out", "a.csv"],
                &[
                    "walk",
                    "-n1",
                    "--speed",
                    "1",
                    "--sideways",
                    "1",
                    "--turn",
                    "9",
                ],
            ],
        ),
        ("convert --json", &[&["convert", "walk.ron", "b.glb"]]),
        ("picture --json", &[&["picture", "walk.ron"]]),
        (
            "ghost --json",
            &[
                &[
                    "ghost",
                    "walk.ron",
                    "--feedback",
                    "--push",
                    push,
                    "--throw",
                    throw,
                    "--out",
                    "g.bvh",
                ],
                &[
                    "ghost",
                    "rest",
                    "--secs",
                    "1",
                    "--controller",
                    "virtual_actuator",
                ],
            ],
        ),
        (
            "bench ik --json",
            &[&["bench", "ik", "--problems", "p.json", "--repeat", "1"]],
        ),
        (
            "bench physics --json",
            &[&["bench", "physics", "--secs", "0.1", "--repeat", "1"]],
        ),
        ("bench poses --json", &[&["bench", "poses", "recordings"]]),
        (
            "lab fit-posture --json",
            &[&["lab", "fit-posture", "recordings", "--out", "h.ron"]],
        ),
    ] {
        assert_told(&folder, heading, runs);
    }
}

#[test]
fn what_fills_folders_and_teaches_is_described_too() {
    let folder = Folder::new();
    let answer = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/lessons/answers/07_refused.pose.ron"
    );
    for (heading, runs) in [
        ("lesson list --json", &[&["lesson", "list"][..]][..]),
        ("presets --json", &[&["presets"]]),
        ("presets NAME --json", &[&["presets", "left_leg"]]),
        ("characters --json", &[&["characters"]]),
        ("levels --json", &[&["levels"]]),
        (
            "jump --json",
            &[&["jump", "--height", "0.1", "--out", "jump.ron"]],
        ),
        ("lab list --json", &[&["lab", "list"]]),
        ("lab run --json", &[&["lab", "run", "quiet_standing"]]),
        (
            "lesson mark --json",
            &[&["lesson", "mark", "7", answer, "none.pose.ron"]],
        ),
        (
            "lesson N --json",
            &[&["lesson", "2"], &["lesson", "3", "--picture", "3.png"]],
        ),
        ("lesson check --json", &[&["lesson", "check", "2", "none"]]),
        ("figures --json", &[&["figures", "--only", "8"]]),
        ("demo --json", &[&["demo"]]),
        (
            "bench make-problems --json",
            &[&["bench", "make-problems", "--count", "3", "--out", "q.json"]],
        ),
    ] {
        assert_told(&folder, heading, runs);
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

#[test]
fn every_section_is_held_against_the_program() {
    let tests = include_str!("json_page.rs");
    let headings = PAGE.lines().filter_map(|line| line.strip_prefix("## `"));
    let headings = headings.map(|heading| heading.trim_end_matches('`'));
    let mut sections = 0;
    for heading in headings.filter(|heading| heading.ends_with("--json")) {
        let named = format!("\"{heading}\"");
        let is_held = tests.contains(&named);
        // The window's own timings need a window.
        assert!(is_held || heading.contains("--timings"), "{heading}");
        sections += 1;
    }
    assert!(sections > 25, "{sections}");
}
