//! What else is asked, from the menu of the panel.

use super::Rehearsal;
use egui::{Event, Key, Modifiers, MouseWheelUnit, Pos2, pos2, vec2};

const CTRL: Modifiers = Modifiers::CTRL.plus(Modifiers::COMMAND);

impl Rehearsal {
    /// Where words are seen that were not there before, or nowhere.
    fn find_words(&mut self, words: &str, known: &[(String, egui::Rect)]) -> Option<Pos2> {
        let all = self.placed_words().into_iter();
        let mut new = all.filter(|placed| placed.0 == words && placed.1.height() > 8.0);
        new.find(|placed| !known.contains(placed))
            .map(|(_, place)| place.center())
    }
}

#[test]
fn hands_that_the_panel_asks_together_meet_and_part_again_with_undo() {
    let mut window = Rehearsal::new("human", "flat");
    let hand = window.seen("left_hand");
    window.click(hand);
    let before = window.app.document().setup.clone();
    // The list is long: the wheel leads to its end.
    window.frame(
        Modifiers::NONE,
        vec![Event::PointerMoved(pos2(1100.0, 500.0))],
    );
    for _ in 0..60 {
        let wheel = Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta: vec2(0.0, -60.0),
            modifiers: Modifiers::NONE,
        };
        window.frame(Modifiers::NONE, vec![wheel]);
    }
    // Lists come to rest gently.
    window.wait(0.5);
    let also = window.find_words("Also", &[]).expect("it is in sight");
    let all = window.placed_words();
    let mut plus = all.iter().filter(|(words, _)| words == "+");
    let plus = plus.find(|(_, place)| (place.center().y - also.y).abs() < 10.0);
    window.click(plus.expect("it stands beside it").1.center());
    let entry = window.find_words("left hand together with", &[]);
    let known = window.placed_words();
    window.click(entry.expect("a hand is selected"));
    let other = window.find_words("right hand", &known);
    window.click(other.expect("the menu beside it is open"));
    assert_eq!(window.app.document().setup.asks.len(), 1);
    let gap = window
        .place("left_hand")
        .distance(window.place("right_hand"));
    assert!(gap < 5e-4, "{gap} m");
    window.key_with(CTRL, Key::Z);
    assert_eq!(window.app.document().setup, before);
}
