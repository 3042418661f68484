//! Figures side by side, and the panel of the bench.

use super::Rehearsal;
use crate::character::Pose;
use crate::document::{Edit, Theatre};
use crate::viewer::input::drag::Dragged;
use crate::viewer::panels::bench::error_words;
use crate::viewer::panes::PaneMode;
use crate::viewer::session::bench::Bench;
use crate::viewer::session::bench::comparison::{Comparison, Layout};
use crate::viewer::session::bench::difference::Difference;
use crate::viewer::session::bench::performance::Performance;
use crate::viewer::session::bench::wishes::BenchWish;
use crate::viewer::theme::color32;
use egui::epaint::ColorMode;
use egui::{Event, Key, Modifiers, Shape, vec2};
use glam::DVec3;

const CTRL: Modifiers = Modifiers::CTRL.plus(Modifiers::COMMAND);

impl Rehearsal {
    fn comparison(&self) -> &Comparison {
        match &self.app.session.bench {
            Some(Bench::Comparison(comparison)) => comparison,
            _ => panic!("nothing is compared"),
        }
    }

    pub(super) fn performance(&self) -> &Performance {
        match &self.app.session.bench {
            Some(Bench::Performance(performance)) => performance,
            _ => panic!("no theatre is open"),
        }
    }

    pub(super) fn theatre(&self) -> &Theatre {
        &self.performance().theatre
    }

    fn poses(&self) -> Vec<Pose> {
        let figures = self.comparison().figures.figures().iter();
        figures.map(|figure| figure.setup().pose.clone()).collect()
    }

    /// Whether the timeline is there, and the panel of the bench.
    fn is_below(&mut self) -> (bool, bool) {
        let words = self.words();
        let has = |word: &str| words.iter().any(|other| other.contains(word));
        (has("set key"), has("all figures answer") || has("visits/s"))
    }

    /// Until the figures of a comparison rest, and cameras are where they are going.
    fn come_to_rest(&mut self) {
        self.frames(2);
        self.until("all rest", |window| !window.comparison().is_settling());
        self.wait(0.4);
    }

    /// What a goal misses in every column [m].
    fn misses(&self, goal: &str) -> Vec<f64> {
        let rows = self.comparison().figures.errors();
        let row = rows.into_iter().find(|row| row.name == goal);
        row.unwrap().errors.into_iter().flatten().collect()
    }

    /// A hand that is dragged farther than it reaches.
    pub(super) fn reach_out(&mut self) {
        let place = self.place("left_hand");
        let handles = &self.app.document().setup.handles;
        let handle = handles.iter().position(|other| other.name == "left_hand");
        let handle = handle.unwrap();
        assert!(self.app.edit(Edit::BeginDrag { handle }));
        let position = Some(place + DVec3::new(0.1, 0.1, 0.9));
        let rotation = None;
        for _ in 0..6 {
            self.app.edit(Edit::DragTo { position, rotation });
            self.frames(1);
        }
        self.app.edit(Edit::EndDrag);
        self.frames(2);
    }
}

#[test]
fn dragging_in_the_third_view_moves_all_five_figures_and_the_table_tells_what_they_miss() {
    let mut window = Rehearsal::new("human", "flat");
    window.key(Key::F7);
    let before = window.poses();
    assert_eq!(before.len(), 5);
    assert_eq!(window.app.panes.open().count(), 5);
    let third = window.app.panes.open().nth(2).unwrap();
    let pane = window.app.panes.get(third);
    let place = pane.scene(&window.app.scene).place_of(
        window
            .app
            .document()
            .setup
            .handles
            .iter()
            .position(|handle| handle.name == "left_hand")
            .unwrap(),
    );
    let from = pane.project(place.unwrap()).unwrap();
    window.pull(from, from + vec2(30.0, -40.0), Modifiers::NONE);
    assert!(window.app.session.editor.is_dragging());
    for (before, now) in before.iter().zip(window.poses()) {
        assert_ne!(*before, now);
    }
    window.button(from + vec2(200.0, -90.0), false, Modifiers::NONE);
    window.come_to_rest();
    let words = window.words();
    let whose = "As posed, nothing pulls: Every goal is reached.";
    assert!(words.iter().any(|word| word == whose), "{words:?}");
    for row in window.comparison().figures.errors() {
        let name = row.name.replace('_', " ");
        assert!(words.contains(&name), "{name} is not in {words:?}");
        for error in row.errors.iter().flatten() {
            let told = error_words(*error, row.unit);
            assert!(words.contains(&told), "{name}: {told} is not in {words:?}");
        }
    }
    for name in ["equal", "biased", "weighted", "null space", "strict"] {
        assert!(words.iter().any(|word| word == name), "{name}: {words:?}");
    }
    let hand = |row: &crate::document::ErrorRow| row.name == "left_hand";
    assert!(window.comparison().figures.errors().iter().any(hand));
}

#[test]
fn cameras_of_figures_side_by_side_turn_together_and_the_usual_views_come_back() {
    let mut window = Rehearsal::new("human", "flat");
    window.key(Key::F3);
    assert_eq!(window.app.panes.mode(), Some(PaneMode::Both));
    window.key(Key::F7);
    let open: Vec<_> = window.app.panes.open().collect();
    let empty = window.app.panes.get(open[1]).rect.left_top() + vec2(20.0, 90.0);
    let before = window.app.panes.get(open[4]).camera.yaw;
    window.drag(empty, empty + vec2(60.0, 0.0));
    let yaws = open.iter().map(|id| window.app.panes.get(*id).camera.yaw);
    let yaws: Vec<f64> = yaws.collect();
    assert!((yaws[0] - before).abs() > 0.1, "{before} {yaws:?}");
    assert!(yaws.iter().all(|yaw| *yaw == yaws[0]), "{yaws:?}");
    window.key(Key::Escape);
    assert!(window.app.session.bench.is_none());
    assert_eq!(window.app.panes.mode(), Some(PaneMode::Both));
    window.key(Key::F7);
    window.key(Key::F1);
    assert!(window.app.session.bench.is_none());
    assert_eq!(window.app.panes.mode(), Some(PaneMode::Solid));
}

#[test]
fn pale_figures_stand_in_the_place_of_what_is_posed_and_a_legend_names_them() {
    let mut window = Rehearsal::new("human", "flat");
    window.reach_out();
    window.key(Key::F8);
    assert!(window.app.is_compared(Layout::Over));
    assert_eq!(window.app.panes.mode(), Some(PaneMode::Solid));
    let scene = window.app.panes.lit().scene(&window.app.scene);
    assert_eq!(scene.companions.len(), 5);
    let words = window.words();
    let strict = words.iter().filter(|word| *word == "strict").count();
    assert_eq!(strict, 2, "in the table and in the view: {words:?}");
    let solid = "solid: what is posed";
    assert!(words.iter().any(|word| word == solid), "{words:?}");
    window.key(Key::F7);
    assert!(window.app.is_compared(Layout::Beside));
    window.key(Key::F7);
    assert!(window.app.session.bench.is_none());
    assert!(window.app.panes.lit().scene.is_none());
}

#[test]
fn pale_figures_are_seen_from_the_side_as_well() {
    let mut window = Rehearsal::new("human", "flat");
    window.reach_out();
    window.key(Key::F8);
    window.key(Key::F2);
    window.frames(2);
    assert_eq!(window.app.panes.mode(), Some(PaneMode::Flat));
    for index in 0..5 {
        let ink = color32(window.app.shell.theme.series(index));
        let outlines = window.output.shapes.iter().filter(|clipped| {
            matches!(&clipped.shape, Shape::Path(path)
                if path.closed && path.stroke.color == ColorMode::Solid(ink))
        });
        assert!(outlines.count() > 10, "figure {index}");
    }
}

#[test]
fn a_turn_is_about_the_figure_of_the_view_that_the_mouse_is_in() {
    let mut window = Rehearsal::new("human", "flat");
    window.key(Key::F7);
    window.reach_out();
    window.come_to_rest();
    let handles = &window.app.document().setup.handles;
    let hand = handles.iter().position(|handle| handle.name == "left_hand");
    window.app.hand.selected = hand;
    // The strategy that ends the farthest from what is posed.
    let posed = window.place("left_hand");
    let places = window.app.panes.open().map(|id| {
        let scene = window.app.panes.get(id).scene(&window.app.scene);
        (id, scene.place_of(hand.unwrap()).unwrap())
    });
    let (id, place) = places
        .max_by(|(_, a), (_, b)| a.distance(posed).total_cmp(&b.distance(posed)))
        .unwrap();
    let pane = window.app.panes.get(id);
    let scene = pane.scene(&window.app.scene);
    assert!(place.distance(posed) > 0.005, "{}", place.distance(posed));
    let (at, turned) = (
        pane.project(place).unwrap(),
        scene.rotation_of(hand.unwrap()),
    );
    window.frame(
        Modifiers::NONE,
        vec![Event::PointerMoved(pane.rect.center())],
    );
    window.frames(1);
    window.key(Key::R);
    let drag = window.app.hand.drag.as_ref().expect("a turn has begun");
    assert_eq!(drag.pane, id);
    let Dragged::Turn { center, start, .. } = &drag.what else {
        panic!("{:?}", drag.what);
    };
    assert_eq!((*center, Some(*start)), (at, turned));
    window.key(Key::Escape);
}

#[test]
fn figures_differ_in_what_is_chosen_for_them_and_go_on_after_an_edit() {
    let mut window = Rehearsal::new("human", "flat");
    window.reach_out();
    let chosen = vec![
        Difference::default(),
        Difference {
            damping: Some(0.1),
            weights: vec![("balance".to_owned(), 0.1)],
            ..Difference::default()
        },
        Difference {
            body: Some("short_stout".to_owned()),
            ..Difference::default()
        },
    ];
    window.app.compare(chosen, Layout::Beside);
    window.frames(2);
    let figures = window.comparison().figures.figures();
    assert_eq!(figures[2].character().name, "short_stout");
    let poses = window.poses();
    assert_ne!(poses[0], poses[1]);
    // A handle of another body is the document's handle of the same name.
    let id = window.app.panes.open().nth(2).unwrap();
    let pane = window.app.panes.get(id);
    let scene = pane.scene(&window.app.scene);
    let own = scene.setup.as_ref().unwrap().handles.iter();
    let own = own.clone().position(|h| h.name == "right_hand").unwrap();
    let of_document = scene.handle_of_document(own).unwrap();
    let name = &window.app.document().setup.handles[of_document].name;
    assert_eq!(name, "right_hand");
    // Another margin is answered by all of them, undone as well.
    window.app.edit(Edit::SetMargin(0.07));
    window.frames(2);
    assert_ne!(window.poses()[0], poses[0]);
    window.key_with(CTRL, Key::Z);
    assert_eq!(window.poses()[0], poses[0]);
    // What cannot be leaves them as they are.
    let wrong = Difference {
        damping: Some(-1.0),
        ..Difference::default()
    };
    let two = vec![Difference::default(), wrong];
    window.app.on_bench(BenchWish::Compare(two));
    assert_eq!(window.comparison().differences.len(), 3);
}

#[test]
fn another_strategy_for_one_figure_leaves_the_others_as_they_are() {
    let mut window = Rehearsal::new("human", "flat");
    window.key(Key::F7);
    window.reach_out();
    window.come_to_rest();
    let before = window.poses();
    let mut chosen = window.comparison().differences.clone();
    chosen[1].priority = chosen[4].priority;
    chosen[1].damping = Some(0.02);
    window.app.on_bench(BenchWish::Compare(chosen.clone()));
    window.frames(2);
    let after = window.poses();
    for figure in [0, 2, 3, 4] {
        assert_eq!(after[figure], before[figure], "{figure}");
    }
    assert_ne!(after[1], before[1]);
    // Nor does one that goes away.
    chosen.remove(0);
    window.app.on_bench(BenchWish::Compare(chosen));
    window.frames(2);
    assert_eq!(window.poses(), after[1..]);
}

#[test]
fn after_a_drag_figures_come_to_rest_over_some_frames_where_the_theatre_ends_and_are_seen_whole() {
    let mut window = Rehearsal::new("human", "flat");
    window.key(Key::F7);
    window.reach_out();
    assert!(window.comparison().is_settling(), "not all in one frame");
    window.come_to_rest();
    let hand = window.place("left_hand");
    assert!(window.app.panes.all_show(hand), "{hand}");
    let weighted = window.misses("left_hand")[2];
    window.key(Key::F9);
    let goals = window.theatre().goals().iter();
    let hand = goals.clone().position(|goal| goal.name == "left_hand");
    window.app.on_bench(BenchWish::ToEnd);
    let ended = window.theatre().residual_after()[hand.unwrap()];
    assert!((ended - weighted).abs() < 0.01, "{ended} {weighted}");
}

#[test]
fn leaving_the_bench_brings_the_timeline_back_and_so_do_other_documents() {
    let mut window = Rehearsal::new("human", "flat");
    assert_eq!(window.is_below(), (true, false));
    for key in [Key::F7, Key::F8, Key::F9] {
        window.key(key);
        assert_eq!(window.is_below(), (false, true), "{key:?}");
        window.key(key);
        assert_eq!(window.is_below(), (true, false), "{key:?}");
        window.key(key);
        window.key(Key::Escape);
        assert_eq!(window.is_below(), (true, false), "{key:?}");
        window.key(key);
        window.app.begin_with("chicken", "flat");
        window.frames(3);
        assert_eq!(window.is_below(), (true, false), "{key:?}");
        assert_eq!(window.app.panes.mode(), Some(PaneMode::Solid));
        // A walk is not posed.
        window.key(key);
        window.app.begin_with("human", "flat");
        window.key(key);
        window.key(Key::W);
        window.until("it walks", |window| window.app.document().take.is_some());
        window.frames(2);
        assert!(window.app.session.bench.is_none(), "{key:?}");
        window.key(key);
        assert!(window.app.session.bench.is_none(), "{key:?}");
        window.app.begin_with("human", "flat");
        window.frames(2);
    }
}
