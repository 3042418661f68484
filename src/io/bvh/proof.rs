//! What a written file says when it is read back, compared with the clip that it was made of.

use super::skeleton::Skeleton;
use super::{Bvh, BvhOptions, LengthUnit, RotationOrder};
use crate::character::Character;
use crate::math::Transform;
use crate::motion::{Clip, Recorder};

/// A file that was written, read back and compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// Frames of the clip.
    pub frames: usize,
    /// Rows of the file: one more than frames with the pose of zero rotations before them.
    pub rows: usize,
    /// Joints of the file.
    pub joints: usize,
    /// Between where a joint is in the clip and in the file, over all joints and frames [m].
    pub largest_joint_distance_m: f64,
    /// Largest change of an angle from one frame to the next; large ones are gimbal lock or a leap of the clip [deg].
    pub largest_euler_step_deg: f64,
    /// Difference of the time between frames [s].
    pub frame_secs_error: f64,
    /// The order that all joints were written in.
    pub rotation_order: RotationOrder,
    /// What a length of one means in the file.
    pub unit: LengthUnit,
    /// From the lowest to the highest joint, tip or sole with no joint turned [m].
    pub height_m: f64,
}

impl Proof {
    /// A file with larger distances is refused [m].
    pub const MOST_DISTANCE_M: f64 = 1e-5;

    /// What is wrong, if anything.
    pub(super) fn check(&self) -> Result<(), String> {
        // Not `>`: a distance that is not a number is no proof.
        if self.largest_joint_distance_m < Self::MOST_DISTANCE_M {
            return Ok(());
        }
        Err(format!(
            "was written, but read back a joint is {:.4} mm from where it was; at most {} mm are allowed",
            1e3 * self.largest_joint_distance_m,
            1e3 * Self::MOST_DISTANCE_M
        ))
    }
}

/// Compares row by row; the angles' largest step is for the caller to fill in.
pub(super) fn prove(
    bvh: &Bvh,
    clip: &Clip,
    character: &Character,
    skeleton: &Skeleton,
    options: &BvhOptions,
) -> Proof {
    let extra = usize::from(options.t_pose_row);
    let metres = 1.0 / options.unit.per_metre();
    let is_whole =
        bvh.rows() == clip.frames.len() + extra && bvh.joints.len() == skeleton.joints.len();
    // A file that lost something is infinitely far away.
    let mut largest = if is_whole { 0.0 } else { f64::INFINITY };
    let positions = bvh.positions();
    let mut recorder = Recorder::new(character);
    let (mut locals, mut world): (Vec<Transform>, Vec<Transform>) = (Vec::new(), Vec::new());
    let rows = if is_whole { extra..bvh.rows() } else { 0..0 };
    for (row, frame) in rows.zip(&clip.frames) {
        locals.clear();
        bvh.locals(row, &positions, &mut locals);
        world.clear();
        for (joint, local) in bvh.joints.iter().zip(&locals) {
            world.push(joint.parent.map_or(*local, |parent| world[parent] * *local));
        }
        let kin = recorder.look(&frame.pose);
        for (link, place) in skeleton.links.iter().zip(&world) {
            let distance = kin.pivot(*link).distance(place.translation * metres);
            // `max` would pass over what is not a number.
            largest = if distance.is_finite() {
                largest.max(distance)
            } else {
                f64::INFINITY
            };
        }
    }
    let [low, high] = skeleton.heights_at_zero;
    Proof {
        frames: clip.frames.len(),
        rows: bvh.rows(),
        joints: bvh.joints.len(),
        largest_joint_distance_m: largest,
        largest_euler_step_deg: 0.0,
        frame_secs_error: (bvh.frame_secs - clip.frame_secs).abs(),
        rotation_order: skeleton.order,
        unit: options.unit,
        height_m: high - low,
    }
}
