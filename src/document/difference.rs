//! What differs between two documents, in words.

use super::whole::same;
use super::{Document, Take};
use crate::math::Transform;

/// What is in `now` that is not in `before`, a few words for each; empty where both say the same.
/// "3 keys more", "level stairs instead of flat".
pub fn differences(before: &Document, now: &Document) -> Vec<String> {
    let mut words = Vec::new();
    for (what, old, new) in [
        (
            "character",
            (&before.character_source, &before.character.name),
            (&now.character_source, &now.character.name),
        ),
        (
            "level",
            (&before.level_source, &before.level.name),
            (&now.level_source, &now.level.name),
        ),
    ] {
        if old.1 != new.1 {
            words.push(format!("{what} {} instead of {}", new.1, old.1).replace('_', " "));
        } else if old.0 != new.0 {
            words.push(format!("{what} {} instead of {}", new.0, old.0));
        }
    }
    words.extend(keys_words(before, now));
    words.extend(take_words(before.take.as_ref(), now.take.as_ref()));
    words.extend(pose_words(before, now));
    words
}

fn keys_words(before: &Document, now: &Document) -> Option<String> {
    let (old, new) = (before.keys.len(), now.keys.len());
    let pairs = before.keys.iter().zip(&now.keys);
    let others = pairs.filter(|(a, b)| !same(a, b)).count();
    let keys = |count: usize| match count {
        1 => "1 key".to_owned(),
        count => format!("{count} keys"),
    };
    match new.cmp(&old) {
        std::cmp::Ordering::Greater => Some(format!("{} more", keys(new - old))),
        std::cmp::Ordering::Less => Some(format!("{} fewer", keys(old - new))),
        std::cmp::Ordering::Equal if others > 0 => Some(format!("{} changed", keys(others))),
        std::cmp::Ordering::Equal => None,
    }
}

fn take_words(before: Option<&Take>, now: Option<&Take>) -> Option<String> {
    match (before, now) {
        (before, now) if before == now => None,
        (Some(old), Some(new)) if old.words() == new.words() => {
            Some(format!("{} changed", new.words()))
        }
        (Some(old), Some(new)) => Some(format!("{} instead of {}", new.words(), old.words())),
        (None, Some(new)) => Some(new.words()),
        (Some(old), None) => Some(format!("{} is gone", old.words())),
        (None, None) => None,
    }
}

/// The pose that is in no key, by the link that is farthest from where it was.
fn pose_words(before: &Document, now: &Document) -> Option<String> {
    let is_loose = before.current_key.is_none() || now.current_key.is_none();
    let is_keyed = !before.keys.is_empty() || !now.keys.is_empty();
    if same(&before.setup, &now.setup) || (is_keyed && !is_loose) {
        return None;
    }
    // Another body has another pose anyway.
    let (old, new) = (&before.character, &now.character);
    if old.name != new.name || old.links.len() != new.links.len() {
        return None;
    }
    let places = |document: &Document| document.setup.kinematics(&document.character);
    let (old, new) = (places(before), places(now));
    let distance = |(a, b): (&Transform, &Transform)| a.translation.distance(b.translation);
    let links = old.world_from_link.iter().zip(&new.world_from_link);
    let distances = links.map(distance).enumerate();
    let (link, farthest) = distances.max_by(|a, b| a.1.total_cmp(&b.1))?;
    if farthest < 5e-4 {
        return Some("other pins or goals".to_owned());
    }
    let name = now.character.links[link].name.replace('_', " ");
    Some(format!("the {name} {:.0} mm elsewhere", 1e3 * farthest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Edit, Editor};
    use crate::gait::{Biped, WalkOrder};
    use crate::io::{load_character, load_level};
    use std::sync::Arc;

    fn editor(character: &str, level: &str) -> Editor {
        let body = Arc::new(load_character(character).unwrap());
        let ground = Arc::new(load_level(level).unwrap());
        Editor::new(Document::new(body, character, ground, level))
    }

    #[test]
    fn what_others_did_is_told_in_a_few_words() {
        let before = editor("human", "flat");
        let told = |now: &Editor| differences(before.document(), now.document()).join(", ");
        assert_eq!(told(&before), "");

        let mut keyed = editor("human", "flat");
        for secs in [0.0, 1.0, 2.0] {
            keyed.apply(Edit::AddKey { secs }).unwrap();
        }
        assert_eq!(told(&keyed), "3 keys more");
        let back = differences(keyed.document(), before.document());
        assert_eq!(back, ["3 keys fewer"]);

        let mut walks = editor("human", "stairs");
        let settings = Biped::new(&walks.document().character)
            .unwrap()
            .static_settings();
        walks
            .apply(Edit::Walk(WalkOrder::ahead(settings, 2)))
            .unwrap();
        let words = told(&walks);
        assert!(
            words.starts_with("level stairs instead of flat, a walk of 2 steps"),
            "{words}"
        );
        let other = differences(before.document(), editor("chicken", "flat").document());
        assert_eq!(other, ["character chicken instead of human"]);
    }

    #[test]
    fn a_pose_is_told_by_the_link_that_is_farthest_away() {
        let before = editor("human", "flat");
        let mut posed = before.clone();
        let handles = &posed.document().setup.handles;
        let handle = handles.iter().position(|handle| handle.name == "left_hand");
        let handle = handle.unwrap();
        let to = glam::DVec3::new(0.5, 1.4, 0.3);
        posed.apply(Edit::BeginDrag { handle }).unwrap();
        let position = Some(to);
        posed
            .apply(Edit::DragTo {
                position,
                rotation: None,
            })
            .unwrap();
        posed.apply(Edit::EndDrag).unwrap();
        let words = differences(before.document(), posed.document());
        assert_eq!(words.len(), 1);
        assert!(
            words[0].starts_with("the left hand ") && words[0].ends_with(" mm elsewhere"),
            "{words:?}"
        );
        let mut pinned = before.clone();
        pinned
            .apply(Edit::PinPosition { handle, on: true })
            .unwrap();
        let words = differences(before.document(), pinned.document());
        assert_eq!(words, ["other pins or goals"]);
    }
}
