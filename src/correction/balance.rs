//! The correction itself: a solve per frame, from the recorded pose and what the frame before changed.

use super::com_path::confine_path;
use super::difference::Difference;
use super::figures::{BalanceReport, clip_figures, hand_misses};
use super::flight::blend_flights;
use super::plan::FootPlan;
use super::support::{Moment, Support, supports};
use crate::character::{Character, Pose};
use crate::ik::{Outcome, Problem, Report, Solver, SolverSettings};
use crate::kinematics::SupportPolygon;
use crate::level::Level;
use crate::motion::{Clip, Recorder};
use glam::DVec2;

/// How a clip is corrected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BalanceSettings {
    /// The centre of mass keeps at least this distance from the edge of the support [m]. Default 0.02.
    pub margin: f64,
    /// Weight of a hand's place among effectors. Higher keeps hands nearer to where they were. Default 5.
    pub hand_weight: f64,
    /// Weight of a swinging foot's place and orientation among effectors; near its landing it is ten times as much.
    /// Default 0.3.
    pub foot_weight: f64,
    /// Contacts begin this much earlier and end this much later while another sole stands, so that there is time to carry
    /// the weight over [s]. Higher is calmer; swings are hurried. Default 0.1.
    pub stretch_secs: f64,
    /// A correction that nothing asks for any more fades with this time constant [s]. Lower is nearer to the recording,
    /// higher is calmer. Default 0.3.
    pub fade_secs: f64,
    /// Fastest change of a correction [rad/s]. Default 20.
    pub turn_speed: f64,
    /// The solver's. Default: at most 20 linearisations per frame.
    pub solver: SolverSettings,
}

impl Default for BalanceSettings {
    fn default() -> Self {
        Self {
            margin: 0.02,
            hand_weight: 5.0,
            foot_weight: 0.3,
            stretch_secs: 0.1,
            fade_secs: 0.3,
            turn_speed: 20.0,
            solver: SolverSettings {
                max_iterations: 20,
                ..SolverSettings::default()
            },
        }
    }
}

/// A frame whose feet do not stand may turn joints this many times faster.
const HURRY: f64 = 2.0;
/// Linearisations of a frame that has no frame before it to go on from.
const FIRST_ITERATIONS: u32 = 100;

/// Solves every frame of a clip again so that its contacts stand still and its centre of mass stays over them. The clip
/// says its contacts itself (see [`crate::motion::mark_contacts`]). `on_progress` gets the number of frames done.
pub fn balance_clip(
    character: &Character,
    clip: &Clip,
    level: Option<&Level>,
    settings: &BalanceSettings,
    on_progress: &mut dyn FnMut(usize),
) -> (Clip, BalanceReport) {
    let plan = FootPlan::new(character, clip, level, settings.stretch_secs);
    let (supports, support_of) = supports(character, clip, &plan, settings);
    let mut com_path: Vec<DVec2> = clip
        .frames
        .iter()
        .map(|frame| DVec2::new(frame.com.x, frame.com.z))
        .collect();
    let regions: Vec<SupportPolygon> = supports
        .iter()
        .map(|support| support.carrying.inset(settings.margin))
        .collect();
    confine_path(&mut com_path, clip.frame_secs, &regions, &support_of);

    let mut run = Run {
        // Posture pulls to the recorded pose: each frame's becomes the rest of this body.
        body: character.clone(),
        clip,
        plan: &plan,
        level,
        settings,
        supports,
        solver: Solver::default(),
        report: Report::default(),
        recorder: Recorder::new(character),
        carried: None,
        spare: Difference::none(character),
    };
    let mut report = BalanceReport::default();
    let mut poses: Vec<Pose> = Vec::with_capacity(clip.frames.len());
    for (frame, target_xz) in com_path.iter().enumerate() {
        let mut pose = clip.frames[frame].pose.clone();
        if let Some(support) = support_of[frame] {
            run.solve_frame(frame, support, *target_xz, &mut pose);
            report.iterations += run.report.iterations;
            let gave_way = run.report.outcome != Outcome::Reached;
            report.frames_that_gave_way += usize::from(gave_way);
        } else {
            run.carried = None;
            report.flight_frames += 1;
        }
        poses.push(pose);
        on_progress(frame + 1);
    }
    let is_solved: Vec<bool> = support_of.iter().map(Option::is_some).collect();
    blend_flights(character, clip, &is_solved, &mut poses);

    let mut recorder = Recorder::new(character);
    let frames = poses.into_iter().enumerate();
    let frames = frames.map(|(frame, pose)| recorder.frame(pose, plan.contacts(frame)));
    let corrected = Clip {
        frames: frames.collect(),
        level: level.map(|level| level.name.clone()).or(clip.level.clone()),
        ..clone_without_frames(clip)
    };
    report.before = clip_figures(character, clip, level);
    report.after = clip_figures(character, &corrected, level);
    report.hand_misses = hand_misses(character, clip, &corrected);
    (corrected, report)
}

fn clone_without_frames(clip: &Clip) -> Clip {
    Clip {
        name: clip.name.clone(),
        character: clip.character.clone(),
        level: None,
        start_secs: clip.start_secs,
        frame_secs: clip.frame_secs,
        frames: Vec::new(),
    }
}

/// What goes on from frame to frame.
struct Run<'a> {
    body: Character,
    clip: &'a Clip,
    plan: &'a FootPlan,
    level: Option<&'a Level>,
    settings: &'a BalanceSettings,
    supports: Vec<Support>,
    solver: Solver,
    report: Report,
    recorder: Recorder<'a>,
    /// What the frame before changed; nothing at the start and after a flight.
    carried: Option<Difference>,
    spare: Difference,
}

impl Run<'_> {
    /// Solves one frame; `pose` is the recorded one and becomes the answer.
    fn solve_frame(&mut self, frame: usize, support: usize, com_xz: DVec2, pose: &mut Pose) {
        let recorded = &self.clip.frames[frame].pose;
        let kin = self.recorder.look(recorded);
        let secs = self.clip.start_secs + self.clip.frame_time(frame);
        let moment = Moment {
            character: &self.body,
            plan: self.plan,
            settings: self.settings,
            frame,
            frame_secs: self.clip.frame_secs,
            level: self.level.map(|level| (level, secs)),
        };
        let support = &mut self.supports[support];
        support.aim(moment, com_xz, kin);
        self.body.rest.joints.clone_from(&recorded.joints);
        let dt = self.clip.frame_secs;
        let problem = Problem {
            character: &self.body,
            stance: &support.stance,
            goals: &support.goals,
        };
        let patient = SolverSettings {
            max_iterations: FIRST_ITERATIONS,
            ..self.settings.solver
        };
        let (solver, report) = (&mut self.solver, &mut self.report);
        if let Some(difference) = &self.carried {
            let kept = libm::exp(-dt / self.settings.fade_secs);
            difference.apply(&self.body, kept, pose);
            let max_turn = self.settings.turn_speed * dt;
            solver.track(problem, &self.settings.solver, max_turn, pose, report);
            // Feet that stand come before calm: what a frame's few steps do not reach gets more of them.
            let contacts = &report.goals[..support.balance];
            if contacts.iter().any(|goal| !goal.reached) {
                solver.track(problem, &patient, HURRY * max_turn, pose, report);
            }
        } else {
            solver.solve(problem, &patient, pose, report);
        }
        self.spare.measure(recorded, pose);
        match &mut self.carried {
            Some(carried) => std::mem::swap(carried, &mut self.spare),
            None => self.carried = Some(self.spare.clone()),
        }
    }
}
