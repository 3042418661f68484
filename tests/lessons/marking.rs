//! Answers: for every exercise one that is accepted and one that is refused.

use super::lesson;
use contrapposto::cli::run;
use contrapposto::io::load_document;
use contrapposto::lesson::{is_accepted, mark};
use std::ffi::OsString;
use std::path::PathBuf;

fn answer(number: usize, verdict: &str) -> PathBuf {
    let file = format!("lessons/answers/{number:02}_{verdict}.pose.ron");
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file)
}

#[test]
fn every_exercise_has_an_accepted_and_a_refused_answer() {
    for number in 1..=12 {
        let exercise = lesson(number).exercise;
        let marks = |verdict: &str| {
            let document =
                load_document(&answer(number, verdict)).unwrap_or_else(|e| panic!("{e}"));
            mark(&exercise, &document)
        };
        let accepted = marks("accepted");
        assert!(is_accepted(&accepted), "lesson {number}: {accepted:#?}");
        let refused = marks("refused");
        assert!(!is_accepted(&refused), "lesson {number}");
        assert!(refused.iter().all(|mark| !mark.figure.is_empty()));
    }
}

#[test]
fn another_body_is_no_answer() {
    let document = load_document(&answer(10, "accepted")).unwrap();
    let marks = mark(&lesson(7).exercise, &document);
    assert_eq!(marks[0].rule, "the body is human");
    assert!(!marks[0].passed);
}

#[test]
fn a_class_is_marked_into_a_table_with_a_row_for_every_rule() {
    let folder = std::env::temp_dir().join(format!("contrapposto_class_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let csv = folder.join("class.csv");
    let args: Vec<OsString> = vec![
        "contrapposto".into(),
        "lesson".into(),
        "mark".into(),
        "7".into(),
        answer(7, "accepted").into(),
        answer(7, "refused").into(),
        "--csv".into(),
        csv.clone().into(),
    ];
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let done = run(args, &mut out, &mut err);
    assert_eq!(done.unwrap_err().exit_code(), 1);
    let out = String::from_utf8(out).unwrap();
    assert!(out.contains("1 of 2 accepted."), "{out}");
    let table = std::fs::read_to_string(&csv).unwrap();
    let rules = lesson(7).exercise.rules.len() + 1;
    assert_eq!(table.lines().count(), 1 + 2 * rules, "{table}");
    assert!(table.starts_with("answer,accepted,rule,found,kept\n"));
    std::fs::remove_dir_all(folder).unwrap();
}
