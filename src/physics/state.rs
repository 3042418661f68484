//! What moves: a figure's pose and speed, loose bodies, the time. Everything that the next step depends on is here.

use super::warm::WarmStart;
use crate::character::{Character, JointCoordinate, LinkId, Pose};
use crate::math::Transform;
use glam::DVec3;

/// A rigid body's velocity, world axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Twist {
    /// [rad/s]
    pub angular: DVec3,
    /// Of the body's material at some point that the context names [m/s].
    pub linear: DVec3,
}

impl Twist {
    /// Velocity of the material that lies `arm` away from the twist's own point [m/s].
    #[inline]
    pub fn at(&self, arm: DVec3) -> DVec3 {
        self.linear + self.angular.cross(arm)
    }
}

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
    /// Of the origin of the character's first link.
    pub root_velocity: Twist,
    /// How fast each link's joint turns: for a ball the angular velocity of the link against its parent in world axes,
    /// for a hinge its rate in x [rad/s]. (links)
    pub joint_rates: Vec<DVec3>,
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
        self.root_velocity = source.root_velocity;
        self.joint_rates.clone_from(&source.joint_rates);
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
            root_velocity: Twist::default(),
            joint_rates: vec![DVec3::ZERO; pose.joints.len()],
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
            && twist(&self.root_velocity)
            && self.joint_rates.iter().all(|rate| rate.is_finite())
            && (self.loose.iter()).all(|body| place(&body.world_from_body) && twist(&body.velocity))
    }

    /// A fingerprint of every bit of position and velocity (FNV-1a): two runs that agree in it went the same way.
    pub fn hash(&self) -> u64 {
        let mut hash = Fingerprint(0xcbf2_9ce4_8422_2325);
        hash.number(self.time_secs);
        hash.place(&self.pose.world_from_root);
        for joint in &self.pose.joints {
            match joint {
                JointCoordinate::Fixed => {}
                JointCoordinate::Hinge(angle) => hash.number(*angle),
                JointCoordinate::Ball(q) => q.to_array().into_iter().for_each(|x| hash.number(x)),
            }
        }
        hash.twist(&self.root_velocity);
        self.joint_rates.iter().for_each(|rate| hash.vector(*rate));
        for body in &self.loose {
            hash.place(&body.world_from_body);
            hash.twist(&body.velocity);
        }
        hash.0
    }

    /// Angular velocity of a link against its parent, world axes [rad/s]; zero for the first link.
    pub fn relative_rate(
        &self,
        character: &Character,
        link: LinkId,
        axis_in_world: DVec3,
    ) -> DVec3 {
        match character.link(link).joint.kind.dofs() {
            0 => DVec3::ZERO,
            1 => self.joint_rates[link.index()].x * axis_in_world,
            _ => self.joint_rates[link.index()],
        }
    }
}

struct Fingerprint(u64);

impl Fingerprint {
    fn number(&mut self, value: f64) {
        for byte in value.to_bits().to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn vector(&mut self, value: DVec3) {
        for x in value.to_array() {
            self.number(x);
        }
    }

    fn place(&mut self, place: &Transform) {
        self.vector(place.translation);
        let q = place.rotation.to_array();
        for x in q {
            self.number(x);
        }
    }

    fn twist(&mut self, twist: &Twist) {
        self.vector(twist.angular);
        self.vector(twist.linear);
    }
}
