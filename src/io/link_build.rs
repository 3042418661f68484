//! Builds one link: its solids, its mass and its joint.

use super::FileError;
use super::character_file::{InertiaFile, JointFile, KindFile, LinkFile, ShapeFile, SwingFile};
use super::place::{Place, text};
use crate::character::{
    BallLimits, Joint, JointKind, Link, LinkId, PlacedShape, Range, Shape, SwingShape,
};
use crate::math::{Transform, integer_power, rotation_from_vector, square};
use glam::{DMat3, DQuat, DVec3};

/// Kilograms that one link may have.
const MASS_RANGE: [f64; 2] = [1e-6, 1e4];
/// Metres that an edge or a radius may have.
const SIZE_RANGE: [f64; 2] = [1e-4, 100.0];
/// Moments of inertia that a link may have [kg m²].
const INERTIA_RANGE: [f64; 2] = [1e-12, 1e8];

/// One link. Whether its parent is there is the caller's business; `parent` is given with the joint or not at all.
pub(super) fn build_link(
    place: &Place<'_>,
    file: &LinkFile,
    parent: Option<LinkId>,
) -> Result<Link, FileError> {
    place.check_name()?;
    let mass = place.number("mass", file.mass, MASS_RANGE, " kg")?;
    let solids = |field: &str, shapes: &[ShapeFile]| {
        if shapes.len() > 100 {
            let count = shapes.len();
            let message = format!("has {count} shapes; at most 100 are read");
            return Err(place.error(field, message));
        }
        let shapes = shapes.iter().map(|shape| build_shape(place, shape));
        shapes.collect::<Result<Vec<_>, _>>()
    };
    let shapes = solids("shapes", &file.shapes)?;
    let com_in_link = match (file.center, center_of_volume(&shapes)) {
        (Some(center), _) => place.point("center", center)?,
        (None, Some(center)) => center,
        (None, None) => {
            return Err(place.error("mass", "needs a center, or shapes that it follows from"));
        }
    };
    Ok(Link {
        name: file.name.clone(),
        parent,
        joint: match &file.joint {
            Some(joint) => build_joint(place, joint)?,
            None => Joint {
                name: "root".to_owned(),
                parent_from_joint: Transform::IDENTITY,
                kind: JointKind::Fixed,
                loaded: None,
                strength: 1.0,
            },
        },
        mass,
        com_in_link,
        inertia_in_link: build_inertia(place, file.inertia, mass, &shapes)?,
        shapes,
        drawn: solids("drawn", &file.drawn)?,
    })
}

fn build_shape(place: &Place<'_>, file: &ShapeFile) -> Result<PlacedShape, FileError> {
    let size = |field: &str, value: f64| place.number(field, value, SIZE_RANGE, " m");
    match *file {
        ShapeFile::Box {
            size: edges,
            at,
            turned_deg,
        } => {
            for edge in edges.to_array() {
                size("size", edge)?;
            }
            Ok(PlacedShape {
                shape: Shape::Box { half: 0.5 * edges },
                link_from_shape: placement(place, at, turned_deg)?,
            })
        }
        ShapeFile::Capsule { radius, from, to } => {
            let (from, to) = (place.point("from", from)?, place.point("to", to)?);
            let length = from.distance(to);
            if length < 1e-6 {
                return Err(place.error(
                    "Capsule",
                    format!(
                        "from and to are both {}; write a Sphere instead",
                        text(from)
                    ),
                ));
            }
            // Either end may be up: the half turn less keeps upright capsules free of rotation.
            let along = (to - from) / length;
            let along = if along.y < 0.0 { -along } else { along };
            Ok(PlacedShape {
                shape: Shape::Capsule {
                    radius: size("radius", radius)?,
                    half_length: 0.5 * length,
                },
                link_from_shape: Transform::new(
                    DQuat::from_rotation_arc(DVec3::Y, along),
                    0.5 * (from + to),
                ),
            })
        }
        ShapeFile::Sphere { radius, at } => Ok(PlacedShape {
            shape: Shape::Sphere {
                radius: size("radius", radius)?,
            },
            link_from_shape: Transform::from_translation(place.point("at", at)?),
        }),
    }
}

/// A frame at a point, turned by a vector in degrees.
fn placement(place: &Place<'_>, at: DVec3, turned_deg: DVec3) -> Result<Transform, FileError> {
    let translation = place.point("at", at)?;
    let turn = place.turn("turned_deg", turned_deg)?;
    let rotation = if turn == DVec3::ZERO {
        DQuat::IDENTITY
    } else {
        rotation_from_vector(turn)
    };
    Ok(Transform::new(rotation, translation))
}

/// Where the solids' common centre is; nothing without solids. Where they overlap, the stuff counts twice.
pub(super) fn center_of_volume(shapes: &[PlacedShape]) -> Option<DVec3> {
    // One solid's centre without rounding.
    if let [only] = shapes {
        return Some(only.link_from_shape.translation);
    }
    let volume: f64 = shapes.iter().map(|s| s.shape.volume()).sum();
    let moment: DVec3 = shapes
        .iter()
        .map(|s| s.shape.volume() * s.link_from_shape.translation)
        .sum();
    (volume > 0.0).then(|| moment / volume)
}

/// The centre of mass that a link has while variants are still editing it; the origin when nothing says so.
pub(super) fn center_of_link(place: &Place<'_>, file: &LinkFile) -> Result<DVec3, FileError> {
    if let Some(center) = file.center {
        return place.point("center", center);
    }
    let shapes = file.shapes.iter().map(|shape| build_shape(place, shape));
    let shapes = shapes.collect::<Result<Vec<_>, _>>()?;
    Ok(center_of_volume(&shapes).unwrap_or_default())
}

/// Inertia about the centre of mass. Unless the file gives it, it is that of the solids about their own centre, the
/// mass shared out by volume: a centre that the file moves shifts the mass, not its spread.
fn build_inertia(
    place: &Place<'_>,
    file: Option<InertiaFile>,
    mass: f64,
    shapes: &[PlacedShape],
) -> Result<DMat3, FileError> {
    let Some(file) = file else {
        let Some(center) = center_of_volume(shapes) else {
            return Err(place.error("mass", "needs an inertia, or shapes that it follows from"));
        };
        let volume: f64 = shapes.iter().map(|s| s.shape.volume()).sum();
        return Ok(shapes.iter().fold(DMat3::ZERO, |sum, s| {
            sum + s.inertia_per_mass_about(center) * (mass * s.shape.volume() / volume)
        }));
    };
    let matrix = inertia_matrix(file);
    for (i, entry) in matrix.to_cols_array().into_iter().enumerate() {
        let low = if i % 4 == 0 {
            INERTIA_RANGE[0]
        } else {
            -INERTIA_RANGE[1]
        };
        place.number("inertia", entry, [low, INERTIA_RANGE[1]], " kg m²")?;
    }
    // Mass spread over real points: the second moments ½ tr(I) 1 − I are never negative (the triangle inequality), and
    // the inertia itself is positive.
    let half_trace = 0.5 * trace(matrix);
    let spread = DMat3::from_diagonal(DVec3::splat(half_trace * (1.0 + 1e-9))) - matrix;
    if !is_positive(matrix) || !is_positive(spread) {
        return Err(place.error(
            "inertia",
            "no solid has this inertia: each principal moment is above zero and at most the sum of the other two",
        ));
    }
    Ok(matrix)
}

/// The matrix that a file's numbers mean.
pub(super) fn inertia_matrix(file: InertiaFile) -> DMat3 {
    let (xx, yy, zz, xy, xz, yz) = match file {
        InertiaFile::Diagonal(xx, yy, zz) => (xx, yy, zz, 0.0, 0.0, 0.0),
        InertiaFile::Full(xx, yy, zz, xy, xz, yz) => (xx, yy, zz, xy, xz, yz),
    };
    DMat3::from_cols_array(&[xx, xy, xz, xy, yy, yz, xz, yz, zz])
}

/// Sum of the diagonal.
pub(super) fn trace(m: DMat3) -> f64 {
    m.x_axis.x + m.y_axis.y + m.z_axis.z
}

/// Sylvester's criterion, within rounding of the largest entries.
fn is_positive(m: DMat3) -> bool {
    let scale = trace(m).abs();
    let minor = m.x_axis.x * m.y_axis.y - m.x_axis.y * m.y_axis.x;
    m.x_axis.x > -1e-9 * scale
        && minor > -1e-9 * square(scale)
        && m.determinant() > -1e-9 * integer_power(scale, 3)
        && scale > 0.0
}

fn build_joint(link: &Place<'_>, file: &JointFile) -> Result<Joint, FileError> {
    let place = Place {
        what: "joint",
        name: &file.name,
        ..*link
    };
    place.check_name()?;
    Ok(Joint {
        name: file.name.clone(),
        parent_from_joint: placement(&place, file.at, file.turned_deg)?,
        kind: build_kind(&place, &file.kind)?,
        loaded: build_loaded(&place, file)?,
        strength: place.number("strength", file.strength, [1e-3, 1e3], "")?,
    })
}

/// How a joint moves under load, if its file says.
fn build_loaded(place: &Place<'_>, file: &JointFile) -> Result<Option<JointKind>, FileError> {
    let Some(loaded_deg) = file.loaded_flex_deg else {
        return Ok(None);
    };
    let mut loaded = file.kind;
    let KindFile::Ball { flex_deg, .. } = &mut loaded else {
        let message = "loaded_flex_deg is for a Ball: other kinds have no flex";
        return Err(place.error("loaded_flex_deg", message));
    };
    let (low, high) = place.range("loaded_flex_deg", loaded_deg, 175.0)?;
    if low > flex_deg.0 || high < flex_deg.1 {
        let (free_low, free_high) = *flex_deg;
        let message = format!(
            "loaded_flex_deg ({low}, {high}) leaves out some of flex_deg ({free_low}, {free_high})"
        );
        return Err(place.error("loaded_flex_deg", message));
    }
    *flex_deg = (low, high);
    build_kind(place, &loaded).map(Some)
}

fn build_kind(place: &Place<'_>, file: &KindFile) -> Result<JointKind, FileError> {
    let radians = |(low, high): (f64, f64)| Range::new(low.to_radians(), high.to_radians());
    match *file {
        KindFile::Fixed => Ok(JointKind::Fixed),
        KindFile::Hinge { axis, range_deg } => Ok(JointKind::Hinge {
            axis: place.direction("axis", axis)?,
            range: radians(place.range("range_deg", range_deg, 3600.0)?),
        }),
        KindFile::Ball {
            twist_axis,
            flex_axis,
            twist_deg,
            flex_deg,
            side_deg,
            swing,
        } => {
            let twist_axis = place.direction("twist_axis", twist_axis)?;
            let flex_axis = place.direction("flex_axis", flex_axis)?;
            if flex_axis.cross(twist_axis).length() < 1e-3 {
                return Err(place.error(
                    "flex_axis",
                    "flex_axis lies along twist_axis; it is to lie across it",
                ));
            }
            let range = |field: &str, ends: (f64, f64), most: f64| {
                let (low, high) = place.range(field, ends, most)?;
                if low > 0.0 || high < 0.0 {
                    let message =
                        format!("{field} ({low}, {high}) leaves out 0, which a ball's ranges hold");
                    return Err(place.error(field, message));
                }
                Ok(radians((low, high)))
            };
            Ok(JointKind::Ball(BallLimits::from_angles(
                twist_axis,
                flex_axis,
                range("twist_deg", twist_deg, 180.0)?,
                range("flex_deg", flex_deg, 175.0)?,
                range("side_deg", side_deg, 175.0)?,
                match swing {
                    SwingFile::Ellipse => SwingShape::Ellipse,
                    SwingFile::Box => SwingShape::Box,
                },
            )))
        }
    }
}
