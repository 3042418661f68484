//! Steps of physics: the mannequin standing, falling and floating; forward dynamics by articulated bodies against the mass
//! matrix of the textbook; and what a step costs as bodies grow.
//!
//! Measured over 10 to 1000 links, chains and bushes alike: articulated bodies grow with the number of links to the power of
//! 0.97, a whole step 1.17, the dense mass matrix and its factor 2.9 to 3.0. `cargo bench --bench physics` prints these
//! exponents, fitted over all sizes, after its table.

use contrapposto::character::{Character, LinkId};
use contrapposto::io::{load_character, load_level};
use contrapposto::kinematics::{Base, mass_matrix};
use contrapposto::lab::{Form, Scene, SceneKind, growing_body};
use contrapposto::level::Level;
use contrapposto::math::{Cholesky, Random};
use contrapposto::physics::{Dynamics, Inputs, State, World, WorldSettings};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use glam::DVec3;
use std::time::Instant;

/// Steps per iteration: a scene from its beginning, so that every iteration sees the same moments.
const STEPS: usize = 500;
const GRAVITY: DVec3 = DVec3::new(0.0, -9.81, 0.0);
/// Numbers of links.
const SIZES: [usize; 5] = [10, 30, 100, 300, 1000];

fn main() {
    divan::main();
    print_growth();
}

fn flat() -> Level {
    load_level("flat").expect("flat ground is shipped")
}

/// The mannequin at so many steps a second. Read the throughput: items are steps.
fn scene(bencher: Bencher, kind: SceneKind, hz: u32) {
    let character = load_character("mannequin").expect("the mannequin is shipped");
    let mut scene = Scene::new(&character, &flat(), kind);
    bencher.counter(ItemsCount::new(STEPS)).bench_local(|| {
        scene.restart();
        for _ in 0..STEPS {
            black_box(scene.step(1.0 / f64::from(hz)));
        }
    });
}

#[divan::bench(args = [500, 2000])]
fn standing(bencher: Bencher, hz: u32) {
    scene(bencher, SceneKind::Stand, hz);
}

#[divan::bench(args = [500, 2000])]
fn falling(bencher: Bencher, hz: u32) {
    scene(bencher, SceneKind::Fall, hz);
}

#[divan::bench(args = [500, 2000])]
fn floating(bencher: Bencher, hz: u32) {
    scene(bencher, SceneKind::Float, hz);
}

/// In the air, every joint turning a little.
fn moving(character: &Character) -> State {
    let mut random = Random::new(1);
    let mut state = State::at_rest(character.rest.clone());
    for rate in &mut state.velocity.joints[1..] {
        *rate = random.in_box(DVec3::splat(0.2));
    }
    state
}

/// Accelerations by articulated bodies.
fn articulated(dynamics: &mut Dynamics, torques: &[f64]) -> f64 {
    dynamics.forward(torques)[0]
}

/// Accelerations by the textbook: M a = τ − bias, with M built and factored. The bias, which both need, is given.
fn textbook(
    character: &Character,
    dynamics: &Dynamics,
    right: &[f64],
    cholesky: &mut Cholesky,
) -> Vec<f64> {
    let (rooting, kin) = (dynamics.rooting(), dynamics.kinematics());
    let matrix = mass_matrix(rooting, Base::Free, character, kin);
    cholesky.start_from(right.len(), &matrix);
    cholesky.factor(1e-12);
    let mut accelerations = right.to_vec();
    cholesky.solve(&mut accelerations);
    accelerations
}

fn dynamics_of(character: &Character) -> (Dynamics, Vec<f64>) {
    let state = moving(character);
    let mut dynamics = Dynamics::new(character, LinkId::ROOT, Base::Free);
    dynamics.place(character, &state, GRAVITY);
    let torques = vec![0.1; dynamics.column_count()];
    (dynamics, torques)
}

fn mannequin() -> Character {
    load_character("mannequin").expect("the mannequin is shipped")
}

/// Forward dynamics of the mannequin: one pass in, one out, in the number of links.
#[divan::bench]
fn forward_by_articulated_bodies(bencher: Bencher) {
    let character = mannequin();
    let (mut dynamics, torques) = dynamics_of(&character);
    bencher.bench_local(|| articulated(&mut dynamics, black_box(&torques)));
}

/// The same by mass matrix and Cholesky factor; the bias costs nothing here.
#[divan::bench]
fn forward_by_mass_matrix(bencher: Bencher) {
    let character = mannequin();
    let (dynamics, torques) = dynamics_of(&character);
    let mut cholesky = Cholesky::default();
    bencher.bench_local(|| textbook(&character, &dynamics, black_box(&torques), &mut cholesky));
}

/// One step of a floating body of so many links.
fn growth(bencher: Bencher, form: Form, links: usize) {
    let character = growing_body(form, links);
    let mut growing = Growing::new(&character);
    bencher.bench_local(|| growing.step());
}

#[divan::bench(args = SIZES)]
fn growth_of_a_chain(bencher: Bencher, links: usize) {
    growth(bencher, Form::Chain, links);
}

#[divan::bench(args = SIZES)]
fn growth_of_a_bush(bencher: Bencher, links: usize) {
    growth(bencher, Form::Bush, links);
}

/// A floating body that is always at the same moment.
struct Growing {
    world: World,
    start: State,
    state: State,
    inputs: Inputs,
}

impl Growing {
    fn new(character: &Character) -> Self {
        let settings = WorldSettings {
            gravity: DVec3::ZERO,
            ..WorldSettings::default()
        };
        let start = moving(character);
        Self {
            world: World::new(character, &flat(), settings),
            state: start.clone(),
            start,
            inputs: Inputs::default(),
        }
    }

    fn step(&mut self) {
        self.state.clone_from(&self.start);
        black_box(self.world.step(&mut self.state, &self.inputs, 0.002));
    }
}

/// The exponent p of time ~ links^p, by least squares over logarithms.
fn exponent(times: &[(usize, f64)]) -> f64 {
    let logs = times
        .iter()
        .map(|(n, secs)| (libm::log(*n as f64), libm::log(*secs)));
    let logs: Vec<(f64, f64)> = logs.collect();
    let count = logs.len() as f64;
    let mean = |f: fn(&(f64, f64)) -> f64| logs.iter().map(f).sum::<f64>() / count;
    let (x, y) = (mean(|l| l.0), mean(|l| l.1));
    let above: f64 = logs.iter().map(|l| (l.0 - x) * (l.1 - y)).sum();
    let below: f64 = logs.iter().map(|l| (l.0 - x) * (l.0 - x)).sum();
    above / below
}

/// Shortest of several calls [s].
fn shortest(mut work: impl FnMut()) -> f64 {
    work();
    let mut best = f64::INFINITY;
    for _ in 0..20 {
        let begin = Instant::now();
        work();
        best = best.min(begin.elapsed().as_secs_f64());
    }
    best
}

/// Times of steps and of forward dynamics, and how they grow.
#[allow(
    clippy::print_stdout,
    reason = "the report of a bench is what it prints"
)]
fn print_growth() {
    // Only `cargo bench` without the name of a bench asks for it; a test that runs every bench once does not.
    if !std::env::args().skip(1).eq(["--bench".to_owned()]) {
        return;
    }
    println!("\nmicroseconds by number of links          {SIZES:?}, and exponent of growth");
    for form in [Form::Chain, Form::Bush] {
        let mut rows: [(&str, Vec<(usize, f64)>); 3] = [
            ("a step", Vec::new()),
            ("articulated bodies", Vec::new()),
            ("mass matrix and factor", Vec::new()),
        ];
        for links in SIZES {
            let character = growing_body(form, links);
            let mut growing = Growing::new(&character);
            rows[0].1.push((links, shortest(|| growing.step())));
            let (mut dynamics, torques) = dynamics_of(&character);
            let secs = shortest(|| {
                black_box(articulated(&mut dynamics, &torques));
            });
            rows[1].1.push((links, secs));
            // Three thousand columns would take a minute each.
            if links <= 300 {
                let mut cholesky = Cholesky::default();
                let secs = shortest(|| {
                    drop(black_box(textbook(
                        &character,
                        &dynamics,
                        &torques,
                        &mut cholesky,
                    )));
                });
                rows[2].1.push((links, secs));
            }
        }
        for (name, times) in &rows {
            let micros: Vec<String> = times.iter().map(|t| format!("{:.1}", 1e6 * t.1)).collect();
            let power = exponent(times);
            println!("{form:?}, {name:<24}{:>40}   {power:.2}", micros.join("  "));
        }
    }
}
