//! What people want of the bench, and the window doing it.

use super::comparison::{Comparison, Layout};
use super::difference::Difference;
use super::performance::Beat;
use super::{Answered, Bench, Session};
use crate::viewer::app::App;
use crate::viewer::panes::PaneMode;
use crate::viewer::panes::camera::StandardView;
use crate::viewer::session::walking::WalkWish;
use crate::viewer::shell::SETTLING;

/// What the panel of the bench, keys and scripts ask for.
#[derive(Clone, Debug)]
pub(crate) enum BenchWish {
    /// Other figures side by side.
    Compare(Vec<Difference>),
    Forward,
    Back,
    NextSweep,
    PreviousSweep,
    NextLinearisation,
    PreviousLinearisation,
    ToStart,
    ToEnd,
    /// To a moment; it stops there.
    Seek(usize),
    PlayOrPause,
    /// Beats a second.
    SetSpeed(f64),
    /// By visits, sweeps or linearisations.
    SetBeat(Beat),
    /// Linearisations at most.
    SetSteps(u32),
    /// By powers of ten, or even.
    DrawLogarithmic(bool),
    /// Other strategies are drawn behind.
    ShowOthers(bool),
    /// The errors of a goal are drawn, or not.
    ToggleGoal(String),
    /// Of the static walks of a lesson's cases.
    Walk(WalkWish),
}

impl App {
    /// Whether figures are compared like this.
    pub(crate) fn is_compared(&self, layout: Layout) -> bool {
        self.session.bench.as_ref().and_then(Bench::layout) == Some(layout)
    }

    /// Whether a solve is stepped through.
    pub(crate) fn is_in_theatre(&self) -> bool {
        matches!(self.session.bench, Some(Bench::Performance(_)))
    }

    /// Shows the figures that were compared last, or puts them away.
    pub(crate) fn switch_comparison(&mut self, layout: Layout) {
        if self.is_compared(layout) {
            self.leave_bench();
        } else {
            self.compare(self.session.compared.clone(), layout);
        }
    }

    /// Puts figures side by side or over each other.
    pub(crate) fn compare(&mut self, figures: Vec<Difference>, layout: Layout) {
        self.pause();
        match self.session.compare(figures.clone(), layout) {
            Ok(()) => {
                self.session.compared = figures;
                self.stage_bench();
            }
            Err(sentence) => self.refuse(sentence),
        }
    }

    /// Opens or closes the theatre.
    pub(crate) fn switch_theatre(&mut self) {
        if self.is_in_theatre() {
            self.leave_bench();
            return;
        }
        self.pause();
        match self.session.perform_solve() {
            Ok(()) => self.stage_bench(),
            Err(sentence) => self.refuse(sentence),
        }
    }

    /// The cases of the lesson's page side by side, or back to the stage.
    pub(crate) fn switch_cases(&mut self) {
        if self.are_cases_beside() {
            self.leave_bench();
            return;
        }
        match self.session.put_cases_beside() {
            Ok(()) => {
                // Behind them the stage rests.
                if let Some(study) = &mut self.session.study {
                    study.moving = None;
                }
                self.look();
                self.stage_bench();
                if matches!(&self.session.bench, Some(Bench::Cases(cases)) if cases.clock.is_some())
                {
                    // From the side one sees how high they walk; forward is to the right, as in pictures.
                    let camera = &mut self.panes.lit_mut().camera;
                    let (target, distance) = (camera.target, camera.distance);
                    camera.stand(target, StandardView::Right.angles(), distance);
                    self.panes.tie();
                }
            }
            Err(sentence) => self.refuse(sentence),
        }
    }

    fn are_cases_beside(&self) -> bool {
        matches!(self.session.bench, Some(Bench::Cases(_)))
    }

    /// Back to the timeline.
    pub(crate) fn leave_bench(&mut self) {
        self.session.bench = None;
        self.stage_bench();
    }

    /// The usual views; side by side there are others, which are put away.
    pub(crate) fn show_usual_views(&mut self, mode: PaneMode) {
        if self.is_compared(Layout::Beside) || self.are_cases_beside() {
            self.leave_bench();
        }
        self.panes.set_mode(mode);
    }

    /// Does what is wanted of what is on the bench.
    pub(crate) fn on_bench(&mut self, wish: BenchWish) {
        let Some(mut bench) = self.session.bench.take() else {
            return;
        };
        let done = bench.obey(&self.session, wish);
        self.session.bench = Some(bench);
        match (done, &self.session.bench) {
            (Err(sentence), _) => self.refuse(sentence),
            (Ok(()), Some(Bench::Comparison(comparison))) => {
                self.session.compared.clone_from(&comparison.differences);
            }
            (Ok(()), _) => {}
        }
        self.shell.unsettled = SETTLING;
    }

    /// A solve that plays goes on, and so do walks.
    pub(crate) fn advance_bench(&mut self, clock_secs: f64) {
        match &mut self.session.bench {
            Some(Bench::Performance(performance)) => performance.advance(clock_secs),
            Some(Bench::Cases(cases)) => {
                if let Some(clock) = &mut cases.clock {
                    clock.advance(clock_secs);
                }
            }
            Some(Bench::Comparison(_)) | None => {}
        }
    }

    /// What is on the bench answers the edits of this frame.
    pub(crate) fn answer_on_bench(&mut self) {
        match self.session.answer_on_bench() {
            Ok(Answered::Still) => {}
            Ok(Answered::Moved | Answered::Later) => self.shell.unsettled = SETTLING,
            Ok(Answered::Rested) => {
                self.shell.unsettled = SETTLING;
                self.bring_back_what_was_dragged();
            }
            Err(sentence) => self.refuse(sentence),
        }
    }
}

impl App {
    /// Views side by side are narrow: what was dragged out of one is brought back into all of them.
    fn bring_back_what_was_dragged(&mut self) {
        let Some(pull) = self.session.last_pull() else {
            return;
        };
        let mut places = self.panes.open().filter_map(|id| {
            let scene = self.panes.get(id).scene(&self.scene);
            scene.place_of(pull.handle)
        });
        if self.panes.are_lent() && !places.all(|place| self.panes.all_show(place)) {
            self.panes.frame_beside(&self.scene);
        }
    }
}

impl Bench {
    fn obey(&mut self, session: &Session, wish: BenchWish) -> Result<(), String> {
        match self {
            Self::Comparison(comparison) => comparison.obey(session, wish),
            Self::Performance(performance) => {
                performance.obey(session, wish);
                Ok(())
            }
            Self::Cases(cases) => {
                if let (Some(clock), BenchWish::Walk(wish)) = (&mut cases.clock, wish) {
                    clock.obey(wish);
                }
                Ok(())
            }
        }
    }
}

impl Comparison {
    fn obey(&mut self, session: &Session, wish: BenchWish) -> Result<(), String> {
        match wish {
            BenchWish::Compare(differences) => self.set(session, differences),
            // Of a theatre.
            BenchWish::Forward
            | BenchWish::Back
            | BenchWish::NextSweep
            | BenchWish::PreviousSweep
            | BenchWish::NextLinearisation
            | BenchWish::PreviousLinearisation
            | BenchWish::ToStart
            | BenchWish::ToEnd
            | BenchWish::Seek(_)
            | BenchWish::PlayOrPause
            | BenchWish::SetSpeed(_)
            | BenchWish::SetBeat(_)
            | BenchWish::SetSteps(_)
            | BenchWish::DrawLogarithmic(_)
            | BenchWish::ShowOthers(_)
            | BenchWish::ToggleGoal(_)
            // Of cases.
            | BenchWish::Walk(_) => Ok(()),
        }
    }
}

impl super::performance::Performance {
    fn obey(&mut self, session: &Session, wish: BenchWish) {
        let theatre = &mut self.theatre;
        self.is_playing &= !wish.goes_elsewhere();
        match wish {
            BenchWish::Forward => drop(theatre.forward()),
            BenchWish::Back => drop(theatre.back()),
            BenchWish::NextSweep => theatre.next_sweep(),
            BenchWish::PreviousSweep => theatre.previous_sweep(),
            BenchWish::NextLinearisation => theatre.next_linearisation(),
            BenchWish::PreviousLinearisation => theatre.previous_linearisation(),
            BenchWish::ToStart => theatre.to_start(),
            BenchWish::ToEnd => theatre.to_end(),
            BenchWish::Seek(moment) => theatre.seek(moment),
            BenchWish::PlayOrPause => self.play_or_pause(),
            BenchWish::SetSpeed(beats_per_sec) => self.beats_per_sec = beats_per_sec,
            BenchWish::SetBeat(beat) => self.beat = beat,
            BenchWish::SetSteps(steps) => self.set_steps(session, steps),
            BenchWish::DrawLogarithmic(is_on) => self.is_logarithmic = is_on,
            BenchWish::ShowOthers(is_on) => self.show_others(session, is_on),
            BenchWish::ToggleGoal(name) => match self.hidden.iter().position(|h| *h == name) {
                Some(index) => drop(self.hidden.remove(index)),
                None => self.hidden.push(name),
            },
            // Of figures side by side.
            BenchWish::Compare(_) | BenchWish::Walk(_) => {}
        }
    }
}

impl BenchWish {
    /// Whether somebody wants to see another moment, so that it plays no more.
    const fn goes_elsewhere(&self) -> bool {
        match self {
            Self::Forward
            | Self::Back
            | Self::NextSweep
            | Self::PreviousSweep
            | Self::NextLinearisation
            | Self::PreviousLinearisation
            | Self::ToStart
            | Self::ToEnd
            | Self::Seek(_) => true,
            Self::Compare(_)
            | Self::PlayOrPause
            | Self::SetSpeed(_)
            | Self::SetBeat(_)
            | Self::SetSteps(_)
            | Self::DrawLogarithmic(_)
            | Self::ShowOthers(_)
            | Self::ToggleGoal(_)
            | Self::Walk(_) => false,
        }
    }
}
