//! `contrapposto inspect`: what a character is made of, and where everything is in one pose. Motion files (BVH) have
//! a page of their own: `inspect_bvh`.

use super::Error;
use super::answer::write_json;
use super::file_list::{Files, Kind};
use super::files::{png, write, written_name};
use super::inspect_bvh;
use super::inspect_json::Inspection;
use super::lists::height;
use super::table::{Side, Table};
use super::task::read_start;
use crate::character::{Character, Contacts, Effector, JointKind, LinkId, Pose};
use crate::io::bvh::{Bvh, parse_bvh, read_bvh};
use crate::io::{
    ClipFormat, FileError, MOST_CLIP_BYTES, Source, begins_as_clip, is_standard_input,
    load_character, one_line, read_bytes, read_character_beside, shipped_characters,
};
use crate::kinematics::{Kinematics, Stance};
use crate::picture::{Ground, PoseSheet, inspect_sheet, pose_sheet};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A sole this near to height zero stands on the ground in a picture [m].
const NEAR_GROUND: f64 = 0.01;

/// Arguments of `inspect`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  contrapposto inspect human
  contrapposto inspect chicken --picture chicken.png
  contrapposto inspect mannequin --root l_foot --json
  contrapposto inspect my_robot.ron --pose pose.ron --json
  contrapposto inspect walk.bvh
  contrapposto inspect walk.bvh --json --frames 0,10
  contrapposto inspect - < my_robot.ron

With --json also: the pose of every link, the centre of mass, virtual centres of mass, and the Jacobian of the centre of \
mass. Without --root the base is free and has six columns before those of the joints; with --root that link is held.")]
pub(super) struct InspectArgs {
    /// A shipped character, the path of a character file, or a motion file (.bvh); - is either of these files on standard input
    character: String,
    /// A pose file, instead of the rest pose
    #[arg(long, value_name = "FILE")]
    pose: Option<PathBuf>,
    /// The link, or the link of the sole, that is held
    #[arg(long, value_name = "LINK|FOOT")]
    root: Option<String>,
    /// Draws the character into a PNG
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Rows of a motion file whose joint positions --json prints, from 0, or all
    #[arg(long, value_name = "0,1,10|all")]
    frames: Option<String>,
    /// Prints one JSON object instead of tables
    #[arg(long)]
    json: bool,
}

impl InspectArgs {
    /// What is read and what is written.
    pub(super) fn files(&self) -> Files {
        let files = Files::default().reads(&self.pose);
        let files = if inspect_bvh::is_bvh(&self.character) {
            files.reads([&PathBuf::from(&self.character)])
        } else {
            files.reads_character(&self.character)
        };
        files.writes(Kind::Picture, &self.picture)
    }
}

/// Shows the character.
pub(super) fn run(
    args: &InspectArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Error> {
    let character = match shown(&args.character)? {
        Shown::Character(character) => character,
        Shown::Motion(bvh) => return show_motion(args, &bvh, out, err),
    };
    if args.frames.is_some() {
        let message = "--frames is for motion files (.bvh); a character has none";
        return Err(Error::Arguments(message.to_owned()));
    }
    let pose = match &args.pose {
        Some(path) => read_start(path, &character, err)?,
        None => character.rest.clone(),
    };
    let root = match &args.root {
        Some(name) => Some(find_root(&character, name)?),
        None => None,
    };
    let mut written = None;
    if let Some(path) = &args.picture {
        let sheet = match args.pose {
            Some(_) => pose_picture(&character, &pose),
            None => inspect_sheet(&character),
        };
        write(path, &png(&sheet)?)?;
        written = Some(written_name(path));
    }
    if args.json {
        return write_json(&Inspection::new(&character, &pose, root, written), out);
    }
    write_tables(&character, &pose, out)?;
    if let Some(path) = written {
        writeln!(out, "\nWrote {}.", one_line(&path))?;
    }
    Ok(())
}

/// What there is to show.
enum Shown {
    Character(Box<Character>),
    Motion(Bvh),
}

/// Reads it; what comes from standard input is known by how it begins.
fn shown(name_or_path: &str) -> Result<Shown, Error> {
    let path = Path::new(name_or_path);
    if is_standard_input(path) {
        let name = "standard input".to_owned();
        let bytes = read_bytes(path, MOST_CLIP_BYTES)?;
        if ClipFormat::of_bytes(&bytes) == ClipFormat::Bvh {
            return Ok(Shown::Motion(parse_bvh(&name, &bytes)?));
        }
        let source = Source::from_bytes(name, bytes)?;
        let read = read_character_beside(&source, path);
        let character = read.map_err(|e| unread(e, source.text.as_bytes()))?;
        return Ok(Shown::Character(Box::new(character)));
    }
    if inspect_bvh::is_bvh(name_or_path) {
        return Ok(Shown::Motion(read_bvh(path)?));
    }
    check_can_be_shown(name_or_path)?;
    let character = load_character(name_or_path).map_err(|e| {
        // A pipe is read once.
        let bytes = path
            .is_file()
            .then(|| read_bytes(path, MOST_CLIP_BYTES).ok());
        unread(e, &bytes.flatten().unwrap_or_default())
    })?;
    Ok(Shown::Character(Box::new(character)))
}

/// Why there is no character in this file; a clip is called that, not a character with mistakes.
fn unread(error: FileError, bytes: &[u8]) -> FileError {
    if !begins_as_clip(bytes) {
        return error;
    }
    FileError {
        place: None,
        message: "is a clip, not a character; `check` measures it, `picture` draws it".to_owned(),
        ..error
    }
}

/// Shows a motion file.
fn show_motion(
    args: &InspectArgs,
    bvh: &Bvh,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Error> {
    if args.pose.is_some() || args.root.is_some() || args.picture.is_some() {
        let message = "--pose, --root and --picture are for characters, not for motion files";
        return Err(Error::Arguments(message.to_owned()));
    }
    let path = Path::new(&args.character);
    match &args.frames {
        frames if args.json => inspect_bvh::write_json(bvh, path, frames.as_deref(), out, err),
        None => inspect_bvh::write_table(bvh, out),
        Some(_) => Err(Error::Arguments("--frames needs --json".to_owned())),
    }
}

/// Fails for what is neither a character nor a motion that is read: a folder, or a clip that is written only.
fn check_can_be_shown(name_or_path: &str) -> Result<(), Error> {
    let path = Path::new(name_or_path);
    let is_shipped = shipped_characters()
        .iter()
        .any(|(name, _)| *name == name_or_path);
    let what = match ClipFormat::of_path(path) {
        _ if path.is_dir() && !is_shipped => "a folder".to_owned(),
        Ok(format @ (ClipFormat::Csv | ClipFormat::Glb)) => {
            format!("a .{}, which is written only", format.extension())
        }
        Ok(ClipFormat::Ron | ClipFormat::Bvh) | Err(_) => return Ok(()),
    };
    Err(Error::Arguments(format!(
        "{name_or_path}: is {what}; inspect shows a character by its name or .ron file, and a motion from a .bvh"
    )))
}

/// Length of the limb that carries an effector, and the joint (or link) where that limb begins.
///
/// The limb begins where the way from the effector to the first link meets the middle of the body: shoulder, hip. An
/// effector in the middle is measured from the first link. Straight limbs: the sum of the lengths of their links [m].
pub(super) fn reach(character: &Character, effector: &Effector) -> (String, f64) {
    let is_middle = |link: LinkId| character.partners[link.index()] == link;
    let from_first_link = is_middle(effector.link);
    let mut link = effector.link;
    let mut length = effector.point_in_link.length();
    while let Some(parent) = character.link(link).parent {
        if !from_first_link && is_middle(parent) {
            return (character.link(link).joint.name.clone(), length);
        }
        length += character
            .link(link)
            .joint
            .parent_from_joint
            .translation
            .length();
        link = parent;
    }
    (character.link(link).name.clone(), length)
}

/// Limits of a joint in words [deg]; nothing when it has none.
pub(super) fn limit_words(kind: &JointKind) -> (&'static str, String) {
    let range =
        |low: f64, high: f64| format!("{:.0}° to {:.0}°", low.to_degrees(), high.to_degrees());
    match kind {
        JointKind::Fixed => ("fixed", String::new()),
        JointKind::Hinge { range: r, .. } => ("hinge", range(r.low, r.high)),
        JointKind::Ball(limits) => {
            let [twist, flex, side] = limits.angles().map(|r| range(r.low, r.high));
            ("ball", format!("twist {twist}, flex {flex}, side {side}"))
        }
    }
}

fn find_root(character: &Character, name: &str) -> Result<LinkId, Error> {
    let foot = || {
        let footing = character.find_footing(name)?;
        Some(character.footing_link(footing))
    };
    character.find_link(name).or_else(foot).ok_or_else(|| {
        let links = character.links.iter().map(|link| link.name.as_str());
        let feet = character.footing_names().into_iter();
        let feet = feet.filter(|foot| character.find_link(foot).is_none());
        Error::unknown("--root", "link or foot", name, links.chain(feet))
    })
}

/// The sheet of a pose, standing on whatever soles are at height zero.
fn pose_picture(character: &Character, pose: &Pose) -> crate::picture::Drawing {
    let kin = Kinematics::of(character, pose);
    let soles: Contacts = (0..character.soles.len())
        .filter(|&index| {
            let sole = &character.soles[index];
            let center = kin.link(sole.link).point(sole.center_in_link());
            center.y.abs() < NEAR_GROUND
        })
        .collect();
    let feet = character.footings(soles);
    let stance = (!soles.is_empty()).then(|| Stance::on_footings(character, pose, feet));
    pose_sheet(&PoseSheet {
        character,
        pose,
        stance: stance.as_ref(),
        goals: &[],
        report: None,
        ground: Ground::default(),
        title: character.name.replace('_', " "),
        caption: character.description.clone(),
        sentence: None,
    })
}

fn write_tables(character: &Character, pose: &Pose, out: &mut dyn Write) -> Result<(), Error> {
    let kin = Kinematics::of(character, pose);
    writeln!(out, "{}: {}", character.name, character.description)?;
    writeln!(
        out,
        "{:.1} kg, {:.2} m, {} links, {} degrees of freedom",
        character.mass(),
        height(character, &kin),
        character.links.len(),
        character.joint_dofs()
    )?;
    let com = kin.com;
    writeln!(
        out,
        "centre of mass at x {:.3} m, y {:.3} m, z {:.3} m",
        com.x, com.y, com.z
    )?;

    writeln!(out)?;
    let mut joints = Table::new([
        ("joint", Side::Left),
        ("parent", Side::Left),
        ("link", Side::Left),
        ("mass", Side::Right),
        ("strength", Side::Right),
        ("kind", Side::Left),
        ("limits", Side::Left),
    ]);
    for link in character.links.iter().skip(1) {
        let (kind, limits) = limit_words(&link.joint.kind);
        let parent = link
            .parent
            .map_or("", |parent| &character.link(parent).name);
        joints.row([
            link.joint.name.clone(),
            parent.to_owned(),
            link.name.clone(),
            format!("{:.2} kg", link.mass),
            format!("{}", link.joint.strength),
            kind.to_owned(),
            limits,
        ]);
    }
    joints.write(out)?;

    writeln!(out)?;
    let mut effectors = Table::new([
        ("effector", Side::Left),
        ("link", Side::Left),
        ("reach", Side::Right),
        ("", Side::Left),
    ]);
    for effector in &character.effectors {
        let (from, length) = reach(character, effector);
        effectors.row([
            effector.name.clone(),
            character.link(effector.link).name.clone(),
            format!("{length:.3} m"),
            format!("from {from}"),
        ]);
    }
    effectors.write(out)?;

    writeln!(out)?;
    let mut soles = Table::new([
        ("sole", Side::Left),
        ("link", Side::Left),
        ("corners", Side::Right),
        ("height now", Side::Right),
    ]);
    for sole in &character.soles {
        let center = kin.link(sole.link).point(sole.center_in_link());
        soles.row([
            sole.name.clone(),
            character.link(sole.link).name.clone(),
            sole.corners_in_link.len().to_string(),
            // No minus before zero.
            format!("{:.3} m", (center.y * 1e3).round() / 1e3 + 0.0),
        ]);
    }
    soles.write(out)?;
    Ok(())
}
