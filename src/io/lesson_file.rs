//! Lessons as files. `docs/lessons.md` describes every field for those who write one.
//!
//! ```text
//! text ──serde──> LessonFile ──scenes, steps, figures looked up──> Lesson ──check_lesson──> solution accepted, start refused
//! ```
//! What is wrong is said with the place of the very entry: [`outline`](super::outline) finds it by its path.

mod exercise;
mod scene;
mod step;

use super::character_build::check_version;
use super::outline::{Way, find};
use super::place::suggestion;
use super::{FileError, Source, is_standard_input};
use crate::lesson::{
    Allowed, Case, Lesson, LiveText, Number, Page, Question, Scene, TextFault, UnknownName,
    is_accepted, mark,
};
use exercise::ExerciseFile;
use scene::SceneFile;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use step::StepFile;

/// A whole lesson.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonFile {
    version: u32,
    number: u32,
    title: String,
    summary: String,
    #[serde(default)]
    paper: String,
    #[serde(default)]
    may_change: Vec<Allowed>,
    scene: SceneFile,
    pages: Vec<PageFile>,
    exercise: ExerciseFile,
}

/// One page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PageFile {
    title: String,
    text: String,
    /// Instead of the lesson's.
    scene: Option<SceneFile>,
    #[serde(default)]
    show_me: Vec<StepFile>,
    #[serde(default)]
    cases: Vec<CaseFile>,
    #[serde(default)]
    table: Vec<String>,
    question: Option<QuestionFile>,
}

/// The page's scene otherwise.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    name: String,
    scene: Option<SceneFile>,
    #[serde(default)]
    steps: Vec<StepFile>,
}

/// A question.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct QuestionFile {
    ask: String,
    choices: Vec<String>,
    /// From 1.
    right: usize,
    because: String,
}

/// More entries of any list than this are slips of the keyboard.
const MOST_ENTRIES: usize = 100;
/// Longer texts are no page.
const MOST_LETTERS: usize = 4000;

/// A part of a lesson's text: errors point at it.
#[derive(Clone, Debug)]
struct Part<'a> {
    source: &'a Source,
    bases: &'a Bases,
    way: Vec<Way<'a>>,
}

/// Bodies that stand on levels already, by both names: a lesson has many scenes with few bodies.
type Bases = RefCell<BTreeMap<(String, String), Scene>>;

impl<'a> Part<'a> {
    /// A field of this part.
    fn field(&self, name: &'a str) -> Self {
        let mut part = self.clone();
        part.way.push(Way::Field(name));
        part
    }

    /// An entry of this part.
    fn entry(&self, index: usize) -> Self {
        let mut part = self.clone();
        part.way.push(Way::Entry(index));
        part
    }

    fn error(&self, message: impl Into<String>) -> FileError {
        let byte = find(&self.source.text, &self.way);
        self.source.error_from(byte, &[], message)
    }

    /// At words within this part, if they are there.
    fn error_at(&self, words: &str, message: impl Into<String>) -> FileError {
        let byte = find(&self.source.text, &self.way);
        self.source.error_from(byte, &[words], message)
    }

    fn unknown(&self, unknown: &UnknownName) -> FileError {
        let UnknownName { what, name, valid } = unknown;
        let hint = suggestion(name, valid.iter().map(String::as_str));
        self.error_at(name, format!("{what} {name:?} does not exist; {hint}"))
    }

    /// The text with all before this part blank: errors of parts that are files of their own point into it.
    fn blanked(&self) -> Source {
        let byte = find(&self.source.text, &self.way);
        let (before, own) = self.source.text.split_at(byte);
        let blank = before.chars().map(|c| if c == '\n' { '\n' } else { ' ' });
        Source::new(self.source.file.clone(), blank.collect::<String>() + own)
    }

    fn number(&self, name: &str, value: f64, ends: [f64; 2], unit: &str) -> Result<f64, FileError> {
        super::place::within(name, value, ends, unit).map_err(|message| self.error(message))
    }

    fn few<T>(&self, list: &[T], what: &str) -> Result<(), FileError> {
        if list.len() <= MOST_ENTRIES {
            return Ok(());
        }
        Err(self.error(format!(
            "{} {what}; at most {MOST_ENTRIES} are read",
            list.len()
        )))
    }

    fn line(&self, text: &str, most: usize) -> Result<String, FileError> {
        let letters = text.chars().count();
        if letters == 0 || letters > most || text.contains('\n') {
            let message = format!("one line of 1 to {most} characters is wanted here");
            return Err(self.error(message));
        }
        Ok(text.to_owned())
    }
}

/// The name or path of a lesson as its text: a shipped one by its number, or a file.
///
/// # Errors
/// When there is no such lesson, or its file cannot be read.
pub fn lesson_source(name_or_path: &str) -> Result<Source, FileError> {
    if let Some((name, text)) = shipped_lessons().iter().find(|(name, _)| {
        let number = name.trim_start_matches('0');
        [*name, number].contains(&name_or_path)
    }) {
        return Ok(Source::new(format!("lessons/{name}.ron"), *text));
    }
    let path = Path::new(name_or_path);
    let looks_like_path = name_or_path.contains(['/', '\\']) || path.extension().is_some();
    if looks_like_path || is_standard_input(path) || path.is_file() {
        return Source::read(path);
    }
    let count = shipped_lessons().len();
    Err(FileError {
        file: name_or_path.to_owned(),
        place: None,
        message: format!("there is no lesson of this number; there are 1 to {count}"),
    })
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../lessons/", $name, ".ron")))),*]
    };
}

/// Number and text of every lesson that comes with the program, in their order.
pub fn shipped_lessons() -> &'static [(&'static str, &'static str)] {
    shipped![
        "01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"
    ]
}

/// What a list tells of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonHead {
    /// In the order of lessons, from 1.
    pub number: u32,
    /// What it is called.
    pub title: String,
    /// One line.
    pub summary: String,
    /// How many there are before the exercise.
    pub pages: usize,
}

/// The lessons that come with the program, without a look at their scenes.
pub fn shipped_lesson_heads() -> Vec<LessonHead> {
    #[derive(Deserialize)]
    struct HeadFile {
        number: u32,
        title: String,
        summary: String,
        pages: Vec<IgnoredAny>,
    }
    let sources = shipped_lessons().iter();
    let sources = sources.map(|(name, text)| Source::new(format!("lessons/{name}.ron"), *text));
    // Tests read them all.
    let files = sources.filter_map(|source| source.parse::<HeadFile>().ok());
    let heads = files.map(|file| LessonHead {
        number: file.number,
        title: file.title,
        summary: file.summary,
        pages: file.pages.len(),
    });
    heads.collect()
}

/// Reads a lesson. Characters and levels that it names are loaded.
///
/// # Errors
/// Where the text is no lesson, names what is not there, or a number is out of range.
pub fn read_lesson(source: &Source) -> Result<Lesson, FileError> {
    let file: LessonFile = source.parse()?;
    check_version(file.version, source)?;
    let bases = Bases::default();
    let whole = Part {
        source,
        bases: &bases,
        way: Vec::new(),
    };
    if !(1..=999).contains(&file.number) {
        let message = format!("number {} is not between 1 and 999", file.number);
        return Err(whole.field("number").error(message));
    }
    let scene = file.scene.read(&whole.field("scene"))?;
    let pages_part = whole.field("pages");
    pages_part.few(&file.pages, "pages")?;
    if file.pages.is_empty() {
        return Err(pages_part.error("a lesson has at least one page"));
    }
    let pages = file.pages.iter().enumerate();
    let pages = pages.map(|(index, page)| page.read(&scene, &pages_part.entry(index)));
    Ok(Lesson {
        number: file.number,
        title: whole.field("title").line(&file.title, 80)?,
        summary: whole.field("summary").line(&file.summary, 200)?,
        paper: file.paper.clone(),
        may_change: file.may_change.clone(),
        pages: pages.collect::<Result<_, _>>()?,
        exercise: file.exercise.read(&scene, &whole.field("exercise"))?,
    })
}

/// What reading alone does not find: an exercise that begins solved, or whose solution is refused.
///
/// # Errors
/// The rule that its own solution breaks, or that nothing is left to do.
pub fn check_lesson(source: &Source, lesson: &Lesson) -> Result<(), FileError> {
    let exercise = &lesson.exercise;
    let bases = Bases::default();
    let whole = Part {
        source,
        bases: &bases,
        way: Vec::new(),
    };
    let part = whole.field("exercise");
    let marks = |scene: &Scene| mark(exercise, &scene.document(&scene.solve()));
    let solution = marks(&exercise.solution);
    if let Some(broken) = solution.iter().find(|mark| !mark.passed) {
        let message = format!(
            "the solution is refused: {}: {}",
            broken.rule, broken.figure
        );
        return Err(part.field("solution").error(message));
    }
    if is_accepted(&marks(&exercise.scene)) {
        let message = "nothing is left to do: what the student begins with is accepted";
        return Err(part.field("rules").error(message));
    }
    Ok(())
}

impl PageFile {
    fn read(&self, lesson_scene: &Scene, part: &Part) -> Result<Page, FileError> {
        let scene = match &self.scene {
            Some(scene) => scene.read(&part.field("scene"))?,
            None => lesson_scene.clone(),
        };
        let show_me = step::read_steps(&self.show_me, &scene, &part.field("show_me"))?;
        let shown = scene.after(&show_me);
        let cases_part = part.field("cases");
        cases_part.few(&self.cases, "cases")?;
        let mut cases: Vec<Case> = Vec::new();
        for (index, case) in self.cases.iter().enumerate() {
            let own = cases_part.entry(index);
            let name = own.field("name").line(&case.name, 40)?;
            if cases.iter().any(|earlier| earlier.name == name) {
                let message = format!("case {name:?} is there twice");
                return Err(own.field("name").error(message));
            }
            let from = match &case.scene {
                Some(scene) => scene.read(&own.field("scene"))?,
                None => shown.clone(),
            };
            let steps = step::read_steps(&case.steps, &from, &own.field("steps"))?;
            let scene = from.after(&steps);
            cases.push(Case { name, scene });
        }
        let text_part = part.field("text");
        let letters = self.text.chars().count();
        if letters > MOST_LETTERS {
            let message = format!("{letters} characters; a page has at most {MOST_LETTERS}");
            return Err(text_part.error(message));
        }
        let page = Page {
            title: part.field("title").line(&self.title, 80)?,
            text: read_text(&self.text, &text_part)?,
            scene,
            show_me,
            table: self.read_table(&cases, part)?,
            cases,
            question: (self.question.as_ref())
                .map(|question| question.read(&part.field("question")))
                .transpose()?,
        };
        check_figures(&page, &shown, &text_part)?;
        Ok(page)
    }

    fn read_table(&self, cases: &[Case], part: &Part) -> Result<Vec<Number>, FileError> {
        let table = part.field("table");
        table.few(&self.table, "rows")?;
        if !self.table.is_empty() && cases.is_empty() {
            return Err(table.error("a table compares cases; this page has none"));
        }
        let rows = self.table.iter().enumerate().map(|(index, words)| {
            let own = table.entry(index);
            let number = Number::parse(words).map_err(|unknown| own.unknown(&unknown))?;
            for case in cases {
                number
                    .check(&case.scene)
                    .map_err(|unknown| own.unknown(&unknown))?;
            }
            Ok(number)
        });
        rows.collect()
    }
}

impl QuestionFile {
    fn read(&self, part: &Part) -> Result<Question, FileError> {
        let choices = part.field("choices");
        choices.few(&self.choices, "choices")?;
        if self.choices.len() < 2 {
            return Err(choices.error("a question has at least two choices"));
        }
        let right = self.right.checked_sub(1);
        let Some(right) = right.filter(|right| *right < self.choices.len()) else {
            let message = format!(
                "right {} is not between 1 and {}",
                self.right,
                self.choices.len()
            );
            return Err(part.field("right").error(message));
        };
        Ok(Question {
            ask: self.ask.clone(),
            choices: self.choices.clone(),
            right,
            because: self.because.clone(),
        })
    }
}

/// Reads a text with figures in braces.
fn read_text(text: &str, part: &Part) -> Result<LiveText, FileError> {
    LiveText::parse(text).map_err(|fault| match fault {
        TextFault::Brace => {
            part.error("a brace has no partner; figures are {in braces}, and {{ is a brace")
        }
        TextFault::Unknown { written, name } => {
            // "eror of left_hand" is nearest to "error of GOAL" by what comes first.
            let first = |words: &str| words.split(" of ").next().unwrap_or(words).to_owned();
            let firsts: Vec<String> = name.valid.iter().map(|valid| first(valid)).collect();
            let near = suggestion(&first(&name.name), firsts.iter().map(String::as_str));
            let hint = if near.starts_with("did you mean") {
                near
            } else {
                suggestion(&name.name, name.valid.iter().map(String::as_str))
            };
            let told = written.split_whitespace().collect::<Vec<_>>().join(" ");
            part.error_at(&written, format!("{{{told}}} is no figure; {hint}"))
        }
    })
}

/// Whether every figure of a text is of a case that is there, and names what that case has.
fn check_figures(page: &Page, shown: &Scene, part: &Part) -> Result<(), FileError> {
    for live in page.text.figures() {
        let scene = match &live.case {
            None => shown,
            Some(name) => {
                if let Some(case) = page.cases.iter().find(|case| case.name == *name) {
                    &case.scene
                } else {
                    let valid = page.cases.iter().map(|case| case.name.clone()).collect();
                    let (what, name) = ("case", name.clone());
                    return Err(part.unknown(&UnknownName { what, name, valid }));
                }
            }
        };
        let unknown = |unknown: UnknownName| part.unknown(&unknown);
        live.number.check(scene).map_err(unknown)?;
    }
    Ok(())
}
