//! Rows of constraints at the level of velocity, in blocks of three: a contact (normal and two tangents), the stops of a
//! joint, a point that is held, a muscle at its limit.

use super::warm::Key;
use glam::{DMat3, DVec3};

/// What an impulse of a block may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Law {
    /// Pushes along the first row; the other two stay within friction times that.
    Contact {
        /// Coefficient.
        friction: f64,
    },
    /// Every row pushes and never pulls.
    Stops,
    /// Anything up to a size: a point that is held.
    Hold {
        /// [N s]
        most: f64,
    },
    /// Anything up to a size, as a turn.
    Muscle {
        /// [N m s]
        most: f64,
    },
}

impl Law {
    /// Whether rows of this law turn bodies and never push them: then their sides' linear part is zero.
    pub(super) const fn only_turns(self) -> bool {
        matches!(self, Self::Stops | Self::Muscle { .. })
    }
}

/// How a block acts on one body: per unit of each row's impulse a push (columns of `linear`) and a twist about the
/// body's own point (columns of `angular`). The transpose takes the body's velocity to the rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Side {
    /// A node of the figure, or the number of nodes plus a loose body.
    pub(super) body: usize,
    pub(super) linear: DMat3,
    pub(super) angular: DMat3,
}

/// Three rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) key: Key,
    pub(super) law: Law,
    /// One or two bodies; the ground is none.
    pub(super) sides: [Option<Side>; 2],
    /// The rows' directions in the world, as columns.
    pub(super) axes: DMat3,
    /// Where it acts [m].
    pub(super) point: DVec3,
    /// Added to the rows' velocity: what must be undone besides [m/s].
    pub(super) bias: DVec3,
    /// How far each row gives: velocity per impulse [1/kg].
    pub(super) softness: DVec3,
    /// [N s] or [N m s], along the axes.
    pub(super) impulse: DVec3,
    /// The rows' velocity as it now is, bias included.
    pub(super) velocity: DVec3,
}

impl Block {
    /// Whether it acts on the figure, which has so many nodes.
    pub(super) fn is_figures(&self, nodes: usize) -> bool {
        (self.sides.iter().flatten()).any(|side| side.body < nodes)
    }

    /// Whether the next step does well to begin with its impulse: a muscle's only while it gives all it can.
    pub(super) fn is_worth_keeping(&self) -> bool {
        match self.law {
            Law::Muscle { most } => self.impulse.length() > 0.999 * most,
            _ => true,
        }
    }

    /// Its impulse as the next step finds it again: in world axes, which turn less than a contact's tangents do. Each stop of
    /// a joint is a row of its own.
    pub(super) fn kept(&self) -> DVec3 {
        match self.law {
            Law::Stops => self.impulse,
            _ => self.axes * self.impulse,
        }
    }
}

/// A unit vector perpendicular to a unit vector, without a jump near the axis that most contacts have.
pub(super) fn tangents(normal: DVec3) -> [DVec3; 2] {
    let helper = if normal.x.abs() < 0.7 {
        DVec3::X
    } else {
        DVec3::Z
    };
    let second = normal.cross(helper).normalize();
    [second.cross(normal), second]
}

/// How a spring and a damper that are taken implicitly look to a row: with f = −k (gap + h v) − d v, the row is
/// v + bias + softness · impulse = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Give {
    /// k / (h k + d) [1/s]
    pub(super) rate: f64,
    /// 1 / (h (h k + d)) [1/kg]
    pub(super) softness: f64,
}

impl Give {
    pub(super) fn of(stiffness: f64, damping: f64, step_secs: f64) -> Self {
        let sum = step_secs * stiffness + damping;
        Self {
            rate: stiffness / sum,
            softness: 1.0 / (step_secs * sum),
        }
    }

    /// The bias of a gap. Before they touch, a row only keeps surfaces from passing each other within the step; an
    /// overlap is undone no faster than `most`.
    pub(super) fn bias(&self, gap: f64, step_secs: f64, most: f64) -> f64 {
        if gap > 0.0 {
            gap / step_secs
        } else {
            (gap * self.rate).max(-most)
        }
    }
}
