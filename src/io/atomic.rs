//! Files that are either the old or the new ones, never half of each.

use super::FileError;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a file whole: into a temporary one in the same folder, which then takes its name. On failure the old file
/// is as it was.
///
/// # Errors
/// When the folder cannot be written to, or the disk is full.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    stream_atomically(path, |out| out.write_all(bytes))
}

/// The same for files that are written piece by piece.
///
/// # Errors
/// When `write` fails, the folder cannot be written to, or the disk is full.
pub fn stream_atomically(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    let fail = |e: &io::Error| FileError {
        file: path.display().to_string(),
        place: None,
        message: format!("cannot be written: {e}"),
    };
    let Some(name) = path.file_name() else {
        return Err(fail(&io::Error::other("it has no file name")));
    };
    // The process in the name keeps two programs from writing the same temporary file.
    let mut temporary_name = std::ffi::OsString::from(".");
    temporary_name.push(name);
    temporary_name.push(format!(".{}.tmp", std::process::id()));
    let temporary = Temporary(path.with_file_name(temporary_name));

    let written = File::create(&temporary.0).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.into_inner()?.sync_all()
    });
    written
        .and_then(|()| fs::rename(&temporary.0, path))
        .map_err(|e| fail(&e))
}

/// A file that vanishes when it was not renamed: after an error, or when whoever wrote it unwinds.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        // Best effort: the first error is the one to tell.
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_file_replaces_the_old_one_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pose.ron");
        write_atomically(&path, b"old").unwrap();
        write_atomically(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn writing_that_unwinds_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("clip.ron");
        write_atomically(&path, b"old").unwrap();
        let stopped = std::panic::catch_unwind(|| {
            let stop = |_: &mut dyn Write| std::panic::resume_unwind(Box::new(()));
            stream_atomically(&path, stop)
        });
        assert!(stopped.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error_with_the_path() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing").join("pose.ron");
        let error = write_atomically(&path, b"").unwrap_err();
        assert!(error.to_string().contains("missing"), "{error}");
    }
}
