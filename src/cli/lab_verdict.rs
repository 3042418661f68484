//! What came of the jobs of an experiment, and whether what is expected of it holds.

use super::lab_scenario::{Expectation, Experiment, Scenario};
use serde::{Deserialize, Serialize};

/// What came of one job. `docs/json.md` describes every field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JobResult {
    pub(super) scenario: String,
    pub(super) run: String,
    pub(super) direction: usize,
    pub(super) stood_n: f64,
    pub(super) stands: bool,
    pub(super) artificial_impulse_nms: f64,
    pub(super) com_moved_mm: f64,
}

/// Something that is expected, and whether it holds.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Verdict {
    pub(super) scenario: String,
    pub(super) expected: String,
    pub(super) found: String,
    pub(super) holds: bool,
}

/// What is expected of a scenario, held against its results.
pub(super) fn judge(name: &str, scenario: &Scenario, results: &[JobResult]) -> Vec<Verdict> {
    let of = |run: &str| -> Vec<&JobResult> {
        let own = results.iter().filter(|result| result.scenario == name);
        own.filter(|result| result.run == run).collect()
    };
    let ring = |run: &str| -> Vec<f64> { of(run).iter().map(|result| result.stood_n).collect() };
    let verdict = |expected: String, found: String, holds: bool| Verdict {
        scenario: name.to_owned(),
        expected,
        found,
        holds,
    };
    let judged = |expectation: &Expectation| match expectation {
        Expectation::EveryAtLeast { run, newtons } => {
            let least = least(&ring(run));
            verdict(
                format!("{run} stands {newtons:.0} N everywhere"),
                format!("{least:.0} N"),
                least >= *newtons,
            )
        }
        Expectation::MeanAtLeast { run, newtons } => {
            let mean = mean(&ring(run));
            verdict(
                format!("{run} stands {newtons:.0} N in the mean"),
                format!("{mean:.0} N"),
                mean >= *newtons,
            )
        }
        Expectation::MeanTimes { run, of, at_least } => {
            let times = mean(&ring(run)) / mean(&ring(of)).max(1e-9);
            verdict(
                format!("{run} stands {at_least} times as much as {of} in the mean"),
                format!("{times:.2} times"),
                times >= *at_least,
            )
        }
        Expectation::FirstFallWithin { run, low, high } => {
            let grid = match scenario.experiment {
                Experiment::PushGrid { grid_newtons, .. } => grid_newtons,
                Experiment::Quiet { .. } => 0.0,
            };
            let falls: Vec<f64> = ring(run).iter().map(|stood| stood + grid).collect();
            let (first, last) = (least(&falls), falls.iter().copied().fold(0.0, f64::max));
            verdict(
                format!("{run} falls first at {low:.0} to {high:.0} N everywhere"),
                format!("{first:.0} to {last:.0} N"),
                first >= *low && last <= *high,
            )
        }
        Expectation::MeansRise { runs } => {
            let means: Vec<f64> = runs.iter().map(|run| mean(&ring(run))).collect();
            let words: Vec<String> = means.iter().map(|mean| format!("{mean:.0}")).collect();
            verdict(
                format!("means rise: {}", runs.join(", ")),
                format!("{} N", words.join(", ")),
                means.windows(2).all(|pair| pair[0] < pair[1]),
            )
        }
        Expectation::Mirrored { run, newtons } => {
            let ring = ring(run);
            let count = ring.len();
            let off = (1..count).map(|way| (ring[way] - ring[count - way]).abs());
            let off = off.fold(0.0, f64::max);
            verdict(
                format!("{run} stands as much from the left as from the right"),
                format!("{off:.0} N off"),
                off <= *newtons,
            )
        }
        Expectation::Unhelped { run } => {
            let impulse: f64 = of(run).iter().map(|job| job.artificial_impulse_nms).sum();
            let stands = of(run).iter().all(|job| job.stands);
            verdict(
                format!("{run} stands, and nothing comes from nowhere"),
                format!(
                    "{}, {impulse:.2} N m s",
                    if stands { "stands" } else { "falls" }
                ),
                stands && impulse == 0.0,
            )
        }
    };
    scenario.expect.iter().map(judged).collect()
}

fn mean(ring: &[f64]) -> f64 {
    ring.iter().sum::<f64>() / ring.len().max(1) as f64
}

fn least(ring: &[f64]) -> f64 {
    ring.iter().copied().fold(f64::INFINITY, f64::min)
}
