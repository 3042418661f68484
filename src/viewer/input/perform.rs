//! From what a person asks for to edits of the document and changes of the window.

use super::actions::{Action, Overlay};
use crate::character::LinkId;
use crate::document::{Edit, Grip};
use crate::gait::{Biped, WalkOrder, Wish};
use crate::viewer::app::{App, Tab};
use crate::viewer::panes::PaneMode;
use crate::viewer::panes::bounds::Bounds;
use crate::viewer::panes::camera::{Lens, StandardView};
use crate::viewer::shell::dialogs::Dialog;
use crate::viewer::signs::recording::aside;

impl App {
    /// Does what was asked for.
    pub(crate) fn perform(&mut self, action: Action) {
        match action {
            Action::New
            | Action::Start
            | Action::Kept
            | Action::Open
            | Action::Save
            | Action::SaveAs
            | Action::Import
            | Action::Export
            | Action::Screenshot
            | Action::Filmstrip
            | Action::Quit => self.perform_file(action),
            Action::Undo | Action::Redo | Action::Copy | Action::Paste => self.perform_edit(action),
            Action::Settings => self.dialog = Some(Dialog::Settings),
            Action::Help => self.toggle_help(),
            Action::PinPosition
            | Action::PinRotation
            | Action::Rotate
            | Action::PlantOrLift
            | Action::Hold
            | Action::Freeze
            | Action::Repair
            | Action::Mirror
            | Action::Balance
            | Action::Reset
            | Action::Deselect => self.perform_pose(action),
            Action::AddKey
            | Action::DeleteKey
            | Action::PreviousKey
            | Action::NextKey
            | Action::Play
            | Action::Loop
            | Action::ToStart => self.perform_time(action),
            Action::WalkNow => self.walk_now(),
            Action::DropTake => {
                if self.edit(Edit::DropTake) {
                    self.playback.playing = false;
                    self.seek(0.0);
                }
            }
            Action::Ghost
            | Action::GhostAside
            | Action::PauseGhost
            | Action::StepGhost
            | Action::PushGhost
            | Action::ThrowBall
            | Action::RecordGhost => self.perform_ghost(action),
            _ => self.perform_view(action),
        }
    }

    fn perform_edit(&mut self, action: Action) {
        match action {
            Action::Undo | Action::Redo => {
                self.cancel_drag();
                self.work.forget_slide();
                let done = if action == Action::Undo {
                    self.editor.undo().map(|name| format!("Undone: {name}."))
                } else {
                    self.editor
                        .redo()
                        .map(|name| format!("Done again: {name}."))
                };
                self.edited(true);
                self.come_along();
                match done {
                    Some(words) => self.say(words),
                    None => self.refuse("There is nothing more to take back or do again."),
                }
            }
            Action::Copy => {
                self.copied = Some(self.shown.pose.clone());
                self.say("Copied the pose.");
            }
            Action::Paste => match self.copied.clone() {
                Some(pose) => {
                    self.edit(Edit::SetPose(pose));
                }
                None => self.refuse("Copy a pose first."),
            },
            _ => {}
        }
    }

    fn perform_pose(&mut self, action: Action) {
        match action {
            Action::Deselect => {
                if self.cancel_drag() {
                    self.work.forget_slide();
                } else if self.dialog.is_some() {
                    self.leave_dialog();
                } else {
                    self.selected = None;
                    self.footwork.selected = None;
                }
            }
            Action::Rotate => self.begin_turn(),
            Action::Repair => {
                if self.edit(Edit::Repair) {
                    let margin = self.shown.margin.map_or(0.0, |margin| 1e3 * margin.metres);
                    self.say(format!("The margin is {margin:.0} mm now."));
                }
            }
            Action::Mirror => {
                self.edit(Edit::Mirror);
            }
            Action::Reset => {
                self.edit(Edit::Reset);
            }
            Action::Balance => {
                let keeps = self.document().setup.keeps_balance;
                self.edit(Edit::KeepBalance(!keeps));
            }
            _ => self.perform_selected(action),
        }
    }

    /// What acts on the selected handle.
    fn perform_selected(&mut self, action: Action) {
        let Some(handle) = self.selected else {
            self.refuse("Select a handle first: click on a ring.");
            return;
        };
        let chosen = &self.document().setup.handles[handle];
        let edit = match action {
            Action::PinPosition => Edit::PinPosition {
                handle,
                on: chosen.position.is_none(),
            },
            Action::PinRotation => Edit::PinRotation {
                handle,
                on: chosen.rotation.is_none(),
            },
            Action::Freeze => {
                if let Some(link) = self.selected_link() {
                    Edit::Freeze {
                        link,
                        on: !self.document().setup.frozen.contains(&link),
                    }
                } else {
                    self.refuse("The centre of mass has no joint to freeze.");
                    return;
                }
            }
            _ => {
                let soles = &self.document().character.soles;
                let link = self.selected_link();
                let Some(sole) = soles.iter().position(|sole| Some(sole.link) == link) else {
                    self.refuse("Select a foot first: this one cannot stand.");
                    return;
                };
                let planted = &self.document().setup.planted;
                let stands = planted.iter().any(|planted| planted.sole == sole);
                match action {
                    Action::Hold => Edit::Hold { sole },
                    _ if stands => Edit::Lift { sole },
                    _ => Edit::Plant { sole },
                }
            }
        };
        self.edit(edit);
    }

    /// The link of the selected handle.
    pub(crate) fn selected_link(&self) -> Option<LinkId> {
        let handle = self.document().setup.handles.get(self.selected?)?;
        match handle.grip {
            Grip::Point { link, .. } => Some(link),
            Grip::CenterOfMass => None,
        }
    }

    /// Walks over the level as the panel says.
    pub(crate) fn walk_now(&mut self) {
        self.tab = Tab::Walk;
        let biped = match Biped::new(&self.document().character) {
            Ok(biped) => biped,
            Err(e) => {
                self.refuse(e.to_string());
                return;
            }
        };
        let settings = self.walk.settings.unwrap_or_else(|| biped.settings());
        let mut order = WalkOrder::ahead(settings, self.walk.steps);
        let turn = self.walk.turn_deg.to_radians() / settings.step_secs();
        order.wishes = vec![(
            0,
            Wish {
                turn,
                ..settings.ahead()
            },
        )];
        self.edit(Edit::Walk(order));
    }

    fn perform_view(&mut self, action: Action) {
        match action {
            Action::View3d => self.panes.mode = PaneMode::Solid,
            Action::View2d => self.panes.mode = PaneMode::Flat,
            Action::ViewBoth => self.panes.mode = PaneMode::Both,
            Action::Front => self.look_from(StandardView::Front, StandardView::Back),
            Action::Side => self.look_from(StandardView::Left, StandardView::Right),
            Action::Top => self.panes.solid.camera.look_from(StandardView::Top),
            Action::Projection => {
                let camera = &mut self.panes.solid.camera;
                camera.lens = match camera.lens {
                    Lens::Perspective => Lens::Orthographic,
                    Lens::Orthographic => Lens::Perspective,
                };
            }
            Action::FrameAll => self.frame_all(),
            Action::FrameSelection => {
                let setup = &self.document().setup;
                match self
                    .selected
                    .map(|index| setup.place_of(index, &self.shown.kin))
                {
                    Some(place) => self.panes.frame_point(place),
                    None => self.perform(Action::FrameAll),
                }
            }
            Action::Beside => {
                self.settings.recording = self.settings.recording.other();
                self.save_settings();
                self.look();
                if self.recorded.is_some() {
                    self.frame_all();
                }
            }
            Action::Panel => self.panel_open = !self.panel_open,
            Action::Theme => {
                self.settings.theme = self.settings.theme.other();
                self.theme = self.settings.theme.theme();
                self.save_settings();
            }
            Action::Show(overlay) => self.switch(overlay),
            _ => {}
        }
    }

    /// Shows the whole figure, and the recording beside it.
    pub(crate) fn frame_all(&mut self) {
        let right = self.panes.solid.camera.right();
        self.aside = aside(&self.document().character, right);
        self.recorded = self.look_at_recording();
        let figures = self.figures();
        self.panes.frame_all(&figures);
    }

    /// Around the figure, the recording beside it and the ghost.
    pub(crate) fn figures(&self) -> Bounds {
        let shown = std::iter::once(&self.shown).chain(&self.recorded);
        let shown = shown.chain(&self.ghost.shown);
        Bounds::of_figures(&self.document().character, shown)
    }

    fn switch(&mut self, overlay: Overlay) {
        self.settings.switch(overlay);
        self.save_settings();
    }

    /// A view from one side; when it is there already, from the other.
    fn look_from(&mut self, view: StandardView, other: StandardView) {
        let camera = &mut self.panes.solid.camera;
        let is_there = camera.looks_from(view);
        camera.look_from(if is_there { other } else { view });
    }
}
