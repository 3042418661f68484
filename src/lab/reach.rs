//! Reaching problems with a known answer: the targets are where the effectors of a random balanced pose are.

use crate::character::{Character, JointCoordinate, JointKind, Pose};
use crate::ik::{CenterOfMass, Goal, GoalKind, Position, Rank};
use crate::kinematics::{Kinematics, Stance};
use crate::math::Random;
use glam::{DVec2, DVec3};

/// A pose is looked for this often before there is none. Shipped bodies need 20 to 90, and never needed 1000.
const MOST_TRIES: u32 = 100_000;

/// A body for which no balanced pose is found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{character} finds no balanced pose on {foot}: after {found} of {wanted} problems, {tries} tries in a row had the centre \
     of mass beyond the foot or another link at the ground"
)]
pub struct NoBalancedPose {
    /// The character's name.
    pub character: String,
    /// The foot that it stands on.
    pub foot: String,
    /// Poses that were found before.
    pub found: usize,
    /// Poses that were asked for.
    pub wanted: usize,
    /// Random poses since the last one that was found.
    pub tries: u32,
}

/// Stand on one foot, bring the centre of mass over a point, and every hand and free foot to its target.
#[derive(Clone, Debug, PartialEq)]
pub struct ReachProblem {
    /// Where the centre of mass goes, (x, z) [m].
    pub com_xz: DVec2,
    /// Index into [`Character::effectors`], and where that effector goes [m].
    pub targets: Vec<(usize, DVec3)>,
}

impl ReachProblem {
    /// What a pose reaches: its own centre of mass and effectors.
    fn from_pose(character: &Character, effectors: &[usize], kin: &Kinematics) -> Self {
        let place = |index: usize| {
            let effector = &character.effectors[index];
            kin.link(effector.link).point(effector.point_in_link)
        };
        Self {
            com_xz: DVec2::new(kin.com.x, kin.com.z),
            targets: effectors.iter().map(|&e| (e, place(e))).collect(),
        }
    }

    /// The goals of this problem: balance first, then the effectors.
    pub fn goals(&self, character: &Character) -> Vec<Goal> {
        let balance = GoalKind::CenterOfMass(CenterOfMass {
            target_xz: self.com_xz,
        });
        let mut goals = vec![Goal::new("balance", Rank::BALANCE, balance)];
        goals.extend(self.targets.iter().map(|&(index, target_in_world)| {
            let effector = &character.effectors[index];
            let kind = GoalKind::Position(Position {
                link: effector.link,
                point_in_link: effector.point_in_link,
                target_in_world,
            });
            Goal::new(effector.name.clone(), Rank::EFFECTOR, kind)
        }));
        goals
    }
}

/// A pose with every joint at a random place inside its limits; the first link is where the rest pose has it.
pub fn random_pose(character: &Character, random: &mut Random) -> Pose {
    let mut pose = character.rest.clone();
    for (joint, link) in pose.joints.iter_mut().zip(&character.links) {
        *joint = match &link.joint.kind {
            JointKind::Fixed => JointCoordinate::Fixed,
            JointKind::Hinge { range, .. } => {
                JointCoordinate::Hinge(random.between(range.low, range.high))
            }
            JointKind::Ball(limits) => {
                let place = DVec3::new(
                    random.between(limits.twist.low, limits.twist.high),
                    random.between(limits.flex.low, limits.flex.high),
                    random.between(limits.side.low, limits.side.high),
                );
                JointCoordinate::Ball(limits.clamp(limits.rotation(place)))
            }
        };
    }
    pose
}

/// A random pose inside all limits that stands on one foot: its centre of mass is over that foot and nothing but
/// the foot is at or below the ground. Found by trial: the foot stays where the rest pose has it. Nothing when
/// `MOST_TRIES` find none.
pub fn random_balanced_pose(
    character: &Character,
    stance: &Stance,
    random: &mut Random,
    kin: &mut Kinematics,
) -> Option<Pose> {
    let height = stance.world_from_held().translation.y;
    for _ in 0..MOST_TRIES {
        let mut pose = random_pose(character, random);
        // Most of a body's poses fall over; a mixture with the rest pose falls less often.
        let share = random.between(0.2, 0.8);
        blend_from(&character.rest, share, character, &mut pose);
        character.flatten(&stance.locked, &mut pose.joints);
        stance.update(character, &pose, kin);
        let over_ground = DVec2::new(kin.com.x, kin.com.z);
        let stands = |link| stance.stands_on(character, link);
        let above = |link| stands(link) || kin.link(link).translation.y > 0.5 * height;
        if stance.polygon.margin(over_ground).metres > 0.0 && character.link_ids().all(above) {
            pose.world_from_root = kin.world_from_link[0];
            return Some(pose);
        }
    }
    None
}

/// Moves every joint to the place `share` of the way from one pose to this one.
fn blend_from(from: &Pose, share: f64, character: &Character, pose: &mut Pose) {
    for ((joint, from), link) in pose
        .joints
        .iter_mut()
        .zip(&from.joints)
        .zip(&character.links)
    {
        *joint = match (*from, *joint, &link.joint.kind) {
            (JointCoordinate::Hinge(a), JointCoordinate::Hinge(b), _) => {
                JointCoordinate::Hinge(a + share * (b - a))
            }
            (JointCoordinate::Ball(a), JointCoordinate::Ball(b), JointKind::Ball(limits)) => {
                let (a, b) = (limits.coordinates(a), limits.coordinates(b));
                JointCoordinate::Ball(limits.rotation(a.lerp(b, share)))
            }
            (_, other, _) => other,
        };
    }
}

/// Problems that can be solved: standing on one foot, every hand and every free foot has a target.
///
/// # Errors
/// When the body seems to have no balanced pose on that foot.
pub fn reach_problems(
    character: &Character,
    foot: usize,
    count: usize,
    seed: u64,
) -> Result<(Stance, Vec<ReachProblem>), NoBalancedPose> {
    let stance = Stance::from_pose(character, &character.rest, &[foot]);
    let effectors: Vec<usize> = (0..character.effectors.len())
        .filter(|&index| {
            let effector = &character.effectors[index];
            let is_limb = effector.name.ends_with("hand") || effector.name.ends_with("foot");
            is_limb && effector.link != stance.rooting.root
        })
        .collect();
    let mut random = Random::new(seed);
    let mut kin = Kinematics::default();
    let mut problems = Vec::with_capacity(count);
    for found in 0..count {
        random_balanced_pose(character, &stance, &mut random, &mut kin).ok_or_else(|| {
            NoBalancedPose {
                character: character.name.clone(),
                foot: character.feet[foot].name.clone(),
                found,
                wanted: count,
                tries: MOST_TRIES,
            }
        })?;
        problems.push(ReachProblem::from_pose(character, &effectors, &kin));
    }
    Ok((stance, problems))
}
