//! The mannequin in random states and what must come out of each, as computed by Pinocchio 4.1.0: floating, and with the left
//! foot welded to the ground.

use contrapposto::character::{Character, JointCoordinate, LinkId, Pose};
use contrapposto::io::load_character;
use contrapposto::kinematics::{Base, Kinematics, Rooting, forward};
use contrapposto::math::Transform;
use glam::{DQuat, DVec3};
use serde_json::Value;

/// One state, seen from one root.
pub(crate) struct Reference {
    pub(crate) character: Character,
    pub(crate) root: LinkId,
    pub(crate) base: Base,
    pub(crate) pose: Pose,
    /// The state and the results as the file has them.
    pub(crate) values: Value,
}

/// All of them.
pub(crate) fn references() -> Vec<Reference> {
    let floating = include_str!("../data/reference_floating.json");
    let welded = include_str!("../data/reference_left_foot.json");
    let mut references = Vec::new();
    for (text, root, base) in [
        (floating, "pelvis", Base::Free),
        (welded, "l_foot", Base::Held),
    ] {
        let file: Value = serde_json::from_str(text).expect("the reference is JSON");
        let results = file["results"].as_array().expect("a list");
        references.extend(results.iter().map(|values| read(root, base, values)));
    }
    references
}

fn read(root: &str, base: Base, values: &Value) -> Reference {
    let character = load_character("mannequin").expect("the mannequin is shipped");
    let root = character.find_link(root).expect("the mannequin has it");
    let rooting = Rooting::new(&character, root);
    let state = &values["state"];
    let world_from_held = match base {
        Base::Free => Transform::new(
            rotation(&state["root"]["quat"]),
            vector(&state["root"]["position"]),
        ),
        Base::Held => Transform::from_translation(DVec3::new(0.09, 0.068, 0.0)),
    };
    let mut pose = Pose::zero(&character.links);
    for step in &rooting.steps {
        let name = &character.link(step.joint).joint.name;
        let q = rotation(&state["joints"][name]["quat"]);
        // A joint that the reference turned round holds the inverse rotation.
        let q = if step.sign > 0.0 { q } else { q.conjugate() };
        pose.joints[step.joint.index()] = JointCoordinate::Ball(q);
    }
    let mut kin = Kinematics::default();
    forward(&rooting, &character, &pose, world_from_held, &mut kin);
    pose.world_from_root = *kin.link(LinkId::ROOT);
    Reference {
        character,
        root,
        base,
        pose,
        values: values.clone(),
    }
}

/// A list of numbers.
pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().expect("a list");
    list.iter().map(|x| x.as_f64().expect("a number")).collect()
}

/// A list of three.
pub(crate) fn vector(value: &Value) -> DVec3 {
    DVec3::from_slice(&numbers(value))
}

/// The reference writes w first.
pub(crate) fn rotation(value: &Value) -> DQuat {
    let q = numbers(value);
    DQuat::from_xyzw(q[1], q[2], q[3], q[0])
}
