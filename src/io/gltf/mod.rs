//! Clips as glTF 2.0 in one binary file (.glb), for game engines and Blender.
//!
//! ```text
//! Character ──> surface ──> body: nodes, skin, mesh ─┐
//! Clip ───────> animation: one sampler a link ───────┼──> parts: JSON + bytes ──> container ──> .glb
//!               tracks: contacts, com, margin ───────┘                                          │
//!                                            Proof <── nodes moved through all frames <─────────┘
//! ```
//! Metres, Y up, +Z forward, as glTF has it too. A node per link, named as the link; the bind pose is the rest pose.
//! Numbers are `f32` from here on. Limit: written only; a clip comes back from RON.

mod animation;
mod body;
mod container;
mod parts;
mod proof;

pub use proof::{GltfProof, prove_glb};

use crate::character::Character;
use crate::motion::Clip;
use parts::Parts;
use std::io::{self, Write};

/// Writes a clip and the body that moves. `told` hears how many frames are done.
///
/// # Errors
/// When `out` takes no more, or the clip is too long for the format's 4 GiB.
pub fn write_glb(
    character: &Character,
    clip: &Clip,
    out: &mut dyn Write,
    told: &mut dyn FnMut(usize),
) -> io::Result<()> {
    let mut parts = Parts::new();
    let links = body::add_body(&mut parts, character);
    animation::add_animation(&mut parts, character, clip, &links, told)?;
    let (json, bytes) = parts.finished()?;
    container::write(&json, &bytes, out)
}

/// Whole files: what was written is read back by other means and compared with the clip.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;
    use crate::kinematics::Kinematics;
    use crate::lab::random_clip;
    use glam::{DMat4, DVec3};
    use gltf_json::Root;

    fn glb(character: &Character, clip: &Clip) -> Vec<u8> {
        let mut file = Vec::new();
        write_glb(character, clip, &mut file, &mut |_| ()).unwrap();
        file
    }

    fn json(file: &[u8]) -> Root {
        Root::from_slice(container::read(file).unwrap().0).unwrap()
    }

    #[test]
    fn every_body_is_where_the_clip_has_it_in_every_frame() {
        for (name, _) in crate::io::shipped_characters() {
            let character = load_character(name).unwrap();
            let clip = random_clip(&character, 60, 1.0 / 30.0, 51);
            let proof = prove_glb(&glb(&character, &clip), &character, &clip).unwrap();
            assert_eq!(proof.frames, 60);
            assert_eq!(proof.joints, character.links.len());
            assert!(proof.largest_joint_distance < 5e-6, "{name}: {proof:?}");
            assert!(proof.largest_turn < 5e-6, "{name}: {proof:?}");
            assert!(proof.largest_time_miss_secs < 1e-6, "{name}: {proof:?}");
        }
    }

    #[test]
    fn the_proof_finds_a_clip_that_is_not_the_written_one() {
        let human = load_character("human").unwrap();
        let clip = random_clip(&human, 20, 0.05, 52);
        let file = glb(&human, &clip);
        let mut other = clip.clone();
        other.frames[13].pose.world_from_root.translation.y += 1e-3;
        let proof = prove_glb(&file, &human, &other).unwrap();
        assert!((proof.largest_joint_distance - 1e-3).abs() < 1e-6);
        assert!(prove_glb(&file, &human, &clip.cut(0..=9)).is_err());
        let chicken = load_character("chicken").unwrap();
        assert!(prove_glb(&file, &chicken, &random_clip(&chicken, 20, 0.05, 1)).is_err());
    }

    #[test]
    fn keys_are_unit_go_the_short_way_and_rise_in_time() {
        let human = load_character("human").unwrap();
        let mut clip = random_clip(&human, 50, 0.05, 53);
        // The same turns with the other sign.
        for frame in clip.frames.iter_mut().skip(1).step_by(2) {
            frame.pose.world_from_root.rotation = -frame.pose.world_from_root.rotation;
        }
        // So fine that frames share an f32.
        clip.frame_secs = 1e-47;
        let file = glb(&human, &clip);
        let (json, (_, bytes)) = (json(&file), container::read(&file).unwrap());
        let list = |index: gltf_json::Index<gltf_json::Accessor>| -> Vec<f32> {
            let view = json
                .get(json.get(index).unwrap().buffer_view.unwrap())
                .unwrap();
            let start = view.byte_offset.unwrap().0 as usize;
            let list = &bytes[start..start + view.byte_length.0 as usize];
            let words = list.chunks_exact(4);
            words
                .map(|word| f32::from_le_bytes(word.try_into().unwrap()))
                .collect()
        };
        for sampler in &json.animations[0].samplers {
            let times = list(sampler.input);
            assert!(times.windows(2).all(|pair| pair[0] < pair[1]));
            let values = list(sampler.output);
            if values.len() == 4 * times.len() {
                let keys: Vec<_> = values.chunks_exact(4).map(glam::Quat::from_slice).collect();
                assert!(keys.iter().all(|key| (key.length() - 1.0).abs() < 2e-7));
                assert!(keys.windows(2).all(|pair| pair[0].dot(pair[1]) >= 0.0));
            }
        }
    }

    #[test]
    fn joints_that_do_not_move_have_one_key() {
        let human = load_character("human").unwrap();
        let mut clip = random_clip(&human, 1, 0.1, 54);
        let frame = clip.frames[0].clone();
        clip.frames.resize(30, frame);
        let still = glb(&human, &clip);
        let moving = glb(&human, &random_clip(&human, 30, 0.1, 54));
        assert!(moving.len() > still.len() + 15 * 29 * 16);
        let proof = prove_glb(&still, &human, &clip).unwrap();
        assert!(proof.largest_joint_distance < 5e-6);
        // The root's place tells how long the clip is.
        let times = json(&still).accessors.iter().map(|a| a.count.0).max();
        assert!(times >= Some(30));
    }

    #[test]
    fn the_skin_at_rest_leaves_every_point_where_its_shape_is() {
        let human = load_character("human").unwrap();
        let clip = random_clip(&human, 2, 0.1, 55);
        let file = glb(&human, &clip);
        let (json, (_, bytes)) = (json(&file), container::read(&file).unwrap());
        let skin = &json.skins[0];
        assert_eq!(skin.joints.len(), human.links.len());
        let accessor = json.get(skin.inverse_bind_matrices.unwrap()).unwrap();
        let view = json.get(accessor.buffer_view.unwrap()).unwrap();
        let start = view.byte_offset.unwrap().0 as usize;
        let rest = Kinematics::of(&human, &human.rest);
        for (index, place) in rest.world_from_link.iter().enumerate() {
            let mut matrix = [0.0; 16];
            for (k, entry) in matrix.iter_mut().enumerate() {
                let at = start + 64 * index + 4 * k;
                *entry = f64::from(f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()));
            }
            let point = DVec3::new(0.3, 1.2, -0.4);
            let in_link = DMat4::from_cols_array(&matrix).transform_point3(point);
            assert!(place.point(in_link).distance(point) < 1e-6);
        }
    }

    #[test]
    fn tracks_and_the_body_s_name_travel_as_extras() {
        let human = load_character("human").unwrap();
        let mut clip = random_clip(&human, 12, 0.1, 56);
        clip.level = Some("a \"level\"".to_owned());
        let json = json(&glb(&human, &clip));
        let extras = json.animations[0].extras.as_ref().unwrap();
        let extras: serde_json::Value = serde_json::from_str(extras.get()).unwrap();
        assert_eq!(extras["character"], "human");
        assert_eq!(extras["level"], "a \"level\"");
        let list = |name: &str| extras[name].as_array().unwrap().clone();
        assert_eq!(list("soles").len(), human.soles.len());
        let (contacts, com, margin) = (list("contacts"), list("com_m"), list("margin_m"));
        assert_eq!([contacts.len(), com.len(), margin.len()], [12, 36, 12]);
        for (index, frame) in clip.frames.iter().enumerate() {
            let bits = contacts[index].as_u64().unwrap();
            for sole in 0..human.soles.len() {
                assert_eq!(bits >> sole & 1 == 1, frame.contacts.contains(sole));
            }
            assert!((com[3 * index + 1].as_f64().unwrap() - frame.com.y).abs() < 1e-6);
            assert_eq!(margin[index].is_null(), frame.margin.is_none());
        }
    }

    #[test]
    fn names_of_nodes_are_unique_and_sides_have_their_own_material() {
        let human = load_character("human").unwrap();
        let json = json(&glb(&human, &random_clip(&human, 2, 0.1, 57)));
        let mut names: Vec<_> = json.nodes.iter().map(|n| n.name.clone().unwrap()).collect();
        assert_eq!(names.len(), human.links.len() + 1);
        names.sort();
        names.dedup();
        assert_eq!(names.len(), human.links.len() + 1);
        let materials: Vec<_> = json
            .materials
            .iter()
            .filter_map(|m| m.name.as_deref())
            .collect();
        assert_eq!(materials, ["trunk", "left", "right"]);
    }
}
