//! What is written and read: projects, motions, scripts, unsaved work.

use crate::desktop::wait_for;
use crate::driver::{SOON, Session, place};
use crate::picture::Picture;
use crate::places::{CLOSE_WITHOUT_SAVING, LEFT_HAND, STAY, TAKE_IT_UP, THROW_AWAY, WRITE};
use contrapposto::document::{Document, Take};
use contrapposto::io::bvh::read_bvh;
use contrapposto::io::{load_character, load_document, load_level, save_document};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

#[test]
fn the_first_save_asks_for_a_name() {
    let mut session = Session::new();
    session.open(&["view"]);
    session.drag(LEFT_HAND, [600, 250]);
    session.keys(&["ctrl+s"]);
    assert!(
        !session.project().exists(),
        "nothing is written before there is a name"
    );
    session.keys(&["Return"]);
    let saved = session.read_when_written(&session.project());
    assert!(place(&saved, "left_hand").y > 1.0);
}

#[test]
fn an_exported_motion_can_be_read_again() {
    let mut session = Session::with_project("human", "flat");
    session.keys(&["k"]);
    session.drag(LEFT_HAND, [600, 250]);
    session.keys(&["ctrl+e"]);
    session.click(WRITE);
    let path = session.path("human.bvh");
    wait_for("the motion is written", SOON, || {
        path.is_file().then_some(())
    });
    let bvh = read_bvh(&path).unwrap();
    assert!(
        (bvh.duration_secs() - 1.0).abs() < 0.05,
        "{} s",
        bvh.duration_secs()
    );
    assert!(bvh.rows() > 50, "{} frames", bvh.rows());
}

#[test]
fn a_window_with_unsaved_changes_asks_before_it_closes() {
    let mut session = Session::with_project("human", "flat");
    let first = std::fs::read(session.project()).unwrap();
    session.drag(LEFT_HAND, [600, 250]);
    let before = session.look();
    session.keys(&["ctrl+q"]);
    let question = session.look();
    assert!(
        question.changed(&before, [400, 300, 900, 500]) > 3_000,
        "a question covers the middle"
    );
    session.click(STAY);
    session.keys(&["ctrl+q"]);
    session.press_and_leave(CLOSE_WITHOUT_SAVING);
    assert!(session.ends_well());
    assert_eq!(
        std::fs::read(session.project()).unwrap(),
        first,
        "nothing was saved"
    );
    let kept = std::fs::read_dir(session.home().join("kept")).unwrap();
    assert_eq!(kept.count(), 0, "and nothing is offered again");
}

#[test]
fn a_window_without_changes_closes_at_once() {
    let mut session = Session::with_project("human", "flat");
    session.xdotool("key ctrl+q");
    assert!(session.ends_well());
    assert_eq!(session.errors(), "");
}

#[test]
fn work_that_was_not_saved_outlives_the_window() {
    let mut session = Session::with_project("human", "flat");
    session.drag(LEFT_HAND, [600, 250]);
    let kept = session.kept_work();
    session.kill();
    let hand = place(&load_document(&kept).unwrap(), "left_hand");

    // Named on the command line or not, a window offers it; nothing is lost by looking.
    session.open(&["view"]);
    session.xdotool("key Escape");
    session.kill();
    assert!(kept.is_file());

    session.open(&["view", "figure.pose.ron"]);
    session.click(TAKE_IT_UP);
    session.keys(&["ctrl+s"]);
    // The project it belonged to is not written over without a question.
    session.xdotool("key ctrl+a");
    session.xdotool("type again.pose.ron");
    session.keys(&["Return"]);
    let again = session.read_when_written(&session.path("again.pose.ron"));
    assert!(place(&again, "left_hand").distance(hand) < 1e-6);
    assert!(!kept.exists(), "saved work is not unsaved");
}

#[test]
fn kept_work_is_thrown_away_by_a_person_who_was_asked_twice() {
    let mut session = Session::with_project("human", "flat");
    session.drag(LEFT_HAND, [600, 250]);
    let kept = session.kept_work();
    session.kill();
    session.open(&["view"]);
    session.click(THROW_AWAY);
    session.keys(&["Escape"]);
    assert!(
        kept.is_file(),
        "the list is there again, and all that it lists"
    );
    session.click(THROW_AWAY);
    session.keys(&["Return"]);
    wait_for("it is gone", SOON, || (!kept.exists()).then_some(()));
}

#[test]
fn a_project_that_somebody_else_changed_is_saved_under_another_name() {
    let mut session = Session::with_project("human", "flat");
    let body = load_character("human").unwrap();
    let ground = load_level("stairs").unwrap();
    let other = Document::new(Arc::new(body), "human", Arc::new(ground), "stairs");
    save_document(&session.project(), &other).unwrap();
    let theirs = std::fs::read(session.project()).unwrap();
    session.drag(LEFT_HAND, [600, 250]);
    let before = session.look();
    session.keys(&["ctrl+s"]);
    assert!(
        session.look().changed(&before, [400, 300, 900, 500]) > 3_000,
        "a question covers the middle"
    );
    // Another name, and the one that is offered.
    session.keys(&["Return", "Return"]);
    let saved = session.read_when_written(&session.path("figure-2.pose.ron"));
    assert_eq!(saved.level_source, "flat");
    assert_eq!(std::fs::read(session.project()).unwrap(), theirs);
}

#[test]
fn every_motion_that_can_be_converted_opens_in_the_window() {
    let mut session = Session::new();
    for file in ["walk.ron", "walk.bvh"] {
        let arguments = ["walk", "--level", "flat", "--steps", "2", "--out", file];
        assert!(
            session
                .program(&arguments)
                .output()
                .unwrap()
                .status
                .success()
        );
        session.open(&[file]);
        wait_for("the motion is unsaved work", SOON, || {
            let kept = session.kept_work();
            matches!(load_document(&kept).unwrap().take, Some(Take::Recording(_))).then_some(())
        });
        session.xdotool("key ctrl+q");
        session.settle();
        session.press_and_leave(CLOSE_WITHOUT_SAVING);
        assert!(session.ends_well());
    }
    std::fs::write(session.path("walk.glb"), "glTF").unwrap();
    for (arguments, words) in [
        (vec!["walk.glb"], "a .glb cannot be opened"),
        (vec!["view", "walk.glb"], "a .glb cannot be opened"),
        (vec!["nowhere.bvh"], "cannot be read"),
    ] {
        let output = session.program(&arguments).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(
            errors.contains(words) && errors.lines().count() == 1,
            "{errors}"
        );
    }
}

#[test]
fn a_step_of_a_script_that_fails_is_named_and_the_program_ends_with_1() {
    let session = Session::new();
    let script = r#"[Wait(2), Select("left_hnd"), Quit]"#;
    std::fs::write(session.path("tour.ron"), script).unwrap();
    let arguments = ["view", "--script", "tour.ron"];
    let output = session.program(&arguments).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    let words = "error: tour.ron: step 2 of 3, Select(\"left_hnd\"): there is no handle \"left_hnd\"; did you mean \"left_hand\"?\n";
    assert_eq!(errors, words);
}

#[test]
fn a_script_does_what_a_person_does() {
    let mut session = Session::new();
    let script = r#"[
        Begin(character: "human", level: "flat"),
        Drag(handle: "right_hand", to: (-0.5, 1.2, 0.3), frames: 5),
        Do(AddKey),
        Drag(handle: "right_hand", to: (-0.4, 1.5, 0.2), frames: 5),
        Do(AddKey),
        Screenshot("tour.png"),
        Export("tour.bvh"),
        Save("tour.pose.ron"),
        Quit,
    ]"#;
    std::fs::write(session.path("tour.ron"), script).unwrap();
    let mut program = session.program(&["view", "--script", "tour.ron"]);
    session.process = Some(program.spawn().unwrap());
    assert!(session.ends_well());
    let saved = load_document(&session.path("tour.pose.ron")).unwrap();
    assert_eq!(saved.keys.len(), 2);
    assert!(place(&saved, "right_hand").distance(glam::DVec3::new(-0.4, 1.5, 0.2)) < 0.02);
    assert_eq!(read_bvh(&session.path("tour.bvh")).unwrap().name, "tour");
    assert!(session.path("tour.png").is_file());
}

#[test]
fn the_tour_takes_every_picture_of_the_window_in_the_readme() {
    let project = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(project.join("README.md")).unwrap();
    let shown: Vec<&str> = readme
        .split(['(', ')'])
        .filter(|words| words.starts_with("docs/window_"))
        .collect();
    assert!(shown.len() >= 4, "{shown:?}");
    let mut session = Session::new();
    std::fs::create_dir(session.path("docs")).unwrap();
    let tour = project.join("docs/tour.ron");
    let tour = tour.to_str().unwrap();
    let mut program = session.program(&["view", "--samples", "1", "--script", tour]);
    session.process = Some(program.spawn().unwrap());
    let process = session.process.as_mut().unwrap();
    let ended = wait_for("the tour ends", Duration::from_mins(2), || {
        process.try_wait().unwrap()
    });
    assert!(ended.success(), "every step can be done");
    for name in shown {
        let picture = Picture::from_png(&std::fs::read(session.path(name)).unwrap());
        assert_eq!((picture.width, picture.height), (1280, 800), "{name}");
        let kept = Picture::from_png(&std::fs::read(project.join(name)).unwrap());
        // Edges are smoother there, and a number may differ; menus and panels stand where they stood.
        let changed = picture.changed(&kept, [0, 0, 1280, 800]);
        assert!(
            changed < 60_000,
            "{name} is out of date: {changed} pixels differ"
        );
    }
}

#[test]
fn a_script_tells_how_long_its_frames_took() {
    let session = Session::new();
    let script = r#"[
        Begin(character: "human", level: "flat"),
        Measure("a hand is dragged"),
        Drag(handle: "right_hand", to: (-0.5, 1.2, 0.3), frames: 8),
        Measure(""),
        Wait(5),
        Quit,
    ]"#;
    std::fs::write(session.path("measured.ron"), script).unwrap();
    let arguments = ["view", "--script", "measured.ron", "--timings", "--json"];
    let output = session.program(&arguments).output().unwrap();
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(told["first_frame_ms"].as_f64().unwrap() > 0.0);
    let sections = told["sections"].as_array().unwrap();
    assert_eq!(sections.len(), 1, "{told}");
    let section = &sections[0];
    assert_eq!(section["name"], "a hand is dragged");
    // The drag has nine places; its beginning and the end of measuring take a frame each.
    let frames = section["frames"].as_u64().unwrap();
    assert!((9..=30).contains(&frames), "{frames} frames");
    let worst = |part: &str| section[part]["max"].as_f64().unwrap();
    assert!(0.0 < worst("work_ms") && worst("work_ms") < worst("frame_ms"));
}

#[test]
fn a_script_with_a_mistake_is_named_with_its_place() {
    let session = Session::new();
    std::fs::write(session.path("tour.ron"), "[Wait(2),\n Jump(3)]").unwrap();
    let output = session
        .program(&["view", "--script", "tour.ron"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("tour.ron:2:") && errors.contains("Jump"),
        "{errors}"
    );
}

#[test]
fn without_a_display_the_program_says_so_in_one_sentence_and_shows_the_demo() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_contrapposto"));
    let output = program
        .current_dir(&folder)
        .env_remove("DISPLAY")
        .output()
        .unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(
        errors.contains("DISPLAY is not set") && errors.contains("demo"),
        "{errors}"
    );
    assert!(folder.path().join("out").is_dir());
}
