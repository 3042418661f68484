//! What a check found, for programs, and frame by frame for spreadsheets.

use super::Error;
use super::verdict::{Bounds, balance_word};
use crate::character::{Character, LinkId};
use crate::control::{Exertion, JointExertion};
use crate::io::csv_text;
use crate::level::Level;
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
pub(super) struct TorqueAnswer {
    pub joint: String,
    pub torque_nm: f64,
    pub strength_nm: f64,
    pub share: f64,
    pub frame: usize,
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

    pub(super) fn torque(&self, joint: &JointExertion) -> TorqueAnswer {
        TorqueAnswer {
            joint: self.character.link(joint.link).joint.name.clone(),
            torque_nm: joint.torque,
            strength_nm: joint.strength,
            share: joint.share(),
            frame: joint.frame,
        }
    }

    pub(super) fn longest_slide(&self) -> f64 {
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
    pub(super) fn side(&self, low: Low, which: Which) -> &'static str {
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
pub(super) enum Which {
    AtRest,
    Moving,
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
