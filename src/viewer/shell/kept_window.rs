//! The list of unsaved work that windows left behind, to take up or to throw away.

use super::confirm::{Doubt, answer_by_key};
use super::dialogs::{Dialog, Then, question};
use super::kept::KeptWork;
use super::start::file_name;
use crate::viewer::app::App;
use egui::{Context, Grid, RichText, ScrollArea, Ui};
use std::time::{Duration, SystemTime};

/// The list scrolls beyond this (points).
const MOST_HEIGHT: f32 = 280.0;
/// Longer words are cut, so that the list fits into a small window (letters).
const MOST_LETTERS: usize = 24;

/// What was chosen of a row.
enum Choice {
    Open(usize),
    ThrowAway(usize),
    Later,
}

impl App {
    /// Asks what is to become of unsaved work. Nothing is thrown away by a key.
    pub(crate) fn kept_window(&mut self, ctx: &Context, works: Vec<KeptWork>) -> Option<Dialog> {
        let mut choice = match answer_by_key(ctx) {
            Some(true) if works.len() == 1 => Some(Choice::Open(0)),
            Some(false) => Some(Choice::Later),
            _ => None,
        };
        question(ctx, "Unsaved work was kept", |ui| {
            ui.label("A window ended before this was saved. It is kept until it is saved or thrown away.");
            ui.add_space(8.0);
            ScrollArea::vertical()
                .max_height(MOST_HEIGHT)
                .show(ui, |ui| {
                    if let Some(chosen) = work_rows(ui, &works) {
                        choice = Some(chosen);
                    }
                });
            ui.add_space(8.0);
            let later = ui.button("Later");
            if later
                .on_hover_text("File > Unsaved work… shows this again (Esc)")
                .clicked()
            {
                choice = Some(Choice::Later);
            }
        });
        match choice {
            None => Some(Dialog::Kept(works)),
            Some(Choice::Later) => None,
            Some(Choice::Open(index)) => {
                self.after_saving(Then::TakeUp(works[index].clone()));
                self.shell.dialog.take()
            }
            Some(Choice::ThrowAway(index)) => {
                let doubt = Doubt::ThrowAway(works[index].clone());
                Some(Dialog::Confirm(doubt))
            }
        }
    }

    /// Removes kept work, as somebody has asked for; what is still kept is listed again.
    pub(crate) fn throw_away(&mut self, work: &KeptWork) -> Option<Dialog> {
        match work.throw_away() {
            Ok(()) => self.say(format!("Threw away {}.", name_of(work))),
            Err(sentence) => self.refuse(sentence),
        }
        self.remaining_works()
    }

    /// What is still kept, listed again.
    pub(crate) fn remaining_works(&self) -> Option<Dialog> {
        let works = self.kept_works();
        (!works.is_empty()).then_some(Dialog::Kept(works))
    }
}

/// A row for each: of which file, what it is, since when, and what can be done with it.
fn work_rows(ui: &mut Ui, works: &[KeptWork]) -> Option<Choice> {
    let mut choice = None;
    let grid = Grid::new("kept").num_columns(4).spacing([24.0, 8.0]);
    grid.show(ui, |ui| {
        for (index, work) in works.iter().enumerate() {
            let name = ui.label(RichText::new(shortened(&name_of(work))).strong());
            name.on_hover_text(place_words(work));
            let contents = ui.label(shortened(contents_of(work)));
            contents.on_hover_text(contents_of(work));
            let since = age_words(work.kept_at);
            ui.weak(match work.other_machine() {
                Some(machine) => format!("{since}, on {}", shortened(machine)),
                None => since,
            });
            ui.horizontal(|ui| {
                let tip = match work.other_machine() {
                    Some(_) => "Takes up a copy: it may be open on that machine",
                    None if works.len() == 1 => "Takes it up; it stays unsaved (Enter)",
                    None => "Takes it up; it stays unsaved",
                };
                if ui.button("Open").on_hover_text(tip).clicked() {
                    choice = Some(Choice::Open(index));
                }
                let tip = "Removes it for good, after a question";
                if ui.button("Throw away…").on_hover_text(tip).clicked() {
                    choice = Some(Choice::ThrowAway(index));
                }
            });
            ui.end_row();
        }
    });
    choice
}

/// What kept work is called: its file's name, or where it says nothing its own.
pub(crate) fn name_of(work: &KeptWork) -> String {
    match (work.file(), &work.note) {
        (Some(file), _) => file_name(&file),
        (None, Some(_)) => "not saved yet".to_owned(),
        (None, None) => file_name(&work.path),
    }
}

/// What is in it.
pub(crate) fn contents_of(work: &KeptWork) -> &str {
    let note = work.note.as_ref();
    note.map_or("damaged", |note| &note.contents)
}

/// The beginning and the end of long words.
fn shortened(words: &str) -> String {
    let letters: Vec<char> = words.chars().collect();
    if letters.len() <= MOST_LETTERS {
        return words.to_owned();
    }
    let half = MOST_LETTERS / 2;
    let (begin, end) = (&letters[..half], &letters[letters.len() - half..]);
    let [begin, end] = [begin, end].map(|part| part.iter().collect::<String>());
    format!("{begin}…{end}")
}

fn place_words(work: &KeptWork) -> String {
    let kept = work.path.display();
    match work.file() {
        Some(file) => format!("Of {}\nKept in {kept}", file.display()),
        None => format!("Kept in {kept}"),
    }
}

/// "2 minutes ago".
fn age_words(since: SystemTime) -> String {
    // A clock that was set back since.
    let age = since.elapsed().unwrap_or(Duration::ZERO).as_secs();
    let (count, what) = match age {
        0 => return "just now".to_owned(),
        1..60 => (age, "second"),
        60..3600 => (age / 60, "minute"),
        3600..86_400 => (age / 3600, "hour"),
        _ => (age / 86_400, "day"),
    };
    let end = if count == 1 { "" } else { "s" };
    format!("{count} {what}{end} ago")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_their_beginning_and_their_end() {
        assert_eq!(shortened("figure.pose.ron"), "figure.pose.ron");
        let long = "a_walk_up_the_stairs_and_down_again.pose.ron";
        assert_eq!(shortened(long), "a_walk_up_th…ain.pose.ron");
    }

    #[test]
    fn the_age_of_kept_work_is_told_in_words() {
        for (secs, words) in [
            (0, "just now"),
            (59, "59 seconds ago"),
            (60, "1 minute ago"),
            (3599, "59 minutes ago"),
            (7200, "2 hours ago"),
            (86_400 * 3, "3 days ago"),
        ] {
            let since = SystemTime::now() - Duration::from_secs(secs);
            assert_eq!(age_words(since), words);
        }
        let tomorrow = SystemTime::now() + Duration::from_hours(24);
        assert_eq!(age_words(tomorrow), "just now");
    }
}
