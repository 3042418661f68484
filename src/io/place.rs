//! Checks of single values. Each failure names the file, the place, the value and what would be valid.

use super::{FileError, Source, nearest};
use crate::math::ShortNumber;
use glam::DVec3;

/// A named entry of a file: what its errors are about, and where they point.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    /// The text that errors point into.
    pub source: &'a Source,
    /// The list that holds the entry: `links`, `soles`.
    pub section: &'a str,
    /// What the entry is: `link`, `joint`.
    pub what: &'a str,
    /// Its name.
    pub name: &'a str,
}

/// The number itself when it lies between two ends, else what would be valid.
pub(super) fn within(
    field: &str,
    value: f64,
    [low, high]: [f64; 2],
    unit: &str,
) -> Result<f64, String> {
    if (low..=high).contains(&value) {
        return Ok(value);
    }
    let value = ShortNumber(value);
    Err(format!(
        "{field} {value} is not between {low} and {high}{unit}"
    ))
}

impl Place<'_> {
    /// Coordinates beyond this are slips of the keyboard, and squares of much larger ones leave `f64`.
    pub(super) const FARTHEST: f64 = 100.0;

    /// An error at a field of the entry.
    pub(super) fn error(&self, field: &str, message: impl AsRef<str>) -> FileError {
        let quoted = format!("{:?}", self.name);
        let named = format!("name: {quoted}");
        // With its label when the file is written that way: the bare name may be mentioned earlier, as a parent.
        let entry = if self.source.text.contains(&named) {
            named
        } else {
            quoted
        };
        let message = format!("{} {:?}: {}", self.what, self.name, message.as_ref());
        let needles = [self.section, &entry, field];
        // No field: the entry as a whole.
        let count = if field.is_empty() { 2 } else { 3 };
        self.source.error_at(&needles[..count], message)
    }

    /// The name itself must be something that can be typed and printed.
    pub(super) fn check_name(&self) -> Result<(), FileError> {
        let length = self.name.chars().count();
        if length == 0 || length > 64 || self.name.chars().any(char::is_control) {
            return Err(self.error("name", "a name has 1 to 64 printable characters"));
        }
        Ok(())
    }

    /// A number between two ends.
    pub(super) fn number(
        &self,
        field: &str,
        value: f64,
        ends: [f64; 2],
        unit: &str,
    ) -> Result<f64, FileError> {
        within(field, value, ends, unit).map_err(|message| self.error(field, message))
    }

    /// A point near the body.
    pub(super) fn point(&self, field: &str, value: DVec3) -> Result<DVec3, FileError> {
        for part in value.to_array() {
            self.number(field, part, [-Self::FARTHEST, Self::FARTHEST], " m")?;
        }
        Ok(value)
    }

    /// A rotation vector in degrees, turned into radians.
    pub(super) fn turn(&self, field: &str, value_deg: DVec3) -> Result<DVec3, FileError> {
        for part in value_deg.to_array() {
            self.number(field, part, [-360.0, 360.0], "°")?;
        }
        Ok(value_deg * (std::f64::consts::PI / 180.0))
    }

    /// A direction, made unit.
    pub(super) fn direction(&self, field: &str, value: DVec3) -> Result<DVec3, FileError> {
        self.point(field, value)?;
        if value.length() < 1e-6 {
            return Err(self.error(
                field,
                format!("{field} {} is no direction: it has no length", text(value)),
            ));
        }
        Ok(value.normalize())
    }

    /// An interval in degrees within ±`most`.
    pub(super) fn range(
        &self,
        field: &str,
        (low, high): (f64, f64),
        most: f64,
    ) -> Result<(f64, f64), FileError> {
        self.number(field, low, [-most, most], "°")?;
        self.number(field, high, [-most, most], "°")?;
        if low > high {
            return Err(self.error(
                field,
                format!("{field} ({low}, {high}): the lower end comes first"),
            ));
        }
        Ok((low, high))
    }

    /// An error about a name that is not in a list.
    pub(super) fn unknown<'n>(
        &self,
        field: &str,
        name: &str,
        valid: impl IntoIterator<Item = &'n str>,
    ) -> FileError {
        self.error(
            field,
            format!(
                "{field} {name:?} does not exist; {}",
                suggestion(name, valid)
            ),
        )
    }
}

/// `did you mean "pelvis"?`, or all valid names when none is near.
pub(super) fn suggestion<'n>(name: &str, valid: impl IntoIterator<Item = &'n str>) -> String {
    let valid: Vec<_> = valid.into_iter().collect();
    match nearest(name, valid.iter().copied()) {
        Some(near) => format!("did you mean {near:?}?"),
        None if valid.is_empty() => "there is none".to_owned(),
        None => {
            let shown = valid.iter().take(40).copied().collect::<Vec<_>>();
            let more = if shown.len() < valid.len() {
                ", …"
            } else {
                ""
            };
            format!("there are {}{more}", shown.join(", "))
        }
    }
}

/// A vector as files write it.
pub(super) fn text(v: DVec3) -> String {
    let [x, y, z] = v.to_array().map(ShortNumber);
    format!("({x}, {y}, {z})")
}
