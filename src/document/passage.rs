//! The way from one key to the next: which soles stand when, where the others are, and where the weight is.
//!
//! ```text
//! share of the way  0 ── land ── shift ── step ── shift ── step ── shift ── lift ── 1
//! ```
//! Soles that come down do so first, those that step go one after the other, those that go up do so last. Before each sole
//! that leaves the ground the centre of mass is carried over what stays, while all stand: so something always carries it.

use super::Setup;
use super::setup::planted_where_it_is;
use crate::character::{Character, Footing, LinkId};
use crate::kinematics::{Kinematics, Planted, Stance, body_size};
use crate::math::{Transform, ease};
use glam::{DVec2, DVec3};
use std::cmp::Ordering;

/// A person's sole that moved less than this between two keys stays [m, rad].
const STAYS: (f64, f64) = (1e-4, 1e-3);
/// A person's foot that steps is lifted by this much at most [m].
const CLEARANCE: f64 = 0.08;
/// And by this share of how far it goes, if that is less.
const CLEARANCE_SHARE: f64 = 0.4;

/// The way between two setups.
#[derive(Clone, Debug)]
pub(super) struct Passage<'a> {
    character: &'a Character,
    ways: Vec<Way>,
    slots: Vec<Slot>,
    /// Where the centre of mass is at both ends (x, z) [m].
    pub(super) com_xz: [DVec2; 2],
}

/// The way of one foot.
#[derive(Clone, Copy, Debug)]
struct Way {
    kind: Kind,
    from: Planted,
    to: Planted,
    /// Where the link that it was held by has got to in the end.
    landing: Transform,
    /// Number of the slot in which it moves.
    slot: usize,
}

/// What a foot does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
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

/// A part of the way, and where the centre of mass is at its end (x, z) [m].
#[derive(Clone, Copy, Debug)]
struct Slot {
    is_shift: bool,
    com_xz: DVec2,
}

/// One moment of the way.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    /// Soles that stand, those that stand all the way first; none where no foot is about to stand.
    pub(super) planted: Vec<Planted>,
    /// Soles in the air, and how firmly each keeps its place and orientation there [0..1].
    pub(super) moving: Vec<(Planted, f64)>,
    /// Joints within feet that go somewhere, and how far they are from key to key [0..1]: toes bend and stretch in the air.
    pub(super) toes: Vec<(LinkId, f64)>,
    /// Where the centre of mass should be (x, z) [m].
    pub(super) com_xz: DVec2,
}

impl<'a> Passage<'a> {
    /// Plans the way; the centre of mass keeps `margin` from the edge of what carries it.
    pub(super) fn new(character: &'a Character, from: &Setup, to: &Setup, margin: f64) -> Self {
        let kins = [from, to].map(|setup| setup.kinematics(character));
        let mut ways: Vec<Way> = (0..character.feet.len())
            .map(|foot| Way::new(character, (from, &kins[0]), (to, &kins[1]), foot))
            .collect();
        let com_xz = kins.map(|kin| DVec2::new(kin.com.x, kin.com.z));
        let mut slots: Vec<Slot> = Vec::new();
        let [com_from, com_to] = com_xz;
        if ways.iter().any(|way| way.kind == Kind::Lands) {
            put_in_slot(&mut ways, Kind::Lands, slots.len());
            slots.push(Slot::moving(com_from));
        }
        let steps = steps_in_order(character, &ways);
        let count = steps.len();
        for (order, sole) in steps.into_iter().enumerate() {
            ways[sole].slot = slots.len() + 1;
            let others = ways.iter().enumerate().filter(|(other, _)| *other != sole);
            let standing = others.filter_map(|(_, way)| way.stands_beside(slots.len() + 1));
            let standing: Vec<Planted> = standing.collect();
            let share = (order as f64 + 1.0) / (count as f64 + 1.0);
            let middle = com_from.lerp(com_to, share);
            let over = if standing.is_empty() {
                middle
            } else {
                let polygon = Stance::new(character, standing).polygon;
                polygon.inset(margin).nearest(middle)
            };
            slots.push(Slot::shift(over));
            slots.push(Slot::moving(over));
        }
        slots.push(Slot::shift(com_to));
        if ways.iter().any(|way| way.kind == Kind::Lifts) {
            put_in_slot(&mut ways, Kind::Lifts, slots.len());
            slots.push(Slot::moving(com_to));
        }
        Self {
            character,
            ways,
            slots,
            com_xz,
        }
    }

    /// What stands and where everything is after a share of the way.
    pub(super) fn at(&self, share: f64) -> Moment {
        let place = share.clamp(0.0, 1.0) * self.slots.len() as f64;
        let now = (place as usize).min(self.slots.len() - 1);
        let done = ease(place - now as f64);
        let before = now.checked_sub(1).map(|slot| self.slots[slot].com_xz);
        let before = before.unwrap_or(self.com_xz[0]);
        let slot = self.slots[now];
        let com_xz = if slot.is_shift {
            before.lerp(slot.com_xz, done)
        } else {
            slot.com_xz
        };
        let mut planted = Vec::new();
        let (mut moving, mut toes) = (Vec::new(), Vec::new());
        for (foot, way) in self.ways.iter().enumerate() {
            let goes = !slot.is_shift && way.slot == now;
            if !matches!(way.kind, Kind::Stays | Kind::Free) {
                let share = match now.cmp(&way.slot) {
                    Ordering::Less => 0.0,
                    Ordering::Equal => done,
                    Ordering::Greater => 1.0,
                };
                let within = self
                    .character
                    .footing_locks(self.character.whole_foot(foot));
                toes.extend(within.into_iter().map(|joint| (joint, share)));
            }
            match way.kind {
                Kind::Stays => planted.insert(0, way.from),
                Kind::Free => {}
                _ if goes => {
                    let air = 4.0 * done * (1.0 - done);
                    moving.push((way.on_the_way(self.character, done), 1.0 - air));
                }
                Kind::Lands if now < way.slot => {}
                Kind::Lifts if now > way.slot => {}
                _ if now < way.slot => planted.push(way.from),
                _ => planted.push(way.to),
            }
        }
        if planted.is_empty() {
            // The only sole there is takes the whole figure along.
            planted.extend(moving.pop().map(|(sole, _)| sole));
        }
        Moment {
            planted,
            moving,
            toes,
            com_xz,
        }
    }
}

impl Way {
    fn new(
        character: &Character,
        (from, from_kin): (&Setup, &Kinematics),
        (to, to_kin): (&Setup, &Kinematics),
        foot: usize,
    ) -> Self {
        let (mut a, mut b) = (from.standing(foot).copied(), to.standing(foot).copied());
        if let (Some(before), Some(after)) = (a, b)
            && before.patches != after.patches
        {
            // What stands at both ends stands all the way.
            let patches = before.patches.shared(after.patches);
            if !patches.is_empty() {
                let footing = Footing { foot, patches };
                a = Some(planted_where_it_is(character, from_kin, footing));
                b = Some(planted_where_it_is(character, to_kin, footing));
            }
        }
        let kind = match (a, b) {
            (Some(a), Some(b)) => {
                let (a, b) = (a.world_from_link, b.world_from_link);
                let stays = a.translation.distance(b.translation) < body_size(character) * STAYS.0
                    && a.rotation.angle_between(b.rotation) < STAYS.1;
                if stays { Kind::Stays } else { Kind::Steps }
            }
            (Some(_), None) => Kind::Lifts,
            (None, Some(_)) => Kind::Lands,
            (None, None) => Kind::Free,
        };
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
        }
    }

    /// Where it stands while another sole steps in a slot.
    fn stands_beside(&self, slot: usize) -> Option<Planted> {
        match self.kind {
            Kind::Free => None,
            Kind::Lands => Some(self.to),
            Kind::Steps if self.slot > 0 && self.slot < slot => Some(self.to),
            _ => Some(self.from),
        }
    }

    /// Straight from place to place, and over the ground if it stands on both.
    fn on_the_way(&self, character: &Character, done: f64) -> Planted {
        let (a, b) = (self.from.world_from_link, self.landing);
        let center = character.footing_center(self.from.footing());
        let rotation = a.rotation.slerp(b.rotation, done).normalize();
        let (start, end) = (a.point(center), b.point(center));
        let lift = match self.kind {
            Kind::Steps => {
                let most = body_size(character) * CLEARANCE;
                (CLEARANCE_SHARE * start.distance(end)).min(most)
            }
            _ => 0.0,
        };
        let hill = 4.0 * done * (1.0 - done);
        let middle = start.lerp(end, done) + lift * hill * DVec3::Y;
        Planted {
            world_from_link: Transform::new(rotation, middle - rotation * center),
            ..self.from
        }
    }
}

impl Slot {
    fn shift(com_xz: DVec2) -> Self {
        let is_shift = true;
        Self { is_shift, com_xz }
    }

    fn moving(com_xz: DVec2) -> Self {
        let is_shift = false;
        Self { is_shift, com_xz }
    }
}

fn put_in_slot(ways: &mut [Way], kind: Kind, slot: usize) {
    for way in ways.iter_mut().filter(|way| way.kind == kind) {
        way.slot = slot;
    }
}

/// Soles that step, the one farthest back first: it has the longest way, and the weight leaves it.
fn steps_in_order(character: &Character, ways: &[Way]) -> Vec<usize> {
    let steps = (0..ways.len()).filter(|sole| ways[*sole].kind == Kind::Steps);
    let mut steps: Vec<usize> = steps.collect();
    let center = |sole: usize, place: &Transform| {
        place.point(character.footing_center(ways[sole].from.footing()))
    };
    let start = |sole: usize| center(sole, &ways[sole].from.world_from_link);
    let travels = steps
        .iter()
        .map(|&sole| center(sole, &ways[sole].landing) - start(sole));
    let travel: DVec3 = travels.sum();
    steps.sort_by(|&a, &b| start(a).dot(travel).total_cmp(&start(b).dot(travel)));
    steps
}
