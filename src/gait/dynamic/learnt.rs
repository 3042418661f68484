//! What a round of planning and posing has found out, for the next one: where the pelvis is beside the centre of mass, and what limbs do.

use crate::math::ease;
use crate::motion::Limb;
use glam::DVec2;

/// What is known of a body from the round before; empty at first. (moments)
#[derive(Clone, Default)]
pub(super) struct Learnt {
    /// Where the pelvis is beside the centre of mass (x, z) [m].
    pub(super) pelvis_from_com_xz: Vec<DVec2>,
    pub(super) limbs: Vec<Limb>,
}

/// Where a walk goes on, what was learnt of the next steps before holds for this share of them, and what is learnt now for the last such share.
const HELD: f64 = 0.3;

impl Learnt {
    /// Goes on from what was learnt of its first moments, and comes to its own in the middle of those.
    pub(super) fn go_on_from(&mut self, before: &Self) {
        let known = before.limbs.len().min(self.limbs.len());
        let (begins, ends) = (HELD * known as f64, (1.0 - HELD) * known as f64);
        for frame in 0..known {
            let own = ease((frame as f64 - begins) / (ends - begins));
            let pelvis = &mut self.pelvis_from_com_xz[frame];
            *pelvis = before.pelvis_from_com_xz[frame].lerp(*pelvis, own);
            self.limbs[frame] = before.limbs[frame].lerp(&self.limbs[frame], own);
        }
    }

    /// The same of moments between, so many for each one: limbs linearly, the pelvis without kinks, for it is what is posed.
    pub(super) fn between(&self, each: usize, count: usize) -> Self {
        let last = self.limbs.len() - 1;
        let places = (0..count).map(|fine| {
            let from = (fine / each).min(last);
            let share = (fine - each * from) as f64 / each as f64;
            (from, (from + 1).min(last), share.min(1.0))
        });
        let pelvis = &self.pelvis_from_com_xz;
        Self {
            pelvis_from_com_xz: places
                .clone()
                .map(|(a, b, share)| {
                    let (before, after) = (pelvis[a.saturating_sub(1)], pelvis[(b + 1).min(last)]);
                    through(before, (pelvis[a], pelvis[b]), after, share)
                })
                .collect(),
            limbs: places
                .map(|(a, b, share)| self.limbs[a].lerp(&self.limbs[b], share))
                .collect(),
        }
    }
}

/// Between two of four points in a row (Catmull and Rom 1974).
fn through(before: DVec2, (a, b): (DVec2, DVec2), after: DVec2, share: f64) -> DVec2 {
    let (leaves, arrives) = (0.5 * (b - before), 0.5 * (after - a));
    let s = share;
    let rest = 1.0 - s;
    let on_a = rest * rest * (1.0 + 2.0 * s);
    let on_b = s * s * (1.0 + 2.0 * rest);
    on_a * a + on_b * b + s * rest * (rest * leaves - s * arrives)
}
