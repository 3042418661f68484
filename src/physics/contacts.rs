//! Contacts and tethers as rows.

use super::asleep::Asleep;
use super::crowd::{CROWDED, Found, Other, keep_deepest_places, thin};
use super::inputs::{BodyId, Inputs, Tether};
use super::placed::{Placed, PlacedNode};
use super::rows::{Block, Give, Law, Side, tangents};
use super::scale::BodyScale;
use super::settings::WorldSettings;
use super::state::LooseState;
use super::tree::Tree;
use super::velocity::Twist;
use super::warm::{Key, WarmStart};
use crate::character::{Character, LinkId, PlacedShape};
use crate::collide::{Bounds, Pairs, Solid, Terrain, Touch, Touches, collide};
use crate::level::SurfaceId;
use crate::math::Transform;
use glam::{DMat3, DVec3};

/// Keys of surfaces and of tethers do not meet those of shapes.
const GROUND: u32 = 1 << 30;
const PLATFORM: u32 = 1 << 31;
const TETHER: u32 = u32::MAX - 1;

/// A shape of the world and the body that wears it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worn {
    pub(super) body: BodyId,
    pub(super) shape: PlacedShape,
    pub(super) friction: f64,
    pub(super) hardness: Hardness,
}

/// How hard a surface is, in times of what [`WorldSettings`] say of a person.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hardness {
    stiffness: f64,
    damping: f64,
}

impl Hardness {
    pub(super) fn of_figure(scale: &BodyScale) -> Self {
        Self {
            stiffness: scale.stiffness(),
            damping: scale.damping(),
        }
    }

    /// A loose body is at least as hard as the figure, which may stand on it, and as a person; heavier than that, by its mass
    /// [kg].
    pub(super) fn of_loose(mass: f64, figure: &BodyScale) -> Self {
        let own = (mass / BodyScale::PERSON_MASS).max(1.0);
        Self {
            stiffness: own,
            damping: own,
        }
        .with(&Self::of_figure(figure))
    }

    /// Where two touch, the harder one decides: the other could not carry it.
    fn with(&self, other: &Self) -> Self {
        Self {
            stiffness: self.stiffness.max(other.stiffness),
            damping: self.damping.max(other.damping),
        }
    }
}

/// A worn shape where it now is.
#[derive(Clone, Copy, Debug)]
struct Standing {
    solid: Solid,
    bounds: Bounds,
    /// How far any of it can move in the step, and the margin [m].
    reach: f64,
}

/// Scratch of the search.
#[derive(Clone, Debug, Default)]
pub(super) struct Finder {
    standing: Vec<Standing>,
    pairs: Pairs,
    asleep: Asleep,
    found: Vec<Found>,
    touches: Touches,
}

/// Where everything is while rows are made.
pub(super) struct Scene<'a> {
    pub(super) character: &'a Character,
    pub(super) tree: &'a Tree,
    pub(super) placed: &'a Placed,
    pub(super) loose: &'a [LooseState],
    /// How long each of those has been still [s].
    pub(super) calm_secs: &'a [f64],
    pub(super) inputs: &'a Inputs,
    pub(super) held: Option<LinkId>,
    pub(super) tied: &'a [LinkId],
    pub(super) settings: &'a WorldSettings,
    /// Fastest that a joint is brought back from beyond a stop [rad/s].
    pub(super) most_push_back: f64,
    pub(super) step_secs: f64,
    pub(super) warm: &'a WarmStart,
}

impl Scene<'_> {
    /// A body's index among rows' bodies, the point that its rows are about, and its velocity there.
    fn body(&self, body: BodyId) -> (usize, DVec3, Twist) {
        match body {
            BodyId::Link(link) => {
                let index = self.tree.node_of_link[link.index()];
                let PlacedNode {
                    pivot, velocity, ..
                } = self.placed.nodes[index];
                (index, pivot, velocity)
            }
            BodyId::Loose(index) => {
                let state = &self.loose[index];
                let place = state.world_from_body.translation;
                (self.tree.nodes.len() + index, place, state.velocity)
            }
        }
    }

    fn world_from_body(&self, body: BodyId) -> Transform {
        match body {
            BodyId::Link(link) => *self.placed.kin.link(link),
            BodyId::Loose(index) => self.loose[index].world_from_body,
        }
    }

    fn side(&self, body: BodyId, point: DVec3, axes: &DMat3, sign: f64) -> Side {
        let (index, about, _) = self.body(body);
        let arm = point - about;
        let turn = |axis: DVec3| arm.cross(axis);
        let linear = sign * *axes;
        Side {
            body: index,
            linear,
            angular: DMat3::from_cols(
                turn(linear.x_axis),
                turn(linear.y_axis),
                turn(linear.z_axis),
            ),
        }
    }

    /// A contact block.
    fn contact(&self, found: &Found, worn: &[Worn]) -> Block {
        let (settings, touch) = (self.settings, &found.touch);
        let first = &worn[found.first as usize];
        // The other one, and the velocity of ground that moves by itself.
        let (number, second, surface_velocity) = match found.second {
            Other::Ground { surface, velocity } => (surface, None, velocity),
            Other::Shape(shape) => (shape, Some(&worn[shape as usize]), DVec3::ZERO),
        };
        let key = Key {
            first: found.first,
            second: number,
            feature: touch.feature,
        };
        let [along, across] = tangents(touch.normal);
        let axes = DMat3::from_cols(touch.normal, along, across);
        let hardness = second.map_or(first.hardness, |second| {
            first.hardness.with(&second.hardness)
        });
        let give = Give::of(
            hardness.stiffness * settings.contact_stiffness,
            hardness.damping * settings.contact_damping,
            self.step_secs,
        );
        let undo = give.bias(touch.gap, self.step_secs, settings.most_push_out);
        let side = |worn: &Worn, sign: f64| self.side(worn.body, touch.point, &axes, sign);
        Block {
            key,
            law: Law::Contact {
                friction: found.friction,
            },
            sides: [
                Some(side(first, 1.0)),
                second.map(|second| side(second, -1.0)),
            ],
            axes,
            point: touch.point,
            bias: DVec3::new(undo, 0.0, 0.0) - axes.transpose() * surface_velocity,
            softness: DVec3::new(give.softness, 0.0, 0.0),
            impulse: axes.transpose() * self.warm.find(key),
            velocity: DVec3::ZERO,
        }
    }

    /// A spring to a point of the world.
    pub(super) fn tether(&self, index: usize, tether: &Tether) -> Block {
        let point = self
            .world_from_body(tether.body)
            .point(tether.point_in_body);
        let give = Give::of(tether.stiffness, tether.damping, self.step_secs);
        let axes = DMat3::IDENTITY;
        let key = Key {
            first: index as u32,
            second: TETHER,
            feature: 0,
        };
        // f = −k (p + h v − target − h target velocity) − d (v − target velocity)
        let undo = give.rate * (point - tether.target) - tether.target_velocity;
        Block {
            key,
            law: Law::Hold {
                most: self.step_secs * tether.most_force,
            },
            sides: [Some(self.side(tether.body, point, &axes, 1.0)), None],
            axes,
            point,
            bias: undo,
            softness: DVec3::splat(give.softness),
            impulse: self.warm.find(key),
            velocity: DVec3::ZERO,
        }
    }
}

impl Finder {
    /// Appends a block for every touch of shapes with the ground and with each other, or for those that matter in a crowd.
    pub(super) fn push_contacts(
        &mut self,
        scene: &Scene,
        worn: &[Worn],
        terrain: &Terrain,
        blocks: &mut Vec<Block>,
    ) {
        self.place(scene, worn);
        self.find(scene, worn, terrain);
        thin(
            &mut self.found,
            |shape| worn[shape as usize].body,
            scene.loose.len(),
        );
        blocks.extend(self.found.iter().map(|found| scene.contact(found, worn)));
    }

    /// Whether a body sleeps: it has no touches, and nothing moves it.
    pub(super) fn is_asleep(&self, body: BodyId) -> bool {
        self.asleep.contains(body)
    }

    fn find(&mut self, scene: &Scene, worn: &[Worn], terrain: &Terrain) {
        self.found.clear();
        let mut pairs = std::mem::take(&mut self.pairs);
        let near = self.find_near(scene, worn, &mut pairs);
        if terrain.has_platforms() {
            self.asleep.wake_all(scene.loose.len());
        } else {
            let loose = (scene.loose, scene.calm_secs);
            self.asleep.find(loose, scene.inputs, worn, near);
        }
        self.find_on_ground(scene, worn, terrain);
        for [first, second] in near {
            // Of two that may touch both sleep or none.
            if !self.is_asleep(worn[*second as usize].body) {
                self.find_pair(worn, *first as usize, *second as usize);
            }
        }
        self.pairs = pairs;
    }

    /// The pairs that are worth a closer look.
    fn find_near<'a>(&self, scene: &Scene, worn: &[Worn], pairs: &'a mut Pairs) -> &'a [[u32; 2]] {
        // Links stand first among the worn shapes: where they pass through each other they are not even compared.
        let links = worn.partition_point(|worn| matches!(worn.body, BodyId::Link(_)));
        let others = if scene.settings.self_contact {
            0
        } else {
            links
        };
        if others == worn.len() {
            return &[];
        }
        let boxes = self.standing.iter().map(|at| at.bounds.grown(at.reach));
        pairs.meeting(boxes, |first, second| {
            second >= others && may_touch(scene, worn, first, second)
        })
    }

    fn find_on_ground(&mut self, scene: &Scene, worn: &[Worn], terrain: &Terrain) {
        let Self { found, asleep, .. } = self;
        // A link that is tied is where it is told to be, ground or not.
        let is_left_out = |body: BodyId| match body {
            BodyId::Link(link) => scene.held == Some(link) || scene.tied.contains(&link),
            BodyId::Loose(_) => asleep.contains(body),
        };
        for (index, (worn, at)) in worn.iter().zip(&self.standing).enumerate() {
            if is_left_out(worn.body) {
                continue;
            }
            let from = found.len();
            terrain.touches(&at.solid, at.reach, |on_ground| {
                let surface = match on_ground.surface {
                    SurfaceId::Ground(surface) => GROUND + surface,
                    SurfaceId::Platform(id) => PLATFORM + id.index() as u32,
                };
                found.push(Found {
                    first: index as u32,
                    second: Other::Ground {
                        surface,
                        velocity: on_ground.velocity,
                    },
                    touch: on_ground.touch,
                    friction: worn.friction.min(on_ground.friction),
                });
            });
            keep_deepest_places(found, from, scene.settings.contact_margin);
        }
    }

    fn place(&mut self, scene: &Scene, worn: &[Worn]) {
        self.standing.clear();
        self.standing.extend(worn.iter().map(|worn| {
            let world_from_shape = scene.world_from_body(worn.body) * worn.shape.link_from_shape;
            let solid = Solid::of(&worn.shape.shape, &world_from_shape);
            let bounds = solid.bounds();
            let (_, about, velocity) = scene.body(worn.body);
            let radius = (bounds.high - about).abs().max((about - bounds.low).abs());
            let speed = velocity.linear.length() + velocity.angular.length() * radius.length();
            let reach = scene.settings.contact_margin + scene.step_secs * speed;
            Standing {
                solid,
                bounds,
                reach,
            }
        }));
    }

    fn find_pair(&mut self, worn: &[Worn], first: usize, second: usize) {
        let (a, b) = (&self.standing[first], &self.standing[second]);
        collide(&a.solid, &b.solid, a.reach + b.reach, &mut self.touches);
        let friction = worn[first].friction.min(worn[second].friction);
        let found = |touch: &Touch| Found {
            first: first as u32,
            second: Other::Shape(second as u32),
            touch: *touch,
            friction,
        };
        if self.found.len() < CROWDED {
            self.found.extend(self.touches.iter().map(found));
        } else {
            self.found.extend(self.touches.deepest().map(found));
        }
    }
}

/// Whether bodies may touch each other at all, near or not.
fn may_touch(scene: &Scene, worn: &[Worn], first: usize, second: usize) -> bool {
    match (worn[first].body, worn[second].body) {
        (BodyId::Link(a), BodyId::Link(b)) => a != b && !scene.character.are_joined(a, b),
        (a, b) => a != b,
    }
}
