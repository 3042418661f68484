//! How high the heel behind is when the other foot lands: as high as it takes for the leg to reach, and for its ankle not to be bent
//! too far.
//!
//! On level ground both legs are stretched then, and a heel that is a little up makes up for the way between the feet. Uphill the leg
//! behind has farther to go; downhill the body sinks and the shank behind leans far ahead.

use super::super::biped::Foot;
use super::legs::stretch;
use super::roll::Roller;
use super::ways::late_rise;
use crate::math::Transform;
use glam::{DQuat, DVec2, DVec3};

/// A foot that stands flat, and how it rolls.
pub(super) struct Behind<'a> {
    pub(super) foot: &'a Foot,
    pub(super) roller: &'a Roller,
    pub(super) flat: &'a Transform,
}

/// Knee flexion of both legs at that moment [rad].
const KNEE: f64 = 0.15;
/// The pelvis is then so far on its way from the ankle behind to the one ahead.
const AHEAD: f64 = 0.55;
/// How far the leg ahead may be shorter for each radian that the heel behind is up, in legs.
const GIVES: f64 = 0.17;
/// An ankle is bent up no farther than this where a heel can prevent it [rad].
const DORSIFLEXION: f64 = 0.43;
/// A heel is no higher than this when the other foot lands, and is looked for in steps [rad].
const MOST: f64 = 0.55;
const STEP: f64 = 0.01;

/// How far the heel behind is turned up about its ball when the other foot has just landed [rad].
pub(super) fn heel_behind(
    behind: &Behind,
    (ahead, landed): (&Foot, &Transform),
    heading: f64,
) -> f64 {
    let turn = DQuat::from_rotation_y(heading);
    let (leg, leg_ahead) = (
        stretch(KNEE) * behind.foot.leg_length,
        stretch(KNEE) * ahead.leg_length,
    );
    let toes = turn.conjugate()
        * (behind.flat.rotation * behind.foot.flat_from_link.conjugate())
        * DVec3::Z;
    let slope = libm::atan2(toes.y, toes.z);
    let mut up = 0.0;
    while up < MOST {
        let place = behind.roller.rolled(behind.flat, -up, 0.0);
        let between = place.translation.lerp(landed.translation, AHEAD);
        let pelvis = (DVec2::new(between.x, between.z), turn);
        let reach = behind.foot.pelvis_height(place.translation, pelvis, leg);
        let wanted = ahead.pelvis_height(landed.translation, pelvis, leg_ahead);
        let height = reach.min(wanted);
        // The leg's lean, and its shank's beyond that: half the knee's bend.
        let hip = turn * behind.foot.hip_from_pelvis;
        let way = DVec3::new(between.x, height, between.z) + hip - place.translation;
        let ahead_of_ankle = turn.conjugate() * way;
        let lean = libm::atan2(ahead_of_ankle.z, ahead_of_ankle.y);
        let share = (way.length() / behind.foot.leg_length).min(1.0);
        let bent = libm::acos(share) + lean + slope - up;
        let reaches = wanted - reach <= GIVES * up * behind.foot.leg_length;
        if reaches && bent <= DORSIFLEXION {
            break;
        }
        up += STEP;
    }
    up
}

/// Orders of a rise that still look like one, and halvings between them.
const ORDERS: (f64, f64) = (2.6, 9.0);
const HALVINGS: usize = 30;

/// The order of [`late_rise`] that has come to a value at a share of its way.
pub(super) fn order_of_rise(share: f64, value: f64, stops: f64) -> f64 {
    let (mut low, mut high) = ORDERS;
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if late_rise(share, (middle, stops)) > value {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::super::super::biped::Biped;
    use super::*;
    use crate::io::load_character;

    /// How high the right heel is when the left foot has landed a step ahead, and higher or lower.
    fn heel(rise: f64) -> f64 {
        let human = load_character("human").unwrap();
        let biped = Biped::new(&human).unwrap();
        let [left, right] = &biped.feet;
        let flat = right.placed(DVec3::ZERO, DVec3::Y, 0.0);
        let landed = left.placed(DVec3::new(0.1, rise, 0.6), DVec3::Y, 0.0);
        let behind = Behind {
            foot: right,
            roller: &Roller::new(&human, right),
            flat: &flat,
        };
        heel_behind(&behind, (left, &landed), 0.0)
    }

    #[test]
    fn the_heel_behind_is_higher_where_its_leg_or_its_ankle_needs_it() {
        let (level, up, down) = (heel(0.0), heel(0.1), heel(-0.1));
        assert!((0.0..0.2).contains(&level), "{level}");
        assert!(up > level + 0.1, "the leg has farther to go: {up}");
        assert!(down > level + 0.05, "the shank leans: {down}");
    }

    #[test]
    fn the_order_of_a_rise_is_found_again() {
        let order = order_of_rise(0.5, late_rise(0.5, (4.0, 14.0)), 14.0);
        assert!((order - 4.0).abs() < 1e-6);
    }
}
