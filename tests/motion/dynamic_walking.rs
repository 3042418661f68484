//! Walks in dynamic balance: the zero-moment point stays inside what stands while the centre of mass does not, feet roll and keep
//! still, and the human walks as people do.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may stop where it likes, and its figures are worth reading"
)]

use crate::bipeds::BIPEDS;
use crate::walk_matrix::made_speed;
use crate::walking::overlap;
use contrapposto::character::{Character, JointCoordinate};
use contrapposto::gait::{Biped, Manner, Walk, WalkOrder, walk, walk_again};
use contrapposto::io::{load_character, load_level};
use contrapposto::kinematics::Kinematics;
use contrapposto::level::Level;
use contrapposto::math::rotation_vector;
use contrapposto::motion::Audit;
use glam::DVec3;

const STEPS: usize = 12;
/// Where a step of a stroll is slower than asked: ankles that hardly bend, legs that differ, and feet of one piece on ground that is not
/// level; by shares of the speed.
const SLOWER: [(&str, &str, f64); 8] = [
    ("mannequin", "flat", 0.85),
    ("mannequin", "slope", 0.18),
    ("mannequin", "rough", 0.55),
    ("hobbler", "slope", 0.65),
    ("hobbler", "rough", 0.85),
    ("planar", "slope", 0.75),
    ("planar", "rough", 0.85),
    ("four_armed", "slope", 0.85),
];

fn strolled(character: &Character, level: &Level, (steps, speed): (usize, Option<f64>)) -> Walk {
    let biped = Biped::new(character).unwrap();
    let settings = biped.settings_at(speed.unwrap_or(biped.comfortable_speed()));
    walk(character, level, &WalkOrder::ahead(settings, steps), |_| {}).unwrap()
}

#[test]
fn every_biped_walks_over_flat_sloping_and_rough_ground_without_tipping() {
    let mut faults = Vec::new();
    for name in BIPEDS {
        let character = load_character(name).unwrap();
        for level in ["flat", "slope", "rough"] {
            let level = load_level(level).unwrap();
            let made = strolled(&character, &level, (STEPS, None));
            let audit = Audit::new(&character, &made.clip, Some(&level));
            let summary = &audit.summary;
            let moving = summary.dynamic_margin.unwrap();
            let at_rest = summary.margin.unwrap();
            let slide = summary.worst_slide.map_or(0.0, |s| audit.slides[s].metres);
            let depth = summary.penetration.map_or(0.0, |peak| peak.value);
            let excess = summary.limit_excess.map_or(0.0, |peak| peak.value);
            let pops = summary.pop_ratio().unwrap_or(0.0);
            let overlap = overlap(&made, &character, &level);
            let friction = summary.friction.map_or(0.0, |friction| friction.max);
            let line = format!(
                "{name:11} {:5} {:?} at {:.2} m/s of {:.2}, the slowest step at {:.2} of that: zero-moment point {:5.1} mm inside (centre of mass {:6.1}), slide {:.3} mm, depth {:.2} mm, links in each other {:.1} mm, beyond limits {:.4}°, pops {pops:.2}, friction {friction:.2}",
                level.name,
                made.settings.manner,
                made_speed(&made),
                Biped::new(&character).unwrap().comfortable_speed(),
                made.slowest,
                1e3 * moving.min,
                1e3 * at_rest.min,
                1e3 * slide,
                1e3 * depth,
                1e3 * overlap,
                excess.to_degrees(),
            );
            println!("{line}");
            let most_overlap = if name == "short_stout" { 0.027 } else { 0.008 };
            let is_dynamic = made.settings.manner == Manner::Dynamic;
            let share = made.slowest;
            let here = |place: &&(&str, &str, f64)| (place.0, place.1) == (name, &level.name);
            let least = SLOWER
                .iter()
                .find(here)
                .map_or(1.0 - 1e-9, |(.., share)| *share);
            for (is_wrong, what) in [
                (made.refusal.is_some(), "stops"),
                (is_dynamic && moving.min < 0.005, "tips"),
                (
                    is_dynamic && at_rest.min > 0.0 && name != "planar",
                    "creeps",
                ),
                (!is_dynamic, "is static"),
                (level.name == "flat" && friction > 0.5, "slips"),
                (overlap > most_overlap, "has links in each other"),
                (
                    slide > if level.name == "flat" { 5e-5 } else { 1e-4 },
                    "slides",
                ),
                (depth > 2.5e-4, "sinks"),
                (is_dynamic && share < least, "is slow"),
                (excess > 1e-6, "is beyond its limits"),
                (pops > 3.0, "jerks"),
            ] {
                if is_wrong {
                    faults.push(format!("{what}: {line}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Mean curves of people at one speed over the cycle, in steps of four per cent from heel strike on [deg].
struct Curves {
    hip: [f64; 26],
    knee: [f64; 26],
    ankle: [f64; 26],
}

/// 232 strides of 19 people of the CMU motion capture database ("The data used in this project was obtained from mocap.cs.cmu.edu"): at
/// 0.4 to 0.9, 0.9 to 1.2 and 1.2 to 1.5 m/s.
const PEOPLE: [Curves; 3] = [
    Curves {
        hip: [
            22.8, 21.3, 19.1, 15.8, 11.2, 6.3, 2.2, -0.6, -2.7, -5.5, -9.9, -15.3, -19.8, -23.3,
            -25.9, -25.2, -19.9, -11.6, -2.5, 6.0, 13.3, 18.8, 21.7, 22.0, 21.1, 20.2,
        ],
        knee: [
            19.8, 21.6, 23.8, 24.9, 23.9, 21.3, 19.7, 19.9, 21.0, 20.3, 16.3, 10.9, 7.4, 6.6, 8.2,
            16.1, 30.6, 47.1, 60.5, 67.2, 66.6, 59.6, 47.7, 33.7, 22.7, 19.4,
        ],
        ankle: [
            16.8, 13.9, 10.3, 8.7, 8.8, 9.5, 10.8, 13.2, 15.6, 17.1, 16.8, 15.6, 14.7, 13.9, 11.9,
            7.6, -0.5, -8.5, -7.4, -0.5, 7.1, 12.0, 13.3, 13.1, 15.4, 18.2,
        ],
    },
    Curves {
        hip: [
            24.3, 23.6, 21.7, 18.4, 14.0, 9.5, 5.5, 2.2, -0.8, -4.6, -9.7, -15.6, -20.5, -24.0,
            -26.2, -24.1, -17.2, -8.0, 1.0, 9.0, 15.8, 20.7, 23.1, 23.3, 22.6, 22.2,
        ],
        knee: [
            19.0, 22.4, 26.0, 27.8, 27.2, 25.8, 24.8, 24.6, 24.5, 22.6, 18.1, 12.5, 9.1, 9.2, 12.2,
            22.6, 38.5, 54.1, 65.0, 69.4, 67.5, 59.8, 47.2, 32.4, 21.2, 18.4,
        ],
        ankle: [
            15.0, 11.8, 7.9, 7.1, 8.5, 10.4, 12.7, 15.1, 17.4, 18.7, 18.5, 17.2, 16.0, 14.7, 11.5,
            4.8, -4.8, -9.3, -4.8, 1.9, 8.2, 12.2, 13.1, 13.0, 15.0, 16.1,
        ],
    },
    Curves {
        hip: [
            27.0, 26.5, 25.1, 22.1, 17.5, 12.4, 7.9, 4.4, 1.3, -2.6, -7.8, -13.6, -19.0, -23.1,
            -24.8, -21.8, -14.0, -4.5, 4.6, 12.6, 19.7, 25.0, 27.5, 27.3, 25.7, 24.6,
        ],
        knee: [
            17.5, 21.3, 26.8, 29.7, 29.5, 27.6, 26.2, 26.1, 26.3, 24.6, 20.4, 15.4, 11.9, 12.0,
            16.5, 28.3, 45.0, 60.1, 69.5, 72.8, 70.6, 63.1, 50.0, 34.0, 21.2, 17.6,
        ],
        ankle: [
            15.9, 11.0, 6.2, 5.6, 7.6, 10.0, 12.3, 15.1, 17.7, 19.2, 19.0, 17.8, 16.1, 13.8, 8.7,
            -0.5, -8.4, -5.0, -2.0, 3.2, 8.2, 11.7, 12.9, 13.7, 16.5, 17.4,
        ],
    },
];

/// One stride of the left foot, from heel strike to heel strike.
struct Stride {
    frames: Vec<Moment>,
    secs: f64,
    metres: f64,
}

/// Flexions [deg], pitch of chest and foot [deg], and where the centre of mass is [m].
struct Moment {
    hip: f64,
    knee: f64,
    ankle: f64,
    chest: f64,
    arm: f64,
    com: DVec3,
    both_stand: bool,
}

fn stride(human: &Character, made: &Walk) -> Stride {
    let foot = human.find_foot("left_foot").unwrap();
    let other = human.find_foot("right_foot").unwrap();
    let stands = |frame: usize, foot: usize| {
        let soles = human.feet[foot].patches;
        !made.clip.frames[frame].contacts.shared(soles).is_empty()
    };
    let strikes: Vec<usize> = (1..made.clip.frames.len())
        .filter(|frame| stands(*frame, foot) && !stands(frame - 1, foot))
        .collect();
    let (from, to) = (strikes[2], strikes[3]);
    let angle = |frame: usize, joint: &str| {
        let link = human.find_joint(joint).unwrap();
        let degrees = match made.clip.frames[frame].pose.joint(link) {
            JointCoordinate::Hinge(angle) => angle,
            JointCoordinate::Ball(q) => rotation_vector(q).x,
            JointCoordinate::Fixed => 0.0,
        };
        degrees.to_degrees()
    };
    let chest = human.find_link("chest").unwrap();
    let arm = human.find_link("left_upper_arm").unwrap();
    let frames = (from..=to).map(|frame| {
        let kin = Kinematics::of(human, &made.clip.frames[frame].pose);
        let up = kin.link(chest).direction(DVec3::Y);
        let along_arm = kin.link(arm).direction(DVec3::X);
        Moment {
            hip: -angle(frame, "left_hip"),
            knee: angle(frame, "left_knee"),
            ankle: -angle(frame, "left_ankle"),
            chest: libm::atan2(up.z, up.y).to_degrees(),
            arm: libm::atan2(along_arm.z, -along_arm.y).to_degrees(),
            com: kin.com,
            both_stand: stands(frame, foot) && stands(frame, other),
        }
    });
    let frames: Vec<Moment> = frames.collect();
    Stride {
        secs: (to - from) as f64 * made.clip.frame_secs,
        metres: frames[frames.len() - 1].com.z - frames[0].com.z,
        frames,
    }
}

impl Stride {
    fn values(&self, of: impl Fn(&Moment) -> f64) -> Vec<f64> {
        self.frames.iter().map(of).collect()
    }

    fn range(&self, of: impl Fn(&Moment) -> f64) -> (f64, f64) {
        let values = self.values(of);
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        (
            low,
            values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        )
    }

    fn correlation(&self, curve: &[f64; 26], of: impl Fn(&Moment) -> f64) -> f64 {
        let values = self.values(of);
        let own: Vec<f64> = (0..26)
            .map(|k| values[k * (values.len() - 1) / 25])
            .collect();
        let mean = |values: &[f64]| values.iter().sum::<f64>() / 26.0;
        let (own_mean, mean) = (mean(&own), mean(curve));
        let pairs = own.iter().zip(curve).map(|(a, b)| (a - own_mean, b - mean));
        let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
        for (a, b) in pairs {
            (ab, aa, bb) = (ab + a * b, aa + a * a, bb + b * b);
        }
        ab / (aa * bb).sqrt()
    }
}

#[test]
fn the_human_walks_as_people_do() {
    let (human, flat) = (
        load_character("human").unwrap(),
        load_level("flat").unwrap(),
    );
    for (asked, people) in [0.7, 1.1, 1.4].into_iter().zip(&PEOPLE) {
        let made = strolled(&human, &flat, (10, Some(asked)));
        let stride = stride(&human, &made);
        let (cadence, step) = (120.0 / stride.secs, 0.5 * stride.metres);
        let both = stride.values(|m| f64::from(u8::from(m.both_stand)));
        let double_support = 100.0 * both.iter().sum::<f64>() / both.len() as f64;
        let (hip_low, hip_high) = stride.range(|m| m.hip);
        let knee = stride.values(|m| m.knee);
        let share = |k: usize| k as f64 / knee.len() as f64;
        let most = |from: f64, to: f64| {
            let part = (0..knee.len()).filter(|k| (from..to).contains(&share(*k)));
            part.map(|k| knee[k]).fold(0.0, f64::max)
        };
        let straightest = (0..knee.len())
            .filter(|k| (0.1..0.5).contains(&share(*k)))
            .map(|k| knee[k])
            .fold(f64::INFINITY, f64::min);
        let (ankle_low, _) = stride.range(|m| m.ankle);
        let (com_low, com_high) = stride.range(|m| m.com.y);
        let (left, right) = stride.range(|m| m.com.x);
        let (chest_low, chest_high) = stride.range(|m| m.chest);
        let (arm_low, arm_high) = stride.range(|m| m.arm);
        let alike = [
            stride.correlation(&people.hip, |m| m.hip),
            stride.correlation(&people.knee, |m| m.knee),
            stride.correlation(&people.ankle, |m| m.ankle),
        ];
        println!(
            "{asked} m/s: {:.2} m/s, cadence {cadence:.0}, step {step:.3} m, both feet {double_support:.1} %, hip {hip_low:.0} to {hip_high:.0}°, knee {:.0}° loaded, {straightest:.0}° at its straightest, {:.0}° in swing, ankle {ankle_low:.0}° at push-off, centre of mass up and down {:.0} mm, aside {:.0} mm, chest {chest_low:.1} to {chest_high:.1}°, arms {:.0}°, alike {alike:.2?}",
            stride.metres / stride.secs,
            most(0.05, 0.25),
            most(0.6, 0.9),
            1e3 * (com_high - com_low),
            1e3 * (right - left),
            arm_high - arm_low,
        );
        assert_eq!(made.settings.manner, Manner::Dynamic);
        let speed = made.settings.ahead().forward;
        assert!((stride.metres / stride.secs - speed).abs() < 0.02 * speed);
        assert!(
            made.slowest == 1.0 && (speed - asked).abs() < 1e-9,
            "{speed} of {asked} m/s"
        );
        // Two residual deviations of the regressions against speed over 259 strides of 19 people.
        let near = |what: &str, value: f64, (a, b, deviation): (f64, f64, f64)| {
            let expected = a + b * speed;
            let off = (value - expected) / deviation;
            assert!(off.abs() <= 2.0, "{what} {value:.3}, people {expected:.3}");
        };
        near("cadence", cadence, (42.8, 51.3, 5.16));
        near("step length", step, (0.365, 0.263, 0.0293));
        near("double support", double_support, (38.8, -11.0, 2.17));
        near("sway", 100.0 * (right - left), (8.1, -3.36, 1.1));
        near("arm swing", arm_high - arm_low, (-6.18, 26.5, 10.3));
        assert!(
            alike[0] >= 0.95 && alike[1] >= 0.92 && alike[2] >= 0.82,
            "{alike:?}"
        );
        // Levels as gait laboratories have them, where they are reached.
        let (loaded, swung) = (most(0.05, 0.25), most(0.6, 0.9));
        assert!((10.0..26.0).contains(&loaded), "{loaded}");
        assert!((60.0..71.0).contains(&swung), "{swung}");
        assert!(straightest <= 12.0, "{straightest}");
        assert!((-22.5..=-12.0).contains(&ankle_low), "{ankle_low}");
        assert!((38.0..57.0).contains(&(hip_high - hip_low)));
        assert!((0.014..0.055).contains(&(com_high - com_low)));
        assert!((-6.0..=6.0).contains(&chest_low) && (-6.0..=6.0).contains(&chest_high));
    }
}

#[test]
fn the_human_walks_fast_over_slopes_and_rough_ground() {
    let human = load_character("human").unwrap();
    for level in ["slope", "rough"] {
        let level = load_level(level).unwrap();
        let made = strolled(&human, &level, (20, Some(1.4)));
        let audit = Audit::new(&human, &made.clip, Some(&level));
        let margin = audit.summary.dynamic_margin.unwrap().min;
        let speed = made_speed(&made);
        println!("{} at {speed:.2} m/s: {:.1} mm", level.name, 1e3 * margin);
        assert_eq!(made.settings.manner, Manner::Dynamic);
        let least = if level.name == "slope" { 1.2 } else { 1.0 };
        assert!(speed >= least && margin >= 0.005, "{speed} m/s, {margin} m");
    }
}

#[test]
fn the_human_creeps_as_slowly_as_asked() {
    let human = load_character("human").unwrap();
    let made = strolled(&human, &load_level("flat").unwrap(), (STEPS, Some(0.3)));
    assert_eq!(made.settings.manner, Manner::Dynamic);
    assert_eq!(made.slowest, 1.0);
}

/// Up and down the shipped stairs, and from stone to stone.
#[test]
fn the_human_takes_stairs_and_stepping_stones_without_tipping() {
    let human = load_character("human").unwrap();
    for (level, steps, least_speed) in [("stairs", 26, 0.42), ("stepping_stones", 20, 0.6)] {
        let level = load_level(level).unwrap();
        let made = strolled(&human, &level, (steps, None));
        let audit = Audit::new(&human, &made.clip, Some(&level));
        let margin = audit.summary.dynamic_margin.unwrap().min;
        let depth = audit.summary.penetration.map_or(0.0, |peak| peak.value);
        let speed = made_speed(&made);
        println!(
            "{}: {} steps at {speed:.2} m/s, {:.1} mm inside, depth {:.2} mm, links in each other {:.1} mm",
            level.name,
            made.footsteps.len(),
            1e3 * margin,
            1e3 * depth,
            1e3 * overlap(&made, &human, &level),
        );
        assert_eq!(made.settings.manner, Manner::Dynamic);
        assert!(made.footsteps.len() >= steps);
        assert!(speed >= least_speed && margin >= 0.005 && depth <= 4e-4);
        assert_eq!(
            audit.summary.limit_excess.map_or(0.0, |peak| peak.value),
            0.0
        );
    }
}

#[test]
fn given_steps_are_walked_again_as_they_were() {
    let (human, flat) = (
        load_character("human").unwrap(),
        load_level("flat").unwrap(),
    );
    let made = strolled(&human, &flat, (4, None));
    let order = WalkOrder::ahead(made.settings, 4);
    let again = walk_again(&human, &flat, &order, made.footsteps.clone()).unwrap();
    assert_eq!(again, made);
}
