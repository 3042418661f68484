//! Motions of the human from before its feet could bend: two numbers fewer in every frame. They mean what they meant.

use crate::clip_kit::clip_text;
use crate::session::editor;
use contrapposto::character::{Character, Foot, LinkId, Pose};
use contrapposto::correction::{BalanceSettings, ContactEnds, balance_clip};
use contrapposto::document::{Document, Edit, RecordingTake, Take};
use contrapposto::io::{Source, load_character, read_clip_text, read_document, write_document};
use contrapposto::lab::random_clip;
use contrapposto::motion::{Clip, Recorder};
use std::path::Path;
use std::sync::Arc;

/// Joints within feet.
fn toes(character: &Character) -> Vec<LinkId> {
    let toes = character.feet.iter().flat_map(Foot::joints);
    toes.collect()
}

/// The same motion with toes as they are at rest.
fn with_stiff_feet(character: &Character, clip: &Clip) -> Clip {
    let mut recorder = Recorder::new(character);
    let toes = toes(character);
    let frames = clip.frames.iter().map(|frame| {
        let mut pose: Pose = frame.pose.clone();
        for toe in &toes {
            pose.joints[toe.index()] = character.rest.joint(*toe);
        }
        recorder.frame(pose, frame.contacts)
    });
    Clip {
        frames: frames.collect(),
        ..clip.clone()
    }
}

/// A text without the numbers of toes: every list that begins so and has `count` numbers loses those at these places.
/// Returns how many lists there were, too.
fn without_numbers(text: &str, begin: &str, count: usize, gone: &[usize]) -> (String, usize) {
    let mut lists = 0;
    let mut parts = text.split(begin);
    let mut short = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        short += begin;
        let (list, rest) = part.split_once(']').expect("an end of the list");
        let words: Vec<&str> = list.split(',').map(str::trim).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let are_numbers = words.iter().all(|word| word.parse::<f64>().is_ok());
        if words.len() == count && are_numbers {
            let kept = words.iter().enumerate();
            let kept = kept.filter(|(place, _)| !gone.contains(place));
            let kept: Vec<&str> = kept.map(|(_, word)| *word).collect();
            short += &kept.join(", ");
            lists += 1;
        } else {
            short += list;
        }
        short += "]";
        short += rest;
    }
    (short, lists)
}

/// How many numbers a frame has, and which of them are those of toes; a ball has so many.
fn places(character: &Character, of_ball: usize) -> (usize, Vec<usize>) {
    let (mut count, mut gone) = (0, Vec::new());
    let toes = toes(character);
    for link in character.link_ids().skip(1) {
        if toes.contains(&link) {
            gone.push(count);
        }
        count += match character.link(link).joint.kind.dofs() {
            3 => of_ball,
            dofs => dofs,
        };
    }
    (count, gone)
}

#[test]
fn a_clip_of_37_numbers_a_frame_is_read_with_toes_at_rest() {
    let human = load_character("human").unwrap();
    let clip = with_stiff_feet(&human, &random_clip(&human, 12, 0.1, 3));
    let (count, gone) = places(&human, 3);
    assert_eq!((count, gone.len()), (39, 2));
    let mut text = clip_text(&human, &clip);
    for toe in toes(&human) {
        let line = format!("        Hinge({:?}),\n", human.link(toe).joint.name);
        assert!(text.contains(&line));
        text = text.replace(&line, "");
    }
    let (text, frames) = without_numbers(&text, "joints_deg: [", count, &gone);
    assert_eq!(frames, clip.frames.len());
    let source = Source::new("old.ron", text);
    let (_, read) = read_clip_text(&source, &load_character, &mut |_| ()).unwrap();
    for (old, new) in clip.frames.iter().zip(&read.frames) {
        assert!(old.pose.largest_turn_from(&new.pose) < 1e-7);
        assert_eq!(old.contacts, new.contacts);
        assert!(old.com.distance(new.com) < 1e-7);
    }
    // One number fewer is a mistake as ever.
    let (short, _) = without_numbers(&source.text, "joints_deg: [", 37, &[0]);
    let error = read_clip_text(&Source::new("old.ron", short), &load_character, &mut |_| ());
    let error = error.unwrap_err().to_string();
    let told = "joints_deg has 36 numbers; the joints of the head have 37";
    assert!(error.contains(told), "{error}");
}

fn recording(document: &Document) -> &RecordingTake {
    match &document.take {
        Some(Take::Recording(take)) => take,
        other => panic!("no recording: {other:?}"),
    }
}

#[test]
fn a_recording_of_a_project_from_before_feet_could_bend_is_read_with_toes_at_rest() {
    let mut editor = editor("human", "flat");
    let human = Arc::clone(&editor.document().character);
    let recorded = random_clip(&human, 3, 0.1, 4);
    let settings = BalanceSettings::default();
    let (balanced, report) = balance_clip(&human, &recorded, None, &settings, &mut |_| {});
    let name = "old".to_owned();
    let take = RecordingTake {
        contact_ends: ContactEnds::AtRest,
        name,
        recorded,
        balanced,
        report,
    };
    editor.apply(Edit::SetRecording(Arc::new(take))).unwrap();
    let (count, gone) = places(&human, 4);
    let text = write_document(editor.document(), Path::new(""));
    let (text, frames) = without_numbers(&text, "joints: [", count, &gone);
    assert_eq!(frames, 6);
    let read = |text: &str| read_document(&Source::new("old.pose.ron", text), Path::new(""));
    let old = read(&text).unwrap();
    let (now, then) = (recording(&old), recording(editor.document()));
    for (now, then) in [
        (&now.recorded, &then.recorded),
        (&now.balanced, &then.balanced),
    ] {
        assert!(*now == with_stiff_feet(&human, then));
    }
    // It is written with toes from now on, and comes back to the bit.
    let again = read(&write_document(&old, Path::new(""))).unwrap();
    assert!(again == old);
    // One number fewer is a mistake as ever.
    let (short, _) = without_numbers(&text, "joints: [", count - 2, &[0]);
    let error = read(&short).unwrap_err().to_string();
    let told = format!("has {count} numbers, not {}", count - 3);
    assert!(error.contains(&told), "{error}");
}
