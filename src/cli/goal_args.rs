//! The arguments that say what is asked of a pose; `pose` and `explain` share them.

use super::file_list::Files;
use super::number_args::{amount, degrees, number, whole};
use super::posture_args::PostureArgs;
use super::scene_args::SceneArgs;
use crate::ik::{Method, Priority};
use crate::io::{MOST_RESTARTS, MOST_SWEEPS};
use clap::{Args, ValueEnum};
use glam::{DVec2, DVec3};
use std::path::PathBuf;

/// What is asked of whom.
#[derive(Clone, Debug, Args)]
pub(super) struct GoalArgs {
    #[command(flatten)]
    pub scene: SceneArgs,
    /// A file of goals (see docs/goals.md); options below add to it and overrule it
    #[arg(long, short, value_name = "FILE")]
    pub goals: Option<PathBuf>,
    /// Pulls an effector to a point [m]; may be given more than once
    #[arg(long, short, value_name = "NAME=X,Y,Z", value_parser = named_vector, allow_hyphen_values = true)]
    pub reach: Vec<(String, DVec3)>,
    /// Lets the eyes look at a point [m]; or, with the name of a link, points what faces forward on it in a direction. May be
    /// given more than once
    #[arg(long, value_name = "[LINK=]X,Y,Z", value_parser = look, allow_hyphen_values = true)]
    pub look: Vec<LookArg>,
    #[command(flatten)]
    pub body: BodyArgs,
    /// What to stand on: left, right, both, names of feet, or parts of them (`left_foot.ball+toe`); the first is held. `none`
    /// where a link that lies on something holds the body (see --plant)
    #[arg(long, short, value_name = "SOLES", value_delimiter = ',')]
    pub stance: Vec<String>,
    /// Lets a point of the body carry on level ground at a place of its skin [m]: a knee, a hand; with a rotation vector [deg],
    /// its link lies there, turned so. May be given more than once
    #[arg(long, value_name = "NAME=X,Y,Z[,RX,RY,RZ]", value_parser = plant, allow_hyphen_values = true)]
    pub plant: Vec<PlantArg>,
    /// Brings the centre of mass over a point (x, z) [m] instead of the middle of the support
    #[arg(long, value_name = "X,Z", value_parser = ground_point, allow_hyphen_values = true, conflicts_with = "margin_mm")]
    pub com: Option<DVec2>,
    /// Leaves the centre of mass free at least this far inside the support [mm]
    #[arg(long, value_name = "MM", value_parser = amount)]
    pub margin_mm: Option<f64>,
    /// Lowers the centre of mass by this much [m]; it gives way before hands and feet do
    #[arg(long, value_name = "METRES", value_parser = amount)]
    pub crouch: Option<f64>,
    /// Keeps the centre of mass as high as at rest, as far as the goals allow; slower
    #[arg(long, conflicts_with = "crouch")]
    pub upright: bool,
    /// A pose file to start from, instead of the rest pose
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    #[command(flatten)]
    pub posture: PostureArgs,
    #[command(flatten)]
    pub solver: SolverArgs,
}

/// How parts of the body lie to each other and to the world.
#[derive(Clone, Debug, Args)]
pub(super) struct BodyArgs {
    /// Brings two points of the body together: effectors, links or joints; may be given more than once
    #[arg(long, value_name = "NAME=NAME", value_parser = two_names)]
    pub together: Vec<(String, String)>,
    /// Keeps a link from tipping, as it lies at the start or turned by a rotation vector [deg]; may be given more than once
    #[arg(long, value_name = "NAME[=X,Y,Z]", value_parser = name_and_turn, allow_hyphen_values = true)]
    pub keep_level: Vec<(String, Option<DVec3>)>,
    /// Bends an elbow or a knee towards a point [m]; may be given more than once
    #[arg(long, value_name = "JOINT=X,Y,Z", value_parser = named_vector, allow_hyphen_values = true)]
    pub pole: Vec<(String, DVec3)>,
    /// Lets the joints of the spine bend alike, as far as the goals allow
    #[arg(long)]
    pub even_spine: bool,
    /// Keeps a joint exactly as it is at the start; may be given more than once
    #[arg(long, value_name = "JOINT", value_delimiter = ',')]
    pub freeze: Vec<String>,
}

/// What `--plant` puts where.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlantArg {
    /// An effector, a link or a joint.
    pub point: String,
    /// Where its skin lies [m].
    pub at: DVec3,
    /// How its link lies there [deg].
    pub turn_deg: Option<DVec3>,
}

/// What `--look` asks for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum LookArg {
    /// The eyes look at a point [m].
    At(DVec3),
    /// What faces forward on a link points in a direction.
    Along(String, DVec3),
}

impl GoalArgs {
    /// What is read.
    pub(super) fn files(&self) -> Files {
        self.scene
            .files()
            .reads(&self.goals)
            .reads(&self.from)
            .reads(&self.solver.settings)
            .and(self.posture.files())
    }

    /// Whether options and file ask for nothing but to stand.
    pub(super) fn asks_nothing(&self) -> bool {
        let body = &self.body;
        self.goals.is_none()
            && self.reach.is_empty()
            && self.look.is_empty()
            && self.plant.is_empty()
            && body.together.is_empty()
            && body.keep_level.is_empty()
            && body.pole.is_empty()
            && !body.even_spine
    }
}

/// How to solve.
#[derive(Clone, Debug, Args)]
pub(super) struct SolverArgs {
    /// Who gives way when goals disagree
    #[arg(long, short, value_enum)]
    pub priority: Option<PriorityArg>,
    /// How each step is solved: exactly, or by Gauss-Seidel sweeps
    #[arg(long, value_enum)]
    pub method: Option<MethodArg>,
    /// Passes per step of `--method sweep` [default: 16]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=u64::from(MOST_SWEEPS)))]
    pub sweeps: Option<u16>,
    /// Lets joints go beyond their limits
    #[arg(long)]
    pub no_limits: bool,
    /// Lets links pass through each other and through the ground
    #[arg(long)]
    pub through: bool,
    /// How often a stuck solve starts again from another pose
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=u64::from(MOST_RESTARTS)))]
    pub restarts: Option<u32>,
    /// A file of solver settings; options on the command line overrule it
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
}

/// [`Priority`] on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PriorityArg {
    /// Everyone a little
    Equal,
    /// Balance gains weight with its own error
    Biased,
    /// Every rank outweighs the next by a constant factor
    Weighted,
    /// Balance and contacts first, the rest in what they leave free
    NullSpace,
    /// Rank by rank, each in what the ranks above leave free
    Strict,
}

/// [`Method`] on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum MethodArg {
    /// Gauss-Seidel goal by goal, accelerated
    Goals,
    /// Gauss-Seidel joint by joint, accelerated
    Joints,
    /// The paper's plain Gauss-Seidel passes over the columns
    Sweep,
    /// Exactly, for comparison
    Direct,
}

impl From<PriorityArg> for Priority {
    fn from(arg: PriorityArg) -> Self {
        match arg {
            PriorityArg::Equal => Self::Equal,
            PriorityArg::Biased => Self::Biased,
            PriorityArg::Weighted => Self::Weighted,
            PriorityArg::NullSpace => Self::NullSpace,
            PriorityArg::Strict => Self::Strict,
        }
    }
}

/// A priority as the command line spells it.
pub(super) const fn priority_name(priority: Priority) -> &'static str {
    match priority {
        Priority::Equal => "equal",
        Priority::Biased => "biased",
        Priority::Weighted => "weighted",
        Priority::NullSpace => "null-space",
        Priority::Strict => "strict",
    }
}

/// A method as the command line spells it.
pub(super) const fn method_name(method: Method) -> &'static str {
    match method {
        Method::Goals => "goals",
        Method::Joints => "joints",
        Method::Sweep { .. } => "sweep",
        Method::Direct => "direct",
    }
}

/// `left_hand=0.3,1.2,0.5`
fn named_vector(text: &str) -> Result<(String, DVec3), String> {
    let (name, numbers) = text
        .split_once('=')
        .ok_or("write a name, =, and three numbers: left_hand=0.3,1.2,0.5")?;
    Ok((name.trim().to_owned(), vector(numbers, number)?))
}

/// `0.3,1.2,0.5`
fn vector(text: &str, number: fn(&str) -> Result<f64, String>) -> Result<DVec3, String> {
    let parts = text.split(',').map(number).collect::<Result<Vec<_>, _>>()?;
    let [x, y, z] = parts[..] else {
        return Err(format!("{} numbers instead of three: x,y,z", parts.len()));
    };
    Ok(DVec3::new(x, y, z))
}

/// `0.3,1.2,0.5`, or `head=0,0,1`
fn look(text: &str) -> Result<LookArg, String> {
    if text.contains('=') {
        let (link, direction) = named_vector(text)?;
        return Ok(LookArg::Along(link, direction));
    }
    vector(text, number).map(LookArg::At)
}

/// `left_hand`, or `left_hand=0,90,0`
fn name_and_turn(text: &str) -> Result<(String, Option<DVec3>), String> {
    let (name, turn) = match text.split_once('=') {
        Some((name, turn)) => (name, Some(vector(turn, degrees)?)),
        None => (text, None),
    };
    Ok((name.trim().to_owned(), turn))
}

/// `left_knee=0.1,0,0`, or `left_hand=0.2,0,0.3,0,-90,0`
fn plant(text: &str) -> Result<PlantArg, String> {
    let (name, numbers) = text
        .split_once('=')
        .ok_or("write a name, =, and three or six numbers: left_knee=0.1,0,0")?;
    // The third comma parts place and turn.
    let (at, turn) = match numbers.match_indices(',').nth(2) {
        Some((comma, _)) => (&numbers[..comma], Some(&numbers[comma + 1..])),
        None => (numbers, None),
    };
    Ok(PlantArg {
        point: name.trim().to_owned(),
        at: vector(at, number)?,
        turn_deg: turn.map(|turn| vector(turn, degrees)).transpose()?,
    })
}

/// `left_hand=left_knee`
fn two_names(text: &str) -> Result<(String, String), String> {
    let (first, second) = text
        .split_once('=')
        .ok_or("write two names with = between them: left_hand=left_knee")?;
    Ok((first.trim().to_owned(), second.trim().to_owned()))
}

/// `0.1,0.05`
pub(super) fn ground_point(text: &str) -> Result<DVec2, String> {
    let parts = text.split(',').map(number).collect::<Result<Vec<_>, _>>()?;
    let [x, z] = parts[..] else {
        return Err(format!("{} numbers instead of two: x,z", parts.len()));
    };
    Ok(DVec2::new(x, z))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reach_is_a_name_and_three_numbers() {
        let parsed = named_vector("left_hand=0.3, -1.2,5e-1").unwrap();
        assert_eq!(parsed, ("left_hand".to_owned(), DVec3::new(0.3, -1.2, 0.5)));
        for wrong in [
            "left_hand",
            "left_hand=1,2",
            "h=1,2,x",
            "h=NaN,0,0",
            "h=inf,0,0",
        ] {
            assert!(named_vector(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn eyes_look_at_a_point_and_a_link_with_a_name_along_a_direction() {
        let at = LookArg::At(DVec3::new(1.0, 2.0, -3.0));
        assert_eq!(look("1,2,-3").unwrap(), at);
        let along = LookArg::Along("head".to_owned(), DVec3::Z);
        assert_eq!(look("head=0,0,1").unwrap(), along);
        assert!(look("head").is_err() && look("1,2").is_err());
        let level = ("hand".to_owned(), Some(DVec3::Y * 90.0));
        assert_eq!(name_and_turn("hand=0,90,0").unwrap(), level);
        assert_eq!(name_and_turn("hand").unwrap(), ("hand".to_owned(), None));
        assert!(name_and_turn("hand=0,400,0").is_err());
        let palm = plant("hand=1,0,2,0,-90,0").unwrap();
        assert_eq!(palm.at, DVec3::new(1.0, 0.0, 2.0));
        assert_eq!(palm.turn_deg, Some(-90.0 * DVec3::Y));
        assert_eq!(plant("knee=1,0,2").unwrap().turn_deg, None);
        for wrong in ["hand", "hand=1,0", "hand=1,0,2,90", "hand=1,0,2,0,900,0"] {
            assert!(plant(wrong).is_err(), "{wrong}");
        }
        assert!(two_names("left_hand").is_err());
    }
}
