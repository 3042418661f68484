//! Unsaved work on disk: a file of its own for every window, for others to take up when that window is gone.
//!
//! ```text
//! home/kept/studio-4711-18c2f3.pose.ron   the work; its first line says whose it is, of which file and since when
//! home/kept/studio-4711-18c2f3.lock       held by the window; the lock ends with its process, however that ends
//! ```
//! Who lives is told by the lock, never by the number of a process, which may be another's by now. Nothing here goes away unless
//! somebody says so: work that is saved or thrown away is removed, and what a window left half written.
//!
//! Where two machines share a home and their locks do not reach each other, a window over there would look gone. So work of
//! another machine is taken up as a copy, and stays.

use crate::document::Document;
use crate::io::{FileError, write_atomically, write_document};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The folder in the program's home.
const FOLDER: &str = "kept";
const WORK: &str = ".pose.ron";
const LOCK: &str = ".lock";
/// The first line of kept work, before its note.
const MARK: &str = "// kept ";
/// A look at a lock takes no longer than this; who wants to hold it tries again.
const TRIES: u32 = 20;
const BETWEEN_TRIES: Duration = Duration::from_millis(5);

/// What is said of kept work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Note {
    /// The machine that it was made on.
    pub(crate) host: String,
    /// The window's process.
    pub(crate) process: u32,
    /// The project's own file, if it has one.
    pub(crate) file: Option<String>,
    /// "human on stairs, 3 keys".
    pub(crate) contents: String,
    /// Since 1970 [s].
    pub(crate) kept_at_secs: u64,
}

impl Note {
    /// Of a document that this process keeps now.
    pub(crate) fn now(document: &Document, file: Option<&Path>) -> Self {
        let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Self {
            host: host(),
            process: std::process::id(),
            file: file.map(|file| whole(file).display().to_string()),
            contents: contents(document),
            kept_at_secs: since.unwrap_or_default().as_secs(),
        }
    }
}

/// Where a window keeps its work, held for as long as this lives.
#[derive(Debug)]
pub(crate) struct Slot {
    path: PathBuf,
    /// Ends with the process.
    lock: File,
}

/// Work of a window that is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptWork {
    pub(crate) path: PathBuf,
    /// Nothing where the file is damaged.
    pub(crate) note: Option<Note>,
    pub(crate) kept_at: SystemTime,
}

impl KeptWork {
    /// The project's own file, if it has one.
    pub(crate) fn file(&self) -> Option<PathBuf> {
        let file = self.note.as_ref().and_then(|note| note.file.as_ref());
        file.map(PathBuf::from)
    }

    /// The machine that it was made on, if it is not this one.
    pub(crate) fn other_machine(&self) -> Option<&str> {
        let made_on = self.note.as_ref().map(|note| note.host.as_str());
        made_on.filter(|name| *name != host())
    }

    /// Removes it, unless a window has it. Somebody has to have said so.
    ///
    /// # Errors
    /// A sentence when another window has taken it up.
    pub(crate) fn throw_away(&self) -> Result<(), String> {
        Slot::claim(&self.path).map(Slot::remove)
    }
}

impl Slot {
    /// A new place in a home.
    ///
    /// # Errors
    /// When the folder cannot be made or written to.
    pub(crate) fn new(home: &Path) -> Result<Self, FileError> {
        let folder = home.join(FOLDER);
        let fail = |e: &io::Error| FileError {
            file: folder.display().to_string(),
            place: None,
            message: format!("cannot be written to: {e}"),
        };
        fs::create_dir_all(&folder).map_err(|e| fail(&e))?;
        for _ in 0..TRIES {
            let since = SystemTime::now().duration_since(UNIX_EPOCH);
            let moment = since.unwrap_or_default().as_nanos();
            let name = format!("{}-{}-{moment:x}", host(), std::process::id());
            let path = folder.join(format!("{name}{WORK}"));
            let made = OpenOptions::new()
                .write(true)
                .create_new(true)
                .open(lock_path(&path));
            let lock = match made {
                Ok(lock) => lock,
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(e) => return Err(fail(&e)),
            };
            // Somebody who tidies may have been faster, and have removed it.
            if took_hold_of(&lock) && lock_path(&path).exists() {
                return Ok(Self { path, lock });
            }
        }
        Err(fail(&io::Error::other("no name is free")))
    }

    /// Takes hold of the place of a window that is gone.
    ///
    /// # Errors
    /// A sentence when another window has it, or it is no more.
    pub(crate) fn claim(path: &Path) -> Result<Self, String> {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        let lock = options.open(lock_path(path));
        let lock = lock.map_err(|e| format!("{}: {e}", lock_path(path).display()))?;
        for _ in 0..TRIES {
            if took_hold_of(&lock) {
                let is_there = path.is_file() && lock_path(path).exists();
                let path = path.to_owned();
                let gone = "That work is no longer kept: it was saved or thrown away.";
                return is_there
                    .then_some(Self { path, lock })
                    .ok_or_else(|| gone.to_owned());
            }
            std::thread::sleep(BETWEEN_TRIES);
        }
        Err("Another window has taken that work up.".to_owned())
    }

    /// The file with the work.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the work, and gives the place up.
    pub(crate) fn remove(self) {
        // The work may never have been written. The lock goes last: what has none is nobody's.
        let _ = fs::remove_file(&self.path);
        let _ = fs::remove_file(lock_path(&self.path));
        drop(self.lock);
    }
}

/// Writes work into its place, whole or not at all.
///
/// # Errors
/// When the disk is full or the folder cannot be written to.
pub(crate) fn write_work(path: &Path, note: &Note, document: &Document) -> Result<(), FileError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let note = ron::to_string(note).map_err(|e| FileError {
        file: path.display().to_string(),
        place: None,
        message: e.to_string(),
    })?;
    let text = format!("{MARK}{note}\n{}", write_document(document, folder));
    write_atomically(path, text.as_bytes())
}

/// Work of windows that are gone, the latest first.
pub(crate) fn left_behind(home: &Path) -> Vec<KeptWork> {
    // No folder, no work.
    let entries = fs::read_dir(home.join(FOLDER)).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut works: Vec<KeptWork> = paths
        .filter(|path| has_ending(path, WORK) && !is_temporary(path) && !has_a_window(path))
        .map(|path| {
            let note = read_note(&path);
            let written = fs::metadata(&path).and_then(|file| file.modified());
            let noted = note.as_ref().map(|note| {
                // A slip in a damaged file is no date.
                let secs = Duration::from_secs(note.kept_at_secs);
                UNIX_EPOCH.checked_add(secs).unwrap_or(UNIX_EPOCH)
            });
            KeptWork {
                kept_at: noted.or(written.ok()).unwrap_or(UNIX_EPOCH),
                note,
                path,
            }
        })
        .collect();
    works.sort_by(|a, b| (b.kept_at, &b.path).cmp(&(a.kept_at, &a.path)));
    works
}

/// Removes what windows of this machine that are gone left half written, and locks without work.
pub(crate) fn tidy(home: &Path) {
    let folder = home.join(FOLDER);
    let entries = fs::read_dir(&folder).into_iter().flatten();
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    for name in names {
        let Some(stem) = leftover_of(&name) else {
            continue;
        };
        let work = folder.join(format!("{stem}{WORK}"));
        if !stem.starts_with(&format!("{}-", host())) || (has_lock_name(&name) && work.is_file()) {
            continue;
        }
        // Held while it goes, so that nobody begins to use it meanwhile.
        let lock = OpenOptions::new().write(true).open(lock_path(&work));
        if lock.as_ref().map_or(true, took_hold_of) {
            // Somebody else may be tidying, too.
            let _ = fs::remove_file(folder.join(&name));
        }
    }
}

/// The place that a lock, or a file that was being written, belongs to.
fn leftover_of(name: &str) -> Option<&str> {
    let half_written = || {
        let inner = name.strip_prefix('.')?.strip_suffix(".tmp")?;
        inner.split_once(WORK).map(|(stem, _)| stem)
    };
    name.strip_suffix(LOCK).or_else(half_written)
}

fn has_lock_name(name: &str) -> bool {
    name.ends_with(LOCK)
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.to_string_lossy().ends_with(ending)
}

fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().starts_with('.')
}

fn lock_path(work: &Path) -> PathBuf {
    let name = work.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.strip_suffix(WORK).unwrap_or(&name);
    work.with_file_name(format!("{stem}{LOCK}"))
}

/// Takes the lock, if nobody has it. Where the disk knows no locks, nobody ever has one.
fn took_hold_of(lock: &File) -> bool {
    !matches!(lock.try_lock(), Err(TryLockError::WouldBlock))
}

/// Whether the window that keeps this is alive. Lookers do not disturb each other.
fn has_a_window(work: &Path) -> bool {
    match File::open(lock_path(work)) {
        Ok(lock) => matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)),
        // A lock that we may not open is not ours.
        Err(e) => e.kind() != io::ErrorKind::NotFound,
    }
}

fn read_note(path: &Path) -> Option<Note> {
    let mut line = String::new();
    BufReader::new(File::open(path).ok()?)
        .read_line(&mut line)
        .ok()?;
    ron::from_str(line.strip_prefix(MARK)?).ok()
}

/// This machine's name, as part of a file's name.
fn host() -> String {
    let named = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let variable = |name: &str| std::env::var(name).ok();
    let named = named
        .or_else(|| variable("COMPUTERNAME"))
        .or_else(|| variable("HOSTNAME"))
        .unwrap_or_default();
    let letters = named.trim().chars();
    let name: String = letters
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .take(40)
        .collect();
    if name.is_empty() {
        "here".to_owned()
    } else {
        name
    }
}

/// "human on stairs, 3 keys".
fn contents(document: &Document) -> String {
    let (body, ground) = (&document.character.name, &document.level.name);
    let mut words = format!("{body} on {ground}").replace('_', " ");
    let more = match (&document.take, document.keys.len()) {
        (Some(take), _) => format!(", {}", take.words()),
        (None, 0) => String::new(),
        (None, 1) => ", 1 key".to_owned(),
        (None, keys) => format!(", {keys} keys"),
    };
    words.push_str(&more);
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_document;
    use crate::viewer::shell::files::fresh_document;

    /// A home with nothing in it, and a figure at rest.
    fn home_and_document() -> (tempfile::TempDir, Document) {
        let document = fresh_document("human", "flat").unwrap();
        (tempfile::tempdir().unwrap(), document)
    }

    fn keep(slot: &Slot, document: &Document, file: Option<&Path>) {
        write_work(slot.path(), &Note::now(document, file), document).unwrap();
    }

    fn files_in(home: &Path) -> usize {
        fs::read_dir(home.join(FOLDER)).unwrap().count()
    }

    #[test]
    fn work_is_offered_when_its_window_is_gone_and_not_before() {
        let (home, document) = home_and_document();
        let slots = [0, 1].map(|_| Slot::new(home.path()).unwrap());
        for slot in &slots {
            keep(slot, &document, Some(Path::new("/a/figure.pose.ron")));
        }
        assert_eq!(left_behind(home.path()), []);
        let [alive, gone] = slots;
        let path = gone.path().to_owned();
        drop(gone);
        let left = left_behind(home.path());
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].path, path);
        assert_eq!(left[0].file(), Some("/a/figure.pose.ron".into()));
        assert_eq!(left[0].note.as_ref().unwrap().contents, "human on flat");
        assert_eq!(load_document(&path).unwrap(), document);
        drop(alive);
        assert_eq!(left_behind(home.path()).len(), 2);
    }

    #[test]
    fn work_is_taken_up_by_one_window_only_and_stays_until_it_is_removed() {
        let (home, document) = home_and_document();
        let slot = Slot::new(home.path()).unwrap();
        keep(&slot, &document, None);
        drop(slot);
        let [work] = &left_behind(home.path())[..] else {
            panic!("one is left behind");
        };
        let claimed = Slot::claim(&work.path).unwrap();
        assert!(Slot::claim(&work.path).is_err() && work.throw_away().is_err());
        assert_eq!(left_behind(home.path()), []);
        assert!(work.path.is_file());
        // The second window dies, too.
        drop(claimed);
        assert_eq!(left_behind(home.path()).len(), 1);
        work.throw_away().unwrap();
        assert_eq!(files_in(home.path()), 0);
        assert!(Slot::claim(&work.path).is_err(), "it is no more");
    }

    #[test]
    fn what_a_crash_left_half_written_is_tidied_and_nothing_else() {
        let (home, document) = home_and_document();
        let slots = [0, 1, 2].map(|_| Slot::new(home.path()).unwrap());
        let half_written = |slot: &Slot| {
            let name = slot.path().file_name().unwrap().to_string_lossy();
            slot.path().with_file_name(format!(".{name}.12.tmp"))
        };
        let [alive, crashed, empty] = slots;
        keep(&crashed, &document, None);
        for slot in [&alive, &crashed] {
            fs::write(half_written(slot), "(version: 1, cha").unwrap();
        }
        let (written, half, lock) = (
            crashed.path().to_owned(),
            half_written(&crashed),
            lock_path(empty.path()),
        );
        drop((crashed, empty));
        tidy(home.path());
        assert!(half_written(&alive).is_file(), "it is being written");
        assert!(written.is_file() && !half.exists() && !lock.exists());
        assert_eq!(left_behind(home.path()).len(), 1);
    }

    #[test]
    fn work_of_another_machine_is_known_as_such() {
        let (home, document) = home_and_document();
        let slot = Slot::new(home.path()).unwrap();
        let mut note = Note::now(&document, None);
        note.host = "somewhere_else".to_owned();
        write_work(slot.path(), &note, &document).unwrap();
        drop(slot);
        let left = left_behind(home.path());
        assert_eq!(left[0].other_machine(), Some("somewhere_else"));
    }

    #[test]
    fn damaged_work_is_still_listed() {
        let (home, _) = home_and_document();
        let slot = Slot::new(home.path()).unwrap();
        fs::write(slot.path(), [0xff, 0xfe, 0]).unwrap();
        drop(slot);
        let left = left_behind(home.path());
        assert_eq!((left.len(), &left[0].note), (1, &None));
        assert_ne!(left[0].kept_at, UNIX_EPOCH);
    }
}
