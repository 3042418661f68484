//! What a correction did, as it is written; how far joints and hands went is measured again.

use crate::character::Character;
use crate::correction::{BalanceReport, ClipFigures, Shifts, hand_misses};
use crate::motion::{BalanceKind, Clip};
use serde::{Deserialize, Serialize};

/// What a correction did; what hands missed is measured afresh.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReportFile {
    #[serde(default = "at_rest")]
    balance: BalanceKind,
    before: FiguresFile,
    after: FiguresFile,
    flight_frames: usize,
    #[serde(default, skip_serializing_if = "is_zero")]
    unheld_frames: usize,
    iterations: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// All corrections were, once.
fn at_rest() -> BalanceKind {
    BalanceKind::Static
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde does so")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FiguresFile {
    contact_frames: usize,
    margin_frames: Option<usize>,
    inside_frames: usize,
    worst_margin: f64,
    slide: f64,
    #[serde(default)]
    depth: f64,
    hardest_turn: f64,
}

impl ReportFile {
    pub(super) fn of(report: &BalanceReport) -> Self {
        Self {
            balance: report.balance,
            before: FiguresFile::of(&report.before),
            after: FiguresFile::of(&report.after),
            flight_frames: report.flight_frames,
            unheld_frames: report.unheld_frames,
            iterations: report.iterations,
            notes: report.notes.clone(),
        }
    }

    pub(super) fn read(
        &self,
        character: &Character,
        recorded: &Clip,
        balanced: &Clip,
    ) -> BalanceReport {
        BalanceReport {
            balance: self.balance,
            before: self.before.read(),
            after: self.after.read(),
            shifts: Shifts::between(character, recorded, balanced),
            hand_misses: hand_misses(character, recorded, balanced),
            flight_frames: self.flight_frames,
            unheld_frames: self.unheld_frames,
            iterations: self.iterations,
            notes: self.notes.clone(),
        }
    }
}

impl FiguresFile {
    fn of(figures: &ClipFigures) -> Self {
        Self {
            contact_frames: figures.contact_frames,
            margin_frames: Some(figures.margin_frames),
            inside_frames: figures.inside_frames,
            worst_margin: figures.worst_margin,
            slide: figures.slide,
            depth: figures.depth,
            hardest_turn: figures.hardest_turn,
        }
    }

    fn read(self) -> ClipFigures {
        ClipFigures {
            contact_frames: self.contact_frames,
            margin_frames: self.margin_frames.unwrap_or(self.contact_frames),
            inside_frames: self.inside_frames,
            worst_margin: self.worst_margin,
            slide: self.slide,
            depth: self.depth,
            hardest_turn: self.hardest_turn,
        }
    }
}
