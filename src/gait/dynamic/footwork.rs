//! Where a foot is at every moment of a walk: on a foothold it rolls, between two it swings along a Bézier arc.

use super::super::arc::FootArc;
use super::super::biped::Foot;
use super::super::foothold::Foothold;
use super::roll::{Roller, Visit};
use super::ways::quickened;
use crate::character::{Contacts, Footing};
use crate::level::Level;
use crate::math::{Transform, ease};
use crate::motion::Stand;
use glam::{DVec2, DVec3};

/// All that one foot does.
#[derive(Clone, Debug)]
pub(super) struct FootTrack {
    pub(super) foot: Foot,
    pub(super) roller: Roller,
    /// In the order of time, and the footholds that they are on.
    pub(super) visits: Vec<Visit>,
    pub(super) footholds: Vec<Foothold>,
    /// The ways between them, one fewer.
    pub(super) arcs: Vec<FootArc>,
}

/// A foot at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FootMoment {
    pub(super) world_from_link: Transform,
    /// How far its toes are turned up against it [rad].
    pub(super) toes_up: f64,
    /// How far it is through its time on a foothold [0..1]; nothing in the air.
    pub(super) stance: Option<f64>,
    /// How much of what an ankle lacks its heel may rise more, from when it has left until it swings [0..1].
    pub(super) rolls: f64,
    /// How far it is through its time in the air [0..1]; zero on the ground.
    pub(super) swing: f64,
}

/// A foot leaves quicker than the smoothest way would, and arrives later: accelerations at both ends, for a way of one in a time of one.
const LEAVES: f64 = 6.0;
const ARRIVES: f64 = 7.0;

/// A heel is free to rise more after this share of the time in which it leaves, and no more after this share of a swing.
const ROLLS: f64 = 0.4;
const ROLLED: f64 = 0.5;

impl FootTrack {
    /// Where it is at a time of the level [s].
    pub(super) fn at(&self, level: &Level, secs: f64) -> FootMoment {
        let index = self.visit_at(secs);
        let (visit, next) = (&self.visits[index], self.visits.get(index + 1));
        let flat = self.footholds[index].world_from_link(level, secs);
        let pitch = visit.pitch(next, secs);
        let toes_up = visit.toes_up(next, secs);
        let ball_up = visit.ball_up(next, secs);
        match next {
            Some(next) if secs >= visit.lift => {
                let landing = self.footholds[index + 1].world_from_link(level, secs);
                let landed = self.roller.rolled(&landing, next.landing_pitch, 0.0);
                let share = progress((secs - visit.lift) / (next.touch - visit.lift));
                let swing = (secs - visit.lift) / (next.touch - visit.lift);
                let flat_turn = flat.rotation.slerp(landing.rotation, share);
                let rotation = self.roller.pitched(flat_turn, pitch).normalize();
                let ball = self.roller.ball_in_link;
                let left = self.roller.ball(&flat, ball_up);
                let straight = left.lerp(landed.point(ball), share);
                let place = straight + self.bow(index, (&flat, &landing), share);
                FootMoment {
                    world_from_link: Transform::new(rotation, place - rotation * ball),
                    toes_up,
                    stance: None,
                    rolls: self.rolling() * (1.0 - ease(swing / ROLLED)),
                    swing,
                }
            }
            _ => {
                let stance = (secs - visit.touch) / (visit.lift - visit.touch);
                let leaving = (secs - visit.heel_off) / (visit.lift - visit.heel_off).max(1e-9);
                let leaving = if leaving.is_finite() { leaving } else { 0.0 };
                FootMoment {
                    world_from_link: self.roller.rolled(&flat, pitch, ball_up),
                    toes_up,
                    stance: Some(if stance.is_finite() { stance } else { 0.5 }),
                    rolls: self.rolling() * ease(leaving / ROLLS),
                    swing: 0.0,
                }
            }
        }
    }

    /// One for a foot that bends, which can stand on its ball.
    fn rolling(&self) -> f64 {
        f64::from(u8::from(self.roller.toes.is_some()))
    }

    /// The visit that has begun last.
    pub(super) fn visit_at(&self, secs: f64) -> usize {
        let begun = self.visits.partition_point(|visit| visit.touch <= secs);
        begun.saturating_sub(1)
    }

    /// How far its way is from a straight one [m].
    fn bow(&self, index: usize, (from, to): (&Transform, &Transform), share: f64) -> DVec3 {
        let [along, left] = self.plane(from, to);
        let bow = self.arcs[index].bow(share);
        bow.x * along + bow.y * DVec3::Y + bow.z * left
    }

    /// Over the ground along a way between two footholds, and to the left of it: unit vectors.
    pub(super) fn plane(&self, from: &Transform, to: &Transform) -> [DVec3; 2] {
        let center = self.foot.center_in_link;
        let travel = to.point(center) - from.point(center);
        let flat = DVec3::new(travel.x, 0.0, travel.z);
        let toes = self.foot.heading(to);
        let ahead = DVec3::new(libm::sin(toes), 0.0, libm::cos(toes));
        let along = flat.try_normalize().unwrap_or(ahead);
        [along, DVec3::Y.cross(along)]
    }

    /// Points along the sides of its soles at one moment [m].
    pub(super) fn sole_points(&self, moment: &FootMoment) -> impl Iterator<Item = DVec3> {
        let rear = self.roller.rear_sides_in_link.iter();
        let place = moment.world_from_link;
        let toes = self.roller.about_ball(&place, moment.toes_up);
        let rear = rear.map(move |corner| place.point(*corner));
        let front = self.roller.front_sides_in_link.iter();
        rear.chain(front.map(move |corner| toes.point(*corner)))
    }

    /// When what of it stands.
    pub(super) fn stands(&self) -> impl Iterator<Item = Stand> {
        self.stands_from(f64::NEG_INFINITY)
    }

    /// The same of the visits that have not ended by a time [s].
    pub(super) fn stands_from(&self, from_secs: f64) -> impl Iterator<Item = Stand> {
        let past = self.visits.partition_point(|visit| visit.lift <= from_secs);
        let visits = self.visits.iter().zip(&self.footholds).skip(past);
        visits.flat_map(|(visit, foothold)| {
            let place = foothold.surface_from_link;
            let stand = |soles: Contacts, (from_secs, until_secs), corners: &[DVec3]| Stand {
                footing: Footing {
                    foot: self.foot.foot,
                    patches: soles,
                },
                from_secs,
                until_secs,
                surface: foothold.surface,
                touching_in_surface: corners.iter().map(|corner| place.point(*corner)).collect(),
            };
            let Roller {
                rear,
                rear_edge_in_link,
                front_edge_in_link,
                corners_in_link,
                front_in_link,
                ..
            } = &self.roller;
            let all = self.foot.patches;
            let whole = stand(all, (visit.flat, visit.heel_off), corners_in_link);
            match &self.roller.toes {
                Some(toes) => vec![
                    stand(*rear, (visit.touch, visit.flat), rear_edge_in_link),
                    whole,
                    stand(toes.soles, (visit.heel_off, visit.ball_off), front_in_link),
                    stand(toes.tip, (visit.ball_off, visit.lift), front_edge_in_link),
                ],
                None => vec![
                    whole,
                    stand(all, (visit.heel_off, visit.ball_off), front_edge_in_link),
                ],
            }
        })
    }

    /// Middle of its sole on a foothold (x, z) [m].
    pub(super) fn middle_xz(&self, level: &Level, visit: usize, secs: f64) -> DVec2 {
        let place = self.footholds[visit].world_from_link(level, secs);
        let center = place.point(self.foot.center_in_link);
        DVec2::new(center.x, center.z)
    }
}

/// How far along its way a swinging foot is after a share of its time.
fn progress(share: f64) -> f64 {
    quickened(share, (LEAVES, ARRIVES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swing_begins_and_ends_without_speed_and_never_turns_back() {
        assert_eq!((progress(0.0), progress(1.0)), (0.0, 1.0));
        let ways: Vec<f64> = (0..=200).map(|k| progress(f64::from(k) / 200.0)).collect();
        assert!(ways.windows(2).all(|pair| pair[1] >= pair[0]));
        assert!(ways[1] < 1e-4 && ways[199] > 1.0 - 1e-4);
    }
}
