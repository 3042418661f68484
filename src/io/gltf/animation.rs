//! The motion: a rotation sampler for each link that turns, the root's place, and the tracks as extras.

use super::super::clip_frame::push_rounded;
use super::body::{point, unit};
use super::parts::{Bounds, Parts, Purpose};
use crate::character::{Character, LinkId};
use crate::motion::Clip;
use glam::DQuat;
use gltf_json::animation::{Channel, Interpolation, Property, Sampler, Target};
use gltf_json::extras::RawValue;
use gltf_json::validation::Checked::Valid;
use gltf_json::{Accessor, Animation, Index, Node};
use std::fmt::Write as _;
use std::io;

/// Digits of the tracks: micrometres.
const TRACK_DIGITS: usize = 6;

/// Adds the animation. `told` hears how many frames are done.
pub(super) fn add_animation(
    parts: &mut Parts,
    character: &Character,
    clip: &Clip,
    nodes: &[Index<Node>],
    told: &mut dyn FnMut(usize),
) -> io::Result<()> {
    let times = key_times(clip);
    let all = parts.add_floats(&times, Purpose::Data, Bounds::Stated);
    // What does not move has one key; they share its time, if there are any.
    let mut first = None;
    let mut animation = Animation {
        name: Some(clip.name.clone()),
        channels: Vec::new(),
        samplers: Vec::new(),
        extensions: None,
        extras: Some(tracks(character, clip)?),
    };

    // The root's place keeps all keys even at rest, so that the motion keeps its length.
    let frames = clip.frames.iter();
    let places: Vec<_> = frames
        .map(|frame| point(frame.pose.world_from_root.translation))
        .collect();
    let output = parts.add_floats(&places, Purpose::Data, Bounds::Unstated);
    push_channel(&mut animation, nodes[0], Property::Translation, all, output);

    let links = character.links.len();
    let mut keys = Vec::with_capacity(clip.frames.len());
    for id in character.link_ids() {
        if id == LinkId::ROOT || character.link(id).joint.kind.dofs() > 0 {
            write_turns(character, clip, id, &mut keys);
            let is_still = keys.iter().all(|key| *key == keys[0]);
            let (input, kept) = if is_still {
                let add = || parts.add_floats(&times[..1], Purpose::Data, Bounds::Stated);
                (*first.get_or_insert_with(add), &keys[..1])
            } else {
                (all, &keys[..])
            };
            let output = parts.add_floats(kept, Purpose::Data, Bounds::Unstated);
            let node = nodes[id.index()];
            push_channel(&mut animation, node, Property::Rotation, input, output);
        }
        told(clip.frames.len() * (id.index() + 1) / links);
    }
    parts.json.push(animation);
    Ok(())
}

/// Seconds since the first frame. Rising even where rounding would make two frames one.
fn key_times(clip: &Clip) -> Vec<[f32; 1]> {
    let mut before = f32::NEG_INFINITY;
    let time = |index: usize| {
        before = (clip.frame_time(index) as f32).max(before.next_up());
        [before]
    };
    (0..clip.frames.len()).map(time).collect()
}

/// Parent-from-link rotations of all frames. Signs are such that halfway between keys is the short way.
fn write_turns(character: &Character, clip: &Clip, id: LinkId, keys: &mut Vec<[f32; 4]>) {
    let joint = &character.link(id).joint;
    let mut before = DQuat::IDENTITY;
    keys.clear();
    keys.extend(clip.frames.iter().map(|frame| {
        let turn = if id == LinkId::ROOT {
            frame.pose.world_from_root.rotation
        } else {
            joint.parent_from_joint.rotation * frame.pose.joint(id).rotation(&joint.kind)
        };
        let turn = if turn.dot(before) < 0.0 { -turn } else { turn };
        before = turn;
        unit(turn)
    }));
}

fn push_channel(
    animation: &mut Animation,
    node: Index<Node>,
    path: Property,
    input: Index<Accessor>,
    output: Index<Accessor>,
) {
    let sampler = Index::push(
        &mut animation.samplers,
        Sampler {
            input,
            interpolation: Valid(Interpolation::Linear),
            output,
            extensions: None,
            extras: None,
        },
    );
    animation.channels.push(Channel {
        sampler,
        target: Target {
            node,
            path: Valid(path),
            extensions: None,
            extras: None,
        },
        extensions: None,
        extras: None,
    });
}

/// Contacts, centre of mass and margin, a value a frame: bit n of a contact is the n-th of `soles`, three numbers are
/// a centre of mass, and a margin without contact is null.
fn tracks(character: &Character, clip: &Clip) -> io::Result<Box<RawValue>> {
    let quoted = |text: &str| gltf_json::Value::from(text).to_string();
    let mut text = format!("{{\"character\":{}", quoted(&clip.character));
    if let Some(level) = &clip.level {
        text.push_str(",\"level\":");
        text.push_str(&quoted(level));
    }
    let soles: Vec<String> = character.soles.iter().map(|s| quoted(&s.name)).collect();
    let (start, step, soles) = (clip.start_secs, clip.frame_secs, soles.join(","));
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        ",\"start_secs\":{start:?},\"frame_secs\":{step:?},\"soles\":[{soles}]"
    );

    let mut scratch = String::new();
    let frames = &clip.frames;
    text.push_str(",\"contacts\":[");
    for frame in frames {
        let bits = frame
            .contacts
            .iter()
            .fold(0_u32, |bits, sole| bits | 1 << sole);
        push_rounded(&mut text, &mut scratch, f64::from(bits), 0);
        text.push(',');
    }
    end_list(&mut text, "],\"com_m\":[");
    for frame in frames {
        for part in frame.com.to_array() {
            push_rounded(&mut text, &mut scratch, part, TRACK_DIGITS);
            text.push(',');
        }
    }
    end_list(&mut text, "],\"margin_m\":[");
    for frame in frames {
        match frame.margin {
            Some(margin) => push_rounded(&mut text, &mut scratch, margin, TRACK_DIGITS),
            None => text.push_str("null"),
        }
        text.push(',');
    }
    end_list(&mut text, "]}");
    Ok(RawValue::from_string(text)?)
}

/// What follows a list in place of its last comma.
fn end_list(text: &mut String, after: &str) {
    text.pop();
    text.push_str(after);
}
