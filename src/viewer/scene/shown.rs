//! What the window shows at a moment: a pose, what it stands on, and its figures. Made from the document and the playhead,
//! never kept.

use crate::character::{Character, Pose};
use crate::document::{JumpTake, RecordingTake, Setup, Take, WalkTake};
use crate::kinematics::{
    Held, Kinematics, Margin, Plant, Planted, Rooting, Stance, forward, virtual_centers,
};
use crate::motion::Clip;
use crate::viewer::panes::Gone;
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// A pose with all that is drawn of it.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) pose: Pose,
    /// Seen from the held foot, with virtual centres of mass.
    pub(crate) kin: Kinematics,
    /// What stands; nothing in the air.
    pub(crate) stance: Option<Stance>,
    pub(crate) margin: Option<Margin>,
}

impl Shown {
    /// A pose and the soles that stand in it.
    pub(crate) fn new(character: &Character, pose: Pose, planted: Vec<Planted>) -> Self {
        Self::leaning_on(character, pose, planted, Vec::new())
    }

    /// The same with what carries beside them.
    fn leaning_on(
        character: &Character,
        pose: Pose,
        planted: Vec<Planted>,
        plants: Vec<Plant>,
    ) -> Self {
        let mut kin = Kinematics::default();
        let stance = Held::of(&planted, &plants).map(|_| Stance::on(character, planted, plants));
        if let Some(stance) = &stance {
            stance.update(character, &pose, &mut kin);
        } else {
            let rooting = Rooting::new(character, crate::character::LinkId::ROOT);
            forward(&rooting, character, &pose, pose.world_from_root, &mut kin);
            virtual_centers(&rooting, &mut kin);
        }
        let over_ground = DVec2::new(kin.com.x, kin.com.z);
        let margin = stance.as_ref().map(|s| s.polygon.margin(over_ground));
        Self {
            pose,
            kin,
            stance,
            margin,
        }
    }

    /// What is posed.
    pub(crate) fn of_setup(character: &Character, setup: &Setup) -> Self {
        Self::of_pose(character, setup, setup.pose.clone())
    }

    /// Another pose on what the one that is posed stands on.
    pub(crate) fn of_pose(character: &Character, setup: &Setup, pose: Pose) -> Self {
        let (planted, plants) = (setup.planted.clone(), setup.plants.clone());
        Self::leaning_on(character, pose, planted, plants)
    }

    /// A moment of a clip, moved aside.
    pub(crate) fn of_clip(character: &Character, clip: &Clip, secs: f64, aside: DVec3) -> Self {
        let mut pose = clip.sample_pose(secs);
        pose.world_from_root.translation += aside;
        let kin = Kinematics::of(character, &pose);
        let contacts = clip.contacts_at(secs);
        let feet = character.footings(contacts);
        let planted = feet.map(|foot| Planted::new(character, foot, |link| *kin.link(link)));
        let planted = planted.collect();
        Self::new(character, pose, planted)
    }
}

/// Where a figure is, for a camera that goes along with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Footing {
    /// Of the centre of mass (x, z) [m].
    pub(crate) over_ground: DVec2,
    /// Of what it stands on, on average; nothing in the air [m].
    pub(crate) height: Option<f64>,
}

impl Footing {
    /// How far from another one.
    pub(crate) fn since(&self, from: &Self) -> Gone {
        let height = self.height.zip(from.height);
        Gone {
            over_ground: self.over_ground - from.over_ground,
            rise: height.map(|(to, from)| to - from),
        }
    }
}

impl Shown {
    /// Where it is by its soles, planted or not: who leans has not gone anywhere.
    pub(crate) fn footing_of_soles(&self, character: &Character) -> Footing {
        let feet = (character.standing_feet()).map(|foot| &character.feet[foot].whole);
        let places = feet.map(|sole| self.kin.link(sole.link).point(sole.center_in_link()));
        let sum: DVec3 = places.sum();
        let mean = sum / character.standing_feet().count().max(1) as f64;
        Footing {
            over_ground: DVec2::new(mean.x, mean.z),
            ..self.footing()
        }
    }

    /// Where it is. Its height is that of its feet: who squats has not gone down.
    pub(crate) fn footing(&self) -> Footing {
        let planted = self.stance.iter().flat_map(|stance| &stance.planted);
        let heights: Vec<f64> = planted
            .map(|foot| foot.world_from_link.translation.y)
            .collect();
        let count = heights.len();
        Footing {
            over_ground: DVec2::new(self.kin.com.x, self.kin.com.z),
            height: (count > 0).then(|| heights.iter().sum::<f64>() / count as f64),
        }
    }
}

/// The motion on the timeline. Shares what the document has.
#[derive(Clone, Debug)]
pub(crate) enum Motion {
    Walk(Arc<WalkTake>),
    Jump(Arc<JumpTake>),
    Recording(Arc<RecordingTake>),
    Keys(Arc<Clip>),
}

impl Motion {
    /// As a clip.
    pub(crate) fn clip(&self) -> &Clip {
        match self {
            Self::Walk(take) => &take.walk.clip,
            Self::Jump(take) => &take.jump.clip,
            Self::Recording(take) => &take.balanced,
            Self::Keys(clip) => clip,
        }
    }

    /// A moment of the timeline as one of the clip [s].
    pub(crate) fn clip_secs(&self, secs: f64) -> f64 {
        secs - self.start_secs()
    }

    /// Where the clip begins on the timeline [s]: keys need not begin at zero.
    pub(crate) fn start_secs(&self) -> f64 {
        match self {
            Self::Keys(clip) => clip.start_secs,
            Self::Walk(_) | Self::Jump(_) | Self::Recording(_) => 0.0,
        }
    }

    /// The frame of the clip at a moment of the timeline; nothing before and after it.
    pub(crate) fn frame_at(&self, secs: f64) -> Option<usize> {
        let clip = self.clip();
        let frame = (self.clip_secs(secs) / clip.frame_secs).round();
        (frame >= 0.0 && frame < clip.frames.len() as f64).then_some(frame as usize)
    }
}

impl From<&Take> for Motion {
    fn from(take: &Take) -> Self {
        match take {
            Take::Walk(take) => Self::Walk(Arc::clone(take)),
            Take::Jump(take) => Self::Jump(Arc::clone(take)),
            Take::Recording(take) => Self::Recording(Arc::clone(take)),
        }
    }
}
