//! The ghost in the window: it goes along with what is shown, by the clock, and can be pushed, hit and recorded. It is
//! drawn and read here; what it does is the document's [`LiveGhost`].

use super::Session;
use super::jobs::Told;
use super::work::{Kind, Product};
use crate::character::LinkId;
use crate::document::{
    ComesFrom, Edit, Errand, GhostGrip, GhostManner, LiveGhost, RecordingTake, Shove,
};
use crate::kinematics::Stance;
use crate::motion::{Clip, Contacts};
use crate::viewer::app::App;
use crate::viewer::input::carry::{Carry, Constraint};
use crate::viewer::panels::Tab;
use crate::viewer::panes::PaneId;
use crate::viewer::scene::shown::Shown;
use crate::viewer::scene::{Companion, Paint, Role};
use egui::Pos2;
use glam::DVec3;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Instant;

/// What is remembered of the ghost from one time to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct GhostChoice {
    pub(crate) on: bool,
    pub(crate) place: GhostPlace,
    pub(crate) manner: GhostManner,
}

impl GhostChoice {
    /// Puts numbers that no slider gives back into their range.
    pub(crate) fn repair(&mut self) {
        let muscle = &mut self.manner.muscle;
        let wrong = |value: f64, from, to| !(from..=to).contains(&value);
        if wrong(muscle.tone_hz, 1.0, 10.0)
            || wrong(muscle.strength, 0.1, 4.0)
            || wrong(muscle.damping_ratio, 0.1, 4.0)
        {
            self.manner = GhostManner::default();
        }
    }
}

/// Where the ghost is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum GhostPlace {
    /// Where it is, seen where it leaves the figure.
    #[default]
    Over,
    /// At the viewer's right of the figure.
    Aside,
}

impl GhostPlace {
    /// How solid it is.
    pub(crate) const fn opacity(self) -> f32 {
        match self {
            Self::Over => 0.6,
            Self::Aside => 1.0,
        }
    }

    /// The other one.
    const fn other(self) -> Self {
        match self {
            Self::Over => Self::Aside,
            Self::Aside => Self::Over,
        }
    }
}

/// Why a ghost that a page brings cannot be sent away.
pub(crate) const OF_PAGE: &str =
    "The page that is read brings the ghost, and it goes with the page.";
/// How far aside, for where a recording would stand at the other side: about 0.9 m for a person.
const APART: f64 = -0.62;
/// A frame spends no more than this on physics [s], and goes on by no more than this many steps.
const MOST_WORK_SECS: f64 = 0.02;
const MOST_STEPS: usize = 24;
/// How near the mouse has to be to the middle of a link [m], and at least (points).
const REACH: f64 = 0.09;
const LEAST_REACH: f64 = 10.0;

/// The ghost, and what is done to it next.
#[derive(Debug)]
pub(crate) struct GhostPart {
    pub(crate) live: Option<LiveGhost>,
    pub(crate) paused: bool,
    /// The motion played when it was paused.
    resumes: bool,
    /// 1 is as fast as life.
    pub(crate) pace: f64,
    /// The drag of a link, where it is drawn.
    carry: Option<Carry>,
    /// What a step costs, lately [s].
    step_work_secs: f64,
}

/// The next push and the next ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GhostForm {
    /// The chest if nothing.
    pub(crate) link: Option<LinkId>,
    pub(crate) from: ComesFrom,
    pub(crate) newtons: f64,
    pub(crate) secs: f64,
    pub(crate) ball_from: ComesFrom,
    pub(crate) ball_kg: f64,
    /// [m/s]
    pub(crate) ball_speed: f64,
}

impl Default for GhostForm {
    fn default() -> Self {
        Self {
            link: None,
            from: ComesFrom::Front,
            newtons: 300.0,
            secs: 0.3,
            ball_from: ComesFrom::Front,
            ball_kg: 3.0,
            ball_speed: 6.0,
        }
    }
}

impl Default for GhostPart {
    fn default() -> Self {
        Self {
            live: None,
            paused: false,
            resumes: false,
            pace: 1.0,
            carry: None,
            step_work_secs: 1e-4,
        }
    }
}

impl GhostPart {
    pub(crate) fn is_recording(&self) -> bool {
        (self.live.as_ref()).is_some_and(|live| live.recording().is_some())
    }
}

impl Session {
    /// Whether the page that is read speaks of a ghost: then there is one, whatever the settings are.
    pub(crate) fn page_brings_ghost(&self) -> bool {
        let study = self.study.as_ref();
        study.is_some_and(|study| study.wants_ghost())
    }
}

impl App {
    /// Whether there is a ghost: somebody wants one, or the page that is read speaks of it.
    pub(crate) fn has_ghost(&self) -> bool {
        self.shell.settings.ghost.on || self.session.page_brings_ghost()
    }

    /// How fast time goes for ghost and plan.
    pub(crate) fn ghost_pace(&self) -> f64 {
        if self.has_ghost() {
            self.session.ghost.pace
        } else {
            1.0
        }
    }

    /// Whether the ghost will be elsewhere in the next frame.
    pub(crate) fn ghost_moves(&self) -> bool {
        let live = self.session.ghost.live.as_ref();
        let moves = live.map(|live| !live.is_at_rest(&self.scene.figure.pose));
        self.has_ghost() && !self.session.ghost.paused && moves.unwrap_or(true)
    }

    /// From the figure to where the ghost is drawn [m].
    pub(crate) fn ghost_aside(&self) -> DVec3 {
        match self.shell.settings.ghost.place {
            GhostPlace::Over => DVec3::ZERO,
            GhostPlace::Aside => APART * self.panes.aside,
        }
    }

    /// Goes on by so much time of the clock.
    pub(crate) fn advance_ghost(&mut self, clock_secs: f64) {
        if !self.has_ghost() {
            self.session.ghost.live = None;
            self.scene.replace(|role| role == Role::Ghost, None);
            return;
        }
        let pace = if self.session.ghost.paused {
            0.0
        } else {
            self.session.ghost.pace
        };
        self.move_ghost(pace * clock_secs);
        let ended = |live: &LiveGhost| live.recording().is_some_and(|(_, ended)| ended);
        if self.session.ghost.live.as_ref().is_some_and(ended) {
            self.end_recording();
        }
    }

    /// Moves it by so much of its own time, and draws it where it is then.
    fn move_ghost(&mut self, secs: f64) {
        let level_secs = self.scene.level_secs;
        let aside = self.ghost_aside();
        let document = self.session.editor.document();
        let (character, level) = (&document.character, &document.level);
        let plan = (&self.scene.figure.pose, contacts(&self.scene.figure));
        let manner = self.shell.settings.ghost.manner;
        let part = &mut self.session.ghost;
        let known = part.live.take().filter(|live| live.is_of(character, level));
        let mut live =
            known.unwrap_or_else(|| LiveGhost::new(character, level, plan, level_secs, manner));
        live.set_manner(manner);
        if secs > 0.0 && !live.is_at_rest(plan.0) {
            let most = (MOST_WORK_SECS / part.step_work_secs) as usize;
            let most = most.clamp(4, MOST_STEPS);
            let begin = Instant::now();
            let steps = live.advance(plan, level_secs, secs, most);
            if steps > 0 {
                let work = begin.elapsed().as_secs_f64() / steps as f64;
                part.step_work_secs = 0.9 * part.step_work_secs + 0.1 * work.max(1e-6);
            }
        }
        let mut pose = live.pose().clone();
        pose.world_from_root.translation += aside;
        part.live = Some(live);
        let ghost = Companion {
            body: None,
            role: Role::Ghost,
            shown: Shown::new(character, pose, Vec::new()),
            paint: Paint::One(self.shell.theme.ghost),
            opacity: self.shell.settings.ghost.place.opacity(),
            name: None,
        };
        self.scene.replace(|role| role == Role::Ghost, [ghost]);
    }

    /// Does something to the ghost, where there is one.
    pub(crate) fn with_ghost(&mut self, deed: fn(&mut Self)) {
        if self.has_ghost() {
            deed(self);
        } else {
            self.refuse("There is no ghost: Shift+G brings one.");
        }
    }

    /// Over the figure, or beside it.
    pub(crate) fn place_ghost(&mut self) {
        self.shell.settings.ghost.place = self.shell.settings.ghost.place.other();
        self.save_settings();
        self.move_ghost(0.0);
        self.frame_all();
    }

    /// Goes on by one frame of a film.
    pub(crate) fn step_ghost(&mut self) {
        self.session.ghost.paused = true;
        let step = LiveGhost::frame_secs();
        self.session.playback.playing = false;
        if self.document().take.is_some() {
            self.seek(self.session.playback.secs + step);
        }
        self.move_ghost(step);
    }

    pub(crate) fn throw_ball(&mut self) {
        let form = self.forms.ghost;
        let live = self.session.ghost.live.as_mut();
        let thrown = live.map(|l| l.throw(form.ball_from, form.ball_kg, form.ball_speed));
        if let Some(Err(sentence)) = thrown {
            self.refuse(format!("{sentence}: Stand up takes them away."));
        }
    }

    /// Begins a recording, or ends the one that is under way.
    pub(crate) fn record_ghost(&mut self) {
        if self.session.ghost.is_recording() {
            self.end_recording();
        } else if let Some(live) = &mut self.session.ghost.live {
            live.record();
            self.say("The ghost is recorded; Shift+R ends it.");
        }
    }

    pub(crate) fn switch_ghost(&mut self) {
        if self.session.page_brings_ghost() {
            return self.refuse(OF_PAGE);
        }
        self.shell.settings.ghost.on = !self.shell.settings.ghost.on;
        self.session.ghost.paused = false;
        self.save_settings();
        self.advance_ghost(0.0);
        if self.shell.settings.ghost.on {
            self.forms.tab = Tab::Ghost;
        }
        if self.shell.settings.ghost.place == GhostPlace::Aside {
            self.frame_all();
        }
    }

    pub(crate) fn pause_ghost(&mut self) {
        self.session.ghost.paused = !self.session.ghost.paused;
        if self.session.ghost.paused {
            self.session.ghost.resumes = self.session.playback.playing;
            self.pause();
        } else if std::mem::take(&mut self.session.ghost.resumes)
            && self.session.length_secs() > 0.0
        {
            self.session.playback.playing = true;
        }
    }

    pub(crate) fn push_ghost(&mut self) {
        let form = self.forms.ghost;
        let character = &self.session.editor.document().character;
        if let Some(live) = &mut self.session.ghost.live {
            let link = form
                .link
                .filter(|link| link.index() < character.links.len());
            live.push(Shove {
                link: link.unwrap_or_else(|| LiveGhost::chest(character)),
                force: form.newtons * form.from.direction(character, live.pose()),
                secs: form.secs,
            });
        }
    }

    /// The ghost stands in the pose again; balls are gone.
    pub(crate) fn stand_ghost_up(&mut self) {
        let level_secs = self.scene.level_secs;
        let plan = (&self.scene.figure.pose, contacts(&self.scene.figure));
        if let Some(live) = &mut self.session.ghost.live {
            live.begin_again(plan, level_secs);
        }
    }

    /// What the ghost did becomes a recording, beside its correction: one edit.
    fn end_recording(&mut self) {
        let clip = self
            .session
            .ghost
            .live
            .as_mut()
            .and_then(LiveGhost::end_recording);
        let Some(clip) = clip else {
            self.refuse("The recording was too short: nothing is kept.");
            return;
        };
        let document = self.document().clone();
        let work = move |told: &Told| {
            let recorded = |clip: Clip| {
                let name = clip.name.clone();
                let told = &mut |share| told.share(share);
                RecordingTake::balanced_on(&document, name, clip, told)
            };
            let edit = Edit::SetRecording(Arc::new(recorded(clip)));
            let finished = Errand::new(document, edit).run(&mut |_| {})?;
            Ok(Product::Edit(Box::new(finished)))
        };
        self.in_background(Kind::Change, "Balancing what the ghost did", work);
    }

    /// Takes hold of the ghost's link under the mouse, if there is one.
    pub(crate) fn take_ghost(&mut self, pane: PaneId, at: Pos2) -> bool {
        let Some((link, point_in_link)) = self.ghost_link_at(pane, at) else {
            return false;
        };
        let aside = self.ghost_aside();
        let (Some(live), Some(shown)) = (&mut self.session.ghost.live, self.scene.ghost()) else {
            return false;
        };
        let point = shown.kin.link(link).point(point_in_link);
        let view = self.panes.get(pane);
        self.session.ghost.carry = Some(Carry::new(view, at, point, Constraint::View));
        live.grip = Some(GhostGrip {
            link,
            point_in_link,
            target: point - aside,
        });
        true
    }

    /// The mouse has gone on with it.
    pub(crate) fn pull_ghost(&mut self, pane: PaneId, at: Pos2) {
        let aside = self.ghost_aside();
        let view = self.panes.get(pane);
        let wanted = self
            .session
            .ghost
            .carry
            .and_then(|carry| carry.wanted(view, at));
        let grip = self
            .session
            .ghost
            .live
            .as_mut()
            .and_then(|live| live.grip.as_mut());
        if let (Some(wanted), Some(grip)) = (wanted, grip) {
            grip.target = wanted - aside;
        }
    }

    /// Lets go of it.
    pub(crate) fn release_ghost(&mut self) {
        self.session.ghost.carry = None;
        if let Some(live) = &mut self.session.ghost.live {
            live.grip = None;
        }
    }

    /// The ghost's link under the mouse, and where on its middle line [m].
    fn ghost_link_at(&self, pane: PaneId, at: Pos2) -> Option<(LinkId, DVec3)> {
        let shown = self.scene.ghost()?;
        let pane = self.panes.get(pane);
        let character = &self.document().character;
        let near = character.link_ids().filter_map(|id| {
            // From its joint through its centre of mass as far again.
            let place = shown.kin.link(id);
            let end = 2.0 * character.link(id).com_in_link;
            let (from, to) = (
                pane.project(place.translation)?,
                pane.project(place.point(end))?,
            );
            let along = to - from;
            let share = (at - from).dot(along) / along.length_sq().max(1.0);
            let share = share.clamp(0.0, 1.0);
            let distance = f64::from(at.distance(from + share * along));
            let point = f64::from(share) * end;
            let metres = pane.camera.metres_per_point(place.point(point), pane.rect);
            let reach = (REACH / metres).max(LEAST_REACH);
            (distance < reach).then_some((id, point, distance))
        });
        let nearest = near.min_by(|a, b| a.2.total_cmp(&b.2));
        nearest.map(|(id, point, _)| (id, point))
    }
}

/// The soles that stand in what is shown.
fn contacts(shown: &Shown) -> Contacts {
    shown
        .stance
        .as_ref()
        .map_or(Contacts::NONE, Stance::contacts)
}
