//! What moves: a figure's pose and speed, loose bodies, the time. Everything that the next step depends on is here.

use super::fingerprint::Fingerprint;
use super::velocity::{Twist, Velocity};
use super::warm::WarmStart;
use crate::character::{JointCoordinate, Pose};
use crate::math::Transform;

/// A body of its own: a rock, a thrown ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LooseState {
    /// Where its centre of mass is, and how it lies.
    pub world_from_body: Transform,
    /// Of its centre of mass.
    pub velocity: Twist,
}

/// Everything that a step changes. The same state, settings and inputs give the same next state, bit for bit.
#[derive(Debug, PartialEq)]
pub struct State {
    /// [s]
    pub time_secs: f64,
    /// Where the figure is.
    pub pose: Pose,
    /// How the figure moves.
    pub velocity: Velocity,
    /// Loose bodies, in the order of the engine's.
    pub loose: Vec<LooseState>,
    /// The last step's contact impulses: where the next solve begins.
    pub(super) warm: WarmStart,
    /// How long each loose body has been still [s]; what is missing has not been.
    pub(super) calm_secs: Vec<f64>,
}

/// By hand, so that a state that is written over another keeps its memory.
impl Clone for State {
    fn clone(&self) -> Self {
        let mut state = Self::at_rest(self.pose.clone());
        state.clone_from(self);
        state
    }

    fn clone_from(&mut self, source: &Self) {
        self.time_secs = source.time_secs;
        self.pose.clone_from(&source.pose);
        self.velocity.clone_from(&source.velocity);
        self.loose.clone_from(&source.loose);
        self.warm.clone_from(&source.warm);
        self.calm_secs.clone_from(&source.calm_secs);
    }
}

impl State {
    /// A figure at rest in a pose, without loose bodies.
    pub fn at_rest(pose: Pose) -> Self {
        Self {
            time_secs: 0.0,
            velocity: Velocity::zero(pose.joints.len()),
            pose,
            loose: Vec::new(),
            warm: WarmStart::default(),
            calm_secs: Vec::new(),
        }
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        let joint = |joint: &JointCoordinate| match joint {
            JointCoordinate::Fixed => true,
            JointCoordinate::Hinge(angle) => angle.is_finite(),
            JointCoordinate::Ball(q) => q.is_finite(),
        };
        let place = |place: &Transform| place.rotation.is_finite() && place.translation.is_finite();
        let twist = |twist: &Twist| twist.angular.is_finite() && twist.linear.is_finite();
        place(&self.pose.world_from_root)
            && self.pose.joints.iter().all(joint)
            && self.velocity.is_finite()
            && (self.loose.iter()).all(|body| place(&body.world_from_body) && twist(&body.velocity))
    }

    /// A fingerprint of every bit that the next step depends on: two runs that agree in it went the same way.
    pub fn hash(&self) -> u64 {
        let mut hash = Fingerprint::default();
        self.hash_into(&mut hash);
        hash.value()
    }

    /// Adds it to a fingerprint of more.
    pub fn hash_into(&self, hash: &mut Fingerprint) {
        hash.number(self.time_secs);
        hash.pose(&self.pose);
        hash.twist(&self.velocity.root);
        self.velocity
            .joints
            .iter()
            .for_each(|rate| hash.vector(*rate));
        for body in &self.loose {
            hash.place(&body.world_from_body);
            hash.twist(&body.velocity);
        }
        self.warm.hash_into(hash);
        self.calm_secs.iter().for_each(|secs| hash.number(*secs));
    }
}
