//! Which parts of a body stand when, and where: the plan of contacts that a motion is made from.
//!
//! ```text
//! left heel        ▬▬▬
//! left foot           ▬▬▬▬▬▬▬▬▬▬▬
//! left ball + toe                ▬▬▬▬▬▬▬
//! right heel                          ▬▬▬              a gap of all of them is a flight
//! ```

use super::Support;
use crate::character::{Contacts, Footing};
use crate::kinematics::SupportPolygon;
use crate::level::{Level, SurfaceId};
use glam::{DVec2, DVec3};

/// Soles of one foot that stand for a while.
#[derive(Clone, Debug, PartialEq)]
pub struct Stand {
    /// What stands of which foot.
    pub footing: Footing,
    /// From this time of the level on [s].
    pub from_secs: f64,
    /// Until just before this one [s].
    pub until_secs: f64,
    /// What it stands on.
    pub surface: SurfaceId,
    /// The points of it that touch, seen from that surface [m]: of a heel that lands toes up, its rear edge.
    pub touching_in_surface: Vec<DVec3>,
}

/// The stands of a motion by the time at which they begin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schedule {
    stands: Vec<Stand>,
}

impl Schedule {
    /// Puts stands in order; those of no duration are left out.
    pub fn new(mut stands: Vec<Stand>) -> Self {
        stands.retain(|stand| stand.until_secs > stand.from_secs);
        stands.sort_by(|a, b| a.from_secs.total_cmp(&b.from_secs));
        Self { stands }
    }

    /// All of them.
    pub fn stands(&self) -> &[Stand] {
        &self.stands
    }

    /// The stands of each moment; moments come in the order of time.
    pub fn at_each<'s>(
        &'s self,
        secs: impl Iterator<Item = f64> + 's,
    ) -> impl Iterator<Item = Vec<&'s Stand>> + 's {
        let mut next = 0;
        let mut standing: Vec<&Stand> = Vec::new();
        secs.map(move |secs| {
            while let Some(stand) = self.stands.get(next)
                && stand.from_secs <= secs
            {
                standing.push(stand);
                next += 1;
            }
            standing.retain(|stand| secs < stand.until_secs);
            standing.clone()
        })
    }

    /// What stands at each moment, seen from above, and its height: in the air that of what stood last.
    pub fn supports(&self, level: &Level, secs: impl Iterator<Item = f64> + Clone) -> Vec<Support> {
        let mut height = 0.0;
        let moments = self.at_each(secs.clone()).zip(secs);
        moments
            .map(|(stands, secs)| {
                let touching: Vec<DVec3> = (stands.iter())
                    .flat_map(|stand| stand.touching(level, secs))
                    .collect();
                if !touching.is_empty() {
                    let heights = touching.iter().map(|point| point.y).sum::<f64>();
                    height = heights / touching.len() as f64;
                }
                let points = touching.iter().map(|point| DVec2::new(point.x, point.z));
                Support {
                    hull: SupportPolygon::hull(points),
                    height,
                }
            })
            .collect()
    }
}

impl Stand {
    /// Where it touches at a time [m].
    pub fn touching<'s>(
        &'s self,
        level: &Level,
        time_secs: f64,
    ) -> impl Iterator<Item = DVec3> + 's {
        let surface_from_world = level.surface_from_world(self.surface, time_secs);
        let world_from_surface = surface_from_world.inverse();
        let points = self.touching_in_surface.iter();
        points.map(move |point| world_from_surface.point(*point))
    }
}

/// The soles of several stands.
pub fn contacts_of<'s>(stands: impl IntoIterator<Item = &'s Stand>) -> Contacts {
    let soles = stands.into_iter().map(|stand| stand.footing.patches);
    soles.fold(Contacts::NONE, Contacts::union)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stand(foot: usize, from_secs: f64, until_secs: f64) -> Stand {
        Stand {
            footing: Footing {
                foot,
                patches: Contacts::one(foot),
            },
            from_secs,
            until_secs,
            surface: SurfaceId::Ground(0),
            touching_in_surface: Vec::new(),
        }
    }

    #[test]
    fn each_moment_has_the_stands_that_have_begun_and_not_ended() {
        let schedule = Schedule::new(vec![
            stand(1, 0.3, 0.9),
            stand(0, f64::NEG_INFINITY, 0.5),
            stand(0, 0.7, 0.7),
        ]);
        let times = [0.0, 0.3, 0.49, 0.5, 0.7, 0.9];
        let counts: Vec<usize> = schedule
            .at_each(times.into_iter())
            .map(|stands| contacts_of(stands).count())
            .collect();
        assert_eq!(counts, [1, 2, 2, 1, 1, 0]);
    }
}
