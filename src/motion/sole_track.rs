//! How feet move through a clip: height and speed of each, which of its soles touch, and the level that they stand on. Hands do as they would
//! [laid](crate::kinematics::laid) on the ground, however their wrists were recorded.

use super::{Clip, Recorder};
use crate::character::{Character, FootKind, LinkId, Pose};
use crate::kinematics::laid;
use crate::level::Level;
use crate::math::Transform;
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;
use std::ops::Range;

/// One foot in one frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SoleMoment {
    /// Middle of its corners, in the world [m].
    pub center: DVec3,
    /// Unit vector out of the upper side of the part that is lowest, world axes.
    pub up: DVec3,
    /// Height of the middle of its lowest sole, in the world [m].
    pub floor: f64,
    /// Height of its lowest corner over the ground [m]; infinite over a void.
    pub lowest: f64,
    /// Speed of its slowest corner, for a foot that rolls over its heel or toes stands; plus a tenth of a metre for every
    /// radian that it spins, for one that turns on the spot does not. Of a hand what of it is level, for a wrist goes up and down over
    /// fingers that stand [m/s].
    pub speed: f64,
    /// Between that part and the ground [rad].
    pub tilt: f64,
    /// How far the middle is below the centre of mass [m].
    pub below_com: f64,
    /// The centre of mass from above (x, z) [m].
    pub com_xz: DVec2,
}

/// Every foot in every frame. The ground is level, still and at height zero until [`SoleTracks::over`] says otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct SoleTracks {
    frame_secs: f64,
    /// What each foot is. (feet)
    kinds: Vec<FootKind>,
    /// Where each foot's corners begin among those of a frame, and where the last one's end. (feet + 1)
    first_corners: Vec<usize>,
    /// The same for each sole. (soles)
    corners_of_sole: Vec<Range<usize>>,
    /// In the world [m]. (frames × corners of all soles)
    corners: Vec<DVec3>,
    /// Their heights over the ground; infinite over a void [m]. (frames × corners of all soles)
    heights: Vec<f64>,
    /// How fast they move against the ground under their foot, on the way from the frame before or to the next one, whichever is slower
    /// [m/s]. (frames × corners of all soles)
    corner_speeds: Vec<f64>,
    /// (frames × feet)
    moments: Vec<SoleMoment>,
}

/// Half the time over which speeds are taken [s]: noise of a frame is no step.
const SPEED_SECS: f64 = 0.02;
/// A sole that is tilted more stands on its tip [rad].
const MOST_TILT: f64 = 1.0;
/// What a radian of spin counts as [m].
const METRES_PER_RADIAN: f64 = 0.1;

impl SoleTracks {
    /// Follows the feet of a character through its poses.
    pub fn new<'p>(
        character: &Character,
        poses: impl ExactSizeIterator<Item = &'p Pose>,
        frame_secs: f64,
    ) -> Self {
        let mut first_corners = vec![0];
        let mut corners_of_sole = vec![0..0; character.soles.len()];
        let mut count = 0;
        for foot in &character.feet {
            for sole in foot.patches.iter() {
                let own = character.soles[sole].corners_in_link.len();
                corners_of_sole[sole] = count..count + own;
                count += own;
            }
            first_corners.push(count);
        }
        let mut tracks = Self {
            frame_secs,
            kinds: character.feet.iter().map(|foot| foot.kind).collect(),
            first_corners,
            corners_of_sole,
            corners: Vec::new(),
            heights: Vec::new(),
            corner_speeds: Vec::new(),
            moments: Vec::with_capacity(poses.len() * character.feet.len()),
        };
        let mut recorder = Recorder::new(character);
        for pose in poses {
            let kin = recorder.look(pose);
            for (index, foot) in character.feet.iter().enumerate() {
                let soles = foot.patches.iter().map(|sole| &character.soles[sole]);
                let whole = laid(character, index, kin);
                let place = |link: LinkId| {
                    if link == foot.whole.link {
                        whole
                    } else {
                        *kin.link(link)
                    }
                };
                let first = tracks.corners.len();
                let (mut lowest, mut floor, mut up) = (f64::INFINITY, f64::INFINITY, DVec3::Y);
                for sole in soles {
                    let world_from_link = place(sole.link);
                    let corners = sole.corners_in_link.iter();
                    let corners = corners.map(|corner| world_from_link.point(*corner));
                    let own = corners.clone().map(|c| c.y).fold(f64::INFINITY, f64::min);
                    // Hands come down on their fingers, and leave on them.
                    let recorded = kin.link(sole.link);
                    let tips = sole
                        .corners_in_link
                        .iter()
                        .map(|corner| recorded.point(*corner).y);
                    let own = tips.fold(own, f64::min);
                    if own < lowest {
                        (lowest, up) = (own, world_from_link.direction(sole.up_in_link));
                    }
                    floor = floor.min(world_from_link.point(sole.center_in_link()).y);
                    tracks.corners.extend(corners);
                }
                let corners = &tracks.corners[first..];
                let center = match foot.patches.count() {
                    1 => whole.point(foot.whole.center_in_link()),
                    _ => corners.iter().sum::<DVec3>() / corners.len() as f64,
                };
                tracks.moments.push(SoleMoment {
                    center,
                    up,
                    floor,
                    lowest,
                    speed: 0.0,
                    tilt: angle_between(up, DVec3::Y),
                    below_com: kin.com.y - center.y,
                    com_xz: DVec2::new(kin.com.x, kin.com.z),
                });
            }
        }
        tracks.measure_heights(|_, corner| Some(corner.y));
        // Speeds, now that the neighbours are known.
        for frame in 0..tracks.frames() {
            for foot in 0..tracks.feet() {
                let speed = tracks.speed(frame, foot, |_| Transform::IDENTITY);
                tracks.moment_mut(frame, foot).speed = speed;
                tracks.measure_corners(frame, foot, |_| Transform::IDENTITY);
            }
        }
        tracks
    }

    /// Heights of corners over the ground: each one's in a frame, where there is ground.
    fn measure_heights(&mut self, height: impl Fn(usize, DVec3) -> Option<f64>) {
        let in_frame = self.first_corners[self.feet()].max(1);
        let corners = self.corners.iter().enumerate();
        let heights = corners.map(|(index, c)| height(index / in_frame, *c));
        self.heights = heights.map(|h| h.unwrap_or(f64::INFINITY)).collect();
    }

    /// Speeds of the corners of a foot in a frame, against what stands still in the frame that is given for each frame.
    fn measure_corners(
        &mut self,
        frame: usize,
        foot: usize,
        still_from_world: impl Fn(usize) -> Transform,
    ) {
        let in_frame = self.first_corners[self.feet()];
        self.corner_speeds.resize(self.corners.len(), f64::INFINITY);
        for corner in self.first_corners[foot]..self.first_corners[foot + 1] {
            let here = still_from_world(frame).point(self.corners[frame * in_frame + corner]);
            let neighbours = [frame.checked_sub(1), Some(frame + 1)];
            let within = neighbours.into_iter().flatten();
            let ways = within.filter(|other| *other < self.frames()).map(|other| {
                let there = self.corners[other * in_frame + corner];
                still_from_world(other).point(there).distance(here)
            });
            let slowest = ways.fold(f64::INFINITY, f64::min) / self.frame_secs;
            self.corner_speeds[frame * in_frame + corner] = slowest;
        }
    }

    /// Where the corners of a sole are among those of all frames.
    fn corners_of_sole(&self, frame: usize, sole: usize) -> Range<usize> {
        let first = frame * self.first_corners[self.feet()];
        let own = &self.corners_of_sole[sole];
        first + own.start..first + own.end
    }

    /// Height of the lowest corner of a sole over the ground in a frame [m]; infinite over a void.
    pub fn sole_height(&self, frame: usize, sole: usize) -> f64 {
        let own = &self.heights[self.corners_of_sole(frame, sole)];
        own.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// Whether any corner of a foot is faster than this [m/s].
    pub(super) fn moves(&self, frame: usize, foot: usize, speed: f64) -> bool {
        let first = frame * self.first_corners[self.feet()];
        let own = first + self.first_corners[foot]..first + self.first_corners[foot + 1];
        self.corner_speeds[own].iter().any(|corner| *corner > speed)
    }

    /// Whether a sole keeps still on ground that does: one of its corners, lower than `edge`, or all of them, one lower than `flat` [m];
    /// slower than `speed` [m/s].
    pub(super) fn rests(
        &self,
        (frame, sole): (usize, usize),
        (edge, flat): (f64, f64),
        speed: f64,
    ) -> bool {
        let now = self.corners_of_sole(frame, sole);
        let rests = |corner: usize| self.corner_speeds[corner] <= speed;
        let mut low = now.clone().filter(|corner| self.heights[*corner] <= edge);
        low.any(rests) || (self.sole_height(frame, sole) <= flat && now.clone().all(rests))
    }

    /// The same feet as the ground beneath each of them sees it: a sole that a platform carries keeps still. The level's
    /// time at the first frame is `start_secs`.
    #[must_use]
    pub fn over(&self, level: &Level, start_secs: f64) -> Self {
        let mut seen = self.clone();
        let secs = |frame: usize| start_secs + frame as f64 * self.frame_secs;
        for frame in 0..self.frames() {
            for foot in 0..self.feet() {
                let moment = seen.moment_mut(frame, foot);
                let center_xz = DVec2::new(moment.center.x, moment.center.z);
                let Some(ground) = level.ground_at(center_xz, secs(frame)) else {
                    moment.lowest = f64::INFINITY;
                    continue;
                };
                let corners = self.corners_of(frame, foot).iter();
                let heights = corners.filter_map(|c| level.clearance(*c, secs(frame)));
                moment.lowest = heights.fold(f64::INFINITY, f64::min);
                moment.tilt = angle_between(moment.up, ground.normal);
                let still_from_world =
                    |frame: usize| level.surface_from_world(ground.surface, secs(frame));
                let speed = seen.speed(frame, foot, still_from_world);
                seen.moment_mut(frame, foot).speed = speed;
                seen.measure_corners(frame, foot, still_from_world);
            }
        }
        seen.measure_heights(|frame, corner| level.clearance(corner, secs(frame)));
        seen
    }

    /// Speed of a sole [m/s], see [`SoleMoment::speed`], against what stands still in the frame that is given for each frame.
    fn speed(
        &self,
        frame: usize,
        foot: usize,
        still_from_world: impl Fn(usize) -> Transform,
    ) -> f64 {
        let half = ((SPEED_SECS / self.frame_secs).round() as usize).max(1);
        let (from, to) = (
            frame.saturating_sub(half),
            (frame + half).min(self.frames() - 1),
        );
        if from == to {
            return 0.0;
        }
        let (still_from, still_to) = (still_from_world(from), still_from_world(to));
        let (before, after) = (self.corners_of(from, foot), self.corners_of(to, foot));
        let corners = before.iter().zip(after);
        let level = match self.kinds[foot] {
            FootKind::Hand => DVec3::new(1.0, 0.0, 1.0),
            FootKind::Foot | FootKind::Knee => DVec3::ONE,
        };
        let ways = corners.map(|(a, b)| {
            let way = still_to.point(*b) - still_from.point(*a);
            (level * way).length()
        });
        let slowest = ways.fold(f64::INFINITY, f64::min);
        let heading = |corners: &[DVec3], still_from_world: Transform| {
            let across = still_from_world.direction(corners[corners.len() / 2] - corners[0]);
            libm::atan2(across.x, across.z)
        };
        // A foot on its tip has no heading.
        let spin = if self.at(frame, foot).tilt < MOST_TILT {
            let turn = heading(after, still_to) - heading(before, still_from);
            libm::remainder(turn, TAU).abs()
        } else {
            0.0
        };
        (slowest + METRES_PER_RADIAN * spin) / ((to - from) as f64 * self.frame_secs)
    }

    /// Follows the soles of a clip.
    pub fn of_clip(character: &Character, clip: &Clip) -> Self {
        let poses = clip.frames.iter().map(|frame| &frame.pose);
        Self::new(character, poses, clip.frame_secs)
    }

    /// Moves everything down, so that what was at the `level` of its frame is at zero [m].
    pub(super) fn lower(&mut self, level: impl Fn(usize) -> f64) {
        let feet = self.feet().max(1);
        for (index, moment) in self.moments.iter_mut().enumerate() {
            let level = level(index / feet);
            moment.center.y -= level;
            moment.floor -= level;
            moment.lowest -= level;
        }
        let in_frame = self.first_corners[self.feet()].max(1);
        let corners = self.corners.iter_mut().zip(&mut self.heights).enumerate();
        for (index, (corner, height)) in corners {
            let level = level(index / in_frame);
            corner.y -= level;
            *height -= level;
        }
    }

    /// What a footprint of a foot would be seen from above [m].
    pub(super) fn footprint_xz(&self, frame: usize, foot: usize) -> impl Iterator<Item = DVec2> {
        let corners = self.corners_of(frame, foot).iter();
        corners.map(|corner| DVec2::new(corner.x, corner.z))
    }

    /// Heights of the centre of mass [m]; none without feet. (frames)
    pub(super) fn com_heights(&self) -> Vec<f64> {
        let moments = self.moments.iter().step_by(self.feet().max(1));
        moments
            .map(|moment| moment.center.y + moment.below_com)
            .collect()
    }

    /// What a foot is.
    pub(super) fn kind(&self, foot: usize) -> FootKind {
        self.kinds[foot]
    }

    /// Feet that stand still below the centre of mass, slower than this [m/s]; or hands, where they are lower than every foot.
    pub(super) fn standing_still(
        &self,
        kind: FootKind,
        speed: f64,
    ) -> impl Iterator<Item = &SoleMoment> + Clone {
        let of_kind = move |foot: &usize| self.kinds[*foot] == kind;
        let lowest_foot = |frame: usize| {
            let feet = (0..self.feet()).filter(|foot| self.kinds[*foot] == FootKind::Foot);
            let heights = feet.map(|foot| self.at(frame, foot).lowest);
            heights.fold(f64::INFINITY, f64::min)
        };
        (0..self.frames()).flat_map(move |frame| {
            let bar = if kind == FootKind::Foot {
                f64::INFINITY
            } else {
                lowest_foot(frame)
            };
            let own = (0..self.feet()).filter(of_kind);
            let moments = own.map(move |foot| self.at(frame, foot));
            moments.filter(move |m| m.speed < speed && m.below_com > 0.0 && m.lowest < bar)
        })
    }

    /// Number of feet.
    pub fn feet(&self) -> usize {
        self.first_corners.len() - 1
    }

    /// Number of frames.
    pub fn frames(&self) -> usize {
        self.moments.len() / self.feet().max(1)
    }

    /// One foot in one frame.
    pub fn at(&self, frame: usize, foot: usize) -> &SoleMoment {
        &self.moments[frame * self.feet() + foot]
    }

    fn moment_mut(&mut self, frame: usize, foot: usize) -> &mut SoleMoment {
        let feet = self.feet();
        &mut self.moments[frame * feet + foot]
    }

    /// The corners of one foot in one frame, in the world [m].
    fn corners_of(&self, frame: usize, foot: usize) -> &[DVec3] {
        let in_frame = self.first_corners[self.feet()];
        let corners = &self.corners[frame * in_frame..][..in_frame];
        &corners[self.first_corners[foot]..self.first_corners[foot + 1]]
    }
}

/// The level that soles stand on [m]: a tenth of all heights at which one stands still are below it. Where a body stands on its hands for longer
/// than on its feet it is theirs: of a skeleton's arms nobody knows how far its shoulders rise, and what is wrong by a hand's breadth is so for the
/// shorter time. Where other parts are lower still it is theirs; when nothing stands still, the lowest that a sole gets.
pub fn ground_level(character: &Character, poses: &[Pose], tracks: &SoleTracks) -> f64 {
    /// Slower is still [m/s].
    const STILL: f64 = 0.3;
    let still = [FootKind::Foot, FootKind::Hand].map(|kind| -> Vec<f64> {
        let still = tracks.standing_still(kind, STILL);
        still.map(|moment| moment.floor).collect()
    });
    let mut longest = still
        .into_iter()
        .rev()
        .max_by_key(Vec::len)
        .unwrap_or_default();
    let feet = share_below(&mut longest, 0.1).unwrap_or_else(|| {
        let moments = tracks.moments.iter();
        moments.map(|m| m.floor).fold(f64::INFINITY, f64::min)
    });
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
    let others = share_below(&mut others, 0.02).unwrap_or(f64::INFINITY);
    let level = feet.min(others);
    if level.is_finite() { level } else { 0.0 }
}

/// Between two unit vectors [rad].
fn angle_between(a: DVec3, b: DVec3) -> f64 {
    libm::acos(a.dot(b).clamp(-1.0, 1.0))
}

/// The value that a share of all values is below.
fn share_below(values: &mut [f64], share: f64) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get((share * values.len() as f64) as usize).copied()
}
