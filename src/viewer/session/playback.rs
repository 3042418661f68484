//! The playhead: where in time the window is, and how it moves on.

use crate::viewer::panels::TimeZoom;

/// Where in time the window is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Playback {
    /// Since the beginning [s].
    pub(crate) secs: f64,
    pub(crate) playing: bool,
    pub(crate) looping: bool,
    /// 1 is as fast as life.
    pub(crate) speed: f64,
    /// Whether the timeline counts frames instead of seconds.
    pub(crate) in_frames: bool,
    /// Which part of time the timeline shows.
    pub(crate) zoom: TimeZoom,
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            secs: 0.0,
            playing: false,
            looping: true,
            speed: 1.0,
            in_frames: false,
            zoom: TimeZoom::default(),
        }
    }
}

impl Playback {
    /// Moves on by so much time of the clock in a motion of this length; stops or begins again at the end.
    pub(crate) fn advance(&mut self, clock_secs: f64, length_secs: f64) {
        if !self.playing {
            return;
        }
        if length_secs <= 0.0 {
            self.playing = false;
            return;
        }
        self.secs += self.speed * clock_secs;
        if self.secs > length_secs {
            if self.looping {
                self.secs %= length_secs;
            } else {
                self.secs = length_secs;
                self.playing = false;
            }
        }
    }

    /// Starts or stops; at the end it starts again from the beginning.
    pub(crate) fn toggle(&mut self, length_secs: f64) {
        self.playing = !self.playing && length_secs > 0.0;
        if self.playing && self.secs >= length_secs {
            self.secs = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_begins_again_and_a_single_run_stops_at_the_end() {
        let mut playback = Playback::default();
        playback.toggle(2.0);
        playback.advance(1.5, 2.0);
        playback.advance(1.0, 2.0);
        assert!((playback.secs - 0.5).abs() < 1e-12 && playback.playing);
        playback.looping = false;
        playback.advance(5.0, 2.0);
        assert_eq!((playback.secs, playback.playing), (2.0, false));
        playback.toggle(2.0);
        assert_eq!(playback.secs, 0.0);
    }

    #[test]
    fn what_has_no_length_does_not_play() {
        let mut playback = Playback::default();
        playback.toggle(0.0);
        assert!(!playback.playing);
    }
}
