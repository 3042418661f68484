//! What every goal misses over a whole solve, as a plot with one point where each linearisation ends: the cursor is the moment
//! on stage, and is dragged. What happens within a linearisation is beside it.

use super::bench::spoken;
use super::desk::{Command, Desk};
use super::error_axis::{Ends, ErrorAxis};
use super::solving::{PRIORITIES, priority_words};
use crate::document::{Course, Theatre};
use crate::viewer::session::bench::performance::Performance;
use crate::viewer::session::bench::wishes::BenchWish;
use crate::viewer::theme::color32;
use egui::{Align2, Color32, Rect, Stroke, TextStyle, Ui, Vec2, vec2};
use egui_plot::{Line, LineStyle, PlotPoints, PlotUi, Points, VLine};

/// Width of the names of strategies, from one of them to the next (points).
const NAMES: f32 = 92.0;
const NAME_HEIGHT: f32 = 15.0;
/// Ends of so few linearisations are points on their line.
const FEW: usize = 40;
/// How goals are told apart where colours are those of strategies.
const DASHES: [LineStyle; 4] = [
    LineStyle::Solid,
    LineStyle::Dashed { length: 8.0 },
    LineStyle::Dotted { spacing: 4.0 },
    LineStyle::Dotted { spacing: 8.0 },
];

/// How the line of a goal looks.
#[derive(Clone, Debug)]
pub(super) struct GoalLine {
    /// Its place among all goals.
    pub(super) goal: usize,
    pub(super) name: String,
    pub(super) color: Color32,
    style: LineStyle,
}

impl GoalLine {
    /// The line through so many points.
    pub(super) fn through<'a>(&self, points: Vec<[f64; 2]>) -> Line<'a> {
        let line = Line::new(self.name.clone(), PlotPoints::new(points));
        line.color(self.color).style(self.style)
    }
}

impl Desk<'_> {
    /// All lines, the cursor, and a moment that is asked for with the mouse.
    pub(super) fn courses(&mut self, ui: &mut Ui, performance: &Performance, size: Vec2) {
        let axis = ErrorAxis::of(performance.is_logarithmic);
        let theatre = &performance.theatre;
        let plot = axis
            .plot("courses", size, "where each linearisation ends".to_owned())
            .y_axis_label(egui::RichText::new("1 mrad as 1 mm").small());
        let accent = color32(self.theme.accent);
        let shown = plot.show(ui, |plot| {
            let others = theatre.courses().iter();
            let mut ends = Ends::NONE;
            for course in others.chain([&performance.course]) {
                self.draw_course(plot, performance, course, &mut ends);
            }
            let (low, high) = axis.range(ends);
            plot.set_plot_bounds_y(low..=high);
            plot.vline(VLine::new("", cursor(theatre)).color(accent).width(2.0));
            plot.pointer_coordinate().map(|point| point.x)
        });
        if performance.with_others {
            self.name_strategies(ui, performance, shown.response.rect);
        }
        let response = shown.response;
        let is_asked = response.dragged() || response.clicked();
        if let (true, Some(asked)) = (is_asked, shown.inner) {
            let moment = end_nearest(theatre, asked);
            self.send(Command::Bench(BenchWish::Seek(moment)));
        }
    }

    /// A line for every goal that is shown.
    fn draw_course(
        &self,
        plot: &mut PlotUi,
        performance: &Performance,
        course: &Course,
        ends: &mut Ends,
    ) {
        let axis = ErrorAxis::of(performance.is_logarithmic);
        let is_own = course.name.is_empty();
        for line in self.goal_lines(performance, course) {
            let errors = course.errors[line.goal].iter().enumerate();
            let points: Vec<[f64; 2]> = errors
                .map(|(end, error)| [end as f64, axis.height(*error)])
                .collect();
            for [_, height] in &points {
                ends.take_in(*height);
            }
            if is_own && points.len() <= FEW {
                let dots = Points::new(line.name.clone(), PlotPoints::new(points.clone()));
                plot.points(dots.color(line.color).radius(2.5));
            }
            let width = if is_own { 1.8 } else { 1.2 };
            plot.line(line.through(points).width(width));
        }
    }

    /// How the goals of a course look that are shown.
    pub(super) fn goal_lines(&self, performance: &Performance, course: &Course) -> Vec<GoalLine> {
        let goals = performance.theatre.goals().iter().enumerate();
        let shown = goals.filter(|(_, goal)| !performance.hidden.contains(&goal.name));
        let lines = shown.enumerate().map(|(nth, (index, goal))| GoalLine {
            goal: index,
            name: format!("{} {}", spoken(&goal.name), course.name),
            // With other strategies, colours are those of strategies.
            color: if performance.with_others {
                self.color_of(performance, course)
            } else {
                color32(self.theme.series(index))
            },
            style: if performance.with_others {
                DASHES[nth.min(DASHES.len() - 1)]
            } else {
                LineStyle::Solid
            },
        });
        lines.collect()
    }

    /// The colour that the strategy has side by side.
    fn color_of(&self, performance: &Performance, course: &Course) -> Color32 {
        let name = performance.strategy_of(course);
        let mut strategies = PRIORITIES.into_iter();
        let index = strategies.position(|priority| priority_words(priority).0 == name);
        color32(self.theme.series(index.unwrap_or_default()))
    }

    /// Whose colour is whose, in the corner where errors have become small; its own comes first.
    fn name_strategies(&self, ui: &Ui, performance: &Performance, plot: Rect) {
        let own = std::iter::once(&performance.course);
        let font = TextStyle::Small.resolve(ui.style());
        let ink = color32(self.theme.text);
        let mut at = plot.right_top() + vec2(-NAMES, 8.0);
        // Lines that run behind the names do not strike them out.
        let rows = 1 + performance.theatre.courses().len();
        let behind = at - vec2(6.0, NAME_HEIGHT / 2.0);
        let behind = Rect::from_min_size(behind, vec2(NAMES + 6.0, rows as f32 * NAME_HEIGHT));
        let ground = ui.visuals().panel_fill.gamma_multiply(0.85);
        ui.painter().rect_filled(behind, 3.0, ground);
        for course in own.chain(performance.theatre.courses()) {
            let is_own = course.name.is_empty();
            let width = if is_own { 3.0 } else { 1.5 };
            let stroke = Stroke::new(width, self.color_of(performance, course));
            let painter = ui.painter();
            painter.line_segment([at, at + vec2(14.0, 0.0)], stroke);
            let name = performance.strategy_of(course);
            let beside = at + vec2(20.0, 0.0);
            painter.text(beside, Align2::LEFT_CENTER, name, font.clone(), ink);
            at.y += NAME_HEIGHT;
        }
    }
}

/// Where the moment on stage is between the ends of linearisations.
fn cursor(theatre: &Theatre) -> f64 {
    let now = theatre.linearisation();
    let moments = &theatre.linearisations()[now];
    let done = (theatre.at() + 1 - moments.start) as f64 / moments.len() as f64;
    now as f64 - 1.0 + done
}

/// The moment where the linearisation ends that is nearest to a place of the plot.
fn end_nearest(theatre: &Theatre, asked: f64) -> usize {
    let all = theatre.linearisations();
    let nearest = asked.round().clamp(0.0, (all.len() - 1) as f64) as usize;
    all[nearest].end - 1
}
