//! Goals that relate parts of a body to each other and to the world, with the ranks, weights and names that they usually
//! have.

use super::{Even, Goal, Level, LinkPoint, Look, Pole, Rank, Together};
use crate::character::{Character, Limb, LinkId};
use crate::kinematics::Kinematics;
use glam::{DQuat, DVec3};

/// How far eyes usually turn in their head: 25° [rad].
pub const EYES_REACH: f64 = 25.0 * std::f64::consts::PI / 180.0;

/// Weight of two joints that bend alike, among wishes.
const EVEN: f64 = 4.0;

/// What points forward (+z of the world) in the rest pose, in the axes of a link.
pub fn forward_in_link(character: &Character, link: LinkId) -> DVec3 {
    let kin = Kinematics::of(character, &character.rest);
    kin.link(link).rotation.conjugate() * DVec3::Z
}

impl Goal {
    /// Two points of the body come together.
    pub fn together(character: &Character, first: LinkPoint, second: LinkPoint) -> Self {
        let name = |point: LinkPoint| character.point_name(point.link, point.point_in_link);
        let name = format!("{} to {}", name(first), name(second));
        Self::new(name, Rank::EFFECTOR, Together { first, second })
    }

    /// A link keeps an orientation, but may turn about the vertical.
    pub fn keep_level(character: &Character, link: LinkId, world_from_link: DQuat) -> Self {
        let kind = Level {
            link,
            world_from_link,
            about: [true, false, true],
        };
        let name = format!("{} level", character.link(link).name);
        Self::new(name, Rank::EFFECTOR, kind)
    }

    /// A limb bends towards a place.
    pub fn pole(character: &Character, limb: Limb, target_in_world: DVec3) -> Self {
        let kind = Pole {
            upper: limb.upper,
            lower: limb.lower,
            tip: limb.tip,
            target_in_world,
        };
        let name = format!("{} pole", character.link(limb.lower).joint.name);
        Self::new(name, Rank::EFFECTOR, kind)
    }

    /// Eyes look at a place; straight ahead is where their link faces at rest.
    pub fn look(
        character: &Character,
        eyes: LinkPoint,
        target_in_world: DVec3,
        eyes_reach: f64,
    ) -> Self {
        let kind = Look {
            link: eyes.link,
            eyes_in_link: eyes.point_in_link,
            ahead_in_link: forward_in_link(character, eyes.link),
            target_in_world,
            eyes_reach,
        };
        let name = format!("{} look", character.link(eyes.link).name);
        Self::new(name, Rank::EFFECTOR, kind)
    }

    /// Wishes that neighbouring joints of the spine bend alike; none where there are no two.
    pub fn even_spine(character: &Character) -> Vec<Self> {
        let spine = character.spine();
        let pairs = spine.windows(2).map(|pair| {
            let (first, second) = (pair[0], pair[1]);
            let [lower, upper] = [first, second].map(|link| &character.link(link).joint.name);
            Self {
                weight: EVEN,
                ..Self::new(
                    format!("{lower} like {upper}"),
                    Rank::WISH,
                    Even { first, second },
                )
            }
        });
        pairs.collect()
    }
}

impl From<(LinkId, DVec3)> for LinkPoint {
    fn from((link, point_in_link): (LinkId, DVec3)) -> Self {
        Self {
            link,
            point_in_link,
        }
    }
}
