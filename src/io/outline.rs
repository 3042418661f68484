//! Where the parts of a RON text begin: the place of `pages`, of its third entry, of that entry's `title`.
//!
//! RON's own errors have a place; what is found wrong after reading has only a path of names and numbers. This looks the
//! path up in the text. It reads text that RON has read before; of anything else it finds nothing, and does not panic.

/// A way to a part: a field's name, or an entry's number from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way<'a> {
    /// A field of a struct.
    Field(&'a str),
    /// An entry of a list, or of a tuple.
    Entry(usize),
}

/// The byte at which the value of a part begins; of as much of the way as there is.
pub(super) fn find(text: &str, way: &[Way]) -> usize {
    let mut at = Reader { text, at: 0 };
    at.skip_blank();
    for part in way {
        let before = at.at;
        if !at.enter(*part) {
            return before;
        }
    }
    at.at
}

/// A place in the text.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Blanks and comments.
    fn skip_blank(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if trimmed.starts_with("//") {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if let Some(comment) = trimmed.strip_prefix("/*") {
                self.at += comment.find("*/").map_or(trimmed.len(), |end| end + 4);
            } else {
                return;
            }
        }
    }

    /// A name before a bracket or a colon: letters, digits and underscores.
    fn name(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
        let name = &rest[..end.unwrap_or(rest.len())];
        self.at += name.len();
        name
    }

    /// Goes from the beginning of a value to a part of it.
    fn enter(&mut self, part: Way) -> bool {
        self.name();
        self.skip_blank();
        if !matches!(self.peek(), Some('(' | '[' | '{')) {
            return false;
        }
        self.at += 1;
        let mut entry = 0;
        loop {
            self.skip_blank();
            match self.peek() {
                None | Some(')' | ']' | '}') => return false,
                _ => {}
            }
            let start = self.at;
            let name = self.name();
            self.skip_blank();
            let is_field = self.peek() == Some(':');
            if is_field {
                self.at += 1;
                self.skip_blank();
            } else {
                self.at = start;
            }
            let found = match part {
                Way::Field(wanted) => is_field && name == wanted,
                Way::Entry(wanted) => entry == wanted,
            };
            if found {
                return true;
            }
            if !self.skip_value() {
                return false;
            }
            entry += 1;
        }
    }

    /// To behind the comma after a value, or to the bracket that closes what it is in.
    fn skip_value(&mut self) -> bool {
        let mut depth = 0_usize;
        loop {
            self.skip_blank();
            let Some(c) = self.peek() else {
                return false;
            };
            match c {
                '"' => self.skip_string(),
                'r' if self.skip_raw_string() => {}
                '(' | '[' | '{' => {
                    depth += 1;
                    self.at += 1;
                }
                ')' | ']' | '}' if depth == 0 => return true,
                ')' | ']' | '}' => {
                    depth -= 1;
                    self.at += 1;
                }
                ',' => {
                    self.at += 1;
                    if depth == 0 {
                        return true;
                    }
                }
                c if c.is_alphanumeric() || c == '_' => {
                    self.name();
                }
                c => self.at += c.len_utf8(),
            }
        }
    }

    fn skip_string(&mut self) {
        let mut escaped = false;
        for (offset, c) in self.rest().char_indices().skip(1) {
            match c {
                '\\' if !escaped => escaped = true,
                '"' if !escaped => {
                    self.at += offset + 1;
                    return;
                }
                _ => escaped = false,
            }
        }
        self.at = self.text.len();
    }

    /// `r"..."`, `r#"..."#`; false where there is none.
    fn skip_raw_string(&mut self) -> bool {
        let after = &self.rest()[1..];
        let hashes = after.len() - after.trim_start_matches('#').len();
        let Some(inside) = after[hashes..].strip_prefix('"') else {
            return false;
        };
        let end = format!("\"{}", "#".repeat(hashes));
        let length = inside.find(&end).map_or(inside.len(), |at| at + end.len());
        self.at += 1 + hashes + 1 + length;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r##"// pages: [
(
    title: "a \"title:\" (", /* pages: */
    pages: [
        (title: r#"pages: ["x"#, steps: [Reach("a", (1, 2, 3)), Free]),
        Page(title: "two", cases: [(name: "é"), (name: "b")]),
    ],
)"##;

    fn at(way: &[Way]) -> &'static str {
        &TEXT[find(TEXT, way)..]
    }

    #[test]
    fn parts_are_found_past_strings_comments_and_brackets() {
        use Way::{Entry, Field};
        assert!(at(&[Field("title")]).starts_with("\"a \\\"title"));
        assert!(at(&[Field("pages"), Entry(1)]).starts_with("Page("));
        let second = [Field("pages"), Entry(0), Field("steps"), Entry(1)];
        assert!(at(&second).starts_with("Free"));
        let name = [
            Field("pages"),
            Entry(1),
            Field("cases"),
            Entry(1),
            Field("name"),
        ];
        assert!(at(&name).starts_with("\"b\""));
    }

    #[test]
    fn a_way_that_ends_early_points_to_the_last_part_that_is_there() {
        let way = [Way::Field("pages"), Way::Entry(7), Way::Field("x")];
        assert!(at(&way).starts_with("[\n"));
        assert_eq!(find("", &way), 0);
        assert_eq!(find("(((", &way), 0);
    }
}
