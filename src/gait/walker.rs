//! A walking figure, frame by frame.

use super::biped::{Biped, NotBiped};
use super::com_place::ComPlace;
use super::figure::{Figure, Wanted};
use super::foothold::{Foothold, Refusal, Terrain};
use super::key_pose::find_carried;
use super::paths::{between, bump, plateau};
use super::phase::{Ahead, Phase};
use super::planner::{Footstep, Here, IN_THE_AIR, Prepared, choose, prepare};
use super::search::{Place, drift_after, search_order};
use super::settings::{WalkSettings, Wish};
use crate::character::{Character, Pose};
use crate::level::Level;
use crate::math::Transform;
use crate::motion::Contacts;
use glam::{DQuat, DVec2, DVec3};
use std::collections::VecDeque;

/// A figure that walks over a level. Every frame: [`Walker::advance`], then look at its pose and contacts.
#[derive(Clone, Debug)]
pub struct Walker<'a> {
    level: &'a Level,
    settings: WalkSettings,
    figure: Figure,
    search_order: Vec<DVec2>,
    pose: Pose,
    time_secs: f64,
    wish: Wish,
    /// Steps to make before wishes count again.
    given: VecDeque<Footstep>,

    phase: Phase,
    /// Since the phase began [s].
    phase_secs: f64,
    /// The foot that the tree is seen from: 0 left, 1 right.
    support: usize,
    /// Where the feet stand; the swinging one: where it lifted off.
    feet: [Foothold; 2],
    /// The way of the centre of mass in this phase.
    from: ComPlace,
    to: ComPlace,
    step: Option<Prepared>,
    drift: f64,
    /// Whether the last step set the feet side by side because nothing lay ahead.
    are_together: bool,
    taken: Vec<Footstep>,
    refusal: Option<Refusal>,
    /// Farthest that a foot was from its foothold when it landed [m].
    landing_error: f64,
}

impl<'a> Walker<'a> {
    /// A figure that stands with the middle between its feet over a point (x, z).
    ///
    /// # Errors
    /// When the body has not two feet, or cannot stand there.
    pub fn new(
        character: &Character,
        level: &'a Level,
        settings: WalkSettings,
        (start_xz, start_secs): (DVec2, f64),
    ) -> Result<Self, CannotStand> {
        let biped = Biped::new(character)?;
        let feet = starting_footholds(&biped, level, &settings, (start_xz, start_secs))?;
        let pelvis_height = biped.rest_pelvis_height;
        let leg_length = biped.shorter_leg();
        let mut walker = Self {
            from: ComPlace::between(&biped, pelvis_height),
            to: ComPlace::between(&biped, pelvis_height),
            figure: Figure::new(character, biped, &settings, level),
            level,
            settings,
            search_order: search_order(leg_length),
            pose: character.rest.clone(),
            time_secs: start_secs,
            wish: Wish::STOP,
            given: VecDeque::new(),
            phase: Phase::Stand,
            phase_secs: 0.0,
            support: 0,
            feet,
            step: None,
            drift: 0.0,
            are_together: false,
            taken: Vec::new(),
            refusal: None,
            landing_error: 0.0,
        };
        walker.pose.world_from_root.rotation =
            DQuat::from_rotation_y(settings.heading) * walker.pose.world_from_root.rotation;
        walker.to = walker.gathered().ok_or(CannotStand::Reach)?;
        walker.from = walker.to;
        let wanted = walker.wanted();
        let mut pose = walker.pose.clone();
        walker.figure.find(&wanted, &mut pose);
        for _ in 0..SETTLING {
            walker.figure.follow(&wanted, &mut pose);
        }
        walker.pose = pose;
        Ok(walker)
    }

    /// What to do from the next step on.
    pub fn set_wish(&mut self, wish: Wish) {
        self.wish = wish;
        self.refusal = None;
    }

    /// Steps to make next, whatever the wish is.
    pub fn give_steps(&mut self, steps: impl IntoIterator<Item = Footstep>) {
        self.given.extend(steps);
        self.refusal = None;
    }

    /// How the figure stands now.
    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// The soles that carry weight now.
    pub fn contacts(&self) -> Contacts {
        let feet = &self.figure.biped.feet;
        let both = feet[0].patches.union(feet[1].patches);
        if self.phase.is_on_both_feet() {
            both
        } else {
            both.minus(feet[1 - self.support].patches)
        }
    }

    /// What it is doing.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Every step so far.
    pub fn footsteps(&self) -> &[Footstep] {
        &self.taken
    }

    /// Why it stopped by itself, if it did.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.refusal.as_ref()
    }

    /// Farthest that a foot was from its foothold when it landed [m].
    pub fn landing_error(&self) -> f64 {
        self.landing_error
    }

    /// One frame on.
    pub fn advance(&mut self) {
        self.time_secs += self.settings.frame_secs;
        self.phase_secs += self.settings.frame_secs;
        // 1 What is it doing? Phases that take no time are passed at once.
        while self.phase_secs >= self.phase_duration() {
            self.phase_secs -= self.phase_duration();
            let ahead = self.look_ahead();
            let next = self.phase.next(ahead);
            self.enter(next);
            if self.phase == Phase::Stand {
                self.phase_secs = 0.0;
                break;
            }
        }
        // 2 Where should feet and centre of mass be?
        let wanted = self.wanted();
        self.figure.move_ground(self.time_secs);
        // 3 The pose that has them there.
        self.figure.follow(&wanted, &mut self.pose);
    }

    fn phase_duration(&self) -> f64 {
        let step = self.step.as_ref().map(|prepared| &prepared.step);
        match self.phase {
            Phase::Stand | Phase::ReRoot | Phase::Repeat => 0.0,
            Phase::Lean | Phase::Gather => self.settings.shift_secs(),
            Phase::Swing => step.map_or(0.0, |step| step.swing_secs),
            Phase::Shift => step.map_or(0.0, |step| step.shift_secs),
        }
    }

    /// Whether there is something to step on. Plans the step where one is due.
    fn look_ahead(&mut self) -> Ahead {
        let goes_on = match self.phase {
            Phase::Stand => {
                self.refusal.is_none() && (self.wish != Wish::STOP || !self.given.is_empty())
            }
            Phase::Lean | Phase::Repeat => self.plan(),
            Phase::ReRoot => self.step.as_ref().is_some_and(|p| !p.step.closes),
            Phase::Swing | Phase::Shift | Phase::Gather => true,
        };
        if goes_on { Ahead::Step } else { Ahead::Rest }
    }

    /// Plans the next step; says whether there is one. Where the wish finds no foothold the feet are set side by side, and
    /// the other one tries; then the wish is over.
    fn plan(&mut self) -> bool {
        let here = Here {
            place: Place {
                level: self.level,
                time_secs: self.time_secs,
                support: self.support,
                world_from_feet: self.standing_feet(),
                drift: self.drift,
            },
            pose: &self.pose,
            from: self.to,
        };
        let (figure, settings) = (&mut self.figure, &self.settings);
        let mut choose = |wish: Wish| choose(figure, settings, &self.search_order, &here, wish);
        let are_together = self.phase == Phase::Lean || self.are_together;
        self.are_together = false;
        self.step = match self.given.pop_front() {
            Some(step) => match prepare(&mut self.figure, settings, &here, step) {
                Ok(prepared) => Some(prepared),
                Err(why) => {
                    self.given.clear();
                    self.refusal = Some(why);
                    None
                }
            },
            None if self.wish == Wish::STOP && are_together => None,
            // Standing with one foot ahead is as good where the feet find no place side by side.
            None if self.wish == Wish::STOP => choose(Wish::STOP).ok(),
            None => match choose(self.wish) {
                Ok(prepared) => Some(prepared),
                Err(why) => {
                    let together = if are_together {
                        None
                    } else {
                        choose(Wish::STOP).ok()
                    };
                    self.are_together = together.is_some();
                    if together.is_none() {
                        self.wish = Wish::STOP;
                        self.refusal = Some(why);
                    }
                    together.map(|mut prepared| {
                        prepared.step.closes = false;
                        prepared
                    })
                }
            },
        };
        self.step.is_some()
    }

    /// Begins a phase.
    fn enter(&mut self, phase: Phase) {
        let other = 1 - self.support;
        match phase {
            Phase::Lean => {
                // The foot that swung last carries first, so that both take turns.
                let last = self.taken.last().map(|step| step.foot);
                self.support = last.unwrap_or(0);
                let feet = self.standing_feet();
                let biped = &self.figure.biped;
                let pelvis_height = biped.carried_pelvis_height(self.support, self.settings.crouch);
                let center = feet[self.support].point(biped.feet[self.support].center_in_link);
                let center = DVec2::new(center.x, center.z);
                self.from = self.to;
                self.to = ComPlace::over(
                    biped,
                    self.support,
                    &feet[self.support],
                    center,
                    pelvis_height,
                );
                let mut wanted = Wanted {
                    root: self.support,
                    world_from_feet: feet,
                    carried: self.to.knot(&feet).place,
                    firmness: 1.0,
                };
                let mut pose = self.pose.clone();
                if find_carried(&mut self.figure, &mut wanted, &mut pose) {
                    self.to.pelvis_height = wanted.carried.y - self.to.ground(&feet).y;
                }
            }
            Phase::Swing => {
                self.from = self.to;
                if let Some(prepared) = &self.step {
                    self.to = prepared.exit;
                }
            }
            Phase::ReRoot => {
                if let Some(prepared) = &self.step {
                    self.feet[other] = prepared.step.foothold;
                    self.taken.push(prepared.step.clone());
                    let biped = (&self.figure.biped, &self.settings);
                    let feet = self.standing_feet();
                    self.drift = drift_after(biped, &feet, other, (self.wish, self.drift));
                }
                let feet = self.standing_feet();
                let landed = Wanted {
                    root: self.support,
                    world_from_feet: feet,
                    carried: self.to.knot(&feet).place,
                    firmness: 1.0,
                };
                let error = self.figure.follow(&landed, &mut self.pose.clone());
                self.landing_error = self.landing_error.max(error);
                self.support = other;
            }
            Phase::Shift => {
                self.from = self.to;
                if let Some(prepared) = &self.step {
                    self.to = prepared.entry;
                }
            }
            Phase::Gather => {
                self.from = self.to;
                self.to = self.gathered().unwrap_or(self.from);
            }
            Phase::Stand => {
                self.from = self.to;
                self.step = None;
            }
            Phase::Repeat => {}
        }
        self.phase = phase;
    }

    /// Where the feet stand now; the swinging one: where it lifted off.
    fn standing_feet(&self) -> [Transform; 2] {
        self.feet
            .map(|foothold| foothold.world_from_link(self.level, self.time_secs))
    }

    /// Between the feet, as high as the legs allow.
    fn gathered(&mut self) -> Option<ComPlace> {
        let feet = self.standing_feet();
        let mut place = ComPlace::between(&self.figure.biped, self.figure.biped.rest_pelvis_height);
        let mut wanted = Wanted {
            root: self.support,
            world_from_feet: feet,
            carried: place.knot(&feet).place,
            firmness: 1.0,
        };
        let mut pose = self.pose.clone();
        let found = find_carried(&mut self.figure, &mut wanted, &mut pose);
        place.pelvis_height = wanted.carried.y - place.ground(&feet).y;
        found.then_some(place)
    }

    /// Where feet and centre of mass should be now.
    fn wanted(&self) -> Wanted {
        let mut feet = self.standing_feet();
        let (duration, secs) = (self.phase_duration(), self.phase_secs);
        let share = if duration > 0.0 { secs / duration } else { 1.0 };
        let (mut rise, mut firmness) = (0.0, 1.0);
        if let (Phase::Swing, Some(prepared)) = (self.phase, &self.step) {
            let Footstep {
                foot,
                foothold,
                arc,
                ..
            } = &prepared.step;
            let to = foothold.world_from_link(self.level, self.time_secs);
            feet[*foot] = arc.pose(&self.figure.biped.feet[*foot], (&feet[*foot], &to), share);
            rise = prepared.rise * bump(share);
            firmness = libm::pow(IN_THE_AIR, plateau(share, LET_GO));
        }
        let (from, to) = (self.from.knot(&feet), self.to.knot(&feet));
        Wanted {
            root: self.support,
            world_from_feet: feet,
            carried: between(from, to, share, duration) + rise * DVec3::Y,
            firmness,
        }
    }
}

/// Share of a swing in which the foot stops to keep, and again begins to keep, its orientation firmly.
const LET_GO: f64 = 0.2;
/// Frames of settling before the first one is shown.
const SETTLING: usize = 120;

/// Why a figure cannot stand somewhere.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CannotStand {
    /// It has not two feet.
    #[error(transparent)]
    NotBiped(#[from] NotBiped),
    /// A foot finds no hold.
    #[error("it cannot stand at x {x:.2} m, z {z:.2} m: {why}")]
    Foothold {
        /// [m]
        x: f64,
        /// [m]
        z: f64,
        /// What is wrong with the ground.
        why: Refusal,
    },
    /// The legs do not reach both footholds.
    #[error("its legs do not reach both footholds at the start")]
    Reach,
}

/// Where the feet stand at first.
pub(super) fn starting_footholds(
    biped: &Biped,
    level: &Level,
    settings: &WalkSettings,
    (start_xz, start_secs): (DVec2, f64),
) -> Result<[Foothold; 2], CannotStand> {
    let terrain = Terrain::around(level, start_secs, start_xz, biped.shorter_leg());
    let turn = DQuat::from_rotation_y(settings.heading);
    let foothold = |foot: usize| {
        let offset = turn * biped.rest_offset[foot];
        let center = start_xz + DVec2::new(offset.x, offset.z);
        let foot = &biped.feet[foot];
        terrain
            .foothold(foot, biped.is_sagittal, center, settings.heading)
            .map_err(|why| CannotStand::Foothold {
                x: center.x,
                z: center.y,
                why,
            })
    };
    Ok([foothold(0)?, foothold(1)?])
}
