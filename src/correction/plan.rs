//! Where soles stand and how they travel between: one fixed place per contact, and a blend of the corrections in between.

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
    /// Where the sole's link stands.
    pub(super) world_from_link: Transform,
    /// Height of the ground there [m].
    ground: f64,
}

/// The feet of a whole clip.
#[derive(Clone, Debug)]
pub(super) struct FootPlan {
    /// Where each sole's link is in the clip. (frames × soles)
    recorded: Vec<Transform>,
    /// In the order of time. (soles)
    plantings: Vec<Vec<Planting>>,
    soles: usize,
}

/// A correction is blended out over this time after a contact, and in before one [s].
const BLEND_SECS: f64 = 0.4;
/// A contact this near to height zero stands on it [m].
const GROUND_SNAP: f64 = 0.06;
/// A tilt of the sole at which a frame counts half for the place of its contact [rad].
const TILT: f64 = 0.1;

impl FootPlan {
    /// Plants every contact of a clip.
    pub(super) fn new(character: &Character, clip: &Clip, level: Option<&Level>) -> Self {
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
            let weight = 1.0 / (1.0 + tilt * tilt);
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
            world_from_link: Transform::new(rotation, to - rotation * patch.center_in_link()),
            ground: height,
        }
    }

    /// Index of the planting that a sole is in.
    pub(super) fn planting_at(&self, frame: usize, sole: usize) -> Option<usize> {
        let mut plantings = self.plantings[sole].iter();
        plantings.position(|p| (p.from..p.end).contains(&frame))
    }

    /// All soles that stand in a frame, those that stand longest first: the held one changes seldom.
    pub(super) fn planted(&self, character: &Character, frame: usize, out: &mut Vec<Planted>) {
        out.clear();
        let mut standing: Vec<(usize, &Planting)> = Vec::with_capacity(self.soles);
        for (sole, plantings) in self.plantings.iter().enumerate() {
            let at = plantings.iter().find(|p| (p.from..p.end).contains(&frame));
            standing.extend(at.map(|planting| (sole, planting)));
        }
        standing.sort_by_key(|(_, p)| p.from);
        out.extend(standing.iter().map(|(sole, planting)| Planted {
            sole: *sole,
            link: character.soles[*sole].link,
            world_from_link: planting.world_from_link,
        }));
    }

    /// Soles that stand in a frame.
    pub(super) fn contacts(&self, frame: usize) -> Contacts {
        let soles = 0..self.soles;
        soles
            .filter(|sole| self.planting_at(frame, *sole).is_some())
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
        let recorded = *self.recorded(frame, sole);
        let patch = &character.soles[sole];
        let before = self.plantings[sole].iter().rfind(|p| p.end <= frame);
        let after = self.plantings[sole].iter().find(|p| p.from > frame);
        let mut target = recorded;
        let mut floor = f64::INFINITY;
        let ends = [before.map(|p| (p, p.end - 1)), after.map(|p| (p, p.from))];
        for (planting, edge) in ends.into_iter().flatten() {
            let at_edge = self.recorded(edge, sole);
            let share = blend(edge.abs_diff(frame) as f64 * frame_secs / BLEND_SECS);
            let center = patch.center_in_link();
            let shift = planting.world_from_link.point(center) - at_edge.point(center);
            let turn = planting.world_from_link.rotation * at_edge.rotation.conjugate();
            let turn = DQuat::IDENTITY.lerp(if turn.w < 0.0 { -turn } else { turn }, share);
            let rotation = (turn * target.rotation).normalize();
            let to = target.point(center) + share * shift;
            target = Transform::new(rotation, to - rotation * center);
            floor = floor.min(planting.ground);
        }
        let center = target.point(patch.center_in_link());
        let ground =
            level.and_then(|(level, secs)| level.ground_at(DVec2::new(center.x, center.z), secs));
        let floor = ground.map_or(floor.min(0.0), |ground| ground.height);
        let corners = patch.corners_in_link.iter();
        let lowest = corners.fold(f64::INFINITY, |low, c| low.min(target.point(*c).y));
        target.translation.y += (floor - lowest).max(0.0);
        target
    }
}

/// From 1 at 0 to 0 at 1 and beyond, without a corner.
pub(super) fn blend(x: f64) -> f64 {
    let x = x.clamp(0.0, 1.0);
    1.0 - x * x * (3.0 - 2.0 * x)
}
