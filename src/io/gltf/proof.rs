//! The proof of a written file: read back and moved through all frames, its nodes are where the clip has the links.

use super::container;
use crate::character::Character;
use crate::math::Transform;
use crate::motion::{Clip, Recorder};
use glam::{DQuat, DVec3};
use gltf_json::animation::Property;
use gltf_json::validation::Checked;
use gltf_json::{Accessor, Index, Root};

/// How far a file's motion is from the clip that it was written from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GltfProof {
    /// Frames that were compared.
    pub frames: usize,
    /// Joints that were compared in each of them.
    pub joints: usize,
    /// Farthest a joint is from where the clip has it [m].
    pub largest_joint_distance: f64,
    /// Largest turn between a node and its link [rad].
    pub largest_turn: f64,
    /// Farthest a key is from its frame's time [s].
    pub largest_time_miss_secs: f64,
}

/// Reads a .glb that [`super::write_glb`] wrote, and compares it with what was written.
///
/// # Errors
/// When the file is not a .glb of this body with a key for every frame; the message says what it lacks.
pub fn prove_glb(file: &[u8], character: &Character, clip: &Clip) -> Result<GltfProof, String> {
    let (json, bytes) = container::read(file)?;
    let json = Root::from_slice(json).map_err(|e| format!("has JSON that is not glTF: {e}"))?;
    let mut reader = Reader::new(&json, bytes, character)?;
    let mut recorder = Recorder::new(character);
    let mut proof = GltfProof {
        frames: clip.frames.len(),
        joints: character.links.len(),
        largest_joint_distance: 0.0,
        largest_turn: 0.0,
        largest_time_miss_secs: 0.0,
    };
    for (index, frame) in clip.frames.iter().enumerate() {
        let secs = reader.move_to(index, clip.frames.len())?;
        let time_miss = (secs - clip.frame_time(index)).abs();
        proof.largest_time_miss_secs = proof.largest_time_miss_secs.max(time_miss);
        let links = &recorder.look(&frame.pose).world_from_link;
        for (read, written) in reader.world_from_node.iter().zip(links) {
            let distance = read.translation.distance(written.translation);
            // Without the arc cosine's loss near zero: twice the arc sine of half the chord.
            let chord = (read.rotation - written.rotation)
                .length()
                .min((read.rotation + written.rotation).length());
            let turn = 4.0 * libm::asin((0.5 * chord).min(1.0));
            proof.largest_joint_distance = proof.largest_joint_distance.max(distance);
            proof.largest_turn = proof.largest_turn.max(turn);
        }
    }
    Ok(proof)
}

/// Nodes of a file and the channels that move them.
struct Reader<'a> {
    /// Parent of each link's node; nothing for the first. (links)
    parents: Vec<Option<usize>>,
    /// Where each node is on its parent now. (links)
    parent_from_node: Vec<Transform>,
    /// Where each node is now. Written by `move_to`. (links)
    world_from_node: Vec<Transform>,
    channels: Vec<ReadChannel<'a>>,
}

/// One property of one node over time.
struct ReadChannel<'a> {
    node: usize,
    is_rotation: bool,
    times: Floats<'a>,
    values: Floats<'a>,
}

/// Numbers inside the file's bytes.
#[derive(Clone, Copy)]
struct Floats<'a>(&'a [u8]);

impl Floats<'_> {
    fn count(self) -> usize {
        self.0.len() / 4
    }

    fn at(self, index: usize) -> Option<f64> {
        let bytes = self.0.get(4 * index..4 * index + 4)?;
        Some(f64::from(f32::from_le_bytes(bytes.try_into().ok()?)))
    }

    fn row<const N: usize>(self, row: usize) -> Option<[f64; N]> {
        let mut values = [0.0; N];
        for (k, value) in values.iter_mut().enumerate() {
            *value = self.at(N * row + k)?;
        }
        Some(values)
    }
}

impl<'a> Reader<'a> {
    fn new(json: &Root, bytes: &'a [u8], character: &Character) -> Result<Self, String> {
        let nodes = &json.nodes;
        let mut parents = vec![None; nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            for child in node.children.iter().flatten() {
                *parents.get_mut(child.value()).ok_or("a child is missing")? = Some(index);
            }
        }
        let mut parent_from_node = Vec::with_capacity(nodes.len());
        for (node, link) in nodes.iter().zip(&character.links) {
            if node.name.as_deref() != Some(link.name.as_str()) {
                return Err(format!("has no node {:?} in its place", link.name));
            }
            let turn = node.rotation.map_or([0.0, 0.0, 0.0, 1.0], |q| q.0);
            let place = node.translation.unwrap_or([0.0; 3]);
            let rotation = DQuat::from_array(turn.map(f64::from)).normalize();
            let translation = DVec3::from_array(place.map(f64::from));
            parent_from_node.push(Transform::new(rotation, translation));
        }
        if parent_from_node.len() != character.links.len() {
            return Err("has fewer nodes than the body has links".to_owned());
        }
        let in_order = |(index, parent): (usize, &Option<usize>)| parent.is_none_or(|p| p < index);
        if !parents.iter().enumerate().all(in_order) {
            return Err("has children before their parents".to_owned());
        }
        parents.truncate(character.links.len());

        let animation = json.animations.first().ok_or("has no animation")?;
        let mut channels = Vec::with_capacity(animation.channels.len());
        for channel in &animation.channels {
            let sampler = animation.samplers.get(channel.sampler.value());
            let sampler = sampler.ok_or("a channel has no sampler")?;
            let node = channel.target.node.value();
            let Checked::Valid(path) = channel.target.path else {
                return Err("a channel moves nothing known".to_owned());
            };
            if node >= character.links.len() {
                return Err("a channel moves no link".to_owned());
            }
            channels.push(ReadChannel {
                node,
                is_rotation: path == Property::Rotation,
                times: floats(json, bytes, sampler.input)?,
                values: floats(json, bytes, sampler.output)?,
            });
        }
        Ok(Self {
            parents,
            parent_from_node,
            world_from_node: Vec::with_capacity(character.links.len()),
            channels,
        })
    }

    /// Moves all nodes to a frame's keys; the time of those keys [s].
    fn move_to(&mut self, frame: usize, frames: usize) -> Result<f64, String> {
        let mut secs = None;
        for channel in &self.channels {
            // One key holds for ever.
            let count = channel.times.count();
            if count != frames && count != 1 {
                return Err(format!("has {count} keys for {frames} frames"));
            }
            let key = if count == 1 { 0 } else { frame };
            if count == frames {
                secs = channel.times.at(key);
            }
            let node = &mut self.parent_from_node[channel.node];
            let missing = || format!("has no key for frame {frame}");
            if channel.is_rotation {
                let row = channel.values.row::<4>(key).ok_or_else(missing)?;
                node.rotation = DQuat::from_array(row).normalize();
            } else {
                let row = channel.values.row::<3>(key).ok_or_else(missing)?;
                node.translation = DVec3::from_array(row);
            }
        }
        self.world_from_node.clear();
        for (local, parent) in self.parent_from_node.iter().zip(&self.parents) {
            let place = parent.map_or(*local, |parent| self.world_from_node[parent] * *local);
            self.world_from_node.push(place);
        }
        secs.ok_or_else(|| "has no channel with all frames".to_owned())
    }
}

/// The bytes of a list of numbers.
fn floats<'a>(
    json: &Root,
    bytes: &'a [u8],
    accessor: Index<Accessor>,
) -> Result<Floats<'a>, String> {
    let view = json
        .get(accessor)
        .and_then(|accessor| json.get(accessor.buffer_view?))
        .ok_or("a list has no place in the bytes")?;
    let start = view.byte_offset.map_or(0, |offset| offset.0);
    let end = start.checked_add(view.byte_length.0);
    let place = usize::try_from(start)
        .ok()
        .zip(end.and_then(|e| usize::try_from(e).ok()));
    let found = place.and_then(|(start, end)| bytes.get(start..end));
    found
        .map(Floats)
        .ok_or_else(|| "a list is beyond the bytes".to_owned())
}
