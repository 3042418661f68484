//! What is asked of a pose: goals with a rank and a weight, all of one kind of list so that they can be compared.

use crate::character::{Character, LinkId};
use crate::kinematics::{Stance, SupportPolygon};
use glam::{DQuat, DVec2, DVec3};

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
    Position {
        /// The link that carries the point.
        link: LinkId,
        /// [m]
        point_in_link: DVec3,
        /// [m]
        target_in_world: DVec3,
    },
    /// A link takes an orientation.
    Orientation {
        /// The link that turns.
        link: LinkId,
        /// The orientation it should have.
        world_from_link: DQuat,
    },
    /// A direction of a link points somewhere, free to spin about itself.
    Direction {
        /// The link that turns.
        link: LinkId,
        /// Unit vector.
        direction_in_link: DVec3,
        /// Unit vector.
        target_in_world: DVec3,
    },
    /// The centre of mass stands over a point of the ground (Kenwright's balance).
    CenterOfMass {
        /// (x, z) [m]
        target_xz: DVec2,
    },
    /// The centre of mass stays over a region; anywhere inside is good.
    Balance {
        /// Usually the support polygon, moved inward by the margin that must stay.
        region: SupportPolygon,
    },
    /// A point of a link is at a height, wherever else it is.
    Height {
        /// The link that carries the point.
        link: LinkId,
        /// [m]
        point_in_link: DVec3,
        /// Above the world's zero [m].
        height: f64,
    },
    /// The centre of mass stands at a height: upright, or crouching.
    CenterOfMassHeight {
        /// Above the world's zero [m].
        height: f64,
    },
}

/// Whether a goal's error is a length or an angle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Metres.
    Metres,
    /// Radians.
    Radians,
}

impl GoalKind {
    /// Rows of the linear system.
    #[inline]
    pub const fn rows(&self) -> usize {
        match self {
            Self::Position { .. } | Self::Orientation { .. } | Self::Direction { .. } => 3,
            Self::CenterOfMass { .. } | Self::Balance { .. } => 2,
            Self::Height { .. } | Self::CenterOfMassHeight { .. } => 1,
        }
    }

    /// What its error is measured in.
    pub const fn unit(&self) -> Unit {
        match self {
            Self::Orientation { .. } | Self::Direction { .. } => Unit::Radians,
            _ => Unit::Metres,
        }
    }

    /// Whether every joint moves it: it is about the centre of mass.
    pub const fn is_about_whole_body(&self) -> bool {
        self.is_balance() || matches!(self, Self::CenterOfMassHeight { .. })
    }

    /// Whether it is about the centre of mass's place over the ground.
    pub const fn is_balance(&self) -> bool {
        matches!(self, Self::CenterOfMass { .. } | Self::Balance { .. })
    }
}

impl Goal {
    /// A goal of ordinary weight.
    pub fn new(name: impl Into<String>, rank: Rank, kind: GoalKind) -> Self {
        Self {
            name: name.into(),
            kind,
            rank,
            weight: 1.0,
        }
    }

    /// The centre of mass over the middle of the support.
    pub fn balance_over_center(stance: &Stance) -> Self {
        let target_xz = stance.polygon.center();
        Self::new(
            "balance",
            Rank::BALANCE,
            GoalKind::CenterOfMass { target_xz },
        )
    }

    /// The centre of mass anywhere over the support, at least `margin` metres from its edge.
    pub fn balance_within(stance: &Stance, margin: f64) -> Self {
        let region = stance.polygon.inset(margin);
        Self::new("balance", Rank::BALANCE, GoalKind::Balance { region })
    }

    /// An effector pulled to a place; nothing when the character has no effector of that name.
    pub fn reach(character: &Character, effector: &str, target_in_world: DVec3) -> Option<Self> {
        let effector = character.find_effector(effector)?;
        Some(Self::new(
            effector.name.clone(),
            Rank::EFFECTOR,
            GoalKind::Position {
                link: effector.link,
                point_in_link: effector.point_in_link,
                target_in_world,
            },
        ))
    }

    /// Goals that keep every planted sole but the held one in place and flat: a position and an orientation each.
    pub fn contacts(character: &Character, stance: &Stance) -> Vec<Self> {
        let mut goals = Vec::new();
        for contact in stance.planted.iter().skip(1) {
            let sole = &character.soles[contact.sole];
            let link = contact.link;
            let point_in_link = sole.center_in_link();
            goals.push(Self::new(
                format!("{} planted", sole.name),
                Rank::CONTACT,
                GoalKind::Position {
                    link,
                    point_in_link,
                    target_in_world: contact.world_from_link.point(point_in_link),
                },
            ));
            goals.push(Self::new(
                format!("{} flat", sole.name),
                Rank::CONTACT,
                GoalKind::Orientation {
                    link,
                    world_from_link: contact.world_from_link.rotation,
                },
            ));
        }
        goals
    }
}
