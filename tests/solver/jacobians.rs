//! Every Jacobian against central finite differences, on every shipped character, each sole's link as root.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "figures are read off the output, and a shipped file that does not load fails the test"
)]

use contrapposto::character::{Character, LinkId, Pose};
use contrapposto::io::{load_character, shipped_characters};
use contrapposto::kinematics::{
    Kinematics, Rooting, angular_jacobian, center_of_mass, center_of_mass_jacobian,
    direction_jacobian, forward, move_joints, position_jacobian, virtual_centers,
};
use contrapposto::lab::random_pose;
use contrapposto::math::{Random, Transform, rotation_vector};
use glam::DVec3;

/// One pose of one body seen from one link.
struct View<'a> {
    character: &'a Character,
    rooting: &'a Rooting,
    pose: Pose,
    kin: Kinematics,
}

impl View<'_> {
    /// Where everything is after column `j` moved by `step`.
    fn moved(&self, j: usize, step: f64) -> Kinematics {
        let mut change = vec![0.0; self.rooting.dofs];
        change[j] = step;
        let mut moved = self.pose.clone();
        move_joints(self.rooting, &self.kin, &self.pose, &change, &mut moved);
        let mut kin = Kinematics::default();
        let held = *self.kin.link(self.rooting.root);
        forward(self.rooting, self.character, &moved, held, &mut kin);
        virtual_centers(self.rooting, &mut kin);
        kin
    }

    /// Largest difference of a Jacobian from finite differences, over its largest entry.
    fn miss(
        &self,
        columns: &[DVec3],
        difference: impl Fn(&Kinematics, &Kinematics) -> DVec3,
    ) -> f64 {
        const H: f64 = 1e-5;
        let largest = columns.iter().map(|c| c.length()).fold(1e-9, f64::max);
        let miss = |j: usize| {
            let slope = difference(&self.moved(j, H), &self.moved(j, -H)) / (2.0 * H);
            slope.distance(columns[j])
        };
        (0..columns.len()).map(miss).fold(0.0, f64::max) / largest
    }
}

/// Calls `check` for a hundred random poses of every shipped character, each sole's link held.
fn for_every_view(mut check: impl FnMut(&View, &mut Random)) {
    let mut random = Random::new(17);
    for (name, _) in shipped_characters() {
        let character = load_character(name).unwrap();
        for sole in &character.soles {
            let rooting = Rooting::new(&character, sole.link);
            for _ in 0..100 {
                let pose = random_pose(&character, &mut random);
                let held = Transform::from_translation(random.in_box(DVec3::ONE));
                let mut kin = Kinematics::default();
                forward(&rooting, &character, &pose, held, &mut kin);
                virtual_centers(&rooting, &mut kin);
                let view = View {
                    character: &character,
                    rooting: &rooting,
                    pose,
                    kin,
                };
                check(&view, &mut random);
            }
        }
    }
}

#[test]
fn the_center_of_mass_jacobian_matches_finite_differences_on_every_character() {
    let (mut worst, mut views, mut com_miss): (f64, usize, f64) = (0.0, 0, 0.0);
    for_every_view(|view, _| {
        let mut columns = vec![DVec3::ZERO; view.rooting.dofs];
        center_of_mass_jacobian(view.rooting, &view.kin, &mut columns);
        worst = worst.max(view.miss(&columns, |a, b| a.com - b.com));
        com_miss = com_miss.max(
            view.kin
                .com
                .distance(center_of_mass(view.character, &view.kin)),
        );
        views += 1;
    });
    println!("{views} poses, largest relative error {worst:e}");
    assert!(worst < 1e-6, "{worst:e}");
    assert!(
        com_miss < 1e-12,
        "two ways to the centre of mass differ by {com_miss:e}"
    );
}

#[test]
fn leaving_the_mass_ratio_out_as_the_paper_prints_it_is_wrong() {
    let character = load_character("human").unwrap();
    let rooting = Rooting::new(&character, character.soles[0].link);
    let mut kin = Kinematics::of(&character, &character.rest);
    virtual_centers(&rooting, &mut kin);
    let view = View {
        character: &character,
        rooting: &rooting,
        pose: character.rest.clone(),
        kin,
    };
    let mut columns = vec![DVec3::ZERO; rooting.dofs];
    center_of_mass_jacobian(&rooting, &view.kin, &mut columns);
    for step in &rooting.steps {
        let first = usize::from(step.first_dof);
        for column in &mut columns[first..first + usize::from(step.dofs)] {
            *column /= step.mass_fraction_beyond;
        }
    }
    assert!(view.miss(&columns, |a, b| a.com - b.com) > 0.1);
}

#[test]
fn point_direction_and_turn_jacobians_match_finite_differences() {
    let mut worst: f64 = 0.0;
    for_every_view(|view, random| {
        let link = LinkId::new(random.below(view.character.links.len()));
        let in_link = random.in_box(DVec3::splat(0.3));
        let mut columns = vec![DVec3::ZERO; view.rooting.dofs];

        let point = view.kin.link(link).point(in_link);
        position_jacobian(view.rooting, &view.kin, link, point, &mut columns);
        let moved = |a: &Kinematics, b: &Kinematics| {
            a.link(link).point(in_link) - b.link(link).point(in_link)
        };
        worst = worst.max(view.miss(&columns, moved));

        let direction = view.kin.link(link).direction(in_link);
        direction_jacobian(view.rooting, &view.kin, link, direction, &mut columns);
        let turned = |a: &Kinematics, b: &Kinematics| {
            a.link(link).direction(in_link) - b.link(link).direction(in_link)
        };
        worst = worst.max(view.miss(&columns, turned));

        angular_jacobian(view.rooting, &view.kin, link, &mut columns);
        let turn = |a: &Kinematics, b: &Kinematics| {
            rotation_vector(a.link(link).rotation * b.link(link).rotation.conjugate())
        };
        worst = worst.max(view.miss(&columns, turn));
    });
    println!("largest relative error {worst:e}");
    assert!(worst < 1e-6, "{worst:e}");
}
