//! How far joints are from where they were.

use super::figures::looking_links;
use crate::character::{Character, LinkId};
use crate::motion::{Clip, Recorder};

/// Distances over all frames [m].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// Their mean.
    pub mean: f64,
    /// What 95 of 100 are below.
    pub p95: f64,
    /// The largest.
    pub max: f64,
}

/// How far the joints of one clip are from those of another in the same frames.
#[derive(Clone, Debug, PartialEq)]
pub struct Shifts {
    /// Of every joint, by the link that hangs on it; the first link's is its pivot. (links)
    pub joints: Vec<Spread>,
    /// Of all of them together.
    pub all: Spread,
    /// The link that looks: the end of the trunk; the first one of a body that has none.
    pub head: LinkId,
}

impl Spread {
    fn of(mut distances: Vec<f64>) -> Self {
        distances.sort_by(f64::total_cmp);
        let count = distances.len();
        let Some(last) = count.checked_sub(1) else {
            return Self::default();
        };
        Self {
            mean: distances.iter().sum::<f64>() / count as f64,
            p95: distances[((0.95 * count as f64) as usize).min(last)],
            max: distances[last],
        }
    }
}

impl Shifts {
    /// From one clip to another of the same frames.
    pub fn between(character: &Character, original: &Clip, corrected: &Clip) -> Self {
        let links = character.links.len();
        let mut of_links = vec![Vec::with_capacity(original.frames.len()); links];
        let [mut first, mut second] = [Recorder::new(character), Recorder::new(character)];
        for (a, b) in original.frames.iter().zip(&corrected.frames) {
            let (a, b) = (first.look(&a.pose), second.look(&b.pose));
            for (link, distances) in character.link_ids().zip(&mut of_links) {
                distances.push(a.pivot(link).distance(b.pivot(link)));
            }
        }
        Self {
            all: Spread::of(of_links.concat()),
            joints: of_links.into_iter().map(Spread::of).collect(),
            head: looking_links(character).next().unwrap_or(LinkId::ROOT),
        }
    }

    /// Of the first link.
    pub fn root(&self) -> Spread {
        self.joints.first().copied().unwrap_or_default()
    }

    /// Of the end of the trunk.
    pub fn head(&self) -> Spread {
        let head = self.joints.get(self.head.index());
        head.copied().unwrap_or_default()
    }
}
