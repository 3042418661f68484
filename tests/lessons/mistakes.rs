//! What a teacher gets wrong is told with its line and column.

use contrapposto::io::{Source, check_lesson, read_lesson};

const LESSON: &str = r#"(
    version: 1, number: 20, title: "T", summary: "S",
    scene: (goals: (balance: Margin(20), reaches: [(effector: "left_hand", target: (0.3, 1, 0.5))])),
    pages: [
        (title: "One", text: "It misses by {error of left_hand}."),
        (
            title: "Two",
            text: "Far: {error of left_hand in far}.",
            show_me: [Reach("left_hand", (0.3, 1, 0.6))],
            cases: [(name: "near"), (name: "far", steps: [Reach("left_hand", (0.3, 1, 1.2))])],
            table: ["margin"],
            question: (ask: "?", choices: ["a", "b"], right: 2, because: "b"),
        ),
    ],
    exercise: (
        task: "T",
        solution: [Reach("left_hand", (0.4, 1.7, 0.3))],
        rules: [Reaches(effector: "left_hand", target: (0.4, 1.7, 0.3), within_mm: 5)],
    ),
)"#;

/// What is said of the lesson with some of its words replaced.
fn fault(words: &str, by: &str) -> String {
    assert!(LESSON.contains(words), "{words}");
    let source = Source::new("l.ron", LESSON.replacen(words, by, 1));
    match read_lesson(&source).and_then(|lesson| check_lesson(&source, &lesson)) {
        Ok(()) => panic!("{by} is no mistake"),
        Err(e) => e.to_string(),
    }
}

#[test]
fn the_lesson_without_mistakes_is_one() {
    let source = Source::new("l.ron", LESSON);
    let lesson = read_lesson(&source).unwrap();
    check_lesson(&source, &lesson).unwrap();
}

#[test]
fn every_mistake_has_its_place_and_what_would_be_valid() {
    for (words, by, place, said) in [
        (
            "number: 20",
            "number: 0",
            "l.ron:2:25: ",
            "not between 1 and 999",
        ),
        (
            "\"left_hand\", target: (0.3, 1, 0.5)",
            "\"left_hnd\", target: (0.3, 1, 0.5)",
            "l.ron:3:63: ",
            "did you mean \"left_hand\"?",
        ),
        (
            "{error of left_hand}",
            "{eror of left_hand}",
            "l.ron:5:45: ",
            "did you mean",
        ),
        (
            "{error of left_hand}",
            "{error of left_hnd}",
            "l.ron:5:54: ",
            "goal \"left_hnd\"",
        ),
        (
            "left_hand in far",
            "left_hand in fra",
            "l.ron:8:48: ",
            "did you mean \"far\"?",
        ),
        ("left_hand}.\"),", "left_hand.\"),", "l.ron:5:30: ", "brace"),
        (
            "Reach(\"left_hand\", (0.3, 1, 0.6))",
            "Reach(\"left_foo\", (0.3, 1, 0.6))",
            "l.ron:9:30: ",
            "did you mean \"left_foot\"?",
        ),
        (
            "(name: \"near\")",
            "(name: \"far\")",
            "l.ron:10:43: ",
            "is there twice",
        ),
        (
            "table: [\"margin\"]",
            "table: [\"margn\"]",
            "l.ron:11:22: ",
            "did you mean \"margin\"?",
        ),
        (
            "right: 2",
            "right: 3",
            "l.ron:12:62: ",
            "not between 1 and 2",
        ),
        (
            "Reach(\"left_hand\", (0.4, 1.7, 0.3))",
            "Reach(\"left_hand\", (0.4, 1.7, 0.4))",
            "l.ron:17:19: ",
            "the solution is refused",
        ),
        (
            "within_mm: 5",
            "within_mm: 5000",
            "l.ron:18:16: ",
            "nothing is left to do",
        ),
        (
            "within_mm: 5",
            "within_mm: -5",
            "l.ron:18:17: ",
            "not between",
        ),
        (
            "scene: (goals",
            "scene: (character: \"humn\", goals",
            "l.ron:3:24: ",
            "did you mean \"human\"?",
        ),
        ("title: \"Two\"", "titel: \"Two\"", "l.ron:7:", "titel"),
    ] {
        let fault = fault(words, by);
        assert!(fault.starts_with(place), "{by}: {fault}");
        assert!(fault.contains(said), "{by}: {fault}");
    }
}
