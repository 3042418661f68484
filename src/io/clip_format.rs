//! What kind of file a clip is written to or read from: the end of its name says it.

use super::{
    FileError, GltfProof, Source, prove_glb, read_clip_text, stream_atomically, write_clip_csv,
    write_clip_text, write_glb,
};
use crate::character::Character;
use crate::motion::Clip;
use std::io::{self, Write};
use std::path::Path;

/// Longer clip files are refused before they are read: ten minutes of a human at 120 frames a second have 45 MB.
const MAX_BYTES: u64 = 1 << 30;

/// A kind of clip file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipFormat {
    /// Our own, read and written.
    Ron,
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
    /// How far the file's motion is from the clip, where it was read back.
    pub proof: Option<GltfProof>,
}

/// Writes the frames of a clip; the last argument hears how many are done.
type Writer = fn(&Character, &Clip, &mut dyn Write, &mut dyn FnMut(usize)) -> io::Result<()>;

impl ClipFormat {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Ron, Self::Csv, Self::Glb];

    /// The end of a file's name, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Ron => "ron",
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

    const fn writer(self) -> Writer {
        match self {
            Self::Ron => write_clip_text,
            Self::Csv => write_clip_csv,
            Self::Glb => write_glb,
        }
    }
}

/// Writes a clip as the kind of file that the path names. `told` hears how many frames are done.
///
/// # Errors
/// When the kind is not known, the file cannot be written, or what was written is not the clip.
pub fn write_clip(
    path: &Path,
    character: &Character,
    clip: &Clip,
    told: &mut dyn FnMut(usize),
) -> Result<WrittenClip, FileError> {
    let format = ClipFormat::of_path(path)?;
    stream_atomically(path, |out| format.writer()(character, clip, out, told))?;
    let unread = |e: &io::Error| fault(path, format!("cannot be read back: {e}"));
    let proof = match format {
        ClipFormat::Ron | ClipFormat::Csv => None,
        ClipFormat::Glb => {
            let file = std::fs::read(path).map_err(|e| unread(&e))?;
            let proof = prove_glb(&file, character, clip);
            Some(proof.map_err(|message| fault(path, message))?)
        }
    };
    let bytes = std::fs::metadata(path).map_err(|e| unread(&e))?.len();
    Ok(WrittenClip {
        format,
        bytes,
        proof,
    })
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
        format @ (ClipFormat::Csv | ClipFormat::Glb) => {
            let ending = format.extension();
            let message = format!("a .{ending} is written only; a clip is read from a .ron");
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
            ("b/c.d.csv", ClipFormat::Csv),
            ("A.GLB", ClipFormat::Glb),
        ] {
            assert_eq!(ClipFormat::of_path(Path::new(name)), Ok(format));
        }
        for name in ["a.gltf", "walk", ".ron"] {
            let error = ClipFormat::of_path(Path::new(name)).unwrap_err();
            let words = "the end of its name: .ron, .csv, .glb";
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
            let written = write_clip(&path, &human, &clip, &mut |done| told = done).unwrap();
            assert_eq!(told, 40, "{format:?}");
            assert_eq!(written.bytes, std::fs::metadata(&path).unwrap().len());
            assert_eq!(written.proof.is_some(), format == ClipFormat::Glb);
            match read_clip(&path, &load_character, &mut |_, _| ()) {
                Ok((_, again)) => assert_same(&again, &clip, 1e-9),
                Err(e) => assert!(e.to_string().contains("is written only"), "{e}"),
            }
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
    }
}
