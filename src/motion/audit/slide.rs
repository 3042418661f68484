//! How far soles slide while they carry weight, seen from what they stand on. A foot that rolls lifts some of its corners:
//! only those that touch can slide.

use crate::character::Character;
use crate::kinematics::Kinematics;
use crate::level::{Level, SurfaceId};
use crate::math::Transform;
use crate::motion::{Clip, Contacts, Recorder};
use glam::{DVec2, DVec3};

/// One contact of one sole, from touch to lift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slide {
    /// Index into [`Character::soles`].
    pub sole: usize,
    /// The first frame of the contact.
    pub first: usize,
    /// Its last frame.
    pub last: usize,
    /// The farthest that a touching corner of the sole was from where it touched down, along the ground [m].
    pub metres: f64,
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
}

/// Corners of a sole this near to the one nearest to the ground touch it [m].
pub(crate) const TOUCHING: f64 = 0.002;

/// Follows every sole from touch to lift.
#[derive(Clone, Debug)]
pub(super) struct SlideTracker<'a> {
    character: &'a Character,
    level: Option<&'a Level>,
    open: Vec<Option<Open>>,
    done: Vec<Slide>,
}

impl<'a> SlideTracker<'a> {
    pub(super) fn new(character: &'a Character, level: Option<&'a Level>) -> Self {
        Self {
            character,
            level,
            open: vec![None; character.soles.len()],
            done: Vec::new(),
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
        for index in 0..self.open.len() {
            if !contacts.contains(index) {
                self.done.extend(self.open[index].take().map(|o| o.slide));
                continue;
            }
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
                        worst_frame: frame,
                        surface: ground.map(|ground| ground.surface),
                    },
                    touched: vec![None; sole.corners_in_link.len()],
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
    pub(super) fn finish(mut self) -> Vec<Slide> {
        let open = self.open.into_iter().flatten();
        self.done.extend(open.map(|open| open.slide));
        self.done.sort_by_key(|slide| (slide.first, slide.sole));
        self.done
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
