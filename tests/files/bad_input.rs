//! Whatever a file says: something valid, or an error with file, line and column. Never a panic, never a hang.

mod kinds;
mod memory;
mod mutants;
mod program;
mod solving;

use crate::clip_kit::clip_text;
use contrapposto::character::{Character, LinkId};
use contrapposto::ik::{Goal, GoalKind, Position, Problem, Rank, Report, Solver, SolverSettings};
use contrapposto::io::{
    FileError, ReachProblems, ReachTargets, Source, load_character, read_character, read_clip_text,
    read_goals, read_level, read_pose, read_problems, read_settings, shipped_characters,
    shipped_levels, write_pose, write_problems,
};
use contrapposto::kinematics::{Base, Kinematics, Rooting, Stance, mass_matrix};
use contrapposto::lab::{Form, growing_body, random_clip, reach_problems};
use contrapposto::math::Random;
use contrapposto::motion::Contacts;
use glam::{DVec2, DVec3};

/// Reads a text as one kind of file; what is valid must also be usable.
type Reader = fn(&Source) -> Result<(), FileError>;

/// Every kind of file, and good examples to spoil.
fn kinds() -> Vec<(&'static str, Reader, Vec<String>)> {
    let human = load_character("human").expect("the human is shipped");
    let characters = texts(shipped_characters());
    let levels = texts(shipped_levels());
    let goals = code_block(include_str!("../../docs/goals.md"), "ron");
    let clip = clip_text(&human, &random_clip(&human, 4, 0.1, 1));
    vec![
        ("character", check_character, characters),
        ("clip", check_clip, vec![clip]),
        ("pose", check_pose, vec![write_pose(&human, &human.rest)]),
        ("level", check_level, levels),
        ("goals", check_goals, vec![goals]),
        ("settings", check_settings, solving::settings()),
        ("problems", check_problems, vec![problems(human)]),
    ]
}

fn texts(shipped: &[(&str, &str)]) -> Vec<String> {
    shipped.iter().map(|(_, text)| (*text).to_owned()).collect()
}

/// The first code block of this language in a document.
fn code_block(document: &str, language: &str) -> String {
    let (_, block) = document
        .split_once(&format!("```{language}\n"))
        .expect("the document has an example");
    let (block, _) = block.split_once("```").expect("the example ends");
    block.to_owned()
}

/// A few problems as a file.
fn problems(character: Character) -> String {
    let (_, problems) = reach_problems(&character, 0, 3, 1).expect("it balances");
    let problems = problems.into_iter().map(|problem| ReachTargets {
        com_xz: problem.com_xz,
        targets: problem.targets,
    });
    let problems = ReachProblems {
        foot: 0,
        problems: problems.collect(),
        character,
    };
    write_problems("human", &problems)
}

fn read(text: &str) -> Result<Character, FileError> {
    let shipped = |name: &str| {
        let found = shipped_characters()
            .iter()
            .find(|(shipped, _)| *shipped == name);
        found
            .map(|(name, text)| Source::new(format!("{name}.ron"), *text))
            .ok_or_else(|| Source::new(name, "").error(None, "no such character"))
    };
    read_character(&Source::new("test.ron", text), &shipped)
}

fn check_character(source: &Source) -> Result<(), FileError> {
    let character = read(&source.text)?;
    let rooting = Rooting::new(&character, LinkId::ROOT);
    let kin = Kinematics::of(&character, &character.rest);
    assert!(kin.com.is_finite());
    let matrix = mass_matrix(&rooting, Base::Free, &character, &kin);
    assert!(matrix.iter().all(|entry| entry.is_finite()));
    Ok(())
}

fn check_pose(source: &Source) -> Result<(), FileError> {
    let human = load_character("human").expect("the human is shipped");
    let pose = read_pose(source, &human)?;
    assert!(Kinematics::of(&human, &pose).com.is_finite());
    Ok(())
}

fn check_clip(source: &Source) -> Result<(), FileError> {
    let (human, clip) = read_clip_text(source, &load_character, &mut |_| ())?;
    for frame in &clip.frames {
        assert!(frame.com.is_finite());
        assert!(frame.margin.is_none_or(f64::is_finite));
    }
    assert!(
        Kinematics::of(&human, &clip.sample_pose(0.05))
            .com
            .is_finite()
    );
    Ok(())
}

fn check_level(source: &Source) -> Result<(), FileError> {
    let level = read_level(source)?;
    for time_secs in [0.0, 1.5] {
        for x in -8..=8 {
            for z in -8..=8 {
                let point_xz = DVec2::new(f64::from(x), f64::from(z));
                if let Some(ground) = level.ground_at(point_xz, time_secs) {
                    assert!(ground.height.is_finite() && ground.normal.is_normalized());
                }
            }
        }
    }
    Ok(())
}

fn check_goals(source: &Source) -> Result<(), FileError> {
    let human = load_character("human").expect("the human is shipped");
    let asked = read_goals(source, &human, &human.rest)?;
    assert!(asked.goals.iter().all(|goal| goal.weight > 0.0));
    assert!(asked.feet.is_none_or(|feet| !feet.is_empty()));
    Ok(())
}

fn check_settings(source: &Source) -> Result<(), FileError> {
    let settings = read_settings(source)?;
    assert!(settings.damping > 0.0 && settings.damping.is_finite());
    Ok(())
}

fn check_problems(source: &Source) -> Result<(), FileError> {
    let read = read_problems(source)?;
    for problem in &read.problems {
        assert!(problem.com_xz.is_finite());
        assert!(problem.targets.iter().all(|(_, target)| target.is_finite()));
    }
    Ok(())
}

/// Runs of characters that are alike: words and numbers, or single signs.
fn tokens(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || "_.-".contains(c);
    let (mut tokens, mut rest) = (Vec::new(), text);
    while let Some(first) = rest.chars().next() {
        let end = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(end);
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// One random fault.
fn spoil(text: &str, random: &mut Random) -> String {
    const NUMBERS: [&str; 12] = [
        "NaN", "inf", "-inf", "-1", "0", "1e308", "-1e308", "1e-308", "1e999", "\"0\"", "1e3",
        "-0.0",
    ];
    const BYTES: &[u8] = b"(){}[],:\"\\0-.eE/*\n\xff\x00";
    if random.below(2) == 0 {
        // Bytes
        let mut bytes = text.as_bytes().to_vec();
        let at = random.below(bytes.len());
        match random.below(5) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => drop(bytes.drain(at..(at + 1 + random.below(20)).min(text.len()))),
            2 => bytes.insert(at, BYTES[random.below(BYTES.len())]),
            3 => bytes.swap(at, random.below(text.len())),
            _ => bytes.truncate(at),
        }
        return String::from_utf8_lossy(&bytes).into_owned();
    }
    // Words
    let mut words = tokens(text);
    let picked = |words: &[&str], random: &mut Random, is_wanted: &dyn Fn(&str) -> bool| {
        let places: Vec<_> = (0..words.len()).filter(|i| is_wanted(words[*i])).collect();
        places.get(random.below(places.len())).copied().unwrap_or(0)
    };
    let is_number = |w: &str| w.parse::<f64>().is_ok();
    let is_name = |w: &str| w.starts_with(char::is_alphabetic);
    match random.below(5) {
        // A number that is none, or far off
        0 | 1 => {
            let at = picked(&words, random, &is_number);
            words[at] = NUMBERS[random.below(NUMBERS.len())];
        }
        // A name in place of another: cycles, twins, wrong kinds, unknown fields
        2 | 3 => {
            let (from, to) = (
                picked(&words, random, &is_name),
                picked(&words, random, &is_name),
            );
            words[to] = words[from];
        }
        // A stretch of the file twice
        _ => {
            let from = random.below(words.len());
            let to = (from + random.below(40)).min(words.len());
            let again = words[from..to].to_vec();
            words.splice(from..from, again);
        }
    }
    words.concat()
}

/// One or two random faults.
fn spoilt(text: &str, seed: u64) -> String {
    let mut random = Random::new(seed);
    let once = spoil(text, &mut random);
    if seed.is_multiple_of(3) && !once.is_empty() {
        return spoil(&once, &mut random);
    }
    once
}

#[test]
fn a_spoilt_file_is_refused_with_its_place_or_still_valid() {
    for (kind, reader, examples) in kinds() {
        let (mut valid, mut refused) = (0, 0);
        for (index, text) in examples.iter().enumerate() {
            for seed in 0..2000 {
                let text = spoilt(text, 1_000_000 * index as u64 + seed);
                match reader(&Source::new("test.ron", text)) {
                    Ok(()) => valid += 1,
                    Err(e) => {
                        refused += 1;
                        assert!(e.place.is_some(), "no place: {e}");
                        assert!(!e.message.is_empty());
                    }
                }
            }
        }
        eprintln!("{kind}: {valid} still valid, {refused} refused");
        assert!(
            valid > 0 && refused > valid / 20,
            "the faults are too mild or too wild"
        );
    }
}

/// A chain of links, each hanging on the one before.
fn chain(links: usize) -> String {
    let mut text = "(version: 1, description: \"chain\", links: [".to_owned();
    for i in 0..links {
        let hangs = if i == 0 {
            String::new()
        } else {
            let kind = "Hinge(axis: (1, 0, 0), range_deg: (-90, 90))";
            let parent = i - 1;
            format!(
                ", parent: \"l{parent}\", joint: (name: \"j{i}\", at: (0, 0.1, 0), kind: {kind})"
            )
        };
        let link = format!("(name: \"l{i}\", mass: 1, shapes: [Sphere(radius: 0.1)]{hangs}),");
        text.push_str(&link);
    }
    text += "], soles: [(name: \"s\", link: \"l0\", corners: [(0, 0, 0), (1, 0, 0), (0, 0, 1)])],";
    text + "rest: (link: \"l0\", position: (0, 0, 0)))"
}

#[test]
fn a_thousand_links_are_read_and_ten_thousand_are_refused() {
    assert_eq!(read(&chain(1000)).unwrap().links.len(), 1000);
    let error = read(&chain(10_000)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "test.ron:1:36: a character has 1 to 1000 links, not 10000"
    );
}

/// The largest body that can be read is posed, too.
#[test]
fn a_chain_of_a_thousand_links_reaches_where_it_should() {
    let character = growing_body(Form::Chain, 1000);
    let stance = Stance::from_pose(&character, &character.rest, &[0]);
    let tip = LinkId::new(999);
    let mut goals = Goal::contacts(&character, &stance);
    goals.push(Goal::balance_within(&stance, 0.02));
    goals.push(Goal::new(
        "tip",
        Rank::EFFECTOR,
        GoalKind::Position(Position {
            link: tip,
            point_in_link: DVec3::ZERO,
            target_in_world: DVec3::new(20.0, 60.0, 30.0),
        }),
    ));
    let (mut pose, mut report) = (character.rest.clone(), Report::default());
    let problem = Problem::new(&character, &stance, &goals);
    Solver::default().solve(problem, &SolverSettings::default(), &mut pose, &mut report);
    assert_eq!(report.sentence(&goals), "Every goal is reached.");
}

/// Two links, the first with so many soles.
fn with_soles(soles: usize) -> String {
    let sole = |i| {
        format!("(name: \"s{i}\", link: \"l0\", corners: [(0, 0, 0), (1, 0, 0), (0, 0, 1)]),\n")
    };
    let text = chain(2);
    let (before, after) = text.split_once("soles: [").expect("it has soles");
    let (_, after) = after.split_once("])],").expect("they end");
    let soles: String = (0..soles).map(sole).collect();
    format!("{before}\nsoles: [{soles}],{after}")
}

#[test]
fn contacts_tell_every_sole_of_a_character_apart_and_more_soles_are_refused() {
    let most = read(&with_soles(Contacts::MOST)).unwrap().soles.len();
    let all: Vec<usize> = (0..most).collect();
    let contacts = all.iter().copied().collect::<Contacts>();
    assert_eq!(contacts.iter().collect::<Vec<_>>(), all);
    let error = read(&with_soles(33)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "test.ron:2:1: soles: 33 are given; a character has 1 to 32"
    );
}

#[test]
fn a_hundred_thousand_parentheses_are_refused() {
    for open in ["(", "[", "{", "Some(", "(links: [", "/*"] {
        for (kind, reader, _) in kinds() {
            let error = reader(&Source::new("test.ron", open.repeat(100_000))).unwrap_err();
            assert!(error.place.is_some(), "{kind}: {error}");
            let in_field = format!("(version: 1, description: {}", open.repeat(100_000));
            assert!(reader(&Source::new("test.ron", in_field)).is_err());
        }
    }
}
