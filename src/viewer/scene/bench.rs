//! What is on the bench, as scenes: a view for every figure, pale figures in one, or a moment of a solve.

use super::shown::Shown;
use super::{Companion, Paint, Role, Scene, Title};
use crate::character::Pose;
use crate::document::Figure;
use crate::viewer::app::App;
use crate::viewer::session::bench::Bench;
use crate::viewer::session::bench::cases::Cases;
use crate::viewer::session::bench::comparison::{Comparison, Layout};
use crate::viewer::session::bench::performance::Performance;
use crate::viewer::signs::lesson::{LessonSigns, aims_of};
use crate::viewer::signs::lever::Moment;
use std::sync::Arc;

/// Figures over what is posed are so solid.
const PALE: f32 = 0.4;

impl App {
    /// Gives the views what is on the bench; without one they show the document again.
    pub(crate) fn stage_bench(&mut self) {
        match &self.session.bench {
            Some(Bench::Comparison(comparison)) if comparison.layout == Layout::Beside => {
                let scenes = self.scenes_beside(comparison);
                self.panes.show_beside(scenes);
                self.panes.tie();
            }
            Some(Bench::Comparison(comparison)) => {
                let scene = self.scene_over(comparison);
                self.panes.show_instead(Some(&scene));
            }
            Some(Bench::Cases(cases)) => {
                let scenes = self.scenes_of_cases(cases);
                self.panes.show_beside(scenes);
                self.panes.tie();
            }
            // What is dragged is what is posed.
            Some(Bench::Performance(performance)) if !self.session.editor.is_dragging() => {
                let scene = self.scene_of_moment(performance);
                self.panes.show_instead(Some(&scene));
            }
            Some(Bench::Performance(_)) | None => self.panes.show_instead(None),
        }
    }

    /// A scene for every figure.
    fn scenes_beside(&self, comparison: &Comparison) -> Vec<Scene> {
        let figures = comparison.figures.figures().iter().enumerate();
        let scenes = figures.map(|(index, figure)| Scene {
            character: Arc::clone(figure.character()),
            figure: Shown::of_setup(figure.character(), figure.setup()),
            title: Some(Title {
                color: self.shell.theme.series(index),
                words: figure.variant().name.clone(),
            }),
            own_handles: self.own_handles(figure),
            setup: Some(Arc::new(figure.setup().clone())),
            wanted: self.scene.wanted,
            ..Scene::of_document(self.document())
        });
        scenes.collect()
    }

    /// A scene for every case of a page; nobody drags in it.
    fn scenes_of_cases(&self, cases: &Cases) -> Vec<Scene> {
        let shown = cases.shown.iter().enumerate();
        let secs = cases.clock.map_or(0.0, |clock| clock.secs);
        let scenes = shown.map(|(index, case)| {
            let figure = case.figure_at(secs);
            let setup = &case.staged.document.setup;
            // What walks has its goals from frame to frame.
            let is_posed = case.staged.walked().is_empty();
            let aims = is_posed.then(|| aims_of(setup, &figure.kin));
            Scene {
                title: Some(Title {
                    color: self.shell.theme.series(index),
                    words: case.title(&figure),
                }),
                figure,
                way: case.way,
                setup: None,
                lesson: LessonSigns::of_case(aims.unwrap_or_default()),
                ..Scene::of_document(&case.staged.document)
            }
        });
        scenes.collect()
    }

    /// Which of a figure's handles each of the document's is, where its body is another.
    fn own_handles(&self, figure: &Figure) -> Option<Vec<Option<usize>>> {
        figure.variant().body.as_ref()?;
        let handles = &self.document().setup.handles;
        let own = &figure.setup().handles;
        let own = |name: &str| own.iter().position(|handle| handle.name == name);
        Some(handles.iter().map(|handle| own(&handle.name)).collect())
    }

    /// What is posed, and pale figures in its place.
    fn scene_over(&self, comparison: &Comparison) -> Scene {
        let mut scene = self.scene.clone();
        let figures = comparison.figures.figures().iter().enumerate();
        scene
            .companions
            .extend(figures.map(|(index, figure)| Companion {
                role: Role::Variant,
                body: Some(Arc::clone(figure.character())),
                shown: Shown::of_setup(figure.character(), figure.setup()),
                paint: Paint::One(self.shell.theme.series(index)),
                opacity: PALE,
                name: Some(figure.variant().name.clone()),
            }));
        scene
    }

    /// Where a solve is now.
    fn scene_of_moment(&self, performance: &Performance) -> Scene {
        let document = self.document();
        let theatre = &performance.theatre;
        let mut scene = Scene::of_document(document);
        // Somebody chose another body, and the theatre opens anew a moment later.
        if Arc::ptr_eq(theatre.character(), &document.character) {
            let posed =
                |pose: &Pose| Shown::of_pose(&document.character, &document.setup, pose.clone());
            scene.figure = posed(theatre.pose());
            scene.moment = Some(Moment::of(theatre));
            let began = theatre.pose_of_step();
            let began = (began != theatre.pose()).then(|| Companion {
                role: Role::Variant,
                body: None,
                shown: posed(began),
                paint: Paint::One(self.shell.theme.earlier),
                opacity: PALE,
                name: Some("where this linearisation began".to_owned()),
            });
            scene.companions.extend(began);
        }
        scene
    }
}
