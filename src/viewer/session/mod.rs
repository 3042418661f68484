//! What is worked on: the document, time, the ghost that goes along, and work in the background.
//!
//! ```text
//! Command, mouse ──> Edit ──> Session { Editor, Playback, LiveGhost, Work, Bench } ──> Scene
//! ```

mod answering;
mod beginning;
pub(crate) mod bench;
pub(crate) mod deliver;
pub(crate) mod editing;
pub(crate) mod ghost;
pub(crate) mod jobs;
mod live;
pub(crate) mod playback;
mod showing;
pub(crate) mod staging;
pub(crate) mod study;
pub(crate) mod studying;
pub(crate) mod time;
pub(crate) mod walking;
pub(crate) mod work;

use super::scene::ZeroMoment;
use super::scene::shown::Motion;
use crate::character::Pose;
use crate::document::{Bake, Document, Editor, Haste, Poser};
use crate::gait::Manner;
use crate::motion::{Audit, BalanceKind};
use bench::difference::Difference;
use bench::{Bench, Problem};
use ghost::GhostPart;
use playback::Playback;
use std::time::Instant;
use study::Study;
use work::Work;

/// The document that is open, and all that is known of it beside what it says itself.
pub(crate) struct Session {
    pub(crate) editor: Editor,
    /// The keys as a clip, made anew where they changed.
    pub(crate) bake: Bake,
    /// Solves what lies between keys.
    pub(crate) poser: Poser,
    /// The moment of the playhead cannot be posed until its way is planned: what is seen is the last one that could.
    pub(crate) awaits_way: bool,
    /// The motion on the timeline, kept while nothing changes.
    pub(crate) motion: Option<Motion>,
    /// Of the motion, where somebody wants to see it.
    pub(crate) audit: Option<Audit>,
    /// Ways between its keys that have too little time.
    pub(crate) hasty: Vec<Haste>,
    pub(crate) playback: Playback,
    pub(crate) ghost: GhostPart,
    pub(crate) copied: Option<Pose>,
    /// The last drag.
    pub(crate) problem: Option<Problem>,
    /// What is compared, or stepped through.
    pub(crate) bench: Option<Bench>,
    /// What figures side by side differ in when they are shown next.
    pub(crate) compared: Vec<Difference>,
    /// How long the last pose took to find; zero before the first one [s].
    pub(crate) solve_secs: f64,
    /// Edits that were done, undone ones and those of undo included.
    pub(crate) edits: u64,
    pub(crate) last_edit: Instant,
    /// What runs in the background.
    pub(crate) work: Work,
    /// The lesson that is being read.
    pub(crate) study: Option<Box<Study>>,
}

impl Session {
    /// Begins with a document.
    pub(crate) fn new(document: Document) -> Self {
        Self {
            editor: Editor::new(document),
            bake: Bake::default(),
            poser: Poser::default(),
            awaits_way: false,
            motion: None,
            audit: None,
            hasty: Vec::new(),
            playback: Playback::default(),
            ghost: GhostPart::default(),
            copied: None,
            problem: None,
            bench: None,
            compared: Difference::five_priorities(),
            solve_secs: 0.0,
            edits: 0,
            last_edit: Instant::now(),
            work: Work::default(),
            study: None,
        }
    }

    /// The document.
    pub(crate) fn document(&self) -> &Document {
        self.editor.document()
    }

    /// Goes on with another document; the ghost and what was copied come along.
    pub(crate) fn open(&mut self, document: Document) {
        self.work.forget_changes();
        // Who was on the way to a pose may have had another body.
        if let Some(study) = &mut self.study {
            study.moving = None;
        }
        self.editor = Editor::new(document);
        self.forget_motion();
        self.awaits_way = false;
        self.playback = Playback::default();
        (self.problem, self.bench) = (None, None);
    }

    /// Whether a moment of the keys [s] can be posed at once.
    pub(crate) fn knows_way(&mut self, secs: f64) -> bool {
        let document = self.editor.document();
        if self.poser.knows_way(document, secs) {
            return true;
        }
        let baked = self.bake.way(document, secs);
        let is_known = baked.is_some();
        if let Some(way) = baked {
            self.poser.learn(way);
        }
        is_known
    }

    /// What was known of the motion is not true any more.
    pub(crate) fn forget_motion(&mut self) {
        self.motion = None;
        self.audit = None;
        self.hasty.clear();
    }

    /// Whether there is anything to play.
    pub(crate) fn has_motion(&self) -> bool {
        let document = self.document();
        document.take.is_some() || document.keys.len() > 1
    }

    /// How long the motion is [s].
    pub(crate) fn length_secs(&self) -> f64 {
        if self.has_motion() {
            self.document().duration_secs()
        } else {
            0.0
        }
    }

    /// How a figure walks unless somebody says: as people do; in lessons, which are about the paper, as in the paper.
    pub(crate) fn usual_manner(&self) -> Manner {
        if self.study.is_some() {
            Manner::Static
        } else {
            Manner::Dynamic
        }
    }

    /// Whether the motion was made to be in dynamic balance.
    pub(crate) fn moves_in_balance(&self) -> bool {
        let clip = self.motion.as_ref().map(Motion::clip);
        clip.is_some_and(|clip| clip.balance == Some(BalanceKind::Dynamic))
    }

    /// The zero-moment point of the motion at the playhead.
    pub(crate) fn zero_moment(&self) -> Option<ZeroMoment> {
        let motion = self.motion.as_ref()?;
        let audit = self.audit.as_ref()?;
        let frame = motion.frame_at(self.playback.secs)?;
        let frame = audit.in_motion(frame)?;
        Some(ZeroMoment {
            xz: frame.zero_moment_xz?,
            margin: frame.dynamic_margin?,
            carries: self.moves_in_balance(),
        })
    }
}
