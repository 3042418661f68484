//! Figures side by side: they follow every drag of the document, and come to rest when it is let go.

use super::difference::Difference;
use super::{Answered, Session};
use crate::character::Character;
use crate::document::{Document, SideBySide, Variant};
use crate::io::load_character;
use std::sync::Arc;

/// Two to five figures, and what makes each of them differ.
pub(crate) struct Comparison {
    pub(crate) figures: SideBySide,
    pub(crate) differences: Vec<Difference>,
    pub(crate) layout: Layout,
    /// Other bodies that were loaded, so that each is the same one as long as it is shown.
    bodies: Vec<(String, Arc<Character>)>,
    /// Edits that are answered.
    edits: u64,
    phase: Phase,
}

/// What the figures do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// A drag pulls at them.
    Dragged,
    /// It was let go, and they go on, a few steps in every frame: all of them in one would make people wait.
    Settling,
    AtRest,
}

/// Where figures are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Each in a view of its own.
    Beside,
    /// Pale ones in the place of what is posed.
    Over,
}

/// As many figures as stand side by side.
pub(crate) const FEWEST: usize = 2;
pub(crate) const MOST: usize = 5;

impl Comparison {
    /// Figures that have come to rest.
    ///
    /// # Errors
    /// A sentence why they cannot stand side by side.
    pub(super) fn new(
        session: &Session,
        differences: Vec<Difference>,
        layout: Layout,
    ) -> Result<Self, String> {
        let mut bodies = Vec::new();
        Ok(Self {
            figures: settled(session, &differences, &mut bodies)?,
            differences,
            layout,
            bodies,
            edits: session.edits,
            phase: if session.editor.is_dragging() {
                Phase::Dragged
            } else {
                Phase::AtRest
            },
        })
    }

    /// Other figures; those that are there already stay as they are.
    ///
    /// # Errors
    /// A sentence why they cannot be; then they stay as they are.
    pub(crate) fn set(
        &mut self,
        session: &Session,
        differences: Vec<Difference>,
    ) -> Result<(), String> {
        let document = session.document();
        let variants = variants(document, &differences, &mut self.bodies)?;
        let pull = session.last_pull();
        self.figures.change(
            &session.document_at_start(),
            variants,
            (document, pull.as_ref()),
        )?;
        self.differences = differences;
        Ok(())
    }

    /// Whether they go on by themselves.
    pub(crate) fn is_settling(&self) -> bool {
        self.phase == Phase::Settling
    }

    /// Goes on with a drag, ends it, or begins again after an edit.
    pub(super) fn answer(&mut self, session: &Session) -> Result<Answered, String> {
        let is_answered = self.edits == session.edits;
        self.edits = session.edits;
        let document = session.document();
        if session.editor.is_dragging() {
            if self.phase != Phase::Dragged {
                self.figures.stay_here();
            }
            self.phase = Phase::Dragged;
            let pull = session.editor.pull().map(|(pull, _)| pull);
            self.figures.follow(document, pull.as_ref());
            return Ok(Answered::Moved);
        }
        let was_dragged = self.phase == Phase::Dragged;
        match session.last_pull() {
            Some(pull) if was_dragged => {
                self.figures.follow(document, Some(&pull.held()));
                self.phase = Phase::Settling;
            }
            Some(pull) if self.phase == Phase::Settling && is_answered => {
                if self.figures.go_on(document, Some(&pull)) {
                    self.phase = Phase::AtRest;
                    return Ok(Answered::Rested);
                }
            }
            _ if was_dragged || !is_answered => {
                self.figures = settled(session, &self.differences, &mut self.bodies)?;
                self.phase = Phase::AtRest;
            }
            _ => return Ok(Answered::Still),
        }
        Ok(Answered::Moved)
    }
}

/// All figures from the same start, at rest.
fn settled(
    session: &Session,
    differences: &[Difference],
    bodies: &mut Vec<(String, Arc<Character>)>,
) -> Result<SideBySide, String> {
    let document = session.document();
    let variants = variants(document, differences, bodies)?;
    let mut figures = SideBySide::new(&session.document_at_start(), variants)?;
    figures.settle(document, session.last_pull().as_ref());
    Ok(figures)
}

fn variants(
    document: &Document,
    differences: &[Difference],
    bodies: &mut Vec<(String, Arc<Character>)>,
) -> Result<Vec<Variant>, String> {
    let variants = differences.iter();
    let variants = variants.map(|difference| variant(difference, document, bodies));
    variants.collect()
}

fn variant(
    difference: &Difference,
    document: &Document,
    bodies: &mut Vec<(String, Arc<Character>)>,
) -> Result<Variant, String> {
    let body = difference.body.as_ref();
    let body = body.map(|source| Ok::<_, String>((source.clone(), body_of(source, bodies)?)));
    Ok(Variant {
        name: difference.name(),
        solving: Some(difference.solving(document.setup.solving)?),
        weights: difference.weights.clone(),
        body: body.transpose()?,
    })
}

fn body_of(
    source: &str,
    bodies: &mut Vec<(String, Arc<Character>)>,
) -> Result<Arc<Character>, String> {
    if let Some((_, known)) = bodies.iter().find(|(name, _)| name == source) {
        return Ok(Arc::clone(known));
    }
    let loaded = Arc::new(load_character(source).map_err(|e| e.to_string())?);
    bodies.push((source.to_owned(), Arc::clone(&loaded)));
    Ok(loaded)
}
