//! What keeps a moving body on its feet, as pictures show it: its centre of mass or, where the clip is marked as one in dynamic
//! balance, the zero-moment point.

use super::palette::{Color, Palette};
use crate::kinematics::Margin;
use crate::motion::{Audit, BalanceKind, Clip};
use glam::DVec2;

/// A body at rest that is nearer to the edge is told in amber [m]; and one in motion: who walks is never far inside.
const NEAR: f64 = 0.010;
const NEAR_IN_MOTION: f64 = 0.005;
/// The same room looks so much safer in motion.
const SAFER: f64 = 4.0;

/// The margins of a clip that count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carried<'a> {
    audit: &'a Audit,
    pub(super) balance: BalanceKind,
}

impl<'a> Carried<'a> {
    /// A clip that is not marked is one at rest.
    pub(super) fn new(clip: &Clip, audit: &'a Audit) -> Self {
        let balance = clip.balance.unwrap_or(BalanceKind::Static);
        Self { audit, balance }
    }

    /// What keeps the body on its feet in a frame; nothing in the air.
    pub(super) fn margin(&self, frame: usize) -> Option<Margin> {
        match self.balance {
            BalanceKind::Static => self.audit.frames[frame].margin,
            BalanceKind::Dynamic => self.audit.in_motion(frame)?.dynamic_margin,
        }
    }

    /// What is over the ground then (x, z): the centre of mass, or the zero-moment point; nothing in the air [m].
    pub(super) fn point_xz(&self, frame: usize) -> Option<DVec2> {
        let found = &self.audit.frames[frame];
        found.margin?;
        let com = DVec2::new(found.com.x, found.com.z);
        match self.balance {
            BalanceKind::Static => Some(com),
            BalanceKind::Dynamic => self.audit.in_motion(frame)?.zero_moment_xz,
        }
    }

    /// The frame in which it is nearest to the edge, and how near that is.
    pub(super) fn lowest(&self) -> Option<(usize, Margin)> {
        let frames = 0..self.audit.frames.len();
        let margins = frames.filter_map(|frame| Some((frame, self.margin(frame)?)));
        margins.min_by(|a, b| a.1.metres.total_cmp(&b.1.metres))
    }

    /// "centre of mass".
    pub(super) const fn name(&self) -> &'static str {
        match self.balance {
            BalanceKind::Static => "centre of mass",
            BalanceKind::Dynamic => "zero-moment point",
        }
    }

    /// A margin below this is told in amber [m].
    pub(super) const fn near(&self) -> f64 {
        match self.balance {
            BalanceKind::Static => NEAR,
            BalanceKind::Dynamic => NEAR_IN_MOTION,
        }
    }

    /// Of a sign on the ground.
    pub(super) fn color(&self, margin: Option<Margin>) -> Color {
        let safer = match self.balance {
            BalanceKind::Static => 1.0,
            BalanceKind::Dynamic => SAFER,
        };
        margin.map_or(Palette::OUT, |margin| {
            Palette::margin(safer * margin.metres)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gait::{Biped, WalkOrder, walk};
    use crate::io::{load_character, load_level};

    #[test]
    fn a_stroll_is_near_to_a_fall_only_where_nobody_says_that_it_moves() {
        let (human, flat) = (
            load_character("human").unwrap(),
            load_level("flat").unwrap(),
        );
        let settings = Biped::new(&human).unwrap().settings_at(0.7);
        let walk = walk(&human, &flat, &WalkOrder::ahead(settings, 3), |_| {});
        let mut clip = walk.unwrap().clip;
        let audit = Audit::new(&human, &clip, Some(&flat));
        let lowest = |clip: &Clip| {
            let carried = Carried::new(clip, &audit);
            let (frame, margin) = carried.lowest().unwrap();
            (carried.color(Some(margin)), carried.point_xz(frame), frame)
        };
        let (color, point, frame) = lowest(&clip);
        assert_eq!(color, Palette::SAFE);
        assert_eq!(point, audit.frames[frame].zero_moment_xz);
        clip.balance = None;
        let (color, point, frame) = lowest(&clip);
        assert_eq!(color, Palette::OUT);
        let com = audit.frames[frame].com;
        assert_eq!(point, Some(DVec2::new(com.x, com.z)));
    }
}
