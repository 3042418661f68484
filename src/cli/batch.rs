//! Many files, one command: a job a file on all cores, one table, one exit code.
//!
//! ```text
//! items ──rayon──> job(item) ──> row ──┐ in the order of the list
//!                  job(item) ──> row ──┴──> notes and errors at once, then the table or JSON
//! ```
//! A job is a pure function of its file, so that neither the number of threads nor the share of the list changes what comes
//! of it. Only this thread writes to the terminal: it holds both streams.

use super::Error;
use super::answer::write_json;
use super::input_list::{Item, ManyArgs, OutDirArgs};
use super::plain_text::message_line;
use super::progress::{self, Progress};
use super::table::{Side, Table};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use std::io::Write;
use std::sync::mpsc;

/// What to do with many files.
pub(super) struct Batch<'a> {
    /// What the progress bar says.
    pub(super) label: &'a str,
    pub(super) items: Vec<&'a Item>,
    /// Whether outputs that are there are left alone.
    pub(super) skips_existing: bool,
    pub(super) answers_json: bool,
}

/// What came of one file.
pub(super) struct Row {
    verdict: Verdict,
    /// For people, in a few words.
    words: String,
    /// For programs, as for one file.
    answer: Value,
}

/// What a file's row says first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Done,
    OutOfBounds,
    Skipped,
    Failed,
}

impl Verdict {
    const ALL: [Self; 4] = [Self::Done, Self::OutOfBounds, Self::Skipped, Self::Failed];

    const fn words(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::OutOfBounds => "out of bounds",
            Self::Skipped => "skipped",
            Self::Failed => "failed",
        }
    }
}

impl Row {
    /// Done, and in few words with what result.
    pub(super) fn done(words: String, answer: &impl Serialize) -> Result<Self, Error> {
        Ok(Self {
            verdict: Verdict::Done,
            words,
            answer: serde_json::to_value(answer).map_err(std::io::Error::from)?,
        })
    }

    /// The same, but a bound is not kept.
    pub(super) fn out_of_bounds(self) -> Self {
        let verdict = Verdict::OutOfBounds;
        Self { verdict, ..self }
    }

    fn skipped(item: &Item) -> Self {
        let output = item.output.as_ref();
        let output = output.map_or_else(String::new, |path| path.display().to_string());
        Self {
            verdict: Verdict::Skipped,
            words: format!("{output} is there already"),
            answer: Value::Null,
        }
    }

    fn failed(item: &Item, error: &Error) -> Self {
        let line = error.line().unwrap_or_else(|| error.to_string());
        let words = about(item, &line);
        Self {
            verdict: Verdict::Failed,
            words,
            answer: Value::Null,
        }
    }
}

/// The line with its file's name in front: not every error and note knows which file it is about.
fn about(item: &Item, line: &str) -> String {
    let file = message_line(&item.input.display().to_string());
    if line.starts_with(&file) {
        line.to_owned()
    } else {
        format!("{file}: {line}")
    }
}

/// The whole answer as JSON. `docs/json.md` describes every field.
#[derive(Serialize)]
struct Answer<'a> {
    files: Vec<FileAnswer<'a>>,
    done: usize,
    out_of_bounds: usize,
    skipped: usize,
    failed: usize,
}

#[derive(Serialize)]
struct FileAnswer<'a> {
    file: String,
    verdict: Verdict,
    error: Option<&'a str>,
    answer: &'a Value,
}

impl<'a> Batch<'a> {
    /// The files of this shard, answered by a table; nothing when one file is worked on as ever.
    pub(super) fn of(label: &'a str, many: &'a ManyArgs, out_dir: &OutDirArgs) -> Option<Self> {
        Some(Self {
            label,
            items: many.items()?,
            skips_existing: out_dir.skip_existing,
            answers_json: false,
        })
    }
    /// Does every job, goes on past those that fail, and says what came of each.
    pub(super) fn run(
        &self,
        job: impl Fn(&Item, &mut dyn Write) -> Result<Row, Error> + Sync,
        out: &mut dyn Write,
        err: &mut dyn Write,
    ) -> Result<(), Error> {
        let rows = self.rows(&job, err)?;
        let count = |verdict: Verdict| rows.iter().filter(|row| row.verdict == verdict).count();
        if self.answers_json {
            let files = self.items.iter().zip(&rows).map(|(item, row)| FileAnswer {
                file: item.input.display().to_string(),
                verdict: row.verdict,
                error: (row.verdict == Verdict::Failed).then_some(&row.words),
                answer: &row.answer,
            });
            let answer = Answer {
                files: files.collect(),
                done: count(Verdict::Done),
                out_of_bounds: count(Verdict::OutOfBounds),
                skipped: count(Verdict::Skipped),
                failed: count(Verdict::Failed),
            };
            write_json(&answer, out)?;
        } else {
            let mut table = Table::new(["file", "verdict", ""].map(|words| (words, Side::Left)));
            for (item, row) in self.items.iter().zip(&rows) {
                let file = item.input.display().to_string();
                let verdict = row.verdict.words().to_owned();
                table.row([file, verdict, row.words.clone()]);
            }
            table.write(out)?;
            let counts = Verdict::ALL.map(|verdict| (count(verdict), verdict.words()));
            let counts = counts.iter().filter(|(count, _)| *count > 0);
            let counts: Vec<_> = counts.map(|(n, words)| format!("{n} {words}")).collect();
            match rows.len() {
                0 => writeln!(out, "No file is in this share.")?,
                1 => writeln!(out, "1 file: {}.", counts.join(", "))?,
                n => writeln!(out, "{n} files: {}.", counts.join(", "))?,
            }
        }
        if count(Verdict::Failed) > 0 {
            Err(Error::SomeFiles)
        } else if count(Verdict::OutOfBounds) > 0 {
            Err(Error::OutOfBounds)
        } else {
            Ok(())
        }
    }

    /// One row an item, in their order. What is said about a file is written as soon as all before it are done.
    fn rows(
        &self,
        job: &(impl Fn(&Item, &mut dyn Write) -> Result<Row, Error> + Sync),
        err: &mut dyn Write,
    ) -> Result<Vec<Row>, Error> {
        let items = &self.items;
        let mut progress = Progress::new(self.label, items.len() as u64);
        // Bars of jobs would be drawn over this one.
        progress::hide();
        let (finished, news) = mpsc::channel();
        let mut waiting: Vec<Option<(Row, Vec<u8>)>> = items.iter().map(|_| None).collect();
        let mut rows = Vec::new();
        rayon::in_place_scope(|scope| {
            scope.spawn(|_| {
                let numbered = items.par_iter().enumerate();
                // One by one: neighbours may be of very different lengths.
                numbered
                    .with_max_len(1)
                    .for_each_with(finished, |finished, (index, item)| {
                        // It is heard as long as this scope lasts.
                        let _ = finished.send((index, self.row(item, job)));
                    });
            });
            for (done, (index, row)) in news.iter().enumerate() {
                waiting[index] = Some(row);
                progress.set(done as u64 + 1);
                while let Some((row, notes)) = waiting.get_mut(rows.len()).and_then(Option::take) {
                    if row.verdict == Verdict::Failed || !notes.is_empty() {
                        // Text must not land behind the bar, which comes again.
                        progress.finish();
                    }
                    for note in String::from_utf8_lossy(&notes).lines() {
                        let note = note.strip_prefix("note: ").unwrap_or(note);
                        writeln!(err, "note: {}", about(items[rows.len()], note))?;
                    }
                    if row.verdict == Verdict::Failed {
                        writeln!(err, "error: {}", row.words)?;
                    }
                    rows.push(row);
                }
            }
            Ok(rows)
        })
    }

    /// What comes of one file, and what is to be said about it on standard error.
    fn row(
        &self,
        item: &Item,
        job: &impl Fn(&Item, &mut dyn Write) -> Result<Row, Error>,
    ) -> (Row, Vec<u8>) {
        let is_there = || item.output.as_ref().is_some_and(|path| path.exists());
        if self.skips_existing && is_there() {
            return (Row::skipped(item), Vec::new());
        }
        let mut notes = Vec::new();
        let row = job(item, &mut notes).unwrap_or_else(|error| Row::failed(item, &error));
        (row, notes)
    }
}
