//! Edits of who ranks where, and how much it weighs there. Of all that do a part of the edits this one comes last.

use super::ground::settle;
use super::posing::check;
use super::{Edit, Poser, Setup};
use crate::character::Character;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Weights that mean anything.
const WEIGHTS: RangeInclusive<f64> = 1e-3..=1e3;
/// Ranks that weights can tell apart.
const RANKS: RangeInclusive<f64> = 0.0..=8.0;
/// The same for balance: feet that stand come before it.
const BALANCE_RANKS: RangeInclusive<f64> = 1.0..=8.0;

/// Does an edit of who ranks where; an edit of anything else leaves the setup as it is.
#[deny(clippy::wildcard_enum_match_arm)]
pub(super) fn change_rows(
    setup: &mut Setup,
    edit: &Edit,
    (poser, character): (&mut Poser, &Arc<Character>),
) -> Result<(), String> {
    let before = setup.clone();
    match *edit {
        Edit::SetWeight { handle, weight } => {
            setup.check_handle(handle)?;
            check("weight", weight, &WEIGHTS, "")?;
            setup.handles[handle].weight = weight;
        }
        Edit::SetRank { handle, rank } => {
            setup.check_handle(handle)?;
            check("rank", rank.0.into(), &RANKS, "")?;
            setup.handles[handle].rank = rank;
        }
        Edit::MoveHandle { from, to } => {
            setup.check_handle(from)?;
            setup.check_handle(to)?;
            if from != to {
                let rank = setup.handles[to].rank;
                let mut handle = setup.handles.remove(from);
                handle.rank = rank;
                setup.handles.insert(to, handle);
            }
        }
        Edit::MoveRow { row, to } => {
            setup.move_row(row, to)?;
        }
        Edit::SetBalanceRank(rank) => {
            check("rank", rank.0.into(), &BALANCE_RANKS, "")?;
            setup.balance.rank = rank;
        }
        Edit::SetBalanceWeight(weight) => {
            check("weight", weight, &WEIGHTS, "")?;
            setup.balance.weight = weight;
        }
        // Of single parts of the setup, of the document beside it, and of what is pulled at: they are done before and elsewhere.
        // Every one has its line, so that a new one that nobody does does not compile.
        Edit::PinPosition { .. }
        | Edit::PinRotation { .. }
        | Edit::Release { .. }
        | Edit::Ask(_)
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
        | Edit::Solve(_)
        | Edit::Repair
        | Edit::Mirror
        | Edit::SetPose(_)
        | Edit::Preset(_)
        | Edit::Reset
        | Edit::SetCharacter { .. }
        | Edit::SetLevel { .. }
        | Edit::AddKey { .. }
        | Edit::KeyBetween { .. }
        | Edit::MoveKey { .. }
        | Edit::DeleteKey { .. }
        | Edit::SetEasing { .. }
        | Edit::SetKeyManner { .. }
        | Edit::Ripple { .. }
        | Edit::GoToKey { .. }
        | Edit::LeaveKey { .. }
        | Edit::Walk(_)
        | Edit::Jump(_)
        | Edit::MoveFootstep { .. }
        | Edit::PullArc { .. }
        | Edit::SetArcHeight { .. }
        | Edit::SetRecording(_)
        | Edit::SetContact(_)
        | Edit::DropTake
        | Edit::BeginDrag { .. }
        | Edit::DragTo { .. }
        | Edit::EndDrag
        | Edit::CancelDrag => {}
    }
    if *setup != before {
        settle(poser, character, setup);
    }
    Ok(())
}
