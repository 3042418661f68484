//! How a foot rolls: it lands on its heel, lies flat, rises over its ball, and swings.
//!
//! ```text
//! pitch     landing \                          / landing      toes up
//!                    \______________          /
//!        touch      flat       heel off \    /                 0: flat on its foothold
//!                                        \__/                 heel up
//!        about the heel          about the ball   in the air
//! ```
//! Every piece is the smoothest way between its ends, so that nothing jerks where it changes what it turns about. A foot of
//! one piece rolls only while the other one carries.

use super::super::biped::Foot;
use super::ways::{late_rise, quickened};
use crate::character::{Character, Contacts, JointCoordinate, JointKind, LinkId, Pose};
use crate::math::{Transform, ease};
use glam::{DQuat, DVec3};

/// What a foot rolls over.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Roller {
    /// Middle of the rear edge of its sole [m].
    pub(super) heel_in_link: DVec3,
    /// The joint of its toes, or the middle of the front edge of a sole of one piece [m].
    pub(super) ball_in_link: DVec3,
    /// Middle of the front edge of all soles [m].
    pub(super) tip_in_link: DVec3,
    /// To the left across the foot: what it turns about.
    across_in_link: DVec3,
    /// The toes, if it has any.
    pub(super) toes: Option<Toes>,
    /// Whether a heel may rise while the foot carries: over toes, or over the front edge of a sole that nothing reaches beyond.
    pub(super) rises_on_edge: bool,
    /// Soles behind the ball; all of them for a foot of one piece.
    pub(super) rear: Contacts,
    /// Corners of the rear edge and of the front edge, of all soles, of those behind the ball, and of those beyond it, on the foot's link when it is flat [m].
    pub(super) rear_edge_in_link: Vec<DVec3>,
    pub(super) front_edge_in_link: Vec<DVec3>,
    pub(super) corners_in_link: Vec<DVec3>,
    pub(super) rear_in_link: Vec<DVec3>,
    pub(super) front_in_link: Vec<DVec3>,
    /// Corners of the sole that reaches to the tip of its toes; of all of a foot of one piece [m].
    pub(super) tip_corners_in_link: Vec<DVec3>,
    /// Points along the sides of what is behind the ball and of what is beyond it, and corners of their shapes: an edge of the ground
    /// comes between corners of soles [m].
    pub(super) rear_sides_in_link: Vec<DVec3>,
    pub(super) front_sides_in_link: Vec<DVec3>,
}

/// Toes that bend.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Toes {
    /// The link that hangs on their joint.
    pub(super) link: LinkId,
    /// What a turn upward does to the joint's angle: +1 or −1.
    sign: f64,
    /// The joint's angle when the foot is flat [rad].
    flat_angle: f64,
    /// Their soles, and the one of them that reaches to the tip.
    pub(super) soles: Contacts,
    pub(super) tip: Contacts,
}

/// Stretches that the side between two corners of a sole is looked at in.
const ALONG: usize = 8;
/// Corners this near to the rearmost one are on the rear edge [m].
const EDGE: f64 = 1e-3;

impl Roller {
    pub(super) fn new(character: &Character, foot: &Foot) -> Self {
        let own = &character.feet[foot.foot];
        let flat = foot.flat_from_link;
        let across_in_link = flat.conjugate() * DVec3::X;
        let ahead_in_link = flat.conjugate() * DVec3::Z;
        let front = own.front(character);
        let whole = character.whole_foot(foot.foot);
        let corners_of = |soles: Contacts| -> Vec<DVec3> {
            let corners = soles.iter().flat_map(|sole| {
                let sole = &character.soles[sole];
                let place = character.link_in_flat_foot(whole, sole.link);
                let corners = sole.corners_in_link.iter();
                corners.map(move |corner| place.point(*corner))
            });
            corners.collect()
        };
        let corners = corners_of(own.patches);
        let ahead = |point: &DVec3| point.dot(ahead_in_link);
        let least = corners.iter().map(ahead).fold(f64::INFINITY, f64::min);
        let most = corners.iter().map(ahead).fold(f64::NEG_INFINITY, f64::max);
        let at = |reach: f64| {
            let edge: Vec<DVec3> = (corners.iter().copied())
                .filter(|corner| (ahead(corner) - reach).abs() < EDGE)
                .collect();
            (edge.iter().sum::<DVec3>() / edge.len().max(1) as f64, edge)
        };
        let (mut heel_in_link, rear_edge_in_link) = at(least);
        let (mut tip_in_link, front_edge_in_link) = at(most);
        let toes = Toes::new(character, foot, front);
        let mut rises_on_edge = true;
        if toes.is_none() {
            // Claws and heels beyond the sole are what it rolls over in the end.
            let tips = foot.tips_in_link.iter().map(ahead);
            let (low, high) = tips.fold((least, most), |(low, high), x| (low.min(x), high.max(x)));
            heel_in_link += (low - least) * ahead_in_link;
            tip_in_link += (high - most) * ahead_in_link;
            rises_on_edge = high - most < EDGE;
        }
        let ball_in_link = toes.as_ref().map_or(tip_in_link, |toes| {
            character.link_in_flat_foot(whole, toes.link).translation
        });
        let rear = if toes.is_some() {
            own.patches.minus(front)
        } else {
            own.patches
        };
        // Where toes hang their upper side leads.
        let with_tips = |mut points: Vec<DVec3>, of_toes: bool| {
            let is_toes = |link| toes.as_ref().is_some_and(|toes| toes.link == link);
            for part in own
                .parts
                .iter()
                .filter(|part| is_toes(part.link) == of_toes)
            {
                for placed in &character.link(part.link).shapes {
                    let (centers, radius) = placed.shape.tips();
                    let down = radius * own.whole.up_in_link;
                    points.extend(centers.into_iter().map(|center| {
                        let in_part = placed.link_from_shape.point(center);
                        part.whole_from_link.point(in_part) - down
                    }));
                }
            }
            points
        };
        let rear_in_link = corners_of(rear);
        let front_in_link = if toes.is_some() {
            corners_of(front)
        } else {
            Vec::new()
        };
        let tip = toes.as_ref().map(|toes| toes.tip);
        let along_sides = |corners: &[DVec3]| sides(corners, across_in_link, ahead_in_link);
        Self {
            tip_corners_in_link: corners_of(tip.unwrap_or(own.patches)),
            heel_in_link,
            ball_in_link,
            tip_in_link,
            across_in_link,
            rear_sides_in_link: with_tips(along_sides(&rear_in_link), false),
            front_sides_in_link: with_tips(along_sides(&front_in_link), true),
            rear_in_link,
            front_in_link,
            rear,
            rear_edge_in_link,
            front_edge_in_link,
            corners_in_link: corners,
            toes,
            rises_on_edge,
        }
    }

    /// A flat foot with its toes pitched up about its heel, or its heel about its ball where that is negative, and the
    /// ball about the tip of the toes [rad].
    pub(super) fn rolled(&self, flat: &Transform, toes_up: f64, ball_up: f64) -> Transform {
        let rotation = self.pitched(flat.rotation, toes_up);
        if toes_up > 0.0 {
            let heel = self.heel_in_link;
            return Transform::new(rotation, flat.point(heel) - rotation * heel);
        }
        Transform::new(
            rotation,
            self.ball(flat, ball_up) - rotation * self.ball_in_link,
        )
    }

    /// Where the ball is when it is turned up about the tip of the toes [m].
    pub(super) fn ball(&self, flat: &Transform, ball_up: f64) -> DVec3 {
        let turned = self.pitched(flat.rotation, -ball_up);
        flat.point(self.tip_in_link) + turned * (self.ball_in_link - self.tip_in_link)
    }

    /// A foot turned about its ball with toes up [rad]: where what is beyond the ball is, as if it were on the foot's link; or, where that
    /// is negative, a foot whose heel rises.
    pub(super) fn about_ball(&self, world_from_link: &Transform, toes_up: f64) -> Transform {
        let rotation = self.pitched(world_from_link.rotation, toes_up);
        let ball = self.ball_in_link;
        Transform::new(rotation, world_from_link.point(ball) - rotation * ball)
    }

    /// Turns its toes up against the foot [rad].
    pub(super) fn pose_toes(&self, character: &Character, up: f64, pose: &mut Pose) {
        if let Some(toes) = &self.toes {
            pose.joints[toes.link.index()] = toes.joint(character, up);
        }
    }

    /// A flat orientation pitched about the foot's own left.
    pub(super) fn pitched(&self, flat: DQuat, toes_up: f64) -> DQuat {
        flat * DQuat::from_axis_angle(self.across_in_link, -toes_up)
    }
}

/// Corners, and points along each side between the first and the last of them.
fn sides(corners: &[DVec3], across: DVec3, ahead: DVec3) -> Vec<DVec3> {
    let mut points = corners.to_vec();
    for (index, a) in corners.iter().enumerate() {
        let is_beside = |b: &DVec3| (*b - *a).dot(across).abs() < EDGE;
        if corners[..index].iter().any(is_beside) {
            continue;
        }
        let side = corners.iter().copied().filter(is_beside);
        let before = |a: &DVec3, b: &DVec3| a.dot(ahead).total_cmp(&b.dot(ahead));
        if let (Some(first), Some(last)) = (side.clone().min_by(before), side.max_by(before)) {
            points.extend((1..ALONG).map(|k| first.lerp(last, k as f64 / ALONG as f64)));
        }
    }
    points
}

impl Toes {
    fn new(character: &Character, foot: &Foot, soles: Contacts) -> Option<Self> {
        let [link] = foot.joints[..] else {
            return None;
        };
        let JointKind::Hinge { axis, .. } = character.link(link).joint.kind else {
            return None;
        };
        let JointCoordinate::Hinge(flat_angle) = character.rest.joint(link) else {
            return None;
        };
        let whole = character.whole_foot(foot.foot);
        let place = character.link_in_flat_foot(whole, link);
        let axis_when_flat = foot.flat_from_link * place.direction(axis);
        // The turn about an axis takes what points ahead up by minus the axis's part to the left.
        (axis_when_flat.x.abs() > 0.99).then(|| Self {
            link,
            sign: -axis_when_flat.x.signum(),
            flat_angle,
            soles,
            // Soles of a foot are listed heel first.
            tip: soles.iter().last().map_or(soles, Contacts::one),
        })
    }

    /// The joint with toes turned up against the foot [rad].
    pub(super) fn joint(&self, character: &Character, up: f64) -> JointCoordinate {
        let joint = JointCoordinate::Hinge(self.flat_angle + self.sign * up);
        joint.clamped(&character.link(self.link).joint.kind)
    }
}

/// When a foot stands on one foothold, and how it comes and goes. Times are those of the level [s].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Visit {
    /// Its heel touches; before all time for the first one.
    pub(super) touch: f64,
    /// It lies flat.
    pub(super) flat: f64,
    /// Its heel leaves.
    pub(super) heel_off: f64,
    /// Its ball leaves, and it stands on the tip of its toes; a foot of one piece leaves the edge that it stood on since its heel left.
    pub(super) ball_off: f64,
    /// How long its heel hesitates: the order of its rise.
    pub(super) hesitates: f64,
    /// Its toes leave; after all time for the last one.
    pub(super) lift: f64,
    /// Toes point up by this much when the heel touches [rad].
    pub(super) landing_pitch: f64,
    /// The heel is up by this much a little after the toes have left [rad].
    pub(super) leaving_pitch: f64,
    /// After this share of the swing the heel is highest.
    pub(super) highest: f64,
    /// Toes are pitched down by this much then [rad].
    pub(super) tip_pitch: f64,
}

/// After this share of a swing toes hang as the foot does.
const TOES_RELAXED: f64 = 0.7;
/// How a heel that rises stops: its acceleration, for a turn of one in a time of one.
pub(super) const STOPS: f64 = 14.0;
const MOST_QUICK: f64 = 10.0;

impl Visit {
    /// How far toes point up while it stands [rad].
    pub(super) fn pitch(&self, next: Option<&Self>, secs: f64) -> f64 {
        if secs < self.flat {
            let share = (secs - self.touch) / (self.flat - self.touch);
            return self.landing_pitch * (1.0 - ease(share));
        }
        next.map_or(0.0, |next| self.leaving(next, secs))
    }

    /// The same from the moment on at which its heel leaves, until the next heel touches.
    fn leaving(&self, next: &Self, secs: f64) -> f64 {
        let highest = self.highest_secs(next);
        let (rise_secs, fall_secs) = (highest - self.heel_off, next.touch - highest);
        let stops = STOPS;
        if secs < highest {
            let share = (secs - self.heel_off) / rise_secs;
            return -self.leaving_pitch * late_rise(share, (self.hesitates, stops));
        }
        // It comes down as it stopped.
        let way = self.leaving_pitch + next.landing_pitch;
        let quick = fall_secs / rise_secs;
        let leaves = stops * self.leaving_pitch / way.max(1e-9) * quick * quick;
        -self.leaving_pitch
            + quickened((secs - highest) / fall_secs, (leaves.min(MOST_QUICK), 0.0)) * way
    }

    /// When its heel is highest [s].
    fn highest_secs(&self, next: &Self) -> f64 {
        self.lift + self.highest * (next.touch - self.lift)
    }

    /// How far the ball is turned up about the tip of the toes [rad]; in the air: would be, had the toes stayed.
    pub(super) fn ball_up(&self, next: Option<&Self>, secs: f64) -> f64 {
        match next {
            Some(next) if secs > self.ball_off => {
                let highest = self.highest_secs(next);
                self.tip_pitch * ease((secs - self.ball_off) / (highest - self.ball_off))
            }
            _ => 0.0,
        }
    }

    /// How far toes are turned up against the foot [rad]: while they stand they lie flat or turn about their tip, in the air they
    /// come down.
    pub(super) fn toes_up(&self, next: Option<&Self>, secs: f64) -> f64 {
        let (Some(other), true) = (next, secs >= self.heel_off) else {
            return 0.0;
        };
        let swing = (secs - self.lift) / (other.touch - self.lift);
        let held = 1.0 - ease(swing / TOES_RELAXED);
        (-self.leaving(other, secs).min(0.0) - self.ball_up(next, secs)).max(0.0) * held
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gait::Biped;
    use crate::io::load_character;

    fn visits() -> [Visit; 2] {
        let first = Visit {
            touch: 0.0,
            flat: 0.15,
            heel_off: 0.5,
            ball_off: 0.65,
            hesitates: 5.0,
            lift: 0.75,
            landing_pitch: 0.45,
            leaving_pitch: 1.0,
            highest: 0.145,
            tip_pitch: 0.5,
        };
        let second = Visit {
            touch: 1.2,
            flat: 1.35,
            heel_off: 1.7,
            ball_off: f64::INFINITY,
            lift: f64::INFINITY,
            ..first
        };
        [first, second]
    }

    #[test]
    fn the_pitch_of_a_stride_has_no_jumps_of_speed() {
        let [first, second] = visits();
        let h = 1e-4;
        let pitch = |secs: f64| first.pitch(Some(&second), secs);
        let mut last_rate = 0.0;
        for k in 1..11_990 {
            let secs = f64::from(k) * h;
            let rate = (pitch(secs + h) - pitch(secs)) / h;
            assert!((rate - last_rate).abs() < 0.05, "at {secs} s");
            last_rate = rate;
        }
        assert_eq!(pitch(0.3), 0.0);
        assert!((pitch(0.0) - 0.45).abs() < 1e-12 && (pitch(1.2) - 0.45).abs() < 1e-9);
    }

    #[test]
    fn the_point_that_a_foot_rolls_over_stays_where_it_is() {
        let human = load_character("human").unwrap();
        let biped = Biped::new(&human).unwrap();
        for foot in &biped.feet {
            let roller = Roller::new(&human, foot);
            assert!(roller.toes.is_some());
            assert_eq!(roller.front_in_link.len(), 8);
            let flat = foot.placed(DVec3::new(0.3, 0.0, 1.0), DVec3::Y, 0.4);
            let landing = roller.rolled(&flat, 0.4, 0.0);
            let leaving = roller.rolled(&flat, -0.6, 0.0);
            let moved =
                |rolled: &Transform, point| (rolled.point(point) - flat.point(point)).length();
            assert!(moved(&landing, roller.heel_in_link) < 1e-12);
            assert!(moved(&leaving, roller.ball_in_link) < 1e-12);
            assert!(
                landing.point(roller.ball_in_link).y > flat.point(roller.ball_in_link).y + 0.05
            );
            assert!(leaving.point(roller.heel_in_link).y > 0.05);
        }
    }
}
