//! `contrapposto balance` as people call it.

use contrapposto::character::Character;
use contrapposto::io::bvh::{BvhOptions, read_bvh, write_clip_bvh};
use contrapposto::io::load_character;
use contrapposto::motion::{Clip, Contacts, Recorder};
use std::ffi::OsString;
use std::path::Path;

/// Half a second of standing, the arms moving.
fn standing(character: &Character) -> Clip {
    let mut recorder = Recorder::new(character);
    let frames = (0..50).map(|i| {
        let mut pose = character.rest.clone();
        let elbow = character
            .find_link("left_forearm")
            .expect("people have forearms");
        let angle = 0.5 + 0.01 * f64::from(i);
        pose.joints[elbow.index()] = contrapposto::character::JointCoordinate::Hinge(angle);
        recorder.frame(pose, Contacts::NONE)
    });
    Clip {
        name: "standing".to_owned(),
        character: character.name.clone(),
        level: None,
        balance: None,
        start_secs: 0.0,
        frame_secs: 0.01,
        frames: frames.collect(),
    }
}

/// Answer, or the one line of an error.
fn run(args: &[&str]) -> Result<String, String> {
    let words = ["contrapposto", "balance"].iter().chain(args);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    contrapposto::cli::run(words.map(OsString::from), &mut out, &mut err)
        .map_err(|e| e.line().unwrap_or_default())?;
    Ok(String::from_utf8(out).expect("answers are text"))
}

fn in_folder(work: impl FnOnce(&Path, &str)) {
    let folder = tempfile::tempdir().expect("a folder for files");
    let human = load_character("human").expect("the human is shipped");
    let path = folder.path().join("standing.bvh");
    write_clip_bvh(&path, &standing(&human), &human, &BvhOptions::default())
        .expect("the clip can be written");
    work(folder.path(), path.to_str().expect("the path is text"));
}

#[test]
fn a_motion_file_is_balanced_and_written() {
    in_folder(|folder, motion| {
        let out = folder.join("balanced.bvh");
        let text = run(&[
            motion,
            "--character",
            "tall_thin",
            "--out",
            out.to_str().unwrap(),
        ])
        .unwrap();
        for part in [
            "Y is up. Unit: cm (0.0100 m)",
            "Mapped: ",
            "zero-moment point in the support",
            "100.0 %",
            "What is faster than 6 Hz is taken for noise.",
            "From where they were, in the mean",
            "Hands: 95 %",
            "balanced.bvh: ",
        ] {
            assert!(text.contains(part), "no {part:?} in {text}");
        }
        assert_eq!(read_bvh(&out).unwrap().rows(), 50);
    });
}

#[test]
fn json_has_every_figure() {
    in_folder(|_, motion| {
        let text = run(&[motion, "--json", "--contacts", "left_foot:10-19=up"]).unwrap();
        let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(answer["unit"], "cm");
        assert_eq!(answer["up_axis"], "y");
        assert_eq!(answer["frames"], 50);
        assert_eq!(answer["after"]["inside_percent"], 100.0);
        assert!(answer["after"]["slide_mm"].as_f64().unwrap() < 1.0);
        assert_eq!(answer["unmapped_links"], serde_json::json!([]));
        assert_eq!(answer["balance"], "dynamic");
        assert!(answer["shift_mm"]["mean"].as_f64().unwrap() < 30.0);
    });
}

#[test]
fn at_rest_the_centre_of_mass_is_over_the_feet_and_with_feet_alone_no_margin_is_asked_for() {
    in_folder(|_, motion| {
        let at_rest = balanced(&[motion, "--static"]);
        assert_eq!(at_rest["balance"], "static");
        assert!(at_rest["after"]["worst_margin_mm"].as_f64().unwrap() >= 19.0);
        assert!(at_rest["cutoff_hz"].is_null());
        let feet = balanced(&[motion, "--feet-only"]);
        assert_eq!(feet["margin_missed_by_mm"], 0.0);
        assert!(feet["shift_mm"]["mean"].as_f64().unwrap() < 20.0);
        assert!(
            run(&[motion, "--strength", "2"])
                .unwrap_err()
                .contains("a share is 0 to 1")
        );
        assert!(run(&[motion, "--static", "--feet-only"]).is_err());
    });
}

/// A walk of the human, a BVH of ours.
fn walk_in(folder: &Path) -> String {
    let path = folder.join("walk.bvh").display().to_string();
    let words = [
        "contrapposto",
        "walk",
        "--static",
        "--steps",
        "4",
        "--out",
        &path,
    ];
    let (mut out, mut err) = (Vec::new(), Vec::new());
    contrapposto::cli::run(words.map(OsString::from), &mut out, &mut err).expect("people walk");
    path
}

fn balanced(args: &[&str]) -> serde_json::Value {
    let text = run(&[args, &["--json"]].concat()).expect("an answer");
    serde_json::from_str(&text).expect("answers are JSON")
}

#[test]
fn a_walk_of_ours_stands_still_before_it_is_balanced() {
    in_folder(|folder, _| {
        let answer = balanced(&[&walk_in(folder)]);
        assert!(answer["before"]["slide_mm"].as_f64().unwrap() < 1.0);
        assert_eq!(answer["before"]["contact_frames"], answer["frames"]);
    });
}

#[test]
fn a_noisy_motion_on_our_skeleton_keeps_its_contacts() {
    in_folder(|folder, _| {
        let human = load_character("human").unwrap();
        let mut clip = standing(&human);
        for (index, frame) in clip.frames.iter_mut().enumerate() {
            // A centimetre to and fro, about 0.2 m/s.
            let sway = 0.01 * libm::sin(0.2 * index as f64);
            frame.pose.world_from_root.translation.x += sway;
        }
        let path = folder.join("noisy.bvh");
        write_clip_bvh(&path, &clip, &human, &BvhOptions::default()).unwrap();
        let answer = balanced(&[path.to_str().unwrap()]);
        assert_eq!(answer["before"]["contact_frames"], 50);
        assert!(answer["before"]["slide_mm"].as_f64().unwrap() > 5.0);
        assert!(answer["after"]["slide_mm"].as_f64().unwrap() < 1.0);
    });
}

#[test]
fn a_margin_that_no_foot_can_give_is_said_to_be_missed() {
    in_folder(|_, motion| {
        let wide = balanced(&[motion, "--margin-mm", "500"]);
        let missed_by = wide["margin_missed_by_mm"].as_f64().unwrap();
        let kept = wide["after"]["worst_margin_mm"].as_f64().unwrap();
        assert!(missed_by > 300.0 && (missed_by + kept - 500.0).abs() < 1e-9);
        let text = run(&[motion, "--margin-mm", "500"]).unwrap();
        let sentence = format!(
            "The margin of 500 mm that was asked for is not kept: the worst frame lacks {missed_by:.0} mm of it."
        );
        assert!(text.contains(&sentence), "{text}");

        let usual = balanced(&[motion]);
        assert_eq!(usual["margin_missed_by_mm"], 0.0);
        assert!(!run(&[motion]).unwrap().contains("asked for"));
    });
}

#[test]
fn wrong_arguments_say_what_would_be_right() {
    in_folder(|folder, motion| {
        let map = folder.join("map.ron");
        std::fs::write(&map, "(version: 1, map: {\"Hipz\": \"pelvis\"})").unwrap();
        for (args, part) in [
            (
                vec!["--unit", "parsec"],
                "--unit: there is no unit \"parsec\"",
            ),
            (vec!["--margin-mm", "-3"], "a margin is 0 to 1000 mm"),
            (
                vec!["--contacts", "left_foot"],
                "--contacts \"left_foot\": has no `:`",
            ),
            (
                vec!["--out", "a.fbx"],
                "a.fbx: a clip's name ends in .ron, .bvh, .csv or .glb",
            ),
            (
                vec!["--map", map.to_str().unwrap()],
                "there is no recorded joint \"Hipz\"",
            ),
            (vec!["--level", "moon"], "moon"),
        ] {
            let args: Vec<&str> = [vec![motion], args].concat();
            let message = run(&args).unwrap_err();
            assert!(message.contains(part), "{message}");
        }
    });
}

#[test]
fn a_skeleton_that_nobody_understands_is_refused_with_a_map_that_can_be_completed() {
    in_folder(|folder, motion| {
        let text = std::fs::read_to_string(motion).expect("it was written");
        // The legs get names that say nothing, and lengths that are no mirror image of each other.
        let strange = text
            .replace("left_thigh", "alpha")
            .replace("left_shank", "beta")
            .replace("left_foot", "gamma")
            .replace("left_toes", "delta");
        let (before, after) = strange.split_once("beta").expect("it has a shank");
        let (head, offset) = after.split_once("OFFSET").expect("it has a place");
        let (_, rest) = offset.split_once('\n').expect("lines end");
        let lines = format!("{before}beta{head}OFFSET 0 -0.1 0\n{rest}").replace("right_", "r_");
        let path = folder.join("strange.bvh");
        std::fs::write(&path, lines).expect("it can be written");
        let words = ["contrapposto", "balance", path.to_str().unwrap()];
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let refused = contrapposto::cli::run(words.map(OsString::from), &mut out, &mut err)
            .expect_err("legs are missing");
        let line = refused.line().unwrap_or_default();
        assert!(
            line.contains("tell what moves left_thigh, left_shank"),
            "{line}"
        );
        // The map that comes with it names every joint; completed, it is enough.
        let told = String::from_utf8(err).expect("answers are text");
        let map = &told[told.find("(\n").expect("a map comes with it")..];
        assert!(map.contains("\"alpha\": \"\", // on \"pelvis\""), "{map}");
        assert!(map.contains("\"r_thigh\": \"right_thigh\""), "{map}");
        let map = map
            .replace("\"alpha\": \"\"", "\"alpha\": \"left_thigh\"")
            .replace("\"beta\": \"\"", "\"beta\": \"left_shank\"")
            .replace("\"gamma\": \"\"", "\"gamma\": \"left_foot\"");
        let file = folder.join("map.ron");
        std::fs::write(&file, map).expect("it can be written");
        let text = run(&[path.to_str().unwrap(), "--map", file.to_str().unwrap()])
            .unwrap_or_else(|line| panic!("{line}"));
        assert!(!text.is_empty());
    });
}
