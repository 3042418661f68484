//! What a check found, as a table for people, and the verdict under it.

use super::Error;
use super::check_report::{Checked, Which};
use super::table::{Side, Table};
use super::verdict::balance_word;
use crate::math::ShortNumber;
use crate::motion::audit::Peak;
use crate::motion::{BalanceKind, Clip};
use std::io::Write;

/// The table, and the verdict under it.
pub(super) fn write_report(
    checked: &Checked,
    faults: &[String],
    out: &mut dyn Write,
) -> Result<(), Error> {
    let mut rows = Rows::new(checked.clip);
    rows.add_margins(checked);
    rows.add_friction(checked);
    rows.add_bounded(checked);
    rows.add_joints(checked);
    rows.table.write(out)?;
    write_verdict(checked, faults, out)
}

/// How long the clip is, what carries it, and whether it keeps its bounds.
fn write_verdict(checked: &Checked, faults: &[String], out: &mut dyn Write) -> Result<(), Error> {
    let Checked {
        clip,
        audit,
        bounds,
        ..
    } = checked;
    let summary = &audit.summary;
    let shares: Vec<String> = summary
        .support_fractions
        .iter()
        .enumerate()
        .map(|(count, share)| format!("{count} in {:.1} %", 1e2 * share))
        .collect();
    writeln!(
        out,
        "\n{} frames, {:.2} s; feet in contact: {} of all frames.",
        audit.frames.len(),
        clip.duration_secs(),
        shares.join(", ")
    )?;
    let (kind, said_by) = (balance_word(bounds.balance), bounds.said_by.words());
    if let Some(hz) = checked.cutoff_hz {
        let hz = ShortNumber(hz);
        writeln!(out, "Accelerations are those below {hz} Hz.")?;
    }
    writeln!(out, "Held to {kind} balance, {said_by}.")?;
    match faults {
        [] => writeln!(out, "The clip keeps every bound.")?,
        faults => writeln!(out, "Out of bounds: {}.", faults.join("; "))?,
    }
    Ok(())
}

/// Rows of the table under way.
struct Rows<'a> {
    clip: &'a Clip,
    table: Table,
}

impl<'a> Rows<'a> {
    fn new(clip: &'a Clip) -> Self {
        let headings = [
            ("", Side::Left),
            ("worst", Side::Right),
            ("bound", Side::Right),
            ("frame", Side::Right),
            ("time", Side::Right),
            ("", Side::Left),
        ];
        Self {
            clip,
            table: Table::new(headings),
        }
    }

    fn add(&mut self, name: &str, worst: &str, bound: String, frame: Option<usize>, rest: String) {
        let number = frame.map_or(String::new(), |frame| frame.to_string());
        let time = frame.map_or(String::new(), |frame| {
            format!("{:.2} s", self.clip.frame_time(frame))
        });
        let cells = [name.to_owned(), worst.to_owned(), bound, number, time, rest];
        self.table.row(cells);
    }

    /// Both margins of balance.
    fn add_margins(&mut self, checked: &Checked) {
        let (summary, bounds) = (&checked.audit.summary, &checked.bounds);
        for (name, low, which, bound) in [
            (
                "margin",
                summary.margin,
                Which::AtRest,
                match bounds.balance {
                    BalanceKind::Static => format!("at least {} mm", 1e3 * bounds.margin),
                    BalanceKind::Dynamic => String::new(),
                },
            ),
            (
                "dynamic margin",
                summary.dynamic_margin,
                Which::Moving,
                match bounds.balance {
                    BalanceKind::Static => String::new(),
                    BalanceKind::Dynamic => "inside in 99 %, at least -30 mm".to_owned(),
                },
            ),
        ] {
            match low {
                None => self.add(name, "-", bound, None, String::new()),
                Some(low) => {
                    let worst = format!("{:.1} mm", 1e3 * low.min);
                    let side = format!("to the {}", checked.side(low, which));
                    self.add(name, &worst, bound, Some(low.frame), side);
                    let inside = format!("{:.2} %", 1e2 * low.inside_fraction);
                    let of = format!("of {} frames that have one", low.frames);
                    self.add("  not negative in", &inside, String::new(), None, of);
                    let p01 = format!("{:.1} mm", 1e3 * low.p01);
                    self.add(
                        "  first percentile",
                        &p01,
                        String::new(),
                        None,
                        String::new(),
                    );
                }
            }
        }
    }

    /// What keeps soles from slipping.
    fn add_friction(&mut self, checked: &Checked) {
        let (summary, bounds) = (&checked.audit.summary, &checked.bounds);
        if let Some(friction) = summary.friction {
            let bound = match bounds.balance {
                BalanceKind::Static => String::new(),
                BalanceKind::Dynamic => "no slip in 99 %".to_owned(),
            };
            let worst = format!("{:.2}", friction.max);
            let slips = match friction.slipping {
                0 => "less than there is in every frame".to_owned(),
                n => format!("more than there is in {n} of {}", friction.frames),
            };
            let frame = Some(friction.frame);
            self.add("friction needed", &worst, bound, frame, slips);
            let p99 = format!("{:.2}", friction.p99);
            self.add(
                "  99th percentile",
                &p99,
                String::new(),
                None,
                String::new(),
            );
        } else {
            self.add("friction needed", "n/a", String::new(), None, String::new());
        }
    }

    /// What has a bound in any case.
    fn add_bounded(&mut self, checked: &Checked) {
        let Checked {
            character,
            audit,
            bounds,
            ..
        } = checked;
        let summary = &audit.summary;
        let slide = summary.worst_slide.map(|index| &audit.slides[index]);
        self.add(
            "slide of a foot",
            &format!("{:.2} mm", 1e3 * checked.longest_slide()),
            format!("at most {} mm", 1e3 * bounds.slide),
            slide.map(|slide| slide.worst_frame),
            slide.map_or(String::new(), |slide| {
                character.soles[slide.sole].name.clone()
            }),
        );
        let peak = summary.penetration;
        self.add(
            "depth in the ground",
            &format!("{:.2} mm", 1e3 * peak.map_or(0.0, |peak| peak.value)),
            format!("at most {} mm", 1e3 * bounds.penetration),
            peak.map(|peak| peak.frame),
            peak.map_or(String::new(), |peak| character.link(peak.link).name.clone()),
        );
        let peak = summary.limit_excess;
        self.add(
            "beyond joint limits",
            &format!("{:.2}°", peak.map_or(0.0, |peak| peak.value).to_degrees()),
            format!("at most {:.2}°", bounds.limit.to_degrees()),
            peak.map(|peak| peak.frame),
            peak.map_or(String::new(), |peak| joint_name(checked, &peak)),
        );
    }

    /// How fast and hard joints turn, and what that takes of them.
    fn add_joints(&mut self, checked: &Checked) {
        let summary = &checked.audit.summary;
        if let Some(peak) = summary.joint_speed {
            let worst = format!("{:.2} rad/s", peak.value);
            self.add(
                "joint speed",
                &worst,
                String::new(),
                Some(peak.frame),
                joint_name(checked, &peak),
            );
        }
        if let Some(peak) = summary.joint_acceleration {
            let worst = format!("{:.1} rad/s²", peak.value);
            let (name, frame) = ("joint acceleration", Some(peak.frame));
            let ratio = summary.pop_ratio();
            let ratio = ratio.map_or(String::new(), |r| {
                format!(", {r:.1} times the 99th percentile")
            });
            self.add(
                name,
                &worst,
                String::new(),
                frame,
                joint_name(checked, &peak) + &ratio,
            );
        }
        if let Some(hardest) = checked.exertion.joints.first() {
            let torque = checked.torque(hardest);
            let worst = format!("{:.0} %", 1e2 * torque.share);
            let of = format!("{:.0} of {:.0} N m", torque.torque_nm, torque.strength_nm);
            let rest = format!("{}, {of}", torque.joint);
            self.add(
                "torque of a joint",
                &worst,
                String::new(),
                Some(torque.frame),
                rest,
            );
        }
    }
}

fn joint_name(checked: &Checked, peak: &Peak) -> String {
    checked.character.link(peak.link).joint.name.clone()
}
