//! The export: which kind of file, for which program, where to, and what was proved.

use super::dialogs::{Dialog, FilePurpose, centered};
use crate::character::Character;
use crate::document::{Document, bake};
use crate::io::bvh::{BvhOptions, LengthUnit, Preset};
use crate::io::{ClipFormat, WrittenClip, write_atomically, write_clip};
use crate::kinematics::Kinematics;
use crate::motion::{Audit, BalanceKind, Clip, Recorder};
use crate::picture::figure::Figure;
use crate::picture::{StripSheet, strip_sheet};
use crate::viewer::app::App;
use crate::viewer::scene::shown::Motion;
use crate::viewer::session::jobs::Told;
use crate::viewer::session::work::{BAKE_SECS, Kind, Product};
use crate::viewer::theme::color32;
use egui::{Context, Grid, Ui};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How a motion is written.
#[derive(Clone, Debug)]
pub(crate) struct ExportForm {
    pub(crate) path: String,
    format: ClipFormat,
    preset: Preset,
    /// Of a BVH, which does not say it itself.
    unit: LengthUnit,
    /// A file is there already, and may be written over.
    pub(crate) may_overwrite: bool,
    /// Asks about that.
    asks: bool,
    /// What came of it.
    pub(crate) answer: Option<Result<Export, String>>,
}

/// A motion that was written.
#[derive(Clone, Debug)]
pub(crate) struct Export {
    path: PathBuf,
    written: WrittenClip,
    preset: Option<Preset>,
    character: String,
    /// Of the character at rest [m].
    height: f64,
    frames: usize,
    secs: f64,
}

/// Kinds of files that a motion can be written as.
const FORMATS: [(ClipFormat, &str); 4] = [
    (ClipFormat::Bvh, "BVH: Blender, MotionBuilder, three.js"),
    (ClipFormat::Glb, "glTF: a skinned body and its motion"),
    (ClipFormat::Ron, "RON: everything, exact"),
    (ClipFormat::Csv, "CSV: tracks for plots"),
];

impl ExportForm {
    /// A BVH as the command line writes it when nobody says how.
    pub(crate) fn new(path: &Path) -> Self {
        Self {
            path: path.with_extension("bvh").display().to_string(),
            format: ClipFormat::Bvh,
            preset: Preset::default(),
            unit: Preset::default().options().unit,
            may_overwrite: false,
            asks: false,
            answer: None,
        }
    }

    /// A file that was chosen, and may be written over.
    pub(crate) fn with_path(mut self, path: &Path) -> Self {
        if let Ok(format) = ClipFormat::of_path(path) {
            self.format = format;
            self.path = path.display().to_string();
        } else {
            // A name without an ending gets the one that was chosen before.
            let mut name = path.as_os_str().to_owned();
            name.push(format!(".{}", self.format.extension()));
            self.path = PathBuf::from(name).display().to_string();
        }
        self.may_overwrite = path.display().to_string() == self.path;
        self
    }

    /// How the form writes a BVH; nothing for other files.
    fn bvh(&self) -> Option<(Preset, BvhOptions)> {
        (self.format == ClipFormat::Bvh).then(|| {
            let options = BvhOptions {
                unit: self.unit,
                ..self.preset.options()
            };
            (self.preset, options)
        })
    }

    /// The unit of the file.
    fn unit(&self) -> LengthUnit {
        let bvh = self.bvh();
        bvh.map_or(LengthUnit::Metres, |(_, options)| options.unit)
    }

    /// What is asked, for a character of this height [m]; whether to look for a folder, and whether to write.
    fn rows(&mut self, ui: &mut Ui, height: f64) -> (bool, bool) {
        for (format, words) in FORMATS {
            if ui.radio_value(&mut self.format, format, words).clicked() {
                let path = PathBuf::from(&self.path).with_extension(format.extension());
                self.path = path.display().to_string();
                self.may_overwrite = false;
            }
        }
        ui.add_space(8.0);
        ui.add_enabled_ui(self.format == ClipFormat::Bvh, |ui| {
            ui.horizontal(|ui| {
                ui.label("For");
                for preset in Preset::ALL {
                    let label = ui.selectable_value(&mut self.preset, preset, preset.name());
                    if label.on_hover_text(preset.description()).clicked() {
                        self.unit = preset.options().unit;
                    }
                }
            });
        });
        ui.horizontal(|ui| {
            ui.label("Unit");
            if self.format == ClipFormat::Bvh {
                for unit in [LengthUnit::Metres, LengthUnit::Centimetres] {
                    ui.selectable_value(&mut self.unit, unit, unit.long_name())
                        .on_hover_text("What one means in the file, which does not say it itself");
                }
            } else {
                ui.weak(LengthUnit::Metres.long_name());
            }
            ui.separator();
            ui.weak(height_words(height, self.unit()));
        });
        ui.horizontal(|ui| {
            ui.label("To");
            let field = egui::TextEdit::singleline(&mut self.path).desired_width(380.0);
            if ui.add(field).changed() {
                (self.may_overwrite, self.asks) = (false, false);
            }
            let browse = ui.button("Choose…").on_hover_text("Looks for a folder");
            let tip = "Writes the file, reads it again and tells how exact it is";
            let write = ui.button("Write").on_hover_text(tip).clicked();
            (browse.clicked(), write)
        })
        .inner
    }
}

impl Export {
    /// One line for the status bar.
    pub(crate) fn sentence(&self) -> String {
        written_words(&self.path)
    }

    fn rows(&self, ui: &mut Ui) {
        let proof = self.written.proof;
        let proof = proof.map_or_else(
            || "a table is not read back".to_owned(),
            |proof| proof.to_string(),
        );
        let preset = self.preset.map_or("any program", Preset::name);
        Grid::new("written").num_columns(2).show(ui, |ui| {
            for (what, value) in [
                ("Written", self.path.display().to_string()),
                ("Size", size_words(self.written.bytes)),
                ("For", preset.to_owned()),
                (
                    "Motion",
                    format!("{}, {:.2} s", counted(self.frames, "frame"), self.secs),
                ),
                ("Unit", format!("{}, y up", self.written.unit)),
                (
                    "Height",
                    format!("{} is {:.3} m high at rest", self.character, self.height),
                ),
                ("Proof", proof),
            ] {
                ui.weak(what);
                ui.add(egui::Label::new(value).wrap());
                ui.end_row();
            }
        });
    }
}

/// "1 frame", "2 frames".
pub(crate) fn counted(count: usize, what: &str) -> String {
    let end = if count == 1 { "" } else { "s" };
    format!("{count} {what}{end}")
}

/// "312 kB".
pub(crate) fn size_words(bytes: u64) -> String {
    match bytes as f64 {
        few if few < 1e3 => format!("{bytes} bytes"),
        some if some < 1e6 => format!("{:.0} kB", 1e-3 * some),
        many => format!("{:.1} MB", 1e-6 * many),
    }
}

/// What is said of a file that was written.
pub(crate) fn written_words(path: &Path) -> String {
    let bytes = std::fs::metadata(path).map_or(0, |file| file.len());
    format!("Wrote {}, {}.", path.display(), size_words(bytes))
}

impl App {
    /// What an export is called at first: beside the project, or where the program was started.
    pub(crate) fn export_name(&mut self) -> PathBuf {
        let name = match self.motion() {
            Some(Motion::Recording(take)) => format!("{}_balanced", take.name),
            _ => self.document().character.name.clone(),
        };
        let beside = self.shell.files.path.as_deref().and_then(Path::parent);
        let folder = beside.filter(|folder| folder.is_absolute());
        let here = || std::env::current_dir().unwrap_or_default();
        folder.map_or_else(here, Path::to_owned).join(name)
    }

    pub(crate) fn export_window(&mut self, ctx: &Context, mut form: ExportForm) -> Option<Dialog> {
        let mut open = true;
        let height = rest_height(&self.document().character);
        let (mut browse, mut write) = (false, false);
        centered("Export", &mut open)
            .default_width(560.0)
            .show(ctx, |ui| {
                ui.set_max_width(560.0);
                (browse, write) = form.rows(ui, height);
                if form.asks {
                    ui.add_space(8.0);
                    ui.horizontal(|ui| {
                        ui.colored_label(
                            color32(self.shell.theme.near),
                            "This file is there already.",
                        );
                        if ui.button("Write over it").clicked() {
                            (form.asks, form.may_overwrite, write) = (false, true, true);
                        }
                        if ui.button("Keep it").clicked() {
                            form.asks = false;
                        }
                    });
                }
                if let Some(answer) = &form.answer {
                    ui.add_space(8.0);
                    match answer {
                        Ok(export) => export.rows(ui),
                        Err(sentence) => {
                            ui.colored_label(color32(self.shell.theme.out), sentence);
                        }
                    }
                }
            });
        if browse {
            self.choose_file(FilePurpose::ExportTo(form));
            return self.shell.dialog.take();
        }
        if write {
            let path = PathBuf::from(&form.path);
            if path.exists() && !form.may_overwrite {
                form.asks = true;
            } else {
                form.answer = None;
                form.may_overwrite = false;
                let bvh = form.bvh();
                // What is done at once is answered into the dialog.
                self.shell.dialog = Some(Dialog::Export(form));
                self.export_to(&path, bvh);
                return self.shell.dialog.take();
            }
        }
        open.then_some(Dialog::Export(form))
    }

    /// Writes the motion, or the pose as a motion of one frame.
    pub(crate) fn export_to(&mut self, path: &Path, bvh: Option<(Preset, BvhOptions)>) {
        let (path, document, motion) = (path.to_owned(), self.document().clone(), self.motion());
        let stage = format!("Writing {}", path.display());
        self.in_background(Kind::Write, stage.clone(), move |told| {
            let clip = motion_of(&document, motion, told);
            told.stage(stage);
            let preset = bvh.as_ref().map(|(preset, _)| *preset);
            let options = bvh.map(|(_, options)| options).unwrap_or_default();
            let character = &document.character;
            let frames = clip.frames.len();
            let written = write_clip(&path, character, &clip, &options, &mut |done| {
                // The last frame is the end of it: then it can no longer be stopped.
                if done < frames {
                    told.share(done as f64 / frames as f64);
                }
            });
            Ok(Product::Export(Export {
                written: written.map_err(|e| e.to_string())?,
                path,
                preset,
                character: character.name.clone(),
                height: rest_height(character),
                frames,
                secs: clip.duration_secs(),
            }))
        });
    }

    /// Writes the motion as a strip of figures.
    pub(crate) fn filmstrip_to(&mut self, path: &Path) {
        let (path, document, motion) = (path.to_owned(), self.document().clone(), self.motion());
        let stage = format!("Drawing {}", path.display());
        self.in_background(Kind::Write, stage.clone(), move |told| {
            let clip = motion_of(&document, motion, told);
            told.stage(stage);
            let audit = Audit::new(&document.character, &clip, Some(&document.level));
            let drawing = strip_sheet(&StripSheet {
                character: &document.character,
                clip: &clip,
                level: Some(&document.level),
                audit: &audit,
                title: clip.name.clone(),
                figures: None,
            });
            let bytes = drawing.to_png(2.0).map_err(|e| e.to_string())?;
            write_atomically(&path, &bytes).map_err(|e| e.to_string())?;
            Ok(Product::Written(written_words(&path)))
        });
    }
}

/// From the lowest to the highest point of a character at rest [m].
fn rest_height(character: &Character) -> f64 {
    let rest = Kinematics::of(character, &character.rest);
    Figure::new(character, &rest).height()
}

/// "The figure is 174.9 high at rest.", in a unit.
fn height_words(height: f64, unit: LengthUnit) -> String {
    let (value, name) = (height * unit.per_metre(), unit.name());
    match unit {
        LengthUnit::Metres => format!("the figure is {value:.3} {name} high"),
        LengthUnit::Centimetres => format!("the figure is {value:.1} {name} high"),
    }
}

/// The motion of a document: as it is known, baked from its keys, or its pose as a motion of one frame.
fn motion_of(document: &Document, known: Option<Motion>, told: &Told) -> Arc<Clip> {
    match known {
        Some(Motion::Keys(clip)) => clip,
        Some(motion) => Arc::new(motion.clip().clone()),
        None => {
            told.stage("Solving what lies between keys");
            let baked = (document.keys.len() > 1).then(|| bake(document, BAKE_SECS));
            Arc::new(baked.flatten().unwrap_or_else(|| single_frame(document)))
        }
    }
}

fn single_frame(document: &Document) -> Clip {
    let mut recorder = Recorder::new(&document.character);
    let frame = recorder.frame(document.setup.pose.clone(), document.setup.contacts());
    Clip {
        name: "pose".to_owned(),
        character: document.character.name.clone(),
        level: Some(document.level.name.clone()),
        balance: Some(BalanceKind::Static),
        start_secs: 0.0,
        frame_secs: BAKE_SECS,
        frames: vec![frame],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_frame_is_one_frame() {
        let told = [0, 1, 2].map(|count| counted(count, "frame"));
        assert_eq!(told, ["0 frames", "1 frame", "2 frames"]);
    }

    #[test]
    fn sizes_are_told_as_people_say_them() {
        let told = [999, 1_000, 311_700, 4_440_000].map(size_words);
        assert_eq!(told, ["999 bytes", "1 kB", "312 kB", "4.4 MB"]);
    }

    #[test]
    fn the_unit_of_a_preset_can_be_changed_and_the_height_is_told_in_it() {
        let mut form = ExportForm::new(Path::new("/home/human"));
        assert_eq!(form.bvh().unwrap().1, BvhOptions::default());
        assert_eq!(
            height_words(1.7493, form.unit()),
            "the figure is 174.9 cm high"
        );
        form.unit = LengthUnit::Metres;
        let (preset, options) = form.bvh().unwrap();
        assert_eq!((preset, options.unit), (Preset::Plain, LengthUnit::Metres));
        assert_eq!(
            height_words(1.7493, form.unit()),
            "the figure is 1.749 m high"
        );
        form.format = ClipFormat::Glb;
        assert_eq!(form.unit(), LengthUnit::Metres);
    }

    #[test]
    fn a_chosen_file_says_its_kind_or_takes_the_one_of_the_form() {
        let form = ExportForm::new(Path::new("/home/human"));
        assert_eq!(form.path, "/home/human.bvh");
        let other = form.clone().with_path(Path::new("/home/walk.glb"));
        assert_eq!((other.format, other.may_overwrite), (ClipFormat::Glb, true));
        let bare = form.with_path(Path::new("/home/walk"));
        assert_eq!(bare.path, "/home/walk.bvh");
        assert!(!bare.may_overwrite, "nobody was asked about that name");
    }
}
