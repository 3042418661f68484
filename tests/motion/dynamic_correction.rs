//! Recordings corrected in dynamic balance: the acting stays, feet stand, nothing tips. Of clips that the program makes itself.

use contrapposto::character::{Character, JointCoordinate};
use contrapposto::correction::{Aim, BalanceReport, BalanceSettings, balance_clip};
use contrapposto::gait::{Biped, WalkOrder, walk};
use contrapposto::io::{load_character, load_level};
use contrapposto::math::Random;
use contrapposto::motion::audit::Audit;
use contrapposto::motion::{
    BalanceKind, Clip, ContactSettings, Recorder, SoleTracks, mark_contacts,
};
use glam::{DQuat, DVec3};

fn human() -> Character {
    load_character("human").expect("the human is shipped")
}

/// Four steps as people walk them.
fn stroll(human: &Character) -> Clip {
    let level = load_level("flat").expect("it is shipped");
    let biped = Biped::new(human).expect("people have two feet");
    let order = WalkOrder::ahead(biped.settings_at(1.0), 4);
    let walk = walk(human, &level, &order, |_| {});
    walk.expect("people stand on flat ground").clip
}

/// The same as if it had been recorded: places tremble by 2 mm, joints by as much at the end of a forearm, contacts are found.
fn recorded(human: &Character, clip: &Clip) -> Clip {
    let mut random = Random::new(3);
    let mut recorder = Recorder::new(human);
    let mut noisy = clip.clone();
    for frame in &mut noisy.frames {
        let mut pose = frame.pose.clone();
        pose.world_from_root.translation += random.in_box(DVec3::splat(0.002));
        for joint in &mut pose.joints {
            let shake = random.in_box(DVec3::splat(0.008));
            match joint {
                JointCoordinate::Ball(turn) => *turn *= DQuat::from_scaled_axis(shake),
                JointCoordinate::Hinge(angle) => *angle += shake.x,
                JointCoordinate::Fixed => {}
            }
        }
        pose.clamp_joints(human);
        *frame = recorder.frame(pose, frame.contacts);
    }
    let tracks = SoleTracks::of_clip(human, &noisy);
    mark_contacts(
        human,
        &mut noisy,
        &tracks,
        None,
        &ContactSettings::default(),
        &[],
    );
    noisy.balance = None;
    noisy.level = None;
    noisy
}

fn corrected(human: &Character, clip: &Clip, aim: Aim) -> (Clip, BalanceReport) {
    balance_clip(human, clip, None, &BalanceSettings::of(aim), &mut |_| {})
}

#[test]
fn a_stroll_that_trembles_keeps_its_acting_and_tips_nowhere() {
    let human = human();
    let clip = recorded(&human, &stroll(&human));
    let (after, report) = corrected(&human, &clip, Aim::Dynamic);
    assert_eq!(after.balance, Some(BalanceKind::Dynamic));
    assert!(
        report.after.inside_share() >= Some(0.99),
        "{:?}",
        report.after
    );
    assert!(report.after.worst_margin > -0.03, "{:?}", report.after);
    assert!(report.after.slide <= 0.0005, "{:?}", report.after);
    assert!(report.after.depth <= 0.001, "{:?}", report.after);
    assert!(report.shifts.all.mean <= 0.03, "{:?}", report.shifts.all);
    assert!(report.shifts.all.p95 <= 0.08, "{:?}", report.shifts.all);
    let audit = Audit::new(&human, &after, None);
    let beyond = audit.frames.iter().filter_map(|frame| frame.limit_excess);
    assert!(beyond.into_iter().all(|excess| excess.value < 1e-3));
}

#[test]
fn holding_only_feet_moves_the_body_by_less_than_two_centimetres() {
    let human = human();
    let clip = recorded(&human, &stroll(&human));
    let (_, report) = corrected(&human, &clip, Aim::FeetOnly);
    assert!(report.after.slide <= 0.0005, "{:?}", report.after);
    assert!(report.shifts.all.mean <= 0.02, "{:?}", report.shifts.all);
}

#[test]
fn a_stroll_played_at_another_speed_would_tip_and_does_not_after() {
    let human = human();
    let mut clip = stroll(&human);
    clip.frame_secs *= 0.75;
    let (_, report) = corrected(&human, &clip, Aim::Dynamic);
    assert!(report.before.worst_margin < -0.02, "{:?}", report.before);
    assert!(
        report.after.inside_share() >= Some(0.99),
        "{:?}",
        report.after
    );
    assert!(report.after.worst_margin > -0.03, "{:?}", report.after);
    assert!(report.shifts.all.mean <= 0.03, "{:?}", report.shifts.all);
}

#[test]
fn half_of_a_correction_moves_joints_about_half_as_far() {
    let human = human();
    let clip = recorded(&human, &stroll(&human));
    let shift = |strength: f64| {
        let settings = BalanceSettings {
            strength,
            ..BalanceSettings::default()
        };
        let (_, report) = balance_clip(&human, &clip, None, &settings, &mut |_| {});
        report.shifts.all.mean
    };
    let (none, half, all) = (shift(0.0), shift(0.5), shift(1.0));
    assert!(none < 1e-9, "{none}");
    assert!((half / all - 0.5).abs() < 0.05, "{half} of {all}");
}

#[test]
fn clips_of_a_frame_or_three_are_corrected_too() {
    let human = human();
    let walk = stroll(&human);
    for frames in [1, 2, 3, 5] {
        let mut clip = walk.clone();
        clip.frames.truncate(frames);
        let (after, report) = corrected(&human, &clip, Aim::Dynamic);
        assert_eq!(after.frames.len(), frames);
        // The first and the last frame have no zero-moment point: nothing is said of none.
        assert_eq!(report.after.inside_share().is_none(), frames < 3);
    }
}

#[test]
fn the_same_recording_is_corrected_to_the_same_bits() {
    let human = human();
    let clip = recorded(&human, &stroll(&human));
    let [first, second] = [0, 1].map(|_| corrected(&human, &clip, Aim::Dynamic).0);
    assert!(first == second);
}
