//! Bodies of every size walk alike: as many steps, and as far for their size, with every bound as much smaller or larger.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may stop where it likes, and its figures are worth reading"
)]

use contrapposto::character::Character;
use contrapposto::gait::{Biped, Walk, WalkOrder, walk};
use contrapposto::io::{Source, load_level, read_character, shipped_characters};
use contrapposto::level::{Form, Level};
use contrapposto::motion::Audit;

const TIMES: [f64; 8] = [1.0, 0.02, 0.05, 0.1, 0.5, 2.0, 5.0, 20.0];

/// A shipped character so many times as long.
fn scaled(name: &str, times: f64) -> Character {
    let text = format!(
        "(version: 1, base: \"{name}\", description: \"another size\", edits: [ScaleBody(by: {times}, mass: Keep)])"
    );
    let base = |name: &str| {
        let mut shipped = shipped_characters().iter();
        let (_, text) = shipped.find(|(known, _)| *known == name).unwrap();
        Ok(Source::new(name, *text))
    };
    read_character(&Source::new("other.ron", &text), &base).unwrap()
}

/// Planes and stairs of a shipped level, so many times as long.
fn scaled_level(name: &str, times: f64) -> Level {
    let mut pieces = load_level(name).unwrap().pieces().to_vec();
    for piece in &mut pieces {
        piece.at *= times;
        piece.thickness *= times;
        match &mut piece.form {
            Form::Plane { length, width, .. } => {
                *length *= times;
                *width *= times;
            }
            Form::Stairs {
                rise, run, width, ..
            } => {
                *rise *= times;
                *run *= times;
                *width *= times;
            }
            Form::Rough { .. } | Form::Stones { .. } => panic!("{name} is flat or stairs"),
        }
    }
    Level::new(name, "another size", pieces, Vec::new())
}

/// A walk by its own measure, and whatever is wrong with it.
struct Walked {
    steps: usize,
    /// How far the centre of mass goes ahead, over the size [m].
    way: f64,
    faults: Vec<&'static str>,
    line: String,
}

fn walked((name, times): (&str, f64), level: &str, steps: usize) -> Walked {
    let character = scaled(name, times);
    let level = scaled_level(level, times);
    let mut order = WalkOrder::ahead(Biped::new(&character).unwrap().static_settings(), steps);
    order.start_xz *= times;
    let made = walk(&character, &level, &order, |_| {}).unwrap();
    let audit = Audit::new(&character, &made.clip, Some(&level));
    let summary = &audit.summary;
    let margin = summary.margin.unwrap();
    let slide = summary.worst_slide.map_or(0.0, |s| audit.slides[s].metres) / times;
    let depth = summary.penetration.map_or(0.0, |peak| peak.value) / times;
    let landing = made.landing_error / times;
    let hardest = summary.joint_acceleration.map_or(0.0, |peak| peak.value) * times;
    let excess = summary.limit_excess.map_or(0.0, |peak| peak.value);
    let bounds = [
        (margin.inside_fraction < 1.0, "falls"),
        (margin.p01 / times < 0.01, "leans too far"),
        (slide > 1e-4, "slides"),
        (hardest > 600.0, "shakes"),
        (landing > 1e-3, "misses its foothold"),
        (depth > 1e-3, "is in the ground"),
        (excess > 1e-6, "is beyond its limits"),
    ];
    let way = ahead(&made) / times;
    let line = format!(
        "{name:10} {:7} x{times:5}: {:2} steps, {way:.4} m, margin {:5.1} mm, slide {:.4} mm, landing {:.4} mm, depth {:.4} mm, hardest {hardest:.0} rad/s² {:?}",
        level.name,
        made.footsteps.len(),
        1e3 * margin.min / times,
        1e3 * slide,
        1e3 * landing,
        1e3 * depth,
        made.refusal,
    );
    println!("{line}");
    Walked {
        steps: made.footsteps.len(),
        way,
        faults: bounds
            .into_iter()
            .filter_map(|(is_wrong, what)| is_wrong.then_some(what))
            .collect(),
        line,
    }
}

fn ahead(made: &Walk) -> f64 {
    let [first, last] = [0, made.clip.frames.len() - 1].map(|f| made.clip.frames[f].com);
    last.z - first.z
}

/// Whether a character walks alike at every size, and as far to a share of its way.
fn assert_alike(name: &str, level: &str, steps: usize, share_of_way: f64) {
    let [person, others @ ..] = TIMES.map(|times| walked((name, times), level, steps));
    for other in others {
        assert_eq!(other.steps, person.steps, "{}", other.line);
        let share = other.way / person.way;
        assert!(
            (share - 1.0).abs() < share_of_way,
            "{share}: {}",
            other.line
        );
        assert_eq!(other.faults, person.faults, "{}", other.line);
    }
    assert!(person.faults.is_empty(), "{:?}", person.faults);
}

#[test]
fn thumblings_and_giants_walk_as_far_for_their_size_as_people() {
    for name in ["human", "hobbler", "tall_thin", "mannequin"] {
        assert_alike(name, "flat", 4, 0.02);
    }
}

#[test]
fn thumblings_and_giants_climb_stairs_of_their_size() {
    for name in ["human", "hobbler", "tall_thin"] {
        assert_alike(name, "stairs", 16, 0.02);
    }
}
