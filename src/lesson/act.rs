//! What happens in a scene beside its pose: a walk, and a ghost that follows it.

use super::Scene;
use super::stepping::{Stepped, Stepping};
use crate::character::{Character, LinkId};
use crate::control::{Push, RunOrder, run};
use crate::gait::{Biped, Walk, WalkOrder, walk};
use crate::motion::Audit;
use glam::DVec3;

/// What happens beside the pose.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Act {
    /// Nothing.
    #[default]
    Pose,
    /// The paper's walk, as plain as it can be: see [`Stepping`].
    Stepping(Stepping),
    /// A walk of this program, measured, and followed by a ghost.
    WalkAndPush(WalkAndPush),
}

/// A walk that is measured and followed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkAndPush {
    /// Steps that are made.
    pub steps: usize,
    /// Steps a minute; nothing for the body's own.
    pub cadence: Option<f64>,
    /// Whether a ghost follows, and how it is pushed.
    pub push: Option<Push>,
}

/// A walk, its figures, and how a ghost followed it.
#[derive(Clone, Debug)]
pub struct Followed {
    /// As it was planned; nothing where the body cannot walk there.
    pub walk: Option<Walk>,
    /// Least margin of the centre of mass [m].
    pub static_margin: f64,
    /// Share of the frames in which the zero-moment point is over the support [0..1].
    pub dynamic_share: f64,
    /// Root of the mean squared joint error of the ghost at its worst moment [rad].
    pub ghost_error: f64,
    /// Whether the ghost fell.
    pub fell: bool,
}

impl Act {
    /// Does it.
    pub(super) fn performed(&self, scene: &Scene) -> (Option<Stepped>, Option<Followed>) {
        match self {
            Self::Pose => (None, None),
            Self::Stepping(stepping) => (
                Some(stepping.walked(&scene.character, &scene.settings)),
                None,
            ),
            Self::WalkAndPush(act) => (None, Some(act.followed(scene))),
        }
    }
}

impl WalkAndPush {
    /// The walk that is ordered; nothing for a body that is no biped.
    pub fn order(&self, character: &Character) -> Option<WalkOrder> {
        let mut settings = Biped::new(character).ok()?.static_settings();
        settings.cadence = self.cadence.unwrap_or(settings.cadence);
        Some(WalkOrder::ahead(settings, self.steps))
    }

    /// A push on a link, half-way through the walk, for a fifth of a second.
    pub fn pushed(link: LinkId, force: DVec3, start_secs: f64) -> Push {
        Push {
            start_secs,
            secs: 0.2,
            link,
            force,
        }
    }

    fn followed(&self, scene: &Scene) -> Followed {
        let (character, level) = (&*scene.character, &*scene.level);
        let mut followed = Followed {
            walk: None,
            static_margin: f64::NAN,
            dynamic_share: f64::NAN,
            ghost_error: f64::NAN,
            fell: false,
        };
        let order = self.order(character);
        let Some(walk) = order.and_then(|order| walk(character, level, &order, |_| {}).ok()) else {
            return followed;
        };
        let summary = Audit::new(character, &walk.clip, Some(level)).summary;
        followed.static_margin = summary.margin.map_or(f64::NAN, |low| low.min);
        followed.dynamic_share = (summary.dynamic_margin).map_or(f64::NAN, |l| l.inside_fraction);
        if walk.clip.frames.len() > 1 {
            let order = RunOrder {
                pushes: self.push.into_iter().collect(),
                ..RunOrder::default()
            };
            let tracking = run(character, level, &walk.clip, &order, &mut |_| {}).tracking;
            let errors = tracking.frames.iter().map(|frame| frame.rms);
            followed.ghost_error = errors.fold(0.0, f64::max);
            followed.fell = tracking.fell;
        }
        followed.walk = Some(walk);
        followed
    }
}
