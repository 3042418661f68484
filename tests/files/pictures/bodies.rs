//! Small bodies made in code, for pictures: a humanoid, a bird and a four-legged one.

use contrapposto::character::{
    BallLimits, Character, Effector, Foot, Joint, JointCoordinate, JointKind, Link, LinkId,
    PlacedShape, Pose, Range, Shape, Sole, SwingShape,
};
use contrapposto::ik::{CenterOfMass, Goal, GoalKind, GoalReport, Position, Report};
use contrapposto::kinematics::{Kinematics, Stance};
use contrapposto::math::{Transform, rotation_from_vector};
use glam::{DMat3, DQuat, DVec2, DVec3};

/// Collects links by name; every joint is a ball that turns freely.
struct Builder {
    character: Character,
}

impl Builder {
    fn new(name: &str) -> Self {
        let rest = Pose::zero(&[]);
        Self {
            character: Character {
                name: name.into(),
                description: format!("A {name} made of a few solids."),
                links: Vec::new(),
                effectors: Vec::new(),
                soles: Vec::new(),
                feet: Vec::new(),
                partners: Vec::new(),
                keep_apart: Vec::new(),
                habits: None,
                rest,
            },
        }
    }

    fn link(&mut self, name: &str, parent: &str, at: [f64; 3], mass: f64, shape: PlacedShape) {
        let parent = self.character.find_link(parent);
        let free = Range::new(-3.0, 3.0);
        let limits = BallLimits::from_angles(DVec3::Y, DVec3::X, free, free, free, SwingShape::Box);
        let com_in_link = shape.link_from_shape.translation;
        self.character.links.push(Link {
            name: name.into(),
            parent,
            joint: Joint {
                loaded: None,
                name: name.into(),
                parent_from_joint: Transform::from_translation(DVec3::from(at)),
                kind: match parent {
                    Some(_) => JointKind::Ball(limits),
                    None => JointKind::Fixed,
                },
                strength: 1.0,
            },
            mass,
            com_in_link,
            inertia_in_link: mass * shape.shape.inertia_per_mass() + 1e-4 * DMat3::IDENTITY,
            shapes: vec![shape],
            drawn: Vec::new(),
        });
    }

    /// The same link on both sides; x is mirrored for the right one.
    fn pair(&mut self, name: &str, parent: &str, at: [f64; 3], mass: f64, shape: PlacedShape) {
        for (side, sign) in [("left", 1.0), ("right", -1.0)] {
            let paired = self.character.find_link(&format!("{side}_{parent}"));
            let parent = match paired {
                Some(_) => format!("{side}_{parent}"),
                None => parent.to_owned(),
            };
            let mut shape = shape;
            shape.link_from_shape.translation.x *= sign;
            let at = [sign * at[0], at[1], at[2]];
            self.link(&format!("{side}_{name}"), &parent, at, mass, shape);
        }
    }

    fn effector(&mut self, name: &str, link: &str, point: [f64; 3]) {
        let link = self.character.find_link(link).expect("a link of this body");
        self.character.effectors.push(Effector {
            name: name.into(),
            link,
            point_in_link: DVec3::from(point),
        });
    }

    fn sole(&mut self, link: &str, height: f64, half_width: f64, back: f64, front: f64) {
        let corner = |x: f64, z: f64| DVec3::new(x, height, z);
        let sole = Sole {
            name: link.into(),
            link: self.character.find_link(link).expect("a link of this body"),
            corners_in_link: vec![
                corner(-half_width, back),
                corner(half_width, back),
                corner(half_width, front),
                corner(-half_width, front),
            ],
            up_in_link: DVec3::Y,
        };
        let foot = Foot::of_sole(self.character.soles.len(), &sole);
        self.character.soles.push(sole);
        self.character.feet.push(foot);
    }

    fn finish(mut self, root_height: f64) -> Character {
        let other = |name: &str| {
            let swapped = match name.split_once('_') {
                Some(("left", rest)) => format!("right_{rest}"),
                Some(("right", rest)) => format!("left_{rest}"),
                _ => name.to_owned(),
            };
            self.character.find_link(&swapped)
        };
        let partners: Option<Vec<LinkId>> = self
            .character
            .links
            .iter()
            .map(|l| other(&l.name))
            .collect();
        self.character.partners = partners.expect("every side has its partner");
        self.character.rest = Pose::zero(&self.character.links);
        self.character.rest.world_from_root.translation.y = root_height;
        self.character
    }
}

fn placed(shape: Shape, at: [f64; 3], rotation: DQuat) -> PlacedShape {
    PlacedShape {
        shape,
        link_from_shape: Transform::new(rotation, DVec3::from(at)),
    }
}

fn block(half: [f64; 3], at: [f64; 3]) -> PlacedShape {
    let half = DVec3::from(half);
    placed(Shape::Box { half }, at, DQuat::IDENTITY)
}

fn ball(radius: f64, at: [f64; 3]) -> PlacedShape {
    placed(Shape::Sphere { radius }, at, DQuat::IDENTITY)
}

/// From the link's origin to a point.
fn bone(radius: f64, to: [f64; 3]) -> PlacedShape {
    let to = DVec3::from(to);
    let shape = Shape::Capsule {
        radius,
        half_length: 0.5 * to.length(),
    };
    let rotation = DQuat::from_rotation_arc(DVec3::Y, to.normalize());
    placed(shape, (0.5 * to).to_array(), rotation)
}

/// Arms hanging a little outward; the pelvis 0.95 m up, the head's top at 1.77 m.
pub(crate) fn humanoid() -> Character {
    let mut b = Builder::new("humanoid");
    b.link(
        "pelvis",
        "",
        [0.0; 3],
        10.0,
        block([0.15, 0.10, 0.10], [0.0, 0.02, 0.0]),
    );
    b.link(
        "chest",
        "pelvis",
        [0.0, 0.12, 0.0],
        24.0,
        block([0.17, 0.20, 0.11], [0.0, 0.22, 0.0]),
    );
    b.link(
        "neck",
        "chest",
        [0.0, 0.40, 0.0],
        0.8,
        bone(0.05, [0.0, 0.1, 0.0]),
    );
    b.link(
        "head",
        "neck",
        [0.0, 0.05, 0.0],
        5.0,
        ball(0.115, [0.0, 0.135, 0.01]),
    );
    b.pair(
        "upper_arm",
        "chest",
        [0.20, 0.36, 0.0],
        2.2,
        bone(0.048, [0.06, -0.29, 0.0]),
    );
    b.pair(
        "forearm",
        "upper_arm",
        [0.06, -0.29, 0.0],
        1.4,
        bone(0.040, [0.03, -0.25, 0.02]),
    );
    b.pair(
        "hand",
        "forearm",
        [0.03, -0.25, 0.02],
        0.5,
        block([0.022, 0.075, 0.042], [0.0, -0.08, 0.0]),
    );
    b.pair(
        "thigh",
        "pelvis",
        [0.09, -0.05, 0.0],
        8.0,
        bone(0.072, [0.01, -0.41, 0.0]),
    );
    b.pair(
        "shin",
        "thigh",
        [0.01, -0.41, 0.0],
        3.6,
        bone(0.052, [0.0, -0.41, 0.0]),
    );
    b.pair(
        "foot",
        "shin",
        [0.0, -0.41, 0.0],
        1.1,
        block([0.047, 0.038, 0.13], [0.0, -0.042, 0.06]),
    );
    for side in ["left", "right"] {
        b.sole(&format!("{side}_foot"), -0.08, 0.047, -0.07, 0.19);
        b.effector(
            &format!("{side}_hand"),
            &format!("{side}_hand"),
            [0.0, -0.12, 0.0],
        );
        b.effector(
            &format!("{side}_foot"),
            &format!("{side}_foot"),
            [0.0, -0.04, 0.15],
        );
    }
    b.effector("head", "head", [0.0, 0.2, 0.06]);
    b.finish(0.95)
}

/// Half a metre of poultry.
pub(crate) fn bird() -> Character {
    let mut b = Builder::new("bird");
    let body = placed(
        Shape::Capsule {
            radius: 0.085,
            half_length: 0.07,
        },
        [0.0, 0.02, 0.0],
        DQuat::from_rotation_x(1.2),
    );
    b.link("body", "", [0.0; 3], 1.6, body);
    b.link(
        "neck",
        "body",
        [0.0, 0.06, 0.09],
        0.15,
        bone(0.030, [0.0, 0.13, 0.03]),
    );
    b.link(
        "head",
        "neck",
        [0.0, 0.13, 0.03],
        0.1,
        ball(0.042, [0.0, 0.02, 0.01]),
    );
    b.link(
        "beak",
        "head",
        [0.0, 0.015, 0.05],
        0.02,
        bone(0.010, [0.0, -0.008, 0.03]),
    );
    b.link(
        "tail",
        "body",
        [0.0, 0.05, -0.12],
        0.1,
        bone(0.022, [0.0, 0.07, -0.07]),
    );
    b.pair(
        "wing",
        "body",
        [0.09, 0.04, 0.03],
        0.1,
        bone(0.022, [0.012, -0.03, -0.12]),
    );
    b.pair(
        "thigh",
        "body",
        [0.05, -0.05, 0.0],
        0.12,
        bone(0.028, [0.0, -0.08, 0.02]),
    );
    b.pair(
        "shank",
        "thigh",
        [0.0, -0.08, 0.02],
        0.05,
        bone(0.013, [0.0, -0.10, -0.02]),
    );
    b.pair(
        "foot",
        "shank",
        [0.0, -0.10, -0.02],
        0.02,
        block([0.022, 0.008, 0.045], [0.0, -0.012, 0.02]),
    );
    for side in ["left", "right"] {
        b.sole(&format!("{side}_foot"), -0.02, 0.022, -0.025, 0.065);
    }
    b.effector("beak", "beak", [0.0, -0.01, 0.04]);
    b.finish(0.25)
}

/// Long in z, four soles.
pub(crate) fn quadruped() -> Character {
    let mut b = Builder::new("quadruped");
    let trunk = placed(
        Shape::Capsule {
            radius: 0.13,
            half_length: 0.28,
        },
        [0.0, 0.0, 0.0],
        DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2),
    );
    b.link("trunk", "", [0.0; 3], 20.0, trunk);
    b.link(
        "neck",
        "trunk",
        [0.0, 0.06, 0.36],
        2.0,
        bone(0.065, [0.0, 0.16, 0.12]),
    );
    b.link(
        "head",
        "neck",
        [0.0, 0.16, 0.12],
        2.0,
        bone(0.075, [0.0, -0.02, 0.16]),
    );
    b.link(
        "tail",
        "trunk",
        [0.0, 0.08, -0.40],
        0.5,
        bone(0.022, [0.0, 0.14, -0.24]),
    );
    for (pair, z) in [("fore", 0.28), ("hind", -0.28)] {
        b.pair(
            &format!("{pair}_thigh"),
            "trunk",
            [0.11, -0.05, z],
            1.6,
            bone(0.05, [0.0, -0.25, -0.03]),
        );
        b.pair(
            &format!("{pair}_shin"),
            &format!("{pair}_thigh"),
            [0.0, -0.25, -0.03],
            0.7,
            bone(0.032, [0.0, -0.24, 0.03]),
        );
        b.pair(
            &format!("{pair}_paw"),
            &format!("{pair}_shin"),
            [0.0, -0.24, 0.03],
            0.2,
            block([0.036, 0.022, 0.06], [0.0, -0.03, 0.02]),
        );
        for side in ["left", "right"] {
            b.sole(&format!("{side}_{pair}_paw"), -0.052, 0.036, -0.04, 0.08);
        }
    }
    b.effector("nose", "head", [0.0, -0.02, 0.24]);
    b.finish(0.592)
}

/// The humanoid on its left leg, the left arm out, the right leg back; the held foot stays on the ground.
pub(crate) fn reaching(character: &Character) -> Pose {
    let mut pose = character.rest.clone();
    let mut turn = |link: &str, x: f64, y: f64, z: f64| {
        let id = character.find_link(link).expect("a link of this body");
        pose.joints[id.index()] = JointCoordinate::Ball(rotation_from_vector(DVec3::new(x, y, z)));
    };
    turn("chest", 0.30, 0.0, -0.12);
    turn("head", -0.25, 0.2, 0.05);
    turn("left_upper_arm", -1.3, 0.0, 1.1);
    turn("left_forearm", -0.35, 0.0, 0.1);
    turn("right_upper_arm", 0.7, 0.0, -0.75);
    turn("right_forearm", -0.5, 0.0, -0.2);
    turn("right_thigh", 0.75, 0.0, -0.12);
    turn("right_shin", 0.7, 0.0, 0.0);
    turn("left_thigh", -0.22, 0.0, 0.1);
    turn("left_shin", 0.35, 0.0, 0.0);
    turn("left_foot", -0.13, 0.0, -0.1);
    // Put the held sole back on the ground.
    let foot = character.soles[0].link;
    let before = *Kinematics::of(character, &character.rest).link(foot);
    let after = *Kinematics::of(character, &pose).link(foot);
    pose.world_from_root = before * after.inverse() * pose.world_from_root;
    pose
}

/// Where an effector is.
pub(crate) fn point_of(character: &Character, pose: &Pose, effector: &str) -> DVec3 {
    let effector = character
        .find_effector(effector)
        .expect("an effector of this body");
    let kin = Kinematics::of(character, pose);
    kin.link(effector.link).point(effector.point_in_link)
}

/// The report of a pose that is taken as it is: every goal measured, none improved.
pub(crate) fn solved(
    character: &Character,
    pose: &Pose,
    stance: &Stance,
    goals: &[Goal],
) -> Report {
    let kin = Kinematics::of(character, pose);
    let com_xz = DVec2::new(kin.com.x, kin.com.z);
    let error = |goal: &Goal| match &goal.kind {
        GoalKind::Position(Position {
            link,
            point_in_link,
            target_in_world,
        }) => kin
            .link(*link)
            .point(*point_in_link)
            .distance(*target_in_world),
        GoalKind::CenterOfMass(CenterOfMass { target_xz }) => com_xz.distance(*target_xz),
        _ => 0.0,
    };
    Report {
        iterations: 12,
        goals: goals
            .iter()
            .map(|goal| GoalReport {
                before: 1.0,
                after: error(goal),
                reached: error(goal) < 0.002,
            })
            .collect(),
        com: kin.com,
        margin: stance.polygon.margin(com_xz),
        ..Report::default()
    }
}
