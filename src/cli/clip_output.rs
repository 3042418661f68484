//! Clips as files: the ending of the name says the format, and what was written is said with its proof.

use super::Error;
use super::files::{write, written_name};
use super::input_list::Item;
use super::lists::height;
use super::plain_text::path_name;
use super::progress::Progress;
use crate::character::Character;
use crate::io::bvh::{Bvh, BvhOptions, Preset};
use crate::io::{
    ClipFormat, ClipProof, WrittenClip, character_text, encode_clip, encode_recorded_clip,
    is_stream, one_line,
};
use crate::kinematics::Kinematics;
use crate::motion::{Clip, OwnBody};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// How clips are written.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct ClipStyleArgs {
    /// How a .bvh is written: plain, blender, motionbuilder, three or strict [default: plain, in centimetres]
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// What kind of clip is written where no name says it: to standard output (-), a device, a pipe, or a folder
    #[arg(long, value_enum, value_name = "KIND")]
    format: Option<FormatArg>,
}

/// [`ClipFormat`] on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    /// Our own: everything, exact
    Ron,
    /// Skeleton and angles
    Bvh,
    /// Tracks for plots
    Csv,
    /// glTF, a skinned body and its motion
    Glb,
}

impl From<FormatArg> for ClipFormat {
    fn from(arg: FormatArg) -> Self {
        match arg {
            FormatArg::Ron => Self::Ron,
            FormatArg::Bvh => Self::Bvh,
            FormatArg::Csv => Self::Csv,
            FormatArg::Glb => Self::Glb,
        }
    }
}

/// Clips that are to be written, each of a known kind.
#[derive(Clone, Debug)]
pub(super) struct ClipStyle {
    files: Vec<(PathBuf, ClipFormat)>,
    options: BvhOptions,
}

impl ClipStyleArgs {
    /// What is written to these paths. Fails when nobody says what kind a clip is, and when none of them is one that a
    /// preset speaks of, rather than to write something else than people asked for.
    pub(super) fn of<'p>(
        &self,
        paths: impl IntoIterator<Item = &'p PathBuf>,
    ) -> Result<ClipStyle, Error> {
        let kind = |path: &'p PathBuf| Ok((path.clone(), self.format_of(path)?));
        let files: Vec<_> = paths.into_iter().map(kind).collect::<Result<_, Error>>()?;
        self.check_format(&files)?;
        let options = bvh_options(self.preset.as_deref(), &files)?;
        Ok(ClipStyle { files, options })
    }

    /// Fails once, and not for every one of many clips, when what is asked for is wrong for all of them.
    pub(super) fn check_for_many(&self, items: &[&Item]) -> Result<(), Error> {
        match items.first() {
            Some(first) => self.of(&first.output).map(drop),
            None => Ok(()),
        }
    }

    /// The ending of clips that go to a folder.
    pub(super) fn ending_in(&self, folder: &Path) -> Result<&'static str, Error> {
        let format = self.format.map(ClipFormat::from).ok_or_else(|| {
            let folder = folder.display();
            let message = format!("--out-dir {folder}: say what kind of clips are written there with --format: ron, bvh, csv or glb");
            Error::Arguments(message)
        })?;
        Ok(format.extension())
    }

    /// Fails when a name says another kind than `--format`, which is for nothing else than what the names are for.
    fn check_format(&self, files: &[(PathBuf, ClipFormat)]) -> Result<(), Error> {
        let Some(said) = self.format.map(ClipFormat::from) else {
            return Ok(());
        };
        let other = files.iter().find(|(_, format)| *format != said);
        let is_needed = files.iter().any(|(path, _)| is_stream(path));
        match other {
            Some((path, _)) if !is_needed => {
                let (name, said) = (path_name(path), said.extension());
                Err(Error::Arguments(format!(
                    "{name}: its name and --format {said} say different kinds of clips; leave --format out, or end the name in .{said}"
                )))
            }
            _ => Ok(()),
        }
    }

    fn format_of(&self, path: &Path) -> Result<ClipFormat, Error> {
        match (is_stream(path), self.format) {
            (true, Some(format)) => Ok(format.into()),
            (true, None) => ClipFormat::of_path(path).map_err(|_| {
                let path = path.display();
                let message = format!("{path}: say what kind of clip is written there with --format: ron, bvh, csv or glb");
                Error::Arguments(message)
            }),
            (false, _) => Ok(ClipFormat::of_path(path)?),
        }
    }
}

/// What a preset of this name stands for; without a name the default.
fn bvh_options(preset: Option<&str>, files: &[(PathBuf, ClipFormat)]) -> Result<BvhOptions, Error> {
    let Some(name) = preset else {
        return Ok(Preset::default().options());
    };
    let Some(found) = Preset::named(name) else {
        let valid = Preset::ALL.iter().map(|preset| preset.name());
        return Err(Error::unknown("--preset", "preset", name, valid));
    };
    if files.iter().any(|(_, format)| *format == ClipFormat::Bvh) {
        return Ok(found.options());
    }
    let others: Vec<_> = files.iter().map(|(path, _)| written_name(path)).collect();
    let what = match &others[..] {
        [] => "no file is written".to_owned(),
        names => format!("{} is none", names.join(", ")),
    };
    let message = format!("--preset {name}: a preset says how a .bvh is written, and {what}");
    Err(Error::Arguments(message))
}

impl ClipStyle {
    /// As the end of a path says, when nobody says more.
    pub(super) fn plain(path: &PathBuf) -> Result<Self, Error> {
        ClipStyleArgs::default().of([path])
    }

    /// Writes a clip to every path, with a progress bar.
    pub(super) fn write(&self, character: &Character, clip: &Clip) -> Result<Vec<ClipFile>, Error> {
        self.write_recorded(character, clip, None)
    }

    /// The same of a clip that may be a recording's on its own skeleton: a BVH is then that recording's with other angles.
    pub(super) fn write_recorded(
        &self,
        character: &Character,
        clip: &Clip,
        recorded: Option<(&Bvh, &OwnBody)>,
    ) -> Result<Vec<ClipFile>, Error> {
        let mut files = Vec::new();
        for (path, format) in &self.files {
            let mut progress = Progress::new("writing", clip.frames.len() as u64);
            let name = written_name(path);
            let told = &mut |done| progress.set(done as u64);
            let made = match (recorded, *format) {
                (Some((bvh, own)), ClipFormat::Bvh) => encode_recorded_clip(&name, bvh, own, clip),
                (Some(_), ClipFormat::Ron) => {
                    let clip = with_its_body(path, character, clip)?;
                    encode_clip(&name, *format, character, &clip, &self.options, told)
                }
                _ => encode_clip(&name, *format, character, clip, &self.options, told),
            };
            progress.finish();
            let (bytes, written) = made.map_err(Error::Written)?;
            write(path, &bytes)?;
            files.push(ClipFile::new(name, character, clip, written));
        }
        Ok(files)
    }
}

/// The file of a body that no character is: beside its clip.
pub(super) fn body_beside(path: &Path) -> PathBuf {
    path.with_extension("body.ron")
}

/// A clip that names the file of its body, which is written beside it.
fn with_its_body(path: &Path, character: &Character, clip: &Clip) -> Result<Clip, Error> {
    if is_stream(path) {
        let message = "a .ron names its body, and one that is made of a recording is written beside it: say a file's name";
        return Err(Error::Arguments(message.to_owned()));
    }
    let body = body_beside(path);
    write(&body, character_text(character).as_bytes())?;
    let name = body.file_name().unwrap_or_default().to_string_lossy();
    Ok(Clip {
        character: name.into_owned(),
        ..clip.clone()
    })
}

/// A clip's file that was written. `docs/json.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ClipFile {
    pub(super) path: String,
    format: &'static str,
    bytes: u64,
    frames: usize,
    secs: f64,
    frames_per_second: f64,
    unit: &'static str,
    character: String,
    height_m: f64,
    joints_compared: Option<usize>,
    largest_distance_um: Option<f64>,
    #[serde(skip)]
    proof: Option<ClipProof>,
}

impl ClipFile {
    fn new(path: String, character: &Character, clip: &Clip, written: WrittenClip) -> Self {
        let rest = Kinematics::of(character, &character.rest);
        Self {
            path,
            format: written.format.extension(),
            bytes: written.bytes,
            frames: clip.frames.len(),
            secs: clip.duration_secs(),
            frames_per_second: 1.0 / clip.frame_secs,
            unit: written.unit,
            character: character.name.clone(),
            height_m: height(character, &rest),
            joints_compared: written.proof.map(|proof| proof.joints),
            largest_distance_um: written
                .proof
                .map(|proof| 1e6 * proof.largest_joint_distance),
            proof: written.proof,
        }
    }

    /// One line, and a second where the file was read back.
    pub(super) fn say(&self, out: &mut dyn Write) -> Result<(), Error> {
        let frames = match self.frames {
            1 => "1 frame".to_owned(),
            n => format!("{n} frames"),
        };
        writeln!(
            out,
            "Wrote {}: {}, {frames}, {:.3} s at {} frames per second; unit {}, y up, {} is {:.3} m high at rest.",
            one_line(&self.path),
            size_text(self.bytes),
            self.secs,
            rate_text(self.frames_per_second),
            self.unit,
            self.character,
            self.height_m,
        )?;
        if let Some(proof) = &self.proof {
            writeln!(out, "  {proof}")?;
        }
        Ok(())
    }
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
