//! Where views lie in the window: in as many rows as leave each of them the most room for a figure that stands.

use egui::{Rect, pos2};

/// A figure with its arms out is so much higher than wide: a view wider than this is wide enough.
const UPRIGHT: f32 = 1.6;

/// Rectangles for so many views, row after row.
pub(crate) fn cells(rect: Rect, count: usize) -> Vec<Rect> {
    let room = |rows: usize| {
        let columns = count.div_ceil(rows) as f32;
        (UPRIGHT * rect.width() / columns).min(rect.height() / rows as f32)
    };
    // The first of the best: rows only where they are worth it.
    let rows = (1..=count).fold(1, |best, rows| {
        if room(rows) > room(best) + 1.0 {
            rows
        } else {
            best
        }
    });
    let columns = count.div_ceil(rows).max(1);
    (0..count)
        .map(|index| {
            let (row, column) = (index / columns, index % columns);
            let in_row = (count - row * columns).min(columns);
            let share = |k: usize, of: usize| k as f32 / of as f32;
            let x = |column| rect.left() + share(column, in_row) * rect.width();
            let y = |row| rect.top() + share(row, rows) * rect.height();
            Rect::from_min_max(pos2(x(column), y(row)), pos2(x(column + 1), y(row + 1)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: Rect = Rect {
        min: pos2(0.0, 28.0),
        max: pos2(960.0, 642.0),
    };

    #[test]
    fn views_cover_the_viewport_and_none_covers_another() {
        for count in 1..=7 {
            let cells = cells(WIDE, count);
            let area: f32 = cells.iter().map(Rect::area).sum();
            assert!((area - WIDE.area()).abs() < 1.0, "{count}");
            for (index, cell) in cells.iter().enumerate() {
                assert!(WIDE.expand(0.1).contains_rect(*cell), "{count}");
                let others = cells[index + 1..].iter();
                let mut shared = others.map(|other| other.intersect(*cell));
                assert!(!shared.any(|both| both.width() > 0.1 && both.height() > 0.1));
            }
        }
    }

    #[test]
    fn figures_stand_side_by_side_as_long_as_they_have_room() {
        let rows = |size, count| {
            let rect = Rect::from_min_size(pos2(0.0, 0.0), size);
            let cells = cells(rect, count);
            cells.iter().filter(|cell| cell.left() < 0.1).count()
        };
        let wide = egui::vec2(960.0, 614.0);
        assert_eq!(
            [1, 2, 3, 4, 5].map(|count| rows(wide, count)),
            [1, 1, 1, 1, 1]
        );
        assert_eq!(rows(egui::vec2(400.0, 900.0), 4), 2);
    }
}
