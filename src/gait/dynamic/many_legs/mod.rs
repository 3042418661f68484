//! Bodies with four legs or more: they crawl, one foot in the air at a time and the centre of mass over the others, or trot, every second
//! foot at once in dynamic balance.
//!
//! ```text
//! wish ──> course of the trunk ──┬──> timetable: which feet swing when ──> footholds, arcs ──> schedule of contacts ──┐
//!                                └──> height and pitch over the ground ──> way of the centre of mass <────────────────┘
//!                                                              ^                    └──> legs (solver) ──> motion
//!                                                              └── where the trunk was beside it, what limbs add: planned again
//! ```
//! The schedule, the planner and the body are those of two legs.

mod course;
mod footing;
mod plan;
mod timetable;

use super::super::biped::{Foot, ancestors, fineness};
use super::super::settings::{Manner, WalkSettings, Wish};
use super::super::walk::{Walk, WalkOrder};
use super::super::walker::CannotStand;
use crate::character::{Character, LinkId};
use crate::kinematics::Kinematics;
use crate::level::Level;
use crate::motion::audit::GRAVITY;
use glam::{DQuat, DVec3};
use plan::{Plan, Scene};

/// What walking has to know of a body with four legs or more.
#[derive(Clone, Debug, PartialEq)]
pub struct ManyLegs {
    /// The link that all legs hang on, some by way of others.
    pub(super) trunk: LinkId,
    pub(super) trunk_at_rest: DQuat,
    /// From the left rearmost one ahead, then those of the right side.
    pub(in crate::gait) feet: Vec<Foot>,
    /// Which row each is in, counted from the rear. (feet)
    pub(super) rows: Vec<usize>,
    /// The middle of each sole at rest, seen from under the centre of mass, which is as high as their mean [m]. (feet)
    pub(super) rest_offset: Vec<DVec3>,
    /// The trunk's pivot seen from there, and from the centre of mass [m].
    pub(super) trunk_offset: DVec3,
    pub(super) trunk_from_com: DVec3,
    /// Height of the hips over the soles at rest [m].
    hip_height: f64,
}

/// Speeds of a trot beside √(g h), h being the height of the hips: Froude's number is their square. Slower than the slowest it crawls.
const COMFORTABLE: f64 = 0.25;
const FASTEST: f64 = 0.42;
const SLOWEST: f64 = 0.07;
/// From one step of a trot to the next, standing and for a speed of 1 beside that, in √(h / g).
const STEP: f64 = 1.9;
const QUICKER: f64 = 0.9;
/// Share of a step in which its feet swing.
const TROT_SWING: f64 = 0.78;
const CRAWL_SWING: f64 = 0.55;
/// A foot goes so far in each of its steps when it crawls, and one takes so long, in heights of the hips and √(h / g).
const CRAWL_STRIDE: f64 = 0.5;
const CRAWL_STEP: f64 = 2.5;
/// A trot that would tip is tried at this share of its speed, so often.
const SLOWER: f64 = 0.85;
const TRIES: usize = 5;

impl ManyLegs {
    /// Nothing of a body that stands on fewer.
    pub fn new(character: &Character) -> Option<Self> {
        let kin = Kinematics::of(character, &character.rest);
        let standing: Vec<usize> = character.standing_feet().collect();
        if standing.len() < 4 {
            return None;
        }
        let chains: Vec<Vec<LinkId>> = standing
            .iter()
            .map(|foot| ancestors(character, character.feet[*foot].whole.link))
            .collect();
        let is_shared = |link: &LinkId, own: usize| {
            let mut others = chains.iter().enumerate().filter(|(k, _)| *k != own);
            others.any(|(_, chain)| chain.contains(link))
        };
        let trunk = *chains[0]
            .iter()
            .find(|link| chains.iter().all(|chain| chain.contains(link)))?;
        let mut feet: Vec<Foot> = Vec::new();
        for (own, (foot, chain)) in standing.iter().zip(&chains).enumerate() {
            let whole = &character.feet[*foot].whole;
            let center = kin.link(whole.link).point(whole.center_in_link());
            // A leg begins where it leaves the others.
            let hub = *chain.iter().find(|link| is_shared(link, own))?;
            let side = if center.x < 0.0 { -1.0 } else { 1.0 };
            let mut leg = Foot::new(character, &kin, (*foot, side), chain, hub);
            leg.hip_from_pelvis = kin.pivot(leg.thigh) - kin.pivot(trunk);
            feet.push(leg);
        }
        let center = |foot: &Foot| kin.link(foot.link).point(foot.center_in_link);
        feet.sort_by(|a, b| {
            let sides = b.side.total_cmp(&a.side);
            sides.then(center(a).z.total_cmp(&center(b).z))
        });
        let left = feet.iter().filter(|foot| foot.side > 0.0).count();
        let rows = (0..feet.len()).map(|k| if k < left { k } else { k - left });
        let mean_height = feet.iter().map(|foot| center(foot).y).sum::<f64>() / feet.len() as f64;
        let under = DVec3::new(kin.com.x, mean_height, kin.com.z);
        let hips = feet.iter().map(|foot| kin.pivot(foot.thigh).y);
        Some(Self {
            trunk,
            trunk_at_rest: kin.link(trunk).rotation,
            rows: rows.collect(),
            rest_offset: feet.iter().map(|foot| center(foot) - under).collect(),
            trunk_offset: kin.pivot(trunk) - under,
            trunk_from_com: kin.pivot(trunk) - kin.com,
            hip_height: hips.fold(f64::INFINITY, f64::min) - mean_height,
            feet,
        })
    }

    /// What lengths that suit a person are multiplied by, as its legs say.
    pub fn fineness(&self) -> f64 {
        fineness(self.shorter_leg())
    }

    /// [m]
    pub fn shorter_leg(&self) -> f64 {
        let lengths = self.feet.iter().map(|foot| foot.leg_length);
        lengths.fold(f64::INFINITY, f64::min)
    }

    /// √(g h) [m/s].
    fn pace(&self) -> f64 {
        (GRAVITY * self.hip_height).sqrt()
    }

    /// The speed of an easy trot [m/s].
    pub fn comfortable_speed(&self) -> f64 {
        COMFORTABLE * self.pace()
    }

    /// The fastest that it trots [m/s].
    pub fn fastest_speed(&self) -> f64 {
        FASTEST * self.pace()
    }

    /// Settings of a trot at a speed, or of a crawl at one that is too slow for that [m/s].
    pub fn settings_at(&self, speed: f64) -> WalkSettings {
        let still = self.static_settings();
        let pace = speed.abs() / self.pace();
        if pace < SLOWEST {
            return WalkSettings {
                step_length: still.step_length.min(speed.abs() * still.step_secs()),
                ..still
            };
        }
        let step_secs = (STEP - QUICKER * pace) * self.hip_height / self.pace();
        WalkSettings {
            manner: Manner::Dynamic,
            step_length: speed.abs() * step_secs,
            cadence: 60.0 / step_secs,
            swing_share: TROT_SWING,
            ..still
        }
    }

    /// Settings of a crawl.
    pub fn static_settings(&self) -> WalkSettings {
        let step_secs = CRAWL_STEP * self.hip_height / self.pace();
        let leg = self.shorter_leg();
        WalkSettings {
            manner: Manner::Static,
            // While one foot steps the trunk goes its part of that.
            step_length: CRAWL_STRIDE * self.hip_height / self.feet.len() as f64,
            step_width: 0.0,
            clearance: 0.06 * leg,
            cadence: 60.0 / step_secs,
            crouch: 0.01 * leg,
            swing_share: CRAWL_SWING,
            turn_per_step: 0.15,
            margin: 0.02 * self.fineness(),
            ..WalkSettings::for_any_body()
        }
    }

    /// A wish as far as steps go.
    pub fn within_steps(&self, settings: &WalkSettings, wish: Wish) -> Wish {
        let (secs, limit) = (settings.step_secs(), settings.step_length);
        let most = |speed: f64| (speed * secs).clamp(-limit, limit) / secs;
        let turn = settings.turn_per_step / secs;
        Wish {
            forward: most(wish.forward),
            sideways: most(wish.sideways),
            turn: wish.turn.clamp(-turn, turn),
        }
    }
}

/// Makes a walk; a trot that would tip is made slower, and crawls where that does not help. `on_progress` hears how many feet were set.
///
/// # Errors
/// When the body cannot stand where it should start.
pub(in crate::gait) fn walk(
    (character, body): (&Character, &ManyLegs),
    level: &Level,
    order: &WalkOrder,
    mut on_progress: impl FnMut(usize),
) -> Result<Walk, CannotStand> {
    let mut slower = order.clone();
    let mut make = |order: &WalkOrder| -> Result<(bool, Walk), CannotStand> {
        let scene = Scene {
            character,
            level,
            body,
            order,
        };
        let plan = Plan::new(scene)?;
        on_progress(plan.footsteps().len());
        Ok((plan.margin() >= 0.0, plan.walk()))
    };
    if order.settings.manner == Manner::Dynamic {
        for _ in 0..TRIES {
            let (is_sound, made) = make(&slower)?;
            if is_sound {
                return Ok(made);
            }
            slower.settings.step_length *= SLOWER;
            for (_, wish) in &mut slower.wishes {
                wish.forward *= SLOWER;
                wish.sideways *= SLOWER;
                wish.turn *= SLOWER;
            }
        }
        slower.settings = WalkSettings {
            heading: order.settings.heading,
            frame_secs: order.settings.frame_secs,
            ..body.static_settings()
        };
        slower.wishes.clear();
    }
    Ok(make(&slower)?.1)
}
