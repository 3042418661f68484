//! Files that commands write, whole.

use super::Error;
use super::task::Task;
use crate::character::Pose;
use crate::ik::Report;
use crate::io::{is_standard_output, write_atomically};
use crate::level::Level;
use crate::picture::{Drawing, Ground, PoseSheet, pose_sheet};
use std::io::Write as _;
use std::path::Path;

/// Pixels of a picture per pixel of a drawing.
const SCALE: f64 = 1.5;
/// Ground is drawn this far around the body [m].
const AROUND: f64 = 4.0;

/// Writes a file whole, or to standard output where the path is `-`.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    if is_standard_output(path) {
        // Past the answer's own writer: a picture is no text to be made plain. Answers go to standard error meanwhile.
        let mut out = std::io::stdout().lock();
        out.write_all(bytes)?;
        return Ok(out.flush()?);
    }
    write_atomically(path, bytes).map_err(Error::Written)
}

/// What the answer says of a file that was written.
pub(super) fn written_name(path: &Path) -> String {
    if is_standard_output(path) {
        "standard output".to_owned()
    } else {
        path.display().to_string()
    }
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
    let at = task.stance.world_from_held().translation;
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
