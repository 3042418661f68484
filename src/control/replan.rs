//! Feedback: a ghost that is pushed off course takes the plan along.
//!
//! The paper leaves this open (its section on future work). Here the plan starts again from where the ghost is, at the
//! ghost's speed, and comes back to the clip, which goes on meanwhile:
//!
//! ```text
//! plan(t) = clip(t) turned by x(t)      x(t) = (x₀ + (v₀ + ω x₀) t) exp(−ω t)      (a critically damped spring)
//! ```
//! x₀ and v₀ are what the ghost was ahead of the clip, joint by joint. On the way inverse kinematics puts every planned pose
//! over the feet that the clip stands on.

use super::moment::Moment;
use crate::character::{Character, LinkId, Pose};
use crate::ik::{Goal, Problem, Readiness, Report, Solver, SolverSettings};
use crate::kinematics::{Kinematics, Rooting, Stance, forward, virtual_centers};
use crate::physics::{BodyScale, State};
use glam::DVec3;
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// When the plan gives way, and how it recovers: lengths and times are those of a person, and are taken to the size of the
/// body.
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
/// Of the spring, over the time of recovery: after that time three thousandths of the way are left.
const QUICKNESS: f64 = 8.0;
/// A ghost that is faster than this against the clip leads the plan no farther astray [rad/s].
const MOST_RATE: f64 = 4.0;

/// A plan that yields. Asked once a frame.
#[derive(Clone, Debug)]
pub struct Replan {
    /// To the size of the body.
    feedback: Feedback,
    patience_secs: f64,
    most_rate: f64,
    /// When the plan last started again [s].
    since: Option<f64>,
    /// How far the ghost was ahead of the clip then, and how fast: a ball's in the link's own axes, a hinge's in x.
    /// (links)
    ahead: Vec<(DVec3, DVec3)>,
    /// How often it did.
    pub restarts: usize,
    solver: Solver,
    report: Report,
    rooting: Rooting,
    ghost: Kinematics,
    plan: Kinematics,
}

impl Replan {
    /// A plan that has not yielded yet.
    pub fn new(character: &Character, feedback: Feedback) -> Self {
        let scale = BodyScale::of(character);
        let time = scale.time();
        Self {
            feedback: Feedback {
                com_off: scale.length * feedback.com_off,
                recovery_secs: time * feedback.recovery_secs,
                margin: scale.length * feedback.margin,
                ..feedback
            },
            patience_secs: time * PATIENCE_SECS,
            most_rate: MOST_RATE / time,
            since: None,
            ahead: Vec::new(),
            restarts: 0,
            solver: Solver::default(),
            report: Report::default(),
            rooting: Rooting::new(character, LinkId::ROOT),
            ghost: Kinematics::default(),
            plan: Kinematics::default(),
        }
    }

    /// Whether the plan is on its way back at a time [s].
    pub fn is_recovering(&self, secs: f64) -> bool {
        (self.since).is_some_and(|since| secs < since + self.feedback.recovery_secs)
    }

    /// Changes the clip's moment at `secs` to one that leads there from the ghost; `last` is the plan that it followed.
    pub fn adjust(
        &mut self,
        character: &Character,
        ghost: &State,
        last: &Pose,
        moment: &mut Moment,
        secs: f64,
    ) {
        let is_fresh = self
            .since
            .is_some_and(|since| secs < since + self.patience_secs);
        if !is_fresh && self.is_off(character, &ghost.pose, last) {
            self.restarts += 1;
            self.since = Some(secs);
            self.start_from(character, ghost, moment);
        }
        let Some(since) = self.since.filter(|_| self.is_recovering(secs)) else {
            self.since = None;
            return;
        };
        let stance = stance_of(character, moment);
        let (quickness, time) = (QUICKNESS / self.feedback.recovery_secs, secs - since);
        let left = libm::exp(-quickness * time);
        let planned = &mut moment.planned;
        for (index, (turn, rate)) in self.ahead.iter().enumerate() {
            // x, ẋ and ẍ of the spring.
            let slope = *rate + quickness * *turn;
            let x = left * (*turn + time * slope);
            let v = left * slope - quickness * x;
            let a = -quickness * (2.0 * v + quickness * x);
            let kind = &character.links[index].joint.kind;
            let joint = &mut planned.pose.joints[index];
            *joint = joint.turned(x).clamped(kind);
            planned.velocity.joints[index] += v;
            planned.acceleration.joints[index] += a;
        }
        if let Some(stance) = stance {
            self.stand(character, &stance, &mut moment.planned.pose);
        }
    }

    /// Remembers how far the ghost is ahead of the clip.
    fn start_from(&mut self, character: &Character, ghost: &State, moment: &Moment) {
        let planned = &moment.planned;
        self.ahead.clear();
        for id in character.link_ids() {
            let turn = planned.pose.joint(id).turn_to(ghost.pose.joint(id));
            let rate = ghost.velocity.joints[id.index()];
            let faster = rate - planned.velocity.joints[id.index()];
            (self.ahead).push((turn, faster.clamp_length_max(self.most_rate)));
        }
    }

    fn is_off(&mut self, character: &Character, ghost: &Pose, plan: &Pose) -> bool {
        for (pose, kin) in [(ghost, &mut self.ghost), (plan, &mut self.plan)] {
            forward(&self.rooting, character, pose, pose.world_from_root, kin);
            virtual_centers(&self.rooting, kin);
        }
        let turn = |id| plan.joint(id).turn_to(ghost.joint(id)).length();
        let off = character.link_ids().map(turn).fold(0.0, f64::max);
        off > self.feedback.joint_off
            || self.plan.com.distance(self.ghost.com) > self.feedback.com_off
    }

    /// Puts a planned pose over its soles.
    fn stand(&mut self, character: &Character, stance: &Stance, pose: &mut Pose) {
        let mut goals = Goal::contacts(character, stance);
        goals.push(Goal::balance_within(stance, self.feedback.margin));
        // What is put over its soles is a plan already, not a pose that is looked for.
        let problem = Problem::new(character, stance, &goals).ready(Readiness::Alike);
        let settings = SolverSettings {
            // From here and nowhere else: a plan must not jump.
            max_travel: PI,
            ..SolverSettings::default()
        };
        (self.solver).solve(problem, &settings, pose, &mut self.report);
    }
}

/// What the clip stands on, where it has it; nothing in the air.
fn stance_of(character: &Character, moment: &Moment) -> Option<Stance> {
    let mut feet = character.footings(moment.contacts).peekable();
    feet.peek()?;
    Some(Stance::on_footings(character, &moment.planned.pose, feet))
}
