//! Kenwright's ghost: pinned at the support foot, pulled to the plan by springs and dampers in its joints.

use super::controller::{Controller, Seen};
use super::pin::Pins;
use super::pose_pd::PosePd;
use super::shares::Shares;
use crate::character::{Character, LinkId};
use crate::physics::{Fingerprint, Inputs};

/// The pose's springs, and pins for planted feet.
#[derive(Clone, Debug)]
pub struct PinnedPd {
    pose: PosePd,
    pins: Pins,
}

impl PinnedPd {
    /// With or without the torques that the plan needs.
    pub fn new(character: &Character, anticipates: bool) -> Self {
        Self {
            pose: PosePd::new(character, anticipates),
            pins: Pins::default(),
        }
    }
}

impl Controller for PinnedPd {
    fn sense(&mut self, seen: &Seen, inputs: &mut Inputs) {
        let contacts = seen.target.contacts;
        let (plan, body) = (seen.plan.kinematics(), seen.body.kinematics());
        let shares = Shares::of(seen.character, contacts, plan, seen.scale);
        (self.pins).update(seen.character, contacts, &shares, (plan, body), seen.secs);
        let times = (seen.secs, seen.step_secs);
        (self.pins).write(seen.character, (plan, seen.scale), times, inputs);
        self.pose.drive(seen, &shares, inputs);
    }

    fn hash_into(&self, hash: &mut Fingerprint) {
        self.pins.hash_into(hash);
    }

    fn pinned_link(&self) -> Option<LinkId> {
        self.pins.held()
    }
}
