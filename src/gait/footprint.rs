//! Footprints that people move: the same walk with another foothold, and with arcs that lead there.

use super::biped::Biped;
use super::foothold::Terrain;
use super::planner::Footstep;
use super::swing::{swings, swings_of};
use super::walk::{Walk, WalkOrder};
use super::{CannotStand, Refusal};
use crate::character::Character;
use crate::level::Level;
use glam::DVec2;

/// The footsteps of a walk with one footprint moved over the ground to a point (x, z) and turned to the left [rad]. Arcs that
/// begin or end there are laid again, no lower than they were. [`super::walk_again`] then says whether the legs reach.
///
/// # Errors
/// When the sole finds no hold there, or no way leads over what lies between. There must be such a footstep.
pub fn with_footprint_moved(
    (character, level): (&Character, &Level),
    order: &WalkOrder,
    walk: &Walk,
    index: usize,
    (to_xz, turn): (DVec2, f64),
) -> Result<Vec<Footstep>, CannotStand> {
    let biped = Biped::new(character)?;
    let cannot = |why: Refusal| CannotStand::Foothold {
        x: to_xz.x,
        z: to_xz.y,
        why,
    };
    let order = &order.as_walked(walk);
    let mut steps = walk.footsteps.clone();
    let moved = steps[index].foot;
    let foot = &biped.feet[moved];

    let swing = &swings((character, level), order, walk)?[index];
    let reach = 2.0 * biped.shorter_leg();
    let terrain = Terrain::around(level, swing.secs, to_xz, reach);
    let heading = foot.heading(&swing.to) + turn;
    steps[index].foothold = terrain
        .foothold(foot, biped.is_sagittal, to_xz, heading)
        .map_err(cannot)?;

    let start = walk.clip.frames.first().map(|frame| &frame.pose);
    let laid = swings_of((character, level), order, (start, &steps))?;
    let next = steps
        .iter()
        .skip(index + 1)
        .position(|step| step.foot == moved);
    let next = next.map(|after| index + 1 + after);
    for step in [Some(index), next].into_iter().flatten() {
        steps[step].arc = laid[step].laid_again(level).map_err(cannot)?;
    }
    Ok(steps)
}
