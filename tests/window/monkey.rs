//! Somebody who presses everything: nothing breaks, nothing grows, and what is saved can be read.

use crate::driver::Session;
use crate::figures::resident_megabytes;
use contrapposto::math::Random;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// All keys of the table but those that leave the project: quit, open, save as, import, new.
const KEYS: [&str; 54] = [
    "ctrl+s",
    "ctrl+e",
    "F12",
    "shift+F12",
    "ctrl+z",
    "ctrl+shift+z",
    "ctrl+y",
    "ctrl+c",
    "ctrl+v",
    "ctrl+comma",
    "p",
    "shift+p",
    "r",
    "l",
    "shift+l",
    "j",
    "shift+b",
    "b",
    "m",
    "ctrl+r",
    "Escape",
    "space",
    "shift+space",
    "BackSpace",
    "k",
    "Delete",
    "Left",
    "Right",
    "w",
    "shift+w",
    "shift+g",
    "a",
    "d",
    "e",
    "u",
    "t",
    "shift+r",
    "F1",
    "F2",
    "F3",
    "1",
    "3",
    "7",
    "5",
    "f",
    "Home",
    "Tab",
    "F4",
    "h",
    "c",
    "s",
    "o",
    "g",
    "shift+slash",
];

/// Memory may grow by this much once everything has been used [MB].
const GROWTH: f64 = 40.0;
/// Before this it fills its caches [s].
const WARM_UP: u64 = 10;

#[test]
fn a_monkey_breaks_nothing() {
    let asked = std::env::var("CONTRAPPOSTO_MONKEY_SECS");
    let secs = asked.map_or(20, |secs| {
        secs.parse()
            .expect("CONTRAPPOSTO_MONKEY_SECS is a number of seconds")
    });
    let mut session = Session::with_project("human", "stairs");
    let mut random = Random::new(7);
    let begin = Instant::now();
    let mut early = None;
    let mut deeds = String::new();
    while begin.elapsed() < Duration::from_secs(secs) {
        let words = deed(&mut random);
        writeln!(deeds, "{words}").unwrap();
        session.xdotool(&words);
        if session
            .process
            .as_mut()
            .unwrap()
            .try_wait()
            .unwrap()
            .is_some()
        {
            panic!(
                "it fell over:\n{}\nafter\n{}",
                session.errors(),
                last_lines(&deeds)
            );
        }
        if begin.elapsed() > Duration::from_secs(WARM_UP) && early.is_none() {
            early = Some(resident_megabytes(session.process_id()));
        }
    }
    let full = resident_megabytes(session.process_id());

    // Nothing is held, no question is open, nothing plays.
    session.xdotool(
        "mouseup 1 mouseup 2 mouseup 3 keyup shift keyup ctrl keyup alt mousemove 150 150",
    );
    session.xdotool("key Escape sleep 0.2 key Escape sleep 0.2 key BackSpace");
    let saved = session.save();
    let pose = &saved.setup.pose;
    assert!(
        pose.world_from_root.translation.is_finite() && pose.world_from_root.rotation.is_finite()
    );
    let kin = saved.setup.kinematics(&saved.character);
    assert!(kin.com.is_finite());

    // Undo keeps every walk; it goes with the document, and what does not go with it has leaked.
    session.keys(&["ctrl+n"]);
    let late = resident_megabytes(session.process_id());
    let count = deeds.lines().count();
    eprintln!(
        "{count} deeds in {secs} s; memory {early:.0?} MB early, {full:.0} MB at the end, {late:.0} MB with a new document"
    );
    if let Some(early) = early {
        assert!(
            late - early < GROWTH,
            "memory grew from {early:.0} MB to {late:.0} MB"
        );
    }
}

/// One thing that a hand does, as commands of xdotool.
fn deed(random: &mut Random) -> String {
    let mut place = || {
        let (x, y) = (random.below(1280), random.below(800));
        format!("mousemove {x} {y}")
    };
    let (first, second, third) = (place(), place(), place());
    let button = [1, 1, 1, 1, 2, 3][random.below(6)];
    match random.below(10) {
        0..=2 => {
            // In the view, where the figure is.
            let (x, y) = (380 + random.below(200), 130 + random.below(420));
            let (dx, dy) = (random.below(120) as i64 - 60, random.below(120) as i64 - 60);
            let (to_x, to_y) = (x as i64 + dx, y as i64 + dy);
            format!(
                "mousemove {x} {y} mousedown {button} sleep 0.03 mousemove {to_x} {to_y} sleep 0.03 {first} sleep 0.03 mouseup {button}"
            )
        }
        3 => format!(
            "{first} mousedown {button} sleep 0.03 {second} sleep 0.03 {third} sleep 0.03 mouseup {button}"
        ),
        4 => format!("{first} click {button}"),
        5 => format!("{first} click {}", 4 + random.below(2)),
        _ => format!("key {} sleep 0.03", KEYS[random.below(KEYS.len())]),
    }
}

fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(12)..].join("\n")
}
