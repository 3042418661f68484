//! Where feet stand and how they travel between: one fixed place per contact, and a blend of the corrections in between.
//! Feet step as wholes: one of which any sole touches the ground stands, and rolls over its toes as recorded.

use super::super::planting::Planting;
use super::super::roll::Roller;
use crate::character::{Character, Contacts};
use crate::kinematics::{Planted, laid};
use crate::level::Level;
use crate::math::Transform;
use crate::motion::{Clip, Recorder};
use glam::DVec2;

/// The feet of a whole clip.
#[derive(Clone, Debug)]
pub(super) struct FootPlan {
    /// Where each foot's link is in the clip. (frames × feet)
    recorded: Vec<Transform>,
    /// In the order of time. (feet)
    pub(super) plantings: Vec<Vec<Planting>>,
    /// How each foot rolls. (feet)
    pub(super) rollers: Vec<Roller>,
    /// How far the toes of each foot are bent; nothing for one that does not bend [rad]. (frames × feet)
    pub(super) toe_angles: Vec<Option<f64>>,
    pub(super) feet: usize,
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
        let feet = character.feet.len();
        let mut recorder = Recorder::new(character);
        let mut recorded = Vec::with_capacity(feet * clip.frames.len());
        for frame in &clip.frames {
            let kin = recorder.look(&frame.pose);
            recorded.extend((0..feet).map(|foot| laid(character, foot, kin)));
        }
        let mut plan = Self {
            recorded,
            plantings: vec![Vec::new(); feet],
            rollers: (0..feet).map(|foot| Roller::new(character, foot)).collect(),
            toe_angles: Vec::new(),
            feet,
            frames: clip.frames.len(),
        };
        for (foot, own) in character.feet.iter().enumerate() {
            let mut frame = 0;
            while frame < clip.frames.len() {
                let stands = |f: &usize| !clip.frames[*f].contacts.shared(own.patches).is_empty();
                let end = (frame..clip.frames.len())
                    .find(|f| !stands(f))
                    .unwrap_or(clip.frames.len());
                if end > frame {
                    let secs = clip.start_secs + clip.frame_time(frame);
                    let places = (frame..end).map(|frame| plan.recorded(frame, foot));
                    let planting =
                        Planting::new(own, (frame, end), places, level.map(|level| (level, secs)));
                    plan.plantings[foot].push(planting);
                }
                frame = end + 1;
            }
        }
        plan.bridge(clip.frame_secs);
        for foot in 0..feet {
            plan.stretch(foot, stretch_secs / clip.frame_secs);
            plan.lift_heels(foot);
        }
        plan.bend_toes(clip);
        plan
    }

    /// Where a foot's link is in the clip.
    pub(super) fn recorded(&self, frame: usize, foot: usize) -> &Transform {
        &self.recorded[frame * self.feet + foot]
    }

    /// Lets the heel of a standing foot rise as recorded.
    fn lift_heels(&mut self, foot: usize) {
        for index in 0..self.plantings[foot].len() {
            let Planting { from, end, .. } = self.plantings[foot][index];
            let roller = &self.rollers[foot];
            let rolls = (from..end).map(|frame| roller.lift(self.recorded(frame, foot)));
            self.plantings[foot][index].rolls = rolls.collect();
        }
    }

    /// The planting that a foot stands on in a frame.
    pub(super) fn standing_planting(&self, frame: usize, foot: usize) -> Option<usize> {
        let mut plantings = self.plantings[foot].iter();
        plantings.position(|p| (p.from..p.end).contains(&frame))
    }

    /// Whether any foot stands in a frame.
    pub(super) fn anything_stands(&self, frame: usize) -> bool {
        (0..self.feet).any(|foot| self.standing_planting(frame, foot).is_some())
    }

    /// What a foot stands on in a frame, if it stands: its planting and whether the heel is lifted.
    pub(super) fn standing(&self, frame: usize, foot: usize) -> Option<(usize, bool)> {
        let index = self.standing_planting(frame, foot)?;
        let planting = &self.plantings[foot][index];
        Some((index, planting.rolls[frame - planting.from] > 0.0))
    }

    /// What of a standing foot carries weight, and where.
    pub(super) fn place(
        &self,
        character: &Character,
        frame: usize,
        foot: usize,
    ) -> Option<Planted> {
        let index = self.standing_planting(frame, foot)?;
        let planting = &self.plantings[foot][index];
        let roll = planting.rolls[frame - planting.from];
        let flat = (&planting.world_from_link, roll);
        Some(self.rollers[foot].planted(character, foot, flat))
    }

    /// All feet that stand in a frame, the flat ones first, and those that stand longest first: the held one is seldom
    /// another and never rolls when it need not.
    pub(super) fn planted(&self, character: &Character, frame: usize) -> Vec<Planted> {
        let mut order: Vec<(bool, usize, Planted)> = Vec::new();
        for foot in 0..self.feet {
            let standing = self.standing(frame, foot);
            if let Some(((index, rolls), planted)) =
                standing.zip(self.place(character, frame, foot))
            {
                order.push((rolls, self.plantings[foot][index].from, planted));
            }
        }
        order.sort_by_key(|(rolls, from, _)| (*rolls, *from));
        order.into_iter().map(|(.., planted)| planted).collect()
    }

    /// Corners of what carries weight in a frame, seen from above: whole soles, and the front of those that roll.
    pub(super) fn carrying_corners(&self, character: &Character, frame: usize) -> Vec<DVec2> {
        let mut corners = Vec::new();
        for (foot, own) in character.feet.iter().enumerate() {
            let Some((index, rolls)) = self.standing(frame, foot) else {
                continue;
            };
            let place = &self.plantings[foot][index].world_from_link;
            let carrying = if rolls {
                self.rollers[foot].front_corners(character, foot)
            } else {
                own.whole.corners_in_link.clone()
            };
            corners.extend(carrying.into_iter().map(|corner| {
                let corner = place.point(corner);
                DVec2::new(corner.x, corner.z)
            }));
        }
        corners
    }

    /// Soles that stand in a frame.
    pub(super) fn contacts(&self, character: &Character, frame: usize) -> Contacts {
        let feet = (0..self.feet).filter_map(|foot| self.place(character, frame, foot));
        feet.fold(Contacts::NONE, |all, foot| all.union(foot.patches))
    }
}
