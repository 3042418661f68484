//! Hands that stand, in clips: found where they carry, seen by the audit, held by corrections.

use contrapposto::character::{Character, Contacts, FootKind, JointCoordinate, LinkId};
use contrapposto::correction::{BalanceSettings, balance_clip};
use contrapposto::io::{load_character, preset};
use contrapposto::kinematics::Kinematics;
use contrapposto::math::Random;
use contrapposto::motion::audit::Audit;
use contrapposto::motion::{Clip, ContactSettings, Recorder, SoleTracks, mark_contacts};
use glam::{DQuat, DVec3};

fn human() -> Character {
    load_character("human").expect("the human is shipped")
}

fn hands(human: &Character) -> Contacts {
    let hands = (0..human.feet.len()).filter(|foot| human.feet[*foot].kind == FootKind::Hand);
    human.soles_of_feet(hands)
}

/// A pose with a name, held for two seconds by somebody who trembles by 2 mm and is recorded so.
fn recorded(human: &Character, name: &str, change: impl Fn(&mut Vec<JointCoordinate>)) -> Clip {
    let held = preset(name, human)
        .expect("it is shipped")
        .posed(human)
        .pose;
    let mut random = Random::new(11);
    let mut recorder = Recorder::new(human);
    let frames = (0..120).map(|_| {
        let mut pose = held.clone();
        pose.world_from_root.translation += random.in_box(DVec3::splat(0.002));
        change(&mut pose.joints);
        recorder.frame(pose, Contacts::NONE)
    });
    let mut clip = Clip {
        name: name.to_owned(),
        character: human.name.clone(),
        level: None,
        balance: None,
        start_secs: 0.0,
        frame_secs: 1.0 / 60.0,
        frames: frames.collect(),
    };
    let tracks = SoleTracks::of_clip(human, &clip);
    let settings = ContactSettings::default();
    mark_contacts(human, &mut clip, &tracks, None, &settings, &[]);
    clip
}

/// Hands in line with their forearms, as recordings have them that know nothing of wrists.
fn in_line(human: &Character) -> impl Fn(&mut Vec<JointCoordinate>) {
    let wrists: Vec<LinkId> = ["left_hand", "right_hand"]
        .iter()
        .filter_map(|name| human.find_link(name))
        .collect();
    move |joints| {
        for wrist in &wrists {
            joints[wrist.index()] = JointCoordinate::Ball(DQuat::IDENTITY);
        }
    }
}

#[test]
fn a_handstand_stands_on_its_palms_and_on_nothing_else() {
    let human = human();
    let clip = recorded(&human, "handstand", |_| ());
    for frame in &clip.frames {
        assert_eq!(frame.contacts, hands(&human));
    }
    let audit = Audit::new(&human, &clip, None);
    let inside = audit.frames.iter().filter_map(|frame| frame.margin);
    assert!(inside.clone().count() == 120 && inside.into_iter().all(|m| m.metres > 0.02));
}

#[test]
fn who_reaches_down_over_the_feet_does_not_stand_on_the_hand() {
    let human = human();
    for name in ["pick_up", "deep_squat", "stand", "bow"] {
        let clip = recorded(&human, name, |_| ());
        for frame in &clip.frames {
            assert!(frame.contacts.shared(hands(&human)).is_empty(), "{name}");
            assert!(!frame.contacts.is_empty(), "{name}");
        }
    }
}

#[test]
fn a_handstand_recorded_without_wrists_is_put_on_flat_palms_and_does_not_tip() {
    let human = human();
    let clip = recorded(&human, "handstand", in_line(&human));
    let found = clip.frames.iter().filter(|f| f.contacts == hands(&human));
    assert!(found.count() >= 119, "hands stand whatever their tilt");
    let settings = BalanceSettings::default();
    let (after, report) = balance_clip(&human, &clip, None, &settings, &mut |_| {});
    assert!(
        report.after.inside_share() >= Some(0.99),
        "{:?}",
        report.after
    );
    assert!(report.after.slide <= 0.0005, "{:?}", report.after);
    let deepest = Audit::new(&human, &after, None).summary.penetration;
    assert!(report.after.depth <= 0.001, "{deepest:?}");
    assert_eq!((report.flight_frames, report.unheld_frames), (0, 0));
    for frame in &after.frames {
        let kin = Kinematics::of(&human, &frame.pose);
        for hand in human
            .soles
            .iter()
            .filter(|sole| sole.name.ends_with("hand"))
        {
            let up = kin.link(hand.link).direction(hand.up_in_link);
            assert!(up.y > 0.99, "the palm is down: {up}");
        }
    }
    let audit = Audit::new(&human, &after, None);
    assert!(
        audit
            .frames
            .iter()
            .all(|f| f.limit_excess.is_none_or(|e| e.value < 1e-3))
    );
}

#[test]
fn a_handstand_that_leans_too_far_tips_by_what_the_audit_says() {
    let human = human();
    let mut clip = recorded(&human, "handstand", |_| ());
    let recorder = &mut Recorder::new(&human);
    let (kin, contacts) = (Kinematics::of(&human, &clip.frames[0].pose), hands(&human));
    let wrists = ["left_hand", "right_hand"].map(|name| human.find_link(name));
    let middle: DVec3 = wrists
        .iter()
        .flatten()
        .map(|w| kin.pivot(*w))
        .sum::<DVec3>()
        / 2.0;
    // Turned over the line of its wrists by a third of a radian.
    let turn = DQuat::from_rotation_x(0.35);
    for frame in &mut clip.frames {
        let mut pose = frame.pose.clone();
        let root = &mut pose.world_from_root;
        root.rotation = turn * root.rotation;
        root.translation = middle + turn * (root.translation - middle);
        *frame = recorder.frame(pose, contacts);
    }
    let audit = Audit::new(&human, &clip, None);
    let least = audit.summary.margin.expect("hands stand").min;
    assert!(least < -0.1, "{least}");
}
