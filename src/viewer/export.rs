//! The export dialog: which kind of file, for which program, where to, and what was proved.

use super::app::App;
use super::dialogs::{Dialog, centered};
use super::theme::color32;
use crate::io::bvh::Preset;
use egui::Context;
use std::path::PathBuf;

/// How a motion is written.
#[derive(Clone, Debug)]
pub(super) struct ExportForm {
    path: String,
    ending: &'static str,
    preset: Preset,
    /// What came of it.
    answer: Option<Result<String, String>>,
}

/// Kinds of files that a motion can be written as.
const ENDINGS: [(&str, &str); 4] = [
    ("bvh", "BVH: Blender, MotionBuilder, three.js"),
    ("glb", "glTF: a skinned body and its motion"),
    ("ron", "RON: everything, exact"),
    ("csv", "CSV: tracks for plots"),
];

impl ExportForm {
    /// A BVH for Blender, named after the figure.
    pub(super) fn new(name: &str) -> Self {
        Self {
            path: format!("{name}.bvh"),
            ending: "bvh",
            preset: Preset::Blender,
            answer: None,
        }
    }
}

impl App {
    pub(super) fn export_window(&mut self, ctx: &Context, mut form: ExportForm) -> Option<Dialog> {
        let mut open = true;
        let mut write = false;
        centered("Export", &mut open)
            .default_width(520.0)
            .show(ctx, |ui| {
                for (ending, words) in ENDINGS {
                    if ui.radio_value(&mut form.ending, ending, words).clicked() {
                        let path = PathBuf::from(&form.path).with_extension(ending);
                        form.path = path.display().to_string();
                    }
                }
                ui.add_space(8.0);
                if form.ending == "bvh" {
                    ui.horizontal(|ui| {
                        ui.label("For");
                        for preset in Preset::ALL {
                            ui.selectable_value(&mut form.preset, preset, preset.name())
                                .on_hover_text(preset.description());
                        }
                    });
                }
                ui.horizontal(|ui| {
                    ui.label("To");
                    ui.add(egui::TextEdit::singleline(&mut form.path).desired_width(380.0));
                    write = ui.button("Write").clicked();
                });
                if let Some(answer) = &form.answer {
                    ui.add_space(8.0);
                    match answer {
                        Ok(sentence) => ui.label(sentence),
                        Err(sentence) => ui.colored_label(color32(self.theme.out), sentence),
                    };
                }
            });
        if write {
            let options = form.preset.options();
            let path = PathBuf::from(&form.path);
            form.answer = Some(self.export_to(&path, &options));
        }
        open.then_some(Dialog::Export(form))
    }
}
