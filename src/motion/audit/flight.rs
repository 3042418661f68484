//! Flights: while nothing touches, the centre of mass falls freely and the angular momentum about it stays what it was.

use super::{GRAVITY, Momentum};
use crate::character::Character;
use crate::kinematics::Kinematics;
use crate::motion::{Clip, Recorder};
use glam::DVec3;

/// A stretch of a clip in which no sole is in contact, between two frames in which some are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// Its first frame.
    pub first: usize,
    /// Its last one.
    pub last: usize,
    /// How far the centre of mass is at most from the parabola of free fall through where the ground was left and met [m].
    pub off_parabola: f64,
    /// How far the angular momentum about the centre of mass is at most from its mean [kg m²/s].
    pub spin_off_mean: f64,
    /// The highest that the centre of mass is over where it was in the clip's first frame [m].
    pub rise: f64,
}

/// Every flight of a clip.
pub fn flights(character: &Character, clip: &Clip) -> Vec<Flight> {
    let frames = &clip.frames;
    let flies = |frame: usize| frames[frame].contacts.is_empty();
    let mut found = Vec::new();
    let mut first = 1;
    while first < frames.len() {
        if !flies(first) || flies(first - 1) {
            first += 1;
            continue;
        }
        let landed = (first..frames.len()).find(|frame| !flies(*frame));
        let Some(landed) = landed else {
            break;
        };
        found.push(Flight::of(character, clip, (first, landed - 1)));
        first = landed;
    }
    found
}

impl Flight {
    fn of(character: &Character, clip: &Clip, (first, last): (usize, usize)) -> Self {
        let secs = clip.frame_secs;
        let beside = &clip.frames[first - 1..=last + 1];
        let whole = (beside.len() - 1) as f64 * secs;
        let (from, to) = (beside[0].com, beside[beside.len() - 1].com);
        let fall = |secs: f64| -0.5 * GRAVITY * secs * secs * DVec3::Y;
        let velocity = (to - from - fall(whole)) / whole;
        let off = beside.iter().enumerate().map(|(k, frame)| {
            let secs = k as f64 * secs;
            (frame.com - from - velocity * secs - fall(secs)).length()
        });

        let mut recorder = Recorder::new(character);
        let places: Vec<Kinematics> = (beside.iter())
            .map(|frame| recorder.look(&frame.pose).clone())
            .collect();
        let spins: Vec<DVec3> = (places.windows(2))
            .map(|pair| Momentum::between(character, &pair[0], &pair[1], secs).angular)
            .collect();
        let mean = spins.iter().sum::<DVec3>() / spins.len() as f64;
        let start = clip.frames[0].com.y;
        Self {
            first,
            last,
            off_parabola: off.fold(0.0, f64::max),
            spin_off_mean: spins
                .iter()
                .map(|spin| spin.distance(mean))
                .fold(0.0, f64::max),
            rise: beside
                .iter()
                .map(|frame| frame.com.y - start)
                .fold(f64::NEG_INFINITY, f64::max),
        }
    }
}
