//! A motion that falls from foot to foot becomes one that stands at every moment, without leaps: corrections at rest.

use contrapposto::character::{Character, Pose};
use contrapposto::correction::{Aim, BalanceReport, BalanceSettings, balance_clip};
use contrapposto::ik::{
    Finish, Goal, GoalKind, Orientation, Position, Problem, Rank, Report, Solver, SolverSettings,
};
use contrapposto::io::load_character;
use contrapposto::kinematics::{Kinematics, Stance};
use contrapposto::motion::{Clip, Contacts, Recorder};
use glam::DVec3;

const FRAME_SECS: f64 = 0.01;
const FRAMES: usize = 160;
/// Frames in which the left foot is in the air.
const SWING: std::ops::Range<usize> = 50..95;

/// From 0 to 1 over some frames, at rest at both ends.
fn ease(frame: usize, frames: std::ops::Range<usize>) -> f64 {
    let share = (frame as f64 - frames.start as f64) / (frames.end - frames.start) as f64;
    let x = share.clamp(0.0, 1.0);
    x * x * x * (10.0 - x * (15.0 - 6.0 * x))
}

/// A person who strides forward with the left foot and lets the body glide along between the feet, as people do and
/// statues cannot: over the right foot nothing carries it.
fn stride(character: &Character, length: f64) -> Clip {
    let stance = Stance::from_pose(character, &character.rest, &[1]);
    let rest = Kinematics::of(character, &character.rest);
    let foot = &character.feet[0].whole;
    let (root, foot_at) = (rest.world_from_link[0], rest.link(foot.link));
    let mut recorder = Recorder::new(character);
    let (mut solver, mut report) = (Solver::default(), Report::default());
    let mut pose: Pose = character.rest.clone();
    let mut frames = Vec::new();
    for frame in 0..FRAMES {
        let (step, glide) = (ease(frame, SWING), ease(frame, 35..110));
        let lift = 0.1 * libm::sin(std::f64::consts::PI * step);
        let to_pelvis = DVec3::new(0.0, -0.06 * glide, 0.5 * length * glide);
        let goal = |name: &str, kind| Goal::new(name, Rank::EFFECTOR, kind);
        let goals = [
            goal(
                "foot",
                GoalKind::Position(Position {
                    link: foot.link,
                    point_in_link: DVec3::ZERO,
                    target_in_world: foot_at.translation + DVec3::new(0.0, lift, length * step),
                }),
            ),
            goal(
                "flat",
                GoalKind::Orientation(Orientation {
                    link: foot.link,
                    world_from_link: foot_at.rotation,
                }),
            ),
            goal(
                "pelvis",
                GoalKind::Position(Position {
                    link: contrapposto::character::LinkId::ROOT,
                    point_in_link: DVec3::ZERO,
                    target_in_world: root.translation + to_pelvis,
                }),
            ),
            goal(
                "upright",
                GoalKind::Orientation(Orientation {
                    link: contrapposto::character::LinkId::ROOT,
                    world_from_link: root.rotation,
                }),
            ),
        ];
        let problem = Problem::new(character, &stance, &goals);
        let settings = SolverSettings {
            damping: 1e-3,
            posture: 1e-4,
            finish: Finish::Steps(4),
            ..SolverSettings::default()
        };
        solver.solve(problem, &settings, &mut pose, &mut report);
        let feet = if SWING.contains(&frame) { 1..2 } else { 0..2 };
        frames.push(recorder.frame(pose.clone(), character.soles_of_feet(feet)));
    }
    Clip {
        name: "stride".to_owned(),
        character: character.name.clone(),
        level: None,
        balance: None,
        start_secs: 0.0,
        frame_secs: FRAME_SECS,
        frames,
    }
}

/// The largest step of the root between two frames [m].
fn largest_root_step(clip: &Clip) -> f64 {
    let root = |i: usize| clip.frames[i].pose.world_from_root.translation;
    let steps = (1..clip.frames.len()).map(|i| root(i).distance(root(i - 1)));
    steps.fold(0.0, f64::max)
}

fn balanced(length: f64) -> (Clip, Clip, BalanceReport) {
    let human = load_character("human").expect("the human is shipped");
    let clip = stride(&human, length);
    let settings = BalanceSettings::of(Aim::Static);
    let (corrected, report) = balance_clip(&human, &clip, None, &settings, &mut |_| {});
    (clip, corrected, report)
}

#[test]
fn a_stride_stands_at_every_moment_and_nothing_leaps() {
    let (clip, corrected, report) = balanced(0.6);
    assert!(
        report.before.inside_share() < Some(0.9),
        "{:?}",
        report.before
    );
    assert_eq!(report.after.inside_share(), Some(1.0), "{:?}", report.after);
    assert!(report.after.slide < 1e-4, "{:?}", report.after);
    assert!(report.hand_percentile(0.95) < 0.05);
    // The weight has to be carried over in the time that two feet stand: faster than the glide, but no leap.
    assert!(
        report.after.hardest_turn < 2.0 * report.before.hardest_turn.max(100.0),
        "{report:?}"
    );
    let (before, after) = (largest_root_step(&clip), largest_root_step(&corrected));
    assert!(
        after < 3.0 * before,
        "the root steps {before} and then {after} m"
    );
}

#[test]
fn a_stride_that_is_too_long_to_stand_in_is_shortened() {
    let human = load_character("human").expect("the human is shipped");
    let (clip, corrected, report) = balanced(0.95);
    let mut recorder = Recorder::new(&human);
    let mut foot_at = |clip: &Clip| {
        let kin = recorder.look(&clip.frames[FRAMES - 1].pose);
        kin.link(human.feet[0].whole.link).translation.z
    };
    let (wanted, got) = (foot_at(&clip), foot_at(&corrected));
    assert!(got < wanted - 0.01, "wanted {wanted}, got {got}");
    assert!(got > wanted - 0.3, "wanted {wanted}, got {got}");
    assert_eq!(report.after.inside_share(), Some(1.0), "{:?}", report.after);
    assert!(report.after.slide < 1e-4, "{:?}", report.after);
}

#[test]
fn frames_in_the_air_join_what_stands_before_and_after() {
    let human = load_character("human").expect("the human is shipped");
    let mut clip = stride(&human, 0.4);
    // A hop: for a quarter of a second nothing touches the ground.
    for frame in &mut clip.frames[60..85] {
        frame.contacts = Contacts::NONE;
        frame.margin = None;
    }
    let settings = BalanceSettings::of(Aim::Static);
    let (corrected, report) = balance_clip(&human, &clip, None, &settings, &mut |_| {});
    assert!(report.flight_frames >= 20, "{report:?}");
    let (before, after) = (largest_root_step(&clip), largest_root_step(&corrected));
    assert!(
        after < 3.0 * before,
        "the root steps {before} and then {after} m"
    );
}

#[test]
fn the_same_clip_is_corrected_to_the_same_bits() {
    assert_eq!(balanced(0.5).1, balanced(0.5).1);
}
