//! An elbow or a knee points at something: the bend hint of animators (pole vector).

use super::{Task, Unit};
use crate::character::LinkId;
use crate::ik::levers::Levers;
use crate::ik::problem::Here;
use glam::DVec3;

/// The plane of a limb turns about the line from its root to its tip until its bend points at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pole {
    /// The link whose joint is the limb's root: upper arm, thigh.
    pub upper: LinkId,
    /// The link whose joint bends: forearm, shin.
    pub lower: LinkId,
    /// The link whose joint is the limb's tip: hand, foot.
    pub tip: LinkId,
    /// What the bend points at [m].
    pub target_in_world: DVec3,
}

/// A bend or a pole of a person nearer to the line from root to tip than this points nowhere in particular [m].
const BLUNT: f64 = 0.01;

/// The signed angle about the line from root to tip by which a limb's bend misses its pole, and how it grows with the
/// places of bend, root and tip.
struct Miss {
    angle: f64,
    gradients: [DVec3; 3],
}

impl Pole {
    /// A dihedral angle (Blondel and Karplus 1996). With u the line from root to tip, v and w what bend and pole have
    /// across it: angle = atan2(u·(v × w), v·w); moving the bend by d changes it by −d·(u × v)/v². What moves root or tip
    /// turns the line: the bend's share of that is its place along the line.
    fn miss(&self, here: Here) -> Option<Miss> {
        let place = |link: LinkId| here.kin.pivot(link);
        let (root, bend, tip) = (place(self.upper), place(self.lower), place(self.tip));
        let line = tip - root;
        let length = line.length();
        let u = line.try_normalize()?;
        let across = |point: DVec3| {
            let from_root = point - root;
            let along = from_root.dot(u);
            (from_root - along * u, along / length)
        };
        let ((v, bend_along), (w, pole_along)) = (across(bend), across(self.target_in_world));
        let blunt = here.size * BLUNT;
        if v.length() < blunt || w.length() < blunt {
            return None;
        }
        let angle = libm::atan2(u.dot(v.cross(w)), v.dot(w));
        let by_bend = -u.cross(v) / v.length_squared();
        let by_pole = u.cross(w) / w.length_squared();
        let by_tip = -(bend_along * by_bend + pole_along * by_pole);
        let by_root = -(by_bend + by_pole + by_tip);
        Some(Miss {
            angle,
            gradients: [by_bend, by_root, by_tip],
        })
    }
}

impl Task for Pole {
    fn unit(&self) -> Unit {
        Unit::Radians
    }

    fn error(&self, here: Here) -> DVec3 {
        DVec3::X * self.miss(here).map_or(0.0, |miss| miss.angle)
    }

    /// The error is no chord.
    fn told(&self, size: f64) -> f64 {
        size
    }

    fn rows(&self, here: Here, _asked: DVec3, levers: &mut Levers) {
        let Some(miss) = self.miss(here) else {
            return levers.nothing();
        };
        let links = [self.lower, self.upper, self.tip];
        let mut moved = links.map(|link| (link, here.kin.pivot(link), DVec3::ZERO));
        // The error is the angle itself, so what the joints have to bring is its fall.
        for (moved, gradient) in moved.iter_mut().zip(miss.gradients) {
            moved.2 = -gradient;
        }
        levers.scalar(here, &moved);
    }
}
