//! Which links of a body keep apart: those that are apart at rest, and what the file says otherwise.

use super::character_file::ApartFile;
use super::place::suggestion;
use super::{FileError, Source};
use crate::character::{Character, LinkId};
use crate::collide::apart_at_rest;
use std::collections::{BTreeMap, BTreeSet};

/// A list of an [`ApartFile`], for errors that point into it.
#[derive(Clone, Copy)]
struct List<'a> {
    source: &'a Source,
    /// `also` or `never`.
    name: &'a str,
}

/// The pairs that keep apart, each once and in order. The rest pose must be there.
pub(super) fn build_apart(
    file: &ApartFile,
    character: &Character,
    source: &Source,
) -> Result<Vec<(LinkId, LinkId)>, FileError> {
    let mut pairs: BTreeSet<_> = apart_at_rest(character).into_iter().collect();
    let ids = character.links.iter().zip(character.link_ids());
    let ids: BTreeMap<&str, LinkId> = ids.map(|(link, id)| (link.name.as_str(), id)).collect();
    let list = |name| List { source, name };
    let never = find_pairs(list("never"), &file.never, &ids)?;
    let also = find_pairs(list("also"), &file.also, &ids)?;
    for pair in &never {
        pairs.remove(pair);
    }
    for ((first, second), written) in also.iter().zip(&file.also) {
        check_can_keep_apart(list("also"), character, [*first, *second], written)?;
        pairs.insert((*first, *second));
    }
    let never: BTreeSet<_> = never.into_iter().collect();
    if let Some(index) = also.iter().position(|pair| never.contains(pair)) {
        let message = "are in both lists: they keep apart or they never do";
        return Err(list("also").error(&file.also[index], message));
    }
    Ok(pairs.into_iter().collect())
}

/// What a variant says of a pair takes the place of what its base says.
pub(super) fn vary_apart(base: &mut ApartFile, variant: ApartFile) {
    let sorted = |(a, b): &(String, String)| {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        (low.clone(), high.clone())
    };
    let drop_from = |list: &mut Vec<(String, String)>, dropped: &[(String, String)]| {
        let dropped: BTreeSet<_> = dropped.iter().map(sorted).collect();
        list.retain(|pair| !dropped.contains(&sorted(pair)));
    };
    drop_from(&mut base.also, &variant.never);
    drop_from(&mut base.never, &variant.also);
    base.also.extend(variant.also);
    base.never.extend(variant.never);
}

/// The links of every pair of a list, the lower id first.
fn find_pairs(
    list: List<'_>,
    written: &[(String, String)],
    ids: &BTreeMap<&str, LinkId>,
) -> Result<Vec<(LinkId, LinkId)>, FileError> {
    let find = |name: &str| {
        ids.get(name).copied().ok_or_else(|| {
            let hint = suggestion(name, ids.keys().copied());
            let message = format!("apart: link {name:?} does not exist; {hint}");
            list.source
                .error_at(&["apart:", list.name, &format!("{name:?}")], message)
        })
    };
    let pair = |written: &(String, String)| {
        let (a, b) = (find(&written.0)?, find(&written.1)?);
        if a == b {
            return Err(list.error(written, "are the same link"));
        }
        Ok((a.min(b), a.max(b)))
    };
    written.iter().map(pair).collect()
}

/// Neighbours share a joint, and what has no shape has nothing to keep off.
fn check_can_keep_apart(
    list: List<'_>,
    character: &Character,
    [first, second]: [LinkId; 2],
    written: &(String, String),
) -> Result<(), FileError> {
    if character.are_joined(first, second) {
        let message = "are joined by a joint and cannot be kept apart";
        return Err(list.error(written, message));
    }
    let mut links = [first, second].into_iter().map(|id| character.link(id));
    match links.find(|link| link.shapes.is_empty()) {
        Some(bare) => {
            let message = format!("cannot be kept apart: {:?} has no shapes", bare.name);
            Err(list.error(written, &message))
        }
        None => Ok(()),
    }
}

impl List<'_> {
    /// An error about one of its pairs.
    fn error(&self, (a, b): &(String, String), message: &str) -> FileError {
        let message = format!("apart: {a:?} and {b:?} {message}");
        let pair = format!("{a:?}, {b:?}");
        self.source.error_at(&["apart:", self.name, &pair], message)
    }
}
