//! A way of the centre of mass on which nothing tips: the zero-moment point of the whole body stays inside what stands.
//!
//! ```text
//! supports, wishes, what limbs add ──> rows over neighbouring moments ──> banded programme ──> way over the ground
//! ```
//! Seen from above, p = c − λ c̈ + o (Kajita et al. 2003): c the centre of mass, λ = height over the support by (g + its
//! acceleration upward), o what the turning of limbs about the centre of mass adds. λ and o are given, so p is linear in c, and all moments
//! are solved at once: p near to where it is wanted, c smooth, p inside. A body is then posed along the way, its λ and o
//! are measured, and the way is planned again (Kajita's dynamics filter). Accelerations are the second differences of the
//! frames, as [`crate::motion::audit`] measures them.

use crate::kinematics::SupportPolygon;
use crate::math::{BandedProgram, BandedRow, square};
use glam::DVec2;

/// One frame of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct ComMoment {
    /// Where the zero-moment point may be: what stands, less a margin. Without corners the body flies.
    pub inside: SupportPolygon,
    /// Where the zero-moment point would rather be (x, z) [m].
    pub wanted_xz: DVec2,
    /// Where the centre of mass itself would rather be (x, z), if anywhere [m], and what the squared distance from there costs
    /// beside that of the zero-moment point.
    pub com: Option<(DVec2, f64)>,
    /// λ: height over the support by what a mass weighs there [s²].
    pub lever_secs2: f64,
    /// o: how far limbs that turn move the zero-moment point (x, z) [m].
    pub offset_xz: DVec2,
}

/// How a way is chosen among those that tip nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComPlanSettings {
    /// What the squared jerk costs beside the squared distance of the zero-moment point from where it is wanted [s⁶]. Raising it
    /// makes the way smoother and lets the zero-moment point wander. Default 2e-5.
    pub smoothness: f64,
}

impl Default for ComPlanSettings {
    fn default() -> Self {
        Self { smoothness: 2e-5 }
    }
}

/// What is known of the ends of a way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComEnds<'a> {
    /// Where the centre of mass is in the first frames of a way that goes on (x, z) [m]; none of a way that begins at rest.
    pub given_xz: &'a [DVec2],
    /// Whether it ends at rest, or on the move.
    pub ends_at_rest: bool,
}

impl ComEnds<'_> {
    /// A whole motion.
    pub const AT_REST: Self = Self {
        given_xz: &[],
        ends_at_rest: true,
    };
}

/// Coordinates x and z of four neighbouring frames.
const SPAN: usize = 8;
/// How stiff the support is, beside wishes of 1: a metre of wish gives way by this share of it.
pub(super) const STIFFNESS: f64 = 1e6;
/// The same of what holds exactly: rest at both ends; and free fall, of accelerations, which are thousands of times the places: more
/// would drown the other rows in rounding.
const EXACT: f64 = 1e8;
const FALLS: f64 = 1e5;
/// The same of frames that are given: no support moves them.
const GIVEN: f64 = 1e14;

/// The way of the centre of mass (x, z) [m], at rest at both ends where the zero-moment point is wanted there.
pub fn plan_com(moments: &[ComMoment], frame_secs: f64, settings: &ComPlanSettings) -> Vec<DVec2> {
    plan_com_between(moments, frame_secs, settings, &ComEnds::AT_REST)
}

/// The same between ends of which more is known: a part of a longer way.
pub fn plan_com_between(
    moments: &[ComMoment],
    frame_secs: f64,
    settings: &ComPlanSettings,
    ends: &ComEnds,
) -> Vec<DVec2> {
    let count = moments.len();
    let given = ends.given_xz.len();
    let mut program = BandedProgram::<SPAN>::default();
    let frequency2 = 1.0 / square(frame_secs);
    for (frame, moment) in moments.iter().enumerate() {
        // 1 The zero-moment point of this frame; at the ends it is the centre of mass itself.
        let has_neighbours = frame > 0 && frame + 1 < count;
        let pull = if has_neighbours {
            moment.lever_secs2 * frequency2
        } else {
            0.0
        };
        let point = |normal: DVec2| point_row(frame, pull, normal);
        // What comes before the last frame that is given is past.
        let is_past = frame + 1 < given;
        if moment.inside.is_empty() {
            if has_neighbours && !is_past {
                for axis in DVec2::AXES {
                    let falls = second_difference_row(frame, frequency2 * axis);
                    program.wanted.push(wanted(falls, 0.0, FALLS));
                }
            }
        } else if !is_past {
            let target = moment.wanted_xz - moment.offset_xz;
            for axis in DVec2::AXES {
                program
                    .wanted
                    .push(wanted(point(axis), axis.dot(target), 1.0));
            }
            for (outward, distance) in half_planes(&moment.inside) {
                program.bounds.push(BandedRow {
                    value: distance - outward.dot(moment.offset_xz),
                    weight: STIFFNESS,
                    ..point(outward)
                });
            }
        }
        // 2 The centre of mass itself, and no jerks.
        if let Some((com_xz, weight)) = moment.com {
            for along in DVec2::AXES {
                let here = point_row(frame, 0.0, along);
                program.wanted.push(wanted(here, along.dot(com_xz), weight));
            }
        }
        if frame + 3 < count {
            let cube = frequency2 / frame_secs;
            for axis in 0..2 {
                let mut coefficients = [0.0; SPAN];
                for (k, share) in [-1.0, 3.0, -3.0, 1.0].into_iter().enumerate() {
                    coefficients[2 * k + axis] = share * cube;
                }
                program.wanted.push(BandedRow {
                    first: 2 * frame,
                    coefficients,
                    value: 0.0,
                    weight: settings.smoothness,
                });
            }
        }
    }
    // 3 Where it is at first; or, at both ends, it stands still where it wants to be.
    for (frame, given_xz) in ends.given_xz.iter().enumerate() {
        for along in DVec2::AXES {
            let here = point_row(frame, 0.0, along);
            program
                .wanted
                .push(wanted(here, along.dot(*given_xz), GIVEN));
        }
    }
    let (begin, end) = ((0, 0), (count.saturating_sub(2), count.saturating_sub(1)));
    for ((pair, end), rests) in [(begin, given == 0), (end, ends.ends_at_rest)] {
        if count >= 2 && rests {
            for (axis, along) in DVec2::AXES.into_iter().enumerate() {
                let mut coefficients = [0.0; SPAN];
                coefficients[axis] = -1.0 / frame_secs;
                coefficients[2 + axis] = 1.0 / frame_secs;
                program.wanted.push(BandedRow {
                    first: 2 * pair,
                    coefficients,
                    value: 0.0,
                    weight: EXACT,
                });
                let place = along.dot(moments[end].wanted_xz);
                program
                    .wanted
                    .push(wanted(point_row(end, 0.0, along), place, EXACT));
            }
        }
    }
    let flat = program.solve(2 * count);
    flat.chunks_exact(2)
        .map(|pair| DVec2::new(pair[0], pair[1]))
        .collect()
}

/// How far the zero-moment point of a frame is along a direction: c − λ (c₊ − 2c + c₋) / h².
pub(super) fn point_row(frame: usize, pull: f64, along: DVec2) -> BandedRow<SPAN> {
    if pull == 0.0 {
        let mut coefficients = [0.0; SPAN];
        coefficients[..2].copy_from_slice(&along.to_array());
        return BandedRow {
            first: 2 * frame,
            coefficients,
            value: 0.0,
            weight: 1.0,
        };
    }
    let mut row = second_difference_row(frame, -pull * along);
    row.coefficients[2] += along.x;
    row.coefficients[3] += along.y;
    row
}

pub(super) fn second_difference_row(frame: usize, along: DVec2) -> BandedRow<SPAN> {
    let mut coefficients = [0.0; SPAN];
    for (k, share) in [1.0, -2.0, 1.0].into_iter().enumerate() {
        coefficients[2 * k] = share * along.x;
        coefficients[2 * k + 1] = share * along.y;
    }
    BandedRow {
        first: 2 * (frame - 1),
        coefficients,
        value: 0.0,
        weight: 1.0,
    }
}

pub(super) fn wanted(row: BandedRow<SPAN>, value: f64, weight: f64) -> BandedRow<SPAN> {
    BandedRow {
        value,
        weight,
        ..row
    }
}

/// The sides of a polygon: unit vector outward, and how far they lie that way [m]. A point and a stretch have sides, too.
pub(super) fn half_planes(polygon: &SupportPolygon) -> Vec<(DVec2, f64)> {
    let corners = polygon.corners();
    let side = |outward: DVec2, corner: DVec2| (outward, outward.dot(corner));
    match *corners {
        [] => Vec::new(),
        [only] => [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y]
            .map(|outward| side(outward, only))
            .to_vec(),
        [a, b] => {
            let along = (b - a).normalize_or(DVec2::X);
            let across = along.perp();
            vec![
                side(across, a),
                side(-across, a),
                side(along, b),
                side(-along, a),
            ]
        }
        _ => (0..corners.len())
            .map(|i| {
                let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
                side(-(b - a).perp().normalize_or_zero(), a)
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME_SECS: f64 = 1.0 / 120.0;
    const LEVER: f64 = 0.9 / 9.81;

    fn square_at(x: f64, z: f64, half: f64) -> SupportPolygon {
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        SupportPolygon::hull(corners.map(|(a, b)| DVec2::new(x + half * a, z + half * b)))
    }

    /// Two feet side by side, then the left one, then the right one, then both.
    fn sway() -> Vec<ComMoment> {
        (0..240)
            .map(|frame| {
                let (inside, x) = match frame {
                    60..110 => (square_at(0.1, 0.0, 0.04), 0.1),
                    120..180 => (square_at(-0.1, 0.0, 0.04), -0.1),
                    _ => (square_at(0.0, 0.0, 0.14), 0.0),
                };
                ComMoment {
                    inside,
                    wanted_xz: DVec2::new(x, 0.0),
                    com: None,
                    lever_secs2: LEVER,
                    offset_xz: DVec2::new(0.0, 0.01),
                }
            })
            .collect()
    }

    fn zero_moment_point(moments: &[ComMoment], way: &[DVec2], frame: usize) -> DVec2 {
        let acceleration =
            (way[frame + 1] - 2.0 * way[frame] + way[frame - 1]) / square(FRAME_SECS);
        way[frame] - moments[frame].lever_secs2 * acceleration + moments[frame].offset_xz
    }

    #[test]
    fn the_zero_moment_point_stays_inside_while_the_centre_of_mass_need_not() {
        let moments = sway();
        let way = plan_com(&moments, FRAME_SECS, &ComPlanSettings::default());
        let mut outside = 0;
        for frame in 1..239 {
            let point = zero_moment_point(&moments, &way, frame);
            let margin = moments[frame].inside.margin(point).metres;
            assert!(margin > -1e-5, "frame {frame}: {margin}");
            outside += usize::from(moments[frame].inside.margin(way[frame]).metres < 0.0);
        }
        assert!(
            outside > 40,
            "a static way would be none of this: {outside}"
        );
        let speed = (way[1] - way[0]).length() / FRAME_SECS;
        assert!(speed < 1e-5, "at rest at first: {speed}");
    }

    #[test]
    fn what_flies_goes_straight_on() {
        let mut moments = sway();
        let nothing = SupportPolygon::default();
        for moment in &mut moments[110..120] {
            moment.inside = nothing.clone();
        }
        let way = plan_com(&moments, FRAME_SECS, &ComPlanSettings::default());
        for frame in 110..120 {
            let bend = way[frame + 1] - 2.0 * way[frame] + way[frame - 1];
            assert!(bend.length() < 1e-7, "{bend}");
        }
    }
}
