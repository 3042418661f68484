//! What a setup asks of its pose, as goals of the solver.

use super::{Grip, Handle, Pull, Setup};
use crate::character::{Character, LinkId, Pose};
use crate::ik::{CenterOfMass, CenterOfMassHeight, Goal, GoalKind, Orientation, Position, Rank};
use crate::kinematics::Stance;
use crate::math::integer_power;
use glam::{DQuat, DVec2, DVec3};

/// A handle counts this many times as much as the next one of its rank that asks for anything.
const FIRST_IN_LIST: f64 = 1.5;

/// Weight of the trunk's orientation among wishes.
const UPRIGHT: f64 = 6.0;

/// Contacts, balance, what pins and the mouse pull at, and what is asked beside them.
pub(super) fn write_goals(
    character: &Character,
    setup: &Setup,
    stance: &Stance,
    pull: Option<&Pull>,
    goals: &mut Vec<Goal>,
) {
    goals.clear();
    goals.extend(Goal::contacts(character, stance));
    if setup.keeps_balance {
        goals.push(Goal::balance_within(stance, setup.margin));
    }
    let asked: Vec<Asked> = setup
        .handles
        .iter()
        .enumerate()
        .filter_map(|(index, handle)| Asked::of(handle, pull.filter(|pull| pull.handle == index)))
        // Where a sole stands, its link is held by the contact.
        .filter(|asked| {
            let link = asked.handle.grip.link();
            stance
                .planted
                .iter()
                .all(|planted| Some(planted.link) != link)
        })
        .collect();
    for (place, wish) in asked.iter().enumerate() {
        let below = asked[place + 1..]
            .iter()
            .filter(|other| other.rank == wish.rank);
        let weight = wish.weight * integer_power(FIRST_IN_LIST, below.count() as i32);
        for (name, kind) in wish.kinds(setup, stance) {
            goals.push(Goal {
                name,
                kind,
                rank: wish.rank,
                weight,
            });
        }
    }
    goals.extend(setup.asks.iter().flat_map(|ask| ask.goals(character)));
}

/// The wish that the trunk stays as upright as it was, unless somebody turns it: a leg that is moved should not fold the
/// body.
pub(super) fn stay_upright(setup: &Setup, rest: &Pose, pull: Option<&Pull>) -> Option<Goal> {
    let is_turned = |(index, handle): (usize, &Handle)| {
        let pulled = pull.is_some_and(|pull| pull.handle == index && pull.rotation.is_some());
        handle.grip.link() == Some(LinkId::ROOT) && (pulled || handle.rotation.is_some())
    };
    let kind = GoalKind::Orientation(Orientation {
        link: LinkId::ROOT,
        world_from_link: rest.world_from_root.rotation,
    });
    let wish = Goal {
        weight: UPRIGHT,
        ..Goal::new("upright", Rank::WISH, kind)
    };
    (!setup.handles.iter().enumerate().any(is_turned)).then_some(wish)
}

/// A handle that asks for something.
struct Asked<'a> {
    handle: &'a Handle,
    position: Option<DVec3>,
    rotation: Option<DQuat>,
    rank: Rank,
    weight: f64,
}

impl<'a> Asked<'a> {
    fn of(handle: &'a Handle, pull: Option<&Pull>) -> Option<Self> {
        let asked = match pull {
            // What is pulled at is at least an effector, even if it is only a wish when it is left alone.
            Some(pull) => Self {
                handle,
                position: pull.position.or(handle.position),
                rotation: pull.rotation.or(handle.rotation),
                rank: handle.rank.min(Rank::EFFECTOR),
                weight: handle.weight.max(1.0),
            },
            None => Self {
                handle,
                position: handle.position,
                rotation: handle.rotation,
                rank: handle.rank,
                weight: handle.weight,
            },
        };
        (asked.position.is_some() || asked.rotation.is_some()).then_some(asked)
    }

    fn kinds(&self, setup: &Setup, stance: &Stance) -> impl Iterator<Item = (String, GoalKind)> {
        let name = &self.handle.name;
        let (first, second) = match self.handle.grip {
            Grip::Point {
                link,
                point_in_link,
            } => {
                let place = self.position.map(|target_in_world| {
                    GoalKind::Position(Position {
                        link,
                        point_in_link,
                        target_in_world,
                    })
                });
                let turn = self.rotation.map(|world_from_link| {
                    GoalKind::Orientation(Orientation {
                        link,
                        world_from_link,
                    })
                });
                let turn = turn.map(|kind| (format!("{name} rotation"), kind));
                (place.map(|kind| (name.clone(), kind)), turn)
            }
            Grip::CenterOfMass => {
                let place = self.position.map(|target| {
                    let target_xz = DVec2::new(target.x, target.z);
                    let region = stance.polygon.inset(setup.margin);
                    let target_xz = if setup.keeps_balance {
                        region.nearest(target_xz)
                    } else {
                        target_xz
                    };
                    (
                        name.clone(),
                        GoalKind::CenterOfMass(CenterOfMass { target_xz }),
                    )
                });
                let height = self.position.map(|target| {
                    let kind =
                        GoalKind::CenterOfMassHeight(CenterOfMassHeight { height: target.y });
                    (format!("{name} height"), kind)
                });
                (place, height)
            }
        };
        first.into_iter().chain(second)
    }
}
