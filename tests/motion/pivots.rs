//! Feet that turn on their balls while they stand.

use contrapposto::character::{Character, Contacts, Pose};
use contrapposto::correction::{BalanceSettings, balance_clip};
use contrapposto::io::{load_character, preset};
use contrapposto::kinematics::Kinematics;
use contrapposto::math::Random;
use contrapposto::motion::audit::slides;
use contrapposto::motion::{Clip, ContactSettings, Recorder, SoleTracks, mark_contacts};
use glam::{DQuat, DVec3};

const FRAMES: usize = 120;

fn human() -> Character {
    load_character("human").expect("the human is shipped")
}

/// Where the ball of the left foot is: its toe joint.
fn ball(human: &Character, pose: &Pose) -> DVec3 {
    let toes = human.find_link("left_toes").expect("it has toes");
    Kinematics::of(human, pose).pivot(toes)
}

/// A body on its left leg that turns by an angle about the vertical through a point beside its ball, in a second and a half, and rests before
/// and after.
fn turning(human: &Character, angle: f64, beside: DVec3) -> Clip {
    let held = preset("left_leg", human)
        .expect("it is shipped")
        .posed(human)
        .pose;
    let point = ball(human, &held) + beside;
    let mut recorder = Recorder::new(human);
    let left = human.soles_of_feet(human.find_foot("left_foot"));
    let frames = (0..FRAMES).map(|frame| {
        let share = ((frame as f64 - 15.0) / (FRAMES as f64 - 31.0)).clamp(0.0, 1.0);
        let ease = share * share * (3.0 - 2.0 * share);
        let turn = DQuat::from_rotation_y(angle * ease);
        let mut pose = held.clone();
        let root = &mut pose.world_from_root;
        root.rotation = turn * root.rotation;
        root.translation = point + turn * (root.translation - point);
        recorder.frame(pose, left)
    });
    Clip {
        name: "turn".to_owned(),
        character: human.name.clone(),
        level: None,
        balance: None,
        start_secs: 0.0,
        frame_secs: 1.0 / 60.0,
        frames: frames.collect(),
    }
}

fn worst(human: &Character, clip: &Clip) -> f64 {
    let slides = slides(human, clip, None);
    slides.iter().map(|slide| slide.metres).fold(0.0, f64::max)
}

#[test]
fn a_foot_that_pivots_slides_as_far_as_what_it_turns_about() {
    let human = human();
    let pivot = worst(&human, &turning(&human, 2.0, DVec3::ZERO));
    assert!(
        pivot < 0.03,
        "a corner or middle is within 3 cm of the ball: {pivot}"
    );
    // About a point half a metre aside the whole foot goes along.
    let carried = worst(&human, &turning(&human, 2.0, DVec3::new(0.5, 0.0, 0.0)));
    assert!(carried > 0.5, "{carried}");
    // Half as far legs twist: then the foot should have stayed.
    let twist = worst(&human, &turning(&human, 0.9, DVec3::ZERO));
    assert!(twist > 0.05, "{twist}");
}

#[test]
fn a_recorded_pivot_keeps_its_ball_and_its_turn() {
    let human = human();
    let mut clip = turning(&human, 2.0, DVec3::ZERO);
    let mut random = Random::new(5);
    let mut recorder = Recorder::new(&human);
    for frame in &mut clip.frames {
        let mut pose = frame.pose.clone();
        pose.world_from_root.translation += random.in_box(DVec3::splat(0.002));
        *frame = recorder.frame(pose, Contacts::NONE);
    }
    let tracks = SoleTracks::of_clip(&human, &clip);
    let settings = ContactSettings::default();
    mark_contacts(&human, &mut clip, &tracks, None, &settings, &[]);
    let (after, report) = balance_clip(
        &human,
        &clip,
        None,
        &BalanceSettings::default(),
        &mut |_| {},
    );
    assert!(
        report.after.inside_share() >= Some(0.99),
        "{:?}",
        report.after
    );
    let balls = || after.frames.iter().map(|frame| ball(&human, &frame.pose));
    let first = ball(&human, &after.frames[0].pose);
    let farthest = balls().map(|ball| ball.distance(first)).fold(0.0, f64::max);
    assert!(farthest < 0.002, "the ball stays: {farthest}");
    let foot = human.find_link("left_foot").expect("it has feet");
    let ends = [&after.frames[0], &after.frames[FRAMES - 1]];
    let [from, to] = ends.map(|f| Kinematics::of(&human, &f.pose).link(foot).rotation);
    assert!((from.angle_between(to) - 2.0).abs() < 0.05);
}
