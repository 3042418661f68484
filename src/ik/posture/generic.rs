//! Habits of any body: joints are as loose as they are strong, a spine bends evenly, knees bend with hips.

use crate::character::{
    Character, Habit, Habits, JointCoordinate, JointKind, LinkId, first_coordinates,
};
use crate::kinematics::Kinematics;
use glam::DVec3;

/// How far a joint of strength 1 is turned from rest, root mean square [rad].
const LOOSENESS: f64 = 0.3;
const LEAST_LOOSENESS: f64 = 0.02;
/// How far each joint of a spine that bends evenly is turned about one axis [rad].
const SPINE: f64 = 0.12;
/// How far a hip is turned in a crouch; the knee is turned twice as far, and the ankle back as far as the hip [rad].
const CROUCH: f64 = 0.5;

/// What can be said of any body: one kind of poses about rest.
pub fn generic_habits(character: &Character) -> Habits {
    let kin = Kinematics::of(character, &character.rest);
    let build = Build {
        character,
        kin: &kin,
        first: &first_coordinates(character),
    };
    let strengths = character.links.iter().map(|link| link.joint.strength);
    let mut synergies = build.even_spine();
    synergies.extend(build.crouches());
    let habit = Habit {
        share: 1.0,
        middle: character.rest.joints.clone(),
        looseness: strengths
            .map(|strength| (LOOSENESS * strength).max(LEAST_LOOSENESS))
            .collect(),
        synergies,
    };
    Habits { kinds: vec![habit] }
}

/// A body at rest, and where its coordinates are.
struct Build<'a> {
    character: &'a Character,
    kin: &'a Kinematics,
    first: &'a [usize],
}

impl Build<'_> {
    /// All joints of the spine turn alike about each axis of the world.
    fn even_spine(&self) -> Vec<Vec<f64>> {
        let spine = self.character.spine();
        if spine.len() < 2 {
            return Vec::new();
        }
        let about = |axis: DVec3| {
            let mut synergy = self.nothing();
            for link in &spine {
                self.turn(&mut synergy, *link, SPINE * axis);
            }
            synergy
        };
        DVec3::AXES.map(about).into()
    }

    /// Each leg bends so that its foot stays level: the knee farther the way that it is bent already, hip and ankle back.
    fn crouches(&self) -> Vec<Vec<f64>> {
        let character = self.character;
        let feet = character.standing_feet().map(|foot| &character.feet[foot]);
        let legs = feet.filter_map(|foot| {
            let lower = character.link(foot.whole.link).parent?;
            let limb = character.limb(lower)?;
            let axis = self.bend_axis(lower)?;
            let mut synergy = self.nothing();
            self.turn(&mut synergy, limb.upper, -CROUCH * axis);
            self.turn(&mut synergy, limb.lower, 2.0 * CROUCH * axis);
            self.turn(&mut synergy, foot.whole.link, -CROUCH * axis);
            Some(synergy)
        });
        legs.collect()
    }

    /// The axis in the world about which a joint bends farther than it is bent at rest; the body's own width for a ball.
    fn bend_axis(&self, link: LinkId) -> Option<DVec3> {
        match (
            &self.character.link(link).joint.kind,
            self.character.rest.joint(link),
        ) {
            (JointKind::Hinge { axis, range }, JointCoordinate::Hinge(angle)) => {
                let further = if range.high - angle >= angle - range.low {
                    1.0
                } else {
                    -1.0
                };
                Some(further * self.kin.link(link).direction(*axis))
            }
            (JointKind::Ball(_), _) => Some(DVec3::X),
            _ => None,
        }
    }

    fn nothing(&self) -> Vec<f64> {
        vec![0.0; self.first[self.first.len() - 1]]
    }

    /// Adds a turn of a joint's link, world axes [rad].
    fn turn(&self, synergy: &mut [f64], link: LinkId, turn_in_world: DVec3) {
        let own = &mut synergy[self.first[link.index()]..self.first[link.index() + 1]];
        let turn_in_link = self.kin.link(link).rotation.conjugate() * turn_in_world;
        match &self.character.link(link).joint.kind {
            JointKind::Fixed => {}
            JointKind::Hinge { axis, .. } => own[0] += axis.dot(turn_in_link),
            JointKind::Ball(_) => {
                for (sum, part) in own.iter_mut().zip(turn_in_link.to_array()) {
                    *sum += part;
                }
            }
        }
    }
}
