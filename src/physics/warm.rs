//! The last step's impulses, found again by what they belonged to: a solve that begins there is nearly done.

use super::fingerprint::Fingerprint;
use glam::DVec3;

/// What a block of rows belongs to: two bodies and a feature of the pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) first: u32,
    pub(super) second: u32,
    pub(super) feature: u32,
}

/// Impulses by key, sorted.
#[derive(Debug, Default, PartialEq)]
pub(super) struct WarmStart {
    impulses: Vec<(Key, DVec3)>,
}

impl Clone for WarmStart {
    fn clone(&self) -> Self {
        Self {
            impulses: self.impulses.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.impulses.clone_from(&source.impulses);
    }
}

impl WarmStart {
    /// The impulse of a key as [`Block::kept`](super::rows::Block::kept) tells it; zero for what is new.
    pub(super) fn find(&self, key: Key) -> DVec3 {
        self.impulses
            .binary_search_by_key(&key, |(key, _)| *key)
            .map_or(DVec3::ZERO, |index| self.impulses[index].1)
    }

    /// Adds them to a fingerprint.
    pub(super) fn hash_into(&self, hash: &mut Fingerprint) {
        for (key, impulse) in &self.impulses {
            hash.count(u64::from(key.first) << 32 | u64::from(key.second));
            hash.count(u64::from(key.feature));
            hash.vector(*impulse);
        }
    }

    /// Remembers these instead of the last ones.
    pub(super) fn remember(&mut self, impulses: impl Iterator<Item = (Key, DVec3)>) {
        self.impulses.clear();
        self.impulses.extend(impulses);
        self.impulses.sort_unstable_by_key(|(key, _)| *key);
    }
}
