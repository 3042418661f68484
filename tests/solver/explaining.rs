//! `explain`: visits, residuals and strategies as people are told them.

use crate::folder::{Folder, number, numbers};

const REACH: [&str; 5] = [
    "explain",
    "--stance",
    "left",
    "--reach",
    "left_hand=0.5,1.2,0.5",
];

#[test]
fn explain_shows_visits_and_says_how_many_more_there_are() {
    let folder = Folder::new();
    let all = folder.text(&[&REACH[..], &["--visits", "--count", "100000"]].concat());
    for words in [
        "who",
        "pulls",
        "conjugate gradients",
        "kept",
        "done",
        "left_hand mm",
    ] {
        assert!(all.contains(words), "{words}: {all}");
    }
    assert!(!all.contains("go on with"), "{all}");
    let some = folder.text(&[&REACH[..], &["--visits", "--first", "2", "--count", "3"]].concat());
    assert!(some.contains("Moments 2 to 4 of "), "{some}");
    assert!(some.contains("go on with --first 5."), "{some}");
    // Without options the table stops at two hundred lines.
    let far = folder.text(&["explain", "--reach", "left_hand=0.35,1,1.4", "--visits"]);
    assert!(
        far.contains("Moments 0 to 199 of ") && far.lines().count() < 215,
        "{far}"
    );
    let json = folder.json(&[&REACH[..], &["--visits", "--count", "9", "--json"]].concat());
    let visits = json["visits"].as_array().expect("a list");
    assert_eq!(visits.len(), 9);
    assert!(number(&json["visits_in_all"]) > 9.0);
    assert_eq!(visits[1]["what"], "pulls");
    assert_eq!(numbers(&visits[1]["after"]).len(), 3);
}

#[test]
fn a_table_of_residuals_has_the_columns_it_promises() {
    let folder = Folder::new();
    let head = "linearisation,sweep,visit,who,what,cost,balance_mm,left_hand_mm";
    let mut fewer = 0;
    for (options, is_by_visit) in [(&[][..], false), (&["--visits"][..], true)] {
        let args = [&REACH[..], options, &["--csv", "left.csv"]].concat();
        let said = folder.text(&args);
        let text = std::fs::read_to_string(folder.path("left.csv")).expect("a table");
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some(head));
        let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
        assert!(said.contains(&format!("Wrote left.csv: {} rows.", rows.len())));
        assert!(rows.len() > 3 * fewer, "{} {fewer}", rows.len());
        fewer = rows.len();
        for (index, row) in rows.iter().enumerate() {
            assert_eq!(row.len(), 8, "{row:?}");
            let visit = if is_by_visit {
                index.to_string()
            } else {
                String::new()
            };
            assert_eq!(row[2], visit, "{row:?}");
            for cell in [0, 1, 5, 6, 7] {
                assert!(row[cell].parse::<f64>().is_ok(), "{row:?}");
            }
            assert!(!row[3].is_empty() && !row[4].is_empty(), "{row:?}");
        }
        let left: f64 = rows[rows.len() - 1][7].parse().expect("millimetres");
        assert!(left < 0.5, "{left}");
    }
}

#[test]
fn all_five_strategies_work_with_every_method() {
    let folder = Folder::new();
    for method in ["goals", "joints", "sweep", "direct"] {
        // Sixteen plain passes are too few for ranks that are solved one after the other.
        let passes: &[&str] = if method == "sweep" {
            &["--sweeps", "64"]
        } else {
            &[]
        };
        let options = [&["--strategies", "--method", method], passes].concat();
        let text = folder.text(&[&REACH[..], &options].concat());
        for words in [
            "equal",
            "biased",
            "weighted",
            "null-space",
            "strict",
            "left_hand",
            "margin of balance",
            "outcome",
            "linearisations",
            "sweeps",
        ] {
            assert!(text.contains(words), "{method}, {words}: {text}");
        }
        let json = folder.json(&[&REACH[..], &options, &["--json"]].concat());
        let strategies = json["strategies"].as_array().expect("a list");
        assert_eq!(strategies.len(), 5);
        for strategy in strategies {
            assert_eq!(strategy["outcome"], "reached", "{method}: {strategy}");
            assert!(number(&strategy["iterations"]) > 0.0, "{strategy}");
            let sweeps = number(&strategy["sweeps"]);
            assert_eq!(sweeps > 0.0, method != "direct", "{method}: {strategy}");
        }
    }
}

#[test]
fn what_a_method_reaches_is_never_called_out_of_reach() {
    let folder = Folder::new();
    // The paper's sweep is too slow for this target, and settings can give any method too little.
    folder.write("hasty.ron", "(max_iterations: 2)");
    folder.write("stiff.ron", "(damping: 1, max_iterations: 20)");
    let asked = ["pose", "--json", "--reach", "left_hand=-0.3,0.5,0.4"];
    assert_eq!(folder.json(&asked)["outcome"], "reached");
    for method in ["goals", "joints", "sweep", "direct"] {
        for extra in [
            &[][..],
            &["--settings", "hasty.ron"],
            &["--settings", "stiff.ron"],
        ] {
            let reach = &["--reach", "left_hand=-0.3,0.5,0.4", "--method", method][..];
            let text = folder.text(&[&["explain"], reach, extra].concat());
            let says_reached =
                text.contains("Every goal is reached.") || text.contains("is within reach with");
            assert!(
                says_reached && !text.contains("out of reach"),
                "{method}: {text}"
            );
        }
    }
    // And what is out of reach is called so.
    let text = folder.text(&["explain", "--reach", "left_hand=0.3,1,9", "--restarts", "1"]);
    assert!(!text.contains("within reach"), "{text}");
}

#[test]
fn mistakes_about_visits_are_one_line() {
    let folder = Folder::new();
    folder.write("goals.ron", "(version: 1)");
    for (options, hint) in [
        (&["--visits", "--first", "100000"][..], "moments, 0 to "),
        (&["--first", "3"], "--visits"),
        (&["--strategies", "--visits"], "cannot be used with"),
        (
            &["--strategies", "--priority", "equal"],
            "cannot be used with",
        ),
        (&["--strategies", "--csv", "a.csv"], "cannot be used with"),
        (&["--csv", "missing/a.csv"], "the folder does not exist"),
        (
            &["--goals", "goals.ron", "--csv", "goals.ron"],
            "is the file that is read",
        ),
        (&["--visits", "--count", "x"], "--count"),
    ] {
        let line = folder.complaint(&[&["explain"], options].concat());
        assert!(line.contains(hint), "{options:?}: {line}");
    }
}
