//! Seeded randomness that gives the same numbers on every machine and in every version of this program.

use glam::DVec3;

/// `SplitMix64` (Steele, Lea and Flood 2014): one 64-bit word of state, equidistributed, fast to seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A sequence of its own for every seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform in [low, high).
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Uniform in {0, 1, … count − 1}; zero when `count` is zero.
    pub fn below(&mut self, count: usize) -> usize {
        (self.unit() * count as f64) as usize
    }

    /// Uniform in the box from −half to +half.
    pub fn in_box(&mut self, half: DVec3) -> DVec3 {
        DVec3::new(
            self.between(-half.x, half.x),
            self.between(-half.y, half.y),
            self.between(-half.z, half.z),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers_for_ever() {
        let mut random = Random::new(42);
        assert_eq!(random.bits(), 0xbdd7_3226_2feb_6e95);
    }

    #[test]
    fn unit_numbers_fill_the_interval_evenly() {
        let mut random = Random::new(7);
        let mean = (0..10_000).map(|_| random.unit()).sum::<f64>() / 1e4;
        assert!((mean - 0.5).abs() < 0.01);
    }
}
