//! What people call the parts of a skeleton: `mixamorig:LeftUpLeg`, `thigh.L`, `L_Hip` and `Bip01 L Thigh` are one thigh.
//!
//! ```text
//! name ──> words (prefix, case, separators and digits gone) ──> side + rest ──> part
//! ```
//! Some words mean different parts in different families: the `shoulder` of `MotionBuilder` is a collar bone, that of
//! SMPL an upper arm. Such words are told apart by what else the skeleton has: see [`parts_of`].

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

/// What a name says before the rest of the skeleton is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Sure(Segment),
    /// A collar bone when the side has another word for the upper arm, else the upper arm.
    Shoulder,
    /// Toes when the side has another word for the foot (an ankle), else the foot.
    Foot,
    /// Thigh on a side when nothing else is called thigh, else a filler; the pelvis in the middle.
    Hip,
}

/// Words left when side, digits and prefixes are gone, and what they mean.
const WORDS: &[(&str, Meaning)] = &[
    ("hips", Meaning::Sure(Segment::Pelvis)),
    ("pelvis", Meaning::Sure(Segment::Pelvis)),
    ("root", Meaning::Sure(Segment::Pelvis)),
    ("hip", Meaning::Hip),
    ("spine", Meaning::Sure(Segment::Spine)),
    ("lowerback", Meaning::Sure(Segment::Spine)),
    ("upperback", Meaning::Sure(Segment::Spine)),
    ("back", Meaning::Sure(Segment::Spine)),
    ("torso", Meaning::Sure(Segment::Spine)),
    ("waist", Meaning::Sure(Segment::Spine)),
    ("abdomen", Meaning::Sure(Segment::Spine)),
    ("belly", Meaning::Sure(Segment::Spine)),
    ("chest", Meaning::Sure(Segment::Spine)),
    ("upperchest", Meaning::Sure(Segment::Spine)),
    ("thorax", Meaning::Sure(Segment::Spine)),
    ("neck", Meaning::Sure(Segment::Neck)),
    ("head", Meaning::Sure(Segment::Head)),
    ("collar", Meaning::Sure(Segment::Collar)),
    ("collarbone", Meaning::Sure(Segment::Collar)),
    ("clavicle", Meaning::Sure(Segment::Collar)),
    ("shoulder", Meaning::Shoulder),
    ("arm", Meaning::Sure(Segment::UpperArm)),
    ("uparm", Meaning::Sure(Segment::UpperArm)),
    ("upperarm", Meaning::Sure(Segment::UpperArm)),
    ("humerus", Meaning::Sure(Segment::UpperArm)),
    ("shldr", Meaning::Sure(Segment::UpperArm)),
    ("forearm", Meaning::Sure(Segment::Forearm)),
    ("lowerarm", Meaning::Sure(Segment::Forearm)),
    ("lowarm", Meaning::Sure(Segment::Forearm)),
    ("radius", Meaning::Sure(Segment::Forearm)),
    ("elbow", Meaning::Sure(Segment::Forearm)),
    ("wrist", Meaning::Sure(Segment::Hand)),
    ("hand", Meaning::Sure(Segment::Hand)),
    ("thigh", Meaning::Sure(Segment::Thigh)),
    ("upleg", Meaning::Sure(Segment::Thigh)),
    ("upperleg", Meaning::Sure(Segment::Thigh)),
    ("femur", Meaning::Sure(Segment::Thigh)),
    ("leg", Meaning::Sure(Segment::Shank)),
    ("lowerleg", Meaning::Sure(Segment::Shank)),
    ("lowleg", Meaning::Sure(Segment::Shank)),
    ("calf", Meaning::Sure(Segment::Shank)),
    ("shin", Meaning::Sure(Segment::Shank)),
    ("shank", Meaning::Sure(Segment::Shank)),
    ("tibia", Meaning::Sure(Segment::Shank)),
    ("knee", Meaning::Sure(Segment::Shank)),
    ("ankle", Meaning::Sure(Segment::Foot)),
    ("foot", Meaning::Foot),
    ("toe", Meaning::Sure(Segment::Toes)),
    ("toes", Meaning::Sure(Segment::Toes)),
    ("toebase", Meaning::Sure(Segment::Toes)),
    ("ball", Meaning::Sure(Segment::Toes)),
];

/// Words in front of names that say whose skeleton it is.
const PREFIXES: [&str; 10] = [
    "mixamorig",
    "bip",
    "valvebiped",
    "biped",
    "character",
    "def",
    "org",
    "bone",
    "avg",
    "m",
];

/// The part that each name of one skeleton means; nothing for fingers, fillers and words that nobody knows.
pub fn parts_of<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<Option<Part>> {
    let meanings: Vec<Option<(Side, Meaning)>> = names.into_iter().map(meaning_of).collect();
    let has = |side: Side, segment: Segment| {
        let sure = Some((side, Meaning::Sure(segment)));
        meanings.contains(&sure)
    };
    let decide = |(side, meaning): (Side, Meaning)| {
        let segment = match meaning {
            Meaning::Sure(segment) => segment,
            Meaning::Shoulder if has(side, Segment::UpperArm) => Segment::Collar,
            Meaning::Shoulder => Segment::UpperArm,
            Meaning::Foot if has(side, Segment::Foot) => Segment::Toes,
            Meaning::Foot => Segment::Foot,
            Meaning::Hip if side == Side::Middle => Segment::Pelvis,
            Meaning::Hip if has(side, Segment::Thigh) => return None,
            Meaning::Hip => Segment::Thigh,
        };
        let middle = matches!(
            segment,
            Segment::Pelvis | Segment::Spine | Segment::Neck | Segment::Head
        );
        // A limb without a side is no part; nor is half a head.
        (middle == (side == Side::Middle)).then_some(Part { side, segment })
    };
    meanings.iter().map(|m| m.and_then(decide)).collect()
}

/// A name without case and separators, for names that are the same in two skeletons.
pub(super) fn plain(name: &str) -> String {
    let own = name.rsplit(':').next().unwrap_or(name);
    let letters = own.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

fn meaning_of(name: &str) -> Option<(Side, Meaning)> {
    let (side, rest) = side_and_rest(name);
    let known = WORDS.iter().find(|(word, _)| *word == rest)?;
    Some((side, known.1))
}

/// The side that a name speaks of, and all its other words in one.
fn side_and_rest(name: &str) -> (Side, String) {
    let own = name.rsplit(':').next().unwrap_or(name);
    let mut words = words(own);
    while words.len() > 1 && PREFIXES.contains(&words[0].as_str()) {
        words.remove(0);
    }
    let mut side = Side::Middle;
    let mut rest = String::new();
    for word in &words {
        let said = match word.as_str() {
            "l" | "left" | "lft" => Some(Side::Left),
            "r" | "right" | "rgt" | "rt" => Some(Side::Right),
            _ => None,
        };
        match said {
            Some(said) if side == Side::Middle => side = said,
            _ => rest.push_str(word),
        }
    }
    // All small letters in one word: `leftupleg`, `lthigh`.
    if side == Side::Middle {
        for (start, said) in [
            ("left", Side::Left),
            ("right", Side::Right),
            ("l", Side::Left),
            ("r", Side::Right),
        ] {
            let Some(after) = rest.strip_prefix(start) else {
                continue;
            };
            if !is_known(&rest) && is_known(after) {
                return (said, after.to_owned());
            }
        }
    }
    (side, rest)
}

fn is_known(word: &str) -> bool {
    WORDS.iter().any(|(known, _)| *known == word)
}

/// Words of a name in small letters: cut at separators, digits, and where a capital follows a small letter or begins the
/// last word of a run of capitals (`LHipJoint` is `l`, `hip`, `joint`).
fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (i, c) in letters.iter().enumerate() {
        if !c.is_alphabetic() {
            words.push(String::new());
            continue;
        }
        let after_small = i > 0 && letters[i - 1].is_lowercase();
        let before_small = letters.get(i + 1).is_some_and(|next| next.is_lowercase());
        if c.is_uppercase() && (after_small || before_small) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
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
    fn right_is_right() {
        let parts = parts_of(["RightUpLeg", "r_knee", "thigh.R", "rFoot", "rradius"]);
        assert!(
            parts
                .iter()
                .all(|p| p.is_some_and(|p| p.side == Side::Right))
        );
    }
}
