//! One moment as it is authored: a pose and what is asked of it.

use super::handles::default_handles;
use super::{Ask, BalanceRow, Solving};
use crate::character::{Character, Contacts, Footing, LinkId, Pose};
use crate::ik::Rank;
use crate::kinematics::{Kinematics, Plant, Planted, Stance, body_size};
use glam::{DQuat, DVec3};

/// A pose and what is asked of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// How the body stands.
    pub pose: Pose,
    /// Feet that stand, the held one first; none only where something else [holds](crate::kinematics::Held) the body.
    pub planted: Vec<Planted>,
    /// What carries weight beside them or instead of them.
    pub plants: Vec<Plant>,
    /// Everything that can be dragged; within a rank the first is the most important. [`Setup::rows`] is the list that people
    /// see.
    pub handles: Vec<Handle>,
    /// What is asked beside that.
    pub asks: Vec<Ask>,
    /// Where balance ranks among them.
    pub balance: BalanceRow,
    /// Whether the centre of mass has to stay over the support. Default true.
    pub keeps_balance: bool,
    /// How far from the edge of the support it has to stay [m]. Default 0.02 for a person, as much more or less for
    /// bodies of other sizes.
    pub margin: f64,
    /// Joints that do not move.
    pub frozen: Vec<LinkId>,
    /// How all that is solved.
    pub solving: Solving,
}

/// Something that can be dragged, and pinned where it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Handle {
    /// `left_hand`, `pelvis`, `centre of mass`, `left_knee`; unique in its list.
    pub name: String,
    /// What it takes hold of.
    pub grip: Grip,
    /// Pinned to this place [m].
    pub position: Option<DVec3>,
    /// Pinned to this orientation, world from link.
    pub rotation: Option<DQuat>,
    /// Where it was dragged to: it stays there as far as what is dragged now, pins and balance let it [m].
    pub touched: Option<DVec3>,
    /// Who wins when pins disagree.
    pub rank: Rank,
    /// Importance among handles of one rank; 1 is ordinary, more than zero.
    pub weight: f64,
}

/// What a handle takes hold of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grip {
    /// A point of a link.
    Point {
        /// The link that carries the point.
        link: LinkId,
        /// [m]
        point_in_link: DVec3,
    },
    /// The centre of mass of the whole body.
    CenterOfMass,
}

impl Grip {
    /// Where it is [m].
    pub fn place(&self, kin: &Kinematics) -> DVec3 {
        match self {
            Self::Point {
                link,
                point_in_link,
            } => kin.link(*link).point(*point_in_link),
            Self::CenterOfMass => kin.com,
        }
    }

    /// How it is turned, world from link; the centre of mass is not.
    pub fn rotation(&self, kin: &Kinematics) -> DQuat {
        self.link()
            .map_or(DQuat::IDENTITY, |link| kin.link(link).rotation)
    }

    /// The link that it takes hold of.
    pub fn link(&self) -> Option<LinkId> {
        match self {
            Self::Point { link, .. } => Some(*link),
            Self::CenterOfMass => None,
        }
    }
}

impl Handle {
    /// Nothing pinned, of ordinary weight.
    pub(super) fn free(name: impl Into<String>, grip: Grip, rank: Rank) -> Self {
        Self {
            name: name.into(),
            grip,
            position: None,
            rotation: None,
            touched: None,
            rank,
            weight: 1.0,
        }
    }

    /// Whether anything of it is pinned.
    pub fn is_pinned(&self) -> bool {
        self.position.is_some() || self.rotation.is_some()
    }
}

/// Of a person's new setup: from the edge of the support [m].
const MARGIN: f64 = 0.02;

impl Setup {
    /// The rest pose, all feet planted, nothing pinned.
    pub fn new(character: &Character) -> Self {
        let kin = Kinematics::of(character, &character.rest);
        Self {
            pose: character.rest.clone(),
            planted: (character.standing_feet())
                .map(|foot| planted_where_it_is(character, &kin, character.whole_foot(foot)))
                .collect(),
            plants: Vec::new(),
            handles: default_handles(character),
            asks: Vec::new(),
            balance: BalanceRow::default(),
            keeps_balance: true,
            margin: body_size(character) * MARGIN,
            frozen: Vec::new(),
            solving: Solving::default(),
        }
    }

    /// Where a handle is [m].
    pub fn place_of(&self, handle: usize, kin: &Kinematics) -> DVec3 {
        self.handles[handle].grip.place(kin)
    }

    /// How a handle's link is turned; the centre of mass is not.
    pub fn rotation_of(&self, handle: usize, kin: &Kinematics) -> DQuat {
        self.handles[handle].grip.rotation(kin)
    }

    /// Whether a foot stands, or a part of it.
    pub fn is_planted(&self, foot: usize) -> bool {
        self.standing(foot).is_some()
    }

    /// How a foot stands, if it does.
    pub fn standing(&self, foot: usize) -> Option<&Planted> {
        self.planted.iter().find(|planted| planted.foot == foot)
    }

    /// The soles that stand.
    pub fn contacts(&self) -> Contacts {
        let soles = self.planted.iter().map(|planted| planted.patches);
        soles.fold(Contacts::NONE, Contacts::union)
    }

    /// Whether a handle is a hint for a knee or an elbow: it sits on a joint's pivot and was born a wish.
    pub fn is_pole(&self, character: &Character, handle: usize) -> bool {
        let handle = &self.handles[handle];
        match handle.grip {
            Grip::Point { link, .. } => character.link(link).joint.name == handle.name,
            Grip::CenterOfMass => false,
        }
    }

    /// What it stands on.
    pub fn stance(&self, character: &Character) -> Stance {
        Stance::on(character, self.planted.clone(), self.plants.clone())
    }

    /// Where everything is.
    pub fn kinematics(&self, character: &Character) -> Kinematics {
        Kinematics::of(character, &self.pose)
    }

    /// A handle that was dragged stays softly where it is now, unless it is pinned, stands or is a wish.
    pub(super) fn touch(&mut self, character: &Character, handle: usize) {
        let place = self.place_of(handle, &self.kinematics(character));
        let link = self.handles[handle].grip.link();
        let stands = link.is_some_and(|link| self.stance(character).stands_on(character, link));
        let handle = &mut self.handles[handle];
        if handle.position.is_none() && !handle.rank.is_wish() && !stands {
            handle.touched = Some(place);
        }
    }

    /// What was dragged is free again: one handle, or all of them.
    pub(super) fn release(&mut self, handle: Option<usize>) {
        let link = handle.and_then(|handle| self.handles[handle].grip.link());
        if link.is_some() {
            self.plants.retain(|plant| Some(plant.link) != link);
        }
        for (index, own) in self.handles.iter_mut().enumerate() {
            if handle.is_none_or(|handle| handle == index) {
                own.touched = None;
            }
        }
    }

    /// Handles that stay softly where they were dragged to.
    pub fn touched(&self) -> impl Iterator<Item = usize> + '_ {
        let handles = self.handles.iter().enumerate();
        handles.filter_map(|(index, handle)| handle.touched.map(|_| index))
    }

    /// Pins go to where their handles are now; what was only touched is free.
    pub(super) fn pin_where_it_is(&mut self, character: &Character) {
        let kin = self.kinematics(character);
        for handle in &mut self.handles {
            handle.touched = None;
            let grip = handle.grip;
            handle.position = handle.position.map(|_| grip.place(&kin));
            handle.rotation = handle.rotation.map(|_| grip.rotation(&kin));
        }
    }
}

/// A foot that stands where a pose has it.
pub(super) fn planted_where_it_is(
    character: &Character,
    kin: &Kinematics,
    footing: Footing,
) -> Planted {
    Planted::new(character, footing, |link| *kin.link(link))
}
