//! Orthographic views of the world, and the frame that puts one of them on the sheet.

use super::Rect;
use glam::{DVec2, DVec3};

/// Where one looks from. `right × up = toward`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// World direction that runs to the picture's right.
    pub right: DVec3,
    /// World direction that runs up the picture.
    pub up: DVec3,
    /// World direction that points out of the picture at the viewer.
    pub toward: DVec3,
}

impl View {
    /// The figure looks at the viewer: its left is on the picture's right.
    pub const FRONT: Self = Self {
        right: DVec3::X,
        up: DVec3::Y,
        toward: DVec3::Z,
    };
    /// Seen from its right side, so that it looks to the picture's right.
    pub const SIDE: Self = Self {
        right: DVec3::Z,
        up: DVec3::Y,
        toward: DVec3::NEG_X,
    };
    /// Seen from above with forward up the picture: its left is on the picture's left.
    pub const ABOVE: Self = Self {
        right: DVec3::NEG_X,
        up: DVec3::Z,
        toward: DVec3::Y,
    };

    /// Metres to the right and **up**.
    #[inline]
    pub fn project(&self, point_in_world: DVec3) -> DVec2 {
        DVec2::new(self.right.dot(point_in_world), self.up.dot(point_in_world))
    }

    /// Metres towards the viewer.
    #[inline]
    pub fn depth(&self, point_in_world: DVec3) -> f64 {
        self.toward.dot(point_in_world)
    }
}

/// A view on the sheet: which part of it, how large, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Where one looks from.
    pub view: View,
    /// The part of the sheet that it may use (px).
    pub area: Rect,
    /// Pixels per metre.
    pub scale: f64,
    /// Where the world's origin lies (px).
    pub origin: DVec2,
}

impl Frame {
    /// `box_in_view` (metres, up) in the middle of `area`.
    pub fn centered(view: View, area: Rect, scale: f64, box_in_view: Rect) -> Self {
        let center = box_in_view.center();
        Self {
            view,
            area,
            scale,
            origin: area.center() - scale * DVec2::new(center.x, -center.y),
        }
    }

    /// Where a point of the world lies on the sheet (px).
    #[inline]
    pub fn point(&self, point_in_world: DVec3) -> DVec2 {
        self.flat_point(self.view.project(point_in_world))
    }

    /// Where a point of the view (metres right and up) lies on the sheet (px).
    #[inline]
    pub fn flat_point(&self, point_in_view: DVec2) -> DVec2 {
        self.origin + self.scale * DVec2::new(point_in_view.x, -point_in_view.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_view_is_right_handed() {
        for view in [View::FRONT, View::SIDE, View::ABOVE] {
            assert_eq!(view.right.cross(view.up), view.toward);
        }
    }

    #[test]
    fn the_front_view_shows_the_left_hand_on_the_right_and_the_side_view_looks_right() {
        let (left, forward) = (DVec3::X, DVec3::Z);
        assert_eq!(View::FRONT.project(left), DVec2::X);
        assert_eq!(View::SIDE.project(forward), DVec2::X);
        assert_eq!(View::ABOVE.project(forward), DVec2::Y);
        assert_eq!(View::ABOVE.project(left), DVec2::NEG_X);
    }

    #[test]
    fn a_centred_frame_puts_the_box_in_the_middle() {
        let area = Rect::new(DVec2::splat(100.0), DVec2::new(300.0, 200.0));
        let boxed = Rect::new(DVec2::new(-1.0, 0.0), DVec2::new(0.0, 2.0));
        let frame = Frame::centered(View::FRONT, area, 20.0, boxed);
        let middle = frame.point(DVec3::new(-0.5, 1.0, 7.0));
        assert!(middle.distance(area.center()) < 1e-12);
    }
}
