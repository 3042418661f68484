//! The cases of a lesson's page, each in a view of its own: to be looked at. What is changed is changed on the stage.

use super::comparison::{FEWEST, MOST};
use super::{Answered, Session};
use crate::lesson::{Act, Page};
use crate::viewer::session::staging::Staged;
use crate::viewer::session::study::Study;
use std::sync::Arc;

/// The cases of a page with what came of them.
pub(crate) struct Cases {
    pub(crate) shown: Vec<(String, Arc<Staged>)>,
    /// Edits of the stage that were done before.
    edits: u64,
}

/// Whether views have room for the cases of a page, and all of them stand: a walk is watched on the stage.
pub(crate) fn stand_beside(page: &Page) -> bool {
    let all_stand = page.cases.iter().all(|case| case.scene.act == Act::Pose);
    all_stand && (FEWEST..=MOST).contains(&page.cases.len())
}

impl Cases {
    /// Those of the page that is open; nothing where it has none that stand, or they are not all solved.
    pub(super) fn of(study: &Study, edits: u64) -> Option<Self> {
        let page = study.page().filter(|page| stand_beside(page))?;
        let shown = page.cases.iter().enumerate().map(|(case, it)| {
            let staged = study.staged_case(case)?;
            Some((it.name.clone(), Arc::clone(staged)))
        });
        let shown = shown.collect::<Option<_>>()?;
        Some(Self { shown, edits })
    }

    /// Somebody who changes the stage wants to see the stage.
    pub(super) fn answer(&self, session: &Session) -> Option<Answered> {
        (self.edits == session.edits).then_some(Answered::Still)
    }
}
