//! `contrapposto lesson mark`: answers of a class held against the rules of an exercise.

use super::Error;
use super::answer::write_json;
use super::file_list::{Files, Kind};
use super::files::{write, written_name};
use super::lesson::{file_of, load};
use super::table::{Side, Table};
use crate::io::{csv_text, load_document, one_line};
use crate::lesson::{Marked, is_accepted, mark};
use clap::Args;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `lesson mark`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto lesson mark 7 answer.pose.ron
  contrapposto lesson mark lessons/07.ron answers/*.pose.ron --csv class.csv

Exit code 1 when an answer is refused.")]
pub(super) struct MarkArgs {
    /// A lesson's number, or the path of a lesson file
    #[arg(value_name = "NUMBER|FILE")]
    lesson: String,
    /// Projects (.pose.ron)
    #[arg(required = true, value_name = "ANSWER")]
    answers: Vec<PathBuf>,
    /// Writes a row for every rule of every answer
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Prints one JSON list instead of tables
    #[arg(long)]
    json: bool,
}

/// What one answer got.
#[derive(Debug, Serialize)]
struct AnswerLine {
    answer: String,
    accepted: bool,
    /// Why it could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    rules: Vec<RuleLine>,
}

/// What one rule found.
#[derive(Debug, Serialize)]
struct RuleLine {
    rule: String,
    figure: String,
    passed: bool,
}

impl MarkArgs {
    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        let lesson = file_of(&self.lesson);
        Files::default()
            .reads(&lesson)
            .reads(&self.answers)
            .writes(Kind::Table, &self.csv)
    }
}

/// Marks every answer; one that cannot be read does not keep the others from it.
pub(super) fn mark_answers(
    args: &MarkArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Error> {
    let (_, lesson) = load(&args.lesson)?;
    let mut lines = Vec::new();
    for path in &args.answers {
        let answer = path.display().to_string();
        lines.push(match load_document(path) {
            Ok(document) => {
                let marks = mark(&lesson.exercise, &document);
                AnswerLine {
                    answer,
                    accepted: is_accepted(&marks),
                    error: None,
                    rules: marks.into_iter().map(RuleLine::from).collect(),
                }
            }
            Err(e) if args.answers.len() == 1 => return Err(e.into()),
            Err(e) => {
                writeln!(err, "error: {e}")?;
                AnswerLine {
                    answer,
                    accepted: false,
                    error: Some(e.to_string()),
                    rules: Vec::new(),
                }
            }
        });
    }
    if let Some(path) = &args.csv {
        write(path, csv(&lines).as_bytes())?;
    }
    if args.json {
        write_json(&lines, out)?;
    } else {
        say(&lines, out)?;
        if let Some(path) = &args.csv {
            writeln!(out, "Wrote {}.", one_line(&written_name(path)))?;
        }
    }
    if lines.iter().any(|line| line.error.is_some()) {
        return Err(Error::SomeFiles);
    }
    if lines.iter().all(|line| line.accepted) {
        Ok(())
    } else {
        Err(Error::OutOfBounds)
    }
}

impl From<Marked> for RuleLine {
    fn from(marked: Marked) -> Self {
        let Marked {
            rule,
            figure,
            passed,
        } = marked;
        Self {
            rule,
            figure,
            passed,
        }
    }
}

fn say(lines: &[AnswerLine], out: &mut dyn Write) -> Result<(), Error> {
    for line in lines {
        let verdict = match (&line.error, line.accepted) {
            (Some(_), _) => "cannot be read",
            (None, true) => "accepted",
            (None, false) => "refused",
        };
        writeln!(out, "{}: {verdict}", one_line(&line.answer))?;
        let mut table = Table::new([
            ("rule", Side::Left),
            ("found", Side::Right),
            ("", Side::Left),
        ]);
        for rule in &line.rules {
            let kept = if rule.passed { "kept" } else { "not kept" };
            table.row([rule.rule.clone(), rule.figure.clone(), kept.to_owned()]);
        }
        if !line.rules.is_empty() {
            table.write(out)?;
        }
        writeln!(out)?;
    }
    let accepted = lines.iter().filter(|line| line.accepted).count();
    writeln!(out, "{accepted} of {} accepted.", lines.len())?;
    Ok(())
}

/// A row for every rule of every answer.
fn csv(lines: &[AnswerLine]) -> String {
    let mut text = String::from("answer,accepted,rule,found,kept\n");
    let yes = |is: bool| if is { "yes" } else { "no" };
    for line in lines {
        let answer = csv_text(&line.answer);
        let accepted = yes(line.accepted);
        if let Some(error) = &line.error {
            let _ = writeln!(text, "{answer},{accepted},,{},no", csv_text(error));
        }
        for rule in &line.rules {
            let (words, figure) = (csv_text(&rule.rule), csv_text(&rule.figure));
            let kept = yes(rule.passed);
            let _ = writeln!(text, "{answer},{accepted},{words},{figure},{kept}");
        }
    }
    text
}
