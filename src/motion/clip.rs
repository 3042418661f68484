//! A clip: poses at an even rate, and beside each of them what it stands on and how well.

use crate::character::{Character, Contacts, JointCoordinate, LinkId, Pose};
use crate::kinematics::{Kinematics, Rooting, SupportPolygon, forward, virtual_centers};
use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

/// What keeps a motion on its feet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BalanceKind {
    /// The centre of mass is over what stands in every frame: it could stop at any moment.
    Static,
    /// The zero-moment point is inside what stands.
    Dynamic,
}

/// Poses of one character at an even rate.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// What people call it; the name of its file.
    pub name: String,
    /// Name of the character whose poses these are.
    pub character: String,
    /// Name of the level that it moves on, if any.
    pub level: Option<String>,
    /// How it was made to balance, where whoever made it knows.
    pub balance: Option<BalanceKind>,
    /// Time of the level at the first frame: platforms move with it [s].
    pub start_secs: f64,
    /// From one frame to the next, more than zero [s].
    pub frame_secs: f64,
    /// In the order of time; at least one.
    pub frames: Vec<Frame>,
}

/// One moment of a clip. Tracks are computed from pose and contacts: see [`Recorder`].
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// How the body stands.
    pub pose: Pose,
    /// The soles that carry weight.
    pub contacts: Contacts,
    /// Centre of mass [m].
    pub com: DVec3,
    /// Distance of the centre of mass from the nearest edge of the support polygon, seen from above; negative outside
    /// [m]. Nothing without a contact.
    pub margin: Option<f64>,
}

/// Makes frames of one character: owns the memory that measuring a pose needs.
#[derive(Clone, Debug)]
pub struct Recorder<'a> {
    character: &'a Character,
    rooting: Rooting,
    kin: Kinematics,
    corners_xz: Vec<DVec2>,
}

impl<'a> Recorder<'a> {
    /// For poses of this character.
    pub fn new(character: &'a Character) -> Self {
        Self {
            character,
            rooting: Rooting::new(character, LinkId::ROOT),
            kin: Kinematics::default(),
            corners_xz: Vec::new(),
        }
    }

    /// A frame of a pose and its contacts, with tracks.
    pub fn frame(&mut self, pose: Pose, contacts: Contacts) -> Frame {
        self.look(&pose);
        let com = self.kin.com;
        self.corners_xz.clear();
        for sole in contacts.iter().filter_map(|s| self.character.soles.get(s)) {
            let world_from_link = self.kin.link(sole.link);
            let corners = sole.corners_in_link.iter();
            self.corners_xz.extend(corners.map(|corner| {
                let corner = world_from_link.point(*corner);
                DVec2::new(corner.x, corner.z)
            }));
        }
        let margin = (!self.corners_xz.is_empty()).then(|| {
            let polygon = SupportPolygon::hull(self.corners_xz.iter().copied());
            polygon.margin(DVec2::new(com.x, com.z)).metres
        });
        Frame {
            pose,
            contacts,
            com,
            margin,
        }
    }

    /// Where everything is in a pose.
    pub fn look(&mut self, pose: &Pose) -> &Kinematics {
        let world_from_root = pose.world_from_root;
        forward(
            &self.rooting,
            self.character,
            pose,
            world_from_root,
            &mut self.kin,
        );
        virtual_centers(&self.rooting, &mut self.kin);
        &self.kin
    }
}

impl Clip {
    /// Time of a frame since the first one [s].
    pub fn frame_time(&self, frame: usize) -> f64 {
        frame as f64 * self.frame_secs
    }

    /// Memory of its frames [bytes].
    pub fn bytes(&self) -> usize {
        let joints = self.frames.first().map_or(0, |f| f.pose.joints.len());
        let per_frame = size_of::<Frame>() + joints * size_of::<JointCoordinate>();
        self.frames.len() * per_frame
    }

    /// The frame nearest to a time since the first one [s].
    pub fn nearest_frame(&self, secs: f64) -> usize {
        let frame = (secs / self.frame_secs).round() as usize;
        frame.min(self.frames.len().saturating_sub(1))
    }

    /// From the first frame to the last [s].
    pub fn duration_secs(&self) -> f64 {
        self.frame_time(self.frames.len().saturating_sub(1))
    }
}
