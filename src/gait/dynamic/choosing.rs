//! Where the next foot goes: even ground near to the wish, that legs reach and pass each other on the way to.

use super::super::arc::FootArc;
use super::super::biped::Biped;
use super::super::foothold::{Foothold, Refusal};
use super::super::planner::Footstep;
use super::super::search::{Place, search};
use super::super::settings::Wish;
use super::footwork::FootTrack;
use super::heel::{Behind, heel_behind};
use super::legs::highest_pelvis;
use super::slip::MOST_SLIP;
use super::steps::Layout;
use crate::level::Misfit;
use crate::math::Transform;
use glam::{DQuat, DVec2, DVec3};

/// A step onto ground that is steeper or flatter by a radian is shorter by so many times itself, down to the least share.
const BEND: f64 = 1.0;
const LEAST_OVER_BENDS: f64 = 0.5;
/// What is shorter by less is as long.
const AS_LONG: f64 = 0.02;
/// A heel behind has risen by no more than this share of its whole rise when the other foot lands.
const RISEN: f64 = 0.6;
/// How far the body may have to sink for a step, in legs.
const MOST_DROP: f64 = 0.16;
/// A place where a foot rolls without sliding is looked for among so many.
const NEAR: usize = 400;
/// Where a step has tipped, no place nearer than this is tried for it again, for a person's legs [m].
const AVOIDED: f64 = 0.04;
/// A step that is shorter by its whole length would take so much less of its time.
const HURRY: f64 = 0.5;
/// Steps of a person are narrower than wished by no more than this [m].
const NARROWER: f64 = 0.003;
/// Footholds that fit the sole but not the legs are tried this often.
const MOST_TRIES: usize = 40;
/// What rises by so much beside the slope of the ground is a step of it, in legs.
const RISER: f64 = 0.1;

/// How a foot has to lie where it lands.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lies {
    /// So that it rolls without sliding, its leg at ease.
    Evenly,
    /// As the ground lets it.
    Anyhow,
}

impl Layout<'_> {
    fn place(&self) -> Place<'_> {
        Place {
            level: self.level,
            time_secs: self.lift_secs,
            support: self.support(),
            world_from_feet: [0, 1].map(|foot| self.standing(foot)),
            drift: self.drift,
        }
    }

    /// A step onto ground of another slope is shorter.
    pub(super) fn over_bends(&mut self, wish: Wish, step: Footstep) -> Result<Footstep, Refusal> {
        let climb = |foot: usize, place: &Transform| self.biped.feet[foot].toes_up(place);
        let support = self.support();
        let stands = climb(support, &self.standing(support));
        let lands = climb(
            step.foot,
            &step.foothold.world_from_link(self.level, self.lift_secs),
        );
        let share = (1.0 - BEND * (lands - stands).abs()).max(LEAST_OVER_BENDS);
        if share > 1.0 - AS_LONG {
            return Ok(step);
        }
        let wish = Wish {
            forward: share * wish.forward,
            ..wish
        };
        self.choose(wish).or(Ok(step))
    }

    /// The nearest place to the wish where a foot rolls without sliding, or else the nearest that carries it: there it does not roll.
    pub(super) fn choose(&mut self, wish: Wish) -> Result<Footstep, Refusal> {
        let rises = |track: &FootTrack| track.roller.rises_on_edge;
        if self.steps.tracks.iter().any(rises)
            && let Ok(step) = self.choose_among(wish, NEAR, Lies::Evenly)
        {
            return Ok(step);
        }
        self.choose_among(wish, usize::MAX, Lies::Anyhow)
    }

    fn choose_among(
        &mut self,
        wish: Wish,
        most_places: usize,
        lies: Lies,
    ) -> Result<Footstep, Refusal> {
        let mut looked_at = 0;
        let found = self.look(wish, (most_places, lies), &mut looked_at);
        self.looked_at += looked_at;
        found
    }

    fn look(
        &self,
        wish: Wish,
        (most_places, lies): (usize, Lies),
        looked_at: &mut usize,
    ) -> Result<Footstep, Refusal> {
        let places = &self.search_order[..self.search_order.len().min(most_places)];
        let settings = &self.settings;
        let place = self.place();
        let swing = 1 - place.support;
        let foot = &self.biped.feet[swing];
        let looked_for = (self.biped, settings, places);
        search(
            looked_for,
            &place,
            (wish, MOST_TRIES),
            |terrain, (center_xz, heading)| {
                *looked_at += 1;
                if self.is_avoided(center_xz) {
                    return Err(Refusal::Misfit(Misfit::TooRough { gap: 0.0 }));
                }
                let is_sagittal = self.biped.is_sagittal;
                let foothold = terrain.foothold(foot, is_sagittal, center_xz, heading)?;
                if lies == Lies::Evenly {
                    self.rolls_there(swing, &foothold)?;
                }
                let quick = self.quickness(wish, (center_xz, heading));
                let mut step = Footstep {
                    foot: swing,
                    foothold,
                    arc: FootArc::bowed(DVec2::ZERO, [0.0; 2], None),
                    swing_secs: quick * settings.swing_secs(),
                    shift_secs: quick * settings.shift_secs(),
                    closes: wish == Wish::STOP,
                };
                self.passes(&step)?;
                let landed = self.landed(&step);
                landed.reaches(self.biped)?;
                if lies == Lies::Evenly {
                    self.joints_allow(&step, &landed)?;
                }
                step.arc = self.arc(terrain, &step).ok_or(Refusal::NoWayOver)?;
                Ok((step, true))
            },
        )
    }

    /// Whether the next step has tipped near a place.
    fn is_avoided(&self, center_xz: DVec2) -> bool {
        let step = self.steps.footsteps.len();
        let near = AVOIDED * self.biped.fineness();
        let mut places = self.avoided.iter();
        places.any(|(own, place)| *own == step && place.distance(center_xz) < near)
    }

    /// The share of its time that a step takes which is shorter than wished: whoever finds no better place for a foot goes on nearly as fast.
    fn quickness(&self, wish: Wish, (center_xz, heading): (DVec2, f64)) -> f64 {
        let (forward, ..) = self.settings.step_of(wish);
        let support = self.support();
        let stand = self
            .standing(support)
            .point(self.biped.feet[support].center_in_link);
        let way = center_xz - DVec2::new(stand.x, stand.z);
        let ahead = way.dot(DVec2::new(libm::sin(heading), libm::cos(heading)));
        let share = if forward == 0.0 {
            1.0
        } else {
            (ahead / forward).clamp(0.0, 1.0)
        };
        1.0 - HURRY * (1.0 - share)
    }

    /// Whether a foot rolls there without sliding, when it lands and when it leaves.
    fn rolls_there(&self, foot: usize, foothold: &Foothold) -> Result<(), Refusal> {
        let secs = self.lift_secs;
        let flat = foothold.world_from_link(self.level, secs);
        let roller = &self.steps.tracks[foot].roller;
        let mut slip = roller.slip_leaving(self.level, &flat, secs);
        if roller.toes.is_some() {
            slip = slip.max(roller.slip_landing(self.level, &flat, secs));
        }
        if slip > MOST_SLIP * self.biped.fineness() {
            return Err(Refusal::Misfit(Misfit::TooRough { gap: slip }));
        }
        Ok(())
    }

    /// Whether the foot that lands leaves the legs room to pass: ankles over feet that tilt lean aside.
    fn passes(&self, step: &Footstep) -> Result<(), Refusal> {
        if self.biped.is_sagittal {
            return Ok(());
        }
        let swing = step.foot;
        let lands = step.foothold.world_from_link(self.level, self.lift_secs);
        let stands = self.standing(1 - swing);
        let [own, other] = [swing, 1 - swing].map(|foot| &self.biped.feet[foot]);
        let heading = other.heading(&stands);
        let outward = own.side * DVec3::new(libm::cos(heading), 0.0, -libm::sin(heading));
        let apart = |a: DVec3, b: DVec3| (a - b).dot(outward);
        let soles = apart(
            lands.point(own.center_in_link),
            stands.point(other.center_in_link),
        );
        let ankles = apart(lands.translation, stands.translation);
        let at_rest = own.ankle_aside() + other.ankle_aside();
        let least = self.settings.step_width - NARROWER * self.biped.fineness();
        if soles.min(ankles + at_rest) < least {
            return Err(Refusal::NoWayOver);
        }
        Ok(())
    }

    /// Whether both legs reach the ground when the foot has just landed.
    pub(super) fn reaches(&self, step: &Footstep) -> Result<(), Refusal> {
        self.landed(step).reaches(self.biped)
    }

    /// The body when a foot has just landed.
    fn landed(&self, step: &Footstep) -> Landed {
        let swing = step.foot;
        let (leaving, landing) = self.visits_of(step);
        let track = &self.steps.tracks[1 - swing];
        let mut feet = [0, 1].map(|foot| self.standing(foot));
        let touch_secs = self.lift_secs + step.swing_secs;
        let flat = step.foothold.world_from_link(self.level, touch_secs);
        feet[swing] = self.steps.tracks[swing]
            .roller
            .rolled(&flat, landing.landing_pitch, 0.0);
        let stand = feet[1 - swing];
        // The heel behind has left the ground by then.
        if track.roller.toes.is_some() {
            let behind = Behind {
                foot: &self.biped.feet[1 - swing],
                roller: &track.roller,
                flat: &stand,
            };
            let ahead = (&self.biped.feet[swing], &feet[swing]);
            let heading = self.biped.feet[swing].heading(&flat);
            let up = heel_behind(&behind, ahead, heading).min(RISEN * leaving.leaving_pitch);
            feet[1 - swing] = track.roller.rolled(&stand, -up, 0.0);
        }
        let middle = |foot: usize| {
            let place = if foot == swing { flat } else { stand };
            place.point(self.biped.feet[foot].center_in_link)
        };
        let between = 0.5 * (middle(0) + middle(1));
        let com_xz = DVec2::new(between.x, between.z);
        let heading = self.biped.heading(&feet);
        Landed {
            flat,
            travel: middle(swing) - middle(1 - swing),
            heading,
            com_xz,
            highest: highest_pelvis(self.biped, &feet, (com_xz, heading)),
            carried: between.y + self.biped.rest_pelvis_height,
            feet,
        }
    }

    /// Whether the joints of the leg that lands allow it, and that the foot then lies flat.
    fn joints_allow(&self, step: &Footstep, landed: &Landed) -> Result<(), Refusal> {
        let Some(legs) = &self.legs else {
            return Ok(());
        };
        let turn = DQuat::from_rotation_y(landed.heading);
        let offset = turn * self.biped.pelvis_from_com;
        let height = landed.highest.min(landed.carried);
        let place = DVec3::new(
            landed.com_xz.x + offset.x,
            height,
            landed.com_xz.y + offset.z,
        );
        let pelvis = Transform::new(turn * self.biped.pelvis_at_rest, place);
        let mut pose = self.character.rest.clone();
        let allow = |foot: &Transform, pose: &mut _| {
            legs[step.foot].pose(self.character, (&pelvis, foot), None, pose)
        };
        if allow(&landed.feet[step.foot], &mut pose) && allow(&landed.flat, &mut pose) {
            Ok(())
        } else {
            Err(Refusal::Misfit(Misfit::TooRough { gap: 0.0 }))
        }
    }

    /// Whether a step leads up or down a step of the ground: farther than its slope says.
    pub(super) fn climbs(&self, step: &Footstep) -> bool {
        let stands = self.standing(1 - step.foot);
        let lands = step.foothold.world_from_link(self.level, self.lift_secs);
        let [own, other] = [step.foot, 1 - step.foot].map(|foot| &self.biped.feet[foot]);
        let travel = lands.point(own.center_in_link) - stands.point(other.center_in_link);
        let up = own.up(&lands) + other.up(&stands);
        (0.5 * travel.dot(up)).abs() > RISER * self.biped.shorter_leg()
    }
}

/// A body when a foot has just landed.
struct Landed {
    /// The one that lands, lying flat.
    flat: Transform,
    /// As they are.
    feet: [Transform; 2],
    /// From the foot that stands to the one that lands [m].
    travel: DVec3,
    heading: f64,
    /// Where the centre of mass is (x, z) [m].
    com_xz: DVec2,
    /// The highest that legs carry the pelvis, and where it is at rest [m].
    highest: f64,
    carried: f64,
}

impl Landed {
    /// Whether both legs reach the ground.
    fn reaches(&self, biped: &Biped) -> Result<(), Refusal> {
        if self.highest < self.carried - MOST_DROP * biped.shorter_leg() {
            return Err(Refusal::OutOfReach {
                distance: DVec2::new(self.travel.x, self.travel.z).length(),
                rise: self.travel.y,
            });
        }
        Ok(())
    }
}
