//! Forty steps of every biped on flat, sloping and rough ground, from creeping to a brisk walk. It takes minutes, so it is run when walks
//! have changed:
//!
//! ```text
//! cargo test --test motion forty_steps -- --ignored --nocapture
//! WALKS="human slope" cargo test --test motion forty_steps -- --ignored --nocapture      only lines with these words
//! ```
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may stop where it likes, and its figures are worth reading"
)]

use crate::bipeds::BIPEDS;
use contrapposto::gait::{Biped, Manner, Walk, WalkOrder, walk};
use contrapposto::io::{load_character, load_level};
use contrapposto::motion::Audit;
use glam::DVec3;

const STEPS: usize = 40;
/// Of a person [m/s]; other legs walk at the same Froude number.
const SPEEDS: [f64; 4] = [0.3, 0.7, 1.1, 1.4];

/// How fast it went over the ground in the middle eight tenths of its time [m/s].
pub(crate) fn made_speed(made: &Walk) -> f64 {
    let frames = &made.clip.frames;
    let com = |frame: usize| DVec3::new(frames[frame].com.x, 0.0, frames[frame].com.z);
    let (from, to) = (frames.len() / 10, frames.len() - frames.len() / 10);
    let way: f64 = (from..to - 1).map(|k| com(k).distance(com(k + 1))).sum();
    way / ((to - 1 - from) as f64 * made.clip.frame_secs)
}

#[test]
#[ignore = "takes minutes; the module's documentation has its command"]
fn forty_steps_of_every_biped_at_four_speeds_tip_nowhere() {
    let words = std::env::var("WALKS").unwrap_or_default();
    let mut faults = Vec::new();
    let person = Biped::new(&load_character("human").unwrap())
        .unwrap()
        .comfortable_speed();
    for name in BIPEDS {
        let character = load_character(name).unwrap();
        let biped = Biped::new(&character).unwrap();
        for level in ["flat", "slope", "rough"] {
            let ground = load_level(level).unwrap();
            for speed in SPEEDS {
                let what = format!("{name} {level} {speed}");
                if !words
                    .split_whitespace()
                    .all(|word| what.split(' ').any(|own| own == word))
                {
                    continue;
                }
                let asked = speed * biped.comfortable_speed() / person;
                let begin = std::time::Instant::now();
                let order = WalkOrder::ahead(biped.settings_at(asked), STEPS);
                let made = walk(&character, &ground, &order, |_| {}).unwrap();
                let secs = begin.elapsed().as_secs_f64();
                let audit = Audit::new(&character, &made.clip, Some(&ground));
                let summary = &audit.summary;
                let margin = summary.dynamic_margin.unwrap();
                let slide = summary.worst_slide.map_or(0.0, |s| audit.slides[s].metres);
                let depth = summary.penetration.map_or(0.0, |peak| peak.value);
                let excess = summary.limit_excess.map_or(0.0, |peak| peak.value);
                let pops = summary.pop_ratio().unwrap_or(0.0);
                let friction = summary.friction.map_or(0.0, |friction| friction.max);
                let is_dynamic = made.settings.manner == Manner::Dynamic;
                let line = format!(
                    "{what:22} {:7} asked {asked:.2}, made {:.2} m/s: {:5.1} mm inside, {:.2} % of frames, slide {:.3} mm, depth {:.2} mm, limits {:.4}°, pops {pops:.2} ({:.0} rad/s²), friction {friction:.2}, {} steps, {:.0} times faster",
                    if is_dynamic { "dynamic" } else { "static" },
                    made_speed(&made),
                    1e3 * margin.min,
                    1e2 * margin.inside_fraction,
                    1e3 * slide,
                    1e3 * depth,
                    excess.to_degrees(),
                    summary.joint_acceleration.map_or(0.0, |peak| peak.value),
                    made.footsteps.len(),
                    made.clip.duration_secs() / secs,
                );
                println!("{line}");
                let is_rough = level == "rough";
                for (is_wrong, fault) in [
                    (!is_dynamic, "is static"),
                    (is_dynamic && !is_rough && margin.min < 0.005, "tips"),
                    (
                        is_dynamic && is_rough && margin.inside_fraction < 0.995,
                        "tips",
                    ),
                    (slide > 1e-4, "slides"),
                    (depth > 1e-3, "sinks"),
                    (excess > 1e-6, "is beyond its limits"),
                    (pops > 3.0, "jerks"),
                    (level == "flat" && friction > 0.5, "slips"),
                ] {
                    if is_wrong {
                        faults.push(format!("{fault}: {line}"));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
