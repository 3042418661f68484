//! Jumps: the same schedule of contacts, planner and body as a walk in dynamic balance, with a gap in the schedule.
//!
//! ```text
//! height, distance ──> parabola ──> timetable, heights ──┐
//!          feet that roll off, hang and land, contacts ──┼──> way of the centre of mass ──> legs (solver) ──> motion
//!                  arms, chest, lean of the pelvis ──────┘         ^          ^                │
//!                                                                  └── what limbs add, and turn in the air, is planned again
//! ```
//! In the air nothing pushes: the centre of mass goes on its parabola, and the pelvis turns so that the angular momentum stays.

mod extremes;
mod feet;
mod heights;
mod plan;
mod posture;
mod timetable;
mod turn;

use crate::character::{Character, Pose};
use crate::gait::biped::Biped;
use crate::gait::figure::bent_legs;
use crate::gait::foothold::Foothold;
use crate::gait::settings::WalkSettings;
use crate::gait::walker::{CannotStand, starting_footholds};
use crate::kinematics::Kinematics;
use crate::level::{Level, SurfaceId};
use crate::motion::audit::flights;
use crate::motion::{Audit, BalanceKind, Clip, Recorder, contacts_of};
use glam::{DQuat, DVec2, DVec3};
use heights::Heights;
use plan::{PLACING, Plan, ROUNDS, Scene};
use std::ops::RangeInclusive;

/// A jump that is to be made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JumpOrder {
    /// How high the centre of mass rises over where it is when the body stands [m].
    pub height: f64,
    /// How far the feet land ahead of where they left; negative is backward [m].
    pub distance: f64,
    /// Where it starts (x, z) [m].
    pub start_xz: DVec2,
    /// Where it faces: zero is ahead (+Z), a quarter turn is to the left (+X) [rad].
    pub heading: f64,
    /// Time of the level when it starts [s].
    pub start_secs: f64,
    /// How long it stands before and after [s].
    pub pause_secs: f64,
}

/// A jump that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Jump {
    /// The poses.
    pub clip: Clip,
}

/// Why a body cannot make a jump.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CannotJump {
    /// It does not stand, or would not where it lands.
    #[error(transparent)]
    Stand(#[from] CannotStand),
    /// What it stands on, or would land on, does not keep still.
    #[error("the ground moves, and a jump needs one that keeps still")]
    MovingGround,
    /// No crouch was found that its legs push it so high from, and soundly.
    #[error(
        "it cannot jump {height} m high and {distance} m far without tipping, from any crouch that was tried"
    )]
    Legs {
        /// [m]
        height: f64,
        /// [m]
        distance: f64,
    },
}

/// Frames of a person's jump last so long [s]; small bodies are quicker.
const FRAME_SECS: f64 = 1.0 / 120.0;
/// How high and far a person may be asked to jump [m].
const HEIGHTS: [f64; 2] = [0.05, 0.6];
const DISTANCES: [f64; 2] = [-0.6, 1.5];
/// How much lower than with a stretched leg a standing body is carried, in legs.
const CROUCH: f64 = 0.003;
/// Knees when the toes leave and touch [rad].
const KNEES: [f64; 2] = [0.50, 0.62];
/// Where the centre of mass is then at first, over that of the standing body, for a person [m]; no higher than this share of the jump.
const OFF: f64 = 0.04;
const TOUCH: f64 = 0.0;
const MOST_OF_RISE: f64 = 0.65;
/// Lower jumps over where it lands, of a person, are none [m].
const LEAST_RISE: f64 = 0.02;
/// How often heights are made to fit the legs.
const FITS: usize = 3;
/// Depths of crouches that are tried, as shares of how deep people crouch.
const DEPTHS: [f64; 6] = [1.0, 0.9, 0.8, 0.7, 0.6, 0.45];
/// The centre of mass of a person's flight is no farther from its parabola [m].
const OFF_PARABOLA: f64 = 5e-4;
/// Nor is the angular momentum farther from its mean than that of a standing body that turns so fast [rad/s].
const SPIN: f64 = 0.1;
/// Where it is nearer than this nothing better is looked for [rad/s].
const STEADY: f64 = 0.03;

impl JumpOrder {
    /// Straight up or ahead from the level's start.
    pub fn new(height: f64, distance: f64) -> Self {
        Self {
            height,
            distance,
            start_xz: DVec2::new(0.0, 0.6),
            heading: 0.0,
            start_secs: 0.0,
            pause_secs: 0.4,
        }
    }

    /// Heights that a body may be asked for, lengths that suit a person being multiplied by `fineness` for it [m].
    pub fn heights(fineness: f64) -> RangeInclusive<f64> {
        let [least, most] = HEIGHTS.map(|metres| fineness * metres);
        least..=most
    }

    /// The same of distances [m].
    pub fn distances(fineness: f64) -> RangeInclusive<f64> {
        let [least, most] = DISTANCES.map(|metres| fineness * metres);
        least..=most
    }

    fn turn(&self) -> DQuat {
        DQuat::from_rotation_y(self.heading)
    }

    fn ahead(&self) -> DVec3 {
        self.turn() * DVec3::Z
    }

    /// To the left.
    fn across(&self) -> DVec3 {
        self.turn() * DVec3::X
    }
}

/// From one frame to the next of a body so large beside a person [s].
fn frame_secs(fineness: f64) -> f64 {
    FRAME_SECS / (1.0 / fineness.sqrt()).round().max(1.0)
}

/// Makes a jump.
///
/// # Errors
/// When the body cannot stand where it leaves or lands, or its legs do not carry it so high.
pub fn jump(character: &Character, level: &Level, order: &JumpOrder) -> Result<Jump, CannotJump> {
    let biped = Biped::new(character).map_err(CannotStand::from)?;
    let settings = WalkSettings {
        heading: order.heading,
        ..biped.static_settings()
    };
    let style = bent_legs(character, &biped, CROUCH * biped.shorter_leg());
    let ahead = order.ahead();
    let lands_xz = order.start_xz + order.distance * DVec2::new(ahead.x, ahead.z);
    let mut footholds: Vec<[Foothold; 2]> = Vec::new();
    for place in [order.start_xz, lands_xz] {
        let at = (place, order.start_secs);
        footholds.push(starting_footholds(&biped, level, &settings, at)?);
    }
    let footholds = [footholds[0], footholds[1]];
    let ground = footholds.map(|feet| {
        let soles = feet.iter().zip(&biped.feet);
        let heights = soles.map(|(hold, foot)| hold.surface_from_link.point(foot.center_in_link).y);
        0.5 * heights.sum::<f64>()
    });
    let fineness = biped.fineness();
    let is_still = |hold: &Foothold| matches!(hold.surface, SurfaceId::Ground(_));
    if !footholds.iter().flatten().all(is_still) {
        return Err(CannotJump::MovingGround);
    }
    let up = ground[1] - ground[0];
    let refused = CannotJump::Legs {
        height: order.height,
        distance: order.distance,
    };
    let is_over = order.height - up.max(0.0) >= fineness * LEAST_RISE;
    if !is_over {
        return Err(refused);
    }
    let heights = Heights {
        standing: ground[0] + standing_height(character, &biped, &style),
        apex: order.height,
        off: (fineness * OFF).min(MOST_OF_RISE * order.height),
        touch: (fineness * TOUCH).min(MOST_OF_RISE * order.height),
        up,
    };
    // 2 The jump, with shallower crouches where joints do not bend so far.
    let mut best: Option<Made> = None;
    for depth in DEPTHS {
        let scene = Scene {
            character,
            level,
            biped: &biped,
            style: &style,
            order,
            depth,
        };
        let made = fitted(scene, heights, &footholds);
        let spin = made.spin;
        let is_steadier = best.as_ref().is_none_or(|best| spin < best.spin);
        if made.is_sound(fineness) && is_steadier {
            best = Some(made);
            if spin <= STEADY {
                break;
            }
        }
    }
    best.map(|made| Jump { clip: made.clip }).ok_or(refused)
}

/// A jump, and how good it is.
struct Made {
    clip: Clip,
    /// The least distance of the zero-moment point from the edge of what stands [m].
    margin: f64,
    /// The farthest that the centre of mass is from its parabola [m].
    off_parabola: f64,
    /// The farthest that the angular momentum in the air is from its mean, as the rate of a standing body [rad/s].
    spin: f64,
}

impl Made {
    fn is_sound(&self, fineness: f64) -> bool {
        self.margin >= 0.0 && self.off_parabola <= fineness * OFF_PARABOLA && self.spin <= SPIN
    }
}

/// A jump that leaves and lands with legs that are bent as they should be then.
fn fitted(scene: Scene<'_>, mut heights: Heights, footholds: &[[Foothold; 2]; 2]) -> Made {
    let most = MOST_OF_RISE * scene.order.height;
    let mut plan = Plan::new(scene, &heights, footholds);
    for fit in 0..=FITS {
        plan.filter(if fit < FITS { PLACING } else { ROUNDS });
        if fit < FITS {
            let [off, touch] = plan.too_high(KNEES);
            heights.off = (heights.off - off).min(most);
            heights.touch = (heights.touch - touch).min(most - heights.up.max(0.0));
            plan = Plan::new(scene, &heights, footholds);
        }
    }
    let (character, order) = (scene.character, scene.order);
    let mut recorder = Recorder::new(character);
    let frames = plan.poses.iter().cloned().zip(plan.standing());
    let frames = frames.map(|(pose, stands)| recorder.frame(pose, contacts_of(stands)));
    let clip = Clip {
        name: format!("{} jumps on {}", character.name, scene.level.name),
        character: character.name.clone(),
        level: Some(scene.level.name.clone()),
        balance: Some(BalanceKind::Dynamic),
        start_secs: order.start_secs,
        frame_secs: plan.times.frame_secs,
        frames: frames.collect(),
    };
    let audit = Audit::new(character, &clip, Some(scene.level));
    let flights = flights(character, &clip);
    let off = flights.iter().map(|flight| flight.off_parabola);
    let spin = flights.iter().map(|flight| flight.spin_off_mean);
    Made {
        margin: (audit.summary.dynamic_margin).map_or(f64::NEG_INFINITY, |margin| margin.min),
        off_parabola: off.fold(0.0, f64::max),
        spin: spin.fold(0.0, f64::max) / plan.inertia(),
        clip,
    }
}

/// The centre of mass of a standing body over its soles [m].
fn standing_height(character: &Character, biped: &Biped, style: &Pose) -> f64 {
    let kin = Kinematics::of(character, style);
    let soles = biped.feet.iter();
    let soles = soles.map(|foot| kin.link(foot.link).point(foot.center_in_link).y);
    kin.com.y - 0.5 * soles.sum::<f64>()
}
