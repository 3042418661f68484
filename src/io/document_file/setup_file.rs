//! One authored moment as it is written: joints, soles and links by name.

use super::super::FileError;
use super::ask_file::{AskFile, read_asks};
use super::checked::{Checked, TransformFile};
use super::solving_file::SolvingFile;
use crate::character::{Character, JointCoordinate, JointKind, LinkId, Pose};
use crate::document::{BalanceRow, Grip, Handle, Setup, Solving};
use crate::ik::Rank;
use crate::kinematics::{Plant, Planted};
use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

/// A pose and what is asked of it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetupFile {
    root: TransformFile,
    /// Joints that are not named are at zero.
    #[serde(default)]
    joints: Vec<(String, TurnFile)>,
    /// The held one first.
    planted: Vec<(String, TransformFile)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    plants: Vec<PlantFile>,
    handles: Vec<HandleFile>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    asks: Vec<AskFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    balance: Option<BalanceFile>,
    keeps_balance: bool,
    /// [m]
    margin: f64,
    /// Names of joints.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    frozen: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    solving: Option<SolvingFile>,
}

/// Balance in the list of handles.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BalanceFile {
    rank: u8,
    #[serde(default = "ordinary")]
    weight: f64,
    /// How many handles come before it.
    #[serde(default)]
    place: usize,
}

fn ordinary() -> f64 {
    1.0
}

/// How a joint is turned.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) enum TurnFile {
    /// [rad]
    Hinge(f64),
    /// Quaternion: x, y, z, w.
    Ball(f64, f64, f64, f64),
}

/// Something that can be dragged.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HandleFile {
    name: String,
    grip: GripFile,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<DVec3>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rotation: Option<DQuat>,
    /// Where it was dragged to [m].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    touched: Option<DVec3>,
    rank: u8,
    weight: f64,
}

/// What it takes hold of.
#[derive(Debug, Serialize, Deserialize)]
enum GripFile {
    Point(String, DVec3),
    CenterOfMass,
}

/// A point of a link that carries weight beside the feet.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlantFile {
    link: String,
    point: DVec3,
    /// Where the skin lies on the surface [m].
    at: DVec3,
    normal: DVec3,
    friction: f64,
    /// How its link lies there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rotation: Option<DQuat>,
}

/// More plants than this are refused: nobody has as many limbs.
const MOST_PLANTS: usize = 32;

/// More handles than this are refused: nobody could choose among them.
const MOST_HANDLES: usize = 10_000;

impl SetupFile {
    /// As it is written.
    pub(super) fn of(character: &Character, setup: &Setup) -> Self {
        let joint_name = |link: &LinkId| character.link(*link).joint.name.clone();
        let joints = character.links.iter().zip(&setup.pose.joints);
        Self {
            root: TransformFile::of(&setup.pose.world_from_root),
            joints: joints
                .filter_map(|(link, turn)| Some((link.joint.name.clone(), TurnFile::of(turn)?)))
                .collect(),
            planted: (setup.planted.iter())
                .map(|planted| {
                    let name = character.footing_name(planted.footing());
                    (name, TransformFile::of(&planted.world_from_link))
                })
                .collect(),
            plants: (setup.plants.iter())
                .map(|plant| PlantFile::of(character, plant))
                .collect(),
            handles: (setup.handles.iter())
                .map(|handle| HandleFile::of(character, handle))
                .collect(),
            asks: (setup.asks.iter())
                .map(|ask| AskFile::of(character, ask))
                .collect(),
            balance: BalanceFile::of(&setup.balance),
            keeps_balance: setup.keeps_balance,
            margin: setup.margin,
            frozen: setup.frozen.iter().map(joint_name).collect(),
            solving: SolvingFile::of(&setup.solving),
        }
    }

    /// What it says, checked.
    pub(super) fn read(&self, character: &Character, at: &Checked) -> Result<Setup, FileError> {
        let joint_names = || {
            character
                .links
                .iter()
                .skip(1)
                .map(|link| link.joint.name.as_str())
        };
        let find_joint = |name: &str| {
            let index = at.find("joint", name, joint_names())?;
            Ok(LinkId::new(index + 1))
        };
        let mut pose = Pose::zero(&character.links);
        pose.world_from_root = at.transform("root", self.root)?;
        let mut is_given = vec![false; character.links.len()];
        for (name, turn) in &self.joints {
            let link = find_joint(name)?;
            if std::mem::replace(&mut is_given[link.index()], true) {
                let quoted = format!("{name:?}");
                return Err(at.error_at(&quoted, format!("joint {name:?} is there twice")));
            }
            let kind = &character.link(link).joint.kind;
            pose.joints[link.index()] = turn.read(name, kind, at)?;
        }
        let frozen = self.frozen.iter().map(|name| find_joint(name));
        Ok(Setup {
            pose,
            planted: self.read_planted(character, at)?,
            plants: self.read_plants(character, at)?,
            handles: self.read_handles(character, at)?,
            asks: read_asks(&self.asks, character, at)?,
            balance: match self.balance {
                Some(balance) => balance.read(self.handles.len(), &at.part("balance:"))?,
                None => BalanceRow::default(),
            },
            keeps_balance: self.keeps_balance,
            margin: at.number("margin", self.margin, [0.0, 1.0], " m")?,
            frozen: frozen.collect::<Result<_, FileError>>()?,
            solving: match &self.solving {
                Some(solving) => solving.read(at)?,
                None => Solving::default(),
            },
        })
    }

    fn read_planted(&self, character: &Character, at: &Checked) -> Result<Vec<Planted>, FileError> {
        let mut planted: Vec<Planted> = Vec::new();
        for (name, place) in &self.planted {
            let footing = at.find_footing(character, name)?;
            if planted.iter().any(|known| known.foot == footing.foot) {
                return Err(at.error_at("planted", format!("foot {name:?} is planted twice")));
            }
            let place = at.transform("planted", *place)?;
            planted.push(Planted::new(character, footing, |_| place));
        }
        let lies = |plant: &PlantFile| plant.rotation.is_some();
        if planted.is_empty() && !self.plants.iter().any(lies) {
            let message = "at least one foot is planted, or a plant has a rotation";
            return Err(at.error_at("planted", message));
        }
        Ok(planted)
    }

    fn read_plants(&self, character: &Character, at: &Checked) -> Result<Vec<Plant>, FileError> {
        if self.plants.len() > MOST_PLANTS {
            let message = format!("at most {MOST_PLANTS} plants are read");
            return Err(at.error_at("plants", message));
        }
        let plants = self.plants.iter();
        plants.map(|plant| plant.read(character, at)).collect()
    }

    fn read_handles(&self, character: &Character, at: &Checked) -> Result<Vec<Handle>, FileError> {
        if self.handles.len() > MOST_HANDLES {
            let message = format!("at most {MOST_HANDLES} handles are read");
            return Err(at.error_at("handles", message));
        }
        let mut names: Vec<&str> = self.handles.iter().map(|h| h.name.as_str()).collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            let name = twice[0];
            let quoted = format!("{name:?}");
            return Err(at.error_at(&quoted, format!("handle {name:?} is there twice")));
        }
        let handles = self.handles.iter();
        handles.map(|handle| handle.read(character, at)).collect()
    }
}

impl BalanceFile {
    /// As it is written; nothing where all is as usual.
    fn of(row: &BalanceRow) -> Option<Self> {
        (*row != BalanceRow::default()).then_some(Self {
            rank: row.rank.0,
            weight: row.weight,
            place: row.place,
        })
    }

    fn read(self, handles: usize, at: &Checked) -> Result<BalanceRow, FileError> {
        at.number("rank", self.rank.into(), [1.0, 8.0], "")?;
        at.number("place", self.place as f64, [0.0, handles as f64], "")?;
        Ok(BalanceRow {
            rank: Rank(self.rank),
            weight: at.number("weight", self.weight, [1e-3, 1e3], "")?,
            place: self.place,
        })
    }
}

impl PlantFile {
    fn of(character: &Character, plant: &Plant) -> Self {
        Self {
            link: character.link(plant.link).name.clone(),
            point: plant.point_in_link,
            at: plant.at_in_world,
            normal: plant.normal_in_world,
            friction: plant.friction,
            rotation: plant.lying.map(|lying| lying.world_from_link),
        }
    }

    fn read(&self, character: &Character, at: &Checked) -> Result<Plant, FileError> {
        let quoted = format!("{:?}", self.link);
        let links = character.links.iter().map(|link| link.name.as_str());
        let link = LinkId::new(at.find("link", &self.link, links)?);
        let point = at.point(&quoted, self.point)?;
        let place = at.point(&quoted, self.at)?;
        let normal = at.point(&quoted, self.normal)?;
        let Some(normal) = normal.try_normalize() else {
            let message = "a plant's normal has a length".to_owned();
            return Err(at.error_at(&quoted, message));
        };
        let friction = at.number("friction", self.friction, [0.0, 10.0], "")?;
        let plant = Plant::new(character, (link, point), (place, normal), friction);
        let Some(rotation) = self.rotation else {
            return Ok(plant);
        };
        Ok(plant.lying(character, at.rotation(&quoted, rotation)?))
    }
}

impl HandleFile {
    fn of(character: &Character, handle: &Handle) -> Self {
        Self {
            name: handle.name.clone(),
            grip: match handle.grip {
                Grip::Point {
                    link,
                    point_in_link,
                } => GripFile::Point(character.link(link).name.clone(), point_in_link),
                Grip::CenterOfMass => GripFile::CenterOfMass,
            },
            position: handle.position,
            rotation: handle.rotation,
            touched: handle.touched,
            rank: handle.rank.0,
            weight: handle.weight,
        }
    }

    fn read(&self, character: &Character, at: &Checked) -> Result<Handle, FileError> {
        let name = &self.name;
        let quoted = format!("{name:?}");
        let length = name.chars().count();
        if length == 0 || length > 80 || name.chars().any(char::is_control) {
            let message = "a handle's name has 1 to 80 printable characters";
            return Err(at.error_at("handles", message));
        }
        let links = character.links.iter().map(|link| link.name.as_str());
        let grip = match &self.grip {
            GripFile::Point(link, point) => Grip::Point {
                link: LinkId::new(at.find("link", link, links)?),
                point_in_link: at.point(&quoted, *point)?,
            },
            GripFile::CenterOfMass => Grip::CenterOfMass,
        };
        let position = self.position.map(|position| at.point(&quoted, position));
        let rotation = self.rotation.map(|rotation| at.rotation(&quoted, rotation));
        let touched = self.touched.map(|place| at.point(&quoted, place));
        // No rank is farther from effectors than the solver's weights can tell apart.
        if self.rank > 8 {
            let message = format!("handle {name:?}: rank {} is not between 0 and 8", self.rank);
            return Err(at.error_at(&quoted, message));
        }
        Ok(Handle {
            name: name.clone(),
            grip,
            position: position.transpose()?,
            rotation: rotation.transpose()?,
            touched: touched.transpose()?,
            rank: Rank(self.rank),
            weight: at.number("weight", self.weight, [1e-3, 1e3], "")?,
        })
    }
}

impl TurnFile {
    /// Nothing for a fixed joint.
    pub(super) fn of(turn: &JointCoordinate) -> Option<Self> {
        match *turn {
            JointCoordinate::Fixed => None,
            JointCoordinate::Hinge(angle) => Some(Self::Hinge(angle)),
            JointCoordinate::Ball(q) => Some(Self::Ball(q.x, q.y, q.z, q.w)),
        }
    }

    fn read(
        self,
        name: &str,
        kind: &JointKind,
        at: &Checked,
    ) -> Result<JointCoordinate, FileError> {
        let quoted = format!("{name:?}");
        match (self, kind) {
            (Self::Hinge(angle), JointKind::Hinge { .. }) => {
                let angle = at.number(&quoted, angle, [-100.0, 100.0], " rad")?;
                Ok(JointCoordinate::Hinge(angle))
            }
            (Self::Ball(x, y, z, w), JointKind::Ball(_)) => {
                let rotation = DQuat::from_xyzw(x, y, z, w);
                Ok(JointCoordinate::Ball(at.rotation(&quoted, rotation)?))
            }
            (_, kind) => {
                let valid = match kind {
                    JointKind::Hinge { .. } => "is a hinge: write Hinge(angle)",
                    JointKind::Ball(_) => "is a ball: write Ball(x, y, z, w)",
                    JointKind::Fixed => "is fixed and has no turn",
                };
                Err(at.error_at(&quoted, format!("joint {name:?} {valid}")))
            }
        }
    }
}
