//! Pictures as structure: what is drawn, where it lies, and that the same input gives the same bytes.

mod bodies;
mod strips;

use bodies::{bird, humanoid, quadruped, reaching, solved};
use contrapposto::character::{Character, Pose};
use contrapposto::ik::{EYES_REACH, Goal};
use contrapposto::kinematics::Stance;
use contrapposto::picture::{
    Color, Drawing, Ground, Ink, Layer, Mark, Outline, Palette, PoseSheet, Rect, inspect_sheet,
    pose_sheet,
};
use glam::{DVec2, DVec3};
use strips::{all_strips, hop, over_stones, strip_of};

/// A sheet with the goals measured as a report would.
fn sheet_of(character: &Character, pose: &Pose, soles: &[usize], goals: &[Goal]) -> Drawing {
    let stance = Stance::from_pose(character, pose, soles);
    let report = solved(character, pose, &stance, goals);
    let name = &character.name;
    pose_sheet(&PoseSheet {
        character,
        pose,
        stance: Some(&stance),
        goals,
        report: Some(&report),
        ground: Ground::default(),
        title: format!("{name} reaching"),
        caption: format!("{name} · flat · soles {soles:?} · 12 iterations"),
        sentence: Some(report.sentence(goals)),
    })
}

fn reach(character: &Character, effector: &str, x: f64, y: f64, z: f64) -> Goal {
    Goal::reach(character, effector, DVec3::new(x, y, z)).expect("an effector of this body")
}

/// A flight of stairs that rises along z from 0.3 m on.
fn stairs() -> Vec<Vec<DVec2>> {
    let rise = (0..20).flat_map(|k| {
        let (z, height) = (0.3 * f64::from(k + 1), 0.17 * f64::from(k));
        [DVec2::new(z, height), DVec2::new(z, height + 0.17)]
    });
    vec![std::iter::once(DVec2::new(-4.0, 0.0)).chain(rise).collect()]
}

fn on_stairs(human: &Character, stairs: &[Vec<DVec2>]) -> Drawing {
    let stance = Stance::from_pose(human, &human.rest, &[0, 1]);
    pose_sheet(&PoseSheet {
        character: human,
        pose: &human.rest,
        stance: Some(&stance),
        goals: &[],
        report: None,
        ground: Ground {
            front: &[],
            side: stairs,
        },
        title: "stairs".into(),
        caption: String::new(),
        sentence: None,
    })
}

/// Sheets of every kind: bodies of all sizes, near, far and many targets, none at all.
fn all_sheets() -> Vec<(&'static str, Drawing)> {
    let (human, bird, dog) = (humanoid(), bird(), quadruped());
    let far = [
        reach(&human, "left_hand", 3.0, 1.2, 0.5),
        reach(&human, "right_hand", -0.4, 4.5, 0.0),
        reach(&human, "head", 0.0, 1.6, -3.0),
    ];
    let crowd: Vec<Goal> = (0..24_u8)
        .map(|k| {
            let height = 0.4 + 0.05 * f64::from(k);
            let name = ["left_hand", "right_hand", "head", "left_foot"][usize::from(k % 4)];
            reach(&human, name, 0.5, height, 0.3)
        })
        .collect();
    let pose = reaching(&human);
    let foot = bodies::point_of(&human, &pose, "right_foot");
    let hand = bodies::point_of(&human, &pose, "left_hand");
    let mut near = vec![
        reach(
            &human,
            "left_hand",
            hand.x + 0.18,
            hand.y + 0.1,
            hand.z + 0.2,
        ),
        reach(&human, "right_hand", -0.75, 1.05, 0.15),
        reach(&human, "right_foot", foot.x, foot.y, foot.z),
    ];
    near.push(Goal::balance_within(
        &Stance::from_pose(&human, &pose, &[0]),
        0.015,
    ));
    let peck = [reach(&bird, "beak", 0.02, 0.2, 0.4)];
    let paw = [reach(&dog, "nose", 0.0, 0.9, 1.0)];
    let mut sheets = vec![
        ("standing", sheet_of(&human, &human.rest, &[0, 1], &[])),
        ("one leg", sheet_of(&human, &pose, &[0], &near)),
        ("far targets", sheet_of(&human, &pose, &[0], &far)),
        ("crowd", sheet_of(&human, &human.rest, &[0, 1], &crowd)),
        ("bird", sheet_of(&bird, &bird.rest, &[0, 1], &peck)),
        ("dog", sheet_of(&dog, &dog.rest, &[0, 1, 2, 3], &paw)),
        ("stairs", on_stairs(&human, &stairs())),
        ("inspect human", inspect_sheet(&human)),
        ("inspect dog", inspect_sheet(&dog)),
    ];
    sheets.extend(all_strips());
    sheets
}

fn on_layer(drawing: &Drawing, layer: Layer) -> Vec<&Mark> {
    let marks = drawing.marks().iter();
    marks.filter(|mark| mark.layer == layer).collect()
}

fn texts(drawing: &Drawing) -> Vec<(Rect, String, f64)> {
    let marks = drawing.marks().iter();
    marks
        .filter_map(|mark| match &mark.outline {
            Outline::Text { text, size, .. } => Some((mark.bounds(), text.clone(), *size)),
            _ => None,
        })
        .collect()
}

#[test]
fn the_same_sheet_gives_the_same_bytes() {
    for (name, drawing) in all_sheets().into_iter().take(2) {
        let png = drawing.to_png(1.0).unwrap();
        assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n", "{name}");
        assert_eq!(png, drawing.to_png(1.0).unwrap(), "{name}");
    }
    assert_eq!(all_sheets(), all_sheets());
}

#[test]
fn everything_lies_inside_the_frame() {
    for (name, drawing) in all_sheets() {
        for mark in drawing.marks() {
            let bounds = mark.bounds();
            assert!(drawing.frame().encloses(&bounds), "{name}: {mark:?}");
        }
    }
}

#[test]
fn no_text_lies_over_another_and_all_are_legible() {
    for (name, drawing) in all_sheets() {
        let texts = texts(&drawing);
        for (i, (bounds, text, size)) in texts.iter().enumerate() {
            assert!(*size >= 13.0, "{name}: {text}");
            for (over, other, _) in &texts[..i] {
                assert!(!bounds.overlaps(over), "{name}: {text} over {other}");
            }
        }
    }
}

#[test]
fn labels_keep_off_the_figure() {
    let human = humanoid();
    let goals = [
        reach(&human, "left_hand", 0.95, 1.5, 0.35),
        reach(&human, "head", 0.0, 1.2, 0.0),
    ];
    let drawing = sheet_of(&human, &human.rest, &[0, 1], &goals);
    // The panel's number stands over the support by intent; it lies right of the views.
    let labels = on_layer(&drawing, Layer::Label).into_iter();
    let labels: Vec<Rect> = labels
        .map(Mark::bounds)
        .filter(|b| b.max.x < 900.0)
        .collect();
    assert_eq!(
        labels.len(),
        8,
        "name and distance of two goals in two views"
    );
    for body in on_layer(&drawing, Layer::Figure) {
        let Outline::Polygon(corners) = &body.outline else {
            continue;
        };
        for label in &labels {
            assert!(!corners.iter().any(|corner| label.contains(*corner)));
        }
    }
}

#[test]
fn left_limbs_are_cool_and_lie_on_the_right_of_the_front_view() {
    let drawing = sheet_of(&humanoid(), &humanoid().rest, &[0, 1], &[]);
    let front_view = on_layer(&drawing, Layer::Figure)
        .into_iter()
        .filter(|mark| mark.bounds().max.x < 500.0);
    let (mut cool, mut warm) = (Vec::new(), Vec::new());
    for mark in front_view {
        let Some(Ink::Linear { stops, .. }) = &mark.fill else {
            continue;
        };
        let all = |is: fn(&Color) -> bool| stops.iter().all(|(_, color)| is(color));
        let x = mark.bounds().center().x;
        if all(|color| color.blue > color.red) {
            cool.push(x);
        } else if all(|color| color.red > color.green.saturating_add(18)) {
            warm.push(x);
        }
    }
    assert!(cool.len() >= 5 && warm.len() >= 5);
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
    assert!(mean(&cool) > mean(&warm) + 50.0);
}

#[test]
fn a_missed_goal_draws_its_gap_and_its_distance_and_a_reached_one_does_not() {
    let human = humanoid();
    let hand = bodies::point_of(&human, &human.rest, "left_hand");
    let sheet = |offset: f64| {
        let goals = [reach(&human, "left_hand", hand.x + offset, hand.y, hand.z)];
        sheet_of(&human, &human.rest, &[0, 1], &goals)
    };
    let (missed, reached) = (sheet(0.12), sheet(0.0));
    assert!(on_layer(&reached, Layer::Gap).is_empty());
    let gaps = on_layer(&missed, Layer::Gap).into_iter();
    let dashed = gaps.filter(|mark| mark.stroke.is_some_and(|stroke| stroke.dash.is_some()));
    // The front view shows the gap; from the side it points at the viewer.
    assert_eq!(dashed.count(), 1);
    for words in ["left hand", "120 mm"] {
        assert!(texts(&missed).iter().any(|(_, text, _)| text == words));
    }
    for drawing in [&missed, &reached] {
        assert!(!on_layer(drawing, Layer::Target).is_empty());
        assert!(!on_layer(drawing, Layer::Reached).is_empty());
    }
}

#[test]
fn a_far_target_becomes_an_arrow_on_the_rim_and_the_figure_stays_readable() {
    let human = humanoid();
    let height = |goals: &[Goal]| {
        let drawing = sheet_of(&human, &human.rest, &[0, 1], goals);
        let marks = on_layer(&drawing, Layer::Figure).into_iter();
        let body = marks.map(Mark::bounds).reduce(Rect::union).unwrap();
        body.size().y
    };
    let goals = [reach(&human, "left_hand", 30.0, 20.0, 10.0)];
    assert!(height(&goals) > 0.55 * height(&[]));
    let drawing = sheet_of(&human, &human.rest, &[0, 1], &goals);
    let targets = on_layer(&drawing, Layer::Target);
    let heads = targets.iter().filter(|mark| mark.fill.is_some());
    assert_eq!(heads.count(), 2, "one in each upright view");
}

#[test]
fn the_support_is_coloured_by_its_margin() {
    let human = humanoid();
    let color_of = |soles: &[usize]| {
        let drawing = sheet_of(&human, &human.rest, soles, &[]);
        let bars = on_layer(&drawing, Layer::Support).into_iter();
        let colors: Vec<Color> = bars
            .filter(|mark| matches!(mark.outline, Outline::Polyline(_)))
            .filter_map(|mark| mark.stroke.map(|stroke| stroke.color))
            .collect();
        assert_eq!(colors.len(), 2, "one bar in each upright view");
        colors[0]
    };
    assert_eq!(color_of(&[0, 1]), Palette::SAFE);
    assert_eq!(color_of(&[0]), Palette::OUT);
}

#[test]
fn a_body_in_the_air_has_no_support_but_a_plumb_line() {
    let human = humanoid();
    let drawing = pose_sheet(&PoseSheet {
        character: &human,
        pose: &human.rest,
        stance: None,
        goals: &[],
        report: None,
        ground: Ground::default(),
        title: "jump".into(),
        caption: String::new(),
        sentence: None,
    });
    assert!(on_layer(&drawing, Layer::Shadow).is_empty());
    assert!(!on_layer(&drawing, Layer::Balance).is_empty());
    let texts = texts(&drawing);
    assert!(texts.iter().any(|(_, text, _)| text == "in the air"));
}

#[test]
fn the_edges_of_stairs_are_drawn() {
    let (human, stairs) = (humanoid(), stairs());
    let drawing = on_stairs(&human, &stairs);
    let edges = on_layer(&drawing, Layer::Ground)
        .into_iter()
        .filter(|mark| {
            let size = mark.bounds().size();
            matches!(mark.outline, Outline::Polyline(_)) && size.y > 20.0 && size.x < 5.0
        });
    // Risers of the steps that lie in the side view; the panel's grid lines are far longer.
    assert!(edges.filter(|mark| mark.bounds().size().y < 150.0).count() >= 1);
}

#[test]
fn a_strip_tints_the_time_by_what_carries_the_body() {
    let human = humanoid();
    let drawing = strip_of(&human, &hop(&human), None);
    let bands: Vec<(Color, f64)> = on_layer(&drawing, Layer::Ground)
        .into_iter()
        .filter_map(|mark| match mark.fill {
            Some(Ink::Solid(color)) => Some((
                Color {
                    alpha: 255,
                    ..color
                },
                mark.bounds().size().x,
            )),
            _ => None,
        })
        .collect();
    let colors: Vec<Color> = bands.iter().map(|band| band.0).collect();
    assert_eq!(colors, [Palette::PLASTER, Palette::OUT, Palette::PLASTER]);
    // 21 of 39 frames' steps are in the air.
    let whole: f64 = bands.iter().map(|band| band.1).sum();
    assert!((bands[1].1 / whole - 21.0 / 39.0).abs() < 1e-9);
    assert!(
        texts(&drawing)
            .iter()
            .any(|(_, text, _)| text == "in the air")
    );
}

#[test]
fn a_strip_has_the_smallest_margin_in_its_caption_and_at_the_curve() {
    let human = humanoid();
    let drawing = strip_of(&human, &hop(&human), None);
    let stance = Stance::from_pose(&human, &human.rest, &[0, 1]);
    let com = contrapposto::kinematics::Kinematics::of(&human, &human.rest).com;
    let margin = stance.polygon.margin(DVec2::new(com.x, com.z)).metres;
    let words = format!("{:.0} mm", 1e3 * margin);
    let texts = texts(&drawing);
    assert!(texts.iter().any(|(_, text, _)| *text == words), "{words}");
    let caption = format!("smallest margin {words}, nearest edge");
    assert!(texts.iter().any(|(_, text, _)| text.contains(&caption)));
}

#[test]
fn a_strip_over_stepping_stones_shows_voids_between_them() {
    let human = contrapposto::io::load_character("human").unwrap();
    let stones = contrapposto::io::load_level("stepping_stones").unwrap();
    let drawing = strip_of(&human, &over_stones(&human, &stones), Some(&stones));
    let is_body = |mark: &&&Mark| matches!(mark.fill, Some(Ink::Linear { .. }));
    let ground = on_layer(&drawing, Layer::Ground);
    let mut bodies: Vec<Rect> = ground
        .iter()
        .filter(is_body)
        .map(|mark| mark.bounds())
        .collect();
    bodies.sort_by(|a, b| a.min.x.total_cmp(&b.min.x));
    let voids = bodies
        .windows(2)
        .filter(|pair| pair[1].min.x > pair[0].max.x + 4.0);
    assert!(voids.count() >= 5, "{bodies:?}");
}

#[test]
fn what_comes_together_bends_and_looks_somewhere_is_drawn_and_named() {
    let human = contrapposto::io::load_character("human").expect("the human is shipped");
    let point = |name: &str| human.find_point(name).expect("a point").into();
    let elbow = human
        .find_joint("left_elbow")
        .and_then(|link| human.limb(link));
    let goals = [
        Goal::together(&human, point("left_hand"), point("left_knee")),
        Goal::pole(&human, elbow.expect("a limb"), DVec3::new(0.8, 0.5, 0.3)),
        Goal::look(&human, point("head"), DVec3::new(1.0, 1.2, 1.0), EYES_REACH),
    ];
    let with = sheet_of(&human, &human.rest, &[0, 1], &goals);
    let without = sheet_of(&human, &human.rest, &[0, 1], &[]);
    let count = |drawing: &Drawing, layer: Layer| {
        let marks = drawing.marks().iter();
        marks.filter(|mark| mark.layer == layer).count()
    };
    for layer in [Layer::Gap, Layer::Target, Layer::Reached, Layer::Label] {
        assert!(count(&with, layer) > count(&without, layer), "{layer:?}");
    }
}
