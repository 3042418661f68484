//! Paints a drawing into pixels without a window. f64 becomes f32 here and nowhere else in this module.

use super::text::{self, Curve};
use super::{Color, Drawing, Ink, Mark, Outline, Stroke};
use glam::DVec2;
use tiny_skia::{
    FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Paint, Path, PathBuilder, Pixmap,
    Point, RadialGradient, Shader, SpreadMode, StrokeDash, Transform,
};

/// Why a drawing cannot be painted.
#[derive(Debug, thiserror::Error)]
pub enum PaintError {
    /// No pixels, or more than memory should hold.
    #[error(
        "a picture of {width:.0} x {height:.0} pixels cannot be painted; choose between 1 and 16000 per side"
    )]
    Size {
        /// In pixels.
        width: f64,
        /// In pixels.
        height: f64,
    },
    /// The encoder's own words.
    #[error("cannot encode the picture as PNG: {0}")]
    Encode(String),
}

impl Drawing {
    /// The picture as a PNG, `scale` pixels per unit of the drawing. The same drawing gives the same bytes.
    ///
    /// # Errors
    /// When the size is nothing or too much.
    pub fn to_png(&self, scale: f64) -> Result<Vec<u8>, PaintError> {
        let [width, height] = (scale * self.size).ceil().to_array();
        let bad_size = || PaintError::Size { width, height };
        let fits = |length: f64| (1.0..=16_000.0).contains(&length);
        if !fits(width) || !fits(height) {
            return Err(bad_size());
        }
        let mut pixels = Pixmap::new(width as u32, height as u32).ok_or_else(bad_size)?;
        pixels.fill(skia_color(self.background));
        let zoom = Transform::from_scale(scale as f32, scale as f32);
        for mark in self.in_painting_order() {
            paint_mark(&mut pixels, mark, zoom);
        }
        pixels
            .encode_png()
            .map_err(|error| PaintError::Encode(error.to_string()))
    }
}

fn paint_mark(pixels: &mut Pixmap, mark: &Mark, zoom: Transform) {
    // A mark without extent has no path: nothing to see, nothing to paint.
    let Some(path) = path_of(&mark.outline) else {
        return;
    };
    if let Some(paint) = mark.fill.as_ref().and_then(paint_of) {
        pixels.fill_path(&path, &paint, FillRule::Winding, zoom, None);
        // Letters are thickened by their own ink.
        if let Outline::Text { size, weight, .. } = &mark.outline {
            let stroke = tiny_skia::Stroke {
                width: (2.0 * text::extra_weight(*weight) * size) as f32,
                ..Default::default()
            };
            pixels.stroke_path(&path, &paint, &stroke, zoom, None);
        }
    }
    if let Some(stroke) = &mark.stroke {
        let mut paint = Paint::default();
        paint.set_color(skia_color(stroke.color));
        paint.anti_alias = true;
        pixels.stroke_path(&path, &paint, &skia_stroke(stroke), zoom, None);
    }
}

fn path_of(outline: &Outline) -> Option<Path> {
    let mut builder = PathBuilder::new();
    match outline {
        Outline::Polygon(points) | Outline::Polyline(points) => {
            for (i, p) in points.iter().enumerate() {
                let Point { x, y } = skia_point(*p);
                if i == 0 {
                    builder.move_to(x, y);
                } else {
                    builder.line_to(x, y);
                }
            }
            if matches!(outline, Outline::Polygon(_)) {
                builder.close();
            }
        }
        Outline::Circle { center, radius } => {
            builder.push_circle(center.x as f32, center.y as f32, *radius as f32);
        }
        Outline::Text {
            anchor,
            align,
            text,
            size,
            ..
        } => {
            for curve in text::outlines(text, *anchor, *align, *size) {
                push_curve(&mut builder, curve);
            }
        }
    }
    builder.finish()
}

fn push_curve(builder: &mut PathBuilder, curve: Curve) {
    match curve {
        Curve::Move(p) => {
            builder.close();
            builder.move_to(p.x as f32, p.y as f32);
        }
        Curve::Line(p) => builder.line_to(p.x as f32, p.y as f32),
        Curve::Quadratic(a, p) => {
            builder.quad_to(a.x as f32, a.y as f32, p.x as f32, p.y as f32);
        }
        Curve::Cubic(a, b, p) => builder.cubic_to(
            a.x as f32, a.y as f32, b.x as f32, b.y as f32, p.x as f32, p.y as f32,
        ),
    }
}

/// Nothing when the ink is degenerate: a gradient over no distance.
fn paint_of(ink: &Ink) -> Option<Paint<'static>> {
    let skia_stops = |stops: &[(f64, Color)]| {
        stops
            .iter()
            .map(|(at, color)| GradientStop::new(*at as f32, skia_color(*color)))
            .collect::<Vec<_>>()
    };
    let (mode, identity) = (SpreadMode::Pad, Transform::identity());
    let shader = match ink {
        Ink::Solid(color) => Shader::SolidColor(skia_color(*color)),
        Ink::Linear { from, to, stops } => LinearGradient::new(
            skia_point(*from),
            skia_point(*to),
            skia_stops(stops),
            mode,
            identity,
        )?,
        Ink::Radial {
            center,
            radius,
            stops,
        } => RadialGradient::new(
            skia_point(*center),
            0.0,
            skia_point(*center),
            *radius as f32,
            skia_stops(stops),
            mode,
            identity,
        )?,
    };
    Some(Paint {
        shader,
        anti_alias: true,
        ..Paint::default()
    })
}

fn skia_stroke(stroke: &Stroke) -> tiny_skia::Stroke {
    tiny_skia::Stroke {
        width: stroke.width as f32,
        // Round ends would close the gaps of a fine dash.
        line_cap: match stroke.dash {
            Some(_) => LineCap::Butt,
            None => LineCap::Round,
        },
        line_join: LineJoin::Round,
        dash: stroke
            .dash
            .and_then(|[dash, gap]| StrokeDash::new(vec![dash as f32, gap as f32], 0.0)),
        ..Default::default()
    }
}

fn skia_color(color: Color) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(color.red, color.green, color.blue, color.alpha)
}

fn skia_point(p: DVec2) -> Point {
    Point::from_xy(p.x as f32, p.y as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Layer, Palette};

    fn pixels(drawing: &Drawing) -> Pixmap {
        Pixmap::decode_png(&drawing.to_png(1.0).unwrap()).unwrap()
    }

    #[test]
    fn a_filled_circle_has_its_colour_inside_and_paper_outside() {
        let mut drawing = Drawing::new(DVec2::new(40.0, 20.0), Palette::PAPER);
        let disc = Mark::circle(Layer::Figure, DVec2::splat(10.0), 8.0);
        drawing.push(disc.colored(Palette::LEFT));
        let picture = pixels(&drawing);
        assert_eq!((picture.width(), picture.height()), (40, 20));
        let color = |x, y| {
            let p = picture.pixel(x, y).unwrap();
            [p.red(), p.green(), p.blue()]
        };
        let rgb = |c: Color| [c.red, c.green, c.blue];
        assert_eq!(color(10, 10), rgb(Palette::LEFT));
        assert_eq!(color(30, 10), rgb(Palette::PAPER));
    }

    #[test]
    fn a_picture_without_pixels_is_refused() {
        let drawing = Drawing::new(DVec2::splat(10.0), Palette::PAPER);
        for scale in [0.0, -1.0, f64::NAN, 1e9] {
            assert!(matches!(
                drawing.to_png(scale),
                Err(PaintError::Size { .. })
            ));
        }
    }

    #[test]
    fn marks_without_extent_are_left_out() {
        let mut drawing = Drawing::new(DVec2::splat(10.0), Palette::PAPER);
        drawing.push(Mark::polygon(Layer::Figure, Vec::new()).colored(Palette::INK));
        drawing.push(Mark::text(Layer::Text, DVec2::ZERO, "", 14.0, Palette::INK));
        drawing.push(Mark::circle(Layer::Figure, DVec2::ZERO, 0.0).colored(Palette::INK));
        let first = pixels(&drawing).pixels()[0];
        assert_eq!(first.red(), Palette::PAPER.red);
    }
}
