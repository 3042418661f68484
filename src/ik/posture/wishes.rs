//! What people do on purpose without being asked: look where a hand goes, let a free arm hang, keep the trunk up.

use crate::character::{Character, LinkId};
use crate::ik::goals::Task;
use crate::ik::{CenterOfMass, Direction, Goal, GoalKind};
use crate::kinematics::Kinematics;
use crate::math::{SwingTwist, square};
use glam::{DQuat, DVec3};

/// A wish, and how nearly people keep it: one standard deviation [m of a person, or rad].
#[derive(Clone, Copy, Debug)]
pub(super) struct Wish {
    pub(super) goal: WishKind,
    pub(super) deviation: f64,
}

/// What is wished.
#[derive(Clone, Copy, Debug)]
pub(super) enum WishKind {
    Direction(Direction),
    CenterOfMass(CenterOfMass),
}

impl WishKind {
    pub(super) fn task(&self) -> &dyn Task {
        match self {
            Self::Direction(task) => task,
            Self::CenterOfMass(task) => task,
        }
    }
}

/// The body at rest where it stands, and how that is turned from its rest in the file.
#[derive(Clone, Copy)]
pub(super) struct AtRest<'a> {
    kin: &'a Kinematics,
    /// Where it stands from its rest in the file.
    turned: DQuat,
    /// The same as far as it is about the vertical: ground that is tilted tilts nobody's trunk.
    heading: DQuat,
    /// See [`crate::ik::Problem::size`].
    size: f64,
}

impl<'a> AtRest<'a> {
    pub(super) fn new(character: &Character, kin: &'a Kinematics, size: f64) -> Self {
        let root_at_rest = character.rest.world_from_root.rotation;
        let turned = kin.link(LinkId::ROOT).rotation * root_at_rest.conjugate();
        let heading = SwingTwist {
            swing: DVec3::ZERO,
            ..SwingTwist::split(turned, DVec3::Y)
        };
        Self {
            kin,
            turned,
            heading: heading.join(DVec3::Y),
            size,
        }
    }

    /// Where a direction of a link points when the body stands upright.
    fn direction(&self, link: LinkId, direction_in_link: DVec3) -> DVec3 {
        self.heading * (self.turned.conjugate() * self.kin.link(link).direction(direction_in_link))
    }

    /// What is a direction of the upright body, in a link's axes.
    fn in_link(&self, link: LinkId, direction: DVec3) -> DVec3 {
        self.kin.link(link).rotation.conjugate() * (self.turned * direction)
    }
}

/// How nearly a free upper arm hangs as it does at rest [rad].
const HANGING: f64 = 0.12;
/// How nearly the trunk is as upright as it is at rest [rad].
const UPRIGHT: f64 = 0.5;
/// How nearly the head is level [rad].
const LEVEL: f64 = 0.2;
/// How nearly the centre of mass is over the middle of where it may be, as a share of the way to the edge, and at least [m].
const BALANCED: f64 = 0.5;
const LEAST_BALANCED: f64 = 0.01;
/// What is nearer to the place where a hand is at rest is hardly looked at [m].
const NEAR_REST: f64 = 0.15;
/// How far eyes turn up or down before the head does [rad].
const EYES_NOD: f64 = 0.95;

/// What a body wishes for, as far as it does not hang on what is asked. Kept between problems of one body.
#[derive(Clone, Debug, Default)]
pub(super) struct Wishes {
    /// The wishes of the last problem.
    pub(super) all: Vec<Wish>,
    /// Links that goals speak of. (links)
    asked: Vec<bool>,
}

impl Wishes {
    /// Writes what a body wishes for that is asked for so much; `at_rest` is the body at rest where it stands.
    pub(super) fn write(&mut self, character: &Character, goals: &[Goal], at_rest: AtRest) {
        let size = at_rest.size;
        self.all.clear();
        self.asked.clear();
        self.asked.resize(character.links.len(), false);
        for goal in goals {
            for link in goal.kind.links().into_iter().flatten() {
                self.asked[link.index()] = true;
            }
        }
        for arm in character.arms() {
            if !self.speaks_of(character, arm.upper) {
                self.point(arm.upper, arm.next_in_upper, at_rest, HANGING);
            }
        }
        let head = character.head();
        let trunk = head.and_then(|(head, _)| character.link(head).parent);
        let trunk = trunk.unwrap_or(LinkId::ROOT);
        if !self.asked[trunk.index()] {
            let up_in_link = at_rest.in_link(trunk, DVec3::Y);
            self.point(trunk, up_in_link, at_rest, UPRIGHT);
        }
        if let Some((head, eyes_in_link)) = head
            && !self.asked[head.index()]
        {
            let nod = nod(character, goals, at_rest, (head, eyes_in_link));
            self.all.push(Wish {
                goal: WishKind::Direction(Direction {
                    link: head,
                    direction_in_link: at_rest.in_link(head, DVec3::Y),
                    target_in_world: nod * DVec3::Y,
                }),
                deviation: LEVEL,
            });
        }
        for goal in goals {
            if let GoalKind::Balance(balance) = &goal.kind {
                let target_xz = balance.region.center();
                let room = balance.region.margin(target_xz).metres / size;
                self.all.push(Wish {
                    goal: WishKind::CenterOfMass(CenterOfMass { target_xz }),
                    deviation: (BALANCED * room).max(LEAST_BALANCED),
                });
            }
        }
    }

    /// Whether a goal speaks of a link or of one that hangs on it.
    fn speaks_of(&self, character: &Character, limb: LinkId) -> bool {
        let mut links = character.link_ids();
        links.any(|link| self.asked[link.index()] && character.hangs_on(link, limb))
    }

    /// A direction of a link points where it does at rest.
    fn point(&mut self, link: LinkId, direction_in_link: DVec3, at_rest: AtRest, deviation: f64) {
        let direction_in_link = direction_in_link.normalize_or(DVec3::Y);
        let direction = Direction {
            link,
            direction_in_link,
            target_in_world: at_rest.direction(link, direction_in_link),
        };
        self.all.push(Wish {
            goal: WishKind::Direction(direction),
            deviation,
        });
    }
}

/// How the head is tilted from level: towards where hands go, as far as that is too high or too low for eyes alone.
fn nod(
    character: &Character,
    goals: &[Goal],
    at_rest: AtRest,
    (head, eyes_in_link): (LinkId, DVec3),
) -> DQuat {
    let Some((target, attention)) = watched(character, goals, at_rest) else {
        return DQuat::IDENTITY;
    };
    let way = target - at_rest.kin.link(head).point(eyes_in_link);
    let ahead = DVec3::new(way.x, 0.0, way.z);
    let down = libm::atan2(-way.y, ahead.length());
    let beyond = down - down.clamp(-EYES_NOD, EYES_NOD);
    let across = DVec3::Y
        .cross(ahead)
        .normalize_or(at_rest.heading * DVec3::X);
    DQuat::from_axis_angle(across, attention * beyond)
}

/// What the eyes follow: where hands go, the more the farther that is from where they are at rest; and how much, from 0 to 1.
fn watched(character: &Character, goals: &[Goal], at_rest: AtRest) -> Option<(DVec3, f64)> {
    let arms = character.arms();
    let (mut sum, mut weights, mut most) = (DVec3::ZERO, 0.0, 0.0_f64);
    for goal in goals {
        let GoalKind::Position(reach) = &goal.kind else {
            continue;
        };
        if !arms
            .iter()
            .any(|arm| character.hangs_on(reach.link, arm.upper))
        {
            continue;
        }
        let from = at_rest.kin.link(reach.link).point(reach.point_in_link);
        let weight = from.distance_squared(reach.target_in_world);
        sum += weight * reach.target_in_world;
        weights += weight;
        most = most.max(weight);
    }
    let attention = 1.0 - libm::exp(-0.5 * most / square(at_rest.size * NEAR_REST));
    (attention > 1e-3).then(|| (sum / weights, attention))
}
