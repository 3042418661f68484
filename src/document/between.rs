//! Poses between keys, solved again: soles stand where they stand, pins and weight go from place to place, balance holds.
//!
//! Every moment is found from the two keys alone, always in the same way: it hangs on no other moment, and moments that are
//! near each other have poses that are. In dynamic balance the way of the trunk is planned first ([`CarriedWay`]), and the
//! poses are found along it; at rest it is over what stands at every moment.

use super::carried_way::CarriedWay;
use super::passage::{Feet, Moment, Passage};
use super::poser::{Keeps, Task};
use super::solving::HOLD;
use super::{Document, Grip, Handle, Key, Poser, Setup, Solving};
use crate::character::{Character, LinkId};
use crate::gait::{Biped, Reach};
use crate::ik::{
    CenterOfMass, CenterOfMassHeight, Goal, GoalKind, Limits, Orientation, Position, PostureModel,
    Rank, Readiness,
};
use crate::kinematics::{Held, Kinematics};
use crate::motion::{joint_between, pose_between};
use glam::{DQuat, DVec3};
use std::sync::Arc;

/// At most; most poses need a few.
const STEPS: u32 = 40;
/// How firmly a foot in the air is turned as planned; on the ground it is 1.
const TURN_IN_THE_AIR: f64 = 0.02;
/// The same under a trunk that is carried.
const LOOSE: f64 = 0.03;

/// What is posed at a time [s]: that of a key, between two of them, or of the nearest end. Without keys: the setup.
pub fn in_between(poser: &mut Poser, document: &Document, secs: f64) -> Setup {
    match keys_around(document, secs) {
        (Some(a), Some(b)) => {
            let between = poser.between(&document.character, (a, b));
            between.at(poser, secs)
        }
        (Some(only), None) | (None, Some(only)) => Setup::clone(&only.setup),
        (None, None) => Setup::clone(&document.setup),
    }
}

/// The last key up to a time [s] and the first one after it.
pub(super) fn keys_around(
    document: &Document,
    secs: f64,
) -> (Option<&Arc<Key>>, Option<&Arc<Key>>) {
    let next = document.keys.partition_point(|key| key.secs <= secs);
    let before = next.checked_sub(1);
    let before = before.and_then(|index| document.keys.get(index));
    (before, document.keys.get(next))
}

/// What lies between two keys: planned once, posed at any moment.
#[derive(Clone, Debug)]
pub(super) struct Between {
    pub(super) character: Arc<Character>,
    pub(super) from: Arc<Key>,
    pub(super) to: Arc<Key>,
    pub(super) passage: Passage,
    /// How the body is in both keys.
    pub(super) ends: [Kinematics; 2],
    /// The link that legs carry, and how far two of them do.
    pub(super) trunk: LinkId,
    pub(super) reach: Option<Reach>,
    /// Links that are no part of a leg.
    above_legs: Vec<LinkId>,
    /// Where the trunk goes in dynamic balance.
    pub(super) carried: Option<CarriedWay>,
}

impl Between {
    /// Plans the way from one key to a later one.
    pub(super) fn new(character: &Arc<Character>, (from, to): (&Arc<Key>, &Arc<Key>)) -> Self {
        let ends = [from, to].map(|key| key.setup.kinematics(character));
        let reach = Biped::new(character).ok();
        let reach = reach.map(|biped| Reach::new(biped, ends.each_ref()));
        let trunk = reach.as_ref().map_or(LinkId::ROOT, Reach::pelvis);
        let up = |link: LinkId| std::iter::successors(Some(link), |at| character.link(*at).parent);
        let legs: Vec<LinkId> = (character.standing_feet())
            .flat_map(|foot| up(character.feet[foot].whole.link).take_while(|link| *link != trunk))
            .collect();
        let mut between = Self {
            character: Arc::clone(character),
            from: Arc::clone(from),
            to: Arc::clone(to),
            passage: Passage::new(character, (&from.setup, &to.setup), Feet::FLAT),
            ends,
            trunk,
            reach,
            above_legs: (character.link_ids())
                .filter(|link| !up(*link).any(|above| legs.contains(&above)))
                .collect(),
            carried: None,
        };
        between.carry();
        between
    }

    /// Whether it is of these very keys and this body.
    pub(super) fn is_of(
        &self,
        character: &Arc<Character>,
        (from, to): (&Arc<Key>, &Arc<Key>),
    ) -> bool {
        Arc::ptr_eq(&self.character, character)
            && Arc::ptr_eq(&self.from, from)
            && Arc::ptr_eq(&self.to, to)
    }

    /// What is posed at a time between the two keys, or at the nearest of them [s].
    pub(super) fn at(&self, poser: &mut Poser, secs: f64) -> Setup {
        let (a, b) = (&self.from, &self.to);
        let time = (secs - a.secs) / (b.secs - a.secs);
        let share = a.easing.share(time);
        if share <= 0.0 {
            return Setup::clone(&a.setup);
        }
        if share >= 1.0 {
            return Setup::clone(&b.setup);
        }
        let trunk = self.carried.as_ref().map(|way| way.at(time));
        self.posed(poser, &self.passage, (time, trunk))
    }

    /// What is posed after a share of the time, neither of the ends, with the trunk's pivot where a plan has it [m].
    pub(super) fn posed(
        &self,
        poser: &mut Poser,
        passage: &Passage,
        (time, trunk): (f64, Option<DVec3>),
    ) -> Setup {
        let character = &self.character;
        let share = self.from.easing.share(time);
        // Feet keep their own time on a planned way.
        let of_feet = if trunk.is_some() { time } else { share };
        let moment = passage.at(character, of_feet);
        let ankles = self.ankles(&moment, share);
        let mut setup = self.setup_between(share, &moment);
        if Held::of(&setup.planted, &setup.plants).is_none() {
            // Carried by something else in either key: nothing stands on the way from one to the other.
            return setup;
        }
        // 1 Feet, standing and on their way.
        let stance = setup.stance(character);
        let mut goals = Goal::contacts(character, &stance);
        let loose = if trunk.is_some() {
            LOOSE
        } else {
            TURN_IN_THE_AIR
        };
        push_feet(character, &moment, loose, &mut goals);
        // 2 The trunk where it was planned; or the weight, over what stands even where a key is not balanced itself.
        if let Some(place) = trunk {
            goals.extend(self.trunk_goals(share, place));
        } else {
            let target_xz = if setup.keeps_balance {
                stance.polygon.nearest(moment.com_xz)
            } else {
                moment.com_xz
            };
            let (rank, weight) = if setup.keeps_balance {
                (setup.balance.rank, setup.balance.weight)
            } else {
                (Rank::EFFECTOR, 1.0)
            };
            goals.push(Goal {
                weight,
                ..Goal::new("balance", rank, CenterOfMass { target_xz })
            });
        }
        // 3 Pins and asks that hold in both keys.
        let is_foot = |handle: &Handle| {
            let mut feet = moment
                .moving
                .iter()
                .map(|(foot, _)| foot)
                .chain(&stance.planted);
            feet.any(|foot| handle.grip.link() == Some(foot.link))
        };
        let of_feet_and_trunk = goals.len();
        for handle in setup.handles.iter().filter(|handle| !is_foot(handle)) {
            push_pins(handle, &mut goals);
        }
        goals.extend(setup.asks.iter().flat_map(|ask| ask.goals(character)));
        let mut still = setup.frozen.clone();
        if trunk.is_some() && goals.len() == of_feet_and_trunk {
            // Legs alone do what is left.
            still.extend(&self.above_legs);
        }
        // 4 The pose that has all of them, near the one between the keys.
        if let (Some(place), Some((reach, ankles))) = (trunk, self.reach.as_ref().zip(ankles)) {
            let carried = (place, self.trunk_turn(share));
            reach.bend_knees((character, share), &mut setup.pose, ankles, carried);
        }
        let rest = setup.pose.clone();
        let task = Task {
            rest: &rest,
            frozen: &still,
            hold: HOLD,
            steps: STEPS,
            // With the strengths of posing, steps between keys would turn joints a quarter harder.
            readiness: Readiness::Alike,
            posture: PostureModel::None,
            travel: f64::INFINITY,
            keeps: Keeps::Through,
            solving: setup.solving.only_limits(),
        };
        poser.run(character, &stance, goals, task, &mut setup.pose);
        setup
    }
}

impl Between {
    /// Both keys' setups, a share of the way from one to the other, before anything is solved.
    fn setup_between(&self, share: f64, moment: &Moment) -> Setup {
        let character = &self.character;
        let (a, b) = (&*self.from.setup, &*self.to.setup);
        let mut pose = pose_between(&a.pose, &b.pose, share);
        for (toe, share) in &moment.toes {
            let [from, to] = [a, b].map(|setup| setup.pose.joint(*toe));
            pose.joints[toe.index()] = joint_between(from, to, *share);
        }
        let handles = a.handles.iter();
        let asks = a.asks.iter();
        Setup {
            pose,
            planted: moment.planted.clone(),
            // What carries at the same place in both.
            plants: in_both(&a.plants, &b.plants),
            handles: handles
                .map(|handle| pinned_between(handle, b, share))
                .collect(),
            asks: asks
                .filter_map(|ask| ask.between(character, &b.asks, share))
                .collect(),
            balance: a.balance,
            keeps_balance: a.keeps_balance && b.keeps_balance,
            margin: a.margin.min(b.margin),
            frozen: in_both(&a.frozen, &b.frozen),
            solving: Solving {
                limits: if b.solving.limits == Limits::Ignored {
                    Limits::Ignored
                } else {
                    a.solving.limits
                },
                ..a.solving
            },
        }
    }

    /// The trunk at a place [m], and turned evenly from key to key.
    fn trunk_goals(&self, share: f64, target_in_world: DVec3) -> [Goal; 2] {
        let place = Position {
            link: self.trunk,
            point_in_link: DVec3::ZERO,
            target_in_world,
        };
        let turn = Orientation {
            link: self.trunk,
            world_from_link: self.trunk_turn(share),
        };
        [
            Goal::new("trunk", Rank::BALANCE, GoalKind::Position(place)),
            Goal::new("trunk's turn", Rank::BALANCE, GoalKind::Orientation(turn)),
        ]
    }

    /// How the trunk is turned after a share of the way, world from link.
    pub(super) fn trunk_turn(&self, share: f64) -> DQuat {
        let [from, to] = self
            .ends
            .each_ref()
            .map(|kin| kin.link(self.trunk).rotation);
        from.slerp(to, share).normalize()
    }
}

/// What stands in both lists.
pub(super) fn in_both<T: Copy + PartialEq>(a: &[T], b: &[T]) -> Vec<T> {
    a.iter().filter(|own| b.contains(own)).copied().collect()
}

/// A handle of the earlier key, pinned where it is pinned in both.
fn pinned_between(handle: &Handle, later: &Setup, share: f64) -> Handle {
    let partner = later.handles.iter().find(|other| other.name == handle.name);
    let position = handle
        .position
        .zip(partner.and_then(|other| other.position));
    let rotation = handle
        .rotation
        .zip(partner.and_then(|other| other.rotation));
    Handle {
        position: position.map(|(a, b)| a.lerp(b, share)),
        rotation: rotation.map(|(a, b)| a.slerp(b, share).normalize()),
        touched: None,
        ..handle.clone()
    }
}

/// Feet on their way, and heels that are up; feet in the air keep their turn so firmly at least.
fn push_feet(character: &Character, moment: &Moment, loose: f64, goals: &mut Vec<Goal>) {
    for (foot, firmness) in &moment.moving {
        let name = character.footing_name(foot.footing());
        let center = character.footing_center(foot.footing());
        let place = GoalKind::Position(Position {
            link: foot.link,
            point_in_link: center,
            target_in_world: foot.world_from_link.point(center),
        });
        let turn = GoalKind::Orientation(Orientation {
            link: foot.link,
            world_from_link: foot.world_from_link.rotation,
        });
        goals.push(Goal::new(name.clone(), Rank::BALANCE, place));
        goals.push(Goal {
            weight: loose + (1.0 - loose) * firmness,
            ..Goal::new(format!("{name} rotation"), Rank::BALANCE, turn)
        });
    }
    goals.extend(moment.rolling.iter().map(|foot| {
        let turn = Orientation {
            link: foot.link,
            world_from_link: foot.world_from_link.rotation,
        };
        Goal::new("heel", Rank::BALANCE, GoalKind::Orientation(turn))
    }));
}

fn push_pins(handle: &Handle, goals: &mut Vec<Goal>) {
    let mut push = |name: String, kind: GoalKind| {
        goals.push(Goal {
            weight: handle.weight,
            ..Goal::new(name, handle.rank, kind)
        });
    };
    match handle.grip {
        Grip::Point {
            link,
            point_in_link,
        } => {
            if let Some(target_in_world) = handle.position {
                let kind = GoalKind::Position(Position {
                    link,
                    point_in_link,
                    target_in_world,
                });
                push(handle.name.clone(), kind);
            }
            if let Some(world_from_link) = handle.rotation {
                let kind = GoalKind::Orientation(Orientation {
                    link,
                    world_from_link,
                });
                push(format!("{} rotation", handle.name), kind);
            }
        }
        // Its place over the ground is planned already.
        Grip::CenterOfMass => {
            if let Some(target) = handle.position {
                let kind = GoalKind::CenterOfMassHeight(CenterOfMassHeight { height: target.y });
                push(format!("{} height", handle.name), kind);
            }
        }
    }
}
