//! A lesson as JSON. `docs/json.md` describes every field.

use super::lesson_handout::page_text;
use crate::lesson::{Lesson, Page, Rule};
use serde::Serialize;

/// A lesson, its figures filled in.
#[derive(Debug, Serialize)]
pub(super) struct LessonAnswer<'a> {
    number: u32,
    title: &'a str,
    summary: &'a str,
    paper: &'a str,
    pages: Vec<PageAnswer<'a>>,
    exercise: ExerciseAnswer<'a>,
    /// Files that were written.
    written: &'a [String],
}

#[derive(Debug, Serialize)]
struct PageAnswer<'a> {
    title: &'a str,
    text: String,
    show_me: Vec<String>,
    cases: Vec<&'a str>,
    table: Vec<TableRow>,
    question: Option<QuestionAnswer<'a>>,
}

/// One figure of every case.
#[derive(Debug, Serialize)]
struct TableRow {
    figure: String,
    values: Vec<String>,
}

#[derive(Debug, Serialize)]
struct QuestionAnswer<'a> {
    ask: &'a str,
    choices: &'a [String],
    /// From 1, as people count.
    answer: usize,
    because: &'a str,
}

#[derive(Debug, Serialize)]
struct ExerciseAnswer<'a> {
    task: &'a str,
    rules: Vec<String>,
}

impl<'a> LessonAnswer<'a> {
    pub(super) fn new(lesson: &'a Lesson, written: &'a [String]) -> Self {
        let rules = lesson.exercise.rules.iter().map(Rule::words);
        Self {
            number: lesson.number,
            title: &lesson.title,
            summary: &lesson.summary,
            paper: &lesson.paper,
            pages: lesson.pages.iter().map(PageAnswer::new).collect(),
            exercise: ExerciseAnswer {
                task: &lesson.exercise.task,
                rules: rules.collect(),
            },
            written,
        }
    }
}

impl<'a> PageAnswer<'a> {
    fn new(page: &'a Page) -> Self {
        let told = page_text(page);
        let rows = told.rows.into_iter().map(|row| {
            let mut cells = row.into_iter();
            TableRow {
                figure: cells.next().unwrap_or_default(),
                values: cells.collect(),
            }
        });
        Self {
            title: &page.title,
            text: told.text,
            show_me: told.show_me,
            cases: page.cases.iter().map(|case| case.name.as_str()).collect(),
            table: rows.collect(),
            question: page.question.as_ref().map(|question| QuestionAnswer {
                ask: &question.ask,
                choices: &question.choices,
                answer: question.right + 1,
                because: &question.because,
            }),
        }
    }
}
