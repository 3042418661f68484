//! How planted soles share the body's weight.

use crate::character::Character;
use crate::kinematics::Kinematics;
use crate::motion::Contacts;
use crate::physics::BodyScale;
use glam::DVec2;

/// Soles of a person that are nearer to the centre of mass than this are about as near [m].
const NEAR: f64 = 0.01;
/// The most soles that share.
const MOST: usize = 32;

/// Shares of the weight, by sole; they add up to one, or are all zero in the air.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shares([f64; MOST]);

impl Shares {
    /// Two soles carry as a beam does: by where the centre of mass is on the way from one to the other. More share by
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
        let place = |sole: usize| {
            let sole = &character.soles[sole];
            let center = kin.link(sole.link).point(sole.center_in_link());
            DVec2::new(center.x, center.z)
        };
        let known = character.soles.len().min(MOST);
        let planted = || contacts.iter().filter(|sole| *sole < known);
        let mut two = planted();
        match (two.next(), two.next(), two.next()) {
            (None, ..) => {}
            (Some(only), None, _) => shares[only] = 1.0,
            (Some(first), Some(second), None) => {
                let (from, to) = (place(first), place(second));
                let way = to - from;
                let along = (com - from).dot(way) / way.length_squared().max(f64::MIN_POSITIVE);
                shares[second] = along.clamp(0.0, 1.0);
                shares[first] = 1.0 - shares[second];
            }
            _ => {
                let mut sum = 0.0;
                for sole in planted() {
                    shares[sole] = 1.0 / (place(sole).distance_squared(com) + near * near);
                    sum += shares[sole];
                }
                for share in &mut shares {
                    *share /= sum;
                }
            }
        }
        Self(shares)
    }

    /// A sole's share; none for soles that are not there.
    pub(super) fn get(&self, sole: usize) -> f64 {
        self.0.get(sole).copied().unwrap_or(0.0)
    }

    /// The sole that carries most.
    pub(super) fn largest(&self) -> Option<usize> {
        let (sole, share) = (self.0.iter().enumerate()).fold((0, 0.0), |best, (sole, share)| {
            if *share > best.1 {
                (sole, *share)
            } else {
                best
            }
        });
        (share > 0.0).then_some(sole)
    }

    /// Every sole that carries anything, with its share.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, f64)> {
        self.0
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, share)| *share > 0.0)
    }
}
