//! How far joints go. A ball's limits are a twist about the bone and a swing of the bone, never Euler angles.
//!
//! The swing is bounded about two axes, `flex` and `side`, each with its own range, so that a hip can bend 120°
//! forward and 30° back. Between the axes the bound is a piece of an ellipse ([`SwingShape::Ellipse`]) or a corner
//! ([`SwingShape::Box`]), both taken in quarter tangents (see [`crate::math::SwingTwist`]): no trigonometry in the loop.

use crate::math::{SwingTwist, angle_from_quarter_tangent, hypotenuse, quarter_tangent, square};
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
}

/// What the swing's bound looks like between its two axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwingShape {
    /// A quarter ellipse in each quadrant: full flexion leaves no sideways room, as in shoulders and hips.
    Ellipse,
    /// Each axis for itself, as in tables of independent ranges.
    Box,
}

/// What is on a bound may be beyond it by this much when it is split again (quarter tangents).
const ROUNDING: f64 = 1e-14;

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

/// Which bound of a ball joint: a side of its limits that can be met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The highest twist.
    TwistHigh,
    /// The lowest twist.
    TwistLow,
    /// The highest swing about the flex axis, of a box.
    FlexHigh,
    /// The lowest swing about the flex axis, of a box.
    FlexLow,
    /// The highest swing about the side axis, of a box.
    SideHigh,
    /// The lowest swing about the side axis, of a box.
    SideLow,
    /// The swing's ellipse.
    Ellipse,
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

    /// Twist, flex and side of a rotation [rad]: what [`Self::angles`] are the ranges of.
    pub fn angles_of(&self, q: DQuat) -> [f64; 3] {
        self.coordinates(q)
            .to_array()
            .map(angle_from_quarter_tangent)
    }

    /// The rotation with one of its [`Self::angles_of`] changed, as far as its limits and the other two allow: these stay.
    pub fn with_angle(&self, q: DQuat, which: usize, angle: f64) -> DQuat {
        let mut c = self.coordinates(q).to_array();
        c[which] = [self.twist, self.flex, self.side][which].clamp(quarter_tangent(angle));
        if self.shape == SwingShape::Ellipse && which > 0 {
            let other = 3 - which;
            let ranges = [self.twist, self.flex, self.side];
            let share = c[other] / half_axis(ranges[other], c[other]);
            let most = half_axis(ranges[which], c[which]) * (1.0 - share * share).max(0.0).sqrt();
            c[which] = c[which].clamp(-most, most);
        }
        self.rotation(DVec3::from_array(c))
    }

    /// About how far a rotation can still turn before it meets the bounds of its twist, flex and side [rad]; below zero
    /// outside. An ellipse has one figure for flex and side, and infinity for the other.
    pub fn room(&self, q: DQuat) -> [f64; 3] {
        let c = self.coordinates(q);
        let beside = |value: f64, range: Range| 4.0 * (range.high - value).min(value - range.low);
        let [flex, side] = match self.shape {
            SwingShape::Box => [beside(c.y, self.flex), beside(c.z, self.side)],
            SwingShape::Ellipse => {
                let (a, b) = (half_axis(self.flex, c.y), half_axis(self.side, c.z));
                let share = hypotenuse(c.y / a, c.z / b);
                // Along the way out from the middle, which is as wide as the ellipse there.
                let radius = if share > 1e-6 {
                    hypotenuse(c.y, c.z) / share
                } else {
                    a.min(b)
                };
                [4.0 * (1.0 - share) * radius, f64::INFINITY]
            }
        };
        [beside(c.x, self.twist), flex, side]
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

    /// The rotation itself when it is allowed, else one on the bound near it; what is on the bound stays there to the bit.
    #[inline]
    pub fn clamp(&self, q: DQuat) -> DQuat {
        if self.contains(q, ROUNDING) {
            q
        } else {
            self.rotation(self.clamp_coordinates(self.coordinates(q)))
        }
    }

    /// Whether a rotation is allowed, give or take `slack` in quarter tangents: the test of [`Self::coordinates`] against the ranges, multiplied out so that it
    /// needs one square root and no division. With w and v the quaternion's parts, u = v·axis, N = √(w² + u²):
    /// tan(twist/4) = u / (N + w), and the swing's quarter tangents are (w v⊥ − u v⊥ × axis) / (N (1 + N)).
    #[inline]
    pub fn contains(&self, q: DQuat, slack: f64) -> bool {
        let q = if q.w < 0.0 { -q } else { q };
        let v = DVec3::new(q.x, q.y, q.z);
        let along = v.dot(self.twist_axis);
        let norm = (q.w * q.w + along * along).sqrt();
        let twist = norm + q.w;
        let swing = norm * (1.0 + norm);
        // flex × twist = side and side × twist = −flex, so the cross product only swaps the two parts across.
        let (flex, side) = (v.dot(self.flex_axis), v.dot(self.side_axis));
        let flex_part = q.w * flex + along * side;
        let side_part = q.w * side - along * flex;
        let within = |part: f64, range: Range, scale: f64| {
            part <= (range.high + slack) * scale && part >= (range.low - slack) * scale
        };
        within(along, self.twist, twist)
            && match self.shape {
                SwingShape::Box => {
                    within(flex_part, self.flex, swing) && within(side_part, self.side, swing)
                }
                SwingShape::Ellipse => {
                    let a = half_axis(self.flex, flex_part) + slack;
                    let b = half_axis(self.side, side_part) + slack;
                    let (x, y, bound) = (flex_part * b, side_part * a, a * b * swing);
                    x * x + y * y <= bound * bound
                }
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

    /// The bounds that a rotation lies beyond: at most one each of twist, flex and side. With an `inset` (in quarter
    /// tangents) those within that distance count too: the bounds that the joint stands at.
    #[inline]
    pub fn bounds_beyond(&self, q: DQuat, inset: f64) -> [Option<Bound>; 3] {
        let c = self.coordinates(q);
        let side_of = |range: Range, value: f64, low: Bound, high: Bound| {
            if value > range.high - inset {
                Some(high)
            } else if value < range.low + inset {
                Some(low)
            } else {
                None
            }
        };
        let twist = side_of(self.twist, c.x, Bound::TwistLow, Bound::TwistHigh);
        match self.shape {
            SwingShape::Ellipse => {
                let outside = self.ellipse(c.y, c.z) > 1.0 - inset;
                [twist, outside.then_some(Bound::Ellipse), None]
            }
            SwingShape::Box => [
                twist,
                side_of(self.flex, c.y, Bound::FlexLow, Bound::FlexHigh),
                side_of(self.side, c.z, Bound::SideLow, Bound::SideHigh),
            ],
        }
    }

    /// The turn of the child, in joint (parent-side) axes, that runs into a bound most directly at `q`: a unit vector,
    /// and what is left before the bound in units of that turn [rad]. Nothing where the bound has no direction.
    #[inline]
    pub fn normal_at(&self, q: DQuat, bound: Bound) -> Option<(DVec3, f64)> {
        let (gradient, gap) = self.gradient_at(q, bound);
        let length = gradient.length();
        (length > 1e-9 && length.is_finite()).then(|| (gradient / length, gap / length))
    }

    /// How a bound's coordinate grows with a small turn of the child, joint axes, and what is left of it.
    #[inline]
    fn gradient_at(&self, q: DQuat, bound: Bound) -> (DVec3, f64) {
        let here = SwingTwist::split(q, self.twist_axis);
        let swing = |slope: DVec3, end: f64| {
            let gradient = here.swing_gradient(self.twist_axis, slope);
            (gradient, end - slope.dot(here.swing))
        };
        let twist = |sign: f64, end: f64| {
            // d tan(τ/4) = ¼ (1 + tan²) dτ
            let slope = 0.25 * sign * (1.0 + here.twist * here.twist);
            let gradient = slope * here.twist_gradient(self.twist_axis);
            (gradient, sign * (end - here.twist))
        };
        match bound {
            Bound::TwistHigh => twist(1.0, self.twist.high),
            Bound::TwistLow => twist(-1.0, self.twist.low),
            Bound::FlexHigh => swing(self.flex_axis, self.flex.high),
            Bound::FlexLow => swing(-self.flex_axis, -self.flex.low),
            Bound::SideHigh => swing(self.side_axis, self.side.high),
            Bound::SideLow => swing(-self.side_axis, -self.side.low),
            Bound::Ellipse => {
                let flex = here.swing.dot(self.flex_axis);
                let side = here.swing.dot(self.side_axis);
                // Gradient of the square root of the ellipse's equation: it grows evenly from the middle to the bound.
                let reach = self.ellipse(flex, side).sqrt().max(1e-9);
                let slope = self.flex_axis * (flex / square(half_axis(self.flex, flex)))
                    + self.side_axis * (side / square(half_axis(self.side, side)));
                let (gradient, _) = swing(slope / reach, 0.0);
                (gradient, 1.0 - reach)
            }
        }
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
                assert_eq!(limits.clamp(inside), inside);
            }
        }
    }

    #[test]
    fn one_angle_changes_within_its_limits_and_the_others_stay() {
        let mut random = Random::new(5);
        for shape in [SwingShape::Ellipse, SwingShape::Box] {
            let limits = hip(shape);
            for _ in 0..500 {
                let q = limits.clamp(rotation_from_vector(random.in_box(DVec3::splat(2.0))));
                let (which, angle) = (random.below(3), random.between(-3.0, 3.0));
                let after = limits.with_angle(q, which, angle);
                assert!(limits.allows(after, 1e-9), "{which} {angle}");
                let (before, after) = (limits.angles_of(q), limits.angles_of(after));
                for other in (0..3).filter(|other| *other != which) {
                    assert!((before[other] - after[other]).abs() < 1e-9);
                }
                let range = limits.angles()[which];
                assert!(after[which] >= range.low - 1e-9 && after[which] <= range.high + 1e-9);
            }
            let flexed = limits.with_angle(DQuat::IDENTITY, 1, -1.0);
            assert!(flexed.angle_between(DQuat::from_rotation_x(-1.0)) < 1e-9);
        }
    }

    #[test]
    fn a_normal_leads_to_its_bound() {
        // 0.4 rad of flexion, 30° allowed: the way to the bound is a turn about the flex axis by the rest of the range.
        for shape in [SwingShape::Ellipse, SwingShape::Box] {
            let limits = hip(shape);
            let [twist, swing, _] = limits.bounds_beyond(DQuat::from_rotation_x(0.9), 0.0);
            assert_eq!(twist, None);
            let q = DQuat::from_rotation_x(0.4);
            let (normal, gap) = limits.normal_at(q, swing.unwrap()).unwrap();
            assert!(normal.distance(DVec3::X) < 1e-12);
            // Linear in quarter tangents, so only nearly the angle that is left.
            assert!((gap - (30_f64.to_radians() - 0.4)).abs() < 1e-3);
        }
    }

    #[test]
    fn the_quick_test_agrees_with_the_coordinates() {
        let mut random = Random::new(8);
        let axes = [
            (DVec3::Y, DVec3::X),
            (DVec3::X, DVec3::Z),
            (DVec3::NEG_Y, DVec3::X),
        ];
        for shape in [SwingShape::Ellipse, SwingShape::Box] {
            for (twist_axis, flex_axis) in axes {
                let [twist, flex, side] = hip(shape).angles();
                let limits =
                    BallLimits::from_angles(twist_axis, flex_axis, twist, flex, side, shape);
                let mut inside = 0;
                for _ in 0..5000 {
                    let q = rotation_from_vector(random.in_box(DVec3::splat(1.5)));
                    let c = limits.coordinates(q);
                    let expected = limits.clamp_coordinates(c) == c;
                    assert_eq!(limits.contains(q, 0.0), expected);
                    inside += usize::from(expected);
                }
                assert!((500..4500).contains(&inside), "{inside} inside");
            }
        }
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
