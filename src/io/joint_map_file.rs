//! Joint maps as files: which recorded joint moves which link, for skeletons whose names nobody knows.

use super::character_build::check_version;
use super::entries::Entries;
use super::place::suggestion;
use super::{FileError, Source};
use crate::character::Character;
use crate::motion::GivenMap;
use serde::Deserialize;

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
