//! A solve that is stepped through.

use super::Rehearsal;
use crate::document::{Edit, Poser, Setup, SideBySide, Variant};
use crate::viewer::input::actions::{Action, Overlay};
use crate::viewer::session::bench::performance::{Beat, ONE_FRAME, TO_REST};
use crate::viewer::session::bench::wishes::BenchWish;
use egui::{Event, Key, Modifiers, pos2, vec2};

const CTRL: Modifiers = Modifiers::CTRL.plus(Modifiers::COMMAND);

#[test]
fn two_hundred_visits_forward_and_back_end_with_the_same_bits() {
    let mut window = Rehearsal::new("human", "flat");
    window.reach_out();
    window.key(Key::F9);
    assert!(window.theatre().moments() > 250);
    let mut poses = vec![window.theatre().pose().clone()];
    for _ in 0..200 {
        window.key(Key::ArrowRight);
        poses.push(window.theatre().pose().clone());
    }
    assert_eq!(window.theatre().at(), 200);
    for pose in poses.iter().rev().skip(1) {
        window.key(Key::ArrowLeft);
        assert_eq!(window.theatre().pose(), pose);
        let shown = window.app.panes.lit().scene(&window.app.scene);
        assert_eq!(shown.figure.pose, *pose, "what is seen");
    }
    assert_eq!(window.theatre().at(), 0);
}

#[test]
fn the_end_of_the_theatre_is_the_plain_solve_to_the_bit() {
    let mut window = Rehearsal::new("human", "flat");
    window.reach_out();
    let session = &window.app.session;
    let mut document = session.document().clone();
    let start = session.pose_before_drag().unwrap().clone();
    std::sync::Arc::make_mut(&mut document.setup).pose = start.clone();
    let same = Variant::default();
    let mut plain = SideBySide::new(&document, vec![same.clone(), same]).unwrap();
    plain.settle(session.document(), session.last_pull().as_ref());
    let plain = plain.figures()[0].setup().pose.clone();
    // What one frame of a drag makes of it, and what it comes to rest in.
    let mut frame = Setup::clone(&document.setup);
    let mut poser = Poser::default();
    poser.stand_on(&document.level);
    let pull = session.last_pull();
    poser.solve(&document.character, &mut frame, &start, pull.as_ref());
    window.key(Key::F9);
    assert_eq!(*window.theatre().pose(), start);
    // It shows the whole way to rest unless somebody asks for less, and then it says so.
    assert_eq!(*window.theatre().answer(), plain);
    let says = |window: &mut Rehearsal| {
        let words = window.words();
        words
            .iter()
            .any(|word| word.contains("One frame of the drag."))
    };
    assert!(!says(&mut window));
    window.app.on_bench(BenchWish::SetSteps(ONE_FRAME));
    assert!(says(&mut window));
    for (steps, plain) in [(ONE_FRAME, frame.pose), (TO_REST, plain)] {
        window.app.on_bench(BenchWish::SetSteps(steps));
        window.app.on_bench(BenchWish::ToEnd);
        window.frames(1);
        assert_eq!(*window.theatre().answer(), plain, "{steps}");
    }
    let shown = window.app.panes.lit().scene(&window.app.scene);
    assert_eq!(shown.figure.pose, *window.theatre().pose());
}

#[test]
fn an_edit_opens_the_theatre_anew_from_the_same_start_and_undo_does_too() {
    let mut window = Rehearsal::new("human", "flat");
    window.reach_out();
    window.key(Key::F9);
    let (start, moments) = (window.theatre().pose().clone(), window.theatre().moments());
    let goals = window.theatre().goals().len();
    window.app.edit(Edit::KeepBalance(false));
    window.wait(0.3);
    assert_eq!(window.theatre().goals().len(), goals - 1);
    assert_eq!(*window.theatre().pose(), start);
    window.key_with(CTRL, Key::Z);
    window.wait(0.3);
    assert_eq!(window.theatre().goals().len(), goals);
    assert_eq!(window.theatre().moments(), moments);
}

#[test]
fn a_solve_plays_stops_at_its_end_and_other_strategies_lie_behind_it() {
    let mut window = Rehearsal::new("human", "flat");
    window.reach_out();
    window.key(Key::F9);
    // By linearisations a long solve is over soon.
    window.app.on_bench(BenchWish::SetSpeed(200.0));
    window.app.on_bench(BenchWish::SetBeat(Beat::Linearisation));
    window.key(Key::Space);
    window.until("the end", |window| window.performance().is_at_end());
    window.app.on_bench(BenchWish::SetBeat(Beat::Visit));
    window.app.on_bench(BenchWish::SetSteps(ONE_FRAME));
    window.app.on_bench(BenchWish::ToStart);
    window.app.on_bench(BenchWish::SetSpeed(2000.0));
    window.key(Key::Space);
    assert!(window.performance().is_playing);
    window.until("the end", |window| window.performance().is_at_end());
    window.frames(1);
    assert!(!window.performance().is_playing);
    window.key(Key::Backspace);
    assert_eq!(window.theatre().at(), 0);
    window.app.on_bench(BenchWish::ShowOthers(true));
    assert_eq!(window.theatre().courses().len(), 4);
    let words = window.words();
    for name in ["equal", "biased", "null space", "strict"] {
        assert!(words.iter().any(|word| word == name), "{name}: {words:?}");
    }
    window.app.on_bench(BenchWish::NextLinearisation);
    let first = window.theatre().at();
    window.app.on_bench(BenchWish::NextSweep);
    assert!(window.theatre().at() > first && first > 0);
}

#[test]
fn visits_say_who_is_visited_and_the_view_explains_its_signs() {
    let mut window = Rehearsal::new("human", "flat");
    window.reach_out();
    window.key(Key::F9);
    window.until("the hand is visited", |window| {
        window.theatre().moments() > 1
    });
    while window.theatre().who() != Some("left_hand") {
        window.key(Key::ArrowRight);
    }
    let words = window.words();
    let has = |word: &str| words.iter().any(|other| other.contains(word));
    assert!(has("sweep 1: left hand pulls"), "{words:?}");
    assert!(has("from a joint to what the goal holds"), "{words:?}");
    assert!(has("where a goal wants to be"), "{words:?}");
    window.app.perform(Action::Show(Overlay::VirtualCenters));
    let words = window.words();
    let has = |word: &str| words.iter().any(|other| other.contains(word));
    assert!(has("centre of the mass beyond a joint"), "{words:?}");
}

#[test]
fn a_click_goes_to_where_a_linearisation_ends_or_to_a_visit_of_the_one_on_stage() {
    let mut window = Rehearsal::new("human", "flat");
    window.reach_out();
    window.key(Key::F9);
    // Over the words under each plot.
    let over = |window: &mut Rehearsal, part: &str| {
        let words = window.placed_words();
        let found = words.iter().find(|(words, _)| words.starts_with(part));
        found.map(|(_, at)| at.center_top() - vec2(0.0, 50.0))
    };
    let whole = over(&mut window, "where each linearisation ends").unwrap();
    window.click(whole);
    let nth = window.theatre().linearisation();
    let moments = window.theatre().linearisations()[nth].clone();
    assert!(nth > 3, "{nth}");
    assert_eq!(window.theatre().at(), moments.end - 1);
    let visits = format!("visits of linearisation {nth}");
    let visit = over(&mut window, &visits).expect("the plot beside shows it");
    window.click(visit);
    let at = window.theatre().at();
    let middle = moments.start + moments.len() / 2;
    assert!(
        at.abs_diff(middle) <= 2 + moments.len() / 4,
        "{at} {moments:?}"
    );
    assert!(over(&mut window, &visits).is_some(), "it stays in view");
    // By powers of ten or even, every mark beside a plot is a length.
    for is_logarithmic in [true, false] {
        let wish = BenchWish::DrawLogarithmic(is_logarithmic);
        window.app.on_bench(wish);
        let words = window.words();
        assert!(words.iter().filter(|w| w.ends_with("mm")).count() >= 2);
    }
}

#[test]
fn what_pulls_has_one_name_in_the_view() {
    let mut window = Rehearsal::new("human", "flat");
    window.drag_handle("left_hand", 120.0, 60.0);
    let elsewhere = Event::PointerMoved(pos2(40.0, 300.0));
    window.frame(Modifiers::NONE, vec![elsewhere]);
    let view = window.app.panes.rect();
    let names = |window: &mut Rehearsal| {
        let words = window.placed_words().into_iter();
        let words = words.filter(|(words, at)| {
            view.contains_rect(*at) && matches!(words.as_str(), "left hand" | "left hand pulls")
        });
        words.map(|(words, _)| words).collect::<Vec<_>>()
    };
    window.frames(2);
    assert_eq!(names(&mut window), ["left hand"], "it is chosen");
    window.key(Key::F9);
    for _ in 0..40 {
        window.key(Key::ArrowRight);
        let names = names(&mut window);
        assert!(!names.contains(&"left hand".to_owned()), "{names:?}");
    }
}

#[test]
fn the_legend_goes_where_it_covers_no_place_that_a_goal_wants() {
    let mut window = Rehearsal::new("human", "flat");
    window.reach_out();
    window.key(Key::F9);
    window.key(Key::ArrowRight);
    let sign = |window: &mut Rehearsal| {
        let words = window.placed_words();
        let found = words
            .iter()
            .find(|(words, _)| words == "where a goal wants to be");
        found.unwrap().1
    };
    let targets = |window: &Rehearsal| {
        let pane = window.app.panes.lit();
        let moment = pane.scene(&window.app.scene).moment.as_ref().unwrap();
        let targets = moment.targets().filter_map(|at| pane.project(at));
        targets.collect::<Vec<_>>()
    };
    let first = sign(&mut window);
    // The camera slides until a target is seen where the legend is.
    let by = first.center() - targets(&window)[0];
    let pane = window.app.panes.lit_mut();
    pane.camera.pan(by, pane.rect);
    let then = sign(&mut window);
    assert!(
        then.center().distance(first.center()) > 100.0,
        "{first} {then}"
    );
    for target in targets(&window) {
        assert!(!then.expand(8.0).contains(target), "{then} {target}");
    }
}
