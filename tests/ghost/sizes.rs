//! Bodies of every size and weight: they stand, walk and fall as people do, by what is much and little for their own size.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may stop where it likes, and its figures are worth reading"
)]

use crate::ghosts::{go, standing, walked};
use contrapposto::character::Character;
use contrapposto::control::{ControllerKind, GhostSettings, Push, RunOrder};
use contrapposto::document::{Document, Edit, Editor, GhostManner, LiveGhost, Shove};
use contrapposto::gait::{Biped, WalkOrder, walk};
use contrapposto::io::{Source, load_character, load_level, read_character, shipped_characters};
use contrapposto::kinematics::Kinematics;
use contrapposto::level::{Form, Level, Piece};
use contrapposto::motion::{Audit, Clip};
use contrapposto::physics::{BodyScale, State, World, WorldSettings};
use glam::DVec3;
use std::sync::Arc;

/// The human of another size, and of a mass of its own if one is given [kg].
fn scaled(times: f64, mass: Option<f64>) -> Character {
    let text = format!(
        "(version: 1, base: \"human\", description: \"another size\", edits: [ScaleBody(by: {times})])"
    );
    let (_, human) = shipped_characters()
        .iter()
        .find(|(name, _)| *name == "human")
        .unwrap();
    let base = |name: &str| Ok(Source::new(name, *human));
    let mut character = read_character(&Source::new("other.ron", &text), &base).unwrap();
    let heavier = mass.map_or(1.0, |mass| mass / character.mass());
    for link in &mut character.links {
        link.mass *= heavier;
        link.inertia_in_link *= heavier;
    }
    character
}

/// Times the human's length, and what they are.
fn bodies() -> [(&'static str, f64, Character); 5] {
    [
        ("human", 1.0, load_character("human").unwrap()),
        ("giant", 5.0, scaled(5.0, None)),
        ("thumbling", 0.05, scaled(0.05, None)),
        ("man of lead", 1.0, scaled(1.0, Some(1e5))),
        ("man of air", 1.0, scaled(1.0, Some(0.1))),
    ]
}

/// Wide, level ground.
fn planes(count: usize) -> Level {
    let plane = |number: usize| Piece {
        name: format!("plane {number}"),
        at: DVec3::new(0.0, 0.0, -100.0),
        heading: 0.0,
        thickness: 1.0,
        friction: 0.8,
        form: Form::Plane {
            length: 200.0,
            width: 200.0,
            slope: 0.0,
        },
    };
    Level::new("plain", "", (0..count).map(plane).collect(), Vec::new())
}

/// A ghost that stands by contacts and friction alone.
fn free() -> RunOrder {
    RunOrder {
        settings: GhostSettings {
            controller: ControllerKind::Pose,
            ..GhostSettings::default()
        },
        ..RunOrder::default()
    }
}

/// How deep the lowest corner of a sole is in the ground at y = 0, and how long its soles are [m].
fn sunk(character: &Character, clip: &Clip) -> (f64, f64) {
    let (mut lowest, mut longest) = (0.0_f64, 0.0_f64);
    for frame in &clip.frames {
        let kin = Kinematics::of(character, &frame.pose);
        for sole in character.standing_soles() {
            for corner in &sole.corners_in_link {
                lowest = lowest.min(kin.link(sole.link).point(*corner).y);
                longest = longest.max(corner.distance(sole.corners_in_link[0]));
            }
        }
    }
    (-lowest, longest)
}

#[test]
fn bodies_of_every_size_and_weight_stand_and_do_not_sink_in() {
    let plain = planes(1);
    for (name, times, character) in bodies() {
        let done = go(&character, &plain, &standing(&character, 2.0), &free());
        let (depth, sole) = sunk(&character, &done.clip);
        println!(
            "{name}: {:.1} kg, {:.4} mm deep of a sole of {:.1} mm, {:.3}° off at worst; {}",
            character.mass(),
            1e3 * depth,
            1e3 * sole,
            done.tracking.worst_error().to_degrees(),
            done.tracking.verdict(),
        );
        assert!(!done.tracking.fell, "{name}");
        assert!(depth < (0.01 * sole).max(0.5e-3 * times), "{name}");
        assert!(done.tracking.worst_error() < 3_f64.to_radians(), "{name}");
    }
}

#[test]
fn bodies_of_every_size_and_weight_walk_and_their_ghosts_follow() {
    let plain = planes(1);
    for (name, times, character) in bodies() {
        let clip = walked(&character, &plain, 6);
        let summary = Audit::new(&character, &clip, Some(&plain)).summary;
        let margin = summary.margin.unwrap().min;
        let done = go(&character, &plain, &clip, &RunOrder::default());
        println!(
            "{name}: {:.1} s, margin {:.2} mm; {:.3}° rms, {:.3}° at worst, foot moved by {:.4} mm; {}",
            clip.duration_secs(),
            1e3 * margin,
            done.tracking.rms().to_degrees(),
            done.tracking.worst_error().to_degrees(),
            1e3 * done.tracking.support_moved,
            done.tracking.verdict(),
        );
        assert!(margin > 0.01 * times.min(1.0), "{name}");
        assert!(done.tracking.rms() < 1_f64.to_radians(), "{name}");
        assert!(!done.tracking.fell, "{name}");
        assert!(done.tracking.support_moved < 1e-3 * times, "{name}");
    }
}

#[test]
fn bodies_of_every_size_and_weight_fall_when_they_are_pushed_hard_and_come_to_rest_on_the_ground() {
    let plain = planes(1);
    for (name, times, character) in bodies() {
        let time = BodyScale::of(&character).time();
        let mut order = free();
        order.pushes.push(Push {
            start_secs: 0.2 * time,
            secs: 0.3 * time,
            link: character.find_link("chest").unwrap(),
            force: 0.8 * 9.81 * character.mass() * DVec3::Z,
        });
        let done = go(
            &character,
            &plain,
            &standing(&character, 3.0 * time),
            &order,
        );
        let last = done.clip.frames.last().unwrap();
        println!(
            "{name}: {}, centre of mass {:.4} m high in the end, of {:.4} m",
            done.tracking.verdict(),
            last.com.y,
            done.clip.frames[0].com.y
        );
        assert!(done.tracking.fell && !done.tracking.left_ground, "{name}");
        let height = last.com.y / times;
        assert!(height > 0.03 && height < 0.4, "{name} lies on the ground");
    }
}

#[test]
fn documents_take_walks_of_every_size() {
    let plain = Arc::new(planes(1));
    for times in [0.02, 0.05, 1.0, 5.0] {
        let body = Arc::new(scaled(times, Some(72.0)));
        let settings = Biped::new(&body).unwrap().static_settings();
        let document = Document::new(body, "other", Arc::clone(&plain), "plain");
        let mut editor = Editor::new(document);
        let order = WalkOrder::ahead(settings, 4);
        let walked = editor.apply(Edit::Walk(order.clone()));
        assert!(walked.is_ok(), "{times}: {:?}", walked.err());
        // What is much for one is not for all.
        let mut giant_steps = order;
        giant_steps.settings.step_length = 1000.0 * times;
        assert!(editor.apply(Edit::Walk(giant_steps)).is_err());
    }
}

/// A hand's breadth is a leap of a thumbling, and nothing to a giant.
#[test]
fn a_live_ghost_knows_leaps_and_rest_by_the_size_of_its_body() {
    const FRAME: f64 = 1.0 / 60.0;
    let plain = Arc::new(planes(1));
    for (name, times, character) in bodies() {
        let body = Arc::new(character);
        let time = BodyScale::of(&body).time();
        let contacts = body.soles_of_feet(body.standing_feet());
        let pose = &body.rest;
        let begin = || {
            let manner = GhostManner::default();
            LiveGhost::new(&body, &plain, (pose, contacts), 0.0, manner)
        };
        let mut ghost = begin();
        for _ in 0..(3.0 * time / FRAME) as usize {
            ghost.advance((pose, contacts), 0.0, FRAME, 100);
        }
        assert!(ghost.is_at_rest(pose), "{name} stands still");

        // What it is pushed by is forgotten at a new beginning, and only then.
        for (feet, leaps) in [(0.05, false), (0.2, true)] {
            let mut ghost = begin();
            ghost.push(Shove {
                link: LiveGhost::chest(&body),
                force: DVec3::ZERO,
                secs: 10.0,
            });
            let mut moved = pose.clone();
            moved.world_from_root.translation.x += feet * times;
            ghost.advance((&moved, contacts), 0.0, FRAME, 100);
            assert_eq!(ghost.pushes().is_empty(), leaps, "{name} by {feet}");
        }
    }
}

/// Frames are sampled from a walk that is made finely: what stands on them stands still.
#[test]
fn a_walk_is_as_sound_at_ten_frames_a_second_as_at_many() {
    for (name, level) in [("human", "rough"), ("human", "stairs"), ("chicken", "flat")] {
        let (character, level) = (load_character(name).unwrap(), load_level(level).unwrap());
        let settings = Biped::new(&character).unwrap().static_settings();
        let made = [120.0, 48.0, 10.0, 5.0].map(|rate| {
            let mut order = WalkOrder::ahead(settings, 8);
            order.settings.frame_secs = 1.0 / rate;
            walk(&character, &level, &order, |_| ()).unwrap()
        });
        for walk in &made {
            let clip = &walk.clip;
            let audit = Audit::new(&character, clip, Some(&level));
            let summary = &audit.summary;
            let slide = summary
                .worst_slide
                .map_or(0.0, |worst| audit.slides[worst].metres);
            let depth = summary.penetration.map_or(0.0, |peak| peak.value);
            println!(
                "{name} on {} at {:.0}/s: {} frames, {:.2} s, slide {:.3} mm, depth {:.3} mm, margin {:.1} mm",
                level.name,
                1.0 / clip.frame_secs,
                clip.frames.len(),
                clip.duration_secs(),
                1e3 * slide,
                1e3 * depth,
                1e3 * summary.margin.unwrap().min,
            );
            assert!(slide < 1e-4 && depth < 1e-4);
            assert!(summary.margin.unwrap().min > 0.015);
            assert_eq!(walk.footsteps.len(), made[0].footsteps.len());
            assert!(
                (clip.duration_secs() - made[0].clip.duration_secs()).abs() < 2.0 * clip.frame_secs
            );
        }
    }
}

/// A step that is over between two frames leaves no sole that stands on both and has moved.
#[test]
fn a_step_between_two_frames_is_no_slide() {
    let (character, plain) = (load_character("human").unwrap(), planes(1));
    let mut order = WalkOrder::ahead(Biped::new(&character).unwrap().static_settings(), 8);
    order.settings.cadence = 400.0;
    order.settings.frame_secs = 0.2;
    let made = walk(&character, &plain, &order, |_| ()).unwrap();
    assert_eq!(made.footsteps.len(), 9);
    let audit = Audit::new(&character, &made.clip, Some(&plain));
    let slides = audit.slides.iter().map(|slide| slide.metres);
    assert!(slides.fold(0.0, f64::max) < 1e-3);
}

/// Every row of a figure is coupled with every other: of planes that lie over each other only the highest has rows.
#[test]
fn a_thousand_planes_over_each_other_carry_as_one_does() {
    let character = load_character("mannequin").unwrap();
    let stood = [1, 1000].map(|count| {
        let mut world = World::new(&character, &planes(count), WorldSettings::default());
        let mut state = State::at_rest(character.rest.clone());
        state.pose.world_from_root.translation.y -= 1e-4;
        let hold = contrapposto::physics::Inputs::default();
        for _ in 0..20 {
            world.step(&mut state, &hold, 1.0 / 480.0);
        }
        println!(
            "{count} planes: {} contacts",
            world.outcome().contacts.len()
        );
        (world.outcome().contacts.len(), state.pose)
    });
    let [(few, on_one), (many, on_thousand)] = stood;
    assert!(many <= few + 8, "{few} and {many}");
    let moved = on_one.world_from_root.translation - on_thousand.world_from_root.translation;
    assert!(moved.length() < 1e-4);
}
