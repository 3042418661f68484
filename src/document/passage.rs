//! The way from one key to the next: which soles stand when, where the others are, and where the weight is.
//!
//! ```text
//! share of the way  0 ── land ── shift ── step ── shift ── step ── shift ── lift ── 1
//! ```
//! Soles that come down do so first, those that step go one after the other, those that go up do so last. Before each sole
//! that leaves the ground the centre of mass is carried over what stays, while all stand: so something always carries it.

use super::Setup;
use super::foot_way::{FootDoes, FootWay};
use crate::character::{Character, LinkId};
use crate::kinematics::{Planted, Stance};
use crate::math::{Transform, ease};
use glam::{DVec2, DVec3};
use std::cmp::Ordering;

/// How feet go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Feet {
    /// How much longer they take than the weight takes from foot to foot.
    pub(super) pace: f64,
    pub(super) heels: Heels,
}

/// What heels of feet that bend do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heels {
    /// They are as high as the toes, and what stands at both ends stands all the way.
    Flat,
    /// They are up while the foot is in the air; those that go up for good leave the ground on the way.
    Swing,
    /// And while it stands behind: on long ways ankles do not turn so far.
    Roll,
}

impl Feet {
    /// As slow as the weight.
    pub(super) const FLAT: Self = Self {
        pace: 1.0,
        heels: Heels::Flat,
    };

    /// The same with heels that go up where they do so for good.
    pub(super) const ROLLING: Self = Self {
        pace: 1.0,
        heels: Heels::Swing,
    };
}

/// The way between two setups.
#[derive(Clone, Debug)]
pub(super) struct Passage {
    ways: Vec<FootWay>,
    slots: Vec<Slot>,
    /// Where the centre of mass is at both ends (x, z) [m].
    pub(super) com_xz: [DVec2; 2],
}

/// A part of the way, and where the centre of mass is at its end (x, z) [m].
#[derive(Clone, Copy, Debug)]
struct Slot {
    is_shift: bool,
    com_xz: DVec2,
    /// The share of the whole way at which it ends.
    until: f64,
}

/// One moment of the way.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    /// Soles that stand, those that stand all the way first; none where no foot is about to stand.
    pub(super) planted: Vec<Planted>,
    /// Soles in the air, and how firmly each keeps its place and orientation there [0..1].
    pub(super) moving: Vec<(Planted, f64)>,
    /// Feet whose toes stand or move, with their heels up.
    pub(super) rolling: Vec<Planted>,
    /// Joints within feet that go somewhere, and how far they are from key to key [0..1]: toes bend and stretch in the air.
    pub(super) toes: Vec<(LinkId, f64)>,
    /// Where the centre of mass should be (x, z) [m].
    pub(super) com_xz: DVec2,
}

impl Passage {
    /// Plans the way; the centre of mass keeps the margin of both setups from the edge of what carries it.
    pub(super) fn new(character: &Character, (from, to): (&Setup, &Setup), feet: Feet) -> Self {
        let margin = from.margin.min(to.margin);
        let kins = [from, to].map(|setup| setup.kinematics(character));
        let mut ways: Vec<FootWay> = (0..character.feet.len())
            .map(|foot| FootWay::new(character, (from, &kins[0]), (to, &kins[1]), foot))
            .collect();
        let com_xz = kins.map(|kin| DVec2::new(kin.com.x, kin.com.z));
        let mut slots: Vec<Slot> = Vec::new();
        let [com_from, com_to] = com_xz;
        if ways.iter().any(|way| way.kind == FootDoes::Lands) {
            put_in_slot(&mut ways, FootDoes::Lands, slots.len());
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
        if ways.iter().any(|way| way.kind == FootDoes::Lifts) {
            put_in_slot(&mut ways, FootDoes::Lifts, slots.len());
            slots.push(Slot::moving(com_to));
        }
        let share = |slot: &Slot| if slot.is_shift { 1.0 } else { feet.pace };
        let whole: f64 = slots.iter().map(share).sum();
        let mut until = 0.0;
        for slot in &mut slots {
            until += share(slot) / whole;
            slot.until = until;
        }
        let mut passage = Self {
            ways,
            slots,
            com_xz,
        };
        match feet.heels {
            Heels::Flat => passage.ways.iter_mut().for_each(|way| way.rise = None),
            Heels::Swing => passage.swing(),
            Heels::Roll => {
                passage.swing();
                passage.roll(character);
            }
        }
        passage
    }

    /// Heels of feet that step are up in the air.
    fn swing(&mut self) {
        let steps = self.ways.iter_mut();
        for way in steps.filter(|way| way.kind == FootDoes::Steps) {
            way.lift_heel();
        }
    }

    /// Says when heels may be up: those of feet that stand while another one steps ahead, and of feet that step back.
    fn roll(&mut self, character: &Character) {
        for stepping in 0..self.ways.len() {
            let way = &self.ways[stepping];
            if way.kind != FootDoes::Steps {
                continue;
            }
            let begins = self.slots[way.slot - 1].until;
            let lands = self.slots[way.slot].until;
            let settled = self.slots.get(way.slot + 1).map_or(1.0, |slot| slot.until);
            let window = [0.5 * (begins + lands), settled];
            if way.goes_back(character) {
                self.ways[stepping].heel_up = Some(window);
            } else {
                let others = self
                    .ways
                    .iter_mut()
                    .filter(|way| way.kind == FootDoes::Stays);
                others.for_each(|way| way.heel_up = Some(window));
            }
        }
    }

    /// The share of the way that a foot takes.
    pub(super) fn step_share(&self) -> f64 {
        let mut since = 0.0;
        let mut longest = 0.0;
        for slot in &self.slots {
            if !slot.is_shift {
                longest = f64::max(longest, slot.until - since);
            }
            since = slot.until;
        }
        longest
    }

    /// The share of the way after which no foot lands any more; all of it where none does.
    pub(super) fn landed(&self) -> f64 {
        let lands = |way: &&FootWay| matches!(way.kind, FootDoes::Lands | FootDoes::Steps);
        let landings = self.ways.iter().filter(lands);
        let landings = landings.map(|way| self.slots[way.slot].until);
        landings.reduce(f64::max).unwrap_or(1.0)
    }

    /// Whether a foot goes anywhere on the way.
    pub(super) fn has_steps(&self) -> bool {
        self.slots.len() > 1
    }

    /// What stands and where everything is after a share of the way.
    pub(super) fn at(&self, character: &Character, share: f64) -> Moment {
        let begun = self.slots.partition_point(|slot| slot.until <= share);
        let now = begun.min(self.slots.len() - 1);
        let before = now.checked_sub(1).map(|slot| &self.slots[slot]);
        let (since, before) =
            before.map_or((0.0, self.com_xz[0]), |slot| (slot.until, slot.com_xz));
        let slot = self.slots[now];
        let done = ease((share - since) / (slot.until - since));
        let com_xz = if slot.is_shift {
            before.lerp(slot.com_xz, done)
        } else {
            slot.com_xz
        };
        let mut planted = Vec::new();
        let (mut moving, mut rolling, mut toes) = (Vec::new(), Vec::new(), Vec::new());
        for (foot, way) in self.ways.iter().enumerate() {
            let goes = !slot.is_shift && way.slot == now;
            if !matches!(way.kind, FootDoes::Stays | FootDoes::Free) {
                let share = match now.cmp(&way.slot) {
                    Ordering::Less => 0.0,
                    Ordering::Equal => done,
                    Ordering::Greater => 1.0,
                };
                let within = character.footing_locks(character.whole_foot(foot));
                toes.extend(within.into_iter().map(|joint| (joint, share)));
            }
            if let Some(rise) = way.rise {
                let within = character.footing_locks(character.whole_foot(foot));
                let done = rise.done(share);
                toes.extend(within.into_iter().map(|joint| (joint, done)));
            }
            let mut stand = |flat: Planted| {
                rolling.extend(way.heel(character, &flat, share));
                way.standing(character, &flat, share)
            };
            match way.kind {
                FootDoes::Stays => planted.insert(0, stand(way.from)),
                FootDoes::Free => {}
                _ if goes => {
                    let air = 4.0 * done * (1.0 - done);
                    let flat = way.on_the_way(character, done);
                    moving.push((stand(flat), 1.0 - air));
                }
                FootDoes::Lands if now < way.slot => {}
                FootDoes::Lifts if now > way.slot => {}
                _ if now < way.slot => planted.push(stand(way.from)),
                _ => planted.push(stand(way.to)),
            }
        }
        if planted.is_empty() {
            // The only sole there is takes the whole figure along.
            planted.extend(moving.pop().map(|(sole, _)| sole));
        }
        Moment {
            planted,
            moving,
            rolling,
            toes,
            com_xz,
        }
    }
}

impl Slot {
    fn shift(com_xz: DVec2) -> Self {
        Self {
            is_shift: true,
            com_xz,
            until: 1.0,
        }
    }

    fn moving(com_xz: DVec2) -> Self {
        Self {
            is_shift: false,
            com_xz,
            until: 1.0,
        }
    }
}

fn put_in_slot(ways: &mut [FootWay], kind: FootDoes, slot: usize) {
    for way in ways.iter_mut().filter(|way| way.kind == kind) {
        way.slot = slot;
    }
}

/// Soles that step, the one farthest back first: it has the longest way, and the weight leaves it.
fn steps_in_order(character: &Character, ways: &[FootWay]) -> Vec<usize> {
    let steps = (0..ways.len()).filter(|sole| ways[*sole].kind == FootDoes::Steps);
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
