//! The ghost: a body with weight and muscles that follows what was planned.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may stop where it likes, and its figures are worth reading"
)]

use crate::bipeds::BIPEDS;
use crate::ghosts::{LEVELS, at_hz, go, standing, walked};
use contrapposto::character::{Character, LinkId, Pose, Shape};
use contrapposto::collide::{Solid, Touches, collide};
use contrapposto::control::{
    Acting, ClipPlan, ControllerKind, Feedback, Ghost, GhostSettings, Moment, Push, Replan, Throw,
    run,
};
use contrapposto::io::{load_character, load_level};
use contrapposto::kinematics::Kinematics;
use contrapposto::level::Level;
use contrapposto::math::{Random, Transform};
use contrapposto::motion::{Clip, Recorder, pose_between};
use contrapposto::physics::{LooseBody, LooseState, Twist};
use glam::DVec3;
use rayon::prelude::*;

/// How far each foot is turned from the plan's [rad].
fn feet_turned(character: &Character, ghost: &Pose, plan: &Pose) -> Vec<f64> {
    let [ghost, plan] = [ghost, plan].map(|pose| Kinematics::of(character, pose));
    let soles = character.standing_soles().map(|sole| sole.link);
    soles
        .map(|link| {
            ghost
                .link(link)
                .rotation
                .angle_between(plan.link(link).rotation)
        })
        .collect()
}

#[test]
fn a_pinned_foot_stays_and_the_rest_returns_after_a_push() {
    let character = load_character("human").unwrap();
    let level = load_level("flat").unwrap();
    let chest = character.find_link("chest").unwrap();
    for (force, stiffer) in [(300.0, 1.0), (100.0, 1.0), (100.0, 10.0_f64.sqrt())] {
        let mut order = at_hz(120.0);
        order.settings.muscle.tone_hz *= stiffer;
        order.pushes.push(Push {
            start_secs: 1.0,
            secs: 0.2,
            link: chest,
            force: force * DVec3::Z,
        });
        let done = go(&character, &level, &standing(&character, 2.5), &order);
        let frames = &done.tracking.frames;
        let off_at = |secs: f64| frames[(secs * 60.0) as usize - 1].worst.to_degrees();
        let most = frames
            .iter()
            .map(|f| f.worst)
            .fold(0.0, f64::max)
            .to_degrees();
        // The one that is held, and the one that is tied.
        let (mut held, mut tied): (f64, f64) = (0.0, 0.0);
        for (ghost, plan) in done.clip.frames.iter().zip(&done.plan.frames) {
            let turned = feet_turned(&character, &ghost.pose, &plan.pose);
            held = held.max(turned.iter().copied().fold(f64::INFINITY, f64::min));
            tied = tied.max(turned.iter().copied().fold(0.0, f64::max));
        }
        println!(
            "{force} N, stiffness {:.0}: {:.3}° at rest, {most:.2}° pushed, {:.3}° a second later, foot {:.5} mm and {:.5}°, the other {:.4}°",
            stiffer * stiffer,
            off_at(0.9),
            off_at(2.2),
            1e3 * done.tracking.support_moved,
            held.to_degrees(),
            tied.to_degrees(),
        );
        assert!(held < 0.01_f64.to_radians() && tied < 0.1_f64.to_radians());
        assert!(off_at(0.9) < 1.0 && off_at(2.2) < 1.0);
        assert!(most > 0.02, "the push is felt");
        assert!(done.tracking.support_moved < 1e-4);
    }
}

/// How deep any link is in the ghost's first loose body [m].
fn overlap(ghost: &Ghost, character: &Character, body: LooseBody) -> f64 {
    let state = ghost.state();
    let kin = Kinematics::of(character, &state.pose);
    let obstacle = Solid::of(&body.shape, &state.loose[0].world_from_body);
    let mut touches = Touches::default();
    let mut deepest: f64 = 0.0;
    for (link, world_from_link) in character.links.iter().zip(&kin.world_from_link) {
        for placed in &link.shapes {
            let solid = Solid::of(&placed.shape, &(*world_from_link * placed.link_from_shape));
            collide(&solid, &obstacle, 0.0, &mut touches);
            deepest = touches
                .deepest()
                .map_or(deepest, |touch| deepest.max(-touch.gap));
        }
    }
    deepest
}

/// A standing figure that raises its right arm in front of it.
fn raising(character: &Character) -> Clip {
    let arm = character.find_link("right_upper_arm").unwrap();
    let hand = character.find_link("right_hand").unwrap();
    let kind = &character.link(arm).joint.kind;
    let turned = |axis: DVec3| {
        let mut pose = character.rest.clone();
        pose.joints[arm.index()] = pose.joint(arm).turned(1.5 * axis).clamped(kind);
        pose
    };
    let reach = |pose: &Pose| Kinematics::of(character, pose).link(hand).translation.z;
    let raised = (DVec3::AXES.into_iter())
        .flat_map(|axis| [turned(axis), turned(-axis)])
        .max_by(|a, b| reach(a).total_cmp(&reach(b)))
        .unwrap();
    let mut clip = standing(character, 2.0);
    let (half, mut recorder) = (clip.frames.len() / 2, Recorder::new(character));
    for (index, frame) in clip.frames.iter_mut().enumerate() {
        let share = contrapposto::math::ease(index as f64 / half as f64);
        *frame = recorder.frame(
            pose_between(&character.rest, &raised, share),
            frame.contacts,
        );
    }
    clip
}

#[test]
fn a_wall_in_the_way_stops_the_ghost_and_with_feedback_the_plan() {
    let character = load_character("human").unwrap();
    let level = load_level("flat").unwrap();
    let clip = raising(&character);
    let hand = character.find_link("right_hand").unwrap();
    let on_the_way = Kinematics::of(&character, &clip.frames[clip.frames.len() / 6].pose);
    let wall = LooseBody {
        shape: Shape::Box {
            half: DVec3::new(0.3, 1.5, 1.0),
        },
        mass: 300.0,
        friction: 1.0,
    };
    // Its face is where the hand is on its way.
    let face = on_the_way
        .link(hand)
        .point(character.link(hand).com_in_link);
    let center = DVec3::new(face.x - 0.25, 1.5, face.z + 1.0);
    for feedback in [
        None,
        Some(Feedback {
            joint_off: 3_f64.to_radians(),
            ..Feedback::default()
        }),
    ] {
        let start = Moment::at_rest(character.rest.clone(), clip.frames[0].contacts);
        let mut ghost = Ghost::new(&character, &level, &start, 0.0, GhostSettings::default());
        let place = LooseState {
            world_from_body: Transform::from_translation(center),
            velocity: Twist::default(),
        };
        let id = ghost.add_loose(wall, place);
        let mut reader = ClipPlan::new(&clip);
        let mut replan = feedback.map(|feedback| Replan::new(&character, feedback));
        let (mut target, mut last) = (start.clone(), start);
        let (mut force, mut depth): (f64, f64) = (0.0, 0.0);
        let hz = ghost.settings().steps_hz;
        for step in 1..=(2.0 * hz) as usize {
            let secs = step as f64 / hz;
            reader.write(secs, &mut target);
            if let Some(replan) = &mut replan {
                let followed = &last.planned.pose;
                replan.adjust(&character, ghost.state(), followed, &mut target, secs);
            }
            let outcome = ghost.step(&target, &Acting::default());
            for contact in outcome.contacts.iter().filter(|c| c.second == Some(id)) {
                force = force.max(contact.force.length());
            }
            depth = depth.max(overlap(&ghost, &character, wall));
            last.clone_from(&target);
        }
        let off = target
            .planned
            .pose
            .largest_turn_from(&ghost.state().pose)
            .to_degrees();
        let last_frame = &clip.frames[clip.frames.len() - 1].pose;
        let yielded = target
            .planned
            .pose
            .largest_turn_from(last_frame)
            .to_degrees();
        println!(
            "feedback {}: up to {force:.0} N, {:.2} mm deep, ghost {off:.1}° off the plan, plan {yielded:.1}° off the clip",
            feedback.is_some(),
            1e3 * depth,
        );
        assert!(force > 1.0 && depth < 5e-3);
        assert!(off + yielded > 5.0, "the wall is felt");
        assert_eq!(
            feedback.is_some(),
            yielded > 1.0,
            "only with feedback the plan yields"
        );
    }
}

#[test]
fn feedback_brings_a_pushed_ghost_back_smoothly() {
    let character = load_character("human").unwrap();
    let level = load_level("flat").unwrap();
    let chest = character.find_link("chest").unwrap();
    let mut order = at_hz(480.0);
    order.settings.muscle.tone_hz = 2.0;
    order.feedback = Some(Feedback {
        joint_off: 4_f64.to_radians(),
        ..Feedback::default()
    });
    order.pushes.push(Push {
        start_secs: 0.5,
        secs: 0.3,
        link: chest,
        force: DVec3::new(250.0, 0.0, 0.0),
    });
    let clip = standing(&character, 4.0);
    let done = go(&character, &level, &clip, &order);
    let pairs = done.plan.frames.windows(2);
    let speeds = pairs.map(|pair| 60.0 * pair[0].pose.largest_turn_from(&pair[1].pose));
    let speeds: Vec<f64> = speeds.collect();
    let leaps = speeds.iter().filter(|speed| **speed > 3.0).count();
    let back = done
        .clip
        .frames
        .last()
        .unwrap()
        .pose
        .largest_turn_from(&character.rest);
    println!(
        "{} restarts, {leaps} leaps of the plan; it turns by {:.2} rad/s at most; {:.3}° off at the end",
        done.restarts,
        speeds.iter().copied().fold(0.0, f64::max),
        back.to_degrees()
    );
    assert!((1..4).contains(&done.restarts));
    assert!(
        leaps <= done.restarts,
        "it leaps only where it starts again"
    );
    assert!(back < 1_f64.to_radians());
    assert!(
        done.plan
            .frames
            .iter()
            .all(|frame| frame.margin.unwrap() > 0.0)
    );
}

/// More than this its muscles and balls do not give a figure, whatever is done to it [J].
const MOST_GAINED: f64 = 1e4;

#[test]
fn whatever_happens_to_it_the_ghost_stays_in_one_piece() {
    let episodes: u64 = std::env::var("CONTRAPPOSTO_EPISODES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(100);
    let scenes: Vec<(Character, Level, Clip)> = BIPEDS
        .iter()
        .zip(LEVELS.iter().cycle())
        .map(|(name, level)| {
            let (character, level) = (load_character(name).unwrap(), load_level(level).unwrap());
            let clip = walked(&character, &level, 3);
            (character, level, clip)
        })
        .collect();
    let gained = (0..episodes).into_par_iter().map(|episode| {
        let mut random = Random::new(1000 + episode);
        let (character, level, clip) = &scenes[random.below(scenes.len())];
        let mut order = at_hz(libm::exp(
            random.between(libm::log(100.0), libm::log(2000.0)),
        ));
        order.settings.muscle.tone_hz = random.between(1.0, 8.0);
        order.settings.controller = ControllerKind::ALL[random.below(3)];
        if random.below(4) == 0 {
            order.feedback = Some(Feedback::default());
        }
        let secs = clip.duration_secs();
        for _ in 0..random.below(4) {
            order.pushes.push(Push {
                start_secs: random.between(0.0, secs),
                secs: random.between(0.01, 0.5),
                link: LinkId::new(random.below(character.links.len())),
                force: random.in_box(DVec3::ONE).normalize_or_zero() * random.between(0.0, 2000.0),
            });
        }
        for _ in 0..random.below(3) {
            let link = LinkId::new(random.below(character.links.len()));
            let direction = random.in_box(DVec3::new(1.0, 0.3, 1.0));
            let mut throw = Throw::at_link(
                character,
                &character.rest,
                link,
                direction,
                random.between(1.0, 12.0),
            );
            throw.start_secs = random.between(0.0, 0.8 * secs);
            order.throws.push(throw);
        }
        let done = run(character, level, clip, &order, &mut |_| ());
        assert!(
            done.finite && done.most_gained < MOST_GAINED,
            "episode {episode}: {:?} {} J",
            character.name,
            done.most_gained
        );
        done.most_gained
    });
    let most = gained.reduce(|| 0.0, f64::max);
    println!("{episodes} episodes; at most {most:.0} J were gained");
}

#[test]
fn a_run_is_the_same_every_time() {
    let character = load_character("human").unwrap();
    let level = load_level("stairs").unwrap();
    let clip = walked(&character, &level, 4);
    let chest = character.find_link("chest").unwrap();
    let mut order = at_hz(300.0);
    order.pushes.push(Push {
        start_secs: 1.0,
        secs: 0.2,
        link: chest,
        force: DVec3::new(200.0, 0.0, 100.0),
    });
    order.throws.push(Throw::at_link(
        &character,
        &clip.frames[0].pose,
        chest,
        DVec3::NEG_Z,
        5.0,
    ));
    let (first, second) = (
        go(&character, &level, &clip, &order),
        go(&character, &level, &clip, &order),
    );
    assert_eq!(first.hash, second.hash);
}
