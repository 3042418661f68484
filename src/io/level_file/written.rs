//! Levels as they are written: names, degrees and defaults, nothing checked yet.

use glam::{DVec2, DVec3};
use serde::Deserialize;

/// A whole level.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LevelFile {
    pub(super) version: u64,
    #[serde(default)]
    pub(super) description: String,
    #[serde(default = "default_friction")]
    pub(super) friction: f64,
    pub(super) ground: Vec<PieceFile>,
    #[serde(default)]
    pub(super) platforms: Vec<PlatformFile>,
    #[serde(default)]
    pub(super) rocks: Vec<RockFile>,
}

/// A piece of still ground; without `at` it begins where the one before it ends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PieceFile {
    pub(super) name: String,
    pub(super) at: Option<DVec3>,
    pub(super) heading_deg: Option<f64>,
    pub(super) friction: Option<f64>,
    #[serde(default = "default_thickness")]
    pub(super) thickness: f64,
    pub(super) form: FormFile,
}

/// What a piece looks like.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum FormFile {
    Plane {
        length: f64,
        #[serde(default = "default_width")]
        width: f64,
        #[serde(default)]
        slope_deg: f64,
    },
    Stairs {
        rise: f64,
        run: f64,
        count: u64,
        #[serde(default = "default_width")]
        width: f64,
    },
    Rough {
        seed: u64,
        cell: f64,
        amplitude: f64,
        length: f64,
        #[serde(default = "default_width")]
        width: f64,
    },
    Stones {
        #[serde(default)]
        seed: u64,
        count: u64,
        spacing: f64,
        size: DVec2,
        #[serde(default)]
        stagger: f64,
        #[serde(default)]
        jitter: DVec3,
    },
}

/// A moving platform.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlatformFile {
    pub(super) name: String,
    pub(super) at: DVec3,
    #[serde(default)]
    pub(super) heading_deg: f64,
    pub(super) size: DVec2,
    #[serde(default = "default_platform_thickness")]
    pub(super) thickness: f64,
    pub(super) friction: Option<f64>,
    #[serde(default = "default_fade_in")]
    pub(super) fade_in_secs: f64,
    #[serde(default)]
    pub(super) sway: Vec<SwayFile>,
    #[serde(default)]
    pub(super) turn: Vec<TurnFile>,
}

/// One sine of a platform's shift [m].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SwayFile {
    pub(super) amplitude: DVec3,
    pub(super) period_secs: f64,
    #[serde(default)]
    pub(super) phase_deg: f64,
}

/// One sine of a platform's turn [deg].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TurnFile {
    pub(super) amplitude_deg: DVec3,
    pub(super) period_secs: f64,
    #[serde(default)]
    pub(super) phase_deg: f64,
}

/// A loose body, or a field of them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RockFile {
    pub(super) name: String,
    pub(super) at: DVec3,
    pub(super) friction: Option<f64>,
    #[serde(default = "default_density")]
    pub(super) density: f64,
    pub(super) form: RockFormFile,
}

/// What a loose body looks like.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum RockFormFile {
    Sphere {
        radius: f64,
    },
    Box {
        size: DVec3,
        #[serde(default)]
        turn_deg: DVec3,
    },
    Scatter {
        seed: u64,
        count: u64,
        size: DVec2,
        edges: (f64, f64),
    },
}

fn default_friction() -> f64 {
    0.8
}
fn default_thickness() -> f64 {
    0.5
}
fn default_width() -> f64 {
    4.0
}
fn default_platform_thickness() -> f64 {
    0.1
}
fn default_fade_in() -> f64 {
    2.0
}
fn default_density() -> f64 {
    2600.0
}
