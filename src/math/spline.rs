//! A smooth way from differences that were planned.

use glam::DVec3;

/// The uniform cubic B-spline over places at even shares of the time (de Boor 1978): its acceleration is theirs by second
/// differences, even in between, so that a plan of accelerations is gone as it was made. It passes its places by a sixth of those
/// differences, and rests where the first two or the last two of them are one.
#[derive(Clone, Debug, PartialEq)]
pub struct BSpline {
    places: Vec<DVec3>,
}

impl BSpline {
    /// Along these places.
    pub fn new(places: Vec<DVec3>) -> Self {
        Self { places }
    }

    /// The place after a share of the time [0..1].
    pub fn at(&self, share: f64) -> DVec3 {
        let Some(last) = self.places.len().checked_sub(1) else {
            return DVec3::ZERO;
        };
        let along = share.clamp(0.0, 1.0) * last as f64;
        let k = (along as usize).min(last.saturating_sub(1));
        let t = along - k as f64;
        let rest = 1.0 - t;
        let near = |index: usize| self.places[index.min(last)];
        (rest * rest * rest * near(k.saturating_sub(1))
            + (4.0 - 3.0 * t * t * (1.0 + rest)) * near(k)
            + (4.0 - 3.0 * rest * rest * (1.0 + t)) * near(k + 1)
            + t * t * t * near(k + 2))
            / 6.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_acceleration_goes_evenly_through_the_second_differences_of_its_places() {
        let count = 12;
        let places: Vec<DVec3> = (0..=count)
            .map(|k| DVec3::new(libm::sin(f64::from(k)), 1.0, f64::from(k * k)))
            .collect();
        let spline = BSpline::new(places.clone());
        let h = 1e-4;
        let bend = |place: f64| {
            let at = |place: f64| spline.at(place / f64::from(count));
            (at(place + h) - 2.0 * at(place) + at(place - h)) / (h * h)
        };
        for k in 1..count - 1 {
            let difference = |k: i32| {
                let k = k as usize;
                places[k + 1] - 2.0 * places[k] + places[k - 1]
            };
            let knot = f64::from(k);
            assert!(bend(knot).distance(difference(k)) < 1e-3);
            let middle = 0.5 * (difference(k) + difference(k + 1));
            assert!(bend(knot + 0.5).distance(middle) < 1e-3, "{k}");
        }
    }

    #[test]
    fn it_rests_where_its_first_and_its_last_two_places_are_one() {
        let places = [0.0, 0.0, 0.3, 0.9, 1.0, 1.0];
        let spline = BSpline::new(places.map(|x| x * DVec3::X).to_vec());
        assert!(spline.at(0.0).length() < 1e-12 && spline.at(1.0).distance(DVec3::X) < 1e-12);
        assert!(spline.at(1e-4).length() < 1e-9);
        assert_eq!(BSpline::new(vec![DVec3::X]).at(0.3), DVec3::X);
    }
}
