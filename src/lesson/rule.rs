//! What an answer to an exercise is held against.

use super::UnknownName;
use super::step::spoken_choice;
use crate::character::Character;
use crate::ik::Priority;
use glam::DVec3;

/// One rule; names are those of the character's file.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// An effector is at a place, within so much [m].
    Reaches {
        /// Who.
        effector: String,
        /// Where to [m].
        target: DVec3,
        /// At most this far from it [m].
        within: f64,
    },
    /// The centre of mass is over the support, so far from its edge [m].
    Margin {
        /// [m]
        at_least: f64,
    },
    /// These feet stand, or soles of them: planted in the project, and where the project says they are, flat on the ground.
    Planted(Vec<String>),
    /// These feet, or soles of them, do not stand, and are off the ground by so much [m].
    Lifted {
        /// Which.
        soles: Vec<String>,
        /// [m]
        by: f64,
    },
    /// A link leans from how it stands at rest by no more than this [rad].
    Level {
        /// Which.
        link: String,
        /// [rad]
        within: f64,
    },
    /// A joint is turned by this: a hinge with its sign, a ball as a whole [rad].
    Joint {
        /// Which.
        joint: String,
        /// Least and most [rad].
        between: (f64, f64),
    },
    /// The centre of mass is this high over the ground [m].
    ComHeight {
        /// Least and most [m].
        between: (f64, f64),
    },
    /// A point of the body is this high over height zero [m].
    Height {
        /// An effector, a link (its middle) or a joint (its pivot).
        point: String,
        /// Least and most [m].
        between: (f64, f64),
    },
    /// No joint is beyond its limits.
    WithinLimits,
    /// A handle is pinned, and its rank is this.
    Rank {
        /// Which.
        handle: String,
        /// The number that it has.
        rank: u8,
    },
    /// The project is solved with this priority.
    Priority(Priority),
    /// There is a walk with so many steps, balanced on every frame by so much [m].
    Walk {
        /// Steps that were made.
        steps: usize,
        /// [m]
        margin: f64,
    },
}

impl Rule {
    /// What is asked, in one line.
    pub fn words(&self) -> String {
        let spoken = |name: &str| name.replace('_', " ");
        let list = |names: &[String]| {
            let names: Vec<String> = names.iter().map(|name| spoken(name)).collect();
            names.join(" and ")
        };
        match self {
            Self::Reaches {
                effector,
                target,
                within,
            } => {
                let [x, y, z] = target.to_array();
                let mm = 1e3 * within;
                format!(
                    "{} within {mm:.0} mm of x {x:.2}, y {y:.2}, z {z:.2} m",
                    spoken(effector)
                )
            }
            Self::Margin { at_least } => format!("margin at least {:.0} mm", 1e3 * at_least),
            Self::Planted(soles) => format!("{} planted", list(soles)),
            Self::Lifted { soles, by } => {
                format!("{} at least {:.0} mm off the ground", list(soles), 1e3 * by)
            }
            Self::Level { link, within } => {
                format!("{} level within {:.0}°", spoken(link), within.to_degrees())
            }
            Self::Joint { joint, between } => {
                let (low, high) = (between.0.to_degrees(), between.1.to_degrees());
                format!("{} between {low:.0}° and {high:.0}°", spoken(joint))
            }
            Self::ComHeight {
                between: (low, high),
            } => {
                format!("centre of mass {low:.2} to {high:.2} m high")
            }
            Self::Height {
                point,
                between: (low, high),
            } => format!("{} {low:.2} to {high:.2} m high", spoken(point)),
            Self::WithinLimits => "every joint within its limits".to_owned(),
            Self::Rank { handle, rank } => {
                format!("{} pinned with rank {rank}", spoken(handle))
            }
            Self::Priority(priority) => {
                format!("solved with the strategy {}", spoken_choice(priority))
            }
            Self::Walk { steps, margin } => {
                let mm = 1e3 * margin;
                format!("a walk of at least {steps} steps, margin at least {mm:.0} mm throughout")
            }
        }
    }

    /// Whether a body has what the rule names. `handles` are those of a project of that body.
    ///
    /// # Errors
    /// The name that is not there.
    pub fn check(&self, character: &Character, handles: &[String]) -> Result<(), UnknownName> {
        let known = |what: &'static str, name: &str, valid: Vec<String>| {
            if valid.iter().any(|valid| valid == name) {
                return Ok(());
            }
            let name = name.to_owned();
            Err(UnknownName { what, name, valid })
        };
        let effectors = || character.effectors.iter().map(|e| e.name.clone()).collect();
        let feet = || {
            character
                .footing_names()
                .into_iter()
                .map(str::to_owned)
                .collect()
        };
        match self {
            Self::Reaches { effector, .. } => known("effector", effector, effectors()),
            Self::Height { point, .. } => {
                let points = character.point_names().into_iter().map(str::to_owned);
                known("point", point, points.collect())
            }
            Self::Planted(names) | Self::Lifted { soles: names, .. } => {
                let is_unknown = |name: &&String| character.find_footing(name).is_none();
                (names.iter().filter(is_unknown)).try_for_each(|name| known("foot", name, feet()))
            }
            Self::Level { link, .. } => {
                let links = character.links.iter().map(|l| l.name.clone());
                known("link", link, links.collect())
            }
            Self::Joint { joint, .. } => known(
                "joint",
                joint,
                character.joint_names().map(str::to_owned).collect(),
            ),
            Self::Rank { handle, .. } => known("handle", handle, handles.to_vec()),
            Self::Margin { .. }
            | Self::ComHeight { .. }
            | Self::WithinLimits
            | Self::Priority(_)
            | Self::Walk { .. } => Ok(()),
        }
    }
}
