//! The correction itself: a solve per frame, from the recorded pose and what the frame before changed.

use super::com_path::confine_path;
use super::difference::Difference;
use super::figures::{BalanceReport, clip_figures, hand_misses, hands};
use super::flight::blend_flights;
use super::plan::{FootPlan, blend};
use crate::character::{Character, LinkId, Pose};
use crate::ik::{Goal, GoalKind, Outcome, Problem, Rank, Report, Solver, SolverSettings};
use crate::kinematics::{Kinematics, Stance, SupportPolygon};
use crate::level::Level;
use crate::math::Transform;
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

/// Before it lands a foot gains weight over this time [s], and this many times its own: a foot that has to be planted in the
/// next frame must be nearly there.
const LANDING_SECS: f64 = 0.25;
const LANDING_WEIGHT: f64 = 9.0;
/// Weight of the head's orientation among effectors.
const LOOK_WEIGHT: f64 = 0.3;

/// Frames that stand on the same contacts.
struct Support {
    stance: Stance,
    /// What carries weight, seen from above.
    carrying: SupportPolygon,
    goals: Vec<Goal>,
    /// Index of each moving goal's place in `goals`.
    balance: usize,
    first_hand: usize,
    /// Soles in the air; each has two goals from `first_foot` on.
    swinging: Vec<usize>,
    first_foot: usize,
    first_look: usize,
}

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
        match support_of[frame] {
            Some(support) => {
                run.solve_frame(frame, support, *target_xz, &mut pose);
                report.iterations += run.report.iterations;
                let gave_way = run.report.outcome != Outcome::Reached;
                report.frames_that_gave_way += usize::from(gave_way);
            }
            None => {
                run.carried = None;
                report.flight_frames += 1;
            }
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
    report.before = clip_figures(character, clip);
    report.after = clip_figures(character, &corrected);
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

/// One support for every run of frames with the same plantings, and the support of every frame.
fn supports(
    character: &Character,
    clip: &Clip,
    plan: &FootPlan,
    settings: &BalanceSettings,
) -> (Vec<Support>, Vec<Option<usize>>) {
    let soles = 0..character.soles.len();
    let (mut supports, mut support_of) = (Vec::new(), Vec::with_capacity(clip.frames.len()));
    let mut last: Vec<Option<(usize, bool)>> = Vec::new();
    for frame in 0..clip.frames.len() {
        let now = soles.clone().map(|sole| plan.standing(frame, sole));
        if now.clone().all(|standing| standing.is_none()) {
            support_of.push(None);
            last.clear();
            continue;
        }
        if !now.clone().eq(last.iter().copied()) {
            last = now.collect();
            let stance = Stance::new(character, plan.planted(character, frame));
            let corners = plan.carrying_corners(character, frame);
            let carrying = SupportPolygon::hull(corners);
            supports.push(Support::new(character, stance, carrying, settings));
        }
        support_of.push(Some(supports.len() - 1));
    }
    (supports, support_of)
}

impl Support {
    fn new(
        character: &Character,
        stance: Stance,
        carrying: SupportPolygon,
        settings: &BalanceSettings,
    ) -> Self {
        let mut goals = Goal::contacts(character, &stance);
        let balance = goals.len();
        goals.push(Goal::balance_over_center(&stance));
        let first_hand = goals.len();
        for hand in hands(character) {
            let kind = GoalKind::Position {
                link: hand.link,
                point_in_link: hand.point_in_link,
                target_in_world: glam::DVec3::ZERO,
            };
            let mut goal = Goal::new(hand.name.clone(), Rank::EFFECTOR, kind);
            goal.weight = settings.hand_weight;
            goals.push(goal);
        }
        let first_foot = goals.len();
        let in_air = |sole: &usize| stance.planted.iter().all(|p| p.sole != *sole);
        let swinging: Vec<usize> = (0..character.soles.len()).filter(in_air).collect();
        for index in &swinging {
            let sole = &character.soles[*index];
            let place = GoalKind::Position {
                link: sole.link,
                point_in_link: sole.center_in_link(),
                target_in_world: glam::DVec3::ZERO,
            };
            let orientation = GoalKind::Orientation {
                link: sole.link,
                world_from_link: glam::DQuat::IDENTITY,
            };
            for kind in [place, orientation] {
                let mut goal = Goal::new(sole.name.clone(), Rank::EFFECTOR, kind);
                goal.weight = settings.foot_weight;
                goals.push(goal);
            }
        }
        let first_look = goals.len();
        for link in looking_links(character) {
            let kind = GoalKind::Orientation {
                link,
                world_from_link: glam::DQuat::IDENTITY,
            };
            let name = character.link(link).name.clone();
            let mut goal = Goal::new(name, Rank::EFFECTOR, kind);
            goal.weight = LOOK_WEIGHT;
            goals.push(goal);
        }
        Self {
            stance,
            carrying,
            goals,
            balance,
            first_hand,
            swinging,
            first_foot,
            first_look,
        }
    }
}

/// Links at the end of the trunk: they keep looking where they looked.
fn looking_links(character: &Character) -> impl Iterator<Item = LinkId> {
    character.link_ids().filter(|id| {
        let is_tip = character.links.iter().all(|link| link.parent != Some(*id));
        let is_sole = character.soles.iter().any(|sole| sole.link == *id);
        let in_middle = character.partners[id.index()] == *id;
        is_tip && in_middle && !is_sole && *id != LinkId::ROOT
    })
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
        self.aim(frame, support, com_xz);
        let Support { stance, goals, .. } = &self.supports[support];
        self.body.rest.joints.clone_from(&recorded.joints);
        let dt = self.clip.frame_secs;
        let problem = Problem {
            character: &self.body,
            stance,
            goals,
        };
        match &self.carried {
            Some(difference) => {
                let kept = libm::exp(-dt / self.settings.fade_secs);
                difference.apply(&self.body, kept, pose);
                let max_turn = self.settings.turn_speed * dt;
                let solver = &self.settings.solver;
                self.solver
                    .track(problem, solver, max_turn, pose, &mut self.report);
                // Feet that stand come before calm: what a frame's few steps do not reach gets more of them.
                let contacts = &self.report.goals[..self.supports[support].balance];
                if contacts.iter().any(|goal| !goal.reached) {
                    let solver = SolverSettings {
                        max_iterations: FIRST_ITERATIONS,
                        ..*solver
                    };
                    let max_turn = HURRY * max_turn;
                    self.solver
                        .track(problem, &solver, max_turn, pose, &mut self.report);
                }
            }
            None => {
                let solver = SolverSettings {
                    max_iterations: FIRST_ITERATIONS,
                    ..self.settings.solver
                };
                self.solver.solve(problem, &solver, pose, &mut self.report);
            }
        }
        self.spare.measure(recorded, pose);
        match &mut self.carried {
            Some(carried) => std::mem::swap(carried, &mut self.spare),
            None => self.carried = Some(self.spare.clone()),
        }
    }

    /// Writes the targets of a frame into its support's goals.
    fn aim(&mut self, frame: usize, support: usize, com_xz: DVec2) {
        let kin = self.recorder.look(&self.clip.frames[frame].pose);
        let support = &mut self.supports[support];
        if let GoalKind::CenterOfMass { target_xz } = &mut support.goals[support.balance].kind {
            *target_xz = com_xz;
        }
        // Feet that stand may roll: the held one through the stance, the others through their goals.
        for planted in &mut support.stance.planted {
            if let Some(place) = self.plan.place(frame, planted.sole) {
                planted.world_from_link = place;
            }
        }
        let standing = support.stance.planted.iter().skip(1);
        let contacts = support.goals[..support.balance].chunks_exact_mut(2);
        for (planted, goals) in standing.zip(contacts) {
            aim_at(goals, &planted.world_from_link);
        }
        for goal in &mut support.goals[support.first_hand..support.first_foot] {
            aim_at_recorded(&mut goal.kind, kin);
        }
        for goal in &mut support.goals[support.first_look..] {
            aim_at_recorded(&mut goal.kind, kin);
        }
        let secs = self.clip.start_secs + self.clip.frame_time(frame);
        let level = self.level.map(|level| (level, secs));
        let feet = &mut support.goals[support.first_foot..support.first_look];
        for (sole, goals) in support.swinging.iter().zip(feet.chunks_exact_mut(2)) {
            let dt = self.clip.frame_secs;
            let target = self.plan.swing(&self.body, (frame, *sole), dt, level);
            aim_at(goals, &target);
            let landing = self.plan.secs_to_landing((frame, *sole), dt);
            let nearness = landing.map_or(0.0, |secs| blend(secs / LANDING_SECS));
            for goal in goals {
                goal.weight = self.settings.foot_weight * (1.0 + LANDING_WEIGHT * nearness);
            }
        }
    }
}

/// Sets the targets of a link's place and orientation.
fn aim_at(goals: &mut [Goal], world_from_link: &Transform) {
    for goal in goals {
        match &mut goal.kind {
            GoalKind::Position {
                point_in_link,
                target_in_world,
                ..
            } => *target_in_world = world_from_link.point(*point_in_link),
            GoalKind::Orientation {
                world_from_link: target,
                ..
            } => *target = world_from_link.rotation,
            _ => {}
        }
    }
}

/// Sets a goal's target to where the recorded pose has it.
fn aim_at_recorded(kind: &mut GoalKind, kin: &Kinematics) {
    match kind {
        GoalKind::Position {
            link,
            point_in_link,
            target_in_world,
        } => *target_in_world = kin.link(*link).point(*point_in_link),
        GoalKind::Orientation {
            link,
            world_from_link,
        } => *world_from_link = kin.link(*link).rotation,
        _ => {}
    }
}
