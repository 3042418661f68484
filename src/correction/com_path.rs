//! The path of the centre of mass: as near to the recorded one as it can be over the support, and without jumps.
//!
//! With d the shift of every frame from the recorded path c, the path lowers Σ |dᵢ|² + λ Σ |dᵢ₊₁ − dᵢ|² while c + d stays in the
//! region of its frame. That is convex; projected Gauss-Seidel over the frames, there and back, comes to its lowest point.

use crate::kinematics::SupportPolygon;
use glam::DVec2;

/// Passes there and back. More brings the path nearer to the smoothest one.
const PASSES: usize = 40;
/// A path that has to leave the recorded one does so over about this time [s].
const BLEND_SECS: f64 = 0.15;

/// Moves a path into its regions; `region_of` names a frame's region, or nothing where the path is free.
pub(super) fn confine_path(
    path_xz: &mut [DVec2],
    frame_secs: f64,
    regions: &[SupportPolygon],
    region_of: &[Option<usize>],
) {
    let frames = path_xz.len();
    let stiffness = (BLEND_SECS / frame_secs).powi(2);
    let mut shifts = vec![DVec2::ZERO; frames];
    let visit = |frame: usize, shifts: &mut [DVec2]| {
        let (mut pull, mut weight) = (DVec2::ZERO, 1.0);
        if frame > 0 {
            pull += stiffness * shifts[frame - 1];
            weight += stiffness;
        }
        if frame + 1 < frames {
            pull += stiffness * shifts[frame + 1];
            weight += stiffness;
        }
        let free = pull / weight;
        shifts[frame] = match region_of[frame] {
            Some(region) => {
                let inside = regions[region].nearest(path_xz[frame] + free);
                inside - path_xz[frame]
            }
            None => free,
        };
    };
    for _ in 0..PASSES {
        for frame in 0..frames {
            visit(frame, &mut shifts);
        }
        for frame in (0..frames).rev() {
            visit(frame, &mut shifts);
        }
    }
    for (point, shift) in path_xz.iter_mut().zip(shifts) {
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
