//! The margin of a whole motion as a strip of a few hundred columns, kept until the motion changes.

use super::shown::Motion;
use crate::motion::{Clip, Contacts};
use std::sync::Arc;

/// One column of the strip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Column {
    /// The smallest margin of its frames; nothing in the air [m].
    pub(super) margin: Option<f64>,
    /// How many soles stand, at least.
    pub(super) supports: usize,
}

/// Columns of a motion.
#[derive(Clone, Debug, Default)]
pub(super) struct MarginStrip {
    columns: Vec<Column>,
    /// Which motion they are of.
    of: Option<usize>,
}

impl MarginStrip {
    /// The columns of a motion; looked at again only when it is another one or wider.
    pub(super) fn columns(&mut self, motion: &Motion, count: usize) -> &[Column] {
        let id = identity(motion);
        if self.of != Some(id) || self.columns.len() != count {
            self.columns = columns(motion.clip(), count);
            self.of = Some(id);
        }
        &self.columns
    }
}

/// Two motions that share their memory are the same.
fn identity(motion: &Motion) -> usize {
    match motion {
        Motion::Walk(take) => Arc::as_ptr(take) as usize,
        Motion::Recording(take) => Arc::as_ptr(take) as usize,
        Motion::Keys(clip) => Arc::as_ptr(clip) as usize,
    }
}

fn columns(clip: &Clip, count: usize) -> Vec<Column> {
    let frames = clip.frames.len();
    let soles = |contacts: Contacts| contacts.count();
    (0..count)
        .map(|column| {
            let from = column * frames / count;
            let to = ((column + 1) * frames / count).max(from + 1).min(frames);
            let part = &clip.frames[from.min(frames - 1)..to];
            Column {
                margin: part
                    .iter()
                    .map(|frame| frame.margin)
                    .min_by(|a, b| {
                        let low = f64::NEG_INFINITY;
                        a.unwrap_or(low).total_cmp(&b.unwrap_or(low))
                    })
                    .flatten(),
                supports: part
                    .iter()
                    .map(|frame| soles(frame.contacts))
                    .min()
                    .unwrap_or(0),
            }
        })
        .collect()
}
