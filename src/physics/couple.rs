//! How impulses at one place of the figure move every other place of it: the blocks of J M⁻¹ Jᵀ. Loose bodies need none: what
//! they feel is a velocity each.

use super::articulated::{Articulated, View};
use super::gauss_seidel::Coupling;
use super::respond::Responder;
use super::rows::Block;
use glam::DMat3;

/// A loose body's inverse mass.
#[derive(Clone, Copy, Debug)]
pub(super) struct FreeMass {
    /// [1/kg]
    pub(super) inverse_mass: f64,
    /// World axes [1/(kg m²)].
    pub(super) inverse_inertia: DMat3,
}

/// Scratch of the coupling.
#[derive(Clone, Debug, Default)]
pub(super) struct Coupler {
    /// Nodes that blocks act on, and those on the way to them. (nodes)
    needed: Vec<bool>,
    responder: Responder,
}

/// What the coupling is made of.
pub(super) struct Bodies<'a> {
    pub(super) view: View<'a>,
    pub(super) held: bool,
    pub(super) loose: &'a [FreeMass],
}

impl Coupler {
    /// Fills `coupling` for the blocks.
    pub(super) fn couple(
        &mut self,
        bodies: &Bodies,
        body: &Articulated,
        blocks: &[Block],
        coupling: &mut Coupling,
    ) {
        let nodes = bodies.view.tree.nodes.len();
        self.find_needed(bodies, blocks);
        coupling.make_room(blocks, nodes);
        for (index, block) in blocks.iter().enumerate() {
            coupling.own[index] = own_of_loose(bodies, block);
        }
        // How j feels i is how i feels j, turned over: half of it is worked out.
        let count = coupling.on_figure.len();
        for place in 0..count {
            let index = coupling.on_figure[place] as usize;
            let Bodies { view, held, .. } = *bodies;
            (self.responder).respond(view, body, &blocks[index].sides, held, &self.needed);
            for other_place in place..count {
                let other = &blocks[coupling.on_figure[other_place] as usize];
                let mut matrix = DMat3::ZERO;
                for side in other.sides.iter().flatten() {
                    let Some(moved) = self.responder.motions.get(side.body) else {
                        continue;
                    };
                    matrix += side.angular.transpose() * moved.angular;
                    if !other.law.only_turns() {
                        matrix += side.linear.transpose() * moved.linear;
                    }
                }
                coupling.matrices[place * count + other_place] = matrix;
                coupling.matrices[other_place * count + place] = matrix.transpose();
            }
            coupling.own[index] += coupling.matrices[place * count + place];
        }
    }

    /// Marks the nodes that blocks act on, and all on the way to them.
    fn find_needed(&mut self, bodies: &Bodies, blocks: &[Block]) {
        let nodes = &bodies.view.tree.nodes;
        self.needed.clear();
        self.needed.resize(nodes.len(), false);
        for side in blocks.iter().flat_map(|block| block.sides.iter().flatten()) {
            let mut index = side.body;
            while index < nodes.len() && !self.needed[index] {
                self.needed[index] = true;
                index = nodes[index].near;
            }
        }
    }
}

/// How a block feels its own impulses by the loose bodies that it acts on.
fn own_of_loose(bodies: &Bodies, block: &Block) -> DMat3 {
    let nodes = bodies.view.tree.nodes.len();
    let mut own = DMat3::ZERO;
    for side in block.sides.iter().flatten() {
        if let Some(loose) = side.body.checked_sub(nodes) {
            let mass = &bodies.loose[loose];
            own += side.angular.transpose() * (mass.inverse_inertia * side.angular)
                + side.linear.transpose() * (side.linear * mass.inverse_mass);
        }
    }
    own
}
