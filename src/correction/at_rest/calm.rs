//! Calm over time: of all corrections that let the feet stand, the one that changes least from frame to frame.
//!
//! With xᵢ the correction of a frame as its goals allow it and z a calm copy of all, this lowers
//!
//! ```text
//! Σ goals(xᵢ) + w Σ ( |zᵢ|² + (τ₁/h)² |zᵢ₊₁ − zᵢ|² + (τ₂/h)⁴ |zᵢ₊₁ − 2 zᵢ + zᵢ₋₁|² )   where x = z
//! ```
//!
//! by the alternating direction method of multipliers (Boyd et al. 2011, section 3.1.1): x is a few steps of the solver
//! for every frame, z a band matrix for every joint, and u carries what the two disagree about. A foot that has to be
//! far away soon is thus prepared for long before, and a frame whose goals contradict each other shares that with its
//! neighbours.

use super::band::{Band, CurveCosts};
use super::difference::{ROOT, measure, move_joints, move_root, stride};
use super::frame::FrameSolver;
use crate::character::Pose;
use crate::math::{integer_power, square};

/// Rounds of "what the goals allow, what is calm".
const ROUNDS: usize = 30;
/// How much a frame keeps to its calm copy in one round [m²]. Changes how fast the rounds arrive, not where.
const HOLD: f64 = 5.0;
/// Steps of the solver per frame and round, and those of the last round.
const STEPS: u32 = 2;
const LAST_STEPS: u32 = 6;
/// Rounds end when corrections and their calm copies differ by less than this in the mean [rad].
const AGREED: f64 = 1e-4;
/// τ₁: a correction that is not needed any more fades over about this time [s].
const FADE_SECS: f64 = 0.1;
/// τ₂: and begins and ends over about this time [s].
const BEND_SECS: f64 = 0.15;
/// How firmly the root keeps to where the feet put it, in frames with a contact.
const STANDING: f64 = 1e9;

/// Calms the corrections in `poses`, which are near what the goals ask. `weight` is w [m²]. `on_progress` gets the share that
/// is done [0..1].
pub(super) fn calm(
    frames: &mut FrameSolver,
    weight: f64,
    poses: &mut [Pose],
    on_progress: &mut dyn FnMut(f64),
) {
    let clip = frames.clip;
    let stride = stride(frames.body);
    let size = stride * poses.len();
    let costs = CurveCosts {
        size: weight,
        change: weight * square(FADE_SECS / clip.frame_secs),
        bend: weight * integer_power(BEND_SECS / clip.frame_secs, 4),
    };
    let holds = |firmness: f64| -> Vec<f64> {
        let hold = |frame| f64::from(u8::from(frames.stands(frame))) * firmness;
        (0..clip.frames.len()).map(hold).collect()
    };
    let (joint_hold, root_hold) = (holds(HOLD), holds(STANDING * weight));
    let joints = Band::new(&joint_hold, costs);
    let (mut allowed, mut calm, mut apart) = (vec![0.0; size], vec![0.0; size], vec![0.0; size]);
    measure_all(frames, poses, &mut allowed, stride);
    let mut wanted = vec![0.0; stride];
    for round in 0..ROUNDS {
        // 1 The calm copy.
        let rows = allowed.chunks_exact(stride).zip(apart.chunks_exact(stride));
        for ((copy, (x, u)), hold) in calm.chunks_exact_mut(stride).zip(rows).zip(&joint_hold) {
            for (z, (x, u)) in copy.iter_mut().zip(x.iter().zip(u)) {
                *z = hold * (x + u);
            }
        }
        joints.solve(&mut calm, stride);
        // 2 What it disagrees about with the goals.
        let mut difference = 0.0;
        for ((u, z), x) in apart.iter_mut().zip(&calm).zip(&allowed) {
            *u += x - z;
            difference += (x - z) * (x - z);
        }
        on_progress(round as f64 / ROUNDS as f64);
        if difference < AGREED * AGREED * poses.len() as f64 {
            break;
        }
        // 3 What the goals allow near it.
        for (frame, pose) in poses.iter_mut().enumerate() {
            let row = frame * stride..(frame + 1) * stride;
            for (wanted, (z, u)) in wanted
                .iter_mut()
                .zip(calm[row.clone()].iter().zip(&apart[row.clone()]))
            {
                *wanted = z - u;
            }
            if frames.stands(frame) {
                frames.solve_near(frame, &wanted, (HOLD, STEPS), pose);
                measure(&clip.frames[frame].pose, pose, &mut allowed[row]);
            }
        }
    }
    // Last, from the calm copy itself, so that nothing is left of the goals' jumps but what contacts need.
    for (frame, pose) in poses.iter_mut().enumerate() {
        let row = &calm[frame * stride..(frame + 1) * stride];
        pose.clone_from(&clip.frames[frame].pose);
        move_joints(row, &mut pose.joints);
        pose.clamp_joints(frames.body);
        if frames.stands(frame) {
            frames.solve_near(frame, row, (HOLD, LAST_STEPS), pose);
        }
    }
    // The root follows from the feet; in the air from the frames before and after.
    measure_all(frames, poses, &mut calm, stride);
    for (row, hold) in calm.chunks_exact_mut(stride).zip(&root_hold) {
        for x in row {
            *x *= hold;
        }
    }
    Band::new(&root_hold, costs).solve(&mut calm, stride);
    for (frame, pose) in poses.iter_mut().enumerate() {
        if !frames.stands(frame) {
            pose.world_from_root = clip.frames[frame].pose.world_from_root;
            move_root(&calm[frame * stride..][..ROOT], pose);
        }
    }
}

/// Corrections of all frames that stand, as rows.
fn measure_all(frames: &FrameSolver, poses: &[Pose], rows: &mut [f64], stride: usize) {
    let recorded = frames.clip.frames.iter();
    let pairs = recorded.zip(poses).zip(rows.chunks_exact_mut(stride));
    for (frame, ((recorded, pose), row)) in pairs.enumerate() {
        if frames.stands(frame) {
            measure(&recorded.pose, pose, row);
        } else {
            row.fill(0.0);
        }
    }
}
