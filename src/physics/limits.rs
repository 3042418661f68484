//! Stops of joints that are at their limits, or will be within the step.

use super::contacts::Scene;
use super::integrate::Moved;
use super::rows::{Block, Law, Side};
use super::state::State;
use super::tree::Tree;
use super::warm::{Key, WarmStart};
use crate::character::{JointCoordinate, JointKind, LinkId};
use glam::{DMat3, DVec3};

/// Joints are watched from this far inside their limits, besides how far they turn in a step [rad].
const NEAR: f64 = 0.02;
/// Share of a violation that is undone in a step: a stop is hard, but it does not throw a joint back.
const UNDONE: f64 = 0.2;
/// Fastest that a violation is undone [rad/s].
const MOST_PUSH_BACK: f64 = 2.0;
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
                    stops.push(axis, range.high - angle);
                }
                if angle - range.low < near {
                    stops.push(-axis, angle - range.low);
                }
            }
            (JointCoordinate::Ball(q), JointKind::Ball(limits)) => {
                // Most joints are far inside, and this test is cheap.
                if limits.contains(q, -0.25 * near) {
                    continue;
                }
                let world_from_joint =
                    placed.kin.link(parent).rotation * link.joint.parent_from_joint.rotation;
                for bound in limits.bounds_beyond(q, 0.25 * near).into_iter().flatten() {
                    if let Some((normal, gap)) = limits.normal_at(q, bound) {
                        stops.push(world_from_joint * normal, gap);
                    }
                }
            }
            _ => {}
        }
        if stops.count > 0 {
            blocks.push(stops.block(tree, id, parent, step_secs, &state.warm));
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

/// Up to three bounds of one joint: the turn that runs into each, and what is left of it.
#[derive(Default)]
struct Stops {
    into: [DVec3; 3],
    gaps: [f64; 3],
    count: usize,
}

impl Stops {
    fn push(&mut self, into: DVec3, gap: f64) {
        self.into[self.count] = into;
        self.gaps[self.count] = gap;
        self.count += 1;
    }

    fn block(
        &self,
        tree: &Tree,
        link: LinkId,
        parent: LinkId,
        step_secs: f64,
        warm: &WarmStart,
    ) -> Block {
        // A row pushes the link back, out of the bound; rows that are not there have no direction.
        let axes = -DMat3::from_cols(self.into[0], self.into[1], self.into[2]);
        let side = |link: LinkId, sign: f64| Side {
            body: tree.node_of_link[link.index()],
            linear: DMat3::ZERO,
            angular: sign * axes,
        };
        let bias = DVec3::from_array(std::array::from_fn(|row| {
            let gap = self.gaps[row];
            if gap > 0.0 {
                gap / step_secs
            } else {
                (UNDONE * gap / step_secs).max(-MOST_PUSH_BACK)
            }
        }));
        let key = Key {
            first: link.index() as u32,
            second: STOPS,
            feature: 0,
        };
        let last = axes.transpose() * warm.find(key);
        Block {
            key,
            law: Law::Stops,
            sides: [Some(side(link, 1.0)), Some(side(parent, -1.0))],
            axes,
            point: DVec3::ZERO,
            bias,
            softness: DVec3::ZERO,
            impulse: if self.count == 1 {
                last.max(DVec3::ZERO)
            } else {
                DVec3::ZERO
            },
            velocity: DVec3::ZERO,
        }
    }
}
