//! The body of a walk in dynamic balance: given where feet, centre of mass and pelvis should be, the solver finds the legs.

use super::super::biped::Foot;
use super::footwork::FootMoment;
use super::roll::Roller;
use super::two_bones::TwoBones;
use crate::character::{Character, Footing, LinkId, Pose};
use crate::ik::{
    Finish, Goal, GoalKind, Orientation, Position, Problem, Rank, Readiness, Report, Solver,
    SolverSettings,
};
use crate::kinematics::Stance;
use crate::math::Transform;
use glam::{DQuat, DVec3};

/// What one frame asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Asked<'m> {
    /// The foot that the tree is seen from.
    pub(super) root: usize,
    pub(super) feet: &'m [FootMoment],
    /// How the pelvis lies in the world.
    pub(super) world_from_pelvis: DQuat,
    /// The pelvis's pivot [m].
    pub(super) pelvis_in_world: DVec3,
}

/// A body that is posed frame by frame.
pub(super) struct Body<'a> {
    character: &'a Character,
    pelvis: LinkId,
    fineness: f64,
    feet: &'a [Foot],
    rollers: Vec<&'a Roller>,
    /// The legs in closed form, where they are of two bones and nothing else is wanted.
    two_bones: Option<&'a [TwoBones; 2]>,
    /// The tree seen from each foot.
    stances: Vec<Stance>,
    goals: Vec<Goal>,
    /// Only legs turn: all else is carried. (links)
    willingness: Vec<f64>,
    style: &'a Pose,
    solver: Solver,
    report: Report,
    settings: SolverSettings,
    /// The pose before the solve.
    before: Pose,
    /// Which of the feet that have goals are in the air.
    is_free: Vec<bool>,
}

/// Steps of the solver for a frame: after the last one nothing is left that could tremble.
const STEPS: u32 = 3;
const FIRST_STEPS: u32 = 40;
/// What is as near as this has arrived [m, rad].
const NEAR: f64 = 1e-6;
/// The last goals are the pelvis's place and its turn; before them come place and turn of each foot but the one that the tree is
/// seen from, in order.
const PELVIS_GOALS: usize = 2;

impl<'a> Body<'a> {
    pub(super) fn new(
        character: &'a Character,
        (pelvis, feet, fineness): (LinkId, &'a [Foot], f64),
        style: &'a Pose,
        rollers: Vec<&'a Roller>,
    ) -> Self {
        let stances = feet.iter().zip(&rollers);
        let stances = stances.map(|(foot, roller)| {
            // What is behind the ball: toes are turned as the roll says.
            let footing = Footing {
                foot: foot.foot,
                patches: roller.rear,
            };
            Stance::on_footings(character, &character.rest, [footing])
        });
        let stances = stances.collect();
        let place = |name: &str, rank: Rank, link: LinkId| {
            let place = Position {
                link,
                point_in_link: DVec3::ZERO,
                target_in_world: DVec3::ZERO,
            };
            Goal::new(name, rank, place)
        };
        let turn = |name: &str, rank: Rank, link: LinkId| {
            let turn = Orientation {
                link,
                world_from_link: DQuat::IDENTITY,
            };
            Goal::new(name, rank, turn)
        };
        let mut goals = Vec::new();
        for foot in &feet[1..] {
            goals.push(place("foot", Rank::CONTACT, foot.link));
            goals.push(turn("foot's roll", Rank::CONTACT, foot.link));
        }
        goals.push(place("pelvis", Rank::BALANCE, pelvis));
        goals.push(turn("pelvis's turn", Rank::EFFECTOR, pelvis));
        let mut willingness = vec![0.0; character.links.len()];
        for foot in feet {
            for link in &foot.leg {
                willingness[link.index()] = 1.0;
            }
        }
        Self {
            character,
            pelvis,
            fineness,
            feet,
            rollers,
            two_bones: None,
            stances,
            goals,
            willingness,
            style,
            solver: Solver::default(),
            report: Report::default(),
            before: style.clone(),
            is_free: vec![false; feet.len() - 1],
            settings: SolverSettings {
                damping: 1e-6,
                posture: 3e-7,
                position_tolerance: 1e-8,
                angle_tolerance: 1e-8,
                max_travel: 1.0,
                max_iterations: 60,
                restarts: 0,
                ..SolverSettings::default()
            },
        }
    }

    /// The same with legs of two bones in closed form.
    pub(super) fn with_two_bones(self, two_bones: Option<&'a [TwoBones; 2]>) -> Self {
        Self { two_bones, ..self }
    }

    /// Moves `pose`, that of the frame before with the upper body where it belongs, to what is asked. Returns how far a foot is from its place at most [m].
    pub(super) fn follow(&mut self, asked: &Asked, pose: &mut Pose) -> f64 {
        self.pose(asked, STEPS, pose)
    }

    /// The same from anywhere.
    pub(super) fn find(&mut self, asked: &Asked, pose: &mut Pose) -> f64 {
        self.pose(asked, FIRST_STEPS, pose)
    }

    /// Unjudged steps are smooth and quick where they arrive; where they do not, a judged solve goes there with care.
    fn pose(&mut self, asked: &Asked, steps: u32, pose: &mut Pose) -> f64 {
        self.ask(asked, pose);
        if self.reach(asked, pose) {
            return 0.0;
        }
        self.turn_toes(asked, pose);
        self.before.clone_from(pose);
        self.solve(asked, Finish::Steps(steps), pose);
        if self.worst() > NEAR {
            pose.clone_from(&self.before);
            self.solve(asked, Finish::Reached, pose);
        }
        let feet = self.report.goals.len() - PELVIS_GOALS;
        let feet = self.report.goals[..feet].iter().step_by(2);
        feet.map(|foot| foot.after).fold(0.0, f64::max)
    }

    /// The legs in closed form; says whether they are of that kind and reach.
    fn reach(&self, asked: &Asked, pose: &mut Pose) -> bool {
        let Some(legs) = self.two_bones else {
            return false;
        };
        let pelvis = Transform::new(asked.world_from_pelvis, asked.pelvis_in_world);
        pose.world_from_root = pelvis;
        let mut reaches = true;
        for (foot, leg) in legs.iter().enumerate() {
            let (own, roller) = (&self.feet[foot], self.rollers[foot]);
            let moment = &asked.feet[foot];
            let rise = leg.heel_rise(self.character, &pelvis, (own, roller), moment);
            let place = if rise > 0.0 {
                roller.pose_toes(self.character, moment.toes_up + rise, pose);
                roller.about_ball(&moment.world_from_link, -rise)
            } else {
                moment.world_from_link
            };
            let swing = moment.stance.is_none().then_some(moment.swing);
            reaches &= leg.pose(self.character, (&pelvis, &place), swing, pose);
        }
        reaches
    }

    fn turn_toes(&self, asked: &Asked, pose: &mut Pose) {
        for (roller, moment) in self.rollers.iter().zip(asked.feet) {
            roller.pose_toes(self.character, moment.toes_up, pose);
        }
    }

    fn solve(&mut self, asked: &Asked, finish: Finish, pose: &mut Pose) {
        let problem = Problem::new(self.character, &self.stances[asked.root], &self.goals)
            .near(if self.two_bones.is_some() {
                &self.before
            } else {
                self.style
            })
            .willing(&self.willingness)
            .ready(Readiness::Alike)
            .sized(self.fineness);
        self.settings.finish = finish;
        self.solver
            .solve(problem, &self.settings, pose, &mut self.report);
    }

    /// Writes the goals, and turns the toes.
    fn ask(&mut self, asked: &Asked, pose: &mut Pose) {
        let root = asked.root;
        self.stances[root].planted[0].world_from_link = asked.feet[root].world_from_link;
        let others = (0..self.feet.len()).filter(|foot| *foot != root);
        for (k, other) in others.enumerate() {
            let foot = &self.feet[other];
            let moment = &asked.feet[other];
            let there = moment.world_from_link;
            let (place, turn) = (2 * k, 2 * k + 1);
            self.goals[place].kind = GoalKind::Position(Position {
                link: foot.link,
                point_in_link: foot.center_in_link,
                target_in_world: there.point(foot.center_in_link),
            });
            // In the air an ankle at its limit may take the foot along.
            self.is_free[k] = moment.stance.is_none();
            self.goals[turn].rank = if self.is_free[k] {
                Rank::WISH
            } else {
                Rank::CONTACT
            };
            self.goals[turn].kind = GoalKind::Orientation(Orientation {
                link: foot.link,
                world_from_link: there.rotation,
            });
        }
        let pelvis = self.goals.len() - PELVIS_GOALS;
        self.goals[pelvis].kind = GoalKind::Position(Position {
            link: self.pelvis,
            point_in_link: DVec3::ZERO,
            target_in_world: asked.pelvis_in_world,
        });
        self.goals[pelvis + 1].kind = GoalKind::Orientation(Orientation {
            link: self.pelvis,
            world_from_link: asked.world_from_pelvis,
        });
        self.turn_toes(asked, pose);
    }

    /// The largest error of what must be met in the last frame [m or rad].
    fn worst(&self) -> f64 {
        let goals = self.report.goals.iter().enumerate();
        let may =
            |goal: usize| !goal.is_multiple_of(2) && self.is_free.get(goal / 2) == Some(&true);
        let must = goals.filter(|(goal, _)| !may(*goal));
        must.map(|(_, goal)| goal.after).fold(0.0, f64::max)
    }
}
