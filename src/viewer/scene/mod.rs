//! What a view shows: a figure in a pose, what is asked of it, and who stands around it.
//!
//! ```text
//! Session (document, playhead, ghost) ──compose──> Scene ──> stage (lit), flat (line art), signs
//! ```
//! A scene knows no window and no document: a view draws any scene with any camera, and two views may draw the same one.

mod bench;
mod compose;
mod loose;
pub(crate) mod shown;

pub(crate) use loose::{By, Force, Pressed, Pulled};

use super::panes::bounds::Bounds;
use super::signs::lesson::LessonSigns;
use super::signs::lever::Moment;
use super::theme::Theme;
use crate::character::Character;
use crate::document::{Document, Setup};
use crate::kinematics::Margin;
use crate::level::Level;
use crate::math::Transform;
use crate::picture::Color;
use glam::{DQuat, DVec2, DVec3};
use shown::{Motion, Shown};
use std::sync::Arc;

/// Everything that is drawn in a view but the room around it.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) character: Arc<Character>,
    pub(crate) level: Arc<Level>,
    /// The time that the level's platforms are shown at [s].
    pub(crate) level_secs: f64,
    /// Who it is about.
    pub(crate) figure: Shown,
    /// Around all of the way that it goes, where a view shows that.
    pub(crate) way: Bounds,
    /// Colours of its links.
    pub(crate) paint: Paint,
    /// Words over its head.
    pub(crate) name: Option<String>,
    /// Who it is, in a corner of its view.
    pub(crate) title: Option<Title>,
    /// What happens in a solve that is stepped through.
    pub(crate) moment: Option<Moment>,
    /// What is asked of it; nothing of a figure that only plays.
    pub(crate) setup: Option<Arc<Setup>>,
    /// Which of its own handles each of the document's is, where the body is another. (handles of the document)
    pub(crate) own_handles: Option<Vec<Option<usize>>>,
    /// Where the handle that is dragged was asked to be [m].
    pub(crate) wanted: Option<DVec3>,
    /// The motion that the figure is a moment of.
    pub(crate) motion: Option<Motion>,
    /// Where that moment presses on the ground.
    pub(crate) zero_moment: Option<ZeroMoment>,
    /// Who else is there.
    pub(crate) companions: Vec<Companion>,
    /// Forces on the ghost.
    pub(crate) forces: Vec<Force>,
    /// The hand that drags the ghost.
    pub(crate) pulled: Option<Pulled>,
    /// Where the ground carries the ghost.
    pub(crate) pressed: Option<Pressed>,
    /// Where the level's rocks are; empty: where they lay at first. (rocks of the level, or none)
    pub(crate) rocks: Vec<Transform>,
    /// Where thrown balls are.
    pub(crate) balls: Vec<Transform>,
    /// What a lesson wants drawn.
    pub(crate) lesson: LessonSigns,
}

/// Who a figure is among others.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Title {
    pub(crate) color: Color,
    pub(crate) words: String,
}

/// Another figure.
#[derive(Clone, Debug)]
pub(crate) struct Companion {
    pub(crate) role: Role,
    /// Its body, where that is another.
    pub(crate) body: Option<Arc<Character>>,
    pub(crate) shown: Shown,
    pub(crate) paint: Paint,
    /// 1 is solid; less is pale.
    pub(crate) opacity: f32,
    /// Words over its head.
    pub(crate) name: Option<String>,
}

/// Why a companion is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The figure is a correction of it; it stands beside the figure.
    RecordingBeside,
    /// The same, in the figure's place.
    RecordingOver,
    /// It goes along with weight and muscles.
    Ghost,
    /// The figure itself, a little earlier or later.
    Skin,
    /// It is solved in another way.
    Variant,
}

impl Role {
    /// Whether the figure is a correction of it.
    pub(crate) const fn is_recording(self) -> bool {
        match self {
            Self::RecordingBeside | Self::RecordingOver => true,
            Self::Ghost | Self::Skin | Self::Variant => false,
        }
    }
}

/// Colours of a figure's links.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Paint {
    /// Cool left and warm right.
    #[default]
    Sides,
    /// The same for all.
    One(Color),
    /// Each its own. (links)
    Each(Vec<Color>),
}

/// The zero-moment point of a motion at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ZeroMoment {
    /// Over the ground (x, z) [m].
    pub(crate) xz: DVec2,
    /// How far it is inside what stands.
    pub(crate) margin: Margin,
    /// Whether it is what keeps the figure on its feet: the motion is in dynamic balance.
    pub(crate) carries: bool,
}

/// What has to be over the support, and how far inside it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Balance {
    /// (x, z) [m]
    pub(crate) xz: DVec2,
    pub(crate) margin: Margin,
    pub(crate) color: Color,
    /// Whether that is the zero-moment point, not the centre of mass.
    pub(crate) is_moving: bool,
}

impl Scene {
    /// What keeps the figure on its feet; nothing in the air.
    pub(crate) fn balance(&self) -> Option<Balance> {
        let at_rest = self.figure.margin?;
        let moving = self.zero_moment.filter(|moving| moving.carries);
        Some(match moving {
            Some(moving) => Balance {
                xz: moving.xz,
                margin: moving.margin,
                color: Theme::margin_in_motion(moving.margin.metres),
                is_moving: true,
            },
            None => Balance {
                xz: DVec2::new(self.figure.kin.com.x, self.figure.kin.com.z),
                margin: at_rest,
                color: Theme::margin(at_rest.metres),
                is_moving: false,
            },
        })
    }

    /// What is posed in a document, alone.
    pub(crate) fn of_document(document: &Document) -> Self {
        Self {
            character: Arc::clone(&document.character),
            level: Arc::clone(&document.level),
            level_secs: 0.0,
            figure: Shown::of_setup(&document.character, &document.setup),
            way: Bounds::EMPTY,
            paint: Paint::Sides,
            name: None,
            title: None,
            moment: None,
            own_handles: None,
            setup: Some(Arc::clone(&document.setup)),
            wanted: None,
            motion: None,
            zero_moment: None,
            companions: Vec::new(),
            forces: Vec::new(),
            pulled: None,
            pressed: None,
            rocks: Vec::new(),
            balls: Vec::new(),
            lesson: LessonSigns::default(),
        }
    }

    /// The recording that the figure is a correction of.
    pub(crate) fn recording(&self) -> Option<&Companion> {
        let mut companions = self.companions.iter();
        companions.find(|companion| companion.role.is_recording())
    }

    /// The body with weight and muscles that goes along with the figure.
    pub(crate) fn ghost(&self) -> Option<&Shown> {
        let mut companions = self.companions.iter();
        let ghost = companions.find(|companion| companion.role == Role::Ghost);
        ghost.map(|ghost| &ghost.shown)
    }

    /// Puts companions of some roles in the place of those that were there.
    pub(crate) fn replace(
        &mut self,
        is_replaced: impl Fn(Role) -> bool,
        by: impl IntoIterator<Item = Companion>,
    ) {
        self.companions
            .retain(|companion| !is_replaced(companion.role));
        self.companions.extend(by);
    }

    /// Around the figure, all who stand with it, and places where something is wanted; a moment before and after is no more than a shade.
    pub(crate) fn bounds(&self) -> Bounds {
        let others = self.companions.iter();
        let others = others.filter(|companion| companion.role != Role::Skin);
        let others = others.map(|companion| {
            let body = companion.body.as_ref().unwrap_or(&self.character);
            (body, &companion.shown)
        });
        let all = std::iter::once((&self.character, &self.figure)).chain(others);
        let figures = all.fold(self.way, |bounds, (body, shown)| {
            bounds.around(&Bounds::of_figure(body, &shown.kin))
        });
        let marks = self.lesson.marks.iter().map(|mark| mark.place);
        let aims = self.lesson.aims.iter().map(|(_, wanted)| *wanted);
        marks.chain(aims).fold(figures, Bounds::with)
    }

    /// Where a handle of the document is; nothing of a figure that only plays or has no such handle [m].
    pub(crate) fn place_of(&self, handle: usize) -> Option<DVec3> {
        let own = self.own_handle(handle)?;
        let grip = &self.setup.as_ref()?.handles.get(own)?.grip;
        Some(grip.place(&self.figure.kin))
    }

    /// How a handle of the document is turned; nothing where it has no place.
    pub(crate) fn rotation_of(&self, handle: usize) -> Option<DQuat> {
        let own = self.own_handle(handle)?;
        let grip = &self.setup.as_ref()?.handles.get(own)?.grip;
        Some(grip.rotation(&self.figure.kin))
    }

    /// Its own handle for one of the document.
    pub(crate) fn own_handle(&self, of_document: usize) -> Option<usize> {
        match &self.own_handles {
            Some(own) => own.get(of_document).copied().flatten(),
            None => Some(of_document),
        }
    }

    /// The handle of the document for one of its own.
    pub(crate) fn handle_of_document(&self, own: usize) -> Option<usize> {
        match &self.own_handles {
            Some(all) => all.iter().position(|other| *other == Some(own)),
            None => Some(own),
        }
    }

    /// The height of what the figure stands on [m].
    pub(crate) fn ground_height(&self) -> f64 {
        ground_under(&self.character, &self.figure)
    }
}

/// The height of what a figure stands on; zero in the air [m].
pub(crate) fn ground_under(character: &Character, shown: &Shown) -> f64 {
    let soles = shown.stance.iter().flat_map(|stance| &stance.planted);
    let heights = soles.map(|planted| planted.center(character).y);
    let lowest = heights.fold(f64::INFINITY, f64::min);
    if lowest.is_finite() { lowest } else { 0.0 }
}
