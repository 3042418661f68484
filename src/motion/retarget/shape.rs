//! The shape of a recorded skeleton, whatever its joints are called: which joints are legs and arms, and where they bend.
//!
//! ```text
//! lengths of bones ──> pairs of limbs that are each other's mirror image ──> legs (nearer to the root), arms
//! a limb's chain   ──> the two bones in a row that are most like thigh and shank, upper arm and forearm
//! ```
//! Lengths hardly change with the pose, so the last row of the motion shows them. Limit: a skeleton with arms and legs in pairs.

use crate::math::Transform;
use crate::motion::Recording;
use glam::DVec3;

/// Joints of a recording, and how long the ways between them are.
pub(super) struct Shape<'a> {
    recording: &'a Recording,
    children: Vec<Vec<usize>>,
    /// Way from the root, in bones. (joints)
    depth: Vec<usize>,
    /// Length from the parent [the file's unit]. (joints)
    length: Vec<f64>,
    /// The longest way outward, the tip of a leaf included [the file's unit]. (joints)
    reach: Vec<f64>,
    /// Where joints are in one row [the file's unit]. (joints)
    place: Vec<DVec3>,
}

/// Where the limbs of a pair begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limbs {
    /// Left and right leg.
    pub(super) legs: [usize; 2],
    /// Left and right arm, with its collar bone if it has one.
    pub(super) arms: [usize; 2],
}

impl Limbs {
    /// Left and right.
    pub(super) const fn of(self, kind: Kind) -> [usize; 2] {
        match kind {
            Kind::Leg => self.legs,
            Kind::Arm => self.arms,
        }
    }
}

/// Kinds of limbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Leg,
    Arm,
}

impl Kind {
    /// The upper bone of a person by the lower one.
    const fn ratio(self) -> f64 {
        match self {
            Self::Leg => 1.0,
            Self::Arm => 1.12,
        }
    }
}

/// A limb that bends once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bend {
    /// Hip or shoulder.
    pub(super) upper: usize,
    /// Knee or elbow.
    pub(super) lower: usize,
    /// Ankle or wrist, if it is a joint and not the tip of the lower bone.
    pub(super) end: Option<usize>,
}

/// Bones that are each other's mirror image differ by less than this share of their limbs.
const ALIKE: f64 = 0.06;
/// A limb is no shorter than this share of the longest way from the root.
const SHORTEST_LIMB: f64 = 0.25;
/// A joint that carries more limbs is not a person's, nor are more pairs of them; a limb of more joints is a tail.
const MOST_LIMBS: usize = 12;
const MOST_PAIRS: usize = 32;
const MOST_JOINTS: usize = 24;
/// What all of a limb being thigh and shank is worth beside their being of equal length (logarithm of the ratio), and what a
/// joint inside either of them costs.
const COVERS: f64 = 0.5;
const INNER: f64 = 0.02;

impl<'a> Shape<'a> {
    pub(super) fn of(recording: &'a Recording) -> Self {
        let joints = &recording.joints;
        let mut world: Vec<Transform> = Vec::new();
        recording.world_from_joint(recording.rows() - 1, &mut world);
        let place: Vec<DVec3> = world.iter().map(|joint| joint.translation).collect();
        let mut children = vec![Vec::new(); joints.len()];
        let mut depth = vec![0; joints.len()];
        let mut length = vec![0.0; joints.len()];
        for (joint, own) in joints.iter().enumerate() {
            if let Some(parent) = own.parent {
                children[parent].push(joint);
                depth[joint] = depth[parent] + 1;
                length[joint] = place[joint].distance(place[parent]);
            }
        }
        let mut reach: Vec<f64> = (joints.iter())
            .map(|joint| joint.end.map_or(0.0, DVec3::length))
            .collect();
        for joint in (0..joints.len()).rev() {
            if let Some(parent) = joints[joint].parent {
                reach[parent] = reach[parent].max(length[joint] + reach[joint]);
            }
        }
        Self {
            recording,
            children,
            depth,
            length,
            reach,
            place,
        }
    }

    /// A joint and all before it, inward.
    pub(super) fn inward(&self, joint: usize) -> impl Iterator<Item = usize> {
        let parent = |joint: &usize| self.recording.joints[*joint].parent;
        std::iter::successors(Some(joint), parent)
    }

    /// Whether a joint is another one or hangs on it.
    pub(super) fn is_beyond(&self, joint: usize, other: usize) -> bool {
        self.inward(joint).any(|inner| inner == other)
    }

    /// The outermost joint that carries both.
    pub(super) fn common(&self, a: usize, b: usize) -> Option<usize> {
        self.inward(a).find(|inner| self.is_beyond(b, *inner))
    }

    /// Joints after `from`, up to and with `to`, outward; nothing when `to` does not hang on `from`.
    pub(super) fn between(&self, from: usize, to: usize) -> Vec<usize> {
        let mut way: Vec<usize> = self.inward(to).take_while(|inner| *inner != from).collect();
        way.reverse();
        if self.is_beyond(to, from) {
            way
        } else {
            Vec::new()
        }
    }

    /// The longest way outward from a joint, which comes first.
    pub(super) fn chain(&self, joint: usize) -> Vec<usize> {
        let farthest = |joint: &usize| {
            let far = |child: &usize| self.length[*child] + self.reach[*child];
            let children = self.children[*joint].iter().copied();
            children.max_by(|a, b| far(a).total_cmp(&far(b)).then(b.cmp(a)))
        };
        std::iter::successors(Some(joint), farthest).collect()
    }

    /// How many joints hang on this one.
    pub(super) fn branches(&self, joint: usize) -> usize {
        self.children[joint].len()
    }

    /// Lengths of the bones of a limb, those of no length left out.
    fn bones(&self, limb: usize) -> Vec<f64> {
        let chain = self.chain(limb);
        let own = chain.iter().map(|joint| self.length[*joint]);
        let tip = chain.last().map_or(0.0, |last| self.reach[*last]);
        let least = 1e-3 * (self.length[limb] + self.reach[limb]);
        own.chain([tip]).filter(|length| *length > least).collect()
    }

    fn are_mirrored(&self, a: usize, b: usize) -> bool {
        let [first, second] = [a, b].map(|limb| self.bones(limb));
        let far = ALIKE * (self.length[a] + self.reach[a]);
        first.len() == second.len() && first.iter().zip(&second).all(|(a, b)| (a - b).abs() <= far)
    }

    /// Legs and arms, where there are two pairs of limbs; which of a pair is left is told by `is_left`, or else by the feet, which
    /// point ahead.
    pub(super) fn limbs(&self, is_left: impl Fn(usize) -> Option<bool>) -> Option<Limbs> {
        let mut pairs: Vec<[usize; 2]> = Vec::new();
        let least = SHORTEST_LIMB * self.reach[0];
        for children in &self.children {
            let is_long = |child: &usize| self.length[*child] + self.reach[*child] > least;
            let long: Vec<usize> = children.iter().copied().filter(is_long).collect();
            if long.len() > MOST_LIMBS {
                continue;
            }
            for (nth, a) in long.iter().enumerate() {
                let mut others = long[nth + 1..].iter();
                let other = others.find(|b| self.are_mirrored(*a, **b));
                pairs.extend(other.map(|b| [*a, *b]));
            }
        }
        let size = |pair: &[usize; 2]| self.length[pair[0]] + self.reach[pair[0]];
        pairs.sort_by(|a, b| size(b).total_cmp(&size(a)));
        pairs.truncate(MOST_PAIRS);
        // Fingers are in pairs, too, on hands.
        let is_inside = |inner: &[usize; 2], outer: &[usize; 2]| {
            inner != outer && outer.iter().any(|limb| self.is_beyond(inner[0], *limb))
        };
        let whole: Vec<[usize; 2]> = (pairs.iter())
            .filter(|pair| !pairs.iter().any(|outer| is_inside(pair, outer)))
            .copied()
            .collect();
        let [first, second, ..] = whole[..] else {
            return None;
        };
        let (legs, arms) = if self.depth[first[0]] <= self.depth[second[0]] {
            (first, second)
        } else {
            (second, first)
        };
        if self.depth[legs[0]] == self.depth[arms[0]] {
            return None;
        }
        let left = self.left(legs, arms);
        let sorted = |pair: [usize; 2]| {
            let named = is_left(pair[0]).or(is_left(pair[1]).map(|second| !second));
            let first_is_left = named.or_else(|| Some(self.across(pair).dot(left?) > 0.0))?;
            Some(if first_is_left {
                pair
            } else {
                [pair[1], pair[0]]
            })
        };
        Some(Limbs {
            legs: sorted(legs)?,
            arms: sorted(arms)?,
        })
    }

    /// From the second limb of a pair to the first one, where they have parted.
    fn across(&self, pair: [usize; 2]) -> DVec3 {
        let [first, second] = pair.map(|limb| self.chain(limb));
        let ways = first.into_iter().zip(second);
        let apart = ways.map(|(a, b)| self.place[a] - self.place[b]);
        let least = 1e-3 * self.reach[0];
        let mut apart = apart.skip_while(|across| across.length() < least);
        apart.next().unwrap_or(DVec3::ZERO)
    }

    /// To the left of a body whose feet point ahead; nothing where feet have no length.
    fn left(&self, legs: [usize; 2], arms: [usize; 2]) -> Option<DVec3> {
        let up = self.place[arms[0]] - self.place[legs[0]];
        let feet = legs.map(|leg| {
            let foot = self.bend(leg, Kind::Leg)?.end?;
            let tip = *self.chain(foot).last()?;
            Some(self.place[tip] - self.place[foot])
        });
        let ahead: DVec3 = feet.into_iter().flatten().sum();
        let left = up.cross(ahead);
        (left.length() > 0.0).then_some(left)
    }

    /// Where the limb that begins at a joint bends.
    pub(super) fn bend(&self, limb: usize, kind: Kind) -> Option<Bend> {
        let chain = self.chain(limb);
        let mut best: Option<(f64, Bend)> = None;
        if chain.len() > MOST_JOINTS {
            return None;
        }
        for i in 0..chain.len() {
            for j in i + 1..chain.len() {
                for k in j + 1..=chain.len() {
                    let bend = Bend {
                        upper: chain[i],
                        lower: chain[j],
                        end: chain.get(k).copied(),
                    };
                    // A foot is a joint; a hand may be missing, and then nothing lies beyond the elbow.
                    if bend.end.is_none() && (kind == Kind::Leg || j + 1 < chain.len()) {
                        continue;
                    }
                    let likeness = self.likeness(bend, limb, kind);
                    if best.is_none_or(|(most, _)| likeness > most) {
                        best = Some((likeness, bend));
                    }
                }
            }
        }
        best.map(|(_, bend)| bend)
    }

    /// How much a limb that bends so is like a person's. Larger is more.
    pub(super) fn likeness(&self, bend: Bend, limb: usize, kind: Kind) -> f64 {
        let way = |joints: &[usize]| joints.iter().map(|joint| self.length[*joint]).sum::<f64>();
        let upper = self.between(bend.upper, bend.lower);
        let lower = bend.end.map(|end| self.between(bend.lower, end));
        let a = way(&upper);
        let b = lower.as_deref().map_or(self.reach[bend.lower], way);
        if a <= 0.0 || b <= 0.0 {
            return f64::NEG_INFINITY;
        }
        let lower = lower.unwrap_or_default();
        let inner = upper.len().saturating_sub(1) + lower.len().saturating_sub(1);
        let whole = self.reach[limb];
        COVERS * (a + b) / whole - libm::log(a / b / kind.ratio()).abs() - INNER * inner as f64
    }

    /// The branch of a joint that reaches farthest and carries none of these.
    pub(super) fn longest_branch(&self, joint: usize, others: &[usize]) -> Option<usize> {
        let carries_none =
            |branch: &usize| !others.iter().any(|other| self.is_beyond(*other, *branch));
        let branches = self.children[joint].iter().copied().filter(carries_none);
        let far = |branch: &usize| self.length[*branch] + self.reach[*branch];
        branches.max_by(|a, b| far(a).total_cmp(&far(b)))
    }
}
