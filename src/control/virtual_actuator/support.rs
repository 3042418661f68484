//! Which feet support the body (da Silva et al. 2017, section 5): those that touch the ground and are meant to.

use super::feet::Sole;
use crate::character::{Character, Contacts};
use crate::kinematics::Kinematics;
use crate::physics::{BodyId, Fingerprint, Outcome};
use glam::DVec3;

/// A foot counts as touching or as lifted once it has been so for this long [s]: corners that lift and come down within are one stance.
const HYSTERESIS_SECS: f64 = 0.02;

/// Who decides which feet are to support the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SupportRule {
    /// A foot supports while it touches the ground and the plan stands on it (the paper's figure 5, left).
    Plan,
    /// A foot supports while it touches the ground and the centre of mass is over its zone, or over none (figure 5, right): for a pose
    /// that does not say which foot is next.
    Zones {
        /// Of a zone [m].
        radius: f64,
    },
}

/// One foot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct FootSupport {
    /// Whether it touches, as it counts.
    touches: bool,
    /// How long it has been otherwise [s].
    other_secs: f64,
    /// Whether the body is supported by it.
    supports: bool,
}

/// The supervisor: memory of every foot.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Support {
    /// (feet)
    feet: Vec<FootSupport>,
}

impl Support {
    /// Looks at what touched in the last step, and says again which feet support the body.
    pub(super) fn update(
        &mut self,
        character: &Character,
        outcome: &Outcome,
        kin: &Kinematics,
        rule: SupportRule,
        (planned, step_secs): (Contacts, f64),
    ) {
        let is_first = self.feet.is_empty();
        self.feet
            .resize(character.feet.len(), FootSupport::default());
        for (foot, support) in self.feet.iter_mut().enumerate() {
            let is_planned = !character.feet[foot].patches.shared(planned).is_empty();
            let touches = touches(character, outcome, foot);
            if is_first {
                // Nothing has touched yet: it stands as planned.
                support.touches = is_planned;
            } else if touches == support.touches {
                support.other_secs = 0.0;
            } else {
                support.other_secs += step_secs;
                if support.other_secs >= HYSTERESIS_SECS {
                    support.touches = touches;
                    support.other_secs = 0.0;
                }
            }
            support.supports = support.touches && is_planned;
        }
        if let SupportRule::Zones { radius } = rule {
            self.by_zones(character, kin, radius);
        }
    }

    /// Feet that touch and whose zone the centre of mass is in, or all that touch when it is in none.
    fn by_zones(&mut self, character: &Character, kin: &Kinematics, radius: f64) {
        let is_in = |foot: usize| {
            let link = character.feet[foot].whole.link;
            let middle = kin.link(link).point(character.link(link).com_in_link);
            level(kin.com - middle).length() <= radius
        };
        let is_in_any =
            (self.feet.iter().enumerate()).any(|(foot, own)| own.touches && is_in(foot));
        for (foot, support) in self.feet.iter_mut().enumerate() {
            support.supports = support.touches && (!is_in_any || is_in(foot));
        }
    }

    /// Adds its memory to a fingerprint.
    pub(super) fn hash_into(&self, hash: &mut Fingerprint) {
        for foot in &self.feet {
            hash.count(u64::from(foot.touches));
            hash.number(foot.other_secs);
        }
    }

    /// The feet that support it.
    pub(super) fn supporting(&self) -> impl Iterator<Item = usize> + '_ {
        let feet = self.feet.iter().enumerate();
        feet.filter(|(_, foot)| foot.supports).map(|(foot, _)| foot)
    }
}

/// The paper's figure 6: on one foot of two, a pull of the centre of mass away from the free foot is not heeded while the centre is
/// between them, so that the free foot may come down.
pub(super) fn let_step_down(control: DVec3, com: DVec3, stance: &Sole, free: DVec3) -> DVec3 {
    let way = level(free - stance.center);
    let length = way.length();
    let along = way / length.max(f64::MIN_POSITIVE);
    let place = level(com - stance.center).dot(along);
    let pull = control.dot(along);
    if (0.0..=length).contains(&place) && pull < 0.0 {
        control - pull * along
    } else {
        control
    }
}

fn level(v: DVec3) -> DVec3 {
    DVec3::new(v.x, 0.0, v.z)
}

/// Whether anything that is no part of the figure pushes on a foot.
fn touches(character: &Character, outcome: &Outcome, foot: usize) -> bool {
    let own = |body: &BodyId| match body {
        BodyId::Link(link) => character.foot_on_link(*link) == Some(foot),
        BodyId::Loose(_) => false,
    };
    outcome
        .contacts
        .iter()
        .any(|contact| match &contact.second {
            None => own(&contact.first),
            Some(second @ BodyId::Loose(_)) => own(&contact.first) || own(second),
            Some(second) => matches!(contact.first, BodyId::Loose(_)) && own(second),
        })
}
