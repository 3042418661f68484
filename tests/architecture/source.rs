//! Source files as text: what they use, once comments, words in quotes and unit tests are taken out.

use std::collections::BTreeSet;
use std::path::Path;

/// A file under `src/`.
pub(crate) struct SourceFile {
    /// From the root of the crate, with slashes: `src/ik/solver.rs`.
    pub(crate) path: String,
    /// All of it.
    pub(crate) text: String,
}

/// Every file under `src/` but the crate's own root, which only lists the modules.
pub(crate) fn read_sources() -> Vec<SourceFile> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    let mut folders = vec![root.join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder can be read") {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let name = path.strip_prefix(root).expect("it is inside");
                files.push(SourceFile {
                    path: name.to_string_lossy().replace('\\', "/"),
                    text: std::fs::read_to_string(&path).expect("the file can be read"),
                });
            }
        }
    }
    files.retain(|file| file.path != "src/lib.rs");
    assert!(files.len() > 50, "only {} files are found", files.len());
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

impl SourceFile {
    /// The names on the way to this module: `["ik", "solver"]`; `["ik"]` for `src/ik/mod.rs`.
    fn names(&self) -> Vec<&str> {
        let inside = self.path.strip_prefix("src/").unwrap_or(&self.path);
        let inside = inside.strip_suffix(".rs").unwrap_or(inside);
        let mut names: Vec<&str> = inside.split('/').collect();
        if names.last() == Some(&"mod") {
            names.pop();
        }
        names
    }

    /// The module of the crate that this file belongs to.
    pub(crate) fn module(&self) -> &str {
        self.names()[0]
    }

    /// Modules of the crate that the file names, outside of unit tests.
    pub(crate) fn used_modules(&self) -> BTreeSet<String> {
        // A file of unit tests is one whole.
        if self.path.ends_with("/tests.rs") {
            return BTreeSet::new();
        }
        let code = without_tests(&without_comments(&self.text));
        // From here, this many times `super` is the crate.
        let up = "super::".repeat(self.names().len());
        let code = code.replace(&up, "crate::");
        let mut used = BTreeSet::new();
        for (at, root) in code.match_indices("crate::") {
            let is_start = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if is_start {
                used.extend(first_names(&code[at + root.len()..]));
            }
        }
        used
    }
}

/// The first names of a path, or of every path of a list in braces.
fn first_names(path: &str) -> Vec<String> {
    let name = |text: &str| -> String {
        let is_name = |c: &char| c.is_alphanumeric() || *c == '_';
        text.trim_start().chars().take_while(is_name).collect()
    };
    let Some(list) = path.strip_prefix('{') else {
        return vec![name(path)];
    };
    let (mut names, mut depth, mut from) = (Vec::new(), 1, 0);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 || (depth == 1 && c == ',') {
            names.push(name(&list[from..at]));
            from = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// Code with comments and all that stands in quotes taken out.
pub(crate) fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            comment_length(rest)
        } else if let Some(length) = raw_string_length(rest) {
            length
        } else if first == '"' {
            quoted_length(rest)
        } else if first == '\'' {
            char_length(rest)
        } else {
            0
        };
        if skipped == 0 {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            code.push(' ');
            rest = &rest[skipped..];
        }
    }
    code
}

/// Block comments may hold block comments.
fn comment_length(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        if text[at..].starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if text[at..].starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// `r"…"`, `r#"…"#` and so on.
fn raw_string_length(text: &str) -> Option<usize> {
    let hashes = text.strip_prefix('r')?.trim_start_matches('#');
    let count = text.len() - 1 - hashes.len();
    let inside = hashes.strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(count));
    let length = inside.find(&end)? + end.len();
    Some(1 + count + 1 + length)
}

fn quoted_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// `'x'` or `'\n'`; zero for a lifetime.
fn char_length(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => text[3..].find('\'').map_or(0, |end| 3 + end + 1),
        Some(_) => match chars.next() {
            Some((at, '\'')) => at + 1,
            _ => 0,
        },
        None => 0,
    }
}

/// Code without its `#[cfg(test)]` modules. The code has no comments and quotes any more, so braces match.
pub(crate) fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let (mut rest, mut kept) = (code, String::new());
    while let Some(at) = rest.find(MARK) {
        kept.push_str(&rest[..at]);
        let item = &rest[at + MARK.len()..];
        rest = &item[item_length(item)..];
    }
    kept + rest
}

/// Up to the end of the first item: its semicolon, or its closing brace.
fn item_length(code: &str) -> usize {
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 && (c == ';' || c == '}') {
            return at + 1;
        }
    }
    code.len()
}
