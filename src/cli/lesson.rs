//! `contrapposto lesson`: lessons listed, read, drawn, checked, and answers to their exercises marked.

use super::Error;
use super::answer::write_json;
use super::file_list::{Files, Kind};
use super::files::{write, written_name};
use super::lesson_answer::LessonAnswer;
use super::lesson_handout::{handout, handout_page, handout_picture, lesson_picture, page_text};
use super::lesson_mark::{MarkArgs, mark_answers};
use super::out_folder;
use super::table::{Side, Table};
use crate::io::{
    FileError, Source, check_lesson, lesson_source, one_line, read_lesson, shipped_lessons,
    write_document,
};
use crate::lesson::Lesson;
use clap::{Args, Subcommand};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Arguments of `lesson`.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  contrapposto lesson list
  contrapposto lesson 2
  contrapposto lesson 2 --page 3 --picture equal.png
  contrapposto lesson 7 --handout handout
  contrapposto lesson 7 --project begin.pose.ron
  contrapposto lesson check lessons/07.ron
  contrapposto lesson mark lessons/07.ron lessons/answers/07_accepted.pose.ron

docs/lessons.md tells how to write a lesson."
)]
pub(super) struct LessonArgs {
    #[command(subcommand)]
    command: Option<LessonCommand>,
    /// A lesson's number, or the path of a lesson file
    #[arg(value_name = "NUMBER|FILE")]
    lesson: Option<String>,
    /// Draws a page into a PNG: its cases side by side
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// The page that is drawn, from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "picture")]
    page: usize,
    /// Writes the lesson as Markdown with pictures into a folder, which is made when it is not there
    #[arg(long, value_name = "FOLDER")]
    handout: Option<PathBuf>,
    /// Writes the project that the exercise begins with
    #[arg(long, value_name = "FILE")]
    project: Option<PathBuf>,
    /// Writes a project that solves the exercise
    #[arg(long, value_name = "FILE")]
    solution: Option<PathBuf>,
    /// Prints the lesson as one JSON object
    #[arg(long)]
    json: bool,
}

/// What else is done with lessons.
#[derive(Debug, Subcommand)]
enum LessonCommand {
    /// Lists the lessons that come with the program
    List {
        /// Prints one JSON list instead of a table
        #[arg(long)]
        json: bool,
    },
    /// Finds mistakes in lesson files, with line and column
    Check {
        /// Numbers or paths
        #[arg(required = true, value_name = "NUMBER|FILE")]
        lessons: Vec<String>,
        /// Prints one JSON list instead of sentences
        #[arg(long)]
        json: bool,
    },
    /// Marks answers to an exercise: every rule with its figure
    Mark(MarkArgs),
}

/// What was found in a lesson file; nothing but the mistake where there is one.
#[derive(Debug, Serialize)]
struct CheckedLesson<'a> {
    lesson: &'a str,
    number: Option<u32>,
    title: Option<String>,
    pages: Option<usize>,
    rules: Option<usize>,
    error: Option<String>,
}

/// One line of the list.
#[derive(Debug, Serialize)]
struct LessonLine {
    number: u32,
    title: String,
    pages: usize,
    paper: String,
    summary: String,
}

impl LessonArgs {
    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        match &self.command {
            Some(LessonCommand::Mark(args)) => args.files(),
            Some(LessonCommand::Check { lessons, .. }) => {
                let paths: Vec<PathBuf> = lessons.iter().filter_map(|l| file_of(l)).collect();
                Files::default().reads(&paths)
            }
            Some(LessonCommand::List { .. }) => Files::default(),
            None => {
                let read: Vec<PathBuf> = self.lesson.iter().filter_map(|l| file_of(l)).collect();
                Files::default()
                    .reads(&read)
                    .writes(Kind::Picture, &self.picture)
                    .writes(Kind::Project, &self.project)
                    .writes(Kind::Project, &self.solution)
            }
        }
    }

    /// The same, with those of a handout, which only the lesson can tell.
    fn files_with_handout(&self, folder: &Path, lesson: &Lesson) -> Files {
        let pages = 1..=lesson.pages.len();
        let pictures = pages.map(|page| folder.join(handout_picture(lesson, page)));
        self.files()
            .writes(Kind::Page, [&folder.join(handout_page(lesson))])
            .writes(Kind::Picture, &pictures.collect::<Vec<_>>())
    }
}

/// The file that a lesson is read from; nothing for a shipped one.
pub(super) fn file_of(name_or_path: &str) -> Option<PathBuf> {
    let shipped = shipped_lessons().iter().any(|(name, _)| {
        let number = name.trim_start_matches('0');
        [*name, number].contains(&name_or_path)
    });
    (!shipped).then(|| name_or_path.into())
}

/// Does what was asked for.
pub(super) fn run(
    args: &LessonArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Error> {
    match &args.command {
        Some(LessonCommand::List { json }) => list(*json, out),
        Some(LessonCommand::Check { lessons, json }) => check(lessons, *json, out, err),
        Some(LessonCommand::Mark(args)) => mark_answers(args, out, err),
        None => one(args, out),
    }
}

/// A lesson by its number or path.
pub(super) fn load(name_or_path: &str) -> Result<(Source, Lesson), Error> {
    let source = lesson_source(name_or_path)?;
    let lesson = read_lesson(&source)?;
    Ok((source, lesson))
}

fn list(json: bool, out: &mut dyn Write) -> Result<(), Error> {
    let mut lines = Vec::new();
    for (name, _) in shipped_lessons() {
        let (_, lesson) = load(name)?;
        lines.push(LessonLine {
            number: lesson.number,
            title: lesson.title,
            pages: lesson.pages.len(),
            paper: lesson.paper,
            summary: lesson.summary,
        });
    }
    if json {
        return write_json(&lines, out);
    }
    let mut table = Table::new([
        ("#", Side::Right),
        ("lesson", Side::Left),
        ("pages", Side::Right),
        ("paper", Side::Left),
    ]);
    for line in lines {
        table.row([
            line.number.to_string(),
            line.title,
            line.pages.to_string(),
            line.paper,
        ]);
    }
    Ok(table.write(out)?)
}

fn check(
    lessons: &[String],
    json: bool,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Error> {
    let checked = |name: &str| -> Result<Lesson, FileError> {
        let source = lesson_source(name)?;
        let lesson = read_lesson(&source)?;
        check_lesson(&source, &lesson)?;
        Ok(lesson)
    };
    let mut found = Vec::new();
    for name in lessons {
        let (lesson, error) = match checked(name) {
            Ok(lesson) => (Some(lesson), None),
            Err(e) if lessons.len() == 1 => return Err(e.into()),
            Err(e) => {
                writeln!(err, "error: {e}")?;
                (None, Some(e.to_string()))
            }
        };
        let lesson = lesson.as_ref();
        if let Some(lesson) = lesson.filter(|_| !json) {
            writeln!(
                out,
                "Lesson {}, {}: {} pages, {} rules; its solution is accepted, what it begins with is not.",
                lesson.number,
                lesson.title,
                lesson.pages.len(),
                lesson.exercise.rules.len()
            )?;
        }
        found.push(CheckedLesson {
            lesson: name,
            number: lesson.map(|lesson| lesson.number),
            title: lesson.map(|lesson| lesson.title.clone()),
            pages: lesson.map(|lesson| lesson.pages.len()),
            rules: lesson.map(|lesson| lesson.exercise.rules.len()),
            error,
        });
    }
    if json {
        write_json(&found, out)?;
    }
    if found.iter().any(|lesson| lesson.error.is_some()) {
        Err(Error::SomeFiles)
    } else {
        Ok(())
    }
}

/// One lesson: its files, or its text.
fn one(args: &LessonArgs, out: &mut dyn Write) -> Result<(), Error> {
    let Some(name) = &args.lesson else {
        return Err(Error::Arguments("which lesson? See lesson list".to_owned()));
    };
    let (_, lesson) = load(name)?;
    let page = lesson.pages.get(args.page.wrapping_sub(1));
    if args.picture.is_some() && page.is_none() {
        let (page, count) = (args.page, lesson.pages.len());
        let message = format!("--page {page}: this lesson has pages 1 to {count}");
        return Err(Error::Arguments(message));
    }
    if let Some(folder) = &args.handout {
        out_folder::prepare(folder, &args.files_with_handout(folder, &lesson))?;
    }
    let mut written = Vec::new();
    if let (Some(path), Some(page)) = (&args.picture, page) {
        write(path, &lesson_picture(&lesson, page)?)?;
        written.push(written_name(path));
    }
    if let Some(folder) = &args.handout {
        for (file, bytes) in handout(&lesson)? {
            let path = folder.join(file);
            write(&path, &bytes)?;
            written.push(path.display().to_string());
        }
    }
    let exercise = &lesson.exercise;
    let projects = [
        (&args.project, &exercise.scene),
        (&args.solution, &exercise.solution),
    ];
    for (path, scene) in projects {
        if let Some(path) = path {
            let folder = path.parent().unwrap_or(Path::new(""));
            let project = scene.document(&scene.solve());
            write(path, write_document(&project, folder).as_bytes())?;
            written.push(written_name(path));
        }
    }
    if args.json {
        return write_json(&LessonAnswer::new(&lesson, &written), out);
    }
    if written.is_empty() {
        return say(&lesson, out);
    }
    for path in written {
        writeln!(out, "Wrote {}.", one_line(&path))?;
    }
    Ok(())
}

/// The lesson as text.
fn say(lesson: &Lesson, out: &mut dyn Write) -> Result<(), Error> {
    writeln!(out, "Lesson {}: {}", lesson.number, lesson.title)?;
    writeln!(out, "{}", lesson.summary)?;
    for (index, page) in lesson.pages.iter().enumerate() {
        writeln!(out, "\n{}. {}\n", index + 1, page.title)?;
        let told = page_text(page);
        writeln!(out, "{}", told.text)?;
        for words in &told.show_me {
            writeln!(out, "  show me: {words}")?;
        }
        if !told.rows.is_empty() {
            let headings = page
                .cases
                .iter()
                .map(|case| (case.name.as_str(), Side::Right));
            let mut table = Table::new([("", Side::Left)].into_iter().chain(headings));
            for row in told.rows {
                table.row(row);
            }
            writeln!(out)?;
            table.write(out)?;
        }
        if let Some(question) = &page.question {
            writeln!(out, "\n  {}", question.ask)?;
            for (k, choice) in question.choices.iter().enumerate() {
                writeln!(out, "    {}. {choice}", k + 1)?;
            }
            let right = question.right + 1;
            writeln!(out, "  Answer: {right}. {}", question.because)?;
        }
    }
    writeln!(out, "\nExercise: {}", lesson.exercise.task)?;
    for rule in &lesson.exercise.rules {
        writeln!(out, "  - {}", rule.words())?;
    }
    Ok(())
}
