//! One window and a hand on its mouse and keys.

use crate::desktop::{Desktop, wait_for};
use crate::figures::work_if_asleep;
use crate::picture::Picture;
use contrapposto::document::Document;
use contrapposto::io::{load_character, load_document, load_level, save_document};
use glam::DVec3;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Longer than anything takes but a machine that is out of breath.
pub(crate) const SOON: Duration = Duration::from_secs(10);

/// A place in the window (pixels).
pub(crate) type At = [i32; 2];

/// A desktop, a folder to work in, and a window when one is open.
pub(crate) struct Session {
    pub(crate) desktop: Desktop,
    folder: tempfile::TempDir,
    pub(crate) process: Option<Child>,
    /// The window's number on the desktop.
    pub(crate) window: String,
}

impl Session {
    /// A desktop without a window.
    pub(crate) fn new() -> Self {
        Self {
            desktop: Desktop::start(),
            folder: tempfile::tempdir().unwrap(),
            process: None,
            window: String::new(),
        }
    }

    /// A window with a saved project of a figure at rest: Ctrl+S saves without a question.
    pub(crate) fn with_project(character: &str, level: &str) -> Self {
        let mut session = Self::new();
        let body = Arc::new(load_character(character).unwrap());
        let ground = Arc::new(load_level(level).unwrap());
        let document = Document::new(body, character, ground, level);
        save_document(&session.project(), &document).unwrap();
        session.open(&["view", "figure.pose.ron"]);
        session
    }

    /// A file in the folder that the window works in.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The project's file.
    pub(crate) fn project(&self) -> PathBuf {
        self.path("figure.pose.ron")
    }

    /// Where the window keeps settings and unsaved work.
    pub(crate) fn home(&self) -> PathBuf {
        self.path("home")
    }

    /// Waits until the window has kept unsaved work; where.
    pub(crate) fn kept_work(&mut self) -> PathBuf {
        let folder = self.home().join("kept");
        wait_for("unsaved work is kept", Duration::from_mins(1), || {
            self.settle();
            let entries = std::fs::read_dir(&folder).ok()?;
            let mut paths = entries.map(|entry| entry.unwrap().path());
            paths.find(|path| {
                let name = path.file_name().unwrap().to_string_lossy();
                name.ends_with(".pose.ron") && !name.starts_with('.')
            })
        })
    }

    /// The program on this desktop, not yet started. `CONTRAPPOSTO_PROGRAM` says which build, where another one is meant.
    pub(crate) fn program(&self, arguments: &[&str]) -> Command {
        let built = || env!("CARGO_BIN_EXE_contrapposto").to_owned();
        let program = std::env::var("CONTRAPPOSTO_PROGRAM").unwrap_or_else(|_| built());
        let mut command = Command::new(program);
        command.args(arguments).current_dir(self.folder.path());
        command
            .env("DISPLAY", &self.desktop.name)
            .env("CONTRAPPOSTO_HOME", self.home());
        command
    }

    /// Opens the window and waits until it has drawn itself and rests.
    pub(crate) fn open(&mut self, arguments: &[&str]) {
        let errors = std::fs::File::create(self.path("errors.txt")).unwrap();
        let mut program = self.program(arguments);
        let process = program
            .stdout(Stdio::null())
            .stderr(errors)
            .spawn()
            .unwrap();
        self.process = Some(process);
        self.window = wait_for("the window opens", SOON, || {
            let found =
                self.desktop
                    .xdotool(&["search", "--onlyvisible", "--class", "contrapposto"]);
            let numbers = String::from_utf8(found.stdout).unwrap();
            numbers.lines().next().map(str::to_owned)
        });
        wait_for("the window draws itself", SOON, || {
            let picture = self.look();
            (picture.bright_share([0, 0, picture.width, 28]) > 0.0).then_some(())
        });
        self.settle();
    }

    /// What the window shows.
    pub(crate) fn look(&self) -> Picture {
        Picture::from_ppm(&self.desktop.import(&self.window))
    }

    /// Waits until all that was asked for is done and drawn: the program sleeps, and so does the desktop. But not long: a
    /// text cursor may blink, a motion may play.
    pub(crate) fn settle(&mut self) {
        let processes = [self.desktop.process_id(), self.process_id()];
        let deadline = Instant::now() + Duration::from_millis(900);
        let (mut last, mut calm) = (None, 0);
        while calm < 4 && Instant::now() < deadline {
            let work = processes.map(work_if_asleep);
            calm = if work.iter().all(Option::is_some) && Some(work) == last {
                calm + 1
            } else {
                0
            };
            last = Some(work);
            sleep(Duration::from_millis(12));
        }
        self.assert_alive();
    }

    /// The number of the program's process.
    pub(crate) fn process_id(&self) -> u32 {
        self.process.as_ref().expect("no window is open").id()
    }

    /// Fails with what the program said last when it is gone.
    pub(crate) fn assert_alive(&mut self) {
        if let Some(status) = self
            .process
            .as_mut()
            .expect("no window is open")
            .try_wait()
            .unwrap()
        {
            panic!("the window is gone: {status}\n{}", self.errors());
        }
        let errors = self.errors();
        assert!(!errors.contains("panicked"), "{errors}");
    }

    /// What the program wrote to standard error.
    pub(crate) fn errors(&self) -> String {
        std::fs::read_to_string(self.path("errors.txt")).unwrap_or_default()
    }

    /// Waits for the program's end; says whether it ended well.
    pub(crate) fn ends_well(&mut self) -> bool {
        let mut process = self.process.take().expect("no window is open");
        wait_for("the window closes", SOON, || process.try_wait().unwrap()).success()
    }

    /// The window is gone from one moment to the next.
    pub(crate) fn kill(&mut self) {
        let mut process = self.process.take().expect("no window is open");
        process.kill().unwrap();
        process.wait().unwrap();
    }

    /// Commands of xdotool in one go.
    pub(crate) fn xdotool(&self, words: &str) {
        let words: Vec<&str> = words.split_whitespace().collect();
        let output = self.desktop.xdotool(&words);
        assert!(output.status.success(), "xdotool {words:?}: {output:?}");
    }

    /// Presses keys one after the other, as `ctrl+s` or `k`; what they did is drawn before the next.
    pub(crate) fn keys(&mut self, keys: &[&str]) {
        for key in keys {
            self.xdotool(&format!("key {key}"));
            self.settle();
        }
    }

    /// Holds the program still while something is done to it: all of that waits for it in one frame.
    pub(crate) fn while_it_stands_still(&mut self, deed: impl FnOnce(&Self)) {
        let process = self.process_id().to_string();
        let signal = |name: &str| {
            let sent = Command::new("kill").args([name, &process]).status();
            assert!(sent.unwrap().success());
        };
        signal("-STOP");
        deed(self);
        signal("-CONT");
        self.settle();
    }

    /// Clicks, as short as a click is.
    pub(crate) fn click(&mut self, [x, y]: At) {
        self.xdotool(&format!("mousemove {x} {y}"));
        self.settle();
        self.xdotool("mousedown 1 sleep 0.05 mouseup 1");
        self.settle();
    }

    /// Clicks on what closes the window.
    pub(crate) fn press_and_leave(&mut self, [x, y]: At) {
        self.xdotool(&format!("mousemove {x} {y}"));
        self.settle();
        self.xdotool("click 1");
    }

    /// Drags with the left button; many small moves, as a hand does.
    pub(crate) fn drag(&mut self, from: At, to: At) {
        self.xdotool(&format!("mousemove {} {}", from[0], from[1]));
        self.settle();
        self.xdotool("mousedown 1");
        self.settle();
        let moves = 10;
        for k in 1..=moves {
            let [x, y] = [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * k / moves);
            self.xdotool(&format!("mousemove {x} {y}"));
            // A drag draws without rest; this is about one frame.
            sleep(Duration::from_millis(25));
        }
        self.xdotool("mouseup 1");
        self.settle();
    }

    /// Gives the window another size.
    pub(crate) fn resize(&mut self, width: usize, height: usize) -> Picture {
        self.xdotool(&format!("windowsize {} {width} {height}", self.window));
        wait_for("the window has its new size", SOON, || {
            let picture = self.look();
            ((picture.width, picture.height) == (width, height)).then_some(())
        });
        self.settle();
        self.look()
    }

    /// Saves with Ctrl+S; what the file then holds.
    pub(crate) fn save(&mut self) -> Document {
        let project = self.project();
        std::fs::remove_file(&project).unwrap();
        self.xdotool("key ctrl+s");
        self.read_when_written(&project)
    }

    /// A project, as soon as it is there: files appear whole.
    pub(crate) fn read_when_written(&mut self, path: &Path) -> Document {
        let what = format!("{} is written", path.display());
        wait_for(&what, SOON, || {
            self.assert_alive();
            path.is_file().then_some(())
        });
        load_document(path).unwrap()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            // It may have ended already.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// Where a handle is in a document [m].
pub(crate) fn place(document: &Document, handle: &str) -> DVec3 {
    let setup = &document.setup;
    let index = setup.handles.iter().position(|other| other.name == handle);
    setup.place_of(index.unwrap(), &setup.kinematics(&document.character))
}

/// How far inside its soles the centre of mass is [m].
pub(crate) fn margin(document: &Document) -> f64 {
    let com = document.setup.kinematics(&document.character).com;
    let stance = document.setup.stance(&document.character);
    stance.polygon.margin(glam::DVec2::new(com.x, com.z)).metres
}
