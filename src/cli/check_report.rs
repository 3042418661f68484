//! What a check found, for people, for programs, and frame by frame for spreadsheets.

use super::Error;
use super::table::{Side, Table};
use super::verdict::{Bounds, balance_word};
use crate::character::{Character, LinkId};
use crate::control::{Exertion, JointExertion};
use crate::io::csv_text;
use crate::level::Level;
use crate::math::ShortNumber;
use crate::motion::audit::{Low, Peak};
use crate::motion::{Audit, BalanceKind, Clip};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// A clip and what was found in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checked<'a> {
    pub character: &'a Character,
    pub clip: &'a Clip,
    pub level: Option<&'a Level>,
    pub audit: &'a Audit,
    pub exertion: &'a Exertion,
    /// What is faster was cut off before accelerations were taken [Hz].
    pub cutoff_hz: Option<f64>,
    pub bounds: Bounds,
}

/// A check as JSON. `docs/json.md` describes every field.
#[derive(Debug, Serialize)]
pub(super) struct CheckAnswer {
    clip: String,
    character: String,
    level: Option<String>,
    frames: usize,
    secs: f64,
    cutoff_hz: Option<f64>,
    margin_mm: Option<LowAnswer>,
    contact_frames: usize,
    inside_fraction: Option<f64>,
    dynamic_margin_mm: Option<LowAnswer>,
    dynamic_frames: usize,
    dynamic_inside_fraction: Option<f64>,
    friction: Option<FrictionAnswer>,
    slide_mm_max: f64,
    slides: Vec<SlideAnswer>,
    penetration_mm_max: f64,
    penetration: Option<PeakAnswer>,
    limit_excess_deg_max: f64,
    limit_excess: Option<PeakAnswer>,
    joint_speed_rad_s: Option<PeakAnswer>,
    joint_acceleration_rad_s2: Option<PeakAnswer>,
    joint_acceleration_p99_rad_s2: Option<f64>,
    joint_acceleration_peak_over_p99: Option<f64>,
    torque_share_max: Option<f64>,
    torques: Vec<TorqueAnswer>,
    support_fractions: BTreeMap<String, f64>,
    bounds: BoundsAnswer,
    within_bounds: bool,
    reasons: Vec<String>,
    written: Vec<String>,
}

#[derive(Debug, Serialize)]
struct LowAnswer {
    min: f64,
    p01: f64,
    frame: usize,
    time_secs: f64,
    direction: &'static str,
}

#[derive(Debug, Serialize)]
struct PeakAnswer {
    value: f64,
    name: String,
    frame: usize,
}

#[derive(Debug, Serialize)]
struct FrictionAnswer {
    max: f64,
    p99: f64,
    frame: usize,
    time_secs: f64,
    frames: usize,
    slipping_frames: usize,
}

#[derive(Debug, Serialize)]
struct TorqueAnswer {
    joint: String,
    torque_nm: f64,
    strength_nm: f64,
    share: f64,
    frame: usize,
}

#[derive(Debug, Serialize)]
struct SlideAnswer {
    sole: String,
    first_frame: usize,
    last_frame: usize,
    slide_mm: f64,
    worst_frame: usize,
    surface: Option<String>,
}

#[derive(Debug, Serialize)]
struct BoundsAnswer {
    balance: &'static str,
    balance_said_by: &'static str,
    margin_mm: Option<f64>,
    slide_mm: f64,
    penetration_mm: f64,
    limit_deg: f64,
}

impl Checked<'_> {
    /// Everything for programs.
    pub(super) fn answer(&self, faults: &[String], written: Vec<String>) -> CheckAnswer {
        let Self { audit, clip, .. } = self;
        let summary = &audit.summary;
        let frames = |low: &Option<Low>| low.map_or(0, |low| low.frames);
        let inside = |low: &Option<Low>| low.map(|low| low.inside_fraction);
        let peak = |peak: Option<Peak>, scale: f64, name: &dyn Fn(LinkId) -> String| {
            peak.map(|peak| PeakAnswer {
                value: scale * peak.value,
                name: name(peak.link),
                frame: peak.frame,
            })
        };
        let joint = |link: LinkId| self.character.link(link).joint.name.clone();
        let link = |link: LinkId| self.character.link(link).name.clone();
        let fractions = summary.support_fractions.iter().enumerate();
        let in_degrees = 1.0_f64.to_degrees();
        CheckAnswer {
            clip: clip.name.clone(),
            character: self.character.name.clone(),
            level: self.level.map(|level| level.name.clone()),
            frames: audit.frames.len(),
            secs: clip.duration_secs(),
            cutoff_hz: self.cutoff_hz,
            margin_mm: self.low(summary.margin, Which::AtRest),
            contact_frames: frames(&summary.margin),
            inside_fraction: inside(&summary.margin),
            dynamic_margin_mm: self.low(summary.dynamic_margin, Which::Moving),
            dynamic_frames: frames(&summary.dynamic_margin),
            dynamic_inside_fraction: inside(&summary.dynamic_margin),
            friction: summary.friction.map(|friction| FrictionAnswer {
                max: friction.max,
                p99: friction.p99,
                frame: friction.frame,
                time_secs: clip.frame_time(friction.frame),
                frames: friction.frames,
                slipping_frames: friction.slipping,
            }),
            slide_mm_max: 1e3 * self.longest_slide(),
            slides: audit.slides.iter().map(|slide| self.slide(slide)).collect(),
            penetration_mm_max: 1e3 * summary.penetration.map_or(0.0, |peak| peak.value),
            penetration: peak(summary.penetration, 1e3, &link),
            limit_excess_deg_max: in_degrees * summary.limit_excess.map_or(0.0, |peak| peak.value),
            limit_excess: peak(summary.limit_excess, in_degrees, &joint),
            joint_speed_rad_s: peak(summary.joint_speed, 1.0, &joint),
            joint_acceleration_rad_s2: peak(summary.joint_acceleration, 1.0, &joint),
            joint_acceleration_p99_rad_s2: summary.joint_acceleration_p99,
            joint_acceleration_peak_over_p99: summary.pop_ratio(),
            torque_share_max: self.exertion.joints.first().map(JointExertion::share),
            torques: self
                .exertion
                .joints
                .iter()
                .map(|j| self.torque(j))
                .collect(),
            support_fractions: fractions
                .map(|(n, share)| (n.to_string(), *share))
                .collect(),
            bounds: BoundsAnswer {
                balance: balance_word(self.bounds.balance),
                balance_said_by: self.bounds.said_by.word(),
                margin_mm: (self.bounds.balance == BalanceKind::Static)
                    .then_some(1e3 * self.bounds.margin),
                slide_mm: 1e3 * self.bounds.slide,
                penetration_mm: 1e3 * self.bounds.penetration,
                limit_deg: self.bounds.limit.to_degrees(),
            },
            within_bounds: faults.is_empty(),
            reasons: faults.to_vec(),
            written,
        }
    }

    fn slide(&self, slide: &crate::motion::audit::Slide) -> SlideAnswer {
        let named = slide.surface.zip(self.level);
        SlideAnswer {
            sole: self.character.soles[slide.sole].name.clone(),
            first_frame: slide.first,
            last_frame: slide.last,
            slide_mm: 1e3 * slide.metres,
            worst_frame: slide.worst_frame,
            surface: named.map(|(surface, level)| level.surface_name(surface).to_owned()),
        }
    }

    fn torque(&self, joint: &JointExertion) -> TorqueAnswer {
        TorqueAnswer {
            joint: self.character.link(joint.link).joint.name.clone(),
            torque_nm: joint.torque,
            strength_nm: joint.strength,
            share: joint.share(),
            frame: joint.frame,
        }
    }

    fn longest_slide(&self) -> f64 {
        let longest = self.audit.summary.worst_slide;
        longest.map_or(0.0, |index| self.audit.slides[index].metres)
    }

    fn low(&self, low: Option<Low>, which: Which) -> Option<LowAnswer> {
        low.map(|low| LowAnswer {
            min: 1e3 * low.min,
            p01: 1e3 * low.p01,
            frame: low.frame,
            time_secs: self.clip.frame_time(low.frame),
            direction: self.side(low, which),
        })
    }

    /// Which way the body would tip at the lowest margin.
    fn side(&self, low: Low, which: Which) -> &'static str {
        let frame = &self.audit.frames[low.frame];
        let margin = match which {
            Which::AtRest => frame.margin,
            Which::Moving => frame.dynamic_margin,
        };
        margin.map_or("", |margin| frame.side_of(&margin))
    }
}

/// Which of the two margins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    AtRest,
    Moving,
}

/// The table for people, and the verdict under it.
pub(super) fn write_report(
    checked: &Checked,
    faults: &[String],
    out: &mut dyn Write,
) -> Result<(), Error> {
    let Checked {
        character,
        clip,
        audit,
        bounds,
        ..
    } = checked;
    let summary = &audit.summary;
    let joint = |peak: &Peak| character.link(peak.link).joint.name.clone();
    let mut rows = Rows::new(clip);
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
            None => rows.add(name, "-", bound, None, String::new()),
            Some(low) => {
                let worst = format!("{:.1} mm", 1e3 * low.min);
                let side = format!("to the {}", checked.side(low, which));
                rows.add(name, &worst, bound, Some(low.frame), side);
                let inside = format!("{:.2} %", 1e2 * low.inside_fraction);
                let of = format!("of {} frames that have one", low.frames);
                rows.add("  not negative in", &inside, String::new(), None, of);
                let p01 = format!("{:.1} mm", 1e3 * low.p01);
                rows.add(
                    "  first percentile",
                    &p01,
                    String::new(),
                    None,
                    String::new(),
                );
            }
        }
    }
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
        rows.add("friction needed", &worst, bound, frame, slips);
        let p99 = format!("{:.2}", friction.p99);
        rows.add(
            "  99th percentile",
            &p99,
            String::new(),
            None,
            String::new(),
        );
    } else {
        rows.add("friction needed", "n/a", String::new(), None, String::new());
    }
    let slide = summary.worst_slide.map(|index| &audit.slides[index]);
    rows.add(
        "slide of a foot",
        &format!("{:.2} mm", 1e3 * checked.longest_slide()),
        format!("at most {} mm", 1e3 * bounds.slide),
        slide.map(|slide| slide.worst_frame),
        slide.map_or(String::new(), |slide| {
            character.soles[slide.sole].name.clone()
        }),
    );
    let peak = summary.penetration;
    rows.add(
        "depth in the ground",
        &format!("{:.2} mm", 1e3 * peak.map_or(0.0, |peak| peak.value)),
        format!("at most {} mm", 1e3 * bounds.penetration),
        peak.map(|peak| peak.frame),
        peak.map_or(String::new(), |peak| character.link(peak.link).name.clone()),
    );
    let peak = summary.limit_excess;
    rows.add(
        "beyond joint limits",
        &format!("{:.2}°", peak.map_or(0.0, |peak| peak.value).to_degrees()),
        format!("at most {:.2}°", bounds.limit.to_degrees()),
        peak.map(|peak| peak.frame),
        peak.as_ref().map_or(String::new(), joint),
    );
    if let Some(peak) = summary.joint_speed {
        let worst = format!("{:.2} rad/s", peak.value);
        rows.add(
            "joint speed",
            &worst,
            String::new(),
            Some(peak.frame),
            joint(&peak),
        );
    }
    if let Some(peak) = summary.joint_acceleration {
        let worst = format!("{:.1} rad/s²", peak.value);
        let (name, frame) = ("joint acceleration", Some(peak.frame));
        let ratio = summary.pop_ratio();
        let ratio = ratio.map_or(String::new(), |r| {
            format!(", {r:.1} times the 99th percentile")
        });
        rows.add(name, &worst, String::new(), frame, joint(&peak) + &ratio);
    }
    if let Some(hardest) = checked.exertion.joints.first() {
        let torque = checked.torque(hardest);
        let worst = format!("{:.0} %", 1e2 * torque.share);
        let of = format!("{:.0} of {:.0} N m", torque.torque_nm, torque.strength_nm);
        let rest = format!("{}, {of}", torque.joint);
        rows.add(
            "torque of a joint",
            &worst,
            String::new(),
            Some(torque.frame),
            rest,
        );
    }
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
}

/// One line for each frame; empty cells where there is nothing to measure.
pub(super) fn write_csv(checked: &Checked, out: &mut dyn Write) -> Result<(), Error> {
    writeln!(
        out,
        "frame,time_s,contacts,com_x_m,com_y_m,com_z_m,margin_mm,margin_direction,zmp_x_m,zmp_z_m,dynamic_margin_mm,\
         friction_needed,penetration_mm,limit_excess_deg,joint_speed_rad_s,joint_acceleration_rad_s2"
    )?;
    let number = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.6}"));
    let soles = &checked.character.soles;
    for (index, frame) in checked.audit.frames.iter().enumerate() {
        let standing = frame.contacts.iter().filter_map(|sole| soles.get(sole));
        let names: Vec<&str> = standing.map(|sole| sole.name.as_str()).collect();
        let depth = frame.penetration.map_or(0.0, |found| found.value);
        let excess = frame.limit_excess.map_or(0.0, |found| found.value);
        let cells = [
            index.to_string(),
            number(Some(checked.clip.frame_time(index))),
            csv_text(&names.join(" ")).into_owned(),
            number(Some(frame.com.x)),
            number(Some(frame.com.y)),
            number(Some(frame.com.z)),
            number(frame.margin.map(|margin| 1e3 * margin.metres)),
            frame
                .margin
                .map_or(String::new(), |margin| frame.side_of(&margin).to_owned()),
            number(frame.zero_moment_xz.map(|point| point.x)),
            number(frame.zero_moment_xz.map(|point| point.y)),
            number(frame.dynamic_margin.map(|margin| 1e3 * margin.metres)),
            number(frame.friction.map(|friction| friction.needed)),
            number(Some(1e3 * depth)),
            number(Some(excess.to_degrees())),
            number(frame.joint_speed.map(|found| found.value)),
            number(frame.joint_acceleration.map(|found| found.value)),
        ];
        writeln!(out, "{}", cells.join(","))?;
    }
    Ok(())
}
