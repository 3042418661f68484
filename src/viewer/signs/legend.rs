//! What signs mean, in a corner of the view where nothing is dragged or aimed at: a line for every kind that is drawn and does not explain itself.

use super::handles::{GAP as MISSED, PIN, diamond};
use super::lesson::aims_of;
use super::lever::Moment;
use super::sketch::Sketch;
use crate::document::Ask;
use crate::picture::Color;
use crate::viewer::input::actions::Overlay;
use crate::viewer::scene::{Companion, Paint, Role, Scene};
use crate::viewer::shell::settings::Settings;
use crate::viewer::theme::{Theme, color32};
use egui::{Align2, FontId, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};
use glam::DVec3;

/// From the view's corner, width of a sign, between signs and words (points).
const CORNER: Vec2 = vec2(12.0, 10.0);
const SIGN: f32 = 22.0;
const GAP: f32 = 8.0;
/// Words are broken at this width; where there is less room than this there is no legend (points).
const WIDEST: f32 = 300.0;
const NARROWEST: f32 = 100.0;
/// The share of a view at the side of its figure.
const BESIDE_FIGURE: f32 = 0.38;
/// What the bar in the other corner takes (points).
const BAR: Vec2 = vec2(352.0, 46.0);

/// What the name of a figure takes at the foot of its view (points).
const TITLE: f32 = 34.0;

/// What a ring or a cross takes, and a little air (points).
const AIMED: Vec2 = vec2(28.0, 28.0);

/// What stands before the words.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sign {
    Arrow(Color),
    Line(Color),
    Dot(Color),
    Cross(Color),
    /// An upright cross.
    Aim(Color),
    Pin(Color),
    Figure(Color),
}

impl Scene {
    /// A line for every kind of sign.
    pub(crate) fn draw_legend(&self, sketch: &Sketch, settings: &Settings) {
        let view = sketch.pane.rect;
        let rows = self.legend(sketch.theme, settings);
        let widest = WIDEST.min(BESIDE_FIGURE * view.width() - CORNER.x - SIGN - 3.0 * GAP);
        if rows.is_empty() || widest < NARROWEST {
            return;
        }
        let (ink, fill) = sketch.plate_colors();
        let font = FontId::proportional(13.0);
        let words = rows.iter().map(|(_, words)| {
            let painter = &sketch.painter;
            painter.layout(words.clone(), font.clone(), ink, widest)
        });
        let words: Vec<_> = words.collect();
        let width = words.iter().map(|words| words.size().x).fold(0.0, f32::max);
        let height: f32 = words.iter().map(|words| words.size().y + 4.0).sum();
        let size = vec2(SIGN + 3.0 * GAP + width, height + 8.0);
        let plate = self.free_corner(sketch, size);
        sketch.painter.rect_filled(plate, 4.0, fill);
        let mut y = plate.top() + 6.0;
        for ((sign, _), words) in rows.iter().zip(words) {
            let middle = pos2(plate.left() + GAP + 0.5 * SIGN, y + 8.0);
            draw_sign(sketch, *sign, middle);
            y += words.size().y + 4.0;
            let left = plate.left() + 2.0 * GAP + SIGN;
            let at = pos2(left, y - words.size().y - 4.0);
            sketch.painter.galley(at, words, ink);
        }
    }

    /// The first corner where a legend of this size covers nothing that is dragged or aimed at, or the one where it covers least.
    fn free_corner(&self, sketch: &Sketch, size: Vec2) -> Rect {
        let view = sketch.pane.rect;
        let is_under_bar = size.x + CORNER.x + BAR.x > view.width();
        let below = if is_under_bar { BAR.y } else { 0.0 };
        let floor = self.above_title(sketch) - CORNER.y - size.y;
        let left = view.left() + CORNER.x;
        let right = view.right() - CORNER.x - size.x;
        let top = view.top() + CORNER.y;
        let corners = [
            pos2(left, top + below),
            pos2(right, top + BAR.y),
            pos2(left, floor),
            pos2(right, floor),
        ];
        let signs: Vec<Rect> = self.aimed_at(sketch).collect();
        let levers = self.moment.iter().flat_map(Moment::ends);
        let levers: Vec<Pos2> = levers.filter_map(|at| sketch.pane.project(at)).collect();
        // Of those that cover as much the one that covers less of the levers.
        let covered = |plate: &Rect| {
            let signs = signs.iter().filter(|sign| sign.intersects(*plate));
            let levers = levers.iter().filter(|end| plate.contains(**end));
            (signs.count(), levers.count())
        };
        let plates = corners.map(|corner| Rect::from_min_size(corner, size));
        // Of equals the first.
        let free = plates.into_iter().min_by_key(covered);
        free.unwrap_or(plates[0])
    }

    /// Rings, and crosses where goals and exercises want them, with the room that they take in the view.
    fn aimed_at(&self, sketch: &Sketch) -> impl Iterator<Item = Rect> {
        let setup = self.setup.iter();
        let rings = setup.clone().flat_map(|setup| {
            let handles = 0..setup.handles.len();
            handles.map(|index| setup.place_of(index, &self.figure.kin))
        });
        let pins = setup.flat_map(|setup| aims_of(setup, &self.figure.kin));
        let aims = pins.chain(self.lesson.aims.iter().copied());
        let wanted = aims.map(|(_, wanted)| wanted).chain(self.wanted);
        let targets = self.moment.iter().flat_map(Moment::targets);
        let marks = self.lesson.marks.iter().map(|mark| mark.place);
        let places = rings.chain(wanted).chain(targets).chain(marks);
        places.filter_map(|place| {
            let at = sketch.pane.project(place)?;
            Some(Rect::from_center_size(at, AIMED))
        })
    }

    /// All that is drawn and has to be explained.
    fn legend(&self, theme: &Theme, settings: &Settings) -> Vec<(Sign, String)> {
        let mut rows: Vec<(Sign, String)> = Vec::new();
        let mut row = |sign: Sign, words: &str| rows.push((sign, words.to_owned()));
        let stands = self.figure.stance.is_some();
        if self.lesson.is_read {
            for (sign, words) in self.signs_of_goals(theme, settings) {
                row(sign, words);
            }
            for (sign, words) in self.signs_of_asks(theme, settings) {
                row(sign, words);
            }
        }
        if stands && settings.shows(Overlay::Jacobian) {
            let words = "where the centre of mass goes when the joint turns; 0.3 m for 1 m/rad";
            row(Sign::Arrow(theme.force), words);
        }
        if stands && settings.shows(Overlay::VirtualCenters) {
            let words = "centre of the mass beyond a joint; a larger dot is more mass";
            row(Sign::Dot(theme.momentum), words);
        }
        if let Some(moment) = &self.moment {
            let (has_levers, of_mass) = moment.has_levers();
            if has_levers {
                let words = if of_mass {
                    "lever: from a joint to the mass beyond it"
                } else {
                    "lever: from a joint to what the goal holds"
                };
                row(Sign::Arrow(theme.text), words);
            }
            if moment.has_axes() {
                row(Sign::Line(theme.torque), "axis of a hinge");
            }
            if moment.targets().next().is_some() {
                row(Sign::Cross(theme.text), "where a goal wants to be");
            }
        }
        let is_over = |companion: &Companion| companion.role == Role::Variant;
        if self.companions.iter().any(is_over) {
            let words = match self.moment {
                Some(_) => "solid: where the visits so far lead",
                None => "solid: what is posed",
            };
            row(Sign::Figure(theme.text), words);
        }
        let variants = self.companions.iter();
        for variant in variants.filter(|companion| companion.role == Role::Variant) {
            if let (Paint::One(color), Some(name)) = (&variant.paint, &variant.name) {
                row(Sign::Figure(*color), name);
            }
        }
        rows
    }

    /// Of pins and what they miss, for who reads a lesson.
    fn signs_of_goals(&self, theme: &Theme, settings: &Settings) -> Vec<(Sign, &'static str)> {
        let setup = self
            .setup
            .iter()
            .filter(|_| settings.shows(Overlay::Handles));
        let pinned = setup.flat_map(|setup| aims_of(setup, &self.figure.kin));
        let aims: Vec<(DVec3, DVec3)> = pinned.chain(self.lesson.aims.iter().copied()).collect();
        let mut rows = Vec::new();
        if !aims.is_empty() {
            rows.push((Sign::Pin(theme.pin), "pinned: what a goal pulls at"));
        }
        if aims
            .iter()
            .any(|(place, wanted)| place.distance(*wanted) > MISSED)
        {
            rows.push((Sign::Aim(theme.accent), "where its goal wants it"));
            rows.push((Sign::Line(theme.out), "what the goal misses"));
        }
        rows
    }

    /// Of arrows to what a limb or eyes point at, for who reads a lesson.
    fn signs_of_asks(&self, theme: &Theme, settings: &Settings) -> Vec<(Sign, &'static str)> {
        let setup = self
            .setup
            .iter()
            .filter(|_| settings.shows(Overlay::Handles));
        let asks: Vec<&Ask> = setup.flat_map(|setup| &setup.asks).collect();
        let arrow = Sign::Arrow(theme.accent);
        let mut rows = Vec::new();
        if asks.iter().any(|ask| matches!(ask, Ask::Pole(_))) {
            rows.push((arrow, "what an elbow or a knee shall point at"));
        }
        if asks.iter().any(|ask| matches!(ask, Ask::Look(_))) {
            rows.push((arrow, "what the eyes look at"));
        }
        rows
    }

    /// How far down other signs may stand: over the name of who it is (points).
    pub(super) fn above_title(&self, sketch: &Sketch) -> f32 {
        let view = sketch.pane.rect;
        let title = self.title.as_ref().map_or(0.0, |_| TITLE);
        view.bottom() - title
    }

    /// Who it is among others, at the foot of the view.
    pub(super) fn draw_title(&self, sketch: &Sketch) {
        let Some(title) = &self.title else { return };
        let (ink, fill) = sketch.plate_colors();
        let view = sketch.pane.rect.shrink(8.0);
        let font = FontId::proportional(14.0);
        let room = (view.width() - 28.0).max(20.0);
        let painter = &sketch.painter;
        let words = painter.layout(title.words.clone(), font, ink, room);
        let size = words.size() + vec2(28.0, 6.0);
        let plate = Align2::CENTER_BOTTOM.anchor_size(view.center_bottom(), size);
        painter.rect_filled(plate, 4.0, fill);
        let dot = plate.left_center() + vec2(12.0, 0.0);
        painter.circle_filled(dot, 5.0, color32(title.color));
        painter.galley(plate.min + vec2(22.0, 3.0), words, ink);
    }
}

fn draw_sign(sketch: &Sketch, sign: Sign, middle: Pos2) {
    let half = vec2(0.5 * SIGN, 0.0);
    let painter = &sketch.painter;
    match sign {
        Sign::Arrow(color) => {
            let stroke = Stroke::new(2.0, color32(color));
            painter.arrow(middle - half, 2.0 * half, stroke);
        }
        Sign::Line(color) => {
            let stroke = Stroke::new(2.5, color32(color));
            painter.line_segment([middle - half, middle + half], stroke);
        }
        Sign::Dot(color) => {
            painter.circle_filled(middle, 5.0, color32(color));
        }
        Sign::Cross(color) => {
            let stroke = Stroke::new(2.0, color32(color));
            for arm in [vec2(5.0, 5.0), vec2(5.0, -5.0)] {
                painter.line_segment([middle - arm, middle + arm], stroke);
            }
        }
        Sign::Aim(color) => {
            let stroke = Stroke::new(2.0, color32(color));
            for arm in [vec2(6.0, 0.0), vec2(0.0, 6.0)] {
                painter.line_segment([middle - arm, middle + arm], stroke);
            }
        }
        Sign::Pin(color) => {
            let corners = diamond(middle, PIN);
            painter.add(Shape::convex_polygon(corners, color32(color), Stroke::NONE));
        }
        Sign::Figure(color) => {
            let plate = Rect::from_center_size(middle, vec2(14.0, 12.0));
            painter.rect_filled(plate, 3.0, color32(color));
        }
    }
}
