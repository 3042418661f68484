//! `contrapposto inspect FILE.bvh`: what is in a motion file, and where its joints are, in its own unit and axes.

use super::Error;
use super::plain_text::path_name;
use super::table::{Side, Table};
use crate::io::bvh::Bvh;
use crate::math::Transform;
use crate::motion::Recording;
use glam::DVec3;
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use std::io::Write;
use std::path::Path;

/// Units that files are in: name, metres in one.
const UNITS: [(&str, f64); 6] = [
    ("metres", 1.0),
    ("decimetres", 0.1),
    ("units of 56.44 mm, as CMU's", 0.056_44),
    ("inches", 0.0254),
    ("centimetres", 0.01),
    ("millimetres", 0.001),
];
/// Sizes of people [m].
const PERSON: [f64; 2] = [1.2, 2.2];

/// Whether an argument names a motion file.
pub(super) fn is_bvh(argument: &str) -> bool {
    Path::new(argument)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("bvh"))
}

/// Prints the file as JSON, with the joints' places in some rows; what its reader forgave goes to `err`.
pub(super) fn write_json(
    bvh: &Bvh,
    path: &Path,
    frames: Option<&str>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Error> {
    let recording = bvh.recording();
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let page = Page {
        file: &file,
        recording: &recording,
        frames: wanted_frames(frames.unwrap_or("0,1"), recording.rows())?,
    };
    for note in &bvh.notes {
        writeln!(err, "note: {}: {note}", path_name(path))?;
    }
    serde_json::to_writer(&mut *out, &page).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

/// Row numbers of `0,1,10` or `all`.
fn wanted_frames(text: &str, rows: usize) -> Result<Vec<usize>, Error> {
    if text == "all" {
        return Ok((0..rows).collect());
    }
    let numbers = text.split(',').map(str::trim).filter(|n| !n.is_empty());
    numbers
        .map(|number| {
            number.parse().map_err(|_| {
                Error::Arguments(format!(
                    "--frames: {number:?} is not a row; write rows from 0 as in 0,1,10, or all"
                ))
            })
        })
        .collect()
}

/// The file as JSON, row by row as it is written: all rows of a long file would not fit into memory as text.
struct Page<'a> {
    file: &'a str,
    recording: &'a Recording,
    frames: Vec<usize>,
}

/// A joint as JSON.
#[derive(serde::Serialize)]
struct JointPart<'a> {
    name: &'a str,
    parent: Option<&'a str>,
    offset: [f64; 3],
}

/// Where the joints are in the rows that were asked for.
struct Frames<'a>(&'a Page<'a>);

/// Where the joints are in one row.
struct Places<'a>(&'a Recording, &'a [Transform]);

impl Serialize for Page<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let joints = &self.recording.joints;
        let parts: Vec<JointPart<'_>> = joints
            .iter()
            .map(|joint| JointPart {
                name: &joint.name,
                parent: joint.parent.map(|parent| joints[parent].name.as_str()),
                offset: joint.offset.to_array(),
            })
            .collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(
            "reader",
            concat!("contrapposto ", env!("CARGO_PKG_VERSION")),
        )?;
        map.serialize_entry("file", self.file)?;
        map.serialize_entry("rows", &self.recording.rows())?;
        map.serialize_entry("frame_time", &self.recording.frame_secs)?;
        map.serialize_entry("joints", &parts)?;
        map.serialize_entry("frames", &Frames(self))?;
        map.end()
    }
}

impl Serialize for Frames<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Page {
            recording, frames, ..
        } = self.0;
        let mut world = Vec::new();
        let mut map = serializer.serialize_map(Some(frames.len()))?;
        for row in frames {
            if *row < recording.rows() {
                recording.world_from_joint(*row, &mut world);
                map.serialize_entry(row, &Places(recording, &world))?;
            } else {
                map.serialize_entry(row, &None::<()>)?;
            }
        }
        map.end()
    }
}

impl Serialize for Places<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let places = self.0.joints.iter().zip(self.1);
        serializer
            .collect_map(places.map(|(joint, place)| (&joint.name, place.translation.to_array())))
    }
}

/// Prints what is in the file as a table.
pub(super) fn write_table(bvh: &Bvh, out: &mut dyn Write) -> Result<(), Error> {
    let rows = bvh.rows();
    writeln!(
        out,
        "{}: {} joints, {rows} rows, {:.3} Hz, {:.2} s",
        bvh.name,
        bvh.joints.len(),
        1.0 / bvh.frame_secs,
        bvh.duration_secs()
    )?;
    writeln!(out, "{}", size_words(size(bvh)))?;
    for note in &bvh.notes {
        writeln!(out, "note: {note}")?;
    }
    writeln!(out)?;
    let mut table = Table::new([
        ("joint", Side::Left),
        ("parent", Side::Left),
        ("offset", Side::Right),
        ("", Side::Right),
        ("", Side::Right),
        ("channels", Side::Left),
    ]);
    for joint in &bvh.joints {
        let parent = joint.parent.map_or("", |parent| &bvh.joints[parent].name);
        let channels: Vec<&str> = joint.channels.iter().map(|c| c.name()).collect();
        // No minus before zero.
        let [x, y, z] = joint
            .offset
            .to_array()
            .map(|part| format!("{:.3}", (part * 1e3).round() / 1e3 + 0.0));
        table.row([
            joint.name.clone(),
            parent.to_owned(),
            x,
            y,
            z,
            channels.join(" "),
        ]);
    }
    table.write(out)?;
    Ok(())
}

/// Largest extent of the skeleton with no joint turned, in the file's unit.
fn size(bvh: &Bvh) -> f64 {
    let mut places: Vec<DVec3> = Vec::with_capacity(bvh.joints.len());
    let (mut low, mut high) = (DVec3::ZERO, DVec3::ZERO);
    for joint in &bvh.joints {
        let place = joint
            .parent
            .map_or(DVec3::ZERO, |parent| places[parent] + joint.offset);
        places.push(place);
        for point in [place, place + joint.end.unwrap_or_default()] {
            (low, high) = (low.min(point), high.max(point));
        }
    }
    (high - low).max_element()
}

/// What the size says about the unit.
fn size_words(size: f64) -> String {
    let [least, most] = PERSON;
    let guess = UNITS
        .iter()
        .find(|(_, metres)| (least..=most).contains(&(metres * size)));
    match guess {
        Some((name, metres)) => format!(
            "size {size:.3}, as a person in {name} ({:.2} m)",
            metres * size
        ),
        None => format!("size {size:.3}; the unit cannot be guessed from a person's size"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_is_guessed_from_a_persons_size() {
        for (size, words) in [
            (1.75, "metres"),
            (31.0, "CMU"),
            (68.0, "inches"),
            (170.0, "centimetres"),
            (5.0, "cannot be guessed"),
        ] {
            assert!(size_words(size).contains(words), "{size}");
        }
    }
}
