//! What a recording does not say: which axis points up, how long its unit is, and whether its first row is motion.

use super::map::JointMap;
use super::naming::{Part, Segment, parts_of};
use crate::character::{Character, LinkId};
use crate::kinematics::Kinematics;
use crate::kinematics::Side;
use crate::math::Transform;
use crate::motion::Recording;
use glam::{DQuat, DVec3};
use std::f64::consts::FRAC_1_SQRT_2;

/// The axis of a file that points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpAxis {
    /// As here.
    Y,
    /// As in Blender, 3ds Max and Unreal; its y axis becomes our −z.
    Z,
}

impl UpAxis {
    /// Our axes from the file's.
    pub fn ours_from_file(self) -> DQuat {
        match self {
            Self::Y => DQuat::IDENTITY,
            // A quarter turn about x, exact to the last bit.
            Self::Z => DQuat::from_xyzw(-FRAC_1_SQRT_2, 0.0, 0.0, FRAC_1_SQRT_2),
        }
    }

    /// `y` or `z`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Y => "y",
            Self::Z => "z",
        }
    }
}

/// A length that recordings count in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LengthUnit {
    /// What people call it.
    pub name: &'static str,
    /// [m]
    pub metres: f64,
}

impl LengthUnit {
    /// Those that are in use. CMU's unit is an inch over 0.45.
    pub const KNOWN: [Self; 7] = [
        Self::new("m", 1.0),
        Self::new("ft", 0.3048),
        Self::new("dm", 0.1),
        Self::new("cmu", 0.0254 / 0.45),
        Self::new("in", 0.0254),
        Self::new("cm", 0.01),
        Self::new("mm", 0.001),
    ];

    const fn new(name: &'static str, metres: f64) -> Self {
        Self { name, metres }
    }

    /// The unit of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::KNOWN.into_iter().find(|unit| unit.name == name)
    }

    /// The unit in which a leg of this length, hip to ankle, is most like a grown person's. When none fits the leg is
    /// taken to be of ordinary length, and the unit has no name.
    pub fn of_leg(leg_in_units: f64) -> Self {
        let miss = |unit: &Self| libm::log(leg_in_units * unit.metres / ORDINARY_LEG).abs();
        let best = Self::KNOWN
            .into_iter()
            .min_by(|a, b| miss(a).total_cmp(&miss(b)));
        match best.filter(|unit| miss(unit) < LEG_SPREAD) {
            Some(unit) => unit,
            None => Self::new("no common unit", ORDINARY_LEG / leg_in_units),
        }
    }
}

/// Hip to ankle of a grown person [m].
const ORDINARY_LEG: f64 = 0.83;
/// Legs from three quarters to four thirds of that are ordinary: logarithm of the ratio.
const LEG_SPREAD: f64 = 0.29;
/// Rows that guesses look at, evenly spread.
const SAMPLES: usize = 64;

/// Rows from `first` on, evenly spread, at most [`SAMPLES`].
pub(super) fn sampled_rows(recording: &Recording, first: usize) -> impl Iterator<Item = usize> {
    let rows = recording.rows();
    (first..rows).step_by((rows - first).div_ceil(SAMPLES).max(1))
}

/// Hip to ankle of the character [m] and of the recording [its unit], mean of all legs; nothing when no leg is mapped.
pub(super) fn leg_lengths(
    character: &Character,
    zero: &Kinematics,
    map: &JointMap,
    world: &[Transform],
) -> Option<(f64, f64)> {
    let (mut ours, mut recorded, mut bones) = (0.0, 0.0, 0);
    for foot in character.standing_feet() {
        let mut lower = character.feet[foot].whole.link;
        while let Some(upper) = character.link(lower).parent {
            // The pelvis is no part of a leg.
            if character.link(upper).parent.is_none() {
                break;
            }
            if let (Some(a), Some(b)) = (map.joint(lower), map.joint(upper)) {
                ours += zero.pivot(lower).distance(zero.pivot(upper));
                recorded += world[a].translation.distance(world[b].translation);
                bones += 1;
            }
            lower = upper;
        }
    }
    let legs = character.standing_feet().count().max(1) as f64;
    (bones > 0 && recorded > 0.0).then_some((ours / legs, recorded / legs))
}

/// Hip to ankle of the recorded skeleton by its own names, mean of both sides [its unit]. A character that shares only half
/// a leg with it still shows its size.
pub(super) fn named_leg(recording: &Recording, world: &[Transform]) -> Option<f64> {
    let parts = parts_of(recording.joints.iter().map(|joint| joint.name.as_str()));
    let at = |side: Side, segment: Segment| {
        let joint = parts
            .iter()
            .position(|p| *p == Some(Part { side, segment }))?;
        Some(world[joint].translation)
    };
    let legs = [Side::Left, Side::Right].map(|side| {
        let (hip, knee) = (at(side, Segment::Thigh)?, at(side, Segment::Shank)?);
        Some(hip.distance(knee) + knee.distance(at(side, Segment::Foot)?))
    });
    let found = legs.into_iter().flatten();
    let count = found.clone().count();
    let mean = (count > 0).then(|| found.sum::<f64>() / count as f64);
    mean.filter(|leg| *leg > 0.0)
}

/// The axis along which the top of the body is farthest from its feet, over all rows: even on its hands.
pub(super) fn guess_up(
    character: &Character,
    zero: &Kinematics,
    map: &JointMap,
    recording: &Recording,
    first_row: usize,
) -> UpAxis {
    let feet: Vec<usize> = character
        .standing_feet()
        .filter_map(|foot| map.joint(character.feet[foot].whole.link))
        .collect();
    let top = |a: &LinkId, b: &LinkId| zero.pivot(*a).y.total_cmp(&zero.pivot(*b).y);
    let mapped = character
        .link_ids()
        .filter(|link| map.joint(*link).is_some());
    let Some(top) = mapped.max_by(top).and_then(|link| map.joint(link)) else {
        return UpAxis::Y;
    };
    let mut world = Vec::new();
    let mut body = DVec3::ZERO;
    for row in sampled_rows(recording, first_row) {
        recording.world_from_joint(row, &mut world);
        for foot in &feet {
            body += world[top].translation - world[*foot].translation;
        }
    }
    if body.z.abs() > body.y.abs() {
        UpAxis::Z
    } else {
        UpAxis::Y
    }
}

/// Whether row 0 is no motion but a posture put in front of it: joints leap to row 1 as they never do after.
///
/// A leap is the farthest that a joint moves against the root. Fast kicks move toes at 20 m/s, so the next rows are
/// the measure, not a fixed speed.
pub(super) fn starts_with_posture(recording: &Recording, leg_in_units: f64) -> bool {
    /// A leap is at least this share of a leg.
    const LEAP: f64 = 0.1;
    /// And this many times what joints move in any of the next rows.
    const TIMES: f64 = 4.0;
    const NEXT_ROWS: usize = 12;
    if recording.rows() < 3 {
        return false;
    }
    let (mut last, mut world) = (Vec::new(), Vec::new());
    let mut leap = |row: usize| {
        recording.world_from_joint(row - 1, &mut last);
        recording.world_from_joint(row, &mut world);
        let moved = last.iter().zip(&world).map(|(a, b)| {
            let (a, b) = (a.translation - last[0].translation, b.translation);
            a.distance(b - world[0].translation)
        });
        moved.fold(0.0, f64::max)
    };
    let first = leap(1);
    let end = recording.rows().min(2 + NEXT_ROWS);
    let later = (2..end).map(leap).fold(0.0, f64::max);
    first > LEAP * leg_in_units && first > TIMES * later
}
