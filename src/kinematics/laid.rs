//! Where what carries weight would lie if it were put down.

use super::Kinematics;
use crate::character::{Character, FootKind};
use crate::math::Transform;
use glam::{DQuat, DVec3};

/// Where the link of a foot is, that of [`crate::character::Foot::whole`]; a hand as it would lie on level ground, turned about its wrist the
/// shortest way. Recordings seldom know how far a wrist is bent back, and draw the hand of a handstand in line with its forearm; people put
/// palms down flat.
pub fn laid(character: &Character, foot: usize, kin: &Kinematics) -> Transform {
    let own = &character.feet[foot];
    let there = *kin.link(own.whole.link);
    match own.kind {
        FootKind::Foot | FootKind::Knee => there,
        FootKind::Hand => {
            let up = there.direction(own.whole.up_in_link).normalize_or(DVec3::Y);
            let flat = DQuat::from_rotation_arc(up, DVec3::Y) * there.rotation;
            Transform::new(flat.normalize(), there.translation)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;

    #[test]
    fn a_hand_that_hangs_is_laid_by_bending_its_wrist_back() {
        let human = load_character("human").unwrap();
        let kin = Kinematics::of(&human, &human.rest);
        let foot = human.find_foot("left_hand").unwrap();
        let laid = laid(&human, foot, &kin);
        let own = &human.feet[foot].whole;
        let wrist = kin.link(own.link).translation;
        assert_eq!(laid.translation, wrist, "about the wrist");
        for corner in &own.corners_in_link {
            let below = wrist.y - laid.point(*corner).y;
            assert!((below - 0.036).abs() < 1e-9, "the palm is level: {below}");
        }
        // At rest palms face the thighs: fingers of a hand that is laid point away from them.
        assert!(laid.direction(DVec3::X).x > 0.9);
    }

    #[test]
    fn a_foot_is_where_it_is() {
        let human = load_character("human").unwrap();
        let kin = Kinematics::of(&human, &human.rest);
        let own = human.feet[0].whole.link;
        assert_eq!(laid(&human, 0, &kin), *kin.link(own));
    }
}
