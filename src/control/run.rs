//! A whole run: a ghost follows a clip while things happen to it.

use super::moment::{ClipPlan, Moment};
use super::pinned_pd::{Acting, Ghost, GhostSettings};
use super::replan::{Feedback, Replan};
use super::tracking::Tracking;
use crate::character::{Character, LinkId, Pose};
use crate::level::Level;
use crate::motion::{Clip, Recorder, write_pose_between};
use crate::physics::{BodyId, Energy, Load, LooseBody};
use glam::DVec3;

/// A force on a link for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push {
    /// When it begins, since the first frame [s].
    pub start_secs: f64,
    /// How long it lasts [s].
    pub secs: f64,
    /// Whose centre of mass it acts on.
    pub link: LinkId,
    /// World axes [N].
    pub force: DVec3,
}

/// A ball that is thrown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Throw {
    /// When, since the first frame [s].
    pub start_secs: f64,
    /// [kg]
    pub mass: f64,
    /// [m]
    pub radius: f64,
    /// Where from [m].
    pub from: DVec3,
    /// [m/s]
    pub velocity: DVec3,
}

impl Throw {
    /// A ball at a link of a pose: from a distance in front of it, against `direction` of flight, at a speed.
    pub fn at_link(
        character: &Character,
        pose: &Pose,
        link: LinkId,
        direction: DVec3,
        speed: f64,
    ) -> Self {
        const DISTANCE: f64 = 1.0;
        let kin = crate::kinematics::Kinematics::of(character, pose);
        let target = kin.link(link).point(character.link(link).com_in_link);
        let direction = direction.normalize_or(DVec3::NEG_Z);
        // Thrown a little upward, so that it has fallen back to its line when it arrives.
        let secs = DISTANCE / speed.max(0.1);
        Self {
            start_secs: 0.0,
            mass: 5.0,
            radius: 0.1,
            from: target - DISTANCE * direction,
            velocity: speed * direction + 0.5 * 9.81 * secs * DVec3::Y,
        }
    }
}

/// What a run is to be.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunOrder {
    /// How the ghost follows.
    pub settings: GhostSettings,
    /// Pushes, in any order.
    pub pushes: Vec<Push>,
    /// Throws, in any order.
    pub throws: Vec<Throw>,
    /// Whether the plan gives way, and when.
    pub feedback: Option<Feedback>,
}

/// What came of it.
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
    /// Most that motion and height together gained at any time since the start [J].
    pub most_gained: f64,
    /// Fingerprint of the last state.
    pub hash: u64,
    /// Whether every number stayed finite.
    pub finite: bool,
}

/// Two moments this near are one, as a share of a step.
const SAME: f64 = 1e-6;

/// Runs a ghost along a clip. `progress` hears the share that is done.
pub fn run(
    character: &Character,
    level: &Level,
    clip: &Clip,
    order: &RunOrder,
    progress: &mut dyn FnMut(f64),
) -> Run {
    let steps_hz = order.settings.steps_hz;
    let mut plan = ClipPlan::new(clip);
    let mut moment = plan.begin();
    let settings = order.settings.clone();
    let mut ghost = Ghost::new(character, level, &moment, clip.start_secs, settings);
    let mut replan = (order.feedback).map(|feedback| Replan::new(character, feedback));
    let mut recording = Recording::new(character, clip, &moment);
    let (mut acting, mut wished) = (Acting::default(), moment.clone());

    let steps = (clip.duration_secs() * steps_hz - SAME).ceil() as usize;
    for step in 1..=steps {
        let secs = step as f64 / steps_hz;
        recording.before(&ghost, &moment);
        plan.write(secs, &mut moment);
        if let Some(replan) = &mut replan {
            wished.clone_from(&moment);
            let followed = &recording.plan_before;
            replan.adjust(character, ghost.state(), followed, &mut moment, secs);
        }
        throw(&mut ghost, &order.throws, step);
        act(character, &order.pushes, secs, 1.0 / steps_hz, &mut acting);
        ghost.step(&moment, &acting);
        let wished = replan.is_some().then_some(&wished);
        if recording.after(&ghost, (&moment, wished), step, steps_hz) {
            progress(step as f64 / steps as f64);
        }
        if !recording.run.finite {
            break;
        }
    }
    let mut run = recording.run;
    run.restarts = replan.map_or(0, |replan| replan.restarts);
    run.hash = ghost.state().hash();
    run
}

impl Run {
    fn empty(clip: &Clip) -> Self {
        let without_frames = |what: &str| Clip {
            name: format!("{}_{what}", clip.name),
            character: clip.character.clone(),
            level: clip.level.clone(),
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
            hash: 0,
            finite: true,
        }
    }
}

/// A run as it is written down: frames of the clip lie on steps of physics or between two of them.
struct Recording<'a> {
    run: Run,
    recorder: Recorder<'a>,
    /// Ghost and plan before the step.
    ghost_before: Pose,
    plan_before: Pose,
    between: Pose,
    /// The last step may end after the clip.
    most_frames: usize,
    /// Of the figure before the first step [J].
    first_energy: Option<f64>,
}

impl<'a> Recording<'a> {
    fn new(character: &'a Character, clip: &Clip, start: &Moment) -> Self {
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
        }
    }

    /// Before a step.
    fn before(&mut self, ghost: &Ghost, plan: &Moment) {
        (self.first_energy).get_or_insert_with(|| energy_of(ghost).total());
        self.ghost_before.clone_from(&ghost.state().pose);
        self.plan_before.clone_from(&plan.planned.pose);
    }

    /// After a step: measures it, and records the frames that lie in it; says whether there were any. `wished` is the clip
    /// where the plan is not.
    fn after(
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
        let gained = energy.total() - self.first_energy.unwrap_or_default();
        run.most_gained = run.most_gained.max(gained);
        true
    }
}

/// Of the figure alone.
fn energy_of(ghost: &Ghost) -> Energy {
    let world = &ghost.settings().world;
    Energy::of_state(ghost.character(), &[], world, ghost.state())
}

/// Throws the balls whose time falls within a step; every time falls within one.
fn throw(ghost: &mut Ghost, throws: &[Throw], step: usize) {
    let steps_hz = ghost.settings().steps_hz;
    for throw in throws {
        if (throw.start_secs * steps_hz + SAME) as usize + 1 == step {
            let Throw {
                mass,
                radius,
                from,
                velocity,
                ..
            } = *throw;
            let (body, place) = LooseBody::thrown(mass, radius, from, velocity);
            ghost.add_loose(body, place);
        }
    }
}

/// The pushes that act within the step that ends at `secs`; one that covers part of the step acts by that part, so that its
/// impulse does not depend on the step.
fn act(character: &Character, pushes: &[Push], secs: f64, step_secs: f64, acting: &mut Acting) {
    let load = |push: &Push| {
        let begin = push.start_secs.max(secs - step_secs);
        let end = (push.start_secs + push.secs).min(secs);
        (end > begin).then(|| Load {
            body: BodyId::Link(push.link),
            point_in_body: character.link(push.link).com_in_link,
            force: push.force * ((end - begin) / step_secs),
        })
    };
    acting.loads.clear();
    acting.loads.extend(pushes.iter().filter_map(load));
}
