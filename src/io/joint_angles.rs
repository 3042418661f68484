//! Joint angles by name, in degrees: the part that rest poses and pose files share.

use super::entries::Entries;
use super::place::{Place, suggestion};
use super::{FileError, Source};
use crate::character::{JointCoordinate, JointKind, Link};
use crate::math::{rotation_from_vector, rotation_vector};
use glam::DVec3;

/// `{"left_knee": Hinge(10), "left_hip": Ball(-8, 0, 0)}`.
pub(super) type JointAngles = Entries<AngleFile>;

/// How one joint is turned.
#[derive(Clone, Copy, Debug, serde::Deserialize)]
pub(super) enum AngleFile {
    /// Angle about the hinge's axis [deg].
    Hinge(f64),
    /// Rotation vector in the joint's axes [deg].
    Ball(f64, f64, f64),
}

impl JointAngles {
    /// The turn of every link's joint; joints that are not named stay at zero. (links)
    pub(super) fn coordinates(
        &self,
        links: &[Link],
        source: &Source,
    ) -> Result<Vec<JointCoordinate>, FileError> {
        let mut coordinates: Vec<_> = links
            .iter()
            .map(|link| JointCoordinate::zero(&link.joint.kind))
            .collect();
        let mut is_given = vec![false; links.len()];
        for (name, angle) in &self.0 {
            let place = Place {
                source,
                section: "joints_deg",
                what: "joint",
                name,
            };
            // The first link's joint joins it to nothing.
            let Some(index) = (1..links.len()).find(|i| links[*i].joint.name == *name) else {
                let valid = links.iter().skip(1).map(|link| link.joint.name.as_str());
                return Err(place.error("", format!("does not exist; {}", suggestion(name, valid))));
            };
            if std::mem::replace(&mut is_given[index], true) {
                return Err(place.error(&format!("{name:?}"), "is there twice"));
            }
            coordinates[index] = angle.coordinate(&links[index].joint.kind, &place)?;
        }
        Ok(coordinates)
    }
}

impl AngleFile {
    fn coordinate(self, kind: &JointKind, place: &Place<'_>) -> Result<JointCoordinate, FileError> {
        match (self, kind) {
            (Self::Hinge(angle_deg), JointKind::Hinge { .. }) => place
                .number("Hinge", angle_deg, [-3600.0, 3600.0], "°")
                .map(|angle_deg| JointCoordinate::Hinge(angle_deg.to_radians())),
            (Self::Ball(x, y, z), JointKind::Ball(_)) => place
                .turn("Ball", DVec3::new(x, y, z))
                .map(|vector| JointCoordinate::Ball(rotation_from_vector(vector))),
            (_, JointKind::Hinge { .. }) => {
                Err(place.error("Ball", "is a hinge: write Hinge(angle)"))
            }
            (_, JointKind::Ball(_)) => {
                Err(place.error("Hinge", "is a ball: write Ball(x, y, z), a rotation vector"))
            }
            (_, JointKind::Fixed) => Err(place.error("", "is fixed and has no angle")),
        }
    }
}

/// One joint's turn as the file writes it; nothing for fixed joints.
pub(super) fn angle_text(coordinate: &JointCoordinate) -> Option<String> {
    match coordinate {
        JointCoordinate::Fixed => None,
        JointCoordinate::Hinge(angle) => Some(format!("Hinge({:?})", angle.to_degrees())),
        JointCoordinate::Ball(q) => {
            let v = rotation_vector(*q) * (180.0 / std::f64::consts::PI);
            Some(format!("Ball({:?}, {:?}, {:?})", v.x, v.y, v.z))
        }
    }
}
