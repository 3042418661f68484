//! From time to places in the timeline and back, and which part of time is shown.

use egui::{Pos2, Rect};

/// What is shown of time when there is little of it [s].
const LEAST_WHOLE: f64 = 4.0;
/// The shortest part that can be looked at [s].
const LEAST_SHOWN: f64 = 0.2;

/// Which part of time the timeline shows: all of it, or from a moment on so much [s].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct TimeZoom(Option<(f64, f64)>);

/// The part of the window that shows time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(super) rect: Rect,
    /// The first moment that is shown [s].
    pub(super) from: f64,
    /// How much is shown [s].
    pub(super) secs: f64,
    /// How much there is [s].
    whole: f64,
}

impl TimeZoom {
    /// What is shown in a rectangle of a motion of this length.
    pub(super) fn span(self, rect: Rect, length_secs: f64) -> Span {
        let whole = length_secs.max(LEAST_WHOLE);
        let (from, secs) = self.0.unwrap_or((0.0, whole));
        let secs = secs.clamp(LEAST_SHOWN, whole);
        Span {
            rect,
            from: from.clamp(0.0, whole - secs),
            secs,
            whole,
        }
    }

    /// Shows so many times less; the moment under a place stays there.
    pub(super) fn zoom(&mut self, span: &Span, at: Pos2, times: f64) {
        let secs = (span.secs / times).clamp(LEAST_SHOWN, span.whole);
        let held = span.time(at);
        let share = (held - span.from) / span.secs;
        self.show(span, held - share * secs, secs);
    }

    /// Moves what is shown to the right by so many points: earlier time comes into view.
    pub(super) fn pan(&mut self, span: &Span, points: f32) {
        let by = f64::from(points / span.rect.width()) * span.secs;
        self.show(span, span.from - by, span.secs);
    }

    /// Turns the page when a moment is not on it.
    pub(super) fn turn_to(&mut self, span: &Span, secs: f64) {
        if !(span.from..=span.from + span.secs).contains(&secs) {
            self.show(span, secs, span.secs);
        }
    }

    /// All of it again.
    pub(super) const fn show_all(&mut self) {
        self.0 = None;
    }

    fn show(&mut self, span: &Span, from: f64, secs: f64) {
        let is_all = secs >= span.whole;
        self.0 = (!is_all).then(|| (from.clamp(0.0, span.whole - secs), secs));
    }
}

impl Span {
    /// Where a moment is; outside the rectangle when it is not shown.
    pub(super) fn x(&self, secs: f64) -> f32 {
        self.rect.left() + ((secs - self.from) / self.secs) as f32 * self.rect.width()
    }

    /// The moment at a place; the nearest that is shown.
    pub(super) fn time(&self, at: Pos2) -> f64 {
        let share = (at.x - self.rect.left()) / self.rect.width();
        self.from + f64::from(share.clamp(0.0, 1.0)) * self.secs
    }

    /// Whether a moment is shown.
    pub(super) fn shows(&self, secs: f64) -> bool {
        let x = self.x(secs);
        (self.rect.left() - 0.5..=self.rect.right() + 0.5).contains(&x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{pos2, vec2};

    fn rect() -> Rect {
        Rect::from_min_size(pos2(20.0, 0.0), vec2(1000.0, 80.0))
    }

    #[test]
    fn the_moment_under_the_mouse_stays_there_while_time_is_zoomed() {
        let mut zoom = TimeZoom::default();
        let at = pos2(520.0, 10.0);
        for times in [2.0, 1.5, 0.8] {
            let before = zoom.span(rect(), 20.0);
            let held = before.time(at);
            zoom.zoom(&before, at, times);
            let after = zoom.span(rect(), 20.0);
            assert!((after.time(at) - held).abs() < 1e-9);
            assert!((after.x(held) - at.x).abs() < 1e-3);
            assert!((after.secs - before.secs / times).abs() < 1e-9);
        }
        let span = zoom.span(rect(), 20.0);
        zoom.zoom(&span, at, 0.01);
        assert_eq!(zoom, TimeZoom::default(), "more than all is all");
    }

    #[test]
    fn time_is_moved_with_the_mouse_and_not_beyond_its_ends() {
        let mut zoom = TimeZoom::default();
        let all = zoom.span(rect(), 20.0);
        zoom.zoom(&all, pos2(20.0, 0.0), 4.0);
        let first = zoom.span(rect(), 20.0);
        assert_eq!((first.from, first.secs), (0.0, 5.0));
        zoom.pan(&first, -200.0);
        let moved = zoom.span(rect(), 20.0);
        assert!((moved.from - 1.0).abs() < 1e-6);
        assert!((moved.x(3.0) - (first.x(3.0) - 200.0)).abs() < 1e-2);
        zoom.pan(&moved, -1e6);
        assert_eq!(zoom.span(rect(), 20.0).from, 15.0);
        let last = zoom.span(rect(), 20.0);
        assert!(!last.shows(14.0) && last.shows(20.0));
        zoom.turn_to(&last, 2.0);
        assert_eq!(zoom.span(rect(), 20.0).from, 2.0);
    }

    #[test]
    fn a_motion_that_became_shorter_is_shown_to_its_end() {
        let mut zoom = TimeZoom::default();
        let all = zoom.span(rect(), 60.0);
        zoom.zoom(&all, pos2(1020.0, 0.0), 6.0);
        let span = zoom.span(rect(), 8.0);
        assert_eq!((span.from, span.secs), (0.0, 8.0));
    }
}
