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
mod heel;
mod height;
mod jump;
mod legs;
mod many_legs;
mod pace;
mod plan;
mod roll;
mod rolling;
mod steps;
mod swinging;
mod two_bones;
mod upper_body;
mod ways;

use super::biped::Biped;
use super::figure::bent_legs;
use super::foothold::Foothold;
use super::planner::Footstep;
use super::walk::{Walk, WalkOrder};
use super::walker::{CannotStand, starting_footholds};
use crate::character::Character;
use crate::level::Level;
use crate::motion::audit::hardest_turns;
use crate::motion::{Clip, Recorder, contacts_of};
pub use jump::{CannotJump, Jump, JumpOrder, jump};
pub(super) use legs::{STRAIGHTEST, stretch};
pub use many_legs::ManyLegs;
pub(super) use many_legs::walk as walk_on_many_legs;
pub(super) use pace::{Pace, comfortable_speed, fastest_speed};
use plan::Plan;
pub(super) use steps::swings_of;
use steps::{Source, lay_out};
pub(super) use swinging::RollingSwing;

/// A person goes up and down stairs so fast, over the ground [m/s].
const ON_STAIRS: f64 = 0.5;
/// A walk that tips by no more than this is not made slower, for a person's legs [m].
const SOUND: f64 = 0.005;
/// A walk jerks where a joint is turned so many times harder than in 99 of a hundred frames.
const JERK: f64 = 3.0;
/// What is turned no harder than this does not jerk, for a person's legs [rad/s²].
const HARD: f64 = 300.0;
/// A walk that would tip is tried at this share of its speed, so often.
const SLOWER: f64 = 0.92;
const TRIES: usize = 13;
/// Steps that are given are tried so often.
const TRIES_AGAIN: usize = 5;
/// Where legs end it before that, shorter steps are tried so often.
const CUTS: usize = 4;

/// Makes a walk of an order's wishes, slower where the body would tip; `on_progress` hears how many steps are laid out. Nothing
/// where it tips at every speed, or where steps of this kind get less far than they should.
pub(super) fn walk(
    character: &Character,
    level: &Level,
    order: &WalkOrder,
    mut on_progress: impl FnMut(usize),
) -> Result<Option<Walk>, CannotStand> {
    let biped = Biped::new(character)?;
    let (mut share, mut cut_short) = (1.0, 0);
    for _ in 0..TRIES {
        let slower = at_share(&biped, order, share);
        let steps = (Source::Wishes, &mut on_progress);
        match make(character, level, &slower, steps)? {
            Attempt::Walked(walk)
                if walk.margin >= SOUND * biped.fineness() && !jerks(&biped, &walk.clip) =>
            {
                return Ok(Some(*walk));
            }
            Attempt::Hurries(slower) => {
                share *= slower;
                continue;
            }
            Attempt::CutShort if cut_short == CUTS => return Ok(None),
            Attempt::CutShort => cut_short += 1,
            Attempt::Walked(_) | Attempt::Tips => {}
        }
        share *= SLOWER;
    }
    Ok(None)
}

/// Makes the steps that are given, slower where the body would tip; the best of these walks.
pub(super) fn walk_again(
    character: &Character,
    level: &Level,
    order: &WalkOrder,
    footsteps: &[Footstep],
) -> Result<Walk, CannotStand> {
    let mut best: Option<Walk> = None;
    let mut share = 1.0;
    for _ in 0..TRIES_AGAIN {
        let (slower, steps) = in_more_time(order, footsteps, share);
        let steps = (Source::Given(steps), |_| {});
        if let Attempt::Walked(walk) = make(character, level, &slower, steps)? {
            let is_sound = walk.margin >= 0.0;
            if best.as_ref().is_none_or(|best| walk.margin > best.margin) {
                best = Some(*walk);
            }
            if is_sound {
                break;
            }
        }
        share *= SLOWER * SLOWER;
    }
    best.ok_or(CannotStand::Reach)
}

/// The same steps at a share of their speed.
fn in_more_time(
    order: &WalkOrder,
    footsteps: &[Footstep],
    share: f64,
) -> (WalkOrder, Vec<Footstep>) {
    let (mut slower, mut steps) = (order.clone(), footsteps.to_vec());
    if share == 1.0 {
        return (slower, steps);
    }
    slower.settings.cadence *= share;
    for step in &mut steps {
        step.swing_secs /= share;
        step.shift_secs /= share;
    }
    (slower, steps)
}

/// The same order at a share of its speed, with the steps of people at that.
fn at_share(biped: &Biped, order: &WalkOrder, share: f64) -> WalkOrder {
    if share == 1.0 {
        return order.clone();
    }
    let mut slower = order.clone();
    let speed = order.settings.ahead().forward;
    let [was, is] = [1.0, share].map(|share| Pace::at(share * speed, biped.hip_height()));
    let settings = &mut slower.settings;
    settings.step_length *= is.step_length / was.step_length;
    settings.cadence *= was.step_secs / is.step_secs;
    settings.swing_share *= is.swing_share() / was.swing_share();
    for (_, wish) in &mut slower.wishes {
        wish.forward *= share;
        wish.sideways *= share;
        wish.turn *= share;
    }
    slower
}

/// Whether a joint is turned much harder once than it is for nearly all of the time.
fn jerks(biped: &Biped, clip: &Clip) -> bool {
    let mut turns = hardest_turns(clip);
    turns.sort_by(f64::total_cmp);
    let most = turns.last().copied().unwrap_or(0.0);
    let usual = turns.get(turns.len() * 99 / 100).copied().unwrap_or(0.0);
    most > (JERK * usual).max(HARD / biped.fineness())
}

/// What is slower by less is as fast.
const NEARLY: f64 = 1.0 - 1e-9;

/// The comfortable speed of a body on stairs [m/s].
fn on_stairs(biped: &Biped) -> f64 {
    ON_STAIRS * biped.fineness().sqrt()
}

/// What comes of an order.
enum Attempt {
    /// Legs end it before the order does.
    CutShort,
    /// Steps lead up or down, and people take those slower: at this share of a level stroll.
    Hurries(f64),
    /// A sketch of it tips by so much that no more work would help.
    Tips,
    /// A walk, which may tip.
    Walked(Box<Walk>),
}

fn make(
    character: &Character,
    level: &Level,
    order: &WalkOrder,
    (source, on_progress): (Source, impl FnMut(usize)),
) -> Result<Attempt, CannotStand> {
    // 1 Where it stands, and what steps it takes.
    let biped = Biped::new(character)?;
    let start = (order.start_xz, order.start_secs);
    let feet: [Foothold; 2] = starting_footholds(&biped, level, &order.settings, start)?;
    let style = bent_legs(character, &biped, order.settings.crouch);
    let is_given = matches!(source, Source::Given(_));
    let steps = lay_out(character, level, &biped, order, (feet, source), on_progress);
    let most = on_stairs(&biped) / order.settings.ahead().forward;
    if !is_given && steps.climbs && most < NEARLY {
        return Ok(Attempt::Hurries(most));
    }
    if steps.is_cut_short() {
        return Ok(Attempt::CutShort);
    }
    // 2 The way of the body, and the body along it.
    let plan = Plan::new(character, level, &biped, (order, &style), &steps);
    let sketch = plan.sketch();
    if !is_given && plan.is_hopeless(&sketch) {
        return Ok(Attempt::Tips);
    }
    let made = plan.finish(&sketch);
    // 3 What was made.
    let mut recorder = Recorder::new(character);
    let frames = made
        .poses
        .iter()
        .cloned()
        .zip(plan.standing(made.poses.len()));
    let frames = frames.map(|(pose, stands)| recorder.frame(pose, contacts_of(stands)));
    let walk = Walk {
        settings: order.settings,
        clip: order.clip((character, level), frames.collect()),
        landing_error: made.landing_error,
        margin: made.margin,
        refusal: steps.refusal.clone(),
        footsteps: steps.footsteps.clone(),
    };
    Ok(Attempt::Walked(Box::new(walk)))
}
