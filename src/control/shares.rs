//! How planted feet share the body's weight.

use crate::character::{Character, Contacts, Footing};
use crate::kinematics::Kinematics;
use crate::physics::BodyScale;
use glam::DVec2;

/// Feet of a person that are nearer to the centre of mass than this are about as near [m].
const NEAR: f64 = 0.01;
/// The most feet that share.
const MOST: usize = 32;

/// Shares of the weight, by foot; they add up to one, or are all zero in the air.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shares([f64; MOST]);

impl Shares {
    /// Two feet carry as a beam does: by where the centre of mass is on the way from one to the other. More share by
    /// the inverse square of their distance from it.
    pub(super) fn of(
        character: &Character,
        contacts: Contacts,
        kin: &Kinematics,
        scale: &BodyScale,
    ) -> Self {
        let near = NEAR * scale.length;
        let mut shares = [0.0; MOST];
        let com = DVec2::new(kin.com.x, kin.com.z);
        let place = |footing: Footing| {
            let link = kin.link(character.footing_link(footing));
            let center = link.point(character.footing_center(footing));
            DVec2::new(center.x, center.z)
        };
        let planted = || {
            character
                .footings(contacts)
                .filter(|footing| footing.foot < MOST)
        };
        let mut two = planted();
        match (two.next(), two.next(), two.next()) {
            (None, ..) => {}
            (Some(only), None, _) => shares[only.foot] = 1.0,
            (Some(first), Some(second), None) => {
                let (from, to) = (place(first), place(second));
                let way = to - from;
                let along = (com - from).dot(way) / way.length_squared().max(f64::MIN_POSITIVE);
                shares[second.foot] = along.clamp(0.0, 1.0);
                shares[first.foot] = 1.0 - shares[second.foot];
            }
            _ => {
                let mut sum = 0.0;
                for footing in planted() {
                    let share = 1.0 / (place(footing).distance_squared(com) + near * near);
                    shares[footing.foot] = share;
                    sum += share;
                }
                for share in &mut shares {
                    *share /= sum;
                }
            }
        }
        Self(shares)
    }

    /// A foot's share; none for feet that are not there.
    pub(super) fn get(&self, foot: usize) -> f64 {
        self.0.get(foot).copied().unwrap_or(0.0)
    }

    /// The foot that carries most.
    pub(super) fn largest(&self) -> Option<usize> {
        let (foot, share) = (self.0.iter().enumerate()).fold((0, 0.0), |best, (foot, share)| {
            if *share > best.1 {
                (foot, *share)
            } else {
                best
            }
        });
        (share > 0.0).then_some(foot)
    }

    /// Every foot that carries anything, with its share.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, f64)> {
        self.0
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, share)| *share > 0.0)
    }
}
