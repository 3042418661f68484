//! What acted during a step: contact forces, torques, the effort of the solver.

use super::inputs::BodyId;
use super::integrate::Moved;
use super::muscles::Muscles;
use super::rows::{Block, Law};
use super::tree::Tree;
use glam::DVec3;

/// A contact that carried something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Where [m].
    pub point: DVec3,
    /// Out of the second body, or the ground, towards the first.
    pub normal: DVec3,
    /// On the first body, mean over the step [N].
    pub force: DVec3,
    /// A body that is touched.
    pub first: BodyId,
    /// The other one; nothing for the ground.
    pub second: Option<BodyId>,
}

/// What acted during a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// In a fixed order; none without force.
    pub contacts: Vec<Contact>,
    /// What each link's drive gave on it against its parent, world axes [N m]. (links)
    pub torques: Vec<DVec3>,
    /// Sweeps of the contact solver.
    pub sweeps: usize,
    /// Joints that slipped round a bend of their limits and were set back inside.
    pub set_back: usize,
}

impl Outcome {
    pub(super) fn record(
        &mut self,
        tree: &Tree,
        muscles: &Muscles,
        moved: &Moved,
        blocks: &[Block],
        step_secs: f64,
    ) {
        self.torques.clear();
        self.torques.resize(tree.nodes.len(), DVec3::ZERO);
        for (index, node) in tree.nodes.iter().enumerate().skip(1) {
            let torque = muscles.given(index, moved.accelerations[index]);
            self.torques[node.joint.index()] = node.sign * torque;
        }
        let limited = blocks
            .iter()
            .filter(|block| matches!(block.law, Law::Muscle { .. }));
        for block in limited {
            self.torques[block.key.first as usize] = block.axes * block.impulse / step_secs;
        }
        let nodes = tree.nodes.len();
        let body = |index: usize| match index.checked_sub(nodes) {
            None => BodyId::Link(tree.nodes[index].link),
            Some(loose) => BodyId::Loose(loose),
        };
        self.contacts.clear();
        let touching = blocks
            .iter()
            .filter(|block| matches!(block.law, Law::Contact { .. }) && block.impulse.x > 0.0);
        self.contacts.extend(touching.filter_map(|block| {
            let [first, second] = block.sides;
            Some(Contact {
                point: block.point,
                normal: block.axes.x_axis,
                force: block.axes * block.impulse / step_secs,
                first: body(first?.body),
                second: second.map(|side| body(side.body)),
            })
        }));
    }

    /// Sum of what the ground gives the figure [N].
    pub fn ground_force(&self) -> DVec3 {
        self.ground_contacts().map(|contact| contact.force).sum()
    }

    /// Where the ground's push on the figure acts: the mean of its contact points weighed by their normal forces.
    pub fn center_of_pressure(&self) -> Option<DVec3> {
        let (mut moment, mut sum) = (DVec3::ZERO, 0.0);
        for contact in self.ground_contacts() {
            let push = contact.force.dot(contact.normal);
            moment += push * contact.point;
            sum += push;
        }
        (sum > 0.0).then(|| moment / sum)
    }

    fn ground_contacts(&self) -> impl Iterator<Item = &Contact> {
        (self.contacts.iter())
            .filter(|contact| contact.second.is_none() && matches!(contact.first, BodyId::Link(_)))
    }
}
