//! Ways from key to key that have too little time, and how much they need.

use super::bake::clip_of_way;
use super::between::Between;
use super::{Document, Key};
use crate::gait::Manner;
use crate::motion::Audit;
use std::sync::Arc;

/// A way that tips because it has too little time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Haste {
    /// The key that it leaves, an index into [`Document::keys`].
    pub index: usize,
    /// The time in which the body can go it [s].
    pub needs_secs: f64,
}

/// So much longer each time, so often.
const LONGER: f64 = 1.2;
const TRIES: usize = 8;

/// The ways of a document's keys that tip, by the audit of their clip, and would not with more time.
pub fn hasty_ways(document: &Document, audit: &Audit) -> Vec<Haste> {
    let Some(first) = document.keys.first() else {
        return Vec::new();
    };
    let frame = |secs: f64| ((secs - first.secs) / audit.frame_secs).round() as usize;
    let ways = document.keys.windows(2).enumerate();
    let hasty = ways.filter_map(|(index, pair)| {
        let [from, to] = [&pair[0], &pair[1]];
        let last = audit.frames.len();
        let frames = &audit.frames[frame(from.secs).min(last)..frame(to.secs).min(last)];
        let margins = frames.iter().filter_map(|frame| frame.dynamic_margin);
        let lowest = margins.fold(0.0, |low: f64, margin| low.min(margin.metres));
        if lowest >= 0.0 || from.manner == Manner::Static {
            return None;
        }
        let needs_secs = time_needed(document, (from, to), audit.frame_secs)?;
        Some(Haste { index, needs_secs })
    });
    hasty.collect()
}

/// The shortest of some longer times in which no frame of the way between two keys tips [s].
fn time_needed(
    document: &Document,
    (from, to): (&Arc<Key>, &Arc<Key>),
    frame_secs: f64,
) -> Option<f64> {
    let mut secs = to.secs - from.secs;
    for _ in 0..TRIES {
        secs *= LONGER;
        let later = Key {
            secs: from.secs + secs,
            ..Key::clone(to)
        };
        let between = Between::new(&document.character, (from, &Arc::new(later)));
        let margin = between.carried.as_ref().map(|way| way.margin)?;
        // What was planned is not yet what frames of it do.
        if margin >= 0.0 && least_margin(document, &between, frame_secs) >= 0.0 {
            return Some(secs);
        }
    }
    None
}

/// How far the zero-moment point stays inside what stands on every frame of a way [m].
fn least_margin(document: &Document, way: &Between, frame_secs: f64) -> f64 {
    let clip = clip_of_way(document, way, frame_secs);
    let audit = Audit::new(&document.character, &clip, Some(&document.level));
    let moving = audit.summary.dynamic_margin;
    moving.map_or(f64::NEG_INFINITY, |margin| margin.min)
}
