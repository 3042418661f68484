//! How people walk at a speed: how often, how far, how long both feet stand, how feet roll.
//!
//! Regressions over 259 strides of 19 people of the CMU motion capture database ("The data used in this project was
//! obtained from mocap.cs.cmu.edu"). Cadence and step length are those against dimensionless speed v* = v / √(g L) with L from hip to
//! ground (Froude's number is v*²), so they hold for legs of any length; the others are against metres per second of a
//! leg of 0.88 m, and are taken at the same v*.

/// A pace of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::gait) struct Pace {
    /// Of a person's leg at the same Froude number [m/s].
    pub(in crate::gait) person_speed: f64,
    /// From one step to the next [s].
    pub(in crate::gait) step_secs: f64,
    /// [m]
    pub(in crate::gait) step_length: f64,
}

/// The leg of the people who were measured, from hip to ground [m].
const PERSON_LEG: f64 = 0.93;
/// What the regressions hold for, as speeds of a person [m/s]; beyond that the nearest is taken.
const MOST_SPEED: f64 = 1.8;
/// Share of a person's step that a body takes whose feet do not bend.
const STIFF_STEP: f64 = 0.72;
/// The speed of a person who strolls [m/s].
const COMFORTABLE: f64 = 1.1;

/// The comfortable speed of a body whose hips are so high [m/s].
pub(in crate::gait) fn comfortable_speed(hip_height: f64) -> f64 {
    COMFORTABLE * (hip_height / PERSON_LEG).sqrt()
}

/// The fastest that is known, for a body whose hips are so high [m/s].
pub(in crate::gait) fn fastest_speed(hip_height: f64) -> f64 {
    MOST_SPEED * (hip_height / PERSON_LEG).sqrt()
}

impl Pace {
    /// At a speed [m/s], for a body whose hips are so high over the ground [m].
    pub(in crate::gait) fn at(speed: f64, hip_height: f64) -> Self {
        let speed = speed.abs();
        let quick = (PERSON_LEG / hip_height).sqrt();
        let person_speed = speed * quick;
        let steps_per_sec = quick * (42.8 + 51.3 * person_speed) / 60.0;
        Self {
            person_speed: person_speed.min(MOST_SPEED),
            step_secs: 1.0 / steps_per_sec,
            step_length: speed / steps_per_sec,
        }
    }

    /// The same speed in shorter and quicker steps for feet of one piece: no heel can rise while the other foot is in the air.
    pub(in crate::gait) fn for_feet(self, they_roll: bool) -> Self {
        let share = if they_roll { 1.0 } else { STIFF_STEP };
        Self {
            step_secs: share * self.step_secs,
            step_length: share * self.step_length,
            ..self
        }
    }

    /// Share of a step's time in which a foot swings: stance is 69.3 − 5.4 v per cent of the two steps of a stride.
    pub(in crate::gait) fn swing_share(&self) -> f64 {
        2.0 * (1.0 - (0.683 - 0.0538 * self.person_speed))
    }

    /// How far toes point up when the heel strikes [rad].
    pub(in crate::gait) fn heel_strike_pitch(&self) -> f64 {
        (20.5 + 5.93 * self.person_speed).to_radians()
    }

    /// How far the heel is turned up when the toes leave [rad].
    pub(in crate::gait) fn toe_off_pitch(&self) -> f64 {
        (37.0 + 14.6 * self.person_speed).to_radians()
    }

    /// How far arms swing from back to front [rad].
    pub(in crate::gait) fn arm_swing(&self) -> f64 {
        (-6.18 + 26.5 * self.person_speed).max(0.0).to_radians()
    }

    /// The same of elbows [rad].
    pub(in crate::gait) fn elbow_swing(&self) -> f64 {
        (-11.4 + 31.5 * self.person_speed).max(0.0).to_radians()
    }

    /// How far the pelvis turns about the vertical from side to side [rad].
    pub(in crate::gait) fn pelvis_turn(&self) -> f64 {
        (6.5 + 4.52 * self.person_speed).to_radians()
    }

    /// How far the knee bends when the weight comes onto it [rad]: 5° when creeping, some 17° at 1.3 m/s (Perry 1992).
    pub(in crate::gait) fn loading_flexion(&self) -> f64 {
        (5.0 + 9.5 * self.person_speed).min(19.0).to_radians()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_strolls_with_a_hundred_steps_a_minute() {
        let pace = Pace::at(1.1, PERSON_LEG);
        let cadence = 60.0 / pace.step_secs;
        assert!((95.0..105.0).contains(&cadence), "{cadence}");
        assert!((pace.step_length * cadence / 60.0 - 1.1).abs() < 1e-12);
        assert!((0.70..0.76).contains(&pace.swing_share()));
    }

    #[test]
    fn giants_walk_as_people_do_but_slower() {
        let (person, giant) = (Pace::at(1.1, 0.88), Pace::at(2.2, 4.0 * 0.88));
        assert!((giant.step_length / person.step_length - 4.0).abs() < 1e-12);
        assert!((giant.step_secs / person.step_secs - 2.0).abs() < 1e-12);
        assert!((giant.swing_share() - person.swing_share()).abs() < 1e-12);
    }
}
