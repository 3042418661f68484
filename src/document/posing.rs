//! Edits of what is posed: pins, weights, asks, soles, joints.

use super::ground::{flat_on_ground, settle};
use super::heel::heel_pull;
use super::ranking::change_rows;
use super::repair::repair;
use super::setup::planted_where_it_is;
use super::{Document, Edit, Poser, Pull, Setup};
use crate::character::{Character, Footing, JointCoordinate, JointKind, LinkId};
use crate::ik::{Limits, amount};
use crate::kinematics::{Planted, body_size};
use crate::math::ShortNumber;
use glam::DVec3;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Margins that any sole could have [m].
const MARGINS: RangeInclusive<f64> = 0.0..=1.0;
/// A foot of a person that is lifted goes up by this much [m].
pub(super) const LIFT: f64 = 0.05;
/// Steps of an edit that moves the body.
const STEPS: u32 = 400;

/// Does an edit of the setup; an edit of anything else leaves it as it is.
pub(super) fn change_setup(
    document: &Document,
    setup: &mut Setup,
    edit: &Edit,
    poser: &mut Poser,
) -> Result<(), String> {
    let character = &document.character;
    poser.stand_on(&document.level);
    match *edit {
        Edit::PinPosition { handle, on } => {
            setup.check_handle(handle)?;
            let place = setup.place_of(handle, &setup.kinematics(character));
            setup.handles[handle].position = on.then_some(place);
            setup.handles[handle].touched = None;
        }
        Edit::PinRotation { handle, on } => {
            setup.check_handle(handle)?;
            if setup.handles[handle].grip.link().is_none() {
                return Err("the centre of mass has no rotation to pin".to_owned());
            }
            let rotation = setup.rotation_of(handle, &setup.kinematics(character));
            setup.handles[handle].rotation = on.then_some(rotation);
        }
        Edit::Release { handle } => {
            if let Some(handle) = handle {
                setup.check_handle(handle)?;
            }
            let carried = setup.plants.len();
            setup.release(handle);
            if setup.plants.len() != carried {
                settle(poser, character, setup);
            }
        }
        Edit::Ask(ask) => {
            ask.check(character)?;
            setup.ask(character, ask);
            settle_for_more(poser, character, setup);
        }
        Edit::Unask { index } => {
            setup.check_ask(index)?;
            setup.asks.remove(index);
        }
        Edit::MoveTarget { index, to } => {
            setup.check_ask(index)?;
            let moved = setup.asks[index].with_target(to);
            moved.check(character)?;
            setup.asks[index] = moved;
            settle(poser, character, setup);
        }
        Edit::Plant { foot } => {
            check_foot(character, foot)?;
            stand_on(document, setup, character.whole_foot(foot), poser)?;
        }
        Edit::StandOn(footing) => stand_on(document, setup, footing, poser)?,
        Edit::Lift { foot } => lift(document, setup, foot, poser)?,
        Edit::Hold { foot } => {
            let index = setup.find_planted(character, foot)?;
            let held = setup.planted.remove(index);
            setup.planted.insert(0, held);
            settle(poser, character, setup);
        }
        Edit::Freeze { link, on } => {
            check_joint(character, link)?;
            setup.frozen.retain(|frozen| *frozen != link);
            if on {
                setup.frozen.push(link);
            }
        }
        Edit::SetJoint { link, coordinate } => {
            set_joint(document, setup, link, coordinate, poser)?;
        }
        Edit::SetMargin(margin) => {
            check("margin", margin, &MARGINS, " m")?;
            setup.margin = margin;
            if setup.keeps_balance {
                settle(poser, character, setup);
            }
        }
        Edit::KeepBalance(on) => {
            setup.keeps_balance = on;
            if on {
                settle(poser, character, setup);
            }
        }
        Edit::Solve(change) => {
            setup.solving = setup.solving.with(change)?;
            settle(poser, character, setup);
        }
        Edit::Repair => letting_go(character, setup, |setup| repair(poser, character, setup))?,
        _ => return change_rows(setup, edit, (poser, character)),
    }
    Ok(())
}

/// Solves a setup of which more is asked. Where balance leads into a corner, what is asked comes first and balance after it.
fn settle_for_more(poser: &mut Poser, character: &Arc<Character>, setup: &mut Setup) {
    let mut other = setup.clone();
    let rest = setup.pose.clone();
    settle(poser, character, setup);
    let missed = |poser: &Poser| -> f64 {
        let gave_way = poser.report().gave_way(poser.goals());
        gave_way.iter().map(|(_, got)| got.after).sum()
    };
    let miss = missed(poser);
    if !setup.keeps_balance || miss == 0.0 {
        return;
    }
    other.keeps_balance = false;
    settle(poser, character, &mut other);
    other.keeps_balance = true;
    poser.solve_for(STEPS, character, &mut other, &rest, None);
    if missed(poser) < miss {
        *setup = other;
    }
}

/// Puts a foot, or these of its soles, on the ground under it.
fn stand_on(
    document: &Document,
    setup: &mut Setup,
    footing: Footing,
    poser: &mut Poser,
) -> Result<(), String> {
    let character = &document.character;
    check_footing(character, footing)?;
    let name = character.footing_name(footing);
    let kin = setup.kinematics(character);
    let there = planted_where_it_is(character, &kin, footing);
    let flat = flat_on_ground(character, &document.level, footing, &there.world_from_link);
    let Some(world_from_link) = flat else {
        return Err(format!("there is no ground under {name}"));
    };
    let planted = Planted {
        world_from_link,
        ..there
    };
    let mut known = setup.planted.iter_mut();
    if let Some(known) = known.find(|known| known.foot == footing.foot) {
        let let_go = known.patches.minus(footing.patches);
        *known = planted;
        let rest = setup.pose.clone();
        let pull = heel_pull(character, setup, footing, let_go);
        poser.solve_for(STEPS, character, setup, &rest, pull.as_ref());
    } else {
        setup.planted.push(planted);
        settle(poser, character, setup);
    }
    let results = poser.goals().iter().zip(&poser.report().goals);
    let mut missed =
        results.filter(|(goal, got)| goal.rank == crate::ik::Rank::CONTACT && !got.reached);
    if let Some((goal, got)) = missed.next() {
        let by = amount(goal.kind.unit(), got.after);
        return Err(format!(
            "{name} does not reach the ground under it: {by} are missing"
        ));
    }
    Ok(())
}

fn lift(
    document: &Document,
    setup: &mut Setup,
    foot: usize,
    poser: &mut Poser,
) -> Result<(), String> {
    let character = &document.character;
    let index = setup.find_planted(character, foot)?;
    if setup.planted.len() == 1 {
        let name = &character.feet[foot].name;
        return Err(format!(
            "{name} is all that stands: plant another foot first"
        ));
    }
    let lifted = setup.planted.remove(index);
    let rest = setup.pose.clone();
    let mut handles = setup.handles.iter();
    let foot = handles.position(|handle| handle.grip.link() == Some(lifted.link));
    let pull = foot.map(|handle| {
        let place = setup.place_of(handle, &setup.kinematics(character));
        Pull {
            handle,
            position: Some(place + body_size(character) * LIFT * DVec3::Y),
            rotation: Some(lifted.world_from_link.rotation),
            travel: f64::INFINITY,
        }
    });
    poser.solve_for(STEPS, character, setup, &rest, pull.as_ref());
    Ok(())
}

fn set_joint(
    document: &Document,
    setup: &mut Setup,
    link: LinkId,
    coordinate: JointCoordinate,
    poser: &mut Poser,
) -> Result<(), String> {
    let character = &document.character;
    check_joint(character, link)?;
    let joint = &character.link(link).joint;
    let is_turn = match (&joint.kind, coordinate) {
        (JointKind::Hinge { .. }, JointCoordinate::Hinge(angle)) => angle.is_finite(),
        (JointKind::Ball(_), JointCoordinate::Ball(q)) => (q.length() - 1.0).abs() < 1e-6,
        _ => false,
    };
    if !is_turn {
        return Err(format!("{} cannot be turned like that", joint.name));
    }
    setup.pose.joints[link.index()] = match setup.solving.limits {
        Limits::Respected => coordinate.clamped(&joint.kind),
        Limits::Ignored => coordinate,
    };
    // Held by hand while contacts and balance are found again.
    let frozen = setup.frozen.clone();
    if !frozen.contains(&link) {
        setup.frozen.push(link);
    }
    // A slider turns one joint, and no other to hold a hand.
    letting_go(character, setup, |setup| settle(poser, character, setup));
    setup.frozen = frozen;
    Ok(())
}

/// Does something while nothing holds because it was dragged before; what did holds where it then is.
fn letting_go<T>(
    character: &Character,
    setup: &mut Setup,
    change: impl FnOnce(&mut Setup) -> T,
) -> T {
    let touched: Vec<usize> = setup.touched().collect();
    setup.handles.iter_mut().for_each(|own| own.touched = None);
    let changed = change(setup);
    for handle in touched {
        setup.touch(character, handle);
    }
    changed
}

impl Setup {
    /// Whether there is such a handle.
    pub(super) fn check_handle(&self, handle: usize) -> Result<(), String> {
        let count = self.handles.len();
        if handle < count {
            return Ok(());
        }
        Err(format!("there is no handle {handle}, only {count}"))
    }

    /// The place of a foot among those that stand.
    fn find_planted(&self, character: &Character, foot: usize) -> Result<usize, String> {
        check_foot(character, foot)?;
        let index = self.planted.iter().position(|known| known.foot == foot);
        index.ok_or_else(|| format!("{} does not stand", character.feet[foot].name))
    }
}

fn check_foot(character: &Character, foot: usize) -> Result<(), String> {
    let count = character.feet.len();
    if foot < count {
        return Ok(());
    }
    Err(format!("there is no foot {foot}, only {count}"))
}

/// Whether soles are some of a foot's.
fn check_footing(character: &Character, footing: Footing) -> Result<(), String> {
    check_foot(character, footing.foot)?;
    let foot = &character.feet[footing.foot];
    if footing.patches.is_empty() || !footing.patches.minus(foot.patches).is_empty() {
        return Err(format!("{} stands on some of its own soles", foot.name));
    }
    Ok(())
}

fn check_joint(character: &Character, link: LinkId) -> Result<(), String> {
    let (index, count) = (link.index(), character.links.len());
    match character.links.get(index) {
        None => Err(format!("there is no link {index}, only {count}")),
        Some(link) if link.joint.kind.dofs() == 0 => {
            Err(format!("{} has no joint that turns", link.name))
        }
        Some(_) => Ok(()),
    }
}

/// Whether a number is one that makes sense.
pub(super) fn check(
    what: &str,
    value: f64,
    range: &RangeInclusive<f64>,
    unit: &str,
) -> Result<(), String> {
    if range.contains(&value) {
        return Ok(());
    }
    let (value, low, high) = (ShortNumber(value), range.start(), range.end());
    Err(format!(
        "{what} {value} is not between {low} and {high}{unit}"
    ))
}
