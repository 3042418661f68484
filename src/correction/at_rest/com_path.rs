//! The path of the centre of mass: as near to the recorded one as it can be over the support, and smooth.
//!
//! With d the shift of every frame from the recorded path c, the path lowers Σ |d|² + (τ₁/h)² |d'|² + (τ₂/h)⁴ |d''|² while
//! c + d stays in the region of its frame. That is convex; as in [`super::calm`] a copy that is smooth and one that keeps to
//! the regions are brought together by the alternating direction method of multipliers.

use super::band::{Band, CurveCosts};
use crate::kinematics::SupportPolygon;
use crate::math::{integer_power, square};
use glam::DVec2;

/// Rounds of "smooth, inside". More brings the path nearer to the smoothest one.
const ROUNDS: usize = 200;
/// What a metre between the two copies counts in one round. Changes how fast they meet, not where.
const HOLD: f64 = 30.0;
/// τ₁: a path that has to leave the recorded one does so over about this time [s].
const BLEND_SECS: f64 = 0.15;
/// τ₂: and gains speed over about this time [s].
const BEND_SECS: f64 = 0.1;

/// Moves a path into its regions; `region_of` names a frame's region, or nothing where the path is free.
pub(super) fn confine_path(
    path_xz: &mut [DVec2],
    frame_secs: f64,
    regions: &[SupportPolygon],
    region_of: &[Option<usize>],
) {
    let frames = path_xz.len();
    let costs = CurveCosts {
        size: 1.0,
        change: square(BLEND_SECS / frame_secs),
        bend: integer_power(BEND_SECS / frame_secs, 4),
    };
    let inside = |frame: usize, shift: DVec2| match region_of[frame] {
        Some(region) => regions[region].nearest(path_xz[frame] + shift) - path_xz[frame],
        None => shift,
    };
    let band = Band::new(&vec![HOLD; frames], costs);
    let mut confined: Vec<DVec2> = (0..frames).map(|f| inside(f, DVec2::ZERO)).collect();
    let mut apart = vec![DVec2::ZERO; frames];
    let mut smooth = vec![0.0; 2 * frames];
    for _ in 0..ROUNDS {
        let given = confined.iter().zip(&apart);
        for (z, (x, u)) in smooth.chunks_exact_mut(2).zip(given) {
            z.copy_from_slice(&(HOLD * (*x + *u)).to_array());
        }
        band.solve(&mut smooth, 2);
        for (frame, z) in smooth.chunks_exact(2).enumerate() {
            let z = DVec2::from_slice(z);
            apart[frame] += confined[frame] - z;
            confined[frame] = inside(frame, z - apart[frame]);
        }
    }
    for (point, shift) in path_xz.iter_mut().zip(confined) {
        *point += shift;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f64) -> SupportPolygon {
        let corners = [(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)];
        SupportPolygon::hull(corners.map(|(dx, z)| DVec2::new(x + dx, z)))
    }

    #[test]
    fn a_path_inside_its_regions_stays_as_it_is() {
        let mut path: Vec<DVec2> = (0..50)
            .map(|i| DVec2::new(1e-3 * f64::from(i), 0.0))
            .collect();
        let before = path.clone();
        confine_path(&mut path, 0.01, &[square(0.0)], &[Some(0); 50]);
        assert_eq!(path, before);
    }

    #[test]
    fn a_path_goes_from_one_foot_to_the_other_without_jumps() {
        let regions = [
            square(0.0),
            square(0.5),
            SupportPolygon::hull(
                square(0.0)
                    .corners()
                    .iter()
                    .chain(square(0.5).corners())
                    .copied(),
            ),
        ];
        let region_of: Vec<Option<usize>> = (0..60)
            .map(|i| {
                Some(if i < 20 {
                    0
                } else if i < 40 {
                    2
                } else {
                    1
                })
            })
            .collect();
        let mut path = vec![DVec2::new(0.25, 0.3); 60];
        confine_path(&mut path, 0.02, &regions, &region_of);
        for (point, region) in path.iter().zip(&region_of) {
            let margin = regions[region.unwrap()].margin(*point).metres;
            assert!(margin > -1e-12, "{point} is {margin} outside");
        }
        let steps = path.windows(2).map(|w| w[0].distance(w[1]));
        let largest = steps.fold(0.0, f64::max);
        // 0.3 m in twenty frames.
        assert!(largest < 0.03, "a step of {largest} m");
    }
}
