//! Every lesson in the real window, from its first page to its finished exercise.

use crate::desktop::wait_for;
use crate::driver::{SOON, Session};
use contrapposto::io::{lesson_source, read_lesson};
use contrapposto::lesson::Lesson;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// All lessons, with every page read and shown, take so long where graphics are drawn without a card.
const A_COURSE: Duration = Duration::from_mins(8);

/// What the window writes of it.
#[derive(Deserialize)]
struct Progress {
    lessons: BTreeMap<String, Learned>,
}

#[derive(Deserialize)]
struct Learned {
    read: Vec<usize>,
    answered: Vec<usize>,
    exercise: bool,
}

fn lesson(number: usize) -> Lesson {
    let source = lesson_source(&number.to_string()).unwrap();
    read_lesson(&source).unwrap()
}

fn answer(number: usize, verdict: &str) -> String {
    let file = format!("lessons/answers/{number:02}_{verdict}.pose.ron");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    path.to_str().unwrap().to_owned()
}

/// What a student does for an exercise; where that takes menus and panels, the answer that has it is opened.
fn deeds(number: usize) -> String {
    let drag = |handle: &str, to: &str| {
        format!("Drag(handle: \"{handle}\", to: {to}, frames: 24), Wait(2),\n")
    };
    match number {
        1 => drag("left_hand", "(0.40, 1.70, 0.30)"),
        2 => drag("left_hand", "(0.25, 0.75, 0.8)"),
        3 => {
            drag("left_hand", "(0.25, 1.15, 0.75)")
                + "Do(PinPosition),\n"
                + &drag("right_hand", "(-0.25, 1.0, 0.75)")
        }
        8 => {
            "Select(\"right_foot\"), Do(PlantOrLift),\n".to_owned()
                + &drag("right_foot", "(-0.25, 0.45, -0.35)")
        }
        9 => "Steps(7), Do(WalkNow),\n".to_owned(),
        10 => drag("left_hand", "(0.30, 1.1, 0.55)"),
        11 => drag("left_hand", "(0.55, 1.20, 0.30)") + &drag("left_hand", "(0.70, 1.25, 0.25)"),
        _ => format!("Open({:?}), Wait(4),\n", answer(number, "accepted")),
    }
}

/// A script that reads all of a lesson, hands in an answer that is refused, and then does the exercise.
fn course(number: usize) -> String {
    let lesson = lesson(number);
    let mut script = format!("Lesson(\"{number}\"), Wait(3),\n");
    for (index, page) in lesson.pages.iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = writeln!(script, "Page({}), Wait(3),", index + 1);
        for _ in &page.show_me {
            script += "Do(ShowMe), Wait(3),\n";
        }
        for case in 1..=page.cases.len() {
            let _ = writeln!(script, "Case({case}), Wait(2),");
        }
        if let Some(question) = &page.question {
            let wrong = (question.right + 1) % question.choices.len();
            let _ = writeln!(script, "Answer({}), Wait(1),", wrong + 1);
            let _ = writeln!(script, "Answer({}), Wait(1),", question.right + 1);
        }
    }
    script += "Exercise, Wait(3), Accepted(false),\n";
    let refused = answer(number, "refused");
    let _ = writeln!(script, "Open({refused:?}), Wait(4), Accepted(false),");
    script += "Exercise, Wait(3), Accepted(false),\n";
    script += &deeds(number);
    script + "Wait(3), Accepted(true),\n"
}

#[test]
fn every_lesson_is_read_shown_answered_and_done_in_the_window() {
    let mut session = Session::new();
    let courses: String = (1..=12).map(course).collect();
    std::fs::write(session.path("course.ron"), format!("[{courses}Quit]")).unwrap();
    session.open(&["view", "--script", "course.ron"]);
    let mut process = session.process.take().unwrap();
    let status = wait_for("all lessons are done", A_COURSE, || {
        process.try_wait().unwrap()
    });
    assert!(status.success(), "{}", session.errors());
    let progress = std::fs::read_to_string(session.home().join("progress.ron")).unwrap();
    let progress: Progress = ron::from_str(&progress).unwrap();
    for number in 1..=12 {
        let lesson = lesson(number);
        let learned = &progress.lessons[&format!("{number} {}", lesson.title)];
        let pages = 0..lesson.pages.len();
        let asked = pages
            .clone()
            .filter(|p| lesson.pages[*p].question.is_some());
        assert_eq!(learned.read, pages.collect::<Vec<_>>());
        assert_eq!(learned.answered, asked.collect::<Vec<_>>());
        assert!(learned.exercise, "lesson {number}");
    }
}

#[test]
fn a_stranger_does_the_first_exercise_with_the_mouse() {
    let mut session = Session::new();
    session.open(&["view"]);
    session.click(crate::places::LEARN);
    session.click(crate::places::FIRST_LESSON);
    wait_for("its first page is read", SOON, || {
        session.home().join("progress.ron").is_file().then_some(())
    });
    session.settle();
    // To the exercise, which begins by itself.
    session.keys(&["Next", "Next", "Next", "Next"]);
    session.settle();
    std::thread::sleep(Duration::from_secs(2));
    session.settle();
    session.drag(crate::places::EXERCISE_HAND, crate::places::EXERCISE_MARK);
    wait_for("the exercise is done", SOON, || {
        let progress = std::fs::read_to_string(session.home().join("progress.ron")).unwrap();
        progress.contains("exercise: true").then_some(())
    });
}
