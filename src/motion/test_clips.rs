//! How tests compare clips.

use super::Clip;
use crate::math::rotation_vector;

/// Fails where two clips differ by more than `slack` in any place, turn or track.
pub(crate) fn assert_same(a: &Clip, b: &Clip, slack: f64) {
    assert_eq!(a.frames.len(), b.frames.len());
    assert!((a.frame_secs - b.frame_secs).abs() <= slack);
    assert!((a.start_secs - b.start_secs).abs() <= slack);
    for (index, (a, b)) in a.frames.iter().zip(&b.frames).enumerate() {
        let (root, other) = (a.pose.world_from_root, b.pose.world_from_root);
        let turn = rotation_vector(root.rotation.conjugate() * other.rotation);
        let misses = [
            root.translation.distance(other.translation),
            turn.length(),
            a.pose.largest_turn_from(&b.pose),
            a.com.distance(b.com),
            (a.margin.unwrap_or(0.0) - b.margin.unwrap_or(0.0)).abs(),
        ];
        let miss = misses.into_iter().fold(0.0, f64::max);
        assert!(miss <= slack, "frame {index}: {misses:?}");
        assert_eq!(a.contacts, b.contacts, "frame {index}");
        assert_eq!(a.margin.is_some(), b.margin.is_some(), "frame {index}");
    }
}
