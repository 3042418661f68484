//! Every kind of file that the program reads: how it comes to read it, and good examples to spoil.

use super::{clip_text, code_block, problems, solving, texts};
#[cfg(feature = "viewer")]
use crate::session;
use contrapposto::character::Character;
#[cfg(feature = "viewer")]
use contrapposto::correction::{BalanceSettings, ContactEnds, balance_clip};
#[cfg(feature = "viewer")]
use contrapposto::document::{Ask, Edit, Editor, RecordingTake};
#[cfg(feature = "viewer")]
use contrapposto::io::write_document;
use contrapposto::io::{
    Source, load_character, read_habits, shipped_characters, shipped_lessons, shipped_levels,
    write_habits, write_pose,
};
use contrapposto::lab::random_clip;
use std::path::Path;
#[cfg(feature = "viewer")]
use std::sync::Arc;

/// A kind of file, how it is read, and good examples to spoil.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) ending: &'static str,
    /// Command lines; `@` stands for the file. A line without it reads the file as its home's settings.
    pub(crate) lines: &'static [&'static str],
    pub(crate) examples: Vec<String>,
}

/// Every kind of file. `folder` has a motion of somebody, `walk.bvh`.
pub(crate) fn kinds(folder: &Path) -> Vec<Kind> {
    let human = load_character("human").expect("the human is shipped");
    let clip = clip_text(&human, &random_clip(&human, 4, 0.1, 1));
    let motion = std::fs::read_to_string(folder.join("walk.bvh")).expect("a motion");
    let map = r#"(version: 1, map: {"pelvis": "pelvis", "chest": "chest", "head": ""})"#;
    let (variants, characters): (Vec<_>, Vec<_>) = texts(shipped_characters())
        .into_iter()
        .partition(|text| text.contains("base:"));
    let kind = |name, ending, lines, examples| Kind {
        name,
        ending,
        lines,
        examples,
    };
    #[allow(unused_mut, reason = "the window adds its own")]
    let mut kinds = vec![
        kind("character", "ron", BODY, characters),
        kind("variant", "ron", BODY, variants),
        kind(
            "level",
            "ron",
            &[
                "walk -l @ -n 2",
                "pose -l @ --restarts 1",
                "ghost walk.bvh -c human -l @",
            ],
            texts(shipped_levels()),
        ),
        kind(
            "goals",
            "ron",
            &["pose --goals @ --restarts 1 --json", "explain --goals @"],
            vec![code_block(include_str!("../../../docs/goals.md"), "ron")],
        ),
        kind(
            "solver settings",
            "ron",
            &["pose --settings @", "explain --settings @"],
            solving::settings(),
        ),
        kind(
            "problems",
            "json",
            &["bench ik --problems @ --repeat 1"],
            vec![problems(human.clone())],
        ),
        kind(
            "joint map",
            "ron",
            &["balance walk.bvh --map @"],
            vec![map.to_owned()],
        ),
        kind(
            "pose",
            "ron",
            &["inspect human --pose @", "pose --from @ --restarts 1"],
            vec![write_pose(&human, &human.rest)],
        ),
        kind(
            "clip",
            "ron",
            &[
                "check @ --json",
                "picture @ --out @.png",
                "ghost @",
                "convert @ @.glb",
                "convert @ @.bvh",
            ],
            vec![clip],
        ),
        kind(
            "motion",
            "bvh",
            &[
                "check @",
                "balance @ --json",
                "inspect @",
                "convert @ @.ron",
            ],
            vec![motion],
        ),
        kind(
            "habits",
            "ron",
            &["pose --posture @ --restarts 1", "explain --posture @"],
            habits(&human),
        ),
        kind(
            "lesson",
            "ron",
            &["lesson check @", "lesson @"],
            texts(shipped_lessons()),
        ),
    ];
    #[cfg(feature = "viewer")]
    kinds.extend(window_kinds());
    kinds
}

/// What people do, and a file with fewer kinds of poses and synergies than that has.
fn habits(human: &Character) -> Vec<String> {
    let people = include_str!("../../../characters/people.habits.ron");
    let mut few = read_habits(&Source::new("people.habits.ron", people), human).expect("habits");
    few.kinds.truncate(2);
    for kind in &mut few.kinds {
        kind.synergies.truncate(1);
    }
    vec![people.to_owned(), write_habits(human, &few, "few")]
}

/// What the window reads.
#[cfg(feature = "viewer")]
fn window_kinds() -> [Kind; 3] {
    let kind = |name, ending, lines, examples| Kind {
        name,
        ending,
        lines,
        examples,
    };
    [
        kind(
            "script",
            "ron",
            &["view --script @"],
            vec![
                include_str!("../../../docs/tour.ron").to_owned(),
                include_str!("../../../docs/timings.ron").to_owned(),
            ],
        ),
        kind("project", "pose.ron", &["view @"], projects()),
        kind(
            "window settings",
            "ron",
            &["view"],
            vec![WINDOW_SETTINGS.to_owned()],
        ),
    ]
}

const BODY: &[&str] = &["inspect @", "pose -c @ --restarts 1", "walk -c @ -n 1"];

/// As the window writes them.
#[cfg(feature = "viewer")]
pub(crate) const WINDOW_SETTINGS: &str = r#"(scale: 1.25, theme: Light, samples: Some(4), mouse: Blender,
    overlays: [Grid, Handles, Pressure], recent: ["a.pose.ron", "b.pose.ron"], recording: Over,
    ghost: (on: true, place: Aside, manner: (muscle: (tone_hz: 2.5, strength: 2.5, damping_ratio: 1.0))),
    folder: Some("."), hints_seen: true, start_panel: false)"#;

/// A project with two keys and something asked, one with a walk, and one with a recording.
#[cfg(feature = "viewer")]
pub(crate) fn projects() -> Vec<String> {
    let mut keys = session::editor("human", "slope");
    keys.apply(Edit::Ask(Ask::EvenSpine)).expect("an ask");
    for secs in [0.0, 0.7] {
        keys.apply(Edit::AddKey { secs }).expect("a key");
    }
    let mut walk = session::editor("human", "stairs");
    let order = session::walk(&walk, 1);
    walk.apply(order).expect("a walk");
    let mut recording = session::editor("mannequin", "flat");
    let body = &recording.document().character;
    let recorded = random_clip(body, 4, 0.1, 1);
    let settings = BalanceSettings::default();
    let (balanced, report) = balance_clip(body, &recorded, None, &settings, &mut |_| {});
    let take = RecordingTake {
        name: "four frames".to_owned(),
        contact_ends: ContactEnds::AtRest,
        recorded,
        balanced,
        report,
    };
    let take = Edit::SetRecording(Arc::new(take));
    recording.apply(take).expect("a recording");
    let written = |editor: &Editor| write_document(editor.document(), Path::new(""));
    [&keys, &walk, &recording].map(written).into()
}
