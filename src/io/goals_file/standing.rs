//! What a goals file says of what carries the body: which feet, where, and what else.

use super::super::place::Place;
use super::super::{FileError, Source, nearest};
use super::body_goals::no_point;
use super::missing;
use crate::character::{Character, Footing};
use crate::ik::FootPlace;
use crate::kinematics::{FRICTION, Held, Plant};
use crate::math::rotation_from_vector;
use glam::{DVec2, DVec3};
use serde::Deserialize;

/// A foot and where it stands.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FootPlaceFile {
    foot: String,
    /// The middle of what stands of it (x, z) [m].
    at: DVec2,
    /// To the left of how it is at the start.
    #[serde(default)]
    turned_deg: f64,
}

/// A point of the body that carries weight.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlantFile {
    /// An effector, a link or a joint.
    point: String,
    /// Where its skin lies on a surface [m].
    at: DVec3,
    /// Out of the surface.
    #[serde(default = "upward")]
    normal: DVec3,
    #[serde(default = "usual_friction")]
    friction: f64,
    /// How its link lies there; it may turn about the point where nobody says. A rotation vector [deg].
    rotation_deg: Option<DVec3>,
}

fn upward() -> DVec3 {
    DVec3::Y
}

fn usual_friction() -> f64 {
    FRICTION
}

impl FootPlaceFile {
    /// `feet` are those that stand; every foot where nobody says.
    pub(super) fn read(
        &self,
        source: &Source,
        character: &Character,
        feet: Option<&[Footing]>,
    ) -> Result<FootPlace, FileError> {
        let place = Place {
            source,
            section: "places",
            what: "foot",
            name: &self.foot,
        };
        let Some(foot) = character.find_foot(&self.foot) else {
            let names = character.feet.iter().map(|foot| foot.name.as_str());
            return Err(place.error("", missing(&self.foot, names)));
        };
        if feet.is_some_and(|feet| feet.iter().all(|stands| stands.foot != foot)) {
            let message = "does not stand, so it has no place on the ground: name it in stance, or pull it with reaches";
            return Err(place.error("", message));
        }
        let at = place.point("at", DVec3::new(self.at.x, 0.0, self.at.y))?;
        let turned = place.number("turned_deg", self.turned_deg, [-180.0, 180.0], "°")?;
        Ok(FootPlace {
            foot,
            center_xz: DVec2::new(at.x, at.z),
            turn: turned.to_radians(),
        })
    }
}

impl PlantFile {
    pub(super) fn read(&self, source: &Source, character: &Character) -> Result<Plant, FileError> {
        let place = Place {
            source,
            section: "plants",
            what: "point",
            name: &self.point,
        };
        let Some(point) = character.find_point(&self.point) else {
            return Err(no_point(&place, character));
        };
        let at = place.point("at", self.at)?;
        let normal = place.direction("normal", self.normal)?;
        let friction = place.number("friction", self.friction, [0.0, 10.0], "")?;
        let plant = Plant::new(character, point, (at, normal), friction);
        let Some(rotation_deg) = self.rotation_deg else {
            return Ok(plant);
        };
        let turn = place.turn("rotation_deg", rotation_deg)?;
        Ok(plant.lying(character, rotation_from_vector(turn)))
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

/// What to stand on, as a file names it: no foot only where something else holds the body.
pub(super) fn stance_feet(
    source: &Source,
    character: &Character,
    names: &[String],
    plants: &[Plant],
) -> Result<Vec<Footing>, FileError> {
    if names.is_empty() && Held::of(&[], plants).is_none() {
        let message = "stance is empty; leave it out to stand on every foot, or let something else hold the body: a plant with rotation_deg";
        return Err(source.error_at(&["stance"], message));
    }
    let mut feet = Vec::new();
    for name in names {
        add_feet(character, name, &mut feet)
            .map_err(|message| source.error_at(&["stance", &format!("{name:?}")], message))?;
    }
    Ok(feet)
}
