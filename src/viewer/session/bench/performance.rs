//! A solve on stage: the theatre with its clock. It begins again from the same start when the document changes.

use super::{Answered, Session};
use crate::character::{Character, Pose};
use crate::document::{Course, Pull, Scene, Solving, Theatre};
use crate::ik::{Goal, Priority, Rank};
use crate::viewer::panels::solving::{PRIORITIES, priority_words};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A solve that is stepped through, and how fast.
pub(crate) struct Performance {
    pub(crate) theatre: Theatre,
    /// What every goal misses over the whole solve.
    pub(crate) course: Course,
    pub(crate) is_playing: bool,
    /// How far each beat goes, and how many there are in a second.
    pub(crate) beat: Beat,
    pub(crate) beats_per_sec: f64,
    /// Linearisations that are kept, at most.
    pub(crate) steps: u32,
    /// Whether errors are drawn by their powers of ten.
    pub(crate) is_logarithmic: bool,
    /// Whether the other strategies are drawn behind this one.
    pub(crate) with_others: bool,
    /// Goals whose errors are not drawn.
    pub(crate) hidden: Vec<String>,
    /// As what is posed is solved.
    strategy: Priority,
    /// Where it starts.
    start: (Arc<Character>, Pose),
    /// Edits that were done when it was opened, and when that was.
    edits: u64,
    opened: Instant,
    /// Beats that are due and not yet a whole one.
    due: f64,
}

/// How far a solve goes at once while it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beat {
    Visit,
    Sweep,
    Linearisation,
}

/// Linearisations that are kept, at most: as many as a figure side by side comes to rest in, and those of one frame of a drag.
pub(crate) const TO_REST: u32 = 400;
pub(crate) const ONE_FRAME: u32 = 8;
/// A theatre is not opened anew more often than this.
const LEAST_BETWEEN: Duration = Duration::from_millis(150);
/// As it begins.
const BEATS_PER_SEC: f64 = 8.0;

impl Performance {
    /// From the pose before the last drag, or from rest.
    pub(super) fn new(session: &Session) -> Self {
        let character = &session.document().character;
        let start = session.pose_before_drag().unwrap_or(&character.rest);
        let start = (Arc::clone(character), start.clone());
        let theatre = opened(session, (&start.1, TO_REST), &[]);
        Self {
            course: theatre.course(),
            hidden: hidden_at_first(&theatre),
            theatre,
            is_playing: false,
            beat: Beat::Visit,
            beats_per_sec: BEATS_PER_SEC,
            steps: TO_REST,
            is_logarithmic: true,
            with_others: false,
            strategy: session.document().setup.solving.priority,
            start,
            edits: session.edits,
            opened: Instant::now(),
            due: 0.0,
        }
    }

    /// Goes on for so many linearisations at most.
    pub(crate) fn set_steps(&mut self, session: &Session, steps: u32) {
        self.steps = steps;
        self.reopen(session);
    }

    /// The other strategies are drawn behind this one, or not.
    pub(crate) fn show_others(&mut self, session: &Session, with_others: bool) {
        self.with_others = with_others;
        self.reopen(session);
    }

    /// Opens the theatre anew when the document has changed and nothing is dragged; it stays at its moment.
    pub(super) fn answer(&mut self, session: &Session) -> Answered {
        if self.edits == session.edits {
            return Answered::Still;
        }
        if session.editor.is_dragging() || self.opened.elapsed() < LEAST_BETWEEN {
            return Answered::Later;
        }
        self.reopen(session);
        Answered::Moved
    }

    fn reopen(&mut self, session: &Session) {
        let document = session.document();
        // Another drag starts elsewhere, and another body cannot be where this one was.
        if let Some(start) = session.pose_before_drag() {
            self.start = (Arc::clone(&document.character), start.clone());
        } else if !Arc::ptr_eq(&self.start.0, &document.character) {
            let character = Arc::clone(&document.character);
            self.start = (Arc::clone(&character), character.rest.clone());
        }
        let (at, was_at_end) = (self.theatre.at(), self.is_at_end());
        let others = if self.with_others {
            other_strategies(document.setup.solving)
        } else {
            Vec::new()
        };
        self.theatre = opened(session, (&self.start.1, self.steps), &others);
        self.course = self.theatre.course();
        self.strategy = document.setup.solving.priority;
        self.theatre.seek(at);
        if was_at_end && at > 0 {
            self.theatre.to_end();
        }
        (self.edits, self.opened) = (session.edits, Instant::now());
    }

    /// What people call the strategy that a course was solved by.
    pub(crate) fn strategy_of<'a>(&self, course: &'a Course) -> &'a str {
        if course.name.is_empty() {
            priority_words(self.strategy).0
        } else {
            &course.name
        }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.theatre.at() + 1 == self.theatre.moments()
    }

    /// Starts or stops; at the end it starts again from the beginning.
    pub(crate) fn play_or_pause(&mut self) {
        if !self.is_playing && self.is_at_end() {
            self.theatre.to_start();
        }
        self.is_playing ^= true;
        self.due = 0.0;
    }

    /// Goes on by so much time of the clock; stops at the end.
    pub(crate) fn advance(&mut self, clock_secs: f64) {
        if !self.is_playing {
            return;
        }
        self.due += self.beats_per_sec * clock_secs;
        while self.due >= 1.0 {
            self.due -= 1.0;
            match self.beat {
                Beat::Visit => drop(self.theatre.forward()),
                Beat::Sweep => self.theatre.next_sweep(),
                Beat::Linearisation => self.theatre.next_linearisation(),
            }
        }
        self.is_playing = !self.is_at_end();
    }
}

fn opened(
    session: &Session,
    (start, steps): (&Pose, u32),
    others: &[(String, Solving)],
) -> Theatre {
    let pull: Option<Pull> = session.last_pull();
    Theatre::open(session.document(), Scene { start, pull, steps }, others)
}

/// Soles that stand and wishes: a plot of all goals would be a tangle.
fn hidden_at_first(theatre: &Theatre) -> Vec<String> {
    let is_quiet = |goal: &&Goal| goal.rank == Rank::CONTACT || goal.rank.is_wish();
    let hidden: Vec<&Goal> = theatre.goals().iter().filter(is_quiet).collect();
    if hidden.len() == theatre.goals().len() {
        return Vec::new();
    }
    hidden.into_iter().map(|goal| goal.name.clone()).collect()
}

/// The strategies that a document does not use.
fn other_strategies(solving: Solving) -> Vec<(String, Solving)> {
    let others = PRIORITIES.into_iter();
    let others = others.filter(|priority| *priority != solving.priority);
    let others = others.map(|priority| {
        let name = priority_words(priority).0.to_owned();
        (
            name,
            Solving {
                priority,
                ..solving
            },
        )
    });
    others.collect()
}
