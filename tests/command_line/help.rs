//! Pages of help, man pages, and silence.

use crate::folder::Folder;

const COMMANDS: &[&[&str]] = &[
    &[],
    #[cfg(feature = "viewer")]
    &["view"],
    &["pose"],
    &["explain"],
    &["inspect"],
    &["check"],
    &["picture"],
    &["characters"],
    &["levels"],
    &["convert"],
    &["balance"],
    &["walk"],
    &["ghost"],
    &["presets"],
    &["bench"],
    &["bench", "ik"],
    &["bench", "physics"],
    &["bench", "make-problems"],
    &["demo"],
    &["completions"],
    &["man"],
];

#[test]
fn what_follows_the_options_fills_a_terminal_of_80_columns() {
    let folder = Folder::new();
    for command in COMMANDS {
        let args = [command, &["--help"][..]].concat();
        let output = folder
            .command(&args)
            .env("COLUMNS", "80")
            .output()
            .expect("help");
        let help = String::from_utf8(output.stdout).expect("UTF-8");
        let (_, after) = help.split_once("Examples:\n").expect("examples");
        let lines: Vec<&str> = after.lines().collect();
        for pair in lines.windows(2) {
            let [line, next] = [pair[0], pair[1]];
            assert!(line.chars().count() <= 80, "{command:?}: {line}");
            // Examples and tables keep their lines; in text a line ends where the next word does not fit.
            let is_text =
                |line: &str| !line.is_empty() && !line.starts_with(' ') && !line.ends_with(':');
            if is_text(line) && is_text(next) {
                let word = next.split(' ').next().unwrap_or_default();
                let with_next = line.chars().count() + 1 + word.chars().count();
                assert!(
                    with_next > 80,
                    "{command:?}: {line:?} has room for {word:?}"
                );
            }
            if line.starts_with(' ') && !command.is_empty() {
                let goes_on = line.starts_with("      ");
                assert!(
                    goes_on || line.starts_with("  contrapposto"),
                    "{command:?}: {line}"
                );
            }
        }
    }
}

#[test]
fn the_help_of_every_command_ends_with_examples() {
    let folder = Folder::new();
    for command in COMMANDS {
        let help = folder.text(&[command, &["--help"][..]].concat());
        let has_examples = help.contains("Examples:\n  contrapposto");
        assert!(has_examples, "{command:?}: {help}");
    }
}

#[test]
fn every_command_has_a_man_page() {
    let folder = Folder::new();
    for command in COMMANDS {
        let page = folder.text(&[&["man"][..], command].concat());
        let name = [&["contrapposto"][..], command]
            .concat()
            .join("-")
            .replace('-', "\\-");
        assert!(
            page.contains(".SH NAME") && page.contains(&name),
            "{name}: {page}"
        );
    }
    let line = folder.complaint(&["man", "wlak"]);
    assert!(line.contains("did you mean \"walk\"?"), "{line}");
}

#[test]
fn quiet_leaves_errors_and_json() {
    let folder = Folder::new();
    let said = |args: &[&str]| {
        let output = folder.run(args);
        (
            output.stdout.len(),
            output.stderr.len(),
            output.status.code(),
        )
    };
    assert_eq!(
        said(&["walk", "--steps", "1", "-o", "walk.ron", "-q"]),
        (0, 0, Some(0))
    );
    assert!(folder.path("walk.ron").is_file());
    assert_eq!(
        said(&["--quiet", "check", "walk.ron", "--margin-mm", "900"]),
        (0, 0, Some(1))
    );
    let answer = folder.json(&["check", "walk.ron", "--json", "--quiet"]);
    assert_eq!(answer["within_bounds"], true);
    let line = folder.complaint(&["check", "none.ron", "--quiet"]);
    assert!(line.contains("none.ron"), "{line}");
    // What is asked for on standard output is no talk.
    let output = folder.run(&["walk", "-n", "1", "-o", "-", "--format", "csv", "-q"]);
    assert!(output.stdout.starts_with(b"time_s,") && output.stderr.is_empty());
    for args in [&["completions", "bash"][..], &["man"], &["man", "walk"]] {
        let text = folder.text(&[args, &["-q"]].concat());
        assert_eq!(text, folder.text(args));
        assert!(text.len() > 1000, "{args:?}");
    }
}
