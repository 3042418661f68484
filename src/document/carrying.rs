//! What it takes to carry a body from one key to the next in dynamic balance: when which foot goes, and the way of the trunk.

use super::between::{Between, in_both};
use super::carried_way::{CarriedWay, Carrying, Guess, guess};
use super::passage::{Feet, Heels, Moment, Passage};
use super::{Easing, Key, Poser, Setup};
use crate::character::{LinkId, Pose};
use crate::gait::Manner;
use crate::kinematics::{Kinematics, Planted, Stance, body_size};
use crate::motion::{Support, pose_between};
use glam::{DVec2, DVec3};
use rayon::prelude::*;

/// How much longer feet may take than the weight.
const PACES: [f64; 6] = [0.4, 0.7, 1.0, 1.6, 2.4, 3.6];
/// How long a foot of a person likes to take [s].
const STEP_SECS: f64 = 0.5;
/// A way on which the zero-moment point of a person stays so far inside is good [m].
const SOUND: f64 = 2e-3;
/// What it costs that the zero-moment point lacks a metre of its margin, beside a metre by which the trunk sinks; and what it costs
/// a person that feet take e times as long as they like [m].
const LACKING: f64 = 10.0;
const STRANGE: f64 = 0.03;
/// Paces that are tried with the whole body.
const TRIES: usize = 2;

/// Balance is kept in motion where feet stand at both ends, balance is kept there, and whatever else carries stays where it is.
pub(super) fn is_dynamic(from: &Key, to: &Key) -> bool {
    let (a, b) = (&*from.setup, &*to.setup);
    let stands = |setup: &Setup| setup.keeps_balance && !setup.planted.is_empty();
    let moves = from.easing != Easing::Hold;
    let alike = a.plants == b.plants;
    from.manner == Manner::Dynamic && moves && stands(a) && stands(b) && alike
}

impl Between {
    /// Finds when feet go, and how the body is carried, where its way is in dynamic balance.
    pub(super) fn carry(&mut self) {
        if !is_dynamic(&self.from, &self.to) {
            return;
        }
        if !self.passage.has_steps() {
            let keys = (&*self.from.setup, &*self.to.setup);
            self.passage = Passage::new(&self.character, keys, Feet::ROLLING);
            self.carried = self.way_along(&self.passage);
            return;
        }
        let size = body_size(&self.character);
        let mut best = f64::NEG_INFINITY;
        for passage in self.paced() {
            let Some(way) = self.way_along(&passage) else {
                continue;
            };
            if way.margin > best {
                best = way.margin;
                self.carried = Some(way);
                self.passage = passage;
            }
            if best >= size * SOUND {
                break;
            }
        }
    }

    fn way_along(&self, passage: &Passage) -> Option<CarriedWay> {
        let between = |time: f64| self.unsolved(time);
        let poses = |places: &[(f64, DVec3)]| self.poses(passage, places);
        self.carrying(passage, &between, |carrying| {
            CarriedWay::new(carrying, poses)
        })
    }

    /// What a passage asks of the way of the trunk, to be done something with.
    fn carrying<T>(
        &self,
        passage: &Passage,
        between: &dyn Fn(f64) -> (DVec3, DVec3),
        then: impl FnOnce(&Carrying) -> T,
    ) -> T {
        let moment = |time: f64| passage.at(&self.character, time);
        let highest = |time: f64, pelvis_xz: DVec2| {
            let share = self.from.easing.share(time);
            let ankles = self.ankles(&moment(time), share);
            let legs = self.reach.as_ref().zip(ankles);
            legs.map_or(f64::INFINITY, |(reach, ankles)| {
                reach.highest(share, ankles, (pelvis_xz, self.trunk_turn(share)))
            })
        };
        then(&Carrying {
            character: &self.character,
            trunk: self.trunk,
            secs: self.to.secs - self.from.secs,
            landed: passage.landed(),
            support: &|time: f64| self.support(moment(time)),
            between,
            highest: &highest,
        })
    }

    /// Passages, those first that are easiest to go: whose feet take the time that people's do, for which the trunk need not sink, and
    /// which tip nowhere.
    fn paced(&self) -> impl Iterator<Item = Passage> + use<> {
        let size = body_size(&self.character);
        let natural = STEP_SECS * size.sqrt();
        let secs = self.to.secs - self.from.secs;
        let keys = (&*self.from.setup, &*self.to.setup);
        let [from, to] = (self.ends.each_ref()).map(|kin| (kin.pivot(self.trunk), kin.com));
        let between = |time: f64| (from.0.lerp(to.0, time), from.1.lerp(to.1, time));
        // Ankles go only so far: on a long way heels come up.
        let paced = [Heels::Swing, Heels::Roll].map(|heels| {
            let mut paced = PACES.map(|pace| {
                let passage = Passage::new(&self.character, keys, Feet { pace, heels });
                let Guess { lacking, sinks } = self.carrying(&passage, &between, guess);
                let strange = libm::log(secs * passage.step_share() / natural).abs();
                (
                    passage,
                    LACKING * lacking + sinks + size * STRANGE * strange,
                )
            });
            paced.sort_by(|a, b| a.1.total_cmp(&b.1));
            paced.into_iter().take(TRIES).map(|(passage, _)| passage)
        });
        paced.into_iter().flatten()
    }

    /// What stands at a moment, seen from above, and its height.
    fn support(&self, moment: Moment) -> Support {
        let feet = moment.planted.iter();
        let corners = feet.flat_map(|foot| foot.corners(&self.character));
        let heights: Vec<f64> = corners.map(|corner| corner.y).collect();
        let plants = in_both(&self.from.setup.plants, &self.to.setup.plants);
        Support {
            height: heights.iter().sum::<f64>() / heights.len().max(1) as f64,
            hull: Stance::on(&self.character, moment.planted, plants).polygon,
        }
    }

    /// The pivots of both feet of a biped at a moment; nothing of those that are free [m].
    pub(super) fn ankles(&self, moment: &Moment, share: f64) -> Option<[Option<DVec3>; 2]> {
        let of = |(foot, link): (usize, LinkId)| {
            let moving = moment.moving.iter().map(|(foot, _)| foot);
            let feet = (moment.rolling.iter()).chain(&moment.planted).chain(moving);
            let its: Vec<&Planted> = feet.filter(|there| there.foot == foot).collect();
            its.first()?;
            let there = its.iter().find(|there| there.link == link);
            let [from, to] = self.ends.each_ref().map(|kin| kin.pivot(link));
            // Heels of those that stand on their toes go with the pose.
            Some(there.map_or_else(
                || from.lerp(to, share),
                |there| there.world_from_link.translation,
            ))
        };
        self.reach.as_ref().map(|reach| reach.feet().map(of))
    }

    /// The trunk's pivot and the centre of mass where every joint goes its own way [m].
    fn unsolved(&self, time: f64) -> (DVec3, DVec3) {
        let [from, to] = [&self.from, &self.to].map(|key| &key.setup.pose);
        let pose = pose_between(from, to, self.from.easing.share(time));
        let kin = Kinematics::of(&self.character, &pose);
        (kin.pivot(self.trunk), kin.com)
    }

    /// Poses the body with its trunk at places after shares of the time.
    fn poses(&self, passage: &Passage, places: &[(f64, DVec3)]) -> Vec<Pose> {
        let poses = places
            .par_iter()
            .map_init(Poser::default, |poser, (time, place)| {
                let share = self.from.easing.share(*time);
                if share <= 0.0 {
                    self.from.setup.pose.clone()
                } else if share >= 1.0 {
                    self.to.setup.pose.clone()
                } else {
                    self.posed(poser, passage, (*time, Some(*place))).pose
                }
            });
        poses.collect()
    }
}
