//! Goals of a file that relate parts of the body: points that come together, links kept level, bends, gaze, frozen joints.

use super::super::place::{Place, suggestion};
use super::super::{FileError, Source};
use super::{missing, ranked};
use crate::character::{Character, LinkId, Pose};
use crate::ik::{EYES_REACH, Goal, GoalKind, LinkPoint};
use crate::kinematics::Kinematics;
use crate::math::rotation_from_vector;
use glam::DVec3;
use serde::Deserialize;

/// Two points of the body that come together.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TogetherFile {
    /// An effector, a link or a joint.
    first: String,
    second: String,
    /// In the axes of the first one's link [m].
    first_point: Option<DVec3>,
    second_point: Option<DVec3>,
    weight: Option<f64>,
    rank: Option<u8>,
}

/// A link that keeps an orientation about some of the world's axes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeepLevelFile {
    link: String,
    /// Of `x`, `y` and `z`.
    #[serde(default = "level_axes")]
    about: Vec<String>,
    /// Rotation vector [deg]; how it lies at the start when left out.
    rotation_deg: Option<DVec3>,
    weight: Option<f64>,
    rank: Option<u8>,
}

/// A limb and what its bend points at.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PoleFile {
    /// The joint that bends, or the link that hangs on it.
    pub(super) limb: String,
    /// [m]
    target: DVec3,
    weight: Option<f64>,
    pub(super) rank: Option<u8>,
}

/// What eyes look at.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LookFile {
    /// The effector or link that carries the eyes.
    #[serde(default = "head")]
    pub(super) link: String,
    /// [m]
    at: DVec3,
    eyes_reach_deg: Option<f64>,
    weight: Option<f64>,
    pub(super) rank: Option<u8>,
}

/// Of the world.
const AXES: [&str; 3] = ["x", "y", "z"];

/// Free to turn about the vertical.
fn level_axes() -> Vec<String> {
    ["x", "z"].map(str::to_owned).to_vec()
}

fn head() -> String {
    "head".to_owned()
}

impl TogetherFile {
    pub(super) fn goal(&self, source: &Source, character: &Character) -> Result<Goal, FileError> {
        let place = Place {
            source,
            section: "together",
            what: "together",
            name: &self.first,
        };
        let Some(first) = character.find_point(&self.first) else {
            return Err(no_point(&place, character));
        };
        let Some(second) = character.find_point(&self.second) else {
            return Err(place.unknown("second", &self.second, character.point_names()));
        };
        let end = |field: &str, (link, usual): (LinkId, DVec3), point: Option<DVec3>| {
            let point = point.map(|point| place.point(field, point)).transpose()?;
            Ok(LinkPoint::from((link, point.unwrap_or(usual))))
        };
        let first = end("first_point", first, self.first_point)?;
        let second = end("second_point", second, self.second_point)?;
        if first.link == second.link {
            let message = format!("{:?} is on the same link", self.second);
            return Err(place.error("second", message));
        }
        let kind = Goal::together(character, first, second).kind;
        // Called as the file calls them, whatever the points are.
        let name = format!("{} to {}", self.first, self.second);
        ranked(&place, name, kind, self.weight, self.rank)
    }
}

impl KeepLevelFile {
    pub(super) fn goal(
        &self,
        source: &Source,
        character: &Character,
        start: &Pose,
    ) -> Result<Goal, FileError> {
        let place = Place {
            source,
            section: "keep_level",
            what: "link",
            name: &self.link,
        };
        let link = found_link(&place, character)?;
        if let Some(wrong) = self
            .about
            .iter()
            .find(|axis| !AXES.contains(&axis.as_str()))
        {
            let message = format!("about {wrong:?} is no axis; there are x, y, z");
            return Err(place.error("about", message));
        }
        if self.about.is_empty() {
            return Err(place.error("about", "about names at least one of x, y, z"));
        }
        let rotation = match self.rotation_deg {
            Some(turn) => rotation_from_vector(place.turn("rotation_deg", turn)?),
            None => Kinematics::of(character, start).link(link).rotation,
        };
        let mut goal = Goal::keep_level(character, link, rotation);
        if let GoalKind::Level(level) = &mut goal.kind {
            level.about = AXES.map(|axis| self.about.iter().any(|about| about == axis));
        }
        ranked(&place, goal.name, goal.kind, self.weight, self.rank)
    }
}

impl PoleFile {
    pub(super) fn goal(&self, source: &Source, character: &Character) -> Result<Goal, FileError> {
        let place = Place {
            source,
            section: "poles",
            what: "limb",
            name: &self.limb,
        };
        let lower = character.find_joint_or_link(&self.limb);
        let Some(limb) = lower.and_then(|lower| character.limb(lower)) else {
            let hint = suggestion(&self.limb, character.bend_names());
            return Err(place.error("", format!("is no joint within a limb; {hint}")));
        };
        let target = place.point("target", self.target)?;
        let goal = Goal::pole(character, limb, target);
        ranked(&place, goal.name, goal.kind, self.weight, self.rank)
    }
}

impl LookFile {
    pub(super) fn goal(&self, source: &Source, character: &Character) -> Result<Goal, FileError> {
        let place = Place {
            source,
            section: "looks",
            what: "link",
            name: &self.link,
        };
        let Some(eyes) = character.find_point(&self.link) else {
            return Err(no_point(&place, character));
        };
        let at = place.point("at", self.at)?;
        let eyes_reach = match self.eyes_reach_deg {
            Some(reach) => {
                let reach = place.number("eyes_reach_deg", reach, [0.0, 90.0], "°")?;
                reach.to_radians()
            }
            None => EYES_REACH,
        };
        let goal = Goal::look(character, eyes.into(), at, eyes_reach);
        ranked(&place, goal.name, goal.kind, self.weight, self.rank)
    }
}

/// Joints by their names or those of their links.
pub(super) fn frozen_joints(
    source: &Source,
    character: &Character,
    names: &[String],
) -> Result<Vec<LinkId>, FileError> {
    let find = |name: &String| {
        let joint = character.find_joint_or_link(name);
        let joint = joint.filter(|link| *link != LinkId::ROOT);
        joint.ok_or_else(|| {
            let hint = suggestion(name, character.joint_names());
            let message = format!("joint {name:?} does not exist; {hint}");
            source.error_at(&["frozen", &format!("{name:?}")], message)
        })
    };
    names.iter().map(find).collect()
}

fn found_link(place: &Place, character: &Character) -> Result<LinkId, FileError> {
    let found = character.find_point(place.name);
    found
        .map(|(link, _)| link)
        .ok_or_else(|| no_point(place, character))
}

/// A point that the body has not, and those that it has.
pub(super) fn no_point(place: &Place, character: &Character) -> FileError {
    place.error("", missing(place.name, character.point_names()))
}
