//! Where soles stand and how they travel between: one fixed place per contact, and a blend of the corrections in between.

use super::roll::Roller;
use crate::character::Character;
use crate::kinematics::Planted;
use crate::level::Level;
use crate::math::Transform;
use crate::motion::{Clip, Contacts, Recorder};
use glam::{DQuat, DVec2, DVec3};

/// One sole standing still for some frames.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Planting {
    /// First frame.
    pub(super) from: usize,
    /// One past the last frame.
    pub(super) end: usize,
    /// The same as recorded, before it was stretched.
    recorded_from: usize,
    recorded_end: usize,
    /// Where the sole's link stands, flat.
    world_from_link: Transform,
    /// Height of the ground there [m].
    ground: f64,
    /// How far the heel is lifted over the toes [rad]. (frames from `from` on)
    rolls: Vec<f64>,
}

/// The feet of a whole clip.
#[derive(Clone, Debug)]
pub(super) struct FootPlan {
    /// Where each sole's link is in the clip. (frames × soles)
    recorded: Vec<Transform>,
    /// In the order of time. (soles)
    plantings: Vec<Vec<Planting>>,
    /// How each sole rolls. (soles)
    rollers: Vec<Roller>,
    soles: usize,
}

/// A correction is blended out over this time after a contact, and in before one [s].
const BLEND_SECS: f64 = 0.4;
/// A contact this near to height zero stands on it [m].
const GROUND_SNAP: f64 = 0.06;
/// A tilt of the sole at which a frame counts half for the place of its contact [rad].
const TILT: f64 = 0.1;
/// A depth in the ground at which a frame counts half [m].
const SUNK: f64 = 0.03;
/// A contact is stretched by at most this share of the swing beside it, at either end.
const STRETCH_SHARE: f64 = 0.2;
/// And only while the recorded foot is this near [m].
const STRETCH_METRES: f64 = 0.1;

impl FootPlan {
    /// Plants every contact of a clip, each stretched by up to `stretch_secs` at either end while another sole stands.
    pub(super) fn new(
        character: &Character,
        clip: &Clip,
        level: Option<&Level>,
        stretch_secs: f64,
    ) -> Self {
        let soles = character.soles.len();
        let mut recorder = Recorder::new(character);
        let mut recorded = Vec::with_capacity(soles * clip.frames.len());
        for frame in &clip.frames {
            let kin = recorder.look(&frame.pose);
            recorded.extend(character.soles.iter().map(|sole| *kin.link(sole.link)));
        }
        let mut plan = Self {
            recorded,
            plantings: vec![Vec::new(); soles],
            rollers: character.soles.iter().map(Roller::new).collect(),
            soles,
        };
        for sole in 0..soles {
            let mut frame = 0;
            while frame < clip.frames.len() {
                let stands = |f: &usize| clip.frames[*f].contacts.contains(sole);
                let end = (frame..clip.frames.len())
                    .find(|f| !stands(f))
                    .unwrap_or(clip.frames.len());
                if end > frame {
                    let secs = clip.start_secs + clip.frame_time(frame);
                    let planting = plan.planting(character, sole, (frame, end), level, secs);
                    plan.plantings[sole].push(planting);
                }
                frame = end + 1;
            }
            plan.stretch(sole, clip, stretch_secs);
            plan.lift_heels(sole);
        }
        plan
    }

    fn recorded(&self, frame: usize, sole: usize) -> &Transform {
        &self.recorded[frame * self.soles + sole]
    }

    /// The mean place over a contact, frames in which the sole lies flat counted most, put flat on the ground.
    fn planting(
        &self,
        character: &Character,
        sole: usize,
        (from, end): (usize, usize),
        level: Option<&Level>,
        secs: f64,
    ) -> Planting {
        let patch = &character.soles[sole];
        let (mut center, mut weights) = (DVec3::ZERO, 0.0);
        let mut turn = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        for frame in from..end {
            let place = self.recorded(frame, sole);
            let up = place.direction(patch.up_in_link).normalize_or(DVec3::Y);
            let tilt = (up - DVec3::Y).length() / TILT;
            // Joints at their limits may push a recorded foot into the ground; where it stands shows in other frames.
            let sunk = place.point(patch.center_in_link()).y.min(0.0) / SUNK;
            let weight = 1.0 / ((1.0 + tilt * tilt) * (1.0 + sunk * sunk));
            let flat = DQuat::from_rotation_arc(up, DVec3::Y) * place.rotation;
            let sign = if turn.dot(flat) < 0.0 { -1.0 } else { 1.0 };
            turn = turn + flat * (sign * weight);
            center += weight * place.point(patch.center_in_link());
            weights += weight;
        }
        center /= weights;
        let turn = turn.normalize();
        let ground = level.and_then(|level| level.ground_at(DVec2::new(center.x, center.z), secs));
        let (height, normal) = match ground {
            Some(ground) => (ground.height, ground.normal),
            None if center.y.abs() < GROUND_SNAP => (0.0, DVec3::Y),
            None => (center.y, DVec3::Y),
        };
        let up = (turn * patch.up_in_link).normalize_or(DVec3::Y);
        let rotation = (DQuat::from_rotation_arc(up, normal) * turn).normalize();
        let to = DVec3::new(center.x, height, center.z);
        Planting {
            from,
            end,
            recorded_from: from,
            recorded_end: end,
            world_from_link: Transform::new(rotation, to - rotation * patch.center_in_link()),
            ground: height,
            rolls: Vec::new(),
        }
    }

    /// A body that must stand at every moment needs longer on both feet than one that falls from foot to foot: contacts
    /// begin earlier and end later, and the swing between them is hurried.
    fn stretch(&mut self, sole: usize, clip: &Clip, stretch_secs: f64) {
        let most = (stretch_secs / clip.frame_secs).round() as usize;
        let others_stand = |frame: usize| !clip.frames[frame].contacts.without(sole).is_empty();
        for next in 1..self.plantings[sole].len() {
            let end = self.plantings[sole][next - 1].recorded_end;
            let from = self.plantings[sole][next].recorded_from;
            let share = (STRETCH_SHARE * (from - end) as f64) as usize;
            let stretch = most.min(share);
            // A foot that is kicked away at once cannot stay.
            let is_near = |frame: usize, edge: usize| {
                let (a, b) = (self.recorded(frame, sole), self.recorded(edge, sole));
                others_stand(frame) && a.translation.distance(b.translation) < STRETCH_METRES
            };
            let later = (end..end + stretch).take_while(|f| is_near(*f, end - 1));
            let later = later.count();
            let earlier = (from - stretch..from).rev();
            let earlier = earlier.take_while(|f| is_near(*f, from)).count();
            self.plantings[sole][next - 1].end = end + later;
            self.plantings[sole][next].from = from - earlier;
        }
    }

    /// Lets the heel of a standing foot rise as recorded.
    fn lift_heels(&mut self, sole: usize) {
        for index in 0..self.plantings[sole].len() {
            let Planting { from, end, .. } = self.plantings[sole][index];
            let roller = &self.rollers[sole];
            let rolls = (from..end).map(|frame| roller.lift(self.recorded(frame, sole)));
            self.plantings[sole][index].rolls = rolls.collect();
        }
    }

    /// What a sole stands on in a frame, if it stands: its planting and whether the heel is lifted.
    pub(super) fn standing(&self, frame: usize, sole: usize) -> Option<(usize, bool)> {
        let mut plantings = self.plantings[sole].iter();
        let index = plantings.position(|p| (p.from..p.end).contains(&frame))?;
        let planting = &self.plantings[sole][index];
        Some((index, planting.rolls[frame - planting.from] > 0.0))
    }

    /// Where the link of a standing sole is.
    pub(super) fn place(&self, frame: usize, sole: usize) -> Option<Transform> {
        let (index, _) = self.standing(frame, sole)?;
        let planting = &self.plantings[sole][index];
        let roll = planting.rolls[frame - planting.from];
        Some(self.rollers[sole].rolled(&planting.world_from_link, roll))
    }

    /// All soles that stand in a frame, the flat ones first, and those that stand longest first: the held one is seldom
    /// another and never rolls when it need not.
    pub(super) fn planted(&self, character: &Character, frame: usize) -> Vec<Planted> {
        let mut order: Vec<(bool, usize, Planted)> = Vec::new();
        for sole in 0..self.soles {
            let standing = self.standing(frame, sole).zip(self.place(frame, sole));
            if let Some(((index, rolls), world_from_link)) = standing {
                let planted = Planted {
                    sole,
                    link: character.soles[sole].link,
                    world_from_link,
                };
                order.push((rolls, self.plantings[sole][index].from, planted));
            }
        }
        order.sort_by_key(|(rolls, from, _)| (*rolls, *from));
        order.into_iter().map(|(.., planted)| planted).collect()
    }

    /// Corners of what carries weight in a frame, seen from above: whole soles, and the front of those that roll.
    pub(super) fn carrying_corners(&self, character: &Character, frame: usize) -> Vec<DVec2> {
        let mut corners = Vec::new();
        for (sole, patch) in character.soles.iter().enumerate() {
            let Some((index, rolls)) = self.standing(frame, sole) else {
                continue;
            };
            let place = &self.plantings[sole][index].world_from_link;
            corners.extend(patch.corners_in_link.iter().map(|corner| {
                let corner = if rolls {
                    self.rollers[sole].in_front(*corner)
                } else {
                    *corner
                };
                let corner = place.point(corner);
                DVec2::new(corner.x, corner.z)
            }));
        }
        corners
    }

    /// Soles that stand in a frame.
    pub(super) fn contacts(&self, frame: usize) -> Contacts {
        let soles = 0..self.soles;
        soles
            .filter(|sole| self.standing(frame, *sole).is_some())
            .collect()
    }

    /// Where the link of a sole in the air should be: as recorded, plus what the contacts before and after changed,
    /// blended, and not below the ground.
    pub(super) fn swing(
        &self,
        character: &Character,
        (frame, sole): (usize, usize),
        frame_secs: f64,
        level: Option<(&Level, f64)>,
    ) -> Transform {
        let patch = &character.soles[sole];
        let center = patch.center_in_link();
        let before = self.plantings[sole].iter().rfind(|p| p.end <= frame);
        let after = self.plantings[sole].iter().find(|p| p.from > frame);
        let mut target = self.hurried(frame, sole, before, after);
        let mut floor = f64::INFINITY;
        let ends = [
            before.map(|p| (p, p.end - 1, p.recorded_end - 1)),
            after.map(|p| (p, p.from, p.recorded_from)),
        ];
        for (planting, edge, recorded_edge) in ends.into_iter().flatten() {
            let at_edge = self.recorded(recorded_edge, sole);
            let roll = planting.rolls[edge - planting.from];
            let planted = self.rollers[sole].rolled(&planting.world_from_link, roll);
            let share = blend(edge.abs_diff(frame) as f64 * frame_secs / BLEND_SECS);
            let shift = planted.point(center) - at_edge.point(center);
            let turn = planted.rotation * at_edge.rotation.conjugate();
            let turn = DQuat::IDENTITY.lerp(if turn.w < 0.0 { -turn } else { turn }, share);
            let rotation = (turn * target.rotation).normalize();
            let to = target.point(center) + share * shift;
            target = Transform::new(rotation, to - rotation * center);
            floor = floor.min(planting.ground);
        }
        let at = target.point(center);
        let ground = level.and_then(|(level, secs)| level.ground_at(DVec2::new(at.x, at.z), secs));
        let floor = ground.map_or(floor.min(0.0), |ground| ground.height);
        let corners = patch.corners_in_link.iter();
        let lowest = corners.fold(f64::INFINITY, |low, c| low.min(target.point(*c).y));
        target.translation.y += (floor - lowest).max(0.0);
        target
    }

    /// Time until a sole in the air lands; nothing when it does not [s].
    pub(super) fn secs_to_landing(
        &self,
        (frame, sole): (usize, usize),
        frame_secs: f64,
    ) -> Option<f64> {
        let next = self.plantings[sole].iter().find(|p| p.from > frame)?;
        Some((next.from - frame) as f64 * frame_secs)
    }

    /// The recorded swing between two contacts that were stretched: the same path in the time that is left.
    fn hurried(
        &self,
        frame: usize,
        sole: usize,
        before: Option<&Planting>,
        after: Option<&Planting>,
    ) -> Transform {
        let (Some(before), Some(after)) = (before, after) else {
            return *self.recorded(frame, sole);
        };
        let (from, to) = (before.end - 1, after.from);
        let (recorded_from, recorded_to) = (before.recorded_end - 1, after.recorded_from);
        let share = (frame - from) as f64 / (to - from) as f64;
        let at = recorded_from as f64 + share * (recorded_to - recorded_from) as f64;
        let (index, part) = (at as usize, at.fract());
        let a = self.recorded(index, sole);
        let b = self.recorded((index + 1).min(recorded_to), sole);
        Transform::new(
            a.rotation.lerp(b.rotation, part),
            a.translation.lerp(b.translation, part),
        )
    }
}

/// From 1 at 0 to 0 at 1 and beyond, without a corner.
pub(super) fn blend(x: f64) -> f64 {
    let x = x.clamp(0.0, 1.0);
    1.0 - x * x * (3.0 - 2.0 * x)
}
