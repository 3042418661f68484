//! The correction itself: feet and centre of mass are planned, every frame is solved, and all are calmed over time.

use super::calm::calm;
use super::difference::{measure, move_joints, stride};
use super::figures::{BalanceReport, clip_figures, hand_misses};
use super::frame::FrameSolver;
use super::plan::FootPlan;
use crate::character::{Character, Pose};
use crate::ik::SolverSettings;
use crate::level::Level;
use crate::motion::{BalanceKind, Clip, Recorder};

/// How a clip is corrected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BalanceSettings {
    /// The centre of mass keeps at least this distance from the edge of the support [m]. Default 0.02.
    pub margin: f64,
    /// Weight of a hand's place among effectors. Higher keeps hands nearer to where they were. Default 5.
    pub hand_weight: f64,
    /// Weight of a swinging foot's place and orientation among effectors; far more next to a contact. Default 0.3.
    pub foot_weight: f64,
    /// Contacts begin this much earlier and end this much later while another sole stands, so that there is time to carry
    /// the weight over [s]. Higher is calmer; swings are hurried. Default 0.1.
    pub stretch_secs: f64,
    /// What the change of a correction counts against errors of goals [m²]. Higher is calmer; lower keeps hands nearer to
    /// where they were and the margin nearer to what was asked. Default 1e-3.
    pub calm: f64,
    /// The solver's.
    pub solver: SolverSettings,
}

impl Default for BalanceSettings {
    fn default() -> Self {
        Self {
            margin: 0.02,
            hand_weight: 5.0,
            foot_weight: 0.3,
            stretch_secs: 0.15,
            calm: 1e-3,
            solver: SolverSettings::default(),
        }
    }
}

/// A correction that nothing asks for any more fades with this time constant from frame to frame [s].
const FADE_SECS: f64 = 0.3;
/// What a radian away from the frame before counts in the first look at a frame [m²], and its steps.
const FIRST_HOLD: f64 = 0.05;
const FIRST_STEPS: u32 = 20;

/// How often strides are shortened, and what is not worth it any more [m].
const ATTEMPTS: usize = 3;
const GAVE_WAY: f64 = 5e-3;

/// Solves every frame of a clip again so that its contacts stand still and its centre of mass stays over them. The clip
/// says its contacts itself (see [`crate::motion::mark_contacts`]). `on_progress` gets the share that is done [0..1].
pub fn balance_clip(
    character: &Character,
    clip: &Clip,
    level: Option<&Level>,
    settings: &BalanceSettings,
    on_progress: &mut dyn FnMut(f64),
) -> (Clip, BalanceReport) {
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
    let report = BalanceReport {
        before: clip_figures(character, clip, level),
        after: clip_figures(character, &corrected, level),
        hand_misses: hand_misses(character, clip, &corrected),
        flight_frames: (0..plan.frames)
            .filter(|f| !plan.anything_stands(*f))
            .count(),
        iterations,
    };
    (corrected, report)
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
