//! The MOTION section: how many rows, how far apart, and their numbers. Memory grows with what is there, never with
//! what `Frames:` promises.

use super::words::Words;
use crate::io::FileError;
use crate::io::clip_file::FRAME_SECS;

/// Rows × joints; an hour of a body with fingers at 90 rows a second. A recording of so many takes about 1 GB.
const MOST_PLACES: usize = 20_000_000;
/// Taken where a file has a single row and no rate [s].
const USUAL_FRAME_SECS: f64 = 1.0 / 30.0;

/// Rows of the file.
pub(super) struct Motion {
    pub frame_secs: f64,
    pub values: Vec<f64>,
    pub notes: Vec<String>,
}

/// Columns of a row: all of them, those that are kept, and the joints that they move.
#[derive(Clone, Copy)]
pub(super) struct Columns {
    pub file_width: usize,
    pub kept: usize,
    pub joints: usize,
}

/// Reads from MOTION to the end.
pub(super) fn read_motion(words: &mut Words<'_>, columns: Columns) -> Result<Motion, FileError> {
    let mut notes = Vec::new();
    // The hierarchy stops at MOTION or at the end of the file.
    if words.next().is_none() {
        notes.push("there is no MOTION section: a skeleton without rows".to_owned());
        return Ok(Motion {
            frame_secs: USUAL_FRAME_SECS,
            values: Vec::new(),
            notes,
        });
    }
    let declared = read_count(words)?;
    let frame_secs = read_frame_secs(words, declared, &mut notes)?;
    let values = read_rows(words, declared, columns, &mut notes)?;
    Ok(Motion {
        frame_secs,
        values,
        notes,
    })
}

fn read_count(words: &mut Words<'_>) -> Result<u64, FileError> {
    if !words.take_label(&["Frames"]) {
        return Err(expected(words, "Frames: and the number of rows"));
    }
    let Some(word) = words.next() else {
        return Err(words.error_at_end("ends after Frames: without the number of rows"));
    };
    word.text().parse().map_err(|_| {
        let shown = word.shown();
        words.error(word.at, format!("Frames: {shown} is not a number of rows"))
    })
}

fn read_frame_secs(
    words: &mut Words<'_>,
    declared: u64,
    notes: &mut Vec<String>,
) -> Result<f64, FileError> {
    if !words.take_label(&["Frame", "Time"]) {
        return Err(expected(words, "Frame Time: and the seconds between rows"));
    }
    let Some(word) = words.next() else {
        return Err(words.error_at_end("ends after Frame Time: without the seconds between rows"));
    };
    let frame_secs = words.number(word, "Frame Time")?;
    if frame_secs == 0.0 && declared <= 1 {
        notes.push("Frame Time is 0; 1/30 s is taken".to_owned());
        return Ok(USUAL_FRAME_SECS);
    }
    let [least, most] = FRAME_SECS;
    if !(least..=most).contains(&frame_secs) {
        let shown = word.text();
        let message = format!("Frame Time {shown} is not between {least} and {most} s");
        return Err(words.error(word.at, message));
    }
    Ok(frame_secs)
}

/// A row is a line, or some lines that end where the row ends; a line may also hold several whole rows. A line that
/// is too short followed by one that is too long is an error and not a row that begins in the middle of a line.
fn read_rows(
    words: &mut Words<'_>,
    declared: u64,
    columns: Columns,
    notes: &mut Vec<String>,
) -> Result<Vec<f64>, FileError> {
    let Columns {
        file_width, kept, ..
    } = columns;
    let (mut values, mut rows, mut is_broken) = (Vec::new(), 0_u64, false);
    // Numbers of the row so far, and where it begins.
    let (mut count, mut start) = (0, 0);
    while rows < declared {
        let Some(first) = words.next() else {
            break;
        };
        if file_width == 0 {
            return Err(words.error(
                first.at,
                "no joint has channels, so there can be no numbers",
            ));
        }
        let begins_inside_row = count > 0;
        if !begins_inside_row {
            start = first.at;
        }
        let mut next = Some(first);
        while let Some(word) = next {
            let value = words.number(word, "row")?;
            let is_wanted = rows + ((count / file_width) as u64) < declared;
            if is_wanted && count % file_width < kept {
                values.push(value);
            }
            count += 1;
            next = words.next_on_line();
        }
        is_broken |= begins_inside_row || count != file_width;
        if count == file_width || (count % file_width == 0 && !begins_inside_row) {
            rows += (count / file_width) as u64;
            count = 0;
        } else if count > file_width {
            return Err(wrong_row(words, start, rows, file_width));
        }
        check_size(words, rows, columns)?;
    }
    if count > 0 {
        // Only the end of the file leaves a row open: it was cut off there.
        values.truncate(rows as usize * kept);
        let line = words.line(start);
        notes.push(format!(
            "line {line}: the last row has {count} of {file_width} numbers and is left out"
        ));
    } else if is_broken {
        notes.push("rows and lines do not begin together".to_owned());
    }
    if rows > declared {
        notes.push(format!(
            "Frames says {declared}, but there are {rows} rows; the first {declared} are taken"
        ));
    } else if rows < declared {
        notes.push(format!("Frames says {declared}, but there are {rows} rows"));
    } else if let Some(word) = words.peek() {
        let line = words.line(word.at);
        notes.push(format!(
            "line {line}: there is more after the {declared} rows that Frames announces; it is left out"
        ));
    }
    Ok(values)
}

fn check_size(words: &Words<'_>, rows: u64, columns: Columns) -> Result<(), FileError> {
    let most = MOST_PLACES / columns.joints.max(1);
    if rows as usize > most {
        return Err(words.error_here(format!("has more than {most} rows")));
    }
    Ok(())
}

/// The line where a row begins has not as many numbers as a row.
fn wrong_row(words: &Words<'_>, start: usize, row: u64, width: usize) -> FileError {
    let count = words.words_on_line(start);
    words.error(
        start,
        format!("row {row} (from 0) has {count} numbers; {width} are needed"),
    )
}

fn expected(words: &Words<'_>, what: &str) -> FileError {
    match words.peek() {
        Some(word) => {
            let shown = word.shown();
            words.error(word.at, format!("{what} are expected, not {shown}"))
        }
        None => words.error_at_end(format!("ends where {what} are expected")),
    }
}
