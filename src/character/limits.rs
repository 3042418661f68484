//! How far joints go. A ball's limits are a twist about the bone and a swing of the bone, never Euler angles.
//!
//! The swing is bounded about two axes, `flex` and `side`, each with its own range, so that a hip can bend 120°
//! forward and 30° back. Between the axes the bound is a piece of an ellipse ([`SwingShape::Ellipse`]) or a corner
//! ([`SwingShape::Box`]), both taken in quarter tangents (see [`crate::math::SwingTwist`]): no trigonometry in the loop.

use crate::math::{SwingTwist, angle_from_quarter_tangent, quarter_tangent};
use glam::{DQuat, DVec3};

/// A closed interval that holds zero for balls; radians for hinges, quarter tangents inside [`BallLimits`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Lowest allowed value.
    pub low: f64,
    /// Highest allowed value.
    pub high: f64,
}

impl Range {
    /// From its two ends.
    pub const fn new(low: f64, high: f64) -> Self {
        Self { low, high }
    }

    /// The nearest value inside.
    #[inline]
    pub fn clamp(self, value: f64) -> f64 {
        value.max(self.low).min(self.high)
    }

    /// The end that a value lies beyond, if it does.
    #[inline]
    fn end_beyond(self, value: f64) -> Option<f64> {
        if value > self.high {
            Some(self.high)
        } else if value < self.low {
            Some(self.low)
        } else {
            None
        }
    }
}

/// What the swing's bound looks like between its two axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwingShape {
    /// A quarter ellipse in each quadrant: full flexion leaves no sideways room, as in shoulders and hips.
    Ellipse,
    /// Each axis for itself, as in tables of independent ranges.
    Box,
}

/// Swing-twist limits of a ball joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallLimits {
    /// Unit axis along the bone, joint frame.
    pub twist_axis: DVec3,
    /// Unit axis of the first swing, perpendicular to the twist axis, joint frame.
    pub flex_axis: DVec3,
    /// Unit axis of the second swing: `flex_axis × twist_axis`.
    pub side_axis: DVec3,
    /// Quarter tangents of the allowed twist.
    pub twist: Range,
    /// Quarter tangents of the allowed swing about the flex axis.
    pub flex: Range,
    /// Quarter tangents of the allowed swing about the side axis.
    pub side: Range,
    /// The bound between the two swing axes.
    pub shape: SwingShape,
}

/// One linear bound on a small turn: `normal · turn ≤ gap`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LimitRow {
    /// Unit vector, joint (parent-side) axes.
    pub normal_in_joint: DVec3,
    /// What is left before the limit [rad]; a little below zero when rounding overshot.
    pub gap: f64,
}

/// At most three rows: twist, flex, side.
#[derive(Clone, Copy, Debug, Default)]
pub struct LimitRows {
    rows: [LimitRow; 3],
    count: usize,
}

impl LimitRows {
    /// The rows there are.
    #[inline]
    pub fn as_slice(&self) -> &[LimitRow] {
        &self.rows[..self.count]
    }

    fn push(&mut self, gradient: DVec3, gap: f64) {
        let length = gradient.length();
        // A flat gradient says nothing about which way to turn; the clamp of the pose takes care of it.
        if length > 1e-9 {
            self.rows[self.count] = LimitRow {
                normal_in_joint: gradient / length,
                gap: gap / length,
            };
            self.count += 1;
        }
    }
}

impl BallLimits {
    /// Limits from angles in radians. `flex_axis` is made perpendicular to `twist_axis`.
    pub fn from_angles(
        twist_axis: DVec3,
        flex_axis: DVec3,
        twist: Range,
        flex: Range,
        side: Range,
        shape: SwingShape,
    ) -> Self {
        let quarter = |r: Range| Range::new(quarter_tangent(r.low), quarter_tangent(r.high));
        let twist_axis = twist_axis.normalize();
        let flex_axis = flex_axis.reject_from_normalized(twist_axis).normalize();
        Self {
            twist_axis,
            flex_axis,
            side_axis: flex_axis.cross(twist_axis),
            twist: quarter(twist),
            flex: quarter(flex),
            side: quarter(side),
            shape,
        }
    }

    /// Twist, flex and side ranges in radians again.
    pub fn angles(&self) -> [Range; 3] {
        [self.twist, self.flex, self.side].map(|r| {
            Range::new(
                angle_from_quarter_tangent(r.low),
                angle_from_quarter_tangent(r.high),
            )
        })
    }

    /// Quarter tangents (twist, flex, side) of a rotation.
    #[inline]
    pub fn coordinates(&self, q: DQuat) -> DVec3 {
        let split = SwingTwist::split(q, self.twist_axis);
        DVec3::new(
            split.twist,
            split.swing.dot(self.flex_axis),
            split.swing.dot(self.side_axis),
        )
    }

    /// The rotation with these quarter tangents.
    pub fn rotation(&self, coordinates: DVec3) -> DQuat {
        SwingTwist {
            twist: coordinates.x,
            swing: coordinates.y * self.flex_axis + coordinates.z * self.side_axis,
        }
        .join(self.twist_axis)
    }

    /// Whether a rotation is allowed; `slack` in quarter tangents (a quarter of the angle in radians).
    pub fn allows(&self, q: DQuat, slack: f64) -> bool {
        let c = self.coordinates(q);
        (self.clamp_coordinates(c) - c).abs().max_element() <= slack
    }

    /// The rotation itself when it is allowed, else one on the bound near it.
    #[inline]
    pub fn clamp(&self, q: DQuat) -> DQuat {
        let c = self.coordinates(q);
        let inside = self.clamp_coordinates(c);
        if inside == c {
            q
        } else {
            self.rotation(inside)
        }
    }

    #[inline]
    fn clamp_coordinates(&self, c: DVec3) -> DVec3 {
        let mut inside = DVec3::new(
            self.twist.clamp(c.x),
            self.flex.clamp(c.y),
            self.side.clamp(c.z),
        );
        if self.shape == SwingShape::Ellipse {
            let reach = self.ellipse(inside.y, inside.z);
            if reach > 1.0 {
                // A hair inside, so that an allowed pose stays allowed when it is split again.
                let shrink = (1.0 - 1e-14) / reach.sqrt();
                inside.y *= shrink;
                inside.z *= shrink;
            }
        }
        inside
    }

    /// (flex/a)² + (side/b)² with the half axes of the quadrant: 1 on the bound.
    #[inline]
    fn ellipse(&self, flex: f64, side: f64) -> f64 {
        let a = flex / half_axis(self.flex, flex);
        let b = side / half_axis(self.side, side);
        a * a + b * b
    }

    /// The bounds that the way from `q` to `wanted` runs into, made linear at `q`. Nothing when `wanted` is allowed.
    #[inline]
    pub fn rows_towards(&self, q: DQuat, wanted: DQuat) -> LimitRows {
        let w = self.coordinates(wanted);
        let mut rows = LimitRows::default();
        let (twist_end, flex_end, side_end) = (
            self.twist.end_beyond(w.x),
            self.flex.end_beyond(w.y),
            self.side.end_beyond(w.z),
        );
        let reach = match self.shape {
            SwingShape::Ellipse => self.ellipse(w.y, w.z),
            SwingShape::Box => 0.0,
        };
        if twist_end.is_none() && flex_end.is_none() && side_end.is_none() && reach <= 1.0 {
            return rows;
        }

        let here = SwingTwist::split(q, self.twist_axis);
        let mut bound_swing = |slope: DVec3, end: f64| {
            rows.push(
                here.swing_gradient(self.twist_axis, slope),
                end - slope.dot(here.swing),
            );
        };
        match self.shape {
            // The tangent line of the ellipse where the way out crosses it; the ellipse is convex, so the line
            // never cuts off an allowed swing.
            SwingShape::Ellipse if reach > 1.0 => {
                let scale = 1.0 / reach.sqrt();
                let (flex, side) = (w.y * scale, w.z * scale);
                let slope = self.flex_axis * (flex / half_axis(self.flex, flex).powi(2))
                    + self.side_axis * (side / half_axis(self.side, side).powi(2));
                bound_swing(slope, 1.0);
            }
            SwingShape::Ellipse => {}
            SwingShape::Box => {
                for (axis, value, end) in [
                    (self.flex_axis, w.y, flex_end),
                    (self.side_axis, w.z, side_end),
                ] {
                    if let Some(end) = end {
                        let sign = 1.0_f64.copysign(value - end);
                        bound_swing(sign * axis, sign * end);
                    }
                }
            }
        }
        if let Some(end) = twist_end {
            let sign = 1.0_f64.copysign(w.x - end);
            // d tan(τ/4) = ¼ (1 + tan²) dτ
            let slope = 0.25 * sign * (1.0 + here.twist * here.twist);
            rows.push(
                slope * here.twist_gradient(self.twist_axis),
                sign * (end - here.twist),
            );
        }
        rows
    }
}

/// The half axis of the quadrant that a value lies in; a closed range still has a width to divide by.
#[inline]
fn half_axis(range: Range, value: f64) -> f64 {
    if value < 0.0 { -range.low } else { range.high }.max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Random, rotation_from_vector};

    fn hip(shape: SwingShape) -> BallLimits {
        let degrees = |low: f64, high: f64| Range::new(low.to_radians(), high.to_radians());
        BallLimits::from_angles(
            DVec3::Y,
            DVec3::X,
            degrees(-45.0, 45.0),
            degrees(-120.0, 30.0),
            degrees(-30.0, 45.0),
            shape,
        )
    }

    #[test]
    fn clamped_rotations_are_allowed_and_allowed_ones_stay() {
        let mut random = Random::new(4);
        for shape in [SwingShape::Ellipse, SwingShape::Box] {
            let limits = hip(shape);
            for _ in 0..2000 {
                let q = rotation_from_vector(random.in_box(DVec3::splat(2.0)));
                let inside = limits.clamp(q);
                assert!(limits.allows(inside, 1e-12));
                assert!(limits.clamp(inside).dot(inside).abs() > 1.0 - 1e-14);
            }
        }
    }

    #[test]
    fn a_row_ends_where_the_limit_begins() {
        // Straight flexion past 30° back: the row must let exactly the rest of the range through.
        let limits = hip(SwingShape::Ellipse);
        let q = DQuat::from_rotation_x(0.4);
        let rows = limits.rows_towards(q, DQuat::from_rotation_x(0.9));
        let [row] = rows.as_slice() else {
            panic!("one bound, not {rows:?}")
        };
        assert!(row.normal_in_joint.distance(DVec3::X) < 1e-12);
        // Linear in quarter tangents, so only nearly the angle that is left.
        assert!((row.gap - (30_f64.to_radians() - 0.4)).abs() < 1e-3);
    }

    #[test]
    fn an_ellipse_leaves_no_corner_and_a_box_does() {
        let corner = hip(SwingShape::Box).rotation(DVec3::new(
            0.0,
            quarter_tangent(-1.9),
            quarter_tangent(0.7),
        ));
        assert!(hip(SwingShape::Box).allows(corner, 0.0));
        assert!(!hip(SwingShape::Ellipse).allows(corner, 0.01));
    }
}
