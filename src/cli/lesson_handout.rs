//! A lesson on paper: its pages with their figures filled in, and pictures.

use super::Error;
use super::files::png;
use crate::lesson::{Act, Lesson, Page, Scene, Solved, Viewed};
use crate::picture::{CaseColumn, CaseSheet, View, case_sheet};
use glam::DVec2;
use std::fmt::Write as _;

/// Ground is drawn this far around the body [m].
const AROUND: f64 = 4.0;

/// A page with its figures.
pub(super) struct ToldPage {
    /// Paragraphs.
    pub(super) text: String,
    /// What "show me" does, a line each.
    pub(super) show_me: Vec<String>,
    /// Rows of the table: what it is, then each case.
    pub(super) rows: Vec<Vec<String>>,
}

/// The scenes of a page, solved: what is shown, and every case.
struct SolvedPage {
    shown: (Scene, Solved),
    cases: Vec<(Scene, Solved)>,
}

impl SolvedPage {
    fn new(page: &Page) -> Self {
        let solve = |scene: Scene| {
            let solved = scene.solve();
            (scene, solved)
        };
        Self {
            shown: solve(page.shown()),
            cases: (page.cases.iter())
                .map(|case| solve(case.scene.clone()))
                .collect(),
        }
    }
}

/// A page with its figures filled in.
pub(super) fn page_text(page: &Page) -> ToldPage {
    told(page, &SolvedPage::new(page))
}

fn told(page: &Page, solved: &SolvedPage) -> ToldPage {
    let text = page.text.plain(|name| {
        let (scene, solved) = match name {
            None => &solved.shown,
            Some(name) => {
                let index = page.cases.iter().position(|case| case.name == *name)?;
                solved.cases.get(index)?
            }
        };
        Some((scene, solved))
    });
    let mut stage = page.scene.clone();
    let mut show_me = Vec::new();
    for step in &page.show_me {
        show_me.push(step.words(&stage));
        stage.perform(step);
    }
    let rows = page.table.iter().map(|number| {
        let values = solved.cases.iter().map(|(scene, solved)| {
            let value = number.of(scene, solved);
            value.map_or("?".to_owned(), |value| value.to_string())
        });
        [number.words()].into_iter().chain(values).collect()
    });
    ToldPage {
        text,
        show_me,
        rows: rows.collect(),
    }
}

/// The picture of a page as the bytes of a PNG: its cases side by side, or what is shown.
pub(super) fn lesson_picture(lesson: &Lesson, page: &Page) -> Result<Vec<u8>, Error> {
    picture(lesson, page, &SolvedPage::new(page))
}

fn picture(lesson: &Lesson, page: &Page, solved: &SolvedPage) -> Result<Vec<u8>, Error> {
    let mut columns = Vec::new();
    if solved.cases.is_empty() {
        columns.push(column(String::new(), &solved.shown, Vec::new()));
    }
    for (case, own) in page.cases.iter().zip(&solved.cases) {
        let (scene, done) = own;
        let figures = page.table.iter().map(|number| {
            let value = number.of(scene, done);
            let value = value.map_or("?".to_owned(), |value| value.to_string());
            (number.words(), value)
        });
        columns.push(column(case.name.clone(), own, figures.collect()));
    }
    let sentence = match &columns[..] {
        [only] if only.report.is_some() => solved.shown.1.report.sentence(&solved.shown.1.goals),
        _ => lesson.summary.clone(),
    };
    let drawing = case_sheet(&CaseSheet {
        title: page.title.clone(),
        sentence,
        caption: format!(
            "lesson {} · {} · {}",
            lesson.number, lesson.title, lesson.paper
        ),
        columns,
    });
    png(&drawing)
}

fn column(
    name: String,
    (scene, solved): &(Scene, Solved),
    figures: Vec<(String, String)>,
) -> CaseColumn<'_> {
    let at = solved.stance.world_from_held().translation;
    let (view, profile) = match scene.viewed {
        Viewed::Front => {
            let ends = (at.x - AROUND, at.x + AROUND);
            (View::FRONT, scene.level.profile_xy(at.z, ends, 0.0))
        }
        Viewed::Anywhere | Viewed::Side => {
            let ends = (at.z - AROUND, at.z + AROUND);
            (View::SIDE, scene.level.outline_zy(at.x, ends, 0.0))
        }
    };
    let profile: Vec<Vec<DVec2>> = profile;
    let is_pose = scene.act == Act::Pose;
    CaseColumn {
        name,
        character: &scene.character,
        poses: match &solved.stepped {
            Some(walk) => &walk.poses,
            None => std::slice::from_ref(&solved.pose),
        },
        stance: &solved.stance,
        goals: if is_pose { &solved.goals } else { &[] },
        report: is_pose.then_some(&solved.report),
        profile,
        view,
        figures,
        arrows: scene.arrows(solved),
        centers: scene.centers(solved),
    }
}

/// The name of a lesson's page of text.
pub(super) fn handout_page(lesson: &Lesson) -> String {
    format!("lesson_{:02}.md", lesson.number)
}

/// The name of the picture of a page, counted from 1.
pub(super) fn handout_picture(lesson: &Lesson, page: usize) -> String {
    format!("lesson_{:02}_{page}.png", lesson.number)
}

/// A lesson as Markdown with pictures: names of files and what is in them.
pub(super) fn handout(lesson: &Lesson) -> Result<Vec<(String, Vec<u8>)>, Error> {
    let mut files = Vec::new();
    let mut text = String::new();
    let mut answers = String::new();
    // Writing into a string does not fail.
    let mut say = |words: String| {
        let _ = writeln!(text, "{words}");
    };
    say(format!("# Lesson {}: {}\n", lesson.number, lesson.title));
    say(format!("{}\n", lesson.summary));
    if !lesson.paper.is_empty() {
        say(format!("In the paper: {}.\n", lesson.paper));
    }
    if !lesson.may_change.is_empty() {
        let words: Vec<&str> = lesson.may_change.iter().map(|a| a.words()).collect();
        say(format!(
            "On the stage you may change {}.\n",
            words.join(", ")
        ));
    }
    for (index, page) in lesson.pages.iter().enumerate() {
        let number = index + 1;
        let solved = SolvedPage::new(page);
        let told = told(page, &solved);
        say(format!("## {number}. {}\n", page.title));
        say(format!("{}\n", told.text));
        let picture_name = handout_picture(lesson, number);
        say(format!("![{}]({picture_name})\n", page.title));
        files.push((picture_name, picture(lesson, page, &solved)?));
        if !told.show_me.is_empty() {
            say(format!("Show me: {}.\n", told.show_me.join("; ")));
        }
        if !told.rows.is_empty() {
            let names: Vec<&str> = page.cases.iter().map(|case| case.name.as_str()).collect();
            say(format!("| | {} |", names.join(" | ")));
            say(format!("|---|{}", "---:|".repeat(names.len())));
            for row in &told.rows {
                say(format!("| {} |", row.join(" | ")));
            }
            say(String::new());
        }
        if let Some(question) = &page.question {
            say(format!("**Question.** {}\n", question.ask));
            for (k, choice) in question.choices.iter().enumerate() {
                say(format!("{}. {choice}", k + 1));
            }
            say(String::new());
            let right = question.right + 1;
            let _ = writeln!(answers, "- Page {number}: {right}. {}", question.because);
        }
    }
    let number = lesson.number;
    say(format!("## Exercise\n\n{}\n", lesson.exercise.task));
    for rule in &lesson.exercise.rules {
        say(format!("- {}", rule.words()));
    }
    say(format!(
        "\n`contrapposto lesson {number} --project begin.pose.ron` writes what you begin with; \
         `contrapposto lesson mark {number} answer.pose.ron` marks your project.\n"
    ));
    if !answers.is_empty() {
        say(format!("## Answers\n\n{}", answers.trim_end()));
    }
    files.insert(0, (handout_page(lesson), text.into_bytes()));
    Ok(files)
}
