//! Which of many boxes meet, without looking at every pair: they are sorted along an axis, and each is compared with those that
//! begin before it ends (sweep and prune).
//!
//! Limit: boxes that all lie over each other along the axis are compared each with each. The axis is the one along which they
//! lie farthest apart.

use super::Bounds;
use glam::DVec3;

/// Memory of the search.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// Each box with its number, by where it begins along the axis.
    sorted: Vec<(Bounds, u32)>,
    found: Vec<[u32; 2]>,
}

impl Pairs {
    /// The pairs of numbers of boxes that meet, of those that are wanted: the lower number first, sorted by both. What has no
    /// place meets nothing.
    pub fn meeting(
        &mut self,
        boxes: impl IntoIterator<Item = Bounds>,
        is_wanted: impl Fn(usize, usize) -> bool,
    ) -> &[[u32; 2]] {
        let Self { sorted, found } = self;
        sorted.clear();
        let numbered = boxes.into_iter().zip(0..);
        sorted.extend(numbered.filter(|(at, _)| at.low.is_finite() && at.high.is_finite()));
        let axis = widest_axis(sorted);
        // Numbers tell boxes apart that begin together: there is one order only.
        sorted.sort_unstable_by(|(a, first), (b, second)| {
            (a.low[axis].total_cmp(&b.low[axis])).then(first.cmp(second))
        });
        found.clear();
        for (place, (bounds, number)) in sorted.iter().enumerate() {
            let rest = &sorted[place + 1..];
            let near = rest.partition_point(|(other, _)| other.low[axis] <= bounds.high[axis]);
            for (other, other_number) in &rest[..near] {
                if other.meets(bounds) {
                    let [first, second] = [*number.min(other_number), *number.max(other_number)];
                    if is_wanted(first as usize, second as usize) {
                        found.push([first, second]);
                    }
                }
            }
        }
        found.sort_unstable();
        found
    }
}

/// The axis along which middles of boxes lie farthest from their mean.
fn widest_axis(boxes: &[(Bounds, u32)]) -> usize {
    let count = boxes.len().max(1) as f64;
    let middles = || boxes.iter().map(|(bounds, _)| bounds.center());
    let mean = middles().sum::<DVec3>() / count;
    let squares: DVec3 = middles()
        .map(|middle| (middle - mean) * (middle - mean))
        .sum();
    (0..3)
        .max_by(|a, b| squares[*a].total_cmp(&squares[*b]))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Random;

    #[test]
    fn the_pairs_are_those_that_a_look_at_every_pair_finds() {
        let (mut pairs, mut found) = (Pairs::default(), 0);
        for seed in 0..50 {
            let mut random = Random::new(seed);
            let boxes: Vec<Bounds> = (0..60)
                .map(|_| {
                    let low = random.in_box(DVec3::new(3.0, 1.0, 2.0));
                    let size = random.in_box(DVec3::splat(0.5)).abs();
                    Bounds {
                        low,
                        high: low + size,
                    }
                })
                .collect();
            let is_wanted = |first: usize, second: usize| !(first + second).is_multiple_of(5);
            let mut all = Vec::new();
            for first in 0..boxes.len() {
                for second in first + 1..boxes.len() {
                    if is_wanted(first, second) && boxes[first].meets(&boxes[second]) {
                        all.push([first as u32, second as u32]);
                    }
                }
            }
            found += all.len();
            assert_eq!(pairs.meeting(boxes, is_wanted), all);
        }
        assert!(found > 100, "{found}");
    }

    #[test]
    fn what_has_no_place_meets_nothing() {
        let cube = |at: f64| Bounds {
            low: DVec3::splat(at),
            high: DVec3::splat(at + 1.0),
        };
        let boxes = [cube(0.0), cube(f64::NAN), cube(0.5), cube(f64::INFINITY)];
        let mut pairs = Pairs::default();
        assert_eq!(pairs.meeting(boxes, |_, _| true), [[0, 2]]);
    }
}
