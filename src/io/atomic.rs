//! Files that are either the old or the new ones, never half of each.
//!
//! A link stays a link: what it leads to is replaced. Devices and pipes are written as they are. A file that is replaced
//! keeps its mode, its group and, where the system lets us, its owner; one that nobody may write to is left alone.
//! Limits: the other names of a file with hard links keep the old one; access lists are not taken along.

use super::FileError;
use super::target::{Target, folder_of};
use super::temporary::Temporary;
use std::fs::{self, File, Metadata};
use std::io::{self, Write as _};
use std::path::Path;

/// A disk that does not take this much is full.
const ROOM: usize = 1 << 16;

/// Writes a file whole: into a temporary one in the same folder, which then takes its name. On failure the old file
/// is as it was.
///
/// # Errors
/// When the file is write-protected, the folder cannot be written to, or the disk is full.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let written = Target::of(path).and_then(|target| match target {
        Target::Stream(node) => {
            let mut stream = File::options().write(true).open(node)?;
            stream.write_all(bytes)
        }
        Target::File(file) => replace(&file, bytes),
    });
    written.map_err(|e| fault(path, &e))
}

/// Fails when [`write_atomically`] would, as far as that can be known before there is anything to write: so that long work
/// is not done for nothing.
///
/// # Errors
/// As above.
pub fn check_can_be_written(path: &Path) -> Result<(), FileError> {
    let checked = Target::of(path).and_then(|target| match target {
        // Opening a pipe would wait for its reader.
        Target::Stream(_) => Ok(()),
        Target::File(file) => {
            what_is_there(&file)?;
            let mut temporary = Temporary::create_in(folder(&file)?)?;
            temporary.file.write_all(&vec![0; ROOM])
        }
    });
    checked.map_err(|e| fault(path, &e))
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let old = what_is_there(path)?;
    let mut temporary = Temporary::create_in(folder(path)?)?;
    // First: what nobody else may read should not be there for others to read even for a moment.
    if let Some(old) = old {
        keep_mode_and_owner(&temporary.file, &old)?;
    }
    temporary.file.write_all(bytes)?;
    temporary.file.sync_all()?;
    temporary.rename_to(path)
}

/// The file that would be replaced, if there is one. Fails when it may not be written to.
fn what_is_there(path: &Path) -> io::Result<Option<Metadata>> {
    let old = match fs::metadata(path) {
        Ok(old) => old,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(e),
    };
    // By its mode: whoever may do everything should not do this by mistake.
    if old.permissions().readonly() {
        return Err(io::Error::other("is write-protected"));
    }
    File::options().append(true).open(path)?;
    Ok(Some(old))
}

fn folder(path: &Path) -> io::Result<&Path> {
    let folder = folder_of(path);
    if folder.is_dir() {
        Ok(folder)
    } else {
        Err(io::Error::other("the folder does not exist"))
    }
}

#[cfg(unix)]
fn keep_mode_and_owner(file: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    // Only the system's administrator gives files away; a group is kept by its members.
    if fchown(file, Some(old.uid()), Some(old.gid())).is_err() {
        let _ = fchown(file, None, Some(old.gid()));
    }
    file.set_permissions(fs::Permissions::from_mode(old.mode() & 0o777))
}

#[cfg(not(unix))]
fn keep_mode_and_owner(file: &File, old: &Metadata) -> io::Result<()> {
    file.set_permissions(old.permissions())
}

fn fault(path: &Path, e: &io::Error) -> FileError {
    FileError {
        file: path.display().to_string(),
        place: None,
        message: match e.raw_os_error() {
            Some(_) => format!("cannot be written: {e}"),
            // Our own words say it already.
            None => e.to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn names(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    }

    #[test]
    fn a_written_file_replaces_the_old_one_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pose.ron");
        write_atomically(&path, b"old").unwrap();
        check_can_be_written(&path).unwrap();
        write_atomically(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(folder.path()), [path]);
    }

    #[test]
    fn a_name_as_long_as_the_file_system_allows_works() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(format!("{}.ron", "n".repeat(251)));
        write_atomically(&path, b"long").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"long");
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error_with_the_path() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing").join("pose.ron");
        for done in [check_can_be_written(&path), write_atomically(&path, b"")] {
            let error = done.unwrap_err().to_string();
            assert!(error.contains("missing"), "{error}");
            assert!(error.ends_with(": the folder does not exist"), "{error}");
        }
        let error = write_atomically(folder.path(), b"")
            .unwrap_err()
            .to_string();
        assert!(
            error.ends_with(": is a folder; name a file in it"),
            "{error}"
        );
    }

    #[test]
    fn a_write_protected_file_stays_whoever_writes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pose.ron");
        fs::write(&path, "old").unwrap();
        let mut mode = fs::metadata(&path).unwrap().permissions();
        mode.set_readonly(true);
        fs::set_permissions(&path, mode).unwrap();
        for done in [check_can_be_written(&path), write_atomically(&path, b"")] {
            let error = done.unwrap_err().to_string();
            assert!(error.ends_with(": is write-protected"), "{error}");
        }
        assert_eq!(fs::read(&path).unwrap(), b"old");
    }

    #[test]
    #[cfg(unix)]
    fn a_replaced_file_keeps_its_mode() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pose.ron");
        for mode in [0o600, 0o640, 0o666, 0o755] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            write_atomically(&path, b"new").unwrap();
            let kept = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
            assert_eq!(kept, mode, "{kept:o}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_link_stays_a_link_and_what_it_leads_to_is_written() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("sub")).unwrap();
        fs::write(path("sub/old"), "old").unwrap();
        symlink("sub/old", path("to_old")).unwrap();
        symlink("sub/new", path("to_new")).unwrap();
        for (link, file) in [("to_old", "sub/old"), ("to_new", "sub/new")] {
            write_atomically(&path(link), b"text").unwrap();
            assert!(fs::symlink_metadata(path(link)).unwrap().is_symlink());
            let kind = fs::symlink_metadata(path(file)).unwrap();
            assert!(kind.is_file());
            assert_eq!(fs::read(path(file)).unwrap(), b"text");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_pipe_is_written_as_it_is() {
        use std::io::Read as _;
        use std::os::fd::AsRawFd as _;
        // No device of the machine's own: a mistake here would replace it.
        let (mut reader, writer) = io::pipe().unwrap();
        let path = PathBuf::from(format!("/dev/fd/{}", writer.as_raw_fd()));
        check_can_be_written(&path).unwrap();
        write_atomically(&path, b"through").unwrap();
        drop(writer);
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "through");
    }
}
