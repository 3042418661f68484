//! Between keys in dynamic balance: feet step in the time that people take for it, and the whole body tips nowhere.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "helpers of tests may panic, and figures are worth reading"
)]

use crate::session::{drag, editor, place, take_preset};
use contrapposto::character::Character;
use contrapposto::document::{Edit, Editor, bake, hasty_ways};
use contrapposto::gait::Manner;
use contrapposto::kinematics::Kinematics;
use contrapposto::motion::{Audit, Clip};
use glam::DVec3;

const FRAME_SECS: f64 = 1.0 / 120.0;

fn key(editor: &mut Editor, secs: f64) {
    let setup = editor.document().setup.clone();
    editor.apply(Edit::AddKey { secs }).unwrap();
    editor.apply(Edit::LeaveKey { setup }).unwrap();
}

/// What was measured of a way between keys.
struct Figures {
    /// Of the zero-moment point [m].
    margin: f64,
    /// How far the chest leans beyond both keys [°].
    lean_deg: f64,
    slide: f64,
    beyond_limits: f64,
}

fn figures(editor: &Editor, what: &str) -> Figures {
    let document = editor.document();
    let character = &document.character;
    let clip = bake(document, FRAME_SECS).unwrap();
    let audit = Audit::new(character, &clip, Some(&document.level));
    let summary = &audit.summary;
    let moving = summary.dynamic_margin.unwrap();
    let figures = Figures {
        margin: moving.min,
        lean_deg: lean_beyond_ends(character, &clip).to_degrees(),
        slide: (summary.worst_slide).map_or(0.0, |slide| audit.slides[slide].metres),
        beyond_limits: summary.limit_excess.map_or(0.0, |peak| peak.value),
    };
    println!(
        "{what}: zero-moment point {:.1} mm inside, in {:.1} % of the frames (centre of mass {:.1} mm), trunk leans {:.1}° beyond its keys, slide {:.3} mm",
        1e3 * figures.margin,
        1e2 * moving.inside_fraction,
        1e3 * summary.margin.unwrap().min,
        figures.lean_deg,
        1e3 * figures.slide,
    );
    figures
}

/// How much farther the chest is from both ends' leans than those are from each other [rad].
fn lean_beyond_ends(character: &Character, clip: &Clip) -> f64 {
    let chest = character.find_link("chest").unwrap();
    let up = |frame: usize| {
        let kin = Kinematics::of(character, &clip.frames[frame].pose);
        kin.link(chest).rotation * DVec3::Y
    };
    let last = clip.frames.len() - 1;
    let ends = [up(0), up(last)];
    let beyond = (0..=last).map(|frame| {
        let from_ends = ends.map(|end| end.angle_between(up(frame)));
        from_ends[0].max(from_ends[1]) - ends[0].angle_between(ends[1])
    });
    beyond.fold(0.0, f64::max)
}

/// A person at rest who has set the right foot elsewhere some time later.
fn step(by: DVec3, secs: f64) -> Editor {
    let mut editor = editor("human", "flat");
    key(&mut editor, 0.0);
    let foot = place(&editor, "right_foot");
    drag(&mut editor, "right_foot", foot + by);
    assert!((place(&editor, "right_foot") - foot - by).length() < 2e-3);
    key(&mut editor, secs);
    editor
}

#[test]
fn a_step_between_two_keys_is_made_in_the_time_that_people_take_for_it() {
    for (way, ahead) in [
        ("ahead", DVec3::Z),
        ("aside", DVec3::NEG_X),
        ("back", DVec3::NEG_Z),
    ] {
        let editor = step(0.4 * ahead, 0.8);
        let made = figures(&editor, &format!("0.4 m {way} in 0.8 s"));
        assert!(made.margin >= 0.0, "{way}: {} m", made.margin);
        assert!(made.lean_deg < 1.0, "{way}: {}°", made.lean_deg);
        assert!(made.slide < 1e-5 && made.beyond_limits < 1e-9);
        // Aside legs reach less far than ahead and back.
        let length = if way == "aside" { 0.6 } else { 0.8 };
        let editor = step(length * ahead, 1.2);
        let made = figures(&editor, &format!("{length} m {way} in 1.2 s"));
        assert!(made.margin >= 0.0, "{way}: {} m", made.margin);
        assert!(made.lean_deg < 1.0, "{way}: {}°", made.lean_deg);
    }
}

#[test]
fn poses_that_stand_elsewhere_follow_each_other_without_tipping() {
    for (to, secs) in [("crouch", 0.8), ("left_leg", 1.0), ("archer", 1.0)] {
        let mut editor = editor("human", "flat");
        key(&mut editor, 0.0);
        take_preset(&mut editor, to);
        key(&mut editor, secs);
        let made = figures(&editor, &format!("rest to {to} in {secs} s"));
        assert!(made.margin >= 0.0, "{to}: {} m", made.margin);
        assert!(made.lean_deg < 15.0, "{to}: {}°", made.lean_deg);
    }
}

#[test]
fn a_way_at_rest_keeps_the_centre_of_mass_over_its_feet_and_tips_when_it_is_quick() {
    let mut editor = step(0.4 * DVec3::Z, 4.0);
    let in_motion = figures(&editor, "0.4 m in 4 s, in motion");
    editor
        .apply(Edit::SetKeyManner {
            index: 0,
            manner: Manner::Static,
        })
        .unwrap();
    let clip = bake(editor.document(), FRAME_SECS).unwrap();
    let margins = clip.frames.iter().filter_map(|frame| frame.margin);
    assert!(margins.fold(f64::INFINITY, f64::min) > 0.0199);
    editor
        .apply(Edit::MoveKey {
            index: 1,
            secs: 0.8,
        })
        .unwrap();
    let quick = figures(&editor, "0.4 m in 0.8 s, as if at rest");
    assert!(in_motion.margin > 0.0 && quick.margin < -0.1);
}

#[test]
fn a_way_with_too_little_time_says_how_much_it_needs() {
    let mut editor = step(0.4 * DVec3::Z, 0.3);
    let looked_at = |editor: &Editor| {
        let document = editor.document();
        let clip = bake(document, FRAME_SECS).unwrap();
        let audit = Audit::new(&document.character, &clip, Some(&document.level));
        hasty_ways(document, &audit)
    };
    let hasty = looked_at(&editor);
    assert_eq!(hasty.len(), 1);
    let needs = hasty[0].needs_secs;
    assert!((0.4..0.9).contains(&needs), "{needs} s");
    editor
        .apply(Edit::Ripple {
            from_index: 1,
            by_secs: needs - 0.3,
        })
        .unwrap();
    let made = figures(&editor, &format!("0.4 m ahead in {needs:.2} s"));
    assert!(made.margin > -1e-3 && looked_at(&editor).is_empty());
}
