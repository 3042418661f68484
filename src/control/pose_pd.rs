//! Springs and dampers of joints towards the plan (Kenwright 2012, equation 16; da Silva et al. 2017, equation 1), with the torques
//! that the planned motion needs given in advance.

use super::controller::{Controller, Seen};
use super::gains::Gain;
use super::shares::Shares;
use crate::character::{Character, Footing};
use crate::physics::{Drive, Fingerprint, Inputs, NeededTorques};
use glam::DVec3;

/// Joints that are pulled to the plan. The drives are implicit in the step, as stable proportional-derivative control is (SPD; Tan, Liu
/// and Turk 2011), so that no stiffness is too high for it.
#[derive(Clone, Debug)]
pub struct PosePd {
    /// Nothing, when joints are to sag by what their springs need to carry the body, as in the papers.
    needed: Option<NeededTorques>,
}

impl PosePd {
    /// With or without the torques that the plan needs.
    pub fn new(character: &Character, anticipates: bool) -> Self {
        Self {
            needed: anticipates.then(|| NeededTorques::new(character)),
        }
    }

    /// Aims every joint's drive at the plan. Standing on several soles, a joint gives what standing on each alone would
    /// need, by their shares of the weight: a mean of equilibria is one.
    pub(super) fn drive(&mut self, seen: &Seen, shares: &Shares, inputs: &mut Inputs) {
        write_drives(seen, seen.gains.iter().copied(), inputs);
        let Some(needed) = &mut self.needed else {
            return;
        };
        let (character, target) = (seen.character, seen.target);
        for (foot, share) in shares.iter() {
            let patches = character.feet[foot].patches.shared(target.contacts);
            let link = character.footing_link(Footing { foot, patches });
            let torques = needed.find(character, &target.planned, link, seen.gravity);
            for (drive, torque) in inputs.drives.iter_mut().zip(torques) {
                if let Some(drive) = drive {
                    drive.feed_forward += share * *torque;
                }
            }
        }
    }
}

impl Controller for PosePd {
    fn sense(&mut self, seen: &Seen, inputs: &mut Inputs) {
        let shares = Shares::of(
            seen.character,
            seen.target.contacts,
            seen.plan.kinematics(),
            seen.scale,
        );
        self.drive(seen, &shares, inputs);
    }

    fn hash_into(&self, _: &mut Fingerprint) {}
}

/// Drives of these gains towards the target. (links)
pub(super) fn write_drives(
    seen: &Seen,
    gains: impl Iterator<Item = Option<Gain>>,
    inputs: &mut Inputs,
) {
    let planned = &seen.target.planned;
    inputs.drives.clear();
    (inputs.drives).extend(gains.enumerate().map(|(index, gain)| {
        gain.map(|gain| Drive {
            target: planned.pose.joints[index],
            rate: planned.velocity.joints[index],
            feed_forward: DVec3::ZERO,
            stiffness: gain.stiffness,
            damping: gain.damping,
            most_torque: gain.most_torque,
            resistance: gain.resistance,
        })
    }));
}
