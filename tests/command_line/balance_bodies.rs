//! `contrapposto balance` on a recording's own skeleton, and on ground that is found.

use super::folder::{Folder, number};
use contrapposto::io::bvh::{BvhOptions, read_bvh, write_clip_bvh};
use contrapposto::io::{load_character, load_level};
use contrapposto::motion::{Clip, Contacts, Recorder};
use serde_json::Value;
use std::path::Path;

/// A second of standing.
fn standing(path: &Path) {
    let human = load_character("human").expect("the human is shipped");
    let mut recorder = Recorder::new(&human);
    let frames = (0..100).map(|_| recorder.frame(human.rest.clone(), Contacts::NONE));
    let clip = Clip {
        name: "standing".to_owned(),
        character: human.name.clone(),
        level: None,
        balance: None,
        start_secs: 0.0,
        frame_secs: 0.01,
        frames: frames.collect(),
    };
    write_clip_bvh(path, &clip, &human, &BvhOptions::default()).expect("it can be written");
}

#[test]
fn on_its_own_skeleton_a_file_comes_back_with_its_joints_and_a_ron_with_its_body() {
    let folder = Folder::new();
    standing(&folder.path("recorded.bvh"));
    let own = ["balance", "recorded.bvh", "--character", "own", "--out"];
    let said = folder.text(&[&own[..], &["same.bvh"]].concat());
    assert!(said.contains("Y is up. Unit: cm (0.0100 m)."), "{said}");
    let [recorded, same] =
        ["recorded.bvh", "same.bvh"].map(|name| read_bvh(&folder.path(name)).expect("it is read"));
    assert_eq!(recorded.joints, same.joints);
    assert_eq!(recorded.rows(), same.rows());

    folder.text(&[&own[..], &["clip.ron"]].concat());
    load_character(folder.path("clip.body.ron").to_str().expect("it is text"))
        .expect("it is a body like any other");
    // Where they lie together the clip finds its body by name.
    let checked = folder.text(&["check", "clip.ron", "--dynamic"]);
    assert!(checked.contains("The clip keeps every bound."), "{checked}");
    let checked = folder.text(&["check", "same.bvh", "--character", "own"]);
    assert!(checked.contains("The clip keeps every bound."), "{checked}");
}

#[test]
fn own_is_for_recordings_and_a_body_needs_a_file_to_be_beside() {
    let folder = Folder::new();
    standing(&folder.path("recorded.bvh"));
    let own = ["balance", "recorded.bvh", "--character", "own", "--out"];
    folder.text(&[&own[..], &["clip.ron"]].concat());
    let wrong = folder.complaint(&["check", "clip.ron", "--character", "own"]);
    assert!(wrong.contains("own is for a recording"), "{wrong}");
    let wrong = folder.complaint(&[&own[..], &["-", "--format", "ron"]].concat());
    assert!(wrong.contains("say a file's name"), "{wrong}");
    // The body would take the place of what is read.
    std::fs::rename(folder.path("recorded.bvh"), folder.path("clip.body.ron"))
        .expect("it has another name");
    let wrong = folder.complaint(&[
        "balance",
        "clip.body.ron",
        "--character",
        "own",
        "--out",
        "clip.ron",
    ]);
    assert!(wrong.contains("clip.body.ron"), "{wrong}");
}

#[test]
fn stairs_under_recorded_feet_are_found_and_written_as_a_level() {
    let folder = Folder::new();
    let walk = ["walk", "--static", "--level", "stairs", "--steps", "7"];
    folder.text(&[&walk[..], &["--out", "recorded.bvh"]].concat());
    let found = ["balance", "recorded.bvh", "--ground", "found", "--json"];
    let written = ["--ground-out", "steps.ron", "--out", "clip.ron"];
    let answer = folder.json(&[&found[..], &written[..]].concat());
    assert!(
        number(&answer["after"]["depth_mm"]) < 2.0,
        "{}",
        answer["after"]
    );
    let notes = answer["notes"].as_array().expect("sentences");
    let is_told = |note: &Value| {
        note.as_str()
            .is_some_and(|n| n.contains("blocks, found under"))
    };
    assert!(notes.iter().any(is_told), "{notes:?}");
    let level = load_level(folder.path("steps.ron").to_str().expect("it is text"));
    let level = level.expect("it is a level like any other");
    let heights: Vec<f64> = level.pieces().iter().map(|piece| piece.at.y).collect();
    assert!(heights.len() > 3, "{heights:?}");
    // Steps are 15 cm high.
    for height in heights {
        let steps = height / 0.15;
        assert!((steps - steps.round()).abs() < 0.05, "{height}");
    }
    folder.text(&[
        "picture",
        "clip.ron",
        "--level",
        "steps.ron",
        "--out",
        "a.png",
    ]);

    let flat = ["balance", "recorded.bvh", "--ground", "flat"];
    let wrong = folder.complaint(&[&flat[..], &["--ground-out", "a.ron"]].concat());
    assert!(wrong.contains("say --ground found"), "{wrong}");
}
