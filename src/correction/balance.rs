//! A correction by its aim, and what it did.

use super::figures::{BalanceReport, clip_figures, hand_misses};
use super::{Aim, BalanceSettings, Shifts, at_rest, dynamic};
use crate::character::Character;
use crate::kinematics::body_size;
use crate::level::Level;
use crate::motion::{BalanceKind, Clip};

/// What came of a correction besides the clip.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Corrected {
    /// Frames in which nothing stands and the body falls; at rest, in which nothing stands.
    pub(super) flight_frames: usize,
    /// Frames in which something holds the body that no sole tells of.
    pub(super) unheld_frames: usize,
    /// Linearisations or rounds that it took.
    pub(super) iterations: u32,
}

/// Changes a clip so that its contacts stand still and it balances. The clip says its contacts itself (see
/// [`crate::motion::mark_contacts`]). `on_progress` gets the share that is done [0..1].
pub fn balance_clip(
    character: &Character,
    clip: &Clip,
    level: Option<&Level>,
    settings: &BalanceSettings,
    on_progress: &mut dyn FnMut(f64),
) -> (Clip, BalanceReport) {
    let mut notes = Vec::new();
    let dynamic = if settings.aim == Aim::Static {
        None
    } else {
        let found = dynamic::correct(character, clip, level, settings, on_progress);
        if found.is_none() {
            let what = if settings.aim == Aim::FeetOnly {
                "its feet are left as they are"
            } else {
                "it is corrected whole, to stand at rest"
            };
            let name = &character.name;
            let why = "are not of two bones with a hinge between two balls";
            notes.push(format!("legs of {name} {why}: {what}"));
        }
        found
    };
    // What counts in the clip as it came is the motion, not its noise.
    let cutoff = dynamic.as_ref().map(|_| settings.cutoff_hz);
    let (corrected, came) = dynamic.unwrap_or_else(|| match settings.aim {
        Aim::FeetOnly => (clip.clone(), Corrected::default()),
        Aim::Static => at_rest::correct(character, clip, level, settings, on_progress),
        Aim::Dynamic => {
            // There margins are a person's.
            let margin = body_size(character) * settings.margin;
            let at_rest = BalanceSettings {
                margin,
                ..*settings
            };
            at_rest::correct(character, clip, level, &at_rest, on_progress)
        }
    });
    let balance = corrected.balance.unwrap_or(BalanceKind::Static);
    let report = BalanceReport {
        balance,
        before: clip_figures(character, clip, level, (balance, cutoff)),
        after: clip_figures(character, &corrected, level, (balance, None)),
        shifts: Shifts::between(character, clip, &corrected),
        hand_misses: hand_misses(character, clip, &corrected),
        flight_frames: came.flight_frames,
        unheld_frames: came.unheld_frames,
        iterations: came.iterations,
        notes,
    };
    (corrected, report)
}
