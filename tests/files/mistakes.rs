//! Mistakes that people make in character files, and what they are told.

use contrapposto::character::Character;
use contrapposto::io::{FileError, Source, load_character, read_character, shipped_characters};

fn read(text: &str) -> Result<Character, FileError> {
    let shipped = |name: &str| {
        let found = shipped_characters()
            .iter()
            .find(|(shipped, _)| *shipped == name);
        found
            .map(|(name, text)| Source::new(format!("{name}.ron"), *text))
            .ok_or_else(|| Source::new(name, "").error(None, "no such character"))
    };
    read_character(&Source::new("test.ron", text), &shipped)
}

/// Two links, a foot and a body, that the cases below spoil one word at a time.
const GOOD: &str = r#"(
    version: 1,
    description: "two links",
    links: [
        (name: "foot", mass: 1, shapes: [Box(size: (0.1, 0.1, 0.3))]),
        (name: "body", parent: "foot", mass: 5, shapes: [Capsule(radius: 0.1, from: (0, 0, 0), to: (0, 1, 0))],
         joint: (name: "ankle", at: (0, 0.1, 0),
                 kind: Ball(twist_axis: (0, 1, 0), flex_axis: (1, 0, 0), twist_deg: (-9, 9), flex_deg: (-30, 20), side_deg: (-9, 9)))),
    ],
    effectors: [(name: "top", link: "body", point: (0, 1, 0))],
    soles: [(name: "sole", link: "foot", corners: [(0.1, -0.05, -0.1), (0.1, -0.05, 0.1), (-0.1, -0.05, 0.1), (-0.1, -0.05, -0.1)])],
    rest: (link: "foot", position: (0, 0.05, 0), joints_deg: {"ankle": Ball(5, 0, 0)}),
)"#;

/// What is written, what is written instead, and the answer.
const MISTAKES: &[(&str, &str, &str)] = &[
    (
        "version: 1",
        "version: 7",
        "2:5: version 7 is not known; this program reads version 1",
    ),
    (
        "mass: 5",
        "mass: -5",
        r#"6:40: link "body": mass -5 is not between 0.000001 and 10000 kg"#,
    ),
    (
        "mass: 5",
        "mass: NaN",
        r#"6:40: link "body": mass NaN is not between 0.000001 and 10000 kg"#,
    ),
    (
        "mass: 5",
        "mas: 5",
        "6:40: Unexpected field named `mas` in `LinkFile`, expected one of `name`, `parent`, `joint`, `mass`, `center`, `inertia`, `shapes`, or `drawn` instead",
    ),
    (
        r#"parent: "foot""#,
        r#"parent: "fot""#,
        r#"6:24: link "body": parent "fot" does not exist; did you mean "foot"?"#,
    ),
    (
        r#"parent: "foot""#,
        r#"parent: "body""#,
        r#"6:24: link "body": cannot be its own parent"#,
    ),
    (
        r#"parent: "foot", "#,
        "",
        r#"6:10: link "body": needs a parent: only the first link hangs on nothing"#,
    ),
    (
        r#"(name: "foot", mass"#,
        r#"(name: "foot", parent: "body", mass"#,
        r#"5:24: link "foot": parent "body" comes later; parents come before their children"#,
    ),
    (
        r#"name: "body""#,
        r#"name: "foot""#,
        r#"6:24: link "foot": cannot be its own parent"#,
    ),
    (
        "size: (0.1, 0.1, 0.3)",
        "size: (0.1, 0, 0.3)",
        r#"5:46: link "foot": size 0 is not between 0.0001 and 100 m"#,
    ),
    (
        "to: (0, 1, 0)",
        "to: (0, 0, 0)",
        r#"6:58: link "body": from and to are both (0, 0, 0); write a Sphere instead"#,
    ),
    (
        "flex_axis: (1, 0, 0)",
        "flex_axis: (0, 2, 0)",
        r#"8:52: joint "ankle": flex_axis lies along twist_axis; it is to lie across it"#,
    ),
    (
        "twist_axis: (0, 1, 0)",
        "twist_axis: (0, 0, 0)",
        r#"8:29: joint "ankle": twist_axis (0, 0, 0) is no direction: it has no length"#,
    ),
    (
        "flex_deg: (-30, 20)",
        "flex_deg: (10, 20)",
        r#"8:94: joint "ankle": flex_deg (10, 20) leaves out 0, which a ball's ranges hold"#,
    ),
    (
        "flex_deg: (-30, 20)",
        "flex_deg: (20, -30)",
        r#"8:94: joint "ankle": flex_deg (20, -30): the lower end comes first"#,
    ),
    (
        "flex_deg: (-30, 20)",
        "flex_deg: (-200, 20)",
        r#"8:94: joint "ankle": flex_deg -200 is not between -175 and 175°"#,
    ),
    (
        r#"link: "body", point"#,
        r#"link: "bodi", point"#,
        r#"10:31: effector "top": link "bodi" does not exist; did you mean "body"?"#,
    ),
    (
        "(0.1, -0.05, 0.1)",
        "(0.1, -0.02, 0.1)",
        r#"11:42: sole "sole": corners are not flat: along up they differ by 30.0 mm, and 1 mm is allowed"#,
    ),
    (
        "(0.1, -0.05, 0.1)",
        "(-0.09, -0.05, 0.05)",
        r#"11:42: sole "sole": corners are not convex, or not in order around the sole"#,
    ),
    (
        r#""ankle": Ball(5, 0, 0)"#,
        r#""ankel": Ball(5, 0, 0)"#,
        r#"12:63: joint "ankel": does not exist; did you mean "ankle"?"#,
    ),
    (
        r#""ankle": Ball(5, 0, 0)"#,
        r#""ankle": Hinge(5)"#,
        r#"12:72: joint "ankle": is a ball: write Ball(x, y, z), a rotation vector"#,
    ),
    (
        r#""ankle": Ball(5, 0, 0)"#,
        r#""ankle": Ball(50, 0, 0)"#,
        r#"12:63: rest: joint "ankle" is beyond its limits"#,
    ),
    (
        "mass: 5,",
        "mass: 5, inertia: Diagonal(1, 1, 5),",
        r#"6:49: link "body": no solid has this inertia: each principal moment is above zero and at most the sum of the other two"#,
    ),
    (
        "version: 1,",
        r#"version: 1, pairs: [("foot", "bod")],"#,
        r#"2:34: pairs: link "bod" does not exist; did you mean "body"?"#,
    ),
    (
        "version: 1,",
        r#"version: 1, apart: (also: [("foot", "bod")]),"#,
        r#"2:41: apart: link "bod" does not exist; did you mean "body"?"#,
    ),
    (
        "version: 1,",
        r#"version: 1, apart: (never: [("fot", "body")]),"#,
        r#"2:34: apart: link "fot" does not exist; did you mean "foot"?"#,
    ),
    (
        "version: 1,",
        r#"version: 1, apart: (never: [("foot", "foot")]),"#,
        r#"2:34: apart: "foot" and "foot" are the same link"#,
    ),
    (
        "version: 1,",
        r#"version: 1, apart: (also: [("body", "foot")]),"#,
        r#"2:33: apart: "body" and "foot" are joined by a joint and cannot be kept apart"#,
    ),
    (
        "version: 1,",
        r#"version: 1, apart: (always: [("body", "foot")]),"#,
        "2:25: Unexpected field named `always` in `ApartFile`, expected either `also` or `never` instead",
    ),
];

#[test]
fn every_mistake_is_named_with_its_place_its_value_and_what_would_be_valid() {
    read(GOOD).unwrap_or_else(|e| panic!("{e}"));
    for (from, to, expected) in MISTAKES {
        let text = GOOD.replace(from, to);
        assert_ne!(text, GOOD, "{from}");
        let error = read(&text).expect_err(to).to_string();
        assert_eq!(error, format!("test.ron:{expected}"));
    }
}

#[test]
fn every_mistake_in_a_variant_is_named() {
    for (rest, expected) in [
        (
            r#"base: "humam""#,
            r#"test.ron:1:37: base "humam": humam: no such character"#,
        ),
        (
            r#"base: "../human""#,
            r#"test.ron:1:37: base "../human" is not a plain name, like "human""#,
        ),
        (
            "edits: [ScaleMass(by: 2)]",
            "test.ron:1:31: edits need a base to edit: ScaleMass { by: 2.0 } has none",
        ),
        (
            r#"base: "human", edits: [ScaleLink(link: "left_thig", by: 1.1)]"#,
            r#"test.ron:1:70: edit of link "left_thig": link "left_thig" does not exist; did you mean "left_thigh"?"#,
        ),
        (
            r#"base: "human", edits: [Limit(joint: "left_knee", flex_deg: (0, 9))]"#,
            r#"test.ron:1:67: edit of joint "left_knee": is a hinge: its limit is range_deg"#,
        ),
        (
            r#"base: "human", edits: [ScaleBody(by: 0)]"#,
            r#"test.ron:1:64: edit "ScaleBody": by 0 is not between 0.01 and 100"#,
        ),
        (
            r#"base: "human", edits: [Limit(joint: "left_knee", range_deg: (20, 90))]"#,
            r#"test.ron:1:67: rest: joint "left_knee" is beyond its limits"#,
        ),
        (
            r#"base: "human", apart: (also: [("head", "left_hnd")])"#,
            r#"test.ron:1:70: apart: link "left_hnd" does not exist; did you mean "left_hand"?"#,
        ),
        (
            r#"base: "human", apart: (also: [("head", "left_hand")], never: [("left_hand", "head")])"#,
            r#"test.ron:1:62: apart: "head" and "left_hand" are in both lists: they keep apart or they never do"#,
        ),
        (
            r#"base: "human", apart: (also: [("head", "tail")]), links: [(name: "tail", parent: "pelvis", mass: 1,
               center: (0, 0, 0), inertia: Diagonal(1, 1, 1), joint: (name: "tail", at: (0, 0, 0), kind: Fixed))]"#,
            r#"test.ron:1:62: apart: "head" and "tail" cannot be kept apart: "tail" has no shapes"#,
        ),
    ] {
        let text = format!(r#"(version: 1, description: "", {rest})"#);
        let error = read(&text).expect_err(rest).to_string();
        assert_eq!(error, expected, "{rest}");
    }
}

#[test]
fn more_shapes_than_anybody_needs_are_refused() {
    let shapes = "Sphere(radius: 0.1),".repeat(99);
    let link = |index: usize| {
        let joint =
            format!("parent: \"foot\", joint: (name: \"{index}\", at: (0, 0, 0), kind: Fixed)");
        format!("(name: \"link {index}\", {joint}, mass: 1, shapes: [{shapes}]),")
    };
    let links: String = (0..200).map(link).collect();
    let end = r#"    effectors: [(name: "top""#;
    let text = GOOD.replace(&format!("    ],\n{end}"), &format!("{links}],\n{end}"));
    let error = read(&text).expect_err("too many").to_string();
    assert_eq!(
        error,
        "test.ron:4:5: all links have 19802 shapes; at most 10000 are read"
    );
}

#[test]
fn bases_that_go_in_a_circle_or_too_deep_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, base: &str| {
        let path = folder.path().join(format!("{name}.ron"));
        std::fs::write(
            &path,
            format!(r#"(version: 1, description: "d", base: "{base}")"#),
        )
        .unwrap();
        path.display().to_string()
    };
    let a = write("a", "b");
    write("b", "a");
    let error = load_character(&a).unwrap_err().to_string();
    assert!(error.contains("bases go in a circle"), "{error}");
    for i in 0..20 {
        write(&format!("deep{i}"), &format!("deep{}", i + 1));
    }
    let deep = folder.path().join("deep0.ron");
    let error = load_character(&deep.display().to_string())
        .unwrap_err()
        .to_string();
    assert!(error.contains("bases are more than 8 deep"), "{error}");
}

#[test]
fn an_unknown_name_is_answered_with_the_nearest_and_all_others() {
    let error = load_character("humann").unwrap_err();
    assert_eq!(
        error.to_string(),
        "humann: there is no character of this name; did you mean \"human\"? There are human, mannequin, planar, \
         hobbler, tall_thin, short_stout, pot_belly, chicken, four_armed, quadruped."
    );
    let error = load_character("missing.ron").unwrap_err().to_string();
    assert!(error.starts_with("missing.ron: cannot be read"), "{error}");
}
