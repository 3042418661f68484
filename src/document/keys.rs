//! Edits of keys in time.

use super::posing::check;
use super::{Document, Easing, Edit, Key};
use crate::gait::Manner;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Times of keys [s]: an hour.
const TIMES: RangeInclusive<f64> = 0.0..=3600.0;
/// Keys that are nearer to each other are one [s].
const APART: f64 = 1e-4;

/// Does an edit of keys; says whether it was one.
pub(super) fn change_keys(document: &mut Document, edit: &Edit) -> Result<bool, String> {
    match *edit {
        Edit::AddKey { secs } => document.add_key(secs)?,
        Edit::MoveKey { index, secs } => document.move_key(index, secs)?,
        Edit::DeleteKey { index } => {
            document.check_key(index)?;
            document.keys.remove(index);
            document.current_key = match document.current_key {
                Some(current) if current == index => None,
                Some(current) if current > index => Some(current - 1),
                current => current,
            };
        }
        Edit::SetEasing { index, easing } => {
            document.check_key(index)?;
            document.keys[index] = Arc::new(Key {
                easing,
                ..Key::clone(&document.keys[index])
            });
        }
        Edit::SetKeyManner { index, manner } => {
            document.check_key(index)?;
            document.keys[index] = Arc::new(Key {
                manner,
                ..Key::clone(&document.keys[index])
            });
        }
        Edit::Ripple {
            from_index,
            by_secs,
        } => document.ripple(from_index, by_secs)?,
        _ => return Ok(false),
    }
    Ok(true)
}

impl Document {
    /// Poses a key.
    pub(super) fn go_to_key(&mut self, index: usize) -> Result<(), String> {
        self.check_key(index)?;
        self.setup = Arc::clone(&self.keys[index].setup);
        self.current_key = Some(index);
        Ok(())
    }

    fn add_key(&mut self, secs: f64) -> Result<(), String> {
        check("time", secs, &TIMES, " s")?;
        let setup = Arc::clone(&self.setup);
        let there = self.keys.iter().position(|key| is_at(key, secs));
        if let Some(index) = there {
            self.current_key = Some(index);
            self.put_setup(setup);
            return Ok(());
        }
        let index = self.keys.partition_point(|key| key.secs < secs);
        let easing = Easing::default();
        let key = Key {
            secs,
            setup,
            easing,
            manner: Manner::Dynamic,
        };
        self.keys.insert(index, Arc::new(key));
        self.current_key = Some(index);
        Ok(())
    }

    fn move_key(&mut self, index: usize, secs: f64) -> Result<(), String> {
        self.check_key(index)?;
        check("time", secs, &TIMES, " s")?;
        let mut others = self.keys.iter().enumerate();
        if others.any(|(other, key)| other != index && is_at(key, secs)) {
            return Err(format!("another key is at {secs:.2} s"));
        }
        let key = self.keys.remove(index);
        let to = self.keys.partition_point(|key| key.secs < secs);
        let key = Key {
            secs,
            ..Key::clone(&key)
        };
        self.keys.insert(to, Arc::new(key));
        self.current_key = self.current_key.map(|current| {
            let without = current - usize::from(current > index);
            if current == index {
                to
            } else {
                without + usize::from(without >= to)
            }
        });
        Ok(())
    }

    fn ripple(&mut self, from_index: usize, by_secs: f64) -> Result<(), String> {
        self.check_key(from_index)?;
        let first = self.keys[from_index].secs + by_secs;
        let last = self.keys[self.keys.len() - 1].secs + by_secs;
        check("time", first, &TIMES, " s")?;
        check("time", last, &TIMES, " s")?;
        let before = from_index.checked_sub(1).map(|index| &self.keys[index]);
        if before.is_some_and(|key| first < key.secs + APART) {
            return Err("keys cannot be moved past the one before them".to_owned());
        }
        for key in &mut self.keys[from_index..] {
            let moved = Key {
                secs: key.secs + by_secs,
                ..Key::clone(key)
            };
            *key = Arc::new(moved);
        }
        Ok(())
    }

    fn check_key(&self, index: usize) -> Result<(), String> {
        let count = self.keys.len();
        if index < count {
            return Ok(());
        }
        Err(format!("there is no key {index}, only {count}"))
    }
}

fn is_at(key: &Key, secs: f64) -> bool {
    (key.secs - secs).abs() < APART
}
