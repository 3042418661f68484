//! The law: from where the body is to the torques of its joints.

use super::balance::{BalanceReading, FootReading};
use super::feet::{Sole, distribute};
use super::settings::VirtualActuatorSettings;
use super::support::{Support, SupportRule, let_step_down};
use super::topple_free::{Zone, artificial_torque, zone_of};
use super::transpose::{GroundWrench, VirtualWrench, transposed_torques};
use crate::character::{Character, Foot, LinkId};
use crate::control::chest::chest_of;
use crate::control::controller::{Controller, Seen};
use crate::control::gains::{Gain, Muscle};
use crate::control::pose_pd::write_drives;
use crate::math::rotation_vector;
use crate::physics::{BodyId, BodyScale, Fingerprint, Inputs, Load, joint_from_world};
use glam::DVec3;

/// Feet of a person nearer to each other than this share evenly [m].
const NEAR: f64 = 0.01;
/// A figure that has given up balances again when its ankles ask for less than this share of what made it give up.
const AGAIN: f64 = 0.5;
/// A plan that has not moved for so long is a pose [s], and slower than this it does not move [rad/s, m/s].
const STILL_SECS: f64 = 0.5;
const STILL_RATE: f64 = 1e-3;

/// The controller and its memory.
#[derive(Clone, Debug)]
pub struct VirtualActuator {
    /// To the size of the body.
    settings: VirtualActuatorSettings,
    chest: LinkId,
    /// Links within feet: a foot that stands is one piece. (links)
    within_feet: Vec<bool>,
    support: Support,
    is_falling: bool,
    /// How long the plan has not moved [s].
    still_secs: f64,
    soles: Vec<Sole>,
    shares: Vec<f64>,
    ground: Vec<GroundWrench>,
    forces: Vec<DVec3>,
    torques: Vec<DVec3>,
    reading: BalanceReading,
}

impl VirtualActuator {
    /// With settings of a person.
    pub fn new(character: &Character, settings: &VirtualActuatorSettings) -> Self {
        let settings = settings.scaled(&BodyScale::of(character));
        let mut within_feet = vec![false; character.links.len()];
        for joint in character.feet.iter().flat_map(Foot::joints) {
            within_feet[joint.index()] = true;
        }
        Self {
            reading: BalanceReading::new(settings.least_torque, settings.most_torque),
            settings,
            chest: chest_of(character),
            within_feet,
            support: Support::default(),
            is_falling: false,
            still_secs: STILL_SECS,
            soles: Vec::new(),
            shares: Vec::new(),
            ground: Vec::new(),
            forces: Vec::new(),
            torques: Vec::new(),
        }
    }

    /// Whether the plan is a motion: then feet, chest and turning follow it; else it is a pose, and those are free.
    fn is_motion(&self) -> bool {
        self.still_secs < STILL_SECS
    }

    /// Which feet support the body, and how they lie.
    fn look(&mut self, seen: &Seen) {
        let velocity = &seen.target.planned.velocity;
        let moves = velocity.root.linear.length() > STILL_RATE
            || velocity.root.angular.length() > STILL_RATE
            || (velocity.joints.iter()).any(|rate| rate.length() > STILL_RATE);
        self.still_secs = if moves {
            0.0
        } else {
            (self.still_secs + seen.step_secs).min(STILL_SECS)
        };
        let rule = if self.is_motion() {
            SupportRule::Plan
        } else {
            SupportRule::Zones {
                radius: self.settings.zone_radius,
            }
        };
        let (body, contacts) = (seen.body.kinematics(), seen.target.contacts);
        self.support.update(
            seen.character,
            seen.outcome,
            body,
            rule,
            (contacts, seen.step_secs),
        );
        self.soles.clear();
        let supporting = self.support.supporting();
        (self.soles).extend(supporting.map(|foot| Sole::of(seen.character, body, foot, contacts)));
    }

    /// The virtual force and torque at the centre of mass (equations 7 to 12).
    fn wanted(&self, seen: &Seen) -> VirtualWrench {
        let own = &self.settings;
        let (character, contacts) = (seen.character, seen.target.contacts);
        let (body, plan) = (seen.body.kinematics(), seen.plan.kinematics());
        let (is, should) = (seen.body.momentum(), seen.plan.momentum());

        // Where the centre of mass is beside what supports it, and where the plan has it
        let count = self.soles.len() as f64;
        let support = self.soles.iter().map(|sole| sole.center).sum::<DVec3>() / count;
        let planned = |sole: &Sole| Sole::of(character, plan, sole.footing.foot, contacts).center;
        let planned = self.soles.iter().map(planned).sum::<DVec3>() / count;
        let off = level((plan.com - planned) - (body.com - support));
        let slower = level(should.linear / should.mass - is.linear / is.mass);
        let mut control = own.com_stiffness * off + own.com_damping * slower;
        if let [stance] = &self.soles[..] {
            let mut others = character.footings(contacts).map(|footing| footing.foot);
            let free = others.find(|foot| *foot != stance.footing.foot);
            if let Some(free) = free.filter(|_| character.footings(contacts).count() == 2) {
                let free = Sole::of(character, body, free, contacts).center;
                control = let_step_down(control, body.com, stance, free);
            }
        }
        let lift = -is.mass * seen.gravity;
        let force = lift + control.clamp_length_max(own.most_slope * lift.length());

        // How it turns as a whole, and how its chest is turned
        let spin = own.spin_damping * (should.angular - is.angular);
        let orient = if self.is_motion() {
            let turn = plan.link(self.chest).rotation * body.link(self.chest).rotation.conjugate();
            let faster = seen.plan.link_velocity(self.chest).angular
                - seen.body.link_velocity(self.chest).angular;
            own.chest_stiffness * rotation_vector(turn) + own.chest_damping * faster
        } else {
            DVec3::ZERO
        };
        VirtualWrench {
            torque: spin + orient,
            force,
        }
    }

    /// Reads off what ankles ask of their feet; then it gives up, or feet are helped.
    fn help_feet(&mut self, seen: &Seen) {
        let own = &self.settings;
        self.reading.feet.clear();
        for sole in &self.soles {
            // What an ankle cannot give asks nothing of the foot.
            let ankle = seen.character.feet[sole.footing.foot].whole.link.index();
            let strength = seen.gains[ankle].map_or(f64::INFINITY, |gain| gain.most_torque);
            let demanded = self.torques[ankle];
            let given = demanded.clamp_length_max(strength);
            self.reading.feet.push(FootReading {
                foot: sole.footing.foot,
                link: sole.link,
                demanded,
                artificial: artificial_torque(given, own.least_torque),
                zone: zone_of(demanded, own.least_torque, own.most_torque),
            });
        }
        let feet = &mut self.reading.feet;
        let most = (feet.iter()).fold(0.0_f64, |most, foot| most.max(foot.demanded.length()));
        let limit = if self.is_falling { AGAIN } else { 1.0 } * own.most_torque;
        self.is_falling = most >= limit;
        if self.is_falling {
            for foot in feet {
                foot.artificial = DVec3::ZERO;
                foot.zone = Zone::Falling;
            }
        }
    }

    /// A joint's spring and damper towards the pose.
    fn gain(&self, index: usize, gain: Gain, muscle: &Muscle) -> Gain {
        if self.within_feet[index] {
            return gain;
        }
        let firmness = self.settings.pose_firmness * muscle.tone_hz / Muscle::default().tone_hz;
        let stiffness = firmness * gain.most_torque / muscle.strength;
        let damping = muscle.damping_ratio * self.settings.pose_damping_secs * stiffness;
        let (firmer, slower) = if self.is_falling {
            (
                self.settings.falling_firmness,
                self.settings.falling_damping,
            )
        } else {
            (1.0, 1.0)
        };
        Gain {
            stiffness: firmer * stiffness,
            damping: slower * damping,
            ..gain
        }
    }
}

impl Controller for VirtualActuator {
    fn sense(&mut self, seen: &Seen, inputs: &mut Inputs) {
        self.look(seen);
        self.torques.clear();
        self.reading.feet.clear();
        if !self.soles.is_empty() {
            let wanted = self.wanted(seen);
            let body = seen.body.kinematics();
            let weight = seen.body.momentum().mass * seen.gravity.length();
            let near = NEAR * seen.scale.length;
            let (shares, ground) = (&mut self.shares, &mut self.ground);
            distribute(
                seen.character,
                body,
                &wanted,
                &self.soles,
                (near, weight),
                shares,
                ground,
            );
            let (forces, torques) = (&mut self.forces, &mut self.torques);
            transposed_torques(seen.character, body, &wanted, ground, forces, torques);
            self.help_feet(seen);
        }

        let gains = seen.gains.iter().enumerate();
        let gains = gains.map(|(index, gain)| gain.map(|gain| self.gain(index, gain, seen.muscle)));
        write_drives(seen, gains, inputs);
        if !self.is_falling {
            let drives = inputs.drives.iter_mut().zip(&self.torques);
            for ((drive, torque), id) in drives.zip(seen.character.link_ids()) {
                let turn = seen.body.kinematics().link(id).rotation;
                let kind = &seen.character.link(id).joint.kind;
                if let Some(drive) = drive {
                    drive.feed_forward += joint_from_world(kind, turn, *torque);
                }
            }
        }
        for foot in &self.reading.feet {
            if foot.artificial != DVec3::ZERO {
                let body = BodyId::Link(foot.link);
                inputs.loads.push(Load::torque(body, foot.artificial));
            }
        }
        self.reading.is_falling = self.is_falling;
        self.reading.add(seen.step_secs);
    }

    fn hash_into(&self, hash: &mut Fingerprint) {
        self.support.hash_into(hash);
        hash.count(u64::from(self.is_falling));
        hash.number(self.still_secs);
    }

    fn balance(&self) -> Option<&BalanceReading> {
        Some(&self.reading)
    }
}

fn level(v: DVec3) -> DVec3 {
    DVec3::new(v.x, 0.0, v.z)
}
