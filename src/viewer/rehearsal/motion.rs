//! Motions that are changed, cancelled and measured while they are worked out.

use super::Rehearsal;
use crate::document::Edit;
use crate::gait::ArcGrip;
use crate::kinematics::Side;
use crate::viewer::input::actions::{Action, Overlay};
use crate::viewer::session::editing::Manner;
use crate::viewer::session::jobs::Answer;
use crate::viewer::session::work::Kind;
use crate::viewer::signs::footwork::WalkGrip;
use crate::viewer::theme::color32;
use egui::{Key, Shape};
use glam::{DVec2, DVec3};

impl Rehearsal {
    /// A walk of four steps, at rest at its start.
    fn walking() -> Self {
        let mut window = Self::new("human", "flat");
        window.app.forms.walk.steps = 4;
        window.app.perform(Action::WalkNow);
        window.until("it walks", |window| window.app.session.playback.playing);
        window.key(Key::Space);
        window
    }
}

#[test]
fn whatever_is_dragged_of_a_walk_is_worked_out_in_the_background() {
    let (index, to) = (1, DVec3::Y);
    for edit in [
        Edit::PullArc {
            index,
            grip: ArcGrip::Apex,
            to,
        },
        Edit::MoveFootstep {
            index,
            to_xz: DVec2::ZERO,
            turn: 0.0,
        },
        Edit::SetArcHeight {
            index,
            clearance: 0.1,
        },
    ] {
        assert_eq!(Manner::of(&edit), Manner::Slide, "{edit:?}");
    }
}

#[test]
fn a_drag_that_is_cancelled_leaves_nothing_of_the_walk_that_it_made() {
    let mut window = Rehearsal::walking();
    let before = window.app.document().clone();
    let footwork = &window.app.hand.footwork;
    let middle = footwork.place(WalkGrip::Footprint(1)).unwrap();
    // A step of a stroll leads out of the view.
    window.app.panes.frame_point(middle);
    window.wait(0.6);
    let pane = window.app.panes.get(window.app.panes.in_use());
    let at = pane.project(middle).unwrap();
    window.pull(at, at + egui::vec2(0.0, 24.0), egui::Modifiers::NONE);
    window.until("it walks there", |window| {
        *window.app.document() != before && !window.app.session.work.is_busy()
    });
    window.app.perform(Action::Show(Overlay::ZeroMoment));
    window.until("it is measured", |window| {
        window.app.session.audit.is_some()
    });
    assert!(window.app.cancel_drag());
    assert_eq!(*window.app.document(), before);
    assert!(
        window.app.session.audit.is_none(),
        "that was the other walk"
    );
}

#[test]
fn a_project_is_baked_though_the_one_before_it_was_cancelled() {
    let mut window = Rehearsal::new("human", "flat");
    for secs in [0.0, 1.0] {
        assert!(window.app.edit(Edit::AddKey { secs }));
    }
    let path = window.home.path().join("keys.pose.ron");
    assert!(window.app.save_to(&path));
    window.app.deliver(Kind::Bake, Answer::Cancelled);
    window.app.open_file(&path);
    window.until("its keys are a motion", |window| {
        window.app.session.motion.is_some()
    });
}

#[test]
fn a_click_on_the_lowest_margin_goes_there_though_keys_begin_late() {
    let mut window = Rehearsal::new("human", "flat");
    assert!(window.app.edit(Edit::AddKey { secs: 1.0 }));
    window.app.seek(2.0);
    window.drag_handle("left_hand", 90.0, 20.0);
    window.until("its keys are a motion", |window| {
        window.app.session.motion.is_some() && window.app.forms.strip.lowest.is_some()
    });
    let lowest = window.app.forms.strip.lowest.unwrap();
    assert!(lowest.secs >= 1.0 && lowest.secs <= 2.0, "{lowest:?}");
    let x = 22.0 + 1236.0 * lowest.secs as f32 / 4.0;
    window.click(egui::pos2(x, 724.0));
    assert_eq!(window.app.session.playback.secs, lowest.secs);
}

#[test]
fn the_words_of_the_margin_lie_over_footprints_and_under_the_dots_that_are_dragged() {
    let mut window = Rehearsal::walking();
    window.frames(1);
    let is_margin =
        |shape: &Shape| matches!(shape, Shape::Text(text) if text.galley.text().ends_with(" edge"));
    let theme = &window.app.shell.theme;
    let fills = [Side::Left, Side::Right].map(|side| color32(theme.side(side).faded(0.35)));
    let is_print = |shape: &Shape| matches!(shape, Shape::Path(path) if path.closed && fills.contains(&path.fill));
    let shapes: Vec<&Shape> = window.output.shapes.iter().map(|it| &it.shape).collect();
    let words = shapes.iter().position(|shape| is_margin(shape)).unwrap();
    let prints = (0..shapes.len()).filter(|index| is_print(shapes[*index]));
    let prints: Vec<usize> = prints.collect();
    let swings = window.app.hand.footwork.swings.len();
    // Those in view.
    assert!(prints.len() >= 3, "{prints:?}");
    assert!(
        prints.iter().all(|print| *print < words),
        "{prints:?}, {words}"
    );
    // Every arc that is in view has its dot, over the words.
    let pane = window.app.panes.lit();
    let mut dots = 0;
    for step in 0..swings {
        let grip = WalkGrip::Arc(step, ArcGrip::Apex);
        let at = window
            .app
            .hand
            .footwork
            .place(grip)
            .and_then(|at| pane.project(at));
        let is_dot = |shape: &Shape| matches!(shape, Shape::Circle(dot) if at.is_some_and(|at| dot.center.distance(at) < 0.5));
        if let Some(dot) = shapes.iter().position(|shape| is_dot(shape)) {
            assert!(dot > words, "{dot}, {words}");
            dots += 1;
        }
    }
    assert!(dots > 0);
}
