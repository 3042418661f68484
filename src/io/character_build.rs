//! Builds a [`Character`] from what its file says. This is the only validator: what comes out holds every invariant.

use super::apart_build::build_apart;
use super::character_file::{CharacterFile, EffectorFile, RestFile, VERSION};
use super::foot_build::{build_feet, build_soles};
use super::habits_file::people_habits;
use super::link_build::build_link;
use super::place::{Place, suggestion};
use super::{FileError, Source};
use crate::character::{Character, Effector, Link, LinkId, Pose};
use crate::kinematics::{Kinematics, Rooting, forward};
use crate::math::Transform;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// More links than this are refused: nothing that stands has as many, and times grow with the square.
const MAX_LINKS: usize = 1000;
/// The same for effectors and corners of one sole.
pub(super) const MAX_POINTS: usize = 1000;
/// The same for the shapes of all links together.
const MAX_SHAPES: usize = 10_000;
/// Names of links, to find them by.
pub(super) type LinkIds<'a> = BTreeMap<&'a str, LinkId>;

/// The body that a file describes; edits have been applied by now.
pub(super) fn build(
    name: &str,
    file: &CharacterFile,
    source: &Source,
) -> Result<Character, FileError> {
    check_version(file.version, source)?;
    if file.description.chars().count() > 200 || file.description.contains('\n') {
        return Err(source.error_at(
            &["description"],
            "a description is one line of at most 200 characters",
        ));
    }
    let links = build_links(file, source)?;
    let ids: LinkIds = links
        .iter()
        .enumerate()
        .map(|(index, link)| (link.name.as_str(), LinkId::new(index)))
        .collect();
    let effectors = build_effectors(&file.effectors, &ids, source)?;
    let soles = build_soles(&file.soles, &ids, source)?;
    let partners = build_partners(&file.pairs, &links, &ids, source)?;
    let Some(rest) = &file.rest else {
        return Err(source.error_at(
            &["rest"],
            "rest is missing: where one link stands, and its joints",
        ));
    };
    let held = find_rest_link(rest, &ids, source)?;
    let mut character = Character {
        name: name.to_owned(),
        description: file.description.clone(),
        rest: Pose::zero(&links),
        links,
        effectors,
        soles,
        feet: Vec::new(),
        partners,
        keep_apart: Vec::new(),
        habits: None,
    };
    character.rest = build_rest(rest, held, &character, source)?;
    character.feet = build_feet(&file.soles, &character, source)?;
    character.keep_apart = build_apart(&file.apart, &character, source)?;
    character.habits = people_habits(&character).map(Arc::new);
    Ok(character)
}

/// Every kind of file starts with the version of its format.
pub(super) fn check_version(version: u32, source: &Source) -> Result<(), FileError> {
    check_version_number(version).map_err(|message| source.error_at(&["version"], message))
}

/// The same where no text is at hand.
pub(super) fn check_version_number(version: u32) -> Result<(), String> {
    if version == VERSION {
        return Ok(());
    }
    Err(format!(
        "version {version} is not known; this program reads version {VERSION}"
    ))
}

fn build_links(file: &CharacterFile, source: &Source) -> Result<Vec<Link>, FileError> {
    let count = file.links.len();
    if count == 0 || count > MAX_LINKS {
        return Err(source.error_at(
            &["links"],
            format!("a character has 1 to {MAX_LINKS} links, not {count}"),
        ));
    }
    let shapes: usize = file.links.iter().map(|link| link.shapes.len()).sum();
    if shapes > MAX_SHAPES {
        let message = format!("all links have {shapes} shapes; at most {MAX_SHAPES} are read");
        return Err(source.error_at(&["links:"], message));
    }
    let all_names: BTreeSet<&str> = file.links.iter().map(|link| link.name.as_str()).collect();
    let mut ids = LinkIds::new();
    let mut joint_names = BTreeSet::new();
    let mut links = Vec::with_capacity(count);
    for (index, link) in file.links.iter().enumerate() {
        let place = Place {
            source,
            section: "links",
            what: "link",
            name: &link.name,
        };
        let parent = match (&link.parent, &link.joint) {
            (None, None) if index == 0 => None,
            (None, _) if index == 0 => {
                return Err(place.error(
                    "joint",
                    "is the first link and hangs on nothing: it has no joint",
                ));
            }
            (None, _) => {
                return Err(place.error("", "needs a parent: only the first link hangs on nothing"));
            }
            (Some(parent), _) if *parent == link.name => {
                return Err(place.error("parent", "cannot be its own parent"));
            }
            (Some(parent), _) if !all_names.contains(parent.as_str()) => {
                return Err(place.unknown("parent", parent, all_names.iter().copied()));
            }
            (Some(parent), joint) => match (ids.get(parent.as_str()), joint) {
                (None, _) => {
                    return Err(place.error(
                        "parent",
                        format!(
                            "parent {parent:?} comes later; parents come before their children"
                        ),
                    ));
                }
                (Some(_), None) => return Err(place.error("", "has a parent but no joint to it")),
                (Some(id), Some(_)) => Some(*id),
            },
        };
        if ids.insert(&link.name, LinkId::new(index)).is_some() {
            return Err(twice(&place));
        }
        if let Some(joint) = &link.joint
            && !joint_names.insert(joint.name.as_str())
        {
            return Err(twice(&Place {
                what: "joint",
                name: &joint.name,
                ..place
            }));
        }
        links.push(build_link(&place, link, parent)?);
    }
    Ok(links)
}

/// A second entry of the same name; the error points at that one.
pub(super) fn twice(place: &Place<'_>) -> FileError {
    place.error(
        &format!("name: {:?}", place.name),
        "the name is taken; names are unique",
    )
}

/// The link of a name, or an error that names the nearest.
pub(super) fn find_link(place: &Place<'_>, name: &str, ids: &LinkIds) -> Result<LinkId, FileError> {
    ids.get(name)
        .copied()
        .ok_or_else(|| place.unknown("link", name, ids.keys().copied()))
}

fn build_effectors(
    files: &[EffectorFile],
    ids: &LinkIds,
    source: &Source,
) -> Result<Vec<Effector>, FileError> {
    check_count("effectors", files.len(), [0, MAX_POINTS], source)?;
    let mut names = BTreeSet::new();
    let build = |file: &EffectorFile| {
        let place = Place {
            source,
            section: "effectors",
            what: "effector",
            name: &file.name,
        };
        place.check_name()?;
        if !names.insert(file.name.clone()) {
            return Err(twice(&place));
        }
        Ok(Effector {
            name: file.name.clone(),
            link: find_link(&place, &file.link, ids)?,
            point_in_link: place.point("point", file.point)?,
        })
    };
    files.iter().map(build).collect()
}

pub(super) fn check_count(
    section: &str,
    count: usize,
    [least, most]: [usize; 2],
    source: &Source,
) -> Result<(), FileError> {
    if (least..=most).contains(&count) {
        return Ok(());
    }
    Err(source.error_at(
        &[section],
        format!("{section}: {count} are given; a character has {least} to {most}"),
    ))
}

/// Each link's partner: as `pairs` say, else `left_x` with `right_x` and `l_x` with `r_x`, else itself.
fn build_partners(
    pairs: &[(String, String)],
    links: &[Link],
    ids: &LinkIds,
    source: &Source,
) -> Result<Vec<LinkId>, FileError> {
    let mut partners: Vec<_> = (0..links.len()).map(LinkId::new).collect();
    // Only joints that move alike can take over each other's turns.
    let are_alike = |a: LinkId, b: LinkId| {
        let [a, b] = [a, b].map(|id| links[id.index()].joint.kind.dofs());
        a == b
    };
    for (left, right) in [("left_", "right_"), ("l_", "r_")] {
        for (name, id) in ids {
            let other = name.strip_prefix(left).map(|rest| format!("{right}{rest}"));
            if let Some(other) = other.and_then(|other| ids.get(other.as_str()))
                && are_alike(*id, *other)
            {
                partners[id.index()] = *other;
                partners[other.index()] = *id;
            }
        }
    }
    for (a, b) in pairs {
        let find = |name: &str| {
            ids.get(name).copied().ok_or_else(|| {
                let hint = suggestion(name, ids.keys().copied());
                let message = format!("pairs: link {name:?} does not exist; {hint}");
                source.error_at(&["pairs", &format!("{name:?}")], message)
            })
        };
        let (first, second) = (find(a)?, find(b)?);
        let fail = |message: &str| {
            let message = format!("pairs: {a:?} and {b:?} {message}");
            Err(source.error_at(&["pairs", &format!("{a:?}")], message))
        };
        if !are_alike(first, second) {
            return fail("have joints of different kinds and cannot mirror each other");
        }
        for (id, other) in [(first, second), (second, first)] {
            let partner = partners[id.index()];
            if partner != id && partner != other {
                return fail("cannot be a pair: one of them has another partner already");
            }
        }
        partners[first.index()] = second;
        partners[second.index()] = first;
    }
    Ok(partners)
}

fn find_rest_link(rest: &RestFile, ids: &LinkIds, source: &Source) -> Result<LinkId, FileError> {
    ids.get(rest.link.as_str()).copied().ok_or_else(|| {
        let hint = suggestion(&rest.link, ids.keys().copied());
        let message = format!("rest: link {:?} does not exist; {hint}", rest.link);
        source.error_at(&["rest", "link", &format!("{:?}", rest.link)], message)
    })
}

/// Joints as given, and the first link wherever that puts it when the named link stands in its place.
fn build_rest(
    file: &RestFile,
    held: LinkId,
    character: &Character,
    source: &Source,
) -> Result<Pose, FileError> {
    let place = Place {
        source,
        section: "rest",
        what: "rest of link",
        name: &file.link,
    };
    let world_from_held = Transform::from_translation(place.point("position", file.position)?);
    let mut rest = Pose {
        world_from_root: Transform::IDENTITY,
        joints: file.joints_deg.coordinates(&character.links, source)?,
    };
    if let Some(beyond) = rest.joints_beyond_limits(character, 1e-9).next() {
        let name = &character.link(beyond).joint.name;
        return Err(source.error_at(
            &["joints_deg", &format!("{name:?}")],
            format!("rest: joint {name:?} is beyond its limits"),
        ));
    }
    let mut kin = Kinematics::default();
    let rooting = Rooting::new(character, held);
    forward(&rooting, character, &rest, world_from_held, &mut kin);
    rest.world_from_root = *kin.link(LinkId::ROOT);
    Ok(rest)
}
