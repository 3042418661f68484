//! How fast each step of a walk is: as ordered, and slower where the body would tip.
//!
//! ```text
//! share of the ordered speed    1 ────╮       ╭────      a step that tips is slowed, and those beside it so far that nobody
//!                                     ╰─╮   ╭─╯          stops or starts more quickly than people do
//!                                       ╰───╯
//! ```

use super::super::biped::Biped;
use super::super::settings::{WalkSettings, Wish};
use super::super::walk::WalkOrder;
use super::pace::Pace;

/// Shares of the ordered speed, of which none is more than one. (steps)
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Hastes {
    shares: Vec<f64>,
}

/// A step that would tip is tried at this share of its speed.
const SLOWER: f64 = 0.88;
/// No step is slower than this share.
const LEAST: f64 = 0.22;
/// From one step to the next, speeds differ by this factor at most.
const CHANGE: f64 = 1.2;
/// What is slower by less is as fast.
const NEARLY: f64 = 1.0 - 1e-9;

impl Hastes {
    /// Of any step: after those that are known it grows back to the speed of all.
    pub(super) fn of(&self, step: usize) -> f64 {
        self.shares.get(step).copied().unwrap_or_else(|| {
            let known = self.shares.last().copied().unwrap_or(1.0);
            let since = self.shares.len()..=step;
            since.fold(known, |share, _| (CHANGE * share).min(1.0))
        })
    }

    /// The least of all.
    pub(super) fn slowest(&self) -> f64 {
        self.shares.iter().copied().fold(1.0, f64::min)
    }

    /// Slows a step; those before `first` stay as they are. Says which is the first that changed, or nothing where it would be too slow.
    pub(super) fn slow(&mut self, step: usize, first: usize) -> Option<usize> {
        let share = SLOWER * self.of(step);
        (share >= LEAST).then(|| self.slow_to(step, share, first))
    }

    /// The same down to a share of the ordered speed, or the nearest that is possible.
    pub(super) fn slow_to(&mut self, step: usize, share: f64, first: usize) -> usize {
        while self.shares.len() <= step {
            self.shares.push(self.of(self.shares.len()));
        }
        self.shares[step] = share;
        // Those after it, as far as they are known.
        for after in step + 1..self.shares.len() {
            self.shares[after] = self.shares[after].min(CHANGE * self.shares[after - 1]);
        }
        let mut changed = step;
        for before in (first..step).rev() {
            let most = CHANGE * self.shares[before + 1];
            if self.shares[before] <= most * (2.0 - NEARLY) {
                break;
            }
            (self.shares[before], changed) = (most, before);
        }
        changed
    }
}

/// Settings and wish of a step at a share of the ordered speed, with the steps of people at that.
pub(super) fn at_share(
    biped: &Biped,
    order: &WalkOrder,
    (step, share): (usize, f64),
) -> (WalkSettings, Wish) {
    let (mut settings, wish) = (order.settings, order.wish(step));
    if share == 1.0 {
        return (settings, wish);
    }
    let speed = order.settings.ahead().forward;
    let [was, is] = [1.0, share].map(|share| Pace::at(share * speed, biped.hip_height()));
    settings.step_length *= is.step_length / was.step_length;
    settings.cadence *= was.step_secs / is.step_secs;
    settings.swing_share *= is.swing_share() / was.swing_share();
    let wish = Wish {
        forward: share * wish.forward,
        sideways: share * wish.sideways,
        turn: share * wish.turn,
    };
    (settings, wish)
}

/// The same walk at a share of its speed all the way.
pub(super) fn slower_order(biped: &Biped, order: &WalkOrder, share: f64) -> WalkOrder {
    let slower = |wish: Wish| Wish {
        forward: share * wish.forward,
        sideways: share * wish.sideways,
        turn: share * wish.turn,
    };
    let wishes = order.wishes.iter();
    WalkOrder {
        settings: at_share(biped, order, (0, share)).0,
        wishes: wishes.map(|(step, wish)| (*step, slower(*wish))).collect(),
        ..order.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_slows_down_for_a_step_does_so_a_little_before_and_after_it() {
        let mut hastes = Hastes::default();
        assert_eq!(hastes.slow_to(10, 0.5, 0), 7);
        let shares: Vec<f64> = (6..15).map(|step| hastes.of(step)).collect();
        assert_eq!((shares[0], shares[4], shares[8]), (1.0, 0.5, 1.0));
        for (before, after) in shares.iter().zip(&shares[1..]) {
            assert!((1.0 / 1.2001..1.2001).contains(&(after / before)));
        }
    }

    #[test]
    fn what_is_made_stays_as_it_is() {
        let mut hastes = Hastes::default();
        assert_eq!(hastes.slow_to(10, 0.3, 9), 9);
        assert_eq!(hastes.of(8), 1.0);
    }

    #[test]
    fn nothing_is_slowed_for_ever() {
        let mut hastes = Hastes::default();
        let times = (0..100).take_while(|_| hastes.slow(3, 0).is_some()).count();
        assert!((8..20).contains(&times), "{times}");
        assert!(hastes.of(3) >= LEAST);
    }
}
