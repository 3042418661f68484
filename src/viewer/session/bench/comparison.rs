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
    is_dragged: bool,
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
            is_dragged: session.editor.is_dragging(),
        })
    }

    /// Other figures.
    ///
    /// # Errors
    /// A sentence why they cannot be; then they stay as they are.
    pub(crate) fn set(
        &mut self,
        session: &Session,
        differences: Vec<Difference>,
    ) -> Result<(), String> {
        self.figures = settled(session, &differences, &mut self.bodies)?;
        self.differences = differences;
        Ok(())
    }

    /// Goes on with a drag, ends it, or begins again after an edit.
    pub(super) fn answer(&mut self, session: &Session) -> Result<Answered, String> {
        let is_answered = self.edits == session.edits;
        self.edits = session.edits;
        let document = session.document();
        if session.editor.is_dragging() {
            if !self.is_dragged {
                self.figures.stay_here();
            }
            self.is_dragged = true;
            let pull = session.editor.pull().map(|(pull, _)| pull);
            self.figures.follow(document, pull.as_ref());
            return Ok(Answered::Moved);
        }
        let was_dragged = std::mem::take(&mut self.is_dragged);
        match session.last_pull() {
            Some(pull) if was_dragged => self.figures.settle(document, Some(&pull)),
            _ if was_dragged || !is_answered => {
                self.figures = settled(session, &self.differences, &mut self.bodies)?;
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
    let variants = differences.iter();
    let variants = variants.map(|difference| variant(difference, document, bodies));
    let variants = variants.collect::<Result<Vec<Variant>, String>>()?;
    let mut figures = SideBySide::new(&session.document_at_start(), variants)?;
    figures.settle(document, session.last_pull().as_ref());
    Ok(figures)
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
