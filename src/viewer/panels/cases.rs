//! The cases of a lesson's page side by side, in the table of the page.

use super::comparison::{BESIDE_NUMBERS, DOT, Line, NAME, ROW};
use super::desk::{Command, Desk};
use super::walk_clock::walk_clock;
use crate::viewer::app::App;
use crate::viewer::session::bench::cases::Cases;
use crate::viewer::session::bench::wishes::BenchWish;
use crate::viewer::session::studying::Lecture;
use crate::viewer::theme::color32;
use egui::{Align2, Layout, Rect, ScrollArea, Sense, TextStyle, Ui, pos2, vec2};

/// Height of the row of names (points).
const HEADINGS: f32 = 22.0;
/// Of the clock of walks, with what is under it (points).
const CLOCK: f32 = 28.0;

/// Over and under all of them (points).
const AROUND: f32 = 24.0;

impl App {
    /// How much the table of a page's cases takes (points).
    pub(super) fn cases_height(&self, cases: &Cases) -> f32 {
        let page = self.session.study.as_ref().and_then(|study| study.page());
        let rows = page.map_or(0, |page| page.table.len());
        let clock = cases.clock.map_or(0.0, |_| CLOCK);
        AROUND + 2.0 * HEADINGS + clock + ROW * rows as f32
    }
}

impl Desk<'_> {
    pub(super) fn cases_beside(&mut self, ui: &mut Ui, cases: &Cases) {
        ui.horizontal(|ui| {
            ui.strong("Cases of this page");
            let words =
                "· diamonds are pinned, crosses are where goals want them, red is what they miss";
            let room = (ui.available_width() - 40.0).max(0.0);
            let tip = "To look at: whoever chooses one or changes the stage is back there";
            let words = egui::Label::new(egui::RichText::new(words).weak()).truncate();
            let size = vec2(room, HEADINGS);
            ui.allocate_ui(size, |ui| ui.add(words).on_hover_text(tip));
            ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
                if ui
                    .button("✖")
                    .on_hover_text("Back to the stage (Esc)")
                    .clicked()
                {
                    self.send(Command::Lesson(Lecture::CasesBeside));
                }
            });
        });
        if let Some(clock) = &cases.clock
            && let Some(wish) = walk_clock(ui, clock)
        {
            self.send(Command::Bench(BenchWish::Walk(wish)));
        }
        let column = (ui.available_width() - NAME - 12.0) / cases.shown.len() as f32;
        let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEADINGS), Sense::hover());
        let font = TextStyle::Body.resolve(ui.style());
        for (index, case) in cases.shown.iter().enumerate() {
            let left = row.left() + NAME + index as f32 * column;
            let cell = Rect::from_min_size(pos2(left, row.top()), vec2(column, HEADINGS));
            let painter = ui.painter().with_clip_rect(cell);
            // Over its numbers.
            let at = cell.right_center() - vec2(BESIDE_NUMBERS, 0.0);
            let ink = color32(self.theme.text);
            let words = painter.text(at, Align2::RIGHT_CENTER, &case.name, font.clone(), ink);
            let dot = words.left_center() - vec2(DOT.x, 0.0);
            painter.circle_filled(dot, 0.5 * DOT.x, color32(self.theme.series(index)));
        }
        let page = self.session.study.as_ref().and_then(|study| study.page());
        let numbers = page.map_or(&[][..], |page| &page.table);
        ScrollArea::vertical()
            .auto_shrink([false, false])
            // Two rows are less than what an area has otherwise: it would lie over the line below.
            .min_scrolled_height(0.0)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                for (index, number) in numbers.iter().enumerate() {
                    let cells = cases.shown.iter().map(|case| {
                        let staged = &case.staged;
                        let value = number.of(&staged.scene, &staged.solved)?;
                        Some((value.to_string(), 0.0))
                    });
                    let line = Line {
                        name: number.words(),
                        tip: "A figure of the page, case by case",
                        cells: cells.collect(),
                        // Which one is good is what the lesson is about.
                        alike: f64::INFINITY,
                    };
                    self.line(ui, &line, (index, column));
                }
            });
    }
}
