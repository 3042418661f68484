//! Joint maps as files: which recorded joint moves which link, for skeletons whose names nobody knows.

use super::character_build::check_version;
use super::entries::Entries;
use super::place::suggestion;
use super::{FileError, Source};
use crate::character::Character;
use crate::motion::{GivenMap, Recording, RetargetReport};
use serde::Deserialize;
use std::fmt::Write as _;

/// A whole map file: `(version: 1, map: {"Hips": "pelvis", "Prop1": ""})`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct JointMapFile {
    version: u32,
    /// The recorded joint, and the link that it moves; an empty name leaves the joint out.
    map: Entries<String>,
}

/// Reads a map of recorded joints, of which `joint_names` are all, to links of `character`.
///
/// # Errors
/// Where the text is no map, or names a joint or link that does not exist, or one of them twice.
pub fn read_joint_map(
    source: &Source,
    character: &Character,
    joint_names: &[&str],
) -> Result<GivenMap, FileError> {
    let file: JointMapFile = source.parse()?;
    check_version(file.version, source)?;
    if let Some(joint) = file.map.twice() {
        let quoted = format!("{joint:?}");
        let message = format!("recorded joint {joint:?} is there twice");
        return Err(source.error_at(&[&quoted, &quoted], message));
    }
    let mut map: GivenMap = Vec::with_capacity(file.map.0.len());
    for (joint, link) in file.map.0 {
        let quoted_joint = format!("{joint:?}");
        if !joint_names.contains(&joint.as_str()) {
            let hint = suggestion(&joint, joint_names.iter().copied());
            let message = format!("there is no recorded joint {joint:?}; {hint}");
            return Err(source.error_at(&[&quoted_joint], message));
        }
        let quoted_link = format!("{link:?}");
        let place = [quoted_joint.as_str(), quoted_link.as_str()];
        if link.is_empty() {
            map.push((joint, None));
            continue;
        }
        if character.find_link(&link).is_none() {
            let links = character.links.iter().map(|link| link.name.as_str());
            let hint = suggestion(&link, links);
            let name = &character.name;
            let message = format!("{name} has no link {link:?}; {hint}");
            return Err(source.error_at(&place, message));
        }
        if map.iter().any(|(_, other)| other.as_ref() == Some(&link)) {
            let message = format!("link {link:?} is moved by two joints; a link has one");
            return Err(source.error_at(&place, message));
        }
        map.push((joint, Some(link)));
    }
    Ok(map)
}

/// What to say of a recording whose joints are not understood: the links that nothing moves, and a map to begin with. Nothing
/// where all is understood that a motion needs.
pub fn map_that_is_needed(
    character: &Character,
    recording: &Recording,
    found: &RetargetReport,
) -> Option<MissingMap> {
    if found.missing_links.is_empty() {
        return None;
    }
    let missing = found.missing_links.join(", ");
    let mut template = String::from("(\n    version: 1,\n");
    let links = character.links.iter().map(|link| link.name.as_str());
    let links: Vec<&str> = links.collect();
    // Writing to a string cannot fail.
    let _ = writeln!(
        template,
        "    // Recorded joints and the links that they move; \"\" leaves one out. Links of {}: {}.",
        character.name,
        links.join(", ")
    );
    template.push_str("    map: {\n");
    for joint in &recording.joints {
        let mut mapped = found.mapped.iter();
        let link = mapped.find_map(|(name, link)| (*name == joint.name).then_some(link.as_str()));
        let parent = joint.parent.map(|parent| &recording.joints[parent].name);
        let hangs = parent.map_or_else(|| "the root".to_owned(), |name| format!("on {name:?}"));
        let link = link.unwrap_or_default();
        let _ = writeln!(template, "        {:?}: {link:?}, // {hangs}", joint.name);
    }
    template.push_str("    },\n)\n");
    Some(MissingMap {
        sentence: format!(
            "neither the names nor the shape of its skeleton tell what moves {missing} of {}",
            character.name
        ),
        template,
    })
}

/// A map is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingMap {
    /// Why.
    pub sentence: String,
    /// A file of all recorded joints with what is known of them.
    pub template: String,
}
