//! Spoiled lesson files: whatever they say, something valid or an error.

use contrapposto::io::{Source, read_lesson, shipped_lessons};
use contrapposto::math::Random;

/// A text with a few of its letters changed, taken out, doubled, or parts of it moved.
fn spoiled(text: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        if letters.is_empty() {
            break;
        }
        let at = random.below(letters.len());
        match random.below(6) {
            0 => letters[at] = ['(', ')', '{', '}', '"', '9', '-', 'é'][random.below(8)],
            1 => {
                letters.remove(at);
            }
            2 => letters.insert(at, letters[at]),
            3 => letters.truncate(at),
            4 => {
                let end = (at + random.below(40)).min(letters.len());
                letters.drain(at..end);
            }
            _ => {
                let end = (at + random.below(40)).min(letters.len());
                let part: Vec<char> = letters[at..end].to_vec();
                let to = random.below(letters.len());
                letters.splice(to..to, part);
            }
        }
    }
    letters.into_iter().collect()
}

#[test]
fn twenty_thousand_spoiled_lessons_are_read_or_refused_with_their_place() {
    let mut random = Random::new(12);
    let lessons = shipped_lessons();
    let (mut refused, mut read) = (0, 0);
    for round in 0..20_000 {
        let (name, text) = lessons[round % lessons.len()];
        let source = Source::new(format!("{name}.ron"), spoiled(text, &mut random));
        match read_lesson(&source) {
            Ok(_) => read += 1,
            Err(e) => {
                refused += 1;
                assert!(e.place.is_some(), "{e}");
                assert!(!e.to_string().contains('\n'), "{e}");
            }
        }
    }
    assert!(
        refused > 5000 && read > 500,
        "{refused} refused, {read} read"
    );
}
