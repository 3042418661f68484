//! What joint limits take of a motion: how far they keep joints back, and how far the body goes up because legs fold less.

use crate::character::{Character, Pose};
use crate::math::{ShortNumber, square};
use crate::motion::SoleTracks;
use glam::DVec3;

/// How far limits lifted the feet of a frame, low feet counted most: a leg that cannot fold as far as the recorded one must
/// not push its foot through the ground, so the body goes up instead [m].
pub(super) fn lifted_by_limits(
    free: &SoleTracks,
    limited: &SoleTracks,
    frame: usize,
    level: f64,
) -> DVec3 {
    /// A foot this far over the lowest one counts a quarter [m].
    const LOW: f64 = 0.1;
    let feet = 0..free.feet();
    let lowest = feet
        .clone()
        .fold(f64::INFINITY, |low, s| low.min(free.at(frame, s).lowest));
    let (mut shift, mut weights) = (DVec3::ZERO, 0.0);
    for foot in feet {
        let (free, limited) = (free.at(frame, foot), limited.at(frame, foot));
        let height = (free.lowest - lowest) / LOW;
        let weight = 1.0 / square(1.0 + square(height));
        shift += weight * (free.center - (limited.center - level * DVec3::Y));
        weights += weight;
    }
    if weights > 0.0 {
        shift / weights
    } else {
        DVec3::ZERO
    }
}

/// Which joints limits keep back in any of these pairs of poses, free and limited, the farthest first: a sentence, or nothing.
pub(super) fn told_kept_back<'p>(
    character: &Character,
    poses: impl Iterator<Item = (&'p Pose, &'p Pose)>,
) -> Option<String> {
    /// What nobody sees [rad].
    const LEAST: f64 = 0.05;
    let mut kept_back = vec![0.0_f64; character.links.len()];
    for (free, limited) in poses {
        let joints = free.joints.iter().zip(&limited.joints);
        for ((most, joints), link) in kept_back.iter_mut().zip(joints).zip(&character.links) {
            let [asked, given] =
                <[_; 2]>::from(joints).map(|joint| joint.rotation(&link.joint.kind));
            *most = most.max(asked.angle_between(given));
        }
    }
    let links = character.links.iter().zip(&kept_back);
    let mut joints: Vec<(f64, &str)> = links
        .filter(|(_, angle)| **angle > LEAST)
        .map(|(link, angle)| (*angle, link.joint.name.as_str()))
        .collect();
    joints.sort_by(|a, b| b.0.total_cmp(&a.0));
    let told = joints.iter().map(|(angle, joint)| {
        let degrees = ShortNumber(angle.to_degrees().round());
        format!("{joint} by {degrees}°")
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| format!("limits keep joints back, at most {}", told.join(", ")))
}

/// Whether joints stop at their limits.
#[derive(Clone, Copy)]
pub(super) enum Limits {
    Respected,
    Ignored,
}
