//! `contrapposto lab list`, `show`, `run` and `merge`: experiments as scenarios that can be changed, split and put together again.
//!
//! ```text
//! scenario ──> jobs: one run, one direction ──every core, or --shard 3/8 of them──> results ──(merge)──> tables, what holds
//! ```
//! A job is a pure function of the scenario: whoever runs it, whatever else runs, its result is the same.

use super::Error;
use super::answer::write_json;
use super::file_list::{Files, Kind};
use super::files::{write, written_name};
use super::lab_scenario::{Experiment, SHIPPED, Scenario};
use super::lab_verdict::{JobResult, Verdict, judge};
use super::progress::Progress;
use super::table::{Side, Table};
use crate::io::{FileError, Source, load_character, load_level, one_line};
use clap::Args;
use glam::DVec3;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Arguments of `lab list`.
#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// Prints JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// Arguments of `lab show`.
#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// A shipped scenario
    name: String,
}

/// Arguments of `lab run`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto lab run quiet_standing
  contrapposto lab run push_grid --csv ring.csv --report ring.json
  contrapposto lab run push_grid --shard 3/8 --report part3.json
  contrapposto lab merge part*.json

Ends with exit code 1 when something that is expected does not hold.")]
pub(super) struct RunArgs {
    /// Shipped scenarios, files of one's own, or all
    #[arg(required = true)]
    names: Vec<String>,
    /// Only the k-th of n parts of the jobs: 3/8
    #[arg(long, value_name = "K/N")]
    shard: Option<String>,
    /// Writes the result of every job as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Writes the result of every job as a table
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Prints JSON instead of tables
    #[arg(long)]
    json: bool,
}

/// Arguments of `lab merge`.
#[derive(Debug, Args)]
pub(super) struct MergeArgs {
    /// Reports of `lab run --shard`
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// Writes the result of every job as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Writes the result of every job as a table
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Prints JSON instead of tables
    #[arg(long)]
    json: bool,
}

impl RunArgs {
    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        let own = self.names.iter().map(PathBuf::from);
        let own: Vec<PathBuf> = own.filter(|path| path.exists()).collect();
        (Files::default().reads(&own))
            .writes(Kind::Report, &self.report)
            .writes(Kind::Table, &self.csv)
    }
}

impl MergeArgs {
    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        (Files::default().reads(&self.parts))
            .writes(Kind::Report, &self.report)
            .writes(Kind::Table, &self.csv)
    }
}

/// A whole answer.
#[derive(Debug, Serialize, Deserialize)]
struct Report {
    results: Vec<JobResult>,
    #[serde(skip_deserializing)]
    verdicts: Vec<Verdict>,
    #[serde(skip_deserializing)]
    written: Vec<String>,
}

/// An experiment in the list.
#[derive(Debug, Serialize)]
struct Listed {
    name: &'static str,
    description: String,
}

/// Lists the experiments.
pub(super) fn list(args: &ListArgs, out: &mut dyn Write) -> Result<(), Error> {
    let all = SHIPPED.iter().map(|(name, _)| {
        let (_, Scenario { description, .. }) = Scenario::load(name)?;
        Ok(Listed { name, description })
    });
    let all: Vec<Listed> = all.collect::<Result<_, Error>>()?;
    if args.json {
        return write_json(&all, out);
    }
    let mut table = Table::new([("experiment", Side::Left), ("", Side::Left)]);
    for Listed { name, description } in all {
        table.row([name.to_owned(), description]);
    }
    table.write(out)?;
    Ok(())
}

/// Prints a scenario.
pub(super) fn show(args: &ShowArgs, out: &mut dyn Write) -> Result<(), Error> {
    let found = SHIPPED.iter().find(|(name, _)| *name == args.name);
    let Some((_, text)) = found else {
        let known = SHIPPED.iter().map(|(name, _)| *name);
        return Err(Error::unknown("lab show", "scenario", &args.name, known));
    };
    out.write_all(text.as_bytes())?;
    Ok(())
}

/// Runs experiments, or a part of their jobs.
pub(super) fn run_experiments(args: &RunArgs, out: &mut dyn Write) -> Result<(), Error> {
    let (part, parts) = args.shard.as_deref().map_or(Ok((1, 1)), read_shard)?;
    let names: Vec<&str> = if args.names == ["all"] {
        SHIPPED.iter().map(|(name, _)| *name).collect()
    } else {
        args.names.iter().map(String::as_str).collect()
    };
    let scenarios: Vec<_> = names
        .iter()
        .map(|name| Scenario::load(name))
        .collect::<Result<_, _>>()?;
    let mut results = Vec::new();
    for (name, scenario) in &scenarios {
        results.extend(jobs_of(name, scenario, part, parts)?);
    }
    let to = (args.report.as_deref(), args.csv.as_deref());
    if parts > 1 {
        return answer(results, Vec::new(), to, args.json, out);
    }
    let verdicts = scenarios
        .iter()
        .flat_map(|(name, scenario)| judge(name, scenario, &results));
    let verdicts = verdicts.collect();
    answer(results, verdicts, to, args.json, out)
}

/// Puts parts together, and judges scenarios that are shipped or lie where they lay.
pub(super) fn merge(args: &MergeArgs, out: &mut dyn Write) -> Result<(), Error> {
    let mut results: Vec<JobResult> = Vec::new();
    for path in &args.parts {
        let source = Source::read(path)?;
        let report: Report = serde_json::from_str(&source.text)
            .map_err(|e| source.error(Some((e.line().max(1), e.column().max(1))), e.to_string()))?;
        for result in report.results {
            let same = |other: &JobResult| {
                (&other.scenario, &other.run, other.direction)
                    == (&result.scenario, &result.run, result.direction)
            };
            if results.iter().any(same) {
                let message = format!(
                    "{}, run {:?}, direction {} is in another part, too",
                    result.scenario, result.run, result.direction
                );
                return Err(Error::Input(FileError::of(path, message)));
            }
            results.push(result);
        }
    }
    let mut names: Vec<String> = results
        .iter()
        .map(|result| result.scenario.clone())
        .collect();
    names.sort();
    names.dedup();
    let mut verdicts = Vec::new();
    let mut ordered = Vec::new();
    for name in &names {
        let (_, scenario) = Scenario::load(name)?;
        for (run, direction) in all_jobs(&scenario) {
            let run = &scenario.runs[run].name;
            let found = results.iter().find(|result| {
                (&result.scenario, &result.run, result.direction) == (name, run, direction)
            });
            let Some(found) = found else {
                let message = format!("{name}: run {run:?}, direction {direction} is in no part");
                return Err(Error::Arguments(message));
            };
            ordered.push(found.clone());
        }
        verdicts.extend(judge(name, &scenario, &ordered));
    }
    let to = (args.report.as_deref(), args.csv.as_deref());
    answer(ordered, verdicts, to, args.json, out)
}

/// `3/8`.
fn read_shard(text: &str) -> Result<(usize, usize), Error> {
    let parts = text
        .split_once('/')
        .and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    match parts {
        Some((part, parts)) if (1..=parts).contains(&part) => Ok((part, parts)),
        _ => {
            let message = format!("--shard {text}: write a part and how many there are, 3/8");
            Err(Error::Arguments(message))
        }
    }
}

/// Every job: a run and a direction.
fn all_jobs(scenario: &Scenario) -> impl Iterator<Item = (usize, usize)> + '_ {
    let runs = scenario.runs.iter().enumerate();
    runs.flat_map(|(index, run)| (0..scenario.grid(run).directions).map(move |way| (index, way)))
}

/// Runs the jobs of a part on all cores.
fn jobs_of(
    name: &str,
    scenario: &Scenario,
    part: usize,
    parts: usize,
) -> Result<Vec<JobResult>, Error> {
    let character = load_character(&scenario.character)?;
    let level = load_level(&scenario.level)?;
    let jobs: Vec<_> = all_jobs(scenario).skip(part - 1).step_by(parts).collect();
    let progress = Mutex::new((Progress::new(name, jobs.len() as u64), 0));
    let result = |(run, direction): &(usize, usize)| {
        let run = &scenario.runs[*run];
        let grid = scenario.grid(run);
        let stood = match scenario.experiment {
            Experiment::PushGrid { .. } => grid.hardest(&character, &level, *direction),
            Experiment::Quiet { .. } => 0.0,
        };
        let force = stood * grid.way(*direction);
        let pushed = grid.push(
            &character,
            &level,
            if stood > 0.0 { force } else { DVec3::ZERO },
        );
        let impulse = pushed
            .balance
            .map_or(0.0, |balance| balance.artificial_impulse);
        if let Ok(mut progress) = progress.lock() {
            progress.1 += 1;
            let done = progress.1;
            progress.0.set(done);
        }
        JobResult {
            scenario: name.to_owned(),
            run: run.name.clone(),
            direction: *direction,
            stood_n: stood,
            stands: pushed.stands,
            artificial_impulse_nms: impulse,
            com_moved_mm: 1e3 * pushed.com_moved,
        }
    };
    let results = jobs.par_iter().map(result).collect();
    if let Ok(mut progress) = progress.into_inner() {
        progress.0.finish();
    }
    Ok(results)
}

/// Writes files and says what came of it; what does not hold ends with exit code 1.
fn answer(
    results: Vec<JobResult>,
    verdicts: Vec<Verdict>,
    (report, csv): (Option<&Path>, Option<&Path>),
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let written = [report, csv]
        .into_iter()
        .flatten()
        .map(written_name)
        .collect();
    let answer = Report {
        results,
        verdicts,
        written,
    };
    if let Some(path) = report {
        let mut text = serde_json::to_string_pretty(&answer).map_err(std::io::Error::from)?;
        text.push('\n');
        write(path, text.as_bytes())?;
    }
    if let Some(path) = csv {
        write(path, csv_of(&answer.results).as_bytes())?;
    }
    if json {
        write_json(&answer, out)?;
    } else {
        tables(&answer, out)?;
    }
    if answer.verdicts.iter().all(|verdict| verdict.holds) {
        Ok(())
    } else {
        Err(Error::OutOfBounds)
    }
}

fn tables(answer: &Report, out: &mut dyn Write) -> Result<(), Error> {
    let mut table = Table::new([
        ("experiment", Side::Left),
        ("run", Side::Left),
        ("direction", Side::Right),
        ("stood", Side::Right),
        ("from nowhere", Side::Right),
        ("moved", Side::Right),
    ]);
    for job in &answer.results {
        table.row([
            job.scenario.clone(),
            job.run.clone(),
            job.direction.to_string(),
            format!("{:.0} N", job.stood_n),
            format!("{:.1} N m s", job.artificial_impulse_nms),
            format!("{:.0} mm", job.com_moved_mm),
        ]);
    }
    table.write(out)?;
    if !answer.verdicts.is_empty() {
        writeln!(out)?;
        let mut table = Table::new([
            ("expected", Side::Left),
            ("found", Side::Left),
            ("", Side::Left),
        ]);
        for verdict in &answer.verdicts {
            let holds = if verdict.holds {
                "holds"
            } else {
                "does not hold"
            };
            table.row([
                verdict.expected.clone(),
                verdict.found.clone(),
                holds.to_owned(),
            ]);
        }
        table.write(out)?;
    }
    for path in &answer.written {
        writeln!(out, "Wrote {}.", one_line(path))?;
    }
    Ok(())
}

fn csv_of(results: &[JobResult]) -> String {
    let head = "scenario,run,direction,stood_n,stands,artificial_impulse_nms,com_moved_mm\n";
    let row = |job: &JobResult| {
        format!(
            "{},{},{},{},{},{},{}\n",
            job.scenario,
            job.run.replace([',', '"', '\n'], " "),
            job.direction,
            job.stood_n,
            job.stands,
            job.artificial_impulse_nms,
            job.com_moved_mm
        )
    };
    let rows: Vec<String> = results.iter().map(row).collect();
    head.to_owned() + &rows.concat()
}
