//! The middle of the window: the views, what the mouse does in them, and what is drawn.

use super::Look;
use crate::character::LinkId;
use crate::viewer::app::App;
use crate::viewer::input::actions::Overlay;
use crate::viewer::scene::Scene;
use crate::viewer::shell::dialogs::Dialog;
use crate::viewer::signs::sketch::{Sketch, faded};
use crate::viewer::stage::{Figure, Stage, StageView};
use egui::{CentralPanel, Context, FontId, Frame, Sense};

/// The line of hints fades after so many drags.
const HINTED_DRAGS: u32 = 3;
/// Lower views have no room for it (points).
const HINT_HEIGHT: f32 = 300.0;
/// Narrower ones have none while the start panel is open (points).
const HINT_WIDTH: f32 = 700.0;
/// For people who have never seen the window, the longest first.
const HINTS: [&str; 2] = [
    "drag a hand · P pins · K sets a key · Space plays · W walks · ? help",
    "drag a hand · W walks · ? help",
];
impl App {
    /// Views, mouse and signs.
    pub(crate) fn viewport(&mut self, ctx: &Context) {
        CentralPanel::default().frame(Frame::NONE).show(ctx, |ui| {
            let rect = ui.max_rect();
            for opened in self.panes.arrange(rect) {
                let figures = self.panes.get(opened).scene(&self.scene).bounds();
                self.panes.jump_to(opened, &figures);
                if self.panes.are_lent() {
                    self.panes.jump_beside(&self.scene);
                }
            }
            self.hand.footwork.follow(self.session.editor.document());
            if self.hand.drag.is_none() {
                self.hand.hovered = None;
                self.hand.footwork.hovered = None;
            }
            for id in self.panes.open() {
                let pane_rect = self.panes.get(id).rect;
                let response = ui.interact(pane_rect, ui.id().with(id), Sense::click_and_drag());
                self.mouse(&response, id);
            }
            self.answer_on_bench();
            self.compose();
            self.stage_bench();
            let first = self.panes.open().next();
            for id in self.panes.open() {
                let pane = self.panes.get(id);
                let scene = pane.scene(&self.scene);
                let theme = &self.shell.theme;
                let painter = ui.painter().with_clip_rect(pane.rect);
                if pane.look == Look::Flat {
                    scene.draw_flat(&painter, pane, theme);
                }
                let sketch = Sketch {
                    pane,
                    painter,
                    theme,
                };
                scene.draw_signs(&sketch, &self.hand, &self.shell.settings);
                // One for all of them.
                if Some(id) == first {
                    scene.draw_legend(&sketch, &self.shell.settings);
                }
            }
            self.draw_edges(ui);
            self.draw_hint(ui, rect);
            self.view_bar(ctx, rect);
        });
    }

    /// Lines between views.
    fn draw_edges(&self, ui: &egui::Ui) {
        let rect = self.panes.rect();
        let edge = egui::Stroke::new(1.0, faded(self.shell.theme.text_faint, 0.6));
        for id in self.panes.open() {
            let cell = self.panes.get(id).rect;
            if cell.left() > rect.left() + 1.0 {
                ui.painter().vline(cell.left(), cell.y_range(), edge);
            }
            if cell.top() > rect.top() + 1.0 {
                ui.painter().hline(cell.x_range(), cell.top(), edge);
            }
        }
    }

    /// One line for people who have never seen the window.
    fn draw_hint(&self, ui: &egui::Ui, rect: egui::Rect) {
        // In a narrow view the start panel lies over its place.
        let is_covered =
            rect.width() < HINT_WIDTH && matches!(self.shell.dialog, Some(Dialog::Start));
        let is_low = rect.height() < HINT_HEIGHT || is_covered;
        let is_told_below = self.session.bench.is_some();
        if is_low
            || is_told_below
            || self.hand.drags_done >= HINTED_DRAGS
            || self.document().take.is_some()
        {
            return;
        }
        let opacity = 1.0 - f64::from(self.hand.drags_done) / f64::from(HINTED_DRAGS);
        let painter = ui.painter();
        let ink = faded(self.shell.theme.text, 0.8 * opacity);
        let font = FontId::proportional(14.0);
        // The longest that fits; in a view that is too narrow for any there is none.
        let fitting = HINTS.iter().find_map(|words| {
            let text = painter.layout_no_wrap((*words).to_owned(), font.clone(), ink);
            (text.size().x < rect.width() - 16.0).then_some(text)
        });
        if let Some(text) = fitting {
            let size = text.size();
            let corner = rect.center_bottom() - egui::vec2(0.5 * size.x, 14.0 + size.y);
            // Edges of stairs are behind it at times.
            let plate = egui::Rect::from_min_size(corner, size).expand2(egui::vec2(6.0, 2.0));
            let under = faded(self.shell.theme.panel, 0.6 * opacity);
            painter.rect_filled(plate, 4.0, under);
            painter.galley(corner, text, ink);
        }
    }

    /// Every lit view that is open.
    pub(crate) fn draw_stage(&mut self, stage: &mut Stage) {
        for id in self.panes.open() {
            let pane = self.panes.get(id);
            if pane.look == Look::Solid {
                let scene = pane.scene(&self.scene);
                let mut figures = vec![Figure {
                    character: &scene.character,
                    kin: &scene.figure.kin,
                    opacity: 1.0,
                    paint: &scene.paint,
                    highlight: self.highlighted(scene),
                }];
                figures.extend(scene.companions.iter().map(|companion| Figure {
                    character: companion.body.as_ref().unwrap_or(&scene.character),
                    kin: &companion.shown.kin,
                    opacity: companion.opacity,
                    paint: &companion.paint,
                    highlight: None,
                }));
                stage.draw(&StageView {
                    camera: &pane.camera,
                    rect: pane.rect,
                    figures: &figures,
                    level: &scene.level,
                    level_secs: scene.level_secs,
                    rocks: &scene.rocks,
                    balls: &scene.balls,
                    theme: &self.shell.theme,
                    grid: self.shell.settings.shows(Overlay::Grid),
                });
            }
        }
    }

    /// The link under the mouse, or the selected one.
    fn highlighted(&self, scene: &Scene) -> Option<LinkId> {
        let handle = self.hand.hovered.or(self.hand.selected)?;
        let handle = scene.own_handle(handle)?;
        scene.setup.as_ref()?.handles.get(handle)?.grip.link()
    }
}
