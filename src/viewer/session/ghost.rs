//! The ghost in the window: it goes along with what is shown, by the clock, and can be pushed, hit and recorded. It is
//! drawn and read here; what it does is the document's [`LiveGhost`].

use super::jobs::Told;
use super::work::{Kind, Product};
use crate::character::LinkId;
use crate::document::{
    ComesFrom, Edit, Errand, GhostGrip, GhostManner, LiveGhost, RecordingTake, Shove,
};
use crate::kinematics::{Side, sides};
use crate::math::Transform;
use crate::motion::{Clip, Contacts};
use crate::picture::Color;
use crate::viewer::app::{App, Tab};
use crate::viewer::input::actions::{Action, Overlay};
use crate::viewer::input::carry::{Carry, Constraint};
use crate::viewer::panes::PaneId;
use crate::viewer::scene::shown::Shown;
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
    /// Where it is drawn.
    pub(crate) shown: Option<Shown>,
    pub(crate) paused: bool,
    /// The motion played when it was paused.
    resumes: bool,
    /// 1 is as fast as life.
    pub(crate) pace: f64,
    pub(crate) form: GhostForm,
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

impl Default for GhostPart {
    fn default() -> Self {
        Self {
            live: None,
            shown: None,
            paused: false,
            resumes: false,
            pace: 1.0,
            form: GhostForm {
                link: None,
                from: ComesFrom::Front,
                newtons: 300.0,
                secs: 0.3,
                ball_from: ComesFrom::Front,
                ball_kg: 3.0,
                ball_speed: 6.0,
            },
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

impl App {
    /// How fast time goes for ghost and plan.
    pub(crate) fn ghost_pace(&self) -> f64 {
        if self.settings.ghost.on {
            self.ghost.pace
        } else {
            1.0
        }
    }

    /// Whether the ghost will be elsewhere in the next frame.
    pub(crate) fn ghost_moves(&self) -> bool {
        let live = self.ghost.live.as_ref();
        let moves = live.map(|live| !live.is_at_rest(&self.shown.pose));
        self.settings.ghost.on && !self.ghost.paused && moves.unwrap_or(true)
    }

    /// From the figure to where the ghost is drawn [m].
    pub(crate) fn ghost_aside(&self) -> DVec3 {
        match self.settings.ghost.place {
            GhostPlace::Over => DVec3::ZERO,
            GhostPlace::Aside => APART * self.aside,
        }
    }

    /// Goes on by so much time of the clock.
    pub(crate) fn advance_ghost(&mut self, clock_secs: f64) {
        if !self.settings.ghost.on {
            (self.ghost.live, self.ghost.shown) = (None, None);
            return;
        }
        let pace = if self.ghost.paused {
            0.0
        } else {
            self.ghost.pace
        };
        self.move_ghost(pace * clock_secs);
        let ended = |live: &LiveGhost| live.recording().is_some_and(|(_, ended)| ended);
        if self.ghost.live.as_ref().is_some_and(ended) {
            self.end_recording();
        }
    }

    /// Moves it by so much of its own time, and draws it where it is then.
    fn move_ghost(&mut self, secs: f64) {
        let level_secs = self.level_secs();
        let aside = self.ghost_aside();
        let document = self.editor.document();
        let (character, level) = (&document.character, &document.level);
        let plan = (&self.shown.pose, contacts(&self.shown));
        let manner = self.settings.ghost.manner;
        let part = &mut self.ghost;
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
        part.shown = Some(Shown::new(character, pose, Vec::new()));
        part.live = Some(live);
    }

    /// Does what was asked for.
    pub(crate) fn perform_ghost(&mut self, action: Action) {
        if action == Action::Ghost {
            self.switch_ghost();
            return;
        }
        if !self.settings.ghost.on {
            self.refuse("There is no ghost: Shift+G brings one.");
            return;
        }
        match action {
            Action::GhostAside => {
                self.settings.ghost.place = self.settings.ghost.place.other();
                self.save_settings();
                self.move_ghost(0.0);
                self.frame_all();
            }
            Action::PauseGhost => self.pause_ghost(),
            Action::StepGhost => {
                self.ghost.paused = true;
                let step = LiveGhost::frame_secs();
                self.playback.playing = false;
                if self.document().take.is_some() {
                    self.seek(self.playback.secs + step);
                }
                self.move_ghost(step);
            }
            Action::PushGhost => self.push_ghost(),
            Action::ThrowBall => {
                let form = self.ghost.form;
                let live = self.ghost.live.as_mut();
                let thrown = live.map(|l| l.throw(form.ball_from, form.ball_kg, form.ball_speed));
                if let Some(Err(sentence)) = thrown {
                    self.refuse(format!("{sentence}: Stand up takes them away."));
                }
            }
            _ if self.ghost.is_recording() => self.end_recording(),
            _ => {
                if let Some(live) = &mut self.ghost.live {
                    live.record();
                    self.say("The ghost is recorded; Shift+R ends it.");
                }
            }
        }
    }

    fn switch_ghost(&mut self) {
        self.settings.ghost.on = !self.settings.ghost.on;
        self.ghost.paused = false;
        self.save_settings();
        self.advance_ghost(0.0);
        if self.settings.ghost.on {
            self.tab = Tab::Ghost;
        }
        if self.settings.ghost.place == GhostPlace::Aside {
            self.frame_all();
        }
    }

    fn pause_ghost(&mut self) {
        self.ghost.paused = !self.ghost.paused;
        if self.ghost.paused {
            self.ghost.resumes = self.playback.playing;
            self.pause();
        } else if std::mem::take(&mut self.ghost.resumes) && self.length_secs() > 0.0 {
            self.playback.playing = true;
        }
    }

    fn push_ghost(&mut self) {
        let form = self.ghost.form;
        let character = &self.editor.document().character;
        if let Some(live) = &mut self.ghost.live {
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
        let level_secs = self.level_secs();
        let plan = (&self.shown.pose, contacts(&self.shown));
        if let Some(live) = &mut self.ghost.live {
            live.begin_again(plan, level_secs);
        }
    }

    /// What the ghost did becomes a recording, beside its correction: one edit.
    fn end_recording(&mut self) {
        let clip = self.ghost.live.as_mut().and_then(LiveGhost::end_recording);
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
        let (Some(live), Some(shown)) = (&mut self.ghost.live, &self.ghost.shown) else {
            return false;
        };
        let point = shown.kin.link(link).point(point_in_link);
        let view = self.panes.get(pane);
        self.ghost.carry = Some(Carry::new(view, at, point, Constraint::View));
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
        let wanted = self.ghost.carry.and_then(|carry| carry.wanted(view, at));
        let grip = self.ghost.live.as_mut().and_then(|live| live.grip.as_mut());
        if let (Some(wanted), Some(grip)) = (wanted, grip) {
            grip.target = wanted - aside;
        }
    }

    /// Lets go of it.
    pub(crate) fn release_ghost(&mut self) {
        self.ghost.carry = None;
        if let Some(live) = &mut self.ghost.live {
            live.grip = None;
        }
    }

    /// The ghost's link under the mouse, and where on its middle line [m].
    fn ghost_link_at(&self, pane: PaneId, at: Pos2) -> Option<(LinkId, DVec3)> {
        let shown = self.ghost.shown.as_ref()?;
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

    /// The figure's own colours, warmer where the ghost that it hides works hard; nothing when it hides none. (links)
    pub(crate) fn worked_colors(&self) -> Option<Vec<Color>> {
        let live = self.ghost.live.as_ref()?;
        let is_over = self.settings.ghost.place == GhostPlace::Over;
        let is_told = is_over && self.settings.shows(Overlay::Torques);
        let efforts = is_told.then(|| &live.reading().efforts)?;
        let sides = sides(&self.document().character);
        let color = |(link, side): (usize, &Side)| {
            let effort = efforts.get(link).copied().unwrap_or(0.0).clamp(0.0, 1.0);
            let worked = self.theme.effort(effort);
            self.theme.side(*side).mixed(worked, effort)
        };
        Some(sides.iter().enumerate().map(color).collect())
    }

    /// Colours of the ghost's links: by how hard its joints work, or all the same. (links)
    pub(crate) fn ghost_colors(&self) -> Vec<Color> {
        let links = self.document().character.links.len();
        let efforts = (self.ghost.live.as_ref()).map(|live| &live.reading().efforts);
        match efforts.filter(|_| self.settings.shows(Overlay::Torques)) {
            Some(efforts) => {
                let effort = |link| efforts.get(link).copied().unwrap_or(0.0);
                (0..links).map(|k| self.theme.effort(effort(k))).collect()
            }
            None => vec![self.theme.ghost; links],
        }
    }

    /// Where rocks and balls are; no rocks without a ghost.
    pub(crate) fn ghost_loose(&self) -> (Vec<Transform>, Vec<Transform>) {
        let Some(live) = &self.ghost.live else {
            return (Vec::new(), Vec::new());
        };
        let mut rocks: Vec<Transform> = live.loose().collect();
        let mut balls = rocks.split_off(self.document().level.rocks.len().min(rocks.len()));
        let aside = self.ghost_aside();
        for ball in &mut balls {
            ball.translation += aside;
        }
        (rocks, balls)
    }
}

/// The soles that stand in what is shown.
fn contacts(shown: &Shown) -> Contacts {
    let planted = shown.stance.iter().flat_map(|stance| &stance.planted);
    planted.map(|planted| planted.sole).collect()
}
