//! What is understood of a recording before anything moves: its unit, its axes, which joint is what, and how the joints lie.

use super::RetargetSettings;
use super::guess::{LengthUnit, UpAxis, guess_up, leg_lengths, named_leg, starts_with_posture};
use super::map::JointMap;
use super::reference::{Pair, joint_from_link};
use crate::character::{Character, Pose};
use crate::kinematics::Kinematics;
use crate::motion::Recording;
use glam::DQuat;

/// A recording, beside a body.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) map: JointMap,
    pub(super) unit: LengthUnit,
    pub(super) up: UpAxis,
    /// Rows at the start that are no motion.
    pub(super) skipped_rows: usize,
    /// Hip to ankle of the body [m] and of the recording [its unit].
    pub(super) legs: Option<(f64, f64)>,
    /// How each mapped link lies in its joint's axes. (links)
    pub(super) joint_from_link: Vec<Option<DQuat>>,
    /// Whether the recorded skeleton stands when nothing is turned.
    pub(super) stands: bool,
    /// The body when nothing is turned.
    pub(super) zero: Kinematics,
}

impl Reading {
    /// Of a recording that has a row at least.
    pub(super) fn new(
        character: &Character,
        recording: &Recording,
        settings: &RetargetSettings,
    ) -> Self {
        let zero = Kinematics::of(character, &Pose::zero(&character.links));
        let map = JointMap::new(character, recording, &settings.map);
        let mut world = Vec::new();
        recording.world_from_joint(recording.rows() - 1, &mut world);
        let legs = leg_lengths(character, &zero, &map, &world);
        let leg_in_units = named_leg(recording, &world).or(legs.map(|(_, recorded)| recorded));
        let is_posture = |leg: f64| starts_with_posture(recording, leg);
        let skipped_rows = usize::from(leg_in_units.is_some_and(is_posture));
        let guessed_up = || guess_up(character, &zero, &map, recording, skipped_rows);
        let up = settings.up.unwrap_or_else(guessed_up);
        let guessed_unit = leg_in_units.map_or(LengthUnit::KNOWN[0], LengthUnit::of_leg);
        let mut reading = Self {
            map,
            unit: settings.unit.unwrap_or(guessed_unit),
            up,
            skipped_rows,
            legs,
            joint_from_link: Vec::new(),
            stands: true,
            zero,
        };
        let (joint_from_link, stands) = joint_from_link(reading.pair(character, recording));
        reading.joint_from_link = joint_from_link;
        reading.stands = stands;
        reading
    }

    pub(super) fn pair<'a>(
        &'a self,
        character: &'a Character,
        recording: &'a Recording,
    ) -> Pair<'a> {
        Pair {
            character,
            zero: &self.zero,
            map: &self.map,
            recording,
            first_row: self.skipped_rows,
            up: self.up,
        }
    }

    /// Metres of the body for one unit of the recording: the ratio of the legs, so that steps fit.
    pub(super) fn scale(&self) -> f64 {
        let legs = self.legs;
        legs.map_or(self.unit.metres, |(ours, recorded)| ours / recorded)
    }

    /// What people should know, as sentences.
    pub(super) fn notes(&self, recording: &Recording) -> Vec<String> {
        let mut notes = Vec::new();
        if self.skipped_rows > 0 {
            notes.push("row 0 is a posture put in front of the motion and is left out".to_owned());
        }
        if !self.stands {
            notes.push(
                "the recorded skeleton does not stand when nothing is turned; its axes are taken from its motion"
                    .to_owned(),
            );
        }
        if self.legs.is_none() {
            notes.push(
                "no leg is mapped, so the unit alone says how large the motion is".to_owned(),
            );
        }
        if !self.map.by_shape.is_empty() {
            let names = self.map.by_shape.iter();
            let names: Vec<&str> = names
                .map(|joint| recording.joints[*joint].name.as_str())
                .collect();
            notes.push(format!(
                "names do not tell what these joints are, but the shape of the skeleton does: {}",
                names.join(", ")
            ));
        }
        notes
    }
}
