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
/// No block is smaller than this, however near feet passed [m].
const SMALLEST: f64 = 0.02;
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
    let passed = passed(character, clip);
    let blocks = raised.iter().enumerate();
    pieces.extend(blocks.map(|(index, own)| block(index, own, (base, &passed))));
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

/// Every place of a corner of a sole in any frame: there is no ground above it [m].
fn passed(character: &Character, clip: &Clip) -> Vec<DVec3> {
    let mut recorder = Recorder::new(character);
    let mut passed = Vec::new();
    for frame in &clip.frames {
        let kin = recorder.look(&frame.pose);
        for sole in &character.soles {
            let corners = sole.corners_in_link.iter();
            passed.extend(corners.map(|corner| kin.link(sole.link).point(*corner)));
        }
    }
    passed
}

/// A level rectangle, seen along the way that it points: nearest and farthest, and to the right and to the left [m].
struct Rectangle {
    ahead: DVec2,
    along: [f64; 2],
    across: [f64; 2],
}

impl Rectangle {
    /// Around points, with a rim.
    fn around(points: &[DVec2], ahead: DVec2, rim: f64) -> Self {
        let grown = |[low, high]: [f64; 2]| [low - rim, high + rim];
        Self {
            ahead,
            along: grown(extent(points, ahead)),
            across: grown(extent(points, left_of(ahead))),
        }
    }

    /// Without the side on which a point is that cannot be inside, where the least is lost.
    fn cut(&mut self, point: DVec2) {
        let (x, y) = (point.dot(self.ahead), point.dot(left_of(self.ahead)));
        let [[near, far], [right, left]] = [self.along, self.across];
        let losses = [x - near, far - x, y - right, left - y];
        let least = losses.into_iter().fold(f64::INFINITY, f64::min);
        if least <= 0.0 {
            return;
        }
        match losses.iter().position(|loss| *loss == least) {
            Some(end @ (0 | 1)) => self.along[end] = x,
            Some(end) => self.across[end - 2] = y,
            None => {}
        }
    }

    fn piece(&self, name: String, height: f64, thickness: f64) -> Piece {
        let [[near, far], [right, left]] = [self.along, self.across];
        let edge = near * self.ahead + 0.5 * (right + left) * left_of(self.ahead);
        Piece {
            name,
            at: DVec3::new(edge.x, height, edge.y),
            heading: libm::atan2(self.ahead.x, self.ahead.y),
            thickness,
            friction: FRICTION,
            form: Form::Plane {
                length: (far - near).max(SMALLEST),
                width: (left - right).max(SMALLEST),
                slope: 0.0,
            },
        }
    }
}

fn left_of(ahead: DVec2) -> DVec2 {
    DVec2::new(ahead.y, -ahead.x)
}

fn plane(footprints: &[Footprint], height: f64) -> Piece {
    let all = footprints.iter().flat_map(|own| own.corners.iter());
    let all: Vec<DVec2> = all.copied().collect();
    Rectangle::around(&all, DVec2::Y, AROUND).piece("ground".to_owned(), height, BELOW)
}

fn block(index: usize, footprint: &Footprint, (base, passed): (f64, &[DVec3])) -> Piece {
    let Footprint {
        height,
        corners,
        ahead,
    } = footprint;
    let mut rectangle = Rectangle::around(corners, *ahead, RIM);
    for place in passed.iter().filter(|place| place.y < height - SAME_LEVEL) {
        rectangle.cut(DVec2::new(place.x, place.z));
    }
    rectangle.piece(
        format!("block {}", index + 1),
        *height,
        height - base + BELOW,
    )
}
