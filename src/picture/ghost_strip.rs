//! The strip of a ghost: in full ink what it did, as an outline behind it the plan, and under both how far its joints
//! were from the plan. Pushes are arrows, thrown balls fly along dots.

use super::goal_marks::label;
use super::labels::{LabelRoom, thin};
use super::palette::{Color, Palette};
use super::signs::arrow;
use super::strip::{
    FIGURES_TOP, FOOT, PLOT_GAP, PLOT_HEIGHT, PLOT_LEFT, PLOT_RIGHT, RIM, StripSheet, WIDTH, foot,
    title,
};
use super::strip_figures::{com_path, figure_of, key_figures, stage};
use super::strip_layout::{Layout, layout};
use super::text::text_width;
use super::time_axis::TimeAxis;
use super::tracking_plot::{Stretch, TrackingPlot};
use super::{Align, Drawing, Frame, Layer, Mark, Rect};
use crate::character::Character;
use crate::control::{Push, Run, Throw};
use crate::kinematics::Kinematics;
use crate::level::Level;
use crate::motion::Audit;
use crate::motion::audit::GRAVITY;
use glam::{DVec2, DVec3};

/// The shortest and the longest arrow (px).
const ARROWS: (f64, f64) = (34.0, 74.0);
/// A force that is seen this much from its end is a ring with a dot or a cross, no unit.
const HEAD_ON: f64 = 0.25;
/// A ball is shown this far before what it is thrown at, besides its radius, with dots of this length behind it [m].
const BEFORE: f64 = 0.18;
const TAIL: f64 = 0.35;

/// What the strip of a ghost shows.
#[derive(Clone, Debug)]
pub struct GhostSheet<'a> {
    /// The body.
    pub character: &'a Character,
    /// What it moves on.
    pub level: &'a Level,
    /// Plan, ghost, and how far they are apart.
    pub run: &'a Run,
    /// What pushed it.
    pub pushes: &'a [Push],
    /// What was thrown at it.
    pub throws: &'a [Throw],
    /// Large, at the top.
    pub title: String,
    /// How it went, in the caption.
    pub sentence: String,
}

/// The strip of a ghost.
pub fn ghost_sheet(sheet: &GhostSheet) -> Drawing {
    let GhostSheet {
        character,
        level,
        run,
        ..
    } = *sheet;
    let audit = Audit::new(character, &run.clip, Some(level));
    let strip = StripSheet {
        character,
        clip: &run.clip,
        level: Some(level),
        audit: &audit,
        title: sheet.title.clone(),
        figures: None,
    };
    let across = (RIM + PLOT_LEFT, WIDTH - RIM - PLOT_RIGHT);
    let rim = (RIM, WIDTH - RIM);
    let mut layout = layout(&strip, Some(&run.plan), rim, across, FIGURES_TOP);
    let events = events(sheet);
    let moments: Vec<usize> = events.iter().map(|event| event.frame).collect();
    layout.show(&moments);
    let plot_top = layout.area().max.y + PLOT_GAP;
    let stretches: Vec<Stretch> = events.iter().map(|event| event.stretch.clone()).collect();
    let plot = TrackingPlot {
        tracking: &run.tracking,
        axis: TimeAxis {
            area: Rect::new(
                DVec2::new(across.0, plot_top),
                DVec2::new(across.1, plot_top + PLOT_HEIGHT),
            ),
            frames: run.clip.frames.len(),
            frame_secs: run.clip.frame_secs,
        },
        key_frames: layout.key_frames(),
        stretches: &stretches,
    };
    let size = DVec2::new(WIDTH, (plot.axis.area.max.y + FOOT).ceil());
    let mut drawing = Drawing::new(size, Palette::PAPER);
    let legend = legend();
    let legend_left = (legend.iter()).fold(WIDTH, |left, mark| left.min(mark.bounds().min.x));
    drawing.push(title(&sheet.title, legend_left - RIM - 24.0));
    drawing.extend(legend);
    drawing.extend(stage(&strip, &layout));
    drawing.extend(outlines(sheet, &layout));
    let figures = key_figures(&strip, &layout);
    let mut room = label_room((sheet, &strip), &layout, &figures);
    drawing.extend(figures);
    for event in &events {
        drawing.extend(event.marks(sheet, &layout, &mut room));
    }
    drawing.extend(plot.marks());
    drawing.extend(foot(&caption(sheet), &layout, size.y));
    drawing
}

/// `human · stairs · 6.4 s · joint error 0.4° rms …`
fn caption(sheet: &GhostSheet) -> String {
    format!(
        "{} · {} · {:.1} s · {}",
        sheet.character.name.replace('_', " "),
        sheet.level.name.replace('_', " "),
        sheet.run.clip.duration_secs(),
        sheet.sentence
    )
}

/// Rim and inside of the plan.
fn outline_colors() -> [Color; 2] {
    [0.25, 0.84].map(|pale| Palette::ACCENT.mixed(Palette::PAPER, pale))
}

/// What is what, at the right end of the title's line.
fn legend() -> Vec<Mark> {
    let [rim, inside] = outline_colors();
    let entries = [
        (
            "ghost",
            Palette::PLASTER,
            Palette::PLASTER.mixed(Palette::INK, 0.62),
        ),
        ("plan", inside, rim),
    ];
    let mut right = WIDTH - RIM;
    let mut marks = Vec::new();
    for (words, fill, rim) in entries {
        let anchor = DVec2::new(right, 54.0);
        let name = Mark::text(Layer::Text, anchor, words, 15.0, Palette::INK);
        marks.push(name.aligned(Align::End));
        let dot = DVec2::new(right - text_width(words, 15.0) - 14.0, 49.0);
        let disc = Mark::circle(Layer::Text, dot, 6.5);
        marks.push(disc.colored(fill).stroked(rim, 2.0));
        right = dot.x - 24.0;
    }
    marks
}

/// The plan at every moment that is shown: one rim around the whole body, for a ghost that is where it should be.
fn outlines(sheet: &GhostSheet, layout: &Layout) -> Vec<Mark> {
    let [color, inside] = outline_colors();
    let mut marks = Vec::new();
    for (key, &number) in layout.key_frames().iter().enumerate() {
        let figure = figure_of(sheet.character, &sheet.run.plan, number);
        let rims = figure.silhouettes(layout.frame_of(key));
        let rim = |rim: &Vec<DVec2>| Mark::polygon(Layer::Figure, rim.clone());
        marks.extend(rims.iter().map(|r| rim(r).stroked(color, 4.4)));
        marks.extend(rims.iter().map(|r| rim(r).colored(inside)));
    }
    marks
}

/// Something that acts from outside.
#[derive(Clone, Debug)]
struct Event {
    /// When it is shown: at its end, when it has done its work.
    frame: usize,
    stretch: Stretch,
    what: What,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Push(Push),
    Throw(Throw),
}

/// Pushes and throws in the order of time.
fn events(sheet: &GhostSheet) -> Vec<Event> {
    let clip = &sheet.run.clip;
    let mut events: Vec<Event> = Vec::new();
    for push in sheet.pushes {
        let link = sheet.character.link(push.link).name.replace('_', " ");
        events.push(Event {
            frame: clip.nearest_frame(push.start_secs + push.secs),
            stretch: Stretch {
                start_secs: push.start_secs,
                secs: push.secs,
                name: format!("{link} {}", newtons(push)),
            },
            what: What::Push(*push),
        });
    }
    for throw in sheet.throws {
        let secs = flight_secs(throw);
        events.push(Event {
            frame: clip.nearest_frame(throw.start_secs + secs),
            stretch: Stretch {
                start_secs: throw.start_secs,
                secs,
                name: format!("ball {} kg", throw.mass),
            },
            what: What::Throw(*throw),
        });
    }
    events.sort_by_key(|event| event.frame);
    events
}

fn newtons(push: &Push) -> String {
    format!("{:.0} N", push.force.length())
}

/// How far a ball is from where it was thrown after a time of free flight [m].
fn flown(throw: &Throw, secs: f64) -> DVec3 {
    secs * throw.velocity - 0.5 * secs * secs * GRAVITY * DVec3::Y
}

/// How long a ball flies at most before it meets what it is thrown at, a metre away [s].
fn flight_secs(throw: &Throw) -> f64 {
    let across = DVec2::new(throw.velocity.x, throw.velocity.z).length();
    if across > 0.5 {
        return 1.0 / across;
    }
    let mut times = (1..400).map(|k| 0.005 * f64::from(k));
    let is_there = |secs: &f64| flown(throw, *secs).y < -1.0;
    times.find(is_there).unwrap_or(2.0)
}

impl Event {
    fn marks(&self, sheet: &GhostSheet, layout: &Layout, room: &mut LabelRoom) -> Vec<Mark> {
        let keys = layout.key_frames();
        let Some(key) = keys.iter().position(|number| *number == self.frame) else {
            return Vec::new();
        };
        let frame = layout.frame_of(key);
        match &self.what {
            What::Push(push) => push_marks(sheet, push, self.frame, frame, room),
            What::Throw(throw) => throw_marks(throw, frame, room),
        }
    }
}

/// Names keep off all figures and their times, and off the way of the centre of mass.
fn label_room(
    (sheet, strip): (&GhostSheet, &StripSheet),
    layout: &Layout,
    drawn: &[Mark],
) -> LabelRoom {
    /// Points of the way from one end of an obstacle to the next.
    const STRIDE: usize = 8;
    let mut obstacles = Vec::new();
    if layout.travels() {
        let way = com_path(strip, layout.frame_of(0));
        let ends: Vec<DVec2> = way.into_iter().step_by(STRIDE).collect();
        obstacles.extend(ends.windows(2).map(|pair| thin([pair[0], pair[1]])));
    }
    for (key, &number) in layout.key_frames().iter().enumerate() {
        for clip in [&sheet.run.clip, &sheet.run.plan] {
            let figure = figure_of(sheet.character, clip, number);
            obstacles.extend(figure.silhouettes(layout.frame_of(key)));
        }
    }
    let texts = drawn.iter().filter(|mark| mark.layer == Layer::Label);
    LabelRoom {
        area: layout.area(),
        obstacles,
        taken: texts.map(Mark::bounds).collect(),
        placed: Vec::new(),
        center: layout.area().center(),
    }
}

/// An arrow that ends where the force acts, the stronger the longer; a ring where it would be seen from its end.
fn push_marks(
    sheet: &GhostSheet,
    push: &Push,
    number: usize,
    frame: &Frame,
    room: &mut LabelRoom,
) -> Vec<Mark> {
    let color = event_color();
    let kin = Kinematics::of(sheet.character, &sheet.run.clip.frames[number].pose);
    let link = sheet.character.link(push.link);
    let tip = frame.point(kin.link(push.link).point(link.com_in_link));
    let force = push.force.normalize_or_zero();
    let flat = frame.view.project(force) * DVec2::new(1.0, -1.0);
    let name = link.name.replace('_', " ");
    if flat.length() < HEAD_ON {
        let ring = Mark::circle(Layer::Reached, tip, 9.0);
        let mut marks = vec![ring.colored(Palette::PAPER.faded(0.9)).stroked(color, 2.4)];
        if frame.view.depth(force) > 0.0 {
            marks.push(Mark::circle(Layer::Reached, tip, 3.0).colored(color));
        } else {
            let arm = DVec2::splat(6.3);
            for arm in [arm, DVec2::new(arm.x, -arm.y)] {
                let line = Mark::polyline(Layer::Reached, [tip - arm, tip + arm]);
                marks.push(line.stroked(color, 2.0));
            }
        }
        marks.extend(label(room, tip, &name, Some(&newtons(push))));
        return marks;
    }
    let strongest =
        (sheet.pushes.iter()).fold(0.0, |most: f64, push| most.max(push.force.length()));
    let share = push.force.length() / strongest.max(1e-9);
    let length = ARROWS.0 + (ARROWS.1 - ARROWS.0) * share;
    let tail = tip - length * flat.normalize_or_zero();
    room.obstacles.push(thin([tail, tip]));
    let mut marks = arrow(Layer::Gap, tail, tip, 6.4, Palette::PAPER.faded(0.9));
    marks.extend(arrow(Layer::Reached, tail, tip, 3.2, color));
    marks.extend(label(room, tail, &name, Some(&newtons(push))));
    marks
}

/// The ball shortly before it meets what it is thrown at, and dots where it came from.
fn throw_marks(throw: &Throw, frame: &Frame, room: &mut LabelRoom) -> Vec<Mark> {
    let at = |secs: f64| frame.point(throw.from + flown(throw, secs));
    let whole = flight_secs(throw);
    let shown = whole * (1.0 - throw.radius - BEFORE).max(0.0);
    let begin = (shown - whole * TAIL).max(0.0);
    let way = (0..=12).map(|k| at(begin + (shown - begin) * f64::from(k) / 12.0));
    let path = Mark::polyline(Layer::Gap, way.collect::<Vec<_>>());
    let center = at(shown);
    let radius = (throw.radius * frame.scale).max(3.0);
    let ball = Mark::circle(Layer::Reached, center, radius);
    let inside = Palette::OUT.mixed(Palette::PAPER, 0.45);
    let mut marks = vec![
        path.stroked(event_color(), 2.6).dashed(1.0, 6.0),
        ball.colored(inside).stroked(event_color(), 1.8),
    ];
    room.taken
        .push(Rect::around_point(center, DVec2::splat(radius)));
    let note = format!("{} kg, {:.0} m/s", throw.mass, throw.velocity.length());
    let anchor = center - DVec2::new(0.0, radius);
    marks.extend(label(room, anchor, "ball", Some(&note)));
    marks
}

fn event_color() -> Color {
    Palette::OUT.mixed(Palette::INK, 0.12)
}
