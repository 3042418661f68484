//! What a BVH file says, number by number: degrees, and the file's own unit of length.

use glam::DVec3;

/// A skeleton and its rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Bvh {
    /// What people call it: the file's name without its ending.
    pub name: String,
    /// Parents precede children; the first one is the only root.
    pub joints: Vec<BvhJoint>,
    /// From one row to the next, more than zero [s].
    pub frame_secs: f64,
    /// The channels of all joints in the order of the file, row by row; degrees and the file's unit. (rows × width)
    pub values: Vec<f64>,
    /// What the reader forgave or had to choose, for people to see.
    pub notes: Vec<String>,
}

/// A joint of a BVH file.
#[derive(Clone, Debug, PartialEq)]
pub struct BvhJoint {
    /// Unique.
    pub name: String,
    /// Nothing for the root. Always an earlier joint.
    pub parent: Option<usize>,
    /// Where it sits on its parent when nothing is turned, in the file's unit.
    pub offset: DVec3,
    /// What its columns mean, in the order of the row. Rotations multiply in this order: `v' = R1 R2 R3 v`.
    pub channels: Vec<Channel>,
    /// The first End Site on it, in the file's unit.
    pub end: Option<DVec3>,
}

/// What one column of the rows means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// A coordinate of the joint on its parent, in the file's unit.
    Position(Axis),
    /// A turn about an axis of the joint [deg].
    Rotation(Axis),
}

/// An axis of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// The first one.
    X,
    /// The second one; up in most files.
    Y,
    /// The third one.
    Z,
}

/// How a joint's position channels and its OFFSET go together. The format does not say, and programs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Positions {
    /// A position channel takes the place of that coordinate of OFFSET.
    Replace,
    /// A position channel is added to OFFSET.
    Add,
}

impl Axis {
    /// All three.
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// Its place among the coordinates of a vector.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The unit vector along it.
    pub const fn unit(self) -> DVec3 {
        DVec3::AXES[self.index()]
    }
}

impl Channel {
    /// All six, positions first.
    pub const ALL: [Self; 6] = [
        Self::Position(Axis::X),
        Self::Position(Axis::Y),
        Self::Position(Axis::Z),
        Self::Rotation(Axis::X),
        Self::Rotation(Axis::Y),
        Self::Rotation(Axis::Z),
    ];

    /// As files write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Position(Axis::X) => "Xposition",
            Self::Position(Axis::Y) => "Yposition",
            Self::Position(Axis::Z) => "Zposition",
            Self::Rotation(Axis::X) => "Xrotation",
            Self::Rotation(Axis::Y) => "Yrotation",
            Self::Rotation(Axis::Z) => "Zrotation",
        }
    }
}

impl BvhJoint {
    /// Whether it has a position channel.
    pub fn has_positions(&self) -> bool {
        let mut channels = self.channels.iter();
        channels.any(|channel| matches!(channel, Channel::Position(_)))
    }
}

impl Bvh {
    /// Numbers in a row.
    pub fn width(&self) -> usize {
        self.joints.iter().map(|joint| joint.channels.len()).sum()
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.values.len() / self.width().max(1)
    }

    /// The numbers of one row. (width)
    pub fn row(&self, row: usize) -> &[f64] {
        let width = self.width();
        &self.values[row * width..(row + 1) * width]
    }

    /// From the first row to the last [s].
    pub fn duration_secs(&self) -> f64 {
        self.rows().saturating_sub(1) as f64 * self.frame_secs
    }
}
