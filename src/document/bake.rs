//! The keys as a clip. What was solved between two keys is kept until one of them changes.

use super::between::Between;
use super::{Document, Key, Poser};
use crate::character::Character;
use crate::gait::Manner;
use crate::motion::{BalanceKind, Clip, Frame, Recorder};
use rayon::prelude::*;
use std::sync::Arc;

/// Clips of documents that are being edited. Owns copies of what was solved already: it never changes an answer.
#[derive(Clone, Debug, Default)]
pub struct Bake {
    clip: Option<Clip>,
    character: Option<Arc<Character>>,
    segments: Vec<Segment>,
}

/// The frames from one key up to the next, without it.
#[derive(Clone, Debug)]
struct Segment {
    way: Arc<Between>,
    /// Times of its frames: first, step, count.
    grid: (f64, f64, usize),
    frames: Vec<Frame>,
}

/// A moment this near to a key, in frames, is that key: times are sums that round.
const ON_A_KEY: f64 = 1e-6;
/// Frames handed to a core at a time.
const CHUNK: usize = 8;

/// The keys as a clip; nothing without keys. `frame_secs` is more than zero [s].
pub fn bake(document: &Document, frame_secs: f64) -> Option<Clip> {
    let mut bake = Bake::default();
    bake.clip(document, frame_secs, &mut |_| {});
    bake.clip
}

impl Bake {
    /// The keys as a clip; nothing without keys. `frame_secs` is more than zero [s]; `told` hears the share that is done [0..1].
    pub fn clip(
        &mut self,
        document: &Document,
        frame_secs: f64,
        told: &mut dyn FnMut(f64),
    ) -> Option<&Clip> {
        let (Some(first), Some(last)) = (document.keys.first(), document.keys.last()) else {
            *self = Self::default();
            return None;
        };
        let same_body =
            (self.character.as_ref()).is_some_and(|known| Arc::ptr_eq(known, &document.character));
        let mut known = std::mem::take(&mut self.segments);
        if !same_body {
            known.clear();
        }
        // 1 Which frames lie between which keys?
        let frame_after = |secs: f64| ((secs - first.secs) / frame_secs - ON_A_KEY).ceil() as usize;
        let mut is_new = !same_body || known.len() + 1 != document.keys.len();
        for (index, pair) in document.keys.windows(2).enumerate() {
            told(index as f64 / document.keys.len() as f64);
            let (from, to) = (&pair[0], &pair[1]);
            let start = frame_after(from.secs);
            let count = frame_after(to.secs).saturating_sub(start);
            let grid = (first.secs + start as f64 * frame_secs, frame_secs, count);
            let same = known.iter().position(|segment| {
                segment.way.is_of(&document.character, (from, to)) && segment.grid == grid
            });
            // 2 Those that are not known are solved.
            let segment = if let Some(index) = same {
                known.swap_remove(index)
            } else {
                is_new = true;
                Segment::solve(document, (from, to), grid)
            };
            self.segments.push(segment);
        }
        // 3 All of them, and the last key.
        let is_same_end =
            |clip: &Clip| clip.frame_secs == frame_secs && clip.start_secs == first.secs;
        if is_new || !self.clip.as_ref().is_some_and(is_same_end) || self.segments.is_empty() {
            let solved = self.segments.iter().flat_map(|segment| &segment.frames);
            let mut frames: Vec<Frame> = solved.cloned().collect();
            let end = (last.secs - first.secs) / frame_secs;
            if (end - end.round()).abs() < ON_A_KEY || frames.is_empty() {
                let mut recorder = Recorder::new(&document.character);
                let contacts = last.setup.contacts();
                frames.push(recorder.frame(last.setup.pose.clone(), contacts));
            }
            self.clip = Some(clip_of_keys(document, &document.keys, (frame_secs, frames)));
        }
        self.character = Some(Arc::clone(&document.character));
        self.clip.as_ref()
    }

    /// Whether the last clip was made of these very keys and this body.
    pub fn is_of(&self, document: &Document) -> bool {
        let same_body =
            (self.character.as_ref()).is_some_and(|known| Arc::ptr_eq(known, &document.character));
        let pairs = document.keys.windows(2);
        let mut ways = self.segments.iter().zip(pairs);
        same_body
            && self.segments.len() + 1 == document.keys.len()
            && ways.all(|(way, pair)| way.way.is_of(&document.character, (&pair[0], &pair[1])))
    }

    /// What was planned between each two keys of the last clip.
    pub(super) fn ways(&self) -> impl Iterator<Item = &Arc<Between>> {
        self.segments.iter().map(|segment| &segment.way)
    }
}

/// Frames between some keys as a clip.
fn clip_of_keys(
    document: &Document,
    keys: &[Arc<Key>],
    (frame_secs, frames): (f64, Vec<Frame>),
) -> Clip {
    Clip {
        name: "keys".to_owned(),
        character: document.character.name.clone(),
        level: Some(document.level.name.clone()),
        balance: Some(balance_of(keys)),
        start_secs: keys.first().map_or(0.0, |key| key.secs),
        frame_secs,
        frames,
    }
}

/// What keeps a body on its feet from key to key.
fn balance_of(keys: &[Arc<Key>]) -> BalanceKind {
    let ways = keys.split_last().map_or(&[][..], |(_, ways)| ways);
    if ways.iter().any(|key| key.manner == Manner::Dynamic) {
        BalanceKind::Dynamic
    } else {
        BalanceKind::Static
    }
}

/// A way between two keys as a clip of its own, both keys included.
pub(super) fn clip_of_way(document: &Document, way: &Between, frame_secs: f64) -> Clip {
    let (from, to) = (&way.from, &way.to);
    let count = ((to.secs - from.secs) / frame_secs).ceil() as usize + 1;
    let frames = frames_of_way(document, way, (from.secs, frame_secs, count));
    let keys = [Arc::clone(from), Arc::clone(to)];
    clip_of_keys(document, &keys, (frame_secs, frames))
}

/// Moments of a way: first [s], step [s], count.
fn frames_of_way(
    document: &Document,
    way: &Between,
    (start, step, count): (f64, f64, usize),
) -> Vec<Frame> {
    let indices: Vec<usize> = (0..count).collect();
    let chunks = indices
        .par_chunks(CHUNK)
        .map_init(Poser::default, |poser, chunk| {
            let mut recorder = Recorder::new(&document.character);
            let frames = chunk.iter().map(|index| {
                // A frame that rounding puts beside the key is the key's.
                let secs = (start + *index as f64 * step).max(way.from.secs);
                let setup = way.at(poser, secs);
                let contacts = setup.contacts();
                recorder.frame(setup.pose, contacts)
            });
            frames.collect::<Vec<Frame>>()
        });
    let frames: Vec<Vec<Frame>> = chunks.collect();
    frames.into_iter().flatten().collect()
}

impl Segment {
    fn solve(
        document: &Document,
        (from, to): (&Arc<Key>, &Arc<Key>),
        grid: (f64, f64, usize),
    ) -> Self {
        let way = Between::new(&document.character, (from, to));
        Self {
            frames: frames_of_way(document, &way, grid),
            way: Arc::new(way),
            grid,
        }
    }
}
