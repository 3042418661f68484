//! The full curvature of the cost, for solves that the rows alone cannot bring to rest.
//!
//! Gauss-Newton drops the second derivatives of the goals. That is right where all errors vanish; at a target out of
//! reach the error stays, and what was dropped decides how fast the figure comes to rest, or whether it trembles.
//! For a point p with the lever arm aⱼ from joint j, and joint i nearer to the held link or the same:
//! ∂²p / ∂ωᵢ ∂ωⱼ = ωᵢ × (ωⱼ × aⱼ); the centre of mass has the same with aⱼ = (mⱼ/M)(Vⱼ − Oⱼ). With f the pull on the
//! goal, its part of the Hessian is −f·∂², and ωᵢ·((f·a) ωⱼ − a (f·ωⱼ)) computes it.

use super::held::{Held, Here};
use super::measure::{Kernel, Measure};
use super::{Goal, GoalKind, Problem};
use crate::kinematics::{Kinematics, Rooting, Step, hinge_axis_in_world};
use crate::math::Cholesky;
use glam::{DMat3, DVec3};

/// Gradient and Hessian of half the cost in scaled columns, and memory to solve with them.
#[derive(Clone, Debug, Default)]
pub(super) struct Newton {
    /// Columns.
    size: usize,
    /// Minus the gradient.
    pull: Vec<f64>,
    /// Row-major, both triangles.
    hessian: Vec<f64>,
    /// The same with what limits hold taken out.
    held: Vec<f64>,
    right: Vec<f64>,
    cholesky: Cholesky,
    /// Levers of one goal: (step, arm).
    levers: Vec<(u16, DVec3)>,
    /// World axes of every column, times the joint's strength.
    axes: Vec<DVec3>,
    /// J of one goal, and K J.
    columns: Vec<(DVec3, DVec3)>,
}

/// How a goal moves with a turn of one of its joints.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lever {
    /// axis × arm.
    Arm,
    /// The axis itself.
    Turn,
}

impl Newton {
    /// Gradient and Hessian at a pose.
    pub(super) fn describe(
        &mut self,
        problem: Problem,
        kin: &Kinematics,
        measure: &Measure,
        kernels: &[Kernel],
    ) {
        let rooting = &problem.stance.rooting;
        self.size = rooting.dofs;
        self.write_axes(rooting, kin);
        self.pull.clear();
        self.pull.resize(self.size, 0.0);
        self.hessian.clear();
        self.hessian.resize(self.size * self.size, 0.0);
        for (index, goal) in problem.goals.iter().enumerate() {
            let (error, size) = (measure.errors[index], measure.sizes[index]);
            self.add_goal(rooting, kin, goal, &kernels[index], error, size);
        }
        // Both triangles: what was added for (i, j) with i nearer than j goes to (j, i) as well.
        for i in 0..self.size {
            for j in 0..i {
                self.hessian[i * self.size + j] = self.hessian[j * self.size + i];
            }
        }
    }

    fn write_axes(&mut self, rooting: &Rooting, kin: &Kinematics) {
        self.axes.clear();
        for step in &rooting.steps {
            match step.dofs {
                0 => {}
                1 => self
                    .axes
                    .push(step.strength * hinge_axis_in_world(step, kin)),
                _ => self
                    .axes
                    .extend(DVec3::AXES.map(|axis| step.strength * axis)),
            }
        }
    }

    /// Adds one goal's pull, its Gauss-Newton part Jᵀ K J, and its curvature.
    fn add_goal(
        &mut self,
        rooting: &Rooting,
        kin: &Kinematics,
        goal: &Goal,
        kernel: &Kernel,
        error: DVec3,
        size: f64,
    ) {
        let (lever, seen) = self.write_levers(rooting, kin, &goal.kind);
        let (across, along) = (kernel.stiffness_across(size), kernel.stiffness_along(size));
        let pull = across * error;
        // K: the stiffness along the error's direction and across it, in the components that the goal looks at.
        let e = error.normalize_or_zero();
        let along_only = (along - across) * DMat3::from_cols(e * e.x, e * e.y, e * e.z);
        let stiffness = DMat3::from_diagonal(across * seen) + along_only;

        self.columns.clear();
        self.columns.resize(self.size, (DVec3::ZERO, DVec3::ZERO));
        for &(index, arm) in &self.levers {
            for j in columns_of(&rooting.steps[usize::from(index)]) {
                let axis = self.axes[j];
                let column = match lever {
                    Lever::Arm => axis.cross(arm),
                    Lever::Turn => axis,
                } * seen;
                self.columns[j] = (column, stiffness * column);
                self.pull[j] += column.dot(pull);
            }
        }
        let n = self.size;
        for (i, (column, _)) in self.columns.iter().enumerate() {
            if *column == DVec3::ZERO {
                continue;
            }
            let row = &mut self.hessian[i * n..(i + 1) * n];
            for (entry, (_, stiff)) in row.iter_mut().zip(&self.columns).skip(i) {
                *entry += column.dot(*stiff);
            }
        }
        if lever == Lever::Arm {
            self.add_curvature(rooting, pull);
        }
    }

    /// The arms of a goal's joints, and which world components it looks at.
    fn write_levers(
        &mut self,
        rooting: &Rooting,
        kin: &Kinematics,
        kind: &GoalKind,
    ) -> (Lever, DVec3) {
        self.levers.clear();
        let index_of = |step: &Step| rooting.step_of_link[step.far_link.index()].unwrap_or(0);
        match *kind {
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
                let point = kin.link(link).point(point_in_link);
                let arms = rooting
                    .path_to(link)
                    .map(|step| (index_of(step), point - kin.pivot(step.joint)));
                self.levers.extend(arms);
                let seen = match kind {
                    GoalKind::Height { .. } => DVec3::Y,
                    _ => DVec3::ONE,
                };
                (Lever::Arm, seen)
            }
            GoalKind::Direction {
                link,
                direction_in_link,
                ..
            } => {
                let direction = kin.link(link).direction(direction_in_link);
                let arms = rooting
                    .path_to(link)
                    .map(|step| (index_of(step), direction));
                self.levers.extend(arms);
                (Lever::Arm, DVec3::ONE)
            }
            GoalKind::Orientation { link, .. } => {
                let turns = rooting
                    .path_to(link)
                    .map(|step| (index_of(step), DVec3::ZERO));
                self.levers.extend(turns);
                (Lever::Turn, DVec3::ONE)
            }
            GoalKind::CenterOfMass { .. }
            | GoalKind::Balance { .. }
            | GoalKind::CenterOfMassHeight { .. } => {
                for (index, step) in rooting.steps.iter().enumerate() {
                    let arm = kin.virtual_com[index] - kin.pivot(step.joint);
                    self.levers
                        .push((index as u16, step.mass_fraction_beyond * arm));
                }
                let seen = match kind {
                    GoalKind::CenterOfMassHeight { .. } => DVec3::Y,
                    _ => DVec3::new(1.0, 0.0, 1.0),
                };
                (Lever::Arm, seen)
            }
        }
    }

    /// −f·∂² for every pair of joints of which one lies on the way to the other.
    fn add_curvature(&mut self, rooting: &Rooting, pull: DVec3) {
        let n = self.size;
        for &(outer, arm) in &self.levers {
            let pull_along = pull.dot(arm);
            let outer_columns = columns_of(&rooting.steps[usize::from(outer)]);
            for j in outer_columns.clone() {
                let axis = self.axes[j];
                let bend = pull_along * axis - pull.dot(axis) * arm;
                // The joint itself: both orders of its axes share the entry.
                for i in outer_columns.start..=j {
                    let other = self.axes[i];
                    let back = pull_along * other - pull.dot(other) * arm;
                    self.hessian[i * n + j] += 0.5 * (other.dot(bend) + axis.dot(back));
                }
                // Joints nearer to the held link.
                let mut nearer = rooting.steps[usize::from(outer)].previous;
                while let Some(index) = nearer {
                    let step = &rooting.steps[usize::from(index)];
                    for i in columns_of(step) {
                        self.hessian[i * n + j] += self.axes[i].dot(bend);
                    }
                    nearer = step.previous;
                }
            }
        }
    }

    /// Adds how held bounds bend: a joint that slides along a curved bound is pushed back by it as it goes. With μ the
    /// pull against the bound, the cost along the bound has μ times the bound's curvature on top of its own.
    pub(super) fn add_bounds(&mut self, here: Here, held: &Held) {
        let n = self.size;
        for (first, normal, bend) in held.curvatures(here) {
            let pull = DVec3::from_slice(&self.pull[first..first + 3]);
            let against = pull.dot(normal).max(0.0);
            for i in 0..3 {
                for j in 0..3 {
                    self.hessian[(first + i) * n + first + j] += against * bend.col(j)[i];
                }
            }
        }
    }

    /// Writes the Newton step with this damping to `z`, leaving held directions alone. Says whether there is one: where
    /// the damped Hessian is not positive definite more damping is needed.
    pub(super) fn solve(
        &mut self,
        rooting: &Rooting,
        held: &Held,
        damping: f64,
        z: &mut [f64],
    ) -> bool {
        let n = self.size;
        self.right.clone_from(&self.pull);
        self.held.clone_from(&self.hessian);
        for j in 0..n {
            self.held[j * n + j] += damping;
        }
        for held in held.iter(rooting) {
            self.take_out(held.first, &held.direction[..held.dofs], held.distance);
        }
        let matrix = self.cholesky.start(n);
        matrix.copy_from_slice(&self.held);
        let definite = self.cholesky.factor(1e-12);
        if definite {
            self.cholesky.solve(&mut self.right);
            z[..n].copy_from_slice(&self.right);
        }
        definite
    }

    /// Moves along a direction of one joint for good and takes it out of the system.
    fn take_out(&mut self, first: usize, direction: &[f64], distance: f64) {
        let n = self.size;
        let columns = first..first + direction.len();
        for row in 0..n {
            let entries = &mut self.held[row * n..(row + 1) * n][columns.clone()];
            let along: f64 = entries.iter().zip(direction).map(|(h, d)| h * d).sum();
            self.right[row] -= along * distance;
            for (h, d) in entries.iter_mut().zip(direction) {
                *h -= along * d;
            }
        }
        for column in 0..n {
            let along: f64 = columns
                .clone()
                .zip(direction)
                .map(|(row, d)| self.held[row * n + column] * d)
                .sum();
            for (row, d) in columns.clone().zip(direction) {
                self.held[row * n + column] -= along * d;
            }
        }
        let along: f64 = self.right[columns.clone()]
            .iter()
            .zip(direction)
            .map(|(r, d)| r * d)
            .sum();
        for (i, d) in columns.clone().zip(direction) {
            self.right[i] -= along * d;
            for (j, e) in columns.clone().zip(direction) {
                self.held[i * n + j] += d * e;
            }
        }
    }

    /// How far a joint would go along one direction by itself with this damping; without end where nothing holds it.
    pub(super) fn reach(&self, first: usize, direction: &[f64], damping: f64) -> f64 {
        let n = self.size;
        let (mut pull, mut bend) = (0.0, damping);
        for (i, d) in direction.iter().enumerate() {
            pull += d * self.pull[first + i];
            for (j, e) in direction.iter().enumerate() {
                bend += d * e * self.hessian[(first + i) * n + first + j];
            }
        }
        if bend > 0.0 {
            pull.max(0.0) / bend
        } else {
            f64::INFINITY
        }
    }

    /// Minus the gradient of half the cost, per column.
    pub(super) fn pulls(&self) -> &[f64] {
        &self.pull
    }
}

fn columns_of(step: &Step) -> std::ops::Range<usize> {
    let first = usize::from(step.first_dof);
    first..first + usize::from(step.dofs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::Pose;
    use crate::ik::{Rank, SolverSettings, measure};
    use crate::kinematics::{Stance, move_joints};
    use crate::lab::random_pose;
    use crate::math::Random;

    /// Half the cost after a step, and minus its gradient.
    fn look(problem: Problem, kernels: &[Kernel], pose: &Pose) -> (f64, Vec<f64>, Newton) {
        let settings = SolverSettings::default();
        let mut kin = Kinematics::default();
        problem.stance.update(problem.character, pose, &mut kin);
        let mut taken = Measure::default();
        taken.take(problem.goals, &settings, &kin);
        let mut newton = Newton::default();
        newton.describe(problem, &kin, &taken, kernels);
        let cost = 0.5 * measure::cost(&taken.sizes, kernels);
        (cost, newton.pull.clone(), newton)
    }

    #[test]
    fn gradient_and_hessian_match_finite_differences_of_the_cost() {
        let character = crate::io::load_character("human").unwrap();
        let stance = Stance::from_pose(&character, &character.rest, &[0]);
        let mut random = Random::new(3);
        let mut goals = vec![Goal::balance_over_center(&stance)];
        for (name, target) in [
            ("left_hand", DVec3::new(0.9, 1.9, 2.0)),
            ("right_hand", DVec3::new(-0.2, 1.1, 0.3)),
        ] {
            goals.extend(Goal::reach(&character, name, target));
        }
        goals.push(Goal::new(
            "height",
            Rank::WISH,
            GoalKind::CenterOfMassHeight { height: 1.1 },
        ));
        goals.push(Goal::new(
            "chest height",
            Rank::EFFECTOR,
            GoalKind::Height {
                link: character.find_link("chest").unwrap(),
                point_in_link: DVec3::new(0.1, 0.2, 0.0),
                height: 1.0,
            },
        ));
        let problem = Problem {
            character: &character,
            stance: &stance,
            goals: &goals,
        };
        let mut kernels = Vec::new();
        for priority in [crate::ik::Priority::Weighted, crate::ik::Priority::Biased] {
            let settings = SolverSettings {
                priority,
                ..SolverSettings::default()
            };
            measure::write_kernels(&goals, &settings, &mut kernels);
            let pose = random_pose(&character, &mut random);
            let (_, pull, newton) = look(problem, &kernels, &pose);
            let n = newton.size;
            let mut kin = Kinematics::default();
            stance.update(&character, &pose, &mut kin);
            let at = |changes: &[(usize, f64)]| {
                let mut change = vec![0.0; n];
                for (j, h) in changes {
                    change[*j] += h;
                }
                let mut moved = pose.clone();
                move_joints(&stance.rooting, &kin, &pose, &change, &mut moved);
                look(problem, &kernels, &moved).0
            };
            let scale = newton.hessian.iter().fold(0.0, |m: f64, h| m.max(h.abs()));
            let h = 1e-4;
            for (i, pull) in pull.iter().enumerate() {
                let slope = (at(&[(i, h)]) - at(&[(i, -h)])) / (2.0 * h);
                assert!((slope + pull).abs() < 1e-6 * scale, "gradient {i}");
                for j in i..n {
                    let bend =
                        (at(&[(i, h), (j, h)]) - at(&[(i, h), (j, -h)]) - at(&[(i, -h), (j, h)])
                            + at(&[(i, -h), (j, -h)]))
                            / (4.0 * h * h);
                    let miss = (bend - newton.hessian[i * n + j]).abs();
                    assert!(miss < 1e-5 * scale, "hessian {i} {j}: {bend}");
                }
            }
        }
    }
}
