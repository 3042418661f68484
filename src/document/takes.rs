//! Edits of walks, jumps and recordings.

use super::posing::check;
use super::{Document, Edit, JumpTake, Take, WalkTake};
use crate::character::Character;
use crate::gait::{
    Biped, FootArc, Footstep, JumpOrder, Legs, Refusal, Swing, WalkOrder, WalkSettings, swings,
    walk, walk_again, with_footprint_moved,
};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Heights that an ordinary foot can be lifted by [m].
const CLEARANCES: RangeInclusive<f64> = 0.005..=1.0;
/// An ordinary foot that is farther from the apex of its arc does not follow it [m].
const FOLLOWED: f64 = 0.01;
/// Frames of a walk at most.
const MOST_FRAMES: f64 = 1e6;

/// Does an edit of the take; says whether it was one. `told` hears the share that is done [0..1].
pub(super) fn change_take(
    document: &mut Document,
    edit: &Edit,
    told: &mut dyn FnMut(f64),
) -> Result<bool, String> {
    match edit {
        Edit::Walk(order) => {
            check_order(&document.character, order)?;
            document.take = Some(document.walked(order, told)?);
        }
        Edit::Jump(order) => document.take = Some(document.jumped(order)?),
        Edit::MoveFootstep { index, to_xz, turn } => {
            let take = document.walk_with_footstep(*index)?;
            for (what, value) in [("x", to_xz.x), ("z", to_xz.y), ("turn", *turn)] {
                check(what, value, &(-1e4..=1e4), "")?;
            }
            let ground = (&*document.character, &*document.level);
            let steps =
                with_footprint_moved(ground, &take.order, &take.walk, *index, (*to_xz, *turn));
            let steps = steps.map_err(|why| why.to_string())?;
            let walked = document.walked_again(&take, steps)?;
            document.take = Some(Take::Walk(Arc::new(walked)));
        }
        Edit::PullArc { index, grip, to } => {
            for (what, value) in [("x", to.x), ("y", to.y), ("z", to.z)] {
                check(what, value, &(-1e4..=1e4), " m")?;
            }
            let level = Arc::clone(&document.level);
            let pulled = |swing: &Swing| Ok(swing.pulled(&level, *grip, *to));
            document.take = Some(document.walked_with_arc(*index, pulled)?);
        }
        Edit::SetArcHeight { index, clearance } => {
            let fineness = fineness(&document.character);
            let (least, most) = CLEARANCES.into_inner();
            check(
                "clearance",
                *clearance,
                &(fineness * least..=fineness * most),
                " m",
            )?;
            let level = Arc::clone(&document.level);
            let lifted = |swing: &Swing| swing.lifted(&level, *clearance);
            document.take = Some(document.walked_with_arc(*index, lifted)?);
        }
        Edit::SetRecording(take) => {
            let links = document.character.links.len();
            let clips = [&take.recorded, &take.balanced];
            let mut frames = clips.iter().flat_map(|clip| &clip.frames);
            if frames.any(|frame| frame.pose.joints.len() != links) {
                let name = &document.character.name;
                return Err(format!("the recording is not one of {name}"));
            }
            if clips.iter().any(|clip| clip.frames.is_empty()) {
                return Err("the recording is empty".to_owned());
            }
            document.take = Some(Take::Recording(Arc::clone(take)));
        }
        Edit::SetContact(change) => {
            let Some(Take::Recording(take)) = &document.take else {
                return Err("only a recording has contacts that can be moved".to_owned());
            };
            let changed = take.with_contact(document, change, told)?;
            document.take = Some(Take::Recording(Arc::new(changed)));
        }
        Edit::DropTake => document.take = None,
        _ => return Ok(false),
    }
    Ok(true)
}

impl Document {
    fn walk_with_footstep(&self, index: usize) -> Result<Arc<WalkTake>, String> {
        let Some(Take::Walk(take)) = &self.take else {
            return Err("there is no walk".to_owned());
        };
        // Arcs are of two feet that take turns.
        Biped::new(&self.character).map_err(|why| format!("footprints stay: {why}"))?;
        let count = take.walk.footsteps.len();
        if index >= count {
            return Err(format!("there is no footstep {index}, only {count}"));
        }
        Ok(Arc::clone(take))
    }

    /// A walk of an order.
    pub(super) fn walked(
        &self,
        order: &WalkOrder,
        told: &mut dyn FnMut(f64),
    ) -> Result<Take, String> {
        Legs::of(&self.character).map_err(|why| why.to_string())?;
        let steps = order.steps.max(1) as f64;
        let walk = walk(&self.character, &self.level, order, |made| {
            told(made as f64 / steps);
        });
        let walk = walk.map_err(|why| why.to_string())?;
        let order = order.clone();
        Ok(Take::Walk(Arc::new(WalkTake { order, walk })))
    }

    /// A jump of an order.
    pub(super) fn jumped(&self, order: &JumpOrder) -> Result<Take, String> {
        let take = JumpTake::make(&self.character, &self.level, *order)?;
        Ok(Take::Jump(Arc::new(take)))
    }

    fn swing(&self, take: &WalkTake, index: usize) -> Result<Swing, String> {
        let all = swings((&self.character, &self.level), &take.order, &take.walk);
        let mut all = all.map_err(|why| why.to_string())?;
        Ok(all.swap_remove(index))
    }

    /// The walk with one arc changed.
    fn walked_with_arc(
        &self,
        index: usize,
        change: impl FnOnce(&Swing) -> Result<FootArc, Refusal>,
    ) -> Result<Take, String> {
        let take = self.walk_with_footstep(index)?;
        let mut steps = take.walk.footsteps.clone();
        let arc = change(&self.swing(&take, index)?);
        steps[index].arc = arc.map_err(|why| format!("step {} stays: {why}", index + 1))?;
        let take = self.walked_again(&take, steps)?;
        let miss = self
            .swing(&take, index)?
            .miss((&self.character, &self.level), &take.walk.clip);
        if miss > fineness(&self.character) * FOLLOWED {
            let (step, miss) = (index + 1, 1e3 * miss);
            return Err(format!(
                "the foot of step {step} does not reach so far: {miss:.0} mm are missing"
            ));
        }
        Ok(Take::Walk(Arc::new(take)))
    }

    /// The walk with changed footsteps; refused where it cannot make all of them, or would fall.
    fn walked_again(&self, take: &WalkTake, footsteps: Vec<Footstep>) -> Result<WalkTake, String> {
        let order = take.order.as_walked(&take.walk);
        let walk = walk_again(&self.character, &self.level, &order, footsteps);
        let mut walk = walk.map_err(|why| why.to_string())?;
        if let Some(why) = &walk.refusal {
            let step = walk.footsteps.len() + 1;
            return Err(format!("step {step} cannot be made then: {why}"));
        }
        if walk.margin < take.walk.margin.min(0.0) {
            let by = -1e3 * walk.margin;
            return Err(format!("balance would be lost by {by:.0} mm"));
        }
        // Its steps were slow already.
        walk.slowest *= take.walk.slowest;
        // From now on it is this walk that is ordered.
        let order = order.as_walked(&walk);
        Ok(WalkTake { order, walk })
    }
}

/// What lengths that suit a person are multiplied by; 1 for bodies that do not walk.
fn fineness(character: &Character) -> f64 {
    Legs::of(character).map_or(1.0, |legs| legs.fineness())
}

/// Whether a walk of this order comes to an end, and its numbers make sense for the body.
///
/// # Errors
/// A sentence on the first that does not.
pub fn check_order(character: &Character, order: &WalkOrder) -> Result<(), String> {
    let fineness = fineness(character);
    let lengths = |least: f64, most: f64| fineness * least..=fineness * most;
    let pace = fineness.sqrt();
    let WalkSettings {
        manner: _,
        step_length,
        step_width,
        clearance,
        cadence,
        crouch,
        upright,
        arms: _,
        heading,
        turn_per_step,
        swing_share,
        glide,
        margin,
        toes_up,
        frame_secs,
        through: _,
    } = order.settings;
    for (what, value, range) in [
        ("step_length", step_length, lengths(0.01, 10.0)),
        ("step_width", step_width, lengths(0.0, 10.0)),
        ("clearance", clearance, lengths(0.001, 5.0)),
        ("cadence", cadence, 1.0 / pace..=400.0 / pace),
        ("crouch", crouch, lengths(0.0, 5.0)),
        ("upright", upright, 0.0..=1000.0),
        ("heading", heading, -100.0..=100.0),
        ("turn_per_step", turn_per_step, 0.0..=3.0),
        ("swing_share", swing_share, 0.05..=0.95),
        ("glide", glide, 0.0..=1.0),
        ("margin", margin, lengths(0.0, 1.0)),
        ("toes_up", toes_up, -1.5..=1.5),
        ("frame_secs", frame_secs, 1e-3..=0.2),
        ("start x", order.start_xz.x, -1e4..=1e4),
        ("start z", order.start_xz.y, -1e4..=1e4),
        ("start_secs", order.start_secs, 0.0..=1e6),
        ("pause_secs", order.pause_secs, 0.0..=60.0),
    ] {
        check(what, value, &range, "")?;
    }
    for (_, wish) in &order.wishes {
        for (what, value) in [
            ("forward", wish.forward),
            ("sideways", wish.sideways),
            ("turn", wish.turn),
        ] {
            check(what, value, &(-100.0..=100.0), "")?;
        }
    }
    let frames = (order.steps as f64 + 3.0) * order.settings.step_secs() / frame_secs;
    let frames = frames * order.frames_each(character) as f64;
    if frames > MOST_FRAMES {
        let steps = order.steps;
        return Err(format!(
            "{steps} steps are {frames:.0} frames; at most {MOST_FRAMES:.0}"
        ));
    }
    Ok(())
}
