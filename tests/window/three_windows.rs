//! Three windows at once, killed from one moment to the next in every order: what was not saved comes back, to the bit.

use crate::desktop::wait_for;
use crate::driver::Session;
use contrapposto::io::load_document;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// Longer than three windows take to open on a machine that is out of breath.
const LONG: Duration = Duration::from_mins(1);

/// What a window is made to do: another thing in every round and every window, and nothing of it is saved.
fn deeds(round: usize, window: usize) -> String {
    let level = ["flat", "stairs", "slope"][window];
    let (far, high) = (0.03 * window as f64, 0.01 * (round % 10) as f64);
    let (y, lower) = (1.2 + high, 0.9 + high);
    let keys = "Do(AddKey),".repeat(window);
    format!(
        r#"Begin(character: "human", level: "{level}"),
        Drag(handle: "left_hand", to: ({:.2}, {y:.2}, 0.3), frames: 3), {keys}
        Drag(handle: "right_hand", to: ({:.2}, {lower:.2}, 0.4), frames: 3),"#,
        0.4 + far,
        -0.4 - far,
    )
}

impl Session {
    fn write_script(&self, name: &str, steps: &str) -> String {
        std::fs::write(self.path(name), format!("[{steps}]")).unwrap();
        name.to_owned()
    }

    /// Runs a script to its end; whether it ended well, and what was said.
    fn run_script(&self, name: &str, steps: &str) -> (Option<i32>, String) {
        let script = self.write_script(name, steps);
        let arguments = ["view", "--samples", "1", "--script", &script];
        let output = self.program(&arguments).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), errors)
    }

    /// A window that stays open behind its deeds, which are done when this returns.
    fn window_with_deeds(&self, round: usize, window: usize) -> Child {
        let done = format!("done_{round}_{window}.png");
        let steps = format!("{} Screenshot({done:?})", deeds(round, window));
        let script = self.write_script(&format!("deeds_{window}.ron"), &steps);
        let arguments = ["view", "--samples", "1", "--script", &script];
        self.program(&arguments).spawn().unwrap()
    }

    /// Takes up and saves all that is offered, which must be so many.
    fn rescue(&self, round: usize, count: usize) -> Vec<Vec<u8>> {
        let name = |k: usize| format!("back_{round}_{count}_{k}.pose.ron");
        let mut steps: Vec<String> = (0..count)
            .map(|k| format!("TakeUp(0), Save({:?})", name(k)))
            .collect();
        steps.push("TakeUp(0)".to_owned());
        let (code, errors) = self.run_script("rescue.ron", &steps.join(", "));
        // Nothing more is offered: what is left belongs to windows that are alive.
        assert_eq!(code, Some(1), "{errors}");
        assert!(
            errors.contains("there is no kept work 0: 0 are kept"),
            "{errors}"
        );
        let step = format!("step {} of {}", 2 * count + 1, 2 * count + 1);
        assert!(errors.contains(&step), "{errors}");
        (0..count).map(|k| bytes(&self.path(&name(k)))).collect()
    }

    /// Files of unsaved work and what belongs to them.
    fn kept(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.home().join("kept"));
        let paths = entries.into_iter().flatten().map(|e| e.unwrap().path());
        paths.collect()
    }
}

fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn kill(window: &mut Child) {
    // SIGKILL: nothing of the program runs any more.
    window.kill().unwrap();
    window.wait().unwrap();
}

#[test]
fn whatever_order_three_windows_are_killed_in_all_unsaved_work_comes_back() {
    let asked = std::env::var("CONTRAPPOSTO_KILLING_ROUNDS");
    let rounds = asked.map_or(ORDERS.len(), |rounds| {
        rounds
            .parse()
            .expect("CONTRAPPOSTO_KILLING_ROUNDS is a number of rounds")
    });
    let session = Session::new();
    // What every window makes, saved.
    let truth = |round: usize, window: usize| format!("truth_{round}_{window}.pose.ron");
    let all = (0..rounds).flat_map(|round| (0..3).map(move |window| (round, window)));
    let mut steps: Vec<String> = all
        .map(|(round, window)| {
            let path = truth(round, window);
            format!("{} Save({path:?})", deeds(round, window))
        })
        .collect();
    steps.push("Quit".to_owned());
    let (code, errors) = session.run_script("truth.ron", &steps.join(", "));
    assert_eq!((code, errors.as_str()), (Some(0), ""));

    let begin = Instant::now();
    for round in 0..rounds {
        let mut windows = [0, 1, 2].map(|window| session.window_with_deeds(round, window));
        for window in 0..3 {
            let done = session.path(&format!("done_{round}_{window}.png"));
            wait_for("the deeds are done", LONG, || done.is_file().then_some(()));
        }
        // What was made a second ago is safe: that is the promise.
        sleep(Duration::from_secs(1));
        let [first, second, third] = ORDERS[round % ORDERS.len()];
        kill(&mut windows[first]);
        let mut back = session.rescue(round, 1);
        kill(&mut windows[second]);
        kill(&mut windows[third]);
        back.extend(session.rescue(round, 2));
        let expected = [first, second, third].map(|k| bytes(&session.path(&truth(round, k))));
        assert!(
            back[0] == expected[0],
            "round {round}: the first one killed"
        );
        let mut rest = [&expected[1], &expected[2]];
        let mut found = [&back[1], &back[2]];
        rest.sort();
        found.sort();
        assert!(rest == found, "round {round}: the other two");
        assert_eq!(
            session.kept(),
            Vec::<PathBuf>::new(),
            "saved work is not unsaved"
        );
    }
    let secs = begin.elapsed().as_secs_f64();
    eprintln!(
        "{rounds} rounds, {} documents back to the bit, in {secs:.0} s",
        3 * rounds
    );
}

#[test]
fn a_window_killed_while_it_keeps_its_work_leaves_it_whole() {
    let session = Session::new();
    let steps = r#"Drag(handle: "left_hand", to: (0.5, 1.4, 0.3), frames: 2000)"#;
    let script = session.write_script("long.ron", steps);
    let arguments = ["view", "--samples", "1", "--script", &script];
    let is_work = |path: &&PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        name.ends_with(".pose.ron") && !name.starts_with('.')
    };
    for pause_ms in [0, 130, 410, 420] {
        let mut window = session.program(&arguments).spawn().unwrap();
        let before = session.kept().iter().filter(is_work).count();
        wait_for("work is kept", LONG, || {
            (session.kept().iter().filter(is_work).count() > before).then_some(())
        });
        // About when it is written again.
        sleep(Duration::from_millis(pause_ms));
        kill(&mut window);
    }
    let kept = session.kept();
    let works: Vec<&PathBuf> = kept.iter().filter(is_work).collect();
    assert_eq!(works.len(), 4);
    for work in works {
        load_document(work).unwrap();
    }
}
