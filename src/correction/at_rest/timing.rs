//! When contacts begin and end: longer than recorded, so that there is time to carry the weight from foot to foot.

use super::plan::FootPlan;

/// A time without any contact that is shorter than this is no jump [s].
const HOP_SECS: f64 = 0.1;
/// A contact is stretched by at most this share of the swing beside it, at either end.
const STRETCH_SHARE: f64 = 0.25;
/// And only while the recorded foot is this near [m].
const STRETCH_METRES: f64 = 0.1;

impl FootPlan {
    /// Nobody jumps for a few frames: contacts on either side of so short a gap are drawn out over all of it.
    pub(super) fn bridge(&mut self, frame_secs: f64) {
        let most = (HOP_SECS / frame_secs) as usize;
        let mut frame = 0;
        while frame < self.frames {
            let from = frame;
            frame = (from..self.frames)
                .find(|f| self.anything_stands(*f))
                .unwrap_or(self.frames);
            let in_between = from > 0 && frame < self.frames;
            if in_between && frame > from && frame - from <= most {
                for plantings in &mut self.plantings {
                    // A foot that stands before and after is lifted and put down elsewhere.
                    let left = plantings.iter().position(|p| p.end == from);
                    let landed = plantings.iter().position(|p| p.from == frame);
                    match (left, landed) {
                        (Some(left), None) => plantings[left].end = frame,
                        (None, Some(landed)) => plantings[landed].from = from,
                        _ => {}
                    }
                }
            }
            frame += 1;
        }
    }

    /// A body that must stand at every moment needs longer on both feet than one that falls from foot to foot: contacts
    /// begin earlier and end later, and the swing between them is hurried.
    pub(super) fn stretch(&mut self, foot: usize, stretch_frames: f64) {
        let most = stretch_frames.round() as usize;
        let others_stand = |plan: &Self, frame: usize| {
            let mut others = (0..plan.feet).filter(|other| *other != foot);
            others.any(|other| plan.standing_planting(frame, other).is_some())
        };
        let count = self.plantings[foot].len();
        // Swings: before the first contact, between any two, after the last.
        for next in 0..=count {
            let end = next
                .checked_sub(1)
                .map(|last| self.plantings[foot][last].end);
            let from = self.plantings[foot].get(next).map(|planting| planting.from);
            let swing = from.unwrap_or(self.frames) - end.unwrap_or(0);
            let stretch = most.min((STRETCH_SHARE * swing as f64) as usize);
            // A foot that is kicked away at once cannot stay.
            let toes = |frame: usize| self.rollers[foot].toes(self.recorded(frame, foot));
            let is_near = |frame: usize, edge: usize| {
                others_stand(self, frame) && toes(frame).distance(toes(edge)) < STRETCH_METRES
            };
            let later = end.map(|end| {
                let frames = (end..end + stretch).take_while(|frame| is_near(*frame, end - 1));
                end + frames.count()
            });
            let earlier = from.map(|from| {
                let frames = (from - stretch..from).rev();
                from - frames.take_while(|frame| is_near(*frame, from)).count()
            });
            if let (Some(later), Some(last)) = (later, next.checked_sub(1)) {
                self.plantings[foot][last].end = later;
            }
            if let Some(earlier) = earlier {
                self.plantings[foot][next].from = earlier;
            }
        }
    }
}
