//! Planted feet, tied to where the plan has them, and handed over without a jolt.
//!
//! The foot that carries most is held exactly: the body is seen from it. Another that is planted, too, is tied down at the
//! corners of its sole. A foot that comes down beside its place is tied where it is and glides there.

use super::gains::GRAVITY;
use super::shares::Shares;
use crate::character::{Character, Contacts, Footing, LinkId};
use crate::kinematics::Kinematics;
use crate::math::{Transform, ease, rotation_vector};
use crate::physics::{BodyId, BodyScale, Fingerprint, Hold, Inputs, Tether};
use glam::{DQuat, DVec3};

/// Time in which a person's foot that came down beside its place glides there [s], and the mean speeds that it does not exceed
/// [m/s, rad/s].
const GLIDE_SECS: f64 = 0.2;
const GLIDE_SPEED: f64 = 0.5;
const GLIDE_RATE: f64 = 2.0;
/// A held sole that carries less of the weight hands over: later than half, so that it does not flicker.
const LEAST_SHARE: f64 = 0.4;
/// Of a corner of a person's sole that is tied down [N/m, N s/m].
const STIFFNESS: f64 = 2e6;
const DAMPING: f64 = 1e4;
/// The weights of the body that such a corner carries at most: a figure that is thrown about tears it loose.
const MOST_WEIGHTS: f64 = 3.0;

/// A planted foot.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pin {
    footing: Footing,
    /// The link that it stands by.
    link: LinkId,
    /// Where the foot was when it came down, seen from where the plan had it.
    plan_from_foot: Transform,
    since_secs: f64,
    /// Where the foot was to be at the end of the last step: on moving ground that is elsewhere.
    last_place: Option<Transform>,
}

impl Pin {
    /// Pins a foot where the ghost has it.
    fn new(
        character: &Character,
        footing: Footing,
        (plan, ghost): (&Kinematics, &Kinematics),
        since_secs: f64,
    ) -> Self {
        let link = character.footing_link(footing);
        Self {
            footing,
            link,
            plan_from_foot: plan.link(link).inverse() * *ghost.link(link),
            since_secs,
            last_place: None,
        }
    }

    /// Where the foot is to be at a time.
    fn place(&self, plan: &Kinematics, scale: &BodyScale, secs: f64) -> Transform {
        let way = self.plan_from_foot.translation.length();
        let turn = rotation_vector(self.plan_from_foot.rotation).length();
        // Lengths go with the body's, times with its time, angles are angles.
        let way_secs = way / scale.length / GLIDE_SPEED;
        let glide_secs = scale.time() * GLIDE_SECS.max(way_secs).max(turn / GLIDE_RATE);
        let left = 1.0 - ease((secs - self.since_secs) / glide_secs);
        let beside = Transform::new(
            DQuat::IDENTITY.slerp(self.plan_from_foot.rotation, left),
            DVec3::ZERO.lerp(self.plan_from_foot.translation, left),
        );
        *plan.link(self.link) * beside
    }
}

/// The feet that are tied to the ground.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Pins {
    /// (feet)
    pins: Vec<Option<Pin>>,
    held: Option<usize>,
}

impl Pins {
    /// The link that is held.
    pub(super) fn held(&self) -> Option<LinkId> {
        Some(self.pins.get(self.held?)?.as_ref()?.link)
    }

    /// Adds where feet are tied to a fingerprint.
    pub(super) fn hash_into(&self, hash: &mut Fingerprint) {
        hash.count(self.held.map_or(0, |held| held as u64 + 1));
        for pin in &self.pins {
            let Some(pin) = pin else {
                hash.count(0);
                continue;
            };
            hash.count(pin.link.index() as u64 + 1);
            hash.place(&pin.plan_from_foot);
            hash.number(pin.since_secs);
            if let Some(place) = &pin.last_place {
                hash.place(place);
            }
        }
    }

    /// Pins feet that have come down where the ghost has them, lets go of those that lift, and chooses which is held. One
    /// that was tied and is held from now on is pinned anew: a blow may have stretched its ties, and a hold gives no way.
    pub(super) fn update(
        &mut self,
        character: &Character,
        contacts: Contacts,
        shares: &Shares,
        where_they_are: (&Kinematics, &Kinematics),
        secs: f64,
    ) {
        self.pins.resize(character.feet.len(), None);
        for (foot, (pin, own)) in self.pins.iter_mut().zip(&character.feet).enumerate() {
            let patches = own.patches.shared(contacts);
            let footing = Footing { foot, patches };
            match pin {
                _ if patches.is_empty() => *pin = None,
                // It rolls: what it stands by stays, or another part of it stands by itself now.
                Some(known) if known.link == character.footing_link(footing) => {
                    known.footing = footing;
                }
                _ => *pin = Some(Pin::new(character, footing, where_they_are, secs)),
            }
        }
        let before = self.held;
        self.held = (self.held)
            .filter(|foot| self.pins[*foot].is_some() && shares.get(*foot) > LEAST_SHARE)
            .or_else(|| shares.largest());
        if let (Some(foot), true) = (self.held, self.held != before)
            && let Some(pin) = &mut self.pins[foot]
        {
            *pin = Pin::new(character, pin.footing, where_they_are, secs);
        }
    }

    /// Writes the hold and the tethers of a step that ends at `secs` and begins with the ghost as it is.
    pub(super) fn write(
        &mut self,
        character: &Character,
        (plan, scale): (&Kinematics, &BodyScale),
        (secs, step_secs): (f64, f64),
        inputs: &mut Inputs,
    ) {
        let most_force = MOST_WEIGHTS * character.mass() * GRAVITY;
        for (index, pin) in self.pins.iter_mut().enumerate() {
            let Some(pin) = pin else {
                continue;
            };
            let world_from_link = pin.place(plan, scale, secs);
            let before = pin.last_place.replace(world_from_link);
            let before = before.unwrap_or(world_from_link);
            let standing = pin
                .footing
                .patches
                .iter()
                .map(|sole| character.soles[sole].link);
            inputs.tied.extend(standing);
            if self.held == Some(index) {
                inputs.hold = Some(Hold {
                    link: pin.link,
                    world_from_link,
                });
                continue;
            }
            let corners = character.footing_corners(pin.footing);
            inputs.tethers.extend(corners.map(|corner| {
                let target = world_from_link.point(corner);
                Tether {
                    body: BodyId::Link(pin.link),
                    point_in_body: corner,
                    // Where it is before the step: by its velocity it arrives.
                    target: before.point(corner),
                    target_velocity: (target - before.point(corner)) / step_secs,
                    stiffness: scale.stiffness() * STIFFNESS,
                    damping: scale.damping() * DAMPING,
                    most_force,
                }
            }));
        }
    }
}
