//! Numbers on the command line, each within a range that the message names.

use crate::math::ShortNumber;
use clap::Command;
use std::ops::RangeInclusive;

/// Coordinates beyond this are slips of the keyboard [m].
const FARTHEST: f64 = 100.0;

/// The command line with a `-20` behind an option taken for the option's value, so that a wrong one is told as that.
pub(super) fn with_negative_numbers(command: Command) -> Command {
    command
        .mut_args(|arg| {
            let is_option = !arg.is_positional() && arg.get_action().takes_values();
            arg.allow_negative_numbers(is_option)
        })
        .mut_subcommands(with_negative_numbers)
}

/// A coordinate or a speed.
pub(super) fn number(text: &str) -> Result<f64, String> {
    between(text, -FARTHEST, FARTHEST)
}

/// An angle in degrees.
pub(super) fn degrees(text: &str) -> Result<f64, String> {
    between(text, -360.0, 360.0)
}

/// A number from 0 to 1000.
pub(super) fn amount(text: &str) -> Result<f64, String> {
    between(text, 0.0, 1000.0)
}

/// Frames per second of a walk.
pub(super) fn walk_rate(text: &str) -> Result<f64, String> {
    between(text, 10.0, 1000.0)
}

/// A whole number within a range.
pub(super) fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let value: i128 = text
            .trim()
            .parse()
            .map_err(|_| format!("{text:?} is not a whole number"))?;
        let within = u64::try_from(value).ok().filter(|v| range.contains(v));
        let within = within.and_then(|value| T::try_from(value).ok());
        within.ok_or_else(|| match (range.start(), range.end()) {
            (least, &u64::MAX) => format!("{value} is not {least} or more"),
            (least, most) => format!("{value} is not between {least} and {most}"),
        })
    }
}

fn between(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let value: f64 = text
        .trim()
        .parse()
        .map_err(|_| format!("{text:?} is not a number"))?;
    if (least..=most).contains(&value) {
        Ok(value)
    } else {
        let value = ShortNumber(value);
        Err(format!("{value} is not between {least} and {most}"))
    }
}
