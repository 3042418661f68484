//! How a figure walks, and what it is asked to do. Every field has its unit, its effect and its default.

use serde::{Deserialize, Serialize};

/// How a figure walks. [`super::Biped::settings`] gives defaults that suit a body's size; the figures named here are
/// those of the human.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WalkSettings {
    /// What keeps it on its feet. Default `Dynamic`; files that do not say are of walks that were static.
    #[serde(default = "Manner::of_old_files")]
    pub manner: Manner,
    /// From one footprint to the next one of the other foot, at most [m]. Default 0.35 of a leg, 0.30 m.
    pub step_length: f64,
    /// From the middle of one sole to the middle of the other, across [m]. Default: as the body stands at rest.
    pub step_width: f64,
    /// Of a swinging sole over the ground beneath it [m]. Default 0.05 of a leg, 4 cm.
    pub clearance: f64,
    /// Steps per minute. Default 50; more for legs shorter than 0.25 m, fewer for those longer than 2 m.
    pub cadence: f64,
    /// How much lower than with a stretched leg the body is carried [m]. Default 0.015 of a leg, 13 mm.
    pub crouch: f64,
    /// Importance of an upright trunk and of the body's height, against the posture of all other joints; 1 is ordinary.
    pub upright: f64,
    /// What the arms do. Default `Swing`.
    pub arms: ArmStyle,
    /// Where it faces at first: zero is ahead (+Z), a quarter turn is to the left (+X) [rad]. Default 0.
    pub heading: f64,
    /// The largest turn of one step [rad]. Default 0.35, which is 20°.
    pub turn_per_step: f64,
    /// Share of a step's time in which a foot swings [0..1]. Default 0.55.
    pub swing_share: f64,
    /// How far the centre of mass goes on over the support foot while the other one swings [0..1]; with 0 it waits over the
    /// middle, as in the paper. Default 1.
    pub glide: f64,
    /// Least distance of the centre of mass from the edge of the support polygon [m]. Default 0.02, by the same measure; half the
    /// sole's width at most.
    pub margin: f64,
    /// Toes are turned up by this much at the top of a step that climbs [rad]. Default 0.2, which is 11°.
    pub toes_up: f64,
    /// From one frame to the next [s]. Default 1/120. A walk of longer frames is made with short ones and sampled.
    pub frame_secs: f64,
    /// Whether links pass through each other and through the ground. Default false.
    #[serde(default)]
    pub through: bool,
}

/// What keeps a walk on its feet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Manner {
    /// The centre of mass is over the feet on every frame, as in the paper: slow, and it can stop at any moment.
    Static,
    /// The zero-moment point is inside what stands on every frame, as when people walk.
    #[default]
    Dynamic,
}

impl Manner {
    /// Of files that were written when there was no other.
    pub(crate) const fn of_old_files() -> Self {
        Self::Static
    }
}

/// What the arms do while walking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ArmStyle {
    /// They hang as in the rest pose.
    Still,
    /// Each swings against the leg of its side.
    #[default]
    Swing,
    /// Held out to the sides, as on a rope.
    Out,
}

/// What a walk is asked to do from its next step on. All zero: stop, feet together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wish {
    /// Ahead; negative walks backwards [m/s].
    pub forward: f64,
    /// To the left; negative to the right [m/s].
    pub sideways: f64,
    /// To the left; negative to the right [rad/s].
    pub turn: f64,
}

impl Wish {
    /// Stand still.
    pub const STOP: Self = Self {
        forward: 0.0,
        sideways: 0.0,
        turn: 0.0,
    };
}

impl WalkSettings {
    /// What does not hang on a body's size or on its legs; the rest is zero.
    pub(super) fn for_any_body() -> Self {
        Self {
            manner: Manner::Static,
            step_length: 0.0,
            step_width: 0.0,
            clearance: 0.0,
            cadence: 0.0,
            crouch: 0.0,
            upright: 1.0,
            arms: ArmStyle::default(),
            heading: 0.0,
            turn_per_step: 0.0,
            swing_share: 0.0,
            glide: 1.0,
            margin: 0.0,
            toes_up: 0.2,
            frame_secs: 1.0 / 120.0,
            through: false,
        }
    }

    /// From one step to the next [s].
    pub fn step_secs(&self) -> f64 {
        60.0 / self.cadence
    }

    /// How long a foot swings [s].
    pub fn swing_secs(&self) -> f64 {
        self.swing_share * self.step_secs()
    }

    /// How long the centre of mass takes from foot to foot [s].
    pub fn shift_secs(&self) -> f64 {
        (1.0 - self.swing_share) * self.step_secs()
    }

    /// What one step makes of a wish: ahead and to the side that opens [m], and its turn [rad], no more than a step may.
    pub(super) fn step_of(&self, wish: Wish) -> (f64, f64, f64) {
        let (secs, limit, most_turn) = (self.step_secs(), self.step_length, self.turn_per_step);
        let forward = (wish.forward * secs).clamp(-limit, limit);
        let aside = (2.0 * wish.sideways * secs).clamp(-limit, limit);
        let turn = (wish.turn * secs).clamp(-most_turn, most_turn);
        (forward, aside, turn)
    }

    /// Straight ahead with full steps.
    pub fn ahead(&self) -> Wish {
        Wish {
            forward: self.step_length / self.step_secs(),
            ..Wish::STOP
        }
    }
}
