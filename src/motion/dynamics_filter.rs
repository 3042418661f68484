//! Kajita's dynamics filter: a way is planned, a body posed along it, what its limbs did to the zero-moment point is measured, and the
//! way is planned again.
//!
//! ```text
//! plan ──way──> pose ──poses──> measure ──limbs, zero-moment points──┐        the round that keeps most is kept
//!   ^───────────────────────────────────────────────────────────────┘
//! ```
//! After Kajita et al., *Biped Walking Pattern Generation by using Preview Control of Zero-Moment Point*, ICRA 2003, section IV. Deviation:
//! there one more round corrects the error of a table cart; here rounds go on until there is enough.

use super::audit::GRAVITY;
use super::{Limb, Measured, Support, limbs_of, measure};
use crate::character::{Character, LinkId, Pose};
use glam::DVec2;

/// What was measured along a way that was posed.
#[derive(Clone, Debug)]
pub struct Round<W> {
    /// The way.
    pub way: W,
    /// Along it. (frames)
    pub poses: Vec<Pose>,
    /// (frames)
    pub measured: Vec<Measured>,
    /// (frames)
    pub limbs: Vec<Limb>,
    /// How far inside what stands they are [m]; nothing at either end, in the air, and where nothing is known to stand. (frames)
    pub margins: Vec<Option<f64>>,
}

/// The best round, and how many there were.
#[derive(Clone, Debug)]
pub struct Filtered<W> {
    /// The round.
    pub best: Round<W>,
    /// How many.
    pub rounds: usize,
}

/// A body whose weight is less than this share of its own presses on nothing.
const LEAST_WEIGHT: f64 = 0.02;

impl<W> Round<W> {
    /// Measures a body that was posed along a way; `link` is the one that is carried.
    pub fn new(
        (character, link): (&Character, LinkId),
        supports: &[Support],
        (way, poses): (W, Vec<Pose>),
        frame_secs: f64,
    ) -> Self {
        let measured = measure(character, link, (&poses, frame_secs));
        let limbs = limbs_of(character, (&measured, frame_secs), supports);
        let last = measured.len() - 1;
        let points_xz: Vec<DVec2> = (measured.iter().zip(&limbs))
            .map(|(now, limb)| {
                let pull = limb.turning_xz - limb.height * limb.acceleration_xz;
                let weight = limb.weight.max(LEAST_WEIGHT * GRAVITY);
                DVec2::new(now.com.x, now.com.z) + pull / weight
            })
            .collect();
        let margins = supports.iter().zip(&points_xz).enumerate();
        let margins = margins.map(|(frame, (support, point))| {
            let is_known = frame > 0 && frame < last && !support.hull.is_empty();
            is_known.then(|| support.hull.margin(*point).metres)
        });
        Self {
            margins: margins.collect(),
            way,
            poses,
            measured,
            limbs,
        }
    }

    /// How far all zero-moment points together are from being inside by a margin [m]: what rounds are judged by.
    pub fn lacking(&self, margin: f64) -> f64 {
        let margins = self.margins.iter().flatten();
        let lacks = margins.map(|own| {
            if own.is_nan() {
                f64::INFINITY
            } else {
                (margin - own).max(0.0)
            }
        });
        lacks.sum()
    }
}

/// Plans and poses until every zero-moment point is inside by `enough` [m], or the rounds are over. `plan` sees the round before.
pub fn filter<W>(
    (rounds, enough): (usize, f64),
    first: Round<W>,
    mut next: impl FnMut(&Round<W>) -> Round<W>,
) -> Filtered<W> {
    let mut done = 0;
    let mut last = first;
    let mut best: Option<Round<W>> = None;
    while last.lacking(enough) > 0.0 && done < rounds {
        let now = next(&last);
        done += 1;
        let before = std::mem::replace(&mut last, now);
        let is_best = |best: &Round<W>| before.lacking(enough) < best.lacking(enough);
        if best.as_ref().is_none_or(is_best) {
            best = Some(before);
        }
    }
    let best = match best {
        Some(best) if best.lacking(enough) <= last.lacking(enough) => best,
        _ => last,
    };
    Filtered { best, rounds: done }
}
