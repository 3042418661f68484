//! The audit against facts that can be told without it: closed forms, hand-moved feet, sunk bodies.

use crate::motions::{FRAME_SECS, clip_of, moved, swaying, walking};
use contrapposto::character::{Character, JointCoordinate, JointKind};
use contrapposto::io::{load_character, load_level};
use contrapposto::kinematics::{Kinematics, Stance};
use contrapposto::level::SurfaceId;
use contrapposto::math::{Transform, rotation_from_vector};
use contrapposto::motion::audit::{Auditor, GRAVITY};
use contrapposto::motion::{Audit, Clip, Contacts, low_passed};
use glam::{DQuat, DVec2, DVec3};
use std::f64::consts::TAU;

fn human() -> Character {
    load_character("human").expect("shipped")
}

fn both(character: &Character) -> Contacts {
    character.soles_of_feet([0, 1])
}

/// The rest pose, moved by a function of time [s].
fn moving(character: &Character, frames: usize, by: impl Fn(f64) -> DVec3) -> Clip {
    let at = |frame: usize| {
        (
            moved(character, by(frame as f64 * FRAME_SECS)),
            both(character),
        )
    };
    clip_of(character, "moving", (0..frames).map(at))
}

#[test]
fn a_still_pose_has_its_zero_moment_point_under_its_centre_of_mass() {
    let human = human();
    let audit = Audit::new(&human, &moving(&human, 9, |_| DVec3::ZERO), None);
    let com = Kinematics::of(&human, &human.rest).com;
    let stance = Stance::from_pose(&human, &human.rest, &[0, 1]);
    let margin = stance.polygon.margin(DVec2::new(com.x, com.z));
    for (number, frame) in audit.frames.iter().enumerate() {
        assert_eq!(frame.margin, Some(margin));
        let at_an_end = number == 0 || number == 8;
        assert_eq!(frame.zero_moment_xz.is_none(), at_an_end);
        if let (Some(p), Some(dynamic)) = (frame.zero_moment_xz, frame.dynamic_margin) {
            assert!(p.distance(DVec2::new(com.x, com.z)) < 1e-9);
            assert!((dynamic.metres - margin.metres).abs() < 1e-9);
        }
    }
    let summary = audit.summary;
    assert_eq!(summary.support_fractions, [0.0, 0.0, 1.0]);
    assert_eq!(summary.margin.unwrap().inside_fraction, 1.0);
    assert_eq!(summary.joint_speed.unwrap().value, 0.0);
    assert_eq!(summary.limit_excess, None);
    assert!(summary.penetration.is_none_or(|p| p.value < 1e-12));
    assert_eq!(summary.pop_ratio(), None);
}

#[test]
fn a_body_that_speeds_up_rigidly_is_a_pendulum() {
    let human = human();
    let acceleration = DVec3::new(0.4, 0.0, -0.6);
    let clip = moving(&human, 20, |t| 0.5 * t * t * acceleration);
    let audit = Audit::new(&human, &clip, None);
    for frame in &audit.frames[1..19] {
        let expected = frame.com - frame.com.y / GRAVITY * acceleration;
        let p = frame.zero_moment_xz.unwrap();
        assert!(p.distance(DVec2::new(expected.x, expected.z)) < 1e-8);
    }
}

#[test]
fn a_body_that_speeds_up_on_level_ground_needs_its_acceleration_over_gravity_as_friction() {
    let human = human();
    let acceleration = DVec3::new(0.4, 0.0, -0.6);
    let clip = moving(&human, 20, |t| 0.5 * t * t * acceleration);
    let audit = Audit::new(&human, &clip, None);
    let expected = acceleration.length() / GRAVITY;
    for frame in &audit.frames[1..19] {
        assert!((frame.friction.unwrap().needed - expected).abs() < 1e-8);
    }
    let friction = audit.summary.friction.unwrap();
    assert!((friction.max - expected).abs() < 1e-8 && (friction.p99 - expected).abs() < 1e-8);
    assert_eq!((friction.slipping, friction.frames), (0, 18));
}

#[test]
fn who_speeds_up_on_ice_slips_and_who_flies_needs_no_friction() {
    let human = human();
    let ice = load_level("ice").expect("shipped");
    let middle = 6.0 * DVec3::Z;
    assert_eq!(
        ice.ground_at(DVec2::new(0.0, 6.0), 0.0).unwrap().friction,
        0.09
    );
    let audit_of = |acceleration: f64| {
        let clip = moving(&human, 10, |t| {
            middle + 0.5 * t * t * acceleration * DVec3::Z
        });
        Audit::new(&human, &clip, Some(&ice)).summary.friction
    };
    let friction = audit_of(0.08 * GRAVITY).unwrap();
    assert_eq!((friction.slipping, friction.frames), (0, 8));
    assert_eq!(audit_of(0.1 * GRAVITY).unwrap().slipping, 8);

    let fall = |t: f64| (1.0 - 0.5 * GRAVITY * t * t) * DVec3::Y;
    let audit = Audit::new(&human, &moving(&human, 8, fall), None);
    assert_eq!(audit.summary.friction, None);
}

#[test]
fn who_stands_on_a_slope_needs_its_tangent_as_friction() {
    let human = human();
    let slope = load_level("slope").expect("shipped");
    let middle = DVec2::new(0.0, 4.0);
    let ground = slope.ground_at(middle, 0.0).unwrap();
    let steepness = DVec2::new(ground.normal.x, ground.normal.z).length() / ground.normal.y;
    assert!((libm::atan(steepness).to_degrees() - 10.0).abs() < 1e-9);
    // Tilted with the slope, so that its soles lie flat on it.
    let tilt = DQuat::from_rotation_arc(DVec3::Y, ground.normal);
    let on_slope = Transform::new(tilt, DVec3::new(middle.x, ground.height, middle.y));
    let mut pose = human.rest.clone();
    pose.world_from_root = on_slope * pose.world_from_root;
    let still = (0..5).map(|_| (pose.clone(), both(&human)));
    let audit = Audit::new(&human, &clip_of(&human, "still", still), Some(&slope));
    let friction = audit.frames[2].friction.unwrap();
    assert!((friction.needed - steepness).abs() < 1e-9, "{friction:?}");
    assert_eq!(friction.offered, ground.friction);
}

#[test]
fn a_body_that_rises_and_drifts_is_a_shorter_pendulum() {
    // p = c − c_y a / (g + a_y)
    let human = human();
    let acceleration = DVec3::new(0.5, 2.0, 0.0);
    let clip = moving(&human, 8, |t| 0.5 * t * t * acceleration);
    let audit = Audit::new(&human, &clip, None);
    let frame = &audit.frames[3];
    // Its soles rise with it, so the height over the support stays that of the rest pose.
    let height = Kinematics::of(&human, &human.rest).com.y;
    let expected = frame.com.x - height * acceleration.x / (GRAVITY + acceleration.y);
    assert!((frame.zero_moment_xz.unwrap().x - expected).abs() < 1e-8);
}

#[test]
fn a_spin_that_speeds_up_about_a_level_axis_moves_the_point_by_its_torque() {
    // The whole body turns about the axis x through its centre of mass: p_z = c_z − I_x α / (m g).
    let human = human();
    let rest = Kinematics::of(&human, &human.rest);
    let alpha = 0.3;
    let at = |frame: usize| {
        let t = (frame as f64 - 4.0) * FRAME_SECS;
        let turn = rotation_from_vector(0.5 * alpha * t * t * DVec3::X);
        let about_com = Transform::new(turn, rest.com - turn * rest.com);
        let mut pose = human.rest.clone();
        pose.world_from_root = about_com * pose.world_from_root;
        (pose, both(&human))
    };
    let clip = clip_of(&human, "spin", (0..9).map(at));
    let audit = Audit::new(&human, &clip, None);
    let inertia: f64 = human
        .links
        .iter()
        .zip(&rest.world_from_link)
        .map(|(link, place)| {
            let axis_in_link = place.rotation.conjugate() * DVec3::X;
            let arm = place.point(link.com_in_link) - rest.com;
            let own = axis_in_link.dot(link.inertia_in_link * axis_in_link);
            own + link.mass * (arm.y * arm.y + arm.z * arm.z)
        })
        .sum();
    let expected = rest.com.z - inertia * alpha / (human.mass() * GRAVITY);
    let p = audit.frames[4].zero_moment_xz.unwrap();
    assert!((p.y - expected).abs() < 1e-5, "{} {expected}", p.y);
    assert!((p.x - rest.com.x).abs() < 1e-5);
}

#[test]
fn a_recording_that_trembles_has_the_zero_moment_point_of_its_motion() {
    let human = human();
    let sway = |t: f64| 0.02 * libm::sin(3.0 * t) * DVec3::X;
    let noise = |t: f64| 0.0005 * libm::sin(TAU * 14.0 * t) * DVec3::X;
    let clean = moving(&human, 120, sway);
    let trembling = moving(&human, 120, |t| sway(t) + noise(t));
    let expected = Audit::new(&human, &clean, None);
    let raw = Audit::new(&human, &trembling, None);
    let smooth = low_passed(&trembling.frames, FRAME_SECS, 6.0);
    let found = Audit::of_recording(&human, &trembling, &smooth, None);
    let worst = |audit: &Audit| {
        let frames = audit.frames.iter().zip(&expected.frames).skip(10).take(100);
        let misses = frames.map(|(frame, expected)| {
            let places = (frame.zero_moment_xz, expected.zero_moment_xz);
            places.0.unwrap().distance(places.1.unwrap())
        });
        misses.fold(0.0, f64::max)
    };
    assert!(worst(&raw) > 0.15, "{}", worst(&raw));
    assert!(worst(&found) < 0.005, "{}", worst(&found));
    // Where it stands is as recorded.
    assert_eq!(found.slides, raw.slides);
    assert_eq!(found.summary.margin, raw.summary.margin);
}

#[test]
fn a_foot_moved_by_three_millimetres_has_slid_three_millimetres() {
    let human = human();
    let clip = moving(&human, 12, |t| {
        let is_late = t > 5.5 * FRAME_SECS;
        if is_late {
            DVec3::new(0.0, 0.0, 0.003)
        } else {
            DVec3::ZERO
        }
    });
    let audit = Audit::new(&human, &clip, None);
    assert_eq!(audit.slides.len(), human.standing_soles().count());
    for slide in &audit.slides {
        assert!((slide.metres - 0.003).abs() < 1e-12);
        assert_eq!((slide.first, slide.last, slide.worst_frame), (0, 11, 6));
        assert_eq!(slide.surface, None);
    }
}

#[test]
fn a_foot_that_is_lifted_in_between_has_not_slid() {
    let human = human();
    let mut clip = moving(&human, 12, |t| {
        let is_late = t > 5.5 * FRAME_SECS;
        if is_late { 0.2 * DVec3::Z } else { DVec3::ZERO }
    });
    // In the air for one frame; then it stands elsewhere.
    clip.frames[5].contacts = Contacts::NONE;
    let audit = Audit::new(&human, &clip, None);
    assert_eq!(audit.slides.len(), 2 * human.standing_soles().count());
    assert!(audit.slides.iter().all(|slide| slide.metres == 0.0));
    assert_eq!(audit.frames[5].margin, None);
    assert!((audit.summary.support_fractions[0] - 1.0 / 12.0).abs() < 1e-12);
    assert_eq!(audit.summary.margin.unwrap().frames, 11);
}

#[test]
fn on_a_moving_platform_a_foot_slides_only_against_the_platform() {
    let (human, level) = (human(), load_level("platform").unwrap());
    let (id, _) = level.platforms().next().unwrap();
    let start_secs = 5.0;
    let rest = level.platform_pose(id, start_secs).world_from_platform;
    // Stands on the platform as if it were glued to it.
    let at = |frame: usize| {
        let time = start_secs + frame as f64 * FRAME_SECS;
        let now = level.platform_pose(id, time).world_from_platform;
        let mut pose = moved(&human, rest.translation);
        pose.world_from_root = now * rest.inverse() * pose.world_from_root;
        (pose, both(&human))
    };
    let mut clip = clip_of(&human, "ride", (0..60).map(at));
    let in_world = Audit::new(&human, &clip, None);
    clip.start_secs = start_secs;
    let on_platform = Audit::new(&human, &clip, Some(&level));
    for (ride, walk) in on_platform.slides.iter().zip(&in_world.slides) {
        assert_eq!(ride.surface, Some(SurfaceId::Platform(id)));
        assert!(ride.metres < 1e-9, "{}", ride.metres);
        assert!(walk.metres > 0.02, "{}", walk.metres);
    }
}

#[test]
fn a_sunk_body_is_as_deep_as_it_sank() {
    let human = human();
    let clip = moving(&human, 5, |t| {
        let is_middle = (t / FRAME_SECS - 2.0).abs() < 0.5;
        if is_middle {
            -0.007 * DVec3::Y
        } else {
            DVec3::ZERO
        }
    });
    let flat = load_level("flat").unwrap();
    for level in [None, Some(&flat)] {
        let peak = Audit::new(&human, &clip, level)
            .summary
            .penetration
            .unwrap();
        assert!((peak.value - 0.007).abs() < 1e-9, "{}", peak.value);
        assert_eq!(peak.frame, 2);
    }
}

#[test]
fn a_swinging_foot_in_the_ground_counts_too() {
    let human = human();
    let mut clip = moving(&human, 3, |_| -0.004 * DVec3::Y);
    for frame in &mut clip.frames {
        frame.contacts = Contacts::NONE;
    }
    let peak = Audit::new(&human, &clip, None).summary.penetration.unwrap();
    assert!((peak.value - 0.004).abs() < 1e-9);
}

#[test]
fn a_joint_beyond_its_limit_is_told_with_its_angle() {
    let human = human();
    let is_hinge = |id: &_| matches!(human.link(*id).joint.kind, JointKind::Hinge { .. });
    let knee = human.link_ids().find(is_hinge).unwrap();
    let JointKind::Hinge { range, .. } = human.link(knee).joint.kind else {
        unreachable!()
    };
    let mut clip = moving(&human, 3, |_| DVec3::ZERO);
    clip.frames[1].pose.joints[knee.index()] = JointCoordinate::Hinge(range.high + 0.05);
    let peak = Audit::new(&human, &clip, None)
        .summary
        .limit_excess
        .unwrap();
    assert!((peak.value - 0.05).abs() < 1e-12);
    assert_eq!((peak.frame, peak.link), (1, knee));
}

#[test]
fn a_joint_that_swings_has_the_speed_and_acceleration_of_its_sine() {
    let human = human();
    let is_hinge = |id: &_| matches!(human.link(*id).joint.kind, JointKind::Hinge { .. });
    let knee = human.link_ids().find(is_hinge).unwrap();
    let (amplitude, rate) = (0.2, 2.0);
    let at = |frame: usize| {
        let mut pose = human.rest.clone();
        let angle = 0.5 + amplitude * libm::sin(rate * frame as f64 * FRAME_SECS);
        pose.joints[knee.index()] = JointCoordinate::Hinge(angle);
        (pose, both(&human))
    };
    let mut clip = clip_of(&human, "swing", (0..200).map(at));
    let summary = Audit::new(&human, &clip, None).summary;
    let (speed, hardest) = (
        summary.joint_speed.unwrap(),
        summary.joint_acceleration.unwrap(),
    );
    assert!((speed.value - amplitude * rate).abs() < 2e-3);
    assert!((hardest.value - amplitude * rate * rate).abs() < 5e-3);
    assert_eq!((speed.link, hardest.link), (knee, knee));
    assert!(summary.pop_ratio().unwrap() < 1.1);

    // One frame that jumps by three degrees is a pop.
    clip.frames[90].pose.joints[knee.index()] = JointCoordinate::Hinge(0.9);
    let summary = Audit::new(&human, &clip, None).summary;
    assert!(summary.joint_acceleration.unwrap().frame.abs_diff(90) <= 1);
    assert!(summary.joint_acceleration.unwrap().value > 100.0);
}

#[test]
fn the_side_of_a_margin_is_as_the_turned_figure_sees_it() {
    let human = human();
    let mut clip = moving(&human, 1, |_| DVec3::ZERO);
    let audit = Audit::new(&human, &clip, None);
    let before = audit.frames[0].side_of(&audit.frames[0].margin.unwrap());
    let turn = Transform::new(rotation_from_vector(2.0 * DVec3::Y), DVec3::ZERO);
    let pose = &mut clip.frames[0].pose;
    pose.world_from_root = turn * pose.world_from_root;
    let audit = Audit::new(&human, &clip, None);
    assert_eq!(
        audit.frames[0].side_of(&audit.frames[0].margin.unwrap()),
        before
    );
}

#[test]
fn frames_may_come_one_by_one() {
    let human = human();
    let clip = swaying(&human);
    let mut auditor = Auditor::new(&human, None, clip.start_secs, clip.frame_secs);
    clip.frames.iter().for_each(|frame| auditor.push(frame));
    assert_eq!(auditor.finish(), Audit::new(&human, &clip, None));
}

#[test]
fn a_balanced_motion_keeps_its_margin_and_its_feet() {
    let human = human();
    let stairs = load_level("stairs").unwrap();
    let steps = [0.45, 0.8, 1.15, 1.45, 1.75];
    for (clip, level) in [
        (swaying(&human), None),
        (walking(&human, &stairs, 0.0, &steps), Some(&stairs)),
    ] {
        let audit = Audit::new(&human, &clip, level);
        let low = audit.summary.margin.unwrap();
        assert!(low.min > 0.02, "{}: {low:?}", clip.name);
        for slide in &audit.slides {
            assert!(slide.metres < 1e-3, "{}: {slide:?}", clip.name);
        }
        assert!(
            audit.summary.penetration.is_none_or(|p| p.value < 1e-3),
            "{:?}",
            audit.summary
        );
        // The recorder's track is the audit's.
        for (frame, found) in clip.frames.iter().zip(&audit.frames) {
            assert_eq!(frame.margin, found.margin.map(|m| m.metres));
        }
    }
}
