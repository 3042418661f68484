//! Solids to collide.

use contrapposto::collide::{Hull, Solid, Touches, collide};
use contrapposto::math::{Random, Transform, rotation_from_vector};
use glam::{DQuat, DVec3};

/// Kinds of solids that [`random`] makes.
pub(crate) const KINDS: usize = 4;

/// A box without turn.
pub(crate) fn upright_box(center: DVec3, half: DVec3) -> Solid {
    Solid::Hull(Hull::of_box(&Transform::from_translation(center), half))
}

/// A foot: 26 cm long, 10 cm wide, 6 cm high; the middle of its sole at a point.
pub(crate) fn foot(sole: DVec3, rotation: DQuat) -> Solid {
    let center = sole + rotation * (0.03 * DVec3::Y);
    let half = DVec3::new(0.05, 0.03, 0.13);
    Solid::Hull(Hull::of_box(&Transform::new(rotation, center), half))
}

/// A ball, capsule, box or sloping block somewhere within a metre or so.
pub(crate) fn random(kind: usize, spread: f64, random: &mut Random) -> Solid {
    let center = random.in_box(DVec3::splat(spread));
    let rotation = rotation_from_vector(random.in_box(DVec3::splat(3.0)));
    let world_from_shape = Transform::new(rotation, center);
    let mut size = || random.between(0.02, 0.3);
    let (radius, half) = (size(), DVec3::new(size(), size(), size()));
    match kind {
        0 => Solid::Ball { center, radius },
        1 => Solid::Capsule {
            ends: [-half, half].map(|end| world_from_shape.point(end)),
            radius,
        },
        2 => Solid::Hull(Hull::of_box(&world_from_shape, half)),
        _ => {
            let grade = random.between(-0.8, 0.8);
            Solid::Hull(Hull::of_block([0, 1, 2, 3, 4, 5, 6, 7].map(
                |corner: u8| {
                    let sign = |bit: u8| if corner & bit == 0 { -1.0 } else { 1.0 };
                    let corner = half * DVec3::new(sign(1), sign(2), sign(4));
                    let climb = if corner.y > 0.0 {
                        grade * (corner.z + half.z)
                    } else {
                        -(half.z.abs() * 2.0 * grade.abs())
                    };
                    world_from_shape.point(corner + climb * DVec3::Y)
                },
            )))
        }
    }
}

/// The touches of a pair.
pub(crate) fn touches(first: &Solid, second: &Solid, margin: f64) -> Touches {
    let mut touches = Touches::default();
    collide(first, second, margin, &mut touches);
    touches
}
