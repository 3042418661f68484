//! The drawing: a list of marks in pixels, y down. Core data goes in, any painter can show it.

use super::text::{self, text_width};
use super::{Color, Rect};
use glam::DVec2;

/// What a mark belongs to, from the bottom up: marks of a later layer are painted over those of an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// The ground's body, line and ticks.
    Ground,
    /// Soft shadows under planted soles.
    Shadow,
    /// Sole outlines and the support polygon.
    Support,
    /// The body itself, back to front.
    Figure,
    /// Centre of mass, plumb line, margin arrow.
    Balance,
    /// From what was reached to what was asked.
    Gap,
    /// What was asked.
    Target,
    /// What was reached.
    Reached,
    /// Lines from labels and dimensions to what they name.
    Leader,
    /// Names beside the marks of the figure.
    Label,
    /// Title, caption, lists, scale bar.
    Text,
}

/// How an area is filled.
#[derive(Clone, Debug, PartialEq)]
pub enum Ink {
    /// One colour.
    Solid(Color),
    /// Along a line; stops are (share of the way from 0 to 1, colour), in order.
    Linear {
        /// Where the first stop lies.
        from: DVec2,
        /// Where the last stop lies.
        to: DVec2,
        /// At least two.
        stops: Vec<(f64, Color)>,
    },
    /// Outward from a point; stops as above.
    Radial {
        /// Where the first stop lies.
        center: DVec2,
        /// Where the last stop lies.
        radius: f64,
        /// At least two.
        stops: Vec<(f64, Color)>,
    },
}

/// A line around or along a mark; joins and ends are round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Of the line.
    pub color: Color,
    /// In pixels.
    pub width: f64,
    /// Lengths of dash and gap (px); nothing for a continuous line.
    pub dash: Option<[f64; 2]>,
}

/// Where a text's anchor lies on its baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// The text starts there.
    Start,
    /// It is centred there.
    Middle,
    /// It ends there.
    End,
}

/// How heavy letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Running text.
    Regular,
    /// Titles and numbers that matter.
    Strong,
}

/// The geometry of a mark.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A closed line and what it encloses.
    Polygon(Vec<DVec2>),
    /// An open line.
    Polyline(Vec<DVec2>),
    /// A disc or its rim.
    Circle {
        /// In pixels.
        center: DVec2,
        /// In pixels.
        radius: f64,
    },
    /// One line of letters.
    Text {
        /// On the baseline (px).
        anchor: DVec2,
        /// Which part of the text lies on the anchor.
        align: Align,
        /// The words.
        text: String,
        /// Height of a line of this text (px).
        size: f64,
        /// How heavy the letters are.
        weight: Weight,
    },
}

/// One thing to paint: fill first, then the stroke over it.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Its place from the bottom up.
    pub layer: Layer,
    /// Its geometry.
    pub outline: Outline,
    /// What fills it.
    pub fill: Option<Ink>,
    /// The line around it.
    pub stroke: Option<Stroke>,
}

impl Mark {
    /// A closed shape without paint.
    pub fn polygon(layer: Layer, corners: Vec<DVec2>) -> Self {
        Self::new(layer, Outline::Polygon(corners))
    }

    /// An open line without paint.
    pub fn polyline(layer: Layer, points: impl Into<Vec<DVec2>>) -> Self {
        Self::new(layer, Outline::Polyline(points.into()))
    }

    /// A circle without paint.
    pub fn circle(layer: Layer, center: DVec2, radius: f64) -> Self {
        Self::new(layer, Outline::Circle { center, radius })
    }

    /// A line of text in one colour, regular weight, starting at `anchor` on the baseline.
    pub fn text(
        layer: Layer,
        anchor: DVec2,
        text: impl Into<String>,
        size: f64,
        color: Color,
    ) -> Self {
        Self {
            layer,
            outline: Outline::Text {
                anchor,
                align: Align::Start,
                text: text.into(),
                size,
                weight: Weight::Regular,
            },
            fill: Some(Ink::Solid(color)),
            stroke: None,
        }
    }

    fn new(layer: Layer, outline: Outline) -> Self {
        Self {
            layer,
            outline,
            fill: None,
            stroke: None,
        }
    }

    /// Filled.
    #[must_use]
    pub fn filled(mut self, ink: Ink) -> Self {
        self.fill = Some(ink);
        self
    }

    /// Filled with one colour.
    #[must_use]
    pub fn colored(self, color: Color) -> Self {
        self.filled(Ink::Solid(color))
    }

    /// With a continuous line.
    #[must_use]
    pub fn stroked(mut self, color: Color, width: f64) -> Self {
        self.stroke = Some(Stroke {
            color,
            width,
            dash: None,
        });
        self
    }

    /// The stroke broken into dashes.
    #[must_use]
    pub fn dashed(mut self, dash: f64, gap: f64) -> Self {
        if let Some(stroke) = &mut self.stroke {
            stroke.dash = Some([dash, gap]);
        }
        self
    }

    /// A text's anchor moved to another part of it.
    #[must_use]
    pub fn aligned(mut self, to: Align) -> Self {
        if let Outline::Text { align, .. } = &mut self.outline {
            *align = to;
        }
        self
    }

    /// A text in heavier letters.
    #[must_use]
    pub fn strong(mut self) -> Self {
        if let Outline::Text { weight, .. } = &mut self.outline {
            *weight = Weight::Strong;
        }
        self
    }

    /// The smallest upright rectangle around it, its stroke included.
    pub fn bounds(&self) -> Rect {
        let outline = match &self.outline {
            Outline::Polygon(points) | Outline::Polyline(points) => Rect::around(points),
            Outline::Circle { center, radius } => {
                Rect::around_point(*center, DVec2::splat(*radius))
            }
            Outline::Text {
                anchor,
                align,
                text,
                size,
                ..
            } => {
                let width = text_width(text, *size);
                let left = anchor.x - text::share_before_anchor(*align) * width;
                Rect {
                    min: DVec2::new(left, anchor.y - text::ASCENT * size),
                    max: DVec2::new(left + width, anchor.y + text::DESCENT * size),
                }
            }
        };
        outline.grown(self.stroke.map_or(0.0, |stroke| 0.5 * stroke.width))
    }
}

/// A picture that is not painted yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// Width and height at scale 1 (px).
    pub size: DVec2,
    /// Behind everything.
    pub background: Color,
    marks: Vec<Mark>,
}

impl Drawing {
    /// An empty sheet.
    pub const fn new(size: DVec2, background: Color) -> Self {
        Self {
            size,
            background,
            marks: Vec::new(),
        }
    }

    /// Adds a mark over all others of its layer.
    pub fn push(&mut self, mark: Mark) {
        self.marks.push(mark);
    }

    /// Marks in the order in which they were added.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Marks from the bottom up: by layer, and within a layer in the order in which they were added.
    pub fn in_painting_order(&self) -> Vec<&Mark> {
        let mut order: Vec<&Mark> = self.marks.iter().collect();
        order.sort_by_key(|mark| mark.layer);
        order
    }

    /// The whole sheet as a rectangle.
    pub fn frame(&self) -> Rect {
        Rect {
            min: DVec2::ZERO,
            max: self.size,
        }
    }
}

impl Extend<Mark> for Drawing {
    fn extend<I: IntoIterator<Item = Mark>>(&mut self, marks: I) {
        self.marks.extend(marks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Palette;

    #[test]
    fn later_layers_are_painted_over_earlier_ones_whatever_the_order_of_pushing() {
        let mut drawing = Drawing::new(DVec2::splat(10.0), Palette::PAPER);
        drawing.push(Mark::circle(Layer::Label, DVec2::ZERO, 1.0));
        drawing.push(Mark::circle(Layer::Ground, DVec2::ZERO, 2.0));
        drawing.push(Mark::circle(Layer::Label, DVec2::ZERO, 3.0));
        let radii: Vec<f64> = drawing
            .in_painting_order()
            .iter()
            .map(|mark| 0.5 * mark.bounds().size().x)
            .collect();
        assert_eq!(radii, [2.0, 1.0, 3.0]);
    }

    #[test]
    fn a_stroke_counts_to_the_bounds() {
        let line = [DVec2::ZERO, DVec2::new(10.0, 0.0)];
        let mark = Mark::polyline(Layer::Ground, line).stroked(Palette::INK, 4.0);
        assert_eq!(
            mark.bounds(),
            Rect::new(DVec2::new(-2.0, -2.0), DVec2::new(12.0, 2.0))
        );
    }

    #[test]
    fn a_text_ends_where_it_is_anchored_to_end() {
        let text = |align| {
            Mark::text(Layer::Text, DVec2::ZERO, "margin", 14.0, Palette::INK)
                .aligned(align)
                .bounds()
        };
        assert_eq!(text(Align::Start).min.x, 0.0);
        assert_eq!(text(Align::End).max.x, 0.0);
        assert!(text(Align::Middle).center().x.abs() < 1e-12);
    }
}
