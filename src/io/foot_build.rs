//! Soles, and the feet that they are parts of.

use super::character_build::{LinkIds, MAX_POINTS, check_count, find_link, twice};
use super::character_file::SoleFile;
use super::place::Place;
use super::{FileError, Source};
use crate::character::{Character, Contacts, Foot, FootPart, Sole};
use crate::kinematics::flat_hull;
use glam::DVec3;

/// A sole, and a foot of several, may be this uneven [m].
const SOLE_FLATNESS: f64 = 1e-3;

fn place_of<'a>(file: &'a SoleFile, source: &'a Source) -> Place<'a> {
    Place {
        source,
        section: "soles",
        what: "sole",
        name: &file.name,
    }
}

/// All soles: named like their foot, and like `left_foot.heel` where that has several.
pub(super) fn build_soles(
    files: &[SoleFile],
    ids: &LinkIds,
    source: &Source,
) -> Result<Vec<Sole>, FileError> {
    check_count("soles", files.len(), [1, Contacts::MOST], source)?;
    let mut soles: Vec<Sole> = Vec::with_capacity(files.len());
    for (index, file) in files.iter().enumerate() {
        let place = place_of(file, source);
        place.check_name()?;
        check_order(&place, &files[..index], file)?;
        let name = match file.patch {
            Some(patch) => format!("{}.{}", file.name, patch.name()),
            None => file.name.clone(),
        };
        if soles.iter().any(|known| known.name == name) {
            return Err(twice(&place));
        }
        let sole = Sole {
            name,
            link: find_link(&place, &file.link, ids)?,
            corners_in_link: file.corners.clone(),
            up_in_link: place.direction("up", file.up)?,
        };
        check_corners(&place, &sole)?;
        soles.push(sole);
    }
    Ok(soles)
}

/// Soles of one name are different parts of one foot, heel first.
fn check_order(place: &Place<'_>, before: &[SoleFile], file: &SoleFile) -> Result<(), FileError> {
    let Some(last) = before.iter().rev().find(|known| known.name == file.name) else {
        return Ok(());
    };
    match (last.patch, file.patch) {
        (Some(last), Some(patch)) if last < patch => {}
        (Some(_), Some(patch)) => {
            let message = format!(
                "patch {patch:?} comes after a later one or is there twice; heel, ball and toe are listed in this order"
            );
            return Err(place.error("patch", message));
        }
        _ => return Err(twice(place)),
    }
    if last.kind == file.kind {
        return Ok(());
    }
    let message = format!("is a {:?} here and a {:?} before", file.kind, last.kind);
    Err(place.error("kind", message))
}

/// The feet, in the order of their first soles. The rest pose must be there: a foot is whole as it is then.
pub(super) fn build_feet(
    files: &[SoleFile],
    character: &Character,
    source: &Source,
) -> Result<Vec<Foot>, FileError> {
    let mut feet: Vec<Foot> = Vec::new();
    for (index, file) in files.iter().enumerate() {
        if feet.iter().any(|foot| foot.name == file.name) {
            continue;
        }
        let own = files.iter().enumerate().skip(index);
        let patches: Contacts = own
            .filter(|(_, other)| other.name == file.name)
            .map(|(sole, _)| sole)
            .collect();
        feet.push(build_foot(
            file,
            &character.soles[index],
            patches,
            character,
            source,
        )?);
    }
    Ok(feet)
}

fn build_foot(
    file: &SoleFile,
    first: &Sole,
    patches: Contacts,
    character: &Character,
    source: &Source,
) -> Result<Foot, FileError> {
    let place = place_of(file, source);
    let mut parts: Vec<FootPart> = Vec::new();
    let mut corners: Vec<DVec3> = Vec::new();
    for sole in patches.iter().map(|sole| &character.soles[sole]) {
        let known = parts.iter().position(|part| part.link == sole.link);
        let index = known.unwrap_or(parts.len());
        if known.is_none() {
            let part = FootPart::new(character, first.link, sole.link);
            parts.push(part.ok_or_else(|| {
                let [own, heel] = [sole.link, first.link].map(|link| &character.link(link).name);
                let message = format!(
                    "link {own:?} does not hang on {heel:?}, which carries the first patch"
                );
                place.error("link", message)
            })?);
        }
        let whole_from_link = parts[index].whole_from_link;
        corners.extend(
            sole.corners_in_link
                .iter()
                .map(|c| whole_from_link.point(*c)),
        );
    }
    let up = first.up_in_link;
    let heights = corners.iter().map(|corner| corner.dot(up));
    let (low, high) = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), height| {
        (low.min(height), high.max(height))
    });
    if patches.count() > 1 && high - low > SOLE_FLATNESS {
        let message = format!(
            "patches are not flat together at rest: along up they differ by {:.1} mm, and 1 mm is allowed",
            1e3 * (high - low)
        );
        return Err(place.error("patch", message));
    }
    Ok(Foot {
        name: file.name.clone(),
        kind: file.kind,
        patches,
        whole: Sole {
            name: file.name.clone(),
            corners_in_link: match patches.count() {
                1 => first.corners_in_link.clone(),
                _ => flat_hull(corners.iter().copied(), up),
            },
            ..first.clone()
        },
        parts,
    })
}

/// Flat across `up`, convex, and with an area.
fn check_corners(place: &Place<'_>, sole: &Sole) -> Result<(), FileError> {
    let corners = &sole.corners_in_link;
    let count = corners.len();
    if !(3..=MAX_POINTS).contains(&count) {
        let message = format!("has {count} corners; a sole has 3 to {MAX_POINTS}");
        return Err(place.error("corners", message));
    }
    for corner in corners {
        place.point("corners", *corner)?;
    }
    let up = sole.up_in_link;
    let uneven = corners
        .iter()
        .map(|corner| (*corner - corners[0]).dot(up).abs())
        .fold(0.0, f64::max);
    if uneven > SOLE_FLATNESS {
        let message = format!(
            "corners are not flat: along up they differ by {:.1} mm, and 1 mm is allowed",
            1e3 * uneven
        );
        return Err(place.error("corners", message));
    }

    // Going round, every corner turns the same way, and all together once.
    let edge = |i: usize| corners[(i + 1) % count] - corners[i % count];
    let turns: Vec<f64> = (0..count)
        .map(|i| edge(i).cross(edge(i + 1)).dot(up))
        .collect();
    let area: f64 = (1..count - 1)
        .map(|i| {
            (corners[i] - corners[0])
                .cross(corners[i + 1] - corners[0])
                .dot(up)
        })
        .sum::<f64>()
        .abs()
        / 2.0;
    let is_convex = turns.iter().all(|t| *t >= -1e-12) || turns.iter().all(|t| *t <= 1e-12);
    let whole_turn: f64 = (0..count)
        .map(|i| libm::atan2(turns[i], edge(i).dot(edge(i + 1))))
        .sum();
    if !is_convex || whole_turn.abs() > 7.0 {
        return Err(place.error(
            "corners",
            "corners are not convex, or not in order around the sole",
        ));
    }
    if area < 1e-6 {
        return Err(place.error(
            "corners",
            "corners enclose no area: at least a square millimetre is needed",
        ));
    }
    Ok(())
}
