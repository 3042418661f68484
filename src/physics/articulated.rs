//! Forward dynamics by articulated bodies (Featherstone 2008, chapter 7), in world axes.
//!
//! A node's wrench (n, f) at its pivot and its acceleration (α, a) there are tied by n = Aα + Ba + p, f = Bᵀα + Ca + p',
//! with A, B, C the articulated inertia: what the node feels like to the joint that moves it, all joints beyond being
//! free. A joint answers with q̈ = G (τ − n₀) where G undoes A + K in the directions in which it can turn: the inverse
//! for a ball, s sᵀ / (sᵀAs + k) for a hinge, nothing for a weld. So one formula serves every kind of joint, and K, the
//! implicit part of a drive (h·damping + h²·stiffness; Yin and Yin 2020), costs nothing. Accelerations are those of
//! material points, so velocity enters only as ω × (ω × arm).
//!
//! Every pass is linear in the number of links. The usual way, a mass matrix and its sparse factor, grows with the
//! square of a chain's length; `benches/physics.rs` has both.

use super::placed::PlacedNode;
use super::tree::{Tree, Turning};
use super::velocity::Twist;
use glam::{DMat3, DVec3};

/// A torque and a force at a node's pivot; as an impulse, too.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Wrench {
    pub(super) torque: DVec3,
    pub(super) force: DVec3,
}

impl std::ops::AddAssign for Wrench {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.torque += other.torque;
        self.force += other.force;
    }
}

/// A body as placed, seen from one link.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    pub(super) tree: &'a Tree,
    pub(super) nodes: &'a [PlacedNode],
}

/// What moves the first node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Root {
    /// Nothing but what acts on the body.
    Free,
    /// Something that moves it like this, whatever it takes: an acceleration, or a change of velocity for impulses.
    Given(Twist),
}

/// The symmetric matrix (A B; Bᵀ C).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Inertia {
    pub(super) a: DMat3,
    pub(super) b: DMat3,
    pub(super) c: DMat3,
}

/// A joint that has been solved for: G, G A and G B.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solved {
    pub(super) g: DMat3,
    pub(super) ga: DMat3,
    pub(super) gb: DMat3,
}

impl Solved {
    const ZERO: Self = Self {
        g: DMat3::ZERO,
        ga: DMat3::ZERO,
        gb: DMat3::ZERO,
    };
}

/// The factored body: for one pose and one set of drives, answers any forces in linear time.
#[derive(Clone, Debug, Default)]
pub(super) struct Articulated {
    inertias: Vec<Inertia>,
    pub(super) solved: Vec<Solved>,
    /// Inverse of the first node's inertia.
    pub(super) root: Inertia,
    /// G (p − τ) of the pass under way.
    answers: Vec<DVec3>,
    wrenches: Vec<Wrench>,
    /// Of every node at its pivot: accelerations, or changes of velocity, as the last pass found them.
    pub(super) links: Vec<Twist>,
    /// Of every node against its near one, along with those.
    pub(super) joints: Vec<DVec3>,
}

/// [v]ₓ M: the cross product with every column.
#[inline]
pub(super) fn cross_columns(v: DVec3, m: &DMat3) -> DMat3 {
    DMat3::from_cols(v.cross(m.x_axis), v.cross(m.y_axis), v.cross(m.z_axis))
}

impl Articulated {
    /// Factors the body. `stiffening` is K of every node [kg m²].
    pub(super) fn factor(&mut self, view: View, stiffening: &[f64]) {
        let View {
            tree,
            nodes: placed,
        } = view;
        let Self {
            inertias, solved, ..
        } = self;
        inertias.clear();
        inertias.extend(tree.nodes.iter().zip(placed).map(|(node, at)| {
            let (m, arm) = (node.mass, at.arm);
            let first = m * arm;
            let square = DMat3::from_diagonal(DVec3::splat(first.dot(arm)))
                - DMat3::from_cols(first * arm.x, first * arm.y, first * arm.z);
            Inertia {
                a: at.inertia + square,
                // m [arm]ₓ
                b: DMat3::from_cols(
                    DVec3::new(0.0, first.z, -first.y),
                    DVec3::new(-first.z, 0.0, first.x),
                    DVec3::new(first.y, -first.x, 0.0),
                ),
                c: DMat3::from_diagonal(DVec3::splat(m)),
            }
        }));
        solved.resize(tree.nodes.len(), Solved::ZERO);

        for index in (1..tree.nodes.len()).rev() {
            let (node, at) = (&tree.nodes[index], &placed[index]);
            let own = inertias[index];
            let g = match node.turning {
                Turning::Fixed => DMat3::ZERO,
                Turning::Hinge(_) => {
                    let s = at.axis;
                    let inverse = 1.0 / (s.dot(own.a * s) + stiffening[index]);
                    DMat3::from_cols(
                        s * (s.x * inverse),
                        s * (s.y * inverse),
                        s * (s.z * inverse),
                    )
                }
                Turning::Ball => {
                    (own.a + DMat3::from_diagonal(DVec3::splat(stiffening[index]))).inverse()
                }
            };
            let (ga, gb) = (g * own.a, g * own.b);
            solved[index] = Solved { g, ga, gb };

            // What the joint lets through to the near side, then moved to the near pivot.
            let a = own.a - own.a * ga;
            let b = own.b - own.a * gb;
            let c = own.c - own.b.transpose() * gb;
            let d = at.offset;
            let moved_c = cross_columns(d, &c);
            let moved_b = cross_columns(d, &b.transpose());
            let near = &mut inertias[node.near];
            near.a += a
                + moved_b
                + moved_b.transpose()
                + cross_columns(d, &moved_c.transpose()).transpose();
            near.b += b + moved_c;
            near.c += c;
        }

        let whole = &inertias[0];
        let c = whole.c.inverse();
        let bc = whole.b * c;
        let a = (whole.a - bc * whole.b.transpose()).inverse();
        let b = -(a * bc);
        self.root = Inertia {
            a,
            b,
            c: c - bc.transpose() * b,
        };
    }

    /// Finds the accelerations under torques of the joints and wrenches on the links (at their nodes' pivots, gravity
    /// among them).
    pub(super) fn accelerate(
        &mut self,
        view: View,
        torques: &[DVec3],
        applied: &[Wrench],
        root: Root,
    ) {
        self.wrenches.clear();
        for (index, (node, at)) in view.tree.nodes.iter().zip(view.nodes).enumerate() {
            let w = at.velocity.angular;
            let swing = node.mass * w.cross(w.cross(at.arm));
            let drift = drift(view, index);
            let own = &self.inertias[index];
            // What the link needs for its own turning, less what acts on it, plus what the moving pivot asks.
            self.wrenches.push(Wrench {
                torque: w.cross(at.inertia * w) + at.arm.cross(swing) - applied[index].torque
                    + own.a * drift.angular
                    + own.b * drift.linear,
                force: swing - applied[index].force
                    + own.b.transpose() * drift.angular
                    + own.c * drift.linear,
            });
        }
        self.gather(view, torques);
        self.hand_out(view, root, drift);
    }

    /// Finds the changes of velocity by impulses on the links.
    pub(super) fn strike(&mut self, view: View, impulses: &[Wrench], held: bool) {
        self.wrenches.clear();
        self.wrenches.extend(impulses.iter().map(|impulse| Wrench {
            torque: -impulse.torque,
            force: -impulse.force,
        }));
        self.gather(view, &[]);
        let root = if held {
            Root::Given(Twist::default())
        } else {
            Root::Free
        };
        self.hand_out(view, root, |_, _| Twist::default());
    }

    /// From the first node outward: every node's motion is what its near one carries it along with, what its velocity
    /// adds, and its joint's answer.
    #[inline]
    fn hand_out(&mut self, view: View, root: Root, drift: impl Fn(View, usize) -> Twist) {
        let first = match root {
            Root::Free => self.root_answer(&self.wrenches[0]),
            Root::Given(twist) => twist,
        };
        self.links.clear();
        self.joints.clear();
        self.links.push(first);
        self.joints.push(DVec3::ZERO);
        for (index, node) in view.tree.nodes.iter().enumerate().skip(1) {
            let carried = carried(&self.links[node.near], view.nodes[index].offset);
            let joint = self.joint_answer(index, &carried);
            let drift = drift(view, index);
            self.links.push(Twist {
                angular: carried.angular + drift.angular + joint,
                linear: carried.linear + drift.linear,
            });
            self.joints.push(joint);
        }
    }

    /// Tips first: hands every node's wrench to the near one through its joint.
    fn gather(&mut self, view: View, torques: &[DVec3]) {
        self.answers.clear();
        self.answers.resize(view.tree.nodes.len(), DVec3::ZERO);
        for index in (1..view.tree.nodes.len()).rev() {
            let mut wrench = self.wrenches[index];
            if let Some(torque) = torques.get(index) {
                wrench.torque -= *torque;
            }
            let mut passed = self.let_through(index, wrench, view.nodes[index].offset);
            if let Some(torque) = torques.get(index) {
                passed.torque += *torque;
            }
            self.wrenches[view.tree.nodes[index].near] += passed;
        }
    }

    /// Remembers a joint's answer to a wrench beyond it, and gives what reaches the near pivot.
    #[inline]
    fn let_through(&mut self, index: usize, wrench: Wrench, offset: DVec3) -> Wrench {
        let joint = &self.solved[index];
        self.answers[index] = joint.g * wrench.torque;
        let force = wrench.force - joint.gb.transpose() * wrench.torque;
        let torque = wrench.torque - joint.ga.transpose() * wrench.torque;
        Wrench {
            torque: torque + offset.cross(force),
            force,
        }
    }

    /// A joint's acceleration when its near side carries it along like this.
    #[inline]
    fn joint_answer(&self, index: usize, carried: &Twist) -> DVec3 {
        let joint = &self.solved[index];
        -(self.answers[index] + joint.ga * carried.angular + joint.gb * carried.linear)
    }

    #[inline]
    fn root_answer(&self, wrench: &Wrench) -> Twist {
        let inverse = &self.root;
        Twist {
            angular: -(inverse.a * wrench.torque + inverse.b * wrench.force),
            linear: -(inverse.b.transpose() * wrench.torque + inverse.c * wrench.force),
        }
    }
}

/// The near node's motion at the far one's pivot.
#[inline]
fn carried(near: &Twist, offset: DVec3) -> Twist {
    Twist {
        angular: near.angular,
        linear: near.at(offset),
    }
}

/// The part of a node's acceleration that comes of velocity alone: its pivot swings round the near one, and a hinge's
/// axis is carried along.
#[inline]
pub(super) fn drift(view: View, index: usize) -> Twist {
    if index == 0 {
        return Twist::default();
    }
    let node = &view.tree.nodes[index];
    let w = view.nodes[node.near].velocity.angular;
    let angular = match node.turning {
        Turning::Hinge(_) => w.cross(view.nodes[index].rate),
        _ => DVec3::ZERO,
    };
    Twist {
        angular,
        linear: w.cross(w.cross(view.nodes[index].offset)),
    }
}
