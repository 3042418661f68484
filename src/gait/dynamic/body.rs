//! The body of a walk in dynamic balance: given where feet, centre of mass and pelvis should be, the solver finds the legs.

use super::super::biped::Biped;
use super::footwork::FootMoment;
use super::roll::Roller;
use crate::character::{Character, Footing, Pose};
use crate::ik::{
    Finish, Goal, GoalKind, Orientation, Position, Problem, Rank, Readiness, Report, Solver,
    SolverSettings,
};
use crate::kinematics::Stance;
use glam::{DQuat, DVec2, DVec3};

/// What one frame asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Asked {
    /// The foot that the tree is seen from: 0 left, 1 right.
    pub(super) root: usize,
    pub(super) feet: [FootMoment; 2],
    /// How the pelvis lies in the world.
    pub(super) world_from_pelvis: DQuat,
    /// Of the pelvis's pivot (x, z), and its height [m].
    pub(super) pelvis_xz: DVec2,
    pub(super) pelvis_height: f64,
}

/// A body that is posed frame by frame.
pub(super) struct Body<'a> {
    character: &'a Character,
    biped: &'a Biped,
    rollers: [&'a Roller; 2],
    /// The tree seen from either foot.
    stances: [Stance; 2],
    goals: Vec<Goal>,
    /// Only legs turn: all else is carried. (links)
    willingness: Vec<f64>,
    style: &'a Pose,
    solver: Solver,
    report: Report,
    settings: SolverSettings,
    /// The pose before the solve.
    before: Pose,
    /// Whether the other foot is in the air.
    is_free: bool,
}

/// Steps of the solver for a frame: after the last one nothing is left that could tremble.
const STEPS: u32 = 3;
const FIRST_STEPS: u32 = 40;
/// What is as near as this has arrived [m, rad].
const NEAR: f64 = 1e-6;
/// Goals by place in the list.
const FOOT_PLACE: usize = 0;
const FOOT_TURN: usize = 1;
const PLACE: usize = 2;
const PELVIS: usize = 3;

impl<'a> Body<'a> {
    pub(super) fn new(
        character: &'a Character,
        biped: &'a Biped,
        style: &'a Pose,
        rollers: [&'a Roller; 2],
    ) -> Self {
        let stances = [0, 1].map(|foot: usize| {
            // What is behind the ball: toes are turned as the roll says.
            let footing = Footing {
                foot: biped.feet[foot].foot,
                patches: rollers[foot].rear,
            };
            Stance::on_footings(character, &character.rest, [footing])
        });
        let link = biped.feet[0].link;
        let goals = vec![
            Goal::new(
                "other foot",
                Rank::CONTACT,
                Position {
                    link,
                    point_in_link: DVec3::ZERO,
                    target_in_world: DVec3::ZERO,
                },
            ),
            Goal::new(
                "other foot's roll",
                Rank::CONTACT,
                Orientation {
                    link,
                    world_from_link: DQuat::IDENTITY,
                },
            ),
            Goal::new(
                "pelvis",
                Rank::BALANCE,
                Position {
                    link: biped.pelvis,
                    point_in_link: DVec3::ZERO,
                    target_in_world: DVec3::ZERO,
                },
            ),
            Goal::new(
                "pelvis's turn",
                Rank::EFFECTOR,
                Orientation {
                    link: biped.pelvis,
                    world_from_link: DQuat::IDENTITY,
                },
            ),
        ];
        let mut willingness = vec![0.0; character.links.len()];
        for foot in &biped.feet {
            for link in &foot.leg {
                willingness[link.index()] = 1.0;
            }
        }
        Self {
            character,
            biped,
            rollers,
            stances,
            goals,
            willingness,
            style,
            solver: Solver::default(),
            report: Report::default(),
            before: style.clone(),
            is_free: false,
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

    /// Moves `pose`, that of the frame before with the upper body where it belongs, to what is asked. Returns how far the other foot is from its place [m].
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
        self.before.clone_from(pose);
        self.solve(asked, Finish::Steps(steps), pose);
        if self.worst() > NEAR {
            pose.clone_from(&self.before);
            self.solve(asked, Finish::Reached, pose);
        }
        self.report.goals[FOOT_PLACE].after
    }

    fn solve(&mut self, asked: &Asked, finish: Finish, pose: &mut Pose) {
        let problem = Problem::new(self.character, &self.stances[asked.root], &self.goals)
            .near(self.style)
            .willing(&self.willingness)
            .ready(Readiness::Alike)
            .sized(self.biped.fineness());
        self.settings.finish = finish;
        self.solver
            .solve(problem, &self.settings, pose, &mut self.report);
    }

    /// Writes the goals, and turns the toes.
    fn ask(&mut self, asked: &Asked, pose: &mut Pose) {
        let (root, other) = (asked.root, 1 - asked.root);
        let foot = &self.biped.feet[other];
        let there = asked.feet[other].world_from_link;
        self.stances[root].planted[0].world_from_link = asked.feet[root].world_from_link;
        self.goals[FOOT_PLACE].kind = GoalKind::Position(Position {
            link: foot.link,
            point_in_link: foot.center_in_link,
            target_in_world: there.point(foot.center_in_link),
        });
        // In the air an ankle at its limit may take the foot along.
        self.is_free = asked.feet[other].stance.is_none();
        self.goals[FOOT_TURN].rank = if self.is_free {
            Rank::WISH
        } else {
            Rank::CONTACT
        };
        self.goals[FOOT_TURN].kind = GoalKind::Orientation(Orientation {
            link: foot.link,
            world_from_link: there.rotation,
        });
        self.goals[PLACE].kind = GoalKind::Position(Position {
            link: self.biped.pelvis,
            point_in_link: DVec3::ZERO,
            target_in_world: DVec3::new(asked.pelvis_xz.x, asked.pelvis_height, asked.pelvis_xz.y),
        });
        self.goals[PELVIS].kind = GoalKind::Orientation(Orientation {
            link: self.biped.pelvis,
            world_from_link: asked.world_from_pelvis,
        });
        for (roller, moment) in self.rollers.iter().zip(&asked.feet) {
            if let Some(toes) = &roller.toes {
                pose.joints[toes.link.index()] = toes.joint(self.character, moment.toes_up);
            }
        }
    }

    /// The largest error of what must be met in the last frame [m or rad].
    fn worst(&self) -> f64 {
        let goals = self.report.goals.iter().enumerate();
        let must = goals.filter(|(goal, _)| *goal != FOOT_TURN || !self.is_free);
        must.map(|(_, goal)| goal.after).fold(0.0, f64::max)
    }
}
