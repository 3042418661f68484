//! One solve of what is posed, visit by visit, forward and back.
//!
//! ```text
//! Document, Scene: where it starts ──> Trace ──> Theatre: a moment, its pose, its levers, what every goal misses
//!            other ways to solve it ──> Trace ──> Course: what every goal misses, step after step, to be drawn over it
//! ```
//! Every moment keeps its own pose, so that going back is exact. Of the other ways only courses are kept, and of a
//! solve that is too long for the memory its beginning and its end.

use super::course::{Course, linearisation, linearisations, sweep, sweeps};
use super::{Document, Poser, Pull, Setup, Solving};
use crate::character::{Character, LinkId, Pose};
use crate::ik::{Event, Goal, GoalKind, Report, Trace, Visit};
use crate::kinematics::{Kinematics, Stance, Step, forward, hinge_axis_in_world, virtual_centers};
use glam::DVec3;
use std::ops::Range;
use std::sync::Arc;

/// What is shown: the document's goals, solved from a pose.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// Where the solve starts, and what it stays near to: the pose before a drag, or the rest pose.
    pub start: &'a Pose,
    /// What the mouse pulls.
    pub pull: Option<Pull>,
    /// Linearisations, at most.
    pub steps: u32,
}

/// A solve that is stepped through.
#[derive(Clone, Debug)]
pub struct Theatre {
    character: Arc<Character>,
    stance: Stance,
    goals: Vec<Goal>,
    trace: Trace,
    /// Moments of every linearisation.
    linearisations: Vec<Range<usize>>,
    report: Report,
    answer: Pose,
    courses: Vec<Course>,
    at: usize,
}

/// How a joint moves a goal, where the step begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lever {
    /// The joint, by the link that it hangs on its parent.
    pub joint: LinkId,
    /// Index into [`Theatre::goals`].
    pub goal: usize,
    /// Where the joint turns [m].
    pub pivot: DVec3,
    /// What it moves [m]: where the goal takes hold, or the centre of all mass beyond the joint.
    pub tip: DVec3,
    /// A hinge's axis, a unit vector; nothing for a ball.
    pub axis: Option<DVec3>,
    /// The share of what is moved that the goal sees: that of the mass beyond the joint, else 1.
    pub share: f64,
}

/// Moments that are kept at most: some 50 MB of poses of the human.
const MOST_MOMENTS: usize = 60_000;

impl Theatre {
    /// Solves the document's goals as its setup says, and in other ways; it begins at the first moment.
    pub fn open(document: &Document, scene: Scene, others: &[(String, Solving)]) -> Self {
        let mut poser = Poser::default();
        poser.stand_on(&document.level);
        let character = &document.character;
        let setup = Setup {
            pose: scene.start.clone(),
            ..Setup::clone(&document.setup)
        };
        let most = (scene.steps, MOST_MOMENTS);
        let pull = scene.pull.as_ref();
        // A sole that is dragged has been moved already.
        let pull = pull.filter(|pull| {
            let handle = setup.handles.get(pull.handle);
            let link = handle.and_then(|handle| handle.grip.link());
            setup
                .planted
                .iter()
                .all(|planted| Some(planted.link) != link)
        });
        let courses = others.iter().map(|(name, solving)| {
            let mut other = Setup {
                solving: *solving,
                ..setup.clone()
            };
            let trace = poser.trace(most, character, &mut other, scene.start, pull);
            Course::of(name.clone(), &trace, poser.goals().len())
        });
        let courses = courses.collect();
        let mut solved = setup.clone();
        poser.solve_for(scene.steps, character, &mut solved, scene.start, pull);
        let mut traced = setup;
        let trace = poser.trace(most, character, &mut traced, scene.start, pull);
        Self {
            character: Arc::clone(character),
            stance: traced.stance(character),
            goals: poser.goals().to_vec(),
            report: poser.report().clone(),
            linearisations: linearisations(trace.visits()),
            trace,
            answer: solved.pose,
            courses,
            at: 0,
        }
    }

    /// The body.
    pub fn character(&self) -> &Arc<Character> {
        &self.character
    }

    /// What is asked.
    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// What came of it.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The pose that the document gets: that of the last moment, but for soles which the solve pulled away from where they
    /// stand and which are put back.
    pub fn answer(&self) -> &Pose {
        &self.answer
    }

    /// Moments that can be gone to.
    pub fn moments(&self) -> usize {
        self.trace.visits().len()
    }

    /// Moments that were too many to be kept; all of them lie before the last one.
    pub const fn unrecorded(&self) -> usize {
        self.trace.unrecorded()
    }

    /// Which moment it is; counts from 0.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// The moments of every linearisation, one after the other; the first are those before the first step.
    pub fn linearisations(&self) -> &[Range<usize>] {
        &self.linearisations
    }

    /// Which of them it is now.
    pub fn linearisation(&self) -> usize {
        self.linearisations
            .partition_point(|moments| moments.end <= self.at)
    }

    /// The moments of every sweep among some moments.
    pub fn sweeps(&self, among: Range<usize>) -> Vec<Range<usize>> {
        let from = among.start;
        let sweeps = sweeps(&self.trace.visits()[among]).into_iter();
        sweeps.map(|s| from + s.start..from + s.end).collect()
    }

    /// What every goal misses after a moment, in its unit [m or rad].
    pub fn residual_at(&self, moment: usize) -> &[f64] {
        &self.trace.visits()[moment].errors
    }

    /// What happens now: who is visited, in which sweep of which linearisation.
    pub fn visit(&self) -> &Visit {
        &self.trace.visits()[self.at]
    }

    /// The pose that the step leads to now.
    pub fn pose(&self) -> &Pose {
        &self.visit().pose
    }

    /// What every goal misses after this moment, in its unit [m or rad].
    pub fn residual_after(&self) -> &[f64] {
        &self.visit().errors
    }

    /// The same before it.
    pub fn residual_before(&self) -> &[f64] {
        &self.trace.visits()[self.at.saturating_sub(1)].errors
    }

    /// Who is visited: the name of a goal, a joint or a link; nothing between visits.
    pub fn who(&self) -> Option<&str> {
        match self.visit().event {
            Event::Goal { goal } => self.goals.get(goal).map(|goal| goal.name.as_str()),
            Event::Wall { of } | Event::WallMet { of } | Event::WallLetGo { of } => match of {
                crate::ik::WallOf::Goal(goal) => {
                    self.goals.get(goal).map(|goal| goal.name.as_str())
                }
                crate::ik::WallOf::Links(link, _) => Some(&self.character.link(link).name),
            },
            Event::Joint { joint, .. }
            | Event::BoundHeld { joint, .. }
            | Event::BoundLetGo { joint, .. } => Some(&self.character.link(joint).joint.name),
            _ => None,
        }
    }

    /// Goes to a moment, or to the last one when there are not so many.
    pub fn seek(&mut self, moment: usize) {
        self.at = moment.min(self.moments() - 1);
    }

    /// Goes on by one moment; says whether there was one.
    pub fn forward(&mut self) -> bool {
        let is_inside = self.at + 1 < self.moments();
        self.at += usize::from(is_inside);
        is_inside
    }

    /// Goes back by one moment; says whether there was one.
    pub fn back(&mut self) -> bool {
        let is_inside = self.at > 0;
        self.at -= usize::from(is_inside);
        is_inside
    }

    /// Goes to where the next sweep begins, or to the end.
    pub fn next_sweep(&mut self) {
        self.skip_while_same(sweep);
    }

    /// Goes to where this sweep began, or the one before it.
    pub fn previous_sweep(&mut self) {
        self.skip_back_while_same(sweep);
    }

    /// Goes to where the next linearisation begins, or to the end.
    pub fn next_linearisation(&mut self) {
        self.skip_while_same(linearisation);
    }

    /// Goes to where this linearisation began, or the one before it.
    pub fn previous_linearisation(&mut self) {
        self.skip_back_while_same(linearisation);
    }

    /// Goes to the first moment.
    pub const fn to_start(&mut self) {
        self.at = 0;
    }

    /// Goes to the last moment.
    pub fn to_end(&mut self) {
        self.at = self.moments() - 1;
    }

    fn skip_while_same<T: PartialEq>(&mut self, of: impl Fn(&Visit) -> T) {
        let now = of(self.visit());
        while self.forward() && of(self.visit()) == now {}
    }

    fn skip_back_while_same<T: PartialEq>(&mut self, of: impl Fn(&Visit) -> T) {
        if !self.back() {
            return;
        }
        let visits = self.trace.visits();
        let now = of(&visits[self.at]);
        while self.at > 0 && of(&visits[self.at - 1]) == now {
            self.at -= 1;
        }
    }

    /// What every goal misses over the whole solve, as the setup says it is solved.
    pub fn course(&self) -> Course {
        Course::of(String::new(), &self.trace, self.goals.len())
    }

    /// The same of the other ways.
    pub fn courses(&self) -> &[Course] {
        &self.courses
    }

    /// How the joint that is visited moves every goal, or every joint the goal that is visited; none between visits.
    pub fn levers(&self) -> Vec<Lever> {
        let kin = self.kinematics_of_step();
        let all = self.goals.iter().enumerate();
        let all = all.flat_map(|(index, goal)| self.levers_of(index, &goal.kind, &kin));
        match self.visit().event {
            Event::Goal { goal } => all.filter(|lever| lever.goal == goal).collect(),
            Event::Joint { joint, .. } => all.filter(|lever| lever.joint == joint).collect(),
            _ => Vec::new(),
        }
    }

    /// The pose that the step begins from: its rows were written there, and its levers are those of that pose.
    pub fn pose_of_step(&self) -> &Pose {
        let visits = &self.trace.visits()[..=self.at];
        let number = self.visit().linearisation;
        let before = visits.iter().rev().find(|v| v.linearisation < number);
        &before.unwrap_or(&visits[0]).pose
    }

    /// Where everything is there.
    fn kinematics_of_step(&self) -> Kinematics {
        let pose = self.pose_of_step();
        let (rooting, mut kin) = (&self.stance.rooting, Kinematics::default());
        let world_from_held = self.stance.world_from_held();
        forward(rooting, &self.character, pose, world_from_held, &mut kin);
        virtual_centers(rooting, &mut kin);
        kin
    }

    fn levers_of(&self, goal: usize, kind: &GoalKind, kin: &Kinematics) -> Vec<Lever> {
        let rooting = &self.stance.rooting;
        let lever = |step: &Step, tip: DVec3, share: f64| Lever {
            joint: step.joint,
            goal,
            pivot: kin.pivot(step.joint),
            tip,
            axis: (step.dofs == 1).then(|| hinge_axis_in_world(step, kin)),
            share,
        };
        let turns = |step: &&Step| step.dofs > 0;
        let Some(points) = points_of(kind) else {
            let steps = rooting.steps.iter().enumerate();
            let steps = steps.filter(|(_, step)| step.dofs > 0);
            return steps
                .map(|(index, step)| lever(step, kin.virtual_com[index], step.mass_fraction_beyond))
                .collect();
        };
        let mut levers = Vec::new();
        for (link, point_in_link) in points {
            let tip = kin.link(link).point(point_in_link);
            let path = rooting.path_to(link).filter(turns);
            levers.extend(path.map(|step| lever(step, tip, 1.0)));
        }
        levers
    }
}

/// The points that a goal takes hold of; nothing where that is the whole body.
fn points_of(kind: &GoalKind) -> Option<Vec<(LinkId, DVec3)>> {
    let origin = |link: LinkId| (link, DVec3::ZERO);
    Some(match *kind {
        GoalKind::CenterOfMass(_) | GoalKind::Balance(_) | GoalKind::CenterOfMassHeight(_) => {
            return None;
        }
        GoalKind::Position(goal) => vec![(goal.link, goal.point_in_link)],
        GoalKind::Height(goal) => vec![(goal.link, goal.point_in_link)],
        GoalKind::Look(goal) => vec![(goal.link, goal.eyes_in_link)],
        GoalKind::Together(goal) => [goal.first, goal.second]
            .map(|end| (end.link, end.point_in_link))
            .to_vec(),
        GoalKind::Orientation(goal) => vec![origin(goal.link)],
        GoalKind::Direction(goal) => vec![origin(goal.link)],
        GoalKind::Level(goal) => vec![origin(goal.link)],
        GoalKind::Pole(goal) => vec![origin(goal.lower)],
        GoalKind::Even(goal) => vec![origin(goal.first), origin(goal.second)],
    })
}
