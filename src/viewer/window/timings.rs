//! How long frames take, for those who ask: `contrapposto view --script FILE --timings`.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What a window measured of itself.
#[derive(Clone, Debug, Default)]
pub struct Timings {
    /// From the call that opens the window until its first frame is on the screen.
    pub first_frame: Option<Duration>,
    /// What the script named, in its order.
    pub sections: Vec<Section>,
}

/// Frames that a script wanted to be measured.
#[derive(Clone, Debug)]
pub struct Section {
    /// Their name in the script.
    pub name: String,
    /// Frames that others followed at once. (frames)
    pub frames: Vec<FrameTiming>,
}

/// One frame.
#[derive(Clone, Copy, Debug)]
pub struct FrameTiming {
    /// From the input to the finished list of triangles: solving, panels, signs. Nothing of it is OpenGL.
    pub work: Duration,
    /// All of it, until it is on the screen.
    pub whole: Duration,
    /// Until the next one begins: a loop without a screen's own beat rests.
    pub until_next: Duration,
}

impl Timings {
    /// One more frame of a section, which begins with it when it is new.
    fn push(&mut self, name: &str, frame: FrameTiming) {
        let is_new = self.sections.last().is_none_or(|last| last.name != name);
        if is_new {
            self.sections.push(Section {
                name: name.to_owned(),
                frames: Vec::new(),
            });
        }
        if let Some(section) = self.sections.last_mut() {
            section.frames.push(frame);
        }
    }
}

/// Measures a window's loop.
pub(crate) struct Stopwatch {
    opened: Instant,
    timings: Rc<RefCell<Timings>>,
    /// Name and work of the last frame, when it is measured and another one follows at once.
    last: Option<(String, Duration)>,
    /// Since the last frame began.
    slept: Duration,
    has_begun: bool,
}

impl Stopwatch {
    /// Of a window that somebody opened just now.
    pub(crate) const fn new(opened: Instant, timings: Rc<RefCell<Timings>>) -> Self {
        Self {
            opened,
            timings,
            last: None,
            slept: Duration::ZERO,
            has_begun: false,
        }
    }

    /// A frame was drawn and another one follows at once.
    pub(crate) fn drawn(&mut self, name: Option<&str>, work: Duration) {
        self.last = name.map(|name| (name.to_owned(), work));
    }

    /// Nothing was done for so long.
    pub(crate) const fn slept(&mut self, duration: Duration) {
        self.slept = duration;
    }

    /// A frame begins: the one that began so long ago is on the screen.
    pub(crate) fn next_frame(&mut self, until_next: Duration) {
        let slept = std::mem::take(&mut self.slept);
        let mut timings = self.timings.borrow_mut();
        if self.has_begun {
            let since = self.opened.elapsed().saturating_sub(slept);
            timings.first_frame.get_or_insert(since);
        }
        self.has_begun = true;
        if let Some((name, work)) = self.last.take() {
            let frame = FrameTiming {
                work,
                whole: until_next.saturating_sub(slept),
                until_next,
            };
            timings.push(&name, frame);
        }
    }
}

impl Section {
    /// Frames a second.
    pub fn rate(&self) -> f64 {
        let span: Duration = self.frames.iter().map(|frame| frame.until_next).sum();
        self.frames.len() as f64 / span.as_secs_f64().max(1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_one_name_that_follow_each_other_are_one_section() {
        let frame = FrameTiming {
            work: Duration::from_millis(2),
            whole: Duration::from_millis(10),
            until_next: Duration::from_millis(20),
        };
        let mut timings = Timings::default();
        for name in ["drag", "drag", "walk", "drag"] {
            timings.push(name, frame);
        }
        let counts = timings.sections.iter().map(|s| (&*s.name, s.frames.len()));
        assert_eq!(
            counts.collect::<Vec<_>>(),
            [("drag", 2), ("walk", 1), ("drag", 1)]
        );
        assert!((timings.sections[0].rate() - 50.0).abs() < 1e-9);
    }
}
