//! What walking has to know of a body: its two feet, its legs, its arms.

use super::dynamic::{Pace, comfortable_speed, fastest_speed};
use super::settings::{Manner, WalkSettings, Wish};
use crate::character::{Character, Contacts, JointKind, LinkId};
use crate::kinematics::{Kinematics, Planted, SupportPolygon, beside_a_person};
use crate::math::Transform;
use glam::{DQuat, DVec2, DVec3};

/// A body that walks on two feet.
#[derive(Clone, Debug, PartialEq)]
pub struct Biped {
    /// Left, right.
    pub feet: [Foot; 2],
    /// Where both legs hang.
    pub pelvis: LinkId,
    /// Its orientation at rest.
    pub pelvis_at_rest: DQuat,
    /// Whether the legs can only move in their own plane: such a foot cannot be set to the side, turned or tilted sideways.
    pub is_sagittal: bool,
    /// Height of the pelvis over the hips at rest [m].
    pub pelvis_above_hips: f64,
    /// Height of the pelvis over the soles at rest [m].
    pub rest_pelvis_height: f64,
    /// The pelvis seen from the centre of mass at rest [m].
    pub pelvis_from_com: DVec3,
    /// The middle of each sole at rest, seen from the middle between them [m]. (left, right)
    pub rest_offset: [DVec3; 2],
    /// How far the more stretched leg is stretched at rest, as a share of its length.
    pub rest_stretch: f64,
    /// The first link of every arm, and the side of the body that it is on: +1 left, −1 right.
    pub arms: Vec<(LinkId, f64)>,
}

/// A foot and the leg above it.
#[derive(Clone, Debug, PartialEq)]
pub struct Foot {
    /// Index into [`Character::feet`].
    pub foot: usize,
    /// Its soles, which stand all together.
    pub patches: Contacts,
    /// The link that carries the whole of it.
    pub link: LinkId,
    /// Joints within the foot, which stay as they are at rest.
    pub joints: Vec<LinkId>,
    /// All links of the leg, the foot first.
    pub leg: Vec<LinkId>,
    /// The leg's first link: its pivot is the hip.
    pub thigh: LinkId,
    /// The hip seen from the pelvis at rest [m].
    pub hip_from_pelvis: DVec3,
    /// From the hip to the foot's pivot with the leg stretched [m].
    pub leg_length: f64,
    /// +1 for the left foot, −1 for the right one.
    pub side: f64,
    /// Corners of the sole [m].
    pub corners_in_link: Vec<DVec3>,
    /// Their mean [m].
    pub center_in_link: DVec3,
    /// Corners of the foot's shapes [m].
    pub tips_in_link: Vec<DVec3>,
    /// How the link lies when the sole is flat on level ground and the body faces ahead.
    pub flat_from_link: DQuat,
    /// Height of the foot's pivot over the sole's middle then [m].
    pub pivot_height: f64,
    /// The sole seen from above about its middle, body facing ahead [m].
    pub outline: SupportPolygon,
}

/// Why a body cannot walk.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} has {feet} feet; this needs a body with two")]
pub struct NotBiped {
    /// The character's name.
    pub name: String,
    /// How many feet it has.
    pub feet: usize,
}

/// A leg is never stretched farther than this share of its length: near a straight knee a small step of the body
/// would need a large turn of the joint.
pub(super) const MOST_STRETCH: f64 = 0.99;

/// Feet of a person pass each other so closely [m].
const PASSING: f64 = 0.012;
/// The leg of a person [m].
const PERSON_LEG: f64 = 0.855;

/// What lengths that suit a person's leg are multiplied by for another one.
pub(super) fn fineness(leg_length: f64) -> f64 {
    beside_a_person(leg_length / PERSON_LEG)
}

impl Biped {
    /// What walking has to know of a body.
    ///
    /// # Errors
    /// When it has not exactly two feet; hands and knees are none.
    pub fn new(character: &Character) -> Result<Self, NotBiped> {
        let kin = Kinematics::of(character, &character.rest);
        let foot_x = |foot: usize| {
            let whole = &character.feet[foot].whole;
            kin.link(whole.link).point(whole.center_in_link()).x
        };
        let feet: Vec<usize> = character.standing_feet().collect();
        let (left, right) = match feet[..] {
            [a, b] if foot_x(b) > foot_x(a) => (b, a),
            [a, b] => (a, b),
            _ => {
                let (name, feet) = (character.name.clone(), feet.len());
                return Err(NotBiped { name, feet });
            }
        };
        let ancestors = |foot: usize| ancestors(character, character.feet[foot].whole.link);
        let (left_chain, right_chain) = (ancestors(left), ancestors(right));
        let pelvis = *left_chain
            .iter()
            .find(|link| right_chain.contains(link))
            .unwrap_or(&LinkId::ROOT);
        let foot = |foot: usize, side: f64, chain: &[LinkId]| {
            Foot::new(character, &kin, (foot, side), chain, pelvis)
        };
        let feet = [
            foot(left, 1.0, &left_chain),
            foot(right, -1.0, &right_chain),
        ];
        let centers = [0, 1].map(|k: usize| kin.link(feet[k].link).point(feet[k].center_in_link));
        let middle = 0.5 * (centers[0] + centers[1]);
        let stretch =
            |foot: &Foot| kin.pivot(foot.thigh).distance(kin.pivot(foot.link)) / foot.leg_length;
        let hip_height = 0.5 * (kin.pivot(feet[0].thigh).y + kin.pivot(feet[1].thigh).y);
        Ok(Self {
            pelvis,
            pelvis_at_rest: kin.link(pelvis).rotation,
            is_sagittal: left_chain
                .iter()
                .take_while(|link| **link != pelvis)
                .all(|link| turns_about_x_only(character, &kin, *link)),
            pelvis_above_hips: kin.pivot(pelvis).y - hip_height,
            pelvis_from_com: kin.pivot(pelvis) - kin.com,
            rest_pelvis_height: kin.pivot(pelvis).y - middle.y,
            rest_offset: centers.map(|center| center - middle),
            rest_stretch: stretch(&feet[0]).max(stretch(&feet[1])),
            arms: (character.arms().iter())
                .map(|arm| (arm.upper, kin.pivot(arm.upper).x.signum()))
                .collect(),
            feet,
        })
    }

    /// A wish as far as this body's steps go: they have a length, and flat bodies neither turn nor go sideways.
    pub fn within_steps(&self, settings: &WalkSettings, wish: Wish) -> Wish {
        let (secs, (forward, aside, turn)) = (settings.step_secs(), settings.step_of(wish));
        let across = if self.is_sagittal { 0.0 } else { 1.0 };
        Wish {
            forward: forward / secs,
            // Every second step goes to the side.
            sideways: across * 0.5 * aside / secs,
            turn: across * turn / secs,
        }
    }

    /// Settings of a walk in dynamic balance at a speed [m/s]: cadence, steps and swings are those of people at it.
    pub fn settings_at(&self, speed: f64) -> WalkSettings {
        let leg = self.shorter_leg();
        let pace = Pace::at(speed, self.hip_height()).for_feet(self.rolls());
        let still = self.static_settings();
        WalkSettings {
            manner: Manner::Dynamic,
            step_length: pace.step_length,
            cadence: 60.0 / pace.step_secs,
            swing_share: pace.swing_share(),
            step_width: if self.is_sagittal {
                still.step_width
            } else {
                (0.12 * leg).max(self.narrowest())
            },
            clearance: 0.025 * leg,
            ..still
        }
    }

    /// From the middle of one sole to that of the other when flat feet pass each other closely [m].
    fn narrowest(&self) -> f64 {
        let inward = |foot: &Foot| {
            let tips = foot.tips_in_link.iter();
            let aside = tips.map(|tip| (foot.flat_from_link * (*tip - foot.center_in_link)).x);
            aside.map(|x| -foot.side * x).fold(0.0, f64::max)
        };
        inward(&self.feet[0]) + inward(&self.feet[1]) + PASSING * self.fineness()
    }

    /// What a solve has to know of it: the pelvis, the feet, and how large lengths are beside a person's.
    pub(super) fn parts(&self) -> (LinkId, &[Foot], f64) {
        (self.pelvis, &self.feet, self.fineness())
    }

    /// Whether its feet bend, so that it can roll over them.
    pub(super) fn rolls(&self) -> bool {
        self.feet.iter().all(|foot| !foot.joints.is_empty())
    }

    /// The fastest that steps of a walk are known for [m/s].
    pub fn fastest_speed(&self) -> f64 {
        fastest_speed(self.hip_height())
    }

    /// The speed of a stroll [m/s].
    pub fn comfortable_speed(&self) -> f64 {
        comfortable_speed(self.hip_height())
    }

    /// Settings of the walk that suits the body, kept on its feet in this manner.
    pub fn usual_settings(&self, manner: Manner) -> WalkSettings {
        match manner {
            Manner::Static => self.static_settings(),
            Manner::Dynamic => self.settings_at(self.comfortable_speed()),
        }
    }

    /// Settings of a walk that is balanced as if it stood still on every frame, by the body's size.
    pub fn static_settings(&self) -> WalkSettings {
        let leg = self.shorter_leg();
        WalkSettings {
            manner: Manner::Static,
            step_length: 0.35 * leg,
            step_width: self.rest_offset[0].x - self.rest_offset[1].x,
            clearance: 0.05 * leg,
            // Small bodies are quick and giants slow, as pendulums of their legs are.
            cadence: 50.0 / self.fineness().sqrt(),
            crouch: 0.015 * leg,
            turn_per_step: 0.35,
            swing_share: 0.55,
            margin: 0.02 * self.fineness(),
            ..WalkSettings::for_any_body()
        }
    }

    /// What lengths that suit a person (rims, grids, tolerances) are multiplied by, as its legs say.
    pub fn fineness(&self) -> f64 {
        fineness(self.shorter_leg())
    }

    /// Height of the hips over the soles with the shorter leg stretched [m].
    pub(super) fn hip_height(&self) -> f64 {
        let of = |foot: &Foot| foot.leg_length + foot.pivot_height;
        of(&self.feet[0]).min(of(&self.feet[1]))
    }

    /// [m]
    pub fn shorter_leg(&self) -> f64 {
        self.feet[0].leg_length.min(self.feet[1].leg_length)
    }

    /// Height of the pelvis over the middle of one sole when its leg carries the body upright [m].
    pub(super) fn carried_pelvis_height(&self, foot: usize, crouch: f64) -> f64 {
        let foot = &self.feet[foot];
        let stretch = self.rest_stretch.min(MOST_STRETCH);
        foot.pivot_height + stretch * foot.leg_length - crouch + self.pelvis_above_hips
    }
}

impl Biped {
    /// Where the body faces between its feet [rad].
    pub(super) fn heading(&self, world_from_feet: &[Transform; 2]) -> f64 {
        let toes = [0, 1].map(|foot: usize| {
            let toes = self.feet[foot].toes(&world_from_feet[foot]);
            DVec2::new(toes.x, toes.z).normalize_or_zero()
        });
        let ahead = toes[0] + toes[1];
        libm::atan2(ahead.x, ahead.y)
    }
}

impl Foot {
    pub(super) fn new(
        character: &Character,
        kin: &Kinematics,
        (foot, side): (usize, f64),
        chain: &[LinkId],
        pelvis: LinkId,
    ) -> Self {
        let leg = chain.iter().take_while(|link| **link != pelvis);
        let leg: Vec<LinkId> = leg.copied().collect();
        let pivots = leg.iter().map(|link| kin.pivot(*link));
        let next = pivots.clone().skip(1);
        let leg_length = pivots.zip(next).map(|(a, b)| a.distance(b)).sum();
        let own = &character.feet[foot];
        let link = own.whole.link;
        let corners_in_link = own.whole.corners_in_link.clone();
        let center_in_link = own.whole.center_in_link();
        let flat_from_link = kin.link(link).rotation;
        let pivot_height = -(flat_from_link * center_in_link).y;
        let thigh = leg.last().copied().unwrap_or(link);
        let corner_xz = |corner: &DVec3| {
            let corner = flat_from_link * (*corner - center_in_link);
            DVec2::new(corner.x, corner.z)
        };
        Self {
            outline: SupportPolygon::hull(corners_in_link.iter().map(corner_xz)),
            foot,
            patches: own.patches,
            link,
            joints: own.joints().collect(),
            thigh,
            hip_from_pelvis: kin.pivot(thigh) - kin.pivot(pelvis),
            leg_length,
            leg,
            side,
            pivot_height,
            tips_in_link: tips(own, character),
            corners_in_link,
            center_in_link,
            flat_from_link,
        }
    }

    /// All of it standing somewhere.
    pub(super) fn planted(&self, world_from_link: Transform) -> Planted {
        Planted {
            foot: self.foot,
            patches: self.patches,
            link: self.link,
            world_from_link,
        }
    }

    /// The link's pose with the middle of its sole at a point, its up along a normal, its toes to a heading.
    pub fn placed(&self, center_in_world: DVec3, normal: DVec3, heading: f64) -> Transform {
        let tilt = DQuat::from_rotation_arc(DVec3::Y, normal);
        let rotation = (tilt * DQuat::from_rotation_y(heading) * self.flat_from_link).normalize();
        Transform::new(rotation, center_in_world - rotation * self.center_in_link)
    }
}

impl Foot {
    /// As [`Biped::fineness`], by its own leg.
    pub(super) fn fineness(&self) -> f64 {
        fineness(self.leg_length)
    }

    /// How far its pivot is nearer to the body's middle than the middle of its sole when it is flat [m].
    pub(super) fn ankle_aside(&self) -> f64 {
        self.side * (self.flat_from_link * self.center_in_link).x
    }

    /// How much higher the middle of the sole is when toes or heel are turned up about the other end [m].
    pub(super) fn raised_by(&self, toes_up: f64) -> f64 {
        let reach = self.outline.corners().iter().map(|corner| corner.y);
        let sin = libm::sin(toes_up);
        reach.map(|z| -z * sin).fold(0.0, f64::max)
    }

    /// Where its toes point, seen from above [rad].
    pub(super) fn heading(&self, world_from_link: &Transform) -> f64 {
        let toes = self.toes(world_from_link);
        libm::atan2(toes.x, toes.z)
    }

    /// The way of its toes, as a unit vector.
    fn toes(&self, world_from_link: &Transform) -> DVec3 {
        world_from_link.rotation * self.flat_from_link.conjugate() * DVec3::Z
    }

    /// How far a direction leans to the toes from the sole's own up [rad].
    pub(super) fn lean(&self, world_from_link: &Transform, direction: DVec3) -> f64 {
        let in_flat = self.flat_from_link * (world_from_link.rotation.conjugate() * direction);
        libm::atan2(in_flat.z, in_flat.y)
    }

    /// The way up from its sole, as a unit vector.
    pub(super) fn up(&self, world_from_link: &Transform) -> DVec3 {
        world_from_link.rotation * self.flat_from_link.conjugate() * DVec3::Y
    }

    /// How far its toes point up [rad].
    pub(super) fn toes_up(&self, world_from_link: &Transform) -> f64 {
        libm::asin(self.toes(world_from_link).y.clamp(-1.0, 1.0))
    }
}

/// Corners of the shapes of a flat foot, at their lower side when it stands, and of its soles where they are several.
fn tips(foot: &crate::character::Foot, character: &Character) -> Vec<DVec3> {
    let parts = foot.parts.iter();
    let shapes = parts.flat_map(|part| {
        let shapes = character.link(part.link).shapes.iter();
        shapes.map(move |placed| (part.whole_from_link, placed))
    });
    let tips = shapes.flat_map(|(whole_from_link, placed)| {
        let (centers, radius) = placed.shape.tips();
        let down = radius * foot.whole.up_in_link;
        let in_whole =
            move |center| whole_from_link.point(placed.link_from_shape.point(center)) - down;
        centers.into_iter().map(in_whole)
    });
    let soles = foot.patches.iter().filter(|_| foot.patches.count() > 1);
    let corners = soles.flat_map(|sole| {
        let sole = &character.soles[sole];
        let part = foot.parts.iter().find(|part| part.link == sole.link);
        let corners = sole.corners_in_link.iter();
        corners.filter_map(move |corner| Some(part?.whole_from_link.point(*corner)))
    });
    tips.chain(corners).collect()
}

/// A link, its parent, and so on up to the first one.
pub(super) fn ancestors(character: &Character, link: LinkId) -> Vec<LinkId> {
    std::iter::successors(Some(link), |link| character.link(*link).parent).collect()
}

fn turns_about_x_only(character: &Character, kin: &Kinematics, link: LinkId) -> bool {
    match &character.link(link).joint.kind {
        JointKind::Fixed => true,
        JointKind::Hinge { axis, .. } => kin.link(link).direction(*axis).x.abs() > 0.999,
        JointKind::Ball(_) => false,
    }
}
