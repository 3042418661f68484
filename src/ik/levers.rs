//! J of one linearisation without writing it out: one lever arm per goal and joint.
//!
//! A joint that turns by ω moves a point by ω × a, with a the arm from the joint to it; the centre of mass and directions
//! move the same way, and an orientation by ω itself. So a ball's 3 × 3 block of J is −[a]ₓ or s I, and all products with
//! J need a fraction of its entries. For two goals that share a ball, [a]ₓ [b]ₓᵀ = (a·b) I − b aᵀ.

use super::GoalKind;
use super::held::HeldColumns;
use super::rows::{Rows, Span};
use crate::kinematics::{Kinematics, Rooting, Step, hinge_axis_in_world};
use glam::{DMat3, DVec3};

/// How one joint moves one goal, weight and strength included.
#[derive(Clone, Copy, Debug)]
struct Lever {
    /// A ball's arm, or its scale in every component if the goal is an orientation; a hinge's column.
    arm: DVec3,
    /// Counts the joints that turn, outward from the held link.
    joint: u16,
    first_dof: u16,
    dofs: u16,
}

/// What a goal's arms mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// ω × arm.
    Arm,
    /// ω times a scale.
    Turn,
}

/// Which world components of a goal have a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    All,
    /// x and z.
    Ground,
    /// y.
    Height,
}

/// One goal's levers, and where its rows are.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// Its first lever and one past its last; they run outward from the held link.
    levers: (usize, usize),
    /// Whether all joints that turn are among them.
    whole_body: bool,
    effect: Effect,
    /// First row.
    first_row: usize,
    seen: Seen,
}

/// The levers of all goals. Memory is kept between problems.
#[derive(Clone, Debug, Default)]
pub(super) struct Levers {
    groups: Vec<Group>,
    levers: Vec<Lever>,
}

impl Levers {
    /// Forgets all goals.
    pub(super) fn clear(&mut self) {
        self.groups.clear();
        self.levers.clear();
    }

    /// Adds a goal's levers and writes what it asks for to the rows' error. `error` is not yet weighted.
    pub(super) fn add_goal(
        &mut self,
        rooting: &Rooting,
        kin: &Kinematics,
        goal: &GoalKind,
        (weight, error): (f64, DVec3),
        (span, rows): (Span, &mut Rows),
    ) {
        let first = self.levers.len();
        let (effect, seen) = match *goal {
            GoalKind::Position {
                link,
                point_in_link,
                ..
            }
            | GoalKind::Height {
                link,
                point_in_link,
                ..
            } => {
                // The lever arm ends half-way between point and target: the second-order part of a turn that carries
                // the one into the other. It halves the number of linearisations and leaves the gradient as it is.
                let tip = kin.link(link).point(point_in_link) + 0.5 * error;
                let steps = rooting.path_to(link);
                self.add_arms(kin, steps, |step| weight * (tip - kin.pivot(step.joint)));
                let seen = match goal {
                    GoalKind::Height { .. } => Seen::Height,
                    _ => Seen::All,
                };
                (Effect::Arm, seen)
            }
            GoalKind::Direction {
                link,
                direction_in_link,
                ..
            } => {
                let tip = weight * (kin.link(link).direction(direction_in_link) + 0.5 * error);
                self.add_arms(kin, rooting.path_to(link), |_| tip);
                (Effect::Arm, Seen::All)
            }
            GoalKind::Orientation { link, .. } => {
                for step in rooting.path_to(link).filter(|step| step.dofs > 0) {
                    let scale = weight * step.strength;
                    let arm = match step.dofs {
                        1 => scale * hinge_axis_in_world(step, kin),
                        _ => DVec3::splat(scale),
                    };
                    self.levers.push(Lever::new(step, arm));
                }
                (Effect::Turn, Seen::All)
            }
            GoalKind::CenterOfMass { .. } | GoalKind::Balance { .. } => {
                self.add_whole_body(rooting, kin, weight);
                (Effect::Arm, Seen::Ground)
            }
            GoalKind::CenterOfMassHeight { .. } => {
                self.add_whole_body(rooting, kin, weight);
                (Effect::Arm, Seen::Height)
            }
        };
        // Paths are walked inward.
        self.levers[first..].reverse();
        seen.put(weight * error, &mut rows.error[span.first..]);
        self.groups.push(Group {
            levers: (first, self.levers.len()),
            whole_body: goal.is_about_whole_body(),
            effect,
            first_row: span.first,
            seen,
        });
    }

    #[inline]
    fn add_arms<'a>(
        &mut self,
        kin: &Kinematics,
        steps: impl Iterator<Item = &'a Step>,
        arm: impl Fn(&Step) -> DVec3,
    ) {
        for step in steps.filter(|step| step.dofs > 0) {
            let arm = step.strength * arm(step);
            let arm = match step.dofs {
                1 => hinge_axis_in_world(step, kin).cross(arm),
                _ => arm,
            };
            self.levers.push(Lever::new(step, arm));
        }
    }

    fn add_whole_body(&mut self, rooting: &Rooting, kin: &Kinematics, weight: f64) {
        let mut virtual_com = kin.virtual_com.iter().rev();
        let mut arm = |step: &Step| {
            let virtual_com = virtual_com.next().copied().unwrap_or_default();
            weight * step.mass_fraction_beyond * (virtual_com - kin.pivot(step.joint))
        };
        for step in rooting.steps.iter().rev() {
            let arm = arm(step);
            self.add_arms(kin, std::iter::once(step), |_| arm);
        }
    }

    fn levers_of(&self, group: &Group) -> &[Lever] {
        &self.levers[group.levers.0..group.levers.1]
    }

    /// Writes the lower triangle of J Jᵀ to a row-major matrix of `n` rows.
    pub(super) fn write_gram(&self, n: usize, gram: &mut [f64]) {
        for a in &self.groups {
            for b in self.groups.iter().filter(|b| b.first_row <= a.first_row) {
                let rows = self.block(a, b).transpose();
                let rows = [rows.x_axis, rows.y_axis, rows.z_axis];
                for (i, component) in a.seen.components().iter().enumerate() {
                    let at = (a.first_row + i) * n + b.first_row;
                    b.seen.put(rows[*component], &mut gram[at..]);
                }
            }
        }
    }

    /// The products of the rows of `a` with the rows of `b`.
    fn block(&self, a: &Group, b: &Group) -> DMat3 {
        let (mut balls, mut rest) = (DMat3::ZERO, DMat3::ZERO);
        match (a.effect, b.effect) {
            (Effect::Arm, Effect::Arm) => self.for_shared(a, b, |a, b| {
                if a.dofs == 1 {
                    add_outer(&mut rest, a.arm, b.arm);
                } else {
                    add_outer(&mut balls, b.arm, a.arm);
                }
            }),
            _ => self.for_shared(a, b, |la, lb| {
                if la.dofs == 1 {
                    add_outer(&mut rest, la.arm, lb.arm);
                } else {
                    rest += la.ball_block(a.effect) * lb.ball_block(b.effect).transpose();
                }
            }),
        }
        let trace = balls.x_axis.x + balls.y_axis.y + balls.z_axis.z;
        DMat3::from_diagonal(DVec3::splat(trace)) - balls + rest
    }

    /// Calls `visit` with the levers of every joint that moves both goals.
    #[inline]
    fn for_shared(&self, a: &Group, b: &Group, mut visit: impl FnMut(&Lever, &Lever)) {
        let (of_a, of_b) = (self.levers_of(a), self.levers_of(b));
        if a.whole_body {
            for b in of_b {
                visit(&of_a[usize::from(b.joint)], b);
            }
        } else if b.whole_body {
            for a in of_a {
                visit(a, &of_b[usize::from(a.joint)]);
            }
        } else {
            // Two ways outward in a tree part once and for all.
            for (a, b) in of_a.iter().zip(of_b) {
                if a.joint != b.joint {
                    break;
                }
                visit(a, b);
            }
        }
    }

    /// Writes J p to `out`.
    pub(super) fn multiply(&self, p: &[f64], out: &mut [f64]) {
        for group in &self.groups {
            let mut sum = DVec3::ZERO;
            for lever in self.levers_of(group) {
                sum += lever.effect(group.effect, &p[usize::from(lever.first_dof)..]);
            }
            group.seen.put(sum, &mut out[group.first_row..]);
        }
    }

    /// z += Jᵀ y.
    pub(super) fn add_transposed(&self, y: &[f64], z: &mut [f64]) {
        for group in &self.groups {
            let pull = group.seen.take(&y[group.first_row..]);
            for lever in self.levers_of(group) {
                let z = &mut z[usize::from(lever.first_dof)..];
                if lever.dofs == 1 {
                    z[0] += lever.arm.dot(pull);
                    continue;
                }
                let turn = match group.effect {
                    Effect::Arm => lever.arm.cross(pull),
                    Effect::Turn => lever.arm * pull,
                };
                let z = &mut z[..3];
                z[0] += turn.x;
                z[1] += turn.y;
                z[2] += turn.z;
            }
        }
    }

    /// Writes J d of a held direction d to `out`.
    pub(super) fn write_column(&self, held: &HeldColumns, out: &mut [f64]) {
        for group in &self.groups {
            let mut levers = self.levers_of(group).iter();
            let lever = levers.find(|lever| usize::from(lever.first_dof) == held.first);
            let effect = lever.map(|lever| lever.effect(group.effect, &held.direction));
            let seen = &mut out[group.first_row..];
            group.seen.put(effect.unwrap_or_default(), seen);
        }
    }

    /// Writes J out, for those who take rows apart.
    pub(super) fn write_rows(&self, rows: &mut Rows) {
        rows.zero();
        for group in &self.groups {
            for lever in self.levers_of(group) {
                for k in 0..usize::from(lever.dofs) {
                    let mut axis = [0.0; 3];
                    axis[k] = 1.0;
                    let column = lever.effect(group.effect, &axis);
                    for (row, component) in group.seen.components().iter().enumerate() {
                        let at = (group.first_row + row) * rows.stride;
                        rows.jacobian[at + usize::from(lever.first_dof) + k] = column[*component];
                    }
                }
            }
        }
    }
}

impl Seen {
    const fn components(self) -> &'static [usize] {
        match self {
            Self::All => &[0, 1, 2],
            Self::Ground => &[0, 2],
            Self::Height => &[1],
        }
    }

    /// Writes the seen components to the first entries of `rows`.
    #[inline]
    fn put(self, value: DVec3, rows: &mut [f64]) {
        match self {
            Self::All => rows[..3].copy_from_slice(&value.to_array()),
            Self::Ground => rows[..2].copy_from_slice(&[value.x, value.z]),
            Self::Height => rows[0] = value.y,
        }
    }

    /// The seen components from the first entries of `rows`; the others are zero.
    #[inline]
    fn take(self, rows: &[f64]) -> DVec3 {
        match self {
            Self::All => DVec3::from_slice(&rows[..3]),
            Self::Ground => DVec3::new(rows[0], 0.0, rows[1]),
            Self::Height => DVec3::new(0.0, rows[0], 0.0),
        }
    }
}

impl Lever {
    fn new(step: &Step, arm: DVec3) -> Self {
        Self {
            arm,
            joint: step.turning,
            first_dof: step.first_dof,
            dofs: step.dofs,
        }
    }

    /// What the joint's columns, which come first in `turn`, do to the goal.
    #[inline]
    fn effect(&self, effect: Effect, turn: &[f64]) -> DVec3 {
        if self.dofs == 1 {
            return turn[0] * self.arm;
        }
        let turn = DVec3::from_slice(&turn[..3]);
        match effect {
            Effect::Arm => turn.cross(self.arm),
            Effect::Turn => turn * self.arm,
        }
    }

    /// A ball's block of J.
    fn ball_block(&self, effect: Effect) -> DMat3 {
        let [x, y, z] = DVec3::AXES.map(|axis| self.effect(effect, axis.as_ref()));
        DMat3::from_cols(x, y, z)
    }
}

/// sum += a bᵀ.
#[inline]
fn add_outer(sum: &mut DMat3, a: DVec3, b: DVec3) {
    sum.x_axis += a * b.x;
    sum.y_axis += a * b.y;
    sum.z_axis += a * b.z;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ik::rows::dot;
    use crate::ik::{Goal, Rank};
    use crate::kinematics::Stance;
    use crate::lab::random_pose;
    use crate::math::Random;

    #[test]
    fn products_with_levers_are_those_with_the_rows_written_out() {
        let mut random = Random::new(6);
        for name in ["mannequin", "human", "planar"] {
            let character = crate::io::load_character(name).unwrap();
            let stance = Stance::from_pose(&character, &character.rest, &[0, 1]);
            let pose = random_pose(&character, &mut random);
            let mut kin = Kinematics::default();
            stance.update(&character, &pose, &mut kin);
            let mut goals = Goal::contacts(&character, &stance);
            goals.push(Goal::balance_over_center(&stance));
            for effector in &character.effectors {
                goals.extend(Goal::reach(&character, &effector.name, DVec3::ONE));
            }
            let height = GoalKind::CenterOfMassHeight { height: 1.0 };
            goals.push(Goal::new("height", Rank::WISH, height));
            let height = GoalKind::Height {
                link: character.effectors[0].link,
                point_in_link: character.effectors[0].point_in_link,
                height: 1.0,
            };
            goals.push(Goal::new("height of a hand", Rank::EFFECTOR, height));

            let (mut levers, mut rows, mut spans) =
                (Levers::default(), Rows::default(), Vec::new());
            rows.start(&stance.rooting, &goals, &mut spans);
            for (goal, span) in goals.iter().zip(&spans) {
                let wish = (random.between(0.5, 2.0), random.in_box(DVec3::ONE));
                let to = (*span, &mut rows);
                levers.add_goal(&stance.rooting, &kin, &goal.kind, wish, to);
            }
            levers.write_rows(&mut rows);

            let n = rows.count;
            let mut gram = vec![0.0; n * n];
            levers.write_gram(n, &mut gram);
            let p: Vec<f64> = (0..rows.stride)
                .map(|_| random.between(-1.0, 1.0))
                .collect();
            let (mut effect, mut z) = (vec![0.0; n], vec![0.0; rows.stride]);
            levers.multiply(&p, &mut effect);
            levers.add_transposed(&effect, &mut z);
            for i in 0..n {
                assert!((effect[i] - dot(rows.row(i), &p)).abs() < 1e-12);
                for j in 0..=i {
                    let product = dot(rows.row(i), rows.row(j));
                    assert!((gram[i * n + j] - product).abs() < 1e-12, "{name} {i} {j}");
                }
            }
            // pᵀ (Jᵀ J p) = |J p|², padding aside.
            let dofs = stance.rooting.dofs;
            let along: f64 = z[..dofs].iter().zip(&p).map(|(z, p)| z * p).sum();
            assert!((along - effect.iter().map(|x| x * x).sum::<f64>()).abs() < 1e-9);
        }
    }
}
