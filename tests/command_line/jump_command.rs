//! `jump`: what it writes passes its own check, and bad input is one line.

use crate::folder::Folder;

#[test]
fn a_jump_is_written_drawn_and_passes_its_check() {
    let folder = Folder::new();
    let jump = ["jump", "--height", "0.2", "--distance", "0.3"];
    let outputs = ["--out", "jump.ron", "--out", "jump.bvh"];
    let told = folder.text(&[&jump[..], &outputs, &["--picture", "jump.png"]].concat());
    assert!(
        told.starts_with("The centre of mass rises by 0.200 m, in the air for 0."),
        "{told}"
    );
    let checked = folder.text(&["check", "jump.ron", "--dynamic", "--slide-mm", "0.1"]);
    assert!(
        checked.ends_with("The clip keeps every bound.\n"),
        "{checked}"
    );
    assert!(folder.path("jump.png").exists() && folder.path("jump.bvh").exists());

    let json = folder.text(&[&jump[..], &["--json"]].concat());
    let answer: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert!((answer["rise_m"].as_f64().expect("a number") - 0.2).abs() < 1e-3);
    assert!(answer["parabola_mm_max"].as_f64().expect("a number") < 1.0);
}

#[test]
fn jumps_that_nobody_can_make_are_refused_in_a_line() {
    let folder = Folder::new();
    for (args, words) in [
        (
            &["--height", "2"][..],
            "--height 2: valid is 0.050 to 0.600",
        ),
        (&["--height", "nan"], "is not between"),
        (&["--height", "high"], "\"high\" is not a number"),
        (
            &["--distance", "-3"],
            "--distance -3: valid is -0.600 to 1.500",
        ),
        (
            &["-c", "quadruped"],
            "quadruped: quadruped has 4 feet; this needs a body with two",
        ),
        (
            &["-c", "mannequin"],
            "mannequin: it cannot jump 0.3 m high and 0 m far without tipping",
        ),
        (
            &["-l", "stepping_stones", "--distance", "0.3"],
            "it cannot stand at",
        ),
    ] {
        let line = folder.complaint(&[&["jump", "--out", "jump.ron"], args].concat());
        assert!(line.contains(words), "{args:?}: {line}");
        assert!(!folder.path("jump.ron").exists());
    }
}
