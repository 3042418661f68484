//! Views, what is drawn in them, and what the mouse finds there.

use super::Rehearsal;
use crate::document::Edit;
use crate::viewer::input::actions::{Action, Overlay, table};
use crate::viewer::panes::PaneMode;
use crate::viewer::scene::Scene;
use egui::{Key, pos2, vec2};

impl Rehearsal {
    /// A handle by its name.
    fn handle(&self, name: &str) -> usize {
        let handles = &self.app.document().setup.handles;
        handles
            .iter()
            .position(|handle| handle.name == name)
            .unwrap()
    }
}

#[test]
fn five_views_show_five_scenes_and_each_of_them_is_framed() {
    let mut window = Rehearsal::new("human", "flat");
    let scenes = (0..5).map(|k| {
        let mut scene = Scene::of_document(window.app.document());
        scene.name = Some(format!("solver {k}"));
        Some(scene)
    });
    let scenes: Vec<Option<Scene>> = scenes.collect();
    window.app.panes.compare(scenes);
    window.frames(2);
    assert_eq!(window.app.panes.open().count(), 5);
    assert_eq!(window.app.panes.mode(), None);
    let words = window.words();
    for k in 0..5 {
        assert!(words.contains(&format!("solver {k}")), "{words:?}");
    }
    for id in window.app.panes.open() {
        let pane = window.app.panes.get(id);
        let bounds = pane.scene(&window.app.scene).bounds();
        for corner in bounds.corners() {
            let seen = pane.project(corner).unwrap();
            assert!(
                pane.rect.expand(1.0).contains(seen),
                "{seen} in {}",
                pane.rect
            );
        }
    }
    // What is dragged in one of them is an edit of the document.
    let id = window.app.panes.open().nth(3).unwrap();
    let pane = window.app.panes.get(id);
    let hand = pane.project(window.place("left_hand")).unwrap();
    window.drag(hand, hand - vec2(0.0, 30.0));
    assert_eq!(window.app.session.editor.undo_depth(), 1);
    window.key(Key::F1);
    assert_eq!(window.app.panes.mode(), Some(PaneMode::Solid));
}

#[test]
fn what_is_in_front_is_taken_first_and_a_second_click_takes_what_is_behind_it() {
    let mut window = Rehearsal::new("human", "flat");
    // From the side one hand is behind the other.
    window.key(Key::Num3);
    window.wait(0.4);
    let pane = window.app.panes.get(window.app.panes.in_use());
    let depth = |name: &str| pane.camera.depth(window.place(name));
    assert!(depth("left_hand") < depth("right_hand") - 0.2);
    let at = pane.project(window.place("right_hand")).unwrap();
    assert!(at.distance(pane.project(window.place("left_hand")).unwrap()) < 6.0);
    let (front, behind) = (window.handle("left_hand"), window.handle("right_hand"));
    window.click(at);
    assert_eq!(window.app.hand.selected, Some(front));
    window.wait(0.4);
    window.click(at);
    assert_eq!(window.app.hand.selected, Some(behind));
    // What is selected is what a drag takes.
    let before = window.place("right_hand");
    window.drag(at, at + vec2(30.0, -20.0));
    assert_eq!(window.app.hand.selected, Some(behind));
    assert!(window.place("right_hand").distance(before) > 0.05);
}

#[test]
fn no_menu_is_longer_than_the_window() {
    let mut window = Rehearsal::new("human", "flat");
    let mut longest: f32 = 0.0;
    for x in (20..420).step_by(40) {
        window.click(pos2(x as f32, 14.0));
        let layers: Vec<egui::LayerId> = window
            .ctx
            .memory(|memory| memory.areas().visible_layer_ids().into_iter().collect());
        for layer in layers {
            let rect = window.ctx.memory(|memory| memory.area_rect(layer.id));
            if let Some(rect) = rect.filter(|_| layer.order == egui::Order::Foreground) {
                longest = longest.max(rect.height());
                assert!(rect.bottom() <= 800.0, "the menu at {x}: {rect}");
            }
        }
        window.key(Key::Escape);
    }
    assert!(longest > 200.0, "menus were open: {longest}");
}

#[test]
fn names_of_keys_are_words_that_every_font_has() {
    for entry in table() {
        assert!(entry.keys().is_ascii(), "{}: {}", entry.name, entry.keys());
    }
}

#[test]
fn arrows_of_the_jacobian_say_what_they_are() {
    let mut window = Rehearsal::new("human", "flat");
    let told = |window: &mut Rehearsal| {
        let words = window.words();
        words.iter().any(|words| words.contains("1 m/rad"))
    };
    assert!(!told(&mut window));
    window.app.perform(Action::Show(Overlay::Jacobian));
    assert!(told(&mut window));
}

#[test]
fn keeping_a_pose_moves_no_camera() {
    let mut window = Rehearsal::new("human", "flat");
    window.key(Key::K);
    let hand = window.handle("left_hand");
    assert!(window.app.edit(Edit::BeginDrag { handle: hand }));
    let position = Some(window.place("left_hand") + glam::DVec3::new(0.5, 0.3, 0.4));
    window.app.edit(Edit::DragTo {
        position,
        rotation: None,
    });
    window.app.edit(Edit::EndDrag);
    window.app.keep_between_keys();
    window.frames(2);
    let before = window.app.panes.lit().camera.clone();
    window.key(Key::K);
    assert_eq!(window.app.panes.lit().camera, before);
    assert_eq!(window.app.document().keys.len(), 2);
}

#[test]
fn a_trunk_that_passes_the_horizontal_turns_no_camera() {
    let mut window = Rehearsal::new("human", "flat");
    let before = window.app.panes.lit().camera.angles();
    let standing = window.app.document().setup.pose.clone();
    for deg in [80.0_f64, 89.0, 91.0, 100.0, 170.0] {
        let over = glam::DQuat::from_rotation_x(deg.to_radians());
        let mut bent = standing.clone();
        bent.world_from_root.rotation = over * standing.world_from_root.rotation;
        assert!(window.app.edit(Edit::SetPose(bent)));
        window.wait(0.1);
        let trunk = window.place("chest") - window.place("pelvis");
        assert_eq!(trunk.y < 0.0, deg > 90.0, "{deg}: {trunk}");
        assert_eq!(window.app.panes.lit().camera.angles(), before, "{deg}");
    }
}
