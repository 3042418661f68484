//! The document's own scene: what is posed or played, and who stands with it.

use super::shown::Shown;
use super::{Companion, Paint, Role};
use crate::document::{Take, in_between};
use crate::ik::{GoalKind, Position};
use crate::kinematics::{Side, sides};
use crate::math::Transform;
use crate::motion::BalanceKind;
use crate::picture::Color;
use crate::viewer::app::App;
use crate::viewer::input::actions::Overlay;
use crate::viewer::panels::Tab;
use crate::viewer::session::ghost::GhostPlace;
use crate::viewer::session::staging::Moving;
use crate::viewer::signs::recording::RecordingView;
use glam::DVec3;
use std::sync::Arc;

/// Onion skins lie so far before and after [s], and are so solid: fainter further away in time.
const SKINS: [(f64, f32); 4] = [(-0.5, 0.18), (0.5, 0.18), (-0.25, 0.34), (0.25, 0.34)];
/// A recording in the place of its correction is so solid.
const PALE: f32 = 0.35;

impl App {
    /// The figure, from the document and the playhead, and the recording that it is a correction of.
    pub(crate) fn look(&mut self) {
        let playing = self.session.playback.playing;
        let in_motion = playing || self.document().take.is_some();
        let motion = if in_motion { self.motion() } else { None };
        let secs = self.session.playback.secs;
        if playing && motion.is_none() && !self.session.knows_way(secs) {
            // What was seen last stays until its way is planned, or the keys are a clip.
            self.plan_way();
            if Arc::ptr_eq(&self.scene.character, &self.document().character) {
                return;
            }
        }
        let document = self.session.editor.document();
        let character = &document.character;
        self.scene.figure = match motion {
            Some(motion) => {
                let secs = motion.clip_secs(secs);
                Shown::of_clip(character, motion.clip(), secs, DVec3::ZERO)
            }
            // Keys that are not a clip yet are solved as they are played.
            None if playing => {
                let setup = in_between(&mut self.session.poser, document, secs);
                Shown::of_setup(character, &setup)
            }
            None => {
                let setup = &document.setup;
                let moving = (self.session.study.as_ref()).and_then(|study| study.moving.as_ref());
                match moving.map(|moving| moving.pose(setup)) {
                    Some((pose, planted)) => Shown::new(character, pose, planted),
                    None => Shown::of_setup(character, setup),
                }
            }
        };
        let study = self.session.study.as_ref();
        let walks = study.is_some_and(|study| matches!(study.moving, Some(Moving::Walking { .. })));
        let is_posed = document.take.is_none() && !walks;
        let posed = is_posed.then(|| Arc::clone(&document.setup));
        self.scene.setup = posed;
        self.scene.character = Arc::clone(character);
        self.scene.level = Arc::clone(&document.level);
        self.scene.level_secs = document.take.as_ref().map_or(0.0, |_| secs);
        let handles = document.setup.handles.len();
        self.hand.forget_beyond(handles);
        self.look_at_recording();
        if self.scene.recording().is_none() && self.forms.tab == Tab::Recording {
            self.forms.tab = Tab::Goals;
        }
    }

    /// The recording at the playhead, where the window shows it.
    pub(crate) fn look_at_recording(&mut self) {
        let recording = self.recording();
        self.scene.name = recording
            .as_ref()
            .filter(|recording| recording.role == Role::RecordingBeside)
            .map(|_| self.in_words("balanced", &self.scene.figure));
        self.scene.replace(Role::is_recording, recording);
    }

    fn recording(&self) -> Option<Companion> {
        let document = self.document();
        let Some(Take::Recording(take)) = &document.take else {
            return None;
        };
        let (role, by, opacity) = match self.shell.settings.recording {
            RecordingView::Beside => (Role::RecordingBeside, self.panes.aside, 1.0),
            RecordingView::Over => (Role::RecordingOver, DVec3::ZERO, PALE),
        };
        let secs = self.session.playback.secs;
        let shown = Shown::of_clip(&document.character, &take.recorded, secs, by);
        Some(Companion {
            role,
            body: None,
            name: Some(self.in_words("as recorded", &shown)),
            paint: Paint::One(self.shell.theme.ghost),
            opacity,
            shown,
        })
    }

    /// A figure's name, with its margin where that of the centre of mass is what counts.
    fn in_words(&self, name: &str, shown: &Shown) -> String {
        let clip = self.document().clip();
        let at_rest = clip.is_none_or(|clip| clip.balance != Some(BalanceKind::Dynamic));
        match shown.margin {
            None => format!("{name} · in the air"),
            Some(margin) if at_rest => format!("{name} · {:.0} mm", 1e3 * margin.metres),
            Some(_) => name.to_owned(),
        }
    }

    /// The rest of the scene, once per frame: what changes by the clock, the mouse and the settings.
    pub(crate) fn compose(&mut self) {
        self.scene.motion.clone_from(&self.session.motion);
        self.scene.zero_moment = self.session.zero_moment();
        self.scene.wanted = self.wanted_place();
        self.mark_lesson();
        self.panes.floor = self.scene.ground_height();
        let skins = self.skins();
        self.scene.replace(|role| role == Role::Skin, skins);
        let paint = self.worked_colors();
        self.scene.paint = paint.map_or(Paint::Sides, Paint::Each);
        let aside = self.ghost_aside();
        let live = self.session.ghost.live.as_ref();
        let shown = self.scene.ghost().cloned();
        let ghost = live.zip(shown.as_ref());
        self.scene
            .feel(ghost.map(|(live, shown)| (live, shown, aside)));
        (self.scene.rocks, self.scene.balls) = self.ghost_loose(aside);
        let paint = Paint::Each(self.ghost_colors());
        let name = self.ghost_name();
        let opacity = self.shell.settings.ghost.place.opacity();
        let mut companions = self.scene.companions.iter_mut();
        if let Some(ghost) = companions.find(|companion| companion.role == Role::Ghost) {
            (ghost.paint, ghost.name, ghost.opacity) = (paint, name, opacity);
        }
    }

    /// Where the mouse wants the dragged handle.
    fn wanted_place(&self) -> Option<DVec3> {
        let handle = self.hand.dragged_handle()?;
        let name = &self.document().setup.handles.get(handle)?.name;
        let goals = self.session.editor.goals().iter().rev();
        goals
            .filter(|goal| goal.name == *name)
            .find_map(|goal| match goal.kind {
                GoalKind::Position(Position {
                    target_in_world, ..
                }) => Some(target_in_world),
                _ => None,
            })
    }

    /// Pale figures: the motion a little before, cool, and after, warm.
    fn skins(&self) -> Vec<Companion> {
        let Some(motion) = &self.session.motion else {
            return Vec::new();
        };
        if !self.shell.settings.shows(Overlay::OnionSkins) {
            return Vec::new();
        }
        let (clip, theme) = (motion.clip(), &self.shell.theme);
        let now = motion.clip_secs(self.session.playback.secs);
        let moments = SKINS
            .iter()
            .map(|(shift, opacity)| (shift, now + shift, opacity));
        let moments = moments.filter(|(_, secs, _)| (0.0..=clip.duration_secs()).contains(secs));
        let skins = moments.map(|(shift, secs, opacity)| Companion {
            role: Role::Skin,
            body: None,
            shown: Shown::of_clip(&self.document().character, clip, secs, DVec3::ZERO),
            paint: Paint::One(if *shift < 0.0 {
                theme.earlier
            } else {
                theme.later
            }),
            opacity: *opacity,
            name: None,
        });
        skins.collect()
    }

    /// What stands over the ghost's head, where it is not in the figure's place.
    fn ghost_name(&self) -> Option<String> {
        let is_aside = self.shell.settings.ghost.place == GhostPlace::Aside;
        let name = if self.session.ghost.paused {
            "ghost, paused"
        } else {
            "ghost"
        };
        is_aside.then(|| name.to_owned())
    }

    /// The figure's own colours, warmer where the ghost that it hides works hard; nothing when it hides none. (links)
    fn worked_colors(&self) -> Option<Vec<Color>> {
        let live = self.session.ghost.live.as_ref()?;
        let is_over = self.shell.settings.ghost.place == GhostPlace::Over;
        let is_told = is_over && self.shell.settings.shows(Overlay::Torques);
        let efforts = is_told.then(|| &live.reading().efforts)?;
        let sides = sides(&self.document().character);
        let color = |(link, side): (usize, &Side)| {
            let effort = efforts.get(link).copied().unwrap_or(0.0).clamp(0.0, 1.0);
            let worked = self.shell.theme.effort(effort);
            self.shell.theme.side(*side).mixed(worked, effort)
        };
        Some(sides.iter().enumerate().map(color).collect())
    }

    /// Colours of the ghost's links: by how hard its joints work, or all the same. (links)
    fn ghost_colors(&self) -> Vec<Color> {
        let links = self.document().character.links.len();
        let efforts = (self.session.ghost.live.as_ref()).map(|live| &live.reading().efforts);
        match efforts.filter(|_| self.shell.settings.shows(Overlay::Torques)) {
            Some(efforts) => {
                let effort = |link| efforts.get(link).copied().unwrap_or(0.0);
                let color = |link| self.shell.theme.effort(effort(link));
                (0..links).map(color).collect()
            }
            None => vec![self.shell.theme.ghost; links],
        }
    }

    /// Where rocks and balls are; no rocks without a ghost.
    fn ghost_loose(&self, aside: DVec3) -> (Vec<Transform>, Vec<Transform>) {
        let Some(live) = &self.session.ghost.live else {
            return (Vec::new(), Vec::new());
        };
        let mut rocks: Vec<Transform> = live.loose().collect();
        let mut balls = rocks.split_off(self.document().level.rocks.len().min(rocks.len()));
        for ball in &mut balls {
            ball.translation += aside;
        }
        (rocks, balls)
    }
}
