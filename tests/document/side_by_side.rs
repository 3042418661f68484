//! Several figures on the same goals, each solved in its own way.

use super::session::{document, drag_to, editor, handle, place};
use contrapposto::document::{Document, Edit, Editor, SideBySide, Solving, Variant};
use contrapposto::ik::{Method, Order, Priority, Rank};
use contrapposto::io::load_character;
use glam::DVec3;
use std::sync::Arc;

const PRIORITIES: [Priority; 5] = [
    Priority::Equal,
    Priority::Biased,
    Priority::Weighted,
    Priority::NullSpace,
    Priority::Strict,
];

fn by_priority() -> Vec<Variant> {
    let variant = |priority: Priority| {
        let solving = Solving {
            priority,
            ..Solving::default()
        };
        Variant::solved(format!("{priority:?}"), solving)
    };
    PRIORITIES.map(variant).to_vec()
}

/// The paper's figure 5: the centre of mass over a point, and a hand that is to go farther ahead than it reaches [m].
fn figure_5(ahead: f64) -> Document {
    let mut document = document("human", "flat");
    let setup = Arc::make_mut(&mut document.setup);
    let kin = setup.kinematics(&document.character);
    for handle in &mut setup.handles {
        match handle.name.as_str() {
            "centre of mass" => {
                handle.position = Some(kin.com);
                handle.rank = Rank::BALANCE;
            }
            "left_hand" => handle.position = Some(DVec3::new(0.35, 1.0, ahead)),
            _ => {}
        }
    }
    setup.keeps_balance = false;
    document
}

fn errors(side_by_side: &SideBySide, name: &str) -> Vec<f64> {
    let rows = side_by_side.errors();
    let row = rows.iter().find(|row| row.name == name);
    let row = row.unwrap_or_else(|| panic!("no {name} in {rows:?}"));
    row.errors.iter().map(|error| error.unwrap()).collect()
}

#[test]
fn the_paper_s_figure_5_all_five_ways() {
    let document = figure_5(0.92);
    let mut figures = SideBySide::new(&document, by_priority()).unwrap();
    figures.settle(&document, None);
    let com = errors(&figures, "centre of mass");
    assert!(com[0] > 0.02, "equal: {} mm", 1e3 * com[0]);
    for (priority, error) in PRIORITIES.iter().zip(&com).skip(1) {
        assert!(*error < 0.005, "{priority:?}: {} mm", 1e3 * error);
    }
    for error in errors(&figures, "left_hand") {
        assert!(error > 0.02, "the hand is out of reach, not {error}");
    }
    for figure in figures.figures() {
        assert!(figure.report().margin.metres.is_finite());
        assert!(figure.work().iterations > 0);
        assert!(figure.took() > std::time::Duration::ZERO);
    }
}

#[test]
fn figures_follow_a_drag_and_the_one_like_the_document_is_it_to_the_bit() {
    let mut editor = editor("human", "flat");
    let start = place(&editor, "left_hand");
    let same = Variant {
        name: "same".to_owned(),
        ..Variant::default()
    };
    let backward = Solving {
        method: Method::Joints,
        order: Order::Backward,
        ..Solving::default()
    };
    let variants = vec![same, Variant::solved("joints", backward)];
    let mut figures = SideBySide::new(editor.document(), variants).unwrap();
    let handle = handle(&editor, "left_hand");
    editor.apply(Edit::BeginDrag { handle }).unwrap();
    figures.stay_here();
    for step in 1..=20 {
        let by = f64::from(step) / 20.0;
        drag_to(&mut editor, start + by * DVec3::new(0.1, 0.3, 0.4));
        let (pull, _) = editor.pull().unwrap();
        figures.follow(editor.document(), Some(&pull));
        let [same, other] = [0, 1].map(|index| figures.figures()[index].setup());
        assert_eq!(same.pose, editor.document().setup.pose, "move {step}");
        assert_ne!(other.pose, same.pose);
    }
    let missed = errors(&figures, "left_hand");
    assert!(missed.iter().all(|error| *error < 0.002), "{missed:?}");
}

#[test]
fn the_answers_do_not_hang_on_the_number_of_threads() {
    let document = figure_5(1.4);
    let poses = |threads: usize| {
        let pool = rayon_pool(threads);
        let mut figures = SideBySide::new(&document, by_priority()).unwrap();
        pool.install(|| {
            for _ in 0..5 {
                figures.follow(&document, None);
            }
        });
        let figures = figures.figures().iter();
        figures
            .map(|figure| figure.setup().pose.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(poses(1), poses(3));
}

#[test]
fn another_body_answers_the_same_pins_with_its_own_limbs() {
    let mut editor = editor("human", "flat");
    let hand = handle(&editor, "left_hand");
    let pin = Edit::PinPosition {
        handle: hand,
        on: true,
    };
    editor.apply(pin).unwrap();
    let body = Arc::new(load_character("tall_thin").unwrap());
    let other = Variant {
        name: "tall".to_owned(),
        body: Some(("tall_thin".to_owned(), body)),
        ..Variant::default()
    };
    let same = Variant::solved("human", Solving::default());
    let mut figures = SideBySide::new(editor.document(), vec![same, other]).unwrap();
    figures.settle(editor.document(), None);
    let missed = errors(&figures, "left_hand");
    assert!(missed.iter().all(|error| *error < 0.005), "{missed:?}");
    assert_eq!(figures.figures()[1].character().name, "tall_thin");
}

#[test]
fn weights_make_figures_differ() {
    let document = figure_5(1.4);
    let weighed = |weight: f64| Variant {
        name: format!("hand {weight}"),
        solving: Some(Solving {
            priority: Priority::Equal,
            ..Solving::default()
        }),
        weights: vec![("left_hand".to_owned(), weight)],
        ..Variant::default()
    };
    let variants = vec![weighed(0.2), weighed(5.0)];
    let mut figures = SideBySide::new(&document, variants).unwrap();
    figures.settle(&document, None);
    let missed = errors(&figures, "left_hand");
    assert!(missed[1] < missed[0] - 0.02, "{missed:?}");
}

#[test]
fn figures_that_cannot_be_are_refused_in_a_sentence() {
    let editor: Editor = editor("human", "flat");
    let usual = || Variant::solved("usual", Solving::default());
    let broken = |change: fn(&mut Variant)| {
        let mut variant = usual();
        change(&mut variant);
        vec![usual(), variant]
    };
    for (variants, expected) in [
        (vec![usual()], "two to five"),
        (vec![usual(); 6], "two to five"),
        (
            broken(|v| v.weights.push(("tail".to_owned(), 1.0))),
            "\"tail\"",
        ),
        (
            broken(|v| v.weights.push(("balance".to_owned(), -1.0))),
            "more than zero",
        ),
        (
            broken(|v| {
                v.solving = Some(Solving {
                    damping: -1.0,
                    ..Solving::default()
                });
            }),
            "damping -1",
        ),
    ] {
        let why = SideBySide::new(editor.document(), variants).unwrap_err();
        assert!(why.contains(expected), "{why}");
    }
}

fn rayon_pool(threads: usize) -> rayon::ThreadPool {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build().unwrap()
}
