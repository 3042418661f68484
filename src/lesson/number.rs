//! Figures of a solved scene, by the words that texts ask for them with.

use super::{Scene, Solved, UnknownName};
use crate::character::{Character, JointCoordinate, JointKind, LinkId};
use crate::ik::{Unit, amount};
use crate::kinematics::{Kinematics, center_of_mass_jacobian, position_jacobian};
use crate::math::{rotation_from_vector, rotation_vector};
use glam::DVec3;
use std::fmt;

/// A figure of a solved scene; names are those of the character's file.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    kind: Kind,
    /// What it is of: a goal, a joint, an effector, a link.
    of: String,
    /// The joint that turns, of an arrow.
    by: String,
}

/// Kinds of figures, as texts spell them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Error,
    ErrorBefore,
    Margin,
    ComHeight,
    ComPlace,
    Height,
    Place,
    Angle,
    Tilt,
    Steps,
    Sweeps,
    Cost,
    Turned,
    Arrow,
    Load,
    ComArrow,
    ComNudge,
    WalkLoss,
    WalkMargin,
    StaticMargin,
    DynamicShare,
    GhostError,
    GhostFell,
}

/// What a figure is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Nothing,
    Goal,
    Effector,
    Joint,
    Link,
    EffectorByJoint,
}

const KINDS: [(&str, Kind, Of); 23] = [
    ("error", Kind::Error, Of::Goal),
    ("error before", Kind::ErrorBefore, Of::Goal),
    ("margin", Kind::Margin, Of::Nothing),
    ("com height", Kind::ComHeight, Of::Nothing),
    ("com place", Kind::ComPlace, Of::Nothing),
    ("height", Kind::Height, Of::Effector),
    ("place", Kind::Place, Of::Effector),
    ("angle", Kind::Angle, Of::Joint),
    ("tilt", Kind::Tilt, Of::Link),
    ("steps", Kind::Steps, Of::Nothing),
    ("sweeps", Kind::Sweeps, Of::Nothing),
    ("cost", Kind::Cost, Of::Nothing),
    ("turned", Kind::Turned, Of::Nothing),
    ("arrow", Kind::Arrow, Of::EffectorByJoint),
    ("load", Kind::Load, Of::Joint),
    ("com arrow", Kind::ComArrow, Of::Joint),
    ("com nudge", Kind::ComNudge, Of::Joint),
    ("walk loss", Kind::WalkLoss, Of::Nothing),
    ("walk margin", Kind::WalkMargin, Of::Nothing),
    ("static margin", Kind::StaticMargin, Of::Nothing),
    ("dynamic share", Kind::DynamicShare, Of::Nothing),
    ("ghost error", Kind::GhostError, Of::Nothing),
    ("ghost fell", Kind::GhostFell, Of::Nothing),
];

/// What a figure is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueUnit {
    /// Metres; shown as millimetres or metres.
    Metres,
    /// Always metres, two places.
    Height,
    /// Radians; shown as degrees.
    Radians,
    /// Metres a radian; shown as millimetres a degree.
    MetresPerRadian,
    /// No unit; shown as percent.
    Share,
    /// A whole number.
    Count,
    /// [m²], shown as it is.
    Cost,
    /// One is yes, zero is no.
    Yes,
    /// A place, shown by its coordinates.
    Place(DVec3Bits),
}

/// Coordinates of a place, in tenths of a millimetre.
type DVec3Bits = [i32; 3];

/// A figure with its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// In SI units.
    pub value: f64,
    /// How it is shown.
    pub unit: ValueUnit,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value;
        if !value.is_finite() {
            return f.write_str("?");
        }
        match self.unit {
            ValueUnit::Metres if value < 0.0 => {
                write!(f, "−{}", amount(Unit::Metres, -value))
            }
            ValueUnit::Metres => f.write_str(&amount(Unit::Metres, value)),
            // What rounds to nothing has no sign.
            ValueUnit::Height if value.abs() < 5e-4 => f.write_str("0.000 m"),
            ValueUnit::Height => write!(f, "{value:.3} m"),
            ValueUnit::Radians => write!(f, "{:.1}°", value.to_degrees()),
            ValueUnit::MetresPerRadian => {
                write!(f, "{:.2} mm per degree", 1e3 * value.to_radians())
            }
            ValueUnit::Share => write!(f, "{:.1} %", 1e2 * value),
            ValueUnit::Count => write!(f, "{value:.0}"),
            ValueUnit::Cost => write!(f, "{value:.5}"),
            ValueUnit::Yes => f.write_str(if value > 0.5 { "yes" } else { "no" }),
            ValueUnit::Place(bits) => {
                let [x, y, z] = bits.map(|x| f64::from(x) * 1e-4);
                write!(f, "x {x:.2}, y {y:.2}, z {z:.2} m")
            }
        }
    }
}

impl Number {
    /// Reads `error of left_hand`, `margin`, `arrow of left_hand by left_elbow`.
    ///
    /// # Errors
    /// When there is no such figure.
    pub fn parse(text: &str) -> Result<Self, UnknownName> {
        let (words, of) = text.split_once(" of ").unwrap_or((text, ""));
        let (of, by) = of.split_once(" by ").unwrap_or((of, ""));
        let words = words.trim();
        let found = KINDS.iter().find(|(name, ..)| *name == words);
        let valid = || {
            let all = KINDS.iter().map(|(name, _, of)| match of {
                Of::Nothing => (*name).to_owned(),
                Of::EffectorByJoint => format!("{name} of EFFECTOR by JOINT"),
                of => format!("{name} of {}", of.what().to_uppercase()),
            });
            all.collect::<Vec<_>>()
        };
        let unknown = || UnknownName {
            what: "figure",
            name: text.to_owned(),
            valid: valid(),
        };
        let &(_, kind, wants) = found.ok_or_else(unknown)?;
        let fits = match wants {
            Of::Nothing => of.is_empty() && by.is_empty(),
            Of::EffectorByJoint => !of.is_empty() && !by.is_empty(),
            _ => !of.is_empty() && by.is_empty(),
        };
        if !fits {
            return Err(unknown());
        }
        let [of, by] = [of, by].map(|word| word.trim().to_owned());
        Ok(Self { kind, of, by })
    }

    /// As people say it.
    pub fn words(&self) -> String {
        let spoken = |name: &str| name.replace('_', " ");
        match self.kind {
            Kind::ComHeight => return "height of the centre of mass".to_owned(),
            Kind::ErrorBefore => return format!("error of {} before the solve", spoken(&self.of)),
            Kind::Turned => return "largest turn of a joint".to_owned(),
            Kind::WalkLoss => return "height lost by the centre of mass".to_owned(),
            Kind::WalkMargin => return "least margin of the walk".to_owned(),
            Kind::ComPlace => return "place of the centre of mass".to_owned(),
            Kind::ComArrow => {
                return format!("arrow of the centre of mass by {}", spoken(&self.of));
            }
            Kind::ComNudge => {
                return format!("way of the centre of mass as {} turns", spoken(&self.of));
            }
            _ => {}
        }
        let kind = KINDS.iter().find(|(_, kind, _)| *kind == self.kind);
        let mut words = kind.map_or("", |(name, ..)| name).to_owned();
        if !self.of.is_empty() {
            words += " of ";
            words += &spoken(&self.of);
        }
        if !self.by.is_empty() {
            words += " by ";
            words += &spoken(&self.by);
        }
        words
    }

    /// Whether it is of the ghost that follows a walk.
    pub const fn is_of_ghost(&self) -> bool {
        matches!(self.kind, Kind::GhostError | Kind::GhostFell)
    }

    fn wants(&self) -> Of {
        let kind = KINDS.iter().find(|(_, kind, _)| *kind == self.kind);
        kind.map_or(Of::Nothing, |(_, _, of)| *of)
    }

    /// Whether a scene has what it names.
    ///
    /// # Errors
    /// The name that is not there.
    pub fn check(&self, scene: &Scene) -> Result<(), UnknownName> {
        let character = &scene.character;
        let known = |of: Of, name: &str| {
            let valid: Vec<String> = match of {
                Of::Goal => scene.goals().into_iter().map(|goal| goal.name).collect(),
                Of::Effector => character.effectors.iter().map(|e| e.name.clone()).collect(),
                Of::Joint => character.joint_names().map(str::to_owned).collect(),
                Of::Link => character.links.iter().map(|l| l.name.clone()).collect(),
                Of::Nothing | Of::EffectorByJoint => return Ok(()),
            };
            if valid.iter().any(|valid| valid == name) {
                return Ok(());
            }
            Err(UnknownName {
                what: of.what(),
                name: name.to_owned(),
                valid,
            })
        };
        match self.wants() {
            Of::EffectorByJoint => {
                known(Of::Effector, &self.of)?;
                known(Of::Joint, &self.by)
            }
            of => known(of, &self.of),
        }
    }

    /// The figure of a solved scene; nothing where the scene has not got what it names.
    pub fn of(&self, scene: &Scene, solved: &Solved) -> Option<Value> {
        let character = &scene.character;
        let (kin, report) = (&solved.kin, &solved.report);
        let value = |value: f64, unit: ValueUnit| Some(Value { value, unit });
        let goal = || {
            let index = solved.goals.iter().position(|goal| goal.name == self.of)?;
            let unit = match solved.goals[index].kind.unit() {
                Unit::Metres => ValueUnit::Metres,
                Unit::Radians => ValueUnit::Radians,
            };
            Some((report.goals.get(index)?, unit))
        };
        let point = || {
            let effector = character.find_effector(&self.of)?;
            Some(kin.link(effector.link).point(effector.point_in_link))
        };
        let joint = || character.find_joint(&self.of);
        match self.kind {
            Kind::Error => goal().and_then(|(got, unit)| value(got.after, unit)),
            Kind::ErrorBefore => goal().and_then(|(got, unit)| value(got.before, unit)),
            Kind::Margin => {
                let com = glam::DVec2::new(kin.com.x, kin.com.z);
                value(solved.stance.polygon.margin(com).metres, ValueUnit::Metres)
            }
            Kind::ComHeight => value(kin.com.y, ValueUnit::Height),
            Kind::ComPlace => place(kin.com),
            Kind::Height => value(point()?.y, ValueUnit::Height),
            Kind::Place => place(point()?),
            Kind::Angle => {
                let joint = joint()?;
                let angle = angle_of(character, joint, solved.pose.joint(joint));
                value(angle, ValueUnit::Radians)
            }
            Kind::Tilt => {
                let link = character.find_link(&self.of)?;
                value(tilt(character, kin, link), ValueUnit::Radians)
            }
            Kind::Steps => value(f64::from(report.iterations), ValueUnit::Count),
            Kind::Sweeps => value(f64::from(report.sweeps), ValueUnit::Count),
            Kind::Cost => value(report.cost, ValueUnit::Cost),
            Kind::Turned => {
                let turned = solved.pose.largest_turn_from(&scene.start.pose);
                value(turned, ValueUnit::Radians)
            }
            Kind::Arrow => {
                let effector = character.find_effector(&self.of)?;
                let by = character.find_joint(&self.by)?;
                let rooting = &solved.stance.rooting;
                let mut columns = vec![DVec3::ZERO; rooting.dofs];
                position_jacobian(rooting, kin, effector.link, point()?, &mut columns);
                value(longest(solved, by, &columns)?, ValueUnit::MetresPerRadian)
            }
            Kind::Load => {
                let step = step_of(solved, joint()?)?;
                value(step.mass_fraction_beyond, ValueUnit::Share)
            }
            Kind::ComArrow => {
                let rooting = &solved.stance.rooting;
                let mut columns = vec![DVec3::ZERO; rooting.dofs];
                center_of_mass_jacobian(rooting, kin, &mut columns);
                value(
                    longest(solved, joint()?, &columns)?,
                    ValueUnit::MetresPerRadian,
                )
            }
            Kind::ComNudge => value(nudged(scene, solved, joint()?)?, ValueUnit::MetresPerRadian),
            Kind::WalkLoss => value(solved.stepped.as_ref()?.loss(), ValueUnit::Share),
            Kind::WalkMargin => value(solved.stepped.as_ref()?.least_margin, ValueUnit::Metres),
            Kind::StaticMargin => value(solved.followed.as_ref()?.static_margin, ValueUnit::Metres),
            Kind::DynamicShare => value(solved.followed.as_ref()?.dynamic_share, ValueUnit::Share),
            Kind::GhostError => value(solved.followed.as_ref()?.ghost_error, ValueUnit::Radians),
            Kind::GhostFell => {
                let fell = solved.followed.as_ref()?.fell;
                value(f64::from(u8::from(fell)), ValueUnit::Yes)
            }
        }
    }
}

impl Of {
    const fn what(self) -> &'static str {
        match self {
            Self::Nothing => "figure",
            Self::Goal => "goal",
            Self::Effector | Self::EffectorByJoint => "effector",
            Self::Joint => "joint",
            Self::Link => "link",
        }
    }
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "a figure may be missing, and this is how one is told"
)]
fn place(p: DVec3) -> Option<Value> {
    let bits = p.to_array().map(|x| (1e4 * x).round() as i32);
    Some(Value {
        value: p.length(),
        unit: ValueUnit::Place(bits),
    })
}

/// How far a joint is turned: a hinge with its sign, a ball as a whole [rad].
pub(super) fn angle_of(character: &Character, joint: LinkId, turn: JointCoordinate) -> f64 {
    match turn {
        JointCoordinate::Fixed => 0.0,
        JointCoordinate::Hinge(angle) => angle,
        JointCoordinate::Ball(_) => {
            rotation_vector(turn.rotation(&character.link(joint).joint.kind)).length()
        }
    }
}

/// How far a link leans from how it stands at rest, whichever way it faces [rad].
pub(super) fn tilt(character: &Character, kin: &Kinematics, link: LinkId) -> f64 {
    let rest = Kinematics::of(character, &character.rest);
    let up_in_link = rest.link(link).rotation.conjugate() * DVec3::Y;
    kin.link(link).direction(up_in_link).angle_between(DVec3::Y)
}

fn step_of(solved: &Solved, joint: LinkId) -> Option<&crate::kinematics::Step> {
    let steps = &solved.stance.rooting.steps;
    steps.iter().find(|step| step.joint == joint)
}

/// The longest column of a joint [m/rad].
fn longest(solved: &Solved, joint: LinkId, columns: &[DVec3]) -> Option<f64> {
    let step = step_of(solved, joint)?;
    let first = usize::from(step.first_dof);
    let own = columns.get(first..first + usize::from(step.dofs))?;
    Some(own.iter().map(|column| column.length()).fold(0.0, f64::max))
}

/// What the longest column of the centre of mass is when the joint is really turned by a little, there and back [m/rad].
#[expect(
    clippy::unnecessary_wraps,
    reason = "a figure may be missing, and this is how one is told"
)]
fn nudged(scene: &Scene, solved: &Solved, joint: LinkId) -> Option<f64> {
    /// Small enough for the curve, large enough for rounding [rad].
    const LITTLE: f64 = 1e-5;
    let character = &scene.character;
    let axes: &[DVec3] = match character.link(joint).joint.kind {
        JointKind::Fixed => &[],
        JointKind::Hinge { .. } => &[DVec3::ZERO],
        JointKind::Ball(_) => &DVec3::AXES,
    };
    let com = |axis: DVec3, by: f64| {
        let mut pose = solved.pose.clone();
        let turn = &mut pose.joints[joint.index()];
        *turn = match *turn {
            JointCoordinate::Fixed => JointCoordinate::Fixed,
            JointCoordinate::Hinge(angle) => JointCoordinate::Hinge(angle + by),
            // About an axis of the world, as the columns are.
            JointCoordinate::Ball(q) => {
                let parent = character.link(joint).parent.unwrap_or(LinkId::ROOT);
                let parent_from_joint = step_of(solved, joint)
                    .map_or(glam::DQuat::IDENTITY, |s| s.parent_from_joint.rotation);
                let world = solved.kin.link(parent).rotation * parent_from_joint;
                let local = world.conjugate() * (by * axis);
                JointCoordinate::Ball((rotation_from_vector(local) * q).normalize())
            }
        };
        let mut kin = Kinematics::default();
        solved.stance.update(character, &pose, &mut kin);
        kin.com
    };
    let moved = axes
        .iter()
        .map(|axis| ((com(*axis, LITTLE) - com(*axis, -LITTLE)) / (2.0 * LITTLE)).length());
    Some(moved.fold(0.0, f64::max))
}
