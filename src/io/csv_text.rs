//! Words as cells of a CSV.

use std::borrow::Cow;

/// A cell of words: in quotes where a comma or a quote would break the row (RFC 4180), and behind an apostrophe where a
/// spreadsheet would take it for a formula.
pub fn csv_text(text: &str) -> Cow<'_, str> {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let mark = if is_formula { "'" } else { "" };
    if text.contains([',', '"', '\n', '\r']) {
        Cow::Owned(format!("\"{mark}{}\"", text.replace('"', "\"\"")))
    } else if is_formula {
        Cow::Owned(format!("{mark}{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_one_cell_and_are_no_formula() {
        for (text, cell) in [
            ("left_knee", "left_knee"),
            ("", ""),
            ("a \"b\", c", "\"a \"\"b\"\", c\""),
            ("=1+1", "'=1+1"),
            ("-2", "'-2"),
            ("+x", "'+x"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("=a,b", "\"'=a,b\""),
            ("a=b", "a=b"),
        ] {
            assert_eq!(csv_text(text), cell);
        }
    }
}
