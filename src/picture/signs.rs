//! The signs of a picture: the quartered ball of the centre of mass, crosses, rings, arrows, dimension lines, the scale bar.

use super::palette::{Color, Palette};
use super::solid::circle;
use super::{Layer, Mark};
use glam::DVec2;

/// The black-and-white quartered ball of crash dummies.
pub(super) fn quartered_ball(layer: Layer, center: DVec2, radius: f64) -> Vec<Mark> {
    let rim = circle(center, DVec2::splat(radius));
    let quarter = rim.len() / 4;
    let mut marks = vec![
        Mark::circle(layer, center, radius + 1.6).colored(Palette::PAPER.faded(0.9)),
        Mark::circle(layer, center, radius).colored(Color::hex(0xFF_FF_FF)),
    ];
    // The rim starts at three o'clock; the second and fourth quarter are black.
    for start in [quarter, 3 * quarter] {
        let mut sector = vec![center];
        sector.extend((start..=start + quarter).map(|k| rim[k % rim.len()]));
        marks.push(Mark::polygon(layer, sector).colored(Palette::INK));
    }
    marks.push(Mark::circle(layer, center, radius).stroked(Palette::INK, 1.3));
    marks
}

/// A thin vertical line with a pale halo, so that it reads over the figure.
pub(super) fn plumb_line(from: DVec2, to: DVec2) -> Vec<Mark> {
    let line = || Mark::polyline(Layer::Balance, [from, to]);
    vec![
        line().stroked(Palette::PAPER.faded(0.75), 3.4),
        line().stroked(Palette::INK, 1.2),
    ]
}

/// The ring where the plumb line meets the ground, seen flat or from above by its radii.
pub(super) fn ground_ring(center: DVec2, radii: DVec2, color: Color) -> Vec<Mark> {
    let ring = |radii| Mark::polygon(Layer::Balance, circle(center, radii));
    vec![
        ring(radii).colored(Palette::PAPER.faded(0.85)),
        ring(radii).stroked(Palette::INK, 1.4),
        ring(0.42 * radii).colored(color.mixed(Palette::INK, 0.2)),
    ]
}

/// What was asked: an upright cross with a halo.
pub(super) fn target_cross(center: DVec2) -> Vec<Mark> {
    let arms = [DVec2::X, DVec2::Y]
        .map(|axis| Mark::polyline(Layer::Target, [center - 9.0 * axis, center + 9.0 * axis]));
    let halo = arms
        .iter()
        .cloned()
        .map(|arm| arm.stroked(Palette::PAPER.faded(0.9), 5.4));
    let cross = arms
        .iter()
        .cloned()
        .map(|arm| arm.stroked(Palette::ACCENT, 2.4));
    halo.chain(cross).collect()
}

/// What was reached: a small ring with a halo.
pub(super) fn reached_ring(center: DVec2) -> Vec<Mark> {
    let ring = |width, color| Mark::circle(Layer::Reached, center, 4.6).stroked(color, width);
    vec![ring(4.6, Color::hex(0xFF_FF_FF)), ring(1.7, Palette::INK)]
}

/// A filled arrow head whose tip is at `tip`.
pub(super) fn arrow_head(
    layer: Layer,
    tip: DVec2,
    direction: DVec2,
    length: f64,
    color: Color,
) -> Mark {
    let back = tip - length * direction;
    let across = 0.42 * length * direction.perp();
    let corners = vec![
        tip,
        back + across,
        tip - 0.78 * length * direction,
        back - across,
    ];
    Mark::polygon(layer, corners).colored(color)
}

/// A line with a head at its end; the head alone when the line is shorter than it.
pub(super) fn arrow(layer: Layer, from: DVec2, to: DVec2, width: f64, color: Color) -> Vec<Mark> {
    let Some(direction) = (to - from).try_normalize() else {
        return Vec::new();
    };
    let head = (4.2 * width).min(from.distance(to));
    let neck = to - 0.7 * head * direction;
    vec![
        Mark::polyline(layer, [from, neck]).stroked(color, width),
        arrow_head(layer, to, direction, head, color),
    ]
}

/// A line with a short bar across either end.
pub(super) fn dimension_line(from: DVec2, to: DVec2, color: Color) -> Vec<Mark> {
    let across = 4.0 * (to - from).normalize_or_zero().perp();
    [
        [from, to],
        [from - across, from + across],
        [to - across, to + across],
    ]
    .map(|ends| Mark::polyline(Layer::Leader, ends).stroked(color, 1.3))
    .to_vec()
}

/// Half a metre from a point to the right; a round length nearby when that would be too long or too short to read.
pub(super) fn scale_bar(from: DVec2, scale: f64) -> Vec<Mark> {
    let lengths = [0.5, 0.2, 0.1, 0.05, 0.02];
    let length = lengths.into_iter().find(|l| l * scale <= 206.0);
    let length = length.unwrap_or(0.01);
    let length = if length * scale < 40.0 { 1.0 } else { length };
    let to = from + DVec2::new(length * scale, 0.0);
    let mut marks = dimension_line(from, to, Palette::INK);
    let anchor = to + DVec2::new(10.0, 5.0);
    let words = format!("{length} m");
    marks.push(Mark::text(Layer::Text, anchor, words, 14.0, Palette::INK));
    marks
}
