//! Goals as files: what to stand on, how to balance, and what to pull where. `docs/goals.md` describes every field.

mod body_goals;

use super::character_build::check_version;
use super::place::Place;
use super::{FileError, Source, nearest};
use crate::character::{Character, Footing, LinkId, Pose};
use crate::ik::{
    AskedGoals, BalanceWish, Direction, Goal, GoalKind, Orientation, Rank, forward_in_link,
};
use crate::math::rotation_from_vector;
use body_goals::{KeepLevelFile, LookFile, PoleFile, TogetherFile, frozen_joints};
use glam::{DVec2, DVec3};
use serde::Deserialize;

/// A whole goals file; a scene of a lesson holds the same without a version.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GoalsFile {
    version: Option<u32>,
    stance: Option<Vec<String>>,
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
        Ok(AskedGoals {
            feet: (file.stance.as_ref())
                .map(|names| stance_feet(source, character, names))
                .transpose()?,
            balance,
            goals,
            height,
            frozen: frozen_joints(source, character, &file.frozen)?,
        })
    }
}

/// Feet by their names, by `left`, `right`, `both` and `all`, or soles of feet as `left_foot.heel` or `left_foot.ball+toe`.
/// Each foot comes once, with all of its soles that are named.
///
/// # Errors
/// The name that no foot answers to, and what would be valid; and a name whose soles are all named before it.
pub fn feet_named(character: &Character, names: &[&str]) -> Result<Vec<Footing>, String> {
    let mut feet = Vec::new();
    for name in names {
        add_feet(character, name, &mut feet)?;
    }
    Ok(feet)
}

/// Adds the feet of one more name.
fn add_feet(character: &Character, name: &str, feet: &mut Vec<Footing>) -> Result<(), String> {
    let all = || {
        character
            .standing_feet()
            .map(|foot| character.whole_foot(foot))
    };
    let starts = |begins: [&str; 2]| -> Vec<Footing> {
        let is_named = |footing: &Footing| {
            let own = &character.feet[footing.foot].name;
            begins.iter().any(|begin| own.starts_with(begin))
        };
        all().filter(is_named).collect()
    };
    let found = match (character.find_footing(name), name) {
        (Some(footing), _) => vec![footing],
        (None, "both" | "all") => all().collect(),
        (None, "left") => starts(["left", "l_"]),
        (None, "right") => starts(["right", "r_"]),
        (None, _) => Vec::new(),
    };
    if found.is_empty() {
        let mut valid = character.footing_names();
        valid.extend(["left", "right", "both"]);
        let hint = match nearest(name, valid.iter().copied()) {
            Some(near) => format!("did you mean {near:?}? There are"),
            None => "there are".to_owned(),
        };
        let valid = valid.join(", ");
        return Err(format!("there is no foot {name:?}; {hint} {valid}"));
    }
    // `left, both` holds the left one and stands on all; `both, left` says nothing more than `both`.
    let mut says_more = false;
    for footing in found {
        if let Some(known) = feet.iter_mut().find(|known| known.foot == footing.foot) {
            says_more |= !footing.patches.minus(known.patches).is_empty();
            known.patches = known.patches.union(footing.patches);
        } else {
            says_more = true;
            feet.push(footing);
        }
    }
    if !says_more {
        return Err(format!("{name:?} is named already; name every foot once"));
    }
    Ok(())
}

fn stance_feet(
    source: &Source,
    character: &Character,
    names: &[String],
) -> Result<Vec<Footing>, FileError> {
    if names.is_empty() {
        let message = "stance is empty; leave it out to stand on every foot";
        return Err(source.error_at(&["stance"], message));
    }
    let mut feet = Vec::new();
    for name in names {
        add_feet(character, name, &mut feet)
            .map_err(|message| source.error_at(&["stance", &format!("{name:?}")], message))?;
    }
    Ok(feet)
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
