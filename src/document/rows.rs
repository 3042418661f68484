//! The list of what people rank: balance and everything that can be dragged, in one list by rank.
//!
//! ```text
//! 1  balance
//! 2  left hand      first of its rank: counts one and a half times as much as the next
//! 2  right hand
//! 3  left knee      3 and more are wishes: never waited for, never said to give way
//! ```
//! The solver has two ranks for goals under feet that stand, 1 and 2. So a row that is put into a place outranks what follows
//! while there are ranks left, and comes before it within the last one; no goal becomes a wish because another was moved.

use super::Setup;
use crate::ik::Rank;

/// One line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// The centre of mass stays over the support.
    Balance,
    /// Something that can be dragged, by its index into [`Setup::handles`].
    Handle(usize),
}

/// Where a row goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowPlace {
    /// Directly above another one, and more important than it.
    Above(Row),
    /// Directly below another one, and as important as it.
    Beside(Row),
    /// To the end of the list.
    Last,
}

/// Balance as a row of the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BalanceRow {
    /// Who wins when goals disagree; 1 or more. Default 1.
    pub rank: Rank,
    /// Importance among rows of one rank; 1 is ordinary, more than zero.
    pub weight: f64,
    /// How many handles come before it, among those of its rank. Default 0.
    pub place: usize,
}

impl Default for BalanceRow {
    fn default() -> Self {
        Self {
            rank: Rank::BALANCE,
            weight: 1.0,
            place: 0,
        }
    }
}

impl Setup {
    /// Every row, the most important first.
    pub fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = (0..self.handles.len()).map(Row::Handle).collect();
        rows.insert(self.balance.place.min(rows.len()), Row::Balance);
        rows.sort_by_key(|row| self.rank_of(*row));
        rows
    }

    /// Who wins: a lower number.
    pub fn rank_of(&self, row: Row) -> Rank {
        match row {
            Row::Balance => self.balance.rank,
            Row::Handle(index) => self.handles[index].rank,
        }
    }

    /// How much it counts among those of its rank.
    pub fn weight_of(&self, row: Row) -> f64 {
        match row {
            Row::Balance => self.balance.weight,
            Row::Handle(index) => self.handles[index].weight,
        }
    }

    /// Moves a row. Afterwards handles are in the order of the list, so their indices are others.
    pub(super) fn move_row(&mut self, row: Row, to: RowPlace) -> Result<(), String> {
        self.check_row(row)?;
        if let RowPlace::Above(other) | RowPlace::Beside(other) = to {
            self.check_row(other)?;
            if other == row {
                return Ok(());
            }
        }
        let mut rows = self.rows();
        rows.retain(|other| *other != row);
        let find = |other: Row| rows.iter().position(|known| *known == other);
        let at = match to {
            RowPlace::Above(other) => find(other),
            RowPlace::Beside(other) => find(other).map(|index| index + 1),
            RowPlace::Last => None,
        };
        let at = at.unwrap_or(rows.len());
        rows.insert(at, row);
        let ranks = match to {
            RowPlace::Beside(other) => self.ranks_with(&rows, row, self.rank_of(other)),
            RowPlace::Above(_) | RowPlace::Last => self.ranks_by_place(&rows, at),
        };
        self.take_order(&rows, &ranks);
        Ok(())
    }

    /// Whether there is such a row.
    fn check_row(&self, row: Row) -> Result<(), String> {
        match row {
            Row::Balance => Ok(()),
            Row::Handle(index) => self.check_handle(index),
        }
    }

    /// Ranks of all rows when one of them has another.
    fn ranks_with(&self, rows: &[Row], changed: Row, rank: Rank) -> Vec<Rank> {
        let ranks = rows.iter().map(|row| {
            if *row == changed {
                rank
            } else {
                self.rank_of(*row)
            }
        });
        ranks.collect()
    }

    /// Ranks of all rows when the one at a place of the list was put there, between its neighbours.
    fn ranks_by_place(&self, rows: &[Row], at: usize) -> Vec<Rank> {
        let rank = |index: usize| rows.get(index).map(|row| self.rank_of(*row));
        let before = at.checked_sub(1).and_then(rank);
        let (own, after) = (self.rank_of(rows[at]), rank(at + 1));
        // Among wishes it is one of them, among goals it is not; between both it stays what it is.
        let wish_above = before.filter(|rank| rank.is_wish());
        let is_above_a_goal = after.is_some_and(|rank| !rank.is_wish());
        let becomes_wish = wish_above.is_some() || (own.is_wish() && !is_above_a_goal);
        let own_afterwards = if becomes_wish {
            wish_above.or(after).unwrap_or(Rank::WISH)
        } else {
            Rank::EFFECTOR
        };
        let mut ranks = self.ranks_with(rows, rows[at], own_afterwards);
        if becomes_wish && own.is_wish() {
            return ranks;
        }
        // Goals anew from the first: what had the same rank and is still side by side has the same rank again.
        let goals = ranks.iter().take_while(|rank| !rank.is_wish()).count();
        let mut now = Rank::CONTACT;
        for index in 0..goals {
            let is_bound = index > 0
                && index != at
                && index - 1 != at
                && self.rank_of(rows[index]) == self.rank_of(rows[index - 1]);
            if !is_bound {
                now = Rank(now.0 + 1).min(Rank::EFFECTOR);
            }
            ranks[index] = now;
        }
        ranks
    }

    /// Handles and balance come into the order of a list.
    fn take_order(&mut self, rows: &[Row], ranks: &[Rank]) {
        let mut handles = Vec::with_capacity(self.handles.len());
        for (row, rank) in rows.iter().zip(ranks) {
            match *row {
                Row::Balance => (self.balance.rank, self.balance.place) = (*rank, handles.len()),
                Row::Handle(index) => {
                    let mut handle = self.handles[index].clone();
                    handle.rank = *rank;
                    handles.push(handle);
                }
            }
        }
        self.handles = handles;
    }
}
