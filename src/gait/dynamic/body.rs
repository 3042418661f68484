//! The body of a walk in dynamic balance: given where feet, centre of mass and pelvis should be, the solver finds the legs.

use super::super::biped::Biped;
use super::carriage::{Beat, Carriage};
use super::footwork::{FootMoment, FootTrack};
use super::two_bones::TwoBones;
use crate::character::{Character, Footing, Pose};
use crate::ik::{
    Finish, Goal, GoalKind, Orientation, Position, Problem, Rank, Readiness, Report, Solver,
    SolverSettings,
};
use crate::kinematics::Stance;
use crate::math::Transform;
use glam::{DQuat, DVec3};

/// What one frame asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Asked {
    /// The foot that the tree is seen from: 0 left, 1 right.
    pub(super) root: usize,
    pub(super) feet: [FootMoment; 2],
    pub(super) beat: Beat,
    /// The pelvis's pivot [m].
    pub(super) pelvis_in_world: DVec3,
}

/// A body that is posed frame by frame.
pub(super) struct Body<'a> {
    character: &'a Character,
    biped: &'a Biped,
    carriage: &'a Carriage,
    tracks: &'a [FootTrack; 2],
    /// The legs in closed form, where they are of two bones.
    two_bones: Option<[TwoBones; 2]>,
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
        (carriage, style): (&'a Carriage, &'a Pose),
        tracks: &'a [FootTrack; 2],
    ) -> Self {
        let stances = [0, 1].map(|foot: usize| {
            // What is behind the ball: toes are turned as the roll says.
            let footing = Footing {
                foot: biped.feet[foot].foot,
                patches: tracks[foot].roller.rear,
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
            carriage,
            tracks,
            two_bones: TwoBones::of(character, biped),
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

    /// Moves `pose`, that of the frame before, to what is asked. Returns how far the other foot is from its place [m].
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
        for (track, moment) in self.tracks.iter().zip(&asked.feet) {
            track.pose_toes(self.character, moment.toes_up, pose);
        }
        self.before.clone_from(pose);
        self.solve(asked, Finish::Steps(steps), pose);
        if self.worst() > NEAR {
            pose.clone_from(&self.before);
            self.solve(asked, Finish::Reached, pose);
        }
        self.report.goals[FOOT_PLACE].after
    }

    /// The legs in closed form; says whether they are of that kind and reach.
    fn reach(&self, asked: &Asked, pose: &mut Pose) -> bool {
        let Some(legs) = &self.two_bones else {
            return false;
        };
        let pelvis = Transform::new(
            self.carriage.world_from_pelvis(&asked.beat),
            asked.pelvis_in_world,
        );
        pose.world_from_root = pelvis;
        let mut reaches = true;
        for foot in [0, 1] {
            let (leg, track) = (&legs[foot], &self.tracks[foot]);
            let moment = &asked.feet[foot];
            let own = (&track.foot, &track.roller);
            let rise = leg.heel_rise(self.character, &pelvis, own, moment);
            let place = if rise > 0.0 {
                track.pose_toes(self.character, moment.toes_up + rise, pose);
                track.roller.about_ball(&moment.world_from_link, -rise)
            } else {
                moment.world_from_link
            };
            let is_free = moment.stance.is_none();
            reaches &= leg.pose(self.character, (&pelvis, &place), is_free, pose);
        }
        reaches
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
            .sized(self.biped.fineness());
        self.settings.finish = finish;
        self.solver
            .solve(problem, &self.settings, pose, &mut self.report);
    }

    /// Writes the goals, and puts all that is carried where it belongs.
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
            target_in_world: asked.pelvis_in_world,
        });
        self.goals[PELVIS].kind = GoalKind::Orientation(Orientation {
            link: self.biped.pelvis,
            world_from_link: self.carriage.world_from_pelvis(&asked.beat),
        });
        self.carriage
            .pose_upper_body(self.character, &asked.beat, pose);
        for (track, moment) in self.tracks.iter().zip(&asked.feet) {
            track.pose_toes(self.character, moment.toes_up, pose);
        }
    }

    /// The largest error of what must be met in the last frame [m or rad].
    fn worst(&self) -> f64 {
        let goals = self.report.goals.iter().enumerate();
        let must = goals.filter(|(goal, _)| *goal != FOOT_TURN || !self.is_free);
        must.map(|(_, goal)| goal.after).fold(0.0, f64::max)
    }
}
