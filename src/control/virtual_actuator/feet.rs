//! The ground under the feet, and how a wrench is shared among them.
//!
//! The paper leaves a stance on two feet open: a table of ones and zeros, filled by hand. Here every foot gives a share of the force at
//! a point of its own sole, and what no sole can give is left over last:
//!
//! ```text
//!  wrench ──> where it meets the ground ──> shares ──> force of each foot at its own point, clamped to its sole
//!                                                           └──> moment that is left, by the same shares
//! ```
//! A person at rest stands so without any torque of a foot about its own length, and no foot is asked for what the other could give.

use super::transpose::{GroundWrench, VirtualWrench};
use crate::character::{Character, Contacts, Footing, LinkId};
use crate::kinematics::Kinematics;
use glam::{DMat2, DVec2, DVec3};

/// Share of a sole's half width and length that a force may be off its middle: on the edge it would tip.
const INSIDE: f64 = 0.9;
/// A wrench that pushes down by less than this share of the weight meets the ground nowhere.
const LEAST_LOAD: f64 = 0.05;

/// A foot as it lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sole {
    /// What stands of it.
    pub footing: Footing,
    /// The link that it stands by.
    pub link: LinkId,
    /// Middle of what stands [m].
    pub center: DVec3,
    /// Along and across in the sole's plane: unit vectors, world.
    axes: [DVec3; 2],
    /// How far it reaches along them [m].
    half: [f64; 2],
}

impl Sole {
    /// A foot as a pose has it; what the plan does not stand on counts as flat.
    pub fn of(character: &Character, kin: &Kinematics, foot: usize, planned: Contacts) -> Self {
        let patches = character.feet[foot].patches.shared(planned);
        let footing = if patches.is_empty() {
            character.whole_foot(foot)
        } else {
            Footing { foot, patches }
        };
        let link = character.footing_link(footing);
        let world_from_link = kin.link(link);
        let up = character.footing_up(footing);
        // The link's own forward axis, as far as it lies in the sole.
        let ahead = DVec3::Z - DVec3::Z.dot(up) * up;
        let along = ahead
            .try_normalize()
            .unwrap_or_else(|| up.any_orthonormal_vector());
        let across = up.cross(along);
        let mut low = [f64::INFINITY; 2];
        let mut high = [f64::NEG_INFINITY; 2];
        let mut height = 0.0;
        for corner in character.footing_corners(footing) {
            for (index, axis) in [along, across].into_iter().enumerate() {
                low[index] = low[index].min(corner.dot(axis));
                high[index] = high[index].max(corner.dot(axis));
            }
            height = corner.dot(up);
        }
        let middle = [0, 1].map(|index| 0.5 * (low[index] + high[index]));
        let center = middle[0] * along + middle[1] * across + height * up;
        Self {
            footing,
            link,
            center: world_from_link.point(center),
            axes: [along, across].map(|axis| world_from_link.direction(axis)),
            half: [0, 1].map(|index| 0.5 * (high[index] - low[index])),
        }
    }

    /// The point of the sole nearest to one.
    fn nearest(&self, point: DVec3) -> DVec3 {
        let from = point - self.center;
        (self.axes.iter().zip(self.half)).fold(self.center, |at, (axis, half)| {
            let reach = INSIDE * half;
            at + from.dot(*axis).clamp(-reach, reach) * *axis
        })
    }
}

/// Where a wrench on a body meets the ground: there its moment is upright. Nothing when it hardly pushes down.
fn meeting_point(wrench: &VirtualWrench, com: DVec3, height: f64, weight: f64) -> Option<DVec3> {
    let (f, n) = (wrench.force, wrench.torque);
    let drop = height - com.y;
    (f.y > LEAST_LOAD * weight).then(|| {
        DVec3::new(
            com.x + (n.z + drop * f.x) / f.y,
            height,
            com.z + (drop * f.z - n.x) / f.y,
        )
    })
}

/// Shares of feet in what acts at a point [no unit]: none is negative, they add up to one, their mean place is as near to the point as
/// feet allow, and of such shares they are the evenest. With g of (Σ d dᵀ + near² I) g = p − c̄ they are 1/n + g · d for d = c − c̄;
/// who would pull is left out and the rest shares anew.
fn shares_of(soles: &[Sole], point: DVec3, near: f64, shares: &mut Vec<f64>) {
    const OUT: f64 = -1.0;
    let place = |sole: &Sole| DVec2::new(sole.center.x, sole.center.z);
    shares.clear();
    shares.resize(soles.len(), 0.0);
    loop {
        let carrying = || {
            (soles.iter().zip(&*shares))
                .filter(|(_, share)| **share != OUT)
                .map(|(sole, _)| place(sole))
        };
        let count = carrying().count() as f64;
        let middle = carrying().sum::<DVec2>() / count;
        let spread = carrying().fold(near * near * DMat2::IDENTITY, |sum, at| {
            let d = at - middle;
            sum + DMat2::from_cols(d * d.x, d * d.y)
        });
        let slope = spread.inverse() * (DVec2::new(point.x, point.z) - middle);
        let mut least = (0, 0.0);
        for (index, sole) in soles.iter().enumerate() {
            if shares[index] != OUT {
                shares[index] = 1.0 / count + slope.dot(place(sole) - middle);
                if shares[index] < least.1 {
                    least = (index, shares[index]);
                }
            }
        }
        if least.1 >= 0.0 {
            break;
        }
        shares[least.0] = OUT;
    }
    for share in shares {
        *share = share.max(0.0);
    }
}

/// Shares a wrench out among feet.
pub fn distribute(
    character: &Character,
    kin: &Kinematics,
    wrench: &VirtualWrench,
    soles: &[Sole],
    (near, weight): (f64, f64),
    shares: &mut Vec<f64>,
    ground: &mut Vec<GroundWrench>,
) {
    ground.clear();
    if soles.is_empty() {
        return;
    }
    let height = soles.iter().map(|sole| sole.center.y).sum::<f64>() / soles.len() as f64;
    let meets = meeting_point(wrench, kin.com, height, weight).unwrap_or(kin.com);
    shares_of(soles, meets, near, shares);
    let middle: DVec3 = (soles.iter().zip(&*shares))
        .map(|(sole, share)| *share * sole.center)
        .sum();
    let mut left = wrench.torque;
    for (sole, share) in soles.iter().zip(&*shares) {
        let force = *share * wrench.force;
        let point = sole.nearest(sole.center + meets - middle);
        left -= (point - kin.com).cross(force);
        ground.push(GroundWrench {
            link: link_under(character, kin, sole, point),
            point,
            force,
            torque: DVec3::ZERO,
        });
    }
    for (index, sole) in soles.iter().enumerate() {
        let torque = shares[index] * left;
        if ground[index].link == sole.link {
            ground[index].torque = torque;
        } else {
            ground.push(GroundWrench {
                link: sole.link,
                point: ground[index].point,
                force: DVec3::ZERO,
                torque,
            });
        }
    }
}

/// The link of a foot that lies on the ground at a point: what is beyond a joint within the foot lies on the link that hangs there.
fn link_under(character: &Character, kin: &Kinematics, sole: &Sole, point: DVec3) -> LinkId {
    let beyond = |patch: &usize| {
        let own = &character.soles[*patch];
        let pivot = kin.pivot(own.link);
        let middle = kin.link(own.link).point(own.center_in_link());
        own.link != sole.link && (point - pivot).dot(middle - pivot) > 0.0
    };
    let found = sole.footing.patches.iter().find(beyond);
    found.map_or(sole.link, |patch| character.soles[patch].link)
}
