//! A page of poses: each with its name, seen from ahead and a little to one side, on its support.
//!
//! ```text
//! title
//!   \o/       o        _o
//!    |       /|\      / |\
//!   / \      < >      /  \
//!  stand    squat     lunge      …
//! caption line
//! ```

use super::figure::Figure;
use super::palette::Palette;
use super::signs::quartered_ball;
use super::text::shortened;
use super::{Align, Drawing, Frame, Layer, Mark, Rect, View};
use crate::character::{Character, Pose};
use crate::kinematics::{Kinematics, Stance};
use glam::{DVec2, DVec3};

/// Of a cell [px].
const CELL: DVec2 = DVec2::new(215.0, 330.0);
/// From the rim of the page to its cells, and what is left above and below them [px].
const RIM: f64 = 30.0;
const HEAD: f64 = 84.0;
const FOOT: f64 = 50.0;
/// In a row.
const COLUMNS: usize = 6;
/// Under a figure, for its name [px].
const NAME: f64 = 46.0;

/// The region of support is shown so far beside what carries [m].
const BESIDE: f64 = 0.02;

/// A pose with its name.
#[derive(Clone, Debug)]
pub struct GalleryPose<'a> {
    /// Under it.
    pub name: String,
    /// How the body stands.
    pub pose: &'a Pose,
    /// On what.
    pub stance: &'a Stance,
}

/// The page of poses of one body, all at one scale.
pub fn gallery(
    title: &str,
    caption: &str,
    character: &Character,
    poses: &[GalleryPose],
) -> Drawing {
    let rows = poses.len().div_ceil(COLUMNS).max(1);
    let cells = DVec2::new(COLUMNS as f64, rows as f64) * CELL;
    let size = cells + DVec2::new(2.0 * RIM, HEAD + FOOT);
    let mut drawing = Drawing::new(size, Palette::PAPER);
    let text = |at: DVec2, words: String, size: f64, color| {
        Mark::text(Layer::Text, at, words, size, color)
    };
    let width = size.x - 2.0 * RIM;
    let title = shortened(title, 28.0, width);
    drawing.push(text(DVec2::new(RIM, 50.0), title, 28.0, Palette::INK).strong());
    let caption = shortened(caption, 14.0, width);
    let foot = DVec2::new(RIM, size.y - 20.0);
    drawing.push(text(foot, caption, 14.0, Palette::INK_SOFT));

    let view = three_quarters();
    let figures = poses.iter().map(|entry| {
        let kin = Kinematics::of(character, entry.pose);
        let figure = Figure::new(character, &kin);
        let bounds = figure.bounds(&view);
        (kin, figure, bounds)
    });
    let figures: Vec<(Kinematics, Figure, Rect)> = figures.collect();
    let room = CELL - DVec2::new(20.0, NAME + 24.0);
    let scales = figures.iter().map(|(_, _, bounds)| {
        let size = bounds.size().max(DVec2::splat(1e-3));
        (room / size).min_element()
    });
    let scale = scales.fold(f64::INFINITY, f64::min);
    for (index, (entry, (kin, figure, bounds))) in poses.iter().zip(&figures).enumerate() {
        let place = DVec2::new((index % COLUMNS) as f64, (index / COLUMNS) as f64);
        let corner = DVec2::new(RIM, HEAD) + place * CELL;
        let area = Rect::new(corner, corner + CELL - DVec2::new(0.0, NAME));
        let mut frame = Frame::centered(view, area, scale, *bounds);
        // All of a row stand on one line.
        frame.origin.y += area.max.y - 14.0 - frame.flat_point(bounds.min).y;
        drawing.extend(support_marks(character, entry.stance, kin, &frame));
        drawing.extend(figure.marks(&frame));
        let name = shortened(&entry.name.replace('_', " "), 17.0, CELL.x - 10.0);
        let at = DVec2::new(area.center().x, area.max.y + 22.0);
        let name = text(at, name, 17.0, Palette::INK);
        drawing.push(name.strong().aligned(Align::Middle));
        let com_xz = DVec2::new(kin.com.x, kin.com.z);
        let margin = entry.stance.polygon.margin(com_xz).metres;
        let words = format!("margin {:.0} mm", 1e3 * margin);
        let color = Palette::margin(margin).mixed(Palette::INK, 0.4);
        let at = at + DVec2::new(0.0, 17.0);
        drawing.push(text(at, words, 13.0, color).aligned(Align::Middle));
    }
    drawing
}

/// From the front left of the figure, a little from above: gaze, hands and the place of feet are all seen.
fn three_quarters() -> View {
    let toward = DVec3::new(0.62, 0.24, 0.75).normalize();
    let right = DVec3::Y.cross(toward).normalize();
    View {
        right,
        up: toward.cross(right),
        toward,
    }
}

/// The region of support on the ground, what carries, and where the centre of mass stands over it.
fn support_marks(
    character: &Character,
    stance: &Stance,
    kin: &Kinematics,
    frame: &Frame,
) -> Vec<Mark> {
    let on_ground = |p: DVec2| frame.point(DVec3::new(p.x, 0.0, p.y));
    let com_xz = DVec2::new(kin.com.x, kin.com.z);
    let color = Palette::margin(stance.polygon.margin(com_xz).metres);
    let region = stance.polygon_nearby(character, BESIDE);
    let corners = region.corners().iter();
    let region = Mark::polygon(Layer::Support, corners.map(|c| on_ground(*c)).collect());
    let mut marks = vec![region.colored(color.faded(0.22)).stroked(color, 1.4)];
    for foot in &stance.planted {
        let corners = foot.corners(character).map(|corner| frame.point(corner));
        let print = Mark::polygon(Layer::Support, corners.collect());
        marks.push(print.colored(Palette::INK.faded(0.22)));
    }
    marks.extend(super::ground::surfaces(stance, frame));
    marks.extend(quartered_ball(Layer::Support, on_ground(com_xz), 5.0));
    marks
}
