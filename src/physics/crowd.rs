//! Touches of a step, and which of them are worth rows when there are very many: every row of a body is coupled with every
//! other one of it, so a thousand planes that lie over each other, or rocks in a heap, would take gigabytes.
//!
//! ```text
//! a shape on the ground: more touches than a shape has places? ──> the deepest at each place
//! all: too many couples? ──> fewer touches of each pair ──> fewer of each body, the ground's and the deepest first
//! ```
//! Where there are few, nothing is left out and nothing changes its order.

use super::inputs::BodyId;
use crate::collide::{Touch, Touches};
use glam::DVec3;

/// A touch before it becomes a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    /// Among the worn shapes.
    pub(super) first: u32,
    pub(super) second: Other,
    pub(super) touch: Touch,
    pub(super) friction: f64,
}

/// What a shape touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Other {
    /// Ground, by the number of its surface; it may move by itself [m/s].
    Ground { surface: u32, velocity: DVec3 },
    /// Another of the worn shapes.
    Shape(u32),
}

/// A shape has no more places than this to stand on, be it across the corner of four blocks.
const MOST_ON_GROUND: usize = 2 * Touches::MOST;
/// Above this cosine two normals are one.
const SAME_NORMAL: f64 = 0.999;
/// Pairs of rows that are coupled, at most; each takes eighty bytes.
const MOST_COUPLES: usize = 2_000_000;
/// Touches above which a pair of shapes gives its deepest alone: they have to be kept until they are counted.
pub(super) const CROWDED: usize = 50_000;

/// Leaves of one shape's touches with the ground, from an index on, the deepest at each place when there are more than a shape
/// has places. Those nearer to each other than `near` are at one [m].
pub(super) fn keep_deepest_places(found: &mut Vec<Found>, from: usize, near: f64) {
    if found.len() - from <= MOST_ON_GROUND {
        return;
    }
    let touches = &found[from..];
    let mut by_depth: Vec<usize> = (0..touches.len()).collect();
    by_depth.sort_by(|a, b| touches[*a].touch.gap.total_cmp(&touches[*b].touch.gap));
    let mut kept: Vec<usize> = Vec::with_capacity(MOST_ON_GROUND);
    for index in by_depth {
        let touch = &touches[index].touch;
        let is_same = |other: &usize| {
            let other = &touches[*other].touch;
            let way = touch.point - other.point;
            let aside = way - way.dot(other.normal) * other.normal;
            other.normal.dot(touch.normal) > SAME_NORMAL && aside.length() < near
        };
        if !kept.iter().any(is_same) {
            kept.push(index);
        }
        if kept.len() == MOST_ON_GROUND {
            break;
        }
    }
    kept.sort_unstable();
    for (place, index) in kept.iter().enumerate() {
        found[from + place] = found[from + index];
    }
    found.truncate(from + kept.len());
}

/// Leaves so many touches that their rows have a bounded number of couples. The figure is one body, whatever its links.
pub(super) fn thin(found: &mut Vec<Found>, body_of: impl Fn(u32) -> BodyId, loose: usize) {
    // As many between two bodies would be few enough: no need to count.
    if 2 * found.len() * found.len() <= MOST_COUPLES {
        return;
    }
    let list = |shape: u32| match body_of(shape) {
        BodyId::Link(_) => 0,
        BodyId::Loose(index) => index + 1,
    };
    let bodies = |found: &Found| {
        let second = match found.second {
            Other::Ground { .. } => None,
            Other::Shape(shape) => Some(list(shape)),
        };
        (list(found.first), second)
    };
    let mut counts = vec![0; loose + 1];
    let couples = |counts: &mut Vec<usize>, kept: &[bool]| -> usize {
        counts.fill(0);
        for (found, _) in found.iter().zip(kept).filter(|(_, kept)| **kept) {
            let (first, second) = bodies(found);
            counts[first] += 1;
            if let Some(second) = second.filter(|second| *second != first) {
                counts[second] += 1;
            }
        }
        counts.iter().map(|count| count * count).sum()
    };
    let mut kept = vec![true; found.len()];
    if couples(&mut counts, &kept) <= MOST_COUPLES {
        return;
    }
    for most in [4, 2, 1] {
        keep_deepest_of_pairs(found, most, &mut kept);
        if couples(&mut counts, &kept) <= MOST_COUPLES {
            retain(found, &kept);
            return;
        }
    }

    // Even one touch of each pair is too many: every body has its share.
    let busy = counts.iter().filter(|count| **count > 0).count();
    let most = (MOST_COUPLES / busy.max(1)).isqrt().max(1);
    let mut order: Vec<usize> = (0..found.len()).filter(|index| kept[*index]).collect();
    let is_pair = |found: &Found| matches!(found.second, Other::Shape(_));
    order.sort_by(|a, b| {
        let (a, b) = (&found[*a], &found[*b]);
        (is_pair(a).cmp(&is_pair(b))).then(a.touch.gap.total_cmp(&b.touch.gap))
    });
    counts.fill(0);
    kept.fill(false);
    for index in order {
        let (first, second) = bodies(&found[index]);
        let has_room = |body: usize| counts[body] < most;
        if has_room(first) && second.is_none_or(has_room) {
            kept[index] = true;
            counts[first] += 1;
            if let Some(second) = second.filter(|second| *second != first) {
                counts[second] += 1;
            }
        }
    }
    retain(found, &kept);
}

/// Marks the deepest touches of each pair of shapes, and of each shape with the ground; those of one stand together.
fn keep_deepest_of_pairs(found: &[Found], most: usize, kept: &mut [bool]) {
    let is_same_pair = |a: &Found, b: &Found| {
        a.first == b.first
            && match (a.second, b.second) {
                (Other::Shape(a), Other::Shape(b)) => a == b,
                (Other::Ground { .. }, Other::Ground { .. }) => true,
                _ => false,
            }
    };
    kept.fill(false);
    let mut start = 0;
    for pair in found.chunk_by(is_same_pair) {
        let mut order: Vec<usize> = (0..pair.len()).collect();
        order.sort_by(|a, b| pair[*a].touch.gap.total_cmp(&pair[*b].touch.gap));
        for index in order.into_iter().take(most) {
            kept[start + index] = true;
        }
        start += pair.len();
    }
}

fn retain(found: &mut Vec<Found>, kept: &[bool]) {
    let mut kept = kept.iter();
    found.retain(|_| kept.next().copied().unwrap_or(false));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::LinkId;

    fn at(first: u32, second: Other, x: f64, gap: f64) -> Found {
        Found {
            first,
            second,
            touch: Touch {
                point: DVec3::new(x, 0.5 * gap, 0.0),
                normal: DVec3::Y,
                gap,
                feature: 0,
            },
            friction: 1.0,
        }
    }

    const fn ground(surface: u32) -> Other {
        Other::Ground {
            surface,
            velocity: DVec3::ZERO,
        }
    }

    #[test]
    fn of_a_thousand_planes_under_a_sole_the_highest_carries_each_corner() {
        let mut found = vec![at(0, ground(0), 0.0, -1.0)];
        for plane in 0..1000 {
            let gap = -1e-3 - 1e-6 * f64::from((plane * 7) % 1000);
            found.extend([0.0, 0.1].map(|x| at(1, ground(plane), x, gap)));
        }
        keep_deepest_places(&mut found, 1, 2e-3);
        assert_eq!(found.len(), 3);
        assert!(
            found[1..]
                .iter()
                .all(|touch| touch.touch.gap == -1e-3 - 1e-6 * 999.0)
        );
    }

    #[test]
    fn a_few_touches_stay_as_they_are() {
        let all: Vec<Found> = (0..16).map(|k| at(0, ground(k), 0.0, -1e-3)).collect();
        let mut found = all.clone();
        keep_deepest_places(&mut found, 0, 2e-3);
        thin(&mut found, |_| BodyId::Link(LinkId::ROOT), 0);
        assert_eq!(found, all);
    }

    /// Each of a thousand rocks has four touches with a raft: two of each are enough to lie on it.
    #[test]
    fn rocks_on_a_raft_keep_their_deepest_touches_and_none_is_forgotten() {
        let touch = |rock: u32, k: u32| at(rock, Other::Shape(0), f64::from(k), -f64::from(k));
        let mut found: Vec<Found> = (1..=1000)
            .flat_map(|rock| (0..4).map(move |k| touch(rock, k)))
            .collect();
        thin(&mut found, |shape| BodyId::Loose(shape as usize), 1001);
        assert_eq!(found.len(), 1000);
        assert!(found.iter().all(|found| found.touch.gap == -3.0));
    }

    #[test]
    fn in_a_heap_where_all_touch_all_every_rock_has_its_share_and_the_ground_comes_first() {
        let mut found = Vec::new();
        for rock in 0..1000 {
            found.push(at(rock, ground(0), 0.0, -1e-4));
        }
        for rock in 0..1000 {
            let others = rock + 1..1000;
            found.extend(others.map(|other| at(rock, Other::Shape(other), 0.0, -1.0)));
        }
        thin(&mut found, |shape| BodyId::Loose(shape as usize), 1000);
        let on_ground = found.iter().filter(|found| found.second == ground(0));
        assert_eq!(on_ground.count(), 1000);
        assert!(
            found.len() > 10_000 && found.len() < 30_000,
            "{}",
            found.len()
        );
    }
}
