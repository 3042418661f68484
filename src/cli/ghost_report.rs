//! How a ghost followed, for people and for programs.

use super::Error;
use super::clip_output::ClipFile;
use super::table::{Side, Table};
use crate::character::{Character, LinkId};
use crate::control::{BalanceReading, ControllerKind, GhostSettings, Run, RunOrder, Tracking};
use crate::kinematics::Kinematics;
use crate::motion::Clip;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// Joints in the table: those that work hardest.
const TABLE_JOINTS: usize = 6;

/// A run, and everything that it was made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Followed<'a> {
    pub character: &'a Character,
    /// The clip that was to be followed.
    pub clip: &'a Clip,
    pub level: &'a str,
    pub order: &'a RunOrder,
    pub run: &'a Run,
    /// What the work took [s].
    pub secs: f64,
}

/// A run as JSON. `docs/json.md` describes every field.
#[derive(Debug, Serialize)]
pub(super) struct GhostAnswer<'a> {
    clip: &'a str,
    character: &'a str,
    level: &'a str,
    frames: usize,
    frame_secs: f64,
    secs: f64,
    steps_hz: f64,
    rms_deg: f64,
    worst_deg: f64,
    worst_joint: Option<&'a str>,
    worst_secs: Option<f64>,
    support_moved_mm: f64,
    fell: bool,
    restarts: usize,
    from_clip: Option<FromClipAnswer>,
    kinetic_energy_j_max: f64,
    hash: String,
    real_time_factor: f64,
    joints: BTreeMap<&'a str, JointAnswer>,
    curve: Vec<CurveAnswer>,
    pushes: Vec<PushAnswer<'a>>,
    throws: Vec<ThrowAnswer>,
    feedback: Option<FeedbackAnswer>,
    balance: Option<BalanceAnswer>,
    settings: &'a GhostSettings,
    /// Files of the motion.
    pub clips: Vec<ClipFile>,
    /// Paths of all files.
    pub written: Vec<String>,
}

/// With feedback the ghost follows a plan that is not the clip.
#[derive(Clone, Copy, Debug, Serialize)]
struct FromClipAnswer {
    rms_deg: f64,
    worst_deg: f64,
    support_moved_mm: f64,
    fell: bool,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct JointAnswer {
    rms_deg: f64,
    worst_deg: f64,
    torque_nm: f64,
    effort: f64,
}

#[derive(Debug, Serialize)]
struct CurveAnswer {
    secs: f64,
    rms_deg: f64,
    worst_deg: f64,
    com_off_mm: f64,
}

#[derive(Debug, Serialize)]
struct PushAnswer<'a> {
    start_secs: f64,
    secs: f64,
    link: &'a str,
    force_n: [f64; 3],
}

#[derive(Debug, Serialize)]
struct ThrowAnswer {
    start_secs: f64,
    mass_kg: f64,
    radius_m: f64,
    from_m: [f64; 3],
    velocity_m_s: [f64; 3],
}

#[derive(Debug, Serialize)]
struct FeedbackAnswer {
    joint_off_deg: f64,
    com_off_mm: f64,
    recovery_secs: f64,
    margin_mm: f64,
}

/// How it balanced by itself.
#[derive(Clone, Copy, Debug, Serialize)]
struct BalanceAnswer {
    thr_min_nm: f64,
    thr_max_nm: f64,
    demanded_nm_max: f64,
    artificial_nm_max: f64,
    artificial_impulse_nms: f64,
    artificial_last_secs: Option<f64>,
    gave_up: bool,
}

impl BalanceAnswer {
    fn of(reading: &BalanceReading) -> Self {
        Self {
            thr_min_nm: reading.least_torque,
            thr_max_nm: reading.most_torque,
            demanded_nm_max: reading.most_demanded,
            artificial_nm_max: reading.most_artificial,
            artificial_impulse_nms: reading.artificial_impulse,
            artificial_last_secs: reading.last_artificial_secs,
            gave_up: reading.gave_up,
        }
    }

    fn sentence(&self) -> String {
        let asked = format!(
            "Ankles asked their feet for {:.0} N m at most",
            self.demanded_nm_max
        );
        let helped = match self.artificial_last_secs {
            None => "the ground alone bore it".to_owned(),
            Some(secs) => format!(
                "feet got up to {:.0} N m from nowhere, {:.1} N m s in all, last at {secs:.2} s",
                self.artificial_nm_max, self.artificial_impulse_nms
            ),
        };
        let end = if self.gave_up { "; it gave up" } else { "" };
        format!("{asked}; {helped}{end}.")
    }
}

impl<'a> Followed<'a> {
    fn tracking(&self) -> &'a Tracking {
        &self.run.tracking
    }

    /// Joints that turn, with their names.
    fn joints(&self) -> impl Iterator<Item = (&'a str, JointAnswer)> {
        let (character, tracking) = (self.character, self.tracking());
        let turning = character
            .link_ids()
            .filter(|id| character.link(*id).joint.kind.dofs() > 0);
        turning.map(|id| {
            let joint = tracking.joints.get(id.index()).copied().unwrap_or_default();
            let answer = JointAnswer {
                rms_deg: tracking.joint_rms(id).to_degrees(),
                worst_deg: joint.worst.to_degrees(),
                torque_nm: joint.most_torque,
                effort: joint.effort,
            };
            (joint_name(character, id), answer)
        })
    }

    fn is_pinned(&self) -> bool {
        self.order.settings.controller == ControllerKind::PinnedPd
    }

    /// How far a foot that stands was from where the plan has it, at most [m].
    fn support_moved(&self) -> f64 {
        if self.is_pinned() {
            self.tracking().support_moved
        } else {
            free_soles_moved(self.character, &self.run.plan, &self.run.clip)
        }
    }

    fn real_time_factor(&self) -> f64 {
        self.run.clip.duration_secs() / self.secs.max(1e-9)
    }

    /// Everything, for programs.
    pub(super) fn answer(&self) -> GhostAnswer<'a> {
        let Self { run, order, .. } = *self;
        let tracking = self.tracking();
        GhostAnswer {
            clip: &self.clip.name,
            character: &self.character.name,
            level: self.level,
            frames: run.clip.frames.len(),
            frame_secs: run.clip.frame_secs,
            secs: run.clip.duration_secs(),
            steps_hz: order.settings.steps_hz,
            rms_deg: tracking.rms().to_degrees(),
            worst_deg: tracking.worst_error().to_degrees(),
            worst_joint: tracking.worst.map(|(id, _)| joint_name(self.character, id)),
            worst_secs: tracking.worst.map(|(_, secs)| secs),
            support_moved_mm: 1e3 * self.support_moved(),
            fell: tracking.fell,
            restarts: run.restarts,
            from_clip: (run.from_clip.as_ref()).map(|tracking| FromClipAnswer {
                rms_deg: tracking.rms().to_degrees(),
                worst_deg: tracking.worst_error().to_degrees(),
                support_moved_mm: 1e3 * tracking.support_moved,
                fell: tracking.fell,
            }),
            kinetic_energy_j_max: run.most_kinetic,
            hash: hash_text(run.hash),
            real_time_factor: self.real_time_factor(),
            joints: self.joints().collect(),
            curve: (tracking.frames.iter())
                .map(|frame| CurveAnswer {
                    secs: frame.secs,
                    rms_deg: frame.rms.to_degrees(),
                    worst_deg: frame.worst.to_degrees(),
                    com_off_mm: 1e3 * frame.com_off,
                })
                .collect(),
            pushes: (order.pushes.iter())
                .map(|push| PushAnswer {
                    start_secs: push.start_secs,
                    secs: push.secs,
                    link: &self.character.link(push.link).name,
                    force_n: push.force.to_array(),
                })
                .collect(),
            throws: (order.throws.iter())
                .map(|throw| ThrowAnswer {
                    start_secs: throw.start_secs,
                    mass_kg: throw.mass,
                    radius_m: throw.radius,
                    from_m: throw.from.to_array(),
                    velocity_m_s: throw.velocity.to_array(),
                })
                .collect(),
            feedback: order.feedback.map(|feedback| FeedbackAnswer {
                joint_off_deg: feedback.joint_off.to_degrees(),
                com_off_mm: 1e3 * feedback.com_off,
                recovery_secs: feedback.recovery_secs,
                margin_mm: 1e3 * feedback.margin,
            }),
            balance: run.balance.as_ref().map(BalanceAnswer::of),
            settings: &order.settings,
            clips: Vec::new(),
            written: Vec::new(),
        }
    }

    /// The figures that fit on one line.
    pub(super) fn sentence(&self) -> String {
        let tracking = self.tracking();
        let worst = tracking.worst.map_or(String::new(), |(id, secs)| {
            let name = joint_name(self.character, id);
            format!(" ({name} at {secs:.2} s)")
        });
        let support = if self.is_pinned() {
            "the pinned foot moved by"
        } else {
            "feet that stand were off by"
        };
        let fell = tracking.verdict();
        format!(
            "joint error {:.2}° rms, {:.2}° at worst{worst}; {support} {:.2} mm at most; {fell}",
            tracking.rms().to_degrees(),
            tracking.worst_error().to_degrees(),
            1e3 * self.support_moved(),
        )
    }

    /// Sentences and the joints that work hardest, for people.
    pub(super) fn write(&self, out: &mut dyn Write) -> Result<(), Error> {
        writeln!(
            out,
            "{} follows {} for {:.1} s at {:.0} steps a second; done in {:.0} ms, {:.1} times faster than it plays.",
            self.character.name,
            self.clip.name,
            self.run.clip.duration_secs(),
            self.order.settings.steps_hz,
            1e3 * self.secs,
            self.real_time_factor(),
        )?;
        let sentence = self.sentence();
        let mut letters = sentence.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        writeln!(out, "{}{}.", first.unwrap_or_default(), letters.as_str())?;
        if let Some(reading) = &self.run.balance {
            writeln!(out, "{}", BalanceAnswer::of(reading).sentence())?;
        }
        if self.order.feedback.is_some() {
            let times = match self.run.restarts {
                0 => "never started again".to_owned(),
                1 => "started again once".to_owned(),
                n => format!("started again {n} times"),
            };
            writeln!(out, "With feedback the plan {times}.")?;
        }
        if let Some(tracking) = self
            .run
            .from_clip
            .as_ref()
            .filter(|_| self.run.restarts > 0)
        {
            writeln!(
                out,
                "From the clip joints were {:.2}° rms, {:.2}° at worst.",
                tracking.rms().to_degrees(),
                tracking.worst_error().to_degrees(),
            )?;
        }
        writeln!(out)?;
        let mut joints: Vec<(&str, JointAnswer)> = self.joints().collect();
        joints.sort_by(|a, b| b.1.effort.total_cmp(&a.1.effort));
        let mut table = Table::new([
            ("hardest working joints", Side::Left),
            ("rms", Side::Right),
            ("worst", Side::Right),
            ("torque", Side::Right),
            ("of what it can", Side::Right),
        ]);
        for (name, joint) in joints.iter().take(TABLE_JOINTS) {
            table.row([
                (*name).to_owned(),
                format!("{:.2}°", joint.rms_deg),
                format!("{:.2}°", joint.worst_deg),
                format!("{:.0} N m", joint.torque_nm),
                format!("{:.0} %", 100.0 * joint.effort),
            ]);
        }
        table.write(out)?;
        Ok(())
    }
}

fn joint_name(character: &Character, id: LinkId) -> &str {
    &character.link(id).joint.name
}

/// A fingerprint as sixteen digits: JSON's own numbers would lose the last ones.
pub(super) fn hash_text(hash: u64) -> String {
    format!("{hash:016x}")
}

/// How far any sole that stands in the plan is from there, at most [m].
fn free_soles_moved(character: &Character, plan: &Clip, ghost: &Clip) -> f64 {
    let mut most: f64 = 0.0;
    for (planned, found) in plan.frames.iter().zip(&ghost.frames) {
        let wanted = Kinematics::of(character, &planned.pose);
        let got = Kinematics::of(character, &found.pose);
        for sole in (planned.contacts.iter()).filter_map(|sole| character.soles.get(sole)) {
            let place = |kin: &Kinematics| kin.link(sole.link).translation;
            most = most.max(place(&wanted).distance(place(&got)));
        }
    }
    most
}
