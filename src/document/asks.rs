//! What is asked of a pose beside its handles: parts of the body that belong together, lie level, bend or look somewhere.

use super::{Grip, Setup};
use crate::character::{Character, Limb, LinkId};
use crate::ik::{
    EYES_REACH, Goal, GoalKind, Level, LinkPoint, Look, Pole, Rank, Together, forward_in_link,
};
use crate::kinematics::Kinematics;
use glam::DVec3;

/// One thing that is asked beside the handles. Two of the same parts and kind are one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ask {
    /// Two points of the body come together.
    Together(Together),
    /// A link does not tip.
    Level(Level),
    /// A limb bends towards a place.
    Pole(Pole),
    /// Eyes look at a place.
    Look(Look),
    /// The joints of the spine bend alike.
    EvenSpine,
}

/// New targets are so far from what looks or bends towards them [m].
const LOOK_AHEAD: f64 = 1.0;
const POLE_AWAY: f64 = 0.35;

/// Weight of points that are brought together: everybody sees a gap of a millimetre.
const TOUCH: f64 = 2.0;

impl Ask {
    /// Two handles come together; nothing for the centre of mass.
    pub fn together(first: &Grip, second: &Grip) -> Option<Self> {
        let point = |grip: &Grip| match *grip {
            Grip::Point {
                link,
                point_in_link,
            } => Some(LinkPoint {
                link,
                point_in_link,
            }),
            Grip::CenterOfMass => None,
        };
        let (first, second) = (point(first)?, point(second)?);
        Some(Self::Together(Together { first, second }))
    }

    /// A link stays as it lies, but may turn about the vertical.
    pub fn level(kin: &Kinematics, link: LinkId) -> Self {
        Self::Level(Level {
            link,
            world_from_link: kin.link(link).rotation,
            about: [true, false, true],
        })
    }

    /// A limb goes on bending to where it bends now; a straight one will bend forward.
    pub fn pole(kin: &Kinematics, limb: Limb) -> Self {
        let [root, bend, tip] = [limb.upper, limb.lower, limb.tip].map(|link| kin.pivot(link));
        let along = (tip - root).normalize_or_zero();
        let out = (bend - root) - (bend - root).dot(along) * along;
        let ahead = kin.link(LinkId::ROOT).direction(DVec3::Z);
        let out = if out.length() > 0.01 { out } else { ahead };
        Self::Pole(Pole {
            upper: limb.upper,
            lower: limb.lower,
            tip: limb.tip,
            target_in_world: bend + POLE_AWAY * out.normalize_or(DVec3::Z),
        })
    }

    /// Eyes look where they look now; nothing for a body without a head.
    pub fn look(character: &Character, kin: &Kinematics) -> Option<Self> {
        let (link, eyes_in_link) = character.head()?;
        let ahead_in_link = forward_in_link(character, link);
        let world_from_link = kin.link(link);
        let ahead = world_from_link.direction(ahead_in_link);
        Some(Self::Look(Look {
            link,
            eyes_in_link,
            ahead_in_link,
            target_in_world: world_from_link.point(eyes_in_link) + LOOK_AHEAD * ahead,
            eyes_reach: EYES_REACH,
        }))
    }

    /// What people call it: `left_hand to left_knee`, `head look`. Its goal has the same name.
    pub fn name(&self, character: &Character) -> String {
        let link_name = |link: LinkId| &character.link(link).name;
        match self {
            Self::Together(Together { first, second }) => {
                let [first, second] =
                    [first, second].map(|end| character.point_name(end.link, end.point_in_link));
                format!("{first} to {second}")
            }
            Self::Level(level) => format!("{} level", link_name(level.link)),
            Self::Pole(pole) => format!("{} pole", character.link(pole.lower).joint.name),
            Self::Look(look) => format!("{} look", link_name(look.link)),
            Self::EvenSpine => "even spine".to_owned(),
        }
    }

    /// As goals of the solver; the spine has one for every two neighbours.
    pub fn goals(&self, character: &Character) -> Vec<Goal> {
        let kind: GoalKind = match *self {
            Self::Together(together) => together.into(),
            Self::Level(level) => level.into(),
            Self::Pole(pole) => pole.into(),
            Self::Look(look) => look.into(),
            Self::EvenSpine => return Goal::even_spine(character),
        };
        let weight = match self {
            Self::Together(_) => TOUCH,
            _ => 1.0,
        };
        let goal = Goal::new(self.name(character), Rank::EFFECTOR, kind);
        vec![Goal { weight, ..goal }]
    }

    /// The place that it is about [m]: something can be dragged there.
    pub fn target(&self) -> Option<DVec3> {
        match self {
            Self::Pole(pole) => Some(pole.target_in_world),
            Self::Look(look) => Some(look.target_in_world),
            Self::Together(_) | Self::Level(_) | Self::EvenSpine => None,
        }
    }

    /// The same about another place.
    #[must_use]
    pub fn with_target(mut self, target: DVec3) -> Self {
        match &mut self {
            Self::Pole(pole) => pole.target_in_world = target,
            Self::Look(look) => look.target_in_world = target,
            Self::Together(_) | Self::Level(_) | Self::EvenSpine => {}
        }
        self
    }

    /// Whether it is one of this body, in numbers.
    ///
    /// # Errors
    /// A sentence why not.
    pub fn check(&self, character: &Character) -> Result<(), String> {
        let is_link = |link: LinkId| link.index() < character.links.len();
        let is_place = |p: DVec3| p.is_finite() && p.abs().max_element() < super::editor::FARTHEST;
        let fits = match self {
            Self::Together(Together { first, second }) => {
                if first.link == second.link {
                    return Err("two points of one link cannot come together".to_owned());
                }
                let is_point = |end: &LinkPoint| is_link(end.link) && is_place(end.point_in_link);
                is_point(first) && is_point(second)
            }
            Self::Level(level) => {
                let length = level.world_from_link.length();
                is_link(level.link) && (length - 1.0).abs() < 1e-6
            }
            Self::Pole(pole) => {
                let limb = Limb {
                    upper: pole.upper,
                    lower: pole.lower,
                    tip: pole.tip,
                };
                is_link(pole.lower)
                    && character.limb(pole.lower) == Some(limb)
                    && is_place(pole.target_in_world)
            }
            Self::Look(look) => {
                is_link(look.link)
                    && is_place(look.target_in_world)
                    && is_place(look.eyes_in_link)
                    && (look.ahead_in_link.length() - 1.0).abs() < 1e-6
                    && (0.0..=std::f64::consts::FRAC_PI_2).contains(&look.eyes_reach)
            }
            Self::EvenSpine => {
                if Goal::even_spine(character).is_empty() {
                    return Err(format!("{} has no spine that could bend", character.name));
                }
                true
            }
        };
        if fits {
            return Ok(());
        }
        Err(format!(
            "what is asked is not about {}, or is nowhere",
            character.name
        ))
    }

    /// A share of the way to the same ask of a later moment; nothing where that moment does not have it.
    pub(super) fn between(
        &self,
        character: &Character,
        later: &[Self],
        share: f64,
    ) -> Option<Self> {
        let name = self.name(character);
        let other = later.iter().find(|other| other.name(character) == name)?;
        Some(match (*self, *other) {
            (Self::Level(a), Self::Level(b)) => Self::Level(Level {
                world_from_link: a
                    .world_from_link
                    .slerp(b.world_from_link, share)
                    .normalize(),
                ..a
            }),
            (a, b) => match a.target().zip(b.target()) {
                Some((from, to)) => a.with_target(from.lerp(to, share)),
                None => a,
            },
        })
    }

    /// The same of another body, in whose links `link` finds the old ones and which is as `kin` has it.
    pub(super) fn on_another(
        &self,
        (old, new): (&Character, &Character),
        kin: &Kinematics,
        link: &dyn Fn(LinkId) -> Option<LinkId>,
    ) -> Option<Self> {
        let point = |end: LinkPoint| {
            let named = new.find_point(old.point_name(end.link, end.point_in_link));
            let middle = || link(end.link).map(|link| (link, new.link(link).com_in_link));
            named.or_else(middle).map(LinkPoint::from)
        };
        let moved = match *self {
            Self::Together(Together { first, second }) => Self::Together(Together {
                first: point(first)?,
                second: point(second)?,
            }),
            Self::Level(level) => {
                let link = link(level.link)?;
                Self::Level(Level {
                    link,
                    world_from_link: kin.link(link).rotation,
                    about: level.about,
                })
            }
            Self::Pole(pole) => {
                let limb = new.limb(link(pole.lower)?)?;
                Self::pole(kin, limb).with_target(pole.target_in_world)
            }
            Self::Look(look) => match Self::look(new, kin)? {
                Self::Look(moved) => Self::Look(Look {
                    target_in_world: look.target_in_world,
                    eyes_reach: look.eyes_reach,
                    ..moved
                }),
                _ => return None,
            },
            Self::EvenSpine => Self::EvenSpine,
        };
        moved.check(new).is_ok().then_some(moved)
    }
}

impl Setup {
    /// Asks for something; the same of the same parts is no longer asked.
    pub(super) fn ask(&mut self, character: &Character, ask: Ask) {
        let name = ask.name(character);
        match self.asks.iter_mut().find(|a| a.name(character) == name) {
            Some(same) => *same = ask,
            None => self.asks.push(ask),
        }
    }

    /// Whether there is such an ask.
    pub(super) fn check_ask(&self, index: usize) -> Result<(), String> {
        let count = self.asks.len();
        if index < count {
            return Ok(());
        }
        Err(format!("nothing is asked at {index}, only {count} things"))
    }
}
