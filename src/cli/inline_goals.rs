//! Options that ask something of the pose, added to what a goals file asks.

use super::Error;
use super::goal_args::{BodyArgs, GoalArgs, LookArg, PlantArg};
use crate::character::{Character, LinkId, Pose};
use crate::ik::{
    AskedGoals, BalanceWish, Direction, EYES_REACH, Goal, LinkPoint, Rank, forward_in_link,
};
use crate::kinematics::{FRICTION, Kinematics, Plant};
use crate::math::rotation_from_vector;
use glam::DVec3;

/// Adds options to the goals of the file; those of the same name, of balance, of plants and of height overrule it. What is kept level
/// stays as it is in the pose `start`.
pub(super) fn add_inline(
    args: &GoalArgs,
    character: &Character,
    start: &Pose,
    asked: &mut AskedGoals,
) -> Result<(), Error> {
    let mut inline = Inline::default();
    for (name, target) in &args.reach {
        let Some(goal) = Goal::reach(character, name, *target) else {
            let valid = character.effectors.iter().map(|e| e.name.as_str());
            return Err(Error::unknown("--reach", "effector", name, valid));
        };
        inline.add("--reach", goal)?;
    }
    for look in &args.look {
        inline.add("--look", look_goal(character, look)?)?;
    }
    add_body_goals(&args.body, character, start, &mut inline)?;
    for goal in inline.goals {
        // The last word counts: an option overrules the file.
        asked.goals.retain(|earlier| earlier.name != goal.name);
        asked.goals.push(goal);
    }
    for name in &args.body.freeze {
        let joint = character.find_joint_or_link(name.trim());
        let Some(joint) = joint.filter(|link| *link != LinkId::ROOT) else {
            let valid = character.joint_names();
            return Err(Error::unknown("--freeze", "joint", name, valid));
        };
        asked.frozen.push(joint);
    }
    for plant in &args.plant {
        add_plant(character, plant, &mut asked.plants)?;
    }
    match (args.com, args.margin_mm) {
        (Some(point_xz), _) => asked.balance = BalanceWish::Point(point_xz),
        (None, Some(mm)) => asked.balance = BalanceWish::Margin(1e-3 * mm),
        (None, None) => {}
    }
    Ok(())
}

/// The goals of all options.
#[derive(Default)]
struct Inline {
    goals: Vec<Goal>,
}

impl Inline {
    /// Fails when an option has asked for the same already: one of the two would be forgotten.
    fn add(&mut self, option: &str, goal: Goal) -> Result<(), Error> {
        if self.goals.iter().any(|earlier| earlier.name == goal.name) {
            let name = &goal.name;
            let message = format!("{option}: {name:?} is asked for twice; keep one");
            return Err(Error::Arguments(message));
        }
        self.goals.push(goal);
        Ok(())
    }
}

/// Adds something that carries; it overrules a file's plant of the same point.
fn add_plant(character: &Character, arg: &PlantArg, plants: &mut Vec<Plant>) -> Result<(), Error> {
    let LinkPoint {
        link,
        point_in_link,
    } = point("--plant", character, &arg.point)?;
    let plant = Plant::new(
        character,
        (link, point_in_link),
        (arg.at, DVec3::Y),
        FRICTION,
    );
    plants.retain(|known| (known.link, known.point_in_link) != (link, point_in_link));
    plants.push(match arg.turn_deg {
        Some(deg) => {
            let turn = deg * (std::f64::consts::PI / 180.0);
            plant.lying(character, rotation_from_vector(turn))
        }
        None => plant,
    });
    Ok(())
}

fn look_goal(character: &Character, look: &LookArg) -> Result<Goal, Error> {
    match look {
        LookArg::At(target) => {
            let Some(eyes) = character.head() else {
                let message = format!(
                    "--look: {} has no head; name a link: LINK=X,Y,Z",
                    character.name
                );
                return Err(Error::Arguments(message));
            };
            Ok(Goal::look(character, eyes.into(), *target, EYES_REACH))
        }
        LookArg::Along(name, direction) => {
            let Some(link) = character.find_link(name) else {
                let valid = character.links.iter().map(|link| link.name.as_str());
                return Err(Error::unknown("--look", "link", name, valid));
            };
            let Some(target_in_world) = direction.try_normalize() else {
                let message = format!("--look {name}: a direction has a length");
                return Err(Error::Arguments(message));
            };
            let kind = Direction {
                link,
                direction_in_link: forward_in_link(character, link),
                target_in_world,
            };
            Ok(Goal::new(format!("{name} direction"), Rank::EFFECTOR, kind))
        }
    }
}

/// Points that come together, links kept level, bends, an even spine.
fn add_body_goals(
    args: &BodyArgs,
    character: &Character,
    start: &Pose,
    inline: &mut Inline,
) -> Result<(), Error> {
    for (first, second) in &args.together {
        let ends = [
            point("--together", character, first)?,
            point("--together", character, second)?,
        ];
        let [first_end, second_end] = ends;
        if first_end.link == second_end.link {
            let message = format!("--together: {first:?} and {second:?} are on the same link");
            return Err(Error::Arguments(message));
        }
        let goal = Goal {
            name: format!("{first} to {second}"),
            ..Goal::together(character, first_end, second_end)
        };
        inline.add("--together", goal)?;
    }
    let kin = Kinematics::of(character, start);
    for (name, turn_deg) in &args.keep_level {
        let link = point("--keep-level", character, name)?.link;
        let turn = |deg: DVec3| rotation_from_vector(deg * (std::f64::consts::PI / 180.0));
        let rotation = turn_deg.map_or(kin.link(link).rotation, turn);
        inline.add("--keep-level", Goal::keep_level(character, link, rotation))?;
    }
    for (name, target) in &args.pole {
        let lower = character.find_joint_or_link(name);
        let Some(limb) = lower.and_then(|lower| character.limb(lower)) else {
            let valid = character.bend_names();
            return Err(Error::unknown("--pole", "joint within a limb", name, valid));
        };
        inline.add("--pole", Goal::pole(character, limb, *target))?;
    }
    if args.even_spine {
        let even = Goal::even_spine(character);
        if even.is_empty() {
            let message = format!(
                "--even-spine: {} has no spine that could bend",
                character.name
            );
            return Err(Error::Arguments(message));
        }
        inline.goals.extend(even);
    }
    Ok(())
}

fn point(option: &str, character: &Character, name: &str) -> Result<LinkPoint, Error> {
    let found = character.find_point(name).map(LinkPoint::from);
    let names = || character.point_names();
    found.ok_or_else(|| Error::unknown(option, "effector, link or joint", name, names()))
}
