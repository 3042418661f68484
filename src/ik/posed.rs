//! The solve of a body with habits: what people would do is where it begins, and what posture pulls to.

use super::trace::Watch;
use super::{Finish, Outcome, Problem, Report, Solver, SolverSettings};
use crate::character::Pose;

/// Where a solve begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    /// Where the pose is.
    Pose,
    /// Where the joints would rather be.
    Rest,
}

impl Solver {
    /// Moves `pose` towards the goals; a body without habits begins where it is.
    pub(super) fn run<W: Watch>(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        pose: &mut Pose,
        report: &mut Report,
        watch: &mut W,
    ) {
        let settings = &settings.sized(problem.size);
        let Some(habits) = problem.posture.habits else {
            return self.solve_from((problem, settings), From::Pose, pose, report, watch);
        };
        let mut expectation = std::mem::take(&mut self.expectation);
        expectation.expect(problem, settings, habits, pose);
        let mut expected = problem;
        expected.posture.rest = expectation.joints();
        // Frames go on from where the body is.
        let is_free = settings.finish == Finish::Reached && settings.max_travel.is_infinite();
        if is_free {
            let start = pose.clone();
            // Nothing is nearer to what is expected than what is found from there.
            let first = SolverSettings {
                alternatives: 0,
                ..*settings
            };
            self.solve_from((expected, &first), From::Rest, pose, report, watch);
            if report.outcome != Outcome::Reached {
                self.try_without_habits((problem, settings), &start, pose, report);
            }
        } else {
            self.solve_from((expected, settings), From::Pose, pose, report, watch);
        }
        self.expectation = expectation;
    }

    /// What people would do may lead to where a body gets stuck: if it arrives without, that is the answer.
    fn try_without_habits(
        &mut self,
        (problem, settings): (Problem, &SolverSettings),
        start: &Pose,
        pose: &mut Pose,
        report: &mut Report,
    ) {
        let (mut other, mut told) = (start.clone(), Report::default());
        let watch = &mut super::trace::Nobody;
        self.solve_from(
            (problem, settings),
            From::Pose,
            &mut other,
            &mut told,
            watch,
        );
        if told.outcome == Outcome::Reached {
            (*pose, *report) = (other, told);
        }
    }
}
