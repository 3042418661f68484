//! What people do with a lesson: open it, turn its pages, see its steps on the stage, answer, do the exercise, leave.
//!
//! ```text
//! project ──set aside──> Study: pages, exercise ──leave──> the project again, as it was
//! ```
//! What is tried on a page is thrown away with the page. The exercise is a project of its own: it is asked about before it would
//! be lost, and put aside while a page is read.

use super::staging::{Moving, SetAside, Staged, Staging, Studied};
use super::study::{Place, Study};
use super::walking::WalkWish;
use super::work::{Kind, Product};
use crate::io::{lesson_source, read_lesson, shipped_lessons};
use crate::lesson::Viewed;
use crate::viewer::app::App;
use crate::viewer::panels::{LessonPart, Tab};
use crate::viewer::shell::dialogs::Then;
use crate::viewer::shell::progress::{Learned, lesson_key};
use std::path::Path;
use std::sync::Arc;

/// What people ask of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Lecture {
    /// By its shipped number, or the path of its file.
    Open(String),
    Leave,
    GoTo(Place),
    /// The page's steps on the stage, one after the other.
    ShowMe,
    /// The page's stage as it opened.
    Again,
    ShowCase(usize),
    /// Of the static walk that is on the stage.
    Walk(WalkWish),
    /// All cases of the page in views of their own, or the stage again.
    CasesBeside,
    Answer(usize),
    /// What the exercise begins with.
    Begin,
}

impl App {
    /// Does what was asked of the lesson.
    pub(crate) fn lecture(&mut self, lecture: Lecture) {
        self.forms.lists_lessons = false;
        match lecture {
            Lecture::Open(name) => self.open_lesson_after_saving(&name),
            Lecture::Leave => self.leave_lesson_after_saving(),
            Lecture::GoTo(place) => self.go_to(place),
            Lecture::ShowMe => self.show_me(),
            Lecture::Again => self.stage_again(),
            Lecture::ShowCase(case) => self.show_case(case),
            Lecture::Walk(wish) => self.watch_walk(wish),
            Lecture::CasesBeside => self.switch_cases(),
            Lecture::Answer(choice) => self.answer(choice),
            Lecture::Begin => self.begin_exercise_again(),
        }
    }

    fn open_lesson_after_saving(&mut self, name: &str) {
        match lesson_source(name).and_then(|source| read_lesson(&source)) {
            Ok(_) => self.after_saving(Then::Learn(name.to_owned())),
            Err(e) => self.refuse(e.to_string()),
        }
    }

    /// Opens a lesson where one stopped reading it; what was there before comes back when the lesson is left.
    pub(crate) fn open_lesson(&mut self, name: &str) {
        let lesson = lesson_source(name).and_then(|source| read_lesson(&source));
        let lesson = match lesson {
            Ok(lesson) => lesson,
            Err(e) => return self.refuse(e.to_string()),
        };
        self.leave_lesson();
        self.pause();
        let before = self.set_aside();
        let key = lesson_key(lesson.number, &lesson.title);
        let next = self.shell.progress.of(&key).next_page(lesson.pages.len());
        let study = Study::new(lesson, before, self.forms.tab);
        let place = study.place(next);
        self.session.study = Some(Box::new(study));
        self.forms.tab = Tab::Lesson;
        self.forms.open = true;
        self.forms.lists_lessons = false;
        if !shipped_lessons()
            .iter()
            .any(|(shipped, _)| *shipped == name)
        {
            self.remember_lesson(name);
        }
        self.go_to(place);
    }

    fn remember_lesson(&mut self, name: &str) {
        let path = Path::new(name);
        if path.is_file() {
            self.remember(path);
        }
    }

    fn leave_lesson_after_saving(&mut self) {
        if self.session.study.is_some() {
            self.after_saving(Then::LeaveLesson);
        } else {
            self.refuse("No lesson is open: Lessons opens one.");
        }
    }

    /// The project from before the lesson is there again, as it was.
    pub(crate) fn leave_lesson(&mut self) {
        self.look_as_the_page_does(Viewed::Anywhere);
        if let Some(mut study) = self.session.study.take() {
            self.let_go_of_unsaved();
            if let Some(before) = study.before.take() {
                self.take_back(*before);
            }
            self.close_lesson_tab(study.tab_before);
        }
    }

    /// The lesson is closed, and what is on the stage stays.
    pub(crate) fn drop_lesson(&mut self) {
        if self.session.study.take().is_some() {
            self.close_lesson_tab(Tab::Goals);
        }
    }

    /// From the lesson's own tab back to where one came from, which may be the list of lessons.
    fn close_lesson_tab(&mut self, tab: Tab) {
        self.session.work.forget_lesson();
        if self.forms.tab == Tab::Lesson {
            self.forms.tab = tab;
        }
    }

    /// The project with its history and its file; what is on the stage now belongs to nobody.
    fn set_aside(&mut self) -> SetAside {
        self.let_go_of_unsaved();
        let is_recovered = std::mem::take(&mut self.shell.is_recovered);
        let files = &mut self.shell.files;
        SetAside {
            editor: self.session.editor.clone(),
            path: files.path.take(),
            seen: files.seen.take(),
            belonged_to: files.belonged_to.take(),
            is_recovered,
        }
    }

    fn take_back(&mut self, project: SetAside) {
        self.session.work.forget_changes();
        self.session.editor = project.editor;
        self.session.forget_motion();
        self.session.playback = super::playback::Playback::default();
        let files = &mut self.shell.files;
        files.path = project.path;
        files.seen = project.seen;
        files.belonged_to = project.belonged_to;
        self.shell.is_recovered = project.is_recovered;
        self.hand.selected = None;
        self.hand.drag = None;
        self.come_along();
        self.frame_all();
    }

    /// Turns to a page, or to the exercise.
    pub(crate) fn go_to(&mut self, place: Place) {
        let Some(study) = &self.session.study else {
            return self.refuse("No lesson is open: Lessons opens one.");
        };
        let is_answering = study.is_answering();
        if let (Place::Page(_), true) = (place, is_answering) {
            let answer = self.set_aside();
            if let Some(study) = &mut self.session.study {
                study.set_answer_aside(answer);
            }
        }
        self.session.work.forget_lesson();
        let Some(study) = &mut self.session.study else {
            return;
        };
        study.at = place;
        study.is_showing = false;
        let mut answer = None;
        match place {
            Place::Page(page) => study.wish_for(study.opening(page)),
            Place::Exercise => answer = study.turn_to_exercise(),
        }
        if let Some(answer) = answer {
            self.take_back(*answer);
            if let Some(study) = &mut self.session.study {
                study.answer_is_on_stage();
            }
        }
        self.forms.lesson_shows = Some(LessonPart::Head);
        self.forms.lists_lessons = false;
        if let Place::Page(page) = place {
            self.note(&Learned {
                read: [page].into(),
                ..Learned::default()
            });
        }
    }

    /// To the page before or after.
    pub(crate) fn turn_page(&mut self, by: isize) {
        let Some(study) = &self.session.study else {
            return self.refuse("No lesson is open: Lessons opens one.");
        };
        let index = study.index().saturating_add_signed(by);
        if index <= study.lesson.pages.len() && index != study.index() {
            self.go_to(study.place(index));
        }
    }

    /// An answer that is put away comes back on the stage before somebody is asked about it.
    pub(crate) fn bring_answer_back(&mut self) {
        let study = self.session.study.as_ref();
        if study.is_some_and(|study| study.has_unsaved_answer_aside()) {
            self.go_to(Place::Exercise);
        }
    }

    fn show_me(&mut self) {
        let Some(study) = &mut self.session.study else {
            return self.refuse("No lesson is open: Lessons opens one.");
        };
        let (Place::Page(page), Some(open)) = (study.at, study.page()) else {
            return self.refuse("The exercise is yours to do: read the rules.");
        };
        if !open.show_me.is_empty() {
            study.is_showing = true;
            study.wish_for(Staging::Page { page, steps: 0 });
        } else if study.plays() {
            // What is on the stage is put there again, and plays from its beginning.
            study.wish_for(study.wish.unwrap_or(study.opening(page)));
        } else {
            self.refuse("There is nothing to show on this page: the stage has it already.");
        }
    }

    fn stage_again(&mut self) {
        if let Some(study) = &mut self.session.study
            && let Place::Page(page) = study.at
        {
            study.is_showing = false;
            study.wish_for(study.opening(page));
        }
    }

    fn show_case(&mut self, case: usize) {
        if let Some(study) = &mut self.session.study
            && let Place::Page(page) = study.at
        {
            study.is_showing = false;
            study.wish_for(Staging::Case { page, case });
        }
    }

    /// Plays the walk that is on the stage, stops it, or goes to a moment of it.
    fn watch_walk(&mut self, wish: WalkWish) {
        let setup = Arc::clone(&self.document().setup);
        let Some(study) = &mut self.session.study else {
            return self.refuse("No lesson is open: Lessons opens one.");
        };
        let Some((staged, mut clock)) = study.walk() else {
            return self.refuse("Nothing walks on the stage.");
        };
        // Who changed the stage sees the page's walk again, from its beginning.
        if !Arc::ptr_eq(&setup, &staged.document.setup) {
            return self.stage_walk_again();
        }
        clock.obey(wish);
        let staged = Arc::clone(staged);
        study.moving = Some(Moving::Walking { staged, clock });
        self.look();
    }

    fn stage_walk_again(&mut self) {
        if let Some(study) = &mut self.session.study
            && let Some(on_stage) = study.on_stage
        {
            study.wish_for(on_stage);
        }
    }

    fn answer(&mut self, choice: usize) {
        let study = self.session.study.as_mut();
        let Some(study) = study else {
            return self.refuse("No lesson is open: Lessons opens one.");
        };
        let page = study.index();
        self.forms.lesson_shows = Some(LessonPart::Reply);
        match study.choose(choice) {
            Some(true) => self.note(&Learned {
                answered: [page].into(),
                ..Learned::default()
            }),
            Some(false) => {}
            None => self.refuse("There is no such answer on this page."),
        }
    }

    /// Keeps what was learned.
    pub(super) fn note(&mut self, learned: &Learned) {
        let Some(study) = &self.session.study else {
            return;
        };
        if self.shell.progress.note(&study.lesson, learned)
            && let Err(e) = self.shell.progress.save(&self.shell.files.home)
        {
            self.say(e.to_string());
        }
    }

    /// Once per frame: what is ready goes on the stage, what is missing is solved, what was changed is looked at.
    pub(crate) fn follow_lesson(&mut self, clock_secs: f64) {
        let Some(study) = &mut self.session.study else {
            return;
        };
        if let Some(moving) = study.moving.take() {
            study.moving = moving.advanced(clock_secs);
            self.look();
        }
        let Some(study) = &mut self.session.study else {
            return;
        };
        if study.moving.is_none() {
            match study.next_shown() {
                Some(next) => study.wish_for(next),
                None => study.is_showing &= !study.is_settled(),
            }
        }
        if let Some((staging, staged)) = study.ready() {
            self.put_on_stage(staging, &staged);
            self.stand_ghost_up();
        }
        self.push_as_the_page_does();
        self.look_at_answer();
        self.solve_for_lesson();
    }

    fn put_on_stage(&mut self, staging: Staging, staged: &Arc<Staged>) {
        let is_same_body = *self.document().character == *staged.document.character;
        let is_same_ground = Arc::ptr_eq(&self.document().level, &staged.document.level);
        let from = self.scene.figure.pose.clone();
        let was_playing = self.document().take.is_some();
        let study = self.session.study.as_ref();
        let answers_again = staging == Staging::Begin && study.is_some_and(|it| it.is_answering());
        let answered = answers_again.then(|| self.session.editor.clone());
        self.replace_document(staged.document.clone(), None);
        if let Some(mut editor) = answered {
            editor.begin_again(staged.document.clone());
            self.session.editor = editor;
            if self.session.editor.undo_depth() > 0 {
                self.say("The exercise begins again; Ctrl+Z brings your answer back.");
            }
        }
        let has_take = self.document().take.is_some();
        if let Some(study) = &mut self.session.study {
            study.put_on_stage(staging);
            let moves = is_same_body && is_same_ground && !has_take && !was_playing;
            let from_pose = moves.then(|| Moving::from_pose(from));
            study.moving = Moving::walking(staged).or(from_pose);
        }
        self.session.playback.playing = has_take;
        self.mark_lesson();
        // Views of cases side by side are given back before the figure is framed in the usual ones.
        let views = self.panes.rect();
        self.stage_bench();
        self.panes.arrange(views);
        // Where it goes is framed, not where it comes from.
        let moving = self.session.study.as_mut().and_then(|s| s.moving.take());
        self.look();
        self.look_as_the_page_does(staged.scene.viewed);
        self.frame_all();
        let arrived = self.scene.bounds();
        let walks = matches!(moving, Some(Moving::Walking { .. }));
        if let Some(study) = &mut self.session.study {
            study.moving = moving;
        }
        self.look();
        // Of a walk one sees the whole way: that it sinks shows against the ground that stays.
        if walks {
            self.panes.frame_all(&self.scene.bounds().around(&arrived));
        }
    }

    fn solve_for_lesson(&mut self) {
        let (Some(study), false) = (&self.session.study, self.session.work.is_studying()) else {
            return;
        };
        if let Some(staging) = study.wanted() {
            let Some(scene) = study.scene_of(staging) else {
                return;
            };
            let lesson = Arc::clone(&study.lesson);
            let words = "Working the figures of this page out";
            self.in_background(Kind::Lesson, words, move |_| {
                let staged = Box::new(Staged::new(scene));
                Ok(Product::Studied(Studied::Staged(lesson, staging, staged)))
            });
            return;
        }
        // While something is dragged, too: a text that compares cases would speak of two questions.
        let edits = self.session.edits;
        if let Some(changed) = study.unsolved_change(edits) {
            let words = "Solving again what was changed";
            self.in_background(Kind::Lesson, words, move |_| {
                let changed = changed.into_iter();
                let solved =
                    changed.map(|(staging, scene)| (staging, Arc::new(Staged::new(scene))));
                Ok(Product::Studied(Studied::Changed(edits, solved.collect())))
            });
        }
    }

    /// Takes what was solved for the lesson.
    pub(crate) fn take_in_studied(&mut self, studied: Studied) {
        let Some(study) = &mut self.session.study else {
            return;
        };
        match studied {
            Studied::Staged(lesson, staging, staged) => {
                if Arc::ptr_eq(&lesson, &study.lesson) {
                    study.take_in(staging, *staged);
                }
            }
            Studied::Changed(edits, alike) => study.take_in_change(edits, alike),
        }
    }
}
