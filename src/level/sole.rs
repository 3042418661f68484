//! Does a sole fit here? Asked along spokes from its centre to its rim.
//!
//! ```text
//! o---o---o---o   every spoke is walked outwards; where two samples lie on different surfaces, the edge between them
//! | \ | / | / |   is bisected and its step measured, so abutting level pieces count as one even surface
//! o---o---o---o   Limit: what is narrower than the distance between samples (about 3 cm for a foot) goes unseen.
//! ```

use super::{GroundPoint, Level, SurfaceId};
use glam::{DVec2, DVec3};

/// Spokes that end on each edge of the sole.
const SPOKES_PER_EDGE: usize = 4;
/// Samples on each spoke, without the centre.
const SAMPLES_PER_SPOKE: usize = 4;

/// How even ground must be to carry a sole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoleTolerance {
    /// Highest step inside the sole [m]. Default 0.01.
    pub step: f64,
    /// Steepest plane under the sole [rad]. Default 0.52, which is 30°.
    pub angle: f64,
    /// Farthest that ground may be above or below that plane [m]. Default 0.015.
    pub gap: f64,
}

impl Default for SoleTolerance {
    fn default() -> Self {
        Self {
            step: 0.01,
            angle: 0.52,
            gap: 0.015,
        }
    }
}

impl SoleTolerance {
    /// The same for a body so many times as long as a person.
    #[must_use]
    pub fn sized(self, times: f64) -> Self {
        Self {
            step: times * self.step,
            gap: times * self.gap,
            ..self
        }
    }
}

/// Why a sole does not fit. The first reason that holds, in this order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Misfit {
    /// A part of it has no ground beneath.
    OverVoid,
    /// It lies across a step, or half on a platform.
    AcrossEdge {
        /// Height of the highest step [m].
        step: f64,
    },
    /// The ground under it is too steep.
    TooSteep {
        /// Between the plane's normal and the vertical [rad].
        angle: f64,
    },
    /// The ground under it is bumpy or bent.
    TooRough {
        /// Farthest that ground is from the plane [m].
        gap: f64,
    },
}

/// What a sole finds beneath it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoleFit {
    /// Nothing when it fits.
    pub misfit: Option<Misfit>,
    /// Under the sole's centre, on the plane that fits the ground best [m].
    pub point: DVec3,
    /// That plane's unit normal.
    pub normal: DVec3,
    /// The least coefficient of friction beneath.
    pub friction: f64,
    /// Farthest that ground is above or below the plane, straight up [m].
    pub gap: f64,
    /// How far the corner nearest to the ground is above it (below: negative) [m]. See also [`Level::clearance`].
    pub lowest_clearance: f64,
    /// How far the corner farthest from the ground is above it [m].
    pub highest_clearance: f64,
}

impl SoleFit {
    /// Whether the ground can carry the sole.
    pub fn fits(&self) -> bool {
        self.misfit.is_none()
    }
}

impl Level {
    /// Whether ground can carry a sole whose corners, in order around it, are at these points: all of it over one
    /// even surface. Only x and z of the corners matter to the answer; their heights matter to the clearances.
    pub fn sole_fit(
        &self,
        corners_in_world: &[DVec3],
        tolerance: &SoleTolerance,
        time_secs: f64,
    ) -> SoleFit {
        let center = corners_in_world.iter().sum::<DVec3>() / corners_in_world.len().max(1) as f64;
        let center_xz = flat(center);

        // 1. Walk the spokes: voids, steps, friction, and the sums of the best plane.
        let mut plane = PlaneSums::default();
        let (mut is_over_void, mut step, mut friction) =
            (corners_in_world.is_empty(), None, f64::INFINITY);
        let middle = self.ground_at(center_xz, time_secs);
        for end in rim(corners_in_world) {
            let mut inner = (center_xz, middle);
            for sample in 1..=SAMPLES_PER_SPOKE {
                let share = sample as f64 / SAMPLES_PER_SPOKE as f64;
                let point = center_xz.lerp(end, share);
                let ground = self.ground_at(point, time_secs);
                if let Some(ground) = ground {
                    plane.add(point - center_xz, ground.height);
                    friction = friction.min(ground.friction);
                }
                match (inner.1, ground) {
                    (Some(a), Some(b)) if a.surface != b.surface => {
                        match self.step_between((inner.0, a), point, time_secs) {
                            Some(height)
                                if height > tolerance.step || is_half_on_platform(&a, &b) =>
                            {
                                step = Some(height.max(step.unwrap_or(0.0)));
                            }
                            Some(_) => {}
                            None => is_over_void = true,
                        }
                    }
                    (Some(_), Some(_)) => {}
                    _ => is_over_void = true,
                }
                inner = (point, ground);
            }
        }

        // 2. How far the ground is from that plane, and the corners from the ground.
        let (height, slope) = plane.solve().unwrap_or((center.y, DVec2::ZERO));
        let mut gap = 0.0_f64;
        for end in rim(corners_in_world) {
            for sample in 0..=SAMPLES_PER_SPOKE {
                let offset = (end - center_xz) * (sample as f64 / SAMPLES_PER_SPOKE as f64);
                if let Some(ground) = self.height(center_xz + offset, time_secs) {
                    gap = gap.max((ground - height - slope.dot(offset)).abs());
                }
            }
        }
        let clearances = corners_in_world
            .iter()
            .filter_map(|corner| self.clearance(*corner, time_secs));
        let (lowest_clearance, highest_clearance) = clearances
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), c| {
                (low.min(c), high.max(c))
            });

        // 3. The verdict.
        let angle = libm::atan(slope.length());
        let misfit = if is_over_void {
            Some(Misfit::OverVoid)
        } else if let Some(step) = step {
            Some(Misfit::AcrossEdge { step })
        } else if angle > tolerance.angle {
            Some(Misfit::TooSteep { angle })
        } else if gap > tolerance.gap {
            Some(Misfit::TooRough { gap })
        } else {
            None
        };
        let normal = DVec3::new(-slope.x, 1.0, -slope.y);
        SoleFit {
            misfit,
            point: DVec3::new(center.x, height, center.z),
            normal: normal / normal.length(),
            friction: if friction.is_finite() { friction } else { 0.0 },
            gap,
            lowest_clearance,
            highest_clearance,
        }
    }

    /// Height of the step where one surface ends between two points [m]; nothing where the void begins there.
    fn step_between(
        &self,
        (mut inside, mut ground): (DVec2, GroundPoint),
        mut outside: DVec2,
        time_secs: f64,
    ) -> Option<f64> {
        let mut beyond = self.ground_at(outside, time_secs)?;
        // Thirty halvings of a few centimetres leave less than a nanometre.
        for _ in 0..30 {
            let middle = 0.5 * (inside + outside);
            let found = self.ground_at(middle, time_secs)?;
            if found.surface == ground.surface {
                (inside, ground) = (middle, found);
            } else {
                (outside, beyond) = (middle, found);
            }
        }
        Some((beyond.height - ground.height).abs())
    }
}

/// A foot half on a platform is torn apart when the platform moves, however small the step is now.
fn is_half_on_platform(a: &GroundPoint, b: &GroundPoint) -> bool {
    matches!(a.surface, SurfaceId::Platform(_)) || matches!(b.surface, SurfaceId::Platform(_))
}

/// Evenly spaced points around the rim of a sole, its corners among them (x, z).
fn rim(corners: &[DVec3]) -> impl Iterator<Item = DVec2> + '_ {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).flat_map(|(a, b)| {
        (0..SPOKES_PER_EDGE).map(|k| flat(*a).lerp(flat(*b), k as f64 / SPOKES_PER_EDGE as f64))
    })
}

/// The (x, z) of a point.
fn flat(point: DVec3) -> DVec2 {
    DVec2::new(point.x, point.z)
}

/// Sums for the plane height + slope · offset with the least squared distance from samples.
#[derive(Default)]
struct PlaneSums {
    count: f64,
    offset: DVec2,
    height: f64,
    xx: f64,
    xz: f64,
    zz: f64,
    offset_height: DVec2,
}

impl PlaneSums {
    fn add(&mut self, offset: DVec2, height: f64) {
        self.count += 1.0;
        self.offset += offset;
        self.height += height;
        self.xx += offset.x * offset.x;
        self.xz += offset.x * offset.y;
        self.zz += offset.y * offset.y;
        self.offset_height += offset * height;
    }

    /// Height at offset zero, and slope; level where the samples lie on one line; nothing without samples.
    fn solve(&self) -> Option<(f64, DVec2)> {
        if self.count == 0.0 {
            return None;
        }
        // The normal equations about the samples' mean are two by two.
        let (mean, mean_height) = (self.offset / self.count, self.height / self.count);
        let xx = self.xx - self.count * mean.x * mean.x;
        let xz = self.xz - self.count * mean.x * mean.y;
        let zz = self.zz - self.count * mean.y * mean.y;
        let right = self.offset_height - self.count * mean * mean_height;
        let determinant = xx * zz - xz * xz;
        let slope = if determinant > 1e-9 * (xx + zz) * (xx + zz) {
            DVec2::new(zz * right.x - xz * right.y, xx * right.y - xz * right.x) / determinant
        } else {
            DVec2::ZERO
        };
        Some((mean_height - slope.dot(mean), slope))
    }
}
