//! A limb of two bones between a ball and a ball, in closed form: its bend from the distance, its first bone from the direction, its
//! end from what is asked. What is left free, where the bend points, is wished for. Between its bones is a hinge, or a ball, as recorded
//! knees are: that one keeps the turn that it has, and bends more or less about its flex axis.
//!
//! ```text
//! hip o----thigh----o knee              |k + R(θ) a| = distance of hip and ankle
//!                    \                  k, a: the knee seen from the hip, the ankle from the knee
//!                     shank             the swivel about hip and ankle: as wished, less what limits take
//!                      \
//!                       o ankle
//! ```
//! It is a smooth function of what is asked: frames of a motion that are posed so differ as little as what they are asked for.

use super::Kinematics;
use crate::character::{BallLimits, Character, Joint, JointCoordinate, JointKind, LinkId, Pose};
use crate::math::{Transform, hypotenuse, rotation_vector, square};
use glam::{DQuat, DVec3};

/// A limb, as the closed form sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoBoneLimb {
    /// The link that it hangs on.
    pub base: LinkId,
    /// Its two bones.
    pub upper: LinkId,
    /// The second one.
    pub lower: LinkId,
    /// What it puts somewhere: a foot, a hand.
    pub end: LinkId,
    /// The knee seen from the upper link and the ankle seen from the lower one, in axes of the upper one with the knee at zero [m].
    knee: DVec3,
    ankle: DVec3,
    /// The knee's axis in the upper link, and which of two ways it bends: +1 where a larger angle shortens the limb.
    axis: DVec3,
    bends: f64,
    /// Turn of the knee's own axes in the upper link.
    upper_from_joint: DQuat,
}

/// What came of one pose.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LimbMiss {
    /// How far the end is farther than the limb is long [m].
    pub short: f64,
    /// How far the end is from where it was asked, limits counted [m].
    pub off: f64,
    /// How the end lies beside what was asked, where joints stop at their limits: a rotation vector, world axes [rad].
    pub turn: DVec3,
}

/// The least bone that counts as one [m].
const LEAST_BONE: f64 = 1e-6;
/// The swivel may leave what is wished for by so much [rad], found by so many steps.
const MOST_SWIVEL: f64 = 1.0;
const SWIVEL_STEPS: usize = 40;
/// What a radian beyond a limit costs beside one of swivel, squared both; limits count from so far inside [rad].
const LIMIT_COST: f64 = 400.0;
const SOFT: f64 = 0.03;

impl TwoBoneLimb {
    /// The limb that ends in a link; nothing where it has not two bones, or a joint at either end that is no ball.
    pub fn new(character: &Character, end: LinkId) -> Option<Self> {
        let lower = character.link(end).parent?;
        let upper = character.link(lower).parent?;
        let base = character.link(upper).parent?;
        let joint = |link: LinkId| &character.link(link).joint;
        let (axis, range) = match &joint(lower).kind {
            JointKind::Hinge { axis, range } => (*axis, *range),
            JointKind::Ball(limits) => (limits.flex_axis, limits.flex),
            JointKind::Fixed => return None,
        };
        let turns = |link: LinkId| matches!(joint(link).kind, JointKind::Ball(_));
        if !turns(upper) || !turns(end) {
            return None;
        }
        let upper_from_joint = joint(lower).parent_from_joint;
        let axis = upper_from_joint.rotation * axis;
        let knee = upper_from_joint.translation;
        let ankle = upper_from_joint.rotation * joint(end).parent_from_joint.translation;
        let across = |bone: DVec3| bone.cross(axis).length();
        (across(knee).min(across(ankle)) > LEAST_BONE).then(|| Self {
            base,
            upper,
            lower,
            end,
            knee,
            ankle,
            axis,
            bends: if range.high + range.low >= 0.0 {
                1.0
            } else {
                -1.0
            },
            upper_from_joint: upper_from_joint.rotation,
        })
    }

    /// Its stretched length [m].
    pub fn length(&self) -> f64 {
        self.knee.length() + self.ankle.length()
    }

    /// Where its first joint is on the link that it hangs on [m].
    pub fn root_in_base(&self, character: &Character) -> DVec3 {
        character
            .link(self.upper)
            .joint
            .parent_from_joint
            .translation
    }

    /// Where the axis of its bend points in a pose: what is wished for where the pose should stay.
    pub fn axis_in_world(&self, kin: &Kinematics) -> DVec3 {
        kin.link(self.upper).rotation * self.axis
    }

    /// Puts the end at a place, the axis of the bend as near to the wished one as limits allow. `dodges` says how far it turns aside
    /// for limits at all [0..1]: where a pose is within them already it need not. A knee that is a ball bends on from its turn in the pose.
    pub fn reach(
        &self,
        character: &Character,
        (world_from_base, world_from_end): (&Transform, &Transform),
        (wished_axis, dodges): (DVec3, f64),
        pose: &mut Pose,
    ) -> LimbMiss {
        let held = match pose.joint(self.lower) {
            JointCoordinate::Ball(turn) => turn,
            JointCoordinate::Hinge(_) | JointCoordinate::Fixed => DQuat::IDENTITY,
        };
        let bent = self.bend(character, (world_from_base, world_from_end), held);
        let wished = bent.swivel_towards(self.axis, wished_axis);
        let ends = (world_from_base.rotation, world_from_end.rotation);
        let at = |swivel: f64| self.joints(character, ends, &bent, wished + swivel);
        let cost = |swivel: f64| {
            let beyond = self.beyond(character, &at(swivel), SOFT);
            square(swivel) + dodges * LIMIT_COST * beyond.iter().map(|b| square(*b)).sum::<f64>()
        };
        let swivel = if cost(0.0) == 0.0 {
            0.0
        } else {
            least(cost, MOST_SWIVEL)
        };
        let joints = at(swivel);
        let mut there = world_from_base.rotation;
        let mut at = world_from_base.point(self.root_in_base(character));
        for (link, turned) in [self.upper, self.lower, self.end].into_iter().zip(joints) {
            let joint = &character.link(link).joint;
            let before = there * joint.parent_from_joint.rotation;
            let turned = if link == self.end {
                // What limits took of the joints before it is not missed twice.
                let wanted = before.conjugate() * world_from_end.rotation;
                JointCoordinate::Ball(wanted.normalize())
            } else {
                turned
            };
            let turned = turned.clamped(&joint.kind);
            pose.joints[link.index()] = turned;
            there = before * turned.rotation(&joint.kind);
            // Where the next joint is.
            let next = match link {
                link if link == self.upper => Some(self.lower),
                link if link == self.lower => Some(self.end),
                _ => None,
            };
            if let Some(next) = next {
                at += there * character.link(next).joint.parent_from_joint.translation;
            }
        }
        LimbMiss {
            short: bent.short,
            off: at.distance(world_from_end.translation),
            turn: rotation_vector(there * world_from_end.rotation.conjugate()),
        }
    }

    /// The bend that spans the distance, beyond a turn that the knee has before, and the limb in its plane.
    fn bend(
        &self,
        character: &Character,
        (base, end): (&Transform, &Transform),
        held: DQuat,
    ) -> Bent {
        let root = base.point(self.root_in_base(character));
        let way = end.translation - root;
        let ankle = self.in_upper(held) * self.ankle;
        // k·R(θ)a = c cos θ + s sin θ + what lies along the axis.
        let (along_k, along_a) = (self.knee.dot(self.axis), ankle.dot(self.axis));
        let k = self.knee - along_k * self.axis;
        let a = ankle - along_a * self.axis;
        let (c, s) = (k.dot(a), k.dot(self.axis.cross(a)));
        let bones = self.knee.length_squared() + ankle.length_squared();
        let cos = (0.5 * (way.length_squared() - bones) - along_k * along_a)
            / hypotenuse(c, s).max(1e-12);
        let angle = libm::atan2(s, c) + self.bends * libm::acos(cos.clamp(-1.0, 1.0));
        let turn = DQuat::from_axis_angle(self.axis, angle);
        let about = way.normalize_or(DVec3::NEG_Y);
        let chord = self.knee + turn * ankle;
        Bent {
            angle,
            turn,
            held,
            about,
            swung: DQuat::from_rotation_arc(chord.normalize_or(DVec3::NEG_Y), about),
            short: (way.length() - self.length()).max(0.0),
        }
    }

    /// The three joints at a swivel, limits aside.
    fn joints(
        &self,
        character: &Character,
        (base, end): (DQuat, DQuat),
        bent: &Bent,
        swivel: f64,
    ) -> [JointCoordinate; 3] {
        let joint = |link: LinkId| &character.link(link).joint;
        let upper = DQuat::from_axis_angle(bent.about, swivel) * bent.swung;
        let lower = upper * bent.turn * self.upper_from_joint * bent.held;
        let first = (base * joint(self.upper).parent_from_joint.rotation).conjugate() * upper;
        let last = (lower * joint(self.end).parent_from_joint.rotation).conjugate() * end;
        let middle = match joint(self.lower).kind {
            JointKind::Ball(BallLimits { flex_axis, .. }) => {
                let turn = DQuat::from_axis_angle(flex_axis, bent.angle) * bent.held;
                JointCoordinate::Ball(turn.normalize())
            }
            JointKind::Hinge { .. } | JointKind::Fixed => JointCoordinate::Hinge(bent.angle),
        };
        [
            JointCoordinate::Ball(first.normalize()),
            middle,
            JointCoordinate::Ball(last.normalize()),
        ]
    }

    /// A turn of the knee, seen from the upper link.
    fn in_upper(&self, turn: DQuat) -> DQuat {
        self.upper_from_joint * turn * self.upper_from_joint.conjugate()
    }

    /// How far each joint is beyond its limits less `soft` [rad].
    fn beyond(&self, character: &Character, joints: &[JointCoordinate; 3], soft: f64) -> [f64; 3] {
        let links = [self.upper, self.lower, self.end];
        std::array::from_fn(|k| beyond(&character.link(links[k]).joint, &joints[k], soft))
    }
}

/// A limb bent to a distance.
struct Bent {
    /// About the knee's axis [rad], and the same as a turn in the upper link.
    angle: f64,
    turn: DQuat,
    /// The turn of a ball before it, joint axes.
    held: DQuat,
    /// From its root to its end.
    about: DVec3,
    /// The upper link turned the shortest way that puts the end there.
    swung: DQuat,
    short: f64,
}

impl Bent {
    /// The swivel that turns the axis of the bend as near to another one as it goes [rad].
    fn swivel_towards(&self, axis: DVec3, wished: DVec3) -> f64 {
        let axis = self.swung * axis;
        let across = axis - self.about.dot(axis) * self.about;
        libm::atan2(self.about.cross(axis).dot(wished), across.dot(wished))
    }
}

fn beyond(joint: &Joint, coordinate: &JointCoordinate, soft: f64) -> f64 {
    match (&joint.kind, coordinate) {
        (JointKind::Ball(limits), JointCoordinate::Ball(turn)) => {
            let room = limits.room(*turn);
            let beyond = room.map(|room| (soft - room).max(0.0));
            beyond.iter().map(|b| b * b).sum::<f64>().sqrt()
        }
        (JointKind::Hinge { range, .. }, JointCoordinate::Hinge(angle)) => {
            (angle - range.clamp(*angle)).abs()
        }
        _ => 0.0,
    }
}

/// Where a function with one valley is least, by golden sections.
fn least(cost: impl Fn(f64) -> f64, most: f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let (mut low, mut high) = (-most, most);
    let (mut a, mut b) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
    let (mut cost_a, mut cost_b) = (cost(a), cost(b));
    for _ in 0..SWIVEL_STEPS {
        if cost_a < cost_b {
            (high, b, cost_b) = (b, a, cost_a);
            a = high - GOLDEN * (high - low);
            cost_a = cost(a);
        } else {
            (low, a, cost_a) = (a, b, cost_b);
            b = low + GOLDEN * (high - low);
            cost_b = cost(b);
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::{Range, SwingShape};
    use crate::io::load_character;
    use crate::math::rotation_from_vector;

    #[test]
    fn the_end_is_where_it_is_asked_for_and_the_knee_where_it_is_wished() {
        let human = load_character("human").unwrap();
        let kin = Kinematics::of(&human, &human.rest);
        for name in ["left_foot", "right_foot", "left_hand", "right_hand"] {
            let end = human.find_link(name).unwrap();
            let limb = TwoBoneLimb::new(&human, end).unwrap();
            let base = *kin.link(limb.base);
            let mut there = *kin.link(end);
            there.translation += DVec3::new(0.01, 0.03, 0.04);
            let axis = limb.axis_in_world(&kin);
            let mut pose = human.rest.clone();
            let miss = limb.reach(&human, (&base, &there), (axis, 1.0), &mut pose);
            assert_eq!(miss.short, 0.0);
            assert!(miss.turn.length() < 1e-9, "{name}: {}", miss.turn);
            let posed = Kinematics::of(&human, &pose);
            assert!(posed.link(end).translation.distance(there.translation) < 1e-12);
            let apart = posed.link(end).rotation.angle_between(there.rotation);
            assert!(apart < 1e-6, "{name}: {apart}");
            // The axis has to stay across the way from root to end: it is as near to the wish as that allows.
            assert!(limb.axis_in_world(&posed).dot(axis) > 0.99, "{name}");
        }
    }

    #[test]
    fn a_knee_that_is_a_ball_keeps_its_turn_and_bends_on() {
        let mut human = load_character("human").unwrap();
        let foot = human.find_link("left_foot").unwrap();
        let shank = human.link(foot).parent.unwrap();
        let all = Range::new(-3.0, 3.0);
        let knee = &mut human.links[shank.index()].joint.kind;
        *knee = JointKind::Ball(BallLimits::from_angles(
            DVec3::Y,
            DVec3::X,
            all,
            all,
            all,
            SwingShape::Box,
        ));
        // A shank that is turned a little about its own axis, and stands a little to the side.
        let turn = rotation_from_vector(DVec3::new(0.4, 0.2, 0.1));
        let mut pose = human.rest.clone();
        pose.joints[shank.index()] = JointCoordinate::Ball(turn);
        let kin = Kinematics::of(&human, &pose);
        let limb = TwoBoneLimb::new(&human, foot).unwrap();
        let (base, axis) = (*kin.link(limb.base), limb.axis_in_world(&kin));
        let there = *kin.link(foot);
        let mut same = pose.clone();
        let miss = limb.reach(&human, (&base, &there), (axis, 1.0), &mut same);
        assert!(miss.short == 0.0 && miss.turn.length() < 1e-9, "{miss:?}");
        assert!(
            same.largest_turn_from(&pose) < 1e-6,
            "where it is already nothing turns"
        );

        let mut nearer = there;
        nearer.translation += DVec3::new(0.01, 0.05, 0.03);
        let mut bent = pose.clone();
        limb.reach(&human, (&base, &nearer), (axis, 1.0), &mut bent);
        let posed = Kinematics::of(&human, &bent);
        assert!(posed.link(foot).translation.distance(nearer.translation) < 1e-12);
        let JointCoordinate::Ball(knee) = bent.joint(shank) else {
            panic!("a ball stays one");
        };
        let more = rotation_vector(knee * turn.conjugate());
        assert!(more.x > 0.1 && more.y.abs() + more.z.abs() < 1e-9, "{more}");
    }

    #[test]
    fn what_is_too_far_is_reached_for_and_told() {
        let human = load_character("human").unwrap();
        let kin = Kinematics::of(&human, &human.rest);
        let limb = TwoBoneLimb::new(&human, human.find_link("left_foot").unwrap()).unwrap();
        let mut there = *kin.link(limb.end);
        there.translation.y -= 0.1;
        let mut pose = human.rest.clone();
        let axis = limb.axis_in_world(&kin);
        let miss = limb.reach(
            &human,
            (kin.link(limb.base), &there),
            (axis, 1.0),
            &mut pose,
        );
        assert!(miss.short > 0.05, "{miss:?}");
        assert!(
            matches!(pose.joint(limb.lower), JointCoordinate::Hinge(angle) if angle.abs() < 1e-6)
        );
    }

    #[test]
    fn a_limb_of_other_joints_has_no_closed_form() {
        let chicken = load_character("chicken").unwrap();
        let foot = chicken.standing_feet().next().unwrap();
        assert!(TwoBoneLimb::new(&chicken, chicken.feet[foot].whole.link).is_none());
    }
}
