//! What a page shows on the stage: what it opens with, the steps of "show me", and the ghost that it speaks of.
//!
//! ```text
//! opens with: the page's scene ──"show me"──> step ── step ──> ends with: the case that the text speaks of, or that scene
//!             the same case where there are no steps
//! ```

use super::staging::{Staged, Staging};
use super::study::{Place, Study};
use crate::control::Push;
use crate::document::Shove;
use crate::lesson::{Act, Page, Viewed};
use crate::viewer::app::App;
use std::sync::Arc;

impl Study {
    /// What a page opens with: what its text speaks of; where "show me" leads there, what that begins with.
    pub(crate) fn opening(&self, page: usize) -> Staging {
        match self.lesson.pages.get(page) {
            Some(open) if open.show_me.is_empty() => self.ending(page),
            Some(_) => Staging::Page { page, steps: 0 },
            None => Staging::Begin,
        }
    }

    /// What its text speaks of: "show me" ends with it.
    fn ending(&self, page: usize) -> Staging {
        let Some(open) = self.lesson.pages.get(page) else {
            return Staging::Begin;
        };
        let steps = open.show_me.len();
        match open.case_spoken_of() {
            Some(case) => Staging::Case { page, case },
            None => Staging::Page { page, steps },
        }
    }

    /// Whether the text speaks of what is seen only after "show me".
    pub(crate) fn awaits_show_me(&self) -> bool {
        let Place::Page(page) = self.at else {
            return false;
        };
        let steps = self.lesson.pages.get(page).map(|open| open.show_me.len());
        matches!(self.wish, Some(Staging::Page { steps: done, .. }) if Some(done) < steps)
    }

    /// What "show me" puts on the stage next, where it is showing and the last step has been seen.
    pub(crate) fn next_shown(&self) -> Option<Staging> {
        let on_stage = self.on_stage.filter(|_| self.is_showing)?;
        match on_stage {
            Staging::Page { page, steps } if steps < self.lesson.pages.get(page)?.show_me.len() => {
                let steps = steps + 1;
                Some(Staging::Page { page, steps })
            }
            Staging::Page { page, .. } => Some(self.ending(page)),
            Staging::Case { .. } | Staging::Begin => None,
        }
        .filter(|next| *next != on_stage)
    }

    /// Whether something of the page is seen by playing it: a walk.
    pub(crate) fn plays(&self) -> bool {
        let acts = |page: &Page| {
            let cases = page.cases.iter().map(|case| &case.scene.act);
            let mut acts = cases.chain([&page.scene.act]);
            acts.any(|act| *act != Act::Pose)
        };
        self.page().is_some_and(acts)
    }

    /// Whether what should be on the stage is there.
    pub(crate) const fn is_settled(&self) -> bool {
        self.on_stage.is_some()
    }

    /// Steps of "show me" that are done on the stage.
    pub(crate) fn steps(&self) -> usize {
        match self.wish {
            Some(Staging::Page { steps, .. }) => steps,
            Some(Staging::Case { page, .. }) => {
                let page = self.lesson.pages.get(page);
                page.map_or(0, |page| page.show_me.len())
            }
            Some(Staging::Begin) | None => 0,
        }
    }

    /// Whether the page speaks of a ghost that follows what is on the stage.
    pub(crate) fn wants_ghost(&self) -> bool {
        let walks = |staged: &Arc<Staged>| matches!(staged.scene.act, Act::WalkAndPush(_));
        let staged = self.on_stage.and_then(|staging| self.solved.get(&staging));
        self.page().is_some_and(Page::speaks_of_ghost) && staged.is_some_and(walks)
    }

    /// How the page pushes the ghost between two moments of the walk on the stage [s].
    pub(crate) fn push_between(&self, from_secs: f64, to_secs: f64) -> Option<Push> {
        let staged = self.solved.get(&self.on_stage?)?;
        match &staged.scene.act {
            Act::WalkAndPush(act) => act
                .push
                .filter(|push| (from_secs..to_secs).contains(&push.start_secs)),
            Act::Pose | Act::Stepping(_) => None,
        }
    }
}

/// Into the figure's face, from a little above, so that the ground under it is seen: yaw and pitch [rad].
const FRONT: (f64, f64) = (0.0, 0.25);

/// From its left, and so far from ahead that both arms are seen; ways ahead are shortened by less than a tenth.
const SIDE: (f64, f64) = (1.2, 0.2);

/// Yaw and pitch that a page is seen best from [rad], where its author said so.
const fn angles_of(viewed: Viewed) -> Option<(f64, f64)> {
    match viewed {
        Viewed::Anywhere => None,
        Viewed::Side => Some(SIDE),
        Viewed::Front => Some(FRONT),
    }
}

impl App {
    /// Looks from where the page is seen best; behind such pages from where one looked before them.
    pub(crate) fn look_as_the_page_does(&mut self, viewed: Viewed) {
        let Some(study) = &mut self.session.study else {
            return;
        };
        let camera = &mut self.panes.lit_mut().camera;
        match (angles_of(viewed), study.looked_from) {
            (Some(angles), None) => {
                study.looked_from = Some((viewed, camera.angles()));
                camera.turn_to(angles);
            }
            (Some(angles), Some((last, before))) if last != viewed => {
                study.looked_from = Some((viewed, before));
                camera.turn_to(angles);
            }
            (None, Some((_, before))) => {
                study.looked_from = None;
                camera.turn_to(before);
            }
            // Who turned the camera since keeps it there.
            (Some(_), Some(_)) | (None, None) => {}
        }
    }

    /// Pushes the ghost when the page's walk is there.
    pub(crate) fn push_as_the_page_does(&mut self) {
        let Some(study) = &mut self.session.study else {
            return;
        };
        let now_secs = self.session.playback.secs;
        let from_secs = std::mem::replace(&mut study.pushed_until, now_secs);
        if self.session.playback.playing
            && let Some(push) = study.push_between(from_secs, now_secs)
            && let Some(live) = &mut self.session.ghost.live
        {
            live.push(Shove {
                link: push.link,
                force: push.force,
                secs: push.secs,
            });
        }
    }
}
