//! Goals as files: what to stand on, how to balance, and what to pull where. `docs/goals.md` describes every field.

mod body_goals;
mod standing;

use super::character_build::check_version;
use super::place::Place;
use super::{FileError, Source};
use crate::character::{Character, LinkId, Pose};
use crate::ik::{
    AskedGoals, BalanceWish, Direction, Goal, GoalKind, Orientation, Rank, forward_in_link,
};
use crate::kinematics::Plant;
use crate::math::rotation_from_vector;
use body_goals::{KeepLevelFile, LookFile, PoleFile, TogetherFile, frozen_joints};
use glam::{DVec2, DVec3};
use serde::Deserialize;
pub use standing::feet_named;
use standing::{FootPlaceFile, PlantFile, stance_feet};

/// A whole goals file; a scene of a lesson holds the same without a version.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GoalsFile {
    version: Option<u32>,
    /// One line for lists.
    #[serde(default)]
    pub(super) description: String,
    stance: Option<Vec<String>>,
    #[serde(default)]
    places: Vec<FootPlaceFile>,
    #[serde(default)]
    plants: Vec<PlantFile>,
    #[serde(default)]
    balance: BalanceFile,
    #[serde(default)]
    reaches: Vec<ReachFile>,
    #[serde(default)]
    orientations: Vec<OrientationFile>,
    #[serde(default)]
    directions: Vec<DirectionFile>,
    #[serde(default)]
    together: Vec<TogetherFile>,
    #[serde(default)]
    keep_level: Vec<KeepLevelFile>,
    #[serde(default)]
    poles: Vec<PoleFile>,
    #[serde(default)]
    looks: Vec<LookFile>,
    #[serde(default)]
    even_spine: bool,
    /// Names of joints, or of links that hang on them.
    #[serde(default)]
    frozen: Vec<String>,
    height: Option<f64>,
}

/// How to balance.
#[derive(Debug, Default, Deserialize)]
pub(super) enum BalanceFile {
    /// Over the middle of the support.
    #[default]
    Center,
    /// Distance to the edge [mm].
    Margin(f64),
    /// (x, z) [m]
    Point(f64, f64),
    /// Not at all.
    None,
}

impl BalanceFile {
    /// What it wishes for, checked.
    pub(super) fn checked(&self, place: &Place) -> Result<BalanceWish, FileError> {
        Ok(match *self {
            Self::Center => BalanceWish::Center,
            Self::Margin(mm) => {
                BalanceWish::Margin(1e-3 * place.number("Margin", mm, [0.0, 1e4], " mm")?)
            }
            Self::Point(x, z) => {
                let point = place.point("Point", DVec3::new(x, 0.0, z))?;
                BalanceWish::Point(DVec2::new(point.x, point.z))
            }
            Self::None => BalanceWish::None,
        })
    }
}

/// An effector and where it goes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReachFile {
    effector: String,
    /// [m]
    target: DVec3,
    weight: Option<f64>,
    rank: Option<u8>,
}

/// A link and how its axes lie in the world.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OrientationFile {
    link: String,
    /// Rotation vector [deg].
    rotation_deg: DVec3,
    weight: Option<f64>,
    rank: Option<u8>,
}

/// A link and where one of its directions points.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DirectionFile {
    link: String,
    /// In the link's axes; what points forward in the rest pose when left out.
    direction: Option<DVec3>,
    /// In the world.
    target: DVec3,
    weight: Option<f64>,
    rank: Option<u8>,
}

/// Reads goals for `character`, which is in the pose `start`: what is kept level stays as it is there.
///
/// # Errors
/// Where the text is no goals file, names what the character has not, or a number is out of range.
pub fn read_goals(
    source: &Source,
    character: &Character,
    start: &Pose,
) -> Result<AskedGoals, FileError> {
    let file: GoalsFile = source.parse()?;
    let Some(version) = file.version else {
        let message = "Unexpected missing field named `version` in `GoalsFile`";
        return Err(source.error_at(&["("], message));
    };
    check_version(version, source)?;
    file.checked(source, character, start)
}

impl GoalsFile {
    /// The same without wishes about parts that a body has not: somebody else has them.
    pub(super) fn for_body(mut self, character: &Character) -> Self {
        let is_asked = |rank: Option<u8>| rank.is_none_or(|rank| !Rank(rank).is_wish());
        let has_link = |name: &str| character.find_link(name).is_some();
        let has_point = |name: &str| character.find_point(name).is_some();
        self.reaches.retain(|goal| {
            is_asked(goal.rank) || character.find_effector(&goal.effector).is_some()
        });
        self.orientations
            .retain(|goal| is_asked(goal.rank) || has_link(&goal.link));
        self.directions
            .retain(|goal| is_asked(goal.rank) || has_link(&goal.link));
        self.looks
            .retain(|goal| is_asked(goal.rank) || has_point(&goal.link));
        self.poles.retain(|goal| {
            let limb = character.find_joint_or_link(&goal.limb);
            is_asked(goal.rank) || limb.and_then(|limb| character.limb(limb)).is_some()
        });
        self.frozen
            .retain(|joint| character.find_joint_or_link(joint).is_some());
        self
    }

    /// What it asks, checked; errors point into `source`.
    pub(super) fn checked(
        &self,
        source: &Source,
        character: &Character,
        start: &Pose,
    ) -> Result<AskedGoals, FileError> {
        let file = self;
        let whole = Place {
            source,
            section: "",
            what: "goals for",
            name: &character.name,
        };
        let balance = file.balance.checked(&whole)?;
        let mut goals = Vec::new();
        for reach in &file.reaches {
            goals.push(reach.goal(source, character)?);
        }
        for orientation in &file.orientations {
            goals.push(orientation.goal(source, character)?);
        }
        for direction in &file.directions {
            goals.push(direction.goal(source, character)?);
        }
        for together in &file.together {
            goals.push(together.goal(source, character)?);
        }
        for level in &file.keep_level {
            goals.push(level.goal(source, character, start)?);
        }
        for pole in &file.poles {
            goals.push(pole.goal(source, character)?);
        }
        for look in &file.looks {
            goals.push(look.goal(source, character)?);
        }
        if file.even_spine {
            let even = Goal::even_spine(character);
            if even.is_empty() {
                let message = format!("{} has no spine that could bend", character.name);
                return Err(source.error_at(&["even_spine"], message));
            }
            goals.extend(even);
        }
        if let Some((_, twice)) = goals
            .iter()
            .enumerate()
            .find(|(i, goal)| goals[..*i].iter().any(|earlier| earlier.name == goal.name))
        {
            let message = format!("goal {:?} is there twice", twice.name);
            // It is called after what it pulls at.
            let word = twice.name.split(' ').next().unwrap_or(&twice.name);
            return Err(source.error_at(&[word, word], message));
        }
        let height = file
            .height
            .map(|height| whole.number("height", height, [-1e3, 1e3], " m"))
            .transpose()?;
        let plants = file.plants.iter();
        let plants: Vec<Plant> = plants
            .map(|plant| plant.read(source, character))
            .collect::<Result<_, _>>()?;
        let feet = (file.stance.as_ref())
            .map(|names| stance_feet(source, character, names, &plants))
            .transpose()?;
        let places = file.places.iter();
        Ok(AskedGoals {
            places: places
                .map(|place| place.read(source, character, feet.as_deref()))
                .collect::<Result<_, _>>()?,
            plants,
            feet,
            balance,
            goals,
            height,
            frozen: frozen_joints(source, character, &file.frozen)?,
        })
    }
}

/// Weight and rank of a goal of a file.
fn ranked(
    place: &Place,
    name: String,
    kind: GoalKind,
    weight: Option<f64>,
    rank: Option<u8>,
) -> Result<Goal, FileError> {
    let rank = rank.unwrap_or(Rank::EFFECTOR.0);
    place.number("rank", f64::from(rank), [0.0, 9.0], "")?;
    let mut goal = Goal::new(name, Rank(rank), kind);
    goal.weight = place.number("weight", weight.unwrap_or(1.0), [1e-3, 1e3], "")?;
    Ok(goal)
}

impl ReachFile {
    fn goal(&self, source: &Source, character: &Character) -> Result<Goal, FileError> {
        let place = Place {
            source,
            section: "reaches",
            what: "effector",
            name: &self.effector,
        };
        let target = place.point("target", self.target)?;
        let Some(goal) = Goal::reach(character, &self.effector, target) else {
            let names = character.effectors.iter().map(|e| e.name.as_str());
            return Err(place.error("", missing(&self.effector, names)));
        };
        ranked(&place, goal.name, goal.kind, self.weight, self.rank)
    }
}

impl OrientationFile {
    fn goal(&self, source: &Source, character: &Character) -> Result<Goal, FileError> {
        let (place, link) = link_place(source, "orientations", &self.link, character)?;
        let turn = place.turn("rotation_deg", self.rotation_deg)?;
        let kind = GoalKind::Orientation(Orientation {
            link,
            world_from_link: rotation_from_vector(turn),
        });
        let name = format!("{} orientation", self.link);
        ranked(&place, name, kind, self.weight, self.rank)
    }
}

impl DirectionFile {
    fn goal(&self, source: &Source, character: &Character) -> Result<Goal, FileError> {
        let (place, link) = link_place(source, "directions", &self.link, character)?;
        let direction_in_link = match self.direction {
            Some(direction) => place.direction("direction", direction)?,
            None => forward_in_link(character, link),
        };
        let kind = GoalKind::Direction(Direction {
            link,
            direction_in_link,
            target_in_world: place.direction("target", self.target)?,
        });
        let name = format!("{} direction", self.link);
        ranked(&place, name, kind, self.weight, self.rank)
    }
}

fn link_place<'a>(
    source: &'a Source,
    section: &'a str,
    name: &'a str,
    character: &Character,
) -> Result<(Place<'a>, LinkId), FileError> {
    let place = Place {
        source,
        section,
        what: "link",
        name,
    };
    let Some(link) = character.find_link(name) else {
        let names = character.links.iter().map(|link| link.name.as_str());
        return Err(place.error("", missing(name, names)));
    };
    Ok((place, link))
}

fn missing<'a>(name: &str, valid: impl IntoIterator<Item = &'a str>) -> String {
    format!("does not exist; {}", super::place::suggestion(name, valid))
}
