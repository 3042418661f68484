//! From bytes to a [`Bvh`]: the two sections, one after the other.

use super::hierarchy::{Hierarchy, read_hierarchy};
use super::motion::{Columns, read_motion};
use super::words::Words;
use super::{Bvh, Positions};
use crate::io::FileError;
use crate::io::source::{called_like, read_bytes, shown_name};
use std::path::Path;

/// Larger files are refused before they are read: an hour of motion capture stays below.
const MOST_BYTES: u64 = 512 << 20;
/// More notes than people read.
const MOST_NOTES: usize = 20;

/// Reads a BVH file.
///
/// # Errors
/// When it cannot be read or is too large; at the first place that is no BVH and cannot be forgiven.
pub fn read_bvh(path: &Path) -> Result<Bvh, FileError> {
    let bytes = read_bytes(path, MOST_BYTES)?;
    parse_bvh(&shown_name(path), &bytes)
}

/// Reads the bytes of a BVH file; `file` is what errors call it.
///
/// # Errors
/// At the first place that is no BVH and cannot be forgiven.
pub fn parse_bvh(file: &str, bytes: &[u8]) -> Result<Bvh, FileError> {
    let mut words = Words::new(file, bytes);
    let Hierarchy {
        joints,
        file_width,
        mut notes,
    } = read_hierarchy(&mut words)?;
    if words.has_mark() {
        notes.insert(0, "begins with a byte order mark".to_owned());
    }
    let columns = Columns {
        file_width,
        kept: joints.iter().map(|joint| joint.channels.len()).sum(),
        joints: joints.len(),
    };
    let motion = read_motion(&mut words, columns)?;
    let mut bvh = Bvh {
        name: called_like(Path::new(file)),
        joints,
        frame_secs: motion.frame_secs,
        values: motion.values,
        notes: Vec::new(),
    };
    notes.extend(motion.notes);
    notes.extend(position_notes(&bvh));
    if notes.len() > MOST_NOTES {
        let more = notes.len() - MOST_NOTES;
        notes.truncate(MOST_NOTES);
        notes.push(format!("and {more} notes more"));
    }
    bvh.notes = notes;
    Ok(bvh)
}

/// Which way position channels were taken, where it makes a difference.
fn position_notes(bvh: &Bvh) -> Vec<String> {
    let (mut replaced, mut added) = (Vec::new(), Vec::new());
    for (joint, positions) in bvh.joints.iter().zip(bvh.positions()) {
        if joint.has_positions() && joint.offset.length() > 0.0 {
            match positions {
                Positions::Replace => replaced.push(joint.name.as_str()),
                Positions::Add => added.push(joint.name.as_str()),
            }
        }
    }
    let note = |names: &[&str], what: &str| {
        let first = names.first()?;
        let more = match names.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        Some(format!("position channels {what} OFFSET: {first:?}{more}"))
    };
    [note(&replaced, "replace"), note(&added, "are added to")]
        .into_iter()
        .flatten()
        .collect()
}
