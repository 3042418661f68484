//! A character as the text of its file. What is read back is the same body; which of its links keep apart follows from its rest.

use super::joint_angles::angle_text;
use crate::character::{
    BallLimits, Character, FootKind, JointKind, Link, LinkId, PlacedShape, Range, Shape, Sole,
    SwingShape,
};
use crate::math::{ShortNumber, rotation_vector};
use glam::{DMat3, DVec3};
use std::fmt::Write;

/// The text of a character whose first link stands upright at rest.
pub fn character_text(character: &Character) -> String {
    let mut text = format!(
        "(\n    version: 1,\n    description: {:?},\n    links: [\n",
        character.description
    );
    // Writing to a String cannot fail.
    for link in &character.links {
        let parent = link.parent.map(|parent| &character.link(parent).name);
        let _ = writeln!(text, "        {},", link_text(link, parent));
    }
    text.push_str("    ],\n    effectors: [\n");
    for effector in &character.effectors {
        let (name, link) = (&effector.name, &character.link(effector.link).name);
        let point = vector(effector.point_in_link);
        let _ = writeln!(
            text,
            "        (name: {name:?}, link: {link:?}, point: {point}),"
        );
    }
    text.push_str("    ],\n    soles: [\n");
    for (index, sole) in character.soles.iter().enumerate() {
        let _ = writeln!(text, "        {},", sole_text(character, index, sole));
    }
    text.push_str("    ],\n    pairs: [\n");
    for id in character.link_ids() {
        let partner = character.partners[id.index()];
        if id < partner {
            let [a, b] = [id, partner].map(|id| &character.link(id).name);
            let _ = writeln!(text, "        ({a:?}, {b:?}),");
        }
    }
    let first = &character.link(LinkId::ROOT).name;
    let at = vector(character.rest.world_from_root.translation);
    let _ = writeln!(
        text,
        "    ],\n    rest: (\n        link: {first:?},\n        position: {at},\n        joints_deg: {{"
    );
    for (link, coordinate) in character.links.iter().zip(&character.rest.joints).skip(1) {
        if let Some(angle) = angle_text(coordinate) {
            let _ = writeln!(text, "            {:?}: {angle},", link.joint.name);
        }
    }
    text.push_str("        },\n    ),\n)\n");
    text
}

fn link_text(link: &Link, parent: Option<&String>) -> String {
    let mut text = format!(
        "(\n            name: {:?}, mass: {}, center: {},\n            inertia: {},",
        link.name,
        ShortNumber(link.mass),
        vector(link.com_in_link),
        inertia(link.inertia_in_link)
    );
    if let Some(parent) = parent {
        let joint = &link.joint;
        let at = &joint.parent_from_joint;
        let _ = write!(
            text,
            "\n            parent: {parent:?},\n            joint: (name: {:?}, at: {}, turned_deg: {}, strength: {}, kind: {}),",
            joint.name,
            vector(at.translation),
            turn(at),
            ShortNumber(joint.strength),
            kind(&joint.kind)
        );
    }
    for (what, shapes) in [("shapes", &link.shapes), ("drawn", &link.drawn)] {
        if !shapes.is_empty() {
            let shapes: Vec<String> = shapes.iter().map(shape).collect();
            let _ = write!(text, "\n            {what}: [{}],", shapes.join(", "));
        }
    }
    text.push_str("\n        )");
    text
}

fn kind(kind: &JointKind) -> String {
    let range = |range: Range| {
        format!(
            "({:?}, {:?})",
            range.low.to_degrees(),
            range.high.to_degrees()
        )
    };
    match kind {
        JointKind::Fixed => "Fixed".to_owned(),
        JointKind::Hinge { axis, range: own } => {
            format!("Hinge(axis: {}, range_deg: {})", vector(*axis), range(*own))
        }
        JointKind::Ball(limits) => {
            let BallLimits {
                twist_axis,
                flex_axis,
                shape,
                ..
            } = limits;
            let [twist, flex, side] = limits.angles().map(range);
            let swing = match shape {
                SwingShape::Ellipse => "Ellipse",
                SwingShape::Box => "Box",
            };
            format!(
                "Ball(twist_axis: {}, flex_axis: {}, twist_deg: {twist}, flex_deg: {flex}, side_deg: {side}, swing: {swing})",
                vector(*twist_axis),
                vector(*flex_axis)
            )
        }
    }
}

fn shape(placed: &PlacedShape) -> String {
    let at = placed.link_from_shape.translation;
    match placed.shape {
        Shape::Box { half } => format!(
            "Box(size: {}, at: {}, turned_deg: {})",
            vector(2.0 * half),
            vector(at),
            turn(&placed.link_from_shape)
        ),
        Shape::Capsule {
            radius,
            half_length,
        } => {
            let along = placed.link_from_shape.rotation * (half_length * DVec3::Y);
            format!(
                "Capsule(radius: {radius:?}, from: {}, to: {})",
                vector(at - along),
                vector(at + along)
            )
        }
        Shape::Sphere { radius } => format!("Sphere(radius: {radius:?}, at: {})", vector(at)),
    }
}

fn sole_text(character: &Character, index: usize, sole: &Sole) -> String {
    let foot = character
        .foot_of_sole(index)
        .map(|foot| &character.feet[foot]);
    let name = foot.map_or(&sole.name, |foot| &foot.name);
    let patch = match sole.name.strip_prefix(name.as_str()) {
        Some(".heel") => "patch: Heel, ",
        Some(".ball") => "patch: Ball, ",
        Some(".toe") => "patch: Toe, ",
        _ => "",
    };
    let kind = match foot.map(|foot| foot.kind) {
        Some(FootKind::Hand) => "kind: Hand, ",
        Some(FootKind::Knee) => "kind: Knee, ",
        Some(FootKind::Foot) | None => "",
    };
    let corners: Vec<String> = sole.corners_in_link.iter().map(|c| vector(*c)).collect();
    format!(
        "(name: {name:?}, {patch}{kind}link: {:?}, up: {}, corners: [{}])",
        character.link(sole.link).name,
        vector(sole.up_in_link),
        corners.join(", ")
    )
}

fn inertia(matrix: DMat3) -> String {
    let [xx, xy, xz, _, yy, yz, _, _, zz] = matrix.to_cols_array();
    format!("Full({xx:?}, {yy:?}, {zz:?}, {xy:?}, {xz:?}, {yz:?})")
}

/// A rotation vector [deg].
fn turn(at: &crate::math::Transform) -> String {
    vector(rotation_vector(at.rotation) * (180.0 / std::f64::consts::PI))
}

fn vector(v: DVec3) -> String {
    format!("({:?}, {:?}, {:?})", v.x, v.y, v.z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::{FileError, Source, load_character, read_character};
    use crate::kinematics::Kinematics;

    fn load_base(base: &str) -> Result<Source, FileError> {
        panic!("a whole body has no base {base}")
    }

    #[test]
    fn bodies_come_back_from_their_text() {
        for name in ["human", "chicken", "four_armed", "quadruped"] {
            let body = load_character(name).unwrap();
            let source = Source::new("again.ron", character_text(&body));
            let again = read_character(&source, &|base| load_base(base));
            let again = again.unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(body.partners, again.partners, "{name}");
            assert_eq!(body.feet.len(), again.feet.len(), "{name}");
            for (a, b) in body.links.iter().zip(&again.links) {
                assert_eq!((&a.name, a.parent), (&b.name, b.parent));
                assert!((a.mass - b.mass).abs() < 1e-12, "{}", a.name);
                let apart = (a.inertia_in_link - b.inertia_in_link).to_cols_array();
                assert!(apart.iter().all(|part| part.abs() < 1e-12), "{}", a.name);
            }
            let [a, b] = [&body, &again].map(|body| Kinematics::of(body, &body.rest));
            for id in body.link_ids() {
                assert!(a.link(id).translation.distance(b.link(id).translation) < 1e-9);
            }
        }
    }
}
