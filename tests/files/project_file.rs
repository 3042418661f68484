//! Project files: what is written and read again is the same to the bit, and what is wrong is said in one sentence.

use crate::session::{drag, drag_to, editor, handle, place};
use contrapposto::correction::{BalanceSettings, ContactEnds, balance_clip};
use contrapposto::document::{Ask, Document, Edit, Editor, RecordingTake};
use contrapposto::gait::{Biped, WalkOrder};
use contrapposto::io::{
    Source, load_document, preset, read_document, save_document, write_document,
};
use contrapposto::math::Random;
use glam::{DVec2, DVec3};
use std::path::Path;
use std::sync::Arc;

/// One ask of every kind that a body can be asked.
fn asks(document: &Document) -> Vec<Ask> {
    let (character, setup) = (&document.character, &document.setup);
    let kin = setup.kinematics(character);
    let grips = setup.handles.iter().map(|handle| &handle.grip);
    let grips: Vec<_> = grips.take(2).collect();
    let limbs = character.link_ids().filter_map(|link| character.limb(link));
    let asks = Ask::together(grips[0], grips[1]).into_iter();
    let asks = asks.chain(grips[0].link().map(|link| Ask::level(&kin, link)));
    let asks = asks.chain(limbs.map(|limb| Ask::pole(&kin, limb)).take(2));
    let asks = asks.chain(Ask::look(character, &kin));
    let asks = asks.chain([Ask::EvenSpine]);
    asks.filter(|ask| ask.check(character).is_ok()).collect()
}

/// Keys, pins, a frozen joint, asks and odd numbers.
fn authored(character: &str) -> Editor {
    let mut editor = editor(character, "slope");
    for secs in [0.0, 0.1 + 0.2, 7.0 / 3.0] {
        let effector = editor.document().character.effectors[0].name.clone();
        let handle = handle(&editor, &effector);
        let target = place(&editor, &effector) + DVec3::new(0.013, 0.017, 0.1 / 3.0);
        drag(&mut editor, &effector, target);
        let link = contrapposto::character::LinkId::new(1);
        for edit in [
            Edit::PinPosition { handle, on: true },
            Edit::PinRotation { handle, on: true },
            Edit::Freeze { link, on: true },
        ]
        .into_iter()
        .chain(asks(editor.document()).into_iter().map(Edit::Ask))
        .chain([Edit::AddKey { secs }])
        {
            editor.apply(edit).expect("the edit can be done");
        }
    }
    editor
}

fn read_again(document: &Document) -> Document {
    let text = write_document(document, Path::new(""));
    let source = Source::new("a.pose.ron", text);
    match read_document(&source, Path::new("")) {
        Ok(again) => again,
        Err(e) => panic!("{e}\n{}", source.text),
    }
}

#[test]
fn every_character_s_document_comes_back_to_the_bit() {
    for (name, _) in contrapposto::io::shipped_characters() {
        let mut editor = authored(name);
        assert_eq!(read_again(editor.document()), *editor.document(), "{name}");
        // A pose that is in no key is written, too.
        editor.apply(Edit::DeleteKey { index: 2 }).unwrap();
        let again = read_again(editor.document());
        assert_eq!(again, *editor.document(), "{name}");
        let texts = [&again, editor.document()].map(|d| write_document(d, Path::new("")));
        assert!(texts[0] == texts[1]);
    }
}

#[test]
fn a_walk_comes_back_as_it_was_made_also_after_a_footprint_was_moved() {
    for (level, steps) in [("flat", 4), ("stepping_stones", 30), ("platform", 6)] {
        let mut editor = editor("human", level);
        let settings = Biped::new(&editor.document().character)
            .unwrap()
            .static_settings();
        editor
            .apply(Edit::Walk(WalkOrder::ahead(settings, steps)))
            .unwrap();
        assert_eq!(read_again(editor.document()), *editor.document(), "{level}");
        editor
            .apply(Edit::SetArcHeight {
                index: 1,
                clearance: 0.1,
            })
            .unwrap();
        if level == "flat" {
            let to_xz = DVec2::new(0.12, 1.2);
            editor
                .apply(Edit::MoveFootstep {
                    index: 1,
                    to_xz,
                    turn: 0.1,
                })
                .unwrap();
        }
        assert_eq!(read_again(editor.document()), *editor.document(), "{level}");
    }
}

#[test]
fn a_recording_and_its_correction_come_back_to_the_bit() {
    let mut editor = editor("human", "flat");
    let document = editor.document();
    let settings = Biped::new(&document.character).unwrap().static_settings();
    let order = WalkOrder::ahead(settings, 1);
    let walk =
        contrapposto::gait::walk(&document.character, &document.level, &order, |_| {}).unwrap();
    let recorded = walk.clip.resampled(&document.character, 1.0 / 30.0);
    let settings = BalanceSettings::default();
    let (balanced, report) =
        balance_clip(&document.character, &recorded, None, &settings, &mut |_| {});
    let name = "one step".to_owned();
    let take = RecordingTake {
        contact_ends: ContactEnds::AsMarked,
        name,
        recorded,
        balanced,
        report,
    };
    editor.apply(Edit::SetRecording(Arc::new(take))).unwrap();
    assert!(read_again(editor.document()) == *editor.document());
}

#[test]
fn characters_and_levels_beside_the_file_move_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let text = include_str!("../../characters/human.ron");
    std::fs::write(folder.path().join("me.ron"), text).unwrap();
    let source = folder.path().join("me.ron").display().to_string();
    let body = Arc::new(contrapposto::io::load_character(&source).unwrap());
    let ground = Arc::new(contrapposto::io::load_level("flat").unwrap());
    let document = Document::new(body, source, ground, "flat");
    let path = folder.path().join("a.pose.ron");
    save_document(&path, &document).unwrap();
    assert!(
        std::fs::read_to_string(&path)
            .unwrap()
            .contains("character: \"me.ron\"")
    );
    assert_eq!(load_document(&path).unwrap(), document);
    let other = tempfile::tempdir().unwrap();
    for file in ["me.ron", "a.pose.ron"] {
        std::fs::copy(folder.path().join(file), other.path().join(file)).unwrap();
    }
    drop(folder);
    let moved = load_document(&other.path().join("a.pose.ron")).unwrap();
    assert_eq!(moved.setup, document.setup);
}

#[test]
fn what_is_wrong_is_said_with_its_place_and_what_would_be_valid() {
    let editor = authored("human");
    let good = write_document(editor.document(), Path::new(""));
    for (from, to, expected) in [
        ("version: 1", "version: 7", "version 7 is not known"),
        ("\"human\"", "\"humam\"", "did you mean \"human\"?"),
        ("\"slope\"", "\"slop\"", "did you mean \"slope\"?"),
        ("current_key: 2", "current_key: 9", "there are 3 keys"),
        (
            "secs: 0.0",
            "secs: -3.0",
            "secs -3 is not between 0 and 3600 s",
        ),
        ("secs: 0.0", "secs: 2.5", "is not between 2.5001 and 3600 s"),
        (
            "(\"left_knee\"",
            "(\"left_knie\"",
            "did you mean \"left_knee\"?",
        ),
        (
            "(\"left_knee\", Hinge",
            "(\"left_hip\", Hinge",
            "joint \"left_hip\"",
        ),
        (
            "margin: 0.02",
            "margin: inf",
            "margin inf is not between 0 and 1 m",
        ),
        ("weight: 1.0", "weight: -1.0", "weight -1 is not between"),
        ("keeps_balance: true", "keeps_balance: 3", "bool"),
        ("keeps_balance", "keep_balance", "keep_balance"),
        ("planted:", "planted: [], was:", "was"),
        ("CenterOfMass", "CentreOfMass", "CentreOfMass"),
        (
            "Together((\"left_hand\"",
            "Together((\"left_hnd\"",
            "did you mean \"left_hand\"?",
        ),
        ("joint: \"left_", "joint: \"lft_", "did you mean \"left_"),
        ("eyes_reach: 0.4", "eyes_reach: 9.4", "is nowhere"),
        ("EvenSpine", "EvenSpine, EvenSpine", "is asked twice"),
    ] {
        assert!(good.contains(from), "{from}");
        let source = Source::new("a.pose.ron", good.replacen(from, to, 1));
        let error = read_document(&source, Path::new("")).unwrap_err();
        assert!(error.message.contains(expected), "{to}: {error}");
        assert!(error.place.is_some(), "{to}: {error}");
    }
}

#[test]
fn files_that_were_damaged_are_read_or_refused_but_never_crash() {
    let mut editor = editor("planar", "flat");
    editor.apply(Edit::AddKey { secs: 0.0 }).unwrap();
    let handle = handle(&editor, "left_hand");
    editor
        .apply(Edit::PinPosition { handle, on: true })
        .unwrap();
    for ask in asks(editor.document()) {
        editor.apply(Edit::Ask(ask)).unwrap();
    }
    let good = write_document(editor.document(), Path::new(""));
    let mut random = Random::new(5);
    let letters = b"0123456789.-+eE()[]{}:,\"\\ \nabcNaninf_#/";
    let (mut read, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let mut bytes = good.clone().into_bytes();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            match random.below(4) {
                0 => bytes[at] = letters[random.below(letters.len())],
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, letters[random.below(letters.len())]),
                _ => {
                    let end = (at + random.below(40)).min(bytes.len());
                    drop(bytes.drain(at..end));
                }
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        match read_document(&Source::new("a.pose.ron", text), Path::new("")) {
            Ok(document) => {
                read += 1;
                // What is read can be worked with.
                let mut editor = Editor::new(document);
                let handle = read % editor.document().setup.handles.len().max(1);
                if editor.apply(Edit::BeginDrag { handle }).is_ok() {
                    drag_to(&mut editor, DVec3::new(0.1, 1.0, 0.2));
                }
            }
            Err(e) => {
                refused += 1;
                assert!(!e.message.is_empty() && e.message.len() < 1000, "{e}");
            }
        }
    }
    assert!(
        read > 100 && refused > 5_000,
        "{read} read, {refused} refused"
    );
}

#[test]
fn walks_that_were_damaged_are_made_or_refused_but_never_crash() {
    let mut editor = editor("human", "flat");
    let settings = Biped::new(&editor.document().character)
        .unwrap()
        .static_settings();
    editor
        .apply(Edit::Walk(WalkOrder::ahead(settings, 1)))
        .unwrap();
    let good = write_document(editor.document(), Path::new(""));
    let take = good.find("take:").unwrap();
    let mut random = Random::new(6);
    for _ in 0..200 {
        let mut bytes = good.clone().into_bytes();
        let at = take + random.below(bytes.len() - take);
        bytes[at] = b"0123456789.-e"[random.below(13)];
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let _ = read_document(&Source::new("a.pose.ron", text), Path::new(""));
    }
}

/// On hands and knees, one palm on ice.
fn crawling() -> Editor {
    let mut editor = editor("human", "flat");
    let character = editor.document().character.clone();
    let mut preset = preset("crawl", &character).expect("it is shipped");
    preset.asked.plants[2].friction = 0.125;
    editor
        .apply(Edit::Preset(Arc::new(preset)))
        .expect("the edit can be done");
    editor
        .apply(Edit::AddKey { secs: 1.0 })
        .expect("the edit can be done");
    editor
}

#[test]
fn what_carries_beside_the_feet_is_saved_with_its_friction_and_how_it_lies() {
    let editor = crawling();
    let again = read_again(editor.document());
    assert_eq!(again.setup, editor.document().setup);
    assert_eq!(again.keys, editor.document().keys);
    let plants = &again.setup.plants;
    assert_eq!(plants.len(), 4);
    assert_eq!(plants[2].friction, 0.125);
    assert_eq!(plants[3].friction, 0.8);
    let lie = plants.iter().map(|plant| plant.lying.is_some());
    assert_eq!(lie.collect::<Vec<_>>(), [false, false, true, true]);
}

#[test]
fn what_is_wrong_with_what_carries_is_said_with_its_place() {
    let good = write_document(crawling().document(), Path::new(""));
    for (from, to, expected) in [
        (
            "friction: 0.125",
            "friction: -0.5",
            "friction -0.5 is not between 0 and 10",
        ),
        (
            "friction: 0.125",
            "friction: inf",
            "friction inf is not between 0 and 10",
        ),
        ("friction: 0.125", "friktion: 0.125", "friktion"),
        (
            "normal: (0.0, 1.0, 0.0)",
            "normal: (0.0, 0.0, 0.0)",
            "a plant's normal has a length",
        ),
        (
            "link: \"left_hand\"",
            "link: \"left_hnd\"",
            "did you mean \"left_hand\"?",
        ),
        ("rotation: (", "rotation: (5", "rotation"),
    ] {
        // Handles name links as well: only what carries is meant.
        let plants = good.find("plants:").unwrap();
        let at = plants
            + good[plants..]
                .find(from)
                .unwrap_or_else(|| panic!("{from}: {good}"));
        let wrong = format!("{}{to}{}", &good[..at], &good[at + from.len()..]);
        let source = Source::new("a.pose.ron", wrong);
        let error = read_document(&source, Path::new("")).unwrap_err();
        assert!(error.message.contains(expected), "{to}: {error}");
        assert!(
            error.to_string().starts_with("a.pose.ron:"),
            "{to}: {error}"
        );
        assert!(error.place.is_some(), "{to}: {error}");
    }
}
