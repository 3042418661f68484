//! Figures side by side, in a table: what every goal misses, the margin, the work; and what makes each figure differ.

use super::bench::{error_words, spoken};
use super::desk::{Command, Desk};
use super::number::number;
use super::solving::{
    METHODS, ORDERS, POSTURES, PRIORITIES, Words, method_words, order_words, posture_words,
    priority_words,
};
use crate::document::{Figure, SideBySide};
use crate::ik::Limits;
use crate::io::shipped_characters;
use crate::viewer::input::actions::Action;
use crate::viewer::session::bench::comparison::{Comparison, FEWEST, Layout, MOST};
use crate::viewer::session::bench::difference::Difference;
use crate::viewer::session::bench::wishes::BenchWish;
use crate::viewer::theme::color32;
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{
    Align2, AtomExt as _, PopupCloseBehavior, Rect, ScrollArea, Sense, TextStyle, Ui, pos2, vec2,
};

/// Height of a row, width of its name (points).
pub(super) const ROW: f32 = 18.0;
pub(super) const NAME: f32 = 156.0;
/// Of a figure's colour before its name (points).
pub(super) const DOT: egui::Vec2 = vec2(10.0, 10.0);
/// At the right of a number, for its mark (points).
pub(super) const BESIDE_NUMBERS: f32 = 24.0;
/// Figures whose numbers differ by less are as good as each other: a share of the worst, and a floor [m or rad, sweeps, s].
const ALIKE: f64 = 0.02;
const ALIKE_ERROR: f64 = 1e-4;
const ALIKE_SWEEPS: f64 = 20.0;
const ALIKE_SECS: f64 = 2e-4;
/// Weights that can be asked for.
const WEIGHTS: std::ops::RangeInclusive<f64> = 0.05..=100.0;
const DAMPINGS: std::ops::RangeInclusive<f64> = 1e-9..=1e3;
/// A damping that shows what it does [m²].
const OTHER_DAMPING: f64 = 1e-2;

/// One line of the table.
pub(super) struct Line {
    pub(super) name: String,
    pub(super) tip: &'static str,
    /// One for each figure: what is read, and how good it is: less is better. (figures)
    pub(super) cells: Vec<Option<(String, f64)>>,
    /// Numbers nearer than this are alike.
    pub(super) alike: f64,
}

/// Who stands out in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Best,
    Worst,
    None,
}

impl Desk<'_> {
    pub(super) fn comparison(&mut self, ui: &mut Ui, comparison: &Comparison) {
        let action = match comparison.layout {
            Layout::Beside => Action::Compare,
            Layout::Over => Action::Overlaid,
        };
        ui.horizontal(|ui| {
            ui.strong("Side by side");
            for (layout, action, words) in [
                (Layout::Beside, Action::Compare, "beside"),
                (Layout::Over, Action::Overlaid, "overlaid"),
            ] {
                let label = ui.selectable_label(comparison.layout == layout, words);
                let is_other = comparison.layout != layout;
                if label.on_hover_text(action.entry().tip()).clicked() && is_other {
                    self.send(Command::Do(action));
                }
            }
            ui.separator();
            let tip = "One more figure, as it is posed; then choose what it differs in";
            let can_add = comparison.differences.len() < MOST;
            let button = ui.add_enabled(can_add, egui::Button::new("add figure"));
            if button.on_hover_text(tip).clicked() {
                let mut differences = comparison.differences.clone();
                differences.push(Difference::default());
                self.send(Command::Bench(BenchWish::Compare(differences)));
            }
            let tip = "The five strategies, one figure each";
            let button = ui.button("five strategies");
            if button.on_hover_text(tip).clicked() {
                let five = Difference::five_priorities();
                self.send(Command::Bench(BenchWish::Compare(five)));
            }
            ui.separator();
            for (mark, words) in [(Mark::Best, "best"), (Mark::Worst, "worst")] {
                let (place, _) = ui.allocate_exact_size(DOT, Sense::hover());
                self.mark(ui.painter(), place.center(), mark);
                ui.weak(words);
            }
            let words = "· drag: all figures answer · Home frames";
            let room = (ui.available_width() - 40.0).max(0.0);
            let label = egui::Label::new(egui::RichText::new(words).weak()).truncate();
            ui.allocate_ui(vec2(room, ROW), |ui| ui.add(label));
            self.close_bench(ui, action);
        });
        let width = ui.available_width();
        let column = (width - NAME - 12.0) / comparison.differences.len() as f32;
        self.headings(ui, comparison, column);
        let lines = lines(&comparison.figures);
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                for (index, line) in lines.iter().enumerate() {
                    self.line(ui, line, (index, column));
                }
            });
    }

    /// Who stands over which column: a menu of what makes each figure differ.
    fn headings(&mut self, ui: &mut Ui, comparison: &Comparison, column: f32) {
        let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::hover());
        for (index, difference) in comparison.differences.iter().enumerate() {
            let left = row.left() + NAME + index as f32 * column;
            let place = Rect::from_min_size(pos2(left, row.top()), vec2(column, row.height()));
            let mut child = ui.new_child(
                egui::UiBuilder::new()
                    .max_rect(place.shrink2(vec2(2.0, 0.0)))
                    .layout(egui::Layout::right_to_left(egui::Align::Center)),
            );
            child.spacing_mut().item_spacing.x = 4.0;
            let is_enough = comparison.differences.len() > FEWEST;
            if is_enough {
                let button = egui::Button::new("✖").small().frame(false);
                let tip = "Takes this figure away";
                if child.add(button).on_hover_text(tip).clicked() {
                    let mut differences = comparison.differences.clone();
                    differences.remove(index);
                    self.send(Command::Bench(BenchWish::Compare(differences)));
                }
            }
            let mut changed = difference.clone();
            // Numbers are dragged in it; a choice from a list closes it.
            let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
            let color = color32(self.theme.series(index));
            let words = (
                egui::Atom::custom(child.id().with(index), DOT),
                difference.name().atom_shrink(true),
                "⏷",
            );
            let button_padding = child.spacing().button_padding.x;
            let button = egui::Button::new(words).truncate();
            let (button, _) = MenuButton::from_button(button)
                .config(stays)
                .ui(&mut child, |ui| self.choices(ui, &mut changed));
            // Beside the name, in the room that was left for it.
            let dot = button.rect.left_center() + vec2(button_padding + 0.5 * DOT.x, 0.0);
            child.painter().circle_filled(dot, 0.5 * DOT.x, color);
            button.on_hover_text(format!("{}: choose what it differs in", difference.name()));
            if changed.lists() != difference.lists() {
                egui::Popup::close_all(child.ctx());
            }
            if changed != *difference {
                let mut differences = comparison.differences.clone();
                differences[index] = changed;
                self.send(Command::Bench(BenchWish::Compare(differences)));
            }
        }
    }

    /// All that a figure may differ in.
    fn choices(&self, ui: &mut Ui, chosen: &mut Difference) {
        ui.set_width(220.0);
        choose(ui, "Strategy", (&mut chosen.priority, &PRIORITIES), |p| {
            priority_words(*p)
        });
        choose(ui, "Method", (&mut chosen.method, &METHODS), method_words);
        choose(ui, "Order of visits", (&mut chosen.order, &ORDERS), |o| {
            order_words(*o)
        });
        choose(ui, "Posture", (&mut chosen.posture, &POSTURES), |p| {
            posture_words(*p)
        });
        let limits = [Limits::Respected, Limits::Ignored];
        choose(
            ui,
            "Limits",
            (&mut chosen.limits, &limits),
            |limits| match limits {
                Limits::Respected => ("joints stop", "Joints stop at their limits"),
                Limits::Ignored => ("no limits", "Joints turn as if there were none"),
            },
        );
        ui.horizontal(|ui| {
            let mut differs = chosen.damping.is_some();
            if ui.checkbox(&mut differs, "Damping").changed() {
                chosen.damping = differs.then_some(OTHER_DAMPING);
            }
            if let Some(damping) = &mut chosen.damping {
                let speed = 0.02 * *damping;
                let field = egui::DragValue::new(damping)
                    .range(DAMPINGS)
                    .speed(speed)
                    .custom_formatter(|value, _| format!("{value:.1e}"))
                    .suffix(" m²");
                number(ui, 96.0, field);
            }
        });
        ui.menu_button("Weights", |ui| self.weights(ui, chosen));
        ui.menu_button("Body", |ui| {
            let own = spoken(&self.document().character.name);
            if ui
                .selectable_label(chosen.body.is_none(), format!("{own}, as posed"))
                .clicked()
            {
                chosen.body = None;
            }
            for (name, _) in shipped_characters() {
                let is_on = chosen.body.as_deref() == Some(*name);
                if ui.selectable_label(is_on, spoken(name)).clicked() {
                    chosen.body = Some((*name).to_owned());
                }
            }
        });
    }

    /// A weight for balance and for every handle that asks for something.
    fn weights(&self, ui: &mut Ui, chosen: &mut Difference) {
        let setup = &self.document().setup;
        let handles = setup.handles.iter().filter(|handle| !handle.rank.is_wish());
        let handles = handles.map(|handle| (handle.name.as_str(), handle.weight));
        for (row, weight) in std::iter::once(("balance", setup.balance.weight)).chain(handles) {
            ui.horizontal(|ui| {
                let mut differs = chosen.weight(row).is_some();
                if ui.checkbox(&mut differs, spoken(row)).changed() {
                    chosen.set_weight(row, differs.then_some(4.0 * weight));
                }
                if let Some(mut weight) = chosen.weight(row) {
                    let field = egui::DragValue::new(&mut weight).range(WEIGHTS).speed(0.05);
                    if number(ui, 48.0, field).changed() {
                        chosen.set_weight(row, Some(weight));
                    }
                }
            });
        }
    }

    /// A triangle that points up for the best and down for the worst.
    fn mark(&self, painter: &egui::Painter, at: egui::Pos2, mark: Mark) {
        let (up, color) = match mark {
            Mark::Best => (1.0, self.theme.safe),
            Mark::Worst => (-1.0, self.theme.out),
            Mark::None => return,
        };
        let corners = [
            vec2(0.0, -4.5 * up),
            vec2(5.0, 4.0 * up),
            vec2(-5.0, 4.0 * up),
        ];
        let corners = corners.map(|corner| at + corner).to_vec();
        let stroke = egui::Stroke::NONE;
        painter.add(egui::Shape::convex_polygon(corners, color32(color), stroke));
    }

    /// One row: its name, and a number for every figure.
    pub(super) fn line(&self, ui: &mut Ui, line: &Line, (index, column): (usize, f32)) {
        let width = ui.available_width();
        let (row, response) = ui.allocate_exact_size(vec2(width, ROW), Sense::hover());
        response.on_hover_text(line.tip);
        let font = TextStyle::Small.resolve(ui.style());
        let painter = ui.painter();
        if index % 2 == 0 {
            painter.rect_filled(row, 2.0, ui.visuals().faint_bg_color);
        }
        let ink = color32(self.theme.text);
        let name = painter.with_clip_rect(Rect::from_min_size(row.min, vec2(NAME - 4.0, ROW)));
        let middle = row.left_center() + vec2(4.0, 0.0);
        name.text(middle, Align2::LEFT_CENTER, &line.name, font.clone(), ink);
        for (figure, (cell, mark)) in line.cells.iter().zip(line.marks()).enumerate() {
            let right = row.left() + NAME + (figure + 1) as f32 * column - BESIDE_NUMBERS;
            let at = pos2(right, row.center().y);
            let (words, color) = match cell {
                Some((words, _)) => (words.as_str(), ink),
                None => ("–", color32(self.theme.text_faint)),
            };
            painter.text(at, Align2::RIGHT_CENTER, words, font.clone(), color);
            // Colour is never the only sign.
            self.mark(painter, at + vec2(11.0, 0.0), mark);
        }
    }
}

/// A menu with what is chosen, and "as posed".
fn choose<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    (chosen, choices): (&mut Option<T>, &[T]),
    words: impl Fn(&T) -> Words,
) {
    let now = chosen.as_ref().map_or("as posed", |now| words(now).0);
    ui.menu_button(format!("{name}: {now}"), |ui| {
        if ui.selectable_label(chosen.is_none(), "as posed").clicked() {
            *chosen = None;
        }
        for choice in choices {
            let (word, tip) = words(choice);
            let label = ui.selectable_label(*chosen == Some(*choice), word);
            if label.on_hover_text(tip).clicked() {
                *chosen = Some(*choice);
            }
        }
    });
}

/// Every goal that any figure has, then the margin and the work.
fn lines(figures: &SideBySide) -> Vec<Line> {
    let goals = figures.errors().into_iter().map(|row| Line {
        name: spoken(&row.name),
        tip: "What the goal misses",
        cells: row
            .errors
            .iter()
            .map(|error| error.map(|error| (error_words(error, row.unit), error)))
            .collect(),
        alike: ALIKE_ERROR,
    });
    let of_figures =
        |(name, tip): Words, alike: f64, cell: &dyn Fn(&Figure) -> (String, f64)| Line {
            name: name.to_owned(),
            tip,
            cells: figures.figures().iter().map(cell).map(Some).collect(),
            alike,
        };
    let margin = |figure: &Figure| {
        let metres = figure.report().margin.metres;
        // Nobody reads "-0".
        let whole = (1e3 * metres).round() + 0.0;
        (format!("{whole:.0} mm"), -metres)
    };
    let work = |figure: &Figure| {
        let work = figure.work();
        let words = format!("{} · {}", work.iterations, work.sweeps);
        (words, f64::from(work.sweeps.max(work.iterations)))
    };
    let took = |figure: &Figure| {
        let secs = figure.took().as_secs_f64();
        (time_words(secs), secs)
    };
    let mut lines: Vec<Line> = goals.collect();
    let words = (
        "margin of balance",
        "From the centre of mass to the edge of the support; negative outside",
    );
    lines.push(of_figures(words, ALIKE_ERROR, &margin));
    let words = ("linearisations · sweeps", "What the last answer took");
    lines.push(of_figures(words, ALIKE_SWEEPS, &work));
    let words = ("time", "What the last answer took");
    lines.push(of_figures(words, ALIKE_SECS, &took));
    lines
}

fn time_words(secs: f64) -> String {
    if secs < 1e-3 {
        format!("{:.0} µs", 1e6 * secs)
    } else {
        format!("{:.1} ms", 1e3 * secs)
    }
}

impl Line {
    /// The best and the worst; nobody where all are alike. (figures)
    fn marks(&self) -> Vec<Mark> {
        let values = self.cells.iter().flatten().map(|(_, value)| *value);
        let (best, worst) = values
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            });
        let near = (ALIKE * best.abs().max(worst.abs())).max(self.alike);
        let are_alike = worst - best <= near;
        let mark = |cell: &Option<(String, f64)>| match cell {
            Some((_, value)) if !are_alike && *value <= best + near => Mark::Best,
            Some((_, value)) if !are_alike && *value >= worst - near => Mark::Worst,
            _ => Mark::None,
        };
        self.cells.iter().map(mark).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_and_the_worst_are_marked_and_nobody_among_equals() {
        let marks = |values: &[Option<f64>]| {
            let cells = values.iter();
            let cells = cells.map(|value| value.map(|value| (String::new(), value)));
            let line = Line {
                name: String::new(),
                tip: "",
                cells: cells.collect(),
                alike: ALIKE_ERROR,
            };
            line.marks()
        };
        let marked = marks(&[Some(0.1), Some(0.2), None, Some(0.1001), Some(0.15)]);
        let expected = [Mark::Best, Mark::Worst, Mark::None, Mark::Best, Mark::None];
        assert_eq!(marked, expected);
        assert_eq!(marks(&[Some(2e-5), Some(3e-5)]), [Mark::None; 2]);
    }
}
