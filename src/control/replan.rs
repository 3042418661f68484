//! Feedback: a ghost that is pushed off course takes the plan along.
//!
//! The paper leaves this open (its section on future work). Here the plan starts again from where the ghost is and leads
//! smoothly back to the clip; on the way inverse kinematics keeps every planned pose over its feet.

use super::moment::{Moment, turn_between};
use crate::character::{Character, Pose};
use crate::ik::{Goal, Problem, Report, Solver, SolverSettings};
use crate::kinematics::{Kinematics, Stance};
use crate::math::ease;
use crate::motion::write_pose_between;
use serde::{Deserialize, Serialize};

/// When the plan gives way, and how it recovers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Feedback {
    /// A joint this far from the plan starts it again [rad].
    pub joint_off: f64,
    /// A centre of mass this far from the plan's does, too [m].
    pub com_off: f64,
    /// Time from there back to the clip [s].
    pub recovery_secs: f64,
    /// The margin of balance that planned poses keep on the way [m].
    pub margin: f64,
}

impl Default for Feedback {
    fn default() -> Self {
        Self {
            joint_off: 10_f64.to_radians(),
            com_off: 0.05,
            recovery_secs: 1.0,
            margin: 0.02,
        }
    }
}

/// A plan that has started again is kept at least this long [s].
const PATIENCE_SECS: f64 = 0.25;
/// Planned joints turn no faster than this on the way back [rad/s].
const MOST_RATE: f64 = 4.0;

/// A plan that yields. Asked once a frame.
#[derive(Clone, Debug)]
pub struct Replan {
    feedback: Feedback,
    /// Where the ghost was when the plan last started again, and when.
    from: Option<(Pose, f64)>,
    /// How often it did.
    pub restarts: usize,
    solver: Solver,
    report: Report,
    pose: Pose,
}

impl Replan {
    /// A plan that has not yielded yet.
    pub fn new(character: &Character, feedback: Feedback) -> Self {
        Self {
            feedback,
            from: None,
            restarts: 0,
            solver: Solver::default(),
            report: Report::default(),
            pose: character.rest.clone(),
        }
    }

    /// Whether the plan is on its way back at a time [s].
    pub fn is_recovering(&self, secs: f64) -> bool {
        (self.from.as_ref()).is_some_and(|(_, start)| secs < start + self.feedback.recovery_secs)
    }

    /// Changes the clip's moment `secs` to one that leads there from the ghost, `last` being the plan of `frame_secs` before.
    pub fn adjust(
        &mut self,
        character: &Character,
        ghost: &Pose,
        last: &Moment,
        moment: &mut Moment,
        secs: f64,
        frame_secs: f64,
    ) {
        let since = self
            .from
            .as_ref()
            .map_or(f64::INFINITY, |(_, start)| secs - start);
        if since > PATIENCE_SECS && self.is_off(character, ghost, &last.planned.pose) {
            self.restarts += 1;
            self.from = Some((ghost.clone(), secs - frame_secs));
        }
        let Some((from, start)) = self.from.as_ref().filter(|_| self.is_recovering(secs)) else {
            self.from = None;
            return;
        };
        let share = ease((secs - start) / self.feedback.recovery_secs);
        write_pose_between(from, &moment.planned.pose, share, &mut self.pose);
        self.stand(character, moment);
        let contacts = moment.contacts;
        let mut next = last.clone();
        next.follow(character, &self.pose, contacts, frame_secs);
        // Where the plan starts again it jumps to the ghost; that is no speed to follow.
        for rate in &mut next.planned.rates {
            *rate = rate.clamp_length_max(MOST_RATE);
        }
        *moment = next;
    }

    fn is_off(&self, character: &Character, ghost: &Pose, plan: &Pose) -> bool {
        let turn = |id| turn_between(plan.joint(id), ghost.joint(id)).length();
        let off = character.link_ids().map(turn).fold(0.0, f64::max);
        let (wanted, found) = (
            Kinematics::of(character, plan),
            Kinematics::of(character, ghost),
        );
        off > self.feedback.joint_off || wanted.com.distance(found.com) > self.feedback.com_off
    }

    /// Puts the blended pose over the soles that the clip stands on; a pose that cannot is left as it is blended.
    fn stand(&mut self, character: &Character, moment: &Moment) {
        let soles: Vec<usize> = moment
            .contacts
            .iter()
            .filter(|s| *s < character.soles.len())
            .collect();
        if soles.is_empty() {
            return;
        }
        let stance = Stance::from_pose(character, &moment.planned.pose, &soles);
        let mut goals = Goal::contacts(character, &stance);
        goals.push(Goal::balance_within(&stance, self.feedback.margin));
        let problem = Problem {
            character,
            stance: &stance,
            goals: &goals,
        };
        let settings = SolverSettings {
            restarts: 0,
            ..SolverSettings::default()
        };
        let mut pose = self.pose.clone();
        self.solver
            .solve(problem, &settings, &mut pose, &mut self.report);
        self.pose = pose;
    }
}
