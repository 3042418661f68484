//! Figures side by side: the document's goals solved in several ways at once.
//!
//! ```text
//! Document: pins, asks, balance ──┬──> Figure "equal"    ──> pose, every goal's error, margin, iterations, time
//!            what is pulled at    ├──> Figure "strict"   ──> …
//!                                 └──> Figure "chicken"  ──> …
//! ```
//! Every figure goes on from its own last pose. None of this is part of the document.

use super::another_body::with_character;
use super::{Document, Poser, Pull, Setup, Solving, Work};
use crate::character::{Character, Pose};
use crate::ik::{Goal, GoalReport, Outcome, Report, Unit};
use rayon::prelude::*;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What makes a figure differ from the document's.
#[derive(Clone, Debug, Default)]
pub struct Variant {
    /// What people call it: `equal`, `damping 0.01`.
    pub name: String,
    /// Solved another way.
    pub solving: Option<Solving>,
    /// Other weights: `balance` or the name of a handle, and more than zero each.
    pub weights: Vec<(String, f64)>,
    /// Another body, and where it was loaded from.
    pub body: Option<(String, Arc<Character>)>,
}

/// One of the figures.
#[derive(Clone, Debug)]
pub struct Figure {
    variant: Variant,
    character: Arc<Character>,
    setup: Setup,
    /// What it stays near to.
    rest: Pose,
    poser: Poser,
    /// Of the last answer, over all of its frames.
    work: Work,
    took: Duration,
    /// Frames that it may go on for; none when it is at rest.
    frames_left: u32,
}

/// Two to five figures on the same goals.
#[derive(Clone, Debug)]
pub struct SideBySide {
    figures: Vec<Figure>,
}

/// A line of the table below the figures.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorRow {
    /// Of the goal.
    pub name: String,
    /// What its errors are measured in.
    pub unit: Unit,
    /// One for each figure [m or rad]; nothing where a body has no such goal.
    pub errors: Vec<Option<f64>>,
}

/// Figures that can be told apart at a glance.
const FIGURES: std::ops::RangeInclusive<usize> = 2..=5;
/// Steps of one frame, and of a whole solve, at most.
const FRAME_STEPS: u32 = 8;
const STEPS: u32 = 400;

impl Variant {
    /// The document's figure solved another way.
    pub fn solved(name: impl Into<String>, solving: Solving) -> Self {
        Self {
            name: name.into(),
            solving: Some(solving),
            ..Self::default()
        }
    }

    /// Whether both make a figure differ in the same way; bodies are known by where they were loaded from.
    fn is_same(&self, other: &Self) -> bool {
        let source = |variant: &Self| variant.body.as_ref().map(|(source, _)| source.clone());
        self.solving == other.solving
            && self.weights == other.weights
            && source(self) == source(other)
    }
}

impl SideBySide {
    /// Figures in the document's pose; another body takes it as far as the two are alike.
    ///
    /// # Errors
    /// A sentence why they cannot be.
    pub fn new(document: &Document, variants: Vec<Variant>) -> Result<Self, String> {
        if !FIGURES.contains(&variants.len()) {
            let count = variants.len();
            return Err(format!(
                "two to five figures stand side by side, not {count}"
            ));
        }
        let figures = variants.into_iter();
        let figures = figures.map(|variant| Figure::new(document, variant));
        Ok(Self {
            figures: figures.collect::<Result<_, String>>()?,
        })
    }

    /// The figures, in the order of their variants.
    pub fn figures(&self) -> &[Figure] {
        &self.figures
    }

    /// All figures take a step of a frame towards the document's goals, and what is pulled at, each on a core of its own.
    pub fn follow(&mut self, document: &Document, pull: Option<&Pull>) {
        self.answer(document, pull, FRAME_STEPS);
    }

    /// Goes on after [`Self::follow`] for one frame; says whether all are at rest. What each took is counted on.
    pub fn go_on(&mut self, document: &Document, pull: Option<&Pull>) -> bool {
        let held = pull.map(|pull| pull.held());
        let figures = self.figures.par_iter_mut();
        figures.for_each(|figure| figure.go_on(document, held.as_ref()));
        self.figures.iter().all(|figure| figure.frames_left == 0)
    }

    /// The same until they rest.
    pub fn settle(&mut self, document: &Document, pull: Option<&Pull>) {
        self.answer(document, pull, STEPS);
    }

    /// Other figures. Those that are there already stay as they are; others begin in the pose of `start` and come to rest
    /// on the document's goals.
    ///
    /// # Errors
    /// A sentence why they cannot be; then all stay as they are.
    pub fn change(
        &mut self,
        start: &Document,
        variants: Vec<Variant>,
        (document, pull): (&Document, Option<&Pull>),
    ) -> Result<(), String> {
        let mut changed = Self::new(start, variants)?;
        let figures = changed.figures.par_iter_mut();
        figures.for_each(|figure| {
            let mut known = self.figures.iter();
            match known.find(|known| known.variant.is_same(&figure.variant)) {
                Some(known) => figure.clone_from(known),
                None => figure.answer(document, pull, STEPS),
            }
        });
        *self = changed;
        Ok(())
    }

    /// From now on all stay near to the poses that they have: a drag begins.
    pub fn stay_here(&mut self) {
        for figure in &mut self.figures {
            figure.rest.clone_from(&figure.setup.pose);
        }
    }

    fn answer(&mut self, document: &Document, pull: Option<&Pull>, steps: u32) {
        let figures = self.figures.par_iter_mut();
        figures.for_each(|figure| figure.answer(document, pull, steps));
    }

    /// Every goal that any figure has, and what each misses.
    pub fn errors(&self) -> Vec<ErrorRow> {
        let mut rows: Vec<ErrorRow> = Vec::new();
        let count = self.figures.len();
        for (index, figure) in self.figures.iter().enumerate() {
            for (goal, got) in figure.goals() {
                let known = rows.iter().position(|row| row.name == goal.name);
                let known = known.unwrap_or_else(|| {
                    rows.push(ErrorRow {
                        name: goal.name.clone(),
                        unit: goal.kind.unit(),
                        errors: vec![None; count],
                    });
                    rows.len() - 1
                });
                rows[known].errors[index] = Some(got.after);
            }
        }
        rows
    }
}

impl Figure {
    fn new(document: &Document, variant: Variant) -> Result<Self, String> {
        for (row, weight) in &variant.weights {
            let known = row == BALANCE || document.setup.handles.iter().any(|h| h.name == *row);
            if !known {
                return Err(format!(
                    "nothing is called {row:?} that could have a weight"
                ));
            }
            if !(*weight > 0.0 && weight.is_finite()) {
                return Err(format!(
                    "the weight of {row} is more than zero, not {weight}"
                ));
            }
        }
        if let Some(solving) = variant.solving {
            Solving::default().with(super::SolvingChange::Whole(solving))?;
        }
        let mut poser = Poser::default();
        let (character, setup) = match &variant.body {
            None => (Arc::clone(&document.character), Arc::clone(&document.setup)),
            Some((source, character)) => {
                // Keys and takes stay behind.
                let alone = Document {
                    keys: Vec::new(),
                    current_key: None,
                    take: None,
                    ..document.clone()
                };
                let moved = with_character(&alone, (source, character), &mut poser, &mut |_| {})?;
                (moved.character, moved.setup)
            }
        };
        let setup = Setup::clone(&setup);
        let mut figure = Self {
            rest: setup.pose.clone(),
            variant,
            character,
            setup,
            poser,
            work: Work::default(),
            took: Duration::ZERO,
            frames_left: 0,
        };
        figure.take_goals(document);
        figure.poser.look(&figure.character, &figure.setup);
        Ok(figure)
    }

    /// What makes it differ from the document's.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Its body.
    pub fn character(&self) -> &Arc<Character> {
        &self.character
    }

    /// Its pose, and what is asked of it.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Every goal, and what it got.
    pub fn goals(&self) -> impl Iterator<Item = (&Goal, &GoalReport)> {
        self.poser.goals().iter().zip(&self.poser.report().goals)
    }

    /// What came of the last frame: the margin of balance, who gave way.
    pub fn report(&self) -> &Report {
        self.poser.report()
    }

    /// Linearisations and sweeps of the last answer: a frame of a drag, or all frames from its end to rest.
    pub const fn work(&self) -> Work {
        self.work
    }

    /// How long that took. No answer hangs on it.
    pub const fn took(&self) -> Duration {
        self.took
    }

    fn answer(&mut self, document: &Document, pull: Option<&Pull>, steps: u32) {
        self.take_goals(document);
        // Soles that are dragged have been moved already, by the document's own figure.
        let pull = pull.and_then(|pull| self.own_pull(document, pull));
        self.poser.stand_on(&document.level);
        let begun = Instant::now();
        let (character, setup) = (&self.character, &mut self.setup);
        self.poser
            .solve_for(steps, character, setup, &self.rest, pull.as_ref());
        self.took = begun.elapsed();
        self.work = self.poser.work();
        self.frames_left = STEPS / FRAME_STEPS;
    }

    fn go_on(&mut self, document: &Document, pull: Option<&Pull>) {
        let Some(frames_left) = self.frames_left.checked_sub(1) else {
            return;
        };
        let (before, work, took) = (self.setup.pose.clone(), self.work, self.took);
        self.answer(document, pull, FRAME_STEPS);
        self.work.iterations += work.iterations;
        self.work.sweeps += work.sweeps;
        self.took += took;
        let is_done = self.report().outcome != Outcome::OutOfIterations;
        let is_at_rest = is_done || self.setup.pose == before;
        self.frames_left = if is_at_rest { 0 } else { frames_left };
    }

    /// What the document asks now, with what makes this figure differ; the pose stays its own.
    fn take_goals(&mut self, document: &Document) {
        let asked = &document.setup;
        if self.variant.body.is_none() {
            let pose = self.setup.pose.clone();
            self.setup = Setup {
                pose,
                ..Setup::clone(asked)
            };
        } else {
            for handle in &mut self.setup.handles {
                let of_same_name = asked.handles.iter().find(|other| other.name == handle.name);
                if let Some(other) = of_same_name {
                    (handle.position, handle.rotation) = (other.position, other.rotation);
                    (handle.rank, handle.weight) = (other.rank, other.weight);
                }
            }
            let place = self.setup.balance.place;
            self.setup.balance = super::BalanceRow {
                place,
                ..asked.balance
            };
            (self.setup.keeps_balance, self.setup.margin) = (asked.keeps_balance, asked.margin);
            self.setup.solving = asked.solving;
        }
        if let Some(solving) = self.variant.solving {
            self.setup.solving = solving;
        }
        for (row, weight) in &self.variant.weights {
            if row == BALANCE {
                self.setup.balance.weight = *weight;
            }
            let handles = self.setup.handles.iter_mut();
            for handle in handles.filter(|handle| handle.name == *row) {
                handle.weight = *weight;
            }
        }
    }

    /// The same pull at the handle of the same name; nothing for soles that stand.
    fn own_pull(&self, document: &Document, pull: &Pull) -> Option<Pull> {
        let name = &document.setup.handles.get(pull.handle)?.name;
        let mut handles = self.setup.handles.iter();
        let handle = handles.position(|handle| handle.name == *name)?;
        let link = self.setup.handles[handle].grip.link();
        let mut planted = self.setup.planted.iter();
        let stands = planted.any(|planted| Some(planted.link) == link);
        (!stands).then_some(Pull { handle, ..*pull })
    }
}

/// The name of the row of balance.
const BALANCE: &str = "balance";
