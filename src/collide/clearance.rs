//! How near a body's links come to each other and to the ground, in one pose.
//!
//! ```text
//! link poses ──> balls around links ──pairs──> spreads of shapes ──pairs──> solids ──collide──> least gap of the pair
//!                        └────────────────── links near the ground ───────> solids ──Terrain──> all touches
//! ```
//! Balls settle most pairs for the price of a distance, spreads most of the others; solids are made of what is left.
//!
//! With the links' Jacobians at a clearance's point, the rate of its gap is `normal · (J_first − J_second)`, without the
//! second over still ground: exactly so for round shapes. Between flat faces the nearest place may jump from corner to
//! corner, and the gap has a kink there.

use super::outer::{OuterBall, Spread};
use super::{Bounds, Solid, Terrain, Touch, Touches, collide};
use crate::character::{Character, LinkId, Shape};
use crate::kinematics::Kinematics;
use crate::math::Transform;
use glam::DVec3;
use std::ops::Range;

/// Where two links, or a link and the ground, are nearer to each other than a margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance {
    /// The link; of two links the one with the lower id.
    pub first: LinkId,
    /// The other link; nothing for the ground.
    pub second: Option<LinkId>,
    /// In the world, midway between the two surfaces [m].
    pub point: DVec3,
    /// Unit vector in the world, out of the second and towards the first.
    pub normal: DVec3,
    /// Between the surfaces, along the normal [m]; negative where they overlap.
    pub gap: f64,
}

/// Finds clearances. Owns scratch memory only, and takes no more of it once it has grown to what a body needs.
#[derive(Clone, Debug, Default)]
pub struct Clearances {
    /// (links)
    links: Vec<NearLink>,
    /// Of the links that balls did not settle, link by link.
    shapes: Vec<NearShape>,
    /// Of the shapes that their spread did not settle.
    solids: Vec<Solid>,
    touches: Touches,
    /// Where links that stand are joined to others, of the last question about the ground.
    wrists: Vec<Wrist>,
    found: Vec<Clearance>,
}

/// The end of a link that is joined to one that stands: skin around a palm's wrist lies where the palm does.
#[derive(Clone, Copy, Debug)]
struct Wrist {
    /// The link that does not stand.
    link: LinkId,
    /// The joint's pivot [m].
    center: DVec3,
    /// How thick the link is there [m].
    radius: f64,
}

/// A link in the world.
#[derive(Clone, Copy, Debug)]
struct NearLink {
    /// Around all of its shapes; without shapes its radius is infinitely negative, and it is near nothing.
    ball: OuterBall,
    /// Where its shapes start; nothing before they are asked for.
    first_shape: Option<usize>,
}

/// A shape in the world.
#[derive(Clone, Copy, Debug)]
struct NearShape {
    shape: Shape,
    world_from_shape: Transform,
    spread: Spread,
    /// Its solid; nothing before it is asked for.
    solid: Option<usize>,
}

impl Clearances {
    /// The nearest place of every pair of [`Character::keep_apart`] that has a gap below `margin` [m], in their order.
    pub fn between_links(
        &mut self,
        character: &Character,
        kin: &Kinematics,
        margin: f64,
    ) -> &[Clearance] {
        self.between(character, kin, character.keep_apart.iter().copied(), margin)
    }

    /// The same for any pairs of links, say those that were near a moment ago.
    pub fn between(
        &mut self,
        character: &Character,
        kin: &Kinematics,
        pairs: impl IntoIterator<Item = (LinkId, LinkId)>,
        margin: f64,
    ) -> &[Clearance] {
        self.place(character, kin);
        for (first, second) in pairs {
            let (a, b) = (&self.links[first.index()], &self.links[second.index()]);
            if a.ball.is_near(&b.ball, margin)
                && let Some(nearest) = self.nearest(character, kin, [first, second], margin)
            {
                self.found.push(nearest);
            }
        }
        &self.found
    }

    /// Every touch of links with the ground that has a gap below `margin` [m], link by link: one lying bone has several.
    /// Links that stand on the ground because they are told to are left out, and so are others where they are joined to those.
    pub fn with_ground(
        &mut self,
        character: &Character,
        kin: &Kinematics,
        terrain: &Terrain,
        margin: f64,
        is_standing: impl Fn(LinkId) -> bool,
    ) -> &[Clearance] {
        self.place(character, kin);
        self.find_wrists(character, kin, &is_standing);
        for first in character.link_ids() {
            let OuterBall { center, radius } = self.links[first.index()].ball;
            let bounds = Bounds::around(&[center]).grown(radius + margin);
            if is_standing(first) || !terrain.is_near(&bounds) {
                continue;
            }
            for index in self.shapes_of(character, kin, first) {
                let solid = self.solid(index);
                let solid = &self.solids[solid];
                terrain.touches(solid, margin, |found| {
                    let mut wrists = self.wrists.iter().filter(|wrist| wrist.link == first);
                    let is_at = |w: &Wrist| found.touch.point.distance(w.center) <= w.radius;
                    if !wrists.any(is_at) {
                        self.found.push(Clearance::new(first, None, &found.touch));
                    }
                });
            }
        }
        &self.found
    }

    fn find_wrists(
        &mut self,
        character: &Character,
        kin: &Kinematics,
        is_standing: impl Fn(LinkId) -> bool,
    ) {
        self.wrists.clear();
        for child in character.link_ids() {
            let own = character.link(child);
            let Some(parent) = own.parent else { continue };
            let (link, pivot_in_link) = match (is_standing(child), is_standing(parent)) {
                (true, false) => (parent, own.joint.parent_from_joint.translation),
                (false, true) => (child, DVec3::ZERO),
                _ => continue,
            };
            let shapes = character.link(link).shapes.iter();
            let depths = shapes.map(|placed| placed.depth_of(pivot_in_link));
            self.wrists.push(Wrist {
                link,
                center: kin.pivot(child),
                radius: depths.fold(0.0, f64::max),
            });
        }
    }

    /// Balls around all links where they now are; nothing is left of what was found before.
    fn place(&mut self, character: &Character, kin: &Kinematics) {
        self.found.clear();
        self.solids.clear();
        self.shapes.clear();
        self.links.clear();
        let links = character.links.iter().zip(&kin.world_from_link);
        self.links.extend(links.map(|(link, world_from_link)| {
            let ball = OuterBall::around(&link.shapes).unwrap_or(OuterBall {
                center: DVec3::ZERO,
                radius: f64::NEG_INFINITY,
            });
            NearLink {
                ball: OuterBall {
                    center: world_from_link.point(ball.center),
                    radius: ball.radius,
                },
                first_shape: None,
            }
        }));
    }

    /// The place where two links are nearest, if its gap is below `margin`.
    fn nearest(
        &mut self,
        character: &Character,
        kin: &Kinematics,
        [first, second]: [LinkId; 2],
        margin: f64,
    ) -> Option<Clearance> {
        let first_shapes = self.shapes_of(character, kin, first);
        let second_shapes = self.shapes_of(character, kin, second);
        let (mut nearest, mut least) = (None, margin);
        for a in first_shapes {
            for b in second_shapes.clone() {
                let spreads = (&self.shapes[a].spread, &self.shapes[b].spread);
                if !spreads.0.may_be_near(spreads.1, least) {
                    continue;
                }
                let (a, b) = (self.solid(a), self.solid(b));
                collide(&self.solids[a], &self.solids[b], least, &mut self.touches);
                if let Some(touch) = self.touches.deepest() {
                    least = touch.gap;
                    nearest = Some(Clearance::new(first, Some(second), touch));
                }
            }
        }
        nearest
    }

    /// The places of a link's shapes in the list.
    fn shapes_of(&mut self, character: &Character, kin: &Kinematics, link: LinkId) -> Range<usize> {
        let placed = &character.link(link).shapes;
        let near = &mut self.links[link.index()];
        let start = *near.first_shape.get_or_insert_with(|| {
            let start = self.shapes.len();
            self.shapes.extend(placed.iter().map(|placed| {
                let world_from_shape = *kin.link(link) * placed.link_from_shape;
                NearShape {
                    shape: placed.shape,
                    world_from_shape,
                    spread: Spread::of(&placed.shape, &world_from_shape),
                    solid: None,
                }
            }));
            start
        });
        start..start + placed.len()
    }

    /// The place of a shape's solid in the list.
    fn solid(&mut self, shape: usize) -> usize {
        let near = &mut self.shapes[shape];
        *near.solid.get_or_insert_with(|| {
            self.solids
                .push(Solid::of(&near.shape, &near.world_from_shape));
            self.solids.len() - 1
        })
    }
}

impl Clearance {
    fn new(first: LinkId, second: Option<LinkId>, touch: &Touch) -> Self {
        Self {
            first,
            second,
            point: touch.point,
            normal: touch.normal,
            gap: touch.gap,
        }
    }
}
