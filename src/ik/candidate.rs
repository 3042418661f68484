//! A pose with all that a solve knows of it, and what poses are judged by.

use super::kernel::{self, Kernel, Measure};
use super::limits;
use super::problem::{Apart, Here, Problem, write_strength};
use super::{Finish, GoalKind, SolverSettings};
use crate::character::{Character, LinkId, Pose};
use crate::collide::{Clearance, Clearances};
use crate::kinematics::Kinematics;
use crate::math::square;

/// A pose with all that is known of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidate {
    pub(super) pose: Pose,
    pub(super) kin: Kinematics,
    pub(super) measure: Measure,
    /// Where links are near to each other or to the ground, while they keep apart.
    pub(super) near: Vec<Clearance>,
    /// What the solve lowers.
    pub(super) cost: f64,
    /// The part of it that links in each other or in the ground have.
    pub(super) cost_of_walls: f64,
    /// The start that led here, from 0.
    pub(super) start: u32,
}

impl Candidate {
    /// The body in this pose.
    pub(super) fn here<'a>(&'a self, problem: Problem<'a>, strength: &'a [f64]) -> Here<'a> {
        Here {
            character: problem.character,
            rooting: &problem.stance.rooting,
            strength,
            rest: problem.posture.rest,
            pose: &self.pose,
            kin: &self.kin,
            size: problem.size,
        }
    }

    /// The deepest place where links are in each other or in the ground.
    pub(super) fn deepest(&self) -> Option<&Clearance> {
        let deepest = self.near.iter().min_by(|a, b| a.gap.total_cmp(&b.gap));
        deepest.filter(|near| near.gap < 0.0)
    }
}

/// What poses are judged by. Memory is kept between problems.
#[derive(Clone, Debug, Default)]
pub(super) struct Judge {
    /// What the error of every goal costs.
    pub(super) kernels: Vec<Kernel>,
    /// How many times the heaviest goal outweighs the lightest, wishes left out.
    pub(super) outweighs: f64,
    /// What a link in another costs; nothing while links may pass through each other.
    pub(super) wall: Option<Kernel>,
    /// How readily the joint of each step turns. (steps)
    pub(super) strength: Vec<f64>,
    clearances: Clearances,
    /// Links that goals bring together: they and what is joined to the one may touch the other.
    together: Vec<(LinkId, LinkId)>,
}

impl Judge {
    /// Takes a problem over; links may pass through each other at first.
    pub(super) fn begin(&mut self, problem: Problem, settings: &SolverSettings) {
        write_strength(problem, &mut self.strength);
        kernel::write_kernels(problem.goals, settings, &mut self.kernels);
        self.outweighs = kernel::outweighs(problem.goals, &self.kernels, problem.size);
        self.wall = None;
        self.together.clear();
        let kinds = problem.goals.iter().map(|goal| &goal.kind);
        self.together.extend(kinds.filter_map(|kind| match kind {
            GoalKind::Together(both) => Some((both.first.link, both.second.link)),
            _ => None,
        }));
    }

    /// Links keep apart from now on, if the problem wants that.
    pub(super) fn keep_apart(&mut self, problem: Problem, settings: &SolverSettings) {
        self.wall = match problem.apart {
            Apart::Through => None,
            Apart::Itself | Apart::ItselfAndGround(_) => Some(Kernel::of_walls(settings)),
        };
    }

    /// Where everything is, how far every goal, and what that costs.
    pub(super) fn look(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        candidate: &mut Candidate,
    ) {
        let (character, stance) = (problem.character, problem.stance);
        stance.update(character, &candidate.pose, &mut candidate.kin);
        let mut measure = std::mem::take(&mut candidate.measure);
        let here = candidate.here(problem, &self.strength);
        measure.take(problem.goals, settings, here);
        let mut cost = kernel::cost(&measure.sizes, &self.kernels);
        if settings.finish == Finish::LeastCost {
            cost += settings.posture * kernel::strain(here);
        }
        (candidate.measure, candidate.cost) = (measure, cost);
        candidate.cost_of_walls = 0.0;
        candidate.near.clear();
        self.look_at_walls(problem, settings, candidate);
    }

    /// Where links are near to each other or to the ground, and what that costs besides; nothing while they may pass through.
    pub(super) fn look_at_walls(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        candidate: &mut Candidate,
    ) {
        let Some(wall) = &self.wall else {
            return;
        };
        let (character, stance) = (problem.character, problem.stance);
        let (kin, measure) = (&candidate.kin, &mut candidate.measure);
        let near = &mut candidate.near;
        let margin = problem.size * limits::near(settings.finish);
        near.extend_from_slice(self.clearances.between_links(character, kin, margin));
        if !self.together.is_empty() {
            near.retain(|near| !may_touch(character, &self.together, near));
        }
        if let Apart::ItselfAndGround(terrain) = problem.apart {
            let stands = |link| stance.stands_on(character, link);
            let found = &mut self.clearances;
            near.extend_from_slice(found.with_ground(character, kin, terrain, margin, stands));
        }
        for depth in near.iter().map(|near| -near.gap).filter(|d| *d > 0.0) {
            candidate.cost_of_walls += wall.cost(depth);
            measure.total += square(depth / problem.size);
            measure.reached &= depth <= settings.position_tolerance;
        }
        candidate.cost += candidate.cost_of_walls;
    }
}

/// Whether goals bring two links together.
fn may_touch(character: &Character, together: &[(LinkId, LinkId)], near: &Clearance) -> bool {
    let Some(second) = near.second else {
        return false;
    };
    let is_part = |link: LinkId, of: LinkId| link == of || character.are_joined(link, of);
    together.iter().any(|&(a, b)| {
        (is_part(near.first, a) && is_part(second, b))
            || (is_part(near.first, b) && is_part(second, a))
    })
}
