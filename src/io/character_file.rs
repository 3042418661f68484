//! What a character's file says, word by word: names, degrees, defaults. No meaning is checked here.
//!
//! ```text
//! text ──serde──> CharacterFile ──edits of variants──> CharacterFile ──build, the only validator──> Character
//! ```
//! A file with `base` is a variant: the base's body, edited, with whatever links, effectors and soles it adds.

use super::joint_angles::JointAngles;
use crate::character::FootKind;
use glam::DVec3;
use serde::Deserialize;

/// A whole file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CharacterFile {
    /// Of the format; only [`VERSION`] is read.
    pub version: u32,
    /// One line for lists.
    pub description: String,
    /// Name of the character that this one varies.
    pub base: Option<String>,
    /// What is different from the base, in order.
    #[serde(default)]
    pub edits: Vec<Edit>,
    /// Parents first.
    #[serde(default)]
    pub links: Vec<LinkFile>,
    /// Points that goals can pull.
    #[serde(default)]
    pub effectors: Vec<EffectorFile>,
    /// Surfaces to stand on.
    #[serde(default)]
    pub soles: Vec<SoleFile>,
    /// Links that mirror each other, beside those whose names say so.
    #[serde(default)]
    pub pairs: Vec<(String, String)>,
    /// Which links keep apart otherwise than the rest pose says.
    #[serde(default)]
    pub apart: ApartFile,
    /// How it stands; a variant inherits its base's.
    pub rest: Option<RestFile>,
}

/// The version of the format that this program reads.
pub(super) const VERSION: u32 = 1;

/// A rigid part.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LinkFile {
    /// Unique among links.
    pub name: String,
    /// An earlier link; nothing for the first one only.
    pub parent: Option<String>,
    /// How it hangs on its parent.
    pub joint: Option<JointFile>,
    /// [kg]
    pub mass: f64,
    /// Centre of mass in the link's frame [m]; the shapes' centre of volume when left out.
    pub center: Option<DVec3>,
    /// About the centre of mass [kg m²]; that of the solid shapes when left out.
    pub inertia: Option<InertiaFile>,
    /// What is drawn and what collides.
    #[serde(default)]
    pub shapes: Vec<ShapeFile>,
    /// What is only drawn: it weighs nothing and passes through everything.
    #[serde(default)]
    pub drawn: Vec<ShapeFile>,
}

/// Moments of inertia [kg m²].
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) enum InertiaFile {
    /// xx, yy, zz.
    Diagonal(f64, f64, f64),
    /// xx, yy, zz, xy, xz, yz: entries of the matrix, so products of inertia carry their minus sign.
    Full(f64, f64, f64, f64, f64, f64),
}

/// A solid on a link.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum ShapeFile {
    /// A block.
    Box {
        /// Full edges [m].
        size: DVec3,
        /// Centre [m].
        #[serde(default)]
        at: DVec3,
        /// Rotation vector of its axes [deg].
        #[serde(default)]
        turned_deg: DVec3,
    },
    /// All points within `radius` of a segment.
    Capsule {
        /// [m]
        radius: f64,
        /// One end of the segment [m].
        from: DVec3,
        /// The other end [m].
        to: DVec3,
    },
    /// A ball.
    Sphere {
        /// [m]
        radius: f64,
        /// Centre [m].
        #[serde(default)]
        at: DVec3,
    },
}

/// The joint of a link.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JointFile {
    /// Unique among joints.
    pub name: String,
    /// Pivot in the parent's frame [m].
    pub at: DVec3,
    /// Rotation vector of the joint's axes in the parent's frame [deg].
    #[serde(default)]
    pub turned_deg: DVec3,
    /// How it moves.
    pub kind: KindFile,
    /// How far a ball flexes while its link lies on something and carries weight [deg].
    pub loaded_flex_deg: Option<(f64, f64)>,
    /// 1 is ordinary; a weak joint moves last.
    #[serde(default = "one")]
    pub strength: f64,
}

/// How a joint moves.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum KindFile {
    /// Not at all.
    Fixed,
    /// About one axis.
    Hinge {
        /// Right-hand axis.
        axis: DVec3,
        /// Lowest and highest angle [deg].
        range_deg: (f64, f64),
    },
    /// About every axis.
    Ball {
        /// Along the bone.
        twist_axis: DVec3,
        /// Across the bone; made perpendicular to it.
        flex_axis: DVec3,
        /// About the twist axis [deg].
        twist_deg: (f64, f64),
        /// About the flex axis [deg].
        flex_deg: (f64, f64),
        /// About flex axis × twist axis [deg].
        side_deg: (f64, f64),
        /// The bound between flex and side.
        #[serde(default)]
        swing: SwingFile,
    },
}

/// What the swing's bound looks like between its two axes.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(super) enum SwingFile {
    /// Rounded corners.
    #[default]
    Ellipse,
    /// Each axis for itself.
    Box,
}

/// A point that goals can pull.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EffectorFile {
    /// Unique among effectors.
    pub name: String,
    /// The link that carries it.
    pub link: String,
    /// Link frame [m].
    #[serde(default)]
    pub point: DVec3,
}

/// A surface to stand on: a whole foot, or a part of one.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SoleFile {
    /// That of the foot; soles that are parts of one foot share it.
    pub name: String,
    /// Which part of the foot it is; nothing for all of it.
    pub patch: Option<Patch>,
    /// What part of the body carries weight there.
    #[serde(default)]
    pub kind: FootKind,
    /// The link that carries it.
    pub link: String,
    /// In order around the patch, link frame [m].
    pub corners: Vec<DVec3>,
    /// From the ground into the body.
    #[serde(default = "upward")]
    pub up: DVec3,
}

/// A part of a foot, in the order in which they are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(super) enum Patch {
    /// Under the heel.
    Heel,
    /// The pad under the heads of the metatarsal bones; the base of the fingers.
    Ball,
    /// Under the toes, or the fingers.
    Toe,
}

impl Patch {
    /// What follows the foot's name and a point.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Heel => "heel",
            Self::Ball => "ball",
            Self::Toe => "toe",
        }
    }
}

/// Pairs of links, beside those that keep apart because they are apart at rest.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ApartFile {
    /// Keep apart as well.
    #[serde(default)]
    pub also: Vec<(String, String)>,
    /// May pass through each other.
    #[serde(default)]
    pub never: Vec<(String, String)>,
}

/// How the body stands when nothing is asked of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RestFile {
    /// The link whose place is given; it stands upright, axes along the world's.
    pub link: String,
    /// Origin of that link in the world [m].
    pub position: DVec3,
    /// Joints that are not at zero.
    #[serde(default)]
    pub joints_deg: JointAngles,
}

/// One difference between a variant and its base.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum Edit {
    /// Every length of a link, and its mass with the volume.
    ScaleLink {
        link: String,
        by: f64,
        #[serde(default)]
        mass: MassRule,
    },
    /// As `ScaleLink`, with a factor for each axis of the link.
    StretchLink {
        link: String,
        by: DVec3,
        #[serde(default)]
        mass: MassRule,
    },
    /// Every length of the body.
    ScaleBody {
        by: f64,
        #[serde(default)]
        mass: MassRule,
    },
    /// As `ScaleBody`, with a factor for each axis.
    StretchBody {
        by: DVec3,
        #[serde(default)]
        mass: MassRule,
    },
    /// Radii of all capsules and spheres: how stout it is, with every bone as long as before.
    Thicken { by: f64 },
    /// Every mass.
    ScaleMass { by: f64 },
    /// More (or less) mass, at a point when one is given, else spread as the mass that is there.
    AddMass {
        link: String,
        kg: f64,
        at: Option<DVec3>,
    },
    /// The centre of mass alone.
    MoveCenter { link: String, by: DVec3 },
    /// One more solid, to see and to touch; mass and centre stay.
    AddShape { link: String, shape: ShapeFile },
    /// Where a joint sits on its parent.
    MoveJoint { joint: String, by: DVec3 },
    /// New ends: of a hinge by `range_deg`, of a ball by the other three.
    Limit {
        joint: String,
        range_deg: Option<(f64, f64)>,
        twist_deg: Option<(f64, f64)>,
        flex_deg: Option<(f64, f64)>,
        side_deg: Option<(f64, f64)>,
    },
    /// How readily a joint moves.
    Strength { joint: String, to: f64 },
    /// The joint cannot turn any more.
    Lock { joint: String },
}

/// What a change of size does to the mass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) enum MassRule {
    /// The same stuff: mass grows with volume.
    #[default]
    WithVolume,
    /// The same mass.
    Keep,
}

const fn one() -> f64 {
    1.0
}

const fn upward() -> DVec3 {
    DVec3::Y
}
