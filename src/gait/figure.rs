//! The body that walks: what a moment of a walk asks of it, and the pose that gives it.

use super::biped::{Biped, MOST_STRETCH};
use super::comfort::{is_comfortable, slow_near_limits, zones};
use super::settings::{ArmStyle, WalkSettings};
use crate::character::{Character, JointCoordinate, Pose};
use crate::collide::Terrain;
use crate::ik::{
    Apart, CenterOfMass, Finish, Goal, GoalKind, Height, Orientation, Outcome, Position, Problem,
    Rank, Readiness, Report, Solver, SolverSettings,
};
use crate::kinematics::{Kinematics, Stance, forward};
use crate::level::Level;
use crate::math::Transform;
use glam::{DQuat, DVec2, DVec3};
use std::f64::consts::PI;

/// Where everything should be at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wanted {
    /// The foot that the tree is seen from: 0 left, 1 right.
    pub(super) root: usize,
    /// Where the links of both feet are.
    pub(super) world_from_feet: [Transform; 2],
    /// Where the body is carried: x and z of the centre of mass, y of the pelvis [m].
    pub(super) carried: DVec3,
    /// How firmly the other foot keeps its orientation: 1 on the ground, less in the air.
    pub(super) firmness: f64,
}

/// Whether links keep off each other and off the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keeps {
    /// A frame of a walk.
    Apart,
    /// A pose that is only looked for: what is in its way may be elsewhere by then.
    Through,
}

/// A body that follows what is wanted. Owns scratch memory and the goals.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    pub(super) biped: Biped,
    character: Character,
    /// What links keep off, besides each other, and whether they do.
    ground: Terrain,
    keeps: Keeps,
    /// Where a frame began, with what was free then.
    before: Pose,
    freedom_before: Vec<f64>,
    /// A joint that turns farther in one frame leaps [rad].
    most_turn: f64,
    /// The walk's own posture: what the body would rather do.
    posture: Pose,
    /// How readily each joint turns now. (links)
    willingness: Vec<f64>,
    /// How near its limits each joint becomes unwilling [rad]. (links)
    zones: Vec<[f64; 3]>,
    /// How free every joint is, from 0 at its limits to 1. (links)
    freedom: Vec<f64>,
    /// Arms as the style holds them, not swung.
    style: Pose,
    arms: ArmStyle,
    /// The tree seen from either foot.
    stances: [Stance; 2],
    goals: Vec<Goal>,
    solver: Solver,
    report: Report,
    settings: SolverSettings,
    kin: Kinematics,
}

/// Strengths are those of people who stand and use their hands. With them, joints accelerate up to three times as hard on
/// slopes and stairs, and stepping stones that the human can walk over are out of its reach.
const READINESS: Readiness = Readiness::Alike;
/// Steps of the solver for one frame: the first arrives, the second takes out what the first one bent.
const STEPS: u32 = 2;
/// Share of the way by which joints become free again from frame to frame, and while a pose is looked for.
const FREEDOM: f64 = 0.1;
const FINDING_FREEDOM: f64 = 0.1;
/// Frames that a pose far away may take to be found, and how near everything of a person is then [m, rad].
const FINDING: usize = 8;
const FOUND: f64 = 1e-4;
/// How near a person's pelvis is to its height then [m].
const CARRIED: f64 = 5e-3;
/// A joint of a person that turns faster leaps [rad/s], and a foot that is so far from its place is held up by something [m].
const MOST_SPEED: f64 = 25.0;
const MISSED: f64 = 5e-3;
/// Goals by place in the list.
const FOOT_PLACE: usize = 0;
const FOOT_FLAT: usize = 1;
const BALANCE: usize = 2;
const HEIGHT: usize = 3;
const TRUNK: usize = 4;
/// How far arms swing for a foot that is a leg's length ahead [rad].
const ARM_SWING: f64 = 1.2;
/// How far arms that are held out are raised [rad].
const ARMS_OUT: f64 = 1.2;

impl Figure {
    pub(super) fn new(
        character: &Character,
        biped: Biped,
        settings: &WalkSettings,
        level: &Level,
    ) -> Self {
        let stances = [0, 1].map(|foot| {
            let foot: &super::Foot = &biped.feet[foot];
            Stance::from_pose(character, &character.rest, &[foot.foot])
        });
        let foot = &biped.feet[0];
        let goals = vec![
            Goal::new(
                "other foot",
                Rank::CONTACT,
                GoalKind::Position(Position {
                    link: foot.link,
                    point_in_link: foot.center_in_link,
                    target_in_world: DVec3::ZERO,
                }),
            ),
            Goal::new(
                "other foot flat",
                Rank::CONTACT,
                GoalKind::Orientation(Orientation {
                    link: foot.link,
                    world_from_link: DQuat::IDENTITY,
                }),
            ),
            Goal::new(
                "balance",
                Rank::BALANCE,
                GoalKind::CenterOfMass(CenterOfMass {
                    target_xz: DVec2::ZERO,
                }),
            ),
            Goal::new(
                "height",
                Rank::EFFECTOR,
                GoalKind::Height(Height {
                    link: biped.pelvis,
                    point_in_link: DVec3::ZERO,
                    height: 0.0,
                }),
            ),
            Goal {
                weight: settings.upright,
                ..Goal::new(
                    "trunk",
                    Rank::WISH,
                    GoalKind::Orientation(Orientation {
                        link: biped.pelvis,
                        world_from_link: DQuat::IDENTITY,
                    }),
                )
            },
        ];
        let mut posture = bent_legs(character, &biped, settings.crouch);
        if settings.arms == ArmStyle::Out {
            for &(arm, side) in &biped.arms {
                let joint = &mut posture.joints[arm.index()];
                if let JointCoordinate::Ball(q) = joint {
                    *q = (DQuat::from_rotation_z(side * ARMS_OUT) * *q).normalize();
                }
                *joint = joint.clamped(&character.links[arm.index()].joint.kind);
            }
        }
        Self {
            zones: zones(character, &posture),
            freedom: vec![1.0; character.links.len()],
            freedom_before: Vec::new(),
            before: posture.clone(),
            most_turn: MOST_SPEED / biped.fineness().sqrt() * settings.frame_secs,
            willingness: vec![1.0; character.links.len()],
            style: posture.clone(),
            posture,
            arms: settings.arms,
            character: character.clone(),
            ground: Terrain::new(level),
            keeps: if settings.through {
                Keeps::Through
            } else {
                Keeps::Apart
            },
            stances,
            goals,
            solver: Solver::default(),
            report: Report::default(),
            kin: Kinematics::default(),
            settings: SolverSettings {
                finish: Finish::Steps(STEPS),
                damping: 1e-3,
                posture: 1.1e-4,
                position_tolerance: 1e-4,
                angle_tolerance: 1e-3,
                ..SolverSettings::default()
            },
            biped,
        }
    }

    /// Moves the ground to where it is at a time [s].
    pub(super) fn move_ground(&mut self, time_secs: f64) {
        self.ground.at(time_secs, 1.0);
    }

    /// Moves `pose`, which is near, to where everything should be. Returns how far the other foot is from its place [m].
    /// Where a foot is led through the other leg nothing could keep them apart but a leap: they pass through each other.
    pub(super) fn follow(&mut self, wanted: &Wanted, pose: &mut Pose) -> f64 {
        self.before.joints.clone_from(&pose.joints);
        self.freedom_before.clone_from(&self.freedom);
        self.step_towards(wanted, (FREEDOM, self.keeps), pose);
        if self.keeps == Keeps::Apart && self.leaps(pose) {
            pose.joints.clone_from(&self.before.joints);
            self.freedom.clone_from(&self.freedom_before);
            self.step_towards(wanted, (FREEDOM, Keeps::Through), pose);
        }
        self.report.goals[FOOT_PLACE].after
    }

    /// Whether the last frame missed its foothold, or turned a joint faster than a walk does.
    fn leaps(&self, pose: &Pose) -> bool {
        let missed = self.report.goals[FOOT_PLACE].after > MISSED * self.biped.fineness();
        missed || pose.largest_turn_from(&self.before) > self.most_turn
    }

    /// Joints become free again by a share of the way.
    fn step_towards(
        &mut self,
        wanted: &Wanted,
        (letting_go, keeps): (f64, Keeps),
        pose: &mut Pose,
    ) {
        self.ask(wanted);
        let freedom = (&mut self.freedom[..], letting_go);
        let willingness = &mut self.willingness;
        slow_near_limits(&self.character, &self.zones, pose, freedom, willingness);
        // Feet step as they stand: flat, toes and all.
        for joint in self.biped.feet.iter().flat_map(|foot| &foot.joints) {
            willingness[joint.index()] = 0.0;
        }
        let problem = Problem::new(&self.character, &self.stances[wanted.root], &self.goals)
            .near(&self.posture)
            .willing(&self.willingness)
            .ready(READINESS)
            .sized(self.biped.fineness())
            .apart(match keeps {
                Keeps::Apart => Apart::ItselfAndGround(&self.ground),
                Keeps::Through => Apart::Through,
            });
        self.solver
            .solve(problem, &self.settings, pose, &mut self.report);
    }

    /// Finds a pose from afar; says whether everything that must be is where it should be. Leaves no trace in what follows.
    pub(super) fn find(&mut self, wanted: &Wanted, pose: &mut Pose) -> bool {
        let freedom = self.freedom.clone();
        let found = self.find_from(wanted, pose);
        self.freedom = freedom;
        found
    }

    fn find_from(&mut self, wanted: &Wanted, pose: &mut Pose) -> bool {
        let start = pose.clone();
        self.approach(wanted, pose) || {
            // Steps that nobody judges may go round in circles between limits: look for it with care, then settle.
            pose.clone_from(&start);
            let careful = SolverSettings {
                finish: Finish::Reached,
                posture: 1.1e-5,
                damping: 1e-4,
                // Not far and from nowhere else: a walk must neither jump nor jerk into a corner.
                max_iterations: 16,
                max_travel: PI,
                ..self.settings
            };
            let problem = Problem::new(&self.character, &self.stances[wanted.root], &self.goals)
                .near(&self.posture)
                .willing(&self.willingness)
                .ready(READINESS)
                .sized(self.biped.fineness());
            self.solver.solve(problem, &careful, pose, &mut self.report);
            self.report.outcome == Outcome::Reached && self.approach(wanted, pose)
        }
    }

    fn approach(&mut self, wanted: &Wanted, pose: &mut Pose) -> bool {
        // Far from its frames a pose has nothing to remember.
        self.freedom.fill(1.0);
        let fineness = self.biped.fineness();
        for _ in 0..FINDING {
            self.step_towards(wanted, (FINDING_FREEDOM, Keeps::Through), pose);
            let goals = &self.report.goals;
            let is_there = |goal: usize| goals[goal].after < FOUND * fineness;
            let is_flat = wanted.firmness < 1.0 || goals[FOOT_FLAT].after < FOUND;
            let is_carried = goals[HEIGHT].after < CARRIED * fineness;
            if is_flat && is_there(FOOT_PLACE) && is_there(BALANCE) && is_carried {
                return true;
            }
        }
        false
    }

    /// The highest place of the pelvis that both legs reach with an upright trunk, the centre of mass over a point (x, z)
    /// [m].
    pub(super) fn highest_pelvis(&self, world_from_feet: &[Transform; 2], com_xz: DVec2) -> f64 {
        let heading = self.biped.heading(world_from_feet);
        let turn = DQuat::from_rotation_y(heading);
        let reach = |foot: usize| {
            let leg = &self.biped.feet[foot];
            let com = DVec3::new(com_xz.x, 0.0, com_xz.y);
            let hip = com + turn * (self.biped.pelvis_from_com + leg.hip_from_pelvis);
            let ankle = world_from_feet[foot].translation;
            let apart = DVec2::new(hip.x - ankle.x, hip.z - ankle.z).length();
            let length = MOST_STRETCH * leg.leg_length;
            let up = (length * length - apart * apart).max(0.0).sqrt();
            ankle.y + up - leg.hip_from_pelvis.y
        };
        reach(0).min(reach(1))
    }

    /// Whether no joint of a leg is near its limits.
    pub(super) fn is_comfortable(&self, pose: &Pose) -> bool {
        let joints = self.biped.feet.iter().flat_map(|foot| &foot.leg);
        is_comfortable(&self.character, pose, joints)
    }

    /// How far a foot's toes point up in a pose [rad].
    pub(super) fn toes_up(&mut self, wanted: &Wanted, pose: &Pose, foot: usize) -> f64 {
        let stance = &self.stances[wanted.root];
        stance.update(&self.character, pose, &mut self.kin);
        let foot = &self.biped.feet[foot];
        foot.toes_up(self.kin.link(foot.link))
    }

    /// How much farther than a share of its length the more stretched leg is stretched [m]; below zero when neither is.
    pub(super) fn overstretch(&mut self, pose: &Pose, share: f64) -> f64 {
        let (rooting, kin) = (&self.stances[0].rooting, &mut self.kin);
        forward(rooting, &self.character, pose, Transform::IDENTITY, kin);
        let over = |foot: &super::Foot| {
            let length = kin.pivot(foot.thigh).distance(kin.pivot(foot.link));
            length - share * foot.leg_length
        };
        over(&self.biped.feet[0]).max(over(&self.biped.feet[1]))
    }

    fn ask(&mut self, wanted: &Wanted) {
        let other = 1 - wanted.root;
        let foot = &self.biped.feet[other];
        let world_from_foot = wanted.world_from_feet[other];
        let world_from_root = wanted.world_from_feet[wanted.root];
        let root_foot = &self.biped.feet[wanted.root];
        // A sole on the ground touches it.
        let planted = &mut self.stances[wanted.root].planted;
        planted.clear();
        planted.push(root_foot.planted(world_from_root));
        if wanted.firmness >= 1.0 {
            planted.push(foot.planted(world_from_foot));
        }
        self.goals[FOOT_PLACE].kind = GoalKind::Position(Position {
            link: foot.link,
            point_in_link: foot.center_in_link,
            target_in_world: world_from_foot.point(foot.center_in_link),
        });
        self.goals[FOOT_FLAT].kind = GoalKind::Orientation(Orientation {
            link: foot.link,
            world_from_link: world_from_foot.rotation,
        });
        self.goals[FOOT_FLAT].weight = wanted.firmness;
        self.goals[BALANCE].kind = GoalKind::CenterOfMass(CenterOfMass {
            target_xz: DVec2::new(wanted.carried.x, wanted.carried.z),
        });
        self.goals[HEIGHT].kind = GoalKind::Height(Height {
            link: self.biped.pelvis,
            point_in_link: DVec3::ZERO,
            height: wanted.carried.y,
        });
        let heading = self.biped.heading(&wanted.world_from_feet);
        self.goals[TRUNK].kind = GoalKind::Orientation(Orientation {
            link: self.biped.pelvis,
            world_from_link: DQuat::from_rotation_y(heading) * self.biped.pelvis_at_rest,
        });
        if self.arms == ArmStyle::Swing {
            self.swing_arms(wanted, heading);
        }
    }

    /// Each arm goes with the foot of the other side.
    fn swing_arms(&mut self, wanted: &Wanted, heading: f64) {
        let center = |foot: usize| {
            let in_link = self.biped.feet[foot].center_in_link;
            wanted.world_from_feet[foot].point(in_link)
        };
        let ahead = DVec3::new(libm::sin(heading), 0.0, libm::cos(heading));
        let left_ahead = (center(0) - center(1)).dot(ahead) / self.biped.shorter_leg();
        for &(arm, side) in &self.biped.arms {
            let angle = side * ARM_SWING * left_ahead;
            let index = arm.index();
            let joint = match self.style.joints[index] {
                JointCoordinate::Ball(q) => {
                    JointCoordinate::Ball((DQuat::from_rotation_x(angle) * q).normalize())
                }
                JointCoordinate::Hinge(rest) => JointCoordinate::Hinge(rest + angle),
                JointCoordinate::Fixed => JointCoordinate::Fixed,
            };
            self.posture.joints[index] = joint;
        }
    }
}

/// The rest pose with bent legs: next to straight knees a small step of the body would need a large turn of joints,
/// and the spine would bend instead.
pub(super) fn bent_legs(character: &Character, biped: &Biped, crouch: f64) -> Pose {
    let feet = [biped.feet[0].foot, biped.feet[1].foot];
    let stance = Stance::from_pose(character, &character.rest, &feet);
    let mut goals = Goal::contacts(character, &stance);
    let pelvis = Kinematics::of(character, &character.rest);
    let pelvis = pelvis.link(biped.pelvis);
    let straight = (biped.rest_stretch - MOST_STRETCH).max(0.0);
    let drop = crouch + straight * biped.shorter_leg();
    let trunk = |kind: GoalKind| Goal::new("pelvis", Rank::EFFECTOR, kind);
    goals.push(trunk(GoalKind::Position(Position {
        link: biped.pelvis,
        point_in_link: DVec3::ZERO,
        target_in_world: pelvis.translation - drop * DVec3::Y,
    })));
    goals.push(trunk(GoalKind::Orientation(Orientation {
        link: biped.pelvis,
        world_from_link: pelvis.rotation,
    })));
    let (mut pose, mut report) = (character.rest.clone(), Report::default());
    let problem = Problem::new(character, &stance, &goals)
        .ready(READINESS)
        .sized(biped.fineness());
    let settings = SolverSettings {
        position_tolerance: 1e-6,
        angle_tolerance: 1e-6,
        max_travel: PI,
        ..SolverSettings::default()
    };
    Solver::default().solve(problem, &settings, &mut pose, &mut report);
    Pose {
        joints: pose.joints,
        ..character.rest.clone()
    }
}
