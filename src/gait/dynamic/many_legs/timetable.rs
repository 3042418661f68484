//! Which feet of many swing when.
//!
//! ```text
//! crawl   left hind  ▬▬▬        one after the other along a side, then the weight goes over, then the other side
//!         left front     ▬▬▬
//!         right hind              ▬▬▬
//! trot    diagonal    ▬▬▬▬    ▬▬▬▬
//!         other one       ▬▬▬▬    ▬▬▬▬
//! ```

use super::ManyLegs;
use crate::gait::settings::{Manner, WalkSettings};

/// One foot swings. Times since the first frame [s].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Swing {
    pub(super) foot: usize,
    pub(super) lift: f64,
    pub(super) touch: f64,
    /// When it is half-way through its time on the ground afterwards.
    pub(super) middle: f64,
    /// Whether it stands still from then on.
    pub(super) closes: bool,
}

/// All swings of a walk, in the order of time, and when it begins and all stand again.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Timetable {
    pub(super) swings: Vec<Swing>,
    pub(super) begins: f64,
    pub(super) still: f64,
    /// From a swing of a foot to its next one.
    pub(super) cycle: f64,
}

/// Between two feet of a side that crawls, as a share of what is left of a step beside its swing.
const WITHIN_A_SIDE: f64 = 0.3;
/// The weight takes so many steps to go over before the first swing, and after the last one.
const LEAN: f64 = 1.2;

impl Timetable {
    /// Of so many feet set down, after a pause [s], and of one more step of each foot that closes.
    pub(super) fn new(
        body: &ManyLegs,
        settings: &WalkSettings,
        (steps, pause_secs): (usize, f64),
    ) -> Self {
        let groups = groups(body, settings.manner);
        let (step, swing) = (settings.step_secs(), settings.swing_secs());
        let cycle = groups.len() as f64 * step;
        // When each group of a cycle lifts: evenly, or crowded along a side.
        let rest = step - swing;
        let mut lifts = Vec::new();
        let mut at = 0.0;
        for (k, group) in groups.iter().enumerate() {
            lifts.push(at);
            let next = &groups[(k + 1) % groups.len()];
            let is_same_side = body.feet[group[0]].side == body.feet[next[0]].side;
            at += match settings.manner {
                Manner::Static if is_same_side => swing + WITHIN_A_SIDE * rest,
                Manner::Static => {
                    let side = body.feet[group[0]].side;
                    let of_side = groups.iter().filter(|g| body.feet[g[0]].side == side);
                    let others = of_side.count() as f64 - 1.0;
                    swing + rest * (1.0 + others * (1.0 - WITHIN_A_SIDE))
                }
                Manner::Dynamic => step,
            };
        }
        let begins = pause_secs + LEAN * step;
        let mut swings = Vec::new();
        let mut made = 0;
        let mut k = 0;
        let mut closing = 0;
        // After the last step each group closes once.
        while steps > 0 && (made < steps || closing < groups.len()) {
            let closes = made >= steps;
            closing += usize::from(closes);
            let group = &groups[k % groups.len()];
            let lift = begins + (k / groups.len()) as f64 * cycle + lifts[k % groups.len()];
            let touch = lift + swing;
            for &foot in group {
                swings.push(Swing {
                    foot,
                    lift,
                    touch,
                    middle: touch + 0.5 * (cycle - swing),
                    closes,
                });
            }
            made += group.len();
            k += 1;
        }
        let ends = swings.last().map_or(begins, |last| last.touch);
        Self {
            swings,
            begins,
            still: ends + LEAN * step,
            cycle,
        }
    }
}

/// Feet that swing together, in the order in which they do.
fn groups(body: &ManyLegs, manner: Manner) -> Vec<Vec<usize>> {
    let all = 0..body.feet.len();
    match manner {
        Manner::Static => all.map(|foot| vec![foot]).collect(),
        Manner::Dynamic => {
            let is_first =
                |foot: &usize| body.rows[*foot].is_multiple_of(2) == (body.feet[*foot].side > 0.0);
            let (first, second): (Vec<usize>, Vec<usize>) = all.partition(is_first);
            vec![first, second]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;

    fn table(is_trot: bool) -> (ManyLegs, Timetable) {
        let dog = load_character("quadruped").unwrap();
        let body = ManyLegs::new(&dog).unwrap();
        let settings = if is_trot {
            body.settings_at(body.comfortable_speed())
        } else {
            body.static_settings()
        };
        let table = Timetable::new(&body, &settings, (12, 0.25));
        (body, table)
    }

    #[test]
    fn who_crawls_has_one_foot_in_the_air_and_goes_from_hind_to_front() {
        let (body, table) = table(false);
        assert_eq!(table.swings.len(), 12 + 4);
        let touches = table.swings.windows(2);
        assert!(touches.into_iter().all(|pair| pair[1].lift > pair[0].touch));
        let feet: Vec<(bool, usize)> = (table.swings[..4].iter())
            .map(|swing| (body.feet[swing.foot].side > 0.0, body.rows[swing.foot]))
            .collect();
        assert_eq!(feet, [(true, 0), (true, 1), (false, 0), (false, 1)]);
    }

    #[test]
    fn who_trots_lifts_diagonal_feet_together() {
        let (body, table) = table(true);
        for pair in table.swings.chunks(2) {
            assert_eq!(pair[0].lift, pair[1].lift);
            let [a, b] = [pair[0].foot, pair[1].foot];
            assert!(body.feet[a].side != body.feet[b].side && body.rows[a] != body.rows[b]);
        }
    }
}
