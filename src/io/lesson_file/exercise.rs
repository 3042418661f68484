//! The exercise of a lesson as it is written: millimetres and degrees.

use super::super::FileError;
use super::super::place::Place;
use super::Part;
use super::scene::SceneFile;
use super::step::{StepFile, read_steps};
use crate::ik::Priority;
use crate::lesson::{Exercise, Rule, Scene};
use glam::DVec3;
use serde::Deserialize;

/// A task that marks itself.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExerciseFile {
    task: String,
    /// Instead of the lesson's.
    scene: Option<SceneFile>,
    solution: Vec<StepFile>,
    /// Instead of the scene with those steps done.
    solution_scene: Option<SceneFile>,
    rules: Vec<RuleFile>,
}

/// One rule.
#[derive(Debug, Deserialize)]
enum RuleFile {
    Reaches {
        effector: String,
        /// [m]
        target: DVec3,
        within_mm: f64,
    },
    Margin {
        at_least_mm: f64,
    },
    Planted(Vec<String>),
    Lifted {
        soles: Vec<String>,
        by_mm: f64,
    },
    Level {
        link: String,
        within_deg: f64,
    },
    Joint {
        joint: String,
        between_deg: (f64, f64),
    },
    ComHeight {
        /// [m]
        between: (f64, f64),
    },
    Height {
        point: String,
        /// [m]
        between: (f64, f64),
    },
    WithinLimits,
    Rank {
        handle: String,
        rank: u8,
    },
    Priority(Priority),
    Walk {
        steps: usize,
        margin_mm: f64,
    },
}

impl ExerciseFile {
    pub(super) fn read(&self, lesson_scene: &Scene, part: &Part) -> Result<Exercise, FileError> {
        let scene = match &self.scene {
            Some(scene) => scene.read(&part.field("scene"))?,
            None => lesson_scene.clone(),
        };
        let solution = match &self.solution_scene {
            Some(scene) => scene.read(&part.field("solution_scene"))?,
            None => scene.clone(),
        };
        let steps = read_steps(&self.solution, &solution, &part.field("solution"))?;
        let rules_part = part.field("rules");
        rules_part.few(&self.rules, "rules")?;
        if self.rules.is_empty() {
            return Err(rules_part.error("an exercise has at least one rule"));
        }
        let handles: Vec<String> = (scene.start.handles.iter())
            .map(|handle| handle.name.clone())
            .collect();
        let rules = self.rules.iter().enumerate().map(|(index, rule)| {
            let own = rules_part.entry(index);
            let rule = rule.read(&own)?;
            rule.check(&scene.character, &handles)
                .map_err(|unknown| own.unknown(&unknown))?;
            Ok(rule)
        });
        let rules = rules.collect::<Result<Vec<Rule>, FileError>>()?;
        Ok(Exercise {
            task: self.task.clone(),
            solution: solution.after(&steps),
            scene,
            rules,
        })
    }
}

impl RuleFile {
    fn read(&self, part: &Part) -> Result<Rule, FileError> {
        let mm = |name: &str, value: f64| {
            Ok::<f64, FileError>(1e-3 * part.number(name, value, [0.0, 1e5], " mm")?)
        };
        let ends = |name: &str, (low, high): (f64, f64), most: f64, unit: &str| {
            part.number(name, low, [-most, most], unit)?;
            part.number(name, high, [-most, most], unit)?;
            if low > high {
                let message = format!("{name} ({low}, {high}): the lower end comes first");
                return Err(part.error_at(name, message));
            }
            Ok((low, high))
        };
        Ok(match self {
            Self::Reaches {
                effector,
                target,
                within_mm,
            } => {
                for x in target.to_array() {
                    part.number("target", x, [-Place::FARTHEST, Place::FARTHEST], " m")?;
                }
                Rule::Reaches {
                    effector: effector.clone(),
                    target: *target,
                    within: mm("within_mm", *within_mm)?,
                }
            }
            Self::Margin { at_least_mm } => Rule::Margin {
                at_least: mm("at_least_mm", *at_least_mm)?,
            },
            Self::Planted(soles) => Rule::Planted(soles.clone()),
            Self::Lifted { soles, by_mm } => Rule::Lifted {
                soles: soles.clone(),
                by: mm("by_mm", *by_mm)?,
            },
            Self::Level { link, within_deg } => Rule::Level {
                link: link.clone(),
                within: part
                    .number("within_deg", *within_deg, [0.0, 180.0], "°")?
                    .to_radians(),
            },
            Self::Joint { joint, between_deg } => {
                let (low, high) = ends("between_deg", *between_deg, 360.0, "°")?;
                Rule::Joint {
                    joint: joint.clone(),
                    between: (low.to_radians(), high.to_radians()),
                }
            }
            Self::ComHeight { between } => Rule::ComHeight {
                between: ends("between", *between, 100.0, " m")?,
            },
            Self::Height { point, between } => Rule::Height {
                point: point.clone(),
                between: ends("between", *between, 100.0, " m")?,
            },
            Self::WithinLimits => Rule::WithinLimits,
            Self::Rank { handle, rank } => Rule::Rank {
                handle: handle.clone(),
                rank: *rank,
            },
            Self::Priority(priority) => Rule::Priority(*priority),
            Self::Walk { steps, margin_mm } => Rule::Walk {
                steps: *steps,
                margin: mm("margin_mm", *margin_mm)?,
            },
        })
    }
}
