//! Jumps: the ground never pulls and nothing tips on it, and in the air nothing pushes.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may stop where it likes, and its figures are worth reading"
)]

use contrapposto::character::Character;
use contrapposto::gait::{CannotJump, JumpOrder, jump};
use contrapposto::io::{load_character, load_level};
use contrapposto::kinematics::Kinematics;
use contrapposto::motion::audit::flights;
use contrapposto::motion::{Audit, Clip};
use glam::DVec3;

/// What a jump keeps on every frame.
fn assert_sound(character: &Character, order: &JumpOrder, clip: &Clip) {
    let flat = load_level("flat").unwrap();
    let audit = Audit::new(character, clip, Some(&flat));
    let summary = &audit.summary;
    let [flight] = flights(character, clip)[..] else {
        unreachable!("a jump has one flight");
    };
    let margin = summary.dynamic_margin.unwrap().min;
    let slide = audit.slides[summary.worst_slide.unwrap()].metres;
    let depth = summary.penetration.map_or(0.0, |peak| peak.value);
    let excess = summary.limit_excess.map_or(0.0, |peak| peak.value);
    println!(
        "{} {:.1} m high, {:.1} m far: rise {:.4} m, {:.3} mm off the parabola, angular momentum {:.3} kg m²/s off its mean, zero-moment point {:.1} mm inside, slide {:.3} mm, depth {:.2} mm",
        character.name,
        order.height,
        order.distance,
        flight.rise,
        1e3 * flight.off_parabola,
        flight.spin_off_mean,
        1e3 * margin,
        1e3 * slide,
        1e3 * depth,
    );
    assert!(flight.off_parabola < 5e-4 && flight.spin_off_mean < 0.5);
    // The top of the parabola is between two frames.
    assert!((flight.rise - order.height).abs() < 1e-3);
    assert!(margin >= 0.0 && slide <= 1e-4 && depth <= 1e-3 && excess < 1e-6);
    let feet = |frame: usize| {
        let kin = Kinematics::of(character, &clip.frames[frame].pose);
        let soles = character
            .feet
            .iter()
            .filter(|foot| foot.patches.count() > 1);
        let places = soles.map(|foot| kin.link(foot.whole.link).translation);
        places.sum::<DVec3>() / 2.0
    };
    let travel = feet(clip.frames.len() - 1) - feet(0);
    assert!(travel.distance(order.distance * DVec3::Z) < 1e-4);
}

#[test]
fn people_jump_up_and_ahead_as_nature_lets_them() {
    let flat = load_level("flat").unwrap();
    for (name, distances) in [("human", [0.0, 0.5]), ("tall_thin", [0.0, 0.3])] {
        let character = load_character(name).unwrap();
        for height in [0.1, 0.2, 0.3, 0.4] {
            for distance in distances {
                let order = JumpOrder::new(height, distance);
                let made = jump(&character, &flat, &order).unwrap();
                assert_sound(&character, &order, &made.clip);
            }
        }
    }
}

/// What an animator looks for in a jump of 30 cm up and 50 cm ahead.
#[test]
fn a_jump_has_a_crouch_arms_that_are_thrown_up_and_legs_that_give() {
    let (human, flat) = (
        load_character("human").unwrap(),
        load_level("flat").unwrap(),
    );
    let clip = jump(&human, &flat, &JumpOrder::new(0.3, 0.5)).unwrap().clip;
    let flight = flights(&human, &clip)[0];
    let at = |frame: usize| Kinematics::of(&human, &clip.frames[frame].pose);
    let link = |name: &str| human.find_link(name).unwrap();
    let tilt = |kin: &Kinematics, name: &str| {
        let up = kin.link(link(name)).direction(DVec3::Y);
        libm::atan2(up.z, up.y).to_degrees()
    };
    let knee = |kin: &Kinematics| {
        let [hip, knee, ankle] =
            ["left_thigh", "left_shank", "left_foot"].map(|name| kin.pivot(link(name)));
        180.0 - (hip - knee).angle_between(ankle - knee).to_degrees()
    };
    let lowest = |from: usize, to: usize| {
        let frames = (from..to).map(|frame| (clip.frames[frame].com.y, frame));
        frames.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap().1
    };
    let [crouched, left, top, landed, low] = [
        lowest(0, flight.first),
        flight.first,
        usize::midpoint(flight.first, flight.last),
        flight.last + 1,
        lowest(flight.last, clip.frames.len()),
    ]
    .map(at);
    let chest = tilt(&crouched, "chest");
    assert!((20.0..55.0).contains(&chest), "{chest}° in the crouch");
    assert!((70.0..110.0).contains(&knee(&crouched)));
    assert!(knee(&left) < 35.0, "{}° when it leaves", knee(&left));
    assert!(tilt(&top, "chest").abs() < 30.0);
    let hand = |kin: &Kinematics| kin.pivot(link("left_hand")) - kin.pivot(link("left_upper_arm"));
    assert!(hand(&crouched).z < -0.3, "hands are behind in the crouch");
    assert!(hand(&top).y > 0.0, "and over the shoulders in the air");
    // Heels are up when it leaves and when it lands, and the knees give.
    for kin in [&left, &landed] {
        let toes_down = -kin.link(link("left_foot")).direction(DVec3::Z).y;
        assert!(libm::asin(toes_down).to_degrees() > 15.0);
    }
    assert!(knee(&low) > knee(&landed) + 25.0);
}

#[test]
fn what_cannot_jump_is_refused() {
    let flat = load_level("flat").unwrap();
    let refused = |name: &str, height: f64| {
        let character = load_character(name).unwrap();
        jump(&character, &flat, &JumpOrder::new(height, 0.0)).unwrap_err()
    };
    // Ankles that hardly bend, feet of one piece.
    assert!(matches!(refused("mannequin", 0.3), CannotJump::Legs { .. }));
    assert!(matches!(refused("quadruped", 0.1), CannotJump::Stand(_)));
    assert!(matches!(refused("human", 0.0), CannotJump::Legs { .. }));
    assert!(matches!(
        refused("human", f64::NAN),
        CannotJump::Legs { .. }
    ));
}
