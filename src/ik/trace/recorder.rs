//! Follows every visit to the pose that it leads to, as the stepper does: z = p + Jᵀ y, held directions taken out and
//! moved to their bounds, scaled by strength, no turn longer than allowed, limits kept.

use super::Watch;
use super::record::{Event, Trace, Visit, WallOf};
use crate::character::{JointCoordinate, LinkId};
use crate::ik::candidate::{Candidate, Judge};
use crate::ik::effort::Effort;
use crate::ik::limits::{Held, JointBound, confine};
use crate::ik::problem::{Here, Problem};
use crate::ik::step::write_turns;
use crate::ik::sweep::{JointVisit, Progress};
use crate::ik::system::System;
use crate::ik::walls::ActiveWall;
use crate::ik::{Limits, SolverSettings};
use crate::kinematics::move_joints;
use glam::DVec3;

/// Where in a solve it is.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// Starts so far.
    starts: u32,
    /// Steps so far.
    steps: u32,
    round: u32,
    sweep: u32,
    damping: f64,
}

/// Keeps every moment of a solve.
pub(super) struct Recorder<'a> {
    problem: Problem<'a>,
    settings: &'a SolverSettings,
    judge: Judge,
    /// Joints before the solve, inside their limits.
    start: Vec<JointCoordinate>,
    /// Where the step begins.
    from: Candidate,
    /// Where it leads so far.
    to: Candidate,
    rest_share: f64,
    limits: Limits,
    /// What the sweeps of this round solve.
    system: System,
    held: Vec<(LinkId, JointBound)>,
    /// Walls that push, by block.
    walls: Vec<usize>,
    /// Whose walls the blocks after those of the goals are.
    wall_owners: Vec<WallOf>,
    pulls: Vec<DVec3>,
    /// The step in scaled columns, then as turns [rad].
    step: Vec<f64>,
    place: Place,
    trace: Trace,
}

impl<'a> Recorder<'a> {
    /// Keeps so many moments at most.
    pub(super) fn new(problem: Problem<'a>, settings: &'a SolverSettings, moments: usize) -> Self {
        let mut judge = Judge::default();
        judge.begin(problem, settings);
        Self {
            problem,
            settings,
            judge,
            start: Vec::new(),
            from: Candidate::default(),
            to: Candidate::default(),
            rest_share: 0.0,
            limits: settings.limits,
            system: System::default(),
            held: Vec::new(),
            walls: Vec::new(),
            wall_owners: Vec::new(),
            pulls: Vec::new(),
            step: vec![0.0; problem.stance.rooting.dofs],
            place: Place::default(),
            trace: Trace::new(moments, problem.character.links.len()),
        }
    }

    pub(super) fn into_trace(self) -> Trace {
        self.trace
    }

    /// Whether one more moment is kept.
    fn has_room(&mut self) -> bool {
        self.trace.has_room()
    }

    /// Records where a visit leads.
    fn visited(&mut self, event: Event, (before, after): (DVec3, DVec3), progress: Progress) {
        if self.has_room() {
            self.follow(progress);
            let visit = self.visit(event, (before, after), &self.to);
            self.trace.push(visit);
        }
    }

    /// Records what was decided at the pose that the step leads to so far.
    fn decided(&mut self, event: Event) {
        if self.has_room() {
            let visit = self.visit(event, NOBODY, &self.to);
            self.trace.push(visit);
        }
    }

    /// Fills `to` with where the step so far leads.
    fn follow(&mut self, progress: Progress) {
        let (system, share, z) = (&self.system, self.rest_share, &mut self.step);
        // 1 The step in scaled columns, without what is held.
        match progress {
            Progress::Pulls(y, more) => {
                self.pulls.clear();
                self.pulls.extend_from_slice(y);
                for (pull, more) in self.pulls.iter_mut().zip(more) {
                    *pull += *more;
                }
                system.write_step_of(share, &self.pulls, z);
            }
            Progress::Turns(x, more) => {
                z.copy_from_slice(x);
                for (z, more) in z.iter_mut().zip(more) {
                    *z += more;
                }
                for (z, to_rest) in z.iter_mut().zip(&system.to_rest) {
                    *z += share * to_rest;
                }
            }
            Progress::Free(x) | Progress::Whole(x) => z.copy_from_slice(x),
        }
        if matches!(progress, Progress::Pulls(..) | Progress::Turns(..)) {
            for held in &system.held {
                held.take_out(z);
            }
        }
        // 2 What is held moves to its bound.
        if !matches!(progress, Progress::Whole(_)) {
            for held in &system.held {
                held.add_to(held.distance, &mut z[held.first..]);
            }
        }
        // 3 The pose, inside all limits.
        let here = self.from.here(self.problem, &self.judge.strength);
        write_turns(here, self.settings, z);
        let moved = &mut self.to.pose;
        move_joints(here.rooting, here.kin, here.pose, z, moved);
        if self.limits == Limits::Respected {
            moved.clamp_joints(self.problem.character);
        }
        confine(self.problem, self.settings, &self.start, moved);
        self.look();
    }

    /// Measures the pose of `to`.
    fn look(&mut self) {
        self.judge.look(self.problem, self.settings, &mut self.to);
    }
}

/// Nobody was visited.
const NOBODY: (DVec3, DVec3) = (DVec3::ZERO, DVec3::ZERO);

impl Recorder<'_> {
    fn visit(&self, event: Event, (before, after): (DVec3, DVec3), at: &Candidate) -> Visit {
        let place = self.place;
        let sizes = at.measure.sizes.iter().zip(self.problem.goals);
        let mut pose = at.pose.clone();
        pose.world_from_root = at.kin.world_from_link[0];
        Visit {
            event,
            linearisation: place.steps,
            start: place.starts.saturating_sub(1),
            round: place.round,
            sweep: place.sweep,
            damping: place.damping,
            before,
            after,
            cost: at.cost,
            errors: sizes.map(|(size, goal)| goal.kind.told(*size)).collect(),
            pose,
        }
    }
}

impl Watch for Recorder<'_> {
    const LINEARISATIONS: bool = true;
    const VISITS: bool = true;

    fn sweep(&mut self) {
        self.place.sweep += 1;
    }

    fn goal(&mut self, block: usize, before: DVec3, after: DVec3, to: Progress) {
        let goals = self.problem.goals.len();
        let event = match block.checked_sub(goals) {
            Some(wall) => Event::Wall {
                of: self.wall_owners[wall],
            },
            None => Event::Goal { goal: block },
        };
        self.visited(event, (before, after), to);
    }

    fn joint(&mut self, visit: JointVisit, to: Progress) {
        let steps = &self.problem.stance.rooting.steps;
        let is_it = |dof: u16, dofs: u16| usize::from(dof) == visit.first_dof && dofs > 0;
        let mut of = steps.iter().zip(&self.judge.strength);
        if let Some((step, strength)) = of.find(|(step, _)| is_it(step.first_dof, step.dofs)) {
            let event = Event::Joint {
                joint: step.joint,
                stopped: visit.stopped,
            };
            let turns = (*strength * visit.before, *strength * visit.after);
            self.visited(event, turns, to);
        }
    }

    fn deed(&mut self, event: Event, to: Progress) {
        self.visited(event, NOBODY, to);
    }

    fn step(&mut self, here: Here, effort: Effort, judge: &Judge) {
        self.judge.wall = judge.wall;
        self.judge.kernels.clone_from(&judge.kernels);
        // Every step meets its walls anew.
        self.walls.clear();
        self.from.pose.joints.clone_from(&here.pose.joints);
        self.from.kin.clone_from(here.kin);
        self.to.pose.joints.clone_from(&here.pose.joints);
        self.look();
        (self.rest_share, self.limits) = (effort.rest_share, effort.limits);
        self.place = Place {
            starts: self.place.starts,
            steps: self.place.steps + 1,
            round: 0,
            sweep: 0,
            damping: effort.damping,
        };
    }

    fn round(&mut self, system: &System) {
        self.place.round += 1;
        self.system.clone_from(system);
    }

    fn limits(&mut self, here: Here, held: &Held, walls: &[ActiveWall]) {
        let held: Vec<_> = held.bounds(here).collect();
        let before = std::mem::replace(&mut self.held, held.clone());
        for &(joint, bound) in before.iter().filter(|old| !held.contains(old)) {
            self.decided(Event::BoundLetGo { joint, bound });
        }
        for &(joint, bound) in held.iter().filter(|new| !before.contains(new)) {
            self.decided(Event::BoundHeld { joint, bound });
        }
        let goals = self.problem.goals.len();
        self.wall_owners.clear();
        let added = walls.iter().filter(|wall| wall.block >= goals);
        self.wall_owners.extend(added.map(|wall| wall.of));
        for wall in walls {
            let known = self.walls.iter().position(|block| *block == wall.block);
            match (known, wall.let_go) {
                (None, false) => {
                    self.walls.push(wall.block);
                    self.decided(Event::WallMet { of: wall.of });
                }
                (Some(index), true) => {
                    self.walls.swap_remove(index);
                    self.decided(Event::WallLetGo { of: wall.of });
                }
                _ => {}
            }
        }
    }

    fn moment(&mut self, event: Event, at: &Candidate) {
        if event.begins() {
            if self.place.starts == 0 {
                self.start.clone_from(&at.pose.joints);
            }
            self.place = Place {
                starts: self.place.starts + 1,
                steps: self.place.steps,
                ..Place::default()
            };
        }
        if event == Event::Ended || self.has_room() {
            self.trace.push(self.visit(event, NOBODY, at));
        }
    }
}
