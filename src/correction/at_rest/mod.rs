//! Corrections that could stop at any moment: every frame of a clip solved again, so that feet stay where they stand and the centre of mass
//! stays over them.
//!
//! ```text
//! clip + contacts ──plan──> one place for every contact, paths of feet between them
//!        └────────com_path──> the nearest path of the centre of mass that stays over the support
//!                                  └──frame──> a solve per frame (contacts, balance, hands, feet, posture)
//!                                                   └──calm──> all frames together, smooth in time
//! ```
//! Kenwright's ranks (*Synthesizing Balancing Character Motions*, VRIPHYS 2012): the centre of mass first, effectors after it,
//! posture last; here the posture is the recorded one and not that of rest. What people do in dynamic balance does not survive it: a kick,
//! a walk.

mod band;
mod calm;
mod com_path;
mod difference;
mod frame;
mod plan;
mod stride;
mod support;
mod swing;
mod timing;
mod toes;

use super::BalanceSettings;
use super::balance::Corrected;
use crate::character::{Character, Pose};
use crate::level::Level;
use crate::motion::{BalanceKind, Clip, Recorder};
use calm::calm;
use difference::{measure, move_joints, stride};
use frame::FrameSolver;
use plan::FootPlan;

/// A correction that nothing asks for any more fades with this time constant from frame to frame [s].
const FADE_SECS: f64 = 0.3;
/// What a radian away from the frame before counts in the first look at a frame [m²], and its steps.
const FIRST_HOLD: f64 = 0.05;
const FIRST_STEPS: u32 = 20;

/// How often strides are shortened, and what is not worth it any more [m].
const ATTEMPTS: usize = 3;
const GAVE_WAY: f64 = 5e-3;

/// Solves every frame of a clip again so that its contacts stand still and its centre of mass stays over them.
pub(super) fn correct(
    character: &Character,
    clip: &Clip,
    level: Option<&Level>,
    settings: &BalanceSettings,
    on_progress: &mut dyn FnMut(f64),
) -> (Clip, Corrected) {
    // 1 Where feet stand.
    let mut plan = FootPlan::new(character, clip, level, settings.stretch_secs);
    // 2 Every frame, going on from the one before.
    let mut frames = FrameSolver::new(character, clip, &plan, level, settings);
    let mut poses = first_look(&mut frames);
    // 3 All together, calm over time; strides that turn out too long are shortened, and all is done again.
    let mut iterations = 0;
    for attempt in 1..=ATTEMPTS {
        calm(&mut frames, settings.calm, &mut poses, &mut |share| {
            on_progress(((attempt - 1) as f64 + share) / ATTEMPTS as f64);
        });
        iterations += frames.iterations;
        if attempt == ATTEMPTS || plan.give_way(character, clip, level, &poses) < GAVE_WAY {
            break;
        }
        frames = FrameSolver::new(character, clip, &plan, level, settings);
    }
    on_progress(1.0);

    let mut recorder = Recorder::new(character);
    let new_frames = poses.into_iter().enumerate();
    let new_frames = new_frames.map(|(frame, mut pose)| {
        plan.write_toes(frame, &mut pose);
        recorder.frame(pose, plan.contacts(character, frame))
    });
    let corrected = Clip {
        frames: new_frames.collect(),
        name: clip.name.clone(),
        character: clip.character.clone(),
        level: level.map(|level| level.name.clone()).or(clip.level.clone()),
        balance: Some(BalanceKind::Static),
        start_secs: clip.start_secs,
        frame_secs: clip.frame_secs,
    };
    let came = Corrected {
        flight_frames: (0..plan.frames)
            .filter(|f| !plan.anything_stands(*f))
            .count(),
        unheld_frames: 0,
        iterations,
    };
    (corrected, came)
}

/// Poses that are near what their goals ask for, each found from what the frame before changed.
fn first_look(frames: &mut FrameSolver) -> Vec<Pose> {
    let clip = frames.clip;
    let kept = libm::exp(-clip.frame_secs / FADE_SECS);
    let mut carried = vec![0.0; stride(frames.body)];
    let mut poses = Vec::with_capacity(clip.frames.len());
    for (frame, recorded) in clip.frames.iter().enumerate() {
        let mut pose = recorded.pose.clone();
        for x in &mut carried {
            *x *= kept;
        }
        if frames.stands(frame) {
            move_joints(&carried, &mut pose.joints);
            frames.solve_near(frame, &carried, (FIRST_HOLD, FIRST_STEPS), &mut pose);
            measure(&recorded.pose, &pose, &mut carried);
        }
        poses.push(pose);
    }
    poses
}
