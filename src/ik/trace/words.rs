//! Moments of a solve in words, for tables and for the window.

use super::{Event, Visit, WallOf};
use crate::character::{Bound, Character, LinkId};
use crate::ik::{Goal, JointBound, Rank};
use glam::DVec3;

impl Visit {
    /// Who did what.
    pub fn words(&self, goals: &[Goal], character: &Character) -> (String, String) {
        let (who, what) = words(&self.event, self.start, (goals, character));
        let is_idle = self.before == DVec3::ZERO && self.after == DVec3::ZERO;
        if is_idle && matches!(self.event, Event::Goal { .. }) {
            return (who, "asks nothing".to_owned());
        }
        (who, what)
    }
}

fn words(event: &Event, start: u32, (goals, character): (&[Goal], &Character)) -> (String, String) {
    let goal = |goal: usize| goals.get(goal).map_or("", |goal| &goal.name);
    let joint = |joint: LinkId| character.link(joint).joint.name.as_str();
    let link = |link: LinkId| character.link(link).name.as_str();
    let wall = |of: WallOf| match of {
        WallOf::Goal(index) => goal(index).to_owned(),
        WallOf::Links(first, Some(second)) => format!("{} and {}", link(first), link(second)),
        WallOf::Links(first, None) => format!("{} and ground", link(first)),
    };
    let told = |who: &str, what: String| (who.to_owned(), what);
    match *event {
        Event::Began if start == 0 => told("solve", "begins".to_owned()),
        Event::Began => told("solve", format!("start {}", start + 1)),
        Event::BeganBeyondLimits => told("solve", format!("start {} beyond limits", start + 1)),
        Event::BeganByWeights => told("solve", format!("start {} by weights", start + 1)),
        Event::CameApart => told("links", "come apart".to_owned()),
        Event::Goal { goal: index } => told(goal(index), "pulls".to_owned()),
        Event::Wall { of } => (wall(of), "wall pushes".to_owned()),
        Event::Joint {
            joint: link,
            stopped,
        } => {
            let stopped = if stopped { ", stopped" } else { "" };
            told(joint(link), format!("turns{stopped}"))
        }
        Event::Content => told("all goals", "ask nothing more".to_owned()),
        Event::Exact => told("all goals", "at once".to_owned()),
        Event::Ranks { first, last } => told("goals", ranks(first, last)),
        Event::Posture => told("posture", "fills the rest".to_owned()),
        Event::Lengthened => told("conjugate gradients", "lengthen".to_owned()),
        Event::Prolonged => told("conjugate gradients", "go on".to_owned()),
        Event::BoundHeld { joint: link, bound } => {
            told(joint(link), format!("held: {}", side(bound)))
        }
        Event::BoundLetGo { joint: link, bound } => {
            told(joint(link), format!("let go: {}", side(bound)))
        }
        Event::WallMet { of } => (wall(of), "wall met".to_owned()),
        Event::WallLetGo { of } => (wall(of), "wall let go".to_owned()),
        Event::Kept => told("step", "kept".to_owned()),
        Event::Refused => told("step", "refused".to_owned()),
        Event::Taken => told("step", "taken".to_owned()),
        Event::Ended => told("solve", "done".to_owned()),
    }
}

fn ranks(first: Rank, last: Rank) -> String {
    if first == last {
        format!("of rank {}", first.0)
    } else {
        format!("of ranks {} to {}", first.0, last.0)
    }
}

const fn side(bound: JointBound) -> &'static str {
    match bound {
        JointBound::HingeLow => "lowest angle",
        JointBound::HingeHigh => "highest angle",
        JointBound::Ball(Bound::TwistHigh) => "highest twist",
        JointBound::Ball(Bound::TwistLow) => "lowest twist",
        JointBound::Ball(Bound::FlexHigh) => "highest bend",
        JointBound::Ball(Bound::FlexLow) => "lowest bend",
        JointBound::Ball(Bound::SideHigh) => "highest sideways bend",
        JointBound::Ball(Bound::SideLow) => "lowest sideways bend",
        JointBound::Ball(Bound::Ellipse) => "swing",
    }
}
