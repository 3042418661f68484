//! A whole run: a ghost follows a clip while things happen to it.

use super::moment::{ClipPlan, Moment};
use super::pinned_pd::{Acting, Ghost, GhostSettings};
use super::replan::{Feedback, Replan};
use super::tracking::Tracking;
use crate::character::{Character, LinkId};
use crate::level::Level;
use crate::motion::{Clip, Recorder};
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
        pose: &crate::character::Pose,
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
    /// Where the ghost was: at the clip's rate, or at the physics' if that is less.
    pub clip: Clip,
    /// The plan that it followed, feedback included, at the same rate.
    pub plan: Clip,
    /// How well it followed that.
    pub tracking: Tracking,
    /// How often the plan started again.
    pub restarts: usize,
    /// Most energy of motion at any time [J].
    pub most_kinetic: f64,
    /// Fingerprint of the last state.
    pub hash: u64,
    /// Whether every number stayed finite.
    pub finite: bool,
}

/// Even steps that share their ends with frames.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pace {
    /// Clip frames from one recorded frame to the next.
    frames: usize,
    /// Steps of physics from one recorded frame to the next.
    steps: usize,
    frame_secs: f64,
}

impl Pace {
    fn of(clip: &Clip, steps_hz: f64) -> Self {
        let per_frame = clip.frame_secs * steps_hz;
        let (frames, steps) = if per_frame >= 1.0 {
            (1, per_frame.round() as usize)
        } else {
            ((1.0 / per_frame).round() as usize, 1)
        };
        Self {
            frames,
            steps,
            frame_secs: clip.frame_secs * frames as f64,
        }
    }
}

/// Runs a ghost along a clip. `progress` hears the share that is done.
pub fn run(
    character: &Character,
    level: &Level,
    clip: &Clip,
    order: &RunOrder,
    progress: &mut dyn FnMut(f64),
) -> Run {
    let pace = Pace::of(clip, order.settings.steps_hz);
    let step_secs = pace.frame_secs / pace.steps as f64;
    let settings = GhostSettings {
        steps_hz: 1.0 / step_secs,
        ..order.settings.clone()
    };
    let mut plan = ClipPlan::new(clip);
    let mut moment = plan.begin();
    let mut ghost = Ghost::new(character, level, &moment, clip.start_secs, settings);
    let mut replan = order
        .feedback
        .map(|feedback| Replan::new(character, feedback));
    let mut recorder = Recorder::new(character);
    let mut result = Run::empty(clip, pace.frame_secs);
    result.record(&mut recorder, &ghost, &moment);
    let mut last = moment.clone();

    let frames = (clip.frames.len() - 1) / pace.frames;
    for frame in 1..=frames {
        for step in 1..=pace.steps {
            let secs = (frame - 1) as f64 * pace.frame_secs + step as f64 * step_secs;
            plan.write(secs, &mut moment);
            if let Some(replan) = &mut replan {
                let pose = &ghost.state().pose;
                replan.adjust(character, pose, &last, &mut moment, secs, step_secs);
            }
            throw(&mut ghost, &order.throws, secs, step_secs);
            let acting = acting(character, &order.pushes, secs, step_secs);
            let outcome = ghost.step(&moment, &acting).clone();
            if step == pace.steps {
                result.tracking.measure(&ghost, &moment, &outcome, secs);
            }
            last.clone_from(&moment);
        }
        result.record(&mut recorder, &ghost, &moment);
        progress(frame as f64 / frames.max(1) as f64);
        if !result.finite {
            break;
        }
    }
    result.restarts = replan.map_or(0, |replan| replan.restarts);
    result.hash = ghost.state().hash();
    result
}

impl Run {
    fn empty(clip: &Clip, frame_secs: f64) -> Self {
        let without_frames = |what: &str| Clip {
            name: format!("{}_{what}", clip.name),
            character: clip.character.clone(),
            level: clip.level.clone(),
            start_secs: clip.start_secs,
            frame_secs,
            frames: Vec::new(),
        };
        Self {
            clip: without_frames("ghost"),
            plan: without_frames("plan"),
            tracking: Tracking::default(),
            restarts: 0,
            most_kinetic: 0.0,
            hash: 0,
            finite: true,
        }
    }

    fn record(&mut self, recorder: &mut Recorder, ghost: &Ghost, moment: &Moment) {
        let state = ghost.state();
        self.finite = state.is_finite();
        let world = &ghost.settings().world;
        let energy = Energy::of_state(ghost.character(), ghost.loose(), world, state);
        self.most_kinetic = self.most_kinetic.max(energy.kinetic);
        let contacts = moment.contacts;
        (self.clip.frames).push(recorder.frame(state.pose.clone(), contacts));
        (self.plan.frames).push(recorder.frame(moment.planned.pose.clone(), contacts));
    }
}

/// Throws the balls whose time is within the step that ends at `secs`.
fn throw(ghost: &mut Ghost, throws: &[Throw], secs: f64, step_secs: f64) {
    for throw in throws {
        if (secs - step_secs..secs).contains(&throw.start_secs) {
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
fn acting(character: &Character, pushes: &[Push], secs: f64, step_secs: f64) -> Acting {
    let load = |push: &Push| {
        let begin = push.start_secs.max(secs - step_secs);
        let end = (push.start_secs + push.secs).min(secs);
        (end > begin).then(|| Load {
            body: BodyId::Link(push.link),
            point_in_body: character.link(push.link).com_in_link,
            force: push.force * ((end - begin) / step_secs),
        })
    };
    Acting {
        loads: pushes.iter().filter_map(load).collect(),
        tethers: Vec::new(),
    }
}
