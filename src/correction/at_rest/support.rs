//! What a frame asks for: one list of goals for all frames that stand on the same soles, aimed anew for each.

use super::super::BalanceSettings;
use super::super::figures::{hands, looking_links};
use super::plan::FootPlan;
use super::swing::blend;
use crate::character::Character;
use crate::ik::{CenterOfMass, Goal, GoalKind, Orientation, Position, Rank};
use crate::kinematics::{Kinematics, Stance, SupportPolygon};
use crate::level::Level;
use crate::math::Transform;
use crate::motion::Clip;
use glam::{DQuat, DVec2, DVec3};

/// Next to a contact a foot gains weight over this time [s], up to this many times its own: a foot that has to be planted in
/// the next frame must be there already, or the body jumps to it.
const CONTACT_SECS: f64 = 0.25;
const CONTACT_WEIGHT: f64 = 50.0;
/// Weight of the head's orientation among effectors.
const LOOK_WEIGHT: f64 = 0.3;

/// Frames that stand on the same contacts.
pub(super) struct Support {
    /// Where the planted soles are; those that roll move from frame to frame.
    pub(super) stance: Stance,
    /// What carries weight, seen from above.
    pub(super) carrying: SupportPolygon,
    /// Contacts, balance, hands, swinging feet, head, in this order.
    pub(super) goals: Vec<Goal>,
    /// Index of balance in `goals`; contacts are before it.
    pub(super) balance: usize,
    first_hand: usize,
    /// Feet in the air; each has two goals from `first_foot` on.
    swinging: Vec<usize>,
    first_foot: usize,
    first_look: usize,
}

/// A frame, and what its targets come from.
#[derive(Clone, Copy)]
pub(super) struct Moment<'a> {
    pub(super) character: &'a Character,
    pub(super) plan: &'a FootPlan,
    pub(super) settings: &'a BalanceSettings,
    pub(super) frame: usize,
    pub(super) frame_secs: f64,
    /// The ground and its time [s].
    pub(super) level: Option<(&'a Level, f64)>,
}

/// One support for every run of frames with the same plantings, and the support of every frame.
pub(super) fn supports(
    character: &Character,
    clip: &Clip,
    plan: &FootPlan,
    settings: &BalanceSettings,
) -> (Vec<Support>, Vec<Option<usize>>) {
    let feet = 0..character.feet.len();
    let (mut supports, mut support_of) = (Vec::new(), Vec::with_capacity(clip.frames.len()));
    let mut last: Vec<Option<(usize, bool)>> = Vec::new();
    for frame in 0..clip.frames.len() {
        let now = feet.clone().map(|foot| plan.standing(frame, foot));
        if now.clone().all(|standing| standing.is_none()) {
            support_of.push(None);
            last.clear();
            continue;
        }
        if !now.clone().eq(last.iter().copied()) {
            last = now.collect();
            let stance = Stance::new(character, plan.planted(character, frame));
            let corners = plan.carrying_corners(character, frame);
            let carrying = SupportPolygon::hull(corners);
            supports.push(Support::new(character, stance, carrying, settings));
        }
        support_of.push(Some(supports.len() - 1));
    }
    (supports, support_of)
}

impl Support {
    fn new(
        character: &Character,
        stance: Stance,
        carrying: SupportPolygon,
        settings: &BalanceSettings,
    ) -> Self {
        let mut goals = Goal::contacts(character, &stance);
        let balance = goals.len();
        goals.push(Goal::balance_over_center(&stance));
        let first_hand = goals.len();
        for hand in hands(character) {
            let kind = GoalKind::Position(Position {
                link: hand.link,
                point_in_link: hand.point_in_link,
                target_in_world: DVec3::ZERO,
            });
            let mut goal = Goal::new(hand.name.clone(), Rank::EFFECTOR, kind);
            goal.weight = settings.hand_weight;
            goals.push(goal);
        }
        let first_foot = goals.len();
        let in_air = |foot: &usize| stance.planted.iter().all(|p| p.foot != *foot);
        let swinging: Vec<usize> = character.standing_feet().filter(in_air).collect();
        for index in &swinging {
            let sole = &character.feet[*index].whole;
            let place = GoalKind::Position(Position {
                link: sole.link,
                point_in_link: sole.center_in_link(),
                target_in_world: DVec3::ZERO,
            });
            let orientation = GoalKind::Orientation(Orientation {
                link: sole.link,
                world_from_link: DQuat::IDENTITY,
            });
            for kind in [place, orientation] {
                let mut goal = Goal::new(sole.name.clone(), Rank::EFFECTOR, kind);
                goal.weight = settings.foot_weight;
                goals.push(goal);
            }
        }
        let first_look = goals.len();
        for link in looking_links(character) {
            let kind = GoalKind::Orientation(Orientation {
                link,
                world_from_link: DQuat::IDENTITY,
            });
            let name = character.link(link).name.clone();
            let mut goal = Goal::new(name, Rank::EFFECTOR, kind);
            goal.weight = LOOK_WEIGHT;
            goals.push(goal);
        }
        Self {
            stance,
            carrying,
            goals,
            balance,
            first_hand,
            swinging,
            first_foot,
            first_look,
        }
    }

    /// Writes the targets of a frame into the goals: `kin` is the recorded pose's.
    pub(super) fn aim(&mut self, moment: Moment, com_xz: DVec2, kin: &Kinematics) {
        let Moment {
            character,
            plan,
            settings,
            frame,
            frame_secs,
            level,
        } = moment;
        if let GoalKind::CenterOfMass(CenterOfMass { target_xz }) =
            &mut self.goals[self.balance].kind
        {
            *target_xz = com_xz;
        }
        // Feet that stand may roll: the held one through the stance, the others through their goals.
        for planted in &mut self.stance.planted {
            if let Some(place) = plan.place(character, frame, planted.foot) {
                *planted = place;
            }
        }
        let standing = self.stance.planted.iter().skip(1);
        let contacts = self.goals[..self.balance].chunks_exact_mut(2);
        for (planted, goals) in standing.zip(contacts) {
            aim_at(goals, &planted.world_from_link);
        }
        for goal in &mut self.goals[self.first_hand..self.first_foot] {
            aim_at_recorded(&mut goal.kind, kin);
        }
        for goal in &mut self.goals[self.first_look..] {
            aim_at_recorded(&mut goal.kind, kin);
        }
        let feet = &mut self.goals[self.first_foot..self.first_look];
        for (foot, goals) in self.swinging.iter().zip(feet.chunks_exact_mut(2)) {
            let target = plan.swing(character, (frame, *foot), frame_secs, level);
            aim_at(goals, &target);
            let edge = plan.secs_to_contact((frame, *foot), frame_secs);
            let nearness = edge.map_or(0.0, |secs| blend(secs / CONTACT_SECS));
            for goal in goals {
                goal.weight = settings.foot_weight * libm::pow(CONTACT_WEIGHT, nearness);
            }
        }
    }
}

/// Sets the targets of a link's place and orientation.
fn aim_at(goals: &mut [Goal], world_from_link: &Transform) {
    for goal in goals {
        match &mut goal.kind {
            GoalKind::Position(Position {
                point_in_link,
                target_in_world,
                ..
            }) => *target_in_world = world_from_link.point(*point_in_link),
            GoalKind::Orientation(Orientation {
                world_from_link: target,
                ..
            }) => *target = world_from_link.rotation,
            _ => {}
        }
    }
}

/// Sets a goal's target to where the recorded pose has it.
fn aim_at_recorded(kind: &mut GoalKind, kin: &Kinematics) {
    match kind {
        GoalKind::Position(Position {
            link,
            point_in_link,
            target_in_world,
        }) => *target_in_world = kin.link(*link).point(*point_in_link),
        GoalKind::Orientation(Orientation {
            link,
            world_from_link,
        }) => *world_from_link = kin.link(*link).rotation,
        _ => {}
    }
}
