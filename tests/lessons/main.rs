//! Lessons: they read, their figures are those of the paper, their exercises mark themselves, and what is wrong is told.
#![allow(clippy::unwrap_used, reason = "a test may stop where it likes")]

mod damage;
mod marking;
mod mistakes;
mod pictures;
mod theory;

use contrapposto::io::{Source, check_lesson, lesson_source, read_lesson, shipped_lessons};
use contrapposto::lesson::{Lesson, Page, Scene, Solved};

/// A shipped lesson by its number.
fn lesson(number: usize) -> Lesson {
    let source = lesson_source(&number.to_string()).expect("the lesson is shipped");
    read_lesson(&source).unwrap_or_else(|e| panic!("{e}"))
}

/// What a lesson's page shows, solved, and its cases by name.
struct SolvedPage {
    shown: (Scene, Solved),
    cases: Vec<(String, Scene, Solved)>,
}

fn solved(page: &Page) -> SolvedPage {
    let shown = page.shown();
    let cases = page.cases.iter().map(|case| {
        let solved = case.scene.solve();
        (case.name.clone(), case.scene.clone(), solved)
    });
    SolvedPage {
        cases: cases.collect(),
        shown: (shown.clone(), shown.solve()),
    }
}

#[test]
fn every_shipped_lesson_is_the_file_of_its_number() {
    for (index, (name, text)) in shipped_lessons().iter().enumerate() {
        let path = format!("{}/lessons/{name}.ron", env!("CARGO_MANIFEST_DIR"));
        assert_eq!(std::fs::read_to_string(path).unwrap(), *text);
        let lesson = lesson(index + 1);
        assert_eq!(lesson.number as usize, index + 1);
        assert!((4..=8).contains(&lesson.pages.len()), "lesson {name}");
        assert!(lesson.pages.iter().any(|page| page.question.is_some()));
    }
    assert_eq!(shipped_lessons().len(), 12);
}

#[test]
fn every_exercise_begins_unsolved_and_accepts_its_own_solution() {
    for (name, text) in shipped_lessons() {
        let source = Source::new(format!("lessons/{name}.ron"), *text);
        let lesson = read_lesson(&source).unwrap();
        check_lesson(&source, &lesson).unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn every_figure_of_every_text_has_a_value() {
    for number in 1..=12 {
        for page in &lesson(number).pages {
            let solved = solved(page);
            let text = page.text.plain(|name| match name {
                None => Some((&solved.shown.0, &solved.shown.1)),
                Some(name) => {
                    let case = solved.cases.iter().find(|(own, ..)| own == name)?;
                    Some((&case.1, &case.2))
                }
            });
            for live in page.text.figures() {
                let (scene, done) = match &live.case {
                    None => (&solved.shown.0, &solved.shown.1),
                    Some(name) => {
                        let case = solved.cases.iter().find(|(own, ..)| own == name).unwrap();
                        (&case.1, &case.2)
                    }
                };
                let value = live.number.of(scene, done).expect("a value");
                assert!(value.value.is_finite(), "lesson {number}: {text}");
            }
            for number in &page.table {
                for (_, scene, done) in &solved.cases {
                    assert!(number.of(scene, done).is_some(), "{}", number.words());
                }
            }
        }
    }
}

#[test]
fn the_lesson_of_the_documentation_is_a_lesson() {
    let document = include_str!("../../docs/lessons.md");
    let (_, block) = document.split_once("```ron\n").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    let source = Source::new("docs/lessons.md", block);
    let lesson = read_lesson(&source).unwrap_or_else(|e| panic!("{e}"));
    check_lesson(&source, &lesson).unwrap_or_else(|e| panic!("{e}"));
}
