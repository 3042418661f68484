//! Files that commands write: checked for room before the work, written whole after it.

use super::Error;
use super::task::Task;
use crate::character::Pose;
use crate::ik::Report;
use crate::io::{FileError, write_atomically};
use crate::level::Level;
use crate::picture::{Drawing, Ground, PoseSheet, pose_sheet};
use std::path::Path;

/// Pixels of a picture per pixel of a drawing.
const SCALE: f64 = 1.5;
/// Ground is drawn this far around the body [m].
const AROUND: f64 = 4.0;

/// Fails when a file could not be written at a path, so that long work is not done for nothing.
pub(super) fn check_can_write(path: Option<&Path>) -> Result<(), Error> {
    let Some(path) = path else {
        return Ok(());
    };
    let fail = |message: &str| {
        Err(Error::Arguments(
            FileError {
                file: path.display().to_string(),
                place: None,
                message: message.to_owned(),
            }
            .to_string(),
        ))
    };
    if path.is_dir() {
        return fail("is a folder; name a file in it");
    }
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            fail("the folder does not exist")
        }
        _ => Ok(()),
    }
}

/// Fails when a picture could not be written at a path, or its name says that it is something else.
pub(super) fn check_picture_path(path: Option<&Path>) -> Result<(), Error> {
    let is_png = |path: &Path| {
        path.extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("png"))
    };
    match path {
        Some(path) if !is_png(path) => Err(Error::Arguments(format!(
            "{}: a picture's name ends in .png",
            path.display()
        ))),
        _ => check_can_write(path),
    }
}

/// Fails when what is written would replace what is read.
pub(super) fn check_apart(read: &Path, written: Option<&Path>) -> Result<(), Error> {
    let same = |written: &Path| match (read.canonicalize(), written.canonicalize()) {
        (Ok(read), Ok(written)) => read == written,
        _ => false,
    };
    match written {
        Some(path) if same(path) => Err(Error::Arguments(format!(
            "{}: is the file that is read; write to another one",
            path.display()
        ))),
        _ => Ok(()),
    }
}

/// Fails when two files that are written would be one.
pub(super) fn check_each_apart(written: &[&Path]) -> Result<(), Error> {
    // None of them need be there yet; its folder is.
    let place = |path: &Path| {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    };
    for (index, path) in written.iter().enumerate() {
        let is_again = |other: &&Path| place(other).is_some() && place(other) == place(path);
        if written[..index].iter().any(is_again) {
            return Err(Error::Arguments(format!(
                "{}: is named twice; everything that is written needs a file of its own",
                path.display()
            )));
        }
    }
    Ok(())
}

/// Writes a file whole.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    write_atomically(path, bytes).map_err(Error::Written)
}

/// A drawing as the bytes of a PNG.
pub(super) fn png(drawing: &Drawing) -> Result<Vec<u8>, Error> {
    Ok(drawing.to_png(SCALE)?)
}

/// The sheet of a solved task as the bytes of a PNG.
pub(super) fn task_picture(
    task: &Task,
    pose: &Pose,
    report: &Report,
    title: &str,
) -> Result<Vec<u8>, Error> {
    let held = &task.stance.planted[0];
    let at = held.world_from_link.translation;
    let level = &task.level;
    let front = level.profile_xy(at.z, (at.x - AROUND, at.x + AROUND), 0.0);
    let side = level.outline_zy(at.x, (at.z - AROUND, at.z + AROUND), 0.0);
    let drawing = pose_sheet(&PoseSheet {
        character: &task.character,
        pose,
        stance: Some(&task.stance),
        goals: &task.goals,
        report: Some(report),
        ground: Ground {
            front: &front,
            side: &side,
        },
        title: title.to_owned(),
        caption: caption(&task.level, report),
        sentence: Some(report.sentence(&task.goals)),
    });
    png(&drawing)
}

fn caption(level: &Level, report: &Report) -> String {
    let restarts = match report.restarts {
        0 => String::new(),
        1 => " · 1 restart".to_owned(),
        n => format!(" · {n} restarts"),
    };
    format!(
        "level {} · {} iterations{restarts}",
        level.name, report.iterations
    )
}
