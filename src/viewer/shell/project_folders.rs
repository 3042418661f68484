//! Folders as somebody sees them who saves a project: other folders and projects, nothing else.

use egui_file_dialog::{Disks, FileSystem, Metadata, NativeFileSystem, UserDirectories};
use std::io;
use std::path::{Path, PathBuf};

/// What every project's name ends in.
pub(crate) const PROJECT_ENDING: &str = ".pose.ron";

/// Whether a file is a project by its name.
pub(crate) fn is_project(path: &Path) -> bool {
    path.to_string_lossy().ends_with(PROJECT_ENDING)
}

/// The files of the machine, but of files only projects are listed.
pub(crate) struct ProjectFolders;

impl FileSystem for ProjectFolders {
    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        let mut listed = NativeFileSystem.read_dir(path)?;
        listed.retain(|path| is_project(path) || self.is_dir(path));
        Ok(listed)
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        NativeFileSystem.metadata(path)
    }

    fn is_dir(&self, path: &Path) -> bool {
        NativeFileSystem.is_dir(path)
    }

    fn is_file(&self, path: &Path) -> bool {
        NativeFileSystem.is_file(path)
    }

    fn get_disks(&self, canonicalize_paths: bool) -> Disks {
        NativeFileSystem.get_disks(canonicalize_paths)
    }

    fn is_path_hidden(&self, path: &Path) -> bool {
        NativeFileSystem.is_path_hidden(path)
    }

    fn create_dir(&self, path: &Path) -> io::Result<()> {
        NativeFileSystem.create_dir(path)
    }

    fn user_dirs(&self, canonicalize_paths: bool) -> Option<UserDirectories> {
        NativeFileSystem.user_dirs(canonicalize_paths)
    }

    fn current_dir(&self) -> io::Result<PathBuf> {
        NativeFileSystem.current_dir()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_saves_a_project_sees_projects_and_folders() {
        let home = tempfile::tempdir().unwrap();
        let path = |name: &str| home.path().join(name);
        for name in ["a.pose.ron", "walk.ron", "notes.txt", "run.bvh"] {
            std::fs::write(path(name), "").unwrap();
        }
        std::fs::create_dir(path("more")).unwrap();
        let mut listed = ProjectFolders.read_dir(home.path()).unwrap();
        listed.sort();
        assert_eq!(listed, [path("a.pose.ron"), path("more")]);
    }
}
