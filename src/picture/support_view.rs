//! The support seen from above: footprints, polygon, where the centre of mass stands, and how far it is from the edge.

use super::labels::LabelRoom;
use super::palette::Palette;
use super::signs::{arrow, ground_ring, quartered_ball};
use super::text::{self, text_width};
use super::{Align, Frame, Layer, Mark, Rect, View};
use crate::character::Character;
use crate::ik::{Balance, CenterOfMass, Goal, GoalKind};
use crate::kinematics::{Kinematics, Margin, Stance, SupportPolygon, compass, sides};
use glam::{DVec2, DVec3};

const NUMBER_SIZE: f64 = 15.0;
/// Closer than this a foot would fill the panel (px/m).
const LARGEST_SCALE: f64 = 1100.0;

/// The panel in `area`. Forward is up.
pub(super) fn marks(
    character: &Character,
    kin: &Kinematics,
    stance: Option<&Stance>,
    goals: &[Goal],
    area: Rect,
) -> Vec<Mark> {
    let com_xz = DVec2::new(kin.com.x, kin.com.z);
    let soles = soles(character, kin, stance);
    let frame = fitted(&soles, stance, com_xz, area);
    let margin = stance.map(|stance| (stance, stance.polygon.margin(com_xz)));
    let mut marks = backdrop(&frame);
    // The polygon's area under the footprints, its rim over them.
    let rim = margin.map(|(stance, margin)| {
        let color = Palette::margin(margin.metres);
        let polygon = Mark::polygon(Layer::Support, shown_region(&frame, &stance.polygon));
        marks.push(polygon.clone().colored(color.faded(0.26)));
        polygon.stroked(color, 2.2)
    });
    let sides = sides(character);
    for sole in &soles {
        let corners: Vec<DVec2> = sole.corners.iter().map(|c| at(&frame, *c)).collect();
        // A free foot is shown when it happens to be near.
        if !sole.is_planted && !area.grown(-2.0).encloses(&Rect::around(&corners)) {
            continue;
        }
        let color = Palette::side(sides[character.soles[sole.index].link.index()]);
        let outline = Mark::polygon(Layer::Support, corners);
        marks.push(if sole.is_planted {
            outline
                .colored(color.faded(0.62))
                .stroked(color.mixed(Palette::INK, 0.35), 1.0)
        } else {
            outline
                .stroked(color.mixed(Palette::INK, 0.2), 1.2)
                .dashed(4.0, 3.0)
        });
    }
    if let Some(stance) = stance {
        marks.extend(stance.plants.iter().map(|plant| {
            let color = Palette::side(sides[plant.link.index()]);
            let place = at(&frame, DVec2::new(plant.at_in_world.x, plant.at_in_world.z));
            let radius = (frame.scale * plant.depth).max(4.0);
            let disc = Mark::circle(Layer::Support, place, radius);
            disc.colored(color.faded(0.62))
                .stroked(color.mixed(Palette::INK, 0.35), 1.0)
        }));
    }
    marks.extend(rim);
    for goal in goals {
        marks.extend(balance_goal(&frame, goal));
    }
    if let Some((stance, margin)) = margin {
        marks.extend(margin_arrow(&frame, com_xz, &margin, &stance.polygon));
    }
    marks.extend(ball(&frame, com_xz));
    marks
}

/// The margin in words, with an arrow as the panel shows it: `34 mm  ↖  front-left`.
pub(super) fn margin_words(margin: &Margin) -> String {
    if !margin.metres.is_finite() {
        return "nothing carries the body".to_owned();
    }
    let [right, up] = [-margin.direction_xz.x, margin.direction_xz.y];
    let eighths = libm::atan2(right, up) / std::f64::consts::FRAC_PI_4;
    let sign =
        ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'][(eighths.round() as i64).rem_euclid(8) as usize];
    format!(
        "{}  {sign}  {}",
        millimetres(margin.metres),
        compass(margin.direction_xz)
    )
}

fn millimetres(metres: f64) -> String {
    format!("{:.0} mm", metres * 1e3).replace('-', "−")
}

struct SoleOutline {
    index: usize,
    /// (x, z) (m)
    corners: Vec<DVec2>,
    is_planted: bool,
}

fn soles(character: &Character, kin: &Kinematics, stance: Option<&Stance>) -> Vec<SoleOutline> {
    let feet = character.soles_of_feet(character.standing_feet());
    let outline = |(index, sole): (usize, &crate::character::Sole)| {
        let planted = stance.and_then(|stance| stance.place_of_sole(character, index));
        // Hands that do not stand are no feet.
        if planted.is_none() && !feet.contains(index) {
            return None;
        }
        let world_from_link = planted.unwrap_or(*kin.link(sole.link));
        let flat = |corner: &DVec3| {
            let p = world_from_link.point(*corner);
            DVec2::new(p.x, p.z)
        };
        Some(SoleOutline {
            index,
            corners: sole.corners_in_link.iter().map(flat).collect(),
            is_planted: planted.is_some(),
        })
    };
    character
        .soles
        .iter()
        .enumerate()
        .filter_map(outline)
        .collect()
}

/// The corners of a region, as far as it is in the panel (px): walls may hold a body metres away.
fn shown_region(frame: &Frame, region: &SupportPolygon) -> Vec<DVec2> {
    let seen = |corner: DVec2| {
        let up = (frame.origin - corner) / frame.scale;
        let across = frame.view.right * -up.x + frame.view.up * up.y;
        DVec2::new(across.x, across.z)
    };
    let ends = [seen(frame.area.min), seen(frame.area.max)];
    let region = region.within(ends[0].min(ends[1]), ends[0].max(ends[1]));
    region.corners().iter().map(|c| at(frame, *c)).collect()
}

/// A frame that holds planted soles, what else carries, and the centre of mass; all soles when none is planted.
fn fitted(soles: &[SoleOutline], stance: Option<&Stance>, com_xz: DVec2, area: Rect) -> Frame {
    let plants = stance.iter().flat_map(|stance| &stance.plants);
    let plants = plants.map(|plant| DVec2::new(plant.at_in_world.x, plant.at_in_world.z));
    let plants: Vec<DVec2> = plants.collect();
    let any_planted = soles.iter().any(|sole| sole.is_planted);
    let view = View::ABOVE;
    let shown: Vec<DVec2> = soles
        .iter()
        .filter(|sole| sole.is_planted || !any_planted)
        .flat_map(|sole| &sole.corners)
        .chain(&plants)
        .chain([&com_xz])
        .map(|p| view.project(DVec3::new(p.x, 0.0, p.y)))
        .collect();
    let bounds = Rect::around(&shown);
    let room = area.size() - DVec2::new(60.0, 84.0);
    let scale = (room / bounds.size().max(DVec2::splat(1e-3))).min_element();
    Frame::centered(view, area, scale.min(LARGEST_SCALE), bounds)
}

fn at(frame: &Frame, point_xz: DVec2) -> DVec2 {
    frame.point(DVec3::new(point_xz.x, 0.0, point_xz.y))
}

/// A quiet card with a grid of 0.1 m, and the word for where the figure looks.
fn backdrop(frame: &Frame) -> Vec<Mark> {
    let area = frame.area;
    let mut marks = vec![
        Mark::polygon(Layer::Ground, area.corners().to_vec()).colored(Palette::GROUND.faded(0.42)),
    ];
    let step = if 0.1 * frame.scale < 14.0 { 0.5 } else { 0.1 };
    for axis in 0..2 {
        let pixel = step * frame.scale;
        let first = ((area.min[axis] - frame.origin[axis]) / pixel).ceil() as i64;
        let last = ((area.max[axis] - frame.origin[axis]) / pixel).floor() as i64;
        for k in first..=last {
            let mut ends = [area.min, area.max];
            for end in &mut ends {
                end[axis] = frame.origin[axis] + k as f64 * pixel;
            }
            let line = Mark::polyline(Layer::Ground, ends);
            marks.push(line.stroked(Palette::INK_FAINT.faded(0.38), 0.8));
        }
    }
    let top = DVec2::new(area.center().x, area.min.y + 20.0);
    let word = Mark::text(Layer::Text, top, "front ↑", 13.0, Palette::INK_SOFT);
    marks.push(word.aligned(Align::Middle));
    let foot = DVec2::new(area.max.x - 8.0, area.max.y - 9.0);
    let grid = format!("grid {step} m");
    let grid = Mark::text(Layer::Text, foot, grid, 13.0, Palette::INK_SOFT);
    marks.push(grid.aligned(Align::End));
    marks
}

/// Where the centre of mass was asked to be.
fn balance_goal(frame: &Frame, goal: &Goal) -> Vec<Mark> {
    match &goal.kind {
        GoalKind::CenterOfMass(CenterOfMass { target_xz }) => {
            let target = at(frame, *target_xz);
            if !frame.area.grown(-12.0).contains(target) {
                return Vec::new();
            }
            super::signs::target_cross(target)
        }
        GoalKind::Balance(Balance { region, .. }) if region.corners().len() >= 3 => {
            let outline = Mark::polygon(Layer::Support, shown_region(frame, region));
            vec![
                outline
                    .stroked(Palette::ACCENT.faded(0.8), 1.2)
                    .dashed(5.0, 4.0),
            ]
        }
        _ => Vec::new(),
    }
}

/// From the centre of mass to the nearest edge, with the number beside it.
fn margin_arrow(
    frame: &Frame,
    com_xz: DVec2,
    margin: &Margin,
    support: &SupportPolygon,
) -> Vec<Mark> {
    if !margin.metres.is_finite() {
        return Vec::new();
    }
    let from = at(frame, com_xz);
    // Inside: towards the edge. Outside the length is negative, and so is the way back to the edge.
    let to = at(frame, com_xz + margin.metres * margin.direction_xz);
    let dark = Palette::margin(margin.metres).mixed(Palette::INK, 0.45);
    let mut marks = arrow(Layer::Balance, from, to, 2.0, dark);

    let number = millimetres(margin.metres);
    let size = DVec2::new(
        text_width(&number, NUMBER_SIZE) + 4.0,
        (text::ASCENT + text::DESCENT) * NUMBER_SIZE,
    );
    let mut room = LabelRoom {
        area: frame.area.grown(-4.0),
        obstacles: vec![
            vec![from, to, to + DVec2::splat(0.5)],
            shown_region(frame, support),
        ],
        taken: vec![
            Rect::around_point(from, DVec2::splat(12.0)),
            Rect::new(
                DVec2::new(frame.area.min.x, frame.area.min.y),
                DVec2::new(frame.area.max.x, frame.area.min.y + 26.0),
            ),
            Rect::new(
                DVec2::new(frame.area.max.x - 90.0, frame.area.max.y - 26.0),
                frame.area.max,
            ),
        ],
        placed: Vec::new(),
        center: from,
    };
    if let Some(rect) = room.place(to, size) {
        let anchor = rect.min + DVec2::new(2.0, text::ASCENT * NUMBER_SIZE);
        marks.push(Mark::text(Layer::Label, anchor, number, NUMBER_SIZE, dark).strong());
    }
    marks
}

fn ball(frame: &Frame, com_xz: DVec2) -> Vec<Mark> {
    let center = at(frame, com_xz);
    let mut marks = ground_ring(center, DVec2::splat(10.0), Palette::INK);
    marks.extend(quartered_ball(Layer::Balance, center, 6.0));
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_is_told_with_its_number_its_arrow_and_its_direction() {
        let margin = |metres: f64, x: f64, z: f64| Margin {
            metres,
            direction_xz: DVec2::new(x, z).normalize(),
        };
        assert_eq!(
            margin_words(&margin(0.034, 1.0, 1.0)),
            "34 mm  ↖  front-left"
        );
        assert_eq!(margin_words(&margin(-0.012, -1.0, 0.0)), "−12 mm  →  right");
        let nothing = Margin {
            metres: f64::NEG_INFINITY,
            direction_xz: DVec2::ZERO,
        };
        assert_eq!(margin_words(&nothing), "nothing carries the body");
    }
}
