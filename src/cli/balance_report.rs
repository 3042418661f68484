//! What `balance` says of a motion: to people, to programs, and in one row among many.

use super::Error;
use super::clip_output::ClipFile;
use super::table::{Side, Table};
use crate::character::Character;
use crate::correction::{BalanceReport, ClipFigures, Spread};
use crate::math::ShortNumber;
use crate::motion::{BalanceKind, LengthUnit, OWN, RetargetReport};
use serde::Serialize;
use std::borrow::Cow;
use std::io::Write;

/// What the table rounds away is not worth a word [m].
const MISSED_VISIBLY: f64 = 0.0005;

/// What came of one motion.
pub(super) struct Balanced<'a> {
    /// Whose motion it is now.
    pub(super) character: Cow<'a, Character>,
    /// What was asked for [m]; nothing where balance was left alone.
    pub(super) margin: Option<f64>,
    /// What is faster was taken for noise [Hz]; nothing where nothing was.
    pub(super) cutoff_hz: Option<f64>,
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
    notes: Vec<&'a String>,
    balance: BalanceName,
    cutoff_hz: Option<f64>,
    before: Figures,
    after: Figures,
    margin_missed_by_mm: f64,
    shift_mm: Shift,
    root_shift_mm: Shift,
    head_shift_mm: Shift,
    joint_shifts: Vec<JointShift<'a>>,
    hands_p95_mm: f64,
    hands_largest_mm: f64,
    flight_frames: usize,
    unheld_frames: usize,
    micros_per_frame: f64,
    written: Option<&'a str>,
}

/// What counts as inside.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum BalanceName {
    Static,
    Dynamic,
}

/// Distances of joints from where they were.
#[derive(Serialize)]
struct Shift {
    mean: f64,
    p95: f64,
    max: f64,
}

#[derive(Serialize)]
struct JointShift<'a> {
    joint: &'a str,
    mean_mm: f64,
    p95_mm: f64,
    max_mm: f64,
}

impl From<Spread> for Shift {
    fn from(spread: Spread) -> Self {
        Self {
            mean: 1e3 * spread.mean,
            p95: 1e3 * spread.p95,
            max: 1e3 * spread.max,
        }
    }
}

#[derive(Serialize)]
struct Figures {
    contact_frames: usize,
    margin_frames: usize,
    inside_percent: Option<f64>,
    worst_margin_mm: Option<f64>,
    slide_mm: f64,
    depth_mm: f64,
    joint_acceleration_max: f64,
}

impl From<&ClipFigures> for Figures {
    fn from(figures: &ClipFigures) -> Self {
        Self {
            contact_frames: figures.contact_frames,
            margin_frames: figures.margin_frames,
            inside_percent: figures.inside_share().map(|share| 100.0 * share),
            worst_margin_mm: (figures.margin_frames > 0).then_some(1e3 * figures.worst_margin),
            slide_mm: 1e3 * figures.slide,
            depth_mm: 1e3 * figures.depth,
            joint_acceleration_max: figures.hardest_turn,
        }
    }
}

impl Balanced<'_> {
    /// Everything for programs.
    pub(super) fn answer(&self) -> Answer<'_> {
        let (found, report) = (&self.found, &self.report);
        Answer {
            character: &self.character.name,
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
            notes: found.notes.iter().chain(&report.notes).collect(),
            balance: match report.balance {
                BalanceKind::Static => BalanceName::Static,
                BalanceKind::Dynamic => BalanceName::Dynamic,
            },
            cutoff_hz: self.cutoff_hz,
            before: Figures::from(&report.before),
            after: Figures::from(&report.after),
            margin_missed_by_mm: 1e3 * self.margin_missed_by(),
            shift_mm: report.shifts.all.into(),
            root_shift_mm: report.shifts.root().into(),
            head_shift_mm: report.shifts.head().into(),
            joint_shifts: self.joint_shifts().collect(),
            hands_p95_mm: 1e3 * report.hand_percentile(0.95),
            hands_largest_mm: 1e3 * report.hand_percentile(1.0),
            flight_frames: report.flight_frames,
            unheld_frames: report.unheld_frames,
            micros_per_frame: self.micros,
            written: self.written.as_deref(),
        }
    }

    /// Every joint by its name.
    fn joint_shifts(&self) -> impl Iterator<Item = JointShift<'_>> {
        let shifts = self.report.shifts.joints.iter();
        self.character.links.iter().zip(shifts).map(|(link, own)| {
            let own = Shift::from(*own);
            JointShift {
                joint: &link.joint.name,
                mean_mm: own.mean,
                p95_mm: own.p95,
                max_mm: own.max,
            }
        })
    }

    /// Everything for people.
    pub(super) fn say(&self, out: &mut dyn Write) -> Result<(), Error> {
        let is_own = self.character.name == OWN;
        write_found(&self.found, is_own, out)?;
        for note in &self.report.notes {
            writeln!(out, "Note: {note}.")?;
        }
        if let Some(cutoff_hz) = self.cutoff_hz {
            writeln!(
                out,
                "What is faster than {} Hz is taken for noise.",
                ShortNumber(cutoff_hz)
            )?;
        }
        write_figures(&self.report, out)?;
        self.write_shifts(out)?;
        self.write_missed_margin(out)?;
        writeln!(out, "{:.0} µs a frame.", self.micros)?;
        for file in &self.clips {
            file.say(out)?;
        }
        Ok(())
    }

    fn write_shifts(&self, out: &mut dyn Write) -> Result<(), Error> {
        let report = &self.report;
        let shifts = [
            ("Joints", report.shifts.all),
            ("root", report.shifts.root()),
            ("head", report.shifts.head()),
        ];
        let words: Vec<String> = shifts
            .iter()
            .map(|(what, own)| {
                let own = Shift::from(*own);
                format!("{what} {:.0} mm ({:.0}, {:.0})", own.mean, own.p95, own.max)
            })
            .collect();
        writeln!(
            out,
            "From where they were, in the mean (95 % within, all within): {}.",
            words.join(", ")
        )?;
        let farthest = self
            .joint_shifts()
            .max_by(|a, b| a.mean_mm.total_cmp(&b.mean_mm));
        if let Some(joint) = farthest {
            writeln!(
                out,
                "Farthest: {}, {:.0} mm ({:.0}, {:.0}).",
                joint.joint, joint.mean_mm, joint.p95_mm, joint.max_mm
            )?;
        }
        if report.flight_frames > 0 {
            writeln!(out, "In {} frames it flies.", report.flight_frames)?;
        }
        if report.unheld_frames > 0 {
            writeln!(
                out,
                "In {} frames no sole stands, and it does not fall: what holds it there is not known, and its balance is left alone.",
                report.unheld_frames
            )?;
        }
        Ok(())
    }

    /// How much of the margin that was asked for the balanced clip lacks in its worst frame [m].
    fn margin_missed_by(&self) -> f64 {
        match self.margin {
            Some(margin) if self.report.after.margin_frames > 0 => {
                (margin - self.report.after.worst_margin).max(0.0)
            }
            _ => 0.0,
        }
    }

    /// Says so when less margin is kept than was asked for.
    fn write_missed_margin(&self, out: &mut dyn Write) -> Result<(), Error> {
        let Some(margin) = self.margin.filter(|_| !self.keeps_margin()) else {
            return Ok(());
        };
        if margin == 0.0 {
            writeln!(
                out,
                "It would still tip: in the worst frame it lacks {:.0} mm.",
                1e3 * self.margin_missed_by()
            )?;
        } else {
            writeln!(
                out,
                "The margin of {} mm that was asked for is not kept: the worst frame lacks {:.0} mm of it.",
                ShortNumber(1e3 * margin),
                1e3 * self.margin_missed_by()
            )?;
        }
        Ok(())
    }

    /// Whether the margin that was asked for is kept, as far as the table tells it.
    pub(super) fn keeps_margin(&self) -> bool {
        self.margin_missed_by() < MISSED_VISIBLY
    }

    /// One row among many.
    pub(super) fn in_few_words(&self) -> String {
        let (before, after) = (&self.report.before, &self.report.after);
        let mut words = vec![format!(
            "{} {} > {}",
            inside_words(self.report.balance),
            percent(before),
            percent(after)
        )];
        let missed_by = self.margin_missed_by();
        if missed_by >= MISSED_VISIBLY {
            words.push(format!("margin missed by {:.0} mm", 1e3 * missed_by));
        }
        words.push(format!(
            "joints moved by {:.0} mm",
            1e3 * self.report.shifts.all.mean
        ));
        words.extend(self.written.iter().map(|path| format!("wrote {path}")));
        words.join(", ")
    }
}

fn inside_words(balance: BalanceKind) -> &'static str {
    match balance {
        BalanceKind::Static => "centre of mass over the support",
        BalanceKind::Dynamic => "zero-moment point in the support",
    }
}

/// The share inside; of no frames there is none.
fn percent(figures: &ClipFigures) -> String {
    let share = figures.inside_share();
    share.map_or("-".to_owned(), |share| format!("{:.1} %", 100.0 * share))
}

/// What was guessed, mapped and not mapped.
fn write_found(found: &RetargetReport, is_own: bool, out: &mut dyn Write) -> Result<(), Error> {
    let up = found.up_axis.name().to_uppercase();
    let LengthUnit { name, metres } = found.unit;
    if found.scale == metres {
        writeln!(out, "{up} is up. Unit: {name} ({metres:.4} m).")?;
    } else {
        writeln!(
            out,
            "{up} is up. Unit: {name} ({metres:.4} m); one becomes {:.4} m, so that the legs are alike.",
            found.scale
        )?;
    }
    let mapped = found.mapped.iter();
    let mapped: Vec<String> = mapped.map(|(a, b)| format!("{a} > {b}")).collect();
    let left = if is_own {
        "Left as recorded"
    } else {
        "Recorded but not used"
    };
    let lists = [
        ("Mapped", &mapped),
        (left, &found.unmapped_recorded),
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
    row(inside_words(report.balance), &percent);
    row("worst margin", &|f| {
        if f.margin_frames == 0 {
            return "-".to_owned();
        }
        format!("{:.0} mm", 1e3 * f.worst_margin)
    });
    row("largest slide of a planted sole", &|f| {
        format!("{:.2} mm", 1e3 * f.slide)
    });
    row("depth in the ground", &|f| {
        format!("{:.2} mm", 1e3 * f.depth)
    });
    row("hardest turn of a joint", &|f| {
        format!("{:.0} rad/s²", f.hardest_turn)
    });
    table.write(out)?;
    writeln!(
        out,
        "Hands: 95 % within {:.0} mm of the recording, all within {:.0} mm.",
        1e3 * report.hand_percentile(0.95),
        1e3 * report.hand_percentile(1.0)
    )?;
    Ok(())
}
