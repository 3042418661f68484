//! The push grid: how hard a ghost that holds a pose can be pushed in every direction before it falls.
//!
//! ```text
//! settle ──> push of some newtons in one direction ──> watched ──> stands? ──yes──> pushed harder, from the beginning
//!                                                                    └─────no─────> the direction's first fall
//! ```
//! A job is one direction: a pure function of the scenario, whatever else runs.

use crate::character::Character;
use crate::control::{
    Acting, BalanceReading, Course, Ghost, GhostSettings, Moment, Push, chest_of, go,
};
use crate::level::Level;
use glam::DVec3;
use std::f64::consts::TAU;
use std::ops::ControlFlow;

/// Below this share of its height over the ground at rest the centre of mass has fallen.
const FALLEN: f64 = 0.6;

/// What is tried: everything but the body and the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct PushGrid {
    /// How the ghost holds itself.
    pub ghost: GhostSettings,
    /// Directions, evenly around: the first is ahead, the next to its left.
    pub directions: usize,
    /// From one push to the next harder one [N].
    pub grid_newtons: f64,
    /// The hardest push [N].
    pub most_newtons: f64,
    /// How long it is pushed [s].
    pub push_secs: f64,
    /// How long it stands before [s].
    pub settle_secs: f64,
    /// How long it is watched from the beginning of the push [s].
    pub watched_secs: f64,
}

impl Default for PushGrid {
    fn default() -> Self {
        Self {
            ghost: GhostSettings::default(),
            directions: 8,
            grid_newtons: 20.0,
            most_newtons: 600.0,
            push_secs: 0.2,
            settle_secs: 1.0,
            watched_secs: 6.0,
        }
    }
}

/// One way of a pushed ghost.
#[derive(Clone, Debug, PartialEq)]
pub struct Pushed {
    /// Whether it stands at the end.
    pub stands: bool,
    /// How it balanced, when it did so by itself.
    pub balance: Option<BalanceReading>,
    /// Largest torque that a foot got from nowhere while its ankle asked for no more than `thr_min` [N m]: none, if all is well.
    pub helped_without_need: f64,
    /// How far the centre of mass is from where it was, level [m].
    pub com_moved: f64,
    /// Fingerprint of the last state.
    pub hash: u64,
}

impl PushGrid {
    /// A direction, level.
    pub fn way(&self, direction: usize) -> DVec3 {
        let angle = TAU * direction as f64 / self.directions as f64;
        DVec3::new(libm::sin(angle), 0.0, libm::cos(angle))
    }

    /// A ghost in its body's rest pose, pushed at the chest.
    pub fn push(&self, character: &Character, level: &Level, force: DVec3) -> Pushed {
        let contacts = character.soles_of_feet(character.standing_feet());
        let mut target = Moment::at_rest(character.rest.clone(), contacts);
        let mut ghost = Ghost::new(character, level, &target, 0.0, self.ghost.clone());
        let push = Push {
            start_secs: self.settle_secs,
            secs: self.push_secs,
            link: chest_of(character),
            force,
        };
        let mut course = Held {
            push,
            step_secs: 1.0 / self.ghost.steps_hz,
            start: None,
            done: Pushed {
                stands: true,
                balance: None,
                helped_without_need: 0.0,
                com_moved: 0.0,
                hash: 0,
            },
        };
        let secs = self.settle_secs + self.watched_secs;
        let steps = (secs * self.ghost.steps_hz).round() as usize;
        go(&mut ghost, &mut course, steps, &mut target);
        Pushed {
            balance: ghost.balance().cloned(),
            hash: ghost.hash(),
            ..course.done
        }
    }

    /// The hardest push of the grid that it stands in a direction, all softer ones among it [N]; zero when it falls at the first.
    pub fn hardest(&self, character: &Character, level: &Level, direction: usize) -> f64 {
        let steps = (self.most_newtons / self.grid_newtons + 1e-9) as usize;
        let newtons = |step: usize| step as f64 * self.grid_newtons;
        let stands = |step: &usize| {
            let force = newtons(*step) * self.way(direction);
            self.push(character, level, force).stands
        };
        newtons((1..=steps).take_while(stands).last().unwrap_or(0))
    }
}

/// A pose that is held while something pushes.
struct Held {
    push: Push,
    step_secs: f64,
    /// Where the centre of mass was at the beginning [m].
    start: Option<DVec3>,
    done: Pushed,
}

impl Course for Held {
    fn aim(&mut self, ghost: &mut Ghost, step: usize, _: &mut Moment, acting: &mut Acting) {
        let secs = step as f64 * self.step_secs;
        let load = self.push.load(ghost.character(), secs, self.step_secs);
        acting.loads.extend(load);
    }

    fn look(&mut self, ghost: &Ghost, _: usize, _: &Moment, _: &Acting) -> ControlFlow<()> {
        let done = &mut self.done;
        let com = ghost.com_before();
        let start = *self.start.get_or_insert(com);
        let ground = ghost.level().clearance(com, ghost.state().time_secs);
        let before = ghost.level().clearance(start, ghost.state().time_secs);
        done.com_moved = DVec3::new(com.x - start.x, 0.0, com.z - start.z).length();
        if let Some(balance) = ghost.balance() {
            for foot in &balance.feet {
                if foot.demanded.length() <= balance.least_torque {
                    let helped = foot.artificial.length();
                    done.helped_without_need = done.helped_without_need.max(helped);
                }
            }
        }
        // What is over no ground, or is no number, does not stand.
        done.stands = match (ground, before) {
            (Some(ground), Some(before)) => ground >= FALLEN * before,
            _ => false,
        };
        if done.stands {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}
