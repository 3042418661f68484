//! The lessons say what the paper shows, in numbers.

use super::{lesson, solved};
use contrapposto::character::LinkId;
use contrapposto::ik::{Priority, SolverSettings};
use contrapposto::io::{load_character, shipped_lessons};
use contrapposto::kinematics::Rooting;
use contrapposto::lesson::{Act, Number, Scene, Solved, Step, Upright, Value, ValueUnit};

fn error_mm(scene: &Scene, solved: &Solved, goal: &str) -> f64 {
    let number = Number::parse(&format!("error of {goal}")).unwrap();
    1e3 * number.of(scene, solved).unwrap().value
}

#[test]
fn alike_goals_meet_half_way_and_every_priority_keeps_balance() {
    let scene = lesson(3).pages[0].shown();
    for priority in [
        Priority::Equal,
        Priority::Biased,
        Priority::Weighted,
        Priority::NullSpace,
        Priority::Strict,
    ] {
        let settings = SolverSettings {
            priority,
            ..scene.settings
        };
        let scene = scene.after(&[Step::Solve(settings)]);
        let done = scene.solve();
        let balance = error_mm(&scene, &done, "balance");
        let hand = error_mm(&scene, &done, "left_hand");
        let sentence = done.report.sentence(&done.goals);
        if priority == Priority::Equal {
            assert!(balance > 20.0, "{balance:.1} mm");
        } else {
            assert!(balance < 5.0, "{priority:?}: {balance:.1} mm");
            assert!(hand > 20.0, "{priority:?}: {hand:.1} mm");
            assert!(sentence.starts_with("Left hand gives"), "{sentence}");
        }
    }
}

#[test]
fn scaling_the_error_alone_overshoots() {
    let page = &lesson(3).pages[2];
    let solved = solved(page);
    let [both, alone] = &solved.cases[..] else {
        panic!("two cases");
    };
    let [both, alone] = [both, alone].map(|(_, scene, done)| error_mm(scene, done, "balance"));
    assert!(alone > 2.0 * both, "{both:.1} mm, {alone:.1} mm");
}

#[test]
fn without_an_upright_bias_a_walk_collapses_and_with_it_it_does_not() {
    let page = &lesson(9).pages[3];
    let [without, with] = &solved(page).cases[..] else {
        panic!("two cases");
    };
    let [without, with] = [without, with].map(|(_, _, done)| done.stepped.clone().unwrap());
    assert!(without.loss() > 0.05, "{}", without.loss());
    // Neither does it sink nor rise.
    let first = with.com_heights[0];
    let off = with
        .com_heights
        .iter()
        .map(|height| (height / first - 1.0).abs());
    let off = off.fold(0.0, f64::max);
    assert!(off < 0.01, "{off}");
    assert!(without.least_margin > 0.0 && with.least_margin > 0.0);
}

#[test]
fn lesson_nine_shows_both_walks() {
    let page = &lesson(9).pages[3];
    let uprights = page.cases.iter().map(|case| match &case.scene.act {
        Act::Stepping(stepping) => stepping.upright,
        other => panic!("{other:?}"),
    });
    let uprights: Vec<Upright> = uprights.collect();
    assert!(matches!(
        uprights[..],
        [Upright::Unasked, Upright::Biased(_)]
    ));
}

#[test]
fn a_column_of_the_centre_of_mass_is_what_turning_the_joint_does() {
    let page = &lesson(8).pages[0];
    let (scene, done) = solved(page).shown;
    for joint in scene.character.joint_names() {
        let of = |kind: &str| {
            let number = Number::parse(&format!("{kind} of {joint}")).unwrap();
            number.of(&scene, &done).unwrap().value
        };
        let (formula, nudge) = (of("com arrow"), of("com nudge"));
        assert!((formula - nudge).abs() < 1e-6, "{joint}: {formula} {nudge}");
    }
}

#[test]
fn early_sweeps_depend_on_their_order_and_late_ones_do_not() {
    let page = &lesson(6).pages[2];
    let solved = solved(page);
    let number = Number::parse("angle of left_ankle").unwrap();
    let angle = |name: &str| {
        let (_, scene, done) = solved.cases.iter().find(|(own, ..)| own == name).unwrap();
        number.of(scene, done).unwrap().value
    };
    let apart = (angle("1000 forward") - angle("1000 backward")).abs();
    assert!(
        apart < 0.2 * (angle("1 forward") - angle("1000 forward")).abs(),
        "{apart}"
    );
}

#[test]
fn lessons_count_the_angles_that_the_human_has() {
    let human = load_character("human").unwrap();
    let angles = Rooting::new(&human, LinkId::ROOT).dofs;
    let first = lesson(1).pages[0].question.clone().unwrap();
    assert!(first.ask.contains(&format!("has {angles} angles")));
    let left = angles - 3;
    assert!(first.because.contains(&format!("leave {left} angles free")));
    for (name, of_all) in [
        ("05", format!("the body has {angles}.")),
        ("09", format!("numbers of {angles}.")),
    ] {
        let (_, text) = shipped_lessons()
            .iter()
            .find(|(own, _)| *own == name)
            .unwrap();
        assert!(text.contains(&of_all), "lesson {name}");
    }
}

#[test]
fn a_height_that_rounds_to_nothing_has_no_sign() {
    let height = |value| Value {
        value,
        unit: ValueUnit::Height,
    };
    assert_eq!(height(-2e-5).to_string(), "0.000 m");
    assert_eq!(height(-0.02).to_string(), "-0.020 m");
}

#[test]
fn no_arrow_of_a_straight_arm_points_along_it() {
    let (scene, done) = solved(&lesson(11).pages[0]).shown;
    let shoulder = scene.character.find_joint("left_shoulder").unwrap();
    let arrows = scene.arrows(&done);
    // Shoulder, elbow and wrist: what is frozen takes the hand nowhere.
    let long = arrows.iter().filter(|(_, arrow)| arrow.length() > 0.1);
    let mut count = 0;
    for (hand, arrow) in long {
        let arm = *hand - done.kin.pivot(shoulder);
        let lean = arm.normalize().dot(arrow.normalize()).abs();
        assert!(lean < 0.1, "{lean}");
        count += 1;
    }
    assert!(count >= 3, "{count}");
}

#[test]
fn who_carries_a_belly_is_seen_to_lean_back() {
    let page = solved(&lesson(10).pages[1]);
    let tilt = Number::parse("tilt of chest").unwrap();
    let degrees = page.cases.iter().map(|(_, scene, done)| {
        let value = tilt.of(scene, done).unwrap().value;
        value.to_degrees()
    });
    let [human, belly]: [f64; 2] = degrees.collect::<Vec<_>>().try_into().unwrap();
    assert!(human < 0.5 && belly > 6.0, "{human}° {belly}°");
}
