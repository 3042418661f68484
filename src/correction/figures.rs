//! How well a clip stands, in a few numbers, before and after.

use crate::character::{Character, Effector};
use crate::level::Level;
use crate::motion::audit::{hardest_turns, slides};
use crate::motion::{Clip, Recorder};

/// How well a clip stands on its contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClipFigures {
    /// Frames with a contact.
    pub contact_frames: usize,
    /// Of those, frames with the centre of mass over the support.
    pub inside_frames: usize,
    /// Smallest margin over all contact frames; negative outside [m].
    pub worst_margin: f64,
    /// Farthest that a corner of a planted sole gets from where it touched down, while it touches the ground [m].
    pub slide: f64,
    /// The hardest that any joint is turned [rad/s²].
    pub hardest_turn: f64,
}

impl ClipFigures {
    /// Share of contact frames with the centre of mass over the support; 1 when there are none [0..1].
    pub fn inside_share(&self) -> f64 {
        if self.contact_frames == 0 {
            return 1.0;
        }
        self.inside_frames as f64 / self.contact_frames as f64
    }
}

/// What a correction did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BalanceReport {
    /// The clip as it came.
    pub before: ClipFigures,
    /// The clip as it went.
    pub after: ClipFigures,
    /// How far hands are from where they were, sorted, over all contact frames and hands [m].
    pub hand_misses: Vec<f64>,
    /// Frames without any contact: as recorded, with what the frames around them changed faded out and in.
    pub flight_frames: usize,
    /// Linearisations over all frames.
    pub iterations: u32,
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

/// Measures a clip against its own contacts.
pub fn clip_figures(character: &Character, clip: &Clip, level: Option<&Level>) -> ClipFigures {
    let margins = clip.frames.iter().filter_map(|frame| frame.margin);
    let contact_frames = margins.clone().count();
    let slides = slides(character, clip, level);
    ClipFigures {
        contact_frames,
        inside_frames: margins.clone().filter(|margin| *margin >= 0.0).count(),
        worst_margin: margins.min_by(f64::total_cmp).unwrap_or(0.0),
        slide: slides.iter().map(|slide| slide.metres).fold(0.0, f64::max),
        hardest_turn: hardest_turns(clip).into_iter().fold(0.0, f64::max),
    }
}

/// Effectors of limbs that carry no sole: hands, wings.
pub(super) fn hands(character: &Character) -> impl Iterator<Item = &Effector> {
    character.effectors.iter().filter(|effector| {
        let link = effector.link;
        let is_tip = character.links.iter().all(|l| l.parent != Some(link));
        let is_sole = character.soles.iter().any(|sole| sole.link == link);
        is_tip && !is_sole && character.partners[link.index()] != link
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
