//! The recorded poses of a folder of BVH files, for `bench poses` and `lab fit-posture`.

use super::Error;
use super::progress::Progress;
use crate::character::Character;
use crate::io::bvh::read_bvh;
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

/// Reads a folder, file by file in the order of their names.
pub(super) fn read_folder(
    character: &Character,
    folder: &Path,
    whose: Whose,
    zero_stance: bool,
) -> Result<Vec<RecordedFile>, Error> {
    let paths = bvh_files(folder)?;
    whose.check(folder, &paths)?;
    let mut progress = Progress::new("reading", paths.len() as u64);
    let mut files = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        progress.set(index as u64);
        let name = name_of(path);
        let person = person_of(&name).to_owned();
        let is_asked = whose.people.is_empty() || whose.people.contains(&person);
        if !is_asked || whose.without.contains(&person) {
            continue;
        }
        let recording = read_bvh(path)?.recording();
        if recording.rows() == 0 {
            continue;
        }
        let (clip, _) = retarget(character, &recording, &RetargetSettings::default());
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

impl Whose<'_> {
    /// A name that nobody has is a slip, and would quietly leave all others in.
    fn check(self, folder: &Path, paths: &[PathBuf]) -> Result<(), Error> {
        let names: Vec<String> = paths.iter().map(|path| name_of(path)).collect();
        let known: BTreeSet<&str> = names.iter().map(|name| person_of(name)).collect();
        let mut asked = self.people.iter().chain(self.without);
        let Some(unknown) = asked.find(|name| !known.contains(name.as_str())) else {
            return Ok(());
        };
        let known: Vec<&str> = known.into_iter().collect();
        Err(Error::Arguments(format!(
            "nobody in {} is called \"{unknown}\": there are {}",
            folder.display(),
            known.join(", ")
        )))
    }
}

/// A file's name without its ending.
fn name_of(path: &Path) -> String {
    let name = path.file_stem().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Whose recording a file is by its name.
fn person_of(name: &str) -> &str {
    name.split('_').next().unwrap_or_default()
}

fn bvh_files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
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
