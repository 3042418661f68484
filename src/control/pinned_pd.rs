//! Kenwright's ghost: pinned at the support foot, pulled to the plan by springs and dampers in its joints.

use super::gains::{Gain, Muscle, gains};
use super::moment::Moment;
use super::pin::Pins;
use super::shares::Shares;
use crate::character::{Character, Footing, LinkId};
use crate::kinematics::{Kinematics, Rooting, forward, virtual_centers};
use crate::level::Level;
use crate::physics::{
    BodyId, BodyScale, Drive, Inputs, Load, LooseBody, LooseState, NeededTorques, Outcome, State,
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
    /// Whether the support foot is pinned where the plan has it; else it stands by contacts and friction alone.
    pub pinned: bool,
    /// Whether the torques that the planned motion needs are given in advance; else joints sag by what their springs
    /// need to carry the body, as in the paper.
    pub anticipates: bool,
    /// The world it lives in.
    pub world: WorldSettings,
}

impl Default for GhostSettings {
    fn default() -> Self {
        Self {
            muscle: Muscle::default(),
            steps_hz: 480.0,
            pinned: true,
            anticipates: true,
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
    needed: NeededTorques,
    pins: Pins,
    /// Time since it began, whatever the ground's is [s].
    secs: f64,
    rooting: Rooting,
    plan: Kinematics,
    body: Kinematics,
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
            needed: NeededTorques::new(character),
            settings,
            world,
            state,
            pins: Pins::default(),
            secs: 0.0,
            rooting: Rooting::new(character, LinkId::ROOT),
            plan: Kinematics::default(),
            body: Kinematics::default(),
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
        self.pins.held()
    }

    /// Holds itself otherwise from now on.
    pub fn set_muscle(&mut self, muscle: Muscle) {
        self.settings.muscle = muscle;
        self.gains = gains(self.world.character(), &muscle);
    }

    /// Is pinned, and anticipates, or no longer.
    pub fn set_ways(&mut self, pinned: bool, anticipates: bool) {
        if self.settings.pinned && !pinned {
            self.pins = Pins::default();
            self.inputs.hold = None;
            self.inputs.tied.clear();
        }
        self.settings.pinned = pinned;
        self.settings.anticipates = anticipates;
    }

    /// Adds a loose body: a thrown ball.
    pub fn add_loose(&mut self, body: LooseBody, place: LooseState) -> BodyId {
        self.world.add_loose(&mut self.state, body, place)
    }

    /// One step of physics towards a moment of the plan, which is where it should be at the end of the step.
    pub fn step(&mut self, target: &Moment, acting: &Acting) -> &Outcome {
        let step_secs = 1.0 / self.settings.steps_hz;
        let character = self.world.character();
        let pose = &target.planned.pose;
        forward(
            &self.rooting,
            character,
            pose,
            pose.world_from_root,
            &mut self.plan,
        );
        let pose = &self.state.pose;
        forward(
            &self.rooting,
            character,
            pose,
            pose.world_from_root,
            &mut self.body,
        );

        virtual_centers(&self.rooting, &mut self.plan);
        let shares = Shares::of(character, target.contacts, &self.plan, &self.scale);
        self.secs += step_secs;
        let secs = self.secs;
        self.inputs.loads.clone_from(&acting.loads);
        self.inputs.tethers.clone_from(&acting.tethers);
        if self.settings.pinned {
            let (plan, body) = (&self.plan, &self.body);
            (self.pins).update(character, target.contacts, &shares, (plan, body), secs);
            let plan = (plan, &self.scale);
            (self.pins).write(character, plan, (secs, step_secs), &mut self.inputs);
        }
        self.drive(target, &shares);
        self.world.step(&mut self.state, &self.inputs, step_secs)
    }

    /// Aims every joint's drive at the plan. Standing on several soles, a joint gives what standing on each alone would
    /// need, by their shares of the weight: a mean of equilibria is one.
    fn drive(&mut self, target: &Moment, shares: &Shares) {
        let character = self.world.character();
        let planned = &target.planned;
        self.inputs.drives.clear();
        let drives = self.gains.iter().enumerate().map(|(index, gain)| {
            gain.map(|gain| Drive {
                target: planned.pose.joints[index],
                rate: planned.rates[index],
                feed_forward: DVec3::ZERO,
                stiffness: gain.stiffness,
                damping: gain.damping,
                most_torque: gain.most_torque,
                resistance: gain.resistance,
            })
        });
        self.inputs.drives.extend(drives);
        if !self.settings.anticipates {
            return;
        }
        for (foot, share) in shares.iter() {
            let patches = character.feet[foot].patches.shared(target.contacts);
            let link = character.footing_link(Footing { foot, patches });
            let gravity = self.settings.world.gravity;
            let torques = self.needed.find(character, planned, link, gravity);
            for (drive, torque) in self.inputs.drives.iter_mut().zip(torques) {
                if let Some(drive) = drive {
                    drive.feed_forward += share * *torque;
                }
            }
        }
    }
}
