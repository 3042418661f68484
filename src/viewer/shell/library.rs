//! The library of poses: files in a folder, one for each pose.

use super::confirm::Doubt;
use super::dialogs::Dialog;
use crate::document::Edit;
use crate::io::{Source, read_pose, write_atomically, write_pose};
use crate::viewer::app::App;
use std::path::{Path, PathBuf};

impl App {
    fn library_folder(&self) -> PathBuf {
        library_folder(&self.shell.files.home)
    }

    /// Takes a pose of the library.
    pub(crate) fn take_pose(&mut self, path: &Path) {
        let character = &self.document().character;
        let pose = Source::read(path).and_then(|source| read_pose(&source, character));
        match pose {
            Ok(pose) => {
                self.edit(Edit::SetPose(pose));
            }
            Err(e) => self.refuse(e.to_string()),
        }
    }

    /// Keeps the pose under the name that was typed; asks first when the library has one of that name.
    pub(crate) fn keep_pose(&mut self) {
        let allowed = |c: char| c.is_alphanumeric() || "-_ ".contains(c);
        let name: String = self
            .forms
            .pose_name
            .trim()
            .chars()
            .filter(|c| allowed(*c))
            .collect();
        if name.is_empty() {
            self.refuse("Give the pose a name first.");
            return;
        }
        let path = self.library_folder().join(name).with_extension("ron");
        if path.exists() {
            self.shell.dialog = Some(Dialog::Confirm(Doubt::KeepOver(path)));
        } else {
            self.write_pose_to(&path);
        }
    }

    /// Keeps the pose that is shown in the library.
    pub(crate) fn write_pose_to(&mut self, path: &Path) {
        let text = write_pose(&self.document().character, &self.scene.figure.pose);
        let written = std::fs::create_dir_all(self.library_folder())
            .map_err(|e| e.to_string())
            .and_then(|()| write_atomically(path, text.as_bytes()).map_err(|e| e.to_string()));
        match written {
            Ok(()) => {
                self.say(format!("Kept {}.", name_of(path)));
                self.forms.pose_name.clear();
            }
            Err(e) => self.refuse(e),
        }
    }

    /// Takes a pose out of the library.
    pub(crate) fn delete_pose(&mut self, path: &Path) {
        match std::fs::remove_file(path) {
            Ok(()) => self.say(format!("Deleted {}.", name_of(path))),
            Err(e) => self.refuse(format!("{}: {e}", path.display())),
        }
    }
}

/// Where poses are kept.
pub(crate) fn library_folder(home: &Path) -> PathBuf {
    home.join("poses")
}

/// What a pose is called.
pub(crate) fn name_of(path: &Path) -> String {
    let name = path.file_stem().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
