//! Level files: `levels/*.ron` as people write them, and the only place where they are checked.
//!
//! ```text
//! text --parse--> LevelFile (names, degrees, defaults) --checked--> Level (ids, radians, pieces laid end to end)
//! ```
//! Every field is described in `levels/README.md`.

mod checker;
mod text;
mod written;

use super::source::called_like;
use super::{FileError, Source, is_standard_input, nearest};
use crate::level::{Form, Level, Piece, Platform, Rock, RockShape, Scatter};
use crate::math::{Transform, rotation_from_vector};
use glam::{DQuat, DVec3};
use std::collections::BTreeSet;
use std::path::Path;

pub use text::level_text;

use checker::Checker;
use written::{FormFile, LevelFile, PieceFile, PlatformFile, RockFile, RockFormFile};

/// Files of this version are read.
const VERSION: u64 = 1;
/// Blocks of ground in a level: planes, stairs and stones together.
const MOST_SOLIDS: usize = 10_000;
/// Cells of rough ground in a level.
const MOST_CELLS: usize = 1_000_000;
/// Platforms in a level.
const MOST_PLATFORMS: usize = 100;
/// Rocks in a level.
const MOST_ROCKS: usize = 1_000;
/// Sines of one platform.
const MOST_SINES: usize = 100;
/// Steepest slope, and farthest turn of a platform [deg].
const STEEPEST_DEG: f64 = 79.0;

/// Levels that come with the program: name and text.
pub fn shipped_levels() -> &'static [(&'static str, &'static str)] {
    &[
        ("flat", include_str!("../../levels/flat.ron")),
        ("slope", include_str!("../../levels/slope.ron")),
        ("stairs", include_str!("../../levels/stairs.ron")),
        ("rough", include_str!("../../levels/rough.ron")),
        (
            "stepping_stones",
            include_str!("../../levels/stepping_stones.ron"),
        ),
        ("platform", include_str!("../../levels/platform.ron")),
        ("ice", include_str!("../../levels/ice.ron")),
        ("rocks", include_str!("../../levels/rocks.ron")),
    ]
}

/// Loads a shipped level by its name, or any level by its path.
///
/// # Errors
/// When there is no such level, or its file is wrong.
pub fn load_level(name_or_path: &str) -> Result<Level, FileError> {
    let shipped = shipped_levels();
    if let Some((name, text)) = shipped.iter().find(|(name, _)| *name == name_or_path) {
        return read_level(&Source::new(format!("levels/{name}.ron"), *text));
    }
    if let Some(path) = level_file(name_or_path) {
        return read_level(&Source::read(path)?);
    }
    let names: Vec<&str> = shipped.iter().map(|(name, _)| *name).collect();
    let hint = match nearest(name_or_path, names.iter().copied()) {
        Some(name) => format!("did you mean {name:?}? Shipped are"),
        None => "shipped are".to_owned(),
    };
    Err(FileError {
        file: name_or_path.to_owned(),
        place: None,
        message: format!(
            "is neither a file nor a shipped level; {hint} {}",
            names.join(", ")
        ),
    })
}

/// The file that [`load_level`] reads for a name; none for a shipped level, and for what is neither.
pub fn level_file(name_or_path: &str) -> Option<&Path> {
    if shipped_levels()
        .iter()
        .any(|(name, _)| *name == name_or_path)
    {
        return None;
    }
    let path = Path::new(name_or_path);
    let looks_like_path = path.extension().is_some() || path.components().count() > 1;
    (looks_like_path || is_standard_input(path) || path.exists()).then_some(path)
}

/// Reads a level file and checks it.
///
/// # Errors
/// Where the text is not a level file, or says something that cannot be.
pub fn read_level(source: &Source) -> Result<Level, FileError> {
    let file: LevelFile = source.parse()?;
    if file.version != VERSION {
        let message = format!("version is {}; valid is {VERSION}", file.version);
        return Err(source.error_at(&["version"], message));
    }
    let whole = Checker::whole(source);
    let friction = whole.number("friction", file.friction, 0.0, 10.0, "")?;
    if file.ground.is_empty() && file.platforms.is_empty() {
        let message = "ground has no pieces; a level needs at least one piece or platform";
        return Err(source.error_at(&["ground"], message));
    }
    let mut names = BTreeSet::new();
    let pieces = laid_pieces(source, &file.ground, friction, &mut names)?;
    whole.count("platforms", file.platforms.len(), 0, MOST_PLATFORMS)?;
    let platforms = file
        .platforms
        .iter()
        .map(|platform| platform.checked(source, friction, &mut names))
        .collect::<Result<Vec<_>, _>>()?;
    let name = called_like(Path::new(&source.file));
    let mut level = Level::new(name, file.description.trim(), pieces, platforms);
    for rock in &file.rocks {
        let more = rock.checked(source, friction, &level, &mut names)?;
        level.rocks.extend(more);
        whole.count("rocks", level.rocks.len(), 0, MOST_ROCKS)?;
    }
    Ok(level)
}

/// Lays pieces end to end: one without a place of its own begins where the one before it ends.
fn laid_pieces(
    source: &Source,
    files: &[PieceFile],
    friction: f64,
    names: &mut BTreeSet<String>,
) -> Result<Vec<Piece>, FileError> {
    let (mut end, mut heading) = (-DVec3::Z, 0.0);
    let (mut solids, mut cells) = (0_usize, 0_usize);
    let mut pieces = Vec::with_capacity(files.len());
    for file in files {
        let check = Checker::named(source, "piece", &file.name, names)?;
        if let Some(heading_deg) = file.heading_deg {
            heading = check
                .number("heading_deg", heading_deg, -360.0, 360.0, "deg")?
                .to_radians();
        }
        let piece = Piece {
            name: file.name.clone(),
            at: file.at.map_or(Ok(end), |at| check.place(at))?,
            heading,
            thickness: check.size("thickness", file.thickness)?,
            friction: check.friction(file.friction, friction)?,
            form: file.form.checked(&check)?,
        };
        solids += piece.form.solid_count();
        if solids > MOST_SOLIDS {
            let message = format!("the level has {solids} planes, stairs and stones up to here");
            return Err(check.error("", format!("{message}; at most {MOST_SOLIDS} are valid")));
        }
        cells = cells.saturating_add(piece.form.cell_count());
        if cells > MOST_CELLS {
            let message = format!("the level has {cells} cells of rough ground up to here");
            return Err(check.error("cell", format!("{message}; at most {MOST_CELLS} are valid")));
        }
        end = piece.end();
        pieces.push(piece);
    }
    Ok(pieces)
}

impl FormFile {
    fn checked(&self, check: &Checker) -> Result<Form, FileError> {
        Ok(match *self {
            Self::Plane {
                length,
                width,
                slope_deg,
            } => Form::Plane {
                length: check.size("length", length)?,
                width: check.size("width", width)?,
                slope: check
                    .number("slope_deg", slope_deg, -STEEPEST_DEG, STEEPEST_DEG, "deg")?
                    .to_radians(),
            },
            Self::Stairs {
                rise,
                run,
                count,
                width,
            } => {
                if rise == 0.0 {
                    let hint = "rise is 0 m; valid is more (up) or less (down), or a Plane instead";
                    return Err(check.error("rise", hint));
                }
                Form::Stairs {
                    rise: check.number("rise", rise, -2.0, 2.0, "m")?,
                    run: check.size("run", run)?,
                    count: check.count("count", count as usize, 1, MOST_SOLIDS)?,
                    width: check.size("width", width)?,
                }
            }
            Self::Rough {
                seed,
                cell,
                amplitude,
                length,
                width,
            } => {
                let cell = check.size("cell", cell)?;
                // The quintic blend is at most 1.875 times as steep as a straight line from hollow to bump.
                let steepest = cell * libm::tan(STEEPEST_DEG.to_radians()) / (2.0 * 1.875);
                let most = (steepest.min(10.0) * 1e3).floor() * 1e-3;
                Form::Rough {
                    seed,
                    cell,
                    amplitude: check.number("amplitude", amplitude, 0.0, most, "m")?,
                    length: check.size("length", length)?,
                    width: check.size("width", width)?,
                }
            }
            Self::Stones {
                seed,
                count,
                spacing,
                size,
                stagger,
                jitter,
            } => Form::Stones {
                seed,
                count: check.count("count", count as usize, 1, MOST_SOLIDS)?,
                spacing: check.size("spacing", spacing)?,
                size: check.size_xz(size)?,
                stagger: check.number("stagger", stagger, -10.0, 10.0, "m")?,
                jitter: check.vector("jitter", jitter, 0.0, 10.0, "m")?,
            },
        })
    }
}

impl PlatformFile {
    fn checked(
        &self,
        source: &Source,
        friction: f64,
        names: &mut BTreeSet<String>,
    ) -> Result<Platform, FileError> {
        let check = Checker::named(source, "platform", &self.name, names)?;
        let heading = check.number("heading_deg", self.heading_deg, -360.0, 360.0, "deg")?;
        check.count("sway", self.sway.len(), 0, MOST_SINES)?;
        check.count("turn", self.turn.len(), 0, MOST_SINES)?;
        let mut sway = Vec::with_capacity(self.sway.len());
        for file in &self.sway {
            let amplitude = check.vector("amplitude", file.amplitude, -100.0, 100.0, "m")?;
            sway.push(check.sine(amplitude, file.period_secs, file.phase_deg)?);
        }
        let (mut turn, mut farthest_deg) = (Vec::with_capacity(self.turn.len()), 0.0);
        for file in &self.turn {
            let (least, most) = (-STEEPEST_DEG, STEEPEST_DEG);
            let degrees = file.amplitude_deg;
            let degrees = check.vector("amplitude_deg", degrees, least, most, "deg")?;
            farthest_deg += degrees.length();
            let amplitude = degrees * 1_f64.to_radians();
            turn.push(check.sine(amplitude, file.period_secs, file.phase_deg)?);
        }
        if farthest_deg > STEEPEST_DEG {
            let message = format!("its turns add up to {farthest_deg:.1} deg");
            let message = format!("{message}; valid is at most {STEEPEST_DEG} deg");
            return Err(check.error("turn", message));
        }
        let rotation = DQuat::from_rotation_y(heading.to_radians());
        Ok(Platform {
            name: self.name.clone(),
            world_from_rest: Transform::new(rotation, check.place(self.at)?),
            half_size: 0.5 * check.size_xz(self.size)?,
            thickness: check.size("thickness", self.thickness)?,
            friction: check.friction(self.friction, friction)?,
            sway,
            turn,
            fade_in_secs: check.number("fade_in_secs", self.fade_in_secs, 0.0, 1000.0, "s")?,
        })
    }
}

impl RockFile {
    fn checked(
        &self,
        source: &Source,
        friction: f64,
        level: &Level,
        names: &mut BTreeSet<String>,
    ) -> Result<Vec<Rock>, FileError> {
        let check = Checker::named(source, "rock", &self.name, names)?;
        let at = check.place(self.at)?;
        let friction = check.friction(self.friction, friction)?;
        let density = check.number("density", self.density, 1.0, 25_000.0, "kg/m^3")?;
        let (shape, rotation) = match self.form {
            RockFormFile::Sphere { radius } => {
                let radius = check.number("radius", radius, 0.001, 10.0, "m")?;
                (RockShape::Sphere { radius }, DQuat::IDENTITY)
            }
            RockFormFile::Box { size, turn_deg } => {
                let half = 0.5 * check.vector("size", size, 0.001, 10.0, "m")?;
                let turn_deg = check.vector("turn_deg", turn_deg, -360.0, 360.0, "deg")?;
                let turn = rotation_from_vector(turn_deg * 1_f64.to_radians());
                (RockShape::Box { half }, turn)
            }
            RockFormFile::Scatter {
                seed,
                count,
                size,
                edges,
            } => {
                let scatter = Scatter {
                    name: self.name.clone(),
                    seed,
                    count: check.count("count", count as usize, 1, MOST_ROCKS)?,
                    at,
                    size: check.size_xz(size)?,
                    edges: (
                        check.number("edges", edges.0, 0.001, 10.0, "m")?,
                        check.number("edges", edges.1, edges.0, 10.0, "m")?,
                    ),
                    density,
                    friction,
                };
                let longest = scatter.longest_edge();
                if edges.1 > longest {
                    let message = format!("{count} rocks with edges of {} m do not fit", edges.1);
                    let message = format!("{message}; valid edges are up to {longest:.3} m");
                    return Err(check.error("edges", message));
                }
                return Ok(scatter.rocks(level));
            }
        };
        Ok(vec![Rock {
            name: self.name.clone(),
            shape,
            world_from_rock: Transform::new(rotation, at),
            mass: density * shape.volume(),
            friction,
        }])
    }
}
