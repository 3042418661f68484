//! What kind of file a clip is written to or read from: the end of its name says it.
//!
//! ```text
//! Clip ──encode──> bytes ──read back, compared──> file
//! ```
//! Limit: a clip's file is made in memory, for it is read back there before it replaces an old one.

use super::bvh::{Bvh, BvhOptions, encode_clip_bvh, encode_on_own_skeleton};
use super::{
    FileError, Source, prove_glb, read_clip_text, write_atomically, write_clip_csv,
    write_clip_text, write_glb,
};
use crate::character::Character;
use crate::motion::{Clip, OwnBody, Recorder};
use std::fmt;
use std::io::{self, Write};
use std::path::Path;

/// Longer clip files are refused before they are read: ten minutes of a human at 120 frames a second have 45 MB.
pub const MOST_CLIP_BYTES: u64 = 1 << 30;

/// A kind of clip file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipFormat {
    /// Our own, read and written.
    Ron,
    /// What most animation programs read and write.
    Bvh,
    /// Tracks for plots, written only.
    Csv,
    /// For game engines and Blender, written only.
    Glb,
}

/// What came of writing a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WrittenClip {
    /// What kind of file it is.
    pub format: ClipFormat,
    /// Its length.
    pub bytes: u64,
    /// What one means in it.
    pub unit: &'static str,
    /// What came of reading it back. Nothing for tables of tracks, which nobody reads back into a motion.
    pub proof: Option<ClipProof>,
}

/// A file that was read back and compared with the clip that it was written from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClipProof {
    /// Frames that were compared.
    pub frames: usize,
    /// Joints that were compared in each of them.
    pub joints: usize,
    /// Farthest a joint is from where the clip has it [m].
    pub largest_joint_distance: f64,
    /// Largest change of an angle from one frame to the next, where the file has angles [deg].
    pub largest_euler_step_deg: Option<f64>,
}

impl fmt::Display for ClipProof {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "Read back: {} joints in {} frames are within {:.2} µm of the clip.",
            self.joints,
            self.frames,
            1e6 * self.largest_joint_distance,
        )?;
        match self.largest_euler_step_deg {
            Some(step) => write!(f, " Largest step of an angle: {step:.1}°."),
            None => Ok(()),
        }
    }
}

/// Writes the frames of a clip; the last argument hears how many are done.
type Writer = fn(&Character, &Clip, &mut dyn Write, &mut dyn FnMut(usize)) -> io::Result<()>;

impl ClipFormat {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Ron, Self::Bvh, Self::Csv, Self::Glb];

    /// The end of a file's name, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Ron => "ron",
            Self::Bvh => "bvh",
            Self::Csv => "csv",
            Self::Glb => "glb",
        }
    }

    /// The kind that a path's name says, capitals or not.
    ///
    /// # Errors
    /// When the name ends in nothing that is known.
    pub fn of_path(path: &Path) -> Result<Self, FileError> {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        let found = Self::ALL
            .into_iter()
            .find(|format| ending.eq_ignore_ascii_case(format.extension()));
        found.ok_or_else(|| {
            let message = "a clip's name ends in .ron, .bvh, .csv or .glb".to_owned();
            fault(&path.display().to_string(), message)
        })
    }

    /// The kind of a clip that has no name: a BVH begins with the word `HIERARCHY`, and only a RON can be read besides.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        const FIRST_WORD: &[u8] = b"HIERARCHY";
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let bytes = bytes.trim_ascii_start();
        let first = bytes.get(..FIRST_WORD.len());
        if first.is_some_and(|first| first.eq_ignore_ascii_case(FIRST_WORD)) {
            Self::Bvh
        } else {
            Self::Ron
        }
    }
}

/// Whether a RON begins as a clip does: nothing else says in its head how long a frame lasts.
pub fn begins_as_clip(bytes: &[u8]) -> bool {
    const HEAD: usize = 4096;
    let head = &bytes[..bytes.len().min(HEAD)];
    String::from_utf8_lossy(head).contains("frame_secs:")
}

/// Writes a clip as the kind of file that the path names, which was read back before. `told` hears how many frames are done.
///
/// # Errors
/// When the kind is not known, the file cannot be written, or what would be written is not the clip.
pub fn write_clip(
    path: &Path,
    character: &Character,
    clip: &Clip,
    options: &BvhOptions,
    told: &mut dyn FnMut(usize),
) -> Result<WrittenClip, FileError> {
    let format = ClipFormat::of_path(path)?;
    let name = path.display().to_string();
    let (bytes, written) = encode_clip(&name, format, character, clip, options, told)?;
    write_atomically(path, &bytes)?;
    Ok(written)
}

/// The bytes of a clip's file, read back and compared with the clip, so that an old file is replaced by nothing wrong. Errors
/// call the file `name`; `told` hears how many frames are done.
///
/// # Errors
/// When what would be written is not the clip.
pub fn encode_clip(
    name: &str,
    format: ClipFormat,
    character: &Character,
    clip: &Clip,
    options: &BvhOptions,
    told: &mut dyn FnMut(usize),
) -> Result<(Vec<u8>, WrittenClip), FileError> {
    let mut encoded = |writer: Writer| {
        let mut bytes = Vec::new();
        let done = writer(character, clip, &mut bytes, told);
        done.map_err(|e| fault(name, format!("cannot be written: {e}")))?;
        Ok(bytes)
    };
    let mut unit = "metre";
    let (bytes, proof) = match format {
        ClipFormat::Ron => {
            let bytes = encoded(write_clip_text)?;
            let text = String::from_utf8(bytes).map_err(|e| fault(name, e.to_string()))?;
            let source = Source::new(name, text);
            let same = |_: &str| Ok(character.clone());
            let (_, again) = read_clip_text(&source, &same, &mut |_| {})?;
            let proof = compared(character, clip, &again);
            (source.text.into_bytes(), Some(proof))
        }
        ClipFormat::Bvh => {
            let (bytes, proof) = encode_clip_bvh(name, clip, character, options)?;
            told(clip.frames.len());
            unit = proof.unit.long_name();
            let proof = ClipProof {
                frames: proof.frames,
                joints: proof.joints,
                largest_joint_distance: proof.largest_joint_distance_m,
                largest_euler_step_deg: Some(proof.largest_euler_step_deg),
            };
            (bytes, Some(proof))
        }
        ClipFormat::Csv => (encoded(write_clip_csv)?, None),
        ClipFormat::Glb => {
            let bytes = encoded(write_glb)?;
            let proof = prove_glb(&bytes, character, clip);
            let proof = proof.map_err(|message| fault(name, message))?;
            let proof = ClipProof {
                frames: proof.frames,
                joints: proof.joints,
                largest_joint_distance: proof.largest_joint_distance,
                largest_euler_step_deg: None,
            };
            (bytes, Some(proof))
        }
    };
    let written = WrittenClip {
        format,
        bytes: bytes.len() as u64,
        unit,
        proof,
    };
    Ok((bytes, written))
}

/// The same as [`encode_clip`] for a BVH of a recording on its own skeleton.
///
/// # Errors
/// When what would be written is not the clip.
pub fn encode_recorded_clip(
    name: &str,
    bvh: &Bvh,
    own: &OwnBody,
    clip: &Clip,
) -> Result<(Vec<u8>, WrittenClip), FileError> {
    let (bytes, proof) = encode_on_own_skeleton(name, bvh, own, clip)?;
    let written = WrittenClip {
        format: ClipFormat::Bvh,
        bytes: bytes.len() as u64,
        unit: own.report.unit.name,
        proof: Some(ClipProof {
            frames: clip.frames.len(),
            joints: proof.joints,
            largest_joint_distance: proof.largest_joint_distance_m,
            largest_euler_step_deg: None,
        }),
    };
    Ok((bytes, written))
}

/// Compares a clip with what a file made of it.
fn compared(character: &Character, clip: &Clip, again: &Clip) -> ClipProof {
    let (mut ours, mut theirs) = (Recorder::new(character), Recorder::new(character));
    let mut largest_joint_distance = 0.0_f64;
    for (a, b) in clip.frames.iter().zip(&again.frames) {
        let (a, b) = (ours.look(&a.pose), theirs.look(&b.pose));
        let links = a.world_from_link.iter().zip(&b.world_from_link);
        let distances = links.map(|(a, b)| a.translation.distance(b.translation));
        largest_joint_distance = distances.fold(largest_joint_distance, f64::max);
    }
    ClipProof {
        frames: again.frames.len(),
        joints: character.links.len(),
        largest_joint_distance,
        largest_euler_step_deg: None,
    }
}

/// Reads a clip and the character that it names, which `find_character` is asked for. `told` hears how many frames
/// are done, and how many there are at most.
///
/// # Errors
/// When the kind is not known or not read, or the file is wrong.
pub fn read_clip(
    path: &Path,
    find_character: &dyn Fn(&str) -> Result<Character, FileError>,
    told: &mut dyn FnMut(usize, usize),
) -> Result<(Character, Clip), FileError> {
    let source = read_clip_source(path)?;
    // A frame is a line, as a rule.
    let most = source.text.lines().count();
    read_clip_text(&source, find_character, &mut |done| {
        told(done.min(most), most);
    })
}

/// Reads the text of a clip's RON.
///
/// # Errors
/// When the kind is not known or not read so, or the file cannot be read.
pub fn read_clip_source(path: &Path) -> Result<Source, FileError> {
    let message = match ClipFormat::of_path(path)? {
        ClipFormat::Ron => return Source::read_at_most(path, MOST_CLIP_BYTES),
        // See `bvh::read_bvh` and `bvh::clip_from_recording`.
        ClipFormat::Bvh => "a .bvh does not say whose motion it is; name the character".to_owned(),
        format @ (ClipFormat::Csv | ClipFormat::Glb) => {
            let ending = format.extension();
            format!("a .{ending} is written only; a clip is read from a .ron or a .bvh")
        }
    };
    Err(fault(&path.display().to_string(), message))
}

fn fault(name: &str, message: String) -> FileError {
    FileError {
        file: name.to_owned(),
        place: None,
        message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;
    use crate::lab::random_clip;
    use crate::motion::test_clips::assert_same;

    #[test]
    fn the_end_of_a_name_says_the_kind() {
        for (name, format) in [
            ("a.ron", ClipFormat::Ron),
            ("a.bvh", ClipFormat::Bvh),
            ("b/c.d.csv", ClipFormat::Csv),
            ("A.GLB", ClipFormat::Glb),
        ] {
            assert_eq!(ClipFormat::of_path(Path::new(name)), Ok(format));
        }
        for name in ["a.gltf", "walk", ".ron"] {
            let error = ClipFormat::of_path(Path::new(name)).unwrap_err();
            let words = "a clip's name ends in .ron, .bvh, .csv or .glb";
            assert!(error.to_string().ends_with(words), "{error}");
        }
    }

    #[test]
    fn a_clip_without_a_name_is_known_by_how_it_begins() {
        for (text, format) in [
            ("HIERARCHY\nROOT a", ClipFormat::Bvh),
            ("\u{feff}\r\n hierarchy", ClipFormat::Bvh),
            ("(version: 1)", ClipFormat::Ron),
            ("", ClipFormat::Ron),
        ] {
            assert_eq!(ClipFormat::of_bytes(text.as_bytes()), format, "{text:?}");
        }
    }

    #[test]
    fn every_kind_is_written_and_proven_and_ron_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let human = load_character("human").unwrap();
        let clip = random_clip(&human, 40, 1.0 / 60.0, 41);
        for format in ClipFormat::ALL {
            let path = folder
                .path()
                .join("clip")
                .with_extension(format.extension());
            let mut told = 0;
            let options = BvhOptions::default();
            let written = write_clip(&path, &human, &clip, &options, &mut |done| told = done);
            let written = written.unwrap();
            assert_eq!(told, 40, "{format:?}");
            assert_eq!(written.bytes, std::fs::metadata(&path).unwrap().len());
            match written.proof {
                Some(proof) => assert!(proof.largest_joint_distance < 1e-5, "{proof:?}"),
                None => assert_eq!(format, ClipFormat::Csv),
            }
            match read_clip(&path, &load_character, &mut |_, _| ()) {
                Ok((_, again)) => assert_same(&again, &clip, 1e-9),
                Err(e) if format == ClipFormat::Bvh => {
                    assert!(e.to_string().contains("whose motion"), "{e}");
                }
                Err(e) => assert!(e.to_string().contains("is written only"), "{e}"),
            }
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4);
    }
}
