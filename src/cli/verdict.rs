//! What a clip must keep, and where it does not.

use crate::character::Character;
use crate::motion::audit::Low;
use crate::motion::{Audit, BalanceKind};

/// What a clip must keep; SI units and radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    /// What keeps it on its feet.
    pub balance: BalanceKind,
    /// Who says so.
    pub said_by: SaidBy,
    /// Least margin in every frame with a contact, of a motion that could stop at any moment [m].
    pub margin: f64,
    /// Farthest slide of a standing sole [m].
    pub slide: f64,
    /// Deepest point in the ground [m].
    pub penetration: f64,
    /// Farthest that a joint may be beyond its limits [rad].
    pub limit: f64,
}

/// Who says what keeps a clip on its feet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SaidBy {
    /// Whoever asks for the check.
    Asked,
    /// The clip, which knows how it was made.
    Marked,
    /// Nobody: its motion looks like it.
    Guessed,
}

impl SaidBy {
    /// For programs.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Marked => "marked",
            Self::Guessed => "guessed",
        }
    }

    /// For people, after "balance".
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Asked => "as asked",
            Self::Marked => "as the clip is marked",
            Self::Guessed => "guessed from its motion",
        }
    }
}

/// Share of the frames in which the zero-moment point of a motion in dynamic balance is inside what stands, and how far outside it may be
/// in the others [m].
const DYNAMIC_INSIDE: f64 = 0.99;
const DYNAMIC_OUTSIDE: f64 = 0.03;

/// The kind of balance that a motion keeps rather: people who walk leave static balance in every step.
pub(super) fn guessed_balance(audit: &Audit) -> BalanceKind {
    let inside = |low: Option<Low>| low.map_or(0.0, |low| low.inside_fraction);
    let summary = &audit.summary;
    let (at_rest, moving) = (inside(summary.margin), inside(summary.dynamic_margin));
    if at_rest < DYNAMIC_INSIDE && moving > at_rest {
        BalanceKind::Dynamic
    } else {
        BalanceKind::Static
    }
}

/// As people and programs read it.
pub(super) const fn balance_word(balance: BalanceKind) -> &'static str {
    match balance {
        BalanceKind::Static => "static",
        BalanceKind::Dynamic => "dynamic",
    }
}

impl Bounds {
    /// Those of `check` unless it is told others.
    pub(super) const USUAL: Self = Self {
        balance: BalanceKind::Static,
        said_by: SaidBy::Asked,
        margin: 0.01,
        slide: 1e-3,
        penetration: 1e-3,
        limit: 0.1 * std::f64::consts::PI / 180.0,
    };

    /// One sentence for each bound that is not kept, with the worst frame.
    pub(super) fn faults(&self, character: &Character, audit: &Audit) -> Vec<String> {
        let mut faults = Vec::new();
        let summary = &audit.summary;
        let time =
            |frame: usize| format!("frame {frame}, {:.2} s", frame as f64 * audit.frame_secs);
        // Numbers that are no numbers keep no bound.
        let keeps_least = |value: f64, bound: f64| value >= bound;
        let keeps_most = |value: f64, bound: f64| value <= bound;

        match (self.balance, summary.margin, summary.dynamic_margin) {
            (_, None, _) => {
                faults.push("no sole is ever in contact, so there is no margin".to_owned());
            }
            (BalanceKind::Static, Some(low), _) if !keeps_least(low.min, self.margin) => {
                let frame = &audit.frames[low.frame];
                let side = frame.margin.map_or("", |margin| frame.side_of(&margin));
                faults.push(format!(
                    "the margin falls to {:.1} mm to the {side} ({}), below {} mm",
                    1e3 * low.min,
                    time(low.frame),
                    1e3 * self.margin
                ));
            }
            (BalanceKind::Dynamic, _, Some(low)) => {
                if !keeps_least(low.min, -DYNAMIC_OUTSIDE) {
                    let frame = &audit.frames[low.frame];
                    let side = (frame.dynamic_margin).map_or("", |margin| frame.side_of(&margin));
                    faults.push(format!(
                        "the zero-moment point is {:.1} mm outside what stands, to the {side} ({}), more than {} mm",
                        -1e3 * low.min,
                        time(low.frame),
                        1e3 * DYNAMIC_OUTSIDE
                    ));
                }
                // Of a short motion one frame is more than that.
                let outside = (1.0 - low.inside_fraction) * low.frames as f64;
                let keeps = keeps_least(low.inside_fraction, DYNAMIC_INSIDE) || outside < 1.5;
                if !keeps {
                    faults.push(format!(
                        "the zero-moment point is inside what stands in {:.1} % of the frames, fewer than {} %",
                        1e2 * low.inside_fraction,
                        1e2 * DYNAMIC_INSIDE
                    ));
                }
            }
            _ => {}
        }
        // A motion that could stop is slow: what it does in between is its own affair.
        if let (BalanceKind::Dynamic, Some(friction)) = (self.balance, summary.friction) {
            let slipping = friction.slipping as f64;
            let keeps = keeps_most(slipping, (1.0 - DYNAMIC_INSIDE) * friction.frames as f64);
            if !keeps && slipping > 1.5 {
                faults.push(format!(
                    "the soles slip in {slipping} of {} frames: a friction of {:.2} is needed ({})",
                    friction.frames,
                    friction.max,
                    time(friction.frame)
                ));
            }
        }
        if let Some(slide) = summary.worst_slide.map(|index| &audit.slides[index])
            && !keeps_most(slide.metres, self.slide)
        {
            faults.push(format!(
                "{} slides by {:.2} mm ({}), more than {} mm",
                character.soles[slide.sole].name,
                1e3 * slide.metres,
                time(slide.worst_frame),
                1e3 * self.slide
            ));
        }
        if let Some(peak) = summary.penetration
            && !keeps_most(peak.value, self.penetration)
        {
            faults.push(format!(
                "{} is {:.1} mm in the ground ({}), more than {} mm",
                character.link(peak.link).name,
                1e3 * peak.value,
                time(peak.frame),
                1e3 * self.penetration
            ));
        }
        if let Some(peak) = summary.limit_excess
            && !keeps_most(peak.value, self.limit)
        {
            faults.push(format!(
                "{} is {:.2}° beyond its limits ({}), more than {:.2}°",
                character.link(peak.link).joint.name,
                peak.value.to_degrees(),
                time(peak.frame),
                self.limit.to_degrees()
            ));
        }
        faults
    }
}
