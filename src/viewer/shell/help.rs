//! The list of shortcuts: every command of the table, in as many columns as the window has room for.

use super::dialogs::{Dialog, centered};
use crate::viewer::app::App;
use crate::viewer::input::actions::{Entry, Menu, table};
use crate::viewer::input::mouse::MOUSE_HELP;
use crate::viewer::theme::color32;
use egui::{Context, RichText, ScrollArea, Ui, vec2};

/// Around the list, to the edges of the window: its own title and the menu stay free (points).
const AROUND: egui::Vec2 = vec2(48.0, 164.0);
/// Width of a column, of keys in it, and between columns (points).
const COLUMN: f32 = 276.0;
const KEYS: f32 = 108.0;
const GAP: f32 = 16.0;
/// Columns at most: wider ones are harder to read than longer ones.
const MOST_COLUMNS: usize = 4;
/// Height of a row, and of one with the name of a menu and some room over it (points).
const ROW: f32 = 19.0;
const HEADING: f32 = 27.0;
/// What the mouse does to the figure and to time, which is no command.
const FIGURE_HELP: &str = "Drag a ring: the figure follows and keeps its balance. While dragging: X, Y, Z bind to an axis, Shift is fine, Ctrl stays level, Esc takes it back.";
const TIME_HELP: &str =
    "Over the timeline: Ctrl+wheel zooms, wheel or middle pans, double click shows all.";

/// One line of the list.
#[derive(Clone, Copy, Debug)]
enum Line {
    Heading(Menu),
    Command(&'static Entry),
}

impl App {
    /// Shows the list; what is open next.
    pub(crate) fn help_window(&mut self, ctx: &Context) -> Option<Dialog> {
        let mut open = true;
        let room = ctx.content_rect().size() - AROUND;
        let count = ((room.x + GAP) / (COLUMN + GAP)) as usize;
        let columns = columns(count.clamp(1, MOST_COLUMNS));
        let width = columns.len() as f32 * (COLUMN + GAP) - GAP;
        let window = centered("Shortcuts", &mut open).default_size([width, room.y]);
        window.show(ctx, |ui| {
            ui.set_width(width.min(room.x));
            ScrollArea::vertical()
                .max_height(room.y.max(4.0 * ROW))
                .show(ui, |ui| {
                    let view = self.shell.settings.mouse.help();
                    for words in [FIGURE_HELP, MOUSE_HELP, view, TIME_HELP] {
                        ui.weak(words);
                    }
                    ui.add_space(4.0);
                    ui.spacing_mut().item_spacing = vec2(GAP, 0.0);
                    ui.horizontal_top(|ui| {
                        for lines in &columns {
                            ui.vertical(|ui| {
                                ui.set_width(COLUMN);
                                for (index, line) in lines.iter().enumerate() {
                                    let is_spaced = index > 0 && matches!(line, Line::Heading(_));
                                    let height = if is_spaced { HEADING } else { ROW };
                                    self.help_line(ui, *line, height);
                                }
                            });
                        }
                    });
                });
        });
        open.then_some(Dialog::Help)
    }

    fn help_line(&self, ui: &mut Ui, line: Line, height: f32) {
        let (rect, response) = ui.allocate_exact_size(vec2(COLUMN, height), egui::Sense::hover());
        let mut row = ui.new_child(
            egui::UiBuilder::new()
                .max_rect(rect)
                .layout(egui::Layout::left_to_right(egui::Align::Max)),
        );
        match line {
            Line::Heading(menu) => {
                row.strong(menu.name());
            }
            Line::Command(entry) => {
                let accent = color32(self.shell.theme.accent);
                let keys = RichText::new(entry.keys()).monospace().color(accent);
                row.label(keys.size(12.0));
                row.add_space(rect.left() + KEYS - row.cursor().left());
                row.add(egui::Label::new(RichText::new(entry.name).size(13.0)).truncate());
                response.on_hover_text(entry.help);
            }
        }
    }
}

/// All commands under the names of their menus, in columns of the same length; no name stands alone at a column's foot.
fn columns(count: usize) -> Vec<Vec<Line>> {
    let lines: Vec<Line> = Menu::ALL
        .into_iter()
        .flat_map(|menu| {
            let entries = table().filter(move |entry| entry.menu == menu);
            std::iter::once(Line::Heading(menu)).chain(entries.map(Line::Command))
        })
        .collect();
    let length = lines.len().div_ceil(count);
    let mut columns = vec![Vec::new(); count];
    let mut column = 0;
    for (index, line) in lines.iter().enumerate() {
        let ends_here = columns[column].len() + 1 == length;
        let is_full = columns[column].len() >= length
            || (ends_here && matches!(line, Line::Heading(_)) && index + 1 < lines.len());
        if is_full && column + 1 < count {
            column += 1;
        }
        columns[column].push(*line);
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_stands_in_one_column_and_no_heading_stands_at_a_foot() {
        for count in 1..=MOST_COLUMNS {
            let columns = columns(count);
            let lines = columns.iter().flatten();
            let commands = lines.filter(|line| matches!(line, Line::Command(_)));
            assert_eq!(commands.count(), table().count());
            let longest = columns.iter().map(Vec::len).max().unwrap();
            let lines = table().count() + Menu::ALL.len();
            assert!(longest <= lines.div_ceil(count) + count, "{count}");
            for column in &columns {
                assert!(matches!(column.last(), Some(Line::Command(_))), "{count}");
            }
        }
    }
}
