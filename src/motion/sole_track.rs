//! How soles move through a clip: height and speed of each, and the level that they stand on.

use super::{Clip, Recorder};
use crate::character::{Character, Pose};
use glam::DVec3;
use std::f64::consts::TAU;

/// One sole in one frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SoleMoment {
    /// Middle of the sole [m].
    pub center: DVec3,
    /// Height of its lowest corner [m].
    pub lowest: f64,
    /// Speed of its slowest corner, for a foot that rolls over its heel or toes stands; plus a tenth of a metre for every
    /// radian that it spins, for one that turns on the spot does not [m/s].
    pub speed: f64,
    /// Between the sole and the horizontal [rad].
    pub tilt: f64,
    /// How far the middle is below the centre of mass [m].
    pub below_com: f64,
}

/// Every sole in every frame. (frames × soles)
#[derive(Clone, Debug, PartialEq)]
pub struct SoleTracks {
    soles: usize,
    moments: Vec<SoleMoment>,
}

/// Half the time over which speeds are taken [s]: noise of a frame is no step.
const SPEED_SECS: f64 = 0.02;
/// A sole that is tilted more stands on its tip [rad].
const MOST_TILT: f64 = 1.0;
/// What a radian of spin counts as [m].
const METRES_PER_RADIAN: f64 = 0.1;

impl SoleTracks {
    /// Follows the soles of a character through its poses.
    pub fn new<'p>(
        character: &Character,
        poses: impl ExactSizeIterator<Item = &'p Pose>,
        frame_secs: f64,
    ) -> Self {
        let (frames, soles) = (poses.len(), character.soles.len());
        let mut recorder = Recorder::new(character);
        let mut corners: Vec<DVec3> = Vec::new();
        let mut moments = Vec::with_capacity(frames * soles);
        for pose in poses {
            let kin = recorder.look(pose);
            for sole in &character.soles {
                let world_from_link = kin.link(sole.link);
                let center = world_from_link.point(sole.center_in_link());
                let start = corners.len();
                corners.extend(
                    sole.corners_in_link
                        .iter()
                        .map(|c| world_from_link.point(*c)),
                );
                let heights = corners[start..].iter().map(|c| c.y);
                moments.push(SoleMoment {
                    center,
                    lowest: heights.fold(f64::INFINITY, f64::min),
                    speed: 0.0,
                    tilt: {
                        let up = world_from_link.direction(sole.up_in_link).y;
                        libm::acos(up.clamp(-1.0, 1.0))
                    },
                    below_com: kin.com.y - center.y,
                });
            }
        }
        // Speeds, now that the neighbours are known.
        let in_frame: usize = character
            .soles
            .iter()
            .map(|s| s.corners_in_link.len())
            .sum();
        let half = ((SPEED_SECS / frame_secs).round() as usize).max(1);
        for frame in 0..frames {
            let (from, to) = (frame.saturating_sub(half), (frame + half).min(frames - 1));
            let secs = (to - from) as f64 * frame_secs;
            let mut first = 0;
            for (index, sole) in character.soles.iter().enumerate() {
                let moved = (first..first + sole.corners_in_link.len())
                    .map(|c| corners[to * in_frame + c].distance(corners[from * in_frame + c]));
                let slowest = moved.fold(f64::INFINITY, f64::min);
                let heading = |frame: usize| {
                    let corners = &corners[frame * in_frame + first..];
                    let across = corners[sole.corners_in_link.len() / 2] - corners[0];
                    libm::atan2(across.x, across.z)
                };
                // A foot on its tip has no heading.
                let tilt = moments[frame * soles + index].tilt;
                let spin = if tilt < MOST_TILT {
                    libm::remainder(heading(to) - heading(from), TAU).abs()
                } else {
                    0.0
                };
                let way = slowest + METRES_PER_RADIAN * spin;
                moments[frame * soles + index].speed = if secs > 0.0 { way / secs } else { 0.0 };
                first += sole.corners_in_link.len();
            }
        }
        Self { soles, moments }
    }

    /// Follows the soles of a clip.
    pub fn of_clip(character: &Character, clip: &Clip) -> Self {
        let poses = clip.frames.iter().map(|frame| &frame.pose);
        Self::new(character, poses, clip.frame_secs)
    }

    /// Moves everything down, so that what was at `level` is at zero [m].
    pub(super) fn lower(&mut self, level: f64) {
        for moment in &mut self.moments {
            moment.center.y -= level;
            moment.lowest -= level;
        }
    }

    /// Number of soles.
    pub fn soles(&self) -> usize {
        self.soles
    }

    /// Number of frames.
    pub fn frames(&self) -> usize {
        self.moments.len() / self.soles.max(1)
    }

    /// One sole in one frame.
    pub fn at(&self, frame: usize, sole: usize) -> &SoleMoment {
        &self.moments[frame * self.soles + sole]
    }
}

/// The level that soles stand on [m]: a tenth of all heights at which one stands still are below it. Where hands are lower
/// still it is theirs; when nothing stands still, the lowest that a sole gets.
pub fn ground_level(character: &Character, poses: &[Pose], tracks: &SoleTracks) -> f64 {
    /// Slower is still [m/s].
    const STILL: f64 = 0.3;
    let moments = tracks.moments.iter();
    let mut still: Vec<f64> = moments
        .clone()
        .filter(|m| m.speed < STILL && m.below_com > 0.0)
        .map(|m| m.center.y)
        .collect();
    let feet = match share_below(&mut still, 0.1) {
        Some(level) => level,
        None => moments.map(|m| m.center.y).fold(f64::INFINITY, f64::min),
    };
    let mut recorder = Recorder::new(character);
    let mut others: Vec<f64> = Vec::new();
    for pose in poses {
        let kin = recorder.look(pose);
        let effectors = character.effectors.iter();
        let heights = effectors
            .filter(|e| character.soles.iter().all(|sole| sole.link != e.link))
            .map(|e| kin.link(e.link).point(e.point_in_link).y);
        others.push(heights.fold(f64::INFINITY, f64::min));
    }
    let hands = share_below(&mut others, 0.02).unwrap_or(f64::INFINITY);
    let level = feet.min(hands);
    if level.is_finite() { level } else { 0.0 }
}

/// The value that a share of all values is below.
fn share_below(values: &mut [f64], share: f64) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get((share * values.len() as f64) as usize).copied()
}
