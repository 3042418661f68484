//! Walks of every biped over every level that keeps still, and over a platform that does not: balanced on every frame,
//! feet that stand keep still, and nothing jerks.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may stop where it likes, and its figures are worth reading"
)]

use crate::bipeds::BIPEDS;
use contrapposto::character::Character;
use contrapposto::collide::{Clearances, Terrain};
use contrapposto::gait::{Biped, Refusal, Walk, WalkOrder, Wish, walk, walk_again};
use contrapposto::io::{load_character, load_level};
use contrapposto::kinematics::Kinematics;
use contrapposto::level::{Level, Platform, Sine};
use contrapposto::math::Transform;
use contrapposto::motion::{Audit, ContactSettings, Contacts, SoleTracks, mark_contacts};
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;

const STILL_LEVELS: [&str; 7] = [
    "flat",
    "slope",
    "stairs",
    "rough",
    "stepping_stones",
    "ice",
    "rocks",
];
const STEPS: usize = 40;

fn order(character: &Character, steps: usize) -> WalkOrder {
    let biped = Biped::new(character).unwrap();
    WalkOrder::ahead(biped.static_settings(), steps)
}

/// How deep links are in each other or in the ground at worst, over all frames; soles that stand are on it [m].
pub(crate) fn overlap(made: &Walk, character: &Character, level: &Level) -> f64 {
    let (mut terrain, mut clearances) = (Terrain::new(level), Clearances::default());
    let mut worst: f64 = 0.0;
    for (index, frame) in made.clip.frames.iter().enumerate() {
        terrain.at(made.clip.start_secs + made.clip.frame_time(index), 1.0);
        let kin = Kinematics::of(character, &frame.pose);
        let own = clearances.between_links(character, &kin, 0.0);
        worst = own.iter().fold(worst, |worst, near| worst.max(-near.gap));
        let stands = |link| {
            let mut soles = frame.contacts.iter().map(|sole| &character.soles[sole]);
            soles.any(|sole| sole.link == link)
        };
        let ground = clearances.with_ground(character, &kin, &terrain, 0.0, stands);
        worst = ground
            .iter()
            .fold(worst, |worst, near| worst.max(-near.gap));
    }
    worst
}

/// A line of figures, and whatever is wrong with them.
fn judge(made: &Walk, character: &Character, level: &Level) -> (String, Vec<String>) {
    let audit = Audit::new(character, &made.clip, Some(level));
    let summary = &audit.summary;
    let margin = summary.margin.unwrap();
    let slide = summary.worst_slide.map_or(0.0, |s| audit.slides[s].metres);
    let overlap = overlap(made, character, level);
    let depth = summary.penetration.map_or(0.0, |peak| peak.value);
    let excess = summary.limit_excess.map_or(0.0, |peak| peak.value);
    let pop = summary.pop_ratio().unwrap_or(0.0);
    let why = made
        .refusal
        .as_ref()
        .map_or(String::new(), |r| format!("; {r}"));
    let line = format!(
        "{:12} {:16} {:3} steps, margin {:5.1} mm (1 % below {:4.1}), slide {:.3} mm, landing {:.3} mm, depth {:.2} mm, links in each other {:.2} mm, beyond limits {:.4}°, pops {:.2}{why}",
        character.name,
        level.name,
        made.footsteps.len(),
        1e3 * margin.min,
        1e3 * margin.p01,
        1e3 * slide,
        1e3 * made.landing_error,
        1e3 * depth,
        1e3 * overlap,
        excess.to_degrees(),
        pop,
    );
    let hardest = summary.joint_acceleration.map_or(0.0, |peak| peak.value);
    let mut faults = Vec::new();
    let mut fault = |is_wrong: bool, what: &str| {
        if is_wrong {
            faults.push(format!("{what}: {line}"));
        }
    };
    fault(margin.inside_fraction < 1.0, "falls");
    fault(margin.p01 < 0.01, "leans too far");
    fault(slide > 1e-4, "slides");
    // The mannequin's ankles and knees are at their limits all the way up the stairs.
    let is_cramped = character.name == "mannequin" && level.name == "stairs";
    fault(hardest > 600.0 && !is_cramped, "shakes");
    fault(made.landing_error > 1e-3, "misses its foothold");
    fault(depth > 1e-3, "is in the ground");
    fault(overlap > 1e-3, "has links in each other");
    fault(excess > 1e-6, "is beyond its limits");
    fault(pop > 3.0, "jerks");
    (line, faults)
}

#[test]
fn every_biped_walks_over_every_still_level_in_balance() {
    let mut all = Vec::new();
    for name in BIPEDS {
        let character = load_character(name).unwrap();
        for level in STILL_LEVELS {
            let level = load_level(level).unwrap();
            let made = walk(&character, &level, &order(&character, STEPS), |_| {}).unwrap();
            let (line, faults) = judge(&made, &character, &level);
            println!("{line}");
            all.extend(faults);
            let made_all = made.footsteps.iter().filter(|step| !step.closes).count() == STEPS;
            assert!(
                made_all != made.refusal.is_some(),
                "stops and says nothing: {line}"
            );
        }
    }
    assert!(all.is_empty(), "\n{}", all.join("\n"));
}

#[test]
fn the_human_gets_to_the_end_of_every_level() {
    use contrapposto::level::Misfit::OverVoid;
    let human = load_character("human").unwrap();
    for level in STILL_LEVELS {
        let level = load_level(level).unwrap();
        let made = walk(&human, &level, &order(&human, 160), |_| {}).unwrap();
        let end = made.refusal == Some(Refusal::Misfit(OverVoid));
        let way = made.clip.frames.last().unwrap().com.z;
        assert!(
            end && way > 38.0,
            "{}: {way} m, {:?}",
            level.name,
            made.refusal
        );
    }
}

/// A platform of four metres that tilts by 10 degrees and slides by 0.3 m at 0.05 Hz.
fn swaying_platform() -> Level {
    let rate = TAU * 0.05;
    let sine = |amplitude: DVec3, phase: f64| Sine {
        amplitude,
        rate,
        phase,
    };
    let platform = Platform {
        name: "raft".to_owned(),
        world_from_rest: Transform::IDENTITY,
        half_size: DVec2::splat(4.0),
        thickness: 0.2,
        friction: 0.8,
        sway: vec![sine(0.3 * DVec3::X, 0.0), sine(0.3 * DVec3::Z, 1.3)],
        turn: vec![sine(10.0_f64.to_radians() * DVec3::X, 0.4)],
        fade_in_secs: 4.0,
    };
    Level::new("raft", "sways", Vec::new(), vec![platform])
}

#[test]
fn a_platform_that_tilts_and_slides_is_stood_and_walked_on() {
    let level = swaying_platform();
    // A flat figure cannot go along sideways, and says so.
    for name in BIPEDS.into_iter().filter(|name| *name != "planar") {
        let character = load_character(name).unwrap();
        for steps in [0, 10] {
            let order = WalkOrder {
                start_xz: DVec2::new(0.0, -1.5),
                pause_secs: if steps == 0 { 12.0 } else { 0.25 },
                ..order(&character, steps)
            };
            let made = walk(&character, &level, &order, |_| {}).unwrap();
            let (line, faults) = judge(&made, &character, &level);
            println!("{line}");
            assert_eq!(made.refusal, None, "{line}");
            assert!(faults.is_empty(), "{faults:?}");
        }
    }
    let planar = load_character("planar").unwrap();
    let order = WalkOrder {
        start_xz: DVec2::new(0.0, -1.5),
        ..order(&planar, 10)
    };
    assert!(walk(&planar, &level, &order, |_| {}).is_err());
}

#[test]
fn contacts_of_a_walk_are_found_again_from_how_its_soles_move_on_what_carries_them() {
    let human = load_character("human").unwrap();
    let shipped = ["platform", "flat", "slope", "stairs"].map(|name| load_level(name).unwrap());
    for level in shipped.into_iter().chain([swaying_platform()]) {
        let made = walk(&human, &level, &order(&human, 8), |_| ()).unwrap();
        let mut again = made.clip.clone();
        let tracks = SoleTracks::of_clip(&human, &again);
        let settings = ContactSettings::exact();
        mark_contacts(&human, &mut again, &tracks, Some(&level), &settings, &[]);

        let known: Vec<Contacts> = made.clip.frames.iter().map(|f| f.contacts).collect();
        for (index, frame) in again.frames.iter().enumerate() {
            let near = &known[index.saturating_sub(1)..known.len().min(index + 2)];
            for sole in 0..human.soles.len() {
                let is_planted = frame.contacts.contains(sole);
                let is_known = near.iter().any(|c| c.contains(sole) == is_planted);
                assert!(is_known, "{}: sole {sole} in frame {index}", level.name);
            }
        }
        let audit = Audit::new(&human, &again, Some(&level));
        let slide = audit.slides.iter().map(|s| s.metres).fold(0.0, f64::max);
        assert!(slide < 1e-4, "{}: slides {slide} m", level.name);
    }
}

#[test]
fn a_walk_turns_goes_sideways_and_backwards_when_it_is_told_to() {
    let human = load_character("human").unwrap();
    let level = load_level("flat").unwrap();
    let told = |wish: Wish| {
        let order = WalkOrder {
            wishes: vec![(0, wish)],
            ..order(&human, 12)
        };
        let made = walk(&human, &level, &order, |_| {}).unwrap();
        assert_eq!(made.refusal, None);
        let (line, faults) = judge(&made, &human, &level);
        assert!(faults.is_empty(), "{faults:?} {line}");
        let [first, last] = [0, made.clip.frames.len() - 1].map(|f| &made.clip.frames[f]);
        let turn =
            last.pose.world_from_root.rotation * first.pose.world_from_root.rotation.conjugate();
        (last.com - first.com, 2.0 * libm::atan2(turn.y, turn.w))
    };
    let stop = Wish::STOP;
    let (back, _) = told(Wish {
        forward: -0.15,
        ..stop
    });
    assert!(back.z < -1.0, "{back}");
    let (left, _) = told(Wish {
        sideways: 0.08,
        ..stop
    });
    assert!(left.x > 0.7 && left.z.abs() < 0.1, "{left}");
    let (_, turned) = told(Wish {
        forward: 0.1,
        turn: 0.1,
        ..stop
    });
    assert!(turned > 1.0, "{turned}");
}

#[test]
fn the_hobblers_pelvis_rises_over_its_longer_leg() {
    let [human, hobbler] = ["human", "hobbler"].map(|name| load_character(name).unwrap());
    let level = load_level("flat").unwrap();
    let rise = |character: &Character| {
        let made = walk(character, &level, &order(character, 10), |_| {}).unwrap();
        let frames = &made.clip.frames;
        let over = |foot: usize| {
            let on = frames
                .iter()
                .filter(|f| f.contacts == character.feet[foot].patches);
            on.map(|f| f.pose.world_from_root.translation.y)
                .fold(f64::NEG_INFINITY, f64::max)
        };
        over(0) - over(1)
    };
    assert!(rise(&human).abs() < 0.01, "{}", rise(&human));
    assert!(rise(&hobbler) > 0.02, "{}", rise(&hobbler));
}

#[test]
fn an_edited_footstep_is_walked_again() {
    let human = load_character("human").unwrap();
    let level = load_level("flat").unwrap();
    let order = order(&human, 6);
    let made = walk(&human, &level, &order, |_| {}).unwrap();
    let same = walk_again(&human, &level, &order, made.footsteps.clone()).unwrap();
    assert_eq!(same.footsteps, made.footsteps);

    let mut edited = made.footsteps;
    edited[2].foothold.surface_from_link.translation.x += 0.05;
    let again = walk_again(&human, &level, &order, edited.clone()).unwrap();
    assert_eq!(again.footsteps, edited);
    let (line, faults) = judge(&again, &human, &level);
    assert!(faults.is_empty(), "{faults:?} {line}");

    // One that nobody reaches is refused, and the figure stands.
    edited[3].foothold.surface_from_link.translation.z += 2.0;
    let again = walk_again(&human, &level, &order, edited).unwrap();
    assert!(
        matches!(again.refusal, Some(Refusal::OutOfReach { .. })),
        "{:?}",
        again.refusal
    );
}

#[test]
fn a_walk_takes_all_joints_alike_whatever_their_strengths() {
    let human = load_character("human").unwrap();
    let mut alike = human.clone();
    for link in &mut alike.links {
        link.joint.strength = 1.0;
    }
    assert_ne!(human, alike);
    let level = load_level("stairs").unwrap();
    let [a, b] = [&human, &alike].map(|body| walk(body, &level, &order(body, 6), |_| {}).unwrap());
    assert_eq!(a, b);
}

#[test]
fn the_same_walk_has_the_same_bits() {
    let human = load_character("human").unwrap();
    let level = load_level("rough").unwrap();
    let [a, b] = [(); 2].map(|()| walk(&human, &level, &order(&human, 6), |_| {}).unwrap());
    assert_eq!(a, b);
}
