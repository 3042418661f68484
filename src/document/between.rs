//! Poses between keys, solved again: soles stand where they stand, pins and weight go from place to place, balance holds.
//!
//! Every moment is found from the two keys alone, always in the same way: it hangs on no other moment, and moments that are
//! near each other have poses that are.

use super::passage::Passage;
use super::poser::{Keeps, Task};
use super::solving::HOLD;
use super::{Document, Grip, Handle, Key, Poser, Setup, Solving};
use crate::ik::{
    CenterOfMass, CenterOfMassHeight, Goal, GoalKind, Limits, Orientation, Position, PostureModel,
    Rank, Readiness,
};
use crate::kinematics::Held;
use crate::motion::{joint_between, pose_between};

/// At most; most poses need a few.
const STEPS: u32 = 40;
/// How firmly a foot in the air is turned as planned; on the ground it is 1.
const TURN_IN_THE_AIR: f64 = 0.02;

/// What is posed at a time [s]: that of a key, between two of them, or of the nearest end. Without keys: the setup.
pub fn in_between(poser: &mut Poser, document: &Document, secs: f64) -> Setup {
    let next = document.keys.partition_point(|key| key.secs <= secs);
    let before = next
        .checked_sub(1)
        .and_then(|index| document.keys.get(index));
    let setup = match (before, document.keys.get(next)) {
        (Some(a), Some(b)) => {
            let share = a.easing.share((secs - a.secs) / (b.secs - a.secs));
            if share > 0.0 && share < 1.0 {
                return between(poser, document, (a, b), share);
            }
            if share > 0.0 { &b.setup } else { &a.setup }
        }
        (Some(only), None) | (None, Some(only)) => &only.setup,
        (None, None) => &document.setup,
    };
    Setup::clone(setup)
}

/// A share of the way from one key to the next, neither of its ends.
fn between(poser: &mut Poser, document: &Document, (a, b): (&Key, &Key), share: f64) -> Setup {
    let character = &document.character;
    let (a, b) = (&*a.setup, &*b.setup);
    let keeps_balance = a.keeps_balance && b.keeps_balance;
    let margin = a.margin.min(b.margin);
    let moment = Passage::new(character, a, b, margin).at(share);

    let mut pose = pose_between(&a.pose, &b.pose, share);
    for (toe, share) in moment.toes {
        let [from, to] = [a, b].map(|setup| setup.pose.joint(toe));
        pose.joints[toe.index()] = joint_between(from, to, share);
    }
    let mut setup = Setup {
        pose,
        planted: moment.planted,
        // What carries at the same place in both.
        plants: in_both(&a.plants, &b.plants),
        handles: a
            .handles
            .iter()
            .map(|handle| pinned_between(handle, b, share))
            .collect(),
        asks: a
            .asks
            .iter()
            .filter_map(|ask| ask.between(character, &b.asks, share))
            .collect(),
        balance: a.balance,
        keeps_balance,
        margin,
        frozen: in_both(&a.frozen, &b.frozen),
        solving: Solving {
            limits: if b.solving.limits == Limits::Ignored {
                Limits::Ignored
            } else {
                a.solving.limits
            },
            ..a.solving
        },
    };
    if Held::of(&setup.planted, &setup.plants).is_none() {
        // Carried by something else in either key: nothing stands on the way from one to the other.
        return setup;
    }
    // 1 Feet, standing and on their way.
    let stance = setup.stance(character);
    let mut goals = Goal::contacts(character, &stance);
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
            weight: TURN_IN_THE_AIR + (1.0 - TURN_IN_THE_AIR) * firmness,
            ..Goal::new(format!("{name} rotation"), Rank::BALANCE, turn)
        });
    }
    // 2 The weight, over what stands even where a key is not balanced itself.
    let target_xz = if keeps_balance {
        stance.polygon.nearest(moment.com_xz)
    } else {
        moment.com_xz
    };
    let (rank, weight) = if keeps_balance {
        (setup.balance.rank, setup.balance.weight)
    } else {
        (Rank::EFFECTOR, 1.0)
    };
    goals.push(Goal {
        weight,
        ..Goal::new("balance", rank, CenterOfMass { target_xz })
    });
    // 3 Pins and asks that hold in both keys.
    let is_foot = |handle: &Handle| {
        let mut feet = moment
            .moving
            .iter()
            .map(|(foot, _)| foot)
            .chain(&stance.planted);
        feet.any(|foot| handle.grip.link() == Some(foot.link))
    };
    for handle in setup.handles.iter().filter(|handle| !is_foot(handle)) {
        push_pins(handle, &mut goals);
    }
    goals.extend(setup.asks.iter().flat_map(|ask| ask.goals(character)));
    // 4 The pose that has all of them, near the one between the keys.
    let rest = setup.pose.clone();
    let task = Task {
        rest: &rest,
        frozen: &setup.frozen,
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

/// What stands in both lists.
fn in_both<T: Copy + PartialEq>(a: &[T], b: &[T]) -> Vec<T> {
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
