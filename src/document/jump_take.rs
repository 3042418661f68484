//! A jump that is authored: how high and how far it was asked for, and what came of it.

use super::posing::check;
use crate::character::Character;
use crate::gait::{Jump, JumpOrder, Legs, jump};
use crate::level::Level;
use crate::motion::audit::flights;
use std::ops::RangeInclusive;

/// A jump, and what it was made from.
#[derive(Clone, Debug, PartialEq)]
pub struct JumpTake {
    /// How high and far it jumps, and from where.
    pub order: JumpOrder,
    /// What came of it.
    pub jump: Jump,
    /// How far the centre of mass rises over where it was [m].
    pub rise: f64,
    /// How long nothing stands [s].
    pub flight_secs: f64,
}

impl JumpTake {
    /// Makes a jump.
    ///
    /// # Errors
    /// A sentence why the body cannot make it.
    pub fn make(character: &Character, level: &Level, order: JumpOrder) -> Result<Self, String> {
        check_jump(character, &order)?;
        let made = jump(character, level, &order).map_err(|why| why.to_string())?;
        Ok(Self::new(character, order, made))
    }

    fn new(character: &Character, order: JumpOrder, jump: Jump) -> Self {
        let clip = &jump.clip;
        let flights = flights(character, clip);
        let rise = flights.iter().map(|flight| flight.rise);
        let frames = flights.iter().map(|flight| flight.last + 2 - flight.first);
        Self {
            rise: rise.fold(0.0, f64::max),
            flight_secs: frames.max().unwrap_or(0) as f64 * clip.frame_secs,
            order,
            jump,
        }
    }

    /// The same order for another body, as high and far for its legs; nothing where one of them does not jump.
    pub(super) fn order_for(&self, old: &Character, new: &Character) -> Option<JumpOrder> {
        let [old, new] = [old, new].map(|character| match Legs::of(character) {
            Ok(legs @ Legs::Two(_)) => Some(legs.fineness()),
            Ok(Legs::Many(_)) | Err(_) => None,
        });
        let (new, old) = (new?, old?);
        // Rounding makes no jump too high.
        let within =
            |value: f64, range: RangeInclusive<f64>| value.clamp(*range.start(), *range.end());
        Some(JumpOrder {
            height: within(new / old * self.order.height, JumpOrder::heights(new)),
            distance: within(new / old * self.order.distance, JumpOrder::distances(new)),
            ..self.order
        })
    }
}

/// Whether a jump of this order makes sense for the body.
fn check_jump(character: &Character, order: &JumpOrder) -> Result<(), String> {
    let fineness = Legs::of(character).map_or(1.0, |legs| legs.fineness());
    let JumpOrder {
        height,
        distance,
        start_xz,
        heading,
        start_secs,
        pause_secs,
    } = *order;
    for (what, value, range) in [
        ("height", height, JumpOrder::heights(fineness)),
        ("distance", distance, JumpOrder::distances(fineness)),
        ("start x", start_xz.x, -1e4..=1e4),
        ("start z", start_xz.y, -1e4..=1e4),
        ("heading", heading, -100.0..=100.0),
        ("start_secs", start_secs, 0.0..=1e6),
        ("pause_secs", pause_secs, 0.0..=60.0),
    ] {
        check(what, value, &range, "")?;
    }
    Ok(())
}
