//! Rows of angles as rows of transforms.

use super::{Axis, Bvh, Channel, Positions};
use crate::math::Transform;
use crate::motion::{RecordedJoint, Recording};
use glam::{DQuat, DVec3};

/// Positions of an inner joint that stay below this part of its OFFSET are "about zero".
const ABOUT_ZERO: f64 = 0.1;

impl Bvh {
    /// The motion as local transforms, in the file's own unit and axes.
    pub fn recording(&self) -> Recording {
        let joints = self.joints.iter().map(|joint| RecordedJoint {
            name: joint.name.clone(),
            parent: joint.parent,
            offset: joint.offset,
            end: joint.end,
        });
        let positions = self.positions();
        let rows = self.rows();
        let mut parent_from_joint = Vec::with_capacity(rows * self.joints.len());
        for row in 0..rows {
            self.locals(row, &positions, &mut parent_from_joint);
        }
        Recording {
            name: self.name.clone(),
            joints: joints.collect(),
            frame_secs: self.frame_secs,
            parent_from_joint,
        }
    }

    /// How each joint's position channels and its OFFSET go together: at the root they replace it; at an inner joint
    /// too, unless they stay about zero where OFFSET does not, which would fold the bone to nothing. (joints)
    pub fn positions(&self) -> Vec<Positions> {
        let mut column = 0;
        let kinds = self.joints.iter().map(|joint| {
            let first = column;
            column += joint.channels.len();
            let length = joint.offset.length();
            if joint.parent.is_none() || !joint.has_positions() || length == 0.0 {
                return Positions::Replace;
            }
            let is_near_zero = (0..self.rows()).all(|row| {
                let values = &self.row(row)[first..first + joint.channels.len()];
                joint.channels.iter().zip(values).all(|(channel, value)| {
                    !matches!(channel, Channel::Position(_)) || value.abs() < ABOUT_ZERO * length
                })
            });
            // A coordinate of OFFSET that is zero itself is no evidence.
            let hidden = joint.channels.iter().any(|channel| match channel {
                Channel::Position(axis) => {
                    joint.offset[axis.index()].abs() > 2.0 * ABOUT_ZERO * length
                }
                Channel::Rotation(_) => false,
            });
            if is_near_zero && hidden {
                Positions::Add
            } else {
                Positions::Replace
            }
        });
        kinds.collect()
    }

    /// Appends the local transforms of one row, parent from joint. (joints)
    pub(super) fn locals(&self, row: usize, positions: &[Positions], locals: &mut Vec<Transform>) {
        let mut values = self.row(row).iter();
        for (joint, positions) in self.joints.iter().zip(positions) {
            let mut local = Transform::from_translation(joint.offset);
            for (channel, value) in joint.channels.iter().zip(values.by_ref()) {
                match channel {
                    Channel::Rotation(axis) => local.rotation *= turn(*axis, *value),
                    Channel::Position(axis) => {
                        let part = &mut local.translation[axis.index()];
                        *part = match positions {
                            Positions::Replace => *value,
                            Positions::Add => *part + *value,
                        };
                    }
                }
            }
            locals.push(local);
        }
    }
}

/// A turn about one axis.
fn turn(axis: Axis, angle_deg: f64) -> DQuat {
    let (sin, cos) = libm::sincos(0.5 * angle_deg.to_radians());
    let v: DVec3 = sin * axis.unit();
    DQuat::from_xyzw(v.x, v.y, v.z, cos)
}
