//! What a setup asks of its pose, as goals of the solver.

use super::{BalanceRow, Grip, Handle, Pull, Setup};
use crate::character::{Character, LinkId, Pose};
use crate::ik::{CenterOfMass, CenterOfMassHeight, Goal, GoalKind, Orientation, Position, Rank};
use crate::kinematics::Stance;
use crate::math::integer_power;
use glam::{DQuat, DVec2, DVec3};

/// A handle counts this many times as much as the next one of its rank that asks for anything.
const FIRST_IN_LIST: f64 = 1.5;

/// Weight of the trunk's orientation among wishes.
const UPRIGHT: f64 = 6.0;
/// The same of handles that were dragged before.
const TOUCHED: f64 = 2.0;

/// Contacts, balance, what pins and the mouse pull at, what was dragged before, and what is asked beside them.
pub(super) fn write_goals(
    character: &Character,
    setup: &Setup,
    stance: &Stance,
    pull: Option<&Pull>,
    goals: &mut Vec<Goal>,
) {
    goals.clear();
    goals.extend(Goal::contacts(character, stance));
    let asked: Vec<(usize, Asked)> = setup
        .handles
        .iter()
        .enumerate()
        .filter_map(|(index, handle)| {
            let asked = Asked::of(handle, pull.filter(|pull| pull.handle == index));
            asked.map(|asked| (index, asked))
        })
        // Where a sole stands, its link is held by the contact.
        .filter(|(_, asked)| {
            let link = asked.handle.grip.link();
            link.is_none_or(|link| !stance.stands_on(character, link))
        })
        .collect();
    // What comes first in the list counts more than the next of its rank.
    let BalanceRow {
        rank,
        weight,
        place,
    } = setup.balance;
    let in_list = |below: usize| integer_power(FIRST_IN_LIST, below as i32);
    if setup.keeps_balance {
        let below = asked.iter().filter(|(index, _)| *index >= place);
        let below = below.filter(|(_, other)| other.rank == rank);
        goals.push(Goal {
            rank,
            weight: weight * in_list(below.count()),
            ..Goal::balance_within(stance, setup.margin)
        });
    }
    for (at, (index, wish)) in asked.iter().enumerate() {
        let below = asked[at + 1..].iter();
        let below = below.filter(|(_, other)| other.rank == wish.rank).count();
        let over_balance = setup.keeps_balance && rank == wish.rank && *index < place;
        let weight = wish.weight * in_list(below + usize::from(over_balance));
        for (name, kind) in wish.kinds(setup, stance) {
            goals.push(Goal {
                name,
                kind,
                rank: wish.rank,
                weight,
            });
        }
    }
    let touched = setup.handles.iter().enumerate();
    let touched = touched.filter(|(index, _)| pull.is_none_or(|pull| pull.handle != *index));
    for wish in touched.filter_map(|(_, handle)| Asked::touched(handle)) {
        let link = wish.handle.grip.link();
        if link.is_some_and(|link| stance.stands_on(character, link)) {
            continue;
        }
        for (name, kind) in wish.kinds(setup, stance) {
            goals.push(Goal {
                name,
                kind,
                rank: wish.rank,
                weight: wish.weight,
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

    /// A handle that stays where it was dragged to, as a wish; nothing where a pin says more.
    fn touched(handle: &'a Handle) -> Option<Self> {
        let place = handle.touched.filter(|_| handle.position.is_none())?;
        Some(Self {
            handle,
            position: Some(place),
            rotation: None,
            rank: Rank::WISH,
            weight: TOUCHED,
        })
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
