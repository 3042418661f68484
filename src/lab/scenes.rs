//! Scenes for measuring physics: a body that stands, one that falls, one that floats.

use crate::character::{Character, JointCoordinate, JointKind, Link};
use crate::level::Level;
use crate::math::Random;
use crate::physics::{Drive, Inputs, Outcome, State, World, WorldSettings};
use glam::DVec3;

/// Of the joints of a body that stands [N m/rad, N m s/rad].
const STIFFNESS: f64 = 1000.0;
const DAMPING: f64 = 100.0;
/// How a body that falls is pushed at first [m/s].
const PUSHED: DVec3 = DVec3::new(0.3, 0.0, 0.6);
/// How high over its rest pose a body floats [m].
const ALOFT: f64 = 20.0;
/// Joints of a body that floats turn no faster than this about each axis at first [rad/s].
const MOST_RATE: f64 = 1.0;
/// Which random rates they are.
const SEED: u64 = 3;

/// What a body does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneKind {
    /// In its rest pose on the ground, held by a spring and a damper in every joint.
    Stand,
    /// Limp and pushed; it ends lying.
    Fall,
    /// In the air without gravity, every joint turning.
    Float,
}

/// A world that is ready to be stepped.
#[derive(Clone, Debug)]
pub struct Scene {
    world: World,
    start: State,
    state: State,
    inputs: Inputs,
}

impl Scene {
    /// A character on a level.
    pub fn new(character: &Character, level: &Level, kind: SceneKind) -> Self {
        let mut settings = WorldSettings::default();
        let mut start = State::at_rest(character.rest.clone());
        let mut inputs = Inputs::default();
        match kind {
            SceneKind::Stand => inputs.drives = drives(character),
            SceneKind::Fall => start.velocity.root.linear = PUSHED,
            SceneKind::Float => {
                settings.gravity = DVec3::ZERO;
                start.pose.world_from_root.translation.y += ALOFT;
                start.velocity.joints = rates(character);
            }
        }
        Self {
            world: World::new(character, level, settings),
            state: start.clone(),
            start,
            inputs,
        }
    }

    /// Back to the beginning.
    pub fn restart(&mut self) {
        self.state.clone_from(&self.start);
    }

    /// One step of so many seconds.
    pub fn step(&mut self, step_secs: f64) -> &Outcome {
        self.world.step(&mut self.state, &self.inputs, step_secs)
    }

    /// Where it is.
    pub fn state(&self) -> &State {
        &self.state
    }
}

/// Springs towards the rest pose. (links)
fn drives(character: &Character) -> Vec<Option<Drive>> {
    let joints = character.links.iter().zip(&character.rest.joints);
    let drive = |(link, rest): (&Link, &JointCoordinate)| {
        (link.joint.kind.dofs() > 0).then_some(Drive {
            target: *rest,
            rate: DVec3::ZERO,
            feed_forward: DVec3::ZERO,
            stiffness: STIFFNESS,
            damping: DAMPING,
            most_torque: f64::INFINITY,
            resistance: 0.0,
        })
    };
    joints.map(drive).collect()
}

/// Random rates of all joints. (links)
fn rates(character: &Character) -> Vec<DVec3> {
    let mut random = Random::new(SEED);
    let rate = |link: &Link| {
        let rate = random.in_box(DVec3::splat(MOST_RATE));
        match link.joint.kind {
            JointKind::Fixed => DVec3::ZERO,
            JointKind::Hinge { .. } => rate * DVec3::X,
            JointKind::Ball(_) => rate,
        }
    };
    character.links.iter().map(rate).collect()
}
