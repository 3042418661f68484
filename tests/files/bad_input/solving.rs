//! Spoilt goals and settings that are still valid are solved, too: `pose` answers in good time, whatever they ask.

use super::{code_block, spoilt, tokens};
use contrapposto::cli;
use contrapposto::ik::{Method, Priority, SolverSettings};
use contrapposto::io::{Source, read_settings};
use contrapposto::math::Random;
use serde_json::Value;
use std::ffi::OsString;
use std::path::Path;
use std::time::{Duration, Instant};

const MUTANTS: u64 = 10_000;
/// No answer takes longer.
const PATIENCE: Duration = Duration::from_secs(10);
const PRIORITIES: [Priority; 5] = [
    Priority::Equal,
    Priority::Biased,
    Priority::Weighted,
    Priority::NullSpace,
    Priority::Strict,
];
/// Words that can stand for each other.
const CHOICES: [&[&str]; 3] = [
    &["Equal", "Biased", "Weighted", "NullSpace", "Strict"],
    &["Respected", "Ignored"],
    &["Center", "None"],
];
const COUNTS: [&str; 9] = ["0", "1", "2", "3", "7", "60", "999", "10000", "65535"];

/// Goals of every kind, on one foot and on two.
fn goals() -> [String; 3] {
    let page = code_block(include_str!("../../../docs/goals.md"), "ron");
    let both = r#"(version: 1, stance: ["both"], balance: Point(0.02, 0.05), height: 0.8,
        reaches: [(effector: "right_hand", target: (-0.4, 1.2, 0.5), weight: 2, rank: 1),
                  (effector: "head", target: (0, 1.5, 0.2), rank: 9)])"#;
    let free = r#"(version: 1, stance: ["right_foot", "left"], balance: None,
        orientations: [(link: "chest", rotation_deg: (20, 0, -10), weight: 0.1),
                       (link: "left_forearm", rotation_deg: (-90, 30, 0))],
        directions: [(link: "head", direction: (0, 1, 0), target: (0, 0, 1), rank: 0)])"#;
    [page, both.to_owned(), free.to_owned()]
}

/// Settings of every priority, written in full.
pub(crate) fn settings() -> Vec<String> {
    let sweep = Method::Sweep {
        sweeps: 4,
        relaxation: 1.3,
    };
    let written = |priority: Priority, method: Method| {
        let settings = SolverSettings {
            priority,
            method,
            restarts: 8,
            settle: 60,
            alternatives: 12,
            ..SolverSettings::default()
        };
        text(&settings)
    };
    PRIORITIES
        .into_iter()
        .flat_map(|priority| {
            [Method::Goals, Method::Joints, sweep, Method::Direct]
                .map(|method| written(priority, method))
        })
        .collect()
}

fn text(settings: &SolverSettings) -> String {
    let pretty = ron::ser::PrettyConfig::default();
    ron::ser::to_string_pretty(settings, pretty).expect("settings can be written")
}

/// The same settings with little patience.
fn short(settings: SolverSettings) -> SolverSettings {
    SolverSettings {
        max_iterations: settings.max_iterations.min(12),
        restarts: settings.restarts.min(1),
        alternatives: settings.alternatives.min(1),
        settle: settings.settle.min(3),
        ..settings
    }
}

/// A fault as in other files, or numbers and words that could well be meant.
pub(crate) fn mutant(text: &str, seed: u64) -> String {
    if seed.is_multiple_of(4) {
        return spoilt(text, seed);
    }
    let mut random = Random::new(seed);
    let mut words: Vec<String> = tokens(text).into_iter().map(str::to_owned).collect();
    let is_number = |word: &str| word.parse::<f64>().is_ok();
    let choices = |word: &str| CHOICES.into_iter().find(|choices| choices.contains(&word));
    let places: Vec<usize> = (0..words.len())
        .filter(|place| is_number(&words[*place]) || choices(&words[*place]).is_some())
        .collect();
    for _ in 0..=random.below(4) {
        let word = &mut words[places[random.below(places.len())]];
        *word = if let Some(choices) = choices(word) {
            choices[random.below(choices.len())].to_owned()
        } else if word.contains('.') {
            let sign = if random.below(8) == 0 { -1.0 } else { 1.0 };
            let exponent = random.between(-10.0, 3.0);
            format!("{:e}", sign * libm::pow(10.0, exponent))
        } else {
            COUNTS[random.below(COUNTS.len())].to_owned()
        };
    }
    words.concat()
}

/// What `pose` answers to the files of a folder: true for a pose, false for one line about bad input.
fn is_answered(folder: &Path) -> bool {
    let file = |name: &str| folder.join(name).into_os_string();
    let args: [OsString; 7] = [
        "contrapposto".into(),
        "pose".into(),
        "--goals".into(),
        file("goals.ron"),
        "--settings".into(),
        file("settings.ron"),
        "--json".into(),
    ];
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let begin = Instant::now();
    let answer = cli::run(args, &mut out, &mut err);
    assert!(begin.elapsed() < PATIENCE, "{:?}", begin.elapsed());
    match answer {
        Ok(()) => {
            let answer: Value = serde_json::from_slice(&out).expect("JSON");
            let com = answer["com"].as_array().expect("a centre of mass");
            assert!(com.iter().all(Value::is_f64), "{answer}");
            true
        }
        Err(e) => {
            assert_eq!(e.exit_code(), 2, "{e}");
            assert!(e.line().is_some_and(|line| !line.is_empty()));
            false
        }
    }
}

#[test]
fn spoilt_goals_are_refused_or_solved_in_good_time() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("a file in it");
    };
    let examples = goals();
    let mut solved = 0;
    for seed in 0..MUTANTS {
        let priority = PRIORITIES[seed as usize % PRIORITIES.len()];
        let settings = SolverSettings {
            priority,
            restarts: 1,
            ..SolverSettings::default()
        };
        write("settings.ron", &text(&short(settings)));
        let example = &examples[seed as usize % examples.len()];
        write("goals.ron", &mutant(example, seed));
        solved += u64::from(is_answered(folder.path()));
    }
    eprintln!("{solved} of {MUTANTS} solved");
    assert!(solved > MUTANTS / 10 && solved < MUTANTS * 9 / 10);
}

#[test]
fn spoilt_settings_are_refused_with_their_place_or_solved_in_good_time() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("a file in it");
    };
    let (examples, goals) = (settings(), goals());
    let mut solved = 0;
    for seed in 0..MUTANTS {
        let example = &examples[seed as usize % examples.len()];
        let settings = match read_settings(&Source::new("settings.ron", mutant(example, seed))) {
            Ok(settings) => settings,
            Err(e) => {
                assert!(e.place.is_some() && !e.message.is_empty(), "{e}");
                continue;
            }
        };
        write("settings.ron", &text(&short(settings)));
        write("goals.ron", &goals[seed as usize % goals.len()]);
        assert!(is_answered(folder.path()), "{settings:?}");
        solved += 1;
    }
    eprintln!("{solved} of {MUTANTS} solved");
    assert!(solved > MUTANTS / 10 && solved < MUTANTS * 9 / 10);
}
