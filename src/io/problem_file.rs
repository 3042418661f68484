//! Reaching problems as JSON, for measuring solvers against each other.
//!
//! ```json
//! {"character": "mannequin", "stance": "l_foot",
//!  "problems": [{"com_xz": [0.1, 0.02], "targets": {"l_hand": [0.4, 1.1, 0.3]}}]}
//! ```

use super::place::suggestion;
use super::{FileError, Source, load_character};
use crate::character::Character;
use glam::{DVec2, DVec3};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap as _, Serializer};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Problems, and the body and the sole that they are for.
#[derive(Clone, Debug)]
pub struct ReachProblems {
    /// The body.
    pub character: Character,
    /// Index of the foot that it stands on.
    pub foot: usize,
    /// What is asked of it, one after the other.
    pub problems: Vec<ReachTargets>,
}

/// Where the centre of mass and the effectors go in one problem.
#[derive(Clone, Debug, PartialEq)]
pub struct ReachTargets {
    /// (x, z) [m]
    pub com_xz: DVec2,
    /// Index into [`Character::effectors`], and where that effector goes [m].
    pub targets: Vec<(usize, DVec3)>,
}

/// A whole problem file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProblemFile {
    /// A name or a path, as on the command line.
    character: String,
    /// Name of a sole.
    stance: String,
    problems: Vec<OneProblem>,
}

/// One problem.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OneProblem {
    /// (x, z) [m]
    com_xz: [f64; 2],
    targets: Targets,
}

/// Effectors and their targets [m], in the order of the file; a map type would hide a name that is there twice.
#[derive(Debug)]
struct Targets(Vec<(String, [f64; 3])>);

/// Coordinates beyond this are slips of the keyboard [m].
const FARTHEST: f64 = 100.0;

/// Reads problems, and the character that they name.
///
/// # Errors
/// Where the text is not a problem file, or names what is not there.
pub fn read_problems(source: &Source) -> Result<ReachProblems, FileError> {
    let file: ProblemFile = serde_json::from_str(&source.text).map_err(|e| {
        let message = e.to_string();
        // The place comes first here, not last.
        let words = message.split(" at line ").next().unwrap_or(&message);
        source.error(Some((e.line().max(1), e.column().max(1))), words)
    })?;
    let character = load_character(&file.character)
        .map_err(|e| source.error_at(&["\"character\""], e.to_string()))?;
    let Some(foot) = character.find_foot(&file.stance) else {
        let valid = character.feet.iter().map(|foot| foot.name.as_str());
        let hint = suggestion(&file.stance, valid);
        let message = format!("stance {:?} is no foot; {hint}", file.stance);
        return Err(source.error_at(&["\"stance\""], message));
    };
    let problems = file
        .problems
        .iter()
        .enumerate()
        .map(|(index, problem)| problem.checked(source, index, &character, foot))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(ReachProblems {
        character,
        foot,
        problems,
    })
}

/// Problems as text, one a line; `read_problems` gives them back bit for bit. `character_name` is a name or a path.
pub fn write_problems(character_name: &str, problems: &ReachProblems) -> String {
    let character = &problems.character;
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let lines: Vec<String> = problems
        .problems
        .iter()
        .filter_map(|problem| {
            let targets = problem.targets.iter().map(|(effector, target)| {
                let name = character.effectors[*effector].name.clone();
                (name, target.to_array())
            });
            let one = OneProblem {
                com_xz: problem.com_xz.to_array(),
                targets: Targets(targets.collect()),
            };
            // Names and finite numbers always have a text.
            serde_json::to_string(&one).ok()
        })
        .collect();
    format!(
        "{{\"character\": {}, \"stance\": {}, \"problems\": [\n{}\n]}}\n",
        quoted(character_name),
        quoted(&character.feet[problems.foot].name),
        lines.join(",\n")
    )
}

impl OneProblem {
    fn checked(
        &self,
        source: &Source,
        index: usize,
        character: &Character,
        foot: usize,
    ) -> Result<ReachTargets, FileError> {
        // The words of this problem are looked for after the ones before it.
        let fail = |word: &str, message: String| {
            let mut needles = vec!["\"com_xz\""; index + 1];
            if !word.is_empty() {
                needles.push(word);
            }
            source.error_at(&needles, format!("problem {}: {message}", index + 1))
        };
        let far = |v: &[f64]| v.iter().any(|x| !(-FARTHEST..=FARTHEST).contains(x));
        if far(&self.com_xz) {
            return Err(fail("", format!("com_xz is not within {FARTHEST} m")));
        }
        let mut targets: Vec<(usize, DVec3)> = Vec::with_capacity(self.targets.0.len());
        for (name, target) in &self.targets.0 {
            let quoted = format!("{name:?}");
            let place = character.effectors.iter().position(|e| e.name == *name);
            let Some(effector) = place else {
                let hint = suggestion(name, character.effectors.iter().map(|e| e.name.as_str()));
                return Err(fail(
                    &quoted,
                    format!("effector {name:?} does not exist; {hint}"),
                ));
            };
            if targets.iter().any(|(earlier, _)| *earlier == effector) {
                return Err(fail(&quoted, format!("effector {name:?} is there twice")));
            }
            if character.foot_on_link(character.effectors[effector].link) == Some(foot) {
                let message = format!("effector {name:?} is on the foot that stands");
                return Err(fail(&quoted, message));
            }
            if far(target) {
                let message = format!("target of {name:?} is not within {FARTHEST} m");
                return Err(fail(&quoted, message));
            }
            targets.push((effector, DVec3::from_array(*target)));
        }
        Ok(ReachTargets {
            com_xz: DVec2::from_array(self.com_xz),
            targets,
        })
    }
}

impl<'de> Deserialize<'de> for Targets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Targets;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map from effectors to points [x, y, z]")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Targets, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Targets(entries))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

impl Serialize for Targets {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, target) in &self.0 {
            map.serialize_entry(name, target)?;
        }
        map.end()
    }
}
