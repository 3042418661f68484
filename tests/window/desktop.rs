//! A screen of its own for one window, and the commands that look at it and touch it.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// Windows wait more than they work: two at a time share two cores well, and more than that would keep each other waiting.
static SEATS: [Mutex<()>; 2] = [Mutex::new(()), Mutex::new(())];
/// Who comes next waits for the other seat.
static COMERS: AtomicUsize = AtomicUsize::new(0);

/// A seat that is free, or else the next one that will be.
fn take_seat() -> MutexGuard<'static, ()> {
    let free = SEATS.iter().find_map(|seat| match seat.try_lock() {
        Ok(turn) => Some(turn),
        // A test that failed says so itself.
        Err(TryLockError::Poisoned(failed)) => Some(failed.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    });
    free.unwrap_or_else(|| {
        let seat = &SEATS[COMERS.fetch_add(1, Ordering::Relaxed) % SEATS.len()];
        seat.lock().unwrap_or_else(PoisonError::into_inner)
    })
}

/// An X server without a monitor, as large as a common one. It ends with the test.
pub(crate) struct Desktop {
    server: Child,
    /// As `DISPLAY` wants it.
    pub(crate) name: String,
    _turn: MutexGuard<'static, ()>,
}

impl Desktop {
    /// Waits for its turn, then starts a server on a number that nobody uses.
    pub(crate) fn start() -> Self {
        let turn = take_seat();
        let mut server = command("Xvfb", "xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1920x1080x24"])
            .args(["-noreset", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut number = String::new();
        let said = server.stdout.take().unwrap();
        BufReader::new(said).read_line(&mut number).unwrap();
        assert!(!number.trim().is_empty(), "Xvfb found no free display");
        Self {
            server,
            name: format!(":{}", number.trim()),
            _turn: turn,
        }
    }

    /// The number of the server's process.
    pub(crate) fn process_id(&self) -> u32 {
        self.server.id()
    }

    /// Mouse, keys and windows, as a person would.
    pub(crate) fn xdotool(&self, words: &[&str]) -> Output {
        let mut command = command("xdotool", "xdotool");
        command.args(words).env("DISPLAY", &self.name);
        command.output().unwrap()
    }

    /// What a window shows, as a PPM.
    pub(crate) fn import(&self, window: &str) -> Vec<u8> {
        let mut command = command("import", "imagemagick");
        command.args(["-silent", "-window", window, "-depth", "8", "ppm:-"]);
        let output = command.env("DISPLAY", &self.name).output().unwrap();
        assert!(output.status.success(), "import failed: {output:?}");
        output.stdout
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A program that the tests need; without it they fail and say what brings it.
fn command(name: &str, package: &str) -> Command {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_there = std::env::split_paths(&path).any(|folder| folder.join(name).is_file());
    assert!(
        is_there,
        "the window's tests need {name}: the Debian package {package} brings it, and ./test installs it"
    );
    Command::new(name)
}

/// Asks again and again until there is an answer; none in time fails.
pub(crate) fn wait_for<T>(what: &str, within: Duration, mut ask: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + within;
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(Instant::now() < deadline, "{what}: not within {within:?}");
        std::thread::sleep(Duration::from_millis(15));
    }
}
