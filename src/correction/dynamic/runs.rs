//! When feet stand, and what holds the body when none does: it flies where it falls, and something that no sole tells of holds it where it
//! does not.

use super::super::ContactEnds;
use super::heights::Load;
use super::recorded::Recorded;
use crate::character::{Character, FootKind};
use crate::kinematics::LimbMiss;
use crate::level::Level;
use crate::motion::audit::GRAVITY;
use crate::motion::{Clip, acceleration, falling, stretches};
use glam::{DVec2, DVec3};
use std::ops::Range;

/// The frames in which each foot stands.
#[derive(Clone, Debug)]
pub(super) struct Runs {
    /// In the order of time. (feet)
    pub(super) of_feet: Vec<Vec<Range<usize>>>,
    loads: Vec<Load>,
}

/// Some corner of a foot that stands is slower than this [m/s], and those within this height of the lowest one may be it [m].
const STILL: f64 = 0.35;
const AS_LOW: f64 = 0.03;
/// A body whose centre of mass falls by less than this share of free fall while nothing stands does not fly: by the parabola that is nearest.
const FALLS: f64 = 0.65;
/// A gap in which it does not is closed when it is no longer than this [s]: the foot that leaves stands for its first half, the one that lands
/// for the other.
const CLOSED_SECS: f64 = 0.3;
/// A hand stands for so long at least [s], no higher than this over the ground [m].
const SHORTEST_OF_HANDS: f64 = 0.1;
const WITHIN_REACH: f64 = 0.2;
/// A palm that arms cannot keep on its place has left it: so far from it [m], or turned out of it [rad].
const OUT_OF_REACH: f64 = 0.003;
const TWISTED: f64 = 0.3;
/// A flight is at least so long: in less time nobody can tell [s].
const SHORTEST_FLIGHT: f64 = 0.06;

impl Runs {
    pub(super) fn new(
        character: &Character,
        clip: &Clip,
        level: Option<&Level>,
        (recorded, ends): (&Recorded, ContactEnds),
    ) -> Self {
        let heights: Vec<f64> = recorded.com.iter().map(|com| com.y).collect();
        let falls = falling(&heights, clip.frame_secs);
        let of_feet = character.feet.iter().enumerate();
        let of_feet = of_feet.map(|(foot, own)| {
            let stands = |frame: usize| !clip.frames[frame].contacts.shared(own.patches).is_empty();
            let states: Vec<bool> = (0..clip.frames.len()).map(stands).collect();
            let marked = stretches(&states);
            match ends {
                ContactEnds::AsMarked => marked,
                ContactEnds::AtRest => {
                    let rests = resting(character, foot, (recorded, clip.frame_secs));
                    let mut grown = grown(marked, &rests, &falls);
                    let secs = |run: &Range<usize>| run.len() as f64 * clip.frame_secs;
                    grown.retain(|run| {
                        let reaches = || is_near(level, (&rests[run.clone()], clip.start_secs));
                        own.kind == FootKind::Foot || (secs(run) >= SHORTEST_OF_HANDS && reaches())
                    });
                    grown
                }
            }
        });
        let mut found = Self {
            of_feet: of_feet.collect(),
            loads: vec![Load::Unknown; clip.frames.len()],
        };
        let stands = found.standing(clip.frames.len());
        let hangs: Vec<bool> = stands.iter().map(|stands| !stands).collect();
        for gap in stretches(&hangs) {
            let secs = gap.len() as f64 * clip.frame_secs;
            let beside = gap.start.saturating_sub(1)..(gap.end + 1).min(heights.len());
            let falls = acceleration(&heights[beside], clip.frame_secs) < -FALLS * GRAVITY;
            if secs >= SHORTEST_FLIGHT && falls {
                found.loads[gap].fill(Load::Flies);
            } else if secs <= CLOSED_SECS && ends == ContactEnds::AtRest {
                found.close(gap);
            }
        }
        let stands = found.standing(clip.frames.len());
        for (load, stands) in found.loads.iter_mut().zip(stands) {
            if stands {
                *load = Load::Stands;
            }
        }
        found
    }

    /// Takes from hands that stand the frames at either end in which joints at their limits keep them from their places; `missed` is by how
    /// much. (followed feet, frames)
    pub(super) fn without_lost_hands<'t>(
        mut self,
        character: &Character,
        missed: impl Iterator<Item = (usize, &'t Vec<LimbMiss>)>,
    ) -> Self {
        for (foot, missed) in missed {
            if character.feet[foot].kind != FootKind::Hand {
                continue;
            }
            let lies = |frame: &usize| {
                let LimbMiss { off, turn, .. } = missed[*frame];
                off < OUT_OF_REACH && turn.length() < TWISTED
            };
            let runs = std::mem::take(&mut self.of_feet[foot]);
            let cut = runs.into_iter().filter_map(|run| {
                let first = run.clone().find(lies)?;
                let last = run.rev().find(lies)?;
                Some(first..last + 1)
            });
            self.of_feet[foot] = cut.collect();
        }
        let stands = self.standing(self.loads.len());
        for (load, stands) in self.loads.iter_mut().zip(stands) {
            if *load == Load::Stands && !stands {
                *load = Load::Unknown;
            }
        }
        self
    }

    /// Whether anything stands. (frames)
    fn standing(&self, frames: usize) -> Vec<bool> {
        let mut stands = vec![false; frames];
        for run in self.of_feet.iter().flatten() {
            stands[run.clone()].fill(true);
        }
        stands
    }

    /// Lets the feet beside a gap stand in it.
    fn close(&mut self, gap: Range<usize>) {
        let runs = || self.of_feet.iter().enumerate();
        let foot_with = |is_beside: &dyn Fn(&Range<usize>) -> bool| {
            runs().find_map(|(foot, runs)| Some((foot, runs.iter().position(is_beside)?)))
        };
        let left = foot_with(&|run| run.end == gap.start);
        let lands = foot_with(&|run| run.start == gap.end);
        let middle = match (left, lands) {
            (Some(_), Some(_)) => usize::midpoint(gap.start, gap.end),
            (Some(_), None) => gap.end,
            (None, _) => gap.start,
        };
        if let Some((foot, run)) = left {
            self.of_feet[foot][run].end = middle;
        }
        if let Some((foot, run)) = lands {
            self.of_feet[foot][run].start = middle;
        }
        // A foot that leaves and lands again has not left.
        for runs in &mut self.of_feet {
            runs.dedup_by(|later, earlier| {
                let meet = earlier.end == later.start;
                if meet {
                    earlier.end = later.end;
                }
                meet
            });
        }
    }

    /// What holds the body in each frame; nothing is known to fly where only feet are held.
    pub(super) fn loads(&self, moves_body: bool) -> Vec<Load> {
        let load = |load: &Load| match load {
            Load::Flies if !moves_body => Load::Unknown,
            load => *load,
        };
        self.loads.iter().map(load).collect()
    }
}

/// Whether a hand is about as low as the ground in the middle of a run: joints at their limits may keep a body from where its hands stood.
fn is_near(level: Option<&Level>, (rests, start_secs): (&[Rest], f64)) -> bool {
    let mut heights: Vec<f64> = (rests.iter())
        .map(|rest| {
            let lowest = rest.lowest;
            let ground = level.and_then(|l| l.height(DVec2::new(lowest.x, lowest.z), start_secs));
            lowest.y - ground.unwrap_or(0.0)
        })
        .collect();
    heights.sort_by(f64::total_cmp);
    heights
        .get(heights.len() / 2)
        .is_some_and(|middle| *middle < WITHIN_REACH)
}

/// How a foot lies in a frame.
#[derive(Clone, Copy, Debug)]
struct Rest {
    /// Its lowest corner [m].
    lowest: DVec3,
    /// How fast the slowest of the corners is that are about as low [m/s].
    speed: f64,
}

/// How a foot lies in each frame.
fn resting(
    character: &Character,
    foot: usize,
    (recorded, frame_secs): (&Recorded, f64),
) -> Vec<Rest> {
    let own = &character.feet[foot];
    let is_hand = own.kind == FootKind::Hand;
    let soles = || own.patches.iter().map(|sole| &character.soles[sole]);
    let corners = |frame: usize| -> Vec<DVec3> {
        let whole = recorded.laid(character, foot, frame);
        let corners = soles().flat_map(|sole| {
            let world_from_link = if sole.link == own.whole.link {
                whole
            } else {
                *recorded.link(frame, sole.link)
            };
            sole.corners_in_link
                .iter()
                .map(move |c| world_from_link.point(*c))
        });
        corners.collect()
    };
    let all: Vec<Vec<DVec3>> = (0..recorded.frames()).map(corners).collect();
    let last = all.len() - 1;
    let of = |frame: usize| {
        let (before, after) = (frame.saturating_sub(1), (frame + 1).min(last));
        let secs = (after - before).max(1) as f64 * frame_secs;
        let corners = all[frame].iter().copied();
        let lowest = corners
            .min_by(|a, b| a.y.total_cmp(&b.y))
            .unwrap_or(DVec3::ZERO);
        let low = (0..all[frame].len()).filter(|k| all[frame][*k].y < lowest.y + AS_LOW);
        let speeds = low.map(|k| {
            let way = all[after][k] - all[before][k];
            // A wrist goes up and down over fingers that stand.
            let way = if is_hand {
                DVec3::new(way.x, 0.0, way.z)
            } else {
                way
            };
            way.length() / secs
        });
        Rest {
            lowest,
            speed: speeds.fold(f64::INFINITY, f64::min),
        }
    };
    (0..all.len()).map(of).collect()
}

/// Runs without the frames at their ends in which no corner of the foot is still, and with those beyond in which one still is that is as
/// low as it was in the run while the body does not fall; runs that meet are one.
fn grown(runs: Vec<Range<usize>>, rests: &[Rest], falls: &[bool]) -> Vec<Range<usize>> {
    let mut grown: Vec<Range<usize>> = Vec::new();
    for run in runs {
        let is_still = |frame: &usize| rests[*frame].speed < STILL;
        let Some(mut first) = run.clone().find(is_still) else {
            continue;
        };
        let mut end = run
            .clone()
            .rev()
            .find(is_still)
            .map_or(run.end, |last| last + 1);
        let mut heights: Vec<f64> = rests[first..end].iter().map(|rest| rest.lowest.y).collect();
        heights.sort_by(f64::total_cmp);
        let level = heights[heights.len() / 2];
        let goes_on = |frame: usize| {
            let Rest { lowest, speed } = rests[frame];
            speed < STILL && (lowest.y - level).abs() < AS_LOW && !falls[frame]
        };
        while first > 0 && goes_on(first - 1) {
            first -= 1;
        }
        while end < rests.len() && goes_on(end) {
            end += 1;
        }
        match grown.last_mut() {
            Some(before) if first <= before.end => before.end = end.max(before.end),
            _ => grown.push(first..end),
        }
    }
    grown
}
