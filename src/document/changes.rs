//! What of a document an edit changes. Everybody who asks for that asks one list, which a new edit does not compile without.

use super::Edit;

/// The slide that an edit is part of: which slider, and of what.
pub(super) type Slide = (&'static str, usize);

/// What an edit changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Changes {
    /// What is posed.
    Pose,
    /// What is pulled at, while it is.
    Drag,
    /// The body or the ground.
    Project,
    Keys,
    /// Which moment is posed.
    Moment,
    /// The walk or the recording.
    Take,
}

impl Edit {
    /// What it changes; an edit that is not listed does not compile.
    #[deny(clippy::wildcard_enum_match_arm)]
    const fn changes(&self) -> Changes {
        match self {
            Self::BeginDrag { .. }
            | Self::PinPosition { .. }
            | Self::PinRotation { .. }
            | Self::Release { .. }
            | Self::SetWeight { .. }
            | Self::SetRank { .. }
            | Self::MoveHandle { .. }
            | Self::MoveRow { .. }
            | Self::SetBalanceRank(_)
            | Self::SetBalanceWeight(_)
            | Self::Ask(_)
            | Self::Unask { .. }
            | Self::MoveTarget { .. }
            | Self::Plant { .. }
            | Self::StandOn(_)
            | Self::Lift { .. }
            | Self::Hold { .. }
            | Self::Freeze { .. }
            | Self::SetJoint { .. }
            | Self::SetMargin(_)
            | Self::KeepBalance(_)
            | Self::Solve(_)
            | Self::Repair
            | Self::Mirror
            | Self::SetPose(_)
            | Self::Preset(_)
            | Self::Reset => Changes::Pose,
            Self::DragTo { .. } | Self::EndDrag | Self::CancelDrag => Changes::Drag,
            Self::SetCharacter { .. } | Self::SetLevel { .. } => Changes::Project,
            Self::AddKey { .. }
            | Self::KeyBetween { .. }
            | Self::MoveKey { .. }
            | Self::DeleteKey { .. }
            | Self::SetEasing { .. }
            | Self::SetKeyManner { .. }
            | Self::Ripple { .. } => Changes::Keys,
            Self::GoToKey { .. } | Self::LeaveKey { .. } => Changes::Moment,
            Self::Walk(_)
            | Self::Jump(_)
            | Self::MoveFootstep { .. }
            | Self::PullArc { .. }
            | Self::SetArcHeight { .. }
            | Self::SetRecording(_)
            | Self::SetContact(_)
            | Self::DropTake => Changes::Take,
        }
    }

    /// Whether it changes what is posed, and with it the key that is posed.
    pub fn poses(&self) -> bool {
        self.changes() == Changes::Pose
    }

    /// Whether it leaves poses and keys as they are.
    pub(super) fn changes_only_the_take(&self) -> bool {
        self.changes() == Changes::Take
    }

    /// The slide that it may be part of.
    #[deny(clippy::wildcard_enum_match_arm)]
    pub(super) fn slide(&self) -> Option<Slide> {
        let of = match self {
            Self::SetWeight { handle, .. } => *handle,
            Self::SetJoint { link, .. } => link.index(),
            Self::SetMargin(_) | Self::SetBalanceWeight(_) => 0,
            Self::Solve(change) if change.slides() => 0,
            Self::MoveTarget { index, .. }
            | Self::MoveKey { index, .. }
            | Self::Ripple {
                from_index: index, ..
            }
            | Self::MoveFootstep { index, .. }
            | Self::PullArc { index, .. }
            | Self::SetArcHeight { index, .. } => *index,
            Self::BeginDrag { .. }
            | Self::DragTo { .. }
            | Self::EndDrag
            | Self::CancelDrag
            | Self::PinPosition { .. }
            | Self::PinRotation { .. }
            | Self::Release { .. }
            | Self::SetRank { .. }
            | Self::MoveHandle { .. }
            | Self::MoveRow { .. }
            | Self::SetBalanceRank(_)
            | Self::Ask(_)
            | Self::Unask { .. }
            | Self::Plant { .. }
            | Self::StandOn(_)
            | Self::Lift { .. }
            | Self::Hold { .. }
            | Self::Freeze { .. }
            | Self::KeepBalance(_)
            | Self::Solve(_)
            | Self::Repair
            | Self::Mirror
            | Self::SetPose(_)
            | Self::Preset(_)
            | Self::Reset
            | Self::SetCharacter { .. }
            | Self::SetLevel { .. }
            | Self::AddKey { .. }
            | Self::KeyBetween { .. }
            | Self::DeleteKey { .. }
            | Self::SetEasing { .. }
            | Self::SetKeyManner { .. }
            | Self::GoToKey { .. }
            | Self::LeaveKey { .. }
            | Self::Walk(_)
            | Self::Jump(_)
            | Self::SetRecording(_)
            | Self::SetContact(_)
            | Self::DropTake => return None,
        };
        Some((self.name(), of))
    }
}
