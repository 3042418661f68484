//! What the window has done in the background: edits that take long, files that are read and written, keys that become a
//! clip.
//!
//! ```text
//! edit, import, open, export, bake ──start──> Job ──(in time: at once; else: in a later frame)──> deliver
//! ```
//! One change of the document at a time; a second one is refused until the first is done or cancelled, except that a
//! slide (a footprint that is dragged) takes only its latest wish. What arrives is one step of undo, and waits until no mouse
//! button is down. Whether it still fits is [`Editor::finish`](crate::document::Editor::finish)'s to say.

use super::editing::Manner;
use super::jobs::{Answer, Job, Told};
use super::staging::Studied;
use crate::document::{Bake, Edit, Finished, Haste, PlannedWay, hasty_ways, plan_way};
use crate::motion::{Audit, Clip};
use crate::viewer::app::App;
use crate::viewer::scene::shown::Motion;
use crate::viewer::shell::export::Export;
use crate::viewer::shell::opening::Opened;
use egui::{Align2, Context};
use std::sync::Arc;
use std::time::Duration;

/// What runs now.
#[derive(Default)]
pub(crate) struct Work {
    running: Vec<Running>,
    /// The latest wish of a slide whose last one is being worked out.
    pub(crate) next: Option<Edit>,
    /// The slide ends when that is done.
    pub(crate) ends_slide: bool,
    /// The window closes as soon as the file is written.
    pub(crate) closes_when_written: bool,
    /// Keys after so many edits could not be baked: they are not tried again.
    pub(crate) unbaked: Option<u64>,
}

struct Running {
    kind: Kind,
    /// What is changed, for changes of a slide.
    edit: Option<Edit>,
    job: Job<Product>,
}

/// What work is for. One of each at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The document will be another.
    Change,
    /// A file is written.
    Write,
    /// Unsaved work is kept safe.
    Keep,
    /// Keys become a clip.
    Bake,
    /// A way between keys is planned, to be scrubbed.
    Plan,
    /// A motion is measured.
    Measure,
    /// Figures of a lesson are worked out.
    Lesson,
}

/// What comes of it.
pub(crate) enum Product {
    Edit(Box<Finished>),
    /// Read from a file; and how many edits were done before.
    Opened(Box<Opened>, u64),
    Export(Export),
    /// A picture or so; a sentence.
    Written(String),
    Kept,
    Baked(Bake, Option<Arc<Clip>>),
    Planned(Option<PlannedWay>),
    /// And which of its keys have too little time.
    Measured(Box<Audit>, Motion, Vec<Haste>),
    Studied(Studied),
}

/// Work that is done within this time is not worth a change of the scene: while something is dragged, and else.
const LIVE: Duration = Duration::from_millis(40);
const AT_ONCE: Duration = Duration::from_millis(150);
/// From one look at running work to the next.
const LOOK: Duration = Duration::from_millis(50);
/// Work that is this old is shown.
const SHOWN_AFTER: Duration = Duration::from_millis(300);

impl Work {
    fn position(&self, kind: Kind) -> Option<usize> {
        self.running.iter().position(|running| running.kind == kind)
    }

    /// Whether something that was asked for is not there yet.
    pub(crate) fn is_busy(&self) -> bool {
        let mut kinds = self.running.iter().map(|running| running.kind);
        kinds.any(|kind| kind != Kind::Measure && kind != Kind::Keep)
    }

    /// Whether a file is being written.
    pub(crate) fn is_writing(&self) -> bool {
        self.position(Kind::Write).is_some()
    }

    /// Whether unsaved work is being kept.
    pub(crate) fn is_keeping(&self) -> bool {
        self.position(Kind::Keep).is_some()
    }

    /// What was to become of the document that is put away is not wanted any more.
    pub(crate) fn forget_changes(&mut self) {
        self.running
            .retain(|running| matches!(running.kind, Kind::Write | Kind::Keep | Kind::Lesson));
        self.next = None;
        self.ends_slide = false;
        self.unbaked = None;
    }

    /// Whether figures of a lesson are being worked out.
    pub(crate) fn is_studying(&self) -> bool {
        self.position(Kind::Lesson).is_some()
    }

    /// Nobody waits for figures of a lesson any more.
    pub(crate) fn forget_lesson(&mut self) {
        self.running.retain(|running| running.kind != Kind::Lesson);
    }

    /// A slide that was taken back must not arrive any more.
    pub(crate) fn forget_slide(&mut self) {
        self.running
            .retain(|running| !running.edit.as_ref().is_some_and(is_slide));
        self.next = None;
        self.ends_slide = false;
    }

    /// Whether a slide is being worked out, so that it cannot end yet; then it will.
    pub(crate) fn ends_later(&mut self) -> bool {
        let mut running = self.running.iter();
        let is_sliding = running.any(|running| running.edit.as_ref().is_some_and(is_slide));
        self.ends_slide |= is_sliding;
        is_sliding
    }

    /// Waits for unsaved work that is being kept: what is thrown away now must not come back.
    pub(crate) fn finish_keeping(&mut self) {
        if let Some(index) = self.position(Kind::Keep) {
            self.running.remove(index).job.finish();
        }
    }
}

impl App {
    /// Does work in a thread. What is done within `patience` is delivered before this returns; says whether it was.
    fn start(
        &mut self,
        (kind, patience): (Kind, Duration),
        edit: Option<Edit>,
        stage: impl Into<String>,
        work: impl FnOnce(&Told) -> Result<Product, String> + Send + 'static,
    ) -> bool {
        let job = Job::start(stage, work);
        if let Some(answer) = job.wait(patience) {
            return self.deliver(kind, answer);
        }
        self.session.work.running.push(Running { kind, edit, job });
        false
    }

    /// Does work of a kind in a thread, unless some of that kind is going on: that is said.
    pub(crate) fn in_background(
        &mut self,
        kind: Kind,
        stage: impl Into<String>,
        work: impl FnOnce(&Told) -> Result<Product, String> + Send + 'static,
    ) -> bool {
        if let Some(index) = self.session.work.position(kind) {
            let stage = self.session.work.running[index].job.progress().stage;
            self.refuse(format!("Wait, or cancel first: {stage}."));
            return false;
        }
        let patience = match kind {
            Kind::Keep | Kind::Lesson => Duration::ZERO,
            Kind::Change | Kind::Write | Kind::Bake | Kind::Plan | Kind::Measure => AT_ONCE,
        };
        self.start((kind, patience), None, stage, work)
    }

    /// Works an edit out in a thread; says whether it is done already.
    pub(crate) fn edit_in_background(&mut self, edit: Edit) -> bool {
        let patience = if is_slide(&edit) { LIVE } else { AT_ONCE };
        if let Some(index) = self.session.work.position(Kind::Change) {
            match &self.session.work.running[index].edit {
                Some(Edit::Walk(_) | Edit::Jump(_))
                    if matches!(edit, Edit::Walk(_) | Edit::Jump(_)) =>
                {
                    self.session.work.running.remove(index);
                }
                Some(before) if is_slide(before) && is_slide(&edit) => {
                    self.session.work.next = Some(edit);
                    return false;
                }
                _ => {
                    let stage = self.session.work.running[index].job.progress().stage;
                    self.refuse(format!("Wait, or cancel first: {stage}."));
                    return false;
                }
            }
        }
        let errand = self.session.editor.errand(edit.clone());
        let stage = match &edit {
            Edit::Walk(order) => format!("Walking {} steps", order.steps),
            Edit::Jump(order) => format!("Jumping {:.2} m high", order.height),
            edit => edit.name().to_owned(),
        };
        self.start((Kind::Change, patience), Some(edit), stage, move |told| {
            let finished = errand.run(&mut |share| told.share(share))?;
            Ok(Product::Edit(Box::new(finished)))
        })
    }

    /// The keys become a clip.
    pub(crate) fn bake_keys(&mut self) {
        if self.session.work.position(Kind::Bake).is_some()
            || self.session.work.unbaked == Some(self.session.edits)
        {
            return;
        }
        let mut bake = std::mem::take(&mut self.session.bake);
        let document = self.document().clone();
        let work = move |told: &Told| {
            let clip = bake.clip(&document, BAKE_SECS, &mut |share| told.share(share));
            let clip = clip.map(|clip| Arc::new(clip.clone()));
            Ok(Product::Baked(bake, clip))
        };
        self.start(
            (Kind::Bake, LIVE),
            None,
            "Solving what lies between keys",
            work,
        );
    }

    /// The way between the keys around the playhead is planned, so that its moments can be posed.
    pub(crate) fn plan_way(&mut self) {
        if self.session.work.position(Kind::Plan).is_some() {
            return;
        }
        let (document, secs) = (self.document().clone(), self.session.playback.secs);
        let work = move |_: &Told| Ok(Product::Planned(plan_way(&document, secs)));
        self.start((Kind::Plan, LIVE), None, "Planning the way", work);
    }

    /// The motion is measured once.
    pub(crate) fn measure(&mut self, motion: Motion) {
        if self.session.work.position(Kind::Measure).is_some() {
            return;
        }
        let document = self.document().clone();
        let work = move |_: &Told| {
            let level = Some(&*document.level);
            let audit = Audit::new(&document.character, motion.clip(), level);
            let hasty = match &motion {
                Motion::Keys(_) => hasty_ways(&document, &audit),
                Motion::Walk(_) | Motion::Jump(_) | Motion::Recording(_) => Vec::new(),
            };
            Ok(Product::Measured(Box::new(audit), motion, hasty))
        };
        self.start((Kind::Measure, LIVE), None, "Measuring the motion", work);
    }

    /// Takes what is done, and shows what is not.
    pub(crate) fn background(&mut self, ctx: &Context) {
        if let Some(path) = self.shell.next_screenshot.take() {
            self.shell.screenshot = Some(path);
            ctx.request_repaint();
        }
        let is_held =
            ctx.input(|input| input.pointer.any_down()) || self.session.editor.is_dragging();
        let mut index = 0;
        while let Some(running) = self.session.work.running.get(index) {
            let is_slide = running.edit.as_ref().is_some_and(is_slide);
            let has_to_wait = running.kind == Kind::Change && is_held && !is_slide;
            let answer = if has_to_wait {
                None
            } else {
                running.job.poll()
            };
            match answer {
                Some(answer) => {
                    let kind = self.session.work.running.remove(index).kind;
                    self.deliver(kind, answer);
                    ctx.request_repaint();
                }
                None => index += 1,
            }
        }
        if !self.session.work.running.is_empty() {
            // Nothing else wakes the window.
            ctx.request_repaint_after(LOOK);
        } else if self.session.work.closes_when_written {
            self.close();
        }
    }

    /// What runs, how far it is, and a way to stop it.
    pub(crate) fn work_panel(&mut self, ctx: &Context) {
        let running = self.session.work.running.iter().enumerate();
        let shown: Vec<usize> = running
            .filter(|(_, running)| !matches!(running.kind, Kind::Keep | Kind::Lesson))
            .filter(|(_, running)| running.job.elapsed() > SHOWN_AFTER)
            .map(|(index, _)| index)
            .collect();
        if shown.is_empty() {
            return;
        }
        let mut cancelled = None;
        let view = self.panes.rect();
        let at = view.left_bottom() + egui::vec2(12.0, -12.0);
        egui::Area::new("work".into())
            .pivot(Align2::LEFT_BOTTOM)
            .fixed_pos(at)
            .order(egui::Order::Foreground)
            .show(ctx, |ui| {
                egui::Frame::popup(ui.style()).show(ui, |ui| {
                    for index in shown {
                        let progress = self.session.work.running[index].job.progress();
                        ui.horizontal(|ui| {
                            let tip = "Stops it; nothing is changed";
                            if ui.button("Cancel").on_hover_text(tip).clicked() {
                                cancelled = Some(index);
                            }
                            match progress.share {
                                Some(share) => {
                                    let bar = egui::ProgressBar::new(share as f32);
                                    ui.add(bar.desired_width(140.0).show_percentage());
                                }
                                None => {
                                    ui.spinner();
                                }
                            }
                            ui.label(format!("{}…", progress.stage));
                        });
                    }
                });
            });
        if let Some(index) = cancelled {
            self.cancel_work(index);
        }
    }

    fn cancel_work(&mut self, index: usize) {
        let running = &self.session.work.running[index];
        running.job.cancel();
        if running.kind == Kind::Write {
            // It may be written already: its answer tells.
            return;
        }
        let kind = self.session.work.running.remove(index).kind;
        self.deliver(kind, Answer::Cancelled);
    }
}

/// From one frame of baked keys to the next [s].
pub(crate) const BAKE_SECS: f64 = 1.0 / 60.0;

/// Whether an edit is one of many while something is dragged.
fn is_slide(edit: &Edit) -> bool {
    Manner::of(edit) == Manner::Slide
}
