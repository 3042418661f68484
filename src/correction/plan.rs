//! Where soles stand and how they travel between: one fixed place per contact, and a blend of the corrections in between.

use super::planting::Planting;
use super::roll::Roller;
use crate::character::Character;
use crate::kinematics::Planted;
use crate::level::Level;
use crate::math::Transform;
use crate::motion::{Clip, Contacts, Recorder};
use glam::DVec2;

/// The feet of a whole clip.
#[derive(Clone, Debug)]
pub(super) struct FootPlan {
    /// Where each sole's link is in the clip. (frames × soles)
    recorded: Vec<Transform>,
    /// In the order of time. (soles)
    pub(super) plantings: Vec<Vec<Planting>>,
    /// How each sole rolls. (soles)
    pub(super) rollers: Vec<Roller>,
    pub(super) soles: usize,
    pub(super) frames: usize,
}

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
            frames: clip.frames.len(),
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
                    let places = (frame..end).map(|frame| plan.recorded(frame, sole));
                    let planting = Planting::new(
                        &character.soles[sole],
                        (frame, end),
                        places,
                        level.map(|level| (level, secs)),
                    );
                    plan.plantings[sole].push(planting);
                }
                frame = end + 1;
            }
        }
        plan.bridge(clip.frame_secs);
        for sole in 0..soles {
            plan.stretch(sole, stretch_secs / clip.frame_secs);
            plan.lift_heels(sole);
        }
        plan
    }

    /// Where a sole's link is in the clip.
    pub(super) fn recorded(&self, frame: usize, sole: usize) -> &Transform {
        &self.recorded[frame * self.soles + sole]
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

    /// The planting that a sole stands on in a frame.
    pub(super) fn standing_planting(&self, frame: usize, sole: usize) -> Option<usize> {
        let mut plantings = self.plantings[sole].iter();
        plantings.position(|p| (p.from..p.end).contains(&frame))
    }

    /// Whether any sole stands in a frame.
    pub(super) fn anything_stands(&self, frame: usize) -> bool {
        (0..self.soles).any(|sole| self.standing_planting(frame, sole).is_some())
    }

    /// What a sole stands on in a frame, if it stands: its planting and whether the heel is lifted.
    pub(super) fn standing(&self, frame: usize, sole: usize) -> Option<(usize, bool)> {
        let index = self.standing_planting(frame, sole)?;
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
}
