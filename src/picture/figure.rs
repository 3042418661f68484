//! A body in a view: links painted back to front, left cool, right warm, trunk of plaster.

use super::palette::Palette;
use super::solid::{Solid, circle};
use super::{Frame, Layer, Mark, Rect, View};
use crate::character::{Character, LinkId};
use crate::kinematics::{Kinematics, Side, Stance, sides};
use glam::DVec2;

/// How much of the paper's colour lies over the farthest link: air, which keeps near limbs apart from far ones.
const HAZE: f64 = 0.30;

/// The solids of a body in one pose.
#[derive(Clone, Debug)]
pub struct Figure {
    links: Vec<FigureLink>,
}

#[derive(Clone, Debug)]
struct FigureLink {
    id: LinkId,
    side: Side,
    solids: Vec<Solid>,
}

/// A link in a view.
#[derive(Clone, Debug)]
pub struct LinkOutline {
    /// Which one.
    pub id: LinkId,
    /// Left, right, or in the middle.
    pub side: Side,
    /// How far behind the nearest link, from 0 to 1 at the farthest; links within 25 cm are near.
    pub behind: f64,
    /// The convex rim of every solid (px).
    pub rims: Vec<Vec<DVec2>>,
}

impl Figure {
    /// The body where `kin` has it.
    pub fn new(character: &Character, kin: &Kinematics) -> Self {
        let links = character
            .link_ids()
            .zip(sides(character))
            .map(|(id, side)| FigureLink {
                id,
                side,
                solids: character
                    .link(id)
                    .seen()
                    .map(|placed| Solid {
                        shape: placed.shape,
                        world_from_shape: *kin.link(id) * placed.link_from_shape,
                    })
                    .collect(),
            });
        Self {
            links: links.filter(|link| !link.solids.is_empty()).collect(),
        }
    }

    /// What it covers in a view (m).
    pub fn bounds(&self, view: &View) -> Rect {
        self.solids()
            .fold(Rect::EMPTY, |rect, solid| rect.union(solid.bounds(view)))
    }

    /// From its lowest to its highest point [m].
    pub fn height(&self) -> f64 {
        self.bounds(&View::FRONT).size().y
    }

    /// The convex rims of all its solids on the sheet (px).
    pub fn silhouettes(&self, frame: &Frame) -> Vec<Vec<DVec2>> {
        self.solids().map(|s| s.silhouette(frame)).collect()
    }

    /// The rims of its links on the sheet, back to front.
    pub fn outlines(&self, frame: &Frame) -> Vec<LinkOutline> {
        let links = self.back_to_front(&frame.view).into_iter();
        let outlines = links.map(|(behind, link)| LinkOutline {
            id: link.id,
            side: link.side,
            behind,
            rims: link.solids.iter().map(|s| s.silhouette(frame)).collect(),
        });
        outlines.collect()
    }

    /// The body, back to front.
    pub fn marks(&self, frame: &Frame) -> Vec<Mark> {
        let mut marks = Vec::new();
        for (behind, link) in self.back_to_front(&frame.view) {
            let haze = HAZE * behind;
            let base = Palette::side(link.side).mixed(Palette::PAPER, haze);
            let rim = base.mixed(Palette::INK, 0.62);
            let mut solids: Vec<&Solid> = link.solids.iter().collect();
            solids.sort_by(|a, b| a.depth(&frame.view).total_cmp(&b.depth(&frame.view)));
            // All rims of a link first, then all its surfaces: solids of one link grow together.
            for solid in &solids {
                let outline = Mark::polygon(Layer::Figure, solid.silhouette(frame));
                marks.push(outline.stroked(rim, 2.0));
            }
            for solid in solids {
                marks.extend(solid.fill(frame, base));
            }
        }
        marks
    }

    /// Links, and how far behind the nearest one each is. A body that is flat in this view gets no haze: 5 cm of depth
    /// are not yet far.
    fn back_to_front(&self, view: &View) -> Vec<(f64, &FigureLink)> {
        let depth = |link: &FigureLink| {
            let sum: f64 = link.solids.iter().map(|s| s.depth(view)).sum();
            sum / link.solids.len() as f64
        };
        let mut links: Vec<(f64, &FigureLink)> =
            self.links.iter().map(|link| (depth(link), link)).collect();
        links.sort_by(|a, b| a.0.total_cmp(&b.0));
        let nearest = links.last().map_or(0.0, |last| last.0);
        let range = links.first().map_or(0.0, |first| nearest - first.0);
        for (depth, _) in &mut links {
            *depth = (nearest - *depth) / range.max(0.25);
        }
        links
    }

    fn solids(&self) -> impl Iterator<Item = &Solid> {
        self.links.iter().flat_map(|link| &link.solids)
    }
}

/// A soft shadow under every planted sole, in a view from the front or the side.
pub fn shadows(character: &Character, stance: &Stance, frame: &Frame) -> Vec<Mark> {
    let mut marks = Vec::new();
    for contact in &stance.planted {
        let corners = contact.corners(character);
        let flat: Vec<DVec2> = corners.map(|corner| frame.point(corner)).collect();
        let bounds = Rect::around(&flat);
        let center = DVec2::new(bounds.center().x, bounds.max.y);
        // Ever smaller veils add up to a soft blob.
        for k in 0..6 {
            let spread = 1.0 - f64::from(k) / 6.0;
            let radii = DVec2::new(
                0.5 * bounds.size().x + 4.0 + 12.0 * spread,
                2.0 + 5.5 * spread,
            );
            let veil = Mark::polygon(Layer::Shadow, circle(center, radii));
            marks.push(veil.colored(Palette::SHADE.faded(0.055)));
        }
    }
    marks
}
