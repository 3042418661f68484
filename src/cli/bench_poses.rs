//! `contrapposto bench poses`: the body posed as people were recorded, of whom feet and hands alone are known.

use super::Error;
use super::answer::write_json;
use super::file_list::Files;
use super::posture_args::PostureArgs;
use super::progress::Progress;
use super::recorded_poses::{RecordedFile, Whose, read_folder};
use super::scene_args::CharacterArgs;
use super::table::{Side, Table};
use crate::character::{Character, Habits, JointCoordinate, LinkId, Pose};
use crate::collide::Clearances;
use crate::ik::{Apart, Goal, PostureModel, Problem, Report, Solver, SolverSettings};
use crate::kinematics::{Kinematics, Stance};
use crate::lab::RecordedPose;
use clap::{Args, ValueEnum};
use glam::{DVec2, DVec3};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// A given point is missed that is farther [m], and balance by more [m].
const MISSED: f64 = 0.005;
const MARGIN_MISSED: f64 = 0.002;

/// Arguments of `bench poses`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto bench poses recordings --zero-stance
  contrapposto bench poses recordings --given hand --posture generic --json

Frames count in which a sole stands (its lowest corner under 60 mm, tilted less than 20 degrees) and the centre of mass is \
over what stands. Given are the soles as recorded and the points that --given names; each pose is solved from rest. The error \
is the mean distance of the pivots of pelvis, back, neck, shoulders, elbows and knees from the recorded ones. Links keep apart \
unless they are in each other in the recorded pose. A pose fails whose given points are missed by more than 5 mm or whose \
centre of mass is out by more than 2 mm.")]
pub(super) struct BenchPosesArgs {
    /// A folder of BVH files; what comes before the first underscore of a name is the person
    folder: PathBuf,
    #[command(flatten)]
    character: CharacterArgs,
    /// What is given besides the soles; `hand` is the one farther from where it is at rest
    #[arg(long, value_enum, default_value_t = Given::HandsHead)]
    given: Given,
    /// Whether the centre of mass has to be over the soles that stand
    #[arg(long, value_enum, default_value_t = BalanceArg::Margin0)]
    balance: BalanceArg,
    /// Takes each person's calm stance as neutral: pitch of trunk, head and legs
    #[arg(long)]
    zero_stance: bool,
    #[command(flatten)]
    posture: PostureArgs,
    /// These people alone
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    people: Vec<String>,
    /// Lets links pass through each other
    #[arg(long)]
    through: bool,
    /// Prints one JSON object instead of tables
    #[arg(long)]
    json: bool,
}

/// What is given besides the soles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Given {
    /// Both hands and the head
    #[value(name = "hands+head")]
    #[serde(rename = "hands+head")]
    HandsHead,
    /// Both hands
    Hands,
    /// One hand
    Hand,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum BalanceArg {
    /// Somewhere over the soles
    Margin0,
    /// Not
    None,
}

impl BenchPosesArgs {
    /// What is read.
    pub(super) fn files(&self) -> Files {
        self.character.files().and(self.posture.files())
    }
}

/// One pose, solved.
struct Solved {
    /// Distance of every pivot from the recorded one [m].
    pivots: Vec<f64>,
    /// Turn of every joint from the recorded one [rad]. (links)
    turns: Vec<f64>,
    failed: bool,
    micros: f64,
}

/// Mean and tail of errors [cm].
#[derive(Debug, Serialize)]
struct Centimetres {
    mean: f64,
    p95: f64,
}

/// All poses together.
#[derive(Debug, Serialize)]
struct Summary {
    character: String,
    posture: String,
    given: Given,
    balance: BalanceArg,
    zero_stance: bool,
    people: usize,
    poses: usize,
    error_cm: Centimetres,
    failures: usize,
    failures_percent: f64,
    median_micros: f64,
    /// Mean distance of the pivots of each joint [cm].
    joints_cm: BTreeMap<String, f64>,
    /// Mean turn of each joint from the recorded one [deg].
    joints_deg: BTreeMap<String, f64>,
    files: Vec<FileSummary>,
}

/// One file.
#[derive(Debug, Serialize)]
struct FileSummary {
    file: String,
    poses: usize,
    error_cm: Centimetres,
    failures: usize,
}

/// Solves all poses and says how far they are from the recorded ones.
pub(super) fn run(args: &BenchPosesArgs, out: &mut dyn Write) -> Result<(), Error> {
    let character = args.character.load()?;
    let habits = args.posture.load(&character, PostureModel::People)?;
    let whose = Whose {
        people: &args.people,
        without: &[],
    };
    let files = read_folder(&character, &args.folder, whose, args.zero_stance)?;
    let bench = Bench::new(args, &character, habits.as_deref())?;
    let summary = bench.measure(&files);
    if args.json {
        return write_json(&summary, out);
    }
    summary.say(out)
}

/// What is the same for every pose.
struct Bench<'a> {
    args: &'a BenchPosesArgs,
    character: &'a Character,
    habits: Option<&'a Habits>,
    /// The links whose pivots are compared.
    pivots: Vec<LinkId>,
    hands: Vec<&'a str>,
    head: &'a str,
}

/// Parts of names of joints whose pivots are compared.
const COMPARED: [&str; 5] = ["back", "neck", "shoulder", "elbow", "knee"];

impl<'a> Bench<'a> {
    fn new(
        args: &'a BenchPosesArgs,
        character: &'a Character,
        habits: Option<&'a Habits>,
    ) -> Result<Self, Error> {
        let named = |part: &str| {
            let effectors = character.effectors.iter().map(|e| e.name.as_str());
            let found: Vec<&str> = effectors.filter(|name| name.contains(part)).collect();
            if found.is_empty() {
                let name = &character.name;
                let message = format!("{name} has no effector whose name holds {part:?}");
                return Err(Error::Arguments(message));
            }
            Ok(found)
        };
        let is_compared = |id: &LinkId| {
            let link = character.link(*id);
            let name = link.joint.name.as_str();
            link.parent.is_none() || COMPARED.iter().any(|part| name.contains(part))
        };
        Ok(Self {
            args,
            character,
            habits,
            pivots: character.link_ids().filter(is_compared).collect(),
            hands: named("hand")?,
            head: named("head")?[0],
        })
    }

    fn measure(&self, files: &[RecordedFile]) -> Summary {
        let total: usize = files.iter().map(|file| file.poses.len()).sum();
        let mut progress = Progress::new("posing", total as u64);
        let mut solver = Solver::default();
        let (mut all, mut of_files) = (Vec::new(), Vec::new());
        for file in files.iter().filter(|file| !file.poses.is_empty()) {
            let solve = |pose| {
                progress.set(all.len() as u64);
                self.solve(pose, &mut solver)
            };
            let solved: Vec<Solved> = file.poses.iter().map(solve).collect();
            of_files.push(FileSummary {
                file: file.name.clone(),
                poses: solved.len(),
                error_cm: Centimetres::of(&solved),
                failures: solved.iter().filter(|s| s.failed).count(),
            });
            all.extend(solved);
        }
        progress.finish();
        self.summary(files, &all, of_files)
    }

    /// Solves from rest with what is given.
    fn solve(&self, recorded: &RecordedPose, solver: &mut Solver) -> Solved {
        let character = self.character;
        let given = Kinematics::of(character, &recorded.pose);
        let stance = Stance::from_pose(character, &recorded.pose, &recorded.standing);
        let others = character.standing_feet();
        let others = others.filter(|foot| !recorded.standing.contains(foot));
        let all: Vec<usize> = recorded.standing.iter().copied().chain(others).collect();
        let both = Stance::from_pose(character, &recorded.pose, &all);
        let mut goals = Goal::contacts(character, &both);
        if self.args.balance == BalanceArg::Margin0 {
            goals.push(Goal::balance_within(&stance, 0.0));
        }
        let points = self.given_points(&given, &stance);
        for (name, target) in &points {
            goals.extend(Goal::reach(character, name, *target));
        }
        // Nobody can be asked to keep apart who was recorded within himself: the body is not the person's.
        let apart = if self.args.through || self.is_within_itself(&given) {
            Apart::Through
        } else {
            Apart::Itself
        };
        let problem = Problem::new(character, &stance, &goals)
            .accustomed(self.habits)
            .apart(apart);
        let (mut pose, mut report) = (character.rest.clone(), Report::default());
        let begin = Instant::now();
        let settings = SolverSettings::authoring();
        solver.solve(problem, &settings, &mut pose, &mut report);
        let micros = 1e6 * begin.elapsed().as_secs_f64();

        let kin = Kinematics::of(character, &pose);
        let missed = points.iter().any(|(name, target)| {
            let point = effector_point(character, &kin, name);
            point.is_none_or(|point| point.distance(*target) > MISSED)
        });
        let com_xz = DVec2::new(kin.com.x, kin.com.z);
        let tips = self.args.balance == BalanceArg::Margin0
            && stance.polygon.margin(com_xz).metres < -MARGIN_MISSED;
        let distance = |link: &LinkId| kin.pivot(*link).distance(given.pivot(*link));
        Solved {
            pivots: self.pivots.iter().map(distance).collect(),
            turns: turns_between(&pose, &recorded.pose),
            failed: missed || tips,
            micros,
        }
    }

    /// Whether links of a recorded pose are in each other.
    fn is_within_itself(&self, given: &Kinematics) -> bool {
        let mut clearances = Clearances::default();
        let near = clearances.between_links(self.character, given, 0.0);
        near.iter().any(|near| near.gap < 0.0)
    }

    /// Names and places of the points that are given.
    fn given_points(&self, given: &Kinematics, stance: &Stance) -> Vec<(&'a str, DVec3)> {
        let point = |name: &&'a str| {
            let place = effector_point(self.character, given, name)?;
            Some((*name, place))
        };
        let mut points: Vec<(&str, DVec3)> = self.hands.iter().filter_map(point).collect();
        match self.args.given {
            Given::HandsHead => points.extend(point(&self.head)),
            Given::Hands => {}
            Given::Hand => {
                let mut rest = Kinematics::default();
                stance.update(self.character, &self.character.rest, &mut rest);
                let far = |(name, place): &(&str, DVec3)| {
                    effector_point(self.character, &rest, name)
                        .map_or(0.0, |at_rest| at_rest.distance(*place))
                };
                let farther = points.iter().max_by(|a, b| far(a).total_cmp(&far(b)));
                points = farther.copied().into_iter().collect();
            }
        }
        points
    }

    fn summary(
        &self,
        files: &[RecordedFile],
        all: &[Solved],
        of_files: Vec<FileSummary>,
    ) -> Summary {
        let links = &self.character.links;
        let mean =
            |value: &dyn Fn(&Solved) -> f64| all.iter().map(value).sum::<f64>() / all.len() as f64;
        let pivots = self.pivots.iter().enumerate().map(|(index, link)| {
            let link = &links[link.index()];
            let name = if link.parent.is_none() {
                &link.name
            } else {
                &link.joint.name
            };
            (name.clone(), 100.0 * mean(&|solved| solved.pivots[index]))
        });
        let turns = links
            .iter()
            .enumerate()
            .filter(|(_, link)| link.parent.is_some());
        let turns = turns.map(|(index, link)| {
            let degrees = mean(&|solved| solved.turns[index]).to_degrees();
            (link.joint.name.clone(), degrees)
        });
        let mut micros: Vec<f64> = all.iter().map(|solved| solved.micros).collect();
        micros.sort_by(f64::total_cmp);
        let mut people: Vec<&str> = files
            .iter()
            .filter(|file| !file.poses.is_empty())
            .map(|file| file.person.as_str())
            .collect();
        people.sort_unstable();
        people.dedup();
        let failures = all.iter().filter(|solved| solved.failed).count();
        Summary {
            character: self.character.name.clone(),
            posture: self.args.posture.given(),
            given: self.args.given,
            balance: self.args.balance,
            zero_stance: self.args.zero_stance,
            people: people.len(),
            poses: all.len(),
            error_cm: Centimetres::of(all),
            failures,
            failures_percent: 100.0 * failures as f64 / all.len() as f64,
            median_micros: micros[micros.len() / 2],
            joints_cm: pivots.collect(),
            joints_deg: turns.collect(),
            files: of_files,
        }
    }
}

impl Centimetres {
    fn of(solved: &[Solved]) -> Self {
        let of_pose = |s: &Solved| 100.0 * s.pivots.iter().sum::<f64>() / s.pivots.len() as f64;
        let mut errors: Vec<f64> = solved.iter().map(of_pose).collect();
        errors.sort_by(f64::total_cmp);
        let tail = (0.95 * errors.len() as f64).ceil() as usize;
        Self {
            mean: errors.iter().sum::<f64>() / errors.len() as f64,
            p95: errors[tail.clamp(1, errors.len()) - 1],
        }
    }
}

/// Where an effector is.
fn effector_point(character: &Character, kin: &Kinematics, name: &str) -> Option<DVec3> {
    let mut effectors = character.effectors.iter();
    let effector = effectors.find(|effector| effector.name == name)?;
    Some(kin.link(effector.link).point(effector.point_in_link))
}

/// How far every joint of a pose is turned from that of another [rad].
fn turns_between(pose: &Pose, other: &Pose) -> Vec<f64> {
    let joints = pose.joints.iter().zip(&other.joints);
    let turn = |(a, b): (&JointCoordinate, &JointCoordinate)| match (a, b) {
        (JointCoordinate::Hinge(a), JointCoordinate::Hinge(b)) => (a - b).abs(),
        (JointCoordinate::Ball(a), JointCoordinate::Ball(b)) => a.angle_between(*b),
        _ => 0.0,
    };
    joints.map(turn).collect()
}

impl Summary {
    fn say(&self, out: &mut dyn Write) -> Result<(), Error> {
        writeln!(
            out,
            "{}, posture {}: {:.1} cm from {} poses of {} people in the mean, {:.1} cm in 95 of 100",
            self.character,
            self.posture,
            self.error_cm.mean,
            self.poses,
            self.people,
            self.error_cm.p95
        )?;
        writeln!(
            out,
            "{} failures ({:.1} %), {:.0} µs a pose\n",
            self.failures, self.failures_percent, self.median_micros
        )?;
        let columns = [
            ("joint", Side::Left),
            ("cm", Side::Right),
            ("deg", Side::Right),
        ];
        let mut table = Table::new(columns);
        let names = self.joints_cm.keys().chain(self.joints_deg.keys());
        let mut names: Vec<&String> = names.collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let cell = |value: Option<&f64>| value.map_or(String::new(), |x| format!("{x:.1}"));
            table.row([
                name.clone(),
                cell(self.joints_cm.get(name)),
                cell(self.joints_deg.get(name)),
            ]);
        }
        table.write(out)?;
        writeln!(out)?;
        let mut table = Table::new([
            ("file", Side::Left),
            ("poses", Side::Right),
            ("mean [cm]", Side::Right),
            ("p95 [cm]", Side::Right),
            ("failures", Side::Right),
        ]);
        for file in &self.files {
            table.row([
                file.file.clone(),
                file.poses.to_string(),
                format!("{:.1}", file.error_cm.mean),
                format!("{:.1}", file.error_cm.p95),
                file.failures.to_string(),
            ]);
        }
        table.write(out)?;
        Ok(())
    }
}
