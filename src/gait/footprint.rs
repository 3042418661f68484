//! Footprints that people move: the same walk with another foothold, and with arcs that lead there.

use super::arc::FootArc;
use super::biped::Biped;
use super::foothold::Terrain;
use super::planner::Footstep;
use super::walk::{Walk, WalkOrder};
use super::{CannotStand, Refusal};
use crate::character::Character;
use crate::kinematics::Kinematics;
use crate::level::Level;
use crate::math::Transform;
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
    let mut steps = walk.footsteps.clone();
    let moved = steps[index].foot;
    let foot = &biped.feet[moved];
    let reach = 2.0 * biped.shorter_leg();

    let secs = planning_secs(order, &steps, index);
    let old = steps[index].foothold.world_from_link(level, secs);
    let terrain = Terrain::around(level, secs, to_xz, reach);
    let heading = foot.heading(&old) + turn;
    steps[index].foothold = terrain
        .foothold(foot, biped.is_sagittal, to_xz, heading)
        .map_err(cannot)?;

    let is_same_foot = |step: &Footstep| step.foot == moved;
    let next = steps.iter().skip(index + 1).position(is_same_foot);
    let next = next.map(|after| index + 1 + after);
    let start = walk.clip.frames.first().map_or(old, |frame| {
        *Kinematics::of(character, &frame.pose).link(foot.link)
    });
    for step in [Some(index), next].into_iter().flatten() {
        let secs = planning_secs(order, &steps, step);
        let earlier = steps[..step].iter().rfind(|step| is_same_foot(step));
        let from = earlier.map_or(start, |step| step.foothold.world_from_link(level, secs));
        let to = steps[step].foothold.world_from_link(level, secs);
        let middle = |place: &Transform| {
            let center = place.point(foot.center_in_link);
            DVec2::new(center.x, center.z)
        };
        let terrain = Terrain::around(level, secs, 0.5 * (middle(&from) + middle(&to)), reach);
        let old = &steps[step].arc;
        let ends = (&from, &to);
        let arc = FootArc::over(&terrain, foot, ends, order.settings.clearance, old.pitch);
        let arc = arc.ok_or_else(|| cannot(Refusal::NoWayOver))?;
        let height = old.height().max(arc.height());
        steps[step].arc = arc.with_height(height);
    }
    Ok(steps)
}

/// When a step was planned: before its swing [s].
fn planning_secs(order: &WalkOrder, steps: &[Footstep], index: usize) -> f64 {
    let earlier = steps[..index].iter();
    let walked: f64 = earlier.map(|step| step.swing_secs + step.shift_secs).sum();
    order.start_secs + order.pause_secs + order.settings.shift_secs() + walked
}
