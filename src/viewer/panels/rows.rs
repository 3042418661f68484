//! Balance and handles in one list, the most important first: pins, weights, ranks; dragged up and down to re-rank.

use super::desk::{Command, Desk};
use super::fitting::fitting;
use super::number::number;
use crate::document::{Edit, Row, RowPlace};
use crate::ik::Rank;
use crate::viewer::input::actions::Action;
use crate::viewer::theme::color32;
use egui::{DragValue, Rect, Response, Sense, Stroke, StrokeKind, Ui, vec2};

/// Width of names, and of pins together (points).
const NAME: f32 = 104.0;
const PINS: f32 = 76.0;
const HEIGHT: f32 = 20.0;
/// The share of a row, from its top, that means the line above it.
const LINE: f32 = 0.4;

impl Desk<'_> {
    /// Every row; where one is let go says who gives way to it.
    pub(super) fn ranked_rows(&mut self, ui: &mut Ui) {
        ui.strong("Who wins, the most important first");
        ui.weak("Drag a name between two others to outrank what follows, or onto one to stand beside it.");
        let rows = self.document().setup.rows();
        let mut edits = Vec::new();
        let mut moved = None;
        for row in &rows {
            ui.push_id(salt(*row), |ui| {
                ui.horizontal(|ui| {
                    edits.extend(self.rank_number(ui, *row));
                    moved = moved.or(self.row_name(ui, *row));
                    match *row {
                        Row::Balance => edits.extend(self.balance_switch(ui)),
                        Row::Handle(index) => edits.extend(self.pins(ui, index)),
                    }
                    edits.extend(self.weight_number(ui, *row));
                });
            });
        }
        moved = moved.or(self.end_of_list(ui));
        if let Some((row, to)) = moved {
            edits.push(Edit::MoveRow { row, to });
        }
        for edit in edits {
            self.send(Command::Edit(edit));
        }
    }

    fn rank_number(&self, ui: &mut Ui, row: Row) -> Option<Edit> {
        let mut rank = self.document().setup.rank_of(row).0;
        let field = DragValue::new(&mut rank).range(1..=4).speed(0.05);
        let tip = "Rank: a lower number wins; from 3 on it is a wish";
        let response = number(ui, 22.0, field);
        let is_changed = response.on_hover_text(tip).changed();
        is_changed.then_some(match row {
            Row::Balance => Edit::SetBalanceRank(Rank(rank)),
            Row::Handle(handle) => Edit::SetRank {
                handle,
                rank: Rank(rank),
            },
        })
    }

    fn weight_number(&self, ui: &mut Ui, row: Row) -> Vec<Edit> {
        let mut weight = self.document().setup.weight_of(row);
        let field = DragValue::new(&mut weight)
            .range(0.05..=20.0)
            .speed(0.02)
            .fixed_decimals(1);
        let tip = "Weight among those of its rank";
        let response = number(ui, 36.0, field).on_hover_text(tip);
        let mut edits = Vec::new();
        if response.changed() {
            edits.push(match row {
                Row::Balance => Edit::SetBalanceWeight(weight),
                Row::Handle(handle) => Edit::SetWeight { handle, weight },
            });
        }
        if response.drag_stopped() {
            edits.push(Edit::EndDrag);
        }
        edits
    }

    fn balance_switch(&self, ui: &mut Ui) -> Option<Edit> {
        let mut keeps = self.document().setup.keeps_balance;
        let tip = Action::Balance.entry().tip();
        let width = vec2(PINS, HEIGHT);
        let switch = egui::Button::selectable(keeps, "kept");
        let response = ui.add_sized(width, switch).on_hover_text(tip);
        keeps = !keeps;
        response.clicked().then_some(Edit::KeepBalance(keeps))
    }

    fn pins(&self, ui: &mut Ui, handle: usize) -> Vec<Edit> {
        let mut edits = Vec::new();
        let pinned = &self.document().setup.handles[handle];
        let (mut place, mut turn) = (pinned.position.is_some(), pinned.rotation.is_some());
        ui.allocate_ui_with_layout(
            vec2(PINS, HEIGHT),
            egui::Layout::left_to_right(egui::Align::Center),
            |ui| {
                ui.set_min_width(PINS);
                let label = ui.toggle_value(&mut place, "pin");
                if label
                    .on_hover_text(Action::PinPosition.entry().tip())
                    .changed()
                {
                    edits.push(Edit::PinPosition { handle, on: place });
                }
                let label = ui.toggle_value(&mut turn, "turn");
                if label
                    .on_hover_text(Action::PinRotation.entry().tip())
                    .changed()
                {
                    edits.push(Edit::PinRotation { handle, on: turn });
                }
            },
        );
        edits
    }

    /// A name that selects its handle and is dragged; what was let go over it, and where that goes.
    fn row_name(&mut self, ui: &mut Ui, row: Row) -> Option<(Row, RowPlace)> {
        let setup = &self.document().setup;
        let is_wish = setup.rank_of(row).is_wish();
        let (name, is_selected) = match row {
            Row::Balance => ("balance".to_owned(), false),
            Row::Handle(index) => (
                setup.handles[index].name.replace('_', " "),
                self.hand.selected == Some(index),
            ),
        };
        let words = fitting(ui, name, NAME - 2.0 * ui.spacing().button_padding.x);
        let words = if is_wish { words.weak() } else { words };
        let label = egui::Button::selectable(is_selected, words)
            .sense(Sense::click_and_drag())
            .truncate();
        let response = ui.add_sized(vec2(NAME, HEIGHT), label);
        if let (true, Row::Handle(index)) = (response.clicked(), row) {
            self.send(Command::Select(index));
        }
        response.dnd_set_drag_payload(row);
        let mut dropped = None;
        if let Some(place) = place_under(&response, row)
            && let Some(from) = response.dnd_hover_payload::<Row>()
            && *from != row
        {
            self.draw_place(ui, place, response.rect);
            dropped = response
                .dnd_release_payload::<Row>()
                .map(|from| (*from, place));
        }
        response
            .on_hover_cursor(egui::CursorIcon::ResizeVertical)
            .on_hover_text("Click to select, drag up or down to change who wins");
        dropped
    }

    /// Under the last row; what was let go there.
    fn end_of_list(&self, ui: &mut Ui) -> Option<(Row, RowPlace)> {
        let size = vec2(ui.available_width(), 8.0);
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        if response.dnd_hover_payload::<Row>().is_some() {
            self.draw_line(ui, rect, rect.top());
        }
        let row = response.dnd_release_payload::<Row>()?;
        Some((*row, RowPlace::Last))
    }

    /// Where a row would go: a line over another one, or a frame round it.
    fn draw_place(&self, ui: &Ui, place: RowPlace, rect: Rect) {
        match place {
            RowPlace::Above(_) => self.draw_line(ui, rect, rect.top() - 2.0),
            RowPlace::Beside(_) | RowPlace::Last => {
                let line = Stroke::new(2.0, color32(self.theme.accent));
                ui.painter()
                    .rect_stroke(rect, 4.0, line, StrokeKind::Outside);
            }
        }
    }

    fn draw_line(&self, ui: &Ui, rect: Rect, y: f32) {
        let line = Stroke::new(2.0, color32(self.theme.accent));
        ui.painter().hline(rect.x_range(), y, line);
    }
}

/// Where something would go that is let go here.
fn place_under(response: &Response, row: Row) -> Option<RowPlace> {
    let at = response.hover_pos().or_else(|| {
        let pointer = response.ctx.pointer_latest_pos()?;
        response.rect.contains(pointer).then_some(pointer)
    })?;
    let share = (at.y - response.rect.top()) / response.rect.height();
    Some(if share < LINE {
        RowPlace::Above(row)
    } else {
        RowPlace::Beside(row)
    })
}

fn salt(row: Row) -> usize {
    match row {
        Row::Balance => usize::MAX,
        Row::Handle(index) => index,
    }
}
