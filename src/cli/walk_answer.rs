//! How a walk went, for people and for programs.

use super::Error;
use super::clip_output::ClipFile;
use super::walk::WalkArgs;
use crate::character::Character;
use crate::gait::{Legs, Manner, Walk, WalkOrder};
use crate::level::Level;
use crate::math::ShortNumber;
use crate::motion::Audit;
use glam::DVec2;
use serde::Serialize;
use std::io::Write;

/// A walk as JSON. `docs/json.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Walked {
    character: String,
    level: String,
    steps: usize,
    frames: usize,
    frame_secs: f64,
    secs: f64,
    distance_m: f64,
    climb_m: f64,
    /// Why it stopped early.
    stopped: Option<String>,
    /// The speed, when people say one.
    pub(super) asked: Option<Asked>,
    /// What kept it on its feet.
    balance: &'static str,
    margin_mm_min: Option<f64>,
    dynamic_margin_mm_min: Option<f64>,
    slide_mm_max: f64,
    landing_mm_max: f64,
    penetration_mm_max: f64,
    /// What is not sound about it.
    pub(super) faults: Vec<String>,
    millis: f64,
    /// Files of the motion.
    pub(super) clips: Vec<ClipFile>,
    /// Paths of all files.
    pub(super) written: Vec<String>,
}

/// A speed that was asked for, and what steps of this length and cadence make of it; what nobody asked for is left out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Asked {
    #[serde(rename = "speed_m_s")]
    speed: Option<Pace>,
    #[serde(rename = "sideways_m_s")]
    sideways: Option<Pace>,
    #[serde(rename = "turn_deg_s")]
    turn: Option<Pace>,
}

/// One number of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Pace {
    asked: f64,
    /// The same when steps are long enough.
    allowed: f64,
    /// Of the slowest step, where it would have tipped otherwise.
    slowest: f64,
}

/// What is slower by less is as fast.
const NEARLY: f64 = 1.0 - 1e-6;

impl Pace {
    fn is_missed(&self) -> bool {
        let apart = (self.asked - self.allowed)
            .abs()
            .max((self.allowed - self.slowest).abs());
        apart > 1e-6 * self.asked.abs()
    }
}

impl Asked {
    /// What the options ask for; nothing when they leave the speed to the walk.
    pub(super) fn of(
        args: &WalkArgs,
        legs: &Legs,
        (order, slowest): (&WalkOrder, f64),
    ) -> Option<Self> {
        let (_, wish) = order.wishes.first()?;
        let allowed = legs.within_steps(&order.settings, *wish);
        let pace = |asked: Option<f64>, allowed: f64| {
            Some(Pace {
                asked: asked?,
                allowed,
                slowest: slowest * allowed,
            })
        };
        let asked = Self {
            speed: pace(args.speed, allowed.forward),
            sideways: pace(args.sideways, allowed.sideways),
            turn: pace(args.turn, allowed.turn.to_degrees()),
        };
        asked
            .paces()
            .any(|(pace, _)| pace.is_some())
            .then_some(asked)
    }

    /// Each number with its unit, and the ways that are positive and negative.
    fn paces(&self) -> impl Iterator<Item = (Option<Pace>, [&'static str; 3])> {
        let sides = ["to the left", "to the right"];
        [
            (self.speed, ["m/s", "ahead", "backwards"]),
            (self.sideways, ["m/s", sides[0], sides[1]]),
            (self.turn, ["°/s", sides[0], sides[1]]),
        ]
        .into_iter()
    }

    /// Whether steps are too short, or turn too little, for it, or slower where it would tip.
    pub(super) fn is_missed(&self) -> bool {
        self.paces()
            .any(|(pace, _)| pace.is_some_and(|pace| pace.is_missed()))
    }

    /// One sentence for each number that steps do not allow.
    fn say(&self, out: &mut dyn Write) -> Result<(), Error> {
        for (pace, [unit, along, against]) in self.paces() {
            if let Some(pace) = pace.filter(Pace::is_missed) {
                let (asked, allowed) = (ShortNumber(pace.asked.abs()), pace.allowed.abs());
                let way = if pace.asked < 0.0 { against } else { along };
                write!(
                    out,
                    "Asked for {asked} {unit} {way}; its steps allow {allowed:.2} {unit}"
                )?;
                let slowest = pace.slowest.abs();
                if slowest < NEARLY * allowed {
                    write!(out, ", and {slowest:.2} {unit} where it would tip")?;
                }
                writeln!(out, ".")?;
            }
        }
        Ok(())
    }
}

impl Walked {
    /// What came of a walk that took so long to make [s], before anything is written.
    pub(super) fn new(
        made: &Walk,
        (character, level): (&Character, &Level),
        audit: &Audit,
        secs: f64,
    ) -> Self {
        let clip = &made.clip;
        let com = |frame: Option<&crate::motion::Frame>| frame.map_or(glam::DVec3::ZERO, |f| f.com);
        let way = com(clip.frames.last()) - com(clip.frames.first());
        let summary = &audit.summary;
        let slide = summary.worst_slide.map(|worst| audit.slides[worst].metres);
        Self {
            character: character.name.clone(),
            level: level.name.clone(),
            steps: made.footsteps.iter().filter(|step| !step.closes).count(),
            frames: clip.frames.len(),
            frame_secs: clip.frame_secs,
            secs: clip.duration_secs(),
            distance_m: DVec2::new(way.x, way.z).length(),
            climb_m: way.y,
            asked: None,
            stopped: made.refusal.as_ref().map(ToString::to_string),
            balance: match made.settings.manner {
                Manner::Static => "static",
                Manner::Dynamic => "dynamic",
            },
            margin_mm_min: summary.margin.map(|margin| 1e3 * margin.min),
            dynamic_margin_mm_min: summary.dynamic_margin.map(|margin| 1e3 * margin.min),
            slide_mm_max: 1e3 * slide.unwrap_or(0.0),
            landing_mm_max: 1e3 * made.landing_error,
            penetration_mm_max: 1e3 * summary.penetration.map_or(0.0, |peak| peak.value.max(0.0)),
            faults: Vec::new(),
            millis: 1e3 * secs,
            clips: Vec::new(),
            written: Vec::new(),
        }
    }

    /// How far it came, why it stopped, and how well it stood.
    pub(super) fn say(&self, out: &mut dyn Write) -> Result<(), Error> {
        writeln!(
            out,
            "{} in {:.1} s, {:.2} m far and {:+.2} m up; made in {:.0} ms, {:.0} times faster than it plays.",
            match self.steps {
                1 => "1 step".to_owned(),
                n => format!("{n} steps"),
            },
            self.secs,
            self.distance_m,
            // Without the sign of a rounded zero.
            (1e3 * self.climb_m).round() / 1e3 + 0.0,
            self.millis,
            1e3 * self.secs / self.millis,
        )?;
        if let Some(asked) = &self.asked {
            asked.say(out)?;
        }
        if let Some(why) = &self.stopped {
            writeln!(out, "It stopped there, balanced: {why}.")?;
        }
        let (what, least) = match self.balance {
            "dynamic" => (
                "The zero-moment point stays inside what stands by",
                self.dynamic_margin_mm_min,
            ),
            _ => ("Least margin of balance", self.margin_mm_min),
        };
        writeln!(
            out,
            "{what} {:.1} mm. Planted feet slide {:.3} mm at most, and land within {:.3} mm; nothing is more than {:.2} mm in the ground.",
            least.unwrap_or(0.0),
            self.slide_mm_max,
            self.landing_mm_max,
            self.penetration_mm_max,
        )?;
        if !self.faults.is_empty() {
            writeln!(out, "The walk is not sound: {}.", self.faults.join("; "))?;
        }
        Ok(())
    }
}
