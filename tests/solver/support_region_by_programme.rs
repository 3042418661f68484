//! The region of support against a linear programme that knows nothing of how it was found: Bretl and Lall's six equations,
//! with the centre of mass among the unknowns, over the same edges of the same pyramids of friction.

use super::support_region::random_stance;
use contrapposto::kinematics::{CarryingPatch, support_region};
use contrapposto::math::Random;
use glam::{DVec2, DVec3};
use microlp::{ComparisonOp, Error, OptimizationDirection, Problem, Variable};
use std::f64::consts::TAU;

/// Where the centre of mass is asked for.
#[derive(Clone, Copy)]
enum Asked {
    /// There and nowhere else.
    At(DVec2),
    /// As far as possible along a direction.
    Along(DVec2),
}

/// How far out along the direction the centre of mass comes; infinitely little when no forces hold it. `None` when the
/// reference itself gives up.
fn farthest(patches: &[CarryingPatch], asked: Asked) -> Option<f64> {
    let corners = || patches.iter().flat_map(|patch| &patch.corners_in_world);
    let low = corners().fold(DVec3::INFINITY, |low, c| low.min(*c)) - 5.0;
    let high = corners().fold(DVec3::NEG_INFINITY, |high, c| high.max(*c)) + 5.0;
    let direction = match asked {
        Asked::At(_) => DVec2::ZERO,
        Asked::Along(direction) => direction,
    };
    // Of Σ f = (0, 1, 0) and Σ r × f = c × (0, 1, 0) the last has (−c_z, 0, c_x) on its right.
    let (least, most) = match asked {
        Asked::At(c) => (DVec2::new(-c.y, c.x), DVec2::new(-c.y, c.x)),
        Asked::Along(_) => (DVec2::new(-high.z, low.x), DVec2::new(-low.z, high.x)),
    };
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let mut equations: [Vec<(Variable, f64)>; 6] = Default::default();
    for patch in patches {
        for corner in &patch.corners_in_world {
            for ray in patch.rays() {
                let moment = corner.cross(ray);
                let gain = direction.dot(DVec2::new(moment.z, -moment.x));
                let force = problem.add_var(gain, (0.0, f64::INFINITY));
                let wrench = [ray, moment].map(|v| v.to_array());
                for (equation, entry) in equations.iter_mut().zip(wrench.as_flattened()) {
                    equation.push((force, *entry));
                }
            }
        }
    }
    for (row, equation) in equations.iter().enumerate() {
        let (least, most) = match row {
            1 => (1.0, 1.0),
            3 => (least.x, most.x),
            5 => (least.y, most.y),
            _ => (0.0, 0.0),
        };
        if least == most {
            problem.add_constraint(&equation[..], ComparisonOp::Eq, least);
        } else {
            problem.add_constraint(&equation[..], ComparisonOp::Ge, least);
            problem.add_constraint(&equation[..], ComparisonOp::Le, most);
        }
    }
    match problem.solve() {
        Ok(outcome) => Some(outcome.into_solution().ok()?.objective()),
        Err(Error::Infeasible) => Some(f64::NEG_INFINITY),
        Err(_) => None,
    }
}

#[test]
fn the_region_is_that_of_a_linear_programme_over_the_same_cones() {
    let mut random = Random::new(15);
    let (mut asked, mut unanswered) = (0, 0);
    let (mut places, mut wrong, mut worst, mut empty) = (0, 0, 0.0, 0);
    for _ in 0..1000 {
        let patches = random_stance(&mut random);
        let region = support_region(&patches);
        empty += usize::from(region.is_empty());
        for spoke in 0..16 {
            let (sin, cos) = libm::sincos((f64::from(spoke) + 0.3) * TAU / 16.0);
            let direction = DVec2::new(cos, sin);
            asked += 1;
            let Some(theirs) = farthest(&patches, Asked::Along(direction)) else {
                unanswered += 1;
                continue;
            };
            let ours = region.corners().iter().map(|c| c.dot(direction));
            let ours = ours.fold(f64::NEG_INFINITY, f64::max);
            assert_eq!(ours.is_finite(), theirs.is_finite());
            if ours.is_finite() {
                worst = f64::max(worst, (ours - theirs).abs());
            }
        }
        // Places in and about the region, not so far out that it is cut there.
        let low = region
            .corners()
            .iter()
            .fold(DVec2::NEG_ONE, |low, c| low.min(*c))
            - 0.1;
        let high = region
            .corners()
            .iter()
            .fold(DVec2::ONE, |high, c| high.max(*c))
            + 0.1;
        for _ in 0..20 {
            let [x, z] = [(low.x, high.x), (low.y, high.y)]
                .map(|(low, high)| random.between(low.max(-4.0), high.min(4.0)));
            asked += 1;
            let Some(theirs) = farthest(&patches, Asked::At(DVec2::new(x, z))) else {
                unanswered += 1;
                continue;
            };
            let margin = region.margin(DVec2::new(x, z)).metres;
            places += 1;
            wrong += usize::from(theirs.is_finite() != (margin >= 0.0));
        }
    }
    eprintln!(
        "1000 stances, {empty} of which hold nothing. Of {places} places {wrong} are told otherwise. Borders in 16 directions \
         are {worst:.1e} m apart at most. Of {asked} programmes the reference gave {unanswered} up."
    );
    assert!(empty < 500 && unanswered * 1000 <= asked);
    assert!(wrong * 1000 <= places);
    assert!(worst < 1e-3);
}
