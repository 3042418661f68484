//! Scenarios of the lab: `levels/lab/*.ron`, or a file of one's own. What is tried, and what is expected of it.

use super::Error;
use crate::control::{ControllerKind, GhostSettings, VirtualActuatorSettings};
use crate::io::Source;
use crate::lab::PushGrid;
use serde::Deserialize;
use std::path::Path;

/// Name and text of every scenario that comes with the program.
pub(super) const SHIPPED: [(&str, &str); 2] = [
    (
        "quiet_standing",
        include_str!("../../levels/lab/quiet_standing.ron"),
    ),
    ("push_grid", include_str!("../../levels/lab/push_grid.ron")),
];

/// Directions, steps and newtons beyond these are slips of the keyboard.
const MOST_DIRECTIONS: usize = 360;
const MOST_NEWTONS: f64 = 1e5;
const MOST_SECS: f64 = 600.0;

/// A scenario as it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scenario {
    version: u32,
    pub(super) description: String,
    /// A shipped one, or a path.
    pub(super) character: String,
    pub(super) level: String,
    pub(super) experiment: Experiment,
    pub(super) runs: Vec<LabRun>,
    pub(super) expect: Vec<Expectation>,
}

/// What is tried.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum Experiment {
    /// Pushes at the chest, harder and harder.
    PushGrid {
        directions: usize,
        grid_newtons: f64,
        most_newtons: f64,
        push_secs: f64,
        settle_secs: f64,
        watched_secs: f64,
    },
    /// Nothing happens to it.
    Quiet { secs: f64 },
}

/// How the ghost holds itself in one run of the experiment.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LabRun {
    pub(super) name: String,
    thr_min: f64,
    thr_max: f64,
    #[serde(default)]
    steps_hz: Option<f64>,
}

/// What should come of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum Expectation {
    /// It stands so much in every direction.
    EveryAtLeast { run: String, newtons: f64 },
    /// It stands so much in the mean.
    MeanAtLeast { run: String, newtons: f64 },
    /// It stands so many times as much in the mean as another.
    MeanTimes {
        run: String,
        of: String,
        at_least: f64,
    },
    /// It falls first somewhere between these, in every direction.
    FirstFallWithin { run: String, low: f64, high: f64 },
    /// Each stands more in the mean than the one before.
    MeansRise { runs: Vec<String> },
    /// Left and right differ by no more.
    Mirrored { run: String, newtons: f64 },
    /// It stands, and feet get nothing from nowhere.
    Unhelped { run: String },
}

impl Expectation {
    /// The runs that it is about.
    fn runs(&self) -> Vec<&String> {
        match self {
            Self::EveryAtLeast { run, .. }
            | Self::MeanAtLeast { run, .. }
            | Self::FirstFallWithin { run, .. }
            | Self::Mirrored { run, .. }
            | Self::Unhelped { run } => vec![run],
            Self::MeanTimes { run, of, .. } => vec![run, of],
            Self::MeansRise { runs } => runs.iter().collect(),
        }
    }
}

impl Scenario {
    /// A shipped one by name, or that of a file.
    pub(super) fn load(name: &str) -> Result<(String, Self), Error> {
        let shipped = SHIPPED.iter().find(|(known, _)| *known == name);
        let source = match shipped {
            Some((name, text)) => Source::new(format!("levels/lab/{name}.ron"), *text),
            None if Path::new(name).exists() => Source::read(Path::new(name))?,
            None => {
                let known = SHIPPED.iter().map(|(name, _)| *name);
                return Err(Error::unknown("lab", "scenario", name, known));
            }
        };
        let scenario: Self = source.parse()?;
        scenario.check(&source)?;
        let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str());
        Ok((stem.unwrap_or(name).to_owned(), scenario))
    }

    fn check(&self, source: &Source) -> Result<(), Error> {
        let wrong =
            |needle: &str, message: String| Err(Error::Input(source.error_at(&[needle], message)));
        if self.version != 1 {
            return wrong("version", format!("version {}: valid is 1", self.version));
        }
        let numbers: &[(&str, f64, f64, f64)] = match &self.experiment {
            Experiment::PushGrid {
                directions,
                grid_newtons,
                most_newtons,
                push_secs,
                settle_secs,
                watched_secs,
            } => &[
                (
                    "directions",
                    *directions as f64,
                    1.0,
                    MOST_DIRECTIONS as f64,
                ),
                ("grid_newtons", *grid_newtons, 0.01, MOST_NEWTONS),
                ("most_newtons", *most_newtons, *grid_newtons, MOST_NEWTONS),
                ("push_secs", *push_secs, 0.001, MOST_SECS),
                ("settle_secs", *settle_secs, 0.0, MOST_SECS),
                ("watched_secs", *watched_secs, 0.01, MOST_SECS),
            ],
            Experiment::Quiet { secs } => &[("secs", *secs, 0.01, MOST_SECS)],
        };
        for (name, value, least, most) in numbers {
            if !(least..=most).contains(&value) {
                return wrong(name, format!("{name} {value}: valid is {least} to {most}"));
            }
        }
        if self.runs.is_empty() {
            return wrong("runs", "no runs; one is the least".to_owned());
        }
        for (index, run) in self.runs.iter().enumerate() {
            let quoted = format!("{:?}", run.name);
            if self.runs[..index]
                .iter()
                .any(|other| other.name == run.name)
            {
                return wrong(&quoted, format!("two runs are called {quoted}"));
            }
            let are_in_order = run.thr_min >= 0.0 && run.thr_min <= run.thr_max;
            if !are_in_order || !run.thr_max.is_finite() {
                let message = format!(
                    "thr_min {} and thr_max {}: valid is 0 <= thr_min <= thr_max",
                    run.thr_min, run.thr_max
                );
                return wrong(&quoted, message);
            }
            if let Some(hz) = run.steps_hz.filter(|hz| !(30.0..=20_000.0).contains(hz)) {
                return wrong(&quoted, format!("steps_hz {hz}: valid is 30 to 20000"));
            }
        }
        for name in self.expect.iter().flat_map(Expectation::runs) {
            if !self.runs.iter().any(|run| run.name == *name) {
                let known: Vec<&str> = self.runs.iter().map(|run| run.name.as_str()).collect();
                let message = format!("no run is called {name:?}; there are {}", known.join(", "));
                return wrong(&format!("{name:?}"), message);
            }
        }
        Ok(())
    }

    /// The grid of one run; standing quietly is a grid of one direction and no push.
    pub(super) fn grid(&self, run: &LabRun) -> PushGrid {
        let usual = GhostSettings::default();
        let ghost = GhostSettings {
            controller: ControllerKind::VirtualActuator,
            steps_hz: run.steps_hz.unwrap_or(usual.steps_hz),
            virtual_actuator: VirtualActuatorSettings {
                least_torque: run.thr_min,
                most_torque: run.thr_max,
                ..usual.virtual_actuator
            },
            ..usual
        };
        match self.experiment {
            Experiment::PushGrid {
                directions,
                grid_newtons,
                most_newtons,
                push_secs,
                settle_secs,
                watched_secs,
            } => PushGrid {
                ghost,
                directions,
                grid_newtons,
                most_newtons,
                push_secs,
                settle_secs,
                watched_secs,
            },
            Experiment::Quiet { secs } => PushGrid {
                ghost,
                directions: 1,
                settle_secs: 0.0,
                watched_secs: secs,
                ..PushGrid::default()
            },
        }
    }
}
