//! What somebody makes of a page's stage: the scene there with their changes, and every other case with the same changes, so
//! that a text that compares cases speaks of one question.
//!
//! ```text
//! edit ──> scene on the stage, changed ──seen at once──────> its errors and places
//!               └── other cases changed alike ──solved in the background──> their figures; steps of all of them
//! ```
//! A scene that stops after so many steps is not what the stage shows: a drag takes as many as it needs. Its figures are those
//! of its solve, like those of other cases.

use super::staging::{Staged, Staging};
use super::study::{Place, Study};
use crate::document::Document;
use crate::ik::Finish;
use crate::lesson::{Act, Scene, Solved};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What somebody has made of the stage.
pub(super) struct Live {
    /// What was put there.
    on_stage: Staging,
    scene: Scene,
    /// As the stage shows it.
    seen: Solved,
    /// Whether all that the page's text speaks of is asked on the stage: before its steps there may be less.
    has_what_the_page_asks: bool,
    /// What solves from the start give, of this and of other cases that are changed alike; and after how many edits.
    solved: Option<(u64, Alike)>,
}

/// Scenes of a page after the same change.
pub(crate) type Alike = BTreeMap<Staging, Arc<Staged>>;

impl Live {
    /// What a document makes of what was put on the stage; nothing where that is untouched.
    pub(super) fn of(
        before: Option<Self>,
        (on_stage, staged): (Staging, &Staged),
        shown: Option<&Scene>,
        document: &Document,
    ) -> Option<Self> {
        // What walks is measured as the lesson walks it.
        let is_posed = staged.scene.act == Act::Pose && document.take.is_none();
        if !is_posed || Arc::ptr_eq(&document.setup, &staged.document.setup) {
            return None;
        }
        let scene = staged.scene.changed_to(document);
        let solved = before.and_then(|live| live.solved);
        let own = solved.as_ref().and_then(|(_, alike)| alike.get(&on_stage));
        let took = own.map_or(&staged.solved, |own| &own.solved);
        let seen = scene.seen(document, took);
        let is_asked = |name: &str| seen.goals.iter().any(|goal| goal.name == name);
        let asks = shown.map_or(Vec::new(), Scene::goals);
        Some(Self {
            on_stage,
            has_what_the_page_asks: asks.iter().all(|goal| is_asked(&goal.name)),
            seen,
            scene,
            solved,
        })
    }

    /// What is there of a scene of the page: the page's own is on the stage after whichever of its steps.
    pub(super) fn figures(&self, of: Staging) -> Option<(&Scene, &Solved)> {
        if self.is_of_stage(of) && !self.is_cut_short() {
            return Some((&self.scene, &self.seen));
        }
        let staged = self.staged(of)?;
        Some((&staged.scene, &staged.solved))
    }

    /// Whether the scene on the stage stops after so many steps.
    const fn is_cut_short(&self) -> bool {
        matches!(self.scene.settings.finish, Finish::Steps(_))
    }

    /// Whether figures of a scene of the page are those of the stage.
    pub(super) fn is_of_stage(&self, of: Staging) -> bool {
        let is_page = |staging| matches!(staging, Staging::Page { .. });
        of == self.on_stage || is_page(of) && is_page(self.on_stage) && self.has_what_the_page_asks
    }

    /// A scene of the page with the change, once it is solved.
    pub(super) fn staged(&self, of: Staging) -> Option<&Arc<Staged>> {
        self.solved.as_ref().and_then(|(_, alike)| alike.get(&of))
    }
}

impl Study {
    /// The changed scene and those that are changed alike, where they were not solved since.
    pub(crate) fn unsolved_change(&self, edits: u64) -> Option<Vec<(Staging, Scene)>> {
        let live = self.live.as_ref()?;
        if live.solved.as_ref().map(|(edits, _)| *edits) == Some(edits) {
            return None;
        }
        let mut changed = vec![(live.on_stage, live.scene.clone())];
        let before = &self.solved.get(&live.on_stage)?.scene;
        changed.extend(self.others(live.on_stage).filter_map(|(staging, scene)| {
            let alike = scene.changed_alike(before, &live.scene);
            let is_other = alike.asked != scene.asked || alike.settings != scene.settings;
            (is_other && scene.act == Act::Pose).then_some((staging, alike))
        }));
        Some(changed)
    }

    /// What else the page's text speaks of.
    fn others(&self, on_stage: Staging) -> impl Iterator<Item = (Staging, Scene)> {
        let page = match self.at {
            Place::Page(page) => self.page().map(|open| (page, open)),
            Place::Exercise => None,
        };
        let all = page.into_iter().flat_map(|(page, open)| {
            let own = open.speaks_of_itself().then(|| {
                let steps = open.show_me.len();
                (Staging::Page { page, steps }, open.shown())
            });
            let cases = open.cases.iter().enumerate();
            let cases =
                cases.map(move |(case, it)| (Staging::Case { page, case }, it.scene.clone()));
            own.into_iter().chain(cases)
        });
        all.filter(move |(staging, _)| *staging != on_stage)
    }

    /// The changed scenes were solved again.
    pub(crate) fn take_in_change(&mut self, edits: u64, alike: Alike) {
        if let Some(live) = &mut self.live {
            live.solved = Some((edits, alike));
            self.looked_at = None;
        }
    }
}
