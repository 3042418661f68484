//! Time in the window: the playhead goes from moment to moment, cameras go along with the figure, poses become keys.

use crate::document::{Edit, in_between};
use crate::viewer::app::App;
use crate::viewer::input::actions::Action;
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
        if self.motion.is_none() {
            let document = self.editor.document();
            match &document.take {
                Some(take) => self.motion = Some(Motion::from(take)),
                None if document.keys.len() > 1 => self.bake_keys(),
                None => {}
            }
        }
        self.motion.clone()
    }

    /// How long the motion is [s].
    pub(crate) fn length_secs(&self) -> f64 {
        if self.has_motion() {
            self.document().duration_secs()
        } else {
            0.0
        }
    }

    /// Whether the timeline has keys on it.
    fn is_keyed(&self) -> bool {
        let document = self.document();
        document.take.is_none() && !document.keys.is_empty()
    }

    /// Goes to a moment: on a key its setup is edited, elsewhere what lies between. Behind the last key is room for more.
    pub(crate) fn seek(&mut self, secs: f64) {
        if self.is_keyed() {
            self.playback.secs = secs.clamp(0.0, LATEST_KEY_SECS);
            self.pose_moment();
        } else {
            self.playback.secs = secs.clamp(0.0, self.length_secs());
            self.look();
        }
        self.panes.follow(self.gone());
    }

    /// Poses the moment of the playhead.
    fn pose_moment(&mut self) {
        let (document, at) = (self.editor.document(), self.playback.secs);
        let mut keys = document.keys.iter();
        let edit = match keys.position(|key| (key.secs - at).abs() < ON_KEY_SECS) {
            Some(index) => Edit::GoToKey { index },
            None => Edit::LeaveKey {
                setup: Arc::new(in_between(&mut self.poser, document, at)),
            },
        };
        self.edit(edit);
    }

    /// Goes on with a motion that plays.
    pub(crate) fn play(&mut self, clock_secs: f64) {
        if !self.playback.playing {
            return;
        }
        let length = self.length_secs();
        self.playback
            .advance(clock_secs * self.ghost_pace(), length);
        if self.playback.playing {
            self.look();
            self.panes.follow(self.gone());
        } else {
            self.seek(self.playback.secs);
        }
    }

    /// Stops a motion that plays: what is seen then is what is posed.
    pub(crate) fn pause(&mut self) {
        if self.playback.playing {
            self.playback.playing = false;
            self.seek(self.playback.secs);
        }
    }

    /// After steps back and forth the playhead is at the key that is posed, and never behind the end of what there is.
    pub(crate) fn come_along(&mut self) {
        let document = self.document();
        let posed = document.current_key.map(|index| document.keys[index].secs);
        match posed {
            Some(secs) if document.take.is_none() => self.playback.secs = secs,
            _ if self.is_keyed() => {}
            _ => self.playback.secs = self.playback.secs.min(self.length_secs()),
        }
        self.playback.playing &= self.has_motion();
        self.look();
        self.panes.follow(self.gone());
    }

    /// How far the figure has gone since its motion began.
    fn gone(&self) -> Gone {
        let document = self.document();
        let character = &document.character;
        let start = match (&document.take, document.keys.as_slice()) {
            (Some(take), _) => {
                Shown::of_clip(character, Motion::from(take).clip(), 0.0, DVec3::ZERO)
            }
            (None, [first, _, ..]) => Shown::of_setup(character, &first.setup),
            _ => {
                return Gone {
                    over_ground: DVec2::ZERO,
                    rise: Some(0.0),
                };
            }
        };
        let (from, to) = (start.footing(), self.shown.footing());
        Gone {
            over_ground: to.over_ground - from.over_ground,
            rise: to.height.zip(from.height).map(|(to, from)| to - from),
        }
    }

    pub(crate) fn perform_time(&mut self, action: Action) {
        let secs = self.playback.secs;
        match action {
            Action::Play => {
                let length = self.length_secs();
                self.playback.toggle(length);
                if length == 0.0 {
                    self.refuse("Nothing to play yet: K sets a key, W walks.");
                } else if !self.playback.playing {
                    self.seek(self.playback.secs);
                }
            }
            Action::Loop => self.playback.looping = !self.playback.looping,
            Action::ToStart => self.seek(0.0),
            Action::AddKey => self.add_key(),
            Action::DeleteKey => match self.document().current_key {
                Some(index) => {
                    self.edit(Edit::DeleteKey { index });
                    self.come_along();
                }
                None => self.refuse("There is no key at this moment."),
            },
            Action::PreviousKey | Action::NextKey => {
                let times: Vec<f64> = self.document().keys.iter().map(|key| key.secs).collect();
                let mut earlier = times.iter().rev().filter(|time| **time < secs - 1e-6);
                let mut later = times.iter().filter(|time| **time > secs + 1e-6);
                let to = match action {
                    Action::PreviousKey => earlier.next(),
                    _ => later.next(),
                };
                if let Some(to) = to {
                    self.seek(*to);
                }
            }
            _ => {}
        }
    }

    /// Keeps the pose at this moment. Behind the last key the playhead goes on by a second: what is changed then is the next
    /// pose, and this one stays as it is.
    fn add_key(&mut self) {
        if self.document().take.is_some() {
            self.refuse("A walk or recording has no keys: Shift+W goes back to them.");
            return;
        }
        self.pause();
        let secs = self.playback.secs;
        if !self.edit(Edit::AddKey { secs }) {
            return;
        }
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
        if self.is_keyed() && self.document().current_key.is_none() && !self.editor.is_dragging() {
            let secs = self.playback.secs;
            self.edit(Edit::KeyBetween { secs });
        }
    }
}
