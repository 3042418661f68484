//! Edits of the document: which of them are done at once and which in the background, and what becomes of the motion.

use super::bench::Problem;
use crate::correction::ClipFigures;
use crate::document::{Ask, Edit};
use crate::viewer::app::App;
use crate::viewer::panels::Tab;
use std::sync::Arc;
use std::time::Instant;

/// How the window does an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// At once; the motion stays as it is: what is dragged is baked when it is let go.
    Moment,
    /// At once.
    AtOnce,
    /// In the background.
    Long(After),
    /// In the background, one of many while something is dragged: of those that wait only the latest counts.
    Slide,
}

/// What people look for after an edit that took long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    Play,
    Compare,
    Frame,
    /// At the same moment.
    Look,
}

impl Manner {
    /// Of every edit there is.
    #[deny(clippy::wildcard_enum_match_arm)]
    pub(crate) const fn of(edit: &Edit) -> Self {
        match edit {
            Edit::DragTo { .. } | Edit::GoToKey { .. } | Edit::LeaveKey { .. } => Self::Moment,
            Edit::Walk(_) | Edit::Jump(_) => Self::Long(After::Play),
            Edit::SetRecording(_) => Self::Long(After::Compare),
            Edit::SetContact(_) => Self::Long(After::Look),
            Edit::SetCharacter { .. } | Edit::SetLevel { .. } => Self::Long(After::Frame),
            Edit::MoveFootstep { .. } | Edit::PullArc { .. } | Edit::SetArcHeight { .. } => {
                Self::Slide
            }
            Edit::BeginDrag { .. }
            | Edit::EndDrag
            | Edit::CancelDrag
            | Edit::PinPosition { .. }
            | Edit::PinRotation { .. }
            | Edit::Release { .. }
            | Edit::SetWeight { .. }
            | Edit::SetRank { .. }
            | Edit::MoveHandle { .. }
            | Edit::MoveRow { .. }
            | Edit::SetBalanceRank(_)
            | Edit::SetBalanceWeight(_)
            | Edit::Ask(
                Ask::Together(_) | Ask::Level(_) | Ask::Pole(_) | Ask::Look(_) | Ask::EvenSpine,
            )
            | Edit::Unask { .. }
            | Edit::MoveTarget { .. }
            | Edit::Plant { .. }
            | Edit::StandOn(_)
            | Edit::Lift { .. }
            | Edit::Hold { .. }
            | Edit::Freeze { .. }
            | Edit::SetJoint { .. }
            | Edit::SetMargin(_)
            | Edit::KeepBalance(_)
            | Edit::Repair
            | Edit::Mirror
            | Edit::SetPose(_)
            | Edit::Preset(_)
            | Edit::Reset
            | Edit::AddKey { .. }
            | Edit::KeyBetween { .. }
            | Edit::MoveKey { .. }
            | Edit::DeleteKey { .. }
            | Edit::SetEasing { .. }
            | Edit::SetKeyManner { .. }
            | Edit::Ripple { .. }
            | Edit::Solve(_)
            | Edit::DropTake => Self::AtOnce,
        }
    }
}

impl App {
    /// Does an edit; what it refuses is said in the status line.
    /// What takes long goes on in the background; then it is not done yet.
    pub(crate) fn edit(&mut self, edit: Edit) -> bool {
        if matches!(edit, Edit::EndDrag) && self.session.work.ends_later() {
            return true;
        }
        let manner = Manner::of(&edit);
        if manner != Manner::Moment {
            self.pose_at_last();
        }
        let changes_motion = match manner {
            Manner::Long(_) | Manner::Slide => return self.edit_in_background(edit),
            Manner::AtOnce => true,
            Manner::Moment => false,
        };
        let poses = edit.poses();
        if poses && self.document().take.is_none() {
            self.pause();
        }
        let posed = Arc::clone(&self.document().setup);
        let outlived = Problem::outlives(&edit);
        let reorders = matches!(edit, Edit::MoveRow { .. } | Edit::MoveHandle { .. });
        let begin = Instant::now();
        let done = self.session.editor.apply(edit);
        let took_secs = begin.elapsed().as_secs_f64();
        match done {
            Ok(()) => {
                // What ends a drag or pins a place finds no pose.
                if posed.pose != self.document().setup.pose {
                    self.session.solve_secs = took_secs;
                }
                if !outlived {
                    self.session.problem = None;
                }
                if reorders {
                    self.hand.selected = self.hand.selected_in(&posed, &self.document().setup);
                }
                self.edited(changes_motion);
                if poses && !Arc::ptr_eq(&posed, &self.document().setup) {
                    self.keep_between_keys();
                }
                true
            }
            Err(sentence) => {
                self.refuse(sentence);
                false
            }
        }
    }

    /// The document is another.
    pub(crate) fn edited(&mut self, changes_motion: bool) {
        self.session.edits += 1;
        self.session.last_edit = Instant::now();
        self.session.note_problem();
        if let Some(study) = &mut self.session.study {
            study.moving = None;
        }
        if changes_motion {
            self.session.forget_motion();
        }
        self.look();
    }

    /// After edits that took long people look for what has become of them.
    pub(crate) fn show_what_was_edited(&mut self, edit: &Edit) {
        match Manner::of(edit) {
            Manner::Moment | Manner::AtOnce | Manner::Slide => {}
            Manner::Long(After::Play) => {
                self.session.playback.secs = 0.0;
                self.session.playback.playing = true;
                self.look();
            }
            Manner::Long(After::Look) => self.seek(self.session.playback.secs),
            Manner::Long(After::Frame) => {
                if matches!(edit, Edit::SetCharacter { .. }) {
                    // What suited other legs.
                    self.forms.walk.settings = None;
                    self.forms.jump = None;
                }
                self.seek(self.session.playback.secs);
                self.frame_all();
            }
            Manner::Long(After::Compare) => {
                self.forms.tab = Tab::Recording;
                self.seek(0.0);
                self.frame_all();
                if let Edit::SetRecording(take) = edit {
                    let share = |figures: &ClipFigures| figures.inside_share();
                    let report = &take.report;
                    if let (Some(before), Some(after)) =
                        (share(&report.before), share(&report.after))
                    {
                        self.say(format!(
                            "In balance in {:.0} % of frames before, in {:.0} % now.",
                            100.0 * before,
                            100.0 * after
                        ));
                    }
                }
            }
        }
    }
}
