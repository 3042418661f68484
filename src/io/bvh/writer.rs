//! A BVH file line by line, so plain that every reader takes it: Blender and three.js count lines, three.js knows
//! only one spelling of the keywords, and none of them likes an exponent or a minus before zero.

use super::names::file_names;
use super::{Bvh, BvhJoint, Channel};
use glam::DVec3;
use std::io::{self, Write};

/// Digits after the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimals {
    /// Of offsets and positions.
    pub length: usize,
    /// Of angles [deg]. Six are a hundred-thousandth of a millimetre at the end of an arm.
    pub angle: usize,
}

/// Of `Frame Time`: after an hour at 120 rows a second the clock is wrong by 20 µs.
const FRAME_TIME_DECIMALS: usize = 10;
/// The tip of a leaf that has none, as a part of the leaf's own OFFSET.
const TIP: f64 = 0.5;

/// Writes the rows of one skeleton as they come.
pub(super) struct BvhWriter<'a> {
    out: &'a mut dyn Write,
    /// Digits after the point of every column; nothing for as many as a number has. (width)
    decimals: Vec<Option<usize>>,
    line: String,
}

/// Writes a whole file. Names are made of `[A-Za-z0-9_]`, and leaves without a tip get one.
///
/// # Errors
/// When `out` fails, a number is not finite, or a joint does not follow its parent's branch as in a file.
pub fn write_bvh(bvh: &Bvh, decimals: Decimals, out: &mut dyn Write) -> io::Result<()> {
    let names = file_names(bvh.joints.iter().map(|joint| joint.name.as_str()));
    write(bvh, &names, Some(decimals), out)
}

/// Writes a whole file that reads back as it is: names as they are, every number with as many digits as it takes.
///
/// # Errors
/// When `out` fails, a number is not finite, or a joint does not follow its parent's branch as in a file.
pub(super) fn write_bvh_as_it_is(bvh: &Bvh, out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<String> = bvh.joints.iter().map(|joint| joint.name.clone()).collect();
    write(bvh, &names, None, out)
}

fn write(
    bvh: &Bvh,
    names: &[String],
    decimals: Option<Decimals>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let skeleton = (&bvh.joints[..], names);
    let mut writer = BvhWriter::begin(skeleton, (bvh.frame_secs, bvh.rows()), decimals, out)?;
    let rows = bvh.rows();
    for row in 0..rows {
        writer.row(bvh.row(row))?;
    }
    Ok(())
}

impl<'a> BvhWriter<'a> {
    /// Writes everything that stands before the rows; without decimals numbers have as many as they take.
    pub(super) fn begin(
        (joints, names): (&[BvhJoint], &[String]),
        (frame_secs, rows): (f64, usize),
        decimals: Option<Decimals>,
        out: &'a mut dyn Write,
    ) -> io::Result<Self> {
        let length = decimals.map(|decimals| decimals.length);
        writeln!(out, "HIERARCHY")?;
        // The branch that is open: a joint's ancestors and itself.
        let mut open: Vec<usize> = Vec::new();
        for (index, joint) in joints.iter().enumerate() {
            while open.last().copied() != joint.parent {
                if open.pop().is_none() {
                    return Err(io::Error::other(format!(
                        "joint {:?} does not follow its parent's branch",
                        joint.name
                    )));
                }
                writeln!(out, "{}}}", "\t".repeat(open.len()))?;
            }
            let keyword = if index == 0 { "ROOT" } else { "JOINT" };
            let is_leaf = joints
                .get(index + 1)
                .is_none_or(|next| next.parent != Some(index));
            let tabs = "\t".repeat(open.len());
            writeln!(out, "{tabs}{keyword} {}\n{tabs}{{", names[index])?;
            writeln!(out, "{tabs}\tOFFSET {}", vector(joint.offset, length)?)?;
            write!(out, "{tabs}\tCHANNELS {}", joint.channels.len())?;
            for channel in &joint.channels {
                write!(out, " {}", channel.name())?;
            }
            writeln!(out)?;
            if is_leaf {
                let end = vector(tip(joint), length)?;
                writeln!(out, "{tabs}\tEnd Site\n{tabs}\t{{")?;
                writeln!(out, "{tabs}\t\tOFFSET {end}\n{tabs}\t}}")?;
            }
            open.push(index);
        }
        while open.pop().is_some() {
            writeln!(out, "{}}}", "\t".repeat(open.len()))?;
        }
        writeln!(out, "MOTION\nFrames: {rows}")?;
        let frame_time = fixed(frame_secs, decimals.map(|_| FRAME_TIME_DECIMALS))?;
        writeln!(out, "Frame Time: {frame_time}")?;
        let channels = joints.iter().flat_map(|joint| &joint.channels);
        let decimals = channels.map(|channel| match channel {
            Channel::Position(_) => length,
            Channel::Rotation(_) => decimals.map(|decimals| decimals.angle),
        });
        Ok(Self {
            out,
            decimals: decimals.collect(),
            line: String::new(),
        })
    }

    /// One more row. (width)
    pub(super) fn row(&mut self, values: &[f64]) -> io::Result<()> {
        self.line.clear();
        for (value, decimals) in values.iter().zip(&self.decimals) {
            if !self.line.is_empty() {
                self.line.push(' ');
            }
            push_fixed(&mut self.line, *value, *decimals)?;
        }
        self.line.push('\n');
        self.out.write_all(self.line.as_bytes())
    }
}

/// Where a leaf ends: Blender would invent a tail of its own for one that ends where it begins.
fn tip(joint: &BvhJoint) -> DVec3 {
    match joint.end {
        Some(end) if end.length() > 0.0 => end,
        _ if joint.offset.length() > 0.0 => TIP * joint.offset,
        _ => DVec3::Y,
    }
}

fn vector(v: DVec3, decimals: Option<usize>) -> io::Result<String> {
    let [x, y, z] = v.to_array().map(|part| fixed(part, decimals));
    Ok(format!("{} {} {}", x?, y?, z?))
}

fn fixed(value: f64, decimals: Option<usize>) -> io::Result<String> {
    let mut text = String::new();
    push_fixed(&mut text, value, decimals)?;
    Ok(text)
}

/// Appends a number with so many digits after the point, where nothing that rounds to zero gets a minus; or with as many as tell it from
/// every other one.
fn push_fixed(text: &mut String, value: f64, decimals: Option<usize>) -> io::Result<()> {
    use std::fmt::Write as _;
    if !value.is_finite() {
        return Err(io::Error::other(format!("{value} is not a finite number")));
    }
    let start = text.len();
    let Some(decimals) = decimals else {
        let _ = write!(text, "{value}");
        return Ok(());
    };
    // Writing to a String cannot fail.
    let _ = write!(text, "{value:.decimals$}");
    let is_zero = text[start..]
        .bytes()
        .all(|b| matches!(b, b'-' | b'0' | b'.'));
    if is_zero && text[start..].starts_with('-') {
        text.remove(start);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_plain() {
        for (value, text) in [
            (0.0, "0.000"),
            (-0.0, "0.000"),
            (-0.0004, "0.000"),
            (-0.0006, "-0.001"),
            (1e-300, "0.000"),
            (1e9, "1000000000.000"),
            (-12.5, "-12.500"),
        ] {
            assert_eq!(fixed(value, Some(3)).unwrap(), text);
            assert_eq!(fixed(value, None).unwrap().parse(), Ok(value));
        }
        assert!(fixed(f64::NAN, Some(3)).is_err());
        assert!(fixed(f64::INFINITY, None).is_err());
    }
}
