//! Recordings without their noise: a Butterworth filter that goes there and back, so that nothing comes late.
//!
//! Differences of frames make noise of the square of its frequency: half a millimetre of trembling at 30 Hz is an acceleration of
//! 18 m/s². People who walk move below 6 Hz (Winter, *Biomechanics and Motor Control of Human Movement*, 2009, section 3.4.4).

use super::Frame;
use crate::character::{JointCoordinate, Pose};
use glam::DQuat;

/// Where recordings are cut off unless people say otherwise [Hz].
pub const USUAL_CUTOFF_HZ: f64 = 6.0;

/// Past an end the motion is taken to go on as it came, mirrored in its last point, for so many periods of the cutoff.
const PERIODS_BEYOND: f64 = 3.0;

/// The poses of frames without what is faster than a frequency [Hz]: every coordinate of every joint and of the first link, quaternions
/// by their four numbers. They are as given where frames are too far apart to hold anything so fast. (frames)
pub fn low_passed(frames: &[Frame], frame_secs: f64, cutoff_hz: f64) -> Vec<Pose> {
    let mut poses: Vec<Pose> = frames.iter().map(|frame| frame.pose.clone()).collect();
    let Some(filter) = Butterworth::new(frame_secs, cutoff_hz) else {
        return poses;
    };
    let Some(first) = poses.first().cloned() else {
        return poses;
    };
    for axis in 0..3 {
        filter.smooth(&mut poses, |pose| {
            &mut pose.world_from_root.translation[axis]
        });
    }
    filter.smooth_turns(&mut poses, |pose| Some(&mut pose.world_from_root.rotation));
    for (index, joint) in first.joints.iter().enumerate() {
        match joint {
            JointCoordinate::Fixed => {}
            JointCoordinate::Hinge(_) => {
                let angle_of = |pose: &Pose| match pose.joints[index] {
                    JointCoordinate::Hinge(angle) => angle,
                    _ => 0.0,
                };
                let mut angles: Vec<f64> = poses.iter().map(angle_of).collect();
                filter.smooth(&mut angles, |angle| angle);
                for (pose, angle) in poses.iter_mut().zip(angles) {
                    pose.joints[index] = JointCoordinate::Hinge(angle);
                }
            }
            JointCoordinate::Ball(_) => {
                filter.smooth_turns(&mut poses, |pose| match &mut pose.joints[index] {
                    JointCoordinate::Ball(turn) => Some(turn),
                    _ => None,
                });
            }
        }
    }
    poses
}

/// One pass of second order; there and back it is of fourth order, without a shift in time.
///
/// ```text
/// y_n = a (x_n + 2 x_n₋₁ + x_n₋₂) + b₁ y_n₋₁ + b₂ y_n₋₂        ω = tan(π f / f_s) / c,  c = (√2 − 1)^¼
/// a = ω² / (1 + √2 ω + ω²)      b₁ = 2 a / ω² − 2 a      b₂ = 1 − 2 a − 2 a / ω²        (Winter 2009, equation 3.8)
/// ```
/// Both passes together halve the power at the cutoff f: each is cut off higher by 1 / c. He corrects f, which is as much where frames are many.
#[derive(Clone, Copy, Debug)]
struct Butterworth {
    a: f64,
    b: [f64; 2],
    /// Values that are made up beyond either end.
    beyond: usize,
}

impl Butterworth {
    /// Nothing when every frequency that frames can hold is below the cutoff.
    fn new(frame_secs: f64, cutoff_hz: f64) -> Option<Self> {
        let per_frame = cutoff_hz * frame_secs;
        if !(per_frame > 0.0 && per_frame < 0.5) {
            return None;
        }
        let of_both = libm::pow(std::f64::consts::SQRT_2 - 1.0, 0.25);
        let omega = libm::tan(std::f64::consts::PI * per_frame) / of_both;
        let square = omega * omega;
        let a = square / (1.0 + std::f64::consts::SQRT_2 * omega + square);
        let twice = 2.0 * a / square;
        Some(Self {
            a,
            b: [twice - 2.0 * a, 1.0 - 2.0 * a - twice],
            beyond: (PERIODS_BEYOND / per_frame).ceil() as usize,
        })
    }

    /// Smooths one number of every item.
    fn smooth<T>(&self, items: &mut [T], of: impl Fn(&mut T) -> &mut f64) {
        let values: Vec<f64> = items.iter_mut().map(|item| *of(item)).collect();
        for (item, value) in items.iter_mut().zip(self.there_and_back(&values)) {
            *of(item) = value;
        }
    }

    /// Smooths a turn of every item: its quaternion, of which both signs mean the same, as four numbers that do not jump.
    fn smooth_turns<T>(&self, items: &mut [T], of: impl Fn(&mut T) -> Option<&mut DQuat>) {
        let mut last = DQuat::IDENTITY;
        let mut turns: Vec<[f64; 4]> = Vec::with_capacity(items.len());
        for item in items.iter_mut() {
            let turn = of(item).map_or(last, |turn| *turn);
            last = if turn.dot(last) < 0.0 { -turn } else { turn };
            turns.push(last.to_array());
        }
        for number in 0..4 {
            self.smooth(&mut turns, |turn| &mut turn[number]);
        }
        for (item, turn) in items.iter_mut().zip(turns) {
            if let Some(place) = of(item) {
                *place = DQuat::from_array(turn).normalize();
            }
        }
    }

    fn there_and_back(&self, values: &[f64]) -> Vec<f64> {
        let Some(last) = values.len().checked_sub(1) else {
            return Vec::new();
        };
        // Mirrored in both ends, so that the filter has come to rest where the values begin.
        let beyond = self.beyond.min(last);
        let before = (1..=beyond).rev().map(|k| 2.0 * values[0] - values[k]);
        let after = (1..=beyond).map(|k| 2.0 * values[last] - values[last - k]);
        let all = before.chain(values.iter().copied()).chain(after);
        let mut all: Vec<f64> = all.collect();
        self.pass(&mut all);
        all.reverse();
        self.pass(&mut all);
        all.reverse();
        all[beyond..=beyond + last].to_vec()
    }

    fn pass(&self, values: &mut [f64]) {
        let first = values.first().copied().unwrap_or(0.0);
        let (mut x, mut y) = ([first; 2], [first; 2]);
        for value in values {
            let next = self.a * (*value + 2.0 * x[0] + x[1]) + self.b[0] * y[0] + self.b[1] * y[1];
            x = [*value, x[0]];
            y = [next, y[0]];
            *value = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    const FRAME_SECS: f64 = 1.0 / 120.0;

    fn wave(hz: f64, frame: usize) -> f64 {
        libm::sin(TAU * hz * frame as f64 * FRAME_SECS + 0.4)
    }

    fn smoothed(value: impl Fn(usize) -> f64) -> Vec<f64> {
        let filter = Butterworth::new(FRAME_SECS, USUAL_CUTOFF_HZ).unwrap();
        let values: Vec<f64> = (0..600).map(value).collect();
        filter.there_and_back(&values)
    }

    #[test]
    fn a_slow_wave_passes_to_a_hundredth_and_in_time_and_a_fast_one_is_gone() {
        let found = smoothed(|frame| wave(1.0, frame) + 0.2 * wave(30.0, frame));
        for (frame, value) in found.iter().enumerate().skip(60).take(480) {
            assert!(
                (value - wave(1.0, frame)).abs() < 0.01,
                "frame {frame}: {value}"
            );
        }
        let noise = smoothed(|frame| wave(30.0, frame));
        let inner = noise[60..540].iter();
        let loudest = inner.fold(0.0_f64, |most, value| most.max(value.abs()));
        assert!(loudest < 2e-3, "{loudest}");
    }

    #[test]
    fn at_the_cutoff_half_of_the_power_is_left() {
        let found = smoothed(|frame| wave(USUAL_CUTOFF_HZ, frame));
        let expected = std::f64::consts::FRAC_1_SQRT_2;
        for (frame, value) in found.iter().enumerate().skip(60).take(480) {
            let wanted = expected * wave(USUAL_CUTOFF_HZ, frame);
            assert!((value - wanted).abs() < 1e-6, "frame {frame}: {value}");
        }
    }

    #[test]
    fn what_goes_straight_goes_straight_to_its_ends() {
        let line = |frame: usize| 3.0 - 0.02 * frame as f64;
        for (frame, value) in smoothed(line).iter().enumerate() {
            assert!((value - line(frame)).abs() < 1e-6, "frame {frame}: {value}");
        }
    }

    #[test]
    fn frames_that_are_far_apart_hold_nothing_fast() {
        assert!(Butterworth::new(0.1, USUAL_CUTOFF_HZ).is_none());
        assert!(Butterworth::new(FRAME_SECS, 0.0).is_none());
    }
}
