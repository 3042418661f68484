//! Clips as files: the ending of the name says the format, and what was written is said with its proof.

use super::Error;
use super::files::check_can_write;
use super::lists::height;
use super::progress::Progress;
use crate::character::Character;
use crate::io::bvh::{BvhOptions, Preset};
use crate::io::{ClipFormat, WrittenClip, write_clip};
use crate::kinematics::Kinematics;
use crate::motion::Clip;
use std::io::Write;
use std::path::Path;

/// Fails when a clip cannot be written to a path of this name, so that long work is not done for nothing.
pub(super) fn check_clip_path(path: &Path) -> Result<(), Error> {
    ClipFormat::of_path(path)?;
    check_can_write(Some(path))
}

/// What a preset of this name stands for; without a name the default. Fails when none of the files is one that a preset
/// speaks of, rather than to write something else than people asked for.
pub(super) fn bvh_options<'p>(
    preset: Option<&str>,
    files: impl IntoIterator<Item = &'p Path>,
) -> Result<BvhOptions, Error> {
    let Some(name) = preset else {
        return Ok(BvhOptions::default());
    };
    let Some(found) = Preset::named(name) else {
        let valid = Preset::ALL.iter().map(|preset| preset.name());
        return Err(Error::unknown("--preset", "preset", name, valid));
    };
    let mut others = Vec::new();
    for path in files {
        if ClipFormat::of_path(path)? == ClipFormat::Bvh {
            return Ok(found.options());
        }
        others.push(path.display().to_string());
    }
    let what = match &others[..] {
        [] => "no file is written".to_owned(),
        names => format!("{} is none", names.join(", ")),
    };
    let message = format!("--preset {name}: a preset says how a .bvh is written, and {what}");
    Err(Error::Arguments(message))
}

/// Writes a clip with a progress bar, and says what was written.
pub(super) fn write_clip_file(
    path: &Path,
    character: &Character,
    clip: &Clip,
    options: &BvhOptions,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let mut progress = Progress::new("writing", clip.frames.len() as u64);
    let written = write_clip(path, character, clip, options, &mut |done| {
        progress.set(done as u64);
    });
    progress.finish();
    let written = written.map_err(Error::Written)?;
    write_summary(path, character, clip, &written, out)
}

/// One line, and a second where the file was read back.
fn write_summary(
    path: &Path,
    character: &Character,
    clip: &Clip,
    written: &WrittenClip,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let frames = match clip.frames.len() {
        1 => "1 frame".to_owned(),
        n => format!("{n} frames"),
    };
    let rest = Kinematics::of(character, &character.rest);
    writeln!(
        out,
        "Wrote {}: {}, {frames}, {:.3} s at {} frames per second; unit {}, y up, {} is {:.3} m high at rest.",
        path.display(),
        size_text(written.bytes),
        clip.duration_secs(),
        rate_text(1.0 / clip.frame_secs),
        written.unit,
        character.name,
        height(character, &rest),
    )?;
    if let Some(proof) = &written.proof {
        writeln!(out, "  {proof}")?;
    }
    Ok(())
}

/// `812 bytes`, `45.2 kB`, `3.1 MB`.
fn size_text(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// At most three digits after the point.
fn rate_text(rate: f64) -> String {
    let text = format!("{rate:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_rates_are_short() {
        let sizes = [999, 45_210, 3_140_000].map(size_text);
        assert_eq!(sizes, ["999 bytes", "45.2 kB", "3.1 MB"]);
        let rates = [120.0, 1.0 / 0.0333, 1.0 / (1.0 / 30.0)].map(rate_text);
        assert_eq!(rates, ["120", "30.03", "30"]);
    }
}
