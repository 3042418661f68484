//! Checks of single values: each error names the thing, the field, the value and what would be valid.

use super::super::{FileError, Source};
use crate::level::Sine;
use crate::math::ShortNumber;
use glam::{DVec2, DVec3};
use std::collections::BTreeSet;
use std::f64::consts::TAU;

/// Checks the fields of one named thing in a file, and knows where it is written.
pub(super) struct Checker<'a> {
    source: &'a Source,
    kind: &'static str,
    name: &'a str,
}

impl<'a> Checker<'a> {
    /// For the whole file: it has no name, and errors point at its fields.
    pub(super) fn whole(source: &'a Source) -> Self {
        Self {
            source,
            kind: "level",
            name: "",
        }
    }

    /// For a thing whose name must not be empty or taken.
    pub(super) fn named(
        source: &'a Source,
        kind: &'static str,
        name: &'a str,
        names: &mut BTreeSet<String>,
    ) -> Result<Self, FileError> {
        if name.trim().is_empty() {
            let message = format!("a {kind} has an empty name; every one needs a name of its own");
            return Err(source.error_at(&[&format!("{name:?}")], message));
        }
        if !names.insert(name.to_owned()) {
            let quoted = format!("{name:?}");
            let message = format!("{kind} {quoted}: the name is taken; each must be unique");
            return Err(source.error_at(&[&quoted, &quoted], message));
        }
        Ok(Self { source, kind, name })
    }

    /// An error at a field, or at the thing itself where the field is empty or left out.
    pub(super) fn error(&self, field: &str, message: impl AsRef<str>) -> FileError {
        let message = message.as_ref();
        let field = format!("{field}:");
        if self.name.is_empty() {
            return self.source.error_at(&[&field], message);
        }
        let quoted = format!("{:?}", self.name);
        let message = format!("{} {quoted}: {message}", self.kind);
        if field == ":" {
            self.source.error_at(&[&quoted], message)
        } else {
            self.source.error_at(&[&quoted, &field], message)
        }
    }

    /// A finite number in a range.
    pub(super) fn number(
        &self,
        field: &str,
        value: f64,
        least: f64,
        most: f64,
        unit: &str,
    ) -> Result<f64, FileError> {
        if least <= value && value <= most {
            return Ok(value);
        }
        let space = if unit.is_empty() { "" } else { " " };
        let value = ShortNumber(value);
        let message =
            format!("{field} is {value}{space}{unit}; valid is {least} to {most}{space}{unit}");
        Err(self.error(field, message))
    }

    /// A length that something can have: a millimetre to a kilometre [m].
    pub(super) fn size(&self, field: &str, value: f64) -> Result<f64, FileError> {
        self.number(field, value, 0.001, 1000.0, "m")
    }

    /// The field `size`: across and ahead [m].
    pub(super) fn size_xz(&self, size: DVec2) -> Result<DVec2, FileError> {
        Ok(DVec2::new(
            self.size("size", size.x)?,
            self.size("size", size.y)?,
        ))
    }

    /// A vector with every part in a range.
    pub(super) fn vector(
        &self,
        field: &str,
        value: DVec3,
        least: f64,
        most: f64,
        unit: &str,
    ) -> Result<DVec3, FileError> {
        for part in value.to_array() {
            self.number(field, part, least, most, unit)?;
        }
        Ok(value)
    }

    /// The field `at`: a place within ten kilometres [m].
    pub(super) fn place(&self, at: DVec3) -> Result<DVec3, FileError> {
        self.vector("at", at, -10_000.0, 10_000.0, "m")
    }

    /// The field `friction`, or the level's own where it is left out.
    pub(super) fn friction(&self, own: Option<f64>, of_level: f64) -> Result<f64, FileError> {
        self.number("friction", own.unwrap_or(of_level), 0.0, 10.0, "")
    }

    /// A number of things.
    pub(super) fn count(
        &self,
        field: &str,
        value: usize,
        least: usize,
        most: usize,
    ) -> Result<usize, FileError> {
        if (least..=most).contains(&value) {
            return Ok(value);
        }
        Err(self.error(
            field,
            format!("{field} is {value}; valid is {least} to {most}"),
        ))
    }

    /// One sine of a platform's motion.
    pub(super) fn sine(
        &self,
        amplitude: DVec3,
        period_secs: f64,
        phase_deg: f64,
    ) -> Result<Sine, FileError> {
        let period_secs = self.number("period_secs", period_secs, 0.01, 100_000.0, "s")?;
        let phase_deg = self.number("phase_deg", phase_deg, -360.0, 360.0, "deg")?;
        Ok(Sine {
            amplitude,
            rate: TAU / period_secs,
            phase: phase_deg.to_radians(),
        })
    }
}
