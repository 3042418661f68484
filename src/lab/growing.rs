//! Bodies of any size, to see how cost grows with it.

use crate::character::{
    BallLimits, Character, Foot, Joint, JointKind, Link, LinkId, PlacedShape, Pose, Range, Shape,
    Sole, SwingShape,
};
use crate::math::Transform;
use glam::{DQuat, DVec3};

/// How the links of a body hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Each on the one before.
    Chain,
    /// Three on each.
    Bush,
}

/// Capsules with ball joints, each as long as a hand; the first one has a sole.
pub fn growing_body(form: Form, links: usize) -> Character {
    const LENGTH: f64 = 0.1;
    let shape = Shape::Capsule {
        radius: 0.02,
        half_length: 0.5 * LENGTH,
    };
    let placed = PlacedShape {
        shape,
        link_from_shape: Transform::new(DQuat::IDENTITY, 0.5 * LENGTH * DVec3::Y),
    };
    let free = Range::new(-3.0, 3.0);
    let limits = BallLimits::from_angles(DVec3::Y, DVec3::X, free, free, free, SwingShape::Box);
    let link = |index: usize| {
        let parent = match form {
            _ if index == 0 => None,
            Form::Chain => Some(index - 1),
            Form::Bush => Some((index - 1) / 3),
        };
        Link {
            name: format!("link_{index}"),
            parent: parent.map(LinkId::new),
            joint: Joint {
                loaded: None,
                name: format!("joint_{index}"),
                parent_from_joint: Transform::from_translation(LENGTH * DVec3::Y),
                kind: match parent {
                    Some(_) => JointKind::Ball(limits),
                    None => JointKind::Fixed,
                },
                strength: 1.0,
            },
            mass: 1.0,
            com_in_link: placed.link_from_shape.translation,
            inertia_in_link: shape.inertia_per_mass(),
            shapes: vec![placed],
            drawn: Vec::new(),
        }
    };
    let links: Vec<Link> = (0..links).map(link).collect();
    let mut rest = Pose::zero(&links);
    rest.world_from_root.translation.y = 10.0;
    let sole = Sole {
        name: "sole".to_owned(),
        link: LinkId::ROOT,
        corners_in_link: [(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)]
            .map(|(x, z)| DVec3::new(x, 0.0, z))
            .to_vec(),
        up_in_link: DVec3::Y,
    };
    Character {
        name: "growing".to_owned(),
        description: String::new(),
        partners: (0..links.len()).map(LinkId::new).collect(),
        effectors: Vec::new(),
        feet: vec![Foot::of_sole(0, &sole)],
        soles: vec![sole],
        keep_apart: Vec::new(),
        habits: None,
        links,
        rest,
    }
}
