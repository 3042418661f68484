//! How a clip is written: unit, names, order of rotations, and what the usual programs want of them.

use super::writer::Decimals;
use super::{JointNames, RotationOrder};

/// What one length unit of a file is. The file itself does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthUnit {
    /// What most programs expect.
    Centimetres,
    /// What Blender takes without scaling.
    Metres,
}

/// How a clip becomes a BVH file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BvhOptions {
    /// Default centimetres.
    pub unit: LengthUnit,
    /// The same for all joints. Nothing, the default, takes the order whose angles leap least in this clip.
    pub rotation_order: Option<RotationOrder>,
    /// Default the character's own.
    pub names: JointNames,
    /// Puts the pose of zero rotations before the first frame, standing on the ground. Default no.
    pub t_pose_row: bool,
}

/// Options for a program. The default is the same wherever a BVH is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    /// Centimetres, own names: what most programs expect. Taken when nobody says.
    #[default]
    Plain,
    /// Metres, own names; leave "Scale" at 1. Blender turns Y up into Z up itself.
    Blender,
    /// Centimetres, `MotionBuilder`'s names, the pose of zero rotations as first row for characterising.
    MotionBuilder,
    /// Centimetres, own names: for three.js, whose scenes are often in metres (scale by 0.01).
    Three,
    /// Centimetres, own names, ZXY in every file whatever the clip does: all clips of a character have equal columns.
    Strict,
}

impl LengthUnit {
    /// File units in a metre.
    pub const fn per_metre(self) -> f64 {
        match self {
            Self::Centimetres => 100.0,
            Self::Metres => 1.0,
        }
    }

    /// The whole word.
    pub const fn long_name(self) -> &'static str {
        match self {
            Self::Centimetres => "centimetre",
            Self::Metres => "metre",
        }
    }

    /// As people write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Centimetres => "cm",
            Self::Metres => "m",
        }
    }

    /// Lengths to the hundredth of a micrometre: a chain of ten rounded offsets stays below a ten-thousandth of a
    /// millimetre.
    pub(super) const fn decimals(self) -> Decimals {
        Decimals {
            length: match self {
                Self::Centimetres => 6,
                Self::Metres => 8,
            },
            angle: 6,
        }
    }
}

impl Default for BvhOptions {
    fn default() -> Self {
        Self {
            unit: LengthUnit::Centimetres,
            rotation_order: None,
            names: JointNames::Own,
            t_pose_row: false,
        }
    }
}

impl Preset {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Plain,
        Self::Blender,
        Self::MotionBuilder,
        Self::Three,
        Self::Strict,
    ];

    /// As people write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Blender => "blender",
            Self::MotionBuilder => "motionbuilder",
            Self::Three => "three",
            Self::Strict => "strict",
        }
    }

    /// One line for lists.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Plain => "centimetres, own names; what is written when nobody says",
            Self::Blender => "metres, own names: leave the importer's scale at 1",
            Self::MotionBuilder => {
                "centimetres, MotionBuilder's names, a first row without rotations"
            }
            Self::Three => "centimetres, own names: scale by 0.01 in scenes of metres",
            Self::Strict => "centimetres, own names, ZXY in every file",
        }
    }

    /// The preset of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// What it stands for.
    pub fn options(self) -> BvhOptions {
        let default = BvhOptions::default();
        match self {
            Self::Blender => BvhOptions {
                unit: LengthUnit::Metres,
                ..default
            },
            Self::MotionBuilder => BvhOptions {
                names: JointNames::MotionBuilder,
                t_pose_row: true,
                ..default
            },
            Self::Plain | Self::Three => default,
            Self::Strict => BvhOptions {
                rotation_order: Some(RotationOrder::Zxy),
                ..default
            },
        }
    }
}
