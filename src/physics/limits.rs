//! Stops of joints that are at their limits, or will be within the step.

use super::contacts::Scene;
use super::integrate::Moved;
use super::rows::{Block, Give, Law, Side};
use super::state::State;
use super::tree::Tree;
use super::warm::Key;
use crate::character::{JointCoordinate, JointKind, LinkId};
use glam::{DMat3, DVec3};

/// Joints are watched from this far inside their limits, besides how far they turn in a step [rad].
const NEAR: f64 = 0.02;
/// Keys of stops do not meet those of contacts.
const STOPS: u32 = u32::MAX;

/// Appends a block for every joint with a bound that could be met within the step.
pub(super) fn push_stops(scene: &Scene, state: &State, moved: &Moved, blocks: &mut Vec<Block>) {
    let Scene {
        character,
        tree,
        placed,
        step_secs,
        ..
    } = *scene;
    for (id, link) in character.link_ids().zip(&character.links) {
        let Some(parent) = link.parent else {
            continue;
        };
        // As fast as it will be at the end of the step, stops aside.
        let rate = moved.rates[joint_node(tree, id, parent)].length();
        let near = NEAR + step_secs * rate;
        let mut stops = Stops::default();
        match (state.pose.joint(id), &link.joint.kind) {
            (JointCoordinate::Hinge(angle), JointKind::Hinge { axis, range }) => {
                let axis = placed.kin.link(id).rotation * *axis;
                if range.high - angle < near {
                    stops.set(0, axis, range.high - angle);
                }
                if angle - range.low < near {
                    stops.set(1, -axis, angle - range.low);
                }
            }
            (JointCoordinate::Ball(q), JointKind::Ball(limits)) => {
                // Most joints are far inside, and this test is cheap.
                if limits.contains(q, -0.25 * near) {
                    continue;
                }
                let world_from_joint =
                    placed.kin.link(parent).rotation * link.joint.parent_from_joint.rotation;
                let bounds = limits.bounds_beyond(q, 0.25 * near);
                for (row, bound) in bounds.into_iter().enumerate() {
                    let normal = bound.and_then(|bound| limits.normal_at(q, bound));
                    if let Some((normal, gap)) = normal {
                        stops.set(row, world_from_joint * normal, gap);
                    }
                }
            }
            _ => {}
        }
        if stops.into != [DVec3::ZERO; 3] {
            blocks.push(stops.block(scene, id, parent));
        }
    }
}

/// The node whose rate is that of a link's joint: the link's own, or its parent's when the tree crosses it backwards.
fn joint_node(tree: &Tree, link: LinkId, parent: LinkId) -> usize {
    let own = tree.node_of_link[link.index()];
    if tree.nodes[own].joint == link && own != 0 {
        own
    } else {
        tree.node_of_link[parent.index()]
    }
}

/// The bounds of one joint, each in a row of its own: the turn that runs into it, and what is left of that. Rows without a
/// bound have no direction.
#[derive(Default)]
struct Stops {
    into: [DVec3; 3],
    gaps: [f64; 3],
}

impl Stops {
    fn set(&mut self, row: usize, into: DVec3, gap: f64) {
        self.into[row] = into;
        self.gaps[row] = gap;
    }

    fn block(&self, scene: &Scene, link: LinkId, parent: LinkId) -> Block {
        let Scene {
            tree,
            settings,
            step_secs,
            ..
        } = *scene;
        let give = Give::of(settings.stop_stiffness, settings.stop_damping, step_secs);
        // A row pushes the link back, out of the bound.
        let axes = -DMat3::from_cols(self.into[0], self.into[1], self.into[2]);
        let side = |link: LinkId, sign: f64| Side {
            body: tree.node_of_link[link.index()],
            linear: DMat3::ZERO,
            angular: sign * axes,
        };
        let bias = |row: usize| give.bias(self.gaps[row], step_secs, scene.most_push_back);
        let key = Key {
            first: link.index() as u32,
            second: STOPS,
            feature: 0,
        };
        let last = scene.warm.find(key);
        let pushed = |row: usize| {
            let is_there = self.into[row] != DVec3::ZERO;
            if is_there { last[row].max(0.0) } else { 0.0 }
        };
        Block {
            key,
            law: Law::Stops,
            sides: [Some(side(link, 1.0)), Some(side(parent, -1.0))],
            axes,
            point: DVec3::ZERO,
            bias: DVec3::from_array(std::array::from_fn(bias)),
            softness: DVec3::splat(give.softness),
            impulse: DVec3::from_array(std::array::from_fn(pushed)),
            velocity: DVec3::ZERO,
        }
    }
}
