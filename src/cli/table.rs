//! Tables of text: columns as wide as they need to be, numbers to the right.

use crate::io::one_line;
use std::io::{self, Write};

/// Which side of its column a text keeps to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Rows of text under headings.
#[derive(Clone, Debug)]
pub(super) struct Table {
    headings: Vec<(String, Side)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table.
    pub(super) fn new<'a>(headings: impl IntoIterator<Item = (&'a str, Side)>) -> Self {
        Self {
            headings: headings
                .into_iter()
                .map(|(words, side)| (words.to_owned(), side))
                .collect(),
            rows: Vec::new(),
        }
    }

    /// One more row. (headings)
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows
            .push(cells.into_iter().map(|cell| fitting(&cell)).collect());
    }

    /// Writes headings and rows, two spaces between columns and none at the ends of lines.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            let heading = &self.headings[column].0;
            cells
                .chain([heading])
                .map(|cell| cell.chars().count())
                .max()
        };
        let widths: Vec<usize> = (0..self.headings.len())
            .map(|column| width(column).unwrap_or(0))
            .collect();
        let headings: Vec<String> = self
            .headings
            .iter()
            .map(|(words, _)| words.clone())
            .collect();
        for row in std::iter::once(&headings).chain(&self.rows) {
            let mut line = String::new();
            for ((cell, (_, side)), width) in row.iter().zip(&self.headings).zip(&widths) {
                if !line.is_empty() {
                    line.push_str("  ");
                }
                let room = " ".repeat(width.saturating_sub(cell.chars().count()));
                match side {
                    Side::Left => line.extend([cell.as_str(), &room]),
                    Side::Right => line.extend([&room, cell.as_str()]),
                }
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A cell of one line that leaves room for others; longer ones end in dots.
fn fitting(cell: &str) -> String {
    const MOST: usize = 200;
    let cell = one_line(cell);
    match cell.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &cell[..end]),
        None => cell.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_endless_name_does_not_widen_every_row() {
        let mut table = Table::new([("name", Side::Left), ("", Side::Left)]);
        table.row(["µ".repeat(1 << 20), "end".to_owned()]);
        table.row(["short".to_owned(), "end".to_owned()]);
        let mut text = Vec::new();
        table.write(&mut text).unwrap();
        assert!(text.len() < 2000, "{}", text.len());
    }

    #[test]
    fn a_name_of_two_lines_stays_in_its_row() {
        let mut table = Table::new([("name", Side::Left)]);
        table.row(["a\nb".to_owned()]);
        let mut text = Vec::new();
        table.write(&mut text).unwrap();
        assert_eq!(text, b"name\na\\u000ab\n");
    }

    #[test]
    fn words_keep_left_and_numbers_right() {
        let mut table = Table::new([("goal", Side::Left), ("left", Side::Right)]);
        table.row(["left_hand".to_owned(), "4.0 mm".to_owned()]);
        table.row(["head".to_owned(), "12°".to_owned()]);
        let mut text = Vec::new();
        table.write(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(
            text,
            "goal         left\nleft_hand  4.0 mm\nhead          12°\n"
        );
    }
}
