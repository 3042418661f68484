//! The linearisation on stage, visit by visit: what each visit wins for its goal, and what the others lose by it. The sweep in
//! view is shaded, and the cursor is the moment on stage.

use super::courses::GoalLine;
use super::desk::{Command, Desk};
use super::error_axis::{Ends, ErrorAxis};
use crate::document::Theatre;
use crate::viewer::session::bench::performance::Performance;
use crate::viewer::session::bench::wishes::BenchWish;
use crate::viewer::theme::color32;
use egui::{Stroke, Ui, Vec2};
use egui_plot::{PlotPoints, PlotUi, Points, Polygon, VLine};
use std::ops::Range;

/// Of a linearisation with more moments only the sweep in view is drawn.
const MOST: usize = 600;
/// Of so few moments each is a point on its line.
const FEW: usize = 120;
/// How much of the accent the sweep in view has.
const SHADE: f32 = 0.14;

impl Desk<'_> {
    /// All lines, the sweep in view, the cursor, and a moment that is asked for with the mouse.
    pub(super) fn visits(&mut self, ui: &mut Ui, performance: &Performance, size: Vec2) {
        let axis = ErrorAxis::of(performance.is_logarithmic);
        let theatre = &performance.theatre;
        let (number, moments) = in_view(theatre);
        let words = format!("visits of linearisation {number}");
        let plot = axis.plot(("visits", moments.start, moments.end), size, words);
        let accent = color32(self.theme.accent);
        // The moment before the first visit is drawn, too: where it begins.
        let begins = moments.start - 1;
        let place = |moment: usize| (moment - begins) as f64;
        let mut ends = Ends::NONE;
        let lines = self.goal_lines(performance, &performance.course);
        let lines = lines.into_iter().map(|line| {
            let points = (begins..moments.end).map(|moment| {
                let height = axis.height(theatre.residual_at(moment)[line.goal]);
                ends.take_in(height);
                [place(moment), height]
            });
            let points: Vec<[f64; 2]> = points.collect();
            (line, points)
        });
        let lines: Vec<(GoalLine, Vec<[f64; 2]>)> = lines.collect();
        let (low, high) = axis.range(ends);
        let shown = plot.show(ui, |plot| {
            self.draw_sweeps(plot, theatre, &moments, (low, high));
            for (line, points) in lines {
                if points.len() <= FEW {
                    let dots = Points::new(line.name.clone(), PlotPoints::new(points.clone()));
                    plot.points(dots.color(line.color).radius(1.5));
                }
                plot.line(line.through(points).width(1.2));
            }
            plot.set_plot_bounds_y(low..=high);
            let at = theatre.at().clamp(begins, moments.end - 1);
            plot.vline(VLine::new("", place(at)).color(accent).width(2.0));
            plot.pointer_coordinate().map(|point| point.x)
        });
        let response = shown.response;
        let is_asked = response.dragged() || response.clicked();
        if let (true, Some(asked)) = (is_asked, shown.inner) {
            let last = place(moments.end - 1);
            let moment = begins + asked.round().clamp(0.0, last) as usize;
            self.send(Command::Bench(BenchWish::Seek(moment)));
        }
    }

    /// Thin lines where sweeps begin, and a shade over the one in view.
    fn draw_sweeps(
        &self,
        plot: &mut PlotUi,
        theatre: &Theatre,
        moments: &Range<usize>,
        (low, high): (f64, f64),
    ) {
        let begins = moments.start - 1;
        let line = color32(self.theme.panel_line);
        let shade = color32(self.theme.accent).gamma_multiply(SHADE);
        for sweep in theatre.sweeps(moments.clone()) {
            // From one visit to the next it is half-way between the two.
            let from = (sweep.start - begins) as f64 - 0.5;
            let to = (sweep.end - begins) as f64 - 0.5;
            if sweep.contains(&theatre.at()) {
                let corners = vec![[from, low], [to, low], [to, high], [from, high]];
                let shaded = Polygon::new("", PlotPoints::new(corners));
                let shaded = shaded.fill_color(shade).stroke(Stroke::NONE);
                plot.polygon(shaded.allow_hover(false));
            }
            plot.vline(VLine::new("", from).color(line).width(1.0));
        }
    }
}

/// The linearisation on stage by its number, and the moments of it that are drawn; before the first step: the first.
fn in_view(theatre: &Theatre) -> (usize, Range<usize>) {
    let all = theatre.linearisations();
    let now = theatre.linearisation();
    let number = if now == 0 { 1.min(all.len() - 1) } else { now };
    let moments = all[number].clone();
    // A solve of one moment has nothing before it.
    let first = moments.start.max(1);
    let moments = first..moments.end.max(first);
    if moments.len() <= MOST {
        return (number, moments);
    }
    let sweeps = theatre.sweeps(moments.clone());
    let at = theatre.at().max(moments.start);
    let sweep = sweeps.into_iter().find(|sweep| sweep.contains(&at));
    (number, sweep.unwrap_or(moments))
}
