//! Loose bodies that have come to rest: as long as nothing comes near them they are neither looked at nor moved, so that a heap of
//! a thousand rocks costs nothing once it lies.
//!
//! ```text
//! boxes that meet ──> islands of bodies that may touch ──> all still for a while, nobody awake near? ──> asleep
//! ```
//! Limit: over ground that moves nobody sleeps.

use super::contacts::Worn;
use super::inputs::{BodyId, Inputs};
use super::state::{LooseState, State};

/// Slower than this nobody sees a rock move [m/s]; how fast it turns counts by what a hand's breadth from its middle does.
const STILL: f64 = 0.01;
const LEVER: f64 = 0.1;
/// So long it has to be still [s].
const CALM_SECS: f64 = 0.5;

/// Who sleeps in this step, and memory to find it.
#[derive(Clone, Debug, Default)]
pub(super) struct Asleep {
    /// Of each loose body: another one of its island nearer to the island's first, or itself.
    nearer: Vec<u32>,
    /// Of each loose body; of an island it is the first one's that counts.
    is_awake: Vec<bool>,
}

impl Asleep {
    /// Nobody sleeps.
    pub(super) fn wake_all(&mut self, loose: usize) {
        self.nearer.clear();
        self.nearer.extend(0..loose as u32);
        self.is_awake.clear();
        self.is_awake.resize(loose, true);
    }

    /// Finds who sleeps. `pairs` are the worn shapes whose boxes meet.
    pub(super) fn find(
        &mut self,
        (loose, calm_secs): (&[LooseState], &[f64]),
        inputs: &Inputs,
        worn: &[Worn],
        pairs: &[[u32; 2]],
    ) {
        self.wake_all(loose.len());
        for (index, (awake, body)) in self.is_awake.iter_mut().zip(loose).enumerate() {
            let calm = calm_secs.get(index).copied().unwrap_or(0.0);
            *awake = calm < CALM_SECS || !is_still(body);
        }
        let acted_on = inputs.loads.iter().map(|load| load.body);
        for body in acted_on.chain(inputs.tethers.iter().map(|tether| tether.body)) {
            if let BodyId::Loose(index) = body {
                self.is_awake[index] = true;
            }
        }
        for [first, second] in pairs {
            match (worn[*first as usize].body, worn[*second as usize].body) {
                (BodyId::Loose(first), BodyId::Loose(second)) => self.join(first, second),
                (BodyId::Loose(index), BodyId::Link(_))
                | (BodyId::Link(_), BodyId::Loose(index)) => {
                    let first = self.first_of(index);
                    self.is_awake[first] = true;
                }
                (BodyId::Link(_), BodyId::Link(_)) => {}
            }
        }
    }

    /// Whether a body sleeps; a figure never does.
    pub(super) fn contains(&self, body: BodyId) -> bool {
        match body {
            BodyId::Link(_) => false,
            BodyId::Loose(index) => !self.is_awake[self.first_of(index)],
        }
    }

    fn join(&mut self, first: usize, second: usize) {
        let (first, second) = (self.first_of(first), self.first_of(second));
        let (low, high) = (first.min(second), first.max(second));
        self.nearer[high] = low as u32;
        self.is_awake[low] |= self.is_awake[high];
    }

    fn first_of(&self, mut body: usize) -> usize {
        while self.nearer[body] as usize != body {
            body = self.nearer[body] as usize;
        }
        body
    }
}

/// Whether nobody would see it move.
fn is_still(body: &LooseState) -> bool {
    let speed = body.velocity.linear.length() + LEVER * body.velocity.angular.length();
    speed < STILL
}

/// How long every loose body has been still, after a step.
pub(super) fn count_calm(state: &mut State, step_secs: f64) {
    state.calm_secs.resize(state.loose.len(), 0.0);
    for (calm, body) in state.calm_secs.iter_mut().zip(&state.loose) {
        // Beyond what is asked for nothing is counted: two states at rest are alike.
        *calm = if is_still(body) {
            (*calm + step_secs).min(2.0 * CALM_SECS)
        } else {
            0.0
        };
    }
}
