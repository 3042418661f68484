//! Finds the few solids near a point without asking all: the ground's z axis is cut into strips.

/// For every strip of z, which solids reach into it. Levels lead forward, so one axis tells them apart well.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Strips {
    /// Where the first strip begins [m].
    start: f64,
    /// Strips per metre.
    per_metre: f64,
    /// Where each strip's solids begin in `solids`, with the end as the last entry. (strips + 1)
    offsets: Vec<u32>,
    /// Indices of solids, in order within each strip.
    solids: Vec<u32>,
    /// The first strip of every solid.
    firsts: Vec<u32>,
}

impl Strips {
    /// More would only cost memory: a long floor is listed once per strip.
    const MOST: usize = 256;

    /// Sorts solids by the ranges of z [m] that they cover.
    pub(super) fn new(ranges: &[(f64, f64)]) -> Self {
        if ranges.is_empty() {
            return Self::default();
        }
        let start = ranges.iter().fold(f64::INFINITY, |a, r| a.min(r.0));
        let end = ranges.iter().fold(f64::NEG_INFINITY, |a, r| a.max(r.1));
        let count = ranges.len().min(Self::MOST);
        let mut strips = Self {
            start,
            per_metre: count as f64 / (end - start).max(1e-3),
            offsets: vec![0; count + 1],
            solids: Vec::new(),
            firsts: Vec::new(),
        };
        let mut members = vec![Vec::new(); count];
        for (index, &(low, high)) in ranges.iter().enumerate() {
            let first = strips.strip(low, count);
            for strip in &mut members[first..=strips.strip(high, count)] {
                strip.push(index as u32);
            }
            strips.firsts.push(first as u32);
        }
        for (k, strip) in members.into_iter().enumerate() {
            strips.solids.extend(strip);
            strips.offsets[k + 1] = strips.solids.len() as u32;
        }
        strips
    }

    /// Solids that may reach into a range of z [m]; one that spans strips comes once for each.
    #[inline]
    pub(super) fn near(&self, z_low: f64, z_high: f64) -> impl Iterator<Item = usize> + '_ {
        let members = match self.offsets.len().checked_sub(1) {
            None => &[][..],
            Some(count) => {
                let first = self.offsets[self.strip(z_low, count)];
                let last = self.offsets[self.strip(z_high, count) + 1];
                // A range that is no number may come out reversed: then nothing is near.
                self.solids
                    .get(first as usize..last as usize)
                    .unwrap_or(&[])
            }
        };
        members.iter().map(|index| *index as usize)
    }

    /// Solids that may reach into a range of z [m], each once, in the same order every time.
    pub(super) fn near_once(&self, z_low: f64, z_high: f64) -> impl Iterator<Item = u32> + '_ {
        let count = self.offsets.len().saturating_sub(1);
        let strips = match count {
            0 => 0..0,
            _ => self.strip(z_low, count)..self.strip(z_high, count) + 1,
        };
        let lowest = strips.start as u32;
        strips.flat_map(move |strip| {
            let members = self.offsets[strip] as usize..self.offsets[strip + 1] as usize;
            let members = self.solids[members].iter().copied();
            // One that began in an earlier strip of the range has come already.
            members.filter(move |solid| {
                let first = self.firsts[*solid as usize];
                first.max(lowest) == strip as u32
            })
        })
    }

    /// The strip of a z; the outer ones reach to infinity.
    #[inline]
    fn strip(&self, z: f64, count: usize) -> usize {
        // A cast from below zero or from NaN is zero.
        (((z - self.start) * self.per_metre) as usize).min(count - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_solid_is_found_wherever_it_reaches() {
        let ranges: Vec<(f64, f64)> = (0..40)
            .map(|k| (0.3 * f64::from(k), 0.3 * f64::from(k) + 1.0))
            .collect();
        let strips = Strips::new(&ranges);
        for k in 0..1400 {
            let z = -1.0 + 0.01 * f64::from(k);
            let found: Vec<usize> = strips.near(z, z).collect();
            for (index, range) in ranges.iter().enumerate() {
                if (range.0..=range.1).contains(&z) {
                    assert!(found.contains(&index));
                }
            }
        }
    }

    #[test]
    fn over_many_strips_every_solid_comes_once() {
        let ranges: Vec<(f64, f64)> = (0..40)
            .map(|k| (0.3 * f64::from(k), 0.3 * f64::from(k) + 1.0))
            .collect();
        let strips = Strips::new(&ranges);
        for (low, high) in [(-1.0, 20.0), (2.0, 2.5), (5.0, 5.0), (11.0, 30.0)] {
            let mut once: Vec<usize> = strips.near_once(low, high).map(|k| k as usize).collect();
            let mut all: Vec<usize> = strips.near(low, high).collect();
            once.sort_unstable();
            all.sort_unstable();
            all.dedup();
            assert_eq!(once, all);
        }
    }

    #[test]
    fn ranges_that_are_no_numbers_find_something_or_nothing_but_never_fail() {
        let strips = Strips::new(&[(0.0, 1.0), (1.0, 2.0)]);
        for (low, high) in [
            (f64::NAN, 2.0),
            (1.9, f64::NAN),
            (f64::NEG_INFINITY, f64::INFINITY),
        ] {
            assert!(strips.near(low, high).count() <= 4);
            assert!(strips.near_once(low, high).count() <= 2);
        }
        assert_eq!(Strips::new(&[]).near(0.0, 1.0).count(), 0);
        assert_eq!(Strips::new(&[]).near_once(0.0, 1.0).count(), 0);
    }
}
