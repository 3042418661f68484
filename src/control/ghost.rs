//! The ghost: a body with weight that a controller drives, in a world of its own.

use super::controller::{ControllerKind, Driver, Seen};
use super::gains::{Gain, Muscle, gains};
use super::moment::Moment;
use super::pinned_pd::PinnedPd;
use super::pose_pd::PosePd;
use super::virtual_actuator::{BalanceReading, VirtualActuator, VirtualActuatorSettings};
use crate::character::{Character, LinkId};
use crate::kinematics::Base;
use crate::level::Level;
use crate::physics::{
    BodyId, BodyScale, Dynamics, Fingerprint, Inputs, Load, LooseBody, LooseState, Outcome, State,
    Tether, World, WorldSettings,
};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// How the ghost follows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GhostSettings {
    /// How firmly it holds itself.
    pub muscle: Muscle,
    /// Steps of physics in a second.
    pub steps_hz: f64,
    /// What drives it.
    pub controller: ControllerKind,
    /// Whether the torques that the planned motion needs are given in advance; else joints sag by what their springs
    /// need to carry the body, as in the papers. Virtual actuators carry it anyway.
    pub anticipates: bool,
    /// How it balances, when virtual actuators drive it.
    pub virtual_actuator: VirtualActuatorSettings,
    /// The world it lives in.
    pub world: WorldSettings,
}

impl Default for GhostSettings {
    fn default() -> Self {
        Self {
            muscle: Muscle::default(),
            steps_hz: 480.0,
            controller: ControllerKind::default(),
            anticipates: true,
            virtual_actuator: VirtualActuatorSettings::default(),
            world: WorldSettings::default(),
        }
    }
}

/// What acts on the ghost from outside during a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Acting {
    /// Pushes.
    pub loads: Vec<Load>,
    /// Drags and pins.
    pub tethers: Vec<Tether>,
}

/// A body that follows a plan as well as its muscles can.
#[derive(Clone, Debug)]
pub struct Ghost {
    settings: GhostSettings,
    world: World,
    state: State,
    gains: Vec<Option<Gain>>,
    scale: BodyScale,
    driver: Driver,
    /// Time since it began, whatever the ground's is [s].
    secs: f64,
    /// Where the plan is, and where the body is.
    plan: Dynamics,
    planned: State,
    body: Dynamics,
    inputs: Inputs,
}

impl Ghost {
    /// A ghost in the pose of a moment, at rest, on a level with its rocks at a time of the level [s].
    pub fn new(
        character: &Character,
        level: &Level,
        start: &Moment,
        start_secs: f64,
        settings: GhostSettings,
    ) -> Self {
        let mut world = World::new(character, level, settings.world.clone());
        let mut state = State::at_rest(start.planned.pose.clone());
        state.time_secs = start_secs;
        for rock in &level.rocks {
            let (body, place) = LooseBody::of_rock(rock);
            world.add_loose(&mut state, body, place);
        }
        Self {
            gains: gains(character, &settings.muscle),
            scale: BodyScale::of(character),
            driver: driver(character, &settings),
            settings,
            world,
            planned: State::at_rest(start.planned.pose.clone()),
            state,
            secs: 0.0,
            plan: Dynamics::new(character, LinkId::ROOT, Base::Free),
            body: Dynamics::new(character, LinkId::ROOT, Base::Free),
            inputs: Inputs::default(),
        }
    }

    /// Where it is and how it moves.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What acted on it during the last step.
    pub fn outcome(&self) -> &Outcome {
        self.world.outcome()
    }

    /// Sets the ground's clock [s], and how fast it goes.
    pub fn set_ground_clock(&mut self, secs: f64, pace: f64) {
        self.state.time_secs = secs;
        self.world.ground_pace = pace;
    }

    /// Its body.
    pub fn character(&self) -> &Character {
        self.world.character()
    }

    /// What it stands on.
    pub fn level(&self) -> &Level {
        self.world.level()
    }

    /// Loose bodies around it, in the order of the state's.
    pub fn loose(&self) -> &[LooseBody] {
        self.world.loose()
    }

    /// How it follows.
    pub fn settings(&self) -> &GhostSettings {
        &self.settings
    }

    /// Springs, dampers and strength of its joints. (links)
    pub fn gains(&self) -> &[Option<Gain>] {
        &self.gains
    }

    /// The link that is pinned.
    pub fn pinned_link(&self) -> Option<LinkId> {
        self.driver.controller().pinned_link()
    }

    /// Where its centre of mass was at the beginning of the last step [m].
    pub fn com_before(&self) -> DVec3 {
        self.body.momentum().com
    }

    /// How it balances, when it does so by itself.
    pub fn balance(&self) -> Option<&BalanceReading> {
        self.driver.controller().balance()
    }

    /// A fingerprint of all that its next step depends on, its controller's memory and its clock among it.
    pub fn hash(&self) -> u64 {
        let mut hash = Fingerprint::default();
        self.state.hash_into(&mut hash);
        hash.number(self.secs);
        self.driver.controller().hash_into(&mut hash);
        hash.value()
    }

    /// Holds itself otherwise from now on.
    pub fn set_muscle(&mut self, muscle: Muscle) {
        self.settings.muscle = muscle;
        self.gains = gains(self.world.character(), &muscle);
    }

    /// Is driven otherwise from now on; a controller that begins remembers nothing.
    pub fn set_controller(
        &mut self,
        controller: ControllerKind,
        anticipates: bool,
        virtual_actuator: VirtualActuatorSettings,
    ) {
        self.settings.controller = controller;
        self.settings.anticipates = anticipates;
        self.settings.virtual_actuator = virtual_actuator;
        self.driver = driver(self.world.character(), &self.settings);
    }

    /// Adds a loose body: a thrown ball.
    pub fn add_loose(&mut self, body: LooseBody, place: LooseState) -> BodyId {
        self.world.add_loose(&mut self.state, body, place)
    }

    /// One step of physics towards a moment of the plan, which is where it should be at the end of the step.
    pub fn step(&mut self, target: &Moment, acting: &Acting) -> &Outcome {
        let step_secs = 1.0 / self.settings.steps_hz;
        self.secs += step_secs;
        let (character, gravity) = (self.world.character(), self.settings.world.gravity);
        self.body.place(character, &self.state, gravity);
        self.planned.pose.clone_from(&target.planned.pose);
        (self.planned.velocity).clone_from(&target.planned.velocity);
        self.plan.place(character, &self.planned, gravity);

        let inputs = &mut self.inputs;
        inputs.hold = None;
        inputs.tied.clear();
        inputs.loads.clone_from(&acting.loads);
        inputs.tethers.clone_from(&acting.tethers);
        let seen = Seen {
            character,
            scale: &self.scale,
            muscle: &self.settings.muscle,
            gains: &self.gains,
            state: &self.state,
            outcome: self.world.outcome(),
            target,
            body: &self.body,
            plan: &self.plan,
            gravity,
            secs: self.secs,
            step_secs,
        };
        self.driver.controller_mut().sense(&seen, inputs);
        self.world.step(&mut self.state, inputs, step_secs)
    }
}

/// What settings ask for.
fn driver(character: &Character, settings: &GhostSettings) -> Driver {
    let anticipates = settings.anticipates;
    match settings.controller {
        ControllerKind::PinnedPd => Driver::PinnedPd(PinnedPd::new(character, anticipates)),
        ControllerKind::Pose => Driver::Pose(PosePd::new(character, anticipates)),
        ControllerKind::VirtualActuator => {
            let own = VirtualActuator::new(character, &settings.virtual_actuator);
            Driver::VirtualActuator(Box::new(own))
        }
    }
}
