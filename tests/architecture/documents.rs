//! Documents as text: the paths and the commands that they name.

use std::collections::BTreeSet;

/// Text and code of a document, in turn: `(is code, line)`.
fn lines(text: &str) -> Vec<(bool, &str)> {
    let mut in_code = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else {
            lines.push((in_code, line));
        }
    }
    lines
}

/// What stands between backticks in one line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Where the links of one line lead.
fn links(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|link| {
        let target = link.split(')').next()?;
        let is_elsewhere = target.contains("://") || target.starts_with('#');
        (!is_elsewhere).then(|| target.split('#').next().unwrap_or(target))
    })
}

/// Whether a quoted word means a file of the repository.
fn is_path(word: &str) -> bool {
    const ENDINGS: [&str; 6] = [".rs", ".md", ".toml", ".png", ".lock", "/"];
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let in_folder = word.contains('/') && !word.starts_with(|c: char| c.is_ascii_digit());
    let is_written_by_the_program = word == "out" || word.starts_with("out/");
    word.chars().all(is_plain)
        && (in_folder || ENDINGS.iter().any(|ending| word.ends_with(ending)))
        && !is_written_by_the_program
}

/// Paths that a document names and that do not exist, sorted. Code blocks are left out.
pub(crate) fn missing_paths(text: &str, exists: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut missing = BTreeSet::new();
    for (_, line) in lines(text).iter().filter(|(is_code, _)| !is_code) {
        let paths = quoted(line).filter(|word| is_path(word)).chain(links(line));
        missing.extend(paths.filter(|path| !exists(path)).map(str::to_owned));
    }
    missing.into_iter().collect()
}

/// The words after the program's name, for every command that a document names: lines of code blocks, and in backticks.
pub(crate) fn commands(text: &str) -> Vec<Vec<String>> {
    // Lines that end in a backslash go on in the next one.
    let joined = text.replace("\\\n", " ");
    let mut commands = Vec::new();
    for (is_code, line) in lines(&joined) {
        if is_code {
            commands.extend(command(line));
        } else {
            commands.extend(quoted(line).filter_map(command));
        }
    }
    commands
}

/// What a reader types: a line of a code block after a `$`, and the lines of the answer that are shown below it.
#[derive(Debug, PartialEq)]
pub(crate) struct ConsoleCommand {
    pub(crate) words: Vec<String>,
    pub(crate) answer: Vec<String>,
}

/// Commands that a reader types, with their answers.
pub(crate) fn console_commands(text: &str) -> Vec<ConsoleCommand> {
    let mut commands: Vec<ConsoleCommand> = Vec::new();
    // Whether the lines that come are the last command's answer.
    let mut is_answer = false;
    for (is_code, line) in lines(text) {
        if let Some(typed) = line.strip_prefix("$ ").filter(|_| is_code) {
            let words = command(typed);
            is_answer = words.is_some();
            commands.extend(words.map(|words| ConsoleCommand {
                words,
                answer: Vec::new(),
            }));
        } else if !is_code {
            is_answer = false;
        } else if let Some(last) = commands.last_mut().filter(|_| is_answer)
            && !line.trim().is_empty()
            && line.trim() != "…"
        {
            last.answer.push(line.to_owned());
        }
    }
    commands
}

/// The words of a line but for what the clock says: another machine is faster.
pub(crate) fn without_times(line: &str) -> Vec<&str> {
    let words: Vec<&str> = line.split_whitespace().collect();
    // Tables of times, and how often something is done in one.
    let all_times = line.contains("[µs]") || line.contains("per second of work");
    let is_time = |at: usize| {
        let next = words.get(at + 1).map_or("", |next| *next);
        let unit = next.trim_end_matches([',', ';', '.']);
        let is_number = words[at].starts_with(|c: char| c.is_ascii_digit());
        matches!(unit, "ms" | "µs" | "times") || (all_times && is_number)
    };
    let all = words.iter().enumerate();
    all.map(|(at, word)| if is_time(at) { "#" } else { *word })
        .collect()
}

/// Code blocks whose first line is a comment with the name of a file: that name, and the block.
pub(crate) fn named_blocks(text: &str) -> Vec<(&str, &str)> {
    let blocks = text.split("```").skip(1).step_by(2);
    blocks
        .filter_map(|block| {
            let (_, content) = block.split_once('\n')?;
            let name = content.lines().next()?.strip_prefix("// ")?;
            let is_name = name.contains('.') && !name.contains(' ');
            is_name.then_some((name, content))
        })
        .collect()
}

/// The words after the program's name; nothing when the line runs something else.
fn command(line: &str) -> Option<Vec<String>> {
    const STARTS: [&str; 3] = [
        "contrapposto",
        "cargo run --release --",
        "cargo run --release",
    ];
    const RUNNERS: [&str; 2] = ["parallel ", "srun "];
    let line = line.trim_start().trim_start_matches("$ ");
    // Other programs may run it: what stands before its name is theirs.
    let is_run = RUNNERS
        .iter()
        .any(|runner| line.starts_with(runner) || line.contains(&format!("| {runner}")));
    let line = match line.find(" contrapposto ") {
        Some(begin) if is_run => &line[begin + 1..],
        _ => line,
    };
    let words = STARTS.iter().find_map(|start| line.strip_prefix(start))?;
    if !words.is_empty() && !words.starts_with(' ') {
        return None;
    }
    let is_of_it = |word: &String| !matches!(word.as_str(), ">" | "|" | "&&" | "#");
    Some(
        shell_words(words)
            .into_iter()
            .take_while(is_of_it)
            .collect(),
    )
}

/// Words as a shell makes them: what stands between double quotes is one.
fn shell_words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut word, mut is_quoted, mut is_begun) = (String::new(), false, false);
    for c in line.chars().chain([' ']) {
        match c {
            '"' => (is_quoted, is_begun) = (!is_quoted, true),
            c if c.is_whitespace() && !is_quoted => {
                if is_begun {
                    words.push(std::mem::take(&mut word));
                }
                is_begun = false;
            }
            c => {
                word.push(c);
                is_begun = true;
            }
        }
    }
    words
}

/// Words of a command that the program does not know: a command that is none, an option that its help does not list.
pub(crate) fn unknown_words(words: &[String], help: &dyn Fn(&[String]) -> String) -> Vec<String> {
    let mut depth = 0;
    let mut page = help(&[]);
    while let Some(word) = words.get(depth)
        && page.contains("\nCommands:\n")
        && !word.starts_with('-')
    {
        let is_listed = page
            .lines()
            .any(|line| line.starts_with("  ") && line.split_whitespace().next() == Some(word));
        if !is_listed && page.contains("\nArguments:\n") {
            // What it is done with, where no command of its own is meant.
            break;
        }
        if !is_listed {
            return vec![word.clone()];
        }
        depth += 1;
        page = help(&words[..depth]);
    }
    let options: BTreeSet<&str> = page
        .split(|c: char| c.is_whitespace() || ",=<[".contains(c))
        .filter(|word| word.starts_with('-'))
        .collect();
    words[depth..]
        .iter()
        .filter(|word| word.starts_with('-') && !word.starts_with(|c: char| c.is_ascii_digit()))
        .filter(|word| !options.contains(word.split('=').next().unwrap_or(word)))
        .cloned()
        .collect()
}
