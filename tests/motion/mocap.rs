//! Real recordings: all of a folder's BVH files are imported, retargeted and balanced, and the figures held to.
//!
//! `CONTRAPPOSTO_MOCAP` names the folder; without it nothing is checked, and the test says so.

#![allow(
    clippy::print_stdout,
    reason = "what was skipped or measured is said where the test runs"
)]

use contrapposto::character::Character;
use contrapposto::correction::{Aim, BalanceReport, BalanceSettings, balance_clip};
use contrapposto::io::bvh::{encode_on_own_skeleton, parse_bvh, read_bvh};
use contrapposto::io::load_character;
use contrapposto::motion::{
    Clip, ContactSettings, RetargetSettings, SoleTracks, found_ground, mark_contacts,
    on_own_skeleton, retarget,
};
use std::path::PathBuf;
use std::time::Instant;

fn recordings() -> Vec<PathBuf> {
    let Some(folder) = std::env::var_os("CONTRAPPOSTO_MOCAP") else {
        println!("Skipped: CONTRAPPOSTO_MOCAP names no folder with recordings.");
        return Vec::new();
    };
    let entries = std::fs::read_dir(&folder).expect("the folder of recordings can be read");
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "bvh"))
        .filter(|path| {
            path.to_string_lossy()
                .contains(&std::env::var("ONLY").unwrap_or_default())
        })
        .collect();
    paths.sort();
    paths
}

/// One line: frames that stand, fly and hang on something unknown | inside before and after, worst margins | slide, depth | shift of joints |
/// hardest turn of a joint before and after | effort.
fn figures(name: &str, report: &BalanceReport, micros: f64) -> String {
    let (before, after) = (&report.before, &report.after);
    let inside =
        |share: Option<f64>| share.map_or("-".to_owned(), |s| format!("{:.1} %", 100.0 * s));
    let shift = report.shifts.all;
    format!(
        "{name:28} {:5} {:4} {:4} | {:>7} {:>7}, {:8.0} {:7.1} mm | {:5.2} {:6.2} mm | {:3.0} {:3.0} {:3.0} mm | {:5.0} {:5.0} rad/s2 | {} rounds, {micros:4.0} us",
        after.contact_frames,
        report.flight_frames,
        report.unheld_frames,
        inside(before.inside_share()),
        inside(after.inside_share()),
        1e3 * before.worst_margin,
        1e3 * after.worst_margin,
        1e3 * after.slide,
        1e3 * after.depth,
        1e3 * shift.mean,
        1e3 * shift.p95,
        1e3 * shift.max,
        before.hardest_turn,
        after.hardest_turn,
        report.iterations,
    )
}

/// What is held to figures, and how far joints may be from where they were, in the mean and 95 of 100 [m]; the others are measured, and
/// docs/clips.md says how far they come.
const HELD: [(&str, [f64; 2]); 6] = [
    ("walk_cmu_07_01", [0.03, 0.08]),
    ("walk_turn_right_cmu_69_20", [0.03, 0.08]),
    ("walk_uneven_cmu_03_01", [0.03, 0.08]),
    ("balance_one_leg_cmu_49_18", [0.03, 0.08]),
    ("jump_zup_fair1", [0.06, f64::INFINITY]),
    ("stairs_cmu_143_17", [0.06, f64::INFINITY]),
];

/// The same on the recordings' own skeletons.
const HELD_ON_OWN: [(&str, [f64; 2]); 7] = [
    ("walk_cmu_07_01", [0.03, 0.08]),
    ("walk_turn_right_cmu_69_20", [0.03, 0.08]),
    ("walk_uneven_cmu_03_01", [0.03, 0.08]),
    ("balance_one_leg_cmu_49_18", [0.03, 0.08]),
    ("punch_cmu_143_23", [0.03, 0.08]),
    ("stairs_cmu_143_17", [0.06, f64::INFINITY]),
    ("jump_zup_fair1", [0.06, f64::INFINITY]),
];
/// And on ground that is found.
const HELD_ON_FOUND: [(&str, [f64; 2]); 4] = [
    ("stairs_cmu_143_17", [0.06, f64::INFINITY]),
    ("walk_cmu_07_01", [0.03, 0.08]),
    ("walk_uneven_cmu_03_01", [0.03, 0.08]),
    ("punch_cmu_143_23", [0.03, 0.08]),
];

/// What is known of the ground.
#[derive(Clone, Copy)]
enum Finds {
    Nothing,
    Ground,
}

/// The deepest that anything may be in the ground of a held one [m]; edges of blocks are where feet pass.
const DEEPEST: f64 = 0.001;
const DEEPEST_IN_FOUND: f64 = 0.003;

/// Corrects a clip and prints what came of it; the figures of a held one are asserted.
fn correct(
    name: &str,
    character: &Character,
    clip: &mut Clip,
    soles: &SoleTracks,
    (held, finds): (&[(&str, [f64; 2])], Finds),
) -> Clip {
    let contacts = ContactSettings::default();
    mark_contacts(character, clip, soles, None, &contacts, &[]);
    let level = match finds {
        Finds::Ground => found_ground(character, clip),
        Finds::Nothing => None,
    };
    let level = level.as_ref();
    if let Some(level) = level {
        println!("{}", level.description);
    }
    let correct = |aim: Aim| {
        let start = Instant::now();
        let settings = BalanceSettings::of(aim);
        let (corrected, report) = balance_clip(character, clip, level, &settings, &mut |_| {});
        let micros = 1e6 * start.elapsed().as_secs_f64() / clip.frames.len() as f64;
        println!("{aim:?} {}", figures(name, &report, micros));
        (corrected, report)
    };
    correct(Aim::FeetOnly);
    let (corrected, report) = correct(Aim::Dynamic);
    let (after, shift) = (&report.after, report.shifts.all);
    if let Some((_, [mean, p95])) = held.iter().find(|(held, _)| *held == name) {
        assert!(after.inside_share() >= Some(0.99), "{name}");
        assert!(after.worst_margin >= -0.03, "{name}");
        assert!(after.slide <= 0.0005, "{name}");
        let deepest = match finds {
            Finds::Nothing => DEEPEST,
            Finds::Ground => DEEPEST_IN_FOUND,
        };
        assert!(after.depth <= deepest, "{name}");
        assert!(shift.mean <= *mean && shift.p95 <= *p95, "{name}");
    }
    corrected
}

#[test]
fn recorded_people_keep_their_acting_and_do_not_tip() {
    let human = load_character("human").expect("the human is shipped");
    for path in recordings() {
        let bvh = read_bvh(&path).unwrap_or_else(|e| panic!("{e}"));
        let (mut clip, report) = retarget(&human, &bvh.recording(), &RetargetSettings::default());
        println!("{}: {:?}", bvh.name, report.notes);
        correct(
            &bvh.name,
            &human,
            &mut clip,
            &report.soles,
            (&HELD, Finds::Nothing),
        );
    }
}

#[test]
fn on_their_own_skeletons_recorded_people_do_not_tip_and_every_joint_is_kept() {
    let human = load_character("human").expect("the human is shipped");
    for path in recordings() {
        let bvh = read_bvh(&path).unwrap_or_else(|e| panic!("{e}"));
        let recording = bvh.recording();
        let own = on_own_skeleton(&human, &recording, &RetargetSettings::default());
        println!("{}: {:?}", bvh.name, own.report.notes);
        let mut clip = own.clip.clone();
        let soles = &own.report.soles;
        let corrected = correct(
            &bvh.name,
            &own.character,
            &mut clip,
            soles,
            (&HELD_ON_OWN, Finds::Nothing),
        );
        let (bytes, proof) = encode_on_own_skeleton(&bvh.name, &bvh, &own, &corrected)
            .unwrap_or_else(|e| panic!("{e}"));
        assert!(proof.largest_joint_distance_m < 1e-5, "{proof:?}");
        let again = parse_bvh(&bvh.name, &bytes).unwrap_or_else(|e| panic!("{e}"));
        let mut column = 0;
        for (joint, own_joint) in bvh.joints.iter().enumerate() {
            for _ in &own_joint.channels {
                let is_kept = |row: usize| bvh.row(row)[column] == again.row(row)[column];
                if !own.joint_of_link.contains(&joint) {
                    assert!((0..bvh.rows()).all(is_kept), "{}", own_joint.name);
                }
                column += 1;
            }
        }
        assert!((0..own.report.skipped_rows).all(|row| bvh.row(row) == again.row(row)));
    }
}

#[test]
fn recorded_people_stand_on_ground_that_is_found() {
    let human = load_character("human").expect("the human is shipped");
    for path in recordings() {
        let bvh = read_bvh(&path).unwrap_or_else(|e| panic!("{e}"));
        let own = on_own_skeleton(&human, &bvh.recording(), &RetargetSettings::default());
        let mut clip = own.clip.clone();
        let known = (&HELD_ON_FOUND[..], Finds::Ground);
        correct(
            &bvh.name,
            &own.character,
            &mut clip,
            &own.report.soles,
            known,
        );
    }
}
