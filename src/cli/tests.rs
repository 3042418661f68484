//! No command writes over what it reads: every command, every argument that names a file, every way to spell its name. The
//! arguments are asked of the command line itself, so that none is forgotten.

use super::{Cli, Error, command_line, run};
use clap::{Arg, ArgAction, CommandFactory as _};
use std::any::TypeId;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// What an argument has to do with files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Read,
    Written,
    /// A folder that is written into.
    Folder,
    /// No file.
    Words,
}

/// Every argument that could name a file has to be listed here.
fn role(command: &str, id: &str) -> Role {
    match (command, id) {
        ("demo" | "figures", "out") | (_, "out_dir" | "handout") => Role::Folder,
        ("presets", "pose")
        | ("show", "name")
        | (
            _,
            "stance" | "freeze" | "root" | "frames" | "preset" | "unit" | "contacts" | "push"
            | "throw" | "command" | "posture" | "folder" | "people" | "without" | "origin"
            | "shard" | "controller",
        ) => Role::Words,
        (_, "out" | "picture" | "csv" | "report" | "project" | "solution" | "ground_out") => {
            Role::Written
        }
        (
            _,
            "file" | "motion" | "map" | "goals" | "from" | "settings" | "pose" | "problems"
            | "script" | "character" | "level" | "lesson" | "lessons" | "answers" | "ground"
            | "parts" | "names",
        ) => Role::Read,
        _ => panic!("{command}: does {id} name a file that is read or written?"),
    }
}

/// A command with the arguments that name files, and what it needs besides.
struct Case {
    words: Vec<String>,
    read: Vec<Arg>,
    written: Vec<Arg>,
    required: Vec<Arg>,
}

/// Every command without commands of its own.
fn cases() -> Vec<Case> {
    let mut found = Vec::new();
    // Built, so that arguments without a name know their place.
    let mut whole = Cli::command().disable_help_subcommand(true);
    whole.build();
    let mut open = vec![(Vec::new(), whole)];
    while let Some((words, command)) = open.pop() {
        for below in command.get_subcommands() {
            let mut words: Vec<String> = words.clone();
            words.push(below.get_name().to_owned());
            open.push((words, below.clone()));
        }
        let takes_text = |arg: &&Arg| {
            let kind = arg.get_value_parser().type_id();
            let is_text = kind == TypeId::of::<PathBuf>() || kind == TypeId::of::<String>();
            is_text && arg.get_action().takes_values()
        };
        let Some(name) = words.last() else { continue };
        let args = || command.get_arguments().filter(takes_text);
        let of = |wanted: Role| {
            let is_wanted = |arg: &&Arg| role(name, arg.get_id().as_str()) == wanted;
            args().filter(is_wanted).cloned().collect()
        };
        let (read, written): (_, Vec<Arg>) = (of(Role::Read), of(Role::Written));
        let required =
            |arg: &&Arg| arg.is_required_set() || (name == "presets" && arg.is_positional());
        let required = args().filter(required).cloned().collect();
        if !written.is_empty() {
            found.push(Case {
                words: words.clone(),
                read,
                written,
                required,
            });
        }
    }
    assert!(found.len() >= 10, "{} commands write files", found.len());
    found
}

impl Case {
    /// The command line with these values, and those that it needs.
    fn line(&self, folder: &Path, given: &[(&Arg, PathBuf)]) -> Vec<OsString> {
        let mut line: Vec<OsString> = vec!["contrapposto".into()];
        line.extend(self.words.iter().map(OsString::from));
        let mut places = BTreeMap::new();
        let own = self.required.iter().filter(|arg| {
            given
                .iter()
                .all(|(other, _)| other.get_id() != arg.get_id())
        });
        let own = own.map(|arg| (arg, usual(folder, arg)));
        for (arg, value) in own.chain(given.iter().cloned()) {
            match (arg.get_long(), arg.get_index()) {
                (Some(long), _) => line.extend([format!("--{long}").into(), value.into()]),
                (None, Some(index)) => drop(places.insert(index, value)),
                (None, None) => panic!("{arg:?} has no place"),
            }
        }
        line.extend(places.into_values().map(OsString::from));
        line
    }
}

/// A value that nobody asks about.
fn usual(folder: &Path, arg: &Arg) -> PathBuf {
    match arg.get_id().as_str() {
        "pose" => "left_leg".into(),
        "character" => "human".into(),
        "motion" => folder.join("other.bvh"),
        "problems" => folder.join("other.json"),
        "out" => folder.join("written.json"),
        _ => folder.join("other.ron"),
    }
}

/// What is said when the command is run, and must be refused.
fn refused(line: &[OsString]) -> String {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let error = run(line.iter().cloned(), &mut out, &mut err).expect_err(&format!("{line:?}"));
    assert_eq!(error.exit_code(), 2, "{line:?}: {error}");
    error.line().unwrap_or_default()
}

/// The names of a file: its hard link, and two links, one through a folder; each with an ending.
fn names_of(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let (file, ways) = (folder.join("precious.ron"), ["hard", "soft", "far"]);
    let [hard, soft, far] = ways.map(|way| folder.join(format!("{way}.{ending}")));
    if !hard.exists() {
        fs::hard_link(&file, &hard).unwrap();
        std::os::unix::fs::symlink(&file, &soft).unwrap();
        std::os::unix::fs::symlink(folder.join(format!("sub/up/hard.{ending}")), &far).unwrap();
    }
    vec![
        hard,
        soft,
        far,
        folder.join(format!("sub/../hard.{ending}")),
    ]
}

const ENDINGS: [&str; 5] = ["ron", "bvh", "png", "csv", "json"];

/// A folder with one file that must stay as it is.
fn precious() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("precious.ron");
    fs::create_dir(folder.path().join("sub")).unwrap();
    std::os::unix::fs::symlink(folder.path(), folder.path().join("sub/up")).unwrap();
    fs::write(&file, "precious").unwrap();
    (folder, file)
}

#[test]
fn no_command_writes_over_what_it_reads() {
    let (folder, file) = precious();
    let mut pairs = 0;
    for case in cases() {
        for (read, written) in
            (case.read.iter()).flat_map(|r| case.written.iter().map(move |w| (r, w)))
        {
            for name in ENDINGS
                .iter()
                .flat_map(|ending| names_of(folder.path(), ending))
            {
                let line = case.line(folder.path(), &[(read, file.clone()), (written, name)]);
                let told = refused(&line);
                assert!(
                    told.contains("is the file that is read"),
                    "{line:?}: {told}"
                );
                assert_eq!(fs::read(&file).unwrap(), b"precious", "{line:?}");
                pairs += 1;
            }
        }
    }
    eprintln!("{pairs} ways to name an input as an output");
    assert!(pairs >= 400, "{pairs}");
}

#[test]
fn no_command_writes_two_things_to_one_file() {
    let (folder, file) = precious();
    for case in cases() {
        for (index, first) in case.written.iter().enumerate() {
            for (offset, second) in case.written[index..].iter().enumerate() {
                // More names after the first of `convert` are clips to read.
                let is_list =
                    matches!(first.get_action(), ArgAction::Append) && first.get_long().is_some();
                if offset == 0 && !is_list {
                    continue;
                }
                for [a, b] in ENDINGS.iter().flat_map(|a| ENDINGS.map(|b| [*a, b])) {
                    let (a, b) = (
                        &names_of(folder.path(), a)[0],
                        &names_of(folder.path(), b)[2],
                    );
                    let given = [(first, a.clone()), (second, b.clone())];
                    let told = refused(&case.line(folder.path(), &given));
                    assert!(
                        told.contains("is written twice"),
                        "{:?}: {told}",
                        case.words
                    );
                    assert_eq!(fs::read(&file).unwrap(), b"precious");
                }
            }
        }
    }
}

#[test]
fn a_number_below_its_range_is_told_as_that_by_every_option() {
    let mut numbers = 0;
    let mut open = vec![(vec!["contrapposto".to_owned()], command_line())];
    while let Some((words, command)) = open.pop() {
        for below in command.get_subcommands() {
            open.push((
                [&words[..], &[below.get_name().to_owned()]].concat(),
                below.clone(),
            ));
        }
        for arg in command.get_arguments() {
            let takes_values = arg.get_action().takes_values();
            let Some(long) = arg.get_long().filter(|_| takes_values) else {
                continue;
            };
            let option = format!("--{long}");
            let told = |value: &str| {
                let line = words.iter().map(String::as_str);
                let line = line.chain([option.as_str(), value]);
                let error = command_line().try_get_matches_from(line).err();
                error.map_or(String::new(), |e| Error::from_clap(&e).to_string())
            };
            let minus = told("-20");
            assert!(!minus.contains("unexpected argument"), "{words:?} {minus}");
            // What takes numbers takes no words.
            if told("x").contains("is not a") && !told("50").contains("invalid value") {
                numbers += 1;
                let is_range = minus.contains("-20 is not ");
                assert!(
                    is_range || !minus.contains("invalid value"),
                    "{words:?} {minus}"
                );
            }
        }
    }
    assert!(numbers >= 20, "{numbers} options take numbers");
}

#[test]
fn a_letter_means_the_same_in_every_command() {
    let mut meanings = BTreeMap::new();
    let mut letters = BTreeMap::new();
    let mut open = vec![Cli::command()];
    while let Some(command) = open.pop() {
        open.extend(command.get_subcommands().cloned());
        for arg in command.get_arguments() {
            let Some(long) = arg.get_long() else { continue };
            let (name, long) = (command.get_name(), long.to_owned());
            if let Some(letter) = arg.get_short() {
                let known = meanings.entry(letter).or_insert(long.clone());
                assert_eq!(*known, long, "{name}: -{letter}");
            }
            let known = letters.entry(long.clone()).or_insert(arg.get_short());
            assert_eq!(*known, arg.get_short(), "{name}: --{long}");
        }
    }
    assert_eq!(meanings.get(&'l').map(String::as_str), Some("level"));
}

#[test]
fn every_command_that_answers_answers_programs_too() {
    let mut whole = Cli::command().disable_help_subcommand(true);
    whole.build();
    let mut open = vec![whole];
    while let Some(command) = open.pop() {
        open.extend(command.get_subcommands().cloned());
        let is_group = command.is_subcommand_required_set() || command.get_name() == "contrapposto";
        // Their text is for shells and for readers of man pages, or a file to be changed.
        let is_text = ["completions", "man", "show"].contains(&command.get_name());
        let has_json = command.get_arguments().any(|arg| arg.get_id() == "json");
        let name = command.get_name();
        assert!(has_json || is_group || is_text, "{name} has no --json");
    }
}
