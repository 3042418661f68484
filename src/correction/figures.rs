//! How well a clip stands, in a few numbers, before and after.

use super::shifts::Shifts;
use crate::character::{Character, Effector, LinkId};
use crate::level::Level;
use crate::motion::audit::{Audit, hardest_turns};
use crate::motion::{BalanceKind, Clip, Recorder, low_passed};

/// How well a clip stands on its contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClipFigures {
    /// Frames with a contact.
    pub contact_frames: usize,
    /// Of those, frames that have a margin of the kind that counts: the first and the last frame have no zero-moment point.
    pub margin_frames: usize,
    /// Of those, frames in which it is not negative.
    pub inside_frames: usize,
    /// The smallest; negative outside; zero without any [m].
    pub worst_margin: f64,
    /// Farthest that a corner of a planted sole gets from where it touched down, while it touches the ground [m].
    pub slide: f64,
    /// The deepest that anything is in the ground [m].
    pub depth: f64,
    /// The hardest that any joint is turned [rad/s²].
    pub hardest_turn: f64,
}

impl ClipFigures {
    /// Share of the frames with a margin in which it is not negative [0..1]; nothing when there are none.
    pub fn inside_share(&self) -> Option<f64> {
        (self.margin_frames > 0).then(|| self.inside_frames as f64 / self.margin_frames as f64)
    }
}

/// What a correction did.
#[derive(Clone, Debug, PartialEq)]
pub struct BalanceReport {
    /// What counts as inside: the zero-moment point, or the centre of mass.
    pub balance: BalanceKind,
    /// The clip as it came. Differences of frames are those of the motion without its noise, for a dynamic correction.
    pub before: ClipFigures,
    /// The clip as it went, as it is.
    pub after: ClipFigures,
    /// How far joints are from where they were, flights included.
    pub shifts: Shifts,
    /// How far hands are from where they were, sorted, over all contact frames and hands [m].
    pub hand_misses: Vec<f64>,
    /// Frames in which nothing stands: the body flies.
    pub flight_frames: usize,
    /// Frames in which no sole stands and the body does not fall either: something holds it that the clip does not tell of.
    pub unheld_frames: usize,
    /// Linearisations over all frames of a static correction, rounds of a dynamic one.
    pub iterations: u32,
    /// What people should know besides, as sentences.
    pub notes: Vec<String>,
}

impl BalanceReport {
    /// The distance that a share of all hands stays below [m].
    pub fn hand_percentile(&self, share: f64) -> f64 {
        let count = self.hand_misses.len();
        let index = (share * count as f64) as usize;
        let value = self.hand_misses.get(index.min(count.saturating_sub(1)));
        value.copied().unwrap_or(0.0)
    }
}

/// Measures a clip against its own contacts; with a cutoff [Hz], differences of frames without what is faster.
pub fn clip_figures(
    character: &Character,
    clip: &Clip,
    level: Option<&Level>,
    (balance, cutoff_hz): (BalanceKind, Option<f64>),
) -> ClipFigures {
    let audit = match cutoff_hz {
        Some(cutoff_hz) => {
            let moving = low_passed(&clip.frames, clip.frame_secs, cutoff_hz);
            Audit::of_recording(character, clip, &moving, level)
        }
        None => Audit::new(character, clip, level),
    };
    let margins = audit.frames.iter().filter_map(|frame| {
        let margin = match balance {
            BalanceKind::Static => frame.margin,
            BalanceKind::Dynamic => frame.dynamic_margin,
        };
        margin.map(|margin| margin.metres)
    });
    let contacts = clip
        .frames
        .iter()
        .filter(|frame| !frame.contacts.is_empty());
    let slides = audit.slides.iter().map(|slide| slide.metres);
    ClipFigures {
        contact_frames: contacts.count(),
        margin_frames: margins.clone().count(),
        inside_frames: margins.clone().filter(|margin| *margin >= 0.0).count(),
        worst_margin: margins.min_by(f64::total_cmp).unwrap_or(0.0),
        slide: slides.fold(0.0, f64::max),
        depth: audit.summary.penetration.map_or(0.0, |peak| peak.value),
        hardest_turn: hardest_turns(clip).into_iter().fold(0.0, f64::max),
    }
}

/// Effectors of limbs that end in no foot: hands, wings.
pub(super) fn hands(character: &Character) -> impl Iterator<Item = &Effector> {
    character.effectors.iter().filter(|effector| {
        let link = effector.link;
        let is_tip = character.links.iter().all(|l| l.parent != Some(link));
        let is_sole = character.standing_soles().any(|sole| sole.link == link);
        is_tip && !is_sole && character.partners[link.index()] != link
    })
}

/// Links at the end of the trunk: they keep looking where they looked.
pub(super) fn looking_links(character: &Character) -> impl Iterator<Item = LinkId> {
    character.link_ids().filter(|id| {
        let is_tip = character.links.iter().all(|link| link.parent != Some(*id));
        let is_sole = character.soles.iter().any(|sole| sole.link == *id);
        let in_middle = character.partners[id.index()] == *id;
        is_tip && in_middle && !is_sole && *id != LinkId::ROOT
    })
}

/// How far hands of one clip are from those of another in frames with a contact, sorted [m].
pub fn hand_misses(character: &Character, original: &Clip, corrected: &Clip) -> Vec<f64> {
    let [mut first, mut second] = [Recorder::new(character), Recorder::new(character)];
    let mut misses = Vec::new();
    for (a, b) in original.frames.iter().zip(&corrected.frames) {
        if b.contacts.is_empty() {
            continue;
        }
        let (a, b) = (first.look(&a.pose), second.look(&b.pose));
        misses.extend(hands(character).map(|hand| {
            let at =
                |kin: &crate::kinematics::Kinematics| kin.link(hand.link).point(hand.point_in_link);
            at(a).distance(at(b))
        }));
    }
    misses.sort_by(f64::total_cmp);
    misses
}
