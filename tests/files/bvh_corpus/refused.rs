//! Files that nobody could read, and what people are told about them.

use super::{GOOD, read, spoilt};

/// What is written, what is written instead, and the answer.
const REFUSED: &[(&str, &str, &str)] = &[
    (
        "HIERARCHY",
        "FBX",
        "1:1: a BVH file begins with HIERARCHY, not \"FBX\"",
    ),
    (
        "HIERARCHY\nROOT",
        "ROOT",
        "1:1: a BVH file begins with HIERARCHY, not \"ROOT\"",
    ),
    ("ROOT Hips", "HIPS", "2:1: ROOT is expected, not \"HIPS\""),
    ("ROOT Hips", "ROOT", "2:1: ROOT needs a name"),
    (
        "JOINT Chest\n  {",
        "JOINT Chest\n",
        "8:5: an opening brace is expected after \"Chest\", not \"OFFSET\"",
    ),
    (
        "OFFSET 0 10 0",
        "OFFSET 0 10",
        "8:5: OFFSET has 2 numbers; three are needed",
    ),
    (
        "OFFSET 0 10 0",
        "OFFSET 0 10 0 0",
        "8:5: OFFSET has 4 numbers; three are needed",
    ),
    (
        "OFFSET 0 10 0",
        "OFFSET",
        "8:5: OFFSET has 0 numbers; three are needed",
    ),
    (
        "OFFSET 0 10 0",
        "OFFSET 0 ten 0",
        "8:14: OFFSET: \"ten\" is not a number",
    ),
    (
        "OFFSET 0 10 0",
        "OFFSET 0 1,5 0",
        "8:14: OFFSET: \"1,5\" is not a number; the decimal sign is a point",
    ),
    (
        "OFFSET 0 10 0",
        "OFFSET 0 NaN 0",
        "8:14: OFFSET: \"NaN\" is not a finite number",
    ),
    (
        "OFFSET 0 10 0",
        "OFFSET 0 1e999 0",
        "8:14: OFFSET: \"1e999\" is not a finite number",
    ),
    (
        "OFFSET 0 10 0",
        "OFFSET 0 1e300 0",
        "8:14: OFFSET: \"1e300\" is not between -1e9 and 1e9",
    ),
    (
        "OFFSET 0 10 0",
        "OFFSET 0 10 0 OFFSET 0 10 0",
        "8:19: joint \"Chest\" has an OFFSET already",
    ),
    (
        "OFFSET 0 10 0",
        "OFSET 0 10 0",
        "8:5: \"OFSET\" in joint \"Chest\" is not known here; OFFSET, CHANNELS, JOINT, End Site or a closing brace is expected",
    ),
    (
        "CHANNELS 3 Zr",
        "CHANNELS 2 Zr",
        "9:5: CHANNELS says 2, but 3 names follow",
    ),
    (
        "CHANNELS 3 Zr",
        "CHANNELS 4 Zr",
        "9:5: CHANNELS says 4, but 3 names follow",
    ),
    (
        "CHANNELS 3 Zr",
        "CHANNELS -3 Zr",
        "9:14: CHANNELS: \"-3\" is not a count from 0 to 12",
    ),
    (
        "CHANNELS 3 Zr",
        "CHANNELS 99999999999999999999 Zr",
        "9:14: CHANNELS: \"99999999999999999999\" is not a count from 0 to 12",
    ),
    (
        "CHANNELS 3 Zr",
        "CHANNELS Zr",
        "9:14: CHANNELS: \"Zrotation\" is not a count from 0 to 12",
    ),
    (
        "CHANNELS 3 Zrotation",
        "CHANNELS 3 Zrotaton",
        "9:16: channel \"Zrotaton\" does not exist; did you mean \"Zrotation\"?",
    ),
    (
        "CHANNELS 3 Zrotation",
        "CHANNELS 3 W",
        "9:16: channel \"W\" does not exist; there are Xposition, Yposition, Zposition, Xrotation, Yrotation, Zrotation",
    ),
    (
        "Xposition Yposition",
        "Xposition Xposition",
        "5:24: Xposition is there twice",
    ),
    (
        "OFFSET 0 5 0",
        "OFFSET 0 5 0\n CHANNELS 1 Xrotation",
        "17:2: an End Site has no channels",
    ),
    (
        "OFFSET 0 5 0",
        "JOINT x",
        "16:9: \"JOINT\" in the End Site of \"Head\" is not known here; OFFSET or a closing brace is expected",
    ),
    (
        "}\nMOTION",
        "MOTION",
        "20:1: \"MOTION\" in joint \"Hips\" is not known here; OFFSET, CHANNELS, JOINT, End Site or a closing brace is expected",
    ),
    (
        "}\nMOTION",
        "}\n}\nMOTION",
        "21:1: a closing brace too many: every joint is closed already",
    ),
    (
        "MOTION",
        "MOTTION",
        "21:1: MOTION is expected, not \"MOTTION\"",
    ),
    (
        "Frames: 2",
        "Frmes: 2",
        "22:1: Frames: and the number of rows are expected, not \"Frmes:\"",
    ),
    (
        "Frames: 2",
        "Frames: two",
        "22:9: Frames: \"two\" is not a number of rows",
    ),
    (
        "Frames: 2",
        "Frames: -2",
        "22:9: Frames: \"-2\" is not a number of rows",
    ),
    (
        "Frames: 2",
        "Frames: 99999999999999999999999",
        "22:9: Frames: \"99999999999999999999999\" is not a number of rows",
    ),
    (
        "Frame Time: 0.0333333",
        "",
        "24:1: Frame Time: and the seconds between rows are expected, not \"1\"",
    ),
    (
        "Frame Time: 0.0333333",
        "Frame Time: 0",
        "23:13: Frame Time 0 is not between 0.000001 and 10 s",
    ),
    (
        "Frame Time: 0.0333333",
        "Frame Time: -1",
        "23:13: Frame Time -1 is not between 0.000001 and 10 s",
    ),
    (
        "Frame Time: 0.0333333",
        "Frame Time: inf",
        "23:13: Frame Time: \"inf\" is not a finite number",
    ),
    (
        "1 2 3 0 0 0 90",
        "1 2 3 0 0 0 x",
        "24:13: row: \"x\" is not a number",
    ),
    (
        "1 2 3 0 0 0 90",
        "1 2 3 0 0 0 NaN",
        "24:13: row: \"NaN\" is not a finite number",
    ),
    (
        "1 2 3 0 0 0 90",
        "1 2 3 0 0 0 1e999",
        "24:13: row: \"1e999\" is not a finite number",
    ),
    (
        "1 2 3 0 0 0 90",
        "2 3 0 0 0 90",
        "24:1: row 0 (from 0) has 11 numbers; 12 are needed",
    ),
    (
        "1 2 3 0 0 0 90",
        "0 1 2 3 0 0 0 90",
        "24:1: row 0 (from 0) has 13 numbers; 12 are needed",
    ),
];

#[test]
fn what_cannot_be_forgiven_is_refused_with_its_place() {
    for (written, instead, answer) in REFUSED {
        let text = spoilt(written, instead);
        let expected = format!("a.bvh:{answer}");
        assert_eq!(read(&text).unwrap_err(), expected, "{text}");
        // The place is the same with the line ends of other machines.
        assert_eq!(read(text.replace('\n', "\r\n")).unwrap_err(), expected);
        assert_eq!(read(text.replace('\n', "\r")).unwrap_err(), expected);
    }
}

#[test]
fn a_file_that_ends_too_soon_says_where() {
    for (from, answer) in [
        (
            "HIERARCHY",
            "1:1: is empty; a BVH file begins with HIERARCHY",
        ),
        ("ROOT", "2:1: ends without a ROOT"),
        ("{", "3:1: ends after \"Hips\": its braces are missing"),
        (
            "CHANNELS 6",
            "5:3: ends inside joint \"Hips\": a closing brace is missing",
        ),
        (
            "}\n    }",
            "17:7: ends inside the End Site of \"Head\": a closing brace is missing",
        ),
        (
            "Frames",
            "22:1: ends where Frames: and the number of rows are expected",
        ),
        (
            " 2\n",
            "22:8: ends after Frames: without the number of rows",
        ),
        (
            "Frame Time",
            "23:1: ends where Frame Time: and the seconds between rows are expected",
        ),
        (
            " 0.0333",
            "23:12: ends after Frame Time: without the seconds between rows",
        ),
    ] {
        let text = &GOOD[..GOOD.find(from).unwrap()];
        assert_eq!(read(text).unwrap_err(), format!("a.bvh:{answer}"), "{text}");
    }
}

#[test]
fn columns_count_characters_and_not_bytes() {
    let text = spoilt(
        "JOINT Chest\n  {\n    OFFSET 0 10 0",
        "JOINT Büste {OFFSET 0 x 0",
    );
    assert_eq!(
        read(text).unwrap_err(),
        "a.bvh:6:25: OFFSET: \"x\" is not a number"
    );
}

#[test]
fn joints_are_bounded_in_number_and_depth() {
    let chain = |count: usize| format!("HIERARCHY\nROOT a\n{{\n{}", "JOINT a\n{\n".repeat(count));
    let error = read(chain(600)).unwrap_err();
    assert_eq!(
        error,
        "a.bvh:1002:1: more than 500 joints are inside each other"
    );
    let error = read(chain(1_000_000)).unwrap_err();
    assert!(error.contains("more than 500"), "{error}");
    let wide = format!("HIERARCHY\nROOT a\n{{\n{}}}\n", "JOINT a {}\n".repeat(3000));
    let error = read(wide).unwrap_err();
    assert_eq!(error, "a.bvh:2003:1: has more than 2000 joints");
    // As many of one name as there may be, each still with a name of its own.
    let wide = format!("HIERARCHY\nROOT a\n{{\n{}}}\n", "JOINT a {}\n".repeat(1999));
    let bvh = read(wide).unwrap();
    let mut names: Vec<&str> = bvh.joints.iter().map(|joint| joint.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 2000);
    assert!(bvh.notes.len() <= 21, "{}", bvh.notes.len());
}

#[test]
fn rows_of_many_still_joints_are_bounded() {
    let joints = "JOINT a { OFFSET 0 0 0 CHANNELS 0 }\n".repeat(1999);
    let text = format!(
        "HIERARCHY\nROOT a\n{{\nCHANNELS 1 Xrotation\n{joints}}}\nMOTION\nFrames: 20000\nFrame Time: 1\n{}",
        "1\n".repeat(20_000)
    );
    let error = read(text).unwrap_err();
    assert!(error.ends_with("has more than 10000 rows"), "{error}");
}
