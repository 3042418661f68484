//! Levels, springs and measures that tests of bodies share.

use contrapposto::character::{Character, LinkId};
use contrapposto::collide::{Solid, Touches, collide};
use contrapposto::kinematics::Kinematics;
use contrapposto::level::{Form, Level, Piece};
use contrapposto::physics::{Drive, Inputs};
use glam::DVec3;

/// A plane that climbs ahead, with some friction.
pub(crate) fn slope(degrees: f64, heading: f64, friction: f64) -> Level {
    let form = Form::Plane {
        length: 80.0,
        width: 80.0,
        slope: degrees.to_radians(),
    };
    let piece = Piece {
        name: "slope".to_owned(),
        at: -40.0
            * DVec3::new(
                libm::sin(heading),
                libm::tan(degrees.to_radians()),
                libm::cos(heading),
            ),
        heading,
        thickness: 1.0,
        friction,
        form,
    };
    Level::new("slope", "", vec![piece], Vec::new())
}

pub(crate) fn flat() -> Level {
    slope(0.0, 0.0, 0.8)
}

/// A spring to the rest pose, and its damper.
pub(crate) fn spring(character: &Character, link: LinkId, stiffness: f64) -> Drive {
    Drive {
        target: character.rest.joint(link),
        rate: DVec3::ZERO,
        feed_forward: DVec3::ZERO,
        stiffness,
        damping: 0.1 * stiffness,
        most_torque: f64::INFINITY,
        resistance: 0.0,
    }
}

/// Springs that hold the rest pose.
pub(crate) fn holding(character: &Character, stiffness: f64) -> Inputs {
    let drive = |id: LinkId| {
        let turns = character.link(id).joint.kind.dofs() > 0;
        turns.then(|| spring(character, id, stiffness))
    };
    Inputs {
        drives: character.link_ids().map(drive).collect(),
        ..Inputs::default()
    }
}

/// The shapes of some links where a pose has them.
pub(crate) fn solids_of(
    character: &Character,
    kin: &Kinematics,
    links: impl IntoIterator<Item = LinkId>,
) -> Vec<Solid> {
    let mut solids = Vec::new();
    for id in links {
        let shapes = character.link(id).shapes.iter();
        solids.extend(shapes.map(|placed| {
            let world_from_shape = *kin.link(id) * placed.link_from_shape;
            Solid::of(&placed.shape, &world_from_shape)
        }));
    }
    solids
}

/// How deep any of these is in any of those [m].
pub(crate) fn overlap(these: &[Solid], those: &[Solid]) -> f64 {
    let mut touches = Touches::default();
    let mut deepest: f64 = 0.0;
    for a in these {
        for b in those {
            collide(a, b, 0.0, &mut touches);
            deepest = (touches.deepest()).map_or(deepest, |touch| deepest.max(-touch.gap));
        }
    }
    deepest
}

/// What a pendulum with this inertia about its axis [kg m²] and this weight times arm [N m] takes for one swing to and fro
/// [s]: T = 4 √(I / m g l) K(sin(amplitude / 2)), K by the arithmetic-geometric mean.
pub(crate) fn period_of_a_pendulum(inertia: f64, weight_times_arm: f64, amplitude: f64) -> f64 {
    let (mut a, mut b) = (1.0, libm::cos(0.5 * amplitude));
    for _ in 0..6 {
        (a, b) = (0.5 * (a + b), f64::sqrt(a * b));
    }
    std::f64::consts::TAU * (inertia / weight_times_arm).sqrt() / a
}

/// What a swing takes that begins on the positive side, measured between its passages through zero [s]. `next` makes one of
/// `hz` steps and tells how far out it is.
pub(crate) fn measured_period(hz: f64, mut next: impl FnMut() -> f64) -> f64 {
    let (mut crossings, mut last, mut step) = (Vec::new(), 1.0, 0.0);
    while crossings.len() < 5 {
        let off = next();
        step += 1.0;
        if off.signum() != f64::signum(last) {
            crossings.push((step - off / (off - last)) / hz);
        }
        last = off;
    }
    (crossings[4] - crossings[0]) / 2.0
}
