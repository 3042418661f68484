//! Many solves at once, over all cores.

use super::{Problem, Report, Solver, SolverSettings};
use crate::character::Pose;
use rayon::prelude::*;

/// One solve of a batch.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// What is to be solved.
    pub problem: Problem<'a>,
    /// Where it starts, and afterwards the answer.
    pub pose: Pose,
    /// What every goal got.
    pub report: Report,
}

/// Jobs handed to a core at a time: enough to hide the handing over, few enough to share the work evenly.
const CHUNK: usize = 16;

/// Solves every job from where its pose is. The answers do not depend on the number of threads: a solver keeps nothing
/// from one job to the next but memory.
pub fn solve_many(jobs: &mut [Job], settings: &SolverSettings) {
    jobs.par_chunks_mut(CHUNK)
        .for_each_init(Solver::default, |solver, chunk| {
            for job in chunk {
                solver.solve(job.problem, settings, &mut job.pose, &mut job.report);
            }
        });
}
