//! Energy, momentum, zero-moment point: what tests weigh and what is shown.

use super::articulated::Wrench;
use super::loose::LooseBody;
use super::placed::Placed;
use super::settings::WorldSettings;
use super::state::State;
use super::tree::Tree;
use super::velocity::Twist;
use crate::character::{Character, LinkId};
use glam::{DMat3, DVec3};

/// Momentum of the figure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Momentum {
    /// [kg]
    pub mass: f64,
    /// Centre of mass [m].
    pub com: DVec3,
    /// [kg m/s]
    pub linear: DVec3,
    /// About the centre of mass [kg m²/s].
    pub angular: DVec3,
}

impl Momentum {
    pub(super) fn of(character: &Character, placed: &Placed) -> Self {
        let mut sum = Self::default();
        for (link, at) in character.links.iter().zip(&placed.links) {
            let velocity = at.velocity.at(at.com - at.origin);
            sum.mass += link.mass;
            sum.com += link.mass * at.com;
            sum.linear += link.mass * velocity;
            // About the world's origin first.
            sum.angular += at.inertia * at.velocity.angular + link.mass * at.com.cross(velocity);
        }
        sum.com /= sum.mass;
        sum.angular -= sum.com.cross(sum.linear);
        sum
    }

    /// A state's momentum.
    pub fn of_state(character: &Character, state: &State) -> Self {
        let mut placed = Placed::default();
        placed.place_links(&Tree::new(character, LinkId::ROOT), character, state);
        Self::of(character, &placed)
    }

    /// What wrenches on the nodes make of it in a time; impulses have a time of one.
    pub(super) fn after(&self, placed: &Placed, wrenches: &[Wrench], secs: f64) -> Self {
        let mut after = *self;
        for (wrench, at) in wrenches.iter().zip(&placed.nodes) {
            after.linear += secs * wrench.force;
            let about_com = wrench.torque + (at.pivot - self.com).cross(wrench.force);
            after.angular += secs * about_com;
        }
        after
    }

    /// Changes the first link's velocity so that the whole body, as if rigid, has this momentum instead of what it has
    /// now, as placed.
    pub(super) fn impose(
        &self,
        now: &Self,
        character: &Character,
        placed: &Placed,
        state: &mut State,
    ) {
        let mut inertia = DMat3::ZERO;
        for (link, at) in character.links.iter().zip(&placed.links) {
            let arm = at.com - now.com;
            inertia += at.inertia
                + link.mass
                    * (DMat3::from_diagonal(DVec3::splat(arm.length_squared()))
                        - DMat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z));
        }
        let change = Twist {
            angular: inertia.inverse() * (self.angular - now.angular),
            linear: (self.linear - now.linear) / self.mass,
        };
        let origin = placed.links[LinkId::ROOT.index()].origin;
        state.velocity.root.angular += change.angular;
        state.velocity.root.linear += change.at(origin - now.com);
    }
}

/// Energy of a figure and of loose bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Of motion [J].
    pub kinetic: f64,
    /// Of height above the world's origin [J].
    pub potential: f64,
}

impl Energy {
    /// All that moves in a state.
    pub fn of_state(
        character: &Character,
        loose: &[LooseBody],
        settings: &WorldSettings,
        state: &State,
    ) -> Self {
        let mut placed = Placed::default();
        placed.place_links(&Tree::new(character, LinkId::ROOT), character, state);
        let mut energy = Self::default();
        for (link, at) in character.links.iter().zip(&placed.links) {
            let velocity = at.velocity.at(at.com - at.origin);
            let w = at.velocity.angular;
            energy.kinetic += 0.5 * (link.mass * velocity.length_squared() + w.dot(at.inertia * w));
            energy.potential -= link.mass * settings.gravity.dot(at.com);
        }
        for (body, at) in loose.iter().zip(&state.loose) {
            let w = at.velocity.angular;
            let spin = body.inertia(&at.world_from_body) * w;
            energy.kinetic += 0.5 * (body.mass * at.velocity.linear.length_squared() + w.dot(spin));
            energy.potential -= body.mass * settings.gravity.dot(at.world_from_body.translation);
        }
        energy
    }

    /// Both together [J].
    pub fn total(&self) -> f64 {
        self.kinetic + self.potential
    }
}

/// Where on a height the ground would have to push so that momentum changes from `before` to `after` within `secs`
/// (Macchietto et al. 2009, equations 1 and 2); nothing while nothing pushes.
pub fn zero_moment_point(
    before: &Momentum,
    after: &Momentum,
    gravity: DVec3,
    height: f64,
    secs: f64,
) -> Option<DVec3> {
    let force = (after.linear - before.linear) / secs - before.mass * gravity;
    let turn = (after.angular - before.angular) / secs;
    let com = 0.5 * (before.com + after.com);
    let drop = height - com.y;
    (force.y > 1e-6 * before.mass).then(|| {
        DVec3::new(
            com.x + (turn.z + drop * force.x) / force.y,
            height,
            com.z + (drop * force.z - turn.x) / force.y,
        )
    })
}
