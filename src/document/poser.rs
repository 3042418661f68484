//! A setup's pose, found while it is dragged: what is asked of it, and as little change as that needs.
//!
//! Every call descends from where the pose is (`Solver::compromise`), pulled a little to the pose before the drag: it
//! never jumps, a target out of reach makes it rest, and dragging back gives the old pose back.

use super::between::Between;
use super::goals::{stay_upright, write_goals};
use super::manner::{Drawn, Manners};
use super::pull::{Pull, travel};
use super::solving::HOLD;
use super::{Key, Setup, Solving};
use crate::character::{Character, LinkId, Pose};
use crate::collide::Terrain;
use crate::ik::{
    Apart, Finish, Goal, GoalKind, PostureModel, Problem, Rank, Readiness, Report, Solver,
    SolverSettings, Trace, Unit,
};
use crate::kinematics::{Stance, body_size};
use crate::level::Level;
use crate::math::Transform;
use glam::DVec3;
use std::sync::Arc;

/// Finds poses. Owns scratch memory only: any two posers give the same answer, bit for bit.
#[derive(Clone, Debug, Default)]
pub struct Poser {
    solver: Solver,
    report: Report,
    goals: Vec<Goal>,
    /// How readily each joint turns. (links)
    willingness: Vec<f64>,
    manners: Manners,
    /// What the body stands on, and how links touch it.
    ground: Option<(Arc<Level>, Terrain)>,
    /// What was posed between two keys the last time.
    between: Option<Arc<Between>>,
    work: Work,
}

/// What one call took, over all of its solves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Linearisations.
    pub iterations: u32,
    /// Sweeps over all of those.
    pub sweeps: u32,
}

/// What a solve needs to know beside its goals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    /// What posture pulls to.
    pub(super) rest: &'a Pose,
    /// Joints that do not move.
    pub(super) frozen: &'a [LinkId],
    /// What a radian away from `rest` counts [m²].
    pub(super) hold: f64,
    /// At most.
    pub(super) steps: u32,
    /// Which joints turn more readily than others.
    pub(super) readiness: Readiness,
    /// What links keep off.
    pub(super) keeps: Keeps,
    /// What the body does where its goals leave it free.
    pub(super) posture: PostureModel,
    /// How far what is pulled has come since the call before, of a body of human size [m].
    pub(super) travel: f64,
    /// How it is solved.
    pub(super) solving: Solving,
}

impl<'a> Task<'a> {
    /// Of posing.
    const fn posing(
        (frozen, solving): (&'a [LinkId], Solving),
        (rest, travel): (&'a Pose, f64),
        steps: u32,
    ) -> Self {
        Self {
            rest,
            frozen,
            hold: HOLD,
            steps,
            readiness: Readiness::Strength,
            keeps: Keeps::Apart,
            posture: solving.posture,
            travel,
            solving,
        }
    }
}

/// What links keep off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keeps {
    /// Each other and the ground.
    Apart,
    /// Nothing: a pose that is known is only put right.
    Through,
}

// Lengths are those of a person; they go with the size of the body.

/// Steps of one call while dragging: they follow the mouse with time to spare in a frame.
const DRAG_STEPS: u32 = 8;
/// A planted foot goes no farther than this in one call, so that it is followed in few steps [m, rad].
const SLIDE: (f64, f64) = (0.06, 0.2);
/// One that is dragged beyond reach is tried at these shares of its way.
const SLIDE_SHARES: [f64; 2] = [1.0, 0.25];
/// A planted foot is not dragged so far that the trunk leans by more than this [rad].
const MOST_LEAN: f64 = 0.35;
/// While a planted foot slides, the margin may give way by this much [m].
const SLACK: f64 = 1e-3;
/// And soles may be off by this much [m or rad].
const STILL: f64 = 5e-5;
/// Soles that are off by more are brought back in so many steps; what a radian away counts then [m²].
const MEND_STEPS: u32 = 4;
const MEND_HOLD: f64 = 1e-3;

impl Poser {
    /// From now on links keep off this ground, too.
    pub fn stand_on(&mut self, level: &Arc<Level>) {
        let is_known = |(known, _): &(Arc<Level>, Terrain)| Arc::ptr_eq(known, level);
        if !self.ground.as_ref().is_some_and(is_known) {
            self.ground = Some((Arc::clone(level), Terrain::new(level)));
        }
    }

    /// What lies between two keys, planned once for all its moments.
    pub(super) fn between(
        &mut self,
        character: &Arc<Character>,
        keys: (&Arc<Key>, &Arc<Key>),
    ) -> Arc<Between> {
        match &self.between {
            Some(known) if known.is_of(character, keys) => Arc::clone(known),
            _ => {
                let between = Arc::new(Between::new(character, keys));
                self.between = Some(Arc::clone(&between));
                between
            }
        }
    }

    /// What was posed between two keys the last time.
    pub(super) fn last_way(&self) -> Option<&Arc<Between>> {
        self.between.as_ref()
    }

    /// What will be posed between its keys the next time.
    pub(super) fn keep_way(&mut self, way: Arc<Between>) {
        self.between = Some(way);
    }

    /// What every goal got in the last call.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// What the last call took.
    pub fn work(&self) -> Work {
        self.work
    }

    /// The goals of the last call.
    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// Moves the setup's pose towards what is asked, staying near `rest`: the pose when the drag began. A planted foot that
    /// is pulled slides, and its plant goes with it as far as the legs allow; the only one takes the whole figure along.
    pub fn solve(
        &mut self,
        character: &Arc<Character>,
        setup: &mut Setup,
        rest: &Pose,
        pull: Option<&Pull>,
    ) {
        self.solve_for(DRAG_STEPS, character, setup, rest, pull);
    }

    /// The same with another number of steps.
    pub(super) fn solve_for(
        &mut self,
        steps: u32,
        character: &Arc<Character>,
        setup: &mut Setup,
        rest: &Pose,
        pull: Option<&Pull>,
    ) {
        self.work = Work::default();
        let link = pull.and_then(|pull| setup.handles.get(pull.handle)?.grip.link());
        let planted = setup.planted.iter().position(|p| Some(p.link) == link);
        if let (Some(pull), Some(planted)) = (pull, planted) {
            self.slide(steps, character, setup, rest, (pull, planted));
        } else {
            let stance = setup.stance(character);
            let near = (rest, travel(pull));
            self.approach(steps, character, setup, &stance, near, pull);
            if self.worst_contact(character) > STILL {
                self.mend_contacts(character, setup, &stance);
            }
        }
    }

    /// The same with a record of so many moments, and without the end of it: soles that were pulled at stay where that took them.
    pub(super) fn trace(
        &mut self,
        (steps, moments): (u32, usize),
        character: &Arc<Character>,
        setup: &mut Setup,
        rest: &Pose,
        pull: Option<&Pull>,
    ) -> Trace {
        self.work = Work::default();
        let stance = setup.stance(character);
        let goals = self.posing_goals(character, setup, &stance, rest, pull);
        let near = (rest, travel(pull));
        let task = Task::posing((&setup.frozen, setup.solving), near, steps);
        let pose = &mut setup.pose;
        self.run_by(
            character,
            &stance,
            goals,
            task,
            pose,
            |solver, problem, settings, pose, report| {
                solver.solve_traced_up_to(moments, problem, settings, pose, report)
            },
        )
    }

    /// Measures what every goal gets, and changes nothing.
    pub fn look(&mut self, character: &Arc<Character>, setup: &Setup) {
        let mut scratch = setup.clone();
        let stance = setup.stance(character);
        let near = (&setup.pose, 0.0);
        self.approach(0, character, &mut scratch, &stance, near, None);
    }

    /// Solves the setup's goals on a stance.
    fn approach(
        &mut self,
        steps: u32,
        character: &Arc<Character>,
        setup: &mut Setup,
        stance: &Stance,
        near: (&Pose, f64),
        pull: Option<&Pull>,
    ) {
        let goals = self.posing_goals(character, setup, stance, near.0, pull);
        let task = Task::posing((&setup.frozen, setup.solving), near, steps);
        self.run(character, stance, goals, task, &mut setup.pose);
    }

    /// What posing asks of a body.
    fn posing_goals(
        &mut self,
        character: &Arc<Character>,
        setup: &Setup,
        stance: &Stance,
        rest: &Pose,
        pull: Option<&Pull>,
    ) -> Vec<Goal> {
        let mut goals = std::mem::take(&mut self.goals);
        write_goals(character, setup, stance, pull, &mut goals);
        if setup.solving.posture == PostureModel::None {
            goals.extend(stay_upright(setup, rest, pull));
        }
        goals
    }

    /// Brings soles that are on their way, or were pulled at hard, back to where they stand.
    fn mend_contacts(&mut self, character: &Arc<Character>, setup: &mut Setup, stance: &Stance) {
        let goals = std::mem::take(&mut self.goals);
        let contacts = goals.iter().filter(|goal| goal.rank == Rank::CONTACT);
        let contacts: Vec<Goal> = contacts.cloned().collect();
        let rest = setup.pose.clone();
        let mut task = Task {
            rest: &rest,
            frozen: &setup.frozen,
            hold: MEND_HOLD,
            steps: MEND_STEPS,
            readiness: Readiness::Strength,
            keeps: Keeps::Through,
            posture: PostureModel::None,
            travel: 0.0,
            solving: Solving {
                damping: MEND_HOLD,
                ..setup.solving.only_limits()
            },
        };
        self.run(character, stance, contacts, task, &mut setup.pose);
        // What every goal has got now.
        task.steps = 0;
        self.run(character, stance, goals, task, &mut setup.pose);
    }

    /// How far the worst sole is from where it stands [m of a person, or rad].
    fn worst_contact(&self, character: &Character) -> f64 {
        let size = body_size(character);
        let results = self.goals.iter().zip(&self.report.goals);
        let contacts = results.filter(|(goal, _)| goal.rank == Rank::CONTACT);
        let errors = contacts.map(|(goal, got)| match goal.kind.unit() {
            Unit::Metres => got.after / size,
            Unit::Radians => got.after,
        });
        errors.fold(0.0, f64::max)
    }

    fn slide(
        &mut self,
        steps: u32,
        character: &Arc<Character>,
        setup: &mut Setup,
        rest: &Pose,
        (pull, index): (&Pull, usize),
    ) {
        let from = setup.planted[index].world_from_link;
        let rotation = pull.rotation.unwrap_or(from.rotation);
        let to = match (&setup.handles[pull.handle].grip, pull.position) {
            (super::Grip::Point { point_in_link, .. }, Some(position)) => {
                Transform::new(rotation, position - rotation * *point_in_link)
            }
            _ => Transform::new(rotation, from.translation),
        };
        let start = setup.pose.clone();
        self.look(character, setup);
        let size = body_size(character);
        let owed = self.balance_error().max(size * SLACK);
        let most_lean = lean(&start, rest).max(MOST_LEAN);
        let (most, most_turn) = SLIDE;
        let part = (size * most / from.translation.distance(to.translation))
            .min(most_turn / from.rotation.angle_between(to.rotation))
            .min(1.0);
        for share in SLIDE_SHARES.map(|share| share * part) {
            setup.planted[index].world_from_link = Transform::new(
                from.rotation.slerp(to.rotation, share).normalize(),
                from.translation.lerp(to.translation, share),
            );
            // Seen from another foot while there is one: what is held cannot be out of reach.
            let mut planted = setup.planted.clone();
            let moving = planted.remove(index);
            planted.push(moving);
            let stance = Stance::on(character, planted, setup.plants.clone());
            self.approach(steps, character, setup, &stance, (rest, pull.travel), None);
            let is_upright = lean(&setup.pose, rest) <= most_lean;
            let is_balanced = self.balance_error() <= owed;
            if is_balanced && is_upright && self.worst_contact(character) <= STILL {
                return;
            }
            setup.pose.clone_from(&start);
        }
        setup.planted[index].world_from_link = from;
        self.look(character, setup);
    }

    /// How far the centre of mass is from where it has to be [m].
    fn balance_error(&self) -> f64 {
        let results = self.goals.iter().zip(&self.report.goals);
        let balance = results.filter(|(goal, _)| matches!(goal.kind, GoalKind::Balance(_)));
        balance.map(|(_, got)| got.after).fold(0.0, f64::max)
    }

    /// Moves a pose towards goals; they and what they got can be looked at afterwards.
    pub(super) fn run(
        &mut self,
        character: &Arc<Character>,
        stance: &Stance,
        goals: Vec<Goal>,
        task: Task,
        pose: &mut Pose,
    ) {
        self.run_by(
            character,
            stance,
            goals,
            task,
            pose,
            |solver, problem, settings, pose, report| {
                solver.solve(problem, settings, pose, report);
            },
        );
    }

    fn run_by<T>(
        &mut self,
        character: &Arc<Character>,
        stance: &Stance,
        goals: Vec<Goal>,
        task: Task,
        pose: &mut Pose,
        solve: impl FnOnce(&mut Solver, Problem, &SolverSettings, &mut Pose, &mut Report) -> T,
    ) -> T {
        self.goals = goals;
        self.willingness.clear();
        self.willingness.resize(character.links.len(), 1.0);
        for frozen in task.frozen {
            self.willingness[frozen.index()] = 0.0;
        }
        let apart = match (task.keeps, &self.ground) {
            (Keeps::Through, _) => Apart::Through,
            (Keeps::Apart, None) => Apart::Itself,
            (Keeps::Apart, Some((_, terrain))) => Apart::ItselfAndGround(terrain),
        };
        let asked = Problem::new(character, stance, &self.goals).sized(body_size(character));
        let drawn = Drawn {
            before: task.rest,
            now: pose,
            travel: task.travel,
        };
        let rest = self.manners.rest(character, asked, drawn, task.posture);
        let problem = Problem::new(character, stance, &self.goals)
            .near(rest)
            .willing(&self.willingness)
            .ready(task.readiness)
            .apart(apart)
            .sized(body_size(character));
        let settings = SolverSettings {
            finish: Finish::LeastCost,
            posture: task.hold,
            max_iterations: task.steps,
            ..task.solving.settings()
        };
        let solved = solve(&mut self.solver, problem, &settings, pose, &mut self.report);
        self.work.iterations += self.report.iterations;
        self.work.sweeps += self.report.sweeps;
        solved
    }
}

/// How much farther than in another pose the trunk leans [rad].
fn lean(pose: &Pose, other: &Pose) -> f64 {
    let up = |pose: &Pose| pose.world_from_root.rotation * DVec3::Y;
    up(pose).angle_between(up(other))
}
