//! Scripts that fail say so, and what others made, or somebody before them, is safe from them.

use super::Rehearsal;
use crate::io::{load_document, save_document};
use crate::viewer::script::Script;
use crate::viewer::shell::at_hand::Overrule;
use crate::viewer::shell::kept::left_behind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Rehearsal {
    /// A script runs to its end; what it says of a step that failed.
    pub(super) fn run(&mut self, script: &str) -> Option<String> {
        let path = self.home.path().join("tour.ron");
        std::fs::write(&path, script).unwrap();
        self.app.shell.script = Some(Script::load(&path).unwrap());
        self.until("the script ends", |window| {
            window.app.shell.script.is_none()
        });
        let failure = self.app.shell.script_failure.borrow();
        failure.as_ref().map(ToString::to_string)
    }
}

#[test]
fn a_script_ends_with_the_first_step_that_fails_and_says_which() {
    for (steps, words) in [
        (
            "Wait(1), Drag(handle: \"left_hnd\", to: (0, 1, 0), frames: 2), Quit",
            "step 2 of 3, Drag { handle: \"left_hnd\"",
        ),
        ("Select(\"left_hnd\")", "did you mean \"left_hand\"?"),
        (
            "Tab(\"Gols\"), Quit",
            "there is no tab \"Gols\"; there are Goals, ",
        ),
        ("Begin(character: \"human\", level: \"moon\")", "moon"),
        ("Do(PlantOrLift)", "Select a handle first"),
        (
            "Open(\"nowhere.pose.ron\"), Quit",
            "nowhere.pose.ron: cannot be read",
        ),
        ("Wait(1), Import(\"nowhere.bvh\"), Quit", "step 2 of 3"),
        ("Export(\"nowhere/walk.bvh\"), Quit", "step 1 of 2"),
        (
            "Save(\"nowhere/figure.pose.ron\")",
            "the folder does not exist",
        ),
        ("TakeUp(0)", "there is no kept work 0: 0 are kept"),
        (
            "Camera(yaw_deg: 0, pitch_deg: NaN, distance: 3, target: (0, 1, 0))",
            "angles and places are within 10000",
        ),
        (
            "Camera(yaw_deg: 0, pitch_deg: 5, distance: 0, target: (0, 1, 0))",
            "the distance is more than 0",
        ),
        ("Seek(NaN)", "NaN s is no moment"),
        ("Scrub(from: 0, to: inf, frames: 9)", "from 0 to inf s"),
        ("Views(0)", "there are 1 to 5 views, not 0"),
        ("Views(99)", "there are 1 to 5 views, not 99"),
        ("Steps(0)", "a walk has 1 to 10000 steps, not 0"),
    ] {
        let mut window = Rehearsal::new("human", "flat");
        let failure = window.run(&format!("[{steps}]"));
        let failure = failure.unwrap_or_else(|| panic!("{steps} fails"));
        assert!(failure.contains(words), "{failure}");
        assert!(failure.contains("tour.ron: step "), "{failure}");
        assert!(window.app.shell.closing);
    }
}

#[test]
fn a_script_does_not_write_over_what_somebody_else_changed() {
    let (mut window, path) = Rehearsal::saved("flat");
    let stairs = Rehearsal::new("human", "stairs");
    save_document(&path, stairs.app.document()).unwrap();
    let failure = window.run(&format!("[Save({path:?})]")).unwrap();
    assert!(
        failure.contains("level stairs instead of flat"),
        "{failure}"
    );
}

#[test]
fn a_script_writes_over_nothing_that_it_reads_or_has_written_and_names_say_what_is_in_them() {
    let mut window = Rehearsal::new("human", "flat");
    // Beside the script and the settings.
    let home = window.home.path().join("work");
    std::fs::create_dir(&home).unwrap();
    let path = |name: &str| home.join(name).display().to_string();
    let base = include_str!("../../../characters/human.ron");
    std::fs::write(path("base.ron"), base).unwrap();
    let body = "(version: 1, base: \"base\", description: \"me\", edits: [ScaleBody(by: 1.1)])";
    std::fs::write(path("me.ron"), body).unwrap();
    let level = include_str!("../../../levels/flat.ron");
    std::fs::write(path("lv.ron"), level).unwrap();
    let begin = "Begin(character: \"@me.ron\", level: \"@lv.ron\")";
    let made = "[BEGIN, Steps(1), Do(WalkNow), Export(\"@h.bvh\"), Export(\"@h.ron\"), Save(\"@p.pose.ron\")]";
    let made = made.replace("BEGIN", begin).replace('@', &path(""));
    assert_eq!(window.run(&made), None);

    let read = "is the file that is read";
    for (steps, words) in [
        ("BEGIN, Save(\"@me.ron\")", read),
        ("BEGIN, Export(\"@me.ron\")", read),
        ("BEGIN, Export(\"@base.ron\")", read),
        ("BEGIN, Export(\"@lv.ron\")", read),
        (
            "BEGIN, Begin(character: \"human\", level: \"flat\"), Export(\"@me.ron\")",
            read,
        ),
        ("Wait(1), Save(\"@../tour.ron\")", read),
        ("Screenshot(\"@../tour.ron\")", read),
        ("Open(\"@h.bvh\"), Wait(3), Export(\"@h.bvh\")", read),
        ("Import(\"@h.bvh\"), Export(\"@./h.bvh\")", read),
        ("BEGIN, Open(\"@h.ron\"), Export(\"@h.ron\")", read),
        ("Open(\"@p.pose.ron\"), Export(\"@p.pose.ron\")", read),
        ("Open(\"@p.pose.ron\"), Export(\"@me.ron\")", read),
        ("Save(\"@h.ron\")", "a project's name ends in .pose.ron"),
        ("Save(\"@p.txt\")", "a project's name ends in .pose.ron"),
        ("Screenshot(\"@shot.jpg\")", "a picture's name ends in .png"),
        ("Screenshot(\"-\")", "a picture's name ends in .png"),
        ("Export(\"@new.txt\")", "a clip's name ends in "),
        (
            "Export(\"@a.bvh\"), Export(\"@./a.bvh\")",
            "is written twice",
        ),
    ] {
        let mut window = Rehearsal::at_home(Arc::clone(&window.home), "human", "flat");
        let before = contents(&home);
        let script = format!("[{steps}, Quit]");
        let script = script.replace("BEGIN", begin).replace('@', &path(""));
        let failure = window.run(&script);
        let failure = failure.unwrap_or_else(|| panic!("{steps} fails"));
        assert!(failure.contains(words), "{steps}: {failure}");
        for (name, bytes) in before {
            assert!(std::fs::read(&name).unwrap() == bytes, "{steps}: {name:?}");
        }
        let own = std::fs::read_to_string(path("../tour.ron")).unwrap();
        assert_eq!(own, script, "{steps}");
        assert!(!home.join("shot.jpg").exists() && !home.join("p.txt").exists());
    }

    // A project is saved as often as somebody likes.
    let mut window = Rehearsal::at_home(Arc::clone(&window.home), "human", "flat");
    let script = "[Open(\"@p.pose.ron\"), Save(\"@p.pose.ron\"), Save(\"@p.pose.ron\"), Save(\"@q.pose.ron\"), \
                  Save(\"@q.pose.ron\"), Export(\"@x.ron\"), Open(\"@p.pose.ron\"), Export(\"@y.ron\")]";
    assert_eq!(window.run(&script.replace('@', &path(""))), None);
}

#[test]
fn work_that_a_script_takes_up_and_does_not_save_stays_kept() {
    for (steps, is_as_it_was) in [
        ("TakeUp(0), Wait(2), Quit", true),
        (
            "TakeUp(0), Begin(character: \"human\", level: \"stairs\"), Quit",
            true,
        ),
        ("TakeUp(0), Lesson(\"1\"), Quit", true),
        ("TakeUp(0), Select(\"nobody\"), Quit", true),
        (
            "TakeUp(0), Drag(handle: \"head\", to: (0.1, 1.4, 0), frames: 3), Quit",
            false,
        ),
    ] {
        let mut window = Rehearsal::new("human", "flat");
        window.drag_handle("left_hand", 40.0, 60.0);
        window.until_kept();
        let made = window.app.document().clone();
        drop(std::mem::take(&mut window.app.shell.files.keeping));
        let mut scripted = Rehearsal::at_home(Arc::clone(&window.home), "human", "flat");
        scripted.run(&format!("[{steps}]"));
        assert!(scripted.app.shell.closing, "{steps}");
        let last = scripted.app.document().clone();
        drop(scripted);
        let left = left_behind(window.home.path());
        assert_eq!(left.len(), 1, "{steps}");
        let kept = load_document(&left[0].path).unwrap();
        assert_eq!(kept, if is_as_it_was { made } else { last }, "{steps}");
    }
}

#[test]
fn work_that_a_script_saves_is_no_longer_kept_nor_is_what_it_makes_itself() {
    let mut window = Rehearsal::new("human", "flat");
    window.drag_handle("left_hand", 40.0, 60.0);
    window.until_kept();
    drop(std::mem::take(&mut window.app.shell.files.keeping));
    let mut scripted = Rehearsal::at_home(Arc::clone(&window.home), "human", "flat");
    let path = window.home.path().join("back.pose.ron");
    let own = "Drag(handle: \"left_hand\", to: (0.5, 1.2, 0.3), frames: 3), Wait(200)";
    assert_eq!(
        scripted.run(&format!("[TakeUp(0), Save({path:?}), {own}, Quit]")),
        None
    );
    assert_eq!(left_behind(window.home.path()), []);
}

#[test]
fn a_clip_on_the_body_and_the_level_of_the_window_opens_though_only_their_names_are_told() {
    let window = Rehearsal::new("human", "flat");
    let home = window.home.path();
    let path = |name: &str| home.join(name).display().to_string();
    let body = "(version: 1, base: \"human\", description: \"me\", edits: [ScaleBody(by: 1.1)])";
    std::fs::write(path("me.ron"), body).unwrap();
    let level = include_str!("../../../levels/stairs.ron");
    std::fs::write(path("lv.ron"), level).unwrap();
    let begin = format!(
        "Begin(character: {:?}, level: {:?})",
        path("me.ron"),
        path("lv.ron")
    );
    let clip = path("walk.ron");
    let mut window = Rehearsal::at_home(Arc::clone(&window.home), "human", "flat");
    let script =
        format!("[{begin}, Steps(1), Do(WalkNow), Export({clip:?}), {begin}, Open({clip:?})]");
    assert_eq!(window.run(&script), None);
    let document = window.app.document();
    assert!(matches!(
        document.take,
        Some(crate::document::Take::Recording(_))
    ));
    assert_eq!(document.character_source, path("me.ron"));
    assert_eq!(document.level_source, path("lv.ron"));

    // On another stage nobody knows whose it is, but may be told.
    let mut other = Rehearsal::at_home(Arc::clone(&window.home), "human", "flat");
    let failure = other.run(&format!("[Open({clip:?})]")).unwrap();
    assert!(failure.contains("say view --character FILE"), "{failure}");
    let (body, level) = (path("me.ron"), path("lv.ron"));
    std::fs::rename(&body, path("self.ron")).unwrap();
    std::fs::rename(&level, path("steps.ron")).unwrap();
    let (body, level) = (path("self.ron"), path("steps.ron"));
    let mut told = Rehearsal::at_home(Arc::clone(&window.home), &body, &level);
    let overrule = Overrule {
        character: true,
        level: true,
    };
    told.app.open_overruled(Path::new(&clip), overrule);
    told.until("it is open", |window| window.app.document().take.is_some());
    assert_eq!(told.app.document().character_source, body);
    assert_eq!(told.app.document().level_source, level);
}

/// The files of a folder.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path());
    let files = entries.filter(|path| path.is_file());
    files
        .map(|path| (path.clone(), std::fs::read(path).unwrap()))
        .collect()
}
