//! The body: a node per link in the rest pose, and one skinned mesh with a part for each side.

use super::parts::{Bounds, Parts, Purpose};
use crate::character::{Character, Fineness, LinkId, Surface};
use crate::kinematics::{Kinematics, Side, sides};
use crate::math::Transform;
use glam::{DMat4, DQuat, DVec3};
use gltf_json::material::{PbrBaseColorFactor, PbrMetallicRoughness, StrengthFactor};
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::scene::UnitQuaternion;
use gltf_json::validation::Checked::Valid;
use gltf_json::{Index, Material, Mesh, Node, Scene, Skin};
use std::collections::BTreeMap;

/// Plaster, cool left, warm right: name and sRGB colour.
const MATERIALS: [(Side, &str, [u8; 3]); 3] = [
    (Side::Middle, "trunk", [0xD8, 0xCC, 0xBA]),
    (Side::Left, "left", [0x93, 0xB4, 0xC6]),
    (Side::Right, "right", [0xD3, 0x9C, 0x78]),
];

/// Adds nodes, skin, mesh and scene; the node of each link. (links)
pub(super) fn add_body(parts: &mut Parts, character: &Character) -> Vec<Index<Node>> {
    let rest = Kinematics::of(character, &character.rest);
    let links = add_links(parts, character);
    let mut scene = vec![links[0]];
    let primitives = add_primitives(parts, character, &rest);
    // A body without shapes is a skeleton only: a mesh without parts is not allowed.
    if !primitives.is_empty() {
        let mesh = parts.json.push(Mesh {
            name: Some(character.name.clone()),
            primitives,
            weights: None,
            extensions: None,
            extras: None,
        });
        let skin = add_skin(parts, &links, &rest);
        scene.push(parts.json.push(Node {
            name: Some(free_name(character)),
            mesh: Some(mesh),
            skin: Some(skin),
            ..Node::default()
        }));
    }
    let scene = parts.json.push(Scene {
        name: None,
        nodes: scene,
        extensions: None,
        extras: None,
    });
    parts.json.scene = Some(scene);
    links
}

/// Nodes of all links; a parent's index is lower than its child's.
fn add_links(parts: &mut Parts, character: &Character) -> Vec<Index<Node>> {
    let nodes: Vec<Index<Node>> = character.link_ids().map(node).collect();
    for (id, link) in character.link_ids().zip(&character.links) {
        let mut local = character.rest.world_from_root;
        if let Some(parent) = link.parent {
            let turn = character.rest.joint(id).rotation(&link.joint.kind);
            local = link.joint.parent_from_joint * Transform::new(turn, DVec3::ZERO);
            let siblings = &mut parts.json.nodes[parent.index()].children;
            siblings.get_or_insert_default().push(node(id));
        }
        parts.json.push(Node {
            name: Some(link.name.clone()),
            translation: Some(point(local.translation)),
            rotation: Some(UnitQuaternion(unit(local.rotation))),
            ..Node::default()
        });
    }
    nodes
}

/// A link's node: links come first in the file.
fn node(link: LinkId) -> Index<Node> {
    Index::new(link.index() as u32)
}

/// A name for the mesh's node that no link has.
fn free_name(character: &Character) -> String {
    let mut name = format!("{}_body", character.name);
    while character.find_link(&name).is_some() {
        name.push('_');
    }
    name
}

fn add_skin(parts: &mut Parts, links: &[Index<Node>], rest: &Kinematics) -> Index<Skin> {
    let places = rest.world_from_link.iter();
    let matrices: Vec<[f32; 16]> = places
        .map(|world_from_link| {
            let link_from_world = world_from_link.inverse();
            let (turn, shift) = (link_from_world.rotation, link_from_world.translation);
            let matrix = DMat4::from_rotation_translation(turn, shift);
            matrix.to_cols_array().map(|entry| entry as f32)
        })
        .collect();
    let matrices = parts.add_floats(&matrices, Purpose::Data, Bounds::Unstated);
    parts.json.push(Skin {
        name: None,
        inverse_bind_matrices: Some(matrices),
        joints: links.to_vec(),
        skeleton: Some(links[0]),
        extensions: None,
        extras: None,
    })
}

/// The parts of the mesh, as the rest pose has them: one for each side that has shapes.
fn add_primitives(parts: &mut Parts, character: &Character, rest: &Kinematics) -> Vec<Primitive> {
    let sides = sides(character);
    let mut primitives = Vec::new();
    for (side, name, color) in MATERIALS {
        let (mut surface, mut carriers) = (Surface::new(Fineness::MEDIUM), Vec::new());
        let links = character.link_ids();
        for id in links.filter(|id| sides[id.index()] == side) {
            for shape in &character.link(id).shapes {
                surface.add(shape, rest.link(id));
            }
            carriers.resize(surface.points.len(), carrier(id));
        }
        if surface.points.is_empty() {
            continue;
        }
        let rows = |vectors: &[DVec3]| -> Vec<_> { vectors.iter().map(|v| point(*v)).collect() };
        let points = rows(&surface.points);
        let normals = rows(&surface.normals);
        let attributes = BTreeMap::from([
            (
                Valid(Semantic::Positions),
                parts.add_floats(&points, Purpose::Points, Bounds::Stated),
            ),
            (
                Valid(Semantic::Normals),
                parts.add_floats(&normals, Purpose::Points, Bounds::Unstated),
            ),
            (Valid(Semantic::Joints(0)), parts.add_joints(&carriers)),
            (
                Valid(Semantic::Weights(0)),
                parts.add_whole_weights(points.len()),
            ),
        ]);
        primitives.push(Primitive {
            attributes,
            indices: Some(parts.add_triangles(&surface.triangles)),
            material: Some(parts.json.push(material(name, color))),
            mode: Valid(Mode::Triangles),
            targets: None,
            extensions: None,
            extras: None,
        });
    }
    primitives
}

/// A link's place among the skin's joints.
const fn carrier(link: LinkId) -> u16 {
    link.index() as u16
}

/// Plaster: dull and not metal.
fn material(name: &str, color: [u8; 3]) -> Material {
    let [red, green, blue] = color.map(linear);
    Material {
        name: Some(name.to_owned()),
        pbr_metallic_roughness: PbrMetallicRoughness {
            base_color_factor: PbrBaseColorFactor([red, green, blue, 1.0]),
            metallic_factor: StrengthFactor(0.0),
            roughness_factor: StrengthFactor(0.85),
            ..PbrMetallicRoughness::default()
        },
        ..Material::default()
    }
}

/// glTF's colours are linear; ours are sRGB (IEC 61966-2-1).
fn linear(srgb: u8) -> f32 {
    let value = f64::from(srgb) / 255.0;
    let linear = if value <= 0.04045 {
        value / 12.92
    } else {
        libm::pow((value + 0.055) / 1.055, 2.4)
    };
    linear as f32
}

pub(super) fn point(v: DVec3) -> [f32; 3] {
    v.as_vec3().to_array()
}

/// Unit again after rounding.
pub(super) fn unit(q: DQuat) -> [f32; 4] {
    q.as_quat().normalize().to_array()
}
