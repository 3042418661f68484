//! What each joint of a recorded skeleton is: by its name where the names fit the skeleton's shape, by the shape alone elsewhere.
//!
//! ```text
//! names ──> parts ──┐
//!                   ├──> limbs: hip before knee before ankle, nothing unexplained between ──> kept, else by the shape
//! bones ──> shape ──┘──> trunk: from what carries the legs to what carries the arms, on to the head
//! ```

use super::naming::{Part, Segment, parts_of};
use super::shape::{Bend, Kind, Limbs, Shape};
use crate::kinematics::Side;
use crate::motion::Recording;

/// The parts of a skeleton.
pub(super) struct Anatomy {
    /// (joints)
    pub(super) parts: Vec<Option<Part>>,
    /// What names alone say. (joints)
    named: Vec<Option<Part>>,
}

/// A limb that names make is believed where the shape does not show one that is more like a person's by this.
const DOUBT: f64 = 0.25;

const SIDES: [Side; 2] = [Side::Left, Side::Right];

impl Anatomy {
    /// Finds the parts of a recorded skeleton, which has a row at least.
    pub(super) fn of(recording: &Recording) -> Self {
        let named = parts_of(recording.joints.iter().map(|joint| joint.name.as_str()));
        let shape = Shape::of(recording);
        let is_left = |limb: usize| {
            let parts = shape
                .chain(limb)
                .into_iter()
                .filter_map(|joint| named[joint]);
            let mut sides = parts.map(|part| part.side);
            let side = sides.find(|side| *side != Side::Middle)?;
            Some(side == Side::Left)
        };
        let limbs = shape.limbs(is_left);
        let mut found = Self {
            parts: named.clone(),
            named,
        };
        let legs = SIDES.map(|side| found.place_limb(&shape, limbs, (side, Kind::Leg)));
        let arms = SIDES.map(|side| found.place_limb(&shape, limbs, (side, Kind::Arm)));
        found.place_trunk(&shape, legs, arms);
        found
    }

    /// Joints that are what they are by the skeleton's shape, against their names.
    pub(super) fn by_shape(&self) -> impl Iterator<Item = usize> {
        let parts = self.parts.iter().zip(&self.named).enumerate();
        parts
            .filter(|(_, (part, named))| part.is_some() && part != named)
            .map(|(joint, _)| joint)
    }

    /// Says which joints are the three of a limb, and returns where it begins; nothing where neither names nor shape tell.
    fn place_limb(
        &mut self,
        shape: &Shape,
        limbs: Option<Limbs>,
        (side, kind): (Side, Kind),
    ) -> Option<usize> {
        let shown = limbs.and_then(|limbs| {
            let limb = limbs.of(kind)[usize::from(side == Side::Right)];
            Some((limb, shape.bend(limb, kind)?))
        });
        let is_believed = |bend: &Bend| {
            let Some((limb, shown)) = shown else {
                return true;
            };
            let likeness = |bend: Bend| shape.likeness(bend, limb, kind);
            self.explains(shape, *bend, side) || likeness(*bend) > likeness(shown) - DOUBT
        };
        let called = self.called(shape, (side, kind)).filter(is_believed);
        let bend = called.or(shown.map(|(_, bend)| bend))?;
        // These joints are its segments, and no others.
        let joints = [Some(bend.upper), Some(bend.lower), bend.end];
        for segment in segments(kind) {
            self.forget(Part { side, segment });
        }
        for (joint, segment) in joints.into_iter().zip(segments(kind)) {
            if let Some(joint) = joint {
                self.parts[joint] = Some(Part { side, segment });
            }
        }
        if called.is_none() {
            self.place_neighbours(shape, bend, (side, kind));
        }
        Some(bend.upper)
    }

    /// Of a limb that the shape alone tells: the collar bone before an arm, the toes after a foot.
    fn place_neighbours(&mut self, shape: &Shape, bend: Bend, (side, kind): (Side, Kind)) {
        let neighbour = match kind {
            Kind::Leg => bend.end.and_then(|end| shape.chain(end).get(1).copied()),
            Kind::Arm => shape.inward(bend.upper).nth(1),
        };
        let segment = match kind {
            Kind::Leg => Segment::Toes,
            Kind::Arm => Segment::Collar,
        };
        // What carries both arms is no collar bone.
        let is_single = |joint: &usize| kind == Kind::Leg || shape.branches(*joint) == 1;
        self.forget(Part { side, segment });
        if let Some(joint) = neighbour.filter(is_single) {
            self.parts[joint] = Some(Part { side, segment });
        }
    }

    /// The first joints in a row that are called after the segments of a limb.
    fn called(&self, shape: &Shape, (side, kind): (Side, Kind)) -> Option<Bend> {
        let called = |segment: Segment| {
            let part = Some(Part { side, segment });
            (0..self.named.len()).filter(move |joint| self.named[*joint] == part)
        };
        let [upper, lower, end] = segments(kind).map(called);
        let upper = { upper }.next()?;
        let lower = { lower }.find(|joint| shape.is_beyond(*joint, upper))?;
        let end = { end }.find(|joint| shape.is_beyond(*joint, lower));
        (end.is_some() || kind == Kind::Arm).then_some(Bend { upper, lower, end })
    }

    /// Whether all joints inside the bones of a limb are called after its side.
    fn explains(&self, shape: &Shape, bend: Bend, side: Side) -> bool {
        let outermost = bend.end.unwrap_or(bend.lower);
        let inside = shape.between(bend.upper, outermost).into_iter();
        let mut inside = inside.filter(|joint| ![bend.lower, outermost].contains(joint));
        inside.all(|joint| self.named[joint].is_some_and(|part| part.side == side))
    }

    /// Says which joints are pelvis, spine, neck and head, given where limbs begin.
    fn place_trunk(&mut self, shape: &Shape, legs: [Option<usize>; 2], arms: [Option<usize>; 2]) {
        let carries = |pair: [Option<usize>; 2]| {
            let [left, right] = pair;
            shape.common(left?, right?)
        };
        let (hips, chest) = (carries(legs), carries(arms));
        let hips = hips.or(self.first(Segment::Pelvis)).unwrap_or(0);
        let neck = || self.first(Segment::Neck).or(self.first(Segment::Head));
        let Some(chest) = chest.or_else(|| shape.inward(neck()?).nth(1)) else {
            return;
        };
        let Some(middle) = shape.common(hips, chest) else {
            return;
        };
        // 1 The pelvis carries legs and trunk; of those that are called so it is that one, or the nearest to the legs.
        let called = |joint: &usize| self.named[*joint] == Some(Part::middle(Segment::Pelvis));
        let pelvis = Some(middle)
            .filter(called)
            .or_else(|| shape.inward(hips).find(called))
            .unwrap_or(middle);
        self.forget(Part::middle(Segment::Pelvis));
        self.parts[pelvis] = Some(Part::middle(Segment::Pelvis));
        // 2 The spine is what lies between; where arms hang on the neck it ends below that.
        self.forget(Part::middle(Segment::Spine));
        let from = if shape.is_beyond(middle, pelvis) {
            pelvis
        } else {
            middle
        };
        for joint in shape.between(from, chest) {
            self.parts[joint].get_or_insert(Part::middle(Segment::Spine));
        }
        // 3 The head goes on from there, in the middle, where it is known which branches are arms.
        if self.first(Segment::Head).is_none() && arms.iter().all(Option::is_some) {
            self.place_head(shape, chest, arms);
        }
    }

    /// The way up from what carries the arms, which is no arm: its last joint before a face is the head.
    fn place_head(&mut self, shape: &Shape, chest: usize, arms: [Option<usize>; 2]) {
        let arms: Vec<usize> = arms.into_iter().flatten().collect();
        let Some(first) = shape.longest_branch(chest, &arms) else {
            return;
        };
        let way = shape.chain(first);
        let forks = way.iter().position(|joint| shape.branches(*joint) > 1);
        let head = forks.unwrap_or(way.len() - 1);
        for joint in &way[..head] {
            self.parts[*joint] = Some(Part::middle(Segment::Neck));
        }
        self.parts[way[head]] = Some(Part::middle(Segment::Head));
    }

    /// The first joint that is a segment of the trunk.
    fn first(&self, segment: Segment) -> Option<usize> {
        let part = Some(Part::middle(segment));
        self.parts.iter().position(|own| *own == part)
    }

    fn forget(&mut self, part: Part) {
        for own in &mut self.parts {
            if *own == Some(part) {
                *own = None;
            }
        }
    }
}

/// Upper, lower, end.
const fn segments(kind: Kind) -> [Segment; 3] {
    match kind {
        Kind::Leg => [Segment::Thigh, Segment::Shank, Segment::Foot],
        Kind::Arm => [Segment::UpperArm, Segment::Forearm, Segment::Hand],
    }
}
