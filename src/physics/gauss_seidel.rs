//! The blocks' impulses by projected Gauss-Seidel: block after block takes the impulse that its own law wants, and all
//! it is coupled with feel it at once.
//!
//! ```text
//!                    ┌── on the figure ──> 3 × 3 blocks of J M⁻¹ Jᵀ ──> velocity of every other row of the figure
//! change of impulse ─┤
//!                    └── on a loose body ──> the body's velocity, where its other rows look next
//! ```
//! All rows of the figure are coupled, through all of its joints: they are added up beforehand. A loose body has a velocity and
//! no more, so a heap of them takes time and memory in proportion to its touches.

use super::couple::FreeMass;
use super::rows::{Block, Law, Side};
use super::velocity::Twist;
use glam::{DMat2, DMat3, DVec2, DVec3, Vec3Swizzles};

/// Changes below this share of the tolerance are not worth their spreading.
const UNFELT: f64 = 0.1;
/// Where very many rows act on loose bodies alone, so many visits in a step have to do for them; and each has these sweeps at least.
const VISITS: usize = 60_000;
const LEAST_SWEEPS: usize = 10;
/// The first of them comes near, every further one doubles the digits.
const NEWTON_STEPS: usize = 6;

/// How the rows hang together.
#[derive(Clone, Debug, Default)]
pub(super) struct Coupling {
    /// The figure's nodes: bodies beyond are loose.
    nodes: usize,
    /// Blocks that act on the figure, in order.
    pub(super) on_figure: Vec<u32>,
    /// Of each block: its place among those, if it has one. (blocks)
    places: Vec<Option<u32>>,
    /// How the velocity of each of those changes with the impulse of each. (of the figure × of the figure)
    pub(super) matrices: Vec<DMat3>,
    /// A block with itself. (blocks)
    pub(super) own: Vec<DMat3>,
}

impl Coupling {
    /// Finds the blocks of a figure with so many nodes; what they do to each other is zero at first.
    pub(super) fn make_room(&mut self, blocks: &[Block], nodes: usize) {
        self.nodes = nodes;
        self.on_figure.clear();
        self.places.clear();
        for (index, block) in blocks.iter().enumerate() {
            let place = block
                .is_figures(nodes)
                .then_some(self.on_figure.len() as u32);
            self.places.push(place);
            self.on_figure.extend(place.map(|_| index as u32));
        }
        let count = self.on_figure.len();
        self.matrices.clear();
        // Exactly what is needed: grown by doubling, the largest of all memories would be twice as large.
        self.matrices.reserve_exact(count * count);
        self.matrices.resize(count * count, DMat3::ZERO);
        self.own.clear();
        self.own.resize(blocks.len(), DMat3::ZERO);
    }

    /// What the rows of a block see of loose bodies, by their velocities.
    #[inline]
    fn seen(&self, block: &Block, shifts: &[Shift]) -> DVec3 {
        let mut seen = DVec3::ZERO;
        for (side, loose) in self.loose_sides(block) {
            let twist = &shifts[loose].twist;
            seen +=
                side.linear.transpose() * twist.linear + side.angular.transpose() * twist.angular;
        }
        seen
    }

    /// Whether a block may see anything else than at a visit. The figure moves whenever one of its joints does.
    #[inline]
    fn is_moved(&self, block: &Block, index: usize, shifts: &[Shift], visit: u64) -> bool {
        visit == 0
            || self.places[index].is_some()
            || (self.loose_sides(block)).any(|(_, loose)| shifts[loose].changed >= visit)
    }

    /// Sides on loose bodies, and which.
    #[inline]
    fn loose_sides<'a>(&self, block: &'a Block) -> impl Iterator<Item = (&'a Side, usize)> {
        let nodes = self.nodes;
        let sides = block.sides.iter().flatten();
        sides.filter_map(move |side| Some((side, side.body.checked_sub(nodes)?)))
    }
}

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Effort {
    /// Most sweeps.
    pub(super) sweeps: usize,
    /// A sweep that changes no velocity by more than this is the last [m/s].
    pub(super) tolerance: f64,
    /// A turn counts by what it moves this far from the joint [m].
    pub(super) lever: f64,
}

/// What a block's own law needs in every sweep.
#[derive(Clone, Copy, Debug)]
struct Prepared {
    /// How its velocity changes with its own impulse, softness included.
    own: DMat3,
    /// Of that; of a contact only the two tangents' part, in the first two rows and columns.
    inverse: DMat3,
    /// The largest change of velocity that an impulse of one makes; of turns, at a lever [m/s].
    stiffest: f64,
}

impl Prepared {
    fn of(block: &Block, own: &DMat3, lever: f64) -> Self {
        // What turns rows of speed of turning into rows of speed [m].
        let lever = if block.law.only_turns() { lever } else { 1.0 };
        let soft = *own + DMat3::from_diagonal(block.softness);
        let inverse = match block.law {
            Law::Contact { .. } => {
                let tangents = DMat2::from_cols(own.y_axis.yz(), own.z_axis.yz()).inverse();
                DMat3::from_cols(
                    tangents.x_axis.extend(0.0),
                    tangents.y_axis.extend(0.0),
                    DVec3::ZERO,
                )
            }
            Law::Stops => DMat3::ZERO,
            Law::Hold { .. } | Law::Muscle { .. } => soft.inverse(),
        };
        Self {
            own: soft,
            inverse,
            stiffest: own.x_axis.x.max(own.y_axis.y).max(own.z_axis.z) * lever,
        }
    }
}

/// Memory of a solve.
#[derive(Clone, Debug, Default)]
pub(super) struct GaussSeidel {
    /// (blocks)
    prepared: Vec<Prepared>,
    /// What impulses have changed of the velocity of each loose body.
    shifts: Vec<Shift>,
    /// The last visit of each block. (blocks)
    visited: Vec<u64>,
    /// Visits of blocks so far.
    visits: u64,
}

/// What impulses have changed of a loose body's velocity.
#[derive(Clone, Copy, Debug, Default)]
struct Shift {
    twist: Twist,
    /// The visit that changed it last.
    changed: u64,
}

impl GaussSeidel {
    /// Solves for the blocks' impulses from those that they hold, and returns the number of sweeps. Velocities must hold
    /// what the bodies' free motion and the biases give; on return they hold what impulses on the figure left.
    pub(super) fn solve(
        &mut self,
        blocks: &mut [Block],
        coupling: &Coupling,
        loose: &[FreeMass],
        effort: Effort,
    ) -> usize {
        self.shifts.clear();
        self.shifts.resize(loose.len(), Shift::default());
        self.visited.clear();
        self.visited.resize(blocks.len(), 0);
        self.visits = 1;
        let own = blocks.iter().zip(&coupling.own);
        self.prepared.clear();
        (self.prepared).extend(own.map(|(block, own)| Prepared::of(block, own, effort.lever)));
        for index in 0..blocks.len() {
            let impulse = blocks[index].impulse;
            if impulse != DVec3::ZERO {
                self.spread(blocks, coupling, loose, index, impulse);
            }
        }
        let of_loose = blocks.len() - coupling.on_figure.len();
        let loose_sweeps = (VISITS / of_loose.max(1)).max(LEAST_SWEEPS);
        for sweep in 1..=effort.sweeps {
            let mut largest: f64 = 0.0;
            for turn in 0..blocks.len() {
                // To and fro, so that no end of the list is favoured.
                let index = if sweep % 2 == 0 {
                    blocks.len() - 1 - turn
                } else {
                    turn
                };
                let block = &mut blocks[index];
                // Where nothing has moved since, nothing is wanted: the calm part of a heap costs nothing.
                if !coupling.is_moved(block, index, &self.shifts, self.visited[index])
                    || (sweep > loose_sweeps && coupling.places[index].is_none())
                {
                    continue;
                }
                self.visits += 1;
                self.visited[index] = self.visits;
                let prepared = &self.prepared[index];
                let velocity = block.velocity + coupling.seen(block, &self.shifts);
                let change = wanted(block, velocity, prepared) - block.impulse;
                let felt = prepared.stiffest * change.abs().max_element();
                // What nobody would feel is not spread.
                if felt <= UNFELT * effort.tolerance {
                    continue;
                }
                block.impulse += change;
                largest = largest.max(felt);
                self.spread(blocks, coupling, loose, index, change);
            }
            if largest <= effort.tolerance {
                return sweep;
            }
        }
        effort.sweeps
    }

    /// Lets the figure's blocks and loose bodies feel a change of impulse.
    #[inline]
    fn spread(
        &mut self,
        blocks: &mut [Block],
        coupling: &Coupling,
        loose: &[FreeMass],
        index: usize,
        change: DVec3,
    ) {
        for (side, body) in coupling.loose_sides(&blocks[index]) {
            let (mass, shift) = (&loose[body], &mut self.shifts[body]);
            shift.twist.linear += mass.inverse_mass * (side.linear * change);
            shift.twist.angular += mass.inverse_inertia * (side.angular * change);
            shift.changed = self.visits;
        }
        if let Some(place) = coupling.places[index] {
            let count = coupling.on_figure.len();
            let row = &coupling.matrices[place as usize * count..][..count];
            for (other, matrix) in coupling.on_figure.iter().zip(row) {
                blocks[*other as usize].velocity += *matrix * change;
            }
        }
    }
}

/// The impulse that a block would have if the others stayed as they are and left its rows this velocity.
#[inline]
fn wanted(block: &Block, velocity: DVec3, prepared: &Prepared) -> DVec3 {
    let now = block.impulse;
    let residual = velocity + block.softness * now;
    let own = &prepared.own;
    match block.law {
        Law::Contact { friction } => {
            let normal = (now.x - residual.x / own.x_axis.x).max(0.0);
            let pushed = normal - now.x;
            let slip = velocity.yz() + own.x_axis.yz() * pushed;
            let tangent = rub(now.yz(), slip, prepared, friction * normal);
            DVec3::new(normal, tangent.x, tangent.y)
        }
        Law::Stops => {
            let (mut impulse, mut residual) = (now, residual);
            for row in 0..3 {
                let column = own.col(row);
                // A row without a body never moves.
                if column[row] <= 0.0 {
                    continue;
                }
                let next = (impulse[row] - residual[row] / column[row]).max(0.0);
                residual += column * (next - impulse[row]);
                impulse[row] = next;
            }
            impulse
        }
        Law::Hold { most } | Law::Muscle { most } => {
            let free = now - prepared.inverse * residual;
            if free.length_squared() <= most * most {
                free
            } else {
                within(own, *own * now - residual, most)
            }
        }
    }
}

/// The impulse x on a ball, from outside of it nearest to matrix · x = push in the matrix's own measure: (matrix + μ) x = push with
/// the least μ that brings it in, found by Newton's method on 1/|x| (Moré and Sorensen 1983).
fn within(matrix: &DMat3, push: DVec3, most: f64) -> DVec3 {
    let mut inverse = matrix.inverse();
    let mut impulse = inverse * push;
    let mut extra = 0.0;
    for _ in 0..NEWTON_STEPS {
        let size = impulse.length();
        let bend = impulse.dot(inverse * impulse);
        extra += (size / most.max(f64::MIN_POSITIVE) - 1.0) * size * size / bend;
        inverse = (*matrix + DMat3::from_diagonal(DVec3::splat(extra))).inverse();
        impulse = inverse * push;
        if impulse.length() <= most * (1.0 + 1e-6) {
            break;
        }
    }
    impulse.clamp_length_max(most)
}

/// Friction inside a disc: what would stop the slip if that is allowed, else a step against it and back to the rim.
#[inline]
fn rub(held: DVec2, slip: DVec2, prepared: &Prepared, most: f64) -> DVec2 {
    if most <= 0.0 {
        return DVec2::ZERO;
    }
    let inverse = &prepared.inverse;
    let stop = held - (inverse.x_axis.xy() * slip.x + inverse.y_axis.xy() * slip.y);
    if stop.length_squared() <= most * most {
        return stop;
    }
    // A step as long as the stiffest direction allows always goes downhill (projected gradient).
    let own = &prepared.own;
    let (yy, yz, zz) = (own.y_axis.y, own.y_axis.z, own.z_axis.z);
    let stiffest = 0.5 * (yy + zz) + (0.25 * (yy - zz) * (yy - zz) + yz * yz).sqrt();
    (held - slip / stiffest).clamp_length_max(most)
}
