//! Every command of the window in one table: the menus, the shortcuts, the help overlay, scripts and tests are made
//! from it. A row is all that a command is: its name is a variant of `Action`, and
//! `perform` does not compile before somebody says what it does.

use egui::{Key, KeyboardShortcut, Modifiers};
use serde::{Deserialize, Serialize};

/// A menu of the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Menu {
    File,
    Edit,
    Pose,
    Time,
    Walk,
    Ghost,
    View,
    Lessons,
    Help,
}

impl Menu {
    /// From left to right.
    pub(crate) const ALL: [Self; 9] = [
        Self::File,
        Self::Edit,
        Self::Pose,
        Self::Time,
        Self::Walk,
        Self::Ghost,
        Self::View,
        Self::Lessons,
        Self::Help,
    ];

    /// What stands in the bar.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Pose => "Pose",
            Self::Time => "Time",
            Self::Walk => "Walk",
            Self::Ghost => "Ghost",
            Self::View => "View",
            Self::Lessons => "Lessons",
            Self::Help => "Help",
        }
    }
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// What it does.
    pub(crate) action: Action,
    /// Where it stands.
    pub(crate) menu: Menu,
    /// Its words in the menu.
    pub(crate) name: &'static str,
    /// Keys that do it; the first one is shown.
    pub(crate) shortcuts: &'static [KeyboardShortcut],
    /// One sentence.
    pub(crate) help: &'static str,
}

const fn entry(
    action: Action,
    menu: Menu,
    (name, help): (&'static str, &'static str),
    shortcuts: &'static [KeyboardShortcut],
) -> Entry {
    Entry {
        action,
        menu,
        name,
        shortcuts,
        help,
    }
}

const fn key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

const fn shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

/// Actions and their rows from one list, so that none is without the other.
macro_rules! commands {
    ($($menu:ident $action:ident $name:literal [$($keys:expr),*] $help:literal)*) => {
        /// What a person can ask the window for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub(crate) enum Action {
            $($action,)*
            /// Shows or hides what is drawn over the figure.
            Show(Overlay),
        }

        impl Action {
            /// Its row.
            pub(crate) const fn entry(self) -> &'static Entry {
                match self {
                    $(Self::$action => &COMMANDS[Row::$action as usize],)*
                    Self::Show(overlay) => &OVERLAYS[overlay as usize],
                }
            }
        }

        /// Places in the list.
        enum Row {
            $($action,)*
        }

        const COMMANDS: &[Entry] = &[
            $(entry(Action::$action, Menu::$menu, ($name, $help), &[$($keys),*]),)*
        ];
    };
}

/// The same for what is drawn over the figure, which stands at the end of a menu.
macro_rules! overlays {
    ($($overlay:ident $first:ident $name:literal [$($keys:expr),*] $help:literal)*) => {
        /// What is drawn over the figure; each can be switched.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub(crate) enum Overlay {
            $($overlay,)*
        }

        impl Overlay {
            /// All of them, in the order of the menu.
            pub(crate) const ALL: &[Self] = &[$(Self::$overlay),*];

            /// Before anybody chose.
            const fn at_first(self) -> AtFirst {
                match self {
                    $(Self::$overlay => AtFirst::$first,)*
                }
            }
        }

        const OVERLAYS: &[Entry] = &[
            $(entry(Action::Show(Overlay::$overlay), Menu::View, ($name, $help), &[$($keys),*]),)*
        ];
    };
}

/// Whether an overlay is shown before anybody chose.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AtFirst {
    On,
    Off,
}

commands! {
    File New "New" [ctrl(Key::N)] "Begins again with the figure at rest."
    File Start "Characters and levels…" [ctrl_shift(Key::N)] "Puts the project on another body or level, and opens recent files."
    File Open "Open…" [ctrl(Key::O)] "Opens a project (.pose.ron) or a motion (.ron, .bvh)."
    File Kept "Unsaved work…" [] "Lists work of windows that ended before it was saved."
    File Save "Save" [ctrl(Key::S)] "Writes the project."
    File SaveAs "Save as…" [ctrl_shift(Key::S)] "Writes the project under another name."
    File Import "Import BVH…" [ctrl(Key::I)] "Puts a recorded motion on the figure and balances it."
    File Export "Export…" [ctrl(Key::E)] "Writes the motion for Blender and others, and proves it."
    File Screenshot "Screenshot" [key(Key::F12)] "Writes the window as a picture."
    File Filmstrip "Filmstrip" [shift(Key::F12)] "Writes the motion as a strip of figures over its margin."
    File Quit "Quit" [ctrl(Key::Q)] "Closes the window, and asks when something is not saved."
    Edit Undo "Undo" [ctrl(Key::Z)] "Takes the last edit back."
    Edit Redo "Redo" [ctrl_shift(Key::Z), ctrl(Key::Y)] "Does it again."
    Edit Copy "Copy pose" [ctrl(Key::C)] "Keeps the pose for pasting."
    Edit Paste "Paste pose" [ctrl(Key::V)] "Takes the copied pose."
    Edit Settings "Settings…" [ctrl(Key::Comma)] "Scale, theme, mouse, anti-aliasing."
    Pose PinPosition "Pin place" [key(Key::P)] "The selected handle stays where it is, or is free again."
    Pose PinRotation "Pin rotation" [shift(Key::P)] "The selected handle keeps its orientation, or is free again."
    Pose Release "Release" [key(Key::Q)] "What was dragged stays there no longer: the selected handle (or a double click on it), or all."
    Pose Rotate "Rotate" [key(Key::R)] "Turns the selected handle with the mouse; click to keep it."
    Pose PlantOrLift "Plant or lift foot" [key(Key::L)] "The selected foot stands, or stands no more."
    Pose RollFoot "Roll foot" [key(Key::N)] "The selected foot stands on its ball and toes, heel up; on the toes alone; flat again."
    Pose Hold "Stand on this foot" [shift(Key::L)] "The selected foot is the one that is held."
    Pose Freeze "Freeze joint" [key(Key::J)] "The selected joint does not move, or moves again."
    Pose Balance "Keep balance" [shift(Key::B)] "The centre of mass stays over the feet, or may leave them."
    Pose Repair "Repair balance" [key(Key::B)] "Changes the pose as little as gives it the margin that was asked for."
    Pose Mirror "Mirror" [key(Key::M)] "Left becomes right."
    Pose Reset "Reset pose" [ctrl(Key::R)] "The figure at rest, both feet down."
    Pose Compare "Side by side" [key(Key::F7)] "Figures that are solved in different ways answer the same drags, each in its own view."
    Pose Overlaid "Overlaid" [key(Key::F8)] "The same figures, pale in the place of what is posed."
    Pose Theatre "Solver theatre" [key(Key::F9)] "Steps through the solve of what is posed, visit by visit, forward and back."
    Pose Deselect "Deselect" [key(Key::Escape)] "Takes a drag back, closes what is open, or selects nothing."
    Time Play "Play or pause" [key(Key::Space)] "Plays from here."
    Time Loop "Loop" [shift(Key::Space)] "Begins again at the end, or stops there."
    Time ToStart "To the start" [key(Key::Backspace)] "Goes to the first moment."
    Time AddKey "Set key" [key(Key::K)] "Keeps this pose at this moment, and goes on by a second behind the last key."
    Time DeleteKey "Delete key" [key(Key::Delete)] "Takes the key of this moment away."
    Time PreviousKey "Previous key" [key(Key::ArrowLeft)] "Goes to the key before."
    Time NextKey "Next key" [key(Key::ArrowRight)] "Goes to the key after."
    Time PreviousFrame "Previous frame" [key(Key::Comma)] "Goes back by one frame of the motion."
    Time NextFrame "Next frame" [key(Key::Period)] "Goes on by one frame of the motion."
    Time InFrames "Count frames" [shift(Key::Period)] "The timeline counts frames, or seconds."
    Walk WalkNow "Walk" [key(Key::W)] "Walks over the level as the Walk tab says."
    Walk JumpNow "Jump" [shift(Key::J)] "Jumps as high and far as the Walk tab says."
    Walk DropTake "Back to keys" [shift(Key::W)] "Puts the walk, the jump or the recording away."
    Ghost Ghost "Ghost" [shift(Key::G)] "A body with weight and muscles follows the figure, or goes."
    Ghost GhostAside "Ghost set aside" [key(Key::A)] "The ghost stands beside the figure, or over it."
    Ghost PauseGhost "Pause ghost" [key(Key::D)] "Time stops for the ghost, or goes on."
    Ghost StepGhost "Step ghost" [key(Key::E)] "The ghost goes on by a sixtieth of a second."
    Ghost PushGhost "Push ghost" [key(Key::U)] "Pushes the ghost as the Ghost tab says."
    Ghost ThrowBall "Throw ball" [key(Key::T)] "Throws a ball at the ghost as the Ghost tab says."
    Ghost RecordGhost "Record ghost" [shift(Key::R)] "Begins to record the ghost; again: what it did becomes a recording."
    View View3d "3D" [key(Key::F1)] "The lit figure."
    View View2d "2D from the side" [key(Key::F2)] "Line art, as in the paper."
    View ViewBoth "3D and 2D" [key(Key::F3)] "Side by side."
    View Front "Front" [key(Key::Num1)] "Looks from the front; again: from the back."
    View Side "Side" [key(Key::Num3)] "Looks from the left; again: from the right."
    View Top "Top" [key(Key::Num7)] "Looks from above."
    View Projection "Perspective or flat" [key(Key::Num5)] "With or without perspective."
    View FrameSelection "Frame selection" [key(Key::F)] "Brings the selected handle to the middle."
    View FrameAll "Frame all" [key(Key::Home)] "Shows the whole figure."
    View Beside "Recording beside" [shift(Key::O)] "A recording stands beside its correction, or in the same place."
    View Panel "Side panel" [key(Key::Tab)] "Shows or hides the panel at the right."
    View Theme "Light or dark" [key(Key::F4)] "Changes the theme."
    Lessons Learn "All lessons" [ctrl(Key::L)] "Lists the lessons, and how far one is in each."
    Lessons OpenLesson "Open a lesson…" [] "Opens a lesson that a teacher wrote (.ron)."
    Lessons NextPage "Next page" [key(Key::PageDown)] "Turns to the next page of the lesson."
    Lessons PreviousPage "Previous page" [key(Key::PageUp)] "Turns to the page before."
    Lessons ShowMe "Show me" [] "Does the next step of the page on the stage."
    Lessons LeaveLesson "Leave the lesson" [] "Brings back what was there before the lesson."
    Help Help "Shortcuts" [shift(Key::Slash), key(Key::Questionmark), key(Key::Slash)] "This list."
}

overlays! {
    Handles On "Handles" [key(Key::H)] "Rings to drag."
    CenterOfMass On "Centre of mass" [key(Key::C)] "The ball, its plumb line and its ring on the ground."
    Support On "Support and margin" [key(Key::S)] "The polygon under the feet, with the margin in millimetres."
    Contacts On "Contact points" [] "Corners of soles that stand."
    Footprints On "Footprints and arcs" [] "Of a walk of two feet; drag them."
    ComPath Off "Path of the centre of mass" [] "Over the whole motion."
    OnionSkins Off "Onion skins" [key(Key::O)] "The figure a little before and after."
    Limits Off "Joint limits" [] "Of the selected joint."
    VirtualCenters Off "Virtual centres of mass" [key(Key::V)] "Of what lies beyond every joint, as in the paper's figure 7."
    Jacobian Off "Jacobian arrows" [] "Where the centre of mass would go if a joint turned, as in the paper's figure 13."
    ZeroMoment Off "Zero-moment point" [] "Of a motion."
    Pressure On "Centre of pressure" [] "Where the ground carries the ghost."
    Forces On "Contact forces" [] "What the ground and balls do to the ghost."
    Torques On "Colours of torque" [] "Calm, amber, red: how hard each joint of the ghost works."
    Grid On "Grid" [key(Key::G)] "Metres on the ground."
}

impl Overlay {
    /// Shown before anybody chose.
    pub(crate) fn is_on_at_first(self) -> bool {
        self.at_first() == AtFirst::On
    }
}

/// Every row, menu after menu.
pub(crate) fn table() -> impl Iterator<Item = &'static Entry> {
    COMMANDS.iter().chain(OVERLAYS)
}

impl Entry {
    /// What it does and its keys, for who waits over a button.
    pub(crate) fn tip(&self) -> String {
        match self.keys() {
            keys if keys.is_empty() => self.help.to_owned(),
            keys => format!("{} ({keys})", self.help),
        }
    }

    /// Its first shortcut as people write it; empty without one.
    pub(crate) fn keys(&self) -> String {
        let first = self.shortcuts.first().copied();
        first.map_or_else(String::new, keys_text)
    }
}

/// "Ctrl+Shift+Z".
pub(crate) fn keys_text(shortcut: KeyboardShortcut) -> String {
    let modifiers = shortcut.modifiers;
    let mut text = String::new();
    for (held, name) in [
        (modifiers.command || modifiers.ctrl, "Ctrl+"),
        (modifiers.alt, "Alt+"),
        (modifiers.shift, "Shift+"),
    ] {
        if held {
            text.push_str(name);
        }
    }
    text.push_str(match shortcut.logical_key {
        Key::ArrowLeft => "Left",
        Key::ArrowRight => "Right",
        Key::Slash if modifiers.shift => return "?".to_owned(),
        Key::Escape => "Esc",
        Key::Comma => ",",
        key => key.name(),
    });
    text
}

/// The table of shortcuts as Markdown, for the README.
pub fn shortcut_table() -> String {
    use std::fmt::Write as _;
    let mut text = "| | | |\n|---|---|---|\n".to_owned();
    for menu in Menu::ALL {
        for entry in table().filter(|entry| entry.menu == menu) {
            if !entry.shortcuts.is_empty() {
                let keys: Vec<String> = entry.shortcuts.iter().copied().map(keys_text).collect();
                let mut keys = keys;
                keys.dedup();
                // Writing to a String cannot fail.
                let _ = writeln!(
                    text,
                    "| `{}` | {} | {} |",
                    keys.join("` `"),
                    entry.name,
                    entry.help
                );
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_commands_have_the_same_keys_or_words() {
        let mut keys = BTreeSet::new();
        let mut names = BTreeSet::new();
        for entry in table() {
            assert!(names.insert(entry.name), "{} stands twice", entry.name);
            for shortcut in entry.shortcuts {
                let text = format!("{:?} {}", shortcut.modifiers, shortcut.logical_key.name());
                assert!(keys.insert(text.clone()), "{}: {text}", entry.name);
            }
        }
    }

    #[test]
    fn every_overlay_and_menu_has_a_row() {
        for &overlay in Overlay::ALL {
            let entry = Action::Show(overlay).entry();
            assert_eq!(entry.action, Action::Show(overlay));
        }
        for menu in Menu::ALL {
            assert!(table().any(|entry| entry.menu == menu));
        }
    }

    #[test]
    fn the_readme_has_the_table_as_it_is() {
        let readme = include_str!("../../../README.md");
        assert!(readme.contains(&shortcut_table()), "{}", shortcut_table());
    }

    #[test]
    fn sentences_of_help_are_sentences() {
        for entry in table() {
            assert!(entry.help.ends_with('.'), "{}", entry.name);
        }
    }
}
