//! How impulses at one place move every other place: the blocks of J M⁻¹ Jᵀ.

use super::articulated::{Articulated, View};
use super::gauss_seidel::Coupling;
use super::respond::{Motions, Responder};
use super::rows::{Block, Side};
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
    /// Blocks of the figure first, then of every loose body.
    of_body: Vec<Vec<u32>>,
    neighbours: Vec<u32>,
    /// Up to where each block's entries are there already. (blocks)
    filled: Vec<usize>,
}

/// The list that a side belongs to: the figure's is the first.
fn list_of(nodes: usize, side: &Side) -> usize {
    side.body.checked_sub(nodes).map_or(0, |loose| loose + 1)
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
        self.list_blocks(nodes, bodies.loose.len(), blocks);
        self.list_entries(nodes, blocks, coupling);
        // How j feels i is how i feels j, turned over: half of it is worked out. Partners of j that come before it write
        // themselves into its list in order, which is the list's own.
        self.filled.clear();
        self.filled
            .extend_from_slice(&coupling.starts[..blocks.len()]);
        for (index, block) in blocks.iter().enumerate() {
            let on_figure = block.is_figures(nodes);
            if on_figure {
                let Bodies { view, held, .. } = *bodies;
                (self.responder).respond(view, body, &block.sides, held, &self.needed);
            }
            for at in self.filled[index]..coupling.starts[index + 1] {
                let other_index = coupling.entries[at].0 as usize;
                let other = &blocks[other_index];
                let mut matrix = DMat3::ZERO;
                for side in other.sides.iter().flatten() {
                    let moved = match side.body.checked_sub(nodes) {
                        None => on_figure.then(|| self.responder.motions[side.body]),
                        Some(loose) => move_loose(block, side.body, &bodies.loose[loose]),
                    };
                    let Some(moved) = moved else {
                        continue;
                    };
                    matrix += side.angular.transpose() * moved.angular;
                    if !other.law.only_turns() {
                        matrix += side.linear.transpose() * moved.linear;
                    }
                }
                coupling.entries[at].1 = matrix;
                if other_index == index {
                    coupling.own[index] = matrix;
                } else {
                    coupling.entries[self.filled[other_index]].1 = matrix.transpose();
                    self.filled[other_index] += 1;
                }
            }
        }
    }

    /// Makes room for every pair of blocks that share a body, each block's partners in order.
    fn list_entries(&mut self, nodes: usize, blocks: &[Block], coupling: &mut Coupling) {
        coupling.starts.clear();
        coupling.entries.clear();
        // Exactly what is needed: grown by doubling, the largest of all memories would be twice as large.
        let couples = self.of_body.iter().map(|list| list.len() * list.len());
        coupling.entries.reserve_exact(couples.sum());
        coupling.own.clear();
        coupling.own.resize(blocks.len(), DMat3::ZERO);
        for block in blocks {
            coupling.starts.push(coupling.entries.len());
            self.list_neighbours(nodes, block);
            let neighbours = self.neighbours.iter();
            (coupling.entries).extend(neighbours.map(|&other| (other, DMat3::ZERO)));
        }
        coupling.starts.push(coupling.entries.len());
    }

    /// Lists the blocks of the figure, and of every loose body.
    fn list_blocks(&mut self, nodes: usize, loose: usize, blocks: &[Block]) {
        self.of_body.resize_with(loose + 1, Vec::new);
        self.of_body.iter_mut().for_each(Vec::clear);
        for (index, block) in blocks.iter().enumerate() {
            for side in block.sides.iter().flatten() {
                let list = &mut self.of_body[list_of(nodes, side)];
                if list.last() != Some(&(index as u32)) {
                    list.push(index as u32);
                }
            }
        }
    }

    /// Lists the blocks that share a body with one, each once and in order.
    fn list_neighbours(&mut self, nodes: usize, block: &Block) {
        self.neighbours.clear();
        let [first, second] = (block.sides).map(|side| side.map(|side| list_of(nodes, &side)));
        let second = second.filter(|_| second != first);
        for list in [first, second].into_iter().flatten() {
            self.neighbours.extend_from_slice(&self.of_body[list]);
        }
        if first.is_some() && second.is_some() {
            self.neighbours.sort_unstable();
            self.neighbours.dedup();
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

/// What a block's unit impulses do to a loose body; nothing when it does not touch it.
fn move_loose(block: &Block, body: usize, mass: &FreeMass) -> Option<Motions> {
    let mut sides = block
        .sides
        .iter()
        .flatten()
        .filter(|side| side.body == body);
    let moved = |side: &Side| Motions {
        angular: mass.inverse_inertia * side.angular,
        linear: side.linear * mass.inverse_mass,
    };
    sides.next().map(moved)
}
