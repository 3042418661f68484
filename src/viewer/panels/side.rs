//! The panel at the right: goals, body, walk, ghost, recording, lesson.

use super::{LessonPart, Tab};
use crate::viewer::app::App;
use crate::viewer::theme::color32;
use egui::{Context, RichText, ScrollArea, WidgetText};

/// Between what a tab holds and the scroll bar (points).
const BESIDE_BAR: f32 = 8.0;

impl App {
    /// Tabs and what they hold.
    pub(crate) fn side_panel(&mut self, ctx: &Context) {
        if !self.forms.open {
            return;
        }
        egui::SidePanel::right("panel")
            .exact_width(320.0)
            .resizable(false)
            .show(ctx, |ui| {
                ui.add_space(4.0);
                ui.horizontal(|ui| {
                    let has_recording = self.scene.recording().is_some();
                    ui.spacing_mut().item_spacing.x = 2.0;
                    if has_recording {
                        // All six fit, too.
                        ui.spacing_mut().button_padding.x = 4.0;
                    }
                    let study = self.session.study.as_ref();
                    let is_done =
                        study.is_some_and(|study| study.is_answering() && study.is_accepted());
                    let done = RichText::new("Lesson ✔").color(color32(self.shell.theme.safe));
                    for tab in Tab::ALL {
                        let (words, tip) = tab.words();
                        // Seen from the tab where the last change was made.
                        let words = match tab {
                            Tab::Lesson if is_done => WidgetText::from(done.clone()),
                            _ => words.into(),
                        };
                        if tab != Tab::Recording || has_recording {
                            ui.selectable_value(&mut self.forms.tab, tab, words)
                                .on_hover_text(tip);
                        }
                    }
                });
                ui.separator();
                let reads = self.session.study.is_some() && !self.forms.lists_lessons;
                if self.forms.tab == Tab::Lesson && reads {
                    egui::TopBottomPanel::bottom("lesson foot")
                        .exact_height(40.0)
                        .show_inside(ui, |ui| self.tab_foot(ui));
                }
                let mut area = ScrollArea::vertical()
                    .id_salt(self.forms.tab.words().0)
                    .auto_shrink([false, false]);
                if self.forms.shows_next(LessonPart::Head) {
                    area = area.vertical_scroll_offset(0.0);
                }
                let floor = ui.available_rect_before_wrap().bottom();
                area.show(ui, |ui| {
                    // Nothing shows through the line below.
                    let mut clip = ui.clip_rect();
                    clip.max.y = clip.max.y.min(floor);
                    ui.set_clip_rect(clip);
                    // Numbers at the right stay clear of the scroll bar.
                    ui.set_max_width(ui.available_width() - BESIDE_BAR);
                    self.open_tab(ui);
                });
            });
    }
}
