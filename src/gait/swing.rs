//! The swings of a walk in the world: where they begin and end, and the arcs between that people pull at.

use super::arc::{ArcGrip, FootArc};
use super::biped::{Biped, Foot, NotBiped};
use super::dynamic::{self, RollingSwing};
use super::foothold::{Refusal, Terrain};
use super::planner::Footstep;
use super::settings::Manner;
use super::walk::{Walk, WalkOrder};
use super::walker::starting_footholds;
use crate::character::{Character, Pose};
use crate::kinematics::Kinematics;
use crate::level::Level;
use crate::math::Transform;
use crate::motion::Clip;
use glam::{DVec2, DVec3};

/// One swing of a walk.
#[derive(Clone, Debug)]
pub struct Swing {
    /// The foot that swings.
    pub foot: Foot,
    /// Where it lifts off, world from link.
    pub from: Transform,
    /// Where it lands, world from link.
    pub to: Transform,
    /// The way between.
    pub arc: FootArc,
    /// Time of the level when it was planned [s].
    pub(super) secs: f64,
    /// Until it has landed [s].
    duration_secs: f64,
    /// Whether the leg cannot leave its plane.
    is_sagittal: bool,
    /// A sole keeps this far from the ground in the middle of its way [m].
    clearance: f64,
    /// How it goes where the foot rolls.
    rolling: Option<RollingSwing>,
}

/// Nobody pulls an arc of a person's leg nearer to the ground than this [m].
const GRAZING: f64 = 0.01;
/// What is pulled through the ground is lifted over it, but by no more than this over where it was and where it was pulled
/// to; beyond that the pull ends early [m].
const MOST_LIFT: f64 = 0.03;
/// Halvings of the way of a pull that ends early.
const PULL_HALVINGS: usize = 8;

/// All swings of a walk, in the order of its steps.
///
/// # Errors
/// When the body has not two feet.
pub fn swings(
    (character, level): (&Character, &Level),
    order: &WalkOrder,
    walk: &Walk,
) -> Result<Vec<Swing>, NotBiped> {
    let start = walk.clip.frames.first().map(|frame| &frame.pose);
    let order = order.as_walked(walk);
    swings_of((character, level), &order, (start, &walk.footsteps))
}

/// The same of steps that have not been walked yet, from a pose.
pub(super) fn swings_of(
    (character, level): (&Character, &Level),
    order: &WalkOrder,
    (start, steps): (Option<&Pose>, &[Footstep]),
) -> Result<Vec<Swing>, NotBiped> {
    let biped = Biped::new(character)?;
    if order.settings.manner == Manner::Dynamic {
        return Ok(rolling((character, level), &biped, order, steps));
    }
    let start = start.map(|pose| Kinematics::of(character, pose));
    // Steps are planned one after the other, each before its swing.
    let mut secs = order.start_secs + order.pause_secs + order.settings.shift_secs();
    let mut last: [Option<&Footstep>; 2] = [None, None];
    let mut swings = Vec::with_capacity(steps.len());
    for step in steps {
        let foot = &biped.feet[step.foot];
        let to = step.foothold.world_from_link(level, secs);
        let begin = start.as_ref().map_or(to, |kin| *kin.link(foot.link));
        let from = last[step.foot].map_or(begin, |last| last.foothold.world_from_link(level, secs));
        swings.push(Swing {
            foot: foot.clone(),
            from,
            to,
            arc: step.arc.clone(),
            secs,
            duration_secs: step.swing_secs,
            is_sagittal: biped.is_sagittal,
            clearance: order.settings.clearance,
            rolling: None,
        });
        last[step.foot] = Some(step);
        secs += step.swing_secs + step.shift_secs;
    }
    Ok(swings)
}

/// The same of a walk in dynamic balance.
fn rolling(
    (character, level): (&Character, &Level),
    biped: &Biped,
    order: &WalkOrder,
    steps: &[Footstep],
) -> Vec<Swing> {
    let start = (order.start_xz, order.start_secs);
    let Ok(feet) = starting_footholds(biped, level, &order.settings, start) else {
        return Vec::new();
    };
    let rolling = dynamic::swings_of(character, level, biped, order, (feet, steps));
    let swings = steps.iter().zip(rolling).map(|(step, rolling)| Swing {
        foot: biped.feet[step.foot].clone(),
        from: rolling.flat[0],
        to: rolling.flat[1],
        arc: step.arc.clone(),
        secs: rolling.lift_secs,
        duration_secs: step.swing_secs,
        is_sagittal: biped.is_sagittal,
        clearance: order.settings.clearance,
        rolling: Some(rolling),
    });
    swings.collect()
}

impl Swing {
    /// The middle of the sole on its way, of a foot that rolls the ball, for drawing [m].
    pub fn points(&self, count: usize) -> Vec<DVec3> {
        let share = |k: usize| k as f64 / count.max(1) as f64;
        (0..=count).map(|k| self.place(share(k))).collect()
    }

    /// Where that is at a parameter of the curve [m].
    fn place(&self, parameter: f64) -> DVec3 {
        if let Some(rolling) = &self.rolling {
            return rolling.place(&self.arc, parameter);
        }
        let pose = self.arc.at_parameter(&self.foot, self.ends(), parameter);
        pose.point(self.foot.center_in_link)
    }

    /// Where a grip of its arc is [m].
    pub fn grip(&self, grip: ArcGrip) -> DVec3 {
        match &self.rolling {
            Some(rolling) => rolling.grip(&self.arc, grip),
            None => self.arc.grip(&self.foot, self.ends(), grip),
        }
    }

    /// The way to the left of its plane, as a unit vector over the ground.
    pub fn left(&self) -> DVec3 {
        let center = self.foot.center_in_link;
        let travel = self.to.point(center) - self.from.point(center);
        let flat = DVec3::new(travel.x, 0.0, travel.z);
        DVec3::Y.cross(flat.normalize_or(DVec3::Z))
    }

    /// Its arc with a grip at a place, or as near to it as keeps the sole clear of the ground.
    pub fn pulled(&self, level: &Level, grip: ArcGrip, place: DVec3) -> FootArc {
        let from = self.grip(grip);
        let mut way = place - from;
        if self.is_sagittal {
            way -= way.dot(self.left()) * self.left();
        }
        let clearance = self.grazing();
        let at = |share: f64| {
            let pull = (grip, from + share * way);
            let pulled = match &self.rolling {
                Some(_) => self.arc.pulled_by(grip, self.along_up_left(share * way)),
                None => self.arc.pulled(&self.foot, self.ends(), pull),
            };
            let clear = self.clear(level, &pulled, clearance).ok()?;
            let most = pulled.height().max(self.arc.height()) + self.foot.fineness() * MOST_LIFT;
            (clear.height() <= most).then_some(clear)
        };
        if let Some(arc) = at(1.0) {
            return arc;
        }
        let (mut near, mut far, mut best) = (0.0, 1.0, self.arc.clone());
        for _ in 0..PULL_HALVINGS {
            let middle = 0.5 * (near + far);
            match at(middle) {
                Some(arc) => (near, best) = (middle, arc),
                None => far = middle,
            }
        }
        best
    }

    /// A way in the plane of the step and beside it.
    fn along_up_left(&self, way: DVec3) -> DVec3 {
        let along = self.left().cross(DVec3::Y);
        DVec3::new(way.dot(along), way.y, way.dot(self.left()))
    }

    /// How far the foot of a walk is from where its arc has it half-way through its time [m].
    pub fn miss(&self, (character, level): (&Character, &Level), clip: &Clip) -> f64 {
        let secs = self.secs + 0.5 * self.duration_secs;
        let kin = Kinematics::of(character, &clip.sample_pose(secs - clip.start_secs));
        let foot = kin.link(self.foot.link);
        if let Some(rolling) = &self.rolling {
            let ball = foot.point(rolling.ball_in_link());
            return ball.distance(rolling.ball_at(level, &self.arc, secs));
        }
        let center = foot.point(self.foot.center_in_link);
        center.distance(self.grip(ArcGrip::Apex))
    }

    /// Its arc at another height [m], or the lowest above it that keeps the sole clear of the ground.
    ///
    /// # Errors
    /// When no height is enough for that.
    pub fn lifted(&self, level: &Level, height: f64) -> Result<FootArc, Refusal> {
        let lifted = self.arc.with_height(height);
        self.clear(level, &lifted, self.grazing())
    }

    /// An arc between its ends that are elsewhere now: the lowest that is clear, no lower than the old one was, and pulled
    /// to where the old one was pulled.
    pub(super) fn laid_again(&self, level: &Level) -> Result<FootArc, Refusal> {
        let old = &self.arc;
        let terrain = self.terrain(level);
        let new = match &self.rolling {
            Some(rolling) => rolling.natural(level, &terrain),
            None => FootArc::over(&terrain, &self.foot, self.ends(), self.clearance, old.pitch),
        };
        let new = new.ok_or(Refusal::NoWayOver)?;
        let height = old.height().max(new.height());
        let skew = |arc: &FootArc| {
            let [first, second] = arc.handles();
            0.5 * (first.x + second.x - arc.curve.end.x)
        };
        let ahead = skew(old) - skew(&new);
        let pulled = old.aside.map(|left| DVec3::new(ahead, 0.0, left));
        let new = new.with_height(height).with_handles_moved(pulled);
        self.clear(level, &new, self.grazing())
    }

    fn clear(&self, level: &Level, arc: &FootArc, clearance: f64) -> Result<FootArc, Refusal> {
        let terrain = self.terrain(level);
        let clear = match &self.rolling {
            Some(rolling) => rolling.lifted_clear((level, &terrain), arc),
            None => arc.lifted_clear(&terrain, &self.foot, self.ends(), clearance),
        };
        clear.ok_or(Refusal::NoWayOver)
    }

    /// The least clearance that an arc may be pulled to [m].
    fn grazing(&self) -> f64 {
        (self.foot.fineness() * GRAZING).min(self.clearance)
    }

    fn ends(&self) -> (&Transform, &Transform) {
        (&self.from, &self.to)
    }

    fn terrain<'a>(&self, level: &'a Level) -> Terrain<'a> {
        let middle = |place: &Transform| {
            let center = place.point(self.foot.center_in_link);
            DVec2::new(center.x, center.z)
        };
        let center = 0.5 * (middle(&self.from) + middle(&self.to));
        Terrain::around(level, self.secs, center, 2.0 * self.foot.leg_length)
    }
}
