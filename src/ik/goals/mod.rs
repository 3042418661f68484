//! What is asked of a pose: one file for each kind of goal, with its error and its rows.
//!
//! Every goal states the same law, `J(q) Δ = e(q)`: e is the target minus what is, at most three numbers, and J says how
//! the joints move what is. A new kind is a new file, and a line in each list below.

mod balance;
mod center_of_mass;
mod direction;
mod even;
mod height;
mod level;
mod look;
mod made;
mod orientation;
mod pole;
mod position;
mod together;

pub use balance::Balance;
pub use center_of_mass::{CenterOfMass, CenterOfMassHeight};
pub use direction::Direction;
pub use even::Even;
pub use height::Height;
pub use level::Level;
pub use look::Look;
pub use made::{EYES_REACH, forward_in_link};
pub use orientation::Orientation;
pub(super) use orientation::half_sine;
pub use pole::Pole;
pub use position::Position;
pub use together::Together;

#[cfg(test)]
mod tests;

use super::levers::Levers;
use super::problem::Here;
use crate::character::{Character, LinkId};
use crate::kinematics::{Kinematics, Plant, Stance};
use glam::{DVec2, DVec3};

/// Order of importance: a lower number wins. Any number of ranks may be used; these four are the usual ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(pub u8);

impl Rank {
    /// Feet that stand stay where they stand.
    pub const CONTACT: Self = Self(0);
    /// The centre of mass stays over them.
    pub const BALANCE: Self = Self(1);
    /// Hands, free feet, head go where they are pulled.
    pub const EFFECTOR: Self = Self(2);
    /// Nice to have: stand upright, hold the head level. Never waited for, never reported as unreached.
    pub const WISH: Self = Self(3);

    /// Whether a solve counts as done without it.
    pub fn is_wish(self) -> bool {
        self >= Self::WISH
    }
}

/// One thing asked of a pose.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// For reports: `left_hand`, `balance`.
    pub name: String,
    /// What is asked.
    pub kind: GoalKind,
    /// Who wins when goals disagree.
    pub rank: Rank,
    /// Importance among goals of one rank; 1 is ordinary, more than zero.
    pub weight: f64,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum GoalKind {
    /// A point of a link goes to a place.
    Position(Position),
    /// A link takes an orientation.
    Orientation(Orientation),
    /// A direction of a link points somewhere.
    Direction(Direction),
    /// A link keeps an orientation about chosen axes of the world.
    Level(Level),
    /// Eyes look at a point.
    Look(Look),
    /// Two points of the body come together.
    Together(Together),
    /// An elbow or a knee points at something.
    Pole(Pole),
    /// Two joints bend alike.
    Even(Even),
    /// The centre of mass stands over a point of the ground.
    CenterOfMass(CenterOfMass),
    /// The centre of mass stays over a region.
    Balance(Balance),
    /// A point of a link is at a height.
    Height(Height),
    /// The centre of mass stands at a height.
    CenterOfMassHeight(CenterOfMassHeight),
}

/// Whether a goal's error is a length or an angle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Metres.
    Metres,
    /// Radians.
    Radians,
}

/// What one kind of goal says of itself.
pub(super) trait Task {
    /// What its error is measured in.
    fn unit(&self) -> Unit {
        Unit::Metres
    }

    /// Target minus what is, world axes [m or rad]. An angle may be given as its chord, twice the sine of half of it.
    fn error(&self, here: Here) -> DVec3;

    /// What people call an error of this size [m or rad].
    fn told(&self, size: f64) -> f64 {
        match self.unit() {
            Unit::Metres => size,
            Unit::Radians => 2.0 * libm::asin((0.5 * size).min(1.0)),
        }
    }

    /// How every joint moves what is, with `asked` of the error to be made good: levers end half-way along it (see
    /// [`Levers`]).
    fn rows(&self, here: Here, asked: DVec3, levers: &mut Levers);

    /// Its walls, when it holds one way only: a satisfied one has no rows, and acts where a step runs into it.
    fn one_sided(&self) -> Option<&dyn OneSided> {
        None
    }
}

/// A goal that holds one way only.
pub(super) trait OneSided {
    /// The wall that a step runs into, given the turns of all columns [rad], or that the pose is beyond already.
    fn wall(&self, here: Here, turns: &[f64]) -> Option<Wall>;

    /// How every joint moves the body away from a wall.
    fn wall_row(&self, here: Here, inward: DVec3, levers: &mut Levers);
}

/// A side of a one-sided goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wall {
    /// Unit vector to the side that is good.
    pub(super) inward: DVec3,
    /// What is left before it [m or rad]; below zero beyond it.
    pub(super) room: f64,
}

impl GoalKind {
    /// What its error is measured in.
    pub fn unit(&self) -> Unit {
        self.task().unit()
    }

    /// What people call an error of this size [m or rad].
    pub(super) fn told(&self, size: f64) -> f64 {
        self.task().told(size)
    }

    /// The same kind of goal with the target where it is met already; what has no single one stays as it is.
    #[must_use]
    pub fn met_in(&self, kin: &Kinematics) -> Self {
        match self {
            Self::Position(task) => Self::Position(Position {
                target_in_world: kin.link(task.link).point(task.point_in_link),
                ..*task
            }),
            Self::Orientation(task) => Self::Orientation(Orientation {
                world_from_link: kin.link(task.link).rotation,
                ..*task
            }),
            Self::Direction(task) => Self::Direction(Direction {
                target_in_world: kin.link(task.link).direction(task.direction_in_link),
                ..*task
            }),
            Self::Level(task) => Self::Level(Level {
                world_from_link: kin.link(task.link).rotation,
                ..*task
            }),
            Self::Height(task) => Self::Height(Height {
                height: kin.link(task.link).point(task.point_in_link).y,
                ..*task
            }),
            Self::CenterOfMass(_) => Self::CenterOfMass(CenterOfMass {
                target_xz: DVec2::new(kin.com.x, kin.com.z),
            }),
            Self::CenterOfMassHeight(_) => {
                Self::CenterOfMassHeight(CenterOfMassHeight { height: kin.com.y })
            }
            Self::Look(_)
            | Self::Together(_)
            | Self::Pole(_)
            | Self::Even(_)
            | Self::Balance(_) => self.clone(),
        }
    }

    /// Its target so many times as far from the world's origin, where it has one.
    pub(super) fn scale_targets(&mut self, times: f64) {
        match self {
            Self::Position(task) => task.target_in_world *= times,
            Self::Look(task) => task.target_in_world *= times,
            Self::Pole(task) => task.target_in_world *= times,
            Self::CenterOfMass(task) => task.target_xz *= times,
            Self::Height(task) => task.height *= times,
            Self::CenterOfMassHeight(task) => task.height *= times,
            Self::Orientation(_)
            | Self::Direction(_)
            | Self::Level(_)
            | Self::Together(_)
            | Self::Even(_)
            | Self::Balance(_) => {}
        }
    }

    /// The links that it is about; none for the centre of mass.
    pub(super) fn links(&self) -> [Option<LinkId>; 3] {
        match self {
            Self::Position(task) => [Some(task.link), None, None],
            Self::Orientation(task) => [Some(task.link), None, None],
            Self::Direction(task) => [Some(task.link), None, None],
            Self::Level(task) => [Some(task.link), None, None],
            Self::Look(task) => [Some(task.link), None, None],
            Self::Height(task) => [Some(task.link), None, None],
            Self::Together(task) => [Some(task.first.link), Some(task.second.link), None],
            Self::Pole(task) => [task.upper, task.lower, task.tip].map(Some),
            Self::Even(task) => [Some(task.first), Some(task.second), None],
            Self::CenterOfMass(_) | Self::Balance(_) | Self::CenterOfMassHeight(_) => [None; 3],
        }
    }

    /// Whether it is a margin of balance that its support is too small for.
    pub(super) fn lacks_room(&self) -> bool {
        matches!(self, Self::Balance(balance) if balance.lacks > 0.0)
    }

    /// Whether it is about the centre of mass's place over the ground.
    pub const fn is_balance(&self) -> bool {
        matches!(self, Self::CenterOfMass(_) | Self::Balance(_))
    }
}

impl Goal {
    /// A goal of ordinary weight.
    pub fn new(name: impl Into<String>, rank: Rank, kind: impl Into<GoalKind>) -> Self {
        Self {
            name: name.into(),
            kind: kind.into(),
            rank,
            weight: 1.0,
        }
    }

    /// The centre of mass over the middle of the support.
    pub fn balance_over_center(stance: &Stance) -> Self {
        let target_xz = stance.polygon.center();
        Self::new("balance", Rank::BALANCE, CenterOfMass { target_xz })
    }

    /// The centre of mass anywhere over the support, at least `margin` metres from its edge.
    pub fn balance_within(stance: &Stance, margin: f64) -> Self {
        let kind = Balance::within(&stance.polygon, margin);
        Self::new("balance", Rank::BALANCE, kind)
    }

    /// An effector pulled to a place; nothing when the character has no effector of that name.
    pub fn reach(character: &Character, effector: &str, target_in_world: DVec3) -> Option<Self> {
        let effector = character.find_effector(effector)?;
        let kind = Position {
            link: effector.link,
            point_in_link: effector.point_in_link,
            target_in_world,
        };
        Some(Self::new(effector.name.clone(), Rank::EFFECTOR, kind))
    }

    /// Goals that keep every planted foot but the held one in place and flat: a position and an orientation each, of the
    /// link that its first sole is on. What else of it stands is locked to that. What carries beside feet keeps its place, and
    /// its orientation where it lies.
    pub fn contacts(character: &Character, stance: &Stance) -> Vec<Self> {
        let mut goals = Vec::new();
        for contact in stance.planted.iter().skip(1) {
            let (link, world_from_link) = (contact.link, contact.world_from_link);
            let point_in_link = character.footing_center(contact.footing());
            let place = Position {
                link,
                point_in_link,
                target_in_world: world_from_link.point(point_in_link),
            };
            let flat = Orientation {
                link,
                world_from_link: world_from_link.rotation,
            };
            let name = character.footing_name(contact.footing());
            goals.push(Self::new(format!("{name} planted"), Rank::CONTACT, place));
            goals.push(Self::new(format!("{name} flat"), Rank::CONTACT, flat));
        }
        let is_held =
            |plant: &Plant| stance.planted.is_empty() && plant.link == stance.rooting.root;
        for plant in stance.plants.iter().filter(|plant| !is_held(plant)) {
            let name = character.point_name(plant.link, plant.point_in_link);
            let place = Position {
                link: plant.link,
                point_in_link: plant.point_in_link,
                target_in_world: plant.target_in_world(),
            };
            goals.push(Self::new(format!("{name} planted"), Rank::CONTACT, place));
            goals.extend(plant.lying.map(|lying| {
                let flat = Orientation {
                    link: plant.link,
                    world_from_link: lying.world_from_link,
                };
                Self::new(format!("{name} flat"), Rank::CONTACT, flat)
            }));
        }
        goals
    }
}

/// A point of a link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkPoint {
    /// The link that carries it.
    pub link: LinkId,
    /// [m]
    pub point_in_link: DVec3,
}

impl LinkPoint {
    pub(super) fn in_world(&self, here: Here) -> DVec3 {
        here.point(self.link, self.point_in_link)
    }
}

/// Every kind's own type is a goal, and says what there is to say of it.
macro_rules! kinds {
    ($($kind:ident),*) => {
        impl GoalKind {
            #[inline]
            pub(super) fn task(&self) -> &dyn Task {
                match self {
                    $(Self::$kind(task) => task,)*
                }
            }
        }

        $(impl From<$kind> for GoalKind {
            fn from(task: $kind) -> Self {
                Self::$kind(task)
            }
        })*
    };
}

kinds!(
    Position,
    Orientation,
    Direction,
    Level,
    Look,
    Together,
    Pole,
    Even,
    CenterOfMass,
    Balance,
    Height,
    CenterOfMassHeight
);
