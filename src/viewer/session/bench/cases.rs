//! The cases of a lesson's page, each in a view of its own: to be looked at. Static walks go together, by one clock. What is
//! changed is changed on the stage.

use super::comparison::{FEWEST, MOST};
use super::{Answered, Session};
use crate::kinematics::Kinematics;
use crate::lesson::{Act, Page};
use crate::viewer::panes::bounds::Bounds;
use crate::viewer::scene::shown::Shown;
use crate::viewer::session::staging::Staged;
use crate::viewer::session::study::Study;
use crate::viewer::session::walking::WalkClock;
use std::sync::Arc;

/// Every so many frames of a walk are enough to see where it goes.
const LOOKED_AT: usize = 6;

/// The cases of a page with what came of them.
pub(crate) struct Cases {
    pub(crate) shown: Vec<Case>,
    /// Of their static walks, where they have some.
    pub(crate) clock: Option<WalkClock>,
    /// Edits of the stage that were done before.
    edits: u64,
}

/// One of them.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) staged: Arc<Staged>,
    /// Around the whole way of its walk.
    pub(crate) way: Bounds,
}

/// Whether views have room for the cases of a page, and none of them is a walk with a ghost: that is watched on the stage.
pub(crate) fn stand_beside(page: &Page) -> bool {
    let mut acts = page.cases.iter().map(|case| &case.scene.act);
    let no_ghost = acts.all(|act| match act {
        Act::Pose | Act::Stepping(_) => true,
        Act::WalkAndPush(_) => false,
    });
    no_ghost && (FEWEST..=MOST).contains(&page.cases.len())
}

impl Cases {
    /// Those of the page that is open; nothing where it has none that stand, or they are not all solved.
    pub(super) fn of(study: &Study, edits: u64) -> Option<Self> {
        let page = study.page().filter(|page| stand_beside(page))?;
        let shown = page.cases.iter().enumerate().map(|(case, it)| {
            let staged = study.staged_case(case)?;
            Some(Case::new(it.name.clone(), Arc::clone(staged)))
        });
        let shown = shown.collect::<Option<Vec<Case>>>()?;
        let longest = shown.iter().map(|case| case.staged.walk_secs());
        let longest = longest.fold(0.0, f64::max);
        Some(Self {
            shown,
            clock: (longest > 0.0).then(|| WalkClock::begun(longest)),
            edits,
        })
    }

    /// Somebody who changes the stage wants to see the stage.
    pub(super) fn answer(&self, session: &Session) -> Option<Answered> {
        (self.edits == session.edits).then_some(Answered::Still)
    }
}

impl Case {
    fn new(name: String, staged: Arc<Staged>) -> Self {
        let mut case = Self {
            name,
            staged,
            way: Bounds::EMPTY,
        };
        let character = Arc::clone(&case.staged.document.character);
        let frames = case.staged.walked().iter().step_by(LOOKED_AT);
        case.way = frames.fold(Bounds::EMPTY, |way, frame| {
            let kin = Kinematics::of(&character, &frame.pose);
            way.around(&Bounds::of_figure(&character, &kin))
        });
        case
    }

    /// How it stands, or how it walks at a moment [s].
    pub(crate) fn figure_at(&self, secs: f64) -> Shown {
        let document = &self.staged.document;
        match self.staged.walked_at(secs) {
            Some(frame) => Shown::new(
                &document.character,
                frame.pose.clone(),
                frame.stands.clone(),
            ),
            None => Shown::of_setup(&document.character, &document.setup),
        }
    }

    /// What it is called; of a walk with the height that it is about.
    pub(crate) fn title(&self, figure: &Shown) -> String {
        if self.staged.walked().is_empty() {
            self.name.clone()
        } else {
            format!("{} · centre at {:.3} m", self.name, figure.kin.com.y)
        }
    }
}
