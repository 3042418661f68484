//! Lines of more moments than a plot has room for: what is usual as a line, what is between as a pale band.

use egui::{Color32, Mesh, Rect, Shape, Ui};
use egui_plot::{PlotBounds, PlotGeometry, PlotItem, PlotItemBase, PlotPoint, PlotTransform};
use std::ops::RangeInclusive;

/// As many columns a band has at most.
const BUCKETS: usize = 300;
/// As many columns its line takes together for one median, so that it does not shake with every sweep.
const TOGETHER: usize = 3;
/// How much of a line's colour its band has.
const PALENESS: f32 = 0.28;

/// A line that can be drawn, and the part of it that a plot shows.
#[derive(Debug)]
pub(super) struct Thinned {
    /// (moment, error): all of them where there is room, else first, medians and last.
    pub(super) line: Vec<[f64; 2]>,
    /// Nothing where there is room for all moments.
    pub(super) columns: Vec<Column>,
}

/// All that a bucket holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Column {
    /// Moments: the bucket's first, and the first of the next one.
    pub(super) moments: (f64, f64),
    /// Errors: no tooth is lost.
    pub(super) lowest: f64,
    pub(super) highest: f64,
}

/// What is between two moments of a course that has an error every `stride` moments.
pub(super) fn thinned(stride: usize, errors: &[f64], (from, to): (f64, f64)) -> Thinned {
    let index = |moment: f64| (moment / stride as f64).clamp(0.0, errors.len() as f64);
    // Before the plot knows its bounds it shows all.
    let (first, last) = if to - from > 2.0 {
        (index(from - 1.0) as usize, index(to + 1.0).ceil() as usize)
    } else {
        (0, errors.len())
    };
    let visible = &errors[first..last.min(errors.len())];
    let moment = |index: usize| ((first + index) * stride) as f64;
    let size = visible.len().div_ceil(BUCKETS);
    if size <= 1 {
        let all = visible.iter().enumerate();
        return Thinned {
            line: all.map(|(at, error)| [moment(at), *error]).collect(),
            columns: Vec::new(),
        };
    }
    let columns = visible
        .chunks(size)
        .enumerate()
        .map(|(nth, bucket)| Column {
            moments: (moment(nth * size), moment(nth * size + bucket.len())),
            lowest: bucket.iter().copied().fold(f64::INFINITY, f64::min),
            highest: bucket.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        });
    let columns = columns.collect();
    let mut line = vec![[moment(0), visible[0]]];
    let longer = TOGETHER * size;
    let medians = visible.chunks(longer).enumerate().map(|(nth, part)| {
        let middle = part.len() / 2;
        let mut part = part.to_vec();
        let (_, median, _) = part.select_nth_unstable_by(middle, f64::total_cmp);
        [moment(nth * longer + middle), *median]
    });
    line.extend(medians);
    let end = visible.len() - 1;
    line.push([moment(end), visible[end]]);
    Thinned { line, columns }
}

/// Columns side by side, in a pale colour and without a name under the mouse: the line on top of them has it.
pub(super) struct Band {
    base: PlotItemBase,
    columns: Vec<Column>,
    color: Color32,
}

impl Band {
    /// Columns in the plot's own heights, in the colour of their line.
    pub(super) fn new(name: String, columns: Vec<Column>, color: Color32) -> Self {
        Self {
            base: PlotItemBase::new(name),
            columns,
            color: color.gamma_multiply(PALENESS),
        }
    }
}

impl PlotItem for Band {
    fn shapes(&self, _: &Ui, transform: &PlotTransform, shapes: &mut Vec<Shape>) {
        let mut mesh = Mesh::default();
        for column in &self.columns {
            let corner = |x, y| transform.position_from_point(&PlotPoint::new(x, y));
            let (from, to) = column.moments;
            let rect = Rect::from_two_pos(corner(from, column.lowest), corner(to, column.highest));
            mesh.add_colored_rect(rect, self.color);
        }
        shapes.push(Shape::mesh(mesh));
    }

    fn initialize(&mut self, _: RangeInclusive<f64>) {}

    fn color(&self) -> Color32 {
        self.color
    }

    fn allow_hover(&self) -> bool {
        false
    }

    fn geometry(&self) -> PlotGeometry<'_> {
        PlotGeometry::None
    }

    /// Its line says how far the plot reaches.
    fn bounds(&self) -> PlotBounds {
        PlotBounds::NOTHING
    }

    fn base(&self) -> &PlotItemBase {
        &self.base
    }

    fn base_mut(&mut self) -> &mut PlotItemBase {
        &mut self.base
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_keeps_its_ends_and_its_band_the_highest_tooth() {
        let mut errors: Vec<f64> = (0..5000).map(|k| 1.0 / f64::from(k + 1)).collect();
        errors[3333] = 7.0;
        let all = thinned(2, &errors, (0.0, 0.0));
        assert!(all.columns.len() <= BUCKETS && all.line.len() <= BUCKETS / TOGETHER + 3);
        assert_eq!(all.line[0], [0.0, 1.0]);
        assert_eq!(all.line[all.line.len() - 1], [9998.0, 1.0 / 5000.0]);
        // One tooth is not what is usual: the band has it, the line does not.
        assert!(all.line.iter().all(|[_, error]| *error <= 1.0));
        let has_it = |column: &&Column| column.moments.0 <= 6666.0 && 6666.0 < column.moments.1;
        let tooth = all.columns.iter().find(has_it).unwrap();
        assert!(
            tooth.highest == 7.0 && tooth.lowest < 1.0 / 3300.0,
            "{tooth:?}"
        );
        // Columns stand side by side, from the first moment to behind the last.
        let beside = |pair: &[Column]| pair[0].moments.1 == pair[1].moments.0;
        assert!(all.columns.windows(2).all(beside));
        let ends = (
            all.columns[0].moments.0,
            all.columns.last().unwrap().moments.1,
        );
        assert_eq!(ends, (0.0, 10_000.0));
    }

    #[test]
    fn a_line_seen_from_near_is_all_of_its_moments() {
        let mut errors = vec![1.0; 5000];
        errors[3333] = 7.0;
        let near = thinned(2, &errors, (6600.0, 6700.0));
        assert!(near.columns.is_empty(), "{near:?}");
        assert!(near.line.contains(&[6666.0, 7.0]) && near.line.len() < 60);
        let nothing = thinned(1, &[], (0.0, 0.0));
        assert!(nothing.line.is_empty() && nothing.columns.is_empty());
    }

    #[test]
    fn a_comb_is_a_band_with_a_quiet_line() {
        let comb: Vec<f64> = (0..6000).map(|k| f64::from(k % 3)).collect();
        let all = thinned(1, &comb, (0.0, 0.0));
        let inner = &all.line[1..all.line.len() - 1];
        assert!(inner.iter().all(|[_, error]| *error == 1.0));
        let whole = |column: &Column| (column.lowest, column.highest) == (0.0, 2.0);
        assert!(all.columns.iter().all(whole));
    }
}
