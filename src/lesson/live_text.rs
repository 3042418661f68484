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

    /// The text with figures. `of_case` finds a case by its name, or the page itself.
    pub fn filled<'s>(
        &self,
        of_case: impl Fn(Option<&str>) -> Option<(&'s Scene, &'s Solved)>,
    ) -> String {
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Words(words) => text.push_str(words),
                Piece::Live(live) => {
                    let value = of_case(live.case.as_deref())
                        .and_then(|(scene, solved)| live.number.of(scene, solved));
                    let value = value.map_or("?".to_owned(), |value| value.to_string());
                    text.push_str(&value);
                }
            }
        }
        text
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
        assert_eq!(text.filled(|_| None), "a ? b {c} ?");
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
