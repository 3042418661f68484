//! From what a person asks for to edits of the document and changes of the window. Every command has its line here, and a
//! command without one does not compile.

use super::actions::{Action, Overlay};
use crate::character::{Character, Contacts, Footing};
use crate::document::{Edit, Setup};
use crate::gait::{JumpOrder, Legs, WalkOrder, Wish};
use crate::viewer::app::App;
use crate::viewer::panels::{JumpForm, Tab};
use crate::viewer::panes::camera::StandardView;
use crate::viewer::panes::{PaneMode, aside};
use crate::viewer::session::bench::comparison::Layout;
use crate::viewer::session::studying::Lecture;
use crate::viewer::shell::dialogs::{Dialog, FilePurpose, Then};
use crate::viewer::shell::export::ExportForm;

impl App {
    /// Does what was asked for.
    #[expect(clippy::too_many_lines, reason = "one line for each command")]
    #[deny(clippy::wildcard_enum_match_arm)]
    pub(crate) fn perform(&mut self, action: Action) {
        match action {
            Action::New => self.begin_again(),
            Action::Start => self.shell.dialog = Some(Dialog::Start),
            Action::Open => self.choose_file(FilePurpose::Open),
            Action::Kept => self.show_kept(),
            Action::Save => self.save_project(),
            Action::SaveAs => self.choose_file(FilePurpose::SaveAs),
            Action::Import => self.choose_file(FilePurpose::Import),
            Action::Export => {
                let form = ExportForm::new(&self.export_name());
                self.shell.dialog = Some(Dialog::Export(form));
            }
            Action::Screenshot => self.choose_file(FilePurpose::Screenshot),
            Action::Filmstrip if self.session.has_motion() => {
                self.choose_file(FilePurpose::Filmstrip);
            }
            Action::Filmstrip => self.refuse("There is no motion yet: K sets keys, W walks."),
            Action::Quit => self.after_saving(Then::Close),

            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Copy => {
                self.session.copied = Some(self.scene.figure.pose.clone());
                self.say("Copied the pose.");
            }
            Action::Paste => match self.session.copied.clone() {
                Some(pose) => self.ask(Edit::SetPose(pose)),
                None => self.refuse("Copy a pose first."),
            },
            Action::Settings => self.shell.dialog = Some(Dialog::Settings),

            Action::PinPosition => self.of_selected(|setup, handle| Edit::PinPosition {
                handle,
                on: setup.handles[handle].position.is_none(),
            }),
            Action::PinRotation => self.of_selected(|setup, handle| Edit::PinRotation {
                handle,
                on: setup.handles[handle].rotation.is_none(),
            }),
            Action::Release => self.release(self.hand.selected),
            Action::Rotate => self.begin_turn(),
            Action::PlantOrLift => self.of_selected_foot(|_, setup, foot| {
                if setup.is_planted(foot) {
                    Edit::Lift { foot }
                } else {
                    Edit::Plant { foot }
                }
            }),
            Action::RollFoot => self.of_selected_foot(|character, setup, foot| {
                Edit::StandOn(rolled_on(character, setup, foot))
            }),
            Action::Hold => self.of_selected_foot(|_, _, foot| Edit::Hold { foot }),
            Action::Freeze => self.freeze(),
            Action::Balance => {
                let keeps = self.document().setup.keeps_balance;
                self.ask(Edit::KeepBalance(!keeps));
            }
            Action::Repair => self.repair(),
            Action::Mirror => self.ask(Edit::Mirror),
            Action::Reset => self.ask(Edit::Reset),
            Action::Compare => self.switch_comparison(Layout::Beside),
            Action::Overlaid => self.switch_comparison(Layout::Over),
            Action::Theatre => self.switch_theatre(),
            Action::Deselect => self.deselect(),

            Action::Play => self.play_or_pause(),
            Action::Loop => self.session.playback.looping ^= true,
            Action::ToStart => self.seek_start(),
            Action::AddKey => self.add_key(),
            Action::DeleteKey => self.delete_key(),
            Action::PreviousKey => self.seek_previous_key(),
            Action::NextKey => self.seek_next_key(),
            Action::PreviousFrame => self.seek_frames(-1.0),
            Action::NextFrame => self.seek_frames(1.0),
            Action::InFrames => self.session.playback.in_frames ^= true,

            Action::WalkNow => self.walk_now(),
            Action::JumpNow => self.jump_now(),
            Action::DropTake => {
                if self.edit(Edit::DropTake) {
                    self.session.playback.playing = false;
                    self.seek(0.0);
                }
            }

            Action::Ghost => self.switch_ghost(),
            Action::GhostAside => self.with_ghost(Self::place_ghost),
            Action::PauseGhost => self.with_ghost(Self::pause_ghost),
            Action::StepGhost => self.with_ghost(Self::step_ghost),
            Action::PushGhost => self.with_ghost(Self::push_ghost),
            Action::ThrowBall => self.with_ghost(Self::throw_ball),
            Action::RecordGhost => self.with_ghost(Self::record_ghost),

            Action::View3d => self.show_usual_views(PaneMode::Solid),
            Action::View2d => self.show_usual_views(PaneMode::Flat),
            Action::ViewBoth => self.show_usual_views(PaneMode::Both),
            Action::Front => self.look_from(StandardView::Front, StandardView::Back),
            Action::Side => self.look_from(StandardView::Left, StandardView::Right),
            Action::Top => self.panes.lit_mut().camera.look_from(StandardView::Top),
            Action::Projection => {
                let camera = &mut self.panes.lit_mut().camera;
                camera.lens = camera.lens.other();
            }
            Action::FrameSelection => self.frame_selection(),
            Action::FrameAll => self.frame_all(),
            Action::Beside => self.place_recording(),
            Action::Panel => self.forms.open ^= true,
            Action::Theme => self.change_theme(),
            Action::Show(overlay) => self.switch(overlay),
            Action::Learn => self.learn(),
            Action::OpenLesson => self.choose_file(FilePurpose::OpenLesson),
            Action::NextPage => self.turn_page(1),
            Action::PreviousPage => self.turn_page(-1),
            Action::ShowMe => self.lecture(Lecture::ShowMe),
            Action::LeaveLesson => self.lecture(Lecture::Leave),
            Action::Help => self.toggle_help(),
        }
    }

    /// Does an edit for somebody who sees in the status line what became of it.
    fn ask(&mut self, edit: Edit) {
        self.edit(edit);
    }

    fn undo(&mut self) {
        self.before_history();
        let done = self.session.editor.undo();
        self.session.forget_undone_problem();
        self.after_history(done.map(|name| format!("Undone: {name}.")));
    }

    fn redo(&mut self) {
        self.before_history();
        let done = self.session.editor.redo();
        self.after_history(done.map(|name| format!("Done again: {name}.")));
    }

    fn before_history(&mut self) {
        self.cancel_drag();
        self.session.work.forget_slide();
    }

    fn after_history(&mut self, done: Option<String>) {
        self.edited(true);
        self.come_along();
        match done {
            Some(words) => self.say(words),
            None => self.refuse("There is nothing more to take back or do again."),
        }
    }

    fn deselect(&mut self) {
        if self.cancel_drag() {
            self.session.work.forget_slide();
        } else if self.shell.dialog.is_some() {
            self.leave_dialog();
        } else if self.session.bench.is_some() {
            self.leave_bench();
        } else {
            self.hand.selected = None;
            self.hand.footwork.selected = None;
        }
    }

    fn repair(&mut self) {
        if self.edit(Edit::Repair) {
            let margin = self.scene.figure.margin;
            let margin = margin.map_or(0.0, |margin| 1e3 * margin.metres);
            self.say(format!("The margin is {margin:.0} mm now."));
        }
    }

    /// An edit of the selected handle.
    fn of_selected(&mut self, edit: impl FnOnce(&Setup, usize) -> Edit) {
        match self.hand.selected {
            Some(handle) => {
                let edit = edit(&self.document().setup, handle);
                self.edit(edit);
            }
            None => self.refuse("Select a handle first: click on a ring."),
        }
    }

    /// An edit of the selected handle's foot.
    fn of_selected_foot(&mut self, edit: impl FnOnce(&Character, &Setup, usize) -> Edit) {
        let document = self.document();
        let link = self.hand.selected_link(&document.setup);
        let foot = link.and_then(|link| document.character.foot_on_link(link));
        match (self.hand.selected, foot) {
            (None, _) => self.refuse("Select a handle first: click on a ring."),
            (Some(_), None) => self.refuse("Select a foot first: this one cannot stand."),
            (Some(_), Some(foot)) => {
                let edit = edit(&document.character, &document.setup, foot);
                self.edit(edit);
            }
        }
    }

    fn freeze(&mut self) {
        let setup = &self.document().setup;
        match (self.hand.selected, self.hand.selected_link(setup)) {
            (None, _) => self.refuse("Select a handle first: click on a ring."),
            (Some(_), None) => self.refuse("The centre of mass has no joint to freeze."),
            (Some(_), Some(link)) => {
                let on = !setup.frozen.contains(&link);
                self.edit(Edit::Freeze { link, on });
            }
        }
    }

    /// Walks over the level as the panel says.
    fn walk_now(&mut self) {
        self.forms.tab = Tab::Walk;
        let legs = match Legs::of(&self.document().character) {
            Ok(legs) => legs,
            Err(e) => return self.refuse(e.to_string()),
        };
        let form = &self.forms.walk;
        let settings = form
            .settings
            .unwrap_or_else(|| legs.usual_settings(self.session.usual_manner()));
        let mut order = WalkOrder::ahead(settings, form.steps);
        let turn = form.turn_deg.to_radians() / settings.step_secs();
        let wish = Wish {
            turn,
            ..settings.ahead()
        };
        order.wishes = vec![(0, wish)];
        self.edit(Edit::Walk(order));
    }

    /// Jumps as the panel says.
    fn jump_now(&mut self) {
        self.forms.tab = Tab::Walk;
        let legs = match Legs::of(&self.document().character) {
            Ok(legs) => legs,
            Err(e) => return self.refuse(e.to_string()),
        };
        let form = self.forms.jump.unwrap_or_else(|| JumpForm::usual(&legs));
        let order = JumpOrder::new(form.height, form.distance);
        self.edit(Edit::Jump(order));
    }

    fn frame_selection(&mut self) {
        let setup = &self.document().setup;
        let kin = &self.scene.figure.kin;
        match self.hand.selected.map(|index| setup.place_of(index, kin)) {
            Some(place) => self.panes.frame_point(place),
            None => self.frame_all(),
        }
    }

    fn place_recording(&mut self) {
        self.shell.settings.recording = self.shell.settings.recording.other();
        self.save_settings();
        self.look();
        if self.scene.recording().is_some() {
            self.frame_all();
        }
    }

    /// Shows the whole figure, and the recording beside it.
    pub(crate) fn frame_all(&mut self) {
        let right = self.panes.lit().camera.right();
        self.panes.aside = aside(&self.document().character, right);
        self.look_at_recording();
        if self.panes.are_lent() {
            self.panes.frame_beside(&self.scene);
        } else {
            let seen = self.panes.lit().scene(&self.scene).bounds();
            self.panes.frame_all(&seen);
        }
    }

    fn switch(&mut self, overlay: Overlay) {
        self.shell.settings.switch(overlay);
        self.save_settings();
    }

    fn change_theme(&mut self) {
        self.shell.settings.theme = self.shell.settings.theme.other();
        self.shell.theme = self.shell.settings.theme.theme();
        self.save_settings();
    }

    /// A view from one side; when it is there already, from the other.
    fn look_from(&mut self, view: StandardView, other: StandardView) {
        let camera = &mut self.panes.lit_mut().camera;
        let is_there = camera.looks_from(view);
        camera.look_from(if is_there { other } else { view });
    }
}

/// What a foot stands on next: flat, then on ball and toes, then on the toes alone, then flat again.
fn rolled_on(character: &Character, setup: &Setup, foot: usize) -> Footing {
    let whole = character.whole_foot(foot);
    let front = character.feet[foot].front(character);
    let toe = front.iter().last().map_or(front, Contacts::one);
    let now = setup.standing(foot).map(|planted| planted.patches);
    let patches = match now {
        Some(now) if now == whole.patches && !front.is_empty() => front,
        Some(now) if now == front && toe != front => toe,
        _ => whole.patches,
    };
    Footing { foot, patches }
}
