//! The passes of one step, and the memory that they work in.

use super::articulated::{Articulated, Root, View, Wrench};
use super::asleep::count_calm;
use super::contacts::{Finder, Scene, Worn};
use super::couple::{Bodies, Coupler, FreeMass};
use super::gauss_seidel::{Coupling, Effort, GaussSeidel};
use super::inputs::{BodyId, Hold, Inputs, Load};
use super::integrate::{Moved, advance};
use super::limits::push_stops;
use super::loose::LooseBody;
use super::measure::Momentum;
use super::muscles::Muscles;
use super::outcome::Outcome;
use super::placed::{Placed, PlacedNode};
use super::rows::Block;
use super::runge_kutta::RungeKutta;
use super::scale::BodyScale;
use super::settings::{Integrator, WorldSettings};
use super::state::State;
use super::tree::Tree;
use super::velocity::Twist;
use crate::character::Character;
use crate::collide::Terrain;
use crate::math::rotation_vector;
use glam::{DQuat, DVec3};

/// A turn of a person's joint counts by what it moves this far from the joint [m].
const LEVER: f64 = 0.1;
/// Springs and dampers of a person's joints are no softer than this as rows [kg m²].
const LEAST_STIFFENING: f64 = 1e-9;
/// Fastest that a joint of a person is brought back from beyond a stop [rad/s].
const MOST_PUSH_BACK: f64 = 2.0;
/// No joint turns farther in a step: beyond, the forces of turning would feed on themselves [rad].
const MOST_TURN: f64 = 0.5;

/// What a step reads and does not change.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    /// To the figure's own size.
    pub(super) settings: &'a WorldSettings,
    pub(super) scale: &'a BodyScale,
    pub(super) character: &'a Character,
    /// The tree of the file.
    pub(super) file: &'a Tree,
    /// The tree as seen from the held link, or the file's again.
    pub(super) tree: &'a Tree,
    pub(super) loose: &'a [LooseBody],
    pub(super) worn: &'a [Worn],
    pub(super) inputs: &'a Inputs,
    pub(super) step_secs: f64,
}

/// Memory of one step; nothing in it outlives the step.
#[derive(Clone, Debug, Default)]
pub(super) struct Passes {
    placed: Placed,
    before: Momentum,
    muscles: Muscles,
    body: Articulated,
    applied: Vec<Wrench>,
    moved: Moved,
    /// The nodes with their velocities in the middle of the step.
    midway: Vec<PlacedNode>,
    finder: Finder,
    blocks: Vec<Block>,
    free_masses: Vec<FreeMass>,
    coupler: Coupler,
    coupling: Coupling,
    solver: GaussSeidel,
    impulses: Vec<Wrench>,
    /// How every node lies at the end of the step, world axes. (nodes)
    turned: Vec<DQuat>,
    runge_kutta: RungeKutta,
}

impl Passes {
    /// Where everything is, and what acts on it.
    pub(super) fn look(&mut self, setting: &Setting, state: &State) {
        let Setting {
            settings,
            character,
            tree,
            inputs,
            step_secs,
            ..
        } = *setting;
        self.placed.place_links(setting.file, character, state);
        self.placed.see_from(tree);
        self.before = Momentum::of(character, &self.placed);
        let loads = &inputs.loads;
        gather_forces(
            settings.gravity,
            tree,
            &self.placed,
            loads,
            &mut self.applied,
        );
        self.muscles.least_stiffening = LEAST_STIFFENING * setting.scale.inertia();
        (self.muscles).read(tree, &self.placed, state, &inputs.drives, step_secs);
        let loose = setting.loose;
        (self.moved).speed_up_loose(loose, state, inputs, settings.gravity, step_secs);
        self.free_masses.clear();
        let masses = loose.iter().zip(&state.loose);
        (self.free_masses).extend(masses.map(|(body, at)| body.free_mass(&at.world_from_body)));
    }

    /// Velocities at the end of the step, rows aside.
    pub(super) fn accelerate(&mut self, setting: &Setting) {
        let view = View {
            tree: setting.tree,
            nodes: &self.placed.nodes,
        };
        self.body.factor(view, &self.muscles.stiffening);
        let root = self.root(setting);
        (self.body).accelerate(view, &self.muscles.torques, &self.applied, root);
        self.moved.speed_up(view, &self.body, setting.step_secs);
    }

    /// The same again where the figure has no rows, with the forces of turning taken in the middle of the step. Velocities
    /// that take positions from one step to the next belong halfway between (leapfrog): with forces of the step's
    /// beginning a tumble's energy would run away, with those of the middle it sways. Rows change velocities at once: then
    /// there is no middle.
    pub(super) fn accelerate_midway(&mut self, setting: &Setting) {
        if !self.is_untouched(setting) {
            return;
        }
        self.midway.clone_from(&self.placed.nodes);
        for (index, node) in self.midway.iter_mut().enumerate() {
            let end = &self.moved.twists[index];
            node.rate = node.rate.midpoint(self.moved.rates[index]);
            node.velocity.angular = node.velocity.angular.midpoint(end.angular);
            node.velocity.linear = node.velocity.linear.midpoint(end.linear);
        }
        let midway = View {
            tree: setting.tree,
            nodes: &self.midway,
        };
        let root = self.root(setting);
        (self.body).accelerate(midway, &self.muscles.torques, &self.applied, root);
        let view = View {
            tree: setting.tree,
            nodes: &self.placed.nodes,
        };
        self.moved.speed_up(view, &self.body, setting.step_secs);
    }

    /// Whether no row acts on the figure.
    fn is_untouched(&self, setting: &Setting) -> bool {
        let nodes = setting.tree.nodes.len();
        !self.blocks.iter().any(|block| block.is_figures(nodes))
    }

    /// What moves the first node.
    fn root(&self, setting: &Setting) -> Root {
        let hold = setting.inputs.hold.as_ref();
        hold.map_or(Root::Free, |hold| {
            follow(hold, &self.placed, setting.step_secs)
        })
    }

    /// Drives that gave all they could in the last step, as rows.
    pub(super) fn begin_rows(&mut self, setting: &Setting, state: &State) {
        self.blocks.clear();
        let (tree, placed) = (setting.tree, &self.placed);
        let (step_secs, blocks) = (setting.step_secs, &mut self.blocks);
        (self.muscles).limit_again(tree, placed, step_secs, &state.warm, blocks);
    }

    /// Contacts, stops of joints and tethers as rows.
    pub(super) fn find_rows(&mut self, setting: &Setting, terrain: &Terrain, state: &State) {
        let scene = Scene {
            character: setting.character,
            tree: setting.tree,
            placed: &self.placed,
            loose: &state.loose,
            calm_secs: &state.calm_secs,
            inputs: setting.inputs,
            held: setting.inputs.hold.map(|hold| hold.link),
            tied: &setting.inputs.tied,
            settings: setting.settings,
            most_push_back: MOST_PUSH_BACK / setting.scale.time(),
            step_secs: setting.step_secs,
            warm: &state.warm,
        };
        (self.finder).push_contacts(&scene, setting.worn, terrain, &mut self.blocks);
        self.moved.rest(|body| self.finder.is_asleep(body));
        push_stops(&scene, state, &self.moved, &mut self.blocks);
        let tethers = setting.inputs.tethers.iter().enumerate();
        (self.blocks).extend(tethers.map(|(index, tether)| scene.tether(index, tether)));
    }

    /// Solves the rows and lets the bodies feel their impulses; returns the sweeps it took.
    pub(super) fn meet(&mut self, setting: &Setting) -> usize {
        let nodes = setting.tree.nodes.len();
        self.impulses.clear();
        (self.impulses).resize(nodes + self.free_masses.len(), Wrench::default());
        if self.blocks.is_empty() {
            return 0;
        }
        let bodies = Bodies {
            view: View {
                tree: setting.tree,
                nodes: &self.placed.nodes,
            },
            held: setting.inputs.hold.is_some(),
            loose: &self.free_masses,
        };
        (self.coupler).couple(&bodies, &self.body, &self.blocks, &mut self.coupling);
        for block in &mut self.blocks {
            block.velocity = block.bias;
            for side in block.sides.iter().flatten() {
                let twist = self.moved.twist(side.body);
                block.velocity += side.linear.transpose() * twist.linear
                    + side.angular.transpose() * twist.angular;
            }
        }
        let effort = Effort {
            sweeps: setting.settings.sweeps,
            tolerance: setting.settings.tolerance,
            lever: LEVER * setting.scale.length,
        };
        let masses = &self.free_masses;
        let sweeps = (self.solver).solve(&mut self.blocks, &self.coupling, masses, effort);
        for block in &self.blocks {
            for side in block.sides.iter().flatten() {
                self.impulses[side.body] += Wrench {
                    torque: side.angular * block.impulse,
                    force: side.linear * block.impulse,
                };
            }
        }
        let (figure, loose) = self.impulses.split_at(nodes);
        self.body.strike(bodies.view, figure, bodies.held);
        self.moved.add(&self.body, setting.step_secs);
        self.moved.add_loose(&self.free_masses, loose);
        sweeps
    }

    /// Makes rows of drives that give more than they can; says whether there were any more.
    pub(super) fn limit(&mut self, setting: &Setting) -> bool {
        let accelerations = &self.moved.accelerations;
        let (tree, placed) = (setting.tree, &self.placed);
        let (step_secs, blocks) = (setting.step_secs, &mut self.blocks);
        (self.muscles).limit(tree, placed, accelerations, step_secs, blocks)
    }

    /// Keeps what the next step starts from and what is told of this one.
    pub(super) fn record(&self, setting: &Setting, state: &mut State, outcome: &mut Outcome) {
        let (muscles, moved) = (&self.muscles, &self.moved);
        outcome.record(
            setting.tree,
            muscles,
            moved,
            &self.blocks,
            setting.step_secs,
        );
        let impulses = (self.blocks.iter())
            .filter(|block| block.is_worth_keeping())
            .map(|block| (block.key, block.kept()));
        state.warm.remember(impulses);
    }

    /// Moves everything by its velocity at the end of the step; returns how many joints were set back to their stops.
    pub(super) fn advance(&mut self, setting: &Setting, state: &mut State) -> usize {
        let Setting {
            settings,
            character,
            file,
            tree,
            inputs,
            step_secs,
            ..
        } = *setting;
        let view = View {
            tree,
            nodes: &self.placed.nodes,
        };
        let most = settings.most_joint_rate.min(MOST_TURN / step_secs);
        self.moved.restrain(view, most);

        let mut set_back = 0;
        let is_left_alone =
            self.is_untouched(setting) && inputs.hold.is_none() && inputs.drives.is_empty();
        if is_left_alone && settings.integrator == Integrator::RungeKutta4 {
            (self.runge_kutta).advance(character, file, settings, inputs, state, step_secs);
        } else {
            set_back = advance(
                character,
                tree,
                &self.placed,
                &self.moved,
                inputs.hold.as_ref(),
                (state, &mut self.turned),
                step_secs,
            );
            if inputs.hold.is_none() && settings.integrator == Integrator::KeepMomentum {
                let pushed = self.before.after(&self.placed, &self.applied, step_secs);
                let wanted = pushed.after(&self.placed, &self.impulses, 1.0);
                self.placed.place_links(file, character, state);
                let now = Momentum::of(character, &self.placed);
                let figure = &self.impulses[..tree.nodes.len()];
                if figure.iter().all(|impulse| impulse.force == DVec3::ZERO) {
                    // Free, its centre of mass flies by the mean of its velocities: then it stays on the parabola.
                    let mean = self.before.linear.midpoint(wanted.linear) / wanted.mass;
                    let com = self.before.com + step_secs * mean;
                    state.pose.world_from_root.translation += com - now.com;
                }
                wanted.impose(&now, character, &self.placed, state);
            }
        }
        self.moved.advance_loose(setting.loose, state, step_secs);
        count_calm(state, step_secs);
        set_back
    }
}

/// The acceleration that takes a held link to where it must be at the end of the step.
fn follow(hold: &Hold, placed: &Placed, step_secs: f64) -> Root {
    let now = placed.kin.link(hold.link);
    let turn = hold.world_from_link.rotation * now.rotation.conjugate();
    let wanted = Twist {
        angular: rotation_vector(turn) / step_secs,
        linear: (hold.world_from_link.translation - now.translation) / step_secs,
    };
    let velocity = placed.nodes[0].velocity;
    Root::Given(Twist {
        angular: (wanted.angular - velocity.angular) / step_secs,
        linear: (wanted.linear - velocity.linear) / step_secs,
    })
}

/// Gravity and loads, as wrenches on the nodes.
pub(super) fn gather_forces(
    gravity: DVec3,
    tree: &Tree,
    placed: &Placed,
    loads: &[Load],
    applied: &mut Vec<Wrench>,
) {
    applied.clear();
    applied.extend(tree.nodes.iter().zip(&placed.nodes).map(|(node, at)| {
        let force = node.mass * gravity;
        Wrench {
            torque: at.arm.cross(force),
            force,
        }
    }));
    for load in loads {
        if let BodyId::Link(link) = load.body {
            let node = tree.node_of_link[link.index()];
            let point = placed.kin.link(link).point(load.point_in_body);
            applied[node] += Wrench {
                torque: load.torque + (point - placed.nodes[node].pivot).cross(load.force),
                force: load.force,
            };
        }
    }
}
