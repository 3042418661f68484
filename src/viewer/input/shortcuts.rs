//! From keys to commands, in the order in which they were pressed.

use super::actions::{Action, table};
use egui::{Event, Key, Modifiers};

/// Takes what the table knows out of a frame's events; the rest is left to text fields and panels.
pub(crate) fn take_actions(events: &mut Vec<Event>) -> Vec<Action> {
    let mut actions = Vec::new();
    events.retain(|event| {
        let action = action_of(event);
        actions.extend(action);
        action.is_none()
    });
    actions
}

fn action_of(event: &Event) -> Option<Action> {
    match *event {
        // Desktops have their own events for these.
        Event::Copy => Some(Action::Copy),
        Event::Paste(_) => Some(Action::Paste),
        Event::Key {
            key,
            pressed: true,
            repeat,
            modifiers,
            ..
        } => action_of_key(key, modifiers).filter(|action| !repeat || goes_on(*action)),
        _ => None,
    }
}

/// The command with the most of the held modifiers: Shift+W is not W.
fn action_of_key(key: Key, held: Modifiers) -> Option<Action> {
    let shortcuts =
        table().flat_map(|entry| entry.shortcuts.iter().map(|keys| (keys, entry.action)));
    let fitting = shortcuts
        .filter(|(keys, _)| keys.logical_key == key && held.matches_logically(keys.modifiers));
    let count = |modifiers: Modifiers| {
        u8::from(modifiers.shift) + u8::from(modifiers.command) + u8::from(modifiers.alt)
    };
    fitting
        .max_by_key(|(keys, _)| count(keys.modifiers))
        .map(|(_, action)| action)
}

/// Whether a key that is held does it again and again; a switch would flicker.
const fn goes_on(action: Action) -> bool {
    matches!(
        action,
        Action::Undo | Action::Redo | Action::PreviousKey | Action::NextKey
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(key: Key, modifiers: Modifiers, repeat: bool) -> Event {
        Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat,
            modifiers,
        }
    }

    #[test]
    fn keys_of_one_frame_act_in_the_order_they_came() {
        let ctrl = Modifiers::CTRL | Modifiers::COMMAND;
        let mut events = vec![
            press(Key::R, ctrl, false),
            Event::Text("x".to_owned()),
            Event::Copy,
            press(Key::Z, ctrl, false),
            press(Key::K, Modifiers::NONE, false),
        ];
        assert_eq!(
            take_actions(&mut events),
            [Action::Reset, Action::Copy, Action::Undo, Action::AddKey]
        );
        assert_eq!(events, [Event::Text("x".to_owned())]);
    }

    #[test]
    fn a_key_with_shift_is_another_one_where_the_table_says_so() {
        let keys = |modifiers| action_of(&press(Key::W, modifiers, false));
        assert_eq!(keys(Modifiers::NONE), Some(Action::WalkNow));
        assert_eq!(keys(Modifiers::SHIFT), Some(Action::DropTake));
        assert_eq!(keys(Modifiers::CTRL | Modifiers::COMMAND), None);
    }

    #[test]
    fn a_held_key_undoes_on_and_on_but_switches_once() {
        let ctrl = Modifiers::CTRL | Modifiers::COMMAND;
        let mut held = vec![
            press(Key::P, Modifiers::NONE, true),
            press(Key::Z, ctrl, true),
            press(Key::Z, ctrl, true),
        ];
        assert_eq!(take_actions(&mut held), [Action::Undo, Action::Undo]);
    }
}
