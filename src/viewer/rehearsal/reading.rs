//! What somebody meets who reads lessons for the first time: what a page opens with, what its signs mean, where to go on.

use super::Rehearsal;
use super::lessons::answer;
use crate::document::Edit;
use crate::io::load_document;
use crate::lesson::Number;
use crate::viewer::input::actions::Action;
use crate::viewer::panels::Tab;
use crate::viewer::session::study::Place;
use crate::viewer::session::studying::Lecture;
use egui::{Event, Key, Modifiers, Shape, vec2};
use glam::DVec3;

#[test]
fn show_me_does_its_steps_before_one_s_eyes_and_ticks_what_is_done() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(2);
    let target = DVec3::new(0.25, 1.0, 0.5);
    let note = "Figures are of the stage after";
    assert!(window.place("left_hand").distance(target) > 0.3);
    assert!(!window.study().is_touched() && window.says(note));
    assert!(window.says("○ left hand to") && !window.says("✔"));
    window.lecture(Lecture::ShowMe);
    assert!(window.place("left_hand").distance(target) < 1e-3);
    assert!(window.says("✔ left hand to") && !window.says(note));
    // Once more, from its beginning.
    window.app.lecture(Lecture::ShowMe);
    window.until("it begins where the page begins", |window| {
        window.place("left_hand").distance(target) > 0.3
    });
    window.until_studied();
    assert!(window.place("left_hand").distance(target) < 1e-3);
    window.lecture(Lecture::Again);
    assert!(window.place("left_hand").distance(target) > 0.3);
    assert!(!window.study().is_touched());
}

#[test]
fn a_page_with_cases_opens_with_the_one_that_its_text_speaks_of() {
    let mut window = Rehearsal::new("human", "flat");
    for (number, page, name) in [
        (1, 2, None),
        (2, 2, Some("near")),
        (2, 3, Some("strict")),
        (3, 0, Some("biased")),
        (6, 3, Some("sweep")),
    ] {
        window.open_lesson(number);
        window.lecture(Lecture::GoTo(Place::Page(page)));
        let study = window.study();
        let cases = &study.page().unwrap().cases;
        let shown = study.shown_case().map(|case| cases[case].name.as_str());
        assert_eq!(shown, name, "lesson {number}, page {page}");
    }
}

#[test]
fn figures_of_every_case_follow_what_is_dragged_in_one() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(3);
    let misses = |window: &Rehearsal| {
        ["equal", "biased"].map(|case| {
            let (scene, solved) = window.study().figures(Some(case)).unwrap();
            let number = Number::parse("error of left_hand").unwrap();
            number.of(scene, solved).unwrap().value
        })
    };
    let first = misses(&window);
    let said = window.page_text();
    // Both hands are too far; nearer, they miss by less.
    window.drag_handle("left_hand", -60.0, -40.0);
    window.until_studied();
    let dragged = misses(&window);
    assert_ne!(window.page_text(), said);
    for (before, after) in first.iter().zip(dragged) {
        assert!((before - after).abs() > 0.01, "{first:?}, {dragged:?}");
    }
    window.lecture(Lecture::Again);
    assert_eq!(misses(&window), first);
}

#[test]
fn a_lesson_that_is_left_leads_back_to_where_one_came_from() {
    let mut window = Rehearsal::new("human", "flat");
    window.app.perform(Action::Learn);
    window.open_lesson(1);
    window.lecture(Lecture::Leave);
    assert_eq!(window.app.forms.tab, Tab::Lesson);
    assert!(window.says("Kenwright's bias"), "all lessons are listed");
    window.app.forms.tab = Tab::Body;
    window.open_lesson(1);
    window.open_lesson(2);
    window.lecture(Lecture::Leave);
    assert_eq!(window.app.forms.tab, Tab::Body);
}

#[test]
fn the_list_says_where_to_go_on() {
    let mut window = Rehearsal::new("human", "flat");
    window.app.perform(Action::Learn);
    assert!(window.says("Begin with the first."));
    window.open_lesson(1);
    window.lecture(Lecture::GoTo(Place::Exercise));
    window.app.open_file(&answer(1, "accepted"));
    window.until("it is accepted", |window| window.study().is_accepted());
    window.app.perform(Action::Learn);
    assert!(!window.says("Begin with the first."));
    assert!(window.says("Go on with lesson 2."));
}

#[test]
fn the_exercise_has_its_mark_from_the_first_moment_and_follows_every_change() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(1);
    window.lecture(Lecture::GoTo(Place::Exercise));
    assert!(window.study().has_begun() && !window.app.is_dirty());
    assert!(window.says("Not accepted yet: 3 of 4 rules kept."));
    let mark = DVec3::new(0.40, 1.70, 0.30);
    let to = window.app.panes.lit().project(mark).unwrap();
    let from = window.seen("left_hand");
    window.pull(from, to, Modifiers::NONE);
    window.frames(20);
    assert!(window.app.session.editor.is_dragging());
    assert!(
        window.says("Accepted. Every rule is kept."),
        "while it is dragged"
    );
    window.button(to, false, Modifiers::NONE);
}

#[test]
fn an_accepted_answer_is_kept_without_a_question() {
    let mut window = Rehearsal::new("human", "flat");
    let kept = window.home.path().join("answers");
    let names = ["lesson_01_one_goal", "lesson_01_one_goal-2"];
    let names = names.map(|name| kept.join(format!("{name}.pose.ron")));
    for path in &names {
        window.open_lesson(1);
        window.lecture(Lecture::Begin);
        let accepted = load_document(&answer(1, "accepted")).unwrap();
        let pose = accepted.setup.pose.clone();
        window.app.edit(Edit::SetPose(pose));
        window.frames(2);
        assert!(window.study().is_accepted() && window.app.is_dirty());
        let made = window.app.document().clone();
        window.lecture(Lecture::Open("2".to_owned()));
        assert!(window.app.shell.dialog.is_none());
        assert_eq!(window.study().lesson.number, 2);
        assert_eq!(load_document(path).unwrap(), made);
    }
}

#[test]
fn words_of_a_mark_cover_no_ring() {
    let mut window = Rehearsal::new("human", "flat");
    for number in [1, 2, 3, 5, 7, 11] {
        window.open_lesson(number);
        window.lecture(Lecture::Begin);
        window.wait(1.0);
        let placed = window.placed_words();
        let words = placed
            .iter()
            .filter(|(words, _)| words.ends_with("goes here"));
        for (words, place) in words {
            for handle in ["left_hand", "right_hand", "chest", "head", "pelvis"] {
                let ring = window.seen(handle);
                let near = place.expand(6.0);
                assert!(!near.contains(ring), "lesson {number}, {words}: {handle}");
            }
        }
    }
}

#[test]
fn a_wrong_answer_looks_other_than_a_right_one() {
    let mut window = Rehearsal::new("human", "flat");
    window.open_lesson(1);
    let fill = |window: &mut Rehearsal, sign: &str| {
        let placed = window.placed_words();
        let (_, at) = placed
            .iter()
            .find(|(words, _)| words.starts_with(sign))
            .unwrap();
        let shapes = window.output.shapes.iter();
        let mut fills = shapes.filter_map(|clipped| match &clipped.shape {
            Shape::Rect(rect) if rect.rect.contains_rect(*at) && rect.rect.height() < 60.0 => {
                Some(rect.fill)
            }
            _ => None,
        });
        fills.next_back().unwrap()
    };
    window.lecture(Lecture::Answer(0));
    let wrong = fill(&mut window, "✖ ");
    window.lecture(Lecture::Answer(2));
    assert_ne!(fill(&mut window, "✔ "), wrong);
}

#[test]
fn signs_of_goals_are_explained_while_a_lesson_is_read() {
    let mut window = Rehearsal::new("human", "flat");
    assert!(!window.says("what the goal misses"));
    window.open_lesson(2);
    for words in [
        "pinned: what a goal pulls at",
        "where its goal wants it",
        "what the goal misses",
    ] {
        assert!(window.says(words), "{words}");
    }
}

#[test]
fn titles_of_lessons_are_read_whole_in_a_low_window() {
    let mut window = Rehearsal::new("human", "flat");
    window.size = vec2(900.0, 600.0);
    for number in 1..=12 {
        window.open_lesson(number);
        let lesson = &window.study().lesson;
        let title = format!("Lesson {number} · {}", lesson.title);
        window.frames(2);
        let shapes = window.output.shapes.iter();
        let mut texts = shapes.filter_map(|clipped| match &clipped.shape {
            Shape::Text(text) if text.galley.text() == title => Some(text),
            _ => None,
        });
        let text = texts.next().expect("it is there");
        assert!(!text.galley.elided, "{title}");
    }
}

#[test]
fn a_name_that_is_typed_for_a_project_keeps_its_ending() {
    let mut window = Rehearsal::new("human", "flat");
    let home = window.home.path().to_owned();
    window.app.shell.settings.folder = Some(home.clone());
    window.app.perform(Action::SaveAs);
    window.frames(4);
    assert!(window.says("Save the project (.ron is added)"));
    window.frame(Modifiers::NONE, vec![Event::Text("mine".to_owned())]);
    assert!(window.words().contains(&"mine.pose".to_owned()));
    window.key(Key::Enter);
    assert!(home.join("mine.pose.ron").is_file());
}

#[test]
fn nothing_is_said_of_a_solve_that_was_none() {
    let mut window = Rehearsal::new("human", "flat");
    assert!(window.says("solve    –"));
    window.drag_handle("left_hand", 40.0, 60.0);
    let took = window.app.session.solve_secs;
    assert!(took > 0.0, "the drag, and not its end");
    window.app.edit(Edit::EndDrag);
    assert_eq!(window.app.session.solve_secs, took);
}

#[test]
fn names_of_cases_are_read_whole() {
    let mut window = Rehearsal::new("human", "flat");
    for number in 1..=12 {
        window.open_lesson(number);
        for page in 0..window.study().lesson.pages.len() {
            window.app.lecture(Lecture::GoTo(Place::Page(page)));
            window.frames(3);
            let cases = &window.study().page().unwrap().cases;
            let names: Vec<String> = cases.iter().map(|case| case.name.clone()).collect();
            for name in names {
                let shapes = window.output.shapes.iter();
                let mut texts = shapes.filter_map(|clipped| match &clipped.shape {
                    Shape::Text(text) if text.galley.text() == name => Some(text),
                    _ => None,
                });
                let text = texts.next().expect("it is there");
                let words = name.split_whitespace().count();
                let is_whole = !text.galley.elided && text.galley.rows.len() <= words;
                assert!(is_whole, "lesson {number}, page {page}: {name}");
            }
        }
    }
}

#[test]
fn the_name_of_what_is_chosen_lies_over_all_rings() {
    let mut window = Rehearsal::new("human", "flat");
    window.drag_handle("left_hand", -20.0, 30.0);
    window.frames(1);
    let view = window.app.panes.rect();
    let shapes: Vec<&Shape> = window.output.shapes.iter().map(|it| &it.shape).collect();
    let is_name = |shape: &&Shape| match shape {
        Shape::Text(text) => text.galley.text() == "left hand" && view.contains(text.pos),
        _ => false,
    };
    let name = shapes.iter().position(is_name).unwrap();
    let is_ring = |shape: &&Shape| matches!(shape, Shape::Path(path) if path.closed && path.points.len() == 18);
    assert!(shapes[..name].iter().any(is_ring));
    assert!(!shapes[name..].iter().any(is_ring));
}
