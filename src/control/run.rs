//! A whole run: a ghost follows a clip while things happen to it.

use super::course::{Course, Push, go};
use super::ghost::{Acting, Ghost, GhostSettings};
use super::moment::{ClipPlan, Moment};
use super::record::{Recording, Run};
use super::replan::{Feedback, Replan};
use crate::character::{Character, LinkId, Pose};
use crate::kinematics::Kinematics;
use crate::level::Level;
use crate::motion::Clip;
use crate::physics::LooseBody;
use glam::DVec3;
use std::ops::ControlFlow;

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
    let plan = ClipPlan::new(clip);
    let mut moment = plan.begin();
    let settings = order.settings.clone();
    let mut ghost = Ghost::new(character, level, &moment, clip.start_secs, settings);
    let steps = (clip.duration_secs() * steps_hz - SAME).ceil() as usize;
    let mut course = ClipCourse {
        character,
        order,
        plan,
        replan: (order.feedback).map(|feedback| Replan::new(character, feedback)),
        wished: moment.clone(),
        recording: Recording::new(character, clip, &moment),
        steps,
        progress,
    };
    go(&mut ghost, &mut course, steps, &mut moment);
    let ClipCourse {
        recording, replan, ..
    } = course;
    let mut run = recording.run;
    run.restarts = replan.map_or(0, |replan| replan.restarts);
    run.balance = ghost.balance().cloned();
    run.hash = ghost.hash();
    run
}

/// A clip, what happens on the way, and the record of it.
struct ClipCourse<'a> {
    character: &'a Character,
    order: &'a RunOrder,
    plan: ClipPlan<'a>,
    replan: Option<Replan>,
    /// The clip where the plan is not.
    wished: Moment,
    recording: Recording<'a>,
    steps: usize,
    progress: &'a mut dyn FnMut(f64),
}

impl Course for ClipCourse<'_> {
    fn aim(&mut self, ghost: &mut Ghost, step: usize, target: &mut Moment, acting: &mut Acting) {
        let steps_hz = self.order.settings.steps_hz;
        let secs = step as f64 / steps_hz;
        self.recording.before(ghost, target);
        self.plan.write(secs, target);
        if let Some(replan) = &mut self.replan {
            self.wished.clone_from(target);
            let followed = &self.recording.plan_before;
            replan.adjust(self.character, ghost.state(), followed, target, secs);
        }
        throw(ghost, &self.order.throws, step);
        let pushes = self.order.pushes.iter();
        let loads = pushes.filter_map(|push| push.load(self.character, secs, 1.0 / steps_hz));
        acting.loads.extend(loads);
    }

    fn look(
        &mut self,
        ghost: &Ghost,
        step: usize,
        target: &Moment,
        acting: &Acting,
    ) -> ControlFlow<()> {
        self.recording.add_work(ghost, acting);
        let wished = self.replan.is_some().then_some(&self.wished);
        let steps_hz = self.order.settings.steps_hz;
        if (self.recording).after(ghost, (target, wished), step, steps_hz) {
            (self.progress)(step as f64 / self.steps as f64);
        }
        if self.recording.run.finite {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
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
