//! The figures of a whole clip.

use super::{FrameAudit, LinkValue, Slide};
use crate::character::{Character, LinkId};

/// What a clip's frames add up to. Shares say what they are shares of; nothing where there was nothing to measure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// The static margin over frames with a contact.
    pub margin: Option<Low>,
    /// The dynamic margin over frames that have one.
    pub dynamic_margin: Option<Low>,
    /// The friction that frames with a zero-moment point need.
    pub friction: Option<FrictionPeak>,
    /// The longest slide: an index into the slides.
    pub worst_slide: Option<usize>,
    /// The deepest point in the ground [m].
    pub penetration: Option<Peak>,
    /// The joint farthest beyond its limits [rad].
    pub limit_excess: Option<Peak>,
    /// The fastest joint [rad/s].
    pub joint_speed: Option<Peak>,
    /// The hardest turned joint [rad/s²].
    pub joint_acceleration: Option<Peak>,
    /// 99th percentile over the frames of each frame's hardest turned joint [rad/s²].
    pub joint_acceleration_p99: Option<f64>,
    /// Share of all frames with that many feet in contact, or parts of them, from none to all; hands count as feet where they stand.
    /// (feet + 1, or more)
    pub support_fractions: Vec<f64>,
}

/// The low end of a margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Low {
    /// Smallest [m].
    pub min: f64,
    /// Where that was.
    pub frame: usize,
    /// First percentile [m]: the smallest value that 1 % of the frames do not exceed.
    pub p01: f64,
    /// Share of the frames that have a margin in which it is not negative.
    pub inside_fraction: f64,
    /// Number of the frames that have one.
    pub frames: usize,
}

/// The high end of the friction that frames need; coefficients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionPeak {
    /// Highest.
    pub max: f64,
    /// Where that was.
    pub frame: usize,
    /// 99th percentile over the frames that need any.
    pub p99: f64,
    /// Number of the frames that need more than soles and ground have.
    pub slipping: usize,
    /// Number of the frames that stand.
    pub frames: usize,
}

/// The high end of something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peak {
    /// In the unit of the field that holds it.
    pub value: f64,
    /// Where that was.
    pub frame: usize,
    /// Whose it was.
    pub link: LinkId,
}

impl Summary {
    pub(super) fn new(character: &Character, frames: &[FrameAudit], slides: &[Slide]) -> Self {
        let mut longest: Option<usize> = None;
        for (index, slide) in slides.iter().enumerate() {
            if longest.is_none_or(|l| slide.metres > slides[l].metres) {
                longest = Some(index);
            }
        }
        let mut counts = vec![0_usize; character.standing_feet().count() + 1];
        for frame in frames {
            let standing = character.footings(frame.contacts).count();
            counts.resize(counts.len().max(standing + 1), 0);
            counts[standing] += 1;
        }
        let all = frames.len().max(1) as f64;
        let accelerations = frames
            .iter()
            .filter_map(|f| Some(f.joint_acceleration?.value));
        let accelerations = sorted(accelerations);
        Self {
            margin: Low::of(frames.iter().map(|f| Some(f.margin?.metres))),
            dynamic_margin: Low::of(frames.iter().map(|f| Some(f.dynamic_margin?.metres))),
            friction: FrictionPeak::of(frames),
            worst_slide: longest,
            penetration: Peak::of(frames.iter().map(|f| f.penetration)),
            limit_excess: Peak::of(frames.iter().map(|f| f.limit_excess)),
            joint_speed: Peak::of(frames.iter().map(|f| f.joint_speed)),
            joint_acceleration: Peak::of(frames.iter().map(|f| f.joint_acceleration)),
            joint_acceleration_p99: percentile(&accelerations, 0.99),
            support_fractions: counts.iter().map(|count| *count as f64 / all).collect(),
        }
    }

    /// How much the hardest turn stands out: its acceleration over the 99th percentile. A smooth motion has a few; a
    /// pop has tens. Nothing when the body hardly moves.
    pub fn pop_ratio(&self) -> Option<f64> {
        let (peak, p99) = (self.joint_acceleration?.value, self.joint_acceleration_p99?);
        (p99 > 1e-9).then(|| peak / p99)
    }
}

impl Low {
    fn of(values: impl Iterator<Item = Option<f64>> + Clone) -> Option<Self> {
        let numbered = values
            .clone()
            .enumerate()
            .filter_map(|(frame, value)| Some((frame, value?)));
        let (frame, min) = numbered.min_by(|a, b| a.1.total_cmp(&b.1))?;
        let sorted = sorted(values.flatten());
        let inside = sorted.len() - sorted.partition_point(|value| *value < 0.0);
        Some(Self {
            min,
            frame,
            p01: percentile(&sorted, 0.01)?,
            inside_fraction: inside as f64 / sorted.len() as f64,
            frames: sorted.len(),
        })
    }
}

impl FrictionPeak {
    fn of(frames: &[FrameAudit]) -> Option<Self> {
        let standing = || {
            let numbered = frames.iter().enumerate();
            numbered.filter_map(|(number, frame)| Some((number, frame.friction?)))
        };
        let (frame, peak) = standing().max_by(|a, b| a.1.needed.total_cmp(&b.1.needed))?;
        let sorted = sorted(standing().map(|(_, friction)| friction.needed));
        Some(Self {
            max: peak.needed,
            frame,
            p99: percentile(&sorted, 0.99)?,
            slipping: standing().filter(|(_, friction)| friction.slips()).count(),
            frames: sorted.len(),
        })
    }
}

impl Peak {
    /// The first of the highest values.
    fn of(values: impl Iterator<Item = Option<LinkValue>>) -> Option<Self> {
        let mut peak: Option<Self> = None;
        for (frame, found) in values.enumerate() {
            if let Some(LinkValue { value, link }) = found
                && peak.is_none_or(|so_far| value > so_far.value)
            {
                peak = Some(Self { value, frame, link });
            }
        }
        peak
    }
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

/// The smallest of sorted values that at least this share of them does not exceed (nearest rank).
fn percentile(sorted: &[f64], share: f64) -> Option<f64> {
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_occur() {
        let values: Vec<f64> = (1..=200).map(f64::from).collect();
        assert_eq!(percentile(&values, 0.01), Some(2.0));
        assert_eq!(percentile(&values, 0.99), Some(198.0));
        assert_eq!(percentile(&[7.0], 0.01), Some(7.0));
        assert_eq!(percentile(&[], 0.5), None);
    }

    #[test]
    fn the_low_end_counts_only_frames_that_have_a_margin() {
        let values = [Some(0.02), None, Some(-0.01), Some(0.0), Some(0.03)];
        let low = Low::of(values.into_iter()).unwrap();
        assert_eq!((low.min, low.frame, low.frames), (-0.01, 2, 4));
        assert_eq!(low.inside_fraction, 0.75);
        assert_eq!(Low::of([None].into_iter()), None);
    }
}
