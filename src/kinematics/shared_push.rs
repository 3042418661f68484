//! How points that stand on the ground share the push that a motion needs from it: no rigid body can tell, soft ground can.

use crate::math::Cholesky;
use glam::{DMat3, DVec3};

/// A point that stands on the ground, for a piece of sole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BearingPoint {
    /// Where [m].
    pub point_in_world: DVec3,
    /// Unit normal of the ground there.
    pub normal_in_world: DVec3,
    /// Coefficient of friction there.
    pub friction: f64,
    /// The piece of sole that it stands for [m²]; above zero.
    pub area: f64,
}

/// A force, and its moment about the origin of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Push {
    /// World axes [N].
    pub force: DVec3,
    /// World axes [N m].
    pub moment: DVec3,
}

impl Push {
    /// Of a force at a point.
    pub fn at(point_in_world: DVec3, force: DVec3) -> Self {
        Self {
            force,
            moment: point_in_world.cross(force),
        }
    }

    /// What is left of it when another one is taken away.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self {
            force: self.force - other.force,
            moment: self.moment - other.moment,
        }
    }
}

/// What is not given costs one over this, and what is given one, no unit. Where not all can be given, as when the zero-moment point is far
/// outside, the force is given and its moment left: no body stands on more than its weight for the sake of a moment.
const SOFTNESS: Six = Six {
    force: DVec3::splat(1e-7),
    moment: DVec3::splat(1e-4),
};
/// Points this near to their middle do not set the scale of lengths [m].
const LEAST_SIZE: f64 = 0.02;
/// Steps of Newton's method; as a rule five do.
const STEPS: usize = 40;
/// Halvings of a step.
const HALVINGS: usize = 30;
/// A gradient this small is none, in units of the push.
const SMALL: f64 = 1e-8;

/// The force of the ground at every point, such that together they make `push` [N]; as near to it as can be where points
/// cannot give it. (points)
///
/// The least of forces: min ½ Σ |fᵢ|² / aᵢ with Σ fᵢ = F, Σ rᵢ × fᵢ = M, each fᵢ in its cone of friction Kᵢ, aᵢ the areas. On level
/// ground the pressure is then a linear function of the place wherever it is not zero: that of a rigid foot on soft ground
/// (Winkler 1867). One foot that carries all has its centre of pressure in the zero-moment point, two share by where it is
/// between them, and friction is asked where the load is.
///
/// Solved from its dual, six unknowns for any number of points: with y = (u, v), one multiplier for F and one for M,
///
/// ```text
/// fᵢ = aᵢ Pᵢ(u + v × rᵢ)        min ½ yᵀ ε y + ½ Σ aᵢ |Pᵢ(u + v × rᵢ)|² − u·F − v·M        Pᵢ: nearest point of Kᵢ
/// ```
///
/// by Newton's method with halved steps; the minimum is there however little F and M can be given, for ε is above zero.
pub fn share_push(points: &[BearingPoint], push: &Push) -> Vec<DVec3> {
    let strength = push.force.length();
    let all: f64 = points.iter().map(|point| point.area).sum();
    if strength <= 0.0 || !strength.is_finite() || all <= 0.0 {
        return vec![DVec3::ZERO; points.len()];
    }
    // Units: forces of the push's own, areas of all together, lengths such that the points fill a ball of radius one.
    let middle = points.iter().map(|p| p.area * p.point_in_world);
    let middle = middle.sum::<DVec3>() / all;
    let distances = points.iter().map(|p| p.point_in_world.distance(middle));
    let size = distances.fold(LEAST_SIZE, f64::max);
    let wanted = Six {
        force: push.force / strength,
        moment: (push.moment - middle.cross(push.force)) / (strength * size),
    };
    let scaled: Vec<Bearing> = points
        .iter()
        .map(|point| Bearing {
            arm: (point.point_in_world - middle) / size,
            cone: Cone {
                normal: point.normal_in_world,
                friction: point.friction.max(0.0),
            },
            area: point.area / all,
        })
        .collect();
    let multipliers = solve(&scaled, &wanted);
    scaled
        .iter()
        .map(|bearing| strength * bearing.area * bearing.cone.nearest(bearing.pull(&multipliers)))
        .collect()
}

/// A force and a moment, or their multipliers.
#[derive(Clone, Copy, Debug)]
struct Six {
    force: DVec3,
    moment: DVec3,
}

impl Six {
    fn softened(&self) -> Self {
        Self {
            force: SOFTNESS.force * self.force,
            moment: SOFTNESS.moment * self.moment,
        }
    }

    fn dot(&self, other: &Self) -> f64 {
        self.force.dot(other.force) + self.moment.dot(other.moment)
    }

    fn plus(&self, share: f64, other: &Self) -> Self {
        Self {
            force: self.force + share * other.force,
            moment: self.moment + share * other.moment,
        }
    }
}

/// A point in the units of the solve.
struct Bearing {
    arm: DVec3,
    cone: Cone,
    area: f64,
}

impl Bearing {
    /// What the multipliers ask of it: u + v × r.
    fn pull(&self, y: &Six) -> DVec3 {
        y.force + y.moment.cross(self.arm)
    }
}

/// All forces that a point of the ground can give.
struct Cone {
    normal: DVec3,
    friction: f64,
}

impl Cone {
    /// Its point nearest to a pull.
    fn nearest(&self, pull: DVec3) -> DVec3 {
        let up = pull.dot(self.normal);
        let along = pull - up * self.normal;
        let side = along.length();
        if side <= self.friction * up {
            return pull;
        }
        // On its surface, or at its tip.
        let height = (up + self.friction * side) / (1.0 + self.friction * self.friction);
        if height <= 0.0 {
            return DVec3::ZERO;
        }
        height * (self.normal + self.friction * along.normalize_or_zero())
    }

    /// How that changes with the pull: symmetric, nowhere negative.
    fn slope(&self, pull: DVec3) -> DMat3 {
        let up = pull.dot(self.normal);
        let along = pull - up * self.normal;
        let side = along.length();
        if side <= self.friction * up {
            return DMat3::IDENTITY;
        }
        let height = (up + self.friction * side) / (1.0 + self.friction * self.friction);
        if height <= 0.0 {
            return DMat3::ZERO;
        }
        let aside = along.normalize_or_zero();
        let across = self.normal.cross(aside);
        let edge = (self.normal + self.friction * aside).normalize_or_zero();
        // Along the edge of the cone, and around it; side is above zero, for the pull is outside.
        let round = self.friction * height / side;
        outer(edge) + round * outer(across)
    }
}

fn outer(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}

/// Newton's method on the dual.
fn solve(points: &[Bearing], wanted: &Six) -> Six {
    let cost = |y: &Six| {
        let given = points.iter().map(|point| {
            let force = point.cone.nearest(point.pull(y));
            point.area * force.length_squared()
        });
        0.5 * (y.dot(&y.softened()) + given.sum::<f64>()) - y.dot(wanted)
    };
    let mut y = Six {
        force: wanted.force,
        moment: DVec3::ZERO,
    };
    let mut before = cost(&y);
    let mut system = Cholesky::default();
    for _ in 0..STEPS {
        // 1 what is missing still
        let mut missing = wanted.plus(-1.0, &y.softened());
        for point in points {
            let force = point.area * point.cone.nearest(point.pull(&y));
            missing.force -= force;
            missing.moment -= point.arm.cross(force);
        }
        if missing.dot(&missing) <= SMALL * SMALL {
            break;
        }
        // 2 Newton's step: where the cost falls to if no cone is left or entered
        let mut step = [0.0; 6];
        step[..3].copy_from_slice(&missing.force.to_array());
        step[3..].copy_from_slice(&missing.moment.to_array());
        fill(points, &y, system.start(6));
        system.factor(SOFTNESS.force.x);
        system.solve(&mut step);
        let step = Six {
            force: DVec3::from_slice(&step[..3]),
            moment: DVec3::from_slice(&step[3..]),
        };
        // 3 as far along it as the cost falls
        let promise = step.dot(&missing);
        let falls = (0..HALVINGS).find_map(|halving| {
            let share = libm::ldexp(1.0, -(halving as i32));
            let next = y.plus(share, &step);
            let after = cost(&next);
            (after <= before - 1e-4 * share * promise).then_some((next, after))
        });
        let Some((next, after)) = falls else { break };
        (y, before) = (next, after);
    }
    y
}

/// The second derivatives of the cost: ε 1 + Σ aᵢ Aᵢ P'ᵢ Aᵢᵀ with Aᵢ f = (f, r × f); row-major.
fn fill(points: &[Bearing], y: &Six, matrix: &mut [f64]) {
    for point in points {
        let slope = point.area * point.cone.slope(point.pull(y));
        for column in 0..6 {
            // A unit of this multiplier pulls so, and the point answers.
            let unit = DVec3::AXES[column % 3];
            let pull = if column < 3 {
                unit
            } else {
                unit.cross(point.arm)
            };
            let force = slope * pull;
            let moment = point.arm.cross(force);
            for row in 0..3 {
                matrix[row * 6 + column] += force[row];
                matrix[(row + 3) * 6 + column] += moment[row];
            }
        }
    }
    for axis in 0..3 {
        matrix[axis * 7] += SOFTNESS.force[axis];
        matrix[(axis + 3) * 7] += SOFTNESS.moment[axis];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Random;

    const AREA: f64 = 0.01;

    fn point(x: f64, z: f64) -> BearingPoint {
        BearingPoint {
            point_in_world: DVec3::new(x, 0.0, z),
            normal_in_world: DVec3::Y,
            friction: 0.8,
            area: AREA,
        }
    }

    fn sum(points: &[BearingPoint], forces: &[DVec3]) -> Push {
        let mut sum = Push::default();
        for (point, force) in points.iter().zip(forces) {
            let push = Push::at(point.point_in_world, *force);
            sum.force += push.force;
            sum.moment += push.moment;
        }
        sum
    }

    #[test]
    fn a_beam_on_two_points_is_shared_by_its_levers() {
        let points = [point(0.0, -0.3), point(0.0, 0.1)];
        let push = Push::at(DVec3::new(0.0, 0.0, 0.0), 700.0 * DVec3::Y);
        let forces = share_push(&points, &push);
        assert!(forces[0].distance(175.0 * DVec3::Y) < 0.1, "{forces:?}");
        assert!(forces[1].distance(525.0 * DVec3::Y) < 0.1, "{forces:?}");
    }

    #[test]
    fn a_push_inside_is_given_whole_by_forces_within_their_cones() {
        let mut random = Random::new(5);
        let points: Vec<BearingPoint> = (0..12)
            .map(|k| BearingPoint {
                point_in_world: DVec3::new(
                    0.3 * (f64::from(k % 3) - 1.0),
                    0.1 * random.unit(),
                    0.2 * f64::from(k / 3),
                ),
                normal_in_world: DVec3::new(0.2 * random.unit(), 1.0, 0.2 * random.unit())
                    .normalize(),
                ..point(0.0, 0.0)
            })
            .collect();
        for trial in 0..20 {
            let at = DVec3::new(0.2 * random.unit() - 0.1, 0.0, 0.1 + 0.4 * random.unit());
            let force = DVec3::new(200.0 * random.unit() - 100.0, 600.0, 100.0 * random.unit());
            let push = Push::at(at, force);
            let forces = share_push(&points, &push);
            let given = sum(&points, &forces);
            let left = push.without(&given);
            assert!(left.force.length() < 0.01, "{trial}: {left:?}");
            assert!(left.moment.length() < 0.1, "{trial}: {left:?}");
            for (point, force) in points.iter().zip(&forces) {
                let up = force.dot(point.normal_in_world);
                let aside = (*force - up * point.normal_in_world).length();
                assert!(aside <= point.friction * up + 1e-9, "{trial}");
            }
        }
    }

    #[test]
    fn pressure_is_linear_in_the_place_and_never_pulls() {
        let row: Vec<BearingPoint> = (0..11).map(|k| point(0.0, 0.1 * f64::from(k))).collect();
        // Well inside all points push; near an end those far off push no more.
        let share = |z: f64| share_push(&row, &Push::at(z * DVec3::Z, 100.0 * DVec3::Y));
        let all = share(0.45);
        for three in all.windows(3) {
            assert!((three[0].y + three[2].y - 2.0 * three[1].y).abs() < 1e-3);
            assert!(three[0].y > 0.0);
        }
        let few = share(0.1);
        assert!(few[0].y > 0.0 && few[10] == DVec3::ZERO);
        assert!((sum(&row, &few).force.y - 100.0).abs() < 1e-2);
    }

    #[test]
    fn what_the_ground_cannot_give_is_left_and_all_else_given() {
        let points = [
            point(-0.1, -0.1),
            point(0.1, -0.1),
            point(0.1, 0.1),
            point(-0.1, 0.1),
        ];
        // 5 cm beyond the edge: the edge carries.
        let push = Push::at(0.15 * DVec3::Z, 500.0 * DVec3::Y);
        let forces = share_push(&points, &push);
        let left = push.without(&sum(&points, &forces));
        assert!((left.moment.x + 500.0 * 0.05).abs() < 0.5, "{left:?}");
        assert!(left.force.length() < 1.0, "{left:?}");
        assert!(forces[0].length() < 0.5 && forces[2].y > 0.0, "{forces:?}");
        // Ice gives little to the side, and ground never pulls.
        let icy = points.map(|point| BearingPoint {
            friction: 0.05,
            ..point
        });
        let aslant = Push::at(DVec3::ZERO, DVec3::new(100.0, 500.0, 0.0));
        let given = sum(&icy, &share_push(&icy, &aslant)).force;
        assert!((given.x - 0.05 * given.y).abs() < 1e-3, "{given}");
        let pull = Push::at(DVec3::ZERO, -100.0 * DVec3::Y);
        assert_eq!(sum(&points, &share_push(&points, &pull)), Push::default());
    }
}
