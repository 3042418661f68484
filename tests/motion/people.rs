//! How far recorded people turn their joints, beside the human's limits.
//!
//! `CONTRAPPOSTO_PEOPLE` names a folder of recordings, each called after its person, an underscore and a number; without it nothing is
//! checked, and the test says so. Two of three people are those by whom limits may be chosen, the third confirms.

#![allow(
    clippy::print_stdout,
    reason = "what was skipped or measured is said where the test runs"
)]

use contrapposto::character::{
    BallLimits, Character, JointCoordinate, JointKind, Range, SwingShape,
};
use contrapposto::io::{bvh::read_bvh, load_character};
use contrapposto::motion::{RetargetSettings, retarget};
use std::collections::BTreeMap;
use std::f64::consts::PI;

/// The same body with joints that turn any way; hinges keep the sense in which they bend.
fn limitless(character: &Character) -> Character {
    let mut free = character.clone();
    let all = Range::new(-PI, PI);
    for link in &mut free.links {
        match &mut link.joint.kind {
            JointKind::Ball(limits) => {
                let (twist, flex) = (limits.twist_axis, limits.flex_axis);
                *limits = BallLimits::from_angles(twist, flex, all, all, all, SwingShape::Box);
            }
            JointKind::Hinge { range, .. } => {
                let bends_back = range.low + range.high < 0.0;
                *range = if bends_back {
                    Range::new(-PI, 0.5)
                } else {
                    Range::new(-0.5, PI)
                };
            }
            JointKind::Fixed => {}
        }
    }
    free
}

/// Angles of one joint about one of its axes [deg], by who chooses and who confirms.
#[derive(Default)]
struct Angles([Vec<f64>; 2]);

impl Angles {
    /// What 1, 5, 95 and 99 of 100 are below.
    fn told(&mut self, group: usize) -> String {
        let angles = &mut self.0[group];
        angles.sort_by(f64::total_cmp);
        let below =
            |share: f64| angles[((share * angles.len() as f64) as usize).min(angles.len() - 1)];
        format!(
            "{:5.0} {:5.0} {:5.0} {:5.0}",
            below(0.01),
            below(0.05),
            below(0.95),
            below(0.99)
        )
    }
}

#[test]
fn people_turn_their_joints_within_the_limits_of_the_human() {
    let Some(folder) = std::env::var_os("CONTRAPPOSTO_PEOPLE") else {
        println!("Skipped: CONTRAPPOSTO_PEOPLE names no folder with recordings.");
        return;
    };
    let human = load_character("human").expect("the human is shipped");
    let free = limitless(&human);
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "bvh"))
        .collect();
    paths.sort();
    let mut people: Vec<String> = Vec::new();
    let mut angles: BTreeMap<(String, &str), Angles> = BTreeMap::new();
    // Frames, and those in which a joint is beyond its limits by more than ten degrees.
    let mut beyond: BTreeMap<String, [[usize; 2]; 2]> = BTreeMap::new();
    for path in paths {
        let bvh = read_bvh(&path).unwrap_or_else(|e| panic!("{e}"));
        let person = bvh.name.split('_').next().unwrap_or_default().to_owned();
        if people.last() != Some(&person) {
            people.push(person);
        }
        let group = usize::from(people.len().is_multiple_of(3));
        let (clip, _) = retarget(&free, &bvh.recording(), &RetargetSettings::default());
        for frame in &clip.frames {
            for link in human.link_ids() {
                let joint = &human.link(link).joint;
                let name = joint.name.replace("left_", "").replace("right_", "");
                let turn = frame.pose.joint(link);
                let mut add = |axis: &'static str, angle: f64| {
                    let own = angles.entry((name.clone(), axis)).or_default();
                    own.0[group].push(angle.to_degrees());
                };
                match (turn, &joint.kind) {
                    (JointCoordinate::Ball(turn), JointKind::Ball(limits)) => {
                        let [twist, flex, side] = limits.angles_of(turn);
                        add("twist", twist);
                        add("flex", flex);
                        add("side", side);
                    }
                    (JointCoordinate::Hinge(angle), _) => add("hinge", angle),
                    _ => continue,
                }
                let given = turn.clamped(&joint.kind).rotation(&joint.kind);
                let is_beyond = turn.rotation(&joint.kind).angle_between(given) > 0.17;
                let counts = &mut beyond.entry(name).or_default()[group];
                counts[0] += 1;
                counts[1] += usize::from(is_beyond);
            }
        }
    }
    println!(
        "{} people; 1, 5, 95, 99 % of two thirds | of one third [deg]",
        people.len()
    );
    for ((joint, axis), mut own) in angles {
        println!("{joint:12} {axis:5} {} | {}", own.told(0), own.told(1));
    }
    for (joint, groups) in beyond {
        let shares = groups.map(|[all, beyond]| 100.0 * beyond as f64 / all as f64);
        println!(
            "{joint:12} beyond its limits by 10 degrees in {:.1} % | {:.1} %",
            shares[0], shares[1]
        );
        assert!(shares[1] < 12.0, "{joint}: {} %", shares[1]);
    }
}
