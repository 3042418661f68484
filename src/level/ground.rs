//! Still ground block by block, for whoever collides with it.

use super::Level;
use super::solid::Top;
use glam::{DVec2, DVec3};

impl Level {
    /// Blocks of the still ground that may reach into a range of z [m], each once: the numbers of
    /// [`super::SurfaceId::Ground`].
    pub fn ground_near(&self, z_low: f64, z_high: f64) -> impl Iterator<Item = u32> + '_ {
        self.strips.near_once(z_low, z_high)
    }

    /// Coefficient of friction of a block.
    pub fn ground_friction(&self, block: u32) -> f64 {
        let solid = &self.solids[block as usize];
        self.pieces[solid.piece as usize].friction
    }

    /// The corners of a block [m]: bit 0 of a corner's number is to the left, bit 1 up, bit 2 ahead. Those of a rough top
    /// are as high as its highest bump could be.
    pub fn ground_corners(&self, block: u32) -> [DVec3; 8] {
        let solid = &self.solids[block as usize];
        [0, 1, 2, 3, 4, 5, 6, 7].map(|corner: u8| {
            let is = |bit: u8| corner & bit != 0;
            let local = DVec2::new(
                if is(1) {
                    solid.half_width
                } else {
                    -solid.half_width
                },
                if is(4) { solid.length } else { 0.0 },
            );
            let height = match &solid.top {
                _ if !is(2) => -solid.depth,
                Top::Plane { grade } => grade * local.y,
                Top::Rough(field) => field.amplitude,
            };
            let at = solid.world(local);
            DVec3::new(at.x, solid.origin.y + height, at.y)
        })
    }

    /// Whether a block's top is rough.
    pub fn is_ground_rough(&self, block: u32) -> bool {
        matches!(self.solids[block as usize].top, Top::Rough(_))
    }

    /// Height [m] and unit normal of a block's top over or under a point (x, z); nothing beside it.
    pub fn ground_top(&self, block: u32, point_xz: DVec2) -> Option<(f64, DVec3)> {
        let solid = &self.solids[block as usize];
        let local = solid.local(point_xz);
        solid.contains(local).then(|| solid.top_at(local))
    }
}

#[cfg(test)]
mod tests {
    use crate::io::load_level;
    use glam::{DVec2, DVec3};

    #[test]
    fn tops_of_blocks_are_the_ground_that_people_stand_on() {
        for name in ["flat", "stairs", "slope", "stepping_stones", "rough"] {
            let level = load_level(name).unwrap();
            for block in 0..level.ground_surfaces() as u32 {
                let corners = level.ground_corners(block);
                let middle = corners.iter().sum::<DVec3>() / 8.0;
                let point = DVec2::new(middle.x, middle.z);
                let (height, normal) = level.ground_top(block, point).unwrap();
                let ground = level.ground_at(point, 0.0).unwrap();
                assert_eq!((height, normal), (ground.height, ground.normal), "{name}");
                assert_eq!(level.ground_friction(block), ground.friction);
                assert!(corners[0].y < height);
                if !level.is_ground_rough(block) {
                    let top = [2, 3, 6, 7].map(|k: usize| corners[k]);
                    let mean = top.iter().sum::<DVec3>() / 4.0;
                    assert!((mean.y - height).abs() < 1e-12, "{name}");
                }
            }
        }
    }
}
