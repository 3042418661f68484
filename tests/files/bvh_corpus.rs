//! Odd BVH files: each is read right, with a note on what was forgiven, or refused with the place and the reason.

mod mutants;
mod refused;

use contrapposto::io::bvh::{Bvh, Decimals, parse_bvh, write_bvh};
use contrapposto::math::Transform;
use glam::DVec3;

/// Three joints and an end, two rows: the cases below spoil one word at a time.
const GOOD: &str = "HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Chest
  {
    OFFSET 0 10 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT Head
    {
      OFFSET 0 20 0
      CHANNELS 3 Zrotation Xrotation Yrotation
      End Site
      {
        OFFSET 0 5 0
      }
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.0333333
1 2 3 0 0 0 90 0 0 0 0 0
1 2 3 0 0 0 0 90 0 0 0 0
";

/// Where the joints of `GOOD` are.
const PLACES: [[DVec3; 3]; 2] = [
    [
        DVec3::new(1.0, 2.0, 3.0),
        DVec3::new(1.0, 12.0, 3.0),
        DVec3::new(-19.0, 12.0, 3.0),
    ],
    [
        DVec3::new(1.0, 2.0, 3.0),
        DVec3::new(1.0, 12.0, 3.0),
        DVec3::new(1.0, 12.0, 23.0),
    ],
];

fn read(bytes: impl AsRef<[u8]>) -> Result<Bvh, String> {
    parse_bvh("a.bvh", bytes.as_ref()).map_err(|e| e.to_string())
}

/// `GOOD` with one thing written in another way.
fn spoilt(written: &str, instead: &str) -> String {
    assert!(GOOD.contains(written), "{written:?}");
    GOOD.replacen(written, instead, 1)
}

fn assert_places(bvh: &Bvh, row: usize, expected: &[DVec3]) {
    let mut world: Vec<Transform> = Vec::new();
    bvh.recording().world_from_joint(row, &mut world);
    assert_eq!(world.len(), expected.len());
    for (place, expected) in world.iter().zip(expected) {
        let distance = place.translation.distance(*expected);
        assert!(distance < 1e-12, "{} is not {expected}", place.translation);
    }
}

#[test]
fn a_plain_file_is_read_right_and_without_a_note() {
    let bvh = read(GOOD).unwrap();
    assert_eq!(bvh.notes, [""; 0]);
    assert_eq!((bvh.name.as_str(), bvh.rows(), bvh.width()), ("a", 2, 12));
    assert_eq!(bvh.frame_secs, 0.033_333_3);
    assert_eq!(bvh.joints[2].end, Some(DVec3::new(0.0, 5.0, 0.0)));
    for (row, places) in PLACES.iter().enumerate() {
        assert_places(&bvh, row, places);
    }
}

/// What is written, and what is written instead that means the same.
const SAME: &[(&str, &str)] = &[
    ("  JOINT Chest\n  {", "  JOINT Chest {"),
    ("  JOINT Chest\n  {", "  JOINT Chest{"),
    ("ROOT Hips\n{", "root Hips\n{"),
    ("HIERARCHY", "\n\n  hierarchy"),
    ("  CHANNELS 6 Xposition", "  channels 6 xPOSITION"),
    ("End Site", "end site"),
    ("End Site", "End"),
    ("MOTION", "Motion"),
    ("Frames: 2", "Frames:\t2"),
    ("Frames: 2", "FRAMES : 2"),
    ("Frames: 2", "Frames:2"),
    ("Frames: 2", "Frames 2"),
    ("Frame Time: 0.0333333", "frame  time:.0333333"),
    ("Frame Time: 0.0333333", "FrameTime: 3.33333e-2"),
    ("OFFSET 0 10 0", "OFFSET 0.0 1e1 -0"),
    ("OFFSET 0 10 0", "OFFSET\t.0\t+10.\t0"),
    ("OFFSET 0 10 0", "OFFSET\n0\n10\n0"),
    ("OFFSET 0 10 0\n", "OFFSET 0 10 0 \t\n\n\n"),
    ("1 2 3 0 0 0 90", "1.0 2.00e0\t3 0 0 0   9.0E+1"),
    ("1 2 3 0 0 0 0 90", "\n\n 1 2 3 0 0 0 0 90"),
    ("0 0 0 0 0\n1", "0 0 0 0 0 \r\n1"),
    ("90 0 0 0 0\n", "90 0 0 0 0"),
    ("90 0 0 0 0\n", "90 0 0 0 0\n\n\n  \n"),
    ("90 0 0 0 0\n", "90 0 0 0 0\n\u{1a}\0"),
];

#[test]
fn other_ways_to_write_it_mean_the_same() {
    let mut texts: Vec<String> = SAME
        .iter()
        .map(|(written, instead)| spoilt(written, instead))
        .collect();
    texts.push(GOOD.replace('\n', "\r\n"));
    texts.push(GOOD.replace('\n', "\r"));
    texts.push(GOOD.replace("  ", "\t"));
    texts.push(GOOD.to_lowercase().replace("hips", "Hips"));
    for text in texts {
        let bvh = read(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(bvh.notes, [""; 0], "{text}");
        assert_eq!(bvh.rows(), 2, "{text}");
        assert!((bvh.frame_secs - 0.033_333_3).abs() < 1e-15, "{text}");
        for (row, places) in PLACES.iter().enumerate() {
            assert_places(&bvh, row, places);
        }
    }
}

/// What is written, what is written instead, the note, and the rows that are left. Places stay as they are.
const FORGIVEN: &[(&str, &str, &str, usize)] = &[
    (
        "HIERARCHY",
        "\u{feff}HIERARCHY",
        "begins with a byte order mark",
        2,
    ),
    (
        "Frames: 2",
        "Frames: 1",
        "line 25: there is more after the 1 rows that Frames announces; it is left out",
        1,
    ),
    (
        "Frames: 2",
        "Frames: 0",
        "line 24: there is more after the 0 rows that Frames announces; it is left out",
        0,
    ),
    (
        "Frames: 2",
        "Frames: 3",
        "Frames says 3, but there are 2 rows",
        2,
    ),
    (
        "Frames: 2",
        "Frames: 4000000000",
        "Frames says 4000000000, but there are 2 rows",
        2,
    ),
    (
        " 0 90 0 0 0 0\n",
        " 0 90 0",
        "line 25: the last row has 9 of 12 numbers and is left out",
        1,
    ),
    (
        "1 2 3 0 0 0 90",
        "1 2 3\n0 0 0 90",
        "rows and lines do not begin together",
        2,
    ),
    (
        "0 0 0 0 0\n1",
        "0 0 0 0 0 1",
        "rows and lines do not begin together",
        2,
    ),
    (
        "      End Site\n      {\n        OFFSET 0 5 0\n      }\n",
        "",
        "line 10: \"Head\" has no End Site",
        2,
    ),
    (
        "        OFFSET 0 5 0\n",
        "",
        "line 10: the End Site of \"Head\" has no OFFSET and is left out",
        2,
    ),
    (
        "        OFFSET 0 5 0\n      }\n",
        "        OFFSET 0 5 0\n      }\n      End Site\n      {\n OFFSET 1 1 1 }\n",
        "line 10: \"Head\" has more than one End Site; the first is taken",
        2,
    ),
    (
        "  OFFSET 0 0 0\n",
        "",
        "line 2: \"Hips\" has no OFFSET; zero is taken",
        2,
    ),
    (
        "JOINT Head",
        "JOINT Hips",
        "line 10: a second joint is called \"Hips\"; it is read as \"Hips_2\"",
        2,
    ),
    (
        "OFFSET 0 0 0",
        "OFFSET 0 94 0",
        "position channels replace OFFSET: \"Hips\"",
        2,
    ),
    (
        "Frames: 2\nFrame Time: 0.0333333\n1 2 3 0 0 0 90 0 0 0 0 0\n",
        "Frames: 1\nFrame Time: 0\n",
        "Frame Time is 0; 1/30 s is taken",
        1,
    ),
];

#[test]
fn what_can_be_forgiven_is_read_and_noted() {
    for (written, instead, note, rows) in FORGIVEN {
        let text = spoilt(written, instead);
        let bvh = read(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert!(
            bvh.notes.iter().any(|n| n == note),
            "{note}: {:?}",
            bvh.notes
        );
        assert_eq!(bvh.rows(), *rows, "{note}");
        if *rows == 2 {
            assert_places(&bvh, 0, &PLACES[0]);
            assert_places(&bvh, 1, &PLACES[1]);
        }
    }
}

#[test]
fn a_file_without_motion_is_a_skeleton_without_rows() {
    let text = GOOD.split_once("MOTION").unwrap().0;
    let bvh = read(text).unwrap();
    assert_eq!((bvh.joints.len(), bvh.rows()), (3, 0));
    assert_eq!(
        bvh.notes,
        ["there is no MOTION section: a skeleton without rows"]
    );
    assert_eq!(bvh.recording().rows(), 0);
}

#[test]
fn names_keep_what_is_inside_them() {
    for name in [
        "mixamorig:Hips",
        "b.l-knee",
        "Left Up  Leg",
        "Hüfte",
        "1",
        "腰",
    ] {
        let bvh = read(spoilt("JOINT Chest", &format!("JOINT  {name} "))).unwrap();
        assert_eq!(bvh.joints[1].name, name.replace("  ", " "));
        let bvh = read(spoilt("JOINT Chest\n  {", &format!("JOINT {name} {{"))).unwrap();
        assert_eq!(bvh.joints[1].name, name.replace("  ", " "));
        assert_places(&bvh, 0, &PLACES[0]);
    }
    // Names of old files are not UTF-8; the joint is read all the same.
    let mut bytes = spoilt("JOINT Chest", "JOINT H?fte").into_bytes();
    let at = bytes.iter().position(|byte| *byte == b'?').unwrap();
    bytes[at] = 0xfc;
    assert_places(&read(bytes).unwrap(), 0, &PLACES[0]);
}

#[test]
fn a_joint_without_channels_stays_as_it_is() {
    let text = spoilt(
        "    CHANNELS 3 Zrotation Xrotation Yrotation\n    JOINT",
        "    CHANNELS 0\n    JOINT",
    );
    let bvh = read(
        text.replace(" 90 0 0 0 0 0\n", " 0 0 0\n")
            .replace(" 0 90 0 0 0 0\n", " 0 0 0\n"),
    )
    .unwrap();
    assert_eq!(bvh.width(), 9);
    assert_places(
        &bvh,
        1,
        &[PLACES[0][0], PLACES[0][1], DVec3::new(1.0, 32.0, 3.0)],
    );
}

#[test]
fn every_joint_may_have_an_order_of_its_own() {
    let text = GOOD.replacen(
        "3 Zrotation Xrotation Yrotation",
        "3 Yrotation Zrotation Xrotation",
        1,
    );
    let text = text.replace("0 0 0 90 0 0 0 0 0\n", "0 0 0 90 90 0 0 0 0\n");
    let bvh = read(text).unwrap();
    // Ry(90) Rz(90) takes up to −x and then to +z.
    assert_places(
        &bvh,
        0,
        &[PLACES[0][0], PLACES[0][1], DVec3::new(1.0, 12.0, 23.0)],
    );
    // Three letters may name two axes only.
    let text = GOOD.replacen(
        "3 Zrotation Xrotation Yrotation",
        "3 Zrotation Xrotation Zrotation",
        1,
    );
    assert_places(&read(text).unwrap(), 0, &PLACES[0]);
}

/// `GOOD` with positions on the inner joint.
fn with_positions(first: &str, second: &str) -> Bvh {
    let text = GOOD.replacen(
        "3 Zrotation Xrotation Yrotation\n    JOINT",
        "6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n    JOINT",
        1,
    );
    let text = text.replace("3 0 0 0 90", &format!("3 0 0 0 {first} 90"));
    read(text.replace("3 0 0 0 0 90", &format!("3 0 0 0 {second} 0 90"))).expect("it is read")
}

#[test]
fn positions_of_inner_joints_replace_their_offset_unless_they_are_about_zero() {
    let bvh = with_positions("1 10 0", "0 12 0");
    assert_eq!(bvh.notes, ["position channels replace OFFSET: \"Chest\""]);
    assert_places(
        &bvh,
        0,
        &[
            PLACES[0][0],
            DVec3::new(2.0, 12.0, 3.0),
            DVec3::new(-18.0, 12.0, 3.0),
        ],
    );
    let bvh = with_positions("0 0 0", "0 0.5 0");
    assert_eq!(
        bvh.notes,
        ["position channels are added to OFFSET: \"Chest\""]
    );
    assert_places(&bvh, 0, &PLACES[0]);
    assert_places(
        &bvh,
        1,
        &[
            PLACES[1][0],
            DVec3::new(1.0, 12.5, 3.0),
            DVec3::new(1.0, 12.5, 23.0),
        ],
    );
    // Only zero in one of the rows: the joint travels.
    let bvh = with_positions("0 0 0", "0 30 0");
    assert_places(
        &bvh,
        0,
        &[PLACES[0][0], PLACES[0][0], DVec3::new(-19.0, 2.0, 3.0)],
    );
}

#[test]
fn of_two_skeletons_the_first_is_read() {
    let second = GOOD
        .split_once("MOTION")
        .unwrap()
        .0
        .replacen("HIERARCHY", "", 1);
    let text = GOOD.replacen("MOTION", &format!("{second}MOTION"), 1);
    let text = text.replace(" 90 0 0 0 0 0\n", " 90 0 0 0 0 0 7 7 7 7 7 7 7 7 7 7 7 7\n");
    let bvh =
        read(text.replace(" 0 90 0 0 0 0\n", " 0 90 0 0 0 0 8 8 8 8 8 8 8 8 8 8 8 8\n")).unwrap();
    assert_eq!(
        bvh.notes,
        ["line 22: a second ROOT, \"Hips\"; only the first skeleton is read"]
    );
    assert_places(&bvh, 0, &PLACES[0]);
    assert_places(&bvh, 1, &PLACES[1]);
}

#[test]
fn bones_without_length_are_bones() {
    let bvh = read(spoilt("OFFSET 0 10 0", "OFFSET 0 0 0")).unwrap();
    assert_places(
        &bvh,
        0,
        &[PLACES[0][0], PLACES[0][0], DVec3::new(-19.0, 2.0, 3.0)],
    );
}

#[test]
fn a_file_that_was_read_can_be_written_and_read_again() {
    let decimals = Decimals {
        length: 6,
        angle: 6,
    };
    let no_end = spoilt(
        "      End Site\n      {\n        OFFSET 0 5 0\n      }\n",
        "",
    );
    for text in [
        GOOD,
        &spoilt("JOINT Head", "JOINT mixamorig:Head 1"),
        &no_end,
    ] {
        let mut written = Vec::new();
        write_bvh(&read(text).unwrap(), decimals, &mut written).unwrap();
        let bvh = read(&written).unwrap();
        assert_eq!(bvh.notes, [""; 0]);
        assert!(bvh.joints[2].name.ends_with(['1', 'd']), "{bvh:?}");
        assert!(!bvh.joints[2].name.contains([':', ' ']), "{bvh:?}");
        assert!(bvh.joints[2].end.is_some_and(|end| end.y > 4.9));
        assert_places(&bvh, 0, &PLACES[0]);
        assert_places(&bvh, 1, &PLACES[1]);
        // The second writing is the first one, byte for byte.
        let mut again = Vec::new();
        write_bvh(&bvh, decimals, &mut again).unwrap();
        assert_eq!(written, again);
    }
    // Joints that no file could hold in this order are refused.
    let mut bvh = read(GOOD).unwrap();
    bvh.joints[2].parent = Some(0);
    let mut child = bvh.joints[2].clone();
    child.parent = Some(1);
    bvh.joints.push(child);
    assert!(write_bvh(&bvh, decimals, &mut Vec::new()).is_err());
}
