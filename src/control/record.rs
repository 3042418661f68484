//! A run as it is written down: frames of the clip lie on steps of physics or between two of them.

use super::ghost::{Acting, Ghost};
use super::moment::Moment;
use super::run::SAME;
use super::tracking::Tracking;
use super::virtual_actuator::BalanceReading;
use crate::character::{Character, Pose};
use crate::kinematics::Kinematics;
use crate::motion::{Clip, Recorder, write_pose_between};
use crate::physics::{BodyId, Energy};

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// Where the ghost was, at the clip's rate.
    pub clip: Clip,
    /// The plan that it followed, feedback included, at the same rate.
    pub plan: Clip,
    /// How well it followed that.
    pub tracking: Tracking,
    /// How well it followed the clip, where feedback made the plan another.
    pub from_clip: Option<Tracking>,
    /// How often the plan started again.
    pub restarts: usize,
    /// Most energy of motion of the figure at any time [J].
    pub most_kinetic: f64,
    /// Most that motion and height together gained at any time since the start beyond what pushes gave [J]: the work of
    /// muscles and of balls.
    pub most_gained: f64,
    /// How it balanced at the end and since the beginning, when it did so by itself.
    pub balance: Option<BalanceReading>,
    /// Fingerprint of the last state, its controller's memory among it.
    pub hash: u64,
    /// Whether every number stayed finite.
    pub finite: bool,
}

impl Run {
    fn empty(clip: &Clip) -> Self {
        let without_frames = |what: &str| Clip {
            name: format!("{}_{what}", clip.name),
            character: clip.character.clone(),
            level: clip.level.clone(),
            balance: None,
            start_secs: clip.start_secs,
            frame_secs: clip.frame_secs,
            frames: Vec::new(),
        };
        Self {
            clip: without_frames("ghost"),
            plan: without_frames("plan"),
            tracking: Tracking::default(),
            from_clip: None,
            restarts: 0,
            most_kinetic: 0.0,
            most_gained: 0.0,
            balance: None,
            hash: 0,
            finite: true,
        }
    }
}

/// A run that is being written down.
pub(super) struct Recording<'a> {
    pub(super) run: Run,
    recorder: Recorder<'a>,
    /// Ghost and plan before the step.
    ghost_before: Pose,
    pub(super) plan_before: Pose,
    between: Pose,
    /// The last step may end after the clip.
    most_frames: usize,
    /// Of the figure before the first step, and of pushes since then [J].
    first_energy: Option<f64>,
    pushed: f64,
}

impl<'a> Recording<'a> {
    pub(super) fn new(character: &'a Character, clip: &Clip, start: &Moment) -> Self {
        let mut recorder = Recorder::new(character);
        let mut run = Run::empty(clip);
        let pose = &start.planned.pose;
        let first = recorder.frame(pose.clone(), start.contacts);
        run.plan.frames.push(first.clone());
        run.clip.frames.push(first);
        Self {
            run,
            recorder,
            ghost_before: pose.clone(),
            plan_before: pose.clone(),
            between: pose.clone(),
            most_frames: clip.frames.len(),
            first_energy: None,
            pushed: 0.0,
        }
    }

    /// Before a step.
    pub(super) fn before(&mut self, ghost: &Ghost, plan: &Moment) {
        (self.first_energy).get_or_insert_with(|| energy_of(ghost).total());
        self.ghost_before.clone_from(&ghost.state().pose);
        self.plan_before.clone_from(&plan.planned.pose);
    }

    /// The work of pushes in a step: force times way.
    pub(super) fn add_work(&mut self, ghost: &Ghost, acting: &Acting) {
        if acting.loads.is_empty() {
            return;
        }
        let poses = [&self.ghost_before, &ghost.state().pose];
        let [before, after] = poses.map(|pose| Kinematics::of(ghost.character(), pose));
        for load in &acting.loads {
            if let BodyId::Link(link) = load.body {
                let point = load.point_in_body;
                let way = after.link(link).point(point) - before.link(link).point(point);
                self.pushed += load.force.dot(way);
            }
        }
    }

    /// After a step: measures it, and records the frames that lie in it; says whether there were any. `wished` is the clip
    /// where the plan is not.
    pub(super) fn after(
        &mut self,
        ghost: &Ghost,
        (plan, wished): (&Moment, Option<&Moment>),
        step: usize,
        steps_hz: f64,
    ) -> bool {
        let run = &mut self.run;
        let state = ghost.state();
        run.finite = state.is_finite();
        let frame_steps = run.clip.frame_secs * steps_hz;
        let count = run.clip.frames.len();
        while run.clip.frames.len() < self.most_frames
            && run.clip.frames.len() as f64 * frame_steps <= step as f64 + SAME
        {
            let into = run.clip.frames.len() as f64 * frame_steps - (step as f64 - 1.0);
            let share = if into > 1.0 - SAME { 1.0 } else { into };
            for (clip, before, after) in [
                (&mut run.clip, &self.ghost_before, &state.pose),
                (&mut run.plan, &self.plan_before, &plan.planned.pose),
            ] {
                write_pose_between(before, after, share, &mut self.between);
                let frame = (self.recorder).frame(self.between.clone(), plan.contacts);
                clip.frames.push(frame);
            }
        }
        if run.clip.frames.len() == count {
            return false;
        }
        let secs = step as f64 / steps_hz;
        run.tracking.measure(ghost, plan, secs);
        if let Some(wished) = wished {
            (run.from_clip.get_or_insert_default()).measure(ghost, wished, secs);
        }
        let energy = energy_of(ghost);
        run.most_kinetic = run.most_kinetic.max(energy.kinetic);
        let gained = energy.total() - self.first_energy.unwrap_or_default() - self.pushed;
        run.most_gained = run.most_gained.max(gained);
        true
    }
}

/// Of the figure alone.
fn energy_of(ghost: &Ghost) -> Energy {
    let world = &ghost.settings().world;
    Energy::of_state(ghost.character(), &[], world, ghost.state())
}
