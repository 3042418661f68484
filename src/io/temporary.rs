//! Temporary files that nobody has to clean up after.
//!
//! ```text
//! created, locked ──written──> renamed to what was asked for
//!       ├── error, unwinding, SIGINT, SIGTERM, SIGHUP: removed by its writer
//!       └── SIGKILL, power cut: removed by whoever next writes into the folder
//! ```
//! A name is `.contrapposto-PID-NUMBER-HOST.tmp`, however long the file's own name is. The writer holds a lock on its file
//! for as long as it lives, so a stray of this host that is not locked has no writer. Locks do not always reach from one
//! machine to another, so a stray of another host, or on a file system without locks, is removed only when it is not
//! locked and nobody has written to it for a day: writing takes seconds.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

const PREFIX: &str = ".contrapposto-";
const SUFFIX: &str = ".tmp";
/// Longer names of hosts are cut, so that every file system takes the name.
const MOST_OF_HOST: usize = 40;
/// A stray whose writer cannot be asked is dead after this long.
const DEAD_AFTER: Duration = Duration::from_hours(24);
/// Tries to create a file before giving up: each fails only when somebody sweeps at that very moment.
const MOST_TRIES: usize = 100;

/// The temporary files of this process. Whoever holds the lock is the only one who creates or removes any.
static OURS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// Tells the files of one process apart.
static NUMBER: AtomicU32 = AtomicU32::new(0);

fn ours() -> MutexGuard<'static, Vec<PathBuf>> {
    // A list of paths is whole whoever panicked.
    OURS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that vanishes when it is not renamed.
pub(super) struct Temporary {
    path: PathBuf,
    /// Open for writing, and locked.
    pub(super) file: File,
}

impl Temporary {
    /// A new and empty file. What writers that are gone left in the folder is swept first.
    pub(super) fn create_in(folder: &Path) -> io::Result<Self> {
        sweep(folder);
        let mut last = None;
        for _ in 0..MOST_TRIES {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let pid = std::process::id();
            let name = format!("{PREFIX}{pid}-{number}-{}{SUFFIX}", host());
            let path = folder.join(name);
            let mut ours = ours();
            let file = match File::options().write(true).create_new(true).open(&path) {
                Ok(file) => file,
                // A stray of an earlier process with this number, on a file system that knows no locks.
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                    last = Some(e);
                    continue;
                }
                Err(e) => return Err(e),
            };
            ours.push(path.clone());
            drop(ours);
            let temporary = Self { path, file };
            // Where there are no locks, strays are known by their age alone.
            let _ = temporary.file.lock();
            // Somebody may have swept it before it was locked.
            if temporary.path.exists() {
                return Ok(temporary);
            }
        }
        Err(last.unwrap_or_else(|| io::Error::other("temporary files vanish")))
    }

    /// Gives it the name that it was made for.
    pub(super) fn rename_to(self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let mut ours = ours();
        // Best effort: it is renamed by now, or there is an error already that is the one to tell.
        let _ = fs::remove_file(&self.path);
        ours.retain(|path| *path != self.path);
    }
}

/// Removes the strays in a folder whose writers are gone. What cannot be removed stays.
fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let host_of_stray = name.to_str().and_then(host_of);
        // Opening anything but an ordinary file might wait for ever.
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let (Some(host_of_stray), true) = (host_of_stray, is_file) else {
            continue;
        };
        let path = entry.path();
        let Ok(file) = File::options().write(true).open(&path) else {
            continue;
        };
        let is_dead = match file.try_lock() {
            Err(TryLockError::WouldBlock) => false,
            Ok(()) if host_of_stray == host() => true,
            Ok(()) | Err(TryLockError::Error(_)) => is_old(&file),
        };
        if is_dead {
            // Still locked, so that nobody begins to write to it meanwhile.
            let _ = fs::remove_file(&path);
        }
    }
}

fn is_old(file: &File) -> bool {
    let written = file.metadata().and_then(|metadata| metadata.modified());
    written.is_ok_and(|when| when.elapsed().is_ok_and(|age| age > DEAD_AFTER))
}

/// The host in the name of a temporary file; nothing for other names.
fn host_of(name: &str) -> Option<&str> {
    let middle = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?;
    let mut parts = middle.splitn(3, '-');
    let mut is_number = || parts.next().is_some_and(|part| part.parse::<u32>().is_ok());
    (is_number() && is_number()).then(|| parts.next()).flatten()
}

/// What this machine is called; empty when nobody knows.
fn host() -> &'static str {
    static HOST: LazyLock<String> = LazyLock::new(|| {
        let name = fs::read_to_string("/proc/sys/kernel/hostname").ok();
        let name = name.or_else(|| std::env::var("HOSTNAME").ok());
        let name = name.or_else(|| std::env::var("COMPUTERNAME").ok());
        let plain = |c: &char| c.is_ascii_alphanumeric();
        let name = name.unwrap_or_default();
        name.chars().filter(plain).take(MOST_OF_HOST).collect()
    });
    &HOST
}

/// From now on SIGINT, SIGTERM and SIGHUP remove the temporary files of this process before they end it as they always
/// do. A signal that whoever started the process wants to be ignored stays ignored.
#[cfg(unix)]
pub fn remove_temporary_files_on_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let ignored = ignored_signals();
    let heard = [SIGHUP, SIGINT, SIGTERM];
    let heard = heard.into_iter().filter(|s| ignored & (1 << (s - 1)) == 0);
    // Without signals there are strays, which the next writer sweeps.
    let Ok(mut signals) = Signals::new(heard) else {
        return;
    };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            // Held to the end: nobody creates another one.
            let ours = ours();
            for path in ours.iter() {
                let _ = fs::remove_file(path);
            }
            let _ = emulate_default_handler(signal);
        }
    });
}

/// Other systems have no such signals; strays are swept by the next writer.
#[cfg(not(unix))]
pub fn remove_temporary_files_on_signals() {}

/// A bit for every signal that is ignored, the lowest for number 1. None where nobody says.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    /// A stray of a process of some host, written to so long ago, and open.
    fn stray(folder: &Path, host: &str, age: Duration) -> (PathBuf, File) {
        let path = folder.join(format!("{PREFIX}4000000000-7-{host}{SUFFIX}"));
        let file = File::create(&path).unwrap();
        file.set_modified(SystemTime::now() - age).unwrap();
        (path, file)
    }

    #[test]
    fn a_stray_is_swept_when_its_writer_is_gone_for_certain() {
        let (hour, days) = (Duration::from_hours(1), Duration::from_hours(48));
        let elsewhere = "some-other-host";
        for (host, age, is_locked, is_swept) in [
            (host(), Duration::ZERO, false, true),
            (host(), days, true, false),
            (elsewhere, hour, false, false),
            (elsewhere, days, false, true),
            (elsewhere, days, true, false),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let (path, file) = stray(folder.path(), host, age);
            if is_locked {
                file.lock().unwrap();
            }
            let mine = Temporary::create_in(folder.path()).unwrap();
            assert_eq!(path.exists(), !is_swept, "{host}, {age:?}, {is_locked}");
            assert!(mine.path.exists());
        }
    }

    #[test]
    fn only_names_of_our_own_are_swept() {
        let folder = tempfile::tempdir().unwrap();
        let names = [
            ".contrapposto-notes.tmp".to_owned(),
            format!("{PREFIX}12-{}{SUFFIX}", host()),
            format!("{PREFIX}12-1-{}", host()),
            "walk.tmp".to_owned(),
        ];
        for name in &names {
            fs::write(folder.path().join(name), "").unwrap();
        }
        drop(Temporary::create_in(folder.path()).unwrap());
        for name in &names {
            assert!(folder.path().join(name).exists(), "{name}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), names.len());
    }

    #[test]
    fn two_files_of_one_process_do_not_sweep_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let first = Temporary::create_in(folder.path()).unwrap();
        let second = Temporary::create_in(folder.path()).unwrap();
        assert!(first.path.exists() && second.path.exists());
        assert_ne!(first.path, second.path);
    }
}
