//! What is to be solved: a body, what it stands on, what is asked of it, and what it would rather do.

use super::Goal;
use crate::character::{Character, Habits, JointCoordinate, LinkId, Pose};
use crate::collide::Terrain;
use crate::kinematics::{Kinematics, Rooting, Stance};
use glam::DVec3;

/// What is to be solved.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The body.
    pub character: &'a Character,
    /// What it stands on.
    pub stance: &'a Stance,
    /// What is asked of it.
    pub goals: &'a [Goal],
    /// What it does where the goals leave it free.
    pub posture: Posture<'a>,
    /// What its links keep off.
    pub apart: Apart<'a>,
    /// How many times as long as a person the body counts; what is near, slight or far to it goes with that. 1 unless
    /// [`Problem::sized`] says otherwise.
    pub size: f64,
}

/// What links keep off.
#[derive(Clone, Copy, Debug, Default)]
pub enum Apart<'a> {
    /// Nothing: they pass through each other and through the ground.
    #[default]
    Through,
    /// Each other, as far as [`Character::keep_apart`] says.
    Itself,
    /// Each other, and the ground but for soles that stand on it.
    ItselfAndGround(&'a Terrain),
}

/// What a body does where its goals leave it free.
#[derive(Clone, Copy, Debug)]
pub struct Posture<'a> {
    /// Where its joints would rather be. (links)
    pub rest: &'a [JointCoordinate],
    /// How readily each joint turns, times its own strength: 1 is ordinary, 0 is frozen exactly where it is. Empty when all
    /// are ordinary. (links)
    pub willingness: &'a [f64],
    /// Which joints turn more readily than others before that.
    pub readiness: Readiness,
    /// What people do: where they would be with these goals is then where joints would rather be.
    pub habits: Option<&'a Habits>,
}

/// Which joints turn more readily than others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Readiness {
    /// As their strengths say: how far people turn each of them when they pose.
    #[default]
    Strength,
    /// None: a motion that is given or planned already is only followed.
    Alike,
}

impl<'a> Problem<'a> {
    /// A problem for a body that would rather be in its own rest pose; its joints go as far as what they carry lets them.
    pub fn new(character: &'a Character, stance: &'a Stance, goals: &'a [Goal]) -> Self {
        let character = stance.body(character);
        Self {
            character,
            stance,
            goals,
            posture: Posture {
                rest: &character.rest.joints,
                willingness: &[],
                readiness: Readiness::Strength,
                habits: None,
            },
            apart: Apart::Through,
            size: 1.0,
        }
    }

    /// The same problem for a body that would rather be in another pose.
    #[must_use]
    pub fn near(mut self, rest: &'a Pose) -> Self {
        self.posture.rest = &rest.joints;
        self
    }

    /// The same problem with joints that do not differ in strength; see [`Readiness::Alike`].
    #[must_use]
    pub fn ready(mut self, readiness: Readiness) -> Self {
        self.posture.readiness = readiness;
        self
    }

    /// The same problem for a body with habits; see [`Posture::habits`].
    #[must_use]
    pub fn accustomed(mut self, habits: Option<&'a Habits>) -> Self {
        self.posture.habits = habits;
        self
    }

    /// The same problem for a body that keeps off things.
    #[must_use]
    pub fn apart(mut self, apart: Apart<'a>) -> Self {
        self.apart = apart;
        self
    }

    /// The same problem for a body so many times as long as a person: it is solved as the person's is, with all lengths of
    /// the settings and of the solver itself times that.
    #[must_use]
    pub fn sized(mut self, size: f64) -> Self {
        self.size = size;
        self
    }

    /// The same problem with joints that turn more or less readily; see [`Posture::willingness`].
    #[must_use]
    pub fn willing(mut self, willingness: &'a [f64]) -> Self {
        self.posture.willingness = willingness;
        self
    }
}

/// The body in one pose, as goals and limits look at it.
#[derive(Clone, Copy)]
pub(super) struct Here<'a> {
    pub(super) character: &'a Character,
    pub(super) rooting: &'a Rooting,
    /// How readily the joint of each step turns. (steps)
    pub(super) strength: &'a [f64],
    /// Where joints would rather be. (links)
    pub(super) rest: &'a [JointCoordinate],
    pub(super) pose: &'a Pose,
    pub(super) kin: &'a Kinematics,
    /// See [`Problem::size`].
    pub(super) size: f64,
}

impl Here<'_> {
    /// Where a point of a link is.
    #[inline]
    pub(super) fn point(&self, link: LinkId, point_in_link: DVec3) -> DVec3 {
        self.kin.link(link).point(point_in_link)
    }

    /// Where a direction of a link points.
    #[inline]
    pub(super) fn direction(&self, link: LinkId, direction_in_link: DVec3) -> DVec3 {
        self.kin.link(link).direction(direction_in_link)
    }
}

/// Writes how readily the joint of each step turns; not at all within a foot that stands flat. (steps)
pub(super) fn write_strength(problem: Problem, strength: &mut Vec<f64>) {
    let willingness = problem.posture.willingness;
    let locked = &problem.stance.locked;
    strength.clear();
    strength.extend(problem.stance.rooting.steps.iter().map(|step| {
        if locked.contains(&step.joint) {
            return 0.0;
        }
        let willing = willingness.get(step.joint.index()).copied();
        let strength = match problem.posture.readiness {
            Readiness::Strength => step.strength,
            Readiness::Alike => 1.0,
        };
        strength * willing.unwrap_or(1.0)
    }));
}
