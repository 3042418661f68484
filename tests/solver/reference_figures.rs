//! The mannequin against figures computed by Pinocchio 4.1.0 (and found equal to MuJoCo's): three random states,
//! floating and with the left foot welded to the ground. Columns are turned to the reference's link axes to compare.

use crate::references::{Reference, numbers, references, rotation, vector};
use contrapposto::character::{Character, LinkId};
use contrapposto::kinematics::{
    Base, Kinematics, Rooting, center_of_mass_jacobian, columns_in_link_axes, link_column_names,
    mass_matrix, momentum_matrix, position_jacobian, virtual_centers,
};
use glam::{DMat3, DVec3};
use serde_json::Value;

/// One state of the reference, seen from one root.
struct Case {
    character: Character,
    rooting: Rooting,
    base: Base,
    kin: Kinematics,
    reference: Value,
}

fn cases() -> Vec<Case> {
    let case = |reference: Reference| {
        let rooting = Rooting::new(&reference.character, reference.root);
        let mut kin = Kinematics::of(&reference.character, &reference.pose);
        virtual_centers(&rooting, &mut kin);
        Case {
            character: reference.character,
            rooting,
            base: reference.base,
            kin,
            reference: reference.values,
        }
    };
    references().into_iter().map(case).collect()
}

/// Largest difference of a matrix given by columns from the reference's rows, over the largest entry.
fn relative_difference(columns: &[DVec3], rows: &Value) -> f64 {
    let rows = rows.as_array().expect("rows");
    let rows: Vec<Vec<f64>> = rows.iter().map(numbers).collect();
    let mut worst: f64 = 0.0;
    let mut largest: f64 = 0.0;
    for (axis, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), columns.len());
        for (value, column) in row.iter().zip(columns) {
            worst = worst.max((value - column[axis]).abs());
            largest = largest.max(value.abs());
        }
    }
    worst / largest
}

#[test]
fn columns_are_those_of_the_reference_in_the_same_order() {
    for case in cases() {
        let names: Vec<&str> = case.reference["dof"]
            .as_array()
            .unwrap()
            .iter()
            .map(|n| n.as_str().unwrap())
            .collect();
        assert_eq!(
            link_column_names(&case.rooting, case.base, &case.character),
            names
        );
    }
}

#[test]
fn links_effectors_and_center_of_mass_are_where_the_reference_has_them() {
    let mut worst: f64 = 0.0;
    for case in cases() {
        assert!((case.character.mass() - case.reference["mass"].as_f64().unwrap()).abs() < 1e-9);
        worst = worst.max(case.kin.com.distance(vector(&case.reference["com"])));
        for effector in &case.character.effectors {
            let place = case.kin.link(effector.link).point(effector.point_in_link);
            let expected = vector(&case.reference["effectors"][&effector.name]["position"]);
            worst = worst.max(place.distance(expected));
        }
        for id in case.character.link_ids() {
            let expected =
                rotation(&case.reference["links"][&case.character.link(id).name]["quat"]);
            worst = worst.max(1.0 - case.kin.link(id).rotation.dot(expected).abs());
        }
    }
    assert!(worst < 1e-9, "{worst:e}");
}

#[test]
fn the_center_of_mass_jacobian_is_the_references() {
    let mut worst: f64 = 0.0;
    for case in cases() {
        // Two ways: the solver's virtual centres of mass, and momentum over mass.
        let momentum = momentum_matrix(&case.rooting, case.base, &case.character, &case.kin);
        let mass = case.character.mass();
        let mut by_momentum: Vec<DVec3> = momentum.iter().map(|(p, _)| *p / mass).collect();
        let mut by_virtual_centers = by_momentum.clone();
        let joints = &mut by_virtual_centers[case.base.columns()..];
        center_of_mass_jacobian(&case.rooting, &case.kin, joints);
        for columns in [&mut by_momentum, &mut by_virtual_centers] {
            columns_in_link_axes(&case.rooting, case.base, &case.kin, columns);
            worst = worst.max(relative_difference(
                columns,
                &case.reference["com_jacobian"],
            ));
        }
    }
    assert!(worst < 1e-9, "{worst:e}");
}

#[test]
fn effector_jacobians_are_the_references() {
    let mut worst: f64 = 0.0;
    for case in cases().iter().filter(|case| case.base == Base::Held) {
        for effector in &case.character.effectors {
            let point = case.kin.link(effector.link).point(effector.point_in_link);
            let mut columns = vec![DVec3::ZERO; case.rooting.dofs];
            position_jacobian(&case.rooting, &case.kin, effector.link, point, &mut columns);
            columns_in_link_axes(&case.rooting, case.base, &case.kin, &mut columns);
            let expected = &case.reference["effectors"][&effector.name]["jacobian"];
            let on_held_link = effector.link == case.rooting.root;
            if !on_held_link {
                worst = worst.max(relative_difference(&columns, expected));
            }
        }
    }
    assert!(worst < 1e-9, "{worst:e}");
}

#[test]
fn the_momentum_matrix_is_the_references() {
    let mut worst: f64 = 0.0;
    for case in cases() {
        let matrix = momentum_matrix(&case.rooting, case.base, &case.character, &case.kin);
        let (mut linear, mut angular): (Vec<DVec3>, Vec<DVec3>) = matrix.into_iter().unzip();
        let rows = case.reference["centroidal_momentum_matrix"]
            .as_array()
            .unwrap();
        for (columns, rows) in [(&mut linear, &rows[..3]), (&mut angular, &rows[3..])] {
            columns_in_link_axes(&case.rooting, case.base, &case.kin, columns);
            worst = worst.max(relative_difference(columns, &Value::from(rows)));
        }
    }
    assert!(worst < 1e-9, "{worst:e}");
}

#[test]
fn the_mass_matrix_is_the_references() {
    let mut worst: f64 = 0.0;
    for case in cases() {
        let matrix = mass_matrix(&case.rooting, case.base, &case.character, &case.kin);
        let turned = both_sides_in_link_axes(&case, &matrix);
        let rows: Vec<Vec<f64>> = case.reference["mass_matrix"]
            .as_array()
            .unwrap()
            .iter()
            .map(numbers)
            .collect();
        let n = rows.len();
        let largest = rows.iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
        for i in 0..n {
            for j in 0..n {
                worst = worst.max((rows[i][j] - turned[i * n + j]).abs() / largest);
            }
        }
    }
    assert!(worst < 1e-9, "{worst:e}");
}

/// Rᵀ M R with R the block diagonal of link rotations.
fn both_sides_in_link_axes(case: &Case, matrix: &[f64]) -> Vec<f64> {
    let n = case.base.columns() + case.rooting.dofs;
    let mut blocks = Vec::new();
    let link = |id: LinkId| DMat3::from_quat(case.kin.link(id).rotation);
    for _ in 0..case.base.columns() / 3 {
        blocks.push(link(case.rooting.root));
    }
    blocks.extend(case.rooting.steps.iter().map(|step| link(step.far_link)));
    let mut turned = vec![0.0; n * n];
    for (a, left) in blocks.iter().enumerate() {
        for (b, right) in blocks.iter().enumerate() {
            let entry = |i: usize, j: usize| matrix[(3 * a + i) * n + 3 * b + j];
            let column = |j: usize| DVec3::new(entry(0, j), entry(1, j), entry(2, j));
            let block = DMat3::from_cols(column(0), column(1), column(2));
            let block = left.transpose() * block * *right;
            for i in 0..3 {
                for j in 0..3 {
                    turned[(3 * a + i) * n + 3 * b + j] = block.col(j)[i];
                }
            }
        }
    }
    turned
}
