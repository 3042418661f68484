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
mod surface;
#[cfg(test)]
mod tests;

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
