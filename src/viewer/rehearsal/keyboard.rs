//! Who hears the keys.

use super::Rehearsal;
use egui::Key;

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
