//! When feet stand, and what holds the body when none does: it flies where it falls, and something that no sole tells of holds it where it
//! does not.

use super::super::ContactEnds;
use super::heights::Load;
use super::recorded::Recorded;
use crate::character::Character;
use crate::math::square;
use crate::motion::Clip;
use crate::motion::audit::GRAVITY;
use glam::DVec3;
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
/// A body that falls by less than this share of free fall while nothing stands does not fly.
const FALLS: f64 = 0.65;
/// A gap in which it does not is closed when it is no longer than this [s]: the foot that leaves stands for its first half, the one that lands
/// for the other.
const CLOSED_SECS: f64 = 0.3;
/// A flight is at least so long: in less time nobody can tell [s].
const SHORTEST_FLIGHT: f64 = 0.06;

impl Runs {
    pub(super) fn new(
        character: &Character,
        clip: &Clip,
        (recorded, ends): (&Recorded, ContactEnds),
    ) -> Self {
        let of_feet = character.feet.iter().enumerate();
        let of_feet = of_feet.map(|(foot, own)| {
            let stands = |frame: usize| !clip.frames[frame].contacts.shared(own.patches).is_empty();
            let marked = runs(clip.frames.len(), stands);
            match ends {
                ContactEnds::AsMarked => marked,
                ContactEnds::AtRest => grown(
                    marked,
                    &resting(character, foot, (recorded, clip.frame_secs)),
                ),
            }
        });
        let mut found = Self {
            of_feet: of_feet.collect(),
            loads: vec![Load::Unknown; clip.frames.len()],
        };
        let stands = found.standing(clip.frames.len());
        let gaps = runs(clip.frames.len(), |frame| !stands[frame]);
        for gap in gaps {
            let secs = gap.len() as f64 * clip.frame_secs;
            if secs >= SHORTEST_FLIGHT && falls(recorded, gap.clone(), clip.frame_secs) {
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

/// How high the lowest corner of a foot is in each frame [m], and how fast the slowest one of those that are about as low is [m/s].
fn resting(
    character: &Character,
    foot: usize,
    (recorded, frame_secs): (&Recorded, f64),
) -> Vec<(f64, f64)> {
    let soles = || {
        character.feet[foot]
            .patches
            .iter()
            .map(|sole| &character.soles[sole])
    };
    let corners = |frame: usize| -> Vec<DVec3> {
        let corners = soles().flat_map(|sole| {
            let world_from_link = recorded.link(frame, sole.link);
            sole.corners_in_link
                .iter()
                .map(|c| world_from_link.point(*c))
        });
        corners.collect()
    };
    let all: Vec<Vec<DVec3>> = (0..recorded.frames()).map(corners).collect();
    let last = all.len() - 1;
    let of = |frame: usize| {
        let (before, after) = (frame.saturating_sub(1), (frame + 1).min(last));
        let secs = (after - before).max(1) as f64 * frame_secs;
        let lowest = all[frame].iter().map(|c| c.y).fold(f64::INFINITY, f64::min);
        let low = (0..all[frame].len()).filter(|k| all[frame][*k].y < lowest + AS_LOW);
        let speeds = low.map(|k| all[before][k].distance(all[after][k]) / secs);
        (lowest, speeds.fold(f64::INFINITY, f64::min))
    };
    (0..all.len()).map(of).collect()
}

/// Runs without the frames at their ends in which no corner of the foot is still, and with those beyond in which one still is that is as
/// low as it was in the run; runs that meet are one.
fn grown(runs: Vec<Range<usize>>, rests: &[(f64, f64)]) -> Vec<Range<usize>> {
    let mut grown: Vec<Range<usize>> = Vec::new();
    for run in runs {
        let is_still = |frame: &usize| rests[*frame].1 < STILL;
        let Some(mut first) = run.clone().find(is_still) else {
            continue;
        };
        let mut end = run
            .clone()
            .rev()
            .find(is_still)
            .map_or(run.end, |last| last + 1);
        let mut heights: Vec<f64> = rests[first..end]
            .iter()
            .map(|(height, _)| *height)
            .collect();
        heights.sort_by(f64::total_cmp);
        let level = heights[heights.len() / 2];
        let goes_on = |frame: usize| {
            let (height, speed) = rests[frame];
            speed < STILL && (height - level).abs() < AS_LOW
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

/// Stretches of frames in which something is so.
fn runs(frames: usize, is_so: impl Fn(usize) -> bool) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for frame in (0..frames).filter(|frame| is_so(*frame)) {
        match runs.last_mut() {
            Some(run) if run.end == frame => run.end += 1,
            _ => runs.push(frame..frame + 1),
        }
    }
    runs
}

/// Whether the centre of mass falls: the parabola nearest to its heights has the acceleration of free fall, or most of it.
fn falls(recorded: &Recorded, gap: Range<usize>, frame_secs: f64) -> bool {
    let (from, to) = (
        gap.start.saturating_sub(1),
        (gap.end + 1).min(recorded.frames()),
    );
    let middle = 0.5 * (from + to - 1) as f64;
    // About its middle even and odd powers do not mix: the second one is fitted beside the constant.
    let times = (from..to).map(|frame| (frame as f64 - middle) * frame_secs);
    let count = (to - from) as f64;
    let mean_square = times.clone().map(square).sum::<f64>() / count;
    let bows = times.map(|secs| square(secs) - mean_square);
    let (mut product, mut norm) = (0.0, 0.0);
    for (bow, com) in bows.zip(&recorded.com[from..to]) {
        product += bow * com.y;
        norm += bow * bow;
    }
    norm > 0.0 && 2.0 * product / norm < -FALLS * GRAVITY
}
