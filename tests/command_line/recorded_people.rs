//! Recordings of people: habits are fitted to them, and poses are compared with them.

use crate::folder::Folder;
use std::fs;

/// A folder `clips` with a recording of each of two people.
fn two_people() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path("clips")).expect("a folder");
    for (clip, stride) in [("clips/anna_1.bvh", "0.2"), ("clips/ben_1.bvh", "0.3")] {
        let walk = ["walk", "--steps", "2", "--rate", "30"];
        folder.text(&[&walk[..], &["--step-length", stride, "--out", clip]].concat());
    }
    folder
}

#[test]
fn habits_that_are_fitted_to_a_folder_pose_a_body_and_are_measured_on_who_was_left_out() {
    let folder = two_people();
    let fitted = folder.text(&[
        "lab",
        "fit-posture",
        "clips",
        "--without",
        "ben",
        "--kinds",
        "2",
        "--synergies",
        "3",
        "--out",
        "anna.habits.ron",
    ]);
    assert!(fitted.contains("of 1 people"), "{fitted}");
    let posed = folder.text(&[
        "pose",
        "--posture",
        "anna.habits.ron",
        "--reach",
        "left_hand=0.2,1.3,0.45",
    ]);
    assert!(posed.contains("left_hand"), "{posed}");
    let measured = folder.json(&[
        "bench",
        "poses",
        "clips",
        "--people",
        "ben",
        "--posture",
        "anna.habits.ron",
        "--json",
    ]);
    assert_eq!(measured["people"], 1, "{measured}");
}

#[test]
fn a_name_that_nobody_has_is_told_with_those_there_are() {
    let folder = two_people();
    for command in [
        &["bench", "poses", "clips", "--people", "carl"][..],
        &[
            "lab",
            "fit-posture",
            "clips",
            "--without",
            "carl",
            "--out",
            "x.habits.ron",
        ],
    ] {
        let told = folder.complaint(command);
        assert!(told.contains("\"carl\": there are anna, ben"), "{told}");
    }
    assert!(!folder.path("x.habits.ron").exists());
}
