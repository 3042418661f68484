//! What was learned: pages that were read, questions that were answered, exercises that were done. It only grows, so that
//! two windows never take anything from each other.

use super::home::write_in_home;
use crate::io::{FileError, Source};
use crate::lesson::Lesson;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What was learned, lesson by lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Progress {
    /// By [`lesson_key`].
    lessons: BTreeMap<String, Learned>,
}

/// What was learned of one lesson. Pages count from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Learned {
    pub(crate) read: BTreeSet<usize>,
    /// Pages whose question was answered rightly.
    pub(crate) answered: BTreeSet<usize>,
    /// Whether the exercise was accepted once.
    pub(crate) exercise: bool,
}

impl Learned {
    /// Where to go on: the first page that was not read; the exercise, behind the last page; all over again.
    pub(crate) fn next_page(&self, pages: usize) -> usize {
        let unread = (0..pages).find(|page| !self.read.contains(page));
        match unread {
            Some(page) => page,
            None if self.exercise => 0,
            None => pages,
        }
    }
}

/// Under which name a lesson is remembered: a teacher's own lesson 1 is another one than ours.
pub(crate) fn lesson_key(number: u32, title: &str) -> String {
    format!("{number} {title}")
}

const FILE: &str = "progress.ron";
const DAMAGED: &str = "progress_damaged.ron";

impl Progress {
    /// That of a folder. A damaged one is put aside, and a sentence says so.
    pub(crate) fn load(folder: &Path) -> (Self, Option<String>) {
        let path = folder.join(FILE);
        if !path.exists() {
            return (Self::default(), None);
        }
        let read = Source::read(&path).and_then(|source| source.parse());
        match read {
            Ok(progress) => (progress, None),
            Err(e) => {
                let aside = match std::fs::rename(&path, folder.join(DAMAGED)) {
                    Ok(()) => format!("it is {DAMAGED} now"),
                    Err(e) => format!("it cannot be put aside: {e}"),
                };
                let words = "What was learned cannot be read and begins anew";
                (Self::default(), Some(format!("{words}; {aside}. {e}")))
            }
        }
    }

    pub(crate) fn of(&self, key: &str) -> Learned {
        self.lessons.get(key).cloned().unwrap_or_default()
    }

    /// Notes something of a lesson; says whether that is new.
    pub(crate) fn note(&mut self, lesson: &Lesson, learned: &Learned) -> bool {
        let before = self.clone();
        let key = lesson_key(lesson.number, &lesson.title);
        self.add(key, learned);
        *self != before
    }

    fn add(&mut self, key: String, learned: &Learned) {
        let own = self.lessons.entry(key).or_default();
        own.read.extend(&learned.read);
        own.answered.extend(&learned.answered);
        own.exercise |= learned.exercise;
    }

    /// Writes it, with what another window has noted since.
    ///
    /// # Errors
    /// When the folder or the file cannot be written.
    pub(crate) fn save(&mut self, folder: &Path) -> Result<(), FileError> {
        let (theirs, _) = Self::load(folder);
        for (key, learned) in theirs.lessons {
            self.add(key, &learned);
        }
        write_in_home(folder, FILE, self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::{lesson_source, read_lesson};

    fn lesson() -> Lesson {
        read_lesson(&lesson_source("1").unwrap()).unwrap()
    }

    fn read(page: usize) -> Learned {
        Learned {
            read: [page].into(),
            ..Learned::default()
        }
    }

    #[test]
    fn two_windows_add_to_what_was_learned_and_a_damaged_file_is_put_aside() {
        let folder = tempfile::tempdir().unwrap();
        let (mut one, said) = Progress::load(folder.path());
        let mut other = one.clone();
        assert_eq!(said, None);
        assert!(one.note(&lesson(), &read(0)));
        assert!(!one.note(&lesson(), &read(0)), "it was known");
        one.save(folder.path()).unwrap();
        other.note(&lesson(), &read(2));
        other.save(folder.path()).unwrap();
        let (both, _) = Progress::load(folder.path());
        assert_eq!(both.of("1 One goal").read, [0, 2].into());
        std::fs::write(folder.path().join(FILE), "(lessons: {\"1").unwrap();
        let (none, said) = Progress::load(folder.path());
        assert_eq!(none, Progress::default());
        let said = said.unwrap();
        assert!(
            said.contains(DAMAGED) && said.contains("progress.ron:1"),
            "{said}"
        );
        assert!(folder.path().join(DAMAGED).exists());
    }

    #[test]
    fn one_goes_on_where_one_stopped_and_begins_again_after_the_exercise() {
        let mut learned = Learned::default();
        assert_eq!(learned.next_page(2), 0);
        learned.read = [0].into();
        assert_eq!(learned.next_page(2), 1);
        learned.read = [0, 1].into();
        assert_eq!(learned.next_page(2), 2);
        learned.exercise = true;
        assert_eq!(learned.next_page(2), 0);
    }
}
