//! How near links come to each other and to the ground: against every pair of shapes, and against finite differences.

use super::distance::distance;
use super::solids::touches;
use contrapposto::character::{Character, LinkId, Pose, Shape};
use contrapposto::collide::{Clearance, Clearances, LEAST_AT_REST, Solid, Terrain, Touch};
use contrapposto::io::{load_character, load_level, shipped_characters};
use contrapposto::kinematics::{Kinematics, Rooting, forward, move_joints, position_jacobian};
use contrapposto::lab::random_pose;
use contrapposto::math::{Random, Transform, rotation_from_vector};
use glam::DVec3;

const MARGIN: f64 = 0.05;

fn shipped() -> impl Iterator<Item = Character> {
    let names = shipped_characters().iter().map(|(name, _)| name);
    names.map(|name| load_character(name).expect("it is shipped"))
}

/// Calls `check` for random poses of every shipped character.
fn each_pose(count: usize, mut check: impl FnMut(&Character, &Pose, &mut Random)) {
    let mut random = Random::new(31);
    for character in shipped() {
        for _ in 0..count {
            let pose = random_pose(&character, &mut random);
            check(&character, &pose, &mut random);
        }
    }
}

fn solids(character: &Character, kin: &Kinematics, link: LinkId) -> Vec<Solid> {
    let shapes = character.link(link).shapes.iter();
    shapes
        .map(|placed| Solid::of(&placed.shape, &(*kin.link(link) * placed.link_from_shape)))
        .collect()
}

fn clearance(first: LinkId, second: Option<LinkId>, touch: &Touch) -> Clearance {
    Clearance {
        first,
        second,
        point: touch.point,
        normal: touch.normal,
        gap: touch.gap,
    }
}

/// The nearest place of two links, without a short cut.
fn nearest(character: &Character, kin: &Kinematics, [a, b]: [LinkId; 2]) -> Option<Clearance> {
    let mut nearest: Option<Clearance> = None;
    for first in solids(character, kin, a) {
        for second in solids(character, kin, b) {
            let touches = touches(&first, &second, MARGIN);
            let Some(touch) = touches.deepest() else {
                continue;
            };
            if nearest.is_none_or(|nearest| touch.gap < nearest.gap) {
                nearest = Some(clearance(a, Some(b), touch));
            }
        }
    }
    nearest
}

#[test]
fn the_gap_of_two_links_is_the_least_of_all_their_shapes() {
    let mut clearances = Clearances::default();
    let mut seen = 0;
    each_pose(40, |character, pose, _| {
        let kin = Kinematics::of(character, pose);
        let pairs = character.keep_apart.iter();
        let expected: Vec<Clearance> = pairs
            .filter_map(|(a, b)| nearest(character, &kin, [*a, *b]))
            .collect();
        let found = clearances.between_links(character, &kin, MARGIN);
        assert_eq!(found, expected, "{}", character.name);
        seen += found.len();
    });
    assert!(seen > 1500, "{seen}");
}

#[test]
fn all_touches_of_links_with_the_ground_are_found() {
    let mut clearances = Clearances::default();
    for (name, least) in [
        ("flat", 500),
        ("stairs", 500),
        ("rough", 500),
        ("platform", 500),
    ] {
        let mut terrain = Terrain::new(&load_level(name).expect("it is shipped"));
        terrain.at(1.5, 1.0);
        let mut seen = 0;
        each_pose(10, |character, pose, random| {
            let mut pose = pose.clone();
            let place = random.in_box(DVec3::new(1.0, 0.5, 3.0));
            pose.world_from_root.translation = place + DVec3::new(0.0, 0.3, 2.0);
            let kin = Kinematics::of(character, &pose);
            let standing = character.soles[0].link;
            // Around its joint with what stands a link may lie on the ground, too: those are left to tests of palms.
            let is_joined = |link: LinkId| {
                let parent = |link: LinkId| character.link(link).parent;
                parent(link) == Some(standing) || parent(standing) == Some(link)
            };
            let mut expected = Vec::new();
            for link in character.link_ids().filter(|link| *link != standing) {
                for solid in solids(character, &kin, link) {
                    terrain.touches(&solid, MARGIN, |found| {
                        expected.push(clearance(link, None, &found.touch));
                    });
                }
            }
            let is_standing = |link| link == standing;
            let found = clearances.with_ground(character, &kin, &terrain, MARGIN, is_standing);
            let apart = |all: &[Clearance]| -> Vec<Clearance> {
                let all = all.iter().filter(|touch| !is_joined(touch.first));
                all.copied().collect()
            };
            assert_eq!(
                apart(found),
                apart(&expected),
                "{} on {name}",
                character.name
            );
            seen += found.len();
        });
        assert!(seen > least, "{name}: {seen}");
    }
}

#[test]
fn a_lying_bone_touches_the_ground_at_both_ends() {
    let human = load_character("human").expect("it is shipped");
    let mut pose = Pose::zero(&human.links);
    // On its back, the pelvis a capsule's radius above the floor.
    let on_back = rotation_from_vector(-std::f64::consts::FRAC_PI_2 * DVec3::X);
    pose.world_from_root = Transform::new(on_back, DVec3::new(0.0, 0.075, 1.0));
    let kin = Kinematics::of(&human, &pose);
    let terrain = Terrain::new(&load_level("flat").expect("it is shipped"));
    let mut clearances = Clearances::default();
    let found = clearances.with_ground(&human, &kin, &terrain, MARGIN, |_| false);
    let thigh = human.find_link("left_thigh").expect("it has one");
    let ends: Vec<_> = found.iter().filter(|c| c.first == thigh).collect();
    assert_eq!(ends.len(), 2, "{found:?}");
    assert!((ends[0].point.distance(ends[1].point) - 0.4).abs() < 1e-9);
    for end in ends {
        assert!((end.gap - 0.003).abs() < 1e-9 && end.normal.distance(DVec3::Y) < 1e-9);
    }
}

/// Where everything is after one column of a rooting moved.
fn moved(
    (character, rooting): (&Character, &Rooting),
    (pose, kin): (&Pose, &Kinematics),
    column: usize,
    by: f64,
) -> Kinematics {
    let mut change = vec![0.0; rooting.dofs];
    change[column] = by;
    let mut turned = pose.clone();
    move_joints(rooting, kin, pose, &change, &mut turned);
    let mut after = Kinematics::default();
    let held = *kin.link(rooting.root);
    forward(rooting, character, &turned, held, &mut after);
    after
}

#[test]
fn the_gap_of_round_links_grows_as_their_jacobians_say() {
    const H: f64 = 1e-6;
    let mut clearances = Clearances::default();
    let (mut seen, mut worst) = (0, 0.0_f64);
    each_pose(10, |character, pose, _| {
        let rooting = Rooting::new(character, character.soles[0].link);
        let kin = Kinematics::of(character, pose);
        let is_round = |link: LinkId| {
            let mut shapes = character.link(link).shapes.iter();
            shapes.all(|placed| !matches!(placed.shape, Shape::Box { .. }))
        };
        let mut columns = [DVec3::ZERO; 2].map(|zero| vec![zero; rooting.dofs]);
        for now in clearances.between_links(character, &kin, MARGIN).to_vec() {
            let second = now.second.expect("a pair has two links");
            // Where axes nearly cross, the way out turns at once.
            if !is_round(now.first) || !is_round(second) || now.gap < -0.02 {
                continue;
            }
            for (link, columns) in [now.first, second].into_iter().zip(&mut columns) {
                position_jacobian(&rooting, &kin, link, now.point, columns);
            }
            for (column, (a, b)) in columns[0].iter().zip(&columns[1]).enumerate() {
                let expected = now.normal.dot(*a - *b);
                let gap = |by: f64| {
                    let kin = moved((character, &rooting), (pose, &kin), column, by);
                    nearest(character, &kin, [now.first, second])
                        .expect("it is still near")
                        .gap
                };
                let measured = (gap(H) - gap(-H)) / (2.0 * H);
                worst = worst.max((measured - expected).abs());
            }
            seen += 1;
        }
    });
    assert!(seen > 150, "{seen}");
    assert!(worst < 1e-5, "{worst}");
}

#[test]
fn links_that_keep_apart_are_apart_at_rest_and_all_others_cannot_be() {
    let mut clearances = Clearances::default();
    for character in shipped() {
        let kin = Kinematics::of(&character, &character.rest);
        let name = &character.name;
        assert!(character.keep_apart.is_sorted(), "{name}");
        assert!(
            character.keep_apart.windows(2).all(|w| w[0] != w[1]),
            "{name}"
        );
        let near = clearances.between_links(&character, &kin, LEAST_AT_REST);
        assert_eq!(near, [], "{name}");
        for first in character.link_ids() {
            for second in character.link_ids().filter(|second| first < *second) {
                let (a, b) = (
                    solids(&character, &kin, first),
                    solids(&character, &kin, second),
                );
                let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
                let least = pairs.map(|(a, b)| distance(a, b).0);
                let least = least.fold(f64::INFINITY, f64::min);
                let names = [first, second].map(|id| character.link(id).name.as_str());
                if character.keep_apart.contains(&(first, second)) {
                    assert!(!character.are_joined(first, second), "{name} {names:?}");
                    assert!(least > LEAST_AT_REST - 1e-6, "{name} {names:?} {least}");
                    assert!(least.is_finite(), "{name} {names:?}");
                } else if !character.are_joined(first, second) {
                    // Gaps of boxes are two per cent short at most.
                    assert!(least < 1.03 * LEAST_AT_REST, "{name} {names:?} {least}");
                }
            }
        }
    }
}

#[test]
fn a_body_that_is_nowhere_is_near_nothing() {
    let human = load_character("human").expect("it is shipped");
    let terrain = Terrain::new(&load_level("rough").expect("it is shipped"));
    let mut clearances = Clearances::default();
    for bad in [f64::NAN, f64::INFINITY, 1e300] {
        let mut kin = Kinematics::of(&human, &human.rest);
        for link in &mut kin.world_from_link {
            link.translation = DVec3::new(bad, 0.0, bad);
        }
        assert_eq!(clearances.between_links(&human, &kin, MARGIN), []);
        let found = clearances.with_ground(&human, &kin, &terrain, MARGIN, |_| false);
        assert_eq!(found, []);
    }
}

#[test]
fn once_warm_clearances_allocate_nothing() {
    let mannequin = load_character("mannequin").expect("it is shipped");
    let terrain = Terrain::new(&load_level("flat").expect("it is shipped"));
    let kin = Kinematics::of(&mannequin, &mannequin.rest);
    let mut clearances = Clearances::default();
    let mut look = || {
        let between = clearances.between_links(&mannequin, &kin, 0.3).len();
        let ground = clearances.with_ground(&mannequin, &kin, &terrain, 0.3, |_| false);
        assert!(between > 10 && ground.len() > 4);
    };
    look();
    let spent = allocation_counter::measure(look);
    assert_eq!(spent.count_total, 0);
}
