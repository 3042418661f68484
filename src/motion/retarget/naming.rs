//! What people call the parts of a skeleton: `mixamorig:LeftUpLeg`, `thigh.L`, `L_Hip` and `Bip01 L Thigh` are one thigh.
//!
//! Some words mean different parts in different families: the `shoulder` of `MotionBuilder` is a collar bone, that of
//! SMPL an upper arm. Such words are told apart by what else the skeleton has: see [`parts_of`]. Whether names fit the
//! skeleton's shape is another question ([`super::anatomy`]).

use super::words::{Meaning, meaning_of, own_name, shared_words};
use crate::kinematics::Side;

/// A segment of a limb or of the trunk, named by the bone that turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Segment {
    /// The root of the body.
    Pelvis,
    /// Anything between pelvis and neck; chains have several.
    Spine,
    /// Between chest and head; chains have several.
    Neck,
    /// The head.
    Head,
    /// Between chest and upper arm.
    Collar,
    /// From shoulder to elbow.
    UpperArm,
    /// From elbow to wrist.
    Forearm,
    /// Beyond the wrist.
    Hand,
    /// From hip to knee.
    Thigh,
    /// From knee to ankle.
    Shank,
    /// Beyond the ankle.
    Foot,
    /// Beyond the ball of the foot.
    Toes,
}

/// A part of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    /// Which side of the body.
    pub side: Side,
    /// Which segment.
    pub segment: Segment,
}

/// The part that each name of one skeleton means; nothing for fingers, fillers and words that nobody knows.
pub fn parts_of<'n, I>(names: I) -> Vec<Option<Part>>
where
    I: IntoIterator<Item = &'n str>,
    I::IntoIter: Clone,
{
    let names = names.into_iter();
    let shared = shared_words(names.clone());
    let meanings: Vec<Option<(Side, Meaning)>> =
        names.map(|name| meaning_of(name, &shared)).collect();
    let has = |side: Side, segment: Segment| {
        let sure = Some((side, Meaning::Sure(segment)));
        meanings.contains(&sure)
    };
    let decide = |(side, meaning): (Side, Meaning)| {
        let segment = match meaning {
            Meaning::Sure(segment) => segment,
            Meaning::Shoulder if side == Side::Middle => Segment::Spine,
            Meaning::Shoulder
                if has(side, Segment::UpperArm)
                    || meanings.contains(&Some((side, Meaning::Arm))) =>
            {
                Segment::Collar
            }
            Meaning::Foot if has(side, Segment::Foot) => Segment::Toes,
            Meaning::Foot => Segment::Foot,
            Meaning::Hip if side == Side::Middle => Segment::Pelvis,
            Meaning::Hip if has(side, Segment::Thigh) => return None,
            Meaning::Hip => Segment::Thigh,
            Meaning::Leg if has(side, Segment::Shank) && !has(side, Segment::Thigh) => {
                Segment::Thigh
            }
            Meaning::Leg => Segment::Shank,
            Meaning::Arm if has(side, Segment::UpperArm) && !has(side, Segment::Forearm) => {
                Segment::Forearm
            }
            Meaning::Shoulder | Meaning::Arm => Segment::UpperArm,
        };
        // A limb without a side is no part; nor is half a head.
        let is_of_trunk = matches!(
            segment,
            Segment::Pelvis | Segment::Spine | Segment::Neck | Segment::Head
        );
        (is_of_trunk == (side == Side::Middle)).then_some(Part { side, segment })
    };
    meanings.iter().map(|m| m.and_then(decide)).collect()
}

impl Part {
    /// Of the trunk.
    pub(super) const fn middle(segment: Segment) -> Self {
        Self {
            side: Side::Middle,
            segment,
        }
    }
}

/// A name without case and separators, for names that are the same in two skeletons.
pub(super) fn plain(name: &str) -> String {
    let letters = own_name(name).chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT_LEG: [Segment; 4] = [Segment::Thigh, Segment::Shank, Segment::Foot, Segment::Toes];
    const LEFT_ARM: [Segment; 4] = [
        Segment::Collar,
        Segment::UpperArm,
        Segment::Forearm,
        Segment::Hand,
    ];

    #[test]
    fn every_family_calls_the_left_limbs_by_names_that_are_understood() {
        for names in [
            "LeftUpLeg LeftLeg LeftFoot LeftToeBase LeftShoulder LeftArm LeftForeArm LeftHand",
            "mixamorig:LeftUpLeg mixamorig:LeftLeg mixamorig:LeftFoot mixamorig:LeftToeBase mixamorig:LeftShoulder \
             mixamorig:LeftArm mixamorig:LeftForeArm mixamorig:LeftHand",
            "L_Hip L_Knee L_Ankle L_Foot L_Collar L_Shoulder L_Elbow L_Wrist",
            "m_avg_L_Hip m_avg_L_Knee m_avg_L_Ankle m_avg_L_Foot m_avg_L_Collar m_avg_L_Shoulder m_avg_L_Elbow m_avg_L_Wrist",
            "l_hip l_knee l_ankle l_foot l_collar l_shoulder l_elbow l_wrist",
            "thigh_l calf_l foot_l ball_l clavicle_l upperarm_l lowerarm_l hand_l",
            "thigh.L shin.L foot.L toe.L shoulder.L upper_arm.L forearm.L hand.L",
            "Bip01_L_Thigh Bip01_L_Calf Bip01_L_Foot Bip01_L_Toe0 Bip01_L_Clavicle Bip01_L_UpperArm Bip01_L_Forearm Bip01_L_Hand",
            "lThigh lShin lFoot lToe lCollar lShldr lForeArm lHand",
            "left_thigh left_shank left_foot left_toes left_collar left_upper_arm left_forearm left_hand",
            "leftupleg leftleg leftfoot lefttoebase leftshoulder leftarm leftforearm lefthand",
            "LeftHip LeftKnee LeftAnkle LeftToe LeftCollar LeftShoulder LeftElbow LeftWrist",
            "lfemur ltibia lfoot ltoes lclavicle lhumerus lradius lhand",
            "LThigh LShin LFoot LToe LShoulder LUArm LFArm LHand",
            "J_Bip_L_UpperLeg J_Bip_L_LowerLeg J_Bip_L_Foot J_Bip_L_ToeBase J_Bip_L_Shoulder J_Bip_L_UpperArm \
             J_Bip_L_LowerArm J_Bip_L_Hand",
            "CC_Base_L_Thigh CC_Base_L_Calf CC_Base_L_Foot CC_Base_L_ToeBase CC_Base_L_Clavicle CC_Base_L_Upperarm \
             CC_Base_L_Forearm CC_Base_L_Hand",
            "lThighBend lShin lFoot lToe lCollar lShldrBend lForearmBend lHand",
            "l_thigh l_shin l_foot l_toes l_shoulder l_upperarm l_forearm l_hand",
            "DEF-thigh.L DEF-shin.L DEF-foot.L DEF-toe.L DEF-shoulder.L DEF-upper_arm.L DEF-forearm.L DEF-hand.L",
            "LeftUpperLeg LeftLowerLeg LeftFoot LeftToe LeftShoulder LeftUpperArm LeftForeArm LeftHand",
            "HipLeft KneeLeft AnkleLeft FootLeft ClavicleLeft ShoulderLeft ElbowLeft WristLeft",
            "ValveBiped.Bip01_L_Thigh ValveBiped.Bip01_L_Calf ValveBiped.Bip01_L_Foot ValveBiped.Bip01_L_Toe0 \
             ValveBiped.Bip01_L_Clavicle ValveBiped.Bip01_L_UpperArm ValveBiped.Bip01_L_Forearm ValveBiped.Bip01_L_Hand",
            "左足 左ひざ 左足首 左つま先 左肩 左腕 左ひじ 左手首",
            "leg_L knee_L ankle_L toe_L shoulder_L arm_L elbow_L wrist_L",
            "jLeftHip jLeftKnee jLeftAnkle jLeftBallFoot jLeftT4Shoulder jLeftShoulder jLeftElbow jLeftWrist",
            "left_upLeg_joint left_leg_joint left_foot_joint left_toes_joint left_shoulder_1_joint left_arm_joint \
             left_forearm_joint left_hand_joint",
            "mHipLeft mKneeLeft mAnkleLeft mFootLeft mCollarLeft mShoulderLeft mElbowLeft mWristLeft",
            "Hip_L Knee_L Ankle_L Toes_L Scapula_L Shoulder_L Elbow_L Wrist_L",
            "thigh_stretch.l leg_stretch.l foot.l toes_01.l shoulder.l arm_stretch.l forearm_stretch.l hand.l",
            "QuickRig_LeftUpLeg QuickRig_LeftLeg QuickRig_LeftFoot QuickRig_LeftToeBase QuickRig_LeftShoulder \
             QuickRig_LeftArm QuickRig_LeftForeArm QuickRig_LeftHand",
        ] {
            let parts = parts_of(names.split_whitespace());
            for (part, segment) in parts.iter().zip(LEFT_LEG.iter().chain(&LEFT_ARM)) {
                let expected = Part {
                    side: Side::Left,
                    segment: *segment,
                };
                assert_eq!(*part, Some(expected), "{names}");
            }
        }
    }

    #[test]
    fn the_middle_line_is_understood_and_fillers_and_fingers_are_not() {
        let segments = |names: &str| -> Vec<Option<Segment>> {
            let parts = parts_of(names.split_whitespace());
            parts.iter().map(|p| p.map(|p| p.segment)).collect()
        };
        assert_eq!(
            segments("Hips LowerBack Spine1 spine_02 Neck1 Head pelvis abdomen Chest2"),
            [
                Segment::Pelvis,
                Segment::Spine,
                Segment::Spine,
                Segment::Spine,
                Segment::Neck,
                Segment::Head,
                Segment::Pelvis,
                Segment::Spine,
                Segment::Spine
            ]
            .map(Some)
        );
        let fillers =
            "LeftUpLeg LHipJoint LeftHandIndex1 LThumb LeftFingerBase HeadEnd LeftHandEnd tail";
        assert_eq!(segments(fillers)[1..], [None; 7]);
        assert_eq!(segments("thigh head.L"), [None, None]);
    }

    #[test]
    fn the_trunks_of_other_families_are_understood_too() {
        for names in [
            "Pelvis L5 T12 Neck Head",
            "HIP_CENTER SPINE SHOULDER_CENTER NECK HEAD",
            "SpineBase SpineMid SpineShoulder Neck Head",
            "CC_Base_Hip CC_Base_Waist CC_Base_Spine01 CC_Base_NeckTwist01 CC_Base_Head",
            "hip abdomenLower chestUpper neckLower head",
            "下半身 上半身 上半身2 首 頭",
            "J_Bip_C_Hips J_Bip_C_Spine J_Bip_C_UpperChest J_Bip_C_Neck J_Bip_C_Head",
            "root.x spine_01.x spine_02.x neck.x head.x",
            "Hip Ab Chest Neck Head",
        ] {
            let parts = parts_of(names.split_whitespace());
            let expected = [
                Segment::Pelvis,
                Segment::Spine,
                Segment::Spine,
                Segment::Neck,
                Segment::Head,
            ];
            let expected = expected.map(|segment| {
                Some(Part {
                    side: Side::Middle,
                    segment,
                })
            });
            assert_eq!(parts, expected, "{names}");
        }
    }

    #[test]
    fn right_is_right() {
        let parts = parts_of(["RightUpLeg", "r_knee", "thigh.R", "rFoot", "rradius"]);
        assert!(
            parts
                .iter()
                .all(|p| p.is_some_and(|p| p.side == Side::Right))
        );
    }
}
