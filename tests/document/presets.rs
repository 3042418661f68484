//! Poses with names: every body that has the limbs for one takes it, balanced and within itself.

use crate::session::{drag, editor, margin, place, sole_shift, take_preset};
use contrapposto::character::{Character, LinkId};
use contrapposto::collide::{Clearances, Terrain};
use contrapposto::document::{Edit, Posed, Poser, in_between};
use contrapposto::io::{
    Source, load_character, load_level, pose_names, preset, read_document, write_document,
};
use contrapposto::kinematics::Kinematics;
use glam::{DVec2, DVec3};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// Links may be in each other, and in the ground, by no more than this [m].
const OVERLAP: f64 = 1e-3;

/// The pose of a name.
fn posed(name: &str, character: &Character) -> Result<Posed, String> {
    let posed = preset(name, character)?.posed(character);
    posed.check(character, name)?;
    Ok(posed)
}

/// Fails unless the body balances within the region of what carries it, apart from itself and the ground, joints within limits.
fn check(name: &str, character: &Character, posed: &Posed) {
    let body = &character.name;
    let kin = Kinematics::of(character, &posed.pose);
    let margin = posed
        .stance
        .polygon
        .margin(DVec2::new(kin.com.x, kin.com.z));
    assert!(margin.metres > 0.0, "{body} {name}: {}", margin.metres);
    let beyond = posed.pose.joints_beyond_limits(character, 1e-3).count();
    assert_eq!(beyond, 0, "{body} {name}");

    let terrain = Terrain::new(&load_level("flat").unwrap());
    let mut clearances = Clearances::default();
    let mut all = clearances.between_links(character, &kin, 0.0).to_vec();
    let stands = |link| posed.stance.stands_on(character, link);
    all.extend_from_slice(clearances.with_ground(character, &kin, &terrain, 0.0, stands));
    let meant = posed.goals.iter().filter_map(|goal| match goal.kind {
        contrapposto::ik::GoalKind::Together(both) => Some([both.first.link, both.second.link]),
        _ => None,
    });
    let meant: Vec<_> = meant.collect();
    for near in all {
        let is_part = |part, of| part == of || character.are_joined(part, of);
        let may_touch = near.second.is_some_and(|second| {
            meant.iter().any(|[a, b]| {
                (is_part(near.first, *a) && is_part(second, *b))
                    || (is_part(near.first, *b) && is_part(second, *a))
            })
        });
        let links = (near.first, near.second).0;
        let link = &character.link(links).name;
        assert!(
            may_touch || near.gap > -OVERLAP,
            "{body} {name}: {link} by {:.1} mm",
            -1e3 * near.gap
        );
    }
}

#[test]
fn every_pose_is_one_that_people_can_take() {
    for body in ["human", "tall_thin", "short_stout"] {
        let character = load_character(body).unwrap();
        for (name, _) in pose_names() {
            match posed(name, &character) {
                Ok(posed) => check(name, &character, &posed),
                Err(why) => panic!("{why}"),
            }
        }
    }
}

#[test]
fn other_bodies_take_what_they_have_limbs_for_and_say_what_they_lack() {
    let mut counts = Vec::new();
    for body in [
        "hobbler",
        "pot_belly",
        "mannequin",
        "chicken",
        "four_armed",
        "quadruped",
    ] {
        let character = load_character(body).unwrap();
        let mut taken = 0;
        for (name, _) in pose_names() {
            match posed(name, &character) {
                Ok(posed) => {
                    check(name, &character, &posed);
                    taken += 1;
                }
                Err(why) => {
                    let begin = format!("{body} cannot take the pose {name}: ");
                    assert!(why.starts_with(&begin), "{why}");
                }
            }
        }
        counts.push((body, taken));
    }
    for (body, least) in [("hobbler", 20), ("pot_belly", 20), ("chicken", 3)] {
        let taken = counts.iter().find(|(name, _)| *name == body);
        assert!(
            taken.is_some_and(|(_, taken)| *taken >= least),
            "{counts:?}"
        );
    }
    let chicken = load_character("chicken").unwrap();
    let why = posed("kneel", &chicken).unwrap_err();
    assert_eq!(
        why,
        "chicken cannot take the pose kneel: it has no left_foot.ball+toe"
    );
}

#[test]
fn there_are_more_than_twenty_each_of_another_name_with_a_line_that_says_what_it_is() {
    let page = include_str!("../../docs/poses.md");
    let mut names = BTreeSet::new();
    for (name, description) in pose_names() {
        assert!(names.insert(name), "{name}");
        assert!(description.len() > 10, "{name}");
        let row = format!("| `{name}` | {description} |");
        assert!(page.contains(&row), "{row}");
    }
    assert!(names.len() > 20, "{}", names.len());
}

#[test]
fn they_are_taken_where_the_figure_is_and_stand_there() {
    for level in ["flat", "slope"] {
        let mut editor = editor("human", level);
        let rest = editor.document().clone();
        for (name, _) in pose_names() {
            let preset = preset(name, &rest.character).unwrap();
            // Tables, walls and floors under knees are level ones.
            if level == "slope" && !preset.asked.plants.is_empty() {
                continue;
            }
            editor.apply(Edit::Preset(Arc::new(preset))).unwrap();
            assert!(
                margin(&editor) > 0.01,
                "{level} {name}: {}",
                margin(&editor)
            );
            assert!(sole_shift(&editor) < 1e-3, "{level} {name}");
        }
        editor.apply(Edit::Reset).unwrap();
        assert_eq!(*editor.document(), rest);
    }
    let human = load_character("human").unwrap();
    let why = preset("headstand", &human).unwrap_err();
    assert!(
        why.starts_with("there is no pose \"headstand\", only stand, "),
        "{why}"
    );
}

/// The lowest point of a link's skin [m].
fn lowest(character: &Character, kin: &Kinematics, link: LinkId) -> f64 {
    let shapes = &character.link(link).shapes;
    let bottoms = shapes.iter().map(|placed| {
        let world_from_shape = *kin.link(link) * placed.link_from_shape;
        let (tips, radius) = placed.shape.tips();
        let tips = tips
            .into_iter()
            .map(|tip| world_from_shape.point(tip).y - radius);
        tips.fold(f64::INFINITY, f64::min)
    });
    bottoms.fold(f64::INFINITY, f64::min)
}

#[test]
fn palms_that_carry_on_the_floor_touch_it() {
    for body in ["human", "tall_thin", "short_stout"] {
        let character = load_character(body).unwrap();
        for name in ["crawl", "handstand"] {
            let posed = posed(name, &character).unwrap();
            let kin = Kinematics::of(&character, &posed.pose);
            for side in ["left_hand", "right_hand"] {
                let hand = character.find_link(side).unwrap();
                let height = 1e3 * lowest(&character, &kin, hand);
                assert!(height.abs() <= 0.5, "{body} {name} {side}: {height} mm");
            }
        }
    }
}

#[test]
fn on_a_handstand_the_body_is_upside_down_over_the_palms_alone() {
    let character = load_character("human").unwrap();
    let posed = posed("handstand", &character).unwrap();
    assert!(posed.stance.planted.is_empty());
    let kin = Kinematics::of(&character, &posed.pose);
    let up = |link: &str| kin.link(character.find_link(link).unwrap()).rotation * DVec3::Y;
    for (link, least) in [("chest", 0.95), ("pelvis", 0.8), ("left_shank", 0.95)] {
        assert!(up(link).y < -least, "{link}: {}", up(link));
    }
    let wrist = character.find_link("left_hand").unwrap();
    let forearm = character.find_link("left_forearm").unwrap();
    let along = |link| kin.link(link).rotation * DVec3::X;
    let extended = along(wrist).angle_between(along(forearm)).to_degrees();
    assert!((80.0..90.1).contains(&extended), "{extended}");
    // From the heels of the hands to their fingers, and from hand to hand.
    let corners = posed.stance.polygon.corners();
    let span = |of: fn(&DVec2) -> f64| {
        let all = corners.iter().map(of);
        all.clone().fold(f64::MIN, f64::max) - all.fold(f64::MAX, f64::min)
    };
    let (wide, deep) = (span(|c| c.x), span(|c| c.y));
    assert!(
        (0.42..0.46).contains(&wide) && (0.11..0.13).contains(&deep),
        "{wide} {deep}"
    );
    let margin = posed
        .stance
        .polygon
        .margin(DVec2::new(kin.com.x, kin.com.z));
    assert!(margin.metres > 0.03, "{}", margin.metres);
}

#[test]
fn a_handstand_in_the_window_is_mirrored_saved_keyed_and_left_again() {
    let mut editor = editor("human", "flat");
    editor.apply(Edit::AddKey { secs: 0.0 }).unwrap();
    let setup = editor.document().setup.clone();
    editor.apply(Edit::LeaveKey { setup }).unwrap();
    take_preset(&mut editor, "handstand");
    assert!(editor.document().setup.planted.is_empty());
    editor.apply(Edit::Mirror).unwrap();
    editor.apply(Edit::AddKey { secs: 2.0 }).unwrap();
    assert!(margin(&editor) > 0.0199, "{}", margin(&editor));

    let text = write_document(editor.document(), Path::new("."));
    let source = Source::new("handstand.pose.ron", text);
    let again = read_document(&source, Path::new(".")).unwrap();
    assert_eq!(again.setup, editor.document().setup);

    let mut poser = Poser::default();
    for frame in 0..=20 {
        let secs = 0.1 * f64::from(frame);
        let setup = in_between(&mut poser, editor.document(), secs);
        let joints = setup
            .pose
            .joints_beyond_limits(&editor.document().character, 1e-6);
        assert_eq!(joints.count(), 0, "{secs} s");
    }
    let hand = place(&editor, "left_hand");
    let foot = place(&editor, "left_foot");
    drag(&mut editor, "left_foot", foot + DVec3::new(0.05, -0.1, 0.1));
    assert!(place(&editor, "left_hand").distance(hand) < 1e-3);
    assert!(margin(&editor) > 0.015, "{}", margin(&editor));
    editor.apply(Edit::Reset).unwrap();
    assert_eq!(editor.document().setup.planted.len(), 2);
}
