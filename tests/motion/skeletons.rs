//! Skeletons of many programs, made here joint by joint in their own naming: each is mapped whole, or refused.

use contrapposto::character::Character;
use contrapposto::io::load_character;
use contrapposto::math::{Random, Transform, rotation_from_vector};
use contrapposto::motion::{JointMap, RecordedJoint, Recording};
use glam::DVec3;
use std::collections::BTreeMap;

/// A skeleton: chains of joints, `name=role`, each from a joint that is there already. Roles: `P` pelvis, `S` spine, `N` neck, `H` head;
/// with `l` for left `C` collar, `U` upper arm, `F` forearm, `W` wrist, `T` thigh, `K` knee, `A` ankle, `B` ball; `0` at the ground, `-` in
/// the place of its parent, `i` half-way on the bone, `t` a twist beside the bone, `f` a finger. Chains of the left are there on the right, too.
struct Family {
    of: &'static str,
    left_and_right: [&'static str; 2],
    chains: &'static [&'static str],
}

const FAMILIES: &[Family] = &[
    Family {
        of: "MotionBuilder",
        left_and_right: ["Left", "Right"],
        chains: &[
            "Hips=P > Spine=S > Spine1=S > Neck=N > Head=H",
            "Spine1 > LeftShoulder=lC > LeftArm=lU > LeftForeArm=lF > LeftHand=lW > LeftHandIndex1=f",
            "Hips > LeftUpLeg=lT > LeftLeg=lK > LeftFoot=lA > LeftToeBase=lB",
        ],
    },
    Family {
        of: "Mixamo",
        left_and_right: ["Left", "Right"],
        chains: &[
            "mixamorig:Hips=P > mixamorig:Spine=S > mixamorig:Spine1=S > mixamorig:Spine2=S > mixamorig:Neck=N > mixamorig:Head=H",
            "mixamorig:Spine2 > mixamorig:LeftShoulder=lC > mixamorig:LeftArm=lU > mixamorig:LeftForeArm=lF > mixamorig:LeftHand=lW",
            "mixamorig:Hips > mixamorig:LeftUpLeg=lT > mixamorig:LeftLeg=lK > mixamorig:LeftFoot=lA > mixamorig:LeftToeBase=lB",
        ],
    },
    Family {
        of: "CMU",
        left_and_right: ["L", "R"],
        chains: &[
            "Hips=P > LowerBack=S > Spine=S > Spine1=S > Neck=N > Neck1=N > Head=H",
            "Spine1 > Lshoulder=lC > Larm=lU > Lforearm=lF > Lhand=lW > Lfingerbase=f",
            "Hips > LHipJoint=- > Lupleg=lT > Lleg=lK > Lfoot=lA > Ltoebase=lB",
        ],
    },
    Family {
        of: "SMPL",
        left_and_right: ["L_", "R_"],
        chains: &[
            "Pelvis=P > Spine1=S > Spine2=S > Spine3=S > Neck=N > Head=H",
            "Spine3 > L_Collar=lC > L_Shoulder=lU > L_Elbow=lF > L_Wrist=lW > L_Hand=f",
            "Pelvis > L_Hip=lT > L_Knee=lK > L_Ankle=lA > L_Foot=lB",
        ],
    },
    Family {
        of: "Unreal",
        left_and_right: ["_l", "_r"],
        chains: &[
            "root=0 > pelvis=P > spine_01=S > spine_02=S > spine_03=S > neck_01=N > neck_02=N > head=H",
            "spine_03 > clavicle_l=lC > upperarm_l=lU > lowerarm_l=lF > hand_l=lW > index_01_l=f",
            "upperarm_l > upperarm_twist_01_l=t",
            "pelvis > thigh_l=lT > calf_l=lK > foot_l=lA > ball_l=lB",
            "thigh_l > thigh_twist_01_l=t",
            "root > ik_foot_root=- > ik_foot_l=-",
        ],
    },
    Family {
        of: "Rigify",
        left_and_right: [".L", ".R"],
        chains: &[
            "DEF-spine=P > DEF-spine.001=S > DEF-spine.002=S > DEF-spine.003=S > DEF-spine.004=N > DEF-spine.005=N > DEF-spine.006=H",
            "DEF-spine.003 > DEF-shoulder.L=lC > DEF-upper_arm.L=lU > DEF-upper_arm.L.001=i > DEF-forearm.L=lF > DEF-forearm.L.001=i > DEF-hand.L=lW",
            "DEF-spine > DEF-thigh.L=lT > DEF-thigh.L.001=i > DEF-shin.L=lK > DEF-shin.L.001=i > DEF-foot.L=lA > DEF-toe.L=lB",
            "DEF-spine > DEF-pelvis.L=-",
        ],
    },
    Family {
        of: "3ds Max Biped",
        left_and_right: [" L ", " R "],
        chains: &[
            "Bip01=P- > Bip01 Pelvis=P > Bip01 Spine=S > Bip01 Spine1=S > Bip01 Neck=N > Bip01 Head=H",
            "Bip01 Neck > Bip01 L Clavicle=lC > Bip01 L UpperArm=lU > Bip01 L Forearm=lF > Bip01 L Hand=lW > Bip01 L Finger0=f",
            "Bip01 Spine > Bip01 L Thigh=lT > Bip01 L Calf=lK > Bip01 L Foot=lA > Bip01 L Toe0=lB",
        ],
    },
    Family {
        of: "Valve",
        left_and_right: ["_L_", "_R_"],
        chains: &[
            "ValveBiped.Bip01_Pelvis=P > ValveBiped.Bip01_Spine=S > ValveBiped.Bip01_Spine1=S > ValveBiped.Bip01_Spine2=S > ValveBiped.Bip01_Spine4=S > ValveBiped.Bip01_Neck1=N > ValveBiped.Bip01_Head1=H",
            "ValveBiped.Bip01_Spine4 > ValveBiped.Bip01_L_Clavicle=lC > ValveBiped.Bip01_L_UpperArm=lU > ValveBiped.Bip01_L_Forearm=lF > ValveBiped.Bip01_L_Hand=lW",
            "ValveBiped.Bip01_Pelvis > ValveBiped.Bip01_L_Thigh=lT > ValveBiped.Bip01_L_Calf=lK > ValveBiped.Bip01_L_Foot=lA > ValveBiped.Bip01_L_Toe0=lB",
        ],
    },
    Family {
        of: "VRoid",
        left_and_right: ["_L_", "_R_"],
        chains: &[
            "Root=0 > J_Bip_C_Hips=P > J_Bip_C_Spine=S > J_Bip_C_Chest=S > J_Bip_C_UpperChest=S > J_Bip_C_Neck=N > J_Bip_C_Head=H > J_Sec_Hair1_01=f",
            "J_Bip_C_UpperChest > J_Bip_L_Shoulder=lC > J_Bip_L_UpperArm=lU > J_Bip_L_LowerArm=lF > J_Bip_L_Hand=lW",
            "J_Bip_C_Hips > J_Bip_L_UpperLeg=lT > J_Bip_L_LowerLeg=lK > J_Bip_L_Foot=lA > J_Bip_L_ToeBase=lB",
            "J_Bip_C_UpperChest > J_Sec_L_Bust1=f",
        ],
    },
    Family {
        of: "Reallusion",
        left_and_right: ["_L_", "_R_"],
        chains: &[
            "RL_BoneRoot=0 > CC_Base_Hip=P > CC_Base_Pelvis=- > CC_Base_L_Thigh=lT > CC_Base_L_Calf=lK > CC_Base_L_Foot=lA > CC_Base_L_ToeBase=lB",
            "CC_Base_Hip > CC_Base_Waist=S > CC_Base_Spine01=S > CC_Base_Spine02=S > CC_Base_NeckTwist01=N > CC_Base_NeckTwist02=N > CC_Base_Head=H",
            "CC_Base_Spine02 > CC_Base_L_Clavicle=lC > CC_Base_L_Upperarm=lU > CC_Base_L_Forearm=lF > CC_Base_L_Hand=lW",
            "CC_Base_L_Thigh > CC_Base_L_ThighTwist01=t",
            "CC_Base_L_Calf > CC_Base_L_KneeShareBone=-",
        ],
    },
    Family {
        of: "Daz Genesis 8",
        left_and_right: ["l", "r"],
        chains: &[
            "hip=P > pelvis=- > lThighBend=lT > lThighTwist=i > lShin=lK > lFoot=lA > lMetatarsals=i > lToe=lB",
            "hip > abdomenLower=S > abdomenUpper=S > chestLower=S > chestUpper=S > neckLower=N > neckUpper=N > head=H",
            "chestUpper > lCollar=lC > lShldrBend=lU > lShldrTwist=i > lForearmBend=lF > lForearmTwist=i > lHand=lW",
        ],
    },
    Family {
        of: "Daz Genesis 9",
        left_and_right: ["l_", "r_"],
        chains: &[
            "hip=P > pelvis=- > l_thigh=lT > l_shin=lK > l_foot=lA > l_metatarsals=i > l_toes=lB",
            "l_thigh > l_thightwist1=t",
            "hip > spine1=S > spine2=S > spine3=S > spine4=S > neck1=N > neck2=N > head=H",
            "spine4 > l_shoulder=lC > l_upperarm=lU > l_forearm=lF > l_hand=lW",
        ],
    },
    Family {
        of: "Motive",
        left_and_right: ["Skeleton_001:L", "Skeleton_001:R"],
        chains: &[
            "Skeleton_001:Hip=P > Skeleton_001:Ab=S > Skeleton_001:Chest=S > Skeleton_001:Neck=N > Skeleton_001:Head=H",
            "Skeleton_001:Chest > Skeleton_001:LShoulder=lC > Skeleton_001:LUArm=lU > Skeleton_001:LFArm=lF > Skeleton_001:LHand=lW",
            "Skeleton_001:Hip > Skeleton_001:LThigh=lT > Skeleton_001:LShin=lK > Skeleton_001:LFoot=lA > Skeleton_001:LToe=lB",
        ],
    },
    Family {
        of: "Xsens",
        left_and_right: ["Left", "Right"],
        chains: &[
            "Pelvis=P > L5=S > L3=S > T12=S > T8=S > Neck=N > Head=H",
            "T8 > LeftShoulder=lC > LeftUpperArm=lU > LeftForeArm=lF > LeftHand=lW",
            "Pelvis > LeftUpperLeg=lT > LeftLowerLeg=lK > LeftFoot=lA > LeftToe=lB",
        ],
    },
    Family {
        of: "Xsens' joints",
        left_and_right: ["jLeft", "jRight"],
        chains: &[
            "pelvis=P > jL5S1=S > jL4L3=S > jL1T12=S > jT9T8=S > jT1C7=N > jC1Head=H",
            "jT9T8 > jLeftT4Shoulder=lC > jLeftShoulder=lU > jLeftElbow=lF > jLeftWrist=lW",
            "pelvis > jLeftHip=lT > jLeftKnee=lK > jLeftAnkle=lA > jLeftBallFoot=lB",
        ],
    },
    Family {
        of: "Kinect",
        left_and_right: ["Left", "Right"],
        chains: &[
            "SpineBase=P > SpineMid=S > SpineShoulder=S > Neck=N > Head=H",
            "SpineShoulder > ShoulderLeft=lU > ElbowLeft=lF > WristLeft=lW > HandLeft=f > HandTipLeft=f",
            "SpineBase > HipLeft=lT > KneeLeft=lK > AnkleLeft=lA > FootLeft=lB",
        ],
    },
    Family {
        of: "Azure Kinect",
        left_and_right: ["_LEFT", "_RIGHT"],
        chains: &[
            "PELVIS=P > SPINE_NAVAL=S > SPINE_CHEST=S > NECK=N > HEAD=H > NOSE=f",
            "SPINE_CHEST > CLAVICLE_LEFT=lC > SHOULDER_LEFT=lU > ELBOW_LEFT=lF > WRIST_LEFT=lW > HAND_LEFT=f",
            "PELVIS > HIP_LEFT=lT > KNEE_LEFT=lK > ANKLE_LEFT=lA > FOOT_LEFT=lB",
        ],
    },
    Family {
        of: "MMD",
        left_and_right: ["左", "右"],
        chains: &[
            "全ての親=0 > センター=P- > 下半身=P > 左足=lT > 左ひざ=lK > 左足首=lA > 左つま先=lB",
            "センター > 上半身=S > 上半身2=S > 首=N > 頭=H",
            "上半身2 > 左肩=lC > 左腕=lU > 左腕捩=i > 左ひじ=lF > 左手捩=i > 左手首=lW",
            "全ての親 > 左足ＩＫ=-",
        ],
    },
    Family {
        of: "MMD in English",
        left_and_right: ["_L", "_R"],
        chains: &[
            "center=P- > lower body=P > leg_L=lT > knee_L=lK > ankle_L=lA > toe_L=lB",
            "center > upper body=S > upper body2=S > neck=N > head=H",
            "upper body2 > shoulder_L=lC > arm_L=lU > elbow_L=lF > wrist_L=lW",
        ],
    },
    Family {
        of: "MakeHuman",
        left_and_right: [".L", ".R"],
        chains: &[
            "root=P > spine05=S > spine04=S > spine03=S > spine02=S > spine01=S > neck01=N > neck02=N > head=H",
            "spine01 > clavicle.L=lC > shoulder01.L=i > upperarm01.L=lU > upperarm02.L=i > lowerarm01.L=lF > lowerarm02.L=i > wrist.L=lW",
            "root > pelvis.L=- > upperleg01.L=lT > upperleg02.L=i > lowerleg01.L=lK > lowerleg02.L=i > foot.L=lA > toe1-1.L=lB",
        ],
    },
    Family {
        of: "Poser",
        left_and_right: ["l", "r"],
        chains: &[
            "hip=P > abdomen=S > chest=S > neck=N > head=H",
            "chest > lCollar=lC > lShldr=lU > lForeArm=lF > lHand=lW",
            "hip > lButtock=- > lThigh=lT > lShin=lK > lFoot=lA > lToe=lB",
        ],
    },
    Family {
        of: "Second Life",
        left_and_right: ["Left", "Right"],
        chains: &[
            "mPelvis=P > mTorso=S > mChest=S > mNeck=N > mHead=H",
            "mChest > mCollarLeft=lC > mShoulderLeft=lU > mElbowLeft=lF > mWristLeft=lW",
            "mPelvis > mHipLeft=lT > mKneeLeft=lK > mAnkleLeft=lA > mFootLeft=lB",
        ],
    },
    Family {
        of: "AdvancedSkeleton",
        left_and_right: ["_L", "_R"],
        chains: &[
            "Root_M=P > Spine1_M=S > Chest_M=S > Neck_M=N > Head_M=H",
            "Chest_M > Scapula_L=lC > Shoulder_L=lU > Elbow_L=lF > Wrist_L=lW",
            "Root_M > Hip_L=lT > Knee_L=lK > Ankle_L=lA > Toes_L=lB",
        ],
    },
    Family {
        of: "ARKit",
        left_and_right: ["left_", "right_"],
        chains: &[
            "root=0 > hips_joint=P > spine_1_joint=S > spine_2_joint=S > spine_3_joint=S > neck_1_joint=N > neck_2_joint=N > head_joint=H",
            "spine_3_joint > left_shoulder_1_joint=lC > left_arm_joint=lU > left_forearm_joint=lF > left_hand_joint=lW",
            "hips_joint > left_upLeg_joint=lT > left_leg_joint=lK > left_foot_joint=lA > left_toes_joint=lB",
        ],
    },
    Family {
        of: "Auto-Rig Pro",
        left_and_right: [".l", ".r"],
        chains: &[
            "root.x=P > spine_01.x=S > spine_02.x=S > neck.x=N > head.x=H",
            "spine_02.x > shoulder.l=lC > arm_stretch.l=lU > forearm_stretch.l=lF > hand.l=lW",
            "root.x > thigh_stretch.l=lT > leg_stretch.l=lK > foot.l=lA > toes_01.l=lB",
        ],
    },
    Family {
        of: "Cascadeur",
        left_and_right: ["_l", "_r"],
        chains: &[
            "pelvis=P > stomach=S > chest=S > neck=N > head=H",
            "chest > clavicle_l=lC > arm_l=lU > forearm_l=lF > hand_l=lW",
            "pelvis > thigh_l=lT > calf_l=lK > foot_l=lA > toes_l=lB",
        ],
    },
    Family {
        of: "Rokoko",
        left_and_right: ["Left", "Right"],
        chains: &[
            "Hips=P > Spine1=S > Spine2=S > Spine3=S > Neck=N > Head=H",
            "Spine3 > LeftShoulder=lC > LeftArm=lU > LeftForeArm=lF > LeftHand=lW",
            "Hips > LeftThigh=lT > LeftShin=lK > LeftFoot=lA > LeftToe=lB",
        ],
    },
    Family {
        of: "iPi",
        left_and_right: ["L", "R"],
        chains: &[
            "Hip=P > LowerSpine=S > MiddleSpine=S > Chest=S > Neck=N > Head=H",
            "Chest > LClavicle=lC > LShoulder=lU > LForearm=lF > LHand=lW",
            "Hip > LThigh=lT > LShin=lK > LFoot=lA > LToe=lB",
        ],
    },
    Family {
        of: "SOMA",
        left_and_right: ["Left", "Right"],
        chains: &[
            "Root=0 > Hips=P > Spine1=S > Spine2=S > Chest=S > Neck1=N > Neck2=N > Head=H > Jaw=f",
            "Chest > LeftShoulder=lC > LeftArm=lU > LeftForeArm=lF > LeftHand=lW > LeftHandThumb1=f",
            "Hips > LeftLeg=lT > LeftShin=lK > LeftFoot=lA > LeftToeBase=lB",
        ],
    },
    Family {
        of: "ASF",
        left_and_right: ["l", "r"],
        chains: &[
            "root=P > lowerback=S > upperback=S > thorax=S > lowerneck=N > upperneck=N > head=H",
            "thorax > lclavicle=lC > lhumerus=lU > lradius=lF > lwrist=lW > lhand=f",
            "root > lhipjoint=- > lfemur=lT > ltibia=lK > lfoot=lA > ltoes=lB",
        ],
    },
    Family {
        of: "a game of 1998",
        left_and_right: [" L ", " R "],
        chains: &[
            "Bip01 Pelvis=P > Bip01 Spine=S > Bip01 Spine1=S > Bip01 Neck=N > Bip01 Head=H",
            "Bip01 Spine1 > Bip01 L Arm=lC > Bip01 L Arm1=lU > Bip01 L Arm2=lF > Bip01 L Hand=lW",
            "Bip01 Pelvis > Bip01 L Leg=lT > Bip01 L Leg1=lK > Bip01 L Foot=lA > Bip01 L Toe0=lB",
        ],
    },
    Family {
        of: "a rigger who numbers",
        left_and_right: ["a", "b"],
        chains: &[
            "j0=P > j1=S > j2=S > j3=N > j4=H",
            "j2 > a5=lC > a6=lU > a7=lF > a8=lW",
            "j0 > a9=lT > a10=lK > a11=lA > a12=lB",
        ],
    },
];

/// Where a role is on a person who stands with arms out [m]; spines share the trunk out.
fn place(role: &str, nth_spine: usize, spines: usize, nth_neck: usize) -> Option<DVec3> {
    let trunk = 0.98 + 0.42 * (nth_spine + 1) as f64 / spines.max(1) as f64;
    Some(match role.trim_start_matches(['l', 'r']) {
        "P" | "P-" => DVec3::new(0.0, 0.98, 0.0),
        "S" => DVec3::new(0.0, trunk, 0.0),
        "N" => DVec3::new(0.0, 1.47 + 0.04 * nth_neck as f64, 0.0),
        "H" => DVec3::new(0.0, 1.57, 0.01),
        "C" => DVec3::new(0.03, 1.42, 0.0),
        "U" => DVec3::new(0.18, 1.42, 0.0),
        "F" => DVec3::new(0.46, 1.42, -0.01),
        "W" => DVec3::new(0.71, 1.42, 0.0),
        "T" => DVec3::new(0.09, 0.92, 0.0),
        "K" => DVec3::new(0.09, 0.50, 0.01),
        "A" => DVec3::new(0.09, 0.09, -0.01),
        "B" => DVec3::new(0.09, 0.02, 0.12),
        "0" => DVec3::ZERO,
        _ => return None,
    })
}

/// A joint of a chain.
#[derive(Clone, Debug, PartialEq)]
struct Token {
    name: String,
    role: String,
    is_right: bool,
}

/// The family's chains, and those of the left again on the right.
fn chains_of(family: &Family) -> Vec<Vec<Token>> {
    let [left, right] = family.left_and_right;
    let is_left = |name: &str, role: &str| {
        let mut rest = name.chars().skip(left.len());
        let is_word = left.len() > 1 || rest.next().is_some_and(|c| !c.is_lowercase());
        let is_named = if left.len() > 1 {
            name.contains(left)
        } else {
            name.starts_with(left)
        };
        role.starts_with('l') || (is_named && is_word)
    };
    let mut chains = Vec::new();
    for chain in family.chains {
        let tokens = |is_right: bool| -> Vec<Token> {
            let token = |token: &str| {
                let (name, role) = token.split_once('=').unwrap_or((token, ""));
                let is_right = is_right && is_left(name, role);
                let (name, role) = if is_right {
                    (name.replacen(left, right, 1), role.replacen('l', "r", 1))
                } else {
                    (name.to_owned(), role.to_owned())
                };
                Token {
                    name,
                    role,
                    is_right,
                }
            };
            chain.split(" > ").map(token).collect()
        };
        let [own, mirrored] = [tokens(false), tokens(true)];
        let is_new = own != mirrored;
        chains.push(own);
        if is_new {
            chains.push(mirrored);
        }
    }
    chains
}

/// The skeleton in centimetres, with two rows: nothing turned, and every joint turned by chance; and which joint has which role.
fn skeleton(family: &Family, seed: u64) -> (Recording, BTreeMap<String, Vec<String>>) {
    let chains = chains_of(family);
    let spines = family
        .chains
        .iter()
        .map(|chain| chain.matches("=S").count());
    let spines = spines.sum();
    let mut joints: Vec<RecordedJoint> = Vec::new();
    let mut places: Vec<DVec3> = Vec::new();
    let mut roles: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut spine, mut neck) = (0, 0);
    for chain in &chains {
        let mut parent: Option<usize> = None;
        for (nth, token) in chain.iter().enumerate() {
            let Token { name, role, .. } = token;
            if let Some(known) = joints.iter().position(|joint| joint.name == *name) {
                parent = Some(known);
                continue;
            }
            let side = if token.is_right { -1.0 } else { 1.0 };
            let from = parent.map_or(DVec3::ZERO, |parent| places[parent]);
            let at = |role: &str| place(role, spine, spines, neck);
            let next = chain[nth + 1..].iter().find_map(|token| at(&token.role));
            let mirrored = DVec3::new(side, 1.0, 1.0);
            let here = match (role.as_str(), at(role)) {
                (_, Some(place)) => place * mirrored,
                ("i", None) => from.lerp(next.expect("a bone goes on") * mirrored, 0.5),
                ("t", None) => from - DVec3::new(0.0, 0.15, 0.0),
                ("f", None) => from + DVec3::new(0.06 * side, 0.0, 0.02),
                _ => from,
            };
            spine += usize::from(role == "S");
            neck += usize::from(role == "N");
            let is_end = nth + 1 == chain.len();
            joints.push(RecordedJoint {
                name: name.clone(),
                parent,
                offset: 100.0 * (here - from),
                end: is_end.then_some(match role.trim_start_matches(['l', 'r']) {
                    "B" => DVec3::new(0.0, 0.0, 6.0),
                    "H" => DVec3::new(0.0, 18.0, 0.0),
                    "W" => DVec3::new(18.0 * side, 0.0, 0.0),
                    _ => DVec3::new(1.0, 0.0, 0.0),
                }),
            });
            places.push(here);
            roles.entry(role.clone()).or_default().push(name.clone());
            parent = Some(joints.len() - 1);
        }
    }
    let mut random = Random::new(seed);
    let mut parent_from_joint = Vec::new();
    for turned in [0.0, 0.5] {
        for joint in &joints {
            let turn = rotation_from_vector(turned * random.in_box(DVec3::ONE));
            parent_from_joint.push(Transform::new(turn, joint.offset));
        }
    }
    let recording = Recording {
        name: family.of.to_owned(),
        joints,
        frame_secs: 0.01,
        parent_from_joint,
    };
    (recording, roles)
}

fn human() -> Character {
    load_character("human").expect("the human is shipped")
}

#[test]
fn skeletons_of_many_programs_are_mapped_whole_by_names_and_shape() {
    let human = human();
    assert!(FAMILIES.len() >= 27);
    for (seed, family) in FAMILIES.iter().enumerate() {
        let (recording, roles) = skeleton(family, seed as u64);
        let map = JointMap::new(&human, &recording, &Vec::new());
        let found = |link: &str| {
            let link = human.find_link(link).expect("the human has it");
            map.joint(link)
                .map(|joint| recording.joints[joint].name.clone())
        };
        let of = |role: &str| roles.get(role).and_then(|names| names.first().cloned());
        let is = |link: &str, role: &str| {
            assert_eq!(found(link), of(role), "{}: {link}", family.of);
            assert!(found(link).is_some(), "{}: {link}", family.of);
        };
        is("pelvis", "P");
        is("head", "H");
        assert_eq!(found("chest").as_ref(), roles["S"].last(), "{}", family.of);
        for (side, s) in [("left", "l"), ("right", "r")] {
            for (link, role) in [
                ("upper_arm", "U"),
                ("forearm", "F"),
                ("hand", "W"),
                ("thigh", "T"),
                ("shank", "K"),
                ("foot", "A"),
                ("toes", "B"),
            ] {
                is(&format!("{side}_{link}"), &format!("{s}{role}"));
            }
        }
        assert!(map.missing_links(&human).is_empty(), "{}", family.of);
    }
}

#[test]
fn a_skeleton_that_is_no_person_misses_links() {
    let human = human();
    let tail = Family {
        of: "a snake",
        left_and_right: ["Left", "Right"],
        chains: &["head=P > a=S > b=S > c=S > d=N > e=H"],
    };
    let (recording, _) = skeleton(&tail, 1);
    let map = JointMap::new(&human, &recording, &Vec::new());
    let missing = map.missing_links(&human);
    for link in [
        "left_thigh",
        "right_shank",
        "left_upper_arm",
        "right_forearm",
    ] {
        assert!(missing.contains(&link), "{missing:?}");
    }
}
