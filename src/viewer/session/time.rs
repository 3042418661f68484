//! Time in the window: the playhead goes from moment to moment, cameras go along with the figure, poses become keys.

use super::bench::Bench;
use super::bench::wishes::BenchWish;
use super::studying::Lecture;
use super::walking::WalkWish;
use super::work::BAKE_SECS;
use crate::document::{Edit, in_between};
use crate::viewer::app::App;
use crate::viewer::panes::Gone;
use crate::viewer::scene::shown::{Motion, Shown};
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// A moment this near to a key is the key [s].
const ON_KEY_SECS: f64 = 1e-6;
/// From the last key to the next one [s].
const NEXT_KEY_SECS: f64 = 1.0;
/// No key is later [s].
const LATEST_KEY_SECS: f64 = 3600.0;

impl App {
    /// The motion on the timeline: a take, or the keys when there are at least two and what lies between is solved.
    pub(crate) fn motion(&mut self) -> Option<Motion> {
        if self.session.motion.is_none() {
            let document = self.session.editor.document();
            match &document.take {
                Some(take) => self.session.motion = Some(Motion::from(take)),
                None if document.keys.len() > 1 => self.bake_keys(),
                None => {}
            }
        }
        self.session.motion.clone()
    }

    /// Whether the timeline has keys on it.
    fn is_keyed(&self) -> bool {
        let document = self.document();
        document.take.is_none() && !document.keys.is_empty()
    }

    /// Goes to a moment: on a key its setup is edited, elsewhere what lies between. Behind the last key is room for more.
    pub(crate) fn seek(&mut self, secs: f64) {
        if self.is_keyed() {
            self.session.playback.secs = secs.clamp(0.0, LATEST_KEY_SECS);
            self.pose_moment();
        } else {
            self.session.playback.secs = secs.clamp(0.0, self.session.length_secs());
            self.look();
        }
        self.panes.follow(self.gone());
    }

    /// Poses the moment of the playhead, once its way is planned: until then what was seen last stays.
    pub(crate) fn pose_moment(&mut self) {
        if !self.is_keyed() {
            // What is on the timeline now has poses of its own.
            self.session.awaits_way = false;
        } else if self.key_at_playhead().is_some()
            || self.session.knows_way(self.session.playback.secs)
        {
            self.pose_now();
        } else {
            self.session.awaits_way = true;
            self.plan_way();
        }
    }

    /// The key that the playhead is on.
    fn key_at_playhead(&self) -> Option<usize> {
        let at = self.session.playback.secs;
        let mut keys = self.document().keys.iter();
        keys.position(|key| (key.secs - at).abs() < ON_KEY_SECS)
    }

    /// Poses the moment of the playhead if it is not yet: nobody changes a pose that is of another one.
    pub(crate) fn pose_at_last(&mut self) {
        if self.session.awaits_way {
            self.pose_now();
        }
    }

    fn pose_now(&mut self) {
        self.session.awaits_way = false;
        let (document, at) = (self.session.editor.document(), self.session.playback.secs);
        let edit = match self.key_at_playhead() {
            Some(index) => Edit::GoToKey { index },
            None => Edit::LeaveKey {
                setup: Arc::new(in_between(&mut self.session.poser, document, at)),
            },
        };
        self.edit(edit);
    }

    /// Goes on with a motion that plays.
    pub(crate) fn play(&mut self, clock_secs: f64) {
        if !self.session.playback.playing {
            return;
        }
        let length = self.session.length_secs();
        self.session
            .playback
            .advance(clock_secs * self.ghost_pace(), length);
        if self.session.playback.playing {
            self.look();
            self.panes.follow(self.gone());
        } else {
            self.seek(self.session.playback.secs);
        }
    }

    /// Stops a motion that plays: what is seen then is what is posed.
    pub(crate) fn pause(&mut self) {
        if self.session.playback.playing {
            self.session.playback.playing = false;
            self.seek(self.session.playback.secs);
        }
    }

    /// After steps back and forth the playhead is at the key that is posed, and never behind the end of what there is.
    pub(crate) fn come_along(&mut self) {
        self.session.awaits_way = false;
        let document = self.document();
        let posed = document.current_key.map(|index| document.keys[index].secs);
        match posed {
            Some(secs) if document.take.is_none() => self.session.playback.secs = secs,
            _ if self.is_keyed() => {}
            _ => {
                let length = self.session.length_secs();
                self.session.playback.secs = self.session.playback.secs.min(length);
            }
        }
        self.session.playback.playing &= self.session.has_motion();
        self.look();
        self.panes.follow(self.gone());
    }

    /// How far the figure has gone since its motion began.
    fn gone(&self) -> Gone {
        let document = self.document();
        let character = &document.character;
        let now = &self.scene.figure;
        match (&document.take, document.keys.as_slice()) {
            (Some(take), _) => {
                let clip = Motion::from(take);
                let start = Shown::of_clip(character, clip.clip(), 0.0, DVec3::ZERO);
                now.footing().since(&start.footing())
            }
            // Poses that stand in one place are looked at from one place.
            (None, [first, _, ..]) => {
                let start = Shown::of_setup(character, &first.setup);
                let start = start.footing_of_soles(character);
                now.footing_of_soles(character).since(&start)
            }
            _ => Gone {
                over_ground: DVec2::ZERO,
                rise: Some(0.0),
            },
        }
    }

    /// Plays a solve that is stepped through, or the motion, which takes the place of what is compared.
    pub(crate) fn play_or_pause(&mut self) {
        if self.is_in_theatre() {
            return self.on_bench(BenchWish::PlayOrPause);
        }
        if self.watches_walk(WalkWish::PlayOrPause) {
            return;
        }
        if self.session.has_motion() {
            self.leave_bench();
        }
        let length = self.session.length_secs();
        self.session.playback.toggle(length);
        if length == 0.0 {
            self.refuse("Nothing to play yet: K sets a key, W walks.");
        } else if !self.session.playback.playing {
            self.seek(self.session.playback.secs);
        }
    }

    pub(crate) fn delete_key(&mut self) {
        match self.document().current_key {
            Some(index) => {
                self.edit(Edit::DeleteKey { index });
                self.come_along();
            }
            None => self.refuse("There is no key at this moment."),
        }
    }

    pub(crate) fn seek_start(&mut self) {
        if self.is_in_theatre() {
            return self.on_bench(BenchWish::ToStart);
        }
        if !self.watches_walk(WalkWish::Seek(0.0)) {
            self.seek(0.0);
        }
    }

    /// Where static walks of a lesson are watched, side by side or on the stage, they are meant; says whether they are.
    fn watches_walk(&mut self, wish: WalkWish) -> bool {
        if let Some(Bench::Cases(cases)) = &self.session.bench {
            let walks = cases.clock.is_some();
            if walks {
                self.on_bench(BenchWish::Walk(wish));
            }
            return walks;
        }
        let study = self.session.study.as_ref();
        let walks = !self.session.has_motion() && study.is_some_and(|study| study.walk().is_some());
        if walks {
            self.lecture(Lecture::Walk(wish));
        }
        walks
    }

    pub(crate) fn seek_previous_key(&mut self) {
        if self.is_in_theatre() {
            return self.on_bench(BenchWish::Back);
        }
        let now = self.session.playback.secs;
        let mut times = self.document().keys.iter().rev().map(|key| key.secs);
        if let Some(to) = times.find(|time| *time < now - ON_KEY_SECS) {
            self.seek(to);
        }
    }

    pub(crate) fn seek_next_key(&mut self) {
        if self.is_in_theatre() {
            return self.on_bench(BenchWish::Forward);
        }
        let now = self.session.playback.secs;
        let mut times = self.document().keys.iter().map(|key| key.secs);
        if let Some(to) = times.find(|time| *time > now + ON_KEY_SECS) {
            self.seek(to);
        }
    }

    /// From one frame of what is on the timeline to the next [s]: of keys, as they are baked.
    pub(crate) fn frame_secs(&self) -> f64 {
        let motion = self.session.motion.as_ref();
        motion.map_or(BAKE_SECS, |motion| motion.clip().frame_secs)
    }

    /// Goes on by so many frames, onto a frame.
    pub(crate) fn seek_frames(&mut self, frames: f64) {
        self.session.playback.playing = false;
        let frame_secs = self.frame_secs();
        let now = (self.session.playback.secs / frame_secs).round();
        self.seek((now + frames) * frame_secs);
    }

    /// Keeps the pose at this moment. Behind the last key the playhead goes on by a second: what is changed then is the next
    /// pose, and this one stays as it is.
    pub(crate) fn add_key(&mut self) {
        if self.document().take.is_some() {
            self.refuse("A walk or recording has no keys: Shift+W goes back to them.");
            return;
        }
        self.pause();
        let secs = self.session.playback.secs;
        if !self.edit(Edit::AddKey { secs }) {
            return;
        }
        // Whoever keeps a pose looks at it: the view stays as it is.
        self.panes.stay(self.gone());
        let keys = &self.document().keys;
        let is_last = keys.last().is_some_and(|key| key.secs <= secs);
        let next = secs + NEXT_KEY_SECS;
        if is_last && next <= LATEST_KEY_SECS {
            self.seek(next);
            self.say(format!(
                "Key at {secs:.2} s; what you change now is the key at {next:.2} s."
            ));
        } else {
            self.say(format!("Key at {secs:.2} s."));
        }
    }

    /// A pose between keys that somebody changed is a key of its own.
    pub(crate) fn keep_between_keys(&mut self) {
        if self.is_keyed()
            && self.document().current_key.is_none()
            && !self.session.editor.is_dragging()
        {
            let secs = self.session.playback.secs;
            self.edit(Edit::KeyBetween { secs });
        }
    }
}
