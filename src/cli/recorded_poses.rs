//! The recorded poses of a folder of BVH files, for `bench poses` and `lab fit-posture`.

use super::Error;
use super::progress::Progress;
use crate::character::Character;
use crate::io::bvh::read_bvh;
use crate::io::{FileError, map_that_is_needed};
use crate::lab::{CalmStance, RecordedPose, balanced_poses};
use crate::motion::{RetargetSettings, retarget};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_dir;
use std::path::{Path, PathBuf};

/// The poses of one file that stand balanced.
pub(super) struct RecordedFile {
    /// Its name without its ending.
    pub(super) name: String,
    /// What comes before the first underscore of that.
    pub(super) person: String,
    pub(super) poses: Vec<RecordedPose>,
}

/// Whose poses are taken.
#[derive(Clone, Copy)]
pub(super) struct Whose<'a> {
    /// These people's alone, when any are named.
    pub(super) people: &'a [String],
    /// Not these people's.
    pub(super) without: &'a [String],
}

impl Whose<'_> {
    fn are_taken(&self, person: &String) -> bool {
        let is_asked = self.people.is_empty() || self.people.contains(person);
        is_asked && !self.without.contains(person)
    }

    /// Whether everybody who is named has a recording.
    fn check(&self, paths: &[PathBuf]) -> Result<(), Error> {
        let all: BTreeSet<String> = paths.iter().map(|path| name_and_person(path).1).collect();
        for (option, names) in [("--people", self.people), ("--without", self.without)] {
            if let Some(unknown) = names.iter().find(|name| !all.contains(*name)) {
                let all = all.iter().map(String::as_str);
                return Err(Error::unknown(option, "person", unknown, all));
            }
        }
        Ok(())
    }
}

/// What a recording is called, and whose it is.
fn name_and_person(path: &Path) -> (String, String) {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let person = name.split('_').next().unwrap_or_default().to_owned();
    (name.into_owned(), person)
}

/// Reads a folder, file by file in the order of their names.
pub(super) fn read_folder(
    character: &Character,
    folder: &Path,
    whose: Whose,
    zero_stance: bool,
) -> Result<Vec<RecordedFile>, Error> {
    let paths = bvh_files(folder)?;
    whose.check(&paths)?;
    let mut progress = Progress::new("reading", paths.len() as u64);
    let mut files = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        progress.set(index as u64);
        let (name, person) = name_and_person(path);
        if !whose.are_taken(&person) {
            continue;
        }
        let recording = read_bvh(path)?.recording();
        if recording.rows() == 0 {
            continue;
        }
        let (clip, found) = retarget(character, &recording, &RetargetSettings::default());
        if let Some(map) = map_that_is_needed(character, &recording, &found) {
            return Err(Error::Input(FileError::of(path, map.sentence)));
        }
        files.push(RecordedFile {
            poses: balanced_poses(character, &clip),
            name,
            person,
        });
    }
    progress.finish();
    if zero_stance {
        take_calm_stances_out(character, &mut files);
    }
    if files.iter().all(|file| file.poses.is_empty()) {
        let folder = folder.display();
        return Err(Error::Arguments(format!(
            "{folder}: no pose in it stands balanced"
        )));
    }
    Ok(files)
}

/// The recordings of a folder, in the order of their names.
pub(super) fn bvh_files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let wrong = |why: String| Error::Arguments(format!("{}: {why}", folder.display()));
    let entries = read_dir(folder).map_err(|e| wrong(e.to_string()))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| {
            path.extension()
                .is_some_and(|e| e.eq_ignore_ascii_case("bvh"))
        })
        .collect();
    paths.sort();
    if paths.is_empty() {
        return Err(wrong("there is no .bvh file in it".to_owned()));
    }
    Ok(paths)
}

fn take_calm_stances_out(character: &Character, files: &mut [RecordedFile]) {
    let mut calm: BTreeMap<String, CalmStance> = BTreeMap::new();
    for file in files.iter() {
        if !calm.contains_key(&file.person) {
            let same = files.iter().filter(|other| other.person == file.person);
            let poses = same.flat_map(|file| &file.poses);
            calm.insert(file.person.clone(), CalmStance::of(character, poses));
        }
    }
    for file in files {
        let calm = &calm[&file.person];
        for recorded in &mut file.poses {
            recorded.pose = calm.taken_out_of(character, &recorded.pose);
        }
        file.poses.retain(|pose| pose.is_balanced(character));
    }
}
