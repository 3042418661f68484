//! What a pose is pulled to while one thing of it is dragged: the pose before, changed as people would change theirs.
//!
//! ```text
//! rest = before ∘ (expected(goals as they were met before)⁻¹ ∘ expected(goals))          joint by joint
//! ```
//! So nothing moves when a drag begins, whatever the pose; dragging back gives the old pose back; and where the pose is the one
//! that is expected anyway, dragging leads to what is expected elsewhere.
//!
//! What people would do may leap: a hand that is a millimetre farther may be reached in quite another way. A figure does not:
//! joints go to where they are expected no faster than what is pulled goes, and a little in every call besides. That hangs on
//! the pose as it is and on how far the pull has come, on nothing that is kept from call to call.

use crate::character::{Character, Habits, JointCoordinate, Pose};
use crate::ik::{Expectation, Goal, PostureModel, Problem, SolverSettings};
use crate::kinematics::{Kinematics, Stance};
use crate::math::{rotation_from_vector, rotation_vector};
use std::sync::Arc;

/// Finds such poses. Memory is kept between calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Manners {
    known: Option<Known>,
    expectation: Expectation,
    before: Before,
    kin: Kinematics,
    goals: Vec<Goal>,
    rest: Option<Pose>,
}

/// A pose on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn<'a, 'now> {
    /// Before the drag.
    pub(super) before: &'a Pose,
    /// As far as the drag has led.
    pub(super) now: &'now Pose,
    /// How far what is pulled has come since then, of a body of human size [m].
    pub(super) travel: f64,
}

/// How fast joints follow what is pulled to what is expected [rad/m], and how far they go in every call besides [rad]: people
/// turn a shoulder by half a circle while the hand goes 40 cm.
const PACE: f64 = 8.0;
const UNHURRIED: f64 = 0.01;

/// A body's habits.
#[derive(Clone, Debug)]
struct Known {
    character: Arc<Character>,
    model: PostureModel,
    habits: Option<Arc<Habits>>,
}

/// What was expected before a drag, so that it is not found anew in every frame.
#[derive(Clone, Debug, Default)]
struct Before {
    stance: Option<Stance>,
    goals: Vec<Goal>,
    joints: Vec<JointCoordinate>,
}

impl Manners {
    /// What a problem's posture pulls to; the pose before without a model.
    pub(super) fn rest<'a>(
        &'a mut self,
        character: &Arc<Character>,
        problem: Problem,
        drawn: Drawn<'a, '_>,
        model: PostureModel,
    ) -> &'a Pose {
        self.know(character, model);
        let known = self.known.as_ref();
        let Some(habits) = known.and_then(|known| known.habits.clone()) else {
            return drawn.before;
        };
        let before = drawn.before;
        self.expect_before(problem, &habits, before);
        self.expectation
            .expect(problem, &settings(problem), &habits, before);
        let rest = self.rest.get_or_insert_with(|| before.clone());
        rest.world_from_root = before.world_from_root;
        rest.joints.clear();
        let was = before.joints.iter().zip(&self.before.joints);
        let changed = was.zip(self.expectation.joints());
        let changed = changed.map(|((before, was), now)| match (before, was, now) {
            (
                JointCoordinate::Hinge(before),
                JointCoordinate::Hinge(was),
                JointCoordinate::Hinge(now),
            ) => JointCoordinate::Hinge(before + now - was),
            (
                JointCoordinate::Ball(before),
                JointCoordinate::Ball(was),
                JointCoordinate::Ball(now),
            ) => JointCoordinate::Ball((*before * (was.conjugate() * *now)).normalize()),
            (before, _, _) => *before,
        });
        rest.joints.extend(changed);
        rest.clamp_joints(character);
        let most = UNHURRIED + PACE * drawn.travel;
        for (joint, now) in rest.joints.iter_mut().zip(&drawn.now.joints) {
            *joint = turned_at_most(*now, *joint, most);
        }
        rest
    }

    /// Looks a body's habits up, once for each body and model.
    fn know(&mut self, character: &Arc<Character>, model: PostureModel) {
        let is_known =
            |known: &Known| Arc::ptr_eq(&known.character, character) && known.model == model;
        if !self.known.as_ref().is_some_and(is_known) {
            self.known = Some(Known {
                character: Arc::clone(character),
                model,
                habits: model.habits(character),
            });
            self.before.stance = None;
        }
    }

    /// What was expected of the goals as the pose before met them.
    fn expect_before(&mut self, problem: Problem, habits: &Habits, before: &Pose) {
        problem
            .stance
            .update(problem.character, before, &mut self.kin);
        self.goals.clear();
        let met = problem.goals.iter().map(|goal| Goal {
            kind: goal.kind.met_in(&self.kin),
            ..goal.clone()
        });
        self.goals.extend(met);
        let is_known =
            self.before.stance.as_ref() == Some(problem.stance) && self.before.goals == self.goals;
        if is_known {
            return;
        }
        let as_met = Problem {
            goals: &self.goals,
            ..problem
        };
        self.expectation
            .expect(as_met, &settings(problem), habits, before);
        self.before.joints.clear();
        self.before
            .joints
            .extend_from_slice(self.expectation.joints());
        self.before.stance = Some(problem.stance.clone());
        std::mem::swap(&mut self.before.goals, &mut self.goals);
    }
}

/// The joint on its way from `now` to `there`.
fn turned_at_most(now: JointCoordinate, there: JointCoordinate, most: f64) -> JointCoordinate {
    match (now, there) {
        (JointCoordinate::Hinge(now), JointCoordinate::Hinge(there)) => {
            JointCoordinate::Hinge(now + (there - now).clamp(-most, most))
        }
        (JointCoordinate::Ball(now), JointCoordinate::Ball(there)) => {
            let turn = rotation_vector(now.conjugate() * there).clamp_length_max(most);
            JointCoordinate::Ball((now * rotation_from_vector(turn)).normalize())
        }
        _ => there,
    }
}

/// How much of an error one linearisation asks for, by the size of the body.
fn settings(problem: Problem) -> SolverSettings {
    SolverSettings {
        max_error: problem.size * SolverSettings::default().max_error,
        ..SolverSettings::default()
    }
}
