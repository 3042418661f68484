//! Ways between keys that are planned elsewhere, in a thread for example: planning takes up to a second, posing a moment of a way that
//! is planned some milliseconds.

use super::between::{Between, keys_around};
use super::carrying::is_dynamic;
use super::{Bake, Document, Key, Poser};
use std::sync::Arc;

/// What lies between two keys, planned.
#[derive(Clone, Debug)]
pub struct PlannedWay(pub(super) Arc<Between>);

/// Plans what lies between the keys around a time [s]; nothing before the first key and behind the last one.
pub fn plan_way(document: &Document, secs: f64) -> Option<PlannedWay> {
    let keys = pair_around(document, secs)?;
    let between = Between::new(&document.character, keys);
    Some(PlannedWay(Arc::new(between)))
}

impl Poser {
    /// Whether a moment of the keys can be posed without planning a way first.
    pub fn knows_way(&self, document: &Document, secs: f64) -> bool {
        pair_around(document, secs).is_none_or(|(from, to)| {
            let is_known = |known: &Arc<Between>| known.is_of(&document.character, (from, to));
            !is_dynamic(from, to) || self.last_way().is_some_and(is_known)
        })
    }

    /// Takes a way that was planned elsewhere.
    pub fn learn(&mut self, way: PlannedWay) {
        self.keep_way(way.0);
    }
}

impl Bake {
    /// What was planned between the keys around a time [s], if it was.
    pub fn way(&self, document: &Document, secs: f64) -> Option<PlannedWay> {
        let keys = pair_around(document, secs)?;
        let mut ways = self.ways();
        let known = ways.find(|way| way.is_of(&document.character, keys));
        known.map(|way| PlannedWay(Arc::clone(way)))
    }
}

fn pair_around(document: &Document, secs: f64) -> Option<(&Arc<Key>, &Arc<Key>)> {
    let (before, after) = keys_around(document, secs);
    before.zip(after)
}
