//! Where feet are in every frame: on one place while they stand, rolling over heel and ball as recorded; carried over between.

use super::super::planting::Planting;
use super::super::roll::Roller;
use super::recorded::Recorded;
use super::runs::Runs;
use super::stance::{lifted, pivoted, rolled, tilted, usual};
use super::swing::{Change, Swing, covered, swings};
use super::touch::Touch;
use crate::character::{Character, Contacts, FootKind, Footing, LinkId};
use crate::kinematics::{LimbMiss, TwoBoneLimb};
use crate::level::{Level, SurfaceId};
use crate::math::{BandedProgram, BandedRow, Transform, rotation_from_vector, rotation_vector};
use crate::motion::{Clip, Schedule, Stand, Support};
use glam::{DQuat, DVec2, DVec3};

/// A foot at one frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    /// Where the foot's link is.
    pub(super) world_from_link: Transform,
    /// The angle of the toe joint, of a foot that has one [rad].
    pub(super) toe: Option<f64>,
    /// How free it is of contacts before and after: 0 while it stands [0..1].
    pub(super) freedom: f64,
}

/// The feet of a clip.
pub(super) struct Feet<'a> {
    character: &'a Character,
    level: Option<&'a Level>,
    start_secs: f64,
    frame_secs: f64,
    lines: Vec<Line>,
}

/// One foot over time.
struct Line {
    foot: usize,
    center_in_link: DVec3,
    roller: Roller,
    plantings: Vec<Planting>,
    swings: Vec<Swing>,
    /// As recorded. (frames)
    recorded: Vec<Transform>,
    recorded_toe: Vec<Option<f64>>,
    /// How far it tilts to its left while it stands [rad]. (frames)
    tilts: Vec<f64>,
    /// How far it is turned on its ball while it stands [rad]. (frames)
    yaws: Vec<f64>,
    /// How far it gives way to an ankle at its limit while it stands: how much more its heel rises, and how far it tilts to its left
    /// [rad]. (frames)
    gives: Vec<[f64; 2]>,
    /// What planting changes, and how far the heel is up; nothing in the air. (frames)
    planted: Vec<Option<(Change, f64)>>,
    /// The changes of all frames. (frames)
    changes: Vec<Change>,
    /// The lowest ground on either side of a swing [m]. (swings)
    floors: Vec<f64>,
}

/// Feet that are freer than this of contacts hang from the body instead of holding it down [0..1].
pub(super) const FREE: f64 = 0.12;
/// A foot gives way by so many times what its ankle lacks, where it lacks as much as this [rad].
const MORE: f64 = 1.15;
const LEAST_GIVEN: f64 = 2e-4;
/// It gives way by no more than this: heel up, and to a side [rad].
const MOST_ROLL: f64 = 0.8;
const MOST_TILT: f64 = 0.5;
/// What the squared jerk of the ground costs beside its squared distance from feet that stand [s⁶].
const SINKING: f64 = 1e-3;
/// What a step of it from frame to frame costs, squared both.
const LEVELLING: f64 = 300.0;
/// What stands under a foot that turns is known anew after so much of the turn [rad].
const YAW_STEP: f64 = 0.05;
/// Swinging feet keep so far off the ground [m].
const CLEAR: f64 = 3e-4;

impl<'a> Feet<'a> {
    pub(super) fn new(
        (character, limbs): (&'a Character, &[Option<TwoBoneLimb>]),
        clip: &Clip,
        level: Option<&'a Level>,
        (recorded, runs): (&Recorded, &Runs),
    ) -> Self {
        // Hands that never stand and are nowhere in the ground go along with the trunk.
        let lowest = |foot: usize| {
            let own = &character.feet[foot].whole;
            let corners = (0..recorded.frames()).flat_map(|frame| {
                let place = recorded.link(frame, own.link);
                own.corners_in_link
                    .iter()
                    .map(|corner| place.point(*corner).y)
            });
            corners.fold(f64::INFINITY, f64::min)
        };
        let follows = |foot: &usize| {
            let is_foot = character.feet[*foot].kind == FootKind::Foot;
            let comes_down = || !runs.of_feet[*foot].is_empty() || lowest(*foot) < 0.0;
            limbs[*foot].is_some() && (is_foot || comes_down())
        };
        let held = (0..character.feet.len()).filter(follows);
        let lines = held.map(|foot| Line::new((character, foot), clip, level, (recorded, runs)));
        Self {
            lines: lines.collect(),
            character,
            level,
            start_secs: clip.start_secs,
            frame_secs: clip.frame_secs,
        }
    }

    /// Lets feet that stand give way to ankles at their limits.
    pub(super) fn give(&mut self, missed: &[Vec<LimbMiss>]) {
        for (line, missed) in self.lines.iter_mut().zip(missed) {
            if line.give(missed, self.frame_secs) {
                line.plant(self.character, self.frame_secs);
            }
        }
    }

    /// How far the ground lies below where the recording has it, as feet that stand tell, smoothly over time [m]: floors of recordings are
    /// a little aslant, and bodies of other proportions stand a little higher. (frames)
    pub(super) fn sunk(&self, frames: usize) -> Vec<f64> {
        let cube = 1.0 / (self.frame_secs * self.frame_secs * self.frame_secs);
        let mut program = BandedProgram::<4>::default();
        let mut row = |first: usize, coefficients: [f64; 4], value: f64, weight: f64| {
            program.wanted.push(BandedRow {
                first,
                coefficients,
                value,
                weight,
            });
        };
        for frame in 0..frames {
            for line in &self.lines {
                if let Some((change, _)) = line.planted[frame] {
                    row(frame, [1.0, 0.0, 0.0, 0.0], change[1], 1.0);
                }
            }
            if frame + 3 < frames {
                row(frame, [-cube, 3.0 * cube, -3.0 * cube, cube], 0.0, SINKING);
            }
            if frame + 1 < frames {
                row(frame, [-1.0, 1.0, 0.0, 0.0], 0.0, LEVELLING);
            }
            row(frame, [1.0, 0.0, 0.0, 0.0], 0.0, 1e-6);
        }
        program.solve(frames)
    }

    /// Indices of the feet that are followed.
    pub(super) fn followed(&self) -> impl Iterator<Item = usize> + '_ {
        self.lines.iter().map(|line| line.foot)
    }

    /// The link of a foot's toes.
    pub(super) fn toes(&self, index: usize) -> Option<LinkId> {
        self.lines[index].roller.toe.as_ref().map(|toe| toe.link)
    }

    /// Where each foot is in each frame when the body is carried elsewhere by a way: feet in the air go along. (feet, frames)
    pub(super) fn places(&self, way: &[DVec3]) -> Vec<Vec<Place>> {
        let lines = self.lines.iter();
        lines.map(|line| self.places_of(line, way)).collect()
    }

    fn places_of(&self, line: &Line, way: &[DVec3]) -> Vec<Place> {
        let mut places: Vec<Place> = (0..way.len())
            .map(|frame| line.place(frame, DVec3::ZERO, 0.0))
            .collect();
        for (swing, floor) in line.swings.iter().zip(&line.floors) {
            for frame in swing.frames.clone() {
                let freedom = swing.freedom(frame, self.frame_secs);
                places[frame] = line.place(frame, freedom * way[frame], freedom);
            }
            let needs: Vec<f64> = (swing.frames.clone())
                .map(|frame| self.lack(line, (frame, *floor), &places[frame]))
                .collect();
            if needs.iter().any(|need| *need > 0.0) {
                let lifts = swing.lifts(&needs, self.frame_secs);
                for (frame, lift) in swing.frames.clone().zip(lifts) {
                    places[frame].world_from_link.translation.y += lift;
                }
            }
        }
        places
    }

    /// How far a foot is in the ground [m].
    fn lack(&self, line: &Line, (frame, floor): (usize, f64), place: &Place) -> f64 {
        let secs = self.start_secs + frame as f64 * self.frame_secs;
        let corners = line.roller.corners(self.character, line.foot, place.toe);
        let lacks = corners.into_iter().map(|corner| {
            let corner = place.world_from_link.point(corner);
            let over = DVec2::new(corner.x, corner.z);
            let ground = self.level.and_then(|level| level.height(over, secs));
            ground.unwrap_or(floor) + CLEAR - corner.y
        });
        lacks.fold(0.0, f64::max)
    }

    /// The soles that stand in a frame.
    pub(super) fn contacts(&self, frame: usize) -> Contacts {
        let standing = self.lines.iter().filter_map(|line| {
            let (_, roll) = line.planted[frame]?;
            Some(Touch::of(roll).soles(self.character, line.foot))
        });
        standing.fold(Contacts::NONE, Contacts::union)
    }

    /// What stands in each frame, seen from above.
    pub(super) fn supports(
        &self,
        character: &Character,
        clip: &Clip,
        level: Option<&Level>,
    ) -> Vec<Support> {
        let nowhere = Level::new("", "", Vec::new(), Vec::new());
        let level = level.unwrap_or(&nowhere);
        let secs = |frame: f64| clip.start_secs + frame * clip.frame_secs;
        let mut stands = Vec::new();
        for line in &self.lines {
            for planting in &line.plantings {
                let touch_at = |frame: usize| {
                    let roll = planting.rolls[frame - planting.from];
                    // A foot that turns on its ball is on another place after so much of it.
                    let turned = (line.yaws[frame] / YAW_STEP).round();
                    (Touch::of(roll + line.gives[frame][0]), turned)
                };
                let mut from = planting.from;
                while from < planting.end {
                    let touch = touch_at(from);
                    let end = (from..planting.end).find(|frame| touch_at(*frame) != touch);
                    let end = end.unwrap_or(planting.end);
                    let begins = secs(from as f64 - 0.5);
                    // Feet of recordings stand still in the world: see the limits of this folder.
                    let surface = SurfaceId::Ground(0);
                    stands.push(Stand {
                        footing: Footing {
                            foot: line.foot,
                            patches: touch.0.soles(character, line.foot),
                        },
                        from_secs: begins,
                        until_secs: secs(end as f64 - 0.5),
                        surface,
                        touching_in_surface: touch.0.points(
                            character,
                            (line.foot, &line.roller),
                            &line
                                .roller
                                .pivoted(&planting.world_from_link, touch.1 * YAW_STEP),
                        ),
                    });
                    from = end;
                }
            }
        }
        let frames = (0..clip.frames.len()).map(|frame| secs(frame as f64));
        Schedule::new(stands).supports(level, frames)
    }
}

impl Line {
    fn new(
        (character, foot): (&Character, usize),
        clip: &Clip,
        level: Option<&Level>,
        (recorded, runs): (&Recorded, &Runs),
    ) -> Self {
        let own = &character.feet[foot];
        let link = own.whole.link;
        let roller = Roller::new(character, foot);
        let frames = recorded.frames();
        let places: Vec<Transform> = (0..frames).map(|f| *recorded.link(f, link)).collect();
        let toe_link = roller.toe.as_ref().map(|toe| toe.link);
        let toes = (0..frames).map(|frame| toe_link.map(|toe| recorded.hinge(frame, toe)));
        let runs = &runs.of_feet[foot];
        let mut line = Self {
            foot,
            center_in_link: own.whole.center_in_link(),
            plantings: Vec::new(),
            swings: Vec::new(),
            recorded_toe: toes.collect(),
            tilts: vec![0.0; frames],
            yaws: vec![0.0; frames],
            gives: vec![[0.0; 2]; frames],
            planted: vec![None; frames],
            changes: vec![[0.0; 7]; frames],
            floors: Vec::new(),
            recorded: places,
            roller,
        };
        for run in runs {
            let standing: Vec<Transform> = (run.clone())
                .map(|frame| recorded.laid(character, foot, frame))
                .collect();
            let pitches: Vec<f64> = match own.kind {
                // A hand that is laid is level: how far it is on its fingers shows in how high its wrist is.
                FootKind::Hand => line.roller.raised(&standing),
                FootKind::Foot | FootKind::Knee => {
                    let pitches = standing.iter().map(|place| line.roller.pitch(place));
                    let bias = usual(pitches.clone());
                    pitches.map(|pitch| pitch - bias).collect()
                }
            };
            let tilts = standing.iter().map(|place| line.roller.tilt(place));
            let tilt_bias = usual(tilts.clone());
            for (frame, tilt) in run.clone().zip(tilts) {
                line.tilts[frame] = rolled(tilt - tilt_bias);
            }
            let rolls = pitches.into_iter().map(rolled);
            let lifted = lifted((character, foot), clip, run.clone());
            let rolls = rolls.zip(lifted).map(
                |(roll, [heel, toes])| {
                    if roll > 0.0 { heel * roll } else { toes * roll }
                },
            );
            let rolls: Vec<f64> = rolls.collect();
            let flat: Vec<Transform> = (standing.iter())
                .map(|place| line.roller.unrolled(place, line.roller.pitch(place)))
                .collect();
            let headings: Vec<f64> = flat.iter().map(|flat| line.roller.heading(flat)).collect();
            let yaws = pivoted(&headings);
            let flat: Vec<Transform> = (flat.iter().zip(&yaws))
                .map(|(flat, yaw)| line.roller.pivoted(flat, -yaw))
                .collect();
            line.yaws[run.clone()].copy_from_slice(&yaws);
            let secs = clip.start_secs + clip.frame_time(run.start);
            let level = level.map(|level| (level, secs));
            let mut planting = Planting::new(own, (run.start, run.end), flat.iter(), level);
            planting.rolls = rolls;
            line.plantings.push(planting);
        }
        line.swings = swings(runs, frames);
        let is_there = |swing: &Swing| !swing.frames.is_empty();
        line.swings.retain(is_there);
        for swing in &line.swings {
            let beside = line.plantings.iter().filter(|planting| {
                planting.end == swing.frames.start || planting.from == swing.frames.end
            });
            let lowest = beside.map(|planting| planting.ground);
            let lowest = lowest.fold(f64::INFINITY, f64::min);
            line.floors
                .push(if lowest.is_finite() { lowest } else { 0.0 });
        }
        line.plant(character, clip.frame_secs);
        line
    }

    /// Puts the foot on its places, and carries what that changes on into the swings.
    fn plant(&mut self, character: &Character, frame_secs: f64) {
        for index in 0..self.plantings.len() {
            for frame in self.plantings[index].from..self.plantings[index].end {
                self.stand(character, index, frame);
            }
        }
        for swing in &self.swings {
            let standing = |frame: usize| self.planted.get(frame)?.map(|(change, _)| change);
            let changes: Vec<Change> = (swing.frames.clone())
                .map(|frame| swing.change(frame, frame_secs, standing))
                .collect();
            self.changes[swing.frames.clone()].copy_from_slice(&changes);
        }
    }

    /// Lets it give way to where an ankle at its limit has turned it while it stands.
    fn give(&mut self, missed: &[LimbMiss], frame_secs: f64) -> bool {
        let mut gives = false;
        for planting in &self.plantings {
            let (from, end) = (planting.from, planting.end);
            let more = |frame: usize| {
                let flat = self
                    .roller
                    .pivoted(&planting.world_from_link, self.yaws[frame]);
                let [left, ahead] = self.roller.left_and_ahead(&flat);
                let turn = missed[frame].turn;
                if turn.length() < LEAST_GIVEN {
                    return DVec2::ZERO;
                }
                MORE * DVec2::new(turn.dot(left).max(0.0), turn.dot(ahead))
            };
            gives |= (from..end).any(|frame| more(frame).length() > 0.0);
            let cover = |of: &dyn Fn(usize) -> f64| {
                let least: Vec<f64> = (from..end).map(|frame| of(frame).max(0.0)).collect();
                covered(&least, frame_secs)
            };
            let heel = cover(&|frame| self.gives[frame][0] + more(frame).x);
            let to_left = cover(&|frame| self.gives[frame][1] + more(frame).y);
            let to_right = cover(&|frame| -self.gives[frame][1] - more(frame).y);
            for (k, give) in self.gives[from..end].iter_mut().enumerate() {
                let tilt = (to_left[k] - to_right[k]).clamp(-MOST_TILT, MOST_TILT);
                *give = [heel[k].min(MOST_ROLL), tilt];
            }
        }
        gives
    }

    /// Writes what standing there changes in a frame.
    fn stand(&mut self, character: &Character, index: usize, frame: usize) {
        let planting = &self.plantings[index];
        let [heel, tilt] = self.gives[frame];
        let roll = planting.rolls[frame - planting.from] + heel;
        let place = self
            .roller
            .pivoted(&planting.world_from_link, self.yaws[frame]);
        let flat = tilted(
            &character.feet[self.foot].whole.corners_in_link,
            &place,
            self.roller.left_and_ahead(&place)[1],
            self.tilts[frame] + tilt,
        );
        let there = self.roller.rolled(&flat, roll);
        let recorded = &self.recorded[frame];
        let shift = there.point(self.center_in_link) - recorded.point(self.center_in_link);
        let turn = rotation_vector(there.rotation * recorded.rotation.conjugate());
        let toe = match (&self.roller.toe, self.recorded_toe[frame]) {
            (Some(toe), Some(recorded)) => toe.angle(roll.max(0.0)) - recorded,
            _ => 0.0,
        };
        let change = [shift.x, shift.y, shift.z, turn.x, turn.y, turn.z, toe];
        self.changes[frame] = change;
        self.planted[frame] = Some((change, roll));
    }

    /// Where it is with its change, and moved by something else.
    fn place(&self, frame: usize, moved: DVec3, freedom: f64) -> Place {
        let change = &self.changes[frame];
        let recorded = &self.recorded[frame];
        let vector = |k: usize| DVec3::new(change[k], change[k + 1], change[k + 2]);
        let rotation: DQuat = (rotation_from_vector(vector(3)) * recorded.rotation).normalize();
        let center = recorded.point(self.center_in_link) + vector(0) + moved;
        Place {
            world_from_link: Transform::new(rotation, center - rotation * self.center_in_link),
            toe: self.recorded_toe[frame].map(|toe| toe + change[6]),
            freedom,
        }
    }
}
