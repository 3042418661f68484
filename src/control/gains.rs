//! How firmly a figure holds itself: gains of every joint from the body's masses and one setting in human terms.

use crate::character::{Character, LinkId};
use crate::kinematics::{Kinematics, Rooting, composite_inertias};
use crate::physics::BodyScale;
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;

/// Share of weight times height of the centre of mass that a joint of middle strength can give, per cube root of the
/// share of mass on its lighter side. It puts a person of 72 kg at 530 N m in the hip, 350 in the knee, 220 in the
/// ankle, 330 in the shoulder: a strong athlete.
const STRENGTH: f64 = 1.3;

/// Torque by which flesh resists, over the square of the rate and the inertia of what a joint moves when it moves least (a
/// leg that swings, not the body over it), no unit: too little to feel in a walk, and it ends a whirl.
const RESISTANCE: f64 = 0.3;

/// The centre of mass of a person counts as being at least this high over the soles [m]: who lies has strength, too.
const LEAST_HEIGHT: f64 = 0.1;

/// How a figure holds itself.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Muscle {
    /// How fast a joint returns when it is pushed: the frequency at which it would swing without damping [Hz].
    /// 1 is limp, 2 relaxed, 4 alert, 6 firm, 10 rigid, for a person; larger bodies swing more slowly, smaller ones faster, as
    /// they walk and fall.
    pub tone_hz: f64,
    /// Damping over critical damping, no unit. 1 returns fastest without swinging.
    pub damping_ratio: f64,
    /// Times the strength of an athlete with these joints, no unit. What walks and stairs take when every planted foot is
    /// pinned is 2.5: a pin carries moments that would tip a free foot, and plans make use of it.
    pub strength: f64,
}

impl Default for Muscle {
    fn default() -> Self {
        Self {
            tone_hz: 6.0,
            damping_ratio: 1.0,
            strength: 2.5,
        }
    }
}

/// A joint's spring, damper and strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    /// [N m/rad]
    pub stiffness: f64,
    /// [N m s/rad]
    pub damping: f64,
    /// [N m]
    pub most_torque: f64,
    /// [N m s²/rad²]
    pub resistance: f64,
}

/// Gains of every link's joint; nothing where nothing turns. (links)
///
/// A spring that swings an inertia I at a frequency f has the stiffness I (2πf)². I is that of the hardest work that a
/// joint may have: all beyond it, seen from the first link or from any sole, in the rest pose.
pub fn gains(character: &Character, muscle: &Muscle) -> Vec<Option<Gain>> {
    let kin = Kinematics::of(character, &character.rest);
    let mass = character.mass();
    let mut inertia = vec![0.0_f64; character.links.len()];
    let mut least_inertia = vec![f64::INFINITY; character.links.len()];
    let mut lighter_side = vec![0.5_f64; character.links.len()];
    let soles = character.standing_soles().map(|sole| sole.link);
    for root in soles.chain([LinkId::ROOT]) {
        let rooting = Rooting::new(character, root);
        let beyond = composite_inertias(&rooting, character, &kin);
        for (step, composite) in rooting.steps.iter().zip(&beyond) {
            let arm = composite.center - kin.pivot(step.joint);
            let about_pivot = composite.inertia.to_cols_array();
            let trace = about_pivot[0] + about_pivot[4] + about_pivot[8];
            let mean = (trace + 2.0 * composite.mass * arm.length_squared()) / 3.0;
            let joint = step.joint.index();
            inertia[joint] = inertia[joint].max(mean);
            least_inertia[joint] = least_inertia[joint].min(mean);
            let share = step.mass_fraction_beyond;
            lighter_side[joint] = lighter_side[joint].min(share).min(1.0 - share);
        }
    }
    let lowest = character.standing_soles().map(|sole| {
        let center = sole.center_in_link();
        kin.link(sole.link).point(center).y
    });
    let scale = BodyScale::of(character);
    let least_height = LEAST_HEIGHT * scale.length;
    let height = kin.com.y
        - lowest
            .fold(f64::INFINITY, f64::min)
            .min(kin.com.y - least_height);
    let leverage = STRENGTH * mass * GRAVITY * height * muscle.strength;
    let rate = TAU * muscle.tone_hz / scale.time();
    let links = character.links.iter().enumerate();
    links
        .map(|(index, link)| {
            (link.joint.kind.dofs() > 0).then(|| Gain {
                stiffness: inertia[index] * rate * rate,
                damping: 2.0 * muscle.damping_ratio * inertia[index] * rate,
                resistance: RESISTANCE * least_inertia[index],
                most_torque: leverage * libm::cbrt(lighter_side[index]),
            })
        })
        .collect()
}

/// Strength is that of people on this planet [m/s²].
pub(super) const GRAVITY: f64 = 9.81;
