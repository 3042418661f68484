//! The paper's walk as plain as it can be (section "stepping", figures 10 and 18): one foot holds, the other one swings, the
//! centre of mass is over the held one. Nothing pulls to any posture, so that one sees what the goals alone do.
//!
//! ```text
//! shift the centre of mass over the held foot ──> swing the other foot ahead ──> hold that one ──> shift ...
//! ```
//! Limit: level ground at height zero.

use crate::character::{Character, Pose};
use crate::ik::{
    CenterOfMass, CenterOfMassHeight, Finish, Goal, Orientation, Position, Problem, Rank, Report,
    Solver, SolverSettings,
};
use crate::kinematics::{Kinematics, Planted, Stance};
use crate::math::Transform;
use glam::{DVec2, DVec3};

/// A static walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stepping {
    /// Steps that are made.
    pub steps: usize,
    /// Of one foot ahead of the other [m].
    pub length: f64,
    /// How much lower than at rest the body is carried, as a share of its height: straight legs reach no farther.
    pub crouch: f64,
    /// Whether the centre of mass is biased upwards (equation 15).
    pub upright: Upright,
}

/// Whether the centre of mass is biased upwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Upright {
    /// It should stay as high as it was, a wish below everything else with this weight.
    Biased(f64),
    /// Nobody asks how high it is.
    Unasked,
}

/// A static walk that was made.
#[derive(Clone, Debug)]
pub struct Stepped {
    /// How it stood before the first step and after each one.
    pub poses: Vec<Pose>,
    /// All of it, one pose for every [`FRAME_SECS`].
    pub frames: Vec<SteppedFrame>,
    /// Height of the centre of mass in every frame [m].
    pub com_heights: Vec<f64>,
    /// Least margin of the centre of mass over what stood [m].
    pub least_margin: f64,
}

/// One moment of a static walk.
#[derive(Clone, Debug)]
pub struct SteppedFrame {
    /// How the body stands.
    pub pose: Pose,
    /// What it stands on.
    pub stands: Vec<Planted>,
}

/// From one frame to the next when it is played: a step takes a little more than a second [s].
pub const FRAME_SECS: f64 = 0.024;

/// Frames of one shift and of one swing.
const FRAMES: usize = 24;
/// How high a foot is lifted, as a share of the height of the centre of mass.
const LIFT: f64 = 0.06;

impl Stepped {
    /// By how much of its first height the centre of mass sank, at most [0..1].
    pub fn loss(&self) -> f64 {
        let first = self.com_heights.first().copied().unwrap_or(f64::NAN);
        let least = self.com_heights.iter().copied().fold(first, f64::min);
        1.0 - least / first
    }
}

/// A walk on its way.
struct Walking<'a> {
    character: &'a Character,
    solver: Solver,
    report: Report,
    pose: Pose,
    settings: SolverSettings,
    /// Height that is wished for [m], and its weight.
    height: Option<(f64, f64)>,
    done: Stepped,
}

impl Stepping {
    /// Walks; damping and ratio of ranks are those of `settings`. A body without two feet stays where it is.
    pub fn walked(&self, character: &Character, settings: &SolverSettings) -> Stepped {
        let rest = Kinematics::of(character, &character.rest);
        let mut walking = Walking {
            character,
            solver: Solver::default(),
            report: Report::default(),
            pose: character.rest.clone(),
            settings: SolverSettings {
                damping: settings.damping,
                rank_ratio: settings.rank_ratio,
                finish: Finish::Steps(3),
                posture: 0.0,
                restarts: 0,
                ..SolverSettings::default()
            },
            height: Some(((1.0 - self.crouch) * rest.com.y, 1.0)),
            done: Stepped {
                poses: Vec::new(),
                frames: Vec::new(),
                com_heights: Vec::new(),
                least_margin: f64::INFINITY,
            },
        };
        if character.feet.len() < 2 {
            return walking.done;
        }
        let mut feet = [0, 1].map(|foot: usize| *rest.link(character.feet[foot].whole.link));
        let (mut held, lift) = (0, LIFT * rest.com.y);
        // Down into soft knees; what is seen of the walk begins there.
        let between = |feet: &[Transform; 2]| {
            0.5 * (foot_center(character, 0, &feet[0]) + foot_center(character, 1, &feet[1]))
        };
        let mut com = between(&feet);
        for _ in 0..FRAMES {
            walking.frame(&feet, held, com, &[0, 1]);
        }
        walking.done.com_heights.clear();
        walking.done.frames.clear();
        walking.done.least_margin = f64::INFINITY;
        walking.frame(&feet, held, com, &[0, 1]);
        walking.done.poses.push(walking.pose.clone());
        walking.height = match (self.upright, walking.height) {
            (Upright::Biased(weight), Some((height, _))) => Some((height, weight)),
            _ => None,
        };
        for _ in 0..self.steps {
            let over = foot_center(character, held, &feet[held]);
            let from = com;
            for frame in 1..=FRAMES {
                com = from.lerp(over, eased(frame));
                walking.frame(&feet, held, com, &[0, 1]);
            }
            let swinging = 1 - held;
            let start = feet[swinging];
            let ahead = feet[held].translation.z + self.length - start.translation.z;
            for frame in 1..=FRAMES {
                let share = eased(frame);
                let up = 4.0 * share * (1.0 - share) * lift;
                feet[swinging].translation = start.translation + DVec3::new(0.0, up, share * ahead);
                walking.frame(&feet, held, com, &[held]);
            }
            held = swinging;
            walking.done.poses.push(walking.pose.clone());
        }
        walking.done
    }
}

/// A smooth share of a phase.
fn eased(frame: usize) -> f64 {
    let t = frame as f64 / FRAMES as f64;
    t * t * (3.0 - 2.0 * t)
}

/// The middle of a foot seen from above [m].
fn foot_center(character: &Character, foot: usize, world_from_link: &Transform) -> DVec2 {
    let center = world_from_link.point(character.feet[foot].whole.center_in_link());
    DVec2::new(center.x, center.z)
}

impl Walking<'_> {
    /// One frame: feet and centre of mass to where they should be, from the pose before.
    fn frame(&mut self, feet: &[Transform; 2], held: usize, com_xz: DVec2, standing: &[usize]) {
        let character = self.character;
        let planted = |foot: usize| Planted::whole(character, foot, feet[foot]);
        let stance = Stance::new(character, vec![planted(held)]);
        let free = 1 - held;
        let sole = &character.feet[free].whole;
        let place = Position {
            link: sole.link,
            point_in_link: sole.center_in_link(),
            target_in_world: feet[free].point(sole.center_in_link()),
        };
        let flat = Orientation {
            link: sole.link,
            world_from_link: feet[free].rotation,
        };
        let over = CenterOfMass { target_xz: com_xz };
        let mut goals = vec![
            Goal::new("foot", Rank::CONTACT, place),
            Goal::new("foot flat", Rank::CONTACT, flat),
            Goal::new("balance", Rank::BALANCE, over),
        ];
        goals.extend(self.height.map(|(height, weight)| Goal {
            weight,
            ..Goal::new("upright", Rank::WISH, CenterOfMassHeight { height })
        }));
        let near = self.pose.clone();
        let problem = Problem::new(character, &stance, &goals).near(&near);
        self.solver
            .solve(problem, &self.settings, &mut self.pose, &mut self.report);
        let support = Stance::new(
            character,
            standing.iter().map(|foot| planted(*foot)).collect(),
        );
        let com = self.report.com;
        let margin = support.polygon.margin(DVec2::new(com.x, com.z)).metres;
        self.done.least_margin = self.done.least_margin.min(margin);
        self.done.com_heights.push(com.y);
        self.done.frames.push(SteppedFrame {
            pose: self.pose.clone(),
            stands: support.planted,
        });
    }
}
