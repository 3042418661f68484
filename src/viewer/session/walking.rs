//! A static walk that is watched: it plays once and rests at its last step, and one goes to any moment of it.

/// Where in a static walk one is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WalkClock {
    /// Since its beginning [s].
    pub(crate) secs: f64,
    /// Of the whole walk [s].
    pub(crate) length_secs: f64,
    pub(crate) is_playing: bool,
}

/// What people want of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum WalkWish {
    PlayOrPause,
    /// To a moment [s]; it stops there.
    Seek(f64),
}

impl WalkClock {
    /// At the beginning, and playing.
    pub(crate) const fn begun(length_secs: f64) -> Self {
        Self {
            secs: 0.0,
            length_secs,
            is_playing: true,
        }
    }

    /// At rest at the last step.
    pub(crate) const fn ended(length_secs: f64) -> Self {
        Self {
            secs: length_secs,
            length_secs,
            is_playing: false,
        }
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.secs >= self.length_secs
    }

    /// Goes on by so much time of the clock on the wall; stops at the end.
    pub(crate) fn advance(&mut self, clock_secs: f64) {
        if self.is_playing {
            self.secs = (self.secs + clock_secs).min(self.length_secs);
            self.is_playing = !self.has_ended();
        }
    }

    /// Starts, stops, or goes elsewhere; at the end it starts again from the beginning.
    pub(crate) fn obey(&mut self, wish: WalkWish) {
        match wish {
            WalkWish::PlayOrPause if self.has_ended() => *self = Self::begun(self.length_secs),
            WalkWish::PlayOrPause => self.is_playing ^= true,
            WalkWish::Seek(secs) => {
                self.secs = secs.clamp(0.0, self.length_secs);
                self.is_playing = false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_plays_once_rests_at_its_end_and_begins_again_when_it_is_asked_to() {
        let mut clock = WalkClock::begun(2.0);
        clock.advance(1.5);
        assert!((clock.secs - 1.5).abs() < 1e-12 && clock.is_playing);
        clock.obey(WalkWish::PlayOrPause);
        clock.advance(1.0);
        assert!((clock.secs - 1.5).abs() < 1e-12, "it stopped");
        clock.obey(WalkWish::PlayOrPause);
        clock.advance(1.0);
        assert_eq!(clock, WalkClock::ended(2.0));
        clock.obey(WalkWish::PlayOrPause);
        assert_eq!(clock, WalkClock::begun(2.0));
        clock.obey(WalkWish::Seek(9.0));
        assert_eq!(clock, WalkClock::ended(2.0));
    }
}
