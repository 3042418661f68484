//! What people would do: the most likely pose, given what is asked.
//!
//! ```text
//! x ← Σ Hᵀ (H Σ Hᵀ + R)⁻¹ (e + H x)        Σ = U Uᵀ + diag(s²),  H = ∂goals/∂x
//! ```
//! This is the update of an iterated extended Kalman filter (Bell and Cathey 1993), which is Gauss-Newton on the posterior: the
//! prior is a kind of poses, the measurement is what is asked and wished. Each kind expects a pose of its own and is as likely
//! as what is asked is in it; all of them are blended as far as they are likely, so that kinds give way to each other smoothly
//! while a hand is dragged. Where the figure happens to be plays no part: the same goals, the same pose. Limits, walls and the
//! edge of support are left to the sweeps, which start from here and are pulled back to here.

use super::comfort::make_comfortable;
use super::wishes::{AtRest, Wishes};
use crate::character::{
    Habit, Habits, JointCoordinate, Pose, turn_per_coordinate, write_first_coordinates,
    write_turned, write_turns_from,
};
use crate::ik::candidate::Candidate;
use crate::ik::columns::dot;
use crate::ik::levers::Levers;
use crate::ik::{Problem, SolverSettings, Unit};
use crate::math::{Cholesky, square};
use glam::{DMat3, DVec3};

/// Updates of every kind before it is known which ones are likely, and of those after that.
const FIRST_UPDATES: usize = 2;
const MORE_UPDATES: usize = 8;
const BLENDED_UPDATES: usize = 3;
/// An update that turns every joint by less than this is the last one [rad].
const ENOUGH: f64 = 2e-3;
/// Kinds that are less likely than the most likely one by more than this logarithm do not count.
const UNLIKELY: f64 = 14.0;
/// How well goals are met [m or rad], and how well asked wishes are.
const NOISE: f64 = 0.003;
const WISH_NOISE: f64 = 0.1;
/// How well joints keep to the comfortable part of their range [rad], and a way back to it that is none.
const COMFORT_NOISE: f64 = 0.03;
const SLIGHT: f64 = 1e-6;
/// Less than any noise, squared: what is left of a row after all others is no less.
const LEAST_NOISE: f64 = 1e-9;
/// Little is asked of a body that misses it by less than this at rest [m or rad].
const LITTLE: (f64, f64) = (0.1, 0.3);

/// Finds what people would do. Memory is kept between problems.
#[derive(Clone, Debug, Default)]
pub struct Expectation {
    /// Where joints are expected. (links)
    joints: Vec<JointCoordinate>,
    wishes: Wishes,
    /// (kinds)
    guesses: Vec<Guess>,
    /// All of them together, as a kind of its own.
    blended: Option<Habit>,
    at: Candidate,
    levers: Levers,
    ones: Vec<f64>,
    /// Where each joint's coordinates begin. (links + 1)
    first: Vec<usize>,
    /// Rows over columns, then over coordinates. (rows × columns, rows × coordinates)
    rows: Vec<f64>,
    effects: Vec<f64>,
    /// Squared, and what the rows ask for. (rows)
    noise: Vec<f64>,
    asked: Vec<f64>,
    /// H times U. (rows × synergies)
    of_synergies: Vec<f64>,
    /// Joints that would leave the comfortable part of their range: their first coordinate, and the way back.
    uneasy: Vec<(usize, DVec3)>,
    variances: Vec<f64>,
    cholesky: Cholesky,
    least_noise: f64,
    pulls: Vec<f64>,
    before: Vec<f64>,
    spare: Vec<f64>,
}

/// What one kind expects.
#[derive(Clone, Debug, Default)]
struct Guess {
    /// The logarithm of how likely the kind is, given what is asked.
    likely: f64,
    /// From its middle. (coordinates)
    turns: Vec<f64>,
    joints: Vec<JointCoordinate>,
}

impl Expectation {
    /// Where joints are expected since the last call. (links)
    pub fn joints(&self) -> &[JointCoordinate] {
        &self.joints
    }

    /// Finds the pose that is expected; what is frozen stays as it is in `now`.
    pub fn expect(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        habits: &Habits,
        now: &Pose,
    ) {
        let character = problem.character;
        write_first_coordinates(character, &mut self.first);
        self.least_noise = LEAST_NOISE * square(problem.size.min(1.0));
        self.ones.clear();
        self.ones.resize(problem.stance.rooting.steps.len(), 1.0);
        // 1 The body at rest where it stands: what it wishes for, and how much is asked of it there.
        let rest = &habits.kinds[0].middle;
        self.at.pose.joints.clone_from(rest);
        if self.first.last() == Some(&0) {
            self.joints.clone_from(rest);
            return;
        }
        problem
            .stance
            .update(character, &self.at.pose, &mut self.at.kin);
        let at_rest = AtRest::new(character, &self.at.kin, problem.size);
        self.wishes.write(character, problem.goals, at_rest);
        let much = self.much_is_asked(problem);
        // 2 What each kind expects, as far as it is likely at all.
        self.guesses.resize_with(habits.kinds.len(), Guess::default);
        let mut guesses = std::mem::take(&mut self.guesses);
        for (guess, kind) in guesses.iter_mut().zip(&habits.kinds) {
            guess.turns.clear();
            guess.turns.resize(self.first[self.first.len() - 1], 0.0);
            self.update(problem, settings, kind, guess, FIRST_UPDATES);
        }
        let likely = guesses.iter().map(|guess| guess.likely);
        let least = likely.fold(f64::NEG_INFINITY, f64::max) - UNLIKELY;
        for (guess, kind) in guesses.iter_mut().zip(&habits.kinds) {
            if guess.likely >= least {
                self.update(problem, settings, kind, guess, MORE_UPDATES);
            }
        }
        // 3 All together, which need not meet the goals as each of them does; near rest where little is asked.
        self.blend(&guesses, habits);
        self.guesses = guesses;
        let (blended, mut guess) = (self.blended.take(), Guess::default());
        if let Some(blended) = &blended {
            guess.turns.resize(self.first[self.first.len() - 1], 0.0);
            self.update(problem, settings, blended, &mut guess, BLENDED_UPDATES);
            self.joints.clone_from(&guess.joints);
        }
        self.blended = blended;
        write_turns_from(rest, &self.joints, &mut self.spare);
        for turn in &mut self.spare {
            *turn *= much;
        }
        write_turned(rest, &self.spare, &mut self.joints);
        let frozen = problem.posture.willingness.iter().zip(&now.joints);
        for (joint, (willing, now)) in self.joints.iter_mut().zip(frozen) {
            if *willing == 0.0 {
                *joint = *now;
            }
        }
    }

    /// From 0, where rest is all that is asked, to 1.
    fn much_is_asked(&self, problem: Problem) -> f64 {
        let here = self.at.here(problem, &self.ones);
        let squares = problem.goals.iter().map(|goal| {
            let little = match goal.kind.unit() {
                Unit::Metres => LITTLE.0 * problem.size,
                Unit::Radians => LITTLE.1,
            };
            goal.kind.task().error(here).length_squared() / square(little)
        });
        1.0 - libm::exp(-0.5 * squares.sum::<f64>())
    }

    /// The mean of what all kinds expect, each as far as it is likely, and each joint as loose about it as in the likeliest.
    fn blend(&mut self, guesses: &[Guess], habits: &Habits) {
        let all = guesses.iter().zip(&habits.kinds);
        let most = all.max_by(|(a, _), (b, _)| a.likely.total_cmp(&b.likely));
        let Some((most, kind)) = most else { return };
        let (mut sum, mut total) = (std::mem::take(&mut self.pulls), 0.0);
        sum.clear();
        sum.resize(most.turns.len(), 0.0);
        for guess in guesses {
            let weight = libm::exp(guess.likely - most.likely);
            write_turns_from(&most.joints, &guess.joints, &mut self.spare);
            for (sum, turn) in sum.iter_mut().zip(&self.spare) {
                *sum += weight * turn;
            }
            total += weight;
        }
        for turn in &mut sum {
            *turn /= total;
        }
        write_turned(&most.joints, &sum, &mut self.joints);
        self.pulls = sum;
        let blended = self.blended.get_or_insert_with(|| Habit {
            share: 1.0,
            middle: Vec::new(),
            looseness: Vec::new(),
            synergies: Vec::new(),
        });
        blended.middle.clone_from(&self.joints);
        blended.looseness.clone_from(&kind.looseness);
    }

    /// Leads a guess towards the most likely pose of its kind.
    fn update(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        kind: &Habit,
        guess: &mut Guess,
        updates: usize,
    ) {
        kind.write_variances(&self.first, &mut self.variances);
        for _ in 0..updates {
            self.put_at(problem, kind, guess);
            self.linearise(problem, settings, kind, guess);
            self.before.clone_from(&guess.turns);
            guess.likely = self.solve(kind, guess) + libm::log(kind.share);
            let changes = guess.turns.iter().zip(&self.before);
            if changes
                .map(|(now, before)| (now - before).abs())
                .fold(0.0, f64::max)
                < ENOUGH
            {
                break;
            }
        }
        self.put_at(problem, kind, guess);
        guess.joints.clone_from(&self.at.pose.joints);
    }

    /// The pose of a guess, joints in the comfortable part of their range; where they would leave it there is a wall.
    fn put_at(&mut self, problem: Problem, kind: &Habit, guess: &mut Guess) {
        let joints = &mut self.at.pose.joints;
        write_turned(&kind.middle, &guess.turns, joints);
        make_comfortable(problem.character, joints);
        write_turns_from(&kind.middle, joints, &mut self.spare);
        self.uneasy.clear();
        for joint in self.first.windows(2) {
            let own = joint[0]..joint[1];
            let (wanted, left) = (&guess.turns[own.clone()], &self.spare[own]);
            let mut back = [0.0; 3];
            for ((back, wanted), left) in back.iter_mut().zip(wanted).zip(left) {
                *back = left - wanted;
            }
            let back = DVec3::from_array(back);
            if back.length() > SLIGHT {
                self.uneasy.push((joint[0], back.normalize()));
            }
        }
        guess.turns.clone_from(&self.spare);
    }

    /// H and e + H x where `at` is.
    fn linearise(
        &mut self,
        problem: Problem,
        settings: &SolverSettings,
        kind: &Habit,
        guess: &Guess,
    ) {
        let stance = problem.stance;
        stance.update(problem.character, &self.at.pose, &mut self.at.kin);
        let here = self.at.here(problem, &self.ones);
        self.levers.clear();
        self.levers.weigh(1.0);
        self.noise.clear();
        self.asked.clear();
        let goals = problem.goals.iter().filter_map(|goal| {
            let task = goal.kind.task();
            let deviation = if goal.rank.is_wish() {
                WISH_NOISE
            } else {
                NOISE
            };
            (task.one_sided().is_none() && goal.weight > 0.0).then_some((task, deviation))
        });
        let wishes = self.wishes.all.iter();
        let wishes = wishes.map(|wish| (wish.goal.task(), wish.deviation));
        for (task, deviation) in goals.chain(wishes) {
            let unit = match task.unit() {
                Unit::Metres => problem.size,
                Unit::Radians => 1.0,
            };
            let most = unit * (settings.max_error / problem.size);
            let asked = task.error(here).clamp_length_max(most);
            task.rows(here, asked, &mut self.levers);
            let deviation = unit * deviation;
            self.noise.extend([square(deviation); 3]);
            self.asked.extend(asked.to_array());
        }
        let dofs = stance.rooting.dofs;
        self.levers
            .write_rows(0..self.levers.count(), dofs, &mut self.rows);
        self.write_effects(problem, kind);
        let count = guess.turns.len();
        for (first, back) in &self.uneasy {
            let start = self.effects.len();
            self.effects.resize(start + count, 0.0);
            let row = self.effects[start + first..].iter_mut();
            for (entry, part) in row.zip(back.to_array()) {
                *entry = part;
            }
            self.noise.push(square(COMFORT_NOISE));
            self.asked.push(0.0);
        }
        for (row, asked) in self.effects.chunks_exact(count).zip(&mut self.asked) {
            *asked += dot(row, &guess.turns);
        }
    }

    /// H of J: columns are turns in world axes, coordinates turns in link axes from the middle.
    fn write_effects(&mut self, problem: Problem, kind: &Habit) {
        let (dofs, count) = (
            problem.stance.rooting.dofs,
            self.first[self.first.len() - 1],
        );
        self.effects.clear();
        self.effects.resize(self.noise.len() * count, 0.0);
        for step in &problem.stance.rooting.steps {
            let joint = step.joint.index();
            let (column, first) = (usize::from(step.first_dof), self.first[joint]);
            let willing = problem.posture.willingness.get(joint);
            if step.dofs == 0 || willing.is_some_and(|willing| *willing == 0.0) {
                continue;
            }
            let rows = self.rows.chunks_exact(dofs);
            let rows = rows.zip(self.effects.chunks_exact_mut(count));
            match (&kind.middle[joint], &self.at.pose.joints[joint]) {
                (JointCoordinate::Ball(middle), JointCoordinate::Ball(q)) => {
                    let world_from_link = self.at.kin.link(step.joint).rotation;
                    let turn = step.sign
                        * DMat3::from_quat(world_from_link)
                        * turn_per_coordinate(middle.conjugate() * *q);
                    let transposed = turn.transpose();
                    for (row, effect) in rows {
                        let in_world = DVec3::from_slice(&row[column..]);
                        (transposed * in_world).write_to_slice(&mut effect[first..]);
                    }
                }
                _ => {
                    for (row, effect) in rows {
                        effect[first] = row[column];
                    }
                }
            }
        }
    }

    /// One update of a guess. Returns the logarithm of how likely what is asked is.
    fn solve(&mut self, kind: &Habit, guess: &mut Guess) -> f64 {
        let (rows, count, synergies) = (self.noise.len(), guess.turns.len(), kind.synergies.len());
        self.of_synergies.clear();
        for row in self.effects.chunks_exact(count) {
            let all = kind.synergies.iter();
            self.of_synergies
                .extend(all.map(|synergy| dot(row, synergy)));
        }
        let matrix = self.cholesky.start(rows);
        for i in 0..rows {
            let row = &self.effects[i * count..][..count];
            let through = &self.of_synergies[i * synergies..][..synergies];
            self.spare.clear();
            let loose = row.iter().zip(&self.variances);
            self.spare.extend(loose.map(|(h, v)| h * v));
            for j in 0..=i {
                let other = &self.effects[j * count..][..count];
                let together = &self.of_synergies[j * synergies..][..synergies];
                matrix[i * rows + j] = dot(&self.spare, other) + dot(through, together);
            }
            matrix[i * rows + i] += self.noise[i];
        }
        self.pulls.clone_from(&self.asked);
        self.cholesky.factor(self.least_noise);
        self.cholesky.solve(&mut self.pulls);
        let log_determinant = self.cholesky.log_determinant();
        let likely = -0.5 * (dot(&self.asked, &self.pulls) + log_determinant);
        guess.turns.fill(0.0);
        for (row, pull) in self.effects.chunks_exact(count).zip(&self.pulls) {
            for ((turn, h), v) in guess.turns.iter_mut().zip(row).zip(&self.variances) {
                *turn += v * h * pull;
            }
        }
        for (index, synergy) in kind.synergies.iter().enumerate() {
            let through = self.of_synergies.iter().skip(index).step_by(synergies);
            let along: f64 = through.zip(&self.pulls).map(|(a, b)| a * b).sum();
            for (turn, u) in guess.turns.iter_mut().zip(synergy) {
                *turn += along * u;
            }
        }
        likely
    }
}
