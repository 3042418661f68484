//! A ghost that goes along with what is posed or played, by the clock: pushed, dragged and hit on the way. It is no part
//! of the document.

use super::ghost_manner::{ComesFrom, GhostGrip, GhostManner, Shove};
use super::ghost_reading::{GhostReading, Outside};
use super::ghost_tape::{STEPS_PER_FRAME, Tape};
use crate::character::{Character, LinkId, Pose};
use crate::control::{
    Acting, ControllerKind, Course, Feedback, Ghost, GhostSettings, Moment, Push, Replan, Throw,
    chest_of, go,
};
use crate::kinematics::Kinematics;
use crate::level::Level;
use crate::motion::{Clip, Contacts, write_pose_between};
use crate::physics::{BodyScale, LooseBody, Momentum};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Of physics [1/s].
const STEPS_HZ: f64 = 480.0;
/// A person's planted foot that the plan moves farther in one frame has leapt, and so has a body [m].
const FOOT_LEAP: f64 = 0.12;
const BODY_LEAP: f64 = 0.35;
/// Poses that change at once are no speed to follow [rad/s].
const MOST_RATE: f64 = 20.0;
/// A ground whose clock goes faster than this has leapt, no unit.
const MOST_PACE: f64 = 8.0;
/// Slower than this nothing of a person is seen to move [rad/s, m/s].
const STILL_RATE: f64 = 0.02;
const STILL_SPEED: f64 = 0.01;
/// So long it has to be still to be at rest [s].
const CALM_SECS: f64 = 0.25;
/// Balls may roll for ever; they are waited for so long [s].
const ROLL_SECS: f64 = 6.0;
/// Balls at a time.
const MOST_BALLS: usize = 12;
/// Of a thrown ball [m].
pub const BALL_RADIUS: f64 = 0.1;

/// A ghost of a document's figure.
#[derive(Clone, Debug)]
pub struct LiveGhost {
    character: Arc<Character>,
    /// What is far and fast for it.
    scale: BodyScale,
    level: Arc<Level>,
    ghost: Ghost,
    manner: GhostManner,
    /// Where the plan was at the end of the last step.
    plan: Moment,
    /// What was last asked for.
    wish: Moment,
    /// The ground's clock at the end of the last step [s].
    level_secs: f64,
    replan: Option<Replan>,
    /// Of its own clock [s].
    secs: f64,
    /// Time that was too short for a step [s].
    left_secs: f64,
    pushes: Vec<Push>,
    /// A hand that drags it.
    pub grip: Option<GhostGrip>,
    reading: GhostReading,
    tape: Option<Tape>,
    /// It has been still for so long [s].
    calm_secs: f64,
    thrown_secs: Option<f64>,
}

impl LiveGhost {
    /// A ghost at rest in a pose, on these soles, at a time of the level [s].
    pub fn new(
        character: &Arc<Character>,
        level: &Arc<Level>,
        (pose, contacts): (&Pose, Contacts),
        level_secs: f64,
        manner: GhostManner,
    ) -> Self {
        let plan = Moment::at_rest(pose.clone(), contacts);
        let settings = GhostSettings {
            muscle: manner.muscle,
            steps_hz: STEPS_HZ,
            controller: manner.controller,
            anticipates: manner.anticipates,
            virtual_actuator: manner.virtual_actuator(),
            ..GhostSettings::default()
        };
        let ghost = Ghost::new(character, level, &plan, level_secs, settings);
        let feedback = manner.feedback.then(Feedback::default);
        Self {
            character: Arc::clone(character),
            scale: BodyScale::of(character),
            level: Arc::clone(level),
            ghost,
            manner,
            wish: plan.clone(),
            plan,
            level_secs,
            replan: feedback.map(|feedback| Replan::new(character, feedback)),
            secs: 0.0,
            left_secs: 0.0,
            pushes: Vec::new(),
            grip: None,
            reading: GhostReading::default(),
            tape: None,
            calm_secs: 0.0,
            thrown_secs: None,
        }
    }

    /// Whether it is one of this body on this ground.
    pub fn is_of(&self, character: &Arc<Character>, level: &Arc<Level>) -> bool {
        Arc::ptr_eq(&self.character, character) && Arc::ptr_eq(&self.level, level)
    }

    /// Where it is.
    pub fn pose(&self) -> &Pose {
        &self.ghost.state().pose
    }

    /// What is read off it.
    pub fn reading(&self) -> &GhostReading {
        &self.reading
    }

    /// Whether its feet are pinned; else they stand by friction.
    pub fn is_pinned(&self) -> bool {
        self.manner.controller == ControllerKind::PinnedPd
    }

    /// Pushes that go on, by its own clock.
    pub fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    /// Where loose bodies are: rocks of the level first, then balls.
    pub fn loose(&self) -> impl Iterator<Item = crate::math::Transform> {
        (self.ghost.state().loose.iter()).map(|body| body.world_from_body)
    }

    /// Follows otherwise from now on.
    pub fn set_manner(&mut self, manner: GhostManner) {
        if manner == self.manner {
            return;
        }
        self.ghost.set_muscle(manner.muscle);
        let ways = |manner: &GhostManner| {
            let actuator = manner.virtual_actuator();
            (manner.controller, manner.anticipates, actuator)
        };
        if ways(&manner) != ways(&self.manner) {
            let (controller, anticipates, actuator) = ways(&manner);
            (self.ghost).set_controller(controller, anticipates, actuator);
        }
        if manner.feedback != self.manner.feedback {
            let feedback = manner.feedback.then(Feedback::default);
            self.replan = feedback.map(|feedback| Replan::new(&self.character, feedback));
        }
        self.manner = manner;
        self.calm_secs = 0.0;
    }

    /// The link that pushes and balls go for: in the middle of the body, heavy and high.
    pub fn chest(character: &Character) -> LinkId {
        chest_of(character)
    }

    /// Pushes a link for a while.
    pub fn push(&mut self, shove: Shove) {
        self.pushes.push(Push {
            start_secs: self.secs,
            secs: shove.secs,
            link: shove.link,
            force: shove.force,
        });
        self.calm_secs = 0.0;
    }

    /// Throws a ball at its chest [kg, m/s].
    ///
    /// # Errors
    /// A sentence when there are too many balls already.
    pub fn throw(&mut self, from: ComesFrom, mass: f64, speed: f64) -> Result<(), String> {
        if self.ghost.loose().len() >= self.level.rocks.len() + MOST_BALLS {
            return Err(format!("{MOST_BALLS} balls are enough"));
        }
        let pose = self.pose();
        let way = from.direction(&self.character, pose);
        let chest = Self::chest(&self.character);
        let throw = Throw::at_link(&self.character, pose, chest, way, speed);
        let (body, place) = LooseBody::thrown(mass, BALL_RADIUS, throw.from, throw.velocity);
        self.ghost.add_loose(body, place);
        self.thrown_secs = Some(self.secs);
        self.calm_secs = 0.0;
        Ok(())
    }

    /// Whether nothing will be seen to move until the pose is another one.
    pub fn is_at_rest(&self, pose: &Pose) -> bool {
        self.calm_secs > CALM_SECS
            && *pose == self.wish.planned.pose
            && self.grip.is_none()
            && self.tape.is_none()
    }

    /// Goes on for a time, at most so many steps, while the plan comes to a pose on these soles [s]. A plan that leaps is
    /// a new beginning there, at a time of the level. Says how many steps it made.
    pub fn advance(
        &mut self,
        (pose, contacts): (&Pose, Contacts),
        level_secs: f64,
        secs: f64,
        most_steps: usize,
    ) -> usize {
        let step_secs = 1.0 / STEPS_HZ;
        let steps = ((self.left_secs + secs) * STEPS_HZ + 1e-6) as usize;
        self.left_secs = (self.left_secs + secs - steps as f64 * step_secs).max(0.0);
        // What a slow machine cannot do is left out.
        let steps = steps.min(most_steps);
        if steps == 0 {
            return 0;
        }
        if self.leaps_to(pose, contacts) {
            self.begin_again((pose, contacts), level_secs);
        }
        let is_still = *pose == self.wish.planned.pose;
        let span_secs = steps as f64 * step_secs;
        self.follow_ground(level_secs, span_secs);
        let target = self.target((pose, contacts), span_secs);
        let before = Momentum::of_state(&self.character, self.ghost.state());
        let from = self.plan.planned.pose.clone();
        self.plan.clone_from(&target);
        let mut course = LiveCourse {
            character: &self.character,
            from: &from,
            to: &target,
            steps,
            secs: self.secs,
            pushes: &self.pushes,
            grip: self.grip.as_ref(),
            outside: Outside::default(),
            before: &before,
            reading: &mut self.reading,
            tape: self.tape.as_mut(),
        };
        go(&mut self.ghost, &mut course, steps, &mut self.plan);
        self.secs += span_secs;
        let now = self.secs;
        self.pushes.retain(|push| push.end_secs() > now);
        if !self.ghost.state().is_finite() {
            self.begin_again((pose, contacts), level_secs);
        }
        let is_calm = is_still && self.is_slow();
        self.calm_secs = if is_calm {
            self.calm_secs + span_secs
        } else {
            0.0
        };
        steps
    }

    /// Stands in a pose as if nothing had happened.
    pub fn begin_again(&mut self, (pose, contacts): (&Pose, Contacts), level_secs: f64) {
        let tape = self.tape.take();
        let plan = (pose, contacts);
        *self = Self::new(&self.character, &self.level, plan, level_secs, self.manner);
        self.tape = tape;
        if let Some(tape) = &mut self.tape {
            tape.has_ended = tape.len() > 0;
        }
    }

    /// Begins to record.
    pub fn record(&mut self) {
        self.tape = Some(Tape::default());
    }

    /// How long the recording is [s], and whether it has ended by itself.
    pub fn recording(&self) -> Option<(f64, bool)> {
        let tape = self.tape.as_ref()?;
        Some((tape.len() as f64 * Self::frame_secs(), tape.has_ended))
    }

    /// Ends the recording; nothing when it is too short to be one.
    pub fn end_recording(&mut self) -> Option<Clip> {
        let tape = self.tape.take()?;
        tape.clip(&self.character, &self.level.name, Self::frame_secs())
    }

    /// From one frame of a recording, or single step, to the next [s].
    pub fn frame_secs() -> f64 {
        STEPS_PER_FRAME as f64 / STEPS_HZ
    }

    /// The ground moves as it is shown: with what is played, slower with slow motion, not at all with a pose.
    fn follow_ground(&mut self, level_secs: f64, span_secs: f64) {
        let pace = (level_secs - self.level_secs) / span_secs;
        if (-MOST_PACE..MOST_PACE).contains(&pace) {
            self.ghost.set_ground_clock(self.level_secs, pace);
        } else {
            self.ghost.set_ground_clock(level_secs, 0.0);
        }
        self.level_secs = level_secs;
    }

    /// Where the plan is at the end of a frame.
    fn target(&mut self, (pose, contacts): (&Pose, Contacts), span_secs: f64) -> Moment {
        (self.wish).follow(&self.character, pose, contacts, span_secs);
        let mut target = self.wish.clone();
        for rate in &mut target.planned.velocity.joints {
            *rate = rate.clamp_length_max(MOST_RATE);
        }
        if let Some(replan) = &mut self.replan {
            let (ghost, last) = (self.ghost.state(), &self.plan.planned.pose);
            let secs = self.secs + span_secs;
            replan.adjust(&self.character, ghost, last, &mut target, secs);
        }
        target
    }

    /// Whether a planted foot, or the whole body, is to be elsewhere at once.
    fn leaps_to(&self, pose: &Pose, contacts: Contacts) -> bool {
        if *pose == self.wish.planned.pose {
            return false;
        }
        let (was, will) = (
            Kinematics::of(&self.character, &self.wish.planned.pose),
            Kinematics::of(&self.character, pose),
        );
        let mut soles = contacts
            .iter()
            .filter(|sole| self.plan.contacts.contains(*sole));
        let foot_leaps = soles.any(|sole| {
            let link = self.character.soles[sole].link;
            let moved = will.link(link).translation - was.link(link).translation;
            moved.length() > FOOT_LEAP * self.scale.length
        });
        foot_leaps || was.com.distance(will.com) > BODY_LEAP * self.scale.length
    }

    fn is_slow(&self) -> bool {
        let state = self.ghost.state();
        let time = self.scale.time();
        let (still_speed, still_rate) = (STILL_SPEED * time, STILL_RATE / time);
        let recovers = (self.replan.as_ref()).is_some_and(|replan| replan.is_recovering(self.secs));
        let rolls = (self.thrown_secs).is_some_and(|secs| self.secs < secs + ROLL_SECS)
            && (state.loose.iter()).any(|body| body.velocity.linear.length() > still_speed);
        self.pushes.is_empty()
            && self.grip.is_none()
            && !recovers
            && !rolls
            && state.velocity.root.linear.length() < still_speed
            && state.velocity.root.angular.length() < still_rate
            && (state.velocity.joints.iter()).all(|rate| rate.length() < still_rate)
    }
}

/// A frame of the screen: the plan goes evenly from one pose to the next.
struct LiveCourse<'a> {
    character: &'a Character,
    from: &'a Pose,
    to: &'a Moment,
    steps: usize,
    /// The ghost's clock before the first step [s].
    secs: f64,
    pushes: &'a [Push],
    grip: Option<&'a GhostGrip>,
    outside: Outside,
    /// The figure's momentum before the first step.
    before: &'a Momentum,
    reading: &'a mut GhostReading,
    tape: Option<&'a mut Tape>,
}

impl Course for LiveCourse<'_> {
    fn aim(&mut self, ghost: &mut Ghost, step: usize, target: &mut Moment, acting: &mut Acting) {
        let share = step as f64 / self.steps as f64;
        let to = &self.to.planned.pose;
        write_pose_between(self.from, to, share, &mut target.planned.pose);
        if self.pushes.is_empty() && self.grip.is_none() {
            return;
        }
        let (step_secs, secs) = (1.0 / STEPS_HZ, self.secs + step as f64 / STEPS_HZ);
        let kin = Kinematics::of(self.character, &ghost.state().pose);
        for push in self.pushes {
            if let Some(load) = push.load(self.character, secs, step_secs) {
                let arm = kin.link(push.link).point(load.point_in_body) - kin.com;
                self.outside.add(load.force, arm, step_secs);
                acting.loads.push(load);
            }
        }
        if let Some(grip) = self.grip {
            let point = kin.link(grip.link).point(grip.point_in_link);
            (self.outside).add(grip.force(point), point - kin.com, step_secs);
            acting.tethers.push(grip.tether());
        }
    }

    fn look(&mut self, ghost: &Ghost, step: usize, target: &Moment, _: &Acting) -> ControlFlow<()> {
        if step == self.steps {
            let frame = (self.before, &self.outside, self.steps as f64 / STEPS_HZ);
            self.reading.read(ghost, target, frame);
        }
        if let Some(tape) = &mut self.tape {
            tape.step(&ghost.state().pose, target.contacts);
        }
        ControlFlow::Continue(())
    }
}
