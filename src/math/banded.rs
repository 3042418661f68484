//! Least squares under inequalities, for many unknowns in a row of which only neighbours meet: a path over time.
//!
//! ```text
//! minimise  Σ wᵢ (aᵢ·x − vᵢ)²   such that   aⱼ·x ≤ vⱼ          every row a has at most SPAN coefficients side by side
//! ```
//! A primal-dual interior point (Mehrotra 1992; Nocedal and Wright 2006, chapter 16.6). Every step factors one matrix of half
//! bandwidth SPAN, so the cost goes with the number of unknowns, and the number of steps hardly does: some fifteen. Bounds are as
//! hard as their `weight`: where no path keeps all of them they give way together, as springs of that stiffness, instead
//! of leaving no answer.

/// One row: coefficients of neighbouring unknowns, and what their sum should be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BandedRow<const SPAN: usize> {
    /// Index of the unknown that the first coefficient belongs to.
    pub first: usize,
    /// Zero beyond those that are needed, and beyond the last unknown.
    pub coefficients: [f64; SPAN],
    /// What the sum is wanted to be, or may at most be.
    pub value: f64,
    /// What its squared error costs; of a bound: how stiff it is.
    pub weight: f64,
}

/// A problem: rows that are wanted, and rows that are bounds.
#[derive(Clone, Debug, Default)]
pub struct BandedProgram<const SPAN: usize> {
    /// Costs their squared errors.
    pub wanted: Vec<BandedRow<SPAN>>,
    /// May not be exceeded.
    pub bounds: Vec<BandedRow<SPAN>>,
}

/// Steps before the best so far is taken.
const MOST_STEPS: usize = 60;
/// Bounds count as kept, and pressures as balanced, when products and errors are below this share of the first ones.
const ACCURACY: f64 = 1e-9;
/// How far a step goes towards the nearest wall.
const NEARLY_THERE: f64 = 0.995;
/// Room and pressure of bounds at the start, in units of the problem.
const FIRST_ROOM: f64 = 1e-2;

impl<const SPAN: usize> BandedRow<SPAN> {
    fn times(&self, x: &[f64]) -> f64 {
        let x = &x[self.first..self.first + SPAN];
        self.coefficients.iter().zip(x).map(|(a, x)| a * x).sum()
    }

    fn add_to(&self, times: f64, sum: &mut [f64]) {
        let sum = &mut sum[self.first..self.first + SPAN];
        for (sum, a) in sum.iter_mut().zip(&self.coefficients) {
            *sum += times * a;
        }
    }
}

impl<const SPAN: usize> BandedProgram<SPAN> {
    /// The best `unknowns` numbers.
    pub fn solve(&self, unknowns: usize) -> Vec<f64> {
        // Rows at the end reach beyond it, with coefficients of zero.
        let padded = unknowns + SPAN;
        let mut constant = Band::<SPAN>::zero(padded);
        let mut pull = vec![0.0; padded];
        for row in &self.wanted {
            constant.add(row, row.weight);
            row.add_to(row.weight * row.value, &mut pull);
        }
        let mut band = constant.clone();
        band.factor();
        let mut x = pull.clone();
        band.solve(&mut x);
        if !self.bounds.is_empty() {
            InteriorPoint::new(self, &constant, &pull, x.clone()).run(&mut band, &mut x);
        }
        x.truncate(unknowns);
        x
    }
}

/// Where the search is: unknowns, and of every bound its room s and its pressure z.
struct InteriorPoint<'a, const SPAN: usize> {
    program: &'a BandedProgram<SPAN>,
    constant: &'a Band<SPAN>,
    pull: &'a [f64],
    x: Vec<f64>,
    room: Vec<f64>,
    pressure: Vec<f64>,
    /// Stiffness of each bound beside its pressure: D = 1 / (s/z + 1/w).
    stiffness: Vec<f64>,
    step_of_room: Vec<f64>,
    step_of_pressure: Vec<f64>,
}

impl<'a, const SPAN: usize> InteriorPoint<'a, SPAN> {
    fn new(
        program: &'a BandedProgram<SPAN>,
        constant: &'a Band<SPAN>,
        pull: &'a [f64],
        x: Vec<f64>,
    ) -> Self {
        let bounds = &program.bounds;
        let room: Vec<f64> = bounds
            .iter()
            .map(|row| (row.value - row.times(&x)).abs().max(FIRST_ROOM))
            .collect();
        let count = bounds.len();
        Self {
            program,
            constant,
            pull,
            x,
            pressure: room.iter().map(|s| FIRST_ROOM * FIRST_ROOM / s).collect(),
            room,
            stiffness: vec![0.0; count],
            step_of_room: vec![0.0; count],
            step_of_pressure: vec![0.0; count],
        }
    }

    /// Mean product of room and pressure.
    fn gap(&self) -> f64 {
        let products = self.room.iter().zip(&self.pressure).map(|(s, z)| s * z);
        products.sum::<f64>() / self.room.len() as f64
    }

    /// How much a bound misses its own equation: a·x + s − v − z/w.
    fn slack_error(&self, bound: usize) -> f64 {
        let row = &self.program.bounds[bound];
        row.times(&self.x) + self.room[bound] - row.value - self.pressure[bound] / row.weight
    }

    fn run(mut self, band: &mut Band<SPAN>, best: &mut Vec<f64>) {
        let bounds = &self.program.bounds;
        let target = ACCURACY * self.gap().max(FIRST_ROOM * FIRST_ROOM);
        let mut step = vec![0.0; self.x.len()];
        for _ in 0..MOST_STEPS {
            let gap = self.gap();
            let worst = (0..bounds.len()).map(|i| self.slack_error(i).abs());
            if gap < target && worst.fold(0.0, f64::max) < 1e-9 {
                break;
            }
            // 1 One matrix for both directions.
            band.clone_from(self.constant);
            for (bound, row) in bounds.iter().enumerate() {
                let compliance = self.room[bound] / self.pressure[bound] + 1.0 / row.weight;
                self.stiffness[bound] = 1.0 / compliance;
                band.add(row, self.stiffness[bound]);
            }
            band.factor();
            // 2 Straight to the walls; how far that gets says how much to stay off them.
            self.direction(band, &mut step, |product, _| product);
            let share = self.reach(1.0);
            let products = (0..bounds.len()).map(|i| {
                (self.room[i] + share * self.step_of_room[i])
                    * (self.pressure[i] + share * self.step_of_pressure[i])
            });
            let reached = products.sum::<f64>() / bounds.len() as f64;
            let centering = gap * (reached / gap) * (reached / gap) * (reached / gap);
            // 3 With that, and with what the first direction's own curvature would miss.
            self.direction(band, &mut step, |product, curvature| {
                product + curvature - centering
            });
            let share = self.reach(NEARLY_THERE);
            for (x, step) in self.x.iter_mut().zip(&step) {
                *x += share * step;
            }
            for i in 0..bounds.len() {
                self.room[i] += share * self.step_of_room[i];
                self.pressure[i] += share * self.step_of_pressure[i];
            }
            if self.x.iter().any(|x| !x.is_finite()) {
                return;
            }
            best.clone_from(&self.x);
        }
    }

    /// Writes the direction that makes each product s z what is left of it: `rest` is given the product now and that of the
    /// steps before.
    fn direction(&mut self, band: &Band<SPAN>, step: &mut [f64], rest: impl Fn(f64, f64) -> f64) {
        let bounds = &self.program.bounds;
        // H x − pull + Aᵀ z
        self.constant.times(&self.x, step);
        for (step, pull) in step.iter_mut().zip(self.pull) {
            *step = pull - *step;
        }
        for (bound, row) in bounds.iter().enumerate() {
            let (s, z) = (self.room[bound], self.pressure[bound]);
            let curvature = self.step_of_room[bound] * self.step_of_pressure[bound];
            let left = self.slack_error(bound) - rest(s * z, curvature) / z;
            row.add_to(-z - self.stiffness[bound] * left, step);
        }
        band.solve(step);
        for (bound, row) in bounds.iter().enumerate() {
            let (s, z) = (self.room[bound], self.pressure[bound]);
            let curvature = self.step_of_room[bound] * self.step_of_pressure[bound];
            let product = rest(s * z, curvature);
            let left = self.slack_error(bound) - product / z;
            let turn = self.stiffness[bound] * (row.times(step) + left);
            self.step_of_pressure[bound] = turn;
            self.step_of_room[bound] = -(product + s * turn) / z;
        }
    }

    /// The share of a step that keeps room and pressure positive.
    fn reach(&self, nearly: f64) -> f64 {
        let values = self.room.iter().chain(&self.pressure);
        let steps = self.step_of_room.iter().chain(&self.step_of_pressure);
        let walls = values.zip(steps).filter(|(_, step)| **step < 0.0);
        walls.fold(1.0, |share: f64, (value, step)| {
            share.min(-nearly * value / step)
        })
    }
}

/// A symmetric matrix whose entries lie near its diagonal: of every row the entries from the diagonal to the left.
#[derive(Clone, Debug)]
struct Band<const SPAN: usize> {
    rows: Vec<[f64; SPAN]>,
}

/// A pivot of an unknown that nothing is wanted of.
const FREE: f64 = 1e-12;

impl<const SPAN: usize> Band<SPAN> {
    fn zero(size: usize) -> Self {
        Self {
            rows: vec![[0.0; SPAN]; size],
        }
    }

    /// Adds w a aᵀ.
    fn add(&mut self, row: &BandedRow<SPAN>, weight: f64) {
        for i in 0..SPAN {
            let scaled = weight * row.coefficients[i];
            if scaled != 0.0 {
                let entries = &mut self.rows[row.first + i];
                for j in 0..=i {
                    entries[i - j] += scaled * row.coefficients[j];
                }
            }
        }
    }

    fn times(&self, x: &[f64], product: &mut [f64]) {
        product.fill(0.0);
        for (i, row) in self.rows.iter().enumerate() {
            product[i] += row[0] * x[i];
            for (below, entry) in row.iter().enumerate().skip(1).take(i) {
                product[i] += entry * x[i - below];
                product[i - below] += entry * x[i];
            }
        }
    }

    /// Replaces it by the lower triangle L of L Lᵀ, diagonal inverted.
    fn factor(&mut self) {
        for i in 0..self.rows.len() {
            let (above, from) = self.rows.split_at_mut(i);
            let row = &mut from[0];
            for below in (1..SPAN.min(i + 1)).rev() {
                let other = &above[i - below];
                let mut sum = row[below];
                for k in 1..SPAN - below {
                    sum -= row[below + k] * other[k];
                }
                row[below] = sum * other[0];
            }
            let squares = row[1..].iter().map(|entry| entry * entry).sum::<f64>();
            row[0] = 1.0 / (row[0] - squares).max(FREE).sqrt();
        }
    }

    /// Replaces b by the solution, once factored.
    fn solve(&self, b: &mut [f64]) {
        for i in 0..self.rows.len() {
            let row = &self.rows[i];
            let mut sum = b[i];
            for (below, entry) in row.iter().enumerate().skip(1).take(i) {
                sum -= entry * b[i - below];
            }
            b[i] = sum * row[0];
        }
        for i in (0..self.rows.len()).rev() {
            let row = &self.rows[i];
            b[i] *= row[0];
            let solved = b[i];
            for (below, entry) in row.iter().enumerate().skip(1).take(i) {
                b[i - below] -= entry * solved;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Random;

    fn row(first: usize, coefficients: [f64; 3], value: f64, weight: f64) -> BandedRow<3> {
        BandedRow {
            first,
            coefficients,
            value,
            weight,
        }
    }

    /// A chain of points that wants to be smooth and near to random places.
    fn chain(count: usize) -> BandedProgram<3> {
        let mut random = Random::new(7);
        let mut program = BandedProgram::default();
        for i in 0..count {
            let place = random.between(-1.0, 1.0);
            program.wanted.push(row(i, [1.0, 0.0, 0.0], place, 1.0));
            if i + 2 < count {
                program.wanted.push(row(i, [1.0, -2.0, 1.0], 0.0, 3.0));
            }
        }
        program
    }

    #[test]
    fn without_bounds_the_gradient_vanishes() {
        let program = chain(40);
        let mut x = program.solve(40);
        x.resize(43, 0.0);
        let mut gradient = vec![0.0; 43];
        for row in &program.wanted {
            row.add_to(row.weight * (row.times(&x) - row.value), &mut gradient);
        }
        assert!(gradient.iter().all(|g| g.abs() < 1e-12), "{gradient:?}");
    }

    #[test]
    fn bounds_hold_and_press_only_where_they_touch() {
        let mut program = chain(40);
        for i in 0..40 {
            program.bounds.push(row(i, [1.0, 0.0, 0.0], 0.1, 1e9));
            program.bounds.push(row(i, [-1.0, 0.0, 0.0], 0.05, 1e9));
        }
        let mut x = program.solve(40);
        x.resize(43, 0.0);
        // Karush, Kuhn and Tucker: the gradient points out of the bounds that are touched and is zero elsewhere.
        let mut gradient = vec![0.0; 43];
        for row in &program.wanted {
            row.add_to(row.weight * (row.times(&x) - row.value), &mut gradient);
        }
        let mut touched = 0;
        for (x, gradient) in x.iter().zip(&gradient).take(40) {
            assert!((-0.05 - 1e-7..=0.1 + 1e-7).contains(x), "{x}");
            if *x > 0.1 - 1e-6 {
                assert!(*gradient < 1e-6);
                touched += 1;
            } else if *x < -0.05 + 1e-6 {
                assert!(*gradient > -1e-6);
                touched += 1;
            } else {
                assert!(gradient.abs() < 1e-5, "{x} {gradient}");
            }
        }
        assert!(touched > 5 && touched < 40, "{touched} touched");
    }

    #[test]
    fn bounds_that_no_path_keeps_share_the_miss() {
        let mut program = chain(3);
        program.bounds.push(row(1, [1.0, 0.0, 0.0], -0.1, 1e6));
        program.bounds.push(row(1, [-1.0, 0.0, 0.0], -0.1, 1e6));
        let x = program.solve(3);
        assert!(x[1].abs() < 1e-4, "{x:?}");
    }
}
