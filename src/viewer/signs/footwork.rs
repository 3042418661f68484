//! Footprints and arcs of a walk: what they look like, and what the mouse takes hold of.
//!
//! ```text
//!         ___●___        ● the apex carries the whole arc
//!   □ .--'       '--. □  □ handles of the arc that is selected: how the foot leaves and arrives
//!    /               \
//!  [==]             [==] footprints
//! ```

use super::balance::ABOVE;
use super::sketch::Sketch;
use crate::document::{Document, Take};
use crate::gait::{ArcGrip, Foot, Legs, Swing, swings};
use crate::kinematics::{Kinematics, Side};
use crate::math::Transform;
use crate::picture::Color;
use crate::viewer::input::drag::Dragged;
use crate::viewer::input::hand::Hand;
use crate::viewer::input::picking::HIT_RADIUS;
use crate::viewer::panes::Pane;
use crate::viewer::theme::{Theme, color32};
use egui::{Align2, Color32, Pos2, Stroke, vec2};
use glam::DVec3;

/// The swings of the walk that is shown, and which of them the mouse is at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Footwork {
    pub(crate) swings: Vec<Swing>,
    /// Footprints that nobody drags: of jumps, and of more than two feet.
    prints: Vec<Print>,
    /// What they are of; held, so that its memory is nobody else's.
    of: Option<Take>,
    pub(crate) hovered: Option<WalkGrip>,
    /// The step whose arc shows its handles.
    pub(crate) selected: Option<usize>,
}

/// A footprint.
#[derive(Clone, Debug)]
struct Print {
    side: Side,
    /// Corners of the sole, a little over the ground [m].
    corners: Vec<DVec3>,
}

/// What the mouse takes hold of in a walk, and of which step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WalkGrip {
    Footprint(usize),
    Arc(usize, ArcGrip),
}

/// How much of a step is to be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Detail {
    /// Outside the view, or no larger than a dot.
    Nothing,
    /// Far away: an arc would be a blot.
    Footprint,
    All,
}

/// Points of an arc.
const POINTS: usize = 32;
/// Steps that are shorter in the view have no arc, or are not drawn at all (points).
const SHORT: f32 = 20.0;
const TINY: f32 = 5.0;
/// What a step's arc and footprint stand out beyond its ends and its apex (points).
const AROUND: f32 = 60.0;
/// How near the mouse has to be to the line of an arc (points).
const LINE_RADIUS: f32 = 6.0;
/// A grip that stays this far from where the mouse wants it has met a limit [m].
const HELD_BACK: f64 = 3e-3;

impl WalkGrip {
    pub(crate) fn step(self) -> usize {
        match self {
            Self::Footprint(step) | Self::Arc(step, _) => step,
        }
    }
}

impl Footwork {
    /// Looks at the document's walk again if it is another one.
    pub(crate) fn follow(&mut self, document: &Document) {
        let Some(take) = &document.take else {
            *self = Self::default();
            return;
        };
        if self.of.as_ref().is_some_and(|of| of.is_same(take)) {
            return;
        }
        let ground = (&*document.character, &*document.level);
        self.swings = match take {
            Take::Walk(take) => swings(ground, &take.order, &take.walk).unwrap_or_default(),
            Take::Jump(_) | Take::Recording(_) => Vec::new(),
        };
        self.prints = prints(document, take);
        self.of = Some(take.clone());
        let count = self.swings.len();
        self.selected = self.selected.filter(|step| *step < count);
        self.hovered = self.hovered.filter(|grip| grip.step() < count);
    }

    /// Walks of minutes have hundreds of steps, and few of them are near.
    fn detail(&self, pane: &Pane, step: usize) -> Detail {
        let swing = &self.swings[step];
        let places = [
            swing.from.point(swing.foot.center_in_link),
            footprint(swing),
            swing.grip(ArcGrip::Apex),
        ];
        let mut seen = egui::Rect::NOTHING;
        for at in places.iter().filter_map(|place| pane.project(*place)) {
            seen.extend_with(at);
        }
        let is_outside = !seen.is_finite() || !seen.expand(AROUND).intersects(pane.rect);
        if is_outside || seen.size().length() < TINY {
            Detail::Nothing
        } else if seen.size().length() < SHORT && self.selected != Some(step) {
            Detail::Footprint
        } else {
            Detail::All
        }
    }

    /// Steps of which so much is to be seen.
    fn seen(&self, pane: &Pane, least: Detail) -> Vec<usize> {
        let steps = 0..self.swings.len();
        steps
            .filter(|step| self.detail(pane, *step) >= least)
            .collect()
    }

    /// Where a grip is [m].
    pub(crate) fn place(&self, grip: WalkGrip) -> Option<DVec3> {
        let swing = self.swings.get(grip.step())?;
        Some(match grip {
            WalkGrip::Footprint(_) => footprint(swing),
            WalkGrip::Arc(_, grip) => swing.grip(grip),
        })
    }

    /// What the mouse would take, the nearest first; the line of an arc only where nothing else is.
    pub(crate) fn at(&self, pane: &Pane, mouse: Pos2) -> Option<WalkGrip> {
        let with_arcs = self.seen(pane, Detail::All);
        let arcs = with_arcs.iter().flat_map(|&step| {
            let grips = ArcGrip::ALL.into_iter();
            grips
                .filter(move |grip| *grip == ArcGrip::Apex || self.selected == Some(step))
                .map(move |grip| WalkGrip::Arc(step, grip))
        });
        let footprints = self.seen(pane, Detail::Footprint).into_iter();
        let grips = arcs.chain(footprints.map(WalkGrip::Footprint));
        let near = grips.filter_map(|grip| {
            let distance = pane.project(self.place(grip)?)?.distance(mouse);
            (distance < HIT_RADIUS).then_some((grip, distance))
        });
        let lines = with_arcs.iter().filter_map(|&step| {
            let distance = self.distance_to_line(pane, step, mouse)?;
            let grip = WalkGrip::Arc(step, ArcGrip::Apex);
            (distance < LINE_RADIUS).then_some((grip, HIT_RADIUS + distance))
        });
        let nearest = near.chain(lines).min_by(|a, b| a.1.total_cmp(&b.1));
        nearest.map(|(grip, _)| grip)
    }

    fn distance_to_line(&self, pane: &Pane, step: usize, mouse: Pos2) -> Option<f32> {
        let points = self.swings[step].points(POINTS);
        let flat: Option<Vec<Pos2>> = points.iter().map(|p| pane.project(*p)).collect();
        let flat = flat?;
        let parts = flat.windows(2).map(|ends| {
            let (along, to_mouse) = (ends[1] - ends[0], mouse - ends[0]);
            let share = to_mouse.dot(along) / along.length_sq().max(1e-6);
            (to_mouse - share.clamp(0.0, 1.0) * along).length()
        });
        parts.min_by(f32::total_cmp)
    }
}

/// Footprints that nobody drags: where feet of many touch, where two feet leave and land.
fn prints(document: &Document, take: &Take) -> Vec<Print> {
    let Ok(legs) = Legs::of(&document.character) else {
        return Vec::new();
    };
    let print = |foot: &Foot, world_from_link: Transform| Print {
        side: side(foot),
        corners: corners(foot, &world_from_link),
    };
    match (take, &legs) {
        (Take::Walk(take), Legs::Many(_)) => {
            let frames = take.walk.clip.frames.windows(2);
            let mut prints = Vec::new();
            for pair in frames {
                let new = pair[1].contacts.minus(pair[0].contacts);
                let feet = legs.feet().iter();
                let mut touched = feet
                    .filter(|foot| !foot.patches.shared(new).is_empty())
                    .peekable();
                if touched.peek().is_some() {
                    let kin = Kinematics::of(&document.character, &pair[1].pose);
                    prints.extend(touched.map(|foot| print(foot, *kin.link(foot.link))));
                }
            }
            prints
        }
        (Take::Jump(take), _) => {
            let frames = &take.jump.clip.frames;
            let ends = [frames.first(), frames.last()].into_iter().flatten();
            let prints = ends.flat_map(|frame| {
                let kin = Kinematics::of(&document.character, &frame.pose);
                let feet = legs.feet().iter();
                let prints = feet.map(|foot| print(foot, *kin.link(foot.link)));
                prints.collect::<Vec<_>>()
            });
            prints.collect()
        }
        (Take::Walk(_), Legs::Two(_)) | (Take::Recording(_), _) => Vec::new(),
    }
}

/// Which side of the body a foot is on.
fn side(foot: &Foot) -> Side {
    if foot.side > 0.0 {
        Side::Left
    } else {
        Side::Right
    }
}

/// Corners of a sole, a little over the ground [m].
fn corners(foot: &Foot, world_from_link: &Transform) -> Vec<DVec3> {
    let corners = foot.corners_in_link.iter();
    let corners = corners.map(|corner| world_from_link.point(*corner) + ABOVE * DVec3::Y);
    corners.collect()
}

impl Hand {
    /// Footprints and the lines of arcs: words of other signs are read over them.
    pub(super) fn draw_swings(&self, sketch: &Sketch) {
        let work = &self.footwork;
        for print in &work.prints {
            let color = sketch.theme.side(print.side);
            let line = Stroke::new(1.5, color32(color));
            sketch.area(&print.corners, color32(color.faded(0.35)), line);
        }
        for step in work.seen(sketch.pane, Detail::Footprint) {
            let swing = &work.swings[step];
            let color = color_of(&swing.foot, sketch.theme);
            let is_held = |grip| work.hovered == Some(grip);
            let print = if is_held(WalkGrip::Footprint(step)) {
                Stroke::new(2.5, color32(sketch.theme.accent))
            } else {
                Stroke::new(1.5, color32(color))
            };
            let sole = corners(&swing.foot, &swing.to);
            sketch.area(&sole, color32(color.faded(0.35)), print);
            if work.detail(sketch.pane, step) < Detail::All {
                continue;
            }
            let is_lit = ArcGrip::ALL
                .iter()
                .any(|grip| is_held(WalkGrip::Arc(step, *grip)));
            let line = if is_lit {
                Stroke::new(2.5, color32(sketch.theme.accent))
            } else if work.selected == Some(step) {
                Stroke::new(2.5, color32(color))
            } else {
                Stroke::new(1.5, color32(color.faded(0.8)))
            };
            sketch.line(&swing.points(POINTS), line);
        }
    }

    /// What arcs are dragged by, covered by no words, and what is said of it.
    pub(super) fn draw_walk_grips(&self, sketch: &Sketch) {
        let work = &self.footwork;
        for step in work.seen(sketch.pane, Detail::All) {
            let swing = &work.swings[step];
            let color = color_of(&swing.foot, sketch.theme);
            let is_chosen = work.selected == Some(step);
            if is_chosen {
                self.draw_arc_handles(sketch, step, color32(color));
            }
            let grip = WalkGrip::Arc(step, ArcGrip::Apex);
            if let Some(at) = sketch.pane.project(swing.grip(ArcGrip::Apex)) {
                let (radius, fill) = if work.hovered == Some(grip) || is_chosen {
                    (5.5, sketch.theme.accent)
                } else {
                    (4.0, color)
                };
                let halo = Stroke::new(1.5, color32(sketch.theme.handle_halo));
                sketch.dot(at, radius, color32(fill), halo);
            }
        }
        let shown = work
            .hovered
            .or(work.selected.map(|step| WalkGrip::Arc(step, ArcGrip::Apex)));
        if let Some(grip) = shown {
            self.draw_walk_words(sketch, grip);
        }
    }

    /// How the selected foot leaves and arrives.
    fn draw_arc_handles(&self, sketch: &Sketch, step: usize, color: Color32) {
        let swing = &self.footwork.swings[step];
        let center = swing.foot.center_in_link;
        for (grip, end) in [
            (ArcGrip::Leaving, swing.from.point(center)),
            (ArcGrip::Arriving, swing.to.point(center)),
        ] {
            let place = swing.grip(grip);
            sketch.line(&[end, place], Stroke::new(1.0, color));
            let Some(at) = sketch.pane.project(place) else {
                continue;
            };
            let is_held = self.footwork.hovered == Some(WalkGrip::Arc(step, grip));
            let (size, ink) = if is_held {
                (11.0, color32(sketch.theme.accent))
            } else {
                (9.0, color32(sketch.theme.handle))
            };
            let square = egui::Rect::from_center_size(at, vec2(size, size));
            let halo = Stroke::new(1.5, color32(sketch.theme.handle_halo));
            sketch
                .painter
                .rect(square, 1.0, ink, halo, egui::StrokeKind::Outside);
        }
    }

    /// What the mouse is at, in millimetres, and what it cannot have.
    fn draw_walk_words(&self, sketch: &Sketch, grip: WalkGrip) {
        let (Some(place), Some(swing)) = (
            self.footwork.place(grip),
            self.footwork.swings.get(grip.step()),
        ) else {
            return;
        };
        let Some(at) = sketch.pane.project(place) else {
            return;
        };
        let asked = self.drag.as_ref().and_then(|drag| match &drag.what {
            Dragged::Walk { asked, .. } => *asked,
            _ => None,
        });
        let mut words = walk_words(swing, grip);
        let is_arc = matches!(grip, WalkGrip::Arc(..));
        if is_arc && asked.is_some_and(|wanted| wanted.y < place.y - HELD_BACK) {
            words.push_str("\nthe sole keeps clear of the ground");
        }
        // What it was asked for and does not get is a gap, as with handles.
        if let Some(wanted) = asked.filter(|wanted| wanted.distance(place) > HELD_BACK) {
            let stroke = Stroke::new(1.5, color32(sketch.theme.out));
            sketch.line(&[place, wanted], stroke);
        }
        let above = at + vec2(0.0, -14.0);
        sketch.plate(above, Align2::CENTER_BOTTOM, &words, sketch.plate_colors());
    }
}

fn color_of(foot: &Foot, theme: &Theme) -> Color {
    theme.side(side(foot))
}

fn footprint(swing: &Swing) -> DVec3 {
    swing.to.point(swing.foot.center_in_link)
}

/// Where a grip is, in millimetres.
fn walk_words(swing: &Swing, grip: WalkGrip) -> String {
    let mm = |metres: f64| (1e3 * metres).round();
    let step = grip.step() + 1;
    match grip {
        WalkGrip::Footprint(_) => {
            let at = footprint(swing);
            format!("step {step} · x {:.2} m, z {:.2} m", at.x, at.z)
        }
        WalkGrip::Arc(_, arc_grip) => {
            let start = swing.from.point(swing.foot.center_in_link);
            let seen = swing.grip(arc_grip) - start;
            let (left, ahead) = (swing.left(), swing.left().cross(DVec3::Y));
            let (across, along) = (mm(seen.dot(left)), mm(seen.dot(ahead)));
            let what = match arc_grip {
                ArcGrip::Apex => format!("step {step} · lifted {} mm", mm(swing.arc.height())),
                ArcGrip::Leaving => format!("leaves · up {} mm", mm(seen.y)),
                ArcGrip::Arriving => format!("arrives · up {} mm", mm(seen.y)),
            };
            let aside = match across {
                0.0 => String::new(),
                left if left > 0.0 => format!(", {left} mm left"),
                right => format!(", {} mm right", -right),
            };
            format!("{what}, {along} mm along{aside}")
        }
    }
}
