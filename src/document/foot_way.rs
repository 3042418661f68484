//! The way of one foot between two keys: what it does, where it is on the way, and how its heel comes up.

use super::Setup;
use super::setup::planted_where_it_is;
use crate::character::{Character, Footing};
use crate::kinematics::{Kinematics, Planted, body_size};
use crate::math::{Transform, ease, square};
use glam::{DQuat, DVec3};

/// A person's sole that moved less than this between two keys stays [m, rad].
const STAYS: (f64, f64) = (1e-4, 1e-3);
/// A person's foot that steps is lifted by this much at most [m].
const CLEARANCE: f64 = 0.08;
/// Its heel is up by so much more then [rad].
const PITCH: f64 = 0.6;
/// And by so much that of a foot which stands on its toes [rad].
const ROLL: f64 = 0.6;
/// Between which shares of the way a heel goes up for good; one that comes down does so the other way round.
const RISES: [f64; 2] = [0.35, 0.9];
/// And by this share of how far it goes, if that is less.
const CLEARANCE_SHARE: f64 = 0.4;

/// The way of one foot.
#[derive(Clone, Copy, Debug)]
pub(super) struct FootWay {
    pub(super) kind: FootDoes,
    pub(super) from: Planted,
    pub(super) to: Planted,
    /// Where the link that it was held by has got to in the end.
    pub(super) landing: Transform,
    /// Number of the slot in which it moves.
    pub(super) slot: usize,
    /// How far its heel is up in the air where it is lifted all the way [rad].
    pub(super) pitch: f64,
    /// Between which shares of the whole way its heel may be up.
    pub(super) heel_up: Option<[f64; 2]>,
    /// How its heel goes up or comes down for good, where all of it stands at one end and a part of that at the other.
    pub(super) rise: Option<Rise>,
}

/// A heel that goes up or comes down for good.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rise {
    /// The foot while all of it stands.
    flat: Planted,
    /// How the heel's link is turned at both ends, world from link.
    turns: [DQuat; 2],
    /// Between which shares of the way it turns.
    window: [f64; 2],
    is_flat_at_first: bool,
}

impl Rise {
    /// Whether all of the foot stands after a share of the way.
    fn is_flat(&self, share: f64) -> bool {
        let [from, until] = self.window;
        if self.is_flat_at_first {
            share < from
        } else {
            share >= until
        }
    }

    /// How much of its turn is done after a share of the way.
    pub(super) fn done(&self, share: f64) -> f64 {
        let [from, until] = self.window;
        ease((share - from) / (until - from))
    }

    /// The heel after a share of the way, about a pivot that stays [m].
    fn heel(&self, pivot: DVec3, share: f64) -> Planted {
        let [from, to] = self.turns;
        let rotation = from.slerp(to, self.done(share)).normalize();
        let flat = self.flat.world_from_link;
        let turn = rotation * flat.rotation.conjugate();
        Planted {
            world_from_link: Transform::new(rotation, pivot + turn * (flat.translation - pivot)),
            ..self.flat
        }
    }
}

/// What a foot does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FootDoes {
    /// It stands at both ends, in one place, or rolls there over what stands at both.
    Stays,
    /// It comes down.
    Lands,
    /// It stands at both ends, in two places.
    Steps,
    /// It goes up.
    Lifts,
    /// It stands at neither end.
    Free,
}

impl FootWay {
    pub(super) fn new(
        character: &Character,
        (from, from_kin): (&Setup, &Kinematics),
        (to, to_kin): (&Setup, &Kinematics),
        foot: usize,
    ) -> Self {
        let (mut a, mut b) = (from.standing(foot).copied(), to.standing(foot).copied());
        let mut rise = None;
        if let (Some(before), Some(after)) = (a, b)
            && before.patches != after.patches
        {
            // What stands at both ends stands all the way.
            let patches = before.patches.shared(after.patches);
            if !patches.is_empty() {
                let footing = Footing { foot, patches };
                let is_flat_at_first = before.patches != patches;
                let heel = character.feet[foot].whole.link;
                rise = Some(Rise {
                    flat: if is_flat_at_first { before } else { after },
                    turns: [from_kin, to_kin].map(|kin| kin.link(heel).rotation),
                    window: if is_flat_at_first {
                        RISES
                    } else {
                        [1.0 - RISES[1], 1.0 - RISES[0]]
                    },
                    is_flat_at_first,
                })
                .filter(|rise| rise.flat.link == heel);
                a = Some(planted_where_it_is(character, from_kin, footing));
                b = Some(planted_where_it_is(character, to_kin, footing));
            }
        }
        let kind = match (a, b) {
            (Some(a), Some(b)) => {
                let (a, b) = (a.world_from_link, b.world_from_link);
                let stays = a.translation.distance(b.translation) < body_size(character) * STAYS.0
                    && a.rotation.angle_between(b.rotation) < STAYS.1;
                if stays {
                    FootDoes::Stays
                } else {
                    FootDoes::Steps
                }
            }
            (Some(_), None) => FootDoes::Lifts,
            (None, Some(_)) => FootDoes::Lands,
            (None, None) => FootDoes::Free,
        };
        if kind == FootDoes::Steps {
            // In the air it may bend: it leaves and lands on what stands there.
            (a, b) = (from.standing(foot).copied(), to.standing(foot).copied());
        }
        let whole = character.whole_foot(foot);
        let footing = |own: Option<Planted>, other: Option<Planted>| {
            own.or(other).map_or(whole, |planted| planted.footing())
        };
        let from = a.unwrap_or_else(|| planted_where_it_is(character, from_kin, footing(a, b)));
        let to = b.unwrap_or_else(|| planted_where_it_is(character, to_kin, footing(b, a)));
        let landing = if from.link == to.link {
            to.world_from_link
        } else {
            *to_kin.link(from.link)
        };
        Self {
            kind,
            from,
            to,
            landing,
            slot: 0,
            pitch: 0.0,
            heel_up: None,
            rise: rise.filter(|_| kind == FootDoes::Stays),
        }
    }

    /// Its heel goes up in the air.
    pub(super) fn lift_heel(&mut self) {
        self.pitch = PITCH;
    }

    /// Whether it lands behind where it stood, as its toes point.
    pub(super) fn goes_back(&self, character: &Character) -> bool {
        let front = front_of(character, &self.from);
        let toes = front.center(character) - self.from.center(character);
        let center = character.footing_center(self.from.footing());
        let travel = self.landing.point(center) - self.from.world_from_link.point(center);
        toes.dot(travel) < 0.0
    }

    /// The heel of a foot whose toes alone stand or move after a share of the whole way; nothing while all of it does.
    pub(super) fn heel(
        &self,
        character: &Character,
        flat: &Planted,
        share: f64,
    ) -> Option<Planted> {
        if let Some(rise) = self.rise {
            let pivot = flat.world_from_link.translation;
            return (!rise.is_flat(share)).then(|| rise.heel(pivot, share));
        }
        let [from, until] = self.heel_up_at(share)?;
        let done = ((share - from) / (until - from)).clamp(0.0, 1.0);
        let front = front_of(character, flat);
        let toes = front.center(character) - flat.center(character);
        let across = DVec3::Y.cross(toes).normalize_or_zero();
        let heel_up = DQuat::from_scaled_axis(ROLL * square(4.0 * done * (1.0 - done)) * across);
        let pivot = front.world_from_link.translation;
        let Transform {
            rotation,
            translation,
        } = flat.world_from_link;
        let rolled = Transform::new(
            (heel_up * rotation).normalize(),
            pivot + heel_up * (translation - pivot),
        );
        Some(Planted {
            world_from_link: rolled,
            ..*flat
        })
    }

    /// What of a foot stands, while its heel may be up.
    pub(super) fn standing(&self, character: &Character, planted: &Planted, share: f64) -> Planted {
        if let Some(rise) = self.rise.filter(|rise| rise.is_flat(share)) {
            rise.flat
        } else if self.heel_up_at(share).is_some() {
            front_of(character, planted)
        } else {
            *planted
        }
    }

    /// Between which shares its heel is up around this one.
    fn heel_up_at(&self, share: f64) -> Option<[f64; 2]> {
        self.heel_up
            .filter(|[from, until]| (*from..*until).contains(&share))
    }

    /// Where it stands while another sole steps in a slot.
    pub(super) fn stands_beside(&self, slot: usize) -> Option<Planted> {
        match self.kind {
            FootDoes::Free => None,
            FootDoes::Lands => Some(self.to),
            FootDoes::Steps if self.slot > 0 && self.slot < slot => Some(self.to),
            _ => Some(self.from),
        }
    }

    /// Straight from place to place, and over the ground if it stands on both: its ball is lifted, and its heel higher than that.
    pub(super) fn on_the_way(&self, character: &Character, done: f64) -> Planted {
        let (a, b) = (self.from.world_from_link, self.landing);
        let start = front_of(character, &self.from).center(character);
        let ball_in_link = a.inverse().point(start);
        let end = b.point(ball_in_link);
        let most = body_size(character) * CLEARANCE;
        let lift = match self.kind {
            FootDoes::Steps => (CLEARANCE_SHARE * start.distance(end)).min(most),
            _ => 0.0,
        };
        let hill = 4.0 * done * (1.0 - done);
        let ball = start.lerp(end, done) + lift * hill * DVec3::Y;
        let flat = a.rotation.slerp(b.rotation, done);
        let toes = flat * (ball_in_link - character.footing_center(self.from.footing()));
        let across = DVec3::Y.cross(toes).normalize_or_zero();
        let heel_up = DQuat::from_scaled_axis(self.pitch * hill * lift / most * across);
        let rotation = (heel_up * flat).normalize();
        Planted {
            world_from_link: Transform::new(rotation, ball - rotation * ball_in_link),
            ..self.from
        }
    }
}

/// What of a foot that lies flat is beyond its ball; all of it where it does not bend.
fn front_of(character: &Character, flat: &Planted) -> Planted {
    let front = character.feet[flat.foot].front(character);
    let front = front.shared(flat.patches);
    if front.is_empty() {
        *flat
    } else {
        flat.of_its(character, front)
    }
}
