//! A document that is being edited: one edit after the other, each of them undoable, exactly.

use super::changes::Slide;
use super::ground::flat_on_ground;
use super::heel::drag_heel;
use super::history::History;
use super::keys::change_keys;
use super::posing::change_setup;
use super::stand::{change_whole, check_setup};
use super::takes::change_take;
use super::whole::same;
use super::{Document, Edit, Grip, Poser, Pull, Setup};
use crate::character::Pose;
use crate::ik::{Goal, Report};
use crate::kinematics::body_size;
use crate::math::Transform;
use glam::{DQuat, DVec3};
use std::sync::Arc;

/// A document and what was done to it.
#[derive(Clone, Debug)]
pub struct Editor {
    document: Document,
    history: History,
    poser: Poser,
    drag: Option<Drag>,
    /// The slide that the last step belongs to, while it goes on.
    slide: Option<Slide>,
    /// The moment between keys that was last shown: it need not be kept.
    shown: Option<Arc<Setup>>,
    saved: Document,
    /// A pose that was saved and is in no key.
    saved_loose: Option<Arc<Setup>>,
}

/// What is being dragged.
#[derive(Clone, Debug)]
struct Drag {
    handle: usize,
    /// Where the handle was [m].
    place: DVec3,
    /// Before the drag.
    before: Document,
    /// The pose then, which dragging stays near to.
    rest: Pose,
    /// The last move of the mouse.
    pull: Option<Pull>,
}

/// Coordinates beyond this are slips of the mouse [m].
pub(super) const FARTHEST: f64 = 1e4;

impl Editor {
    /// Opens a document, which counts as saved.
    pub fn new(document: Document) -> Self {
        let mut poser = Poser::default();
        poser.look(&document.character, &document.setup);
        let mut editor = Self {
            saved: document.clone(),
            saved_loose: None,
            document,
            history: History::default(),
            poser,
            drag: None,
            slide: None,
            shown: None,
        };
        editor.mark_saved();
        editor
    }

    /// What is authored, as it is now.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// What was authored when it was last opened or saved.
    pub fn saved(&self) -> &Document {
        &self.saved
    }

    /// What every goal got.
    pub fn report(&self) -> &Report {
        self.poser.report()
    }

    /// What is asked of the pose now: contacts, balance, pins, and what is pulled at.
    pub fn goals(&self) -> &[Goal] {
        self.poser.goals()
    }

    /// Does an edit: one step of undo, except that edits of one drag are one step together.
    ///
    /// # Errors
    /// A sentence why not; then nothing has changed.
    pub fn apply(&mut self, edit: Edit) -> Result<(), String> {
        match edit {
            Edit::BeginDrag { handle } => self.begin_drag(handle),
            Edit::DragTo { position, rotation } => self.drag_to(position, rotation),
            Edit::EndDrag => {
                self.end_drag();
                Ok(())
            }
            Edit::CancelDrag => {
                self.cancel_drag();
                Ok(())
            }
            Edit::GoToKey { .. } | Edit::LeaveKey { .. } => self.go(&edit),
            Edit::KeyBetween { secs } => self.key_between(secs),
            edit => self.step(&edit),
        }
    }

    /// Another document takes the place of this one and counts as saved; it is one step back to what was there.
    pub fn begin_again(&mut self, document: Document) {
        self.end_drag();
        let before = std::mem::replace(&mut self.document, document);
        if before != self.document {
            self.history.push("Begin again", before);
        }
        self.shown = None;
        self.look();
        self.mark_saved();
    }

    /// Takes the last step back and says its name.
    pub fn undo(&mut self) -> Option<&'static str> {
        self.end_drag();
        let name = self.history.undo(&mut self.document);
        self.look();
        name
    }

    /// Does the step that was last undone again and says its name.
    pub fn redo(&mut self) -> Option<&'static str> {
        self.end_drag();
        let name = self.history.redo(&mut self.document);
        self.look();
        name
    }

    /// How many steps can be undone.
    pub fn undo_depth(&self) -> usize {
        self.history.depths().0
    }

    /// How many steps can be done again.
    pub fn redo_depth(&self) -> usize {
        self.history.depths().1
    }

    /// The name of what would be undone.
    pub fn what_undo_does(&self) -> Option<&'static str> {
        self.history.names().0
    }

    /// The name of what would be done again.
    pub fn what_redo_does(&self) -> Option<&'static str> {
        self.history.names().1
    }

    /// Whether a handle is held.
    pub fn is_dragging(&self) -> bool {
        self.drag.is_some()
    }

    /// What the mouse pulls, and the pose before the drag, while there is one.
    pub fn pull(&self) -> Option<(Pull, &Pose)> {
        let drag = self.drag.as_ref()?;
        Some((drag.pull?, &drag.rest))
    }

    /// Whether anything changed since the document was opened or saved.
    pub fn is_dirty(&self) -> bool {
        let same_pose = match (self.loose(), &self.saved_loose) {
            (Some(now), Some(saved)) => same(now, saved),
            (now, saved) => now.is_none() && saved.is_none(),
        };
        !(same_pose && self.document.has_the_same_parts(&self.saved))
    }

    /// The document as it is now has been saved.
    pub fn mark_saved(&mut self) {
        self.saved = self.document.clone();
        self.saved_loose = self.loose().cloned();
    }

    /// What is posed, where it is in no key and was not only shown.
    fn loose(&self) -> Option<&Arc<Setup>> {
        let Document {
            setup, current_key, ..
        } = &self.document;
        let shown = self.shown.as_ref();
        let is_shown = shown.is_some_and(|shown| Arc::ptr_eq(shown, setup));
        (current_key.is_none() && !is_shown).then_some(setup)
    }

    /// Poses another moment.
    fn go(&mut self, edit: &Edit) -> Result<(), String> {
        self.end_drag();
        let mut after = self.document.clone();
        match edit {
            Edit::GoToKey { index } => after.go_to_key(*index)?,
            Edit::LeaveKey { setup } => {
                check_setup(&after.character, setup)?;
                after.setup = Arc::clone(setup);
                after.current_key = None;
            }
            _ => {}
        }
        let is_loose = self.loose().is_some();
        let before = std::mem::replace(&mut self.document, after);
        if is_loose {
            self.history.push(edit.name(), before);
        }
        if let Edit::LeaveKey { setup } = edit {
            self.shown = Some(Arc::clone(setup));
        }
        self.look();
        Ok(())
    }

    /// A pose that is in no key becomes one, as part of the step that made it.
    fn key_between(&mut self, secs: f64) -> Result<(), String> {
        if self.loose().is_some() {
            change_keys(&mut self.document, &Edit::AddKey { secs })?;
        }
        Ok(())
    }

    fn look(&mut self) {
        self.poser
            .look(&self.document.character, &self.document.setup);
    }

    /// An edit that is a step of its own, or goes on with a slide.
    fn step(&mut self, edit: &Edit) -> Result<(), String> {
        if !self.is_sliding(edit) {
            self.end_drag();
        }
        let mut poser = std::mem::take(&mut self.poser);
        let after = changed(self.before(edit), edit, &mut poser, &mut |_| {});
        self.poser = poser;
        match after {
            Ok(after) => {
                self.commit(edit, after);
                Ok(())
            }
            Err(why) => {
                self.look();
                Err(why)
            }
        }
    }

    /// Whether an edit goes on with the slide that the last step belongs to.
    fn is_sliding(&self, edit: &Edit) -> bool {
        self.slide.is_some() && self.slide == edit.slide()
    }

    /// What an edit is an edit of: the document, or what it was before the slide that goes on.
    pub(super) fn before(&self, edit: &Edit) -> &Document {
        match self.history.last() {
            Some(before) if self.is_sliding(edit) => before,
            _ => &self.document,
        }
    }

    /// What an edit makes of the document becomes the document.
    pub(super) fn commit(&mut self, edit: &Edit, after: Document) {
        let is_sliding = self.is_sliding(edit);
        if !is_sliding {
            self.end_drag();
        }
        let is_changed = after != *self.before(edit);
        if is_sliding {
            self.document = after;
            if !is_changed {
                self.history.forget_last();
                self.slide = None;
            }
        } else if is_changed {
            let before = std::mem::replace(&mut self.document, after);
            self.history.push(edit.name(), before);
            self.slide = edit.slide();
        }
        self.look();
    }

    fn begin_drag(&mut self, handle: usize) -> Result<(), String> {
        self.end_drag();
        let Document {
            setup, character, ..
        } = &self.document;
        setup.check_handle(handle)?;
        self.drag = Some(Drag {
            handle,
            place: setup.place_of(handle, &setup.kinematics(character)),
            before: self.document.clone(),
            rest: setup.pose.clone(),
            pull: None,
        });
        Ok(())
    }

    fn drag_to(&mut self, position: Option<DVec3>, rotation: Option<DQuat>) -> Result<(), String> {
        let Some(drag) = &self.drag else {
            return Err("nothing is held: take hold of a handle first".to_owned());
        };
        let is_place = |p: DVec3| p.is_finite() && p.abs().max_element() < FARTHEST;
        if position.is_some_and(|p| !is_place(p)) {
            return Err("that is no place to drag to".to_owned());
        }
        if rotation.is_some_and(|q| !(q.is_finite() && q.length() > 0.5)) {
            return Err("that is no rotation to turn to".to_owned());
        }
        let mut pull = Pull {
            handle: drag.handle,
            position: position.or(rotation.map(|_| drag.place)),
            rotation: rotation.map(DQuat::normalize),
            travel: 0.0,
        };
        let size = body_size(&self.document.character);
        let from = drag.pull.unwrap_or(Pull {
            position: Some(drag.place),
            rotation: None,
            ..pull
        });
        pull = pull.after(&from, size);
        let mut setup = Setup::clone(&self.document.setup);
        drag_heel(&self.document.character, &mut setup, &mut pull);
        self.document.keep_on_ground(&setup, &mut pull);
        // A hand that is dragged off a table carries no longer.
        let link = setup.handles[pull.handle].grip.link();
        setup.plants.retain(|plant| Some(plant.link) != link);
        let handle = &mut setup.handles[pull.handle];
        handle.position = handle.position.and(pull.position).or(handle.position);
        handle.rotation = handle.rotation.and(pull.rotation).or(handle.rotation);
        let character = &self.document.character;
        self.poser.stand_on(&self.document.level);
        self.poser
            .solve(character, &mut setup, &drag.rest, Some(&pull));
        self.document.put_setup(Arc::new(setup));
        if let Some(drag) = &mut self.drag {
            drag.pull = Some(pull);
        }
        Ok(())
    }

    fn end_drag(&mut self) {
        self.slide = None;
        if let Some(drag) = self.drag.take() {
            let moved = drag.pull.filter(|pull| pull.rotation.is_none());
            if let Some(pull) = moved {
                let mut setup = Setup::clone(&self.document.setup);
                setup.touch(&self.document.character, pull.handle);
                self.document.put_setup(Arc::new(setup));
            }
            if drag.before != self.document {
                let name = Edit::EndDrag.name();
                self.history.push(name, drag.before);
            }
            self.look();
        }
    }

    fn cancel_drag(&mut self) {
        if let Some(drag) = self.drag.take() {
            self.document = drag.before;
            self.look();
        }
    }
}

/// The document after an edit. `told` hears the share that is done, where an edit takes long [0..1].
pub(super) fn changed(
    before: &Document,
    edit: &Edit,
    poser: &mut Poser,
    told: &mut dyn FnMut(f64),
) -> Result<Document, String> {
    let mut after = before.clone();
    let is_done = change_whole(&mut after, edit, poser, told)?
        || change_keys(&mut after, edit)?
        || change_take(&mut after, edit, told)?;
    if !is_done {
        let mut setup = Setup::clone(&before.setup);
        change_setup(before, &mut setup, edit, poser)?;
        if setup != *before.setup {
            after.put_setup(Arc::new(setup));
        }
    }
    Ok(after)
}

impl Document {
    /// A planted foot that is pulled stays flat on the ground, wherever there is some.
    fn keep_on_ground(&self, setup: &Setup, pull: &mut Pull) {
        let Grip::Point {
            link,
            point_in_link,
        } = setup.handles[pull.handle].grip
        else {
            return;
        };
        let planted = setup.planted.iter().find(|planted| planted.link == link);
        if let (Some(planted), Some(position)) = (planted, pull.position) {
            let now = planted.world_from_link;
            let rotation = pull.rotation.unwrap_or(now.rotation);
            let to = Transform::new(rotation, position - rotation * point_in_link);
            let flat = flat_on_ground(&self.character, &self.level, planted.footing(), &to);
            let to = flat.unwrap_or_else(|| {
                let rise = now.point(point_in_link).y - position.y;
                Transform::new(now.rotation, to.translation + rise * DVec3::Y)
            });
            pull.position = Some(to.point(point_in_link));
            pull.rotation = Some(to.rotation);
        }
    }
}
