//! How a free-standing ghost balances. Figures with a length, a mass or a time in them are a person's (72 kg, 1.75 m) and are
//! taken to the size of the body ([`BodyScale`]).

use crate::physics::BodyScale;
use serde::{Deserialize, Serialize};

/// Virtual actuators and the topple-free foot (da Silva et al. 2017). The paper gives no gains; each says where its own is from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct VirtualActuatorSettings {
    /// Virtual spring of the centre of mass, level [N/m] (`k_fp`). A body that falls over is pushed away by m g over its height, 750 N/m of
    /// a person: twice that brings it back.
    pub com_stiffness: f64,
    /// Virtual damper of the centre of mass, level [N s/m] (`k_fd`): the spring times the body's own time √(height / g), 0.31 s of a person.
    /// Then spring and damper pull at the capture point, c + ċ √(height / g), and the ground is to push twice as far out as that is.
    pub com_damping: f64,
    /// Virtual damper of the whole body's turning [1/s] (`k_L`): an angular momentum about the centre of mass is gone in a sixth of
    /// a second.
    pub spin_damping: f64,
    /// Virtual spring of the chest's orientation while a motion is followed [N m/rad] (`k_τp`): half of what the hips hold the pose with.
    pub chest_stiffness: f64,
    /// Virtual damper of the same [N m s/rad] (`k_τd`).
    pub chest_damping: f64,
    /// Stiffness of joints towards the pose (`k_p`): what share of an athlete's strength they give when they are off by one radian
    /// [1/rad], at the usual tone. 1 comes to 530 N m/rad in the hip, 350 in the knee, 220 in the ankle.
    pub pose_firmness: f64,
    /// Time in which a joint without inertia comes back [s]: damping over stiffness (`k_d / k_p`).
    pub pose_damping_secs: f64,
    /// The virtual force is no farther from the vertical than this, a slope: beyond it a sole slides.
    pub most_slope: f64,
    /// Torque that a foot's own ground has to balance [N m] (`thr_min`): what a person's sole bears without tipping.
    pub least_torque: f64,
    /// Torque at which the figure gives up [N m] (`thr_max`): a strong person's ankle gives no more.
    pub most_torque: f64,
    /// Stiffness while it falls, times that of the pose, no unit: knees and hips give way, or it would go down like a board.
    pub falling_firmness: f64,
    /// Damping while it falls, times that of the pose, no unit: or it would go down like a rag.
    pub falling_damping: f64,
    /// Radius of a foot's zone while a pose is held [m] (`r_z`): less than half of what feet stand apart, so that whoever stands evenly is
    /// in none and stands on both.
    pub zone_radius: f64,
}

impl Default for VirtualActuatorSettings {
    fn default() -> Self {
        Self {
            com_stiffness: 1500.0,
            com_damping: 460.0,
            spin_damping: 6.0,
            chest_stiffness: 300.0,
            chest_damping: 30.0,
            pose_firmness: 1.0,
            pose_damping_secs: 0.1,
            most_slope: 0.7,
            least_torque: 20.0,
            most_torque: 200.0,
            falling_firmness: 0.05,
            falling_damping: 2.0,
            zone_radius: 0.06,
        }
    }
}

impl VirtualActuatorSettings {
    /// The same for a body of another size and weight.
    #[must_use]
    pub fn scaled(&self, scale: &BodyScale) -> Self {
        Self {
            com_stiffness: scale.stiffness() * self.com_stiffness,
            com_damping: scale.damping() * self.com_damping,
            spin_damping: self.spin_damping / scale.time(),
            chest_stiffness: scale.torque() * self.chest_stiffness,
            chest_damping: scale.turning_damping() * self.chest_damping,
            pose_damping_secs: scale.time() * self.pose_damping_secs,
            least_torque: scale.torque() * self.least_torque,
            most_torque: scale.torque() * self.most_torque,
            zone_radius: scale.length * self.zone_radius,
            ..*self
        }
    }
}
