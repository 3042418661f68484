//! How a clip is corrected.

use crate::ik::SolverSettings;
use crate::motion::USUAL_CUTOFF_HZ;
use serde::{Deserialize, Serialize};

/// What a correction is after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// The zero-moment point stays inside what stands, and all else as it was.
    #[default]
    Dynamic,
    /// Feet stay where they stand; balance is left alone.
    FeetOnly,
    /// The centre of mass stays over what stands in every frame: it could stop at any moment.
    Static,
}

/// Where contacts begin and end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ContactEnds {
    /// Where the foot comes to rest and leaves it: what a clip says is found by wide bounds.
    #[default]
    AtRest,
    /// Where the clip says so, because somebody said so.
    AsMarked,
}

/// How a clip is corrected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BalanceSettings {
    /// What for. Default: dynamic balance.
    pub aim: Aim,
    /// What must stay inside keeps at least this distance from the edge of the support [m]: the zero-moment point, of a person, or the
    /// centre of mass of a static correction. Default 0.012; 0.02 of static ones.
    pub margin: f64,
    /// What is faster than this in a recording is taken for noise [Hz]; static corrections leave it. Default 6.
    pub cutoff_hz: f64,
    /// Where contacts begin and end; static corrections take them as the clip has them. Default: at rest.
    pub contact_ends: ContactEnds,
    /// The share of the correction that is made [0..1]; static ones are made whole. Default 1.
    pub strength: f64,
    /// Static: weight of a hand's place among effectors. Higher keeps hands nearer to where they were. Default 5.
    pub hand_weight: f64,
    /// Static: weight of a swinging foot's place and orientation among effectors; far more next to a contact. Default 0.3.
    pub foot_weight: f64,
    /// Static: contacts begin this much earlier and end this much later while another sole stands, so that there is time to carry
    /// the weight over [s]. Higher is calmer; swings are hurried. Default 0.15.
    pub stretch_secs: f64,
    /// Static: what the change of a correction counts against errors of goals [m²]. Higher is calmer; lower keeps hands nearer to
    /// where they were and the margin nearer to what was asked. Default 1e-3.
    pub calm: f64,
    /// Static: the solver's.
    pub solver: SolverSettings,
}

impl Default for BalanceSettings {
    fn default() -> Self {
        Self {
            aim: Aim::Dynamic,
            margin: 0.012,
            cutoff_hz: USUAL_CUTOFF_HZ,
            contact_ends: ContactEnds::AtRest,
            strength: 1.0,
            hand_weight: 5.0,
            foot_weight: 0.3,
            stretch_secs: 0.15,
            calm: 1e-3,
            solver: SolverSettings::default(),
        }
    }
}

impl BalanceSettings {
    /// Those of an aim.
    pub fn of(aim: Aim) -> Self {
        let usual = Self::default();
        Self {
            aim,
            margin: match aim {
                Aim::Static => 0.02,
                Aim::Dynamic | Aim::FeetOnly => usual.margin,
            },
            ..usual
        }
    }

    /// Whether the body is carried elsewhere for its balance.
    pub(super) fn moves_body(&self) -> bool {
        self.aim != Aim::FeetOnly
    }
}
