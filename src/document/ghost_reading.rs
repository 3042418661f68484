//! What is read off a ghost after a frame: how well it follows, how hard it works, how the ground carries it.

use crate::character::LinkId;
use crate::control::{BalanceReading, ControllerKind, Ghost, Moment, Tracking};
use crate::kinematics::Kinematics;
use crate::physics::{Contact, Momentum, zero_moment_point};
use glam::DVec3;

/// Figures of a ghost: of its last frame where nothing else is said.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GhostReading {
    /// Root of the mean squared joint error [rad].
    pub rms: f64,
    /// Largest joint error [rad].
    pub worst: f64,
    /// Largest joint error since it began [rad].
    pub worst_ever: f64,
    /// Torque of each joint over what it can give, no unit. (links)
    pub efforts: Vec<f64>,
    /// Whether it did not stay on its feet since it began.
    pub fell: bool,
    /// Whether that was because it left the ground.
    pub left_ground: bool,
    /// Where the ground pushes: by contacts, or, while feet are pinned, where it would have to [m].
    pub center_of_pressure: Option<DVec3>,
    /// What the ground gives in all [N].
    pub ground_force: DVec3,
    /// Contacts that carried something.
    pub contacts: Vec<Contact>,
    /// How it balances, when it does so by itself.
    pub balance: Option<BalanceReading>,
}

impl GhostReading {
    /// The joint that works hardest, and how hard.
    pub fn hardest(&self) -> Option<(LinkId, f64)> {
        let efforts = self.efforts.iter().enumerate();
        let most = efforts.max_by(|a, b| a.1.total_cmp(b.1))?;
        Some((LinkId::new(most.0), *most.1))
    }

    /// Reads a ghost after a frame of `secs` that began with the momentum `before`; `outside` is what pushes and drags
    /// added to it, so that the rest is the ground's.
    pub(super) fn read(
        &mut self,
        ghost: &Ghost,
        plan: &Moment,
        (before, outside, secs): (&Momentum, &Outside, f64),
    ) {
        let mut tracking = Tracking::default();
        tracking.measure(ghost, plan, ghost.state().time_secs);
        let outcome = ghost.outcome();
        let frame = tracking.frames.last();
        self.rms = frame.map_or(0.0, |frame| frame.rms);
        self.worst = frame.map_or(0.0, |frame| frame.worst);
        self.worst_ever = self.worst_ever.max(self.worst);
        self.efforts.clear();
        let efforts = tracking.joints.iter().map(|joint| joint.effort);
        self.efforts.extend(efforts);
        self.fell |= tracking.fell;
        self.left_ground |= tracking.left_ground;
        self.contacts.clone_from(&outcome.contacts);
        self.center_of_pressure = outcome.center_of_pressure();
        self.ground_force = outcome.ground_force();
        self.balance = ghost.balance().cloned();
        if ghost.settings().controller == ControllerKind::PinnedPd {
            self.read_pinned(ghost, plan, (before, outside, secs));
        }
    }

    /// Pinned feet touch nothing: what carries them is found from how momentum changed.
    fn read_pinned(
        &mut self,
        ghost: &Ghost,
        plan: &Moment,
        (before, outside, secs): (&Momentum, &Outside, f64),
    ) {
        let character = ghost.character();
        let mut after = Momentum::of_state(character, ghost.state());
        after.linear -= outside.impulse;
        after.angular -= outside.turn;
        let gravity = ghost.settings().world.gravity;
        let kin = Kinematics::of(character, &ghost.state().pose);
        let soles = character.soles.iter().enumerate();
        let standing = soles.filter(|(sole, _)| plan.contacts.contains(*sole));
        let heights = standing.map(|(_, sole)| kin.link(sole.link).point(sole.center_in_link()).y);
        let height = heights.fold(f64::INFINITY, f64::min);
        if height.is_finite() {
            self.center_of_pressure = zero_moment_point(before, &after, gravity, height, secs);
            self.ground_force = (after.linear - before.linear) / secs - before.mass * gravity;
        }
    }
}

/// What pushes and drags from outside added to a momentum.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Outside {
    /// [N s]
    pub(super) impulse: DVec3,
    /// About the centre of mass [N m s].
    pub(super) turn: DVec3,
}

impl Outside {
    /// Adds a force at an arm from the centre of mass, for a time.
    pub(super) fn add(&mut self, force: DVec3, arm: DVec3, secs: f64) {
        self.impulse += secs * force;
        self.turn += secs * arm.cross(force);
    }
}
