//! Motion files on the command line.

use crate::folder::Folder;

const WAVE: &str = "HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Head
  {
    OFFSET 0 170 0
    CHANNELS 3 Zrotation Xrotation Yrotation
  }
}
MOTION
Frames: 3
Frame Time: 0.05
0 0 0 0 0 0 0 0 0
1 2 3 90 0 0 0 0 0
";

#[test]
fn a_motion_file_is_shown_as_a_table() {
    let folder = Folder::new();
    folder.write("wave.BVH", WAVE);
    let text = folder.text(&["inspect", "wave.BVH"]);
    assert_eq!(
        text,
        "wave: 2 joints, 2 rows, 20.000 Hz, 0.05 s
size 170.000, as a person in centimetres (1.70 m)
note: line 6: \"Head\" has no End Site
note: Frames says 3, but there are 2 rows

joint  parent  offset                  channels
Hips            0.000    0.000  0.000  Xposition Yposition Zposition Zrotation Xrotation Yrotation
Head   Hips     0.000  170.000  0.000  Zrotation Xrotation Yrotation
"
    );
}

#[test]
fn rows_of_a_motion_file_are_joint_positions_in_its_own_unit() {
    let folder = Folder::new();
    folder.write("wave.bvh", WAVE);
    let page = folder.json(&["inspect", "wave.bvh", "--json", "--frames", "1,7"]);
    assert_eq!(page["file"], "wave.bvh");
    assert_eq!(page["rows"], 2);
    assert_eq!(page["frame_time"], 0.05);
    assert_eq!(page["joints"][1]["parent"], "Hips");
    assert!(page["joints"][0]["parent"].is_null());
    let head = &page["frames"]["1"]["Head"];
    for (axis, expected) in [-169.0, 2.0, 3.0].into_iter().enumerate() {
        assert!(
            (crate::folder::number(&head[axis]) - expected).abs() < 1e-9,
            "{head}"
        );
    }
    let frames = page["frames"].as_object().expect("an object");
    assert!(frames["7"].is_null() && frames.len() == 2);
    let all = folder.json(&["inspect", "wave.bvh", "--json", "--frames", "all"]);
    assert_eq!(all["frames"].as_object().expect("an object").len(), 2);
    // What was forgiven does not disturb a program that reads the answer.
    let output = folder.run(&["inspect", "wave.bvh", "--json"]);
    let notes = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(notes.contains("note: wave.bvh: line 6: "), "{notes}");
}

#[test]
fn mistakes_with_motion_files_are_one_line() {
    let folder = Folder::new();
    folder.write("wave.bvh", WAVE);
    folder.write("bad.bvh", &WAVE.replace("0 170 0", "0 170"));
    for (args, words) in [
        (
            &["inspect", "bad.bvh"][..],
            "bad.bvh:8:5: OFFSET has 2 numbers; three are needed",
        ),
        (&["inspect", "none.bvh"], "none.bvh: cannot be read"),
        (
            &["inspect", "wave.bvh", "--frames", "1"],
            "--frames needs --json",
        ),
        (
            &["inspect", "wave.bvh", "--json", "--frames", "one"],
            "--frames: \"one\" is not a row",
        ),
        (
            &["inspect", "wave.bvh", "--root", "Hips"],
            "are for characters",
        ),
        (
            &["inspect", "human", "--frames", "1"],
            "--frames is for motion files",
        ),
    ] {
        let line = folder.complaint(args);
        assert!(line.contains(words), "{line}");
    }
}
