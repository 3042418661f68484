//! Ground that is not in a recording: where feet stand, something holds them.
//!
//! ```text
//! contacts ──height and footprint of each──> heights that agree ──lowest──> a plane under everything
//!                                                           └────higher──> a block under each footprint, one where they overlap
//! ```
//! Limits: found ground is level and still; what no foot stands on is not found.

use super::{Clip, Recorder, SoleTracks};
use crate::character::Character;
use crate::level::{Form, Level, Piece};
use glam::{DVec2, DVec3};

/// Contacts whose heights differ by no more than this stand on the same level [m].
const SAME_LEVEL: f64 = 0.03;
/// A foot that rests is slower than this [m/s], for longer than this [s].
const STILL: f64 = 0.3;
const SHORTEST_SECS: f64 = 0.08;
/// Ground goes on by so much around footprints, and around all of them [m].
const RIM: f64 = 0.03;
const AROUND: f64 = 2.0;
/// How far blocks reach below the plane, and how thick that is [m].
const BELOW: f64 = 0.05;
/// Coefficient of friction, as levels have it when nothing is said.
const FRICTION: f64 = 0.8;
/// What people call it.
const NAME: &str = "found";

/// Where one contact stands.
#[derive(Clone, Debug)]
struct Footprint {
    height: f64,
    /// Seen from above: x, z [m].
    corners: Vec<DVec2>,
    /// Of the foot: unit vector (x, z).
    ahead: DVec2,
}

/// The ground under the contacts of a clip; nothing where it has none.
pub fn found_ground(character: &Character, clip: &Clip) -> Option<Level> {
    let mut footprints = footprints(character, clip);
    footprints.sort_by(|a, b| a.height.total_cmp(&b.height));
    let lowest = footprints.first()?.height;
    level_out(&mut footprints);
    let base = footprints.first()?.height;
    let mut pieces = vec![plane(&footprints, base)];
    let mut raised: Vec<Footprint> = Vec::new();
    for footprint in footprints.into_iter().filter(|own| own.height > base) {
        let same =
            |other: &&mut Footprint| other.height == footprint.height && overlap(other, &footprint);
        match raised.iter_mut().find(same) {
            Some(other) => other.corners.extend(footprint.corners),
            None => raised.push(footprint),
        }
    }
    let blocks = raised.iter().enumerate();
    pieces.extend(blocks.map(|(index, own)| block(index, own, base)));
    let count = pieces.len() - 1;
    let what = match count {
        0 => "level ground, found under the feet of a recording".to_owned(),
        1 => "ground and a block, found under the feet of a recording".to_owned(),
        _ => format!("ground and {count} blocks, found under the feet of a recording"),
    };
    lowest
        .is_finite()
        .then(|| Level::new(NAME, what, pieces, Vec::new()))
}

/// Every rest of a foot, in the order of feet: contacts of recordings go on over steps that are taken slowly.
fn footprints(character: &Character, clip: &Clip) -> Vec<Footprint> {
    let tracks = SoleTracks::of_clip(character, clip);
    let mut recorder = Recorder::new(character);
    let shortest = (SHORTEST_SECS / clip.frame_secs) as usize;
    let mut found = Vec::new();
    for (foot, own) in character.feet.iter().enumerate() {
        let height = |frame: usize| tracks.at(frame, foot).lowest;
        let rests = |frame: usize| {
            let contacts = clip.frames[frame].contacts.shared(own.patches);
            !contacts.is_empty() && tracks.at(frame, foot).speed < STILL
        };
        let frames = clip.frames.len();
        let mut frame = 0;
        while frame < frames {
            let goes_on = |f: &usize| rests(*f) && (height(*f) - height(frame)).abs() < SAME_LEVEL;
            let end = (frame..frames).find(|f| !goes_on(f)).unwrap_or(frames);
            if end - frame > shortest {
                let mut heights: Vec<f64> = (frame..end).map(height).collect();
                heights.sort_by(f64::total_cmp);
                let flattest = (frame..end)
                    .min_by(|a, b| {
                        let tilt = |frame: usize| tracks.at(frame, foot).tilt;
                        tilt(*a).total_cmp(&tilt(*b))
                    })
                    .unwrap_or(frame);
                let kin = recorder.look(&clip.frames[flattest].pose);
                let place = kin.link(own.whole.link);
                let corners = own.whole.corners_in_link.iter();
                let corners = corners.map(|corner| place.point(*corner));
                let ahead = place.point(own.whole.center_in_link()) - place.translation;
                found.push(Footprint {
                    height: heights[heights.len() / 2],
                    corners: corners.map(|c| DVec2::new(c.x, c.z)).collect(),
                    ahead: DVec2::new(ahead.x, ahead.z).normalize_or(DVec2::Y),
                });
            }
            frame = end.max(frame + 1);
        }
    }
    found
}

/// Puts heights that agree on one level, the mean of theirs. They come in ascending order, and stay so.
fn level_out(footprints: &mut [Footprint]) {
    let mut from = 0;
    while from < footprints.len() {
        let lowest = footprints[from].height;
        let same = footprints[from..].iter();
        let count = same
            .take_while(|own| own.height - lowest <= SAME_LEVEL)
            .count();
        let level = &mut footprints[from..from + count];
        let mean = level.iter().map(|own| own.height).sum::<f64>() / count as f64;
        for own in level {
            own.height = mean;
        }
        from += count;
    }
}

/// Lowest and highest of some directions along an axis.
fn extent(corners: &[DVec2], axis: DVec2) -> [f64; 2] {
    let along = corners.iter().map(|corner| corner.dot(axis));
    along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
        [low.min(x), high.max(x)]
    })
}

/// Whether two footprints overlap, seen along the axes of the first.
fn overlap(a: &Footprint, b: &Footprint) -> bool {
    [a.ahead, a.ahead.perp()].into_iter().all(|axis| {
        let ([low, high], [other_low, other_high]) =
            (extent(&a.corners, axis), extent(&b.corners, axis));
        low <= other_high && other_low <= high
    })
}

fn plane(footprints: &[Footprint], height: f64) -> Piece {
    let all = footprints.iter().flat_map(|own| own.corners.iter());
    let all: Vec<DVec2> = all.copied().collect();
    let ground = Footprint {
        height,
        corners: all,
        ahead: DVec2::Y,
    };
    piece("ground".to_owned(), &ground, (AROUND, BELOW))
}

fn block(index: usize, footprint: &Footprint, base: f64) -> Piece {
    let name = format!("block {}", index + 1);
    piece(name, footprint, (RIM, footprint.height - base + BELOW))
}

/// A level rectangle over a footprint.
fn piece(name: String, footprint: &Footprint, (rim, thickness): (f64, f64)) -> Piece {
    let ahead = footprint.ahead;
    let left = DVec2::new(ahead.y, -ahead.x);
    let [near, far] = extent(&footprint.corners, ahead);
    let [right_end, left_end] = extent(&footprint.corners, left);
    let edge = (near - rim) * ahead + 0.5 * (right_end + left_end) * left;
    Piece {
        name,
        at: DVec3::new(edge.x, footprint.height, edge.y),
        heading: libm::atan2(ahead.x, ahead.y),
        thickness,
        friction: FRICTION,
        form: Form::Plane {
            length: far - near + 2.0 * rim,
            width: left_end - right_end + 2.0 * rim,
            slope: 0.0,
        },
    }
}
