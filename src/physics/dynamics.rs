//! Rigid-body dynamics by columns: mass matrix (CRBA), bias forces and inverse dynamics (RNEA), forward dynamics (ABA), the centroidal
//! momentum matrix (CCRBA) with its bias, Jacobians of the centre of mass and of contacts. For controllers that set up equations of
//! their own, and for tests.
//!
//! ```text
//! M(q) q̈ + b(q, q̇) = τ + Jᵀ f        (Ṗ, L̇) = A(q) q̈ + bias        J_com = A's upper rows / m
//! ```
//! Columns are in the order and axes of [`crate::kinematics::mass_matrix`]: a floating base has six first, its origin's velocity and its
//! angular velocity; then every joint's, in world axes. A workspace: [`Dynamics::place`] reads a state, the rest answers for it, and once
//! memory has grown nothing is allocated.

use super::articulated::{Articulated, Root, View, Wrench};
use super::inverse::inverse_dynamics;
use super::measure::Momentum;
use super::passes::gather_forces;
use super::placed::Placed;
use super::state::State;
use super::tree::{Tree, Turning};
use super::velocity::Twist;
use crate::character::{Character, LinkId};
use crate::kinematics::{Base, Kinematics, Rooting, virtual_centers};
use glam::{DMat3, DVec3};

/// A body seen from one link, and the memory to work in.
#[derive(Clone, Debug)]
pub struct Dynamics {
    base: Base,
    file: Tree,
    tree: Tree,
    placed: Placed,
    momentum: Momentum,
    gravity: Vec<Wrench>,
    columns: Vec<Column>,
    composites: Vec<Composite>,
    body: Articulated,
    no_stiffening: Vec<f64>,
    joints: Vec<DVec3>,
    applied: Vec<Wrench>,
    wrenches: Vec<Wrench>,
    links: Vec<Twist>,
    answer: Vec<f64>,
    matrix: Vec<f64>,
    momenta: Vec<(DVec3, DVec3)>,
    jacobian: Vec<DVec3>,
}

/// What one column moves: all from a node outward, along or about an axis.
#[derive(Clone, Copy, Debug)]
struct Column {
    node: usize,
    axis: DVec3,
    /// Whether it turns or shifts.
    turns: bool,
}

/// All from a node outward as one rigid piece, about the whole body's centre of mass.
#[derive(Clone, Copy, Debug)]
struct Composite {
    mass: f64,
    /// Mass times place [kg m].
    moment: DVec3,
    /// [kg m²]
    inertia: DMat3,
}

impl Dynamics {
    /// Of a character seen from a link that floats or is held.
    pub fn new(character: &Character, root: LinkId, base: Base) -> Self {
        let tree = Tree::new(character, root);
        Self {
            base,
            file: Tree::new(character, LinkId::ROOT),
            no_stiffening: vec![0.0; tree.nodes.len()],
            tree,
            placed: Placed::default(),
            momentum: Momentum::default(),
            gravity: Vec::new(),
            columns: Vec::new(),
            composites: Vec::new(),
            body: Articulated::default(),
            joints: Vec::new(),
            applied: Vec::new(),
            wrenches: Vec::new(),
            links: Vec::new(),
            answer: Vec::new(),
            matrix: Vec::new(),
            momenta: Vec::new(),
            jacobian: Vec::new(),
        }
    }

    /// Reads a state; `gravity` is an acceleration [m/s²].
    pub fn place(&mut self, character: &Character, state: &State, gravity: DVec3) {
        self.placed.place_links(&self.file, character, state);
        virtual_centers(&self.file.rooting, &mut self.placed.kin);
        self.placed.see_from(&self.tree);
        self.momentum = Momentum::of(character, &self.placed);
        gather_forces(gravity, &self.tree, &self.placed, &[], &mut self.gravity);
        self.columns.clear();
        let mut push = |node, axis, turns| self.columns.push(Column { node, axis, turns });
        if self.base == Base::Free {
            for turns in [false, true] {
                for axis in DVec3::AXES {
                    push(0, axis, turns);
                }
            }
        }
        for (index, node) in self.tree.nodes.iter().enumerate() {
            match node.turning {
                Turning::Fixed => {}
                Turning::Hinge(_) => push(index, self.placed.nodes[index].axis, true),
                Turning::Ball => DVec3::AXES
                    .into_iter()
                    .for_each(|axis| push(index, axis, true)),
            }
        }
    }

    /// How many columns there are.
    pub fn column_count(&self) -> usize {
        self.base.columns() + self.tree.rooting.dofs
    }

    /// The view of the tree that orders the columns.
    pub fn rooting(&self) -> &Rooting {
        &self.tree.rooting
    }

    /// Where the links and their centre of mass are.
    pub fn kinematics(&self) -> &Kinematics {
        &self.placed.kin
    }

    /// Momentum, and angular momentum about the centre of mass.
    pub fn momentum(&self) -> &Momentum {
        &self.momentum
    }

    /// How a link's origin moves.
    pub fn link_velocity(&self, link: LinkId) -> Twist {
        self.placed.links[link.index()].velocity
    }

    /// Velocities of all columns.
    pub fn velocity(&mut self) -> &[f64] {
        let root = self.placed.nodes[0].velocity;
        self.joints.clear();
        (self.joints).extend(self.placed.nodes.iter().map(|at| at.rate));
        self.write_columns(root);
        &self.answer
    }

    /// Forward dynamics (ABA): accelerations of all columns under torques (and a base wrench).
    pub fn forward(&mut self, torques: &[f64]) -> &[f64] {
        let base = self.read_columns(torques);
        self.applied.clone_from(&self.gravity);
        self.applied[0] += Wrench {
            force: base.linear,
            torque: base.angular,
        };
        let root = match self.base {
            Base::Free => Root::Free,
            Base::Held => Root::Given(Twist::default()),
        };
        let view = View {
            tree: &self.tree,
            nodes: &self.placed.nodes,
        };
        self.body.factor(view, &self.no_stiffening);
        (self.body).accelerate(view, &self.joints, &self.applied, root);
        self.joints.clone_from(&self.body.joints);
        self.write_columns(self.body.links[0]);
        &self.answer
    }

    /// Inverse dynamics (RNEA): torques (and a base wrench) of all columns that make these accelerations.
    pub fn inverse(&mut self, accelerations: &[f64]) -> &[f64] {
        let root = self.read_columns(accelerations);
        self.applied.clone_from(&self.gravity);
        self.newton_euler(root);
        self.write_torques();
        &self.answer
    }

    /// Bias forces (RNEA without acceleration): what joints must give so that no column accelerates, C(q, q̇) q̇ + g(q).
    pub fn bias(&mut self) -> &[f64] {
        self.joints.clear();
        self.joints.resize(self.tree.nodes.len(), DVec3::ZERO);
        self.applied.clone_from(&self.gravity);
        self.newton_euler(Twist::default());
        self.write_torques();
        &self.answer
    }

    /// Joint-space inertia, the mass matrix (CRBA; Featherstone 2008, section 6.2, in world axes), row-major
    /// [kg, kg m, kg m²]. (columns²)
    pub fn mass_matrix(&mut self) -> &[f64] {
        self.momentum_matrix();
        let n = self.columns.len();
        self.matrix.clear();
        self.matrix.resize(n * n, 0.0);
        for j in 0..n {
            let (linear, angular) = self.momenta[j];
            let mut node = self.columns[j].node;
            // Columns of one node come together; those of nodes nearer to the first come before.
            let mut i = j + 1;
            loop {
                while i > 0 && self.columns[i - 1].node >= node {
                    i -= 1;
                    let inner = &self.columns[i];
                    if inner.node == node {
                        let value = if inner.turns {
                            let pivot = self.placed.nodes[node].pivot - self.momentum.com;
                            inner.axis.dot(angular - pivot.cross(linear))
                        } else {
                            inner.axis.dot(linear)
                        };
                        self.matrix[i * n + j] = value;
                        self.matrix[j * n + i] = value;
                    }
                }
                if node == 0 {
                    break;
                }
                node = self.tree.nodes[node].near;
            }
        }
        &self.matrix
    }

    /// Centroidal momentum matrix (CCRBA; Orin, Goswami and Lee 2013): momentum and angular momentum about the centre of mass, per
    /// unit rate of each column [kg m/s, kg m²/s]. (columns)
    pub fn momentum_matrix(&mut self) -> &[(DVec3, DVec3)] {
        let com = self.momentum.com;
        self.composites.clear();
        let nodes = self.tree.nodes.iter().zip(&self.placed.nodes);
        self.composites.extend(nodes.map(|(node, at)| {
            let arm = at.pivot + at.arm - com;
            let moment = node.mass * arm;
            Composite {
                mass: node.mass,
                moment,
                inertia: at.inertia + DMat3::from_diagonal(DVec3::splat(moment.dot(arm)))
                    - DMat3::from_cols(moment * arm.x, moment * arm.y, moment * arm.z),
            }
        }));
        for index in (1..self.composites.len()).rev() {
            let own = self.composites[index];
            let near = &mut self.composites[self.tree.nodes[index].near];
            near.mass += own.mass;
            near.moment += own.moment;
            near.inertia += own.inertia;
        }
        self.momenta.clear();
        self.momenta.extend(self.columns.iter().map(|column| {
            let own = &self.composites[column.node];
            if !column.turns {
                return (own.mass * column.axis, own.moment.cross(column.axis));
            }
            // Of material at x: v = s × (x − p). Σ m v, and Σ m x × v.
            let pivot = self.placed.nodes[column.node].pivot - com;
            let linear = column.axis.cross(own.moment - own.mass * pivot);
            let angular = own.inertia * column.axis - own.moment.cross(column.axis.cross(pivot));
            (linear, angular)
        }));
        &self.momenta
    }

    /// Rates of momentum and of angular momentum about the centre of mass while no column accelerates: the bias of the centroidal
    /// momentum matrix, Ȧ q̇ [N, N m].
    pub fn momentum_bias(&mut self) -> (DVec3, DVec3) {
        self.joints.clear();
        self.joints.resize(self.tree.nodes.len(), DVec3::ZERO);
        self.applied.clear();
        (self.applied).resize(self.tree.nodes.len(), Wrench::default());
        self.newton_euler(Twist::default());
        let Wrench { torque, force } = self.wrenches[0];
        let arm = self.placed.nodes[0].pivot - self.momentum.com;
        (force, torque + arm.cross(force))
    }

    /// Jacobian of the centre of mass: its velocity per unit rate of each column. (columns)
    pub fn com_jacobian(&mut self) -> &[DVec3] {
        self.momentum_matrix();
        self.jacobian.clear();
        let mass = self.momentum.mass;
        (self.jacobian).extend(self.momenta.iter().map(|(linear, _)| *linear / mass));
        &self.jacobian
    }

    /// Contact Jacobian: the velocity of a link's material at a point of the world, per unit rate of each column. Its transpose takes a
    /// force there to torques. (columns)
    pub fn contact_jacobian(&mut self, link: LinkId, point: DVec3) -> &[DVec3] {
        self.jacobian.clear();
        self.jacobian.resize(self.columns.len(), DVec3::ZERO);
        let mut node = self.tree.node_of_link[link.index()];
        loop {
            for (column, moved) in self.columns.iter().zip(&mut self.jacobian) {
                if column.node == node {
                    *moved = if column.turns {
                        column.axis.cross(point - self.placed.nodes[node].pivot)
                    } else {
                        column.axis
                    };
                }
            }
            if node == 0 {
                break;
            }
            node = self.tree.nodes[node].near;
        }
        &self.jacobian
    }

    /// What every node needs when the joints of `self.joints` accelerate so and `self.applied` acts.
    fn newton_euler(&mut self, root: Twist) {
        let view = View {
            tree: &self.tree,
            nodes: &self.placed.nodes,
        };
        let (wrenches, links) = (&mut self.wrenches, &mut self.links);
        inverse_dynamics(view, root, &self.joints, &self.applied, wrenches, links);
    }

    /// Torques by column of what every node needs.
    fn write_torques(&mut self) {
        self.joints.clear();
        (self.joints).extend(self.wrenches.iter().map(|wrench| wrench.torque));
        let Wrench { torque, force } = self.wrenches[0];
        self.write_columns(Twist {
            angular: torque,
            linear: force,
        });
    }

    /// Columns as vectors by node in `self.joints`: a ball's three, a hinge's one along its axis. Returns the base's.
    fn read_columns(&mut self, columns: &[f64]) -> Twist {
        let vector = |first: usize| DVec3::from_slice(&columns[first..first + 3]);
        self.joints.clear();
        self.joints.resize(self.tree.nodes.len(), DVec3::ZERO);
        for (index, step) in self.tree.rooting.steps.iter().enumerate() {
            let first = self.base.columns() + usize::from(step.first_dof);
            self.joints[index + 1] = match self.tree.nodes[index + 1].turning {
                Turning::Fixed => DVec3::ZERO,
                Turning::Hinge(_) => columns[first] * self.placed.nodes[index + 1].axis,
                Turning::Ball => vector(first),
            };
        }
        match self.base {
            Base::Free => Twist {
                linear: vector(0),
                angular: vector(3),
            },
            Base::Held => Twist::default(),
        }
    }

    /// The other way: `self.joints` and the base's as columns in `self.answer`.
    fn write_columns(&mut self, base: Twist) {
        self.answer.clear();
        if self.base == Base::Free {
            self.answer.extend(base.linear.to_array());
            self.answer.extend(base.angular.to_array());
        }
        for (index, node) in self.tree.nodes.iter().enumerate() {
            match node.turning {
                Turning::Fixed => {}
                Turning::Hinge(_) => {
                    let axis = self.placed.nodes[index].axis;
                    self.answer.push(self.joints[index].dot(axis));
                }
                Turning::Ball => self.answer.extend(self.joints[index].to_array()),
            }
        }
    }
}
