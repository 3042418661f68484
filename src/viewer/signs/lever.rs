//! A moment of a solve in the view: who is visited, the levers between joints and goals, and where goals want to be.

use super::sketch::{Sketch, faded};
use crate::document::{Lever, Theatre};
use crate::ik::{Event, GoalKind};
use crate::viewer::scene::Scene;
use crate::viewer::theme::color32;
use egui::{Align2, Stroke, vec2};
use glam::DVec3;

/// Half of the line along a hinge's axis [m].
const AXIS: f64 = 0.09;
/// Levers that carry a smaller share of the body's mass are not drawn: they would be a tangle about the trunk.
const LEAST_SHARE: f64 = 0.03;

/// What is drawn of a moment.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    levers: Vec<Lever>,
    /// The visited joint or goal, where its name stands.
    label: Option<(DVec3, String)>,
    /// Where goals want something to be, by their indices.
    targets: Vec<(usize, DVec3)>,
    /// The goal that is visited.
    goal: Option<usize>,
}

impl Moment {
    /// What happens in a theatre now.
    pub(crate) fn of(theatre: &Theatre) -> Self {
        let mut levers = theatre.levers();
        levers.retain(|lever| lever.share >= LEAST_SHARE);
        let (who, what) = theatre.visit().words(theatre.goals(), theatre.character());
        let words = format!("{} {what}", who.replace('_', " "));
        let goal = match theatre.visit().event {
            Event::Goal { goal } => Some(goal),
            _ => None,
        };
        let first = levers.first();
        // A goal is named where it takes hold, a joint where it turns.
        let at = first.map(|lever| {
            if goal.is_some() {
                lever.tip
            } else {
                lever.pivot
            }
        });
        let targets = theatre.goals().iter().enumerate();
        let targets = targets.filter_map(|(index, goal)| match &goal.kind {
            GoalKind::Position(position) => Some((index, position.target_in_world)),
            _ => None,
        });
        Self {
            label: at.map(|at| (at, words)),
            targets: targets.collect(),
            levers,
            goal,
        }
    }

    /// Whether there are levers, and whether they end at the mass beyond a joint.
    pub(super) fn has_levers(&self) -> (bool, bool) {
        let of_mass = self.levers.iter().any(|lever| lever.share < 1.0);
        (!self.levers.is_empty(), of_mass)
    }

    /// Whether a hinge is among the levers.
    pub(super) fn has_axes(&self) -> bool {
        self.levers.iter().any(|lever| lever.axis.is_some())
    }

    /// Both ends of every lever [m].
    pub(super) fn ends(&self) -> impl Iterator<Item = DVec3> {
        let levers = self.levers.iter();
        levers.flat_map(|lever| [lever.pivot, lever.tip])
    }

    /// Where goals want something to be [m].
    pub(crate) fn targets(&self) -> impl Iterator<Item = DVec3> {
        self.targets.iter().map(|(_, target)| *target)
    }
}

impl Scene {
    /// Levers, axes, targets, and the name of who is visited.
    pub(super) fn draw_moment(&self, sketch: &Sketch) {
        let Some(moment) = &self.moment else { return };
        let theme = sketch.theme;
        for (goal, target) in &moment.targets {
            let width = if moment.goal == Some(*goal) { 3.0 } else { 1.5 };
            sketch.cross(*target, Stroke::new(width, color32(theme.series(*goal))));
        }
        // Many at once are thin.
        let width = if moment.levers.len() > 4 { 1.2 } else { 2.0 };
        for lever in &moment.levers {
            let color = theme.series(lever.goal);
            let opacity = 0.35 + 0.55 * lever.share;
            let stroke = Stroke::new(width, faded(color, opacity));
            sketch.arrow(lever.pivot, lever.tip, stroke);
            if let Some(at) = sketch.pane.project(lever.pivot) {
                let rim = Stroke::new(1.0, color32(theme.room_bottom));
                sketch.dot(at, 3.0, color32(theme.text), rim);
            }
            if let Some(axis) = lever.axis {
                let ends = [lever.pivot - AXIS * axis, lever.pivot + AXIS * axis];
                sketch.line(&ends, Stroke::new(2.5, color32(theme.torque)));
            }
        }
        if let Some((at, words)) = &moment.label
            && let Some(at) = sketch.pane.project(*at)
        {
            let beside = at + vec2(14.0, -14.0);
            sketch.plate(beside, Align2::LEFT_BOTTOM, words, sketch.plate_colors());
        }
    }
}
