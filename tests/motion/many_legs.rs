//! Bodies on four legs: they crawl balanced as if they stood still, and trot on diagonal feet with the zero-moment point between them.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may stop where it likes, and its figures are worth reading"
)]

use contrapposto::character::Character;
use contrapposto::gait::{Manner, ManyLegs, Refusal, Walk, WalkOrder, WalkSettings, Wish, walk};
use contrapposto::io::{load_character, load_level};
use contrapposto::level::Level;
use contrapposto::motion::Audit;

const STEPS: usize = 40;

fn walked(dog: &Character, level: &Level, settings: WalkSettings, wish: Wish) -> (Walk, Audit) {
    let order = WalkOrder {
        wishes: vec![(0, wish)],
        ..WalkOrder::ahead(settings, STEPS)
    };
    let made = walk(dog, level, &order, |_| {}).unwrap();
    let audit = Audit::new(dog, &made.clip, Some(level));
    (made, audit)
}

/// What every walk keeps; the least margin of its kind [m].
fn assert_sound(name: &str, (made, audit): &(Walk, Audit)) -> f64 {
    let summary = &audit.summary;
    let margin = match made.settings.manner {
        Manner::Static => summary.margin.unwrap().min,
        Manner::Dynamic => summary.dynamic_margin.unwrap().min,
    };
    let slide = audit.slides[summary.worst_slide.unwrap()].metres;
    let depth = summary.penetration.map_or(0.0, |peak| peak.value);
    let excess = summary.limit_excess.map_or(0.0, |peak| peak.value);
    let pops = summary.pop_ratio().unwrap();
    println!(
        "{name} {:?} at {:.2} m/s: margin {:.1} mm, slide {:.3} mm, depth {:.2} mm, pops {pops:.2}",
        made.settings.manner,
        made.settings.ahead().forward,
        1e3 * margin,
        1e3 * slide,
        1e3 * depth,
    );
    assert!(made.refusal.is_none() && made.landing_error < 1e-5);
    assert!(slide <= 1e-4 && depth <= 1e-3 && excess < 1e-6 && pops <= 3.0);
    margin
}

#[test]
fn a_dog_crawls_and_trots_forty_steps_over_flat_sloping_and_rough_ground() {
    let dog = load_character("quadruped").unwrap();
    let body = ManyLegs::new(&dog).unwrap();
    for name in ["flat", "slope", "rough"] {
        let level = load_level(name).unwrap();
        let crawl = body.static_settings();
        let crawled = walked(&dog, &level, crawl, crawl.ahead());
        assert_eq!(crawled.0.settings.manner, Manner::Static);
        assert!(assert_sound(name, &crawled) >= 0.03);
        for speed in [0.6, 1.0, 1.4] {
            let asked = speed * body.comfortable_speed();
            let trot = body.settings_at(asked);
            let trotted = walked(&dog, &level, trot, trot.ahead());
            // As fast as it was asked, by four feet at least less than the two that stand.
            assert_eq!(trotted.0.settings.manner, Manner::Dynamic);
            assert!((trotted.0.settings.ahead().forward - asked).abs() < 1e-9);
            assert!(assert_sound(name, &trotted) >= 0.005);
        }
    }
}

/// How many feet stand, in the order in which that happens, while it walks steadily.
fn feet_on_the_ground((made, audit): &(Walk, Audit), dog: &Character) -> Vec<usize> {
    let frames = made.clip.frames.len();
    let steady = &audit.frames[frames / 3..frames / 2];
    let mut counts: Vec<usize> = steady
        .iter()
        .map(|frame| dog.footings(frame.contacts).count())
        .collect();
    counts.dedup();
    counts
}

#[test]
fn who_crawls_lifts_one_foot_and_who_trots_two_that_are_diagonal() {
    let (dog, flat) = (
        load_character("quadruped").unwrap(),
        load_level("flat").unwrap(),
    );
    let body = ManyLegs::new(&dog).unwrap();
    let crawl = body.static_settings();
    let crawled = walked(&dog, &flat, crawl, crawl.ahead());
    assert!(
        feet_on_the_ground(&crawled, &dog)
            .iter()
            .all(|count| (3..=4).contains(count))
    );
    let trot = body.settings_at(body.comfortable_speed());
    let trotted = walked(&dog, &flat, trot, trot.ahead());
    assert!(
        feet_on_the_ground(&trotted, &dog)
            .iter()
            .all(|count| [2, 4].contains(count))
    );
    for frame in &trotted.1.frames {
        let feet: Vec<&str> = (dog.footings(frame.contacts))
            .map(|footing| dog.feet[footing.foot].name.as_str())
            .collect();
        if let [a, b] = feet[..] {
            let (left, front) = (
                |name: &str| name.contains("left"),
                |name: &str| name.contains("front"),
            );
            assert!(left(a) != left(b) && front(a) != front(b), "{a}, {b}");
        }
    }
}

#[test]
fn it_turns_goes_aside_and_backward_and_stops_where_the_ground_does() {
    let (dog, flat) = (
        load_character("quadruped").unwrap(),
        load_level("flat").unwrap(),
    );
    let body = ManyLegs::new(&dog).unwrap();
    let trot = body.settings_at(body.comfortable_speed());
    let way = |wish: Wish| {
        let made = walked(&dog, &flat, trot, wish);
        assert!(assert_sound("flat", &made) >= 0.005);
        let frames = &made.0.clip.frames;
        let facing = made.1.frames[frames.len() - 1].ahead_xz;
        (frames[frames.len() - 1].com - frames[0].com, facing)
    };
    let (back, _) = way(Wish {
        forward: -0.3,
        ..Wish::STOP
    });
    assert!(back.z < -1.5 && back.x.abs() < 1e-3);
    let (aside, _) = way(Wish {
        sideways: 0.1,
        ..Wish::STOP
    });
    assert!(aside.x > 0.5 && aside.z.abs() < 1e-2);
    let (_, facing) = way(Wish {
        forward: 0.4,
        turn: 0.2,
        ..Wish::STOP
    });
    assert!(facing.x > 0.8, "to the left: {facing}");

    let stairs = load_level("stairs").unwrap();
    let crawl = body.static_settings();
    let (stopped, audit) = walked(&dog, &stairs, crawl, crawl.ahead());
    assert!(matches!(stopped.refusal, Some(Refusal::OutOfReach { .. })));
    assert!(audit.summary.margin.unwrap().min > 0.01);
}
