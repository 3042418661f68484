//! The timeline of a recording: contacts that are dragged, and frames that are counted.

use super::Rehearsal;
use crate::correction::ContactEnds;
use crate::document::{Edit, RecordingTake, Take, stays};
use crate::viewer::input::actions::Action;
use egui::{Key, Modifiers, Pos2, pos2};
use std::sync::Arc;

/// Where time is between, in a window of 1280 points [points].
const LEFT: f32 = 22.0;
const WIDTH: f32 = 1236.0;
const SHIFT: Modifiers = Modifiers::SHIFT;

impl Rehearsal {
    /// A walk of four steps as a recording of 30 frames a second, at its start.
    fn with_recording() -> Self {
        let mut window = Self::new("human", "flat");
        window.app.forms.walk.steps = 4;
        window.app.perform(Action::WalkNow);
        window.until("it walks", |window| window.app.session.playback.playing);
        let document = window.app.document().clone();
        let clip = document.clip().unwrap();
        let recorded = clip.resampled(&document.character, 1.0 / 30.0);
        let take = RecordingTake::balanced_on(&document, "walk".to_owned(), recorded, &mut |_| {});
        window.app.edit(Edit::SetRecording(Arc::new(take)));
        window.until("it is a recording", |window| window.recording().is_some());
        window.app.session.playback.playing = false;
        window.app.seek(0.0);
        window.frames(2);
        window
    }

    fn recording(&self) -> Option<Arc<RecordingTake>> {
        match &self.app.document().take {
            Some(Take::Recording(take)) => Some(Arc::clone(take)),
            _ => None,
        }
    }

    /// Where a frame is in the row of a sole.
    fn on_row(&mut self, name: &str, frame: usize) -> Pos2 {
        let words = self.placed_words();
        let row = words.iter().find(|(word, _)| word == name);
        let (_, place) = row.unwrap_or_else(|| panic!("no row {name} in {words:?}"));
        let take = self.recording().unwrap();
        let length = take.recorded.duration_secs().max(4.0);
        let secs = frame as f64 * take.recorded.frame_secs;
        pos2(LEFT + WIDTH * (secs / length) as f32, place.center().y)
    }
}

#[test]
fn the_end_of_a_contact_is_dragged_and_the_recording_is_balanced_again() {
    let mut window = Rehearsal::with_recording();
    let before = window.recording().unwrap();
    let feet = window.app.document().character.feet.clone();
    let [left, right] = ["left_foot", "right_foot"]
        .map(|name| feet.iter().find(|foot| foot.name == name).unwrap().patches);
    let all = stays(&before.balanced, left);
    let stay = all[1].clone();
    let shorter = stay.start..stay.end - 4;
    let from = window.on_row("left foot", stay.end);
    let to = window.on_row("left foot", shorter.end);
    window.drag(from, to);
    window.until("it is balanced again", |window| {
        window.recording().unwrap() != before
    });
    let after = window.recording().unwrap();
    assert_eq!(after.contact_ends, ContactEnds::AsMarked);
    let now = stays(&after.balanced, left);
    assert_eq!(
        (now.len(), &now[1]),
        (all.len(), &shorter),
        "it leaves there"
    );
    assert_eq!(now[0], all[0]);
    let rights = [&before, &after].map(|take| stays(&take.balanced, right));
    assert_eq!(rights[1], rights[0], "the other foot stands as it did");
    window.app.perform(Action::Undo);
    assert_eq!(window.recording().unwrap(), before);
}

#[test]
fn a_contact_is_drawn_where_there_is_none_and_taken_away_by_a_right_click() {
    let mut window = Rehearsal::with_recording();
    let before = window.recording().unwrap();
    let feet = &window.app.document().character.feet;
    let left = feet.iter().find(|foot| foot.name == "left_foot").unwrap();
    let left = left.patches;
    let all = stays(&before.balanced, left);
    let between = all[0].end + 4..all[1].start - 4;
    let ends = [between.start, between.end].map(|frame| window.on_row("left foot", frame));
    window.drag(ends[0], ends[1]);
    window.until("it is balanced again", |window| {
        window.recording().unwrap() != before
    });
    let drawn = window.recording().unwrap();
    assert_eq!(stays(&drawn.recorded, left)[1], between);
    let middle = pos2(0.5 * (ends[0].x + ends[1].x), ends[0].y);
    window.right_click(middle);
    window.until("it is gone", |window| window.recording().unwrap() != drawn);
    let gone = window.recording().unwrap();
    assert!(!stays(&gone.recorded, left).contains(&between));
}

#[test]
fn the_playhead_goes_on_frame_by_frame_and_frames_are_counted_where_people_want_that() {
    let mut window = Rehearsal::with_recording();
    for _ in 0..3 {
        window.key(Key::Period);
    }
    window.key(Key::Comma);
    assert!((window.app.session.playback.secs - 2.0 / 30.0).abs() < 1e-9);
    let words = |window: &mut Rehearsal| window.words().join("\n");
    assert!(words(&mut window).contains("0.07 / "));
    window.key_with(SHIFT, Key::Period);
    window.frames(1);
    let frames = window.recording().unwrap().recorded.frames.len() - 1;
    let counted = format!("{:>6} / {frames} f", 2);
    assert!(words(&mut window).contains(&counted), "{counted}");
}
