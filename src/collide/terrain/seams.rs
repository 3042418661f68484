//! Blocks laid end to end must feel like one: no touch on a face that a neighbour hides, none that pushes a sole sideways
//! where it only rests a little deep.

use super::Terrain;
use crate::collide::hull::{BOTTOM, TOP};
use crate::collide::{Hull, Solid, Touch, Touches, collide_face, collide_with_hull};
use crate::level::SurfaceId;
use glam::{DVec2, DVec3};

/// What lies less deep below a top than this rests on it, even where the way out to the side is shorter [m] ...
const RESTS_ABOVE: f64 = 0.01;
/// ... unless the way out to the side is as many times shorter: a toe against a riser is not lifted onto the tread.
const LIFTED_UP_TO: f64 = 10.0;
/// What would come less deep below a top than this passes over it [m]: no wall is felt ahead.
const PASSES_ABOVE: f64 = 2e-3;
/// Whether a wall is hidden is seen so far outside of it [m] ...
const LOOK_OUT: f64 = 2e-3;
/// ... by whether a neighbour is there, or so near [m].
const HIDDEN_WITHIN: f64 = 1e-3;

impl Terrain {
    /// The touches of a solid with an even block or a platform.
    pub(super) fn hull_touches(
        &self,
        solid: &Solid,
        surface: SurfaceId,
        hull: &Hull,
        margin: f64,
    ) -> Touches {
        let mut touches = Touches::default();
        collide_with_hull(solid, hull, margin, &mut touches);
        let Some(deepest) = touches.deepest().copied() else {
            return touches;
        };
        let up = hull.normal(TOP);
        let upward = deepest.normal.dot(up);
        if upward > 1.0 - 1e-9 {
            return touches;
        }
        let is_wall = upward < 0.7;
        let is_inside = deepest.gap < 0.0;
        let over_top = solid.lowest(up) - hull.offset(TOP);
        let on_top = || {
            let mut on_top = Touches::default();
            collide_face(solid, hull, TOP, margin, &mut on_top);
            on_top
        };

        // 1. Nobody is pushed out at the bottom who came from above.
        let is_down = deepest.normal.dot(hull.normal(BOTTOM)) > 0.7;
        if is_down && hull.above(BOTTOM, solid.bounds().center()) < 0.0 {
            return on_top();
        }
        // 2. What lies only a little deep rests on the top, or will.
        if is_wall && is_inside {
            if over_top > -RESTS_ABOVE && over_top > LIFTED_UP_TO * deepest.gap {
                let on_top = on_top();
                if !on_top.is_empty() {
                    return on_top;
                }
            }
        } else if is_wall && over_top > -PASSES_ABOVE {
            return Touches::default();
        }
        // 3. What a neighbour hides is the neighbour's; only who is stuck behind a hidden wall leaves by the top.
        touches.retain(|touch| !self.is_hidden(surface, touch));
        if touches.is_empty() && is_wall && is_inside {
            return on_top();
        }
        touches
    }

    /// Whether the surface's side of a touch is buried in a neighbour, or level with its top.
    fn is_hidden(&self, own: SurfaceId, touch: &Touch) -> bool {
        let sideways = DVec3::new(touch.normal.x, 0.0, touch.normal.z);
        let Some(sideways) = sideways.try_normalize() else {
            return false;
        };
        let on_surface = touch.point - 0.5 * touch.gap * touch.normal;
        let outside = on_surface + LOOK_OUT * sideways;
        let is_in_hull = |hull: &Hull| hull.outermost(outside).1 < HIDDEN_WITHIN;
        let is_in_ground = |index: u32| {
            let block = &self.blocks[index as usize];
            if !is_in_hull(&block.hull) {
                return false;
            }
            let outside_xz = DVec2::new(outside.x, outside.z);
            let rough_top = || self.level.ground_top(index, outside_xz);
            !block.is_rough
                || rough_top().is_some_and(|(height, _)| outside.y < height + HIDDEN_WITHIN)
        };
        let mut ground = self.level.ground_near(outside.z, outside.z);
        let mut platforms = self.platforms.iter();
        ground.any(|index| SurfaceId::Ground(index) != own && is_in_ground(index))
            || platforms.any(|p| SurfaceId::Platform(p.id) != own && is_in_hull(&p.hull))
    }
}
