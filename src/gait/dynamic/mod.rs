//! Walking in dynamic balance, as people do: the centre of mass need not be over the feet, but the zero-moment point of the
//! whole body stays inside what stands.
//!
//! ```text
//! wishes ──> steps ──> feet that roll, contacts ──┐
//!                 pelvis, chest, arms, height ────┼──> way of the centre of mass ──> legs (solver) ──> motion
//!                                                 └──── what limbs add to the zero-moment point <──────┘  a few rounds
//! ```
//! Kajita's dynamics filter: the way is planned for a point mass first, the body is posed along it, and what its turning limbs
//! add to the zero-moment point is taken into the next plan. All is smooth in time, so that differences of frames mean something.

mod body;
mod carriage;
mod choosing;
mod course;
mod footwork;
mod haste;
mod heel;
mod height;
mod jump;
mod learnt;
mod legs;
mod many_legs;
mod pace;
mod plan;
mod roll;
mod rolling;
mod slip;
mod stages;
mod steps;
mod swinging;
mod two_bones;
mod upper_body;
mod ways;

use super::biped::Biped;
use super::planner::Footstep;
use super::walk::{Walk, WalkOrder};
use super::walker::CannotStand;
use crate::character::Character;
use crate::level::Level;
use crate::motion::Recorder;
use haste::slower_order;
pub use jump::{CannotJump, Jump, JumpOrder, jump};
pub(super) use legs::{STRAIGHTEST, stretch};
pub use many_legs::ManyLegs;
pub(super) use many_legs::walk as walk_on_many_legs;
pub(super) use pace::{Pace, comfortable_speed, fastest_speed};
use stages::{Source, Stages};
pub(super) use steps::swings_of;
pub(super) use swinging::RollingSwing;

/// What tips somewhere however slow the steps there are is tried at these shares of the ordered speed, all the way.
const ALL_THE_WAY: [f64; 4] = [1.0, 0.6, 0.4, 0.25];

/// Makes a walk of an order's wishes, slower around the steps where the body would tip; `on_progress` hears how many steps are laid
/// out. Nothing where it tips at every speed, or where steps of this kind get less far than they should.
pub(super) fn walk(
    character: &Character,
    level: &Level,
    order: &WalkOrder,
    mut on_progress: impl FnMut(usize),
) -> Result<Option<Walk>, CannotStand> {
    let biped = Biped::new(character)?;
    for most in ALL_THE_WAY {
        let slower = slower_order(&biped, order, most);
        let stages = Stages::new(character, level, &biped, &slower, Source::Wishes)?;
        if let Some(walk) = all_of(stages, (character, level, &slower), &mut on_progress) {
            return Ok(Some(Walk {
                slowest: most * walk.slowest,
                ..walk
            }));
        }
    }
    Ok(None)
}

/// Makes the steps that are given, slower around those where the body would tip, as well as it can.
pub(super) fn walk_again(
    character: &Character,
    level: &Level,
    order: &WalkOrder,
    footsteps: &[Footstep],
) -> Result<Walk, CannotStand> {
    let biped = Biped::new(character)?;
    let stages = Stages::new(character, level, &biped, order, Source::Given(footsteps))?;
    all_of(stages, (character, level, order), |_| {}).ok_or(CannotStand::Reach)
}

/// A whole walk.
fn all_of(
    mut stages: Stages,
    (character, level, order): (&Character, &Level, &WalkOrder),
    mut on_progress: impl FnMut(usize),
) -> Option<Walk> {
    let mut recorder = Recorder::new(character);
    let mut frames = Vec::new();
    let (mut margin, mut landing_error) = (f64::INFINITY, 0.0_f64);
    while !stages.is_done() {
        let stage = stages.next(&mut on_progress)?;
        margin = margin.min(stage.margin);
        landing_error = landing_error.max(stage.landing_error);
        let posed = stage.poses.into_iter().zip(stage.contacts);
        frames.extend(posed.map(|(pose, contacts)| recorder.frame(pose, contacts)));
    }
    let steps = stages.layout.steps;
    Some(Walk {
        settings: order.settings,
        clip: order.clip((character, level), frames),
        slowest: stages.hastes.slowest(),
        landing_error,
        margin,
        refusal: steps.refusal,
        footsteps: steps.footsteps,
    })
}
