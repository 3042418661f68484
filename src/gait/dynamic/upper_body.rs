//! All of a body above its legs: the way from the pelvis to the chest and on to the head, and arms that swing.

use super::super::biped::Biped;
use crate::character::{Character, JointCoordinate, JointKind, LinkId, Pose};
use crate::kinematics::Kinematics;
use glam::DQuat;

/// How the parts of it are turned from rest, in axes that go with the heading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Turns {
    pub(super) pelvis: DQuat,
    /// Of a body that bends there; else it goes with the pelvis.
    pub(super) chest: DQuat,
    pub(super) head: DQuat,
}

/// The links above the legs.
#[derive(Clone, Debug)]
pub(super) struct UpperBody {
    pub(super) pelvis_at_rest: DQuat,
    /// From the pelvis to the chest, and on to the head: ball joints, and how their links lie at rest.
    trunk: Vec<(LinkId, DQuat)>,
    neck: Vec<(LinkId, DQuat)>,
    /// First links of arms, their sides, and the hinges that hang on them.
    arms: Vec<(LinkId, f64, Option<LinkId>)>,
    /// The pose with nothing of all that.
    style: Pose,
}

impl UpperBody {
    pub(super) fn new(character: &Character, biped: &Biped, style: &Pose) -> Self {
        let kin = Kinematics::of(character, &character.rest);
        let chest = biped
            .arms
            .first()
            .and_then(|(arm, _)| character.link(*arm).parent);
        let at_rest = |link: LinkId| (link, kin.link(link).rotation);
        // All on the way must be balls: a hinge cannot turn as it is told here.
        let between = |from: LinkId, to: LinkId| -> Vec<(LinkId, DQuat)> {
            let up = std::iter::successors(Some(to), |link| character.link(*link).parent);
            let mut way: Vec<LinkId> = up.take_while(|link| *link != from).collect();
            let is_ball =
                |link: &LinkId| matches!(character.link(*link).joint.kind, JointKind::Ball(_));
            if !character.hangs_on(to, from) || !way.iter().all(is_ball) {
                return Vec::new();
            }
            way.reverse();
            way.into_iter().map(at_rest).collect()
        };
        let chest = chest.filter(|chest| character.hangs_on(*chest, biped.pelvis));
        let trunk = chest.map_or_else(Vec::new, |chest| between(biped.pelvis, chest));
        let under_head = if trunk.is_empty() {
            biped.pelvis
        } else {
            trunk[trunk.len() - 1].0
        };
        let neck = character
            .head()
            .map_or_else(Vec::new, |(head, _)| between(under_head, head));
        let hinge_below = |arm: LinkId| {
            let mut below = character.link_ids();
            let elbow = below.find(|link| character.link(*link).parent == Some(arm))?;
            let kind = &character.link(elbow).joint.kind;
            matches!(kind, JointKind::Hinge { .. }).then_some(elbow)
        };
        Self {
            pelvis_at_rest: biped.pelvis_at_rest,
            trunk,
            neck,
            arms: (biped.arms.iter())
                .map(|&(arm, side)| (arm, side, hinge_below(arm)))
                .collect(),
            style: style.clone(),
        }
    }

    /// How the pelvis lies in the world with a turn from rest, on a heading [rad].
    pub(super) fn world_from_pelvis(&self, heading: f64, turn: DQuat) -> DQuat {
        DQuat::from_rotation_y(heading) * turn * self.pelvis_at_rest
    }

    /// Puts trunk, neck and head where turns say.
    pub(super) fn carry(&self, character: &Character, turns: &Turns, pose: &mut Pose) {
        let pelvis = turns.pelvis;
        let chest = if self.trunk.is_empty() {
            pelvis
        } else {
            turns.chest
        };
        spread(
            character,
            &self.trunk,
            (pelvis * self.pelvis_at_rest, pelvis, chest),
            pose,
        );
        let below = self
            .trunk
            .last()
            .map_or(self.pelvis_at_rest, |(_, rest)| *rest);
        spread(
            character,
            &self.neck,
            (chest * below, chest, turns.head),
            pose,
        );
    }

    /// Swings the arms: how far back each goes and how far its elbow bends beyond the pose, given its side (+1 left) [rad].
    pub(super) fn swing_arms(
        &self,
        character: &Character,
        back_and_bend: impl Fn(f64) -> (f64, f64),
        pose: &mut Pose,
    ) {
        for &(arm, side, elbow) in &self.arms {
            let (back, bend) = back_and_bend(side);
            let joint = match self.style.joint(arm) {
                JointCoordinate::Ball(q) => {
                    JointCoordinate::Ball((DQuat::from_rotation_x(back) * q).normalize())
                }
                JointCoordinate::Hinge(rest) => JointCoordinate::Hinge(rest + back),
                JointCoordinate::Fixed => JointCoordinate::Fixed,
            };
            pose.joints[arm.index()] = joint.clamped(&character.link(arm).joint.kind);
            if let Some(elbow) = elbow
                && let JointCoordinate::Hinge(rest) = self.style.joint(elbow)
            {
                let joint = JointCoordinate::Hinge(rest + bend);
                pose.joints[elbow.index()] = joint.clamped(&character.link(elbow).joint.kind);
            }
        }
    }
}

/// Spreads the turn between two links evenly over the joints between them. The turns are from how the links lie at rest, in axes
/// that go with the heading; `below` is how the first of them lies.
fn spread(
    character: &Character,
    way: &[(LinkId, DQuat)],
    (below, from, to): (DQuat, DQuat, DQuat),
    pose: &mut Pose,
) {
    let mut parent = below;
    for (k, (link, at_rest)) in way.iter().enumerate() {
        let share = (k + 1) as f64 / way.len() as f64;
        let lies = from.slerp(to, share) * *at_rest;
        let joint = &character.link(*link).joint;
        let q = (parent * joint.parent_from_joint.rotation).conjugate() * lies;
        let coordinate = JointCoordinate::Ball(q.normalize()).clamped(&joint.kind);
        pose.joints[link.index()] = coordinate;
        parent = lies;
    }
}
