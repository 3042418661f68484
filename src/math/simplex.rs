//! Linear programmes of a few equations and some hundred unknowns: dense, deterministic, never without an end.

use std::array::from_fn;

/// What a pivot must at least be; smaller ones are taken for the rounding of zero.
const LEAST_PIVOT: f64 = 1e-8;
/// What an unknown must promise at least for each unit of itself; less is taken for the rounding of zero.
const LEAST_GAIN: f64 = 1e-9;
/// Steps up to here count as none, and rows that block within it block together.
const NO_STEP: f64 = 1e-11;
/// What rounding may leave of an equation that is kept, and of an unknown that may not be below zero.
const ROUNDING: f64 = 1e-8;
/// After so many pivots for each row without a step, unknowns are chosen by Bland's rule.
const PATIENCE: usize = 4;
/// So many pivots for each row end a search.
const MOST_PIVOTS: usize = 20;

/// max cᵀx with A x = b and x ≥ 0, for one A and b, and for one c after another: each search begins where the last one
/// ended.
///
/// The revised simplex method in two phases (Dantzig, *Linear Programming and Extensions*, 1963, chapters 5 and 9) with an
/// inverse of the basis that is made anew at every pivot, so that nothing drifts. The unknown that promises most enters; of
/// the rows that block together the one with the largest pivot leaves (Harris, *Pivot selection methods of the Devex LP
/// code*, 1973). Where steps stay zero the smallest indices are taken until one does not (Bland, *New finite pivoting rules
/// for the simplex method*, 1977).
///
/// Those rules end in exact numbers. In rounded ones a search also ends after a fixed number of pivots, and before a pivot that
/// rounding would spoil; both leave an x that keeps A x = b, though there may be a better one.
#[derive(Clone, Debug)]
pub struct Simplex<const ROWS: usize> {
    /// The columns of A.
    columns: Vec<[f64; ROWS]>,
    /// b, nowhere below zero.
    right: [f64; ROWS],
    /// The unknown of every row; from `columns.len()` on they are artificial ones, of the first phase alone.
    basis: [usize; ROWS],
    /// Inverse of the columns of the basis.
    inverse: [[f64; ROWS]; ROWS],
    /// Values of the unknowns in the basis.
    values: [f64; ROWS],
}

impl<const ROWS: usize> Simplex<ROWS> {
    /// Looks for any x, by the first phase; `right` is b, nowhere below zero. `None` when there is no x.
    pub fn new(columns: Vec<[f64; ROWS]>, right: [f64; ROWS]) -> Option<Self> {
        let artificial = columns.len();
        let mut programme = Self {
            basis: from_fn(|row| artificial + row),
            inverse: from_fn(unit),
            values: right,
            columns,
            right,
        };
        // A slack, alone in its row, spares that row's artificial unknown.
        for (index, column) in programme.columns.iter().enumerate() {
            if let Some(row) = (0..ROWS).find(|&row| *column == unit(row)) {
                programme.basis[row] = index;
            }
        }
        programme.search(&vec![0.0; artificial], -1.0);
        for row in 0..ROWS {
            if programme.basis[row] >= artificial {
                if programme.values[row].abs() > ROUNDING {
                    return None;
                }
                programme.drive_out(row);
            }
        }
        Some(programme)
    }

    /// Goes to the x with the highest cᵀx; `costs` is c.
    pub fn maximise(&mut self, costs: &[f64]) {
        self.search(costs, 0.0);
    }

    /// The unknowns in the basis, and their values; all others are zero.
    pub fn solution(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let own = self.columns.len();
        let known = self.basis.into_iter().zip(self.values);
        known.filter(move |(index, _)| *index < own)
    }

    /// Pivots until no unknown promises more. Artificial ones are worth `artificial` each and never come back.
    fn search(&mut self, costs: &[f64], artificial: f64) {
        let mut without_step = 0;
        for _ in 0..MOST_PIVOTS * ROWS {
            let bland = without_step > PATIENCE * ROWS;
            let prices = self.prices(costs, artificial);
            let Some(entering) = self.entering(costs, &prices, bland) else {
                return;
            };
            let column = self.in_basis(&self.columns[entering]);
            let Some(leaving) = self.leaving(&column, bland) else {
                return;
            };
            let step = self.values[leaving] / column[leaving];
            without_step = if step > NO_STEP { 0 } else { without_step + 1 };
            if !self.pivot(entering, leaving) {
                return;
            }
        }
    }

    /// What a unit of every row's right-hand side is worth: the costs of the basis times its inverse.
    fn prices(&self, costs: &[f64], artificial: f64) -> [f64; ROWS] {
        let mut prices = [0.0; ROWS];
        for (index, row) in self.basis.iter().zip(&self.inverse) {
            let cost = costs.get(*index).copied().unwrap_or(artificial);
            for (price, entry) in prices.iter_mut().zip(row) {
                *price += cost * entry;
            }
        }
        prices
    }

    /// The unknown that promises most, or the first that promises anything.
    fn entering(&self, costs: &[f64], prices: &[f64; ROWS], first: bool) -> Option<usize> {
        let (mut best, mut most) = (None, LEAST_GAIN);
        for (index, (column, cost)) in self.columns.iter().zip(costs).enumerate() {
            let gain = cost - dot(column, prices);
            if gain > most && !self.basis.contains(&index) {
                (best, most) = (Some(index), gain);
                if first {
                    break;
                }
            }
        }
        best
    }

    /// The row whose unknown is the first to become zero. `None` when none does.
    fn leaving(&self, column: &[f64; ROWS], first: bool) -> Option<usize> {
        let shrinking = || (0..ROWS).filter(|&row| column[row] > LEAST_PIVOT);
        let step = |row: usize, more: f64| (self.values[row].max(0.0) + more) / column[row];
        let longest = shrinking().map(|row| step(row, NO_STEP));
        let longest = longest.fold(f64::INFINITY, f64::min);
        let together = shrinking().filter(|&row| step(row, 0.0) <= longest);
        if first {
            together.min_by_key(|&row| self.basis[row])
        } else {
            together.max_by(|&a, &b| column[a].total_cmp(&column[b]))
        }
    }

    /// Puts another unknown in the place of an artificial one that is zero. Where none can, the row repeats others, and the
    /// artificial one stays zero whatever comes.
    fn drive_out(&mut self, row: usize) {
        let entries = self
            .columns
            .iter()
            .map(|c| dot(c, &self.inverse[row]).abs());
        let largest = entries.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((entering, entry)) = largest
            && entry > LEAST_PIVOT
        {
            self.pivot(entering, row);
        }
    }

    /// Exchanges unknowns, and says so; where rounding would bring one below zero all stays as it was.
    fn pivot(&mut self, entering: usize, leaving: usize) -> bool {
        let before = (self.basis[leaving], self.inverse, self.values);
        self.basis[leaving] = entering;
        self.invert();
        self.values = self.in_basis(&self.right);
        let kept = self.values.iter().all(|value| *value > -ROUNDING);
        if !kept {
            (self.basis[leaving], self.inverse, self.values) = before;
        }
        kept
    }

    /// A column seen from the basis.
    fn in_basis(&self, column: &[f64; ROWS]) -> [f64; ROWS] {
        from_fn(|row| dot(&self.inverse[row], column))
    }

    /// Inverts the columns of the basis, by Gauss and Jordan with the largest pivot of every column.
    fn invert(&mut self) {
        let own = self.columns.len();
        let columns = self.basis.map(|index| match index.checked_sub(own) {
            None => self.columns[index],
            Some(row) => unit(row),
        });
        let mut left: [[f64; ROWS]; ROWS] = from_fn(|row| columns.map(|column| column[row]));
        let mut right: [[f64; ROWS]; ROWS] = from_fn(unit);
        for done in 0..ROWS {
            let largest = (done..ROWS).max_by(|&a, &b| {
                let [a, b] = [a, b].map(|row| left[row][done].abs());
                a.total_cmp(&b)
            });
            let largest = largest.unwrap_or(done);
            left.swap(done, largest);
            right.swap(done, largest);
            let scale = 1.0 / left[done][done];
            let [of_left, of_right] = [left[done], right[done]].map(|row| row.map(|x| x * scale));
            for row in 0..ROWS {
                let factor = left[row][done];
                take_off(&mut left[row], factor, &of_left);
                take_off(&mut right[row], factor, &of_right);
            }
            (left[done], right[done]) = (of_left, of_right);
        }
        self.inverse = right;
    }
}

fn unit<const ROWS: usize>(row: usize) -> [f64; ROWS] {
    from_fn(|other| if other == row { 1.0 } else { 0.0 })
}

fn dot<const ROWS: usize>(a: &[f64; ROWS], b: &[f64; ROWS]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn take_off<const ROWS: usize>(from: &mut [f64; ROWS], factor: f64, row: &[f64; ROWS]) {
    for (entry, other) in from.iter_mut().zip(row) {
        *entry -= factor * other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// cᵀx at the end of a search.
    fn best<const ROWS: usize>(programme: &mut Simplex<ROWS>, costs: &[f64]) -> f64 {
        programme.maximise(costs);
        let known = programme.solution();
        known.map(|(index, value)| costs[index] * value).sum()
    }

    /// x + y + s = 4, x + 3 y + t = 6.
    const TWO_WALLS: [[f64; 2]; 4] = [[1.0, 1.0], [1.0, 3.0], [1.0, 0.0], [0.0, 1.0]];

    #[test]
    fn one_programme_answers_one_question_after_another() {
        let mut programme = Simplex::new(TWO_WALLS.to_vec(), [4.0, 6.0]).expect("x = 0 is one");
        for (costs, expected) in [
            ([3.0, 2.0, 0.0, 0.0], 12.0),
            ([1.0, 2.0, 0.0, 0.0], 5.0),
            ([0.0, 1.0, 0.0, 0.0], 2.0),
            ([-1.0, -1.0, 0.0, 0.0], 0.0),
        ] {
            assert!((best(&mut programme, &costs) - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn what_cannot_be_has_no_programme() {
        // x + y = 1 and x + y = 2; and −x = 1.
        assert!(Simplex::new(vec![[1.0, 1.0]; 2], [1.0, 2.0]).is_none());
        assert!(Simplex::new(vec![[-1.0]], [1.0]).is_none());
        assert!(Simplex::<2>::new(Vec::new(), [1.0, 0.0]).is_none());
    }

    #[test]
    fn equations_that_repeat_each_other_are_kept_all_the_same() {
        // x + y = 1, twice, and 0 = 0.
        let columns = vec![[1.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
        let mut programme = Simplex::new(columns, [1.0, 1.0, 0.0]).expect("x = 1 is one");
        assert!((best(&mut programme, &[2.0, 3.0]) - 3.0).abs() < 1e-12);
    }

    #[test]
    fn a_search_that_would_go_round_for_ever_ends() {
        // Beale's example (1955) cycles when the highest gain and the first of equal rows are taken.
        let columns = vec![
            [0.25, 0.5, 0.0],
            [-8.0, -12.0, 0.0],
            [-1.0, -0.5, 1.0],
            [9.0, 3.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
        ];
        let mut programme = Simplex::new(columns, [0.0, 0.0, 1.0]).expect("x = 0 is one");
        let costs = [0.75, -20.0, 0.5, -6.0, 0.0, 0.0, 0.0];
        assert!((best(&mut programme, &costs) - 1.25).abs() < 1e-12);
    }

    #[test]
    fn what_grows_without_end_stops_where_it_is() {
        // x − y = 1.
        let mut programme = Simplex::new(vec![[1.0], [-1.0]], [1.0]).expect("x = 1 is one");
        assert_eq!(best(&mut programme, &[1.0, 0.0]), 1.0);
    }
}
