//! A whole run: a ghost follows a clip while things happen to it.

use super::moment::ClipPlan;
use super::pinned_pd::{Acting, Ghost, GhostSettings};
use super::record::{Recording, Run};
use super::replan::{Feedback, Replan};
use crate::character::{Character, LinkId, Pose};
use crate::kinematics::Kinematics;
use crate::level::Level;
use crate::motion::Clip;
use crate::physics::{BodyId, Load, LooseBody};
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
        let kin = Kinematics::of(character, pose);
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

/// Two moments this near are one, as a share of a step.
pub(super) const SAME: f64 = 1e-6;

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
        recording.add_work(&ghost, &acting);
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
