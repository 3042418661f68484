//! Posture: what bodies do where nothing is asked of them.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "figures are read off the output, and a shipped file that does not load fails the test"
)]

use contrapposto::character::{
    Character, JointCoordinate, JointKind, LinkId, Pose, SwingShape, mirrored,
};
use contrapposto::ik::{Apart, Goal, PostureModel, Problem, Report, Solver, SolverSettings};
use contrapposto::io::{load_character, shipped_characters};
use contrapposto::kinematics::{Kinematics, Stance, body_size};
use contrapposto::lab::random_pose;
use contrapposto::math::Random;
use glam::{DQuat, DVec3};

/// As the command line poses.
fn settings() -> SolverSettings {
    SolverSettings {
        restarts: 8,
        settle: 60,
        ..SolverSettings::default()
    }
}

/// A body posed by a model: contacts, a margin of 20 mm, a hand and nothing else.
fn reaching(
    model: PostureModel,
    (character, soles): (&Character, &[usize]),
    (hand, target): (&str, DVec3),
    start: &Pose,
) -> (Pose, Report, Vec<Goal>) {
    let stance = Stance::from_pose(character, &character.rest, soles);
    let mut goals = Goal::contacts(character, &stance);
    goals.push(Goal::balance_within(&stance, 0.02));
    goals.extend(Goal::reach(character, hand, target));
    let habits = model.habits(character);
    let problem = Problem::new(character, &stance, &goals)
        .accustomed(habits.as_deref())
        .apart(Apart::Itself);
    let (mut pose, mut report) = (start.clone(), Report::default());
    Solver::default().solve(problem, &settings(), &mut pose, &mut report);
    (pose, report, goals)
}

#[test]
fn a_body_of_which_nothing_is_asked_stays_at_rest() {
    for (name, _) in shipped_characters() {
        let character = load_character(name).unwrap();
        let feet: Vec<usize> = character.standing_feet().collect();
        let stance = Stance::from_pose(&character, &character.rest, &feet);
        let mut goals = Goal::contacts(&character, &stance);
        goals.push(Goal::balance_within(&stance, 0.0));
        for model in [PostureModel::Generic, PostureModel::People] {
            let habits = model.habits(&character);
            let problem = Problem::new(&character, &stance, &goals)
                .accustomed(habits.as_deref())
                .sized(body_size(&character));
            let (mut pose, mut report) = (character.rest.clone(), Report::default());
            Solver::default().solve(problem, &settings(), &mut pose, &mut report);
            let turn = pose.largest_turn_from(&character.rest);
            assert!(
                turn < 1e-9,
                "{name}, {model:?}: a joint turned by {turn} rad"
            );
        }
    }
}

#[test]
fn where_a_figure_was_before_plays_no_part_in_how_it_poses() {
    let human = load_character("human").unwrap();
    let target = ("left_hand", DVec3::new(0.3, 0.8, 0.55));
    let (from_rest, ..) = reaching(PostureModel::People, (&human, &[0, 1]), target, &human.rest);
    let mut random = Random::new(3);
    for _ in 0..20 {
        let start = random_pose(&human, &mut random);
        let (pose, ..) = reaching(PostureModel::People, (&human, &[0, 1]), target, &start);
        assert_eq!(pose.joints, from_rest.joints);
    }
}

#[test]
fn mirrored_wishes_are_answered_by_a_mirrored_pose() {
    let human = load_character("human").unwrap();
    let mut random = Random::new(11);
    for _ in 0..30 {
        let target = DVec3::new(0.15, 1.1, 0.3) + random.in_box(DVec3::new(0.25, 0.5, 0.2));
        let image = DVec3::new(-target.x, target.y, target.z);
        for model in [PostureModel::Generic, PostureModel::People] {
            let [left, right] = [
                (&[0, 1], ("left_hand", target)),
                (&[1, 0], ("right_hand", image)),
            ]
            .map(|(feet, reach)| reaching(model, (&human, feet), reach, &human.rest).0);
            let turn = mirrored(&human, &left).largest_turn_from(&right);
            assert!(turn < 0.02, "{model:?}, {target}: {turn} rad apart");
        }
    }
}

/// What an animator looks at in a figure that reaches.
struct Look<'a> {
    human: &'a Character,
    pose: &'a Pose,
    kin: Kinematics,
    at_rest: Kinematics,
}

impl<'a> Look<'a> {
    fn at(human: &'a Character, pose: &'a Pose) -> Self {
        Self {
            human,
            pose,
            kin: Kinematics::of(human, pose),
            at_rest: Kinematics::of(human, &human.rest),
        }
    }

    fn link(&self, name: &str) -> LinkId {
        self.human.find_link(name).unwrap()
    }

    /// How a link is turned from rest, world axes.
    fn turned(&self, name: &str) -> DQuat {
        let link = self.link(name);
        self.kin.link(link).rotation * self.at_rest.link(link).rotation.conjugate()
    }

    /// How far it leans forward [deg].
    fn pitch(&self, name: &str) -> f64 {
        let up = self.turned(name) * DVec3::Y;
        libm::atan2(up.z, up.y).to_degrees()
    }

    /// How far it is from level [deg].
    fn tilt(&self, name: &str) -> f64 {
        (self.turned(name) * DVec3::Y)
            .angle_between(DVec3::Y)
            .to_degrees()
    }

    /// The angle between where the head faces and a point [deg].
    fn off_gaze(&self, target: DVec3) -> f64 {
        let (head, eyes) = self.human.head().unwrap();
        let way = target - self.kin.link(head).point(eyes);
        (self.turned("head") * DVec3::Z)
            .angle_between(way)
            .to_degrees()
    }

    fn bend(&self, link: &str) -> f64 {
        match self.pose.joint(self.link(link)) {
            JointCoordinate::Hinge(angle) => angle.to_degrees(),
            _ => f64::NAN,
        }
    }

    /// How far an upper arm is from hanging [deg].
    fn hangs(&self, side: &str) -> f64 {
        let upper = self.kin.pivot(self.link(&format!("{side}_upper_arm")));
        let lower = self.kin.pivot(self.link(&format!("{side}_forearm")));
        (lower - upper).angle_between(DVec3::NEG_Y).to_degrees()
    }

    /// The joint that uses most of its range, counted from zero (a ball) or to its upper end (a hinge), and how much.
    fn most_used(&self) -> (f64, &str) {
        let mut most = (0.0, "");
        for id in self.human.link_ids() {
            let joint = &self.human.link(id).joint;
            let used = match (&joint.kind, self.pose.joint(id)) {
                (JointKind::Hinge { range, .. }, JointCoordinate::Hinge(angle)) => {
                    (angle - range.low) / (range.high - range.low)
                }
                (JointKind::Ball(limits), JointCoordinate::Ball(q)) => {
                    let (angles, ranges) = (limits.angles_of(q), limits.angles());
                    let share = |i: usize| {
                        let end = if angles[i] > 0.0 {
                            ranges[i].high
                        } else {
                            ranges[i].low
                        };
                        angles[i] / end
                    };
                    let swing = match limits.shape {
                        SwingShape::Ellipse => libm::hypot(share(1), share(2)),
                        SwingShape::Box => share(1).max(share(2)),
                    };
                    share(0).max(swing)
                }
                _ => 0.0,
            };
            if used > most.0 {
                most = (used, &joint.name);
            }
        }
        most
    }
}

#[test]
fn everyday_reaches_look_like_those_of_people() {
    let human = load_character("human").unwrap();
    let places = [
        ("in front", DVec3::new(0.2, 0.0, 0.45)),
        ("to the side", DVec3::new(0.6, 0.0, 0.1)),
        ("across", DVec3::new(-0.2, 0.0, 0.4)),
    ];
    let mut faults = Vec::new();
    for soles in [&[0, 1][..], &[0]] {
        for (place, at) in places {
            for height in [0.3, 0.9, 1.4, 1.9] {
                let target = at + height * DVec3::Y;
                let (pose, report, goals) = reaching(
                    PostureModel::People,
                    (&human, soles),
                    ("left_hand", target),
                    &human.rest,
                );
                let look = Look::at(&human, &pose);
                let legs = if soles.len() == 2 { "both" } else { "left" };
                let mut fault = |rule: &str, figure: f64| {
                    faults.push(format!("{legs}, {place}, {height} m: {rule} {figure:.0}"));
                };
                if report.sentence(&goals) != "Every goal is reached." {
                    fault("missed by [mm]", 1e3 * report.goals.last().unwrap().after);
                }
                // The trunk never leans away from a target in front.
                if place == "in front" && look.pitch("chest") < -3.0 {
                    fault("the chest leans back [deg]", look.pitch("chest"));
                }
                // The head is level, or the eyes are on the target.
                let head = look.tilt("head").min(look.off_gaze(target) - 10.0);
                if (0.9..=1.9).contains(&height) && head > 15.0 {
                    fault("the head hangs [deg]", look.tilt("head"));
                }
                // Knees bend for what is low.
                let knees = look.bend("left_shank").min(look.bend("right_shank"));
                if height < 0.6 && knees < 30.0 {
                    fault("a knee is bent by no more than [deg]", knees);
                }
                // The free arm hangs.
                if look.hangs("right") > 25.0 {
                    fault("the free arm does not hang [deg]", look.hangs("right"));
                }
                // No joint is at the end of its range.
                let (used, joint) = look.most_used();
                if used > 0.9 {
                    fault(&format!("{joint} uses [%]"), 100.0 * used);
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
