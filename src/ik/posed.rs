//! The solve of a body with habits: what people would do is where it begins, and what posture pulls to.

use super::solver::Spent;
use super::trace::{Event, Watch};
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
        (self.starts, self.spent) = (0, Spent::default());
        // Habits are those of a body on its feet.
        let stands = !problem.stance.planted.is_empty();
        match problem.posture.habits.filter(|_| stands) {
            None => self.solve_from((problem, settings), From::Pose, pose, report, watch),
            Some(habits) => {
                let mut expectation = std::mem::take(&mut self.expectation);
                expectation.expect(problem, settings, habits, pose);
                let mut expected = problem;
                expected.posture.rest = expectation.joints();
                // Frames go on from where the body is.
                if settings.finish == Finish::Reached && settings.max_travel.is_infinite() {
                    // Nothing is nearer to what is expected than what is found from there.
                    let first = SolverSettings {
                        alternatives: 0,
                        ..*settings
                    };
                    self.solve_from((expected, &first), From::Rest, pose, report, watch);
                    if report.outcome != Outcome::Reached {
                        self.try_without_habits((problem, settings), pose, report, watch);
                    }
                } else {
                    self.solve_from((expected, settings), From::Pose, pose, report, watch);
                }
                self.expectation = expectation;
            }
        }
        watch.moment(Event::Ended, &self.now);
    }

    /// What people would do may lead to where a body gets stuck: if it arrives without, that is the answer.
    fn try_without_habits<W: Watch>(
        &mut self,
        (problem, settings): (Problem, &SolverSettings),
        pose: &mut Pose,
        report: &mut Report,
        watch: &mut W,
    ) {
        let (first, with_habits) = (self.now.clone(), report.clone());
        self.spent = Spent {
            iterations: report.iterations,
            sweeps: report.sweeps,
        };
        let mut other = pose.clone();
        other.joints.clone_from(&self.start);
        self.solve_from((problem, settings), From::Pose, &mut other, report, watch);
        let took = (report.iterations, report.sweeps);
        if report.outcome == Outcome::Reached {
            *pose = other;
        } else {
            self.now = first;
            *report = with_habits;
        }
        report.iterations = self.spent.iterations + took.0;
        report.sweeps = self.spent.sweeps + took.1;
    }
}
