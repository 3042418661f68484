//! The scene of a lesson as it is written.

use super::super::goals_file::GoalsFile;
use super::super::settings_file::check_settings;
use super::super::{FileError, load_character, load_level};
use super::Part;
use crate::ik::SolverSettings;
use crate::lesson::{Act, Drawn, Scene, Stepping, UnknownName, Upright, Viewed, WalkAndPush};
use glam::DVec3;
use serde::Deserialize;
use std::sync::Arc;

/// A body, what is asked of it, and how that is solved.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SceneFile {
    #[serde(default = "human")]
    character: String,
    #[serde(default = "flat")]
    level: String,
    /// As in a goals file, without a version.
    #[serde(default)]
    goals: GoalsFile,
    #[serde(default)]
    settings: SolverSettings,
    #[serde(default)]
    view: ViewFile,
    #[serde(default)]
    act: ActFile,
    #[serde(default)]
    draw: Vec<DrawFile>,
}

/// From where it is looked at.
#[derive(Debug, Default, Deserialize)]
enum ViewFile {
    #[default]
    Anywhere,
    Side,
    Front,
}

/// What pictures show besides the figure.
#[derive(Debug, Deserialize)]
enum DrawFile {
    /// Of an effector.
    Arrows(String),
    VirtualCenters,
    CenterArrows,
}

/// What happens beside the pose.
#[derive(Debug, Default, Deserialize)]
enum ActFile {
    #[default]
    Pose,
    Stepping {
        steps: usize,
        /// [m]
        length: f64,
        /// Share of the height at rest.
        #[serde(default = "soft_knees")]
        crouch: f64,
        /// Weight of the upward bias; 0 for none.
        upright: f64,
    },
    Walk {
        steps: usize,
        cadence: Option<f64>,
        push: Option<PushFile>,
    },
}

/// A push on the body that follows a walk.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PushFile {
    link: String,
    /// [N]
    force: DVec3,
    /// Since the walk began [s].
    at_secs: f64,
}

fn human() -> String {
    "human".to_owned()
}

/// Knees that bend enough for steps of a third of a leg.
fn soft_knees() -> f64 {
    0.06
}

fn flat() -> String {
    "flat".to_owned()
}

/// A walk of a lesson is seen at once: longer ones are for `contrapposto walk`.
const MOST_STEPS: f64 = 40.0;

impl SceneFile {
    pub(super) fn read(&self, part: &Part) -> Result<Scene, FileError> {
        let mut scene = self.base(part)?;
        let goals = part.field("goals").blanked();
        scene.asked = (self.goals).checked(&goals, &scene.character, &scene.start.pose)?;
        if !scene.asked.places.is_empty() {
            let message = "a scene stands where its figure does at rest: leave places out";
            return Err(goals.error_at(&["places"], message));
        }
        check_settings(&self.settings, &part.field("settings").blanked())?;
        scene.settings = self.settings;
        scene.viewed = match self.view {
            ViewFile::Anywhere => Viewed::Anywhere,
            ViewFile::Side => Viewed::Side,
            ViewFile::Front => Viewed::Front,
        };
        let draw = part.field("draw");
        for (index, drawn) in self.draw.iter().enumerate() {
            scene.drawn.push(match drawn {
                DrawFile::VirtualCenters => Drawn::VirtualCenters,
                DrawFile::CenterArrows => Drawn::CenterArrows,
                DrawFile::Arrows(name) if scene.character.find_effector(name).is_none() => {
                    let valid = scene.character.effectors.iter().map(|e| e.name.clone());
                    let (what, name, valid) = ("effector", name.clone(), valid.collect());
                    let unknown = UnknownName { what, name, valid };
                    return Err(draw.entry(index).unknown(&unknown));
                }
                DrawFile::Arrows(name) => Drawn::Arrows(name.clone()),
            });
        }
        scene.act = self.act.read(&scene, &part.field("act"))?;
        Ok(scene)
    }
}

impl SceneFile {
    /// The body at rest on its ground.
    fn base(&self, part: &Part) -> Result<Scene, FileError> {
        let names = (self.character.clone(), self.level.clone());
        if let Some(known) = part.bases.borrow().get(&names) {
            return Ok(known.clone());
        }
        let failed = |field: &'static str, e: &FileError| part.field(field).error(e.to_string());
        let character = load_character(&names.0).map_err(|e| failed("character", &e))?;
        let level = load_level(&names.1).map_err(|e| failed("level", &e))?;
        if character.feet.is_empty() {
            let message = format!("{} has no soles to stand on", character.name);
            return Err(part.field("character").error(message));
        }
        let scene = Scene::new(
            (names.0.clone(), Arc::new(character)),
            (names.1.clone(), Arc::new(level)),
        );
        part.bases.borrow_mut().insert(names, scene.clone());
        Ok(scene)
    }
}

impl ActFile {
    fn read(&self, scene: &Scene, part: &Part) -> Result<Act, FileError> {
        let count = |steps: usize| part.number("steps", steps as f64, [1.0, MOST_STEPS], "");
        let needs_two = || {
            if scene.character.standing_feet().count() == 2 {
                return Ok(());
            }
            let message = format!("{} has not two feet to walk on", scene.character.name);
            Err(part.error(message))
        };
        Ok(match self {
            Self::Pose => Act::Pose,
            Self::Stepping {
                steps,
                length,
                crouch,
                upright,
            } => {
                needs_two()?;
                count(*steps)?;
                Act::Stepping(Stepping {
                    steps: *steps,
                    length: part.number("length", *length, [0.0, 1.0], " m")?,
                    crouch: part.number("crouch", *crouch, [0.0, 0.4], "")?,
                    upright: match part.number("upright", *upright, [0.0, 1000.0], "")? {
                        weight if weight > 0.0 => Upright::Biased(weight),
                        _ => Upright::Unasked,
                    },
                })
            }
            Self::Walk {
                steps,
                cadence,
                push,
            } => {
                needs_two()?;
                count(*steps)?;
                let cadence = cadence
                    .map(|cadence| {
                        part.number("cadence", cadence, [10.0, 200.0], " steps a minute")
                    })
                    .transpose()?;
                let push = push.as_ref().map(|push| {
                    let links = scene.character.links.iter().map(|link| link.name.clone());
                    let Some(link) = scene.character.find_link(&push.link) else {
                        let (what, name) = ("link", push.link.clone());
                        let valid = links.collect();
                        let unknown = UnknownName { what, name, valid };
                        return Err(part.unknown(&unknown));
                    };
                    for newtons in push.force.to_array() {
                        part.number("force", newtons, [-5000.0, 5000.0], " N")?;
                    }
                    let at = part.number("at_secs", push.at_secs, [0.0, 120.0], " s")?;
                    Ok(WalkAndPush::pushed(link, push.force, at))
                });
                Act::WalkAndPush(WalkAndPush {
                    steps: *steps,
                    cadence,
                    push: push.transpose()?,
                })
            }
        })
    }
}
