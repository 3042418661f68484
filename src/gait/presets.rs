//! Poses with names: standing, crouching, on one leg, leaning (the paper's figures 9, 12 and 14).

use super::biped::Biped;
use crate::character::{Character, Pose};
use crate::ik::{
    CenterOfMass, CenterOfMassHeight, Goal, GoalKind, Outcome, Position, Problem, Rank, Report,
    Solver, SolverSettings,
};
use crate::kinematics::{Kinematics, Stance};
use glam::{DVec2, DVec3};

/// A pose with a name, for any body with two feet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PosePreset {
    /// What people call it.
    pub name: &'static str,
    /// One line for lists.
    pub description: &'static str,
    shape: Shape,
}

/// What a preset asks for; lengths in legs.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    /// On both feet, lower than at rest.
    Crouch { by: f64 },
    /// On one foot (0 left, 1 right), the other one moved up and ahead.
    OneLeg { stand: usize, up: f64, ahead: f64 },
    /// On both feet, the centre of mass near the edge of the support, this way (x, z).
    Lean { toward: DVec2 },
}

/// Of a leaning pose of a person: from the edge of the support polygon [m].
const LEAN_MARGIN: f64 = 0.015;

/// How much lower than at rest the weight is on one leg, in legs: people do not lock the knee that carries them.
const SOFT_KNEE: f64 = 0.03;

/// The same on both, so that knees are not locked when the next step begins.
const UNLOCKED: f64 = 0.005;

const PRESETS: [PosePreset; 10] = [
    preset("stand", "upright on both feet", Shape::Crouch { by: 0.0 }),
    preset(
        "crouch",
        "knees bent, a fifth of a leg lower",
        Shape::Crouch { by: 0.2 },
    ),
    preset(
        "deep_crouch",
        "two fifths of a leg lower",
        Shape::Crouch { by: 0.4 },
    ),
    preset(
        "left_leg",
        "on the left leg, the right knee raised",
        Shape::OneLeg {
            stand: 0,
            up: 0.35,
            ahead: 0.15,
        },
    ),
    preset(
        "right_leg",
        "on the right leg, the left knee raised",
        Shape::OneLeg {
            stand: 1,
            up: 0.35,
            ahead: 0.15,
        },
    ),
    preset(
        "left_leg_back",
        "on the left leg, the right one stretched back",
        Shape::OneLeg {
            stand: 0,
            up: 0.35,
            ahead: -0.6,
        },
    ),
    preset(
        "right_leg_back",
        "on the right leg, the left one stretched back",
        Shape::OneLeg {
            stand: 1,
            up: 0.35,
            ahead: -0.6,
        },
    ),
    preset(
        "lean_forward",
        "as far ahead as balance allows",
        Shape::Lean { toward: DVec2::Y },
    ),
    preset(
        "lean_left",
        "weight on the left foot's edge",
        Shape::Lean { toward: DVec2::X },
    ),
    preset(
        "lean_right",
        "weight on the right foot's edge",
        Shape::Lean {
            toward: DVec2::NEG_X,
        },
    ),
];

const fn preset(name: &'static str, description: &'static str, shape: Shape) -> PosePreset {
    PosePreset {
        name,
        description,
        shape,
    }
}

/// Every preset.
pub fn pose_presets() -> &'static [PosePreset] {
    &PRESETS
}

impl PosePreset {
    /// The pose on level ground, standing where the body stands at rest, and its stance. Nothing when the body cannot
    /// take it.
    pub fn pose(&self, character: &Character, biped: &Biped) -> Option<(Stance, Pose)> {
        let rest = &character.rest;
        let kin = Kinematics::of(character, rest);
        let leg = biped.shorter_leg();
        let feet = &biped.feet;
        let standing: &[usize] = match self.shape {
            Shape::OneLeg { stand, .. } => &[feet[stand].foot],
            _ => &[feet[0].foot, feet[1].foot],
        };
        let stance = Stance::from_pose(character, rest, standing);
        let mut goals = Goal::contacts(character, &stance);
        let mut target_xz = stance.polygon.center();
        let mut com_height = kin.com.y;
        match self.shape {
            Shape::Crouch { by } => com_height -= by.max(UNLOCKED) * leg,
            Shape::OneLeg { stand, up, ahead } => {
                com_height -= SOFT_KNEE * leg;
                let foot = &feet[1 - stand];
                let center = kin.link(foot.link).point(foot.center_in_link);
                goals.push(Goal::new(
                    "free foot",
                    Rank::EFFECTOR,
                    GoalKind::Position(Position {
                        link: foot.link,
                        point_in_link: foot.center_in_link,
                        target_in_world: center + leg * DVec3::new(0.0, up, ahead),
                    }),
                ));
            }
            Shape::Lean { toward } => {
                target_xz = stance
                    .polygon
                    .inset(biped.fineness() * LEAN_MARGIN)
                    .nearest(target_xz + biped.fineness() * toward);
            }
        }
        let balance = GoalKind::CenterOfMass(CenterOfMass { target_xz });
        goals.push(Goal::new("balance", Rank::BALANCE, balance));
        let upright = GoalKind::CenterOfMassHeight(CenterOfMassHeight { height: com_height });
        let rank = match self.shape {
            Shape::Crouch { .. } => Rank::EFFECTOR,
            _ => Rank::WISH,
        };
        goals.push(Goal::new("height", rank, upright));

        let (mut pose, mut report) = (rest.clone(), Report::default());
        let problem = Problem::new(character, &stance, &goals);
        let settings = SolverSettings {
            restarts: 8,
            settle: 60,
            ..SolverSettings::default()
        };
        Solver::default().solve(problem, &settings, &mut pose, &mut report);
        (report.outcome == Outcome::Reached).then_some((stance, pose))
    }
}
