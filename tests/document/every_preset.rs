//! From standing to every pose with a name and back, in the time that the window offers.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "helpers of tests may panic, and figures are worth reading"
)]

use crate::session::{editor, take_preset};
use contrapposto::document::{Edit, Editor, bake, hasty_ways};
use contrapposto::kinematics::Kinematics;
use contrapposto::motion::Audit;
use glam::DVec3;

const FRAME_SECS: f64 = 1.0 / 120.0;
/// The time that the window gives a new key at first [s].
const FIRST_SECS: f64 = 1.0;

fn key(editor: &mut Editor, secs: f64) {
    let setup = editor.document().setup.clone();
    editor.apply(Edit::AddKey { secs }).unwrap();
    editor.apply(Edit::LeaveKey { setup }).unwrap();
}

/// What came of a way to a pose and back.
struct There {
    name: &'static str,
    /// Until the pose, and from there [s].
    secs: [f64; 2],
    /// How far the zero-moment point stays inside what stands [m].
    margin: f64,
    /// Whether the window has nothing more to offer.
    is_settled: bool,
    /// How far the chest leans beyond both keys' own leans [°].
    lean_deg: f64,
    /// The frame with the smallest margin [s].
    at: f64,
    inside: f64,
}

/// Stands, takes a pose, stands; each way gets the time that is offered for it.
fn there_and_back(name: &'static str) -> There {
    let mut editor = editor("human", "flat");
    key(&mut editor, 0.0);
    take_preset(&mut editor, name);
    key(&mut editor, FIRST_SECS);
    editor.apply(Edit::GoToKey { index: 0 }).unwrap();
    let standing = editor.document().setup.clone();
    editor.apply(Edit::LeaveKey { setup: standing }).unwrap();
    key(&mut editor, 2.0 * FIRST_SECS);
    let audit_of = |editor: &Editor| {
        let document = editor.document();
        let clip = bake(document, FRAME_SECS).unwrap();
        let audit = Audit::new(&document.character, &clip, Some(&document.level));
        (clip, audit)
    };
    let (_, audit) = audit_of(&editor);
    let mut offered = hasty_ways(editor.document(), &audit);
    offered.reverse();
    for hasty in &offered {
        let keys = &editor.document().keys;
        let had = keys[hasty.index + 1].secs - keys[hasty.index].secs;
        let longer = Edit::Ripple {
            from_index: hasty.index + 1,
            by_secs: hasty.needs_secs - had,
        };
        editor.apply(longer).unwrap();
    }
    let (clip, audit) = audit_of(&editor);
    let document = editor.document();
    let keys = &document.keys;
    let moving = audit.summary.dynamic_margin.unwrap();
    let chest = document.character.find_link("chest").unwrap();
    let up = |pose| {
        Kinematics::of(&document.character, pose)
            .link(chest)
            .rotation
            * DVec3::Y
    };
    let ends = [&keys[0], &keys[1]].map(|key| up(&key.setup.pose));
    let beyond = clip.frames.iter().map(|frame| {
        let own = up(&frame.pose);
        let from_ends = ends.map(|end| end.angle_between(own));
        from_ends[0].max(from_ends[1]) - ends[0].angle_between(ends[1])
    });
    There {
        name,
        secs: [keys[1].secs - keys[0].secs, keys[2].secs - keys[1].secs],
        margin: moving.min,
        is_settled: hasty_ways(document, &audit).is_empty(),
        lean_deg: beyond.fold(0.0, f64::max).to_degrees(),
        at: moving.frame as f64 * FRAME_SECS,
        inside: moving.inside_fraction,
    }
}

/// Poses that feet alone carry and that a person comes to and leaves without tipping. The others tip in some frames whatever time they
/// get, and nothing is offered for them: `arabesque`, `deep_squat`, `fencer`, `hands_on_hips`, `kick`, `lunge`, `tiptoe_reach`, `tree`, `warrior`.
const REACHED: [&str; 12] = [
    "archer",
    "bow",
    "carry_box",
    "contrapposto",
    "crouch",
    "left_leg",
    "look_back",
    "pick_up",
    "stretch",
    "think",
    "throw",
    "wave",
];

#[test]
fn poses_are_reached_from_standing_and_left_again_in_the_time_that_the_window_offers() {
    for name in REACHED {
        let there = there_and_back(name);
        println!(
            "{:>13}: {:.2} s there, {:.2} s back, zero-moment point {:.1} mm inside at {:.2} s, in {:.1} % of the frames, trunk {:.0}° beyond its keys",
            there.name,
            there.secs[0],
            there.secs[1],
            1e3 * there.margin,
            there.at,
            1e2 * there.inside,
            there.lean_deg,
        );
        assert!(there.margin >= 0.0 && there.is_settled, "{name}");
        assert!(there.lean_deg < 15.0, "{name}: {}°", there.lean_deg);
        // Who bends down to the floor needs more than a second; all others are there in that.
        let takes_longer = there.secs.iter().any(|secs| *secs > FIRST_SECS + 1e-9);
        assert_eq!(
            takes_longer,
            name == "pick_up",
            "{name}: {:?} s",
            there.secs
        );
    }
}
