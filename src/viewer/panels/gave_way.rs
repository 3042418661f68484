//! Who gave way: one bar per goal and one sentence, in rows that do not move while somebody drags.

use super::desk::Desk;
use crate::document::{Ask, Document, Setup};
use crate::ik::{Goal, GoalReport, Unit, amount};
use crate::viewer::theme::color32;
use egui::text::LayoutJob;
use egui::{Align2, RichText, Sense, TextStyle, Ui, pos2, vec2};

/// A goal that misses by this much fills its bar [m or rad].
const FULL_BAR: f64 = 0.2;
/// A wish is not followed to the last millimetre; what misses by less is as good as granted [m or rad].
const WISHED: f64 = 0.01;
/// Height of a row, width of its name and of its bar (points).
const ROW: f32 = 20.0;
const NAME: f32 = 124.0;
const BAR: f32 = 84.0;
/// Lines of the sentence; the rest is told when the mouse is over it.
const SENTENCE_LINES: usize = 2;
/// A drag adds two rows at most: a place and a rotation.
const OF_A_DRAG: usize = 2;

/// One goal and by how much it is missed.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    name: String,
    unit: Unit,
    /// [m or rad]
    miss: f64,
    reached: bool,
    /// A pin that everything else outranks.
    is_wish: bool,
}

impl Desk<'_> {
    /// One sentence and one bar per goal.
    pub(super) fn who_gave_way(&mut self, ui: &mut Ui) {
        ui.strong("Who gave way");
        let (goals, report) = (self.session.editor.goals(), self.session.editor.report());
        let mut words = report.sentence(goals);
        // What is on the bench counts the pull of the last drag, which has been let go here.
        let session = self.session;
        let is_on_bench = session.bench.is_some() && session.last_pull().is_some();
        if is_on_bench && !session.editor.is_dragging() {
            words = format!("As posed, nothing pulls: {words}");
        }
        let rows = rows(self.document(), goals, &report.goals);
        sentence(ui, with_wishes(words, &rows));
        let reserved = rows
            .len()
            .max(undragged(&self.document().setup) + OF_A_DRAG);
        let width = ui.available_width();
        let size = vec2(width, ROW * reserved as f32);
        let (area, _) = ui.allocate_exact_size(size, Sense::hover());
        let small = TextStyle::Small.resolve(ui.style());
        for (index, row) in rows.iter().enumerate() {
            let y = area.top() + (index as f32 + 0.5) * ROW;
            let ink = color32(if row.is_wish {
                self.theme.text_soft
            } else {
                self.theme.text
            });
            let name = ui
                .painter()
                .layout_no_wrap(row.name.clone(), small.clone(), ink);
            let left = pos2(area.left(), y - 0.5 * name.size().y);
            let name_area =
                egui::Rect::from_center_size(pos2(area.left() + 0.5 * NAME, y), vec2(NAME, ROW));
            let painter = ui.painter();
            painter.with_clip_rect(name_area).galley(left, name, ink);
            let middle = pos2(area.left() + NAME + 8.0 + 0.5 * BAR, y);
            let rail = egui::Rect::from_center_size(middle, vec2(BAR, 8.0));
            painter.rect_filled(rail, 3.0, color32(self.theme.panel_line));
            let mut bar = rail;
            let share = (row.miss / FULL_BAR).clamp(0.0, 1.0) as f32;
            bar.set_width((share * rail.width()).max(3.0));
            let color = match (row.reached, row.is_wish) {
                (true, _) => self.theme.safe,
                (false, true) if row.miss < WISHED => self.theme.safe,
                (false, true) => self.theme.near,
                (false, false) => self.theme.out,
            };
            painter.rect_filled(bar, 3.0, color32(color));
            let miss = match row.unit {
                Unit::Metres => format!("{:.1} mm", 1e3 * row.miss),
                Unit::Radians => format!("{:.1} °", row.miss.to_degrees()),
            };
            let right = pos2(area.right(), y);
            painter.text(right, Align2::RIGHT_CENTER, miss, small.clone(), ink);
        }
    }
}

/// A sentence in a place of fixed height; all of it when the mouse is over it.
fn sentence(ui: &mut Ui, words: String) {
    let font = TextStyle::Body.resolve(ui.style());
    let line = ui.fonts_mut(|fonts| fonts.row_height(&font));
    let width = ui.available_width();
    let mut job = LayoutJob::simple(words.clone(), font, ui.visuals().text_color(), width);
    job.wrap.max_rows = SENTENCE_LINES;
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    let size = vec2(width, line * SENTENCE_LINES as f32);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let is_cut = galley.elided;
    let ink = ui.visuals().text_color();
    ui.painter().galley(rect.min, galley, ink);
    if is_cut {
        response.on_hover_text(RichText::new(words));
    }
}

/// Rows that are there while nothing is dragged: what stands, balance, pins, asks that are no wishes.
fn undragged(setup: &Setup) -> usize {
    let pins = setup.handles.iter().map(|handle| {
        usize::from(handle.position.is_some()) + usize::from(handle.rotation.is_some())
    });
    let asks = setup.asks.iter().filter(|ask| **ask != Ask::EvenSpine);
    2 * setup.planted.len()
        + setup.plants.len()
        + usize::from(setup.keeps_balance)
        + pins.sum::<usize>()
        + asks.count()
}

/// A solve is done without its wishes, and says nothing of them; who pinned one sees it miss and wants to be told.
fn with_wishes(words: String, rows: &[Row]) -> String {
    let missed = rows.iter();
    let missed = missed.filter(|row| row.is_wish && row.miss > WISHED);
    let missed: Vec<String> = missed
        .map(|row| format!("{} by {}", row.name, amount(row.unit, row.miss)))
        .collect();
    if missed.is_empty() {
        return words;
    }
    format!("{words} A wish misses: {}.", missed.join(", "))
}

/// Whether a goal is that of a pinned handle.
fn is_pin(setup: &Setup, goal: &str) -> bool {
    setup.handles.iter().any(|handle| {
        let of_handle = goal.strip_prefix(&handle.name);
        match of_handle {
            Some("" | " height") => handle.position.is_some(),
            Some(" rotation") => handle.rotation.is_some(),
            _ => false,
        }
    })
}

/// All goals but wishes that nobody pinned, feet first and in the order of the character's. The held foot cannot give way
/// and is no goal; it is listed all the same, so that names stay where they are when another foot is held.
fn rows(document: &Document, goals: &[Goal], got: &[GoalReport]) -> Vec<Row> {
    let character = &document.character;
    let held = document.setup.planted.first();
    let held = held.into_iter().flat_map(|held| {
        let name = character.footing_name(held.footing());
        let units = [("planted", Unit::Metres), ("flat", Unit::Radians)];
        units.map(|(what, unit)| Row {
            name: format!("{name} {what}"),
            unit,
            miss: 0.0,
            reached: true,
            is_wish: false,
        })
    });
    let asked = goals.iter().zip(got);
    let asked =
        asked.filter(|(goal, _)| !goal.rank.is_wish() || is_pin(&document.setup, &goal.name));
    let asked = asked.map(|(goal, got)| Row {
        name: goal.name.clone(),
        unit: goal.kind.unit(),
        miss: got.after,
        reached: got.reached,
        is_wish: goal.rank.is_wish(),
    });
    let mut rows: Vec<Row> = held.chain(asked).collect();
    rows.sort_by_key(|row| {
        let of_row = |what: &str| {
            let of = row.name.strip_suffix(what)?;
            character.find_footing(of).map(|footing| footing.foot)
        };
        of_row(" planted")
            .or_else(|| of_row(" flat"))
            .unwrap_or(usize::MAX)
    });
    for row in &mut rows {
        row.name = row.name.replace('_', " ");
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Edit, Editor};
    use crate::viewer::shell::files::fresh_document;

    fn names(editor: &Editor) -> Vec<String> {
        let rows = rows(editor.document(), editor.goals(), &editor.report().goals);
        rows.into_iter().map(|row| row.name).collect()
    }

    #[test]
    fn a_pin_that_everything_outranks_is_listed_and_told_of_when_it_misses() {
        let told = |editor: &Editor| {
            let rows = rows(editor.document(), editor.goals(), &editor.report().goals);
            with_wishes(editor.report().sentence(editor.goals()), &rows)
        };
        let pinned = |place| {
            let mut document = fresh_document("human", "flat").unwrap();
            let setup = std::sync::Arc::make_mut(&mut document.setup);
            let mut handles = setup.handles.iter_mut();
            let hand = handles.find(|handle| handle.name == "left_hand");
            hand.unwrap().position = Some(place);
            let mut editor = Editor::new(document);
            let handles = &editor.document().setup.handles;
            let handle = handles.iter().position(|h| h.name == "left_hand").unwrap();
            let rank = crate::ik::Rank::WISH;
            editor.apply(Edit::SetRank { handle, rank }).unwrap();
            editor
        };
        let near = pinned(glam::DVec3::new(0.4, 1.2, 0.3));
        assert!(names(&near).contains(&"left hand".to_owned()));
        assert_eq!(told(&near), "Every goal is reached.");
        let far = told(&pinned(glam::DVec3::new(3.0, 1.0, 0.0)));
        assert!(far.contains("A wish misses: left hand by "), "{far}");
    }

    #[test]
    fn both_feet_are_listed_whichever_is_held_and_a_drag_fits_into_the_reserved_rows() {
        let mut editor = Editor::new(fresh_document("human", "flat").unwrap());
        let left_held = names(&editor);
        assert_eq!(
            left_held[..4],
            [
                "left foot planted",
                "left foot flat",
                "right foot planted",
                "right foot flat"
            ]
        );
        let undragged_rows = undragged(&editor.document().setup);
        assert_eq!(left_held.len(), undragged_rows);
        editor.apply(Edit::Hold { foot: 1 }).unwrap();
        assert_eq!(names(&editor), left_held);
        editor.apply(Edit::BeginDrag { handle: 0 }).unwrap();
        let to = Edit::DragTo {
            position: Some(glam::DVec3::new(2.0, 1.0, 0.0)),
            rotation: None,
        };
        editor.apply(to).unwrap();
        let dragged = names(&editor);
        assert_eq!(dragged[..left_held.len()], left_held);
        assert!(dragged.len() <= undragged_rows + OF_A_DRAG);
    }
}
