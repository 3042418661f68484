//! Velocities after a step, and the positions that they lead to.

use super::articulated::{Articulated, View, Wrench};
use super::couple::FreeMass;
use super::inputs::{BodyId, Hold, Inputs};
use super::loose::LooseBody;
use super::placed::Placed;
use super::state::State;
use super::tree::{Tree, Turning};
use super::velocity::{Twist, joint_in_world};
use crate::character::{Character, JointCoordinate, LinkId};
use crate::math::Transform;
use glam::{DQuat, DVec3};

/// How far a joint may be beyond a stop before it is set back [rad].
const BEYOND_A_STOP: f64 = 0.02;

/// Velocities at the end of a step: of nodes at their pivots as they were at its beginning, of joints, of loose bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct Moved {
    /// (nodes)
    pub(super) twists: Vec<Twist>,
    /// Of every node against its near one, world axes. (nodes)
    pub(super) rates: Vec<DVec3>,
    /// Mean change of those over the step [rad/s²]. (nodes)
    pub(super) accelerations: Vec<DVec3>,
    /// Loose bodies before impulses, and after.
    free: Vec<Twist>,
    loose: Vec<Twist>,
    free_spins: Vec<DVec3>,
    /// Angular momentum of loose bodies at the end of the step [kg m²/s].
    spins: Vec<DVec3>,
}

impl Moved {
    /// Velocities after a step of the accelerations that a body has found, contacts aside.
    pub(super) fn speed_up(&mut self, view: View, body: &Articulated, step_secs: f64) {
        self.twists.clear();
        self.rates.clear();
        self.accelerations.clone_from(&body.joints);
        self.forget_impulses();
        for (index, (node, at)) in view.tree.nodes.iter().zip(view.nodes).enumerate() {
            let rate = at.rate + step_secs * body.joints[index];
            self.rates.push(rate);
            // From rates outward, not by the links' accelerations: those hold what the turning of the pose itself adds.
            let twist = if index == 0 {
                Twist {
                    angular: at.velocity.angular + step_secs * body.links[0].angular,
                    linear: at.velocity.linear + step_secs * body.links[0].linear,
                }
            } else {
                let near: &Twist = &self.twists[node.near];
                Twist {
                    angular: near.angular + rate,
                    linear: near.at(at.offset),
                }
            };
            self.twists.push(twist);
        }
    }

    /// The same for loose bodies.
    pub(super) fn speed_up_loose(
        &mut self,
        bodies: &[LooseBody],
        state: &State,
        inputs: &Inputs,
        gravity: DVec3,
        step_secs: f64,
    ) {
        self.free.clear();
        self.free_spins.clear();
        for (index, (body, at)) in bodies.iter().zip(&state.loose).enumerate() {
            let (mut force, mut torque) = (body.mass * gravity, DVec3::ZERO);
            for load in inputs
                .loads
                .iter()
                .filter(|load| load.body == BodyId::Loose(index))
            {
                force += load.force;
                let arm = at.world_from_body.direction(load.point_in_body);
                torque += load.torque + arm.cross(load.force);
            }
            let inertia = body.inertia(&at.world_from_body);
            let w = at.velocity.angular;
            let spin = inertia * w;
            let turn = inertia.inverse() * (torque - w.cross(spin));
            self.free.push(Twist {
                angular: w + step_secs * turn,
                linear: at.velocity.linear + step_secs / body.mass * force,
            });
            self.free_spins.push(spin + step_secs * torque);
        }
        self.forget_impulses();
    }

    /// Lets loose bodies that sleep stay where they are.
    pub(super) fn rest(&mut self, is_asleep: impl Fn(BodyId) -> bool) {
        for index in 0..self.free.len() {
            if is_asleep(BodyId::Loose(index)) {
                self.free[index] = Twist::default();
                self.free_spins[index] = DVec3::ZERO;
            }
        }
        self.forget_impulses();
    }

    fn forget_impulses(&mut self) {
        self.loose.clone_from(&self.free);
        self.spins.clone_from(&self.free_spins);
    }

    /// Slows down what turns faster than `most`; what hangs on it follows.
    pub(super) fn restrain(&mut self, view: View, most: f64) {
        let slowed = |rate: DVec3| rate.clamp_length_max(most);
        if self
            .rates
            .iter()
            .all(|rate| rate.length_squared() <= most * most)
            && self.twists[0].angular.length_squared() <= most * most
        {
            return;
        }
        self.twists[0].angular = slowed(self.twists[0].angular);
        for (index, node) in view.tree.nodes.iter().enumerate().skip(1) {
            self.rates[index] = slowed(self.rates[index]);
            let near = self.twists[node.near];
            self.twists[index] = Twist {
                angular: near.angular + self.rates[index],
                linear: near.at(view.nodes[index].offset),
            };
        }
    }

    /// A body's velocity: a node's at its pivot, a loose body's at its centre.
    #[inline]
    pub(super) fn twist(&self, body: usize) -> Twist {
        match body.checked_sub(self.twists.len()) {
            None => self.twists[body],
            Some(loose) => self.loose[loose],
        }
    }

    /// Adds what impulses did to the figure.
    pub(super) fn add(&mut self, body: &Articulated, step_secs: f64) {
        for (twist, change) in self.twists.iter_mut().zip(&body.links) {
            twist.angular += change.angular;
            twist.linear += change.linear;
        }
        for (index, change) in body.joints.iter().enumerate() {
            self.rates[index] += *change;
            self.accelerations[index] += *change / step_secs;
        }
    }

    /// Adds what impulses did to loose bodies.
    pub(super) fn add_loose(&mut self, masses: &[FreeMass], impulses: &[Wrench]) {
        for (index, (mass, impulse)) in masses.iter().zip(impulses).enumerate() {
            self.loose[index].linear += mass.inverse_mass * impulse.force;
            self.loose[index].angular += mass.inverse_inertia * impulse.torque;
            self.spins[index] += impulse.torque;
        }
    }

    /// Moves loose bodies. Their angular momentum is carried over exactly; the velocity follows from it.
    pub(super) fn advance_loose(&self, bodies: &[LooseBody], state: &mut State, step_secs: f64) {
        for (index, (body, at)) in bodies.iter().zip(&mut state.loose).enumerate() {
            let end = self.loose[index];
            if end == Twist::default() && self.spins[index] == DVec3::ZERO {
                at.velocity = end;
                continue;
            }
            let place = &mut at.world_from_body;
            // Free, it flies by the mean of its velocities: then it stays on the parabola.
            let twist = if end == self.free[index] {
                Twist {
                    angular: end.angular.midpoint(at.velocity.angular),
                    linear: end.linear.midpoint(at.velocity.linear),
                }
            } else {
                end
            };
            place.translation += step_secs * twist.linear;
            place.rotation = (exponential(step_secs * twist.angular) * place.rotation).normalize();
            at.velocity = Twist {
                angular: body.inertia(place).inverse() * self.spins[index],
                linear: end.linear,
            };
        }
    }
}

/// Moves the figure by its velocities at the end of the step (semi-implicit Euler); returns how many joints slipped past
/// their stops and were set back.
pub(super) fn advance(
    character: &Character,
    tree: &Tree,
    placed: &Placed,
    moved: &Moved,
    held: Option<&Hold>,
    (state, turned): (&mut State, &mut Vec<DQuat>),
    step_secs: f64,
) -> usize {
    let mut set_back = 0;
    turned.clear();
    turned.push(held.map_or_else(
        || {
            let turn = exponential(step_secs * moved.twists[0].angular);
            turn * state.pose.world_from_root.rotation
        },
        |hold| hold.world_from_link.rotation,
    ));
    for (index, node) in tree.nodes.iter().enumerate().skip(1) {
        let rate = node.sign * moved.rates[index];
        let joint = node.joint.index();
        match (node.turning, &mut state.pose.joints[joint]) {
            (Turning::Ball, JointCoordinate::Ball(q)) => {
                // Link and parent turn at once: R' = exp(h ω) R for both. With ω = ω_parent + rate that is, but for h³
                // (Baker, Campbell, Hausdorff), q' = q exp(h Rᵀ e^(−½ h ω_parent) rate): the rate seen when the parent is halfway.
                let parent = if node.sign > 0.0 { node.near } else { index };
                let halfway = exponential(-0.5 * step_secs * moved.twists[parent].angular);
                let link_from_world = placed.kin.link(node.joint).rotation.conjugate();
                let in_link = link_from_world * (halfway * rate);
                *q = (*q * exponential(step_secs * in_link)).normalize();
            }
            (Turning::Hinge(_), JointCoordinate::Hinge(angle)) => {
                let rate = moved.rates[index].dot(placed.nodes[index].axis);
                *angle += step_secs * rate;
                state.velocity.joints[joint] = DVec3::new(rate, 0.0, 0.0);
            }
            _ => {}
        }
        // Rows hold joints at their stops along straight lines; what slips round a bend of one is set back.
        let own = &character.link(node.joint).joint;
        if !state.pose.joints[joint].is_allowed(&own.kind, BEYOND_A_STOP) {
            state.pose.joints[joint] = state.pose.joints[joint].clamped(&own.kind);
            set_back += 1;
        }
        // How the node lies now: a ball's rate is told in its own link's axes, as they then are.
        let turn = own.parent_from_joint.rotation * state.pose.joints[joint].rotation(&own.kind);
        let (near, own_node) = (
            turned[node.near],
            if node.sign > 0.0 { index } else { node.near },
        );
        turned.push(if node.sign > 0.0 {
            near * turn
        } else {
            near * turn.conjugate()
        });
        if node.turning == Turning::Ball {
            state.velocity.joints[joint] = turned[own_node].conjugate() * rate;
        }
    }
    let first = tree.node_of_link[LinkId::ROOT.index()];
    let origin = placed.links[LinkId::ROOT.index()].origin;
    let twist = moved.twists[first];
    let velocity = Twist {
        angular: twist.angular,
        linear: twist.at(origin - placed.nodes[first].pivot),
    };
    state.velocity.root = velocity;
    match held {
        None => {
            let place = &mut state.pose.world_from_root;
            place.translation += step_secs * velocity.linear;
            place.rotation =
                (exponential(step_secs * velocity.angular) * place.rotation).normalize();
        }
        // A held link is exactly where it is held and moves as it is held; the rest follows from the joints. Velocities
        // found before the joints turned would let it drift, and the next step would jerk it back.
        Some(hold) => {
            let held = (hold.world_from_link, moved.twists[0]);
            let (place, velocity) = first_link(character, state, hold.link, held);
            state.pose.world_from_root =
                Transform::new(place.rotation.normalize(), place.translation);
            state.velocity.root = velocity;
        }
    }
    set_back
}

/// Where the first link is and how its origin moves when another one is and moves like this.
fn first_link(
    character: &Character,
    state: &State,
    link: LinkId,
    (mut world_from_link, mut velocity): (Transform, Twist),
) -> (Transform, Twist) {
    let mut next = link;
    while let Some(parent) = character.link(next).parent {
        let joint = &character.link(next).joint;
        let turn = state.pose.joint(next).rotation(&joint.kind);
        let parent_from_link = joint.parent_from_joint * Transform::new(turn, DVec3::ZERO);
        let world_from_parent = world_from_link * parent_from_link.inverse();
        let rate = state.velocity.joints[next.index()];
        let rate = joint_in_world(&joint.kind, world_from_link.rotation, rate);
        let angular = velocity.angular - rate;
        let arm = world_from_link.translation - world_from_parent.translation;
        velocity = Twist {
            angular,
            linear: velocity.linear - angular.cross(arm),
        };
        world_from_link = world_from_parent;
        next = parent;
    }
    (world_from_link, velocity)
}

/// The rotation by a small vector: a few terms of the series are exact to the last bit up to a fifth of a radian.
#[inline]
pub(super) fn exponential(vector: DVec3) -> DQuat {
    let square = vector.length_squared();
    if square > 0.04 {
        return crate::math::rotation_from_vector(vector);
    }
    let sine = 0.5 - square * (1.0 / 48.0 - square * (1.0 / 3840.0 - square * (1.0 / 645_120.0)));
    let cosine = 1.0
        - square
            * (1.0 / 8.0
                - square * (1.0 / 384.0 - square * (1.0 / 46080.0 - square / 10_321_920.0)));
    DQuat::from_xyzw(sine * vector.x, sine * vector.y, sine * vector.z, cosine)
}
