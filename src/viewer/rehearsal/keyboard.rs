//! Who hears the keys.

use super::Rehearsal;
use crate::viewer::panels::Tab;
use egui::{Event, Key, Modifiers};

#[test]
fn tab_hides_the_panel_and_the_keys_after_it_are_heard() {
    let mut window = Rehearsal::new("human", "flat");
    window.key(Key::Tab);
    assert!(!window.app.forms.open);
    window.key(Key::K);
    assert_eq!(window.app.document().keys.len(), 1);
    window.key(Key::Tab);
    assert!(window.app.forms.open);
}

#[test]
fn digits_after_a_second_click_into_a_number_are_typed_and_no_commands() {
    let mut window = Rehearsal::new("human", "flat");
    window.app.forms.tab = Tab::Goals;
    let camera = window.app.panes.lit().camera.angles();
    let margin = window.app.document().setup.margin;
    let placed = window.placed_words();
    let (_, field) = placed.iter().find(|(words, _)| words == "20.0 mm").unwrap();
    // At its end, where the unit is while nobody types.
    let end = field.right_center() - egui::vec2(2.0, 0.0);
    window.click(end);
    window.click(end);
    assert!(window.ctx.wants_keyboard_input());
    let typed = Event::Text("55".to_owned());
    window.frame(Modifiers::NONE, vec![typed]);
    window.key(Key::Num1);
    window.key(Key::Enter);
    assert_eq!(window.app.panes.lit().camera.angles(), camera);
    assert_ne!(window.app.document().setup.margin, margin);
}
