//! `contrapposto figures`: the paper's figures, drawn by this program, each with the command that makes it.

use super::answer::write_json;
use super::file_list::{Files, Kind};
use super::files::write;
use super::out_folder;
use super::{Cli, Error, answer};
use crate::io::one_line;
use clap::{Args, Parser as _};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `figures`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto figures
  contrapposto figures --out docs/figures
  contrapposto figures --only 5")]
pub(super) struct FiguresArgs {
    /// The folder for pictures and their page; made when it is not there
    #[arg(long, short, value_name = "FOLDER", default_value = "figures")]
    out: PathBuf,
    /// Draws this figure of the paper alone, and no page
    #[arg(long, value_name = "NUMBER")]
    only: Option<u32>,
    /// Prints one JSON object instead of sentences
    #[arg(long)]
    json: bool,
}

impl FiguresArgs {
    /// What is read and what is written, but for the folder, which is made before its names are tried.
    #[expect(clippy::unused_self, reason = "every command is asked for its files")]
    pub(super) fn files(&self) -> Files {
        Files::default()
    }

    fn page(&self) -> Option<PathBuf> {
        self.only.is_none().then(|| self.out.join("README.md"))
    }
}

/// What was drawn, as JSON. `docs/json.md` describes every field.
#[derive(Debug, Serialize)]
struct Drawn {
    figures: Vec<DrawnFigure>,
    written: Vec<String>,
}

#[derive(Debug, Serialize)]
struct DrawnFigure {
    number: u32,
    shows: &'static str,
    command: &'static str,
    picture: String,
}

/// A figure of the paper: its number, what it shows, and the words of the command that draws it.
struct PaperFigure {
    number: u32,
    shows: &'static str,
    command: &'static str,
}

impl PaperFigure {
    fn file_name(&self) -> String {
        format!("figure_{:02}.png", self.number)
    }
}

const fn figure(number: u32, shows: &'static str, command: &'static str) -> PaperFigure {
    PaperFigure {
        number,
        shows,
        command,
    }
}

const FIGURES: [PaperFigure; 15] = [
    figure(
        1,
        "A walk, seen from the side, balanced on every frame",
        "walk --static --steps 8",
    ),
    figure(
        4,
        "The centre of mass of the whole body over the support region",
        "pose --margin-mm 20 --reach left_hand=0.25,0.9,0.6",
    ),
    figure(
        5,
        "Two goals that disagree: alike, they meet half-way (a); balance biased, the hand gives way (b)",
        "lesson 3 --page 1",
    ),
    figure(
        7,
        "Virtual centres of mass, from the tips inward to the held foot",
        "lesson 8 --page 2",
    ),
    figure(
        8,
        "A hand alone is asked for (a), the pelvis with it (b), the centre of mass over the feet (c)",
        "lesson 7 --page 2",
    ),
    figure(
        9,
        "The centre of mass biased upward and downward",
        "lesson 7 --page 3",
    ),
    figure(
        10,
        "Ten steps without a vertical bias, and with one",
        "lesson 9 --page 4",
    ),
    figure(
        11,
        "Up and down the stairs",
        "walk --static --level stairs --steps 26",
    ),
    figure(
        12,
        "Balance on one leg, while hands and the free foot go far out",
        "lesson 7 --page 4",
    ),
    figure(
        13,
        "What every joint carries while a hand reaches, and where it would take the centre of mass",
        "lesson 8 --page 1",
    ),
    figure(
        14,
        "A pose that stands: bent down on one leg, the free one behind",
        "pose --stance left --margin-mm 10 --reach left_hand=0.3,0.5,0.6 --reach right_foot=-0.25,0.85,-0.6",
    ),
    figure(
        15,
        "Over stones of different heights, footholds chosen on them",
        "walk --static --level stepping_stones --steps 10",
    ),
    figure(
        16,
        "The left leg is a tenth longer than the right",
        "lesson 10 --page 1",
    ),
    figure(
        17,
        "Other proportions, the same goals",
        "lesson 10 --page 3",
    ),
    figure(
        18,
        "The states of a step: shift, swing, change feet",
        "lesson 9 --page 2",
    ),
];

/// Draws every figure.
pub(super) fn run(
    args: &FiguresArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Error> {
    let chosen: Vec<&PaperFigure> = FIGURES
        .iter()
        .filter(|figure| args.only.is_none_or(|only| only == figure.number))
        .collect();
    if let ([], Some(only)) = (&chosen[..], args.only) {
        let numbers: Vec<String> = FIGURES.iter().map(|f| f.number.to_string()).collect();
        let message = format!("--only {only}: there are {}", numbers.join(", "));
        return Err(Error::Arguments(message));
    }
    let pictures: Vec<PathBuf> = (chosen.iter())
        .map(|figure| args.out.join(figure.file_name()))
        .collect();
    let files = Files::default().writes(Kind::Picture, &pictures);
    out_folder::prepare(&args.out, &files.writes(Kind::Page, &args.page()))?;
    let mut drawn = Drawn {
        figures: Vec::new(),
        written: Vec::new(),
    };
    let mut page = String::from(
        "# The paper's figures\n\nFigures 1, 4, 5 and 7 to 18 of Kenwright, *Synthesizing Balancing Character Motions* (VRIPHYS 2012), \
         drawn by this program: `contrapposto figures --out docs/figures` draws all of them. Figures 2, 3 and 6 are \
         sketches of how links are named.\n",
    );
    for (figure, path) in chosen.into_iter().zip(&pictures) {
        let name = figure.file_name();
        let words = ["contrapposto"]
            .into_iter()
            .chain(figure.command.split(' '));
        let words = words
            .map(Into::into)
            .chain(["--picture".into(), path.into()]);
        let words: Vec<std::ffi::OsString> = words.collect();
        let cli = Cli::try_parse_from(words).map_err(|e| Error::from_clap(&e))?;
        // What the command says of itself belongs to the command.
        answer(cli.command, &mut std::io::sink(), err)?;
        drawn.written.push(path.display().to_string());
        let PaperFigure {
            number,
            shows,
            command,
        } = figure;
        let _ = write!(
            page,
            "\n## Figure {number}\n\n{shows}.\n\n![{shows}]({name})\n\n```console\n$ contrapposto {command} --picture {name}\n…\n```\n"
        );
        drawn.figures.push(DrawnFigure {
            number: *number,
            shows,
            command,
            picture: path.display().to_string(),
        });
    }
    if let Some(path) = args.page() {
        write(&path, page.as_bytes())?;
        drawn.written.push(path.display().to_string());
    }
    if args.json {
        return write_json(&drawn, out);
    }
    for path in &drawn.written {
        writeln!(out, "Wrote {}.", one_line(path))?;
    }
    Ok(())
}
