//! Nothing lies over anything else in a small window, nor in one that is twice as large with everything twice as large in it.

use super::Rehearsal;
use crate::viewer::input::actions::Action;
use crate::viewer::panels::Tab;
use crate::viewer::session::bench::cases::stand_beside;
use crate::viewer::session::bench::wishes::BenchWish;
use crate::viewer::session::study::Place;
use crate::viewer::session::studying::Lecture;
use crate::viewer::signs::lever::Moment;
use egui::containers::panel::PanelState;
use egui::{Key, Pos2, Rect, vec2};

/// Windows (pixels) and their scale.
const SMALL: ([f32; 2], f32) = ([900.0, 600.0], 1.0);
const DOUBLED: ([f32; 2], f32) = ([1800.0, 1200.0], 2.0);

/// So high that a tab is seen whole (points).
const TALL: f32 = 2400.0;

/// Height of the line at the foot of the window (points).
const STATUS: f32 = 26.0;

impl Rehearsal {
    /// A window of so many pixels, everything in it so much larger.
    fn resize(&mut self, pixels: [f32; 2], scale: f32) {
        self.app.shell.settings.scale = scale;
        self.size = vec2(pixels[0], pixels[1]) / scale;
        self.frames(4);
    }

    /// Where a panel is (points).
    fn panel(&self, name: &'static str) -> Rect {
        let panel = PanelState::load(&self.ctx, name.into());
        panel.expect("it is shown").rect
    }

    /// Views, what is below them and the side panel share the window, and words in none of them lie over each other.
    fn is_laid_out(&mut self, of: &str) {
        let (views, side) = (self.app.panes.rect(), self.panel("panel"));
        assert!(side.left() >= views.right() - 0.5, "{of}: {side} {views}");
        assert!(side.right() <= self.size.x + 0.5, "{of}: {side}");
        let words = self.placed_words();
        assert!(words_apart(&words, side, of) > 5, "{of}");
        words_apart(&words, views, of);
    }

    /// The same of all that a tab holds: in a window as wide, and so high that nothing has to be scrolled.
    fn is_laid_out_whole(&mut self, of: &str) {
        self.is_laid_out(of);
        let height = std::mem::replace(&mut self.size.y, TALL);
        self.frames(2);
        self.is_laid_out(of);
        self.size.y = height;
        self.frames(2);
    }
}

/// How many words are in a part of the window. None of them reach out of it, or lie over others in it.
fn words_apart(words: &[(String, Rect)], part: Rect, of: &str) -> usize {
    let inside = words.iter().filter(|(text, place)| {
        !text.trim().is_empty() && place.is_positive() && part.contains(place.center())
    });
    let inside: Vec<&(String, Rect)> = inside.collect();
    for (index, (text, place)) in inside.iter().enumerate() {
        assert!(
            part.expand(1.0).contains_rect(*place),
            "{of}: {text:?} {place} reaches out of {part}"
        );
        for (other, beside) in &inside[index + 1..] {
            let both = place.intersect(*beside);
            let is_over = both.width() > 2.0 && both.height() > 4.0;
            assert!(!is_over, "{of}: {text:?} {place} over {other:?} {beside}");
        }
    }
    inside.len()
}

/// Every page, every page's cases side by side, and the exercise before and after its answer.
fn lessons_keep_off_each_other(numbers: &[usize], pixels: [f32; 2], scale: f32) {
    let mut window = Rehearsal::new("human", "flat");
    window.resize(pixels, scale);
    window.app.perform(Action::Learn);
    window.is_laid_out_whole("the list of lessons");
    for number in numbers {
        window.open_lesson(*number);
        for index in 0..window.study().lesson.pages.len() {
            let of = format!("lesson {number}, page {index}");
            window.lecture(Lecture::GoTo(Place::Page(index)));
            if window.study().page().unwrap().question.is_some() {
                window.lecture(Lecture::Answer(0));
            }
            // The camera arrives.
            window.wait(0.4);
            window.is_laid_out_whole(&of);
            if stand_beside(window.study().page().unwrap()) {
                window.lecture(Lecture::CasesBeside);
                window.wait(0.4);
                window.is_laid_out(&of);
                let (views, table) = (window.app.panes.rect(), window.panel("bench"));
                assert!(table.top() >= views.bottom() - 0.5, "{of}: {table} {views}");
                assert!(
                    table.bottom() <= window.size.y - STATUS + 0.5,
                    "{of}: {table}"
                );
                let words = window.placed_words();
                assert!(words_apart(&words, table, &of) > 3, "{of}");
            }
        }
        window.lecture(Lecture::Begin);
        window.wait(0.4);
        window.is_laid_out_whole(&format!("exercise {number}"));
    }
}

#[test]
fn pages_cases_and_exercises_keep_off_each_other_in_a_small_window() {
    let (pixels, scale) = SMALL;
    lessons_keep_off_each_other(&[1, 2, 3, 4, 5, 6, 7, 8, 10, 11], pixels, scale);
}

#[test]
fn pages_cases_and_exercises_keep_off_each_other_where_everything_is_twice_as_large() {
    let (pixels, scale) = DOUBLED;
    lessons_keep_off_each_other(&[1, 2, 6, 7, 10], pixels, scale);
}

#[test]
fn lessons_that_walk_keep_their_words_apart() {
    let (pixels, scale) = SMALL;
    lessons_keep_off_each_other(&[9, 12], pixels, scale);
}

#[test]
fn every_tab_keeps_its_words_apart() {
    for (pixels, scale) in [SMALL, DOUBLED] {
        let mut window = Rehearsal::new("human", "flat");
        window.resize(pixels, scale);
        window.reach_out();
        for tab in [Tab::Goals, Tab::Body, Tab::Walk, Tab::Ghost] {
            window.app.forms.tab = tab;
            window.frames(4);
            window.is_laid_out_whole(tab.words().0);
        }
    }
}

#[test]
fn bench_and_theatre_keep_off_the_figures_in_a_small_window() {
    let (pixels, scale) = SMALL;
    bench_and_theatre_keep_off_each_other(pixels, scale);
}

#[test]
fn bench_and_theatre_keep_off_the_figures_where_everything_is_twice_as_large() {
    let (pixels, scale) = DOUBLED;
    bench_and_theatre_keep_off_each_other(pixels, scale);
}

fn bench_and_theatre_keep_off_each_other(pixels: [f32; 2], scale: f32) {
    let mut window = Rehearsal::new("human", "flat");
    window.resize(pixels, scale);
    window.reach_out();
    for key in [Key::F7, Key::F8, Key::F9] {
        window.key(key);
        window.app.on_bench(BenchWish::Seek(4));
        window.frames(3);
        let views = window.app.panes.rect();
        let bar = window.app.view_bar_id(views.width());
        let bar = window.ctx.memory(|memory| memory.area_rect(bar));
        assert!(bar.is_some_and(|bar| views.contains_rect(bar)));
        let panel = window.panel("bench");
        assert!(views.height() > 300.0, "{views}");
        assert!(panel.top() >= views.bottom() - 0.5, "{panel} {views}");
        assert!(panel.bottom() <= window.size.y - STATUS + 0.5, "{panel}");
        let words = window.placed_words();
        assert!(words_apart(&words, panel, "the bench") > 10);
        // Over every figure there is room for the bar, and its name lies over nothing.
        if key == Key::F7 {
            let in_views = words.iter().filter(|(_, place)| {
                views.contains(place.center()) && !bar.unwrap().contains(place.center())
            });
            let in_views: Vec<_> = in_views.collect();
            assert!(in_views.len() >= 10, "{in_views:?}");
            for (index, (text, place)) in in_views.iter().enumerate() {
                for (other, beside) in &in_views[index + 1..] {
                    assert!(!place.intersects(*beside), "{text:?} over {other:?}");
                }
            }
            for id in window.app.panes.open() {
                let pane = window.app.panes.get(id);
                let seen = pane.scene(&window.app.scene).bounds();
                let top = seen.center().with_y(seen.max.y);
                let top = pane.project(top).unwrap();
                assert!(top.y > bar.unwrap().bottom(), "{top} {bar:?}");
            }
        }
        // What explains the signs keeps off the figure, off the bar and off where goals want something to be.
        let view = window.app.panes.lit();
        let scene = view.scene(&window.app.scene);
        let com = view.project(scene.figure.kin.com).unwrap();
        let targets = scene.moment.iter().flat_map(Moment::targets);
        let targets: Vec<Pos2> = targets.filter_map(|at| view.project(at)).collect();
        for (text, place) in words
            .iter()
            .filter(|(text, _)| text.contains("from a joint"))
        {
            assert!(
                (com.x - place.clamp(com).x).abs() > 20.0,
                "{text:?} {place} {com}"
            );
            assert!(!place.intersects(bar.unwrap()), "{text:?} {place}");
            assert!(!targets.is_empty());
            for target in &targets {
                let cross = Rect::from_center_size(*target, vec2(12.0, 12.0));
                assert!(!place.intersects(cross), "{text:?} {place} {target}");
            }
        }
        window.key(Key::Escape);
    }
}
