//! What the ghost feels, as it is drawn: forces, the hand that drags it, where the ground carries it.

use crate::document::LiveGhost;
use crate::viewer::scene::Scene;
use crate::viewer::scene::shown::Shown;
use glam::DVec3;

/// Weaker contacts are not drawn [N].
const LEAST_FORCE: f64 = 2.0;

/// A force where it acts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Force {
    /// [m]
    pub(crate) at: DVec3,
    /// [N]
    pub(crate) newtons: DVec3,
    pub(crate) by: By,
}

/// Who exerts a force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// The ground, a rock, a ball; drawn from where it acts.
    Contact,
    /// Somebody who pushes; drawn up to where it acts, with its size.
    Push,
}

/// A hand that drags.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pulled {
    /// What it holds [m].
    pub(crate) at: DVec3,
    /// Where the hand is [m].
    pub(crate) hand: DVec3,
    /// [N]
    pub(crate) newtons: DVec3,
}

/// Where the ground carries a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pressed {
    /// The centre of pressure [m].
    Center(DVec3),
    /// Where it would be carried: a pin carries moments that would tip a foot, and this is no place under it [m].
    Beyond(DVec3),
}

impl Scene {
    /// What a ghost that is drawn so far aside feels; nothing without one.
    pub(super) fn feel(&mut self, ghost: Option<(&LiveGhost, &Shown, DVec3)>) {
        self.forces.clear();
        (self.pulled, self.pressed) = (None, None);
        let Some((live, shown, aside)) = ghost else {
            return;
        };
        let reading = live.reading();
        let contacts = reading.contacts.iter();
        let contacts = contacts.filter(|contact| contact.force.length() > LEAST_FORCE);
        self.forces.extend(contacts.map(|contact| Force {
            at: contact.point + aside,
            newtons: contact.force,
            by: By::Contact,
        }));
        // Pinned feet have no contacts of their own.
        if let (true, Some(point)) = (reading.contacts.is_empty(), reading.center_of_pressure) {
            self.forces.push(Force {
                at: point + aside,
                newtons: reading.ground_force,
                by: By::Contact,
            });
        }
        self.pressed = reading.center_of_pressure.map(|point| {
            if live.is_pinned() {
                Pressed::Beyond(point + aside)
            } else {
                Pressed::Center(point + aside)
            }
        });
        let character = &self.character;
        self.forces.extend(live.pushes().iter().map(|shove| {
            Force {
                at: shown
                    .kin
                    .link(shove.link)
                    .point(character.link(shove.link).com_in_link),
                newtons: shove.force,
                by: By::Push,
            }
        }));
        self.pulled = live.grip.as_ref().map(|grip| {
            let at = shown.kin.link(grip.link).point(grip.point_in_link);
            Pulled {
                at,
                hand: grip.target + aside,
                newtons: grip.force(at - aside),
            }
        });
    }
}
