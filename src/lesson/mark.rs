//! Marking: a project held against the rules of an exercise. The window and the command line ask here.

use super::number::{angle_of, tilt};
use super::step::spoken_choice;
use super::{Exercise, Rule};
use crate::character::Footing;
use crate::document::{Document, Take};
use crate::ik::{Unit, amount};
use crate::kinematics::{Kinematics, Planted};
use crate::motion::Audit;
use glam::DVec2;

/// What one rule found.
#[derive(Clone, Debug, PartialEq)]
pub struct Marked {
    /// The rule in one line.
    pub rule: String,
    /// What the project has.
    pub figure: String,
    /// Whether that keeps the rule.
    pub passed: bool,
}

/// Soles that are off by more do not stand where they are planted [m].
const STANDS: f64 = 1e-3;
/// A solve that was asked for a margin is done when it is this near to it [m].
const ARRIVED: f64 = 5e-4;
/// Joints that are beyond their limits by more are beyond them [rad].
const SLACK: f64 = 1e-3;

/// Holds a project against an exercise: its body first, then every rule.
pub fn mark(exercise: &Exercise, document: &Document) -> Vec<Marked> {
    let wanted = &exercise.scene.character;
    let own = &document.character;
    let same_body = wanted == own;
    let mut marks = vec![Marked {
        rule: format!("the body is {}", wanted.name.replace('_', " ")),
        figure: own.name.replace('_', " "),
        passed: same_body,
    }];
    let kin = Kinematics::of(own, &document.setup.pose);
    marks.extend(exercise.rules.iter().map(|rule| {
        let (figure, passed) =
            found(rule, document, &kin).unwrap_or_else(|| ("not there".to_owned(), false));
        Marked {
            rule: rule.words(),
            figure,
            passed,
        }
    }));
    marks
}

/// Whether every rule is kept.
pub fn is_accepted(marks: &[Marked]) -> bool {
    marks.iter().all(|mark| mark.passed)
}

/// The figure of a rule and whether it is kept; nothing where the project has not got what it is about.
#[expect(clippy::too_many_lines, reason = "one arm for each kind of rule")]
fn found(rule: &Rule, document: &Document, kin: &Kinematics) -> Option<(String, bool)> {
    let (character, setup) = (&*document.character, &*document.setup);
    let effector_at = |name: &str| {
        let effector = character.find_effector(name)?;
        Some(kin.link(effector.link).point(effector.point_in_link))
    };
    let metres = |value: f64| {
        let size = amount(Unit::Metres, value.abs());
        if value < 0.0 {
            format!("−{size}")
        } else {
            size
        }
    };
    let within = |value: f64, (low, high): (f64, f64)| (low..=high).contains(&value);
    Some(match rule {
        Rule::Reaches {
            effector,
            target,
            within,
        } => {
            let off = effector_at(effector)?.distance(*target);
            (metres(off), off <= *within)
        }
        Rule::Margin { at_least } => {
            let com = DVec2::new(kin.com.x, kin.com.z);
            let margin = setup.stance(character).polygon.margin(com).metres;
            (metres(margin), margin >= at_least - ARRIVED)
        }
        Rule::Planted(soles) => {
            let worst = soles.iter().map(|name| off_its_plant(document, kin, name));
            let worst = worst.collect::<Option<Vec<f64>>>()?;
            let worst = worst.into_iter().fold(0.0, f64::max);
            (format!("off by {}", metres(worst)), worst <= STANDS)
        }
        Rule::Lifted { soles, by } => {
            let mut least = f64::INFINITY;
            for name in soles {
                let footing = character.find_footing(name)?;
                let stands =
                    |planted: &Planted| !planted.patches.shared(footing.patches).is_empty();
                if setup.standing(footing.foot).is_some_and(stands) {
                    return Some(("it stands".to_owned(), false));
                }
                least = least.min(over_ground(document, kin, footing));
            }
            (metres(least), least >= *by)
        }
        Rule::Level { link, within } => {
            let lean = tilt(character, kin, character.find_link(link)?);
            (amount(Unit::Radians, lean), lean <= *within)
        }
        Rule::Joint { joint, between } => {
            let joint = character.find_joint(joint)?;
            let angle = angle_of(character, joint, setup.pose.joint(joint));
            (
                format!("{:.1}°", angle.to_degrees()),
                within(angle, *between),
            )
        }
        Rule::ComHeight { between } => {
            let ground = document.level.height(DVec2::new(kin.com.x, kin.com.z), 0.0);
            let height = kin.com.y - ground.unwrap_or(0.0);
            (format!("{height:.3} m"), within(height, *between))
        }
        Rule::Height { point, between } => {
            let (link, point_in_link) = character.find_point(point)?;
            let height = kin.link(link).point(point_in_link).y;
            (format!("{height:.3} m"), within(height, *between))
        }
        Rule::WithinLimits => {
            let beyond = setup.pose.joints_beyond_limits(character, SLACK);
            let names: Vec<String> = beyond
                .map(|link| character.link(link).joint.name.replace('_', " "))
                .collect();
            let figure = if names.is_empty() {
                "all are".to_owned()
            } else {
                format!("beyond: {}", names.join(", "))
            };
            (figure, names.is_empty())
        }
        Rule::Rank { handle, rank } => {
            let handle = setup.handles.iter().find(|own| own.name == *handle)?;
            let pinned = if handle.is_pinned() {
                "pinned"
            } else {
                "not pinned"
            };
            let is_kept = handle.is_pinned() && handle.rank.0 == *rank;
            (format!("{pinned}, rank {}", handle.rank.0), is_kept)
        }
        Rule::Priority(wanted) => {
            let own = setup.solving.priority;
            (spoken_choice(own), own == *wanted)
        }
        Rule::Walk { steps, margin } => {
            let Some(Take::Walk(take)) = &document.take else {
                return Some(("there is no walk".to_owned(), false));
            };
            let made = take
                .walk
                .footsteps
                .iter()
                .filter(|step| !step.closes)
                .count();
            let audit = Audit::new(character, &take.walk.clip, Some(&document.level));
            let least = audit
                .summary
                .margin
                .map_or(f64::NEG_INFINITY, |low| low.min);
            let figure = format!("{made} steps, least margin {}", metres(least));
            (figure, made >= *steps && least >= *margin)
        }
    })
}

/// How far what stands of a foot is from where it is planted, and that from the ground [m]; nothing where it is not planted.
fn off_its_plant(document: &Document, kin: &Kinematics, name: &str) -> Option<f64> {
    let (character, setup) = (&document.character, &document.setup);
    let footing = character.find_footing(name)?;
    let planted = setup.standing(footing.foot)?;
    if !footing.patches.minus(planted.patches).is_empty() {
        return None;
    }
    let planted = planted.of_its(character, footing.patches);
    let corners = character.footing_corners(footing);
    let off = corners.map(|corner| {
        let stands = planted.world_from_link.point(corner);
        kin.link(planted.link).point(corner).distance(stands)
    });
    let off = off.fold(0.0, f64::max);
    let gap = over_ground(document, kin, footing).abs();
    Some(off.max(gap))
}

/// The lowest corner of a footing over the ground under it [m]; far where there is none.
fn over_ground(document: &Document, kin: &Kinematics, footing: Footing) -> f64 {
    let soles = footing
        .patches
        .iter()
        .map(|sole| &document.character.soles[sole]);
    let corners = soles.flat_map(|sole| {
        let corners = sole.corners_in_link.iter();
        corners.map(|corner| kin.link(sole.link).point(*corner))
    });
    let heights = corners.map(|point| {
        let ground = document.level.height(DVec2::new(point.x, point.z), 0.0);
        ground.map_or(f64::INFINITY, |ground| point.y - ground)
    });
    heights.fold(f64::INFINITY, f64::min)
}
