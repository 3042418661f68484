//! How far soles slide while they carry weight, seen from what they stand on. A foot that rolls lifts some of its corners:
//! only those that touch can slide. One that turns by more than a leg can twist pivots: it slides as far as the point of it does that
//! stays best, which is what it turns about.

use crate::character::{Character, Footing};
use crate::kinematics::Kinematics;
use crate::level::{Level, SurfaceId};
use crate::math::{Transform, rotation_vector};
use crate::motion::{Clip, Contacts, Recorder};
use glam::{DMat2, DQuat, DVec2, DVec3};

/// One contact of one sole, from touch to lift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slide {
    /// Index into [`Character::soles`].
    pub sole: usize,
    /// The first frame of the contact.
    pub first: usize,
    /// Its last frame.
    pub last: usize,
    /// The farthest that a touching corner of the sole was from where it touched down, along the ground; of one that pivots, the point of its
    /// foot that stays best [m].
    pub metres: f64,
    /// The farthest that its foot was turned about the vertical, from when any of its soles touched down until none does [rad].
    pub turn: f64,
    /// Where that was.
    pub worst_frame: usize,
    /// What was under the sole's centre at touch-down.
    pub surface: Option<SurfaceId>,
}

/// A contact that is not over yet.
#[derive(Clone, Debug)]
struct Open {
    slide: Slide,
    /// Where each corner touched down and the ground's normal there, in the platform's frame or the world's; nothing while it is
    /// lifted. (corners)
    touched: Vec<Option<(DVec3, DVec3)>>,
    /// The stand of its foot that it is a part of: an index into [`SlideTracker::turns`].
    stand: usize,
    /// The plane of the foot.
    plane: FootPlane,
    /// How far its points were from where they were at touch-down. (frames)
    ways: Vec<Way>,
    /// Where the link was then, seen from the surface.
    surface_from_link: Transform,
}

impl Open {
    /// What it was, when it is over.
    fn closed(self, turns: &[f64]) -> Slide {
        let slide = Slide {
            turn: turns[self.stand],
            ..self.slide
        };
        if slide.turn <= PIVOTS {
            return slide;
        }
        let still = self.plane.still_point(&self.ways);
        let ways = self.ways.iter().map(|way| way.of(still).length());
        let farthest = ways.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
        farthest.map_or(slide, |(frame, metres)| Slide {
            metres,
            worst_frame: slide.first + frame,
            ..slide
        })
    }
}

/// The plane of a whole foot, on the link of one of its soles.
#[derive(Clone, Debug)]
struct FootPlane {
    /// A point of it, and two unit vectors along it.
    origin: DVec3,
    axes: [DVec3; 2],
    /// From the origin to the rim along these [m].
    low: DVec2,
    high: DVec2,
}

/// How far a point of a foot's plane went, seen from above: from its origin, and for a metre along either axis.
#[derive(Clone, Copy, Debug)]
struct Way {
    of_origin: DVec2,
    per_metre: DMat2,
}

impl Way {
    fn of(&self, point: DVec2) -> DVec2 {
        self.of_origin + self.per_metre * point
    }
}

impl FootPlane {
    fn new(character: &Character, sole: usize) -> Self {
        let own = &character.soles[sole];
        let foot = character.foot_of_sole(sole).unwrap_or(0);
        let footing = Footing {
            foot,
            patches: Contacts::one(sole),
        };
        let patches = character.feet[foot].patches.iter();
        let corners = patches.flat_map(|other| {
            let other = &character.soles[other];
            let own_from_other = character.link_in_flat_foot(footing, other.link);
            let corners = other.corners_in_link.iter();
            corners.map(move |corner| own_from_other.point(*corner))
        });
        let origin = own.center_in_link();
        let along = (own.corners_in_link[0] - origin).reject_from_normalized(own.up_in_link);
        let first = along.normalize_or(own.up_in_link.any_orthonormal_vector());
        let axes = [first, own.up_in_link.cross(first)];
        let within = corners.map(|c| DVec2::from_array(axes.map(|axis| (c - origin).dot(axis))));
        let (low, high) = within.fold((DVec2::ZERO, DVec2::ZERO), |(low, high), c| {
            (low.min(c), high.max(c))
        });
        Self {
            origin,
            axes,
            low,
            high,
        }
    }

    /// How far its points went from one place of the link to another.
    fn way(&self, from: &Transform, to: &Transform) -> Way {
        let seen = |v: DVec3| DVec2::new(v.x, v.z);
        let turned = |axis: DVec3| seen(to.direction(axis) - from.direction(axis));
        Way {
            of_origin: seen(to.point(self.origin) - from.point(self.origin)),
            per_metre: DMat2::from_cols(turned(self.axes[0]), turned(self.axes[1])),
        }
    }

    /// The point of the foot that stays best: least squares over all frames.
    fn still_point(&self, ways: &[Way]) -> DVec2 {
        /// What keeps the point of a foot that hardly turns in its middle.
        const RIDGE: f64 = 1e-6;
        let mut matrix = DMat2::from_diagonal(DVec2::splat(RIDGE));
        let mut right = DVec2::ZERO;
        for way in ways {
            matrix += way.per_metre.transpose() * way.per_metre;
            right -= way.per_metre.transpose() * way.of_origin;
        }
        (matrix.inverse() * right).clamp(self.low, self.high)
    }
}

/// A foot that turns by more while it stands pivots [rad]: hip and ankle of a person twist by 60° to a side.
const PIVOTS: f64 = 1.05;

/// Corners of a sole this near to the one nearest to the ground touch it [m].
pub(crate) const TOUCHING: f64 = 0.002;

/// Follows every sole from touch to lift.
#[derive(Clone, Debug)]
pub(super) struct SlideTracker<'a> {
    character: &'a Character,
    level: Option<&'a Level>,
    open: Vec<Option<Open>>,
    done: Vec<Open>,
    /// The stand that each foot is in, and how its link lay when that began. (feet)
    stands: Vec<Option<(usize, DQuat)>>,
    /// How far a foot turned in each stand [rad].
    turns: Vec<f64>,
}

impl<'a> SlideTracker<'a> {
    pub(super) fn new(character: &'a Character, level: Option<&'a Level>) -> Self {
        Self {
            character,
            level,
            open: vec![None; character.soles.len()],
            done: Vec::new(),
            stands: vec![None; character.feet.len()],
            turns: Vec::new(),
        }
    }

    /// The next frame: its number, who touches, and where everything is at this time of the level.
    pub(super) fn push(
        &mut self,
        frame: usize,
        contacts: Contacts,
        kin: &Kinematics,
        time_secs: f64,
    ) {
        self.turn_feet(contacts, kin);
        for index in 0..self.open.len() {
            if !contacts.contains(index) {
                self.done.extend(self.open[index].take());
                continue;
            }
            let foot = self.character.foot_of_sole(index);
            let Some((stand, _)) = foot.and_then(|foot| self.stands[foot]) else {
                continue;
            };
            let sole = &self.character.soles[index];
            let world_from_link = kin.link(sole.link);
            let open = self.open[index].get_or_insert_with(|| {
                let center = world_from_link.point(sole.center_in_link());
                let ground = self
                    .level
                    .and_then(|level| level.ground_at(DVec2::new(center.x, center.z), time_secs));
                Open {
                    slide: Slide {
                        sole: index,
                        first: frame,
                        last: frame,
                        metres: 0.0,
                        turn: 0.0,
                        worst_frame: frame,
                        surface: ground.map(|ground| ground.surface),
                    },
                    touched: vec![None; sole.corners_in_link.len()],
                    stand,
                    plane: FootPlane::new(self.character, index),
                    ways: Vec::new(),
                    surface_from_link: Transform::IDENTITY,
                }
            });
            open.slide.last = frame;
            let corners = sole
                .corners_in_link
                .iter()
                .map(|c| world_from_link.point(*c));
            let height = |corner: DVec3| match self.level {
                Some(level) => level.clearance(corner, time_secs).unwrap_or(f64::INFINITY),
                None => corner.y,
            };
            let lowest = corners.clone().map(height).fold(f64::INFINITY, f64::min);
            let surface_from_world = match (self.level, open.slide.surface) {
                (Some(level), Some(surface)) => level.surface_from_world(surface, time_secs),
                _ => Transform::IDENTITY,
            };
            let surface_from_link = surface_from_world * *world_from_link;
            if open.slide.first == frame {
                open.surface_from_link = surface_from_link;
            }
            let before = open.surface_from_link;
            let way = open.plane.way(&before, &surface_from_link);
            open.ways.push(way);
            for (corner, touched) in corners.zip(&mut open.touched) {
                if height(corner) > lowest + TOUCHING {
                    *touched = None;
                    continue;
                }
                let on_surface = surface_from_world.point(corner);
                let normal = || {
                    let corner_xz = DVec2::new(corner.x, corner.z);
                    let level = self.level;
                    let normal = level.and_then(|level| level.normal(corner_xz, time_secs));
                    surface_from_world.direction(normal.unwrap_or(DVec3::Y))
                };
                let (place, normal) = *touched.get_or_insert_with(|| (on_surface, normal()));
                // A corner that is lifted a little off a slope goes aside, seen from above, and does not slide.
                let metres = (on_surface - place).reject_from_normalized(normal).length();
                if metres > open.slide.metres {
                    open.slide.metres = metres;
                    open.slide.worst_frame = frame;
                }
            }
        }
    }

    /// All contacts by their first frame, then by sole.
    pub(super) fn finish(self) -> Vec<Slide> {
        let all = self.done.into_iter().chain(self.open.into_iter().flatten());
        let mut slides: Vec<Slide> = all.map(|open| open.closed(&self.turns)).collect();
        slides.sort_by_key(|slide| (slide.first, slide.sole));
        slides
    }

    /// Follows how feet turn from when something of them touches down until nothing does.
    fn turn_feet(&mut self, contacts: Contacts, kin: &Kinematics) {
        for (foot, own) in self.character.feet.iter().enumerate() {
            if contacts.shared(own.patches).is_empty() {
                self.stands[foot] = None;
                continue;
            }
            let now = kin.link(own.whole.link).rotation;
            let (stand, before) = *self.stands[foot].get_or_insert_with(|| {
                self.turns.push(0.0);
                (self.turns.len() - 1, now)
            });
            let turn = rotation_vector(now * before.conjugate()).y.abs();
            self.turns[stand] = self.turns[stand].max(turn);
        }
    }
}

/// Every contact of a clip.
pub fn slides(character: &Character, clip: &Clip, level: Option<&Level>) -> Vec<Slide> {
    let mut recorder = Recorder::new(character);
    let mut tracker = SlideTracker::new(character, level);
    for (index, frame) in clip.frames.iter().enumerate() {
        let secs = clip.start_secs + clip.frame_time(index);
        tracker.push(index, frame.contacts, recorder.look(&frame.pose), secs);
    }
    tracker.finish()
}
