//! Text with figures in it that are asked of the solved scene: `the hand misses by {error of left_hand}`.

use super::number::Number;
use super::{Scene, Solved, UnknownName};

/// Text with live figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LiveText {
    pieces: Vec<Piece>,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Words(String),
    Live(Live),
}

/// A figure in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Live {
    /// What is asked.
    pub number: Number,
    /// Of which case: its name; of the page itself when nothing is said.
    pub case: Option<String>,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextFault {
    /// A brace without its partner.
    Brace,
    /// Between braces is no figure.
    Unknown {
        /// As it was written, without braces.
        written: String,
        /// What is not known of it.
        name: UnknownName,
    },
}

impl LiveText {
    /// Reads a text; `{{` and `}}` are braces.
    ///
    /// # Errors
    /// A brace without its partner, or words in braces that are no figure.
    pub fn parse(text: &str) -> Result<Self, TextFault> {
        let mut pieces = Vec::new();
        let mut words = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            words.push_str(&rest[..at]);
            let doubled = rest[at..].starts_with("{{") || rest[at..].starts_with("}}");
            if doubled {
                words.push_str(&rest[at..=at]);
                rest = &rest[at + 2..];
                continue;
            }
            let inside = rest[at..].strip_prefix('{').ok_or(TextFault::Brace)?;
            let (written, after) = inside.split_once('}').ok_or(TextFault::Brace)?;
            let (number, case) = match written.split_once(" in ") {
                Some((number, case)) => (number, Some(case.trim().to_owned())),
                None => (written, None),
            };
            let number = Number::parse(number).map_err(|name| TextFault::Unknown {
                written: written.to_owned(),
                name,
            })?;
            pieces.push(Piece::Words(std::mem::take(&mut words)));
            pieces.push(Piece::Live(Live { number, case }));
            rest = after;
        }
        words.push_str(rest);
        pieces.push(Piece::Words(words));
        Ok(Self { pieces })
    }

    /// The figures in it.
    pub fn figures(&self) -> impl Iterator<Item = &Live> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Live(live) => Some(live),
            Piece::Words(_) => None,
        })
    }

    /// The text with figures, paragraph after paragraph as it is set: lines of a paragraph are one, blank lines part
    /// paragraphs. `of_case` finds a case by its name, or the page itself; a figure of what is not there is `?`.
    pub fn filled<'s>(
        &self,
        of_case: impl Fn(Option<&str>) -> Option<(&'s Scene, &'s Solved)>,
    ) -> Vec<Vec<Span>> {
        let mut paragraphs = vec![Vec::new()];
        for piece in &self.pieces {
            match piece {
                Piece::Words(words) => set(words, &mut paragraphs),
                Piece::Live(live) => {
                    let value = of_case(live.case.as_deref())
                        .and_then(|(scene, solved)| live.number.of(scene, solved));
                    let value = value.map_or("?".to_owned(), |value| value.to_string());
                    if let Some(last) = paragraphs.last_mut() {
                        last.push(Span::Figure(value));
                    }
                }
            }
        }
        for paragraph in &mut paragraphs {
            if let Some(Span::Words(last)) = paragraph.last_mut() {
                last.truncate(last.trim_end().len());
            }
        }
        paragraphs.retain(|paragraph| !paragraph.is_empty());
        paragraphs
    }

    /// The same as one text.
    pub fn plain<'s>(
        &self,
        of_case: impl Fn(Option<&str>) -> Option<(&'s Scene, &'s Solved)>,
    ) -> String {
        let paragraphs = self.filled(of_case);
        let text = paragraphs.iter().map(|spans| {
            let words = spans.iter().map(Span::words);
            words.collect::<String>()
        });
        text.collect::<Vec<_>>().join("\n\n")
    }
}

/// Sets words behind what is set already: white space is one space, a blank line begins a paragraph.
fn set(words: &str, paragraphs: &mut Vec<Vec<Span>>) {
    let is_blank = |space: &str| space.matches('\n').count() > 1;
    let mut rest = words;
    while !rest.is_empty() {
        let word = rest.len() - rest.trim_start().len();
        let (space, after) = rest.split_at(word);
        let end = after.find(char::is_whitespace).unwrap_or(after.len());
        let (word, after) = after.split_at(end);
        rest = after;
        if is_blank(space) {
            paragraphs.push(Vec::new());
        }
        let Some(last) = paragraphs.last_mut() else {
            return;
        };
        let space = if space.is_empty() || last.is_empty() {
            ""
        } else {
            " "
        };
        match last.last_mut() {
            Some(Span::Words(before)) => {
                before.push_str(space);
                before.push_str(word);
            }
            _ if space.is_empty() && word.is_empty() => {}
            _ => last.push(Span::Words(format!("{space}{word}"))),
        }
    }
}

/// A part of a paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// As they were written.
    Words(String),
    /// A figure with its unit.
    Figure(String),
}

impl Span {
    /// What is read.
    pub fn words(&self) -> &str {
        match self {
            Self::Words(words) | Self::Figure(words) => words,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_hold_figures_and_doubled_ones_are_braces() {
        let text = LiveText::parse("a {margin} b {{c}} {error of left_hand in equal}").unwrap();
        let figures: Vec<_> = text.figures().collect();
        assert_eq!(figures.len(), 2);
        assert_eq!(figures[1].case.as_deref(), Some("equal"));
        assert_eq!(text.plain(|_| None), "a ? b {c} ?");
    }

    #[test]
    fn lines_of_a_paragraph_are_one_and_blank_lines_part_them() {
        let text = LiveText::parse("a\n   b {margin}\n  c.\n\n   {margin}, d\n").unwrap();
        assert_eq!(text.plain(|_| None), "a b ? c.\n\n?, d");
        let figure = || Span::Figure("?".to_owned());
        let words = |words: &str| Span::Words(words.to_owned());
        let paragraphs = [
            vec![words("a b "), figure(), words(" c.")],
            vec![figure(), words(", d")],
        ];
        assert_eq!(text.filled(|_| None), paragraphs);
    }

    #[test]
    fn a_lonely_brace_and_unknown_words_are_faults() {
        assert_eq!(LiveText::parse("a {margin"), Err(TextFault::Brace));
        assert_eq!(LiveText::parse("a margin}"), Err(TextFault::Brace));
        assert!(matches!(
            LiveText::parse("{margni}"),
            Err(TextFault::Unknown { .. })
        ));
    }
}
