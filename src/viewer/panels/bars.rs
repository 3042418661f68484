//! Many upright bars side by side as one mesh. A thousand rectangles with soft edges of their own are tens of thousands of
//! triangles, which take longer without a graphics card than the figure does; and soft edges inside a row of bars show as
//! seams.

use egui::{Color32, Mesh, Rect, Shape};

/// Bars nearer than this touch (points).
const NEAR: f32 = 0.5;
/// Bars whose ends differ by less look the same (points).
const ALIKE: f32 = 0.25;

/// Bars from left to right; neighbours that are alike become one.
#[derive(Default)]
pub(crate) struct Bars {
    mesh: Mesh,
    last: Option<(Rect, Color32)>,
}

impl Bars {
    /// One more bar, to the right of the last.
    pub(crate) fn push(&mut self, bar: Rect, color: Color32) {
        if let Some((last, same)) = &mut self.last
            && *same == color
            && (last.top() - bar.top()).abs() < ALIKE
            && (last.bottom() - bar.bottom()).abs() < ALIKE
            && (bar.left() - last.right()).abs() < NEAR
        {
            last.max.x = bar.right();
            return;
        }
        self.close();
        self.last = Some((bar, color));
    }

    /// All of them.
    pub(crate) fn into_shape(mut self) -> Shape {
        self.close();
        Shape::mesh(self.mesh)
    }

    fn close(&mut self) {
        if let Some((bar, color)) = self.last.take() {
            self.mesh.add_colored_rect(bar, color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn neighbours_that_are_alike_become_one_bar() {
        let mut bars = Bars::default();
        let bar = |left: f32, top: f32| Rect::from_min_max(pos2(left, top), pos2(left + 1.0, 20.0));
        bars.push(bar(0.0, 5.0), Color32::RED);
        bars.push(bar(1.0, 5.1), Color32::RED);
        bars.push(bar(2.0, 8.0), Color32::RED);
        bars.push(bar(3.0, 8.0), Color32::GREEN);
        bars.push(bar(9.0, 8.0), Color32::GREEN);
        let Shape::Mesh(mesh) = bars.into_shape() else {
            panic!("bars are a mesh");
        };
        assert_eq!(mesh.vertices.len(), 4 * 4);
        assert_eq!(
            mesh.vertices[1].pos,
            pos2(2.0, 5.0),
            "the first two are one"
        );
    }
}
