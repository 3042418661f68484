//! The textbook: dense damped Gauss-Newton on points and centre of mass, without ranks or judgement of steps, and without
//! limits or with a plain clamp. It bounds what a short compiled loop can do, and is an independent answer to compare ours with.

use crate::character::{Character, Pose};
use crate::ik::Limits;
use crate::kinematics::{
    Kinematics, Stance, angular_jacobian, center_of_mass_jacobian, move_joints, position_jacobian,
};
use crate::lab::ReachProblem;
use crate::math::Cholesky;
use glam::DVec3;

/// What the textbook solver is given.
#[derive(Clone, Copy, Debug)]
pub struct BaselineProblem<'a> {
    /// The body.
    pub character: &'a Character,
    /// The held foot.
    pub stance: &'a Stance,
    /// The targets.
    pub reach: &'a ReachProblem,
}

/// Δ = Jᵀ (J Jᵀ + μ I)⁻¹ e with the half-screw term `J − ½ [e]ₓ J_angular`, repeated until everything is there.
#[derive(Clone, Debug, Default)]
pub struct DenseGaussNewton {
    kin: Kinematics,
    moved: Option<Pose>,
    /// rows × dofs
    jacobian: Vec<f64>,
    error: Vec<f64>,
    change: Vec<f64>,
    linear: Vec<DVec3>,
    angular: Vec<DVec3>,
    cholesky: Cholesky,
}

/// Damping μ [m²].
const DAMPING: f64 = 1e-4;
/// The largest error asked of one linearisation [m].
const MAX_ERROR: f64 = 0.4;

impl DenseGaussNewton {
    /// Moves `pose` to the targets; returns the number of linearisations, or nothing when 200 did not do.
    pub fn solve(
        &mut self,
        problem: BaselineProblem,
        tolerance: f64,
        pose: &mut Pose,
    ) -> Option<u32> {
        self.run(problem, Limits::Ignored, tolerance, pose)
    }

    /// The same with every joint put back inside its limits after each step: what is written first, and what gets stuck
    /// wherever a limit is in the way.
    pub fn solve_clamped(
        &mut self,
        problem: BaselineProblem,
        tolerance: f64,
        pose: &mut Pose,
    ) -> Option<u32> {
        self.run(problem, Limits::Respected, tolerance, pose)
    }

    fn run(
        &mut self,
        problem: BaselineProblem,
        limits: Limits,
        tolerance: f64,
        pose: &mut Pose,
    ) -> Option<u32> {
        let BaselineProblem {
            character, stance, ..
        } = problem;
        for iteration in 0..=200 {
            stance.update(character, pose, &mut self.kin);
            if self.linearise(problem) <= tolerance {
                return Some(iteration);
            }
            self.step();
            let moved = self.moved.get_or_insert_with(|| pose.clone());
            move_joints(&stance.rooting, &self.kin, pose, &self.change, moved);
            std::mem::swap(&mut pose.joints, &mut moved.joints);
            if limits == Limits::Respected {
                pose.clamp_joints(character);
            }
        }
        None
    }

    /// Fills J and e; returns the largest error.
    fn linearise(&mut self, problem: BaselineProblem) -> f64 {
        let rooting = &problem.stance.rooting;
        let n = rooting.dofs;
        self.linear.resize(n, DVec3::ZERO);
        self.angular.resize(n, DVec3::ZERO);
        self.jacobian.clear();
        self.error.clear();

        center_of_mass_jacobian(rooting, &self.kin, &mut self.linear);
        let [x, z] = [
            problem.reach.com_xz.x - self.kin.com.x,
            problem.reach.com_xz.y - self.kin.com.z,
        ];
        let mut largest = (x * x + z * z).sqrt();
        self.jacobian.extend(self.linear.iter().map(|c| c.x));
        self.jacobian.extend(self.linear.iter().map(|c| c.z));
        self.error.extend([x, z]);

        for &(effector, target) in &problem.reach.targets {
            let effector = &problem.character.effectors[effector];
            let point = self.kin.link(effector.link).point(effector.point_in_link);
            let error = target - point;
            largest = largest.max(error.length());
            let error = error.clamp_length_max(MAX_ERROR);
            position_jacobian(rooting, &self.kin, effector.link, point, &mut self.linear);
            angular_jacobian(rooting, &self.kin, effector.link, &mut self.angular);
            for (linear, angular) in self.linear.iter_mut().zip(&self.angular) {
                *linear += 0.5 * angular.cross(error);
            }
            for axis in 0..3 {
                self.jacobian.extend(self.linear.iter().map(|c| c[axis]));
            }
            self.error.extend(error.to_array());
        }
        largest
    }

    /// Fills the step from J and e.
    fn step(&mut self) {
        let rows = self.error.len();
        let n = self.jacobian.len() / rows;
        let row = |r: usize| &self.jacobian[r * n..(r + 1) * n];
        let matrix = self.cholesky.start(rows);
        for i in 0..rows {
            for j in 0..=i {
                matrix[i * rows + j] = row(i).iter().zip(row(j)).map(|(a, b)| a * b).sum();
            }
            matrix[i * rows + i] += DAMPING;
        }
        self.cholesky.factor(1e-12);
        self.cholesky.solve(&mut self.error);
        self.change.clear();
        self.change.resize(n, 0.0);
        for (r, y) in self.error.iter().enumerate() {
            for (x, j) in self.change.iter_mut().zip(&self.jacobian[r * n..]) {
                *x += y * j;
            }
        }
    }
}
