//! Checks of the numbers and names of a project file, with errors that point at what is wrong.

use super::super::place::{suggestion, within};
use super::super::{FileError, Source};
use crate::character::{Character, Footing};
use crate::math::Transform;
use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

/// A part of a file.
pub(super) struct Checked<'a> {
    source: &'a Source,
    /// Words that lead to the part, one after the other.
    needles: Vec<&'a str>,
}

/// A place and orientation.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TransformFile {
    /// [m]
    position: DVec3,
    /// Quaternion (x, y, z, w).
    rotation: DQuat,
}

/// Coordinates beyond this are slips of the keyboard [m].
const FARTHEST: f64 = 1e4;
/// A rotation's length may be off by this much.
const UNIT: f64 = 1e-6;

impl<'a> Checked<'a> {
    /// A part that words lead to.
    pub(super) fn at(source: &'a Source, needles: &[&'a str]) -> Self {
        let needles = needles.to_vec();
        Self { source, needles }
    }

    /// A part of the part, that a word leads to.
    pub(super) fn part(&self, word: &'a str) -> Self {
        let needles = self.needles.iter().copied().chain([word]);
        Self {
            source: self.source,
            needles: needles.collect(),
        }
    }

    /// An error about the part.
    pub(super) fn error(&self, message: impl Into<String>) -> FileError {
        self.source.error_at(&self.needles, message)
    }

    /// An error at a word in the part.
    pub(super) fn error_at(&self, word: &str, message: impl Into<String>) -> FileError {
        let needles: Vec<&str> = self.needles.iter().copied().chain([word]).collect();
        self.source.error_at(&needles, message)
    }

    /// A number between two ends.
    pub(super) fn number(
        &self,
        field: &str,
        value: f64,
        ends: [f64; 2],
        unit: &str,
    ) -> Result<f64, FileError> {
        within(field, value, ends, unit).map_err(|message| self.error_at(field, message))
    }

    /// A place that is not absurdly far away.
    pub(super) fn point(&self, field: &str, point: DVec3) -> Result<DVec3, FileError> {
        for part in point.to_array() {
            self.number(field, part, [-FARTHEST, FARTHEST], " m")?;
        }
        Ok(point)
    }

    /// A rotation, as it is.
    pub(super) fn rotation(&self, field: &str, rotation: DQuat) -> Result<DQuat, FileError> {
        let length = rotation.length();
        if (length - 1.0).abs() <= UNIT {
            return Ok(rotation);
        }
        let message = format!("{field}: a rotation's four numbers have length 1, not {length}");
        Err(self.error_at(field, message))
    }

    /// A place and orientation.
    pub(super) fn transform(
        &self,
        field: &str,
        file: TransformFile,
    ) -> Result<Transform, FileError> {
        let rotation = self.rotation(field, file.rotation)?;
        Ok(Transform::new(rotation, self.point(field, file.position)?))
    }

    /// A foot, or some of its soles.
    pub(super) fn find_footing(
        &self,
        character: &Character,
        name: &str,
    ) -> Result<Footing, FileError> {
        character.find_footing(name).ok_or_else(|| {
            let hint = suggestion(name, character.footing_names());
            let message = format!("foot {name:?} does not exist; {hint}");
            self.error_at(&format!("{name:?}"), message)
        })
    }

    /// The place of a name in a list of names.
    pub(super) fn find<'n>(
        &self,
        what: &str,
        name: &str,
        names: impl Iterator<Item = &'n str> + Clone,
    ) -> Result<usize, FileError> {
        let mut known = names.clone();
        known.position(|known| known == name).ok_or_else(|| {
            let message = format!(
                "{what} {name:?} does not exist; {}",
                suggestion(name, names)
            );
            self.error_at(&format!("{name:?}"), message)
        })
    }
}

impl TransformFile {
    /// As it is.
    pub(super) fn of(transform: &Transform) -> Self {
        Self {
            position: transform.translation,
            rotation: transform.rotation,
        }
    }
}
