//! One test for the rows of every goal: how a goal's own error changes with the joints, by finite differences.

use super::*;
use crate::character::Pose;
use crate::ik::Problem;
use crate::kinematics::{Kinematics, move_joints};
use crate::lab::random_pose;
use crate::math::Random;
use glam::{DQuat, DVec2};

const STEP: f64 = 1e-6;

/// A body in a pose; goals look at it from here.
struct Scene {
    character: Character,
    stance: Stance,
    strength: Vec<f64>,
}

impl Scene {
    fn new(name: &str) -> Self {
        let character = crate::io::load_character(name).unwrap();
        let mut stance = Stance::from_pose(&character, &character.rest, &[0]);
        // Goals know nothing of locks: every joint is asked.
        stance.locked.clear();
        let mut strength = Vec::new();
        crate::ik::problem::write_strength(Problem::new(&character, &stance, &[]), &mut strength);
        Self {
            character,
            stance,
            strength,
        }
    }

    fn look<T>(&self, pose: &Pose, see: impl FnOnce(Here) -> T) -> T {
        let mut kin = Kinematics::default();
        self.stance.update(&self.character, pose, &mut kin);
        see(Here {
            size: 1.0,
            character: &self.character,
            rooting: &self.stance.rooting,
            strength: &self.strength,
            rest: &self.character.rest.joints,
            pose,
            kin: &kin,
        })
    }

    /// How the error falls with every column: rows by finite differences, three numbers a column.
    fn fall_of_error(&self, task: &dyn Task, pose: &Pose) -> Vec<DVec3> {
        let rooting = &self.stance.rooting;
        let mut kin = Kinematics::default();
        self.stance.update(&self.character, pose, &mut kin);
        let mut moved = pose.clone();
        let mut error_after = |column: usize, step: f64| {
            let mut change = vec![0.0; rooting.dofs];
            change[column] = step;
            move_joints(rooting, &kin, pose, &change, &mut moved);
            self.look(&moved, |here| task.error(here))
        };
        let columns = 0..rooting.dofs;
        columns
            .map(|column| {
                let (plus, minus) = (error_after(column, STEP), error_after(column, -STEP));
                (minus - plus) / (2.0 * STEP)
            })
            .collect()
    }

    /// The goal's own rows, joint strength divided out, three numbers a column.
    fn rows(&self, task: &dyn Task, pose: &Pose) -> Vec<DVec3> {
        let dofs = self.stance.rooting.dofs;
        let mut rows = Vec::new();
        self.look(pose, |here| {
            let mut levers = Levers::default();
            levers.weigh(1.0);
            task.rows(here, DVec3::ZERO, &mut levers);
            levers.write_rows(0..1, dofs, &mut rows);
        });
        for (step, strength) in self.stance.rooting.steps.iter().zip(&self.strength) {
            let first = usize::from(step.first_dof);
            for column in first..first + usize::from(step.dofs) {
                for row in 0..3 {
                    rows[row * dofs + column] /= strength;
                }
            }
        }
        let row = |row: usize, column: usize| rows[row * dofs + column];
        let columns = 0..dofs;
        columns
            .map(|column| DVec3::new(row(0, column), row(1, column), row(2, column)))
            .collect()
    }
}

/// Every kind of goal, each satisfied in this pose: there its rows are exact.
fn satisfied(here: Here, random: &mut Random) -> Vec<GoalKind> {
    let links: Vec<LinkId> = here.character.link_ids().collect();
    let mut any_link = || links[(random.between(0.0, links.len() as f64)) as usize];
    let (link, other) = (any_link(), any_link());
    let (point_in_link, eyes_in_link) = (
        random.in_box(DVec3::splat(0.2)),
        random.in_box(DVec3::splat(0.1)),
    );
    let transform = *here.kin.link(link);
    let point = transform.point(point_in_link);
    let com = here.kin.com;
    let target_xz = DVec2::new(com.x, com.z);
    let elbow = here.character.find_link("left_forearm").unwrap();
    let hand = here.character.find_link("left_hand").unwrap();
    let arm = here.character.link(elbow).parent.unwrap();
    let bend = here.kin.pivot(elbow);
    let middle = here.kin.pivot(arm).midpoint(here.kin.pivot(hand));
    vec![
        Position {
            link,
            point_in_link,
            target_in_world: point,
        }
        .into(),
        Orientation {
            link,
            world_from_link: transform.rotation,
        }
        .into(),
        Direction {
            link,
            direction_in_link: DVec3::Z,
            target_in_world: transform.direction(DVec3::Z),
        }
        .into(),
        Level {
            link,
            world_from_link: DQuat::from_rotation_y(0.7) * transform.rotation,
            about: [true, false, true],
        }
        .into(),
        Look {
            link,
            eyes_in_link,
            ahead_in_link: DVec3::Z,
            target_in_world: transform.point(eyes_in_link + 0.8 * DVec3::Z),
            eyes_reach: 0.0,
        }
        .into(),
        Together {
            first: LinkPoint {
                link,
                point_in_link,
            },
            second: LinkPoint {
                link: other,
                point_in_link: here.kin.link(other).inverse().point(point),
            },
        }
        .into(),
        Pole {
            upper: arm,
            lower: elbow,
            tip: hand,
            target_in_world: bend + 3.0 * (bend - middle),
        }
        .into(),
        CenterOfMass { target_xz }.into(),
        Height {
            link,
            point_in_link,
            height: point.y,
        }
        .into(),
        CenterOfMassHeight { height: com.y }.into(),
    ]
}

#[test]
fn the_rows_of_every_goal_are_the_fall_of_its_own_error() {
    let scene = Scene::new("human");
    let mut random = Random::new(31);
    for _ in 0..20 {
        let pose = random_pose(&scene.character, &mut random);
        let kinds = scene.look(&pose, |here| satisfied(here, &mut random));
        for kind in kinds {
            let task = kind.task();
            let error = scene.look(&pose, |here| task.error(here));
            assert!(error.length() < 1e-7, "{kind:?} misses by {error}");
            let (rows, fall) = (scene.rows(task, &pose), scene.fall_of_error(task, &pose));
            for (column, (row, fall)) in rows.iter().zip(&fall).enumerate() {
                assert!(
                    row.distance(*fall) < 1e-5 * fall.length().max(1.0),
                    "{kind:?}, column {column}: {row} against {fall}"
                );
            }
        }
    }
}

/// An even spine is a wish whose rows hold near rest, where a turn of a joint is how far it is turned.
#[test]
fn two_joints_at_rest_part_by_the_turn_of_either() {
    let scene = Scene::new("human");
    let task = Even {
        first: scene.character.find_link("abdomen").unwrap(),
        second: scene.character.find_link("chest").unwrap(),
    };
    let pose = scene.character.rest.clone();
    let (rows, fall) = (scene.rows(&task, &pose), scene.fall_of_error(&task, &pose));
    for (row, fall) in rows.iter().zip(&fall) {
        assert!(row.distance(*fall) < 1e-5, "{row} against {fall}");
    }
}

/// Half-screw arms change the rows of a goal that is not met, never the pull that they make of its error.
#[test]
fn the_pull_of_an_unmet_goal_is_the_gradient_of_its_squared_error() {
    let scene = Scene::new("human");
    let mut random = Random::new(32);
    for _ in 0..20 {
        let pose = random_pose(&scene.character, &mut random);
        let hand = scene.character.find_link("left_hand").unwrap();
        let head = scene.character.find_link("head").unwrap();
        let away = random.in_box(DVec3::ONE);
        let tasks: [GoalKind; 3] = [
            Position {
                link: hand,
                point_in_link: DVec3::X * 0.1,
                target_in_world: away,
            }
            .into(),
            Together {
                first: LinkPoint {
                    link: hand,
                    point_in_link: DVec3::ZERO,
                },
                second: LinkPoint {
                    link: head,
                    point_in_link: DVec3::Y * 0.1,
                },
            }
            .into(),
            Height {
                link: hand,
                point_in_link: DVec3::ZERO,
                height: away.y + 1.0,
            }
            .into(),
        ];
        for kind in tasks {
            let task = kind.task();
            let error = scene.look(&pose, |here| task.error(here));
            let fall = scene.fall_of_error(task, &pose);
            let dofs = scene.stance.rooting.dofs;
            let mut pull = vec![0.0; dofs];
            scene.look(&pose, |here| {
                let mut levers = Levers::default();
                levers.weigh(1.0);
                task.rows(here, error, &mut levers);
                levers.add_transposed(0, error, &mut pull);
            });
            for (step, strength) in scene.stance.rooting.steps.iter().zip(&scene.strength) {
                let first = usize::from(step.first_dof);
                for column in first..first + usize::from(step.dofs) {
                    let gradient = fall[column].dot(error);
                    let own = pull[column] / strength;
                    assert!((own - gradient).abs() < 1e-5, "{kind:?}: {own} {gradient}");
                }
            }
        }
    }
}

#[test]
fn a_balanced_centre_of_mass_has_no_wall_until_a_step_leaves_the_region() {
    let scene = Scene::new("human");
    let balance = Balance::within(&scene.stance.polygon, 0.01);
    let target_xz = scene.stance.polygon.center();
    let dofs = scene.stance.rooting.dofs;
    let mut pose = scene.character.rest.clone();
    // Lean until the centre of mass is over the foot.
    let goals = [Goal::new(
        "over the foot",
        Rank::BALANCE,
        CenterOfMass { target_xz },
    )];
    let problem = Problem::new(&scene.character, &scene.stance, &goals);
    let mut report = crate::ik::Report::default();
    let settings = crate::ik::SolverSettings::default();
    crate::ik::Solver::default().solve(problem, &settings, &mut pose, &mut report);
    let still = vec![0.0; dofs];
    scene.look(&pose, |here| {
        assert_eq!(balance.error(here), DVec3::ZERO);
        assert!(balance.wall(here, &still).is_none());
        let ankle = scene.character.find_joint("left_ankle");
        let mut steps = here.rooting.steps.iter();
        let ankle = steps.find(|step| Some(step.joint) == ankle).unwrap();
        let mut lean = still.clone();
        lean[usize::from(ankle.first_dof)] = 0.3;
        let wall = balance.wall(here, &lean).expect("it leaves the region");
        assert!(wall.room > 0.0 && wall.inward.is_normalized());
    });
}

#[test]
fn a_margin_that_the_support_has_not_is_told_by_what_it_lacks() {
    let scene = Scene::new("human");
    let support = &scene.stance.polygon;
    let most = support.margin(support.center()).metres;
    for (margin, lacks) in [(0.01, 0.0), (most + 0.3, 0.3)] {
        let balance = Balance::within(support, margin);
        assert!((balance.lacks - lacks).abs() < 1e-12, "{margin}");
        assert_eq!(balance.told(0.002), 0.002 + balance.lacks);
    }
}
