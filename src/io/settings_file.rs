//! Solver settings as files. `docs/goals.md` describes every field.

use super::place::within;
use super::{FileError, Source};
use crate::ik::{Finish, Method, SolverSettings};

/// Starts beyond this are slips of the keyboard: a solve would take hours. The same for steps.
pub const MOST_RESTARTS: u32 = 10_000;
/// The same for passes of one step, and for starts that are tried even after arrival.
pub const MOST_SWEEPS: u16 = 1000;
const MOST_STEPS: f64 = MOST_RESTARTS as f64;
const MOST_PASSES: f64 = MOST_SWEEPS as f64;
/// Least of what has to be more than zero.
const LEAST: f64 = 1e-9;

/// Reads solver settings; what the file leaves out keeps its default.
///
/// # Errors
/// Where the text is no settings file, or a number is out of range.
pub fn read_settings(source: &Source) -> Result<SolverSettings, FileError> {
    let settings: SolverSettings = source.parse()?;
    check_settings(&settings, source)?;
    Ok(settings)
}

/// Settings that were read already: whether every number is in its range.
pub(super) fn check_settings(settings: &SolverSettings, source: &Source) -> Result<(), FileError> {
    for (field, value, ends, unit) in ranges(settings) {
        within(field, value, ends, unit).map_err(|message| source.error_at(&[field], message))?;
    }
    Ok(())
}

/// Every number of the settings: its name, its value, and the least and the most that are valid.
fn ranges(settings: &SolverSettings) -> Vec<(&'static str, f64, [f64; 2], &'static str)> {
    let count = |count: u32| f64::from(count);
    let s = settings;
    let mut ranges = vec![
        ("damping", s.damping, [LEAST, 1e3], " m²"),
        (
            "max_iterations",
            count(s.max_iterations),
            [1.0, MOST_STEPS],
            "",
        ),
        (
            "position_tolerance",
            s.position_tolerance,
            [LEAST, 1.0],
            " m",
        ),
        ("angle_tolerance", s.angle_tolerance, [LEAST, 1.0], " rad"),
        ("max_error", s.max_error, [1e-6, 100.0], " m"),
        ("max_angle_error", s.max_angle_error, [1e-6, 10.0], " rad"),
        ("max_turn", s.max_turn, [1e-6, 10.0], " rad"),
        ("max_travel", s.max_travel, [1e-6, f64::INFINITY], " rad"),
        ("rank_ratio", s.rank_ratio, [1.0, 1e4], ""),
        ("bias_per_metre", s.bias_per_metre, [0.0, 1e6], ""),
        ("posture", s.posture, [0.0, 1.0], " m²"),
        ("settle", count(s.settle), [0.0, MOST_STEPS], ""),
        ("metres_per_radian", s.metres_per_radian, [1e-3, 1e3], " m"),
        ("rest_turn", s.rest_turn, [0.0, 1.0], " rad"),
        ("restarts", count(s.restarts), [0.0, MOST_STEPS], ""),
        (
            "alternatives",
            count(s.alternatives),
            [0.0, MOST_PASSES],
            "",
        ),
    ];
    if let Method::Sweep { sweeps, relaxation } = s.method {
        ranges.push(("sweeps", f64::from(sweeps), [1.0, MOST_PASSES], ""));
        // At 0 nothing moves, at 2 nothing comes to rest.
        ranges.push(("relaxation", relaxation, [0.01, 1.99], ""));
    }
    if let Finish::Steps(steps) = s.finish {
        ranges.push(("steps", count(steps), [1.0, MOST_STEPS], ""));
    }
    ranges
}
