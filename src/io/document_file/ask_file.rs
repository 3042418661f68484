//! What is asked of a pose beside its handles, as it is written: links and joints by name.

use super::super::FileError;
use super::checked::Checked;
use crate::character::{Character, LinkId};
use crate::document::Ask;
use crate::ik::{Level, LinkPoint, Look, Pole, Together};
use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

/// One thing that is asked.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum AskFile {
    /// A link and a point of it, and another [m].
    Together((String, DVec3), (String, DVec3)),
    Level {
        link: String,
        rotation: DQuat,
        /// The world's axes x, y and z: which it may not turn about.
        about: [bool; 3],
    },
    Pole {
        /// The one that bends.
        joint: String,
        target: DVec3,
    },
    Look {
        link: String,
        eyes: DVec3,
        ahead: DVec3,
        target: DVec3,
        /// [rad]
        eyes_reach: f64,
    },
    EvenSpine,
}

/// More than this is refused: nobody could tell them apart.
const MOST_ASKS: usize = 1000;

/// What is asked, checked; each once.
pub(super) fn read_asks(
    files: &[AskFile],
    character: &Character,
    at: &Checked,
) -> Result<Vec<Ask>, FileError> {
    if files.len() > MOST_ASKS {
        let message = format!("at most {MOST_ASKS} asks are read");
        return Err(at.error_at("asks", message));
    }
    let mut asks: Vec<Ask> = Vec::new();
    for file in files {
        let ask = file.read(character, at)?;
        ask.check(character)
            .map_err(|why| at.error_at("asks", why))?;
        let name = ask.name(character);
        if asks.iter().any(|known| known.name(character) == name) {
            return Err(at.error_at("asks", format!("{name:?} is asked twice")));
        }
        asks.push(ask);
    }
    Ok(asks)
}

impl AskFile {
    /// As it is written.
    pub(super) fn of(character: &Character, ask: &Ask) -> Self {
        let link_name = |link: LinkId| character.link(link).name.clone();
        let end = |end: LinkPoint| (link_name(end.link), end.point_in_link);
        match *ask {
            Ask::Together(Together { first, second }) => Self::Together(end(first), end(second)),
            Ask::Level(level) => Self::Level {
                link: link_name(level.link),
                rotation: level.world_from_link,
                about: level.about,
            },
            Ask::Pole(pole) => Self::Pole {
                joint: character.link(pole.lower).joint.name.clone(),
                target: pole.target_in_world,
            },
            Ask::Look(look) => Self::Look {
                link: link_name(look.link),
                eyes: look.eyes_in_link,
                ahead: look.ahead_in_link,
                target: look.target_in_world,
                eyes_reach: look.eyes_reach,
            },
            Ask::EvenSpine => Self::EvenSpine,
        }
    }

    fn read(&self, character: &Character, at: &Checked) -> Result<Ask, FileError> {
        let links = || character.links.iter().map(|link| link.name.as_str());
        let find_link = |name: &str| at.find("link", name, links()).map(LinkId::new);
        let end = |(link, point): &(String, DVec3)| {
            Ok(LinkPoint {
                link: find_link(link)?,
                point_in_link: at.point("asks", *point)?,
            })
        };
        Ok(match self {
            Self::Together(first, second) => Ask::Together(Together {
                first: end(first)?,
                second: end(second)?,
            }),
            Self::Level {
                link,
                rotation,
                about,
            } => Ask::Level(Level {
                link: find_link(link)?,
                world_from_link: at.rotation("asks", *rotation)?,
                about: *about,
            }),
            Self::Pole { joint, target } => {
                let index = at.find("joint", joint, character.joint_names())?;
                let Some(limb) = character.limb(LinkId::new(index + 1)) else {
                    let message = format!("joint {joint:?} is not within a limb");
                    return Err(at.error_at(&format!("{joint:?}"), message));
                };
                Ask::Pole(Pole {
                    upper: limb.upper,
                    lower: limb.lower,
                    tip: limb.tip,
                    target_in_world: at.point("asks", *target)?,
                })
            }
            Self::Look {
                link,
                eyes,
                ahead,
                target,
                eyes_reach,
            } => Ask::Look(Look {
                link: find_link(link)?,
                eyes_in_link: at.point("asks", *eyes)?,
                ahead_in_link: at.point("asks", *ahead)?,
                target_in_world: at.point("asks", *target)?,
                eyes_reach: *eyes_reach,
            }),
            Self::EvenSpine => Ask::EvenSpine,
        })
    }
}
