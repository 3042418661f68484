//! Real recordings: all of a folder's BVH files are imported, retargeted and balanced, and the figures held to.
//!
//! `CONTRAPPOSTO_MOCAP` names the folder; without it nothing is checked, and the test says so.

#![allow(
    clippy::print_stdout,
    reason = "what was skipped or measured is said where the test runs"
)]

use contrapposto::correction::{BalanceReport, BalanceSettings, balance_clip};
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

/// Clips that leave the ground or stand on hands are not held to figures.
fn leaves_the_ground(name: &str) -> bool {
    ["jump", "spin", "handstand"]
        .iter()
        .any(|word| name.contains(word))
}

/// One line: frames with and without contact | inside before and after | slide before and after | hands 95 % and all |
/// worst margin | hardest turn of a joint before and after | effort.
fn figures(name: &str, report: &BalanceReport, micros: f64) -> String {
    let (before, after) = (&report.before, &report.after);
    format!(
        "{name:28} {:5} {:4} | {:5.1} {:5.1} % | {:6.1} {:6.2} mm | {:5.0} {:5.0} mm | {:4.0} mm | {:5.0} {:5.0} rad/s2 | {:4.1} it, {micros:4.0} us",
        after.contact_frames,
        report.flight_frames,
        100.0 * before.inside_share(),
        100.0 * after.inside_share(),
        1e3 * before.slide,
        1e3 * after.slide,
        1e3 * report.hand_percentile(0.95),
        1e3 * report.hand_percentile(1.0),
        1e3 * after.worst_margin,
        before.hardest_turn,
        after.hardest_turn,
        f64::from(report.iterations) / after.contact_frames.max(1) as f64,
    )
}

#[test]
fn recorded_people_stand_after_the_correction() {
    let human = load_character("human").expect("the human is shipped");
    for path in recordings() {
        let bvh = read_bvh(&path).unwrap_or_else(|e| panic!("{e}"));
        let (mut clip, report) = retarget(&human, &bvh.recording(), &RetargetSettings::default());
        println!(
            "{}: {} up, unit {}, scale {:.4}, {} mapped, not: {:?}; {:?}",
            bvh.name,
            report.up_axis.name(),
            report.unit.name,
            report.scale,
            report.mapped.len(),
            report.unmapped_links,
            report.notes,
        );
        mark_contacts(
            &human,
            &mut clip,
            &report.soles,
            None,
            &ContactSettings::default(),
            &[],
        );
        let start = Instant::now();
        let settings = BalanceSettings::default();
        let (_, report) = balance_clip(&human, &clip, None, &settings, &mut |_| {});
        let micros = 1e6 * start.elapsed().as_secs_f64() / clip.frames.len() as f64;
        println!("{}", figures(&bvh.name, &report, micros));
        if !leaves_the_ground(&bvh.name) {
            assert!(report.after.inside_share() >= 0.95, "{}", bvh.name);
            assert!(report.after.slide <= 0.001, "{}", bvh.name);
            assert!(report.hand_percentile(0.95) <= 0.05, "{}", bvh.name);
            let harder = report.after.hardest_turn / report.before.hardest_turn;
            assert!(harder < 2.0, "{}: {harder} times", bvh.name);
        }
    }
}
