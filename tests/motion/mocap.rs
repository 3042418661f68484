//! Real recordings: all of a folder's BVH files are imported, retargeted and balanced, and the figures held to.
//!
//! `CONTRAPPOSTO_MOCAP` names the folder; without it nothing is checked, and the test says so.

#![allow(
    clippy::print_stdout,
    reason = "what was skipped or measured is said where the test runs"
)]

use contrapposto::correction::{Aim, BalanceReport, BalanceSettings, balance_clip};
use contrapposto::io::{bvh::read_bvh, load_character};
use contrapposto::motion::{ContactSettings, RetargetSettings, mark_contacts, retarget};
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

#[test]
fn recorded_people_keep_their_acting_and_do_not_tip() {
    let human = load_character("human").expect("the human is shipped");
    for path in recordings() {
        let bvh = read_bvh(&path).unwrap_or_else(|e| panic!("{e}"));
        let (mut clip, report) = retarget(&human, &bvh.recording(), &RetargetSettings::default());
        println!("{}: {:?}", bvh.name, report.notes);
        let contacts = ContactSettings::default();
        mark_contacts(&human, &mut clip, &report.soles, None, &contacts, &[]);
        for aim in [Aim::Dynamic, Aim::FeetOnly] {
            let start = Instant::now();
            let settings = BalanceSettings::of(aim);
            let (_, report) = balance_clip(&human, &clip, None, &settings, &mut |_| {});
            let micros = 1e6 * start.elapsed().as_secs_f64() / clip.frames.len() as f64;
            println!("{aim:?} {}", figures(&bvh.name, &report, micros));
            let (after, shift) = (&report.after, report.shifts.all);
            let held = HELD.iter().find(|(name, _)| *name == bvh.name);
            let Some((name, [mean, p95])) = held.filter(|_| aim == Aim::Dynamic) else {
                continue;
            };
            assert!(after.inside_share() >= Some(0.99), "{name}");
            assert!(after.worst_margin >= -0.03, "{name}");
            assert!(after.slide <= 0.0005, "{name}");
            assert!(after.depth <= 0.001, "{name}");
            assert!(shift.mean <= *mean && shift.p95 <= *p95, "{name}");
        }
    }
}
