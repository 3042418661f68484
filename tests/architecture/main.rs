//! The shape of the crate: layers, sizes, and documents that name only what is there.

mod documents;
mod source;

use documents::{
    ConsoleCommand, commands, console_commands, missing_paths, named_blocks, unknown_words,
    without_times,
};
use source::{SourceFile, read_sources, without_comments, without_tests};
use std::collections::BTreeSet;
use std::path::Path;

/// From the ground up. A module uses only modules of earlier lines; those of one line do not know each other.
const LAYERS: [&[&str]; 13] = [
    &["math"],
    &["character", "level"],
    &["kinematics"],
    &["collide"],
    &["ik", "motion", "physics"],
    &["gait", "correction", "control"],
    &["document"],
    &["lesson"],
    &["io", "lab"],
    &["picture"],
    &["viewer"],
    &["cli"],
    &["main"],
];

/// Longer files hold more than one idea.
const MOST_LINES: usize = 450;

/// Crates that open windows.
const WINDOW_CRATES: [&str; 3] = ["macroquad", "miniquad", "egui"];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|names| names.contains(&module))
}

/// Modules that a file may not use, each as a sentence.
fn layer_faults(file: &SourceFile) -> Vec<String> {
    let own = file.module();
    let Some(own_layer) = layer(own) else {
        return vec![format!("{}: module {own} is in no layer", file.path)];
    };
    let used = file.used_modules();
    used.iter()
        .filter(|used| *used != own)
        .filter_map(|used| match layer(used) {
            None => Some(format!("{}: {used} is in no layer", file.path)),
            Some(below) if below < own_layer => None,
            Some(_) => Some(format!("{}: {own} may not use {used}", file.path)),
        })
        .collect()
}

/// Window crates named in a file that is not the viewer's.
fn window_faults(file: &SourceFile) -> Vec<String> {
    if file.module() == "viewer" {
        return Vec::new();
    }
    let code = without_comments(&file.text);
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let words: BTreeSet<&str> = code.split(|c| !is_name(c)).collect();
    words
        .iter()
        .filter(|word| WINDOW_CRATES.iter().any(|name| word.starts_with(name)))
        .map(|word| format!("{}: names {word}", file.path))
        .collect()
}

fn length_fault(file: &SourceFile) -> Option<String> {
    let lines = file.text.lines().count();
    (lines > MOST_LINES).then(|| format!("{}: {lines} lines, at most {MOST_LINES}", file.path))
}

fn doc_fault(file: &SourceFile) -> Option<String> {
    (!file.text.starts_with("//! ")).then(|| format!("{}: starts without `//! `", file.path))
}

fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

fn file(path: &str, text: &str) -> SourceFile {
    SourceFile {
        path: path.to_owned(),
        text: text.to_owned(),
    }
}

#[test]
fn a_module_uses_only_what_stands_to_its_left() {
    let faults: Vec<_> = read_sources().iter().flat_map(layer_faults).collect();
    assert_none(&faults);
}

#[test]
fn a_use_of_a_higher_layer_or_a_peer_is_found() {
    for (path, text) in [
        ("src/math/a.rs", "use crate::ik::Goal;"),
        ("src/level/mod.rs", "fn f(_: crate::character::Pose) {}"),
        ("src/ik/mod.rs", "use crate::{math::Random, cli::run};"),
        (
            "src/ik/mod.rs",
            "use crate::{\n    math::{Random, Transform},\n    io,\n};",
        ),
        ("src/ik/a.rs", "use super::super::lab::reach_problems;"),
        ("src/ik/mod.rs", "use super::lab;"),
        ("src/collide/mod.rs", "use crate::physics::World;"),
        ("src/io/a.rs", "use crate::lab::reach_problems;"),
        ("src/cli/mod.rs", "use crate::main;"),
        ("src/ik/a.rs", "use crate::utils::helper;"),
        ("src/utils/mod.rs", ""),
        (
            "src/ik/a.rs",
            "#[cfg(test)]\nmod tests { fn f() { \"}\"; } }\nuse crate::io;",
        ),
    ] {
        assert_eq!(layer_faults(&file(path, text)).len(), 1, "{path}: {text}");
    }
}

#[test]
fn tests_and_comments_may_name_anything() {
    for text in [
        "use crate::math::Random;",
        "//! See [`crate::cli`].\n/// `crate::io`\nfn f() {} // crate::lab",
        "/* crate::io /* crate::lab */ crate::cli */",
        "const WORDS: &str = \"crate::io // \\\" crate::cli\";",
        "#[cfg(test)]\nmod tests {\n    use crate::io::load_character;\n    fn f() -> char { '}' }\n}",
        "use super::Goal;\nuse self::super::Goal;",
    ] {
        assert_none(&layer_faults(&file("src/ik/a.rs", text)));
    }
}

#[test]
fn what_is_left_of_a_file_without_its_tests_is_the_rest() {
    let text = "fn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() { let c = '{'; }\n}\nfn d() {}";
    let rest = without_tests(&without_comments(text));
    assert!(rest.contains("fn a") && rest.contains("fn d"), "{rest}");
    assert!(!rest.contains("fn b"), "{rest}");
}

#[test]
fn only_the_viewer_opens_windows() {
    let faults: Vec<_> = read_sources().iter().flat_map(window_faults).collect();
    assert_none(&faults);
    let text = "use egui_macroquad::egui;\nfn f() {}";
    assert_eq!(window_faults(&file("src/cli/mod.rs", text)).len(), 2);
    assert_none(&window_faults(&file("src/viewer/mod.rs", text)));
}

#[test]
fn no_file_is_longer_than_one_idea() {
    let faults: Vec<_> = read_sources().iter().filter_map(length_fault).collect();
    assert_none(&faults);
    let long = "\n".repeat(MOST_LINES + 1);
    assert!(length_fault(&file("src/math/mod.rs", &long)).is_some());
}

#[test]
fn every_file_begins_with_what_it_is_for() {
    let faults: Vec<_> = read_sources().iter().filter_map(doc_fault).collect();
    assert_none(&faults);
    assert!(doc_fault(&file("src/math/mod.rs", "use glam::DVec3;")).is_some());
}

#[test]
fn the_crate_documentation_has_a_row_for_every_module() {
    let text = read("src/lib.rs");
    let modules: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .collect();
    assert!(modules.len() > 5, "{modules:?}");
    for module in modules {
        assert!(
            layer(module).is_some(),
            "src/lib.rs: {module} is in no layer"
        );
        let row = format!("//! | [`{module}`] |");
        assert!(text.contains(&row), "src/lib.rs: no row {row:?}");
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// Documents with text outside code, and the folder that their links start from.
fn documents() -> Vec<(&'static str, String)> {
    [
        "README.md",
        "CHANGELOG.md",
        "characters/README.md",
        "levels/README.md",
        "docs/batch.md",
        "docs/bench.md",
        "docs/clips.md",
        "docs/ghost.md",
        "docs/goals.md",
        "docs/json.md",
        "docs/poses.md",
        "docs/watching.md",
        "src/lib.rs",
    ]
    .map(|path| (path, read(path)))
    .to_vec()
}

#[test]
fn documents_name_only_files_that_exist() {
    for (path, text) in documents() {
        let text = match path {
            "src/lib.rs" => text.replace("//! ", "").replace("//!", ""),
            _ => text,
        };
        let folder = Path::new(path).parent().unwrap_or(Path::new(""));
        let exists =
            |name: &str| root().join(name).exists() || root().join(folder).join(name).exists();
        let missing = missing_paths(&text, &exists);
        assert!(missing.is_empty(), "{path} names {missing:?}");
    }
}

#[test]
fn a_document_that_names_a_missing_file_is_found() {
    let text = "See `src/nothing.rs`, [a page](docs/none.md#part), ![x](docs/x.png), `a/b` and `lessons/`.\n\
                ```text\nsrc/in_code.rs\n```\nFine: `src/lib.rs`, [a](https://a.b/c.md), [b](#part), `--out`, `Range`, \
                `a_from_b`, `1/s`, `out/pose.png`.";
    let exists = |name: &str| name == "src/lib.rs";
    assert_eq!(
        missing_paths(text, &exists),
        [
            "a/b",
            "docs/none.md",
            "docs/x.png",
            "lessons/",
            "src/nothing.rs"
        ]
    );
}

#[test]
fn documents_name_only_commands_and_options_that_the_program_has() {
    let mut count = 0;
    for (path, text) in documents() {
        let text = text.replace("//! ", "");
        for command in commands(&text) {
            count += 1;
            let unknown = unknown_words(&command, &help);
            assert!(unknown.is_empty(), "{path}: {command:?} has {unknown:?}");
        }
    }
    assert!(count >= 5, "only {count} commands are found");
}

#[test]
fn a_command_that_the_program_has_not_is_found() {
    for (command, unknown) in [
        ("pose --reach left_hand=1,1,1 --json", vec![]),
        ("", vec![]),
        ("bench ik --problems p.json", vec![]),
        ("pots --json", vec!["pots"]),
        ("bench speed", vec!["speed"]),
        ("pose --grab x --picture=a.png -z", vec!["--grab", "-z"]),
    ] {
        let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        assert_eq!(unknown_words(&words, &help), unknown, "{command}");
    }
    let text = "Run `contrapposto walk`.\n```console\n$ contrapposto pose \\\n    --json  # answers\nmargin 3 mm\n$ ./test\n\
                $ cargo run --release -- inspect human\n$ cargo run --release\nls | parallel -j 2 contrapposto check {}\n```\n";
    let found: Vec<String> = commands(text).iter().map(|c| c.join(" ")).collect();
    assert_eq!(
        found,
        ["walk", "pose --json", "inspect human", "", "check {}"]
    );
}

#[test]
fn every_command_of_the_readme_works_in_the_order_it_is_written() {
    run_console_commands(&read("README.md"));
}

#[test]
fn every_command_of_the_pages_works_in_the_order_it_is_written() {
    for page in ["docs/batch.md", "docs/ghost.md", "docs/watching.md"] {
        run_console_commands(&read(page));
    }
}

/// Runs what a reader types, all in one folder.
fn run_console_commands(text: &str) {
    let folder = tempfile::tempdir().expect("a folder for files");
    for (name, content) in named_blocks(text) {
        std::fs::write(folder.path().join(name), content).expect("the file can be written");
    }
    let mut wrong = Vec::new();
    for ConsoleCommand { words, answer } in console_commands(text) {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_contrapposto"))
            .args(&words)
            // Without a display the program without a command ends by itself.
            .env_remove("DISPLAY")
            .current_dir(folder.path())
            .output()
            .expect("the program starts");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {complaint}");
        assert!(!output.stdout.is_empty(), "{words:?} says nothing");
        // What the page shows of the answer stands in it, line after line.
        let said = String::from_utf8_lossy(&output.stdout);
        let mut said_lines = said.lines().map(without_times);
        for line in answer {
            if !said_lines.any(|said| said == without_times(&line)) {
                wrong.push(format!("{words:?} does not say {line:?}, but:\n{said}"));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_block_that_names_its_file_is_that_file() {
    let text = "```ron\n// a.ron\n(x: 1)\n```\n```console\n$ contrapposto pose -c a.ron\n```\n```ron\n(y: 2)\n```\n";
    assert_eq!(named_blocks(text), [("a.ron", "// a.ron\n(x: 1)\n")]);
    assert_eq!(console_commands(text)[0].words, ["pose", "-c", "a.ron"]);
    let text = "```console\n$ contrapposto ghost a.ron --push \"frame=1 link=chest\" > b\n```\n";
    let words = ["ghost", "a.ron", "--push", "frame=1 link=chest"];
    assert_eq!(console_commands(text)[0].words, words);
    let text = "```console\n$ contrapposto pose\n…\nMargin 3 mm, 7 ms.\n\n$ ls\na\n```\nwords\n";
    let commands = console_commands(text);
    assert_eq!(commands.len(), 1);
    assert_eq!(commands[0].answer, ["Margin 3 mm, 7 ms."]);
    assert_eq!(
        without_times(&commands[0].answer[0]),
        ["Margin", "3", "mm,", "#", "ms."]
    );
}

/// What the program says about a command.
fn help(words: &[String]) -> String {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_contrapposto"))
        .args(words)
        .arg("--help")
        .output()
        .expect("the program starts");
    String::from_utf8(output.stdout).expect("help is text")
}

#[test]
fn what_people_run_is_what_the_machine_runs() {
    let ci = read(".ci/run");
    assert!(
        ci.contains("\n./test\n") || ci.contains("exec ./test"),
        "{ci}"
    );
    assert!(read("README.md").contains("./test"));
}
