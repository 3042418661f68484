//! Left and right exchanged: the pose, what stands, pins, asks and frozen joints, in the figure's own upright plane.

use super::setup::planted_where_it_is;
use super::{Ask, Grip, Handle, Setup};
use crate::character::{Character, Footing, LinkId, mirrored, mirrored_point, mirrored_rotation};
use crate::ik::{Level, LinkPoint, Look, Together};
use crate::kinematics::Plant;
use crate::math::Transform;
use glam::{DQuat, DVec3};

/// The mirror image of a setup. The first link stays in its place; bodies that are not the same on both sides have to be
/// put on the ground again.
pub(super) fn mirrored_setup(character: &Character, setup: &Setup) -> Setup {
    let plane = Plane::of(setup);
    let mut image = setup.clone();
    image.pose.world_from_root = plane.plane_from_world * setup.pose.world_from_root;
    image.pose = mirrored(character, &image.pose);
    image.pose.world_from_root = plane.world_from_plane * image.pose.world_from_root;

    let kin = image.kinematics(character);
    let planted = setup.planted.iter();
    image.planted = planted
        .map(|planted| {
            planted_where_it_is(
                character,
                &kin,
                mirrored_footing(character, planted.footing()),
            )
        })
        .collect();
    let plants = setup.plants.iter();
    image.plants = plants
        .map(|plant| plane.image_of_plant(character, plant))
        .collect();
    let frozen = setup.frozen.iter();
    image.frozen = frozen
        .map(|link| character.partners[link.index()])
        .collect();
    let asks = setup.asks.iter();
    image.asks = asks.map(|ask| plane.image_of_ask(character, ask)).collect();
    for handle in &setup.handles {
        let partner = partner_handle(character, &setup.handles, handle);
        let Handle { rank, weight, .. } = *handle;
        let touched = handle.touched.map(|place| plane.image_of_point(place));
        let target = &mut image.handles[partner];
        target.position = handle
            .position
            .map(|position| plane.image_of_point(position));
        target.rotation = handle
            .rotation
            .map(|rotation| plane.image_of_rotation(rotation));
        (target.rank, target.weight, target.touched) = (rank, weight, touched);
    }
    image
}

/// The upright plane through the first link, along the way that it faces; x is across.
struct Plane {
    world_from_plane: Transform,
    plane_from_world: Transform,
}

impl Plane {
    fn of(setup: &Setup) -> Self {
        let world_from_plane = place_of_figure(&setup.pose.world_from_root);
        Self {
            world_from_plane,
            plane_from_world: world_from_plane.inverse(),
        }
    }

    fn image_of_point(&self, point: DVec3) -> DVec3 {
        let in_plane = self.plane_from_world.point(point);
        self.world_from_plane.point(mirrored_point(in_plane))
    }

    fn image_of_rotation(&self, rotation: DQuat) -> DQuat {
        let in_plane = self.plane_from_world.rotation * rotation;
        (self.world_from_plane.rotation * mirrored_rotation(in_plane)).normalize()
    }

    fn image_of_plant(&self, character: &Character, plant: &Plant) -> Plant {
        let tip = plant.at_in_world + plant.normal_in_world;
        let at_in_world = self.image_of_point(plant.at_in_world);
        let image = Plant {
            link: character.partners[plant.link.index()],
            point_in_link: mirrored_point(plant.point_in_link),
            at_in_world,
            normal_in_world: (self.image_of_point(tip) - at_in_world).normalize_or(DVec3::Y),
            ..*plant
        };
        match plant.lying {
            Some(lying) => image.lying(character, self.image_of_rotation(lying.world_from_link)),
            None => image,
        }
    }

    /// A limb without a partner that bends as it does keeps its ask, about the image of its target.
    fn image_of_ask(&self, character: &Character, ask: &Ask) -> Ask {
        let partner = |link: LinkId| character.partners[link.index()];
        let end = |end: LinkPoint| LinkPoint {
            link: partner(end.link),
            point_in_link: mirrored_point(end.point_in_link),
        };
        let image = match *ask {
            Ask::Together(Together { first, second }) => Ask::Together(Together {
                first: end(first),
                second: end(second),
            }),
            Ask::Level(level) => Ask::Level(Level {
                link: partner(level.link),
                world_from_link: self.image_of_rotation(level.world_from_link),
                about: level.about,
            }),
            Ask::Pole(mut pole) => {
                if let Some(limb) = character.limb(partner(pole.lower)) {
                    (pole.upper, pole.lower, pole.tip) = (limb.upper, limb.lower, limb.tip);
                }
                Ask::Pole(pole)
            }
            Ask::Look(look) => Ask::Look(Look {
                link: partner(look.link),
                eyes_in_link: mirrored_point(look.eyes_in_link),
                ahead_in_link: mirrored_point(look.ahead_in_link),
                ..look
            }),
            Ask::EvenSpine => Ask::EvenSpine,
        };
        match image.target() {
            Some(target) => image.with_target(self.image_of_point(target)),
            None => image,
        }
    }
}

/// Where a figure is and faces, seen from above: below its first link, on the world's zero.
pub(super) fn place_of_figure(world_from_root: &Transform) -> Transform {
    let ahead = world_from_root.direction(DVec3::Z);
    let at = world_from_root.translation;
    let heading = libm::atan2(ahead.x, ahead.z);
    Transform::new(DQuat::from_rotation_y(heading), DVec3::new(at.x, 0.0, at.z))
}

/// The same of the foot on the other side; itself in the middle.
fn mirrored_footing(character: &Character, footing: Footing) -> Footing {
    let partners = character.sole_partners();
    let soles = footing.patches.iter().map(|sole| partners[sole]).collect();
    let mut others = character.footings(soles);
    others.next().unwrap_or(footing)
}

/// The handle on the other side that is nearest to a handle's image; itself in the middle.
fn partner_handle(character: &Character, handles: &[Handle], handle: &Handle) -> usize {
    let image = |grip: &Grip| match grip {
        Grip::Point {
            link,
            point_in_link,
        } => Some((
            character.partners[link.index()],
            mirrored_point(*point_in_link),
        )),
        Grip::CenterOfMass => None,
    };
    let wanted: Option<(LinkId, DVec3)> = image(&handle.grip);
    let own = handles.iter().position(|other| other.name == handle.name);
    let candidates = handles.iter().enumerate().filter_map(|(index, other)| {
        let (link, point) = wanted?;
        match other.grip {
            Grip::Point {
                link: other,
                point_in_link,
            } if other == link => Some((index, point.distance(point_in_link))),
            _ => None,
        }
    });
    let nearest = candidates.min_by(|a, b| a.1.total_cmp(&b.1));
    nearest.map(|(index, _)| index).or(own).unwrap_or(0)
}
