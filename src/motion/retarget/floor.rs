//! A floor that a recording has aslant: cameras are not set up to the hundredth of a degree, and after five metres of a walk feet stand in the
//! air or in the ground.

use crate::character::{Character, FootKind, Pose};
use crate::motion::{SoleTracks, ground_level};
use glam::{DMat2, DVec2};

/// Slower soles stand [m/s].
const STILL: f64 = 0.3;
/// Feet that stand have to be so far apart for a slope to be seen [m].
const LEAST_EXTENT: f64 = 1.0;
/// No floor of a laboratory is steeper; what is steeper is ground that was walked on.
const STEEPEST: f64 = 0.025;
/// A slope explains at least this share of how the heights of feet differ, squared.
const EXPLAINED: f64 = 0.6;

/// The floor under a motion.
pub(super) struct Floor {
    /// How it rises (x, z).
    pub(super) slope: DVec2,
    /// How soles move over it when it is put level at zero.
    pub(super) soles: SoleTracks,
    /// How much higher than the level the root of each frame stands for the slope [m]. (frames)
    rises: Vec<f64>,
    level: f64,
}

impl Floor {
    /// Under poses that nothing keeps back.
    pub(super) fn of(character: &Character, poses: &[Pose], frame_secs: f64) -> Self {
        let mut soles = SoleTracks::new(character, poses.iter(), frame_secs);
        let slope = slope(&soles);
        let rises: Vec<f64> = (poses.iter())
            .map(|pose| {
                let root = pose.world_from_root.translation;
                slope.dot(DVec2::new(root.x, root.z))
            })
            .collect();
        let mut level_poses = poses.to_vec();
        for (pose, rise) in level_poses.iter_mut().zip(&rises) {
            pose.world_from_root.translation.y -= rise;
        }
        soles.lower(|frame| rises[frame]);
        let level = ground_level(character, &level_poses, &soles);
        soles.lower(|_| level);
        Self {
            slope,
            soles,
            rises,
            level,
        }
    }

    /// How far a frame is lowered to have the floor at zero [m].
    pub(super) fn lower(&self, frame: usize) -> f64 {
        self.level + self.rises[frame]
    }
}

/// A sentence on a floor that was aslant.
pub(super) fn told_slope(slope: DVec2) -> Option<String> {
    (slope != DVec2::ZERO).then(|| {
        format!(
            "the floor of the recording rises by {:.0} mm in a metre; it is put level",
            1e3 * slope.length()
        )
    })
}

/// How the floor rises (x, z), where feet that stand say that all of it does.
fn slope(tracks: &SoleTracks) -> DVec2 {
    let mut standing: Vec<(DVec2, f64)> = Vec::new();
    for moment in tracks.standing_still(FootKind::Foot, STILL) {
        let over = DVec2::new(moment.center.x, moment.center.z);
        standing.push((over, moment.floor));
    }
    let count = standing.len() as f64;
    let middle = standing.iter().map(|(over, _)| *over).sum::<DVec2>() / count.max(1.0);
    let height = standing.iter().map(|(_, height)| height).sum::<f64>() / count.max(1.0);
    // Least squares about the middle; across a straight walk nothing is known, and nothing is said.
    let (mut square, mut product, mut all) = (DMat2::ZERO, DVec2::ZERO, 0.0);
    let mut extent: f64 = 0.0;
    for (over, own) in &standing {
        let (arm, rise) = (*over - middle, own - height);
        square += DMat2::from_cols(arm.x * arm, arm.y * arm);
        product += rise * arm;
        all += rise * rise;
        extent = extent.max(2.0 * arm.length());
    }
    if extent < LEAST_EXTENT {
        return DVec2::ZERO;
    }
    let ridge = DMat2::from_diagonal(DVec2::splat(0.02 * count));
    let slope = (square + ridge).inverse() * product;
    let explained = 2.0 * slope.dot(product) - slope.dot(square * slope);
    if slope.length() < STEEPEST && explained > EXPLAINED * all {
        slope
    } else {
        DVec2::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;
    use glam::DVec3;

    /// The human stands for a while at every half metre of a way on which the floor rises.
    fn standing_on(rise: impl Fn(f64) -> f64) -> SoleTracks {
        let human = load_character("human").unwrap();
        let poses: Vec<_> = (0..100)
            .map(|frame| {
                let z = 0.5 * f64::from(frame / 10);
                let mut pose = human.rest.clone();
                pose.world_from_root.translation += DVec3::new(0.0, rise(z), z);
                pose
            })
            .collect();
        SoleTracks::new(&human, poses.iter(), 0.05)
    }

    #[test]
    fn a_floor_that_is_aslant_is_told_from_steps_and_from_level_ground() {
        let found = slope(&standing_on(|z| 0.01 * z));
        assert!(
            (found.y - 0.01).abs() < 5e-4 && found.x.abs() < 1e-6,
            "{found}"
        );
        assert_eq!(slope(&standing_on(|_| 0.0)), DVec2::ZERO);
        let stairs = |z: f64| if (1.5..3.5).contains(&z) { 0.17 } else { 0.0 };
        assert_eq!(slope(&standing_on(stairs)), DVec2::ZERO);
        assert_eq!(slope(&standing_on(|z| 0.1 * z)), DVec2::ZERO);
    }
}
