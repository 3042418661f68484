//! Everything that can be done to a document.

use super::{
    Ask, ContactChange, Easing, Preset, RecordingTake, Row, RowPlace, Setup, SolvingChange,
};
use crate::character::{Character, Footing, JointCoordinate, LinkId, Pose};
use crate::gait::{ArcGrip, JumpOrder, Manner, WalkOrder};
use crate::ik::Rank;
use crate::level::Level;
use glam::{DQuat, DVec2, DVec3};
use std::sync::Arc;

/// One thing that is done to a document.
///
/// Edits that come from a slider or from a drag on the timeline or the ground (`SetWeight`, `SetJoint`, `SetMargin`,
/// `SetBalanceWeight`, damping and sweeps of `Solve`, `MoveTarget`,
/// `MoveKey`, `Ripple`, `MoveFootstep`, `PullArc`, `SetArcHeight`, each of one thing) are one step of undo together until another edit comes or
/// [`Edit::EndDrag`]. Each of them replaces the one before it, so indices and amounts are those of the document before the slide.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Takes hold of a handle.
    BeginDrag {
        /// Index into [`Setup::handles`].
        handle: usize,
    },
    /// Pulls at it. A handle that is only turned keeps its place; a planted foot stays on the ground.
    DragTo {
        /// Where to [m].
        position: Option<DVec3>,
        /// To which orientation, world from link.
        rotation: Option<DQuat>,
    },
    /// Lets go; also ends a slide.
    EndDrag,
    /// Lets go, as if it had never been dragged.
    CancelDrag,
    /// Pins a handle to where it is, or lets it free.
    PinPosition {
        /// Index into [`Setup::handles`].
        handle: usize,
        /// Pinned from now on.
        on: bool,
    },
    /// What was dragged stays there no longer, and what carries beside the feet carries no longer.
    Release {
        /// Index into [`Setup::handles`]; nothing for all that were dragged.
        handle: Option<usize>,
    },
    /// Pins how a handle's link is turned, or lets it free.
    PinRotation {
        /// Index into [`Setup::handles`].
        handle: usize,
        /// Pinned from now on.
        on: bool,
    },
    /// How much a handle counts among those of its rank.
    SetWeight {
        /// Index into [`Setup::handles`].
        handle: usize,
        /// 1 is ordinary.
        weight: f64,
    },
    /// Who wins.
    SetRank {
        /// Index into [`Setup::handles`].
        handle: usize,
        /// A lower number wins.
        rank: Rank,
    },
    /// Moves a handle in the list. It takes the rank of the one that it pushes down, or up.
    MoveHandle {
        /// Index into [`Setup::handles`].
        from: usize,
        /// Its index afterwards.
        to: usize,
    },
    /// Moves a row of the list that balance and handles share; ranks follow the order of the list, and handles are in it.
    MoveRow {
        /// Of [`Setup::rows`].
        row: Row,
        /// Where to.
        to: RowPlace,
    },
    /// Who wins: balance, or somebody else.
    SetBalanceRank(Rank),
    /// How much balance counts among rows of its rank; 1 is ordinary.
    SetBalanceWeight(f64),
    /// Asks for something beside the handles; what is the same of the same parts is asked no longer.
    Ask(Ask),
    /// Asks for something no longer.
    Unask {
        /// Index into [`Setup::asks`].
        index: usize,
    },
    /// What a limb bends towards, or what eyes look at, is elsewhere.
    MoveTarget {
        /// Index into [`Setup::asks`].
        index: usize,
        /// [m]
        to: DVec3,
    },
    /// Puts all of a foot flat on the ground under it, to stand.
    Plant {
        /// Index into [`Character::feet`].
        foot: usize,
    },
    /// A foot stands on these of its soles alone, flat on the ground under them: on its toes, on its heel. A heel that is let
    /// free goes up a little.
    StandOn(Footing),
    /// Lifts a foot: it stands no longer.
    Lift {
        /// Index into [`Character::feet`].
        foot: usize,
    },
    /// The foot that the body is seen from.
    Hold {
        /// Index into [`Character::feet`].
        foot: usize,
    },
    /// A joint moves no longer, or again.
    Freeze {
        /// The link that hangs on the joint.
        link: LinkId,
        /// Frozen from now on.
        on: bool,
    },
    /// Turns one joint; the others follow only as far as contacts and balance need.
    SetJoint {
        /// The link that hangs on the joint.
        link: LinkId,
        /// Put inside the joint's limits.
        coordinate: JointCoordinate,
    },
    /// How far the centre of mass has to stay from the edge of the support [m].
    SetMargin(f64),
    /// Whether it has to stay over the support at all.
    KeepBalance(bool),
    /// Another way to solve all that.
    Solve(SolvingChange),
    /// The least change of the pose that has at least the margin.
    Repair,
    /// Left and right exchanged, in the figure's own upright plane.
    Mirror,
    /// Another pose: pasted, or from the library.
    SetPose(Pose),
    /// A pose with a name, where the figure is.
    Preset(Arc<Preset>),
    /// The rest pose, where it first was; nothing pinned or frozen.
    Reset,
    /// Another body. Poses, keys and take go along as far as the bodies are alike: see [`super::lost_with`].
    SetCharacter {
        /// The shipped name or the path it was loaded from.
        source: String,
        /// The body.
        character: Arc<Character>,
    },
    /// Another ground; soles are put on it in every key where they stand, a walk is made again, a recording balanced again.
    SetLevel {
        /// The shipped name or the path it was loaded from.
        source: String,
        /// The ground.
        level: Arc<Level>,
    },
    /// Makes what is posed a key; one that is there already takes it.
    AddKey {
        /// [s]
        secs: f64,
    },
    /// Makes a key of a pose between keys that the last step changed; both are one step of undo.
    KeyBetween {
        /// [s]
        secs: f64,
    },
    /// Moves a key in time.
    MoveKey {
        /// Index into [`super::Document::keys`].
        index: usize,
        /// [s]
        secs: f64,
    },
    /// Takes a key away; what is posed stays.
    DeleteKey {
        /// Index into [`super::Document::keys`].
        index: usize,
    },
    /// How the way from a key to the next is gone.
    SetEasing {
        /// Index into [`super::Document::keys`].
        index: usize,
        /// From now on.
        easing: Easing,
    },
    /// What keeps the figure on its feet from a key to the next.
    SetKeyManner {
        /// Index into [`super::Document::keys`].
        index: usize,
        /// From now on.
        manner: Manner,
    },
    /// Moves a key and all later ones.
    Ripple {
        /// Index into [`super::Document::keys`].
        from_index: usize,
        /// Later; earlier where negative [s].
        by_secs: f64,
    },
    /// Poses a key. No step of undo, unless a pose that is in no key would be lost.
    GoToKey {
        /// Index into [`super::Document::keys`].
        index: usize,
    },
    /// Poses a moment between keys, which no edit changes. No step of undo, unless a pose that is in no key would be lost.
    LeaveKey {
        /// As [`super::in_between`] has it.
        setup: Arc<Setup>,
    },
    /// Makes a walk.
    Walk(WalkOrder),
    /// Makes a jump.
    Jump(JumpOrder),
    /// Moves a footprint along the ground; the walk is made again.
    MoveFootstep {
        /// Index into [`crate::gait::Walk::footsteps`].
        index: usize,
        /// Where the middle of the sole goes (x, z) [m].
        to_xz: DVec2,
        /// How much farther to the left it points than it did [rad].
        turn: f64,
    },
    /// Pulls at the arc of a swinging foot, no nearer to the ground than its sole keeps clear; the walk is made again.
    PullArc {
        /// Index into [`crate::gait::Walk::footsteps`].
        index: usize,
        /// What it is pulled by.
        grip: ArcGrip,
        /// Where that goes [m].
        to: DVec3,
    },
    /// How high a foot is lifted, but at least over what lies on its way; the walk is made again.
    SetArcHeight {
        /// Index into [`crate::gait::Walk::footsteps`].
        index: usize,
        /// Over the higher end of the step [m].
        clearance: f64,
    },
    /// Shows a recording and its correction.
    SetRecording(Arc<RecordingTake>),
    /// A foot of the recording stands longer, shorter or elsewhere in time; the recording is balanced again.
    SetContact(ContactChange),
    /// Back to the keys.
    DropTake,
}

impl Edit {
    /// What the status line calls it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::BeginDrag { .. } | Self::DragTo { .. } | Self::EndDrag => "Drag",
            Self::CancelDrag => "Cancel the drag",
            Self::PinPosition { on: true, .. } => "Pin the place",
            Self::PinPosition { on: false, .. } => "Unpin the place",
            Self::Release { .. } => "Release",
            Self::PinRotation { on: true, .. } => "Pin the rotation",
            Self::PinRotation { on: false, .. } => "Unpin the rotation",
            Self::SetWeight { .. } => "Change the weight",
            Self::SetRank { .. } => "Change the rank",
            Self::MoveHandle { .. } | Self::MoveRow { .. } => "Reorder the list",
            Self::SetBalanceRank(_) => "Change the rank of balance",
            Self::SetBalanceWeight(_) => "Change the weight of balance",
            Self::Ask(Ask::Together(_)) => "Bring together",
            Self::Ask(Ask::Level(_)) => "Keep level",
            Self::Ask(Ask::Pole(_)) => "Hint at a bend",
            Self::Ask(Ask::Look(_)) => "Look at a point",
            Self::Ask(Ask::EvenSpine) => "Bend the spine evenly",
            Self::Unask { .. } => "Ask for less",
            Self::MoveTarget { .. } => "Move a target",
            Self::Plant { .. } => "Plant",
            Self::StandOn(_) => "Roll the foot",
            Self::Lift { .. } => "Lift",
            Self::Hold { .. } => "Hold",
            Self::Freeze { on: true, .. } => "Freeze",
            Self::Freeze { on: false, .. } => "Unfreeze",
            Self::SetJoint { .. } => "Turn a joint",
            Self::SetMargin(_) => "Change the margin",
            Self::KeepBalance(true) => "Keep balance",
            Self::KeepBalance(false) => "Let balance go",
            Self::Solve(change) => change.name(),
            Self::Repair => "Repair",
            Self::Mirror => "Mirror",
            Self::SetPose(_) => "Take a pose",
            Self::Preset(_) => "Take a preset",
            Self::Reset => "Reset",
            Self::SetCharacter { .. } => "Change the character",
            Self::SetLevel { .. } => "Change the level",
            Self::AddKey { .. } | Self::KeyBetween { .. } => "Add a key",
            Self::MoveKey { .. } => "Move a key",
            Self::DeleteKey { .. } => "Delete a key",
            Self::SetEasing { .. } => "Change the easing",
            Self::SetKeyManner { .. } => "Change what keeps the balance",
            Self::Ripple { .. } => "Move keys",
            Self::GoToKey { .. } => "Go to a key",
            Self::LeaveKey { .. } => "Leave the pose",
            Self::Walk(_) => "Walk",
            Self::Jump(_) => "Jump",
            Self::MoveFootstep { .. } => "Move a footprint",
            Self::PullArc { .. } => "Pull an arc",
            Self::SetArcHeight { .. } => "Change the arc",
            Self::SetRecording(_) => "Take a recording",
            Self::SetContact(_) => "Change a contact",
            Self::DropTake => "Back to the keys",
        }
    }
}
