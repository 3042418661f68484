//! In which order sweeps visit goals or joints.
//!
//! Gauss-Seidel takes everyone as the others have left it: whoever comes first is asked before the others have moved. Plain
//! passes that end early keep that bias; sweeps that go on until little is left find the same answer by another way.

use super::Rank;
use crate::math::Random;
use serde::{Deserialize, Serialize};

/// In which order goals or joints are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Order {
    /// Goals as they are listed, joints outward from the foot that is held.
    #[default]
    Forward,
    /// The other way round.
    Backward,
    /// Goals of the first rank first; joints by the most important goal that they move.
    ByRank,
    /// Anyhow, the same way for the same seed.
    Shuffled(u64),
}

impl Order {
    /// Brings what is visited into this order.
    pub(super) fn arrange<T>(self, visited: &mut [T], rank: impl Fn(&T) -> Rank) {
        match self {
            Self::Forward => {}
            Self::Backward => visited.reverse(),
            Self::ByRank => visited.sort_by_cached_key(rank),
            Self::Shuffled(seed) => {
                // Fisher and Yates.
                let mut random = Random::new(seed);
                for last in (1..visited.len()).rev() {
                    visited.swap(last, random.below(last + 1));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_is_visited_once_in_any_order() {
        let rank = |number: &usize| Rank((number % 3) as u8);
        let arranged = |order: Order| {
            let mut numbers: Vec<usize> = (0..7).collect();
            order.arrange(&mut numbers, rank);
            numbers
        };
        assert_eq!(arranged(Order::Forward), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(arranged(Order::Backward), [6, 5, 4, 3, 2, 1, 0]);
        assert_eq!(arranged(Order::ByRank), [0, 3, 6, 1, 4, 2, 5]);
        let shuffled = arranged(Order::Shuffled(3));
        assert_eq!(shuffled, arranged(Order::Shuffled(3)));
        assert_ne!(shuffled, arranged(Order::Shuffled(4)));
        let mut sorted = shuffled;
        sorted.sort_unstable();
        assert_eq!(sorted, arranged(Order::Forward));
    }
}
