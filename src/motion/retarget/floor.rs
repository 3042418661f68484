//! A floor that a recording has aslant: cameras are not set up to the hundredth of a degree, and after five metres of a walk feet stand in the
//! air or in the ground.

use crate::motion::SoleTracks;
use glam::{DMat2, DVec2};

/// Slower soles stand [m/s].
const STILL: f64 = 0.3;
/// Feet that stand have to be so far apart for a slope to be seen [m].
const LEAST_EXTENT: f64 = 1.0;
/// No floor of a laboratory is steeper; what is steeper is ground that was walked on.
const STEEPEST: f64 = 0.025;
/// A slope explains at least this share of how the heights of feet differ, squared.
const EXPLAINED: f64 = 0.6;

/// How the floor rises (x, z), where feet that stand say that all of it does.
pub(super) fn slope(tracks: &SoleTracks) -> DVec2 {
    let mut standing: Vec<(DVec2, f64)> = Vec::new();
    for frame in 0..tracks.frames() {
        for foot in 0..tracks.feet() {
            let moment = tracks.at(frame, foot);
            if moment.speed < STILL && moment.below_com > 0.0 {
                let over = DVec2::new(moment.center.x, moment.center.z);
                standing.push((over, moment.floor));
            }
        }
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
