//! Where the name of a file leads, and whether two names lead to the same one.
//!
//! ```text
//! name ──links followed──> an ordinary file, there or not yet    (replaced whole)
//!                     └──> a device, a pipe, a descriptor        (written as it is)
//! ```

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// A chain of more links than this goes in a circle; the bound of Linux itself.
const MOST_LINKS: usize = 40;

/// What a name leads to, once links are followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// An ordinary file, there or not yet.
    File(PathBuf),
    /// A device, a pipe, or what is open already: nothing that another file could take the place of.
    Stream(PathBuf),
}

impl Target {
    /// Follows links to their end, also where that is not there yet.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let mut path = path.to_owned();
        for _ in 0..MOST_LINKS {
            let metadata = match fs::symlink_metadata(&path) {
                Ok(metadata) => metadata,
                Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Self::File(path)),
                Err(e) => return Err(e),
            };
            if metadata.is_file() {
                return Ok(Self::File(path));
            }
            if metadata.is_dir() {
                return Err(io::Error::other("is a folder; name a file in it"));
            }
            // A link there, as behind /dev/stdout, is a descriptor that somebody holds open.
            let folder = folder_of(&path);
            let is_descriptor = || folder.canonicalize().is_ok_and(|f| f.starts_with("/proc"));
            if !metadata.is_symlink() || is_descriptor() {
                return Ok(Self::Stream(path));
            }
            path = folder.join(fs::read_link(&path)?);
        }
        Err(io::Error::other("its links go in a circle"))
    }
}

/// Names of standard input, and of standard output.
const INPUTS: [&str; 4] = ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"];
const OUTPUTS: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Whether a name stands for standard input where a file is read.
pub fn is_standard_input(path: &Path) -> bool {
    INPUTS.iter().any(|name| path == Path::new(name))
}

/// Whether a name stands for standard output where a file is written.
pub fn is_standard_output(path: &Path) -> bool {
    OUTPUTS.iter().any(|name| path == Path::new(name))
}

/// Whether a name leads to no ordinary file: to a standard stream, a device or a pipe. Its end then says nothing.
pub fn is_stream(path: &Path) -> bool {
    is_standard_output(path) || matches!(Target::of(path), Ok(Target::Stream(_)))
}

/// The folder that a file of this path lies in.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Which file a name leads to: equal for all names, links and hard links of one file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileIdentity(Key);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    There(Node),
    /// Its folder is there, and it would have this name in it.
    NotYet(Node, OsString),
}

/// Device and inode.
#[cfg(unix)]
type Node = (u64, u64);
/// The path without detours: hard links are not seen through.
#[cfg(not(unix))]
type Node = PathBuf;

impl FileIdentity {
    /// Of a file that is read: where that is standard input, the file that it comes from.
    pub fn of_input(path: &Path) -> Option<Self> {
        if is_standard_input(path) {
            return open_file(io::stdin());
        }
        Self::of(path)
    }

    /// Of a file that is written: where that is standard output, the file that it goes to.
    pub fn of_output(path: &Path) -> Option<Self> {
        if is_standard_output(path) {
            return open_file(io::stdout());
        }
        Self::of(path)
    }

    /// Nothing for devices, which hold nothing that could be lost, and where no folder is.
    pub fn of(path: &Path) -> Option<Self> {
        if let Ok(metadata) = fs::metadata(path) {
            return (!is_device(&metadata))
                .then(|| node(path, &metadata))?
                .map(|node| Self(Key::There(node)));
        }
        let Ok(Target::File(path)) = Target::of(path) else {
            return None;
        };
        let folder = folder_of(&path);
        let node = node(folder, &fs::metadata(folder).ok()?)?;
        Some(Self(Key::NotYet(node, path.file_name()?.to_owned())))
    }
}

/// The ordinary file behind a stream that is open already. Pipes, sockets and terminals hold nothing that could be lost, and one
/// of them may well be both input and output.
#[cfg(unix)]
fn open_file(stream: impl std::os::fd::AsFd) -> Option<FileIdentity> {
    let file = fs::File::from(stream.as_fd().try_clone_to_owned().ok()?);
    let metadata = file.metadata().ok().filter(Metadata::is_file)?;
    let node = node(Path::new(""), &metadata)?;
    Some(FileIdentity(Key::There(node)))
}

/// Elsewhere a stream does not tell where it leads.
#[cfg(not(unix))]
fn open_file<S>(_: S) -> Option<FileIdentity> {
    None
}

#[cfg(unix)]
fn is_device(metadata: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    let kind = metadata.file_type();
    kind.is_char_device() || kind.is_block_device()
}

#[cfg(not(unix))]
fn is_device(metadata: &Metadata) -> bool {
    !metadata.is_file() && !metadata.is_dir()
}

#[cfg(unix)]
#[expect(
    clippy::unnecessary_wraps,
    reason = "elsewhere a path may not be there"
)]
fn node(_: &Path, metadata: &Metadata) -> Option<Node> {
    use std::os::unix::fs::MetadataExt as _;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn node(path: &Path, _: &Metadata) -> Option<Node> {
    path.canonicalize().ok()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn all_names_of_one_file_are_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a"), "").unwrap();
        fs::write(path("other"), "").unwrap();
        fs::create_dir(path("sub")).unwrap();
        fs::hard_link(path("a"), path("hard")).unwrap();
        symlink("a", path("soft")).unwrap();
        symlink(folder.path(), path("sub/up")).unwrap();
        let a = FileIdentity::of(&path("a")).unwrap();
        for name in ["hard", "soft", "./a", "sub/../a", "sub/up/a"] {
            assert_eq!(FileIdentity::of(&path(name)), Some(a.clone()), "{name}");
        }
        assert_eq!(
            open_file(fs::File::open(path("soft")).unwrap()),
            Some(a.clone())
        );
        assert_ne!(FileIdentity::of(&path("other")), Some(a));
    }

    #[test]
    fn files_that_are_not_there_yet_are_told_apart_by_folder_and_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("sub")).unwrap();
        symlink("new", path("dangling")).unwrap();
        let new = FileIdentity::of(&path("new"));
        assert!(new.is_some());
        assert_eq!(FileIdentity::of(&path("sub/../new")), new);
        assert_eq!(FileIdentity::of(&path("dangling")), new);
        assert_ne!(FileIdentity::of(&path("sub/new")), new);
        assert_eq!(FileIdentity::of(&path("nowhere/new")), None);
    }

    #[test]
    fn devices_and_streams_that_lead_to_no_file_hold_nothing_to_be_lost() {
        assert_eq!(FileIdentity::of(Path::new("/dev/null")), None);
        let (end, _other) = std::os::unix::net::UnixStream::pair().unwrap();
        assert_eq!(open_file(end), None);
        let null = Path::new("/dev/null");
        assert_eq!(Target::of(null).unwrap(), Target::Stream(null.to_owned()));
    }

    #[test]
    fn links_in_a_circle_are_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        symlink("b", path("a")).unwrap();
        symlink("a", path("b")).unwrap();
        let error = Target::of(&path("a")).unwrap_err();
        assert!(error.to_string().contains("circle"), "{error}");
    }
}
