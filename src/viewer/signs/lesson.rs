//! What a lesson wants drawn: where joints would take a hand, what each of them carries, and where the exercise wants things.

use super::handles::{draw_gap, draw_pin};
use super::sketch::Sketch;
use crate::character::LinkId;
use crate::document::Setup;
use crate::kinematics::{Kinematics, position_jacobian};
use crate::lesson::{Drawn, Value, ValueUnit, center_arrows};
use crate::viewer::app::App;
use crate::viewer::scene::Scene;
use crate::viewer::session::staging::Mark;
use crate::viewer::theme::color32;
use egui::{Align2, Pos2, Rect, Stroke, Vec2, vec2};
use glam::DVec3;

/// Length of an arrow [m per m/rad].
const ARROW_LENGTH: f64 = 0.3;
/// Shorter ones say nothing [m].
const SHORTEST: f64 = 0.005;
/// Of the ring at a place, and how far its cross goes beyond (points).
const RING: f32 = 10.0;
const BEYOND: f32 = 5.0;
/// Words that are farther from their mark have a line to it (points).
const FAR: f32 = 28.0;
/// Words are nearer to their mark than to another one by so much (points).
const APART: f32 = 16.0;
/// Half of the room that a handle's ring takes (points).
const HANDLE: f32 = 10.0;
/// The mouse points at a joint or the tip of an arrow that is so near (points).
const POINTED: f32 = 9.0;
/// What is dragged is drawn in by a place that is so near (points).
const SNAP: f32 = 16.0;

/// A joint, its pivot, and to where its axes would take a point [m].
type Lever = (LinkId, DVec3, Vec<DVec3>);

/// A point with all joints that move it.
struct Levers {
    point: DVec3,
    joints: Vec<Lever>,
}

/// What a lesson adds to a view.
#[derive(Clone, Debug, Default)]
pub(crate) struct LessonSigns {
    /// Whether a lesson is read: its reader may not know the signs of the view.
    pub(crate) is_read: bool,
    /// Pinned goals of a figure that nobody drags: where what is pinned is, and where it is wanted [m].
    pub(crate) aims: Vec<(DVec3, DVec3)>,
    /// Points of links whose arrows are drawn.
    arrows: Vec<(LinkId, DVec3)>,
    virtual_centers: bool,
    center_arrows: bool,
    pub(crate) marks: Vec<Mark>,
}

impl LessonSigns {
    /// Of a figure to be looked at; what its signs mean is said once, below all views.
    pub(crate) fn of_case(aims: Vec<(DVec3, DVec3)>) -> Self {
        Self {
            aims,
            ..Self::default()
        }
    }
}

/// Where what is pinned of a setup is, and where it is wanted [m].
pub(crate) fn aims_of(setup: &Setup, kin: &Kinematics) -> Vec<(DVec3, DVec3)> {
    let handles = setup.handles.iter();
    let aims = handles.filter_map(|handle| Some((handle.grip.place(kin), handle.position?)));
    aims.collect()
}

impl Scene {
    pub(super) fn draw_lesson(&self, sketch: &Sketch) {
        if self.lesson.virtual_centers {
            self.draw_virtual_centers(sketch);
        }
        if self.lesson.center_arrows
            && let Some(stance) = &self.figure.stance
        {
            let stroke = Stroke::new(1.5, color32(sketch.theme.force));
            for (from, along) in center_arrows(&stance.rooting, &self.figure.kin) {
                let along = ARROW_LENGTH * along;
                if along.length() > SHORTEST {
                    sketch.arrow(from, from + along, stroke);
                }
            }
        }
        for (link, point_in_link) in &self.lesson.arrows {
            self.draw_arrows(sketch, *link, *point_in_link);
        }
        for (place, wanted) in &self.lesson.aims {
            draw_pin(sketch, *place);
            draw_gap(sketch, *place, *wanted);
        }
    }

    /// Where the exercise wants things.
    pub(super) fn draw_marks(&self, sketch: &Sketch) {
        // Words of one mark keep off those of another.
        let mut plates = Vec::new();
        for mark in &self.lesson.marks {
            plates.extend(self.draw_mark(sketch, mark, &plates));
        }
    }

    fn is_frozen(&self, joint: LinkId) -> bool {
        let setup = self.setup.as_ref();
        setup.is_some_and(|setup| setup.frozen.contains(&joint))
    }

    /// For every joint that may turn on the way from the held foot to a point: its pivot, and to where each of its axes would take
    /// the point.
    fn levers_of(&self, link: LinkId, point_in_link: DVec3) -> Levers {
        let kin = &self.figure.kin;
        let point = kin.link(link).point(point_in_link);
        let mut joints = Vec::new();
        if let Some(stance) = &self.figure.stance {
            let mut columns = vec![DVec3::ZERO; stance.rooting.dofs];
            position_jacobian(&stance.rooting, kin, link, point, &mut columns);
            let path = stance.rooting.path_to(link);
            let turning = path.filter(|step| !self.is_frozen(step.joint));
            joints.extend(turning.map(|step| {
                let first = usize::from(step.first_dof);
                let own = &columns[first..first + usize::from(step.dofs)];
                let tips = own.iter().map(|column| point + ARROW_LENGTH * *column);
                let tips = tips.filter(|tip| tip.distance(point) > SHORTEST);
                (step.joint, kin.pivot(step.joint), tips.collect())
            }));
        }
        Levers { point, joints }
    }

    /// At a point: where every joint would take it.
    fn draw_arrows(&self, sketch: &Sketch, link: LinkId, point_in_link: DVec3) {
        let stroke = Stroke::new(1.5, color32(sketch.theme.force));
        let levers = self.levers_of(link, point_in_link);
        for tip in levers.joints.iter().flat_map(|(_, _, tips)| tips) {
            sketch.arrow(levers.point, *tip, stroke);
        }
    }

    /// The arrows of the joint that the mouse points at, or at whose tip it points.
    pub(super) fn draw_pointed(&self, sketch: &Sketch) {
        for (link, point_in_link) in &self.lesson.arrows {
            let levers = self.levers_of(*link, *point_in_link);
            let away = |(_, pivot, tips): &Lever| {
                let ends = tips.iter().copied().chain([*pivot]);
                let away = ends.filter_map(|end| sketch.to_mouse(end));
                away.fold(f32::INFINITY, f32::min)
            };
            let near = levers.joints.iter().filter(|lever| away(lever) < POINTED);
            if let Some(lever) = near.min_by(|a, b| away(a).total_cmp(&away(b))) {
                self.draw_levers(sketch, levers.point, lever);
            }
        }
    }

    /// The arrows of one joint over all others: whose they are, and how fast it takes the point along.
    fn draw_levers(&self, sketch: &Sketch, point: DVec3, (joint, pivot, tips): &Lever) {
        let accent = color32(sketch.theme.accent);
        sketch.line(&[*pivot, point], Stroke::new(1.0, accent));
        for tip in tips {
            sketch.arrow(point, *tip, Stroke::new(2.5, accent));
        }
        let far = |tip: &&DVec3| tip.distance(point);
        let longest = tips.iter().max_by(|a, b| far(a).total_cmp(&far(b)));
        let at = longest.and_then(|tip| sketch.pane.project(*tip));
        let (Some(longest), Some(at)) = (longest, at) else {
            return;
        };
        let speed = Value {
            value: longest.distance(point) / ARROW_LENGTH,
            unit: ValueUnit::MetresPerRadian,
        };
        let name = self.character.link(*joint).joint.name.replace('_', " ");
        let words = format!("{name}: {speed}");
        let above = at - vec2(0.0, 10.0);
        sketch.plate(above, Align2::CENTER_BOTTOM, &words, sketch.plate_colors());
    }

    /// A ring with a cross where something should be, and whose it is; a tick when it is there. Where its words are.
    fn draw_mark(&self, sketch: &Sketch, mark: &Mark, plates: &[Rect]) -> Option<Rect> {
        let at = sketch.pane.project(mark.place)?;
        let setup = self.setup.as_ref();
        let handle = setup.and_then(|setup| {
            let mut handles = setup.handles.iter();
            handles.find(|handle| handle.name == mark.handle)
        });
        let place = handle.map(|handle| handle.grip.place(&self.figure.kin));
        let is_there = place.is_some_and(|place| place.distance(mark.place) <= mark.within);
        let theme = sketch.theme;
        let color = color32(if is_there { theme.safe } else { theme.accent });
        let halo = Stroke::new(4.0, color32(theme.handle_halo.faded(0.6)));
        sketch.ring(at, RING, halo);
        let stroke = Stroke::new(2.0, color);
        sketch.ring(at, RING, stroke);
        for arm in [
            vec2(1.0, 0.0),
            vec2(-1.0, 0.0),
            vec2(0.0, 1.0),
            vec2(0.0, -1.0),
        ] {
            let ends = [at + (RING - BEYOND) * arm, at + (RING + BEYOND) * arm];
            sketch.painter.line_segment(ends, stroke);
        }
        // Marks may be near to each other: one that is reached says no more than that.
        if is_there {
            let above = at - vec2(0.0, RING + BEYOND + 4.0);
            sketch.plate(above, Align2::CENTER_BOTTOM, "✔", sketch.plate_colors());
            return Some(sketch.plate_rect(above, Align2::CENTER_BOTTOM, "✔"));
        }
        let words = format!("{} goes here", mark.handle.replace('_', " "));
        let (place, align) = self.free_place(sketch, mark, &words, plates)?;
        // Whose words they are shows where they have no room beside it.
        let plate = sketch.plate_rect(place, align, &words);
        let nearest = plate.clamp(at);
        let away = nearest - at;
        if away.length() > FAR {
            let from = at + RING * away.normalized();
            let thin = Stroke::new(1.0, color);
            sketch.painter.line_segment([from, nearest], thin);
        }
        sketch.plate(place, align, &words, sketch.plate_colors());
        Some(plate)
    }

    /// Beside a mark, where its words cover no ring, no other mark and no other words, and are read as no other one's: over it
    /// first.
    fn free_place(
        &self,
        sketch: &Sketch,
        mark: &Mark,
        words: &str,
        plates: &[Rect],
    ) -> Option<(Pos2, Align2)> {
        let at = sketch.pane.project(mark.place)?;
        let handles = self.setup.iter().flat_map(|setup| {
            let handles = setup.handles.iter();
            handles.map(|handle| (handle.grip.place(&self.figure.kin), HANDLE))
        });
        let others = self.lesson.marks.iter().filter(|other| *other != mark);
        let others: Vec<DVec3> = others.map(|other| other.place).collect();
        let rings = others.iter().map(|place| (*place, RING + BEYOND));
        let seen = handles.chain(rings).filter_map(|(place, radius)| {
            let at = sketch.pane.project(place)?;
            Some(Rect::from_center_size(at, Vec2::splat(2.0 * radius)))
        });
        let seen: Vec<Rect> = seen.chain(plates.iter().copied()).collect();
        let out = RING + BEYOND + 4.0;
        let (up, down) = (vec2(out, -out), vec2(out, out));
        let places = [
            (at - vec2(0.0, out), Align2::CENTER_BOTTOM),
            (at + vec2(out, 0.0), Align2::LEFT_CENTER),
            (at - vec2(out, 0.0), Align2::RIGHT_CENTER),
            (at + vec2(0.0, out), Align2::CENTER_TOP),
            (at + up, Align2::LEFT_BOTTOM),
            (at + down, Align2::LEFT_TOP),
            (at - down, Align2::RIGHT_BOTTOM),
            (at - up, Align2::RIGHT_TOP),
            (at + 2.5 * up, Align2::LEFT_BOTTOM),
        ];
        let others = others
            .iter()
            .filter_map(|place| sketch.pane.project(*place));
        let others: Vec<Pos2> = others.collect();
        let spoilt = |(beside, align): &(Pos2, Align2)| {
            let plate = sketch.plate_rect(*beside, *align, words);
            let covered = seen.iter().filter(|sign| sign.intersects(plate)).count();
            // Words that are as near to another mark would be read as that one's.
            let near = plate.distance_to_pos(at) + APART;
            let misread = others
                .iter()
                .any(|other| plate.distance_to_pos(*other) < near);
            covered + usize::from(misread)
        };
        places.into_iter().min_by_key(spoilt)
    }
}

impl App {
    /// What the lesson wants drawn becomes part of the scene.
    pub(crate) fn mark_lesson(&mut self) {
        let Some(study) = &self.session.study else {
            self.scene.lesson = LessonSigns::default();
            return;
        };
        let character = &self.session.document().character;
        let drawn = study.drawn();
        let arrows = drawn.iter().filter_map(|drawn| match drawn {
            Drawn::Arrows(name) => {
                let effector = character.find_effector(name)?;
                Some((effector.link, effector.point_in_link))
            }
            Drawn::VirtualCenters | Drawn::CenterArrows => None,
        });
        self.scene.lesson = LessonSigns {
            is_read: true,
            aims: Vec::new(),
            arrows: arrows.collect(),
            virtual_centers: drawn.contains(&Drawn::VirtualCenters),
            center_arrows: drawn.contains(&Drawn::CenterArrows),
            marks: study.places(),
        };
    }

    /// Where a handle is wanted, drawn in by the place where the exercise wants it: a mouse has no depth.
    pub(crate) fn drawn_in(
        &self,
        handle: usize,
        wanted: DVec3,
        seen: impl Fn(DVec3) -> Option<Pos2>,
    ) -> DVec3 {
        let name = self.document().setup.handles.get(handle).map(|h| &h.name);
        let marks = self.scene.lesson.marks.iter();
        let mut own = marks.filter(|mark| Some(&mark.handle) == name);
        let is_near = |mark: &&Mark| match (seen(mark.place), seen(wanted)) {
            (Some(there), Some(here)) => there.distance(here) < SNAP,
            _ => false,
        };
        own.find(is_near).map_or(wanted, |mark| mark.place)
    }
}
