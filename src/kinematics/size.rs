//! How large a body is beside a person: what takes lengths that suit people to those that suit a thumbling or a giant.

use super::Kinematics;
use crate::character::{Character, LinkId};
use glam::DVec3;

/// Diagonal of the box around the pivots of a person at rest [m].
const PERSON_SPAN: f64 = 1.537;
/// Longest distance from a pivot of a person to the next one: the shank [m].
const PERSON_LINK: f64 = 0.435;
/// A body counts as a person up to so many times larger or smaller: the world that it walks in is a person's, too.
const PERSON: f64 = 1.3;
/// From so many times on it goes by its own size alone.
const OTHER: f64 = 1.7;

/// What lengths that suit people are multiplied by for a body so many times as large as a person: 1 for those that are about
/// as large, the same number for thumblings and giants.
pub fn beside_a_person(times: f64) -> f64 {
    let [person, other, own] = [PERSON, OTHER, times].map(libm::log);
    let share = (own.abs() - person) / (other - person);
    libm::pow(times, share.clamp(0.0, 1.0))
}

/// What lengths that suit people are multiplied by for a body: by how far its pivots are apart at rest and by its longest
/// link, whichever is nearer to a person's. A rope is as long as a giant and has links of a thumbling; it counts as a person.
pub fn body_size(character: &Character) -> f64 {
    let kin = Kinematics::of(character, &character.rest);
    let lengths = character.link_ids().filter_map(|id| {
        let parent = character.link(id).parent?;
        Some(kin.pivot(parent).distance(kin.pivot(id)))
    });
    let longest = lengths.fold(0.0, f64::max);
    let [by_span, by_link] = [
        span_beside_a_person(character, &kin),
        beside_a_person(longest / PERSON_LINK),
    ];
    if longest > 0.0 {
        f64::clamp(1.0, by_span.min(by_link), by_span.max(by_link))
    } else {
        by_span
    }
}

/// The same by how far its pivots are apart in a pose, those within feet left out: feet that bend are as long as stiff ones.
pub fn span_beside_a_person(character: &Character, kin: &Kinematics) -> f64 {
    let nowhere = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let is_toe = |id: &LinkId| {
        character
            .feet
            .iter()
            .any(|foot| foot.joints().any(|toe| toe == *id))
    };
    let pivots = character.link_ids().filter(|id| !is_toe(id));
    let pivots = pivots.map(|id| kin.pivot(id));
    let (low, high) = pivots.fold(nowhere, |(low, high), p| (low.min(p), high.max(p)));
    let span = low.distance(high);
    // A body of one link has no span that could tell.
    if span > 0.0 {
        beside_a_person(span / PERSON_SPAN)
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_people_and_others_have_their_own_size() {
        for person in [0.8, 1.0, 1.14, 1.29] {
            assert_eq!(beside_a_person(person), 1.0);
        }
        for other in [0.02, 0.1, 0.5, 2.0, 20.0] {
            assert_eq!(beside_a_person(other), other);
        }
        let sizes: Vec<f64> = (1..300)
            .map(|percent| beside_a_person(f64::from(percent) / 100.0))
            .collect();
        assert!(sizes.is_sorted());
    }
}
