//! What is read as one piece stays on one line: a number with its unit, the coordinates of a place, a formula.

/// A space that no line is broken at.
const FIRM: char = '\u{a0}';
/// What stands between two sides of a formula.
const BETWEEN: [&str; 9] = ["=", "+", "−", "×", "·", "≤", "≥", "≈", "<"];
/// Behind a number.
const UNITS: [&str; 12] = [
    "mm", "cm", "m", "kg", "N", "s", "ms", "µs", "%", "m²", "m/rad", "mm/°",
];

/// The words with firm spaces inside of what is one piece.
pub(super) fn unbroken(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    // Brackets of a formula that are open before this word.
    let mut open = 0_i32;
    let mut before: Option<&str> = None;
    for word in words.split(' ') {
        if let Some(before) = before {
            let is_inside = open > 0 && is_formula(before);
            let is_firm = is_inside || belong_together(before, word);
            text.push(if is_firm { FIRM } else { ' ' });
        }
        open = if is_formula(word) {
            (open + opened(word)).max(0)
        } else {
            0
        };
        // A hyphen before a number is a minus.
        match word.strip_prefix('-').filter(|_| is_number(word)) {
            Some(digits) => {
                text.push('−');
                text.push_str(digits);
            }
            None => text.push_str(word),
        }
        before = Some(word);
    }
    text
}

/// Whether two words, one after the other, are a piece.
fn belong_together(before: &str, word: &str) -> bool {
    let is_operator = |word: &str| BETWEEN.contains(&word);
    if is_operator(before) || is_operator(word) {
        return true;
    }
    // Axis and number; then the next axis.
    if is_axis(before) && is_number(word) {
        return true;
    }
    if let Some(number) = before.strip_suffix(',')
        && is_number(number)
        && is_axis(word)
    {
        return true;
    }
    if is_number(before) && UNITS.contains(&bare(word)) {
        return true;
    }
    let ends = before.ends_with(['.', ',', ';', ':', '?']);
    !ends && (is_formula(before) || is_number(before)) && is_formula(word)
}

/// How many more brackets a word opens than it closes.
fn opened(word: &str) -> i32 {
    let count = |brackets: [char; 2]| word.matches(brackets).count() as i32;
    count(['(', '[']) - count([')', ']'])
}

/// A word without brackets around it and stops behind it.
fn bare(word: &str) -> &str {
    let word = word.trim_start_matches(['(', '[', '|']);
    word.trim_end_matches(['.', ',', ';', ':', '?', ')', ']', '|'])
}

fn is_axis(word: &str) -> bool {
    matches!(bare(word), "x" | "y" | "z")
}

fn is_number(word: &str) -> bool {
    let word = bare(word);
    let digits = word.strip_prefix(['−', '-']).unwrap_or(word);
    let is_digit = |letter: char| letter.is_ascii_digit() || letter == '.';
    digits.starts_with(|letter: char| letter.is_ascii_digit()) && digits.chars().all(is_digit)
}

/// A letter by itself, a fraction of letters, or something with a Greek, raised or lowered letter, an index or a bar.
fn is_formula(word: &str) -> bool {
    if BETWEEN.contains(&word) || word.contains('|') {
        return true;
    }
    let bare = bare(word);
    let mut letters = bare.chars();
    let (first, second) = (letters.next(), letters.next());
    let is_letter = first.is_some_and(char::is_alphabetic);
    match second {
        // The article is no formula.
        None => is_letter && !matches!(bare, "a" | "A" | "I"),
        Some('_' | '/') => is_letter,
        Some(_) => bare.contains(|letter: char| {
            let is_greek = ('\u{391}'..='\u{3c9}').contains(&letter);
            let is_small = "²³¹⁰⁴⁵⁶⁷⁸⁹⁻⁺ᵀ₀₁₂₃".contains(letter);
            is_greek || is_small && is_letter
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What may stand on lines of their own.
    fn pieces(words: &str) -> Vec<String> {
        let words = unbroken(words);
        let pieces = words.split(' ');
        pieces.map(|piece| piece.replace(FIRM, " ")).collect()
    }

    #[test]
    fn a_place_a_number_and_a_formula_stay_on_one_line() {
        let expected = ["lamp", "at", "x 0.40, y 1.70, z 0.30 m,", "on", "both feet"];
        let words = expected.join(" ");
        let found = pieces(&words);
        assert_eq!(found[..4], expected[..4]);
        assert_eq!(found[4..].join(" "), expected[4]);
        for formula in [
            "J Δθ = e,",
            "Δθ = Jᵀ (J Jᵀ)⁻¹ e,",
            "|J Δθ − e|² + δ |Δθ|²,",
            "(JᵀJ + δI) Δθ = Jᵀe",
            "r × (p − O):",
            "(m/M) r × (V − O).",
            "J = [J_com; J_hand],",
            "Δθ = J₁⁺e₁ + (J₂N₁)⁺(e₂ − J₂J₁⁺e₁).",
            "τ = k_p (θ_d − θ) − k_d θ'",
            "λ = 1 + 3000 |e_com|,",
            "x −0.25, y 1.00, z 0.75 m",
            "20 mm",
            "1.3 m",
            "s/(s² + δ)",
        ] {
            let words = format!("we want {formula} where");
            let found = pieces(&words);
            assert_eq!(found, ["we", "want", formula, "where"], "{formula}");
        }
        assert_eq!(
            pieces("at x -0.25 m, left-hand"),
            ["at", "x −0.25 m,", "left-hand"]
        );
        let plain = "A hand is where I want it (figure 7), with a second one, at rest.";
        assert_eq!(pieces(plain).len(), plain.split(' ').count());
    }
}
