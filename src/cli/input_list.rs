//! Which files a command works on when it is given many: folders listed, all sorted, outputs named, a share of them taken.
//!
//! ```text
//! files, folders ──list──> sorted inputs ──out-dir──> an output each, none twice ──shard──> this machine's share
//! ```
//! The list is made once, before anything is checked or done. Limit: clips are known by the endings of their names.

use super::Error;
use super::file_list::{Files, Kind};
use crate::io::{FileError, FileIdentity, is_standard_input};
use clap::Args;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Which of many files are worked on.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct ManyArgs {
    /// Takes the folders within a folder, too
    #[arg(long)]
    recursive: bool,
    /// Takes every M-th file of the sorted list, from the N-th on: one share of M
    #[arg(long, value_name = "N/M", value_parser = Shard::parse)]
    shard: Option<Shard>,
    /// The whole list, of all shards; nothing when one file is worked on as ever.
    #[arg(skip)]
    listed: Option<Vec<Item>>,
}

/// Where the outputs of many files go.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct OutDirArgs {
    /// Writes what is made of many files into this folder, under the names of the inputs
    #[arg(long, value_name = "DIR")]
    pub(super) out_dir: Option<PathBuf>,
    /// Leaves outputs alone that are there already, so that a stopped run goes on
    #[arg(long)]
    pub(super) skip_existing: bool,
}

impl OutDirArgs {
    /// The one file that is written unless it is there already, when no folder is named.
    pub(super) fn unless_there<'o>(&self, out: Option<&'o PathBuf>) -> Option<&'o PathBuf> {
        out.filter(|_| self.skip_existing && self.out_dir.is_none())
    }

    /// Whether they are of use for many files alone.
    pub(super) const fn mean_many(&self) -> bool {
        self.out_dir.is_some() || self.skip_existing
    }
}

/// One share of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shard {
    /// Counts from 1.
    number: usize,
    of: usize,
}

impl Shard {
    fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let parts = parts.and_then(|(n, m)| Some((n.parse().ok()?, m.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err("a share is N/M with N from 1 to M, as in 3/8".to_owned()),
        }
    }

    fn has(self, index: usize) -> bool {
        index % self.of == self.number - 1
    }
}

/// One input and what is made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) input: PathBuf,
    pub(super) output: Option<PathBuf>,
}

/// An input with its name below the folder that was given, or below its own.
pub(super) struct Listed {
    pub(super) path: PathBuf,
    below: PathBuf,
}

impl Listed {
    /// The same name with another ending, in another folder.
    pub(super) fn moved(&self, folder: &Path, ending: &str) -> PathBuf {
        folder.join(&self.below).with_extension(ending)
    }
}

impl ManyArgs {
    /// Whether many files are meant, by their number or by how they are given.
    pub(super) fn are_many(&self, given: &[PathBuf]) -> bool {
        self.shard.is_some() || given.len() != 1 || given[0].is_dir()
    }

    /// Lists the inputs: of folders all files with one of these `endings`. `output` says what is made of each. Fails when
    /// two of them would be written to one file, in any of the shards.
    pub(super) fn list(
        &mut self,
        given: &[PathBuf],
        endings: &[&str],
        out_dir: Option<&Path>,
        output: &dyn Fn(&Listed) -> Option<PathBuf>,
    ) -> Result<(), Error> {
        let mut found = Vec::new();
        for path in given {
            if is_standard_input(path) {
                let message = "-: standard input is one clip, not one of many; name files";
                return Err(Error::Arguments(message.to_owned()));
            }
            if path.is_dir() {
                let folder = Folder {
                    endings,
                    out_dir: out_dir.and_then(FileIdentity::of),
                    is_recursive: self.recursive,
                };
                let before = found.len();
                folder.list(path, Path::new(""), &mut found)?;
                if found.len() == before {
                    let endings: Vec<_> = endings.iter().map(|e| format!("a .{e}")).collect();
                    let kinds = endings.join(" or ");
                    return Err(fault(path, &format!("is a folder without a clip, {kinds}")));
                }
            } else {
                let below = path.file_name().unwrap_or_default().into();
                let path = path.clone();
                found.push(Listed { path, below });
            }
        }
        found.sort_by(|a, b| a.path.cmp(&b.path));
        found.dedup_by(|a, b| a.path == b.path);
        let items = found.into_iter().map(|listed| Item {
            output: output(&listed),
            input: listed.path,
        });
        let items: Vec<Item> = items.collect();
        check_outputs_apart(&items)?;
        self.listed = Some(items);
        Ok(())
    }

    /// One file that may be there already is a list of one, whose row says so.
    pub(super) fn list_one(&mut self, input: &Path, output: &Path) {
        self.listed = Some(vec![Item {
            input: input.to_owned(),
            output: Some(output.to_owned()),
        }]);
    }

    /// The files of this shard; nothing when one file is worked on as ever.
    pub(super) fn items(&self) -> Option<Vec<&Item>> {
        let is_mine = |index: usize| self.shard.is_none_or(|shard| shard.has(index));
        let listed = self.listed.as_ref()?.iter().enumerate();
        let mine = listed.filter(|(index, _)| is_mine(*index));
        Some(mine.map(|(_, item)| item).collect())
    }

    /// What is read and written in all shards: none of them may write what another one reads. Nothing when one file is
    /// worked on as ever.
    pub(super) fn files(&self, kind: Kind, out_dir: &OutDirArgs) -> Option<Files> {
        let listed = self.listed.as_ref()?;
        let is_written = |path: &&PathBuf| !(out_dir.skip_existing && path.exists());
        let written = listed.iter().filter_map(|item| item.output.as_ref());
        let files = Files::default().reads(listed.iter().map(|item| &item.input));
        Some(files.writes(kind, written.filter(is_written)))
    }

    /// Makes the folders of all outputs.
    pub(super) fn make_folders(&self) -> Result<(), Error> {
        let listed = self.listed.iter().flatten();
        for folder in listed.filter_map(|item| item.output.as_deref()?.parent()) {
            let is_named = !folder.as_os_str().is_empty();
            if is_named && !folder.is_dir() {
                fs::create_dir_all(folder).map_err(|e| {
                    let message = format!("the folder cannot be made: {e}");
                    fault(folder, &message)
                })?;
            }
        }
        Ok(())
    }
}

/// Fails when an option names one file for what is made of many.
pub(super) fn refuse_one_file(
    option: &str,
    given: Option<&PathBuf>,
    tip: &str,
) -> Result<(), Error> {
    match given {
        None => Ok(()),
        Some(path) => {
            let path = path.display();
            let message = format!("{option} {path}: is one file, and there are many clips; {tip}");
            Err(Error::Arguments(message))
        }
    }
}

/// Fails when an option names standard input, which would be read for every one of many clips.
pub(super) fn refuse_standard_input(option: &str, given: Option<&Path>) -> Result<(), Error> {
    if !given.is_some_and(is_standard_input) {
        return Ok(());
    }
    let message = "standard input can be read once, and there are many clips; name a file";
    Err(Error::Arguments(format!("{option} -: {message}")))
}

/// How a folder is listed.
struct Folder<'a> {
    endings: &'a [&'a str],
    /// What is written is no input of the next run.
    out_dir: Option<FileIdentity>,
    is_recursive: bool,
}

impl Folder<'_> {
    fn list(&self, folder: &Path, below: &Path, found: &mut Vec<Listed>) -> Result<(), Error> {
        let unreadable = |e: std::io::Error| fault(folder, &format!("cannot be read: {e}"));
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let (path, below) = (entry.path(), below.join(entry.file_name()));
            // Links to folders are not followed: they may lead round in circles.
            if entry.file_type().map_err(unreadable)?.is_dir() {
                let is_out_dir =
                    || self.out_dir.is_some() && FileIdentity::of(&path) == self.out_dir;
                if self.is_recursive && !is_out_dir() {
                    self.list(&path, &below, found)?;
                }
            } else if self.has_ending(&path) && !path.is_dir() {
                found.push(Listed { path, below });
            }
        }
        Ok(())
    }

    fn has_ending(&self, path: &Path) -> bool {
        let own = path.extension().unwrap_or_default();
        self.endings.iter().any(|e| own.eq_ignore_ascii_case(e))
    }
}

fn check_outputs_apart(items: &[Item]) -> Result<(), Error> {
    let mut inputs = BTreeMap::new();
    for item in items {
        let Some(output) = &item.output else { continue };
        if let Some(first) = inputs.insert(output, &item.input) {
            let (first, second) = (first.display(), item.input.display());
            let message = format!(
                "both {first} and {second} would be written there; rename one, or take them apart"
            );
            return Err(Error::Arguments(format!("{}: {message}", output.display())));
        }
    }
    Ok(())
}

fn fault(path: &Path, message: &str) -> Error {
    Error::Input(FileError {
        file: path.display().to_string(),
        place: None,
        message: message.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_one_of_as_many_as_there_are() {
        for text in ["0/3", "4/3", "x", "", "1", "1/0", "-1/3", "1/3/5", "1.0/3"] {
            assert!(Shard::parse(text).is_err(), "{text}");
        }
        let shards = [1, 2, 3].map(|n| Shard::parse(&format!("{n}/3")).unwrap());
        for index in 0..20 {
            let takers = shards.iter().filter(|shard| shard.has(index));
            assert_eq!(takers.count(), 1, "{index}");
        }
        assert!(shards[2].has(2) && shards[2].has(5));
    }

    #[test]
    fn folders_are_listed_by_name_and_what_is_written_is_no_input() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["sub", "out"] {
            fs::create_dir(at(name)).unwrap();
        }
        for name in ["b.ron", "a.BVH", "notes.txt", "sub/a.ron", "out/old.ron"] {
            fs::write(at(name), "").unwrap();
        }
        let out = at("out");
        let outputs = |many: &mut ManyArgs| {
            let output = |listed: &Listed| Some(listed.moved(&out, "glb"));
            let given = [folder.path().to_owned(), at("b.ron")];
            let listed = many.list(&given, &["ron", "bvh"], Some(&out), &output);
            listed.unwrap();
            let items = many.items().unwrap().into_iter().cloned();
            items.map(|item| item.output.unwrap()).collect::<Vec<_>>()
        };
        let mut many = ManyArgs::default();
        assert_eq!(
            outputs(&mut many),
            ["a.glb", "b.glb"].map(|name| out.join(name))
        );
        many.recursive = true;
        let whole = ["a.glb", "b.glb", "sub/a.glb"].map(|name| out.join(name));
        assert_eq!(outputs(&mut many), whole);
        many.shard = Some(Shard { number: 2, of: 2 });
        assert_eq!(outputs(&mut many), whole[1..2]);
    }
}
