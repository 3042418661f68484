//! A screen of its own for one window, and the commands that look at it and touch it.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Windows share two cores and one keyboard's worth of attention: one at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

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
        // A test that failed says so itself.
        let turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
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
