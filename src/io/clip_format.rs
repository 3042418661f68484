//! What kind of file a clip is written to or read from: the end of its name says it.

use super::bvh::{BvhOptions, write_clip_bvh};
use super::{
    FileError, Source, prove_glb, read_clip_text, stream_atomically, write_clip_csv,
    write_clip_text, write_glb,
};
use crate::character::Character;
use crate::motion::{Clip, Recorder};
use std::fmt;
use std::io::{self, Write};
use std::path::Path;

/// Longer clip files are refused before they are read: ten minutes of a human at 120 frames a second have 45 MB.
const MAX_BYTES: u64 = 1 << 30;

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
            let endings = Self::ALL.map(|format| format!(".{}", format.extension()));
            let message = format!(
                "what kind of clip it is hangs on the end of its name: {}",
                endings.join(", ")
            );
            fault(path, message)
        })
    }
}

/// Writes a clip as the kind of file that the path names, and reads it back. `told` hears how many frames are written.
///
/// # Errors
/// When the kind is not known, the file cannot be written, or what was written is not the clip.
pub fn write_clip(
    path: &Path,
    character: &Character,
    clip: &Clip,
    options: &BvhOptions,
    told: &mut dyn FnMut(usize),
) -> Result<WrittenClip, FileError> {
    let format = ClipFormat::of_path(path)?;
    let unread = |e: &io::Error| fault(path, format!("cannot be read back: {e}"));
    let mut stream =
        |writer: Writer| stream_atomically(path, |out| writer(character, clip, out, told));
    let mut unit = "metre";
    let proof = match format {
        ClipFormat::Ron => {
            stream(write_clip_text)?;
            let same = |_: &str| Ok(character.clone());
            let (_, again) = read_clip(path, &same, &mut |_, _| {})?;
            Some(compared(character, clip, &again))
        }
        ClipFormat::Bvh => {
            let proof = write_clip_bvh(path, clip, character, options)?;
            told(clip.frames.len());
            unit = proof.unit.long_name();
            Some(ClipProof {
                frames: proof.frames,
                joints: proof.joints,
                largest_joint_distance: proof.largest_joint_distance_m,
                largest_euler_step_deg: Some(proof.largest_euler_step_deg),
            })
        }
        ClipFormat::Csv => {
            stream(write_clip_csv)?;
            None
        }
        ClipFormat::Glb => {
            stream(write_glb)?;
            let file = std::fs::read(path).map_err(|e| unread(&e))?;
            let proof = prove_glb(&file, character, clip);
            let proof = proof.map_err(|message| fault(path, message))?;
            Some(ClipProof {
                frames: proof.frames,
                joints: proof.joints,
                largest_joint_distance: proof.largest_joint_distance,
                largest_euler_step_deg: None,
            })
        }
    };
    let bytes = std::fs::metadata(path).map_err(|e| unread(&e))?.len();
    Ok(WrittenClip {
        format,
        bytes,
        unit,
        proof,
    })
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
    match ClipFormat::of_path(path)? {
        ClipFormat::Ron => {
            let source = Source::read_at_most(path, MAX_BYTES)?;
            // A frame is a line, as a rule.
            let most = source.text.lines().count();
            read_clip_text(&source, find_character, &mut |done| {
                told(done.min(most), most);
            })
        }
        // See `bvh::read_bvh` and `bvh::clip_from_recording`.
        ClipFormat::Bvh => {
            let message = "a .bvh does not say whose motion it is; name the character".to_owned();
            Err(fault(path, message))
        }
        format @ (ClipFormat::Csv | ClipFormat::Glb) => {
            let ending = format.extension();
            let message =
                format!("a .{ending} is written only; a clip is read from a .ron or a .bvh");
            Err(fault(path, message))
        }
    }
}

fn fault(path: &Path, message: String) -> FileError {
    FileError {
        file: path.display().to_string(),
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
            let words = "the end of its name: .ron, .bvh, .csv, .glb";
            assert!(error.to_string().ends_with(words), "{error}");
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
