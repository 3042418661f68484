//! Every command of the window in one table: the menus, the shortcuts, the help overlay, scripts and tests are made
//! from it.

use egui::{Key, KeyboardShortcut, Modifiers};
use serde::{Deserialize, Serialize};

/// What a person can ask the window for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Action {
    /// A figure at rest, nothing else.
    New,
    Open,
    Save,
    SaveAs,
    Import,
    Export,
    Screenshot,
    Filmstrip,
    Start,
    Kept,
    Quit,
    Undo,
    Redo,
    Copy,
    Paste,
    Settings,
    PinPosition,
    PinRotation,
    Rotate,
    PlantOrLift,
    Hold,
    Freeze,
    Repair,
    Mirror,
    Balance,
    Reset,
    Deselect,
    AddKey,
    DeleteKey,
    PreviousKey,
    NextKey,
    Play,
    Loop,
    ToStart,
    WalkNow,
    DropTake,
    Ghost,
    GhostAside,
    PauseGhost,
    StepGhost,
    PushGhost,
    ThrowBall,
    RecordGhost,
    FrameSelection,
    FrameAll,
    Front,
    Side,
    Top,
    Projection,
    View3d,
    View2d,
    ViewBoth,
    Beside,
    Panel,
    Theme,
    Show(Overlay),
    Help,
}

/// What is drawn over the figure; each can be switched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Overlay {
    CenterOfMass,
    Support,
    Contacts,
    Handles,
    VirtualCenters,
    Jacobian,
    Limits,
    Footprints,
    ZeroMoment,
    OnionSkins,
    ComPath,
    Pressure,
    Forces,
    Torques,
    Grid,
}

impl Overlay {
    /// All of them, in the order of the menu.
    pub(crate) const ALL: [Self; 15] = [
        Self::Handles,
        Self::CenterOfMass,
        Self::Support,
        Self::Contacts,
        Self::Footprints,
        Self::ComPath,
        Self::OnionSkins,
        Self::Limits,
        Self::VirtualCenters,
        Self::Jacobian,
        Self::ZeroMoment,
        Self::Pressure,
        Self::Forces,
        Self::Torques,
        Self::Grid,
    ];

    /// Shown before anybody chose.
    pub(crate) const fn is_on_at_first(self) -> bool {
        matches!(
            self,
            Self::Handles
                | Self::CenterOfMass
                | Self::Support
                | Self::Contacts
                | Self::Footprints
                | Self::Pressure
                | Self::Forces
                | Self::Torques
                | Self::Grid
        )
    }
}

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
    Help,
}

impl Menu {
    /// From left to right.
    pub(crate) const ALL: [Self; 8] = [
        Self::File,
        Self::Edit,
        Self::Pose,
        Self::Time,
        Self::Walk,
        Self::Ghost,
        Self::View,
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
    menu: Menu,
    action: Action,
    name: &'static str,
    shortcuts: &'static [KeyboardShortcut],
    help: &'static str,
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

/// The table.
#[rustfmt::skip]
pub(crate) const TABLE: &[Entry] = &[
    entry(Menu::File, Action::New, "New", &[ctrl(Key::N)], "Begins again with the figure at rest."),
    entry(Menu::File, Action::Start, "Characters and levels…", &[ctrl_shift(Key::N)], "Puts the project on another body or level, and opens recent files."),
    entry(Menu::File, Action::Open, "Open…", &[ctrl(Key::O)], "Opens a project (.pose.ron) or a motion (.ron, .bvh)."),
    entry(Menu::File, Action::Kept, "Unsaved work…", &[], "Lists work of windows that ended before it was saved."),
    entry(Menu::File, Action::Save, "Save", &[ctrl(Key::S)], "Writes the project."),
    entry(Menu::File, Action::SaveAs, "Save as…", &[ctrl_shift(Key::S)], "Writes the project under another name."),
    entry(Menu::File, Action::Import, "Import BVH…", &[ctrl(Key::I)], "Puts a recorded motion on the figure and balances it."),
    entry(Menu::File, Action::Export, "Export…", &[ctrl(Key::E)], "Writes the motion for Blender and others, and proves it."),
    entry(Menu::File, Action::Screenshot, "Screenshot", &[key(Key::F12)], "Writes the window as a picture."),
    entry(Menu::File, Action::Filmstrip, "Filmstrip", &[shift(Key::F12)], "Writes the motion as a strip of figures over its margin."),
    entry(Menu::File, Action::Quit, "Quit", &[ctrl(Key::Q)], "Closes the window, and asks when something is not saved."),
    entry(Menu::Edit, Action::Undo, "Undo", &[ctrl(Key::Z)], "Takes the last edit back."),
    entry(Menu::Edit, Action::Redo, "Redo", &[ctrl_shift(Key::Z), ctrl(Key::Y)], "Does it again."),
    entry(Menu::Edit, Action::Copy, "Copy pose", &[ctrl(Key::C)], "Keeps the pose for pasting."),
    entry(Menu::Edit, Action::Paste, "Paste pose", &[ctrl(Key::V)], "Takes the copied pose."),
    entry(Menu::Edit, Action::Settings, "Settings…", &[ctrl(Key::Comma)], "Scale, theme, mouse, anti-aliasing."),
    entry(Menu::Pose, Action::PinPosition, "Pin place", &[key(Key::P)], "The selected handle stays where it is, or is free again."),
    entry(Menu::Pose, Action::PinRotation, "Pin rotation", &[shift(Key::P)], "The selected handle keeps its orientation, or is free again."),
    entry(Menu::Pose, Action::Rotate, "Rotate", &[key(Key::R)], "Turns the selected handle with the mouse; click to keep it."),
    entry(Menu::Pose, Action::PlantOrLift, "Plant or lift foot", &[key(Key::L)], "The selected foot stands, or stands no more."),
    entry(Menu::Pose, Action::Hold, "Stand on this foot", &[shift(Key::L)], "The selected foot is the one that is held."),
    entry(Menu::Pose, Action::Freeze, "Freeze joint", &[key(Key::J)], "The selected joint does not move, or moves again."),
    entry(Menu::Pose, Action::Balance, "Keep balance", &[shift(Key::B)], "The centre of mass stays over the feet, or may leave them."),
    entry(Menu::Pose, Action::Repair, "Repair balance", &[key(Key::B)], "Changes the pose as little as gives it the margin that was asked for."),
    entry(Menu::Pose, Action::Mirror, "Mirror", &[key(Key::M)], "Left becomes right."),
    entry(Menu::Pose, Action::Reset, "Reset pose", &[ctrl(Key::R)], "The figure at rest, both feet down."),
    entry(Menu::Pose, Action::Deselect, "Deselect", &[key(Key::Escape)], "Takes a drag back, closes what is open, or selects nothing."),
    entry(Menu::Time, Action::Play, "Play or pause", &[key(Key::Space)], "Plays from here."),
    entry(Menu::Time, Action::Loop, "Loop", &[shift(Key::Space)], "Begins again at the end, or stops there."),
    entry(Menu::Time, Action::ToStart, "To the start", &[key(Key::Backspace)], "Goes to the first moment."),
    entry(Menu::Time, Action::AddKey, "Set key", &[key(Key::K)], "Keeps this pose at this moment, and goes on by a second behind the last key."),
    entry(Menu::Time, Action::DeleteKey, "Delete key", &[key(Key::Delete)], "Takes the key of this moment away."),
    entry(Menu::Time, Action::PreviousKey, "Previous key", &[key(Key::ArrowLeft)], "Goes to the key before."),
    entry(Menu::Time, Action::NextKey, "Next key", &[key(Key::ArrowRight)], "Goes to the key after."),
    entry(Menu::Walk, Action::WalkNow, "Walk", &[key(Key::W)], "Walks over the level as the Walk tab says."),
    entry(Menu::Walk, Action::DropTake, "Back to keys", &[shift(Key::W)], "Puts the walk or recording away."),
    entry(Menu::Ghost, Action::Ghost, "Ghost", &[shift(Key::G)], "A body with weight and muscles follows the figure, or goes."),
    entry(Menu::Ghost, Action::GhostAside, "Ghost set aside", &[key(Key::A)], "The ghost stands beside the figure, or over it."),
    entry(Menu::Ghost, Action::PauseGhost, "Pause ghost", &[key(Key::D)], "Time stops for the ghost, or goes on."),
    entry(Menu::Ghost, Action::StepGhost, "Step ghost", &[key(Key::E)], "The ghost goes on by a sixtieth of a second."),
    entry(Menu::Ghost, Action::PushGhost, "Push ghost", &[key(Key::U)], "Pushes the ghost as the Ghost tab says."),
    entry(Menu::Ghost, Action::ThrowBall, "Throw ball", &[key(Key::T)], "Throws a ball at the ghost as the Ghost tab says."),
    entry(Menu::Ghost, Action::RecordGhost, "Record ghost", &[shift(Key::R)], "Begins to record the ghost; again: what it did becomes a recording."),
    entry(Menu::View, Action::View3d, "3D", &[key(Key::F1)], "The lit figure."),
    entry(Menu::View, Action::View2d, "2D from the side", &[key(Key::F2)], "Line art, as in the paper."),
    entry(Menu::View, Action::ViewBoth, "3D and 2D", &[key(Key::F3)], "Side by side."),
    entry(Menu::View, Action::Front, "Front", &[key(Key::Num1)], "Looks from the front; again: from the back."),
    entry(Menu::View, Action::Side, "Side", &[key(Key::Num3)], "Looks from the left; again: from the right."),
    entry(Menu::View, Action::Top, "Top", &[key(Key::Num7)], "Looks from above."),
    entry(Menu::View, Action::Projection, "Perspective or flat", &[key(Key::Num5)], "With or without perspective."),
    entry(Menu::View, Action::FrameSelection, "Frame selection", &[key(Key::F)], "Brings the selected handle to the middle."),
    entry(Menu::View, Action::FrameAll, "Frame all", &[key(Key::Home)], "Shows the whole figure."),
    entry(Menu::View, Action::Beside, "Recording beside", &[shift(Key::O)], "A recording stands beside its correction, or in the same place."),
    entry(Menu::View, Action::Panel, "Side panel", &[key(Key::Tab)], "Shows or hides the panel at the right."),
    entry(Menu::View, Action::Theme, "Light or dark", &[key(Key::F4)], "Changes the theme."),
    entry(Menu::View, Action::Show(Overlay::Handles), "Handles", &[key(Key::H)], "Rings to drag."),
    entry(Menu::View, Action::Show(Overlay::CenterOfMass), "Centre of mass", &[key(Key::C)], "The ball, its plumb line and its ring on the ground."),
    entry(Menu::View, Action::Show(Overlay::Support), "Support and margin", &[key(Key::S)], "The polygon under the feet, with the margin in millimetres."),
    entry(Menu::View, Action::Show(Overlay::Contacts), "Contact points", &[], "Corners of soles that stand."),
    entry(Menu::View, Action::Show(Overlay::Footprints), "Footprints and arcs", &[], "Of a walk; drag them."),
    entry(Menu::View, Action::Show(Overlay::ComPath), "Path of the centre of mass", &[], "Over the whole motion."),
    entry(Menu::View, Action::Show(Overlay::OnionSkins), "Onion skins", &[key(Key::O)], "The figure a little before and after."),
    entry(Menu::View, Action::Show(Overlay::Limits), "Joint limits", &[], "Of the selected joint."),
    entry(Menu::View, Action::Show(Overlay::VirtualCenters), "Virtual centres of mass", &[key(Key::V)], "Of what lies beyond every joint, as in the paper's figure 7."),
    entry(Menu::View, Action::Show(Overlay::Jacobian), "Jacobian arrows", &[], "Where the centre of mass would go if a joint turned, as in the paper's figure 13."),
    entry(Menu::View, Action::Show(Overlay::ZeroMoment), "Zero-moment point", &[], "Of a motion."),
    entry(Menu::View, Action::Show(Overlay::Pressure), "Centre of pressure", &[], "Where the ground carries the ghost."),
    entry(Menu::View, Action::Show(Overlay::Forces), "Contact forces", &[], "What the ground and balls do to the ghost."),
    entry(Menu::View, Action::Show(Overlay::Torques), "Colours of torque", &[], "Calm, amber, red: how hard each joint of the ghost works."),
    entry(Menu::View, Action::Show(Overlay::Grid), "Grid", &[key(Key::G)], "Metres on the ground."),
    entry(Menu::Help, Action::Help, "Shortcuts", &[shift(Key::Slash), key(Key::Questionmark), key(Key::Slash)], "This list."),
];

impl Action {
    /// Its row.
    pub(crate) fn entry(self) -> &'static Entry {
        // Every action has a row: a test counts.
        TABLE
            .iter()
            .find(|entry| entry.action == self)
            .unwrap_or(&TABLE[0])
    }
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
        Key::ArrowLeft => "←",
        Key::ArrowRight => "→",
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
        for entry in TABLE.iter().filter(|entry| entry.menu == menu) {
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
        for entry in TABLE {
            assert!(names.insert(entry.name), "{} stands twice", entry.name);
            for shortcut in entry.shortcuts {
                let text = format!("{:?} {}", shortcut.modifiers, shortcut.logical_key.name());
                assert!(keys.insert(text.clone()), "{}: {text}", entry.name);
            }
        }
    }

    #[test]
    fn every_overlay_and_menu_has_a_row() {
        for overlay in Overlay::ALL {
            let entry = Action::Show(overlay).entry();
            assert_eq!(entry.action, Action::Show(overlay));
        }
        for menu in Menu::ALL {
            assert!(TABLE.iter().any(|entry| entry.menu == menu));
        }
    }

    #[test]
    fn the_readme_has_the_table_as_it_is() {
        let readme = include_str!("../../../README.md");
        assert!(readme.contains(&shortcut_table()), "{}", shortcut_table());
    }

    #[test]
    fn sentences_of_help_are_sentences() {
        for entry in TABLE {
            assert!(entry.help.ends_with('.'), "{}", entry.name);
        }
    }
}
