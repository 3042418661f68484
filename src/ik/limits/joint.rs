//! Joint limits inside a step.
//!
//! Where a step would carry a joint past a bound, the bound's normal is *held*: the joint moves along it only as far as
//! the bound, and the sweeps go on among what is free. A held direction that the solution would rather leave is let go (a
//! primal-dual active set, Hintermüller, Ito and Kunisch 2003). What is held is remembered from one linearisation to the
//! next, so that a knee that stays straight costs one solve, not two.

use crate::character::{Bound, JointCoordinate, JointKind, LinkId, Pose};
use crate::ik::problem::Here;
use crate::kinematics::Step;
use crate::math::{retract, retraction_between};
use glam::DVec3;

/// A direction of one joint's columns that is taken out of the solve.
#[derive(Clone, Copy, Debug)]
struct HeldDirection {
    step: u16,
    /// The bound that holds it.
    bound: JointBound,
    /// The bound's normal: a unit vector in the joint's columns; a hinge uses x alone.
    normal: DVec3,
    /// How far the joint moves along the normal all the same, to the bound [rad].
    gap: f64,
    /// What the normal adds to the joint's directions before this one: a unit vector.
    direction: DVec3,
    /// How far the joint moves along the direction [rad].
    distance: f64,
}

/// Which bound of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointBound {
    /// The lowest angle of a hinge.
    HingeLow,
    /// The highest angle of a hinge.
    HingeHigh,
    /// A bound of a ball.
    Ball(Bound),
}

/// A held direction in scaled columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ik) struct HeldColumns {
    /// Counts the joints that turn, outward from the held link.
    pub(in crate::ik) joint: u16,
    /// First column of the joint.
    pub(in crate::ik) first: usize,
    /// How many columns it has.
    pub(in crate::ik) dofs: usize,
    /// Unit vector over those columns.
    pub(in crate::ik) direction: [f64; 3],
    /// How far the columns move along it.
    pub(in crate::ik) distance: f64,
}

impl HeldColumns {
    /// The part of the joint's entries along the direction.
    #[inline]
    pub(in crate::ik) fn along(&self, entries: &[f64]) -> f64 {
        entries.iter().zip(self.direction).map(|(x, d)| x * d).sum()
    }

    /// Takes what lies along the direction out of a step in all columns.
    #[inline]
    pub(in crate::ik) fn take_out(&self, step: &mut [f64]) {
        let along = self.along(&step[self.first..][..self.dofs]);
        self.add_to(-along, &mut step[self.first..]);
    }

    /// Adds `amount` times the direction to the joint's entries, which come first in `entries`.
    #[inline]
    pub(in crate::ik) fn add_to(&self, amount: f64, entries: &mut [f64]) {
        for (x, d) in entries[..self.dofs].iter_mut().zip(self.direction) {
            *x += amount * d;
        }
    }
}

/// What limits hold.
#[derive(Clone, Debug, Default)]
pub(in crate::ik) struct Held {
    /// Orthonormal within a joint.
    directions: Vec<HeldDirection>,
    /// How many of them stand at their bound already: those were held before this step.
    carried: usize,
    /// Memory for how hard each bound is pulled against.
    multipliers: Vec<f64>,
}

/// A joint this near to a bound stands at it [rad].
const AT_BOUND: f64 = 1e-8;
/// A bound overrun by less than this is left to the clamp of the pose, and a pull smaller than this is none [rad]:
/// rounding must not decide what is held, or mirrored problems would part ways.
const SLACK: f64 = 1e-9;
pub(in crate::ik) const SLIGHT_PULL: f64 = 1e-9;
/// A normal with less than this beside what is held already is left to the clamp of the pose.
const NEW_PART: f64 = 0.01;

impl Held {
    /// Lets go of everything.
    pub(in crate::ik) fn clear(&mut self) {
        self.directions.clear();
        self.carried = 0;
    }

    /// Directions that are held.
    pub(in crate::ik) fn count(&self) -> usize {
        self.directions.len()
    }

    /// The joints that are held, and by which bounds.
    pub(in crate::ik) fn bounds(&self, here: Here) -> impl Iterator<Item = (LinkId, JointBound)> {
        let steps = &here.rooting.steps;
        let bound = |held: &HeldDirection| (steps[usize::from(held.step)].joint, held.bound);
        self.directions.iter().map(bound)
    }

    /// Takes what was held at the last pose over to this one, as far as the joints still stand at their bounds.
    pub(in crate::ik) fn carry_over(&mut self, here: Here) {
        let mut kept = 0;
        for index in 0..self.directions.len() {
            let held = self.directions[index];
            let step = &here.rooting.steps[usize::from(held.step)];
            self.directions.swap(kept, index);
            if let Some((normal, gap)) = here.normal(step, held.bound)
                && gap < AT_BOUND
            {
                let at_bound = HeldDirection {
                    normal,
                    gap: 0.0,
                    ..held
                };
                if let Some(held) = at_bound.beside(&self.directions[..kept]) {
                    self.directions[kept] = held;
                    kept += 1;
                }
            }
        }
        self.directions.truncate(kept);
        self.carried = kept;
    }

    /// Lets go of what only the last, less damped step ran into.
    pub(in crate::ik) fn keep_carried(&mut self) {
        self.directions.truncate(self.carried);
    }

    /// Holds the bounds that a step to `moved` runs into and puts `moved` back inside all limits. Says whether there were any bounds that are not held yet.
    pub(in crate::ik) fn hold_bounds(&mut self, here: Here, moved: &mut Pose) -> bool {
        let before = self.directions.len();
        for (index, step) in here.rooting.steps.iter().enumerate() {
            let joint = step.joint.index();
            match (
                here.pose.joints[joint],
                &mut moved.joints[joint],
                &here.character.links[joint].joint.kind,
            ) {
                (
                    JointCoordinate::Hinge(angle),
                    JointCoordinate::Hinge(moved),
                    JointKind::Hinge { range, .. },
                ) => {
                    let wanted = *moved;
                    *moved = range.clamp(wanted);
                    let allowed = DVec3::X * (*moved - angle);
                    if wanted > range.high + SLACK {
                        self.hold(here, index, JointBound::HingeHigh, allowed);
                    } else if wanted < range.low - SLACK {
                        self.hold(here, index, JointBound::HingeLow, allowed);
                    }
                }
                (
                    JointCoordinate::Ball(q),
                    JointCoordinate::Ball(moved),
                    JointKind::Ball(limits),
                ) if !limits.contains(*moved, 0.0) => {
                    let wanted = *moved;
                    *moved = limits.clamp(wanted);
                    if limits.contains(wanted, SLACK) {
                        continue;
                    }
                    let allowed = here.columns_from_link(step, retraction_between(q, *moved));
                    for bound in limits.bounds_beyond(wanted, -SLACK).into_iter().flatten() {
                        self.hold(here, index, JointBound::Ball(bound), allowed);
                    }
                }
                _ => {}
            }
        }
        self.directions.len() > before
    }

    /// Holds one bound; `allowed` is what the limits leave of the joint's turn.
    fn hold(&mut self, here: Here, index: usize, bound: JointBound, allowed: DVec3) {
        let step = index as u16;
        let same = |held: &HeldDirection| held.step == step && held.bound == bound;
        if self.directions.iter().any(same) {
            return;
        }
        let Some((normal, _)) = here.normal(&here.rooting.steps[index], bound) else {
            return;
        };
        let held = HeldDirection {
            step,
            bound,
            normal,
            gap: normal.dot(allowed),
            direction: normal,
            distance: 0.0,
        };
        self.directions.extend(held.beside(&self.directions));
    }

    /// Lets go of bounds that the last step would rather leave, given how hard it pulls along each direction. Says whether
    /// there were any.
    pub(in crate::ik) fn let_go(&mut self, pulls: &[f64]) -> bool {
        self.write_multipliers(pulls);
        let before = self.directions.len();
        let (mut kept, mut carried) = (0, self.carried);
        for index in 0..before {
            let held = self.directions[index];
            if self.multipliers[index] <= SLIGHT_PULL {
                carried -= usize::from(index < self.carried);
            } else if let Some(held) = held.beside(&self.directions[..kept]) {
                self.directions[kept] = held;
                kept += 1;
            }
        }
        self.directions.truncate(kept);
        self.carried = carried;
        kept < before
    }

    /// How hard each bound is pulled against (Lagrange multipliers): with normals n and directions d of one joint,
    /// Σ λₖ (nₖ·dⱼ) is the pull along dⱼ, from the last direction to the first.
    fn write_multipliers(&mut self, pulls: &[f64]) {
        self.multipliers.clear();
        self.multipliers.extend_from_slice(pulls);
        for (index, held) in self.directions.iter().enumerate().rev() {
            let later = self.directions.iter().enumerate().skip(index + 1);
            for (other, later) in later.filter(|(_, later)| later.step == held.step) {
                let share = later.normal.dot(held.direction);
                self.multipliers[index] -= share * self.multipliers[other];
            }
            self.multipliers[index] /= held.normal.dot(held.direction);
        }
    }

    /// What is held, in scaled columns.
    pub(in crate::ik) fn write_columns(&self, here: Here, out: &mut Vec<HeldColumns>) {
        out.clear();
        out.extend(self.directions.iter().map(|held| {
            let step = &here.rooting.steps[usize::from(held.step)];
            HeldColumns {
                joint: step.turning,
                first: usize::from(step.first_dof),
                dofs: usize::from(step.dofs),
                direction: held.direction.to_array(),
                distance: held.distance / here.strength[usize::from(held.step)],
            }
        }));
    }
}

/// A joint's columns as a vector; a hinge's angle in x.
#[inline]
pub(in crate::ik) fn turn_of(step: &Step, change: &[f64]) -> DVec3 {
    let first = usize::from(step.first_dof);
    if step.dofs == 1 {
        DVec3::new(change[first], 0.0, 0.0)
    } else {
        DVec3::from_slice(&change[first..first + 3])
    }
}

impl HeldDirection {
    /// The same beside others that are held already (Gram-Schmidt); nothing when it adds too little to them.
    fn beside(self, others: &[Self]) -> Option<Self> {
        let (mut direction, mut left) = (self.normal, self.gap);
        for other in others.iter().filter(|other| other.step == self.step) {
            let along = direction.dot(other.direction);
            direction -= along * other.direction;
            left -= along * other.distance;
        }
        let length = direction.length();
        (length > NEW_PART).then(|| Self {
            direction: direction / length,
            distance: left / length,
            ..self
        })
    }
}

impl Here<'_> {
    /// A bound's unit normal in the joint's columns, and what is left before the bound [rad].
    fn normal(&self, step: &Step, bound: JointBound) -> Option<(DVec3, f64)> {
        let joint = step.joint.index();
        match (
            bound,
            self.pose.joints[joint],
            &self.character.links[joint].joint.kind,
        ) {
            (
                JointBound::HingeHigh,
                JointCoordinate::Hinge(angle),
                JointKind::Hinge { range, .. },
            ) => Some((DVec3::X, range.high - angle)),
            (
                JointBound::HingeLow,
                JointCoordinate::Hinge(angle),
                JointKind::Hinge { range, .. },
            ) => Some((DVec3::NEG_X, angle - range.low)),
            (JointBound::Ball(bound), JointCoordinate::Ball(q), JointKind::Ball(limits)) => {
                let (normal_in_joint, gap) = limits.normal_at(q, bound)?;
                let normal_in_link = q.conjugate() * normal_in_joint;
                Some((self.columns_from_link(step, normal_in_link), gap))
            }
            _ => None,
        }
    }

    /// The turn itself when the joint's limits allow it, else what they leave of it.
    #[inline]
    pub(in crate::ik) fn allowed_turn(&self, step: &Step, turn: DVec3) -> DVec3 {
        let joint = step.joint.index();
        match (
            self.pose.joints[joint],
            &self.character.links[joint].joint.kind,
        ) {
            (JointCoordinate::Hinge(angle), JointKind::Hinge { range, .. }) => {
                let wanted = angle + turn.x;
                let inside = range.clamp(wanted);
                if inside == wanted {
                    turn
                } else {
                    DVec3::new(inside - angle, 0.0, 0.0)
                }
            }
            (JointCoordinate::Ball(q), JointKind::Ball(limits)) => {
                let wanted = retract(q, self.link_from_columns(step, turn));
                let inside = limits.clamp(wanted);
                if inside == wanted {
                    turn
                } else {
                    self.columns_from_link(step, retraction_between(q, inside))
                }
            }
            _ => turn,
        }
    }

    /// A turn of the far side as a turn of the joint's link; see [`crate::kinematics::move_joints`].
    #[inline]
    fn link_from_columns(&self, step: &Step, turn: DVec3) -> DVec3 {
        if step.dofs == 1 {
            return turn;
        }
        step.sign * (self.kin.link(step.joint).rotation.conjugate() * turn)
    }

    #[inline]
    fn columns_from_link(&self, step: &Step, turn_in_link: DVec3) -> DVec3 {
        if step.dofs == 1 {
            return turn_in_link;
        }
        step.sign * (self.kin.link(step.joint).rotation * turn_in_link)
    }
}
