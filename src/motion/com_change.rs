//! The least change of a motion that tips: how far, at every frame, its trunk must be carried elsewhere for the zero-moment point of the
//! whole body to stay inside what stands.
//!
//! ```text
//! Σ w |d|² + |d − λ d̈|² + s |d⃛|²   is least, such that   p + d − λ d̈   is inside,   p: the zero-moment point as it is
//! ```
//! A way that is planned anew ([`super::plan_com`]) is smooth and forgets what was there; this one leaves the motion what it was, and is
//! zero where nothing tips. A recording begins and ends in motion: nothing holds the ends.

use super::com_plan::{STIFFNESS, half_planes, point_row, second_difference_row, wanted};
use crate::kinematics::SupportPolygon;
use crate::math::{BandedProgram, BandedRow, square};
use glam::DVec2;

/// One frame of a motion that is to be changed.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangeMoment {
    /// What holds its centre of mass.
    pub hold: Hold,
    /// λ: height over the support by what a mass weighs there [s²].
    pub lever_secs2: f64,
}

/// What holds a body at one frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Hold {
    /// It stands: the zero-moment point may be in there, and would be here but for the change (x, z) [m].
    Stands {
        /// What stands, less a margin.
        inside: SupportPolygon,
        /// The zero-moment point without any change (x, z) [m].
        point_xz: DVec2,
    },
    /// It flies, and its centre of mass would be accelerated like this but for the change (x, z) [m/s²].
    Flies {
        /// Without any change.
        acceleration_xz: DVec2,
    },
    /// Something holds it that nothing is known of.
    Unknown,
}

/// What a change costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChangeCosts {
    /// A squared metre of the change beside one of the zero-moment point. Raising it keeps the body where it was and moves the
    /// zero-moment point no farther than it must. Default 100.
    pub size: f64,
    /// A squared jerk of the change [s⁶]. Raising it spreads a change over more time. Default 5e-7.
    pub jerk: f64,
}

impl Default for ChangeCosts {
    fn default() -> Self {
        Self {
            size: 100.0,
            jerk: 5e-7,
        }
    }
}

/// What free fall costs beside places, of accelerations, which are thousands of times the places.
const FALLS: f64 = 1e5;

/// The change (x, z) of each frame [m].
pub fn plan_change(moments: &[ChangeMoment], frame_secs: f64, costs: &ChangeCosts) -> Vec<DVec2> {
    let count = moments.len();
    let mut program = BandedProgram::<8>::default();
    let frequency2 = 1.0 / square(frame_secs);
    let cube = frequency2 / frame_secs;
    for (frame, moment) in moments.iter().enumerate() {
        for along in DVec2::AXES {
            let here = point_row(frame, 0.0, along);
            program.wanted.push(wanted(here, 0.0, costs.size));
        }
        if frame > 0 && frame + 1 < count {
            let pull = moment.lever_secs2 * frequency2;
            match &moment.hold {
                Hold::Stands { inside, point_xz } => {
                    for along in DVec2::AXES {
                        let point = point_row(frame, pull, along);
                        program.wanted.push(wanted(point, 0.0, 1.0));
                    }
                    for (outward, distance) in half_planes(inside) {
                        program.bounds.push(BandedRow {
                            value: distance - outward.dot(*point_xz),
                            weight: STIFFNESS,
                            ..point_row(frame, pull, outward)
                        });
                    }
                }
                Hold::Flies { acceleration_xz } => {
                    for along in DVec2::AXES {
                        let falls = second_difference_row(frame, frequency2 * along);
                        let value = -along.dot(*acceleration_xz);
                        program.wanted.push(wanted(falls, value, FALLS));
                    }
                }
                Hold::Unknown => {}
            }
        }
        if frame + 3 < count {
            for axis in 0..2 {
                let mut coefficients = [0.0; 8];
                for (k, share) in [-1.0, 3.0, -3.0, 1.0].into_iter().enumerate() {
                    coefficients[2 * k + axis] = share * cube;
                }
                program.wanted.push(BandedRow {
                    first: 2 * frame,
                    coefficients,
                    value: 0.0,
                    weight: costs.jerk,
                });
            }
        }
    }
    let flat = program.solve(2 * count);
    let pairs = flat.chunks_exact(2);
    pairs.map(|pair| DVec2::new(pair[0], pair[1])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME_SECS: f64 = 1.0 / 120.0;
    const LEVER: f64 = 0.09;

    /// A foot 0.2 m long, and a zero-moment point that leaves it by 50 mm for 0.3 s.
    fn leaning() -> Vec<ChangeMoment> {
        let corners = [(-0.05, -0.1), (0.05, -0.1), (0.05, 0.1), (-0.05, 0.1)];
        let inside = SupportPolygon::hull(corners.map(|(x, z)| DVec2::new(x, z)));
        (0..240)
            .map(|frame| {
                let out = if (100..136).contains(&frame) {
                    0.15
                } else {
                    0.02
                };
                ChangeMoment {
                    hold: Hold::Stands {
                        inside: inside.clone(),
                        point_xz: DVec2::new(0.0, out),
                    },
                    lever_secs2: LEVER,
                }
            })
            .collect()
    }

    #[test]
    fn a_change_puts_the_zero_moment_point_back_and_fades_where_nothing_tips() {
        let moments = leaning();
        let change = plan_change(&moments, FRAME_SECS, &ChangeCosts::default());
        for frame in 1..239 {
            let Hold::Stands { inside, point_xz } = &moments[frame].hold else {
                panic!("it stands")
            };
            let bend = change[frame + 1] - 2.0 * change[frame] + change[frame - 1];
            let point = *point_xz + change[frame] - LEVER / square(FRAME_SECS) * bend;
            assert!(inside.margin(point).metres > -1e-5, "frame {frame}");
        }
        let largest = change.iter().map(|d| d.length()).fold(0.0, f64::max);
        assert!(largest < 0.05, "less than a static shift: {largest}");
        assert!(change[0].length() < 1e-3 && change[239].length() < 1e-3);
    }

    #[test]
    fn where_nothing_tips_nothing_changes() {
        let mut moments = leaning();
        for moment in &mut moments {
            if let Hold::Stands { point_xz, .. } = &mut moment.hold {
                *point_xz = DVec2::ZERO;
            }
        }
        let change = plan_change(&moments, FRAME_SECS, &ChangeCosts::default());
        assert!(change.iter().all(|d| d.length() < 1e-9));
    }

    #[test]
    fn what_flies_falls_freely_after_the_change() {
        let mut moments = leaning();
        for moment in &mut moments[60..90] {
            moment.hold = Hold::Flies {
                acceleration_xz: DVec2::new(0.5, 0.0),
            };
        }
        let change = plan_change(&moments, FRAME_SECS, &ChangeCosts::default());
        for frame in 60..90 {
            let bend = change[frame + 1] - 2.0 * change[frame] + change[frame - 1];
            let left = bend / square(FRAME_SECS) + DVec2::new(0.5, 0.0);
            assert!(left.length() < 1e-3, "frame {frame}: {left}");
        }
    }
}
