//! How impulses at one place move every other place: the blocks of J M⁻¹ Jᵀ.
//!
//! A figure's rows act on few links, so its inverse mass is asked once for every touched link and direction (six
//! answers a link, each along the tree), and rows are combined from those.

use super::articulated::{Articulated, View, Wrench};
use super::gauss_seidel::Coupling;
use super::rows::{Block, Side};
use super::state::Twist;
use glam::{DMat3, DVec3};

/// How one link moves with an impulse on another, or on itself: columns for the axes.
#[derive(Clone, Copy, Debug)]
struct Response {
    angular_by_torque: DMat3,
    linear_by_torque: DMat3,
    angular_by_force: DMat3,
    linear_by_force: DMat3,
}

/// A loose body's inverse mass.
#[derive(Clone, Copy, Debug)]
pub(super) struct FreeMass {
    /// [1/kg]
    pub(super) inverse_mass: f64,
    /// World axes [1/(kg m²)].
    pub(super) inverse_inertia: DMat3,
}

impl Response {
    const ZERO: Self = Self {
        angular_by_torque: DMat3::ZERO,
        linear_by_torque: DMat3::ZERO,
        angular_by_force: DMat3::ZERO,
        linear_by_force: DMat3::ZERO,
    };
}

/// Velocities, three columns at once.
#[derive(Clone, Copy, Debug)]
struct Moved {
    angular: DMat3,
    linear: DMat3,
}

impl Moved {
    const ZERO: Self = Self {
        angular: DMat3::ZERO,
        linear: DMat3::ZERO,
    };
}

/// Scratch of the coupling.
#[derive(Clone, Debug, Default)]
pub(super) struct Coupler {
    /// Which slot a node has among the touched ones. (nodes)
    slot: Vec<Option<usize>>,
    touched: Vec<usize>,
    needed: Vec<bool>,
    twists: Vec<Twist>,
    /// Slot by slot: how `to` moves with `from`, at `from * slots + to`.
    responses: Vec<Response>,
    /// One block's effect on every touched node.
    moved: Vec<Moved>,
    /// Blocks of the figure first, then of every loose body.
    of_body: Vec<Vec<u32>>,
    neighbours: Vec<u32>,
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
        body: &mut Articulated,
        blocks: &[Block],
        coupling: &mut Coupling,
    ) {
        self.find_touched(bodies, blocks);
        self.ask(bodies, body);

        coupling.starts.clear();
        coupling.entries.clear();
        coupling.own.clear();
        let nodes = bodies.view.tree.nodes.len();
        self.list_blocks(nodes, bodies.loose.len(), blocks);
        for (index, block) in blocks.iter().enumerate() {
            coupling.starts.push(coupling.entries.len());
            coupling.own.push(DMat3::ZERO);
            let on_figure = self.move_figure(nodes, block);
            self.list_neighbours(nodes, block);
            for &other_index in &self.neighbours {
                let mut matrix = DMat3::ZERO;
                for side in blocks[other_index as usize].sides.iter().flatten() {
                    let moved = match side.body.checked_sub(nodes) {
                        None => (self.slot[side.body].filter(|_| on_figure))
                            .map(|slot| self.moved[slot]),
                        Some(loose) => move_loose(block, side.body, &bodies.loose[loose]),
                    };
                    if let Some(moved) = moved {
                        matrix += side.linear.transpose() * moved.linear
                            + side.angular.transpose() * moved.angular;
                    }
                }
                if other_index as usize == index {
                    coupling.own[index] = matrix;
                }
                coupling.entries.push((other_index, matrix));
            }
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
        for side in block.sides.iter().flatten() {
            (self.neighbours).extend_from_slice(&self.of_body[list_of(nodes, side)]);
        }
        if block.sides[1].is_some() {
            self.neighbours.sort_unstable();
            self.neighbours.dedup();
        }
    }

    /// Numbers the touched nodes, and marks all on the way to them.
    fn find_touched(&mut self, bodies: &Bodies, blocks: &[Block]) {
        let nodes = &bodies.view.tree.nodes;
        self.slot.clear();
        self.slot.resize(nodes.len(), None);
        self.needed.clear();
        self.needed.resize(nodes.len(), false);
        self.touched.clear();
        for side in blocks.iter().flat_map(|block| block.sides.iter().flatten()) {
            if side.body < nodes.len() && self.slot[side.body].is_none() {
                self.slot[side.body] = Some(self.touched.len());
                self.touched.push(side.body);
                let mut index = side.body;
                while !self.needed[index] {
                    self.needed[index] = true;
                    index = nodes[index].near;
                }
            }
        }
    }

    /// Strikes every touched node along every axis.
    fn ask(&mut self, bodies: &Bodies, body: &mut Articulated) {
        let slots = self.touched.len();
        self.twists
            .resize(bodies.view.tree.nodes.len(), Twist::default());
        self.responses.clear();
        self.responses.resize(slots * slots, Response::ZERO);
        for (from, &struck) in self.touched.iter().enumerate() {
            for axis in 0..3 {
                let unit = DVec3::AXES[axis];
                for is_torque in [true, false] {
                    let impulse = if is_torque {
                        Wrench {
                            torque: unit,
                            force: DVec3::ZERO,
                        }
                    } else {
                        Wrench {
                            torque: DVec3::ZERO,
                            force: unit,
                        }
                    };
                    body.respond(
                        bodies.view,
                        struck,
                        impulse,
                        bodies.held,
                        &self.needed,
                        &mut self.twists,
                    );
                    for (to, &node) in self.touched.iter().enumerate() {
                        let response = &mut self.responses[from * slots + to];
                        let twist = &self.twists[node];
                        if is_torque {
                            *response.angular_by_torque.col_mut(axis) = twist.angular;
                            *response.linear_by_torque.col_mut(axis) = twist.linear;
                        } else {
                            *response.angular_by_force.col_mut(axis) = twist.angular;
                            *response.linear_by_force.col_mut(axis) = twist.linear;
                        }
                    }
                }
            }
        }
    }

    /// Fills `moved` with what a block's unit impulses do to the touched nodes; false when it does not touch the figure.
    fn move_figure(&mut self, nodes: usize, block: &Block) -> bool {
        let slots = self.touched.len();
        self.moved.clear();
        self.moved.resize(slots, Moved::ZERO);
        let mut any = false;
        for side in block
            .sides
            .iter()
            .flatten()
            .filter(|side| side.body < nodes)
        {
            let Some(from) = self.slot[side.body] else {
                continue;
            };
            any = true;
            for to in 0..slots {
                let response = &self.responses[from * slots + to];
                self.moved[to].angular += response.angular_by_torque * side.angular
                    + response.angular_by_force * side.linear;
                self.moved[to].linear += response.linear_by_torque * side.angular
                    + response.linear_by_force * side.linear;
            }
        }
        any
    }
}

/// What a block's unit impulses do to a loose body; nothing when it does not touch it.
fn move_loose(block: &Block, body: usize, mass: &FreeMass) -> Option<Moved> {
    let mut sides = block
        .sides
        .iter()
        .flatten()
        .filter(|side| side.body == body);
    let moved = |side: &Side| Moved {
        angular: mass.inverse_inertia * side.angular,
        linear: side.linear * mass.inverse_mass,
    };
    sides.next().map(moved)
}
