//! Clips on the command line: edited, converted, and what is said about them.

use crate::clip_kit::clip_text;
use crate::folder::Folder;
use contrapposto::io::{load_character, read_clip};
use contrapposto::lab::random_clip;
use contrapposto::motion::Clip;

/// A folder with a clip of the human: 121 frames, one second.
fn folder_with_clip() -> (Folder, Clip) {
    let human = load_character("human").expect("the human is shipped");
    let clip = random_clip(&human, 121, 1.0 / 120.0, 2);
    let folder = Folder::new();
    folder.write("clip.ron", &clip_text(&human, &clip));
    (folder, clip)
}

fn read(folder: &Folder, name: &str) -> Clip {
    let (_, clip) = read_clip(&folder.path(name), &load_character, &mut |_, _| ()).expect("a clip");
    clip
}

#[test]
fn a_clip_becomes_every_kind_of_file_and_the_program_says_what_it_wrote() {
    let (folder, _) = folder_with_clip();
    for ending in ["ron", "bvh", "csv", "glb"] {
        let name = format!("new.{ending}");
        let output = folder.run(&["convert", "clip.ron", &name]);
        assert!(output.status.success() && output.stderr.is_empty());
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let begin = format!("Wrote {name}: ");
        assert!(text.starts_with(&begin), "{text}");
        let unit = if ending == "bvh" {
            "centimetre"
        } else {
            "metre"
        };
        let end = format!(
            ", 121 frames, 1.000 s at 120 frames per second; unit {unit}, y up, human is 1."
        );
        assert!(text.contains(&end), "{text}");
        assert_eq!(text.contains("Read back: "), ending != "csv", "{text}");
    }
    let glb = std::fs::read(folder.path("new.glb")).expect("a file");
    assert!(glb.starts_with(b"glTF"));
    let csv = std::fs::read_to_string(folder.path("new.csv")).expect("a file");
    assert_eq!(csv.lines().count(), 122);
    assert_eq!(read(&folder, "new.ron").name, "new");
}

#[test]
fn a_clip_is_cut_mirrored_brought_to_a_rate_and_repeated_in_this_order() {
    let (folder, clip) = folder_with_clip();
    let human = load_character("human").expect("the human is shipped");
    folder.text(&[
        "convert", "clip.ron", "new.ron", "--from", "0.25", "--to", "0.75", "--mirror", "--rate",
        "60", "--loop", "3",
    ]);
    let new = read(&folder, "new.ron");
    let expected = clip
        .cut(30..=90)
        .mirrored(&human)
        .resampled(&human, 1.0 / 60.0)
        .looped(&human, 3);
    assert_eq!(new.frames.len(), 1 + 3 * 30);
    // The end of each round bends towards its beginning: there rounding may tip a joint that meets its limit.
    let before_bend = new.frames.iter().zip(&expected.frames).take(16);
    for (a, b) in before_bend {
        assert!(a.com.distance(b.com) < 1e-8);
        assert!(a.pose.largest_turn_from(&b.pose) < 1e-8);
        assert_eq!(a.contacts, b.contacts);
    }
}

#[test]
fn mistakes_are_told_in_one_line_before_anything_is_written() {
    let (folder, _) = folder_with_clip();
    folder.write("bad.ron", "(version: 1, name: \"a\", frames: [])");
    for (args, words) in [
        (&["clip.ron", "new.gltf"][..], ".ron, .bvh, .csv or .glb"),
        (&["clip.ron", "new"], ".ron, .bvh, .csv or .glb"),
        (&["none.ron", "new.glb"], "none.ron: cannot be read"),
        (&["bad.ron", "new.glb"], "bad.ron:1:"),
        (&["clip.glb", "new.ron"], "a clip is read from a .ron"),
        (&["clip.ron", "no/new.glb"], "the folder does not exist"),
        (&["clip.ron", "new.glb", "--rate", "0"], "--rate 0"),
        (&["clip.ron", "new.glb", "--rate", "NaN"], "--rate NaN"),
        (&["clip.ron", "new.glb", "--rate", "1e9"], "at most 1000000"),
        (
            &["clip.ron", "new.glb", "--loop", "0"],
            "0 is not 1 or more",
        ),
        (
            &["clip.ron", "new.glb", "--loop", "99999999"],
            "at most 1000000",
        ),
        (&["clip.ron", "new.glb", "--from", "2"], "from 0 to 1.000 s"),
        (
            &["clip.ron", "new.glb", "--from", "0.5", "--to", "0.2"],
            "the earlier end",
        ),
        (
            &["clip.ron", "new.glb", "--character", "chicken"],
            "does not exist",
        ),
    ] {
        let line = folder.complaint(&[&["convert"], args].concat());
        assert!(line.contains(words), "{args:?}: {line}");
        assert!(!folder.path("new.glb").exists());
    }
}

/// Derived defaults are within the ranges of the options, whatever the body's size.
#[test]
fn thumblings_and_giants_walk_without_options_and_their_walks_keep_every_bound() {
    let folder = Folder::new();
    for (name, times) in [("thumbling", "0.05"), ("giant", "5")] {
        let body = format!("{name}.ron");
        folder.write(
            &body,
            &format!(
                "(version: 1, base: \"human\", description: \"a {name}\", edits: [ScaleBody(by: {times})])"
            ),
        );
        folder.text(&[
            "walk", "--static", "-c", &body, "--steps", "4", "--out", "walk.ron",
        ]);
        let checked = folder.text(&["check", "walk.ron", "-c", &body]);
        assert!(
            checked.ends_with("The clip keeps every bound.\n"),
            "{checked}"
        );
        let followed = folder.text(&["ghost", "walk.ron", "-c", &body]);
        assert!(followed.contains("it did not fall"), "{followed}");
    }
    let line = folder.complaint(&["walk", "-c", "thumbling.ron", "--clearance", "0.04"]);
    assert!(
        line.contains("--clearance 0.04: valid is 0.000250 to 0.021"),
        "{line}"
    );
}

#[test]
fn a_walk_of_ten_frames_a_second_passes_its_own_check() {
    let folder = Folder::new();
    let edits = "edits: [ScaleBody(by: 10, mass: Keep)]";
    let body = format!("(version: 1, base: \"human\", description: \"tall\", {edits})");
    folder.write("tall.ron", &body);
    for (body, level) in [("human", "stairs"), ("tall.ron", "flat")] {
        let walk = [
            "walk", "--static", "-c", body, "--level", level, "--steps", "8",
        ];
        folder.text(&[&walk[..], &["--rate", "10", "--out", "walk.ron"]].concat());
        let bounds = ["--slide-mm", "0.1", "--penetration-mm", "0.1"];
        let checked = folder.text(&[&["check", "walk.ron", "-c", body], &bounds[..]].concat());
        assert!(
            checked.ends_with("The clip keeps every bound.\n"),
            "{checked}"
        );
    }
}
