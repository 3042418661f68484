//! A solve on stage: forward, back, and to the bit what the document gets.

use super::session::document;
use contrapposto::character::Pose;
use contrapposto::document::{Document, Poser, Scene, Setup, Solving, Theatre};
use contrapposto::ik::{Event, Method, Priority};
use contrapposto::math::Random;
use glam::DVec3;
use std::sync::Arc;

const PRIORITIES: [Priority; 5] = [
    Priority::Equal,
    Priority::Biased,
    Priority::Weighted,
    Priority::NullSpace,
    Priority::Strict,
];
const METHODS: [Method; 4] = [
    Method::Goals,
    Method::Joints,
    Method::Sweep {
        sweeps: 6,
        relaxation: 1.0,
    },
    Method::Direct,
];

/// A human whose hand goes somewhere, within reach or not.
fn posed(solving: Solving, target: DVec3) -> Document {
    let mut document = document("human", "flat");
    let setup = Arc::make_mut(&mut document.setup);
    setup.solving = solving;
    let hand = setup.handles.iter_mut().find(|h| h.name == "left_hand");
    hand.unwrap().position = Some(target);
    document
}

fn opened(document: &Document, steps: u32, others: &[(String, Solving)]) -> Theatre {
    let scene = Scene {
        start: &document.setup.pose,
        pull: None,
        steps,
    };
    Theatre::open(document, scene, others)
}

fn of(method: Method, priority: Priority) -> Solving {
    Solving {
        method,
        priority,
        ..Solving::default()
    }
}

/// What a frame of the editor makes of it.
fn solved(document: &Document) -> Pose {
    let mut setup = Setup::clone(&document.setup);
    let mut poser = Poser::default();
    poser.stand_on(&document.level);
    let rest = setup.pose.clone();
    poser.solve(&document.character, &mut setup, &rest, None);
    setup.pose
}

#[test]
fn the_last_pose_is_that_of_the_plain_solve_for_every_method_and_strategy() {
    let mut whole = 0;
    for target in [DVec3::new(0.3, 1.1, 0.4), DVec3::new(0.35, 1.0, 1.4)] {
        for (method, priority) in METHODS
            .iter()
            .flat_map(|method| PRIORITIES.map(|priority| (*method, priority)))
        {
            let document = posed(of(method, priority), target);
            let mut theatre = opened(&document, 8, &[]);
            theatre.to_end();
            assert_eq!(theatre.visit().event, Event::Ended);
            let plain = solved(&document);
            assert_eq!(*theatre.answer(), plain, "{method:?} {priority:?}");
            // Soles that were pulled away are put back after the solve.
            let contacts = theatre.goals().iter().zip(theatre.residual_after());
            let contacts = contacts.filter(|(goal, _)| goal.rank.0 == 0);
            if contacts.map(|(_, error)| *error).fold(0.0, f64::max) < 5e-5 {
                assert_eq!(*theatre.pose(), plain, "{method:?} {priority:?}");
                whole += 1;
            }
        }
    }
    assert!(whole >= 20, "only {whole} needed no sole put back");
}

#[test]
fn ten_thousand_random_steps_end_where_they_began() {
    let document = posed(Solving::default(), DVec3::new(0.35, 1.0, 1.4));
    let mut theatre = opened(&document, 40, &[]);
    let mut forward = Vec::new();
    loop {
        forward.push((theatre.pose().clone(), theatre.residual_after().to_vec()));
        if !theatre.forward() {
            break;
        }
    }
    assert_eq!(forward.len(), theatre.moments());
    let mut random = Random::new(3);
    theatre.to_start();
    for _ in 0..10_000 {
        match random.below(8) {
            0..=2 => drop(theatre.forward()),
            3 | 4 => drop(theatre.back()),
            5 => theatre.next_sweep(),
            6 => theatre.previous_linearisation(),
            _ => theatre.seek(random.below(2 * forward.len())),
        }
        let (pose, errors) = &forward[theatre.at()];
        assert_eq!(theatre.pose(), pose);
        assert_eq!(theatre.residual_after(), errors);
        let before = theatre.at().saturating_sub(1);
        assert_eq!(theatre.residual_before(), forward[before].1);
    }
    while theatre.back() {}
    assert_eq!(*theatre.pose(), forward[0].0);
}

#[test]
fn sweeps_and_linearisations_are_gone_to_from_both_sides() {
    let document = posed(Solving::default(), DVec3::new(0.35, 1.0, 1.4));
    let mut theatre = opened(&document, 40, &[]);
    let mut starts = vec![0];
    loop {
        let before = theatre.at();
        theatre.next_linearisation();
        if theatre.at() == before || theatre.at() + 1 == theatre.moments() {
            break;
        }
        starts.push(theatre.at());
    }
    assert!(starts.len() > 3, "{starts:?}");
    theatre.seek(*starts.last().unwrap());
    for start in starts.iter().rev().skip(1) {
        theatre.previous_linearisation();
        assert_eq!(theatre.at(), *start);
    }
    theatre.to_start();
    theatre.next_sweep();
    let first = theatre.at();
    theatre.next_sweep();
    assert!(theatre.at() > first);
    theatre.previous_sweep();
    assert_eq!(theatre.at(), first);
}

#[test]
fn a_visit_names_who_is_visited_and_shows_its_levers() {
    let document = posed(
        of(Method::Goals, Priority::Weighted),
        DVec3::new(0.3, 1.1, 0.4),
    );
    let mut theatre = opened(&document, 8, &[]);
    while theatre.who() != Some("left_hand") {
        assert!(theatre.forward(), "the hand is never visited");
    }
    // In the first step, where the solve begins.
    assert_eq!(theatre.visit().linearisation, 1);
    assert_eq!(*theatre.pose_of_step(), document.setup.pose);
    assert_ne!(theatre.pose(), theatre.pose_of_step());
    let levers = theatre.levers();
    let character = Arc::clone(theatre.character());
    let names: Vec<&str> = levers
        .iter()
        .map(|lever| character.link(lever.joint).joint.name.as_str())
        .collect();
    assert!(names.contains(&"left_elbow"), "{names:?}");
    assert!(!names.contains(&"right_elbow"), "{names:?}");
    // All of them end at the hand.
    assert!(levers.iter().all(|lever| lever.tip == levers[0].tip));
    assert!(levers.iter().all(|lever| lever.share == 1.0));

    let document = posed(
        of(Method::Joints, Priority::Weighted),
        DVec3::new(0.3, 1.1, 0.4),
    );
    let mut theatre = opened(&document, 8, &[]);
    while theatre.who() != Some("left_elbow") {
        assert!(theatre.forward(), "the elbow is never visited");
    }
    let levers = theatre.levers();
    let hand = levers
        .iter()
        .find(|lever| theatre.goals()[lever.goal].name == "left_hand")
        .expect("the elbow moves the hand");
    assert!(
        hand.axis
            .is_some_and(|axis| (axis.length() - 1.0).abs() < 1e-9)
    );
    assert!((0.1..0.6).contains(&hand.pivot.distance(hand.tip)));
    let balance = levers
        .iter()
        .find(|lever| theatre.goals()[lever.goal].name == "balance")
        .expect("the forearm has weight");
    assert!((0.0..0.1).contains(&balance.share), "{}", balance.share);
}

#[test]
fn the_courses_of_all_strategies_lie_over_each_other() {
    let document = posed(Solving::default(), DVec3::new(0.35, 1.0, 1.4));
    let others = PRIORITIES.map(|priority| (format!("{priority:?}"), of(Method::Goals, priority)));
    let mut theatre = opened(&document, 60, &others);
    let own = theatre.course();
    assert_eq!(own.errors.len(), theatre.goals().len());
    // One point where each linearisation ends: what its last moment misses.
    let ends = theatre.linearisations().to_vec();
    assert_eq!(own.errors[0].len(), ends.len());
    for (nth, moments) in ends.iter().enumerate() {
        theatre.seek(moments.start);
        assert_eq!(theatre.linearisation(), nth);
        let missed: Vec<f64> = own.errors.iter().map(|line| line[nth]).collect();
        assert_eq!(theatre.residual_at(moments.end - 1), missed);
    }
    theatre.to_end();
    assert_eq!(theatre.linearisation(), ends.len() - 1);
    assert_eq!(theatre.courses().len(), 5);
    let weighted = &theatre.courses()[2];
    assert_eq!(weighted.errors, own.errors);
    for course in theatre.courses() {
        assert_eq!(course.errors.len(), theatre.goals().len());
        let first: Vec<f64> = course.errors.iter().map(|line| line[0]).collect();
        let own_first: Vec<f64> = own.errors.iter().map(|line| line[0]).collect();
        assert_eq!(first, own_first, "{} starts elsewhere", course.name);
    }
}

#[test]
fn where_linearisations_end_what_is_asked_first_is_missed_by_less_and_less() {
    let document = posed(Solving::default(), DVec3::new(0.35, 1.0, 1.4));
    let theatre = opened(&document, 400, &[]);
    let hand = theatre.goals().iter().position(|g| g.name == "left_hand");
    let line = &theatre.course().errors[hand.unwrap()];
    // Visit by visit it jumps: each serves one goal, whatever others lose by it.
    let visits = (1..theatre.moments()).map(|m| {
        let error = |moment: usize| theatre.residual_at(moment)[hand.unwrap()];
        error(m) > 1.05 * error(m - 1)
    });
    let jumps = visits.filter(|rises| *rises).count();
    let rises = line.windows(2).filter(|pair| pair[1] > 1.05 * pair[0]);
    let rises = rises.count();
    assert!(jumps > 20 && rises < 4, "{jumps} {rises}");
}

#[test]
fn sweeps_of_a_linearisation_cover_it_one_after_the_other() {
    let document = posed(Solving::default(), DVec3::new(0.35, 1.0, 1.4));
    let theatre = opened(&document, 8, &[]);
    for moments in theatre.linearisations() {
        let sweeps = theatre.sweeps(moments.clone());
        assert_eq!(sweeps[0].start, moments.start);
        assert_eq!(sweeps.last().unwrap().end, moments.end);
        assert!(sweeps.windows(2).all(|pair| pair[0].end == pair[1].start));
    }
}
