//! Arguments become a task: a body on its ground, goals, and settings, all checked.

use super::Error;
use super::goal_args::{GoalArgs, MethodArg, SolverArgs};
use super::inline_goals::add_inline;
use super::plain_text::path_name;
use crate::character::{Character, Footing, Habits, Pose};
use crate::collide::Terrain;
use crate::ik::{
    Apart, AskedGoals, CenterOfMassHeight, Goal, GoalKind, Limits, Method, Outcome, Position,
    PostureModel, Problem, Rank, Report, Solver, SolverSettings,
};
use crate::io::{Source, feet_named, read_goals, read_pose, read_settings};
use crate::kinematics::{Held, Kinematics, Planted, Stance, body_size, footing_sole};
use crate::level::Level;
use crate::math::Transform;
use glam::{DQuat, DVec2, DVec3};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Passes of `--method sweep` when nobody says.
const SWEEPS: u16 = 16;
/// The paper's δ [m²].
const PAPER_DAMPING: f64 = 1e-3;

/// A body on its ground, what is asked of it, and how to solve that.
#[derive(Clone, Debug)]
pub(super) struct Task {
    /// The body.
    pub character: Character,
    /// What it stands on.
    pub level: Level,
    /// Where the solve begins.
    pub start: Pose,
    /// The feet that carry weight, on the ground.
    pub stance: Stance,
    /// What is asked.
    pub goals: Vec<Goal>,
    /// What the body does where they leave it free.
    pub habits: Option<Arc<Habits>>,
    /// How readily each joint turns. (links)
    pub willingness: Vec<f64>,
    /// What links keep off besides each other; nothing when they may pass through everything.
    pub ground: Option<Terrain>,
    /// How to solve.
    pub settings: SolverSettings,
}

impl Task {
    /// Reads and checks everything that the arguments name.
    pub(super) fn new(
        args: &GoalArgs,
        usual: PostureModel,
        err: &mut dyn Write,
    ) -> Result<Self, Error> {
        let (character, level) = args.scene.load()?;
        let settings = solver_settings(&args.solver, SolverSettings::authoring())?;
        let mut start = match &args.from {
            Some(path) => read_start(path, &character, err)?,
            None => character.rest.clone(),
        };
        let mut asked = match &args.goals {
            Some(path) => read_goals(&Source::read(path)?, &character, &start)?,
            None => AskedGoals::default(),
        };
        add_inline(args, &character, &start, &mut asked)?;

        let feet = match (&args.stance[..], asked.feet.take()) {
            ([], Some(feet)) => feet,
            ([], None) => (character.standing_feet())
                .map(|foot| character.whole_foot(foot))
                .collect(),
            ([none], _) if none.trim() == "none" => Vec::new(),
            (names, _) => {
                let names: Vec<&str> = names.iter().map(|name| name.trim()).collect();
                feet_named(&character, &names)
                    .map_err(|message| Error::Arguments(format!("--stance: {message}")))?
            }
        };
        if feet.is_empty() && Held::of(&[], &asked.plants).is_none() {
            let body = &character.name;
            let message = if args.stance.is_empty() {
                format!("{body} has no feet to stand on")
            } else {
                "--stance none: nothing else holds the body; let a link lie on something: --plant left_hand=0.2,0,0,0,-90,0".to_owned()
            };
            return Err(Error::Arguments(message));
        }
        let stance = planted_on(&level, &character, (&feet, &asked), &mut start)?;
        check_no_planted_goal(&character, &stance, &asked.goals)?;
        let mut willingness = vec![1.0; character.links.len()];
        for frozen in &asked.frozen {
            willingness[frozen.index()] = 0.0;
        }
        let goals = all_goals(args, &character, &stance, asked);
        let habits = args.posture.load(&character, usual)?;
        Ok(Self {
            ground: (!args.solver.through).then(|| Terrain::new(&level)),
            character,
            level,
            start,
            stance,
            goals,
            habits,
            willingness,
            settings,
        })
    }

    /// What is to be solved.
    pub(super) fn problem(&self) -> Problem<'_> {
        let apart = match &self.ground {
            Some(terrain) => Apart::ItselfAndGround(terrain),
            None => Apart::Through,
        };
        Problem::new(&self.character, &self.stance, &self.goals)
            .near(self.stance.rest(&self.character, &self.start))
            .willing(&self.willingness)
            .accustomed(self.habits.as_deref())
            .apart(apart)
            .sized(body_size(&self.character))
    }
}

/// Settings from a file, overruled by options.
pub(super) fn solver_settings(
    args: &SolverArgs,
    defaults: SolverSettings,
) -> Result<SolverSettings, Error> {
    let mut settings = match &args.settings {
        Some(path) => read_settings(&Source::read(path)?)?,
        None => defaults,
    };
    if let Some(priority) = args.priority {
        settings.priority = priority.into();
    }
    match (args.method, args.sweeps) {
        (None, None) => {}
        (Some(MethodArg::Sweep), _) | (None, Some(_)) => {
            let relaxation = match settings.method {
                Method::Sweep { relaxation, .. } => relaxation,
                _ => 1.0,
            };
            let sweeps = args.sweeps.unwrap_or(SWEEPS);
            settings.method = Method::Sweep { sweeps, relaxation };
            // The paper's own damping, unless a file says otherwise.
            if args.settings.is_none() {
                settings.damping = PAPER_DAMPING;
            }
        }
        (Some(_), Some(_)) => {
            return Err(Error::Arguments(
                "--sweeps is for --method sweep; the other methods sweep until they are done"
                    .to_owned(),
            ));
        }
        (Some(MethodArg::Goals), None) => settings.method = Method::Goals,
        (Some(MethodArg::Joints), None) => settings.method = Method::Joints,
        (Some(MethodArg::Direct), None) => settings.method = Method::Direct,
    }
    if args.no_limits {
        settings.limits = Limits::Ignored;
    }
    settings.restarts = args.restarts.unwrap_or(settings.restarts);
    Ok(settings)
}

/// How everything that a task asks is reached, when it is: by its method with how many restarts or with that method's own
/// settings instead of those that were given, or else by the default method.
pub(super) fn within_reach(task: &Task) -> Option<String> {
    let reaches = |settings: &SolverSettings| {
        let problem = task.problem();
        let (mut pose, mut report) = (task.start.clone(), Report::default());
        Solver::default().solve(problem, settings, &mut pose, &mut report);
        (report.outcome == Outcome::Reached).then_some(report.restarts)
    };
    let given = &task.settings;
    let restarts = SolverSettings::authoring().restarts.max(given.restarts);
    let patient = SolverSettings { restarts, ..*given };
    if let Some(needed) = reaches(&patient) {
        return Some(format!("with --restarts {needed}"));
    }
    let usual = SolverSettings::default();
    let (method, damping) = match given.method {
        Method::Sweep { sweeps, .. } => {
            let (sweeps, relaxation) = (sweeps.max(SWEEPS), 1.0);
            (Method::Sweep { sweeps, relaxation }, PAPER_DAMPING)
        }
        other => (other, usual.damping),
    };
    let own = SolverSettings {
        priority: given.priority,
        limits: given.limits,
        method,
        damping,
        restarts,
        position_tolerance: given.position_tolerance,
        angle_tolerance: given.angle_tolerance,
        ..usual
    };
    let words = |needed: u32| match needed {
        0 => String::new(),
        n => format!(" and --restarts {n}"),
    };
    if let Some(needed) = reaches(&own) {
        let with = "with the default settings of this method";
        return Some(match method {
            Method::Sweep { sweeps, .. } => {
                let restarts = words(needed);
                format!("{with}, a damping of {damping} m², --sweeps {sweeps}{restarts}")
            }
            _ => format!("{with}{}", words(needed)),
        });
    }
    let by_goals = SolverSettings {
        method: usual.method,
        damping: usual.damping,
        ..own
    };
    let needed = reaches(&by_goals)?;
    Some(format!("with --method goals{}", words(needed)))
}

/// Reads a pose; joints beyond their limits are named in a warning.
pub(super) fn read_start(
    path: &Path,
    character: &Character,
    err: &mut dyn Write,
) -> Result<Pose, Error> {
    let pose = read_pose(&Source::read(path)?, character)?;
    let beyond: Vec<&str> = pose
        .joints_beyond_limits(character, 1e-6)
        .map(|link| character.link(link).joint.name.as_str())
        .collect();
    if !beyond.is_empty() {
        writeln!(
            err,
            "warning: {}: beyond their limits: {}",
            path_name(path),
            beyond.join(", ")
        )?;
    }
    Ok(pose)
}

/// A planted foot cannot also be pulled somewhere.
fn check_no_planted_goal(
    character: &Character,
    stance: &Stance,
    goals: &[Goal],
) -> Result<(), Error> {
    for goal in goals {
        let GoalKind::Position(Position { link, .. }) = goal.kind else {
            continue;
        };
        if !stance.stands_on(character, link) {
            continue;
        }
        let foot = character.foot_on_link(link);
        let is_it = |planted: &&Planted| Some(planted.foot) == foot;
        let Some(planted) = stance.planted.iter().find(is_it) else {
            continue;
        };
        let left: Vec<String> = (stance.planted.iter())
            .filter(|planted| Some(planted.foot) != foot)
            .map(|planted| character.footing_name(planted.footing()))
            .collect();
        let advice = if left.is_empty() {
            "stand on another foot with --stance".to_owned()
        } else {
            format!("lift it with --stance {}", left.join(","))
        };
        return Err(Error::Arguments(format!(
            "{} stands on the ground and cannot go to a target; {advice}",
            character.footing_name(planted.footing())
        )));
    }
    Ok(())
}

/// Plants feet flat on the ground under where `start` has them, and moves `start` so that the held one is there.
fn planted_on(
    level: &Level,
    character: &Character,
    (feet, asked): (&[Footing], &AskedGoals),
    start: &mut Pose,
) -> Result<Stance, Error> {
    let kin = Kinematics::of(character, start);
    let mut planted = Vec::new();
    for &footing in feet {
        let sole = footing_sole(character, footing);
        let world_from_link = asked.planted(character, &kin, footing).world_from_link;
        let center = world_from_link.point(sole.center_in_link());
        let Some(ground) = level.ground_at(DVec2::new(center.x, center.z), 0.0) else {
            return Err(Error::Arguments(format!(
                "level {}: there is no ground under {} at x {:.2} m, z {:.2} m",
                level.name, sole.name, center.x, center.z
            )));
        };
        // Turned about its centre until it lies flat, then straight up or down.
        let up = world_from_link.direction(sole.up_in_link);
        let turn = DQuat::from_rotation_arc(up.normalize_or(DVec3::Y), ground.normal);
        let rotation = (turn * world_from_link.rotation).normalize();
        let to = DVec3::new(center.x, ground.height, center.z);
        let stands = Transform::new(rotation, to - rotation * sole.center_in_link());
        let is_there = stands.translation.distance(world_from_link.translation) < 1e-9
            && turn.angle_between(DQuat::IDENTITY) < 1e-9;
        planted.push(Planted::new(character, footing, |_| {
            if is_there { world_from_link } else { stands }
        }));
    }
    let stance = Stance::on(character, planted, asked.plants.clone());
    if *start == character.rest {
        stance.take_from_rest(character, start);
    } else {
        stance.take(character, start);
    }
    Ok(stance)
}

/// Contacts, balance, what was asked, and a height.
fn all_goals(
    args: &GoalArgs,
    character: &Character,
    stance: &Stance,
    mut asked: AskedGoals,
) -> Vec<Goal> {
    // The rest pose stands at height zero; the held sole's ground may be elsewhere.
    let foot = stance.planted.first().map(|foot| foot.center(character));
    let plant = || stance.plants.first().map(|plant| plant.at_in_world);
    let ground = foot.or_else(plant).map_or(0.0, |place| place.y);
    let rest_com_height = ground + Kinematics::of(character, &character.rest).com.y;
    if let Some(crouch) = args.crouch {
        asked.height = Some(rest_com_height - crouch);
    }
    if args.upright {
        asked.height = None;
    }
    let mut goals = asked.goals_on(character, stance);
    if args.upright {
        // As high as at rest is nearly always too high: a wish.
        let height = rest_com_height;
        let kind = GoalKind::CenterOfMassHeight(CenterOfMassHeight { height });
        goals.push(Goal::new("upright", Rank::WISH, kind));
    }
    goals
}
