//! A character and one pose of it as JSON. `docs/json.md` describes every field.

use super::inspect::reach;
use super::lists::height;
use crate::character::{Character, JointKind, LinkId, Pose, Range};
use crate::kinematics::{
    Base, Kinematics, Rooting, columns_in_link_axes, forward, link_column_names, momentum_matrix,
    virtual_centers,
};
use glam::DVec3;
use serde::Serialize;

/// Everything about a character in one pose.
#[derive(Debug, Serialize)]
pub(super) struct Inspection {
    character: String,
    description: String,
    mass_kg: f64,
    height_m: f64,
    dofs: usize,
    base: &'static str,
    root: String,
    com: [f64; 3],
    columns: Vec<String>,
    /// 3 rows × columns [m, m/rad]
    com_jacobian: [Vec<f64>; 3],
    links: Vec<LinkPart>,
    joints: Vec<JointPart>,
    virtual_centers: Vec<VirtualCenter>,
    effectors: Vec<EffectorPart>,
    soles: Vec<SolePart>,
    beyond_limits: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

/// Where a link is, and what it weighs.
#[derive(Debug, Serialize)]
struct LinkPart {
    name: String,
    parent: Option<String>,
    mass_kg: f64,
    /// [m]
    position: [f64; 3],
    quat_wxyz: [f64; 4],
    /// [m]
    com_in_link: [f64; 3],
}

/// A joint and its limits.
#[derive(Debug, Serialize)]
struct JointPart {
    name: String,
    link: String,
    kind: &'static str,
    strength: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    range_deg: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    twist_deg: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flex_deg: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    side_deg: Option<[f64; 2]>,
}

/// All that lies beyond a joint, seen from the root.
#[derive(Debug, Serialize)]
struct VirtualCenter {
    joint: String,
    mass_kg: f64,
    /// [m]
    center: [f64; 3],
}

/// An effector, where it is, and how far it reaches.
#[derive(Debug, Serialize)]
struct EffectorPart {
    name: String,
    link: String,
    /// [m]
    position: [f64; 3],
    reach_m: f64,
    reach_from: String,
}

/// A sole, and where its corners are.
#[derive(Debug, Serialize)]
struct SolePart {
    name: String,
    link: String,
    /// [m]
    corners: Vec<[f64; 3]>,
}

impl Inspection {
    /// The body seen from `root`, which is held; from its first link, which is free, without one.
    pub(super) fn new(
        character: &Character,
        pose: &Pose,
        root: Option<LinkId>,
        picture: Option<String>,
    ) -> Self {
        let base = if root.is_some() {
            Base::Held
        } else {
            Base::Free
        };
        let rooting = Rooting::new(character, root.unwrap_or(LinkId::ROOT));
        let world_from_root = *Kinematics::of(character, pose).link(rooting.root);
        let mut kin = Kinematics::default();
        forward(&rooting, character, pose, world_from_root, &mut kin);
        virtual_centers(&rooting, &mut kin);

        let mut columns: Vec<DVec3> = momentum_matrix(&rooting, base, character, &kin)
            .iter()
            .map(|(linear, _)| *linear / rooting.mass)
            .collect();
        columns_in_link_axes(&rooting, base, &kin, &mut columns);
        let row = |axis: usize| columns.iter().map(|column| column[axis]).collect();
        let joint_name = |link: LinkId| character.link(link).joint.name.clone();
        Self {
            character: character.name.clone(),
            description: character.description.clone(),
            mass_kg: character.mass(),
            height_m: height(character, &kin),
            dofs: character.joint_dofs(),
            base: match base {
                Base::Held => "held",
                Base::Free => "free",
            },
            root: character.link(rooting.root).name.clone(),
            com: kin.com.to_array(),
            columns: link_column_names(&rooting, base, character),
            com_jacobian: [row(0), row(1), row(2)],
            links: link_parts(character, &kin),
            joints: joint_parts(character),
            virtual_centers: rooting
                .steps
                .iter()
                .zip(&kin.virtual_com)
                .map(|(step, center)| VirtualCenter {
                    joint: joint_name(step.joint),
                    mass_kg: step.mass_fraction_beyond * rooting.mass,
                    center: center.to_array(),
                })
                .collect(),
            effectors: effector_parts(character, &kin),
            soles: sole_parts(character, &kin),
            beyond_limits: pose
                .joints_beyond_limits(character, 1e-6)
                .map(joint_name)
                .collect(),
            picture,
        }
    }
}

fn link_parts(character: &Character, kin: &Kinematics) -> Vec<LinkPart> {
    character
        .links
        .iter()
        .zip(&kin.world_from_link)
        .map(|(link, world_from_link)| {
            let q = world_from_link.rotation;
            LinkPart {
                name: link.name.clone(),
                parent: link
                    .parent
                    .map(|parent| character.link(parent).name.clone()),
                mass_kg: link.mass,
                position: world_from_link.translation.to_array(),
                quat_wxyz: [q.w, q.x, q.y, q.z],
                com_in_link: link.com_in_link.to_array(),
            }
        })
        .collect()
}

fn joint_parts(character: &Character) -> Vec<JointPart> {
    let degrees = |range: Range| Some([range.low.to_degrees(), range.high.to_degrees()]);
    let mut parts = Vec::new();
    for link in character.links.iter().skip(1) {
        let mut part = JointPart {
            name: link.joint.name.clone(),
            link: link.name.clone(),
            kind: "fixed",
            strength: link.joint.strength,
            range_deg: None,
            twist_deg: None,
            flex_deg: None,
            side_deg: None,
        };
        match &link.joint.kind {
            JointKind::Fixed => {}
            JointKind::Hinge { range, .. } => {
                part.kind = "hinge";
                part.range_deg = degrees(*range);
            }
            JointKind::Ball(limits) => {
                part.kind = "ball";
                [part.twist_deg, part.flex_deg, part.side_deg] = limits.angles().map(degrees);
            }
        }
        parts.push(part);
    }
    parts
}

fn effector_parts(character: &Character, kin: &Kinematics) -> Vec<EffectorPart> {
    character
        .effectors
        .iter()
        .map(|effector| {
            let (reach_from, reach_m) = reach(character, effector);
            EffectorPart {
                name: effector.name.clone(),
                link: character.link(effector.link).name.clone(),
                position: kin
                    .link(effector.link)
                    .point(effector.point_in_link)
                    .to_array(),
                reach_m,
                reach_from,
            }
        })
        .collect()
}

fn sole_parts(character: &Character, kin: &Kinematics) -> Vec<SolePart> {
    character
        .soles
        .iter()
        .map(|sole| SolePart {
            name: sole.name.clone(),
            link: character.link(sole.link).name.clone(),
            corners: sole
                .corners_in_link
                .iter()
                .map(|corner| kin.link(sole.link).point(*corner).to_array())
                .collect(),
        })
        .collect()
}
