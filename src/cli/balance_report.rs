//! What `balance` says of a motion: to people, to programs, and in one row among many.

use super::Error;
use super::clip_output::ClipFile;
use super::table::{Side, Table};
use crate::correction::{BalanceReport, ClipFigures};
use crate::motion::RetargetReport;
use serde::Serialize;
use std::io::Write;

/// What the table rounds away is not worth a word [m].
const MISSED_VISIBLY: f64 = 0.0005;

/// What came of one motion.
pub(super) struct Balanced<'a> {
    /// Whose motion it is now.
    pub(super) character: &'a str,
    /// What was asked for [m].
    pub(super) margin: f64,
    pub(super) frames: usize,
    pub(super) frame_secs: f64,
    pub(super) found: RetargetReport,
    pub(super) report: BalanceReport,
    /// Time of the correction of a frame [µs].
    pub(super) micros: f64,
    pub(super) clips: Vec<ClipFile>,
    pub(super) written: Option<String>,
}

/// The whole answer as JSON. `docs/json.md` describes every field.
#[derive(Serialize)]
pub(super) struct Answer<'a> {
    character: &'a str,
    frames: usize,
    frame_secs: f64,
    unit: &'a str,
    metres_per_unit: f64,
    up_axis: &'a str,
    scale: f64,
    skipped_rows: usize,
    mapped: &'a [(String, String)],
    unmapped_recorded: &'a [String],
    unmapped_links: &'a [String],
    notes: &'a [String],
    before: Figures,
    after: Figures,
    margin_missed_by_mm: f64,
    hands_p95_mm: f64,
    hands_largest_mm: f64,
    flight_frames: usize,
    micros_per_frame: f64,
    written: Option<&'a str>,
}

#[derive(Serialize)]
struct Figures {
    contact_frames: usize,
    inside_percent: f64,
    worst_margin_mm: f64,
    slide_mm: f64,
    joint_acceleration_max: f64,
}

impl From<&ClipFigures> for Figures {
    fn from(figures: &ClipFigures) -> Self {
        Self {
            contact_frames: figures.contact_frames,
            inside_percent: 100.0 * figures.inside_share(),
            worst_margin_mm: 1e3 * figures.worst_margin,
            slide_mm: 1e3 * figures.slide,
            joint_acceleration_max: figures.hardest_turn,
        }
    }
}

impl Balanced<'_> {
    /// Everything for programs.
    pub(super) fn answer(&self) -> Answer<'_> {
        let (found, report) = (&self.found, &self.report);
        Answer {
            character: self.character,
            frames: self.frames,
            frame_secs: self.frame_secs,
            unit: found.unit.name,
            metres_per_unit: found.unit.metres,
            up_axis: found.up_axis.name(),
            scale: found.scale,
            skipped_rows: found.skipped_rows,
            mapped: &found.mapped,
            unmapped_recorded: &found.unmapped_recorded,
            unmapped_links: &found.unmapped_links,
            notes: &found.notes,
            before: Figures::from(&report.before),
            after: Figures::from(&report.after),
            margin_missed_by_mm: 1e3 * margin_missed_by(report, self.margin),
            hands_p95_mm: 1e3 * report.hand_percentile(0.95),
            hands_largest_mm: 1e3 * report.hand_percentile(1.0),
            flight_frames: report.flight_frames,
            micros_per_frame: self.micros,
            written: self.written.as_deref(),
        }
    }

    /// Everything for people.
    pub(super) fn say(&self, out: &mut dyn Write) -> Result<(), Error> {
        write_found(&self.found, out)?;
        write_figures(&self.report, out)?;
        write_missed_margin(&self.report, self.margin, out)?;
        writeln!(out, "{:.0} µs a frame.", self.micros)?;
        for file in &self.clips {
            file.say(out)?;
        }
        Ok(())
    }

    /// Whether the margin that was asked for is kept, as far as the table tells it.
    pub(super) fn keeps_margin(&self) -> bool {
        margin_missed_by(&self.report, self.margin) < MISSED_VISIBLY
    }

    /// One row among many.
    pub(super) fn in_few_words(&self) -> String {
        let inside = |figures: &ClipFigures| 100.0 * figures.inside_share();
        let (before, after) = (&self.report.before, &self.report.after);
        let mut words = vec![format!(
            "over the support {:.1} % > {:.1} %",
            inside(before),
            inside(after)
        )];
        let missed_by = margin_missed_by(&self.report, self.margin);
        if missed_by >= MISSED_VISIBLY {
            words.push(format!("margin missed by {:.0} mm", 1e3 * missed_by));
        }
        words.extend(self.written.iter().map(|path| format!("wrote {path}")));
        words.join(", ")
    }
}

/// What was guessed, mapped and not mapped.
fn write_found(found: &RetargetReport, out: &mut dyn Write) -> Result<(), Error> {
    writeln!(
        out,
        "{} is up. Unit: {} ({:.4} m); one becomes {:.4} m, so that the legs are alike.",
        found.up_axis.name().to_uppercase(),
        found.unit.name,
        found.unit.metres,
        found.scale
    )?;
    let mapped = found.mapped.iter();
    let mapped: Vec<String> = mapped.map(|(a, b)| format!("{a} > {b}")).collect();
    let lists = [
        ("Mapped", &mapped),
        ("Recorded but not used", &found.unmapped_recorded),
        ("Moved by nothing", &found.unmapped_links),
    ];
    for (what, names) in lists {
        if !names.is_empty() {
            writeln!(out, "{what}: {}.", names.join(", "))?;
        }
    }
    for note in &found.notes {
        writeln!(out, "Note: {note}.")?;
    }
    Ok(())
}

fn write_figures(report: &BalanceReport, out: &mut dyn Write) -> Result<(), Error> {
    let mut table = Table::new([
        ("", Side::Left),
        ("before", Side::Right),
        ("after", Side::Right),
    ]);
    let mut row = |what: &str, value: &dyn Fn(&ClipFigures) -> String| {
        table.row([what.to_owned(), value(&report.before), value(&report.after)]);
    };
    row("contact frames", &|f| f.contact_frames.to_string());
    row("centre of mass over the support", &|f| {
        format!("{:.1} %", 100.0 * f.inside_share())
    });
    row("worst margin", &|f| {
        format!("{:.0} mm", 1e3 * f.worst_margin)
    });
    row("largest slide of a planted sole", &|f| {
        format!("{:.2} mm", 1e3 * f.slide)
    });
    row("hardest turn of a joint", &|f| {
        format!("{:.0} rad/s²", f.hardest_turn)
    });
    table.write(out)?;
    writeln!(
        out,
        "Hands: 95 % within {:.0} mm of the recording, all within {:.0} mm. {} frames without contact follow the recording.",
        1e3 * report.hand_percentile(0.95),
        1e3 * report.hand_percentile(1.0),
        report.flight_frames
    )?;
    Ok(())
}

/// How much of the margin that was asked for the balanced clip lacks in its worst frame [m].
fn margin_missed_by(report: &BalanceReport, margin: f64) -> f64 {
    if report.after.contact_frames == 0 {
        return 0.0;
    }
    (margin - report.after.worst_margin).max(0.0)
}

/// Says so when less margin is kept than was asked for.
fn write_missed_margin(
    report: &BalanceReport,
    margin: f64,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let missed_by = margin_missed_by(report, margin);
    if missed_by >= MISSED_VISIBLY {
        writeln!(
            out,
            "The margin of {} mm that was asked for is not kept: the worst frame lacks {:.0} mm of it.",
            1e3 * margin,
            1e3 * missed_by
        )?;
    }
    Ok(())
}
