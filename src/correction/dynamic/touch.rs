//! What of a foot touches the ground while it stands: all of it, ball and toes under a heel that is up, the edge of the heel under toes that
//! are.

use super::super::roll::Roller;
use crate::character::{Character, Contacts};
use crate::math::Transform;
use glam::DVec3;

/// A part of a foot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Touch {
    All,
    Front,
    Heel,
}

/// A foot that is turned by less than this lies flat [rad].
const FLAT: f64 = 0.01;

impl Touch {
    /// Of a foot whose heel is up by so much; negative with its toes up [rad].
    pub(super) fn of(roll: f64) -> Self {
        if roll > FLAT {
            Self::Front
        } else if roll < -FLAT {
            Self::Heel
        } else {
            Self::All
        }
    }

    /// The soles that stand.
    pub(super) fn soles(self, character: &Character, foot: usize) -> Contacts {
        let own = &character.feet[foot];
        let front = own.front(character);
        let heel = own.patches.minus(front);
        match self {
            Self::Front if !front.is_empty() => front,
            Self::Heel if !heel.is_empty() => heel,
            _ => own.patches,
        }
    }

    /// The points that touch of a foot that is flat there, or was before it rolled [m].
    pub(super) fn points(
        self,
        character: &Character,
        (foot, roller): (usize, &Roller),
        flat: &Transform,
    ) -> Vec<DVec3> {
        let corners = match self {
            // Every sole's, as the audit takes them: where feet stand at several heights each corner has its say.
            Self::All => {
                let flat_toes = roller.toe.as_ref().map(|toe| toe.angle(0.0));
                roller.corners(character, foot, flat_toes)
            }
            Self::Front => roller.front_corners(character, foot),
            Self::Heel => roller.heel_edge(character, foot),
        };
        corners.iter().map(|corner| flat.point(*corner)).collect()
    }
}
