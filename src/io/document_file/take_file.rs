//! Walks, jumps and recordings as they are written: walks and jumps as what they are made from, a recording frame by frame.

use super::super::FileError;
use super::checked::{Checked, TransformFile};
use super::jump_file::JumpFile;
use super::report_file::ReportFile;
use crate::character::{Character, Contacts, Foot, JointCoordinate, JointKind, LinkId, Pose};
use crate::correction::ContactEnds;
use crate::document::{JumpTake, RecordingTake, Take, WalkTake, check_order};
use crate::gait::{
    FootArc, Foothold, Footstep, Legs, Pitch, WalkOrder, WalkSettings, Wish, walk, walk_again,
};
use crate::level::{Level, SurfaceId};
use crate::motion::{BalanceKind, Clip, Recorder};
use bezier_rs::Bezier;
use glam::{DQuat, DVec2};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A motion that was not made of keys.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum TakeFile {
    Walk {
        order: OrderFile,
        /// Of two feet; nobody moves those of more.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        footsteps: Vec<FootstepFile>,
    },
    Jump(JumpFile),
    Recording {
        name: String,
        #[serde(default, skip_serializing_if = "is_usual")]
        contact_ends: ContactEnds,
        recorded: ClipFile,
        balanced: ClipFile,
        report: Box<ReportFile>,
    },
}

/// How and where a figure walks.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OrderFile {
    settings: WalkSettings,
    start_xz: DVec2,
    start_secs: f64,
    steps: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    wishes: Vec<(usize, Wish)>,
    pause_secs: f64,
}

/// A footprint and the way to it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FootstepFile {
    foot: usize,
    surface: SurfaceFile,
    surface_from_link: TransformFile,
    /// Start, first handle, second handle, end.
    curve: (DVec2, DVec2, DVec2, DVec2),
    /// How far the handles lie to the left of the step's plane.
    #[serde(default, skip_serializing_if = "is_straight")]
    aside: (f64, f64),
    toes_up: (f64, f64),
    swing_secs: f64,
    shift_secs: f64,
    closes: bool,
}

/// What a foot stands on.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum SurfaceFile {
    Ground(u32),
    Platform(usize),
}

/// Poses at an even rate.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClipFile {
    name: String,
    character: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    level: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    balance: Option<BalanceKind>,
    start_secs: f64,
    frame_secs: f64,
    frames: Vec<FrameFile>,
}

/// One pose: for each joint in the order of the links one number of a hinge or four of a ball; soles by name.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FrameFile {
    root: TransformFile,
    joints: Vec<f64>,
    contacts: Vec<String>,
}

/// Frames of a walk at most.
const MOST_FRAMES: f64 = 1e6;

impl TakeFile {
    /// As it is written.
    pub(super) fn of(character: &Character, take: &Take) -> Self {
        match take {
            Take::Walk(take) => Self::Walk {
                order: OrderFile::of(&take.order),
                footsteps: match Legs::of(character) {
                    Ok(Legs::Many(_)) => Vec::new(),
                    Ok(Legs::Two(_)) | Err(_) => {
                        take.walk.footsteps.iter().map(FootstepFile::of).collect()
                    }
                },
            },
            Take::Jump(take) => Self::Jump(JumpFile::of(&take.order)),
            Take::Recording(take) => Self::Recording {
                name: take.name.clone(),
                contact_ends: take.contact_ends,
                recorded: ClipFile::of(character, &take.recorded),
                balanced: ClipFile::of(character, &take.balanced),
                report: Box::new(ReportFile::of(&take.report)),
            },
        }
    }

    /// What it says, checked; walks and jumps are made again.
    pub(super) fn read(
        &self,
        character: &Character,
        level: &Level,
        at: &Checked,
    ) -> Result<Take, FileError> {
        match self {
            Self::Walk { order, footsteps } => {
                let order = order.read();
                check_order(character, &order).map_err(|why| at.error_at("order", why))?;
                let steps = footsteps.iter().enumerate();
                let steps = steps.map(|(index, step)| step.read(level, index, at));
                let steps: Vec<Footstep> = steps.collect::<Result<_, _>>()?;
                let secs: f64 = steps.iter().map(|s| s.swing_secs + s.shift_secs).sum();
                let frames = secs / order.settings.frame_secs;
                if order.frames_each(character) as f64 * frames > MOST_FRAMES {
                    let message = format!("{secs:.0} s are more than {MOST_FRAMES} frames");
                    return Err(at.error_at("footsteps", message));
                }
                let cannot = |why: crate::gait::CannotStand| at.error(why.to_string());
                let planned = walk(character, level, &order, |_| {}).map_err(cannot)?;
                let is_of_many = matches!(Legs::of(character), Ok(Legs::Many(_)));
                if is_of_many && !steps.is_empty() {
                    let message = format!("those of {} are those of its order", character.name);
                    return Err(at.error_at("footsteps", message));
                }
                // Footsteps that nobody changed are those of the plan, with the reason why it ended.
                let walk = if is_of_many || planned.footsteps == steps {
                    planned
                } else {
                    walk_again(character, level, &order, steps).map_err(cannot)?
                };
                Ok(Take::Walk(Arc::new(WalkTake { order, walk })))
            }
            Self::Jump(order) => {
                let take = JumpTake::make(character, level, order.read());
                let take = take.map_err(|why| at.error_at("Jump", why))?;
                Ok(Take::Jump(Arc::new(take)))
            }
            Self::Recording {
                name,
                contact_ends,
                recorded,
                balanced,
                report,
            } => {
                let recorded = recorded.read(character, at)?;
                let balanced = balanced.read(character, at)?;
                Ok(Take::Recording(Arc::new(RecordingTake {
                    name: name.clone(),
                    contact_ends: *contact_ends,
                    report: report.read(character, &recorded, &balanced),
                    recorded,
                    balanced,
                })))
            }
        }
    }
}

impl OrderFile {
    fn of(order: &WalkOrder) -> Self {
        Self {
            settings: order.settings,
            start_xz: order.start_xz,
            start_secs: order.start_secs,
            steps: order.steps,
            wishes: order.wishes.clone(),
            pause_secs: order.pause_secs,
        }
    }

    fn read(&self) -> WalkOrder {
        WalkOrder {
            settings: self.settings,
            start_xz: self.start_xz,
            start_secs: self.start_secs,
            steps: self.steps,
            wishes: self.wishes.clone(),
            pause_secs: self.pause_secs,
        }
    }
}

/// Whether something is as nobody has changed it; then nothing is written of it.
fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Whether an arc stays in its plane; then nothing is written of it.
fn is_straight(aside: &(f64, f64)) -> bool {
    *aside == (0.0, 0.0)
}

impl FootstepFile {
    fn of(step: &Footstep) -> Self {
        let curve = &step.arc.curve;
        let [first, second] = step.arc.handles();
        Self {
            foot: step.foot,
            surface: match step.foothold.surface {
                SurfaceId::Ground(index) => SurfaceFile::Ground(index),
                SurfaceId::Platform(id) => SurfaceFile::Platform(id.index()),
            },
            surface_from_link: TransformFile::of(&step.foothold.surface_from_link),
            curve: (curve.start, first, second, curve.end),
            aside: step.arc.aside.into(),
            toes_up: (step.arc.pitch.early, step.arc.pitch.late),
            swing_secs: step.swing_secs,
            shift_secs: step.shift_secs,
            closes: step.closes,
        }
    }

    fn read(&self, level: &Level, index: usize, at: &Checked) -> Result<Footstep, FileError> {
        // Feet take turns, and the right one is first.
        let foot = (index + 1) % 2;
        if self.foot != foot {
            let message = format!("foot of footstep {index} is {foot}, not {}", self.foot);
            return Err(at.error_at("footsteps", message));
        }
        let surface = match self.surface {
            SurfaceFile::Ground(ground) => {
                ((ground as usize) < level.ground_surfaces()).then_some(SurfaceId::Ground(ground))
            }
            SurfaceFile::Platform(platform) => {
                let id = level.platforms().nth(platform);
                id.map(|(id, _)| SurfaceId::Platform(id))
            }
        };
        let surface = surface.ok_or_else(|| {
            let message = format!("surface {:?} does not exist in this level", self.surface);
            at.error_at("surface", message)
        })?;
        let (start, first, second, end) = self.curve;
        for point in [start, first, second, end] {
            at.point("curve", point.extend(0.0))?;
        }
        let aside = |left: f64| at.number("aside", left, [-10.0, 10.0], " m");
        let (early, late) = self.toes_up;
        let secs = |field: &str, value: f64| at.number(field, value, [0.0, 60.0], " s");
        Ok(Footstep {
            foot,
            foothold: Foothold {
                surface,
                surface_from_link: at.transform("surface_from_link", self.surface_from_link)?,
            },
            arc: FootArc {
                curve: Bezier::from_cubic_dvec2(start, first, second, end),
                aside: [aside(self.aside.0)?, aside(self.aside.1)?],
                pitch: Pitch {
                    early: at.number("toes_up", early, [-1.6, 1.6], " rad")?,
                    late: at.number("toes_up", late, [-1.6, 1.6], " rad")?,
                },
            },
            swing_secs: secs("swing_secs", self.swing_secs)?,
            shift_secs: secs("shift_secs", self.shift_secs)?,
            closes: self.closes,
        })
    }
}

impl ClipFile {
    fn of(character: &Character, clip: &Clip) -> Self {
        let frames = clip.frames.iter().map(|frame| FrameFile {
            root: TransformFile::of(&frame.pose.world_from_root),
            joints: (frame.pose.joints.iter())
                .flat_map(|joint| match *joint {
                    JointCoordinate::Fixed => Vec::new(),
                    JointCoordinate::Hinge(angle) => vec![angle],
                    JointCoordinate::Ball(q) => q.to_array().to_vec(),
                })
                .collect(),
            contacts: (character.footings(frame.contacts))
                .map(|footing| character.footing_name(footing))
                .collect(),
        });
        Self {
            name: clip.name.clone(),
            character: clip.character.clone(),
            level: clip.level.clone(),
            balance: clip.balance,
            start_secs: clip.start_secs,
            frame_secs: clip.frame_secs,
            frames: frames.collect(),
        }
    }

    fn read(&self, character: &Character, at: &Checked) -> Result<Clip, FileError> {
        if self.frames.is_empty() {
            return Err(at.error_at("frames", "a recording has at least one frame"));
        }
        let mut recorder = Recorder::new(character);
        let frames = self.frames.iter().map(|frame| {
            let pose = frame.pose(character, at)?;
            let mut contacts = Contacts::NONE;
            for name in &frame.contacts {
                contacts = contacts.union(at.find_footing(character, name)?.patches);
            }
            Ok(recorder.frame(pose, contacts))
        });
        Ok(Clip {
            name: self.name.clone(),
            character: self.character.clone(),
            level: self.level.clone(),
            balance: self.balance,
            start_secs: at.number("start_secs", self.start_secs, [-1e6, 1e6], " s")?,
            frame_secs: at.number("frame_secs", self.frame_secs, [1e-6, 1e6], " s")?,
            frames: frames.collect::<Result<_, FileError>>()?,
        })
    }
}

impl FrameFile {
    fn pose(&self, character: &Character, at: &Checked) -> Result<Pose, FileError> {
        let count = self.joints.len();
        let numbers = |link: LinkId| match character.link(link).joint.kind {
            JointKind::Fixed => 0,
            JointKind::Hinge { .. } => 1,
            JointKind::Ball(_) => 4,
        };
        let toes: Vec<LinkId> = character.feet.iter().flat_map(Foot::joints).collect();
        let expected: usize = character.link_ids().map(numbers).sum();
        // Of a body whose feet did not bend yet.
        let stiff = expected - toes.iter().copied().map(numbers).sum::<usize>();
        let are_stiff = count == stiff;
        if count != expected && !are_stiff {
            let message = format!(
                "a frame of {} has {expected} numbers, not {count}",
                character.name
            );
            return Err(at.error_at("joints", message));
        }
        let mut pose = Pose::zero(&character.links);
        pose.world_from_root = at.transform("root", self.root)?;
        let mut numbers = self.joints.iter().copied();
        let mut next = || numbers.next().unwrap_or_default();
        for (link, joint) in character.link_ids().zip(&mut pose.joints) {
            if are_stiff && toes.contains(&link) {
                *joint = character.rest.joint(link);
                continue;
            }
            match joint {
                JointCoordinate::Fixed => {}
                JointCoordinate::Hinge(angle) => {
                    *angle = at.number("joints", next(), [-100.0, 100.0], " rad")?;
                }
                JointCoordinate::Ball(q) => {
                    let rotation = DQuat::from_xyzw(next(), next(), next(), next());
                    *q = at.rotation("joints", rotation)?;
                }
            }
        }
        Ok(pose)
    }
}
