//! How recorded feet lie when they stand: what is up then tells where their soles are.

use crate::character::{Character, FootKind, Pose};
use crate::motion::{Recorder, SoleTracks};
use glam::DVec3;

/// A foot that stands is slower than this [m/s], and no higher over where it stands lowest than this [m].
const STILL: f64 = 0.15;
const LOW: f64 = 0.03;
/// Frames in which it lies otherwise than in the mean by more than this are no flat ones [rad].
const FLAT: f64 = 0.15;
/// With less than this time nothing is said [s].
const LEAST_SECS: f64 = 0.1;
/// No sole lies so far from where that of the flesh does [rad].
const MOST: f64 = 0.6;

/// What is up in the axes of each foot's link while it stands flat; nothing of feet that do not. (feet)
pub(super) fn ups_of_soles(
    character: &Character,
    poses: &[Pose],
    frame_secs: f64,
) -> Vec<Option<DVec3>> {
    let tracks = SoleTracks::new(character, poses.iter(), frame_secs);
    let mut recorder = Recorder::new(character);
    let mut ups: Vec<Vec<(f64, DVec3)>> = vec![Vec::new(); character.feet.len()];
    for (frame, pose) in poses.iter().enumerate() {
        let kin = recorder.look(pose);
        for (foot, own) in character.feet.iter().enumerate() {
            let moment = tracks.at(frame, foot);
            let is_foot = own.kind == FootKind::Foot;
            if is_foot && moment.speed < STILL && moment.below_com > 0.0 {
                let rotation = kin.link(own.whole.link).rotation;
                ups[foot].push((moment.floor, rotation.conjugate() * DVec3::Y));
            }
        }
    }
    let feet = ups.into_iter().zip(&character.feet);
    feet.map(|(ups, own)| {
        let lowest = ups.iter().map(|(floor, _)| *floor);
        let lowest = lowest.fold(f64::INFINITY, f64::min);
        let low = ups.into_iter().filter(|(floor, _)| *floor < lowest + LOW);
        let mut low: Vec<DVec3> = low.map(|(_, up)| up).collect();
        // Twice without those that roll or tilt.
        for _ in 0..2 {
            let mean = low.iter().sum::<DVec3>().try_normalize()?;
            low.retain(|up| up.angle_between(mean) < FLAT);
        }
        let mean = low.iter().sum::<DVec3>().try_normalize()?;
        let secs = low.len() as f64 * frame_secs;
        (secs > LEAST_SECS && mean.angle_between(own.whole.up_in_link) < MOST).then_some(mean)
    })
    .collect()
}
