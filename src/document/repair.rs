//! A pose brought back over its support, with the least change.

use super::goals::write_goals;
use super::poser::{Keeps, Task};
use super::{Poser, Setup, Solving};
use crate::character::Character;
use crate::ik::{Balance, Goal, PostureModel, Rank, Readiness};
use crate::kinematics::body_size;
use std::sync::Arc;

/// What a radian of change counts [m²]: little, so that the margin is reached to a hair's breadth.
const HOLD: f64 = 1e-6;
/// Steps at most.
const STEPS: u32 = 200;
/// The margin is asked for with this much to spare [m], by a person.
const SPARE: f64 = 1e-5;
/// A margin that a person misses by less is reached [m].
const REACHED: f64 = 1e-6;

/// Moves the pose as little as gives it the setup's margin. Pins give way where they must.
pub(super) fn repair(
    poser: &mut Poser,
    character: &Arc<Character>,
    setup: &mut Setup,
) -> Result<(), String> {
    let stance = setup.stance(character);
    let size = body_size(character);
    let balance = Balance::within(&stance.polygon, setup.margin + size * SPARE);
    let wanted = setup
        .margin
        .min(stance.polygon.margin(balance.region.center()).metres);
    let start = setup.pose.clone();
    let mut asking = setup.clone();
    asking.keeps_balance = false;
    for keeps_pins in [true, false] {
        let mut goals = Vec::new();
        write_goals(character, &asking, &stance, None, &mut goals);
        if !keeps_pins {
            goals.retain(|goal| goal.rank == Rank::CONTACT);
        }
        goals.push(Goal::new("balance", Rank::CONTACT, balance.clone()));
        let task = Task {
            rest: &start,
            frozen: &setup.frozen,
            hold: HOLD,
            steps: STEPS,
            readiness: Readiness::Strength,
            posture: PostureModel::None,
            travel: f64::INFINITY,
            keeps: Keeps::Apart,
            solving: Solving {
                damping: HOLD,
                ..setup.solving.only_limits()
            },
        };
        setup.pose.clone_from(&start);
        poser.run(character, &stance, goals, task, &mut setup.pose);
        let margin = poser.report().margin.metres;
        if margin >= setup.margin - size * REACHED {
            return Ok(());
        }
    }
    let best = 1e3 * poser.report().margin.metres;
    let asked = 1e3 * setup.margin;
    Err(if wanted < setup.margin {
        let most = 1e3 * wanted;
        format!("these soles have room for a margin of {most:.0} mm, not of {asked:.0} mm")
    } else {
        format!("a margin of {asked:.0} mm is out of reach; {best:.0} mm were found")
    })
}
