//! The tree of links seen from any one of them: the support foot, say.
//!
//! The body is not built twice. A [`Rooting`] lists the joints in the order in which they are met when walking
//! outward from the held link, and says for each whether it is crossed from parent to child, as in the file, or back.

use crate::character::{Character, JointKind, LinkId};
use crate::math::Transform;
use glam::DVec3;

/// Which side of a joint moves when the held link does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Far {
    /// The joint's own link, as in the file.
    Child,
    /// The joint's parent: the walk crosses the joint backwards.
    Parent,
}

/// One joint, crossed on the way out from the held link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The joint (named by the link that it hangs on its parent).
    pub joint: LinkId,
    /// The link on the held side.
    pub near: LinkId,
    /// The link on the moving side.
    pub far_link: LinkId,
    /// Whether that is the joint's child or its parent.
    pub far: Far,
    /// The step that reached `near`; nothing when `near` is the held link.
    pub previous: Option<u16>,
    /// One past the last step beyond this one; steps beyond a joint are contiguous.
    pub end: u16,
    /// Its first column.
    pub first_dof: u16,
    /// Its columns: 0, 1 or 3.
    pub dofs: u16,
    /// How many joints that have columns come before it.
    pub turning: u16,
    /// Where the joint sits on its parent.
    pub parent_from_joint: Transform,
    /// Whether those axes are turned at all; most are not, and that saves a product.
    pub joint_is_turned: bool,
    /// A hinge's axis in its link; zero for others.
    pub hinge_axis: DVec3,
    /// +1 when the far side is the child, −1 when it is the parent.
    pub sign: f64,
    /// The joint's strength: how readily its columns move.
    pub strength: f64,
    /// Mass beyond the joint over the whole mass.
    pub mass_fraction_beyond: f64,
}

/// A character's tree seen from one held link.
#[derive(Clone, Debug, PartialEq)]
pub struct Rooting {
    /// The link that is held.
    pub root: LinkId,
    /// Joints, nearer before farther (depth first).
    pub steps: Vec<Step>,
    /// The step that reaches each link; nothing for the held link. (links)
    pub step_of_link: Vec<Option<u16>>,
    /// Mass and centre of each link in its own frame. (links)
    pub mass_of_link: Vec<(f64, DVec3)>,
    /// Whole mass [kg].
    pub mass: f64,
    /// Columns of every Jacobian.
    pub dofs: usize,
}

impl Rooting {
    /// Walks the tree outward from `root`, children in the order of the file and the parent last.
    pub fn new(character: &Character, root: LinkId) -> Self {
        let mut rooting = Self {
            root,
            steps: Vec::with_capacity(character.links.len()),
            step_of_link: vec![None; character.links.len()],
            mass_of_link: character
                .links
                .iter()
                .map(|link| (link.mass, link.com_in_link))
                .collect(),
            mass: character.mass(),
            dofs: 0,
        };

        // Children of every link in file order; asking the whole body for each link would be quadratic.
        let mut children = vec![Vec::new(); character.links.len()];
        for id in character.link_ids() {
            if let Some(parent) = character.link(id).parent {
                children[parent.index()].push(id);
            }
        }

        // A stack instead of recursion: a chain of thousands of links must not overflow.
        let mut waiting: Vec<(LinkId, Option<LinkId>)> = vec![(root, None)];
        while let Some((link, from)) = waiting.pop() {
            if let Some(near) = from {
                rooting.push_step(character, near, link);
            }
            let parent = character.link(link).parent;
            let neighbours = parent
                .into_iter()
                .chain(children[link.index()].iter().rev().copied());
            waiting.extend(
                neighbours
                    .filter(|next| Some(*next) != from)
                    .map(|next| (next, Some(link))),
            );
        }
        rooting.close_subtrees();
        rooting
    }

    fn push_step(&mut self, character: &Character, near: LinkId, far_link: LinkId) {
        let far = if character.link(far_link).parent == Some(near) {
            Far::Child
        } else {
            Far::Parent
        };
        let joint = match far {
            Far::Child => far_link,
            Far::Parent => near,
        };
        let description = &character.link(joint).joint;
        let dofs = description.kind.dofs();
        let index = self.steps.len() as u16;
        self.step_of_link[far_link.index()] = Some(index);
        self.steps.push(Step {
            joint,
            near,
            far_link,
            far,
            previous: self.step_of_link[near.index()],
            end: index + 1,
            first_dof: self.dofs as u16,
            dofs: dofs as u16,
            turning: (self.steps.last()).map_or(0, |last| last.turning + last.dofs.min(1)),
            parent_from_joint: description.parent_from_joint,
            joint_is_turned: description.parent_from_joint.rotation != glam::DQuat::IDENTITY,
            hinge_axis: match description.kind {
                JointKind::Hinge { axis, .. } => axis,
                _ => DVec3::ZERO,
            },
            sign: match far {
                Far::Child => 1.0,
                Far::Parent => -1.0,
            },
            strength: description.strength,
            mass_fraction_beyond: character.link(far_link).mass / self.mass,
        });
        self.dofs += dofs;
    }

    /// Hands every step's end and mass down to the step before it, tips first.
    fn close_subtrees(&mut self) {
        for index in (0..self.steps.len()).rev() {
            let step = self.steps[index];
            if let Some(previous) = step.previous {
                let previous = &mut self.steps[usize::from(previous)];
                previous.end = previous.end.max(step.end);
                previous.mass_fraction_beyond += step.mass_fraction_beyond;
            }
        }
    }

    /// Steps from the one that reaches `link` back to the held link.
    pub fn path_to(&self, link: LinkId) -> impl Iterator<Item = &Step> {
        let step = |index: u16| &self.steps[usize::from(index)];
        std::iter::successors(self.step_of_link[link.index()].map(step), move |s| {
            s.previous.map(step)
        })
    }
}
