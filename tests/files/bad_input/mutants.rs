//! Fine faults: a number becomes an extreme one, words change places, go, come twice or come from another file.

use super::{solving, spoilt, tokens};
use contrapposto::math::Random;

/// What a number may become: the ends of all kinds of numbers, what is none, and counts that nobody means.
const EXTREMES: [&str; 20] = [
    "0",
    "-0.0",
    "-1",
    "1",
    "1e308",
    "-1e308",
    "5e-324",
    "1e-9",
    "1e9",
    "NaN",
    "-NaN",
    "inf",
    "-inf",
    "255",
    "65536",
    "1000000",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "-9223372036854775808",
];

/// A text with one fault or a few. `other` is a text of another kind that words may come from.
pub(crate) fn mutant(text: &str, other: &str, seed: u64) -> String {
    match seed % 8 {
        0 => spoilt(text, seed),
        // Most of these are still valid, and worked on.
        1..=3 => solving::mutant(text, seed),
        4 | 5 => extreme(text, seed),
        6 => shuffled(text, other, seed),
        // Faults upon faults.
        _ => shuffled(&extreme(text, seed), other, seed + 1),
    }
}

/// One to three numbers become extreme ones.
fn extreme(text: &str, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut words = tokens(text);
    let is_number = |word: &str| word.parse::<f64>().is_ok();
    let places: Vec<usize> = (0..words.len())
        .filter(|place| is_number(words[*place]))
        .collect();
    for _ in 0..=random.below(3).min(places.len()) {
        if let Some(place) = places.get(random.below(places.len().max(1))) {
            words[*place] = EXTREMES[random.below(EXTREMES.len())];
        }
    }
    words.concat()
}

/// One to three times words change places, go, come again or come from elsewhere.
fn shuffled(text: &str, other: &str, seed: u64) -> String {
    let mut random = Random::new(seed);
    let (mut words, donors) = (tokens(text), tokens(other));
    for _ in 0..=random.below(3) {
        if words.len() < 2 {
            break;
        }
        let at = random.below(words.len());
        let until = (at + 1 + random.below(12)).min(words.len());
        match random.below(5) {
            0 => {
                let other = random.below(words.len());
                words.swap(at, other);
            }
            1 => drop(words.drain(at..until)),
            2 => {
                let again = words[at..until].repeat(1 + random.below(50));
                words.splice(at..at, again);
            }
            3 => words[at] = donors[random.below(donors.len())],
            _ => {
                let from = random.below(donors.len());
                let to = (from + 1 + random.below(30)).min(donors.len());
                words.splice(at..until, donors[from..to].iter().copied());
            }
        }
    }
    words.concat()
}
