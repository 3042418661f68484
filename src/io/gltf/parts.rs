//! The two parts of a file in the making: JSON that describes, and bytes that it points into.

use gltf_json::accessor::{ComponentType, GenericComponentType, Type};
use gltf_json::buffer::{Target, View};
use gltf_json::validation::Checked::Valid;
use gltf_json::validation::USize64;
use gltf_json::{Accessor, Asset, Buffer, Index, Root, Value};
use std::io;

/// JSON and bytes.
pub(super) struct Parts {
    /// What there is.
    pub json: Root,
    bytes: Vec<u8>,
}

/// What a list of numbers is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Attributes of a mesh's points.
    Points,
    /// Corners of triangles.
    Triangles,
    /// Keys of a motion, matrices of a skin.
    Data,
}

/// Whether a list says its smallest and largest value: times and positions must.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bounds {
    /// It does.
    Stated,
    /// It does not.
    Unstated,
}

impl Parts {
    /// Nothing yet but the name of the program.
    pub(super) fn new() -> Self {
        let json = Root {
            asset: Asset {
                generator: Some(concat!("contrapposto ", env!("CARGO_PKG_VERSION")).to_owned()),
                ..Asset::default()
            },
            ..Root::default()
        };
        Self {
            json,
            bytes: Vec::new(),
        }
    }

    /// A list of rows of `N` numbers: 1 is a number, 3 a point, 4 a quaternion, 16 a matrix by columns.
    pub(super) fn add_floats<const N: usize>(
        &mut self,
        rows: &[[f32; N]],
        purpose: Purpose,
        bounds: Bounds,
    ) -> Index<Accessor> {
        let shape = match N {
            1 => Type::Scalar,
            3 => Type::Vec3,
            4 => Type::Vec4,
            _ => Type::Mat4,
        };
        let bytes = rows.iter().flatten().flat_map(|value| value.to_le_bytes());
        let index = self.add(ComponentType::F32, shape, rows.len(), purpose, bytes);
        if bounds == Bounds::Stated {
            let fold = |pick: fn(f32, f32) -> f32| {
                let mut row = rows.first().copied().unwrap_or([0.0; N]);
                for other in rows {
                    for (a, b) in row.iter_mut().zip(other) {
                        *a = pick(*a, *b);
                    }
                }
                Value::from(row.to_vec())
            };
            let accessor = &mut self.json.accessors[index.value()];
            accessor.min = Some(fold(f32::min));
            accessor.max = Some(fold(f32::max));
        }
        index
    }

    /// Corners of triangles.
    pub(super) fn add_triangles(&mut self, triangles: &[[u32; 3]]) -> Index<Accessor> {
        let count = 3 * triangles.len();
        let bytes = triangles.iter().flatten().flat_map(|k| k.to_le_bytes());
        let purpose = Purpose::Triangles;
        self.add(ComponentType::U32, Type::Scalar, count, purpose, bytes)
    }

    /// The one joint that carries each point.
    pub(super) fn add_joints(&mut self, joints: &[u16]) -> Index<Accessor> {
        let rows = joints.iter().flat_map(|joint| [*joint, 0, 0, 0]);
        let bytes = rows.flat_map(u16::to_le_bytes);
        let purpose = Purpose::Points;
        self.add(ComponentType::U16, Type::Vec4, joints.len(), purpose, bytes)
    }

    /// The whole weight of each point on its first joint.
    pub(super) fn add_whole_weights(&mut self, count: usize) -> Index<Accessor> {
        let bytes = (0..count).flat_map(|_| [u8::MAX, 0, 0, 0]);
        let purpose = Purpose::Points;
        let index = self.add(ComponentType::U8, Type::Vec4, count, purpose, bytes);
        self.json.accessors[index.value()].normalized = true;
        index
    }

    /// Every row's length is a multiple of four bytes, so that what follows is aligned.
    fn add(
        &mut self,
        component: ComponentType,
        shape: Type,
        count: usize,
        purpose: Purpose,
        bytes: impl Iterator<Item = u8>,
    ) -> Index<Accessor> {
        let start = self.bytes.len();
        self.bytes.extend(bytes);
        let target = match purpose {
            Purpose::Points => Some(Valid(Target::ArrayBuffer)),
            Purpose::Triangles => Some(Valid(Target::ElementArrayBuffer)),
            Purpose::Data => None,
        };
        let view = self.json.push(View {
            buffer: Index::new(0),
            byte_length: USize64::from(self.bytes.len() - start),
            byte_offset: Some(USize64::from(start)),
            byte_stride: None,
            name: None,
            target,
            extensions: None,
            extras: None,
        });
        self.json.push(Accessor {
            buffer_view: Some(view),
            byte_offset: None,
            count: USize64::from(count),
            component_type: Valid(GenericComponentType(component)),
            type_: Valid(shape),
            min: None,
            max: None,
            name: None,
            normalized: false,
            sparse: None,
            extensions: None,
            extras: None,
        })
    }

    /// Both parts as they go into the file.
    pub(super) fn finished(mut self) -> io::Result<(Vec<u8>, Vec<u8>)> {
        self.json.buffers.push(Buffer {
            byte_length: USize64::from(self.bytes.len()),
            name: None,
            uri: None,
            extensions: None,
            extras: None,
        });
        Ok((self.json.to_vec()?, self.bytes))
    }
}
