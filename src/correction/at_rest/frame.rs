//! One frame: its goals, and the pose that gives them as much as it can while staying near a wanted correction.

use super::super::BalanceSettings;
use super::com_path::confine_path;
use super::difference::move_joints;
use super::plan::FootPlan;
use super::support::{Moment, Support, supports};
use crate::character::{Character, Pose};
use crate::ik::{Finish, Problem, Readiness, Report, Solver, SolverSettings};
use crate::kinematics::SupportPolygon;
use crate::level::Level;
use crate::motion::{Clip, Recorder};
use glam::DVec2;

/// Solves single frames of a clip.
pub(super) struct FrameSolver<'a> {
    pub(super) body: &'a Character,
    /// What posture pulls to: the recorded pose and what a correction makes of it.
    near: Pose,
    pub(super) clip: &'a Clip,
    plan: &'a FootPlan,
    level: Option<&'a Level>,
    settings: &'a BalanceSettings,
    /// Every run of frames on the same soles, and which of them a frame belongs to; nothing in the air. (frames)
    supports: Vec<Support>,
    support_of: Vec<Option<usize>>,
    /// Where the centre of mass should be, x and z [m]. (frames)
    com_path: Vec<DVec2>,
    solver: Solver,
    report: Report,
    recorder: Recorder<'a>,
    /// How readily each joint turns. (links)
    willingness: Vec<f64>,
    /// Linearisations so far.
    pub(super) iterations: u32,
}

impl<'a> FrameSolver<'a> {
    /// Works out what every frame stands on and how the centre of mass gets from one support to the next.
    pub(super) fn new(
        character: &'a Character,
        clip: &'a Clip,
        plan: &'a FootPlan,
        level: Option<&'a Level>,
        settings: &'a BalanceSettings,
    ) -> Self {
        let (supports, support_of) = supports(character, clip, plan, settings);
        let regions = supports.iter();
        let regions: Vec<SupportPolygon> =
            regions.map(|s| s.carrying.inset(settings.margin)).collect();
        let com = clip.frames.iter().map(|frame| frame.com);
        let mut com_path: Vec<DVec2> = com.map(|com| DVec2::new(com.x, com.z)).collect();
        confine_path(&mut com_path, clip.frame_secs, &regions, &support_of);
        Self {
            body: character,
            near: character.rest.clone(),
            clip,
            plan,
            level,
            settings,
            supports,
            support_of,
            com_path,
            solver: Solver::default(),
            report: Report::default(),
            recorder: Recorder::new(character),
            willingness: plan.willingness(character),
            iterations: 0,
        }
    }

    /// Whether a frame has a contact.
    pub(super) fn stands(&self, frame: usize) -> bool {
        self.support_of[frame].is_some()
    }

    /// Moves `pose` to where the goals of a frame and the correction that is wanted balance. `hold` is what a radian away
    /// from it counts [m²]. The frame has to stand.
    pub(super) fn solve_near(
        &mut self,
        frame: usize,
        wanted: &[f64],
        (hold, steps): (f64, u32),
        pose: &mut Pose,
    ) {
        let Some(support) = self.support_of[frame] else {
            return;
        };
        let recorded = &self.clip.frames[frame].pose;
        let secs = self.clip.start_secs + self.clip.frame_time(frame);
        let moment = Moment {
            character: self.body,
            plan: self.plan,
            settings: self.settings,
            frame,
            frame_secs: self.clip.frame_secs,
            level: self.level.map(|level| (level, secs)),
        };
        let support = &mut self.supports[support];
        support.aim(moment, self.com_path[frame], self.recorder.look(recorded));
        self.near.joints.clone_from(&recorded.joints);
        move_joints(wanted, &mut self.near.joints);
        self.plan.write_toes(frame, &mut self.near);
        self.plan.write_toes(frame, pose);
        let settings = SolverSettings {
            finish: Finish::LeastCost,
            damping: hold,
            posture: hold,
            max_iterations: steps,
            ..self.settings.solver
        };
        // Strengths say how far joints go from rest, and what was recorded has its posture already. With them some clips get
        // calmer, but a walk is left with a fifth less margin and its hands a third farther off.
        let problem = Problem::new(self.body, &support.stance, &support.goals)
            .near(&self.near)
            .willing(&self.willingness)
            .ready(Readiness::Alike);
        self.solver
            .solve(problem, &settings, pose, &mut self.report);
        self.iterations += self.report.iterations;
    }
}
