//! The ghost on walks: every body on every level, at any rate of steps, handed from foot to foot, pushed on the way.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may stop where it likes, and its figures are worth reading"
)]

use crate::bipeds::BIPEDS;
use crate::ghosts::{LEVELS, at_hz, go, walked};
use contrapposto::control::{Acting, ClipPlan, Feedback, Ghost, Push, RunOrder};
use contrapposto::gait::{Biped, WalkOrder, walk};
use contrapposto::io::{load_character, load_level};
use contrapposto::kinematics::Kinematics;
use contrapposto::motion::Clip;
use glam::DVec3;

/// One body on every level, as far as it walks.
fn follow_everywhere(name: &str) {
    let character = load_character(name).unwrap();
    for level_name in LEVELS {
        let level = load_level(level_name).unwrap();
        let clip = walked(&character, &level, 40);
        let done = go(&character, &level, &clip, &RunOrder::default());
        let tracking = &done.tracking;
        let (rms, worst) = (tracking.rms(), tracking.worst_error());
        let who = tracking
            .worst
            .map_or("nobody", |(link, _)| &character.link(link).name);
        let efforts = tracking.joints.iter().map(|joint| joint.effort);
        let effort = efforts.fold(0.0, f64::max);
        println!(
            "{name:12} {level_name:16} {:5.1} s: rms {:.3}°, worst {:.3}° ({who}), support moved {:.4} mm, effort {effort:.4}",
            clip.duration_secs(),
            rms.to_degrees(),
            worst.to_degrees(),
            1e3 * tracking.support_moved,
        );
        let what = format!("{name} on {level_name}");
        assert!(rms < 2_f64.to_radians(), "{what}");
        assert!(worst < 8_f64.to_radians(), "{what}");
        assert!(tracking.support_moved < 1e-3 && !tracking.fell, "{what}");
        assert!(effort < 1.01, "{what}: no joint gives more than it can");
        let slack = 1_f64.to_radians();
        for frame in &done.clip.frames {
            let mut joints = character.links.iter().zip(&frame.pose.joints);
            let kept = joints.all(|(link, joint)| joint.is_allowed(&link.joint.kind, slack));
            assert!(kept, "{what}: no knee bends back");
        }
    }
}

#[test]
fn the_ghost_follows_every_walk() {
    std::thread::scope(|scope| {
        for half in [&BIPEDS[..5], &BIPEDS[5..]] {
            scope.spawn(move || half.iter().for_each(|name| follow_everywhere(name)));
        }
    });
}

/// Walks in motion take no more than an athlete has.
#[test]
fn a_ghost_as_strong_as_an_athlete_follows_a_person_who_walks_as_people_do() {
    let human = load_character("human").unwrap();
    let biped = Biped::new(&human).unwrap();
    let mut order = RunOrder::default();
    order.settings.muscle.strength = 1.0;
    // At 1.1 m/s a foot comes to a crest of the slope where it may not roll over its tip: that takes more than an athlete has.
    for (level, speeds) in [("flat", &[0.7, 1.1, 1.4][..]), ("slope", &[0.7, 1.4])] {
        let level = load_level(level).unwrap();
        for &speed in speeds {
            let walk_order = WalkOrder::ahead(biped.settings_at(speed), 20);
            let made = walk(&human, &level, &walk_order, |_| {}).unwrap();
            let tracking = go(&human, &level, &made.clip, &order).tracking;
            let efforts = tracking.joints.iter().map(|joint| joint.effort);
            let effort = efforts.fold(0.0, f64::max);
            println!(
                "{} at {speed} m/s: rms {:.2}°, worst {:.1}°, effort {effort:.3}",
                level.name,
                tracking.rms().to_degrees(),
                tracking.worst_error().to_degrees(),
            );
            assert!(tracking.rms() < 3_f64.to_radians() && !tracking.fell);
            assert!(effort < 1.01, "{effort}");
        }
    }
}

#[test]
fn no_step_is_too_long_and_a_shorter_one_follows_better() {
    for (name, level) in [
        ("human", "flat"),
        ("mannequin", "slope"),
        ("human", "stairs"),
    ] {
        let character = load_character(name).unwrap();
        let ground = load_level(level).unwrap();
        let clip = walked(&character, &ground, 12);
        let errors = [60.0, 120.0, 300.0, 1000.0, 2000.0].map(|hz| {
            let done = go(&character, &ground, &clip, &at_hz(hz));
            let tracking = &done.tracking;
            println!(
                "{name} on {level} at {hz} Hz: rms {:.4}°, worst {:.2}°",
                tracking.rms().to_degrees(),
                tracking.worst_error().to_degrees()
            );
            assert!(!tracking.fell);
            assert_eq!(done.clip.frames.len(), clip.frames.len());
            tracking.rms()
        });
        assert!(errors.is_sorted_by(|longer, shorter| shorter < longer));
    }
}

#[test]
fn handing_the_pin_over_jolts_nothing() {
    for (name, level) in [
        ("human", "flat"),
        ("human", "stairs"),
        ("hobbler", "stairs"),
    ] {
        let character = load_character(name).unwrap();
        let ground = load_level(level).unwrap();
        let clip = walked(&character, &ground, 50);
        let hz = 480.0;
        let mut plan = ClipPlan::new(&clip);
        let mut moment = plan.begin();
        let settings = at_hz(hz).settings;
        let mut ghost = Ghost::new(&character, &ground, &moment, clip.start_secs, settings);
        // Displacements of all links in the last steps, and what stood then.
        let mut ways: [Vec<DVec3>; 3] = Default::default();
        let mut stood = [None; 3];
        let mut places: Vec<DVec3> = Vec::new();
        let (mut jump, mut shift, mut changes): (f64, f64, usize) = (0.0, 0.0, 0);
        for step in 1..(clip.duration_secs() * hz) as usize {
            plan.write(step as f64 / hz, &mut moment);
            ghost.step(&moment, &Acting::default());
            let kin = Kinematics::of(&character, &ghost.state().pose);
            let now: Vec<DVec3> = (character.link_ids())
                .map(|id| kin.link(id).point(character.link(id).com_in_link))
                .collect();
            ways.rotate_left(1);
            ways[2] = (now.iter().zip(&places)).map(|(a, b)| *a - *b).collect();
            places = now;
            stood.rotate_left(1);
            stood[2] = Some((ghost.pinned_link(), moment.contacts));
            // A foot came down, lifted, or took over the pin in the middle one of three steps.
            if step < 4 || stood[0] == stood[1] {
                continue;
            }
            changes += 1;
            let [before, meanwhile, after] = &ways;
            for ((before, meanwhile), after) in before.iter().zip(meanwhile).zip(after) {
                jump = jump.max(hz * meanwhile.distance(*before));
                shift = shift.max(meanwhile.distance(0.5 * (*before + *after)));
            }
        }
        println!(
            "{name} on {level}: {changes} changes of what stands; speed of a link jumps by {jump:.3} m/s at most, place by {:.4} mm",
            1e3 * shift
        );
        assert!(changes > 100 && jump < 0.3 && shift < 1e-3);
    }
}

#[test]
fn a_walk_that_is_pushed_goes_on_with_feedback_and_comes_back_to_the_clip() {
    let character = load_character("human").unwrap();
    let level = load_level("flat").unwrap();
    let clip = walked(&character, &level, 12);
    let chest = character.find_link("chest").unwrap();
    let mut order = at_hz(480.0);
    order.settings.muscle.tone_hz = 2.0;
    order.pushes.push(Push {
        start_secs: 2.5,
        secs: 0.2,
        link: chest,
        force: DVec3::new(400.0, 0.0, 0.0),
    });
    let stiff = go(&character, &level, &clip, &order);
    order.feedback = Some(Feedback::default());
    let yielding = go(&character, &level, &clip, &order);
    let speed = |clip: &Clip| {
        let pairs = clip.frames.windows(2);
        let turns = pairs.map(|pair| pair[0].pose.largest_turn_from(&pair[1].pose));
        turns.fold(0.0, f64::max) / clip.frame_secs
    };
    let last = yielding.clip.frames.len() - 1;
    let back = (yielding.clip.frames[last].pose).largest_turn_from(&clip.frames[last].pose);
    println!(
        "worst {:.1}° without feedback; with it {} restarts, {:.1}° from the plan, which turns by {:.1} rad/s at most (the clip {:.1}), {:.2}° from the clip at the end; foot {:.4} mm",
        stiff.tracking.worst_error().to_degrees(),
        yielding.restarts,
        yielding.tracking.worst_error().to_degrees(),
        speed(&yielding.plan),
        speed(&clip),
        back.to_degrees(),
        1e3 * yielding.tracking.support_moved,
    );
    assert!((1..5).contains(&yielding.restarts));
    assert!(yielding.tracking.worst_error() < stiff.tracking.worst_error());
    assert!(yielding.tracking.support_moved < 1e-3 && !yielding.tracking.fell);
    assert!(back < 3_f64.to_radians());
}
