//! A leg of two bones between a ball and a ball, in closed form: the knee from the distance, the thigh from the direction, the foot
//! from what is asked.
//!
//! ```text
//! hip o----thigh----o knee              |k + R(θ) a| = distance of hip and ankle
//!                    \                  k, a: the knee seen from the hip, the ankle from the knee
//!                     shank             knee's axis: half-way between where pelvis and foot would have it
//!                      \
//!                       o ankle
//! ```

use super::super::biped::{Biped, Foot};
use super::footwork::FootMoment;
use super::legs::{STRAIGHTEST, stretch};
use super::roll::Roller;
use crate::character::{
    Character, Joint, JointCoordinate, JointKind, LinkId, Pose, Range, SwingShape,
};
use crate::kinematics::Kinematics;
use crate::math::{Transform, ease, hypotenuse, square};
use glam::{DQuat, DVec2, DVec3};

/// A leg, as the closed form sees it.
#[derive(Clone, Debug)]
pub(super) struct TwoBones {
    thigh: LinkId,
    shank: LinkId,
    foot: LinkId,
    /// The knee seen from the thigh and the ankle seen from the shank, in axes of the thigh [m].
    knee: DVec3,
    ankle: DVec3,
    /// The knee's axis in the thigh, and which of two ways it bends: +1 where a larger angle shortens the leg.
    axis: DVec3,
    bends: f64,
    /// How far the shank leans ahead over the foot before the ankle is at its limit [rad].
    most_lean: f64,
    /// Where pelvis and foot would have that axis.
    axis_in_pelvis: DVec3,
    axis_in_foot: DVec3,
}

/// A heel rises where its ankle comes so near to its limit, and keeps it so far away at least [rad].
const SOFT: f64 = 0.16;
const KEPT: f64 = 0.03;
/// It rises so far at most [rad], found by so many halvings.
const MOST_RISE: f64 = 0.8;
const HALVINGS: usize = 44;
/// A hip is looked for from this share of its highest place on, by so many halvings.
const CROUCHED: f64 = 0.7;
const HALVINGS_OF_HEIGHT: usize = 24;
/// An ankle in the air comes to its limits as softly as this [rad], from this share of a swing on and until this share before its
/// end.
const WIDTH: f64 = 0.02;
const LET_GO: f64 = 0.2;
const TAKEN: f64 = 0.15;
/// The least bone that counts as one [m].
const LEAST_BONE: f64 = 1e-6;
/// What joints may be beyond their limits by, for rounding [rad].
const ROUNDING: f64 = 1e-9;

impl TwoBones {
    /// Both legs of a body whose legs hang on its first link and have a hinge between two balls, or three hinges in one plane.
    pub(super) fn of(character: &Character, biped: &Biped) -> Option<[Self; 2]> {
        let kin = Kinematics::of(character, &character.rest);
        let [left, right] = [0, 1].map(|foot| Self::new(character, &kin, biped, &biped.feet[foot]));
        Some([left?, right?])
    }

    fn new(character: &Character, kin: &Kinematics, biped: &Biped, foot: &Foot) -> Option<Self> {
        let side = foot.side;
        let &[foot, shank, thigh] = &foot.leg[..] else {
            return None;
        };
        let joint = |link: LinkId| &character.link(link).joint;
        // A knee that is a ball bends as a hinge does.
        let (axis, range) = match &joint(shank).kind {
            JointKind::Hinge { axis, range } => (*axis, *range),
            JointKind::Ball(limits) => (limits.flex_axis, limits.flex),
            JointKind::Fixed => return None,
        };
        let turns = |link: LinkId| match joint(link).kind {
            JointKind::Ball(_) => true,
            JointKind::Hinge { .. } => biped.is_sagittal,
            JointKind::Fixed => false,
        };
        let hangs_on_pelvis = character.link(thigh).parent == Some(biped.pelvis);
        if biped.pelvis != LinkId::ROOT || !hangs_on_pelvis || !turns(thigh) || !turns(foot) {
            return None;
        }
        let thigh_from_joint = joint(shank).parent_from_joint;
        let axis = thigh_from_joint.rotation * axis;
        // A bone along the axis, or none, leaves nothing to bend.
        let across = |bone: DVec3| bone.cross(axis).length();
        let bones = [thigh_from_joint, joint(foot).parent_from_joint].map(|at| at.translation);
        if across(bones[0]).min(across(thigh_from_joint.rotation * bones[1])) < LEAST_BONE {
            return None;
        }
        let axis_at_rest = kin.link(thigh).rotation * axis;
        let seen_from = |link: LinkId| kin.link(link).rotation.conjugate() * axis_at_rest;
        Some(Self {
            thigh,
            shank,
            foot,
            knee: thigh_from_joint.translation,
            ankle: thigh_from_joint.rotation * joint(foot).parent_from_joint.translation,
            axis,
            bends: if range.high + range.low >= 0.0 {
                1.0
            } else {
                -1.0
            },
            most_lean: most_lean(character, kin, &biped.feet[usize::from(side < 0.0)]),
            axis_in_pelvis: seen_from(biped.pelvis),
            axis_in_foot: seen_from(foot),
        })
    }

    /// Puts a leg between a pelvis and a foot; of a foot in the air, which is so far through its swing, an ankle near its limit takes the
    /// foot along. Says whether the leg reaches and its joints allow it; they are as near as they can be in any case.
    pub(super) fn pose(
        &self,
        character: &Character,
        (world_from_pelvis, world_from_foot): (&Transform, &Transform),
        swing: Option<f64>,
        pose: &mut Pose,
    ) -> bool {
        let joint = |link: LinkId| &character.link(link).joint;
        let hip = world_from_pelvis.point(joint(self.thigh).parent_from_joint.translation);
        let way = world_from_foot.translation - hip;
        // 1 The knee: k·R(θ)a = c cos θ + s sin θ + what lies along the axis.
        let (along_k, along_a) = (self.knee.dot(self.axis), self.ankle.dot(self.axis));
        let (k, a) = (
            self.knee - along_k * self.axis,
            self.ankle - along_a * self.axis,
        );
        let (c, s) = (k.dot(a), k.dot(self.axis.cross(a)));
        let squares =
            way.length_squared() - self.knee.length_squared() - self.ankle.length_squared();
        let cos = (0.5 * squares - along_k * along_a) / (c * c + s * s).sqrt();
        let reaches = cos.abs() <= 1.0;
        let angle = libm::atan2(s, c) + self.bends * libm::acos(cos.clamp(-1.0, 1.0));
        let bent = DQuat::from_axis_angle(self.axis, angle);
        // 2 The thigh: its ankle on the way, its knee ahead.
        let swung = DQuat::from_rotation_arc(
            (self.knee + bent * self.ankle).normalize_or(DVec3::NEG_Y),
            way.normalize_or(DVec3::NEG_Y),
        );
        let about = way.normalize_or(DVec3::NEG_Y);
        let wished = world_from_pelvis.rotation * self.axis_in_pelvis
            + world_from_foot.rotation * self.axis_in_foot;
        let axis = swung * self.axis;
        let twist = libm::atan2(
            about.cross(axis).dot(wished),
            (axis - about.dot(axis) * about).dot(wished),
        );
        let thigh = DQuat::from_axis_angle(about, twist) * swung;
        // 3 The joints between.
        let shank = thigh * bent * joint(self.shank).parent_from_joint.rotation;
        let hip = (world_from_pelvis.rotation * joint(self.thigh).parent_from_joint.rotation)
            .conjugate()
            * thigh;
        let ankle = (shank * joint(self.foot).parent_from_joint.rotation).conjugate()
            * world_from_foot.rotation;
        let mut allowed = reaches;
        for (link, turn, may_miss) in [
            (self.thigh, turn_of(joint(self.thigh), hip), false),
            (self.shank, self.knee_at(joint(self.shank), angle), false),
            (
                self.foot,
                Self::ankle_at(joint(self.foot), ankle, swing),
                swing.is_some(),
            ),
        ] {
            let kind = &joint(link).kind;
            allowed &= may_miss || turn.is_allowed(kind, ROUNDING);
            pose.joints[link.index()] = turn.clamped(kind);
        }
        allowed
    }

    /// How far a heel has to rise beyond what is asked, about the ball, for the ankle to keep off its limit [rad]. It begins to rise
    /// before that, so that nothing jerks.
    pub(super) fn heel_rise(
        &self,
        character: &Character,
        world_from_pelvis: &Transform,
        (foot, roller): (&Foot, &Roller),
        moment: &FootMoment,
    ) -> f64 {
        if moment.rolls == 0.0 {
            return 0.0;
        }
        let hip = character.link(self.thigh).joint.parent_from_joint;
        let hip = world_from_pelvis.point(hip.translation);
        let lean = |rise: f64| {
            let place = roller.about_ball(&moment.world_from_link, -rise);
            let lean_of_leg = foot.lean(&place, hip - place.translation);
            lean_of_leg + self.lean_of_shank(hip.distance(place.translation))
        };
        let (begins, most) = (self.most_lean - SOFT, self.most_lean - KEPT);
        let now = lean(0.0);
        if now <= begins {
            return 0.0;
        }
        // From where it begins to the most in the end, without a kink.
        let room = most - begins;
        let asked = begins + room * (1.0 - libm::exp((begins - now) / room));
        let (mut low, mut high) = (0.0, MOST_RISE);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            if lean(middle) > asked {
                low = middle;
            } else {
                high = middle;
            }
        }
        moment.rolls * 0.5 * (low + high)
    }

    /// The height of the hip over a point (x, z) under which the ankle of a foot that stands would be bent beyond its limit [m];
    /// nothing where it would not be. A straighter leg leans its shank less.
    pub(super) fn lowest_hip(
        &self,
        foot: &Foot,
        world_from_foot: &Transform,
        hip_xz: DVec2,
    ) -> Option<f64> {
        let ankle = world_from_foot.translation;
        let apart = hip_xz.distance(DVec2::new(ankle.x, ankle.z));
        let most = self.most_lean - KEPT;
        let lean = |up: f64| {
            let hip = DVec3::new(hip_xz.x, ankle.y + up, hip_xz.y);
            let lean_of_leg = foot.lean(world_from_foot, hip - ankle);
            lean_of_leg + self.lean_of_shank(hip.distance(ankle))
        };
        let reach = stretch(STRAIGHTEST) * foot.leg_length;
        let high = (square(reach) - square(apart)).max(0.0).sqrt();
        let (mut low, mut high) = (CROUCHED * high, high);
        if lean(low) <= most {
            return None;
        }
        for _ in 0..HALVINGS_OF_HEIGHT {
            let middle = 0.5 * (low + high);
            if lean(middle) > most {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(ankle.y + high)
    }

    /// The ankle's coordinate; of a foot in the air it comes softly to its limits.
    fn ankle_at(joint: &Joint, rotation: DQuat, swing: Option<f64>) -> JointCoordinate {
        let asked = turn_of(joint, rotation);
        match swing {
            None => asked,
            Some(swing) => {
                let gives = ease(swing / LET_GO) * ease((1.0 - swing) / TAKEN);
                softened(&joint.kind, asked, gives)
            }
        }
    }

    /// How far the shank leans beyond the line from ankle to hip [rad], by the law of cosines.
    fn lean_of_shank(&self, reach: f64) -> f64 {
        let (thigh, shank) = (self.knee.length(), self.ankle.length());
        let cos = (shank * shank + reach * reach - thigh * thigh) / (2.0 * shank * reach);
        libm::acos(cos.clamp(-1.0, 1.0))
    }

    /// The knee's coordinate when it is bent by an angle about its axis, which is given in the thigh.
    fn knee_at(&self, joint: &Joint, angle: f64) -> JointCoordinate {
        match joint.kind {
            JointKind::Ball(_) => {
                let axis = joint.parent_from_joint.rotation.conjugate() * self.axis;
                JointCoordinate::Ball(DQuat::from_axis_angle(axis, angle))
            }
            _ => JointCoordinate::Hinge(angle),
        }
    }
}

/// How far the shank leans ahead over a foot when its ankle is at its limit [rad].
fn most_lean(character: &Character, kin: &Kinematics, foot: &Foot) -> f64 {
    let joint = &character.link(foot.link).joint;
    let Some(parent) = character.link(foot.link).parent else {
        return 0.0;
    };
    let (shank, flat) = (kin.link(parent), kin.link(foot.link));
    let shank_up = kin.pivot(parent) - kin.pivot(foot.link);
    let at_rest = foot.lean(flat, shank_up);
    let mut lean = 0.0;
    while lean < 1.5 {
        let turn = DQuat::from_rotation_x(lean - at_rest) * shank.rotation;
        let ankle = (turn * joint.parent_from_joint.rotation).conjugate() * flat.rotation;
        if !turn_of(joint, ankle).is_allowed(&joint.kind, ROUNDING) {
            break;
        }
        lean += 0.01;
    }
    lean
}

/// A coordinate that comes softly to its limits, by a share of what that takes.
fn softened(kind: &JointKind, asked: JointCoordinate, share: f64) -> JointCoordinate {
    match (kind, asked) {
        (JointKind::Hinge { range, .. }, JointCoordinate::Hinge(angle)) => {
            let soft = within(angle, (range.low, range.high), WIDTH);
            JointCoordinate::Hinge(angle + share * (soft - angle))
        }
        (JointKind::Ball(limits), JointCoordinate::Ball(q)) => {
            // Quarter tangents are quarters of angles.
            let width = 0.25 * WIDTH;
            let c = limits.coordinates(q);
            let of = |value: f64, range: Range| within(value, (range.low, range.high), width);
            let half_axis =
                |value: f64, range: Range| if value < 0.0 { -range.low } else { range.high };
            let [flex, side] = match limits.shape {
                SwingShape::Box => [of(c.y, limits.flex), of(c.z, limits.side)],
                SwingShape::Ellipse => {
                    let (a, b) = (half_axis(c.y, limits.flex), half_axis(c.z, limits.side));
                    let out = hypotenuse(c.y / a, c.z / b);
                    let shorter = if out > 0.5 {
                        let radius = hypotenuse(c.y, c.z) / out;
                        within(out, (-2.0, 1.0), width / radius) / out
                    } else {
                        1.0
                    };
                    [shorter * c.y, shorter * c.z]
                }
            };
            let soft = DVec3::new(of(c.x, limits.twist), flex, side);
            JointCoordinate::Ball(limits.rotation(c.lerp(soft, share)))
        }
        _ => asked,
    }
}

/// A value that comes to its bounds without a kink, within so far of them: the integral of a logistic curve.
fn within(value: f64, (low, high): (f64, f64), width: f64) -> f64 {
    // ln(1 + eˣ), which is x where x is large.
    let ramp = |x: f64| {
        if x > 40.0 {
            x
        } else {
            libm::log1p(libm::exp(x))
        }
    };
    let below = high - width * ramp((high - value) / width);
    low + width * ramp((below - low) / width)
}

/// A rotation as a joint's coordinate; of a hinge its turn about the axis.
fn turn_of(joint: &Joint, rotation: DQuat) -> JointCoordinate {
    match joint.kind {
        JointKind::Fixed => JointCoordinate::Fixed,
        JointKind::Ball(_) => JointCoordinate::Ball(rotation.normalize()),
        JointKind::Hinge { axis, .. } => {
            let half = libm::atan2(rotation.xyz().dot(axis), rotation.w);
            let turn = 2.0 * half;
            let whole = 2.0 * std::f64::consts::PI;
            JointCoordinate::Hinge(turn - whole * (turn / whole).round())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;

    #[test]
    fn feet_are_put_where_they_are_asked_for_whatever_the_knee_is() {
        for name in ["human", "hobbler", "planar", "mannequin", "four_armed"] {
            let character = load_character(name).unwrap();
            let biped = Biped::new(&character).unwrap();
            let legs = TwoBones::of(&character, &biped).unwrap();
            let kin = Kinematics::of(&character, &character.rest);
            let mut pose = character.rest.clone();
            pose.world_from_root.translation -= DVec3::new(0.0, 0.006, 0.0);
            let pelvis = pose.world_from_root;
            let asked = [0, 1].map(|foot| *kin.link(biped.feet[foot].link));
            for (leg, place) in legs.iter().zip(&asked) {
                assert!(leg.pose(&character, (&pelvis, place), None, &mut pose));
            }
            let posed = Kinematics::of(&character, &pose);
            for (foot, place) in biped.feet.iter().zip(&asked) {
                let there = posed.link(foot.link);
                assert!(there.translation.distance(place.translation) < 1e-12);
                assert!(there.rotation.angle_between(place.rotation) < 1e-6);
            }
        }
    }

    #[test]
    fn ankles_in_the_air_come_to_their_limits_without_a_kink() {
        let h = 1e-3;
        let soft = |value: f64| within(value, (-0.3, 0.5), WIDTH);
        let mut last_rate = 1.0;
        for k in -1000..1000 {
            let value = f64::from(k) * h;
            assert!((-0.3..=0.5).contains(&soft(value)));
            let rate = (soft(value + h) - soft(value)) / h;
            assert!((-1e-9..=1.0 + 1e-9).contains(&rate));
            assert!((rate - last_rate).abs() < 0.3 * h / WIDTH || k == -1000);
            last_rate = rate;
        }
        assert!((soft(0.1) - 0.1).abs() < 1e-4, "far from them it is itself");
    }

    #[test]
    fn legs_of_three_bones_are_left_to_the_solver() {
        let chicken = load_character("chicken").unwrap();
        let biped = Biped::new(&chicken).unwrap();
        assert!(TwoBones::of(&chicken, &biped).is_none());
    }
}
