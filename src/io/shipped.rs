//! The characters that come with the program, and how a name or a path becomes one.

use super::character_build::build;
use super::character_file::CharacterFile;
use super::place::suggestion;
use super::source::called_like;
use super::variant::varied;
use super::{FileError, Source, is_standard_input};
use crate::character::Character;
use std::cell::RefCell;
use std::path::{Path, PathBuf};

/// Bases of bases of bases: more than this many are refused.
const MAX_DEPTH: usize = 8;

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../characters/", $name, ".ron")))),*]
    };
}

/// Name and text of every character that comes with the program; the first one is the default.
pub fn shipped_characters() -> &'static [(&'static str, &'static str)] {
    shipped![
        "human",
        "mannequin",
        "planar",
        "hobbler",
        "tall_thin",
        "short_stout",
        "pot_belly",
        "chicken",
        "four_armed",
        "quadruped",
    ]
}

/// A character by the name of a shipped one, or by the path of a file.
///
/// It is a path when it holds a slash, ends in `.ron`, or names a file that exists and no shipped character.
///
/// # Errors
/// When there is no such character, or its file is wrong.
pub fn load_character(name_or_path: &str) -> Result<Character, FileError> {
    load_noting(name_or_path, &RefCell::default())
}

/// The files that [`load_character`] reads for a name: its own and those of its bases, as far as they can be read. None for a
/// shipped character.
pub fn character_files(name_or_path: &str) -> Vec<PathBuf> {
    let read = RefCell::default();
    // What is wrong with it is told when it is loaded.
    let _ = load_noting(name_or_path, &read);
    read.into_inner()
}

/// Loads a character; `read` gets the files.
fn load_noting(name_or_path: &str, read: &RefCell<Vec<PathBuf>>) -> Result<Character, FileError> {
    if let Some(source) = shipped_source(name_or_path) {
        return read_character(&source, &|base| shipped_base(base));
    }
    let path = Path::new(name_or_path);
    let looks_like_path = name_or_path.contains(['/', '\\'])
        || path.extension().is_some_and(|extension| extension == "ron");
    if !looks_like_path && !is_standard_input(path) && !path.is_file() {
        return Err(unknown_character(name_or_path));
    }
    read.borrow_mut().push(path.to_path_buf());
    read_beside(&Source::read(path)?, path, read)
}

/// The character in a text that stands for a file, with bases from beside that file.
///
/// # Errors
/// Where the text is not a character, or one of its bases is not.
pub fn read_character_beside(source: &Source, path: &Path) -> Result<Character, FileError> {
    read_beside(source, path, &RefCell::new(vec![path.to_path_buf()]))
}

/// The same; `read` gets the files of the bases.
fn read_beside(
    source: &Source,
    path: &Path,
    read: &RefCell<Vec<PathBuf>>,
) -> Result<Character, FileError> {
    // A file beside the user's own comes first. One that was read already is no base of itself: a user's own
    // `human.ron` may vary the shipped `human`.
    read_character(source, &|base| {
        let sibling = path.with_file_name(format!("{base}.ron"));
        let was_read = read.borrow().contains(&sibling);
        match shipped_source(base) {
            Some(shipped) if was_read || !sibling.is_file() => Ok(shipped),
            None if !sibling.is_file() => Err(unknown_character(base)),
            _ => {
                read.borrow_mut().push(sibling.clone());
                Source::read(&sibling)
            }
        }
    })
}

/// A character from text that is already there. `resolve_base` finds the text of a variant's base by its name.
///
/// # Errors
/// Where the text is not a character, or one of its bases is not.
pub fn read_character(
    source: &Source,
    resolve_base: &dyn Fn(&str) -> Result<Source, FileError>,
) -> Result<Character, FileError> {
    let name = called_like(Path::new(&source.file));
    let file = read_file(source, resolve_base, &mut vec![source.file.clone()])?;
    build(&name, &file, source)
}

/// A file with its base's body in it and its edits done. `files` are those on the way here.
fn read_file(
    source: &Source,
    resolve_base: &dyn Fn(&str) -> Result<Source, FileError>,
    files: &mut Vec<String>,
) -> Result<CharacterFile, FileError> {
    let file: CharacterFile = source.parse()?;
    let Some(base) = file.base.clone() else {
        if let Some(edit) = file.edits.first() {
            let message = format!("edits need a base to edit: {edit:?} has none");
            return Err(source.error_at(&["edits"], message));
        }
        return Ok(file);
    };
    let fail = |message: String| source.error_at(&["base", &format!("{base:?}")], message);
    if base.is_empty() || base.contains(['/', '\\', '.']) {
        return Err(fail(format!(
            "base {base:?} is not a plain name, like \"human\""
        )));
    }
    if files.len() > MAX_DEPTH {
        let chain = files.join(", ");
        return Err(fail(format!(
            "bases are more than {MAX_DEPTH} deep: {chain}"
        )));
    }
    let base_source = resolve_base(&base).map_err(|e| fail(format!("base {base:?}: {e}")))?;
    if files.contains(&base_source.file) {
        let chain = files.join(", ");
        return Err(fail(format!(
            "bases go in a circle: {chain}, {}",
            base_source.file
        )));
    }
    files.push(base_source.file.clone());
    let base_file = read_file(&base_source, resolve_base, files)?;
    // What is wrong with the base is said of the base's file.
    build(&base, &base_file, &base_source)?;
    varied(base_file, file, source)
}

fn shipped_source(name: &str) -> Option<Source> {
    shipped_characters()
        .iter()
        .find(|(shipped, _)| *shipped == name)
        .map(|(_, text)| Source::new(format!("characters/{name}.ron"), *text))
}

fn shipped_base(name: &str) -> Result<Source, FileError> {
    shipped_source(name).ok_or_else(|| unknown_character(name))
}

fn unknown_character(name: &str) -> FileError {
    let names: Vec<_> = shipped_characters().iter().map(|(name, _)| *name).collect();
    let hint = suggestion(name, names.iter().copied());
    let all = names.join(", ");
    let all = if hint.starts_with("did") {
        format!(" There are {all}.")
    } else {
        String::new()
    };
    FileError {
        file: name.to_owned(),
        place: None,
        message: format!("there is no character of this name; {hint}{all}"),
    }
}
