//! Where a selected joint may turn: an arc for a hinge, the rim of its cone for a ball.

use super::sketch::Sketch;
use crate::character::{JointCoordinate, JointKind};
use crate::math::rotation_from_vector;
use crate::viewer::input::hand::Hand;
use crate::viewer::scene::Scene;
use crate::viewer::theme::color32;
use egui::Stroke;
use glam::{DQuat, DVec3};

/// Length of the pointer [m].
const REACH: f64 = 0.18;
/// Points of an arc or rim.
const POINTS: usize = 48;

impl Scene {
    /// The limits of the selected joint.
    pub(super) fn draw_limits(&self, sketch: &Sketch, hand: &Hand) {
        let selected = hand.selected.and_then(|handle| self.own_handle(handle));
        let handles = self.setup.as_ref().map(|setup| &setup.handles);
        let handle = selected.and_then(|index| handles?.get(index));
        let Some(link) = handle.and_then(|handle| handle.grip.link()) else {
            return;
        };
        let character = &self.character;
        let joint = &character.link(link).joint;
        let kin = &self.figure.kin;
        let pivot = kin.pivot(link);
        // Where the limb points: to its next joint or its own middle.
        let child = character
            .link_ids()
            .find(|id| character.link(*id).parent == Some(link));
        let tip = child.map_or_else(
            || kin.link(link).point(character.link(link).com_in_link),
            |child| kin.pivot(child),
        );
        let along = (tip - pivot).normalize_or(DVec3::NEG_Y);
        let in_link = kin.link(link).rotation.conjugate() * along;
        let coordinate = self.figure.pose.joint(link);
        let world_from_joint =
            kin.link(link).rotation * coordinate.rotation(&joint.kind).conjugate();
        let points: Vec<DVec3> = match (&joint.kind, coordinate) {
            (JointKind::Hinge { axis, range }, JointCoordinate::Hinge(_)) => (0..=POINTS)
                .map(|k| {
                    let share = k as f64 / POINTS as f64;
                    let angle = range.low + share * (range.high - range.low);
                    let turn = DQuat::from_axis_angle(*axis, angle);
                    pivot + REACH * (world_from_joint * turn * in_link)
                })
                .collect(),
            (JointKind::Ball(limits), JointCoordinate::Ball(_)) => {
                let across = in_link.any_orthonormal_vector();
                (0..=POINTS)
                    .map(|k| {
                        let round = k as f64 / POINTS as f64 * std::f64::consts::TAU;
                        let axis = DQuat::from_axis_angle(in_link, round) * across;
                        // As far as the limits let it swing that way.
                        let far = limits.clamp(rotation_from_vector(2.5 * axis));
                        pivot + REACH * (world_from_joint * far * in_link)
                    })
                    .collect()
            }
            _ => return,
        };
        let ink = Stroke::new(1.5, color32(sketch.theme.torque));
        for edge in [points.first(), points.last()].into_iter().flatten() {
            sketch.line(&[pivot, *edge], ink);
        }
        sketch.line(&points, ink);
        sketch.line(
            &[pivot, pivot + REACH * along],
            Stroke::new(2.0, color32(sketch.theme.accent)),
        );
    }
}
